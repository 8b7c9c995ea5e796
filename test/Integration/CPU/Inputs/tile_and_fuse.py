import sys

import numpy as np

import exact
from exact import same_bits
from runner import Runner

tool, whole, tiled, folder = sys.argv[1:]
run_whole = Runner(tool, whole, folder)
run_tiled = Runner(tool, tiled, folder)
rng = np.random.default_rng(23)

for m, n, k in [(4, 3, 64), (9, 8, 200), (1, 1, 31), (5, 4, 0), (0, 3, 70),
                (8, 6, 128)]:
    x = rng.standard_normal((m, k)).astype(np.float32)
    # As the storage form has it: [N, K].
    w = rng.integers(0, 0x7F, (n, k), dtype=np.uint8)
    ws = rng.integers(110, 140, (n, -(-k // 32)), dtype=np.uint8)
    y = run_whole("main", x, w, ws)
    assert y.shape == (m, n)
    assert same_bits(y, run_tiled("main", x, w, ws)), (m, n, k)
    codes, scales = exact.quantize_e8m0(exact.E4M3, x, (1, 32))
    values = exact.E4M3.values[codes] * exact.expand(exact.e8m0(scales),
                                                     codes.shape, (1, 32))
    weights = exact.E4M3.values[w] * exact.expand(exact.e8m0(ws), w.shape,
                                                  (1, 32))
    assert same_bits(y, exact.matmul(values, weights.T, "f32-sequential"))
