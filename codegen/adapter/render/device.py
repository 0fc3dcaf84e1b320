"""Stage render, device side: the decoders, and CQEs from the same features that the poll reads them by."""

from __future__ import annotations

from codegen.adapter.lower import cexpr
from codegen.adapter.lower.device import Form, Reading, Use, forms, head_readings, reading, varied_readings
from codegen.adapter.lower.form import Segment, Term, Word
from codegen.adapter.lower.formats import Units
from codegen.adapter.lower.segments import SegmentFunctions, listed, lower_gather, lower_segment, lower_word
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import Complete
from codegen.adapter.model.formats import Format, Ref
from codegen.adapter.render.complete import status_table
from codegen.adapter.render.device_boundary import device_boundary_data
from codegen.adapter.render.front import front_data
from codegen.adapter.render.inside import device_inside
from codegen.adapter.render.memory import payload_at
from codegen.adapter.render.recv import recv_body, sge_end
from codegen.adapter.sources import RECEIVE
from codegen.adapter.verbs import WC_OF
from codegen.core.render import render

# Members of a work completion, and what a device gives for them.
_GIVEN = {"byte_len": "byte_len", "src_qp": "src_qp", "slid": "slid", "sl": "sl", "dlid_path_bits": "path_bits"}
# Where sends and receives share a ring, this hands WQEs over.
GIVES = "sq.generation"
_KINDS = ("SEND", "SEND_IMM", "SEND_INV", "WRITE_IMM")


# requests ---------------------------------------------------------------------------------------------------------


def _short(a: Adapter, function: str) -> str:
    """A segment's name in the device's functions: that of the one that stores it."""
    return function.removeprefix(f"{a.name}_put_")


def _form(a: Adapter, f: Form, types: list[str], heads: dict[Reading, str], tail: str) -> dict[str, object]:
    names = [_short(a, s.function) for s in f.steps]
    codes = [(a.c_name(a.send.code_enum, f.op.code), "0")]
    codes += [(a.c_name(a.send.code_enum, f.op.solicited), "IBV_SEND_SOLICITED")] if f.op.solicited else []
    return {"opcode": f.op.name, "codes": codes, "type_names": ", ".join(f.types),
            "types": sum(1 << types.index(t) for t in f.types), "head": heads[f.head], "list": "_".join(names), "segments": names,
            "sizes": [f"{a.name.upper()}_{s.segment.format.upper()}_SIZE" for s in f.steps], "payload": f.payload,
            "by_bytes": f.by_bytes, "tail": tail, "sge_length": f.op.sge_length,
            "sges": f.sges, "front": f.front}


def _spoken(a: Adapter, uses: list[Use]) -> str:
    """``SEND and RDMA_WRITE on raw queue pairs``: for which ops, and on which queue pairs where not on all."""
    classes, ethernet = dict.fromkeys(cls for _, cls, _ in uses), all(each for _, _, each in uses)
    where = f" on {listed(classes)} queue pairs" if len(classes) < len(a.send.classes) else ""
    return listed(dict.fromkeys(op for op, _, _ in uses)) + where + (" of Ethernet ports" if ethernet else "")


def _in_each_body(a: Adapter, source: str) -> bool:
    """Every WQE with payload has this between head and payload."""
    bodies = [body for op in a.send.ops for body in (op.body, op.empty) if body and body.payload]
    return all(any(f.source == source for n in body.segments for f in a.format(n).fields) for body in bodies)


