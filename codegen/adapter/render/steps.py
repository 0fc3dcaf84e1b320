"""Stage render: functions with which templates print lowered words, and the steps of a doorbell."""

from __future__ import annotations

from codegen.adapter.lower import words
from codegen.adapter.lower.form import Bytes, Segment, Word
from codegen.adapter.lower.segments import lower_word
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import Step
from codegen.core.cexpr import Expr, Statement, constant
from codegen.core.cparse import expression_of


def _address(base: str, at: int) -> Expr:
    return words.address(expression_of(str(base)), at)


def _store(word: Word, base: str = "at") -> Statement:
    return words.store(word, expression_of(str(base)))


def _copy(array: Bytes, base: str = "at") -> Statement:
    return words.copy(array, expression_of(str(base)))


def _publish(word: Word, base: str, index: int = 0) -> Statement:
    return words.publish(word, _address(base, index))


def _write(word: Word, base: str, place: Expr | None) -> Statement:
    return words.write(word, expression_of(str(base)) + place if place else expression_of(base))


def _unused_unless(segment: Segment, *names: str) -> str:
    return "" if segment.needs & set(names) else " INVERBS_UNUSED"


def _unused(statements: list[Statement], *names: str) -> str:
    """INVERBS_UNUSED for a variable that none of these statements uses under any of these names."""
    return "" if any(statement.names & set(names) for statement in statements) else " INVERBS_UNUSED"


PLACING: dict[str, object] = {"store": _store, "copy": _copy, "publish": _publish, "write": _write,
                              "address": _address,
                              "unused_unless": _unused_unless, "unused": _unused}


def _step(a: Adapter, s: Step) -> dict[str, object]:
    word = lower_word(a.format(s.format)) if s.format else None
    return {"kind": s.kind, "side": s.side, "word": word, "index": s.word,
            "place": constant(a.name, s.place) if s.place else None,
            "block": s.block, "otherwise": s.otherwise, "alternate": s.alternate, "places": s.places}


def steps(a: Adapter, steps: tuple[Step, ...]) -> list[dict[str, object]]:
    return [_step(a, s) for s in steps]
