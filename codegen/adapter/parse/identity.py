"""Stage parse: how devices are recognised."""

from __future__ import annotations

from codegen.adapter.model.identity import Identity
from codegen.adapter.parse.formats import number, numbers, texts
from codegen.core.load import Node


def parse_identity(node: Node) -> Identity:
    return Identity(
        node["transport"].text, node["driver-id"].number, node["abi"]["min"].number, node["abi"]["max"].number,
        number(node, "pci-vendor"), numbers(node.get("pci-devices")), texts(node.get("modalias")), texts(node.get("names")),
        number(node, "qp-numbers"), node["max-ports"].number, numbers(node.get("by-command")), number(node, "min-firmware"),
        texts(node["commands"]) if "commands" in node else None)
