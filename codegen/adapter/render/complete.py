"""Stage render, completions: data for the templates of polls and of arming."""

from __future__ import annotations

from codegen.adapter.lower import words
from codegen.adapter.lower.conditions import CAPABILITIES, is_among
from codegen.adapter.lower.form import Word
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import Among, Complete, WcRow
from codegen.adapter.model.refs import Ref
from codegen.adapter.render.copied import index_data
from codegen.adapter.render.extras import extras_data
from codegen.adapter.render.inside import inside_data
from codegen.adapter.render.members import byte_len_high, imm_member, key_member, status_of
from codegen.adapter.render.steps import steps
from codegen.adapter.verbs import poll_readers, wc_opcodes, wc_statuses
from codegen.core.cexpr import Expr, Name, Number, all_of, bits as pattern, call, cast, constant, flags, number
from codegen.formats.lower import c_type

_SPARSE = 16  # rows
E, OWN = Name("e"), Name("e")  # a pointer to a CQE, a copy of a CQE


def _of_cqe(a: Adapter, among: Among) -> Expr:
    return is_among(a, among, E.to(among.ref.field))


def _ready(a: Adapter, c: Complete) -> dict[str, object]:
    if c.ready is None:
        return {}
    f, fmt = a.ref(c.ready), a.format(c.entry)
    p = f.place
    word, place = Word(p.at, p.width, fmt.order, ()), words.address(words.CQE, p.at)
    load = words.order_of(word, call(f"inverbs_observe{p.width}", place))
    unless = None
    if c.unless:
        other = a.ref(c.unless.ref).place
        assert (other.at, other.width) == (p.at, p.width), "a rule holds both in one word"
        unless = is_among(a, c.unless, Name("word") >> other.lo & pattern((1 << other.bits) - 1))
    bit = words.order_of(word, number(1 << p.lo, p.width))
    return {"width": p.width, "load": load, "shift": p.lo, "unless": unless, "lap": c.ready_value == "lap", "bit": bit,
            "place": place}


_UNKNOWN: dict[str, object] = {"opcode": "0", "flags": Number(0), "length": "0", "special": "INVERBS_UNKNOWN_VALUE"}


def _meaning(r: WcRow | None) -> dict[str, object]:
    """One row of a table, with the members of the work completion."""
    if r is None:
        return _UNKNOWN
    number_or_field = "INVERBS_CQE_LENGTH" if "." in r.length else r.length
    length = {"": "0", "noted": "INVERBS_NOTED"}.get(r.length, number_or_field)
    return {"opcode": "INVERBS_NOTED" if r.opcode == "noted" else f"IBV_WC_{r.opcode}", "length": length,
            "flags": flags(Name(f"IBV_WC_{f}") for f in r.flags),
            "special": "INVERBS_INVALIDATED_KEY" if r.invalidated else "INVERBS_IMMEDIATE_DATA" if r.imm else "0"}


def _table(a: Adapter, c: Complete, send: bool) -> list[dict[str, object]]:
    """A row for each value up to the last one with a meaning, and a row for all other values."""
    rows, by, other = (c.send, c.send_by, c.send_default) if send else (c.recv, c.recv_by, c.recv_default)
    enum = a.enum(a.ref(by).enum)
    known = {enum.value(r.code): r for r in rows}
    table: list[dict[str, object]] = []
    for value in range(_first_value(set(known)), max(known, default=-1) + 1):
        r = known.get(value)
        table.append({**_meaning(r or other), "name": f"0x{value:02x} {r.code}" if r else f"0x{value:02x}"})
    return [*table, {**_meaning(other), "name": "all others"}]


def _first_value(known: set[int]) -> int:
    """Value of the first row of a table: 0, unless many rows would be unused."""
    return min(known) if min(known, default=0) >= _SPARSE else 0


def _copied(a: Adapter, rows: tuple[WcRow, ...], by: Ref, other: WcRow | None) -> str:
    """The common length of all rows, if the adapter's opcodes have the numbers of verbs and nothing else differs;
    empty: a table is needed."""
    if not rows:
        return ""
    enum, first = a.enum(a.ref(by).enum), _meaning(rows[0])
    same = all(r.opcode in wc_opcodes() and enum.value(r.code) == wc_opcodes()[r.opcode] for r in rows)
    alike = all({**_meaning(r), "opcode": first["opcode"]} == first for r in rows)
    plain = first["flags"] == Number(0) and first["special"] == "0"
    return str(first["length"]) if same and alike and other is None and plain else ""


def _base(a: Adapter, rows: tuple[WcRow, ...], by: Ref) -> int:
    return _first_value({a.enum(a.ref(by).enum).value(r.code) for r in rows})


def status_table(a: Adapter, c: Complete) -> list[tuple[str, str]]:
    enum, rows = a.enum(a.status_enum), dict(c.status)
    names = {value: name for name, value in enum.values}
    known = {value: rows[name] for value, name in names.items() if name in rows}
    out = []
    for value in range(max(known) + 1):
        status = "SUCCESS" if value == 0 and not c.failed else known.get(value, c.default_status)
        out.append((f"0x{value:02x} {names.get(value, '')}".strip(), f"IBV_WC_{status}"))
    return out


