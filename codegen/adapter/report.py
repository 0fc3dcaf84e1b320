"""``report``: how much an adapter costs in lines, and how many hooks it needs. These numbers only go down."""

from __future__ import annotations

from pathlib import Path

from codegen.adapter.build import adapter_outputs, adapters
from codegen.core.write import ROOT


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def report() -> str:
    rows = [("adapter", "YAML lines", "generated lines", "control path lines", "hooks")]
    for a in adapters():
        generated = sum(_lines(ROOT / out.path) for out in adapter_outputs(a) if (ROOT / out.path).exists())
        control = sum(_lines(p) for p in (ROOT / "providers" / a.name).glob("*.[ch]"))
        rows.append((a.name, str(_lines(ROOT / a.src.file)), str(generated), str(control), str(len(a.hooks))))
    return "\n".join("  ".join(f"{cell:<18}" for cell in row).rstrip() for row in rows)
