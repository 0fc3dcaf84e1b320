"""Diagnostics: every stage reports all of its errors as ``file:line: path: what; expected what``.

A stage collects its errors in a :class:`Diagnostics` and calls :meth:`Diagnostics.stop_if_errors` at its end, so that a
mistake is reported once, and the next stage never gets data in which the previous one found errors.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Src(NamedTuple):
    """The source position of a fact: file as given on the command line, and 1-based line."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class SpecError(Exception):
    """Raised once per failed stage, with all of its messages, one per line."""


@dataclass
class Diagnostics:
    messages: list[tuple[Src, str]] = field(default_factory=list)

    def error(self, src: Src, path: str, what: str, expected: str) -> None:
        """Report one mistake. ``path`` is the dotted path inside the file; empty: the file itself."""
        where = f"{path}: " if path else ""
        self.messages.append((src, f"{where}{what}; expected {expected}"))

    def lines(self) -> list[str]:
        return [f"{src}: {text}" for src, text in sorted(set(self.messages))]

    def stop_if_errors(self) -> None:
        if self.messages:
            raise SpecError("\n".join(self.lines()))
