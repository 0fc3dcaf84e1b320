"""Stage check: named rules about the meaning of an adapter spec. Each has a spec in codegen/tests that breaks it."""

from __future__ import annotations

from codegen.adapter.check_formats import CARRIES
from codegen.adapter.check_identity import check_identity
from codegen.adapter.check_rings import RingRules, check_rings
from codegen.adapter.model import FirstAdapter, AnyAdapter, SendClass, Setting
from codegen.adapter.verbs import wc_flags, wc_opcodes, wc_statuses, wr_opcodes
from codegen.adapter.words import PAYLOAD
from codegen.core.diag import Diagnostics, Src


class _OwnRings(RingRules):
    """Sends and receives with a ring each."""

    def __init__(self, a: FirstAdapter, diag: Diagnostics) -> None:
        super().__init__(a, diag)

    # send -----------------------------------------------------------------------------------------------------

    def send(self) -> None:
        s = self.a.send
        self.need_ref("send.owner.field", s.owner)
        self.need_ref("send.size.field", s.size)
        self.doorbell("send.bell", s.bell, "register")
        self.need_format(self.a.where["send.payload"], "send.payload.gather", s.gather)
        self.need_format(self.a.where["send.payload"], "send.payload.inline", s.inline)
        if s.guard:
            self.need_ref("send.guard.size-from", s.guard.size)
        for cls in s.classes:
            path = f"send.classes.{cls.name}"
            for name in cls.lead:
                self.need_format(cls.src, f"{path}.lead", name)
            self._body(cls.src, f"{path}.body", cls.body)
            self._granted(cls.src, f"{path}.granted", cls)
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

    def _granted(self, src: Src, path: str, cls: SendClass) -> None:
        """A215: what grants leave room for is known from the body where a class has one."""
        for name in cls.granted:
            self.need_format(src, path, name)
        if cls.granted and cls.body:
            self.error(src, path, "the class has a body [A215]", "one of the two")

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
            for need in CARRIES.get(op.name, ()):
                if need not in have:
                    self.error(op.src, f"send.ops.{op.name}", f"nothing carries {need} [A210]",
                               "a segment or a setting with this source")

    # receive, completion --------------------------------------------------------------------------------------

    def recv(self) -> None:
        r = self.a.recv
        self.need_format(self.a.where["recv.gather"], "recv.gather", r.gather)
        self.doorbell("recv.bell", r.bell, "record")
        self.need_ref("recv.shared.link", r.link)
        if r.link:
            self.need_format(r.link.src, "recv.shared.head", r.head)

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
        self.doorbell("complete.consumed", c.consumed, "record")
        for key, enum in (("recv", c.recv_enum), ("special", c.special_enum)):
            if enum not in self.enums:
                self.error(where[f"complete.opcode.{key}"], f"complete.opcode.{key}", f"no enum '{enum}' [A103]",
                           f"one of {', '.join(self.enums)}")
        self.need_value(where["complete.error"], "complete.error.opcode", c.special_enum, c.error_op)
        if c.xrc_bit:
            self.need_constant(where["complete.xrc"], "complete.xrc.number-bit", c.xrc_bit)
        if c.resize_op:
            self.need_value(where["complete.resize"], "complete.resize.opcode", c.special_enum, c.resize_op)
        for row in c.send:
            self.need_value(where["complete.send"], f"complete.send.{row.code}", self.a.send.code_enum, row.code)
        for row in c.recv:
            self.need_value(where["complete.recv"], f"complete.recv.{row.code}", c.recv_enum, row.code)

    def role_words(self) -> None:
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
        """A124, for every op."""
        for name in {c.lead[0] for c in self.a.send.classes}:
            for op in self.a.send.ops:
                self.need_fit(op.src, f"send.ops.{op.name}.code", name, self.a.send.code_enum, op.code)

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

    def completion_words(self) -> None:
        """A221: what programs see are words of the API."""
        c = self.a.complete
        for name, status in (*c.status, ("default", c.default_status)):
            self.need_verbs_word(f"complete.status.{name}", status, wc_statuses())
        self.need_verbs_word("complete.send.default", c.default_send, wc_opcodes())
        for key, rows in (("send", c.send), ("recv", c.recv)):
            for row in rows:
                self.need_verbs_word(f"complete.{key}.{row.code}", row.opcode, wc_opcodes())
                for flag in row.flags:
                    self.need_verbs_word(f"complete.{key}.{row.code}", flag, wc_flags())
        for wc_flag in c.flags:
            self.need_verbs_word(f"complete.flags.{wc_flag.name}", wc_flag.name, wc_flags())

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


def check(a: AnyAdapter, diag: Diagnostics) -> None:
    """References first; rules that follow them only when they hold."""
    check_identity(a, diag)
    diag.stop_if_errors()
    if isinstance(a, FirstAdapter):
        _check_own(a, diag)


def _check_own(a: FirstAdapter, diag: Diagnostics) -> None:
    c = _OwnRings(a, diag)
    c.all_formats()
    c.send()
    c.recv()
    c.complete()
    c.arming()
    diag.stop_if_errors()
    c.carries()
    c.role_words()
    c.codes_fit()
    c.error_entry_agrees()
    c.status_values()
    c.completion_words()
    diag.stop_if_errors()
    c.every_opcode_completes()
    diag.stop_if_errors()
    check_rings(a, diag)
