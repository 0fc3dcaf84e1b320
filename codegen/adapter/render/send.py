"""Stage render, sends: data for the templates of the send side."""

from __future__ import annotations

from collections.abc import Callable

from codegen.adapter.lower import words
from codegen.adapter.lower.conditions import REQ, SQ, WR, can, has_flag, is_op, is_type, op_mask
from codegen.adapter.lower.form import Segment
from codegen.adapter.lower.head import lower_head
from codegen.adapter.lower.segments import SegmentFunctions, lower_gather, lower_segment, lower_word, plans, use_of
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import Gather, Refusal
from codegen.adapter.model.refs import Ref
from codegen.adapter.model.send import Limit, Op, Send
from codegen.adapter.render.boundary import boundary_data, inline_ignored, ops_without_length
from codegen.adapter.render.front import front_data
from codegen.adapter.render.memory import full, tail_data
from codegen.adapter.render.steps import steps
from codegen.adapter.render.unit import IS_INLINE, LENGTH, unit_data
from codegen.adapter.sources import expression
from codegen.adapter.verbs import WC_OF, wr_opcodes
from codegen.core.cexpr import (
    Assign, Expr, Name, Number, address_of, all_of, any_of, call, cast, constant, flags, negated, number, replaced,
    rounded, size_of,
)

INDEX, BYTES = Name("index"), Name("bytes")
PAYLOAD, SKIPPED = call("inverbs_payload_bytes", REQ), call("inverbs_skipped", REQ)
BUILT = REQ.to("traits") & Name("INVERBS_BUILT")


def _codes(a: Adapter) -> list[tuple[str, str]]:
    """The adapter's opcode for each verbs opcode, in the order of their numbers, up to the last one that the adapter
    supports."""
    codes = {op.name: a.c_name(a.send.code_enum, op.code) for op in a.send.ops}
    names = {value: name for name, value in wr_opcodes().items()}
    last = max(value for value, name in names.items() if name in codes)
    return [(names.get(i, ""), codes.get(names.get(i, ""), "0")) for i in range(last + 1)]


def _solicited_codes(a: Adapter) -> list[tuple[str, str]]:
    """The opcodes with IBV_SEND_SOLICITED, if the flag changes any."""
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


def _is(op: Op) -> Expr:
    return REQ.to("opcode").equals(Name(f"IBV_WR_{op.name}"))


def _empty_condition(op: Op) -> Expr | None:
    moved = REQ.to("wr").to("bind_mw").dot("bind_info").dot("length") if op.name == "BIND_MW" else LENGTH
    return all_of(_is(op), moved.equals(0))


def _send_refusal(a: Adapter, r: Refusal) -> list[tuple[Expr, str]]:
    """The conditions under which work requests are refused, each with its error."""
    return [(condition, error) for condition, error in _refused(a, r) if condition is not None]


def _refused(a: Adapter, r: Refusal) -> list[tuple[Expr | None, str]]:
    inline = negated(IS_INLINE) if r.unless_inline else None
    single = is_op(op.name for op in a.send.ops if op.sges)
    if r.kind == "opcode":
        by_types = {types: [op.name for op in a.send.ops if op.types == types]
                    for types in dict.fromkeys(op.types for op in a.send.ops)}
        built = is_op(op.name for op in a.send.ops if not op.posted)
        own = [(all_of(is_op(names), _other_type(types)), r.error) for types, names in by_types.items() if types]
        known = REQ.to("op") & constant(a.name, "send_ops")
        return [(any_of(REQ.to("opcode") >= size_of(f"{a.name}_send_code"), negated(known)), r.error), *own,
                (all_of(built, negated(BUILT)) if built else None, r.error)]
    if r.kind == "failed":  # tested once per call, not for each work request
        return []
    if r.kind == "needs":
        return _send_needs(a)
    if r.kind == "sges":
        bytes_alone = is_op(_by_bytes(a))
        return [(all_of(REQ.to("num_sge") > SQ.to("max_sge"), inline, negated(bytes_alone) if bytes_alone else None),
                 r.error),
                (all_of(single, REQ.to("num_sge") > 1) if single else None, r.error)]
    if r.kind == "inline":
        barred = is_op(op.name for op in a.send.ops if op.bars_inline)
        inside = LENGTH - SKIPPED if front_data(a)["has_front"] else LENGTH
        return [(all_of(barred, IS_INLINE) if barred else None, r.error),
                (all_of(IS_INLINE, inside > SQ.to("max_inline"), negated(single) if single else None), r.error)]
    if r.kind == "flags":
        allowed = flags(Name(f"IBV_SEND_{f}") for f in r.flags)
        return [(REQ.to("flags") & ~cast("uint32_t", allowed), r.error)]
    s = a.send
    longer = call(f"{a.name}_is_any_longer", REQ.to("wr").to("sg_list"), REQ.to("num_sge"), longest(a, s.gather))
    conditions = {
        "full": _full(a), "no-sges": REQ.to("num_sge").equals(0), "closed": SQ.to("closed"),
        "long-sge": all_of(_payload_condition(a), negated(IS_INLINE), longer),
        "long": all_of(REQ.to("num_sge") > 1, PAYLOAD > Name("UINT32_MAX")),
        "front": all_of(SKIPPED, PAYLOAD < SKIPPED),
        "unsignaled": negated((REQ.to("flags") | REQ.to("traits")) & Name("IBV_SEND_SIGNALED")),
        "room": call(f"{a.name}_too_long", SQ, REQ, LENGTH),
    }
    return [(all_of(BUILT if r.only_built else None, conditions[r.kind]), r.error)]


