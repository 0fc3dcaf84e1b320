"""Stage check for adapters whose sends and receives share a ring."""

from __future__ import annotations

from codegen.adapter.check_formats import Checker
from codegen.adapter.model import Ref, SharedAdapter
from codegen.adapter.verbs import wc_opcodes, wc_statuses, wr_opcodes
from codegen.core.diag import Diagnostics

# What a segment must take from a request so that the verb can be carried out (rule A210).
_CARRIES = {"SEND": ("payload.bytes", "payload.pieces"),
            "RDMA_WRITE": ("payload.bytes", "payload.pieces", "wr.remote_addr", "wr.rkey"),
            "RDMA_READ": ("sge.addr", "sge.length", "sge.lkey", "wr.remote_addr", "wr.rkey")}


class _SharedRing(Checker):
    def __init__(self, a: SharedAdapter, diag: Diagnostics) -> None:
        super().__init__(a, diag)
        self.a: SharedAdapter = a

    def work(self) -> None:
        w, where = self.a.work, self.a.where
        formats = {"work.head": w.head, "work.repeat": w.repeat, "work.state": w.state.format, "work.piece": w.piece,
                   "work.receive": w.recv_body}
        for path, name in formats.items():
            self.need_format(where[path], path, name)
        refs = {"generation": w.generation, "state.error": w.state.error, "state.hold": w.state.hold, "size.field": w.size}
        for key, ref in refs.items():
            self.need_ref(f"work.{key}", ref)
        self.doorbell("work.bell", w.bell, "register")
        for op in w.ops:
            path = f"work.ops.{op.name}"
            if op.name not in wr_opcodes():
                self.error(op.src, path, f"unknown verbs opcode '{op.name}' [A212]", f"one of {', '.join(wr_opcodes())}")
            self.need_value(op.src, f"{path}.code", w.code_enum, op.code)
            for name in (op.body, op.empty) if op.empty else (op.body,):
                self.need_format(op.src, path, name)
        self.need_value(where["work.receive"], "work.receive.code", w.code_enum, w.recv_code)

    def report(self) -> None:
        r, where = self.a.report, self.a.where
        self.need_format(where["report.entry"], "report.entry", r.entry)
        refs = {"generation": r.generation, "queue.number": r.number, "queue.is-send": r.is_send, "opcode": r.opcode,
                "late.skip": r.skip, "serial": r.serial, "message.field": r.message, "length": r.length,
                "status.field": r.status_field}
        for key, ref in refs.items():
            self.need_ref(f"report.{key}", ref)
            if ref and ref.format != r.entry:
                self.error(ref.src, f"report.{key}", f"'{ref.format}' is not the entry [A241]", f"a field of {r.entry}")
        self.doorbell("report.consumed", r.consumed, "record")

    def role_words(self) -> None:
        """A230: a format carries what its role needs."""
        w, r = self.a.work, self.a.report
        roles = [("work.head", w.head, ("op.code", "ring.generation", "sq.serial", "wqe.bytes", "wr.signaled")),
                 ("work.repeat", w.repeat, ("ring.generation",)), ("work.receive", w.recv_body, ("payload.pieces",)),
                 ("work.piece", w.piece, ("sge.addr", "sge.length", "sge.lkey")), ("work.bell", w.bell.format, ("qp.num",)),
                 ("report.consumed", r.consumed.format, ("cq.index",))]
        roles += [(f"work.ops.{op.name}", op.body, _CARRIES.get(op.name, ())) for op in w.ops]
        for path, name, needs in roles:
            have = {f.source for f in self.formats[name].fields}
            for need in needs:
                if need not in have:
                    self.error(self.formats[name].src, f"formats.{name}", f"nothing comes from {need} [A230]",
                               f"a field with it, for {path}")

    def codes_fit(self) -> None:
        """A124, for every entry of the ring."""
        w = self.a.work
        for op in w.ops:
            self.need_fit(op.src, f"work.ops.{op.name}.code", w.head, w.code_enum, op.code)
        self.need_fit(self.a.where["work.receive"], "work.receive.code", w.head, w.code_enum, w.recv_code)

    def slot(self) -> None:
        """A240: an entry fits between slot start, shared word and second generation; the head is published last."""
        w = self.a.work
        head, state = self.formats[w.head], self.formats[w.state.format]
        if head.publish is None or head.publish != self.a.ref(w.generation).place.at:
            self.error(head.src, f"formats.{w.head}", "is not published by its generation [A240]",
                       "publish at the word of the generation")
        if self.formats[w.repeat].publish is None:
            self.error(self.formats[w.repeat].src, f"formats.{w.repeat}", "is not published [A240]", "publish")
        used = head.size + self.formats[w.recv_body].size + w.recv_pieces * self.formats[w.piece].size
        limit = min(w.state.at, w.repeat_at)
        if not used <= w.recv_bytes <= limit or w.recv_bytes % self.a.ref(w.size).unit:
            self.error(self.a.where["work.receive"], "work.receive.bytes", f"{w.recv_bytes} bytes [A240]",
                       f"whole units, {used} to {limit}: the shared word or the second generation follows")
        for name, end in ((w.state.format, w.state.at + state.size), (w.repeat, w.repeat_at + self.formats[w.repeat].size)):
            if end > w.slot or self.formats[name].size != 8:
                self.error(self.formats[name].src, f"formats.{name}", "is no 8 bytes inside the slot [A240]",
                           f"8 bytes before {w.slot}")

    def fields(self) -> None:
        """A235 and A241 for the ring, A222 for its completions, A223 and A243 for its ops."""
        w, r = self.a.work, self.a.report
        numbers: list[tuple[str, Ref, int]] = [*((("work.state.hold", w.state.hold, 1),) if w.state.hold else ())]
        for path, ref, most in (*numbers, ("work.generation", w.generation, 1), ("work.state.error", w.state.error, 1),
                                ("report.generation", r.generation, 1), ("report.queue.is-send", r.is_send, 1),
                                ("report.opcode", r.opcode, 8), ("report.status.field", r.status_field, 8),
                                ("report.queue.number", r.number, 32), ("report.serial", r.serial, 32),
                                ("report.message.field", r.message, 32), ("report.length", r.length, 32)):
            self.narrow(path, ref, most)
        for path, ref, fmt in (("work.generation", w.generation, w.head), ("work.size.field", w.size, w.head),
                               ("work.state.error", w.state.error, w.state.format),
                               *(("work.state.hold", each, w.state.format) for each in (w.state.hold,) if each)):
            if ref.format != fmt:
                self.error(ref.src, path, f"'{ref.format}' is not read here [A241]", f"a field of {fmt}")
        if self.formats[w.state.format].byte_order != "native":
            self.error(self.formats[w.state.format].src, f"formats.{w.state.format}", "is shared with the kernel [A241]", "byte-order: native")
        for row in r.send:
            self.row(f"report.send.{row.code}", row, {"opcode", "length"})
            if row.length and row.length != f"{r.length.format}.{r.length.field}":
                self.error(row.src, f"report.send.{row.code}.length", f"'{row.length}' [A222]", "the field of report.length")
        if r.skip:
            self.fits_in(r.skip.src, "report.late.skip", r.skip_value, r.skip)
        for name, ref in (("opcode", r.opcode), ("status", r.status_field)):
            enum = self.enums.get(self.a.ref(ref).enum)
            for value, number in enum.values if enum else ():
                self.fits_in(enum.src if enum else ref.src, f"enums.{self.a.ref(ref).enum}.{value}", number, ref)
        self._ops()

    def _ops(self) -> None:
        """A243: only a body that stands for the one SGE has 'pieces' and 'empty'. A223: one opcode for each op, none of them 0."""
        w = self.a.work
        seen = {w.recv_code: "receives"}
        for op in w.ops:
            path = f"work.ops.{op.name}"
            if op.code in seen:
                self.error(op.src, f"{path}.code", f"{op.code} is the opcode of {seen[op.code]} [A223]", "one of its own")
            seen.setdefault(op.code, op.name)
            if not self.enums[w.code_enum].value(op.code):
                self.error(op.src, f"{path}.code", f"{op.code} is 0 [A223]", "another opcode: 0 marks the verbs that are refused")
            single = any(f.source.startswith("sge.") for f in self.formats[op.body].fields)
            if single != bool(op.pieces) or op.empty and not single:
                self.error(op.src, path, "'pieces' or 'empty' do not suit the body [A243]", "both with a body that takes sge.*, none with another")
            if op.empty and self.formats[op.empty].size != self.formats[op.body].size:
                self.error(op.src, f"{path}.empty", f"'{op.empty}' has another size [A243]", f"that of {op.body}")

    def uses(self) -> None:
        """Which format is written where, for A217 and A229."""
        w, r = self.a.work, self.a.report
        used = [("shared-opening", "work.head", w.head), ("repeat", "work.repeat", w.repeat), ("gather", "work.piece", w.piece),
                ("shared-receive", "work.receive", w.recv_body), ("send-bell", "work.bell", w.bell.format),
                ("consumed", "report.consumed", r.consumed.format)]
        used += [("shared-body", f"work.ops.{op.name}", n) for op in w.ops for n in (op.body, op.empty) if n]
        self.roles(used, {op.body for op in w.ops})
        for fmt in self.a.formats:
            if any(f.pushed for f in fmt.fields):
                self.error(fmt.src, f"formats.{fmt.name}", "has fields for entries that nothing pushes [A127]", "none")

    def values(self) -> None:
        """A232: opcode and status have value lists; what is named is in them. A220: each op has a row in send."""
        r = self.a.report
        for key, ref in (("opcode", r.opcode), ("status", r.status_field)):
            if not self.a.ref(ref).enum:
                self.error(self.a.ref(ref).src, f"formats.{ref.format}.fields.{ref.field}", "has no value list [A232]",
                           f"enum, for report.{key}")
        self.diag.stop_if_errors()
        named: list[tuple[str, Ref, str]] = [("report.late", r.opcode, r.late_op), ("report.status", r.status_field, r.flushed),
                                             ("report.message", r.status_field, r.lost)]
        named += [(f"report.send.{row.code}", r.opcode, row.code) for row in r.send]
        named += [("report.status", r.status_field, name) for name, _ in r.status]
        for path, ref, value in named:
            self.need_enum_value(path, ref, value)
        rows = {row.code for row in r.send}
        for op in self.a.work.ops:
            if op.reports not in rows:
                self.error(op.src, f"work.ops.{op.name}", f"{op.reports} has no row in report.send [A220]", "one")
        mapped = {name for name, _ in r.status}
        status = self.enums[self.a.status_enum]
        for name, number in status.values:
            if number and name not in mapped:
                self.error(status.src, f"enums.{status.name}.{name}", "has no completion status [A220]",
                           "a row in report.status.map")
        for word in (*(text for _, text in r.status), r.default_status):
            self.need_verbs_word("report.status", word, wc_statuses())
        for row in r.send:
            self.need_verbs_word(f"report.send.{row.code}", row.opcode, wc_opcodes())


def check_shared(a: SharedAdapter, diag: Diagnostics) -> None:
    c = _SharedRing(a, diag)
    c.all_formats()
    c.work()
    c.report()
    diag.stop_if_errors()
    c.role_words()
    c.codes_fit()
    c.fields()
    diag.stop_if_errors()
    c.slot()
    c.uses()
    c.values()
    diag.stop_if_errors()
