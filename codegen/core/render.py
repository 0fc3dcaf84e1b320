"""Stage render: Jinja2 templates that print data from the stage ``lower``. Undefined names are errors, never empty
text."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from codegen.core.kept import folder, sum_of
from codegen.core.reflow import reflow

TEMPLATE_DIR = Path(__file__).resolve().parents[1] / "templates"


def banner(specs: list[str]) -> str:
    """The first lines of every generated C file: what it was generated from, and how to regenerate it."""
    return (
        "/* SPDX-License-Identifier: BSD-2-Clause */\n"
        f"/* Generated from {', '.join(specs)} by `python3 -m codegen gen`. Edit the spec, not this file. */\n"
    )


def c_comment(text: str, indent: str = "", width: int = 100) -> str:
    """``text`` as a C block comment, one line where it fits."""
    import textwrap

    flat = " ".join(text.split()).replace("*/", "* /")
    if len(indent) + len(flat) + 7 <= width:
        return f"{indent}/** {flat} */"
    lines = textwrap.wrap(flat, width - len(indent) - 3)
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"])


@cache
def environment() -> jinja2.Environment:
    options = sum_of(Path(__file__).read_text(encoding="utf-8"))  # templates are compiled with the options below
    kept = folder(f"templates-{options[:16]}")
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(str(TEMPLATE_DIR)),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
        bytecode_cache=jinja2.FileSystemBytecodeCache(str(kept)) if kept else None,
    )
    env.filters["c_comment"] = c_comment
    return env


@cache
def _template(name: str) -> jinja2.Template:
    return environment().get_template(name)


def render(template: str, **data: Any) -> str:
    text = _template(template).render(**data)
    in_c = template.startswith("adapter/") and template.endswith((".h.j2", ".c.j2"))  # other templates break lines themselves
    return reflow(text) if in_c else text
