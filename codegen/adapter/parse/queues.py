"""Stage parse: what sends and receives have in common."""

from __future__ import annotations

from codegen.adapter.model.queues import QUEUE, Boundary, Gather, ImageWhen, Refusal, Ring, Slots, SlotType, Step
from codegen.adapter.model.refs import Part
from codegen.core.load import Node


def _boundary(node: Node | None) -> Boundary | None:
    return Boundary(node["pad"].text, node.number_of("spare"), "odd" in node, node.number_of("clear")) if node else None


def _slots(node: Node | None) -> Slots | None:
    if node is None:
        return None
    types = tuple(SlotType(name.text, t["front"].texts, t.texts_of("inline-after"),
                           t["least"].texts) for t in node["types"]
                  for name in t["for"])
    return Slots(node["least"].number, node["most"].number, node["ahead"].number, types)


def parse_ring(node: Node) -> Ring:
    unit = node["unit"].text
    return Ring(QUEUE if unit == "queue" else int(unit, 0), node["entry"].text, node.text_of("wrap") == "inside",
                node.text_of("where") == "device", node.text_of("where") == "shared", node.text_of("fill") == "zero",
                _boundary(node.get("boundary")), node.number_of("chunk"),
                node["guard"]["word"].number if "guard" in node else None, _slots(node.get("slots")))


def parse_refusal(node: Node) -> Refusal:
    kind = next(k for k, _ in node.items() if k not in ("error", "unless", "only"))
    if kind == "flags":
        return Refusal(node.src, kind, node["error"].text, node["flags"].texts)
    return Refusal(node.src, kind, node[kind].text, (), node.text_of("unless") == "inline", "only" in node)


def parse_gather(node: Node) -> Gather:
    empty = node.text_of("empty")
    return Gather(node["format"].text, empty == "skip", int(empty, 0) if empty[:1].isdigit() else 0,
                  node.text_of("fill"))


def _image_when(node: Node) -> ImageWhen | None:
    if not isinstance(node.value, dict):
        return None

    def by_class(key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        child = node.get(key)
        return tuple((k, v.texts) for k, v in child.items()) if child else ()

    return ImageWhen(node.texts_of("inline"), by_class("ops"), by_class("ops-without-sges"))


def _step(node: Node) -> Step:
    words = frozenset(k for k, _ in node.items())
    if "record" in node:
        return Step("record", format=node["record"].text, word=node.number_of("word"), words=words)
    if "register" in node and "format" in node:  # otherwise it is one key too many, which a rule refuses
        place = node["register"].text
        return Step("register", format=node["format"].text, place="" if place == "queue" else place, words=words)
    if "copy" in node:
        copy = node["copy"]
        return Step("copy", format=copy["format"].text, place=copy["register"].text, places=copy["places"].number,
                    words=words)
    if "index" in node:
        return Step("index", side=node["index"].text, words=words)
    if "command" in node:
        return Step("command", words=words)
    image = node["image"]
    return Step("image", block=image.number_of("block"), more_than=image.number_of("more-than"),
                otherwise=image.number_of("otherwise"), alternate="alternate" in image, when=_image_when(image["when"]),
                words=words)


def parse_steps(node: Node) -> tuple[Step, ...]:
    return tuple(_step(n) for n in node)


def parse_part(node: Node) -> Part:
    return Part(node["format"].text, node["at"].number)


def parse_end(node: Node) -> int | None:
    end = node.get("end")
    return end["lkey"].number if end else None
