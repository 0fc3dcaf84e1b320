"""The model of receives."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.queues import Gather, Refusal, Ring, Step
from codegen.adapter.model.refs import Ref


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
class SharedRings:
    """Shared receive queues that are rings like the others."""

    head: str  # of a receive there, which carries wr_id; empty: the others'
    doorbell: tuple[Step, ...]  # none: the others'


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
    shared_rings: SharedRings | None
    in_send: InSend | None  # they go into the send ring, by whose doorbell they are told
