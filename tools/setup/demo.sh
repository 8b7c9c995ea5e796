#!/usr/bin/env bash
# The main job, Y = silu(X W + bias) with X and W in MXFP8, on the files of
# test/Examples. Everything it writes goes into a folder of the build tree.
source "$(dirname "$0")/common.sh"

examples=test/Examples
results=$build/demo
export PATH=$PWD/$build/bin:$PATH
mkdir -p "$results"

# Shows a command, then runs it.
show() { printf '$ %s\n' "$*"; "$@"; }

section "1. A program that breaks a promise is refused"

section "2. The program, run on the CPU: error against the exact answer"

section "3. The kernel as PTX"

section "4. The kernel as a cubin"

section "5. The contract of the kernel"

section "Results are in $results"
