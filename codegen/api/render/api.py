"""Stage render: every committed file that is generated from the API."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from codegen.api.lower.aix import aix_header
from codegen.api.lower.checked import checked_headers
from codegen.api.lower.headers import (cause_table, inline_body, lower_header, map_pairs, map_tables, name_table,
                                       not_yet_body, string_table)
from codegen.api.lower.layouts import assertions
from codegen.api.lower.translations import ways
from codegen.api.model import Enum, Section
from codegen.api.render.aix_page import aix_page
from codegen.api.render.checks_page import checks_page
from codegen.api.render.completion import completions
from codegen.api.render.man import man_pages
from codegen.api.render.statements_page import statements_page
from codegen.api.render.status_page import Able, status_page
from codegen.api.resolve import Resolved
from codegen.core.render import banner, render
from codegen.core.write import ROOT, Output


def headers(r: Resolved) -> list[Output]:
    out = []
    for plan in r.plans:
        specs = [s.place.src.file for s in plan.sections] or [plan.header.place.src.file]
        text = render("api/header.h.j2", banner=banner(specs_of(specs)), header=lower_header(r, plan))
        out.append(Output(f"include/{plan.header.path}", text))
    return out


def specs_of(files: list[str]) -> list[str]:
    """A single file by its name, several files as their folder."""
    if len(files) == 1:
        return files
    return sorted({f"{Path(f).parent}/" for f in files})


def headers_of(r: Resolved, has: Callable[[Section], bool]) -> list[str]:
    """The headers that have a section for which ``has`` is true."""
    return [plan.header.path for plan in r.plans if any(has(section) for section in plan.sections)]


def headers_with(r: Resolved, has: Callable[[Enum], bool]) -> list[str]:
    """The headers that declare an enumeration for which ``has`` is true."""
    return headers_of(r, lambda section: any(has(e) for e in section.enums))


def archive_files(r: Resolved, marks: str, unit: str) -> list[Output]:
    """Texts of enumerators, and functions that are not implemented yet, of the headers of one unit."""
    sections = [s for s in r.api.sections if r.units.get(s.name, "") == unit]
    enums = [e for s in sections for e in s.enums]
    strings = [string_table(r, e) for e in enums if e.strings]
    maps = [t for e in enums for m in e.maps for t in map_tables(r, e, m)]
    late = [not_yet_body(r, f) for s in sections for f in s.functions if f.status == "not-yet"]
    stem = f"_{unit}" if unit else ""
    homes = {r.functions[e.strings.function].name for e in enums if e.strings}
    told = headers_of(r, lambda s: s in sections and (any(e.maps for e in s.enums) or any(f.name in homes for f in s.functions)))
    waiting = headers_of(r, lambda s: s in sections and any(f.status == "not-yet" for f in s.functions))
    out = [Output(f"runtime/gen/strings{stem}.c", render("api/strings.c.j2", banner=marks, strings=strings, maps=maps,
                                                        includes=told))] if strings or maps or not unit else []
    return out + ([Output(f"runtime/gen/not_yet{stem}.c", render("api/not_yet.c.j2", banner=marks, bodies=late,
                                                                includes=waiting))] if late or not unit else [])


def layouts(r: Resolved, marks: str) -> list[Output]:
    lines = assertions(r)
    if not lines:
        return []
    includes = headers_of(r, lambda section: any(s.size for s in section.structs))
    return [Output("runtime/gen/layouts.c", render("api/layouts.c.j2", banner=marks, includes=includes, lines=lines))]


def generate(r: Resolved, root: Path = ROOT, able: Able | None = None) -> list[Output]:
    """All committed outputs of a resolved API. ``root``: folder of its tests; ``able``: adapters by ability."""
    marks = banner(specs_of(list(r.api.files)))
    inlines = [inline_body(r, f) for f in r.api.functions() if f.inline and (f.inline.through or f.inline.forward)]
    names = [name_table(e) for e in r.api.enums() if e.names]
    causes = [cause_table(e) for e in r.api.enums() if e.causes]
    return [
        *headers(r),
        Output("include/inverbs/api/inlines.h", render("api/inlines.h.j2", banner=marks, bodies=inlines,
                                                       bound=any(f.inline and f.inline.bound for f in r.api.functions()))),
        *(out for unit in dict.fromkeys(["", *r.units.values()]) for out in archive_files(r, marks, unit)),
        *layouts(r, marks),
        *number_maps(r, marks),
        *translations(r, marks),
        Output("runtime/gen/causes.c", render("api/causes.c.j2", banner=marks, names=names, causes=causes)),
        Output("docs/status.md", status_page(r, root / "tests", able or {})),
        Output("docs/statements.md", statements_page(root / "tests")),
        *checked_build(r, marks),
        Output("docs/checks.md", checks_page(r)),
        *aix_profile(r, marks),
        *completions(r),
    ]


def number_maps(r: Resolved, marks: str) -> list[Output]:
    """The numbers of enumerators as data, for the emulator, which shares no functions with the archive."""
    maps = [map_pairs(e, m) for e in r.api.enums() for m in e.maps]
    if not maps:
        return []
    return [Output("include/inverbs/device/maps.h", render("api/maps.h.j2", banner=marks, maps=maps,
                                                            includes=headers_with(r, lambda e: bool(e.maps))))]


def translations(r: Resolved, marks: str) -> list[Output]:
    """The translations to and from verbs' constants, for each unit that has some."""
    out = []
    for unit in dict.fromkeys(r.units[s.name] for s in r.api.sections if s.translations):
        includes = headers_of(r, lambda s, u=unit: bool(s.translations) and r.units[s.name] == u)  # type: ignore[misc]
        out.append(Output(f"include/inverbs/{unit}/maps.h", render("api/translations.h.j2", banner=marks, includes=includes,
                                                                   guard=f"INVERBS_{unit.upper()}_MAPS_H", ways=ways(r, unit))))
    return out


def checked_build(r: Resolved, marks: str) -> list[Output]:
    """The headers of INVERBS_CHECKED, each with the file of the archive that it uses."""
    found = checked_headers(r)
    out = [Output(f"include/{h.path}", render("api/checked.h.j2", banner=marks, page=h)) for h in found]
    out += [Output(h.source, render("api/plain.c.j2", banner=marks, page=h)) for h in found if h.table]
    return [*out, *(Output("runtime/gen/uses.c", render("api/uses.c.j2", banner=marks, uses=h.uses)) for h in found[:1])]


def aix_profile(r: Resolved, marks: str) -> list[Output]:
    """Outputs for INVERBS_AIX: a header for each public header with functions that differ, and the page."""
    plans = [plan for plan in r.plans if plan.header.aix]
    out = [Output(f"include/{plan.header.aix}", render("api/aix.h.j2", banner=marks, page=aix_header(r, plan)))
           for plan in plans]
    return [*out, Output("docs/aix-calls.md", aix_page(r))] if plans else []


def manual(r: Resolved, root: Path = ROOT) -> list[Output]:
    """The manual pages, which are generated when the project is built."""
    return man_pages(r, root)
