# SPDX-License-Identifier: BSD-2-Clause
"""What percall programs cost: instructions and cache lines from callgrind, code size from the symbol table."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

LAPS = 8
SINGLE = "-single-threaded"
# marks instructions of a function that was folded into another one
JUMP = 1
# the same simulated caches on every machine
CACHES = ["--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64", "--LL=8388608,16,64"]
COLD = {"BENCH_COLD": "1"}
# prefixes of the functions in ops.c that represent a kind of call site, and the word for it
SITES = {
    "op_send": "post-run-time",
    "op_const_send": "post-constant",
    "op_const_write_inline": "post-inline-constant",
    "op_const_write_inline_8": "post-inline-constant-length",
    "op_recv": "receive-run-time",
    "op_const_recv": "receive-constant",
    "op_poll": "poll",
}


@dataclass(frozen=True, order=True)
class Key:
    """One figure: for a case or a call site, of a program (mlx4, mlx4-single-threaded ...), and what it counts."""

    name: str
    column: str
    what: str


Figures = dict[Key, float]


@dataclass(frozen=True)
class Program:
    """A percall program, the column in which its costs are shown, and how it is started."""

    column: str
    path: Path
    before: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def adapter(self) -> str:
        """The adapter of a program: mlx4 for mlx4-single-threaded."""
        return self.column.split("-")[0]

    def start(self, words: list[str], tool: list[str], more: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """Run the program with these arguments, under a tool, with additions to its environment."""
        run = subprocess.run([*self.before, *tool, str(self.path), *words], capture_output=True, text=True,
                             env={**os.environ, "LD_BIND_NOW": "1", **self.environment, **more})
        if run.returncode:
            raise SystemExit(f"{self.path}: {run.stderr.strip()}")
        return run


def programs_in(build: Path, adapters: list[str]) -> list[Program]:
    """The programs in a build folder that use queues set up by hand; those of all adapters if none is named."""
    found = [Program(p.name.removeprefix("percall_"), p) for p in sorted(build.glob("bin/percall_*"))]
    return [p for p in found if not adapters or p.adapter in adapters]


def system_calls(profile: str) -> int:
    """The instructions inside the function that takes the place of the doorbell's system call: softhca-run's write() in
    the reference, the emulator's command in our programs."""
    def below(name: str) -> int:
        return sum(int(cost) for cost in re.findall(rf"^cfn={name}\n(?:calls=.*\n)\S+ (\d+)", profile, re.M))

    return below("write") or below("emulated_command")


@dataclass(frozen=True)
class Label:
    """What a profile measured."""

    case: str
    variant: str
    caches: str
    operations: int


def label_of(profile: str) -> Label | None:
    """The case of a profile; None for other profiles."""
    found = re.search(r"^desc: Trigger: Client Request: (\S+) (\S+) (warm|cold) (\d+)$", profile, re.M)
    return Label(found[1], found[2], found[3], int(found[4])) if found else None


def read_profile(profile: str, column: str) -> Figures:
    """The figures in one profile; empty if it is not the profile of a case."""
    label = label_of(profile)
    total = re.search(r"^totals: ([\d ]+)$", profile, re.M)
    if not label or not total:
        return {}
    case, variant, operations = label.case, label.variant, label.operations
    events = [int(n) for n in total[1].split()] + [0] * 9
    if label.caches == "warm":
        return {Key(case, column, variant): round((events[0] - system_calls(profile)) / operations, 1)}
    code, data = events[3], events[4] + events[5]
    return {Key(case, column, f"{variant}/code-lines"): round(code / operations, 1),
            Key(case, column, f"{variant}/data-lines"): round(data / operations, 1)}


def code_symbols(program: Program) -> list[tuple[int, str]]:
    """Sizes and names of the functions of ops.c in the program."""
    table = subprocess.check_output(["nm", "-S", "--defined-only", str(program.path)], text=True)
    found = re.findall(r"^[0-9a-f]+ ([0-9a-f]+) [tT] (op_\S+)$", table, re.M)
    return [(int(size, 16), name) for size, name in found]


def counted_functions(program: Program) -> list[str]:
    """The functions to count. Not op_*, because if op_x.cold were among them, callgrind would stop counting at a jump
    there."""
    return [name for _, name in code_symbols(program) if "." not in name]


def count(program: Program, cases: list[str], cold: bool) -> Figures:
    """Run the program under callgrind. Each case leaves profiles whose names describe them. cold: also count cache
    lines."""
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as folder:
        toggles = [f"--toggle-collect={name}" for name in counted_functions(program)]
        tool = ["valgrind", "--tool=callgrind", "--compress-strings=no", *toggles,
                f"--callgrind-out-file={folder}/profile", *(CACHES if cold else [])]
        program.start([str(LAPS), *cases], tool, COLD if cold else {})
        for profile in Path(folder).glob("profile.*"):
            figures.update(read_profile(profile.read_text(), program.column))
    if not figures and not cases:
        raise SystemExit(f"{program.path}: callgrind wrote no profile")
    folded = [k.name for k, value in figures.items() if "/" not in k.what and value <= JUMP]
    if folded:
        raise SystemExit(f"{program.path}: {', '.join(sorted(folded))}: nothing was counted, see BENCH_OP in ops.h")
    return figures


def count_all(programs: list[Program], cases: list[str], cold: bool) -> Figures:
    """Run all programs, two at a time; with all cases if none is named."""
    figures: Figures = {}
    with ThreadPoolExecutor(2) as pool:
        for result in pool.map(lambda p: count(p, cases, cold), programs):
            figures.update(result)
    return figures


def sites(program: Program) -> Figures:
    """The code size of each kind of call site, including its cold section."""
    figures: Figures = {}
    for size, symbol in code_symbols(program):
        word = SITES.get(symbol.split(".")[0])
        if word:
            key = Key(word, program.column, "bytes")
            figures[key] = figures.get(key, 0) + size
    return figures


def compiler_of(program: Program) -> str:
    """The compiler's own mark in the program, e.g. "GCC 12.2"."""
    comment = subprocess.run(["readelf", "-p", ".comment", str(program.path)], capture_output=True, text=True)
    found = re.search(r"(GCC|clang)\D*(\d+\.\d+)", comment.stdout)
    return f"{found[1]} {found[2]}" if found else "unknown"
