"""Stage render: the lowered form placed in templates, one for each function, chosen by feature."""

from __future__ import annotations

import re

from codegen.adapter.lower import cexpr
from codegen.adapter.lower.form import Segment, Term, Word
from codegen.adapter.lower.head import lower_head
from codegen.adapter.lower.segments import SegmentFunctions, lower_gather, lower_segment, lower_word, plans, recv_head_format
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import Among, Complete, WcRow
from codegen.adapter.model.formats import Field, Ref
from codegen.adapter.model.queues import Gather, QUEUE, Refusal, Step
from codegen.adapter.model.recv import Shared
from codegen.adapter.model.send import Limit, Op, Send
from codegen.adapter.render.boundary import CAPABILITIES, boundary_data, inline_ignored, ops_without_length, recv_boundary_data
from codegen.adapter.render.builder import builder_data
from codegen.adapter.render.extras import extras_data
from codegen.adapter.render.hot import hot_data
from codegen.adapter.render.inside import inside_data
from codegen.adapter.render.memory import full, head_data, tail_data
from codegen.adapter.render.unit import op_mask, type_condition, unit_data
from codegen.adapter.sources import RECEIVE, expression
from codegen.adapter.verbs import WC_OF, poll_readers, wc_opcodes, wc_statuses, wr_opcodes
from codegen.core.render import render

_SPARSE = 16  # rows
_LENGTH = re.compile(r"(?<![\w.])length\b")


# words of the send side -------------------------------------------------------------------------------------------


def _publish(word: Word, base: str, index: int = 0) -> str:
    return f"inverbs_publish{word.width}({cexpr.address(base, word.at + index)}, {cexpr.value(word)});"


def _write(word: Word, base: str, place: str) -> str:
    return f"inverbs_mmio_write{word.width}({base}{f' + {place}' if place else ''}, {cexpr.value(word)});"


def _unused_unless(segment: Segment, *names: str) -> str:
    return "" if segment.needs & set(names) else " INVERBS_UNUSED"


_PLACING: dict[str, object] = {"store": cexpr.store, "copy": cexpr.copy, "publish": _publish, "write": _write, "address": cexpr.address,
                               "unused_unless": _unused_unless}


def _step(a: Adapter, s: Step) -> dict[str, object]:
    word = lower_word(a.format(s.format)) if s.format else None
    return {"kind": s.kind, "side": s.side, "word": word, "index": s.word, "place": cexpr.constant(a.name, s.place) if s.place else "",
            "block": s.block, "otherwise": s.otherwise, "alternate": s.alternate}


def _steps(a: Adapter, steps: tuple[Step, ...]) -> list[dict[str, object]]:
    return [_step(a, s) for s in steps]


def _codes(a: Adapter) -> list[tuple[str, str]]:
    """Opcode for each verbs opcode, in order of the verbs' numbers up to the last one that the adapter has."""
    codes = {op.name: a.c_name(a.send.code_enum, op.code) for op in a.send.posted}
    names = {value: name for name, value in wr_opcodes().items()}
    last = max(value for value, name in names.items() if name in codes)
    return [(names.get(i, ""), codes.get(names.get(i, ""), "0")) for i in range(last + 1)]


def _solicited_codes(a: Adapter) -> list[tuple[str, str]]:
    """The same with IBV_SEND_SOLICITED, where it changes the opcode of some."""
    if not any(op.solicited for op in a.send.ops):
        return []
    codes = {op.name: a.c_name(a.send.code_enum, op.solicited or op.code) for op in a.send.ops}
    return [(op, codes.get(op, "0")) for op, _ in _codes(a)]


def _notes(a: Adapter) -> list[tuple[str, str]]:
    notes = {op.name: f"IBV_WC_{op.note}" for op in a.send.ops if op.note}
    return [(op, notes.get(op, "0")) for op, _ in _codes(a)]


