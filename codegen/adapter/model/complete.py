"""The model of completions: how a new CQE is recognised, what it reports, and which work request it completes."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.queues import Step
from codegen.adapter.model.refs import Ref
from codegen.core.diag import Src
from codegen.formats.model import Field


@dataclass(frozen=True)
class Among:
    """A condition: the field has one of these values."""

    ref: Ref
    values: tuple[str, ...]


@dataclass(frozen=True)
class Translate:
    """How codes of another list are translated to values of the status field."""

    when: Among
    source: Ref
    rows: tuple[tuple[str, str], ...]
    default: str


@dataclass(frozen=True)
class Flush:
    """CQEs that complete the oldest work request, or all outstanding ones."""

    when: Among
    rest: str


@dataclass(frozen=True)
class Extension:
    """The extension that some CQEs have."""

    format: str
    when: Ref
    ready: Ref


@dataclass(frozen=True)
class SharedCqe:
    """CQEs of receives from shared rings."""

    flag: Ref
    pointer: Ref  # address of the queue pair
    wr_id: Ref


@dataclass(frozen=True)
class InsidePlace:
    """A place for payload in a CQE."""

    value: str  # value of the field if payload is in the CQE
    at: int | None  # offset in the CQE; None: before the CQE
    bytes: int  # maximum number of bytes

    def covers(self, f: Field, big_endian: bool) -> bool:
        """True if payload in this place covers the field."""
        if self.at is None:
            return False
        bits = f.bit_numbers(big_endian)
        return min(bits) // 8 < self.at + self.bytes and max(bits) // 8 >= self.at


@dataclass(frozen=True)
class Inside:
    """Payload in a CQE."""

    field: Ref
    places: tuple[InsidePlace, ...]


@dataclass(frozen=True)
class Order:
    """How software puts completions into the order of the work requests."""

    late: Among  # CQEs that identify no work request: they complete the oldest pending `late` op
    foreign: tuple[Ref, int] | None  # field and value of CQEs that are not for the program
    flushed: str  # status of work requests that software flushes
    lost: str  # status of a receive whose running number is wrong
    attention: bool  # a word after the ring reports that a queue pair failed
    attention_since: int  # first driver ABI with that word


@dataclass(frozen=True)
class Complete:
    entry: str
    entry_first: bool  # in a larger slot, the CQE is at the start
    extension: Extension | None
    rings: bool  # a completion queue may have several rings
    error_entry: str
    ready: Ref | None  # None: the producer index tells
    ready_value: str  # lap | generation
    unless: Among | None
    number: Ref
    key: Ref | None
    shared_bit: str  # constant: bit in the queue pair numbers of receives that identify their SRQ
    shared_number: Ref | None
    pointer: Ref | None  # address of the queue pair
    shared: SharedCqe | None  # receives that have the pointer elsewhere
    sends: Among
    failed: Among | None  # None: the status field tells
    status_field: Ref
    vendor: Ref
    status: tuple[tuple[str, str], ...]
    default_status: str
    only: Among | None  # the status field is valid only in these CQEs
    otherwise: str
    translate: Translate | None
    flush: Flush | None
    retire_send: tuple[Ref, ...]  # lowest bits first
    retire_recv: Ref | None  # None: retire the oldest
    retire_shared: Ref | None
    retire_none: Ref | None  # flag: no work request was consumed
    recv_unit: int  # bytes that retire_recv counts; 0: slots
    failed_oldest: bool  # failed receives are always the oldest
    unposted: bool  # sends without a work request also complete
    resize: Among | None
    inside: Inside | None
    send_by: Ref
    send: tuple[WcRow, ...]
    send_default: WcRow | None
    send_counts: bool  # completions of sends can have a byte count
    recv_by: Ref
    recv: tuple[WcRow, ...]
    recv_default: WcRow | None
    values: tuple[tuple[str, Ref], ...]
    ethernet_sl: Ref | None  # on ports whose link layer is Ethernet
    zeros: tuple[str, ...]  # members that are always 0
    imm: Ref | None  # used if a flag says that there is immediate data
    imm_when: Ref | None
    imm_number: bool
    invalidated: Ref | None  # used if a flag says that a key was invalidated
    invalidated_when: Ref | None
    imm_writes: str  # capability without which only RDMA writes have immediate data; empty: rows tell
    only_with_imm: frozenset[str]  # rows of receives that have other opcodes without immediate data
    datagram_src: Ref | None  # the sender of datagrams; for other messages, src_qp is the queue pair itself
    datagram_flags: tuple[str, ...]
    all_fields: bool  # failed completions have these fields, too
    high_length: tuple[tuple[str, Ref], ...]  # rows whose byte count has its high bits elsewhere
    flags: tuple[WcFlag, ...]
    equal: tuple[tuple[str, Ref, int], ...]  # flag, and a field with the value that it must have as well
    timestamp: tuple[Ref, ...]
    dropped: Ref | None  # flag in the CQE of a send: the adapter dropped a copied WQE
    consumed: tuple[Step, ...]
    order: Order | None  # None: the adapter completes work requests in order


@dataclass(frozen=True)
class WcRow:
    """One row of the completion tables: translates a hardware opcode to what the program sees."""

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
