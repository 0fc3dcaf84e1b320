"""Stage parse: formats, value lists and constants, and what all sections are made of: places, references, settings."""

from __future__ import annotations

import re

from codegen.adapter.model.formats import Constant, Enum, Field, Format, Place, Ref, Setting
from codegen.core.load import Node

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


def parse_ref(node: Node) -> Ref:
    name, _, fld = node.text.partition(".")
    return Ref(node.src, name, fld)


def opt_ref(node: Node, key: str) -> Ref | None:
    child = node.get(key)
    return parse_ref(child) if child else None


def number(node: Node, key: str, default: int = 0) -> int:
    child = node.get(key)
    return child.number if child else default


def texts(node: Node | None) -> tuple[str, ...]:
    return tuple(n.text for n in node) if node else ()


def numbers(node: Node | None) -> tuple[int, ...]:
    return tuple(n.number for n in node) if node else ()


def _field(name: str, node: Node) -> Field:
    length, count = number(node, "bytes"), number(node, "count")
    width = 8 if length else number(node, "word", number(node, "bits", 32))
    at = node["at"].text
    pair = node.get("as")
    values = [n.number for n in pair] if pair else []
    const = node.get("const")
    return Field(
        src=node.src, name=name, doc=node.text_of("doc"), place=(place := parse_place(at, width)),
        source=node.text_of("from"), enum=node.text_of("enum"), const=const.number if const else None,
        unit=number(node, "unit", 1), as_values=(values[0], values[1]) if values else None,
        raw=node.text_of("byte-order") == "raw",
        overlays=node.text_of("overlays"), length=length or count * place.width // 8, pushed="pushed" in node,
        words=frozenset(k for k, _ in node.items()) | ({"/"} if "/" in at else set()) | ({"."} if "." in at else set()),
        owed=number(node, "owed"), inline=node.text_of("inline"), drop=number(node, "drop"), low="takes" in node,
        most=number(node, "most"),
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
        reserved=tuple(parse_place(n.text) for n in node["reserved"]) if "reserved" in node else (), parts=texts(node.get("parts")),
        since=number(node, "since"), at=number(node, "at"),
    )


def settings(node: Node | None) -> tuple[Setting, ...]:
    return tuple(Setting(Ref(v.src, *key.split(".")), v.text) for key, v in node.items()) if node else ()


def parse_enums(node: Node) -> tuple[Enum, ...]:
    return tuple(Enum(v.src, k, v.text_of("doc"), tuple((n, x.number) for n, x in v["values"].items())) for k, v in node.items())


def parse_constants(node: Node | None) -> tuple[Constant, ...]:
    return tuple(Constant(k, v["value"].number, v.text_of("doc")) for k, v in node.items()) if node else ()


def parse_formats(node: Node | None, order: str) -> tuple[Format, ...]:
    """Formats whose words have this byte order unless they say another."""
    return tuple(_format(k, v, order) for k, v in node.items()) if node else ()
