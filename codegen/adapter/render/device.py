"""Stage render, device side: the decoders of WQEs, and the encoder of CQEs, from the same features as the poll that
reads them."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.lower import words
from codegen.adapter.lower.device import Form, Reading, Use, forms, head_readings, reading, varied_readings
from codegen.adapter.lower.form import Segment, Term, Word
from codegen.adapter.lower.segments import SegmentFunctions, listed, lower_gather, lower_segment, lower_word
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import Among, Complete
from codegen.adapter.model.refs import Ref
from codegen.adapter.render.complete import status_table
from codegen.adapter.render.device_boundary import device_boundary_data
from codegen.adapter.render.front import front_data
from codegen.adapter.render.inside import device_inside
from codegen.adapter.render.memory import payload_at
from codegen.adapter.render.recv import recv_body, sge_end
from codegen.adapter.render.steps import PLACING
from codegen.adapter.sources import RECEIVE
from codegen.adapter.verbs import WC_OF
from codegen.core.cexpr import (
    Assign, Expr, If, Name, Number, Statement, all_of, both, call, cast, choose, negated, number,
)
from codegen.core.render import render
from codegen.formats.lower import Units
from codegen.formats.model import Format

# Members of a work completion, and the C of the device's value for each.
_GIVEN = {"byte_len": "byte_len", "src_qp": "src_qp", "slid": "slid", "sl": "sl", "dlid_path_bits": "path_bits"}
# The source that passes ownership of WQEs where sends and receives share a ring.
GIVES = "sq.generation"
IN, FAILED, HAS_IMM, CODE = Name("in"), Name("failed"), Name("has_imm"), Name("code")
TIME, IMM = IN.to("timestamp"), IN.to("imm")


@dataclass(frozen=True)
class Given:
    """What a device stores in a field of a CQE, and when."""

    field: str
    value: Expr
    when: Expr | None = None
    index: int | None = None  # for a byte array: index of the byte


_KINDS = ("SEND", "SEND_IMM", "SEND_INV", "WRITE_IMM")


# requests ---------------------------------------------------------------------------------------------------------


def _short(a: Adapter, function: str) -> str:
    """The name of a segment in the device's functions: the same as in the function that stores it."""
    return function.removeprefix(f"{a.name}_put_")


def _form(a: Adapter, f: Form, types: list[str], heads: dict[Reading, str], tail: str) -> dict[str, object]:
    names = [_short(a, s.function) for s in f.steps]
    codes = [(a.c_name(a.send.code_enum, f.op.code), "0")]
    codes += [(a.c_name(a.send.code_enum, f.op.solicited), "IBV_SEND_SOLICITED")] if f.op.solicited else []
    return {"opcode": f.op.name, "codes": codes, "type_names": ", ".join(f.types),
            "types": sum(1 << types.index(t) for t in f.types), "head": heads[f.head], "list": "_".join(names),
            "segments": names,
            "sizes": [f"{a.name.upper()}_{s.segment.format.upper()}_SIZE" for s in f.steps], "payload": f.payload,
            "by_bytes": f.by_bytes, "tail": tail, "sge_length": f.op.sge_length,
            "sges": f.sges, "front": f.front}


def _spoken(a: Adapter, uses: list[Use]) -> str:
    """``SEND and RDMA_WRITE on raw queue pairs``: the ops, and the queue pairs unless it is all of them."""
    classes, ethernet = dict.fromkeys(cls for _, cls, _ in uses), all(each for _, _, each in uses)
    where = f" on {listed(classes)} queue pairs" if len(classes) < len(a.send.classes) else ""
    return listed(dict.fromkeys(op for op, _, _ in uses)) + where + (" of Ethernet ports" if ethernet else "")


