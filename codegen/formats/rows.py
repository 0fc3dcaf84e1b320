"""Positions of fields in rows of 32 bits, independent of the width of their words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from codegen.formats.model import Field, Format, Place

ROW = 4  # bytes


@dataclass(frozen=True)
class Span:
    """A range of bits in one row."""

    row: int  # offset of the row
    high: int
    low: int

    @property
    def bits(self) -> int:
        return self.high - self.low + 1

    def meets(self, other: "Span") -> bool:
        return self.row == other.row and self.high >= other.low and other.high >= self.low


def spans_of(bits: Iterable[int], big_endian: bool) -> list[Span]:
    """Absolute bits (byte * 8 + bit in byte) as ranges of adjacent bits in rows."""
    rows: dict[int, list[int]] = {}
    for bit in bits:
        byte, inner = divmod(bit, 8)
        within = ROW - 1 - byte % ROW if big_endian else byte % ROW
        rows.setdefault(byte - byte % ROW, []).append(within * 8 + inner)
    return [span for row, found in sorted(rows.items()) for span in _runs(row, sorted(found, reverse=True))]


def _runs(row: int, positions: list[int]) -> list[Span]:
    out: list[Span] = []
    for at in positions:
        if out and out[-1].low == at + 1:
            out[-1] = Span(row, out[-1].high, at)
        else:
            out.append(Span(row, at, at))
    return out


def spans(fmt: Format, what: Field | Place) -> list[Span]:
    return spans_of(what.bit_numbers(fmt.big_endian), fmt.big_endian)
