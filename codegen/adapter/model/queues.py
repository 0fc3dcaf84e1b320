"""The model of what sends and receives have in common: rings, doorbells, reasons to refuse a work request, segments
that point to payload."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.core.diag import Src

QUEUE = 0  # the unit of a ring, if it differs between queues


@dataclass(frozen=True)
class Boundary:
    """WQEs do not cross multiples of a number of units that the queue has."""

    pad: str  # opcode of the WQEs that fill the units up to a boundary
    spare: int  # number of units that are never used
    odd: bool  # a WQE of one unit at an even index makes the next unit look unwritten
    clear: int  # this many units, this many units ahead, are made to look unwritten; 0: none


@dataclass(frozen=True)
class SlotType:
    """Contents of the slots of a send ring for a queue pair type: formats whose sizes are added up."""

    qp_type: str
    front: tuple[str, ...]  # before the SGEs that are granted
    inline_front: tuple[str, ...]  # before inline payload, when the slot size is computed for inline payload
    least: tuple[str, ...]  # the largest WQE whose size does not depend on the requested capabilities


@dataclass(frozen=True)
class Slots:
    """How the program chooses the slot size of a send ring."""

    least: int  # bytes
    most: int
    ahead: int  # bytes after the producer index that stay free
    types: tuple[SlotType, ...]


@dataclass(frozen=True)
class Ring:
    """A ring of WQEs: the bytes of its units, and how many of them a WQE takes."""

    unit: int  # bytes; QUEUE: a power of two that differs between queues
    entry: str  # one-unit | many-units | unit-per-sge
    wraps: bool  # a WQE of many units continues at the start of the ring
    device: bool  # write-only memory of the adapter: a WQE is built in ordinary memory and copied
    shared: bool  # in shared memory, after a header with indexes
    zeroed: bool  # units are written whole, with zeros in unused bytes
    boundary: Boundary | None
    chunk: int = 0  # bytes of a chunk, whose first word is stored last in all but the first chunk; 0: no chunks
    guard: int | None = None  # value of that word in units that have not been written
    slots: Slots | None = None  # None: the kernel or the provider chooses the slot size

    @property
    def staged(self) -> bool:
        """True if WQEs may have to be built elsewhere and copied into the ring."""
        return self.wraps or self.device


@dataclass(frozen=True)
class Refusal:
    """A reason to refuse a work request, and the error. Reasons are tested in the order of the spec."""

    src: Src
    kind: str
    error: str  # own: each need has an error of its own
    flags: tuple[str, ...] = ()
    unless_inline: bool = False
    only_built: bool = False  # applies only to work requests built with ibv_wr_*


@dataclass(frozen=True)
class Gather:
    """Segments that point to payload."""

    format: str
    skip_empty: bool
    empty_length: int  # length that means 0 bytes; 0: no special value
    fill: str  # unit | front: where an SGE of zeros is stored; empty: nowhere


@dataclass(frozen=True)
class ImageWhen:
    """Which WQEs are copied to a register: by class, those with inline payload, and ops without it."""

    inline: tuple[str, ...]
    ops: tuple[tuple[str, tuple[str, ...]], ...]
    without_sges: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Step:
    """One step of a doorbell: a doorbell record, a register, an image of the WQE, copies of all WQEs, an index, or a
    system call."""

    kind: str  # record | register | image | copy | index | command
    side: str = ""  # producer | consumer: which index
    format: str = ""
    word: int = 0
    place: str = ""  # constant with the offset of the register; empty: the queue has its address
    block: int = 0
    more_than: int = 0
    otherwise: int = 0  # first bytes of the WQE to store when it is not stored whole; 0: take the next steps
    alternate: bool = False
    when: ImageWhen | None = None  # None: any WQE that fits
    places: int = 0  # units in the page for copies
    words: frozenset[str] = frozenset()  # keys that the spec gives
