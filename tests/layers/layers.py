# SPDX-License-Identifier: BSD-2-Clause
"""Check that files use only the rooms that ARCHITECTURE.md permits.

Usage: layers.py NM OBJECT...

The section "The emulator's rooms" has a table: each row names a folder below emulator/ and the folders that it may use.
The test checks the symbols that object files define and use, and the headers that files include. Neither rooms nor
files may depend on each other in a cycle. The emulator may share only generated headers with runtime/ and providers/,
and the function that starts it inside a program. Examples may include only public headers. Files that all adapters
share must not name one of them. Names of functions must be unique enough for grep.
"""

from __future__ import annotations

import posixpath
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECTION = "The emulator's rooms"
# Symbols of the emulator that the runtime may use.
DOORS = {"softhca_inprocess_connect"}

# The headers that files of each room may include. Headers of the C library have no folder, or one of these.
SYSTEM = r"<(?:[a-z0-9_]+\.h|(?:sys|net|netinet|arpa|linux|sanitizer)/.*|rdma/rdma_netlink\.h)"
PUBLIC = rf"{SYSTEM}|<(?:complib|iba|infiniband|rdma)/|<inverbs/explain\.h>"
INCLUDES = {
    "examples": rf"{PUBLIC}|\"(?!.*\.\./)(?:[a-z]+/)?[a-z_]+\.h\"",
    "runtime": rf"{PUBLIC}|<(?:inverbs)/|\"(?!emulator/|providers/|.*\.\./)",
    "providers": rf"{PUBLIC}|<(?:inverbs)/|\"(?!emulator/|.*\.\./)",
    "emulator": rf"{PUBLIC}|<(?:inverbs)/|\"(?!runtime/|providers/|.*\.\./)",
}
# Rooms that all adapters share: their files must not name an adapter, except generated lists, the table of targets, and
# examples in a usage text. A file with an adapter's name in its path belongs to this adapter.
SHARED = ("CMakeLists.txt", "cmake", "emulator", "include/inverbs", "providers", "runtime")
NOT_SHARED = re.compile(r"cmake/Adapters\.cmake|include/inverbs/fast/fastpath\.h|include/inverbs/adapters/list\.h|include/inverbs/print/dumps\.h"
                        r"|providers/targets\.txt|emulator/server/softhcad\.c")
# Comments may mention how an adapter's hardware differs.
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
CMAKE_COMMENT = re.compile(r"#[^\n]*")

# Rooms with hand-written C in which function names must be easy to find with grep: a one-word name may occur only once, and
# these words never.
PRODUCT = ("bench", "emulator", "examples/common", "include", "providers", "runtime", "tools")
GENERATED = re.compile(r"\A(?:/\* SPDX[^\n]*\n)?/\*[\s*]*Generated ")
VAGUE = set("enter ask take use set_up begin create make start stop end done tell talk run must of over now".split())
VAGUE_IN_TESTS = {"enter", "ask", "take", "use", "set_up", "again", "called", "happened"}
# Rooms in which functions have neither one-word names, except those in ONE_WORD, nor these names without an object.
VERB_AND_OBJECT = ("bench", "emulator", "providers", "runtime", "tools")
ONE_WORD = {"main"}
NO_OBJECT = set("is_again is_for is_from is_it is_lost is_news is_of is_over is_own is_same is_taken is_there "
                "at_end give_back hand_over take_out waits_for was_last".split())
FUNCTION = re.compile(r"^(?![ \t#}])[\w \t*]*?\b(\w+)\([^;{}]*\)\s*\n\{", re.MULTILINE)

Arrows = dict[str, dict[str, set[str]]]  # file -> file -> symbols


def read_table() -> dict[str, set[str]]:
    """Returns the rooms that each room may use."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    rooms: dict[str, set[str]] = {}
    for line in text.split(f"## {SECTION}\n")[1].split("\n## ")[0].splitlines():
        row = re.match(r"\| `([a-z/]+)/` \|([^|]*)\|$", line)
        if row:
            rooms[row[1]] = set(re.findall(r"`([a-z/]+)`", row[2]))
    return rooms


def room_of(file: str) -> str:
    return file.rpartition("/")[0]


def is_inside(obj: str) -> bool:
    """Whether the object file belongs to one of the emulator's targets."""
    return "/inverbs_emulator.dir/" in obj or "/softhcad.dir/" in obj


def source_of(obj: str) -> str:
    """Returns the source of an object file, relative to the folder of its target."""
    return posixpath.normpath(re.sub(r".*\.dir/", "", obj).removesuffix(".o"))


