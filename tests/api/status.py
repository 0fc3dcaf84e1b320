# SPDX-License-Identifier: BSD-2-Clause
"""Check that the status page is correct: status.py ARCHIVE [COMPILER-FLAG...]

Each function with status not-yet in the specs is defined only in not_yet.c, fails with the error that its comment names,
and is on the page. Every other function is defined elsewhere in the archive, or inline; nothing else is exported. All
functions in OFED's manual pages (verbs7, xrc3, rdmacm7) work, are called by a test of a statement, and have a full manual
page. lacking.c calls all functions for features that an adapter may lack.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from ccheck import OUR_INCLUDES, ROOT, api, report, rows, run_program

from codegen.api.model import LACKING, Function
from codegen.api.resolve import Resolved

MANUALS = {"verbs7", "xrc3", "rdmacm7"}
# These return the kernel's result, which depends on the kernel or its emulation.
KERNELS = {"ibv_reg_mr"}
CONDITION = {
    "zero-or-errno": "got == {code}",
    "zero-or-minus-one": "got == -1 && errno == {code}",
    "zero-or-negative": "got == -1 && errno == {code}",
    "value-or-minus-one": "got == -1 && errno == {code}",
    "pointer": "!got && errno == {code}",
    "count": "got == -{code}",
    "value": "!got",
    "status": "got == {code}",
}


def symbols(archive: Path) -> dict[str, set[str]]:
    """Return the archive's public functions, each with the object files that define it."""
    text = subprocess.run(["nm", "-A", "--defined-only", str(archive)], capture_output=True, text=True, timeout=60,
                          check=True).stdout
    found: dict[str, set[str]] = {}
    for line in text.splitlines():
        match = re.match(r".*?:([^:/]+\.o):[0-9a-f]+ T (_?_?ibv_\w+|ib_\w+|rdma_\w+|\w+_to_ibv_rate|verbs_\w+)$", line)
        if match:
            found.setdefault(match.group(2), set()).add(match.group(1))
    return found


def definitions(r: Resolved, archive: Path) -> list[str]:
    defined = symbols(archive)
    problems = []
    for f in r.api.functions():
        objects = defined.pop(f.name, set())
        late = {name for name in objects if name.startswith("not_yet")}
        if f.status == "inline" and objects:
            problems.append(f"{f.name}: inline, but defined in {', '.join(objects)}")
        elif f.status == "not-yet" and (len(objects) != 1 or not late):
            problems.append(f"{f.name}: not-yet, but defined in {', '.join(sorted(objects)) or 'no object file'}")
        elif f.status in ("runtime", "table") and (len(objects) != 1 or late):
            problems.append(f"{f.name}: {f.status}, but defined in {', '.join(sorted(objects)) or 'no object file'}")
    return problems + [f"{name}: in the archive, but not in the specs" for name in sorted(defined)]


@dataclass(frozen=True)
class Row:
    """A function's row on the status page."""

    state: str = "nothing"
    tested: str = ""
    manual: str = ""


def table() -> dict[str, Row]:
    text = (ROOT / "docs" / "status.md").read_text(encoding="utf-8")
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| `")]
    return {cells[0].strip("`"): Row(cells[2], cells[-2], cells[-1]) for cells in found if len(cells) > 3}


def page(r: Resolved) -> list[str]:
    listed = table()
    return [f"{f.name}: the page says '{listed.get(f.name, Row()).state}'" for f in r.api.functions()
            if listed.get(f.name, Row()).state.startswith("works") != f.works]


def promised(r: Resolved) -> list[str]:
    """Check that all functions in the manual pages work, are tested and are documented."""
    listed, problems = table(), []
    for row in rows("functions.tsv"):
        if not MANUALS & set(row["sources"].split(",")):
            continue
        said, name = listed.get(row["name"], Row()), row["name"]
        if not said.state.startswith("works"):
            problems.append(f"{name}: of the manual pages, but the page says '{said.state}'")
        if not re.match(r"\[[VXC]\d", said.tested):
            problems.append(f"{name}: of the manual pages, but no test of a statement calls it (see codegen/api/tested.py)")
        if said.manual == "in short":
            problems.append(f"{name}: of the manual pages, but without 'about' in spec/api")
    return problems


def lacking(r: Resolved) -> list[str]:
    """Check that lacking.c calls all functions for features that an adapter may lack."""
    text = (ROOT / "tests" / "api" / "lacking.c").read_text(encoding="utf-8")
    called = set(re.findall(r'^\t\{"(\w+)", ', text, re.M))
    expected = {f.name for f in r.api.functions() if f.works and (f.reports(LACKING) or f.enosys_by == "xrc3")}
    return [f"{name}: may be lacking, and tests/api/lacking.c does not call it" for name in sorted(expected - called - KERNELS)]


def zero(r: Resolved, type_text: str) -> str:
    """Return a zero argument of a type, which may be a typedef of a structure or an array."""
    spelled = r.types[type_text].declare("")
    if spelled in r.structs or spelled.removeprefix("const ") in r.typedefs:
        return f"({spelled}){{0}}"
    return f"({spelled.split('[')[0] + ' *' * ('[' in spelled)})0"


def call(r: Resolved, f: Function) -> list[str]:
    """Return code that calls a function with zeros. If it has bad_wr, its list gets an element, which must be returned there."""
    refused = next((p for p in f.params if p.refused), None)
    args = []
    for p in f.params:
        if refused and p.name == refused.refused:
            args.append("element")
        elif p is refused:
            args.append("&bad")
        else:
            args.append(zero(r, p.type))
    name = f"{f.name}({', '.join(args)})"
    if f.returns.convention == "nothing":
        return [f"\t{name};"]
    condition = CONDITION[f.returns.convention].format(code=status.lacking if (status := r.status_of(f)) else LACKING)
    lines = ["\t{", "\t\terrno = 0;"]
    if refused:
        owner = next(p for p in f.params if p.name == refused.refused)
        pointer = r.types[owner.type].declare("")
        lines += [f"\t\t{pointer}element = ({pointer})&lines, {'*'}bad = 0;"]
        condition += " && bad == element"
    lines += [f"\t\t__auto_type got = {name};", f"\t\tif (!({condition}))", f'\t\t\tfailed = 1, puts("{f.name}: other result");']
    return [*lines, "\t}"]


def calls(r: Resolved, archive: Path, flags: list[str]) -> None:
    late = [f for f in r.api.functions() if f.status == "not-yet"]
    body = [line for f in late for line in call(r, f)]
    # Taking the addresses of all other functions makes the linker resolve them.
    taken = [f.name for f in r.api.functions() if f.status in ("runtime", "table")]
    table = ["static void *const taken[] = {", *(f"\t(void *){name}," for name in taken), "};"]
    lines = ["#include <stdio.h>", *OUR_INCLUDES, *table, "int main(void)", "{", "\tint failed = !taken[0], lines = 0;",
             *body, "\treturn failed + lines;", "}"]
    run_program(lines, [f"-I{ROOT / 'include'}", *flags], [str(archive), "-lpthread"])


def main() -> int:
    archive = Path(sys.argv[1])
    r = api()
    problems = definitions(r, archive) + page(r) + promised(r) + lacking(r)
    if not problems:
        calls(r, archive, sys.argv[2:])
    return report(problems, f"{len(r.api.functions())} functions are what the status page says")


if __name__ == "__main__":
    sys.exit(main())
