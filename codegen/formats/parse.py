"""Stage parse: formats, value lists and constants."""

from __future__ import annotations

import re

from codegen.core.load import Node
from codegen.formats.model import Constant, Enum, Field, Format, Place

_PLACE = re.compile(r"^(0x[0-9a-f]+|\d+)(?:\.(\d+)(?:-(\d+))?)?(?:/(8|16|32|64))?$")


def parse_place(text: str, width: int = 32) -> Place:
    """``0x4.31-8``, ``0x7.6``, ``0xc``, ``0x10/64``: byte, bits, width of the word when it is not the default."""
    match = _PLACE.match(text)
    assert match, text
    at, hi, lo, wide = match.groups()
    width = int(wide) if wide else width
    if hi is None:
        return Place(int(at, 0), width, width - 1, 0)
    return Place(int(at, 0), width, int(hi), int(lo if lo is not None else hi))


def _field(name: str, node: Node) -> Field:
    length, count = node.number_of("bytes"), node.number_of("count")
    width = 8 if length else node.number_of("word", node.number_of("bits", 32))
    at = node["at"].text
    values = node.numbers_of("as")
    const = node.get("const")
    return Field(
        src=node.src, name=name, doc=node.text_of("doc"), place=(place := parse_place(at, width)),
        source=node.text_of("from"), enum=node.text_of("enum"), const=const.number if const else None,
        unit=node.number_of("unit", 1), as_values=(values[0], values[1]) if values else None,
        raw=node.text_of("byte-order") == "raw",
        overlays=node.text_of("overlays"), length=length or count * place.width // 8, pushed="pushed" in node,
        words=frozenset(k for k, _ in node.items()) | ({"/"} if "/" in at else set()) | ({"."} if "." in at else set()),
        owed=node.number_of("owed"), inline=node.text_of("inline"), drop=node.number_of("drop"), low="takes" in node,
        most=node.number_of("most"),
        unread=node.text_of("unread"), word=node.text_of("is"), count=count, format=node.text_of("format"),
        peer=node.text_of("ibmad"),
    )


def _format(name: str, node: Node, default: str) -> Format:
    publish = node.get("publish")
    order = node.text_of("byte-order", default)
    return Format(
        src=node.src, name=name, doc=node.text_of("doc"), size=node["size"].number,
        publish=publish.number if publish else None, byte_order=order,
        fields=tuple(_field(k, v) for k, v in node["fields"].items()),
        reserved=tuple(parse_place(text) for text in node.texts_of("reserved")), layout_of=node.texts_of("layout-of"),
        since=node.number_of("since"), at=node.number_of("at"),
    )


def parse_enums(doc: Node) -> tuple[Enum, ...]:
    return tuple(Enum(v.src, k, v.text_of("doc"), tuple((n, x.number) for n, x in v["values"].items()))
                 for k, v in doc.items_of("enums"))


def parse_constants(doc: Node) -> tuple[Constant, ...]:
    return tuple(Constant(k, v["value"].number, v.text_of("doc")) for k, v in doc.items_of("constants"))


def parse_formats(doc: Node, key: str, order: str) -> tuple[Format, ...]:
    """The formats under a key, whose words have this byte order unless they say another."""
    return tuple(_format(k, v, order) for k, v in doc.items_of(key))
