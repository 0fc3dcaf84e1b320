"""Stage check for adapters with indexed queues in shared memory."""

from __future__ import annotations

from codegen.adapter.check_formats import CARRIES, Checker
from codegen.adapter.model import IndexedAdapter, Part, Ref, Setting
from codegen.adapter.verbs import wc_flags, wc_opcodes, wc_statuses, wr_opcodes
from codegen.core.diag import Diagnostics


class _Indexed(Checker):
    def __init__(self, a: IndexedAdapter, diag: Diagnostics) -> None:
        super().__init__(a, diag)
        self.a: IndexedAdapter = a

    # references -----------------------------------------------------------------------------------------------

    def queue(self) -> None:
        q, where = self.a.queue, self.a.where
        for key, part in (("shape", q.shape), ("producer", q.producer), ("consumer", q.consumer)):
            self.need_format(where[f"queue.{key}"], f"queue.{key}.format", part.format)
        for key, ref in (("shift", q.shift), ("mask", q.mask)):
            self.need_ref(f"queue.shape.{key}", ref)
            if ref.format != q.shape.format:
                self.error(ref.src, f"queue.shape.{key}", f"'{ref.format}' is not the shape [A241]",
                           f"a field of {q.shape.format}")

    def requests(self) -> None:
        r, where = self.a.requests, self.a.where
        named = {"head": r.head, "tail": r.tail.format, "piece": r.piece}
        if r.address_body:
            named["address"] = r.address_body
        for key, name in named.items():
            self.need_format(where[f"requests.{key}"], f"requests.{key}", name)
        if r.bell.kind != "command":
            self.error(where["requests.bell"], "requests.bell", f"a {r.bell.kind} [A250]", "command: such queues have no other bell")
        for op in r.ops:
            path = f"requests.ops.{op.name}"
            if op.name not in wr_opcodes():
                self.error(op.src, path, f"unknown verbs opcode '{op.name}' [A212]", f"one of {', '.join(wr_opcodes())}")
            self.need_value(op.src, f"{path}.code", r.code_enum, op.code)
            if op.body:
                self.need_format(op.src, f"{path}.body", op.body)
            if not op.posted and (op.at_least or op.aligned):
                self.error(op.src, path, "ibv_post_send refuses all of these requests, so nothing tests 'at-least' or 'aligned' [A255]",
                           "neither of them with 'payload: bytes'")
            for s in op.settings:
                self._setting(f"{path}.set", s)
        for key, name in (("head", self.a.recv_head), ("piece", self.a.recv_piece)):
            self.need_format(where[f"receives.{key}"], f"receives.{key}", name)

    def _setting(self, path: str, s: Setting) -> None:
        self.need_ref(path, s.ref)
        self.need_source(s.ref.src, path, s.source)
        if s.only or s.ref.format not in (self.a.requests.head, self.a.requests.tail.format):
            self.error(s.ref.src, path, f"'{s.ref.format}' is set [A251]", "a field of head or tail, with one source")

    def completions(self) -> None:
        c, where = self.a.completions, self.a.where
        self.need_format(where["completions.entry"], "completions.entry", c.entry)
        refs: dict[str, Ref | None] = {"opcode": c.opcode, "status.field": c.status_field, "imm": c.imm, "invalidated": c.invalidated}
        refs |= {f"wc.{name}": ref for name, ref in c.values} | {f"flags.{name}": ref for name, ref in c.flags}
        for key, ref in refs.items():
            self.need_ref(f"completions.{key}", ref)
            if ref and ref.format != c.entry:
                self.error(ref.src, f"completions.{key}", f"'{ref.format}' is not the entry [A241]", f"a field of {c.entry}")

    # meaning --------------------------------------------------------------------------------------------------

    def role_words(self) -> None:
        """A230: a format carries what its role needs."""
        a, r, q = self.a, self.a.requests, self.a.queue
        piece = ("sge.addr", "sge.length", "sge.lkey")
        roles = [("requests.head", r.head, ("wr.id", "op.code", "wr.signaled", "wr.inline")),
                 ("requests.tail", r.tail.format, ("payload.bytes", "payload.pieces")), ("requests.piece", r.piece, piece),
                 ("receives.head", a.recv_head, ("wr.id", "payload.bytes", "payload.pieces")),
                 ("receives.piece", a.recv_piece, piece), ("queue.producer", q.producer.format, ("ring.index",)),
                 ("queue.consumer", q.consumer.format, ("ring.index",))]
        if r.address_body:
            roles.append(("requests.address", r.address_body, ("wr.ud.qpn", "wr.ud.qkey")))
        for path, name, needs in roles:
            have = {f.source for f in self.formats[name].fields}
            for need in needs:
                if need not in have:
                    self.error(self.formats[name].src, f"formats.{name}", f"nothing comes from {need} [A230]",
                               f"a field with it, for {path}")

    def carries(self) -> None:
        """A210: an op carries everything that its verb needs. A124: its code fits."""
        r = self.a.requests
        for op in r.ops:
            have = {f.source for f in self.formats[op.body].fields} if op.body else set()
            have |= {s.source for s in op.settings} | {f.source for f in self.formats[r.head].fields}
            for need in CARRIES.get(op.name, ()):
                if need not in have:
                    self.error(op.src, f"requests.ops.{op.name}", f"nothing carries {need} [A210]",
                               "a body or a setting with this source")
            self.need_fit(op.src, f"requests.ops.{op.name}.code", r.head, r.code_enum, op.code)

    def places(self) -> None:
        """A252: indexes are words of 32 bits inside the head of a queue; a body ends before the tail."""
        q, r = self.a.queue, self.a.requests
        parts: list[tuple[str, Part, int]] = [("shape", q.shape, self.formats[q.shape.format].size), ("producer", q.producer, 4),
                                              ("consumer", q.consumer, 4)]
        for key, part, size in parts:
            if self.formats[part.format].size != size or part.at % 4 or part.at + size > q.slots:
                self.error(self.a.where[f"queue.{key}"], f"queue.{key}", f"does not lie in {q.slots} bytes as it must [A252]",
                           f"{size} bytes, aligned to 4, in front of slot 0")
        head = self.formats[r.head].size
        for name in {op.body for op in r.ops if op.body} | {r.address_body} - {""}:
            end = head + self.formats[name].size
            if end > r.tail.at or (r.tail.at - end) % 8 or (r.tail.at - head) % 8:
                self.error(self.formats[name].src, f"formats.{name}", f"ends at byte {end} of an entry [A252]",
                           f"whole 8 bytes up to the tail at {r.tail.at}")

    def fields(self) -> None:
        """A235 for completions, A223 for ops, A251 for settings."""
        a, c, r = self.a, self.a.completions, self.a.requests
        for path, ref, most in (("completions.opcode", c.opcode, 32), ("completions.status.field", c.status_field, 32),
                                ("completions.imm", c.imm, 32), ("queue.shape.shift", a.queue.shift, 32), ("queue.shape.mask", a.queue.mask, 32),
                                *((f"completions.flags.{name}", ref, 32) for name, ref in c.flags),
                                *((f"completions.wc.{name}", ref, 64) for name, ref in c.values)):
            self.narrow(path, ref, most)
        for ref in (c.opcode, c.status_field):
            enum = self.enums.get(a.ref(ref).enum)
            for value, number in enum.values if enum else ():
                self.fits_in(enum.src if enum else ref.src, f"enums.{a.ref(ref).enum}.{value}", number, ref)
        seen: dict[str, str] = {}
        for op in r.ops:
            if op.code in seen:
                self.error(op.src, f"requests.ops.{op.name}.code", f"{op.code} is the opcode of {seen[op.code]} [A223]", "one of its own")
            seen.setdefault(op.code, op.name)
            for s in op.settings:
                self.setting(f"requests.ops.{op.name}.set", s, "head" if s.ref.format == r.head else "tail")

    def uses(self) -> None:
        """Which format is written where, for A229; what nothing fills is zero."""
        a, r, q = self.a, self.a.requests, self.a.queue
        used = [("head", "requests.head", r.head), ("tail", "requests.tail", r.tail.format), ("gather", "requests.piece", r.piece),
                ("receive-head", "receives.head", a.recv_head), ("gather", "receives.piece", a.recv_piece),
                ("index", "queue.producer", q.producer.format), ("index", "queue.consumer", q.consumer.format)]
        used += [("segment", f"requests.ops.{op.name}", op.body) for op in r.ops if op.body]
        used += [("segment", "requests.address", r.address_body)] if r.address_body else []
        self.roles(used, set(self.formats))
        for fmt in a.formats:
            if any(f.pushed for f in fmt.fields) or fmt.publish is not None:
                self.error(fmt.src, f"formats.{fmt.name}", "nothing pushes or publishes it: the index does [A127]", "neither word")

    def values(self) -> None:
        """A232: opcode and status have value lists. A220: each value has a row. A221: what programs see are words of verbs."""
        c = self.a.completions
        for key, ref in (("opcode", c.opcode), ("status", c.status_field)):
            if not self.a.ref(ref).enum:
                self.error(self.a.ref(ref).src, f"formats.{ref.format}.fields.{ref.field}", "has no value list [A232]",
                           f"enum, for completions.{key}")
        self.diag.stop_if_errors()
        for key, ref, rows, words in (("ops", c.opcode, c.ops, wc_opcodes()), ("status", c.status_field, c.status, wc_statuses())):
            enum = self.a.enum(self.a.ref(ref).enum)
            known = {name for name, _ in rows}
            for name, word in rows:
                self.need_value(self.a.where[f"completions.{key}"], f"completions.{key}.{name}", enum.name, name)
                self.need_verbs_word(f"completions.{key}", word, words)
            for name, number in enum.values:
                if name not in known and (number or key == "ops"):
                    self.error(enum.src, f"enums.{enum.name}.{name}", f"has no completion {key} [A220]",
                               f"a row in completions.{key}")
        self.need_verbs_word("completions.status", c.default_status, wc_statuses())
        for name, _ in c.flags:
            self.need_verbs_word("completions.flags", name, wc_flags())
        self._reports()
        self._flags_tell_what_the_word_is()

    def _reports(self) -> None:
        """A220: receives have a row, too. A254: what a request reports is the completion of a send."""
        c, rows = self.a.completions, dict(self.a.completions.ops)
        if "RECV" not in rows.values():
            self.error(self.a.where["completions.ops"], "completions.ops", "no value stands for RECV [A220]", "a row with it")
        for op in self.a.requests.ops:
            path = f"requests.ops.{op.name}.reports"
            self.need_value(op.src, path, self.a.ref(c.opcode).enum, op.reports)
            if rows.get(op.reports, "").startswith("RECV"):
                self.error(op.src, path, f"'{op.reports}' is {rows[op.reports]} [A254]", "that of a completed send")

    def _flags_tell_what_the_word_is(self) -> None:
        """A253: without a flag nobody would look at immediate data or at a key."""
        c = self.a.completions
        for name in ("WITH_IMM", *(("WITH_INV",) if c.invalidated else ())):
            if name not in dict(c.flags):
                self.error(self.a.where["completions.flags"], "completions.flags", f"no {name} [A253]", f"a field for {name}")


def check_indexed(a: IndexedAdapter, diag: Diagnostics) -> None:
    c = _Indexed(a, diag)
    c.all_formats()
    c.queue()
    c.requests()
    c.completions()
    diag.stop_if_errors()
    c.role_words()
    c.carries()
    c.fields()
    diag.stop_if_errors()
    c.places()
    c.uses()
    c.values()
    diag.stop_if_errors()
