"""Stage render, completions: parts that only some CQEs have."""

from __future__ import annotations

from codegen.adapter.lower.conditions import CAPABILITIES, is_among, is_one_of
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.refs import Ref
from codegen.adapter.verbs import poll_readers
from codegen.core.cexpr import Name, cast, flags, number


E, RQ = Name("e"), Name("qp").to("rq")


def setter(a: Adapter, ref: Ref) -> dict[str, object]:
    """A store that changes one field of a CQE."""
    f, fmt = a.ref(ref), a.format(ref.format)
    width = f.place.width
    order = f"INVERBS_{fmt.order}{width}" if width > 8 else ""
    return {"field": f.name, "at": f.place.at, "width": width, "order": order, "lo": f.place.lo,
            "mask": number(f.place.mask, width)}


def _flush_data(a: Adapter) -> dict[str, object]:
    c = a.complete
    if c.flush is None:
        return {"flush": None}
    when, t, enum = c.flush.when, c.translate, a.status_enum
    opcode = next(f.name for f in a.format(a.send.head).fields if f.source == "op.code")
    data: dict[str, object] = {
        "flush": c.flush, "flush_when": is_among(a, when, E.to(when.ref.field)),
        "flush_rest": a.c_name(enum, c.flush.rest), "setters": [setter(a, c.status_field), setter(a, c.send_by)],
        "head_opcode": opcode,
        "pad_code": a.c_name(a.send.code_enum, a.send.ring.boundary.pad) if a.send.ring.boundary else "",
        "translate": t,
    }
    if t:
        source = a.ref(t.source).enum
        by_code: dict[str, list[str]] = {}
        for name, value in t.rows:
            by_code.setdefault(a.c_name(enum, value), []).append(a.c_name(source, name))
        data |= {"translations": by_code.items(), "translated": a.c_name(enum, t.default),
                 "translate_when": is_among(a, t.when, E.to(t.when.ref.field))}
    return data


def extras_data(a: Adapter) -> dict[str, object]:
    c = a.complete
    recv = E.to(c.retire_recv.field) if c.retire_recv else None
    smaller = RQ.dot("shift") - (c.recv_unit.bit_length() - 1)
    in_units = cast("uint32_t", recv) >> smaller if recv and c.recv_unit else recv
    return {
        **_flush_data(a),
        "recv_request": in_units,
        "only": is_among(a, c.only, E.to(c.only.ref.field)) if c.only else None,
        "imm_opcode": bool(c.only_with_imm or c.imm_writes), "imm_writes": CAPABILITIES.get(c.imm_writes, ""),
        "only_with_imm": is_one_of(a, a.ref(c.recv_by).enum, sorted(c.only_with_imm), Name("value")),
        "extended_bit": a.ref(c.extension.when).place.lo if c.extension else 0,
        "datagram_flags": flags(Name(f"IBV_WC_{f}") for f in c.datagram_flags),
        "zero_readers": [(name, poll_readers()[name].ctype) for name in c.zeros],
    }
