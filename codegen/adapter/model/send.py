"""The model of sends: ops, queue pair types, payload in the WQE."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.queues import Gather, Refusal, Ring, Step
from codegen.adapter.model.refs import Part, Ref, Setting
from codegen.core.diag import Src


@dataclass(frozen=True)
class Limit:
    """Values of a source that an op takes."""

    source: str
    kind: str  # at-most | at-least | multiple-of
    bound: str  # a number, or a constant of the spec
    error: str


@dataclass(frozen=True)
class Inline:
    """Payload inside the WQE."""

    header: str  # format in front of the bytes; empty: none
    chunk: int  # a run ends at multiples of this many bytes; 0: one run
    at: int  # byte of the WQE at which it begins, if it is placed
    mark: str  # format of what ends each further unit; empty: nothing does
    placed: bool  # it begins at a place of its own
    empty: bool  # requests without SGEs can have it, too


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
    only_built: bool  # ibv_post_send refuses it

    @property
    def posted(self) -> bool:
        """Whether a request in a list can say it."""
        return not (self.body.by_bytes or self.only_built)


@dataclass(frozen=True)
class TypeClass:
    """Queue pair types whose WQEs are built alike."""

    src: Src
    name: str
    types: tuple[str, ...]
    lead: tuple[str, ...]
    payload_only: bool  # whatever the op
    front: Ref | None  # where the first bytes of the payload begin, which stand before the rest
    needs: tuple[Need, ...]
    settings: tuple[Setting, ...]
    ethernet: tuple[Setting, ...]  # of the head, where the port's link layer is Ethernet


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
        """Whether it makes a difference that a request was built by ibv_wr_start and its sisters."""
        return self.posted != self.ops or any(r.only_built for r in self.refusals)

    @property
    def by_command(self) -> bool:
        return any(step.kind == "command" for step in self.doorbell)


@dataclass(frozen=True)
class Need:
    flag: str
    capability: str
    error: str
