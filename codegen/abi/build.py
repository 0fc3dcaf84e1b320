"""From spec/kernel/*.yaml to include/inverbs/kernel/*.h: all stages in order."""

from __future__ import annotations

from pathlib import Path

from codegen.abi import lower
from codegen.abi.check import check
from codegen.abi.model import Abi, build_model
from codegen.abi.resolve import resolve
from codegen.core.diag import Diagnostics
from codegen.core.load import load
from codegen.core.render import banner, render
from codegen.core.schema import load_schema, validate
from codegen.core.write import ROOT, Output

SPEC_DIR = ROOT / "spec" / "kernel"
HEADER_DIR = "include/inverbs/kernel"


def load_abi(path: Path, shown: str = "") -> Abi:
    """One spec through load, schema, model, resolve and check. Raises SpecError with every message of a stage."""
    diag = Diagnostics()
    doc = load(path, diag, shown)
    diag.stop_if_errors()
    validate(doc, load_schema("abi"), diag)
    diag.stop_if_errors()
    abi = build_model(doc)
    _load_used(abi, path, shown, diag)
    resolve(abi, diag)
    diag.stop_if_errors()
    check(abi, diag)
    diag.stop_if_errors()
    return abi


def _load_used(abi: Abi, path: Path, shown: str, diag: Diagnostics) -> None:
    for name in abi.uses:
        other = path.with_name(f"{name.name}.yaml")
        if other.exists() and other != path:
            abi.used.append(load_abi(other, str(Path(shown or path).with_name(other.name))))
        else:
            diag.error(name.src, name.path, f"no interface '{name.name}'", f"another file {name.name}.yaml beside this one")
    diag.stop_if_errors()


def outputs_of(abi: Abi, spec: str) -> list[Output]:
    """The generated files of one spec; what it contains decides which."""
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
    return files


def _header(template: str, abi: Abi, spec: str, suffix: str, **data: object) -> Output:
    name = f"{abi.name}{suffix}"
    text = render(f"abi/{template}", banner=banner([spec]), abi=abi, guard=f"INVERBS_KERNEL_{name.upper()}_H",
                  PREFIX=abi.prefix.upper(), heads="byte_heads" if abi.byte_heads else "protocol", **data)
    return Output(f"{HEADER_DIR}/{name}.h", text)


def outputs() -> list[Output]:
    found: list[Output] = []
    for path in sorted(SPEC_DIR.glob("*.yaml")):
        shown = str(path.relative_to(ROOT))
        found += outputs_of(load_abi(path, shown), shown)
    return found
