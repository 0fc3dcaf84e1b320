# SPDX-License-Identifier: BSD-2-Clause
"""The cases on emulated devices: Debian's library and ours side by side, counted and timed in one run."""

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

from counting import SINGLE, Figures, Key, Program, count_all

ROUNDS = 5
TIMED_LAPS = 32
REFERENCE = "reference"
UNBOUND = "any"
# cases whose call posts sends
SENDS = ["P1", "P2", "P3", "P4", "P5", "P6", "P13", "P17", "P19", "P20", "P21", "P22"]


def cmake_list(root: Path, name: str) -> list[str]:
    """A list of cmake/Adapters.cmake."""
    text = (root / "cmake/Adapters.cmake").read_text()
    found = re.search(rf"^set\({name} ?([^)]*)\)", text, re.M)
    return found[1].split() if found else []


def adapters_that(root: Path, ability: str) -> list[str]:
    """The adapters that can do this."""
    return cmake_list(root, f"INVERBS_{ability}_ADAPTERS")


def drafts(root: Path) -> list[str]:
    """The adapters that have no provider yet."""
    return cmake_list(root, "INVERBS_DRAFTS")


@contextmanager
def emulator(build: Path, adapters: list[str]) -> Iterator[tuple[str, int]]:
    """A daemon with a device of each adapter: its socket and its process."""
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
    # what is counted are polls as of any device: none that lets an emulator have the processor
    environment = {"INVERBS_EMULATOR": socket, "INVERBS_IDLE": "0", "BENCH_DEVICE": f"{adapter}_0"}
    found = []
    for binding in (REFERENCE, UNBOUND, adapter, adapter + SINGLE):
        path = build / f"bin/percall-device_{binding}"
        if path.exists():
            column = binding if binding.startswith(adapter) else f"{adapter}-{binding}"
            found.append(Program(column, path, launcher if binding == REFERENCE else (), environment))
    return found


def times(program: Program, cases: list[str], pid: int) -> Figures:
    """Nanoseconds, with the emulator stopped while the clock runs."""
    pinned = Program(program.column, program.path, ("taskset", "-c", "0", *program.before),
                     {**program.environment, "BENCH_DAEMON": str(pid)})
    out = pinned.start([str(TIMED_LAPS), *cases], [], {}).stdout
    return {Key(case, program.column, f"{variant}/time"): float(ns)
            for case, variant, ns, _ in (line.split("\t") for line in out.splitlines())}


def time_ratios(programs: list[Program], cases: list[str], pid: int) -> Figures:
    """Times relative to the reference's with a run-time request: the programs take turns, and the best round of each counts."""
    least: Figures = {}
    for _ in range(ROUNDS):
        for program in programs:
            for key, ns in times(program, cases, pid).items():
                least[key] = min(ns, least.get(key, ns))
    reference = {k.name: ns for k, ns in least.items() if k.column.endswith(REFERENCE) and k.what == "run-time/time"}
    return {k: round(ns / reference[k.name], 2) for k, ns in least.items()
            if not k.column.endswith(REFERENCE) and reference.get(k.name)}


def on_devices(build: Path, root: Path, ours: Figures) -> Figures:
    """For the cases of our programs: the counts of the reference and of unbound programs, and all times."""
    adapters = adapters_that(root, "INFINIBAND")
    by_command = adapters_that(root, "RINGS_BY_COMMAND")
    figures: Figures = {}
    with emulator(build, adapters) as (socket, pid):
        for adapter in adapters:
            programs = programs_on(build, adapter, socket)
            if not any(p.column.endswith(REFERENCE) for p in programs):
                raise SystemExit("no reference: see libibverbs-dev and ibverbs-providers in scripts/packages")
            cases = sorted({k.name for k in ours if k.column == adapter and re.match(r"P\d", k.name)})
            unlike = [p for p in programs if not p.column.startswith(adapter + SINGLE) and p.column != adapter]
            figures.update(count_all(unlike, cases, True))
            check_counts(count_all([p for p in programs if p not in unlike], cases, False), ours)
            # the doorbell of these sends is a system call, which does not return while the emulator is stopped
            timed = [c for c in cases if adapter not in by_command or c not in SENDS]
            figures.update(time_ratios(programs, timed, pid))
    return figures


def check_counts(on_device: Figures, by_hand: Figures) -> None:
    """Queues set up by hand should cost what the provider's queues cost: print the differences."""
    for key, got in sorted(on_device.items()):
        if "/" not in key.what and abs(got - by_hand.get(key, got)) > 0.05:
            print(f"{key.name} {key.column} {key.what}: {got:g} instructions on the device, {by_hand[key]:g} by hand")
