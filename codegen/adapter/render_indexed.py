"""Stage render for adapters with indexed queues in shared memory: the data that adapter/indexed/*.j2 place."""

from __future__ import annotations

from codegen.adapter.hot_calls import readers
from codegen.adapter.lower_fast import op_mask
from codegen.adapter.model import Bell, Field, Format, IndexedAdapter, Part, Ref, RequestOp
from codegen.adapter.verbs import poll_readers, wc_opcodes, wc_statuses, wr_opcodes
from codegen.adapter.words import ATOMIC_SOURCES, DEVICE_SINKS, SEND_SOURCES
from codegen.core.render import render


def _source(word: str, op: str) -> str:
    """C expression of a source word; settings may be plain numbers."""
    if word[:1].isdigit():
        return str(int(word, 0))
    return ATOMIC_SOURCES.get(word, {}).get(op) or SEND_SOURCES[word].format(code="code")


def _store(f: Field, expr: str) -> str:
    return f"memcpy(seg.{f.name}, {expr}, sizeof(seg.{f.name}));" if f.is_bytes else f"seg.{f.name} = {expr};"


def _assign(fmt: Format, op: str = "") -> list[str]:
    return [_store(f, _source(f.source, op)) for f in fmt.fields if f.source]


def _sinks(f: Field, source: str) -> list[str]:
    text = DEVICE_SINKS.get(source)
    return text.format(v=f"seg.{f.name}").splitlines() if text else []


def _format_sinks(fmt: Format) -> list[str]:
    return [line for f in fmt.fields for line in _sinks(f, f.source)]


def _posted(a: IndexedAdapter) -> list[RequestOp]:
    return [op for op in a.requests.ops if op.posted]


def _settings(a: IndexedAdapter, name: str) -> list[dict[str, object]]:
    """What ops set in one format: mask of the ops, field, value."""
    groups: dict[tuple[str, str], list[str]] = {}
    for op in _posted(a):
        for s in op.settings:
            if s.ref.format == name:
                groups.setdefault((s.ref.field, _source(s.source, op.name)), []).append(op.name)
    return [{"mask": op_mask(names), "field": field, "value": value} for (field, value), names in groups.items()]


def _bodies(a: IndexedAdapter) -> list[dict[str, object]]:
    """Segments behind the head, once for all ops that fill one alike; that of addresses is not among them."""
    variants: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for op in _posted(a):
        if op.body:
            variants.setdefault((op.body, tuple(_assign(a.format(op.body), op.name))), []).append(op.name)
    return [{"format": name, "size": a.format(name).size, "assign": assign, "mask": op_mask(names), "ops": ", ".join(names)}
            for (name, assign), names in variants.items()]


def _types(types: tuple[str, ...]) -> str:
    return " | ".join(f"1U << IBV_QPT_{t}" for t in types)


def _codes(a: IndexedAdapter) -> list[tuple[str, str]]:
    """Opcode of the entry plus one per verbs opcode; 0 where there is none."""
    codes = {op.name: a.c_name(a.requests.code_enum, op.code) for op in _posted(a)}
    names = {value: name for name, value in wr_opcodes().items()}
    last = max(value for value, name in names.items() if name in codes)
    return [(names.get(i, ""), codes.get(names.get(i, ""), "")) for i in range(last + 1)]


def _same_numbers(a: IndexedAdapter) -> bool:
    """Whether the opcodes of entries are those of verbs, so that no table is needed."""
    numbers, enum = wr_opcodes(), a.enum(a.requests.code_enum)
    return all(enum.value(op.code) == numbers[op.name] for op in a.requests.ops)


