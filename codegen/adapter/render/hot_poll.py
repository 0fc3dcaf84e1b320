"""Stage render, hot path of polls: successful completions, each reported by a single table lookup."""

from __future__ import annotations

from collections.abc import Iterable

from codegen.adapter.lower import words
from codegen.adapter.lower.conditions import CAPABILITIES
from codegen.adapter.lower.form import Term, Word
from codegen.adapter.lower.hot import hot_ops, hot_types
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import Among, WcFlag, WcRow
from codegen.adapter.model.refs import Ref
from codegen.adapter.verbs import wc_flags, wc_opcodes
from codegen.core.cexpr import Expr, Name, all_of, any_of, call, cast, choose, number
from codegen.formats.model import Field, Place

# A row has the opcode in its high half, as struct ibv_wc does, and in its low half what else to fill in; 0: a plain
# send. The flags of wc_flags are the lowest bits.
OTHER, RARE, RECEIVE, IMM, COUNTED, EIGHT, KEY, FLAGS = 0x800, 0x400, 0x200, 0x100, 0x80, 0x40, 0x20, 0xf
# The last opcode of a send that has the same number in every interface.
COMMON = "BIND_MW"
MOST_BITS = 8  # width of a field that can be the index of a table
WORD, IS_SEND, QP_FLAGS = Name("word"), Name("is_send"), Name("qp").to("sq").dot("flags")


class Rows:
    """The tables, indexed by the value of a field."""

    def __init__(self, a: Adapter) -> None:
        self.opcodes, self.flags = wc_opcodes(), wc_flags()
        self.a = a

    def table(self, by: Ref, rows: tuple[WcRow, ...], default: WcRow | None, failed: Among | None,
              side: int) -> list[int]:
        f = self.a.ref(by)
        enum = self.a.enum(f.enum)
        known = {enum.value(r.code): self.row(r, side) for r in rows}
        late = self.a.complete.order.late if self.a.complete.order else None
        for among in (failed, late, self.a.complete.resize):
            if among and same_bits(self.a.ref(among.ref), f):
                values = self.a.enum(self.a.ref(among.ref).enum)
                known |= {values.value(v): RARE for v in among.values}
        other = self.row(default, side) if default else RARE
        return [known.get(value, other) for value in range(1 << f.place.bits)]

    def row(self, r: WcRow, side: int) -> int:
        if r.opcode == "noted" or (r.length not in ("", "8") and "." not in r.length):
            return RARE
        flags = sum(self.flags[name] for name in r.flags)
        assert flags <= FLAGS, "the spec of the API has four"
        length = EIGHT if r.length == "8" else COUNTED if r.length else 0
        operand = (IMM if r.imm else 0) | (KEY if r.invalidated else 0)
        other = OTHER if not side and self.opcodes[r.opcode] > self.opcodes[COMMON] else 0
        return self.opcodes[r.opcode] << 32 | side | flags | length | operand | other


def same_bits(one: Field, other: Field) -> bool:
    return one.place == other.place


def _read(a: Adapter, f: Field, ready: Place) -> Expr:
    """C of a field of the CQE. A field in the word that was loaded for the owner bit is not loaded again."""
    p = f.place
    word = Word(p.at, p.width, a.format(a.complete.entry).order, ())
    seen = WORD if (p.at, p.width) == (ready.at, ready.width) else words.load(word, words.CQE)
    return words.field(Term(f.name, seen, None, f.raw, p.bits, p.lo), word, words.CQE, seen)


def _is_new(p: Place) -> Expr:
    """C of the test that the owner bit is that of the current lap. The top bit of a word is tested as its sign."""
    differs = WORD ^ Name("lap")
    if p.lo in (7, 15, 31):
        return cast(f"int{p.lo + 1}_t", differs) >= 0
    return (differs & number(1 << p.lo)).equals(0)