def _other_type(types: tuple[str, ...]) -> Expr | None:
    own = is_type(types)
    return negated(own) if own else None


def longest(a: Adapter, g: Gather) -> Expr:
    """The length of the longest SGE that a segment can express."""
    f = next(f for f in a.format(g.format).fields if f.source == "sge.length")
    return number((1 << f.place.bits) - 1)


def in_use(queue: Expr) -> Expr:
    """C of the number of work requests in a queue. Another thread may advance its tail."""
    return queue.to("head") - call("inverbs_observe32", address_of(queue.to("tail")))


def _by_bytes(a: Adapter) -> list[str]:
    """Ops whose payload is in the WQE without the mark of inline payload."""
    return [op.name for op in a.send.ops if op.body.by_bytes]


def _full(a: Adapter) -> Expr:
    if a.send.ring.shared:
        return full(a, "sq", "position")
    boundary = a.send.ring.boundary
    if boundary:
        taken = Name("end") - call("inverbs_observe32", address_of(SQ.to("tail")))
        return taken > SQ.to("entries") - Number(boundary.spare, -1)
    return in_use(SQ) >= SQ.to("max_post")


def _send_needs(a: Adapter) -> list[tuple[Expr | None, str]]:
    out: list[tuple[Expr | None, str]] = []
    for op in a.send.ops:
        out += [(all_of(_is(op), has_flag(n.flag), negated(can(n.capability))), n.error) for n in op.needs]
        out += [(all_of(_is(op), _broken(a, op, x)), x.error) for x in op.limits]
    for cls in a.send.classes:
        out += [(all_of(is_type(cls.types), has_flag(n.flag), negated(can(n.capability))), n.error) for n in cls.needs]
    return out


def _broken(a: Adapter, op: Op, limit: Limit) -> Expr:
    """C condition that a work request has a value that its op does not accept."""
    given = replaced(expression(limit.source, use_of(a, op)), WR, REQ.to("wr"))
    value = PAYLOAD if limit.source == "payload.bytes" else given
    if limit.kind == "multiple-of":
        return value & (int(limit.bound, 0) - 1)
    is_constant = not limit.bound[:1].isdigit() and "." not in limit.bound
    bound = constant(a.name, limit.bound) if is_constant else expression(limit.bound)
    return value > bound if limit.kind == "at-most" else value < bound


def _payload_condition(a: Adapter) -> Expr | None:
    """C condition that a work request has payload; None if all have."""
    without = is_op(op.name for op in a.send.ops if not op.body.payload)
    always = is_type(t for c in a.send.classes if c.payload_only for t in c.types)
    some = any(op.body.payload and op.empty and not op.empty.payload for op in a.send.ops)
    own = all_of(negated(without) if without else None,
                 negated(call(f"{a.name}_is_empty", REQ, LENGTH)) if some else None)
    return any_of(always, own) if own else None


def _op_data(a: Adapter) -> dict[str, object]:
    """Properties of ops, as masks of the ops that have them."""
    s = a.send

    def mask(has: Callable[[Op], object]) -> Expr | None:
        return op_mask([op.name for op in s.ops if has(op)])

    empties = [op for op in s.ops if op.empty]
    lengths = sorted({op.sge_length for op in s.ops} - {0})
    return {
        "op_mask": mask(lambda op: True), "by_bytes": op_mask(_by_bytes(a)),
        "no_inline": op_mask(inline_ignored(s.ops)), "lengthless": op_mask(ops_without_length(a)),
        "leadless": mask(lambda op: not op.lead), "owes": mask(lambda op: op.owes),
        "flagless": mask(lambda op: op.flagless), "late_ops": mask(lambda op: op.late),
        "sge_lengths": [(op_mask([op.name for op in s.ops if op.sge_length == n]), n) for n in lengths],
        "empties": any_of(*(_empty_condition(op) for op in empties)),
        "empties_by_length": any(op.name != "BIND_MW" for op in empties),
        "solicited_codes": _solicited_codes(a), "notes": _notes(a), "reports": _reports(a),
    }


def _inline_data(a: Adapter) -> dict[str, object]:
    s = a.send
    size = a.format(s.inline.header).size if s.inline.header else 0
    return {
        "inline_size": size,
        "inline_segment": lower_segment(a.format(s.inline.header), {}) if s.inline.header else None,
        "inline_to": words.address(Name("wqe") + Name("at"), size),
        "inline_bytes": rounded(Number(size) + LENGTH if size else LENGTH, a.size_unit),
    }


