"""Single matrix instructions against their definition.

    mma.py LOWP_RUN FOLDER

The registers of all lanes are filled by the formulas of the PTX ISA for
m16n8k8, m16n8k16 and m16n8k32 (fragments of A, B and of the accumulators), and
what comes back is compared bit for bit with the two models of addition.
"""

import json
import os
import subprocess
import sys
from fractions import Fraction

import ml_dtypes
import numpy as np

lowp_run, folder = sys.argv[1:3]
os.makedirs(folder, exist_ok=True)
M, N, LANES = 16, 8, 32
TYPES = {"f16": np.float16, "bf16": ml_dtypes.bfloat16,
         "e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2}
FORMS = [("f32", "f16", "f16", 8), ("f32", "f16", "f16", 16),
         ("f16", "f16", "f16", 8), ("f16", "f16", "f16", 16),
         ("f32", "bf16", "bf16", 8), ("f32", "bf16", "bf16", 16),
         ("f32", "e4m3", "e5m2", 16), ("f32", "e5m2", "e4m3", 32),
         ("f16", "e5m2", "e5m2", 16), ("f16", "e4m3", "e4m3", 32)]


def make_kernel(name, opcode, words_a, words_b, words_c, c_type, constraint):
    """Each lane loads its words of A, B and C one after the other."""
    lines, values = [], {}
    for matrix, count, kind in [("a", words_a, "i32"), ("b", words_b, "i32"),
                                ("c", words_c, c_type)]:
        lines.append(f"  %{matrix}o = mul i32 %t, {4 * count}")
        values[matrix] = []
        for i in range(count):
            lines += [
                f"  %{matrix}i{i} = add i32 %{matrix}o, {4 * i}",
                f"  %{matrix}p{i} = getelementptr i8, ptr addrspace(1) "
                f"%{matrix}, i32 %{matrix}i{i}",
                f"  %{matrix}v{i} = load {kind}, ptr addrspace(1) "
                f"%{matrix}p{i}, align 4"]
            values[matrix].append(f"{kind} %{matrix}v{i}")
    result = "{ " + ", ".join([c_type] * words_c) + " }"
    groups, number = [], 2 * words_c
    for count in words_a, words_b:
        groups.append(", ".join(f"${number + i}" for i in range(count)))
        number += count
    outputs = ", ".join(f"${i}" for i in range(words_c))
    inputs = ", ".join(f"${words_c + i}" for i in range(words_c))
    text = (f"{opcode} {{ {outputs} }}, {{ {groups[0]} }}, {{ {groups[1]} }}, "
            f"{{ {inputs} }};")
    constraints = ",".join(
        ["=" + constraint] * words_c + [str(i) for i in range(words_c)] +
        ["r"] * (words_a + words_b))
    arguments = ", ".join(values["c"] + values["a"] + values["b"])
    lines.append(f'  %r = call {result} asm sideeffect "{text}", '
                 f'"{constraints}"({arguments})')
    for i in range(words_c):
        lines += [f"  %r{i} = extractvalue {result} %r, {i}",
                  f"  %rp{i} = getelementptr i8, ptr addrspace(1) %d, i32 "
                  f"%ci{i}",
                  f"  store {c_type} %r{i}, ptr addrspace(1) %rp{i}, align 4"]
    body = "\n".join(lines)
    return (f"define ptx_kernel void @{name}(ptr addrspace(1) %a, "
            f"ptr addrspace(1) %b, ptr addrspace(1) %c, ptr addrspace(1) %d) "
            f"{{\n  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n{body}\n"
            f"  ret void\n}}\n")


def get_places_a(k, per_word):
    """Row and column of element e of word r of lane l of A."""
    words = M * k // LANES // per_word
    for lane in range(LANES):
        g, t = lane // 4, lane % 4
        for r in range(words):
            for e in range(per_word):
                yield (g + 8 * (r % 2),
                       per_word * t + e + 4 * per_word * (r // 2))


def get_places_b(k, per_word):
    words = N * k // LANES // per_word
    for lane in range(LANES):
        g, t = lane // 4, lane % 4
        for r in range(words):
            for e in range(per_word):
                yield per_word * t + e + 4 * per_word * r, g


def get_places_c():
    """The same for f32, and for two f16 in a word."""
    for lane in range(LANES):
        for i in range(4):
            yield lane // 4 + 8 * (i // 2), 2 * (lane % 4) + i % 2


def gather(matrix, places):
    return np.array([matrix[place] for place in places], matrix.dtype)


def round_once(value, dtype):
    """The nearest number, ties to even, overflow to infinity; zero is +0."""
    fraction, lowest = (10, -24) if dtype == np.float16 else (23, -149)
    if value == 0:
        return dtype(0)
    magnitude = abs(value)
    exponent = (magnitude.numerator.bit_length() -
                magnitude.denominator.bit_length())
    if Fraction(2) ** exponent > magnitude:
        exponent -= 1
    step = Fraction(2) ** max(exponent - fraction, lowest)
    rounded = round(magnitude / step) * step
    with np.errstate(over="ignore"):
        return dtype(float(rounded) * (-1 if value < 0 else 1))


def add(a, b, c, model, sum_type):
    result = np.zeros((M, N), sum_type)
    for m, n in np.ndindex(M, N):
        products = [Fraction(float(x)) * Fraction(float(y))
                    for x, y in zip(a[m], b[:, n])]
        total = Fraction(float(c[m, n]))
        if model == "exact":
            total += sum(products)
        else:
            for product in products:
                rounded = round_once(total + product, np.float32)
                if np.isinf(rounded):
                    break
                total = Fraction(float(rounded))
            if np.isinf(rounded):
                result[m, n] = rounded
                continue
        result[m, n] = round_once(total, sum_type)
    return result


def run(name, arrays, count, dtype, model):
    arguments = []
    for key, array in arrays.items():
        np.save(os.path.join(folder, key + ".npy"), array)
        arguments.append({"array": key, "load": key + ".npy"})
    arguments.append({"array": "d", "dtype": dtype, "shape": [count],
                      "store": "d.npy"})
    launch = os.path.join(folder, "launch.json")
    with open(launch, "w", encoding="utf-8") as file:
        json.dump({"kernel": name, "grid": [1], "block": [LANES], "shared": 0,
                   "arguments": arguments}, file)
    subprocess.run([lowp_run, "--on=sim:sm_120a", "--kernel=" + kernels,
                    "--launch=" + launch, "--accumulate=" + model], check=True)
    return np.load(os.path.join(folder, "d.npy"))


kernels = os.path.join(folder, "kernels.ll")
with open(kernels, "w", encoding="utf-8") as file:
    file.write('target triple = "nvptx64-nvidia-cuda"\n'
               "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n")
    for sum_name, a_name, b_name, k in FORMS:
        bits = np.dtype(TYPES[a_name]).itemsize * 8
        is_f32 = sum_name == "f32"
        file.write(make_kernel(
            f"{sum_name}_{a_name}_{b_name}_{k}",
            f"mma.sync.aligned.m16n8k{k}.row.col.{sum_name}.{a_name}.{b_name}."
            f"{sum_name}", k * bits // 64, k * bits // 128, 4 if is_f32 else 2,
            "float" if is_f32 else "<2 x half>", "f" if is_f32 else "r"))

for sum_name, a_name, b_name, k in FORMS:
    name = f"{sum_name}_{a_name}_{b_name}_{k}"
    per_word = 4 // np.dtype(TYPES[a_name]).itemsize
    sum_type = np.float32 if sum_name == "f32" else np.float16
    rng = np.random.default_rng([k, len(name)])
    a = rng.standard_normal((M, k)).astype(TYPES[a_name])
    b = rng.standard_normal((k, N)).astype(TYPES[b_name])
    c = rng.standard_normal((M, N)).astype(sum_type)
    # Products that f32 has not, small and large, in bf16.
    if a_name == "bf16":
        a[0], b[:, 0] = 2.0**-100, 2.0**-40
        a[1], b[:, 1] = 2.0**80, 2.0**60
        c[0, 0], c[1, 1] = 0, 0
    arrays = {"a": gather(a, get_places_a(k, per_word)),
              "b": gather(b, get_places_b(k, per_word)),
              "c": gather(c, get_places_c())}
    arrays = {key: array.view(f"u{array.itemsize}")
              for key, array in arrays.items()}
    for model in "exact", "f32-sequential":
        got = run(name, arrays, M * N, "u4" if sum_name == "f32" else "u2",
                  model)
        expected = gather(add(a, b, c, model, sum_type), get_places_c())
        same = got == expected.view(got.dtype)
        if not same.all():
            place = list(get_places_c())[np.argmin(same)]
            sys.exit(f"{name}, {model}: {place} is {got[np.argmin(same)]:#x}, "
                     f"expected {expected[np.argmin(same)]}; "
                     f"{(~same).sum()} differ")
print(f"{len(FORMS)} instructions are right")