def _statuses_agree(a: Adapter, c: Complete) -> int:
    """The largest status, if all statuses have the numbers of verbs; 0: a table is needed."""
    enum = a.enum(a.status_enum)
    same = all(enum.value(name) == wc_statuses()[status] for name, status in c.status)
    values = {enum.value(name) for name, _ in c.status}
    return max(values) if same and values == set(range(1, max(values) + 1)) else 0


def _flags(c: Complete) -> list[tuple[Expr | None, str]]:
    out = []
    for flag in c.flags:
        terms = [E.to(r.field) for r in flag.all_of]
        terms += [E.to(ref.field).equals(value) for name, ref, value in c.equal if name == flag.name]
        terms += [Name("traits") & Name(CAPABILITIES[flag.capability])] if flag.capability else []
        out.append((all_of(*terms), f"IBV_WC_{flag.name}"))
    return out


def _readers(a: Adapter, c: Complete) -> list[tuple[str, str, str]]:
    values = dict(c.values)
    plain = {"qp_num": c.number, **{k: v for k, v in values.items() if k not in ("pkey_index", "byte_len")}}
    if c.ethernet_sl:
        del plain["sl"]
    return [(name, poll_readers()[name].ctype, ref.field) for name, ref in plain.items()]


def time_of(a: Adapter) -> tuple[Expr | None, int]:
    """C expression over the CQE `e` for a completion's time, its highest part first, and the number of its bits."""
    expr: Expr | None = None
    bits = 0
    for ref in a.complete.timestamp:
        f = a.ref(ref)
        member = OWN.dot(f.name)
        for part, width in [(member.at(i), 8) for i in range(f.length)] or [(member, f.place.bits)]:
            expr = expr << width | part if expr else cast("uint64_t", part) if len(a.complete.timestamp) > 1 else part
            bits += width
    return expr, bits


def complete_data(a: Adapter) -> dict[str, object]:
    c = a.complete
    consumed, arm = steps(a, c.consumed), steps(a, a.arm)
    status = a.ref(c.status_field)
    sources = {f.source for s in a.arm for f in a.format(s.format).fields}
    time, time_bits = time_of(a)
    failed = _of_cqe(a, c.failed) if c.failed else E.to(status.name).differs(0)
    agree, send_copied = _statuses_agree(a, c), _copied(a, c.send, c.send_by, c.send_default)
    recv_copied = _copied(a, c.recv, c.recv_by, c.recv_default)
    return {
        **extras_data(a), **inside_data(a), **index_data(a, bool(agree and send_copied and recv_copied)), "c": c,
        "time": time,
        "time_bits": time_bits, "sl": dict(c.values)["sl"].field if c.ethernet_sl else "",
        "shared_bit": constant(a.name, c.shared_bit) if c.shared_bit else None, "entry_size": a.format(c.entry).size,
        "ready": _ready(a, c), "send_table": _table(a, c, True),
        "recv_table": _table(a, c, False), "send_copied": send_copied, "recv_copied": recv_copied,
        "statuses_agree": agree,
        "send_base": _base(a, c.send, c.send_by), "recv_base": _base(a, c.recv, c.recv_by),
        "statuses": status_table(a, c),
        "failed": failed,
        "resized": _of_cqe(a, c.resize) if c.resize else None,
        "is_send": _of_cqe(a, c.sends), "consumed_steps": consumed,
        "consumed_registers": any(s.kind == "register" for s in c.consumed),
        "queue_field": (c.key or c.number).field, "index_type": c_type(a.ref(c.retire_send[0]).place.bits),
        "request": _request(a, c),
        "flags": _flags(c),
        "byte_len": dict(c.values)["byte_len"].field, "byte_len_high": byte_len_high(a, False),
        "byte_len_high_read": byte_len_high(a, True), "members": [(k, v.field) for k, v in c.values],
        "imm": imm_member(a), "key": key_member(a), "status_of": status_of(a, False), "status_read": status_of(a, True),
        "readers": _readers(a, c),
        "arm_steps": arm, "by_command": a.arms_by_command, "arm_registers": any(s.kind == "register" and not s.place
                                                                                for s in a.arm),
        "arm_flag": "cq.arm" in sources, "arm_solicited": "cq.arm_solicited" in sources,
        "arm_counts": "cq.arm_count" in sources,
        "arm_refuses": [error for _, error in a.arm_refuses], **_order(a, c),
    }


def _order(a: Adapter, c: Complete) -> dict[str, object]:
    o = c.order
    if o is None:
        return {"order": None}
    errors = {kind: next(r.error for r in refusals if r.kind == "failed")
              for kind, refusals in (("send", a.send.refusals), ("recv", a.recv.refusals))}
    return {"order": o, "late": is_among(a, o.late, OWN.dot(o.late.ref.field)),
            "flushed": a.c_name(a.status_enum, o.flushed),
            "lost": a.c_name(a.status_enum, o.lost), "failed_errors": errors}


def _request(a: Adapter, c: Complete) -> Expr:
    """C expression of the value that identifies a send, composed from all its fields."""
    terms, at = [], 0
    for ref in c.retire_send:
        terms.append(cast("uint64_t", E.to(ref.field)) << at if at else E.to(ref.field))
        at += a.ref(ref).place.bits
    return flags(terms)

