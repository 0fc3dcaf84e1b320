"""Which functions store a format, and which parts of a spec read a field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import WcRow
from codegen.adapter.model.refs import Ref
from codegen.adapter.model.send import Body
from codegen.core.diag import Src
from codegen.formats.model import Field, Format


def writers(a: Adapter) -> Iterator[tuple[str, str]]:
    """Each writer, with the format that it stores."""
    s, r, head = a.send, a.recv, a.queue_head
    yield "every send", s.head
    yield from (("every send", part.format) for part in (s.tail, s.repeat) if part)
    yield from ((f"class {cls.name}", name) for cls in s.classes for name in cls.lead)
    yield from ((f"op {op.name}", name) for op in s.ops for body in (op.body, op.empty) if body for name in body.segments)
    yield from (("SGEs of sends", s.gather.format), ("payload inside sends", s.inline.header),
                ("payload inside sends", s.inline.mark))
    yield from (("every receive", r.head), ("SGEs of receives", r.gather.format))
    yield from (("every receive", name) for name in (r.in_send.body if r.in_send else ()))
    if r.shared:
        yield from (("slots of shared receive queues", r.shared.head),
                    ("SGEs of shared receive queues", r.shared.gather.format))
    if r.shared_rings:
        yield "every receive of a shared queue", r.shared_rings.head
    shared = (*(r.shared.doorbell if r.shared else ()), *(r.shared_rings.doorbell if r.shared_rings else ()))
    for who, steps in (("doorbells of sends", s.doorbell), ("doorbells of receives", r.doorbell),
                       ("doorbells of shared receive queues", shared),
                       ("polls", a.complete.consumed), ("requests for an event", a.arm)):
        yield from ((who, step.format) for step in steps)
    if head:
        yield from (("the side whose index it is", part.format) for part in (head.producer, head.consumer))


def written(a: Adapter) -> set[str]:
    return {name for _, name in writers(a)}


def setters(a: Adapter, fmt: Format, f: Field) -> list[str]:
    """What fills a field: the writers of its format, if it has a source, and the ops and classes that set it."""
    out = [who for who, name in writers(a) if name == fmt.name and f.source]
    bodies: list[tuple[str, Body]] = [(f"op {op.name}", body) for op in a.send.ops for body in (op.body, op.empty) if body]
    settings = [(who, s) for who, body in bodies for s in body.settings]
    settings += [(f"class {cls.name}", s) for cls in a.send.classes for s in (*cls.settings, *cls.ethernet)]
    out += [who for who, s in settings if (s.ref.format, s.ref.field) == (fmt.name, f.name)]
    return list(dict.fromkeys(out))


def readers(a: Adapter, fmt: Format, f: Field) -> list[str]:
    """The parts that read a field, and their source positions."""
    parts = {"complete": a.complete, "queue-head": a.queue_head, "send.state": a.send.state,
             "recv.shared": a.recv.shared}
    found = [f"{part}  ({src})" for part, value in parts.items() for name, src in _reads(value) if name == f"{fmt.name}.{f.name}"]
    return list(dict.fromkeys(found))


def _reads(value: object) -> Iterator[tuple[str, Src]]:
    """The fields that a part of the model refers to."""
    if isinstance(value, Ref):
        yield f"{value.format}.{value.field}", value.src
    elif isinstance(value, tuple):
        for each in value:
            yield from _reads(each)
    elif is_dataclass(value):
        if isinstance(value, WcRow) and "." in value.length:
            yield value.length, value.src
        for each in fields(value):
            yield from _reads(getattr(value, each.name))
