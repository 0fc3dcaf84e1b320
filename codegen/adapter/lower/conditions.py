"""Stage lower: conditions over CQEs and work requests that several renderers use."""

from __future__ import annotations

from collections.abc import Iterable

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import Among
from codegen.core.cexpr import Expr, Group, Name, any_of, flags, one_bit

REQ, SQ, WR = Name("req"), Name("sq"), Name("wr")
CAPABILITIES = {"csum": "INVERBS_SQ_CSUM", "atomics": "INVERBS_SQ_ATOMICS", "send-imm": "INVERBS_SQ_SEND_IMM",
                "inline-write": "INVERBS_SQ_INLINE_WRITE", "rx-csum": "INVERBS_RX_CSUM"}


def is_one_of(a: Adapter, enum: str, values: Iterable[str], value: Expr) -> Expr | None:
    """True if the value is one of these; None for an empty list."""
    return any_of(*(value.equals(Name(a.c_name(enum, v))) for v in values))


def is_among(a: Adapter, among: Among, value: Expr) -> Expr:
    found = is_one_of(a, a.ref(among.ref).enum, among.values, value)
    assert found is not None, "the schema wants a value"
    return found


def op_mask(names: Iterable[str]) -> Expr | None:
    """A mask with a bit for each op; None without ops."""
    bits = [one_bit(f"IBV_WR_{name}") for name in names]
    return Group(flags(bits)) if bits else None


def is_op(names: Iterable[str]) -> Expr | None:
    """True if the work request has one of these ops."""
    mask = op_mask(names)
    return REQ.to("op") & mask if mask else None


def is_type(types: Iterable[str], value: Expr = REQ.to("qp_type")) -> Expr | None:
    """True if the queue pair has one of these types."""
    return any_of(*(value.equals(Name(f"IBV_QPT_{t}")) for t in types))


def has_flag(flag: str) -> Expr | None:
    """True if the work request has a flag; None without a flag."""
    return REQ.to("flags") & Name(f"IBV_SEND_{flag}") if flag else None


def can(capability: str) -> Expr:
    """True if the queue pair has a capability."""
    return REQ.to("traits") & Name(CAPABILITIES[capability])
