"""The model of an adapter: its queues are described by independent features, of which each adapter is a combination."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.address import Address, Registers
from codegen.adapter.model.complete import Complete
from codegen.adapter.model.device import Device
from codegen.adapter.model.identity import Identity
from codegen.adapter.model.queues import Step
from codegen.adapter.model.recv import Recv
from codegen.adapter.model.refs import Part, Ref
from codegen.adapter.model.send import Send
from codegen.core.diag import Src
from codegen.formats.model import Constant, Enum, Field, Format


@dataclass(frozen=True)
class QueueHead:
    """The header before unit 0 of queues in shared memory."""

    shape: Part
    shift: Ref
    mask: Ref
    producer: Part
    consumer: Part
    bytes: int


class _Cited(dict[str, str]):
    """Maps ``send.doorbell`` to the same name prefixed with the adapter's; also for parts that the spec omits."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, part: str) -> str:
        return f"{self.name}.{part}"


@dataclass(frozen=True, eq=False)
class Adapter:
    """The whole content of a spec."""

    src: Src
    name: str
    id: int  # identifies the adapter in programs and in the archive; never reused
    doc: str
    truth: str
    identity: Identity
    constants: tuple[Constant, ...]
    enums: tuple[Enum, ...]
    formats: tuple[Format, ...]
    command_data: tuple[Format, ...]
    where: dict[str, Src]  # source position of each part, for messages
    hooks: tuple[str, ...]
    draft: bool  # only headers and byte vectors are generated; nothing is linked
    registers: Registers | None
    address: Address | None  # None: the kernel creates address handles
    device: Device | None  # the emulated device
    queue_head: QueueHead | None
    send: Send
    recv: Recv
    complete: Complete
    arm: tuple[Step, ...]  # none: the kernel arms the queue
    arm_refuses: tuple[tuple[str, str], ...]  # kind of request, error

    @property
    def arms_by_command(self) -> bool:
        return not self.arm

    @property
    def status_enum(self) -> str:
        return self.ref(self.complete.status_field).enum

    @property
    def cited(self) -> dict[str, str]:
        """The parts, by the names under which generated comments cite them. Line numbers would change with every
        edit."""
        return _Cited(self.name)

    @property
    def size_unit(self) -> int:
        """The unit in which the size of a WQE is counted."""
        return max((f.unit for f in self.format(self.send.head).fields if f.source == "wqe.bytes"), default=1)

    @property
    def size_field(self) -> Field | None:
        """The field of the head with the size of the WQE."""
        return next((f for f in self.format(self.send.head).fields if f.source == "wqe.bytes"), None)

    @property
    def most_wqe_bytes(self) -> int:
        """The largest size of a WQE that fits in the head; 0: the head does not contain the size."""
        f = self.size_field
        return ((1 << f.place.bits) - 1) * f.unit if f else 0

    def format(self, name: str) -> Format:
        return next(f for f in self.formats if f.name == name)

    def enum(self, name: str) -> Enum:
        return next(e for e in self.enums if e.name == name)

    def ref(self, ref: Ref) -> Field:
        return self.format(ref.format).field(ref.field)

    def c_format(self, name: str) -> str:
        return f"{self.name}_{name}"

    def c_enum(self, name: str) -> str:
        return f"{self.name}_{name}"

    def c_name(self, enum: str, value: str) -> str:
        """The C name of an enum value."""
        return f"{self.name}_{enum}_{value}".upper()
