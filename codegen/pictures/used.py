"""What the fields of a segment contain in one use: the values that the use fills in, and zeros."""

from __future__ import annotations

from dataclasses import replace

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import Body, Op, TypeClass
from codegen.adapter.sources import WITH_IMM
from codegen.formats.model import Field, Format, Place
from codegen.pictures.style import Kind
from codegen.pictures.values import Value, kind_of_source, reserved_values


# Used instead of a source: the field contains the first bytes of the payload.
FIRST_BYTES = "first bytes"


def settings_of(fmt: Format, body: Body | None, cls: TypeClass | None) -> dict[str, str]:
    """The sources of fields that this use sets: those of the class, then those of the op."""
    out: dict[str, str] = {}
    for s in (*(cls.ethernet if cls else ()), *(cls.settings if cls else ())):
        if s.ref.format == fmt.name:
            out.setdefault(s.ref.field, s.source)
    for name, source in (body.of(fmt.name) if body else {}).items():
        out.setdefault(name, source)
    return out


def used_values(a: Adapter, fmt: Format, settings: dict[str, str], op: Op | None) -> list[Value]:
    """Fields with a value, then fields that stay zero, then the bits that belong to no field in this use."""
    given = [_value(a, fmt.field(name), source, op) for name, source in settings.items()]
    own = [f for f in fmt.fields if f.name not in settings]
    given += [_value(a, f, f.source, op) for f in own if f.source or f.const is not None]
    plain = [f for f in own if not (f.source or f.const is not None or f.overlays)]
    given += [Value(Kind.ZERO, f.name, f, shown="0", doc=_why_zero(f)) for f in plain]
    taken: set[int] = set()
    out = []
    for value in given:
        bits = value.what.bit_numbers(fmt.big_endian)
        if not bits & taken:
            out.append(value)
            taken |= bits
    out += reserved_values(fmt)
    taken |= {bit for place in fmt.reserved for bit in place.bit_numbers(fmt.big_endian)}
    return [*out, *nameless(Kind.ZERO, set(range(fmt.size * 8)) - taken)]


def _why_zero(f: Field) -> str:
    return "0; the adapter does not read it" if f.unread else "0 in this WQE"


def nameless(kind: Kind, bits: set[int]) -> list[Value]:
    """Values for the bits that belong to no field in this use, as ranges within bytes."""
    out = []
    for byte in sorted({bit // 8 for bit in bits}):
        left = sorted(bit % 8 for bit in bits if bit // 8 == byte)
        while left:
            high = next(b for b in left if b + 1 not in left)
            out.append(Value(kind, "", Place(byte, 8, high, left[0])))
            left = [b for b in left if b > high]
    return out


def _value(a: Adapter, f: Field, source: str, op: Op | None) -> Value:
    if f.const is not None:
        return Value(Kind.CONSTANT, f.name, f, shown=_named(a, f, f.const))
    if source[:1].isdigit():
        return Value(Kind.CONSTANT, f.name, f, shown=_named(a, f, int(source, 0)))
    if source == FIRST_BYTES:
        return Value(Kind.REQUEST, f.name, f, shown=source, doc="the first bytes of the payload")
    value = Value(kind_of_source(source), f.name, f, source)
    if source == "op.code" and op:
        return replace(value, shown=_named(a, f, a.enum(a.send.code_enum).value(op.code)), doc=_solicited(a, op))
    if source == "wr.has_imm" and op:
        return replace(value, shown=str(int(op.name in WITH_IMM)))
    if f.pushed:
        value = replace(value, shown=f"{source} (BlueFlame only)")
    notes = [f"with inline payload: {f.inline}"] if f.inline else []
    notes += [f"{f.as_values[1]} if true, otherwise {f.as_values[0]}"] if f.as_values else []
    return replace(value, doc="; ".join(notes))


def _named(a: Adapter, f: Field, number: int) -> str:
    names = {v: n for n, v in a.enum(f.enum).values} if f.enum else {}
    return f"{number:#x} {names.get(number, '')}".rstrip()


def _solicited(a: Adapter, op: Op) -> str:
    if not op.solicited:
        return ""
    return f"with IBV_SEND_SOLICITED: {a.enum(a.send.code_enum).value(op.solicited):#x} {op.solicited}"
