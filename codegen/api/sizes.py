"""Sizes and offsets of structures, as C compilers lay them out on 64-bit machines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codegen.api.ctype import CType, parse_type
from codegen.api.model import Field, FieldKind, Struct
from codegen.api.resolve import Resolved

POINTER = 8
# Scalars of C and of headers that the specs include. The sizes of all other types, and of what contains them, are
# unknown.
SCALARS = {
    "char": 1, "unsigned short": 2, "int": 4, "unsigned int": 4, "long": 8, "unsigned long": 8, "size_t": 8, "wchar_t": 4,
    "boolean_t": 4, **{f"net{bits}_t": bits // 8 for bits in (16, 32, 64)},
    **{f"{sign}int{bits}_t": bits // 8 for bits in (8, 16, 32, 64) for sign in ("", "u")},
}


@dataclass(frozen=True)
class Extent:
    size: int
    align: int


@dataclass(frozen=True)
class Placed:
    """A member, the path by which a program accesses it, and its offset in the whole structure."""

    field: Field
    path: str
    at: int
    size: int


class Unknown(Exception):
    """Raised for a size that the specs do not determine."""


def of_type(r: Resolved, ctype: CType) -> Extent:
    if ctype.stars:
        one = Extent(POINTER, POINTER)
    else:
        one = of_base(r, ctype.base)
    count = 1
    for number in ctype.arrays.strip("[]").split("][") if ctype.arrays else ():
        count *= int(number)
    return Extent(one.size * count, one.align)


def of_base(r: Resolved, base: str) -> Extent:
    if base in SCALARS:
        return Extent(SCALARS[base], SCALARS[base])
    if base in r.handles or base in r.callback_types:
        return Extent(POINTER, POINTER)
    if base in r.typedefs:
        return of_type(r, r.types[r.typedefs[base].type])
    if base in r.enums:
        return Extent(4, 4)
    struct = r.structs.get(base)
    if struct is None or struct.opaque:
        raise Unknown(base)
    return of_fields(r, struct.fields, struct.kind == "union", struct.packed)


def of_field(r: Resolved, f: Field, packed: bool) -> Extent:
    if f.kind is FieldKind.CALLBACK:
        found = Extent(POINTER, POINTER)
    elif f.kind is FieldKind.PLAIN:
        parsed = parse_type(f.type)
        assert parsed is not None
        found = of_type(r, parsed)
    else:
        found = of_fields(r, f.fields, f.kind is FieldKind.UNION, packed)
    return Extent(found.size, 1) if packed else found


def rounded(at: int, align: int) -> int:
    return (at + align - 1) // align * align


def of_fields(r: Resolved, fields: tuple[Field, ...], union: bool, packed: bool) -> Extent:
    end, align = 0, 1
    for f in fields:
        inner = of_field(r, f, packed)
        end = max(end, inner.size) if union else rounded(end, inner.align) + inner.size
        align = max(align, inner.align)
    return Extent(rounded(end, align), align)


def placed(r: Resolved, struct: Struct) -> Iterator[Placed]:
    """Every member, including nested ones. Raises Unknown."""
    yield from _placed(r, struct.fields, struct.kind == "union", struct.packed, 0, "")


def _placed(r: Resolved, fields: tuple[Field, ...], union: bool, packed: bool, start: int, prefix: str) -> Iterator[Placed]:
    at = start
    for f in fields:
        inner = of_field(r, f, packed)
        at = start if union else rounded(at, inner.align)
        yield Placed(f, f"{prefix}{f.name}", at, inner.size)
        deeper = prefix if f.anonymous else f"{prefix}{f.name}."
        yield from _placed(r, f.fields, f.kind is FieldKind.UNION, packed, at, deeper)
        at += inner.size
