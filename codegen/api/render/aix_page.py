"""The page for users about what the AIX profile changes."""

from __future__ import annotations

from codegen.api.lower.aix import words
from codegen.api.model import Section
from codegen.api.resolve import Resolved
from codegen.core.markdown import nested

INTRO = """# What the AIX profile changes, call by call

Generated from `spec/api` by `python3 -m codegen gen`. Edit the specs, not this page. [aix.md](aix.md) says how to use
the profile.

In a program built with `-DINVERBS_AIX` these functions differ from what their manual pages say. Conditions are tested
in this order before anything is done, and the error of a condition follows the colon. A dot selects a member of a
structure, whether through a value or a pointer. A function that is not listed is unchanged.
"""


def aix_page(r: Resolved) -> str:
    lines = [INTRO]
    for section in (s for plan in r.plans for s in plan.sections):
        lines += section_lines(r, section)
    return "\n".join(lines)


def section_lines(r: Resolved, section: Section) -> list[str]:
    functions = [f for f in section.functions if f.aix]
    if not functions:
        return []
    return [f"## {section.doc.rstrip('.')}", "", *(line for f in functions for line in nested(f"`{f.name}`", words(r, f))), ""]
