"""Numbers of the course chapter, each from bytes that the compiler made."""

from fractions import Fraction

import numpy as np

import exact
from runner import Runner, check_equal

run = Runner.from_command_line()
MODELS = ["exact", "f32-sequential"]

SMALL = np.float32([0.001, 0.03, 0.117, 0.5, 1.0, -0.25, 0.0625, -0.015625])
LARGE = np.float32([4, 16, 64, 500, -2, -8, -32, -250])
W = np.float32([0.5, -0.25, 0.125, -0.0625, 0.03125, -0.5, 0.25, -0.125])


def hexes(text):
    return np.frombuffer(bytes.fromhex(text), np.uint8)


def bits(value):
    return np.float32(value).view(np.uint32)


def dot(x, w):
    """The exact sum as a fraction."""
    return sum(Fraction(float(a)) * Fraction(float(b)) for a, b in zip(x, w))


def as_printed(value, digits):
    return f"{float(value):.{digits}f}"


x = np.stack([np.tile(SMALL, 4), np.tile(LARGE, 4)])
w = np.tile(W, 4).reshape(32, 1)
reference = [exact.round_f32(dot(row, w[:, 0])) for row in x]
assert [as_printed(y, 6) for y in reference] == ["0.600812", "7.750000"]
assert bits(reference[0]) == 0x3F19CED9
assert abs(float(dot(x[0], w[:, 0])) - 0.6008125001098961) < 1e-16

# One scale for the tensor: the small row loses its small values.
xc, xs, wc, ws, xv, wv = run("tensor_wide", x, w, outputs=6)
assert bits(xs[0, 0]) == 0x3F8EDB6E and bits(ws[0, 0]) == 0x3A924925
check_equal("small codes", xc[0], np.tile(hexes("000E1D2E36A61687"), 4))
check_equal("large codes", xc[1], np.tile(hexes("4656667EBECEDEF6"), 4))
check_equal("w codes", wc[:, 0], np.tile(hexes("7EF66EE65EFE76EE"), 4))
assert np.allclose(xv[0, :8], [0, 0.030517578125, 0.113351009786, 0.48828125,
                               0.9765625, -0.244140625, 0.06103515625,
                               -0.0152587890625], rtol=1e-9, atol=0)
assert xv[1, :8].tolist() == [3.90625, 15.625, 62.5, 500, -1.953125, -7.8125,
                              -31.25, -250]
assert np.array_equal(xv, np.tile(xv[:, :8], 4))
# The product of what was dequantized, summed exactly.
y = [exact.round_f32(dot(row, wv[:, 0])) for row in xv]
assert bits(y[0]) == 0x3F154649
assert [as_printed(v, 6) for v in y] == ["0.583104", "7.568359"]
assert float(dot(xv[1], wv[:, 0])) == 7.568359375
errors = [abs(a - b) for a, b in zip(reference, y)]
assert float(errors[0]) == 0.017708778381347656
assert float(errors[1]) == 0.181640625
step = Fraction(float(xs[0, 0])) / 512
assert as_printed(step, 5) == "0.00218" and as_printed(step, 7) == "0.0021798"
# Scales that stay exact, or are rounded together, give another last bit.
for entry, model, expected in [
        ("tensor_product", "exact", [0x3F15464A, 0x40F23001]),
        ("tensor_epilogue", "exact", [0x3F15464A, None])]:
    got = run(entry, xc, xs, wc, ws, flags=[f"--accumulate={model}"])
    for value, wanted in zip(got[:, 0], expected):
        assert wanted is None or bits(value) == wanted, (entry, value)
    if entry == "tensor_product":
        errors = [f"{abs(float(a) - float(b)):.10f}"
                  for a, b in zip(reference, got[:, 0])]
        assert errors == ["0.0177087188", "0.1816401482"], errors


def rows(x, w):
    """The MX column, the same under both models."""
    first, *others = [run("rows", x, w, outputs=6,
                          flags=[f"--accumulate={model}"])
                      for model in MODELS]
    for other in others:
        for a, b in zip(first, other):
            assert np.array_equal(a, b)
    return first


# One scale for each row.
xc, xs, wc, ws, xv, y = rows(x, w)
check_equal("row scales", xs, [[0x77], [0x80]])
check_equal("w scale", ws, [[0x76]])
check_equal("small codes", xc[0], np.tile(hexes("284F5F7078E858C8"), 4))
check_equal("large codes", xc[1], np.tile(hexes("40506078B8C8D8F0"), 4))
check_equal("w codes", wc[:, 0], np.tile(hexes("78F068E058F870E8"), 4))
assert xv[0, :8].tolist() == [0.0009765625, 0.029296875, 0.1171875, 0.5, 1.0,
                              -0.25, 0.0625, -0.015625]
assert xv[1, :8].tolist() == [4, 16, 64, 512, -2, -8, -32, -256]
assert y[:, 0].tolist() == [0.6015625, 7.75]
errors = [float(abs(a - b)) for a, b in zip(reference, y[:, 0])]
assert errors == [0.0007500052452087402, 0.0]
# 66 bytes against 64, and 68 with one f32 scale.
assert xc.nbytes + xs.nbytes == 66
assert xs.nbytes / xc.nbytes == 0.03125
assert xc.nbytes + 4 == 68

# A selector of the spike.
selector = np.zeros((32, 1), np.float32)
selector[3] = 1
*_, y = rows(x, selector)
assert y[:, 0].tolist() == [0.5, 512.0]

# A row of zeros, by the seed's policy under a scale of one.
zeros = x.copy()
zeros[0] = 0
xc, xs, _, _, _, y = rows(zeros, w)
assert xs[0, 0] == 0x7F and not xc[0].any() and y[0, 0] == 0
assert bits(y[0, 0]) == 0

# The spike in the small row takes its small values with it.
spike = x.copy()
spike[0, 3] = 500
xc, xs, _, _, xv, y = rows(spike, w)
assert xs[0, 0] == 0x80
check_equal("spike codes", xc[0, :8], hexes("0008177830A01084"))
check_equal("other codes", xc[0, 8:16], hexes("0008172830A01084"))
assert xv[0, :8].tolist() == [0, 0.03125, 0.1171875, 512, 1.0, -0.25, 0.0625,
                              -0.015625]
assert xv[0, 11] == 0.5
assert y[0, 0] == -31.37109375
assert abs(float(dot(spike[0], w[:, 0])) - -30.617937499890104) < 1e-14
