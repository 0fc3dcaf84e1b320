"""The model of sends: ops, queue pair types, inline payload."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.queues import Gather, Refusal, Ring, Step
from codegen.adapter.model.refs import Part, Ref, Setting
from codegen.core.diag import Src


@dataclass(frozen=True)
class Limit:
    """The values of a source that an op accepts."""

    source: str
    kind: str  # at-most | at-least | multiple-of
    bound: str  # a number, or a constant of the spec
    error: str


@dataclass(frozen=True)
class Inline:
    """Payload inside the WQE."""

    header: str  # format before the bytes; empty: none
    chunk: int  # a run ends at multiples of this many bytes; 0: one run
    at: int  # offset in the WQE at which it begins, if it is `placed`
    mark: str  # format at the end of each further unit; empty: none
    placed: bool  # it begins at a fixed offset
    empty: bool  # work requests without SGEs can also be inline


@dataclass(frozen=True)
class Body:
    """What an op stores after the head: segments, and fields that only it fills."""

    segments: tuple[str, ...]
    payload: bool
    by_bytes: bool  # payload is in the WQE, but without the mark of inline payload
    ends: bool  # nothing follows the payload
    settings: tuple[Setting, ...]

    def of(self, fmt: str) -> dict[str, str]:
        """Sources of the fields of a format that are set here."""
        return {s.ref.field: s.source for s in self.settings if s.ref.format == fmt}


@dataclass(frozen=True)
class Op:
    src: Src
    name: str
    code: str
    solicited: str  # opcode with IBV_SEND_SOLICITED, if it differs
    no_inline: bool  # IBV_SEND_INLINE is ignored
    bars_inline: bool  # IBV_SEND_INLINE is refused
    types: tuple[str, ...]  # empty: all
    lead: bool  # the segments of the class come first
    body: Body
    empty: Body | None  # used instead when there is no payload
    needs: tuple[Need, ...]
    limits: tuple[Limit, ...]
    sge_length: int  # length that is assumed for each SGE; 0: its own length
    owes: str  # source that is true in the next work request
    note: str  # completion opcode, if the CQE's opcode does not tell it; else empty
    sges: int  # number of SGEs that segments of the body contain; 0: none
    flagless: bool  # its WQE does not contain the send flags
    late: bool  # its completion may be out-of-order, and does not identify the work request
    only_built: bool  # ibv_post_send refuses it

    @property
    def posted(self) -> bool:
        """True if a work request in a list can have this op."""
        return not (self.body.by_bytes or self.only_built)


@dataclass(frozen=True)
class TypeClass:
    """Queue pair types whose WQEs are built alike."""

    src: Src
    name: str
    types: tuple[str, ...]
    lead: tuple[str, ...]
    payload_only: bool  # for all ops
    front: Ref | None  # field in which the first bytes of the payload begin, which precede the rest
    needs: tuple[Need, ...]
    settings: tuple[Setting, ...]
    ethernet: tuple[Setting, ...]  # settings of the head if the port's link layer is Ethernet


@dataclass(frozen=True)
class State:
    """The state word in the ring's first unit, which program and kernel share."""

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
    head_at: int  # 0: at the start of the WQE
    classes: tuple[TypeClass, ...]
    ops: tuple[Op, ...]
    gather: Gather
    inline: Inline
    doorbell: tuple[Step, ...]
    batched: bool  # the number of WQEs between two doorbells is limited
    hot: tuple[str, ...]  # ops whose work requests with one SGE are posted by inline code
    repeat: Part | None  # stored after the head: the ownership bit once more
    state: State | None

    @property
    def image(self) -> Step | None:
        return next((s for s in self.doorbell if s.kind == "image"), None)

    @property
    def copy(self) -> Step | None:
        return next((s for s in self.doorbell if s.kind == "copy"), None)

    def type_class(self, qp_type: str) -> TypeClass:
        return next(c for c in self.classes if qp_type in c.types)

    @property
    def posted(self) -> tuple[Op, ...]:
        """Ops that ibv_post_send takes."""
        return tuple(op for op in self.ops if op.posted)

    @property
    def tells_built(self) -> bool:
        """True if work requests built after ibv_wr_start are treated differently."""
        return self.posted != self.ops or any(r.only_built for r in self.refusals)

    @property
    def by_command(self) -> bool:
        return any(step.kind == "command" for step in self.doorbell)


@dataclass(frozen=True)
class Need:
    flag: str
    capability: str
    error: str
