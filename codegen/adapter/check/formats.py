"""Stage check: the formats of an adapter and the driver-private data of its commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.command_words import COMMAND_DATA, MOST_BYTES, WIDE, WORDS
from codegen.adapter.sources import SOURCES
from codegen.formats.check import FormatChecker
from codegen.formats.model import Format

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker


def check_formats(k: SpecChecker) -> None:
    rules = FormatChecker(k.diag, "formats", k.enums, aligned=True)
    for fmt in k.a.formats:
        if rules.check(fmt):
            _sources(k, fmt)
    structs = FormatChecker(k.diag, "command-data", k.enums, aligned=True, as_struct=True)
    for fmt in k.a.command_data:
        structs.check(fmt)
    _command_data(k)


def _sources(k: SpecChecker, fmt: Format) -> None:
    """A104, A116: sources of fields exist and fit."""
    for f in fmt.fields:
        path = f"formats.{fmt.name}.fields.{f.name}"
        k.need_source(f.src, path, f.source)
        k.source_fits(f.src, path, f, f.source)
        if f.source in SOURCES and f.as_values and SOURCES[f.source].bits != 1:
            k.error(f.src, path, f"{f.source} is not a flag [A116]", "'as' with a source that is true or false")


def _command_data(k: SpecChecker) -> None:
    """A143: driver-private data has one layout for each command."""
    owners: dict[str, str] = {}
    for fmt in k.a.command_data:
        path = f"command-data.{fmt.name}"
        for name in fmt.layout_of:
            if name not in COMMAND_DATA:
                k.error(fmt.src, f"{path}.layout-of", f"no driver-private data '{name}' [A143]", f"one of {', '.join(COMMAND_DATA)}")
        names = [name for name in fmt.layout_of or (fmt.name,) if name in COMMAND_DATA]
        for name in names:
            if name in owners:
                k.error(fmt.src, path, f"{name} is already {owners[name]} [A143]", "one layout for each")
            owners.setdefault(name, fmt.name)
        _words(k, path, fmt, names)
        _since(k, path, fmt, names)
    if "get_context_old_out" in owners and not any(fmt.since for fmt in k.a.command_data):
        k.error(k.a.src, "command-data", "get_context_out has no 'since' beside get_context_old_out [A145]",
                "the ABI that introduced get_context_out")


def _since(k: SpecChecker, path: str, fmt: Format, names: list[str]) -> None:
    """A145: drivers before some ABI use another layout in the response of GET_CONTEXT."""
    known = {name for each in k.a.command_data for name in each.layout_of or (each.name,)}
    if fmt.since and (names != ["get_context_out"] or "get_context_old_out" not in known):
        k.error(fmt.src, f"{path}.since", f"{fmt.since} has no effect with a single layout [A145]",
                "get_context_out beside get_context_old_out")


def _words(k: SpecChecker, path: str, fmt: Format, names: list[str]) -> None:
    """A144: the meaning of a field is possible in the data of these commands, given once, and the field is wide
    enough."""
    seen: set[str] = set()
    for f in fmt.fields:
        if not f.word:
            continue
        known = [word for word in WORDS if any(word in COMMAND_DATA[name] for name in names)]
        if f.word not in known:
            k.error(f.src, f"{path}.fields.{f.name}", f"this data cannot have '{f.word}' [A144]",
                    f"one of {', '.join(known)}" if known else "fields without `is`")
        elif f.word in seen:
            k.error(f.src, f"{path}.fields.{f.name}", f"'{f.word}' is given twice [A144]", "each once")
        elif f.word in WIDE and f.place.width != 64:
            k.error(f.src, f"{path}.fields.{f.name}", f"'{f.word}' has only {f.place.width} bits [A144]", "64 bits")
        seen.add(f.word)
    if seen and fmt.size > MOST_BYTES:
        k.error(fmt.src, path, f"{fmt.size} bytes, with fields that have 'is' [A144]", f"at most {MOST_BYTES}")
