"""Stage check: the emulated device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.emulated import ring_kind, words_by_data
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.device import Device
from codegen.adapter.verbs import create_flags, device_capabilities
from codegen.core.diag import Diagnostics

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker


def check_device(a: Adapter, diag: Diagnostics) -> None:
    """A383: the device is one of the adapter's, and its capabilities are flags of verbs."""
    d = a.device
    if d is None:
        return
    for kind in d.kinds:
        number = kind.number("pci-device")
        if number not in (a.identity.pci_devices or (0,)):
            diag.error(d.src, "device.pci-device", f"0x{number:04x} is not a device of this adapter [A383]",
                       "one of pci-devices")
    for name in d.capabilities:
        if name not in device_capabilities():
            diag.error(d.src, "device.capabilities", f"unknown capability '{name}' [A383]",
                       f"one of {', '.join(device_capabilities())}")
    count = d.kinds[0].number("qpn-count")
    if count & (count - 1) or d.kinds[0].number("qpn-base") >= count:
        diag.error(d.src, "device.qpn-count",
                   f"{count} queue pair numbers from {d.kinds[0].number('qpn-base')} on are not a power of two above qpn-base [A383]",
                   "a power of two above qpn-base")


def check_emulated(k: SpecChecker) -> None:
    """A384, A385: what emulated drivers and the engine need from the sections about queues."""
    d = k.a.device
    if d is None:
        return
    types = list(dict.fromkeys(t for cls in k.a.send.classes for t in cls.types))
    for name in d.without_types:
        if name not in types:
            k.error(d.src, "device.without-types", f"the adapter has no queue pairs of type {name} [A384]",
                    f"some of {', '.join(types)}")
    for name in d.create_flags:
        if name not in create_flags():
            k.error(d.src, "device.create-flags", f"unknown flag '{name}' [A384]",
                    f"one of {', '.join(create_flags())}")
    if not ring_kind(k.a):
        k.error(d.src, "device",
                f"the driver-private data ({', '.join(words_by_data(k.a)) or 'none'}) does not tell who allocates the queues [A384]",
                "a queue-head, create_cq_in with rings, or receives in the send ring with create_cq_out that has key")
    size = k.a.format(k.a.complete.entry).size
    if d.kinds[0].number("cqe-bytes") and d.kinds[0].number("cqe-bytes") < size:
        k.error(d.src, "device.cqe-bytes", f"CQEs have {size} bytes, more than a slot [A384]", "a slot that holds one")
    _faults(k, d)
    for fill in d.fills:
        k.need_ref("device.fills", fill.ref)
        k.diag.stop_if_errors()
        if fill.ref.format != k.a.complete.entry:
            k.error(fill.ref.src, "device.fills", f"'{fill.ref.format}' is not the format of CQEs [A385]",
                    f"a field of {k.a.complete.entry}")
        else:
            k.fits_in(fill.ref.src, "device.fills", int(fill.source, 0), fill.ref)


def _faults(k: SpecChecker, d: Device) -> None:
    if bool(d.faults) != bool(k.a.recv.in_send):
        k.error(d.src, "device.faults", "'faults' and receives in the send ring go together [A385]", "both or neither")
    for kind, name in d.faults:
        values = [value for value, _ in k.a.enum(k.a.status_enum).values] if k.a.status_enum else []
        if name not in values:
            k.error(d.src, f"device.faults.{kind}", f"no status '{name}' [A385]", f"one of {', '.join(values)}")
