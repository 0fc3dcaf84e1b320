# SPDX-License-Identifier: BSD-2-Clause
"""Instructions of each case of a percall program, counted by callgrind."""

from __future__ import annotations

import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

LAPS = 32

# (case, column, variant) -> instructions per operation; a column is a program: mlx4, mlx4-single-threaded ...
Counts = dict[tuple[str, str, str], float]


@dataclass(frozen=True)
class Program:
    """A percall program and the column that shows what it costs."""

    column: str
    path: Path

    @property
    def adapter(self) -> str:
        """mlx4 of mlx4-single-threaded."""
        return self.column.split("-")[0]


def programs_in(build: Path, adapters: list[str]) -> list[Program]:
    """Those of a build folder; of all adapters if none is named."""
    found = [Program(p.name.removeprefix("percall_"), p) for p in sorted(build.glob("bin/percall_*"))]
    return [p for p in found if not adapters or p.adapter in adapters]


def count(program: Program, cases: list[str]) -> Counts:
    """Run it under callgrind; each case leaves a profile whose label says what it is."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--toggle-collect=op_*", f"--callgrind-out-file={folder}/profile"]
        run = subprocess.run([*command, str(program.path), str(LAPS), *cases], capture_output=True, text=True)
        if run.returncode:
            raise SystemExit(f"{program.path}: {run.stderr.strip()}")
        counts: Counts = {}
        for profile in Path(folder).glob("profile.*"):
            text = profile.read_text()
            label = re.search(r"^desc: Trigger: Client Request: (\S+) (\S+) (\d+)$", text, re.M)
            total = re.search(r"^(?:totals|summary): (\d+)$", text, re.M)
            if label and total:
                counts[label[1], program.column, label[2]] = round(int(total[1]) / int(label[3]), 1)
    if not counts and not cases:
        raise SystemExit(f"{program.path}: callgrind wrote no profile")
    return counts


def count_all(programs: list[Program], cases: list[str]) -> Counts:
    """All programs, two at a time; all cases if none is named."""
    counts: Counts = {}
    with ThreadPoolExecutor(2) as pool:
        for result in pool.map(lambda p: count(p, cases), programs):
            counts.update(result)
    return counts
