"""Writes one launch file that is right and, for each mistake, one that is not."""

import copy
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
array = {"array": "x", "dtype": "f4", "shape": [2]}
good = {"kernel": "k", "grid": [1], "block": [1], "arguments": [array, {"i32": 1}]}


def write(name, **fields):
    """Writes the good launch with fields changed, or left out where None."""
    launch = {**copy.deepcopy(good), **fields}
    launch = {key: value for key, value in launch.items() if value is not None}
    (folder / f"{name}.json").write_text(json.dumps(launch))


def write_array(name, **fields):
    write(name, arguments=[{**array, **fields}, {"i32": 1}])


write("good")
(folder / "malformed.json").write_text("{")
(folder / "list.json").write_text("[1]")
write("no_kernel", kernel=None)
write("other_kernel", kernel="other")
write("no_grid", grid=None)
write("grid_of_four", grid=[1, 1, 1, 1])
write("negative_grid", grid=[-1])
write("no_threads", block=[0])
write("many_threads", block=[1025])
write("negative_shared", shared=-1)
write("large_shared", shared=1 << 40)
write("no_arguments", arguments=None)
write("no_object", arguments=[1])
write("no_argument", arguments=[{}])
write("one_argument", arguments=[array])
write_array("no_dtype", dtype="")
write_array("odd_dtype", dtype="f3")
write("no_shape", arguments=[{"array": "x"}, {"i32": 1}])
write_array("negative_shape", shape=[-1])
write_array("uncounted", shape=[1 << 62, 8])
write_array("large", shape=[1 << 45])
write_array("alignment", alignment=3)
write("wide_integer", arguments=[array, {"i8": 300}])
write_array("no_file", load="nothere.npy")
