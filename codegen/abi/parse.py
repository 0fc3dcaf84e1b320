"""Stage parse: turns a validated ABI spec into typed objects. It cannot fail, because the schema has been checked."""

from __future__ import annotations

from codegen.abi.model import (
    Abi, Attribute, Command, Constant, Enum, Field, Line, Member, Message, Messages, Method, MethodObject, NameRef, QpType,
    Record, StateTable, Transition, TypeRef, Words,
)
from codegen.core.load import Node


def parse(doc: Node) -> Abi:
    commands = _commands(doc, "commands", False) + _commands(doc, "extended-commands", True)
    table, texts = doc.get("state-table"), doc.get("messages")
    messages = None if texts is None else _messages(texts)
    return Abi(
        src=doc.src,
        name=doc["abi"].text,
        doc=doc["doc"].text,
        prefix=doc.text_of("prefix", doc["abi"].text),
        byte_headers=doc.text_of("headers", "words") == "bytes",
        uses=_names(doc.get("uses")),
        truth=doc.text_of("truth"),
        objects=list(doc.texts_of("objects")),
        constants=[_constant(k, n) for k, n in doc.items_of("constants")],
        enums=[_enum(k, n) for k, n in doc.items_of("enums")] + ([] if messages is None else [messages.as_enum()]),
        records=[_record(n, k, n.text_of("doc")) for k, n in doc.items_of("records")],
        commands=commands,
        method_objects=[_method_object(k, n) for k, n in doc.items_of("methods")],
        state_table=None if table is None else _state_table(table),
        messages=messages,
    )


def _constant(name: str, n: Node) -> Constant:
    return Constant(n.src, n.path, name, n["doc"].text, n.text_of("value"), n.text_of("text"))


def _enum(name: str, n: Node) -> Enum:
    members = [Member(m.src, m.path, k, m["value"].number, m["doc"].text) for k, m in n["values"].items()]
    return Enum(n.src, n.path, name, n["doc"].text, members)


def parse_type(text: str) -> TypeRef:
    name, bracket, count = text.rstrip("]").partition("[")
    return TypeRef(name, int(count) if bracket else 1, bool(bracket))


def _field(name: str, n: Node) -> Field:
    type_node, alternatives = n.get("type"), n.get("one-of")
    return Field(
        src=n.src,
        path=n.path,
        name=name,
        at=n["at"].number,
        type=None if type_node is None else parse_type(type_node.text),
        one_of={} if alternatives is None else {k: parse_type(v.text) for k, v in alternatives.items()},
        role=n.text_of("is"),
        of=n.text_of("of"),
        doc=n.text_of("doc"),
        kernel=n.text_of("kernel", name),
    )


def _record(n: Node, name: str, doc: str) -> Record:
    fields = [_field(k, f) for k, f in n["fields"].items()]
    size, least = n["size"].number, n.get("least")
    return Record(n.src, n.path, name, doc, n.text_of("kernel"), size, size if least is None else least.number,
                  n.text_of("list"), fields)


def _commands(doc: Node, key: str, extended: bool) -> list[Command]:
    return [_command(k, n, extended) for k, n in doc.items_of(key)]


def _command(name: str, n: Node, extended: bool) -> Command:
    c_name = ("ex_" if extended else "") + name.lower()
    request, response = n.get("request"), n.get("response")
    driver = n.text_of("driver", "none")
    return Command(
        src=n.src,
        path=n.path,
        name=name,
        number=n["number"].number,
        extended=extended,
        doc=n["doc"].text,
        never="never" in n,
        driver_in=driver != "none",
        driver_out=driver == "in-out",
        optional="optional" in n,
        request=None if request is None else _record(request, f"{c_name}_req", f"Request of {name}."),
        response=None if response is None else _record(response, f"{c_name}_resp", f"Response of {name}."),
    )


def _method_object(name: str, n: Node) -> MethodObject:
    methods = [_method(name, k, m) for k, m in n["methods"].items()]
    return MethodObject(n.src, n.path, name, n["number"].number, methods)


def _method(owner: str, name: str, n: Node) -> Method:
    driver = n.text_of("driver", "none")
    return Method(n.src, n.path, owner, name, n["number"].number, n["doc"].text, driver != "none", driver == "in-out",
                  n.text_of("command"), [_attribute(k, a) for k, a in n["attributes"].items()])


def _attribute(name: str, n: Node) -> Attribute:
    length = n.get("bytes")
    return Attribute(n.src, n.path, name, n["id"].number, n["kind"].text, 0 if length is None else length.number,
                     "grows" in n, "any" in n, n.text_of("of"), "optional" in n, n.text_of("field"), n.text_of("sets"),
                     n.text_of("doc"))


def _names(n: Node | None) -> list[NameRef]:
    return [] if n is None else [NameRef(x.src, x.path, x.text) for x in n]


def _numbered(n: Node) -> list[Member]:
    return [Member(v.src, v.path, k, v.number, "") for k, v in n.items()]


def _state_table(n: Node) -> StateTable:
    transitions = []
    for change, by_type in n["transitions"].items():
        start, end = change.split(", ")
        for qp_type, t in by_type.items():
            transitions.append(Transition(t.src, f"{by_type.path}.{qp_type}", start, end, qp_type,
                                          _names(t.get("required")), _names(t.get("optional"))))
    return StateTable(
        src=n.src,
        path=n.path,
        function=n["function"].text,
        states=_numbered(n["states"]),
        types=[QpType(t.src, t.path, k, t["value"].number, _names(t.get("drop"))) for k, t in n["types"].items()],
        attributes=_numbered(n["attributes"]),
        always=_names(n["always"]),
        transitions=transitions,
    )


def _line(name: str, n: Node) -> Line:
    return Line(n.src, n.path, name, " ".join(n.text.split()))


def _messages(n: Node) -> Messages:
    return Messages(
        src=n.src,
        path=n.path,
        enum=n["enum"].text,
        record=n["record"].text,
        doc=n["doc"].text,
        words=[Words(w.src, w.path, k, w["prefix"].text, "bits" in w, list(w.texts_of("names"))) for k, w in n.items_of("words")],
        phrases=[_line(k, p) for k, p in n.items_of("phrases")],
        elements=[_line(k, e) for k, e in n.items_of("elements")],
        texts=[Message(t.src, t.path, k, t["value"].number, _line(k, t["says"]), " ".join(t["look"].text.split()))
               for k, t in n["texts"].items()],
    )
