"""Stage render: the headers of an ABI spec. Its contents decide which headers there are."""

from __future__ import annotations

from codegen.abi import lower
from codegen.abi.messages import lower_messages
from codegen.abi.model import Abi
from codegen.core.render import banner, render
from codegen.core.write import Output

HEADER_DIR = "include/inverbs/kernel"


def outputs_of(abi: Abi, spec: str) -> list[Output]:
    """The generated files of one spec."""
    if abi.state_table is not None:
        return [_header("states.h.j2", abi, spec, "", table=abi.state_table,
                        transitions=lower.lower_transitions(abi.prefix.upper(), abi.state_table))]
    commands = [lower.lower_command(abi, c) for c in abi.commands]
    files = [_header("records.h.j2", abi, spec, "", structs=lower.lower_structs(abi),
                     ordinary=[c for c, m in zip(commands, abi.commands) if not m.extended],
                     extended=[c for c, m in zip(commands, abi.commands) if m.extended],
                     rows=lower.command_rows)]
    if commands:
        live = [c for c in commands if not c.never]
        files += [_header(f"{what}.h.j2", abi, spec, f"_{what}", commands=live) for what in ("call", "parse", "trace")]
    if abi.method_objects:
        files.append(_header("methods.h.j2", abi, spec, "_methods", objects=lower.lower_method_objects(abi),
                             methods=[lower.lower_method(abi, m) for m in abi.methods()]))
    if abi.messages is not None:
        files.append(_header("says.h.j2", abi, spec, "_says", m=abi.messages, texts=lower_messages(abi, abi.messages)))
    return files


def _header(template: str, abi: Abi, spec: str, suffix: str, **data: object) -> Output:
    name = f"{abi.name}{suffix}"
    text = render(f"abi/{template}", banner=banner([spec]), abi=abi, guard=f"INVERBS_KERNEL_{name.upper()}_H",
                  PREFIX=abi.prefix.upper(), headers="byte_headers" if abi.byte_headers else "protocol", **data)
    return Output(f"{HEADER_DIR}/{name}.h", text)
