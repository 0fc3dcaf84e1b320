"""Pictures of formats, every bit to scale."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.formats.model import Format
from codegen.pictures.bits import Painter, legend, lines_of
from codegen.pictures.picture import Picture, canvas, picture
from codegen.pictures.rules import rules
from codegen.pictures.values import Value, format_values, tip

# Every bit belongs to one field or is reserved, and a field can hold the values of its source.
RULES = ("A110", "A111", "A116")


def field_link(fmt: Format, value: Value) -> str:
    """A link to the field's row in the table on the adapter's page."""
    return f"#format-{fmt.name}-{value.name}" if value.name else ""


def format_picture(a: Adapter, fmt: Format) -> Picture:
    fields = ", ".join(f.name for f in fmt.fields)
    svg = canvas(f"{a.name}: format {fmt.name}", f"{fmt.doc} {fmt.size} bytes in rows of 32 bits. Fields: {fields}.")
    values = format_values(a, fmt)
    painter = Painter(svg, lambda value: tip(a, value), field_link)
    y = painter.lines(fmt, lines_of(fmt, values), painter.heading(0))
    y = painter.key(y)
    return picture("format", fmt.name, svg, rules(svg, RULES, legend(svg, (v.kind for v in values), y, painter.outlined)))
