"""Stage parse: the emulated device."""

from __future__ import annotations

from codegen.adapter.model.device import Device, Kind
from codegen.adapter.parse.refs import settings
from codegen.core.load import Node

_TEXTS = ("hca-type", "board-id", "hw-rev", "firmware-prefix", "rate")
_OTHERS = ("firmware", "mtu", "atomics", "capabilities", "quirks", "variants", "qp-refusal", "without-types",
           "create-flags",
           "first-mtu", "faults", "fills")


def _kind(name: str, node: Node, usual: Kind | None) -> Kind:
    values, said = (dict(usual.numbers), dict(usual.texts)) if usual else ({}, {})
    for key, child in node.items():
        if key in _TEXTS:
            said[key] = child.text
        elif key not in _OTHERS:
            values[key] = child.number
    return Kind(name, tuple(values.items()), tuple(said.items()))


def parse_device(node: Node | None) -> Device | None:
    if node is None:
        return None
    usual = _kind("", node, None)
    variants = [_kind(name, child, usual) for name, child in node.items_of("variants")]
    faults = tuple((kind, child.text) for kind, child in node.items_of("faults"))
    return Device(node.src, (usual, *variants), node["firmware"].numbers, int(node["mtu"].text), "atomics" in node,
                  node.texts_of("capabilities"), node.texts_of("quirks"), node.text_of("qp-refusal", "EOPNOTSUPP"),
                  node.texts_of("without-types"), node.texts_of("create-flags"), node.number_of("first-mtu"), faults,
                  settings(node, "fills"))