def _refusal_data(a: Adapter, segments: list[Segment]) -> dict[str, object]:
    """The conditions under which work requests are refused, and whether the length of the payload is computed
    before."""
    s = a.send
    refusals = [(r.kind, condition, error) for r in s.refusals for condition, error in _send_refusal(a, r)]
    by_length = {kind for kind, condition, _ in refusals if "length" in condition.names}
    always = s.keep_length or any("length" in each.needs for each in segments) or bool(by_length - {"inline", "room"})
    return {
        "refusals": [(condition, error) for _, condition, error in refusals], "length_refused": bool(by_length),
        "long_sges": any(r.kind == "long-sge" for r in (*s.refusals, *a.recv.refusals)),
        "length_always": always, "total_first": always and _limited(s) and not s.ring.boundary,
    }


def _doorbell_data(a: Adapter) -> dict[str, object]:
    made, kinds = steps(a, a.send.doorbell), {step.kind for step in a.send.doorbell}
    return {"steps": made, "copies": next((step for step in made if step["kind"] == "copy"), None),
            "image": "image" in kinds, "recorded": "record" in kinds, "command": a.send.by_command}


def send_data(a: Adapter) -> dict[str, object]:
    s, functions = a.send, SegmentFunctions(a)
    head, tail, placed = lower_head(a), tail_data(a), functions.every()
    codes, condition = _codes(a), _payload_condition(a)
    segments = [*(p.segment for p in placed), head.segment, *([tail.segment] if tail else [])]
    return {
        **boundary_data(a, placed), **front_data(a), **unit_data(a, codes, condition), **_op_data(a), **_inline_data(a),
        **_refusal_data(a, segments), **_doorbell_data(a), **_shared_words(a),
        "own_request": own_request(a), "request_of": f"{a.name if own_request(a) else 'inverbs'}_request_of",
        "tail": tail, "codes": codes, "tells_built": s.tells_built, "functions": placed,
        "leads": _leads(a, functions), "plans": plans(a, functions, False), "empty_plans": plans(a, functions, True),
        "gather": s.gather, "gather_segment": lower_gather(a.format(s.gather.format), s.gather.empty_length),
        "payload_condition": condition, "no_payload": negated(condition) if condition else None,
        "head": head.segment, "head_size": a.format(s.head).size, "head_variables": head.variables,
        "head_types": head.types,
        "ring": s.ring, "named_by": s.named_by, "keep_count": s.keep_count, "keep_note": s.keep_note,
        "batched": s.batched, "keep": Assign(_kept(a), WR.to("wr_id")), "unit": a.size_unit,
        "units": (BYTES + (s.ring.unit - 1)) / s.ring.unit if s.ring.entry == "many-units" else Number(1),
    }


def _kept(a: Adapter) -> Expr:
    """C of where the wr_id of a WQE is recorded."""
    s, slot = a.send, INDEX & (SQ.to("entries") - 1)
    more = s.keep_count or s.keep_end or s.keep_note or s.keep_length
    return SQ.to("posted").at(slot).dot("wr_id") if more else SQ.to("wr_id").at(slot)


def own_request(a: Adapter) -> bool:
    """True if the layout of a WQE depends on more than what is common to all adapters."""
    return bool(inline_ignored(a.send.ops) or a.send.inline.empty or front_data(a)["has_front"])


def _limited(s: Send) -> bool:
    """True if too many SGEs are always refused, so that the bytes of SGEs can be added up before."""
    return any(r.kind == "sges" and not r.unless_inline for r in s.refusals)


def reported(a: Adapter) -> dict[str, str]:
    """By op, the value by which its completion identifies the operation."""
    c = a.complete
    rows = {r.opcode: a.c_name(a.ref(c.send_by).enum, r.code) for r in reversed(c.send)}
    return {op.name: rows.get(WC_OF[op.name], "0") for op in a.send.ops}


def _reports(a: Adapter) -> list[tuple[str, str]]:
    values = reported(a) if a.complete.order else {}
    return [(op, values.get(op, "0")) for op, _ in _codes(a)]


def _bit(a: Adapter, ref: Ref) -> Expr:
    """A bit of a word in native byte order."""
    return number(1 << a.ref(ref).place.lo, a.ref(ref).place.width)


def _shared_words(a: Adapter) -> dict[str, object]:
    """The word that is stored again after the head, and the state word that is shared with the kernel."""
    s = a.send
    repeat = lower_word(a.format(s.repeat.format)) if s.repeat else None
    return {"repeat": repeat, "repeat_at": s.repeat.at if s.repeat else 0, "state": s.state,
            "state_failed": _bit(a, s.state.failed) if s.state else "",
            "state_quiet": _bit(a, s.state.quiet) if s.state and s.state.quiet else "",
            "diverts": bool(a.identity.by_command)}
