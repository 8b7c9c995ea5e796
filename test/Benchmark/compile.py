"""How long an MXFP8 product takes to compile, beside Triton.

    compile.py TOOLS [ROUNDS] [FOLDER]

TOOLS is the folder of lowp-compile, of an optimized build. Two kernels are
compiled from IR to a cubin for sm_120: Y = X W in bf16, and Y = silu(X W + bias).
Triton compiles the same with nothing in its cache, from Python. Each is a new
process; they take turns, ROUNDS times (5 if left out). Prints the shortest and
the middle time of each, the ratio of the shortest ones (0.30 is expected, 0.40
at most), and where lowp's time goes: what --emit adds from stage to stage.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

tools = sys.argv[1]
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
folder = sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp()
os.makedirs(folder, exist_ok=True)
inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
cache = os.path.join(folder, "cache")
environment = os.environ | {"TRITON_CACHE_DIR": cache,
                            "TRITON_DEFAULT_FP_FUSION": "1"}
stages = {"tile": "tile level", "nvvm": "NVVM", "ptx": "LLVM and PTX",
          "cubin": "ptxas"}


def lowp(kernel, stage):
    return [os.path.join(tools, "lowp-compile"),
            os.path.join(inputs, kernel + ".mlir"), "--target=sm_120a",
            "--emit=" + stage, "-o", os.path.join(folder, kernel + "." + stage)]


def triton(kernel):
    return [sys.executable, os.path.join(inputs, "triton_product.py"), kernel,
            os.path.join(folder, "triton.cubin")]


def seconds(command):
    shutil.rmtree(cache, ignore_errors=True)
    begin = time.perf_counter()
    subprocess.run(command, check=True, env=environment)
    return time.perf_counter() - begin


for kernel in "product", "projection":
    commands = {stage: lowp(kernel, stage) for stage in stages}
    commands["triton"] = triton(kernel)
    commands["import"] = [sys.executable, "-c", "import triton"]
    times = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            times[name].append(seconds(command))
    least = {name: min(taken) for name, taken in times.items()}
    middle = {name: statistics.median(taken) for name, taken in times.items()}
    print(f"{kernel}: lowp {least['cubin']:.2f} s ({middle['cubin']:.2f}), "
          f"Triton {least['triton']:.2f} s ({middle['triton']:.2f}), of which "
          f"{least['import']:.2f} s to load it: "
          f"ratio {least['cubin'] / least['triton']:.2f}")
    before = 0
    for stage, words in stages.items():
        print(f"  {words:14}{least[stage] - before:.3f} s")
        before = least[stage]
