"""Stage render, device side: decoders of what the fast path writes, encoders of what it polls."""

from __future__ import annotations

from codegen.adapter import lower_fast as low
from codegen.adapter.lower_formats import c_type
from codegen.adapter.model import FirstAdapter, Field, Format, Setting
from codegen.adapter.words import DEVICE_SINKS, PAYLOAD
from codegen.core.render import render

RECV_KINDS = ("SEND", "SEND_IMM", "SEND_INV", "WRITE_IMM")


def _sink(f: Field, source: str, indent: str = "") -> list[str]:
    text = DEVICE_SINKS.get(source)
    return [indent + line for line in text.format(v=f"seg.{f.name}").splitlines()] if text else []


def _format_sinks(a: FirstAdapter, name: str) -> list[str]:
    return [line for f in a.format(name).fields for line in _sink(f, f.source)]


def _setting_sinks(a: FirstAdapter, settings: tuple[Setting, ...]) -> list[str]:
    return [line for s in settings for line in _sink(a.ref(s.ref), s.source)]


def _class_sinks(a: FirstAdapter) -> list[str]:
    """Settings of queue pair types that carry something the device needs."""
    lines = []
    for cls in a.send.classes:
        for s in cls.settings:
            if s.source in DEVICE_SINKS:
                types = (s.only,) if s.only else cls.types
                condition = " || ".join(f"qp_type == IBV_QPT_{t}" for t in types)
                lines += [f"if ({condition})", *("\t" + x for x in _sink(a.ref(s.ref), s.source))]
    return lines or ["(void)qp_type;"]


def _classes(a: FirstAdapter) -> list[dict[str, object]]:
    out: list[dict[str, object]] = []
    for cls in a.send.classes:
        body = next((f"IBV_WR_{op.name}" for op in a.send.ops if cls.body and op.body == cls.body), "")
        lead: list[dict[str, object]] = [{"format": n, "size": a.format(n).size, "sinks": _format_sinks(a, n)} for n in cls.lead[1:]]
        condition = " || ".join(f"qp_type == IBV_QPT_{t}" for t in cls.types)
        out.append({"condition": condition, "body": body, "lead": lead})
    return out


def _steps(a: FirstAdapter) -> list[dict[str, object]]:
    """Segments before the payload, once per format: a decoder does not care which op filled it."""
    seen: dict[str, list[str]] = {}
    for step in low.body_steps(a):
        if step.format != PAYLOAD:
            seen.setdefault(step.format, [op.name for op in a.send.ops if step.format in op.body])
    return [{"format": n, "size": a.format(n).size, "sinks": _format_sinks(a, n), "mask": low.op_mask(names),
             "comment": n, "reserved": bool(a.format(n).reserved)} for n, names in seen.items()]


def _origin(a: FirstAdapter) -> list[tuple[str, str, str]]:
    """
    Where a message came from: on which condition ("" always) a field of a good completion entry gets which member of
    struct inverbs_dev_cqe.
    """
    c = a.complete
    values = dict(c.values)
    out = [("", ref.field, "grh") for f in c.flags if f.name == "GRH" for ref in f.all_of]
    if "dlid_path_bits" in values:
        out.append(("", values["dlid_path_bits"].field, "path_bits"))
    if c.sl_infiniband:
        out.append(("!in->ethernet" if c.sl_ethernet else "", c.sl_infiniband.field, "sl"))
    if c.sl_ethernet:
        out.append(("in->ethernet", c.sl_ethernet.field, "sl"))
    if "slid" in values:
        out.append(("", values["slid"].field, "slid"))
    fmt = a.format(c.entry)
    taken = {bit for ref in (c.time_high, c.time_low) if ref for bit in _bits(fmt, a.ref(ref))}
    shared = {f.name for f in fmt.fields if taken & _bits(fmt, f)}
    return [(_unless_stamped(condition) if member in shared else condition, member, value) for condition, member, value in out]


def _bits(fmt: Format, f: Field) -> set[int]:
    if f.is_bytes:
        return set(range(8 * f.place.at, 8 * (f.place.at + f.length)))
    return f.place.bit_numbers(fmt.big_endian)


