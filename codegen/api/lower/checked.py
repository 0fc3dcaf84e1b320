"""The checked build of each function: tests, error, call, and the tracking of objects."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeVar

from codegen.api.lower.contracts import Lowered, every_check, is_checked, is_object, list_param, lower_all, makes, with_conditions
from codegen.api.lower.headers import prototype
from codegen.api.lower.numbers import value_of as number_of
from codegen.api.model import Check, Enum, FieldKind, Function, Struct
from codegen.api.paths import ObjectAt, members, object_at
from codegen.api.resolve import HeaderPlan, Resolved

REFUSAL: dict[str, list[str]] = {
    "nothing": ["return;"],
    "value": ["errno = error;", "return {refused};"],
    "zero-or-errno": ["return error;"],
    "zero-or-minus-one": ["errno = error;", "return -1;"],
    "zero-or-negative": ["errno = error;", "return -1;"],
    "value-or-minus-one": ["errno = error;", "return -1;"],
    "pointer": ["errno = error;", "return NULL;"],
    "count": ["return -error;"],
    "status": ["return ({type})error;"],
}


@dataclass(frozen=True)
class CTest:
    """One test: a condition, and the call that prints the message."""

    bad: str
    misuse: str


@dataclass(frozen=True)
class CList:
    """A list whose elements are checked one by one."""

    param: str
    element: str
    helper: str
    helper_head: str
    helper_args: str
    plain_args: str
    refused: str
    tests: list[CTest]


@dataclass(frozen=True)
class CChecked:
    """A function of the checked build."""

    name: str
    head: str
    plain: str
    args: str
    locals: list[str]
    tests: list[CTest]
    refusal: list[str]
    call: list[str]
    list: CList | None


@dataclass(frozen=True)
class CNames:
    """The enumerators of one enum, each value once."""

    enum: str
    members: list[str]


@dataclass(frozen=True)
class CPairs:
    """The enumerators with which those of one enum can be combined."""

    enum: str
    rows: list[tuple[list[str], list[str]]]


@dataclass(frozen=True)
class CUse:
    """A member of an object that refers to another object."""

    user: str
    member: str


@dataclass(frozen=True)
class CheckedHeader:
    """A header of the checked build, and the file of the archive that it uses."""

    path: str
    source: str
    of: str  # the header whose functions it wraps
    guard: str
    table_name: str
    functions: list[CChecked]
    table: list[dict[str, str]]
    names: list[CNames]
    bits: list[tuple[str, str]]
    pairs: list[CPairs]
    uses: list[CUse]


def tests(f: Function, checks: list[Lowered], at: str) -> list[CTest]:
    return [CTest(c.bad, misuse(f, c, at)) for c in checks]


def misuse(f: Function, c: Lowered, at: str) -> str:
    line = ", ".join([f'"{c.format} ({c.error})"', *c.args])
    return f'error = INVERBS_REFUSED({c.error}, "{f.name}", {at}, {line});'


def lower_checked(r: Resolved, f: Function, table: str) -> CChecked:
    checks, each = lower_all(r, f)
    args = ", ".join(p.name for p in f.params)
    plain = f"{table}.{f.name}" if f.status == "runtime" else f"inverbs_plain_{f.name}"
    return CChecked(f.name, f"static inline {prototype(r, f)}", plain, args, local_variables(r, f),
                    tests(f, checks, "0"), [*refused_params(f), *refusal(r, f)], call(r, f, f"{plain}({args})"),
                    lower_list(r, f, each))


def local_variables(r: Resolved, f: Function) -> list[str]:
    param = list_param(f) if f.each else None
    refused = [f"{r.types[param.type].declare('refused')} = {param.name};"] if param else []
    kept = makes(r, f) or ((f.frees or f.makes) and f.returns.type != "void")
    return [*refused, "int error = 0;", *([f"{r.types[f.returns.type].declare('result')};"] if kept else [])]


def refused_params(f: Function) -> list[str]:
    """True if the first element of the list was refused."""
    lines = []
    for p in f.params:
        if p.refused:
            lines += [f"if ({p.name})", f"\t*{p.name} = {p.refused};"]
    return lines


def refusal(r: Resolved, f: Function) -> list[str]:
    zero = "NULL" if r.types[f.returns.type].stars else f"({f.returns.type})0"
    return [line.format(refused=f.returns.refused or zero, type=f.returns.type) for line in REFUSAL[f.returns.convention]]


def call(r: Resolved, f: Function, text: str) -> list[str]:
    """The unchecked call, and what it does to objects."""
    if f.polls:
        given = ", ".join(p for p in (f.polls.queue, f.polls.into) if p)
        return [f"return inverbs_polled{'' if f.polls.into else '_in_place'}({given}, {text});"]
    if makes(r, f):
        tag = r.structs[r.types[f.returns.type].base].tag
        return [f"result = {text};", made(r, ObjectAt("result", tag)), "return result;"]
    if f.frees:
        return freeing(f, [object_at(r, f, path) for path in f.frees], text)
    if f.makes:
        lines = [f"\t{made(r, object_at(r, f, path))}" for path in f.makes]
        brace, end = (" {", ["}"]) if len(lines) > 1 else ("", [])
        return [f"result = {text};", f"if (result == 0){brace}", *lines, *end, "return result;"]
    return [f"{text};" if f.returns.type == "void" else f"return {text};"]


def made(r: Resolved, at: ObjectAt) -> str:
    return f'inverbs_object_made({at.c}, "{r.structs[at.tag].name}");'


def freeing(f: Function, objects: list[ObjectAt], text: str) -> list[str]:
    """Pointers that are saved before the call, because their paths are not valid after it."""
    kept = [f"gone{i}" if "->" in o.c else o.c for i, o in enumerate(objects)]
    lines = [f"const void *const {k} = {o.c};" for k, o in zip(kept, objects) if k != o.c]
    lines += [f"inverbs_object_going({k});" for k in kept]
    if f.returns.type == "void":
        return [*lines, f"{text};", *(f"inverbs_object_gone({k}, true);" for k in kept)]
    lines += [f"result = {text};", *(f"inverbs_object_gone({k}, result == 0);" for k in kept)]
    if f.returns.convention == "zero-or-errno" and any(e.name == "EBUSY" for e in f.errors):
        lines += ["if (result == EBUSY)", f'\tinverbs_object_busy("{f.name}", "{f.frees[0]}", {kept[0]});']
    return [*lines, "return result;"]


def lower_list(r: Resolved, f: Function, each: list[Lowered]) -> CList | None:
    if not each:
        return None
    return list_helper(r, f, f"inverbs_check_one_{f.name}", tests(f, each, "at"), ["int at"])


def list_helper(r: Resolved, f: Function, helper: str, links: list[CTest],
                more: list[str] | None = None) -> CList | None:
    """A function that checks one element, with ``more`` parameters; it returns 0 or an errno value."""
    param, more = list_param(f), more or []
    if param is None:
        return None
    text = " ".join(t.bad + t.misuse for t in links)
    others = [p for p in f.params if not p.refused and (p is param or re.search(rf"\b{p.name}\b", text))]
    head = ", ".join([*(r.types[p.type].declare(p.name) for p in others), *more])
    return CList(
        param.name, r.types[param.type].base, helper, f"static inline int {helper}({head})",
        ", ".join(["refused" if p.name == param.name else p.name for p in others] + [p.split()[-1] for p in more]),
        ", ".join("&one" if p.name == param.name else p.name for p in f.params),
        next(p.name for p in f.params if p.refused), links,
    )


def wanted(r: Resolved, functions: list[Function]) -> tuple[set[str], set[str], set[str]]:
    """Enums whose names, bits or pairs the checks use."""
    names: set[str] = set()
    bits: set[str] = set()
    pairs: set[str] = set()
    text = "".join(t.bad + t.misuse for f in functions for t in all_tests(r, f))
    for e in r.api.enums():
        if f"inverbs_name_of_{e.name}(" in text:
            names.add(e.name)
        if f"inverbs_{e.name}_goes_with(" in text:
            pairs.add(e.name)
    for f in functions:
        for check in with_conditions(every_check(f)):
            bits |= {word for word in check.flags if word.islower()}
    return names, bits, pairs


def all_tests(r: Resolved, f: Function) -> list[CTest]:
    checks, each = lower_all(r, f)
    return tests(f, [*checks, *each], "at")


def distinct(e: Enum) -> list[str]:
    """The members with distinct values."""
    seen: dict[int, str] = {}
    for m in e.members:
        seen.setdefault(number_of(m.value), m.name)
    return list(seen.values())


def pair_rows(e: Enum) -> list[tuple[list[str], list[str]]]:
    """Members that can be combined with the same enumerators share a row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for m in e.members:
        if m.goes_with:
            rows.setdefault(m.goes_with, []).append(m.name)
    return [(members, list(others)) for others, members in rows.items()]


