"""Compares all codes that lowp-inspect lists with ml_dtypes, both ways."""

import math
import subprocess
import sys

import ml_dtypes
import numpy

# Name of the format, type, and bits of a code.
FORMATS = [
    ("f8E4M3FN", ml_dtypes.float8_e4m3fn, 8),
    ("f8E5M2", ml_dtypes.float8_e5m2, 8),
    ("f6E3M2FN", ml_dtypes.float6_e3m2fn, 6),
    ("f6E2M3FN", ml_dtypes.float6_e2m3fn, 6),
    ("f4E2M1FN", ml_dtypes.float4_e2m1fn, 4),
    ("f8E8M0FNU", ml_dtypes.float8_e8m0fnu, 8),
    ("f8E4M3FNUZ", ml_dtypes.float8_e4m3fnuz, 8),
    ("f8E5M2FNUZ", ml_dtypes.float8_e5m2fnuz, 8),
    ("f8E4M3B11FNUZ", ml_dtypes.float8_e4m3b11fnuz, 8),
    ("f8E4M3", ml_dtypes.float8_e4m3, 8),
    ("f8E3M4", ml_dtypes.float8_e3m4, 8),
    ("bf16", ml_dtypes.bfloat16, 16),
    ("f16", numpy.float16, 16),
]


def listed_codes(inspect: str, name: str) -> dict[int, float]:
    page = subprocess.run(
        [inspect, f"--encoding={name}"], check=True, capture_output=True, text=True
    ).stdout
    codes = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) != 5 or cells[0] in ("code", "---"):
            continue
        decimal, exact = float(cells[2]), float.fromhex(cells[3])
        assert repr(decimal) == repr(exact), line
        codes[int(cells[0], 16)] = exact
    return codes


def main(inspect: str) -> None:
    for name, dtype, width in FORMATS:
        codes = listed_codes(inspect, name)
        assert sorted(codes) == list(range(1 << width)), name
        container = numpy.uint16 if width == 16 else numpy.uint8
        values = numpy.arange(1 << width, dtype=container).view(dtype)
        for code, value in enumerate(values.astype(numpy.float64).tolist()):
            # repr tells zeros apart and takes all NaN for one.
            assert repr(codes[code]) == repr(value), (name, code, value)
            if not math.isnan(value):
                again = numpy.array([codes[code]], numpy.float32).astype(dtype)
                assert int(again.view(container)[0]) == code, (name, code)
        print(f"{name}: {len(codes)} codes agree")


main(sys.argv[1])