def _unless_stamped(condition: str) -> str:
    return f"!in->timestamp && {condition}" if condition else "!in->timestamp"


def _stamp(a: FirstAdapter) -> list[str]:
    """Fields of a completion entry that hold the low bits of the clock, the lowest last."""
    lines: list[str] = []
    shift = 0
    for ref in (a.complete.time_low, a.complete.time_high):
        field = a.ref(ref) if ref else None
        if not field:
            continue
        if field.is_bytes:
            lines += [f"e.{field.name}[{i}] = (uint8_t)(in->timestamp >> {shift + 8 * (field.length - 1 - i)});"
                      for i in range(field.length)]
            shift += 8 * field.length
        else:
            lines.append(f"e.{field.name} = ({c_type(field.place.bits)})(in->timestamp >> {shift});")
            shift += field.place.bits
    return lines


def _arm(a: FirstAdapter) -> dict[str, str]:
    """Fields of the arm request in memory."""
    fmt = a.format(a.arm_record.format)
    sources = {"sequence": "cq.arm_sequence", "next": "cq.arm_next", "solicited": "cq.arm_solicited", "index": "cq.index"}
    return {name: fmt.carrier(source) for name, source in sources.items()}


def render_device(a: FirstAdapter, common: dict[str, object]) -> str:
    c, ctrl = a.complete, a.format(a.send.classes[0].lead[0])
    owner, send_owner = a.ref(c.owner).place, a.ref(a.send.owner).place
    codes = {r.kind: a.c_name(c.recv_enum, r.code) for r in c.recv}
    mark = next(f.name for f in a.format(a.send.inline).fields if f.const is not None)
    ops = [{"name": op.name, "code": a.c_name(a.send.code_enum, op.code),
            "sinks": _setting_sinks(a, op.settings)} for op in a.send.ops]
    imm = next((r.imm.field for r in c.recv if r.imm), "")
    link, values = a.recv.link, dict(c.values)
    return render(
        "adapter/device.h.j2", ctrl=ctrl.name, ctrl_size=ctrl.size, owner_word=send_owner.at, owner_bit=owner.lo,
        send_owner_bit=send_owner.lo, size_field=a.send.size.field, inline=a.send.inline,
        inline_size=a.format(a.send.inline).size, inline_mark=mark, chunk=a.send.chunk, gather=a.send.gather,
        gather_size=a.format(a.send.gather).size, control_sinks=_format_sinks(a, ctrl.name), ops=ops,
        class_sinks=_class_sinks(a), classes=_classes(a), steps=_steps(a), end_lkey=a.recv.end_lkey, link=link,
        link_size=a.format(link.format).size if link else 0,
        syndromes=[(a.c_name(a.status_enum, n), s) for n, s in c.status],
        recv_kinds=[(k, codes.get(k, "0")) for k in RECV_KINDS], entry=c.entry, error_entry=c.error_entry,
        entry_size=a.format(c.entry).size, number=c.number.field, is_send=c.is_send.field, index=c.index.field,
        vendor=c.vendor.field, syndrome=c.syndrome.field, xrc_srq=c.xrc_srq.field if c.xrc_srq else "",
        error_op=a.c_name(c.special_enum, c.error_op), imm=imm,
        invalidated=next((r.invalidated.field for r in c.recv if r.invalidated), imm),
        origin=_origin(a), stamp=_stamp(a), src_qp=values["src_qp"].field if "src_qp" in values else "", opcode=c.opcode.field,
        index_type=c_type(a.ref(c.index).place.bits), code_field=ctrl.carrier("op.code"), piece=low.piece(a),
        inline_length=a.format(a.send.inline).carrier("payload.bytes"), byte_count=values["byte_len"].field,
        order="BE" if ctrl.big_endian else "LE", owner_at=owner.at, owner_mask=owner.mask,
        resize_op=a.c_name(c.special_enum, c.resize_op) if c.resize_op else "", arm_record=a.arm_record, arm=_arm(a), **common)
