"""Stage render, printing: the tables by which <inverbs/print/dump.h> prints WQEs whose payload follows a tail, and their CQEs."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import TypeClass
from codegen.adapter.render.memory import payload_at


def _types(types: tuple[str, ...]) -> str:
    return " | ".join(f"1U << IBV_QPT_{t}" for t in types)


def _segments(a: Adapter, names: tuple[str, ...]) -> list[dict[str, object]]:
    return [{"format": name, "size": a.format(name).size} for name in names]


def _class(a: Adapter, cls: TypeClass) -> dict[str, object]:
    return {"name": cls.name, "types": _types(cls.types), "lead": _segments(a, (a.send.head, *cls.lead)), "whole": cls.payload_only}


def _ops(a: Adapter) -> list[dict[str, object]]:
    """One for each opcode of the adapter."""
    by_code = {op.code: op for op in reversed(a.send.ops)}
    return [{"name": op.name, "code": a.c_name(a.send.code_enum, op.code), "body": _segments(a, op.body.segments), "payload": op.body.payload}
            for op in a.send.ops if by_code[op.code] is op]


def tail_data(a: Adapter) -> dict[str, object]:
    s, c = a.send, a.complete
    assert s.tail is not None
    head, tail, recv = a.format(s.head), a.format(s.tail.format), a.format(a.recv.head)
    enum = a.ref(c.sends.ref).enum
    return {"d": {
        "classes": [_class(a, cls) for cls in s.classes], "ops": _ops(a), "head": head.name, "code": head.carrier("op.code"),
        "inline": head.carrier("wr.inline"), "tail": tail, "tail_at": s.tail.at, "payload_at": payload_at(a),
        "length": tail.carrier("payload.bytes"), "count": tail.carrier("payload.sges"), "sge": a.format(s.gather.format),
        "recv": recv, "recv_count": recv.carrier("payload.sges"), "code_enum": s.code_enum, "entry": a.format(c.entry),
        "entry_first": c.entry_first, "number": c.number.field, "said": c.sends.ref.field, "said_enum": enum,
        "sends": [a.c_name(enum, v) for v in c.sends.values], "status": c.status_field.field, "status_enum": a.status_enum,
        "vendor": c.vendor.field, "default_status": c.default_status,
        "statuses": [(a.c_name(a.status_enum, name), name, word) for name, word in c.status], "driver_id": a.identity.driver_id,
    }}
