"""Alters the generated product and sees that the simulator notices.

    mutations.py TOOLS PROGRAM FOLDER

Each mutation changes one operation of the kernel in the NVVM dialect, which it
finds by its name. The altered kernel has to be refused, with the fault that the
mutation plants where that is certain, or to give another result than the CPU.
"""

import os
import re
import sys

import numpy as np
from manifest_launch import Compiler, Launch

sys.path.append(os.path.join(os.path.dirname(__file__), "../../CPU/Inputs"))
from runner import Runner  # noqa: E402

tools, program, folder = sys.argv[1:4]
on_cpu = Runner(os.path.join(tools, "lowp-run"), program, folder)
compiler = Compiler(tools, folder)
manifest = compiler.compile(program, "nvvm", "k.mlir")["projection"]
with open(compiler.path("k.mlir"), encoding="utf-8") as file:
    module = file.read()
begin = module.index("llvm.func @projection(")
kernel = module[begin:]


class Case:
    """A launch that has to be right without a mutation."""

    def __init__(self, m, n, k, alignment):
        rng = np.random.default_rng([m, n, k])
        self.launch = Launch(compiler, manifest, {"M": m, "N": n, "K": k},
                             alignment)
        operands = []
        for rows in m, n:
            codes = rng.integers(0, 256, (rows, k), dtype=np.uint8)
            codes[codes & 0x7F == 0x7F] = 0
            scales = rng.integers(120, 135, (rows, -(-k // 32)), dtype=np.uint8)
            operands += [codes, scales]
        bias = rng.standard_normal(n).astype(np.float32)
        *inputs, result = self.launch.arrays.values()
        self.inputs = [array.pack(value)
                       for array, value in zip(inputs, [*operands, bias])]
        self.result = result
        x_codes, x_scales, w_codes, w_scales = operands
        self.expected = on_cpu("projection", x_codes, x_scales, w_codes.T,
                               w_scales.T, bias).view(np.uint8)

    def run(self):
        """What was refused, empty if nothing was, and whether Y is right."""
        done, load = self.launch.call(self.inputs, "altered.mlir")
        if done.returncode != 0:
            return done.stderr.splitlines()[0], False
        y = self.result.unpack("Y", load()[0])
        return "", np.array_equal(y, self.expected.reshape(y.shape))


# Whole tiles, one more than there are blocks: through the steady loop twice and
# on to the plain one, with stores of 16 bytes; and with addresses that allow
# neither. The last K-block lies in other places of the ring.
cases = [Case(384, 128, 1152, 256), Case(384, 128, 390, 1)]


def remove(match):
    return ""


def count_one_more(match):
    return f"{match[1]}{int(match[2]) + 1}"


def shift(bytes, space):
    """Adds bytes to the address that the pattern captures."""
    def alter(match):
        pointer = f"!llvm.ptr<{space}>"
        return (f"%mutant = llvm.getelementptr {match[2]}[{bytes}] : "
                f"({pointer}) -> {pointer}, i8\n"
                f"{match[1]}%mutant")
    return alter


def swap(match):
    return f"{match[1]}{match[3]}, {match[2]}"


def select_other(pattern):
    """Puts another value there that some instruction has at this place."""
    values = sorted(set(match[2] for match in re.finditer(pattern, kernel)))
    assert len(values) > 1, f"always {values}: {pattern}"

    def alter(match):
        return match[1] + next(v for v in values if v != match[2])
    return alter


SCALES = r"(nvvm\.mma\.block_scale .*scale{}\[%\w+, {})(%\w+)"
byte_a, thread_a = SCALES.format("A", ""), SCALES.format("A", r"%\w+, ")
byte_b, thread_b = SCALES.format("B", ""), SCALES.format("B", r"%\w+, ")
WAIT = r"(nvvm\.cp\.async\.wait\.group )(\d+)"
RACE = (r"(reads|writes) byte \d+ of shared memory"
        r"(, which .* since their last common barrier|"
        r" before the wait for the asynchronous copy)")
EARLY = "before the wait for the asynchronous copy"
MISALIGNED = "needs an address that is a multiple of 16"
# Name, what is altered and how, which of the operations (all if None), and the
# fault (any, or another result, if None).
few = (0, 1)
# How many of the operations the kernel can do without. It waits once more for
# copies when there are none under way, and has a barrier between the first
# fragments and the steady loop.
spare = {"no barrier": 1, "no wait": 1, "shorter wait": 1}
mutations = [
    ("no barrier", r"nvvm\.barrier.*", remove, None, RACE),
    ("no wait", WAIT, remove, None, EARLY),
    ("shorter wait", WAIT, count_one_more, None, EARLY),
    ("no commit", r"nvvm\.cp\.async\.commit\.group", remove, None, EARLY),
    ("misaligned matrix", r"(.*= nvvm\.ldmatrix )(%\w+)", shift(8, 3), few,
     MISALIGNED),
    ("other matrix", r"(.*= nvvm\.ldmatrix )(%\w+)", shift(16, 3), few, None),
    ("misaligned copy", r"(nvvm\.cp\.async\.shared\.global )(%\w+)",
     shift(8, 3), few, MISALIGNED),
    ("copy to another place", r"(nvvm\.cp\.async\.shared\.global )(%\w+)",
     shift(16, 3), few, None),
    ("copy of others", r"(nvvm\.cp\.async\.shared\.global %\w+, )(%\w+)",
     shift(16, 1), few, None),
    ("store to another place", r"(llvm\.store %\w+, )(%\w+)(?=.*!llvm\.ptr<1>)",
     shift(16, 1), None, r"leaves result0_values|with another value"),
    ("other byte of scales of A", byte_a, select_other(byte_a), few, None),
    ("other thread of scales of A", thread_a, select_other(thread_a), few,
     None),
    ("other byte of scales of B", byte_b, select_other(byte_b), few, None),
    ("other thread of scales of B", thread_b, select_other(thread_b), few,
     None),
    ("registers of A", r"(nvvm\.mma\.block_scale A\[)(%\w+), (%\w+)", swap,
     few, None),
    ("registers of B", r"(nvvm\.mma\.block_scale .* B\[)(%\w+), (%\w+)", swap,
     few, None),
]


def run(case, text):
    with open(compiler.path("altered.mlir"), "w", encoding="utf-8") as file:
        file.write(module[:begin] + text)
    return case.run()


def find_fault(text, fault):
    """Empty if some case shows the fault, else what they have shown."""
    shown = []
    for case in cases:
        refusal, is_right = run(case, text)
        if re.search(fault, refusal) if fault else not is_right:
            return ""
        shown.append(refusal or ("right" if is_right else "another Y"))
    return "; ".join(shown)


for case in cases:
    assert run(case, kernel) == ("", True), run(case, kernel)
failures, count = [], 0
for name, pattern, alter, which, fault in mutations:
    matches = list(re.finditer(pattern, kernel))
    assert matches, f"there is nothing for '{name}'"
    if which is not None:
        matches = [matches[round(part * (len(matches) - 1))] for part in which]
    unseen = []
    for match in matches:
        altered = kernel[:match.start()] + alter(match) + kernel[match.end():]
        assert altered != kernel, name
        count += 1
        if shown := find_fault(altered, fault):
            line = module.count("\n", 0, begin + match.start()) + 1
            unseen.append(f"{name} in line {line}: {match[0].strip()[:60]}: "
                          f"{shown}")
    print("\n".join(unseen), end="\n" if unseen else "")
    if len(unseen) > spare.get(name, 0):
        failures += unseen
print(f"{count} mutations")
if failures:
    sys.exit("\n".join(failures))
