"""Stage lower, printing: whether whole WQEs can be printed from their contents alone, and the tables for that."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.lower.conditions import is_among
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import Among
from codegen.adapter.model.refs import Ref
from codegen.adapter.model.send import TypeClass
from codegen.core.cexpr import Expr, Name, any_of, bits, call, choose, flags, one_bit
from codegen.formats.model import Format

V = Name("v")


@dataclass(frozen=True)
class Front:
    """Offset of the bytes before the payload in the last segment of the lead, and the field with their number, in whole
    units."""

    format: str
    at: int
    count: str
    unit: int


@dataclass(frozen=True)
class Class:
    """Queue pair types whose WQEs begin in the same way. whole: payload follows with every opcode."""

    name: str
    types: Expr
    lead: tuple[Format, ...]
    whole: bool
    front: Front | None


@dataclass(frozen=True)
class Counted:
    """A field of a body: its format, the offset of the format after the head, and the field's name."""

    format: str
    at: int
    field: str


@dataclass(frozen=True)
class Op:
    """The segments after the lead for an opcode of the adapter, and the fields with the numbers of SGEs and bytes, if
    the body has them."""

    name: str
    code: str
    body: tuple[Format, ...]
    payload: bool
    count: Counted | None = None
    length: Counted | None = None


@dataclass(frozen=True)
class Owner:
    """The ownership bit of a WQE; set: its value in odd laps is 1."""

    field: str
    set: bool


@dataclass(frozen=True)
class Cqe:
    """The contents of a CQE as C over its struct `v`; `failed_in` is the struct of failed ones."""

    is_send: Expr
    failed: Expr
    failed_in: str
    what: Expr
    marker: Expr | None
    marker_what: Expr | None
    index: Expr | None
    index_mask: Expr
    syndromes: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Dump:
    """The tables of one adapter. `by` is where the bytes of payload are counted: "header" (before inline payload),
    "body" or "tail"."""

    by: str
    classes: tuple[Class, ...]
    ops: tuple[Op, ...]
    owner: Owner | None
    cqe: Cqe
    head: Format
    code: str


def printed_by(a: Adapter) -> str:
    """Where the size of the payload is found: ``body`` if sends and receives share a ring, ``header`` or ``tail``;
    empty: nowhere, so only formats are printed."""
    if a.recv.in_send:
        return "body" if a.complete.order else ""
    if a.size_field and a.send.inline.header:
        return "header"
    return "tail" if _tail_tells(a) else ""


def _tail_tells(a: Adapter) -> bool:
    """True if head and tail contain the offset and the size of the payload."""
    if a.send.tail is None or not a.recv.head:
        return False
    have = {f.source for name in (a.send.head, a.send.tail.format) for f in a.format(name).fields}
    return {"wr.inline", "payload.bytes", "payload.sges"} <= have


def _formats(a: Adapter, names: tuple[str, ...]) -> tuple[Format, ...]:
    return tuple(a.format(n) for n in names)


def _class(a: Adapter, cls: TypeClass) -> Class:
    front = None
    if cls.front:
        front = Front(cls.front.format, a.ref(cls.front).place.at, a.format(cls.front.format).carrier("front.bytes"),
                      a.size_unit)
    return Class(cls.name, flags(one_bit(f"IBV_QPT_{t}") for t in cls.types), _formats(a, (a.send.head, *cls.lead)),
                 cls.payload_only, front)


def _counted(a: Adapter, segments: tuple[str, ...], source: str) -> Counted | None:
    at = 0
    for name in segments:
        for f in a.format(name).fields:
            if f.source == source:
                return Counted(name, at, f.name)
        at += a.format(name).size
    return None


def _ops(a: Adapter) -> tuple[Op, ...]:
    """One for each opcode of the adapter; if several ops have the opcode, with the segments with which all of them
    begin."""
    bodies = {code: [(op.body.segments, op.body.payload) for op in a.send.ops if op.code == code]
              for code in dict.fromkeys(op.code for op in a.send.ops)}
    if a.recv.in_send:
        bodies[a.recv.in_send.code] = [(a.recv.in_send.body, True)]
    out = []
    for code, each in bodies.items():
        short = min((segments for segments, _ in each), key=len)
        count, length = _counted(a, short, "payload.sges"), _counted(a, short, "payload.bytes")
        payload = count is not None if a.recv.in_send else all(has for _, has in each)
        out.append(Op(code.lower(), a.c_name(a.send.code_enum, code), _formats(a, short), payload, count, length))
    return tuple(out)


def _owner(a: Adapter) -> Owner | None:
    head = a.format(a.send.head)
    lap = next((f for f in head.fields if f.source in ("sq.lap", "sq.generation")), None)
    return Owner(lap.name, lap.source == "sq.lap") if lap and head.publish is not None else None


def _among(a: Adapter, among: Among | None) -> Expr | None:
    return is_among(a, among, V.dot(among.ref.field)) if among else None


def _named(a: Adapter, ref: Ref) -> Expr:
    """The name of a field's value."""
    return call(f"{a.name}_{a.ref(ref).enum}_name", V.dot(ref.field))


def _cqe(a: Adapter) -> Cqe:
    c = a.complete
    sent, received = _named(a, c.send_by), _named(a, c.recv_by)
    is_send = any_of(_among(a, c.sends), _among(a, c.order.late if c.order else None))
    assert is_send is not None, "sends have a value"
    out_is_send = Name("out").to("is_send")
    index, width = None, 0
    if a.send.named_by != "wr-id":
        index, width = V.dot(c.retire_send[0].field), a.ref(c.retire_send[0]).place.bits
        if c.order and c.retire_recv:
            index = choose(out_is_send, index, V.dot(c.retire_recv.field))
    return Cqe(is_send, _among(a, c.failed) or V.dot(c.status_field.field).differs(0),
               "v" if c.error_entry == c.entry else "e",
               sent if sent == received else choose(out_is_send, sent, received), _among(a, c.resize),
               _named(a, c.resize.ref) if c.resize else None,
               index, bits((1 << width) - 1), tuple((a.c_name(a.status_enum, n), n, status) for n, status in c.status))


def lower_dump(a: Adapter) -> Dump | None:
    by, head = printed_by(a), a.format(a.send.head)
    if not by:
        return None
    return Dump(by, tuple(_class(a, cls) for cls in a.send.classes), _ops(a), _owner(a), _cqe(a), head,
                head.carrier("op.code"))
