"""Stage check: named rules about references and formats."""

from __future__ import annotations

from codegen.adapter.check.fields import FieldRules, plural
from codegen.adapter.command_words import MOST_BYTES, PARTS, WIDE, WORDS
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.formats import Format, Place, Ref
from codegen.adapter.sources import SOURCES
from codegen.adapter.verbs import wc_flags, wc_opcodes, wc_statuses
from codegen.core.diag import Diagnostics, Src
from codegen.core.words import KEYWORDS, MACROS


class FormatRules(FieldRules):
    """References and formats."""

    def __init__(self, a: Adapter, diag: Diagnostics) -> None:
        super().__init__(a, diag)
        self.formats = {f.name: f for f in a.formats}
        self.enums = {e.name: e for e in a.enums}
        self.constants = {c.name for c in a.constants}

    # references -----------------------------------------------------------------------------------------------

    def need_format(self, src: Src, path: str, name: str) -> None:
        """A101: a named format exists."""
        if name not in self.formats:
            self.error(src, path, f"no format '{name}' [A101]", f"one of {', '.join(self.formats)}")

    def need_ref(self, path: str, ref: Ref | None) -> None:
        """A102: a referenced field exists."""
        if ref is None:
            return
        self.need_format(ref.src, path, ref.format)
        if ref.format in self.formats and all(f.name != ref.field for f in self.formats[ref.format].fields):
            names = ", ".join(f.name for f in self.formats[ref.format].fields)
            self.error(ref.src, path, f"'{ref.format}' has no field '{ref.field}' [A102]", f"one of {names}")

    def need_value(self, src: Src, path: str, enum: str, value: str) -> None:
        """A103: a named enum and its value exist."""
        if enum not in self.enums:
            self.error(src, path, f"no enum '{enum}' [A103]", f"one of {', '.join(self.enums)}")
        elif all(n != value for n, _ in self.enums[enum].values):
            names = ", ".join(n for n, _ in self.enums[enum].values)
            self.error(src, path, f"'{enum}' has no value '{value}' [A103]", f"one of {names}")

    def need_source(self, src: Src, path: str, word: str) -> None:
        """A104: a source is a word of the closed list, or a number."""
        if word and not word[:1].isdigit() and word not in SOURCES:
            self.error(src, path, f"unknown source '{word}' [A104]", f"one of {', '.join(SOURCES)}")

    def constant(self, src: Src, path: str, name: str) -> None:
        """A105: a constant exists."""
        if name not in self.constants:
            self.error(src, path, f"no constant '{name}' [A105]", f"one of {', '.join(sorted(self.constants)) or 'none'}")

    def need_fit(self, src: Src, path: str, head: str, enum: str, code: str) -> None:
        """A124: a hardware opcode fits the field that carries it, which is stored without a mask."""
        value = self.enums[enum].value(code)
        for f in self.formats[head].fields:
            if f.source == "op.code" and value >> f.place.bits:
                self.error(src, path, f"0x{value:x} does not fit in the {plural(f.place.bits)} of {head}.{f.name} [A124]",
                           "a value that fits")

    # formats --------------------------------------------------------------------------------------------------

    def all_formats(self) -> None:
        for fmt in self.a.formats:
            self.format("formats", fmt)
        for fmt in self.a.command_data:
            self.format("command-data", fmt)
        self.private_parts()

    def private_parts(self) -> None:
        """A143: private parts have one layout each. A144: words are in parts whose commands have them, once, and wide enough."""
        owners: dict[str, str] = {}
        for fmt in self.a.command_data:
            path = f"command-data.{fmt.name}"
            for name in fmt.parts:
                if name not in PARTS:
                    self.error(fmt.src, f"{path}.parts", f"no private part '{name}' [A143]", f"one of {', '.join(PARTS)}")
            parts = [name for name in fmt.parts or (fmt.name,) if name in PARTS]
            for name in parts:
                if name in owners:
                    self.error(fmt.src, path, f"{name} is already {owners[name]} [A143]", "one layout for each part")
                owners.setdefault(name, fmt.name)
            self.words(path, fmt, parts)
            self.since(path, fmt, parts)
        if "get_context_old_out" in owners and not any(fmt.since for fmt in self.a.command_data):
            self.error(self.a.src, "command-data", "get_context_out has no 'since' beside get_context_old_out [A145]",
                       "the ABI that introduced get_context_out")

    def since(self, path: str, fmt: Format, parts: list[str]) -> None:
        """A145: drivers before an ABI answer GET_CONTEXT with another layout."""
        known = {name for each in self.a.command_data for name in each.parts or (each.name,)}
        if fmt.since and (parts != ["get_context_out"] or "get_context_old_out" not in known):
            self.error(fmt.src, f"{path}.since", f"{fmt.since} has no effect with a single layout [A145]",
                       "get_context_out beside get_context_old_out")

    def words(self, path: str, fmt: Format, parts: list[str]) -> None:
        seen: set[str] = set()
        for f in fmt.fields:
            if not f.word:
                continue
            known = [word for word in WORDS if any(word in PARTS[name] for name in parts)]
            if f.word not in known:
                self.error(f.src, f"{path}.fields.{f.name}", f"this part cannot have '{f.word}' [A144]",
                           f"one of {', '.join(known)}" if known else "fields without `is`")
            elif f.word in seen:
                self.error(f.src, f"{path}.fields.{f.name}", f"'{f.word}' is given twice [A144]", "each word once")
            elif f.word in WIDE and f.place.width != 64:
                self.error(f.src, f"{path}.fields.{f.name}", f"'{f.word}' has only {f.place.width} bits [A144]", "64 bits")
            seen.add(f.word)
        if seen and fmt.size > MOST_BYTES:
            self.error(fmt.src, path, f"{fmt.size} bytes, with fields that have 'is' [A144]", f"at most {MOST_BYTES}")

    def format(self, kind: str, fmt: Format) -> None:
        owners: dict[int, str] = {}
        for f in fmt.fields:
            path = f"{kind}.{fmt.name}.fields.{f.name}"
            if f.name in KEYWORDS | MACROS:
                self.error(f.src, path, f"'{f.name}' is a C/C++ keyword or macro [A120]", "another name")
            self.need_source(f.src, path, f.source)
            if f.enum and not self.known_enum(f.enum):
                self.error(f.src, path, f"no enum '{f.enum}' [A103]", f"one of {', '.join(self.enums)}")
            if not self.field(kind, fmt, f):
                return
            bits = self._bits(fmt, f.place, f.length)
            self._claim(fmt, f.src, path, f.name, bits, f.overlays, owners)
        self.format_rules(kind, fmt)
        for p in fmt.reserved:
            if not self.place(fmt.src, f"{kind}.{fmt.name}.reserved", fmt, p):
                return
            self._claim(fmt, fmt.src, f"{kind}.{fmt.name}.reserved", "reserved", self._bits(fmt, p, 0), "", owners)
        if kind == "formats" and fmt.size * 8 != len(owners):
            hole = next((b for b in range(fmt.size * 8) if b not in owners), None)
            if hole is not None:
                self.error(fmt.src, f"{kind}.{fmt.name}",
                           f"bit {hole % 8} of byte 0x{hole // 8:x} is neither a field nor reserved [A111]",
                           "every bit to be one of them")

    def known_enum(self, name: str) -> bool:
        return name in self.enums

    def _bits(self, fmt: Format, place: Place, length: int) -> set[int]:
        if length:
            return {b for at in range(place.at, place.at + length) for b in range(at * 8, at * 8 + 8)}
        return place.bit_numbers(fmt.big_endian)

    def _claim(self, fmt: Format, src: Src, path: str, name: str, bits: set[int], overlays: str,
               owners: dict[int, str]) -> None:
        """A110: a bit is one field or reserved, once, unless it is declared an overlay. A112: inside the format."""
        for bit in sorted(bits):
            if bit >= fmt.size * 8:
                self.error(src, path, f"byte 0x{bit // 8:x} lies outside the format [A112]", f"a place in {fmt.size} bytes")
                return
            taken = owners.get(bit)
            if taken and not overlays:
                self.error(src, path, f"bit {bit % 8} of byte 0x{bit // 8:x} is already '{taken}' [A110]",
                           "a free place, or 'overlays'")
                return
            owners.setdefault(bit, name)

    # words of verbs -------------------------------------------------------------------------------------------

    def need_verbs_word(self, path: str, word: str, known: dict[str, int]) -> None:
        """A221: what programs see is a word of the API."""
        if word not in known:
            kind = {id(wc_statuses()): "ibv_wc_status", id(wc_opcodes()): "ibv_wc_opcode",
                    id(wc_flags()): "ibv_wc_flags"}[id(known)]
            self.error(self.a.where[path], path, f"unknown {kind} '{word}' [A221]",
                       f"one of {', '.join(known)}")
