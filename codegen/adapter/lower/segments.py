"""Stage lower: turns segments, with the sources of one use, into stores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from codegen.adapter.lower import words as made
from codegen.adapter.lower.form import Bytes, Segment, Term, Word
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import Body, Op, TypeClass
from codegen.adapter.sources import ADDRESSED, FITTING, SOURCES, WITH_IMM, Known, bits_of, expression, sink_of
from codegen.core.cexpr import (
    Assign, Expr, Hole, If, Name, Number, Statement, call, cast, choose, filled as with_value, number, replaced,
    set_bits,
)
from codegen.formats.lower import Units
from codegen.formats.model import Field, Format


SGE, REQ = Name("sge"), Name("req")
IS_INLINE = call("inverbs_is_inline", REQ)


def plain_format(fmt: Format) -> Format:
    """The format without the fields that only images have."""
    return replace(fmt, fields=tuple(f for f in fmt.fields if not f.pushed))


def lower_segment(fmt: Format, settings: dict[str, str], op: str = "") -> Segment:
    """Lower a segment. ``settings``: sources of the fields that this use fills; other fields have their own source or
    stay zero."""
    return _lowered(fmt, tuple(settings.items()), op)


@cache
def _lowered(fmt: Format, settings: tuple[tuple[str, str], ...], op: str) -> Segment:
    plain = plain_format(fmt)
    words = _words(plain, Units(plain, plain.fields), dict(settings), op)
    for f in plain.fields:
        if f.is_bytes and not f.source:
            words += _zeros(f.place.at, f.length, fmt.order, bool(f.unread))
    arrays = tuple(Bytes(f.place.at, f.length, expression(f.source, op), sink_of(f.source))
                   for f in fmt.fields if f.is_bytes and f.source)
    publish = next((w for w in words if w.at == fmt.publish), None)
    words = [w for w in words if w is not publish]
    handing, image = _image_words(fmt, publish)
    return Segment(fmt.name, fmt.size, tuple(words), arrays, handing, image)


def _image_words(fmt: Format, publish: Word | None) -> tuple[Word | None, tuple[Word, ...]]:
    """The words with fields that only images have: the word with the ownership bit, and separate words."""
    own: dict[tuple[int, int], tuple[Term, ...]] = {}
    for f in fmt.fields:
        if f.pushed:
            at, width, shift = Units(replace(fmt, reserved=()), (f,)).locate(f.place)
            term = lower_term(f, f.source, "", width, shift)
            if publish and (at, width) == (publish.at, publish.width):
                publish = replace(publish, terms=(*publish.terms,
                                                  replace(term, expr=choose(Name("image"), term.expr, 0))))
            else:
                own[at, width] = (*own.get((at, width), ()), term)
    return publish, tuple(Word(at, width, fmt.order, terms) for (at, width), terms in own.items())


def lower_gather(fmt: Format, empty_length: int = 0) -> Segment:
    """The segment of an SGE; `empty_length` is the value that means 0 bytes."""
    segment = lower_segment(fmt, {})
    if not empty_length:
        return segment
    length, long = SGE.to("length"), number(empty_length)

    def term(t: Term) -> Term:
        if length not in t.expr.parts():
            return t
        return replace(t, expr=replaced(t.expr, length, choose(length, length, long)),
                       take=(*t.take, If(length.equals(long), (Assign(length, Number(0)),))))

    def word(w: Word) -> Word:
        return replace(w, terms=tuple(term(t) for t in w.terms))

    return replace(segment, words=tuple(word(w) for w in segment.words),
                   publish=word(segment.publish) if segment.publish else None)


def lower_word(fmt: Format) -> Word:
    """A doorbell record or a register: a single store."""
    return _words(fmt, Units(fmt, fmt.fields).as_one(fmt.size), {}, "")[0]


def _words(fmt: Format, units: Units, settings: dict[str, str], op: str) -> list[Word]:
    terms: dict[tuple[int, int], list[Term]] = {}
    for f in fmt.fields:
        source = settings.get(f.name) or f.source
        if not f.is_bytes and (f.const is not None or source):
            at, width, shift = units.locate(f.place)
            terms.setdefault((at, width), []).append(lower_term(f, source, op, width, shift))
    return [Word(at, size * 8, fmt.order, tuple(terms.get((at, size * 8), ())), _unread(fmt, units, at, size))
            for at, size in units.spans]


def _unread(fmt: Format, units: Units, at: int, size: int) -> int:
    """Bits of a word that the adapter ignores unless a term fills them."""
    bits = 0
    for f in fmt.fields:
        if f.unread and not f.is_bytes:
            unit_at, width, shift = units.locate(f.place)
            bits |= (1 << f.place.bits) - 1 << shift if (unit_at, width) == (at, size * 8) else 0
    return bits


def _zeros(at: int, length: int, order: str, unread: bool) -> list[Word]:
    """Stores that clear the bytes that nothing fills."""
    out = []
    while length:
        size = next(n for n in (8, 4, 2, 1) if n <= length and at % n == 0)
        out.append(Word(at, size * 8, order, (), (1 << size * 8) - 1 if unread else 0))
        at, length = at + size, length - size
    return out


@cache
def lower_term(f: Field, source: str, op: str, width: int, shift: int) -> Term:
    stored = _stored(f, source, op, width, shift)
    if f.unread == "always":
        return replace(stored, bits=f.place.bits, shift=shift)
    return replace(stored, bits=f.place.bits, shift=shift, const=_only_value(f, source, op), among=_values(f),
                   take=_take(f, source, op))


def _only_value(f: Field, source: str, op: str) -> int | None:
    """The only value that the field can have in this use."""
    if f.const is not None:
        return f.const
    if source == "wr.has_imm" and op:
        return int(op.removesuffix(ADDRESSED) in WITH_IMM)
    expr = expression(source, op)
    return expr.value if isinstance(expr, Number) else None


def _values(f: Field) -> tuple[int, ...]:
    return (*f.as_values, *((f.owed,) if f.owed else ())) if f.as_values else ()


def _take(f: Field, source: str, op: str) -> tuple[Statement, ...]:
    """Statements by which the device decodes the bits of the field: the inverse of the fast path's conversion."""
    if f.const is not None or source[:1].isdigit() or not sink_of(source, op):
        return ()
    v: Expr = Hole("v")
    if f.as_values:
        v = v.equals(f.as_values[1])
    v = v << f.unit.bit_length() - 1
    if f.drop:
        v = cast("uint64_t", v) << f.drop
    take = tuple(with_value(each, v=v) for each in sink_of(source, op))
    inline, flags = Name("IBV_SEND_INLINE"), Name("out").to("send_flags")
    if not f.inline:
        return take
    if f.inline.isdigit():
        return (*take, If(v.equals(int(f.inline)), (set_bits(flags, inline),)))
    return (If(flags & inline, tuple(with_value(each, v=v) for each in sink_of(f.inline)), take),)


