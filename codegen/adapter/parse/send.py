"""Stage parse: sends."""

from __future__ import annotations

from codegen.adapter.model.send import Body, Inline, Limit, Need, Op, Send, State, TypeClass
from codegen.adapter.parse.queues import parse_gather, parse_part, parse_refusal, parse_ring, parse_steps
from codegen.adapter.parse.refs import opt_ref, parse_ref, settings
from codegen.core.load import Node

PAYLOAD, BYTES = "payload", "bytes"


def _needs(node: Node | None) -> tuple[Need, ...]:
    return tuple(Need(n.text_of("flag"), n["capability"].text,
                      n["error"].text) for n in node or () if "capability" in n)


def _limits(node: Node | None) -> tuple[Limit, ...]:
    return tuple(Limit(n["of"].text, kind, n[kind].text, n["error"].text) for n in node or ()
                 for kind in ("at-most", "at-least", "multiple-of") if kind in n)


def _body(node: Node) -> Body:
    names = node.texts_of("body")
    return Body(tuple(n for n in names if n not in (PAYLOAD, BYTES)), PAYLOAD in names or BYTES in names,
                BYTES in names,
                not {PAYLOAD, BYTES} & set(names[:-1]), settings(node, "set"))


def _op(name: str, node: Node) -> Op:
    empty = node.get("when-empty")
    return Op(node.src, name, node["code"].text, node.text_of("solicited"), node.text_of("inline") == "ignored",
              node.text_of("inline") == "refused", node.texts_of("types"), node.text_of("lead") != "none", _body(node),
              _body(empty) if empty else None, _needs(node.get("needs")), _limits(node.get("needs")),
              node.number_of("sge-length"), node.text_of("owes"), node.text_of("note"),
              node.number_of("sges"), "flags" in node, "late" in node, "calls" in node)


def _class(name: str, node: Node) -> TypeClass:
    return TypeClass(node.src, name, node["types"].texts, node.texts_of("lead"), "body" in node, opt_ref(node, "front"),
                     _needs(node.get("needs")),
                     settings(node, "set"), settings(node, "ethernet-set"))


def parse_send(node: Node) -> Send:
    keep = node["requests"].texts_of("keep")
    inline = node["payload"]["inline"]
    return Send(
        ring=parse_ring(node["ring"]), named_by=node["requests"]["named-by"].text, keep_count="count" in keep,
        keep_end="end" in keep, keep_note="note" in keep, keep_length="length" in keep,
        code_enum=node["tables"]["code"].text,
        refusals=tuple(parse_refusal(n) for n in node["refuse"]), head=node["head"].text,
        head_at=node.number_of("head-at"),
        tail=parse_part(node["tail"]) if "tail" in node else None,
        classes=tuple(_class(k, v) for k, v in node["classes"].items()),
        ops=tuple(_op(k, v) for k, v in node["ops"].items()), gather=parse_gather(node["payload"]["gather"]),
        inline=Inline(inline.text_of("header"), inline.number_of("chunk"), inline.number_of("at"),
                      inline.text_of("mark"),
                      "at" in inline, "empty" in inline), doorbell=parse_steps(node["doorbell"]),
        batched="batch" in node["ring"], hot=node.texts_of("hot"),
        repeat=parse_part(node["repeat"]) if "repeat" in node else None,
        state=_state(node["state"]) if "state" in node else None,
    )


def _state(node: Node) -> State:
    return State(parse_part(node), parse_ref(node["failed"]), opt_ref(node, "quiet"))
