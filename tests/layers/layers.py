# SPDX-License-Identifier: BSD-2-Clause
"""layers.py NM OBJECT...: do the emulator's files use only the rooms that ARCHITECTURE.md lets them use?

Its section "The emulator's rooms" has a table: a folder below emulator/ per row, and the folders that it may use. Looked at are
the symbols that compiled files define and use, and the headers that all files include. Besides, neither rooms nor files call each
other in a circle, and nothing of the emulator uses what only runtime/ and providers/ define, or the other way round (but for the
one function that starts it inside a program)."""

from __future__ import annotations

import posixpath
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECTION = "The emulator's rooms"
# What the runtime may use of the emulator.
DOORS = {"softhca_inprocess_connect"}

Arrows = dict[str, dict[str, set[str]]]  # file -> file -> symbols


def read_table() -> dict[str, set[str]]:
    """Room to rooms that it may use."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    rooms: dict[str, set[str]] = {}
    for line in text.split(f"## {SECTION}\n")[1].split("\n## ")[0].splitlines():
        row = re.match(r"\| `([a-z/]+)/` \|.*\|([^|]*)\|$", line)
        if row:
            rooms[row[1]] = set(re.findall(r"`([a-z/]+)`", row[2]))
    return rooms


def room_of(file: str) -> str:
    return file.rpartition("/")[0]


def is_inside(obj: str) -> bool:
    """Is it an object of the emulator, as cmake's targets have them?"""
    return "/inverbs_emulator.dir/" in obj or "/softhcad.dir/" in obj


def source_of(obj: str) -> str:
    """The source of an object, below the folder of its target."""
    return posixpath.normpath(re.sub(r".*\.dir/", "", obj).removesuffix(".o"))


def read_symbols(nm: str, objects: list[str]) -> tuple[dict[str, str], dict[str, set[str]]]:
    """Symbol to the object that defines it, and object to the symbols it uses."""
    defines: dict[str, str] = {}
    uses: dict[str, set[str]] = {obj: set() for obj in objects}
    obj = objects[0]
    for line in subprocess.run([nm, "-P", "-A", *objects], check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines():
        where, symbol, kind = line.split()[:3]
        obj = where.removesuffix(":")
        if kind == "U":
            uses[obj].add(symbol)
        elif kind.isupper():
            defines[symbol] = obj
    return defines, uses


def read_arrows(defines: dict[str, str], uses: dict[str, set[str]]) -> Arrows:
    """Between files of the emulator."""
    arrows: Arrows = {}
    for obj, symbols in uses.items():
        for symbol in symbols:
            other = defines.get(symbol)
            if other and other != obj and is_inside(obj) and is_inside(other):
                arrows.setdefault(source_of(obj), {}).setdefault(source_of(other), set()).add(symbol)
    return arrows


def check_symbols(arrows: Arrows, rooms: dict[str, set[str]]) -> list[str]:
    wrong = []
    for file, others in sorted(arrows.items()):
        for other, symbols in sorted(others.items()):
            room, of = room_of(file), room_of(other)
            if room != of and of not in rooms.get(room, set()):
                wrong.append(f"emulator/{file} uses {', '.join(sorted(symbols))} of emulator/{other}; "
                             f"expected nothing of {of}/ in {room}/ ({SECTION})")
    return wrong


def check_includes(rooms: dict[str, set[str]]) -> list[str]:
    wrong = []
    emulator = ROOT / "emulator"
    for path in sorted(emulator.rglob("*.[ch]")):
        room = path.parent.relative_to(emulator).as_posix()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            named = re.match(r'#include "([^"]+)"', line)
            if not named:
                continue
            of = room_of(named[1])
            if not (emulator / named[1]).is_file():
                wrong.append(f"{path.relative_to(ROOT)}:{number}: \"{named[1]}\"; expected a path below emulator/")
            elif of != room and of not in rooms.get(room, set()):
                wrong.append(f"{path.relative_to(ROOT)}:{number}: includes {named[1]}; expected nothing of {of}/ in {room}/ ({SECTION})")
    return wrong


def check_rows(rooms: dict[str, set[str]]) -> list[str]:
    """The table names the folders, all of them, and no room leads back to itself."""
    there = {path.parent.relative_to(ROOT / "emulator").as_posix() for path in (ROOT / "emulator").rglob("*.[ch]")}
    wrong = [f"ARCHITECTURE.md: {room}/ in the table of {SECTION}; expected a folder of emulator/"
             for room in sorted(set(rooms) - there)]
    wrong += [f"emulator/{room}/ has files; expected a row in ARCHITECTURE.md, {SECTION}" for room in sorted(there - set(rooms))]
    wrong += [f"ARCHITECTURE.md: the rooms {', '.join(sorted(circle))} lead back to each other; expected an order"
              for circle in circles({room: dict.fromkeys(used, set()) for room, used in rooms.items()})]
    return wrong


def circles(arrows: Arrows) -> list[set[str]]:
    """Sets of more than one that lead to each other."""
    reach = {start: reached(arrows, start) for start in arrows}
    found: list[set[str]] = []
    for start, ends in sorted(reach.items()):
        circle = {end for end in ends if start in reach.get(end, set())}
        if circle and circle not in found:
            found.append(circle)
    return found


def reached(arrows: Arrows, start: str) -> set[str]:
    ends: set[str] = set()
    ahead = [start]
    while ahead:
        for other in arrows.get(ahead.pop(), {}):
            if other not in ends:
                ends.add(other)
                ahead.append(other)
    return ends


def check_circles(arrows: Arrows) -> list[str]:
    return [f"the files {', '.join(sorted(circle))} of emulator/ call each other in a circle; expected an order"
            for circle in circles(arrows)]


def check_outside(defines: dict[str, str], uses: dict[str, set[str]]) -> list[str]:
    wrong = []
    for obj, symbols in sorted(uses.items()):
        for symbol in sorted(symbols - DOORS):
            other = defines.get(symbol, "")
            if other and is_inside(obj) != is_inside(other):
                wrong.append(f"{source_of(obj)} uses {symbol} of {source_of(other)}; expected nothing shared but generated headers")
    return wrong


def main() -> int:
    rooms = read_table()
    defines, uses = read_symbols(sys.argv[1], sys.argv[2:])
    arrows = read_arrows(defines, uses)
    wrong = check_rows(rooms) + check_symbols(arrows,
                                              rooms) + check_includes(rooms) + check_circles(arrows) + check_outside(defines, uses)
    print("\n".join(wrong) if wrong else f"{len(rooms)} rooms, {sum(map(len, arrows.values()))} arrows between files")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
