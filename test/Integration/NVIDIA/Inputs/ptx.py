"""Runs PTX of lowp's kernels on numpy, warp by warp.

Only the instructions that those kernels contain, written from the PTX ISA and
from nothing of the compiler: a lane map that both shared would hide its
mistakes. Warps of a block run one after another between barriers, first to
last or the other way; reading shared memory before it is written, or
before an asynchronous copy is waited for, and touching global memory outside
the arrays is an error.
"""

import re

import numpy as np

LANES = 32
SHARED_BASE = 1 << 20
WIDTH = {"8": 8, "16": 16, "32": 32, "64": 64}


class Fault(Exception):
    """What a program must not do."""


def mask(bits):
    return np.uint64((1 << bits) - 1)


def signed(values, bits):
    shift = np.uint64(64 - bits)
    return (values << shift).view(np.int64) >> np.int64(64 - bits)


def to_f32(values):
    return (values & mask(32)).astype(np.uint32).view(np.float32)


def from_f32(values):
    return np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)


def to_bf16(values):
    """Bits of f32 rounded to nearest even; any NaN becomes 7FFF."""
    bits = values & mask(32)
    odd = (bits >> np.uint64(16)) & np.uint64(1)
    rounded = (bits + np.uint64(0x7FFF) + odd) >> np.uint64(16)
    return np.where(np.isnan(to_f32(values)), np.uint64(0x7FFF), rounded & mask(16))


def decode_e4m3(codes):
    """Values of E4M3 codes: bias 7, subnormals, NaN at 7F and FF."""
    codes = codes.astype(np.int64)
    exponent, fraction = (codes >> 3) & 15, codes & 7
    value = np.where(
        exponent == 0,
        fraction * 2.0**-9,
        (8 + fraction) * 2.0 ** (exponent - 10.0),
    )
    value = np.where((codes & 127) == 127, np.nan, value)
    return np.where(codes & 128, -value, value)


def decode_e8m0(codes):
    value = 2.0 ** (codes.astype(np.float64) - 127)
    return np.where(codes == 255, np.nan, value)


def encode_e4m3(values):
    """Round to nearest even, saturating; the sign of zero is kept."""
    result = np.zeros(len(values), np.uint64)
    magnitudes = decode_e4m3(np.arange(127))
    for lane, value in enumerate(values.astype(np.float64)):
        if np.isnan(value):
            result[lane] = 127
            continue
        sign = 128 if np.signbit(value) else 0
        value = min(abs(value), 448.0)
        above = min(int(np.searchsorted(magnitudes, value)), 126)
        below = max(above - 1, 0) if magnitudes[above] > value else above
        low, high = value - magnitudes[below], magnitudes[above] - value
        nearest = below if low < high or (low == high and below % 2 == 0) else above
        result[lane] = sign | nearest
    return result


class Memory:
    """Global memory: arrays apart from one another."""

    def __init__(self):
        self.arrays = []

    def add(self, array):
        address = (len(self.arrays) + 1) << 32
        self.arrays.append(array.reshape(-1).view(np.uint8))
        return address

    def find(self, address, size):
        number, offset = (address >> 32) - 1, address & 0xFFFFFFFF
        if not 0 <= number < len(self.arrays):
            raise Fault(f"no array at {address:#x}")
        array = self.arrays[number]
        if offset + size > len(array):
            raise Fault(
                f"bytes {offset} to {offset + size} of array {number} with {len(array)}"
            )
        if offset % size and size <= 16:
            raise Fault(f"offset {offset} of array {number} is not {size}-aligned")
        return array, offset

    def load(self, address, size):
        array, offset = self.find(address, size)
        return int.from_bytes(array[offset : offset + size].tobytes(), "little")

    def read(self, address, size):
        number, offset = (address >> 32) - 1, address & 0xFFFFFFFF
        if not 0 <= number < len(self.arrays) or offset + size > len(
            self.arrays[number]
        ):
            raise Fault(f"copy of {size} bytes from {address:#x}")
        return self.arrays[number][offset : offset + size]

    def store(self, address, size, value):
        array, offset = self.find(address, size)
        array[offset : offset + size] = np.frombuffer(
            int(value).to_bytes(size, "little"), np.uint8
        )


