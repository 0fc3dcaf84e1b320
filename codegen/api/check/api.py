"""Stage check: named rules over the resolved model. Each rule is a function; tests/api/bad has a spec that breaks
it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Union

from codegen.api.check import aix, contracts, translations, types
from codegen.api.lower.numbers import value_of
from codegen.api.model import (
    LACKING, CallbackParam, CallbackType, Enum, EnumMember, Field, FieldKind, Function, Handle, Macro, Place, Struct, Typedef,
)
from codegen.api.resolve import Resolved, near
from codegen.core.diag import Diagnostics
from codegen.core.words import KEYWORDS

MUST_FAIL = {"zero-or-errno", "zero-or-minus-one", "zero-or-negative", "pointer", "count", "value-or-minus-one", "status"}

Named = Union[Enum, Struct, Function, Macro, EnumMember, Typedef, Handle, CallbackType, CallbackParam]
ERRNO = re.compile(r"^E[A-Z0-9]+$")
Finding = tuple[Place, str, str]
Rule = Callable[[Resolved], Iterator[Finding]]


def walk(fields: tuple[Field, ...]) -> Iterator[Field]:
    for f in fields:
        yield f
        yield from walk(f.fields)


def members(fields: tuple[Field, ...]) -> Iterator[Field]:
    """Member names that a program can use after ``.``, including those of anonymous unions and structs."""
    for f in fields:
        if f.anonymous:
            yield from members(f.fields)
        else:
            yield f


def documented(r: Resolved) -> Iterator[Finding]:
    """everything public has a doc; an alias has the doc of its target"""
    wanted = "a sentence that says what it is for"
    for section in r.api.sections:
        macros = [m for m in section.macros if not m.alias]
        members = [m for e in section.enums for m in e.members]
        called = [p for c in section.callbacks for p in c.params]
        things: list[Named] = [*section.enums, *section.structs, *section.functions, *macros, *members, *section.typedefs,
                               *section.handles, *section.callbacks, *called]
        for thing in things:
            if not thing.doc:
                yield thing.place, f"'{thing.name}' has no doc", wanted
        for struct in section.structs:
            for f in walk(struct.fields):
                if not f.doc and not f.anonymous and not struct.packed:
                    yield f.place, f"'{f.name}' has no doc", wanted
        for function in section.functions:
            for param in function.params:
                if not param.doc:
                    yield param.place, f"parameter '{param.name}' has no doc", wanted


def unique_names(r: Resolved) -> Iterator[Finding]:
    """no two public names of one C name space are the same"""
    api = r.api
    ordinary = [(m.name, m.place) for e in api.enums() for m in e.members]
    ordinary += [(f.name, f.place) for f in api.functions()] + [(m.name, m.place) for m in api.macros()]
    types: list[Named] = [*r.typedefs.values(), *r.handles.values(), *r.callback_types.values()]
    types += [s for s in api.structs() if s.typedef]
    types += [e for e in api.enums() if e.typedef]
    ordinary += [(t.name, t.place) for t in types]
    tags = [(s.bare_tag, s.place) for s in api.structs()] + [(e.tag, e.place) for e in api.enums() if e.tagged]
    tags += [(h.tag, h.place) for h in r.handles.values()]
    for space in (ordinary, tags):
        yield from _twice(space)
    for struct in api.structs():
        yield from _twice([(f.name, f.place) for f in members(struct.fields)])


def _twice(names: list[tuple[str, Place]]) -> Iterator[Finding]:
    first: dict[str, Place] = {}
    for name, place in names:
        if name in first:
            yield place, f"the C name '{name}' is taken by {first[name].src}", "a unique name"
        first.setdefault(name, place)


def no_reserved_words(r: Resolved) -> Iterator[Finding]:
    """no name is a reserved word of C or C++"""
    for function in r.api.functions():
        for param in function.params:
            if param.name in KEYWORDS:
                yield param.place, f"'{param.name}' is a reserved word", "another name"
    for struct in r.api.structs():
        for f in walk(struct.fields):
            if f.name in KEYWORDS:
                yield f.place, f"'{f.name}' is a reserved word", "another name"


def enum_values(r: Resolved) -> Iterator[Finding]:
    """the values of an enum differ, unless a member says which earlier one it repeats"""
    for enum in r.api.enums():
        seen: dict[int, list[str]] = {}
        for m in enum.members:
            same = seen.setdefault(value_of(m.value), [])
            if same and not m.same_as:
                yield m.place, f"'{m.name}' has the value of '{same[0]}'", "another value, or 'same-as'"
            if m.same_as and m.same_as not in same:
                yield m.place, f"'{m.same_as}' is not an earlier member with this value", "a member with the same value"
            same.append(m.name)


def results(r: Resolved) -> Iterator[Finding]:
    """the result convention fits the C type, and a plain value has a description"""
    for f in r.api.functions():
        convention, ctype = f.returns.convention, f.returns.type
        if (convention == "nothing") != (ctype == "void"):
            yield f.returns.place, f"convention '{convention}' with type '{ctype}'", "'nothing' for void and only there"
        elif (convention == "status") != (r.enums[ctype].status is not None if ctype in r.enums else False):
            yield f.returns.place, f"convention '{convention}' with type '{ctype}'", \
                "'status' for enums that have 'status', and only there"
        elif (convention == "pointer") != ctype.endswith("*") and convention != "value":
            yield f.returns.place, f"convention '{convention}' with type '{ctype}'", "'pointer' or 'value' for pointers"
        elif convention in ("value", "value-or-minus-one", "count") and not f.returns.doc:
            yield f.returns.place, f"the result of '{f.name}' has no doc", "a sentence that says what is returned"


def errors_known(r: Resolved) -> Iterator[Finding]:
    """a call that can fail declares its errors, each with a condition; a call that cannot fail has none"""
    for f in r.api.functions():
        can_fail = f.returns.convention in MUST_FAIL
        if can_fail and not f.declares_errors:
            yield f.place, f"'{f.name}' declares no error", "errors with their conditions, or {} for none"
        if not can_fail and f.errors:
            yield f.errors[0].place, f"'{f.name}' cannot report '{f.errors[0].name}'", "no errors for this convention"
        status = r.enums[f.returns.type] if r.status_of(f) else None
        known = {m.name for m in status.members} if status else frozenset[str]()
        for failure in f.errors:
            if status and failure.name not in known:
                yield failure.place, f"no '{failure.name}' in {status.spelled}{near(failure.name, known)}", \
                    "a member of the enum that it returns"
            elif not status and not ERRNO.match(failure.name):
                yield failure.place, f"'{failure.name}' is not an errno value", "a name like EINVAL"
            if not failure.when:
                yield failure.place, f"'{failure.name}' has no condition", "the condition under which it is returned"


def statuses(r: Resolved) -> Iterator[Finding]:
    """status, reason and inline body fit together"""
    tables = {e.strings.function for e in r.api.enums() if e.strings}
    tables |= {name for e in r.api.enums() for m in e.maps for name in (m.forward, m.backward)}
    for f in r.api.functions():
        if (f.status == "inline") != (f.inline is not None):
            yield f.place, f"status '{f.status}' {'without' if f.inline is None else 'with'} an inline body", \
                "an inline body for status 'inline', and only there"
        if (f.status == "not-yet") != bool(f.reason):
            yield f.place, f"status '{f.status}' {'with' if f.reason else 'without'} a reason", \
                "a reason for 'not-yet', and only there"
        if f.waits_for and f.status == "not-yet":
            yield f.place, "status 'not-yet' with 'waits-for'", "only 'reason'"
        if (f.status == "table") != (f.name in tables):
            yield f.place, f"status '{f.status}' of a function that {'a' if f.name in tables else 'no'} table makes", \
                "'table' when an enum's strings or maps name the function, and only then"


def not_yet_fails(r: Resolved) -> Iterator[Finding]:
    """a function that is not implemented reports that with an error"""
    for f in r.api.functions():
        can_say = f.reports(LACKING) or r.status_of(f)
        if f.status == "not-yet" and f.returns.convention in MUST_FAIL and not can_say:
            yield f.place, f"'{f.name}' is 'not-yet' but has no error for it", f"{LACKING} among its errors"


def enosys_is_demanded(r: Resolved) -> Iterator[Finding]:
    """unsupported functions return EOPNOTSUPP; ENOSYS is only for those whose contract requires it"""
    for f in r.api.functions():
        if f.reports("ENOSYS") and not f.enosys_by:
            yield f.place, f"'{f.name}' reports ENOSYS without 'enosys-by'", f"{LACKING}, or 'enosys-by'"
        if f.enosys_by and not f.reports("ENOSYS"):
            yield f.place, f"'enosys-by', but no ENOSYS among the errors of '{f.name}'", "both or neither"


def string_tables(r: Resolved) -> Iterator[Finding]:
    """string tables are complete and name functions with the right signature"""
    for enum in r.api.enums():
        if enum.strings and enum.strings.function not in r.functions:
            yield enum.strings.place, f"no function '{enum.strings.function}'", "the name of a function"
        for m in enum.members:
            if enum.strings and not m.text and not m.same_as:
                yield m.place, f"'{m.name}' has no text", f"the words that {enum.strings.function} returns"
        for table in enum.maps:
            for name in (table.forward, table.backward):
                if name not in r.functions:
                    yield table.place, f"no function '{name}'", "the name of a function"
            for m in enum.members:
                if table.otherwise == m.name:
                    break
            else:
                yield table.place, f"'{table.otherwise}' is not a member", "the member for numbers that nothing matches"
        known = {table.name for table in enum.maps}
        for m in enum.members:
            for key in m.maps:
                if key not in known:
                    yield m.place, f"no map '{key}' in this enum", "the name of one of its maps"


def causes_given(r: Resolved) -> Iterator[Finding]:
    """in an enum with causes, every member has possible causes; in other enums none has"""
    for enum in r.api.enums():
        for m in enum.members:
            if enum.causes and m.causes is None and not m.same_as:
                yield m.place, f"'{m.name}' has no causes", "its possible causes, or [] if it is not an error"
            if not enum.causes and m.causes is not None:
                yield m.place, f"'{m.name}' has causes, but its enum has no function that lists them", "'causes' with a function in the enum"


def refused_params(r: Resolved) -> Iterator[Finding]:
    """'refused' names another parameter"""
    for f in r.api.functions():
        names = {p.name for p in f.params}
        for p in f.params:
            if p.refused and p.refused not in names:
                yield p.place, f"no parameter '{p.refused}'", "the parameter whose element was refused"


def callbacks_shaped(r: Resolved) -> Iterator[Finding]:
    """a function that calls through a member has the member's parameters"""
    for f in r.api.functions():
        if f.inline is None or not f.inline.through:
            continue
        owner = next(p for p in f.params if p.name == f.inline.through)
        struct = r.structs[r.types[owner.type].base]
        target = next(x for x in struct.fields if x.kind is FieldKind.CALLBACK and x.name == f.inline.member)
        wanted = [p.declare("") for p in r.callbacks[target.type].params]
        given = [r.types[p.type].declare("") for p in f.params]
        if wanted != given:
            yield f.inline.place, f"parameters ({', '.join(given)})", f"those of the member ({', '.join(wanted)})"


