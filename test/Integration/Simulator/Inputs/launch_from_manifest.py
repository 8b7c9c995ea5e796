import os
import re
import sys

import numpy as np
from manifest_launch import Array, Compiler, Launch

sys.path.append(os.path.join(os.path.dirname(__file__), "../../CPU/Inputs"))
from runner import Runner, check_equal  # noqa: E402

tools, program, folder = sys.argv[1:4]
run = Runner(os.path.join(tools, "lowp-run"), program, folder)
compiler = Compiler(tools, folder)


def check_static_types(kernel, extents):
    """Where types have the numbers, lowp counts the bytes itself."""
    for value in kernel["operands"] + kernel["results"]:
        if value["kind"] != "scaled":
            continue
        static = iter([extents[name] for name in value["shape"]])
        text = re.sub(r"\?", lambda _: str(next(static)), value["type"])
        path = compiler.path("static.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"lowp.kernel private @k({text})")
        own = compiler.compile(path, "mlir", "static.out")
        total = sum(Array(value, part, extents).bytes
                    for part in value["components"])
        assert own["k"]["operands"][0]["bytes"]["total"] == total


# The LLVM IR is what becomes PTX.
compiler.compile(program, "llvm", "k.ll")
kernels = compiler.compile(program, "nvvm", "k.mlir")
# The last one goes through the steady loop, which needs rows of words, and the
# stores of 16 bytes.
for m, n, k, alignment in [(17, 33, 160, 1), (1, 8, 100, 1), (129, 257, 33, 1),
                           (3, 5, 0, 1), (20, 40, 768, 256)]:
    here = f"M, N, K = {m}, {n}, {k}:"
    rng = np.random.default_rng([m, n, k])
    extents = {"M": m, "N": n, "K": k}
    x = rng.standard_normal((m, k)).astype(np.float32)
    bias = rng.standard_normal(n).astype(np.float32)
    w_codes = rng.integers(0, 0x7F, (n, k), dtype=np.uint8)
    w_scales = rng.integers(110, 130, (n, -(-k // 32)), dtype=np.uint8)

    quantize = Launch(compiler, kernels["quantize"], extents, alignment)
    source, codes, scales = quantize.arrays.values()
    packed_x = [source.pack(x)]
    q = quantize.run(packed_x)
    expected = run("quantize", x, outputs=2, flags=["--on=sim:sm_120a"])
    check_equal(f"{here} codes", codes.unpack(f"{here} codes", q[0]),
                expected[0])
    check_equal(f"{here} scales", scales.unpack(f"{here} scales", q[1]),
                expected[1])

    projection = Launch(compiler, kernels["projection"], extents, alignment)
    _, _, codes, scales, values, result = projection.arrays.values()
    packed = [*q, codes.pack(w_codes), scales.pack(w_scales),
              values.pack(bias)]
    y, = projection.run(packed)
    expected = run("main", x, w_codes, w_scales, bias,
                   flags=["--on=sim:sm_120a"])
    check_equal(f"{here} Y", result.unpack(f"{here} Y", y),
                expected.view(np.uint8).reshape(result.rows, result.used))
    if alignment > 1:
        for launch, inputs, results in [(quantize, packed_x, q),
                                        (projection, packed, [y])]:
            again = launch.run(inputs, "k.ll")
            for left, right in zip(again, results):
                check_equal(f"{here} LLVM IR", left, right)
    if k == 160:
        # Here neither rows nor groups end before the last byte.
        quantize.check_sizes(packed_x)
        projection.check_sizes(packed)
    if k:
        check_static_types(kernels["quantize"], extents)
        check_static_types(kernels["projection"], extents)
