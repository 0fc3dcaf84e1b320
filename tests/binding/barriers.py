# SPDX-License-Identifier: BSD-2-Clause
"""barriers.py COMPILER OBJDUMP ADAPTER: compile fast_path.c for arm64, bound and single-threaded, and follow every path
through its machine code. On x86 most device barriers are no instruction, so nothing there misses one.

A store that hands memory to the adapter is a store-release (stlr), the look at a completion queue entry a load-acquire
of a byte (ldarb), and what is narrower than a word in a poll is of an entry. Behind stores to registers stands a hint
that means nothing to the processor."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
STORES = ("dmb oshst", "dsb st")
LOADS = ("dmb oshld",)
REGISTER = "hint #0x60"


class Insn(NamedTuple):
    text: str
    after: tuple[int, ...]  # indices of those that may follow


def functions(listing: str) -> dict[str, list[Insn]]:
    parts = re.split(r"^[0-9a-f]+ <(\w+)>:$", listing, flags=re.MULTILINE)
    return {name: control_flow(body) for name, body in zip(parts[1::2], parts[2::2])}


def control_flow(body: str) -> list[Insn]:
    lines = re.findall(r"^ +([0-9a-f]+):\t(.+)$", body, flags=re.MULTILINE)
    index = {int(at, 16): i for i, (at, _) in enumerate(lines)}
    code = []
    for i, (_, text) in enumerate(lines):
        text = re.sub(r"\s+", " ", text).strip()
        target = re.search(r"\b([0-9a-f]+) <", text)
        jumps = re.match(r"(b|b\.\w+|cbn?z|tbn?z) ", text)
        after = {i + 1} - {len(lines)}
        if re.match(r"(ret|br|b|udf|brk)\b(?!\.)", text):
            after = set()
        if jumps and target and int(target[1], 16) in index:
            after.add(index[int(target[1], 16)])
        code.append(Insn(text, tuple(after)))
    return code


def reaches(code: list[Insn], start: tuple[int, ...], what: str, barriers: tuple[str, ...]) -> bool:
    """Is there a path from `start` to such an instruction without a barrier?"""
    todo, seen = list(start), set(start)
    while todo:
        insn = code[todo.pop()]
        if insn.text.startswith(barriers):
            continue
        if re.match(what, insn.text):
            return True
        new = set(insn.after) - seen
        seen |= new
        todo += new
    return False


def after_each(code: list[Insn], kind: str) -> list[tuple[int, ...]]:
    return [insn.after for insn in code if insn.text.startswith(kind)]


def faults_of_handing_over(code: list[Insn]) -> list[str]:
    handed_over = after_each(code, "stlr ")
    found = [] if handed_over else ["hands nothing over"]
    if any(reaches(code, start, "stlr ", STORES) for start in [(0,), *handed_over]):
        found.append("no barrier before what hands over")
    return found


def faults_of_doorbell(code: list[Insn]) -> list[str]:
    found = [] if after_each(code, REGISTER) else ["rings no doorbell"]
    if any(reaches(code, start, REGISTER, STORES) for start in after_each(code, "stlr ")):
        found.append("no barrier before the doorbell")
    return found


def faults_of_poll(code: list[Insn]) -> list[str]:
    looked = after_each(code, "ldarb ")
    found = [] if looked else ["looks at no entry"]
    if any(reaches(code, start, "ldarb |ldu?rs?[bh] ", LOADS) for start in looked):
        found.append("no barrier behind the look at an entry")
    return found


def main() -> int:
    compiler, objdump, adapter = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "fast_path.o"
        subprocess.run([compiler, "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-fno-jump-tables", "-c",
                        HERE / "fast_path.c", "-o", built, f"-I{HERE.parents[1] / 'include'}",
                        f"-DINVERBS_{adapter.upper()}", "-DINVERBS_SINGLE_THREADED",
                        f'-DINVERBS_MMIO_HOOK(addr, bytes)=__asm__ volatile("{REGISTER}" ::: "memory")'], check=True)
        listing = subprocess.run([objdump, "-d", "--no-show-raw-insn", built], check=True, capture_output=True,
                                 text=True)
    code = functions(listing.stdout)
    found = {
        "case_post_send": [*faults_of_handing_over(code["case_post_send"]),
                           *faults_of_doorbell(code["case_post_send"])],
        "case_post_recv": faults_of_handing_over(code["case_post_recv"]),
        "case_post_srq_recv": faults_of_handing_over(code["case_post_srq_recv"]),
        "case_req_notify_cq": faults_of_doorbell(code["case_req_notify_cq"]),
        "case_poll_cq": faults_of_poll(code["case_poll_cq"]),
    }
    bad = [f"{name}: {fault}" for name, faults in found.items() for fault in faults]
    print("\n".join(bad) or f"{adapter}: every path has its barriers")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