def _refusals(a: IndexedAdapter) -> list[tuple[str, str]]:
    """(mask of ops, condition under which they are refused), ops with the same condition together."""
    groups: dict[str, list[str]] = {}
    for op in _posted(a):
        if op.types:
            groups.setdefault(" && ".join(f"req->qp_type != IBV_QPT_{t}" for t in op.types), []).append(op.name)
        if op.payload == "none":
            groups.setdefault("req->num_sge != 0", []).append(op.name)
        if op.aligned:
            remote = _source("wr.remote_addr", op.name).replace("wr->", "req->wr->", 1)
            groups.setdefault(f"({remote} & {op.aligned - 1})", []).append(op.name)
    return [(op_mask(names), condition) for condition, names in groups.items()]


def _least(a: IndexedAdapter) -> list[tuple[str, int]]:
    groups: dict[int, list[str]] = {}
    for op in a.requests.ops:
        if op.at_least:
            groups.setdefault(op.at_least, []).append(op.name)
    return [(op_mask(names), bytes_) for bytes_, names in groups.items()]


def _device_op(a: IndexedAdapter, op: RequestOp) -> dict[str, object]:
    body = a.format(op.body) if op.body else None
    own = [s for s in op.settings if s.ref.format == a.requests.head]
    return {"name": op.name, "code": a.c_name(a.requests.code_enum, op.code), "body": op.body,
            "size": body.size if body else 0,
            "sinks": [line for s in own for line in _sinks(a.ref(s.ref), s.source)],
            "body_sinks": _format_sinks(body) if body else []}


def _index(part: Part, a: IndexedAdapter) -> dict[str, object]:
    return {"format": part.format, "at": part.at, "field": a.format(part.format).carrier("ring.index")}


def _values(a: IndexedAdapter, ref: Ref, rows: tuple[tuple[str, str], ...], verbs: dict[str, int],
            prefix: str) -> dict[str, object]:
    """How a coded field becomes a word of verbs: unchanged where all numbers agree, else row by row."""
    enum = a.enum(a.ref(ref).enum)
    known = [(a.c_name(enum.name, name), f"{prefix}{word}") for name, word in rows]
    same = all(enum.value(name) == verbs[word] for name, word in rows)
    return {"rows": known, "same": same, "most": max(enum.value(name) for name, _ in rows)}


def _reported(a: IndexedAdapter) -> list[tuple[str, list[str]]]:
    """(opcode of a completion, opcodes of the sends that report it)."""
    groups: dict[str, list[str]] = {}
    for op in a.requests.ops:
        groups.setdefault(a.c_name(a.ref(a.completions.opcode).enum, op.reports), []).append(
            a.c_name(a.requests.code_enum, op.code))
    return list(groups.items())


def _receives(a: IndexedAdapter) -> tuple[str, str]:
    """What the completion of a receive reports: of a message, of a write with immediate data."""
    c = a.completions
    codes = {word: a.c_name(a.ref(c.opcode).enum, name) for name, word in c.ops}
    return codes["RECV"], codes.get("RECV_RDMA_WITH_IMM", codes["RECV"])


def _plain_readers(a: IndexedAdapter) -> list[tuple[str, str, str]]:
    """(name, type, value) of what the extended poll hands on as it is; without a field for it that is zero."""
    fields = {name: f"{a.name}_current(cq).{ref.field}" for name, ref in a.completions.values}
    return [(name, poll_readers()[name].ctype, fields.get(name, "0")) for name in readers(a)
            if name not in ("opcode", "wc_flags", "imm_data")]


def _completion(a: IndexedAdapter) -> dict[str, object]:
    c = a.completions
    members = [(k, ref.field) for k, ref in c.values]
    return {
        "entry": c.entry, "entry_size": a.format(c.entry).size, "members": members, "opcode": c.opcode.field,
        "status": c.status_field.field, "imm": c.imm.field, "invalidated": c.invalidated.field if c.invalidated else "",
        "flags": [(f"IBV_WC_{name}", ref.field) for name, ref in c.flags], "number": dict(c.values)["qp_num"].field,
        "flag_fields": {name: ref.field for name, ref in c.flags},
        "opcodes": _values(a, c.opcode, c.ops, wc_opcodes(), "IBV_WC_"), "member": dict(members),
        "statuses": _values(a, c.status_field, c.status, wc_statuses(), "IBV_WC_"),
        "default_status": f"IBV_WC_{c.default_status}",
        "receives": _receives(a), "reported": _reported(a),
        "readers": _plain_readers(a),
    }


