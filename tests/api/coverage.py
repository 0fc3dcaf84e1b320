# SPDX-License-Identifier: BSD-2-Clause
"""Check that every name of the manual pages and headers that we follow exists, with its prototype, type and value.

functions.tsv, types.tsv and macros.tsv list the names with their sources: verbs7 and xrc3 (OFED's manual pages),
rdmacm7, ofed-1.5 and rdma-core-44 (headers). Names that we omit are in deviations.tsv, with the reasons.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase

from ccheck import OUR_INCLUDES, ROOT, api, compiler, deviations, report, rows

FLAGS = [f"-I{ROOT / 'include'}", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unused-variable"]
MANUALS = {"verbs7": 53, "xrc3": 7, "rdmacm7": 47}  # number of functions in each


class Left:
    """Names that are omitted on purpose, and which of these patterns have matched."""

    def __init__(self) -> None:
        self.known = [name for kind, name in deviations("coverage") if kind == "absent"]
        self.met: set[str] = set()

    def out(self, name: str) -> bool:
        hits = [pattern for pattern in self.known if fnmatchcase(name, pattern)]
        self.met |= set(hits)
        return bool(hits)


def function_checks(left: Left) -> Iterator[str]:
    """V10, V11, V12: after #undef there is a function of the documented type, whose address can be taken."""
    for row in rows("functions.tsv"):
        name = row["name"]
        if left.out(name):
            continue
        # OFED's manual pages say uint64_t where today's headers say __be64; the headers decide.
        prototype = re.sub(rf"\b{name}\(", f"proto_{name}(", row["signature"], count=1)
        yield f"#undef {name}"
        yield f"extern {prototype}"
        yield f"_Static_assert(__builtin_types_compatible_p(__typeof__({name}), __typeof__(proto_{name})), \"{name}\");"
        yield f"__typeof__(proto_{name}) *const take_{name} = {name};"


def spelled(text: str) -> str:
    """Return a type from the tables as an argument for typeof."""
    return re.sub(r"\(\*\)", "(*)", text)


def type_checks(left: Left) -> Iterator[str]:
    forms = member_forms()
    for row in rows("types.tsv"):
        kind, outer, member, value = row["kind"], row["type"], row["member"], row["ctype_or_value"]
        name = f"{outer}.{member}" if member else outer
        if left.out(name) or "<anonymous" in outer and kind == "enum":
            continue
        if kind in ("struct", "union"):
            yield f"{outer};"
        elif kind == "enum":
            yield f"typedef {outer} enum_{outer.split()[1]};"
        elif kind == "enumerator":
            yield f'_Static_assert((long long)({member}) == {value}LL, "{name}");'
        elif (outer, member) in forms and value.endswith("{...}"):
            yield f"_Static_assert(sizeof((({outer} *)0)->{member}) > 0, \"{name}\");"
        elif (outer, member) in forms and forms[outer, member] == value:
            yield (f"_Static_assert(__builtin_types_compatible_p(__typeof__((({outer} *)0)->{member}), "
                   f"__typeof__({spelled(value)})), \"{name}\");")


def member_forms() -> dict[tuple[str, str], str]:
    """Return the required type of each member: today's if there is one, otherwise OFED's."""
    found: dict[tuple[str, str], str] = {}
    for row in rows("types.tsv"):
        key = (row["type"], row["member"])
        if row["kind"] == "field" and (key not in found or "rdma-core-44" in row["sources"]):
            found[key] = row["ctype_or_value"]
    return found


def macro_checks(left: Left) -> Iterator[str]:
    """Constants must have their values. Macros for functions are not required, only the functions (V11)."""
    functions = {row["name"] for row in rows("functions.tsv")}
    for row in rows("macros.tsv"):
        name, value = row["name"], row["value"]
        if name in functions or left.out(name):
            continue
        yield f"#ifndef {name}\n#error {name}\n#endif"
        if value:
            yield f'_Static_assert((unsigned long long)({name}) == {value}ULL, "{name}");'


def function_macros() -> list[str]:
    """V13: a macro for a function would have to evaluate its arguments once; there must be none with arguments."""
    text = subprocess.run([compiler(), "-E", "-dM", *FLAGS[:1], "-x", "c", "-"], input="\n".join(OUR_INCLUDES), text=True,
                          capture_output=True, timeout=60, check=True).stdout
    names = {row["name"] for row in rows("functions.tsv")} | {f.name for f in api().api.functions()}
    macros = {m.group(1) for m in re.finditer(r"^#define (\w+)\(", text, re.M)}
    return [f"{name}: is a macro with arguments" for name in sorted(names & macros)]


def manual_functions() -> list[str]:
    """V15 to V32: the specs must name the manual page of each function in verbs(7), the XRC pages and rdma_cm(7)."""
    specs = {f.name: set(f.sources) for f in api().api.functions()}
    problems = []
    for row in rows("functions.tsv"):
        wanted = MANUALS.keys() & set(row["sources"].split(","))
        if not wanted <= specs.get(row["name"], set()):
            problems.append(f"{row['name']}: sources lack {', '.join(sorted(wanted))}")
    counts = {manual: sum(manual in sources for sources in specs.values()) for manual in MANUALS}
    return problems + [f"{counts[manual]} functions of {manual}, not {wanted}" for manual, wanted in MANUALS.items()
                       if counts[manual] != wanted]


def main() -> int:
    left = Left()
    lines = ["#include <stdio.h>", *OUR_INCLUDES, "#define typeof __typeof__"]
    checks = [*function_checks(left), *type_checks(left), *macro_checks(left)]
    compiled = "\n".join([*lines, *checks]) + "\n"
    done = subprocess.run([compiler(), "-std=gnu11", *FLAGS, "-fsyntax-only", "-x", "c", "-"], input=compiled, text=True,
                          capture_output=True, timeout=300, check=False)
    problems = [line for line in done.stderr.splitlines() if "error" in line]
    problems += function_macros() + manual_functions()
    problems += [f"{name}: listed as left out, but nothing has this name" for name in sorted(set(left.known) - left.met)]
    return report(problems, f"{len(checks)} checks hold, {len(left.known)} names are left out")


if __name__ == "__main__":
    sys.exit(main())
