"""Alters the generated product and sees that the simulator notices.

    mutations.py TOOLS PROGRAM FOLDER FORM

FORM says what copies: `threads` or `bulk`. Each mutation changes one operation
of the kernel in the NVVM dialect, or two, which it finds by their names. The
altered kernel has to be refused, with the fault that the mutation plants where
that is certain, or to give another result than the CPU.
"""

import os
import re
import sys

import numpy as np
from manifest_launch import Compiler, Launch

sys.path.append(os.path.join(os.path.dirname(__file__), "../../CPU/Inputs"))
from runner import Runner  # noqa: E402

tools, program, folder, form = sys.argv[1:5]
# Bulk copies at a size that is compiled quickly. Warps still have several
# fragments of each operand, and results still go through shared memory.
flags, tile = {
    "threads": ([], 128),
    "bulk": (["--schedule=#lowp.schedule<tile = [64, 64, 128], warps = [2, 2],"
              " stages = 3, copies = bulk>"], 64),
}[form]
on_cpu = Runner(os.path.join(tools, "lowp-run"), program, folder)
compiler = Compiler(tools, folder)
manifest = compiler.compile(program, "nvvm", "k.mlir", flags)["projection"]
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
# neither. The last K-block lies in other places of the ring. With bulk copies a
# tile of the first case takes an odd number of rounds of the ring, so that the
# next one begins with the other parity, and in both a use of the ring brings
# nothing.
cases = [Case(3 * tile, tile, 1152 if form == "threads" else 896, 256),
         Case(3 * tile, tile, 390, 1)]


def remove(match):
    return ""


def repeat(match):
    return f"{match[0]}\n{match[0]}"


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


def exchange_mbarriers(match):
    """Takes the other one of the two mbarriers of a slot."""
    return ("%mutant_offset = llvm.mlir.constant(8 : i32) : i32\n"
            f"%mutant_own = llvm.ptrtoint {match[2]} : !llvm.ptr<3> to i32\n"
            "%mutant_other = llvm.xor %mutant_own, %mutant_offset : i32\n"
            "%mutant = llvm.inttoptr %mutant_other : i32 to !llvm.ptr<3>\n"
            f"{match[1]}%mutant")


def compute(operation, number):
    """Puts the result of an operation on the i32 and a number there."""
    def alter(match):
        return (f"%mutant_number = llvm.mlir.constant({number} : i32) : i32\n"
                f"%mutant = llvm.{operation} {match[2]}, %mutant_number : i32\n"
                f"{match[1]}%mutant")
    return alter


def put(text):
    """Puts a text there, in which \\1 is what group 1 captures."""
    return lambda match: match.expand(text)


def swap(match):
    return f"{match[1]}{match[3]}, {match[2]}"


def select_other(pattern):
    """Puts another value there that some instruction has at this place."""
    values = sorted(set(match[2] for match in re.finditer(pattern, kernel)))

    def alter(match):
        assert len(values) > 1, f"always {values}: {pattern}"
        return match[1] + next(v for v in values if v != match[2])
    return alter


SCALES = r"(nvvm\.mma\.block_scale .*scale{}\[%\w+, {})(%\w+)"
byte_a, thread_a = SCALES.format("A", ""), SCALES.format("A", r"%\w+, ")
byte_b, thread_b = SCALES.format("B", ""), SCALES.format("B", r"%\w+, ")
RACE = (r"(reads|writes) byte \d+ of shared memory"
        r"(, which .* since their last common barrier|"
        r" before the wait for the asynchronous copy)")
