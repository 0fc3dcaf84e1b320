"""Stage render, pages: docs/adapters/<adapter>.md, which shows every format with a line per 32-bit word."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.formats.model import Format
from codegen.formats.rows import spans


def _bits(high: int, low: int) -> str:
    return str(high) if high == low else f"{high}-{low}"


def _word_line(cells: list[tuple[int, int, str]]) -> str:
    """``|31 owner|30-5 .|4-0 opcode|``: from the highest bit to the lowest, with a dot for reserved bits."""
    out, at = [], 31
    for high, low, name in sorted(cells, reverse=True):
        if high < at:
            out.append(f"{_bits(at, high + 1)} .")
        out.append(f"{_bits(high, low)} {name}")
        at = low - 1
    if at >= 0:
        out.append(f"{_bits(at, 0)} .")
    return "|" + "|".join(out) + "|"


def _diagram(fmt: Format) -> list[str]:
    layers: dict[int, list[list[tuple[int, int, str]]]] = {}
    for f in fmt.fields:
        for span in spans(fmt, f):
            rows = layers.setdefault(span.row, [])
            free = next((r for r in rows if all(span.high < c[1] or span.low > c[0] for c in r)), None)
            if free is None:
                free = []
                rows.append(free)
            free.append((span.high, span.low, f.name))
    lines = []
    for word in range(0, fmt.size, 4):
        for i, row in enumerate(layers.get(word, [[]])):
            lines.append(f"{f'0x{word:02x}' if i == 0 else '  or'} {_word_line(row)}")
    return lines


def _format_page(fmt: Format) -> list[str]:
    lines = [f"## {fmt.name}", "", f"{fmt.doc} {fmt.size} byte{'s' if fmt.size > 1 else ''}.", "", "```", *_diagram(fmt), "```", ""]
    notes = [f for f in fmt.fields if f.doc or f.source]
    if notes:
        lines += ["| field | value from | note |", "|---|---|---|"]
        lines += [f"| `{f.name}` | {f'`{f.source}`' if f.source else ''} | {f.doc} |" for f in notes]
        lines.append("")
    return lines


def _opcodes(a: Adapter) -> list[str]:
    lines = ["## Opcodes", "", "| request | hardware opcode | segments |", "|---|---|---|"]
    for op in a.send.ops:
        value = a.enum(a.send.code_enum).value(op.code)
        segments = ", ".join([*op.body.segments, *(["payload"] if op.body.payload else [])])
        lines.append(f"| `IBV_WR_{op.name}` | 0x{value:02x} {op.code} | {segments} |")
    return lines


def _statuses(a: Adapter) -> list[str]:
    values = a.enum(a.status_enum)
    lines = ["", "## Syndromes", "", "| syndrome | completion status |", "|---|---|"]
    lines += [f"| 0x{values.value(name):02x} {name} | `IBV_WC_{status}` |" for name, status in a.complete.status]
    return [*lines, f"| any other | `IBV_WC_{a.complete.default_status}` |"]


def page(a: Adapter) -> str:
    lines = [f"# {a.name}: memory formats", "",
             f"Generated from `{a.src.file}` by `python3 -m codegen gen`. {a.doc}", "",
             f"Bits are those of 32-bit {'big' if a.formats[0].big_endian else 'little'}-endian words; the first column"
             " is the word's byte. A second line for a word shows fields that share its bits.", ""]
    if a.truth:
        source = f"[{a.truth}](../../{a.truth})" if a.truth.endswith(".md") else a.truth
        lines += [f"Where the numbers come from: {source}", ""]
    for fmt in a.formats:
        lines += _format_page(fmt)
    lines += [*_opcodes(a), *_statuses(a)]
    return "\n".join(lines) + "\n"
