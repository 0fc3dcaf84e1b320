"""Stage render, hot path of polls: what a completion of a good request means, in one look at a table."""

from __future__ import annotations

from codegen.adapter.model import Field, Place, Ref, WcRow
from codegen.adapter.queues import cexpr
from codegen.adapter.queues.lower_hot import hot_ops, hot_types
from codegen.adapter.queues.model import Among, Adapter
from codegen.adapter.verbs import wc_flags, wc_opcodes

# A row: the opcode in its low byte, the flags in the next one, and what else there is to do.
RARE, IMM, COUNTED, EIGHT = 0x8000, 0x4000, 0x2000, 0x1000
MOST_BITS = 8  # of a field that is the index of a table


class Rows:
    """Tables by the value of a field."""

    def __init__(self, a: Adapter) -> None:
        self.opcodes, self.flags = wc_opcodes(), wc_flags()
        self.a = a

    def table(self, by: Ref, rows: tuple[WcRow, ...], default: WcRow | None, failed: Among | None) -> list[int]:
        f = self.a.ref(by)
        enum = self.a.enum(f.enum)
        known = {enum.value(r.code): self.row(r) for r in rows}
        if failed and same_bits(self.a.ref(failed.ref), f):
            values = self.a.enum(self.a.ref(failed.ref).enum)
            known |= {values.value(v): RARE for v in failed.values}
        other = self.row(default) if default else RARE
        if self.a.complete.resize and same_bits(self.a.ref(self.a.complete.resize.ref), f):
            values = self.a.enum(self.a.ref(self.a.complete.resize.ref).enum)
            known |= {values.value(v): RARE for v in self.a.complete.resize.values}
        return [known.get(value, other) for value in range(1 << f.place.bits)]

    def row(self, r: WcRow) -> int:
        if r.opcode == "noted" or r.invalidated or (r.length not in ("", "8") and "." not in r.length):
            return RARE
        flags = sum(self.flags[name] for name in r.flags)
        length = EIGHT if r.length == "8" else COUNTED if r.length else 0
        return self.opcodes[r.opcode] | flags << 8 | length | (IMM if r.imm else 0)


def same_bits(one: Field, other: Field) -> bool:
    return (one.place.at, one.place.width, one.place.hi, one.place.lo) == (other.place.at, other.place.width, other.place.hi, other.place.lo)


def _read(a: Adapter, f: Field, ready: Place) -> str:
    """C of a field of the CQE; what stands in the word that was looked at is not read again."""
    p = f.place
    if f.raw:
        return f"inverbs_get{p.width}({cexpr.address('cqe', p.at)})"
    if (p.at, p.width) == (ready.at, ready.width):
        text = "word"
    else:
        text = f"inverbs_get{p.width}({cexpr.address('cqe', p.at)})"
        if p.width > 8:
            text = f"INVERBS_{'BE' if a.format(a.complete.entry).big_endian else 'LE'}{p.width}({text})"
    if p.lo:
        text = f"({text} >> {p.lo})"
    return text if p.hi + 1 == p.width and p.lo == 0 else f"({text} & {cexpr.number((1 << p.bits) - 1, p.width)})" if p.hi + 1 < p.width else text


def is_hot(a: Adapter) -> bool:
    """Completions are hot where a queue has one ring, queue pairs are looked up and they name the request by its place."""
    c = a.complete
    if c.rings or c.pointer or c.ready is None or a.send.named_by != "index" or len(c.retire_send) != 1 or c.high_length or c.imm_when:
        return False
    tables = (a.ref(c.send_by), a.ref(c.recv_by))
    return a.ref(c.key or c.number).place.bits < 32 and all(f.enum and f.place.bits <= MOST_BITS for f in tables)


