# SPDX-License-Identifier: BSD-2-Clause
"""Compare our headers with Debian's: expressions must have the same values when compiled with either.

The expressions are values of enumerators and macros, sizes, offsets and types of members, and types of functions. Names
that differ, or that only one of the two has, are in deviations.tsv with the reasons; a row that no longer applies is an
error, too.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from ccheck import HEADERS, INCLUDES, OUR_INCLUDES, ROOT, SKIP, api, compiler, deviations, members, report, run_program

from codegen.api.model import Function, Struct
from codegen.api.resolve import Resolved

DEBIAN = Path("/usr/include")
OURS = [f"-I{ROOT / 'include'}"]
PUBLIC = re.compile(r"\b_*(?:ibv_|IBV_|ib_uverbs_|IB_|rdma_driver|RDMA_|verbs_|vext_|mult_to_|mbps_to_|htonll|ntohll|ETHERNET|rdma_|RAI_|ib_addr|sib_)\w*")


def spelled(text: str) -> str:
    return f"__typeof__({text})"


@dataclass(frozen=True)
class Check:
    """The integers that describe a name, as C expressions, and whether today's library has the name."""

    values: list[str]
    today: bool


def today(sources: tuple[str, ...], outer: bool = True) -> bool:
    return "rdma-core" in sources if sources else outer


def of_struct(r: Resolved, struct: Struct) -> dict[str, Check]:
    outer = today(struct.sources)
    found = {struct.tag: Check([f"sizeof({struct.tag})", f"_Alignof({struct.tag})"], outer)}
    for member in members(r, struct.fields):
        value = f"(({struct.tag} *)0)->{member.path}"
        same = f"__builtin_types_compatible_p(__typeof__({value}), {spelled(member.type)})" if member.type else "1"
        found[f"{struct.tag}.{member.path}"] = Check(
            [f"__builtin_offsetof({struct.tag}, {member.path})", f"sizeof({value})", same],
            outer and today(member.sources))
    return found


def of_function(r: Resolved, f: Function) -> Check:
    params = ", ".join(r.types[p.type].declare("") for p in f.params) or "void"
    kind = f"{r.types[f.returns.type].declare('')} ({params})"
    return Check([f"__builtin_types_compatible_p(__typeof__({f.name}), {spelled(kind)})"], today(f.sources))


def expressions(r: Resolved) -> dict[str, Check]:
    found: dict[str, Check] = {}
    for enum in r.api.enums():
        outer = today(enum.sources)
        found |= {m.name: Check([f"(long long)({m.name})"], today(m.sources, outer)) for m in enum.members}
    found |= {m.name: Check([f"(long long)({m.name})"], today(m.sources)) for m in r.api.macros() if m.number}
    for struct in r.api.structs():
        if not struct.opaque:
            found |= of_struct(r, struct)
    return found | {f.name: of_function(r, f) for f in r.api.functions()}


def program(r: Resolved, includes: list[str], checks: dict[str, Check]) -> list[str]:
    undefine = [f"#undef {f.name}" for f in r.api.functions()]
    body = [f'\tprintf("{name}{" %lld" * len(c.values)}\\n", {", ".join(f"(long long)({v})" for v in c.values)});'
            for name, c in checks.items()]
    return ["#include <stdio.h>", *includes, *undefine, "int main(void)", "{", *body, "\treturn 0;", "}"]


def answers(text: str) -> dict[str, str]:
    """Parse lines with a name, which may contain spaces, followed by numbers."""
    found = {}
    for line in text.splitlines():
        match = re.match(r"(.*?)((?: -?\d+)+)$", line)
        assert match is not None, line
        found[match.group(1)] = match.group(2).strip()
    return found


def is_public(header: Path, root: Path) -> bool:
    """Whether a header is public: any in infiniband/, but in rdma/ not the kernel's."""
    return header.parent == root / "infiniband" or header in [root / name for name in HEADERS]


def public_names(flags: list[str], mine: Callable[[Path], bool]) -> set[str]:
    """Return the names, including macros, in those headers for which `mine` is true."""
    text = subprocess.run([compiler(), "-E", "-dD", *flags, "-x", "c", "-"], input="\n".join(INCLUDES), timeout=60,
                          capture_output=True, text=True, check=True).stdout
    wanted, names = False, set()
    for line in text.splitlines():
        mark = re.match(r'# \d+ "([^"]*)"', line)
        if mark:
            wanted = mine(Path(mark.group(1)))
        elif wanted:
            names |= set(PUBLIC.findall(line))
    return names


def compare(known: dict[tuple[str, str], str], ours: dict[str, str], debian: dict[str, str]) -> list[str]:
    patterns = [name for kind, name in known if kind == "differs"]
    differing = [name for name, answer in ours.items() if answer != debian.get(name, answer)]
    problems = [f"{name}: ours {ours[name]}, Debian's {debian[name]}" for name in differing
                if not any(fnmatchcase(name, pattern) for pattern in patterns)]
    problems += [f"{pattern}: listed as different, but equal" for pattern in patterns
                 if not any(fnmatchcase(name, pattern) for name in differing)]
    return problems


def compare_names(known: dict[tuple[str, str], str], checks: dict[str, Check]) -> list[str]:
    debian = public_names([], lambda header: is_public(header, DEBIAN))
    include = ROOT / "include"
    rooms = {include / "inverbs" / room for room in ("api", "fast")}
    ours = public_names(OURS, lambda header: is_public(header, include) or header.parent in rooms)
    listed = {name for kind, name in known if kind == "only-debian"}
    problems = [f"{name}: only Debian has it" for name in sorted(debian - ours - listed)]
    problems += [f"{name}: listed as Debian's alone, but we have it" for name in sorted(listed & ours)]
    problems += [f"{name}: listed, but nothing has this name" for kind, name in sorted(known)
                 if kind == "only-ours" and name not in checks]
    alone = {name for name, c in checks.items() if not c.today} | {name for kind, name in known if kind == "only-ours"}
    return problems + [f"{name}: said to be ours alone, but Debian has it" for name in sorted(alone & debian)]


def main() -> int:
    if not all((DEBIAN / name).exists() for name in HEADERS):
        print("libibverbs-dev or librdmacm-dev is not installed")
        return SKIP
    r = api()
    known = deviations("debian")
    checks = expressions(r)
    both = {name: c for name, c in checks.items() if c.today and ("only-ours", name) not in known}
    ours = answers(run_program(program(r, OUR_INCLUDES, checks), OURS))
    debian = answers(run_program(program(r, INCLUDES, both), []))
    problems = compare(known, ours, debian) + compare_names(known, checks)
    return report(problems, f"{len(debian)} answers agree, {len(known)} deviations are listed")


if __name__ == "__main__":
    sys.exit(main())
