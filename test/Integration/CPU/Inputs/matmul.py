import ml_dtypes
import numpy as np

import exact
from exact import same_bits
from runner import Runner

run = Runner.from_command_line()
rng = np.random.default_rng(22)
MODELS = ["exact", "f32-sequential"]


def finite_codes(f, shape):
    codes = rng.integers(0, 256, shape, dtype=np.uint8)
    return np.where(np.isfinite(f.values[codes]), codes, 0).astype(np.uint8)


def operand(f, shape, group, low=110, high=140):
    """Codes, E8M0 scales and the values."""
    codes = finite_codes(f, shape)
    scales = rng.integers(low, high, exact.group_counts(shape, group),
                          dtype=np.uint8)
    return codes, scales, values(f, codes, scales, group)


def values(f, codes, scales, group, decode=exact.e8m0):
    return f.values[codes] * exact.expand(decode(scales), codes.shape, group)


def check(entry, *arrays, expected, model, outputs=1):
    got = run(entry, *arrays, flags=[f"--accumulate={model}"])
    assert same_bits(got, expected), (entry, model, got.shape, got, expected)


# Every kind of edge: nothing, one, a partial group, several groups.
for m, n, k in [(0, 0, 0), (0, 3, 5), (2, 0, 40), (3, 4, 0), (1, 1, 1),
                (2, 3, 31), (3, 2, 32), (2, 2, 33), (5, 7, 100), (130, 2, 129)]:
    xc, xs, x = operand(exact.E4M3, (m, k), (1, 32))
    wc, ws, w = operand(exact.E4M3, (k, n), (32, 1))
    x5 = operand(exact.E5M2, (m, k), (2, 24))
    w4 = operand(exact.E4M3, (k, n), (16, 3))
    w5 = operand(exact.E5M2, (k, n), (32, 1), 0, 255)
    for model in MODELS:
        y = exact.matmul(x, w, model)
        for entry in ["mx", "tiles"]:
            check(entry, xc, xs, wc, ws, expected=y, model=model)
        check("transposed", xc, xs, wc.T, ws.T, expected=y.T.copy(),
              model=model)
        got = run("mx_bf16", xc, xs, wc, ws, flags=[f"--accumulate={model}"])
        assert same_bits(got.view(ml_dtypes.bfloat16).astype("f4"),
                         y.astype(ml_dtypes.bfloat16).astype("f4"))
        check("mixed", *x5[:2], *w4[:2], model=model,
              expected=exact.matmul(x5[2], w4[2], model))
        with np.errstate(over="ignore"):
            check("widest", *x5[:2], *w5[:2], model=model,
                  expected=exact.matmul(x5[2], w5[2], model))

    # Integers under UE4M3, whose bit 7 nobody reads.
    group = {"x": (1, 16), "w": (16, 1)}
    xi = rng.integers(0, 256, (m, k), dtype=np.uint8)
    wi = rng.integers(0, 256, (k, n), dtype=np.uint8)
    xu, wu = [rng.integers(0, 0x7F, exact.group_counts(a.shape, g),
                           dtype=np.uint8) | np.uint8(0x80)
              for a, g in [(xi, group["x"]), (wi, group["w"])]]
    ue4m3 = lambda s: exact.E4M3.values[s & 0x7F]
    x = xi.view(np.int8) * exact.expand(ue4m3(xu), xi.shape, group["x"])
    w = wi.view(np.int8) / 64 * exact.expand(ue4m3(wu), wi.shape, group["w"])
    for model in MODELS:
        check("integers", xi, xu, wi, wu, expected=exact.matmul(x, w, model),
              model=model)

    # f32 scales: after the sum they round twice, inside it never.
    xr = rng.standard_normal((m, 1)).astype("f4") ** 2
    wr = rng.standard_normal((1, n)).astype("f4") ** 2
    for model in MODELS:
        acc = exact.matmul(exact.E4M3.values[xc], exact.E4M3.values[wc], model)
        check("epilogue", xc, xr, wc, wr, expected=acc * (xr * wr),
              model=model)
    expected = np.zeros((m, n), np.float32)
    for i, j in np.ndindex(m, n):
        total = sum((exact.Fraction(a) * exact.Fraction(b) for a, b in
                     zip(exact.E4M3.values[xc[i]].tolist(),
                         exact.E4M3.values[wc[:, j]].tolist())),
                    exact.Fraction(0))
        expected[i, j] = exact.round_f32(
            total * exact.Fraction(float(xr[i, 0])) *
            exact.Fraction(float(wr[0, j])))
    check("f32_scales", xc, xr, wc, wr, expected=expected, model="exact")

# Sums below and at the ends of f32, and with cancellation.
for low, high in [(0, 20), (52, 60), (180, 200), (225, 255)]:
    xc, xs, x = operand(exact.E4M3, (6, 64), (1, 32), low, high)
    wc, ws, w = operand(exact.E4M3, (64, 6), (32, 1), 60, 70)
    xc[3] = xc[3] & 0x7F
    xc[2, 32:], xs[2, 1] = xc[2, :32] ^ 0x80, xs[2, 0]
    wc[32:], ws[1] = wc[:32], ws[0]
    x = values(exact.E4M3, xc, xs, (1, 32))
    w = values(exact.E4M3, wc, ws, (32, 1))
    for model in MODELS:
        check("mx", xc, xs, wc, ws, expected=exact.matmul(x, w, model),
              model=model)

