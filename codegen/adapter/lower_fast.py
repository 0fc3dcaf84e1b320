"""Stage lower, fast path: from the encode and complete sections to statements that templates only place."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model import FirstAdapter, Field, Ref, SendClass, SendOp, Setting
from codegen.adapter.verbs import wr_opcodes
from codegen.adapter.words import ATOMIC_SOURCES, CAPABILITIES, FLAG_CAPS, PAYLOAD, SEND_SOURCES


@dataclass(frozen=True)
class CStep:
    """A segment that some ops have: condition, comment, struct name, assignments, size."""

    mask: str
    comment: str
    format: str
    assign: tuple[str, ...]
    size: int
    measured: bool = False  # its ops are measured against the slot


@dataclass(frozen=True)
class CClass:
    condition: str
    origin: str
    needs: tuple[tuple[str, str, str], ...]
    lead: tuple[CStep, ...]
    body: str  # mask of an op with the same body; empty when each op has its own


def op_mask(names: list[str]) -> str:
    """C expression with one bit per op."""
    return "(" + " | ".join(f"1U << IBV_WR_{n}" for n in names) + ")"


def _source(word: str, op: str = "") -> str:
    """C expression of a source word, for one op where ops differ."""
    expr = ATOMIC_SOURCES.get(word, {}).get(op)
    return expr if expr else SEND_SOURCES[word]


def _literal(source: str) -> str | None:
    """Settings may be plain numbers."""
    return str(int(source, 0)) if source[:1].isdigit() else None


def _member(struct: str, f: Field, expr: str) -> str:
    if f.is_bytes:
        return f"memcpy({struct}.{f.name}, {expr}, sizeof({struct}.{f.name}));"
    return f"{struct}.{f.name} = {expr};"


def segment_assignments(adapter: FirstAdapter, name: str, op: str = "") -> tuple[str, ...]:
    """Every member of a format's struct from its own `from`, as statements on a variable `v`."""
    fmt = adapter.format(name)
    return tuple(_member("seg", f, _source(f.source, op)) for f in fmt.fields if f.const is None)


def piece(adapter: FirstAdapter) -> dict[str, str]:
    """Fields of the segment that points at one piece of payload."""
    fmt = adapter.format(adapter.send.gather)
    return {"addr": fmt.carrier("sge.addr"), "length": fmt.carrier("sge.length"), "lkey": fmt.carrier("sge.lkey")}


def time_of(adapter: FirstAdapter) -> tuple[str, int]:
    """C expression over the entry `e` of a completion's time, its high half first, and how many bits it has."""
    c = adapter.complete
    if not c.time_high or not c.time_low:
        return "", 0
    expr, bits = "", 0
    for ref in (c.time_high, c.time_low):
        f = adapter.ref(ref)
        parts = [(f"e.{f.name}[{i}]", 8) for i in range(f.length)] or [(f"e.{f.name}", f.place.bits)]
        for text, width in parts:
            expr = f"(({expr}) << {width}) | {text}" if expr else f"(uint64_t){text}"
            bits += width
    return expr, bits


def merged_order(ops: tuple[SendOp, ...]) -> list[str]:
    """One order of segments in which the body of every op is a subsequence (checked: no cycle)."""
    order: list[str] = []
    for op in ops:
        at = 0
        for seg in op.body:
            if seg in order:
                at = order.index(seg) + 1
            else:
                order.insert(at, seg)
                at += 1
    return order


def body_steps(adapter: FirstAdapter) -> list[CStep]:
    """Segments between lead and payload, merged over all ops; ops that fill a segment differently, or are measured, get their own step."""
    steps: list[CStep] = []
    ops = adapter.send.ops
    measured = _measured(adapter)
    for seg in merged_order(ops):
        users = [op.name for op in ops if seg in op.body]
        if seg == PAYLOAD:
            continue
        variants: dict[tuple[tuple[str, ...], bool], list[str]] = {}
        for user in users:
            variants.setdefault((segment_assignments(adapter, seg, user), user in measured), []).append(user)
        fmt = adapter.format(seg)
        for (assign, rare), names in variants.items():
            steps.append(CStep(op_mask(names), f"{fmt.name}: {', '.join(names)}", fmt.name, assign, fmt.size, rare))
    return steps


def _class_condition(cls: SendClass) -> str:
    return " || ".join(f"req->qp_type == IBV_QPT_{t}" for t in cls.types)


def _bytes(adapter: FirstAdapter, names: tuple[str, ...]) -> int:
    return sum(adapter.format(n).size for n in names if n != PAYLOAD)


def granted_fronts(adapter: FirstAdapter) -> list[tuple[tuple[str, ...], int]]:
    """(queue pair types, bytes in front of the payload for which their grants leave room)."""
    return [(cls.types, _bytes(adapter, cls.lead + cls.body + cls.granted)) for cls in adapter.send.classes]


