"""Stage render: payload in CQEs, which the poll copies to the SGEs of the WQE."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import Op, TypeClass
from codegen.adapter.render.extras import setter

# Ops whose completions contain payload.
ANSWERED = ("RDMA_READ", "ATOMIC_CMP_AND_SWP", "ATOMIC_FETCH_AND_ADD")


def _front(a: Adapter, cls: TypeClass, op: Op) -> int:
    return sum(a.format(n).size for n in (a.send.head, *(cls.lead if op.lead else ()), *op.body.segments))


def _answers(a: Adapter) -> list[tuple[list[str], list[str], int]]:
    """Opcodes, queue pair types, and the offset of the SGEs in such a WQE."""
    out: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for op in a.send.ops:
        for cls in a.send.classes:
            types = tuple(t for t in cls.types if not op.types or t in op.types)
            if op.name in ANSWERED and types and not cls.payload_only:
                out.setdefault((_front(a, cls, op), types), []).append(a.c_name(a.send.code_enum, op.code))
    return [(codes, list(types), at) for (at, types), codes in out.items()]


def inside_data(a: Adapter) -> dict[str, object]:
    inside = a.complete.inside
    if inside is None:
        return {}
    fmt, gather, enum = a.format(a.complete.entry), a.format(a.recv.gather.format), a.ref(inside.field).enum
    places = [{"value": a.c_name(enum, p.value), "at": p.at, "bytes": p.bytes,
               "blanks": [f for f in fmt.fields if p.covers(f, fmt.big_endian)]} for p in inside.places]
    return {
        "inside_places": places, "inside_gather": gather.name, "sge_length": gather.carrier("sge.length"),
        "sge_lkey": gather.carrier("sge.lkey"),
        "sge_addr": gather.carrier("sge.addr"), "inside_end": a.recv.end_lkey, "answers": _answers(a),
        "head_bytes": a.format(a.send.head).carrier("wqe.bytes"),
        "shared_front": a.format(a.recv.shared.head).size if a.recv.shared else 0,
    }


def device_inside(a: Adapter) -> dict[str, object] | None:
    """Data for the device's side of payload in CQEs."""
    inside = a.complete.inside
    if inside is None:
        return None
    enum = a.ref(inside.field).enum
    places = [{"value": a.c_name(enum, p.value), "at": p.at, "bytes": p.bytes} for p in inside.places]
    return {"field": setter(a, inside.field), "places": places}
