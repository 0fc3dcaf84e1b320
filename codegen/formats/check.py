"""Stage check: the rules for formats in all languages, by their numbers in docs/rules.md. Places lie in their words,
values fit their fields, every key has an effect, and each bit belongs to one field."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from codegen.core.diag import Diagnostics, Src
from codegen.core.words import KEYWORDS, MACROS
from codegen.formats.lower import stores_begin
from codegen.formats.model import Field, Format, Place

# Keys of a field that exclude each other: if the first one is given, the others have no effect.
_EXCLUDE = {"bytes": ("word", "enum", "const", "unit", "as", "byte-order", "/", "."),
            "const": ("from", "unit", "as", "byte-order"), "as": ("unit", "byte-order", "enum"),
            "byte-order": ("unit", ".")}
_SPOKEN = {"/": "a width in its place", ".": "bits in its place"}


def plural(bits: int) -> str:
    return "1 bit" if bits == 1 else f"{bits} bits"


@dataclass(frozen=True)
class FormatChecker:
    """The rules about one format at a time, for the formats of one section of a spec."""

    diag: Diagnostics
    section: str  # key under which the formats are
    enums: Collection[str]  # enums that fields can name
    aligned: bool  # words must lie at multiples of their size
    as_struct: bool = False  # the format is a C struct with these members, which may have unused bits between them

    def check(self, fmt: Format) -> bool:
        """Check one format. Returns False if a place is wrong; nothing that depends on places has been checked then."""
        owners: dict[int, str] = {}
        for f in fmt.fields:
            path = f"{self.section}.{fmt.name}.fields.{f.name}"
            self._names(path, f)
            if not f.is_bytes and not self._place(f.src, path, fmt, f.place):
                return False
            self._exclusive(path, f)
            self._value(path, f)
            self._overlay(path, fmt, f)
            self._claim(fmt, f.src, path, f.name, f.bit_numbers(fmt.big_endian), f.overlays, owners)
        self._published(fmt)
        path = f"{self.section}.{fmt.name}.reserved"
        for p in fmt.reserved:
            if not self._place(fmt.src, path, fmt, p):
                return False
            self._claim(fmt, fmt.src, path, "reserved", p.bit_numbers(fmt.big_endian), "", owners)
        if self.as_struct:
            self._struct(fmt)
        else:
            self._complete(fmt, owners)
        return True

    def _names(self, path: str, f: Field) -> None:
        """A120: the name of a field is not a keyword of C. A103: a named enum exists."""
        if f.name in KEYWORDS | MACROS:
            self.diag.error(f.src, path, f"'{f.name}' is a C/C++ keyword or macro [A120]", "another name")
        if f.enum and f.enum not in self.enums:
            self.diag.error(f.src, path, f"no enum '{f.enum}' [A103]", f"one of {', '.join(self.enums)}")

    def _place(self, src: Src, path: str, fmt: Format, place: Place) -> bool:
        """A113: the bits of a place lie in its word, the high one first. A114: a word is aligned, inside its format."""
        size = place.width // 8
        if place.hi >= place.width:
            self.diag.error(src, path, f"bit {place.hi} in a {place.width}-bit word [A113]",
                            f"bits from {place.width - 1} to 0")
        elif place.lo > place.hi:
            self.diag.error(src, path, f"bits {place.hi}-{place.lo} are in the wrong order [A113]",
                            "the high bit first")
        elif self.aligned and place.at % size:
            self.diag.error(src, path, f"a {place.width}-bit word at byte 0x{place.at:x} is not aligned [A114]",
                            f"a multiple of {size}")
        elif place.at + size > fmt.size:
            self.diag.error(src, path,
                            f"a {place.width}-bit word at byte 0x{place.at:x} extends beyond the format [A114]",
                            f"a word in {fmt.size} bytes")
        else:
            return True
        return False

    def _exclusive(self, path: str, f: Field) -> None:
        """A115: every key of a field has an effect together with the others."""
        for key, others in _EXCLUDE.items():
            for other in others if key in f.words else ():
                if other in f.words:
                    self.diag.error(f.src, path, f"both '{key}' and {_SPOKEN.get(other, repr(other))} [A115]", "one of them")
        if {"word", "/"} <= f.words:
            self.diag.error(f.src, path, "both 'word' and a width in 'at' [A115]", "one of them")

    def _value(self, path: str, f: Field) -> None:
        """A121: a byte count in units fits in 64 bits. A122: constants fit their field."""
        if f.place.bits + f.unit.bit_length() - 1 > 64:
            self.diag.error(f.src, path, f"{plural(f.place.bits)} in units of {f.unit} bytes [A121]",
                            "a byte count of at most 64 bits")
        for value in (*([] if f.const is None else [f.const]), *(f.as_values or ())):
            if value >> f.place.bits:
                self.diag.error(f.src, path, f"{value} does not fit in {plural(f.place.bits)} [A122]",
                                "a value that fits")

    def _overlay(self, path: str, fmt: Format, f: Field) -> None:
        """A123: an overlay shares bits with another field of the format."""
        other = next((o for o in fmt.fields if o.name == f.overlays), None)
        big = fmt.big_endian
        if f.overlays and other is None:
            self.diag.error(f.src, path, f"no field '{f.overlays}' to overlay [A123]", "a field of this format")
        elif other is not None and (other is f or not other.bit_numbers(big) & f.bit_numbers(big)):
            self.diag.error(f.src, path, f"shares no bit with '{f.overlays}' [A123]",
                            "a field that has some of these bits")

    def _claim(self, fmt: Format, src: Src, path: str, name: str, bits: set[int], overlays: str,
               owners: dict[int, str]) -> None:
        """A110: a bit belongs to one field or is reserved, unless overlays are declared. A112: inside the format."""
        for bit in sorted(bits):
            if bit >= fmt.size * 8:
                self.diag.error(src, path, f"byte 0x{bit // 8:x} lies outside the format [A112]",
                                f"a place in {fmt.size} bytes")
                return
            taken = owners.get(bit)
            if taken and not overlays:
                self.diag.error(src, path, f"bit {bit % 8} of byte 0x{bit // 8:x} is already '{taken}' [A110]",
                                "a free place, or 'overlays'")
                return
            owners.setdefault(bit, name)

    def _published(self, fmt: Format) -> None:
        """A117: a word begins at the byte that is published. A127: formats with fields for images publish a word."""
        path = f"{self.section}.{fmt.name}"
        if fmt.publish is not None and not self.diag.messages and fmt.publish not in stores_begin(fmt):
            self.diag.error(fmt.src, f"{path}.publish", f"no word begins at byte {fmt.publish} [A117]",
                            "the byte of a word")
        if any(f.pushed for f in fmt.fields) and fmt.publish is None:
            self.diag.error(fmt.src, path, "has fields for images but no 'publish' [A127]", "publish")

    def _struct(self, fmt: Format) -> None:
        """A118: the size is that of a C struct with these members."""
        widest = max(f.place.width // 8 for f in fmt.fields)
        if fmt.size % widest:
            self.diag.error(fmt.src, f"{self.section}.{fmt.name}", f"a struct of {fmt.size} bytes [A118]",
                            f"a multiple of {widest}, the widest member, as C has it")

    def _complete(self, fmt: Format, owners: dict[int, str]) -> None:
        """A111: every bit is a field or reserved."""
        hole = next((bit for bit in range(fmt.size * 8) if bit not in owners), None)
        if hole is not None:
            self.diag.error(fmt.src, f"{self.section}.{fmt.name}",
                            f"bit {hole % 8} of byte 0x{hole // 8:x} is neither a field nor reserved [A111]",
                            "every bit in a field, or reserved")