def _low_byte(a: Adapter, f: Field) -> Expr | None:
    """C of the low bits of a field, at least eight."""
    p, fmt = f.place, a.format(a.complete.entry)
    if p.lo or p.bits < 8 or fmt.order == "NATIVE":
        return None
    return words.get(8, words.CQE, p.at + (p.width // 8 - 1 if fmt.big_endian else 0))


def is_hot(a: Adapter) -> bool:
    """True if polls have a hot path: the queue has one ring, and CQEs have a queue pair number and identify the work
    request by its index or, where software orders completions, by its serial."""
    c = a.complete
    if c.rings or c.pointer or c.ready is None or c.high_length or c.imm_when or c.extension or c.datagram_src:
        return False
    if a.send.named_by not in ("index", "serial") or len(c.retire_send) != 1:
        return False
    tables = (a.ref(c.send_by), a.ref(c.recv_by))
    return a.ref(c.key or c.number).place.bits < 32 and all(f.enum and f.place.bits <= MOST_BITS for f in tables)


def _one_word(a: Adapter, ready: Place) -> int:
    """Mask for the word that has the owner bit, if rows depend only on its low bits; else 0."""
    c = a.complete
    fields = [a.ref(ref) for ref in (c.sends.ref, c.send_by, c.recv_by)]
    if any((f.place.at, f.place.width) != (ready.at, ready.width) for f in fields):
        return 0
    top = max(f.place.hi for f in fields)
    return (1 << top + 1) - 1 if top < MOST_BITS and top < ready.lo else 0


def _bits(a: Adapter, ref: Ref, word: int) -> int:
    p = a.ref(ref).place
    return word >> p.lo & (1 << p.bits) - 1


def _inside_below(a: Adapter, ready: Place) -> int:
    """The lowest bit of the field that says whether payload is in the CQE, if this field ends just below the field that
    selects the row of a receive, at the top of the word that has the owner bit: one load then reads both. Else 0."""
    c = a.complete
    if not c.inside or not same_bits(a.ref(c.sends.ref), a.ref(c.recv_by)):
        return 0
    top, below = a.ref(c.recv_by).place, a.ref(c.inside.field).place
    words = {(p.at, p.width) for p in (top, below, ready)}
    return below.lo if len(words) == 1 and top.hi + 1 == top.width and below.hi + 1 == top.lo else 0


class _Poll:
    """The C expressions over a CQE that a poll of the hot path uses."""

    def __init__(self, a: Adapter, ready: Ref) -> None:
        self.a, self.c = a, a.complete
        self.ready = a.ref(ready).place
        self.low = _inside_below(a, self.ready)
        failed = self.c.failed
        self.failed_by_side = failed is not None and same_bits(a.ref(failed.ref), a.ref(self.c.sends.ref))
        self.sends = [v for v in self.c.sends.values if not (failed and self.failed_by_side and v in failed.values)]

    def read(self, ref: Ref) -> Expr:
        return _read(self.a, self.a.ref(ref), self.ready)

    def read_if(self, ref: Ref | None) -> Expr | None:
        return self.read(ref) if ref else None

    def value(self, ref: Ref, name: str) -> int:
        """The number of a value of the field."""
        return self.a.enum(self.a.ref(ref).enum).value(name)

    def among(self, ref: Ref, names: Iterable[str]) -> Expr | None:
        return any_of(*(self.read(ref).equals(self.value(ref, name)) for name in names))

    def member(self, name: str, ref: Ref) -> Expr:
        """C of the value of a member of the work completion."""
        if name != "sl" or not self.c.ethernet_sl:
            return self.read(ref)
        return choose(QP_FLAGS & Name("INVERBS_SQ_ETHERNET"), self.read(self.c.ethernet_sl), self.read(ref))

    def flag(self, f: WcFlag) -> Expr | None:
        terms = [QP_FLAGS & Name(CAPABILITIES[f.capability])] if f.capability else []
        terms += [self.read(ref) for ref in f.all_of]
        terms += [self.read(ref).equals(value) for name, ref, value in self.c.equal if name == f.name]
        return all_of(*terms)

    def failed(self) -> Expr | None:
        """The test for failed CQEs that the rows do not tell from successful ones; None if the rows tell all of
        them."""
        c, a = self.c, self.a
        if c.failed is None:
            found: Expr | None = self.read(c.status_field).differs(0)
        else:
            by_rows = all(same_bits(a.ref(c.failed.ref), a.ref(by)) or (self.failed_by_side and by is c.send_by)
                          for by in (c.send_by, c.recv_by))
            found = None if by_rows else self.among(c.failed.ref, c.failed.values)
        if c.inside and not self.low:
            found = any_of(found, self.among(c.inside.field, [p.value for p in c.inside.places]))
        return found

    def is_send(self) -> Expr | None:
        if not self.low:
            return self.among(self.c.sends.ref, self.sends)
        shift = self.a.ref(self.c.recv_by).place.lo - self.low
        return any_of(*((WORD >> self.low).equals(self.value(self.c.sends.ref, name) << shift) for name in self.sends))

    def rows(self) -> tuple[list[tuple[str, list[int]]], Expr]:
        """The tables of rows, and C of the row for the CQE."""
        a, c, rows = self.a, self.c, Rows(self.a)
        sent = rows.table(c.send_by, c.send, c.send_default, c.failed, 0)
        received = rows.table(c.recv_by, c.recv, c.recv_default, c.failed, RECEIVE)
        mask = _one_word(a, self.ready)
        if mask:
            sends = {self.value(c.sends.ref, name) for name in self.sends}
            every = [sent[_bits(a, c.send_by, word)] if _bits(a, c.sends.ref, word) in sends
                     else received[_bits(a, c.recv_by, word)] for word in range(mask + 1)]
            return [("rows", every)], Name(f"{a.name}_hot_rows").at(WORD & number(mask))
        by_recv = self.read(c.recv_by)
        if self.low:
            shift = a.ref(c.recv_by).place.lo - self.low
            received = [RARE if word & (1 << shift) - 1 else received[word >> shift]
                        for word in range(len(received) << shift)]
            by_recv = WORD >> self.low
        row = choose(IS_SEND, Name(f"{a.name}_hot_send_rows").at(self.read(c.send_by)),
                     Name(f"{a.name}_hot_recv_rows").at(by_recv))
        return [("send_rows", sent), ("recv_rows", received)], row


def poll_data(a: Adapter) -> dict[str, object]:
    if not is_hot(a):
        return {"hot_poll": False}
    c = a.complete
    assert c.ready is not None, "is_hot says so"
    poll = _Poll(a, c.ready)
    tables, row = poll.rows()
    key = c.key or c.number
    imm = poll.read_if(next((r.imm for r in c.recv if r.imm), None))
    oldest = Name("qp").to("rq").dot("tail")
    return {
        "hot_poll": True,
        # the parked CQE is all ones: valid, unless a second field can make a CQE invalid
        "parks": bool(c.order) or c.unless is None,
        "hot_poll_types": hot_types(a) if hot_ops(a) else ("RC", "UC"),
        "hot_key": poll.read(key), "hot_low_key": _low_byte(a, a.ref(key)) or poll.read(key),
        "hot_is_new": _is_new(poll.ready), "hot_number": poll.read(c.number) if c.key else Name("key"),
        "hot_is_send": poll.is_send(), "hot_failed": poll.failed(), "hot_by_side": "is_send" in row.names,
        "hot_tables_of_rows": tables, "hot_row": row, "hot_request": poll.read(c.retire_send[0]),
        "hot_recv_request": poll.read(c.retire_recv) if c.retire_recv and not c.order else oldest,
        "hot_message": poll.read_if(c.retire_recv),
        "hot_members": [(name, poll.member(name, ref)) for name, ref in c.values if name != "byte_len"],
        "hot_shared_request": poll.read_if(c.retire_shared if a.recv.shared else None),
        "hot_byte_len": poll.read(dict(c.values)["byte_len"]),
        "hot_imm": call("INVERBS_BE32", imm) if imm and c.imm_number else imm,
        "hot_invalidated": poll.read_if(next((r.invalidated for r in c.recv if r.invalidated), None)),
        "hot_flags": [(poll.flag(f), f"IBV_WC_{f.name}") for f in c.flags],
        "HOT": {"other": OTHER, "rare": RARE, "receive": RECEIVE, "imm": IMM, "counted": COUNTED, "eight": EIGHT, "key": KEY,
                "flags": FLAGS},
    }
