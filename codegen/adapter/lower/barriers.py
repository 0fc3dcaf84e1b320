"""The barriers that a fast path needs between its memory accesses, derived from the steps of the spec, as demands on
machine code.

tests/binding/barriers.py follows every path through the compiled functions and checks it against these demands.
"""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import Step

TO_DEVICE = "to-device"  # after stores
FLUSH = "flush"  # the same, and combined writes have left the processor
FROM_DEVICE = "from-device"  # before loads
START, END = "start", "end"


@dataclass(frozen=True)
class Demand:
    """On every path, a barrier of this kind (or an event of this name) stands between each of the events `after` and
    the next `event`. At least `places` instructions of the function are such an event."""

    function: str
    event: str  # store, publish, register4, register8 (bytes), observe, load, end
    after: tuple[str, ...] = ()
    barrier: str = ""
    places: int = 0


def _bytes(a: Adapter, step: Step) -> int:
    return a.format(step.format).size


def _doorbell(a: Adapter, function: str, steps: tuple[Step, ...], written: tuple[str, ...],
              combined: bool) -> list[Demand]:
    """Demands of the steps in order: before a doorbell record, an image or a register is written, earlier stores must
    be visible."""
    out = []
    for step in steps:
        if step.kind == "record":
            out.append(Demand(function, "publish", (*written, "publish"), TO_DEVICE, 1))
            written, combined = (*written, "publish"), True
        elif step.kind == "copy":  # a run of wide stores, and the register that announces them
            out += [Demand(function, "register8", (*written, "register4"), FLUSH, 1),
                    Demand(function, f"register{_bytes(a, step)}", ("register8",), FLUSH, 1)]
        elif step.kind == "index":
            out.append(Demand(function, "publish", places=1))
        elif step.kind == "register":
            out.append(Demand(function, f"register{_bytes(a, step)}", written, FLUSH if combined else TO_DEVICE, 1))
        elif step.kind == "image":
            out += [Demand(function, "register8", written, FLUSH, 1), Demand(function, END, ("register8",), FLUSH)]
    return out


def _send(a: Adapter, function: str = "post_send") -> list[Demand]:
    s = a.send
    written: tuple[str, ...] = (START, "store")
    out = []
    if s.ring.device:  # the copy of a WQE is a run of wide stores
        out.append(Demand(function, "register8", (START, "register4"), FLUSH, 1))
        written = (START, "register8")
    elif a.format(s.head).publish is not None:
        out.append(Demand(function, "publish", written, TO_DEVICE, 1))
        written = (*written, "publish")
    out += _doorbell(a, function, s.doorbell, written, s.ring.device)
    return out + _handed_over(out)


def _handed_over(every: list[Demand]) -> list[Demand]:
    """No register is written before the ownership store, if there is one."""
    registers = dict.fromkeys(d.event for d in every if d.event.startswith("register"))
    return [Demand(every[0].function, event, ("store",), "publish") for event in registers
            if any(d.event == "publish" for d in every)]


def _recv(a: Adapter) -> list[Demand]:
    if a.recv.in_send:
        return _send(a, "post_recv")
    out = [Demand("post_recv", "publish", (START, "store"), TO_DEVICE, 1)] if a.recv.head_at else []
    out += _doorbell(a, "post_recv", a.recv.doorbell, (START, "store"), False)
    if a.recv.shared_rings:
        handed = [Demand("post_srq_recv", "publish", (START, "store"), TO_DEVICE, 1)] if a.recv.head_at else []
        out += handed + _doorbell(a, "post_srq_recv", a.recv.shared_rings.doorbell or a.recv.doorbell,
                                  (START, "store"), False)
    if a.recv.shared:
        out += _doorbell(a, "post_srq_recv", a.recv.shared.doorbell, (START, "store"), False)
    return out


def _poll(a: Adapter) -> list[Demand]:
    out = []
    extended = a.complete.order is None
    for function in ("poll_cq", "start_poll", "next_poll") if extended else ("poll_cq",):
        out.append(Demand(function, "observe", places=1))
        if a.complete.ready:
            out.append(Demand(function, "load", (START, "observe"), FROM_DEVICE, 1))
        else:  # the kernel's index tells which CQEs are new; loading it with acquire semantics is enough
            out.append(Demand(function, "load", (START,), "observe", 1))
    for function in ("poll_cq", "end_poll") if extended else ("poll_cq",):
        out += [Demand(function, event, places=1) for event in dict.fromkeys(
            f"register{_bytes(a, s)}" if s.kind == "register" else "publish" for s in a.complete.consumed)]
    return out


def _arm(a: Adapter) -> list[Demand]:
    out, written = [], False
    for step in a.arm:
        event = f"register{_bytes(a, step)}" if step.kind == "register" else "publish"
        out.append(Demand("arm_cq", event, ("publish",) if written else (), TO_DEVICE if written else "", 1))
        written = True
    return out


def demands(a: Adapter) -> list[Demand]:
    return _merged([*_send(a), *_send(a, "wr_complete"), *_recv(a), *_poll(a), *_arm(a)])


def _merged(every: list[Demand]) -> list[Demand]:
    """Merge equal demands, adding up their places."""
    places: dict[Demand, int] = {}
    for d in every:
        rule = Demand(d.function, d.event, d.after, d.barrier)
        places[rule] = places.get(rule, 0) + d.places
    return [Demand(d.function, d.event, d.after, d.barrier, n) for d, n in places.items()]


def barrier_table(every: list[Adapter]) -> str:
    """One row per demand."""
    rows = ["# Generated by `python3 -m codegen gen` from spec/adapters: "
            "what must stand between the accesses of fast paths.",
            "\t".join(("# adapter", "function", "event", "after", "barrier", "places"))]
    for a in every:
        rows += ["\t".join((a.name, d.function, d.event, ",".join(d.after) or "-", d.barrier or "-", str(d.places)))
                 for d in demands(a)]
    return "\n".join(rows) + "\n"