def _measured(adapter: FirstAdapter) -> list[str]:
    """The ops with more in front of their payload than some class leaves room for."""
    least = min((_bytes(adapter, cls.granted) for cls in adapter.send.classes if not cls.body), default=0)
    return [op.name for op in adapter.send.ops if _bytes(adapter, op.body) > least]


def measured_ops(adapter: FirstAdapter) -> str:
    """Mask of the ops whose entries are measured against the slot; empty without."""
    names = _measured(adapter)
    return op_mask(names) if names else ""


def _same_body(adapter: FirstAdapter, cls: SendClass) -> str:
    if not cls.body:
        return ""
    return f"1U << IBV_WR_{next(op.name for op in adapter.send.ops if op.body == cls.body)}"


def send_classes(adapter: FirstAdapter) -> list[CClass]:
    out = []
    for cls in adapter.send.classes:
        lead = tuple(CStep("", adapter.format(n).doc, n, segment_assignments(adapter, n), adapter.format(n).size)
                     for n in cls.lead[1:])
        needs = tuple((FLAG_CAPS[n.flag], CAPABILITIES[n.capability], n.error) for n in cls.needs)
        out.append(CClass(_class_condition(cls), f"{adapter.name}.send.classes.{cls.name}", needs, lead, _same_body(adapter, cls)))
    return out


def _class_term(cls: SendClass, s: Setting, ethernet: bool) -> str:
    condition = f"req->qp_type == IBV_QPT_{s.only}" if s.only else f"({_class_condition(cls)})"
    if ethernet:
        condition += " && (req->traits & INVERBS_SQ_ETHERNET)"
    return f"{condition} ? {_literal(s.source) or _source(s.source)} : 0"


def _covered(adapter: FirstAdapter, fmt: str, f: Field) -> list[str]:
    """Conditions under which a class writes another field over this one; this one is then zero."""
    out = []
    for cls in adapter.send.classes:
        for s in cls.ethernet:
            other = adapter.format(fmt).field(s.ref.field)
            if s.ref.format == fmt and other.overlays == f.name:
                out.append(f"(({_class_condition(cls)}) && (req->traits & INVERBS_SQ_ETHERNET))")
    return out


def _default(adapter: FirstAdapter, f: Field, special: bool) -> list[str]:
    """The field's own source; flags that only some classes may use exist in those classes only."""
    if not f.source:
        return []
    if f.source == "wr.csum":
        users = [_class_condition(c) for c in adapter.send.classes if c.needs]
        return [f"({' || '.join(users)}) && {_source(f.source)}"] if special and users else []
    return [_source(f.source).format(code="code")]


def _own_segments_only(adapter: FirstAdapter, term: str) -> str:
    """A mark that an op sets belongs to its own segments; classes with a body of their own do without."""
    fixed = " || ".join(_class_condition(c) for c in adapter.send.classes if c.body)
    return f"({fixed}) ? 0 : {term}" if fixed else term


def control_assignments(adapter: FirstAdapter, special: bool) -> list[str]:
    """The opening segment: default sources, settings of ops, and for special queue pair types those of classes."""
    fmt = adapter.format(adapter.send.classes[0].lead[0])
    out = []
    for f in fmt.fields:
        terms = _default(adapter, f, special)
        settings = [s for op in adapter.send.ops for s in op.settings if _is(s.ref, fmt.name, f)]
        if settings:
            marks = all(_literal(s.source) for s in settings)
            terms.append(_own_segments_only(adapter, f"op_{f.name}") if special and marks else f"op_{f.name}")
        for cls in adapter.send.classes if special else ():
            terms += [_class_term(cls, s, False) for s in cls.settings if _is(s.ref, fmt.name, f)]
            terms += [_class_term(cls, s, True) for s in cls.ethernet if _is(s.ref, fmt.name, f)]
        expr = " | ".join(f"({t})" for t in terms) if len(terms) > 1 else (terms[0] if terms else "0")
        covered = _covered(adapter, fmt.name, f) if special else []
        if covered and expr != "0":
            expr = f"({' || '.join(covered)}) ? 0 : ({expr})"
        out.append(f"ctrl.{f.name} = {expr};")
    return out


@dataclass(frozen=True)
class COpField:
    """A field of the opening segment that only some ops set."""

    name: str
    ctype: str
    terms: tuple[tuple[str, str], ...]  # mask of ops, value


