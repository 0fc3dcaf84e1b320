"""The lowered form of a WQE: words, each an OR of terms that carry the time at which they are known. The renderers only
print it."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.sources import Known
from codegen.core.cexpr import Expr, Statement


@dataclass(frozen=True)
class Term:
    """Bits of a word: a C expression in processor byte order, shifted to its position."""

    field: str
    expr: Expr
    known: Known | None  # None: a constant
    raw: bool = False  # already in memory byte order
    bits: int = 0  # width of its field
    shift: int = 0
    const: int | None = None  # the only value that the field can have in this use
    among: tuple[int, ...] = ()  # the only values that it can have; empty: any
    take: tuple[Statement, ...] = ()  # the statements by which the device decodes it; their hole v is the field's bits

    @property
    def mask(self) -> int:
        return ((1 << self.bits) - 1) << self.shift


@dataclass(frozen=True)
class Word:
    """One store."""

    at: int
    width: int
    order: str  # BE | LE | NATIVE
    terms: tuple[Term, ...]
    ignore: int = 0  # bits that another reading of the same word tests

    @property
    def constant(self) -> bool:
        return all(t.known is None for t in self.terms)

    @property
    def fixed(self) -> int:
        """Bits with a constant value: constants, and bits that no term fills."""
        free = self.ignore
        for t in self.terms:
            free |= t.mask if t.const is None else 0
        return (1 << self.width) - 1 & ~free

    @property
    def fixed_value(self) -> int:
        return sum(t.const << t.shift for t in self.terms if t.const is not None)


@dataclass(frozen=True)
class Bytes:
    """Bytes that are copied as they are."""

    at: int
    length: int
    expr: Expr
    take: tuple[Statement, ...] = ()  # its holes are v, the address, and n, the number of bytes


@dataclass(frozen=True)
class Segment:
    """A format with the sources of one use: its stores in ascending order, with the store of the ownership bit
    separate."""

    format: str
    size: int
    words: tuple[Word, ...]
    arrays: tuple[Bytes, ...]
    publish: Word | None
    image: tuple[Word, ...] = ()  # stored before the others, only in WQEs that are copied whole to a register

    @property
    def every(self) -> tuple[Word, ...]:
        """All its words, in ascending order."""
        return tuple(sorted((*self.words, *((self.publish,) if self.publish else ())), key=lambda w: w.at))

    @property
    def whole(self) -> "Segment":
        """The same segment, with the word of the ownership bit among the others."""
        return Segment(self.format, self.size, self.every, self.arrays, None)

    @property
    def needs(self) -> frozenset[str]:
        """Variables that its expressions use."""
        every = [t.expr for w in (*self.every, *self.image) for t in w.terms] + [b.expr for b in self.arrays]
        return frozenset(name for expr in every for name in expr.names)
