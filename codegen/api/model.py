"""The model of the API: frozen dataclasses. Every object has its file and line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum as PyEnum

from codegen.core.diag import Src
from codegen.core.load import Node


@dataclass(frozen=True)
class Place:
    """Place in a spec: source line and dotted path."""

    src: Src
    path: str


@dataclass(frozen=True)
class Cause:
    """A possible cause of a failure that an enumerator reports."""

    place: Place
    side: str
    of: str  # send or receive; empty: either
    cause: str
    look: str


@dataclass(frozen=True)
class EnumMember:
    place: Place
    name: str
    value: str
    doc: str
    text: str
    maps: dict[str, str]
    same_as: str
    goes_with: tuple[str, ...]
    sources: tuple[str, ...]
    causes: tuple[Cause, ...] | None


@dataclass(frozen=True)
class Strings:
    """An enum's name function."""

    place: Place
    function: str
    fallback: str


@dataclass(frozen=True)
class ValueMap:
    """A table from enumerators to numbers and its two lookup functions."""

    place: Place
    name: str
    forward: str
    backward: str
    unknown: str
    otherwise: str


@dataclass(frozen=True)
class Status:
    """What the members of an enum mean as results of a function."""

    place: Place
    success: str
    lacking: str
    misuse: str


@dataclass(frozen=True)
class Enum:
    place: Place
    name: str
    tag: str  # empty: none
    typedef: bool
    doc: str
    sources: tuple[str, ...]
    members: tuple[EnumMember, ...]
    strings: Strings | None
    maps: tuple[ValueMap, ...]
    names: str  # function from value to C name; empty: none
    causes: str  # function that lists a member's causes; empty: none
    status: Status | None

    @property
    def tagged(self) -> bool:
        return bool(self.tag)

    @property
    def spelled(self) -> str:
        """The type as programs and the specs write it."""
        return self.name if self.typedef else f"enum {self.name}"


class FieldKind(PyEnum):
    PLAIN = "type"
    CALLBACK = "callback"
    STRUCT = "struct"
    UNION = "union"


@dataclass(frozen=True)
class Field:
    place: Place
    name: str
    kind: FieldKind
    type: str
    doc: str
    sources: tuple[str, ...]
    at: str
    set: bool
    asked_with: str
    fields: tuple["Field", ...]

    @property
    def anonymous(self) -> bool:
        return self.name.startswith("anon-")


@dataclass(frozen=True)
class Struct:
    place: Place
    name: str
    kind: str
    doc: str
    sources: tuple[str, ...]
    opaque: bool
    object: bool
    ended: str
    fields: tuple[Field, ...]
    typedef: bool
    bare_tag: str
    packed: bool
    size: str
    format: str  # of spec/mad; empty: none

    @property
    def tag(self) -> str:
        """The type as programs and the specs write it."""
        return self.name if self.typedef else self.c_tag

    @property
    def c_tag(self) -> str:
        return f"{self.kind} {self.bare_tag}"


@dataclass(frozen=True)
class Typedef:
    place: Place
    name: str
    type: str
    doc: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Handle:
    """A pointer to a structure that no public header defines."""

    place: Place
    name: str
    tag: str
    doc: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class CallbackParam:
    place: Place
    name: str
    type: str
    doc: str


@dataclass(frozen=True)
class CallbackType:
    """The type of a function in the program that the library calls."""

    place: Place
    name: str
    doc: str
    sources: tuple[str, ...]
    returns: str
    params: tuple[CallbackParam, ...]


@dataclass(frozen=True)
class Param:
    place: Place
    name: str
    type: str
    dir: str
    null: bool
    doc: str
    refused: str


@dataclass(frozen=True)
class Returns:
    place: Place
    type: str
    convention: str
    doc: str
    refused: str


@dataclass(frozen=True)
class Failure:
    place: Place
    name: str
    when: str


@dataclass(frozen=True)
class Inline:
    """How an inline function is defined; exactly one of block, through, forward, reads, writes is set."""

    place: Place
    block: str
    through: str
    member: str
    bound: bool  # bound programs call inverbs_<member> instead
    forward: str
    args: tuple[str, ...]
    reads: str
    writes: str
    bits: str  # highest and lowest bit, or a single bit; empty: all
    value: str

    @property
    def member_path(self) -> str:
        """The path of the member that the function reads or writes; empty: none."""
        return self.reads or self.writes

    @property
    def range(self) -> tuple[int, int]:
        """Highest and lowest bit."""
        high, _, low = self.bits.partition("-")
        return int(high), int(low or high)


@dataclass(frozen=True)
class StateWords:
    """Which table of state transitions a manual page shows, and the enums that name its states and attributes."""

    place: Place
    spec: str
    states: str
    types: str
    attributes: str


