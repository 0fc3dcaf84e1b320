"""The cache that persists between runs, beside Python's compiled files: compiled templates, results of clang-format and
of slow searches.

Deleting it costs only time. Entries are looked up by checksums of everything that they were made from, so they cannot
be stale.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
FOLDER = PACKAGE / "__pycache__" / "kept"
MOST_SUMS = 2000


def folder(name: str) -> Path | None:
    """The cache folder with that name; None if it cannot be written."""
    path = FOLDER / name
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return path if os.access(path, os.W_OK) else None


def sum_of(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def _formatter() -> str:
    """Key for the cache: the style and the version of clang-format."""
    program = Path(shutil.which("clang-format") or "clang-format").resolve()
    state = program.stat() if program.exists() else None
    style = (PACKAGE.parent / ".clang-format").read_text(encoding="utf-8")
    return f"{style}\0{program} {state and (state.st_size, state.st_mtime_ns)}"


class Formatted:
    """Checksums of formatted texts by the checksums of their input."""

    def __init__(self) -> None:
        self.path = (folder("formatted") or Path("/nonexistent")) / "sums"
        try:
            lines = [line.split() for line in self.path.read_text(encoding="utf-8").splitlines()]
        except (OSError, ValueError):
            lines = []
        self.sums = {line[0]: line[1] for line in lines if len(line) == 2}

    def gives(self, text: str, result: str) -> bool:
        """True if the one text was formatted before, with the other as the result."""
        return self.sums.get(sum_of(_formatter(), text)) == sum_of(result)

    def keep(self, made: list[tuple[str, str]]) -> None:
        """Save texts and their results, atomically, as another run may read the cache at the same time."""
        new = {sum_of(_formatter(), text): sum_of(result) for text, result in made}
        self.sums = {**({} if len(self.sums) > MOST_SUMS else self.sums), **new}
        if not new or not self.path.parent.exists():
            return
        with tempfile.NamedTemporaryFile("w", dir=self.path.parent, delete=False, encoding="utf-8") as file:
            file.write("".join(f"{text} {result}\n" for text, result in self.sums.items()))
        os.replace(file.name, self.path)


def remembered(name: str, made_of: list[str], work: Callable[[], Any]) -> Any:
    """What `work` gives, which must be of JSON's types and depend on nothing but these texts. One result is kept for
    each name."""
    path, made = (folder("results") or Path("/nonexistent")) / name, sum_of(*made_of)
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["of"] == made:
            return found["is"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    result = work()
    if path.parent.exists():
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            json.dump({"of": made, "is": result}, file)
        os.replace(file.name, path)
    return result
