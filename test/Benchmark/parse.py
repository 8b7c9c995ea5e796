"""How fast modules of lowp are read and checked, beside mlir-opt.

    parse.py TOOLS MLIR_OPT [FUNCTIONS] [ROUNDS] [FOLDER]

TOOLS is the folder of lowp-opt, of an optimized build. Reads a module of
FUNCTIONS functions (2000 if left out) with 50 operations of the value form each,
and one of as many operations of arith, memref and scf with lines of like length,
both as their tools print them; and both again with a tenth of the functions.
The tools take turns, ROUNDS times (5 if left out), each in one thread. The
shortest times count, as --mlir-timing gives them: parsing with verification, and
lowp-verify-contracts by itself. Expected are 0.7 of the bytes a second of
mlir-opt, and 1 million operations a second through lowp-verify-contracts.
"""

import json
import os
import subprocess
import sys
import tempfile

tools, mlir_opt = sys.argv[1:3]
functions = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
folder = sys.argv[5] if len(sys.argv) > 5 else tempfile.mkdtemp()
os.makedirs(folder, exist_ok=True)
OPERATIONS = 50

rows = ("?", 128, 256, 4096)
columns = (1024, 4096, 8192)


def extents(number):
    return rows[number % len(rows)], columns[number % len(columns)]


def conversion(encoding, zero_sign):
    return (f"<{encoding}, rounding = rne, overflow = saturate, infinity = max, "
            f"nan = nan, zero_sign = {zero_sign}>")


def quantizer(recipe):
    return (f"<recipe = {recipe}, conversion = {conversion('f8E4M3FN', 'keep')}, "
            "arithmetic = divide, zero_group = one, nonfinite_group = propagate, "
            "subnormals = preserve, timing = current>")


def scaled(shape, group, encoding="f8E4M3FN", more="", layout="linear",
           order=""):
    return (f"!lowp.scaled<{shape}x{encoding}, #lowp.scale<f8E8M0FNU per "
            f"{group}{more}, layout = {layout}>{order}>")


def lowp_function(number):
    """Five layers, each a product of quantized activations and stored weights."""
    m, k = extents(number)
    x = scaled(f"{m}x{k}", "1x32")
    w = scaled(f"{k}x{k}", "32x1", order=", #lowp.layout<column_major>")
    transposed = scaled(f"{k}x{m}", "32x1")
    tiled = scaled(f"{m}x{k}", "1x32", layout="tile_128x4")
    inverse = scaled(f"{m}x{k}", "1x32", more=", direction = encode")
    fnuz = scaled(f"{m}x{k}", "1x32", encoding="f8E4M3FNUZ")
    columnwise = scaled(f"{m}x{k}", "32x1")
    wide = f"tensor<{m}x{k}xf32>"
    narrow = f"tensor<{m}x{k}xbf16>"
    codes = f"tensor<{m}x{k}xf8E4M3FN>"
    scales = f"tensor<{m}x{k // 32}xf8E8M0FNU>"
    w_codes = f"tensor<{k}x{k}xf8E4M3FN>"
    w_scales = f"tensor<{k}x{k // 32}xf8E8M0FNU>"
    lines = [f"func.func @layers{number}(%y: {wide}, %wc: {w_codes}, "
             f"%ws: {w_scales}) -> {wide} {{"]
    y = "%y"
    for n in range(5):
        lines += [
            f"%q{n} = lowp.quantize {y} with {quantizer('rceil')} "
            f": {wide} to {x}",
            f"%w{n} = lowp.assemble %wc, %ws : {w_codes}, {w_scales} to {w}",
            f"%y{n} = lowp.matmul %q{n}, %w{n} accumulate <accumulator = f32> "
            f": {x}, {w} to {wide}",
            f"%c{n} = lowp.codes %q{n} : {x} to {codes}",
            f"%s{n} = lowp.scales %q{n} level 0 : {x} to {scales}",
            f"%a{n} = lowp.assemble %c{n}, %s{n} : {codes}, {scales} to {x}",
            f"%d{n} = lowp.dequantize %a{n} : {x} to {narrow}",
            f"%t{n} = lowp.transpose %q{n} permutation = [1, 0] "
            f": {x} to {transposed}",
            f"%m{n} = lowp.dim %q{n}, 0 : {x}"]
        lines.append([
            f"%e = lowp.relayout %q0 : {x} to {tiled}",
            f"%f = lowp.invert_scale %q1 level 0 rounding rne : {x} to {inverse}",
            f"%g = lowp.recode %q2 with {conversion('f8E4M3FNUZ', 'positive')} "
            f": {x} to {fnuz}",
            f"%h = lowp.regroup %q3 with {quantizer('floor')} "
            f": {x} to {columnwise}",
            f"%i = lowp.launch @product(%q4, %w4) : ({x}, {w}) -> {wide}"][n])
        y = f"%y{n}"
    return lines + [f"return {y} : {wide}", "}"]


