"""The model of address vectors that programs compose, and of the registers that they map."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.refs import Setting
from codegen.core.diag import Src


@dataclass(frozen=True)
class Address:
    src: Src
    format: str
    kinds: tuple[tuple[str, tuple[Setting, ...]], ...]  # condition, and the fields that are then set
    rate_offset: int  # is added to a static rate


@dataclass(frozen=True)
class Registers:
    """Pages of the device file."""

    src: Src
    pages: tuple[tuple[str, int], ...]  # doorbells, images, clock; number in the file

    def index(self, what: str) -> int:
        """The index of a page among the adapter's pages; -1 if there is none."""
        names = [name for name, _ in self.pages]
        return names.index(what) if what in names else -1

    def page(self, what: str) -> int:
        return dict(self.pages)[what]