class Shared:
    def __init__(self, size):
        self.bytes = np.zeros(size, np.uint8)
        self.valid = np.zeros(size, bool)

    def begin(self, address):
        self.valid[address : address + 16] = False

    def fill(self, address, data):
        self.bytes[address : address + 16] = 0
        self.bytes[address : address + len(data)] = data
        self.valid[address : address + 16] = True

    def place(self, address, size):
        place = slice(address - SHARED_BASE, address - SHARED_BASE + size)
        if address % size or not 0 <= place.start <= len(self.bytes) - size:
            raise Fault(f"{size} shared bytes at {place.start}")
        return place

    def load(self, address, size):
        place = self.place(address, size)
        if not self.valid[place].all():
            raise Fault(f"shared bytes at {place.start} are read before they are there")
        return int.from_bytes(self.bytes[place].tobytes(), "little")

    def store(self, address, size, value):
        place = self.place(address, size)
        self.bytes[place] = np.frombuffer(int(value).to_bytes(size, "little"), np.uint8)
        self.valid[place] = True

    def read(self, address):
        if address % 16 or not 0 <= address <= len(self.bytes) - 16:
            raise Fault(f"row of ldmatrix at {address}")
        if not self.valid[address : address + 16].all():
            raise Fault(f"shared bytes at {address} are read before they are there")
        return self.bytes[address : address + 16]


