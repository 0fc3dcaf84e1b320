"""Stage render, sends: data of the templates of the send side."""

from __future__ import annotations

import re

from codegen.adapter.lower import cexpr
from codegen.adapter.lower.head import lower_head
from codegen.adapter.lower.segments import SegmentFunctions, lower_gather, lower_segment, lower_word, plans, use_of
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.formats import Ref
from codegen.adapter.model.queues import Gather, Refusal
from codegen.adapter.model.send import Limit, Op, Send
from codegen.adapter.render.boundary import CAPABILITIES, boundary_data, inline_ignored, ops_without_length
from codegen.adapter.render.front import front_data
from codegen.adapter.render.memory import full, tail_data
from codegen.adapter.render.steps import steps
from codegen.adapter.render.unit import op_mask, type_condition, unit_data
from codegen.adapter.sources import expression
from codegen.adapter.verbs import WC_OF, wr_opcodes

_LENGTH = re.compile(r"(?<![\w.])length\b")


def _codes(a: Adapter) -> list[tuple[str, str]]:
    """Opcode for each verbs opcode, in the order of their numbers up to the last one that the adapter supports."""
    codes = {op.name: a.c_name(a.send.code_enum, op.code) for op in a.send.ops}
    names = {value: name for name, value in wr_opcodes().items()}
    last = max(value for value, name in names.items() if name in codes)
    return [(names.get(i, ""), codes.get(names.get(i, ""), "0")) for i in range(last + 1)]


def _solicited_codes(a: Adapter) -> list[tuple[str, str]]:
    """Opcodes with IBV_SEND_SOLICITED, if the flag changes any."""
    if not any(op.solicited for op in a.send.ops):
        return []
    codes = {op.name: a.c_name(a.send.code_enum, op.solicited or op.code) for op in a.send.ops}
    return [(op, codes.get(op, "0")) for op, _ in _codes(a)]


def _notes(a: Adapter) -> list[tuple[str, str]]:
    notes = {op.name: f"IBV_WC_{op.note}" for op in a.send.ops if op.note}
    return [(op, notes.get(op, "0")) for op, _ in _codes(a)]


def _leads(a: Adapter, functions: SegmentFunctions) -> list[dict[str, object]]:
    return [{"types": c.types, "payload_only": c.payload_only, "front": bool(c.front),
             "steps": [functions.placed(functions.lead(c, n)) for n in c.lead]}
            for c in a.send.classes if c.lead or c.payload_only]


def _empty_condition(op: Op) -> str:
    moved = "req->wr->bind_mw.bind_info.length" if op.name == "BIND_MW" else "length"
    return f"(req->opcode == IBV_WR_{op.name} && {moved} == 0)"


def _send_refusal(a: Adapter, r: Refusal, codes: int) -> list[tuple[str, str]]:
    inline = " && !inverbs_is_inline(req)" if r.unless_inline else ""
    if r.kind == "opcode":
        by_types = {types: [op.name for op in a.send.ops if op.types == types]
                    for types in dict.fromkeys(op.types for op in a.send.ops)}
        built = op_mask([op.name for op in a.send.ops if not op.posted])
        own = [(f"(req->op & {op_mask(names)}) && !({type_condition(types)})", r.error) for types,
               names in by_types.items() if types]
        return [(f"req->opcode >= sizeof({a.name}_send_code) || !(req->op & {a.name.upper()}_SEND_OPS)", r.error), *own,
                *([(f"(req->op & {built}) && !(req->traits & INVERBS_BUILT)", r.error)] if built else [])]
    if r.kind == "failed":  # tested once for a call, not for each request
        return []
    if r.kind == "needs":
        return _send_needs(a)
    if r.kind == "sges":
        single = op_mask([op.name for op in a.send.ops if op.sges])
        bytes_alone = op_mask(_by_bytes(a))
        counted = f" && !(req->op & {bytes_alone})" if bytes_alone else ""
        return [(f"req->num_sge > sq->max_sge{inline}{counted}", r.error),
                *([(f"(req->op & {single}) && req->num_sge > 1", r.error)] if single else [])]
    if r.kind == "inline":
        single = op_mask([op.name for op in a.send.ops if op.sges])
        barred = op_mask([op.name for op in a.send.ops if op.bars_inline])
        inside = "length - inverbs_skipped(req)" if front_data(a)["has_front"] else "length"
        return [*([(f"(req->op & {barred}) && inverbs_is_inline(req)", r.error)] if barred else []),
                (f"inverbs_is_inline(req) && {inside} > sq->max_inline{f' && !(req->op & {single})' if single else ''}", r.error)]
    if r.kind == "flags":
        allowed = " | ".join(f"IBV_SEND_{f}" for f in r.flags)
        return [(f"req->flags & ~(uint32_t)({allowed})", r.error)]
    s = a.send
    conditions = {
        "full": _full(a), "no-sges": "req->num_sge == 0", "closed": "sq->closed",
        "long-sge": " && ".join([*([f"({_payload_condition(a)})"] if _payload_condition(a) else []), "!inverbs_is_inline(req)",
                                 f"{a.name}_is_any_longer(req->wr->sg_list, req->num_sge, {longest(a, s.gather)})"]),
        "long": "req->num_sge > 1 && inverbs_payload_bytes(req) > UINT32_MAX",
        "front": "inverbs_skipped(req) && inverbs_payload_bytes(req) < inverbs_skipped(req)",
        "unsignaled": "!((req->flags | req->traits) & IBV_SEND_SIGNALED)",
        "room": f"{a.name}_too_long(sq, req, length)",
    }
    own_kind = "(req->traits & INVERBS_BUILT) && " if r.only_built else ""
    return [(f"{own_kind}{conditions[r.kind]}", r.error)]


