"""The model of what sends and receives have in common: rings, doorbells, reasons to refuse a request, segments that
point at payload."""

from __future__ import annotations

from dataclasses import dataclass

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
class SlotType:
    """What the slots of a send ring hold on queue pairs of a type, by formats whose sizes are added."""

    qp_type: str
    front: tuple[str, ...]  # before the payload that is granted
    inline_front: tuple[str, ...]  # before inline payload, when a slot is chosen for it
    least: tuple[str, ...]  # the largest WQE whose size does not depend on what the program asks for


@dataclass(frozen=True)
class Slots:
    """How the program chooses the slots of a send ring."""

    least: int  # bytes
    most: int
    ahead: int  # bytes behind the producer that stay free
    types: tuple[SlotType, ...]


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
    slots: Slots | None = None  # None: the kernel or the provider chooses them

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
    only_built: bool = False  # of requests that are built, and of no others


@dataclass(frozen=True)
class Gather:
    """Segments that point at payload."""

    format: str
    skip_empty: bool
    empty_length: int  # what stands for no bytes; 0: nothing special
    fill: str  # unit | front: where an SGE of zeros stands; empty: nowhere


@dataclass(frozen=True)
class ImageWhen:
    """Which WQEs are stored in a register: by class, those with payload inside, and ops without."""

    inline: tuple[str, ...]
    ops: tuple[tuple[str, tuple[str, ...]], ...]
    without_sges: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Step:
    """One step of a doorbell: a record in memory, a register, the WQE's own bytes, copies of all of them, an index, a
    system call."""

    kind: str  # record | register | image | copy | index | command
    side: str = ""  # producer | consumer: whose index
    format: str = ""
    word: int = 0
    place: str = ""  # constant with the byte of the register; empty: the queue's own address
    block: int = 0
    more_than: int = 0
    otherwise: int = 0  # so many first bytes of the WQE when it is not stored whole; 0: the next steps are taken
    alternate: bool = False
    when: ImageWhen | None = None  # None: any that fits
    places: int = 0  # units in the page of copies
    words: frozenset[str] = frozenset()  # keys that the spec gives
