"""Stage render, dump side: names, printers, and the tables by which whole entries are printed."""

from __future__ import annotations

from codegen.adapter import lower_fast as low
from codegen.adapter.model import FirstAdapter
from codegen.adapter.words import PAYLOAD
from codegen.core.render import render


def _segments(a: FirstAdapter, names: tuple[str, ...]) -> list[dict[str, object]]:
    return [{"format": n, "size": a.format(n).size} for n in names if n != PAYLOAD]


def _classes(a: FirstAdapter) -> list[dict[str, object]]:
    return [{"name": c.name, "lead": _segments(a, c.lead), "whole": "true" if c.body else "false",
             "types": " | ".join(f"1U << IBV_QPT_{t}" for t in c.types)} for c in a.send.classes]


def _ops(a: FirstAdapter) -> list[dict[str, object]]:
    return [{"name": op.name, "code": a.c_name(a.send.code_enum, op.code), "body": _segments(a, op.body),
             "payload": "true" if PAYLOAD in op.body else "false"} for op in a.send.ops]


def render_print(a: FirstAdapter, common: dict[str, object]) -> str:
    c, link, ctrl = a.complete, a.recv.link, a.format(a.send.classes[0].lead[0])
    index = a.ref(c.index).place
    return render(
        "adapter/print.h.j2", classes=_classes(a), ops=_ops(a), ctrl=ctrl.name,
        size_field=a.send.size.field, code_field=ctrl.carrier("op.code"), code_enum=a.send.code_enum,
        owner_format=a.send.owner.format, owner_field=a.send.owner.field, chunk=a.send.chunk,
        inline=a.send.inline, inline_size=a.format(a.send.inline).size,
        inline_mark=next(f.name for f in a.format(a.send.inline).fields if f.const is not None),
        gather=a.send.gather, gather_size=a.format(a.send.gather).size, end_lkey=a.recv.end_lkey, link=link,
        link_size=a.format(link.format).size if link else 0, entry=c.entry, error_entry=c.error_entry,
        entry_size=a.format(c.entry).size, is_send=c.is_send.field, number=c.number.field, index=c.index.field,
        index_mask=f"0x{(1 << index.bits) - 1:x}U", opcode=c.opcode.field, vendor=c.vendor.field,
        syndrome=c.syndrome.field, xrc_srq=c.xrc_srq.field if c.xrc_srq else "",
        error_op=a.c_name(c.special_enum, c.error_op),
        resize_op=a.c_name(c.special_enum, c.resize_op) if c.resize_op else "",
        status_enum=a.status_enum, special_enum=c.special_enum, recv_enum=c.recv_enum, piece=low.piece(a),
        inline_length=a.format(a.send.inline).carrier("payload.bytes"),
        syndromes=[{"code": a.c_name(a.status_enum, n), "name": n, "status": s} for n, s in c.status],
        default_status=c.default_status, driver_id=a.identity.driver_id, **common)
