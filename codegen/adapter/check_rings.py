"""Stage check for adapter-specific rings, second half: the spec can be generated, and no part of it is unused."""

from __future__ import annotations

from codegen.adapter.check_formats import Checker
from codegen.adapter.lower_fast import merged_order
from codegen.adapter.model import FirstAdapter, Ref, Setting, WcRow
from codegen.adapter.words import PAYLOAD
from codegen.core.diag import Diagnostics, Src


class RingRules(Checker):
    """After the references hold."""

    def __init__(self, a: FirstAdapter, diag: Diagnostics) -> None:
        super().__init__(a, diag)
        self.a: FirstAdapter = a
        self.opening = a.send.classes[0].lead[0]

    # send -----------------------------------------------------------------------------------------------------

    def types(self) -> None:
        """A225: an op's queue pair types are types of the classes."""
        known = {t for cls in self.a.send.classes for t in cls.types}
        for op in self.a.send.ops:
            for t in sorted(set(op.types) - known):
                self.error(op.src, f"send.ops.{op.name}.types", f"no class has {t} [A225]", f"one of {', '.join(sorted(known))}")

    def segments(self) -> None:
        """A216: all bodies have their segments in one order. A218: payload comes last. A211: classes open entries alike."""
        order = merged_order(self.a.send.ops)
        for op in self.a.send.ops:
            at = [order.index(name) for name in op.body]
            if at != sorted(set(at)):
                self.error(op.src, f"send.ops.{op.name}.body", "its segments are in another order than those of other ops [A216]",
                           "one order for all ops, each segment once")
            if PAYLOAD in op.body[:-1]:
                self.error(op.src, f"send.ops.{op.name}.body", "a segment behind the payload [A218]", f"{PAYLOAD} at the end")
        for cls in self.a.send.classes:
            if cls.lead[0] != self.opening or self.opening in cls.lead[1:]:
                self.error(cls.src, f"send.classes.{cls.name}.lead", "another opening segment [A211]", f"{self.opening} first, once")
            if len({n.flag for n in cls.needs}) != len(cls.needs):
                self.error(cls.src, f"send.classes.{cls.name}.needs", "a flag twice [A211]", "each flag once")

    def settings(self) -> None:
        """A219: ops and classes set fields of the opening segment, and of no other."""
        every: list[tuple[str, Setting, tuple[str, ...]]] = [(f"send.ops.{op.name}.set", s, ()) for op in self.a.send.ops for s in op.settings]
        every += [(f"send.classes.{c.name}.set", s, c.types) for c in self.a.send.classes for s in (*c.settings, *c.ethernet)]
        for path, s, types in every:
            if s.ref.format != self.opening:
                self.error(s.ref.src, path, f"sets a field of '{s.ref.format}' [A219]", f"a field of {self.opening}")
            elif s.only and s.only not in types:
                self.error(s.ref.src, path, f"{s.only} is not a type of this class [A219]", f"one of {', '.join(types) or 'none'}")
            else:
                self.setting(path, s, "opening")

    def codes(self) -> None:
        """A223: one hardware opcode for each op, so that the adapter's side can tell them apart."""
        seen: dict[str, str] = {}
        for op in self.a.send.ops:
            if op.code in seen:
                self.error(op.src, f"send.ops.{op.name}.code", f"{op.code} is the opcode of {seen[op.code]} [A223]", "one of its own")
            seen.setdefault(op.code, op.name)

    def sizes(self) -> None:
        """A142: chunk, guard, push and slots fit the size field and each other."""
        s, where = self.a.send, self.a.where
        size = self.a.ref(s.size)
        most = ((1 << size.place.bits) - 1) * size.unit
        if s.chunk % size.unit:
            self.error(where["send.chunk"], "send.chunk", f"{s.chunk} is not in units of {size.unit} [A142]", "whole units")
        if s.guard and s.guard.every % s.chunk:
            self.error(where["send.guard"], "send.guard.every", f"{s.guard.every} [A142]", f"a multiple of the chunk, {s.chunk}")
        if s.push and s.push.more_than >= most:
            self.error(where["send.push"], "send.push.more-than", f"{s.push.more_than} [A142]", f"less than the largest entry, {most} bytes")
        if s.push and s.push.block < s.chunk:
            self.error(where["send.push"], "send.push.block", f"{s.push.block} [A142]", f"at least a chunk, {s.chunk}")
        for cls in s.classes:
            for op in s.ops:
                names = (*cls.lead, *(n for n in (cls.body or op.body) if n != PAYLOAD))
                if sum(self.formats[n].size for n in names) > most:
                    self.error(op.src, f"send.ops.{op.name}", f"its segments are longer than {most} bytes [A142]",
                               "an entry that the size field can count")

    def push(self) -> None:
        """A141: what is pushed are ops of classes, each named once."""
        push = self.a.send.push
        if push is None:
            return
        classes, ops = {c.name for c in self.a.send.classes}, {op.name for op in self.a.send.ops}
        src = self.a.where["send.push"]
        rows = [*push.ops, *push.empty_ops]
        for name in sorted({*push.inline, *(cls for cls, _ in rows)} - classes):
            self.error(src, "send.push.when", f"no class '{name}' [A141]", f"one of {', '.join(sorted(classes))}")
        for name in sorted({op for _, names in rows for op in names} - ops):
            self.error(src, "send.push.when", f"no op '{name}' [A141]", f"one of {', '.join(sorted(ops))}")
        if not push.inline or not all(names for _, names in rows):
            self.error(src, "send.push.when", "an empty list [A141]", "names, 'inline' among them")

    # values that fit ------------------------------------------------------------------------------------------

    def values(self) -> None:
        s, r, c, where = self.a.send, self.a.recv, self.a.complete, self.a.where
        self.fits_in(where["send.payload"], "send.payload.gather.empty-length", s.empty_length, self.carrier(s.gather, "sge.length"))
        if r.end_lkey is not None:
            self.fits_in(where["recv.end"], "recv.end.lkey", r.end_lkey, self.carrier(r.gather, "sge.lkey"))
        for enum in (s.code_enum, c.recv_enum, c.special_enum):
            for name, value in self.enums[enum].values:
                used = {*(op.code for op in s.ops), *(row.code for row in c.recv), c.error_op, c.resize_op}
                if name in used:
                    self.fits_in(self.enums[enum].src, f"enums.{enum}.{name}", value, c.opcode)
        for name, value in self.a.enum(self.a.status_enum).values:
            self.fits_in(self.enums[self.a.status_enum].src, f"enums.{self.a.status_enum}.{name}", value, c.syndrome)

    def carrier(self, fmt: str, source: str) -> Ref:
        return Ref(self.formats[fmt].src, fmt, self.formats[fmt].carrier(source))

    # receive, completion --------------------------------------------------------------------------------------

    def recv_shared(self) -> None:
        """A241: the link lies in the head of a shared slot, which the least slot has room for."""
        r = self.a.recv
        if r.link is None:
            return
        if r.link.format != r.head:
            self.error(r.link.src, "recv.shared.link", f"'{r.link.format}' is not the head [A241]", f"a field of {r.head}")
        elif self.formats[r.head].size + self.formats[r.gather].size > r.stride_at_least:
            self.error(self.a.where["recv.shared"], "recv.shared.stride", f"{r.stride_at_least} bytes [A241]", "room for head and one SGE")

    def entries(self) -> None:
        """A241: what is read of a completion lies in its format."""
        c = self.a.complete
        good = {"owner.field": c.owner, "queue.number": c.number, "queue.is-send": c.is_send, "opcode.field": c.opcode,
                "xrc.srq": c.xrc_srq, "retire.index": c.index, "wc.sl.infiniband": c.sl_infiniband,
                "wc.sl.ethernet": c.sl_ethernet, "timestamp.high": c.time_high, "timestamp.low": c.time_low,
                **{f"wc.{k}": ref for k, ref in c.values}, **{f"flags.{f.name}": ref for f in c.flags for ref in f.all_of}}
        for key, ref in good.items():
            self._in(f"complete.{key}", ref, c.entry)
        for row in c.recv:
            self._in(f"complete.recv.{row.code}", row.imm, c.entry)
            self._in(f"complete.recv.{row.code}", row.invalidated, c.entry)
        self._in("complete.error.syndrome", c.syndrome, c.error_entry)
        self._in("complete.error.vendor", c.vendor, c.error_entry)
        self._in("send.owner.field", self.a.send.owner, self.opening)
        self._in("send.size.field", self.a.send.size, self.opening)
        if self.a.send.guard:
            self._in("send.guard.size-from", self.a.send.guard.size, self.opening)
            if self.a.send.guard.size.field != self.a.send.size.field:
                self.error(self.a.send.guard.size.src, "send.guard.size-from", "is not the size [A241]", "the field of send.size")
        for key, ref, most in (("send.owner.field", self.a.send.owner, 1), ("complete.owner.field", c.owner, 1),
                               ("complete.queue.is-send", c.is_send, 1), ("complete.opcode.field", c.opcode, 8),
                               ("complete.error.syndrome", c.syndrome, 8), ("complete.queue.number", c.number, 32),
                               ("complete.retire.index", c.index, 32)):
            self.narrow(key, ref, most)
        if self.formats[c.entry].size != self.formats[c.error_entry].size:
            self.error(self.formats[c.error_entry].src, f"formats.{c.error_entry}", f"is not of the size of {c.entry} [A231]", "one size")

    def _in(self, path: str, ref: Ref | None, fmt: str) -> None:
        if ref is not None and ref.format != fmt:
            self.error(ref.src, path, f"'{ref.format}' is not read here [A241]", f"a field of {fmt}")

    def rows(self) -> None:
        """A222, and what differs nowhere is said alike."""
        c = self.a.complete
        length = dict(c.values)["byte_len"]
        for row in c.send:
            self.row(f"complete.send.{row.code}", row, {"opcode", "flags", "length"})
            if "." in row.length and row.length != f"{length.format}.{length.field}":
                self.error(row.src, f"complete.send.{row.code}.length", f"'{row.length}' [A222]", "the field of wc.byte_len, or a number")
        for row in c.recv:
            self.row(f"complete.recv.{row.code}", row, {"opcode", "flags", "kind", "imm", "invalidated"})
            if not row.kind:
                self.error(row.src, f"complete.recv.{row.code}", "has no kind [A222]", "what the sender did")
            for flag, ref in (("WITH_IMM", row.imm), ("WITH_INV", row.invalidated)):
                if (flag in row.flags) != (ref is not None):
                    self.error(row.src, f"complete.recv.{row.code}", f"{flag} and no field for it, or the reverse [A222]", "both or neither")
        self.row("complete.send.default", c.default_row, {"opcode"})
        for what in ("imm", "invalidated", "kind"):
            named = [str(getattr(r, what).field if isinstance(getattr(r, what), Ref) else getattr(r, what)) for r in c.recv if getattr(r, what)]
            if len(set(named)) > 1 and what != "kind" or len(set(named)) != len(named) and what == "kind":
                self.error(self.a.where["complete.recv"], "complete.recv", f"{what} differs between rows, or a kind is there twice [A222]",
                           "one field for all; each kind once")

    def arming(self) -> None:
        """A236: rings of their own are armed by a record and a register, of which both bear the same request."""
        if self.a.arms_by_command:
            self.error(self.a.where["arm"], "arm", "a command [A236]", "a record and a register: nothing else is generated here")
            return
        self.doorbell("arm", self.a.arm_record, "record")
        self.doorbell("arm", self.a.arm_bell, "register", 8)

    def uses(self) -> None:
        """Which format is written where, for A217 and A229; the opening segment's other fields are set by ops."""
        s, r, c = self.a.send, self.a.recv, self.a.complete
        used = [("opening", "the opening segment", self.opening), ("gather", "send.payload.gather", s.gather),
                ("gather", "recv.gather", r.gather), ("inline", "send.payload.inline", s.inline),
                ("send-bell", "send.bell", s.bell.format), ("recv-bell", "recv.bell", r.bell.format),
                ("consumed", "complete.consumed", c.consumed.format), ("arm-record", "arm", self.a.arm_record.format),
                ("arm-bell", "arm", self.a.arm_bell.format)]
        used += [("segment", f"send.classes.{cls.name}", n) for cls in s.classes for n in cls.lead[1:]]
        used += [("segment", f"send.ops.{op.name}", n) for op in s.ops for n in op.body if n != PAYLOAD]
        if r.link:
            used.append(("link", "recv.shared", r.head))
        self.roles(used, {self.opening})
        for fmt in self.a.formats:
            if fmt.name != self.opening and any(f.pushed for f in fmt.fields):
                self.error(fmt.src, f"formats.{fmt.name}", "has fields for pushed entries [A127]", f"them in {self.opening} only")
        if any(f.pushed for f in self.formats[self.opening].fields) and s.push is None:
            self.error(self.formats[self.opening].src, f"formats.{self.opening}", "has fields for entries that nothing pushes [A127]", "send.push")

    def published(self) -> None:
        """A230: the opening segment and that of an SGE are published: a word of each is stored after the rest."""
        for path, name in (("send.classes", self.opening), ("send.payload.gather", self.a.send.gather)):
            if self.formats[name].publish is None:
                self.error(self.formats[name].src, f"formats.{name}", "is not published [A230]", f"'publish', for {path}")
        owner = self.a.ref(self.a.send.owner).place
        if self.formats[self.opening].publish not in (None, owner.at):
            self.error(self.formats[self.opening].src, f"formats.{self.opening}.publish", "is not the word of the owner [A230]",
                       f"byte {owner.at}")


def check_rings(a: FirstAdapter, diag: Diagnostics) -> None:
    c = RingRules(a, diag)
    for rule in (c.types, c.segments, c.codes, c.push, c.entries, c.rows, c.recv_shared, c.published, c.arming):
        rule()
    diag.stop_if_errors()
    for rule in (c.settings, c.sizes, c.values, c.uses):
        rule()
    diag.stop_if_errors()
