"""Stage check of the queue sections: named rules, each with a spec in codegen/tests that breaks it."""

from __future__ import annotations

from codegen.adapter.check.boundary import check_recv_boundary, check_send_boundary
from codegen.adapter.check.complete import check_complete
from codegen.adapter.check.fields import plural
from codegen.adapter.check.formats import CARRIES, Checker
from codegen.adapter.check.hot import check_hot
from codegen.adapter.check.identity import check_identity
from codegen.adapter.check.memory import check_memory
from codegen.adapter.check.ring import check_ring
from codegen.adapter.check.units import check_units
from codegen.adapter.check.use import check_step, check_use
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.formats import Field, Ref, Setting
from codegen.adapter.model.queues import Gather, QUEUE, Refusal, Ring, Step
from codegen.adapter.model.send import Body, Limit, Op
from codegen.adapter.render.print import prints_whole_wqes
from codegen.adapter.sources import SOURCES, bits_of
from codegen.adapter.verbs import wc_opcodes, wr_opcodes
from codegen.core.diag import Diagnostics, Src

# What each place may take values from: the first part of a source's name.
SEND, GATHER, RECV = ("sq", "qp", "op", "wqe", "wr", "ah", "payload"), ("sge", "sq"), ("sge", "rq")
SEND_DOORBELL, RECV_DOORBELL, CQ, SHARED = ("sq", "qp"), ("rq",), ("cq",), ("srq",)
RECV_HEAD = ("wr.id", "payload.bytes", "payload.sges")

# Reasons that only sends or only receives have.
SEND_REFUSALS = ("failed", "opcode", "full", "sges", "no-sges", "closed", "unsignaled", "inline", "long", "room", "needs", "flags")
RECV_REFUSALS = ("failed", "full", "sges", "no-sges", "closed")


# Sources that carry the same, changed as an adapter wants it.
_AS_GOOD = {"wr.imm": ("wr.imm_number",), "wr.bind.rkey": ("wr.bind.whole_rkey",), "wr.bind.lkey": ("wr.bind.region_rkey",),
            "wr.bind.addr": ("wr.bind.start",)}


# Ops whose completions say the same.
_ONE_RESULT = ({"SEND", "SEND_WITH_IMM", "SEND_WITH_INV"}, {"RDMA_WRITE", "RDMA_WRITE_WITH_IMM"})


