"""Stage resolve: finds other files, and the sizes of formats that are fields of other formats."""

from __future__ import annotations

from dataclasses import replace

from codegen.core.diag import Diagnostics
from codegen.formats.model import Field, Format
from codegen.mad.model import Mad


def resolve(mad: Mad, known: dict[str, Mad], diag: Diagnostics) -> Mad:
    """The file with the files that it uses. A format can contain only formats above it, so that none contains itself.
    """
    for use in mad.uses:
        if use.name in known and use.name != mad.name:
            mad.used.append(known[use.name])
        else:
            diag.error(use.src, "uses", f"no file '{use.name}'", "a file beside this one")
    done: list[Format] = []
    for fmt in mad.formats:
        above = replace(mad, formats=tuple(done))
        done.append(replace(fmt, fields=tuple(_sized(above, fmt, f, diag) for f in fmt.fields)))
    return replace(mad, formats=tuple(done))


def _sized(mad: Mad, fmt: Format, f: Field, diag: Diagnostics) -> Field:
    if not f.format:
        return f
    held = mad.format(f.format)
    if held is None:
        diag.error(f.src, f"formats.{fmt.name}.fields.{f.name}", f"no format '{f.format}' above this one",
                   "one of this file's "
                   "above, or file.format of a file that is used")
        return f
    return replace(f, length=held.size)
