# SPDX-License-Identifier: BSD-2-Clause
"""The manual as pages: mandoc's HTML below Sphinx's headings, grouped by object as in the API's specs."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from codegen.api.build import SPEC_DIR, read
from codegen.api.lower.comments import sentence
from codegen.api.model import Function
from codegen.api.render.api import manual
from codegen.api.resolve import Resolved
from codegen.core.write import write

INDEX = "man/index.md"
ALIAS = re.compile(r"\.so man\d/(\S+)")
PAGE = re.compile(r'<table class="head">.*?</table>\n<div class="manual-text">\n(.*?)</div>\n<table class="foot">', re.S)
SECTION = re.compile(r'<section class="Sh">\n<h1 class="Sh"[^>]*>(.*?)</h1>\n(.*?)</section>\n(?=<section class="Sh">|\Z)', re.S)
PART = re.compile(r'<section class="Ss">\n<h2 class="Ss"[^>]*>(.*?)</h2>\n(.*?)</section>\n', re.S)
XREF = re.compile(r'<a class="Xr" href="([^"]*)\.html">([^<]*)</a>')
HEADER = re.compile(r'<a class="In">([^<]*)</a>')
TAG = re.compile(r"<[^>]+>")


def heading(html: str) -> str:
    text = re.sub(r"\s+", " ", TAG.sub("", html)).strip()
    return text[:1] + text[1:].lower() if text.isupper() and len(text) > 3 else text


def raw(html: str) -> list[str]:
    return ["```````{raw} html", html.strip("\n"), "```````", ""] if html.strip() else []


def without_dangling(html: str, there: dict[str, str]) -> str:
    """References to pages of other manuals become text, those to other names of a page the page's."""

    def reference(match: re.Match[str]) -> str:
        page = there.get(match[1])
        return f'<a class="Xr" href="{page}.html">{match[2]}</a>' if page else f'<span class="Xr">{match[2]}</span>'

    return HEADER.sub(r"\1", XREF.sub(reference, html))


def sections(html: str) -> Iterator[str]:
    """The lines of a page below its name: Sphinx's headings, so that they are in its contents, and mandoc's text."""
    for title, body in SECTION.findall(html):
        if heading(title) == "Name":
            continue
        yield from (f"## {heading(title)}", "")
        before, *parts = re.split(r'(?=<section class="Ss">)', body)
        yield from raw(before)
        for part in parts:
            match = PART.match(part)
            assert match, part
            yield from (f"### {heading(match[1])}", "", *raw(match[2]))


def page(title: str, html: str, home: str) -> str:
    name = SECTION.findall(html)[0][1]
    return "\n".join(["---", "orphan: true", f"home: {home}", "---", "", f"# {title}", "", *raw(name), *sections(html)])


def first_sentence(f: Function) -> str:
    return re.split(r"(?<=[.!?]) ", sentence(f.doc))[0]


def rendered(files: list[Path]) -> list[str]:
    """mandoc's HTML of each file; one run for all of them."""
    out = subprocess.run(["mandoc", "-T", "html", "-O", "fragment,man=%N.%S.html", *map(str, files)], check=True, text=True,
                         capture_output=True, timeout=120).stdout
    found = PAGE.findall(out)
    assert len(found) == len(files), f"{len(found)} pages from {len(files)} files"
    return found


def objects(r: Resolved, programs: list[str]) -> Iterator[tuple[str, str]]:
    """A page for each object with its calls, and the index of these."""
    index = ["# Every call", "", "By object; the name of each leads to its page of the manual. Overviews: "
             "verbs(7), rdma_cm(7), ibal(7).", ""]
    trees: list[str] = []
    for plan in r.plans:
        with_functions = [s for s in plan.sections if s.functions]
        if with_functions:
            index += [f"## {plan.header.path}", ""]
        for section in with_functions:
            title = section.doc.rstrip(".")
            calls = ", ".join(f"`{f.name}`" for f in section.functions if not f.name.startswith("_"))
            index += [f"**[{title}](objects/{section.name}.md)**: {calls}", ""]
            trees.append(f"objects/{section.name}")
            rows = [f"- `{f.name}`: {first_sentence(f)}" for f in section.functions]
            yield f"man/objects/{section.name}.md", "\n".join([f"# {title}", "", f"`#include <{plan.header.path}>`", "", *rows, ""])
    index += ["## Programs and files", "", ", ".join(programs), ""]
    yield INDEX, "\n".join([*index, "```{toctree}", ":hidden:", "", *trees, "```", ""])


def manual_pages(folder: Path) -> Iterator[tuple[str, str]]:
    """(place, text) of every page, and the names of the pages as JSON for calls_linked.py. ``folder`` is for mandoc."""
    r = read(sorted(SPEC_DIR.glob("*.yaml")))
    outputs = manual(r)
    write(outputs, folder)
    there: dict[str, str] = {}
    full: list[str] = []
    for out in outputs:
        name = Path(out.path).name
        alias = ALIAS.match(out.text)
        there[name] = Path(alias[1]).name if alias else name
        full += [] if alias else [out.path]
    home = {f"{f.page_name}.3": s for plan in r.plans for s in plan.sections for f in s.functions if f.page_name == f.name}
    for path, html in zip(full, rendered([folder / path for path in full])):
        name = Path(path).name
        section = home.get(name)
        above = f"man/objects/{section.name}" if section else "man/index"
        yield f"man/{name}.md", page(name.rpartition(".")[0], without_dangling(html, there), above)
    programs = sorted(re.sub(r"\.(\d)$", r"(\1)", Path(path).name) for path in full if not path.startswith(("man3", "man7")))
    yield from objects(r, programs)
    yield "man/names.json", json.dumps(there)
