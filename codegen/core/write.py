"""Stage write: formats files, compares them, and writes those that changed. Only ``gen`` writes."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from codegen.core.kept import Formatted

ROOT = Path(__file__).resolve().parents[2]
FORMATTED = (".c", ".h")


@dataclass(frozen=True)
class Output:
    """A generated file: path relative to the repository, and text before formatting."""

    path: str
    text: str


_formatted: dict[Output, str] = {}


def format_all(outputs: list[Output]) -> None:
    """Format all C files that are not in the cache with a single run of clang-format, because its start takes longer
    than most files."""
    todo = [out for out in dict.fromkeys(outputs) if out not in _formatted]
    _formatted.update({out: out.text for out in todo})
    in_c = [out for out in todo if out.path.endswith(FORMATTED)]
    if not in_c:
        return
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / ".clang-format", folder)
        files = {Path(folder, str(i), Path(out.path).name): out for i, out in enumerate(in_c)}
        for path, out in files.items():
            path.parent.mkdir()
            path.write_text(out.text, encoding="utf-8")
        subprocess.run(["clang-format", "--style=file", "-i", *map(str, files)], check=True, timeout=120)
        _formatted.update({out: path.read_text(encoding="utf-8") for path, out in files.items()})


def formatted(out: Output) -> str:
    """The text, if it is C formatted by clang-format with the project's style."""
    format_all([out])
    return _formatted[out]


def write(outputs: list[Output], root: Path = ROOT) -> list[str]:
    """Write the files that changed. Returns their paths."""
    changed = drifted(outputs, root)
    for out in (each for each in outputs if each.path in changed):
        target = root / out.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(formatted(out), encoding="utf-8")
    return changed


def drifted(outputs: list[Output], root: Path = ROOT) -> list[str]:
    """The paths of files whose committed text differs from the generated text."""
    known, found = Formatted(), {out: _text(root / out.path) for out in outputs}
    todo = [out for out in outputs if not (out.path.endswith(FORMATTED) and known.gives(out.text, found[out] or ""))]
    format_all(todo)
    known.keep([(out.text, formatted(out)) for out in todo if out.path.endswith(FORMATTED)])
    return [out.path for out in todo if found[out] != formatted(out)]


def orphans(outputs: list[Output], root: Path = ROOT) -> list[str]:
    """Files in folders of generated files, named gen, that are no longer generated."""
    made = {root / out.path for out in outputs}
    folders = {parent for path in made for parent in path.parents if parent.name == "gen" and parent.is_relative_to(root)}
    return sorted({str(path.relative_to(root)) for folder in folders for path in folder.rglob("*")
                   if path.is_file() and path not in made})


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None
