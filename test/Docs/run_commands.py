"""Runs every ```sh block of a page, in order, in one empty folder.

The folder has the repository's `test` in it, so that paths are those of the page;
lowp's tools and the suite's Python are in PATH.
"""

import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```sh\n(.*?)^```", re.S | re.M)


def main() -> int:
    root, tools, page = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        blocks = BLOCK.findall(file.read())
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(root, "test"), os.path.join(folder, "test"))
        path = [tools, os.path.dirname(sys.executable), os.environ["PATH"]]
        for block in blocks:
            run = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", block],
                cwd=folder,
                env={**os.environ, "PATH": os.pathsep.join(path)},
                capture_output=True,
                text=True,
            )
            if run.returncode != 0:
                print(f"{page}: this fails:\n{block}{run.stdout}{run.stderr}")
                return 1
    print(f"{len(blocks)} blocks ran")
    return 0 if blocks else 1


if __name__ == "__main__":
    sys.exit(main())
