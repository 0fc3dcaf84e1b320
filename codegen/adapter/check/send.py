"""Stage check: sends. Their ops and classes, and what completions need to know of a work request."""

from __future__ import annotations

from codegen.adapter.check import places
from codegen.adapter.check.boundary import check_send_boundary
from codegen.adapter.check.checker import SEND_REFUSALS, SpecChecker
from codegen.adapter.lower.printed import printed_by
from codegen.adapter.model.send import Body, Limit, Op
from codegen.adapter.sources import SOURCES, Known
from codegen.adapter.verbs import wc_opcodes, wr_opcodes
from codegen.core.diag import Src

# The operands that a WQE of each verb must contain (A210).
CARRIES = {
    "SEND_WITH_IMM": ("wr.imm",), "RDMA_WRITE_WITH_IMM": ("wr.imm", "wr.remote_addr", "wr.rkey"),
    "SEND_WITH_INV": ("wr.invalidate_rkey",), "LOCAL_INV": ("wr.invalidate_rkey",),
    "RDMA_WRITE": ("wr.remote_addr", "wr.rkey"), "RDMA_READ": ("wr.remote_addr", "wr.rkey"),
    "ATOMIC_CMP_AND_SWP": ("wr.remote_addr", "wr.rkey", "wr.swap_or_add", "wr.compare"),
    "ATOMIC_FETCH_AND_ADD": ("wr.remote_addr", "wr.rkey", "wr.swap_or_add"),
    "BIND_MW": ("wr.bind.rkey", "wr.bind.lkey", "wr.bind.addr", "wr.bind.length"),
}

# Sources with the same operand in an adapter-specific form.
_AS_GOOD = {"wr.imm": ("wr.imm_number",), "wr.bind.rkey": ("wr.bind.whole_rkey",),
            "wr.bind.lkey": ("wr.bind.region_rkey",),
            "wr.bind.addr": ("wr.bind.start",)}

# Ops whose completions are alike.
_ONE_RESULT = ({"SEND", "SEND_WITH_IMM", "SEND_WITH_INV"}, {"RDMA_WRITE", "RDMA_WRITE_WITH_IMM"})


def check_send(k: SpecChecker) -> None:
    s, src = k.a.send, k.at("send")
    k.need_format(src, "send.head", s.head)
    k.diag.stop_if_errors()  # all rules about ops read the head
    check_send_boundary(k)
    k.ring("send.ring", s.ring, True)
    k.refusals("send.refuse", s.refusals, SEND_REFUSALS)
    k.sources("send.head", s.head, places.HEAD)
    _classes(k)
    for op in s.ops:
        _op(k, op)
    _codes(k)
    k.gather("send.payload.gather", s.gather, places.send_sge(k.a))
    k.long_sges("send.refuse", s.gather, s.refusals)
    if s.inline.header:
        k.need_format(src, "send.payload.inline.header", s.inline.header)
        k.sources("send.payload.inline.header", s.inline.header, places.inline_header(k.a))
    if s.inline.empty and s.head in k.formats and all(f.source != "wr.inline" for f in k.formats[s.head].fields):
        k.error(src, "send.payload.inline.empty", "nothing distinguishes empty inline payload from no payload [A348]",
                "a field of the head that takes wr.inline")
    for step in s.doorbell:
        k.step("send.doorbell", step, places.COPY_DOORBELL if step.kind == "copy" else places.SEND_DOORBELL)
    _names_of_requests(k)
    _opcode_list(k)


def _opcode_list(k: SpecChecker) -> None:
    """A316: one field of the head takes the opcode, and has its enum."""
    if k.a.send.head not in k.formats:
        return
    known = dict(k.enums[k.a.send.code_enum].values) if k.a.send.code_enum in k.enums else {}
    codes = [(op.src, f"send.ops.{op.name}.{key}", code) for op in k.a.send.ops for key,
             code in (("code", op.code), ("solicited", op.solicited))]
    boundary = k.a.send.ring.boundary
    for src, path, code in (*codes, *([(k.at("send.ring"), "send.ring.boundary.pad",
                                        boundary.pad)] if boundary else [])):
        if code in known:
            k.code_fits(src, path, k.a.send.head, k.a.send.code_enum, code)
    fields = [f for f in k.formats[k.a.send.head].fields if f.source == "op.code"]
    if len(fields) != 1 or fields[0].enum != k.a.send.code_enum:
        k.error(k.at("send.head"), "send.head", "no field takes op.code and has the enum of tables.code [A316]",
                f"a field with from: op.code and enum: {k.a.send.code_enum}")


