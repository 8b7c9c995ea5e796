"""Exact arithmetic on codes and scales, independent of the compiler.

Formats are tables of values; encoding is a search among them; sums are
fractions. Nothing here shares an algorithm with the code under test.
"""

from fractions import Fraction

import numpy as np


class Format:
    """A signed float format of up to 8 bits, or an integer one (e = 0)."""

    def __init__(self, width, e, m, bias, family):
        self.width, self.e, self.m = width, e, m
        self.bias, self.family = bias, family
        self.values = np.array([self._value(c) for c in range(1 << width)])
        finite = np.isfinite(self.values) & ~np.signbit(self.values)
        self.positive = np.flatnonzero(finite)  # codes by magnitude
        self.magnitudes = self.values[self.positive]
        assert (np.diff(self.magnitudes) > 0).all()
        self.max = self.magnitudes[-1]

    def _value(self, code):
        if self.family == "int":
            value = code - (1 << self.width) * (code >> (self.width - 1))
            if value == -(1 << (self.width - 1)):
                return -np.inf  # decodes, but no conversion produces it
            return value * 2.0**-self.m
        sign = -1.0 if code >> (self.width - 1) else 1.0
        field = (code >> self.m) & ((1 << self.e) - 1)
        fraction = code & ((1 << self.m) - 1)
        if self.family == "fnuz" and code == 1 << (self.width - 1):
            return np.nan
        top = field == (1 << self.e) - 1
        if self.family == "fn" and top and fraction == (1 << self.m) - 1:
            return np.nan
        if self.family == "ieee" and top:
            return np.nan if fraction else sign * np.inf
        if field == 0:
            return sign * 2.0 ** (1 - self.bias) * fraction * 2.0**-self.m
        return sign * 2.0 ** (field - self.bias) * (1 + fraction * 2.0**-self.m)


E4M3 = Format(8, 4, 3, 7, "fn")
E5M2 = Format(8, 5, 2, 15, "ieee")
E4M3FNUZ = Format(8, 4, 3, 8, "fnuz")
E5M2FNUZ = Format(8, 5, 2, 16, "fnuz")
E4M3B11FNUZ = Format(8, 4, 3, 11, "fnuz")
E4M3IEEE = Format(8, 4, 3, 7, "ieee")
E3M4 = Format(8, 3, 4, 3, "ieee")
MXINT8 = Format(8, 0, 6, 0, "int")
INT8 = Format(8, 0, 0, 0, "int")


def e8m0(codes):
    """The values of E8M0 codes as f64."""
    values = np.ldexp(1.0, np.asarray(codes, dtype=np.int64) - 127)
    return np.where(np.asarray(codes) == 255, np.nan, values)


def encode(f, x, rounding="rne", overflow="saturate", infinity="max",
           nan="nan", zero_sign="keep"):
    """Codes of f64 values, by search in the sorted values of the format."""
    x = np.asarray(x, dtype=np.float64)
    negative = np.signbit(x)
    magnitude = np.abs(x)
    # One more step past the largest value, as if the exponent had no bound.
    step = f.magnitudes[-1] - f.magnitudes[-2]
    grid = np.append(f.magnitudes, f.max + step)
    low = np.clip(np.searchsorted(grid, magnitude, side="right") - 1, 0,
                  len(grid) - 2)
    below, above = grid[low], grid[low + 1]
    with np.errstate(invalid="ignore", over="ignore"):
        down, up = magnitude - below, above - magnitude
    # Positions in the grid alternate between even and odd codes.
    if rounding == "rne":
        take_up = (down > up) | ((down == up) & (low % 2 == 1))
    elif rounding == "rtz":
        take_up = np.zeros_like(negative)
    else:
        away = ~negative if rounding == "rup" else negative
        take_up = away & (down > 0)
    index = low + take_up
    beyond = magnitude > grid[-1]
    over = (index == len(grid) - 1) | beyond
    if rounding == "rtz":
        over[:] = False
        index = np.where(beyond, len(grid) - 2, index)
    elif rounding in ("rup", "rdown"):
        toward_zero = negative if rounding == "rup" else ~negative
        index = np.where(over & toward_zero, len(grid) - 2, index)
        over &= ~toward_zero
    code = f.positive[np.minimum(index, len(f.positive) - 1)]
    sign = 1 << (f.width - 1)
    nan_code = {"fn": sign - 1, "fnuz": sign,
                "ieee": sign - (1 << f.m) + (1 << (f.m - 1)) if f.m else None,
                "int": None}[f.family]
    inf_code = sign - (1 << f.m) if f.family == "ieee" else None
    largest = f.positive[-1]
    if overflow == "nonsaturating":
        beyond_code = inf_code if inf_code is not None else nan_code
        code = np.where(over, beyond_code, code)
    else:
        code = np.where(over, largest, code)
    infinite = {"max": largest, "inf": inf_code, "nan": nan_code}[infinity]
    code = np.where(np.isinf(magnitude), infinite, code)
    if f.family == "int":
        code = np.where(negative, -code, code) & 0xFF
    else:
        keep = negative & ((code != 0) | (zero_sign == "keep"))
        code = np.where(keep, code | sign, code)
    if nan == "nan":
        code = np.where(np.isnan(x), nan_code, code)
    elif nan == "signed_nan":
        code = np.where(np.isnan(x),
                        np.where(negative, nan_code | sign, nan_code), code)
    else:
        code = np.where(np.isnan(x), largest if nan == "max" else 0, code)
    return code.astype(np.uint8)