def _send_data(a: Adapter) -> dict[str, object]:
    s, functions = a.send, SegmentFunctions(a)
    head = a.format(s.head)
    common, by_use = head_readings(a)
    tail, tail_by_op = varied_readings(a, s.tail.format) if s.tail else (None, {})
    types = list(dict.fromkeys(t for c in s.classes for t in c.types))
    heads: dict[Reading, str] = {}
    users: dict[Reading, list[Use]] = {}
    for (op, cls, ethernet), r in by_use.items():
        first = heads.setdefault(r, f"{head.name}_{op.lower()}")
        users.setdefault(r, []).append((op, cls, ethernet))
        if first == f"{head.name}_{op.lower()}" and list(heads.values()).count(first) > 1:
            heads[r] = f"{first}_{cls}{'_ethernet' if ethernet else ''}"
    tails: dict[Reading, str] = {}
    for name, r in tail_by_op.items():
        tails.setdefault(r, f"{s.tail.format if s.tail else ''}_{name.lower()}")
    rows = [_form(a, f, types, heads, tails[tail_by_op[f.op.name]] if tails else "") for f in forms(a, functions, by_use)]
    fixed = (*head.fields, *(a.format(s.tail.format).fields if s.tail else ()))
    sources, size = {f.source for f in fixed}, a.size_field
    gather = reading(lower_gather(a.format(s.gather.format), s.gather.empty_length))
    return {
        **device_boundary_data(a), **front_data(a), "types": types, "forms": rows,
        "lists": {str(r["list"]): r for r in rows if r["list"]}.values(),
        "segments": [(_short(a, p.function), p.spoken, reading(p.segment)) for p in functions.every()],
        "head": common, "heads": [(name, _spoken(a, users[r]), r) for r, name in heads.items()], "gather": gather,
        "tail": tail, "tails": [(name, listed(op for op, each in tail_by_op.items() if each == r), r) for r, name in tails.items()],
        "tail_at": s.tail.at if s.tail else 0, "payload_at": payload_at(a), "named_by": s.named_by,
        "summed": any(f.source == "payload.bytes" and f.unread != "always" and not f.inline for f in fixed)
        or _in_each_body(a, "payload.bytes"),
        "skips_empty": s.gather.skip_empty, "sized": "wqe.bytes" in sources,
        "counted": ("payload.sges" in sources or _in_each_body(a, "payload.sges")) and not s.gather.skip_empty,
        "inline": reading(lower_segment(a.format(s.inline.header), {})) if s.inline.header else None,
        "header": a.format(s.inline.header).size if s.inline.header else 0, "unit": a.size_unit, "zeroed": s.ring.zeroed,
        "inline_chunk": s.inline.chunk, "owner_bit": _owner_bit(a), "size_name": size.name if size else "",
    }


def _owner_bit(a: Adapter) -> dict[str, object] | None:
    """The bit by which a head hands its WQE over; None: it does not."""
    fmt = a.format(a.send.head)
    f = next((f for f in fmt.fields if f.source in ("sq.lap", "sq.generation")), None)
    if f is None or fmt.publish is None:
        return None
    at, width, shift = Units(fmt, fmt.fields).locate(f.place)
    bit = cexpr.value(Word(at, width, fmt.order, (Term(f.name, cexpr.number(1 << shift, width), None),)))
    return {"at": at, "width": width, "bit": bit, "lap": f.source == "sq.lap"}


def ring_data(a: Adapter) -> dict[str, object]:
    """A ring that receives go into, too."""
    s, own = a.send, a.recv.in_send
    limits = [part.at for part in (s.repeat, s.state.part if s.state else None) if part]
    repeat = a.format(s.repeat.format) if s.repeat else None
    data: dict[str, object] = {
        "top": None, "state": s.state, "limit": min(limits, default=0), "again_at": s.repeat.at if s.repeat else 0,
        "again": {"format": repeat.name, "field": repeat.carrier(GIVES)} if repeat else None}
    if own is None:
        return data
    top = a.format(s.head)
    return data | {
        "top": top, "top_gives": top.carrier(GIVES), "top_bytes": top.carrier("wqe.bytes"), "top_code": top.carrier("op.code"),
        "top_serial": top.carrier("sq.serial"), "recv_code": a.c_name(s.code_enum, own.code), "recv_sges": own.sges,
        "recv_bytes": own.bytes, "recv_segments": [reading(segment) for segment in recv_body(a)],
    }


