"""Stage parse: references to fields, and settings of them."""

from __future__ import annotations

from codegen.adapter.model.refs import Ref, Setting
from codegen.core.load import Node


def parse_ref(node: Node) -> Ref:
    name, _, fld = node.text.partition(".")
    return Ref(node.src, name, fld)


def opt_ref(node: Node, key: str) -> Ref | None:
    child = node.get(key)
    return parse_ref(child) if child else None


def settings(node: Node, key: str) -> tuple[Setting, ...]:
    return tuple(Setting(Ref(v.src, *name.split(".")), v.text) for name, v in node.items_of(key))
