"""Stage parse: the emulated device."""

from __future__ import annotations

from codegen.adapter.model.device import Device, Kind
from codegen.adapter.parse.formats import number, numbers, settings, texts
from codegen.core.load import Node

_TEXTS = ("hca-type", "board-id", "hw-rev", "firmware-prefix", "rate")
_OTHERS = ("firmware", "mtu", "atomics", "capabilities", "quirks", "variants", "qp-refusal", "without-types", "create-flags",
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
    variants = [_kind(name, child, usual) for name, child in node["variants"].items()] if "variants" in node else []
    faults = tuple((kind, child.text) for kind, child in node["faults"].items()) if "faults" in node else ()
    return Device(node.src, (usual, *variants), numbers(node["firmware"]), int(node["mtu"].text), "atomics" in node,
                  texts(node.get("capabilities")),
                  texts(node.get("quirks")), node.text_of("qp-refusal", "EOPNOTSUPP"), texts(node.get("without-types")),
                  texts(node.get("create-flags")),
                  number(node, "first-mtu"), faults, settings(node.get("fills")))
