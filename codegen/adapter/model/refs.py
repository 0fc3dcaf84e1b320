"""The model of references from the sections of an adapter to its formats and their fields."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.core.diag import Src


@dataclass(frozen=True)
class Ref:
    """``format.field``."""

    src: Src
    format: str
    field: str


@dataclass(frozen=True)
class Setting:
    """Where the value of a field comes from in one op or class."""

    ref: Ref
    source: str


@dataclass(frozen=True)
class Part:
    """A format at an offset in something larger."""

    format: str
    at: int
