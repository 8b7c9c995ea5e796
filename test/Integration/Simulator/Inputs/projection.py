import itertools
import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(__file__), "../../CPU/Inputs"))
from runner import Runner, check_equal  # noqa: E402

run = Runner.from_command_line()
every_shape, few_shapes = "--all" in sys.argv, "--few" in sys.argv
cpu, simulator = ["--on=cpu"], ["--on=sim:sm_120a"]
if "--one" in sys.argv:
    simulator.append("--multiprocessors=1")
# Where arrays begin decides which loops and stores a kernel takes: at multiples
# of what it asks for and no more, or as allocators have it.
alignments = [[], ["--alignment=256"]]

extents = (0, 1, 2, 17, 128, 129, 300), (8, 33, 128, 257), (
    0, 32, 64, 100, 160, 512)
thin = [(0, 8, 32), (1, 257, 512), (2, 128, 0), (17, 33, 100), (128, 8, 64),
        (129, 33, 160), (300, 128, 32)]
# Through the steady loop: one round and one block, with a partial block, two
# rounds of ragged rows; and where the rows of scales are no words.
deep = [(17, 40, 768), (130, 33, 1012), (5, 136, 1152), (9, 8, 800)]


def make_x(rng, m, k):
    """Rows of all kinds: plain, zeros, spikes, subnormals, wide ranges."""
    x = rng.standard_normal((m, k)).astype(np.float32)
    for row in range(m):
        kind = row % 8
        if kind == 1:
            x[row] = np.where(rng.random(k) < 0.5, 0.0, -0.0)
        elif kind == 2:
            x[row] *= np.where(rng.random(k) < 0.1, 1e6, 1)
        elif kind == 3:
            x[row] *= 1e-40
        elif kind == 4:
            x[row] *= np.exp2(rng.integers(-126, 120, k)).astype(np.float32)
        elif kind == 5:
            # Groups of zeros beside others, and ties of the rounding.
            x[row] = rng.integers(-17, 18, k) * (np.arange(k) // 32 % 2)
        elif kind == 6 and k:
            x[row, rng.integers(k)] = rng.choice([np.inf, -np.inf, np.nan])
    return x


def make_w(rng, n, k):
    """Codes of all kinds; some NaN codes and NaN, smallest and largest
    scales in some columns."""
    codes = rng.integers(0, 256, (n, k), dtype=np.uint8)
    codes = np.where(codes & 0x7F == 0x7F, 0, codes).astype(np.uint8)
    scales = rng.integers(110, 130, (n, -(-k // 32)), dtype=np.uint8)
    for column in range(n):
        kind = column % 8
        if kind == 5 and k:
            codes[column] = rng.choice([0, 0x80, 1, 0x81], k)
        if kind == 6 and k:
            scales[column] = rng.choice([0, 1, 2, 3, 250, 254],
                                        scales.shape[1])
        if kind == 7 and k and column % 16 == 7:
            scales[column, rng.integers(scales.shape[1])] = 0xFF
        elif kind == 7 and k:
            codes[column, rng.integers(k)] = rng.choice([0x7F, 0xFF])
    return codes, scales


def hide_nan(y):
    """bf16 as bits, all NaN as one."""
    return np.where((y & 0x7FFF) > 0x7F80, 0x7FC0, y)


shapes = list(itertools.product(*extents)) if every_shape else thin
shapes += deep
if few_shapes:
    shapes = [(0, 8, 32), (2, 128, 0), (130, 257, 100), deep[1]]
count = 0
for m, n, k in shapes:
    rng = np.random.default_rng([m, n, k])
    x, bias = make_x(rng, m, k), rng.standard_normal(n).astype(np.float32)
    codes, scales = make_w(rng, n, k)
    here = f"M, N, K = {m}, {n}, {k}: "
    quantized = run("quantize", x, outputs=2, flags=cpu)
    y = run("main", x, codes, scales, bias, flags=cpu)
    for alignment in alignments:
        flags = simulator + alignment
        got = run("quantize", x, outputs=2, flags=flags)
        check_equal(here + "codes", got[0], quantized[0])
        check_equal(here + "scales", got[1], quantized[1])
        got = run("main", x, codes, scales, bias, flags=flags)
        check_equal(here + "Y", hide_nan(got), hide_nan(y))
    count += 1
print(f"{count} shapes are equal")
