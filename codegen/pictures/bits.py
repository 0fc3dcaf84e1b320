"""Draws bits to scale: rows of 32 bits, with a cell for each field, and the names of narrow fields below."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from codegen.adapter.lower.segments import plain_format
from codegen.core.svg import Svg, width_of
from codegen.formats.lower import Units
from codegen.formats.model import Field, Format, Place
from codegen.formats.rows import ROW as ROW_BYTES
from codegen.formats.rows import Span, spans
from codegen.pictures.style import BIT, LEFT, LEGEND, NAME, RIGHT, ROW, SMALL, WORD, Kind
from codegen.pictures.values import Value, place_text, word_link

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Cell:
    """Part of a value in one row, or in several whole rows."""

    span: Span
    value: Value
    lane: int = 0
    rows: int = 1


@dataclass(frozen=True)
class Line:
    """Rows that are drawn as one line: a word with its lanes, or several words with a single cell."""

    cells: tuple[Cell, ...]
    lanes: int
    rows: int

    @property
    def row(self) -> int:
        return self.cells[0].span.row


def lines_of(fmt: Format, values: Iterable[Value]) -> list[Line]:
    """The lines of a format. Fields that share bits are in separate lanes, one below the other."""
    words: dict[int, list[Cell]] = {}
    for value in values:
        for span in spans(fmt, value.what):
            cells = words.setdefault(span.row, [])
            taken = {c.lane for c in cells if c.span.meets(span)}
            lane = next(n for n in range(len(cells) + 1) if n not in taken)
            cells.append(Cell(span, value, lane))
    lines: list[Line] = []
    for _, cells in sorted(words.items()):
        line = Line(_merged(cells), max(c.lane for c in cells) + 1, 1)
        if lines and _continues(lines[-1], line):
            lines[-1] = _longer(lines[-1])
        else:
            lines.append(line)
    return lines


def _merged(cells: list[Cell]) -> tuple[Cell, ...]:
    """The cells from the highest bit down. Adjacent cells without names are merged."""
    out: list[Cell] = []
    for cell in sorted(cells, key=lambda c: (c.lane, -c.span.high)):
        before = out[-1] if out else None
        if before and _is_nameless_pair(before, cell) and before.span.low == cell.span.high + 1:
            out[-1] = replace(before, span=replace(before.span, low=cell.span.low))
        else:
            out.append(cell)
    return tuple(out)


def _is_nameless_pair(one: Cell, other: Cell) -> bool:
    return one.lane == other.lane and not (one.value.name or other.value.name) and one.value.kind is other.value.kind


def _continues(before: Line, line: Line) -> bool:
    """True if one cell fills both rows and is of the same field, or reserved."""
    if len(before.cells) > 1 or len(line.cells) > 1 or before.row + before.rows * ROW_BYTES != line.row:
        return False
    one, other = before.cells[0], line.cells[0]
    same = one.value is other.value or (not one.value.name and not other.value.name and one.value.kind is other.value.kind)
    return same and one.span.bits == other.span.bits == 32


def _longer(line: Line) -> Line:
    return replace(line, cells=(replace(line.cells[0], rows=line.rows + 1),), rows=line.rows + 1)


@dataclass
class Painter:
    """Draws the lines of one or several formats, and records the names that did not fit."""

    svg: Svg
    tip: Callable[[Value], str]
    link: Callable[[Format, Value], str]
    most_rows: int = 0  # taller cells are shortened to this many rows; 0: all are to scale
    keyed: list[tuple[Format, Value]] = field(default_factory=list)
    outlined: bool = False

    def heading(self, y: float) -> float:
        """Draw the numbers of the bits at byte boundaries."""
        for high in (31, 23, 15, 7):
            x = LEFT + (31 - high) * BIT
            self.svg.text(x + 1, y + 8, str(high), WORD, "m mute")
            self.svg.text(x + 8 * BIT - 1, y + 8, str(high - 7), WORD, "m mute", "end")
        for bit in range(33):
            x = LEFT + bit * BIT
            self.svg.line(x, y + (10 if bit % 8 == 0 else 12), x, y + 14)
        return y + 14

    def height(self, line: Line) -> float:
        rows = min(line.rows, self.most_rows) if self.most_rows else line.rows
        return ROW * max(rows, line.lanes)

    def lines(self, fmt: Format, lines: list[Line], y: float, base: int | None = 0, outline: bool = True) -> float:
        """Draw lines. ``base``: offset in the WQE at which the format begins; None: it varies. ``outline``: its word is
        stored last."""
        start = y
        for line in lines:
            self._offset(fmt, line, y, base)
            for cell in line.cells:
                self._cell(fmt, cell, y + cell.lane * ROW, self.height(line) if line.rows > 1 else ROW)
            y += self.height(line)
        if outline:
            self._outline(fmt, lines, start)
        return y

    def _outline(self, fmt: Format, lines: list[Line], y: float) -> None:
        """Draw the outline of the word that is stored last."""
        place = published(fmt)
        found = spans(fmt, place) if place else []
        edges: list[float] = []
        for line in lines:
            if any(line.row <= span.row < line.row + line.rows * ROW_BYTES for span in found):
                edges += [y, y + self.height(line)]
            y += self.height(line)
        if edges:
            self.outlined = True
            self.svg.rect(LEFT + (31 - found[0].high) * BIT, edges[0], found[0].bits * BIT, edges[-1] - edges[0], "last")

    def _offset(self, fmt: Format, line: Line, y: float, base: int | None) -> None:
        text = f"{line.row + base:#04x}" if base is not None else f"+{line.row:#x}"
        self.svg.text(LEFT - 4, y + 11, text, SMALL, "m mute", "end")
        half = _half(fmt, line)
        if half:
            self.svg.text(LEFT - 4, y + 20.5, half, WORD, "m mute", "end")
        for lane in range(1, line.lanes):
            self.svg.text(LEFT - 4, y + lane * ROW + 14, "or", SMALL, "m mute", "end")

    def _cell(self, fmt: Format, cell: Cell, y: float, height: float) -> None:
        value = cell.value
        x, width = LEFT + (31 - cell.span.high) * BIT, cell.span.bits * BIT
        href = self.link(fmt, value) if value.name else ""
        self.svg.begin(href, self.tip(value), "faint" if value.faint else "")
        self.svg.rect(x, y, width, height, value.kind.value)
        second = self._label(fmt, cell, x, y, width, height)
        self.svg.end(href)
        if second:
            self._second(value, second, x + width / 2, y + height / 2 + 8.5)

    def _label(self, fmt: Format, cell: Cell, x: float, y: float, width: float, height: float) -> str:
        """Write the name. Returns the text to write below it."""
        value, middle = cell.value, y + height / 2
        if not value.name:
            return ""
        size = next((s for s in (NAME, SMALL) if width_of(value.name, s) <= width - 3), 0)
        if not size:
            self.svg.text(x + width / 2, middle + 3.5, self._letter(fmt, value), SMALL, "m b", "middle")
            return ""
        second = next((s for s in self._seconds(cell) if width_of(s, WORD) <= width - 3), "")
        self.svg.text(x + width / 2, middle - 1 if second else middle + 3.5, value.name, size, "m", "middle")
        return second

    def _seconds(self, cell: Cell) -> list[str]:
        value = cell.value
        text = value.shown or value.word
        whole = [f"{text}, {cell.rows * ROW_BYTES} bytes".lstrip(", ")] if self._shortened(cell) else []
        number = [text.partition(" ")[0]] if text.startswith("0x") else []
        return [*whole, *([text] if text else []), *number]

    def _shortened(self, cell: Cell) -> bool:
        return bool(self.most_rows) and cell.rows > self.most_rows

    def _second(self, value: Value, text: str, x: float, y: float) -> None:
        href = word_link(value.word) if text.startswith(value.word) and value.word else ""
        if href:
            self.svg.begin(href)
        self.svg.text(x, y, text, WORD, "m mute", "middle")
        if href:
            self.svg.end(href)

    def _letter(self, fmt: Format, value: Value) -> str:
        known = [v for _, v in self.keyed]
        if not any(v is value for v in known):
            self.keyed.append((fmt, value))
        index = next(i for i, (_, v) in enumerate(self.keyed) if v is value)
        return LETTERS[index]

    def key(self, y: float) -> float:
        """Write the names of narrow fields, by letter; with their format if there are several."""
        several = len({fmt.name for fmt, _ in self.keyed}) > 1
        for letter, (fmt, value) in zip(LETTERS, self.keyed):
            y += 14
            href, name = self.link(fmt, value), f"{fmt.name}.{value.name}" if several else value.name
            self.svg.begin(href, self.tip(value), "faint" if value.faint else "")
            self.svg.rect(LEFT, y - 9, 12, 12, value.kind.value, 2)
            self.svg.text(LEFT + 6, y, letter, SMALL, "m b", "middle")
            self.svg.text(LEFT + 18, y, name, SMALL, "m")
            self.svg.end(href)
            self._key_source(value, LEFT + 18 + max(width_of(name, SMALL) + 8, 88), y)
        self.keyed = []
        return y + 6

    def _key_source(self, value: Value, x: float, y: float) -> None:
        text = value.shown or value.word or short_place(value)
        href = word_link(value.word) if text == value.word else ""
        if href:
            self.svg.begin(href)
        self.svg.text(x, y, text, WORD, "m mute")
        if href:
            self.svg.end(href)


def short_place(value: Value) -> str:
    return place_text(value.what).partition(" of a")[0]


def published(fmt: Format) -> Place | None:
    """The word that is stored last."""
    words = [(at, size) for at, size in Units(fmt, plain_format(fmt).fields).spans if at == fmt.publish]
    return Place(words[0][0], words[0][1] * 8, words[0][1] * 8 - 1, 0) if words else None


def _half(fmt: Format, line: Line) -> str:
    """The bits of a 64-bit word that are in the row, if all of the row's fields are in one such word."""
    what = [c.value.what for c in line.cells if c.value.name]
    places = [f.place for f in what if isinstance(f, Field) and not f.is_bytes and f.place.width == 64]
    if line.rows > 1 or not places or len(places) < len(what):
        return ""
    return "63-32" if (line.row == places[0].at) == fmt.big_endian else "31-0"


def legend(svg: Svg, kinds: Iterable[Kind], y: float, outlined: bool) -> float:
    """Draw the legend: the colours of a picture, and the outline of the word that is stored last."""
    x, y = LEFT, y + 12
    found = set(kinds)
    entries = [(k.value, LEGEND[k]) for k in Kind if k in found] + [("last", "stored last in its segment")] * outlined
    for class_, text in entries:
        needed = 14 + width_of(text, SMALL, False) + 10
        if x > LEFT and x + needed > RIGHT + 4:
            x, y = LEFT, y + 14
        svg.rect(x, y - 8, 10, 10, class_, 2)
        svg.text(x + 14, y, text, SMALL, "t")
        x += needed
    return y + 6
