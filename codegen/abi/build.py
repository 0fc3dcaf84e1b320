"""Runs all stages from spec/kernel/*.yaml to include/inverbs/kernel/*.h."""

from __future__ import annotations

from pathlib import Path

from codegen.abi.check import check
from codegen.abi.model import Abi
from codegen.abi.parse import parse
from codegen.abi.render import outputs_of
from codegen.abi.resolve import resolve
from codegen.core.diag import Diagnostics
from codegen.core.load import load
from codegen.core.schema import load_schema, validate
from codegen.core.write import ROOT, Output

SPEC_DIR = ROOT / "spec" / "kernel"


def load_abi(path: Path, shown: str = "") -> Abi:
    """Load, parse, resolve and check one spec. Raises SpecError with all messages of the stage that failed."""
    diag = Diagnostics()
    doc = load(path, diag, shown)
    diag.stop_if_errors()
    validate(doc, load_schema("abi"), diag)
    diag.stop_if_errors()
    abi = parse(doc)
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


def outputs() -> list[Output]:
    found: list[Output] = []
    for path in sorted(SPEC_DIR.glob("*.yaml")):
        shown = str(path.relative_to(ROOT))
        found += outputs_of(load_abi(path, shown), shown)
    return found
