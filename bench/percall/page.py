# SPDX-License-Identifier: BSD-2-Clause
"""Writes docs/percall.md and its plot from the committed figures."""

from __future__ import annotations

import re
from pathlib import Path

import plot
from counting import SINGLE, SITES, Figures, Key
from device import REFERENCE, UNBOUND
from figures import cases, vendors
from targets import NOT_BOUND, VARIANTS, layered, over_target, verbs_of

HERE = Path(__file__).resolve().parent
TEXT = HERE / "page.md.in"
# shown in the README: an adapter, some cases, and columns in the form that table() takes
README_ADAPTER = "mlx4"
README_CASES = ("P1", "P2", "P7", "P8", "P9", "P11")
README_PART = re.compile(r"(<!-- written by .* -->\n).*(<!-- end of what is written -->\n)", re.S)


def adapters_shown() -> list[str]:
    """The adapters in the order of the page."""
    return re.findall(r"^@instructions (\w+)@$", TEXT.read_text(), re.M)


def markdown(head: list[str], rows: list[list[str]], words: int) -> str:
    """Format a table. The first columns contain words, the others numbers."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * words + "---:|" * (len(head) - words)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def shown(value: float | None) -> str:
    """Format a number, or a dash."""
    return "-" if value is None else f"{value:g}"


def rows_of(figures: Figures, columns: list[tuple[str, str, str]]) -> list[list[str]]:
    """A row per case: its name, what it is, and a figure per column."""
    rows = []
    for case, words in cases().items():
        values = [figures.get(Key(case, column, what)) for _, column, what in columns]
        if any(v is not None for v in values):
            rows.append([case, words, *map(shown, values)])
    return rows


def table(figures: Figures, columns: list[tuple[str, str, str]]) -> str:
    """A row per case. A column is a heading, a program and what is counted. Rows and columns without figures are left
    out."""
    columns = [c for c in columns if any((k.column, k.what) == c[1:] for k in figures)]
    return markdown(["case", "one operation", *(c[0] for c in columns)], rows_of(figures, columns), 2)


def render_readme(text: str, figures: Figures) -> str:
    """The README, with the figures of one adapter between its marks."""
    mine = README_ADAPTER
    columns = [("libibverbs and libmlx4", f"{mine}-{REFERENCE}", "run-time"), ("bound", mine, "run-time"),
               ("bound, one thread", mine + SINGLE, "run-time"), ("and constant", mine + SINGLE, "constant")]
    rows = [row[1:] for row in rows_of(figures, columns) if row[0] in README_CASES]
    made = markdown(["one call", *(c[0] for c in columns)], rows, 1)
    if not README_PART.search(text):
        raise ValueError("README.md lacks the two comments between which the figures stand")
    return README_PART.sub(lambda found: f"{found[1]}\n{made}\n\n{found[2]}", text)


def bindings(adapter: str) -> list[tuple[str, str]]:
    """Headings and names of our programs."""
    return [("unbound", f"{adapter}-{UNBOUND}"), ("bound", adapter), ("single-threaded", adapter + SINGLE)]


def instructions(figures: Figures, adapter: str) -> str:
    """A table with all variants of all bindings, and the reference."""
    columns = [("reference", f"{adapter}-{REFERENCE}", "run-time"), ("vendor", f"{adapter}-vendor", "run-time")]
    for heading, program in bindings(adapter):
        for variant in VARIANTS:
            more = "" if variant == "run-time" else f", {variant.replace('-', ' ')}"
            columns.append((heading + more, program, variant))
    return table({**figures, **vendors()}, columns)


def ratios(figures: Figures, adapter: str) -> str:
    """Instructions of requests built at run time, as fractions of the reference's."""
    rows = []
    for case, words in cases().items():
        reference = figures.get(Key(case, f"{adapter}-{REFERENCE}", "run-time"))
        ours = [figures.get(Key(case, program, "run-time")) for _, program in bindings(adapter)]
        if reference:
            rows.append([case, words, *("-" if value is None else f"{value / reference:.2f}" for value in ours)])
    return markdown(["case", "one operation", *(heading for heading, _ in bindings(adapter))], rows, 2)


