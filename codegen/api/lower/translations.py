"""Inline functions that translate between equivalent constants of two interfaces."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from codegen.api.lower.numbers import value_of
from codegen.api.model import Translation
from codegen.api.resolve import Resolved

# A few ranges whose values differ by a constant number are translated without a table.
MOST_RANGES = 3


@dataclass(frozen=True)
class CRange:
    """Values from first to last, which are translated by adding a number."""

    first: str
    last: str
    single: bool
    from_zero: bool
    result: str


@dataclass(frozen=True)
class CWay:
    """A function that translates in one direction."""

    doc: str
    name: str
    result: str  # type
    ranges: tuple[CRange, ...]
    cases: tuple[tuple[list[str], str], ...]  # values with the same result
    shifts: tuple[str, ...]  # the terms, in a translation of bits
    otherwise: str


def numbers(r: Resolved) -> dict[str, int]:
    """The value of every constant that can occur in a translation."""
    known = {m.name: value_of(m.value) for e in r.api.enums() for m in e.members}
    for m in r.api.macros():
        if m.number and m.number[-1] not in ")UL":
            known[m.name] = value_of(m.number)
    return known


def ranges(pairs: list[tuple[str, str]], known: dict[str, int]) -> list[CRange]:
    """The sorted pairs, grouped into ranges with the same difference."""
    rows = sorted(pairs, key=lambda p: known[p[0]])
    found = []
    for _, run in groupby(enumerate(rows), lambda at: (known[at[1][0]] - at[0], known[at[1][1]] - known[at[1][0]])):
        group = [row for _, row in run]
        (first, theirs), (last, _) = group[0], group[-1]
        delta = known[theirs] - known[first]
        same = "value" if not delta else f"value {'+' if delta > 0 else '-'} {abs(delta)}"
        found.append(CRange(first, last, len(group) == 1, known[first] == 0, theirs if len(group) == 1 else same))
    return sorted(found, key=lambda f: f.single)


def shifts(pairs: list[tuple[str, str]], known: dict[str, int]) -> tuple[str, ...]:
    """The bits, grouped by the distance by which they move."""
    by_distance: dict[int, list[str]] = {}
    for ours, theirs in pairs:
        by_distance.setdefault(known[theirs].bit_length() - known[ours].bit_length(), []).append(ours)
    terms = []
    for distance, names in by_distance.items():
        move = f" {'<<' if distance > 0 else '>>'} {abs(distance)}" if distance else ""
        bits = " | ".join(f"(uint32_t){name}" for name in names)
        terms.append(f"(value & ({bits})){move}")
    return tuple(terms)


def cases(pairs: list[tuple[str, str]]) -> tuple[tuple[list[str], str], ...]:
    """The values, grouped by result."""
    by_result: dict[str, list[str]] = {}
    for ours, theirs in pairs:
        by_result.setdefault(theirs, []).append(ours)
    return tuple((values, result) for result, values in by_result.items())


def way(t: Translation, unit: str, known: dict[str, int], back: bool) -> CWay:
    pairs: list[tuple[str, str]] = []
    for p in t.pairs:
        row = (p.theirs, p.ours) if back else (p.ours, p.theirs)
        if all(known[row[0]] != known[seen] for seen, _ in pairs):
            pairs.append(row)
    name = f"inverbs_{unit}_{t.name}_{'of' if back else 'to'}_verbs"
    if t.bits:
        return CWay(t.doc, name, "uint32_t", (), (), shifts(pairs, known), "")
    found = ranges(pairs, known)
    few = len(found) <= MOST_RANGES
    result = "uint32_t" if back else "int"
    return CWay(t.doc, name, result, tuple(found) if few else (), () if few else cases(pairs), (), t.otherwise if back else "-1")


def ways(r: Resolved, unit: str) -> list[CWay]:
    """Both functions of each translation of a unit's headers."""
    known = numbers(r)
    here = [t for s in r.api.sections if r.units.get(s.name, "") == unit for t in s.translations]
    return [way(t, unit, known, back) for t in here for back in (False, True)]
