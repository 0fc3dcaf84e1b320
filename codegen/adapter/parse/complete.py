"""Stage parse: completions."""

from __future__ import annotations

from codegen.adapter.model.complete import (Among, Complete, Extension, Flush, Inside, InsidePlace, Order, SharedCqe,
                                            Translate, WcFlag, WcRow)
from codegen.adapter.model.refs import Ref
from codegen.adapter.parse.queues import parse_steps
from codegen.adapter.parse.refs import opt_ref, parse_ref
from codegen.core.load import Node


def _among(node: Node | None) -> Among | None:
    if node is None:
        return None
    return Among(parse_ref(node["field"]), node["is"].texts)


def _sure(among: Among | None) -> Among:
    assert among is not None, "the schema requires it"
    return among


def _ref_of(key: str, node: Node) -> Ref:
    name, _, field = key.partition(".")
    return Ref(node.src, name, field)


_NOT_MEMBERS = ("by", "rows", "flags", "imm", "invalidated", "datagram")


def _refs(node: Node) -> tuple[Ref, ...]:
    return tuple(parse_ref(n) for n in node) if isinstance(node.value, list) else (parse_ref(node),)


def _high_length(rows: Node) -> tuple[tuple[str, Ref], ...]:
    """Rows whose byte count has its high bits in another field."""
    return tuple((k, parse_ref(list(v["length"])[1])) for k, v in rows.items()
                 if "length" in v and isinstance(v["length"].value, list))


def _members(recv: Node) -> tuple[tuple[str, Ref], ...]:
    """Members of a work completion that are read from fields."""
    members = {k: v for k, v in recv.items() if k not in _NOT_MEMBERS}
    if "sl" in members and isinstance(members["sl"].value, dict):
        members["sl"] = members["sl"]["infiniband"]
    return tuple((k, parse_ref(v)) for k, v in members.items() if v.text != "0")


def _row(code: str, node: Node) -> WcRow:
    length = node.get("length")
    text = "" if length is None else list(length)[0].text if isinstance(length.value, list) else length.text
    return WcRow(node.src, frozenset(k for k, _ in node.items()), code, node["opcode"].text, node.texts_of("flags"),
                 text,
                 node.text_of("kind"), opt_ref(node, "imm"),
                 opt_ref(node, "invalidated"))


def _rows(node: Node) -> tuple[WcRow, ...]:
    return tuple(_row(k, v) for k, v in node["rows"].items() if k != "default")


def _default(node: Node) -> WcRow | None:
    row = node["rows"].get("default")
    return _row("default", row) if row else None


def _extension(node: Node | None) -> Extension | None:
    return Extension(node["format"].text, parse_ref(node["when"]), parse_ref(node["ready"])) if node else None


def _shared(node: Node | None) -> SharedCqe | None:
    return SharedCqe(parse_ref(node["flag"]), parse_ref(node["pointer"]),
                     parse_ref(node["wr-id"])) if node and "flag" in node else None


def _translate(node: Node | None) -> Translate | None:
    if node is None:
        return None
    rows = [(k, v.text) for k, v in node["map"].items()]
    return Translate(_sure(_among(node["when"])), parse_ref(node["from"]), tuple(r for r in rows if r[0] != "default"),
                     dict(rows)["default"])


def _flush(node: Node | None) -> Flush | None:
    return Flush(_sure(_among(node["when"])), node["rest"].text) if node else None


def _inside(node: Node | None) -> Inside | None:
    if node is None:
        return None
    places = tuple(InsidePlace(k, v["at"].number if "at" in v else None,
                               v["bytes"].number) for k, v in node["places"].items())
    return Inside(parse_ref(node["field"]), places)


def _member(node: Node, key: str, member: str) -> Ref | None:
    return opt_ref(node[key], member) if key in node else None


