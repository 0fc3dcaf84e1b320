"""The sizes and offsets of the specs, as assertions for the compiler."""

from __future__ import annotations

from codegen.api.model import Struct
from codegen.api.resolve import Resolved
from codegen.api.sizes import placed


def assertions(r: Resolved) -> list[str]:
    """A line for each size and each offset in the specs."""
    return [line for struct in r.api.structs() if struct.size for line in of_struct(r, struct)]


def of_struct(r: Resolved, struct: Struct) -> list[str]:
    lines = [f'static_assert(sizeof({struct.tag}) == {struct.size}, "{struct.name}");']
    for member in placed(r, struct):
        if member.field.at and not member.field.anonymous:
            lines.append(f'static_assert(offsetof({struct.tag}, {member.path}) == {member.at}, "{struct.name}.{member.path}");')
    return lines