def _list_data(a: Adapter) -> dict[str, object]:
    r = a.recv
    if r.in_send:
        return {"lists_of": [], "link": None, "by_unit": False}
    if r.head and not r.head_at:
        fields = {f.source: f.name for f in a.format(r.head).fields if f.source}
        return {"recv_head": reading(lower_segment(a.format(r.head), {}, RECEIVE), "unit"), "recv_count": fields["payload.sges"],
                "recv_sge": reading(lower_segment(a.format(r.gather.format), {}), "at")}
    data: dict[str, object] = {"lists_of": [], "link": None, "by_unit": r.ring.entry == "unit-per-sge"}
    uses = [("recv", r.gather, r.end_lkey, 0)]
    if r.shared:
        uses.append(("srq_recv", r.shared.gather, r.shared.end_lkey, a.format(r.shared.head).size))
        link = next(f for f in a.format(r.shared.head).fields if f.name == r.shared.link.field)
        data["link"] = {"format": r.shared.head, "field": link.name}
    data["recv_head"] = None
    data["lists_of"] = [
        {"what": what, "at": at, "skips_empty": g.skip_empty, "segment": reading(lower_segment(a.format(g.format), {}), "unit"),
         "end": reading(_segment(sge_end(a, g, end)), "unit") if end is not None else None} for what, g, end, at in uses]
    return data


def _segment(segment: Segment | None) -> Segment:
    assert segment is not None
    return segment


# completions ------------------------------------------------------------------------------------------------------


def _same(one: Ref | None, other: Ref) -> bool:
    return one is not None and (one.format, one.field) == (other.format, other.field)


def _codes(a: Adapter, c: Complete) -> tuple[str, str, str, str]:
    """Values of the field that tells sends from receives: of both when they succeeded, of both when not."""
    enum = a.ref(c.sends.ref).enum
    failed = c.failed.values if c.failed and _same(c.failed.ref, c.sends.ref) else ()
    taken = {*c.sends.values, *failed}
    for among in (c.resize, c.unless):
        taken |= {*among.values} if among and _same(among.ref, c.sends.ref) else set()
    send = next(v for v in c.sends.values if v not in failed)
    send_bad = next((v for v in c.sends.values if v in failed), send)
    recv = next((name for name, _ in a.enum(enum).values if name not in taken), send)
    recv_bad = next((v for v in failed if v not in c.sends.values), recv)
    send, send_bad, recv, recv_bad = (a.c_name(enum, v) for v in (send, send_bad, recv, recv_bad))
    return send, send_bad, "code" if _same(c.recv_by, c.sends.ref) else recv, recv_bad


def _either(good: str, bad: str, failed: bool | None) -> str:
    """Value of a field in CQEs of good and failed requests; None: of both, which only `failed` tells apart."""
    if failed is None and good != bad:
        return f"failed ? {bad} : {good}"
    return bad if failed else good


def _recv_codes(a: Adapter, c: Complete) -> list[tuple[str, str]]:
    enum = a.ref(c.recv_by).enum
    by_kind = {r.kind: a.c_name(enum, r.code) for r in c.recv if r.kind}
    for kind, flag in (("SEND_IMM", c.imm_when), ("SEND_INV", c.invalidated_when)):
        if flag and "SEND" in by_kind:
            by_kind.setdefault(kind, by_kind["SEND"])
    return [(kind, by_kind[kind]) for kind in _KINDS if kind in by_kind]


def _send_fields(a: Adapter, c: Complete, failed: bool | None) -> list[tuple[str, str, str]]:
    """Field, value, condition."""
    if _says_no_more(a, c, failed):
        return []
    send, bad, _, _ = _codes(a, c)
    own = a.ref(c.send_by).enum != a.send.code_enum
    out = [(c.sends.ref.field, _either(send, bad, failed), "")] if not _same(c.send_by, c.sends.ref) else []
    out += [(c.send_by.field, f"{a.name}_dev_reports(in->hw_opcode)" if own else "in->hw_opcode", "")]
    name, at = _NAMES.get(a.send.named_by, ""), 0
    for ref in c.retire_send if name else ():
        out.append((ref.field, f"{name} >> {at}" if at else name, ""))
        at += a.ref(ref).place.bits
    lengths = {r.length.partition(".")[2] for r in c.send if "." in r.length}
    return out + [(field, "in->byte_len", "") for field in sorted(lengths)]


