"""Stage render, hot path of polls: CQEs that have the layout of struct ibv_wc and are copied."""

from __future__ import annotations

from codegen.adapter.lower import words
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.refs import Ref
from codegen.adapter.verbs import wc_flags, wc_members
from codegen.core.cexpr import Expr, Number, number
from codegen.formats.model import Field

WORD = 32  # bits of wc_flags


def index_data(a: Adapter, numbers_agree: bool) -> dict[str, object]:
    """Data for adapter/hot/poll_index.j2. numbers_agree: statuses and opcodes have the values of verbs."""
    if a.complete.ready or a.complete.rings or a.complete.order or a.send.named_by != "wr-id":
        return {"index_poll": False, "copied": False, "parked_bytes": 0}
    copied = (numbers_agree and not _has_more(a) and _receive_bit(a) >= 0
              and all(_agrees(a, member, ref) for member, ref in _members(a)))
    at, size = wc_members()["dlid_path_bits"]
    return {"index_poll": True, "copied": copied, "parked_bytes": a.format(a.complete.entry).size,
            "copied_differs": _differs(a) if copied else {}, "copied_bytes": -(-(at + size) // 8) * 8,
            "copied_members": [(member, wc_members()[member][0]) for member, _ in _members(a)]}


def _has_more(a: Adapter) -> bool:
    """True if completions contain anything that has to be converted."""
    c = a.complete
    rows = (*c.send, *c.recv, *((c.send_default,) if c.send_default else ()),
            *((c.recv_default,) if c.recv_default else ()))
    if not c.entry_first or c.error_entry != c.entry:
        return True
    if c.extension or c.inside or c.high_length or c.datagram_src or c.ethernet_sl:
        return True
    if c.failed or c.only or c.zeros or c.equal or c.imm_number or c.all_fields:
        return True
    return any(r.flags or r.imm or r.invalidated for r in rows)


def _members(a: Adapter) -> list[tuple[str, Ref | None]]:
    c = a.complete
    return [("wr_id", c.retire_send[0]), ("wr_id", c.retire_recv), ("status", c.status_field), ("opcode", c.send_by),
            ("opcode", c.recv_by),
            ("vendor_err", c.vendor), ("qp_num", c.number), ("imm_data", c.imm), ("invalidated_rkey", c.invalidated),
            *c.values]


def _field(a: Adapter, ref: Ref | None) -> Field | None:
    return a.ref(ref) if ref else None


def _agrees(a: Adapter, member: str, ref: Ref | None) -> bool:
    """True if a field has the offset, width and byte order of the member, or does not exist: the member is then
    undefined."""
    f = _field(a, ref)
    if f is None:
        return member != "wr_id"
    raw = member == "imm_data"
    order = f.raw if raw else f.place.width == 8 or (not f.raw and a.format(a.complete.entry).byte_order == "native")
    return order and f.place.whole and (f.place.at, f.place.width // 8) == wc_members()[member]


def _receive_bit(a: Adapter) -> int:
    """The bit that is set in the opcodes of all receives, and of no send; -1: none."""
    c = a.complete
    enum = a.enum(a.ref(c.recv_by).enum)
    receives, sends = [enum.value(r.code) for r in c.recv], [enum.value(v) for v in c.sends.values]
    bits = [b for b in range(WORD) if all(v >> b & 1 for v in receives) and not any(v >> b & 1 for v in sends)]
    return bits[0] if bits and receives else -1


def _same_flags(a: Adapter) -> int:
    """Flags that have the same bit in CQEs and in verbs."""
    (at, size), same = wc_members()["wc_flags"], 0
    for flag in a.complete.flags:
        fields = [a.ref(ref) for ref in flag.all_of]
        p = fields[0].place
        alone = len(fields) == 1 and not flag.capability and (p.at, p.width, p.bits) == (at, size * 8, 1)
        if alone and 1 << p.lo == wc_flags()[flag.name]:
            same |= 1 << p.lo
    return same


def _usual(a: Adapter, opcode: Expr) -> Expr | None:
    """C of the flags that most receives have, if any. On RoCE, for example, every message has a GRH."""
    grh = wc_flags()["GRH"]
    if a.identity.transport != "roce" or not _same_flags(a) & grh:
        return None
    return opcode >> _receive_bit(a) << grh.bit_length() - 1


def _differs(a: Adapter) -> dict[str, Expr | None]:
    """C of the status, the flags, their usual value, and the mask of flags that are copied unchanged. Sends have no
    flags."""
    status, opcode, flags = (words.get(32, words.CQE, wc_members()[m][0]) for m in ("status", "opcode", "wc_flags"))
    of_receives = Number(0, -1) - (opcode >> _receive_bit(a) & Number(1, -1))
    return {"status": status, "flags": flags, "usual": _usual(a, opcode), "same": of_receives & number(_same_flags(a))}