def _leads(a: Adapter, functions: SegmentFunctions) -> list[dict[str, object]]:
    return [{"types": c.types, "payload_only": c.payload_only, "steps": [functions.placed(functions.lead(c, n)) for n in c.lead]}
            for c in a.send.classes if c.lead or c.payload_only]


def _empty_condition(op: Op) -> str:
    moved = "req->wr->bind_mw.bind_info.length" if op.name == "BIND_MW" else "length"
    return f"(req->opcode == IBV_WR_{op.name} && {moved} == 0)"


def _send_refusal(a: Adapter, r: Refusal, codes: int) -> list[tuple[str, str]]:
    inline = " && !inverbs_is_inline(req)" if r.unless_inline else ""
    if r.kind == "opcode":
        by_types = {types: [op.name for op in a.send.posted if op.types == types] for types in dict.fromkeys(op.types for op in a.send.posted)}
        own = [(f"(req->op & {op_mask(names)}) && !({type_condition(types)})", r.error) for types, names in by_types.items() if types]
        return [(f"req->opcode >= {codes} || !(req->op & {a.name.upper()}_SEND_OPS)", r.error), *own]
    if r.kind == "failed":  # tested once for a call, not for each request
        return []
    if r.kind == "needs":
        return _send_needs(a)
    if r.kind == "sges":
        single = op_mask([op.name for op in a.send.ops if op.sges])
        return [(f"req->num_sge > sq->max_sge{inline}", r.error), *([(f"(req->op & {single}) && req->num_sge > 1", r.error)] if single else [])]
    if r.kind == "inline":
        single = op_mask([op.name for op in a.send.ops if op.sges])
        barred = op_mask([op.name for op in a.send.ops if op.bars_inline])
        return [*([(f"(req->op & {barred}) && inverbs_is_inline(req)", r.error)] if barred else []), (f"inverbs_is_inline(req) && length > sq->max_inline{f' && !(req->op & {single})' if single else ''}", r.error)]
    if r.kind == "flags":
        allowed = " | ".join(f"IBV_SEND_{f}" for f in r.flags)
        return [(f"req->flags & ~(uint32_t)({allowed})", r.error)]
    conditions = {
        "full": _full(a), "no-sges": "req->num_sge == 0", "closed": "sq->closed",
        "long": "req->num_sge > 1 && inverbs_payload_bytes(req) > UINT32_MAX",
        "unsignaled": "!((req->flags | req->traits) & IBV_SEND_SIGNALED)",
        "room": f"{a.name}_too_long(sq, req, length)",
    }
    return [(conditions[r.kind], r.error)]


def _full(a: Adapter) -> str:
    if a.send.ring.shared:
        return full(a, "sq", "position")
    boundary = a.send.ring.boundary
    if boundary:
        return f"end - inverbs_observe32(&sq->tail) > sq->entries - {boundary.spare}U"
    return "sq->head - inverbs_observe32(&sq->tail) >= sq->max_post"


def _send_needs(a: Adapter) -> list[tuple[str, str]]:
    out = []
    for op in a.send.ops:
        test = f"req->opcode == IBV_WR_{op.name}"
        out += [(f"{test} && !(req->traits & {CAPABILITIES[n.capability]})", n.error) for n in op.needs]
        out += [(f"{test} && {_broken(a, op, x)}", x.error) for x in op.limits]
    for cls in a.send.classes:
        out += [(f"({type_condition(cls.types)}) && (req->flags & IBV_SEND_{n.flag}) && "
                 f"!(req->traits & {CAPABILITIES[n.capability]})", n.error) for n in cls.needs]
    return out


def _broken(a: Adapter, op: Op, limit: Limit) -> str:
    """True when a request has another value than its op takes."""
    own = "inverbs_payload_bytes(req)" if limit.source == "payload.bytes" else expression(limit.source, op.name).replace("wr->", "req->wr->")
    value = cexpr.primary(own)
    if limit.kind == "multiple-of":
        return f"({value} & {int(limit.bound, 0) - 1})"
    bound = limit.bound if limit.bound[:1].isdigit() else cexpr.constant(a.name, limit.bound)
    return f"{value} {'>' if limit.kind == 'at-most' else '<'} {bound}"


