"""Stage render, fast path: the data that adapter/fast.h.j2 places."""

from __future__ import annotations

from codegen.adapter import lower_fast as low
from codegen.adapter.hot_calls import PLAIN_READERS
from codegen.adapter.lower_formats import c_type
from codegen.adapter.model import FirstAdapter, Format, Ref
from codegen.adapter.verbs import poll_readers
from codegen.adapter.words import CAPABILITIES, SEND_SOURCES
from codegen.core.render import render


def _constant(a: FirstAdapter, name: str) -> str:
    return f"{a.name}_{name}".upper()


def _assign(a: FirstAdapter, fmt: str, variable: str) -> list[str]:
    return [f"{variable}.{f.name} = {SEND_SOURCES[f.source]};" for f in a.format(fmt).fields if f.const is None]


def _send(a: FirstAdapter) -> dict[str, object]:
    ctrl = a.format(a.send.classes[0].lead[0])
    size = a.ref(a.send.size)
    inline, gather = a.format(a.send.inline), a.format(a.send.gather)
    member_type = "uint16_t" if size.place.bits + size.unit.bit_length() - 1 > 8 else "uint8_t"
    return {
        "codes": low.code_table(a), "missing": low.missing_ops(a),
        "restrictions": low.op_restrictions(a), "guard": a.send.guard,
        "guard_shift": a.send.guard.every.bit_length() - 1 if a.send.guard else 0, "ctrl": ctrl.name,
        "ctrl_size": ctrl.size, "owner": a.send.owner.field, "size_field": size.name, "size_type": member_type,
        "size_at": size.place.at, "unit": size.unit, "inline": inline.name, "inline_size": inline.size,
        "chunk": a.send.chunk, "gather": gather.name, "gather_size": gather.size,
        "gather_assign": low.segment_assignments(a, gather.name), "empty_length": a.send.empty_length,
        "classes": low.send_classes(a), "steps": low.body_steps(a), "plain_control": low.control_assignments(a, False),
        "special_control": low.control_assignments(a, True), "op_fields": low.op_fields(a),
        "ops_with_settings": low.ops_with_settings(a), "special_types": low.special_types(a),
        "segment_ops": low.segment_ops(a), "bare_ops": low.bare_ops(a), "granted_fronts": low.granted_fronts(a), "measured_ops": low.measured_ops(a),
        "most_bytes": (1 << size.place.bits) * size.unit - size.unit,
        "push": a.send.push, "push_when": low.push_condition(a) if a.send.push else "", "bell": a.send.bell,
        "bell_assign": _assign(a, a.send.bell.format, "bell"), "inline_length": inline.carrier("payload.bytes"),
        "piece": low.piece(a),
        "bell_register": _constant(a, a.send.bell.place),
    }


def _recv(a: FirstAdapter) -> dict[str, object]:
    link = a.recv.link
    place = a.ref(link).place if link else None
    return {
        "order": "BE" if a.formats[0].big_endian else "LE",
        "recv_bell": a.recv.bell,
        "recv_bell_assign": _assign(a, a.recv.bell.format, "bell"), "end_lkey": a.recv.end_lkey, "link": link,
        "link_size": a.format(link.format).size if link else 0, "link_width": place.width if place else 0,
        "link_at": place.at if place else 0,
    }


def _flag(a: FirstAdapter, name: str, refs: tuple[Ref, ...], capability: str) -> dict[str, str]:
    """A flag that is set when all these fields are; one field of one bit needs no test."""
    only = a.ref(refs[0]) if len(refs) == 1 else None
    if only and only.place.bits == 1:
        value = f"e.{only.name} * IBV_WC_{name}"
    else:
        value = f"({' && '.join(f'e.{r.field}' for r in refs)}) ? IBV_WC_{name} : 0"
    return {"name": name, "value": value, "capability": CAPABILITIES[capability] if capability else ""}


def _status_table(a: FirstAdapter) -> list[tuple[str, str]]:
    values = {a.enum(a.status_enum).value(n): (n, s) for n, s in a.complete.status}
    table = []
    for code in range(max(values) + 1):
        name, status = values.get(code, ("", a.complete.default_status))
        table.append((f"0x{code:02x} {name}".strip(), f"IBV_WC_{status}"))
    return table


def _poll(a: FirstAdapter) -> dict[str, object]:
    c = a.complete
    entry: Format = a.format(c.entry)
    owner = a.ref(c.owner).place
    values = dict(c.values)
    imm = next((r.imm.field for r in c.recv if r.imm), "")
    invalidated = next((r.invalidated.field for r in c.recv if r.invalidated), imm)
    return {
        "c": c, "entry": c.entry, "error_entry": c.error_entry, "entry_size": entry.size, "owner_at": owner.at,
        "owner_bit": owner.lo, "number": c.number.field, "is_send": c.is_send.field, "index": c.index.field,
        "xrc": _constant(a, c.xrc_bit) if c.xrc_bit else "", "xrc_srq": c.xrc_srq.field if c.xrc_srq else "",
        "opcode": c.opcode.field,
        "error_op": a.c_name(c.special_enum, c.error_op), "syndrome": c.syndrome.field, "vendor": c.vendor.field,
        "send_table": low.wc_table(a, a.send.code_enum, True), "recv_table": low.wc_table(a, c.recv_enum, False),
        "status_table": _status_table(a), "consumed": c.consumed, "imm": imm, "invalidated": invalidated,
        "byte_count": values["byte_len"].field, "values": [(k, v.field) for k, v in c.values],
        "readers": [(values[k].field, k, poll_readers()[k].ctype) for k in PLAIN_READERS if k in values],
        "flags": [_flag(a, f.name, f.all_of, f.capability) for f in c.flags],
        "sl_infiniband": c.sl_infiniband.field if c.sl_infiniband else "",
        "sl_ethernet": c.sl_ethernet.field if c.sl_ethernet else "",
        "time": low.time_of(a)[0], "time_bits": low.time_of(a)[1], "index_type": c_type(a.ref(c.index).place.bits),
        "consumed_assign": _assign(a, c.consumed.format, "seg"), "arm_record": a.arm_record, "arm_bell": a.arm_bell,
        "arm_register": _constant(a, a.arm_bell.place), "arm_record_assign": _assign(a, a.arm_record.format, "request"),
        "arm_bell_assign": _assign(a, a.arm_bell.format, "bell"),
    }


def render_fast(a: FirstAdapter, common: dict[str, object]) -> str:
    return render("adapter/fast.h.j2", a=a, where=a.cited, **_send(a), **_recv(a), **_poll(a), **common)