EARLY = "before the wait for the asynchronous copy"
MISALIGNED = "needs an address that is a multiple of 16"
DEADLOCK = "waits for ever"
UNWRITTEN = r"reads byte \d+ of shared memory, which was never written"
DISORDER = f"{RACE}|{UNWRITTEN}|{DEADLOCK}"
# Name, what is altered and how, which of the operations (all if None), and the
# fault (any, or another result, if None).
few = (0, 1)
common = [
    ("misaligned matrix", r"(.*= nvvm\.ldmatrix )(%\w+)", shift(8, 3), few,
     MISALIGNED),
    ("other matrix", r"(.*= nvvm\.ldmatrix )(%\w+)", shift(16, 3), few, None),
    ("store to another place", r"(llvm\.store %\w+, )(%\w+)(?=.*!llvm\.ptr<1>)",
     shift(16, 1), None, r"leaves result0_values|with another value"),
    ("other byte of scales of A", byte_a, select_other(byte_a), few, None),
    ("other byte of scales of B", byte_b, select_other(byte_b), few, None),
    ("other thread of scales of B", thread_b, select_other(thread_b), few,
     None),
    ("registers of A", r"(nvvm\.mma\.block_scale A\[)(%\w+), (%\w+)", swap,
     few, None),
    ("registers of B", r"(nvvm\.mma\.block_scale .* B\[)(%\w+), (%\w+)", swap,
     few, None),
]

WAIT = r"(nvvm\.cp\.async\.wait\.group )(\d+)"
threads = [
    ("no barrier", r"nvvm\.barrier.*", remove, None, RACE),
    ("no wait", WAIT, remove, None, EARLY),
    ("shorter wait", WAIT, count_one_more, None, EARLY),
    ("no commit", r"nvvm\.cp\.async\.commit\.group", remove, None, EARLY),
    ("misaligned copy", r"(nvvm\.cp\.async\.shared\.global )(%\w+)",
     shift(8, 3), few, MISALIGNED),
    ("copy to another place", r"(nvvm\.cp\.async\.shared\.global )(%\w+)",
     shift(16, 3), few, None),
    ("copy of others", r"(nvvm\.cp\.async\.shared\.global %\w+, )(%\w+)",
     shift(16, 1), few, None),
    ("other thread of scales of A", thread_a, select_other(thread_a), few,
     None),
]