def _payload_condition(a: Adapter) -> str:
    """Whether a request has payload; empty: all have."""
    without = [op.name for op in a.send.posted if not op.body.payload]
    always = [t for c in a.send.classes if c.payload_only for t in c.types]
    own = [f"!(req->op & {op_mask(without)})"] if without else []
    if any(op.body.payload and op.empty and not op.empty.payload for op in a.send.ops):
        own.append(f"!{a.name}_is_empty(req, length)")
    if not own:
        return ""
    return " || ".join([*([f"({type_condition(tuple(always))})"] if always else []), f"({' && '.join(own)})" if len(own) > 1 else own[0]])


def _gather(a: Adapter, g: Gather) -> Segment:
    """The segment of an SGE of a receive, which the doorbell hands over."""
    return lower_segment(a.format(g.format), {}).whole


def sge_end(a: Adapter, g: Gather, lkey: int | None) -> Segment | None:
    """The segment behind the last SGE: its key says that nothing follows."""
    if lkey is None:
        return None
    fmt = a.format(g.format)
    return lower_segment(fmt, {f.name: str(lkey if f.source == "sge.lkey" else 0) for f in fmt.fields if f.source}).whole


def size_unit(a: Adapter) -> int:
    """What the size of a WQE is counted in."""
    return max((f.unit for f in a.format(a.send.head).fields if f.source == "wqe.bytes"), default=1)


def _send_data(a: Adapter) -> dict[str, object]:
    s, functions = a.send, SegmentFunctions(a)
    head = lower_head(a)
    tail = tail_data(a)
    codes = _codes(a)
    refusals = [pair for r in s.refusals for pair in _send_refusal(a, r, len(codes))]
    empties = [op for op in s.ops if op.empty]
    placed = functions.every()
    always = s.keep_length or any("length" in x.needs for x in (*(p.segment for p in placed), head.segment, *([tail.segment] if tail else [])))
    always |= any(_LENGTH.search(c) and not re.search("inverbs_is_inline|_too_long", c) for c, _ in refusals)
    return {
        **boundary_data(a, placed), "solicited_codes": _solicited_codes(a), "no_inline": op_mask(inline_ignored(s.ops)),
        "lengthless": op_mask(ops_without_length(a)),
        "tail": tail, "codes": codes, "op_mask": op_mask([op.name for op in s.posted]), "functions": placed, "head_size": a.format(s.head).size,
        "leads": _leads(a, functions), "leadless": op_mask([op.name for op in s.ops if not op.lead]),
        "plans": plans(a, functions, False), "empty_plans": plans(a, functions, True), "refusals": refusals,
        "empties": [_empty_condition(op) for op in empties], "empties_by_length": any(op.name != "BIND_MW" for op in empties),
        "length_refused": any(_LENGTH.search(c) for c, _ in refusals), "gather": s.gather,
        "gather_segment": lower_gather(a.format(s.gather.format), s.gather.empty_length), **unit_data(a, codes, _payload_condition(a)),
        "sge_lengths": [(op_mask([op.name for op in s.ops if op.sge_length == n]), n)
                        for n in sorted({op.sge_length for op in s.ops} - {0})],
        "unit": size_unit(a), "inline_size": a.format(s.inline.header).size if s.inline.header else 0,
        "inline_segment": lower_segment(a.format(s.inline.header), {}) if s.inline.header else None,
        "payload_condition": _payload_condition(a), "head": head.segment, "head_variables": head.variables, "head_types": head.types,
        "owes": op_mask([op.name for op in s.ops if op.owes]), "steps": _steps(a, s.doorbell),
        "image": any(x.kind == "image" for x in s.doorbell), "recorded": any(x.kind == "record" for x in s.doorbell),
        "ring": s.ring, "named_by": s.named_by, "keep_count": s.keep_count, "keep_note": s.keep_note, "notes": _notes(a),
        "batched": s.batched, "length_always": always, "total_first": always and _limited(s) and not s.ring.boundary, "command": s.by_command,
        "keep": "sq->posted[index & (sq->entries - 1)].wr_id = wr->wr_id;" if s.keep_count or s.keep_end or s.keep_note or s.keep_length
        else "sq->wr_id[index & (sq->entries - 1)] = wr->wr_id;",
        "flagless": op_mask([op.name for op in s.ops if op.flagless]), "late_ops": op_mask([op.name for op in s.ops if op.late]),
        "reports": _reports(a), **_shared_words(a),
        "units": f"(bytes + {s.ring.unit - 1}) / {s.ring.unit}" if s.ring.entry == "many-units" else "1",
    }