def block_scaled_mma(a, b, c, scale_a, scale_b, sequential):
    """m16n8k32 with one scale for 32: PTX ISA, fragments of 8-bit operands.

    a, b: words [register][lane]; scales: (words, byte, thread). Products are
    added exactly, or one after another in f32.
    """
    lane = np.arange(LANES)
    g, t = lane // 4, lane % 4
    matrix_a, matrix_b = np.zeros((16, 32)), np.zeros((32, 8))
    for r in range(4):
        for e in range(4):
            code = (a[r] >> np.uint64(8 * e)) & np.uint64(255)
            matrix_a[g + 8 * (r & 1), 4 * t + e + 16 * (r >> 1)] = decode_e4m3(code)
    for r in range(2):
        for e in range(4):
            code = (b[r] >> np.uint64(8 * e)) & np.uint64(255)
            matrix_b[4 * t + e + 16 * r, g] = decode_e4m3(code)
    words, byte, thread = scale_a
    row = np.arange(16)
    held = words[4 * (row % 8) + 2 * thread + row // 8]
    factor_a = decode_e8m0((held >> np.uint64(8 * byte)) & np.uint64(255))
    words, byte, thread = scale_b
    held = words[4 * np.arange(8) + thread]
    factor_b = decode_e8m0((held >> np.uint64(8 * byte)) & np.uint64(255))
    matrix_a, matrix_b = matrix_a * factor_a[:, None], matrix_b * factor_b
    total = np.zeros((16, 8), np.float32)
    for i in range(4):
        total[g + 8 * (i >> 1), 2 * t + (i & 1)] = to_f32(c[i])
    if sequential:
        for k in range(32):
            total = (total + np.outer(matrix_a[:, k], matrix_b[k])).astype(np.float32)
    else:
        total = (matrix_a @ matrix_b + total).astype(np.float32)
    return [from_f32(total[g + 8 * (i >> 1), 2 * t + (i & 1)]) for i in range(4)]


class Warp:
    def __init__(self, block, number):
        self.block, self.number = block, number
        self.thread = np.arange(LANES, dtype=np.uint64) + np.uint64(number * LANES)
        self.registers = {}
        self.pc = np.zeros(LANES, np.int64)
        self.groups, self.open = [], []

    # Operands ----------------------------------------------------------------

    def get(self, name):
        name = name.strip()
        if name.startswith("%"):
            special = {"%tid.x": self.thread, "%ctaid.x": self.block.number,
                       "%nctaid.x": self.block.grid}
            if name in special:
                return np.broadcast_to(np.uint64(special[name]), (LANES,)).copy()
            if name not in self.registers:
                raise Fault(f"{name} is read before it is written")
            return self.registers[name]
        if name == "lowp_shared":
            return np.full(LANES, SHARED_BASE, np.uint64)
        if name.startswith("0f"):
            return np.full(LANES, int(name[2:], 16), np.uint64)
        return np.full(LANES, int(name.rstrip("U"), 0) & (2**64 - 1), np.uint64)

    def zeros(self):
        return np.zeros(LANES, np.uint64)

    def set(self, name, values, active):
        name = name.strip()
        values = np.asarray(values)
        if values.dtype != bool:
            values = values.astype(np.uint64)
        old = self.registers.get(name, np.zeros(LANES, values.dtype))
        self.registers[name] = np.where(active, values, old)

    def address(self, text):
        match = re.fullmatch(r"\[([^\]+]+?)(?:\+(-?\d+))?\]", text.strip())
        return self.get(match[1]) + np.uint64(int(match[2] or 0) & (2**64 - 1))

    # Control -----------------------------------------------------------------

    def run(self):
        """Runs to the next barrier, or to the end; says which."""
        code = self.block.code
        while True:
            # Lanes that have left a loop wait at a barrier, even one that lies
            # before it, for those that are still in it.
            busy = self.pc[(self.pc < len(code)) & ~self.block.is_barrier[self.pc]]
            first = busy.min() if busy.size else self.pc.min()
            if first >= len(code):
                return "end"
            active = self.pc == first
            guard, opcode, operands = code[first]
            if guard:
                predicate = self.get(guard.lstrip("!"))
                active = active & (predicate != guard.startswith("!"))
            if opcode.startswith("bra"):
                self.pc[self.pc == first] += 1
                self.pc[active] = self.block.labels[operands[0]]
                continue
            if opcode == "ret":
                self.pc[active] = len(code)
                continue
            if opcode.startswith("bar.sync"):
                if not active.all():
                    raise Fault("a barrier in divergent code")
                self.pc += 1
                return "barrier"
            self.pc[self.pc == first] += 1
            try:
                self.execute(opcode.split("."), operands, active)
            except Fault as fault:
                raise Fault(f"{opcode} {', '.join(operands)}: {fault}") from None

    # Instructions ------------------------------------------------------------

    def execute(self, words, operands, active):
        name = words[0]
        if name in ("mma", "ldmatrix", "shfl") and not active.all():
            raise Fault("not all lanes are here")
        if name == "cp":
            return self.copy(words, operands)
        if name == "ldmatrix":
            return self.ldmatrix(operands, active)
        if name == "mma":
            return self.mma(words, operands, active)
        if name == "ld" and words[1] == "param":
            number = int(re.search(r"_param_(\d+)\]", operands[1])[1])
            value = np.full(LANES, self.block.arguments[number], np.uint64)
            return self.set(operands[0], value, active)
        if name in ("ld", "st"):
            memory = self.block.shared if words[1] == "shared" else self.block.memory
            size = int(words[-1].lstrip("bfsu")) // 8
            place, register = operands if name == "st" else operands[::-1]
            parts = register.strip("{}").split(",")
            values = [self.get(v) if name == "st" else self.zeros() for v in parts]
            for lane, address in enumerate(self.address(place)):
                if not active[lane]:
                    continue
                if name == "st":
                    value = sum(
                        (int(v[lane]) & (2 ** (8 * size) - 1)) << (8 * size * i)
                        for i, v in enumerate(values)
                    )
                    memory.store(int(address), size * len(values), value)
                else:
                    value = memory.load(int(address), size * len(values))
                    for i, v in enumerate(values):
                        v[lane] = value >> (8 * size * i) & (2 ** (8 * size) - 1)
            if name == "ld":
                for part, value in zip(parts, values):
                    self.set(part, value, active)
            return None
        if name == "mov" and operands[0].startswith("{"):
            value = self.get(operands[1])
            parts = operands[0].strip("{}").split(",")
            bits = int(words[1][1:]) // len(parts)
            for index, part in enumerate(parts):
                shifted = (value >> np.uint64(bits * index)) & mask(bits)
                self.set(part, shifted, active)
            return None
        if name == "mov" and operands[1].startswith("{"):
            parts = [self.get(v) for v in operands[1].strip("{}").split(",")]
            bits = int(words[1][1:]) // len(parts)
            value = np.zeros(LANES, np.uint64)
            for index, part in enumerate(parts):
                value |= (part & mask(bits)) << np.uint64(bits * index)
            return self.set(operands[0], value, active)
        return self.compute(name, words, operands, active)

    def compute(self, name, words, operands, active):
        kind = words[-1]
        sources = [self.get(operand) for operand in operands[1:]]
        if name == "selp":
            result = np.where(sources[2], sources[0], sources[1])
        elif name == "cvt":
            result = self.convert(words, sources)
        elif kind == "pred":
            a, b = sources
            result = {"or": a | b, "and": a & b, "xor": a ^ b}[name]
        elif kind == "f32":
            result = self.float(name, words, [to_f32(s) for s in sources])
        elif name == "prmt":
            result = self.permute(sources)
        elif name == "shfl":
            distance = int(sources[1][0])
            result = sources[0][np.arange(LANES) ^ distance]
        else:
            result = self.integer(name, words, sources)
        self.set(operands[0], result, active)

    def float(self, name, words, sources):
        with np.errstate(all="ignore"):
            if name == "setp":
                a, b = sources
                test = words[1]
                return {
                    "lt": a < b, "gt": a > b, "le": a <= b, "ge": a >= b,
                    "eq": a == b, "neu": ~(a == b), "ltu": ~(a >= b),
                    "gtu": ~(a <= b), "leu": ~(a > b), "geu": ~(a < b),
                    "nan": np.isnan(a) | np.isnan(b), "num": ~(np.isnan(a) | np.isnan(b)),
                }[test]  # fmt: skip
            if name == "fma":
                a, b, c = (s.astype(np.longdouble) for s in sources)
                return from_f32((a * b + c).astype(np.float32))
            if name == "neg":
                return from_f32(-sources[0])
            if name == "abs":
                return from_f32(np.abs(sources[0]))
            if name in ("min", "max"):
                return from_f32(getattr(np, "f" + name)(*sources))
            if "rn" not in words:
                raise Fault("rounding is not stated")
            a, b = sources
            return from_f32({"add": a + b, "sub": a - b, "mul": a * b, "div": a / b}[name])

    def convert(self, words, sources):
        with np.errstate(all="ignore"):
            if "e4m3x2" in words:
                if words[1:3] != ["rn", "satfinite"]:
                    raise Fault("conversion is not rn.satfinite")
                high, low = (encode_e4m3(to_f32(s)) for s in sources)
                return high << np.uint64(8) | low
            to, source = words[-2], words[-1]
            value = sources[0]
            if source == "f32" and to == "f32":
                rounding = {"rmi": np.floor, "rpi": np.ceil, "rni": np.rint, "rzi": np.trunc}
                return from_f32(rounding[words[1]](to_f32(value)))
            if source == "f32" and to == "s32":
                real = np.trunc(np.nan_to_num(to_f32(value).astype(np.float64)))
                whole = np.clip(real, -(2.0**31), 2.0**31 - 1).astype(np.int64)
                return whole.view(np.uint64) & mask(32)
            if source == "f32" and to == "bf16":
                return to_bf16(value)
            if source == "f32" and to == "bf16x2":
                return to_bf16(value) << np.uint64(16) | to_bf16(sources[1])
            if source == "s32" and to == "f32":
                return from_f32(signed(value, 32).astype(np.float32))
            bits, width = int(source[1:]), int(to[1:])
            if source[0] == "s":
                value = signed(value, bits).view(np.uint64)
            else:
                value = value & mask(bits)
            return value & mask(width)

    def permute(self, sources):
        both = (sources[0] & mask(32)) | (sources[1] & mask(32)) << np.uint64(32)
        result = np.zeros(LANES, np.uint64)
        for index in range(4):
            choice = (sources[2] >> np.uint64(4 * index)) & np.uint64(7)
            byte = (both >> (choice * np.uint64(8))) & np.uint64(255)
            result |= byte << np.uint64(8 * index)
        return result

    def integer(self, name, words, sources):
        kind = words[-1]
        bits = int(kind[1:])
        limit = mask(bits)
        plain = [s & limit for s in sources]
        order = [signed(s, bits) if kind[0] == "s" else s & limit for s in sources]
        if name == "setp":
            a, b = order
            return {
                "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b,
                "eq": a == b, "ne": a != b,
            }[words[1]]  # fmt: skip
        if name in ("max", "min"):
            chosen = {"max": np.maximum, "min": np.minimum}[name](*order)
            return chosen.view(np.uint64) & limit
        if name in ("shl", "shr"):
            amount = sources[1] & mask(32)
            large = amount >= bits
            amount = np.where(large, np.uint64(0), amount)
            if name == "shl":
                return np.where(large, np.uint64(0), plain[0] << amount) & limit
            if kind[0] == "s":
                return (order[0] >> amount.astype(np.int64)).view(np.uint64) & limit
            return np.where(large, np.uint64(0), plain[0] >> amount)
        if name == "bfe":
            position, count = int(sources[1][0]), int(sources[2][0])
            return (plain[0] >> np.uint64(position)) & mask(count)
        if name in ("mul", "mad") and words[1] in ("wide", "hi"):
            product = plain[0] * plain[1]
            if words[1] == "hi":
                return product >> np.uint64(bits)
            return product + (sources[2] if name == "mad" else np.uint64(0))
        if name == "mad":
            return (plain[0] * plain[1] + plain[2]) & limit
        a = plain[0]
        b = plain[1] if len(plain) > 1 else None
        if name in ("div", "rem") and kind[0] == "u":
            if not b.all():
                raise Fault("division by zero")
            return a // b if name == "div" else a % b
        result = {
            "mov": lambda: a, "add": lambda: a + b, "sub": lambda: a - b,
            "mul": lambda: a * b, "and": lambda: a & b, "or": lambda: a | b,
            "xor": lambda: a ^ b, "not": lambda: ~a, "neg": lambda: ~a + np.uint64(1),
        }[name]()  # fmt: skip
        return result & limit

    # Copies and matrices -----------------------------------------------------

    def copy(self, words, operands):
        if words[2] == "commit_group":
            self.groups.append(self.open)
            self.open = []
        elif words[2] == "wait_group":
            pending = int(operands[0])
            done = self.groups[: len(self.groups) - pending]
            self.groups = self.groups[len(done) :]
            for group in done:
                for destination, data in group:
                    self.block.shared.fill(destination, data)
        elif words[1:] == ["async", "cg", "shared", "global"]:
            to = self.address(operands[0]) - np.uint64(SHARED_BASE)
            source = self.address(operands[1])
            sizes = self.get(operands[3] if len(operands) > 3 else "16") & mask(32)
            for lane in range(LANES):
                size = int(sizes[lane])
                if int(to[lane]) % 16 or size > 16 or int(to[lane]) + 16 > len(
                    self.block.shared.bytes
                ):
                    raise Fault(f"copy of {size} bytes to {to[lane]}")
                if size and int(source[lane]) % 16:
                    raise Fault("source is not 16-aligned")
                data = (
                    self.block.memory.read(int(source[lane]), size).copy()
                    if size
                    else np.zeros(0, np.uint8)
                )
                self.block.shared.begin(int(to[lane]))
                self.open.append((int(to[lane]), data))
        else:
            raise Fault("unknown copy")

    def ldmatrix(self, operands, active):
        """m8n8.x4.b16: word m of lane l is bytes 4 (l % 4).. of row l / 4."""
        addresses = self.address(operands[1]) - np.uint64(SHARED_BASE)
        results = operands[0].strip("{}").split(",")
        for matrix, result in enumerate(results):
            rows = [
                self.block.shared.read(int(addresses[8 * matrix + row]))
                for row in range(8)
            ]
            words = [
                int.from_bytes(
                    rows[lane // 4][4 * (lane % 4) : 4 * (lane % 4) + 4].tobytes(),
                    "little",
                )
                for lane in range(LANES)
            ]
            self.set(result, np.array(words, np.uint64), active)

    def mma(self, words, operands, active):
        form = ".".join(words)
        if form != (
            "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale."
            "scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0"
        ):
            raise Fault("unknown matrix instruction")

        def many(text):
            return [self.get(v) for v in text.strip("{}").split(",")]

        def scale(word, selectors):
            byte, thread = (s[0] for s in many(selectors))
            return self.get(word), int(byte), int(thread)

        values = block_scaled_mma(
            many(operands[1]), many(operands[2]), many(operands[3]),
            scale(operands[4], operands[5]), scale(operands[6], operands[7]),
            self.block.sequential,
        )  # fmt: skip
        for result, value in zip(operands[0].strip("{}").split(","), values):
            self.set(result, value, active)


class Block:
    def __init__(self, kernel, arguments, memory, number, grid, shared,
                 sequential):
        self.sequential, self.grid = sequential, grid
        self.code, self.labels = kernel
        # Of each place in the code, and of its end.
        self.is_barrier = np.array(
            [opcode.startswith("bar.sync") for _, opcode, _ in self.code] + [False]
        )
        self.arguments, self.memory, self.number = arguments, memory, number
        self.shared = Shared(shared)


def split_operands(text):
    """At commas outside braces and brackets."""
    parts, depth, current = [], 0, ""
    for character in text:
        depth += (character in "{[") - (character in "}]")
        if character == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    return parts + [current.strip()] if current.strip() else parts


def parse(text):
    """The code and labels of each kernel."""
    kernels = {}
    for entry in re.finditer(r"\.entry (\w+)\((.*?)\)(.*?)\{(.*?)\n\}", text, re.S):
        code, labels = [], {}
        body = re.sub(r"//[^\n]*", "", entry[4])
        for statement in body.split(";"):
            statement = " ".join(statement.split())
            while match := re.match(r"(\$?\w+):\s*", statement):
                labels[match[1]] = len(code)
                statement = statement[match.end() :]
            if not statement or statement.startswith("."):
                continue
            guard = None
            if match := re.match(r"@(!?%\w+) ", statement):
                guard, statement = match[1], statement[match.end() :]
            opcode, _, rest = statement.partition(" ")
            code.append((guard, opcode, split_operands(rest)))
        kernels[entry[1]] = (code, labels)
    return kernels


def launch(
    kernel, arguments, memory, grid, block, shared, reverse=False, sequential=False
):
    """Runs all blocks, the warps of each first to last or the other way."""
    for number in range(grid):
        place = Block(kernel, arguments, memory, number, grid, shared, sequential)
        warps = [Warp(place, index) for index in range(block // LANES)]
        if reverse:
            warps.reverse()
        while True:
            states = {warp.run() for warp in warps}
            if states == {"end"}:
                break
            if states != {"barrier"}:
                raise Fault("some warps wait at a barrier that others never reach")
