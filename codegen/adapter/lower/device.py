"""Stage lower, device side: the forms of WQEs, composed of the segments that the fast path stores."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import TypeVar

from codegen.adapter.lower import words
from codegen.adapter.lower.form import Segment, Word
from codegen.adapter.lower.head import head_of
from codegen.adapter.lower.segments import Placed, SegmentFunctions, lower_segment, op_format, op_segments, use_of
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import Body, Op, TypeClass
from codegen.adapter.sources import Known
from codegen.core.cexpr import Expr, Name, Statement, any_of, filled

_WHEN = list(Known)
K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Reading:
    """A segment as the device reads it: its words, their forbidden values, and the statements for their fields."""

    format: str
    size: int
    loads: tuple[tuple[str, Name, Expr], ...]  # C type, variable, value
    wrong: Expr | None
    takes: tuple[Statement, ...]  # those that others depend on come first

    def uses(self, name: str) -> bool:
        """True if its statements use a parameter."""
        used = self._names(*(value for _, _, value in self.loads), *self.takes)
        return name in used or name == "out" and self.has_sge

    @staticmethod
    def _names(*nodes: Expr | Statement) -> frozenset[str]:
        return frozenset(name for node in nodes for name in node.names)

    @property
    def taken(self) -> tuple[tuple[str, Name, Expr], ...]:
        """Loads whose words are used, and not only tested for forbidden values."""
        used = self._names(*self.takes)
        return tuple(load for load in self.loads if load[1].name in used)

    @property
    def has_sge(self) -> bool:
        """True if the segment contains an SGE."""
        return "sge" in self._names(*self.takes)


@dataclass(frozen=True)
class Form:
    """The layout of a WQE for an op on some types of queue pairs."""

    op: Op
    types: tuple[str, ...]
    head: Reading
    steps: tuple[Placed, ...]
    payload: bool
    by_bytes: bool
    sges: int  # SGEs that the segments themselves contain
    front: int  # segments up to the one in which the bytes before the payload begin; 0: no such bytes


def reading(segment: Segment, at: str = "at") -> Reading:
    base = Name(at)
    loads: list[tuple[str, Name, Expr]] = []
    wrong: list[Expr] = []
    takes: list[tuple[int, tuple[Statement, ...]]] = []
    for word in segment.every:
        test = words.wrong(word)
        own = [(_WHEN.index(t.known) if t.known else 0,
                tuple(filled(take, v=words.field(t, word, base)) for take in t.take), t.raw)
               for t in word.terms if t.take and t.const is None]
        if test or any(not raw for _, _, raw in own):
            loads.append((f"uint{word.width}_t", words.variable(word), words.load(word, base)))
        wrong += [test] if test else []
        takes += [(when, statements) for when, statements, _ in own]
    for array in segment.arrays:
        place = words.address(base, array.at)
        takes.append((len(_WHEN), tuple(filled(take, v=place, n=array.length) for take in array.take)))
    every = tuple(take for _, statements in sorted(takes, key=lambda t: t[0]) for take in statements)
    return Reading(segment.format, segment.size, tuple(loads), any_of(*wrong), every)


Use = tuple[str, str, bool]  # op, class, on an Ethernet port


def head_readings(a: Adapter) -> tuple[Reading, dict[Use, Reading]]:
    """The fields of the head that are the same for all ops and queue pair types, and the other fields for each."""
    uses = {(op.name, cls.name, ethernet): head_of(a, op, cls, ethernet) for op in a.send.ops for cls in a.send.classes
            for ethernet in ((False, True) if cls.ethernet else (False,)) if _common_types(op, cls)}
    return _varied(uses, lower_segment(a.format(a.send.head), {}))


def varied_readings(a: Adapter, name: str) -> tuple[Reading, dict[str, Reading]]:
    """The same for a segment that depends only on the op."""
    fmt = a.format(name)
    return _varied({op.name: lower_segment(op_format(fmt, op), op.body.of(name), use_of(a, op)) for op in a.send.ops},
                   lower_segment(fmt, {}))


def _varied(uses: dict[K, Segment], base: Segment) -> tuple[Reading, dict[K, Reading]]:
    """The fields of a segment of every WQE that are the same in all uses, and the other fields for each use."""
    common, own = [], {use: [] for use in uses}  # type: list[Word], dict[K, list[Word]]
    for i, first in enumerate(next(iter(uses.values())).every):
        words = {use: segment.every[i] for use, segment in uses.items()}
        same = tuple(t for t in first.terms if all(t in w.terms for w in words.values()))
        differs = 0
        for w in words.values():
            for t in w.terms:
                differs |= 0 if t in same else t.mask
        common.append(replace(first, terms=same, ignore=differs | first.ignore))
        for use, w in words.items():
            if differs:
                shared = sum(t.mask for t in same)
                own[use].append(replace(w, terms=tuple(t for t in w.terms if t not in same),
                                        ignore=w.ignore | (1 << w.width) - 1 & ~(differs & ~shared)))
    return (reading(replace(base, words=tuple(common), publish=None)),
            {use: reading(Segment(base.format, base.size, tuple(each), (), None)) for use, each in own.items()})


def _common_types(op: Op, cls: TypeClass) -> list[str]:
    return [t for t in cls.types if not op.types or t in op.types]


def forms(a: Adapter, functions: SegmentFunctions, heads: dict[Use, Reading]) -> list[Form]:
    """For each op, in the order of the spec, its forms by groups of queue pair types."""
    out: list[Form] = []
    for op in a.send.ops:
        for body in (op.body, op.empty):
            if body is not None:
                out += _forms(a, functions, heads, op, body)
    return out


def _forms(a: Adapter, functions: SegmentFunctions, heads: dict[Use, Reading], op: Op, body: Body) -> list[Form]:
    by_steps: dict[tuple[Reading, tuple[Placed, ...], bool, bool, int], list[str]] = {}
    for cls in a.send.classes:
        types = _common_types(op, cls)
        if not types or (cls.payload_only and body is op.empty):
            continue
        for ethernet in (False, True) if cls.ethernet else (False,):
            key = (heads[op.name, cls.name, ethernet], _steps(a, functions, cls, op, body),
                   cls.payload_only or body.payload,
                   body.by_bytes,
                   len(cls.lead) if cls.front and (op.lead or cls.payload_only) else 0)
            by_steps.setdefault(key, []).extend(types)
    return [Form(op, tuple(types), *key[:4], op.sges if body is op.body else 0, key[4])
            for key, types in by_steps.items()]


def _steps(a: Adapter, functions: SegmentFunctions, cls: TypeClass, op: Op, body: Body) -> tuple[Placed, ...]:
    lead = [functions.lead(cls, n) for n in cls.lead] if op.lead or cls.payload_only else []
    own = [] if cls.payload_only else op_segments(a, op, body)
    return tuple(functions.placed(s) for s in (*lead, *own))