def _limited(s: Send) -> bool:
    """Lists of SGEs that are too long are refused whatever else a request says: their bytes can be counted first."""
    return any(r.kind == "sges" and not r.unless_inline for r in s.refusals)


def reported(a: Adapter) -> dict[str, str]:
    """By op: the value by which its completion says what was done."""
    c = a.complete
    rows = {r.opcode: a.c_name(a.ref(c.send_by).enum, r.code) for r in reversed(c.send)}
    return {op.name: rows.get(WC_OF[op.name], "0") for op in a.send.ops}


def _reports(a: Adapter) -> list[tuple[str, str]]:
    values = reported(a) if a.complete.order else {}
    return [(op, values.get(op, "0")) for op, _ in _codes(a)]


def _bit(a: Adapter, ref: Ref) -> str:
    """A bit of a native word."""
    return cexpr.number(1 << a.ref(ref).place.lo, a.ref(ref).place.width)


def _shared_words(a: Adapter) -> dict[str, object]:
    """What is stored once more after the head, and the word that the kernel shares."""
    s = a.send
    repeat = lower_word(a.format(s.repeat.format)) if s.repeat else None
    return {"repeat": repeat, "repeat_at": s.repeat.at if s.repeat else 0, "state": s.state,
            "state_failed": _bit(a, s.state.failed) if s.state else "", "state_quiet": _bit(a, s.state.quiet) if s.state and s.state.quiet else "",
            "diverts": bool(a.identity.by_command)}


# receive ----------------------------------------------------------------------------------------------------------


def _recv_refusals(a: Adapter, refusals: tuple[Refusal, ...], shared: bool) -> list[tuple[str, str]]:
    queue = "srq" if shared else "rq"
    used_up = "srq->head == srq->tail" if shared else "rq->head - inverbs_observe32(&rq->tail) >= rq->max_post"
    conditions = {"full": full(a, queue, "head") if a.recv.ring.shared else used_up, "sges": f"(uint32_t)wr->num_sge > {queue}->max_sge", "no-sges": "wr->num_sge == 0",
                  "closed": "rq->closed"}
    return [(conditions[r.kind], r.error) for r in refusals if r.kind != "failed"]


def recv_body(a: Adapter) -> list[Segment]:
    """Segments between head and SGEs of a receive in the send ring."""
    assert a.recv.in_send
    return [lower_segment(a.format(name), {}, RECEIVE) for name in a.recv.in_send.body]


def recv_head(a: Adapter) -> Segment:
    """The head of a receive in the send ring."""
    return lower_segment(recv_head_format(a), {})


def _recv_data(a: Adapter) -> dict[str, object]:
    r, shared = a.recv, a.recv.shared
    out: dict[str, object] = {
        "recv": r, "recv_refusals": _recv_refusals(a, r.refusals, False), "recv_gather": r.gather, **recv_boundary_data(a),
        "recv_head": lower_segment(a.format(r.head), {}, RECEIVE) if r.head and not r.head_at else None,
        "recv_segment": _gather(a, r.gather), "recv_end": sge_end(a, r.gather, r.end_lkey), "recv_steps": _steps(a, r.doorbell),
    }
    if r.in_send:
        out |= {"recv_body": recv_body(a), "recv_head": recv_head(a)}
    if shared:
        out |= {"shared_link": _link(a, shared), "shared_segment": _gather(a, shared.gather), "shared_end": sge_end(a, shared.gather, shared.end_lkey),
                "shared_refusals": _recv_refusals(a, shared.refusals, True), "shared_head_size": a.format(shared.head).size,
                "shared_steps": _steps(a, shared.doorbell)}
    if r.shared_rings:
        out["shared_refusals"] = _recv_refusals(a, r.refusals, True)
    return out