def _classes(k: SpecChecker) -> None:
    """A213: a queue pair type belongs to one class; the needs of a class refer to flags."""
    seen: dict[str, str] = {}
    for cls in k.a.send.classes:
        path = f"send.classes.{cls.name}"
        for t in cls.types:
            if t in seen:
                k.error(cls.src, f"{path}.types", f"{t} is already in class '{seen[t]}' [A213]",
                        "each type in one class")
            seen[t] = cls.name
        for name in cls.lead:
            k.need_format(cls.src, f"{path}.lead", name)
            k.sources(f"{path}.lead", name, places.SEGMENT)
        k.settings(f"{path}.set", None, cls.settings, cls.lead)
        if any(not n.flag for n in cls.needs):
            k.error(cls.src, f"{path}.needs", "the need is not one of a flag [A213]", "a need with 'flag'")
        k.settings(f"{path}.ethernet-set", None, cls.ethernet, ())
    types = {t for cls in k.a.send.classes for t in cls.types}
    for op in k.a.send.ops:
        for t in op.types:
            if t not in types:
                k.error(op.src, f"send.ops.{op.name}.types", f"no class contains {t} [A213]",
                        f"one of {', '.join(sorted(types))}")


def check_printed(k: SpecChecker) -> None:
    """A307: the tables for printing whole WQEs support only the queue pair types of the API."""
    for cls in k.a.send.classes if printed_by(k.a) else ():
        if "DRIVER" in cls.types:
            k.error(cls.src, f"send.classes.{cls.name}.types", "WQEs of DRIVER queue pairs are not printed yet [A307]",
                    "other types")


def _body(k: SpecChecker, path: str, src: Src, op: Op, body: Body) -> None:
    """A218: the payload is the last part of a body, and occurs once."""
    if not body.ends:
        k.error(src, f"{path}.body", "a segment follows the payload [A218]", "payload or bytes as the last part")
    for name in body.segments:
        k.need_format(src, path, name)
        k.sources(path, name, places.SGE_SEGMENT if op.sges else places.SEGMENT)
    k.settings(f"{path}.set", op, body.settings, body.segments)


def _op(k: SpecChecker, op: Op) -> None:
    path = f"send.ops.{op.name}"
    if op.name not in wr_opcodes():
        k.error(op.src, path, f"unknown verbs opcode '{op.name}' [A212]", f"one of {', '.join(wr_opcodes())}")
    for key, code in (("code", op.code), *([("solicited", op.solicited)] if op.solicited else [])):
        k.need_value(op.src, f"{path}.{key}", k.a.send.code_enum, code)
    _body(k, path, op.src, op, op.body)
    if op.empty:
        _body(k, f"{path}.when-empty", op.src, op, op.empty)
        fixed = (k.a.send.head, *([k.a.send.tail.format] if k.a.send.tail else []))
        if any(op.body.of(name) != op.empty.of(name) for name in fixed):
            k.error(op.src, f"{path}.when-empty.set", "an empty payload would change the head [A308]",
                    "the settings of the op")
    for limit in op.limits:
        _limit(k, f"{path}.needs", op, limit)
    if op.note and op.note not in wc_opcodes():
        k.error(op.src, f"{path}.note", f"unknown '{op.note}' [A221]", f"one of {', '.join(wc_opcodes())}")
    if op.note and not k.a.send.keep_note:
        k.error(op.src, f"{path}.note", "notes are not kept with requests [A309]", "note in send.requests.keep")
    if op.owes and not any(f.owed for f in k.formats[k.a.send.head].fields):
        k.error(op.src, f"{path}.owes", "no field of the head has 'owed' [A309]", "a field with owed")
    _carries(k, op)


