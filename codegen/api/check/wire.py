"""Stage check: compares packed structures with the formats of spec/mad, which the rest of the product uses for the same
attributes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from codegen.api.model import FieldKind, Place, Struct
from codegen.api.resolve import Resolved, near
from codegen.api.sizes import Placed, placed
from codegen.formats.model import Field, Format
from codegen.mad.model import Mad

Finding = tuple[Place, str, str]
PART = re.compile(r"_[ml]sb$")
RESERVED = re.compile(r"(?:resv?d?|reserved|rsvd|pad(?:ding)?)\d*$")


def wire(r: Resolved, mads: Iterable[Mad]) -> Iterator[Finding]:
    """A structure with 'format' has its members where the format has its fields."""
    formats = {f"{mad.name}.{fmt.name}": fmt for mad in mads for fmt in mad.formats}
    for struct in (s for s in r.api.structs() if s.format):
        fmt = formats.get(struct.format)
        if fmt is None:
            yield struct.place, f"no format '{struct.format}'{near(struct.format, formats)}", "file.format of spec/mad"
        else:
            yield from _compare(list(leaves(r, struct)), fmt)


def leaves(r: Resolved, struct: Struct) -> Iterator[Placed]:
    """The members that have no members themselves, in order. A union is represented by its first member."""
    behind = 0
    for member in placed(r, struct):
        inner = member.field.kind in (FieldKind.STRUCT, FieldKind.UNION)
        if not inner and member.at >= behind:
            behind = member.at + member.size
            yield member


def _compare(found: list[Placed], fmt: Format) -> Iterator[Finding]:
    used: set[int] = set()
    for f in fmt.fields:
        first, last = _bytes(f)
        used.update(range(first, last + 1))
        for leaf in found:
            end = leaf.at + leaf.size
            apart = last < leaf.at or end <= first
            if not apart and not (leaf.at <= first and last < end) and not _divided(f, leaf, first, last):
                yield leaf.field.place, f"'{leaf.path}' contains a part of '{f.name}' of {fmt.name}", "members that hold whole fields"
    for leaf in found:
        holds = not used.isdisjoint(range(leaf.at, leaf.at + leaf.size))
        reserved = RESERVED.match(leaf.field.name) is not None
        if holds and reserved and not leaf.field.doc:
            yield leaf.field.place, f"'{leaf.path}' is not reserved in {fmt.name}", "a doc that says what it is"
        elif not holds and not reserved:
            yield leaf.field.place, f"'{leaf.path}' is reserved in {fmt.name}", "a name like 'resv'"


def _bytes(f: Field) -> tuple[int, int]:
    """First and last byte of a field. Members begin and end at byte boundaries."""
    if f.is_bytes:
        return f.place.at, f.place.at + f.length - 1
    bytes_of = [f.place.at + (f.place.width - 1 - bit) // 8 for bit in (f.place.hi, f.place.lo)]
    return bytes_of[0], bytes_of[1]


def _divided(f: Field, leaf: Placed, first: int, last: int) -> bool:
    """True for a member whose name says so, and for one that lies entirely within an array or format, or after it."""
    if PART.search(leaf.field.name):
        return True
    within = first <= leaf.at and leaf.at + leaf.size <= last + 1
    return f.is_bytes and (within or RESERVED.match(leaf.field.name) is not None)