def upstream_function(number):
    """Five nests of loops that add products of rows."""
    m, k = extents(number)
    matrix = f"memref<{m}x{k}xf32>"
    row = f"memref<1x{k}xf32, strided<[{k}, 1], offset: ?>>"
    result = f"memref<{m}x{k}xf32, strided<[?, 1], offset: ?>>"
    nest = [
        "scf.for %i = %zero to %n step %one {",
        f"%r = memref.subview %a[%i, 0] [1, {k}] [1, 1] : {matrix} to {row}",
        f"%s = memref.subview %b[%i, 0] [1, {k}] [1, 1] : {matrix} to {row}",
        "scf.for %j = %zero to %n step %one {",
        f"%p = memref.load %r[%zero, %j] : {row}",
        f"%q = memref.load %s[%zero, %j] : {row}",
        f"%t = memref.load %y[%i, %j] : {result}",
        "%u = arith.mulf %p, %q fastmath<contract> : f32",
        "%v = arith.addf %t, %u fastmath<contract> : f32",
        f"memref.store %v, %y[%i, %j] : {result}",
        "}", "}"]
    return [f"func.func @nests{number}(%a: {matrix}, %b: {matrix}, %y: {result}, "
            "%n: index, %zero: index, %one: index) {",
            *(nest * 5), "return", "}"]


def write(tool, name, function, count):
    """A module as the tool prints it."""
    path = os.path.join(folder, f"{name}-{count}.mlir")
    with open(path + ".in", "w") as file:
        file.write(declarations[name])
        for number in range(count):
            file.write("\n".join(function(number)) + "\n")
    subprocess.run([tool, path + ".in", "-o", path], check=True)
    os.remove(path + ".in")
    return path


def timing(tool, path, *flags):
    """Seconds of each phase by its name."""
    run = subprocess.run(
        [tool, path, *flags, "--verify-each=false", "--mlir-disable-threading",
         "--mlir-timing", "--mlir-output-format=json", "-o", os.devnull],
        check=True, capture_output=True, text=True)
    return {phase["name"]: phase["wall"]["duration"]
            for phase in json.loads(run.stderr)}


# A kernel that the functions launch.
declarations = {"upstream": "", "lowp": "lowp.kernel private @product("
                + scaled("?x?", "1x32") + ", "
                + scaled("?x?", "32x1", order=", #lowp.layout<column_major>")
                + ") -> tensor<?x?xf32>\n"}
lowp_opt = os.path.join(tools, "lowp-opt")
counts = [max(1, functions // 10), functions]
runs = {}
for count in counts:
    runs["lowp", count] = (
        lowp_opt, write(lowp_opt, "lowp", lowp_function, count),
        "--lowp-verify-contracts")
    runs["upstream", count] = (
        mlir_opt, write(mlir_opt, "upstream", upstream_function, count))
times = {key: [] for key in runs}
for _ in range(rounds):
    for key, command in runs.items():
        times[key].append(timing(*command))
least = {key: {name: min(each[name] for each in taken) for name in taken[0]}
         for key, taken in times.items()}

seconds, rates = {}, {}
for (kind, count), command in runs.items():
    # What is printed has four digits.
    parsing = max(least[kind, count]["Parser"], 1e-4)
    seconds[kind, count] = parsing
    size = os.path.getsize(command[1])
    total = OPERATIONS * count
    rates[kind, count] = size / parsing
    print(f"{kind:9}{total:7} operations of {size / total:.0f} bytes: "
          f"parsed and verified in {parsing:.3f} s, "
          f"{total / parsing / 1e3:.0f} thousand operations a second, "
          f"{size / parsing / 1e6:.1f} MB/s")
print("bytes a second beside mlir-opt: " + ", ".join(
    f"{rates['lowp', count] / rates['upstream', count]:.2f} for "
    f"{OPERATIONS * count} operations" for count in counts))
print(f"time for {counts[1]} functions over that for {counts[0]}: " + ", ".join(
    f"{kind} {seconds[kind, counts[1]] / seconds[kind, counts[0]]:.1f}"
    for kind in ("lowp", "upstream")))
contracts = max(least["lowp", functions]["VerifyContracts"], 1e-4)
print(f"lowp-verify-contracts: {contracts:.4f} s, "
      f"{OPERATIONS * functions / contracts / 1e6:.1f} million operations a "
      "second")