def _stored(f: Field, source: str, op: str, width: int, shift: int) -> Term:
    if f.const is not None:
        return Term(f.name, number(f.const << shift, width), None)
    if source[:1].isdigit():
        return Term(f.name, number(int(source, 0) << shift, width), None)
    known, expr = SOURCES[source].known, expression(source, op)
    if f.raw:
        return Term(f.name, expr, known, raw=True)
    if f.as_values:
        return Term(f.name, _flag(f, expr, shift, width), known)
    bits = bits_of(source)
    dropped = f.unit.bit_length() - 1 + f.drop
    expr, bits = expr >> f.unit.bit_length() - 1 >> f.drop, bits - dropped
    if f.inline:
        expr = choose(IS_INLINE, expression(f.inline, op), expr)
    if f.most:
        expr, bits = at_most(expr, f.most), f.place.bits
    return Term(f.name, made.placed(expr, bits, f.place.bits, shift, width, source in FITTING), known)


def at_most(expr: Expr, most: int) -> Expr:
    limit = Number(most, -1)
    return choose(expr < limit, expr, limit)


def _flag(f: Field, expr: Expr, shift: int, width: int) -> Expr:
    assert f.as_values is not None
    no, yes = f.as_values
    if f.owed:
        return made.chosen(expr, yes, made.chosen(Name("owed"), f.owed, no, shift, width), shift, width)
    return made.chosen(expr, yes, no, shift, width)


def filled(fmt: Format, values: dict[str, int]) -> Format:
    """The format, with numbers in place of these sources."""
    return replace(fmt, fields=tuple(replace(f, source="", const=values[f.source]) if f.source in values else f
                                     for f in fmt.fields))


