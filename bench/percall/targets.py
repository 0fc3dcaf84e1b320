# SPDX-License-Identifier: BSD-2-Clause
"""Targets: what the figures should come down to."""

from __future__ import annotations

from pathlib import Path

from counting import SINGLE, Figures, Key
from device import REFERENCE
from page import vendors

TARGETS = Path(__file__).resolve().with_name("targets.txt")
# of the reference's instructions, single-threaded
SHARE = 0.35
# what a lock may add, without and with a BlueFlame register to share
LOCKED, LOCKED_BF = 8, 15
VARIANTS = ["run-time", "constant", "constant-length"]


def both(name: str, adapter: str, what: str, value: float, lock: float) -> Figures:
    """The target of a single-threaded program and of one with locks."""
    return {Key(name, adapter + SINGLE, what): value, Key(name, adapter, what): value + lock}


def of_references(figures: Figures) -> Figures:
    """A share of each reference."""
    targets: Figures = {}
    for key, value in {**figures, **vendors()}.items():
        adapter, _, whose = key.column.partition("-")
        if whose in (REFERENCE, "vendor") and key.what == "run-time":
            targets.update(both(key.name, adapter, key.what, round(SHARE * value, 1), LOCKED))
    return targets


def read_targets(figures: Figures) -> Figures:
    """Targets of the file; for other cases, those derived from the references."""
    targets = of_references(figures)
    for line in TARGETS.read_text().splitlines():
        if not line or line.startswith("#"):
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