def pages_of_their_own(r: Resolved) -> Iterator[Finding]:
    """'page' names a function that has its own page; everything that a manual page needs is given once"""
    for f in r.api.functions():
        host = r.functions.get(f.page)
        if f.page and (host is None or host.page):
            yield f.place, f"'{f.page}' has no manual page", "a function without 'page'"
        if f.page and (f.about or f.example):
            yield f.place, f"'{f.name}' is described with '{f.page}'", f"'about' and 'example' there"
    for manual in r.api.manuals[1:]:
        yield manual.place, "'manual' is given twice", "'manual' once"


def state_words(r: Resolved) -> Iterator[Finding]:
    """the enums whose names are used in a table of state transitions exist"""
    for f in r.api.functions():
        for name in (f.states.states, f.states.types, f.states.attributes) if f.states else ():
            if f"enum {name}" not in r.enums:
                yield f.place, f"no enum '{name}'{near(name, (e.name for e in r.api.enums()))}", "an enum of the specs"


def texts_refer(r: Resolved) -> Iterator[Finding]:
    """functions and constants that are named in a text of the manual or of an explanation exist"""
    constants = {m.name for e in r.api.enums() for m in e.members} | {m.name for m in r.api.macros()}
    prefixes = {name.split("_")[0] for name in constants if name.isupper()}
    for place, literal in manual_texts(r):
        text = re.sub(r"`[^`]*`", "", literal)
        for name in re.findall(r"(?<![\w>.])(\w+)\(\)", text):
            if name not in r.functions:
                yield place, f"no function '{name}'{near(name, r.functions)}", "a function of the specs, or name(section)"
        for name in re.findall(r"(?<![\w-])[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b(?!\*)", text):
            if name.split("_")[0] in prefixes and name not in constants:
                yield place, f"no constant '{name}'{near(name, constants)}", "an enumerator or macro of the specs"


def manual_texts(r: Resolved) -> Iterator[tuple[Place, str]]:
    for enum in r.api.enums():
        for cause in (c for m in enum.members for c in m.causes or ()):
            yield from ((cause.place, cause.cause), (cause.place, cause.look))
    for f in r.api.functions():
        yield f.place, f.about
    for page in r.api.pages:
        yield from ((part.place, part.text) for part in page.parts)


RULES: list[Rule] = [
    documented, unique_names, no_reserved_words, enum_values, results, errors_known, statuses, not_yet_fails,
    enosys_is_demanded, string_tables, causes_given, refused_params, callbacks_shaped,  pages_of_their_own,
    state_words,
    texts_refer,
    *types.RULES, *translations.RULES, *contracts.RULES, *aix.RULES,
]


def check(resolved: Resolved, diag: Diagnostics) -> None:
    for rule in RULES:
        for place, what, expected in rule(resolved):
            diag.error(place.src, place.path, what, expected)
