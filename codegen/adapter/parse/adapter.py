"""Stage model: a validated spec as typed objects, its queue sections above all."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter, QueueHead
from codegen.adapter.model.complete import Among, Complete, Extension, Flush, Inside, InsidePlace, Order, Translate, WcFlag, WcRow
from codegen.adapter.model.formats import Part, Ref
from codegen.adapter.model.queues import Boundary, Gather, ImageWhen, QUEUE, Refusal, Ring, Step
from codegen.adapter.model.recv import InSend, Recv, Shared
from codegen.adapter.model.send import Body, Inline, Limit, Need, Op, Send, State, TypeClass
from codegen.adapter.parse.formats import (
    number, opt_ref, parse_constants, parse_enums, parse_formats, parse_identity, parse_ref, parse_where, settings, texts,
)
from codegen.core.load import Node

PAYLOAD, BYTES = "payload", "bytes"


def _boundary(node: Node | None) -> Boundary | None:
    return Boundary(node["pad"].text, number(node, "spare"), "odd" in node, number(node, "clear")) if node else None


def _ring(node: Node) -> Ring:
    unit = node["unit"].text
    return Ring(QUEUE if unit == "queue" else int(unit, 0), node["entry"].text, node.text_of("wrap") == "inside",
                node.text_of("where") == "device", node.text_of("where") == "shared", node.text_of("fill") == "zero",
                _boundary(node.get("boundary")), number(node, "chunk"), node["guard"]["word"].number if "guard" in node else None)


def _refusal(node: Node) -> Refusal:
    kind = next(k for k, _ in node.items() if k not in ("error", "unless"))
    if kind == "flags":
        return Refusal(node.src, kind, node["error"].text, texts(node["flags"]))
    return Refusal(node.src, kind, node[kind].text, (), node.text_of("unless") == "inline")


def _gather(node: Node) -> Gather:
    empty = node.text_of("empty")
    return Gather(node["format"].text, empty == "skip", int(empty, 0) if empty[:1].isdigit() else 0, node.text_of("fill"))


def _image_when(node: Node) -> ImageWhen | None:
    if not isinstance(node.value, dict):
        return None

    def by_class(key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        child = node.get(key)
        return tuple((k, texts(v)) for k, v in child.items()) if child else ()

    return ImageWhen(texts(node.get("inline")), by_class("ops"), by_class("ops-without-sges"))


def _step(node: Node) -> Step:
    words = frozenset(k for k, _ in node.items())
    if "record" in node:
        return Step("record", format=node["record"].text, word=number(node, "word"), words=words)
    if "register" in node:
        place = node["register"].text
        return Step("register", format=node["format"].text, place="" if place == "queue" else place, words=words)
    if "index" in node:
        return Step("index", side=node["index"].text, words=words)
    if "command" in node:
        return Step("command", words=words)
    image = node["image"]
    return Step("image", block=number(image, "block"), more_than=number(image, "more-than"),
                otherwise=number(image, "otherwise"), alternate="alternate" in image, when=_image_when(image["when"]), words=words)


def _steps(node: Node) -> tuple[Step, ...]:
    return tuple(_step(n) for n in node)


def _needs(node: Node | None) -> tuple[Need, ...]:
    return tuple(Need(n.text_of("flag"), n["capability"].text, n["error"].text) for n in node or () if "capability" in n)


def _limits(node: Node | None) -> tuple[Limit, ...]:
    return tuple(Limit(n["of"].text, kind, n[kind].text, n["error"].text) for n in node or ()
                 for kind in ("at-most", "at-least", "multiple-of") if kind in n)


def _body(node: Node) -> Body:
    names = texts(node.get("body"))
    return Body(tuple(n for n in names if n not in (PAYLOAD, BYTES)), PAYLOAD in names or BYTES in names, BYTES in names,
                not {PAYLOAD, BYTES} & set(names[:-1]), settings(node.get("set")))


def _part(node: Node) -> Part:
    return Part(node["format"].text, node["at"].number)


def _queue_head(node: Node) -> QueueHead:
    shape = node["shape"]
    return QueueHead(_part(shape), parse_ref(shape["shift"]), parse_ref(shape["mask"]), _part(node["producer"]), _part(node["consumer"]),
                     node["bytes"].number)


def _op(name: str, node: Node) -> Op:
    empty = node.get("when-empty")
    return Op(node.src, name, node["code"].text, node.text_of("solicited"), node.text_of("inline") == "ignored",
              node.text_of("inline") == "refused", texts(node.get("types")), node.text_of("lead") != "none", _body(node),
              _body(empty) if empty else None, _needs(node.get("needs")), _limits(node.get("needs")),
              number(node, "sge-length"), node.text_of("owes"), node.text_of("note"),
              number(node, "sges"), "flags" in node, "late" in node)


def _class(name: str, node: Node) -> TypeClass:
    return TypeClass(node.src, name, texts(node["types"]), texts(node.get("lead")), "body" in node, _needs(node.get("needs")),
                     settings(node.get("set")), settings(node.get("ethernet-set")))


def _send(node: Node) -> Send:
    keep = texts(node["requests"].get("keep"))
    inline = node["payload"]["inline"]
    return Send(
        ring=_ring(node["ring"]), named_by=node["requests"]["named-by"].text, keep_count="count" in keep,
        keep_end="end" in keep, keep_note="note" in keep, keep_length="length" in keep, code_enum=node["tables"]["code"].text,
        refusals=tuple(_refusal(n) for n in node["refuse"]), head=node["head"].text, head_at=number(node, "head-at"),
        tail=_part(node["tail"]) if "tail" in node else None,
        classes=tuple(_class(k, v) for k, v in node["classes"].items()),
        ops=tuple(_op(k, v) for k, v in node["ops"].items()), gather=_gather(node["payload"]["gather"]),
        inline=Inline(inline.text_of("header"), number(inline, "chunk"), number(inline, "at"), inline.text_of("mark"), "at" in inline), doorbell=_steps(node["doorbell"]),
        batched="batch" in node["ring"], hot=texts(node.get("hot")), repeat=_part(node["repeat"]) if "repeat" in node else None,
        state=_state(node["state"]) if "state" in node else None,
    )


def _state(node: Node) -> State:
    return State(_part(node), parse_ref(node["failed"]), opt_ref(node, "quiet"))


def _end(node: Node) -> int | None:
    end = node.get("end")
    return end["lkey"].number if end else None


def _shared(node: Node) -> Shared:
    return Shared(node["head"].text, parse_ref(node["link"]), tuple(_refusal(n) for n in node["refuse"]),
                  _gather(node["gather"]), _end(node), _steps(node["doorbell"]), node["stride"]["at-least"].number)


def _recv(node: Node, send_ring: Ring) -> Recv:
    shared, own = node.get("shared"), isinstance(node["ring"].value, dict)
    return Recv(_ring(node["ring"]) if own else send_ring, node["requests"]["named-by"].text, tuple(_refusal(n) for n in node["refuse"]),
                node.text_of("head"), number(node, "head-at"), _gather(node["gather"]), _end(node),
                _steps(node["doorbell"]) if "doorbell" in node else (),
                _shared(shared) if shared and isinstance(shared.value, dict) else None, shared is not None and isinstance(shared.value, str),
                None if own else _in_send(node))


def _in_send(node: Node) -> InSend:
    return InSend(node.text_of("code"), texts(node.get("body")), number(node, "sges"), number(node, "bytes"))


def _among(node: Node | None) -> Among | None:
    if node is None:
        return None
    return Among(parse_ref(node["field"]), texts(node["is"]))


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
    """Rows whose byte count has its high bits in a field of their own."""
    return tuple((k, parse_ref(list(v["length"])[1])) for k, v in rows.items()
                 if "length" in v and isinstance(v["length"].value, list))


def _members(recv: Node) -> tuple[tuple[str, Ref], ...]:
    """Members of a work completion that fields have."""
    members = {k: v for k, v in recv.items() if k not in _NOT_MEMBERS}
    if "sl" in members and isinstance(members["sl"].value, dict):
        members["sl"] = members["sl"]["infiniband"]
    return tuple((k, parse_ref(v)) for k, v in members.items() if v.text != "0")


def _row(code: str, node: Node) -> WcRow:
    length = node.get("length")
    text = "" if length is None else list(length)[0].text if isinstance(length.value, list) else length.text
    return WcRow(node.src, frozenset(k for k, _ in node.items()), code, node["opcode"].text, texts(node.get("flags")), text, node.text_of("kind"), opt_ref(node, "imm"),
                 opt_ref(node, "invalidated"))


def _rows(node: Node) -> tuple[WcRow, ...]:
    return tuple(_row(k, v) for k, v in node["rows"].items() if k != "default")


def _default(node: Node) -> WcRow | None:
    row = node["rows"].get("default")
    return _row("default", row) if row else None


def _extension(node: Node | None) -> Extension | None:
    return Extension(node["format"].text, parse_ref(node["when"]), parse_ref(node["ready"])) if node else None


def _translate(node: Node | None) -> Translate | None:
    if node is None:
        return None
    rows = [(k, v.text) for k, v in node["map"].items()]
    return Translate(_sure(_among(node["when"])), parse_ref(node["from"]), tuple(r for r in rows if r[0] != "default"), dict(rows)["default"])


def _flush(node: Node | None) -> Flush | None:
    return Flush(_sure(_among(node["when"])), node["rest"].text) if node else None


def _inside(node: Node | None) -> Inside | None:
    if node is None:
        return None
    places = tuple(InsidePlace(k, v["at"].number if "at" in v else None, v["bytes"].number) for k, v in node["places"].items())
    return Inside(parse_ref(node["field"]), places)


def _member(node: Node, key: str, member: str) -> Ref | None:
    return opt_ref(node[key], member) if key in node else None


def _order(node: Node) -> Order:
    foreign = node.get("foreign")
    return Order(_sure(_among(node["late"])), (parse_ref(foreign["field"]), foreign["value"].number) if foreign else None,
                 node["flushed"].text, node["lost"].text, "attention" in node)


def _complete(node: Node) -> Complete:
    ready, status, recv = node["ready"], node["status"], node["recv"]
    rows = [(k, v.text) for k, v in status["map"].items()]
    flags = recv["flags"].items() if "flags" in recv else []
    retire, shared = node["retire"], node["queue"].get("shared")
    timestamp = node.get("timestamp")
    return Complete(
        entry=node["entry"].text, entry_first="entry-at" in node, extension=_extension(node.get("extension")), rings="rings" in node, error_entry=node.text_of("error-entry", node["entry"].text), ready=opt_ref(ready, "field"),
        ready_value=ready.text_of("value"), unless=_among(ready.get("unless")), number=parse_ref(node["queue"]["number"]),
        key=opt_ref(node["queue"], "key"), pointer=opt_ref(node["queue"], "pointer"), shared_bit=shared.text_of("bit") if shared else "",
        shared_number=parse_ref(shared["number"]) if shared else None, sends=_sure(_among(node["sends"])), failed=_among(node.get("failed")),
        status_field=parse_ref(status["field"]), vendor=parse_ref(status["vendor"]),
        status=tuple((k, v) for k, v in rows if k != "default"), default_status=dict(rows)["default"],
        only=_among(status.get("only")), otherwise=status.text_of("otherwise"),
        translate=_translate(status.get("translate")), flush=_flush(node.get("flush")),
        retire_send=_refs(retire["send"]), retire_recv=None if retire["recv"].text == "oldest" else parse_ref(retire["recv"]), retire_shared=opt_ref(retire, "shared"),
        retire_none=opt_ref(retire, "none"), recv_unit=number(retire, "recv-unit"), failed_oldest="failed-recv" in retire, unposted="unposted" in retire,
        resize=_among(node.get("resize")), inside=_inside(node.get("inside")), send_by=parse_ref(node["send"]["by"]),
        send=_rows(node["send"]), send_default=_default(node["send"]), send_counts="byte_len" not in node["send"], recv_by=parse_ref(recv["by"]),
        recv=_rows(recv), recv_default=_default(recv),
        values=_members(recv),
        ethernet_sl=opt_ref(recv["sl"], "ethernet") if "sl" in recv and isinstance(recv["sl"].value, dict) else None,
        zeros=tuple(k for k, v in recv.items() if k not in _NOT_MEMBERS and not isinstance(v.value, dict) and v.text == "0"),
        imm=_member(recv, "imm", "field"), imm_when=_member(recv, "imm", "when"),
        invalidated=_member(recv, "invalidated", "field"), invalidated_when=_member(recv, "invalidated", "when"),
        imm_writes=recv["imm"].text_of("written-without") if "imm" in recv else "",
        only_with_imm=frozenset(k for k, v in recv["rows"].items() if "only-with-imm" in v),
        datagram_src=_member(recv, "datagram", "src_qp"), datagram_flags=texts(recv["datagram"].get("flags")) if "datagram" in recv else (),
        imm_number="imm" in recv and "as" in recv["imm"], all_fields="on-failure" in node, high_length=_high_length(recv["rows"]),
        flags=tuple(WcFlag(k, tuple(parse_ref(n) for n in v["all"]), v.text_of("capability")) for k, v in flags),
        equal=tuple((k, _ref_of(ref, n), n.number) for k, v in flags if "equal" in v for ref, n in v["equal"].items()),
        timestamp=tuple(parse_ref(n) for n in timestamp) if timestamp else (), consumed=_steps(node["consumed"]),
        order=_order(node["order"]) if "order" in node else None,
    )


def parse(doc: Node) -> Adapter:
    """A spec that has the shape that the grammar asks for."""
    arm, head, send = doc["arm"], doc.get("queue-head"), _send(doc["send"])
    steps = arm["steps"] if isinstance(arm.value, dict) else None if isinstance(arm.value, str) else arm
    refuses = tuple((k, v.text) for k, v in arm["refuse"].items()) if isinstance(arm.value, dict) and "refuse" in arm else ()
    return Adapter(
        src=doc.src, name=doc["adapter"].text, id=doc["id"].number, doc=doc["doc"].text, truth=doc.text_of("truth"),
        identity=parse_identity(doc["identity"]), constants=parse_constants(doc.get("constants")), enums=parse_enums(doc["enums"]),
        formats=parse_formats(doc["formats"], doc["byte-order"].text), command_data=parse_formats(doc.get("command-data"), "little"),
        where=parse_where(doc), hooks=texts(doc.get("hooks")), draft=doc.text_of("status") == "draft",
        queue_head=_queue_head(head) if head else None, send=send, recv=_recv(doc["recv"], send.ring), complete=_complete(doc["complete"]),
        arm=_steps(steps) if steps else (), arm_refuses=refuses)
