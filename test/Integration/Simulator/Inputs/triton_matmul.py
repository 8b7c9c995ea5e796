"""Kernels that Triton has made give the right product in the simulator.

Where sums of f32 are exact, every bit must be right; elsewhere the error is
within the bound of any order of addition.
"""

import sys

import ml_dtypes
import numpy as np
from triton_kernels import compile_kernel, fp8_matmul, mx_matmul
from triton_launch import Launcher

launch_kernel = Launcher(*sys.argv[1:3])


def launch(name, ir, description, arrays, numbers, grid, shape):
    return launch_kernel(name, ir, description, arrays, {"c": ("f4", shape)},
                         numbers, grid)["c"]


def check(name, got, a, b):
    """`a` and `b` are exact values; f64 errs far less than the bound."""
    exact = a @ b.T
    magnitude = np.abs(a) @ np.abs(b.T)
    # One rounding of f32 for each product, in whatever order.
    bound = a.shape[1] * 2.0**-24 * magnitude
    hidden = np.isnan(exact)
    if not np.array_equal(np.isnan(got), hidden):
        sys.exit(f"{name}: NaN elsewhere than in the exact product")
    wrong = np.abs(got - exact) > bound
    if wrong[~hidden].any():
        m, n = np.argwhere(wrong & ~hidden)[0]
        sys.exit(f"{name}: [{m}, {n}] is {got[m, n]}, not {exact[m, n]}; "
                 f"{wrong.sum()} of {wrong.size} are wrong")
    print(f"{name}: {got.shape[0]} x {got.shape[1]} x {a.shape[1]} is right")


def check_bits(name, got, a, b):
    exact = a @ b.T
    if not np.array_equal(got, exact.astype(np.float32)):
        wrong = got != exact.astype(np.float32)
        m, n = np.argwhere(wrong)[0]
        sys.exit(f"{name}: [{m}, {n}] is {got[m, n]}, not {exact[m, n]}; "
                 f"{wrong.sum()} of {wrong.size} are wrong")
    print(f"{name}: {got.shape[0]} x {got.shape[1]} x {a.shape[1]} is exact")


def decode(codes, dtype):
    return codes.view(dtype).astype(np.float64)


def make_codes(rng, rows, k, whole):
    """All codes but NaN; or whole numbers up to 8, whose sums are exact."""
    if whole:
        values = rng.integers(-8, 9, (rows, k))
        return values.astype(ml_dtypes.float8_e4m3fn).view(np.uint8)
    codes = rng.integers(0, 256, (rows, k), dtype=np.uint8)
    return np.where(codes & 0x7F == 0x7F, 1, codes).astype(np.uint8)


def make_scales(rng, rows, k, whole):
    low, high = (126, 129) if whole else (121, 134)
    return rng.integers(low, high, (rows, k // 32), dtype=np.uint8)


def decode_scales(scales, k):
    values = np.where(scales == 0xFF, np.nan, np.exp2(scales - 127.0))
    return np.repeat(values, 32, axis=1)[:, :k]


def divide(m, n, bm, bn):
    return [-(-m // bm), -(-n // bn)]


numbers = {name: "i32" for name in ("M", "N", "K", "pitch_a", "pitch_b",
                                    "pitch_c")}
pointers = {"a": "*fp8e4nv", "b": "*fp8e4nv", "c": "*fp32"}
aligned = ["a", "b", "c", "K", "pitch_a", "pitch_b"]

# FP8, with copies of 16 bytes and, where nothing is known of the pitch, loads
# of bytes.
tile = {"BM": 64, "BN": 64, "BK": 64}
for kind, divisible, m, n, k in [("fp8", aligned, 130, 72, 160),
                                 ("fp8-bytes", [], 64, 50, 77)]:
    ir, description = compile_kernel(fp8_matmul, pointers | numbers, tile,
                                     divisible, num_warps=4, num_stages=3)
    for whole in True, False:
        rng = np.random.default_rng([m, n, k, whole])
        a, b = make_codes(rng, m, k, whole), make_codes(rng, n, k, whole)
        got = launch(kind, ir, description, {"a": a, "b": b},
                     [m, n, k, k, k, n], divide(m, n, 64, 64), [m, n])
        (check_bits if whole else check)(
            kind, got, decode(a, ml_dtypes.float8_e4m3fn),
            decode(b, ml_dtypes.float8_e4m3fn))

# MXFP8 and MXFP4.
more = {"scales_a": "*u8", "scales_b": "*u8"}
pitches = {"pitch_sa": "i32", "pitch_sb": "i32"}
for kind, form, pack in [("mxfp8", "e4m3", 1), ("mxfp4", "e2m1", 2)]:
    tile = {"FORMAT": form, "PACK": pack, "BM": 128, "BN": 64, "BK": 128}
    types = pointers | more | numbers | pitches | {"a": "*u8", "b": "*u8"}
    ir, description = compile_kernel(mx_matmul, types, tile, aligned,
                                     num_warps=4, num_stages=3)
    m, n, k = 130, 72, 160
    for whole in True, False:
        rng = np.random.default_rng([pack, whole])
        if pack == 1:
            a, b = make_codes(rng, m, k, whole), make_codes(rng, n, k, whole)
            values = [decode(codes, ml_dtypes.float8_e4m3fn)
                      for codes in (a, b)]
        else:
            # The first of two along K is the lower nibble.
            a, b = (rng.integers(0, 256, (rows, k // 2), dtype=np.uint8)
                    for rows in (m, n))
            values = [decode(np.stack([codes & 15, codes >> 4], axis=2)
                             .reshape(-1, k), ml_dtypes.float4_e2m1fn)
                      for codes in (a, b)]
        scales_a = make_scales(rng, m, k, whole)
        scales_b = make_scales(rng, n, k, whole)
        if not whole:
            scales_a[3, 2] = scales_b[5, 0] = 0xFF
        got = launch(kind, ir, description,
                     {"a": a, "scales_a": scales_a, "b": b,
                      "scales_b": scales_b},
                     [m, n, k, k // pack, k // 32, k // pack, k // 32, n],
                     divide(m, n, 128, 64), [m, n])
        (check_bits if whole else check)(
            kind, got, values[0] * decode_scales(scales_a, k),
            values[1] * decode_scales(scales_b, k))
