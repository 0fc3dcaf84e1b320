"""Stage parse: a validated file as typed objects."""

from __future__ import annotations

from codegen.core.load import Node
from codegen.formats.parse import parse_constants, parse_enums, parse_formats
from codegen.mad.model import Attribute, Mad, Use


def parse(doc: Node) -> Mad:
    return Mad(
        src=doc.src, name=doc["mad"].text, prefix=doc["prefix"].text, doc=doc["doc"].text,
        uses=tuple(Use(n.src, n.text) for n in doc["uses"]) if "uses" in doc else (),
        constants=parse_constants(doc), enums=parse_enums(doc), formats=parse_formats(doc, "formats", "big"),
        attributes=tuple(Attribute(v.src, k, v["format"].text,
                                   v["methods"].texts) for k, v in doc.items_of("attributes")))