def _one_word(a: Adapter, ready: Place) -> int:
    """Mask of the word that was looked at, when all that rows depend on are its low bits; else 0."""
    c = a.complete
    fields = [a.ref(ref) for ref in (c.sends.ref, c.send_by, c.recv_by)]
    if any((f.place.at, f.place.width) != (ready.at, ready.width) for f in fields):
        return 0
    top = max(f.place.hi for f in fields)
    return (1 << top + 1) - 1 if top < MOST_BITS and top < ready.lo else 0


def _bits(a: Adapter, ref: Ref, word: int) -> int:
    p = a.ref(ref).place
    return word >> p.lo & (1 << p.bits) - 1


def poll_data(a: Adapter) -> dict[str, object]:
    c = a.complete
    if not is_hot(a):
        return {"hot_poll": False}
    assert c.ready is not None, "is_hot says so"
    ready, rows = a.ref(c.ready).place, Rows(a)

    def read(ref: Ref) -> str:
        return _read(a, a.ref(ref), ready)

    def by_link(name: str, ref: Ref) -> str:
        if name != "sl" or not c.ethernet_sl:
            return read(ref)
        return f"qp->sq.flags & INVERBS_SQ_ETHERNET ? {read(c.ethernet_sl)} : {read(ref)}"

    def among(ref: Ref, values: list[str]) -> str:
        enum = a.enum(a.ref(ref).enum)
        return " || ".join(f"{read(ref)} == {enum.value(v)}" for v in values)

    sends = list(c.sends.values)
    by_sends = c.failed is not None and same_bits(a.ref(c.failed.ref), a.ref(c.sends.ref))
    if c.failed and by_sends:
        sends = [v for v in sends if v not in c.failed.values]
    by_rows = c.failed is not None and all(same_bits(a.ref(c.failed.ref), a.ref(by)) or (by_sends and by is c.send_by)
                                           for by in (c.send_by, c.recv_by))
    failed = "" if by_rows else f"{read(c.status_field)} != 0" if c.failed is None else among(c.failed.ref, list(c.failed.values))
    sent, received = rows.table(c.send_by, c.send, c.send_default, c.failed), rows.table(c.recv_by, c.recv, c.recv_default, c.failed)
    mask = _one_word(a, ready)
    if mask:
        is_send = {a.enum(a.ref(c.sends.ref).enum).value(v) for v in sends}
        every = [sent[_bits(a, c.send_by, w)] if _bits(a, c.sends.ref, w) in is_send else received[_bits(a, c.recv_by, w)] for w in range(mask + 1)]
        tables, row = [("rows", every)], f"{a.name}_hot_rows[word & {cexpr.number(mask)}]"
    else:
        tables = [("send_rows", sent), ("recv_rows", received)]
        row = f"is_send ? {a.name}_hot_send_rows[{read(c.send_by)}] : {a.name}_hot_recv_rows[{read(c.recv_by)}]"
    if c.inside: # such a CQE is rare, and told by its row
        row = f"({row}) | ({among(c.inside.field, [p.value for p in c.inside.places])} ? 0x{RARE:x} : 0)"
    imm = next((r.imm for r in c.recv if r.imm), None)
    value = read(imm) if imm else ""
    return {"hot_poll": True, "hot_poll_types": hot_types(a) if hot_ops(a) else ("RC", "UC"),
            "hot_key": read(c.key or c.number), "hot_number": read(c.number) if c.key else "key", "hot_is_send": among(c.sends.ref, sends),
            "hot_failed": failed, "hot_tables_of_rows": tables, "hot_row": row,
            "hot_request": read(c.retire_send[0]), "hot_recv_request": read(c.retire_recv) if c.retire_recv else "qp->rq.tail",
            "hot_members": [(name, by_link(name, ref)) for name, ref in c.values if name != "byte_len"],
            "hot_shared_request": read(c.retire_shared) if c.retire_shared and a.recv.shared else "",
            "hot_byte_len": read(dict(c.values)["byte_len"]), "hot_imm": f"INVERBS_BE32({value})" if value and c.imm_number else value,
            "RARE": RARE, "IMM": IMM, "COUNTED": COUNTED, "EIGHT": EIGHT}
