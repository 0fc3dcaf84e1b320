"""Stage lower, hot path: turns a WQE of known shape into stores of up to eight bytes in memory byte order.

Every bit of a store is of one of four kinds: constant; the same for all WQEs of a queue (kept in the queue as a lane,
which includes the constants); decided by the flags (a table with a row for each combination, of which a queue keeps the
rows it uses); or taken from the work request.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from codegen.adapter.lower.form import Segment
from codegen.adapter.lower.segments import at_most, lower_segment, recv_head_format
from codegen.adapter.lower.stores import FLAGS, HOT_FLAGS, LENGTH, Copy, Image, Store, flag_value, store_at, stores_of
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import QUEUE, Gather
from codegen.adapter.model.send import Op, TypeClass
from codegen.adapter.sources import FITTING, RECEIVE, SOURCES, WITH_IMM, Known, bits_of, expression
from codegen.adapter.verbs import send_flags, wr_opcodes
from codegen.core.cexpr import Call, Expr, Member, Name, call, cast, choose, number
from codegen.formats.lower import Units
from codegen.formats.model import Field, Format, Place

# What <inverbs/fast/hot.h> and <inverbs/fast/objects.h> provide; every generated header asserts it.
LANES, OPS, ROWS, COPIED, BLOCK = 3, 2, 4, 64, 64
# Sources whose values the hot path has, first those that a receive has as well.
OF_RECEIVE = ("qp.num", "sq.lap", "sq.generation", "wr.id", "payload.bytes", "payload.sges", "sge.first", "sge.last",
              "sge.length", "sge.lkey", "sge.addr")
OF_SEND = (*OF_RECEIVE, "sq.index", "sq.posted", "sq.serial", "op.code", "wqe.bytes", "wr.fence", "wr.solicited",
           "wr.csum", "wr.signaled", "wr.inline",
           "wr.has_imm", "wr.remote_addr", "wr.rkey")
OF_WARM = ("wr.imm", "wr.invalidate_rkey")  # sources that the full path has in addition
OF_ADDRESS = ("ah.av", "ah.number", "ah.vlan", "ah.mac", "wr.ud.qpn", "wr.ud.qkey")  # datagrams' sources
OF_INDEX = ("sq.index", "sq.posted")
SQ = Name("sq")
POSITION = SQ.to("position")
# Values that the hot path has in local variables.
_OWN: dict[Expr, Expr] = {Name("sge").to("length"): LENGTH, POSITION: Name("index") + 1, SQ.to("head"): Name("serial"),
                          Name("req").to("num_sge"): Name("sges")}
# Cost of a lane that no queue keeps: of a value that a post can compute, and of one that it cannot.
WORKED_OUT, NEVER = 4, 1000
# SGEs of a WQE whose number is not limited by its format: no queue allows more.
MANY = 255


@dataclass(frozen=True)
class Form:
    """The stores of one WQE: plain ones, then those that publish it."""

    stores: tuple[Store, ...]
    published: tuple[Store, ...]
    size: int  # bytes; for inline payload, the bytes before the payload
    closing: int = 0  # number of plain stores, the last ones, that complete their segments
    copies: tuple[Copy, ...] = ()

    @property
    def every(self) -> tuple[Store, ...]:
        return (*self.stores, *self.published)


@dataclass(frozen=True)
class Use:
    """A format at its place in a WQE, with the sources that this use fills."""

    fmt: Format
    at: int
    settings: dict[str, str]
    hands_over: bool = False


@dataclass(frozen=True)
class Shape:
    """Values of a WQE that are known at generation time."""

    name: str  # name of the op, or RECEIVE
    code: int
    uses: tuple[Use, ...]
    zeros: tuple[int, ...]  # offsets at which eight bytes are cleared
    size: int
    inline: bool
    pushed: bool  # the WQE itself is copied to a register
    running: bool = False  # its index is computed at its final bit position
    several: bool = False  # it is followed by as many SGEs as the work request has


@dataclass(frozen=True)
class HotOp:
    """One op with one SGE, its payload by reference or inline."""

    name: str
    gather: Form
    inline: Form
    inline_most: int  # bytes of payload


def hot_types(a: Adapter) -> tuple[str, ...]:
    """Queue pair types whose WQEs depend only on the op."""
    types = [t for c in a.send.classes if not (c.lead or c.payload_only or c.settings) for t in c.types]
    return tuple(t for t in types if all(not op.types or t in op.types for op in hot_ops(a)))


def hot_ops(a: Adapter) -> tuple[Op, ...]:
    """Hot ops by ascending verbs opcode, because 0 is the cheapest to compare with."""
    return tuple(sorted((op for op in a.send.ops if op.name in a.send.hot), key=lambda op: wr_opcodes()[op.name]))


def unit_bytes(a: Adapter) -> int:
    """Maximum bytes of a WQE of the hot path: a unit of the ring, a chunk, or a block of the register, without the
    parts reserved at its end; 0: no limit."""
    s = a.send
    own = [part.at for part in (s.repeat, s.state.part if s.state else None) if part]
    limits = [s.ring.unit if s.ring.unit != QUEUE else 0, s.ring.chunk, s.inline.chunk,
              s.image.block if s.image else 0, *own]
    return min((n for n in limits if n), default=0)


@lru_cache(maxsize=32)  # for one or two adapters: called by the checks and by all renderers
def lower_hot(a: Adapter, op: Op) -> HotOp:
    by_reference, inline = send_shape(a, op, False), send_shape(a, op, True)
    most = min(COPIED, unit_bytes(a) - inline.size) if unit_bytes(a) else COPIED
    return HotOp(op.name, lower_shape(a, by_reference), lower_shape(a, inline), most)


def is_simple(op: Op) -> bool:
    """True if the op moves payload and has a single form."""
    b = op.body
    if not b.payload or b.by_bytes or op.needs or op.limits:
        return False
    if op.empty or op.sge_length or op.owes or op.note or op.sges:
        return False
    return not (op.solicited or op.flagless or op.late or not op.lead)


def warm_ops(a: Adapter) -> list[Op]:
    """Ops that the full path posts on the hot path's credit, as single work requests with one SGE that is not
    inline."""
    if not hot_ops(a):
        return []
    ops = [op for op in a.send.posted if is_simple(op) and op not in hot_ops(a)]
    shapes = [(op, send_shape(a, op, False)) for op in ops]
    most = max(send_shape(a, op, False).size for op in hot_ops(a))  # a unit of any queue has this many bytes
    return [op for op, shape in shapes if shape_sources(shape) <= {*OF_SEND, *OF_WARM} and shape.size <= most]


def _adds_address(cls: TypeClass) -> bool:
    """True if WQEs of this class differ from those of the hot path only by additional segments or settings."""
    barred = {need.flag for need in cls.needs} <= set(send_flags()) - HOT_FLAGS
    return bool(cls.lead or cls.settings) and barred and not (cls.payload_only or cls.front or cls.ethernet)


def addressed_ops(a: Adapter) -> list[tuple[Op, TypeClass]]:
    """Hot ops that the full path posts on credit to a class of queue pairs whose WQEs also contain a destination:
    single work requests with one SGE that is not inline, if the WQE fits in a unit."""
    if not hot_ops(a):
        return []
    classes = [c for c in a.send.classes if _adds_address(c) and not set(c.types) & set(hot_types(a))]
    shapes = [(op, cls, send_shape(a, op, False, cls)) for cls in classes for op in hot_ops(a)
              if not op.types or set(cls.types) <= set(op.types)]
    return [(op, cls) for op, cls, shape in shapes
            if shape_sources(shape) <= {*OF_SEND, *OF_ADDRESS} and _fits_unit(a, shape.size)]


def addressed_inline_most(a: Adapter, op: Op, cls: TypeClass) -> int:
    """Maximum inline payload, in bytes, with which such a WQE has one run and takes one unit; 0 or less: none. If the
    WQE itself is copied to a register, it also takes the same number of blocks for all lengths."""
    shape, chunk = send_shape(a, op, True, cls), a.send.inline.chunk
    most = min(COPIED, chunk - shape.size % chunk) if chunk else COPIED
    image = a.send.image
    block_end = -shape.size % image.block if image else COPIED
    if shape.pushed and image:
        most = 0 if image.otherwise else min(most, block_end or image.block)
    return most if shape_sources(shape) <= {*OF_SEND, *OF_ADDRESS} and _fits_unit(a, shape.size + most) else 0


def _fits_unit(a: Adapter, size: int) -> bool:
    """True if a WQE of this size takes one unit, whatever the length of a unit, and chunks after the first are
    guarded."""
    ring = a.send.ring
    own = [part.at for part in (a.send.repeat, a.send.state.part if a.send.state else None) if part]
    limits = [*own, *([] if ring.unit == QUEUE else [ring.unit]),
              *([ring.chunk] if ring.chunk and ring.guard is None else [])]
    return all(size <= limit for limit in limits)


def several_most(a: Adapter, op: Op) -> int:
    """Maximum number of SGEs of a hot op whose WQE the full path posts on credit; less than two: none."""
    front, gather = several_shape(a, op), a.send.gather
    known = shape_sources(front) | shape_sources(sge_shape(a, op))
    if gather.fill or not known <= set(OF_SEND) - {"sge.first", "sge.last"}:
        return 0
    return (unit_bytes(a) - front.size) // a.format(gather.format).size if unit_bytes(a) else MANY


def grant_fits(a: Adapter, front: int) -> bool:
    """True if a unit has room, after `front` bytes, for all SGEs that a queue was granted, or for `several_most`
    SGEs."""
    ring = a.send.ring
    slots = ring.slots.types if ring.slots else ()
    granted = {t.qp_type: sum(a.format(name).size for name in t.front) for t in slots}
    return ring.unit != QUEUE or all(granted.get(t, 0) >= front for t in hot_types(a))


def several_shape(a: Adapter, op: Op) -> Shape:
    """The WQE of an op with a variable number of SGEs, without these SGEs."""
    one = send_shape(a, op, False)
    return replace(one, uses=one.uses[:-1], size=one.uses[-1].at, several=True)


def sge_shape(a: Adapter, op: Op) -> Shape:
    """The shape of one of these SGEs."""
    fmt = a.format(a.send.gather.format)
    return Shape(op.name, 0, (Use(fmt, 0, {}),), (), fmt.size, False, False)


def send_shape(a: Adapter, op: Op, inline: bool, cls: TypeClass | None = None) -> Shape:
    """The WQE of an op with one SGE: head, segments, tail, and the SGE or the header of inline payload. If a class is
    given, its segments come first."""
    s = a.send

    def settings(name: str) -> dict[str, str]:
        settings = cls.settings if cls else ()
        of_class = {each.ref.field: each.source for each in settings if each.ref.format == name}
        return {**of_class, **op.body.of(name)}

    uses, at = [Use(a.format(s.head), 0, settings(s.head), True)], a.format(s.head).size
    for name in (*(cls.lead if cls else ()), *op.body.segments):
        uses.append(Use(a.format(name), at, settings(name)))
        at += a.format(name).size
    zeros: tuple[int, ...] = ()
    if s.tail:
        zeros = tuple(range(at, s.tail.at, 8))
        uses.append(Use(a.format(s.tail.format), s.tail.at, settings(s.tail.format)))
        at = s.tail.at + a.format(s.tail.format).size
    behind = s.inline.header if inline else s.gather.format
    if behind:
        uses.append(Use(a.format(behind), at, {}))
        at += a.format(behind).size
    return Shape(op.name, a.enum(s.code_enum).value(op.code), tuple(uses), zeros, at, inline, _pushes(a, op, inline),
                 running_index(a) is not None)


def running_index(a: Adapter) -> Place | None:
    """The position of the WQE's index, if a single subtraction can compute it there: it has a word of its own, begins
    at a byte from which the credit can be loaded, and no doorbell needs it in another form."""
    formats = [a.format(name) for op in hot_ops(a) for name in (a.send.head, *op.body.segments)]
    places = {f.place for fmt in formats for f in fmt.fields if f.source == "sq.index"}
    told = any(s.kind == "index" or (s.format and any(f.source in OF_INDEX for f in a.format(s.format).fields))
               for s in a.send.doorbell)
    place = places.pop() if len(places) == 1 else None
    return place if place and not told and place.lo in (0, 8) and place.bits < place.width == 32 else None


def recv_shape(a: Adapter) -> Shape:
    """The WQE of a receive of one SGE."""
    r = a.recv
    sge = a.format(r.gather.format)
    if r.in_send is None:
        head = [Use(a.format(r.head), 0, {})] if r.head else []
        at = sum(use.fmt.size for use in head)
        return Shape(RECEIVE, 0, (*head, Use(sge, at, {})), (), at + sge.size, False, False)
    uses, at = [Use(recv_head_format(a), 0, {}, True)], a.format(a.send.head).size
    for name in r.in_send.body:
        uses.append(Use(a.format(name), at, {}))
        at += a.format(name).size
    empty = {f.name: "0" for f in sge.fields if f.source}
    for n in range(r.in_send.sges):
        uses.append(Use(sge, at, {} if n == 0 else empty))
        at += sge.size
    return Shape(RECEIVE, 0, tuple(uses), (), at, False, False)


def list_shape(a: Adapter, g: Gather, lkey: int | None = None) -> Shape:
    """The segment of an SGE of a receive or, with a key, of the end of the list."""
    fmt = a.format(g.format)
    end = {f.name: str(lkey if f.source == "sge.lkey" else 0) for f in fmt.fields if f.source}
    return Shape(RECEIVE, 0, (Use(fmt, 0, end if lkey is not None else {}),), (), fmt.size, False, False)


def shape_sources(shape: Shape) -> set[str]:
    """Sources of its fields that are not known at generation time."""
    every = {use.settings.get(f.name) or f.source for use in shape.uses for f in use.fmt.fields
             if f.const is None and (shape.pushed or not f.pushed)}
    return {source for source in every if source and not source[:1].isdigit()}


def lower_shape(a: Adapter, shape: Shape) -> Form:
    image = Image(max([shape.size, *(use.at + use.fmt.size for use in shape.uses)]))
    image.words += [(at, 8) for at in shape.zeros]
    image.apart = 0 < a.send.ring.chunk < shape.size and shape.name != RECEIVE
    if shape.inline and image.apart:
        image.lasts.add(shape.uses[-1].at)
    for use in shape.uses:
        _use(image, shape, use)
    stores, published = stores_of(image)
    closing = sum(s.at in image.lasts for s in stores)
    if a.send.repeat and image.published:
        again = lower_register(a.format(a.send.repeat.format))
        published = (*published, replace(again, at=a.send.repeat.at))
    return Form(stores, published, shape.size, closing, tuple(image.copies))


def _use(image: Image, shape: Shape, use: Use) -> None:
    segment = lower_segment(use.fmt, use.settings, shape.name)
    image.copies += [Copy(use.at + array.at, array.length, array.expr) for array in segment.arrays]
    image.words += [(use.at + at, size) for at, size in _stored(segment, shape.pushed)]
    if segment.publish:
        word = (use.at + segment.publish.at, segment.publish.width // 8)
        if use.hands_over:
            image.published.append(word)
        else:
            image.words.append(word)
            image.lasts.add(word[0])
    units = Units(use.fmt, use.fmt.fields)
    for f in use.fmt.fields:
        source = use.settings.get(f.name) or f.source
        if not f.is_bytes and (f.const is not None or source) and not (f.pushed and not shape.pushed):
            _place(image, shape, use, f, f.inline if shape.inline and f.inline else source, units)


def _pushes(a: Adapter, op: Op, inline: bool) -> bool:
    """True if the WQE is also stored to a register."""
    image = next((s for s in a.send.doorbell if s.kind == "image"), None)
    return image is not None and (image.when is None or inline or any(op.name in ops for _, ops in image.when.ops))


def _stored(segment: Segment, pushed: bool) -> list[tuple[int, int]]:
    """Offset and size of the words of a segment, except for the one that publishes it. Where only images have a wider
    word, that replaces the words in it."""
    images = [(w.at, w.width // 8) for w in segment.image] if pushed else []
    words = [(w.at, w.width // 8) for w in segment.words]
    return images + [(at, size) for at, size in words if not any(a <= at < a + n for a, n in images)]


def _constant(shape: Shape, f: Field, source: str) -> int | None:
    """The field's value, if it is the same in every WQE of this shape."""
    known = {"payload.sges": None if shape.several else 1, "sge.first": 1, "sge.last": 1,
             "wr.inline": int(shape.inline),
             "wr.has_imm": int(shape.name in WITH_IMM), "wr.csum": 0, "wr.fence": 0, "op.code": shape.code}
    if f.const is not None:
        return f.const
    if source[:1].isdigit():
        return int(source, 0)
    if source == "wqe.bytes" and not (shape.inline or shape.several):
        return shape.size // f.unit if f.unit > 1 else shape.size
    value = known.get(source)
    return f.as_values[value] if value is not None and f.as_values else value


