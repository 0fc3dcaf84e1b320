"""Stage check: rules for types with a layout, for typedefs, and for enums that are results. For each rule,
tests/api/bad has a spec that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from codegen.api.lower.bits import number_at
from codegen.api.lower.numbers import value_of
from codegen.api.model import Place, Struct
from codegen.api.paths import PathError
from codegen.api.resolve import Resolved, near
from codegen.api.sizes import Unknown, of_base, placed

Finding = tuple[Place, str, str]
Rule = Callable[[Resolved], Iterator[Finding]]


def layouts(r: Resolved) -> Iterator[Finding]:
    """sizes and offsets in a spec agree with the members; a packed structure has all of them"""
    for struct in r.api.structs():
        if struct.packed and not struct.size:
            yield struct.place, f"'{struct.name}' is packed and has no size", "'size' in bytes"
        try:
            yield from _layout(r, struct)
        except Unknown as exc:
            if struct.size:
                yield struct.place, f"the size of '{exc}' is unknown", "members of types with known sizes"


def _layout(r: Resolved, struct: Struct) -> Iterator[Finding]:
    if not struct.packed and not struct.size:
        return
    for member in placed(r, struct):
        f = member.field
        if f.at and int(f.at) != member.at:
            yield f.place, f"'{f.name}' begins at byte {member.at}, not {f.at}", "the offset that follows from the members before it"
        if struct.packed and not f.at and not f.anonymous:
            yield f.place, f"'{f.name}' of a packed structure has no offset", f"'at: {member.at}'"
    size = of_base(r, struct.tag).size
    if struct.size and int(struct.size) != size:
        yield struct.place, f"'{struct.name}' has {size} bytes, not {struct.size}", "the size that follows from its members"


def tags_have_typedefs(r: Resolved) -> Iterator[Finding]:
    """a tag that differs from the name needs a typedef"""
    tagged = [(s.place, s.name, s.bare_tag, s.typedef) for s in r.api.structs()]
    tagged += [(e.place, e.name, e.tag, e.typedef) for e in r.api.enums()]
    for place, name, tag, typedef in tagged:
        if tag and tag != name and not typedef:
            yield place, f"the tag '{tag}' of '{name}'", "'typedef: yes' as well"


def status_members(r: Resolved) -> Iterator[Finding]:
    """'status' names members; the one for success has the value 0"""
    for enum in r.api.enums():
        if enum.status is None:
            continue
        values = {m.name: value_of(m.value) for m in enum.members}
        for name in (enum.status.success, enum.status.lacking, enum.status.misuse):
            if name not in values:
                yield enum.status.place, f"no member '{name}'{near(name, values)}", "a member of this enum"
        if values.get(enum.status.success):
            yield enum.status.place, f"'{enum.status.success}' is {values[enum.status.success]}", "0 for success"


def orders_fit(r: Resolved) -> Iterator[Finding]:
    """only numbers have a byte order, and they fit its width"""
    for m in r.api.macros():
        if m.order == "host":
            continue
        if not m.number:
            yield m.place, f"'{m.name}' has a byte order but is not a number", "'order' only for numbers"
        elif not m.number.startswith("(") and not 0 <= int(m.number.rstrip("UL"), 0) < 1 << int(m.order[3:]):
            yield m.place, f"{m.number} has more than {m.order[3:]} bits", f"a number that fits {m.order}"


def pointer_types(r: Resolved) -> Iterator[Finding]:
    """'type' of a macro is a pointer type"""
    for m in r.api.macros():
        if m.type and not m.pointer:
            yield m.place, f"'{m.name}' has a type but is not a pointer", "'type' only with 'pointer'"


def bits_of_members(r: Resolved) -> Iterator[Finding]:
    """functions that read or write bits name a number in a structure, bits that it has, and the parameter to write"""
    for f in (f for f in r.api.functions() if f.inline and f.inline.member_path):
        assert f.inline is not None
        try:
            at = number_at(r, f)
        except PathError as exc:
            yield f.inline.place, exc.what, exc.expected
            continue
        high, low = f.inline.range if f.inline.bits else (at.bits - 1, 0)
        if not low <= high < at.bits:
            yield f.inline.place, f"bits {f.inline.bits} of {at.bits}", "the highest bit, a hyphen and the lowest, from 0"
        names = {p.name for p in f.params}
        if f.inline.writes and not f.inline.value.isdigit() and f.inline.value not in names:
            yield f.inline.place, f"no parameter '{f.inline.value}'{near(f.inline.value, names)}", "a parameter or a number"
        if f.inline.writes and f.returns.type != "void":
            yield f.inline.place, f"'writes' in a function that returns '{f.returns.type}'", "'writes' only in functions that return nothing"


RULES: list[Rule] = [layouts, tags_have_typedefs, status_members, orders_fit, pointer_types, bits_of_members]