def _in_each_body(a: Adapter, source: str) -> bool:
    """True if every WQE with payload has this source between head and payload."""
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
    rows = [_form(a, f, types, heads, tails[tail_by_op[f.op.name]] if tails else "")
            for f in forms(a, functions, by_use)]
    fixed = (*head.fields, *(a.format(s.tail.format).fields if s.tail else ()))
    sources, size = {f.source for f in fixed}, a.size_field
    gather = reading(lower_gather(a.format(s.gather.format), s.gather.empty_length))
    return {
        **device_boundary_data(a), **front_data(a), "types": types, "forms": rows,
        "lists": {str(r["list"]): r for r in rows if r["list"]}.values(),
        "segments": [(_short(a, p.function), p.spoken, reading(p.segment)) for p in functions.every()],
        "head": common, "heads": [(name, _spoken(a, users[r]), r) for r, name in heads.items()], "gather": gather,
        "tail": tail,
        "tails": [(name, listed(op for op, each in tail_by_op.items() if each == r), r) for r, name in tails.items()],
        "tail_at": s.tail.at if s.tail else 0, "payload_at": payload_at(a), "named_by": s.named_by,
        "summed": any(f.source == "payload.bytes" and f.unread != "always" and not f.inline for f in fixed)
        or _in_each_body(a, "payload.bytes"),
        "skips_empty": s.gather.skip_empty, "sized": "wqe.bytes" in sources,
        "counted": ("payload.sges" in sources or _in_each_body(a, "payload.sges")) and not s.gather.skip_empty,
        "inline": reading(lower_segment(a.format(s.inline.header), {})) if s.inline.header else None,
        "header": a.format(s.inline.header).size if s.inline.header else 0, "unit": a.size_unit,
        "zeroed": s.ring.zeroed,
        "inline_chunk": s.inline.chunk, "owner_bit": _owner_bit(a), "size_name": size.name if size else "",
    }


def _owner_bit(a: Adapter) -> dict[str, object] | None:
    """The ownership bit of the head; None if it has none."""
    fmt = a.format(a.send.head)
    f = next((f for f in fmt.fields if f.source in ("sq.lap", "sq.generation")), None)
    if f is None or fmt.publish is None:
        return None
    at, width, shift = Units(fmt, fmt.fields).locate(f.place)
    bit = words.value(Word(at, width, fmt.order, (Term(f.name, number(1 << shift, width), None),)))
    return {"at": at, "width": width, "bit": bit, "lap": f.source == "sq.lap"}


def ring_data(a: Adapter) -> dict[str, object]:
    """Data for a send ring that may also contain receives."""
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
        "top": top, "top_gives": top.carrier(GIVES), "top_bytes": top.carrier("wqe.bytes"),
        "top_code": top.carrier("op.code"),
        "top_serial": top.carrier("sq.serial"), "recv_code": a.c_name(s.code_enum, own.code), "recv_sges": own.sges,
        "recv_bytes": own.bytes, "recv_segments": [reading(segment) for segment in recv_body(a)],
    }


def _list_data(a: Adapter) -> dict[str, object]:
    r = a.recv
    if r.in_send:
        return {"lists_of": [], "link": None, "by_unit": False}
    if r.head and not r.head_at:
        fields = {f.source: f.name for f in a.format(r.head).fields if f.source}
        return {"recv_head": reading(lower_segment(a.format(r.head), {}, RECEIVE), "unit"),
                "recv_count": fields["payload.sges"],
                "recv_sge": reading(lower_segment(a.format(r.gather.format), {}), "at")}
    data: dict[str, object] = {"lists_of": [], "link": None, "by_unit": r.ring.entry == "unit-per-sge"}
    uses = [("recv", r.gather, r.end_lkey, 0)]
    if r.shared:
        uses.append(("srq_recv", r.shared.gather, r.shared.end_lkey, a.format(r.shared.head).size))
        link = next(f for f in a.format(r.shared.head).fields if f.name == r.shared.link.field)
        data["link"] = {"format": r.shared.head, "field": link.name}
    data["recv_head"] = None
    data["lists_of"] = [
        {"what": what, "at": at, "skips_empty": g.skip_empty,
         "segment": reading(lower_segment(a.format(g.format), {}), "unit"),
         "end": reading(_segment(sge_end(a, g, end)), "unit") if end is not None else None}
        for what, g, end, at in uses]
    return data


def _segment(segment: Segment | None) -> Segment:
    assert segment is not None
    return segment


# completions ------------------------------------------------------------------------------------------------------


def _same(one: Ref | None, other: Ref) -> bool:
    return one is not None and (one.format, one.field) == (other.format, other.field)


