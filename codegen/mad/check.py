"""Stage check: the rules of formats that also apply to datagrams, and the rules about attributes."""

from __future__ import annotations

from collections.abc import Callable

from codegen.core.diag import Diagnostics
from codegen.formats.check import FormatChecker
from codegen.mad.model import Mad


def rule_formats(mad: Mad, diag: Diagnostics) -> None:
    """[formats] Every bit of a format belongs to one field or is reserved (rules A103, A110 to A120 of adapters)."""
    rules = FormatChecker(diag, "formats", mad.enum_names, aligned=False)
    for fmt in mad.formats:
        rules.check(fmt)


def rule_kinds(mad: Mad, diag: Diagnostics) -> None:
    """[kinds] A field is only one of these: a byte array, an array of words, another format."""
    for fmt in mad.formats:
        for f in fmt.fields:
            path = f"formats.{fmt.name}.fields.{f.name}"
            kinds = [key for key in ("bytes", "count", "format") if key in f.words]
            if len(kinds) > 1:
                diag.error(f.src, path, f"both {kinds[0]} and {kinds[1]} [kinds]", "one of them")
            elif kinds and f.enum:
                diag.error(f.src, path, f"an enum for {kinds[0]} [kinds]", "'enum' only for a single number")
            elif kinds and "." in f.words:
                diag.error(f.src, path, f"bits of a word for {kinds[0]} [kinds]", "a byte, and a width with count")


def rule_attributes(mad: Mad, diag: Diagnostics) -> None:
    """[attributes] The enum 'attribute' has the number of each attribute, and the attribute's format exists."""
    numbers = mad.enum("attribute")
    for a in mad.attributes:
        path = f"attributes.{a.name}"
        if numbers is None or a.name not in dict(numbers.values):
            diag.error(a.src, path, f"the enum 'attribute' has no '{a.name}' [attributes]", "a value of it")
        if mad.format(a.format) is None:
            diag.error(a.src, f"{path}.format", f"no format '{a.format}' [attributes]",
                       "one of this file or of a file that is used")


def rule_components(mad: Mad, diag: Diagnostics) -> None:
    """[components] Each component is a field of the attribute's format, or existing items of an array."""
    for a in mad.attributes:
        path = f"attributes.{a.name}.components"
        if len(a.components) > 64:
            diag.error(a.src, path, f"{len(a.components)} components [components]", "at most 64, the bits of the mask")
        for c in a.components:
            f = mad.member(a.format, c.path) if c.path else None
            if c.path and f is None:
                diag.error(c.src, path, f"{a.format} has no '{c.name}' [components]", "a field of it, or 'reserved'")
            elif f is not None and f.format:
                diag.error(c.src, path, f"'{c.name}' is a format [components]", "a field of it, such as node_info.type")
            elif f is not None and c.part and not 0 <= c.part[0] <= c.part[-1] < (f.count or f.length):
                diag.error(c.src, path, f"'{c.name}' has no items {c.part[0]} to {c.part[-1]} [components]",
                           "items of an array, in their order")


Rule = Callable[[Mad, Diagnostics], None]

RULES: list[Rule] = [rule_kinds, rule_formats, rule_attributes, rule_components]


def check(mad: Mad, diag: Diagnostics) -> None:
    for rule in RULES:
        rule(mad, diag)
