"""Stage parse: turns the API specs into typed objects. It cannot fail, because the schema has been checked."""

from __future__ import annotations

from codegen.api.model import (
    Absent, Aix, Api, CallbackParam, CallbackType, Cause, Check, Constants, Enum, EnumMember, Failure, Field, FieldKind, Function,
    Handle, Header, Include, Inline, Macro, Manual, Page, Pair, Param, Part, Place, Polls, Returns, Section, StateWords, Status, Strings,
    Struct, Translation, Typedef, ValueMap,
)
from codegen.core.load import Node


def _place(node: Node) -> Place:
    return Place(node.src, node.path)


def _yes(node: Node, key: str) -> bool:
    return node.text_of(key) == "yes"


def _doc(node: Node, key: str = "doc") -> str:
    return " ".join(node.text_of(key).split())


def _tag(name: str, node: Node) -> str:
    """The tag given by 'tag', or derived from the name."""
    return node.text_of("tag") or (f"_{name.removesuffix('_t')}" if _yes(node, "typedef") else name)


def _status(node: Node | None) -> Status | None:
    if node is None:
        return None
    return Status(_place(node), node["success"].text, node["lacking"].text, node["misuse"].text)


def _enum(name: str, node: Node) -> Enum:
    strings = node.get("strings")
    return Enum(
        _place(node), name, "" if node.text_of("tag") == "none" else _tag(name, node), _yes(node, "typedef"), _doc(node),
        node.texts_of("sources"),
        tuple(_member(k, v) for k, v in node["members"].items()),
        None if strings is None else Strings(_place(strings), strings["function"].text, strings["fallback"].text),
        tuple(_value_map(k, v) for k, v in node.items_of("maps")),
        node.text_of("names"), node.text_of("causes"), _status(node.get("status")),
    )


def _member(name: str, node: Node) -> EnumMember:
    maps = {key: value.text for key, value in node.items_of("maps")}
    return EnumMember(_place(node), name, node["value"].text, _doc(node), node.text_of("text"), maps,
                      node.text_of("same-as"), node.texts_of("goes-with"), node.texts_of("sources"),
                      _causes(node.get("causes")))


def _causes(node: Node | None) -> tuple[Cause, ...] | None:
    if node is None:
        return None
    return tuple(Cause(_place(row), row["side"].text, row.text_of("of"), _doc(row, "cause"), _doc(row, "look"))
                 for row in node)


def _value_map(name: str, node: Node) -> ValueMap:
    return ValueMap(_place(node), name, node["forward"].text, node["backward"].text, node["unknown"].text,
                    node["otherwise"].text)


def _field(name: str, node: Node) -> Field:
    kind = next(k for k in FieldKind if k.value in node)
    nested = kind in (FieldKind.STRUCT, FieldKind.UNION)
    return Field(
        _place(node), name, kind, "" if nested else node[kind.value].text, _doc(node), node.texts_of("sources"),
        node.text_of("at"), _yes(node, "set"), node.text_of("asked-with"),
        tuple(_field(k, v) for k, v in node[kind.value].items()) if nested else (),
    )


def _struct(name: str, node: Node) -> Struct:
    return Struct(_place(node), name, node.text_of("kind", "struct"), _doc(node), node.texts_of("sources"),
                  _yes(node, "opaque"), _yes(node, "object"), node.text_of("ended", "freed"),
                  tuple(_field(k, v) for k, v in node.items_of("fields")), _yes(node, "typedef"), _tag(name, node),
                  _yes(node, "packed"), node.text_of("size"), node.text_of("format"))


def _typedef(name: str, node: Node) -> Typedef:
    return Typedef(_place(node), name, node["type"].text, _doc(node), node.texts_of("sources"))


def _handle(name: str, node: Node) -> Handle:
    return Handle(_place(node), name, node["tag"].text, _doc(node), node.texts_of("sources"))


def _callback(name: str, node: Node) -> CallbackType:
    params = (CallbackParam(_place(v), k, v["type"].text, _doc(v)) for k, v in node.items_of("params"))
    return CallbackType(_place(node), name, _doc(node), node.texts_of("sources"), node.text_of("returns", "void"), tuple(params))


def _param(name: str, node: Node) -> Param:
    return Param(_place(node), name, node["type"].text, node.text_of("dir", "in"), _yes(node, "null"), _doc(node),
                 node.text_of("refused"))


def _inline(node: Node | None) -> Inline | None:
    if node is None:
        return None
    return Inline(_place(node), node.text_of("block"), node.text_of("through"), node.text_of("member"), _yes(node, "bound"),
                  node.text_of("forward"), node.texts_of("args"), node.text_of("reads"), node.text_of("writes"),
                  node.text_of("bits"), node.text_of("value"))


def _states(node: Node | None) -> StateWords | None:
    if node is None:
        return None
    return StateWords(_place(node), *(node[key].text for key in ("spec", "states", "types", "attributes")))


def _check(node: Node) -> Check:
    return Check(
        _place(node), node["value"].text, node.text_of("is"), node.text_of("from"), node.text_of("to"),
        node.text_of("below"), node.text_of("enum"), node.texts_of("flags"), node.texts_of("one-of"),
        node.texts_of("none-of"), node.texts_of("has"), node.texts_of("lacks"), node.text_of("same"),
        node.text_of("goes-with"), node.text_of("multiple-of"), node.text_of("explained-by"), _checks(node, "when"),
        node.text_of("error", "EINVAL"), _doc(node),
    )


