"""Prose of the specs as mdoc(7): paragraphs, lists and literal lines; names in it become cross references and
markup."""

from __future__ import annotations

import errno
import re
import textwrap
from dataclasses import dataclass, field

TOKEN = re.compile(r"[(\[\"]*`[^`]+`[^\s]*|[(\[\"]*(?:struct|union|enum) [a-z]\w+[^\s]*|\S+")
PARTS = re.compile(r"^([(\[\"]*)(.*?)([)\]\".,;:!?]*)$", re.S)
CALL = re.compile(r"^(\w+)\(([1-9]?)\)$")
TYPE_WORDS = re.compile(r"^(struct|union|enum) \w+$")
ERRNO = frozenset(errno.errorcode.values())


@dataclass(frozen=True)
class Names:
    """Words that get markup in a text: functions (with their page), constants, members."""

    pages: dict[str, str]
    constants: frozenset[str]
    members: frozenset[str]
    here: str = ""
    params: frozenset[str] = field(default_factory=frozenset)


def escape(text: str) -> str:
    """A line of text with backslashes and a leading dot escaped."""
    text = text.replace("\\", "\\e")
    return f"\\&{text}" if text[:1] in (".", "'") else text


def argument(text: str) -> str:
    """An argument of a macro, escaped if it looks like a macro."""
    text = text.replace("\\", "\\e").replace('"', '\\(dq')
    if re.fullmatch(r"[A-Z%][a-z0-9]?|[.,;:!?()\[\]|]", text):
        text = f"\\&{text}"
    return f'"{text}"' if " " in text or not text else text


def macro_of(core: str, names: Names) -> str:
    """The macro line of a word, without its dot; an empty string for plain text."""
    quoted = core.startswith("`") and core.endswith("`")
    word = core.strip("`") if quoted else core
    call = CALL.match(word)
    if call and call.group(2):
        return f"Xr {call.group(1)} {call.group(2)}"
    if call and call.group(1) in names.pages:
        name = call.group(1)
        return f"Fn {name}" if names.pages[name] == names.here else f"Xr {name} 3"
    if TYPE_WORDS.match(word):
        return f"Vt {argument(word)}"
    if word in ERRNO:
        return f"Er {word}"
    if word == "NULL" or word in names.constants:
        return f"Dv {word}"
    if word in names.params and (quoted or "_" in word):
        return f"Fa {word}"
    if word == "errno":
        return "Va errno"
    if (quoted or "_" in word) and re.fullmatch(r"[a-z_][\w.]*", word) and word.rsplit(".", 1)[-1] in names.members:
        return f"Va {word}"
    if quoted and re.fullmatch(r"INVERBS_[A-Z_]+", word):
        return f"Ev {word}"
    return f"Ql {argument(word)}" if quoted else ""


def wrapped(words: list[str]) -> list[str]:
    return textwrap.wrap(" ".join(words), 78, break_long_words=False, break_on_hyphens=False)


def sentence_lines(text: str, names: Names) -> list[str]:
    """The lines of a paragraph, each a sentence or a macro."""
    lines: list[str] = []
    words: list[str] = []

    def flush() -> None:
        if words:
            lines.extend(escape(line) for line in wrapped(words))
            words.clear()

    for token in TOKEN.findall(" ".join(text.split())):
        match = PARTS.match(token)
        assert match is not None
        before, core, after = match.groups()
        if core.endswith("(") and after.startswith(")") or re.search(r"\([1-9]?$", core):
            core, after = core + ")", after[1:]
        macro = macro_of(core, names)
        if not macro:
            words.append(token)
            if re.search(r"[.!?][)\"]*$", token) and len(token) > 2:
                flush()
            continue
        flush()
        marks = "".join(f" {mark}" for mark in after.replace('"', ""))
        before = before.replace('"', "")
        lines.append(f".Pf {before} {macro}{marks}" if before else f".{macro}{marks}")
    flush()
    return lines


def blocks(text: str) -> list[tuple[str, list[str]]]:
    """The blocks of a text, which blank lines separate, in order: ("text", lines), ("list", items) or ("literal",
    lines)."""
    found: list[tuple[str, list[str]]] = []
    for chunk in re.split(r"\n[ \t]*\n", text.strip("\n").rstrip()):
        lines = chunk.split("\n")
        if all(line.startswith("    ") for line in lines):
            before = found.pop()[1] + [""] if found and found[-1][0] == "literal" else []
            found.append(("literal", before + [line[4:] for line in lines]))
        elif lines[0].startswith("- "):
            items: list[str] = []
            for line in lines:
                if line.startswith("- "):
                    items.append(line[2:])
                else:
                    items[-1] += f" {line.strip()}"
            found.append(("list", items))
        elif chunk.strip():
            found.append(("text", lines))
    return found


def literal(lines: list[str]) -> list[str]:
    return [".Bd -literal -offset indent", *(escape(line.replace("\t", "        ")) for line in lines), ".Ed"]


def paragraphs(text: str, names: Names, follows: bool = False) -> list[str]:
    """The lines of a whole text. ``follows``: it follows other text, so it begins with a paragraph break."""
    lines: list[str] = []
    for kind, body in blocks(text):
        if kind == "text":
            lines += ([".Pp"] if lines or follows else []) + sentence_lines(" ".join(body), names)
        elif kind == "literal":
            lines += literal(body)
        else:
            lines += [".Bl -bullet -width 1n", *(x for item in body for x in (".It", *sentence_lines(item, names))), ".El"]
    return lines
