"""The model of a file about management datagrams."""

from __future__ import annotations

from dataclasses import dataclass, field

from codegen.core.diag import Src
from codegen.formats.model import Constant, Enum, Field, Format


@dataclass(frozen=True)
class Component:
    """What a bit of a component mask selects: a field (possibly of a format inside the record), or part of a field."""

    src: Src
    path: tuple[str, ...]  # field names, outermost first; empty: the bit is reserved
    part: tuple[int, ...] = ()  # consecutive items of an array; empty: the whole field

    @property
    def name(self) -> str:
        return ".".join(self.path)


@dataclass(frozen=True)
class Attribute:
    """An attribute of a management class: its format, and the methods of requests for it."""

    src: Src
    name: str
    format: str
    methods: tuple[str, ...]
    components: tuple[Component, ...] = ()


@dataclass(frozen=True)
class Use:
    """A reference to another file."""

    src: Src
    name: str


@dataclass(frozen=True)
class Mad:
    """The whole content of a file."""

    src: Src
    name: str
    prefix: str
    doc: str
    uses: tuple[Use, ...]
    constants: tuple[Constant, ...]
    enums: tuple[Enum, ...]
    formats: tuple[Format, ...]
    attributes: tuple[Attribute, ...]
    used: list["Mad"] = field(default_factory=list)  # the files that `uses` names, in that order; filled by resolve

    def owner(self, name: str) -> "tuple[Mad | None, str]":
        """The file that defines ``node_info`` or ``common.header``, and its name there; None if there is no such file.
        """
        where, _, local = name.rpartition(".")
        if not where:
            return self, local
        return next((m for m in self.used if m.name == where), None), local

    def format(self, name: str) -> Format | None:
        owner, local = self.owner(name)
        return next((f for f in owner.formats if f.name == local), None) if owner else None

    def member(self, format_name: str, path: tuple[str, ...]) -> Field | None:
        """The field at a path of names, starting from a format; None if there is none."""
        owner, local = self.owner(format_name)
        fmt = owner.format(local) if owner else None
        f = next((f for f in fmt.fields if f.name == path[0]), None) if fmt else None
        if f is None or owner is None or len(path) == 1:
            return f
        return owner.member(f.format, path[1:]) if f.format else None

    def enum(self, name: str) -> Enum | None:
        owner, local = self.owner(name)
        return next((e for e in owner.enums if e.name == local), None) if owner else None

    @property
    def enum_names(self) -> list[str]:
        """The names of enums that fields can use."""
        return [e.name for e in self.enums] + [f"{m.name}.{e.name}" for m in self.used for e in m.enums]

    def c_format(self, name: str) -> str:
        owner, local = self.owner(name)
        assert owner is not None, name
        return f"{owner.prefix}_{local}"

    def c_enum(self, name: str) -> str:
        return self.c_format(name)