def read_symbols(nm: str, objects: list[str]) -> tuple[dict[str, str], dict[str, set[str]]]:
    """Returns the object that defines each symbol, and the symbols that each object uses."""
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
    """Returns the symbols that files of the emulator use from one another."""
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
    """Check that the table lists exactly the existing folders, and that rooms do not depend on each other in a cycle."""
    there = {path.parent.relative_to(ROOT / "emulator").as_posix() for path in (ROOT / "emulator").rglob("*.[ch]")}
    wrong = [f"ARCHITECTURE.md: {room}/ in the table of {SECTION}; expected a folder of emulator/"
             for room in sorted(set(rooms) - there)]
    wrong += [f"emulator/{room}/ has files; expected a row in ARCHITECTURE.md, {SECTION}" for room in sorted(there - set(rooms))]
    wrong += [f"ARCHITECTURE.md: the rooms {', '.join(sorted(circle))} lead back to each other; expected an order"
              for circle in circles({room: dict.fromkeys(used, set()) for room, used in rooms.items()})]
    return wrong


def circles(arrows: Arrows) -> list[set[str]]:
    """Returns the sets of files or rooms that depend on each other in a cycle."""
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


def check_product_includes() -> list[str]:
    wrong = []
    for room, allowed in INCLUDES.items():
        for path in sorted((ROOT / room).rglob("*.[ch]")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                named = re.match(r"# *include ([<\"].*[>\"])", line)
                if named and not re.match(allowed, named[1]):
                    wrong.append(f"{path.relative_to(ROOT)}:{number}: includes {named[1]}; expected nothing that {room}/ may not know")
    return wrong


def check_names() -> list[str]:
    """Check that files shared by all adapters do not name one of them."""
    adapters = sorted(path.stem for path in (ROOT / "spec/adapters").glob("*.yaml"))
    named = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(adapters)})(?![A-Za-z0-9])", re.IGNORECASE)
    wrong = []
    for start in SHARED:
        below = [ROOT / start] if (ROOT / start).is_file() else sorted((ROOT / start).rglob("*"))
        for path in below:
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in (".c", ".h", ".txt", ".cmake") or NOT_SHARED.fullmatch(name) or named.search(name):
                continue
            comment = COMMENT if path.suffix in (".c", ".h") else CMAKE_COMMENT
            code = comment.sub(lambda gone: "\n" * gone[0].count("\n"), path.read_text())
            for number, line in enumerate(code.splitlines(), 1):
                found = named.search(line)
                if found:
                    wrong.append(f"{name}:{number}: names {found[1]}; expected what is true of every adapter")
    return wrong


def functions_below(start: str) -> dict[str, list[str]]:
    """Returns where hand-written C defines each function."""
    where: dict[str, list[str]] = {}
    for path in sorted((ROOT / start).rglob("*.[ch]")):
        text = path.read_text()
        if GENERATED.match(text):
            continue
        code = COMMENT.sub(lambda gone: "\n" * gone[0].count("\n"), text)
        for found in FUNCTION.finditer(code):
            line = code.count("\n", 0, found.start(1)) + 1
            where.setdefault(found[1], []).append(f"{path.relative_to(ROOT).as_posix()}:{line}")
    return where


def is_one_word(name: str) -> bool:
    """Whether it is the name of a function, not of a macro that defines one, and has one word."""
    return "_" not in name and not name.isupper() and name not in ONE_WORD


def check_functions() -> list[str]:
    """Check that function names say what is done to what, so that grep finds one function."""
    rooms = tuple(f"{room}/" for room in VERB_AND_OBJECT)
    where: dict[str, list[str]] = {}
    for start in PRODUCT:
        for name, places in functions_below(start).items():
            where.setdefault(name, []).extend(places)
    wrong = [f"{', '.join(places)}: a function named {name}; rename it, verb and object, as in release_av or complete_burst"
             for name, places in sorted(where.items())
             if name in VAGUE or (is_one_word(name) and len(places) > 1) or
             ((is_one_word(name) or name in NO_OBJECT) and any(place.startswith(rooms) for place in places))]
    wrong += [f"{', '.join(places)}: a function named {name}; rename it, verb and object, as in send_request"
              for name, places in sorted(functions_below("tests").items()) if name in VAGUE_IN_TESTS]
    return wrong


def main() -> int:
    rooms = read_table()
    defines, uses = read_symbols(sys.argv[1], sys.argv[2:])
    arrows = read_arrows(defines, uses)
    wrong = [*check_rows(rooms), *check_symbols(arrows, rooms), *check_includes(rooms), *check_circles(arrows),
             *check_outside(defines, uses), *check_product_includes(), *check_names(), *check_functions()]
    print("\n".join(wrong) if wrong else f"{len(rooms)} rooms, {sum(map(len, arrows.values()))} arrows between files")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
