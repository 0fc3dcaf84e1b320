"""Stage check, formats: every place lies in its word, every value fits its field, no key is there for nothing."""

from __future__ import annotations

from codegen.adapter.lower_formats import stores_begin
from codegen.adapter.model import AnyAdapter, Bell, Field, Format, Place, Ref, Setting, WcRow
from codegen.adapter.words import MEANINGS, at_hand
from codegen.core.diag import Diagnostics, Src

# Keys of a field that exclude each other: the first is given, then none of the others does anything.
_EXCLUDE = {"bytes": ("word", "enum", "const", "unit", "as", "byte-order", "/", "."), "const": ("from", "unit", "as", "byte-order"),
            "as": ("unit", "byte-order", "enum"), "byte-order": ("unit", ".")}
_SPOKEN = {"/": "a width in its place", ".": "bits in its place"}
_KEYS_OF_BELLS = {"register": ("register", "format"), "record": ("record", "word"), "command": ("command",)}


def plural(bits: int) -> str:
    return "1 bit" if bits == 1 else f"{bits} bits"


class FieldRules:
    """The rules about one format at a time."""

    def __init__(self, a: AnyAdapter, diag: Diagnostics) -> None:
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
            self.error(src, path, f"bit {place.hi} of a {place.width}-bit word [A113]", f"bits from {place.width - 1} to 0")
        elif place.lo > place.hi:
            self.error(src, path, f"bits {place.hi}-{place.lo} [A113]", "the high bit first")
        elif place.at % (place.width // 8):
            self.error(src, path, f"a {place.width}-bit word at byte 0x{place.at:x} [A114]", f"a multiple of {place.width // 8}")
        elif place.at + place.width // 8 > fmt.size:
            self.error(src, path, f"a {place.width}-bit word at byte 0x{place.at:x} ends outside [A114]", f"a word in {fmt.size} bytes")
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
            self.error(f.src, path, "'word' and a width in its place [A115]", "one of them")

    def _value(self, path: str, f: Field) -> None:
        """A121: a unit leaves room in 64 bits. A122: constants fit their field."""
        if f.place.bits + f.unit.bit_length() - 1 > 64:
            self.error(f.src, path, f"{plural(f.place.bits)} in units of {f.unit} [A121]", "a byte count of at most 64 bits")
        for value in (*([] if f.const is None else [f.const]), *(f.as_values or ())):
            if value >> f.place.bits:
                self.error(f.src, path, f"{value} does not fit in {plural(f.place.bits)} [A122]", "a value that fits")

    def _source(self, path: str, f: Field) -> None:
        """A116: what comes from a source fits the field: its bits, its bytes, its kind."""
        self.fits(f.src, path, f, f.source)
        meaning = MEANINGS.get(f.source)
        if meaning and f.as_values and meaning.ctype != "bool":
            self.error(f.src, path, f"{f.source} is not a flag [A116]", "'as' with a source that is true or false")

    def fits(self, src: Src, path: str, f: Field, source: str) -> None:
        """A116, also for a setting."""
        meaning = MEANINGS.get(source)
        if meaning is None:
            return
        if bool(meaning.array) != f.is_bytes:
            self.error(src, path, f"{source} is {'a byte array' if meaning.array else 'a number'} [A116]",
                       "'bytes'" if meaning.array else "a field without 'bytes'")
        elif f.length > meaning.array:
            self.error(src, path, f"{source} has {meaning.array} bytes [A116]", "at most as many")
        elif not f.is_bytes and meaning.bits > f.place.bits + f.unit.bit_length() - 1:
            self.error(src, path, f"{source} does not fit in {plural(f.place.bits)} [A116]", f"at least {plural(meaning.bits)}")

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
                self.error(fmt.src, path, f"{fmt.size} bytes [A118]", f"a multiple of {widest}, the widest member, as C has it")
            return
        if fmt.publish is not None and not self.diag.messages and fmt.publish not in stores_begin(fmt):
            self.error(fmt.src, f"{path}.publish", f"no word begins at byte {fmt.publish} [A117]", "the byte of a word")
        if any(f.pushed for f in fmt.fields) and fmt.publish is None:
            self.error(fmt.src, path, "has fields for pushed entries and no 'publish' [A127]", "publish")

    # roles ----------------------------------------------------------------------------------------------------

    def roles(self, used: list[tuple[str, str, str]], filled_elsewhere: set[str]) -> None:
        """A229: a format takes what the code has at hand where it is used. A217: each of its fields gets a value there."""
        roles: dict[str, list[tuple[str, str]]] = {}
        for role, path, name in used:
            roles.setdefault(name, []).append((role, path))
        for fmt in self.a.formats:
            for f in fmt.fields:
                where = f"formats.{fmt.name}.fields.{f.name}"
                if f.source and fmt.name not in roles:
                    self.error(f.src, where, f"nothing writes this format, and '{f.source}' goes nowhere [A229]", "no 'from'")
                for role, path in roles.get(fmt.name, ()):
                    if f.source and not at_hand(role, f.source):
                        self.error(f.src, where, f"{path} does not know {f.source} [A229]", "a word that it has")
                    if not f.source and f.const is None and fmt.name not in filled_elsewhere:
                        self.error(f.src, where, f"gets no value in {path} [A217]", "'from', 'const', or reserved bits")

    def setting(self, path: str, s: Setting, role: str) -> None:
        """A219: what is set is known where the segment is written, and fits."""
        f = self.a.ref(s.ref)
        if f.is_bytes or f.const is not None:
            self.error(s.ref.src, path, f"'{s.ref.format}.{f.name}' is {'a byte array' if f.is_bytes else 'constant'} [A219]",
                       "a field that takes a number")
        elif s.source[:1].isdigit():
            if int(s.source, 0) >> f.place.bits:
                self.error(s.ref.src, path, f"{s.source} does not fit in {plural(f.place.bits)} [A122]", "a value that fits")
        elif not at_hand(role, s.source):
            self.error(s.ref.src, path, f"{s.source} is not known here [A219]", "a word of the request")
        else:
            self.fits(s.ref.src, path, f, s.source)

    def narrow(self, path: str, ref: Ref, most: int) -> None:
        """A235: a mark is a single bit, a coded field has at most 8 (a table is made of it), a number at most 32."""
        f = self.a.ref(ref)
        if f.is_bytes or f.place.bits > most or f.const is not None or f.as_values or f.unit > 1:
            self.error(ref.src, path, f"'{f.name}' is not a plain number of at most {plural(most)} [A235]", "such a field")

    def fits_in(self, src: Src, path: str, value: int, ref: Ref) -> None:
        """A122, for a value that a section names."""
        bits = self.a.ref(ref).place.bits
        if value >> bits:
            self.error(src, path, f"0x{value:x} does not fit in the {plural(bits)} of {ref.format}.{ref.field} [A122]", "a value that fits")

    def row(self, path: str, row: WcRow, known: set[str]) -> None:
        """A222: a row of a completion table has what its side looks at."""
        for key in sorted(row.words - known):
            self.error(row.src, path, f"'{key}' says nothing here [A222]", f"only {', '.join(sorted(known))}")
        if len(set(row.flags)) != len(row.flags) or not row.flags and "flags" in row.words:
            self.error(row.src, f"{path}.flags", "an empty list [A222]", "flags, or no list")

    # doorbells ------------------------------------------------------------------------------------------------

    def bell(self, path: str, bell: Bell, kind: str, size: int) -> None:
        """A106: a doorbell has the keys of its kind. A107: its format has the size that is stored. A108: its kind is served here.

        A109: a register is aligned, in a page of 4096 bytes.
        """
        if bell.kind != kind:
            self.error(bell.src, path, f"a {bell.kind} [A108]", f"a {kind}: nothing else is generated here")
            return
        extra = sorted(bell.words - set(_KEYS_OF_BELLS[bell.kind]))
        if extra:
            self.error(bell.src, path, f"'{extra[0]}' beside a {bell.kind} [A106]", f"only {', '.join(_KEYS_OF_BELLS[bell.kind])}")
        fmt = next((f for f in self.a.formats if f.name == bell.format), None)
        if fmt and fmt.size != size:
            self.error(bell.src, path, f"'{fmt.name}' has {fmt.size} bytes [A107]", f"{size}: as many are stored")
        at = next((c.value for c in self.a.constants if c.name == bell.place), 0)
        if kind == "register" and (at % size or at + size > 4096):
            self.error(bell.src, path, f"a register of {size} bytes at byte {at} [A109]", "an aligned place in a page of 4096 bytes")


def _bits(fmt: Format, f: Field) -> set[int]:
    if f.is_bytes:
        return set(range(f.place.at * 8, (f.place.at + f.length) * 8))
    return f.place.bit_numbers(fmt.big_endian)
