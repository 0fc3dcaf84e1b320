"""Stage check: packed structures against the formats of spec/mad, which the rest of the product uses for the same attributes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from codegen.api.model import FieldKind, Place, Struct
from codegen.api.resolve import Resolved, near
from codegen.api.sizes import Placed, placed
from codegen.formats.model import Field, Format
from codegen.mad.model import Mad

Finding = tuple[Place, str, str]
PART = re.compile(r"_[ml]sb$")
RESERVED = re.compile(r"(?:resv?d?|reserved|rsvd|pad(?:ding)?)\d*$")


@dataclass(frozen=True)
class Leaf:
    """A member without members, and its bits."""

    member: Placed

    @property
    def start(self) -> int:
        return self.member.at * 8

    @property
    def end(self) -> int:
        return (self.member.at + self.member.size) * 8

    @property
    def reserved(self) -> bool:
        return RESERVED.match(self.member.field.name) is not None


def wire(r: Resolved, mads: Iterable[Mad]) -> Iterator[Finding]:
    """A structure with 'format' has the members where the format has its fields."""
    formats = {f"{mad.name}.{fmt.name}": fmt for mad in mads for fmt in mad.formats}
    for struct in (s for s in r.api.structs() if s.format):
        fmt = formats.get(struct.format)
        if fmt is None:
            yield struct.place, f"no format '{struct.format}'{near(struct.format, formats)}", "file.format of spec/mad"
        else:
            yield from _compare(list(leaves(r, struct)), fmt)


def leaves(r: Resolved, struct: Struct) -> Iterator[Leaf]:
    """The members in their order; of a union the first, which stands for the others."""
    behind = 0
    for member in placed(r, struct):
        inner = member.field.kind in (FieldKind.STRUCT, FieldKind.UNION)
        if not inner and member.at >= behind:
            behind = member.at + member.size
            yield Leaf(member)


def _compare(found: list[Leaf], fmt: Format) -> Iterator[Finding]:
    used: set[int] = set()
    for f in fmt.fields:
        bits = f.bit_numbers(big_endian=True)
        used |= bits
        for leaf in found:
            inside = {bit for bit in bits if leaf.start <= bit < leaf.end}
            if inside and inside != bits and not _divided(f, leaf):
                yield leaf.member.field.place, f"'{leaf.member.path}' holds a part of '{f.name}' of {fmt.name}", \
                    "members that hold whole fields"
    for leaf in found:
        holds = any(leaf.start <= bit < leaf.end for bit in used)
        if holds and leaf.reserved and not leaf.member.field.doc:
            yield leaf.member.field.place, f"'{leaf.member.path}' is not reserved in {fmt.name}", "a doc that says what it is"
        elif not holds and not leaf.reserved:
            yield leaf.member.field.place, f"'{leaf.member.path}' is reserved in {fmt.name}", "a name like 'resv'"


def _divided(f: Field, leaf: Leaf) -> bool:
    """True for a member that says so by its name, and for one that is all within an array or format, or behind it."""
    if PART.search(leaf.member.field.name):
        return True
    start, end = f.place.at * 8, (f.place.at + f.length) * 8
    return f.is_bytes and (leaf.start >= start and leaf.end <= end or leaf.reserved)
