"""Facts that emulated drivers derive from a spec: who allocates the queues, and how large their slots are."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter


def words_by_data(a: Adapter) -> dict[str, set[str]]:
    """Meanings of fields (`is`), by the driver-private data that has them."""
    return {name: {f.word for f in fmt.fields if f.word} for fmt in a.command_data for name in fmt.layout_of or (fmt.name,)}


def ring_kind(a: Adapter) -> str:
    """Returns who allocates the rings. own: the program; made: the kernel, with a header before each ring; joint: the
    kernel, with one ring for the sends and receives of a queue pair; empty: the spec does not say."""
    data = words_by_data(a)
    if a.queue_head:
        return "made"
    if "rings" in data.get("create_cq_in", ()):
        return "own"
    return "joint" if a.recv.in_send and "key" in data.get("create_cq_out", ()) else ""


def cqe_slot(a: Adapter) -> int:
    """Bytes of a completion queue's slot."""
    given = a.device.kinds[0].number("cqe-bytes") if a.device else 0
    return given or 1 << (a.format(a.complete.entry).size - 1).bit_length()