@dataclass(frozen=True)
class Check:
    """Conditions on a value; conditions that are not used are empty. ``when`` has conditions of the same shape."""

    place: Place
    value: str
    state: str
    low: str
    high: str
    below: str
    enum: str
    flags: tuple[str, ...]
    one_of: tuple[str, ...]
    none_of: tuple[str, ...]
    has: tuple[str, ...]
    lacks: tuple[str, ...]
    same: str
    goes_with: str
    multiple_of: str
    explained_by: str
    when: tuple["Check", ...]
    error: str
    doc: str


@dataclass(frozen=True)
class Aix:
    """What the AIX profile changes in a function."""

    place: Place
    unsupported: bool
    negative_errno: bool
    checks: tuple[Check, ...]
    each: tuple[Check, ...]
    unknown: str


# The error of every function that the adapter, its driver or the library does not support; ENOSYS is the exception
# ('enosys-by').
LACKING = "EOPNOTSUPP"


@dataclass(frozen=True)
class Polls:
    """Parameters of a function that takes completions: the completion queue, and the array to which they are copied, or
    empty."""

    place: Place
    queue: str
    into: str


@dataclass(frozen=True)
class Function:
    place: Place
    name: str
    doc: str
    sources: tuple[str, ...]
    returns: Returns
    params: tuple[Param, ...]
    errors: tuple[Failure, ...]
    declares_errors: bool
    enosys_by: str
    path: str
    threads: str
    status: str
    reason: str
    waits_for: str
    inline: Inline | None
    about: str
    page: str
    example: str
    states: "StateWords | None"
    checks: tuple[Check, ...]
    each: tuple[Check, ...]
    frees: tuple[str, ...]
    makes: tuple[str, ...]
    polls: Polls | None
    aix: Aix | None
    needs: str  # an ability that the adapter needs, or empty

    @property
    def page_name(self) -> str:
        """The function whose manual page describes this one."""
        return self.page or self.name

    def reports(self, error: str) -> bool:
        return any(e.name == error for e in self.errors)

    @property
    def works(self) -> bool:
        return self.status != "not-yet" and not self.waits_for


@dataclass(frozen=True)
class Macro:
    place: Place
    name: str
    doc: str
    sources: tuple[str, ...]
    number: str
    order: str  # host, net16, net32, net64
    alias: str
    pointer: str
    type: str  # type of the pointer
    text: str
    shared: bool  # other headers define it, too


@dataclass(frozen=True)
class Constants:
    """Numbers that belong together."""

    place: Place
    name: str
    doc: str
    values: tuple[Macro, ...]


@dataclass(frozen=True)
class Pair:
    """Two equivalent constants of two interfaces."""

    place: Place
    ours: str
    theirs: str


@dataclass(frozen=True)
class Translation:
    """A translation between the constants of two interfaces."""

    place: Place
    name: str
    doc: str
    bits: bool
    otherwise: str  # our constant for values without a counterpart; empty for bits
    pairs: tuple[Pair, ...]
    without: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    place: Place
    name: str
    doc: str
    enums: tuple[Enum, ...]
    structs: tuple[Struct, ...]
    functions: tuple[Function, ...]
    macros: tuple[Macro, ...]
    constants: tuple[Constants, ...]
    typedefs: tuple[Typedef, ...]
    handles: tuple[Handle, ...]
    callbacks: tuple[CallbackType, ...]
    translations: tuple[Translation, ...]

    def all_macros(self) -> list[Macro]:
        return [*self.macros, *(m for group in self.constants for m in group.values)]


@dataclass(frozen=True)
class Include:
    place: Place
    path: str
    provides: tuple[str, ...]


@dataclass(frozen=True)
class Header:
    place: Place
    path: str
    guard: str
    doc: str
    includes: tuple[Include, ...]
    sections: tuple[Node, ...]
    last: str
    unit: str
    unchecked: bool
    checked: str
    aix: str


@dataclass(frozen=True)
class Absent:
    place: Place
    name: str
    reason: str


@dataclass(frozen=True)
class Part:
    """A section of an overview page: text, followed by the table of all functions if ``calls`` is set."""

    place: Place
    title: str
    text: str
    calls: bool


@dataclass(frozen=True)
class Page:
    """A manual page that is not about one function."""

    place: Place
    name: str
    section: str
    doc: str
    also: tuple[str, ...]
    values: tuple[tuple[str, tuple[str, ...]], ...]
    lacks: tuple[tuple[str, tuple[str, ...]], ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Manual:
    """What all manual pages share."""

    place: Place
    date: str
    link: str


@dataclass(frozen=True)
class Api:
    files: tuple[str, ...]
    headers: tuple[Header, ...]
    sections: tuple[Section, ...]
    absent: tuple[Absent, ...]
    manuals: tuple[Manual, ...]
    pages: tuple[Page, ...]

    def functions(self) -> list[Function]:
        return [f for s in self.sections for f in s.functions]

    def enums(self) -> list[Enum]:
        return [e for s in self.sections for e in s.enums]

    def structs(self) -> list[Struct]:
        return [t for s in self.sections for t in s.structs]

    def macros(self) -> list[Macro]:
        """All macros, including those of groups."""
        return [m for s in self.sections for m in s.all_macros()]
