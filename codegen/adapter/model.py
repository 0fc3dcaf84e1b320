"""The typed model of an adapter spec. Every object remembers where it was written."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.core.diag import Src


@dataclass(frozen=True)
class Place:
    """Where a field lies: a word of ``width`` bits at byte ``at``, its bits ``hi``..``lo`` as the manual counts them."""

    at: int
    width: int
    hi: int
    lo: int

    @property
    def bits(self) -> int:
        return self.hi - self.lo + 1

    @property
    def mask(self) -> int:
        return ((1 << self.bits) - 1) << self.lo

    @property
    def whole(self) -> bool:
        return self.bits == self.width

    def bit_numbers(self, big_endian: bool) -> set[int]:
        """Absolute bits (byte * 8 + bit in byte) covered, whatever the width of the word they were written in."""
        out = set()
        for bit in range(self.lo, self.hi + 1):
            byte = (self.width - 1 - bit) // 8 if big_endian else bit // 8
            out.add((self.at + byte) * 8 + bit % 8)
        return out


@dataclass(frozen=True)
class Field:
    src: Src
    name: str
    doc: str
    place: Place
    source: str  # `from`, or empty
    enum: str
    const: int | None
    unit: int
    as_values: tuple[int, int] | None
    raw: bool
    overlays: str
    length: int  # of a byte array, else 0
    pushed: bool  # written only when the entry is pushed
    words: frozenset[str]  # keys that the spec gives; "/" and "." when the place has a width or bits
    owed: int = 0  # value when the request before asked for this one to have the source true
    inline: str = ""  # source instead when payload lies in the entry
    drop: int = 0  # low bits of the value that stand elsewhere
    low: bool = False  # takes the low bits of a wider value
    most: int = 0  # larger values are stored as this one; 0: none are
    unread: str = ""  # always | unfilled: when the adapter does not look at it

    @property
    def is_bytes(self) -> bool:
        return self.length > 0


@dataclass(frozen=True)
class Format:
    src: Src
    name: str
    doc: str
    size: int
    publish: int | None
    byte_order: str  # big | little | native
    fields: tuple[Field, ...]
    reserved: tuple[Place, ...]

    @property
    def big_endian(self) -> bool:
        """Native words are described as those of a little-endian machine."""
        return self.byte_order == "big"

    def field(self, name: str) -> Field:
        return next(f for f in self.fields if f.name == name)

    def carrier(self, source: str) -> str:
        """Name of the field whose `from` is this word (rule A230 says where one is needed)."""
        return next(f.name for f in self.fields if f.source == source)


@dataclass(frozen=True)
class Enum:
    src: Src
    name: str
    doc: str
    values: tuple[tuple[str, int], ...]

    def value(self, name: str) -> int:
        return dict(self.values)[name]


@dataclass(frozen=True)
class Constant:
    name: str
    value: int
    doc: str


@dataclass(frozen=True)
class Ref:
    """``format.field``."""

    src: Src
    format: str
    field: str


@dataclass(frozen=True)
class Setting:
    """Where the value of a field comes from in one op or class; ``only`` restricts it to one queue pair type."""

    ref: Ref
    source: str
    only: str = ""


@dataclass(frozen=True)
class Need:
    flag: str
    capability: str
    error: str


@dataclass(frozen=True)
class SendClass:
    src: Src
    name: str
    types: tuple[str, ...]
    lead: tuple[str, ...]
    body: tuple[str, ...]  # empty: each op has its own
    granted: tuple[str, ...]  # segments between lead and payload that grants leave room for
    needs: tuple[Need, ...]
    settings: tuple[Setting, ...]
    ethernet: tuple[Setting, ...]


@dataclass(frozen=True)
class SendOp:
    src: Src
    name: str
    code: str
    body: tuple[str, ...]
    types: tuple[str, ...]  # empty: all
    settings: tuple[Setting, ...]


@dataclass(frozen=True)
class Bell:
    """How the adapter is told: a register, or a record in memory."""

    kind: str  # register | record | command
    place: str  # constant naming the register
    word: int  # record: index of the 32-bit word
    format: str
    src: Src
    words: frozenset[str]  # keys that the spec gives


@dataclass(frozen=True)
class Guard:
    every: int
    word: int
    size: Ref
    doc: str


@dataclass(frozen=True)
class Push:
    block: int
    more_than: int
    inline: tuple[str, ...]
    ops: tuple[tuple[str, tuple[str, ...]], ...]
    empty_ops: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Send:
    owner: Ref
    chunk: int
    guard: Guard | None
    size: Ref
    code_enum: str
    classes: tuple[SendClass, ...]
    ops: tuple[SendOp, ...]
    gather: str
    empty_length: int
    inline: str
    bell: Bell
    push: Push | None


@dataclass(frozen=True)
class Recv:
    gather: str
    end_lkey: int | None
    bell: Bell
    link: Ref | None
    head: str
    stride_at_least: int


@dataclass(frozen=True)
class WcRow:
    """One row of the completion tables: hardware opcode to what the program sees."""

    src: Src
    words: frozenset[str]  # keys that the spec gives
    code: str
    opcode: str
    flags: tuple[str, ...]
    length: str  # empty, a number, or format.field
    kind: str
    imm: Ref | None
    invalidated: Ref | None


@dataclass(frozen=True)
class WcFlag:
    name: str
    all_of: tuple[Ref, ...]
    capability: str


@dataclass(frozen=True)
class Complete:
    entry: str
    error_entry: str
    owner: Ref
    number: Ref
    is_send: Ref
    xrc_bit: str
    xrc_srq: Ref | None
    index: Ref
    opcode: Ref
    recv_enum: str
    special_enum: str
    error_op: str
    resize_op: str
    syndrome: Ref
    vendor: Ref
    status: tuple[tuple[str, str], ...]
    default_status: str
    send: tuple[WcRow, ...]
    default_send: str
    default_row: WcRow
    recv: tuple[WcRow, ...]
    values: tuple[tuple[str, Ref], ...]
    sl_infiniband: Ref | None
    sl_ethernet: Ref | None
    flags: tuple[WcFlag, ...]
    time_high: Ref | None
    time_low: Ref | None
    consumed: Bell


@dataclass(frozen=True)
class Identity:
    transport: str  # infiniband | roce | iwarp
    driver_id: int
    abi_min: int
    abi_max: int
    pci_vendor: int
    pci_devices: tuple[int, ...]
    modalias: tuple[str, ...]
    names: tuple[str, ...]
    max_ports: int
    by_command: tuple[int, ...]
    min_firmware: int
    commands: tuple[str, ...] | None  # None: everything is tried


@dataclass(frozen=True)
class Part:
    """A format at its place in something larger."""

    format: str
    at: int


class _Cited(dict[str, str]):
    """``send.push`` to the same with the adapter in front; also for a part that the spec leaves out."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, part: str) -> str:
        return f"{self.name}.{part}"


