"""Stage lower: formats in C, lowered like those of adapters."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.formats.lower import CFormat, lower_format
from codegen.mad.model import Attribute, Component, Mad


@dataclass(frozen=True)
class CAttribute:
    """A row of the table of attributes."""

    name: str
    constant: str
    format: str
    methods: str


@dataclass(frozen=True)
class CComponent:
    """A field that requests can select by bits of their component mask."""

    constant: str
    mask: str
    member: str  # the first item, if it is part of an array
    count: int  # number of items that are compared


@dataclass(frozen=True)
class CComponents:
    """The components of an attribute."""

    format: str
    rows: tuple[CComponent, ...]


def lower_formats(mad: Mad) -> list[CFormat]:
    return [lower_format(mad, fmt) for fmt in mad.formats]


def _compared(mad: Mad, attribute: Attribute, bits: int, c: Component) -> CComponent:
    member = ".".join(c.path) + (f"[{c.part[0]}]" if c.part else "")
    name = "_".join(c.path).upper() + "".join(f"_{n}" for n in c.part[:1])
    constant = f"{mad.c_format(attribute.format).upper()}_HAS_{name}"
    return CComponent(constant, f"0x{bits:x}", member, max(1, len(c.part)))


def lower_components(mad: Mad) -> list[CComponents]:
    """The components of every attribute. Bits of the same field share a mask, such as those of the two halves of a
    service id."""
    out = []
    for a in mad.attributes:
        masks: dict[tuple[tuple[str, ...], tuple[int, ...]], int] = {}
        for bit, c in enumerate(a.components):
            if c.path:
                masks[c.path, c.part] = masks.get((c.path, c.part), 0) | 1 << bit
        rows = tuple(_compared(mad, a, bits, Component(a.src, *key)) for key, bits in masks.items())
        if rows:
            out.append(CComponents(mad.c_format(a.format), rows))
    return out


def lower_attributes(mad: Mad) -> list[CAttribute]:
    prefix = mad.prefix.upper()
    return [CAttribute(a.name.lower(), f"{prefix}_ATTRIBUTE_{a.name}", mad.c_format(a.format),
                       " | ".join(f"1U << MAD_METHOD_{m}" for m in a.methods)) for a in mad.attributes]
