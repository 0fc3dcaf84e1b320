"""Texts that contain numbers: what the names in braces mean, and the C that prints the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from codegen.abi.model import Abi, Field, Line, Messages, Record

NAME = re.compile(r"\{([a-z0-9_]*)(?::([a-z0-9_]+))?\}")


def split(text: str) -> Iterator[tuple[str, str, str]]:
    """Literal text, the name that follows it, and the format of that name; name and format are empty at the end of the
    text."""
    end = 0
    for found in NAME.finditer(text):
        yield text[end:found.start()], found.group(1), found.group(2) or ""
        end = found.end()
    yield text[end:], "", ""


class Pieces:
    """What the names in braces can refer to."""

    def __init__(self, abi: Abi, m: Messages) -> None:
        self.prefix = abi.prefix
        self.phrases = {p.name for p in m.phrases}
        self.words = {w.name for w in m.words}
        self.elements = {e.name for e in m.elements}

    def field(self, record: Record, name: str) -> Field | None:
        return next((f for f in record.fields if f.name == name), None)

    def is_list(self, f: Field) -> bool:
        return f.type is not None and f.type.array and f.type.name in self.elements

    def known(self, record: Record, name: str, form: str, phrases: bool) -> bool:
        f = self.field(record, name)
        if f is None:
            return phrases and not form and name in self.phrases
        if self.is_list(f):
            return self.field(record, form) is not None
        return f.type is not None and not f.type.array and (form in ("", "x") or form in self.words)


@dataclass(frozen=True)
class CText:
    """Statements that print one text."""

    name: str
    statements: list[str]


@dataclass(frozen=True)
class CTexts:
    phrases: list[CText]
    elements: list[CText]
    says: list[CText]


def quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def lower_messages(abi: Abi, m: Messages) -> CTexts:
    pieces, by_name = Pieces(abi, m), abi.by_name()
    record = by_name[m.record]

    def lowered(line: Line, of: Record) -> CText:
        return CText(line.name, list(_statements(pieces, of, line.text)))

    return CTexts([lowered(p, record) for p in m.phrases], [lowered(e, by_name[e.name]) for e in m.elements],
                  [lowered(t.says, record) for t in m.texts])


def _statements(pieces: Pieces, record: Record, text: str) -> Iterator[str]:
    form, values = "", list[str]()
    for literal, name, how in split(text):
        form += quoted(literal).replace("%", "%%")
        f = pieces.field(record, name)
        if name and f is not None and how in ("", "x") and not pieces.is_list(f):
            form += "0x%llx" if how else "%llu"
            values.append(f"(unsigned long long)r->{name}")
            continue
        if form:
            yield f'inverbs_text_add(text, "{form}"{"".join(", " + v for v in values)});'
        form, values = "", []
        if name:
            yield _call(pieces, f, name, how)


def _call(pieces: Pieces, f: Field | None, name: str, how: str) -> str:
    if f is None:
        return f"{pieces.prefix}_phrase_{name}(text, r);"
    if pieces.is_list(f) and f.type is not None:
        return f"{pieces.prefix}_list_{f.type.name}(text, r->{name}, r->{how});"
    return f"{pieces.prefix}_name_{how}(text, r->{name});"
