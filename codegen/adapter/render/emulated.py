"""Stage render: tables of an emulated device for the engine and the shared drivers."""

from __future__ import annotations

from codegen.adapter.address import KINDS, WORDS
from codegen.adapter.command_words import COMMAND_DATA
from codegen.adapter.emulated import cqe_slot, ring_kind, words_by_data
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.device import Device
from codegen.adapter.verbs import create_flags
from codegen.core.cexpr import Expr, Name, Number, constant, filled
from codegen.core.cparse import statements_of
from codegen.formats.model import Field, Format

_QUIRKS = {"loses-completions": "overrun_loses", "knows-signal-all": "knows_sig_all", "flushes-once": "flushes_once",
           "limit-at-receive": "limit_at_receive"}
_XRC = ("XRC_SEND", "XRC_RECV", "XRC")


def _number(a: Adapter, format_name: str, *sources: str) -> dict[str, object] | None:
    """A field with a counter, and the number of its bits."""
    fmt = a.format(format_name)
    f = next((f for f in fmt.fields if f.source in sources), None)
    return {"format": fmt.name, "field": f.name, "bits": f.place.bits} if f else None


def _record(a: Adapter, steps: tuple[object, ...], source: str) -> dict[str, object] | None:
    formats = [str(getattr(step, "format")) for step in steps if getattr(step, "kind") == "record"]
    return _number(a, formats[0], source) if formats else None


def _register(a: Adapter, fmt: Format, source: str, at: Expr, arms: bool) -> dict[str, object] | None:
    """The position of a queue's number in the value that was stored to a register."""
    f: Field | None = next((f for f in fmt.fields if f.source == source), None)
    if f is None or f.place.width != 32:
        return None
    return {"at": at, "number_at": f.place.at, "big": fmt.byte_order == "big", "shift": f.place.lo,
            "mask": (1 << f.place.bits) - 1, "arms": arms}


def _on_page(a: Adapter, what: str, at: Expr) -> Expr:
    index = a.registers.index(what) if a.registers else 0
    return Number(index) * Name("SOFTHCA_PAGE") + at if index > 0 else at


def _registers(a: Adapter) -> list[dict[str, object]]:
    out = []
    for steps, source in ((a.send.doorbell, "qp.num"), (a.arm, "cq.num")):
        for step in steps:
            if step.kind == "register":
                at = _on_page(a, "doorbells", constant(a.name, step.place))
                out.append(_register(a, a.format(step.format), source, at, source == "cq.num"))
    if a.send.image and a.registers:
        for half in range(2 if a.send.image.alternate else 1):
            at = _on_page(a, "images", Number(half * _image_bytes(a) // 2))
            out.append(_register(a, a.format(a.send.head), "qp.num", at, False))
    return [each for each in out if each]


def _image_bytes(a: Adapter) -> int:
    return a.device.kinds[0].number("image-bytes") if a.device else 0


def _arm(a: Adapter) -> dict[str, int]:
    step = next((s for s in a.arm if s.kind == "record"), None)
    if step is None:
        return {}
    bits = {f.source: f.place.bits for f in a.format(step.format).fields}
    return {"sequence": (1 << bits.get("cq.arm_sequence", 0)) - 1, "index": (1 << bits.get("cq.index", 32)) - 1}


def _taken(a: Adapter) -> dict[str, object]:
    """The fields of an address vector, as the emulated adapter reads them."""
    if a.address is None:
        return {}
    out: dict[str, object] = {"format": a.address.format, **{kind: [] for kind in KINDS}}
    for kind, settings in a.address.kinds:
        out[kind] = [filled(take, v=Name("av").dot(s.ref.field)) for s in settings if s.source in WORDS
                     for take in statements_of(WORDS[s.source].take)]
    return out


def _types(a: Adapter, d: Device) -> list[str]:
    own = [t for t in dict.fromkeys(t for cls in a.send.classes for t in cls.types) if t not in d.without_types]
    return [name for t in own for name in (_XRC if t == "XRC_SEND" else (t,))]


def emulated_data(a: Adapter, d: Device) -> dict[str, object]:
    data, slots, shared = words_by_data(a), a.send.ring.slots, a.recv.shared
    kind = ring_kind(a)
    pages = a.registers.pages if a.registers else ()
    return {
        "kind": kind, "posted": _record(a, a.recv.doorbell, "rq.posted"),
        "consumed": _record(a, a.complete.consumed, "cq.index"),
        "index": _number(a, a.queue_head.producer.format, "queue.index") if a.queue_head else None,
        "cqe_slot": cqe_slot(a), "cqe_ready": a.complete.ready, "ends_ring": a.complete.resize,
        "cqe_format": a.complete.entry,
        "owner_bit": not a.queue_head, "sized": a.size_field is not None, "srq_list": shared, "in_send": a.recv.in_send,
        "registers": _registers(a), "pages": pages, "clock": a.registers.index("clock") if a.registers else -1,
        "big": a.format(a.complete.entry).big_endian,
        "image_bytes": _image_bytes(a), "arm_masks": _arm(a), "av": _taken(a),
        "faults": [(k.upper().replace("-", "_"), a.c_name(a.status_enum, v)) for k, v in d.faults],
        "fills": [(s.ref.field, s.source) for s in d.fills], "named": a.send.named_by == "wr-id",
        "engine_quirks": [_QUIRKS[q] for q in d.quirks if q in _QUIRKS],
        "all_global": "all-global" in d.quirks, "no_lids": "no-lids" in d.quirks,
        "exact_driver_data": "exact-driver-data" in d.quirks,
        "moderates": "moderates" in d.quirks,
        "types": _types(a, d), "flags": sum(create_flags()[f] for f in d.create_flags), "refusal": d.qp_refusal,
        "roce": a.identity.transport == "roce",
        "slot_bytes": a.send.ring.unit if kind == "joint" else 0, "least_recvs": d.kinds[0].number("least-recvs"),
        "most_recvs": d.kinds[0].number("most-recvs"),
        "sge_size": a.format(a.recv.gather.format).size, "slots": slots,
        "send_entries": d.kinds[0].number("max-send-entries"),
        "srq_head": a.format(shared.head).size if shared else 0, "srq_least": shared.stride_at_least if shared else 0,
        "least_slot": d.kinds[0].number("least-slot"), "has_words": any(data.values()),
        "answers": {name: bool(data.get(name)) for name in COMMAND_DATA}, "by_command": a.arms_by_command,
        "rung_by_command": a.send.by_command,
    }
