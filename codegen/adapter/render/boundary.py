"""Stage render: WQEs that do not begin with their head, that do not cross boundaries, and that have payload between
marks."""

from __future__ import annotations

from codegen.adapter.lower import words
from codegen.adapter.lower.conditions import REQ, is_op
from codegen.adapter.lower.segments import Placed, fill_segment, lower_segment, pad_segment, unwritten_word
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import Op
from codegen.core.cexpr import Assign, Expr, Name, Number, Statement, advance, call, choose, replaced
from codegen.core.cparse import expression_of

AT, WQE = Name("at"), Name("wqe")


def _bodies(a: Adapter) -> list[tuple[list[str], int, bool]]:
    """The ops, grouped by the bytes of their segments and by whether SGEs follow."""
    out: dict[tuple[int, bool], list[str]] = {}
    for op in a.send.ops:
        size = sum(a.format(name).size for name in op.body.segments)
        out.setdefault((size, op.body.payload), []).append(op.name)
    return [(names, size, payload) for (size, payload), names in out.items()]


def _forward(a: Adapter, size: str) -> Statement:
    by = expression_of(size)
    return Assign(AT, call(f"{a.name}_past_head", AT + by)) if a.send.head_at else advance(AT, by)


def _behind(a: Adapter) -> Expr:
    """C expression for the segments that ops without payload have after the head."""
    counts: dict[int, list[str]] = {}
    for op in a.send.ops:
        sizes = [a.format(name).size for name in op.body.segments]
        n = sum(1 for i in range(len(sizes)) if sum(sizes[:i]) >= a.send.head_at)
        if n and not op.body.payload:
            counts.setdefault(n, []).append(op.name)
    found: Expr = Number(0)
    for n, names in reversed(counts.items()):
        found = choose(replaced(is_op(names) or Number(0), REQ.to("op"), Name("req").dot("op")), n, found)
    return found


def ops_without_length(a: Adapter) -> list[str]:
    """Ops for which no byte count is recorded, because they move no payload."""
    return [op.name for op in a.send.ops if not op.body.payload]


def inline_ignored(ops: tuple[Op, ...]) -> list[str]:
    return [op.name for op in ops if op.no_inline]


def boundary_data(a: Adapter, placed: list[Placed]) -> dict[str, object]:
    """Further data for the templates of the send side."""
    s = a.send
    fill = fill_segment(a, s.gather.format) if s.gather.fill else None
    unused = "" if s.gather.fill == "unit" and fill and "index" in fill.needs else " INVERBS_UNUSED"
    parameters = f", const struct inverbs_sq *sq{unused}, uint32_t index{unused}, uint32_t *behind" if fill else ""
    return {
        "head_at": s.head_at, "head_end": s.head_at + a.format(s.head).size,
        "head_base": words.address(WQE, s.head_at),
        "forward": lambda size: _forward(a, size), "fill": fill, "inline": s.inline,
        "by_place": any("index" in p.segment.needs for p in placed),
        "marks": lower_segment(a.format(s.inline.mark), {}) if s.inline.mark else None,
        "placed_parameters": parameters, "placed_arguments": ", sq, index, behind" if fill else "",
        "pad": pad_segment(a, s.ring.boundary.pad) if s.ring.boundary else None,
        "inline_run": s.ring.unit - bool(s.inline.mark),
        "unwritten": unwritten_word(a) if s.ring.boundary and s.ring.boundary.odd else None,
        "body_sizes": _bodies(a), "send": s,
        "behind": _behind(a), "keep_end": s.keep_end, "keep_length": s.keep_length,
    }


def recv_boundary_data(a: Adapter) -> dict[str, object]:
    """The same for receives."""
    r = a.recv
    if not r.head_at:
        return {"shared_around_head": None}
    shared = r.shared_rings.head if r.shared_rings else ""
    return {"around_head": lower_segment(a.format(r.head), {}), "around_end": r.head_at + a.format(r.head).size,
            "recv_fill": fill_segment(a, r.gather.format),
            "shared_around_head": lower_segment(a.format(shared), {}) if shared else None}
