"""Stage check: the values of fields, for all formats."""

from __future__ import annotations

from codegen.adapter.check.checker import SpecChecker
from codegen.adapter.sources import SOURCES, bits_of
from codegen.formats.check import plural


def check_values(k: SpecChecker) -> None:
    """A304 for all fields; A305: keys of a field that exclude each other."""
    for fmt in k.a.formats:
        for f in fmt.fields:
            path = f"formats.{fmt.name}.fields.{f.name}"
            if f.source in SOURCES:
                k.value_fits(path, f.src, f, f.source)
            if f.overlays and f.as_values and f.as_values[0]:
                k.error(f.src, path, f"is {f.as_values[0]} where its source is false, in bits shared with other fields [A305]",
                        "0 and another value")
            if max(f.owed, f.most) >> f.place.bits:
                k.error(f.src, path, f"{max(f.owed, f.most)} does not fit in {plural(f.place.bits)} [A122]",
                        "a value that fits")
            if f.owed and not f.as_values:
                k.error(f.src, path, "'owed' without 'as' [A305]", "'as' and 'owed'")
            if f.unread and f.const is not None:
                k.error(f.src, path, "a constant in a field that the adapter does not read [A305]", "no const")
            if f.low and f.source in SOURCES and bits_of(f.source) <= f.place.bits:
                k.error(f.src, path, "'takes: low-bits' of a value that is not wider than the field [A115]", "no takes")
            if f.inline and not f.source:
                k.error(f.src, path, "'inline' without 'from' [A305]", "'from' and 'inline'")
            k.need_source(f.src, path, f.inline)
