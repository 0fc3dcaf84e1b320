"""Stage model: from a validated node tree to the typed model. Shape is right here; meaning is checked afterwards."""

from __future__ import annotations

import re

from codegen.adapter.model import (
    FirstAdapter, AnyAdapter, Bell, Complete, Constant, Enum, Field, Format, Guard, Identity,
    Need, Place, Push, Recv, Ref, Send, SendClass, SendOp, Setting,
    WcFlag, WcRow,
)
from codegen.core.diag import Src
from codegen.core.load import Node

_PLACE = re.compile(r"^(0x[0-9a-f]+|\d+)(?:\.(\d+)(?:-(\d+))?)?(?:/(8|16|32|64))?$")


def parse_place(text: str, width: int = 32) -> Place:
    """``0x4.31-8``, ``0x7.6``, ``0xc``, ``0x10/64``: byte, bits, width of the word when it is not the default."""
    match = _PLACE.match(text)
    assert match, text
    at, hi, lo, wide = match.groups()
    width = int(wide) if wide else width
    if hi is None:
        return Place(int(at, 0), width, width - 1, 0)
    return Place(int(at, 0), width, int(hi), int(lo if lo is not None else hi))


def parse_ref(node: Node) -> Ref:
    name, _, fld = node.text.partition(".")
    return Ref(node.src, name, fld)


def opt_ref(node: Node, key: str) -> Ref | None:
    child = node.get(key)
    return parse_ref(child) if child else None


def _num(node: Node, key: str, default: int = 0) -> int:
    child = node.get(key)
    return child.number if child else default


def texts(node: Node | None) -> tuple[str, ...]:
    return tuple(n.text for n in node) if node else ()


def _numbers(node: Node | None) -> tuple[int, ...]:
    return tuple(n.number for n in node) if node else ()


def _field(name: str, node: Node) -> Field:
    length = _num(node, "bytes")
    width = 8 if length else _num(node, "word", _num(node, "bits", 32))
    at = node["at"].text
    pair = node.get("as")
    values = [n.number for n in pair] if pair else []
    const = node.get("const")
    return Field(
        src=node.src, name=name, doc=node.text_of("doc"), place=parse_place(at, width),
        source=node.text_of("from"), enum=node.text_of("enum"), const=const.number if const else None,
        unit=_num(node, "unit", 1), as_values=(values[0], values[1]) if values else None,
        raw=node.text_of("byte-order") == "raw",
        overlays=node.text_of("overlays"), length=length, pushed="pushed" in node,
        words=frozenset(k for k, _ in node.items()) | ({"/"} if "/" in at else set()) | ({"."} if "." in at else set()),
        owed=_num(node, "owed"), inline=node.text_of("inline"), drop=_num(node, "drop"), low="takes" in node, most=_num(node, "most"),
        unread=node.text_of("unread"),
    )


def _format(name: str, node: Node, default: str) -> Format:
    publish = node.get("publish")
    order = node.text_of("byte-order", default)
    return Format(
        src=node.src, name=name, doc=node.text_of("doc"), size=node["size"].number,
        publish=publish.number if publish else None, byte_order=order,
        fields=tuple(_field(k, v) for k, v in node["fields"].items()),
        reserved=tuple(parse_place(n.text) for n in node["reserved"]) if "reserved" in node else (),
    )


def settings(node: Node | None) -> tuple[Setting, ...]:
    out: list[Setting] = []
    for key, value in node.items() if node else []:
        name, _, fld = key.partition(".")
        ref = Ref(value.src, name, fld)
        if isinstance(value.value, dict):
            out += [Setting(ref, source.text, only) for only, source in value.items()]
        else:
            out.append(Setting(ref, value.text))
    return tuple(out)


def _bell(node: Node) -> Bell:
    words = frozenset(k for k, _ in node.items())
    if "register" in node:
        return Bell("register", node["register"].text, 0, node["format"].text, node.src, words)
    return Bell("record", "", _num(node, "word"), node["record"].text, node.src, words)


def _class(name: str, node: Node) -> SendClass:
    needs = node.get("needs")
    return SendClass(
        src=node.src, name=name, types=texts(node["types"]), lead=texts(node["lead"]), body=texts(node.get("body")),
        granted=texts(node.get("granted")),
        needs=tuple(Need(n["flag"].text, n["capability"].text, n["error"].text) for n in needs) if needs else (),
        settings=settings(node.get("set")), ethernet=settings(node.get("ethernet-set")),
    )


def _op(name: str, node: Node) -> SendOp:
    return SendOp(node.src, name, node["code"].text, texts(node["body"]), texts(node.get("types")),
                  settings(node.get("set")))


