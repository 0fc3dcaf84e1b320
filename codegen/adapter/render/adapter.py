"""Stage render: the files that one adapter has, and those that all adapters share."""

from __future__ import annotations

from functools import cache

from codegen.adapter.hot_calls import CALLS, LEAVING, inline_calls
from codegen.adapter.lower.segments import use_of
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.render.abi import render_abi
from codegen.adapter.render.device import render_queue_device
from codegen.adapter.render.driver import driver_outputs
from codegen.adapter.render.fast import render_fast
from codegen.adapter.render.memory import render_queue_memory
from codegen.adapter.render.ops import ops_outputs
from codegen.adapter.render.page import page
from codegen.adapter.render.print import render_queue_print
from codegen.adapter.render.roundtrip import render_roundtrip
from codegen.adapter.sources import ADDRESSED, FITTING
from codegen.core.render import banner, render
from codegen.core.write import Output
from codegen.formats.lower import lower_constants, lower_format
from codegen.formats.model import Constant


def _derived(a: Adapter) -> list[Constant]:
    """Constants that the control path needs, derived from the sections about queues."""
    size = a.size_field
    out = []
    if a.identity.qp_numbers:
        out.append(Constant("qp_numbers", a.identity.qp_numbers, "Numbers of queue pairs that there can be."))
    if a.recv.in_send:
        out.append(Constant("slot_shift", a.send.ring.unit.bit_length() - 1,
                            "Log2 of the bytes of a slot of the ring."))
    if size:
        out += [Constant("wqe_unit", size.unit, "Bytes of one unit of the size of a WQE."),
                Constant("max_wqe_bytes", a.most_wqe_bytes, "Largest WQE that its size field can count.")]
    if a.send.ring.slots:
        out += [Constant("min_sq_shift", a.send.ring.slots.least.bit_length() - 1,
                         "Log2 of the bytes of the smallest send slot."),
                Constant("max_sq_shift", a.send.ring.slots.most.bit_length() - 1,
                         "Log2 of the bytes of the largest send slot.")]
    if a.send.ring.unit:
        out.append(Constant("send_unit", a.send.ring.unit, "Bytes of a unit of the send ring."))
    if a.send.inline.chunk:
        out.append(Constant("inline_chunk", a.send.inline.chunk,
                            "A run of payload inside a WQE ends at multiples of this many bytes."))
    if a.send.ring.chunk:
        out.append(Constant("wqe_chunk", a.send.ring.chunk, "The adapter fetches WQEs in chunks of this many bytes."))
    if a.recv.shared and a.recv.shared.stride_at_least:
        out.append(Constant("min_srq_shift", a.recv.shared.stride_at_least.bit_length() - 1,
                            "Log2 of the bytes of the smallest shared receive slot."))
    return [c for c in out if all(c.name != own.name for own in a.constants)]


def _common(a: Adapter) -> dict[str, object]:
    return {
        "name": a.name, "upper": a.name.upper(), "doc": a.doc, "banner": banner([a.src.file]),
        "constants": lower_constants((*a.constants, *_derived(a)), decimal_below=4097),
        "enums": a.enums, "formats": [lower_format(a, f, FITTING) for f in a.formats],
    }


@cache
def adapter_outputs(a: Adapter) -> list[Output]:
    data = _common(a)
    headers = "include/inverbs"
    base = f"{headers}/adapters/{a.name}"
    fast, full = render_fast(a, data)
    return [
        Output(f"{base}_formats.h", render("adapter/formats.h.j2", **data)),
        Output(f"{headers}/kernel/{a.name}_abi.h", render_abi(a, data)),
        *([Output(f"{base}_queue.h", render_queue_memory(a, data))] if a.queue_head else []),
        Output(f"{base}.h", fast),
        Output(f"{headers}/device/{a.name}_device.h", render_queue_device(a, data)),
        Output(f"{headers}/print/{a.name}_print.h", render_queue_print(a, data)),
        Output(f"providers/gen/{a.name}_full.c", full),
        *([] if a.draft else ops_outputs(a, data)),
        *driver_outputs(a, data),
        Output(f"tests/roundtrip/{a.name}.c", render_roundtrip(a, data)),
        Output(f"docs/adapters/{a.name}.md", page(a)),
    ]


def shared_outputs(every: list[Adapter]) -> list[Output]:
    """Outputs that depend on all adapters together: their list and the dispatch of the hot calls."""
    inline = {a.name: inline_calls(a) for a in every}
    data = {"adapters": every, "inline": inline, "banner": banner([a.src.file for a in every]), "functions": CALLS, "leaving": LEAVING,
            "addressed": int(any(use_of(a, op).endswith(ADDRESSED) for a in every for op in a.send.ops))}
    return [
        Output("include/inverbs/adapters/list.h", render("adapter/list.h.j2", **data)),
        Output("include/inverbs/print/dumps.h", render("adapter/dumps.h.j2", **data)),
        Output("include/inverbs/fast/fastpath.h", render("adapter/fastpath.h.j2", **data)),
    ]


def layout_lock(every: list[Adapter]) -> str:
    """One line per field of every adapter, so that a bit that moves by accident shows up as a diff."""
    lines = ["# Generated by `python3 -m codegen gen`: adapter.format.field, byte, width of the word, bits; "
             "an adapter's id.",
             "# A change here changes what hardware sees; it must be meant."]
    for a in every:
        lines.append(f"{a.name} id {a.id}")
        for fmt in (*a.formats, *a.command_data):
            for f in fmt.fields:
                bits = f"{f.length} bytes" if f.is_bytes else f"{f.place.width} {f.place.hi}-{f.place.lo}"
                lines.append(f"{a.name}.{fmt.name}.{f.name} 0x{f.place.at:x} {bits}")
    return "\n".join(lines) + "\n"
