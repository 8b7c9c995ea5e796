"""Kernels that Triton has made give the right product in the simulator.

Where sums are exact, every bit must be right; elsewhere the error is within the
bound of any order of addition.
"""

import sys

import ml_dtypes
import numpy as np
import triton.language as tl
from triton_kernels import compile_kernel, matmul, mx_matmul
from triton_launch import Launcher

launch_kernel = Launcher(*sys.argv[1:3])


def launch(name, ir, description, arrays, numbers, grid, shape, dtype="f4",
           flags=()):
    return launch_kernel(name, ir, description, arrays, {"c": (dtype, shape)},
                         numbers, grid, flags)["c"]


def check(name, got, a, b):
    """`a` and `b` are exact values; f64 errs far less than the bound."""
    exact = a @ b.T
    magnitude = np.abs(a) @ np.abs(b.T)
    # One rounding of f32 for each product, in whatever order; and one of f16,
    # to nearest, for each instruction with accumulators of f16.
    k = a.shape[1]
    bound = k * 2.0**-24 * magnitude
    if got.dtype == np.float16:
        roundings = -(-k // 16) * 2.0**-11
        bound = (bound + roundings * magnitude) / (1 - roundings)
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
    assert np.array_equal(exact, exact.astype(got.dtype)), name
    if not np.array_equal(got, exact):
        wrong = got != exact
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
tile = {"BM": 64, "BN": 64, "BK": 64, "SUM": tl.float32}
for kind, divisible, m, n, k in [("fp8", aligned, 130, 72, 160),
                                 ("fp8-bytes", [], 64, 50, 77)]:
    ir, description = compile_kernel(matmul, pointers | numbers, tile,
                                     divisible, num_warps=4, num_stages=3)
    for whole in True, False:
        rng = np.random.default_rng([m, n, k, whole])
        a, b = make_codes(rng, m, k, whole), make_codes(rng, n, k, whole)
        got = launch(kind, ir, description, {"a": a, "b": b},
                     [m, n, k, k, k, n], divide(m, n, 64, 64), [m, n])
        (check_bits if whole else check)(
            kind, got, decode(a, ml_dtypes.float8_e4m3fn),
            decode(b, ml_dtypes.float8_e4m3fn))

# f16 and bf16, and accumulators of f16.
for kind, triton_type, dtype, sum_type, sum_dtype in [
        ("f16", "*fp16", np.float16, tl.float32, "f4"),
        ("bf16", "*bf16", ml_dtypes.bfloat16, tl.float32, "f4"),
        ("f16-sum", "*fp16", np.float16, tl.float16, "f2")]:
    types = numbers | {"a": triton_type, "b": triton_type,
                       "c": "*fp32" if sum_dtype == "f4" else "*fp16"}
    ir, description = compile_kernel(matmul, types, tile | {"SUM": sum_type},
                                     aligned, num_warps=4, num_stages=3)
    m, n, k = 130, 72, 160
    for whole in True, False:
        rng = np.random.default_rng([len(kind), whole])

        def make(rows):
            if whole:
                return rng.integers(-3, 4, (rows, k)).astype(dtype)
            return rng.standard_normal((rows, k)).astype(dtype)

        a, b = make(m), make(n)
        if not whole and kind == "bf16":
            # Beyond what products of f16 can have, up to what f32 has not.
            a = (a.astype(np.float64) * 2.0**100).astype(dtype)
            b = (b.astype(np.float64) * np.exp2(
                rng.integers(-130, 20, (n, 1)))).astype(dtype)
        for model in "f32-sequential", "exact":
            got = launch(kind, ir, description,
                         {"a": a.view(np.uint16), "b": b.view(np.uint16)},
                         [m, n, k, k, k, n], divide(m, n, 64, 64), [m, n],
                         sum_dtype, ["--accumulate=" + model])
            (check_bits if whole else check)(f"{kind}, {model}", got,
                                             a.astype(np.float64),
                                             b.astype(np.float64))

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
