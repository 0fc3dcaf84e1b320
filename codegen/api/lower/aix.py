"""The AIX profile of each function: checks before the call, and conversion of the result."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.api.lower.checked import CList, CTest, list_helper, refusal, refused_params
from codegen.api.lower.contracts import Lowered, lower_check, text_enum
from codegen.api.lower.headers import prototype
from codegen.api.model import Aix, Check, Function
from codegen.api.resolve import HeaderPlan, Resolved

PREFIX = "inverbs_aix_"


@dataclass(frozen=True)
class CAix:
    """A function of the profile."""

    name: str
    wrapper: str
    head: str
    locals: list[str]
    tests: list[CTest]
    refusal: list[str]
    call: list[str]
    plain: str
    list: CList | None


@dataclass(frozen=True)
class CAixHeader:
    """The profile of a header: code that is included at its end."""

    header: str
    guard: str
    functions: list[CAix]


def aix_of(f: Function) -> Aix:
    assert f.aix is not None
    return f.aix


def lower_tests(r: Resolved, f: Function, checks: tuple[Check, ...]) -> list[CTest]:
    """One branch for each run of checks with the same error."""
    runs: list[tuple[str, list[str]]] = []
    for check in (lower_check(r, f, c) for c in checks):
        if not runs or runs[-1][0] != check.error:
            runs.append((check.error, []))
        runs[-1][1].append(check.bad)
    return [CTest(joined(bad), f"error = {error};") for error, bad in runs]


def joined(conditions: list[str]) -> str:
    if len(conditions) == 1:
        return conditions[0]
    return " || ".join(f"({c})" if " && " in c else c for c in conditions)


def lower_aix(r: Resolved, f: Function) -> CAix:
    rules = aix_of(f)
    args = ", ".join(p.name for p in f.params)
    storage = "INVERBS_INLINE" if f.path == "fast" and not rules.unsupported else "static inline"
    unused = unused_params(f) if rules.unsupported else frozenset()
    head = f"{storage} " + prototype(r, f, unused, PREFIX + f.name, "INVERBS_UNUSED")
    lines = [*refused_params(f), *fails(r, f)]
    if rules.unknown:
        return CAix(f.name, PREFIX + f.name, head, [], [], [], known(r, f), f.name, None)
    if rules.unsupported:
        lines = [line.replace("error", "ENOSYS") for line in lines]
        return CAix(f.name, PREFIX + f.name, head, [], [], [], lines, f.name, None)
    checks = lower_tests(r, f, rules.checks)
    each = list_helper(r, f, PREFIX + "one_" + f.name, lower_tests(r, f, rules.each)) if rules.each else None
    return CAix(f.name, PREFIX + f.name, head, local_variables(r, f), checks, lines,
                [result(f, f"{f.name}({args})")], f.name, each)


def unused_params(f: Function) -> frozenset[str]:
    """Parameters that a function that always fails does not use."""
    used = {p.refused for p in f.params} | {p.name for p in f.params if p.refused}
    return frozenset(p.name for p in f.params) - used


def local_variables(r: Resolved, f: Function) -> list[str]:
    """The functions, in the order of their lines in the spec."""
    rules = aix_of(f)
    refused = next((p.refused for p in f.params if p.refused), "") if rules.each else ""
    kind = next((p.type for p in f.params if p.name == refused), "")
    lines = [f"{r.types[kind].declare('refused')} = {refused};"] if refused else []
    return [*lines, "int error = 0;"] if rules.checks or rules.each else lines


def fails(r: Resolved, f: Function) -> list[str]:
    """The statement that fails with ``error``."""
    return ["errno = error;", "return -error;"] if aix_of(f).negative_errno else refusal(r, f)


def result(f: Function, call: str) -> str:
    """The call, with its result converted to the profile's convention."""
    if aix_of(f).negative_errno:
        return f"return {call} ? -errno : 0;"
    return f"return {call};"


def known(r: Resolved, f: Function) -> list[str]:
    """True for a function whose text is for members only."""
    enum = text_enum(r, f)
    assert enum is not None
    members = [f"case {m.name}:" for m in enum.members if m.text]
    value = f.params[0].name
    return [f"switch ({value}) {{", *members, f"\treturn {f.name}({value});", "default:",
            f'\treturn "{aix_of(f).unknown}";', "}"]


def aix_header(r: Resolved, plan: HeaderPlan) -> CAixHeader:
    functions = [f for s in plan.sections for f in s.functions if f.aix]
    guard = plan.header.aix.replace("/", "_").replace(".", "_").upper()
    return CAixHeader(plan.header.path, guard, [lower_aix(r, f) for f in functions])


def words(r: Resolved, f: Function) -> list[str]:
    """The differences from verbs as text, in parts of a sentence."""
    rules = aix_of(f)
    if rules.unsupported:
        return ["not supported: " + ("-ENOSYS" if rules.negative_errno else
                                     "NULL and ENOSYS" if f.returns.convention == "pointer" else "ENOSYS")]
    said = [refused_words(lower_check(r, f, c)) for c in rules.checks]
    said += [f"each request: {refused_words(lower_check(r, f, c))}" for c in rules.each]
    if rules.unknown:
        said.append(f"a value that is not a member: `{rules.unknown}`")
    if rules.negative_errno:
        said.append("a failure is a negative errno value")
    return said


def refused_words(check: Lowered) -> str:
    return f"{check.words}: {check.error}"
