"""Stage parse: receives."""

from __future__ import annotations

from codegen.adapter.model.queues import Ring
from codegen.adapter.model.recv import InSend, Recv, Shared, SharedRings
from codegen.adapter.parse.queues import parse_end, parse_gather, parse_refusal, parse_ring, parse_steps
from codegen.adapter.parse.refs import parse_ref
from codegen.core.load import Node


def _shared(node: Node) -> Shared:
    return Shared(node["head"].text, parse_ref(node["link"]), tuple(parse_refusal(n) for n in node["refuse"]),
                  parse_gather(node["gather"]), parse_end(node), parse_steps(node["doorbell"]),
                  node["stride"]["at-least"].number)


def _shared_rings(node: Node | None) -> SharedRings | None:
    if node is not None and not isinstance(node.value, dict):
        return SharedRings("", ())
    return SharedRings(node["head"].text, parse_steps(node["doorbell"])) if node and "like" in node else None


def parse_recv(node: Node, send_ring: Ring) -> Recv:
    shared, own = node.get("shared"), isinstance(node["ring"].value, dict)
    return Recv(parse_ring(node["ring"]) if own else send_ring, node["requests"]["named-by"].text,
                tuple(parse_refusal(n) for n in node["refuse"]),
                node.text_of("head"), node.number_of("head-at"), parse_gather(node["gather"]), parse_end(node),
                parse_steps(node["doorbell"]) if "doorbell" in node else (),
                _shared(shared) if shared and isinstance(shared.value, dict) and "like" not in shared else None,
                _shared_rings(shared),
                None if own else _in_send(node))


def _in_send(node: Node) -> InSend:
    return InSend(node.text_of("code"), node.texts_of("body"), node.number_of("sges"), node.number_of("bytes"))
