"""A number for the layouts that programs and the archive share. It ties object files to the headers with which they
were compiled."""

from __future__ import annotations

import re
import zlib

from codegen.core.render import banner, render
from codegen.core.write import ROOT, Output

# Headers with definitions that programs and the archive share; the formats of adapters are in the lock file.
FOLDERS = ("include/infiniband", "include/rdma", "include/iba", "include/inverbs",
           *(f"include/inverbs/{room}" for room in ("api", "checked", "fast", "iba", "print")))
HEADER = "include/inverbs/api/layout.h"
LOCK = "spec/adapters/layout.lock"
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_TYPE = re.compile(r"^(?:typedef )?(?:struct|union|enum)\b[^;{}()]*\{", re.MULTILINE)


def types_of(header: str) -> list[str]:
    """The definitions of structs, unions and enums, without comments and white space."""
    text = _COMMENT.sub("", header)
    return ["".join(text[found.start():_end(text, found.end())].split()) for found in _TYPE.finditer(text)]


def _end(text: str, at: int) -> int:
    """The offset after the semicolon that ends the definition whose first brace is before ``at``."""
    depth = 1
    while depth or text[at - 1] != ";":
        depth += (text[at] == "{") - (text[at] == "}")
        at += 1
    return at


def number_of(texts: list[str], lock: str) -> int:
    """A number of 31 bits, which every assembler accepts as the value of an absolute symbol."""
    types = [each for text in texts for each in types_of(text)]
    return zlib.crc32("\n".join([*types, lock]).encode()) & 0x7FFFFFFF


def layout_header(outputs: list[Output]) -> Output:
    """The header with the number, for the headers as they are after these outputs are written."""
    made = {out.path: out.text for out in outputs}
    paths = {path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).glob("*.h")} | {
        path for path in made if path.rpartition("/")[0] in FOLDERS}
    texts = [made.get(path) or (ROOT / path).read_text(encoding="utf-8") for path in sorted(paths - {HEADER})]
    return Output(HEADER, render("layout.h.j2", banner=banner(["the headers and spec/adapters/layout.lock"]),
                                 number=number_of(texts, made[LOCK])))