def lines(figures: Figures, adapter: str) -> str:
    """Cache lines that a call with cold caches touches."""
    columns = []
    for heading, program in [("reference", f"{adapter}-{REFERENCE}"), *bindings(adapter)]:
        columns += [(f"{heading}, {what}", program, f"run-time/{what}-lines") for what in ("code", "data")]
    return table(figures, columns)


def times(figures: Figures, adapter: str) -> str:
    """Times of our programs, relative to the reference's."""
    columns = []
    for heading, program in bindings(adapter):
        columns += [(heading, program, "run-time/time"), (f"{heading}, constant", program, "constant/time")]
    return table(figures, columns)


def code(figures: Figures) -> str:
    """Code size per call site, and compile time."""
    programs = sorted({k.column for k in figures if k.what == "bytes"})
    rows = [[word.replace("-", " "), *(shown(figures.get(Key(word, p, "bytes"))) for p in programs)]
            for word in SITES.values()]
    for name, what in sorted({(k.name, k.what) for k in figures if k.what.startswith("compile")}):
        rows.append([f"compile time, {name.replace('-', ' ')}", *(shown(figures.get(Key(name, p, what))) for p in programs)])
    return markdown(["call site", *programs], rows, 1)


def layer(figures: Figures, adapter: str) -> str:
    """Calls of the access layer, and how much more they cost than the same calls of verbs."""
    columns = [("bound", adapter, "run-time"), ("single-threaded", adapter + SINGLE, "run-time"), (NOT_BOUND, adapter, NOT_BOUND)]
    rows = []
    for case, words in cases("I").items():
        keys = [Key(case, column, what) for _, column, what in columns]
        if not any(key in figures for key in keys):
            continue
        row = [case, words, layered()[case][0]]
        for key in keys:
            got, verbs = figures.get(key), verbs_of(figures, key)
            row += [shown(got), "-" if got is None or verbs is None else f"{got - verbs:+.3g}"]
        rows.append(row)
    head = [word for heading, _, _ in columns for word in (heading, "over verbs")]
    return markdown(["case", "one operation", "verbs", *head], rows, 3)


def reasons(figures: Figures, adapter: str) -> str:
    """Links to the reasons."""
    mine = [m for m in over_target(figures) if m.adapter == adapter]
    links = ", ".join(f"[{m.name.replace('-', ' ')}](percall-misses.md#{m.anchor})" for m in mine)
    return f"Over their targets, with the reason and the instructions: {links}." if links else "All figures meet their targets."


def render(compiler: str, figures: Figures) -> str:
    """The page: the text, in which lines that name a table are replaced by it."""
    text = TEXT.read_text().replace("@compiler@", compiler)

    def fill(found: re.Match[str]) -> str:
        makers = {"instructions": instructions, "layer": layer, "lines": lines, "ratios": ratios, "times": times, "misses": reasons}
        return code(figures) if found[1] == "code" else makers[found[1]](figures, found[2].strip())

    return re.sub(r"^@(\w+)([^@\n]*)@$", fill, text, flags=re.M)


def render_plot(figures: Figures, adapter: str) -> str:
    """Instructions of this adapter's cases, with run-time requests."""
    names = ["reference", "unbound", "bound", "bound, single-threaded"]
    programs = [f"{adapter}-{REFERENCE}", *(p for _, p in bindings(adapter))]
    rows: list[plot.Row] = []
    for case in cases():
        values = [figures.get(Key(case, p, "run-time")) for p in programs]
        if any(v is not None for v in values):
            rows.append((case, values))
    return plot.bars(f"Instructions of one operation, {adapter}, request built at run time", names, rows)