def _push(node: Node | None) -> Push | None:
    if node is None:
        return None
    when = node["when"]

    def by_class(key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        child = when.get(key)
        return tuple((k, texts(v)) for k, v in child.items()) if child else ()

    return Push(node["block"].number, _num(node, "more-than"), texts(when.get("inline")),
                by_class("ops"), by_class("ops-without-payload"))


def _send(node: Node) -> Send:
    guard = node.get("guard")
    payload = node["payload"]
    return Send(
        owner=parse_ref(node["owner"]["field"]), chunk=_num(node, "chunk"),
        guard=Guard(guard["every"].number, guard["word"].number, parse_ref(guard["size-from"]), guard.text_of("doc"))
        if guard else None,
        size=parse_ref(node["size"]["field"]), code_enum=node["tables"]["code"].text,
        classes=tuple(_class(k, v) for k, v in node["classes"].items()),
        ops=tuple(_op(k, v) for k, v in node["ops"].items()),
        gather=payload["gather"]["format"].text, empty_length=_num(payload["gather"], "empty-length"),
        inline=payload["inline"]["header"].text, bell=_bell(node["bell"]), push=_push(node.get("push")),
    )


def _recv(node: Node) -> Recv:
    end, shared = node.get("end"), node.get("shared")
    return Recv(
        gather=node["gather"]["format"].text, end_lkey=end["lkey"].number if end else None, bell=_bell(node["bell"]),
        link=parse_ref(shared["link"]) if shared else None, head=shared["head"].text if shared else "",
        stride_at_least=shared["stride"]["at-least"].number if shared else 0,
    )


def _row(code: str, node: Node) -> WcRow:
    return WcRow(node.src, frozenset(k for k, _ in node.items()), code, node["opcode"].text, texts(node.get("flags")), node.text_of("length"), node.text_of("kind"),
                 opt_ref(node, "imm"), opt_ref(node, "invalidated"))


def _complete(node: Node) -> Complete:
    sl, wc = node["wc"].get("sl"), node["wc"]
    time, xrc, resize = node.get("timestamp"), node.get("xrc"), node.get("resize")
    status = [(k, v.text) for k, v in node["status"].items()]
    rows = [(k, v) for k, v in node["send"].items()]
    return Complete(
        entry=node["entry"].text, error_entry=node["error-entry"].text, owner=parse_ref(node["owner"]["field"]),
        number=parse_ref(node["queue"]["number"]), is_send=parse_ref(node["queue"]["is-send"]),
        xrc_bit=xrc["number-bit"].text if xrc else "", xrc_srq=opt_ref(xrc, "srq") if xrc else None,
        index=parse_ref(node["retire"]["index"]), opcode=parse_ref(node["opcode"]["field"]),
        recv_enum=node["opcode"]["recv"].text, special_enum=node["opcode"]["special"].text,
        error_op=node["error"]["opcode"].text, resize_op=resize["opcode"].text if resize else "",
        syndrome=parse_ref(node["error"]["syndrome"]), vendor=parse_ref(node["error"]["vendor"]),
        status=tuple((k, v) for k, v in status if k != "default"), default_status=dict(status)["default"],
        send=tuple(_row(k, v) for k, v in rows if k != "default"), default_send=dict(rows)["default"]["opcode"].text,
        default_row=_row("default", dict(rows)["default"]),
        recv=tuple(_row(k, v) for k, v in node["recv"].items()),
        values=tuple((k, parse_ref(v)) for k, v in wc.items() if k != "sl"),
        sl_infiniband=opt_ref(sl, "infiniband") if sl else None, sl_ethernet=opt_ref(sl, "ethernet") if sl else None,
        flags=tuple(WcFlag(k, tuple(parse_ref(n) for n in v["all"]), v.text_of("capability"))
                    for k, v in node["flags"].items()) if "flags" in node else (),
        time_high=opt_ref(time, "high") if time else None, time_low=opt_ref(time, "low") if time else None,
        consumed=_bell(node["consumed"]),
    )


def _where(doc: Node) -> dict[str, Src]:
    """Line of every part that generated code cites."""
    lines = {key: doc[key].src for key in ("adapter", "id", "arm")}
    for section in ("identity", "send", "recv", "complete", "queue-head"):
        if section not in doc:
            continue
        lines[section] = doc[section].src
        for key, node in doc[section].items():
            lines[f"{section}.{key}"] = node.src
            if isinstance(node.value, dict):
                lines.update({f"{section}.{key}.{k}": v.src for k, v in node.items()})
    return lines


def parse_base(doc: Node) -> AnyAdapter:
    """Everything but the queues."""
    ident = doc["identity"]
    enums = {k: Enum(v.src, k, v.text_of("doc"), tuple((n, x.number) for n, x in v["values"].items()))
             for k, v in doc["enums"].items()}
    order = doc["byte-order"].text
    constants = doc.get("constants")
    command = doc.get("command-data")
    return AnyAdapter(
        src=doc.src, name=doc["adapter"].text, id=doc["id"].number, doc=doc["doc"].text, truth=doc.text_of("truth"),
        identity=Identity(
            ident["transport"].text, ident["driver-id"].number, ident["abi"]["min"].number, ident["abi"]["max"].number,
            _num(ident, "pci-vendor"), _numbers(ident.get("pci-devices")), texts(ident.get("modalias")),
            texts(ident.get("names")), ident["max-ports"].number, _numbers(ident.get("by-command")),
            ident["min-firmware"].number if "min-firmware" in ident else 0,
            texts(ident["commands"]) if "commands" in ident else None),
        constants=tuple(Constant(k, v["value"].number, v.text_of("doc")) for k, v in constants.items())
        if constants else (),
        enums=tuple(enums.values()),
        formats=tuple(_format(k, v, order) for k, v in doc["formats"].items()),
        command_data=tuple(_format(k, v, "little") for k, v in command.items()) if command else (),
        where=_where(doc), sections=frozenset(k for k, _ in doc.items()), arms_by_command=isinstance(doc["arm"].value, str), hooks=texts(doc.get("hooks")), draft=doc.text_of("status") == "draft",
    )


def parse(doc: Node) -> AnyAdapter:
    base = parse_base(doc)
    by_command = isinstance(doc["arm"].value, str)
    none = Bell("command", "", 0, "", doc["arm"].src, frozenset())
    arm = [none, none] if by_command else [_bell(step) for step in doc["arm"]]
    return FirstAdapter(**vars(base), send=_send(doc["send"]), recv=_recv(doc["recv"]), complete=_complete(doc["complete"]),
                   arm_record=arm[0], arm_bell=arm[1])
