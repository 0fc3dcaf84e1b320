"""Stage parse: how devices are identified."""

from __future__ import annotations

from codegen.adapter.model.identity import Identity
from codegen.core.load import Node


def parse_identity(node: Node) -> Identity:
    return Identity(
        node["transport"].text, node["driver-id"].number, node["abi"]["min"].number, node["abi"]["max"].number,
        node.number_of("pci-vendor"), node.numbers_of("pci-devices"), node.texts_of("modalias"), node.texts_of("names"),
        node.number_of("qp-numbers"), node["max-ports"].number, node.numbers_of("by-command"),
        node.number_of("min-firmware"),
        node["commands"].texts if "commands" in node else None)