def op_fields(adapter: FirstAdapter) -> list[COpField]:
    fmt = adapter.format(adapter.send.classes[0].lead[0])
    out = []
    for f in fmt.fields:
        groups: dict[str, list[str]] = {}
        for op in adapter.send.ops:
            for s in op.settings:
                if _is(s.ref, fmt.name, f):
                    groups.setdefault(_literal(s.source) or _source(s.source, op.name), []).append(op.name)
        if groups:
            terms = tuple((op_mask(names), expr) for expr, names in groups.items())
            out.append(COpField(f"op_{f.name}", "uint32_t" if f.place.bits > 8 else "uint8_t", terms))
    return out


def ops_with_settings(adapter: FirstAdapter) -> str:
    return op_mask([op.name for op in adapter.send.ops if op.settings])


def special_types(adapter: FirstAdapter) -> str:
    """Mask of the queue pair types that need more than the common path."""
    special = []
    for cls in adapter.send.classes:
        whole = bool(cls.needs or cls.lead[1:] or cls.body or cls.ethernet or any(not s.only for s in cls.settings))
        only = {s.only for s in cls.settings}
        special += [t for t in cls.types if whole or t in only]
    return "(" + " | ".join(f"1U << IBV_QPT_{t}" for t in special) + ")" if special else ""


def bare_ops(adapter: FirstAdapter) -> str:
    """Mask of the ops without payload; empty when all have one."""
    names = [op.name for op in adapter.send.ops if PAYLOAD not in op.body]
    return op_mask(names) if names else ""


def segment_ops(adapter: FirstAdapter) -> str:
    """Mask of the ops that have more than payload after the lead."""
    names = [op.name for op in adapter.send.ops if op.body != (PAYLOAD,)]
    return op_mask(names) if names else ""


def _is(ref: Ref, fmt: str, f: Field) -> bool:
    return ref.format == fmt and ref.field == f.name


def code_table(adapter: FirstAdapter) -> list[tuple[str, str]]:
    """Hardware opcode per verbs opcode, in order of the verbs' numbers up to the last one that the adapter has."""
    upper = f"{adapter.name}_{adapter.send.code_enum}".upper()
    codes = {op.name: f"{upper}_{op.code}" for op in adapter.send.ops}
    names = {value: name for name, value in wr_opcodes().items()}
    last = max(value for value, name in names.items() if name in codes)
    return [(names.get(i, ""), codes.get(names.get(i, ""), "0")) for i in range(last + 1)]


def missing_ops(adapter: FirstAdapter) -> str:
    """Mask of the numbers below the table's end that are no opcode of the adapter; empty without."""
    missing = [(i, n) for i, (n, code) in enumerate(code_table(adapter)) if code == "0"]
    return "(" + " | ".join(f"1U << {f'IBV_WR_{n}' if n else i}" for i, n in missing) + ")" if missing else ""


def push_condition(adapter: FirstAdapter) -> str:
    """When a single entry goes through the push page instead of the doorbell."""
    push = adapter.send.push
    assert push is not None
    classes = {c.name: _class_condition(c) for c in adapter.send.classes}
    every = {c.name for c in adapter.send.classes}
    terms = ["inlined != 0" if set(push.inline) == every else
             f"(inlined != 0 && ({' || '.join(classes[c] for c in push.inline)}))"]
    for cls, names in push.ops:
        terms.append(f"((req->op & {op_mask(list(names))}) && ({classes[cls]}) && !inverbs_is_inline(req))")
    for cls, names in push.empty_ops:
        terms.append(f"((req->op & {op_mask(list(names))}) && req->num_sge == 0 && ({classes[cls]}))")
    return " || ".join(terms)


def op_restrictions(adapter: FirstAdapter) -> list[tuple[str, str]]:
    """(mask of ops, condition on the queue pair type under which they are refused)."""
    out = []
    for op in adapter.send.ops:
        if op.types:
            allowed = " && ".join(f"req->qp_type != IBV_QPT_{t}" for t in op.types)
            out.append((op_mask([op.name]), allowed))
    return out


def wc_table(adapter: FirstAdapter, enum: str, send: bool) -> list[tuple[str, str, str, str]]:
    """Rows of the completion table for hardware codes 0..2^bits-1: comment, wc opcode, flags, length kind."""
    c = adapter.complete
    rows = {adapter.enum(enum).value(r.code): r for r in (c.send if send else c.recv)}
    bits = adapter.ref(c.opcode).place.bits
    table = []
    for code in range(1 << bits):
        row = rows.get(code)
        if row is None:
            table.append((f"0x{code:02x}", f"IBV_WC_{c.default_send}" if send else "0", "0", "0"))
            continue
        flags = " | ".join(f"IBV_WC_{f}" for f in row.flags) or "0"
        kind = "0" if not row.length else ("1" if "." in row.length else row.length)
        value = ("2" if row.invalidated else "1" if row.imm else "0") if not send else kind
        table.append((f"0x{code:02x} {row.code}", f"IBV_WC_{row.opcode}", flags, value))
    return table
