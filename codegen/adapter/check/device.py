"""Stage check: the emulated device."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.verbs import device_capabilities
from codegen.core.diag import Diagnostics


def check_device(a: Adapter, diag: Diagnostics) -> None:
    """A383: a device is one of the adapter's, and has the capabilities of verbs."""
    d = a.device
    if d is None:
        return
    for kind in d.kinds:
        number = kind.number("pci-device")
        if number not in (a.identity.pci_devices or (0,)):
            diag.error(d.src, "device.pci-device", f"0x{number:04x} is no device [A383]", "one of pci-devices")
    for name in d.capabilities:
        if name not in device_capabilities():
            diag.error(d.src, "device.capabilities", f"unknown capability '{name}' [A383]", f"one of {', '.join(device_capabilities())}")
    count = d.kinds[0].number("qpn-count")
    if count & (count - 1) or d.kinds[0].number("qpn-base") >= count:
        diag.error(d.src, "device.qpn-count", f"{count} queue pair numbers from {d.kinds[0].number('qpn-base')} on [A383]", "a power of two above qpn-base")
