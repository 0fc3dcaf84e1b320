# SPDX-License-Identifier: BSD-2-Clause
"""Draws bar charts as SVG."""

from __future__ import annotations

from html import escape

WIDTH, LEFT, BAR, GAP, TOP = 860, 60, 9, 9, 46
COLOURS = ["#8d99ae", "#457b9d", "#2a9d8f", "#e9a23b"]
Row = tuple[str, list[float | None]]


def text(x: float, y: float, words: str, more: str = "") -> str:
    """One line of text."""
    return f'<text x="{x:g}" y="{y:g}" {more}>{escape(words)}</text>'


def legend(series: list[str]) -> list[str]:
    """The legend: a coloured square and a name for each series."""
    out = []
    for i, name in enumerate(series):
        x = LEFT + i * 190
        out.append(f'<rect x="{x}" y="24" width="10" height="10" fill="{COLOURS[i]}"/>')
        out.append(text(x + 15, 33, name))
    return out


def bars(title: str, series: list[str], rows: list[Row]) -> str:
    """Draw a group of horizontal bars for each row, with one bar per series; None leaves a gap."""
    most = max(v for _, values in rows for v in values if v is not None)
    scale = (WIDTH - LEFT - 60) / most
    step = BAR * len(series) + GAP
    height = TOP + step * len(rows) + 8
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
           f'font-size="11" role="img"><title>{escape(title)}</title>',
           f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>', text(8, 15, title, 'font-weight="bold"'),
           *legend(series)]
    for r, (name, values) in enumerate(rows):
        top = TOP + r * step
        out.append(text(LEFT - 6, top + step / 2, name, 'text-anchor="end"'))
        for i, value in enumerate(values):
            if value is None:
                continue
            y = top + i * BAR
            out.append(f'<rect x="{LEFT}" y="{y}" width="{value * scale:.1f}" height="{BAR - 1}" fill="{COLOURS[i]}"/>')
            out.append(text(LEFT + value * scale + 4, y + BAR - 1, f"{value:g}", 'font-size="8"'))
    return "\n".join([*out, "</svg>"]) + "\n"
