"""Stage check: named rules about the meaning of an adapter spec. Each has a spec in codegen/tests that breaks it."""

from __future__ import annotations

from codegen.adapter.model import Adapter, Bell, Format, Place, Ref, Setting
from codegen.adapter.verbs import wc_flags, wc_opcodes, wc_statuses, wr_opcodes
from codegen.adapter.words import DEVICE_SINKS, PAYLOAD, SEND_SOURCES
from codegen.core.diag import Diagnostics, Src

# What every op of a verb must carry somewhere in its entry (rule A210).
_CARRIES = {
    "SEND_WITH_IMM": ("wr.imm",), "RDMA_WRITE_WITH_IMM": ("wr.imm", "wr.remote_addr", "wr.rkey"),
    "SEND_WITH_INV": ("wr.invalidate_rkey",), "LOCAL_INV": ("wr.invalidate_rkey",),
    "RDMA_WRITE": ("wr.remote_addr", "wr.rkey"), "RDMA_READ": ("wr.remote_addr", "wr.rkey"),
    "ATOMIC_CMP_AND_SWP": ("wr.remote_addr", "wr.rkey", "wr.swap_or_add", "wr.compare"),
    "ATOMIC_FETCH_AND_ADD": ("wr.remote_addr", "wr.rkey", "wr.swap_or_add"),
    "BIND_MW": ("wr.bind.rkey", "wr.bind.lkey", "wr.bind.addr", "wr.bind.length"),
}
_C_WORDS = {"auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
            "float", "for", "goto", "if", "inline", "int", "long", "register", "return", "short", "signed", "sizeof",
            "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "class",
            "delete", "new", "private", "public", "this", "template", "namespace", "bool", "operator", "export"}


