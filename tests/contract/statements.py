# SPDX-License-Identifier: BSD-2-Clause
"""Every numbered statement of verbs(7) is in the table of README.md, and a test bears its number.

statements.py README TESTS: README.md of this folder, and the folder in which tests are looked for.
"""
import re
import sys
from pathlib import Path

LAST = 47
# The compiler is the test: its unit does not build when the statement does not hold.
COMPILED = {9, 14}
# The statements about XRC have numbers of their own, X1 and on.
NUMBERED_ELSEWHERE = {28}


def numbers(text: str) -> set[int]:
    """V-numbers of a text, with "V16 to V18" standing for three."""
    found = {int(n) for n in re.findall(r"\bV(\d+)\b", text)}
    for first, last in re.findall(r"\bV(\d+) to V(\d+)\b", text):
        found |= set(range(int(first), int(last) + 1))
    return found


def tables(readme: str) -> tuple[set[int], set[int]]:
    """Statements with a test, and statements without one, by the README's two tables."""
    with_test, _, without = readme.partition("Not here:")
    return (_first_column(with_test), _first_column(without))


def _first_column(text: str) -> set[int]:
    return {n for row in re.findall(r"^\|([^|]*)\|", text, re.MULTILINE) for n in numbers(row)}


def tested(folder: Path) -> set[int]:
    """Numbers in the names of test functions."""
    found: set[int] = set()
    for source in folder.rglob("*.c"):
        for name in re.findall(r"\((V\d+_\w+)\)", source.read_text()):
            found |= {int(n) for n in re.findall(r"(?:^|_)V(\d+)(?=_)", name)}
    return found


def main(readme: str, folder: str) -> int:
    """Print what is missing; its count is the exit status."""
    listed, excused = tables(Path(readme).read_text())
    have = tested(Path(folder)) | COMPILED | NUMBERED_ELSEWHERE
    problems = [f"V{n} is in no table of {readme}" for n in range(1, LAST + 1) if n not in listed | excused]
    problems += [f"V{n} has a row in {readme}, but no test bears its number" for n in sorted(listed - have)]
    for line in problems:
        print(line)
    return len(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
