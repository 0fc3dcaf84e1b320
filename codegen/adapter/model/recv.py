"""The model of receives."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.queues import Gather, Refusal, Ring, Step
from codegen.adapter.model.refs import Ref


@dataclass(frozen=True)
class Shared:
    """Shared receive queues whose slots are linked into a list."""

    head: str
    link: Ref
    refusals: tuple[Refusal, ...]
    gather: Gather
    end_lkey: int | None
    doorbell: tuple[Step, ...]
    stride_at_least: int


@dataclass(frozen=True)
class SharedRings:
    """Shared receive queues that are rings like receive queues."""

    head: str  # head of their receives, which contains wr_id; empty: that of receive queues
    doorbell: tuple[Step, ...]  # none: that of receive queues


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
    head: str  # before the SGEs, or between them; empty: no head
    head_at: int  # 0: before the SGEs
    gather: Gather
    end_lkey: int | None
    doorbell: tuple[Step, ...]
    shared: Shared | None
    shared_rings: SharedRings | None
    in_send: InSend | None  # receives are stored in the send ring and announced by its doorbell
