"""Writes the files of the tests of lowp-run into a folder."""

import os
import sys

import numpy as np

os.makedirs(sys.argv[1], exist_ok=True)
os.chdir(sys.argv[1])
x = np.arange(6, dtype="f4").reshape(2, 3)
np.save("x.npy", x)
np.save("x_f8.npy", x.astype("f8"))
np.save("x_1d.npy", x.ravel())
np.save("x_3x3.npy", np.zeros((3, 3), "f4"))
np.save("x_fortran.npy", np.asfortranarray(x))
np.save("x_big_endian.npy", x.astype(">f4"))
np.save("scalar.npy", np.array(2.5, "f4"))
np.save("count.npy", np.array(7, "i8"))
np.save("zero.npy", np.array(0, "i8"))
np.save("negative.npy", np.array(-7, "i8"))
np.save("complex.npy", x.astype("c8"))
np.save("record.npy", np.zeros(2, dtype=[("a", "f4")]))
codes = np.arange(6, dtype="u1").reshape(2, 3)
np.save("codes.npy", codes)
np.save("codes_5x3.npy", np.zeros((5, 3), "u1"))
np.save("scales.npy", np.full((2, 1), 127, "u1"))
np.save("scales_2x2.npy", np.full((2, 2), 127, "u1"))
whole = open("x.npy", "rb").read()
open("cut.npy", "wb").write(whole[:-4])
open("cut_header.npy", "wb").write(whole[:40])
open("cut_magic.npy", "wb").write(whole[:7])
open("no_npy.npy", "w").write("not an array")
open("empty.npy", "w")


def header(text, version=b"\x01\x00"):
    text = text.encode() + b"\n"
    return b"\x93NUMPY" + version + len(text).to_bytes(2, "little") + text


def write(name, text, data=b"", **options):
    open(name, "wb").write(header(text, **options) + data)


good = "'fortran_order': False, 'shape': (2, 3), }"
write("huge.npy", "{'descr': '<f4', 'fortran_order': False, "
      "'shape': (4611686018427387904, 9), }")
write("version.npy", "{'descr': '<f4', " + good, version=b"\x09\x00")
write("no_dict.npy", "[1, 2]")
write("no_shape.npy", "{'descr': '<f4', 'fortran_order': False}")
write("bad_shape.npy", "{'descr': '<f4', 'fortran_order': False, "
      "'shape': (-2, 3), }")
write("bad_dtype.npy", "{'descr': '<f4x', " + good)
write("bad_order.npy", "{'descr': '<f4', 'fortran_order': 1, 'shape': (), }")
write("open_string.npy", "{'descr': '<f4")
# More than any memory, without the disk to match.
write("sparse.npy", "{'descr': '|u1', 'fortran_order': False, "
      "'shape': (1099511627776, 8), }")
with open("sparse.npy", "r+b") as file:
    file.truncate(file.seek(0, 2) + 8 * 2**40)
