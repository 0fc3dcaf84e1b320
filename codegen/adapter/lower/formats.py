"""Stage lower, formats: the stores that make up a segment or CQE, and the C expression of each."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.formats import Field, Format, Place
from codegen.adapter.sources import FITTING

_TYPES = {8: "uint8_t", 16: "uint16_t", 32: "uint32_t", 64: "uint64_t"}


@dataclass(frozen=True)
class CField:
    """A member of the C struct of a format."""

    name: str
    declaration: str
    comment: str
    get: str  # statement that fills it, reading words named w<offset>
    print: str  # statement that adds it to a text


@dataclass(frozen=True)
class CStore:
    """One store of a put function."""

    at: int
    width: int
    text: str  # statement for an ordinary store
    last: str  # statement for the store that publishes
    expr: str  # the value, in the byte order of memory


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
    reserved: tuple[str, ...]
    constant: bool  # every field is: nothing of the struct is stored


def c_type(bits: int) -> str:
    return _TYPES[next(w for w in (8, 16, 32, 64) if bits <= w)]


def _hex(value: int, width: int) -> str:
    return f"0x{value:x}{'ULL' if width == 64 else 'U'}"


class Units:
    """The words of a format: overlapping ones (overlays of another width) are joined into the widest."""

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
        """All of it as one word."""
        self.spans = [(0, size)]
        return self

    def locate(self, place: Place) -> tuple[int, int, int]:
        """Offset and width in bits of the unit that holds the place, and the shift of its bit 0 in there."""
        at, size = next((a, n) for a, n in self.spans if a <= place.at and place.at + place.width // 8 <= a + n)
        behind = at + size - place.at - place.width // 8
        shift = behind * 8 if self.big else (place.at - at) * 8
        return at, size * 8, shift + place.lo


def _value(f: Field, width: int, shift: int) -> str:
    """C expression of a field's bits inside its unit, in host order."""
    ctype = c_type(width)
    if f.const is not None:
        return _hex(f.const << shift, width)
    expr = f"v->{f.name}"
    if f.as_values:
        return f"({expr} ? {_hex(f.as_values[1] << shift, width)} : {_hex(f.as_values[0] << shift, width)})"
    if f.unit > 1:
        expr = f"({expr} >> {f.unit.bit_length() - 1})"
    if f.place.bits < _member_bits(f) and shift + f.place.bits < width and f.source not in FITTING:
        expr = f"({expr} & {_hex((1 << f.place.bits) - 1, width)})"
    expr = f"({ctype}){expr}"
    return f"({expr} << {shift})" if shift else expr


def _member_bits(f: Field) -> int:
    bits = f.place.bits + (f.unit.bit_length() - 1)
    return next(w for w in (8, 16, 32, 64) if bits <= w)


def _store(fmt: Format, fields: tuple[Field, ...], units: Units, at: int, size: int) -> CStore:
    width = size * 8
    plain: list[str] = []
    raw: list[str] = []
    for f in fields:
        if f.is_bytes:
            continue
        unit_at, unit_width, shift = units.locate(f.place)
        if unit_at != at or unit_width != width:
            continue
        (raw if f.raw else plain).append(f"v->{f.name}" if f.raw else _value(f, width, shift))
    expr = " | ".join(plain)
    if expr and width > 8:
        expr = f"INVERBS_{fmt.order}{width}({expr})"
    expr = " | ".join([e for e in (expr, *raw) if e]) or "0"
    if width < 32 and expr != "0":
        expr = f"({c_type(width)})({expr})"
    target = f"(uint8_t *)at + {at}" if at else "at"
    return CStore(at, width, f"inverbs_put{width}({target}, {expr});", f"inverbs_publish{width}({target}, {expr});", expr)


def _bytes_store(f: Field) -> CStore:
    target = f"(uint8_t *)at + {f.place.at}" if f.place.at else "at"
    return CStore(f.place.at, f.length * 8, f"inverbs_put_bytes({target}, v->{f.name}, {f.length});", "", "")


def _get(fmt: Format, f: Field, units: Units) -> str:
    if f.is_bytes:
        return f"memcpy(v.{f.name}, (const uint8_t *)at + {f.place.at}, {f.length});"
    at, width, shift = units.locate(f.place)
    word = f"w{at}"
    if f.raw:
        return f"v.{f.name} = {word};"
    expr = f"INVERBS_{fmt.order}{width}({word})" if width > 8 else word
    if shift:
        expr = f"({expr} >> {shift})"
    if f.place.bits < width:
        expr = f"{expr} & {_hex((1 << f.place.bits) - 1, width)}"
    if f.as_values:
        return f"v.{f.name} = ({expr}) == {f.as_values[1]};"
    if f.unit > 1:
        expr = f"({expr}) << {f.unit.bit_length() - 1}"
    cast = c_type(_member_bits(f)) if not f.as_values else "bool"
    return f"v.{f.name} = ({cast})({expr});"


