"""Checks the manifest of the example against its PTX and the chapter's contract."""

import json
import re
import sys


def get_entries(ptx: str) -> dict[str, list[str]]:
    """The types of each entry's parameters, in order."""
    entries = {}
    for match in re.finditer(r"\.visible \.entry (\w+)\((.*?)\)", ptx, re.S):
        entries[match[1]] = re.findall(r"\.param \.u64( \.ptr)?", match[2])
    return entries


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        manifest = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        entries = get_entries(file.read())
    assert manifest["schema"] == "lowp-manifest" and manifest["version"] == 2
    assert re.fullmatch("[0-9a-f]{64}", manifest["fingerprint"])
    assert manifest["target"]["chip"] == "sm_120a"
    kernels = {kernel["name"]: kernel for kernel in manifest["kernels"]}
    assert list(kernels) == ["quantize", "projection"]

    # Pointers and extents stand in the order of the entry's parameters.
    for name, kernel in kernels.items():
        launch = kernel["launch"]
        assert launch["symbol"] == name
        pointers = [argument["role"] != "extent" for argument in launch["arguments"]]
        assert pointers == [bool(ptr) for ptr in entries[name]], entries[name]
        for argument in launch["arguments"]:
            side = "results" if argument["role"] == "result" else "operands"
            value = kernel[side][argument["value"]]
            if argument["role"] == "extent":
                dim = int(argument["component"].removeprefix("d"))
                assert value["shape"][dim] == argument["name"]
            else:
                names = [part["name"] for part in value["components"]]
                assert argument["component"] in names
                is_written = argument["role"] == "result"
                assert argument["access"] == ("write" if is_written else "read")
                assert argument["noalias"] == is_written
        names = [extent["name"] for extent in kernel["extents"]]
        for argument in launch["arguments"]:
            assert argument["role"] != "extent" or argument["name"] in names
        for factor in launch["grid"]["factors"]:
            assert factor["extent"] in names

    # The chapter's record of the projection (numerics.md F17).
    projection = kernels["projection"]
    x, w, bias = projection["operands"]
    assert x["encoding"] == w["encoding"] == "f8E4M3FN"
    assert x["levels"][0]["group"] == [1, 32] and w["levels"][0]["group"] == [32, 1]
    assert x["levels"][0]["type"] == w["levels"][0]["type"] == "f8E8M0FNU"
    assert x["layout"]["order"] == [0, 1] and w["layout"]["order"] == [1, 0]
    assert x["components"][0]["alignment"] == 16
    assert bias["element"] == "f32"
    assert x["shape"] == ["M", "K"] and w["shape"] == ["K", "N"]
    assert bias["shape"] == ["N"]
    assert projection["results"][0]["shape"] == ["M", "N"]
    accumulation = projection["accumulation"]
    assert accumulation["accumulator"] == "f32"
    assert accumulation["scale_application"] == "in_contraction"
    assert accumulation["scales_vary_along_k"] is True
    assert projection["results"][0]["element"] == "bf16"
    assert projection["epilogue"] == [
        "arith.addf",
        "arith.negf",
        "math.exp",
        "arith.addf",
        "arith.divf",
        "arith.truncf",
    ]
    conversion = kernels["quantize"]["quantizer"]["conversion"]
    assert conversion["rounding"] == "rne" and conversion["overflow"] == "saturate"


if __name__ == "__main__":
    main()
