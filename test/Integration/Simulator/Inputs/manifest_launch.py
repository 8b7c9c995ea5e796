"""Launches of kernels in the simulator as their manifest describes them."""

import json
import math
import os
import subprocess
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(__file__), "../../CPU/Inputs"))
from runner import check_equal  # noqa: E402

POISON = 0xA5


class Compiler:
    """The tools, and the folder for what they make."""

    def __init__(self, tools, folder):
        self.tools, self.folder = tools, folder
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def call(self, tool, *flags):
        command = [os.path.join(self.tools, tool), *flags]
        return subprocess.run(command, capture_output=True, text=True)

    def compile(self, source, emit, output, flags=()):
        """The manifest's kernels by name."""
        manifest = self.path("k.json")
        done = self.call("lowp-compile", source, "--target=sm_120a",
                         f"--emit={emit}", "-o", self.path(output),
                         f"--manifest={manifest}", *flags)
        if done.returncode != 0:
            sys.exit(done.stderr)
        with open(manifest, encoding="utf-8") as file:
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
    """A kernel, as its manifest describes it, for numbers of its extents.

    Arrays begin at multiples of what the manifest says, or of `alignment`.
    """

    def __init__(self, compiler, kernel, extents, alignment=1):
        self.compiler, self.kernel = compiler, kernel
        self.extents, self.alignment = extents, alignment
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
        path, name = self.compiler.path, argument["name"]
        source = f"operand{argument['value']}_{argument['component']}"
        array, fields = self.arrays[source], argument["tensor_map"]
        memory = np.load(path(f"{source}.in.npy"))
        # An extent of 0 is given as 1, and nothing of the array is read.
        rows, row = max(array.rows, 1), max(array.row, 16)
        memory = np.resize(memory, (rows, row)) if memory.size else np.zeros(
            (rows, row), np.uint8)
        np.save(path(f"{name}.npy"), memory)
        assert fields["data_type"] == "uint8" and fields["fill"] == "zeros"
        return {"tensor_map": name, "load": f"{name}.npy",
                "box": fields["box"], "swizzle": fields["swizzle"],
                "row": max(array.used, 1)}

    def call(self, inputs, file="k.mlir", shorter=None):
        """Runs the kernel in a file; `shorter` lacks a byte. Gives the process,
        and a function that loads the bytes of the results."""
        path = self.compiler.path
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
                     "alignment": max(array.component["alignment"],
                                      self.alignment)}
            if argument["access"] == "write":
                memory = np.full(array.bytes, POISON, np.uint8)
                entry["store"] = f"{name}.out.npy"
                stored.append(path(entry["store"]))
            else:
                memory = inputs.pop(0)
            np.save(path(entry["load"]),
                    memory[:-1] if name == shorter else memory)
            arguments.append(entry)
        blocks = eval(self.launch["grid"]["formula"], {
            "__builtins__": {}, "ceildiv": lambda a, b: -(-a // b), "min": min,
            "multiprocessors": 2, **self.extents})
        with open(path("launch.json"), "w", encoding="utf-8") as description:
            json.dump({"kernel": self.launch["symbol"], "grid": [blocks],
                       "block": self.launch["block"],
                       "shared": self.launch["shared_bytes"],
                       "arguments": arguments}, description)
        done = self.compiler.call("lowp-run", f"--kernel={path(file)}",
                                  "--on=sim:sm_120a",
                                  f"--launch={path('launch.json')}")
        return done, lambda: [np.load(place) for place in stored]

    def run(self, inputs, file="k.mlir"):
        """The bytes of the results of a run that has to succeed."""
        done, load = self.call(inputs, file)
        if done.returncode != 0:
            sys.exit(done.stderr)
        return load()

    def check_sizes(self, inputs):
        """No array may be a byte shorter, but those that are read through a
        tensor map, of which no byte of a pitch is read."""
        mapped = [argument["name"].removesuffix("_map")
                  for argument in self.launch["arguments"]
                  if argument["role"] == "tensor_map"]
        for name, array in self.arrays.items():
            if name in mapped:
                continue
            done, _ = self.call(inputs, shorter=name)
            message = f"leaves {name}, which has {array.bytes - 1} bytes"
            assert done.returncode != 0 and message in done.stderr, (
                name, done.stderr)
