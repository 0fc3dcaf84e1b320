"""Stage resolve: determines the size and alignment of every type; reports unknown names."""

from __future__ import annotations

import difflib

from dataclasses import dataclass

from codegen.abi.model import Abi, Field, Method, NameRef, Record, StateTable, TypeRef
from codegen.core.diag import Diagnostics, Src

SCALARS: dict[str, tuple[str, int]] = {
    "char": ("char", 1),
    "u8": ("uint8_t", 1),
    "u16": ("uint16_t", 2),
    "u32": ("uint32_t", 4),
    "u64": ("uint64_t", 8),
    "s32": ("int32_t", 4),
    "s64": ("int64_t", 8),
    "be16": ("uint16_t", 2),
    "be32": ("uint32_t", 4),
    "be64": ("uint64_t", 8),
}


@dataclass(frozen=True)
class Place:
    """A field and its offset in the outermost struct."""

    field: Field
    at: int


def resolve(abi: Abi, diag: Diagnostics) -> None:
    """Fill ``abi.sizes`` and ``abi.aligns``; check every reference by name."""
    for name, (_, size) in SCALARS.items():
        abi.sizes[name] = abi.aligns[name] = size
    for used in abi.used:
        abi.sizes.update(used.sizes)
        abi.aligns.update(used.aligns)
    for record in abi.structs():  # a structure of this spec hides one of the same name from a used spec
        abi.aligns.pop(record.name, None)
    by_name = abi.by_name()
    for record in abi.structs():
        _references(abi, record, by_name, diag)
    if not diag.messages:
        _cycles(abi, by_name, diag)
    if not diag.messages:
        for record in abi.structs():
            _measure(record, by_name, abi)
    for method in abi.methods():
        _method_names(abi, method, by_name, diag)
    if abi.state_table is not None:
        _state_names(abi.state_table, diag)


def places(record: Record | None, by_name: dict[str, Record]) -> dict[str, Place]:
    """Fields and their offsets by name, including the fields of a structure at offset 0."""
    found: dict[str, Place] = {}
    for f in record.fields if record is not None else []:
        inner = by_name.get(f.type.name) if f.type is not None and not f.type.array and f.at == 0 else None
        found[f.name] = Place(f, f.at)
        if inner is not None:
            found.update(places(inner, by_name))
    return found


def _method_names(abi: Abi, method: Method, by_name: dict[str, Record], diag: Diagnostics) -> None:
    command = abi.command_named(method.command)
    if method.command and command is None:
        known = [("EX_" if c.extended else "") + c.name for c in abi.commands]
        _unknown(diag, method.src, f"{method.path}.command", "command", method.command, known)
    request = places(command.request if command else None, by_name)
    response = places(command.response if command else None, by_name)
    for a in method.attributes:
        known = list(response if a.answers else request)
        if a.field and command is not None and a.field not in known:
            _unknown(diag, a.src, f"{a.path}.field", "field", a.field, known)
        if a.sets and command is not None and a.sets not in request:
            _unknown(diag, a.src, f"{a.path}.sets", "field", a.sets, list(request))
        if a.of and a.of not in abi.objects:
            _unknown(diag, a.src, f"{a.path}.of", "object", a.of, abi.objects)


def types_of(field: Field) -> list[TypeRef]:
    return list(field.one_of.values()) if field.type is None else [field.type]


def _unknown(diag: Diagnostics, src: Src, path: str, what: str, name: str, known: list[str]) -> None:
    near = difflib.get_close_matches(name, known, 1, 0.6)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    diag.error(src, path, f"no {what} '{name}'{hint}", f"one of {', '.join(known)}")


def _references(abi: Abi, record: Record, by_name: dict[str, Record], diag: Diagnostics) -> None:
    for f in record.fields:
        if (f.type is None) == (not f.one_of):
            diag.error(f.src, f.path, "neither or both of type and one-of", "exactly one of them")
        for ref in types_of(f):
            if ref.name not in SCALARS and ref.name not in by_name:
                _unknown(diag, f.src, f.path, "type", ref.name, [*SCALARS, *by_name])
        if f.of and f.of not in abi.objects:
            _unknown(diag, f.src, f.path, "object", f.of, abi.objects)
    if record.list_of and record.list_of not in SCALARS and record.list_of not in by_name:
        _unknown(diag, record.src, f"{record.path}.list", "type", record.list_of, [*SCALARS, *by_name])


def _inner(record: Record, by_name: dict[str, Record]) -> list[Record]:
    return [by_name[ref.name] for f in record.fields for ref in types_of(f) if ref.name in by_name]


def _cycles(abi: Abi, by_name: dict[str, Record], diag: Diagnostics) -> None:
    for record in abi.structs():
        seen: set[str] = set()
        todo = _inner(record, by_name)
        while todo:
            inner = todo.pop()
            if inner.name == record.name:
                diag.error(record.src, record.path, f"'{record.name}' contains itself", "records that end in scalars")
                break
            if inner.name not in seen:
                seen.add(inner.name)
                todo += _inner(inner, by_name)


def _measure(record: Record, by_name: dict[str, Record], abi: Abi) -> None:
    if record.name in abi.aligns:
        return
    for inner in _inner(record, by_name):
        _measure(inner, by_name, abi)
    abi.sizes[record.name] = record.size
    abi.aligns[record.name] = max(abi.aligns[ref.name] for f in record.fields for ref in types_of(f))


def field_size(abi: Abi, field: Field) -> int:
    return max(abi.sizes[ref.name] * ref.count for ref in types_of(field))


def field_align(abi: Abi, field: Field) -> int:
    return max(abi.aligns[ref.name] for ref in types_of(field))


def _state_names(table: StateTable, diag: Diagnostics) -> None:
    states = [s.name for s in table.states]
    types = [t.name for t in table.types]
    attributes = [a.name for a in table.attributes]

    def known(refs: list[NameRef]) -> None:
        for ref in refs:
            if ref.name not in attributes:
                _unknown(diag, ref.src, ref.path, "attribute", ref.name, attributes)

    known(table.always)
    for t in table.types:
        known(t.drop)
    for tr in table.transitions:
        for state in (tr.start, tr.end):
            if state not in states:
                _unknown(diag, tr.src, tr.path, "state", state, states)
        if tr.type != "ANY" and tr.type not in types:
            _unknown(diag, tr.src, tr.path, "queue pair type", tr.type, [*types, "ANY"])
        known(tr.required)
        known(tr.optional)
