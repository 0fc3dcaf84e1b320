"""Stage check: a ring that sends and receives share, and completions that software puts in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.check import places
from codegen.adapter.lower.segments import recv_head_format
from codegen.adapter.model.complete import Order
from codegen.adapter.model.refs import Ref
from codegen.adapter.model.send import Op, State
from codegen.formats.model import Format

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker

# The source that passes ownership of WQEs in a ring that sends and receives share.
GIVES = "sq.generation"


def check_ring(k: SpecChecker) -> None:
    _slots(k)
    _receives(k)
    _parts(k)
    for op in k.a.send.ops:
        _op(k, op)
    _order(k)


def _slots(k: SpecChecker) -> None:
    """A358: the program chooses the size of slots where the unit differs between queues; every queue pair type has a
    size, and the smallest slot is not larger than the largest."""
    slots, src = k.a.send.ring.slots, k.at("send.ring")
    if slots is None:
        return
    if k.a.send.ring.unit or k.a.send.ring.shared or not k.a.size_field:
        k.error(src, "send.ring.slots", "the program cannot choose the size of these slots [A358]",
                "unit: queue in its own memory, and a head that says the size")
    if slots.least > slots.most:
        k.error(src, "send.ring.slots", f"least {slots.least} is above most {slots.most} [A358]",
                "least not above most")
    have, want = [t.qp_type for t in slots.types], [t for cls in k.a.send.classes for t in cls.types]
    if sorted(have) != sorted(want):
        k.error(src, "send.ring.slots.types", f"the types with a size are {', '.join(have)} [A358]",
                f"each of {', '.join(want)} once")
    for t in slots.types:
        for name in (*t.front, *t.inline_front, *t.least):
            k.need_format(src, "send.ring.slots.types", name)


def _receives(k: SpecChecker) -> None:
    """A334: receives have their own ring and doorbell, or they have an opcode, a size and room in the send ring."""
    r, s, src = k.a.recv, k.a.send, k.at("recv.ring")
    own = r.in_send
    keys = {"code": bool(own and own.code), "sges": bool(own and own.sges), "bytes": bool(own and own.bytes)}
    if own is None:
        for key in ("code", "body", "sges", "bytes"):
            if f"recv.{key}" in k.a.where:
                k.error(k.a.where[f"recv.{key}"], f"recv.{key}",
                        "this key is for receives in the send ring only [A334]",
                        "ring: send")
        return
    for key in [key for key, there in keys.items() if not there]:
        k.error(src, f"recv.{key}", "receives in the send ring need this key [A334]", "a value")
    if r.doorbell or r.shared or s.ring.entry != "one-unit" or not s.ring.unit or s.ring.device:
        k.error(src, "recv.ring", "the send ring cannot hold receives [A334]",
                "sends of one unit of a known size, and neither a doorbell nor shared receives")
        return
    if not all(keys.values()):
        return
    k.need_value(src, "recv.code", s.code_enum, own.code)
    if s.code_enum in k.enums and any(n == own.code for n, _ in k.enums[s.code_enum].values):
        k.stored("recv.code", recv_head_format(k.a), places.RECV_IN_SEND_HEAD)
    for name in own.body:
        k.need_format(src, "recv.body", name)
        k.sources("recv.body", name, places.RECV_BODY)
    _room(k, k.formats.get(s.head), [k.formats[n] for n in own.body if n in k.formats], k.formats.get(r.gather.format))


def _room(k: SpecChecker, head: Format | None, body: list[Format], sge: Format | None) -> None:
    own, s, src = k.a.recv.in_send, k.a.send, k.at("recv.bytes")
    if own is None or head is None or sge is None:
        return
    used = head.size + sum(f.size for f in body) + own.sges * sge.size
    limit = min([s.ring.unit, *(part.at for part in (s.repeat, s.state.part if s.state else None) if part)])
    unit = next((f.unit for f in head.fields if f.source == "wqe.bytes"), 1)
    if not used <= own.bytes <= limit or own.bytes % unit:
        k.error(src, "recv.bytes", f"a receive of {own.bytes} bytes [A334]",
                f"whole units of {unit}, {used} to {limit}")
    have = {f.source: f for f in head.fields}
    for source in (GIVES, "wqe.bytes", "sq.serial", "wr.signaled"):
        if source not in have:
            k.error(head.src, f"formats.{head.name}", f"no field takes {source} [A334]", "a field with it")
    if GIVES in have and head.publish != have[GIVES].place.at:
        k.error(head.src, f"formats.{head.name}", "does not publish the word with the ownership bit [A334]",
                f"publish at the word of {have[GIVES].name}")


def _parts(k: SpecChecker) -> None:
    """A335: `repeat` and `state` are 8 bytes inside the unit; sends and receives test the state word first."""
    s = k.a.send
    for path, part in (("send.repeat", s.repeat), ("send.state", s.state.part if s.state else None)):
        if part is None:
            continue
        k.need_format(k.at(path), path, part.format)
        if part.format in k.formats and (k.formats[part.format].size != 8 or part.at % 8 or part.at + 8 > s.ring.unit):
            k.error(k.at(path), path, f"'{part.format}' is not 8 aligned bytes inside the unit [A335]",
                    f"8 bytes at a multiple of 8, before {s.ring.unit}")
    if s.repeat and s.repeat.format in k.formats and [f.source for f in k.formats[s.repeat.format].fields] != [GIVES]:
        k.error(k.at("send.repeat"), "send.repeat", f"'{s.repeat.format}' does not repeat the ownership bit [A335]",
                f"one field, from {GIVES}")
    if s.state:
        _state(k, s.state)
    for path, refusals in (("send.refuse", s.refusals), ("recv.refuse", k.a.recv.refusals)):
        first = refusals[0].kind == "failed"
        if first != bool(s.state) or any(r.kind == "failed" for r in refusals[1:]):
            k.error(k.at(path), path, "'failed' must be the first reason if there is send.state, and absent otherwise [A335]",
                    "failed first, with send.state")


def _state(k: SpecChecker, state: State) -> None:
    fmt = k.formats.get(state.part.format)
    for key, ref in (("failed", state.failed), ("quiet", state.quiet)):
        k.need_ref(f"send.state.{key}", ref)
        if ref and ref.format != state.part.format:
            k.error(ref.src, f"send.state.{key}", f"'{ref.format}' is not the format of the state word [A335]",
                    f"a field of {state.part.format}")
        elif ref and fmt and any(f.name == ref.field and f.place.bits != 1 for f in fmt.fields):
            k.error(ref.src, f"send.state.{key}", f"'{ref.field}' has more than one bit [A335]", "a field of 1 bit")
    if fmt and (fmt.byte_order != "native" or any(f.place.width != 64 for f in fmt.fields)):
        k.error(fmt.src, f"formats.{fmt.name}", "is not a 64-bit word in native byte order [A335]",
                "byte-order: native, and word: 64 at each field")


def _op(k: SpecChecker, op: Op) -> None:
    """A336: an op with `sges` has segments that contain an SGE, and no other payload."""
    path = f"send.ops.{op.name}"
    takes = any(f.source.startswith("sge.") for n in op.body.segments if n in k.formats for f in k.formats[n].fields)
    if takes != bool(op.sges) or op.sges and (op.body.payload or not op.empty or op.empty.payload):
        k.error(op.src, path, "'sges' and the op's segments disagree [A336]",
                "sges: 1 where segments take sge.*, with when-empty, and without payload")
    if op.late and k.a.complete.order is None:
        k.error(op.src, path, "'late' without complete.order [A336]", "complete.order")


def _order(k: SpecChecker) -> None:
    """A337: software orders completions only if they identify sends by running numbers, and queues have a state
    word."""
    a, order = k.a, k.a.complete.order
    if (a.send.named_by == "serial") != bool(order) or bool(a.send.state) != bool(order):
        k.error(k.at("send.requests"), "send.requests.named-by",
                "only some of named-by: serial, send.state and complete.order are given [A337]", "all or none of them")
    if order:
        _ordered(k, order)


def _ordered(k: SpecChecker, order: Order) -> None:
    c, src = k.a.complete, k.at("complete.order")
    for path, value in (("flushed", order.flushed), ("lost", order.lost)):
        k.need_value(src, f"complete.order.{path}", k.a.status_enum, value)
    by_opcode = (order.late.ref.format, order.late.ref.field) == (c.send_by.format, c.send_by.field)
    if not by_opcode or c.failed or c.rings or c.resize:
        k.error(src, "complete.order",
                "late completions are not identified by the opcode, or failed ones not by the status, or there are "
                "several rings [A337]",
                f"late: {{field: {c.send_by.format}.{c.send_by.field}}}, and neither failed, rings nor resize")
    if (c.vendor.format, c.vendor.field) != (c.status_field.format, c.status_field.field):
        k.error(c.vendor.src, "complete.status.vendor",
                "software-ordered completions have no vendor error besides the status [A337]",
                "the field of the status")
    if c.retire_recv is None:
        k.error(src, "complete.retire.recv", "no field tells whether a message was lost [A337]",
                "the field with its running number")
    if order.foreign:
        ref: Ref = order.foreign[0]
        k.fits_in(ref.src, "complete.order.foreign", order.foreign[1], ref)
