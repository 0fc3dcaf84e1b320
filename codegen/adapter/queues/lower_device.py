"""Stage lower, device side: the forms that WQEs have, of the segments that the fast path stores."""

from __future__ import annotations

from dataclasses import dataclass, replace

from codegen.adapter.queues import cexpr
from codegen.adapter.queues.form import Segment, Word
from codegen.adapter.queues.lower import Placed, SegmentFunctions, lower_segment, op_segments
from codegen.adapter.queues.model import Body, Op, QueueAdapter, TypeClass
from codegen.adapter.queues.sources import Known

_WHEN = list(Known)


@dataclass(frozen=True)
class Reading:
    """A segment as the device reads it: its words, what they must not be, and what is made of their fields."""

    format: str
    size: int
    loads: tuple[tuple[str, str, str], ...]  # C type, name, value
    wrong: tuple[str, ...]
    takes: tuple[str, ...]  # lines of statements; the ones that others depend on first


@dataclass(frozen=True)
class Form:
    """What stands in a WQE for an op on some types of queue pairs."""

    op: Op
    types: tuple[str, ...]
    steps: tuple[Placed, ...]
    payload: bool
    by_bytes: bool


def reading(segment: Segment, base: str = "at") -> Reading:
    loads, wrong, takes = [], [], []
    for word in segment.every:
        test = cexpr.wrong(word)
        own = [(_WHEN.index(t.known) if t.known else 0, t.take.replace("{v}", cexpr.field(t, word, base)), t.raw)
               for t in word.terms if t.take and t.const is None]
        if test or any(not raw for _, _, raw in own):
            loads.append((f"uint{word.width}_t", f"w{word.at}", cexpr.load(word, base)))
        wrong += [test] if test else []
        takes += [(when, text) for when, text, _ in own]
    for array in segment.arrays:
        take = array.take.replace("{v}", cexpr.address(base, array.at))
        takes.append((len(_WHEN), take.replace("{n}", str(array.length))))
    lines = [line for _, text in sorted(takes, key=lambda t: t[0]) for line in text.splitlines()]
    return Reading(segment.format, segment.size, tuple(loads), tuple(wrong), tuple(lines))


def varied_readings(a: QueueAdapter, name: str) -> tuple[Reading, dict[str, Reading]]:
    """A segment of every WQE with what is the same for all ops, and what each op puts there besides."""
    fmt = a.format(name)
    by_op = {op.name: lower_segment(fmt, op.body.of(fmt.name), op.name).every for op in a.send.ops}
    common, own = [], {op: [] for op in by_op}  # type: list[Word], dict[str, list[Word]]
    for i, first in enumerate(next(iter(by_op.values()))):
        words = {op: each[i] for op, each in by_op.items()}
        same = tuple(t for t in first.terms if all(t in w.terms for w in words.values()))
        differs = 0
        for w in words.values():
            for t in w.terms:
                differs |= 0 if t in same else t.mask
        common.append(replace(first, terms=same, ignore=differs | first.ignore))
        for op, w in words.items():
            if differs:
                own[op].append(replace(w, terms=tuple(t for t in w.terms if t not in same), ignore=w.ignore | (1 << w.width) - 1 & ~differs))
    base = lower_segment(fmt, {})
    return (reading(replace(base, words=tuple(common), publish=None)),
            {op: reading(Segment(fmt.name, fmt.size, tuple(each), (), None)) for op, each in own.items()})


def forms(a: QueueAdapter, functions: SegmentFunctions) -> list[Form]:
    """For each op, in the order of the spec, what each group of queue pair types makes of it."""
    out: list[Form] = []
    for op in a.send.ops:
        for body in (op.body, op.empty):
            if body is not None:
                out += _forms(a, functions, op, body)
    return out


def _forms(a: QueueAdapter, functions: SegmentFunctions, op: Op, body: Body) -> list[Form]:
    by_steps: dict[tuple[tuple[Placed, ...], bool, bool], list[str]] = {}
    for cls in a.send.classes:
        types = [t for t in cls.types if not op.types or t in op.types]
        if types and not (cls.payload_only and body is op.empty):
            key = (_steps(a, functions, cls, op, body), cls.payload_only or body.payload, body.by_bytes)
            by_steps.setdefault(key, []).extend(types)
    return [Form(op, tuple(types), steps, payload, by_bytes) for (steps, payload, by_bytes), types in by_steps.items()]


def _steps(a: QueueAdapter, functions: SegmentFunctions, cls: TypeClass, op: Op, body: Body) -> tuple[Placed, ...]:
    lead = [functions.lead(cls, n) for n in cls.lead] if op.lead or cls.payload_only else []
    own = [] if cls.payload_only else op_segments(a, op, body)
    return tuple(functions.placed(s) for s in (*lead, *own))