class QueueChecker(Checker):
    """Rules about sends, receives and doorbells; completions have theirs beside it."""

    def __init__(self, a: Adapter, diag: Diagnostics) -> None:
        super().__init__(a, diag)
        self.a: Adapter = a

    def at(self, path: str) -> Src:
        """Line of the nearest part of the spec that is remembered."""
        while path and path not in self.a.where:
            path = path.rpartition(".")[0]
        return self.a.where.get(path, self.a.src)

    # rings ----------------------------------------------------------------------------------------------------

    def ring(self, path: str, ring: Ring, sends: bool) -> None:
        """A301: the parts of a ring go together."""
        src = self.at(path)
        if ring.unit != QUEUE and (ring.unit & (ring.unit - 1) or not 8 <= ring.unit <= 4096):
            self.error(src, f"{path}.unit", f"{ring.unit} is not a power of two from 8 to 4096 [A301]", "such a number of bytes, or queue")
        if ring.entry == "many-units" and ring.unit == QUEUE:
            self.error(src, f"{path}.unit", "a queue cannot decide the unit of WQEs that take several [A301]", "a number of bytes")
        if (ring.wraps or bool(ring.boundary)) != (ring.entry == "many-units") or ring.wraps and ring.boundary:
            self.error(src, f"{path}.wrap", "WQEs of many units wrap, or stay within a boundary, and no others do [A301]",
                       "wrap: inside or a boundary with entry: many-units")
        if ring.boundary and ring.boundary.clear & (ring.boundary.clear - 1):
            self.error(src, f"{path}.boundary.clear", f"{ring.boundary.clear} is not a power of two [A301]", "such a number of units")
        if (ring.device or ring.zeroed) and not (sends and ring.entry == "one-unit" and ring.unit == QUEUE):
            self.error(src, path, "only sends that take one unit, of a size that the queue decides, can be written whole [A301]",
                       "entry: one-unit and unit: queue")
        if ring.device != ring.zeroed:
            self.error(src, path, "a ring that cannot be read is written whole, and no other is [A301]", "where: device with fill: zero")
        if not sends and ring.entry == "many-units":
            self.error(src, f"{path}.entry", "receives do not take many units [A301]", "one-unit or unit-per-sge")
        if sends and ring.entry == "unit-per-sge":
            self.error(src, f"{path}.entry", "sends do not take a unit for each SGE [A301]", "one-unit or many-units")

    def refusals(self, path: str, refusals: tuple[Refusal, ...], kinds: tuple[str, ...]) -> None:
        """A302: each reason once, and the ones that keep a queue whole are there."""
        seen: set[str] = set()
        for r in refusals:
            if r.kind in seen:
                self.error(r.src, path, f"'{r.kind}' is given twice [A302]", "each reason once")
            if r.kind not in kinds:
                self.error(r.src, path, f"'{r.kind}' is no reason here [A302]", f"one of {', '.join(kinds)}")
            if r.unless_inline and r.kind != "sges":
                self.error(r.src, path, f"'{r.kind}' does not depend on inline [A302]", "unless: inline with sges alone")
            seen.add(r.kind)
        must = ("opcode", "full", "sges", "inline") if kinds is SEND_REFUSALS else ("full", "sges")
        for kind in must:
            if kind not in seen:
                self.error(self.at(path), path, f"nothing refuses requests for '{kind}' [A302]", f"an entry for {', '.join(must)}")

    # fields ---------------------------------------------------------------------------------------------------

    def sources(self, path: str, name: str, allowed: tuple[str, ...]) -> None:
        """A303: a format takes its values from what is there where it is used."""
        if name not in self.formats:
            return
        for f in self.formats[name].fields:
            for word in (f.source, f.inline):
                if word in SOURCES and word.split(".")[0] not in allowed and word not in allowed:
                    self.error(f.src, path, f"{name}.{f.name} cannot take {word} here [A303]",
                               f"a source that begins with {', '.join(allowed)}")

    def value_fits(self, path: str, src: Src, f: Field, source: str) -> None:
        """A304: a number fits its field, and a field of bytes has bytes."""
        if source[:1].isdigit() and bits_of(source) > f.place.bits:
            self.error(src, path, f"{source} does not fit in {f.place.bits} bit{'s' if f.place.bits > 1 else ''} [A304]", "a smaller number")
        if source in SOURCES and SOURCES[source].memory != f.is_bytes:
            self.error(src, path, f"{source} is {'bytes' if SOURCES[source].memory else 'a number'} and '{f.name}' is not [A304]",
                       "a field of that kind")

    def values(self) -> None:
        """A304 for all fields, A305: what does not go together in one field."""
        for fmt in self.a.formats:
            for f in fmt.fields:
                path = f"formats.{fmt.name}.fields.{f.name}"
                if f.source in SOURCES:
                    self.value_fits(path, f.src, f, f.source)
                if f.overlays and f.as_values and f.as_values[0]:
                    self.error(f.src, path, f"is {f.as_values[0]} where its source is false, in bits that others have [A305]", "0 and another value")
                if max(f.owed, f.most) >> f.place.bits:
                    self.error(f.src, path, f"{max(f.owed, f.most)} does not fit in {plural(f.place.bits)} [A122]", "a value that fits")
                if f.owed and not f.as_values:
                    self.error(f.src, path, "owed is one of several values [A305]", "as besides")
                if f.unread and f.const is not None:
                    self.error(f.src, path, "a constant that the adapter does not look at [A305]", "no const")
                if f.low and f.source in SOURCES and bits_of(f.source) <= f.place.bits:
                    self.error(f.src, path, "takes: low-bits of a value that is not wider [A115]", "no takes")
                if f.inline and not f.source:
                    self.error(f.src, path, "inline stands instead of from [A305]", "from besides")
                self.need_source(f.src, path, f.inline)

    def settings(self, path: str, op: Op | None, settings: tuple[Setting, ...], segments: tuple[str, ...]) -> None:
        """A306: what is set is a field of the head or of a segment of this op, which has no other value."""
        for s in settings:
            self.need_ref(path, s.ref)
            self.need_source(s.ref.src, path, s.source)
            written = (self.a.send.head, *([self.a.send.tail.format] if op and self.a.send.tail else []), *segments)
            if s.ref.format not in written:
                self.error(s.ref.src, path, f"'{s.ref.format}' is not written here [A306]", f"a field of {', '.join(written)}")
                continue
            if s.ref.format not in self.formats:
                continue
            f = next((f for f in self.formats[s.ref.format].fields if f.name == s.ref.field), None)
            if f and (f.const is not None or f.source) and (op or s.ref.format != self.a.send.head):
                self.error(s.ref.src, path, f"'{f.name}' has a value of its own [A306]", "a field without from and const")
            if f:
                self.value_fits(path, s.ref.src, f, s.source)
                self.fits(s.ref.src, path, f, s.source)
            if op and s.source in SOURCES and s.source.split(".")[0] not in SEND:
                self.error(s.ref.src, path, f"{s.source} is not there when a request is posted [A306]", f"one of {', '.join(SEND)}")

    # sends ----------------------------------------------------------------------------------------------------

    def send(self) -> None:
        s, src = self.a.send, self.at("send")
        self.need_format(src, "send.head", s.head)
        self.diag.stop_if_errors()  # all rules about ops look at the head
        check_send_boundary(self)
        self.ring("send.ring", s.ring, True)
        self.refusals("send.refuse", s.refusals, SEND_REFUSALS)
        self.sources("send.head", s.head, SEND)
        self.classes()
        for op in s.ops:
            self.op(op)
        self.codes()
        self.gather("send.payload.gather", s.gather, GATHER)
        if s.inline.header:
            self.need_format(src, "send.payload.inline.header", s.inline.header)
            self.sources("send.payload.inline.header", s.inline.header, SEND)
        for step in s.doorbell:
            self.step("send.doorbell", step, SEND_DOORBELL)
        self.names_of_requests()
        self.opcode_list()

    def opcode_list(self) -> None:
        """A316: the head carries the opcode, in a field whose value list is that of the opcodes."""
        if self.a.send.head not in self.formats:
            return
        known = dict(self.enums[self.a.send.code_enum].values) if self.a.send.code_enum in self.enums else {}
        codes = [(op.src, f"send.ops.{op.name}.{key}", code) for op in self.a.send.ops for key, code in (("code", op.code), ("solicited", op.solicited))]
        boundary = self.a.send.ring.boundary
        for src, path, code in (*codes, *([(self.at("send.ring"), "send.ring.boundary.pad", boundary.pad)] if boundary else [])):
            if code in known:
                self.need_fit(src, path, self.a.send.head, self.a.send.code_enum, code)
        fields = [f for f in self.formats[self.a.send.head].fields if f.source == "op.code"]
        if len(fields) != 1 or fields[0].enum != self.a.send.code_enum:
            self.error(self.at("send.head"), "send.head", "no one field takes op.code and has the value list of tables.code [A316]",
                       f"a field with from: op.code and enum: {self.a.send.code_enum}")

    def classes(self) -> None:
        """A213: a queue pair type belongs to one class, whose needs are of flags."""
        seen: dict[str, str] = {}
        for cls in self.a.send.classes:
            path = f"send.classes.{cls.name}"
            for t in cls.types:
                if t in seen:
                    self.error(cls.src, f"{path}.types", f"{t} is already in '{seen[t]}' [A213]", "each type in one class")
                seen[t] = cls.name
            for name in cls.lead:
                self.need_format(cls.src, f"{path}.lead", name)
                self.sources(f"{path}.lead", name, SEND)
            self.settings(f"{path}.set", None, cls.settings, cls.lead)
            if any(not n.flag for n in cls.needs):
                self.error(cls.src, f"{path}.needs", "a class needs what its requests' flags ask for [A213]", "flag besides")
            self.settings(f"{path}.ethernet-set", None, cls.ethernet, ())
        types = {t for cls in self.a.send.classes for t in cls.types}
        for op in self.a.send.ops:
            for t in op.types:
                if t not in types:
                    self.error(op.src, f"send.ops.{op.name}.types", f"no class has {t} [A213]", f"one of {', '.join(sorted(types))}")

    def printed(self) -> None:
        """A307: queue pairs of no type of the API are not in the tables by which whole WQEs are printed."""
        for cls in self.a.send.classes if prints_whole_wqes(self.a) else ():
            if "DRIVER" in cls.types:
                self.error(cls.src, f"send.classes.{cls.name}.types", "WQEs of DRIVER queue pairs are not printed yet [A307]", "other types")

    def body(self, path: str, src: Src, op: Op, body: Body) -> None:
        """A218: the payload is the end of a body, once."""
        if not body.ends:
            self.error(src, f"{path}.body", "a segment behind the payload [A218]", "payload or bytes at the end")
        for name in body.segments:
            self.need_format(src, path, name)
            self.sources(path, name, (*SEND, "sge") if op.sges else SEND)
        self.settings(f"{path}.set", op, body.settings, body.segments)

    def op(self, op: Op) -> None:
        path = f"send.ops.{op.name}"
        if op.name not in wr_opcodes():
            self.error(op.src, path, f"unknown verbs opcode '{op.name}' [A212]", f"one of {', '.join(wr_opcodes())}")
        for key, code in (("code", op.code), *([("solicited", op.solicited)] if op.solicited else [])):
            self.need_value(op.src, f"{path}.{key}", self.a.send.code_enum, code)
        self.body(path, op.src, op, op.body)
        if op.empty:
            self.body(f"{path}.when-empty", op.src, op, op.empty)
            fixed = (self.a.send.head, *([self.a.send.tail.format] if self.a.send.tail else []))
            if any(op.body.of(name) != op.empty.of(name) for name in fixed):
                self.error(op.src, f"{path}.when-empty.set", "the head is the same, empty or not [A308]", "the settings of the op")
        for limit in op.limits:
            self.limit(f"{path}.needs", op, limit)
        if op.note and op.note not in wc_opcodes():
            self.error(op.src, f"{path}.note", f"unknown '{op.note}' [A221]", f"one of {', '.join(wc_opcodes())}")
        if op.note and not self.a.send.keep_note:
            self.error(op.src, f"{path}.note", "notes are not kept [A309]", "note in send.requests.keep")
        if op.owes and not any(f.owed for f in self.formats[self.a.send.head].fields):
            self.error(op.src, f"{path}.owes", "no field of the head has a value for what is owed [A309]", "a field with owed")
        self.carries(op)

    def limit(self, path: str, op: Op, limit: Limit) -> None:
        """A317: what is tested of a request is a number that is known before anything is stored, and the test can fail."""
        self.need_source(op.src, path, limit.source)
        if not limit.bound[:1].isdigit():
            self.constant(op.src, path, limit.bound)
        elif limit.kind == "multiple-of" and (int(limit.bound, 0) < 2 or int(limit.bound, 0) & int(limit.bound, 0) - 1):
            self.error(op.src, path, f"{limit.bound} is not a power of two from 2 on [A317]", "such a number")
        if limit.source in SOURCES and (SOURCES[limit.source].memory or limit.source.split(".")[0] not in ("wr", "payload")):
            self.error(op.src, path, f"{limit.source} is no number of the request [A317]", "a source that begins with wr, payload")
        if not op.posted:
            self.error(op.src, path, "ibv_post_send refuses all of these requests, so nothing tests them [A317]", "no needs with bytes")

    def carries(self, op: Op) -> None:
        """A210: an op carries everything that its verb needs."""
        names = [self.a.send.head, *op.body.segments, *([self.a.send.tail.format] if self.a.send.tail else [])]
        have = {f.source for n in names if n in self.formats for f in self.formats[n].fields}
        have |= {s.source for s in op.body.settings}
        for need in CARRIES.get(op.name, ()):
            if not have & {need, *_AS_GOOD.get(need, ())}:
                self.error(op.src, f"send.ops.{op.name}", f"nothing carries {need} [A210]", "a segment or a setting with this source")

    def codes(self) -> None:
        """A310: completions tell ops with one opcode apart by their notes."""
        seen: dict[str, Op] = {}
        for op in self.a.send.ops:
            other = seen.setdefault(op.code, op)
            same_result = any({op.name, other.name} <= same for same in _ONE_RESULT)
            if other is not op and not (op.note and other.note) and not same_result:
                self.error(op.src, f"send.ops.{op.name}.code", f"{op.code} is {other.name}'s, too [A310]", "a note for both")

    def names_of_requests(self) -> None:
        """A311: what completions name requests by stands in the WQE and is kept."""
        s = self.a.send
        src = self.a.where["send.requests"]
        have = {f.source for f in self.formats[s.head].fields} if s.head in self.formats else set()
        for name, word in (("tag", "sq.tag"), ("wr-id", "wr.id"), ("serial", "sq.serial")):
            if s.named_by == name and word not in have:
                self.error(src, "send.requests", f"the head carries no {word} [A311]", "a field of the head that takes it")
        if s.keep_count != (s.ring.wraps and s.named_by == "index"):
            self.error(src, "send.requests.keep", "count is kept where units and requests count differently, and only there [A311]",
                       "keep: [count] with entry: many-units")
        if s.keep_end != bool(s.ring.boundary):
            self.error(src, "send.requests.keep", "the end is kept where WQEs stay within a boundary, and only there [A311]", "keep: [end] with a boundary")
        if s.keep_note and s.keep_length:
            self.error(src, "send.requests.keep", "a note and a length are not kept together yet [A307]", "one of them")
        if s.named_by == "wr-id" and not self.a.recv.head:
            self.error(self.a.where["recv.requests"], "recv.requests", "a receive has no head with wr_id [A311]", "recv.head")
        if self.a.recv.named_by != s.named_by:
            self.error(self.a.where["recv.requests"], "recv.requests.named-by", "sends and receives are named alike [A311]", s.named_by)
        if not self.a.recv.in_send and (self.a.recv.ring.entry == "unit-per-sge") != (self.a.recv.named_by == "tag"):
            self.error(self.a.where["recv.requests"], "recv.requests", "receives that take a unit for each SGE are named by tag, and only those [A311]",
                       "entry: unit-per-sge with named-by: tag")

    # receives, doorbells --------------------------------------------------------------------------------------

    def gather(self, path: str, g: Gather, allowed: tuple[str, ...]) -> None:
        """A312: a segment for an SGE has its address, length and key."""
        self.need_format(self.at(path), path, g.format)
        self.sources(path, g.format, allowed)
        have = {f.source for f in self.formats[g.format].fields} if g.format in self.formats else set()
        for need in ("sge.addr", "sge.length", "sge.lkey"):
            if have and need not in have:
                self.error(self.at(path), path, f"nothing carries {need} [A312]", "a field of the segment that takes it")
        self.carried(path, g.format, "sge.length", g.empty_length)
        if g.empty_length and path != "send.payload.gather":
            self.error(self.at(path), f"{path}.empty", "a length for no bytes is not generated yet [A307]", "skip, or nothing")

    def carried(self, path: str, fmt: str, source: str, value: int) -> None:
        """A122: a value that stands for one of this source fits where that is carried."""
        for f in self.formats[fmt].fields if fmt in self.formats else ():
            if f.source == source:
                self.fits_in(self.at(path), path, value, Ref(f.src, fmt, f.name))

    def step(self, path: str, step: Step, allowed: tuple[str, ...]) -> None:
        """A313: a record has 4 or 8 bytes, a register too, and its format takes what is there."""
        src = self.at(path)
        check_step(self, path, step)
        if step.kind in ("index", "command"):
            return  # rules about shared memory have them
        if step.kind == "image":
            if path != "send.doorbell":
                self.error(src, path, "only a send's doorbell stores a WQE [A313]", "a record or a register")
            if step.block & (step.block - 1) or not 8 <= step.block <= 256:
                self.error(src, f"{path}.image.block", f"{step.block} is not a power of two from 8 to 256 [A313]", "such a number of bytes")
            return
        self.need_format(src, path, step.format)
        self.sources(path, step.format, allowed)
        if step.format in self.formats and self.formats[step.format].size not in (4, 8):
            self.error(self.formats[step.format].src, path, f"a {step.kind} has not {self.formats[step.format].size} bytes [A313]", "4 or 8 bytes")
        elif step.kind == "record" and step.format in self.formats and (step.word > 15 or step.word * 4 % self.formats[step.format].size):
            self.error(src, path, f"a record has no word {step.word} of this size [A313]", "0 to 15, even for words of 8 bytes")
        if step.place:
            self.constant(src, path, step.place)

    def recv(self) -> None:
        r = self.a.recv
        check_recv_boundary(self)
        if not r.in_send:
            self.ring("recv.ring", r.ring, False)
        self.refusals("recv.refuse", r.refusals, RECV_REFUSALS)
        self.gather("recv.gather", r.gather, RECV)
        self.carried("recv.end", r.gather.format, "sge.lkey", r.end_lkey or 0)
        if r.head and not r.head_at:
            self.need_format(self.at("recv.head"), "recv.head", r.head)
            self.sources("recv.head", r.head, RECV_HEAD)
            if r.head in self.formats and not set(RECV_HEAD) - {"payload.bytes"} <= {f.source for f in self.formats[r.head].fields}:
                self.error(self.formats[r.head].src, "recv.head", "nothing carries wr.id, or payload.sges [A312]", "a field of the head for each")
        for step in r.doorbell:
            self.step("recv.doorbell", step, RECV_DOORBELL)
        if r.shared:
            self.refusals("recv.shared.refuse", r.shared.refusals, ("full", "sges"))
            self.gather("recv.shared.gather", r.shared.gather, GATHER)
            self.carried("recv.shared.end", r.shared.gather.format, "sge.lkey", r.shared.end_lkey or 0)
            self.need_ref("recv.shared.link", r.shared.link)
            self.need_format(self.at("recv.shared"), "recv.shared.head", r.shared.head)
            if r.shared.link.format != r.shared.head:
                self.error(r.shared.link.src, "recv.shared.link", "the link is a field of the head [A314]", f"a field of {r.shared.head}")
            for step in r.shared.doorbell:
                self.step("recv.shared.doorbell", step, RECV_DOORBELL)
                if step.kind != "record":
                    self.error(self.at("recv.shared"), "recv.shared.doorbell", "a shared queue has no register [A314]", "a record")

    def arm(self) -> None:
        for step in self.a.arm:
            self.step("arm", step, CQ)
        if self.a.arms_by_command:
            return
        have = {f.source for s in self.a.arm if s.format in self.formats for f in self.formats[s.format].fields}
        if "cq.arm_solicited" not in have and not self.a.arm_refuses:
            self.error(self.a.where["arm"], "arm", "no field says that only solicited completions count [A315]",
                       "a field that takes cq.arm_solicited, or refuse: {solicited: ...}")


def refs_exist(checker: QueueChecker, refs: dict[str, Ref | None]) -> None:
    for path, ref in refs.items():
        checker.need_ref(path, ref)


def check(a: Adapter, diag: Diagnostics) -> None:
    checker = QueueChecker(a, diag)
    checker.all_formats()
    check_identity(a, diag)
    diag.stop_if_errors()
    checker.values()
    checker.send()
    check_units(checker)
    checker.recv()
    checker.arm()
    check_memory(checker)
    check_complete(checker)
    check_ring(checker)
    check_use(checker)
    diag.stop_if_errors()
    checker.printed()
    diag.stop_if_errors()
    check_hot(checker)
