"""The closed list of sources: every word that a field may take its value from, with its one meaning in C.

``expr`` is C over these names: ``sq``, ``rq`` (the queue), ``req`` (what was read of the request), ``wr``, ``index`` (unit at
which the WQE starts), ``bytes`` (of the WQE), ``length`` (of the payload), ``sge`` and ``n`` (an SGE and its place).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Known(Enum):
    """When a value is known: the earlier, the less of it is computed for each request."""

    QUEUE = "when the queue is made"
    UNIT = "when its unit's turn comes"
    FLAGS = "with the request's flags"
    REQUEST = "with the request"
    ENTRY = "when the WQE is complete"
    SGE = "with each SGE"


@dataclass(frozen=True)
class Source:
    doc: str
    expr: str
    bits: int  # the most that it has
    known: Known
    memory: bool = False  # bytes at an address, for byte array fields


def _flag(name: str) -> str:
    return f"req->flags & IBV_SEND_{name}"


def _access(name: str) -> str:
    return f"wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_{name}"


Q, U, F, R, E, S = Known.QUEUE, Known.UNIT, Known.FLAGS, Known.REQUEST, Known.ENTRY, Known.SGE

SOURCES: dict[str, Source] = {
    "qp.num": Source("number of the queue pair", "sq->qpn", 24, Q),
    "sq.index": Source("running number of the first unit", "index", 32, U),
    "sq.lap": Source("parity of the lap around the send ring, 0 in the first", "index & sq->entries", 1, U),
    "sq.generation": Source("parity of the lap around the send ring, 1 in the first", "!(index & sq->entries)", 1, U),
    "sq.posted": Source("units of the send ring posted so far", "sq->position", 32, U),
    "sq.tag": Source("what the completion of a send names it by", "tag", 64, U),
    "rq.tag": Source("the same of a receive, in its first SGE; 0 in the others", "n == 0 ? tag : 0", 16, U),
    "rq.posted": Source("receives posted so far, or units where a receive takes several", "head", 32, U),
    "op.code": Source("the adapter's opcode, of `code`", "code", 8, R),
    "wqe.bytes": Source("bytes of the WQE", "bytes", 16, E),
    "wr.fence": Source("IBV_SEND_FENCE", _flag("FENCE"), 1, F),
    "wr.solicited": Source("IBV_SEND_SOLICITED", _flag("SOLICITED"), 1, F),
    "wr.csum": Source("IBV_SEND_IP_CSUM", _flag("IP_CSUM"), 1, F),
    "wr.signaled": Source("IBV_SEND_SIGNALED, or sq_sig_all of the queue pair",
                          "(req->flags | req->traits) & IBV_SEND_SIGNALED", 1, F),
    "wr.inline": Source("payload lies in the WQE", "inverbs_is_inline(req)", 1, F),
    "wr.has_imm": Source("the opcode carries immediate data", "inverbs_has_imm(req)", 1, R),
    "wr.id": Source("wr_id", "wr->wr_id", 64, R),
    "wr.imm": Source("immediate data, the bytes as the program gave them", "wr->imm_data", 32, R),
    "wr.imm_number": Source("immediate data as a number", "INVERBS_BE32(wr->imm_data)", 32, R),
    "wr.invalidate_rkey": Source("key to invalidate", "wr->invalidate_rkey", 32, R),
    "wr.remote_addr": Source("remote address", "wr->wr.rdma.remote_addr", 64, R),
    "wr.rkey": Source("remote key", "wr->wr.rdma.rkey", 32, R),
    "wr.swap_or_add": Source("new value of a compare-and-swap, addend of a fetch-and-add", "wr->wr.atomic.compare_add", 64, R),
    "wr.compare": Source("what a compare-and-swap compares with", "0", 64, R),
    "wr.ud.qpn": Source("a datagram's remote queue pair", "wr->wr.ud.remote_qpn", 32, R),
    "wr.ud.qkey": Source("its Q_Key", "wr->wr.ud.remote_qkey", 32, R),
    "wr.xrc.srqn": Source("remote shared receive queue", "wr->qp_type.xrc.remote_srqn", 32, R),
    "ah.av": Source("the address handle's vector, as the adapter has it", "inverbs_ah_of(wr->wr.ud.ah)->av", 0, R, True),
    "ah.number": Source("the adapter's number of the address handle", "inverbs_ah_of(wr->wr.ud.ah)->number", 32, R),
    "wr.bind.remote_atomic": Source("the window allows remote atomics", _access("REMOTE_ATOMIC"), 1, R),
    "wr.bind.remote_write": Source("remote writes", _access("REMOTE_WRITE"), 1, R),
    "wr.bind.remote_read": Source("remote reads", _access("REMOTE_READ"), 1, R),
    "wr.bind.local_write": Source("local writes", _access("LOCAL_WRITE"), 1, R),
    "wr.bind.type2": Source("it is of type 2", "wr->bind_mw.mw->type == IBV_MW_TYPE_2", 1, R),
    "wr.bind.qpn": Source("the queue pair that may use it; all ones: any, as for type 1",
                          "wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? sq->qpn : 0xffffffU", 24, R),
    "wr.bind.rkey": Source("its new key", "wr->bind_mw.rkey", 32, R),
    "wr.bind.old_rkey": Source("its present key", "wr->bind_mw.mw->rkey", 32, R),
    "wr.bind.lkey": Source("key of its region", "wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0", 32, R),
    "wr.bind.addr": Source("its address", "wr->bind_mw.bind_info.addr", 64, R),
    "wr.bind.start": Source("the same, 0 when it counts from 0",
                            "wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED ? 0 : wr->bind_mw.bind_info.addr",
                            64, R),
    "wr.bind.length": Source("its bytes", "wr->bind_mw.bind_info.length", 64, R),
    "payload.bytes": Source("sum of the lengths of all SGEs", "length", 32, R),
    "payload.sges": Source("number of SGEs", "req->num_sge", 16, R),
    "sge.length": Source("bytes of an SGE", "sge->length", 32, S),
    "sge.lkey": Source("its key", "sge->lkey", 32, S),
    "sge.addr": Source("its address", "sge->addr", 64, S),
    "sge.first": Source("it is the first", "n == 0", 1, S),
    "sge.last": Source("it is the last", "n + 1 == count", 1, S),
    "srq.next": Source("the slot that follows in the list of free ones", "next", 16, U),
    "cq.num": Source("number of the completion queue", "cq->cqn", 24, Q),
    "cq.index": Source("CQEs consumed so far", "index", 32, U),
    "cq.arm_sequence": Source("completion events seen so far", "sequence", 8, U),
    "cq.arm_next": Source("an event for any completion", "!solicited", 1, R),
    "cq.arm_solicited": Source("an event for solicited or failed ones alone", "solicited", 1, R),
    "cq.arm": Source("an event is wanted", "arm", 1, R),
}

# Atomics have their operands elsewhere: they share the request's union with RDMA addresses.
OF_OP: dict[str, dict[str, str]] = {
    "wr.rkey": dict.fromkeys(("ATOMIC_CMP_AND_SWP", "ATOMIC_FETCH_AND_ADD"), "wr->wr.atomic.rkey"),
    "wr.remote_addr": dict.fromkeys(("ATOMIC_CMP_AND_SWP", "ATOMIC_FETCH_AND_ADD"), "wr->wr.atomic.remote_addr"),
    "wr.swap_or_add": {"ATOMIC_CMP_AND_SWP": "wr->wr.atomic.swap"},
    "wr.compare": {"ATOMIC_CMP_AND_SWP": "wr->wr.atomic.compare_add"},
}

# Values that the adapter itself gave out or that a rule holds in their field: stored without a mask.
FITTING = ("op.code", "qp.num", "cq.num")


def expression(source: str, op: str = "") -> str:
    """C of a source, or of a plain number, for one op where ops differ."""
    if source[:1].isdigit():
        return str(int(source, 0))
    return OF_OP.get(source, {}).get(op) or SOURCES[source].expr


def bits_of(source: str) -> int:
    return int(source, 0).bit_length() if source[:1].isdigit() else SOURCES[source].bits