# completion -------------------------------------------------------------------------------------------------------


def _is_among(a: Adapter, among: Among, value: str) -> str:
    enum = a.ref(among.ref).enum
    return " || ".join(f"{value} == {a.c_name(enum, v)}" for v in among.values)


def _link(a: Adapter, shared: Shared) -> str:
    """The store that links a slot to the next; empty where other fields are in the word."""
    p, fmt = a.ref(shared.link).place, a.format(shared.head)
    if p.bits < p.width:
        return ""
    return cexpr.store(Word(p.at, p.width, "BE" if fmt.big_endian else "LE", (Term("", f"(uint{p.width}_t)slot", None, bits=p.width),)), "last")


def _ready(a: Adapter, c: Complete) -> dict[str, object]:
    if c.ready is None:
        return {}
    f, fmt = a.ref(c.ready), a.format(c.entry)
    p = f.place
    load = f"inverbs_observe{p.width}({cexpr.address('cqe', p.at)})"
    if p.width > 8:
        load = f"INVERBS_{'BE' if fmt.big_endian else 'LE'}{p.width}({load})"
    unless = ""
    if c.unless:
        other = a.ref(c.unless.ref).place
        assert (other.at, other.width) == (p.at, p.width), "a rule holds both in one word"
        unless = _is_among(a, c.unless, f"((word >> {other.lo}) & 0x{(1 << other.bits) - 1:x}U)")
    bit = cexpr.number(1 << p.lo, p.width)
    if p.width > 8:
        bit = f"INVERBS_{'BE' if fmt.big_endian else 'LE'}{p.width}({bit})"
    return {"width": p.width, "load": load, "shift": p.lo, "unless": unless, "lap": c.ready_value == "lap", "bit": bit,
            "place": cexpr.address("cqe", p.at)}


_UNKNOWN = {"opcode": "0", "flags": "0", "length": "0", "special": "3"}


def _meaning(r: WcRow | None) -> dict[str, str]:
    """One row of a table: what the program sees."""
    if r is None:
        return _UNKNOWN
    length = {"": "0", "noted": "0xff"}.get(r.length) or ("1" if "." in r.length else r.length)
    return {"opcode": "0xff" if r.opcode == "noted" else f"IBV_WC_{r.opcode}", "length": length,
            "flags": " | ".join(f"IBV_WC_{f}" for f in r.flags) or "0",
            "special": "2" if r.invalidated else "1" if r.imm else "0"}


def _table(a: Adapter, c: Complete, send: bool) -> list[dict[str, str]]:
    """A row for each value up to the last one that means something, and one for all others."""
    rows, by, other = (c.send, c.send_by, c.send_default) if send else (c.recv, c.recv_by, c.recv_default)
    enum = a.enum(a.ref(by).enum)
    known = {enum.value(r.code): r for r in rows}
    table = []
    for value in range(_first_value(set(known)), max(known, default=-1) + 1):
        r = known.get(value)
        table.append({**_meaning(r or other), "name": f"0x{value:02x} {r.code}" if r else f"0x{value:02x}"})
    return [*table, {**_meaning(other), "name": "all others"}]


def _first_value(known: set[int]) -> int:
    """Value of a table's first row: 0, unless many rows would mean nothing."""
    return min(known) if min(known, default=0) >= _SPARSE else 0


