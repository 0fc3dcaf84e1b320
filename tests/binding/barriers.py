# SPDX-License-Identifier: BSD-2-Clause
"""barriers.py COMPILER OBJDUMP ADAPTER [ARCHIVE_SOURCE...]: check that an adapter's fast paths have the barriers that
barriers.tsv, generated from the specs, requires. The inline functions are compiled as in a program, the archive's
sources as in the archive, and every path through the machine code is followed.

By the hooks in include/inverbs, each access to memory shared with the adapter is followed by a marker: an instruction
without effect whose operand is the kind of access. On arm64, the barrier instructions themselves are checked; stores that
pass ownership of a WQE must be store-releases, and loads that test ownership load-acquires. On x86-64, most barriers are
only for the compiler, so the hooks emit markers for them, too; a flush must be an sfence."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Operands of the markers.
MARKS = {0x60: "store", 0x61: "publish", 0x62: "register4", 0x63: "register8", 0x64: "observe", 0x65: "load",
         0x70: "from-device", 0x71: "to-device", 0x72: "flush"}
ENOUGH = {"to-device": ("to-device", "flush"), "flush": ("flush",), "from-device": ("from-device",), "observe": ("observe",),
          "publish": ("publish",)}
CALLS = {"post_send": "struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **",
         "post_recv": "struct ibv_qp *, struct ibv_recv_wr *, struct ibv_recv_wr **",
         "post_srq_recv": "struct ibv_srq *, struct ibv_recv_wr *, struct ibv_recv_wr **",
         "poll_cq": "struct ibv_cq *, int, struct ibv_wc *", "arm_cq": "struct ibv_cq *, int",
         "start_poll": "struct ibv_cq_ex *, struct ibv_poll_cq_attr *", "next_poll": "struct ibv_cq_ex *",
         "end_poll": "struct ibv_cq_ex *", "wr_complete": "struct ibv_qp_ex *"}


class Machine(NamedTuple):
    """How to parse the machine code of an architecture."""

    nothing: str  # assembly of a marker, with its number as operand 0
    mark: str  # regular expression for a marker in objdump's output
    barriers: dict[str, str]  # instructions that are barriers
    access: str  # any memory access or fence
    before: dict[str, str]  # the instruction that must be the access before a marker
    ends: str
    jumps: str


ARM64 = Machine("hint %0", r"hint #(0x[67]\w)", {"dmb oshst": "to-device", "dsb st": "flush", "dmb oshld": "from-device"},
                r"(st|ld)",
                {"publish": r"stlrh? ", "observe": r"ldarb? "}, r"(ret|br|udf|brk)\b", r"(b|b\.\w+|cbn?z|tbn?z) ")
X86 = Machine("nopl %c0(%%rax)", r"nopl (0x[67]\w)\(%rax\)", {}, r"[a-z]*fence|.*\(%", {"flush": "sfence"}, r"(ret|jmp \*|ud2|hlt)",
              r"j\w+ ")


class Insn(NamedTuple):
    text: str
    event: str  # empty if none
    after: tuple[int, ...]  # indices of possible successors; -1 is the caller


class Demand(NamedTuple):
    function: str
    event: str
    after: tuple[str, ...]
    barrier: str
    places: int


def demands_of(adapter: str) -> list[Demand]:
    rows = [line.split("\t") for line in (HERE / "barriers.tsv").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    return [Demand(function, event, tuple(after.split(",")), barrier, int(places))
            for name, function, event, after, barrier, places in rows if name == adapter]


def event_of(machine: Machine, text: str) -> str:
    found = re.match(machine.mark, text)
    if found:
        event = MARKS[int(found[1], 16)]
        return "" if event in machine.barriers.values() else event
    return next((event for insn, event in machine.barriers.items() if text.startswith(insn)), "")


def functions(machine: Machine, listing: str) -> dict[str, list[Insn]]:
    parts = re.split(r"^[0-9a-f]+ <([\w.]+)>:$", listing, flags=re.MULTILINE)
    return {name: control_flow(machine, body) for name, body in zip(parts[1::2], parts[2::2])}


def control_flow(machine: Machine, body: str) -> list[Insn]:
    lines = re.findall(r"^ +([0-9a-f]+):\t(.+(?:\n\t+[0-9a-f]+: R_.+)?)$", body, flags=re.MULTILINE)
    index = {int(at, 16): i for i, (at, _) in enumerate(lines)}
    code = []
    for i, (_, text) in enumerate(lines):
        text = re.sub(r"\s+", " ", text).strip()
        target = None if "R_" in text else re.search(r"\b([0-9a-f]+) <", text)  # with a relocation, there is no address yet
        after = {i + 1} if i + 1 < len(lines) else set()
        if re.match(machine.ends, text) or re.match(r"(b|jmp) ", text):
            after = set()
        if re.match(machine.jumps, text) and target and int(target[1], 16) in index:
            after.add(index[int(target[1], 16)])
        elif re.match(r"(ret|b |jmp )", text) or (re.match(machine.jumps, text) and "R_" in text):
            after.add(-1)
        code.append(Insn(text, event_of(machine, text), tuple(after)))
    return code


def reaches(code: list[Insn], starts: set[int], event: str, barriers: tuple[str, ...]) -> bool:
    """Whether there is a path from one of `starts` to such an event (or to the end) without a barrier."""
    todo, seen = list(starts), set(starts)
    while todo:
        at = todo.pop()
        if at < 0:
            if event == "end":
                return True
            continue
        if code[at].event in barriers:
            continue
        if code[at].event == event:
            return True
        new = set(code[at].after) - seen
        seen |= new
        todo += new
    return False


def places_missing(code: list[Insn], d: Demand) -> list[str]:
    places = sum(insn.event == d.event for insn in code)
    return [f"{d.event} at {places} places; expected at least {d.places}"] if places < d.places else []


def doorbells_missing(code: list[Insn], own: list[Demand]) -> list[str]:
    """A function for one kind of request must pass ownership, and ring at least one kind of doorbell."""
    found = [fault for d in own if d.event == "publish" for fault in places_missing(code, d)]
    ways = [d for d in own if d.event.startswith("register") and d.places]
    return found + ([f"no {' and no '.join(d.event for d in ways)}; expected one of them"] if ways
                    and all(places_missing(code, d) for d in ways) else [])


def faults(code: list[Insn], d: Demand) -> list[str]:
    found = []
    for kind in d.after if d.barrier != "-" else ():
        starts = {0} if kind == "start" else {at for insn in code if insn.event == kind for at in insn.after}
        if reaches(code, starts, d.event, ENOUGH[d.barrier]):
            found.append(f"a path without {d.barrier} between {kind} and {d.event}")
    return found


def faults_of_instructions(machine: Machine, code: list[Insn]) -> list[str]:
    """Check that the access before each marker is of the kind that the marker says."""
    found = []
    for i, insn in enumerate(code):
        if insn.event not in machine.before or not re.match(machine.mark, insn.text):
            continue
        at = next((other.text for other in reversed(code[:i]) if re.match(machine.access, other.text)), "nothing")
        if not re.match(machine.before[insn.event], at):
            found.append(f"{insn.event} done by '{at}'")
    return found


def compiled(compiler: str, objdump: str, machine: Machine, source: str, flags: list[str]) -> dict[str, list[Insn]]:
    def mark(number: str) -> str:
        return f'__asm__ volatile("{machine.nothing}" : : "i"({number}) : "memory")'

    hooks = {"STORE_HOOK(addr, bytes)": mark("0x60"), "PUBLISH_HOOK(addr, bytes)": mark("0x61"),
             "MMIO_HOOK(addr, bytes)": mark("(bytes) == 4 ? 0x62 : 0x63"), "OBSERVE_HOOK(addr, bytes)": mark("0x64"),
             "LOAD_HOOK(addr, bytes)": mark("0x65"), "BARRIER_HOOK(kind)": mark("0x70 + (kind)"),
             "GUARD_HOOK(addr, bytes)": "((void)0)"}
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "fast_path.o"
        subprocess.run([compiler, "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-fno-jump-tables",
                        "-fno-reorder-blocks-and-partition", "-c", "-x", "c", "-", "-o", built, f"-I{ROOT / 'include'}",
                        f"-I{ROOT}",
                        *flags, *(f"-DINVERBS_{name}={text}" for name, text in hooks.items())], input=source, text=True, check=True)
        listing = subprocess.run([objdump, "-dr", "--no-show-raw-insn", built], check=True, capture_output=True, text=True)
    return functions(machine, listing.stdout)


def calls_of(adapter: str, names: list[str]) -> str:
    """Return C source with a function around each call."""
    text = f"#include <infiniband/verbs.h>\n#include <inverbs/adapters/{adapter}.h>\n"
    for name in names:
        types = CALLS[name].split(", ")
        params = ", ".join(f"{t}{'' if t.endswith('*') else ' '}p{i}" for i, t in enumerate(types))
        result = "void" if name == "end_poll" else "int"
        passed = ", ".join(f"p{i}" for i in range(len(types)))
        text += (f"__attribute__((noinline)) {result} {name}({params});\n{result} {name}({params})\n"
                 f"{{\n\t{'' if result == 'void' else 'return '}{adapter}_{name}({passed});\n}}\n")
    return text


def call_of(adapter: str, symbol: str) -> str:
    """Return the public call that a function implements, completely or as its full path; empty if none."""
    name = re.sub(r"^post_scalars", "post_send_scalars", symbol.removeprefix(f"{adapter}_"))
    return next((call for call in CALLS if re.fullmatch(rf"{call}(_\w+)?(\.\w+)*", name)), "")


def is_part(adapter: str, symbol: str) -> bool:
    """Whether a function handles one kind of request, and is called by another function."""
    return re.fullmatch(rf"{adapter}_post_send_(?!full|list|held|scalars)\w+(\.\w+)*", symbol) is not None


def hands_on(body: list[Insn], symbol: str) -> bool:
    """Whether a function only selects the function that handles a request, and jumps there."""
    return any(re.search(r"(jmp|b|callq?|bl) .*<\w+_post_send_(list|held|lone|full)", insn.text)
               for insn in body) and "_full" in symbol


def of_others(demands: list[Demand]) -> list[Demand]:
    """Return the demands on helper functions: if one looks for a new CQE, it needs the barriers of a poll."""
    return [d._replace(after=("observe",), places=0) for d in demands if d.function == "poll_cq" and "observe" in d.after]


def bad_of(machine: Machine, adapter: str, what: str, code: dict[str, list[Insn]], demands: list[Demand], whole: bool) -> list[str]:
    """Return all faults. whole: each call must be complete; otherwise functions that only make a tail call pass."""
    bad = []
    for symbol, body in code.items():
        bad += [f"{what}, {symbol}: {fault}" for fault in faults_of_instructions(machine, body)]
        empty = not any(insn.event for insn in body)
        if empty and not whole and ("_full" not in symbol or hands_on(body, symbol)):
            continue
        own = [d for d in demands if d.function == call_of(adapter, symbol)] or of_others(demands)
        missing = doorbells_missing(body, own) if is_part(adapter,
                                                          symbol) else [fault for d in own for fault in places_missing(body, d)]
        bad += [f"{what}, {symbol}: {fault}" for fault in (*missing, *(fault for d in own for fault in faults(body, d)))]
    served = {call_of(adapter, symbol) for symbol in code}
    return bad + [f"{what}: no function {name}" for name in {d.function for d in demands} - served if whole]


def main() -> int:
    compiler, objdump, adapter, *archive = sys.argv[1:]
    arch = subprocess.run([compiler, "-dumpmachine"], check=True, capture_output=True, text=True).stdout
    machine = ARM64 if arch.startswith("aarch64") else X86
    demands = demands_of(adapter)
    names = list(dict.fromkeys(d.function for d in demands))
    sources = {f"archive, {Path(path).name}": (f'#include "{path}"\n', list[str]()) for path in archive}
    sources["inline"] = (calls_of(adapter, names), ["-DINVERBS_SINGLE_THREADED"])
    built = {what: compiled(compiler, objdump, machine, *source) for what, source in sources.items()}
    left = any("_full" in symbol for code in built.values() for symbol in code)
    bad = [line for what, code in built.items() for line in bad_of(machine, adapter, what, code, demands,
                                                                   what == "inline" and not left)]
    print("\n".join(bad) or f"{adapter}: every path of {', '.join(names)} has its barriers" if demands
          else f"{adapter}: no demands")
    return 1 if bad or not demands else 0


if __name__ == "__main__":
    sys.exit(main())
