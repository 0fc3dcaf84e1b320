"""Stage render, units of the send ring: their chunks and guards, and the tests whether a WQE fits and whether it is
copied to a register."""

from __future__ import annotations

from codegen.adapter.lower import words
from codegen.adapter.lower.conditions import REQ, is_op, is_type
from codegen.adapter.lower.form import Term, Word
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import Op
from codegen.core.cexpr import Expr, Name, Statement, all_of, any_of, call, constant, negated, number, sum_of
from codegen.formats.lower import Units


BYTES, LENGTH, UNIT = Name("bytes"), Name("length"), Name("unit")
IS_INLINE = call("inverbs_is_inline", REQ)


def _front(a: Adapter, op: Op) -> int:
    return sum(a.format(name).size for name in (a.send.head, *op.body.segments))


def fresh_unit(a: Adapter) -> list[Statement]:
    """Stores that pass ownership of a unit to the program in the first lap, with its size if a guard needs that; none
    if the ownership bit does not depend on the lap."""
    fmt, size = a.format(a.send.head), a.size_field
    owner = next((f for f in fmt.fields if f.source in ("sq.lap", "sq.generation")), None)
    if owner is None or fmt.publish is None:
        return []
    units, terms_of = Units(fmt, fmt.fields), dict[tuple[int, int], list[Term]]()
    at, width, shift = units.locate(owner.place)
    terms_of[at, width] = [Term(owner.name, number(1 << shift, width), None)] if owner.source == "sq.lap" else []
    if a.send.ring.guard is not None and size is not None:
        at, width, shift = units.locate(size.place)
        bits = 32 - size.unit.bit_length() + 1
        term = Term(size.name, words.placed(BYTES >> size.unit.bit_length() - 1, bits, size.place.bits, shift, width,
                                            False),
                    None)
        terms_of.setdefault((at, width), []).append(term)
    return [words.store(Word(at, width, fmt.order, tuple(terms)), UNIT) for (at, width), terms in terms_of.items()]


def image_condition(a: Adapter, payload_condition: Expr | None) -> Expr | None:
    """C condition of the WQEs that are copied to a register."""
    step = a.send.image
    if step is None:
        return None
    return all_of(_image_when(a, payload_condition) if step.when else None,
                  BYTES > step.more_than if step.more_than else None,
                  BYTES <= Name("sq").to("push").to("most"))


def _image_when(a: Adapter, payload_condition: Expr | None) -> Expr | None:
    assert a.send.image and a.send.image.when
    when, classes = a.send.image.when, {c.name: is_type(c.types) for c in a.send.classes}
    terms = []
    if when.inline:
        some = set(when.inline) != set(classes)
        terms.append(all_of(IS_INLINE, LENGTH.differs(0), payload_condition,
                            any_of(*(classes[c] for c in when.inline)) if some else None))
    terms += [all_of(is_op(ops), classes[c], negated(IS_INLINE)) for c, ops in when.ops]
    terms += [all_of(is_op(ops), classes[c], REQ.to("num_sge").equals(0)) for c, ops in when.without_sges]
    return any_of(*terms)


def unit_data(a: Adapter, codes: list[tuple[str, str]], payload_condition: Expr | None) -> dict[str, object]:
    s, fmt, size = a.send, a.format(a.send.head), a.size_field
    ops = {op.name: op for op in s.ops}
    leads = [{"types": c.types, "payload_only": c.payload_only,
              "bytes": sum_of(constant(a.name, f"{n}_size") for n in (*c.lead, *((s.head,) if c.payload_only else ())))}
             for c in s.classes if c.lead or c.payload_only]
    guard = s.ring.guard
    order = a.format(s.gather.format).order
    return {
        "roomy": any(r.kind == "room" for r in s.refusals),
        "fronts": [(op, _front(a, ops[op]) if op in ops else 0) for op,
                                                                       _ in codes],
        "many_units": s.ring.entry == "many-units", "front_leads": leads, "most_bytes": a.most_wqe_bytes,
        "backwards": a.format(s.gather.format).publish is not None,
        "inline_chunk": s.inline.chunk, "fresh": fresh_unit(a), "size_field": size,
        "guard_word": None if guard is None else call(f"INVERBS_{order}32", number(guard)),
        "pushed": any(f.pushed for f in fmt.fields), "image_condition": image_condition(a, payload_condition),
    }