def _requests(a: IndexedAdapter) -> dict[str, object]:
    r = a.requests
    head, tail, piece = a.format(r.head), a.format(r.tail.format), a.format(r.piece)
    address = a.format(r.address_body) if r.address_body else None
    bell: Bell = r.bell
    return {
        "head": head.name, "head_size": head.size, "head_assign": _assign(head), "head_set": _settings(a, head.name),
        "tail": tail.name, "tail_at": r.tail.at, "tail_assign": _assign(tail), "tail_set": _settings(a, tail.name),
        "payload_at": r.tail.at + tail.size, "piece": piece.name, "piece_size": piece.size, "piece_assign": _assign(piece),
        "pieces": {f.source: f.name for f in piece.fields}, "bodies": _bodies(a), "codes": _codes(a),
        "same_codes": _same_numbers(a), "bell": bell,
        "refusals": _refusals(a), "least": _least(a), "address": address.name if address else "",
        "address_assign": _assign(address) if address else [], "address_size": address.size if address else 0,
        "address_sinks": _format_sinks(address) if address else [],
        "is_address": " || ".join(f"req->qp_type == IBV_QPT_{t}" for t in r.address_types),
        "address_types": " || ".join(f"qp_type == IBV_QPT_{t}" for t in r.address_types),
        "tail_fields": {f.source: tail.carrier(f.source) for f in tail.fields}, "head_sinks": _format_sinks(head),
        "code_field": head.carrier("op.code"), "device_ops": [_device_op(a, op) for op in r.ops],
        "byte_ops": [a.c_name(r.code_enum, op.code) for op in r.ops if not op.posted],
    }


def _data(a: IndexedAdapter) -> dict[str, object]:
    q = a.queue
    recv, piece = a.format(a.recv_head), a.format(a.recv_piece)
    return {
        "a": a, "where": a.cited, "q": q, "producer": _index(q.producer, a), "consumer": _index(q.consumer, a),
        "recv": recv.name, "recv_size": recv.size, "recv_assign": _assign(recv), "recv_piece": piece.name,
        "recv_piece_size": piece.size, "recv_piece_assign": _assign(piece),
        "recv_pieces": {f.source: f.name for f in piece.fields}, "recv_fields": {f.source: f.name for f in recv.fields},
        "recv_sinks": [line for line in _format_sinks(recv)],
        **_requests(a), **_completion(a),
    }


def render_indexed(a: IndexedAdapter, common: dict[str, object]) -> str:
    return render("adapter/indexed/fast.h.j2", **_data(a), **common)


def render_indexed_queue(a: IndexedAdapter, common: dict[str, object]) -> str:
    return render("adapter/indexed/queue.h.j2", **_data(a), **common)


def render_indexed_print(a: IndexedAdapter, common: dict[str, object]) -> str:
    c, r = a.completions, a.requests
    opcode = a.enum(a.ref(c.opcode).enum).name
    connected = sorted({t for op in r.ops for t in op.types} - set(r.address_types))
    return render(
        "adapter/indexed/print.h.j2", opcode_enum=opcode, status_enum=a.status_enum, driver_id=a.identity.driver_id,
        recv_codes=[a.c_name(opcode, name) for name, word in c.ops if word.startswith("RECV")],
        syndromes=[(a.c_name(a.status_enum, name), name, word) for name, word in c.status],
        own_bodies=_types(tuple(connected)), with_address=_types(r.address_types), tail_size=a.format(r.tail.format).size,
        inline_field=a.format(r.head).carrier("wr.inline"), **_data(a), **common)


def render_indexed_device(a: IndexedAdapter, common: dict[str, object]) -> str:
    return render("adapter/indexed/device.h.j2", **_data(a), **common)
