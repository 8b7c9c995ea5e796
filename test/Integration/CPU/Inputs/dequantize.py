import ml_dtypes
import numpy as np

import exact
from exact import same_bits
from runner import Runner, check_equal

run = Runner.from_command_line()
rng = np.random.default_rng(21)

bytes_ = np.arange(256, dtype=np.uint8)
codes = np.tile(bytes_, (256, 1))
scales = bytes_.reshape(256, 1)


def table(f, codes):
    values = f.values[codes]
    if f.family == "int":  # the most negative code decodes
        values = np.where(np.isinf(values), -(2.0 ** (7 - f.m)), values)
    return values


for entry, f in [("e4m3", exact.E4M3), ("e5m2", exact.E5M2),
                 ("e4m3fnuz", exact.E4M3FNUZ), ("e5m2fnuz", exact.E5M2FNUZ),
                 ("b11", exact.E4M3B11FNUZ), ("e4m3ieee", exact.E4M3IEEE),
                 ("e3m4", exact.E3M4), ("mxint8", exact.MXINT8),
                 ("int8", exact.INT8)]:
    with np.errstate(over="ignore", invalid="ignore"):
        expected = table(f, codes) * exact.e8m0(scales)  # exact in f64
        assert same_bits(run(entry, codes, scales),
                         expected.astype(np.float32)), entry

with np.errstate(over="ignore", invalid="ignore"):
    expected = exact.E5M2.values[codes] * exact.e8m0(scales)
    assert same_bits(run("to_f64", codes, scales), expected)
    assert same_bits(run("to_f16", codes, scales), expected.astype(np.float16))
    # The values have three bits, so going through f32 rounds only once.
    narrow = expected.astype(np.float32).astype(ml_dtypes.bfloat16)
    got = run("to_bf16", codes, scales).view(ml_dtypes.bfloat16)
    assert same_bits(got.astype(np.float32), narrow.astype(np.float32))

q = rng.integers(0, 0x7F, (5, 40), dtype=np.uint8)
block = rng.integers(0, 0x7F, (3, 3), dtype=np.uint8) | 0x80  # sign ignored
whole = np.array([[1.7e-3]], np.float32)
expected = exact.E4M3.values[q] * exact.expand(
    exact.E4M3.values[block & 0x7F], q.shape, (2, 16)) * whole.astype("f8")
assert same_bits(run("two_levels", q, block, whole),
                 expected.astype(np.float32))

alpha = np.array([[3.0], [1e-40], [448.0], [7e20], [0.0]], np.float32)
with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
    got = run("encode_scale", q, alpha)
    for i, j in np.ndindex(q.shape):
        value, a = exact.E4M3.values[q[i, j]], float(alpha[i, 0])
        if a == 0:
            expected = np.float32(value / np.float64(0))
        else:
            expected = exact.round_f32(exact.Fraction(value) /
                                       exact.Fraction(a))
        assert same_bits(got[i, j].reshape(1), expected.reshape(1)), (i, j)

inverse, x = run("invert", codes, scales, outputs=2)
check_equal("inverse scales", inverse[:, 0],
            [255 if s == 255 else 254 - s for s in range(256)])
assert same_bits(x, run("e4m3", codes, scales))

for shape in [(0, 5), (3, 0), (1, 1), (5, 33), (130, 140)]:
    q = rng.integers(0, 256, shape, dtype=np.uint8)
    s = rng.integers(100, 150, exact.group_counts(shape, (1, 32)),
                     dtype=np.uint8)
    x, codes2, scales2 = run("round_trip", q, s, outputs=3)
    check_equal("codes", codes2, q)
    check_equal("scales", scales2, s)
    values = exact.E4M3.values[q] * exact.expand(exact.e8m0(s), shape, (1, 32))
    assert same_bits(x, values.astype(np.float32))
    codes2, scales2 = run("regroup", q, s, outputs=2)
    expected = exact.quantize_e8m0(exact.E4M3, values, (32, 1))
    check_equal("regrouped scales", scales2, expected[1])
    check_equal("regrouped codes", codes2, expected[0])
