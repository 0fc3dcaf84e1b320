"""The status page: what every public function does today. Generated, so that it cannot say more than the archive does."""

from __future__ import annotations

from codegen.api.comments import not_yet_effect
from codegen.api.model import Function
from codegen.api.resolve import Resolved

STATE = {"runtime": "works", "inline": "works, inline", "table": "works"}


def row(f: Function) -> str:
    if f.works:
        return f"| `{f.name}` | {', '.join(f.sources)} | {STATE[f.status]} | |"
    note = f.waits_for or f"{f.reason}; {not_yet_effect(f)}"
    return f"| `{f.name}` | {', '.join(f.sources)} | not yet | {note} |"


def status_page(r: Resolved) -> str:
    functions = r.api.functions()
    working = sum(f.works for f in functions)
    lines = [
        "# Status of the API",
        "",
        "Generated from `spec/api` by `python3 -m codegen gen`. Edit the specs, not this page.",
        "",
        f"{len(functions)} functions are declared; {working} work, {len(functions) - working} do not yet. A function that does not work yet",
        "fails with the error named here, or cannot be reached because its object cannot be made. The test `api.status`",
        "compares this page with the archive and calls what does not work yet.",
        "",
    ]
    for section in (s for plan in r.plans for s in plan.sections):
        if not section.functions:
            continue
        lines += [f"## {section.doc.rstrip('.')}", "", "| function | source | state | note |", "|---|---|---|---|"]
        lines += [*(row(f) for f in section.functions), ""]
    if r.api.absent:
        lines += ["## Not declared", "", "| function | reason |", "|---|---|"]
        lines += [*(f"| `{a.name}` | {a.reason} |" for a in r.api.absent), ""]
    return "\n".join(lines)
