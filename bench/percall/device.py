# SPDX-License-Identifier: BSD-2-Clause
"""The cases on emulated devices: Debian's library and ours, counted and timed side by side in one run."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from counting import SINGLE, Figures, Key, Program, count_all

ROUNDS = 5
TIMED_LAPS = 32
REFERENCE = "reference"
UNBOUND = "any"
# cases whose call posts sends
SENDS = ["P1", "P2", "P3", "P4", "P5", "P6", "P13", "P17", "P19", "P20", "P21", "P22"]


def cmake_list(root: Path, name: str) -> list[str]:
    """A list from cmake/Adapters.cmake."""
    text = (root / "cmake/Adapters.cmake").read_text()
    found = re.search(rf"^set\({name} ?([^)]*)\)", text, re.M)
    return found[1].split() if found else []


def adapters_that(root: Path, ability: str) -> list[str]:
    """The adapters with this feature."""
    return cmake_list(root, f"INVERBS_{ability}_ADAPTERS")


def drafts(root: Path) -> list[str]:
    """The adapters without a provider."""
    return cmake_list(root, "INVERBS_DRAFTS")


@contextmanager
def emulator(build: Path, adapters: list[str]) -> Iterator[tuple[str, int]]:
    """A daemon with a device for each adapter: its socket and its process."""
    with tempfile.TemporaryDirectory() as folder:
        socket = f"{folder}/softhca.sock"
        devices = [word for a in adapters for word in ("--device", f"{a}_0")]
        command = [str(build / "bin/softhcad"), "--socket", socket, *devices]
        daemon = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            control = [str(build / "bin/softhcactl"), "--socket", socket, "list"]
            for _ in range(300):
                if subprocess.run(control, capture_output=True).returncode == 0:
                    break
                time.sleep(0.1)
            yield socket, daemon.pid
        finally:
            daemon.send_signal(signal.SIGCONT)
            daemon.terminate()
            daemon.wait()


def programs_on(build: Path, adapter: str, socket: str) -> list[Program]:
    """The reference, and ours unbound and bound, on this adapter's device."""
    launcher = (str(build / "bin/softhca-run"),)
    # count polls as on any device, without those that yield the processor to the emulator
    environment = {"INVERBS_EMULATOR": socket, "INVERBS_IDLE": "0", "BENCH_DEVICE": f"{adapter}_0"}
    found = []
    for binding in (REFERENCE, UNBOUND, adapter, adapter + SINGLE):
        path = build / f"bin/percall-device_{binding}"
        if path.exists():
            column = binding if binding.startswith(adapter) else f"{adapter}-{binding}"
            found.append(Program(column, path, launcher if binding == REFERENCE else (), environment))
    return found


def times(program: Program, cases: list[str], pid: int) -> Figures:
    """Nanoseconds without those of the loop; the emulator is stopped while the clock runs."""
    pinned = Program(program.column, program.path, ("taskset", "-c", "0", *program.before),
                     {**program.environment, "BENCH_DAEMON": str(pid)})
    out = pinned.start([str(TIMED_LAPS), *cases], [], {}).stdout
    return {Key(case, program.column, f"{variant}/time"): float(ns) - float(loop)
            for case, variant, ns, loop, _ in (line.split("\t") for line in out.splitlines())}


def time_ratios(programs: list[Program], cases: list[str], pid: int) -> Figures:
    """Times relative to the reference's with a run-time request. The programs take turns, and the result is the median
    of the rounds."""
    ratios: dict[Key, list[float]] = {}
    for _ in range(ROUNDS):
        took: Figures = {}
        for program in programs:
            took.update(times(program, cases, pid))
        reference = {k.name: ns for k, ns in took.items() if k.column.endswith(REFERENCE) and k.what == "run-time/time"}
        for key, ns in took.items():
            if not key.column.endswith(REFERENCE) and reference.get(key.name, 0) > 0:
                ratios.setdefault(key, []).append(ns / reference[key.name])
    return {key: round(median(of_rounds), 2) for key, of_rounds in ratios.items()}


def cases_of(figures: Figures, adapter: str) -> list[str]:
    """The cases that a program bound to this adapter has."""
    return sorted({k.name for k in figures if k.column == adapter and re.match(r"P\d", k.name)})


def times_on_device(build: Path, root: Path, ours: Figures, adapter: str, socket: str, pid: int) -> Figures:
    """All times on this adapter's device."""
    # the doorbell of these sends is a system call, which does not return while the emulator is stopped
    untimed = SENDS if adapter in adapters_that(root, "RINGS_BY_COMMAND") else []
    cases = [c for c in cases_of(ours, adapter) if c not in untimed]
    return time_ratios(programs_on(build, adapter, socket), cases, pid)


def counts_on_device(build: Path, ours: Figures, adapter: str, socket: str) -> Figures:
    """What the reference and unbound programs cost on this adapter's device."""
    programs, cases = programs_on(build, adapter, socket), cases_of(ours, adapter)
    unlike = [p for p in programs if not p.column.startswith(adapter + SINGLE) and p.column != adapter]
    check_counts(count_all([p for p in programs if p not in unlike], cases, False), ours)
    return count_all(unlike, cases, True)


def on_devices(build: Path, root: Path, ours: Figures, counts: bool) -> Figures:
    """Measure, for the cases of our programs: all times and, if `counts`, what the reference and unbound programs cost.
    """
    adapters = adapters_that(root, "INFINIBAND")
    if not (build / f"bin/percall-device_{REFERENCE}").exists():
        raise SystemExit("no reference: see libibverbs-dev and ibverbs-providers in scripts/packages")
    figures: Figures = {}
    with emulator(build, adapters) as (socket, pid):
        for adapter in adapters:
            if counts:
                figures.update(counts_on_device(build, ours, adapter, socket))
            figures.update(times_on_device(build, root, ours, adapter, socket, pid))
    return figures


def check_counts(on_device: Figures, by_hand: Figures) -> None:
    """Queues set up by hand should cost as much as the provider's queues: print the differences."""
    for key, got in sorted(on_device.items()):
        if "/" not in key.what and abs(got - by_hand.get(key, got)) > 0.05:
            print(f"{key.name} {key.column} {key.what}: {got:g} instructions on the device, {by_hand[key]:g} by hand")
