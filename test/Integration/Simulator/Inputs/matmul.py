import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(__file__), "../../CPU/Inputs"))
from runner import Runner, check_equal  # noqa: E402

run = Runner.from_command_line()
rng = np.random.default_rng(7)

PROGRAM = """
#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?x{0}, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?x{1}, #mx_w, #lowp.layout<column_major, pitch = 16>>

lowp.kernel @matmul(%x: !x, %w: !w) -> tensor<?x?xf32> {{
  %y = lowp.matmul %x, %w accumulate <accumulator = f32>
    : !x, !w to tensor<?x?xf32>
  lowp.return %y : tensor<?x?xf32>
}}
"""


def hide_nan(y):
    return np.where(np.isnan(y), np.float32(np.nan), y).view(np.uint32)


def make(rows, k, low, high):
    """Any code, infinities and NaN left to the scales of some rows."""
    codes = rng.integers(0, 256, (rows, k), dtype=np.uint8)
    codes = np.where(codes & 0x7F >= 0x7C, codes & 0x83, codes)
    scales = rng.integers(low, high + 1, (rows, -(-k // 32)), dtype=np.uint8)
    if rows > 8 and k:
        scales[3, 0] = 0xFF
    return codes.astype(np.uint8), scales


def compare(here, x, w, model="f32-sequential"):
    arrays = [*x, w[0].T, w[1].T]
    flags = [f"--accumulate={model}"]
    expected = run("matmul", *arrays, flags=[*flags, "--on=cpu"])
    got = run("matmul", *arrays, flags=[*flags, "--on=sim:sm_120a"])
    check_equal(here, hide_nan(got), hide_nan(expected))


# The pairs of encodings that are lowered.
for a, b in [("f8E4M3FN", "f8E4M3FN")]:
    with open(run.program, "w") as file:
        file.write(PROGRAM.format(a, b))
    # Scales of around one; sums that underflow; sums that overflow; all.
    for m, n, k, low, high in [(33, 17, 200, 120, 134), (70, 9, 96, 40, 62),
                               (9, 70, 96, 170, 200), (12, 20, 64, 0, 254)]:
        x, w = make(m, k, low, high), make(n, k, low, high)
        compare(f"{a} x {b}, scales {low} to {high}", x, w)
    x, w = make(20, 32, 100, 140), make(40, 32, 100, 140)
    compare(f"{a} x {b}, exact", x, w, "exact")