def _place(image: Image, shape: Shape, use: Use, f: Field, source: str, units: Units) -> None:
    """Place the bits of a field in its word, or in the wider word that the full path stores for it."""
    order, p = "LE" if f.raw else use.fmt.order, f.place
    at, size = use.at + p.at, p.width // 8

    def put(into: bytearray, value: int) -> None:
        old = int.from_bytes(into[at:at + size], "big" if order == "BE" else "little")
        into[at:at + size] = (old | value << p.lo).to_bytes(size, "big" if order == "BE" else "little")

    constant = _constant(shape, f, source)
    if constant is not None:
        put(image.const, constant)
        return
    if source in FLAGS:
        no, yes = f.as_values or (0, 1)
        for flags, row in enumerate(image.by_flags):
            put(row, yes if flags & flag_value(source) else no)
        if source == "wr.signaled":
            image.signals.append((at, size))
        return
    if shape.running and source == "sq.index":
        text, swaps = call(f"INVERBS_{order}32", Name("running")), order == "BE"
    else:
        text, swaps = _memory(p, order, *_value(f, source, shape))
    of_queue = SOURCES[source].known is Known.QUEUE or source in ("sq.lap", "sq.generation")
    if of_queue and not _plain(text):
        image.lanes.append((at, size, text))
    else:
        image.exprs.append((at, size, text, swaps))


