"""Stage lower, hot path: a WQE whose shape is known, as stores of up to eight bytes in the order of memory.

Every bit of a store is of one of four kinds: constant, the same for all WQEs of a queue (kept with the queue, as a lane),
decided by the flags (a table of sixteen), or of the request.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from codegen.adapter.lower_formats import Units
from codegen.adapter.model import Field, Format, Place
from codegen.adapter.queues import cexpr
from codegen.adapter.queues.form import Segment
from codegen.adapter.queues.lower import lower_segment
from codegen.adapter.queues.model import QUEUE, Op, Adapter
from codegen.adapter.verbs import wr_opcodes
from codegen.adapter.queues.sources import FITTING, SOURCES, WITH_IMM, Known, bits_of, expression

CHUNK = 64  # bytes of a WQE that an adapter fetches at once
FLAGS = {"wr.signaled": 2, "wr.solicited": 4}  # IBV_SEND_*; no other makes a difference here
EVERY_FLAG = 16
LANES, OPS = 3, 2  # INVERBS_LANES and INVERBS_HOT_OPS of <inverbs/objects.h>


@dataclass(frozen=True)
class Store:
    """One store, in the order of memory."""

    at: int
    size: int
    const: int
    lanes: tuple[str, ...]  # C of what the queue keeps, evaluated when it gets credit
    table: tuple[int, ...]  # by flags; empty: none of them matters
    exprs: tuple[str, ...]


@dataclass
class Image:
    """Bytes of a WQE while it is put together."""

    size: int
    words: list[tuple[int, int]] = field(default_factory=list)  # byte and size of what the full path stores
    publish: tuple[int, int] | None = None
    const: bytearray = field(default_factory=bytearray)
    by_flags: list[bytearray] = field(default_factory=list)
    lanes: list[tuple[int, int, str]] = field(default_factory=list)  # byte and size of the word, C of the word in memory order
    exprs: list[tuple[int, int, str, bool]] = field(default_factory=list)  # the same, and whether bytes have to be swapped
    lasts: set[int] = field(default_factory=set)  # words that close their segment

    def __post_init__(self) -> None:
        self.const = bytearray(self.size)
        self.by_flags = [bytearray(self.size) for _ in range(EVERY_FLAG)]


@dataclass(frozen=True)
class HotOp:
    """One op with one SGE, its payload by reference or inside."""

    name: str
    gather: tuple[Store, ...]
    gather_publish: Store | None
    gather_size: int
    inline: tuple[Store, ...]
    inline_publish: Store | None
    inline_at: int  # where payload begins
    inline_most: int  # bytes of payload


def hot_types(a: Adapter) -> tuple[str, ...]:
    """Queue pair types whose WQEs have nothing but what their op says."""
    types = [t for c in a.send.classes if not (c.lead or c.payload_only or c.settings) for t in c.types]
    return tuple(t for t in types if all(not op.types or t in op.types for op in hot_ops(a)))


def hot_ops(a: Adapter) -> tuple[Op, ...]:
    """In the order of the verbs' numbers: 0 is the cheapest to compare with."""
    return tuple(sorted((op for op in a.send.ops if op.name in a.send.hot), key=lambda op: wr_opcodes()[op.name]))


def unit_bytes(a: Adapter) -> int:
    """What a WQE of the hot path may take at most."""
    return CHUNK if a.send.ring.unit == QUEUE else min(a.send.ring.unit, CHUNK)


def lower_hot(a: Adapter, op: Op) -> HotOp:
    head = a.format(a.send.head)
    at = head.size + sum(a.format(name).size for name in op.body.segments)
    gather = a.format(a.send.gather.format)
    header = a.format(a.send.inline.header) if a.send.inline.header else None
    inside = at + (header.size if header else 0)
    by_reference = _image(a, op, at + gather.size, [(gather, at)], False)
    inline = _image(a, op, inside, [(header, at)] if header else [], True)
    return HotOp(op.name, *_stores(by_reference), by_reference.size, *_stores(inline), inside, unit_bytes(a) - inside)


