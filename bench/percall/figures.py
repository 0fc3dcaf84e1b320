# SPDX-License-Identifier: BSD-2-Clause
"""The committed figures: a text file with one figure per line, so that changes show in a diff. Those of our programs
are budgets."""

from __future__ import annotations

import re
from pathlib import Path

from counting import Figures, Key
from device import REFERENCE, UNBOUND

HERE = Path(__file__).resolve().parent
VENDORS = HERE / "vendors.txt"
# processor time varies: a compilation may take this many times its budget
COMPILE_SLACK = 1.7
UNITS = {"bytes": "bytes", "compile": "times the compile time of the fixed file"}
HEAD = "# Written by `bench/percall/run update` and `measure`; ctest -R bench compares it: name, program, what, figure."


def is_budget(key: Key) -> bool:
    """Whether bench.budget compares the figure: instructions, bytes and compile time of our programs on queues set up
    by hand."""
    return "/" not in key.what and not key.column.endswith((f"-{REFERENCE}", f"-{UNBOUND}"))


def order(key: Key) -> tuple[str, int, str, str]:
    """A sort key that puts P2 before P10."""
    number = re.fullmatch(r"([IP])(\d+)", key.name)
    return number[1] if number else key.name, int(number[2]) if number else 0, key.column, key.what


def read_figures(path: Path) -> tuple[str, Figures]:
    """Read the compiler and the figures; both are empty if there is no file yet."""
    compiler = ""
    figures: Figures = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        if line.startswith("compiler "):
            compiler = line.removeprefix("compiler ")
        elif line and not line.startswith("#"):
            name, column, what, value = line.split()
            figures[Key(name, column, what)] = float(value)
    return compiler, figures


def write_figures(path: Path, compiler: str, figures: Figures) -> None:
    """Write the figures to the file."""
    lines = [HEAD, f"compiler {compiler}"]
    lines += [f"{k.name} {k.column} {k.what} {figures[k]:g}" for k in sorted(figures, key=order)]
    path.write_text("\n".join(lines) + "\n")


def allowed(key: Key, budget: float) -> float:
    """The largest figure within the budget."""
    return budget * COMPILE_SLACK if key.what == "compile" else budget + 0.05


def compare(figures: Figures, measured: Figures) -> int:
    """Print the differences. Returns 1 if any figure is over its budget, has none, or was not measured."""
    bad = 0
    budgets = {k: v for k, v in figures.items() if is_budget(k)}
    got = {k: v for k, v in measured.items() if is_budget(k)}
    for key in sorted(budgets.keys() | got.keys(), key=order):
        label = f"{key.name} {key.column} {key.what}"
        unit = UNITS.get(key.what, "instructions")
        if key not in budgets or key not in got:
            bad = 1
            print(f"{label}: {'has no budget' if key not in budgets else 'was not measured'}")
        elif got[key] > allowed(key, budgets[key]):
            bad = 1
            over = got[key] - budgets[key]
            share = f"{over / budgets[key]:.0%}"
            print(f"{label}: {got[key]:g} {unit}, {over:g} ({share}) over the budget of {budgets[key]:g}")
        elif got[key] < budgets[key] - 0.05 and key.what != "compile":
            print(f"{label}: {got[key]:g} {unit}, better than the budget of {budgets[key]:g}")
    print(f"{len(got)} figures; to accept them: bench/percall/run update")
    return bad


def merge(figures: Figures, measured: Figures) -> Figures:
    """Replace the figures of our programs. Compile time is replaced only if it differs by more than the slack; the
    reference's figures are kept."""
    kept = {k: v for k, v in figures.items() if k.column.endswith((REFERENCE, UNBOUND)) or k.what.endswith(("/time", "/many"))}
    merged = {**kept, **measured}
    for key, value in measured.items():
        old = figures.get(key)
        if key.what == "compile" and old and old / COMPILE_SLACK < value < old * COMPILE_SLACK:
            merged[key] = old
    return merged


def cases(letters: str = "P") -> dict[str, str]:
    """P1 -> what it does, in the order of cases.c; "I" selects those of the access layer."""
    return dict(re.findall(rf'\{{"([{letters}]\d+)", "([^"]*)"', (HERE / "cases.c").read_text()))


def vendors() -> Figures:
    """Instructions of vendors' libraries that cannot be run here."""
    figures: Figures = {}
    for line in VENDORS.read_text().splitlines():
        if line and not line.startswith("#"):
            adapter, case, value = line.split()
            figures[Key(case, f"{adapter}-vendor", "run-time")] = float(value)
    return figures