def recv_head_format(a: Adapter) -> Format:
    """The head of a receive in the send ring: every receive is signaled, and fields that only sends have are not
    stored."""
    own, fmt = a.recv.in_send, a.format(a.send.head)
    assert own
    unit = next((f.unit for f in fmt.fields if f.source == "wqe.bytes"), 1)
    values = {f.source: 0 for f in fmt.fields if f.source in SOURCES and SOURCES[f.source].known is Known.FLAGS}
    values |= {"op.code": a.enum(a.send.code_enum).value(own.code), "wqe.bytes": own.bytes // unit, "wr.signaled": 1}
    return replace(fmt, fields=tuple(f for f in filled(fmt, values).fields if f.source != "sq.serial"))


def op_format(fmt: Format, op: Op) -> Format:
    """A segment that every WQE has, with the fields that it has in the WQEs of an op."""
    flags = {f.source: f.as_values[0] if f.as_values else 0 for f in fmt.fields
             if f.source in SOURCES and SOURCES[f.source].known is Known.FLAGS}
    return filled(fmt, flags) if op.flagless else fmt


@dataclass(frozen=True)
class Placed:
    """A segment and the function that stores it."""

    function: str
    segment: Segment
    users: tuple[str, ...]  # ops, and classes of queue pairs

    @property
    def spoken(self) -> str:
        return listed(self.users)


@dataclass(frozen=True)
class Plan:
    """The segments between head and payload, for some ops."""

    ops: tuple[str, ...]
    steps: tuple[Placed, ...]

    @property
    def size(self) -> int:
        return sum(s.segment.size for s in self.steps)


_DESTINATION = ("ah.", "wr.ud.")


def says_destination(a: Adapter, cls: TypeClass) -> bool:
    """True if WQEs on queue pairs of these types contain a destination."""
    sources = [f.source for name in (a.send.head, *cls.lead) for f in a.format(name).fields]
    sources += [s.source for s in (*cls.settings, *cls.ethernet)]
    return any(source.startswith(_DESTINATION) for source in sources)


def use_of(a: Adapter, op: Op) -> str:
    """The key by which an op's sources are looked up."""
    classes = [c for c in a.send.classes if not op.types or set(op.types) & set(c.types)]
    return op.name + (ADDRESSED if op.only_built and all(says_destination(a, c) for c in classes) else "")


def op_segments(a: Adapter, op: Op, body: Body) -> tuple[Segment, ...]:
    return tuple(lower_segment(a.format(name), body.of(name), use_of(a, op)) for name in body.segments)


def _front_format(fmt: Format, cls: TypeClass) -> Format:
    """A segment of the lead in which the front begins, without the bytes of the front."""
    def own(f: Field) -> Field:
        begins = cls.front and (cls.front.format, cls.front.field) == (fmt.name, f.name)
        return replace(f, unread="always") if begins else f

    return replace(fmt, fields=tuple(own(f) for f in fmt.fields))


def listed(words: Iterable[str]) -> str:
    """``SEND, RDMA_WRITE and RDMA_READ``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


class SegmentFunctions:
    """One function for each different way to fill a format. It is named after the format; from the second one on, also
    after the op."""

    def __init__(self, a: Adapter) -> None:
        self.a = a
        self.names: dict[Segment, str] = {}
        self.users: dict[Segment, list[str]] = {}
        for cls in a.send.classes:
            for name in cls.lead:
                self._add(self.lead(cls, name), cls.name, f"{cls.name} queue pairs")
        for op in a.send.ops:
            for segment in op_segments(a, op, op.body):
                self._add(segment, op.name, op.name)
            for segment in op_segments(a, op, op.empty) if op.empty else ():
                self._add(segment, f"{op.name}_empty", f"{op.name} without payload")

    def lead(self, cls: TypeClass, name: str) -> Segment:
        return lower_segment(_front_format(self.a.format(name), cls),
                             {s.ref.field: s.source for s in cls.settings if s.ref.format == name})

    def _add(self, segment: Segment, user: str, spoken: str) -> None:
        if segment not in self.names:
            first = all(s.format != segment.format for s in self.names)
            self.names[segment] = f"{self.a.name}_put_{segment.format}" + ("" if first else f"_{user.lower()}")
        self.users.setdefault(segment, []).append(spoken)

    def placed(self, segment: Segment) -> Placed:
        return Placed(self.names[segment], segment, tuple(self.users[segment]))

    def every(self) -> list[Placed]:
        return [self.placed(s) for s in self.names]


def plans(a: Adapter, functions: SegmentFunctions, empty: bool) -> list[Plan]:
    """The ops grouped by their segments; ops without segments are left out."""
    groups: dict[tuple[Segment, ...], list[str]] = {}
    for op in a.send.ops:
        body = op.empty if empty else op.body
        if body is None or (not body.segments):
            continue
        groups.setdefault(op_segments(a, op, body), []).append(op.name)
    return [Plan(tuple(names), tuple(functions.placed(s) for s in segments)) for segments, names in groups.items()]


def fill_segment(a: Adapter, name: str) -> Segment:
    """An SGE of zeros, except for values that do not come from the work request."""
    fmt = a.format(name)
    return lower_segment(fmt, {f.name: "0" for f in fmt.fields if f.source.startswith("sge.")})


def pad_segment(a: Adapter, code: str) -> Segment:
    """The head of a WQE that fills units up to a boundary: its opcode, and values that depend on its index."""
    fmt = a.format(a.send.head)
    value = str(a.enum(a.send.code_enum).value(code))
    kept = ("sq.generation", "sq.lap", "sq.index", "qp.num")
    return lower_segment(fmt, {f.name: value if f.source == "op.code" else "0" for f in fmt.fields if f.source
                               and f.source not in kept})


def unwritten_word(a: Adapter) -> Word:
    """The ownership word of a unit that has not been written: only the bit of the lap."""
    fmt = a.format(a.send.head)
    word = lower_segment(fmt, {f.name: "0" for f in fmt.fields if f.source and f.source != "sq.generation"}).publish
    assert word is not None, "a rule wants a word that hands WQEs over"
    return word
