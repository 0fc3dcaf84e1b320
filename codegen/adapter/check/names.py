"""Stage check: no name in a spec clashes with a name in the generated code (rule A125)."""

from __future__ import annotations

import re

from codegen.adapter.model.adapter import Adapter
from codegen.core.diag import Diagnostics, Src

# Definitions at the beginning of a line, of names that begin with the adapter's ({0}). C allows a struct and a function
# with the same name, but that confuses readers, debuggers and C++.
_DEFINES = (r"^(?:struct|enum) ({0}_\w+) \{{", r"^(?:INVERBS_INLINE|static)\b[^\n=]*?\b({0}_\w+)\(",
            r"^static const\b[^\n=(]*?\b({0}_\w+)(?:\[\])?(?: __attribute__[^\n=]*)? = \{{", r"^#define ({0}_\w+)",
            r"^\t({0}_\w+) = ")


def definitions(adapter: str, text: str) -> list[str]:
    """The names with the adapter's prefix that a generated header defines."""
    def find(pattern: str) -> list[str]:
        return re.findall(pattern.format(f"(?i:{adapter})"), text, re.MULTILINE)

    return [name for pattern in _DEFINES for name in find(pattern)]


def _named(a: Adapter) -> dict[str, tuple[Src, str]]:
    """Names in the spec and their source positions, by the prefix of the C names that are composed from them."""
    out = {f"{a.name}_{f.name}": (f.src, f"formats.{f.name}") for f in a.formats}
    out |= {f"{a.name}_{e.name}": (e.src, f"enums.{e.name}") for e in a.enums}
    out |= {f"{a.name}_{c.name}": (c.src, f"command-data.{c.name}") for c in a.command_data}
    return out


def _culprit(a: Adapter, name: str) -> tuple[Src, str]:
    """The longest name in the spec from which this C name can be composed."""
    named = _named(a)
    fits = [n for n in named if name.lower() == n or name.lower().startswith(f"{n}_")]
    return named[max(fits, key=len)] if fits else (a.src, "constants")


def check_names(a: Adapter, headers: list[str], diag: Diagnostics) -> None:
    """A125: the generated headers define each name once."""
    seen: set[str] = set()
    for name in (d for text in headers for d in definitions(a.name, text)):
        if name in seen:
            diag.error(*_culprit(a, name), f"the generated code would define {name} twice [A125]", "another name")
        seen.add(name)
    diag.stop_if_errors()
