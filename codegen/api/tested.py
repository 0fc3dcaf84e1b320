"""The tests that exercise each function, found from the calls in test functions in C and C++.

A call counts if it is in a test function (one that takes ``void **state``, or ``main`` of a program without such
functions) or in a helper in the same file that a test function calls. Calls in shared helpers of other files do not
count, because set-up code is not a test. A test function whose name begins with the number of a statement (``V33_...``,
``X10_X11_...``, ``I21_...``) is listed by that number, every other one by its program.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from codegen.core.kept import remembered

# With clang-format, a definition begins at the start of a line, and its brace is on a separate line.
DEFINITION = re.compile(r"^(?:[A-Za-z_][\w \t*]*?[ *])([A-Za-z_]\w*)\(([^;{}]*)\)\n\{\n(.*?)^\}", re.M | re.S)
NOISE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.S)
USED = re.compile(r"(?<!\.)(?<!->)\b([A-Za-z_]\w*)\b")  # a name that is not a member
STATEMENTS = re.compile(r"^(?:[VXCIvxci]\d+_)+")

NAMED = re.compile(r"^static void ((?:[VXCIvxci]\d+_)+)(\w+)\(void \*\*state\)\n\{", re.M)


@dataclass(frozen=True)
class Body:
    name: str
    test: bool
    words: frozenset[str]


def bodies(text: str) -> list[Body]:
    """The functions that one source file defines."""
    found = [(m.group(1), m.group(2), m.group(3)) for m in DEFINITION.finditer(NOISE.sub(" ", text))]
    kit = any("void **state" in params for _, params, _ in found)
    return [Body(name, "void **state" in params if kit else name == "main", frozenset(USED.findall(body)))
            for name, params, body in found]


def reached(start: Body, helpers: dict[str, Body]) -> frozenset[str]:
    """Every word of a test function and of the helpers that it uses, directly or indirectly."""
    words, todo, seen = set(start.words), list(start.words), {start.name}
    while todo:
        name = todo.pop()
        if name in helpers and name not in seen:
            seen.add(name)
            words |= helpers[name].words
            todo += helpers[name].words
    return frozenset(words)


def labels(name: str, program: str) -> list[str]:
    match = STATEMENTS.match(name)
    return [part.upper() for part in match.group(0).strip("_").split("_")] if match else [program]


def exercised(text: str, program: str) -> list[tuple[list[str], frozenset[str]]]:
    """(labels, words) of each test function of a program."""
    found = bodies(text)
    helpers = {b.name: b for b in found if not b.test}
    return [(labels(body.name, program), reached(body, helpers)) for body in found if body.test]


def programs(tests: Path) -> list[tuple[str, str]]:
    """(name, text) of each file of tests."""
    return [(str(path.relative_to(tests).with_suffix("")), path.read_text(encoding="utf-8"))
            for path in sorted([*tests.rglob("*.c"), *tests.rglob("*.cc")])]


def statements(tests: Path) -> dict[str, list[tuple[str, str]]]:
    """For each statement number, the statement in the words of its tests' names, and their program."""
    found: dict[str, list[tuple[str, str]]] = {}
    for program, text in programs(tests):
        for numbers, name in NAMED.findall(text):
            for label in labels(numbers, program):
                found.setdefault(label, []).append((name.replace("_", " "), program))
    return found


def order(label: str) -> tuple[int, str, int]:
    """Statements first, by number."""
    match = re.fullmatch(r"([A-Z])(\d+)", label)
    return (0, match.group(1), int(match.group(2))) if match else (1, label, 0)


def tested(functions: set[str], tests: Path) -> dict[str, list[str]]:
    """For each function, the statements whose tests use it or, if there are none, the test programs that do."""
    return _tested(frozenset(functions), tests)


@cache
def _tested(functions: frozenset[str], tests: Path) -> dict[str, list[str]]:
    """The result of `tested`, cached between runs: several pages need it, and the search takes longer than reading the
    files."""
    texts = programs(tests)

    def search() -> dict[str, list[str]]:
        found: dict[str, set[str]] = {}
        for program, text in texts:
            for names, words in exercised(text, program):
                for word in words & functions:
                    found.setdefault(word, set()).update(names)
        return {name: named(all_labels) for name, all_labels in found.items()}

    own = Path(__file__).read_text(encoding="utf-8")
    kept: dict[str, list[str]] = remembered("tested", [own, *sorted(functions), *(part for pair in texts for part in pair)], search)
    return kept


def named(found: set[str]) -> list[str]:
    statements = [label for label in found if order(label)[0] == 0]
    return sorted(statements or found, key=order)
