"""The model of formats: fields and their places, enums, and constants."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.core.diag import Src


@dataclass(frozen=True)
class Place:
    """The place of a field: bits ``hi``..``lo``, numbered as in the manual, of a word of ``width`` bits at byte ``at``.
    """

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
        """The absolute bits (byte * 8 + bit in byte) that the place covers, independent of the width of its word."""
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
    length: int  # number of bytes of a byte array, else 0
    pushed: bool  # written only in images, WQEs that are copied to a register
    words: frozenset[str]  # keys that the spec has; "/" and "." if the place has a width or bits
    owed: int = 0  # value if the previous work request requires that the source is true in this one
    inline: str = ""  # source if payload is inline
    drop: int = 0  # number of low bits of the value that are stored elsewhere
    low: bool = False  # the field takes the low bits of a wider value
    most: int = 0  # larger values are stored as this value; 0: no limit
    unread: str = ""  # always | unfilled: when the adapter ignores the field
    word: str = ""  # meaning of a field of driver-private data
    count: int = 0  # number of items of an array of words, else 0
    format: str = ""  # the format, if the field is a whole format
    peer: str = ""  # name of the same field in another implementation

    @property
    def is_bytes(self) -> bool:
        return self.length > 0

    @property
    def plain_bytes(self) -> bool:
        """True for a byte array, but not an array of words or another format."""
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
    layout_of: tuple[str, ...] = ()  # the driver-private data that have this layout
    since: int = 0  # in data of commands: the first driver ABI with this layout
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
