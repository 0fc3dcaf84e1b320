"""Stage render, printing: the tables by which <inverbs/print/dump.h> prints whole WQEs and CQEs, of segments one behind the other."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import Among
from codegen.adapter.model.send import TypeClass


def _segments(a: Adapter, names: tuple[str, ...]) -> list[dict[str, object]]:
    return [{"format": n, "size": a.format(n).size} for n in names]


def _ops(a: Adapter) -> list[dict[str, object]]:
    """One for each opcode of the adapter; where several ops have it, what they begin with."""
    out = []
    for code in dict.fromkeys(op.code for op in a.send.ops):
        bodies = [op.body for op in a.send.ops if op.code == code]
        short = min(bodies, key=lambda b: len(b.segments))
        out.append({"name": code.lower(), "code": a.c_name(a.send.code_enum, code), "body": _segments(a, short.segments),
                    "payload": all(b.payload for b in bodies)})
    return out


def _front(a: Adapter, cls: TypeClass) -> dict[str, object] | None:
    """Where what precedes the payload begins in the last segment of the lead, and the field with its bytes."""
    if cls.front is None:
        return None
    carrier = next(f.name for f in a.format(cls.front.format).fields if f.source == "front.bytes")
    return {"format": cls.front.format, "at": a.ref(cls.front).place.at, "count": carrier, "unit": a.size_unit}


def _among(a: Adapter, among: Among | None, struct: str) -> str:
    if among is None:
        return ""
    return " || ".join(f"{struct}.{among.ref.field} == {a.c_name(a.ref(among.ref).enum, v)}" for v in among.values)


def segments_data(a: Adapter) -> dict[str, object]:
    s, c, size = a.send, a.complete, a.size_field
    assert size is not None
    head, header, gather = a.format(s.head), a.format(s.inline.header), a.format(s.gather.format)
    lap = next((f for f in head.fields if f.source in ("sq.lap", "sq.generation")), None)
    mark = next((f.name for f in header.fields if f.const is not None), "")
    shared, index = a.recv.shared, a.ref(c.retire_send[0]).place
    return {"d": {
        "head": head, "size": size.name, "code": head.carrier("op.code"), "code_enum": s.code_enum,
        "lap": {"field": lap.name, "set": lap.source == "sq.lap"} if lap and head.publish is not None else None,
        "classes": [{"name": cls.name, "types": " | ".join(f"1U << IBV_QPT_{t}" for t in cls.types), "whole": cls.payload_only,
                     "lead": _segments(a, (s.head, *cls.lead)), "front": _front(a, cls)} for cls in s.classes],
        "ops": _ops(a), "gather": gather, "inline": header, "mark": mark, "inline_length": header.carrier("payload.bytes"),
        "chunk": s.inline.chunk, "end_lkey": a.recv.end_lkey, "key": gather.carrier("sge.lkey"), "length": gather.carrier("sge.length"),
        "link": {"format": shared.head, "field": shared.link.field, "size": a.format(shared.head).size} if shared else None,
        "entry_size": a.format(c.entry).size, "index_mask": f"0x{(1 << index.bits) - 1:x}U",
        "is_send": _among(a, c.sends, "v"), "failed": _among(a, c.failed, "v") or f"v.{a.ref(c.status_field).name} != 0",
        "marker": _among(a, c.resize, "v"), "marker_enum": a.ref(c.resize.ref).enum if c.resize else "",
        "send_enum": a.ref(c.send_by).enum, "recv_enum": a.ref(c.recv_by).enum, "status_enum": a.status_enum,
        "syndromes": [(a.c_name(a.status_enum, n), n, status) for n, status in c.status], "driver_id": a.identity.driver_id,
    }, "c": c}