@dataclass(frozen=True, eq=False)
class AnyAdapter:
    """What every adapter has, whatever its rings are like."""

    src: Src
    name: str
    id: int  # of the adapter in programs and in the archive; never given to another
    doc: str
    truth: str
    identity: Identity
    constants: tuple[Constant, ...]
    enums: tuple[Enum, ...]
    formats: tuple[Format, ...]
    command_data: tuple[Format, ...]
    sections: frozenset[str]  # keys at the top of the spec
    arms_by_command: bool
    where: dict[str, Src]  # line of each part, for messages
    hooks: tuple[str, ...]
    draft: bool  # headers and byte vectors only; nothing is linked

    @property
    def cited(self) -> dict[str, str]:
        """The parts by the names under which generated comments cite them; a line number would change with every edit."""
        return _Cited(self.name)

    def format(self, name: str) -> Format:
        return next(f for f in self.formats if f.name == name)

    def enum(self, name: str) -> Enum:
        return next(e for e in self.enums if e.name == name)

    def ref(self, ref: Ref) -> Field:
        return self.format(ref.format).field(ref.field)

    def c_name(self, enum: str, value: str) -> str:
        """The C name of an enum value."""
        return f"{self.name}_{enum}_{value}".upper()


@dataclass(frozen=True, eq=False)
class FirstAdapter(AnyAdapter):
    """Rings of their own for sends and receives; completions come in order."""

    send: Send
    recv: Recv
    complete: Complete
    arm_record: Bell
    arm_bell: Bell

    @property
    def status_enum(self) -> str:
        """The syndromes: the value list of the field that holds one."""
        return self.ref(self.complete.syndrome).enum
