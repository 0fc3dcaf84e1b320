"""Stage check: `send.hot`. WQEs that are posted by inline code must be simple enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.lower.hot import (
    BLOCK, LANES, OF_SEND, OPS, every_store, hot_ops, hot_types, is_simple, lower_hot, of_lap, send_shape,
    shape_sources, unit_bytes,
)
from codegen.core.diag import Src

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker

REFUSALS = ("failed", "opcode", "full", "sges", "no-sges", "closed", "front", "inline", "long", "room", "needs")
NO, YES = 0, 1


def check_hot(k: SpecChecker) -> None:
    """Check the rules of the hot path. Runs after all other rules, because it lowers the WQEs and checks the result."""
    if not k.a.send.hot:
        return
    src = k.a.where["send.hot"]
    _ops(k, src)
    _ring(k, src)
    k.diag.stop_if_errors()
    _sources(k, src)
    k.diag.stop_if_errors()
    _sizes(k, src)
    k.diag.stop_if_errors()


def _ops(k: SpecChecker, src: Src) -> None:
    """A361: an op of the hot path has payload and one way to be posted."""
    s = k.a.send
    known = {op.name: op for op in s.ops}
    if len(s.hot) != len(set(s.hot)) or len(s.hot) > OPS:
        k.error(src, "send.hot", f"{len(s.hot)} hot ops [A361]", f"at most {OPS}, each once")
    for name in s.hot:
        if name not in known:
            k.error(src, "send.hot", f"'{name}' is not an op [A361]", f"one of {', '.join(known)}")
        elif not is_simple(known[name]) or known[name].no_inline:
            k.error(src, "send.hot", f"'{name}' has more than one way to be posted [A361]",
                    "an op without needs, notes, 'owes' and other forms")


def _ring(k: SpecChecker, src: Src) -> None:
    """A362: WQEs of the hot path are built in the ring, in order; only wr_ids, counts and records are kept for them."""
    a, s = k.a, k.a.send
    built_there = not (s.ring.device or s.ring.zeroed or s.ring.boundary or s.batched or s.head_at)
    if not (built_there and s.named_by != "tag" and not (s.keep_end or s.keep_length)):
        k.error(src, "send.hot", "WQEs of this kind cannot be posted inline [A362]",
                "a ring in memory whose requests are not named by tag, and a head at the start")
    for r in s.refusals:
        if r.kind not in REFUSALS:
            k.error(r.src, "send.refuse", f"the hot path does not test for '{r.kind}' [A362]",
                    f"one of {', '.join(REFUSALS)}")
    if not s.gather.format or s.inline.chunk not in (0, unit_bytes(a)):
        k.error(src, "send.hot", "the hot path cannot store payload in this form [A362]",
                "SGEs, and inline runs as long as a chunk")
    if s.image and s.image.block != BLOCK:
        k.error(src, "send.hot", f"blocks of {s.image.block} bytes are stored in the register [A362]",
                f"block: {BLOCK}")


def _sources(k: SpecChecker, src: Src) -> None:
    """A364: the values in a WQE of the hot path come from the queue, the flags, the one SGE and the remote address."""
    for op in hot_ops(k.a):
        for source in sorted(shape_sources(send_shape(k.a, op, False)) | shape_sources(send_shape(k.a, op, True))):
            if source not in OF_SEND:
                k.error(src, "send.hot", f"a WQE of {op.name} needs '{source}' [A364]", f"one of {', '.join(OF_SEND)}")


def _sizes(k: SpecChecker, src: Src) -> None:
    """A363: a WQE of the hot path fits in one unit, few of its values change with each lap, and its flags are single
    bits."""
    a = k.a
    if not hot_types(a):
        k.error(src, "send.hot", "on every queue pair type, WQEs contain more than their op [A363]",
                "a class without lead, body, set and needs")
    for op in hot_ops(a):
        h = lower_hot(a, op)
        if unit_bytes(a) and h.gather.size > unit_bytes(a) or h.inline_most < 1:
            k.error(src, "send.hot", f"a WQE of {op.name} does not fit in {unit_bytes(a)} bytes [A363]",
                    "shorter segments")
    laps = len({s.lanes for s in every_store(a) if of_lap(s.lanes)})
    if laps > LANES:
        k.error(src, "send.hot", f"{laps} values change from lap to lap [A363]",
                f"at most {LANES}, which the queue keeps")
    for f in k.formats[a.send.head].fields:
        if f.source == "wr.signaled" and f.as_values and f.as_values[NO] & ~f.as_values[YES]:
            k.error(f.src, f"formats.{a.send.head}.fields.{f.name}",
                    "a request without the flag sets bits that the flag clears [A363]", "as: 0 and bits")