def scale_exponent(f, amax, recipe):
    """The exponent of a power-of-two scale, from its definition."""
    amax = Fraction(amax)
    largest = Fraction(f.max)
    emax = 0
    while Fraction(2) ** (emax + 1) <= largest:
        emax += 1

    def floor_log2(value):
        e = value.numerator.bit_length() - value.denominator.bit_length()
        while Fraction(2) ** e > value:
            e -= 1
        while Fraction(2) ** (e + 1) <= value:
            e += 1
        return e

    if recipe == "floor":
        return floor_log2(amax) - emax
    if recipe == "ceil":
        e = floor_log2(amax)
        return e + (Fraction(2) ** e != amax) - emax
    assert recipe == "rceil"
    e = floor_log2(amax / largest)
    return e + (Fraction(2) ** e != amax / largest)


def groups(shape, group):
    """The slices of each group, and its position in the grid of groups."""
    extents = [n if g is None else g for n, g in zip(shape, group)]
    counts = [1 if g is None else -(-n // g) for n, g in zip(shape, group)]
    for position in np.ndindex(*counts):
        yield position, tuple(slice(p * e, p * e + e)
                              for p, e in zip(position, extents))


def group_counts(shape, group):
    return tuple(1 if g is None else -(-n // g) for n, g in zip(shape, group))


def quantize_e8m0(f, x, group, recipe="rceil", zero_group="one",
                  nonfinite_group="propagate", **policy):
    """Codes and E8M0 scales; `group` has None for a whole extent."""
    x = np.asarray(x, dtype=np.float64)
    codes = np.zeros(x.shape, np.uint8)
    scales = np.zeros(group_counts(x.shape, group), np.uint8)
    for position, box in groups(x.shape, group):
        part = x[box]
        if nonfinite_group == "propagate":
            special = not np.isfinite(part).all()
            byte = 255
            values = part
        else:
            values = part[~np.isnan(part)]
            special = np.isinf(values).any()
            byte = 254
        if not special:
            amax = np.abs(values).max() if values.size else 0
            if amax == 0:
                byte = 127 if zero_group == "one" else 0
            else:
                byte = max(scale_exponent(f, amax, recipe) + 127, 0)
                byte = min(byte, 255)
        scales[position] = byte
        if byte == 255:
            scaled = np.copysign(np.nan, part)
        else:
            with np.errstate(invalid="ignore"):
                scaled = np.ldexp(part, 127 - byte)
        codes[box] = encode(f, scaled, **policy)
    return codes, scales


def expand(scales, shape, group):
    """The scale of each element."""
    for axis, (n, g) in enumerate(zip(shape, group)):
        scales = np.repeat(scales, n if g is None else g, axis)
        scales = np.take(scales, range(n), axis)
    return scales


def round_f32(value):
    """The f32 nearest to a fraction, ties to even; zero is +0."""
    if value == 0:
        return np.float32(0)
    magnitude = abs(value)
    e = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** e > magnitude:
        e -= 1
    quantum = Fraction(2) ** (max(e, -126) - 23)
    steps = round(magnitude / quantum)  # Python rounds ties to even
    if steps == 0:
        return np.float32(0)
    rounded = steps * quantum
    if rounded >= Fraction(2) ** 128:
        rounded = float("inf")
    return np.float32(-float(rounded) if value < 0 else float(rounded))


def matmul(x, w, model):
    """x [M, K] times w [K, N], f64 arrays of exact decoded values."""
    m, n = x.shape[0], w.shape[1]
    y = np.zeros((m, n), np.float32)
    xf = [[Fraction(v) if np.isfinite(v) else None for v in row]
          for row in x.tolist()]
    wf = [[Fraction(v) if np.isfinite(v) else None for v in column]
          for column in w.T.tolist()]
    for i in range(m):
        for j in range(n):
            if None in xf[i] or None in wf[j]:
                with np.errstate(invalid="ignore", over="ignore"):
                    y[i, j] = np.sum(x[i] * w[:, j])
                continue
            if model == "exact":
                y[i, j] = round_f32(sum((a * b for a, b in zip(xf[i], wf[j])),
                                        Fraction(0)))
                continue
            acc = np.float32(0)
            for a, b in zip(xf[i], wf[j]):
                if np.isinf(acc):
                    break
                acc = round_f32(Fraction(float(acc)) + a * b)
            y[i, j] = acc
    return y


def same_bits(left, right):
    """Whether two float arrays agree, bit for bit, all NaNs being alike."""
    left, right = np.asarray(left), np.asarray(right)
    if left.shape != right.shape or left.dtype != right.dtype:
        return False
    integer = {2: np.uint16, 4: np.uint32, 8: np.uint64}[left.dtype.itemsize]
    equal = left.view(integer) == right.view(integer)
    return bool((equal | (np.isnan(left) & np.isnan(right))).all())
