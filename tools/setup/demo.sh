#!/usr/bin/env bash
# The main job, Y = silu(X W + bias) with X and W in MXFP8, on the files of
# test/Examples. Everything it writes goes into a folder of the build tree.
source "$(dirname "$0")/common.sh"

examples=test/Examples
inputs=$examples/Inputs
results=$build/demo
export PATH=$PWD/$build/bin:$PATH
mkdir -p "$results"

# Shows a command, then runs it.
show() { printf '$ %s\n' "$*"; "$@"; }

section "1. A program that breaks a promise is refused"
refusal=$results/refusal.txt
if show lowp-compile "$examples/projection-fnuz-weights.mlir" --target=sm_120a \
    --emit=ptx -o "$results/refused.ptx" 2>"$refusal"; then
  fail "the program with the planted error was not refused"
fi
cat "$refusal"
grep -qF '[enc-fn-fnuz-mix]' "$refusal" || fail "that is not the planted error"
printf '\nThe right program differs in one word:\n'
diff <(grep '^!w' "$examples/projection-fnuz-weights.mlir") \
  <(grep '^!w' "$examples/projection.mlir") || true

section "2. The program, run on the CPU: error against the exact answer"
program=("$examples/projection.mlir" --entry=main --arg="$inputs/x.npy"
  --arg="$inputs/w_codes.npy" --arg="$inputs/w_scales.npy"
  --arg="$inputs/bias.npy")
show lowp-run "${program[@]}" --out="$results/y.npy"
show .venv/bin/python "$examples/compare_with_exact.py" "$results/y.npy"

section "3. Its kernels for sm_120a, run thread by thread in the simulator"
show lowp-run "${program[@]}" --on=sim:sm_120a --out="$results/y-sim.npy"
show cmp "$results/y.npy" "$results/y-sim.npy"
echo "The same bits as on the CPU."

section "4. The kernels as PTX"
show lowp-compile "$examples/projection.mlir" --target=sm_120a --emit=ptx \
  -o "$results/projection.ptx"
show grep -m 3 -n 'mma.sync' "$results/projection.ptx"
show grep -n 'visible .entry' "$results/projection.ptx"

section "5. The kernels as a cubin, and their contract"
show lowp-compile "$examples/projection.mlir" --target=sm_120a --emit=cubin \
  -o "$results/projection.cubin" --manifest="$results/projection.json"
show ls -l "$results/projection.cubin"

section "6. The contract as JSON"
show cat "$results/projection.json"

section "Results are in $results"
