"""Stage render, printing: names, printers, and the tables by which whole WQEs and CQEs are printed."""

from __future__ import annotations

from codegen.adapter.lower.printed import printed_by
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import Among
from codegen.adapter.render.device import ring_data
from codegen.adapter.render.print_segments import segments_data
from codegen.adapter.render.print_tail import tail_data
from codegen.core.render import render


def _counted(a: Adapter, segments: tuple[str, ...], source: str) -> dict[str, object] | None:
    """The field of a body that takes a source: its format, where that begins behind the head, and its name."""
    at = 0
    for name in segments:
        for f in a.format(name).fields:
            if f.source == source:
                return {"format": name, "at": at, "field": f.name}
        at += a.format(name).size
    return None


def _bodies(a: Adapter) -> list[dict[str, object]]:
    """Per opcode of the adapter: the segments behind the head, and what counts SGEs and bytes."""
    own = a.recv.in_send
    rows = {op.code: op.body.segments for op in a.send.ops} | ({own.code: own.body} if own else {})
    return [{"name": code.lower(), "code": a.c_name(a.send.code_enum, code), "segments": [a.format(n) for n in segments],
             "count": _counted(a, segments, "payload.sges"), "length": _counted(a, segments, "payload.bytes")}
            for code, segments in rows.items()]


def _is_among(a: Adapter, among: Among) -> str:
    return " || ".join(f"v.{among.ref.field} == {a.c_name(a.ref(among.ref).enum, v)}" for v in among.values)


def _ring_data(a: Adapter) -> dict[str, object]:
    """Where receives go into the send ring and software orders completions."""
    c = a.complete
    assert c.order is not None
    return ring_data(a) | {
        "c": c, "bodies": _bodies(a), "head_size": a.format(a.send.head).size, "is_send": _is_among(a, c.sends),
        "late": _is_among(a, c.order.late), "what_enum": a.ref(c.send_by).enum, "status_enum": a.status_enum,
        "syndromes": [(a.c_name(a.status_enum, n), n, s) for n, s in c.status], "driver_id": a.identity.driver_id,
        "code_enum": a.send.code_enum, "sge": a.send.gather.format, "sge_size": a.format(a.send.gather.format).size,
        "entry_size": a.format(c.entry).size,
        "types": " | ".join(f"1U << IBV_QPT_{t}" for cls in a.send.classes for t in cls.types),
    }


_TABLES = {"ring": _ring_data, "segments": segments_data, "tail": tail_data}


def render_queue_print(a: Adapter, common: dict[str, object]) -> str:
    """Printers of formats, and the tables of whole WQEs where there are some."""
    by = printed_by(a)
    return render("adapter/print.h.j2", printed_by=by, **(_TABLES[by](a) if by else {}), **common)
