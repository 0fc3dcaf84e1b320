"""Checks as C conditions and as text: the tests of the checked build before a call, and the lines that it prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from codegen.api.model import Check, Enum, Function, Param
from codegen.api.paths import EXPLAINERS, Value, value_of
from codegen.api.resolve import Resolved

# Hand-written inline functions that have a second name in a checked program.
CHECKED_BLOCKS = ("fastpath", "cm", "cm_verbs")


@dataclass(frozen=True)
class Lowered:
    """A lowered check: ``bad`` is true for misuse, ``format`` and ``args`` print the message, ``words`` is the text on
    the page."""

    bad: str
    error: str
    format: str
    args: tuple[str, ...]
    words: str


@dataclass(frozen=True)
class Spoken:
    """A rule in C: the condition and its negation; the printf format of a violation; the violation and the condition as
    text."""

    holds: str
    fails: str
    format: str
    args: tuple[str, ...]
    words: tuple[str, str]


def misuse_of(r: Resolved, f: Function, error: str = "EINVAL") -> str:
    """The value with which the checked build refuses a call: an errno value, or the enumerator for misuse in the enum
    of the result."""
    status = r.status_of(f)
    return status.misuse if status and error == "EINVAL" else error


def rules_of(check: Check) -> list[str]:
    """The rules that a check uses; a correct check uses one."""
    given = {
        "state": check.state, "range": check.low or check.high or check.below, "enum": check.enum, "flags": check.flags,
        "one_of": check.one_of, "none_of": check.none_of, "has": check.has, "lacks": check.lacks,
        "same": check.same, "goes_with": check.goes_with, "multiple_of": check.multiple_of,
        "explained_by": check.explained_by,
    }
    return [name for name, words in given.items() if words]


def is_checked(r: Resolved, f: Function) -> bool:
    """True if the checked build wraps this function."""
    if f.name in r.unchecked:
        return False
    inline = f.inline is not None and (f.inline.block in CHECKED_BLOCKS or bool(f.inline.through))
    looks = bool(f.checks or f.makes or makes(r, f) or list(derived(r, f)))
    return f.works and (f.status == "runtime" or inline) and looks


def is_object(r: Resolved, type_text: str) -> bool:
    """True for a pointer to an object that the library creates and destroys."""
    parsed = r.types[type_text]
    struct = r.structs.get(parsed.base)
    return parsed.stars == 1 and struct is not None and struct.object


def makes(r: Resolved, f: Function) -> bool:
    return f.returns.convention == "pointer" and is_object(r, f.returns.type)


def list_param(f: Function) -> Param | None:
    """The list whose refused element is returned in another parameter."""
    names = [p.refused for p in f.params if p.refused]
    return next((p for p in f.params if p.name in names), None)


def derived(r: Resolved, f: Function) -> Iterator[Lowered]:
    """The checks that follow from the parameters. Untyped addresses are left to the kernel or the adapter."""
    for p in f.params:
        parsed = r.types[p.type]
        if not parsed.stars and not parsed.arrays:
            continue
        if not p.null and parsed.base != "void":
            yield Lowered(f"!{p.name}", misuse_of(r, f), f"{p.name} is NULL", (), f"`{p.name}` is NULL")
        if is_object(r, p.type):
            bad = f"inverbs_is_freed({p.name})"
            said = f"was {r.structs[parsed.base].ended} before"
            yield Lowered(bad, misuse_of(r, f), f"{p.name} {said}", (), f"`{p.name}` {said}")


def lower_check(r: Resolved, f: Function, check: Check) -> Lowered:
    """Lower a check. Raises PathError if a value refers to nothing."""
    guards: list[str] = []
    words = []
    for condition in check.when:
        then = rule_of(r, f, condition)
        guards += [*then.optional, grouped(then.holds)]
        words.append(then.words[1])
    rule = rule_of(r, f, check)
    guards += rule.optional
    tail = f"; {check.doc}" if check.doc else ""
    text = rule.words[0] + (f", when {' and '.join(words)}" if words else "") + tail
    bad = " && ".join([*dict.fromkeys(guards), grouped(rule.fails)]) if guards else rule.fails
    return Lowered(bad, misuse_of(r, f, check.error), rule.format + tail, rule.args, text)


def grouped(condition: str) -> str:
    return f"({condition})" if " || " in condition or " & " in condition else condition


def bounds(r: Resolved, f: Function, check: Check) -> list[Value]:
    """The other values that a rule refers to."""
    texts = [t for t in (check.low, check.high, check.below, check.same, check.goes_with) if t and not is_number(t)]
    return [value_of(r, f, text, check.place) for text in texts]


def is_number(text: str) -> bool:
    return text.lstrip("-")[:1].isdigit()


@dataclass(frozen=True)
class Rule:
    """A rule as :class:`Spoken`, preceded by tests for pointers that must not be NULL."""

    optional: tuple[str, ...]
    holds: str
    fails: str
    format: str
    args: tuple[str, ...]
    words: tuple[str, str]


def rule_of(r: Resolved, f: Function, check: Check) -> Rule:
    """The one rule of a check."""
    value = value_of(r, f, check.value, check.place)
    name = next(iter(rules_of(check)))
    spoken = {
        "state": _state, "range": _range, "enum": _enum, "flags": _flags, "one_of": _one_of, "none_of": _none_of,
        "has": _has, "lacks": _lacks, "same": _same, "goes_with": _goes_with, "multiple_of": _multiple_of,
        "explained_by": _explained_by,
    }[name](r, f, check, value)
    optional = [*value.optional, *(word for bound in bounds(r, f, check) for word in bound.optional)]
    return Rule(tuple(optional), spoken.holds, spoken.fails, spoken.format, spoken.args, spoken.words)


def shown(v: Value) -> tuple[str, str]:
    """The printf format and arguments of a value."""
    if v.enum:
        return "%s", f"inverbs_named(inverbs_name_of_{v.enum}({number(v)}))"
    return "%lld", f"(long long){v.c}"


def number(v: Value) -> str:
    return f"(int){v.c}"


def code(text: str) -> str:
    return f"`{text}`"


def among(words: tuple[str, ...]) -> str:
    return " or ".join(words)


def _state(_r: Resolved, _f: Function, c: Check, v: Value) -> Spoken:
    if c.state == "live":
        return Spoken(f"!inverbs_is_freed({v.c})", f"inverbs_is_freed({v.c})", f"{v.text} was freed before", (),
                      (f"{code(v.text)} was freed before", f"{code(v.text)} was not freed"))
    is_set = (v.c, f"{v.text} is not NULL", f"{code(v.text)} is not NULL")
    is_null = (f"!{v.c}", f"{v.text} is NULL", f"{code(v.text)} is NULL")
    good, bad = (is_set, is_null) if c.state == "set" else (is_null, is_set)
    return Spoken(good[0], bad[0], bad[1], (), (bad[2], good[2]))


def _range(r: Resolved, f: Function, c: Check, v: Value) -> Spoken:
    low, high, below = (_bound(r, f, c, text) for text in (c.low, c.high, c.below))
    top = high.c if c.high else f"{below.c} - 1LL" if c.below else "LLONG_MAX"
    within = f"inverbs_within({v.c}, {low.c if c.low else 'LLONG_MIN'}, {top})"
    fmt, arg = shown(v)
    args = [arg, *low.args, *high.args, *below.args]
    line = limits(low.format, high.format, below.format)
    words = limits(*(code(text) if text else "" for text in (c.low, c.high, c.below)))
    return Spoken(within, f"!{within}", f"{v.text} is {fmt}, {line[0]}", tuple(args),
                  (f"{code(v.text)} is {words[0]}", f"{code(v.text)} is {words[1]}"))


def limits(low: str, high: str, below: str) -> tuple[str, str]:
    """The violation and the condition of a range as text. A bound that is not given is empty."""
    if low and low == high:
        return f"not {low}", low
    if low and (high or below):
        text = f"from {low} {f'to {high}' if high else f'to below {below}'}"
        return f"not {text}", text
    if low:
        return f"less than {low}", f"at least {low}"
    return (f"more than {high}", f"at most {high}") if high else (f"not below {below}", f"below {below}")


@dataclass(frozen=True)
class Bound:
    """The bound of a range in C, and how it is printed."""

    c: str
    format: str
    args: tuple[str, ...]


def _bound(r: Resolved, f: Function, check: Check, text: str) -> Bound:
    if not text or is_number(text):
        return Bound(text, text, ())
    value = value_of(r, f, text, check.place)
    return Bound(value.c, f"{text}, which is %lld", (f"(long long){value.c}",))


def _enum(_r: Resolved, _f: Function, c: Check, v: Value) -> Spoken:
    named = f"inverbs_name_of_{c.enum}({number(v)})"
    return Spoken(named, f"!{named}", f"{v.text} is %d, no enum {c.enum}", (number(v),),
                  (f"{code(v.text)} is no `enum {c.enum}`", f"{code(v.text)} is an `enum {c.enum}`"))


def _flags(_r: Resolved, _f: Function, c: Check, v: Value) -> Spoken:
    known = " | ".join(flag_name(word) for word in c.flags)
    beyond = f"inverbs_beyond({v.c}, {known})"
    names = among(tuple(f"enum {word}" if word.islower() else word for word in c.flags))
    return Spoken(f"!{beyond}", beyond, f"{v.text} has bits 0x%llx that are not in {names}", (beyond,),
                  (f"{code(v.text)} has bits that are not in {names}", f"{code(v.text)} has only bits of {names}"))


def flag_name(word: str) -> str:
    """All bits of an enum, or a macro unchanged."""
    return f"INVERBS_BITS_{word.upper()}" if word.islower() else word


def _equal(v: Value, words: tuple[str, ...]) -> str:
    return " || ".join(f"{v.c} == {word}" for word in words)


def _one_of(_r: Resolved, _f: Function, c: Check, v: Value) -> Spoken:
    fmt, arg = shown(v)
    names = among(c.one_of)
    fails = " && ".join(f"{v.c} != {word}" for word in c.one_of)
    return Spoken(_equal(v, c.one_of), fails, f"{v.text} is {fmt}, not {names}", (arg,),
                  (f"{code(v.text)} is not {names}", f"{code(v.text)} is {names}"))


def _none_of(_r: Resolved, _f: Function, c: Check, v: Value) -> Spoken:
    fmt, arg = shown(v)
    holds = " && ".join(f"{v.c} != {word}" for word in c.none_of)
    names = among(c.none_of)
    return Spoken(holds, _equal(v, c.none_of), f"{v.text} is {fmt}", (arg,),
                  (f"{code(v.text)} is {names}", f"{code(v.text)} is not {names}"))


def _has(_r: Resolved, _f: Function, c: Check, v: Value) -> Spoken:
    bits = " | ".join(c.has)
    test = f"{v.c} & ({bits})" if len(c.has) > 1 else f"{v.c} & {bits}"
    names = among(c.has)
    return Spoken(test, f"!({test})", f"{v.text} lacks {names}", (),
                  (f"{code(v.text)} lacks {names}", f"{code(v.text)} has {names}"))


def _lacks(r: Resolved, f: Function, c: Check, v: Value) -> Spoken:
    other = _has(r, f, replace(c, has=c.lacks), v)
    fmt = f"{v.text} has bits of {among(c.lacks)}"
    return Spoken(other.fails, other.holds, fmt, (), (other.words[1], other.words[0]))


def _same(r: Resolved, f: Function, c: Check, v: Value) -> Spoken:
    other = value_of(r, f, c.same, c.place)
    return Spoken(f"{v.c} == {other.c}", f"{v.c} != {other.c}", f"{v.text} is not {c.same}", (),
                  (f"{code(v.text)} is not {code(c.same)}", f"{code(v.text)} is {code(c.same)}"))


def _goes_with(r: Resolved, f: Function, c: Check, v: Value) -> Spoken:
    other = value_of(r, f, c.goes_with, c.place)
    test = f"inverbs_{v.enum}_goes_with({number(v)}, {number(other)})"
    left, right = shown(v), shown(other)
    return Spoken(test, f"!{test}", f"{v.text} is {left[0]}, which does not go with {c.goes_with} {right[0]}",
                  (left[1], right[1]),
                  (f"{code(v.text)} does not go with {code(c.goes_with)}",
                   f"{code(v.text)} goes with {code(c.goes_with)}"))


def _multiple_of(_r: Resolved, _f: Function, c: Check, v: Value) -> Spoken:
    return Spoken(f"{v.c} % {c.multiple_of} == 0", f"{v.c} % {c.multiple_of} != 0",
                  f"{v.text} is 0x%llx, not a multiple of {c.multiple_of}", (f"(unsigned long long){v.c}",),
                  (f"{code(v.text)} is not a multiple of {c.multiple_of}",
                   f"{code(v.text)} is a multiple of {c.multiple_of}"))


def _explained_by(_r: Resolved, f: Function, c: Check, v: Value) -> Spoken:
    said = f"inverbs_{c.explained_by}({', '.join(p.name for p in f.params)})"
    breach, truth = EXPLAINERS[c.explained_by]
    return Spoken(f"!{said}", said, f"{v.text} %s", (said,), (f"{code(v.text)}: {breach}", f"{code(v.text)}: {truth}"))


def lower_all(r: Resolved, f: Function) -> tuple[list[Lowered], list[Lowered]]:
    """The checks before the call, and those of each element."""
    return [*derived(r, f), *(lower_check(r, f, c) for c in f.checks)], [lower_check(r, f, c) for c in f.each]


def every_check(f: Function) -> list[Check]:
    return [*f.checks, *f.each]


def aix_checks(f: Function) -> list[Check]:
    """The checks of the AIX profile."""
    return [*f.aix.checks, *f.aix.each] if f.aix else []


def given_checks(f: Function) -> list[Check]:
    """The checks of the checked build and of the AIX profile."""
    return [*every_check(f), *aix_checks(f)]


def with_conditions(checks: list[Check]) -> list[Check]:
    return [c for check in checks for c in (check, *check.when)]


def text_enum(r: Resolved, f: Function) -> Enum | None:
    """The enum whose texts the function returns."""
    return next((e for e in r.api.enums() if e.strings and e.strings.function == f.name), None)
