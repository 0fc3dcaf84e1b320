"""The structures and enumerations that a manual page shows: C for their definition, a list for the meaning of
members."""

from __future__ import annotations

import re

from codegen.api.ctype import CType
from codegen.api.lower.headers import declaration
from codegen.api.model import Enum, Field, FieldKind, Function, Struct
from codegen.api.resolve import Resolved

PRIVATE = {"The library's.", "Unused.", "Its operations.", "Unused"}
WIDTH = 72


def private(f: Field) -> bool:
    """The members that are private to the library."""
    return f.doc in PRIVATE or (f.kind is FieldKind.CALLBACK and f.doc.startswith("Behind "))


def member_lines(r: Resolved, fields: tuple[Field, ...], prefix: str = "") -> list[tuple[str, str]]:
    """The members as a program writes them, each with its doc."""
    found: list[tuple[str, str]] = []
    for f in fields:
        if private(f):
            continue
        if f.fields:
            found += member_lines(r, f.fields, prefix if f.anonymous else f"{prefix}{f.name}.")
        else:
            found.append((f"{prefix}{f.name}", f.doc))
    return found


def shown(r: Resolved, struct: Struct) -> list[str]:
    """The structure as C, without its private members."""
    head, end = (f"typedef {struct.kind} {{", f"}} {struct.name};") if struct.typedef else (f"{struct.tag} {{", "};")
    return [head, *shown_fields(r, struct.fields, "    "), end]


def shown_fields(r: Resolved, fields: tuple[Field, ...], indent: str) -> list[str]:
    lines: list[str] = []
    for f in fields:
        if private(f):
            if lines[-1:] != [f"{indent}/* ... */"]:
                lines.append(f"{indent}/* ... */")
        elif f.fields:
            lines += [f"{indent}{f.kind.value} {{", *shown_fields(r, f.fields, indent + "    "),
                      f"{indent}}}{'' if f.anonymous else ' ' + f.name};"]
        else:
            lines += folded(declaration(r, f), indent)
    return lines


def folded(line: str, indent: str) -> list[str]:
    """Break long declarations after a comma."""
    if len(indent) + len(line) <= WIDTH or ", " not in line:
        return [f"{indent}{line}"]
    head, rest = line[: WIDTH - len(indent)].rsplit(", ", 1)
    return [f"{indent}{head},", *folded(rest + line[WIDTH - len(indent):], indent + "    ")]


def objects(r: Resolved) -> set[str]:
    """The structures that the library allocates, because a function returns a pointer to them."""
    return {r.types[f.returns.type].base for f in r.api.functions() if f.returns.convention == "pointer"}


def structs_of(r: Resolved, family: list[Function]) -> list[Struct]:
    """The structures that a program fills or reads: targets of pointer parameters. Objects are only on the page of the
    function that creates them."""
    made = objects(r)
    todo: list[str] = []
    for f in family:
        returned = r.types[f.returns.type]
        todo += [r.types[p.type].base for p in f.params if r.types[p.type].base not in made]
        todo += [returned.base] if f.returns.convention == "pointer" and returned.stars == 1 else []
    found: dict[str, Struct] = {}
    while todo:
        struct = r.structs.get(todo.pop(0))
        if struct is None or struct.opaque or struct.tag in found or not member_lines(r, struct.fields):
            continue
        found[struct.tag] = struct
        todo = inner(r, struct.fields, made) + todo
    return list(found.values())


def inner(r: Resolved, fields: tuple[Field, ...], made: set[str]) -> list[str]:
    """Structures that are members of others, or targets of their pointers."""
    names: list[str] = []
    for f in fields:
        if private(f):
            continue
        names += inner(r, f.fields, made)
        if f.kind is FieldKind.PLAIN and r.types[f.type].base not in made:
            names.append(r.types[f.type].base)
    return names


def enums_of(r: Resolved, family: list[Function]) -> list[Enum]:
    """The enumerations of parameters and members, found by their type or in their text."""
    texts: list[str] = [f"{t.base}." for f in family for t in types_of(r, f)]
    texts += [p.doc for f in family for p in f.params]
    for struct in structs_of(r, family):
        texts += member_texts(r, struct.fields)
    names = dict.fromkeys(name for text in texts for name in re.findall(r"enum \w+|\b[a-z]\w+_t\b", text))
    asked = {r.types[p.type].base for f in family for p in f.params}
    enums = [r.enums[name] for name in names if name in r.enums]
    # The meaning of a status is on the page of the function that returns its text; each page lists the statuses of its
    # functions.
    return [e for e in enums if e.status is None or e.spelled in asked]


def types_of(r: Resolved, f: Function) -> list[CType]:
    return [r.types[p.type] for p in f.params] + [r.types[f.returns.type]]


def member_texts(r: Resolved, fields: tuple[Field, ...]) -> list[str]:
    found: list[str] = []
    for f in fields:
        if not private(f):
            found += [f.doc, *member_texts(r, f.fields)]
            found += [r.types[f.type].base] if f.kind is FieldKind.PLAIN else []
    return found
