"""The page for users about what the checked build refuses."""

from __future__ import annotations

from codegen.api.lower.contracts import is_checked, lower_check
from codegen.api.model import Function, Section
from codegen.api.resolve import Resolved
from codegen.core.markdown import filled, nested

INTRO = """# What the checked build refuses

Generated from `spec/api` by `python3 -m codegen gen`. Edit the specs, not this page. [checked.md](checked.md) says how to
use the checked build.

Every function on this page refuses NULL where its comment does not allow it, and freed objects, with EINVAL.
A function that is listed also refuses a call under these conditions, tested in this order, with the error after the
colon. A dot selects a member of a structure, whether through a value or a pointer.
"""


def checks_page(r: Resolved) -> str:
    lines = [INTRO]
    for section in (s for plan in r.plans for s in plan.sections):
        lines += section_lines(r, section)
    return "\n".join([*lines, *others(r)])


def said(r: Resolved, f: Function) -> list[str]:
    """Text about the calls of a function that are refused."""
    whole = [lower_check(r, f, c) for c in f.checks]
    each = [lower_check(r, f, c) for c in f.each]
    return [f"{c.words}: {c.error}" for c in whole] + [f"each request: {c.words}: {c.error}" for c in each]


def section_lines(r: Resolved, section: Section) -> list[str]:
    functions = [f for f in section.functions if is_checked(r, f) and (f.checks or f.each)]
    if not functions:
        return []
    return [f"## {section.doc.rstrip('.')}", "", *(line for f in functions for line in nested(f"`{f.name}`", said(r, f))), ""]


def others(r: Resolved) -> list[str]:
    names = [f"`{f.name}`" for f in r.api.functions() if is_checked(r, f) and not f.checks and not f.each]
    return ["## Functions without further checks", "", *filled(", ".join(names) + "."), ""]