def _plain(expr: Expr) -> bool:
    """True for a member of the queue that takes a single load."""
    inner = expr
    if isinstance(expr, Call) and expr.function.startswith(("INVERBS_LE", "INVERBS_NATIVE")):
        inner = expr.arguments[0]
    return isinstance(inner, Member) and inner.base == SQ


def _value(f: Field, source: str, shape: Shape) -> tuple[Expr, int, bool]:
    """C of the field's value, its maximum number of bits, and whether it always fits."""
    expr, bits = expression(source, shape.name), bits_of(source)
    if shape.inline and source in ("payload.bytes", "sge.length"):
        bits = COPIED.bit_length()
    expr = _OWN.get(expr, expr)
    if source in ("sq.lap", "sq.generation"):
        odd = POSITION & SQ.to("entries")
        expr = choose(odd, 1, 0) if source == "sq.lap" else choose(odd, 0, 1)
    dropped = f.unit.bit_length() - 1 + f.drop
    expr, bits = expr >> f.unit.bit_length() - 1 >> f.drop, bits - dropped
    if f.most:
        expr, bits = at_most(expr, f.most), f.place.bits
    return expr, bits, source in FITTING or bits <= f.place.bits or source == "wqe.bytes"


def _memory(p: Place, order: str, expr: Expr, bits: int, fits: bool) -> tuple[Expr, bool]:
    """C of the word in memory byte order that contains the value, and whether that takes a byte swap."""
    size = p.width // 8
    if not fits and bits > p.bits and p.lo + p.bits < p.width:
        expr = expr & number((1 << p.bits) - 1, p.width)
    if p.lo // 8 == p.hi // 8:  # within one byte: no swap is needed
        byte = (size - 1 - p.lo // 8) if order == "BE" else p.lo // 8
        shift = 8 * byte + p.lo % 8
        return cast("uint64_t", expr) << shift, False
    value = cast("uint64_t" if p.width == 64 else "uint32_t", expr) << p.lo if p.lo else expr
    return call(f"INVERBS_{order}{p.width}", value), order == "BE"


def lower_register(fmt: Format) -> Store:
    """A doorbell record, a doorbell register, or the repeated publishing word, in a single store."""
    image, shape = Image(fmt.size), Shape("", 0, (), (), fmt.size, False, False)
    units, use = Units(fmt, fmt.fields), Use(fmt, 0, {})
    for f in fmt.fields:
        if f.const is not None or f.source:
            _place(image, shape, use, f, f.source, units)
    return store_at(image, 0, fmt.size)


def every_store(a: Adapter) -> list[Store]:
    """All stores: of sends, of the doorbell, and of receives in the same ring."""
    lowered = [lower_hot(a, op) for op in hot_ops(a)]
    steps = [lower_register(a.format(s.format)) for s in a.send.doorbell if s.format]
    received = lower_shape(a, recv_shape(a)).every if a.recv.in_send else ()
    return [*(s for h in lowered for s in (*h.gather.every, *h.inline.every)), *steps, *received]


@dataclass(frozen=True)
class Lane:
    """A value that is the same for all WQEs of a queue or lap: constant bits, and C of the other bits."""

    const: int
    texts: tuple[Expr, ...]


def of_lap(texts: tuple[Expr, ...]) -> bool:
    """True if the value depends on the queue's position, so that a post cannot compute it."""
    return any(POSITION in text.parts() for text in texts)


def kept_lanes(a: Adapter) -> tuple[Lane, ...]:
    """The lanes that a queue keeps: those that save the most instructions."""
    words = [Lane(s.const, s.lanes) for s in every_store(a) if s.lanes]
    choices = list(dict.fromkeys([*words, *(Lane(0, word.texts) for word in words)]))
    kept = [chosen for n in range(min(LANES, len(choices)) + 1) for chosen in combinations(choices, n)]
    return min(kept, key=lambda chosen: (sum(_cost_of_lane(word, chosen) for word in words), len(chosen)))


def _cost_of_lane(word: Lane, kept: tuple[Lane, ...]) -> int:
    if word in kept:
        return 1
    if Lane(0, word.texts) in kept:
        return 3 if word.const >= 1 << 31 else 2
    return NEVER if of_lap(word.texts) else WORKED_OUT


def kept_rows(a: Adapter) -> tuple[int, ...]:
    """The table of flags whose rows queues keep: the most used one."""
    tables = [s.table for s in every_store(a) if s.table]
    return max(tables, key=tables.count) if tables else ()
