"""Pictures of whole WQEs: of sends, by opcode and queue pair type, and of receives."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.adapter.lower.segments import filled, op_format, recv_head_format
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import QUEUE, Gather, Ring
from codegen.adapter.model.refs import Part
from codegen.adapter.model.send import Body, Op, TypeClass
from codegen.formats.model import Format
from codegen.pictures.blocks import Block, draw
from codegen.pictures.picture import Picture, canvas, picture
from codegen.pictures.style import Kind
from codegen.pictures.used import FIRST_BYTES, settings_of, used_values

# Verbs for which IBV_SEND_INLINE has a meaning.
_INLINE = ("SEND", "RDMA_WRITE")

# A WQE contains all operands of its verb; a word is published; a field has the WQE's size.
SEND_RULES = ("A210", "A117", "A349")
RECV_RULES = ("A312", "A334")


class Layout:
    """Blocks in ascending order. ``at`` is the offset of the next block."""

    def __init__(self, a: Adapter) -> None:
        self.a = a
        self.blocks: list[Block] = []
        self.at: int | None = 0

    def add(self, block: Block) -> None:
        self.blocks.append(block)
        self.at = None if self.at is None or block.bytes is None else self.at + block.bytes

    def segment(self, fmt: Format, settings: dict[str, str], op: Op | None, note: str = "", title: str = "",
                maybe: bool = False, outlined: bool = False) -> None:
        values = tuple(used_values(self.a, fmt, settings, op))
        self.add(Block(title or fmt.name, note, self.at, fmt, values, maybe=maybe, outlined=outlined))

    def fill(self, title: str, fill: str, kind: Kind, size: int | None, note: str = "", maybe: bool = False) -> None:
        self.add(Block(title, note, self.at, None, (), fill, kind, maybe, size))

    def skip_to(self, at: int, what: str) -> None:
        """Add the bytes before a part at a fixed offset."""
        if self.at is None:
            self.fill("rest", what, Kind.ZERO, None)
            self.at = at
        elif self.at < at:
            self.fill("gap", what, Kind.ZERO, at - self.at)

    def part(self, part: Part, settings: dict[str, str], op: Op | None, note: str, what: str) -> None:
        self.skip_to(part.at, what)
        self.segment(self.a.format(part.format), settings, op, note, outlined=True)


def _head_note(fmt: Format, by: str) -> str:
    if fmt.publish is None:
        return f"Control segment, stored last; {by} passes ownership."
    return "Control segment, stored last. The outlined word is stored after all others, after a barrier, and passes ownership."


def _sge_note(g: Gather, op: Op | None) -> str:
    notes = ["Once for each SGE"]
    if g.skip_empty:
        notes.append("empty SGEs are left out")
    if g.empty_length:
        notes.append(f"an empty SGE has the length {g.empty_length:#x}")
    if op and op.sge_length:
        notes.append(f"the length is always {op.sge_length}")
    return "; ".join(notes) + "."


def _ports_note(cls: TypeClass) -> str:
    return " Shown for an Ethernet port." if cls.ethernet else ""


def _takes_inline(op: Op) -> bool:
    return op.name.startswith(_INLINE) and not (op.no_inline or op.bars_inline)


def _payload(layout: Layout, op: Op) -> None:
    """Append SGEs or inline payload."""
    a, start = layout.a, layout.at
    g, inline = a.send.gather, a.send.inline
    layout.segment(a.format(g.format), {}, op, _sge_note(g, op), maybe=True, outlined=bool(a.send.ring.chunk))
    if not _takes_inline(op):
        return
    layout.at = start
    instead = "With IBV_SEND_INLINE, in place of SGEs"
    if inline.header:
        runs = f"; data that crosses a multiple of {inline.chunk} bytes continues after another header" if inline.chunk else ""
        layout.segment(a.format(inline.header), {}, op, f"{instead}{runs}.", maybe=True, outlined=bool(inline.chunk))
        layout.fill("inline data", "payload", Kind.REQUEST, None, "", True)
    else:
        layout.fill("inline data", "payload", Kind.REQUEST, None, f"{instead}.", True)


def _front(layout: Layout, cls: TypeClass) -> None:
    """Append the first bytes of a message, after the segment in which they begin."""
    layout.fill("first bytes", "more of the first bytes", Kind.REQUEST, None,
                f"What does not fit into {cls.front.format if cls.front else ''}, padded to {layout.a.size_unit} bytes. The SGEs"
                " describe the rest of the message.", True)
    layout.at = None


def _lead_settings(fmt: Format, cls: TypeClass) -> dict[str, str]:
    """The settings of a lead segment, including the field in which the first bytes of the payload begin."""
    begins = cls.front and cls.front.format == fmt.name
    return settings_of(fmt, None, cls) | ({cls.front.field: FIRST_BYTES} if cls.front and begins else {})


def _segments(layout: Layout, op: Op, cls: TypeClass, body: Body) -> None:
    """Add lead, body and payload of a WQE that begins with its head."""
    a, head = layout.a, op_format(layout.a.format(layout.a.send.head), op)
    layout.segment(head, settings_of(head, body, cls), op,
                   _head_note(head, _handed_by(a)) + _ports_note(cls), outlined=True)
    for name in cls.lead if op.lead else ():
        layout.segment(a.format(name), _lead_settings(a.format(name), cls), op, f"On {', '.join(cls.types)} queue pairs.")
    if op.lead and cls.front:
        _front(layout, cls)
    for name in body.segments:
        layout.segment(a.format(name), settings_of(a.format(name), body, None), op)
    if a.send.tail:
        tail = a.format(a.send.tail.format)
        layout.part(a.send.tail, settings_of(tail, body, cls), op, "At the same byte of every WQE.", "zeros")
    if body.by_bytes:
        layout.fill("payload", "payload, in the WQE without a header", Kind.REQUEST, None)
    elif body.payload or cls.payload_only:
        _payload(layout, op)


def _handed_by(a: Adapter) -> str:
    kinds = [s.kind for s in a.send.doorbell]
    return "the producer index" if "index" in kinds else "the doorbell record" if "record" in kinds else "the doorbell"


def _around(layout: Layout, op: Op, cls: TypeClass, body: Body) -> None:
    """Add the segments before and after a head in the middle of the first unit."""
    a, s = layout.a, layout.a.send
    head = op_format(a.format(s.head), op)
    before, behind = body.segments[:1], body.segments[1:]
    for name in before:
        layout.segment(a.format(name), settings_of(a.format(name), body, None), op)
    if not before and body.payload:
        layout.segment(a.format(s.gather.format), {}, op, "The first SGE; zeros if there is none.", maybe=True)
    layout.skip_to(s.head_at, "zeros")
    layout.segment(head, settings_of(head, body, cls), op, _head_note(head, ""), outlined=True)
    for name in behind:
        layout.segment(a.format(name), settings_of(a.format(name), body, None), op)
    if body.payload:
        more = "Each SGE." if before else "Each further SGE."
        full = " An SGE of zeros completes the last unit." if s.gather.fill == "unit" else ""
        layout.segment(a.format(s.gather.format), {}, op, more + full, maybe=True)
        if _takes_inline(op):
            _inline_around(layout, head.size)


def _inline_around(layout: Layout, head: int) -> None:
    a, s = layout.a, layout.a.send
    assert s.inline.at is not None
    layout.at = s.inline.at
    layout.fill("inline data", "first bytes of the payload", Kind.REQUEST, s.head_at - s.inline.at,
                "With IBV_SEND_INLINE, in place of SGEs: before and after the control segment.", True)
    layout.at = s.head_at + head
    if s.inline.mark:
        mark = a.format(s.inline.mark)
        layout.fill("inline data", "more of the payload", Kind.REQUEST, s.ring.unit - mark.size, "In each further unit, before its last byte.", True)
        layout.segment(mark, {}, None, "Last byte of each further unit with inline data.", maybe=True)
    else:
        layout.fill("inline data", "more of the payload", Kind.REQUEST, None, "", True)


def _ending(layout: Layout, op: Op | None) -> None:
    """Add the parts at fixed offsets at the end of a unit."""
    s = layout.a.send
    if s.state:
        layout.skip_to(s.state.part.at, "not used")
        size = layout.a.format(s.state.part.format).size
        layout.fill(s.state.part.format, "only in the first unit of the ring", Kind.SOFTWARE, size,
                    "State word shared by program and kernel.")
    if s.repeat:
        layout.part(s.repeat, {}, op, "Stored after the control segment: a copy of the owner bit.", "not used")


def send_blocks(a: Adapter, op: Op, cls: TypeClass, body: Body) -> list[Block]:
    layout = Layout(a)
    (_around if a.send.head_at else _segments)(layout, op, cls, body)
    _ending(layout, op)
    return layout.blocks


def size_note(ring: Ring) -> str:
    """A note about the space that a WQE takes in its ring."""
    unit = "one unit; its size depends on the queue" if ring.unit == QUEUE else f"one unit of {ring.unit} bytes"
    if ring.entry == "unit-per-sge":
        return f"Each SGE takes {unit}."
    if ring.entry == "one-unit":
        return f"A WQE takes {unit}" + (", padded with zeros." if ring.zeroed else ".")
    many = f"A WQE takes as many units of {ring.unit} bytes as it needs"
    if ring.boundary:
        return f"{many}, and does not cross the queue's boundaries."
    return f"{many}" + (", and may wrap around the end of the ring." if ring.wraps else ".")


def _op_notes(a: Adapter, op: Op) -> list[str]:
    notes = [size_note(a.send.ring)]
    if a.send.ring.chunk:
        notes.append(f"The adapter fetches {a.send.ring.chunk} bytes at a time: except in the first, the first word of each chunk is"
                     " stored last.")
    if op.only_built:
        notes.append("Only builder calls (ibv_wr_start() ...) can post it; ibv_post_send() refuses it.")
    if op.late:
        notes.append("Its completion may arrive after those of later requests.")
    return notes


def _classes(a: Adapter, op: Op) -> Iterator[tuple[TypeClass, tuple[str, ...]]]:
    """The classes whose queue pairs can have an op, with their types."""
    for cls in a.send.classes:
        types = tuple(t for t in cls.types if not op.types or t in op.types)
        if types:
            yield cls, types


def op_types(a: Adapter, op: Op) -> list[tuple[TypeClass, tuple[str, ...]]]:
    """Queue pair types for which an op has the same WQE, with one of their classes."""
    found: dict[tuple[Block, ...], tuple[TypeClass, tuple[str, ...]]] = {}
    for cls, types in _classes(a, op):
        blocks = tuple(send_blocks(a, op, cls, op.body))
        known = found.get(blocks, (cls, ()))
        found[blocks] = (known[0], known[1] + types)
    return list(found.values())


def send_pictures(a: Adapter) -> Iterator[Picture]:
    for op in a.send.ops:
        for i, (cls, types) in enumerate(op_types(a, op)):
            name = op.name.lower() + (f"-{'-'.join(types).lower()}" if i else "")
            yield _send_picture(a, op, cls, op.body, name, f"IBV_WR_{op.name} on {', '.join(types)}")
            if op.empty and not i:
                yield _send_picture(a, op, cls, op.empty, f"{name}-empty", f"IBV_WR_{op.name} without payload")


def _send_picture(a: Adapter, op: Op, cls: TypeClass, body: Body, name: str, title: str) -> Picture:
    blocks = send_blocks(a, op, cls, body)
    svg = canvas(f"{a.name}: WQE of {title}", "Segments in order: " + "; ".join(b.spoken for b in blocks))
    return picture("wqe", name, svg, draw(svg, a, blocks, _op_notes(a, op), SEND_RULES))


def _recv_blocks(a: Adapter, head: str, gather: Gather, end: int | None) -> list[Block]:
    layout, r = Layout(a), a.recv
    sge = a.format(gather.format)
    if r.head_at:
        layout.segment(sge, {}, None, "The first SGE; zeros if there is none.", maybe=True)
        layout.segment(a.format(head), {}, None, _head_note(a.format(head), ""), outlined=True)
        full = " An SGE of zeros completes the last unit." if gather.fill == "unit" else ""
        layout.segment(sge, {}, None, f"Each further SGE.{full}", maybe=True)
        return layout.blocks
    if head:
        layout.segment(a.format(head), {}, None, "Before the SGEs.")
    layout.segment(sge, {}, None, _sge_note(gather, None), maybe=True)
    if end is not None:
        ends = filled(sge, {"sge.lkey": end, "sge.length": 0, "sge.addr": 0})
        layout.at = None
        layout.segment(ends, {}, None, "Ends the list if there is room for more SGEs.", f"{sge.name} (end)", True)
    return layout.blocks


def _in_send_blocks(a: Adapter) -> list[Block]:
    own, layout = a.recv.in_send, Layout(a)
    assert own
    head = recv_head_format(a)
    layout.segment(head, {}, None, _head_note(head, ""), outlined=True)
    for name in own.body:
        layout.segment(a.format(name), {}, None)
    layout.segment(a.format(a.recv.gather.format), {}, None, f"Always {own.sges}; unused ones are zeros.")
    layout.at = None
    _ending(layout, None)
    return layout.blocks


def recv_pictures(a: Adapter) -> Iterator[Picture]:
    r = a.recv
    own = _in_send_blocks(a) if r.in_send else _recv_blocks(a, r.head, r.gather, r.end_lkey)
    yield _recv_picture(a, "recv", "receive", own)
    if r.shared:
        blocks = _recv_blocks(a, r.shared.head, r.shared.gather, r.shared.end_lkey)
        yield _recv_picture(a, "recv-srq", "receive of a shared receive queue", blocks)
    if r.shared_rings and r.shared_rings.head:
        blocks = _recv_blocks(a, r.shared_rings.head, r.gather, r.end_lkey)
        yield _recv_picture(a, "recv-srq", "receive of a shared receive queue", blocks)


def _recv_picture(a: Adapter, name: str, what: str, blocks: list[Block]) -> Picture:
    svg = canvas(f"{a.name}: WQE of a {what}", "Segments in order: " + "; ".join(b.spoken for b in blocks))
    ring = a.send.ring if a.recv.in_send else a.recv.ring
    return picture("wqe", name, svg, draw(svg, a, blocks, [size_note(ring)], RECV_RULES))
