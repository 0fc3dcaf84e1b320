"""Stage lower: formats in terms of C, by the same means as those of adapters."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.formats.lower import CFormat, lower_format
from codegen.mad.model import Mad


@dataclass(frozen=True)
class CAttribute:
    """A row of the table of attributes."""

    name: str
    constant: str
    format: str
    methods: str


def lower_formats(mad: Mad) -> list[CFormat]:
    return [lower_format(mad, fmt) for fmt in mad.formats]


def lower_attributes(mad: Mad) -> list[CAttribute]:
    prefix = mad.prefix.upper()
    return [CAttribute(a.name.lower(), f"{prefix}_ATTRIBUTE_{a.name}", mad.c_format(a.format),
                       " | ".join(f"1U << MAD_METHOD_{m}" for m in a.methods)) for a in mad.attributes]
