"""Other schedules than the one that is chosen give the bits of the CPU too, and
no conflicts in shared memory.

    schedules.py LOWP_RUN PROGRAM FOLDER
"""

import json
import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(__file__), "../../CPU/Inputs"))
from runner import Runner, check_equal  # noqa: E402

lowp_run, program, folder = sys.argv[1:4]
os.makedirs(folder, exist_ok=True)
report = os.path.join(folder, "statistics.json")
run = Runner(lowp_run, program, folder)

# One warp, other grids of warps, K tiles of 32 and 64 bytes with their
# swizzles, rings of two to five slots, those that are chosen for few rows, and
# bulk copies.
for fields in ["tile = [16, 16, 32], warps = [1, 1], stages = 2, "
               "raster = 1431655766",
               "tile = [32, 64, 64], warps = [1, 2], stages = 4, raster = 2",
               "tile = [64, 32, 128], warps = [4, 1], stages = 5",
               "tile = [16, 128, 128], warps = [1, 4], stages = 5",
               "tile = [32, 128, 128], warps = [1, 4], stages = 4",
               "tile = [64, 128, 128], warps = [1, 4], stages = 4",
               "tile = [128, 128, 128], warps = [2, 2], stages = 3",
               "tile = [32, 64, 64], warps = [1, 2], stages = 2, "
               "copies = bulk",
               "tile = [128, 128, 128], warps = [2, 2], stages = 3, "
               "copies = bulk"]:
    schedule = f"#lowp.schedule<{fields}>"
    # Ragged tiles; a round of each ring in the second.
    for m, n, k, alignment in [(40, 33, 300, 1), (140, 136, 1408, 256)]:
        rng = np.random.default_rng([m, n, k])
        x = rng.standard_normal((m, k)).astype(np.float32)
        codes = rng.integers(0, 0x7F, (n, k), dtype=np.uint8)
        scales = rng.integers(110, 130, (n, -(-k // 32)), dtype=np.uint8)
        bias = rng.standard_normal(n).astype(np.float32)
        expected = run("main", x, codes, scales, bias, flags=["--on=cpu"])
        got = run("main", x, codes, scales, bias,
                  flags=["--on=sim:sm_120a", f"--alignment={alignment}",
                         f"--schedule={schedule}",
                         f"--statistics-json={report}"])
        here = f"{schedule}, M, N, K = {m}, {n}, {k}"
        check_equal(here, got, expected)
        with open(report, encoding="utf-8") as file:
            kernels = json.load(file)["kernels"]
        for access in kernels[-1]["shared"]:
            assert access["worst_degree"] == 1, (here, access)
    print(f"{schedule} is right")
