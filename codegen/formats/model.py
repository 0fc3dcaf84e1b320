"""The model of formats: their fields and places, value lists and constants."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.core.diag import Src


@dataclass(frozen=True)
class Place:
    """Where a field lies: a word of ``width`` bits at byte ``at``, its bits ``hi``..``lo`` as the manual counts
    them."""

    at: int
    width: int
    hi: int
    lo: int

    @property
    def bits(self) -> int:
        return self.hi - self.lo + 1

    @property
    def mask(self) -> int:
        return ((1 << self.bits) - 1) << self.lo

    @property
    def whole(self) -> bool:
        return self.bits == self.width

    def bit_numbers(self, big_endian: bool) -> set[int]:
        """Absolute bits (byte * 8 + bit in byte) covered, whatever the width of the word they were written in."""
        out = set()
        for bit in range(self.lo, self.hi + 1):
            byte = (self.width - 1 - bit) // 8 if big_endian else bit // 8
            out.add((self.at + byte) * 8 + bit % 8)
        return out


@dataclass(frozen=True)
class Field:
    src: Src
    name: str
    doc: str
    place: Place
    source: str  # `from`, or empty
    enum: str
    const: int | None
    unit: int
    as_values: tuple[int, int] | None
    raw: bool
    overlays: str
    length: int  # of a byte array, else 0
    pushed: bool  # written only when the entry is pushed
    words: frozenset[str]  # keys that the spec gives; "/" and "." when the place has a width or bits
    owed: int = 0  # value when the request before asked for this one to have the source true
    inline: str = ""  # source instead when payload lies in the entry
    drop: int = 0  # low bits of the value that stand elsewhere
    low: bool = False  # takes the low bits of a wider value
    most: int = 0  # larger values are stored as this one; 0: none are
    unread: str = ""  # always | unfilled: when the adapter does not look at it
    word: str = ""  # of driver-private data: what it means
    count: int = 0  # of an array of words, else 0
    format: str = ""  # of which it is a whole one
    peer: str = ""  # the same field in another implementation

    @property
    def is_bytes(self) -> bool:
        return self.length > 0

    @property
    def plain_bytes(self) -> bool:
        """A byte array, not an array of words or another format."""
        return self.is_bytes and not self.count and not self.format

    def bit_numbers(self, big_endian: bool) -> set[int]:
        """Absolute bits (byte * 8 + bit in byte) covered."""
        if self.is_bytes:
            return set(range(self.place.at * 8, (self.place.at + self.length) * 8))
        return self.place.bit_numbers(big_endian)


@dataclass(frozen=True)
class Format:
    src: Src
    name: str
    doc: str
    size: int
    publish: int | None
    byte_order: str  # big | little | native
    fields: tuple[Field, ...]
    reserved: tuple[Place, ...]
    layout_of: tuple[str, ...] = ()  # driver-private data of this layout
    since: int = 0  # of commands: first driver ABI with it
    at: int = 0  # of datagrams: byte at which it stands

    @property
    def big_endian(self) -> bool:
        """Native words are described as those of a little-endian machine."""
        return self.byte_order == "big"

    @property
    def order(self) -> str:
        """Byte order of the words in memory, as the INVERBS_ macros spell it."""
        return {"big": "BE", "little": "LE", "native": "NATIVE"}[self.byte_order]

    def field(self, name: str) -> Field:
        return next(f for f in self.fields if f.name == name)

    def carrier(self, source: str) -> str:
        """Name of the field whose `from` is this word."""
        return next(f.name for f in self.fields if f.source == source)


@dataclass(frozen=True)
class Enum:
    src: Src
    name: str
    doc: str
    values: tuple[tuple[str, int], ...]

    def value(self, name: str) -> int:
        return dict(self.values)[name]


@dataclass(frozen=True)
class Constant:
    name: str
    value: int
    doc: str