def _codes(a: Adapter, c: Complete) -> tuple[Expr, Expr, Expr, Expr]:
    """Values of the field that tells sends from receives: of successful sends and receives, and of failed ones."""
    enum = a.ref(c.sends.ref).enum
    failed = c.failed.values if c.failed and _same(c.failed.ref, c.sends.ref) else ()
    taken = {*c.sends.values, *failed}
    for among in (c.resize, c.unless):
        taken |= {*among.values} if among and _same(among.ref, c.sends.ref) else set()
    send = next(v for v in c.sends.values if v not in failed)
    send_bad = next((v for v in c.sends.values if v in failed), send)
    recv = next((name for name, _ in a.enum(enum).values if name not in taken), send)
    recv_bad = next((v for v in failed if v not in c.sends.values), recv)
    of_send, of_send_bad, of_recv, of_recv_bad = (Name(a.c_name(enum, v)) for v in (send, send_bad, recv, recv_bad))
    return of_send, of_send_bad, CODE if _same(c.recv_by, c.sends.ref) else of_recv, of_recv_bad


def _either(good: Expr, bad: Expr, failed: bool | None) -> Expr:
    """The values of a field in CQEs of successful and of failed work requests; None if only `failed` tells these
    apart."""
    if failed is None and good != bad:
        return choose(FAILED, bad, good)
    return bad if failed else good


def _recv_codes(a: Adapter, c: Complete) -> list[tuple[str, str]]:
    enum = a.ref(c.recv_by).enum
    by_kind = {r.kind: a.c_name(enum, r.code) for r in c.recv if r.kind}
    for kind, flag in (("SEND_IMM", c.imm_when), ("SEND_INV", c.invalidated_when)):
        if flag and "SEND" in by_kind:
            by_kind.setdefault(kind, by_kind["SEND"])
    return [(kind, by_kind[kind]) for kind in _KINDS if kind in by_kind]


def _send_fields(a: Adapter, c: Complete, failed: bool | None) -> list[Given]:
    if _says_no_more(a, c, failed):
        return []
    send, bad, _, _ = _codes(a, c)
    own = a.ref(c.send_by).enum != a.send.code_enum
    posted = IN.to("hw_opcode")
    out = [Given(c.sends.ref.field, _either(send, bad, failed))] if not _same(c.send_by, c.sends.ref) else []
    out += [Given(c.send_by.field, call(f"{a.name}_dev_reports", posted) if own else posted)]
    name, at = _NAMES.get(a.send.named_by), 0
    for ref in c.retire_send if name else ():
        out += [Given(ref.field, name >> at)] if name else []
        at += a.ref(ref).place.bits
    lengths = {r.length.partition(".")[2] for r in c.send if "." in r.length}
    return out + [Given(field, IN.to("byte_len")) for field in sorted(lengths)]


# The values by which a device identifies a work request, where completions of sends and receives differ.
_NAMES = {"tag": IN.to("tag"), "index": IN.to("wqe_index"), "serial": IN.to("serial")}


def _says_no_more(a: Adapter, c: Complete, failed: bool | None) -> bool:
    """True if the completion of a failed work request contains nothing but its wr_id."""
    return a.send.named_by == "wr-id" and bool(failed) and not c.all_fields


def _reported(a: Adapter, c: Complete) -> list[tuple[str, list[str]]]:
    """The value in a completion, and the opcodes of the sends that it reports, where these are not the same."""
    enum = a.ref(c.send_by).enum
    if enum == a.send.code_enum:
        return []
    row = {r.opcode: a.c_name(enum, r.code) for r in reversed(c.send)}
    out: dict[str, list[str]] = {}
    for op in a.send.ops:
        out.setdefault(row[WC_OF[op.name]], []).append(a.c_name(a.send.code_enum, op.code))
    return list(out.items())


