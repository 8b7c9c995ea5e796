"""Compares Y of the projection with the exact answer.

usage: compare_with_exact.py Y.npy [folder of the inputs]

Two answers are exact: silu(X W + bias) for X as it was given, and the same for X
as the kernel quantizes it. Sums are formed in rational arithmetic. Against the
second, Y may be off by the rounding of its sum, of silu and of bf16 only; the
rest of the distance from the first is what MXFP8 costs.
"""

import math
import os
import sys
from fractions import Fraction

import numpy as np

U32, U_BF16 = 2.0**-24, 2.0**-8
UNIT = 160


def decode_e4m3(codes: np.ndarray) -> np.ndarray:
    exponent = (codes >> 3 & 15).astype(np.int64)
    fraction = (codes & 7) / 8.0
    value = np.where(
        exponent == 0, fraction * 2.0**-6, (1 + fraction) * 2.0 ** (exponent - 7)
    )
    return np.where(codes & 0x80, -value, value)


def quantize_row(group: np.ndarray) -> np.ndarray:
    """The values that a group of X has after quantization, exactly."""
    amax = max(abs(Fraction(float(v))) for v in group)
    if amax == 0:
        return group.astype(np.float64)
    scale = Fraction(1)
    while amax > 448 * scale:
        scale *= 2
    while amax <= 448 * scale / 2:
        scale /= 2
    grid = decode_e4m3(np.arange(0x7F, dtype=np.uint8))
    result = []
    for value in group:
        scaled = abs(Fraction(float(value))) / scale
        upper = min(int(np.searchsorted(grid, float(scaled))), 0x7E)
        near = [c for c in (upper - 1, upper, upper + 1) if 0 <= c <= 0x7E]
        code = min(near, key=lambda c: (abs(Fraction(grid[c]) - scaled), c % 2))
        result.append(math.copysign(float(Fraction(grid[code]) * scale), value))
    return np.array(result)


def to_integers(values: np.ndarray) -> np.ndarray:
    """The values times 2^UNIT as integers of Python; exact for every float32."""
    flat = [int(Fraction(float(value)) * 2**UNIT) for value in values.flat]
    return np.array(flat, dtype=object).reshape(values.shape)


def get_sums(x: np.ndarray, w: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """x w^T + bias, each sum exact and then rounded to a double."""
    sums = to_integers(x) @ to_integers(w).T + to_integers(bias) * 2**UNIT
    return np.vectorize(lambda total: float(Fraction(total, 2 ** (2 * UNIT))))(sums)


def silu(z: float) -> float:
    return z / (1 + math.exp(-z)) if z > -700 else 0.0


def main() -> int:
    folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(
        os.path.dirname(os.path.abspath(__file__)), "Inputs"
    )
    bits = np.load(sys.argv[1])
    y = (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    x, codes, scales, bias = (
        np.load(os.path.join(folder, name + ".npy"))
        for name in ("x", "w_codes", "w_scales", "bias")
    )
    depth = x.shape[1]
    w = decode_e4m3(codes) * np.repeat(
        2.0 ** (scales.astype(np.int64) - 127), 32, axis=1
    )[:, :depth]
    starts = range(0, depth, 32)
    quantized = np.array(
        [np.concatenate([quantize_row(row[k : k + 32]) for k in starts]) for row in x]
    )
    apply = np.vectorize(silu)
    given = apply(get_sums(x, w, bias))
    answer = apply(get_sums(quantized, w, bias))
    magnitude = get_sums(np.abs(quantized), np.abs(w), np.abs(bias))
    error = np.abs(y - answer)
    # f32 sums of depth + 1 terms, a slope of silu below 1.1, eight roundings of
    # silu, and one of bf16.
    bound = 1.1 * (depth + 1) * U32 * magnitude + 8 * U32 * np.abs(answer)
    bound += U_BF16 * (np.abs(answer) + bound) + 1e-30
    beyond = int(np.count_nonzero(~(error <= bound)))
    spike = quantized[3, 40] if x.shape == (48, 160) else float("nan")
    print(f"largest |Y|                               {np.abs(y).max():.6g}")
    print(f"largest error, X as it was given          {np.abs(y - given).max():.6g}")
    print(f"largest error, X as it was quantized      {error.max():.6g}")
    print(f"the spike of 500 was quantized to         {spike:g}")
    print(f"results beyond the bound of the contract  {beyond} of {y.size}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
