"""Stage check: queues in shared memory. The header with their indexes, the rings after it, and segments at fixed
offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.check import places
from codegen.adapter.model.adapter import QueueHead
from codegen.adapter.model.queues import QUEUE, Step
from codegen.adapter.model.refs import Part

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker


def check_memory(k: SpecChecker) -> None:
    _tail(k)
    _together(k)
    if k.a.queue_head:
        _head(k, k.a.queue_head)


def _head(k: SpecChecker, head: QueueHead) -> None:
    """A330: indexes are words of 4 bytes, the shape lies in front of unit 0, and they do not overlap."""
    parts: list[tuple[str, Part]] = [("shape", head.shape), ("producer", head.producer), ("consumer", head.consumer)]
    src = k.at("queue-head")
    for key, part in parts:
        k.need_format(src, f"queue-head.{key}", part.format)
    for key, ref in (("shift", head.shift), ("mask", head.mask)):
        k.need_ref(f"queue-head.shape.{key}", ref)
        if ref.format != head.shape.format:
            k.error(ref.src, f"queue-head.shape.{key}", f"'{ref.format}' is not the format of the shape [A330]",
                    f"a field of {head.shape.format}")
    k.diag.stop_if_errors()
    taken: set[int] = set()
    for key, part in parts:
        size = k.formats[part.format].size
        place = set(range(part.at, part.at + size))
        if key != "shape":
            _index(k, key, part)
        if part.at % 4 or part.at + size > head.bytes or place & taken:
            k.error(src, f"queue-head.{key}",
                    f"bytes {part.at} to {part.at + size - 1} of the {head.bytes} bytes of the header overlap, are not aligned or do not exist [A330]",
                    "free bytes in front of unit 0, aligned to 4")
        taken |= place
    if head.bytes % 64:
        k.error(src, "queue-head.bytes", f"{head.bytes} is not a multiple of 64 [A330]", "unit 0 on a cache line")


def _index(k: SpecChecker, key: str, part: Part) -> None:
    fmt = k.formats[part.format]
    if fmt.size != 4 or [f.source for f in fmt.fields if f.source] != ["queue.index"]:
        k.error(fmt.src, f"queue-head.{key}", f"'{fmt.name}' is not an index [A330]",
                "4 bytes, with one field that takes queue.index")


def _steps(k: SpecChecker, path: str, steps: tuple[Step, ...], side: str, command: bool) -> None:
    """A331: the only step stores the index of the program's side; only sends may add a command."""
    kinds = [s.kind for s in steps]
    if kinds not in ([["index"], ["index", "command"]] if command else [["index"]]) or steps[0].side != side:
        k.error(k.at(path), path, f"the steps are {', '.join(kinds)} [A331]",
                f"index: {side}" + (", and command after it if there is one" if command else ""))


def _together(k: SpecChecker) -> None:
    """A332: queues in shared memory have a queue-head, and rings, steps and completions to match; others have none."""
    a = k.a
    shared = a.queue_head is not None
    plain = a.recv.shared_rings is not None and not a.recv.shared_rings.head
    kinds = {s.kind for steps in (a.send.doorbell, a.recv.doorbell, a.complete.consumed, a.arm) for s in steps}
    uses = {"send.ring.where": a.send.ring.shared, "recv.ring.where": a.recv.ring.shared,
            "complete.ready.index": a.complete.ready is None,
            "recv.shared": plain or not (shared and (a.recv.shared or a.recv.shared_rings))}
    for path, used in uses.items():
        if used != shared and (shared or path != "recv.shared" or plain):
            k.error(k.at(path), path, "some queues have a queue-head, others do not [A332]",
                    "queue-head with where: shared, ready: {index: producer}, shared: ring")
    if not shared:
        for kind in sorted(kinds & {"index", "command"}):
            k.error(k.at("send.doorbell"), "send.doorbell", f"{kind} without a queue-head [A332]",
                    "a record, a register or an image")
        return
    for path, ring in (("send.ring", a.send.ring), ("recv.ring", a.recv.ring)):
        if ring.unit != QUEUE or ring.entry != "one-unit" or a.send.named_by != "wr-id":
            k.error(k.at(path), path, "WQEs of queues in shared memory must take one unit of the queue's size, and be named by wr-id [A332]",
                    "unit: queue, entry: one-unit, named-by: wr-id")
    _steps(k, "send.doorbell", a.send.doorbell, "producer", True)
    _steps(k, "recv.doorbell", a.recv.doorbell, "producer", False)
    _steps(k, "complete.consumed", a.complete.consumed, "consumer", False)
    if not a.arms_by_command:
        k.error(k.at("arm"), "arm", "steps cannot arm queues in shared memory [A332]",
                "'command', because there is no register")


def _tail(k: SpecChecker) -> None:
    """A333: the tail follows the longest of the other segments, at a multiple of 8 bytes."""
    send = k.a.send
    if send.tail is None:
        return
    src = k.at("send.tail")
    k.need_format(src, "send.tail.format", send.tail.format)
    k.sources("send.tail", send.tail.format, places.TAIL)
    k.diag.stop_if_errors()
    head = k.formats[send.head]
    for op in send.ops:
        leads = [cls.lead for cls in send.classes if not op.types or set(op.types) & set(cls.types)] if op.lead else [()]
        for lead in leads:
            end = head.size + sum(k.formats[name].size for name in (*lead, *op.body.segments) if name in k.formats)
            if end > send.tail.at or end % 8 or send.tail.at % 8:
                k.error(op.src, f"send.ops.{op.name}",
                        f"ends at byte {end} of a WQE whose tail begins at {send.tail.at} [A333]",
                        "a multiple of 8 bytes, up to the tail")