DEFAULT = "inverbs/checked/checked.h"  # the fast path includes it


def checked_headers(r: Resolved) -> list[CheckedHeader]:
    """Template data for each header. A later header can use definitions of an earlier one."""
    plans: dict[str, list[HeaderPlan]] = {}
    for plan in r.plans:
        if any(is_checked(r, f) for s in plan.sections for f in s.functions):
            plans.setdefault(plan.header.checked or DEFAULT, []).append(plan)
    found: list[CheckedHeader] = []
    for path, group in plans.items():
        found.append(checked_header(r, path, group, found))
    return found


def checked_header(r: Resolved, path: str, plans: list[HeaderPlan], earlier: list[CheckedHeader]) -> CheckedHeader:
    functions = [f for p in plans for s in p.sections for f in s.functions if is_checked(r, f)]
    structs = [struct for p in plans for s in p.sections for struct in s.structs if struct.object]
    names, bits, pairs = wanted(r, functions)
    enums = r.api.enums()
    stem = path.rsplit("/", 1)[-1].removesuffix(".h").removeprefix("checked")
    table = f"inverbs_plain{stem}"
    return CheckedHeader(
        path, f"runtime/gen/plain{stem}.c", plans[0].header.path,
        path.replace("/", "_").replace(".", "_").upper(), table,
        [lower_checked(r, f, table) for f in functions],
        [plain_member(r, f) for f in functions if f.status == "runtime"],
        without([CNames(e.name, distinct(e)) for e in enums if e.name in names], [n for h in earlier for n in h.names]),
        without([(e.name.upper(), " | ".join(distinct(e))) for e in enums if e.name in bits],
                [b for h in earlier for b in h.bits]),
        without([CPairs(e.name, pair_rows(e)) for e in enums if e.name in pairs], [p for h in earlier for p in h.pairs]),
        [CUse(s.name, name) for s in structs for name in uses(r, s)],
    )


T = TypeVar("T")


def without(things: list[T], there: list[T]) -> list[T]:
    return [thing for thing in things if thing not in there]


def uses(r: Resolved, struct: Struct) -> list[str]:
    """Members that point to other objects, which must not be destroyed first."""
    return [name for name, f in members(struct.fields).items() if f.kind is FieldKind.PLAIN and is_object(r, f.type)]


def plain_member(r: Resolved, f: Function) -> dict[str, str]:
    """A member of the table through which a checked program calls the archive."""
    params = ", ".join(r.types[p.type].declare(p.name) for p in f.params) or "void"
    returns = r.types[f.returns.type].declare("")
    space = "" if returns.endswith("*") else " "
    return {"name": f.name, "member": f"{returns}{space}(*{f.name})({params});"}