def _copied(a: Adapter, rows: tuple[WcRow, ...], by: Ref, other: WcRow | None) -> str:
    """Length of all rows where the numbers of the opcodes are those of verbs and nothing else differs; empty: a table says it."""
    if not rows:
        return ""
    enum, first = a.enum(a.ref(by).enum), _meaning(rows[0])
    same = all(r.opcode in wc_opcodes() and enum.value(r.code) == wc_opcodes()[r.opcode] for r in rows)
    alike = all({**_meaning(r), "opcode": first["opcode"]} == first for r in rows)
    return first["length"] if same and alike and other is None and first["flags"] == first["special"] == "0" else ""


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
    """The largest status where all have the numbers of verbs; 0: a table says them."""
    enum = a.enum(a.status_enum)
    same = all(enum.value(name) == wc_statuses()[status] for name, status in c.status)
    values = {enum.value(name) for name, _ in c.status}
    return max(values) if same and values == set(range(1, max(values) + 1)) else 0


def _flags(c: Complete) -> list[tuple[str, str]]:
    out = []
    for flag in c.flags:
        terms = [f"e->{r.field}" for r in flag.all_of]
        terms += [f"e->{ref.field} == {value}" for name, ref, value in c.equal if name == flag.name]
        terms += [f"(traits & {CAPABILITIES[flag.capability]})"] if flag.capability else []
        out.append((" && ".join(terms), f"IBV_WC_{flag.name}"))
    return out


def _readers(a: Adapter, c: Complete) -> list[tuple[str, str, str]]:
    values = dict(c.values)
    plain = {"qp_num": c.number, **{k: v for k, v in values.items() if k not in ("pkey_index", "byte_len")}}
    if c.ethernet_sl:
        del plain["sl"]
    return [(name, poll_readers()[name].ctype, ref.field) for name, ref in plain.items()]


def time_of(a: Adapter) -> tuple[str, int]:
    """C expression over the CQE `e` of a completion's time, its highest part first, and how many bits it has."""
    expr, bits = "", 0
    for ref in a.complete.timestamp:
        f = a.ref(ref)
        for text, width in [(f"e.{f.name}[{i}]", 8) for i in range(f.length)] or [(f"e.{f.name}", f.place.bits)]:
            expr = f"({expr}) << {width} | {text}" if bits else f"(uint64_t){text}" if len(a.complete.timestamp) > 1 else text
            bits += width
    return expr, bits


def _complete_data(a: Adapter) -> dict[str, object]:
    c = a.complete
    consumed, arm = _steps(a, c.consumed), _steps(a, a.arm)
    imm = next((r.imm for r in c.recv if r.imm), None)
    invalidated = c.invalidated or next((r.invalidated for r in c.recv if r.invalidated), None)
    status = a.ref(c.status_field)
    sources = {f.source for s in a.arm for f in a.format(s.format).fields}
    time, time_bits = time_of(a)
    failed = _is_among(a, c.failed, f"e->{c.failed.ref.field}") if c.failed else f"e->{status.name} != 0"
    return {
        **extras_data(a), **inside_data(a), "c": c, "time": time, "time_bits": time_bits, "sl": dict(c.values)["sl"].field if c.ethernet_sl else "",
        "shared_bit": cexpr.constant(a.name, c.shared_bit) if c.shared_bit else "", "entry_size": a.format(c.entry).size, "ready": _ready(a, c), "send_table": _table(a, c, True),
        "recv_table": _table(a, c, False), "send_copied": _copied(a, c.send, c.send_by, c.send_default),
        "recv_copied": _copied(a, c.recv, c.recv_by, c.recv_default), "statuses_agree": _statuses_agree(a, c), "send_base": _base(a, c.send, c.send_by), "recv_base": _base(a, c.recv, c.recv_by), "statuses": status_table(a, c), "failed": failed,
        "resized": _is_among(a, c.resize, f"e->{c.resize.ref.field}") if c.resize else "",
        "is_send": _is_among(a, c.sends, f"e->{c.sends.ref.field}"), "consumed_steps": consumed,
        "consumed_registers": any(s.kind == "register" for s in c.consumed),
        "queue_field": (c.key or c.number).field, "index_type": _c_type(a.ref(c.retire_send[0])), "request": _request(a, c), "flags": _flags(c),
        "byte_len": dict(c.values)["byte_len"].field, "byte_len_high": _byte_len_high(a, c), "members": [(k, v.field) for k, v in c.values],
        "imm": _imm(c, imm), "invalidated": invalidated.field if invalidated else "",
        "invalidated_when": c.invalidated_when.field if c.invalidated_when else "", "readers": _readers(a, c),
        "arm_steps": arm, "by_command": a.arms_by_command, "arm_registers": any(s.kind == "register" and not s.place for s in a.arm),
        "arm_flag": "cq.arm" in sources, "arm_solicited": "cq.arm_solicited" in sources, "arm_counts": "cq.arm_count" in sources,
        "arm_refuses": [error for _, error in a.arm_refuses], **_order(a, c),
    }