# What a device knows a request by, where completions of sends and receives say it differently.
_NAMES = {"tag": "in->tag", "index": "in->wqe_index", "serial": "in->serial"}


def _says_no_more(a: Adapter, c: Complete, failed: bool | None) -> bool:
    """A completion that names its request itself says nothing else of one that failed."""
    return a.send.named_by == "wr-id" and bool(failed) and not c.all_fields


def _reported(a: Adapter, c: Complete) -> list[tuple[str, list[str]]]:
    """Value of a completion, and the opcodes of the sends that it stands for, where they are not the same."""
    enum = a.ref(c.send_by).enum
    if enum == a.send.code_enum:
        return []
    row = {r.opcode: a.c_name(enum, r.code) for r in reversed(c.send)}
    out: dict[str, list[str]] = {}
    for op in a.send.ops:
        out.setdefault(row[WC_OF[op.name]], []).append(a.c_name(a.send.code_enum, op.code))
    return list(out.items())


def _recv_fields(a: Adapter, c: Complete, failed: bool | None) -> list[tuple[str, str, str]]:
    request = c.retire_recv or c.retire_shared
    if _says_no_more(a, c, failed):
        return []
    _, _, recv, bad = _codes(a, c)
    imm = c.imm or next((r.imm for r in c.recv if r.imm), None)
    key = c.invalidated or next((r.invalidated for r in c.recv if r.invalidated), None)
    low = dict(c.values).get("byte_len")
    out = [(c.sends.ref.field, _either(recv, bad, failed), "")]
    what, enum = "code", a.ref(c.recv_by).enum
    asking = next((a.c_name(enum, r.code) for r in c.recv if r.kind == "SEND_SE"), "")
    if asking:
        what = f"in->recv == INVERBS_DEV_RECV_SEND && in->solicited ? {asking} : {what}"
    if c.order:
        what = f"in->is_late ? {a.c_name(enum, c.order.late.values[0])} : {what}"
    out += [(c.recv_by.field, what, "")] if not _same(c.recv_by, c.sends.ref) else []
    out += [(request.field, _NAMES[a.recv.named_by], "")] if request and a.recv.named_by in _NAMES else []
    out += [(c.retire_none.field, "in->no_request", "")] if c.retire_none else []
    out += [(ref.field, f"in->{_GIVEN[member]}", _when_given(a, member, ref)) for member, ref in c.values if member in _GIVEN]
    out += [(c.ethernet_sl.field, "in->sl", _when_given(a, "sl", c.ethernet_sl))] if c.ethernet_sl else []
    out += [(c.datagram_src.field, "in->src_qp", "in->grh")] if c.datagram_src else []
    out += [(c.extension.when.field, "has_imm", "")] if c.extension else []
    out += [(ref.field, f"in->byte_len >> {a.ref(low).place.bits}", f"code == {a.c_name(a.ref(c.recv_by).enum, row)}")
            for row, ref in c.high_length if low]
    out += [(ref.field, "in->grh", "") for flag in c.flags if flag.name == "GRH" for ref in flag.all_of]
    own = [] if c.extension else [imm, c.imm_when]
    out += [(imm.field, "INVERBS_BE32(in->imm)" if c.imm_number else "in->imm", "has_imm")] if imm in own and imm else []
    out += [(c.imm_when.field, "has_imm", "")] if c.imm_when and c.imm_when in own else []
    out += [(key.field, "in->imm", "in->recv == INVERBS_DEV_RECV_SEND_INV")] if key else []
    out += [(c.invalidated_when.field, "in->recv == INVERBS_DEV_RECV_SEND_INV", "")] if c.invalidated_when else []
    return out