def _declaration(f: Field) -> str:
    if f.is_bytes:
        return f"uint8_t {f.name}[{f.length}];"
    if f.as_values:
        return f"bool {f.name};"
    return f"{c_type(_member_bits(f))} {f.name};"


def _describe(f: Field) -> str:
    place = f"0x{f.place.at:x}" + ("" if f.place.whole or f.is_bytes else f".{f.place.hi}-{f.place.lo}")
    if f.is_bytes:
        place += f", {f.length} bytes"
    notes = [place, f"source {f.source}" if f.source else "", f.doc.rstrip(".")]
    return "; ".join(n for n in notes if n).replace("*/", "")


def _print(adapter: Adapter, f: Field) -> str:
    if f.is_bytes:
        return f'inverbs_text_bytes(text, "{f.name}", v.{f.name}, {f.length});'
    if f.enum and f.overlays:
        name = f"{adapter.name}_{f.enum}_name(v.{f.name})"
        return f'if ({name}[0] != \'?\')\n\tinverbs_text_add(text, " or {f.name}=%s(0x%x)", {name}, (unsigned)v.{f.name});'
    if f.enum:
        return (f'inverbs_text_add(text, " {f.name}=%s(0x%x)", {adapter.name}_{f.enum}_name(v.{f.name}), '
                f'(unsigned)v.{f.name});')
    if f.overlays:
        return f'if (v.{f.name})\n\tinverbs_text_add(text, " or {f.name}=0x%llx", (unsigned long long)v.{f.name});'
    return f'inverbs_text_add(text, " {f.name}=0x%llx", (unsigned long long)v.{f.name});'


def _reserved(fmt: Format) -> tuple[str, ...]:
    """Expressions that are nonzero when a reserved bit is set."""
    out = []
    for p in fmt.reserved:
        load = f"inverbs_get{p.width}((const uint8_t *)at + {p.at})"
        if p.whole:
            out.append(load)
        else:
            value = f"INVERBS_{fmt.order}{p.width}({load})" if p.width > 8 else load
            out.append(f"({value} & {_hex(p.mask, p.width)})")
    return tuple(out)


def _stores(fmt: Format, fields: tuple[Field, ...]) -> tuple[tuple[CStore, ...], CStore | None]:
    """The stores of a put function over these fields, the publishing one apart."""
    units = Units(fmt, fields)
    stores = [_store(fmt, fields, units, at, size) for at, size in units.spans]
    stores += [_bytes_store(f) for f in fields if f.is_bytes and not f.overlays]  # what such a one lies over is stored
    stores.sort(key=lambda s: s.at)
    publish = next((s for s in stores if s.at == fmt.publish), None)
    return tuple(s for s in stores if s is not publish), publish


def stores_begin(fmt: Format) -> set[int]:
    """Bytes at which a store begins, of WQEs in the ring and of those that are copied to a register."""
    plain = tuple(f for f in fmt.fields if not f.pushed)
    return {at for at, _ in Units(fmt, plain).spans} & {at for at, _ in Units(fmt, fmt.fields).spans}


def lower_format(adapter: Adapter, fmt: Format) -> CFormat:
    plain = tuple(f for f in fmt.fields if not f.pushed)
    stores, publish = _stores(fmt, plain)
    pushed, pushed_publish = _stores(fmt, fmt.fields) if plain != fmt.fields else ((), None)
    units = Units(fmt, fmt.fields)
    used = {units.locate(f.place)[:2] for f in fmt.fields if not f.is_bytes}
    words = [CWord(at, width, c_type(width)) for at, width in sorted(used)]
    return CFormat(
        name=f"{adapter.name}_{fmt.name}", upper=f"{adapter.name}_{fmt.name}".upper(), origin=f"{adapter.name}.{fmt.name}",
        doc=fmt.doc, size=fmt.size,
        fields=tuple(CField(f.name, _declaration(f), _describe(f), _get(fmt, f, units), _print(adapter, f))
                     for f in fmt.fields),
        stores=stores, publish=publish, pushed=pushed, pushed_publish=pushed_publish, words=tuple(words),
        reserved=_reserved(fmt), constant=all(f.const is not None for f in fmt.fields),
    )
