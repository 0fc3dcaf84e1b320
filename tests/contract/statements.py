# SPDX-License-Identifier: BSD-2-Clause
"""Every numbered statement of verbs(7) is in the table of README.md, and a test bears its number.

statements.py README TESTS PROGRAM...: README.md of this folder, the folder in which tests are looked for, and the
programs of this folder that run on iWARP adapters: a statement without a test there is in the README's table of those,
and no other is.
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


def tables(readme: str) -> tuple[set[int], set[int], set[int]]:
    """Statements with a test, without one, and without one that runs on iWARP, by the README's three tables."""
    with_test, _, rest = readme.partition("Not here:")
    without, _, iwarp = rest.partition("Not on iWARP adapters:")
    return (_first_column(with_test), _first_column(without), _first_column(iwarp))


def _first_column(text: str) -> set[int]:
    return {n for row in re.findall(r"^\|([^|]*)\|", text, re.MULTILINE) for n in numbers(row)}


def tested(folder: Path) -> set[int]:
    """Numbers in the names of test functions."""
    found: set[int] = set()
    for source in folder.rglob("*.c"):
        for name in re.findall(r"\((V\d+_\w+)\)", source.read_text()):
            found |= {int(n) for n in re.findall(r"(?:^|_)V(\d+)(?=_)", name)}
    return found


def on_iwarp(folder: Path, programs: list[str]) -> set[int]:
    """Numbers in the names of tests of these programs that are not marked as none for iWARP."""
    found: set[int] = set()
    for program in programs:
        text = (folder / "contract" / f"{program}.c").read_text()
        marked = set(re.findall(r"TEST_NOT_IWARP\(\s*(\w+)", text))
        for name in set(re.findall(r"^static void (V\d+_\w+)\(", text, re.MULTILINE)) - marked:
            found |= {int(n) for n in re.findall(r"(?:^|_)V(\d+)(?=_)", name)}
    return found


def main(readme: str, folder: str, programs: list[str]) -> int:
    """Print what is missing; its count is the exit status."""
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
