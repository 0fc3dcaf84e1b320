"""Stage render, receives: data for the templates of the receive side."""

from __future__ import annotations

from codegen.adapter.lower import words
from codegen.adapter.lower.conditions import WR
from codegen.adapter.lower.form import Segment, Term, Word
from codegen.adapter.lower.segments import lower_segment, recv_head_format
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import Gather, Refusal
from codegen.adapter.model.recv import Shared
from codegen.adapter.render.boundary import recv_boundary_data
from codegen.adapter.render.memory import full
from codegen.adapter.render.send import in_use, longest
from codegen.adapter.render.steps import steps
from codegen.adapter.sources import RECEIVE
from codegen.core.cexpr import Expr, Name, Statement, call, cast


def _gather(a: Adapter, g: Gather) -> Segment:
    """The segment of an SGE of a receive, without an ownership bit."""
    return lower_segment(a.format(g.format), {}).whole


def sge_end(a: Adapter, g: Gather, lkey: int | None) -> Segment | None:
    """The segment after the last SGE, whose key is the end mark."""
    if lkey is None:
        return None
    fmt = a.format(g.format)
    values = {f.name: str(lkey if f.source == "sge.lkey" else 0) for f in fmt.fields if f.source}
    return lower_segment(fmt, values).whole


def _recv_refusals(a: Adapter, refusals: tuple[Refusal, ...], shared: bool) -> list[tuple[Expr, str]]:
    name = "srq" if shared else "rq"
    queue, sges = Name(name), cast("uint32_t", WR.to("num_sge"))
    used_up = in_use(queue) >= queue.to("max_post")
    if shared:
        is_ring = a.recv.shared_rings is not None
        used_up = in_use(queue) >= queue.to("entries") - 1 if is_ring else queue.to("head").equals(queue.to("tail"))
    conditions = {"full": full(a, name, "head") if a.recv.ring.shared else used_up,
                  "sges": sges > queue.to("max_sge"), "no-sges": WR.to("num_sge").equals(0),
                  "closed": queue.to("closed"),
                  "long-sge": call(f"{a.name}_is_any_longer", WR.to("sg_list"), sges, longest(a, a.recv.gather))}
    elsewhere = ("failed", "closed") if shared else ("failed",)
    return [(conditions[r.kind], r.error) for r in refusals if r.kind not in elsewhere]


def recv_body(a: Adapter) -> list[Segment]:
    """Segments between head and SGEs of a receive in the send ring."""
    assert a.recv.in_send
    return [lower_segment(a.format(name), {}, RECEIVE) for name in a.recv.in_send.body]


def recv_head(a: Adapter) -> Segment:
    """The head of a receive in the send ring."""
    return lower_segment(recv_head_format(a), {})


def recv_data(a: Adapter) -> dict[str, object]:
    r, shared = a.recv, a.recv.shared
    out: dict[str, object] = {
        "recv": r, "recv_refusals": _recv_refusals(a, r.refusals, False), "recv_gather": r.gather,
        **recv_boundary_data(a),
        "recv_head": lower_segment(a.format(r.head), {}, RECEIVE) if r.head and not r.head_at else None,
        "recv_segment": _gather(a, r.gather), "recv_end": sge_end(a, r.gather, r.end_lkey),
        "recv_steps": steps(a, r.doorbell),
    }
    if r.in_send:
        out |= {"recv_body": recv_body(a), "recv_head": recv_head(a)}
    if shared:
        out |= {"shared_link": _link(a, shared), "shared_segment": _gather(a, shared.gather),
                "shared_end": sge_end(a, shared.gather, shared.end_lkey),
                "shared_refusals": _recv_refusals(a, shared.refusals, True),
                "shared_head_size": a.format(shared.head).size,
                "shared_steps": steps(a, shared.doorbell)}
    if r.shared_rings:
        out |= {"shared_refusals": _recv_refusals(a, r.refusals, True),
                "shared_steps": steps(a, r.shared_rings.doorbell)}
    return out


def _link(a: Adapter, shared: Shared) -> Statement | None:
    """The store that links a slot to the next one; None if its word has other fields."""
    p, fmt = a.ref(shared.link).place, a.format(shared.head)
    if p.bits < p.width:
        return None
    slot = cast(f"uint{p.width}_t", Name("slot"))
    return words.store(Word(p.at, p.width, fmt.order, (Term("", slot, None, bits=p.width),)), Name("last"))
