"""The model of an ABI spec. Every object has the position where it was written."""

from __future__ import annotations

from dataclasses import dataclass, field

from codegen.core.diag import Src


@dataclass(frozen=True)
class TypeRef:
    """``u32``, ``qp_dest`` or ``u8[16]`` as written; resolved later."""

    name: str
    count: int  # 1: a single value
    array: bool


@dataclass(frozen=True)
class Field:
    src: Src
    path: str
    name: str
    at: int
    type: TypeRef | None  # None: a union
    one_of: dict[str, TypeRef]
    role: str  # its role (response, handle, fd, ...) or empty
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
    least: int  # fewest bytes accepted: the size, unless the spec gives a smaller number
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
    """A reference by name, with its source position."""

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
class Words:
    """Names for the values of a field, or for its bits."""

    src: Src
    path: str
    name: str
    prefix: str
    bits: bool
    names: list[str]


@dataclass(frozen=True)
class Line:
    """A text with names in braces, and its key."""

    src: Src
    path: str
    name: str
    text: str


@dataclass(frozen=True)
class Message:
    src: Src
    path: str
    name: str
    value: int
    says: Line
    look: str


@dataclass(frozen=True)
class Messages:
    src: Src
    path: str
    enum: str
    record: str
    doc: str
    words: list[Words]
    phrases: list[Line]
    elements: list[Line]
    texts: list[Message]

    def as_enum(self) -> Enum:
        members = [Member(t.src, t.path, t.name, t.value, t.says.text) for t in self.texts]
        return Enum(self.src, self.path, self.enum, self.doc, members)


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
    byte_headers: bool
    uses: list[NameRef]
    truth: str
    objects: list[str]
    constants: list[Constant]
    enums: list[Enum]
    records: list[Record]
    commands: list[Command]
    method_objects: list[MethodObject] = field(default_factory=list)
    state_table: StateTable | None = None
    messages: Messages | None = None
    sizes: dict[str, int] = field(default_factory=dict)  # filled by resolve: size of every type name
    aligns: dict[str, int] = field(default_factory=dict)
    used: list[Abi] = field(default_factory=list)  # the interfaces that ``uses`` names, loaded

    def structs(self) -> list[Record]:
        """All structures: records, then the requests and responses of the commands."""
        found = list(self.records)
        for command in self.commands:
            found += [r for r in (command.request, command.response) if r is not None]
        return found

    def command_named(self, name: str) -> Command | None:
        """The command that a method names; the names of extended commands begin with EX_."""
        return next((c for c in self.commands if name == ("EX_" if c.extended else "") + c.name), None)

    def methods(self) -> list[Method]:
        return [m for o in self.method_objects for m in o.methods]

    def owners(self) -> dict[str, Abi]:
        """The interface that defines each known structure: this one, or one that it uses."""
        owners = {record.name: used for used in self.used for record in used.structs()}
        return owners | {record.name: self for record in self.structs()}

    def by_name(self) -> dict[str, Record]:
        """Every structure that can be the type of a field."""
        known = {record.name: record for used in self.used for record in used.structs()}
        return known | {record.name: record for record in self.structs()}
