"""Compares the libraries that docs/Using.md names with those that are built."""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
page = (root / "docs" / "Using.md").read_text()
named = set(re.findall(r"`lowp::(\w+)`", page))
built = {
    name
    for file in (root / "lib").rglob("CMakeLists.txt")
    for name in re.findall(r"^add_lowp_library\((\w+)", file.read_text(), re.M)
}
for name in sorted(named ^ built):
    print(f"{name} is {'made up' if name in named else 'not named'}")
print(
    f"{len(built)} libraries, {len(built - named)} not named, "
    f"{len(named - built)} made up"
)
