"""The state transitions of a queue pair as a list in a manual page, from the table that the emulated kernel checks."""

from __future__ import annotations

from pathlib import Path

from codegen.abi.build import load_abi
from codegen.abi.model import NameRef, StateTable, Transition
from codegen.api.lower.numbers import value_of
from codegen.api.model import StateWords
from codegen.api.render.mdoc import Names, sentence_lines
from codegen.api.resolve import Resolved


class Spelling:
    """The API's enumerators for the words of the kernel's table, found by value."""

    def __init__(self, r: Resolved, words: StateWords, table: StateTable) -> None:
        self.attributes = {a.name: self.member(r, words.attributes, 1 << a.value) for a in table.attributes}
        self.states = {s.name: self.member(r, words.states, s.value) for s in table.states}
        self.types = {t.name: self.member(r, words.types, t.value) for t in table.types}

    @staticmethod
    def member(r: Resolved, enum: str, value: int) -> str:
        return next((m.name for m in r.enums[f"enum {enum}"].members if value_of(m.value) == value), str(value))

    def listed(self, refs: list[NameRef]) -> str:
        return ", ".join(self.attributes[ref.name] for ref in refs)


def state_lines(r: Resolved, words: StateWords, folder: Path, names: Names) -> list[str]:
    """A list item for each transition with attributes; queue pair types with the same attributes share one."""
    table = load_abi(folder / f"{words.spec}.yaml", f"{words.spec}.yaml").state_table
    assert table is not None, f"{words.spec} has no state-table"
    spelling = Spelling(r, words, table)
    changes: dict[tuple[str, str], dict[str, list[str]]] = {}
    for t in table.transitions:
        text = needs(spelling, t)
        if text:
            changes.setdefault((t.start, t.end), {}).setdefault(text, []).append(spelling.types.get(t.type, "any type"))
    lines = [".Ss State changes", ".Bl -tag -width 4n"]
    for (start, end), groups in changes.items():
        lines.append(f".It Dv {spelling.states[start]} No to Dv {spelling.states[end]}")
        for i, (text, types) in enumerate(groups.items()):
            lines += [".Pp"] if i else []
            lines += sentence_lines(f"{', '.join(types)}: {text}.", names)
    lines.append(".El")
    for qp_type in (t for t in table.types if t.drop):
        text = f"On {spelling.types[qp_type.name]} these mean nothing and are ignored: {spelling.listed(qp_type.drop)}."
        lines += [".Pp", *sentence_lines(text, names)]
    return lines


def needs(spelling: Spelling, t: Transition) -> str:
    parts = []
    if t.required:
        parts.append(f"needs {spelling.listed(t.required)}")
    if t.optional:
        parts.append(f"takes {spelling.listed(t.optional)}")
    return "; ".join(parts)
