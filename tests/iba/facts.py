# SPDX-License-Identifier: BSD-2-Clause
"""Check that our headers declare every name of the access layer's manual and later headers, with its type and value.

Usage: facts.py COMPILER STANDARD

types.tsv, macros.tsv and functions.tsv list the names with prototypes, types, offsets, values and byte order, measured
by compiling other implementations' headers. Our headers must also compile together with the verbs headers, as C and as
C++. deviations.tsv lists intentional differences, with reasons.

The test covers statements I1 to I7, I49 to I52 and I72 to I74 of the interface.
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from codegen.api.build import SPEC_DIR, read  # noqa: E402

HEADERS = ["iba/ib_al.h", "infiniband/verbs.h", "rdma/rdma_cma.h", "complib/comp_lib.h"]
FLAGS = [f"-I{ROOT / 'include'}", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-fsyntax-only"]


def rows(name: str) -> list[dict[str, str]]:
    with open(HERE / name, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))


class Left:
    """The intentional differences, and which of them occurred."""

    def __init__(self) -> None:
        self.known = {row["name"] for row in rows("deviations.tsv")}
        self.met: set[str] = set()

    def out(self, name: str) -> bool:
        if name in self.known:
            self.met.add(name)
        return name in self.known


def same(one: str, other: str, name: str) -> str:
    return f'_Static_assert(__builtin_types_compatible_p(__typeof__({one}), __typeof__({other})), "{name}: type");'


def type_checks(left: Left) -> Iterator[str]:
    for row in rows("types.tsv"):
        kind, outer, member, value, note = (row[key] for key in ("kind", "type", "member", "ctype_or_value", "note"))
        if left.out(f"{outer}.{member}" if member else outer):
            continue
        if kind == "enumerator":
            yield f'_Static_assert((long long)({member}) == {value}LL, "{member}");'
        elif kind == "field":
            yield from field_checks(outer, member, value, note)
        elif kind in ("struct", "union", "enum"):
            tag = re.match(r"tag (_\w+)", note)
            if tag:
                yield same(f"{kind} {tag.group(1)}", outer, outer)
            size = re.match(r"(\d+) bytes", note)
            if size:
                yield f'_Static_assert(sizeof({outer}) == {size.group(1)}, "{outer}: size");'
        elif kind == "callback":
            pointer = value if "(*" in value else re.sub(r"\((?=[^(]*$)", "(*)(", value, count=1)
            yield same(outer, re.sub(r"\(\*\w+\)", "(*)", pointer), outer)
        elif value.startswith("opaque"):
            yield f'_Static_assert(sizeof({outer}) == sizeof(void *), "{outer}");'
        else:
            yield same(outer, value, outer)


def field_checks(outer: str, member: str, value: str, note: str) -> Iterator[str]:
    name = f"(({outer} *)0)->{member}"
    if not value.endswith("{...}"):
        yield same(name, value, f"{outer}.{member}")
    place = re.match(r"offset (\d+), (\d+) bytes", note)
    if place:
        yield f'_Static_assert(__builtin_offsetof({outer}, {member}) == {place.group(1)}, "{outer}.{member}: place");'
        yield f'_Static_assert(sizeof({name}) == {place.group(2)}, "{outer}.{member}: size");'


def number(text: str, order: str) -> int:
    """Returns the value that a little-endian machine reads."""
    value = int(text, 0)
    return value if order == "host" else int.from_bytes(value.to_bytes(int(order[3:]) // 8, "big"), "little")


def macro_checks(left: Left) -> Iterator[str]:
    for row in rows("macros.tsv"):
        name, form, value = row["name"], row["form"], row["value"]
        if left.out(name):
            continue
        if form == "inline":
            yield from prototype(name, value)
            continue
        yield f"#ifndef {name}\n#error {name}\n#endif"
        if form == "number":
            yield f'_Static_assert((unsigned long long)({name}) == {number(value, row["order"])}ULL, "{name}");'
            if row["order"] != "host":
                yield f'_Static_assert(sizeof({name}) == {int(row["order"][3:]) // 8}, "{name}: size");'
        elif form == "text":
            yield f'_Static_assert(sizeof({name}) == sizeof({value}), "{name}");'


def prototype(name: str, signature: str) -> Iterator[str]:
    renamed = re.sub(rf"\b{name}\s*\(", f"proto_{name}(", signature, count=1)
    yield "extern " + re.sub(r"^const (uint8_t)\b", r"\1", renamed)
    yield same(name, f"proto_{name}", name)


def function_checks(left: Left) -> Iterator[str]:
    for row in rows("functions.tsv"):
        if not left.out(row["name"]):
            yield from prototype(row["name"], row["signature"])


def statuses(left: Left) -> Iterator[str]:
    """Check that the specs list the statuses of the manual, and the sources."""
    specs = {f.name: f for f in read(sorted(SPEC_DIR.glob("*.yaml"))).api.functions()}
    for row in rows("functions.tsv"):
        f = specs.get(row["name"])
        if f is None or left.out(f"{row['name']}: statuses"):
            continue
        if row["sources"] not in f.sources:
            yield f"{f.name}: sources lack {row['sources']}"
        wanted = set(re.findall(r"\bIB_[A-Z_]+", row["returns"])) - {"IB_SUCCESS"}
        for name in sorted(wanted - {e.name for e in f.errors}):
            yield f"{f.name}: the spec does not name {name}"


def compiled(compiler: str, standard: str, checks: list[str]) -> list[str]:
    """Returns the errors that the compiler reports."""
    cxx = "++" in standard
    lines = [*(f"#include <{name}>" for name in HEADERS), *checks]
    flags = [*FLAGS, *(["-Wno-nested-anon-types"] if "clang" in compiler else [])]
    done = subprocess.run([compiler, "-x", "c++" if cxx else "c", f"-std={standard}", *flags, "-"], text=True,
                          input="\n".join(lines) + "\n", capture_output=True, timeout=300, check=False)
    return [line for line in done.stderr.splitlines() if "error" in line]


def main() -> int:
    compiler, standard = sys.argv[1:3]
    left = Left()
    checks = [*type_checks(left), *macro_checks(left), *function_checks(left)]
    # __builtin_types_compatible_p exists only in C.
    compared = [] if "++" in standard else checks
    problems = [*compiled(compiler, standard, compared), *statuses(left)]
    problems += [f"{name}: in deviations.tsv, but nothing has this name" for name in sorted(left.known - left.met)]
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems" if problems else f"{len(compared)} facts hold, {len(left.known)} differ on purpose")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
