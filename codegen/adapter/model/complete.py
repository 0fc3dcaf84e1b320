"""The model of completions: how a CQE is found, what it says, and which request it ends."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.queues import Step
from codegen.adapter.model.refs import Ref
from codegen.core.diag import Src
from codegen.formats.model import Field


@dataclass(frozen=True)
class Among:
    """A field that has one of these values."""

    ref: Ref
    values: tuple[str, ...]


@dataclass(frozen=True)
class Translate:
    """Codes of another list become values of the status field."""

    when: Among
    source: Ref
    rows: tuple[tuple[str, str], ...]
    default: str


@dataclass(frozen=True)
class Flush:
    """CQEs that are for the oldest request, or for all that are outstanding."""

    when: Among
    rest: str


@dataclass(frozen=True)
class Extension:
    """What some CQEs have besides."""

    format: str
    when: Ref
    ready: Ref


@dataclass(frozen=True)
class SharedCqe:
    """CQEs of receives of shared rings."""

    flag: Ref
    pointer: Ref  # address of the queue pair
    wr_id: Ref


@dataclass(frozen=True)
class InsidePlace:
    """Where payload lies in a CQE."""

    value: str  # of the field, if payload lies in the CQE
    at: int | None  # byte of the CQE; None: in front of it
    bytes: int  # how many there may be

    def covers(self, f: Field, big_endian: bool) -> bool:
        """Payload of this place lies where the field is."""
        if self.at is None:
            return False
        bits = f.bit_numbers(big_endian)
        return min(bits) // 8 < self.at + self.bytes and max(bits) // 8 >= self.at


@dataclass(frozen=True)
class Inside:
    """Payload that lies in a CQE."""

    field: Ref
    places: tuple[InsidePlace, ...]


@dataclass(frozen=True)
class Order:
    """Completions that software puts into the order of the requests."""

    late: Among  # CQEs that name no request: it is the oldest open late one
    foreign: tuple[Ref, int] | None  # field and value of those that are not the program's
    flushed: str  # status of requests that software flushes
    lost: str  # status of a receive whose running number is wrong
    attention: bool  # a word behind the ring says that a queue pair failed
    attention_since: int  # first driver ABI with it


@dataclass(frozen=True)
class Complete:
    entry: str
    entry_first: bool  # of a slot that is larger it is the first bytes
    extension: Extension | None
    rings: bool  # a completion queue may have several
    error_entry: str
    ready: Ref | None  # None: by the producer index
    ready_value: str  # lap | generation
    unless: Among | None
    number: Ref
    key: Ref | None
    shared_bit: str  # constant: bit of the number of queue pairs whose receives name their shared queue; empty: that is not 0
    shared_number: Ref | None
    pointer: Ref | None  # address of the queue pair
    shared: SharedCqe | None  # receives that have it elsewhere
    sends: Among
    failed: Among | None  # None: by the status field
    status_field: Ref
    vendor: Ref
    status: tuple[tuple[str, str], ...]
    default_status: str
    only: Among | None  # the status field means something for these alone
    otherwise: str
    translate: Translate | None
    flush: Flush | None
    retire_send: tuple[Ref, ...]  # the lowest bits first
    retire_recv: Ref | None  # None: the oldest
    retire_shared: Ref | None
    retire_none: Ref | None  # flag: no request was used up
    recv_unit: int  # bytes that retire_recv counts; 0: slots
    failed_oldest: bool  # receives that failed are the oldest
    unposted: bool  # sends without a work request complete, too
    resize: Among | None
    inside: Inside | None
    send_by: Ref
    send: tuple[WcRow, ...]
    send_default: WcRow | None
    send_counts: bool  # completions of sends may have a byte count
    recv_by: Ref
    recv: tuple[WcRow, ...]
    recv_default: WcRow | None
    values: tuple[tuple[str, Ref], ...]
    ethernet_sl: Ref | None  # where the port's link layer is Ethernet
    zeros: tuple[str, ...]  # members that are always 0
    imm: Ref | None  # where a flag says that there is some
    imm_when: Ref | None
    imm_number: bool
    invalidated: Ref | None  # likewise
    invalidated_when: Ref | None
    imm_writes: str  # capability without which immediate data comes with written messages alone; empty: rows tell
    only_with_imm: frozenset[str]  # rows of receives that are others without
    datagram_src: Ref | None  # the sender of datagrams; of other messages it is the own queue pair
    datagram_flags: tuple[str, ...]
    all_fields: bool  # failed completions have them, too
    high_length: tuple[tuple[str, Ref], ...]  # of rows whose byte count has high bits elsewhere
    flags: tuple[WcFlag, ...]
    equal: tuple[tuple[str, Ref, int], ...]  # flag, field, value that it must have besides
    timestamp: tuple[Ref, ...]
    dropped: Ref | None  # flag of a send: the adapter dropped the copy of a WQE
    consumed: tuple[Step, ...]
    order: Order | None  # None: the adapter's is the requests'


@dataclass(frozen=True)
class WcRow:
    """One row of the completion tables: hardware opcode to what the program sees."""

    src: Src
    words: frozenset[str]  # keys that the spec gives
    code: str
    opcode: str
    flags: tuple[str, ...]
    length: str  # empty, a number, format.field, or noted
    kind: str
    imm: Ref | None
    invalidated: Ref | None


@dataclass(frozen=True)
class WcFlag:
    name: str
    all_of: tuple[Ref, ...]
    capability: str
