"""Stage render: identification of devices and the driver-private data of commands, as C."""

from __future__ import annotations

from codegen.adapter.command_words import COMMAND_DATA, c_word
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.verbs import kernel_commands
from codegen.core.cexpr import Declare, Expr, Name, bits
from codegen.core.render import render
from codegen.formats.lower import c_type
from codegen.formats.model import Format

# The node type of a device in verbs, by the transport of its adapter.
_NODE_TYPES = {"infiniband": "IBV_NODE_CA", "roce": "IBV_NODE_CA", "iwarp": "IBV_NODE_RNIC"}


def _command_struct(a: Adapter, fmt: Format) -> dict[str, object]:
    """Driver-private data of a command as a C struct; holes become named padding, so that the size is the kernel's."""
    members: list[str] = []
    at, hole = 0, 0
    for f in sorted(fmt.fields, key=lambda f: f.place.at):
        if f.place.at > at:
            members.append(str(Declare("uint8_t", f"hole{hole}", f.place.at - at)))
            hole += 1
        members.append(str(Declare(c_type(f.place.width), f.name)) + (f" /**< {f.doc} */" if f.doc else ""))
        at = f.place.at + f.place.width // 8
    if at < fmt.size:
        members.append(str(Declare("uint8_t", f"hole{hole}", fmt.size - at)))
    return {"name": fmt.name, "doc": fmt.doc, "size": fmt.size, "origin": f"{a.name}.{fmt.name}", "members": members,
            "words": _words(fmt), "offsets": [(f.name, f.place.at) for f in fmt.fields]}


def _layouts(a: Adapter) -> list[dict[str, object]]:
    """Members of struct inverbs_command_data; zeros where a command has no such data."""
    layouts = {name: fmt for fmt in a.command_data for name in fmt.layout_of or (fmt.name,)}
    out: list[dict[str, object]] = []
    for name in COMMAND_DATA:
        fmt = layouts.get(name)
        count = sum(1 for f in fmt.fields if f.word) if fmt else 0
        out.append({"name": name, "layout": fmt.name if fmt and count else "", "count": count})
    return out


def has_words(a: Adapter) -> bool:
    return any(layout["count"] for layout in _layouts(a))


def _words(fmt: Format) -> list[tuple[str, int, str]]:
    return [(f.name, f.place.width // 8, c_word(f.word)) for f in fmt.fields if f.word]


def _command_mask(a: Adapter) -> Expr:
    """A mask with a bit for each plain command that the kernel driver supports; all bits if the spec has no list."""
    if a.identity.commands is None:
        return ~Name("0ULL")
    return bits(sum(1 << kernel_commands()[name] for name in a.identity.commands), 64)


def render_abi(a: Adapter, common: dict[str, object]) -> str:
    return render("adapter/abi.h.j2", identity=a.identity, command_data=[_command_struct(a, f) for f in a.command_data],
                  layouts=_layouts(a), node_type=_NODE_TYPES[a.identity.transport], mask=_command_mask(a), **common)
