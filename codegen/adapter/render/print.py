"""Stage render, printing: names, printers, and the tables by which whole WQEs and CQEs are printed."""

from __future__ import annotations

from codegen.adapter.lower.printed import Dump, lower_dump
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.render.memory import payload_at
from codegen.core.render import render


def _header_data(a: Adapter) -> dict[str, object]:
    """True if inline payload has a header with its length; the SGEs of a receive may have an end mark."""
    header, gather, shared = a.format(a.send.inline.header), a.format(a.send.gather.format), a.recv.shared
    return {"header": header, "mark": next((f.name for f in header.fields if f.const is not None), ""),
            "inline_length": header.carrier("payload.bytes"), "end_lkey": a.recv.end_lkey, "sge": gather,
            "lkey": gather.carrier("sge.lkey"), "length": gather.carrier("sge.length"),
            "link": shared.link if shared else None}


def _body_data(a: Adapter) -> dict[str, object]:
    """Data for printing receives in the send ring."""
    assert a.recv.in_send is not None
    return {"recv_code": a.c_name(a.send.code_enum, a.recv.in_send.code),
            "serial": a.format(a.send.head).carrier("sq.serial")}


def _tail_data(a: Adapter) -> dict[str, object]:
    assert a.send.tail is not None
    tail, recv = a.format(a.send.tail.format), a.format(a.recv.head)
    return {"tail": tail, "tail_at": a.send.tail.at, "length": tail.carrier("payload.bytes"),
            "count": tail.carrier("payload.sges"),
            "inline": a.format(a.send.head).carrier("wr.inline"), "sge": a.format(a.send.gather.format),
            "payload_at": payload_at(a),
            "recv": recv, "recv_count": recv.carrier("payload.sges")}


_DATA = {"header": _header_data, "body": _body_data, "tail": _tail_data}


def _members(a: Adapter, dump: Dump) -> list[str]:
    """The members of struct inverbs_dump, in its order."""
    c, s, name = a.complete, a.send, a.name
    header, body, tail = (dump.by == by for by in ("header", "body", "tail"))
    shared = a.recv.shared if header else None
    last = s.repeat if body else s.tail if tail else None

    def segment(fmt: str) -> str:
        return f"{{ {a.format(fmt).size}, {name}_{fmt}_print }}" if fmt else "{ 0, NULL }"

    def function(what: str, is_there: bool = True) -> str:
        return f"{name}_dump_{what}" if is_there else "NULL"

    return [
        f'"{name}"', str(a.identity.driver_id), function("send_bytes"), function("send_code"), function("send_owned"),
        f"{name}_{s.code_enum}_name", function("classes"), str(len(dump.classes)), function("ops"), str(len(dump.ops)),
        segment(s.gather.format), segment(s.inline.header if header else ""), function("inline_bytes", header),
        str(s.inline.chunk if header else 0), function("last_sge", header and a.recv.end_lkey is not None),
        segment(shared.head if shared else ""), function("shared_next", shared is not None),
        str(a.format(c.entry).size), "false" if c.entry_first else "true", function("read_cqe"),
        f"{name}_{c.entry}_print" if c.error_entry == c.entry else function("print_cqe"), function("syndromes"),
        str(len(dump.cqe.syndromes)),
        function("is_recv", body), function("serial", body), function("sges", not header),
        segment(last.format if last else ""), str(last.at if last else 0), str(payload_at(a) if tail else 0),
        segment(a.recv.head if tail else ""), function("recv_sges", tail)]


def render_queue_print(a: Adapter, common: dict[str, object]) -> str:
    """The printers of formats and, if whole WQEs can be printed, the tables for these."""
    dump = lower_dump(a)
    if dump is None:
        return render("adapter/print.h.j2", dump=None, **common)
    size = a.size_field.name if a.size_field else ""
    return render("adapter/print.h.j2", dump=dump, c=a.complete, status_enum=a.status_enum, size=size,
                  members=_members(a, dump),
                  **_DATA[dump.by](a), **common)