def _order(node: Node) -> Order:
    foreign = node.get("foreign")
    return Order(_sure(_among(node["late"])), (parse_ref(foreign["field"]), foreign["value"].number) if foreign else None,
                 node["flushed"].text, node["lost"].text, "attention" in node, node.number_of("attention-since"))


def parse_complete(node: Node) -> Complete:
    ready, status, recv = node["ready"], node["status"], node["recv"]
    rows = [(k, v.text) for k, v in status["map"].items()]
    flags = recv["flags"].items() if "flags" in recv else []
    retire, shared = node["retire"], node["queue"].get("shared")
    timestamp = node.get("timestamp")
    return Complete(
        entry=node["entry"].text, entry_first="entry-at" in node, extension=_extension(node.get("extension")),
        rings="rings" in node, error_entry=node.text_of("error-entry", node["entry"].text),
        ready=opt_ref(ready, "field"),
        ready_value=ready.text_of("value"), unless=_among(ready.get("unless")),
        number=parse_ref(node["queue"]["number"]),
        key=opt_ref(node["queue"], "key"), pointer=opt_ref(node["queue"], "pointer"), shared=_shared(shared),
        shared_bit=shared.text_of("bit") if shared else "",
        shared_number=opt_ref(shared, "number") if shared else None, sends=_sure(_among(node["sends"])),
        failed=_among(node.get("failed")),
        status_field=parse_ref(status["field"]), vendor=parse_ref(status["vendor"]),
        status=tuple((k, v) for k, v in rows if k != "default"), default_status=dict(rows)["default"],
        only=_among(status.get("only")), otherwise=status.text_of("otherwise"),
        translate=_translate(status.get("translate")), flush=_flush(node.get("flush")),
        retire_send=_refs(retire["send"]), retire_recv=None if retire["recv"].text == "oldest" else parse_ref(retire["recv"]),
        retire_shared=opt_ref(retire, "shared"),
        retire_none=opt_ref(retire, "none"), recv_unit=retire.number_of("recv-unit"),
        failed_oldest="failed-recv" in retire,
        unposted="unposted" in retire,
        resize=_among(node.get("resize")), inside=_inside(node.get("inside")), send_by=parse_ref(node["send"]["by"]),
        send=_rows(node["send"]), send_default=_default(node["send"]), send_counts="byte_len" not in node["send"],
        recv_by=parse_ref(recv["by"]),
        recv=_rows(recv), recv_default=_default(recv),
        values=_members(recv),
        ethernet_sl=opt_ref(recv["sl"], "ethernet") if "sl" in recv and isinstance(recv["sl"].value, dict) else None,
        zeros=tuple(k for k, v in recv.items() if k not in _NOT_MEMBERS and not isinstance(v.value, dict) and v.text == "0"),
        imm=_member(recv, "imm", "field"), imm_when=_member(recv, "imm", "when"),
        invalidated=_member(recv, "invalidated", "field"), invalidated_when=_member(recv, "invalidated", "when"),
        imm_writes=recv["imm"].text_of("written-without") if "imm" in recv else "",
        only_with_imm=frozenset(k for k, v in recv["rows"].items() if "only-with-imm" in v),
        datagram_src=_member(recv, "datagram", "src_qp"), datagram_flags=recv["datagram"].texts_of("flags")
        if "datagram" in recv else (),
        imm_number="imm" in recv and "as" in recv["imm"], all_fields="on-failure" in node,
        high_length=_high_length(recv["rows"]),
        flags=tuple(WcFlag(k, tuple(parse_ref(n) for n in v["all"]), v.text_of("capability")) for k, v in flags),
        equal=tuple((k, _ref_of(ref, n), n.number) for k, v in flags if "equal" in v for ref, n in v["equal"].items()),
        timestamp=tuple(parse_ref(n) for n in timestamp) if timestamp else (), dropped=opt_ref(node, "dropped"),
        consumed=parse_steps(node["consumed"]),
        order=_order(node["order"]) if "order" in node else None,
    )