def longest(a: Adapter, g: Gather) -> str:
    """The longest SGE that a segment can express."""
    f = next(f for f in a.format(g.format).fields if f.source == "sge.length")
    return cexpr.number((1 << f.place.bits) - 1)


def _by_bytes(a: Adapter) -> list[str]:
    """Ops whose payload is in the WQE without a mark."""
    return [op.name for op in a.send.ops if op.body.by_bytes]


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
        out += [(f"{test}{f' && (req->flags & IBV_SEND_{n.flag})' if n.flag else ''} && !(req->traits & {CAPABILITIES[n.capability]})", n.error) for n in op.needs]
        out += [(f"{test} && {_broken(a, op, x)}", x.error) for x in op.limits]
    for cls in a.send.classes:
        out += [(f"({type_condition(cls.types)}) && (req->flags & IBV_SEND_{n.flag}) && "
                 f"!(req->traits & {CAPABILITIES[n.capability]})", n.error) for n in cls.needs]
    return out


def _broken(a: Adapter, op: Op, limit: Limit) -> str:
    """C condition: a request has a value that its op does not accept."""
    own = "inverbs_payload_bytes(req)" if limit.source == "payload.bytes" else expression(limit.source,
        use_of(a, op)).replace("wr->", "req->wr->")
    value = cexpr.primary(own)
    if limit.kind == "multiple-of":
        return f"({value} & {int(limit.bound, 0) - 1})"
    bound = limit.bound if limit.bound[:1].isdigit() else expression(limit.bound) if "." in limit.bound else cexpr.constant(a.name, limit.bound)
    return f"{value} {'>' if limit.kind == 'at-most' else '<'} {bound}"


def _payload_condition(a: Adapter) -> str:
    """C condition: a request has payload; empty: all have."""
    without = [op.name for op in a.send.ops if not op.body.payload]
    always = [t for c in a.send.classes if c.payload_only for t in c.types]
    own = [f"!(req->op & {op_mask(without)})"] if without else []
    if any(op.body.payload and op.empty and not op.empty.payload for op in a.send.ops):
        own.append(f"!{a.name}_is_empty(req, length)")
    if not own:
        return ""
    return " || ".join([*([f"({type_condition(tuple(always))})"] if always else []),
                        f"({' && '.join(own)})" if len(own) > 1 else own[0]])


