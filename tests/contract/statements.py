# SPDX-License-Identifier: BSD-2-Clause
"""Check that README.md lists every numbered statement of verbs(7), and that a test has its number.

statements.py README TESTS PROGRAM...: the arguments are README.md of this folder, the folder to search for tests, and
the programs of this folder that run on iWARP adapters. The README's table "Not on iWARP adapters" must list exactly the
statements for which these programs have no test.
"""
import re
import sys
from pathlib import Path

LAST = 47
# Tested by compiling: a source file does not build if the statement does not hold.
COMPILED = {9, 14}
# The statements about XRC have their own numbers, from X1.
NUMBERED_ELSEWHERE = {28}


def numbers(text: str) -> set[int]:
    """V-numbers of a text; "V16 to V18" counts as three."""
    found = {int(n) for n in re.findall(r"\bV(\d+)\b", text)}
    for first, last in re.findall(r"\bV(\d+) to V(\d+)\b", text):
        found |= set(range(int(first), int(last) + 1))
    return found


def tables(readme: str) -> tuple[set[int], set[int], set[int]]:
    """Return the statements with a test, without a test, and without a test on iWARP, from the README's three tables."""
    with_test, _, rest = readme.partition("Not here:")
    without, _, iwarp = rest.partition("Not on iWARP adapters:")
    return (_first_column(with_test), _first_column(without), _first_column(iwarp))


def _first_column(text: str) -> set[int]:
    return {n for row in re.findall(r"^\|([^|]*)\|", text, re.MULTILINE) for n in numbers(row)}


def tested(folder: Path) -> set[int]:
    """Return the numbers in the names of test functions."""
    found: set[int] = set()
    for source in folder.rglob("*.c"):
        for name in re.findall(r"\((V\d+_\w+)\)", source.read_text()):
            found |= {int(n) for n in re.findall(r"(?:^|_)V(\d+)(?=_)", name)}
    return found


def on_iwarp(folder: Path, programs: list[str]) -> set[int]:
    """Return the numbers in the names of those tests of these programs that are not marked TEST_NOT_IWARP."""
    found: set[int] = set()
    for program in programs:
        text = (folder / "contract" / f"{program}.c").read_text()
        marked = set(re.findall(r"TEST_NOT_IWARP\(\s*(\w+)", text))
        for name in set(re.findall(r"^static void (V\d+_\w+)\(", text, re.MULTILINE)) - marked:
            found |= {int(n) for n in re.findall(r"(?:^|_)V(\d+)(?=_)", name)}
    return found


def main(readme: str, folder: str, programs: list[str]) -> int:
    """Print all problems and return how many there are, as the exit status."""
    listed, excused, elsewhere = tables(Path(readme).read_text())
    have = tested(Path(folder)) | COMPILED | NUMBERED_ELSEWHERE
    problems = [f"V{n} is in no table of {readme}" for n in range(1, LAST + 1) if n not in listed | excused]
    problems += [f"V{n} has a row in {readme}, but no test bears its number" for n in sorted(listed - have)]
    run = on_iwarp(Path(folder), programs) | COMPILED
    problems += [f"V{n} has no test that runs on iWARP, and {readme} does not say why" for n in sorted(listed - run - elsewhere)]
    problems += [f"V{n} has a test that runs on iWARP, but {readme} says there is none" for n in sorted(elsewhere & run)]
    for line in problems:
        print(line)
    return len(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
