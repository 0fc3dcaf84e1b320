"""Stage check: how devices are identified, and what their kernel driver offers."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.verbs import kernel_commands
from codegen.core.diag import Diagnostics
from codegen.core.words import KEYWORDS, MACROS


# -DINVERBS_<ADAPTER> binds a program to an adapter; these flags have another meaning, and these words begin other
# names.
_TAKEN = {"checked", "single_threaded", "aix", "inverbs", "ibv", "rdma", "softhca", "any", "adapter", "list", "dumps",
          "layout"}


def name_problem(name: str, others: list[str]) -> str:
    """A139: returns why an adapter cannot have this name, or an empty string."""
    if name in _TAKEN:
        return f"'{name}' has a meaning in programs"
    if name in KEYWORDS | MACROS:
        return f"'{name}' is a C/C++ keyword or macro"
    for other in others:
        if name.startswith(f"{other}_") or other.startswith(f"{name}_"):
            return f"'{name}' and '{other}' begin alike, and so would their names in C"
    return ""


def check_together(every: list[Adapter], diag: Diagnostics) -> None:
    """A133: an id belongs to one adapter. A134: an adapter has the name of its file, which also makes names distinct.
    A139: no name is the beginning of another one."""
    owners: dict[int, str] = {}
    for a in every:
        problem = name_problem(a.name, list(owners.values()))
        if problem:
            diag.error(a.where["adapter"], "adapter", f"{problem} [A139]", "another name")
        if a.id in owners:
            diag.error(a.where["id"], "id", f"{a.id} is already the id of {owners[a.id]} [A133]",
                       "the lowest number that no adapter ever had")
        owners.setdefault(a.id, a.name)
        if a.src.file.rsplit("/", 1)[-1] != f"{a.name}.yaml":
            diag.error(a.where["adapter"], "adapter", f"'{a.name}' is in the file {a.src.file} [A134]",
                       "the name of the file")


def check_identity(a: Adapter, diag: Diagnostics) -> None:
    """A130 to A132: commands and devices of the kernel driver. A135 to A137, A139: versions, devices, values and the
    name."""
    ident = a.identity
    where = a.where["identity"]
    if ident.abi_min > ident.abi_max:
        diag.error(where, "identity.abi", f"min {ident.abi_min} is above max {ident.abi_max} [A135]",
                   "min not above max")
    if bool(ident.pci_vendor) != bool(ident.pci_devices):
        diag.error(where, "identity", "only one of pci-vendor and pci-devices is given [A136]", "both or neither")
    for key, numbers in (("pci-devices", ident.pci_devices), ("by-command", ident.by_command)):
        if len(set(numbers)) != len(numbers):
            diag.error(a.where[f"identity.{key}"], f"identity.{key}", "a device is listed twice [A136]",
                       "each device once")
    if not (ident.pci_devices or ident.modalias or ident.names):
        diag.error(where, "identity", "nothing identifies a device [A136]", "pci-devices, modalias or names")
    for enum in a.enums:
        seen: dict[int, str] = {}
        for name, value in enum.values:
            if value in seen:
                diag.error(enum.src, f"enums.{enum.name}.{name}", f"{value} is already {seen[value]} [A137]",
                           "each value once")
            seen.setdefault(value, name)
    if name_problem(a.name, []):
        diag.error(a.where["adapter"], "adapter", f"{name_problem(a.name, [])} [A139]", "another name")
    for name in ident.commands or ():
        if name not in kernel_commands():
            diag.error(a.where["identity.commands"], "identity.commands", f"unknown command '{name}' [A130]",
                       f"one of {', '.join(kernel_commands())}")
    for number in ident.by_command:
        if number not in ident.pci_devices:
            diag.error(a.where["identity.by-command"], "identity.by-command",
                       f"0x{number:04x} is not a device of this adapter [A131]",
                       "one of pci-devices")
    if ident.by_command and not _diverts(a):
        diag.error(a.where["identity.by-command"], "identity.by-command",
                   "posts and polls cannot be directed to the kernel [A132]",
                   "send.state and complete.attention")


def _diverts(a: Adapter) -> bool:
    """True if posts and polls can be directed to the kernel."""
    return a.send.state is not None and a.complete.order is not None and a.complete.order.attention
