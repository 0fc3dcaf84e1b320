"""The status page: the state of every public function, generated from the specs and the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from codegen.api.lower.comments import not_yet_effect
from codegen.api.model import Function, Section
from codegen.api.render.statements_page import reference
from codegen.api.resolve import Resolved
from codegen.api.tested import statements, tested
from codegen.core.markdown import filled, item

HEAD = ["function", "source", "state"]
TAIL = ["tested by", "manual"]
ANY = "any"  # an ability that every adapter has
# Ability -> the adapters that have it.
Able = Mapping[str, Sequence[str]]
STATE = {"runtime": "works", "inline": "works, inline", "table": "works"}


def documented(r: Resolved, f: Function) -> bool:
    """True if the manual page has more than the one line of the header."""
    return bool(r.functions[f.page_name].about)


def works(f: Function, able: Able) -> bool:
    """True unless the function fails on every adapter."""
    return f.works and (not f.needs or bool(able.get(f.needs)))


def state_of(r: Resolved, f: Function, able: Able) -> tuple[str, str]:
    """The state of a function, and what it waits for."""
    if not f.works:
        return "not yet", f.waits_for or f"{f.reason}; {not_yet_effect(f, r.status_of(f))}"
    if not works(f, able):
        return "not yet", f"no adapter has {f.needs}"
    return STATE[f.status], ""


def cells(row: Sequence[str]) -> str:
    return "|" + "|".join(f" {cell} " if cell else " " for cell in row) + "|"


def adapters_of(r: Resolved, s: Section, able: Able) -> Sequence[str]:
    """The adapters with a column in the table of a section. Layers above verbs have no such columns, because their
    calls do several things."""
    return () if r.units[s.name] else able.get(ANY, ())


def row(r: Resolved, f: Function, tests: list[str], able: Able, adapters: Sequence[str], numbers: frozenset[str]) -> str:
    manual = f"{f.page_name}(3)" if documented(r, f) else "in short"
    by = ", ".join(reference(label, numbers) for label in tests) or ("**no test**" if works(f, able) else "")
    there = able.get(f.needs or ANY, ()) if f.works else ()
    return cells([f"`{f.name}`", ", ".join(f.sources), state_of(r, f, able)[0],
                  *("yes" if name in there else "" for name in adapters), by, manual])


def table(r: Resolved, s: Section, tests: dict[str, list[str]], able: Able, numbers: frozenset[str]) -> list[str]:
    adapters = adapters_of(r, s, able)
    head = [*HEAD, *adapters, *TAIL]
    return [f"## {s.doc.rstrip('.')}", "", cells(head), "|---" * len(head) + "|",
            *(row(r, f, tests.get(f.name, []), able, adapters, numbers) for f in s.functions), ""]


def waiting(r: Resolved, able: Able) -> list[str]:
    """The functions that do not work yet, grouped by what they wait for."""
    by_note: dict[str, list[str]] = {}
    for f in r.api.functions():
        if not works(f, able):
            by_note.setdefault(state_of(r, f, able)[1], []).append(f"`{f.name}`")
    return [line for note, names in by_note.items() for line in item(f"{', '.join(names)}: {note}.")]


def untested(r: Resolved, tests: Path, able: Able) -> list[Function]:
    exercised = tested({f.name for f in r.api.functions()}, tests)
    return [f for f in r.api.functions() if works(f, able) and f.name not in exercised]


def status_page(r: Resolved, tests: Path, able: Able) -> str:
    functions, numbers = r.api.functions(), frozenset(statements(tests))
    exercised = tested({f.name for f in functions}, tests)
    working = sum(works(f, able) for f in functions)
    missing = len(untested(r, tests, able))
    lines = [
        "# Status of the API",
        "",
        "Generated from `spec/api` and `tests` by `python3 -m codegen gen`. Edit the specs, not this page.",
        "",
        f"{len(functions)} functions are declared; {working} work, {len(functions) - working} do not yet: they fail",
        "with the error given [below](#what-does-not-work-yet), or cannot be called because their object cannot be created.",
        "The test `api.status` compares this page with the archive and calls what does not work yet.",
        "[known-problems.md](known-problems.md) lists other defects.",
        "",
        f"{sum(f.name in exercised for f in functions)} are called by tests: the page lists the [numbered statements](statements.md) of the API",
        "whose tests call a function or, if there are none, the test programs. Calls by shared helpers of tests do not count.",
        f"{sum(documented(r, f) for f in functions)} have a full manual page; those of the others have the text of the header.",
        *(["", *filled(f"The columns {', '.join(able[ANY])} are the adapters: *yes* if the function works there. Otherwise it "
                       "fails as its manual page says. An adapter's spec defines its features ([what they can "
                       "do](adapters/README.md#what-they-can-do)). Calls of the access layer have no such columns.")]
          if able.get(ANY) else []),
        *([f"**{missing} that work are not called by any test**; the page says which."] if missing else []),
        "",
    ]
    for section in (s for plan in r.plans for s in plan.sections):
        if not section.functions:
            continue
        lines += table(r, section, exercised, able, numbers)
    if working < len(functions):
        lines += ["## What does not work yet", "", *waiting(r, able), ""]
    if r.api.absent:
        lines += ["## Not declared", "", "| function | reason |", "|---|---|"]
        lines += [*(f"| `{a.name}` | {a.reason} |" for a in r.api.absent), ""]
    return "\n".join(lines)