def _overlap(a: Adapter, one: Ref, other: Ref) -> bool:
    big = a.format(a.complete.entry).big_endian

    def bits(ref: Ref) -> set[int]:
        f = a.ref(ref)
        return set(range(f.place.at * 8, (f.place.at + f.length) * 8)) if f.is_bytes else f.place.bit_numbers(big)

    return bool(bits(one) & bits(other))


def _when_given(a: Adapter, member: str, ref: Ref) -> str:
    """Where a member shares its place with what other CQEs have there."""
    c = a.complete
    terms = []
    if member == "sl" and c.ethernet_sl:
        terms.append("in->ethernet" if ref is c.ethernet_sl else "!in->ethernet")
    if c.shared_number and _overlap(a, ref, c.shared_number):
        terms.append("!in->is_xrc")
    if any(_overlap(a, ref, part) for part in c.timestamp):
        terms.append("!in->timestamp")
    return " && ".join(terms)


def _stamp(a: Adapter) -> list[tuple[str, str, str]]:
    """The fields of a completion's time, the lowest bits in the last."""
    out, low = [], 0
    several = len(a.complete.timestamp) > 1
    for ref in reversed(a.complete.timestamp):
        f = a.ref(ref)
        for n in reversed(range(f.length)):
            out.append((f"{f.name}[{n}]", f"(uint8_t)(in->timestamp >> {low})" if low else "(uint8_t)in->timestamp",
                        "in->timestamp"))
            low += 8
        if not f.length:
            out.append((f.name, f"in->timestamp >> {low}" if low else "in->timestamp", "in->timestamp" if several else ""))
            low += f.place.bits
    return out


def _common_fields(a: Adapter, c: Complete, failed: bool | None) -> list[tuple[str, str, str]]:
    out = [(c.number.field, "in->qpn", "")]
    out += [(c.pointer.field, "in->context", "!shared" if c.shared else "")] if c.pointer else []
    out += [(c.shared.flag.field, "1", "shared"), (c.shared.wr_id.field, "in->wr_id", "shared")] if c.shared else []
    out += [(c.retire_recv.field, "in->wr_id", "")] if a.recv.named_by == "wr-id" and c.retire_recv else []
    out += [(c.key.field, "in->key", "")] if c.key else []
    out += [(c.vendor.field, "in->vendor_err", "")] if not _same(c.vendor, c.status_field) and not c.only else []
    when = "failed" if failed is None else ""
    if c.order:
        return [*out, (c.status_field.field, "in->vendor_err", "")]
    if failed is not False:
        out.append((c.status_field.field, f"{a.name}_dev_status(in->status)", when))
        out += [(c.only.ref.field, a.c_name(a.ref(c.only.ref).enum, c.only.values[0]), when)] if c.only else []
        if c.failed and not _same(c.failed.ref, c.sends.ref):
            out.append((c.failed.ref.field, a.c_name(a.ref(c.failed.ref).enum, c.failed.values[0]), when))
    out += [(c.shared_number.field, "in->srqn", "in->is_xrc")] if c.shared_number else []
    return out + _stamp(a)


def _assigned(fmt: Format, fields: list[tuple[str, str, str]]) -> list[str]:
    """Statements for the fields that the format has."""
    own = {f.name: f for f in fmt.fields}
    out = []
    for name, value, condition in fields:
        if name.partition("[")[0] in own:
            narrow = next((w for w in (8, 16) if own[name].place.bits <= w), 0) if name in own else 0
            text = f"e.{name} = {f'(uint{narrow}_t){cexpr.primary(value)}' if narrow else value};"
            out += [f"if ({condition})", f"\t{text}"] if condition else [text]
    return out


def _status_codes(a: Adapter, c: Complete) -> tuple[list[tuple[str, str]], str]:
    """Value of each status, the first where several mean the same; and one that means any other."""
    first: dict[str, str] = {}
    for name, status in c.status:
        first.setdefault(status, a.c_name(a.status_enum, name))
    known = {a.enum(a.status_enum).value(name) for name, _ in c.status}
    most = (1 << a.ref(c.status_field).place.bits) - 1
    return list(first.items()), first.get(c.default_status) or f"0x{next(v for v in range(most, 0, -1) if v not in known):x}"