class _Checker:
    def __init__(self, a: Adapter, diag: Diagnostics) -> None:
        self.a, self.diag = a, diag
        self.formats = {f.name: f for f in a.formats}
        self.enums = {e.name: e for e in a.enums}
        self.constants = {c.name for c in a.constants}

    def error(self, src: Src, path: str, what: str, expected: str) -> None:
        self.diag.error(src, path, what, expected)

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
        if word and not word[:1].isdigit() and word not in SEND_SOURCES:
            self.error(src, path, f"unknown source '{word}' [A104]", f"one of {', '.join(SEND_SOURCES)}")

    def bell(self, src: Src, path: str, bell: Bell) -> None:
        """A105: a bell's format and register exist."""
        self.need_format(src, path, bell.format)
        if bell.kind == "register" and bell.place not in self.constants:
            self.error(src, path, f"no constant '{bell.place}' [A105]", "the name of a constant")

    # formats --------------------------------------------------------------------------------------------------

    def format(self, kind: str, fmt: Format) -> None:
        owners: dict[int, str] = {}
        for f in fmt.fields:
            path = f"{kind}.{fmt.name}.fields.{f.name}"
            if f.name in _C_WORDS:
                self.error(f.src, path, f"'{f.name}' is a word of C or C++ [A120]", "another name")
            self.need_source(f.src, path, f.source)
            if f.enum:
                if f.enum not in self.enums:
                    self.error(f.src, path, f"no enum '{f.enum}' [A103]", f"one of {', '.join(self.enums)}")
            if f.unit & (f.unit - 1):
                self.error(f.src, path, f"unit {f.unit} is no power of two [A121]", "a power of two")
            if f.const is not None and f.const >> f.place.bits:
                self.error(f.src, path, f"{f.const} does not fit {f.place.bits} bits [A122]", "a value that fits")
            if f.overlays and all(o.name != f.overlays for o in fmt.fields):
                self.error(f.src, path, f"no field '{f.overlays}' to overlay [A123]", "a field of this format")
            bits = self._bits(fmt, f.place, f.length)
            self._claim(fmt, f.src, path, f.name, bits, f.overlays, owners)
        for p in fmt.reserved:
            self._claim(fmt, fmt.src, f"{kind}.{fmt.name}.reserved", "reserved", self._bits(fmt, p, 0), "", owners)
        if kind == "formats" and fmt.size * 8 != len(owners):
            hole = next((b for b in range(fmt.size * 8) if b not in owners), None)
            if hole is not None:
                self.error(fmt.src, f"{kind}.{fmt.name}", f"bit {hole % 8} of byte 0x{hole // 8:x} is nothing [A111]",
                           "every bit to be a field or reserved")

    def _bits(self, fmt: Format, place: Place, length: int) -> set[int]:
        if length:
            return {b for at in range(place.at, place.at + length) for b in range(at * 8, at * 8 + 8)}
        return place.bit_numbers(fmt.big_endian)

    def _claim(self, fmt: Format, src: Src, path: str, name: str, bits: set[int], overlays: str,
               owners: dict[int, str]) -> None:
        """A110: a bit is one field or reserved, once, unless it is declared an overlay. A112: inside the format."""
        for bit in sorted(bits):
            if bit >= fmt.size * 8:
                self.error(src, path, f"byte 0x{bit // 8:x} lies outside [A112]", f"a place in {fmt.size} bytes")
                return
            taken = owners.get(bit)
            if taken and not overlays:
                self.error(src, path, f"bit {bit % 8} of byte 0x{bit // 8:x} is already '{taken}' [A110]",
                           "a free place, or 'overlays'")
                return
            owners.setdefault(bit, name)

    # send -----------------------------------------------------------------------------------------------------

    def send(self) -> None:
        s = self.a.send
        self.need_ref("send.owner.field", s.owner)
        self.need_ref("send.size.field", s.size)
        self.bell(self.a.where["send.bell"], "send.bell", s.bell)
        self.need_format(self.a.where["send.payload"], "send.payload.gather", s.gather)
        self.need_format(self.a.where["send.payload"], "send.payload.inline", s.inline)
        if s.guard:
            self.need_ref("send.guard.size-from", s.guard.size)
        for cls in s.classes:
            path = f"send.classes.{cls.name}"
            for name in cls.lead:
                self.need_format(cls.src, f"{path}.lead", name)
            self._body(cls.src, f"{path}.body", cls.body)
            self._settings(f"{path}.set", cls.settings + cls.ethernet)
            if cls.body and all(op.body != cls.body for op in s.ops):
                self.error(cls.src, f"{path}.body", "no op has this body [A211]", "the body of one of the ops")
        self._classes_cover_types_once()
        for op in s.ops:
            path = f"send.ops.{op.name}"
            if op.name not in wr_opcodes():
                self.error(op.src, path, f"unknown verbs opcode '{op.name}' [A212]", f"one of {', '.join(wr_opcodes())}")
            self.need_value(op.src, f"{path}.code", s.code_enum, op.code)
            self._body(op.src, f"{path}.body", op.body)
            self._settings(f"{path}.set", op.settings)

    def _body(self, src: Src, path: str, body: tuple[str, ...]) -> None:
        for name in body:
            if name != PAYLOAD:
                self.need_format(src, path, name)

    def _settings(self, path: str, settings: tuple[Setting, ...]) -> None:
        for s in settings:
            self.need_ref(path, s.ref)
            self.need_source(s.ref.src, path, s.source)

    def _classes_cover_types_once(self) -> None:
        """A213: a queue pair type belongs to one class."""
        seen: dict[str, str] = {}
        for cls in self.a.send.classes:
            for t in cls.types:
                if t in seen:
                    self.error(cls.src, f"send.classes.{cls.name}.types", f"{t} is already in '{seen[t]}' [A213]",
                               "each type in one class")
                seen[t] = cls.name

    def carries(self) -> None:
        """A210: an op carries everything that its verb needs."""
        lead = [f.source for n in self.a.send.classes[0].lead for f in self.a.format(n).fields]
        for op in self.a.send.ops:
            body = [f.source for n in op.body if n != PAYLOAD for f in self.a.format(n).fields]
            have = set(lead + body + [s.source for s in op.settings])
            for need in _CARRIES.get(op.name, ()):
                if need not in have:
                    self.error(op.src, f"send.ops.{op.name}", f"nothing carries {need} [A210]",
                               "a segment or a setting with this source")

    def decodable(self) -> None:
        """A214: what a segment takes from a request, the emulated device can give back."""
        for fmt in self.a.formats:
            for f in fmt.fields:
                if f.source.startswith(("wr.", "ah.")) and f.source not in DEVICE_SINKS:
                    self.error(f.src, f"formats.{fmt.name}.fields.{f.name}", f"no sink for {f.source} [A214]",
                               "a source that the device side knows")

    # receive, completion --------------------------------------------------------------------------------------

    def recv(self) -> None:
        r = self.a.recv
        self.need_format(self.a.where["recv.gather"], "recv.gather", r.gather)
        self.bell(self.a.where["recv.bell"], "recv.bell", r.bell)
        self.need_ref("recv.shared.link", r.link)

    def complete(self) -> None:
        c = self.a.complete
        where = self.a.where
        self.need_format(where["complete.entry"], "complete.entry", c.entry)
        self.need_format(where["complete.error-entry"], "complete.error-entry", c.error_entry)
        refs = {"opcode.field": c.opcode, "owner.field": c.owner, "queue.number": c.number, "queue.is-send": c.is_send, "xrc.srq": c.xrc_srq,
                "retire.index": c.index, "error.syndrome": c.syndrome, "error.vendor": c.vendor,
                "wc.sl.infiniband": c.sl_infiniband, "wc.sl.ethernet": c.sl_ethernet, "timestamp.high": c.time_high, "timestamp.low": c.time_low}
        for key, ref in refs.items():
            self.need_ref(f"complete.{key}", ref)
        for member, ref in c.values:
            self.need_ref(f"complete.wc.{member}", ref)
        for flag in c.flags:
            for ref in flag.all_of:
                self.need_ref(f"complete.flags.{flag.name}", ref)
        for row in c.recv:
            self.need_ref(f"complete.recv.{row.code}.imm", row.imm)
            self.need_ref(f"complete.recv.{row.code}.invalidated", row.invalidated)
        self.bell(where["complete.consumed"], "complete.consumed", c.consumed)
        for key, enum in (("recv", c.recv_enum), ("special", c.special_enum)):
            if enum not in self.enums:
                self.error(where[f"complete.opcode.{key}"], f"complete.opcode.{key}", f"no enum '{enum}' [A103]",
                           f"one of {', '.join(self.enums)}")
        self.need_value(where["complete.error"], "complete.error.opcode", c.special_enum, c.error_op)
        if c.resize_op:
            self.need_value(where["complete.resize"], "complete.resize.opcode", c.special_enum, c.resize_op)
        for row in c.send:
            self.need_value(where["complete.send"], f"complete.send.{row.code}", self.a.send.code_enum, row.code)
        for row in c.recv:
            self.need_value(where["complete.recv"], f"complete.recv.{row.code}", c.recv_enum, row.code)

    def roles(self) -> None:
        """A230: a format carries what its role needs, so that the templates find the fields by their sources."""
        s, r, c = self.a.send, self.a.recv, self.a.complete
        ctrl = s.classes[0].lead[0]
        roles = [("send.classes", ctrl, ("op.code",)),
                 ("send.payload.gather", s.gather, ("sge.addr", "sge.length", "sge.lkey")),
                 ("recv.gather", r.gather, ("sge.addr", "sge.length", "sge.lkey")),
                 ("send.payload.inline", s.inline, ("payload.bytes",)), ("send.bell", s.bell.format, ("qp.num",)),
                 ("recv.bell", r.bell.format, ("rq.posted",)), ("complete.consumed", c.consumed.format, ("cq.index",)),
                 ("arm", self.a.arm_record.format,
                  ("cq.arm_sequence", "cq.arm_next", "cq.arm_solicited", "cq.index"))]
        for path, name, needs in roles:
            fmt = self.formats[name]
            have = {f.source for f in fmt.fields}
            for need in needs:
                if need not in have:
                    self.error(fmt.src, f"formats.{name}", f"nothing comes from {need} [A230]",
                               f"a field with it, for {path}")
        for ref, need in ((s.owner, "sq.lap"), (s.size, "wqe.bytes")):
            if self.a.ref(ref).source != need:
                self.error(self.a.ref(ref).src, f"formats.{ref.format}.fields.{ref.field}",
                           f"does not come from {need} [A230]", f"from: {need}")
        if all(f.const is None for f in self.formats[s.inline].fields):
            self.error(self.formats[s.inline].src, f"formats.{s.inline}", "nothing marks inline bytes [A230]",
                       "a field with const")

    def codes_fit(self) -> None:
        """A124: hardware opcodes fit the field that carries them, which is stored without a mask."""
        for name in {c.lead[0] for c in self.a.send.classes}:
            for f in self.formats[name].fields:
                for op in self.a.send.ops if f.source == "op.code" else ():
                    value = self.enums[self.a.send.code_enum].value(op.code)
                    if value >> f.place.bits:
                        self.error(op.src, f"send.ops.{op.name}.code", f"0x{value:x} does not fit {f.place.bits} bits of"
                                   f" {name}.{f.name} [A124]", "a value that fits")

    def error_entry_agrees(self) -> None:
        """A231: fields that are read before the kind of an entry is known lie at one place in both kinds."""
        c = self.a.complete
        good, bad = self.formats[c.entry], self.formats[c.error_entry]
        for ref in (c.owner, c.number, c.is_send, c.index, c.opcode, *([c.xrc_srq] if c.xrc_srq else [])):
            other = {f.name: f for f in bad.fields}.get(ref.field)
            if other is None or other.place != good.field(ref.field).place:
                self.error(bad.src, f"formats.{bad.name}", f"'{ref.field}' is not where {good.name} has it [A231]",
                           "the same field at the same place")

    def status_values(self) -> None:
        """A232: the syndrome's field names its values; each row of the status table is one of them."""
        c = self.a.complete
        field = self.a.ref(c.syndrome)
        if not field.enum:
            self.error(field.src, f"formats.{c.syndrome.format}.fields.{field.name}", "has no value list [A232]",
                       "enum, with the syndromes")
            return
        for name, _ in c.status:
            self.need_value(self.a.where["complete.status"], f"complete.status.{name}", field.enum, name)

    def need_verbs_word(self, key: str, word: str, known: dict[str, int]) -> None:
        if word not in known:
            self.error(self.a.where[f"complete.{key}"], f"complete.{key}", f"no such word of verbs: '{word}' [A221]",
                       f"one of {', '.join(known)}")

    def completion_words(self) -> None:
        """A221: what programs see are words of the API."""
        c = self.a.complete
        for name, status in (*c.status, ("default", c.default_status)):
            self.need_verbs_word(f"status.{name}", status, wc_statuses())
        self.need_verbs_word("send.default", c.default_send, wc_opcodes())
        for key, rows in (("send", c.send), ("recv", c.recv)):
            for row in rows:
                self.need_verbs_word(f"{key}.{row.code}", row.opcode, wc_opcodes())
                for flag in row.flags:
                    self.need_verbs_word(f"{key}.{row.code}", flag, wc_flags())
        for wc_flag in c.flags:
            self.need_verbs_word(f"flags.{wc_flag.name}", wc_flag.name, wc_flags())

    def every_opcode_completes(self) -> None:
        """A220: each hardware opcode and syndrome has a row, so that nothing is mapped by accident."""
        rows = {r.code for r in self.a.complete.send}
        for op in self.a.send.ops:
            if op.code not in rows:
                self.error(op.src, f"send.ops.{op.name}", f"{op.code} has no row in complete.send [A220]", "one")
        mapped = {n for n, _ in self.a.complete.status}
        for name, _ in self.a.enum(self.a.status_enum).values:
            if name not in mapped:
                self.error(self.enums[self.a.status_enum].src, f"enums.{self.a.status_enum}.{name}", "has no completion status [A220]",
                           "a row in complete.status")


def check(a: Adapter, diag: Diagnostics) -> None:
    """References first; rules that follow them only when they hold."""
    c = _Checker(a, diag)
    for fmt in a.formats:
        c.format("formats", fmt)
    for fmt in a.command_data:
        c.format("command-data", fmt)
    c.send()
    c.recv()
    c.complete()
    for step in (a.arm_record, a.arm_bell):
        c.bell(a.where["arm"], "arm", step)
    diag.stop_if_errors()
    c.carries()
    c.decodable()
    c.roles()
    c.codes_fit()
    c.error_entry_agrees()
    c.status_values()
    c.completion_words()
    diag.stop_if_errors()
    c.every_opcode_completes()
    diag.stop_if_errors()
