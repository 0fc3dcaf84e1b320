"""The closed list of sources: every word that a field may take its value from, with its one meaning in C.

``expr`` is C over these names: ``sq``, ``rq`` (the queue), ``req`` (what was read of the request), ``wr``, ``index`` (unit at
which the WQE starts), ``bytes`` (of the WQE), ``length`` (of the payload), ``sge`` and ``n`` (an SGE and its place).

``sink`` is what the device makes of the value when it reads it back: a statement over ``out`` (a struct of <inverbs/device/device.h>),
``sge`` and ``{v}``. Empty: nothing, because the device knows it already or has no use for it.
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
    sink: str = ""
    bytes: int = 0  # so many at an address, for byte array fields; 0: a number

    @property
    def memory(self) -> bool:
        return self.bytes > 0

    @property
    def size(self) -> str:
        return f"{self.bytes} bytes" if self.bytes else str(self.bits)


def _flag(name: str) -> str:
    return f"req->flags & IBV_SEND_{name}"


def _access(name: str) -> str:
    return f"wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_{name}"


def _takes(member: str) -> str:
    return f"out->{member} = {{v}};"


def _has_flag(name: str) -> str:
    return f"out->send_flags |= {{v}} ? IBV_SEND_{name} : 0;"


def _grants(name: str) -> str:
    return f"out->bind.access |= {{v}} ? IBV_ACCESS_{name} : 0;"


Q, U, F, R, E, S = Known.QUEUE, Known.UNIT, Known.FLAGS, Known.REQUEST, Known.ENTRY, Known.SGE

SOURCES: dict[str, Source] = {
    "qp.num": Source("number of the queue pair", "sq->qpn", 24, Q, _takes("qpn")),
    "sq.index": Source("running number of the first unit", "index", 32, U, _takes("index")),
    "sq.lap": Source("parity of the lap around the send ring, 0 in the first", "index & sq->entries", 1, U),
    "sq.generation": Source("parity of the lap around the send ring, 1 in the first", "!(index & sq->entries)", 1, U),
    "sq.unit": Source("unit of the send ring at which the WQE starts", "index & (sq->entries - 1)", 32, U),
    "sq.copied": Source("WQEs of the queue pair may be copied to the adapter", "req->traits & INVERBS_SQ_COPIED", 1, Q),
    "sq.posted": Source("units of the send ring posted so far", "sq->position", 32, U),
    "sq.serial": Source("running number of the send", "sq->head", 32, R, _takes("index")),
    "sq.tag": Source("what the completion of a send names it by", "tag", 64, U, "out->tag |= (uint64_t){v};"),
    "rq.tag": Source("the same of a receive, in its first SGE; 0 in the others", "n == 0 ? tag : 0", 16, U, _takes("tag")),
    "rq.generation": Source("parity of the lap around the receive ring, 1 in the first", "!(rq->head & rq->entries)", 1, U),
    "rq.posted": Source("receives posted so far, or units where a receive takes several", "head", 32, U),
    "op.code": Source("the adapter's opcode, of `code`", "code", 8, R, _takes("hw_opcode")),
    "wqe.bytes": Source("bytes of the WQE", "bytes", 16, E, _takes("bytes")),
    "wr.fence": Source("IBV_SEND_FENCE", _flag("FENCE"), 1, F, _has_flag("FENCE")),
    "wr.solicited": Source("IBV_SEND_SOLICITED", _flag("SOLICITED"), 1, F, _has_flag("SOLICITED")),
    "wr.csum": Source("IBV_SEND_IP_CSUM", _flag("IP_CSUM"), 1, F, _has_flag("IP_CSUM")),
    "wr.signaled": Source("IBV_SEND_SIGNALED, or sq_sig_all of the queue pair",
                          "(req->flags | req->traits) & IBV_SEND_SIGNALED", 1, F, _has_flag("SIGNALED")),
    "wr.inline": Source("payload lies in the WQE", "inverbs_is_inline(req)", 1, F, _has_flag("INLINE")),
    "wr.has_imm": Source("the opcode carries immediate data", "inverbs_has_imm(req)", 1, R),
    "wr.id": Source("wr_id", "wr->wr_id", 64, R, _takes("wr_id")),
    "wr.imm": Source("immediate data, the bytes as the program gave them", "wr->imm_data", 32, R, _takes("imm")),
    "wr.imm_number": Source("immediate data as a number", "INVERBS_BE32(wr->imm_data)", 32, R, "out->imm = INVERBS_BE32({v});"),
    "wr.local.addr": Source("address of the SGE of a request that has one alone", "req->num_sge ? wr->sg_list[0].addr : 0", 64, R,
                            "out->sge[0].addr = {v};"),
    "wr.local.lkey": Source("its key", "req->num_sge ? wr->sg_list[0].lkey : 0", 32, R,
                            "out->sge[0].lkey = {v};\nout->sge[0].length = 8;\nout->num_sge = 1;"),
    "wr.invalidate_rkey": Source("key to invalidate", "wr->invalidate_rkey", 32, R, _takes("invalidate_rkey")),
    "wr.remote_addr": Source("remote address", "wr->wr.rdma.remote_addr", 64, R, _takes("remote_addr")),
    "wr.rkey": Source("remote key", "wr->wr.rdma.rkey", 32, R, _takes("rkey")),
    "wr.swap_or_add": Source("new value of a compare-and-swap, addend of a fetch-and-add", "wr->wr.atomic.compare_add",
                             64, R, _takes("swap")),
    "wr.compare": Source("what a compare-and-swap compares with", "0", 64, R, _takes("compare")),
    "wr.ud.qpn": Source("a datagram's remote queue pair", "wr->wr.ud.remote_qpn", 32, R, _takes("remote_qpn")),
    "wr.ud.qkey": Source("its Q_Key", "wr->wr.ud.remote_qkey", 32, R, _takes("qkey")),
    "wr.xrc.srqn": Source("remote shared receive queue", "wr->qp_type.xrc.remote_srqn", 32, R, _takes("remote_srqn")),
    "ah.av": Source("the address handle's vector, as the adapter has it", "inverbs_ah_of(wr->wr.ud.ah)->av",
                    0, R, "memcpy(out->av, {v}, {n});", 64),
    "ah.number": Source("the adapter's number of the address handle", "inverbs_ah_of(wr->wr.ud.ah)->number",
                        32, R, _takes("ah_number")),
    "ah.vlan": Source("its VLAN", "inverbs_ah_of(wr->wr.ud.ah)->vlan", 16, R, _takes("vlan")),
    "ah.mac": Source("its destination MAC", "inverbs_ah_of(wr->wr.ud.ah)->mac", 0, R, "memcpy(out->mac, {v}, {n});", 6),
    "wr.bind.remote_atomic": Source("the window allows remote atomics", _access("REMOTE_ATOMIC"), 1, R, _grants("REMOTE_ATOMIC")),
    "wr.bind.remote_write": Source("remote writes", _access("REMOTE_WRITE"), 1, R, _grants("REMOTE_WRITE")),
    "wr.bind.remote_read": Source("remote reads", _access("REMOTE_READ"), 1, R, _grants("REMOTE_READ")),
    "wr.bind.local_write": Source("local writes", _access("LOCAL_WRITE"), 1, R, _grants("LOCAL_WRITE")),
    "wr.bind.zero_based": Source("its addresses count from 0", _access("ZERO_BASED"), 1, R, _takes("bind.zero_based")),
    "wr.bind.access": Source("all that it allows, IBV_ACCESS_*", "wr->bind_mw.bind_info.mw_access_flags", 32, R, _takes("bind.access")),
    "wr.bind.type2": Source("it is of type 2", "wr->bind_mw.mw->type == IBV_MW_TYPE_2", 1, R, _takes("bind.type2")),
    "wr.bind.zero_based": Source("accesses to it count from 0", _access("ZERO_BASED"), 1, R, _takes("bind.zero_based")),
    "wr.bind.va_based": Source("its addresses are those of its region", "!(wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED)", 1, R,
                               "out->bind.zero_based = !{v};"),
    "wr.bind.type1": Source("it is of type 1", "wr->bind_mw.mw->type == IBV_MW_TYPE_1", 1, R, "out->bind.type2 = !{v};"),
    "wr.bind.granted_atomic": Source("the window allows remote atomics, and the queue pair may ask for atomics",
                                     f"({_access('REMOTE_ATOMIC')}) && (req->traits & INVERBS_SQ_ATOMICS)", 1, R, _grants("REMOTE_ATOMIC")),
    "wr.bind.whole_rkey": Source("its new key; for type 2 the high 24 bits are those of the present one",
                                 "wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? (wr->bind_mw.mw->rkey & 0xffffff00U) | (wr->bind_mw.rkey & 0xff) : wr->bind_mw.rkey",
                                 32, R, _takes("bind.rkey")),
    "wr.bind.region_rkey": Source("remote key of its region", "wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->rkey : 0",
                                  32, R, _takes("bind.region_rkey")),
    "wr.bind.qpn": Source("the queue pair that may use it; all ones: any, as for type 1",
                          "wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? sq->qpn : 0xffffffU", 24, R),
    "wr.bind.zero_based_region": Source("it is of type 2, and the addresses of its region count from 0", "wr->bind_mw.mw->type == IBV_MW_TYPE_2 && inverbs_is_on_zero_based(&wr->bind_mw.bind_info)", 1, R),
    "wr.bind.rkey": Source("its new key", "wr->bind_mw.rkey", 32, R, _takes("bind.rkey")),
    "wr.bind.old_rkey": Source("its present key", "wr->bind_mw.mw->rkey", 32, R, _takes("bind.old_rkey")),
    "wr.bind.lkey": Source("key of its region", "wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0",
                           32, R, _takes("bind.lkey")),
    "wr.bind.addr": Source("its address", "wr->bind_mw.bind_info.addr", 64, R, _takes("bind.addr")),
    "wr.bind.start": Source("the same, 0 when it counts from 0",
                            "wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED ? 0 : wr->bind_mw.bind_info.addr",
                            64, R, _takes("bind.start")),
    "wr.bind.length": Source("its bytes", "wr->bind_mw.bind_info.length", 64, R, _takes("bind.length")),
    "wr.tso.header_bytes": Source("bytes of the header that a segmented send brings", "wr->tso.hdr_sz", 16, R),
    "wr.tso.mss": Source("bytes of payload in a segment of a segmented send; else 0", "req->opcode == IBV_WR_TSO ? wr->tso.mss : 0", 16, R, _takes("mss")),
    "front.bytes": Source("bytes in front of the payload: its first ones, as many as the queue wants there, or the header of a segmented send",
                          "req->front", 16, R, _takes("front")),
    "sq.max_remote_sge": Source("most SGEs of an RDMA request", "sq->max_remote_sge", 8, Q),
    "sq.max_header": Source("largest header of a segmented send", "sq->max_header", 16, Q),
    "sq.max_segmented": Source("most payload of one", "sq->max_segmented", 32, Q),
    "payload.bytes": Source("sum of the lengths of all SGEs", "length", 32, R, _takes("inline_len")),
    "payload.mac_head": Source("first two bytes of the payload, where a frame has its destination MAC", "inverbs_mac_head(req)", 16, R),
    "payload.mac_tail": Source("the four behind them, as they lie in memory", "inverbs_mac_tail(req)", 32, R),
    "payload.sges": Source("number of SGEs", "req->num_sge", 16, R, _takes("num_sge")),
    "payload.behind": Source("SGEs, and segments of their size, behind the head; one that fills the last unit counts if the queue says so",
                             "behind", 8, E, _takes("behind")),
    "payload.inline": Source("bytes of payload in the WQE; 0: it is by reference", "inverbs_is_inline(req) ? length : 0", 32, R, _takes("inline_len")),
    "sge.length": Source("bytes of an SGE", "sge->length", 32, S, "sge->length = {v};"),
    "sge.lkey": Source("its key", "sge->lkey", 32, S, "sge->lkey = {v};"),
    "sge.addr": Source("its address", "sge->addr", 64, S, "sge->addr = {v};"),
    "sge.first": Source("it is the first", "n == 0", 1, S, _takes("first")),
    "sge.last": Source("it is the last", "n + 1 == count", 1, S, _takes("last")),
    "queue.index": Source("index of a unit, inside the ring", "index", 32, U),
    "srq.slot": Source("slot of a shared receive queue that is filled next", "head & (srq->entries - 1)", 32, U),
    "srq.next": Source("the slot that follows in the list of free ones", "next", 16, U, _takes("next")),
    "cq.num": Source("number of the completion queue", "cq->cqn", 24, Q),
    "cq.index": Source("CQEs consumed so far", "index", 32, U, _takes("ci")),
    "cq.arm_sequence": Source("completion events seen so far", "sequence", 8, U, _takes("sequence")),
    "cq.slot": Source("slot of the CQE that is looked at next", "index & (cq->entries - 1)", 32, U, _takes("ci")),
    "cq.arm_count": Source("requests for an event so far, with this one", "sequence", 32, U, _takes("sequence")),
    "cq.selector": Source("rings that ran empty before the present one, where a ring is resized beside the one before", "cq->selector", 14, Q),
    "cq.arm_next": Source("an event for any completion", "!solicited", 1, R, _takes("armed")),
    "cq.arm_solicited": Source("an event for solicited or failed ones alone", "solicited", 1, R, _takes("solicited")),
    "cq.arm": Source("an event is wanted", "arm", 1, R, _takes("armed")),
}

# Not an op, but a use: the segment that opens a receive.
RECEIVE = "receive"

# Atomics have their operands elsewhere: they share the request's union with RDMA addresses. Receives have no request struct.
OF_OP: dict[str, dict[str, str]] = {
    "wr.rkey": dict.fromkeys(("ATOMIC_CMP_AND_SWP", "ATOMIC_FETCH_AND_ADD"), "wr->wr.atomic.rkey"),
    "wr.remote_addr": dict.fromkeys(("ATOMIC_CMP_AND_SWP", "ATOMIC_FETCH_AND_ADD"), "wr->wr.atomic.remote_addr"),
    "wr.swap_or_add": {"ATOMIC_CMP_AND_SWP": "wr->wr.atomic.swap"},
    "wr.compare": {"ATOMIC_CMP_AND_SWP": "wr->wr.atomic.compare_add"},
    "payload.sges": {RECEIVE: "sges"},
}

# What stands behind the name of an op in these tables when its requests name a destination, too: then that has the place of an RDMA
# address, which stands where windows have theirs (builder.h).
ADDRESSED = "+ud"
OF_OP["wr.rkey"] |= {op + ADDRESSED: "wr->bind_mw.rkey" for op in ("RDMA_READ", "RDMA_WRITE", "RDMA_WRITE_WITH_IMM")}
OF_OP["wr.remote_addr"] |= {op + ADDRESSED: "wr->bind_mw.bind_info.addr" for op in ("RDMA_READ", "RDMA_WRITE", "RDMA_WRITE_WITH_IMM")}

# Ops that have wr.has_imm.
WITH_IMM = ("SEND_WITH_IMM", "RDMA_WRITE_WITH_IMM")

# Bits that a field must have, where that need not be all of the source's: of counters and tags the low ones are meant, other rules
# bound sizes and opcodes, what a queue takes bounds numbers and lengths, and an adapter's own numbers are as long as it makes them.
LEAST = {
    "qp.num": 20, "cq.num": 20, "ah.number": 16, "wr.ud.qpn": 24, "wr.xrc.srqn": 24, "sge.length": 31, "payload.bytes": 10,
    "wr.bind.access": 8, "cq.arm_sequence": 2,
    **dict.fromkeys(("op.code", "wqe.bytes", "payload.sges", "payload.behind", "payload.inline", "sq.tag", "rq.tag", "sq.index", "sq.unit", "sq.posted", "sq.serial",
                     "rq.posted", "srq.slot", "cq.index", "cq.slot", "cq.arm_count"), 0),
}

# Values that the adapter itself gave out or that a rule holds in their field: stored without a mask.
FITTING = ("op.code", "qp.num", "cq.num")


def expression(source: str, op: str = "") -> str:
    """C of a source, or of a plain number, for one op where ops differ."""
    if source[:1].isdigit():
        return str(int(source, 0))
    return OF_OP.get(source, {}).get(op) or SOURCES[source].expr


def sink_of(source: str, op: str = "") -> str:
    """What the device makes of it; the length of a receive is the sum of what its SGEs say."""
    return "" if op == RECEIVE and source == "payload.bytes" else SOURCES[source].sink


def least_bits(source: str) -> int:
    """Bits that a field has room for when it takes this."""
    return LEAST.get(source, SOURCES[source].bits)


def bits_of(source: str) -> int:
    return int(source, 0).bit_length() if source[:1].isdigit() else SOURCES[source].bits
