"""How long the simulator takes for an MXFP8 product on one core.

    simulator.py LOWP_RUN [EXTENT] [FOLDER]

Runs the kernel @projection of test/Examples/projection.mlir with M = N = K =
1024, or another extent, with arrays where allocators put them, and prints the
seconds of the whole process, and how many multiplications a second that is.
10 s at 1024 are expected of a release build.
"""

import os
import subprocess
import sys
import tempfile
import time

import numpy as np

lowp_run = sys.argv[1]
extent = int(sys.argv[2]) if len(sys.argv) > 2 else 1024
folder = sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp()
os.makedirs(folder, exist_ok=True)
program = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "../Examples/projection.mlir")

rng = np.random.default_rng(0)


def codes():
    """Of E4M3, without NaN."""
    return (rng.integers(0, 127, (extent, extent), dtype=np.uint8) |
            rng.integers(0, 2, (extent, extent), dtype=np.uint8) << 7)


def scales():
    return rng.integers(120, 135, (extent, -(-extent // 32)), dtype=np.uint8)


# Codes of W lie as the program says: one row for each column of the product.
arrays = {"x_codes": codes(), "x_scales": scales(), "w_codes": codes(),
          "w_scales": scales(),
          "bias": rng.standard_normal(extent).astype(np.float32)}
command = [lowp_run, program, "--on=sim:sm_120a", "--alignment=256",
           "--entry=projection", "--out=" + os.path.join(folder, "y.npy")]
for name, array in arrays.items():
    if name.startswith("w_"):
        array = np.ascontiguousarray(array.T)
    path = os.path.join(folder, name + ".npy")
    np.save(path, array)
    command.append("--arg=" + path)
begin = time.perf_counter()
subprocess.run(command, check=True)
seconds = time.perf_counter() - begin
print(f"{extent}^3 MXFP8: {seconds:.2f} s, "
      f"{extent**3 / seconds / 1e6:.0f} million multiplications a second")
