"""Stage parse: turns a validated file into typed objects."""

from __future__ import annotations

import re

from codegen.core.load import Node
from codegen.formats.parse import parse_constants, parse_enums, parse_formats
from codegen.mad.model import Attribute, Component, Mad, Use


def parse(doc: Node) -> Mad:
    return Mad(
        src=doc.src, name=doc["mad"].text, prefix=doc["prefix"].text, doc=doc["doc"].text,
        uses=tuple(Use(n.src, n.text) for n in doc["uses"]) if "uses" in doc else (),
        constants=parse_constants(doc), enums=parse_enums(doc), formats=parse_formats(doc, "formats", "big"),
        attributes=tuple(_attribute(k, v) for k, v in doc.items_of("attributes")))


def _attribute(name: str, node: Node) -> Attribute:
    components = tuple(_component(n) for n in node["components"]) if "components" in node else ()
    return Attribute(node.src, name, node["format"].text, node["methods"].texts, components)


def _component(node: Node) -> Component:
    """``dgid``, ``node_info.type``, ``data.3``, ``data.16-17`` or ``reserved``."""
    if node.text == "reserved":
        return Component(node.src, ())
    names = [name for name in node.text.split(".") if not name[0].isdigit()]
    ends = [int(n) for n in re.findall(r"\b[0-9]+", node.text)]
    return Component(node.src, tuple(names), tuple(range(ends[0], ends[-1] + 1)) if ends else ())
