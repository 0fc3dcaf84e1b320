"""What the AIX profile changes, as a page for users."""

from __future__ import annotations

from codegen.api.lower.aix import words
from codegen.api.model import Section
from codegen.api.resolve import Resolved

INTRO = """# What the AIX profile changes, call by call

Generated from `spec/api` by `python3 -m codegen gen`. Edit the specs, not this page. [aix.md](aix.md) says how to use
the profile.

In a program built with `-DINVERBS_AIX` these functions differ from what their manual pages say. Checks are made in
this order, before anything is done; dots lead through structures and pointers alike. A function that is not here is
the same.
"""


def aix_page(r: Resolved) -> str:
    lines = [INTRO]
    for section in (s for plan in r.plans for s in plan.sections):
        lines += section_lines(r, section)
    return "\n".join(lines)


def section_lines(r: Resolved, section: Section) -> list[str]:
    rows = [f"| `{f.name}` | {'<br>'.join(words(r, f))} |" for f in section.functions if f.aix]
    if not rows:
        return []
    return [f"## {section.doc.rstrip('.')}", "", "| function | with INVERBS_AIX |", "|---|---|", *rows, ""]
