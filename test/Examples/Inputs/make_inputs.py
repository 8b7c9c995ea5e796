"""Makes the .npy files that lie beside this script.

X is 48 x 160: normal values, one row of tiny ones, one of zeros, and a spike of
500. W is stored as MXFP8 by the recipe that X is quantized with, one row of 160
codes for each of 72 outputs, and needs nothing but exact powers of two.
"""

import os

import numpy as np

M, N, K, GROUP = 48, 72, 160, 32


def encode_e4m3(values: np.ndarray) -> np.ndarray:
    """Nearest E4M3 codes, ties to even, of values within +-448."""
    codes = np.arange(0x7F, dtype=np.uint8)
    exponent, fraction = codes >> 3, (codes & 7) / 8.0
    decoded = np.where(
        exponent == 0,
        fraction * 2.0**-6,
        (1 + fraction) * 2.0 ** (exponent.astype(np.float64) - 7),
    )
    magnitude = np.abs(values.astype(np.float64))
    upper = np.clip(np.searchsorted(decoded, magnitude), 1, 0x7E)
    below = magnitude - decoded[upper - 1]
    above = decoded[upper] - magnitude
    odd = (upper - 1) % 2 == 1
    nearest = np.where((above < below) | ((above == below) & odd), upper, upper - 1)
    return (nearest | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8)


def main() -> None:
    random = np.random.default_rng(20)
    x = random.normal(size=(M, K)).astype(np.float32)
    x[7] *= np.float32(2.0**-20)
    x[11] = 0.0
    x[3, 40] = 500.0
    w = (random.normal(size=(N, K)) / np.sqrt(K)).astype(np.float32)
    amax = np.abs(w).reshape(N, K // GROUP, GROUP).max(axis=2)
    # ceil(log2(amax / 448)) from the exponent field.
    mantissa, exponent = np.frexp(amax.astype(np.float64) / 448.0)
    exponent = exponent.astype(np.int64) - (mantissa == 0.5)
    scaled = w.astype(np.float64) * np.repeat(2.0**-exponent, GROUP, axis=1)
    bias = random.normal(size=N).astype(np.float32)
    folder = os.path.dirname(os.path.abspath(__file__))
    for name, array in {
        "x": x,
        "w_codes": encode_e4m3(scaled),
        "w_scales": (exponent + 127).astype(np.uint8),
        "bias": bias,
    }.items():
        np.save(os.path.join(folder, name + ".npy"), array)


if __name__ == "__main__":
    main()