def _extension(c: Complete) -> dict[str, str]:
    if c.extension is None:
        return {}
    assert c.imm and c.imm_when, "a rule wants both"
    return {"format": c.extension.format, "imm": c.imm.field, "value": "INVERBS_BE32(in->imm)" if c.imm_number else "in->imm",
            "when": c.imm_when.field, "ready": c.extension.ready.field, "shared": c.shared.pointer.field if c.shared else ""}


def _cqe_data(a: Adapter) -> dict[str, object]:
    c = a.complete
    fmt = a.format(c.entry)
    statuses, other = _status_codes(a, c)
    kinds: list[tuple[str, bool | None]] = [(c.error_entry, True), (c.entry, False)]
    if c.error_entry == c.entry and not _says_no_more(a, c, True):
        kinds = [(c.entry, None)]
    return {
        "entry_size": fmt.size, **_ready(a, c), "statuses": [(status, code) for status, code in statuses if code != other],
        "two_views": a.recv.in_send is not None, "entry_first": c.entry_first, "reported": _reported(a, c), "other": other,
        "recv_codes": _recv_codes(a, c),
        "extension": _extension(c), "zero_is_good": not c.failed and all(status != "SUCCESS" for status, _ in statuses),
        "has_imm": any("has_imm" in (v, w) for _, v, w in _recv_fields(a, c, None)),
        "ends": {"format": c.entry, "field": c.resize.ref.field, "value": a.c_name(a.ref(c.resize.ref).enum, c.resize.values[0])}
        if c.resize else None, "fills": [_fill(a, name, failed) for name, failed in kinds], "late": c.order is not None,
        "inside": device_inside(a),
        **_order_data(a, c),
    }


def _ready(a: Adapter, c: Complete) -> dict[str, object]:
    """The bit that hands a CQE over; without one the producer's index does."""
    if c.ready is None:
        return {"ready": None}
    ready, order = a.ref(c.ready).place, a.format(c.entry).order
    bit = cexpr.number(1 << ready.lo, ready.width)
    return {"ready": ready, "ready_bit": f"INVERBS_{order}{ready.width}({bit})" if ready.width > 8 else bit,
            "lap": c.ready_value == "lap"}


def _order_data(a: Adapter, c: Complete) -> dict[str, object]:
    """What is there when software puts completions in order."""
    meanings = status_table(a, c) if c.order else []
    return {"meanings": meanings, "default_status": c.default_status, "attention": bool(c.order and c.order.attention)}


def _fill(a: Adapter, name: str, failed: bool | None) -> dict[str, object]:
    fmt, c = a.format(name), a.complete
    return {"format": name, "condition": {True: "failed", False: "!failed", None: ""}[failed],
            "common": _assigned(fmt, _common_fields(a, c, failed)), "send": _assigned(fmt, _send_fields(a, c, failed)),
            "recv": _assigned(fmt, _recv_fields(a, c, failed))}


def _arm_data(a: Adapter) -> dict[str, object]:
    if a.arms_by_command:
        return {"by_command": True}
    step = a.arm[0]
    fmt = a.format(step.format)
    sources = {f.source for f in fmt.fields}
    word = lower_word(fmt)
    return {"by_command": False, "arm": reading(Segment(fmt.name, fmt.size, (word,), (), None)),
            "arm_at": 4 * step.word if step.kind == "record" else 0,
            "arm_always": not sources & {"cq.arm", "cq.arm_next"}, "arm_solicited": "cq.arm_solicited" in sources}


def render_queue_device(a: Adapter, common: dict[str, object]) -> str:
    return render("adapter/device.h.j2", address=cexpr.address, **_send_data(a), **ring_data(a), **_list_data(a), **_cqe_data(a),
                  **_arm_data(a), queue_head=a.queue_head, **common)