INIT = r"(nvvm\.mbarrier\.init )(%\w+)"
INIT_COUNT = r"(nvvm\.mbarrier\.init %\w+, )(%\w+)"
NO_TRY = r"(%\w+ = )nvvm\.mbarrier\.try_wait.*"
TRY = r"(.*= nvvm\.mbarrier\.try_wait )(%\w+)"
TRY_PARITY = r"(.*= nvvm\.mbarrier\.try_wait %\w+, )(%\w+)"
ARRIVE = r"(nvvm\.mbarrier\.arrive )(%\w+).*"
ARRIVE_AT = r"(nvvm\.mbarrier\.arrive )(%\w+)"
EXPECT = r"(nvvm\.mbarrier\.arrive)\.expect_tx (%\w+), %\w+ (: !llvm\.ptr<3>).*"
EXPECT_BYTES = r"(nvvm\.mbarrier\.arrive\.expect_tx %\w+, )(%\w+)"
COPY = r"(nvvm\.cp\.async\.bulk\.tensor\.shared\S* )(%\w+)"
COPY_MAP = r"(nvvm\.cp\.async\.bulk\.tensor\.shared\S* %\w+, )(%\w+)"
COPY_BARRIER = r"(nvvm\.cp\.async\.bulk\.tensor\.shared\S* %\w+, %\w+, )(%\w+)"
COPY_COLUMN = r"(nvvm\.cp\.async\.bulk\.tensor\.shared.* box\[)(%\w+)"
COPY_ROW = r"(nvvm\.cp\.async\.bulk\.tensor\.shared.* box\[%\w+, )(%\w+)"
bulk = [
    ("no mbarrier", INIT + ".*", remove, None, UNWRITTEN),
    ("misaligned mbarrier", INIT, shift(4, 3), few,
     "needs an address that is a multiple of 8"),
    ("mbarrier at another place", INIT, shift(8, 3), (0,),
     "where one is already"),
    ("one arrival more", INIT_COUNT, compute("add", 1), few, DEADLOCK),
    ("one arrival fewer", INIT_COUNT, compute("sub", 1), None,
     f"makes a barrier for 0 arrivals|{RACE}"),
    ("no fence of mbarriers", r"nvvm\.fence\.mbarrier\.init", remove, None,
     "with neither fence.mbarrier_init nor fence.proxy.async"),
    ("no barrier of the block", r"nvvm\.barrier0", remove, None, RACE),
    ("no barrier of warps", r"nvvm\.barrier id.*", remove, None, RACE),
    ("barrier of more warps", r"(nvvm\.barrier id.*threads = )(%\w+)",
     compute("add", 32), None, DEADLOCK),
    ("no wait", NO_TRY, put(r"\1llvm.mlir.constant(true) : i1"), None,
     DISORDER),
    ("neither wait nor barrier of warps",
     NO_TRY + r"((?:(?!try_wait)(?s:.))*?)nvvm\.barrier id.*",
     put(r"\1llvm.mlir.constant(true) : i1\2"), None, RACE),
    ("other parity", TRY_PARITY, compute("xor", 1), None, DISORDER),
    ("wait for the other mbarrier", TRY, exchange_mbarriers, None, DISORDER),
    ("wait for the next slot", TRY, shift(16, 3), (0,), RACE),
    ("no arrival", ARRIVE, remove, None, DEADLOCK),
    ("two arrivals", ARRIVE, repeat, few, DISORDER),
    ("arrival at the other mbarrier", ARRIVE_AT, exchange_mbarriers, few, None),
    ("arrival of each lane", r"(nvvm\.bar\.warp\.sync .*\n\s*)"
     r"llvm\.cond_br %\w+, (\^\w+),.*", put(r"\1llvm.br \2"), few, DISORDER),
    ("no meeting of lanes", r"nvvm\.bar\.warp\.sync.*", remove, None, RACE),
    ("no bytes expected", EXPECT, put(r"\1 \2 \3"), None, DEADLOCK),
    ("more bytes expected", EXPECT_BYTES, compute("add", 16), None, DEADLOCK),
    ("fewer bytes expected", EXPECT_BYTES, compute("sub", 16), None, DEADLOCK),
    ("nothing published", EXPECT, remove, None, DEADLOCK),
    ("no fence of proxies", r"nvvm\.fence\.proxy.*", remove, None,
     "has written with no fence.proxy.async since"),
    ("late fence of proxies",
     r"(nvvm\.fence\.proxy.*)\n((?s:.)*?nvvm\.mbarrier\.arrive .*)",
     put(r"\2\n\1"), None, "has written with no fence.proxy.async since"),
    ("no copy", COPY + ".*", remove, None, DEADLOCK),
    ("two copies", COPY + ".*", repeat, None, EARLY),
    ("misaligned copy", COPY, shift(64, 3), None,
     "needs a destination that is a multiple of 128"),
    ("copy to another place", COPY, shift(128, 3), None, None),
    ("copy for the other mbarrier", COPY_BARRIER, exchange_mbarriers, None,
     DEADLOCK),
    ("copy of another map", COPY_MAP, select_other(COPY_MAP), None, None),
    ("copy of other columns", COPY_COLUMN, compute("add", 16), None, None),
    ("copy of other rows", COPY_ROW, compute("add", 1), None, None),
    ("coordinates of copies", COPY_COLUMN + r", (%\w+)", swap, None, None),
]

# In how many places nothing is seen: exactly as many, so that this stays true.
# Where threads copy, the kernel waits once more for copies when there are none
# under way, and has a barrier between the first fragments and the steady loop.
#
# With bulk copies it waits for the slot through which results go, and has a
# barrier before it writes there: either will do. In the uses of the ring that
# bring nothing, a warp that went on without the wait, or whose lanes did not
# meet, could get two phases ahead of others; in the order in which the simulator
# runs threads none does.
mutations, spare = {
    "threads": (threads + common,
                {"no barrier": 1, "no wait": 1, "shorter wait": 1}),
    "bulk": (bulk + common,
             {"no barrier of warps": 1, "no wait": 2,
              "no meeting of lanes": 1}),
}[form]


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
    if len(unseen) != spare.get(name, 0):
        failures += [f"{name}: unseen in {len(unseen)} places, not in "
                     f"{spare.get(name, 0)}", *unseen]
print(f"{count} mutations")
if failures:
    sys.exit("\n".join(failures))
