"""What the kernels of the main job ask of memory, counted in the simulator.

    traffic.py LOWP_RUN [M N K] [FOLDER]

Runs test/Examples/projection.mlir, with M = N = K = 1024 if not told else, and
arrays where allocators put them. Prints by kind of access how much of the
32-byte sectors it uses that it touches, and the worst degree of bank conflicts.
Fails if an operation of the projection has a conflict in shared memory, or a
copy of codes or a store uses less than 0.95 of its sectors. Scales and the bias
are read in smaller pieces than sectors.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

lowp_run, *others = sys.argv[1:]
m, n, k = (int(text) for text in others[:3] or 3 * [1024])
folder = others[3] if len(others) > 3 else tempfile.mkdtemp()
os.makedirs(folder, exist_ok=True)
program = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "../Examples/projection.mlir")
report = os.path.join(folder, "statistics.json")

rng = np.random.default_rng(0)
command = [lowp_run, program, "--on=sim:sm_120a", "--alignment=256",
           "--out=" + os.path.join(folder, "y.npy"),
           "--statistics-json=" + report]
for name, array in [
        ("x", rng.standard_normal((m, k)).astype(np.float32)),
        ("w_codes", rng.integers(0, 127, (n, k), dtype=np.uint8)),
        ("w_scales", rng.integers(120, 135, (n, -(-k // 32)), dtype=np.uint8)),
        ("bias", rng.standard_normal(n).astype(np.float32))]:
    path = os.path.join(folder, name + ".npy")
    np.save(path, array)
    command.append("--arg=" + path)
subprocess.run(command, check=True)
with open(report, encoding="utf-8") as file:
    kernels = json.load(file)["kernels"]


def get_use(accesses):
    """The part of the touched sectors that is used."""
    sectors = sum(access["sectors"] for access in accesses)
    return sum(access["bytes"] for access in accesses) / (32 * sectors)


def check(kernel, what, is_right):
    if kernel["kernel"] == "projection" and not is_right:
        failures.append(what)


failures = []
for kernel in kernels:
    name, kinds = kernel["kernel"], {}
    for access in kernel["global"]:
        kind = f"{access['direction']} by {access['operation']}"
        kinds.setdefault(kind, []).append(access)
    for kind, accesses in sorted(kinds.items()):
        worst = min(get_use([access]) for access in accesses)
        text = (f"{name}: global {kind}: {get_use(accesses):.3f} of the "
                f"sectors, the worst operation {worst:.3f}")
        print(text)
        check(kernel, text, worst >= 0.95 or kind == "read by llvm.load")
    print(f"{name}: global: {get_use(kernel['global']):.3f} of the sectors")
    worst = max((access["worst_degree"] for access in kernel["shared"]),
                default=1)
    text = (f"{name}: shared: {len(kernel['shared'])} operations, worst degree "
            f"{worst}")
    print(text)
    check(kernel, text, worst == 1)
if failures:
    sys.exit("\n".join(["not as it has to be:", *failures]))
