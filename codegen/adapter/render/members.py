"""Stage render, completions: members that only some completions have, as C for the two polls.

In ``ibv_poll_cq``, ``e`` is a pointer to the struct of the CQE, and ``x`` its extension; in the readers of the extended
poll, ``e`` is the struct itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.refs import Ref
from codegen.adapter.render.hot_poll import KEY, is_hot
from codegen.core.cexpr import Expr, Group, Name, address_of, bits, bits_of_any, both, call, cast, choose, negated

E, CQ, SPECIAL, KEY_GONE = Name("e"), Name("cq"), Name("m").dot("special"), Name("INVERBS_INVALIDATED_KEY")


@dataclass(frozen=True)
class Member:
    """The condition under which a receive completion has the member, and its value, for ibv_poll_cq() and for the
    reader of the extended poll."""

    filled_when: Expr
    filled: Expr
    read_when: Expr | None
    read: Expr


def imm_member(a: Adapter) -> Member | None:
    """Immediate data, if CQEs can have it. The reader is called only if there is some."""
    c = a.complete
    ref = c.imm or next((r.imm for r in c.recv if r.imm), None)
    if ref is None:
        return None
    further = c.extension is not None

    def polled(field: str) -> Expr:
        return Name("x").dot(field) if further else E.to(field)

    def value(member: Expr) -> Expr:
        return call("INVERBS_BE32", member) if c.imm_number else member

    read = call(f"{a.name}_current_extension", CQ) if further else E
    return Member(polled(c.imm_when.field) if c.imm_when else SPECIAL.equals(Name("INVERBS_IMMEDIATE_DATA")),
                  value(polled(ref.field)), None, value(read.dot(ref.field)))


def key_member(a: Adapter) -> Member | None:
    """The key that a message has invalidated."""
    c = a.complete
    ref = c.invalidated or next((r.invalidated for r in c.recv if r.invalidated), None)
    if ref is None:
        return None
    if c.datagram_src:
        with_inv = Name("IBV_WC_WITH_INV")
        when = (Name("wc").to("wc_flags") & with_inv, call(f"{a.name}_read_wc_flags", CQ) & with_inv)
    elif c.invalidated_when:
        when = (E.to(c.invalidated_when.field), E.dot(c.invalidated_when.field))
    elif is_hot(a):
        when = (SPECIAL.equals(KEY_GONE), call("inverbs_cq_of_ex", CQ).to("current_row") & bits(KEY))
    else:
        meaning = call(f"{a.name}_recv_meaning", E.dot(c.recv_by.field))
        sent = call(f"{a.name}_cqe_is_send", address_of(E))
        when = (SPECIAL.equals(KEY_GONE), both(negated(sent), meaning.dot("special").equals(KEY_GONE)))
    return Member(when[0], E.to(ref.field), when[1], E.dot(ref.field))


def status_of(a: Adapter, copied: bool) -> Expr:
    """The status of a CQE that has all members. ``copied``: `e` is the struct itself."""
    if a.complete.only:
        return call(f"{a.name}_status_of", address_of(E) if copied else E)
    field = a.complete.status_field.field
    return call(f"{a.name}_wc_status", E.dot(field) if copied else E.to(field))


def byte_len_high(a: Adapter, copied: bool) -> Expr | None:
    """The high bits of a receive's byte count, for the rows that have such bits; None if no row has."""
    c = a.complete
    low = a.ref(dict(c.values)["byte_len"]).place.bits

    def term(row: str, ref: Ref) -> Expr:
        by, high = (E.dot(x.field) if copied else E.to(x.field) for x in (c.recv_by, ref))
        return Group(choose(by.equals(Name(a.c_name(a.ref(c.recv_by).enum, row))), cast("uint32_t", high) << low, 0))

    return bits_of_any(term(row, ref) for row, ref in c.high_length)
