"""Stage render, batches: what ibv_wr_start and its companions need beyond the lists of sends."""

from __future__ import annotations

from codegen.adapter.lower.segments import says_destination
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.lower.conditions import SQ, is_type


def operations(a: Adapter) -> list[tuple[list[str], list[str]]]:
    """Ops that can be built, by the queue pair types that have them."""
    out: dict[tuple[str, ...], list[str]] = {}
    for t in dict.fromkeys(t for c in a.send.classes for t in c.types):
        ops = tuple(op.name for op in a.send.ops if not op.types or t in op.types)
        out.setdefault(ops, []).append(t)
    return [(types, list(ops)) for ops, types in out.items()]


def builder_data(a: Adapter) -> dict[str, object]:
    """Data for the templates builder*.j2."""
    datagrams = tuple(t for c in a.send.classes if says_destination(a, c) for t in c.types)
    return {"datagrams": is_type(datagrams, SQ.to("qp_type")), "boundary": a.send.ring.boundary,
            "tells_built": a.send.tells_built}
