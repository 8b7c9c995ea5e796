#!/usr/bin/env bash
# Installs what building and testing lowp needs on Debian 12: compiler and
# libraries from the distribution, Python packages into .venv; with --tests also
# what only tests need. What is there already is left alone. Runs as root or by
# a user who has sudo.
source "$(dirname "$0")/common.sh"

packages=(
  clang-22 clang-format-22 clang-tidy-22 libclang-rt-22-dev lld-22
  llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  cmake ninja-build ccache
  libboost-context-dev libgtest-dev zlib1g-dev
  python3 python3-venv
)

section "Packages of the distribution"
missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} = 0 ]; then
  echo "all ${#packages[@]} are installed"
else
  command -v apt-get >/dev/null ||
    fail "no apt-get here; install these packages by hand: ${missing[*]}"
  as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "run this as root, or install sudo"
    as_root=(sudo)
  fi
  export DEBIAN_FRONTEND=noninteractive
  echo "to be installed: ${missing[*]}"
  "${as_root[@]}" apt-get update
  for package in "${missing[@]}"; do
    apt-cache show "$package" >/dev/null 2>&1 ||
      fail "this distribution has no package $package; lowp is built on" \
           "Debian 12 with its security updates (main)"
  done
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
fi

section "Python packages (.venv)"
# Debian's own interpreter, whatever else is first in PATH.
[ -x .venv/bin/python ] || /usr/bin/python3 -m venv .venv
files=(requirements.txt)
[ "${1:-}" != --tests ] || files+=(test-requirements.txt)
for file in "${files[@]}"; do
  if cmp -s "python/$file" ".venv/installed-$file"; then
    echo "$file: up to date"
  elif .venv/bin/python -m pip install --disable-pip-version-check --no-deps \
    -r "python/$file"; then
    cp "python/$file" ".venv/installed-$file"
  elif [ "$file" = test-requirements.txt ]; then
    echo "WARNING: not installed; the tests that need it are skipped and say so"
  else
    fail "python/$file could not be installed"
  fi
done
