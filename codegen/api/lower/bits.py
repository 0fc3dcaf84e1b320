"""Inline functions that read or write bits of a member."""

from __future__ import annotations

import re
from dataclasses import dataclass

from codegen.api.ctype import CType
from codegen.api.model import Function
from codegen.api.paths import PathError, value_of
from codegen.api.resolve import Resolved
from codegen.api.sizes import Unknown, of_type

NET = re.compile(r"(?:^|_)net(16|32|64)_t$")


@dataclass(frozen=True)
class NumberAt:
    """A number in a structure: its expression, type and bits."""

    c: str
    type: CType
    bits: int


def number_at(r: Resolved, f: Function) -> NumberAt:
    """The member that the function reads or writes. Raises PathError."""
    assert f.inline is not None
    value = value_of(r, f, f.inline.member_path, f.inline.place)
    try:
        size = of_type(r, value.type).size
    except Unknown:
        size = 0
    if value.type.stars or value.type.arrays or size not in (1, 2, 4, 8) or value.type.base in r.structs:
        raise PathError(f.inline.place, f"'{f.inline.member_path}' is not a number", "a member that is a number")
    return NumberAt(value.c, value.type, size * 8)


def order_of(ctype: CType) -> str:
    """The macro that converts between the byte order of a type and that of the machine, in both directions; empty:
    none."""
    net = NET.search(ctype.base)
    return f"INVERBS_NET{net.group(1)}" if net else ""


def swapped(text: str, ctype: CType) -> str:
    order = order_of(ctype)
    return f"{order}({text})" if order else text


def bits_body(r: Resolved, f: Function) -> list[str]:
    assert f.inline is not None
    at = number_at(r, f)
    high, low = f.inline.range if f.inline.bits else (at.bits - 1, 0)
    mask = (1 << (high - low + 1)) - 1
    if f.inline.reads:
        return [f"return {_read(at, r.types[f.returns.type], high, low, mask)};"]
    others = ((1 << at.bits) - 1) ^ (mask << low)
    value = _written(r, f, at, low, mask)
    if others:
        kept = f"({swapped(at.c, at.type)} & {others:#x})"
        value = f"{kept} | {value}" if value else kept
    stored = swapped(value or "0", at.type)
    return [f"{at.c} = ({at.type.declare('')}){f'({stored})' if ' | ' in value and stored == value else stored};"]


def _read(at: NumberAt, returned: CType, high: int, low: int, mask: int) -> str:
    """The bits, in the byte order of the result."""
    if high - low + 1 == at.bits and order_of(at.type) == order_of(returned):
        return at.c
    found = swapped(at.c, at.type)
    found = f"({found} >> {low})" if low else found
    found = found if high == at.bits - 1 else f"({found} & {mask:#x})"
    return f"({returned.declare('')}){swapped(found, returned)}"


def _written(r: Resolved, f: Function, at: NumberAt, low: int, mask: int) -> str:
    """The value, shifted to its position; empty for zero."""
    assert f.inline is not None
    if f.inline.value.isdigit():
        number = (int(f.inline.value) & mask) << low
        return f"{number:#x}" if number else ""
    given = next(r.types[p.type] for p in f.params if p.name == f.inline.value)
    value = swapped(f.inline.value, given)
    wide = f"(uint{at.bits}_t)" if at.bits > 16 else ""
    return f"({wide}({value} & {mask:#x}) << {low})" if low else f"({value} & {mask:#x})"
