"""Stage parse: a validated file as typed objects."""

from __future__ import annotations

from codegen.adapter.parse.formats import parse_constants, parse_enums, parse_formats, texts
from codegen.core.load import Node
from codegen.mad.model import Attribute, Mad, Use


def parse(doc: Node) -> Mad:
    attributes = doc.get("attributes")
    return Mad(
        src=doc.src, name=doc["mad"].text, prefix=doc["prefix"].text, doc=doc["doc"].text,
        uses=tuple(Use(n.src, n.text) for n in doc["uses"]) if "uses" in doc else (),
        constants=parse_constants(doc.get("constants")), enums=parse_enums(doc["enums"]),
        formats=parse_formats(doc["formats"], "big"),
        attributes=tuple(Attribute(v.src, k, v["format"].text, texts(v["methods"])) for k, v in attributes.items())
        if attributes else ())