def _checks(node: Node, key: str) -> tuple[Check, ...]:
    child = node.get(key)
    return () if child is None else tuple(_check(item) for item in child)


def _aix(node: Node | None) -> Aix | None:
    if node is None:
        return None
    return Aix(_place(node), _yes(node, "unsupported"), _yes(node, "negative-errno"), _checks(node, "checks"),
               _checks(node, "each"), node.text_of("unknown"))


def _polls(node: Node | None) -> Polls | None:
    return Polls(_place(node), node["queue"].text, node.text_of("into")) if node else None


def _function(name: str, node: Node) -> Function:
    returns = node["returns"]
    return Function(
        _place(node), name, _doc(node), node.texts_of("sources"),
        Returns(_place(returns), returns["type"].text, returns["as"].text, _doc(returns), returns.text_of("refused")),
        tuple(_param(k, v) for k, v in node.items_of("params")),
        tuple(Failure(_place(v), k, " ".join(v.text.split())) for k, v in node.items_of("errors")),
        "errors" in node, node.text_of("enosys-by"), node["path"].text, _doc(node, "threads"), node["status"].text,
        _doc(node, "reason"),
        _doc(node, "waits-for"), _inline(node.get("inline")),
        node.text_of("about"), node.text_of("page"), node.text_of("example"), _states(node.get("states")),
        _checks(node, "checks"), _checks(node, "each"), node.texts_of("frees"), node.texts_of("makes"),
        _polls(node.get("polls")), _aix(node.get("aix")),
        node.text_of("needs"),
    )


def _macro(name: str, node: Node) -> Macro:
    return Macro(_place(node), name, _doc(node), node.texts_of("sources"), node.text_of("number"), node.text_of("order", "host"),
                 node.text_of("alias"), node.text_of("pointer"), node.text_of("type"), node.text_of("text"), _yes(node, "shared"))


def _constants(name: str, node: Node) -> Constants:
    order, sources = node.text_of("order", "host"), node.texts_of("sources")

    def constant(key: str, value: Node) -> Macro:
        plain = isinstance(value.value, str)
        return Macro(_place(value), key, "" if plain else _doc(value), sources, value.text if plain else value["value"].text,
                     order, "", "", "", "", False)

    return Constants(_place(node), name, _doc(node), tuple(constant(k, v) for k, v in node["values"].items()))


def _translation(name: str, node: Node) -> Translation:
    return Translation(_place(node), name, _doc(node), _yes(node, "bits"), node.text_of("otherwise"),
                       tuple(Pair(_place(v), k, v.text) for k, v in node.items_of("pairs")), node.texts_of("without"))


def _section(node: Node) -> Section:
    return Section(
        _place(node["section"]), node["section"].text, _doc(node),
        tuple(_enum(k, v) for k, v in node.items_of("enums")),
        tuple(_struct(k, v) for k, v in node.items_of("structs")),
        tuple(_function(k, v) for k, v in node.items_of("functions")),
        tuple(_macro(k, v) for k, v in node.items_of("macros")),
        tuple(_constants(k, v) for k, v in node.items_of("constants")),
        tuple(_typedef(k, v) for k, v in node.items_of("typedefs")),
        tuple(_handle(k, v) for k, v in node.items_of("handles")),
        tuple(_callback(k, v) for k, v in node.items_of("callbacks")),
        tuple(_translation(k, v) for k, v in node.items_of("translations")),
    )


def _header(path: str, node: Node) -> Header:
    includes = tuple(Include(_place(v), k, v.texts) for k, v in node.items_of("includes"))
    sections = node.get("sections")
    return Header(_place(node), path, node["guard"].text, node["doc"].text.strip(), includes,
                  tuple(sections) if sections is not None else (), node.text_of("last"), node.text_of("unit"),
                  _yes(node, "unchecked"), node.text_of("checked"), node.text_of("aix"))


def _manual(node: Node) -> Manual:
    return Manual(_place(node), node["date"].text, node["link"].text)


def _page(name: str, node: Node) -> Page:
    parts = (Part(_place(v), k, v.text_of("text"), _yes(v, "calls")) for k, v in node.items_of("parts"))
    values = tuple((k, v.texts) for k, v in node.items_of("values"))
    lacks = tuple((k, v.texts) for k, v in node.items_of("lacks"))
    return Page(_place(node), name, node["section"].text, _doc(node), node.texts_of("also"), values, lacks, tuple(parts))


def parse(docs: list[Node]) -> Api:
    """Parse all files of one API, in the given order."""
    return Api(
        tuple(doc.src.file for doc in docs),
        tuple(_header(k, v) for doc in docs for k, v in doc.items_of("headers")),
        tuple(_section(doc) for doc in docs if "section" in doc),
        tuple(Absent(_place(v), k, " ".join(v.text.split())) for doc in docs for k, v in doc.items_of("absent")),
        tuple(_manual(doc["manual"]) for doc in docs if "manual" in doc),
        tuple(_page(k, v) for doc in docs for k, v in doc.items_of("pages")),
    )
