"""The lowered form: a WQE as words, each an OR of terms that say when they are known. Renderings place it, nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass

from codegen.adapter.queues.sources import Known


@dataclass(frozen=True)
class Term:
    """Bits of a word: a C expression in the order of the processor, shifted to its place."""

    field: str
    expr: str
    known: Known | None  # None: a constant
    raw: bool = False  # in the order of memory already


@dataclass(frozen=True)
class Word:
    """One store."""

    at: int
    width: int
    order: str  # BE | LE | NATIVE
    terms: tuple[Term, ...]

    @property
    def constant(self) -> bool:
        return all(t.known is None for t in self.terms)


@dataclass(frozen=True)
class Bytes:
    """Bytes that are copied as they are."""

    at: int
    length: int
    expr: str


@dataclass(frozen=True)
class Segment:
    """A format with the sources of one use: its stores in ascending order, the one that hands over apart."""

    format: str
    size: int
    words: tuple[Word, ...]
    arrays: tuple[Bytes, ...]
    publish: Word | None

    @property
    def needs(self) -> frozenset[str]:
        """C names that its expressions use."""
        words = (*self.words, *((self.publish,) if self.publish else ()))
        text = " ".join([t.expr for w in words for t in w.terms] + [b.expr for b in self.arrays])
        return frozenset(re.findall(r"(?<![\w.>])[a-z]\w*", text))