def _recv_fields(a: Adapter, c: Complete, failed: bool | None) -> list[Given]:
    request = c.retire_recv or c.retire_shared
    if _says_no_more(a, c, failed):
        return []
    _, _, recv, bad = _codes(a, c)
    imm = c.imm or next((r.imm for r in c.recv if r.imm), None)
    key = c.invalidated or next((r.invalidated for r in c.recv if r.invalidated), None)
    low = dict(c.values).get("byte_len")
    out = [Given(c.sends.ref.field, _either(recv, bad, failed))]
    what: Expr = CODE
    enum, kind, grh = a.ref(c.recv_by).enum, IN.to("recv"), IN.to("grh")
    asking = next((Name(a.c_name(enum, r.code)) for r in c.recv if r.kind == "SEND_SE"), None)
    if asking:
        what = choose(both(kind.equals(Name("INVERBS_DEV_RECV_SEND")), IN.to("solicited")), asking, what)
    if c.order:
        what = choose(IN.to("is_late"), Name(a.c_name(enum, c.order.late.values[0])), what)
    out += [Given(c.recv_by.field, what)] if not _same(c.recv_by, c.sends.ref) else []
    out += [Given(request.field, _NAMES[a.recv.named_by])] if request and a.recv.named_by in _NAMES else []
    out += [Given(c.retire_none.field, IN.to("no_request"))] if c.retire_none else []
    out += [Given(ref.field, IN.to(_GIVEN[member]), _when_given(a, member, ref))
            for member, ref in c.values if member in _GIVEN]
    out += [Given(c.ethernet_sl.field, IN.to("sl"), _when_given(a, "sl", c.ethernet_sl))] if c.ethernet_sl else []
    out += [Given(c.datagram_src.field, IN.to("src_qp"), grh)] if c.datagram_src else []
    out += [Given(c.extension.when.field, HAS_IMM)] if c.extension else []
    out += [Given(ref.field, IN.to("byte_len") >> a.ref(low).place.bits, CODE.equals(Name(a.c_name(enum, row))))
            for row, ref in c.high_length if low]
    out += [Given(ref.field, grh) for flag in c.flags if flag.name == "GRH" for ref in flag.all_of]
    own, ended = [] if c.extension else [imm, c.imm_when], kind.equals(Name("INVERBS_DEV_RECV_SEND_INV"))
    out += [Given(imm.field, _imm(c), HAS_IMM)] if imm in own and imm else []
    out += [Given(c.imm_when.field, HAS_IMM)] if c.imm_when and c.imm_when in own else []
    out += [Given(key.field, IMM, ended)] if key else []
    out += [Given(c.invalidated_when.field, ended)] if c.invalidated_when else []
    return out


def _imm(c: Complete) -> Expr:
    return call("INVERBS_BE32", IMM) if c.imm_number else IMM


def _overlap(a: Adapter, one: Ref, other: Ref) -> bool:
    big = a.format(a.complete.entry).big_endian
    return bool(a.ref(one).bit_numbers(big) & a.ref(other).bit_numbers(big))


def _when_given(a: Adapter, member: str, ref: Ref) -> Expr | None:
    """The condition under which a member is stored at a position that other CQEs use differently."""
    c = a.complete
    terms = []
    if member == "sl" and c.ethernet_sl:
        terms.append(IN.to("ethernet") if ref is c.ethernet_sl else negated(IN.to("ethernet")))
    if c.shared_number and _overlap(a, ref, c.shared_number):
        terms.append(negated(IN.to("is_xrc")))
    if any(_overlap(a, ref, part) for part in c.timestamp):
        terms.append(negated(TIME))
    return all_of(*terms)


def _stamp(a: Adapter) -> list[Given]:
    """The fields of a completion's time; the last one has the lowest bits."""
    out: list[Given] = []
    low = 0
    several = len(a.complete.timestamp) > 1
    for ref in reversed(a.complete.timestamp):
        f = a.ref(ref)
        for n in reversed(range(f.length)):
            out.append(Given(f.name, cast("uint8_t", TIME >> low), TIME, n))
            low += 8
        if not f.length:
            out.append(Given(f.name, TIME >> low, TIME if several else None))
            low += f.place.bits
    return out


def _common_fields(a: Adapter, c: Complete, failed: bool | None) -> list[Given]:
    shared, wr_id, vendor = Name("shared"), IN.to("wr_id"), IN.to("vendor_err")
    out = [Given(c.number.field, IN.to("qpn"))]
    out += [Given(c.pointer.field, IN.to("context"), negated(shared) if c.shared else None)] if c.pointer else []
    out += [Given(c.shared.flag.field, Number(1), shared),
            Given(c.shared.wr_id.field, wr_id, shared)] if c.shared else []
    out += [Given(c.retire_recv.field, wr_id)] if a.recv.named_by == "wr-id" and c.retire_recv else []
    out += [Given(c.key.field, IN.to("key"))] if c.key else []
    out += [Given(c.vendor.field, vendor)] if not _same(c.vendor, c.status_field) and not c.only else []
    when = FAILED if failed is None else None
    if c.order:
        return [*out, Given(c.status_field.field, vendor)]
    if failed is not False:
        out.append(Given(c.status_field.field, call(f"{a.name}_dev_status", IN.to("status")), when))
        out += [_first(a, c.only, when)] if c.only else []
        if c.failed and not _same(c.failed.ref, c.sends.ref):
            out.append(_first(a, c.failed, when))
    out += [Given(c.shared_number.field, IN.to("srqn"), IN.to("is_xrc"))] if c.shared_number else []
    return out + _stamp(a)


