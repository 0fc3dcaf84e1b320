"""Stage render, control: what the control path that adapters share asks of the generated code of each."""

from __future__ import annotations

from codegen.adapter.lower import cexpr
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.render.abi import has_words
from codegen.adapter.render.send import send_data
from codegen.adapter.verbs import poll_readers


def _bits(a: Adapter, name: str, field: str) -> set[int]:
    fmt = a.format(name)
    f = fmt.field(field)
    return set(range(f.place.at * 8, (f.place.at + f.length) * 8)) if f.is_bytes else f.place.bit_numbers(fmt.big_endian)


def _under_timestamp(a: Adapter) -> list[str]:
    """What a completion does not tell when it tells its time, which lies in the same place."""
    time: set[int] = set()
    for ref in a.complete.timestamp:
        time |= _bits(a, ref.format, ref.field)
    names = [name for name, ref in a.complete.values if name in poll_readers() and _bits(a, ref.format, ref.field) & time]
    return [poll_readers()[name].asked_with for name in names if poll_readers()[name].asked_with]


def _belongs(a: Adapter) -> dict[str, str] | None:
    """How a CQE says by itself whose it is; nothing where it does not, or where its queues are not rings of equal CQEs."""
    c = a.complete
    if c.order or c.pointer or c.rings or c.extension or (c.shared_number and not c.shared_bit):
        return None
    shared = f"(e.{c.number.field} & {cexpr.constant(a.name, c.shared_bit)})" if c.shared_number else ""
    return {"number": (c.key or c.number).field, "shared": shared, "srqn": c.shared_number.field if c.shared_number else "",
            "slot": c.retire_shared.field if c.retire_shared and a.recv.shared else ""}


def _sizes(a: Adapter) -> list[dict[str, object]]:
    """Bytes that the slots of a send ring must have, by type of queue pair."""
    slots = a.send.ring.slots
    total = {name: a.format(name).size for name in (f.name for f in a.formats)}
    return [{"type": t.qp_type, "front": sum(total[n] for n in t.front), "least": sum(total[n] for n in t.least),
             "inline_front": sum(total[n] for n in t.inline_front)} for t in slots.types] if slots else []


def control_data(a: Adapter) -> dict[str, object]:
    shared = a.recv.shared
    types = list(dict.fromkeys(t for cls in a.send.classes for t in cls.types))
    return {
        "id": a.id, "belongs": _belongs(a), "under_timestamp": _under_timestamp(a), "cqe_ready": a.complete.ready, "ends_ring": a.complete.resize,
        "cqe_format": a.complete.entry, "has_parts": has_words(a), "sq_init": send_data(a)["fresh"], "qp_types": types,
        "srq_list": shared, "srq_head": a.format(shared.head).size if shared else 0,
        "srq_least": shared.stride_at_least if shared else 0, "xrc": "XRC_SEND" in types,
        "sge": a.format(a.recv.gather.format).size, "headed": a.queue_head, "by_command": a.send.by_command,
        "slots": a.send.ring.slots, "slot_types": _sizes(a), "inline_header": a.format(a.send.inline.header).size if a.send.inline.header else 0,
        "most_wqe": a.most_wqe_bytes, "chunk": a.send.ring.chunk, "send_sge": a.format(a.send.gather.format).size,
        "inline_chunk": a.send.inline.chunk,
    }
