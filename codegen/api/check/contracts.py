"""Stage check: rules for the checks of the checked build. For each rule, tests/api/bad has a spec that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from codegen.api.ctype import parse_type
from codegen.api.lower.contracts import (
    every_check, given_checks, is_object, list_param, lower_check, misuse_of, rules_of, with_conditions,
)
from codegen.api.model import Check, Function, Place
from codegen.api.paths import EXPLAINERS, PathError, members, object_at, value_of
from codegen.api.resolve import Resolved, near

Finding = tuple[Place, str, str]
Rule = Callable[[Resolved], Iterator[Finding]]


def all_checks(f: Function) -> list[Check]:
    """Checks and their conditions."""
    return with_conditions(given_checks(f))


def checks_one_rule(r: Resolved) -> Iterator[Finding]:
    """a check has one rule for its value"""
    for f in r.api.functions():
        for c in all_checks(f):
            rules = rules_of(c)
            if len(rules) != 1 or (c.high and c.below):
                yield c.place, f"{len(rules) or 'no'} rules" if len(rules) != 1 else "'to' and 'below' together", \
                    "one of is, from/to/below, enum, flags, one-of, none-of, has, lacks, same, goes-with, multiple-of, " \
                    "explained-by"


def checks_enumerators(r: Resolved) -> Iterator[Finding]:
    """enums, enumerators and macros in checks exist"""
    enums = {e.name for e in r.api.enums()}
    members = {m.name for e in r.api.enums() for m in e.members}
    macros = {m.name for m in r.api.macros()}
    for f in r.api.functions():
        for c in all_checks(f):
            for word in (*c.one_of, *c.none_of, *c.has, *c.lacks):
                if word not in members:
                    yield c.place, f"no enumerator '{word}'{near(word, members)}", "an enumerator of the specs"
            if c.enum and c.enum not in enums:
                yield c.place, f"no enum '{c.enum}'{near(c.enum, enums)}", "the name of an enum"
            for word in c.flags:
                if word not in enums | macros:
                    yield c.place, f"no enum or macro '{word}'{near(word, enums, macros)}", "an enum or a macro"


def checks_values(r: Resolved) -> Iterator[Finding]:
    """the values in a check exist and fit its rule"""
    for f in r.api.functions():
        for c in given_checks(f):
            if any(len(rules_of(part)) != 1 for part in (c, *c.when)) or c.explained_by not in ("", *EXPLAINERS):
                continue
            try:
                lower_check(r, f, c)
            except PathError as exc:
                yield exc.place, exc.what, exc.expected
                continue
            for part in (c, *c.when):
                yield from _fits(r, f, part)


def _fits(r: Resolved, f: Function, c: Check) -> Iterator[Finding]:
    value = value_of(r, f, c.value, c.place)
    if bool(c.state) != bool(value.type.stars) and not c.same:
        yield c.place, f"'{c.value}' is {'a pointer' if value.type.stars else 'not a pointer'}", \
            "'is' or 'same' for pointers, the other rules for numbers"
    elif c.state == "live" and not is_object(r, value.type.declare("")):
        yield c.place, f"'{c.value}' is not an object", "a pointer to a struct with 'object: yes'"
    elif c.goes_with and not any(m.goes_with for e in r.api.enums() if e.name == value.enum for m in e.members):
        yield c.place, f"'{c.value}' is of no enum whose members have 'goes-with'", "a value of such an enum"


def checks_errors(r: Resolved) -> Iterator[Finding]:
    """the error for misuse is EINVAL, or another error of the function"""
    for f in r.api.functions():
        known = {misuse_of(r, f), *(e.name for e in f.errors)}
        for c in every_check(f):
            if misuse_of(r, f, c.error) not in known:
                yield c.place, f"'{f.name}' has no error '{c.error}'", "EINVAL, or one of its errors"


def each_has_a_list(r: Resolved) -> Iterator[Finding]:
    """'each' needs a list whose refused element is returned in a parameter"""
    for f in r.api.functions():
        each = f.each or (f.aix.each if f.aix else ())
        if each and list_param(f) is None:
            yield each[0].place, f"'{f.name}' has no parameter with 'refused'", \
                "'each' only for functions that take a list"


def set_pointers(r: Resolved) -> Iterator[Finding]:
    """'set' needs a pointer"""
    for s in r.structs.values():
        for f in members(s.fields).values():
            parsed = parse_type(f.type)
            if f.set and not (parsed and parsed.stars):
                yield f.place, f"'{f.name}' is not a pointer", "'set' only for pointers"


def asked_with_known(r: Resolved) -> Iterator[Finding]:
    """'asked-with' names an existing enumerator"""
    known = {m.name for e in r.api.enums() for m in e.members}
    for s in r.structs.values():
        for f in members(s.fields).values():
            if f.asked_with and f.asked_with not in known:
                yield f.place, f"no enumerator '{f.asked_with}'{near(f.asked_with, known)}", "an enumerator of the specs"


def frees_an_object(r: Resolved) -> Iterator[Finding]:
    """'frees' and 'makes' name objects"""
    for f in r.api.functions():
        for text in (*f.frees, *f.makes):
            try:
                object_at(r, f, text)
            except PathError as exc:
                yield exc.place, exc.what, exc.expected


def polls_a_queue(r: Resolved) -> Iterator[Finding]:
    """'polls' names parameters: a completion queue, and the completions"""
    for f in r.api.functions():
        types = {p.name: p.type for p in f.params}
        if f.polls and types.get(f.polls.queue) != ("struct ibv_cq *" if f.polls.into else "struct ibv_cq_ex *"):
            yield f.polls.place, f"'{f.polls.queue}' is not a completion queue", \
                "a parameter that is a struct ibv_cq *, or without 'into' a struct ibv_cq_ex *"
        elif f.polls and f.polls.into and types.get(f.polls.into) != "struct ibv_wc *":
            yield f.polls.place, f"'{f.polls.into}' cannot hold completions", "a parameter that is a struct ibv_wc *"


def explainers_known(r: Resolved) -> Iterator[Finding]:
    """'explained-by' names a function of the library"""
    for f in r.api.functions():
        for c in given_checks(f):
            if c.explained_by and c.explained_by not in EXPLAINERS:
                yield c.place, f"no function '{c.explained_by}'{near(c.explained_by, EXPLAINERS)}", \
                    f"one of {', '.join(EXPLAINERS)}"


def goes_with_known(r: Resolved) -> Iterator[Finding]:
    """'goes-with' of an enumerator names enumerators"""
    members = {m.name for e in r.api.enums() for m in e.members}
    for m in (m for e in r.api.enums() for m in e.members):
        for word in m.goes_with:
            if word not in members:
                yield m.place, f"no enumerator '{word}'{near(word, members)}", "an enumerator of another enum"


def refused_result(r: Resolved) -> Iterator[Finding]:
    """only functions that do not report failures have 'refused' in 'returns'"""
    for f in r.api.functions():
        if f.returns.refused and f.returns.convention != "value":
            yield f.returns.place, f"'refused' with convention '{f.returns.convention}'", "'refused' only with 'value'"


RULES: list[Rule] = [
    checks_one_rule, checks_enumerators, checks_values, checks_errors, each_has_a_list, set_pointers, asked_with_known,
    frees_an_object, polls_a_queue, explainers_known, goes_with_known, refused_result,
]
