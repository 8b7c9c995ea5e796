"""The kernels of product.mlir and projection.mlir in Triton, for sm_120.

    triton_product.py product|projection CUBIN
"""

import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def product(x, scales_x, w, scales_w, bias, y, M, N, K, pitch_x, pitch_sx,
            pitch_w, pitch_sw, pitch_y, PROJECTION: tl.constexpr,
            BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for begin in range(0, K, BK):
        k = begin + tl.arange(0, BK)
        g = begin // 32 + tl.arange(0, BK // 32)
        a = tl.load(x + m[:, None] * pitch_x + k[None, :],
                    mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)
        b = tl.load(w + n[None, :] * pitch_w + k[:, None],
                    mask=(n[None, :] < N) & (k[:, None] < K), other=0.0)
        sa = tl.load(scales_x + m[:, None] * pitch_sx + g[None, :],
                     mask=(m[:, None] < M) & (g[None, :] * 32 < K), other=127)
        sb = tl.load(scales_w + n[:, None] * pitch_sw + g[None, :],
                     mask=(n[:, None] < N) & (g[None, :] * 32 < K), other=127)
        total = tl.dot_scaled(a, sa, "e4m3", b, sb, "e4m3", total)
    if PROJECTION:
        total += tl.load(bias + n, mask=n < N, other=0.0)[None, :]
        total = total / (1 + tl.exp(-total))
    tl.store(y + m[:, None] * pitch_y + n[None, :], total.to(tl.bfloat16),
             mask=(m[:, None] < M) & (n[None, :] < N))


kind, cubin = sys.argv[1:3]
# Blocks, warps and copies of 16 bytes as lowp has them; for these Triton wants
# K to be a multiple of 16.
constants = {"PROJECTION": kind == "projection",
             "BM": 128, "BN": 128, "BK": 128}
arrays = {"x": "*fp8e4nv", "scales_x": "*u8", "w": "*fp8e4nv",
          "scales_w": "*u8", "bias": "*fp32", "y": "*bf16"}
divisible = [*arrays, "K", "pitch_x", "pitch_w"]
names = product.arg_names
source = ASTSource(
    fn=product, constexprs=constants,
    signature={
        name: "constexpr" if name in constants else arrays.get(name, "i32")
        for name in names},
    attrs={(names.index(name),): [["tt.divisibility", 16]]
           for name in divisible})
kernel = triton.compile(source, target=GPUTarget("cuda", 120, 32),
                        options={"num_warps": 4, "num_stages": 3})
with open(cubin, "wb") as file:
    file.write(kernel.asm["cubin"])
