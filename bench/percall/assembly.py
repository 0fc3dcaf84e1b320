# SPDX-License-Identifier: BSD-2-Clause
"""The instructions that a call executes: counted by callgrind, disassembled by objdump, located by addr2line, and
grouped."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from counting import LAPS, Key, Program, counted_functions, label_of

# instructions executed by fewer calls than this are counted together
RARE = 0.05
RARELY = "rarely executed"
GROUPS = ["lock", "calls and stack", "checks and branches", "request", "WQE", "doorbell", "CQE", "work completion",
          "queue state", "arithmetic", RARELY]

# Rules by source function: they assign its instructions to a group, in every function that it is inlined into. The first rule that matches
# counts.
BY_FUNCTION = [
    ("lock", r"inverbs_(un|try)?lock|inverbs_lock_\w+"),
    ("doorbell", r"\w+_(doorbell|publish_ci|publish_index|set_consumer|set_producer|ring|push|send_copy)|inverbs_(mmio|wc|push|command|transport)\w*|accept_command"),
]
# Rules by what loads and stores access; again the first match counts.
STORES = [
    ("work completion", r"\w+_fill_wc|\w+_wc"),
    ("WQE", r"\w*_put\w*|\w+_hot_(payload\w*|gather|inline|stretch)|inverbs_(publish|copy|fill|clear|hot_)\w*|memset|memcpy"),
]
LOADS = [
    ("request", r"inverbs_(shape_of|payload_bytes|copy\w*|sge|request_of)|\w+_hot_(payload\w*|gather|inline)"),
    ("CQE", r"\w+_cqe_\w+|\w+_(has_failed|is_quiet|current)"),
]
REQUEST = r"\b(wr|sge|list|req|from|attr)(->|\[|\.)"
COMPLETION = r"\bwc\b|\bout(->|\[)"
WQE = r"memset\(wqe\b"
BRANCHES = r"(cmp|test|j|set|cmov|bt|nop)\w*"
CALLS = r"(push|pop|call|ret|leave|endbr64)\w*"
# helper functions, which do not show where an instruction comes from
HELPERS = r"inverbs_(get|put|observe|publish|bswap|native)\w*"


@dataclass(frozen=True)
class Place:
    """The source functions of an instruction, innermost first, and the line in the innermost one."""

    functions: tuple[str, ...]
    line: str


@dataclass(frozen=True)
class Instruction:
    """One instruction: how often a call executes it or how many bytes it has, its group, and its source function."""

    count: float
    text: str
    group: str
    function: str


Profile = dict[tuple[str, str, int], int]


def read_costs(profile: str) -> tuple[Profile, list[str]]:
    """Read the cost of each instruction by object file, function and address; and the functions in call order."""
    costs: Profile = {}
    calls: dict[str, list[tuple[int, str]]] = {}
    objects: dict[str, str] = {}
    ob = fn = cfn = ""
    skip = False
    for line in profile.splitlines():
        word, _, value = line.partition("=")
        if word == "ob":
            ob = value
        elif word == "fn":
            fn = value
            objects[fn] = ob
        elif word == "cfn":
            cfn = value
        elif word == "calls":
            skip = True
        elif found := re.fullmatch(r"(0x[0-9a-f]+) \d+ (\d+)", line):
            address = int(found[1], 16)
            if skip:
                calls.setdefault(fn, []).append((address, cfn))
            else:
                costs[ob, fn, address] = costs.get((ob, fn, address), 0) + int(found[2])
            skip = False
    return costs, call_order(calls)


def call_order(calls: dict[str, list[tuple[int, str]]]) -> list[str]:
    """The functions called from the counted one; each comes before those that it calls."""
    order: list[str] = []

    def visit(fn: str) -> None:
        if fn not in order:
            order.append(fn)
            for _, callee in sorted(calls.get(fn, [])):
                visit(callee)

    for fn in calls:
        for _, callee in calls[fn]:
            if callee.startswith("op_"):
                visit(callee)
    return order


@lru_cache(maxsize=None)
def disassemble(program: Path) -> dict[int, tuple[str, int, str]]:
    """Text, size and function of every instruction; without addresses, which change with every build."""
    found: dict[int, tuple[str, int, str]] = {}
    symbol = ""
    for line in subprocess.check_output(["objdump", "-dw", str(program)], text=True).splitlines():
        if head := re.fullmatch(r"[0-9a-f]+ <(.+)>:", line):
            symbol = head[1]
            continue
        cells = line.split("\t")
        if len(cells) < 3:
            continue
        text = re.sub(r"\s*#.*<(.+)>$", r" # \1", " ".join(cells[2].split()))
        text = re.sub(r"-?0x[0-9a-f]+\(%rip\)(.*) # (\S+)", r"\2(%rip)\1", text)
        text = re.sub(r"\b[0-9a-f]+ <(.+)>", r"\1", text)
        found[int(cells[0].strip(" :"), 16)] = (text, len(cells[1].split()), symbol)
    return found


@lru_cache(maxsize=None)
def source_lines(file: str) -> list[str]:
    """The path of a file as it appears in debugging information."""
    return Path(file).read_text().splitlines() if Path(file).exists() else []


def places(program: Path, addresses: Iterable[int]) -> dict[int, Place]:
    """Where in the source these instructions come from."""
    listed = "\n".join(hex(a) for a in addresses)
    out = subprocess.run(["addr2line", "-fia", "-e", str(program)], input=listed, capture_output=True, text=True, check=True)
    found: dict[int, Place] = {}
    for block in re.split(r"^(?=0x)", out.stdout, flags=re.M)[1:]:
        address, *rest = block.splitlines()
        file, _, number = rest[1].split(" ")[0].rpartition(":")
        lines = source_lines(file)
        line = lines[int(number) - 1] if number.isdigit() and 0 < int(number) <= len(lines) else ""
        found[int(address, 16)] = Place(tuple(rest[::2]), line.strip())
    return found


def among(rules: list[tuple[str, str]], functions: tuple[str, ...]) -> str:
    """The group of the innermost function that has a rule, or an empty string."""
    for function in functions:
        for group, pattern in rules:
            if re.fullmatch(pattern, function):
                return group
    return ""


def group_of(text: str, symbol: str, place: Place) -> str:
    """The group of an instruction."""
    mnemonic, _, operands = text.removeprefix("lock ").partition(" ")
    if group := among(BY_FUNCTION, place.functions):
        return group
    leaves = mnemonic == "jmp" and not operands.startswith((f"{symbol}+", "*"))
    if re.fullmatch(CALLS, mnemonic) or leaves or "%rsp" in operands:
        return "calls and stack"
    if re.fullmatch(BRANCHES, mnemonic):
        return "checks and branches"
    if "(" not in operands or mnemonic.startswith("lea"):
        return "arithmetic"
    if operands.endswith(")"):
        if re.search(COMPLETION, place.line):
            return "work completion"
        if re.search(WQE, place.line):
            return "WQE"
        return among(STORES, place.functions) or "queue state"
    if re.search(REQUEST, place.line):
        return "request"
    return among(LOADS, place.functions) or "queue state"


def source_of(place: Place) -> str:
    """The source function that is shown for an instruction."""
    return next((f for f in place.functions if not re.fullmatch(HELPERS, f)), place.functions[0])


def of_profile(program: Path, profile: str, operations: int) -> dict[int, float]:
    """How often one operation executes each instruction of the program: by function in call order, then by address.
    Rarely executed instructions, and those of the C library, are left for their sum."""
    costs, order = read_costs(profile)
    mine = {address: (order.index(fn), cost / operations) for (ob, fn, address), cost in costs.items()
            if ob == str(program) and fn in order and cost >= RARE * operations}
    return {address: mine[address][1] for address in sorted(mine, key=lambda a: (mine[a][0], a))}


def elsewhere(program: Path, profile: str, operations: int) -> list[Instruction]:
    """Read the files that of_profile() writes."""
    costs, order = read_costs(profile)
    rare, foreign = 0.0, dict.fromkeys(order, 0.0)
    for (ob, fn, _), cost in costs.items():
        if fn in order and ob != str(program):
            foreign[fn] += cost / operations
        elif fn in order and cost < RARE * operations:
            rare += cost / operations
    found = [Instruction(n, f"({fn} of the C library)", among(STORES, (fn.strip("_"),)) or "calls and stack", fn)
             for fn, n in foreign.items() if n]
    return found + ([Instruction(rare, "(what fewer than one operation in 20 executes)", RARELY, "")] if rare else [])


def described(program: Path, counts: dict[int, float], source: dict[int, Place]) -> list[Instruction]:
    """The same instructions, with names."""
    code = disassemble(program)
    return [Instruction(n, code[a][0], group_of(code[a][0], code[a][2], source[a]), source_of(source[a])) for a,
            n in counts.items()]


def executed(program: Program, keys: list[Key]) -> dict[Key, list[Instruction]]:
    """The instructions that these cases of one program execute."""
    counts: dict[Key, dict[int, float]] = {}
    rest: dict[Key, list[Instruction]] = {}
    path = program.path.resolve()
    with tempfile.TemporaryDirectory() as folder:
        toggles = [f"--toggle-collect={name}" for name in counted_functions(program)]
        tool = ["valgrind", "--tool=callgrind", "--compress-strings=no", "--compress-pos=no", "--dump-instr=yes", *toggles,
                f"--callgrind-out-file={folder}/profile"]
        Program(program.column, path).start([str(LAPS), *sorted({k.name for k in keys})], tool, {})
        for file in Path(folder).glob("profile.*"):
            profile = file.read_text()
            label = label_of(profile)
            key = Key(label.case, program.column, label.variant) if label else None
            if label and key in keys:
                counts[key] = of_profile(path, profile, label.operations)
                rest[key] = elsewhere(path, profile, label.operations)
    source = places(path, sorted({a for listing in counts.values() for a in listing}))
    return {key: described(path, listing, source) + rest[key] for key, listing in counts.items()}


def of_site(program: Program, symbol: str) -> list[Instruction]:
    """The bytes of a call site, including its cold section."""
    path = program.path.resolve()
    table = subprocess.check_output(["nm", "-S", "--defined-only", str(path)], text=True)
    parts = re.findall(rf"^([0-9a-f]+) ([0-9a-f]+) [tT] {symbol}(?:\.\w+)*$", table, re.M)
    bounds = [(int(start, 16), int(start, 16) + int(size, 16)) for start, size in parts]
    counts = {a: float(row[1]) for a, row in disassemble(path).items() if any(low <= a < high for low, high in bounds)}
    return described(path, counts, places(path, counts))
