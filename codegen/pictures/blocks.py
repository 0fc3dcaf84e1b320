"""Draws the parts of a WQE or CQE, one below the other."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.adapter import Adapter
from codegen.core.svg import Svg, width_of, wrapped
from codegen.formats.model import Format
from codegen.pictures.bits import Painter, legend, lines_of
from codegen.pictures.formats import field_link
from codegen.pictures.rules import rules
from codegen.pictures.style import LEFT, NAME, RIGHT, ROW, SMALL, WORD, Kind
from codegen.pictures.values import Value, tip

MOST_ROWS = 2  # for a cell that is as wide as a row


@dataclass(frozen=True)
class Block:
    """A segment, or bytes without a format."""

    title: str
    note: str
    at: int | None  # offset; None: it depends on the preceding blocks
    fmt: Format | None = None
    values: tuple[Value, ...] = ()
    fill: str = ""  # what the bytes are, if they have no format
    kind: Kind = Kind.ZERO  # for such bytes
    maybe: bool = False  # not in all WQEs
    size: int | None = None  # size of such bytes, if it is always the same
    outlined: bool = False  # a word of the segment is stored after the rest

    @property
    def bytes(self) -> int | None:
        return self.fmt.size if self.fmt else self.size

    @property
    def spoken(self) -> str:
        size = f" {self.bytes} bytes" if self.bytes is not None else ""
        return f"{self.title}{size}" + (f" ({self.note})" if self.note else "")


def draw(svg: Svg, a: Adapter, blocks: list[Block], notes: list[str], ids: tuple[str, ...]) -> float:
    """Draw the blocks. Returns the height of the picture."""
    painter = Painter(svg, lambda value: tip(a, value), field_link, MOST_ROWS)
    y = painter.heading(0) + 1
    for block in blocks:
        y = _bar(svg, block, y)
        y = _content(painter, block, y) + 4
    y = painter.key(y)
    kinds = [v.kind for b in blocks for v in b.values] + [b.kind for b in blocks if not b.fmt]
    y = legend(svg, kinds, y, painter.outlined) + 2
    for note in notes:
        y = svg.prose(LEFT, y + 10, note, SMALL, RIGHT - LEFT) - 6
    return rules(svg, ids, y + 2)


def _bar(svg: Svg, block: Block, y: float) -> float:
    """Draw the name and size of the block, and the condition under which it exists."""
    lines = wrapped(block.note, WORD + 0.5, RIGHT - LEFT - 8) if block.note else []
    height = 16 + 11 * len(lines)
    href = f"#format-{block.fmt.name}" if block.fmt else ""
    svg.begin(href)
    svg.rect(LEFT, y, RIGHT - LEFT, height, "bar maybe" if block.maybe else "bar")
    svg.text(LEFT + 4, y + 11.5, block.title, NAME, "m b")
    svg.end(href)
    if block.bytes is not None:
        size = f"{block.bytes} bytes"
        assert width_of(block.title, NAME) + width_of(size, SMALL) < RIGHT - LEFT - 16, block.title
        svg.text(RIGHT - 4, y + 11.5, size, SMALL, "m mute", "end")
    for i, line in enumerate(lines):
        svg.text(LEFT + 4, y + 22.5 + 11 * i, line, WORD + 0.5, "t")
    return y + height


def _content(painter: Painter, block: Block, y: float) -> float:
    if block.fmt:
        return painter.lines(block.fmt, lines_of(block.fmt, block.values), y, block.at, block.outlined)
    svg, at = painter.svg, block.at
    if at is not None:
        svg.text(LEFT - 4, y + 11, f"{at:#04x}", SMALL, "m mute", "end")
    svg.rect(LEFT, y, RIGHT - LEFT, ROW, block.kind.value + (" maybe" if block.maybe else ""))
    svg.text((LEFT + RIGHT) / 2, y + 15, block.fill, SMALL, "t", "middle")
    return y + ROW
