"""Outputs of the adapter language: everything that spec/adapters/*.yaml says, as C."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from codegen.adapter.abilities import cmake_lists
from codegen.adapter.check.adapter import check
from codegen.adapter.check.identity import check_together
from codegen.adapter.check.names import check_names
from codegen.adapter.hot_calls import CALLS, inline_calls
from codegen.adapter.lower.barriers import barrier_table
from codegen.adapter.lower.formats import c_type, lower_format
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.formats import Constant, Format
from codegen.adapter.parse.adapter import parse
from codegen.adapter.render.device import render_queue_device
from codegen.adapter.render.fast import render_full, render_queues
from codegen.adapter.render.memory import render_queue_memory
from codegen.adapter.render.ops import ops_outputs
from codegen.adapter.render.page import page
from codegen.adapter.render.print import render_queue_print
from codegen.adapter.render.unit import most_bytes, size_field
from codegen.adapter.resolve import completed
from codegen.adapter.verbs import kernel_commands
from codegen.core.diag import Diagnostics
from codegen.core.load import Node, load
from codegen.core.render import banner, render
from codegen.core.schema import load_schema, validate
from codegen.core.write import ROOT, Output

SPEC_DIR = ROOT / "spec" / "adapters"


def read(path: Path, shown: str) -> Adapter:
    """All stages up to the checked model; raises SpecError with every mistake of the first failing stage."""
    diag = Diagnostics()
    doc = completed(load(path, diag, shown), path, diag)
    diag.stop_if_errors()
    return accepted(doc)


def accepted(doc: Node) -> Adapter:
    """The stages behind load."""
    diag = Diagnostics()
    validate(doc, adapter_schema(), diag)
    diag.stop_if_errors()
    adapter = parse(doc)
    check(adapter, diag)
    check_names(adapter, [out.text for out in adapter_outputs(adapter) if out.path.endswith(".h")], diag)
    return adapter


@cache
def adapter_schema() -> dict[str, Any]:
    """The grammar: what stands at the top of a spec and around the queues, and the sections about queues."""
    base, queues = load_schema("adapter"), load_schema("queues")
    return {**base, "$defs": {**base["$defs"], **queues["$defs"]}}


@cache
def described() -> list[Adapter]:
    """Every adapter with a spec, ordered by id, so that a new one goes to the end of each generated list."""
    diag = Diagnostics()
    every = [read(p, f"spec/adapters/{p.name}") for p in sorted(SPEC_DIR.glob("*.yaml"))]
    check_together(every, diag)
    diag.stop_if_errors()
    return sorted(every, key=lambda a: a.id)


def adapters() -> list[Adapter]:
    """Those that are built: drafts are not."""
    return [a for a in described() if not a.draft]


def _literal(value: int) -> str:
    return f"0x{value:x}U" if value > 4096 else f"{value}U"


def _derived(a: Adapter) -> list[Constant]:
    """What the control path has to know of the sections, as constants like those that a spec names."""
    size = size_field(a)
    out = []
    if a.recv.in_send:
        out.append(Constant("slot_shift", a.send.ring.unit.bit_length() - 1, "Log2 of the bytes of a slot of the ring."))
    if size:
        out += [Constant("wqe_unit", size.unit, "Bytes of one unit of the size of a WQE."),
                Constant("max_wqe_bytes", most_bytes(a), "Largest WQE that its size field can count.")]
    if a.send.ring.chunk:
        out.append(Constant("wqe_chunk", a.send.ring.chunk, "The adapter fetches WQEs in chunks of this many bytes."))
    if a.recv.shared and a.recv.shared.stride_at_least:
        out.append(Constant("min_srq_shift", a.recv.shared.stride_at_least.bit_length() - 1, "Log2 of the bytes of the smallest shared receive slot."))
    return [c for c in out if all(c.name != own.name for own in a.constants)]


def common(a: Adapter) -> dict[str, object]:
    return {
        "name": a.name, "upper": a.name.upper(), "doc": a.doc, "banner": banner([a.src.file]),
        "constants": [{"name": c.name, "doc": c.doc, "literal": _literal(c.value)} for c in (*a.constants, *_derived(a))],
        "enums": a.enums, "formats": [lower_format(a, f) for f in a.formats],
    }


def _command_struct(a: Adapter, fmt: Format) -> dict[str, object]:
    """A command part as a C struct; holes become named padding so that the size is what the kernel says."""
    members, at, hole = [], 0, 0
    for f in sorted(fmt.fields, key=lambda f: f.place.at):
        if f.place.at > at:
            members.append(f"uint8_t hole{hole}[{f.place.at - at}];")
            hole += 1
        members.append(f"{c_type(f.place.width)} {f.name};" + (f" /**< {f.doc} */" if f.doc else ""))
        at = f.place.at + f.place.width // 8
    if at < fmt.size:
        members.append(f"uint8_t hole{hole}[{fmt.size - at}];")
    return {"name": fmt.name, "doc": fmt.doc, "size": fmt.size, "origin": f"{a.name}.{fmt.name}", "members": members,
            "offsets": [(f.name, f.place.at) for f in fmt.fields]}


def _command_mask(a: Adapter) -> str:
    """A bit per plain command that the kernel driver offers; all without a list."""
    if a.identity.commands is None:
        return "~0ULL"
    return f"0x{sum(1 << kernel_commands()[name] for name in a.identity.commands):x}ULL"


@cache
def adapter_outputs(a: Adapter) -> list[Output]:
    data = common(a)
    tested: dict[str, object] = {**data, "formats": _round_trip(a)}
    commands = [_command_struct(a, f) for f in a.command_data]
    base = f"include/inverbs/adapters/{a.name}"
    return [
        Output(f"{base}_formats.h", render("adapter/formats.h.j2", **data)),
        Output(f"{base}_abi.h", render("adapter/abi.h.j2", identity=a.identity, command_data=commands,
                                               node_type=_NODE_TYPES[a.identity.transport], mask=_command_mask(a), **data)),
        *([Output(f"{base}_queue.h", render_queue_memory(a, data))] if a.queue_head else []),
        Output(f"{base}.h", render_queues(a, data)),
        Output(f"{base}_device.h", render_queue_device(a, data)),
        Output(f"{base}_print.h", render_queue_print(a, data)),
        Output(f"providers/gen/{a.name}_full.c", render_full(a, data)),
        *([] if a.draft else ops_outputs(a, data)),
        Output(f"tests/roundtrip/{a.name}.c", render("adapter/roundtrip.c.j2", **tested)),
        Output(f"docs/adapters/{a.name}.md", page(a)),
    ]


# What a device is to programs, by the transport of its adapter.
_NODE_TYPES = {"infiniband": "IBV_NODE_CA", "roce": "IBV_NODE_CA", "iwarp": "IBV_NODE_RNIC"}


def _round_trip(a: Adapter) -> list[dict[str, object]]:
    """Per format: how the generated test fills and compares each field. Overlays stay zero: one bit, one owner."""
    out: list[dict[str, object]] = []
    for fmt in a.formats:
        members = []
        for f in fmt.fields:
            if f.overlays:
                continue
            if f.is_bytes:
                fill = f"for (int i = 0; i < {f.length}; i++)\n\tin.{f.name}[i] = (uint8_t)random_bits(8);"
                compare = f"assert_memory_equal(in.{f.name}, out.{f.name}, {f.length});"
            else:
                bits = 1 if f.as_values else f.place.bits
                value = f"random_bits({bits}) * {f.unit}" if f.const is None else str(f.const)
                fill = f"in.{f.name} = {'' if f.as_values else f'(__typeof__(in.{f.name}))'}({value});"
                compare = f"assert_int_equal(in.{f.name}, out.{f.name});"
            members.append({"fill": fill, "compare": compare})
        lowered = lower_format(a, fmt)
        out.append({"name": lowered.name, "size": fmt.size, "members": members, "reserved": bool(fmt.reserved),
                    "store": "put_pushed" if lowered.pushed_publish else "put"})
    return out


def shared_outputs(every: list[Adapter]) -> list[Output]:
    """What depends on all adapters together: their list and the dispatch of the hot calls."""
    inline = {a.name: inline_calls(a) for a in every}
    data = {"adapters": every, "inline": inline, "banner": banner([a.src.file for a in every]), "functions": CALLS}
    return [
        Output("include/inverbs/adapters/list.h", render("adapter/list.h.j2", **data)),
        Output("include/inverbs/adapters/dumps.h", render("adapter/dumps.h.j2", **data)),
        Output("include/inverbs/fastpath.h", render("adapter/fastpath.h.j2", **data)),
    ]


def layout_lock(every: list[Adapter]) -> str:
    """One line per field of every adapter: a bit that moves by accident is a one-line diff."""
    lines = ["# Generated by `python3 -m codegen gen`: adapter.format.field, byte, width of the word, bits; an adapter's id.",
             "# A change here changes what hardware sees; it must be meant."]
    for a in every:
        lines.append(f"{a.name} id {a.id}")
        for fmt in (*a.formats, *a.command_data):
            for f in fmt.fields:
                bits = f"{f.length} bytes" if f.is_bytes else f"{f.place.width} {f.place.hi}-{f.place.lo}"
                lines.append(f"{a.name}.{fmt.name}.{f.name} 0x{f.place.at:x} {bits}")
    return "\n".join(lines) + "\n"


def outputs() -> list[Output]:
    every = adapters()
    own = [out for a in described() for out in adapter_outputs(a)]
    return [*own, *shared_outputs(every), Output("cmake/Adapters.cmake", cmake_lists(described())),
            Output("spec/adapters/layout.lock", layout_lock(described())),
            Output("tests/binding/barriers.tsv", barrier_table(described()))]
