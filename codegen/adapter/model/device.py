"""The model of the emulated device: its responses to queries and its sysfs attributes."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.refs import Setting
from codegen.core.diag import Src


@dataclass(frozen=True)
class Kind:
    """One kind of the device."""

    name: str  # name of a variant; empty: the usual kind
    numbers: tuple[tuple[str, int], ...]  # by their keys in the spec
    texts: tuple[tuple[str, str], ...]

    def number(self, key: str) -> int:
        return dict(self.numbers).get(key, 0)

    def text(self, key: str) -> str:
        return dict(self.texts).get(key, "")


@dataclass(frozen=True)
class Device:
    src: Src
    kinds: tuple[Kind, ...]  # the usual one first
    firmware: tuple[int, ...]
    mtu: int
    atomics: bool
    capabilities: tuple[str, ...]
    quirks: tuple[str, ...]
    qp_refusal: str
    without_types: tuple[str, ...]
    create_flags: tuple[str, ...]
    first_mtu: int
    faults: tuple[tuple[str, str], ...]  # kind of fault, value of the status
    fills: tuple[Setting, ...]  # numbers for fields of the CQE that no program reads
