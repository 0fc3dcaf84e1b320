"""Typed model of an ABI spec. Every object remembers where it was written. Building it cannot fail: the schema held."""

from __future__ import annotations

from dataclasses import dataclass, field

from codegen.core.diag import Src
from codegen.core.load import Node


@dataclass(frozen=True)
class TypeRef:
    """``u32``, ``qp_dest`` or ``u8[16]`` as written; resolve finds out what it is."""

    name: str
    count: int  # 1 for a single value
    array: bool


@dataclass(frozen=True)
class Field:
    src: Src
    path: str
    name: str
    at: int
    type: TypeRef | None  # None: a union
    one_of: dict[str, TypeRef]
    role: str  # what it is: response, handle, fd, ... or empty
    of: str
    doc: str
    kernel: str


@dataclass(frozen=True)
class Record:
    src: Src
    path: str
    name: str  # C name without prefix
    doc: str
    kernel: str
    size: int
    least: int  # fewest bytes accepted, the size unless the spec says less
    list_of: str
    fields: list[Field]


@dataclass(frozen=True)
class Command:
    src: Src
    path: str
    name: str
    number: int
    extended: bool
    doc: str
    never: bool
    driver_in: bool
    driver_out: bool
    optional: bool
    request: Record | None
    response: Record | None

    @property
    def c_name(self) -> str:
        return ("ex_" if self.extended else "") + self.name.lower()


@dataclass(frozen=True)
class Constant:
    src: Src
    path: str
    name: str
    doc: str
    value: str
    text: str


@dataclass(frozen=True)
class Member:
    src: Src
    path: str
    name: str
    value: int
    doc: str


@dataclass(frozen=True)
class Enum:
    src: Src
    path: str
    name: str
    doc: str
    members: list[Member]


@dataclass(frozen=True)
class NameRef:
    """A name used somewhere, with its place."""

    src: Src
    path: str
    name: str


@dataclass(frozen=True)
class QpType:
    src: Src
    path: str
    name: str
    value: int
    drop: list[NameRef]


@dataclass(frozen=True)
class Transition:
    src: Src
    path: str
    start: str
    end: str
    type: str
    required: list[NameRef]
    optional: list[NameRef]


@dataclass(frozen=True)
class StateTable:
    src: Src
    path: str
    function: str
    states: list[Member]
    types: list[QpType]
    attributes: list[Member]
    always: list[NameRef]
    transitions: list[Transition]


@dataclass(frozen=True)
class Attribute:
    src: Src
    path: str
    name: str
    id: int
    kind: str
    bytes: int
    grows: bool
    any: bool
    of: str
    optional: bool
    field: str
    sets: str
    doc: str

    @property
    def answers(self) -> bool:
        return self.kind in ("output", "new-handle", "new-descriptor")


@dataclass(frozen=True)
class Method:
    src: Src
    path: str
    object: str
    name: str
    number: int
    doc: str
    driver_in: bool
    driver_out: bool
    command: str
    attributes: list[Attribute]


@dataclass(frozen=True)
class MethodObject:
    src: Src
    path: str
    name: str
    number: int
    methods: list[Method]


@dataclass(frozen=True)
class Abi:
    src: Src
    name: str
    doc: str
    prefix: str
    byte_heads: bool
    uses: list[NameRef]
    truth: str
    objects: list[str]
    constants: list[Constant]
    enums: list[Enum]
    records: list[Record]
    commands: list[Command]
    method_objects: list[MethodObject] = field(default_factory=list)
    state_table: StateTable | None = None
    sizes: dict[str, int] = field(default_factory=dict)  # filled by resolve: size of every type name
    aligns: dict[str, int] = field(default_factory=dict)
    used: list[Abi] = field(default_factory=list)  # the interfaces that ``uses`` names, loaded

    def structs(self) -> list[Record]:
        """All structures: records, then requests and answers of the commands."""
        found = list(self.records)
        for command in self.commands:
            found += [r for r in (command.request, command.response) if r is not None]
        return found

    def command_named(self, name: str) -> Command | None:
        """The command that a method names, EX_ in front of extended ones."""
        return next((c for c in self.commands if name == ("EX_" if c.extended else "") + c.name), None)

    def methods(self) -> list[Method]:
        return [m for o in self.method_objects for m in o.methods]

    def owners(self) -> dict[str, Abi]:
        """Whose each known structure is: of the used interfaces, or of this one."""
        owners = {record.name: used for used in self.used for record in used.structs()}
        return owners | {record.name: self for record in self.structs()}

    def by_name(self) -> dict[str, Record]:
        """Every structure that a field may have as its type."""
        known = {record.name: record for used in self.used for record in used.structs()}
        return known | {record.name: record for record in self.structs()}


def build_model(doc: Node) -> Abi:
    commands = _commands(doc, "commands", False) + _commands(doc, "extended-commands", True)
    table = doc.get("state-table")
    return Abi(
        src=doc.src,
        name=doc["abi"].text,
        doc=doc["doc"].text,
        prefix=doc.text_of("prefix", doc["abi"].text),
        byte_heads=doc.text_of("heads", "words") == "bytes",
        uses=_names(doc.get("uses")),
        truth=doc.text_of("truth"),
        objects=[n.text for n in doc["objects"]] if "objects" in doc else [],
        constants=[_constant(k, n) for k, n in _items(doc, "constants")],
        enums=[_enum(k, n) for k, n in _items(doc, "enums")],
        records=[_record(n, k, n.text_of("doc")) for k, n in _items(doc, "records")],
        commands=commands,
        method_objects=[_method_object(k, n) for k, n in _items(doc, "methods")],
        state_table=None if table is None else _state_table(table),
    )


def _items(node: Node, key: str) -> list[tuple[str, Node]]:
    child = node.get(key)
    return [] if child is None else child.items()


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
    return [_command(k, n, extended) for k, n in _items(doc, key)]


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
        response=None if response is None else _record(response, f"{c_name}_resp", f"Answer of {name}."),
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
