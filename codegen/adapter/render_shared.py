"""Stage render for adapters whose sends and receives share a ring: the data that adapter/shared/*.j2 place."""

from __future__ import annotations

from codegen.adapter.model import Format, SharedAdapter, WorkOp
from codegen.adapter.verbs import wr_opcodes
from codegen.adapter.words import DEVICE_SINKS, SEND_SOURCES
from codegen.core.render import render


def _assign(fmt: Format) -> list[str]:
    return [f"seg.{f.name} = {SEND_SOURCES[f.source].format(code='code')};" for f in fmt.fields if f.source]


def _op(a: SharedAdapter, op: WorkOp) -> dict[str, object]:
    body = a.format(op.body)
    piece = any(f.source.startswith("sge.") for f in body.fields)
    sinks = [DEVICE_SINKS[f.source].format(v=f"seg.{f.name}").splitlines() for f in body.fields if f.source in DEVICE_SINKS]
    fields = {f.source: f.name for f in body.fields}
    return {
        "name": op.name, "code": a.c_name(a.work.code_enum, op.code), "body": body.name, "size": body.size,
        "assign": _assign(body), "one": piece, "pieces": op.pieces, "empty": op.empty, "plain": op.plain, "late": op.late,
        "reports": a.c_name(_report_enum(a), op.reports), "sinks": [line for lines in sinks for line in lines],
        "fields": fields, "origin": f"{a.name}.work.ops.{op.name}",
    }


def _report_enum(a: SharedAdapter) -> str:
    return a.ref(a.report.opcode).enum


def _codes(a: SharedAdapter) -> list[tuple[str, str]]:
    """Hardware opcode per verbs opcode, 0 where there is none; rule A240 keeps 0 free."""
    codes = {op.name: a.c_name(a.work.code_enum, op.code) for op in a.work.ops}
    names = {value: name for name, value in wr_opcodes().items()}
    last = max(value for value, name in names.items() if name in codes)
    return [(names.get(i, ""), codes.get(names.get(i, ""), "0")) for i in range(last + 1)]


def _statuses(a: SharedAdapter) -> list[tuple[str, str]]:
    field = a.ref(a.report.status_field)
    known = {a.enum(field.enum).value(n): (n, s) for n, s in a.report.status}
    out = []
    for code in range(1 << field.place.bits):
        name, status = known.get(code, ("", "SUCCESS" if code == 0 else a.report.default_status))
        out.append((f"0x{code:02x} {name}".strip(), f"IBV_WC_{status}"))
    return out


def _meanings(a: SharedAdapter) -> list[tuple[str, str, int]]:
    """Per opcode of a send's completion: comment, work completion opcode, 1 when the length is reported; no opcode: 0xff."""
    field = a.ref(a.report.opcode)
    rows = {a.enum(field.enum).value(r.code): r for r in a.report.send}
    out = []
    for code in range(1 << field.place.bits):
        row = rows.get(code)
        out.append((f"0x{code:02x} {row.code}", f"IBV_WC_{row.opcode}", int(bool(row.length))) if row
                   else (f"0x{code:02x}", "0xff", 0))
    return out


def _first_statuses(a: SharedAdapter) -> list[tuple[str, str]]:
    """C name of the first of the adapter's statuses that means each completion status; the flush only software makes."""
    first: dict[str, str] = {}
    for name, status in a.report.status:
        if name != a.report.flushed:
            first.setdefault(status, a.c_name(a.status_enum, name))
    return [(code, status) for status, code in first.items()]


def _data(a: SharedAdapter) -> dict[str, object]:
    w, r = a.work, a.report
    head, piece, recv = a.format(w.head), a.format(w.piece), a.format(w.recv_body)
    pieces = {f.source: f.name for f in piece.fields}
    repeat, state, entry = a.format(w.repeat), w.state, a.format(r.entry)
    gen = entry.field(r.generation.field).place
    status_enum = a.status_enum
    return {
        "a": a, "by_command": bool(a.identity.by_command), "w": w, "r": r, "where": a.cited, "ops": [_op(a, op) for op in w.ops], "codes": _codes(a),
        "head": head.name, "head_size": head.size, "head_assign": _assign(head), "piece": piece.name,
        "piece_size": piece.size, "piece_assign": _assign(piece), "pieces": pieces, "repeat": repeat.name,
        "repeat_field": repeat.carrier("ring.generation"), "repeat_assign": _assign(repeat),
        "generation": w.generation.field, "size_field": w.size.field, "code_field": head.carrier("op.code"),
        "signaled": head.carrier("wr.signaled"),
        "state": state, "error": state.error.field, "hold": state.hold.field if state.hold else "",
        "unit": a.ref(w.size).unit, "recv": recv.name, "recv_size": recv.size, "recv_count": recv.carrier("payload.pieces"),
        "recv_code": a.c_name(w.code_enum, w.recv_code), "recv_pieces": w.recv_pieces,
        "recv_bytes": w.recv_bytes,
        "bell_assign": _assign(a.format(w.bell.format)), "entry": entry.name, "entry_size": entry.size, "gen": gen,
        "order": {"big": "BE", "little": "LE", "native": "NATIVE"}[entry.byte_order],
        "late_op": a.c_name(_report_enum(a), r.late_op), "lost": a.c_name(status_enum, r.lost),
        "flushed": a.c_name(status_enum, r.flushed), "statuses": _statuses(a), "meanings": _meanings(a),
        "consumed": r.consumed, "consumed_field": a.format(r.consumed.format).carrier("cq.index"),
        "head_sinks": [line for f in head.fields if f.source in DEVICE_SINKS
                       for line in DEVICE_SINKS[f.source].format(v=f"top.{f.name}").splitlines()],
        "limit": min(w.state.at, w.repeat_at), "first_statuses": _first_statuses(a),
        "raw_names": [f.name for f in head.fields if f.source == "sq.serial"],
    }


def render_shared(a: SharedAdapter, common: dict[str, object]) -> str:
    return render("adapter/shared/fast.h.j2", **_data(a), **common)


def render_shared_device(a: SharedAdapter, common: dict[str, object]) -> str:
    return render("adapter/shared/device.h.j2", **_data(a), **common)


def _bodies(a: SharedAdapter) -> list[dict[str, object]]:
    """Per hardware opcode: the segment behind the opening one, and its fields that count pieces and bytes, if any."""
    rows = {op.code: op.body for op in a.work.ops} | {a.work.recv_code: a.work.recv_body}
    out: list[dict[str, object]] = []
    for code, body in rows.items():
        fields = {f.source: f.name for f in a.format(body).fields}
        out.append({"name": code.lower(), "code": a.c_name(a.work.code_enum, code), "body": body, "size": a.format(body).size,
                    "count": fields.get("payload.pieces", ""), "length": fields.get("payload.bytes", "")})
    return out


def render_shared_print(a: SharedAdapter, common: dict[str, object]) -> str:
    return render("adapter/shared/print.h.j2", bodies=_bodies(a), opcode_enum=_report_enum(a), status_enum=a.status_enum,
                  syndromes=[(a.c_name(a.status_enum, n), n, s) for n, s in a.report.status],
                  repeat_size=a.format(a.work.repeat).size, driver_id=a.identity.driver_id, **_data(a), **common)
