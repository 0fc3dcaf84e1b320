"""Stage render, receives: data of the templates of the receive side."""

from __future__ import annotations

from codegen.adapter.lower import cexpr
from codegen.adapter.lower.form import Segment, Term, Word
from codegen.adapter.lower.segments import lower_segment, recv_head_format
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import Gather, Refusal
from codegen.adapter.model.recv import Shared
from codegen.adapter.render.boundary import recv_boundary_data
from codegen.adapter.render.memory import full
from codegen.adapter.render.send import longest
from codegen.adapter.render.steps import steps
from codegen.adapter.sources import RECEIVE


def _gather(a: Adapter, g: Gather) -> Segment:
    """The segment of an SGE of a receive, without an ownership bit."""
    return lower_segment(a.format(g.format), {}).whole


def sge_end(a: Adapter, g: Gather, lkey: int | None) -> Segment | None:
    """The segment behind the last SGE, whose key is the end mark."""
    if lkey is None:
        return None
    fmt = a.format(g.format)
    return lower_segment(fmt, {f.name: str(lkey if f.source == "sge.lkey" else 0) for f in fmt.fields if f.source}).whole


def _recv_refusals(a: Adapter, refusals: tuple[Refusal, ...], shared: bool) -> list[tuple[str, str]]:
    queue = "srq" if shared else "rq"
    used_up = "rq->head - inverbs_observe32(&rq->tail) >= rq->max_post"
    if shared:
        used_up = "srq->head - inverbs_observe32(&srq->tail) >= srq->entries - 1" if a.recv.shared_rings else "srq->head == srq->tail"
    conditions = {"full": full(a, queue, "head") if a.recv.ring.shared else used_up,
                  "sges": f"(uint32_t)wr->num_sge > {queue}->max_sge", "no-sges": "wr->num_sge == 0",
                  "closed": "rq->closed", "long-sge": f"{a.name}_is_any_longer(wr->sg_list, (uint32_t)wr->num_sge, {longest(a, a.recv.gather)})"}
    return [(conditions[r.kind], r.error) for r in refusals if r.kind != "failed" and not (shared and r.kind == "closed")]


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
        "recv": r, "recv_refusals": _recv_refusals(a, r.refusals, False), "recv_gather": r.gather, **recv_boundary_data(a),
        "recv_head": lower_segment(a.format(r.head), {}, RECEIVE) if r.head and not r.head_at else None,
        "recv_segment": _gather(a, r.gather), "recv_end": sge_end(a, r.gather, r.end_lkey), "recv_steps": steps(a, r.doorbell),
    }
    if r.in_send:
        out |= {"recv_body": recv_body(a), "recv_head": recv_head(a)}
    if shared:
        out |= {"shared_link": _link(a, shared), "shared_segment": _gather(a, shared.gather),
                "shared_end": sge_end(a, shared.gather, shared.end_lkey),
                "shared_refusals": _recv_refusals(a, shared.refusals, True), "shared_head_size": a.format(shared.head).size,
                "shared_steps": steps(a, shared.doorbell)}
    if r.shared_rings:
        out |= {"shared_refusals": _recv_refusals(a, r.refusals, True), "shared_steps": steps(a, r.shared_rings.doorbell)}
    return out


def _link(a: Adapter, shared: Shared) -> str:
    """The store that links a slot to the next; empty if the word has other fields."""
    p, fmt = a.ref(shared.link).place, a.format(shared.head)
    if p.bits < p.width:
        return ""
    return cexpr.store(Word(p.at, p.width, fmt.order,
                            (Term("", f"(uint{p.width}_t)slot", None, bits=p.width),)), "last")
