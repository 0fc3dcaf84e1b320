"""Stage render, units of the send ring: their chunks and guards, whether a WQE fits, whether it is stored in a register."""

from __future__ import annotations

from codegen.adapter.lower import cexpr
from codegen.adapter.lower.form import Term, Word
from codegen.adapter.lower.formats import Units
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import Op


def op_mask(names: list[str]) -> str:
    """C expression with one bit per op; empty without ops."""
    return "(" + " | ".join(f"1U << IBV_WR_{n}" for n in names) + ")" if names else ""


def type_condition(types: tuple[str, ...], value: str = "req->qp_type") -> str:
    return " || ".join(f"{value} == IBV_QPT_{t}" for t in types)


def _front(a: Adapter, op: Op) -> int:
    return sum(a.format(name).size for name in (a.send.head, *op.body.segments))


def _fresh(a: Adapter) -> list[str]:
    """Stores that give a unit to the program in the first lap, with its size if a guard needs that; none if ownership has no
    laps."""
    fmt, size = a.format(a.send.head), a.size_field
    owner = next((f for f in fmt.fields if f.source in ("sq.lap", "sq.generation")), None)
    if owner is None or fmt.publish is None:
        return []
    units, words = Units(fmt, fmt.fields), dict[tuple[int, int], list[Term]]()
    at, width, shift = units.locate(owner.place)
    words[at, width] = [Term(owner.name, cexpr.number(1 << shift, width), None)] if owner.source == "sq.lap" else []
    if a.send.ring.guard is not None and size is not None:
        at, width, shift = units.locate(size.place)
        bits = 32 - size.unit.bit_length() + 1
        term = Term(size.name, cexpr.placed(f"bytes >> {size.unit.bit_length() - 1}", bits, size.place.bits, shift, width, False),
                    None)
        words.setdefault((at, width), []).append(term)
    return [cexpr.store(Word(at, width, fmt.order, tuple(terms)), "unit") for (at, width), terms in words.items()]


def image_condition(a: Adapter, payload_condition: str) -> str:
    """C condition of the WQEs that are copied to a register."""
    step = a.send.image
    if step is None:
        return ""
    terms = [_image_when(a, payload_condition)] if step.when else []
    terms += [f"bytes > {step.more_than}"] if step.more_than else []
    return " && ".join([*terms, "bytes <= sq->push->most"])


def _image_when(a: Adapter, payload_condition: str) -> str:
    assert a.send.image and a.send.image.when
    when, classes = a.send.image.when, {c.name: f"({type_condition(c.types)})" for c in a.send.classes}
    terms = []
    if when.inline:
        inside = ["inverbs_is_inline(req)", "length != 0", *([f"({payload_condition})"] if payload_condition else [])]
        inside += [f"({' || '.join(classes[c] for c in when.inline)})"] if set(when.inline) != set(classes) else []
        terms.append(f"({' && '.join(inside)})")
    terms += [f"((req->op & {op_mask(list(ops))}) && {classes[c]} && !inverbs_is_inline(req))" for c, ops in when.ops]
    terms += [f"((req->op & {op_mask(list(ops))}) && {classes[c]} && req->num_sge == 0)" for c, ops in when.without_sges]
    return f"({' || '.join(terms)})" if len(terms) > 1 else terms[0]


def unit_data(a: Adapter, codes: list[tuple[str, str]], payload_condition: str) -> dict[str, object]:
    s, fmt, size = a.send, a.format(a.send.head), a.size_field
    ops = {op.name: op for op in s.ops}
    leads = [{"types": c.types, "payload_only": c.payload_only,
              "bytes": " + ".join(f"{a.name.upper()}_{n.upper()}_SIZE" for n in (*c.lead, *((s.head,) if c.payload_only else ())))}
             for c in s.classes if c.lead or c.payload_only]
    guard = s.ring.guard
    order = a.format(s.gather.format).order
    return {
        "roomy": any(r.kind == "room" for r in s.refusals), "fronts": [(op, _front(a, ops[op]) if op in ops else 0) for op,
                                                                       _ in codes],
        "many_units": s.ring.entry == "many-units", "front_leads": leads, "most_bytes": a.most_wqe_bytes,
        "backwards": a.format(s.gather.format).publish is not None,
        "inline_chunk": s.inline.chunk, "fresh": _fresh(a), "size_field": size,
        "guard_word": "" if guard is None else f"INVERBS_{order}32({cexpr.number(guard)})",
        "pushed": any(f.pushed for f in fmt.fields), "image_condition": image_condition(a, payload_condition),
    }
