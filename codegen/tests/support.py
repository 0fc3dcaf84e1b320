"""Conventions of the generator's tests.

``codegen/tests/<language>/good/<case>/*.yaml`` is a spec that passes every rule; ``expected/`` beside it contains its
outputs (of an adapter, only those that no test compiles and runs). ``codegen/tests/<language>/bad/<case>.yaml`` has one
mistake; ``<case>.err`` beside it contains the exact message, with the bare file name. ``pytest --update`` rewrites
expected outputs and messages; read the diff before committing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from codegen.api.build import outputs
from codegen.core.diag import SpecError
from codegen.core.write import Output, formatted


@cache
def status_page() -> str:
    """docs/status.md as generated in this run, which requires reading and rendering the whole API."""
    return next(out.text for out in outputs() if out.path == "docs/status.md")


@dataclass(frozen=True)
class Expected:
    update: bool

    def check(self, path: Path, text: str) -> None:
        """``text`` must equal the contents of the file ``path``."""
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path} is missing; run pytest --update and read what it writes"
        assert text == path.read_text(encoding="utf-8")

    def check_outputs(self, folder: Path, outputs: list[Output]) -> None:
        """Every output, formatted as it would be written, must equal its file below ``folder``, which must contain no
        other files."""
        for out in outputs:
            self.check(folder / out.path, formatted(out))
        known = {folder / out.path for out in outputs}
        stale = [p for p in folder.rglob("*") if p.is_file() and p not in known]
        if self.update:
            for path in stale:
                path.unlink()
            stale = []
        assert not stale, f"no spec makes {', '.join(map(str, stale))}"


def good_cases(tests: Path) -> list[Path]:
    """Folders of specs that must be accepted."""
    return sorted(p for p in (tests / "good").iterdir() if p.is_dir())


def bad_cases(tests: Path) -> list[Path]:
    """Specs with one mistake each."""
    return sorted((tests / "bad").glob("*.yaml"))


def case_id(path: Path) -> str:
    """Name of a case in pytest's output."""
    return path.stem


def messages_of(run: Callable[[], object]) -> str:
    """The messages of the stage that fails in ``run``; an empty string if none fails."""
    try:
        run()
    except SpecError as exc:
        return f"{exc}\n"
    return ""
