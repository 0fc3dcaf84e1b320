"""Stage parse: address vectors and register pages."""

from __future__ import annotations

from codegen.adapter.address import KINDS
from codegen.adapter.model.address import Address, Registers
from codegen.adapter.parse.refs import settings
from codegen.core.load import Node


def parse_address(node: Node | None) -> Address | None:
    if node is None:
        return None
    kinds = tuple((kind, settings(node, kind)) for kind in KINDS if kind in node)
    return Address(node.src, node["format"].text, kinds, node.number_of("rate-offset"))


def parse_registers(node: Node | None) -> Registers | None:
    if node is None:
        return None
    return Registers(node.src, tuple((name, child.number) for name, child in node.items()))
