"""The checked build, function by function: the tests, the refusal, the call and what becomes of objects."""

from __future__ import annotations

import re
from dataclasses import dataclass

from codegen.api.check import value_of as number_of
from codegen.api.contracts import Lowered, every_check, is_checked, list_param, lower_all, makes, with_conditions
from codegen.api.lower import prototype
from codegen.api.model import Check, Enum, Function
from codegen.api.resolve import Resolved

REFUSAL: dict[str, list[str]] = {
    "nothing": ["return;"],
    "value": ["errno = error;", "return {refused};"],
    "zero-or-errno": ["return error;"],
    "zero-or-minus-one": ["errno = error;", "return -1;"],
    "zero-or-negative": ["errno = error;", "return -1;"],
    "value-or-minus-one": ["errno = error;", "return -1;"],
    "pointer": ["errno = error;", "return NULL;"],
    "count": ["return -error;"],
}


@dataclass(frozen=True)
class CTest:
    """One link of the chain: a condition, and the call that explains."""

    bad: str
    misuse: str


@dataclass(frozen=True)
class CList:
    """A list whose elements are looked at one by one."""

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
    """What goes with the enumerators of one enum."""

    enum: str
    rows: list[tuple[list[str], list[str]]]


def tests(f: Function, checks: list[Lowered], at: str) -> list[CTest]:
    return [CTest(c.bad, misuse(f, c, at)) for c in checks]


def misuse(f: Function, c: Lowered, at: str) -> str:
    line = ", ".join([f'"{c.format} ({c.error})"', *c.args])
    return f'error = INVERBS_REFUSED({c.error}, "{f.name}", {at}, {line});'


def lower_checked(r: Resolved, f: Function) -> CChecked:
    checks, each = lower_all(r, f)
    args = ", ".join(p.name for p in f.params)
    table = f.status == "runtime"
    plain = f"inverbs_plain.{f.name}" if table else f"inverbs_plain_{f.name}"
    return CChecked(f.name, f"static inline {prototype(r, f)}", plain, args, local_variables(r, f),
                    tests(f, checks, "0"), [*refused_params(f), *refusal(r, f)], call(r, f, f"{plain}({args})"),
                    lower_list(r, f, each))


def local_variables(r: Resolved, f: Function) -> list[str]:
    param = list_param(f) if f.each else None
    refused = [f"{r.types[param.type].declare('refused')} = {param.name};"] if param else []
    kept = makes(r, f) or (f.frees and f.returns.type != "void")
    return [*refused, "int error = 0;", *([f"{r.types[f.returns.type].declare('result')};"] if kept else [])]


def refused_params(f: Function) -> list[str]:
    """The list's first element is the one that was refused."""
    lines = []
    for p in f.params:
        if p.refused:
            lines += [f"if ({p.name})", f"\t*{p.name} = {p.refused};"]
    return lines


def refusal(r: Resolved, f: Function) -> list[str]:
    zero = "NULL" if r.types[f.returns.type].stars else f"({f.returns.type})0"
    return [line.format(refused=f.returns.refused or zero) for line in REFUSAL[f.returns.convention]]


def call(r: Resolved, f: Function, text: str) -> list[str]:
    """The plain call, and what it does to objects."""
    if makes(r, f):
        return [f"result = {text};", "inverbs_object_made(result);", "return result;"]
    if f.frees and f.returns.type == "void":
        return [f"inverbs_object_going({f.frees});", f"{text};", f"inverbs_object_gone({f.frees}, true);"]
    if f.frees:
        return [f"inverbs_object_going({f.frees});", f"result = {text};",
                f"inverbs_object_gone({f.frees}, result == 0);", "return result;"]
    return [f"{text};" if f.returns.type == "void" else f"return {text};"]


def lower_list(r: Resolved, f: Function, each: list[Lowered]) -> CList | None:
    if not each:
        return None
    return list_helper(r, f, f"inverbs_check_one_{f.name}", tests(f, each, "at"), ["int at"])


def list_helper(r: Resolved, f: Function, helper: str, links: list[CTest],
                more: list[str] | None = None) -> CList | None:
    """A function that looks at one element, with ``more`` parameters; it answers 0 or an errno value."""
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


def checked_functions(r: Resolved) -> list[Function]:
    return [f for f in r.api.functions() if is_checked(r, f)]


def wanted(r: Resolved, functions: list[Function]) -> tuple[set[str], set[str], set[str]]:
    """Enums whose names, bits and pairs the tests use."""
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
    """Members with a value of their own."""
    seen: dict[int, str] = {}
    for m in e.members:
        seen.setdefault(number_of(m.value), m.name)
    return list(seen.values())


def pair_rows(e: Enum) -> list[tuple[list[str], list[str]]]:
    """Members that go with the same are one row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for m in e.members:
        if m.goes_with:
            rows.setdefault(m.goes_with, []).append(m.name)
    return [(members, list(others)) for others, members in rows.items()]


def checked_header(r: Resolved) -> dict[str, object]:
    """Everything that the template of the header places."""
    functions = checked_functions(r)
    names, bits, pairs = wanted(r, functions)
    enums = r.api.enums()
    return {
        "functions": [lower_checked(r, f) for f in functions],
        "table": [plain_member(r, f) for f in functions if f.status == "runtime"],
        "names": [CNames(e.name, distinct(e)) for e in enums if e.name in names],
        "bits": [(e.name.upper(), " | ".join(distinct(e))) for e in enums if e.name in bits],
        "pairs": [CPairs(e.name, pair_rows(e)) for e in enums if e.name in pairs],
    }


def plain_member(r: Resolved, f: Function) -> dict[str, str]:
    """A member of the table through which a checked program reaches the archive."""
    params = ", ".join(r.types[p.type].declare(p.name) for p in f.params) or "void"
    returns = r.types[f.returns.type].declare("")
    space = "" if returns.endswith("*") else " "
    return {"name": f.name, "member": f"{returns}{space}(*{f.name})({params});"}
