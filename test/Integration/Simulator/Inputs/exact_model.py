"""Products under the model `exact`, for K of many instructions.

An instruction rounds the exact sum of its accumulator and of 32 products once.
Every bit is compared with that, and every result with the bound that follows:
n = ceil(K / 32) roundings, each within u = 2^-24 of what it rounds or half a
subnormal step, leave an error of at most gamma_n * A + n * 2^-150, where A is
the sum of magnitudes and gamma_n = n u / (1 - n u). What results are compared
with is computed in integers and fractions.
"""

import itertools
import os
import sys
from fractions import Fraction

import ml_dtypes
import numpy as np

sys.path.append(os.path.join(os.path.dirname(__file__), "../../CPU/Inputs"))
import exact  # noqa: E402
from exact import round_f32  # noqa: E402
from runner import Runner, check_equal  # noqa: E402

lowp_run, projection_program, folder = sys.argv[1:4]
project = Runner(lowp_run, projection_program, folder)
multiply = Runner(lowp_run, os.path.join(folder, "matmul.mlir"), folder)
rng = np.random.default_rng(54)
K_INSTRUCTION, GROUP, U = 32, 32, Fraction(1, 2**24)
# Where a value is an integer times 2^-UNIT.
UNIT = 160
everywhere = [[], ["--alignment=256"]]

with open(multiply.program, "w", encoding="utf-8") as file:
    file.write("""
#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>

lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    : !x, !w to tensor<?x?xf32>
  lowp.return %y : tensor<?x?xf32>
}
""")


def to_integers(codes, scales):
    """Values of E4M3 with their scales."""
    units = (exact.E4M3.values[codes] * 2**9).astype(np.int64).astype(object)
    powers = np.array([1 << int(UNIT - 9 - 127 + scale)
                       for scale in scales.flat], dtype=object)
    powers = np.repeat(powers.reshape(scales.shape), GROUP, axis=1)
    return units * powers[:, :codes.shape[1]]


def to_fraction(total):
    return Fraction(int(total), 2 ** (2 * UNIT))


def gamma(n):
    return n * U / (1 - n * U)


def get_sums(x, w):
    """Of each element: the model's result, the exact sum and its bound."""
    k, shape = x.shape[1], (x.shape[0], w.shape[0])
    steps = [x[:, begin:begin + K_INSTRUCTION] @
             w[:, begin:begin + K_INSTRUCTION].T
             for begin in range(0, k, K_INSTRUCTION)]
    magnitudes = np.abs(x) @ np.abs(w).T
    model = np.zeros(shape, np.float32)
    sums, bounds = np.empty(shape, object), np.empty(shape, object)
    for place in np.ndindex(*shape):
        terms = [to_fraction(step[place]) for step in steps]
        for term in terms:
            model[place] = round_f32(Fraction(float(model[place])) + term)
        sums[place] = sum(terms, Fraction(0))
        bounds[place] = (gamma(len(terms)) * to_fraction(magnitudes[place]) +
                         len(terms) * Fraction(1, 2**150))
    return model, sums, bounds


def find_beyond(got, sums, bounds):
    return [place for place in np.ndindex(*got.shape)
            if not abs(Fraction(float(got[place])) - sums[place])
            <= bounds[place]]


def check_bounds(here, got, sums, bounds):
    for place in find_beyond(got, sums, bounds):
        sys.exit(f"{here}: {place} is {got[place]}, exactly "
                 f"{float(sums[place])}, and may be off by "
                 f"{float(bounds[place])}")


def make(rows, k, low, high):
    """Codes without NaN, and scales."""
    codes = rng.integers(0, 256, (rows, k), dtype=np.uint8)
    codes = np.where(codes & 0x7F == 0x7F, 0, codes).astype(np.uint8)
    return codes, rng.integers(low, high, (rows, -(-k // GROUP)),
                               dtype=np.uint8)


def run_matmul(x, w, model, flags=()):
    return multiply("matmul", *x, w[0].T, w[1].T,
                    flags=["--on=sim:sm_120a", f"--accumulate={model}", *flags])


# Around one; sums that are subnormal; wide, so that addends vanish.
for (m, n, k, low, high), flags in itertools.product(
        [(9, 21, 200, 120, 135), (9, 40, 96, 50, 60), (10, 9, 1100, 110, 145),
         (17, 8, 768, 120, 135)], everywhere):
    x, w = make(m, k, low, high), make(n, k, low, high)
    here = f"{m} x {n} x {k} {' '.join(flags)}"
    model, sums, bounds = get_sums(to_integers(*x), to_integers(*w))
    got = run_matmul(x, w, "exact", flags)
    check_bounds(here, got, sums, bounds)
    check_equal(here, got.view(np.uint32), model.view(np.uint32))

# 2^24, and then ones, each of which is half a step of that: one after the other
# they vanish, and the bound does not hold.
k = 512
x = np.full((1, k), 0x38, np.uint8), np.full((1, k // GROUP), 127, np.uint8)
w = x[0].copy(), x[1].copy()
x[0][0, 0] = w[0][0, 0] = 0x78
x[1][0, 0] = 135
w[0][0, 1:GROUP] = 0
model, sums, bounds = get_sums(to_integers(*x), to_integers(*w))
assert sums[0, 0] == 2**24 + k - GROUP and bounds[0, 0] < 17
check_bounds("ones", run_matmul(x, w, "exact"), sums, bounds)
assert find_beyond(run_matmul(x, w, "f32-sequential"), sums, bounds)

# The chain of kernels. Bias and activation add: a rounding of the sum with the
# bias; that error times the slope of silu, which is below 1.1; 16 roundings of
# f32 in silu, and 3e-37 where exp overflows; and half a step of bf16.
for (m, n, k), flags in itertools.product([(17, 24, 200), (12, 9, 1152)],
                                          everywhere):
    x = rng.standard_normal((m, k)).astype(np.float32)
    x[3] *= np.exp2(rng.integers(-20, 20, k)).astype(np.float32)
    codes, scales = make(n, k, 112, 122)
    bias = rng.standard_normal(n).astype(np.float32)
    here = f"projection {m} x {n} x {k} {' '.join(flags)}"
    on = ["--on=sim:sm_120a", "--accumulate=exact", *flags]
    quantized = project("quantize", x, outputs=2, flags=on)
    y = project("main", x, codes, scales, bias, flags=on)
    y = y.view(ml_dtypes.bfloat16).astype(np.float64)
    _, sums, bounds = get_sums(to_integers(*quantized),
                               to_integers(codes, scales))
    for place in np.ndindex(m, n):
        b = Fraction(float(bias[place[1]]))
        off = bounds[place]
        off += U * (abs(sums[place] + b) + off) + Fraction(1, 2**150)
        z = float(sums[place] + b)
        answer = z / (1 + np.exp(-z)) if z > -700 else 0.0
        bound = 1.1 * float(off) + 16 * 2.0**-24 * abs(answer) + 3e-37
        bound += 2.0**-8 * (abs(answer) + bound) + 2.0**-134
        assert abs(y[place] - answer) <= bound, (here, place, y[place], answer)
print("all are within their bounds")
