"""Stage check: how devices are recognised and what their kernel driver offers."""

from __future__ import annotations

from codegen.adapter.model import AnyAdapter, SharedAdapter
from codegen.adapter.verbs import kernel_commands
from codegen.core.diag import Diagnostics


def check_identity(a: AnyAdapter, diag: Diagnostics) -> None:
    ident = a.identity
    for name in ident.commands or ():
        if name not in kernel_commands():
            diag.error(a.where["identity.commands"], "identity.commands", f"unknown command '{name}' [A130]",
                       f"one of {', '.join(kernel_commands())}")
    for number in ident.by_command:
        if number not in ident.pci_devices:
            diag.error(a.where["identity.by-command"], "identity.by-command", f"0x{number:04x} is no device [A131]",
                       "one of pci-devices")
    if ident.by_command and not (isinstance(a, SharedAdapter) and a.report.attention):
        diag.error(a.where["identity.by-command"], "identity.by-command", "nothing leads posts and polls there [A132]",
                   "work.state and report.attention, whose way out does")
