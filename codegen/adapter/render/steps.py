"""Stage render: functions by which templates place lowered words, and the steps of a doorbell."""

from __future__ import annotations

from codegen.adapter.lower import cexpr
from codegen.adapter.lower.form import Segment, Word
from codegen.adapter.lower.segments import lower_word
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import Step


def _publish(word: Word, base: str, index: int = 0) -> str:
    return f"inverbs_publish{word.width}({cexpr.address(base, word.at + index)}, {cexpr.value(word)});"


def _write(word: Word, base: str, place: str) -> str:
    return f"inverbs_mmio_write{word.width}({base}{f' + {place}' if place else ''}, {cexpr.value(word)});"


def _unused_unless(segment: Segment, *names: str) -> str:
    return "" if segment.needs & set(names) else " INVERBS_UNUSED"


PLACING: dict[str, object] = {"store": cexpr.store, "copy": cexpr.copy, "publish": _publish, "write": _write,
                              "address": cexpr.address,
                               "unused_unless": _unused_unless}


def _step(a: Adapter, s: Step) -> dict[str, object]:
    word = lower_word(a.format(s.format)) if s.format else None
    return {"kind": s.kind, "side": s.side, "word": word, "index": s.word,
            "place": cexpr.constant(a.name, s.place) if s.place else "",
            "block": s.block, "otherwise": s.otherwise, "alternate": s.alternate, "places": s.places}


def steps(a: Adapter, steps: tuple[Step, ...]) -> list[dict[str, object]]:
    return [_step(a, s) for s in steps]