# Products of -0 and what underflows from below give +0.
xc = np.full((1, 40), 0x80, np.uint8)
wc = np.full((40, 1), 0x08, np.uint8)
for code, scale in [(0x80, 127), (0x81, 0)]:
    xc[:] = code
    xs, ws = np.full((1, 2), scale, np.uint8), np.full((2, 1), 0, np.uint8)
    for model in MODELS:
        check("mx", xc, xs, wc, ws, expected=np.zeros((1, 1), "f4"),
              model=model)

# NaN codes and scales reach their rows and columns and nothing else, also
# where everything else is zero; scales that no element has are not read.
xc, xs, x = operand(exact.E4M3, (4, 40), (1, 32))
wc, ws, w = operand(exact.E4M3, (40, 5), (32, 1))
xc[1, 35], xs[2, 0], xc[2, :32], wc[7, 3] = 0x7F, 255, 0, 0xFF
x = values(exact.E4M3, xc, xs, (1, 32))
w = values(exact.E4M3, wc, ws, (32, 1))
for model in MODELS:
    expected = exact.matmul(x, w, model)
    assert np.isnan(expected[[1, 2]]).all() and np.isnan(expected[:, 3]).all()
    assert np.isfinite(expected[0, :3]).all()
    check("mx", xc, xs, wc, ws, expected=expected, model=model)

# Infinities: Inf - Inf and Inf * 0 are NaN.
x5c, x5s, x5 = operand(exact.E5M2, (6, 30), (2, 24))
w5c, w5s, w5 = operand(exact.E5M2, (30, 2), (32, 1))
w5c[:, 0] = 0x3C  # 1.0
x5c[0, 3], x5c[1, 4], x5c[2, [5, 6]], w5c[8, 1] = 0x7C, 0xFC, [0x7C, 0xFC], 0
x5c[3, 8], x5c[4, 0] = 0x7C, 0x7E
x5 = values(exact.E5M2, x5c, x5s, (2, 24))
w5 = values(exact.E5M2, w5c, w5s, (32, 1))
for model in MODELS:
    expected = exact.matmul(x5, w5, model)
    assert expected[0, 0] == np.inf and expected[1, 0] == -np.inf
    assert np.isnan(expected[2, 0]) and np.isnan(expected[3, 1])
    check("widest", x5c, x5s, w5c, w5s, expected=expected, model=model)

# Batches, and sums over two dimensions.
xc, xs, _ = operand(exact.E4M3, (3, 4, 40), (1, 1, 32))
wc, ws, _ = operand(exact.E4M3, (3, 40, 5), (1, 32, 1))
x = values(exact.E4M3, xc, xs, (1, 1, 32))
w = values(exact.E4M3, wc, ws, (1, 32, 1))
for model in MODELS:
    check("batch", xc, xs, wc, ws, model=model,
          expected=np.stack([exact.matmul(a, b, model)
                             for a, b in zip(x, w)]))
    check("two_reductions", xc, xs, wc, ws, model=model,
          expected=exact.matmul(x.transpose(1, 0, 2).reshape(4, 120),
                                w.reshape(120, 5), model))

# Vectors, and more rows and columns than a tile or a panel of them has.
for m, k in [(1, 40), (17, 33), (65, 70)]:
    xc, xs, x = operand(exact.E4M3, (m, k), (1, 32))
    wc, ws, w = operand(exact.E4M3, (m, k), (1, 32))
    vc, vs, v = operand(exact.E4M3, (k,), (32,))
    for model in MODELS:
        product = exact.matmul(x, v[:, None], model)[:, 0]
        check("matrix_vector", xc, xs, vc, vs, expected=product, model=model)
        check("vector_matrix", vc, vs, xc, xs, expected=product, model=model)
        check("rows", xc, xs, wc, ws, model=model,
              expected=np.stack([exact.matmul(a[None], b[:, None], model)[0, 0]
                                 for a, b in zip(x, w)]))
for m, n, k in [(6, 16, 33), (7, 17, 64), (13, 65, 40), (2, 129, 7)]:
    xc, xs, x = operand(exact.E4M3, (m, k), (1, 32))
    wc, ws, w = operand(exact.E4M3, (k, n), (32, 1))
    check("mx", xc, xs, wc, ws, expected=exact.matmul(x, w, MODELS[1]),
          model=MODELS[1])

# The last scale under which every product of a code and its scales is an f32,
# and the first beyond it, at either end; a NaN among the scales is neither.
for scales in [(127 + 119, 127), (127 + 120, 127), (255, 127), (254, 60),
               (187, 186), (1, 115), (1, 114), (0, 0)]:
    for other in [1, 127]:
        xc, _, _ = operand(exact.E4M3, (3, 64), (1, 32))
        wc, ws, w = operand(exact.E4M3, (64, 4), (32, 1), other, other + 1)
        xc[0, :2] = 0x7E, 0x01
        s0, s1 = np.full((3, 2), 127, np.uint8), np.full((3, 1), 127, np.uint8)
        s0[0, 0], s1[0, 0] = scales
        x = values(exact.E4M3, xc, s0, (1, 32)) * exact.e8m0(s1)
        with np.errstate(over="ignore"):
            for model in MODELS:
                check("two_levels", xc, s0, s1, wc, ws, model=model,
                      expected=exact.matmul(x, w, model))
