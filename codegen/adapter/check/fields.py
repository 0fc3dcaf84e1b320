"""Stage check, formats: every place lies in its word, every value fits its field, no key is there for nothing."""

from __future__ import annotations

from codegen.adapter.lower.formats import stores_begin
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import WcRow
from codegen.adapter.model.formats import Field, Format, Place, Ref
from codegen.adapter.sources import SOURCES, least_bits
from codegen.core.diag import Diagnostics, Src

# Keys of a field that exclude each other: the first is given, then none of the others does anything.
_EXCLUDE = {"bytes": ("word", "enum", "const", "unit", "as", "byte-order", "/", "."), "const": ("from", "unit", "as", "byte-order"),
            "as": ("unit", "byte-order", "enum"), "byte-order": ("unit", ".")}
_SPOKEN = {"/": "a width in its place", ".": "bits in its place"}


def plural(bits: int) -> str:
    return "1 bit" if bits == 1 else f"{bits} bits"


class FieldRules:
    """The rules about one format at a time."""

    ALIGNED = True  # words stand at multiples of their size

    def __init__(self, a: Adapter, diag: Diagnostics) -> None:
        self.a, self.diag = a, diag

    def error(self, src: Src, path: str, what: str, expected: str) -> None:
        self.diag.error(src, path, what, expected)

    def field(self, kind: str, fmt: Format, f: Field) -> bool:
        """False when the rest of what is known of the field rests on a place that is none."""
        path = f"{kind}.{fmt.name}.fields.{f.name}"
        if not f.is_bytes and not self.place(f.src, path, fmt, f.place):
            return False
        self._exclusive(path, f)
        self._value(path, f)
        self._source(path, f)
        self._overlay(path, fmt, f)
        return True

    def place(self, src: Src, path: str, fmt: Format, place: Place) -> bool:
        """A113: the bits of a place lie in its word, the high one first. A114: a word is aligned, inside its format."""
        if place.hi >= place.width:
            self.error(src, path, f"bit {place.hi} in a {place.width}-bit word [A113]", f"bits from {place.width - 1} to 0")
        elif place.lo > place.hi:
            self.error(src, path, f"bits {place.hi}-{place.lo} are in the wrong order [A113]", "the high bit first")
        elif place.at % (place.width // 8) and self.ALIGNED:
            self.error(src, path, f"a {place.width}-bit word at byte 0x{place.at:x} is not aligned [A114]",
                       f"a multiple of {place.width // 8}")
        elif place.at + place.width // 8 > fmt.size:
            self.error(src, path, f"a {place.width}-bit word at byte 0x{place.at:x} ends outside the format [A114]",
                       f"a word in {fmt.size} bytes")
        else:
            return True
        return False

    def _exclusive(self, path: str, f: Field) -> None:
        """A115: no key of a field is without effect beside another one."""
        for key, others in _EXCLUDE.items():
            for other in others if key in f.words else ():
                if other in f.words:
                    self.error(f.src, path, f"'{key}' and {_SPOKEN.get(other, repr(other))} [A115]", "one of them")
        if {"word", "/"} <= f.words:
            self.error(f.src, path, "'word' and a width in 'at' [A115]", "one of them")

    def _value(self, path: str, f: Field) -> None:
        """A121: a unit leaves room in 64 bits. A122: constants fit their field."""
        if f.place.bits + f.unit.bit_length() - 1 > 64:
            self.error(f.src, path, f"{plural(f.place.bits)} in units of {f.unit} bytes [A121]", "a byte count of at most 64 bits")
        for value in (*([] if f.const is None else [f.const]), *(f.as_values or ())):
            if value >> f.place.bits:
                self.error(f.src, path, f"{value} does not fit in {plural(f.place.bits)} [A122]", "a value that fits")

    def _source(self, path: str, f: Field) -> None:
        """A116: what comes from a source fits the field: its bits, its bytes, its kind."""
        self.fits(f.src, path, f, f.source)
        if f.source in SOURCES and f.as_values and SOURCES[f.source].bits != 1:
            self.error(f.src, path, f"{f.source} is not a flag [A116]", "'as' with a source that is true or false")

    def fits(self, src: Src, path: str, f: Field, source: str) -> None:
        """A116, also for a setting. Fields may say how they make a number fit."""
        known = SOURCES.get(source)
        if known is None:
            return
        if known.memory != f.is_bytes:
            self.error(src, path, f"{source} is {'a byte array' if known.memory else 'a number'} [A116]",
                       "'bytes'" if known.memory else "a field without 'bytes'")
        elif f.length > known.bytes:
            self.error(src, path, f"{source} has {known.bytes} bytes, fewer than the field [A116]", f"at most {known.bytes} bytes")
        elif not (f.is_bytes or f.low or f.most or f.drop) and least_bits(source) > f.place.bits + f.unit.bit_length() - 1:
            self.error(src, path, f"{source} does not fit in {plural(f.place.bits)} [A116]",
                       f"at least {plural(least_bits(source))}")

    def _overlay(self, path: str, fmt: Format, f: Field) -> None:
        """A123: an overlay shares bits with another field of the format."""
        other = next((o for o in fmt.fields if o.name == f.overlays), None)
        if f.overlays and other is None:
            self.error(f.src, path, f"no field '{f.overlays}' to overlay [A123]", "a field of this format")
        elif other is not None and (other is f or not _bits(fmt, other) & _bits(fmt, f)):
            self.error(f.src, path, f"shares no bit with '{f.overlays}' [A123]", "a field whose bits these are, too")

    def format_rules(self, kind: str, fmt: Format) -> None:
        """A117: a word begins at the byte that is published. A118: a command part ends like a C struct. A127: what is pushed."""
        path = f"{kind}.{fmt.name}"
        if kind == "command-data":
            widest = max(f.place.width // 8 for f in fmt.fields)
            if fmt.size % widest:
                self.error(fmt.src, path, f"a struct of {fmt.size} bytes [A118]",
                           f"a multiple of {widest}, the widest member, as C has it")
            return
        if fmt.publish is not None and not self.diag.messages and fmt.publish not in stores_begin(fmt):
            self.error(fmt.src, f"{path}.publish", f"no word begins at byte {fmt.publish} [A117]", "the byte of a word")
        if any(f.pushed for f in fmt.fields) and fmt.publish is None:
            self.error(fmt.src, path, "has fields for images and no 'publish' [A127]", "publish")

    def narrow(self, path: str, ref: Ref, most: int) -> None:
        """A235: a mark is a single bit, a coded field has at most 8 (a table is made of it), a number at most 32."""
        f = self.a.ref(ref)
        if f.is_bytes or f.place.bits > most or f.const is not None or f.as_values or f.unit > 1:
            self.error(ref.src, path, f"'{f.name}' is not a plain number of at most {plural(most)} [A235]", "such a field")

    def fits_in(self, src: Src, path: str, value: int, ref: Ref) -> None:
        """A122, for a value that a section names."""
        bits = self.a.ref(ref).place.bits
        if value >> bits:
            self.error(src, path, f"0x{value:x} does not fit in the {plural(bits)} of {ref.format}.{ref.field} [A122]",
                       "a value that fits")


def _bits(fmt: Format, f: Field) -> set[int]:
    if f.is_bytes:
        return set(range(f.place.at * 8, (f.place.at + f.length) * 8))
    return f.place.bit_numbers(fmt.big_endian)