def _image(a: Adapter, op: Op, size: int, tail: list[tuple[Format, int]], inline: bool) -> Image:
    image = Image(size)
    head = a.format(a.send.head)
    parts = [(head, 0)]
    at = head.size
    for name in op.body.segments:
        parts.append((a.format(name), at))
        at += a.format(name).size
    for fmt, base in (*parts, *tail):
        settings = op.body.of(fmt.name)
        segment = lower_segment(fmt, settings, op.name)
        image.words += [(base + at, size) for at, size in _stored(segment, _pushes(a, inline))]
        if segment.publish and fmt is head:
            image.publish = (segment.publish.at, segment.publish.width // 8)
        elif segment.publish:
            image.words.append((base + segment.publish.at, segment.publish.width // 8))
            image.lasts.add(base + segment.publish.at)
        units = Units(fmt, fmt.fields)
        for f in fmt.fields:
            source = settings.get(f.name) or f.source
            if not f.is_bytes and (f.const is not None or source) and not (f.pushed and not _pushes(a, inline)):
                _place(a, image, units, f, f.inline if inline and f.inline else source, base, op, inline)
    return image


def _pushes(a: Adapter, inline: bool) -> bool:
    """The WQE itself goes to a register."""
    image = next((s for s in a.send.doorbell if s.kind == "image"), None)
    return image is not None and (image.when is None or inline)


def _stored(segment: Segment, pushed: bool) -> list[tuple[int, int]]:
    """Byte and size of the words of a segment but the one that hands over; words that only images have replace what lies in them."""
    images = [(w.at, w.width // 8) for w in segment.image] if pushed else []
    words = [(w.at, w.width // 8) for w in segment.words]
    return images + [(at, size) for at, size in words if not any(a <= at < a + n for a, n in images)]


def _constant(a: Adapter, image: Image, f: Field, source: str, op: Op, inline: bool) -> int | None:
    """What the field is in every WQE of this shape."""
    known = {"payload.sges": 1, "sge.first": 1, "sge.last": 1, "wr.inline": int(inline), "wr.has_imm": int(op.name in WITH_IMM), "wr.csum": 0, "wr.fence": 0}
    if f.const is not None:
        return f.const
    if source[:1].isdigit():
        return int(source, 0)
    if source == "op.code":
        return a.enum(a.send.code_enum).value(op.code)
    if source == "wqe.bytes" and not inline:
        return image.size // f.unit if f.unit > 1 else image.size
    value = known.get(source)
    return f.as_values[value] if value is not None and f.as_values else value


def _place(a: Adapter, image: Image, units: Units, f: Field, source: str, base: int, op: Op, inline: bool) -> None:
    big, p = units.big, f.place
    at, size = base + p.at, p.width // 8

    def put(into: bytearray, value: int) -> None:
        old = int.from_bytes(into[at:at + size], "big" if big else "little")
        into[at:at + size] = (old | value << p.lo).to_bytes(size, "big" if big else "little")

    constant = _constant(a, image, f, source, op, inline)
    if constant is not None:
        put(image.const, constant)
        return
    if source in FLAGS:
        no, yes = f.as_values or (0, 1)
        for flags in range(EVERY_FLAG):
            put(image.by_flags[flags], yes if flags & FLAGS[source] else no)
        if source == "wr.signaled":
            image.lanes.append((at, size, _memory(p, big, size, f"sq->flags & INVERBS_SQ_SIGNAL_ALL ? {yes} : 0", 8, True)[0]))
        return
    known = SOURCES[source].known
    text, swaps = _memory(p, big, size, *_value(f, source, op))
    if known is Known.QUEUE or source in ("sq.lap", "sq.generation"):
        image.lanes.append((at, size, text))
    else:
        image.exprs.append((at, size, text, swaps))


def _value(f: Field, source: str, op: Op) -> tuple[str, int, bool]:
    """C of the field's value, the most bits that it has, and whether they are sure to fit."""
    expr, bits = expression(source, op.name), bits_of(source)
    expr = {"sge->length": "length", "sq->position": "(index + 1)"}.get(expr, expr)
    if source in ("sq.lap", "sq.generation"):
        expr = "sq->position & sq->entries ? 1 : 0" if source == "sq.lap" else "sq->position & sq->entries ? 0 : 1"
    if f.unit > 1:
        expr, bits = f"{cexpr.primary(expr)} >> {f.unit.bit_length() - 1}", bits - f.unit.bit_length() + 1
    if f.drop:
        expr, bits = f"{cexpr.primary(expr)} >> {f.drop}", bits - f.drop
    if f.most:
        expr, bits = f"{expr} < {f.most}U ? {expr} : {f.most}U", f.place.bits
    return expr, bits, source in FITTING or bits <= f.place.bits or source == "wqe.bytes"


def _memory(p: Place, big: bool, size: int, expr: str, bits: int, fits: bool) -> tuple[str, bool]:
    """C of the word in the order of memory with the value in it, and whether bytes are swapped for it."""
    if not fits and bits > p.bits and p.lo + p.bits < p.width:
        expr = f"{cexpr.primary(expr)} & {cexpr.number((1 << p.bits) - 1, p.width)}"
    if p.lo // 8 == p.hi // 8:  # within one byte: it needs no swap
        byte = (size - 1 - p.lo // 8) if big else p.lo // 8
        shift = 8 * byte + p.lo % 8
        return (f"(uint64_t){cexpr.primary(f'({expr})')} << {shift}" if shift else f"(uint64_t){cexpr.primary(f'({expr})')}"), False
    wide = "(uint64_t)" if p.width == 64 else "(uint32_t)"
    value = f"{wide}({expr}) << {p.lo}" if p.lo else expr
    return f"INVERBS_{'BE' if big else 'LE'}{p.width}({value})", big


def _stores(image: Image) -> tuple[tuple[Store, ...], Store | None]:
    stores = [_store(image, at, size) for at, size in _fewest(image, sorted(image.words))]
    stores.sort(key=lambda s: s.at in image.lasts)
    return tuple(stores), _store(image, *image.publish) if image.publish else None


def _heavy(image: Image, words: list[tuple[int, int]]) -> int:
    """How many values of the request have to be swapped."""
    return sum(1 for at, _, _, swaps in image.exprs if swaps and any(a <= at < a + n for a, n in words))


def _fewest(image: Image, words: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cheapest stores of 1, 2, 4 or 8 bytes, none of which cuts a word or has two values to swap."""
    best: list[list[tuple[int, int]]] = [[]]  # by how many words it stores
    for end in range(1, len(words) + 1):
        choices = []
        for start in range(end):
            run = words[start:end]
            size = run[-1][0] + run[-1][1] - run[0][0]
            whole = all(a + n == b for (a, n), (b, _) in zip(run, run[1:]))
            if len(run) == 1 or (whole and size in (1, 2, 4, 8) and _heavy(image, run) < 2):
                choices.append([*best[start], (run[0][0], size)])
        best.append(min(choices, key=lambda stores: _cost(image, stores)))
    return best[-1]


def _cost(image: Image, stores: list[tuple[int, int]]) -> tuple[int, int]:
    """Instructions that differ from choice to choice; where they do not, stores at multiples of their size are better."""
    cost = len(stores)
    for at, size in stores:
        cost += sum(1 for where, _, _, swaps in image.exprs if swaps and at < where < at + size)
        cost += len({text for where, _, text in image.lanes if at <= where < at + size})
    return cost, sum(1 for at, size in stores if at % size)


def _store(image: Image, at: int, size: int) -> Store:
    def number(data: bytearray) -> int:
        return int.from_bytes(data[at:at + size], "little")

    def moved(where: int, text: str) -> str:
        shift = 8 * (where - at)
        wide = text if text.startswith(("(uint64_t)", "INVERBS_BE64", "INVERBS_LE64")) else f"(uint64_t){text}"
        return f"({wide}) << {shift}" if shift else text

    table = tuple(number(data) for data in image.by_flags)
    return Store(at, size, number(image.const), tuple(moved(w, t) for w, n, t in image.lanes if at <= w < at + size),
                 table if any(table) else (), tuple(moved(w, t) for w, n, t, _ in image.exprs if at <= w < at + size))


def lower_register(a: Adapter, fmt: Format, op: Op) -> Store:
    """A doorbell's record or register, all of it in one store."""
    image = Image(fmt.size)
    units = Units(fmt, fmt.fields)
    for f in fmt.fields:
        if f.const is not None or f.source:
            _place(a, image, units, f, f.source, 0, op, False)
    return _store(image, 0, fmt.size)


def lower_list(a: Adapter, fmt: Format, settings: dict[str, str]) -> tuple[Store, ...]:
    """The segment of an SGE of a receive, or what stands behind the last."""
    image, op = Image(fmt.size), a.send.ops[0]
    segment = lower_segment(fmt, settings)
    image.words = [(w.at, w.width // 8) for w in segment.every]
    units = Units(fmt, fmt.fields)
    for f in fmt.fields:
        source = settings.get(f.name) or f.source
        if f.const is not None or source:
            _place(a, image, units, f, source, 0, op, False)
    return _stores(image)[0]


def hot_lanes(a: Adapter) -> list[str]:
    """What a queue keeps for its hot path, each once."""
    lowered = [lower_hot(a, op) for op in hot_ops(a)]
    stores = [s for h in lowered for s in (*h.gather, *h.inline, h.gather_publish, h.inline_publish) if s]
    steps = [lower_register(a, a.format(s.format), hot_ops(a)[0]) for s in a.send.doorbell if s.format]
    return list(dict.fromkeys(text for s in (*stores, *steps) for text in s.lanes))
