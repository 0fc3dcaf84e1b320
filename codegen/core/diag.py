"""Diagnostics: every stage reports all of its errors as ``file:line: path: what; expected what``.

A stage collects into a :class:`Diagnostics` and calls :meth:`Diagnostics.stop_if_errors` at its end, so that one
mistake is reported once and the next stage never sees data that the previous one found wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Src(NamedTuple):
    """Where a fact stands: file as given on the command line, and 1-based line."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class SpecError(Exception):
    """Raised once per failed stage; carries all of its messages, one per line."""


@dataclass
class Diagnostics:
    messages: list[tuple[Src, str]] = field(default_factory=list)

    def error(self, src: Src, path: str, what: str, expected: str) -> None:
        """Report one mistake. ``path`` is the dotted place inside the file; empty: the file itself."""
        where = f"{path}: " if path else ""
        self.messages.append((src, f"{where}{what}; expected {expected}"))

    def lines(self) -> list[str]:
        return [f"{src}: {text}" for src, text in sorted(set(self.messages))]

    def stop_if_errors(self) -> None:
        if self.messages:
            raise SpecError("\n".join(self.lines()))
