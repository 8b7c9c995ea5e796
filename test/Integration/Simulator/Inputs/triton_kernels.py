"""Kernels in Triton, compiled for sm_120 as LLVM IR; no GPU needed."""

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def matmul(a, b, c, M, N, K, pitch_a, pitch_b, pitch_c, SUM: tl.constexpr,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """C = A B, both with K contiguous, with accumulators of SUM."""
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), SUM)
    for begin in range(0, K, BK):
        k = begin + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * pitch_a + k[None, :],
                    mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)
        y = tl.load(b + n[None, :] * pitch_b + k[:, None],
                    mask=(n[None, :] < N) & (k[:, None] < K), other=0.0)
        total = tl.dot(x, y, total, out_dtype=SUM)
    tl.store(c + m[:, None] * pitch_c + n[None, :], total,
             mask=(m[:, None] < M) & (n[None, :] < N))


@triton.jit
def mx_matmul(a, scales_a, b, scales_b, c, M, N, K, pitch_a, pitch_sa, pitch_b,
              pitch_sb, pitch_c, FORMAT: tl.constexpr, PACK: tl.constexpr,
              BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """The same with scales of 32 along K; PACK codes in a byte."""
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for begin in range(0, K, BK):
        k = begin // PACK + tl.arange(0, BK // PACK)
        g = begin // 32 + tl.arange(0, BK // 32)
        x = tl.load(a + m[:, None] * pitch_a + k[None, :],
                    mask=(m[:, None] < M) & (k[None, :] < K // PACK), other=0)
        y = tl.load(b + n[None, :] * pitch_b + k[:, None],
                    mask=(n[None, :] < N) & (k[:, None] < K // PACK), other=0)
        sx = tl.load(scales_a + m[:, None] * pitch_sa + g[None, :],
                     mask=(m[:, None] < M) & (g[None, :] < K // 32), other=127)
        sy = tl.load(scales_b + n[:, None] * pitch_sb + g[None, :],
                     mask=(n[:, None] < N) & (g[None, :] < K // 32), other=127)
        total = tl.dot_scaled(x, sx, FORMAT, y, sy, FORMAT, total)
    tl.store(c + m[:, None] * pitch_c + n[None, :], total,
             mask=(m[:, None] < M) & (n[None, :] < N))


@triton.jit
def row_maxima(x, y, maxima, M, N, pitch, BM: tl.constexpr, BN: tl.constexpr):
    """The largest magnitude of each row, and the rows less that."""
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.arange(0, BN)
    inside = (m[:, None] < M) & (n[None, :] < N)
    row = tl.load(x + m[:, None] * pitch + n[None, :], mask=inside, other=0.0)
    largest = tl.max(tl.abs(row), axis=1)
    tl.store(y + m[:, None] * pitch + n[None, :], row - largest[:, None],
             mask=inside)
    tl.store(maxima + m, largest, mask=m < M)


def compile_kernel(function, types, constants, divisible, **options):
    """The LLVM IR of a kernel, and what a launch needs besides arguments.

    `types` has those of arguments by name; the arguments `divisible` are
    multiples of 16, which is what lets Triton copy 16 bytes at once.
    """
    signature = types | {name: "constexpr" for name in constants}
    attributes = {(function.arg_names.index(name),): [["tt.divisibility", 16]]
                  for name in divisible}
    source = ASTSource(fn=function, signature=signature, constexprs=constants,
                       attrs=attributes)
    kernel = triton.compile(source, target=GPUTarget("cuda", 120, 32),
                            options=options)
    launch = {"kernel": kernel.metadata.name,
              "block": [32 * kernel.metadata.num_warps],
              "shared": kernel.metadata.shared}
    return kernel.asm["llir"], launch
