# What the scripts of this folder share: sourced, not run.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# The preset to build, as in CMakePresets.json.
preset=${LOWP_PRESET:-release}
build=build/$preset

section() { printf '\n=== %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Builds everything; ninja shows how far it is.
build_all() {
  section "Configuring ($preset)"
  cmake --preset "$preset" || fail "CMake could not configure $build"
  section "Building in $build (the first time takes some minutes)"
  cmake --build --preset "$preset" || fail "the build failed"
}
