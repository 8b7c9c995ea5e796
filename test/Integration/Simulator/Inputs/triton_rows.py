"""A kernel of Triton that reduces rows, each by threads of all its warps."""

import sys

import numpy as np
from triton_kernels import compile_kernel, row_maxima
from triton_launch import Launcher

launch = Launcher(*sys.argv[1:3])

types = {"x": "*fp32", "y": "*fp32", "maxima": "*fp32", "M": "i32",
         "N": "i32", "pitch": "i32"}
ir, description = compile_kernel(row_maxima, types, {"BM": 8, "BN": 512},
                                 ["x", "y"], num_warps=4)
m, n = 20, 500
x = np.random.default_rng(1).standard_normal((m, n)).astype(np.float32)
got = launch(
    "rows", ir, description, {"x": x},
    {"y": ("f4", [m, n]), "maxima": ("f4", [m])}, [m, n, n], [-(-m // 8)])
maxima = np.abs(x).max(axis=1)
assert np.array_equal(got["maxima"], maxima), (got["maxima"], maxima)
assert np.array_equal(got["y"], x - maxima[:, None])
print(f"{m} rows of {n} are right")
