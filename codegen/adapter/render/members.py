"""Stage render, completions: members that only some completions have, as C for the two polls.

``ibv_poll_cq`` has the CQE as ``e``, a pointer to its struct, and what it has besides as ``x``; readers of the extended poll have
``e``, the struct itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.formats import Ref
from codegen.adapter.render.hot_poll import KEY, is_hot


@dataclass(frozen=True)
class Member:
    """The condition that a receive completion has it, and its value: for ibv_poll_cq() and for the reader of the extended poll."""

    filled_when: str
    filled: str
    read_when: str
    read: str


def imm_member(a: Adapter) -> Member | None:
    """Immediate data, if CQEs have some; the reader is only called if there is some."""
    c = a.complete
    ref = c.imm or next((r.imm for r in c.recv if r.imm), None)
    if ref is None:
        return None
    polled, read = ("x.", f"{a.name}_current_extension(cq).") if c.extension else ("e->", "e.")

    def value(struct: str, field: str) -> str:
        return f"INVERBS_BE32({struct}{field})" if c.imm_number else f"{struct}{field}"

    return Member(f"{polled}{c.imm_when.field}" if c.imm_when else "m.special == INVERBS_IMMEDIATE_DATA",
                  value(polled, ref.field), "", value(read, ref.field))


def key_member(a: Adapter) -> Member | None:
    """The key that a message invalidated."""
    c = a.complete
    ref = c.invalidated or next((r.invalidated for r in c.recv if r.invalidated), None)
    if ref is None:
        return None
    if c.datagram_src:
        when = ("wc->wc_flags & IBV_WC_WITH_INV", f"{a.name}_read_wc_flags(cq) & IBV_WC_WITH_INV")
    elif c.invalidated_when:
        when = (f"e->{c.invalidated_when.field}", f"e.{c.invalidated_when.field}")
    elif is_hot(a):
        when = ("m.special == INVERBS_INVALIDATED_KEY", f"inverbs_cq_of_ex(cq)->current_row & 0x{KEY:x}")
    else:
        when = ("m.special == INVERBS_INVALIDATED_KEY",
                f"!{a.name}_cqe_is_send(&e) && {a.name}_recv_meaning(e.{c.recv_by.field}).special == INVERBS_INVALIDATED_KEY")
    return Member(when[0], f"e->{ref.field}", when[1], f"e.{ref.field}")


def status_of(a: Adapter, copied: bool) -> str:
    """Status of a CQE that has all members; ``copied``: `e` is the struct itself."""
    if a.complete.only:
        return f"{a.name}_status_of({'&e' if copied else 'e'})"
    return f"{a.name}_wc_status(e{'.' if copied else '->'}{a.complete.status_field.field})"


def byte_len_high(a: Adapter, struct: str) -> str:
    """High bits of a receive's byte count, for the rows that have some; empty: none have."""
    c = a.complete
    low = a.ref(dict(c.values)["byte_len"]).place.bits

    def term(row: str, ref: Ref) -> str:
        return f"({struct}{c.recv_by.field} == {a.c_name(a.ref(c.recv_by).enum, row)} ? (uint32_t){struct}{ref.field} << {low} : 0)"

    return " | ".join(term(row, ref) for row, ref in c.high_length)
