"""Values that checks test, ``attr.port_num``, ``wr.wr.ud.ah.pd``, ``max_send_sge(qp)``, as C expressions with their
types."""

from __future__ import annotations

import re
from dataclasses import dataclass

from codegen.api.ctype import CType, parse_type
from codegen.api.model import Field, FieldKind, Function, Place
from codegen.api.resolve import Resolved, near

# Properties of an object that are in no public structure: name -> type of the object. The functions that return them
# are in include/inverbs/checked/misuse.h, with inverbs_ before the name.
KNOWN = {
    "max_send_sge": "struct ibv_qp",
    "max_recv_sge": "struct ibv_qp",
    "max_inline_data": "struct ibv_qp",
    "max_srq_sge": "struct ibv_srq",
    "inline_bytes": "struct ibv_send_wr",
    "events_to_acknowledge": "struct ibv_cq",
    "times_to_acknowledge": "struct ibv_async_event",
}
# Conditions that only a function of the library can test, given all parameters: name -> text of the violation, text of
# the condition. Each function, declared like those above, returns the rest of the message, or NULL.
EXPLAINERS = {
    "lacking_attribute": ("an attribute is missing that the change of state needs", "no attribute is missing"),
}
NUMBER = parse_type("long")
CALL = re.compile(r"^(\w+)\((.*)\)$")


class PathError(Exception):
    """A path that does not lead to a value."""

    def __init__(self, place: Place, what: str, expected: str) -> None:
        super().__init__(what)
        self.place, self.what, self.expected = place, what, expected


@dataclass(frozen=True)
class Value:
    """A C expression. ``optional``: pointers on the path; if one of them is NULL, the value is not tested."""

    text: str
    c: str
    type: CType
    optional: tuple[str, ...]

    @property
    def enum(self) -> str:
        return self.type.base[5:] if self.type.base.startswith("enum ") and self.type.by_value else ""


def members(fields: tuple[Field, ...]) -> dict[str, Field]:
    """Member names that a program can write after ``.``, including those of anonymous unions and structs."""
    found: dict[str, Field] = {}
    for f in fields:
        found.update(members(f.fields) if f.anonymous else {f.name: f})
    return found


def value_of(r: Resolved, f: Function, text: str, place: Place) -> Value:
    """Raises PathError."""
    call = CALL.match(text)
    if call is None:
        return _path(r, f, text, place)
    name, inner = call.groups()
    if name not in KNOWN:
        raise PathError(place, f"no property '{name}'{near(name, KNOWN)}", f"one of {', '.join(KNOWN)}")
    of = _path(r, f, inner, place)
    if of.type.base != KNOWN[name] or of.type.stars != 1:
        raise PathError(place, f"{name}() of '{of.type.declare('')}'", f"an argument of type '{KNOWN[name]} *'")
    assert NUMBER is not None
    return Value(text, f"inverbs_{name}({of.c})", NUMBER, of.optional)


def _path(r: Resolved, f: Function, text: str, place: Place) -> Value:
    first, *rest = text.split(".")
    params = {p.name: p for p in f.params}
    if first not in params:
        raise PathError(place, f"no parameter '{first}'{near(first, params)}", "a path that begins with a parameter")
    at: CType | Field = r.types[params[first].type]
    c, there, optional = first, not params[first].null, []
    for name in rest:
        if not there and isinstance(at, CType) and at.stars:
            optional.append(c)
        fields = members(_inside(r, at))
        if name not in fields:
            raise PathError(place, f"no member '{name}' in '{text}'{near(name, fields)}", "a path of members")
        c += ("->" if isinstance(at, CType) and at.stars else ".") + name
        at, there = _next(fields[name]), fields[name].set
    if isinstance(at, Field):
        raise PathError(place, f"'{text}' is a whole structure", "one of its members")
    return Value(text, c, at, tuple(optional))


def _inside(r: Resolved, at: CType | Field) -> tuple[Field, ...]:
    if isinstance(at, Field):
        return at.fields
    struct = r.structs.get(at.base)
    return struct.fields if struct and at.stars < 2 else ()


def _next(f: Field) -> CType | Field:
    if f.kind is FieldKind.PLAIN:
        parsed = parse_type(f.type)
        assert parsed is not None
        return parsed
    return f


@dataclass(frozen=True)
class ObjectAt:
    """A pointer to an object in C, and the tag of its struct."""

    c: str
    tag: str


def object_at(r: Resolved, f: Function, text: str) -> ObjectAt:
    """The object that a parameter or a member points to; for an output parameter, the object that it was set to.
    Raises PathError."""
    first, *rest = text.split(".")
    params = {p.name: p for p in f.params}
    if first not in params:
        raise PathError(f.place, f"no parameter '{first}'{near(first, params)}", "a path that begins with a parameter")
    at = r.types[params[first].type]
    c = first if at.stars < 2 else f"(*{first})" if rest else f"*{first}"
    for name in rest:
        struct = r.structs.get(at.base)
        fields = members(struct.fields) if struct else {}
        if name not in fields or fields[name].kind is not FieldKind.PLAIN:
            raise PathError(f.place, f"no member '{name}' in '{text}'{near(name, fields)}", "a path of members")
        parsed = parse_type(fields[name].type)
        assert parsed is not None
        at, c = parsed, f"{c}->{name}"
    struct = r.structs.get(at.base)
    if struct is None or not struct.object or not at.stars:
        raise PathError(f.place, f"'{text}' is not an object", "a pointer to a struct with 'object: yes'")
    return ObjectAt(c, struct.tag)
