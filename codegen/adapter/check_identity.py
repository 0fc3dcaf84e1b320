"""Stage check: how devices are recognised and what their kernel driver offers."""

from __future__ import annotations

from codegen.adapter.model import AnyAdapter, SharedAdapter
from codegen.adapter.verbs import kernel_commands
from codegen.core.diag import Diagnostics


def check_together(every: list[AnyAdapter], diag: Diagnostics) -> None:
    """A133: an id belongs to one adapter. A134: an adapter has the name of its file, so that names are distinct, too."""
    owners: dict[int, str] = {}
    for a in every:
        if a.id in owners:
            diag.error(a.where["id"], "id", f"{a.id} is the id of {owners[a.id]} [A133]", "the next one that no adapter ever had")
        owners.setdefault(a.id, a.name)
        if a.src.file.rsplit("/", 1)[-1] != f"{a.name}.yaml":
            diag.error(a.where["adapter"], "adapter", f"'{a.name}' in the file {a.src.file} [A134]", "the name of the file")


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
