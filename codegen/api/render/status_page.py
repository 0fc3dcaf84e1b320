"""The status page: the state of every public function, generated from the specs and the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from codegen.api.lower.comments import not_yet_effect
from codegen.api.model import Function
from codegen.api.resolve import Resolved
from codegen.api.tested import tested
from codegen.core.markdown import item

HEAD = ["| function | source | state | tested by | manual | note |", "|---|---|---|---|---|---|"]
# Ability -> the adapters that have it.
Able = Mapping[str, Sequence[str]]
STATE = {"runtime": "works", "inline": "works, inline", "table": "works"}


def documented(r: Resolved, f: Function) -> bool:
    """True if the manual page has more than the one line of the header."""
    return bool(r.functions[f.page_name].about)


def works(f: Function, able: Able) -> bool:
    """False for a function that fails on every adapter."""
    return f.works and (not f.needs or bool(able.get(f.needs)))


def state_of(r: Resolved, f: Function, able: Able) -> tuple[str, str]:
    """(state, note)"""
    if not f.works:
        return "not yet", f.waits_for or f"{f.reason}; {not_yet_effect(f, r.status_of(f))}"
    if not works(f, able):
        return "not yet", f"no adapter has {f.needs}"
    return STATE[f.status], f"on {', '.join(able[f.needs])}" if f.needs else ""


def row(r: Resolved, f: Function, tests: list[str], able: Able) -> str:
    state, note = state_of(r, f, able)
    manual = f"{f.page_name}(3)" if documented(r, f) else "in short"
    by = ", ".join(tests) or ("**no test**" if works(f, able) else "")
    cells = [f"`{f.name}`", ", ".join(f.sources), state, by, manual, note if works(f, able) else ""]
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


def waiting(r: Resolved, able: Able) -> list[str]:
    """Functions that do not work yet, by what they wait for."""
    by_note: dict[str, list[str]] = {}
    for f in r.api.functions():
        if not works(f, able):
            by_note.setdefault(state_of(r, f, able)[1], []).append(f"`{f.name}`")
    return [line for note, names in by_note.items() for line in item(f"{', '.join(names)}: {note}.")]


def untested(r: Resolved, tests: Path, able: Able) -> list[Function]:
    exercised = tested({f.name for f in r.api.functions()}, tests)
    return [f for f in r.api.functions() if works(f, able) and f.name not in exercised]


def status_page(r: Resolved, tests: Path, able: Able) -> str:
    functions = r.api.functions()
    exercised = tested({f.name for f in functions}, tests)
    working = sum(works(f, able) for f in functions)
    missing = len(untested(r, tests, able))
    lines = [
        "# Status of the API",
        "",
        "Generated from `spec/api` and `tests` by `python3 -m codegen gen`. Edit the specs, not this page.",
        "",
        f"{len(functions)} functions are declared; {working} work, {len(functions) - working} do not yet. One that does not",
        "fails with the error named [below](#what-does-not-work-yet), or cannot be reached because its object cannot be made.",
        "The test `api.status` compares this page with the archive and calls what does not work yet.",
        "[known-problems.md](known-problems.md) lists what is known not to work otherwise.",
        "",
        f"{sum(f.name in exercised for f in functions)} are called by tests: the page names the numbered statements of the API",
        "whose tests call a function, or, where there is none, the test programs. What only shared helpers of tests call does",
        f"not count. {sum(documented(r, f) for f in functions)} have a full manual page; that of the others says what the header says.",
        *([f"**{missing} that work are called by no test**; the page says which."] if missing else []),
        "",
    ]
    for section in (s for plan in r.plans for s in plan.sections):
        if not section.functions:
            continue
        lines += [f"## {section.doc.rstrip('.')}", "", *HEAD]
        lines += [*(row(r, f, exercised.get(f.name, []), able) for f in section.functions), ""]
    if working < len(functions):
        lines += ["## What does not work yet", "", *waiting(r, able), ""]
    if r.api.absent:
        lines += ["## Not declared", "", "| function | reason |", "|---|---|"]
        lines += [*(f"| `{a.name}` | {a.reason} |" for a in r.api.absent), ""]
    return "\n".join(lines)
