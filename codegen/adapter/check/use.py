"""Stage check: everything in a spec has an effect. Formats that are written have sources, and formats with sources are
written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import WcRow
from codegen.adapter.model.queues import Step
from codegen.adapter.uses import written

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker

PAGE = 4096
_KEYS = {"record": {"record", "word"}, "register": {"register", "format"}, "image": {"image"}, "copy": {"copy"},
         "index": {"index"}, "command": {"command"}}
_ROW = {"opcode", "flags", "length"}
_RECV_ROW = _ROW | {"kind", "imm", "invalidated", "only-with-imm"}


def check_use(k: SpecChecker) -> None:
    """A217, A229; A305: a field that nothing fills is `unread: always`."""
    k.diag.stop_if_errors()
    _roles(k)
    stored, filled = written(k.a), _filled(k.a)
    for fmt in k.a.formats:
        for f in fmt.fields:
            path = f"formats.{fmt.name}.fields.{f.name}"
            if f.source and fmt.name not in stored:
                k.error(f.src, path, f"nothing writes this format, so '{f.source}' has no effect [A229]", "no 'from'")
            if f.unread == "unfilled" and not f.source and (fmt.name, f.name) not in filled:
                k.error(f.src, path, "nothing fills this field [A305]", "unread: always")
            valued = f.source or f.const is not None or f.unread or (fmt.name, f.name) in filled
            if fmt.name in stored and not valued:
                k.error(f.src, path, "no op and no class sets this field [A217]",
                        "'from', 'const', 'set' somewhere, or reserved bits")


def _roles(k: SpecChecker) -> None:
    """A230: a format has a field for each value that its role needs."""
    s, r = k.a.send, k.a.recv
    roles: list[tuple[str, str, tuple[str, ...]]] = [
        ("recv.doorbell", step.format, ("rq.posted",)) for step in (*r.doorbell, *(r.shared.doorbell if r.shared else ()))]
    roles += [("recv.shared.doorbell", step.format,
               ("srq.slot",)) for step in (r.shared_rings.doorbell if r.shared_rings else ())]
    roles += [("complete.consumed", step.format, ("cq.index", "cq.slot")) for step in k.a.complete.consumed]
    roles += [("send.payload.inline", s.inline.header, ("payload.bytes",)),
              ("send.payload.inline", s.inline.mark, ("sq.generation",))]
    if s.ring.boundary and s.gather.fill == "unit":  # each unit has its own ownership bit
        roles.append(("send.payload.gather", s.gather.format, ("sq.generation",)))
    if r.head_at:
        roles.append(("recv.head", r.head, ("rq.generation",)))
    for path, name, sources in roles:
        if name and not {f.source for f in k.formats[name].fields} & set(sources):
            k.error(k.formats[name].src, f"formats.{name}", f"no field takes {' or '.join(sources)} [A230]",
                    f"a field that takes it, for {path}")


def _filled(a: Adapter) -> set[tuple[str, str]]:
    """Fields that some op or class sets."""
    settings = [s for op in a.send.ops for body in (op.body, op.empty) if body for s in body.settings]
    settings += [s for cls in a.send.classes for s in (*cls.settings, *cls.ethernet)]
    fronts = {(cls.front.format, cls.front.field) for cls in a.send.classes if cls.front}
    return fronts | {(s.ref.format, s.ref.field) for s in settings}


def check_step(k: SpecChecker, path: str, step: Step) -> None:
    """A106: a step has the keys of its kind. A109: a register is aligned, in a page of 4096 bytes."""
    for key in sorted(step.words - _KEYS[step.kind]):
        k.error(k.at(path), path, f"'{key}' in a step of kind {step.kind} [A106]",
                f"only {', '.join(sorted(_KEYS[step.kind]))}")
    size = k.formats[step.format].size if step.format in k.formats else 0
    at = next((c.value for c in k.a.constants if c.name == step.place), 0)
    if step.kind == "register" and size and (at % size or at + size > PAGE):
        k.error(k.at(path), path, f"a register of {size} bytes at byte {at} [A109]",
                f"an aligned place in a page of {PAGE} bytes")


def check_row(k: SpecChecker, path: str, row: WcRow, sends: bool) -> None:
    """A222: a row of a completion table has only keys that its side reads."""
    known = _ROW if sends else _RECV_ROW
    for key in sorted(row.words - known):
        k.error(row.src, path, f"'{key}' has no effect here [A222]", f"only {', '.join(sorted(known))}")
    if not row.flags and "flags" in row.words:
        k.error(row.src, f"{path}.flags", "an empty list [A222]", "flags, or no list")
