import json
import math
import os
import re
import subprocess
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(__file__), "../../CPU/Inputs"))
from runner import Runner, check_equal  # noqa: E402

tools, program, folder = sys.argv[1:4]
run = Runner(os.path.join(tools, "lowp-run"), program, folder)
poison = 0xA5


def get_path(name):
    return os.path.join(folder, name)


def call(tool, *flags):
    command = [os.path.join(tools, tool), *flags]
    return subprocess.run(command, capture_output=True, text=True)


def compile_manifest(source, emit, output):
    done = call("lowp-compile", source, "--target=sm_120a", f"--emit={emit}",
                "-o", get_path(output), f"--manifest={get_path('k.json')}")
    if done.returncode != 0:
        sys.exit(done.stderr)
    with open(get_path("k.json"), encoding="utf-8") as file:
        return {kernel["name"]: kernel
                for kernel in json.load(file)["kernels"]}


class Array:
    """One array of an operand or result, for numbers in place of names."""

    def __init__(self, value, component, extents):
        self.component = component
        shape = [extents.get(extent, extent) for extent in value["shape"]]
        names = {f"d{dim}": extent for dim, extent in enumerate(shape)}
        names["ceildiv"] = lambda a, b: -(-a // b)
        names["alignto"] = lambda a, b: -(-a // b) * b

        def evaluate(formula):
            return eval(formula, {"__builtins__": {}}, names)

        element = component["element_bytes"]
        self.bytes = evaluate(component["bytes"])
        extents = [evaluate(extent) for extent in component["extents"]]
        pitch = evaluate(component.get("pitch", component["extents"][-1]))
        self.rows = math.prod(extents[:-1])
        self.used, self.row = extents[-1] * element, pitch * element

    def pack(self, dense):
        """The array in memory, with the padding that the manifest states."""
        memory = np.full((self.rows, self.row), self.component["padding"],
                         np.uint8)
        dense = np.ascontiguousarray(dense)
        memory[:, :self.used] = dense.view(np.uint8).reshape(
            self.rows, self.used)
        assert memory.size == self.bytes, (memory.size, self.bytes)
        return memory.reshape(-1)

    def unpack(self, here, memory):
        """The elements' bytes by rows; the padding must be there."""
        assert memory.size == self.bytes, (memory.size, self.bytes)
        memory = memory.reshape(self.rows, self.row)
        padding = memory[:, self.used:]
        check_equal(f"{here} padding", padding,
                    np.full_like(padding, self.component["padding"]))
        return memory[:, :self.used]


class Launch:
    """A kernel, as its manifest describes it, for numbers of its extents."""

    def __init__(self, kernel, extents):
        self.kernel, self.extents = kernel, extents
        self.launch = kernel["launch"]
        self.arrays = {}
        for argument in self.launch["arguments"]:
            if argument["role"] in ("extent", "tensor_map"):
                continue
            side = "results" if argument["role"] == "result" else "operands"
            value = kernel[side][argument["value"]]
            component = next(part for part in value["components"]
                             if part["name"] == argument["component"])
            self.arrays[argument["name"]] = Array(value, component, extents)

    def make_map(self, argument):
        """The tensor map of an array whose file has been written."""
        source = (f"operand{argument['value']}_{argument['component']}")
        array, fields = self.arrays[source], argument["tensor_map"]
        name = argument["name"]
        memory = np.load(get_path(f"{source}.in.npy"))
        # An extent of 0 is given as 1, and nothing of the array is read.
        rows, row = max(array.rows, 1), max(array.row, 16)
        memory = np.resize(memory, (rows, row)) if memory.size else np.zeros(
            (rows, row), np.uint8)
        np.save(get_path(f"{name}.npy"), memory)
        assert fields["data_type"] == "uint8" and fields["fill"] == "zeros"
        return {"tensor_map": name, "load": f"{name}.npy",
                "box": fields["box"], "swizzle": fields["swizzle"],
                "row": max(array.used, 1)}

    def call(self, inputs, shorter=None):
        """The process and the bytes of the results. `shorter` lacks a byte."""
        inputs, arguments, stored = list(inputs), [], []
        for argument in self.launch["arguments"]:
            name = argument["name"]
            if argument["role"] == "extent":
                arguments.append({"i64": self.extents[name]})
                continue
            if argument["role"] == "tensor_map":
                arguments.append(self.make_map(argument))
                continue
            array = self.arrays[name]
            entry = {"array": name, "load": f"{name}.in.npy",
                     "alignment": array.component["alignment"]}
            if argument["access"] == "write":
                memory = np.full(array.bytes, poison, np.uint8)
                entry["store"] = f"{name}.out.npy"
                stored.append(get_path(entry["store"]))
            else:
                memory = inputs.pop(0)
            np.save(get_path(entry["load"]),
                    memory[:-1] if name == shorter else memory)
            arguments.append(entry)
        blocks = eval(self.launch["grid"]["formula"], {
            "__builtins__": {}, "ceildiv": lambda a, b: -(-a // b), "min": min,
            "multiprocessors": 2, **self.extents})
        with open(get_path("launch.json"), "w", encoding="utf-8") as file:
            json.dump({"kernel": self.launch["symbol"], "grid": [blocks],
                       "block": self.launch["block"],
                       "shared": self.launch["shared_bytes"],
                       "arguments": arguments}, file)
        done = call("lowp-run", get_path("k.mlir"), "--on=sim:sm_120a",
                    f"--launch={get_path('launch.json')}")
        if shorter is not None:
            return done
        if done.returncode != 0:
            sys.exit(done.stderr)
        return [np.load(path) for path in stored]

    def check_sizes(self, inputs):
        """No array may be a byte shorter, but those that are read through a
        tensor map, of which no byte of a pitch is read."""
        mapped = [argument["name"].removesuffix("_map")
                  for argument in self.launch["arguments"]
                  if argument["role"] == "tensor_map"]
        for name, array in self.arrays.items():
            if name in mapped:
                continue
            done = self.call(inputs, shorter=name)
            message = f"leaves {name}, which has {array.bytes - 1} bytes"
            assert done.returncode != 0 and message in done.stderr, (
                name, done.stderr)


def check_static_types(kernel, extents):
    """Where types have the numbers, lowp counts the bytes itself."""
    for value in kernel["operands"] + kernel["results"]:
        if value["kind"] != "scaled":
            continue
        static = iter([extents[name] for name in value["shape"]])
        text = re.sub(r"\?", lambda _: str(next(static)), value["type"])
        with open(get_path("static.mlir"), "w", encoding="utf-8") as file:
            file.write(f"lowp.kernel private @k({text})")
        own = compile_manifest(get_path("static.mlir"), "mlir", "static.out")
        total = sum(Array(value, part, extents).bytes
                    for part in value["components"])
        assert own["k"]["operands"][0]["bytes"]["total"] == total


kernels = compile_manifest(program, "nvvm", "k.mlir")
for m, n, k in [(17, 33, 160), (1, 8, 100), (129, 257, 33), (3, 5, 0)]:
    here = f"M, N, K = {m}, {n}, {k}:"
    rng = np.random.default_rng([m, n, k])
    extents = {"M": m, "N": n, "K": k}
    x = rng.standard_normal((m, k)).astype(np.float32)
    bias = rng.standard_normal(n).astype(np.float32)
    w_codes = rng.integers(0, 0x7F, (n, k), dtype=np.uint8)
    w_scales = rng.integers(110, 130, (n, -(-k // 32)), dtype=np.uint8)

    quantize = Launch(kernels["quantize"], extents)
    source, codes, scales = quantize.arrays.values()
    packed_x = [source.pack(x)]
    q = quantize.call(packed_x)
    expected = run("quantize", x, outputs=2, flags=["--on=sim:sm_120a"])
    check_equal(f"{here} codes", codes.unpack(f"{here} codes", q[0]),
                expected[0])
    check_equal(f"{here} scales", scales.unpack(f"{here} scales", q[1]),
                expected[1])

    projection = Launch(kernels["projection"], extents)
    _, _, codes, scales, values, result = projection.arrays.values()
    packed = [*q, codes.pack(w_codes), scales.pack(w_scales),
              values.pack(bias)]
    y, = projection.call(packed)
    expected = run("main", x, w_codes, w_scales, bias,
                   flags=["--on=sim:sm_120a"])
    check_equal(f"{here} Y", result.unpack(f"{here} Y", y),
                expected.view(np.uint8).reshape(result.rows, result.used))
    if k == 160:
        # Here neither rows nor groups end before the last byte.
        quantize.check_sizes(packed_x)
        projection.check_sizes(packed)
    if k:
        check_static_types(kernels["quantize"], extents)
        check_static_types(kernels["projection"], extents)
