"""Stage lower, printing: whether whole WQEs can be printed from what stands in them, and by which tables."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter


def printed_by(a: Adapter) -> str:
    """``ring``: sends and receives in one ring; ``segments``: one behind the other; ``tail``: payload behind a tail; empty: formats alone."""
    if a.recv.in_send:
        return "ring" if a.complete.order else ""
    if a.size_field and a.send.inline.header:
        return "segments"
    return "tail" if _tail_tells(a) else ""


def _tail_tells(a: Adapter) -> bool:
    """Head and tail say where payload lies, and how much."""
    if a.send.tail is None or not a.recv.head:
        return False
    have = {f.source for name in (a.send.head, a.send.tail.format) for f in a.format(name).fields}
    return {"wr.inline", "payload.bytes", "payload.sges"} <= have
