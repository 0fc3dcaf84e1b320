# SPDX-License-Identifier: BSD-2-Clause
"""Shared by the tests of this folder: the compiler, the API specs, and the list of known deviations."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from codegen.api.build import SPEC_DIR, read  # noqa: E402
from codegen.api.model import Field, FieldKind  # noqa: E402
from codegen.api.resolve import Resolved  # noqa: E402

SKIP = 77
HEADERS = [*(f"infiniband/{name}.h" for name in ("verbs", "opcode", "tm_types", "arch", "sa", "ib")),
           *(f"rdma/{name}.h" for name in ("rdma_cma", "rdma_verbs"))]
INCLUDES = [f"#include <{name}>" for name in HEADERS]
# OFED installed more headers than Debian does.
OUR_INCLUDES = [*INCLUDES, *(f"#include <infiniband/{name}.h>" for name in ("driver", "marshall")),
                "#include <iba/ib_al.h>"]


@dataclass(frozen=True)
class Member:
    """A member as a program writes it, and its type, which is empty for a nested struct or union."""

    path: str
    type: str
    sources: tuple[str, ...]


def api() -> Resolved:
    return read(sorted(SPEC_DIR.glob("*.yaml")))


def members(r: Resolved, fields: tuple[Field, ...], prefix: str = "") -> Iterator[Member]:
    for f in fields:
        if f.anonymous:
            yield from members(r, f.fields, prefix)
        elif f.fields:
            yield Member(prefix + f.name, "", f.sources)
            yield from members(r, f.fields, f"{prefix}{f.name}.")
        elif f.kind is FieldKind.CALLBACK:
            yield Member(prefix + f.name, r.callbacks[f.type].declare(""), f.sources)
        else:
            yield Member(prefix + f.name, r.types[f.type].declare(""), f.sources)


def rows(name: str) -> list[dict[str, str]]:
    with open(HERE / name, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))


def deviations(test: str) -> dict[tuple[str, str], str]:
    """Return the deviations of one test: (kind, name) -> reason."""
    return {(row["kind"], row["name"]): row["reason"] for row in rows("deviations.tsv") if row["test"] == test}


def compiler() -> str:
    found = shutil.which("gcc") or shutil.which("clang")
    if found is None:
        print("no C compiler")
        sys.exit(SKIP)
    return found


def run_program(lines: list[str], flags: list[str], libraries: list[str] | None = None) -> str:
    """Compile and run a C program and return its output. If either fails, print the messages and exit."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "check.c", Path(folder) / "check"
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        built = subprocess.run([compiler(), "-std=gnu11", *flags, "-o", str(program), str(source), *(libraries or [])],
                               capture_output=True, text=True, timeout=300, check=False)
        if built.returncode:
            print(built.stderr[:8000])
            sys.exit(1)
        done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
        if done.returncode:
            print(done.stdout, done.stderr)
            sys.exit(1)
        return done.stdout


def report(problems: list[str], passed: str) -> int:
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems" if problems else passed)
    return 1 if problems else 0
