"""The model of how devices are identified, and what their kernel driver offers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Identity:
    transport: str  # infiniband | roce | iwarp
    driver_id: int
    abi_min: int
    abi_max: int
    pci_vendor: int
    pci_devices: tuple[int, ...]
    modalias: tuple[str, ...]
    names: tuple[str, ...]
    qp_numbers: int  # 0: the response of GET_CONTEXT has it
    max_ports: int
    by_command: tuple[int, ...]
    min_firmware: int
    commands: tuple[str, ...] | None  # None: every command is tried