def send_data(a: Adapter) -> dict[str, object]:
    s, functions = a.send, SegmentFunctions(a)
    head = lower_head(a)
    tail = tail_data(a)
    codes, condition = _codes(a), _payload_condition(a)
    inline_size = a.format(s.inline.header).size if s.inline.header else 0
    refusals = [pair for r in s.refusals for pair in _send_refusal(a, r, len(codes))]
    empties = [op for op in s.ops if op.empty]
    placed = functions.every()
    always = s.keep_length or any("length" in x.needs for x in (*(p.segment for p in placed), head.segment,
                                                                *([tail.segment] if tail else [])))
    always |= any(_LENGTH.search(c) and not re.search("inverbs_is_inline|_too_long", c) for c, _ in refusals)
    return {
        **boundary_data(a, placed), **front_data(a), "solicited_codes": _solicited_codes(a),
        "no_inline": op_mask(inline_ignored(s.ops)),
        "own_request": own_request(a), "request_of": f"{a.name if own_request(a) else 'inverbs'}_request_of",
        "lengthless": op_mask(ops_without_length(a)),
        "tail": tail, "codes": codes, "op_mask": op_mask([op.name for op in s.ops]), "tells_built": s.tells_built,
        "by_bytes": op_mask(_by_bytes(a)), "functions": placed, "head_size": a.format(s.head).size,
        "leads": _leads(a, functions), "leadless": op_mask([op.name for op in s.ops if not op.lead]),
        "plans": plans(a, functions, False), "empty_plans": plans(a, functions, True), "refusals": refusals,
        "empties": [_empty_condition(op) for op in empties], "empties_by_length": any(op.name != "BIND_MW" for op in empties),
        "long_sges": any(r.kind == "long-sge" for r in (*s.refusals, *a.recv.refusals)),
        "length_refused": any(_LENGTH.search(c) for c, _ in refusals), "gather": s.gather,
        "gather_segment": lower_gather(a.format(s.gather.format), s.gather.empty_length),
        **unit_data(a, codes, condition),
        "sge_lengths": [(op_mask([op.name for op in s.ops if op.sge_length == n]), n)
                        for n in sorted({op.sge_length for op in s.ops} - {0})],
        "unit": a.size_unit, "inline_size": inline_size,
        "inline_segment": lower_segment(a.format(s.inline.header), {}) if s.inline.header else None,
        "payload_condition": condition, "no_payload": cexpr.negated(condition) if condition else "",
        "inline_to": cexpr.address("wqe + at", inline_size),
        "inline_bytes": cexpr.rounded(f"{inline_size} + length" if inline_size else "length", a.size_unit),
        "head": head.segment, "head_variables": head.variables,
        "head_types": head.types,
        "owes": op_mask([op.name for op in s.ops if op.owes]), "steps": steps(a, s.doorbell),
        "copies": next((x for x in steps(a, s.doorbell) if x["kind"] == "copy"), None),
        "image": any(x.kind == "image" for x in s.doorbell), "recorded": any(x.kind == "record" for x in s.doorbell),
        "ring": s.ring, "named_by": s.named_by, "keep_count": s.keep_count, "keep_note": s.keep_note, "notes": _notes(a),
        "batched": s.batched, "length_always": always, "total_first": always and _limited(s) and not s.ring.boundary,
        "command": s.by_command,
        "keep": "sq->posted[index & (sq->entries - 1)].wr_id = wr->wr_id;" if s.keep_count or s.keep_end or s.keep_note
        or s.keep_length
        else "sq->wr_id[index & (sq->entries - 1)] = wr->wr_id;",
        "flagless": op_mask([op.name for op in s.ops if op.flagless]), "late_ops": op_mask([op.name for op in s.ops if op.late]),
        "reports": _reports(a), **_shared_words(a),
        "units": f"(bytes + {s.ring.unit - 1}) / {s.ring.unit}" if s.ring.entry == "many-units" else "1",
    }


def own_request(a: Adapter) -> bool:
    """True if the layout of a WQE depends on more than it does with all adapters."""
    return bool(inline_ignored(a.send.ops) or a.send.inline.empty or front_data(a)["has_front"])


def _limited(s: Send) -> bool:
    """True if too many SGEs are always refused, so that their bytes can be counted first."""
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
    """The word that is stored again after the head, and the state word that the kernel shares."""
    s = a.send
    repeat = lower_word(a.format(s.repeat.format)) if s.repeat else None
    return {"repeat": repeat, "repeat_at": s.repeat.at if s.repeat else 0, "state": s.state,
            "state_failed": _bit(a, s.state.failed) if s.state else "",
            "state_quiet": _bit(a, s.state.quiet) if s.state and s.state.quiet else "",
            "diverts": bool(a.identity.by_command)}