def _first(a: Adapter, among: Among, when: Expr | None) -> Given:
    return Given(among.ref.field, Name(a.c_name(a.ref(among.ref).enum, among.values[0])), when)


def _assigned(fmt: Format, fields: list[Given]) -> list[Statement]:
    """Assignments to the fields that the format has."""
    own = {f.name: f for f in fmt.fields}
    out: list[Statement] = []
    for given in (each for each in fields if each.field in own):
        member, f = Name("e").dot(given.field), own[given.field]
        narrow = next((w for w in (8, 16) if f.place.bits <= w), 0) if given.index is None else 0
        put = Assign(member if given.index is None else member.at(given.index),
                     cast(f"uint{narrow}_t", given.value) if narrow else given.value)
        out.append(If(given.when, (put,)) if given.when else put)
    return out


def _status_codes(a: Adapter, c: Complete) -> tuple[list[tuple[str, str]], str]:
    """The value for each status (the first one, if several mean the same), and one for all other statuses."""
    first: dict[str, str] = {}
    for name, status in c.status:
        first.setdefault(status, a.c_name(a.status_enum, name))
    known = {a.enum(a.status_enum).value(name) for name, _ in c.status}
    most = (1 << a.ref(c.status_field).place.bits) - 1
    other = first.get(c.default_status)
    return list(first.items()), other or _hex(next(v for v in range(most, 0, -1) if v not in known))


def _hex(value: int) -> str:
    return f"0x{value:x}"


def _extension(c: Complete) -> dict[str, object]:
    if c.extension is None:
        return {}
    assert c.imm and c.imm_when, "a rule wants both"
    return {"format": c.extension.format, "imm": c.imm.field, "value": _imm(c),
            "when": c.imm_when.field, "ready": c.extension.ready.field,
            "shared": c.shared.pointer.field if c.shared else ""}


def _cqe_data(a: Adapter) -> dict[str, object]:
    c = a.complete
    fmt = a.format(c.entry)
    statuses, other = _status_codes(a, c)
    kinds: list[tuple[str, bool | None]] = [(c.error_entry, True), (c.entry, False)]
    if c.error_entry == c.entry and not _says_no_more(a, c, True):
        kinds = [(c.entry, None)]
    return {
        "entry_size": fmt.size, **_ready(a, c),
        "statuses": [(status, code) for status, code in statuses if code != other],
        "two_views": a.recv.in_send is not None, "entry_first": c.entry_first, "reported": _reported(a, c),
        "other": other,
        "recv_codes": _recv_codes(a, c),
        "extension": _extension(c), "zero_is_good": not c.failed and all(status != "SUCCESS" for status, _ in statuses),
        "has_imm": any(HAS_IMM in (given.value, given.when) for given in _recv_fields(a, c, None)),
        "ends": {"format": c.entry, "field": c.resize.ref.field,
                 "value": a.c_name(a.ref(c.resize.ref).enum, c.resize.values[0])}
        if c.resize else None, "fills": [_fill(a, name, failed) for name, failed in kinds], "late": c.order is not None,
        "inside": device_inside(a),
        **_order_data(a, c),
    }


def _ready(a: Adapter, c: Complete) -> dict[str, object]:
    """The ownership bit of a CQE; without one, the producer index passes ownership."""
    if c.ready is None:
        return {"ready": None}
    ready = a.ref(c.ready).place
    word = Word(ready.at, ready.width, a.format(c.entry).order, ())
    return {"ready": ready, "ready_bit": words.order_of(word, number(1 << ready.lo, ready.width)),
            "lap": c.ready_value == "lap"}


def _order_data(a: Adapter, c: Complete) -> dict[str, object]:
    """Data for adapters whose completions software puts in order."""
    meanings = status_table(a, c) if c.order else []
    return {"meanings": meanings, "default_status": c.default_status, "attention": bool(c.order and c.order.attention)}


def _fill(a: Adapter, name: str, failed: bool | None) -> dict[str, object]:
    fmt, c = a.format(name), a.complete
    return {"format": name, "condition": {True: FAILED, False: negated(FAILED), None: None}[failed],
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
    return render("adapter/device.h.j2", address=PLACING["address"], **_send_data(a), **ring_data(a), **_list_data(a),
                  **_cqe_data(a),
                  **_arm_data(a), queue_head=a.queue_head, **common)
