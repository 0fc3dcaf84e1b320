"""What the checked build refuses, as a page for users."""

from __future__ import annotations

import textwrap

from codegen.api.lower.contracts import is_checked, lower_check
from codegen.api.model import Function, Section
from codegen.api.resolve import Resolved

INTRO = """# What the checked build refuses

Generated from `spec/api` by `python3 -m codegen gen`. Edit the specs, not this page. [checked.md](checked.md) says how to
use the checked build.

Every function of this page refuses NULL where its comment does not allow it, and objects that were freed, with EINVAL.
Beyond that, in this order; dots lead through structures and pointers alike:
"""


def checks_page(r: Resolved) -> str:
    lines = [INTRO]
    for section in (s for plan in r.plans for s in plan.sections):
        lines += section_lines(r, section)
    return "\n".join([*lines, *others(r)])


def said(r: Resolved, f: Function) -> list[str]:
    """The refusals of a function."""
    whole = [lower_check(r, f, c) for c in f.checks]
    each = [lower_check(r, f, c) for c in f.each]
    return [f"{c.words}: {c.error}" for c in whole] + [f"each request: {c.words}: {c.error}" for c in each]


def section_lines(r: Resolved, section: Section) -> list[str]:
    functions = [f for f in section.functions if is_checked(r, f) and (f.checks or f.each)]
    if not functions:
        return []
    rows = [f"| `{f.name}` | {'<br>'.join(said(r, f))} |" for f in functions]
    return [f"## {section.doc.rstrip('.')}", "", "| function | refuses when |", "|---|---|", *rows, ""]


def others(r: Resolved) -> list[str]:
    names = [f"`{f.name}`" for f in r.api.functions() if is_checked(r, f) and not f.checks and not f.each]
    text = textwrap.fill(", ".join(names) + ".", 120, break_long_words=False, break_on_hyphens=False)
    return ["## Nothing beyond that", "", *text.split("\n"), ""]
