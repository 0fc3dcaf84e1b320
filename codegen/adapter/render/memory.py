"""Stage render: queues in shared memory, with their header, and segments at fixed offsets."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.lower import words
from codegen.adapter.lower.form import Segment
from codegen.adapter.lower.head import OpWord, varied_segment
from codegen.adapter.lower.segments import lower_word
from codegen.adapter.model.adapter import Adapter, QueueHead
from codegen.adapter.model.refs import Part
from codegen.core.cexpr import Expr, Name, any_of, call, negated
from codegen.core.render import render


def full(a: Adapter, name: str, index: str) -> Expr:
    """C condition that the unit at the producer index must stay free. A queue pair may have no receive queue."""
    queue = Name(name)
    test = call(f"{a.name}_full", queue.to("buf"), queue.to(index), queue.to("entries"))
    return (any_of(negated(queue.to("buf")), test) or test) if name == "rq" else test


def payload_at(a: Adapter) -> int:
    """The offset in a WQE at which its payload begins, if it is always the same."""
    tail = a.send.tail
    return tail.at + a.format(tail.format).size if tail else 0


@dataclass(frozen=True)
class Tail:
    """The segment at a fixed offset of every WQE, with variables for those of its words that ops fill differently."""

    at: int
    segment: Segment
    variables: tuple[OpWord, ...]
    payload_at: int


def tail_data(a: Adapter) -> Tail | None:
    if a.send.tail is None:
        return None
    segment, variables = varied_segment(a, a.send.tail.format)
    return Tail(a.send.tail.at, segment, variables, payload_at(a))


def _index(a: Adapter, part: Part) -> dict[str, object]:
    fmt = a.format(part.format)
    return {"at": part.at, "format": fmt.name, "field": fmt.carrier("queue.index"),
            "value": words.value(lower_word(fmt))}


def head_data(a: Adapter) -> dict[str, object]:
    """Data for the templates about the header before unit 0; empty without a header."""
    head: QueueHead | None = a.queue_head
    if head is None:
        return {"queue_head": None}
    return {"queue_head": head, "producer": _index(a, head.producer), "consumer": _index(a, head.consumer),
            "sge_size": a.format(a.send.gather.format).size,
            "payload_at": payload_at(a) or a.format(a.send.head).size, "recv_head_size": a.format(a.recv.head).size,
            "recv_sge_size": a.format(a.recv.gather.format).size}


def render_queue_memory(a: Adapter, common: dict[str, object]) -> str:
    return render("adapter/queue.h.j2", **head_data(a), **common)
