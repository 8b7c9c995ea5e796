import ml_dtypes
import numpy as np

import exact
from exact import same_bits
from runner import Runner, check_equal

run = Runner.from_command_line()
rng = np.random.default_rng(24)
bf16 = ml_dtypes.bfloat16


def project(x, wc, ws, bias, model="f32-sequential"):
    y = run("main", x, wc, ws, bias, flags=[f"--accumulate={model}"])
    return y.view(bf16)


def check_silu(y, z):
    """Half a step of bf16, a few units in the last place of f32 from the
    polynomial, and what is lost where exp overflows."""
    z = z.astype(np.float64)
    with np.errstate(over="ignore"):
        wanted = z / (1 + np.exp(-z))
    # The smallest step that bf16 can have at this magnitude, times a half.
    exponent = np.floor(np.log2(np.maximum(np.abs(wanted), 2.0**-126)))
    half_step = np.exp2(exponent - 8)
    bound = half_step + 2.0**-20 * np.abs(wanted) + 3e-37
    error = np.abs(y.astype(np.float64) - wanted)
    worst = np.argmax(error - bound)
    assert (error <= bound).all(), (y.ravel()[worst], wanted.ravel()[worst])


for m, n, k in [(1, 1, 1), (5, 7, 70), (3, 2, 64), (0, 4, 32), (4, 0, 32),
                (3, 5, 0), (33, 17, 129)]:
    x = rng.standard_normal((m, k)).astype(np.float32)
    wc = rng.integers(0, 256, (n, k), dtype=np.uint8)
    wc = np.where(wc & 0x7F == 0x7F, 0, wc).astype(np.uint8)
    ws = rng.integers(110, 122, (n, -(-k // 32)), dtype=np.uint8)
    bias = rng.standard_normal(n).astype(np.float32)
    codes, scales = run("quantize", x, outputs=2)
    expected = exact.quantize_e8m0(exact.E4M3, x, (1, 32))
    check_equal("codes", codes, expected[0])
    check_equal("scales", scales, expected[1])
    xv = exact.E4M3.values[codes] * exact.expand(exact.e8m0(scales), (m, k),
                                                 (1, 32))
    wv = exact.E4M3.values[wc] * exact.expand(exact.e8m0(ws), (n, k), (1, 32))
    for model in ["exact", "f32-sequential"]:
        y = project(x, wc, ws, bias, model)
        assert y.shape == (m, n)
        if k == 0:
            z = np.tile(bias, (m, 1))
        else:
            z = exact.matmul(xv, wv.T, model) + bias
        if y.size:
            check_silu(y, z)
        # The kernel by itself, on what the other one wrote.
        again = run("projection", codes, scales, wc.T, ws.T, bias,
                    flags=[f"--accumulate={model}"])
        assert same_bits(again.view(bf16).view(np.float16),
                         y.view(np.float16))

# With a sum of zero the activation is that of the bias. -88.73 gives -0.
bias = np.float32([0.0, -0.0, 1e-30, -88.73, -88.72, -100, 88.73, 3e38, -3e38,
                   np.inf, np.nan, -1e-45, 0.5, -0.5])
y = project(np.zeros((1, 8), np.float32),
            np.zeros((len(bias), 8), np.uint8),
            np.full((len(bias), 1), 127, np.uint8), bias)[0]
y = y.astype(np.float32)
assert np.array_equal(y[[0, 1]], [0, 0])
assert y[3] == 0 and np.signbit(y[3]) and y[5] == 0 and y[8] == 0
assert y[9] == np.inf and np.isnan(y[10])
check_silu(np.delete(y, [9, 10]), np.delete(bias, [9, 10]))

# A NaN or an infinity in X reaches its row and nothing else.
x = rng.standard_normal((3, 40)).astype(np.float32)
x[1, 35] = np.inf
y = project(x, np.full((2, 40), 0x38, np.uint8),
            np.full((2, 2), 127, np.uint8), np.zeros(2, np.float32))
assert np.isnan(y[1].astype("f4")).all()
assert np.isfinite(y[[0, 2]].astype("f4")).all()
