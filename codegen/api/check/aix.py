"""Stage check: rules for the AIX profile. For each rule, tests/api/bad has a spec that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from codegen.api.lower.contracts import aix_checks, text_enum, with_conditions
from codegen.api.model import Place
from codegen.api.resolve import Resolved

Finding = tuple[Place, str, str]
Rule = Callable[[Resolved], Iterator[Finding]]


def aix_is_known(r: Resolved) -> Iterator[Finding]:
    """only functions that are in the AIX manual and that work have a profile"""
    for f in r.api.functions():
        rules = f.aix
        if rules and not rules.unsupported and "aix" not in f.sources:
            yield rules.place, f"'{f.name}' does not come from the AIX manual", "source aix, or 'unsupported'"
        elif rules and not f.works:
            yield rules.place, f"'{f.name}' does not work at all", "'aix' only for functions that work"


def aix_fits(r: Resolved) -> Iterator[Finding]:
    """the keys of 'aix' are possible for the function's result"""
    for f in r.api.functions():
        rules = f.aix
        if rules is None:
            continue
        others = rules.checks or rules.each or rules.unknown
        if rules.unsupported and others:
            yield rules.place, "'unsupported' together with other rules", "'unsupported' alone"
        if rules.unknown and text_enum(r, f) is None:
            yield rules.place, f"'{f.name}' does not return the text of an enumerator", "'unknown' only for a function of 'strings'"
        if rules.negative_errno and f.returns.convention != "zero-or-minus-one":
            yield rules.place, f"'negative-errno' with convention '{f.returns.convention}'", \
                "'negative-errno' only with 'zero-or-minus-one'"
        if f.returns.convention == "nothing":
            yield rules.place, f"'{f.name}' returns nothing", "'aix' only for functions with a result"


def aix_needs_no_tables(r: Resolved) -> Iterator[Finding]:
    """the profile has no rules that need tables of the checked build"""
    for f in r.api.functions():
        for c in with_conditions(aix_checks(f)):
            if c.enum or c.flags or c.goes_with or c.explained_by or c.state == "live":
                yield c.place, "a rule with tables of the checked build", \
                    "one of is set or null, from/to/below, one-of, none-of, has, lacks, same, multiple-of"


def aix_has_a_header(r: Resolved) -> Iterator[Finding]:
    """functions that the profile changes are declared in a header with 'aix'"""
    for plan in (plan for plan in r.plans if not plan.header.aix):
        for f in (f for s in plan.sections for f in s.functions if f.aix):
            yield f.place, f"'aix' of '{f.name}' is in no header", f"'aix' at {plan.header.path}"


RULES: list[Rule] = [aix_is_known, aix_fits, aix_needs_no_tables, aix_has_a_header]
