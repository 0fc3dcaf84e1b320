"""The status page: what every public function does today. Generated, so that it says no more than archive and tests."""

from __future__ import annotations

from pathlib import Path

from codegen.api.comments import not_yet_effect
from codegen.api.model import Function
from codegen.api.resolve import Resolved
from codegen.api.tested import tested

HEAD = ["| function | source | state | tested by | manual | note |", "|---|---|---|---|---|---|"]
STATE = {"runtime": "works", "inline": "works, inline", "table": "works"}


def documented(r: Resolved, f: Function) -> bool:
    """Its manual page tells more than its one line in the header."""
    return bool(r.functions[f.page_name].about)


def row(r: Resolved, f: Function, tests: list[str]) -> str:
    state, note = (STATE[f.status], "") if f.works else ("not yet", f.waits_for or f"{f.reason}; {not_yet_effect(f)}")
    manual = f"{f.page_name}(3)" if documented(r, f) else "in short"
    cells = [f"`{f.name}`", ", ".join(f.sources), state, ", ".join(tests), manual, note]
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


def status_page(r: Resolved, tests: Path) -> str:
    functions = r.api.functions()
    exercised = tested({f.name for f in functions}, tests)
    working = sum(f.works for f in functions)
    lines = [
        "# Status of the API",
        "",
        "Generated from `spec/api` and `tests` by `python3 -m codegen gen`. Edit the specs, not this page.",
        "",
        f"{len(functions)} functions are declared; {working} work, {len(functions) - working} do not yet. One that does not",
        "fails with the error named here, or cannot be reached because its object cannot be made. The test `api.status`",
        "compares this page with the archive and calls what does not work yet.",
        "",
        f"{sum(f.name in exercised for f in functions)} are called by tests: the page names the numbered statements of the API",
        "whose tests call a function, or, where there is none, the test programs. What only shared helpers of tests call does",
        f"not count. {sum(documented(r, f) for f in functions)} have a full manual page; that of the others says what the header says.",
        "",
    ]
    for section in (s for plan in r.plans for s in plan.sections):
        if not section.functions:
            continue
        lines += [f"## {section.doc.rstrip('.')}", "", *HEAD]
        lines += [*(row(r, f, exercised.get(f.name, [])) for f in section.functions), ""]
    if r.api.absent:
        lines += ["## Not declared", "", "| function | reason |", "|---|---|"]
        lines += [*(f"| `{a.name}` | {a.reason} |" for a in r.api.absent), ""]
    return "\n".join(lines)
