"""Stage check: rules about references to formats, fields, values and sources, for all sections."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.refs import Ref
from codegen.adapter.sources import SOURCES, least_bits
from codegen.adapter.verbs import wc_flags, wc_opcodes, wc_statuses
from codegen.core.diag import Diagnostics, Src
from codegen.formats.check import plural
from codegen.formats.model import Field


class References:
    """The names that a spec defines, and the rules that names exist and values fit."""

    def __init__(self, a: Adapter, diag: Diagnostics) -> None:
        self.a, self.diag = a, diag
        self.formats = {f.name: f for f in a.formats}
        self.enums = {e.name: e for e in a.enums}
        self.constants = {c.name for c in a.constants}

    def error(self, src: Src, path: str, what: str, expected: str) -> None:
        self.diag.error(src, path, what, expected)

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
        """A104: a source is one of the source words, or a number."""
        if word and not word[:1].isdigit() and word not in SOURCES:
            self.error(src, path, f"unknown source '{word}' [A104]", f"one of {', '.join(SOURCES)}")

    def constant(self, src: Src, path: str, name: str) -> None:
        """A105: a constant exists."""
        if name not in self.constants:
            self.error(src, path, f"no constant '{name}' [A105]",
                       f"one of {', '.join(sorted(self.constants)) or 'none'}")

    def need_verbs_word(self, path: str, word: str, known: dict[str, int]) -> None:
        """A221: values visible to programs are enumerators of the API."""
        if word not in known:
            kind = {id(wc_statuses()): "ibv_wc_status", id(wc_opcodes()): "ibv_wc_opcode",
                    id(wc_flags()): "ibv_wc_flags"}[id(known)]
            self.error(self.a.where[path], path, f"unknown {kind} '{word}' [A221]",
                       f"one of {', '.join(known)}")

    def source_fits(self, src: Src, path: str, f: Field, source: str) -> None:
        """A116: a field can hold the values of its source: number of bits, number of bytes, kind. `takes` makes a
        number fit."""
        known = SOURCES.get(source)
        if known is None:
            return
        if known.memory != f.is_bytes:
            self.error(src, path, f"{source} is {'a byte array' if known.memory else 'a number'} [A116]",
                       "'bytes'" if known.memory else "a field without 'bytes'")
        elif f.length > known.bytes:
            self.error(src, path, f"{source} has {known.bytes} bytes, fewer than the field [A116]",
                       f"at most {known.bytes} bytes")
        elif f.is_bytes or f.low or f.most or f.drop:
            return
        elif least_bits(source) > f.place.bits + f.unit.bit_length() - 1:
            self.error(src, path, f"{source} does not fit in {plural(f.place.bits)} [A116]",
                       f"at least {plural(least_bits(source))}")

    def code_fits(self, src: Src, path: str, head: str, enum: str, code: str) -> None:
        """A124: a hardware opcode fits the field that carries it, which is stored without a mask."""
        value = self.enums[enum].value(code)
        for f in self.formats[head].fields:
            if f.source == "op.code" and value >> f.place.bits:
                self.error(src, path,
                           f"0x{value:x} does not fit in the {plural(f.place.bits)} of {head}.{f.name} [A124]",
                           "a value that fits")

    def narrow(self, path: str, ref: Ref, most: int) -> None:
        """A235: a field has at most this many bits: one for a mark, 8 for the index of a table."""
        f = self.a.ref(ref)
        if f.is_bytes or f.place.bits > most or f.const is not None or f.as_values or f.unit > 1:
            self.error(ref.src, path, f"'{f.name}' is not a plain number of at most {plural(most)} [A235]",
                       "such a field")

    def fits_in(self, src: Src, path: str, value: int, ref: Ref) -> None:
        """A122 for a value that a section names."""
        bits = self.a.ref(ref).place.bits
        if value >> bits:
            self.error(src, path, f"0x{value:x} does not fit in the {plural(bits)} of {ref.format}.{ref.field} [A122]",
                       "a value that fits")
