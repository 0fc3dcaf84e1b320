"""Stage check: the rules of formats that hold for datagrams, too, and those about attributes."""

from __future__ import annotations

from collections.abc import Callable

from codegen.core.diag import Diagnostics
from codegen.formats.check import FormatChecker
from codegen.mad.model import Mad


def rule_formats(mad: Mad, diag: Diagnostics) -> None:
    """[formats] Fields and reserved bits fill a format, each bit once (rules A103, A110 to A120 of adapters)."""
    rules = FormatChecker(diag, "formats", mad.enum_names, aligned=False)
    for fmt in mad.formats:
        rules.check(fmt)


def rule_kinds(mad: Mad, diag: Diagnostics) -> None:
    """[kinds] A field is a byte array, an array of words or another format, one of them."""
    for fmt in mad.formats:
        for f in fmt.fields:
            path = f"formats.{fmt.name}.fields.{f.name}"
            kinds = [key for key in ("bytes", "count", "format") if key in f.words]
            if len(kinds) > 1:
                diag.error(f.src, path, f"both {kinds[0]} and {kinds[1]} [kinds]", "one of them")
            elif kinds and f.enum:
                diag.error(f.src, path, f"an enum for {kinds[0]} [kinds]", "it for a single number")
            elif kinds and "." in f.words:
                diag.error(f.src, path, f"bits of a word for {kinds[0]} [kinds]", "a byte, and a width with count")


def rule_attributes(mad: Mad, diag: Diagnostics) -> None:
    """[attributes] The enum 'attribute' has the number of each attribute, and its format exists."""
    numbers = mad.enum("attribute")
    for a in mad.attributes:
        path = f"attributes.{a.name}"
        if numbers is None or a.name not in dict(numbers.values):
            diag.error(a.src, path, f"the enum 'attribute' has no '{a.name}' [attributes]", "a value of it")
        if mad.format(a.format) is None:
            diag.error(a.src, f"{path}.format", f"no format '{a.format}' [attributes]",
                       "one of this file or of a file that is used")


Rule = Callable[[Mad, Diagnostics], None]

RULES: list[Rule] = [rule_kinds, rule_formats, rule_attributes]


def check(mad: Mad, diag: Diagnostics) -> None:
    for rule in RULES:
        rule(mad, diag)
