"""Runs kernels of Triton in the simulator."""

import json
import os
import shutil
import subprocess

import numpy as np


class Launcher:
    """Holds the tool, and the folder for kernels and arrays.

    To be made before kernels are compiled, which happens anew each time: these
    tests are about the compiler that is installed.
    """

    def __init__(self, lowp_run, folder):
        self.lowp_run, self.folder = lowp_run, folder
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        os.environ["TRITON_CACHE_DIR"] = self.path("cache")
        os.environ["TRITON_DEFAULT_FP_FUSION"] = "1"

    def path(self, name):
        return os.path.join(self.folder, name)

    def __call__(self, name, ir, description, arrays, results, numbers, grid,
                 flags=()):
        """Results by name, which have types and shapes; a kernel takes arrays,
        results and numbers, in this order."""
        arguments = []
        for key, array in arrays.items():
            np.save(self.path(key + ".npy"), array)
            arguments.append({"array": key, "load": key + ".npy"})
        for key, (dtype, shape) in results.items():
            arguments.append({"array": key, "dtype": dtype, "shape": shape,
                              "store": key + ".npy"})
        arguments += [{"i32": int(number)} for number in numbers]
        # Scratch memory that these kernels do not use.
        arguments += [None, None]
        description = description | {"grid": grid, "arguments": arguments}
        kernel, launch = self.path(name + ".llir"), self.path(name + ".json")
        with open(kernel, "w") as file:
            file.write(ir)
        with open(launch, "w") as file:
            json.dump(description, file)
        subprocess.run([self.lowp_run, "--on=sim:sm_120a",
                        "--kernel=" + kernel, "--launch=" + launch, *flags],
                       check=True)
        return {key: np.load(self.path(key + ".npy")) for key in results}
