"""Stage check: rules for translations. For each rule, tests/api/bad has a spec that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from codegen.api.lower.translations import numbers
from codegen.api.model import Place, Translation
from codegen.api.resolve import Resolved, near

Finding = tuple[Place, str, str]
Rule = Callable[[Resolved], Iterator[Finding]]


def _family(r: Resolved, t: Translation) -> list[str]:
    """The enum or the group to which the constants of a translation belong."""
    first = t.pairs[0].ours
    families = [[m.name for m in e.members] for e in r.api.enums()]
    families += [[m.name for m in group.values] for s in r.api.sections for group in s.constants]
    return next((names for names in families if first in names), [])


def translations_exist(r: Resolved) -> Iterator[Finding]:
    """a translation names constants of the specs"""
    known = numbers(r)
    for section in r.api.sections:
        for t in section.translations:
            named = [(p.place, name) for p in t.pairs for name in (p.ours, p.theirs)]
            named += [(t.place, name) for name in (*t.without, *([t.otherwise] if t.otherwise else []))]
            for place, name in named:
                if name not in known:
                    yield place, f"no constant '{name}'{near(name, known)}", "an enumerator or constant of the specs"


def translations_complete(r: Resolved) -> Iterator[Finding]:
    """a translation gives for each constant of its enum or group the counterpart, or says that there is none"""
    for section in r.api.sections:
        for t in section.translations:
            told = {p.ours for p in t.pairs} | set(t.without) | {t.otherwise}
            for name in _family(r, t):
                if name not in told:
                    yield t.place, f"'{name}' is missing", "an entry for it in 'pairs' or 'without'"


def translations_kinds(r: Resolved) -> Iterator[Finding]:
    """in a translation of bits, each constant is a single bit, and there is no 'otherwise'; a translation of values has
    it"""
    known = numbers(r)
    for section in r.api.sections:
        for t in section.translations:
            if t.bits == bool(t.otherwise):
                yield t.place, "both 'bits' and 'otherwise'", "one of them"
            for pair in t.pairs:
                both = [known.get(name, 1) for name in (pair.ours, pair.theirs)]
                if t.bits and any(n <= 0 or n & (n - 1) for n in both):
                    yield pair.place, f"'{pair.ours}' and '{pair.theirs}' are not single bits", "one bit each"


RULES: list[Rule] = [translations_exist, translations_complete, translations_kinds]
