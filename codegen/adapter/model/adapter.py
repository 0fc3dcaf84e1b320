"""The typed model of an adapter: its queues are described by independent features, of which each adapter is a combination."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.formats import Constant, Enum, Field, Format, Identity, Need, Part, Ref, Setting, WcFlag, WcRow
from codegen.core.diag import Src

QUEUE = 0  # a ring's unit that each queue decides


@dataclass(frozen=True)
class Boundary:
    """WQEs do not cross a multiple of so many units as the queue says."""

    pad: str  # opcode of what fills the rest of one
    spare: int  # units that are never used
    odd: bool  # a WQE of one unit at an even place makes the unit behind it look unwritten
    clear: int  # so many units, so far ahead, are made to look unwritten; 0: none


@dataclass(frozen=True)
class Ring:
    """Where WQEs lie: units of so many bytes, and how many of them one WQE takes."""

    unit: int  # bytes; QUEUE: a power of two that differs from queue to queue
    entry: str  # one-unit | many-units | unit-per-sge
    wraps: bool  # a WQE of many units goes on at the start of the ring
    device: bool  # write-only memory of the adapter: a WQE is built elsewhere and copied
    shared: bool  # behind a head with indexes
    zeroed: bool  # units are written whole, zeros where nothing stands
    boundary: Boundary | None
    chunk: int = 0  # bytes that are fetched at a time, the first word of each but the first stored last; 0: no matter
    guard: int | None = None  # that word in units that are not written yet

    @property
    def staged(self) -> bool:
        """WQEs may have to be built elsewhere before they are copied into the ring."""
        return self.wraps or self.device


@dataclass(frozen=True)
class Refusal:
    """A reason to refuse a work request, and the error; they are tested in the order written."""

    src: Src
    kind: str
    error: str  # own: each need has one
    flags: tuple[str, ...] = ()
    unless_inline: bool = False


@dataclass(frozen=True)
class Limit:
    """Values of a source that an op takes."""

    source: str
    kind: str  # at-most | at-least | multiple-of
    bound: str  # a number, or a constant of the spec
    error: str


@dataclass(frozen=True)
class Gather:
    """Segments that point at payload."""

    format: str
    skip_empty: bool
    empty_length: int  # what stands for no bytes; 0: nothing special
    fill: str  # unit | front: where an SGE of zeros stands; empty: nowhere


@dataclass(frozen=True)
class Inline:
    """Payload inside the WQE."""

    header: str  # format in front of the bytes; empty: none
    chunk: int  # a run ends at multiples of this many bytes; 0: one run
    at: int  # byte of the WQE at which it begins, if it is placed
    mark: str  # format of what ends each further unit; empty: nothing does
    placed: bool  # it begins at a place of its own


@dataclass(frozen=True)
class Body:
    """What an op puts behind the head: segments, and fields that only it fills."""

    segments: tuple[str, ...]
    payload: bool
    by_bytes: bool  # payload, but in the WQE without a mark
    ends: bool  # nothing stands behind the payload
    settings: tuple[Setting, ...]

    def of(self, fmt: str) -> dict[str, str]:
        """Sources of the fields of one format that are set here."""
        return {s.ref.field: s.source for s in self.settings if s.ref.format == fmt}


@dataclass(frozen=True)
class Op:
    src: Src
    name: str
    code: str
    solicited: str  # opcode with IBV_SEND_SOLICITED, where it is another
    no_inline: bool  # IBV_SEND_INLINE says nothing
    bars_inline: bool  # IBV_SEND_INLINE is refused
    types: tuple[str, ...]  # empty: all
    lead: bool  # the class's segments stand in front
    body: Body
    empty: Body | None  # instead, when there is nothing to move
    needs: tuple[Need, ...]
    limits: tuple[Limit, ...]
    sge_length: int  # what each SGE's length is taken for; 0: what it says
    owes: str  # source that the next request has true
    note: str  # completion opcode, where the WQE's own does not tell; else empty
    sges: int  # segments of the body take so many SGEs themselves; 0: none does
    flagless: bool  # its WQE says nothing of the send flags
    late: bool  # its completion may come after those of later requests, and names none

    @property
    def posted(self) -> bool:
        """Whether a request in a list can say it."""
        return not self.body.by_bytes


@dataclass(frozen=True)
class TypeClass:
    """Queue pair types whose WQEs are built alike."""

    src: Src
    name: str
    types: tuple[str, ...]
    lead: tuple[str, ...]
    payload_only: bool  # whatever the op
    needs: tuple[Need, ...]
    settings: tuple[Setting, ...]
    ethernet: tuple[Setting, ...]  # of the head, where the port's link layer is Ethernet


@dataclass(frozen=True)
class ImageWhen:
    """Which WQEs are stored in a register: by class, those with payload inside, and ops without."""

    inline: tuple[str, ...]
    ops: tuple[tuple[str, tuple[str, ...]], ...]
    without_sges: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Step:
    """One step of a doorbell: a record in memory, a register, the WQE's own bytes, an index of the queue's head, a system call."""

    kind: str  # record | register | image | index | command
    side: str = ""  # producer | consumer: whose index
    format: str = ""
    word: int = 0
    place: str = ""  # constant with the byte of the register; empty: the queue's own address
    block: int = 0
    more_than: int = 0
    otherwise: int = 0  # so many first bytes of the WQE when it is not stored whole; 0: the next steps are taken
    alternate: bool = False
    when: ImageWhen | None = None  # None: any that fits
    words: frozenset[str] = frozenset()  # keys that the spec gives


@dataclass(frozen=True)
class State:
    """A word in the ring's first unit that program and kernel share."""

    part: Part
    failed: Ref
    quiet: Ref | None  # the kernel rings the doorbell later


