"""Pictures of rings: WQEs or CQEs by running number over two laps, the contents of memory, and who owns what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import QUEUE, Ring, Step
from codegen.core.svg import Svg
from codegen.pictures.picture import Picture, canvas, picture
from codegen.pictures.rules import rules
from codegen.pictures.steps import contents, said
from codegen.pictures.style import LEFT, NAME, RIGHT, SMALL, WORD, Kind

SLOTS, LAPS = 8, 2
CONSUMER, PRODUCER = 5, 11  # indexes of the example
_STEP = (RIGHT - LEFT) / (SLOTS * LAPS)


@dataclass(frozen=True)
class Group:
    """The units of one WQE or CQE."""

    first: int
    end: int
    label: str = ""


@dataclass(frozen=True)
class Queue:
    """A ring as it is drawn."""

    name: str
    title: str
    entry: str  # WQE | CQE
    kind: Kind  # kind of the entries in use
    owner: str  # format.field of the owner bit; empty: there is none
    value: str  # lap | generation
    groups: tuple[Group, ...]
    facts: tuple[str, ...]
    steps: tuple[tuple[str, Step], ...]  # who stores, and what is stored
    producer: str
    consumer: str


def owner_of(a: Adapter, name: str) -> tuple[str, str]:
    """The ownership field of an entry, and its kind of value."""
    for f in a.format(name).fields if name else ():
        if f.source in ("sq.lap", "sq.generation", "rq.generation"):
            return f"{name}.{f.name}", f.source.partition(".")[2]
    return "", ""


def polarity(value: str, index: int) -> int:
    """The polarity of the owner bit of the entry with this running number."""
    lap = index // SLOTS % 2
    return lap if value == "lap" else 1 - lap


def _groups(ring: Ring) -> tuple[Group, ...]:
    if ring.boundary:
        return Group(5, 7), Group(7, 8, ring.boundary.pad), Group(8, 11)
    if ring.entry == "one-unit":
        return tuple(Group(i, i + 1) for i in range(CONSUMER, PRODUCER))
    return Group(5, 6), Group(6, 9), Group(9, 11)


def _owner_fact(owner: str, value: str, entry: str) -> str:
    first, second = (0, 1) if value == "lap" else (1, 0)
    return (f"Owner bit {owner}: {first} in the first lap, {second} in the second, and so on. A unit that still has the previous"
            f" lap's bit holds no new {entry}.")


def _ring_facts(ring: Ring) -> list[str]:
    unit = "Each queue has its own unit size, a power of two." if ring.unit == QUEUE else f"A unit has {ring.unit} bytes."
    taken = {"one-unit": "A WQE takes one unit.", "unit-per-sge": "Each SGE takes one unit.",
             "many-units": "A WQE takes as many units as it needs."}[ring.entry]
    facts = [f"{unit} {taken}"]
    if ring.wraps:
        facts.append("A WQE may wrap around the end of the ring.")
    if ring.device:
        facts.append("The ring is write-only adapter memory: WQEs are built elsewhere and copied in blocks of 64 bytes.")
    if ring.shared:
        facts.append("The ring follows the queue's header, which has both indexes, modulo the ring's size. One unit stays free:"
                     " equal indexes mean that the ring is empty.")
    if ring.chunk and ring.guard is not None:
        facts.append(f"Stamping: in a unit without a WQE, each {ring.chunk}-byte chunk except the first begins with {ring.guard:#x},"
                     " so that the adapter does not mistake prefetched bytes for part of a WQE.")
    if ring.slots:
        facts.append(f"The adapter prefetches {ring.slots.ahead} bytes: that many stay free, and one unit more.")
    if ring.boundary:
        b = ring.boundary
        facts.append(f"A WQE does not cross a boundary; one-unit WQEs with the opcode {b.pad} fill the units before it.")
        facts += [f"{b.spare} units are never used."] * bool(b.spare)
        facts += ["Stamping: a WQE of one unit at an even index marks the next unit as unwritten."] * b.odd
        facts += [f"Stamping: a WQE at a multiple of {b.clear} units marks {b.clear} units, that far ahead, as unwritten."] * bool(b.clear)
    return facts


def _send_queue(a: Adapter) -> Queue:
    s = a.send
    owner, value = owner_of(a, s.head)
    facts = _ring_facts(s.ring)
    if owner:
        facts.append(_owner_fact(owner, value, "WQE"))
    if s.repeat:
        facts.append(f"{s.repeat.format} at byte {s.repeat.at} of each unit has a copy of the bit.")
    if s.state:
        facts.append(f"{s.state.part.format} at byte {s.state.part.at} of unit 0 is a state word shared by program and kernel.")
    if a.recv.in_send:
        facts.append("Receives go into the same ring, in posting order.")
    return Queue("sq", "send queue", "WQE", Kind.REQUEST, owner, value, _groups(s.ring), tuple(facts),
                 tuple(("post", step) for step in s.doorbell), "the next post goes here", _retires(a, False))


def _retires(a: Adapter, recv: bool) -> str:
    fields = a.complete.retire_send if not recv else ((a.complete.retire_recv,) if a.complete.retire_recv else ())
    named = ", ".join(f"{ref.format}.{ref.field}" for ref in fields)
    return f"units before it were retired ({named})" if named else "units before it were retired, in order"


def _recv_queue(a: Adapter) -> Queue:
    r = a.recv
    owner, value = owner_of(a, r.head)
    facts = _ring_facts(r.ring)
    facts += [_owner_fact(owner, value, "receive")] if owner else []
    facts += ["There is no doorbell: the adapter reads the ring when a message arrives."] * (not r.doorbell)
    return Queue("rq", "receive queue", "WQE", Kind.REQUEST, owner, value, _groups(r.ring), tuple(facts),
                 tuple(("post", step) for step in r.doorbell), "the next post goes here", _retires(a, True))


def _shared_queue(a: Adapter) -> Queue | None:
    """The picture of a shared receive queue that is a ring."""
    shared, r = a.recv.shared_rings, a.recv
    if shared is None:
        return None
    owner, value = owner_of(a, shared.head or r.head)
    facts = [*_ring_facts(r.ring), "Like a receive queue, but shared by several queue pairs."]
    facts += [_owner_fact(owner, value, "receive")] if owner else []
    steps = tuple(("post", step) for step in shared.doorbell or r.doorbell)
    return Queue("srq", "shared receive queue", "WQE", Kind.REQUEST, owner, value, _groups(r.ring), tuple(facts), steps,
                 "the next post goes here", "units before it were retired")


def _completion_queue(a: Adapter) -> Queue:
    c = a.complete
    owner = f"{c.ready.format}.{c.ready.field}" if c.ready else ""
    facts = [f"A CQE has {a.format(c.entry).size} bytes" + (", at the start of its slot." if c.entry_first else ", at the end of its slot.")]
    facts += [_owner_fact(owner, c.ready_value, "CQE")] if owner else ["A CQE is new if it is before the producer index."]
    if c.unless:
        facts.append(f"{c.unless.ref.field} {', '.join(c.unless.values)} means that the CQE was never written.")
    if c.extension:
        facts.append(f"If {c.extension.when.field} is set, an extension follows the CQE.")
    facts += ["A completion queue may have several rings, which are polled in turn."] * c.rings
    if c.order and c.order.attention:
        facts.append("A word after the ring says that a queue pair failed.")
    facts += ["The kernel arms the queue."] * a.arms_by_command
    steps = (*(("poll", step) for step in c.consumed), *(("arm", step) for step in a.arm))
    return Queue("cq", "completion queue", "CQE", Kind.ADAPTER, owner, c.ready_value,
                 tuple(Group(i, i + 1) for i in range(CONSUMER, PRODUCER)), tuple(facts), steps,
                 "the next CQE is written here", "the next poll reads here")


def _column(index: int) -> float:
    return LEFT + index * _STEP


def _unrolled(svg: Svg, q: Queue, y: float) -> float:
    """Draw the entries by running number."""
    for lap in range(LAPS):
        x, width = _column(lap * SLOTS), SLOTS * _STEP
        svg.text(x + width / 2, y + 9, f"{('first', 'second')[lap]} lap", SMALL, "t mute", "middle")
        svg.path(f"M{x + 2:g} {y + 17:g}V{y + 13:g}H{x + width - 2:g}V{y + 17:g}", "line")
    y += 20
    for text, at in (("index", y + 8), ("owner" if q.owner else "", y + 24), ("slot", y + 42)):
        svg.text(LEFT - 4, at, text, WORD, "t mute", "end")
    for index in range(SLOTS * LAPS):
        middle = _column(index) + _STEP / 2
        svg.text(middle, y + 8, str(index), WORD, "m mute", "middle")
        svg.rect(_column(index), y + 12, _STEP, 20, _state(q, index).value)
        if q.owner and index < PRODUCER:
            svg.text(middle, y + 25.5, str(polarity(q.value, index)), NAME, "m b" if index >= CONSUMER else "m mute", "middle")
        svg.text(middle, y + 42, str(index % SLOTS), WORD, "m mute", "middle")
    for group in q.groups:
        svg.rect(_column(group.first), y + 12, (group.end - group.first) * _STEP, 20, "last")
    for index, what in ((CONSUMER, "consumer"), (PRODUCER, "producer")):
        svg.path(f"M{_column(index):g} {y + 46:g}l-4 7h8z", "head")
        svg.text(_column(index), y + 62, f"{what} index", SMALL, "t b", "middle")
    y = svg.prose(LEFT, y + 77, f"Consumer index {CONSUMER}: {q.consumer}.", SMALL, RIGHT - LEFT)
    y = svg.prose(LEFT, y, f"Producer index {PRODUCER}: {q.producer}.", SMALL, RIGHT - LEFT)
    pads = [f"Unit {g.first} has a {g.label} WQE up to a boundary at {g.end}." for g in q.groups if g.label]
    return svg.prose(LEFT, y, " ".join([f"Outlined: one {q.entry} each.", *pads]), SMALL, RIGHT - LEFT) - 6


def _state(q: Queue, index: int) -> Kind:
    if index < CONSUMER:
        return Kind.ZERO
    if index < PRODUCER:
        return q.kind
    return Kind.ZERO if index < CONSUMER + SLOTS else Kind.RESERVED


def _memory(svg: Svg, q: Queue, y: float) -> float:
    """Draw the slots in memory, each with what was last written there."""
    svg.text(LEFT, y + 9, f"The ring in memory at this moment: index of the {q.entry} in each slot", SMALL, "t mute")
    y += 14
    width = (RIGHT - LEFT) / SLOTS
    for slot in range(SLOTS):
        index = max(i for i in range(PRODUCER) if i % SLOTS == slot)
        x, live = LEFT + slot * width, CONSUMER <= index
        svg.rect(x, y, width, 30, (q.kind if live else Kind.ZERO).value)
        svg.text(x + width / 2, y + (13 if q.owner else 19), str(index), NAME, "m b" if live else "m mute", "middle")
        if q.owner:
            svg.text(x + width / 2, y + 25, f"bit {polarity(q.value, index)}", WORD, "m" if live else "m mute", "middle")
        svg.text(x + width / 2, y + 40, f"slot {slot}", WORD, "m mute", "middle")
    return y + 48


# What each step stores at the moment shown.
_NOW = {"sq.posted": PRODUCER, "rq.posted": PRODUCER, "srq.slot": PRODUCER % SLOTS, "cq.index": CONSUMER,
        "cq.slot": CONSUMER % SLOTS}


def _example(a: Adapter, step: Step) -> str:
    """The index in the stored value, if it has one."""
    if step.kind == "index":
        return f"here {(PRODUCER if step.side == 'producer' else CONSUMER) % SLOTS}"
    found = [f for f in (a.format(step.format).fields if step.format else ()) if f.source in _NOW]
    return f"here {found[0].name} = {_NOW[found[0].source]}" if found else ""


def _texts(svg: Svg, a: Adapter, facts: tuple[str, ...], steps: tuple[tuple[str, Step], ...], y: float,
           example: bool = True) -> float:
    for fact in facts:
        svg.text(LEFT - 4, y + 10, "•", SMALL, "t mute", "end")
        y = svg.prose(LEFT, y + 10, fact, SMALL, RIGHT - LEFT) - 6
    for who, step in steps:
        what = said(a, step)
        y += 8
        href = f"#format-{what.format}" if what.format else ""
        svg.begin(href)
        svg.rect(LEFT, y, RIGHT - LEFT, 15, "bar")
        svg.text(LEFT + 4, y + 11, f"{who}: {what.title}", SMALL, "m b")
        now = _example(a, step) if example else ""
        if now:
            svg.text(RIGHT - 4, y + 11, now, WORD, "m mute", "end")
        svg.end(href)
        y = svg.prose(LEFT + 4, y + 26, what.text, SMALL, RIGHT - LEFT - 8) - 8
    return y + 4


def _header(svg: Svg, a: Adapter, y: float) -> float:
    """Draw the header before the units of a queue in shared memory."""
    h = a.queue_head
    if h is None:
        return y
    parts = [(h.shape.at, h.shape.format, "shape"), (h.producer.at, h.producer.format, "producer index"),
             (h.consumer.at, h.consumer.format, "consumer index")]
    width = (RIGHT - LEFT) / len(parts)
    svg.text(LEFT, y + 9, f"Header of the queue: {h.bytes} bytes in front of unit 0", SMALL, "t mute")
    for i, (at, fmt, what) in enumerate(parts):
        href = f"#format-{fmt}"
        svg.begin(href)
        svg.rect(LEFT + i * width, y + 14, width, 26, Kind.QUEUE.value if i else Kind.SOFTWARE.value)
        svg.text(LEFT + (i + 0.5) * width, y + 25, what, SMALL, "t", "middle")
        svg.text(LEFT + (i + 0.5) * width, y + 36, f"byte {at}", WORD, "m mute", "middle")
        svg.end(href)
    return y + 46


def _picture(a: Adapter, q: Queue) -> Picture:
    alt = (f"A ring of {SLOTS} slots over two laps, with consumer index {CONSUMER} and producer index {PRODUCER}. "
           + " ".join(q.facts) + " " + " ".join(f"{who}: {said(a, step).text}" for who, step in q.steps))
    svg = canvas(f"{a.name}: ring of the {q.title}", alt)
    y = _memory(svg, q, _unrolled(svg, q, _header(svg, a, 0)) + 4)
    y = _texts(svg, a, q.facts, q.steps, y)
    return picture("ring", q.name, svg, rules(svg, ("A301", "A302", "A313"), y))


def _list_picture(a: Adapter) -> Picture:
    """The picture of a shared receive queue whose free slots are a linked list."""
    shared = a.recv.shared
    assert shared
    link = f"{shared.link.format}.{shared.link.field}"
    facts = (f"Slots of at least {shared.stride_at_least} bytes. {link} of each free slot is the number of the next one.",
             "A receive takes the first free slot; the doorbell record counts receives. A completion names its slot, which is"
             " then appended to the list, so slots are reused in any order. The last free slot is not posted.")
    steps = tuple(("post", step) for step in shared.doorbell)
    svg = canvas(f"{a.name}: slots of a shared receive queue", " ".join(facts) + " " + contents(a, shared.doorbell[0].format))
    y = _texts(svg, a, facts, steps, _slots(svg), False)
    return picture("ring", "srq", svg, rules(svg, ("A314",), y))


def _slots(svg: Svg) -> float:
    """Draw an example: receives in slots 1, 4 and 6; the other slots are free."""
    free, width = (3, 0, 5, 2, 7), (RIGHT - LEFT) / SLOTS
    svg.text(LEFT, 9, "Posted slots (WQE), and the list of free ones", SMALL, "t mute")
    for slot in range(SLOTS):
        x, follows = LEFT + slot * width, free[free.index(slot) + 1 :][:1] if slot in free else ()
        svg.rect(x, 44, width, 30, (Kind.ZERO if slot in free else Kind.REQUEST).value)
        text = f"-> {follows[0]}" if follows else "end" if slot in free else "WQE"
        svg.text(x + width / 2, 62, text, SMALL, "m", "middle")
        svg.text(x + width / 2, 84, f"slot {slot}", WORD, "m mute", "middle")
    for one, other in zip(free, free[1:]):
        x1, x2 = LEFT + (one + 0.5) * width, LEFT + (other + 0.5) * width
        svg.path(f"M{x1:g} 44C{x1:g} 22 {x2:g} 22 {x2:g} 40", "line")
        svg.path(f"M{x2:g} 44l-2.5 -5h5z", "head")
    svg.text(LEFT + (free[0] + 0.5) * width, 22, "first", WORD, "m mute", "middle")
    return 92


def ring_pictures(a: Adapter) -> Iterator[Picture]:
    queues = [_send_queue(a), *([] if a.recv.in_send else [_recv_queue(a)])]
    yield from (_picture(a, q) for q in queues)
    shared = _shared_queue(a)
    if shared:
        yield _picture(a, shared)
    elif a.recv.shared:
        yield _list_picture(a)
    yield _picture(a, _completion_queue(a))
