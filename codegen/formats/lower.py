"""Stage lower: constants, and formats as C structs with the loads and stores between struct and memory."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Protocol

from codegen.core.cexpr import (Assign, Declare, Do, Expr, If, Name, Number, Statement, String, address_of, bits,
                                bits_of_any, call, cast,
                                choose, flags)
from codegen.formats.model import Constant, Field, Format, Place

AT, V, OWN, TEXT = Name("at"), Name("v"), Name("v"), Name("text")  # memory, a pointer to a struct, a struct, a text

_TYPES = {8: "uint8_t", 16: "uint16_t", 32: "uint32_t", 64: "uint64_t"}


class Owner(Protocol):
    """The spec to which formats belong, and the C names of the formats."""

    @property
    def name(self) -> str: ...
    def c_format(self, name: str) -> str: ...
    def c_enum(self, name: str) -> str: ...


@dataclass(frozen=True)
class CField:
    """A member of the C struct of a format."""

    name: str
    declaration: Statement
    comment: str
    get: Statement  # fills the member from words named w<offset>
    print: Statement  # appends the member to a text
    is_format: bool  # a whole format, which has a printer


@dataclass(frozen=True)
class CStore:
    """One store of a put function."""

    at: int
    width: int
    text: Statement  # an ordinary store
    last: Statement | None  # the store that publishes; None for bytes
    expr: Expr | None  # the value, in memory byte order


@dataclass(frozen=True)
class CWord:
    """One load of a get function."""

    at: int
    width: int
    ctype: str


@dataclass(frozen=True)
class CFormat:
    name: str
    upper: str
    origin: str
    doc: str
    size: int
    fields: tuple[CField, ...]
    stores: tuple[CStore, ...]
    publish: CStore | None
    pushed: tuple[CStore, ...]
    pushed_publish: CStore | None
    words: tuple[CWord, ...]
    reserved: Expr | None
    constant: bool  # every field is constant: nothing is stored from the struct


@dataclass(frozen=True)
class CConstant:
    """A macro."""

    name: str
    doc: str
    literal: Expr


def lower_constants(constants: Iterable[Constant], decimal_below: int = 0) -> list[CConstant]:
    """The macros for constants. Values from ``decimal_below`` upwards are hexadecimal."""
    return [CConstant(c.name, c.doc, Number(c.value, -1 if c.value < decimal_below else 32)) for c in constants]


def c_type(bits: int) -> str:
    return _TYPES[next(w for w in (8, 16, 32, 64) if bits <= w)]


class Units:
    """The words of a format; overlapping words (overlays of another width) are joined into the widest one."""

    def __init__(self, fmt: Format, fields: tuple[Field, ...]) -> None:
        spans = sorted({(f.place.at, f.place.width // 8) for f in fields if not f.is_bytes}
                       | {(p.at, p.width // 8) for p in fmt.reserved}, key=lambda s: -s[1])
        self.spans: list[tuple[int, int]] = []
        for at, size in spans:
            if not any(a <= at and at + size <= a + n for a, n in self.spans):
                self.spans.append((at, size))
        self.spans.sort()
        self.big = fmt.big_endian

    def as_one(self, size: int) -> "Units":
        """The whole format as one word."""
        self.spans = [(0, size)]
        return self

    def locate(self, place: Place) -> tuple[int, int, int]:
        """Offset and width in bits of the unit that contains the place, and the shift of the place's bit 0 in this
        unit."""
        end = place.at + place.width // 8
        for at, size in self.spans:
            if at <= place.at and end <= at + size:
                return at, size * 8, place.lo + 8 * (at + size - end if self.big else place.at - at)
        raise AssertionError(f"no word holds {place}")


def _value(f: Field, width: int, shift: int, fitting: Container[str]) -> Expr:
    """The bits of a field inside its unit, in host byte order."""
    if f.const is not None:
        return bits(f.const << shift, width)
    expr: Expr = V.to(f.name)
    if f.as_values:
        return choose(expr, bits(f.as_values[1] << shift, width), bits(f.as_values[0] << shift, width))
    expr = expr >> f.unit.bit_length() - 1
    if f.place.bits < _member_bits(f) and shift + f.place.bits < width and f.source not in fitting:
        expr = expr & bits((1 << f.place.bits) - 1, width)
    return cast(c_type(width), expr) << shift


def _member_bits(f: Field) -> int:
    wanted = f.place.bits + (f.unit.bit_length() - 1)
    return next(w for w in (8, 16, 32, 64) if wanted <= w)


def _store(fmt: Format, fields: tuple[Field, ...], units: Units, at: int, width: int,
           fitting: Container[str]) -> CStore:
    plain: list[Expr] = []
    raw: list[Expr] = []
    for f in fields:
        if f.is_bytes:
            continue
        unit_at, unit_width, shift = units.locate(f.place)
        if unit_at != at or unit_width != width:
            continue
        (raw if f.raw else plain).append(V.to(f.name) if f.raw else _value(f, width, shift, fitting))
    if plain and width > 8:
        plain = [call(f"INVERBS_{fmt.order}{width}", flags(plain))]
    expr = flags([*plain, *raw])
    if width < 32 and (plain or raw):
        expr = cast(c_type(width), expr)
    target = byte_of(AT, at)
    return CStore(at, width, Do(call(f"inverbs_put{width}", target, expr)),
                  Do(call(f"inverbs_publish{width}", target, expr)), expr)


def byte_of(base: Expr, at: int, readable: bool = False) -> Expr:
    """The address of a byte at an offset from a pointer of any type."""
    return cast("const uint8_t *" if readable else "uint8_t *", base) + at if at or readable else base


def _bytes_store(owner: Owner, f: Field) -> CStore:
    target, member = byte_of(AT, f.place.at), V.to(f.name)
    if f.format:
        put = call(f"{owner.c_format(f.format)}_put", target, address_of(member))
    elif f.count:
        put = call(f"inverbs_put_array{f.place.width}", target, member, f.count)
    else:
        put = call("inverbs_put_bytes", target, member, f.length)
    return CStore(f.place.at, f.length * 8, Do(put), None, None)


def _get(owner: Owner, fmt: Format, f: Field, units: Units) -> Statement:
    member, source = OWN.dot(f.name), byte_of(AT, f.place.at, True)
    if f.format:
        return Assign(member, call(f"{owner.c_format(f.format)}_get", source))
    if f.count:
        return Do(call(f"inverbs_get_array{f.place.width}", member, source, f.count))
    if f.is_bytes:
        return Do(call("memcpy", member, source, f.length))
    at, width, shift = units.locate(f.place)
    expr: Expr = Name(f"w{at}")
    if f.raw:
        return Assign(member, expr)
    expr = (call(f"INVERBS_{fmt.order}{width}", expr) if width > 8 else expr) >> shift
    if f.place.bits < width:
        expr = expr & bits((1 << f.place.bits) - 1, width)
    if f.as_values:
        return Assign(member, expr.equals(f.as_values[1]))
    return Assign(member, cast(c_type(_member_bits(f)), expr << f.unit.bit_length() - 1))


def _declaration(owner: Owner, f: Field) -> Statement:
    if f.format:
        return Declare(f"struct {owner.c_format(f.format)}", f.name)
    if f.count:
        return Declare(c_type(f.place.width), f.name, f.count)
    if f.is_bytes:
        return Declare("uint8_t", f.name, f.length)
    return Declare("bool" if f.as_values else c_type(_member_bits(f)), f.name)


def _describe(f: Field) -> str:
    place = f"0x{f.place.at:x}" + ("" if f.place.whole or f.is_bytes else f".{f.place.hi}-{f.place.lo}")
    if f.count:
        place += f", {f.count} of them"
    elif f.is_bytes:
        place += f", {f.length} bytes"
    notes = [place, f"source {f.source}" if f.source else "", f.doc.rstrip(".")]
    return "; ".join(n for n in notes if n).replace("*/", "")


def _print(owner: Owner, f: Field) -> Statement:
    member = OWN.dot(f.name)
    if f.format:
        return Do(call(f"{owner.c_format(f.format)}_print", TEXT, byte_of(AT, f.place.at, True)))
    if f.count:
        return Do(call(f"inverbs_print_array{f.place.width}", TEXT, String(f.name), member, f.count))
    if f.is_bytes:
        return Do(call("inverbs_text_bytes", TEXT, String(f.name), member, f.length))
    between, add = " or" if f.overlays else "", "inverbs_text_add"
    if not f.enum:
        plain = Do(call(add, TEXT, String(f"{between} {f.name}=0x%llx"), cast("unsigned long long", member)))
        return If(member, (plain,)) if f.overlays else plain
    name = call(f"{owner.c_enum(f.enum)}_name", member)
    named = Do(call(add, TEXT, String(f"{between} {f.name}=%s(0x%x)"), name, cast("unsigned", member)))
    return If(name.at(0).differs(Name("'?'")), (named,)) if f.overlays else named


def _reserved(fmt: Format) -> Expr | None:
    """C expression that is nonzero when a reserved bit is set; None if there are no reserved bits."""
    out = []
    for p in fmt.reserved:
        load = call(f"inverbs_get{p.width}", byte_of(AT, p.at, True))
        in_order = call(f"INVERBS_{fmt.order}{p.width}", load) if p.width > 8 else load
        out.append(load if p.whole else in_order & bits(p.mask, p.width))
    return bits_of_any(out)


def _stores(owner: Owner, fmt: Format, fields: tuple[Field, ...],
            fitting: Container[str]) -> tuple[tuple[CStore, ...], CStore | None]:
    """The stores of a put function for these fields, with the publishing store separate."""
    units = Units(fmt, fields)
    stores = [_store(fmt, fields, units, at, size * 8, fitting) for at, size in units.spans]
    # bytes that share their place with other fields are stored with those
    stores += [_bytes_store(owner, f) for f in fields if f.is_bytes and not f.overlays]
    stores.sort(key=lambda s: s.at)
    publish = next((s for s in stores if s.at == fmt.publish), None)
    return tuple(s for s in stores if s is not publish), publish


def stores_begin(fmt: Format) -> set[int]:
    """Offsets at which a store begins, in WQEs in the ring and in those that are copied to a register."""
    plain = tuple(f for f in fmt.fields if not f.pushed)
    return {at for at, _ in Units(fmt, plain).spans} & {at for at, _ in Units(fmt, fmt.fields).spans}


def lower_format(owner: Owner, fmt: Format, fitting: Container[str] = ()) -> CFormat:
    """Lower one format. Values of the sources in ``fitting`` are known to fit their fields, and are stored without a
    mask."""
    plain = tuple(f for f in fmt.fields if not f.pushed)
    stores, publish = _stores(owner, fmt, plain, fitting)
    pushed, pushed_publish = _stores(owner, fmt, fmt.fields, fitting) if plain != fmt.fields else ((), None)
    units = Units(fmt, fmt.fields)
    used = {units.locate(f.place)[:2] for f in fmt.fields if not f.is_bytes}
    words = [CWord(at, width, c_type(width)) for at, width in sorted(used)]
    return CFormat(
        name=owner.c_format(fmt.name), upper=owner.c_format(fmt.name).upper(), origin=f"{owner.name}.{fmt.name}",
        doc=fmt.doc, size=fmt.size,
        fields=tuple(CField(f.name, _declaration(owner, f), _describe(f), _get(owner, fmt, f, units), _print(owner, f),
                            bool(f.format)) for f in fmt.fields),
        stores=stores, publish=publish, pushed=pushed, pushed_publish=pushed_publish, words=tuple(words),
        reserved=_reserved(fmt), constant=all(f.const is not None for f in fmt.fields),
    )