@dataclass(frozen=True)
class Send:
    ring: Ring
    named_by: str  # index | tag | serial
    keep_count: bool
    keep_end: bool
    keep_note: bool
    keep_length: bool
    code_enum: str
    refusals: tuple[Refusal, ...]
    head: str
    tail: Part | None
    head_at: int  # 0: it opens the WQE
    classes: tuple[TypeClass, ...]
    ops: tuple[Op, ...]
    gather: Gather
    inline: Inline
    doorbell: tuple[Step, ...]
    batched: bool  # only so many WQEs may stand between two doorbells
    hot: tuple[str, ...]  # ops whose requests of one SGE are posted inline
    repeat: Part | None  # stored after the head: the bit that hands over, once more
    state: State | None

    @property
    def image(self) -> Step | None:
        return next((s for s in self.doorbell if s.kind == "image"), None)

    def type_class(self, qp_type: str) -> TypeClass:
        return next(c for c in self.classes if qp_type in c.types)

    @property
    def posted(self) -> tuple[Op, ...]:
        """Ops that ibv_post_send takes."""
        return tuple(op for op in self.ops if op.posted)

    @property
    def by_command(self) -> bool:
        return any(step.kind == "command" for step in self.doorbell)


@dataclass(frozen=True)
class Shared:
    """Shared receive queues: slots linked into a list."""

    head: str
    link: Ref
    refusals: tuple[Refusal, ...]
    gather: Gather
    end_lkey: int | None
    doorbell: tuple[Step, ...]
    stride_at_least: int


@dataclass(frozen=True)
class InSend:
    """The WQE of a receive in the send ring: head, segments, and as many SGEs as it can have."""

    code: str
    body: tuple[str, ...]
    sges: int
    bytes: int


@dataclass(frozen=True)
class Recv:
    ring: Ring
    named_by: str
    refusals: tuple[Refusal, ...]
    head: str  # in front of the SGEs, or between them; empty: nothing
    head_at: int  # 0: in front
    gather: Gather
    end_lkey: int | None
    doorbell: tuple[Step, ...]
    shared: Shared | None
    shared_rings: bool  # shared receive queues are rings like the others
    in_send: InSend | None  # they go into the send ring, by whose doorbell they are told


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
class InsidePlace:
    """Where payload lies in a CQE."""

    value: str  # of the field that says so
    at: int | None  # byte of the CQE; None: in front of it
    bytes: int  # how many there may be


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


@dataclass(frozen=True)
class Complete:
    entry: str
    entry_first: bool  # of a slot that is larger it is the first bytes
    extension: Extension | None
    rings: bool  # a completion queue may have several
    error_entry: str
    ready: Ref | None  # None: the producer's index says so
    ready_value: str  # lap | generation
    unless: Among | None
    number: Ref
    key: Ref | None
    shared_bit: str  # constant: bit of the number of queue pairs whose receives name their shared queue; empty: that is not 0
    shared_number: Ref | None
    pointer: Ref | None  # address of the queue pair
    sends: Among
    failed: Among | None  # None: the status field says so
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
    unposted: bool  # sends that nobody posted complete, too
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
    consumed: tuple[Step, ...]
    order: Order | None  # None: the adapter's is the requests'


@dataclass(frozen=True)
class QueueHead:
    """What lies in front of unit 0 of queues in shared memory."""

    shape: Part
    shift: Ref
    mask: Ref
    producer: Part
    consumer: Part
    bytes: int


class _Cited(dict[str, str]):
    """``send.doorbell`` to the same with the adapter in front; also for a part that the spec leaves out."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, part: str) -> str:
        return f"{self.name}.{part}"


@dataclass(frozen=True, eq=False)
class Adapter:
    """All that a spec says."""

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
    where: dict[str, Src]  # line of each part, for messages
    hooks: tuple[str, ...]
    draft: bool  # headers and byte vectors only; nothing is linked
    queue_head: QueueHead | None
    send: Send
    recv: Recv
    complete: Complete
    arm: tuple[Step, ...]  # none: the kernel arms
    arm_refuses: tuple[tuple[str, str], ...]  # kind of request, error

    @property
    def arms_by_command(self) -> bool:
        return not self.arm

    @property
    def status_enum(self) -> str:
        return self.ref(self.complete.status_field).enum

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
