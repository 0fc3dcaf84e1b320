# SPDX-License-Identifier: BSD-2-Clause
"""Targets for the figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from counting import SINGLE, Figures, Key
from device import REFERENCE, UNBOUND
from figures import is_budget, order, vendors

TARGETS = Path(__file__).resolve().with_name("targets.txt")
# share of the reference's instructions, single-threaded
SHARE = 0.35
# what a lock may add, without and with a BlueFlame register that queues share
LOCKED, LOCKED_BF = 8, 15
VARIANTS = ["run-time", "constant", "constant-length"]
# in a bound program: the call compiled without the binding
NOT_BOUND = "unbound"


def both(name: str, adapter: str, what: str, value: float, lock: float) -> Figures:
    """The targets of a single-threaded program and of one with locks."""
    return {Key(name, adapter + SINGLE, what): value, Key(name, adapter, what): value + lock}


def of_references(figures: Figures) -> Figures:
    """Targets that are a share of each reference."""
    targets: Figures = {}
    for key, value in {**figures, **vendors()}.items():
        adapter, _, whose = key.column.partition("-")
        if whose in (REFERENCE, "vendor") and key.what == "run-time":
            targets.update(both(key.name, adapter, key.what, round(SHARE * value, 1), LOCKED))
    return targets


def layered() -> dict[str, tuple[str, float]]:
    """Cases of the access layer -> the same call of verbs, and how many more instructions are allowed."""
    lines = (line.split() for line in TARGETS.read_text().splitlines())
    return {words[1]: (words[2], float(words[3])) for words in lines if words[:1] == ["over"]}


def verbs_of(figures: Figures, key: Key) -> float | None:
    """What the same call of verbs costs, in the same program or in an unbound one."""
    verbs = layered()[key.name][0]
    bound = figures.get(Key(verbs, key.column, "run-time"))
    return figures.get(Key(verbs, f"{key.column}-{UNBOUND}", "run-time"), bound) if key.what == NOT_BOUND else bound


def of_verbs(figures: Figures) -> Figures:
    """Targets: what verbs cost, plus what is allowed in addition."""
    targets: Figures = {}
    for key in figures:
        verbs = verbs_of(figures, key) if key.name in layered() and key.what in ("run-time", NOT_BOUND) else None
        if verbs is not None:
            targets[key] = round(verbs + layered()[key.name][1], 1)
    return targets


def read_targets(figures: Figures) -> Figures:
    """The targets in the file and, for other cases, those derived from the references."""
    targets = {**of_references(figures), **of_verbs(figures)}
    for line in TARGETS.read_text().splitlines():
        if not line or line.startswith(("#", "over")):
            continue
        adapter, name, *words = line.split()
        if words[0] in ("bytes", "compile"):
            targets.update(both(name, adapter, words[0], float(words[1]), 0))
            continue
        lock = LOCKED_BF if "bf" in words else LOCKED
        for variant, word in zip(VARIANTS, (w for w in words if w != "bf")):
            if word != "-":
                targets.update(both(name, adapter, variant, float(word), lock))
    return targets


@dataclass(frozen=True)
class Miss:
    """A case or a call site of an adapter, and its figures that exceed their targets. The first figure is the one
    explained."""

    adapter: str
    name: str
    keys: tuple[Key, ...]

    @property
    def title(self) -> str:
        """The heading of its section."""
        return f"{self.adapter} {self.name}"

    @property
    def anchor(self) -> str:
        """The form of the heading in a link."""
        return f"{self.adapter}-{self.name}".lower()

    @property
    def link(self) -> str:
        """To its section."""
        return f"[{self.title}](#{self.anchor})"


def importance(key: Key) -> tuple[bool, bool, int]:
    """Sort key: bound programs first, then single-threaded ones, then run-time requests."""
    variant = VARIANTS.index(key.what) if key.what in VARIANTS else 0
    return key.what == NOT_BOUND, not key.column.endswith(SINGLE), variant


def over_target(figures: Figures) -> list[Miss]:
    """The figures that exceed their targets."""
    targets = read_targets(figures)
    found: dict[tuple[str, str], list[Key]] = {}
    for key in sorted(filter(is_budget, figures), key=order):
        if figures[key] > targets.get(key, figures[key]):
            found.setdefault((key.column.split("-")[0], key.name), []).append(key)
    return [Miss(adapter, name, tuple(sorted(keys, key=importance))) for (adapter, name), keys in found.items()]
