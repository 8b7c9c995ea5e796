"""The lit suite of lowp; docs/Testing.md explains its features and words."""

import os
import subprocess

import lit.formats
import lit.util
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "lowp"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.lowp_obj_root, "test")

# A hanging test fails instead of holding up the suite. Needs psutil, which
# python/requirements.txt brings; without it there is no limit.
if lit.util.killProcessAndChildrenIsSupported()[0]:
    lit_config.maxIndividualTestTime = lit_config.maxIndividualTestTime or 600

llvm_config.with_environment("FILECHECK_OPTS", "--enable-var-scope")
llvm_config.with_system_environment(["HOME", "CCACHE_DIR", "TMPDIR"])
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.lowp_tools_dir, append_path=True)

# Every module that a test parses must also survive printing and reading back,
# as text and as bytecode; `--param no_roundtrip=1` leaves that out.
opt_args = ["--verify-roundtrip"]
if "no_roundtrip" in lit_config.params:
    opt_args = []

tools = [
    ToolSubst("lowp-opt", extra_args=opt_args, unresolved="ignore"),
    ToolSubst("lowp-compile", unresolved="ignore"),
    ToolSubst("lowp-inspect", unresolved="ignore"),
    ToolSubst("lowp-run", unresolved="ignore"),
    ToolSubst("mlir-opt", unresolved="ignore"),
    ToolSubst("mlir-translate", unresolved="ignore"),
    ToolSubst("split-file", unresolved="fatal"),
    ToolSubst("not", unresolved="fatal"),
    ToolSubst("FileCheck", unresolved="fatal"),
]
llvm_config.add_tool_substitutions(
    tools, [config.lowp_tools_dir, config.llvm_tools_dir]
)
config.substitutions += [
    ("%python", f'"{config.python}"'),
    ("%cmake", f'"{config.cmake_command}"'),
    ("%cc", f'"{config.c_compiler}"'),
    ("%cxx", f'"{config.cxx_compiler}"'),
    ("%ptxas", f'"{config.ptxas}"'),
    ("%nvdisasm", f'"{config.nvdisasm}"'),
    ("%lowp_plugin", os.path.join(config.lowp_obj_root, "lib", "LowpPlugin.so")),
    ("%llvm_prefix", config.llvm_prefix),
    ("%lowp_src_root", config.lowp_src_root),
    ("%lowp_obj_root", config.lowp_obj_root),
    ("%lowp_tools_dir", config.lowp_tools_dir),
]

# Features. One per tool that has been built, so that a test of two tools can
# say so; `ptxas` and `nvdisasm` where that program was found; `triton` where
# Python has it in the version of python/test-requirements.txt; `asan` where
# programs that are not ours cannot load our libraries; `terminal` where the
# system gives pseudo-terminals, which a chroot without /dev/pts does not.
for tool in ("lowp-opt", "lowp-compile", "lowp-inspect", "lowp-run"):
    if os.path.exists(os.path.join(config.lowp_tools_dir, tool)):
        config.available_features.add(tool)
for program, path in ("ptxas", config.ptxas), ("nvdisasm", config.nvdisasm):
    if path and not path.endswith("NOTFOUND"):
        config.available_features.add(program)
        llvm_config.with_environment(f"LOWP_{program.upper()}", path)
try:
    for descriptor in os.openpty():
        os.close(descriptor)
    config.available_features.add("terminal")
except OSError:
    lit_config.note("tests of terminals are skipped: there are none here")
with open(
    os.path.join(config.lowp_src_root, "python", "test-requirements.txt")
) as file:
    pinned = [line.strip() for line in file if line.startswith("triton==")]
found = subprocess.run(
    [
        config.python,
        "-c",
        "import importlib.metadata as m; print('triton==' + m.version('triton'))",
    ],
    capture_output=True,
    text=True,
)
if found.stdout.split() == pinned:
    config.available_features.add("triton")
if config.sanitizers:
    config.available_features.add("asan")
