"""Looks up every relative link and every script that a written page names."""

import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)")
SCRIPT = re.compile(r"tools/setup/[\w-]+\.sh")


def anchors(page: pathlib.Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings}


def main(root: pathlib.Path) -> None:
    links = broken = 0
    for page in [*root.glob("*.md"), *root.glob("docs/**/*.md")]:
        text = page.read_text()
        for path, anchor in LINK.findall(text):
            links += 1
            target = (page.parent / path) if path else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken += 1
                print(f"{page}: {path}#{anchor}")
        for script in SCRIPT.findall(text):
            links += 1
            if not (root / script).exists():
                broken += 1
                print(f"{page}: {script}")
    print(f"{links} links, {broken} broken")


main(pathlib.Path(sys.argv[1]))
