"""Runs the kernels of projection.mlir from their PTX and checks what they give.

Usage: projection.py projection.ptx tile.mlir [lowp-run projection.mlir folder]

They are launched as `lowp.abi` at the tile level says. With the last three
arguments the program runs on the CPU as well, and gives the same bits.
"""

import itertools
import math
import os
import re
import subprocess
import sys

import numpy as np
import ptx


def ceildiv(a, b):
    return -(-a // b)


def align(a, b):
    return ceildiv(a, b) * b


def quantize(x):
    """MXFP8 E4M3 along rows by `rceil`, from its definition."""
    rows, depth = x.shape
    groups = ceildiv(depth, 32)
    codes = np.zeros((rows, depth), np.uint8)
    scales = np.zeros((rows, groups), np.uint8)
    for row, group in itertools.product(range(rows), range(groups)):
        values = x[row, 32 * group : 32 * group + 32].astype(np.float64)
        place = (row, slice(32 * group, 32 * group + 32))
        if not np.isfinite(values).all():
            scales[row, group], codes[place] = 255, 127
            continue
        amax = np.abs(values).max()
        byte = 127
        if amax:
            # The least power of two with amax <= 448 * 2^e.
            byte = next(e for e in range(256) if amax <= 448 * 2.0 ** (e - 127))
        scales[row, group] = byte
        codes[place] = ptx.encode_e4m3(values / 2.0 ** (byte - 127))
    return codes, scales


def to_bf16(values):
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
    odd = (bits >> np.uint64(16)) & np.uint64(1)
    return ((bits + np.uint64(0x7FFF) + odd) >> np.uint64(16)).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


class Kernel:
    """The code of a kernel, and how to launch it."""

    def __init__(self, code, tile, name):
        self.code = code
        function = re.search(rf"gpu\.func @{name}\(.*", tile)[0]
        grid = re.search(r"grid = \[(.*?)\]", function)[1]
        self.factors = re.findall(r'<"(\w+)" by (\d+)>', grid)
        # A device of one multiprocessor.
        limit = re.search(r"per_multiprocessor = (\d+)", function)
        self.limit = int(limit[1]) if limit else None
        self.block = int(re.search(r"block = (\d+)", function)[1])
        self.shared = int(re.search(r"shared = (\d+)", function)[1])
        self.extents = re.findall(r'<extent "(\w+)"', function)

    def launch(self, arrays, extents, **options):
        memory = ptx.Memory()
        arguments = [memory.add(array) for array in arrays]
        arguments += [extents[name] for name in self.extents]
        grid = math.prod(ceildiv(extents[e], int(tile)) for e, tile in self.factors)
        if self.limit is not None:
            grid = min(grid, self.limit)
        ptx.launch(
            self.code, arguments, memory, grid, self.block, self.shared, **options
        )


def run_quantize(kernels, x):
    rows, depth = x.shape
    pitch, groups = align(depth, 16), ceildiv(depth, 32)
    codes = np.full((rows, pitch), 0xAA, np.uint8)
    scales = np.full((rows, groups), 0xAA, np.uint8)
    kernels["quantize"].launch((x, codes, scales), {"M": rows, "K": depth})
    return codes, scales


def run_projection(kernels, x, w, bias, reverse=False, sequential=False):
    """x, w: (codes, scales, depth), rows at a pitch of 16; w has rows of N."""
    m, n, k = len(x[0]), len(w[0]), x[2]
    result = np.full((m, n), 0xAAAA, np.uint16)
    kernels["projection"].launch(
        (x[0], x[1], w[0], w[1], bias, result),
        {"M": m, "N": n, "K": k},
        reverse=reverse,
        sequential=sequential,
    )
    return result


def run_on_cpu(tool, program, folder, arrays):
    """main of the program, products added one after another."""
    os.makedirs(folder, exist_ok=True)
    command = [tool, program, "--entry=main", "--accumulate=f32-sequential"]
    for index, array in enumerate(arrays):
        path = os.path.join(folder, f"argument{index}.npy")
        np.save(path, array)
        command.append(f"--arg={path}")
    result = os.path.join(folder, "result.npy")
    subprocess.run([*command, f"--out={result}"], check=True)
    return np.load(result)


def pad(codes, filler):
    """Rows of 16 bytes, with bytes between that must not matter."""
    rows, depth = codes.shape
    padded = np.full((rows, align(depth, 16)), filler, np.uint8)
    padded[:, :depth] = codes
    return padded


def check(condition, text):
    if not condition:
        sys.exit(f"projection.py: {text}")


def check_quantize(kernels, x, what):
    codes, scales = run_quantize(kernels, x)
    want_codes, want_scales = quantize(x)
    depth = x.shape[1]
    check((scales == want_scales).all(), f"scales of {what} differ")
    check((codes[:, :depth] == want_codes).all(), f"codes of {what} differ")
    check((codes[:, depth:] == 0).all(), f"bytes of the pitch of {what} are not 0")


def special_values():
    """A row for each group that a quantizer can get wrong."""
    inf, nan, tiny = np.inf, np.nan, 2.0**-149
    up = np.nextafter(np.float32(448), np.float32(inf))
    rows = [
        [0.0, -0.0], [448.0, -448.0], [up, 1.0], [480.0, -0.0], [nan, 1.0],
        [inf, 1.0], [-inf, nan], [tiny, -tiny], [2.0**-126, 2.0**-140],
        [3.4028234e38, 1e-30], [3.5, 0.0136], [1.0, 2.0**-10], [500.0, 464.0],
        [-nan, 0.0], [17.0, 2.0**-130],
    ]  # fmt: skip
    x = np.zeros((len(rows), 70), np.float32)
    for row, values in enumerate(rows):
        x[row, 31 : 31 + len(values)] = values
        x[row, 68] = values[0]
    return x


def reference(x, w, bias):
    """silu(X W + bias) in float64, and X W."""
    def decode(value):
        codes, scales, depth = value
        factors = np.repeat(ptx.decode_e8m0(scales), 32, axis=1)[:, :depth]
        return ptx.decode_e4m3(codes[:, :depth]) * factors

    product = decode(x) @ decode(w).T
    z = product + bias
    with np.errstate(over="ignore"):
        return z / (1 + np.exp(-z)), product


def check_projection(kernels, m, n, k, rng, reverse):
    groups = ceildiv(k, 32)

    def operand(rows):
        codes = rng.integers(0, 127, (rows, k), np.uint8)
        codes |= rng.integers(0, 2, (rows, k), np.uint8) << 7
        # Small scales keep sums where silu is not linear.
        scales = rng.integers(108, 122, (rows, groups), np.uint8)
        return pad(codes, 0x7F), scales, k

    x, w = operand(m), operand(n)
    bias = rng.standard_normal(n).astype(np.float32)
    if k and m > 3:
        x[1][3, groups - 1] = 255
    result = from_bf16(run_projection(kernels, x, w, bias, reverse))
    want, _ = reference(x, w, bias)
    nan = np.isnan(want)
    check((np.isnan(result) == nan).all(), f"NaN of {m}x{n}x{k} are misplaced")
    error = np.abs(result - want)[~nan]
    scale = np.abs(want)[~nan]
    check(
        (error <= 2.0**-8 * scale + 2.0**-14).all(),
        f"{m}x{n}x{k} is off by {error.max() if error.size else 0}",
    )


def check_bits(kernels, m, n, k, rng, cpu):
    """Quantize and projection, chained, against the same program elsewhere."""
    x = rng.standard_normal((m, k)).astype(np.float32)
    x[m // 2, k // 2] = np.inf if m > 2 else 1e30
    w_codes = rng.integers(0, 127, (n, k), np.uint8)
    w_codes |= rng.integers(0, 2, (n, k), np.uint8) << 7
    w_scales = rng.integers(112, 124, (n, ceildiv(k, 32)), np.uint8)
    bias = (rng.standard_normal(n) * 30).astype(np.float32)
    codes, scales = run_quantize(kernels, x)
    w = (pad(w_codes, 0x7F), w_scales, k)
    result = run_projection(kernels, (codes, scales, k), w, bias, sequential=True)
    want = run_on_cpu(*cpu, [x, w_codes, w_scales, bias])
    nan = np.isnan(from_bf16(want))
    check((np.isnan(from_bf16(result)) == nan).all(), "NaN differ from the CPU's")
    differ = np.count_nonzero((result != want) & ~nan)
    check(not differ, f"{differ} of {m}x{n}x{k} differ from the CPU's bits")


def main():
    tile = open(sys.argv[2]).read()
    code = ptx.parse(open(sys.argv[1]).read())
    kernels = {name: Kernel(code[name], tile, name) for name in code}
    rng = np.random.default_rng(0)
    check_quantize(kernels, special_values(), "special values")
    for rows, depth in [(1, 1), (5, 32), (3, 300), (9, 257), (4, 512)]:
        x = rng.standard_normal((rows, depth)) * 2.0 ** rng.integers(-40, 40, (rows, 1))
        check_quantize(kernels, x.astype(np.float32), f"{rows}x{depth}")
    shapes = [(1, 8, 32), (17, 33, 100), (64, 64, 128), (70, 65, 160), (2, 8, 0),
              (65, 129, 512), (33, 1, 7), (9, 24, 640)]  # fmt: skip
    for index, (m, n, k) in enumerate(shapes):
        check_projection(kernels, m, n, k, rng, reverse=index % 2 == 1)
    if len(sys.argv) > 3:
        for m, n, k in [(5, 33, 100), (66, 70, 288), (1, 1, 1)]:
            check_bits(kernels, m, n, k, rng, sys.argv[3:6])
    print(f"quantize and projection agree on {len(shapes)} shapes")


main()
