# SPDX-License-Identifier: BSD-2-Clause
"""Functions on the device's side that read a WQE take a copy, which their types ensure. Only the ownership of a WQE is
read in the queue itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DEVICES = sorted((ROOT / "include/inverbs/device").glob("*_device.h"))
assert DEVICES  # without them, the test below would be skipped
DECLARED = re.compile(r"^static inline [^;{]*?\b(\w+_dev_\w+)\(([^{;]*)\)\n\{", re.MULTILINE)
# The function that may be passed memory of a program: it reads the word that passes ownership.
LOOKS_AT_QUEUE = {"send_ready"}
# The files that mark memory as a copy: it must be a local array, or a queue of copies.
COPYISTS = {"engine/base/adapter.h", "engine/base/arm.c", "engine/ib/queue.c", "engine/ib/srq.c", "engine/iwarp/ring.c"}


@pytest.mark.parametrize("header", DEVICES, ids=[p.name for p in DEVICES])
def test_readers_take_copies(header: Path) -> None:
    found = {name: parameters for name, parameters in DECLARED.findall(header.read_text())}
    assert any("inverbs_dev_copy" in parameters for parameters in found.values())
    for name, parameters in found.items():
        if name.split("_dev_")[1] not in LOOKS_AT_QUEUE:
            assert "const void *" not in parameters, f"{name} takes memory that may change: const struct inverbs_dev_copy *"


def test_the_emulator_copies_in_few_places() -> None:
    emulator = ROOT / "emulator"
    said = {str(p.relative_to(emulator)) for p in emulator.rglob("*.[ch]") if "inverbs_dev_copied(" in p.read_text()}
    assert said <= COPYISTS, f"look whether it is a copy, and add it here: {sorted(said - COPYISTS)}"


def test_a_slot_of_a_queue_is_no_copy() -> None:
    """The result of hw_ring_slot() is not marked as a copy."""
    for path in (ROOT / "emulator").rglob("*.[ch]"):
        assert not re.search(r"inverbs_dev_copied\([^;]*hw_ring_slot", path.read_text()), path
