"""Stage write: files are formatted, compared and written only when they changed. ``gen`` is the only writer."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Output:
    """One generated file: path relative to the repository, and its text before formatting."""

    path: str
    text: str


@cache
def formatted(out: Output) -> str:
    """C goes through clang-format with the project's style; everything else is kept as it is."""
    if not out.path.endswith((".c", ".h")):
        return out.text
    done = subprocess.run(
        ["clang-format", "--style=file", f"--assume-filename={ROOT / out.path}"],
        input=out.text, capture_output=True, text=True, check=True, cwd=ROOT, timeout=120,
    )
    return done.stdout


def write(outputs: list[Output], root: Path = ROOT) -> list[str]:
    """Write what changed; return the paths written."""
    changed = []
    for out in outputs:
        target, text = root / out.path, formatted(out)
        if target.exists() and target.read_text(encoding="utf-8") == text:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        changed.append(out.path)
    return changed


def drifted(outputs: list[Output], root: Path = ROOT) -> list[str]:
    """Paths whose committed text is not what the specs say."""
    stale = []
    for out in outputs:
        target = root / out.path
        if not target.exists() or target.read_text(encoding="utf-8") != formatted(out):
            stale.append(out.path)
    return stale
