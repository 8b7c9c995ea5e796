import ml_dtypes
import numpy as np

import exact
from runner import Runner, check_equal

run = Runner.from_command_line()
rng = np.random.default_rng(20)


def interesting(f):
    """f32 values at, next to and between the values of a format, scaled so
    that rows of 32 have scales of their own."""
    grid = np.append(f.magnitudes, [f.max * 1.05, f.max * 1.2, f.max * 2])
    middle = (grid[1:] + grid[:-1]) / 2
    values = np.concatenate([grid, middle]).astype(np.float32)
    values = np.concatenate([values, np.nextafter(values, np.float32(np.inf)),
                             np.nextafter(values, np.float32(-np.inf))])
    values = np.concatenate([values, -values])
    rows = np.resize(rng.permutation(values), (-(-len(values) // 31), 31))
    # The last element decides the scale of its group.
    tops = np.float32(f.max) * np.exp2(rng.integers(-3, 4, len(rows)))
    tops[::2] = f.max
    return np.column_stack([rows, tops.astype(np.float32)])


def specials():
    """Groups of zeros, of subnormals, at the ends of the range, with NaN and
    infinities."""
    tiny, top = np.float32(1e-45), np.finfo(np.float32).max
    rows = np.zeros((24, 32), np.float32)
    rows[1] = -0.0
    rows[2, 3] = tiny
    rows[3] = -tiny
    rows[4, 5] = np.float32(2.0**-126)
    rows[5] = top
    rows[6, ::3] = -top
    rows[7, 1] = np.nan
    rows[8, 2] = -np.nan
    rows[9, 3] = np.inf
    rows[10, 4] = -np.inf
    rows[11] = 1.0
    rows[11, 6] = np.inf
    rows[12] = np.nan
    rows[13, 0] = 448
    rows[14, 0] = np.nextafter(np.float32(448), np.float32(1e9))
    rows[15] = 480
    rows[16, 7] = 57344
    rows[17, 7] = np.nextafter(np.float32(57344), np.float32(1e9))
    rows[18] = rng.standard_normal(32) * 2.0**-140
    rows[19] = rng.standard_normal(32) * 2.0**120
    rows[20] = 512 * (1 - 2.0**-24)
    rows[21] = np.float32(2.0**-127)
    rows[22] = rng.standard_normal(32) * 2.0**-126
    rows[23] = np.exp2(np.linspace(-149, 127, 32))
    return rows


def check(entry, f, x, group=(1, 32), **policy):
    codes, scales = run(entry, x, outputs=2)
    values = x.view(ml_dtypes.bfloat16) if x.dtype == np.uint16 else x
    expected = exact.quantize_e8m0(f, values, group, **policy)
    check_equal(f"{entry} {x.shape} scales", scales, expected[1])
    check_equal(f"{entry} {x.shape} codes", codes, expected[0])


for f, entry, policy in [
    (exact.E4M3, "rows", {}),
    (exact.E5M2, "e5m2_floor",
     dict(recipe="floor", overflow="nonsaturating", infinity="inf",
          nan="signed_nan", zero_sign="positive", zero_group="smallest",
          nonfinite_group="saturate_scale")),
    (exact.E4M3, "e4m3_floor",
     dict(recipe="floor", overflow="nonsaturating", infinity="nan", nan="max",
          nonfinite_group="saturate_scale")),
    (exact.E4M3FNUZ, "fnuz_rtz",
     dict(recipe="ceil", rounding="rtz", overflow="nonsaturating",
          infinity="nan", zero_sign="positive")),
    (exact.E4M3B11FNUZ, "b11_rup",
     dict(recipe="floor", rounding="rup", overflow="nonsaturating",
          nan="zero", zero_sign="positive")),
    (exact.E3M4, "e3m4_rdown",
     dict(recipe="floor", rounding="rdown", overflow="nonsaturating",
          infinity="inf")),
    (exact.MXINT8, "mxint8",
     dict(recipe="floor", nan="zero", zero_sign="positive")),
]:
    check(entry, f, np.concatenate([interesting(f), specials()]), **policy)

# The groups need not divide the extents, and there may be none.
shapes = [(0, 0), (0, 32), (3, 0), (1, 1), (2, 31), (5, 33), (7, 64), (33, 5),
          (64, 40), (130, 70)]
for shape in shapes:
    x = (rng.standard_normal(shape) *
         np.exp2(rng.integers(-20, 20, shape))).astype(np.float32)
    check("rows", exact.E4M3, x)
    check("columns", exact.E4M3, x, group=(32, 1))
    check("boxes", exact.E4M3, x, group=(4, 8))
    check("tensor", exact.E4M3, x, group=(None, None))
    check("tiles", exact.E4M3, x)
    check("column_tiles", exact.E4M3, x, group=(32, 1))

    # Padding in tiles holds the scale of one.
    _, scales = exact.quantize_e8m0(exact.E4M3, x, (1, 32))
    rows, columns = scales.shape
    tiles = np.full((-(-rows // 128), -(-columns // 4), 512), 127, np.uint8)
    for r, c in np.ndindex(rows, columns):
        tiles[r // 128, c // 4, r % 32 * 16 + r % 128 // 32 * 4 + c % 4] = \
            scales[r, c]
    check_equal("tiles", run("tile_bytes", x), tiles)
    check_equal("moved tiles", run("moved_tile_bytes", x), tiles)

# Other types of sources.
x = np.concatenate([interesting(exact.E4M3), specials()])
check("rows_bf16", exact.E4M3, x.astype(ml_dtypes.bfloat16).view(np.uint16))
with np.errstate(over="ignore"):
    check("rows_f16", exact.E4M3, x.astype(np.float16))
wide = x.astype(np.float64) * (1 + 2.0**-45)
wide[0, :4] = [2.0**-1074, -(2.0**-1022), 2.0**1000, -(2.0**1023)]
check("rows_f64", exact.E4M3, wide)

# f32 scales: the division, and the product with a reciprocal, are rounded.
for shape in [(0, 3), (4, 5), (40, 50)]:
    x = (rng.standard_normal(shape) * 3).astype(np.float32)
    ratio = np.float32(np.abs(x).max(initial=0)) / np.float32(448)
    scale = np.float32(1) if ratio == 0 else ratio
    for entry, scaled in [("divide", x / scale),
                          ("reciprocal", x * (np.float32(1) / scale))]:
        codes, scales = run(entry, x, outputs=2)
        check_equal(entry, scales.view(np.uint32),
                    np.full((1, 1), scale).view(np.uint32))
        check_equal(entry, codes, exact.encode(exact.E4M3, scaled))
for values in [[0, 0], [1, np.nan], [np.inf, 0], [1e-45, -1e-45], [448, 3]]:
    x = np.array([values], np.float32)
    codes, scales = run("divide", x, outputs=2)
    if not np.isfinite(x).all():
        assert np.isnan(scales).all() and (codes == 0x7F).all()
    else:
        amax = np.abs(x).max()
        expected = max(amax / np.float32(448), np.float32(1e-45))
        expected = np.float32(1) if amax == 0 else expected
        assert scales[0, 0] == expected, (values, scales)
        check_equal("divide", codes,
                    exact.encode(exact.E4M3, x.astype("f8") / expected))
