"""The GoogleTest executables, whose names end in `Tests`, as one lit suite."""

import os

import lit.formats

config.name = "lowp-unit"
config.test_exec_root = os.path.join(config.lowp_obj_root, "test", "Unit")
config.test_source_root = config.test_exec_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