def _limit(k: SpecChecker, path: str, op: Op, limit: Limit) -> None:
    """A317: a need tests a number that is known before anything is stored, and the test can fail."""
    k.need_source(op.src, path, limit.source)
    if "." in limit.bound:
        k.need_source(op.src, path, limit.bound)
        if limit.bound in SOURCES and SOURCES[limit.bound].known is not Known.QUEUE:
            k.error(op.src, path, f"{limit.bound} is not constant for a queue [A317]",
                    "a word that is known when the queue is created")
    elif not limit.bound[:1].isdigit():
        k.constant(op.src, path, limit.bound)
    elif limit.kind == "multiple-of" and (int(limit.bound, 0) < 2 or int(limit.bound, 0) & int(limit.bound, 0) - 1):
        k.error(op.src, path, f"{limit.bound} is not a power of two from 2 on [A317]", "such a number")
    if limit.source in SOURCES and (SOURCES[limit.source].memory or limit.source.split(".")[0] not in ("wr", "payload")):
        k.error(op.src, path, f"{limit.source} is not a number of the work request [A317]",
                "a source that begins with wr, payload")


def _carries(k: SpecChecker, op: Op) -> None:
    """A210: the WQE of an op contains all operands of its verb."""
    names = [k.a.send.head, *op.body.segments, *([k.a.send.tail.format] if k.a.send.tail else [])]
    have = {f.source for n in names if n in k.formats for f in k.formats[n].fields}
    have |= {s.source for s in op.body.settings}
    for need in CARRIES.get(op.name, ()):
        if not have & {need, *_AS_GOOD.get(need, ())}:
            k.error(op.src, f"send.ops.{op.name}", f"no field takes {need} [A210]",
                    "a segment or a setting with this source")


def _codes(k: SpecChecker) -> None:
    """A310: ops with one opcode have different notes."""
    seen: dict[str, Op] = {}
    for op in k.a.send.ops:
        other = seen.setdefault(op.code, op)
        same_result = any({op.name, other.name} <= same for same in _ONE_RESULT)
        if other is not op and not (op.note and other.note) and not same_result:
            k.error(op.src, f"send.ops.{op.name}.code", f"{op.code} is also the opcode of {other.name} [A310]",
                    "a note for both")


def _names_of_requests(k: SpecChecker) -> None:
    """A311: the value by which completions identify a work request is in the WQE, and software records it."""
    s = k.a.send
    src = k.a.where["send.requests"]
    have = {f.source for f in k.formats[s.head].fields} if s.head in k.formats else set()
    for name, word in (("tag", "sq.tag"), ("wr-id", "wr.id"), ("serial", "sq.serial")):
        if s.named_by == name and word not in have:
            k.error(src, "send.requests", f"no field of the head takes {word} [A311]", "such a field")
    if s.keep_count != (s.ring.wraps and s.named_by == "index"):
        k.error(src, "send.requests.keep",
                "'count' must be kept exactly where WQEs that are named by index take several units [A311]",
                "keep: [count] with entry: many-units")
    if s.keep_end != bool(s.ring.boundary):
        k.error(src, "send.requests.keep", "'end' must be kept exactly where WQEs stay within a boundary [A311]",
                "keep: [end] with a boundary")
    if s.keep_note and s.keep_length:
        k.error(src, "send.requests.keep", "keeping both a note and a length is not generated yet [A307]",
                "one of them")
    if s.named_by == "wr-id" and not k.a.recv.head:
        k.error(k.a.where["recv.requests"], "recv.requests", "receives have no head that carries wr_id [A311]",
                "recv.head")
    if k.a.recv.named_by != s.named_by:
        k.error(k.a.where["recv.requests"], "recv.requests.named-by",
                "sends and receives are named differently [A311]", s.named_by)
    if not k.a.recv.in_send and (k.a.recv.ring.entry == "unit-per-sge") != (k.a.recv.named_by == "tag"):
        k.error(k.a.where["recv.requests"], "recv.requests", "named-by: tag and entry: unit-per-sge go together [A311]",
                "entry: unit-per-sge with named-by: tag")
