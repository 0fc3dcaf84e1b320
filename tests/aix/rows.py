# SPDX-License-Identifier: BSD-2-Clause
"""Check that README.md lists every row of the AIX manual's list, and that a test has its number.

rows.py FOLDER: the folder with README.md, the tests' sources and CMakeLists.txt.
"""
import re
import sys
from pathlib import Path

LAST = 76
SUFFIXED = {32: "abcdefghijk", 33: "abc", 34: "a"}


def all_rows() -> list[str]:
    """Return all rows in order, including those with a letter behind the number."""
    return [f"A{n}{letter}" for n in range(1, LAST + 1) for letter in ["", *SUFFIXED.get(n, "")]]


def rows_of(text: str) -> set[str]:
    """Return the rows in a text; "A16 to A19" counts as four, and "A32f to A32h" as three."""
    order = all_rows()
    found: set[str] = set()
    for match in re.finditer(r"\b(A\d+[a-k]?)(?: to (A\d+[a-k]?))?\b", text):
        first, last = match.group(1), match.group(2) or match.group(1)
        if first in order and last in order:
            found |= set(order[order.index(first):order.index(last) + 1])
    return found


def first_column(text: str) -> set[str]:
    return {row for cell in re.findall(r"^\|([^|]*)\|", text, re.MULTILINE) for row in rows_of(cell)}


def tested(folder: Path) -> set[str]:
    """Return the rows in names of test functions and of tests, and in the first comment of header.c."""
    found: set[str] = set()
    for source in folder.glob("*.c"):
        for name in re.findall(r"\((A\d+[a-k]?_\w+)[,)]", source.read_text()):
            found |= {part for part in name.split("_") if re.fullmatch(r"A\d+[a-k]?", part)}
    for name in re.findall(r"\bA\d+[a-k]?\.[A-Za-z0-9_.]+", (folder / "CMakeLists.txt").read_text()):
        found |= {part for part in name.split(".") if re.fullmatch(r"A\d+[a-k]?", part)}
    return found | rows_of((folder / "header.c").read_text().split("*/")[1])


def main(folder: Path) -> int:
    """Print all problems, and return whether there are any."""
    with_test, _, without = (folder / "README.md").read_text().partition("Not here:")
    listed, excused, have = first_column(with_test), first_column(without), tested(folder)
    problems = [f"{row} is in no table of README.md" for row in all_rows() if row not in listed | excused]
    problems += [f"{row} has a row in README.md, but no test bears its number"
                 for row in all_rows() if row in listed - have]
    problems += [f"{row} has a test, but README.md says that it has none" for row in sorted(excused & have)]
    print("\n".join(problems) or f"{len(listed)} rows tested, {len(excused)} excused")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