def _order(a: Adapter, c: Complete) -> dict[str, object]:
    o = c.order
    if o is None:
        return {"order": None}
    errors = {kind: next(r.error for r in refusals if r.kind == "failed")
              for kind, refusals in (("send", a.send.refusals), ("recv", a.recv.refusals))}
    return {"order": o, "late": _is_among(a, o.late, f"e.{o.late.ref.field}"), "flushed": a.c_name(a.status_enum, o.flushed),
            "lost": a.c_name(a.status_enum, o.lost), "failed_errors": errors}


def _request(a: Adapter, c: Complete) -> str:
    """What names the request of a send, from all its fields."""
    terms, at = [], 0
    for ref in c.retire_send:
        terms.append(f"(uint64_t)e->{ref.field} << {at}" if at else f"e->{ref.field}")
        at += a.ref(ref).place.bits
    return " | ".join(terms)


def _byte_len_high(a: Adapter, c: Complete) -> str:
    """High bits of a receive's byte count, for the rows that have some; empty: none have."""
    low = a.ref(dict(c.values)["byte_len"]).place.bits
    terms = [f"(e->{c.recv_by.field} == {a.c_name(a.ref(c.recv_by).enum, row)} ? (uint32_t)e->{ref.field} << {low} : 0)"
             for row, ref in c.high_length]
    return " | ".join(terms)


def _imm(c: Complete, of_rows: Ref | None) -> dict[str, str]:
    """Where immediate data lies, and the flag that says that there is some, where rows do not."""
    ref = c.imm or of_rows
    if ref is None:
        return {}
    return {"field": ref.field, "value": f"INVERBS_BE32({{e}}{ref.field})" if c.imm_number else f"{{e}}{ref.field}",
            "when": c.imm_when.field if c.imm_when else ""}


def _c_type(f: Field) -> str:
    return f"uint{next(w for w in (8, 16, 32, 64) if f.place.bits <= w)}_t"


def render_queues(a: Adapter, common: dict[str, object]) -> str:
    unit = a.send.ring.unit

    def unit_offset(index: str) -> str:
        return f"((size_t){index} << sq->shift)" if unit == QUEUE else f"(size_t){index} * {unit}"

    data: dict[str, object] = {**_PLACING, **_send_data(a), **_recv_data(a), **_complete_data(a), **head_data(a), **hot_data(a), **common}
    return render("adapter/fast.h.j2", unit_offset=unit_offset, **data)


def _lone(a: Adapter) -> list[dict[str, object]]:
    """Requests that have code of their own when they are alone: each op on the queue pair types of a class."""
    out: list[dict[str, object]] = []
    for cls in a.send.classes:
        for op in a.send.posted:
            types = tuple(t for t in cls.types if not op.types or t in op.types)
            if types:
                out.append({"op": op.name, "function": f"post_send_{op.name}_{cls.name}".lower(), "types": types})
    return out


def render_full(a: Adapter, common: dict[str, object]) -> str:
    send = {key: value for key, value in _send_data(a).items() if key in ("no_inline", "total_first")}
    return render("adapter/full.c.j2", lone=_lone(a), **send, **_recv_data(a), **hot_data(a), **builder_data(a), **common)
