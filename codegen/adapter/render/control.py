"""Stage render, control: each adapter's table for the shared control path."""

from __future__ import annotations

from codegen.adapter.address import KINDS, WORDS
from codegen.adapter.emulated import ring_kind, words_by_data
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.render.abi import has_words
from codegen.adapter.render.unit import fresh_unit
from codegen.adapter.verbs import poll_readers
from codegen.core.cexpr import Expr, Group, Name, bits, constant, filled
from codegen.core.cparse import expression_of
from codegen.formats.model import Field

# Constants that limit what can be requested, and the members of struct inverbs_provider with these limits.
_LIMITS = {"max_cqe_request": "max_cqe", "max_srq_wr": "max_srq_wr", "max_srq_sge": "max_srq_sge"}


def _bits(a: Adapter, name: str, field: str) -> set[int]:
    fmt = a.format(name)
    return fmt.field(field).bit_numbers(fmt.big_endian)


def _under_timestamp(a: Adapter) -> list[str]:
    """Fields of completions that are missing when the CQE has a timestamp, which takes their place."""
    time: set[int] = set()
    for ref in a.complete.timestamp:
        time |= _bits(a, ref.format, ref.field)
    readers = [poll_readers()[name] for name, ref in a.complete.values
               if name in poll_readers() and _bits(a, ref.format, ref.field) & time]
    return [reader.asked_with for reader in readers if reader.asked_with]


def _belongs(a: Adapter) -> dict[str, object] | None:
    """C expressions for the queue pair or SRQ of a CQE, with which the provider removes the CQEs of a destroyed queue.
    None if a CQE does not contain that, or if CQEs have several sizes or rings."""
    c = a.complete
    if c.pointer or c.rings or c.extension or (c.shared_number and not c.shared_bit):
        return None
    shared = Group(Name("e").dot(c.number.field) & constant(a.name, c.shared_bit)) if c.shared_number else None
    return {"number": (c.key or c.number).field, "shared": shared,
            "srqn": c.shared_number.field if c.shared_number else "",
            "slot": c.retire_shared.field if c.retire_shared and a.recv.shared else ""}


def _sizes(a: Adapter) -> list[dict[str, object]]:
    """Minimum size of the slots of a send ring, in bytes, by queue pair type."""
    slots = a.send.ring.slots
    total = {name: a.format(name).size for name in (f.name for f in a.formats)}
    return [{"type": t.qp_type, "front": sum(total[n] for n in t.front), "least": sum(total[n] for n in t.least),
             "inline_front": sum(total[n] for n in t.inline_front)} for t in slots.types] if slots else []


def _taken(f: Field, source: str, rate_offset: int) -> Expr:
    """What a field of an address vector takes: bytes, a number that is truncated to its bits, or a number from the
    spec."""
    word = WORDS.get(source)
    if word is None:
        return Name(source)
    expr = filled(expression_of(word.expr), rate_offset=rate_offset)
    return expr if word.bytes else expr & bits((1 << f.place.bits) - 1)


def _address(a: Adapter) -> dict[str, object]:
    """Fields of address vectors, with source and number of bytes to copy, by the kinds of address that have them."""
    if a.address is None:
        return {}
    fmt = a.format(a.address.format)
    out: dict[str, object] = {"format": fmt.name, **{kind: [] for kind in KINDS}}
    for kind, settings in a.address.kinds:
        rows = []
        for s in settings:
            f = fmt.field(s.ref.field)
            rows.append((f.name, _taken(f, s.source, a.address.rate_offset), f.length))
        out[kind] = rows
    return out


def _pages(a: Adapter) -> dict[str, int]:
    known = dict(a.registers.pages) if a.registers else {}
    return {what: known.get(what, -1) for what in ("doorbells", "images", "clock")}


def _joint(a: Adapter) -> dict[str, object]:
    """Data for a ring that sends and receives share, whose completions software reorders."""
    order = a.complete.order
    if not (a.recv.in_send and order):
        return {}
    return {"shift": a.send.ring.unit.bit_length() - 1, "since": order.attention_since}


def _opening(a: Adapter) -> dict[str, object]:
    """Data for the code that opens a device."""
    data, constants, commands = words_by_data(a), {c.name for c in a.constants}, a.identity.commands
    return {
        "qp_numbers": a.identity.qp_numbers, "most_inline": "max_inline" in constants and a.send.ring.slots,
        "either_link": a.identity.transport == "infiniband",
        "context_abi": max((f.since for f in a.command_data), default=0), "pages": _pages(a),
        "clock_big": a.format(a.complete.entry).big_endian, "image": a.send.image, "address": _address(a),
        "limits": [(member, constant(a.name, name)) for name, member in _LIMITS.items() if name in constants],
        "queries": commands is None or "QUERY_QP" in commands, "joint": _joint(a), "kind": ring_kind(a),
        "mr_response": any(f.name == "reg_mr_out" for f in a.command_data),
        "numbered_ah": bool(data.get("create_ah_out")),
    }


def control_data(a: Adapter) -> dict[str, object]:
    shared = a.recv.shared
    types = list(dict.fromkeys(t for cls in a.send.classes for t in cls.types))
    return {
        **_opening(a), "id": a.id, "belongs": _belongs(a), "under_timestamp": _under_timestamp(a),
        "cqe_ready": a.complete.ready, "ends_ring": a.complete.resize,
        "cqe_format": a.complete.entry, "has_parts": has_words(a), "sq_init": fresh_unit(a), "qp_types": types,
        "srq_list": shared, "srq_head": a.format(shared.head).size if shared else 0,
        "srq_least": shared.stride_at_least if shared else 0, "xrc": "XRC_SEND" in types,
        "xrc_bit": constant(a.name, a.complete.shared_bit) if a.complete.shared_bit else "",
        "sge": a.format(a.recv.gather.format).size, "headed": a.queue_head, "by_command": a.send.by_command,
        "slots": a.send.ring.slots, "slot_types": _sizes(a),
        "inline_header": a.format(a.send.inline.header).size if a.send.inline.header else 0,
        "most_wqe": a.most_wqe_bytes, "chunk": a.send.ring.chunk, "send_sge": a.format(a.send.gather.format).size,
        "inline_chunk": a.send.inline.chunk, "writes_cqes": (a.complete.ready or a.queue_head) and not a.complete.order,
        "recv_id": a.format(a.recv.head).carrier("wr.id") if a.queue_head else "", "recv_head": a.recv.head,
    }
