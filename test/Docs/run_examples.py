"""Runs every ```mlir block of the given files through a command.

A block of a TableGen description or of a page must parse, verify and survive
printing and reading back. Blocks in a Markdown page that name the tool in their
info string, as ```mlir lowp-opt --some-pass, are run with those options.
"""

import re
import subprocess
import sys
import tempfile
import textwrap

BLOCK = re.compile(r"^[ ]*```mlir[ ]*(.*?)\n(.*?)^[ ]*```", re.S | re.M)


def main() -> int:
    tool, *paths = sys.argv[1:]
    examples = failures = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for match in BLOCK.finditer(text):
            options, example = match.group(1).split()[1:], match.group(2)
            line = text.count("\n", 0, match.start()) + 1
            examples += 1
            with tempfile.NamedTemporaryFile("w", suffix=".mlir") as source:
                source.write(textwrap.dedent(example))
                source.flush()
                run = subprocess.run(
                    [tool, "--verify-roundtrip", *options, source.name],
                    capture_output=True,
                    text=True,
                )
            if run.returncode != 0:
                failures += 1
                print(f"{path}:{line}: example fails:\n{run.stderr}")
    print(f"{examples} examples, {failures} failures")
    return 1 if failures or not examples else 0


if __name__ == "__main__":
    sys.exit(main())
