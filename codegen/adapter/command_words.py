"""What fields of driver-private data can mean (`is`), and for which commands: enum inverbs_command_word of
<inverbs/kernel/command_words.h>."""

from __future__ import annotations

# By their names in specs. Addresses and offsets take 64 bits.
WORDS = {
    "number": "the adapter's number of the object",
    "rings": "address of the rings in the process",
    "record": "address of the doorbell record in the process",
    "entries.log2": "of the ring",
    "send.entries.log2": "of the send ring, or sends in a ring for both",
    "send.stride.log2": "bytes of a slot of the send ring",
    "recv.entries.log2": "of the receive ring, or receives in a ring for both",
    "recv.inline": "bytes of a receive that may come inside the CQE",
    "key": "offset with which the ring is mapped",
    "bytes": "that are mapped; 0: there is no ring",
    "send.key": "the same of the send ring",
    "send.bytes": "the same of the send ring",
    "recv.key": "the same of the receive ring",
    "recv.bytes": "the same of the receive ring",
    "doorbell.key": "the same of the doorbell register, with its byte in the page",
    "place": "address where the kernel stores key and bytes of another ring",
    "numbers": "numbers of queue pairs that there can be, a power of two",
    "image.bytes": "of a register that takes whole WQEs: both of its buffers",
    "image.count": "such registers in a page",
    "cqe.bytes": "of a slot of a completion queue",
    "cqe.told": "an odd number: cqe.bytes holds",
    "clock.offset": "byte of the clock, whose low bits are those in its page",
    "clock.told": "an odd number: clock.offset holds",
    "response.bytes": "of the response",
}
WIDE = ("rings", "record", "key", "send.key", "recv.key", "doorbell.key", "place")

# In the order of struct inverbs_command_data, each with the meanings that providers and emulated drivers use.
COMMAND_DATA: dict[str, tuple[str, ...]] = {
    "get_context_out": ("numbers", "image.bytes", "image.count", "cqe.bytes", "cqe.told"),
    "get_context_old_out": ("numbers", "image.bytes", "image.count", "cqe.bytes", "cqe.told"),
    "query_device_ex_out": ("response.bytes", "recv.inline", "clock.offset", "clock.told"),
    "alloc_pd_out": ("number",),
    "create_cq_in": ("rings", "record"),
    "create_cq_out": ("number", "key", "bytes", "entries.log2"),
    "resize_cq_in": ("rings",),
    "resize_cq_out": ("key", "bytes"),
    "create_qp_in": ("rings", "record", "send.entries.log2", "send.stride.log2", "recv.inline"),
    "create_qp_out": ("number", "key", "doorbell.key", "entries.log2", "send.entries.log2", "recv.entries.log2",
                      "send.key", "send.bytes", "recv.key", "recv.bytes"),
    "create_srq_in": ("rings", "record"),
    "create_srq_out": ("number", "key", "bytes"),
    "modify_srq_in": ("place",),
    "modify_srq_place": ("key", "bytes"),
    "create_ah_out": ("number",),
}
MOST_BYTES = 64  # largest driver-private data whose fields have meanings


def c_word(word: str) -> str:
    return "INVERBS_WORD_" + word.replace(".", "_").upper()
