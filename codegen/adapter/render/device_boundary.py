"""Stage render, device side: WQEs that do not begin with their head, and payload between marks."""

from __future__ import annotations

from codegen.adapter.lower.device import reading
from codegen.adapter.lower.segments import fill_segment, lower_segment
from codegen.adapter.model.adapter import Adapter


def device_boundary_data(a: Adapter) -> dict[str, object]:
    s = a.send
    return {
        **_around(a), "head_at": s.head_at, "head_end": s.head_at + a.format(s.head).size, "ring": s.ring,
        "inline_at": s.inline.at, "fill_units": s.gather.fill == "unit",
        "fill": reading(fill_segment(a, s.gather.format)) if s.gather.fill else None,
        "mark": reading(lower_segment(a.format(s.inline.mark), {})) if s.inline.mark else None,
    }


def _around(a: Adapter) -> dict[str, object]:
    """Data for receives whose head is between their SGEs."""
    r = a.recv
    if not r.head_at:
        return {"around_head": None}
    return {"around_head": reading(lower_segment(a.format(r.head), {})), "around_at": r.head_at,
            "around_units": r.gather.fill == "unit", "around_end": r.head_at + a.format(r.head).size,
            "around_sge": reading(lower_segment(a.format(r.gather.format), {}), "unit"),
            "around_fill": reading(fill_segment(a, r.gather.format)),
            "shared_around_head": reading(lower_segment(a.format(r.shared_rings.head), {})) if r.shared_rings
            and r.shared_rings.head else None}
