"""The closed list of sources from which a field may take its value, each with its C expression.

``expr`` is C over these names: ``sq``, ``rq`` (the queue), ``req`` (what was read of the request), ``wr``, ``index``
(unit at which the WQE starts), ``bytes`` (of the WQE), ``length`` (of the payload), ``sge`` and ``n`` (an SGE and its
place).

``sink`` is what the device does with the value when it reads it back: a statement over ``out`` (a struct of
<inverbs/device/device.h>), ``sge`` and ``{v}``. Empty: nothing, because the device has the value already or does not
need it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from codegen.core.cexpr import Expr, Number, Statement
from codegen.core.cparse import expression_of, statements_of


class Known(Enum):
    """When a value is known: the earlier, the less has to be computed for each work request."""

    QUEUE = "when the queue is created"
    UNIT = "with the unit of the ring"
    FLAGS = "with the request's flags"
    REQUEST = "with the request"
    ENTRY = "when the WQE is complete"
    SGE = "with each SGE"


@dataclass(frozen=True)
class Source:
    doc: str
    expr: str
    bits: int  # maximum width
    known: Known
    sink: str = ""
    bytes: int = 0  # number of bytes at an address, for byte arrays; 0: a number

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
    "sq.index": Source("running number of the WQE's first unit", "index", 32, U, _takes("index")),
    "sq.lap": Source("parity of the lap around the send ring, 0 in the first", "index & sq->entries", 1, U),
    "sq.generation": Source("parity of the lap around the send ring, 1 in the first", "!(index & sq->entries)", 1, U),
    "sq.unit": Source("unit of the send ring at which the WQE begins", "index & (sq->entries - 1)", 32, U),
    "sq.copied": Source("1 if WQEs of the queue pair may be copied to the adapter", "req->traits & INVERBS_SQ_COPIED",
                        1, Q),
    "sq.posted": Source("units of the send ring posted so far", "sq->position", 32, U),
    "sq.serial": Source("running number of the send", "sq->head", 32, R, _takes("index")),
    "sq.tag": Source("tag by which the completion names the send", "tag", 64, U, "out->tag |= (uint64_t){v};"),
    "rq.tag": Source("tag by which the completion names the receive; 0 after the first SGE", "n == 0 ? tag : 0", 16, U,
                     _takes("tag")),
    "rq.generation": Source("parity of the lap around the receive ring, 1 in the first", "!(rq->head & rq->entries)",
                            1, U),
    "rq.posted": Source("receives posted so far, or units if a receive takes several", "head", 32, U),
    "op.code": Source("the adapter's opcode: `code` of the op", "code", 8, R, _takes("hw_opcode")),
    "wqe.bytes": Source("size of the WQE in bytes", "bytes", 16, E, _takes("bytes")),
    "wr.fence": Source("1 with IBV_SEND_FENCE", _flag("FENCE"), 1, F, _has_flag("FENCE")),
    "wr.solicited": Source("1 with IBV_SEND_SOLICITED", _flag("SOLICITED"), 1, F, _has_flag("SOLICITED")),
    "wr.csum": Source("1 with IBV_SEND_IP_CSUM", _flag("IP_CSUM"), 1, F, _has_flag("IP_CSUM")),
    "wr.signaled": Source("1 with IBV_SEND_SIGNALED, or if the queue pair has sq_sig_all",
                          "(req->flags | req->traits) & IBV_SEND_SIGNALED", 1, F, _has_flag("SIGNALED")),
    "wr.inline": Source("1 if the payload is inline in the WQE", "inverbs_is_inline(req)", 1, F, _has_flag("INLINE")),
    "wr.has_imm": Source("1 if the opcode carries immediate data", "inverbs_has_imm(req)", 1, R),
    "wr.id": Source("wr_id of the work request", "wr->wr_id", 64, R, _takes("wr_id")),
    "wr.imm": Source("immediate data, in the byte order that the program gave it", "wr->imm_data", 32, R,
                     _takes("imm")),
    "wr.imm_number": Source("immediate data as a number in host byte order", "INVERBS_BE32(wr->imm_data)", 32, R,
                            "out->imm = INVERBS_BE32({v});"),
    "wr.local.addr": Source("address of the only SGE", "req->num_sge ? wr->sg_list[0].addr : 0", 64, R,
                            "out->sge[0].addr = {v};"),
    "wr.local.lkey": Source("local key of the only SGE", "req->num_sge ? wr->sg_list[0].lkey : 0", 32, R,
                            "out->sge[0].lkey = {v};\nout->sge[0].length = 8;\nout->num_sge = 1;"),
    "wr.invalidate_rkey": Source("remote key to invalidate", "wr->invalidate_rkey", 32, R, _takes("invalidate_rkey")),
    "wr.remote_addr": Source("remote address", "wr->wr.rdma.remote_addr", 64, R, _takes("remote_addr")),
    "wr.rkey": Source("remote key", "wr->wr.rdma.rkey", 32, R, _takes("rkey")),
    "wr.swap_or_add": Source("new value of a compare-and-swap, or addend of a fetch-and-add", "wr->wr.atomic.compare_add",
                             64, R, _takes("swap")),
    "wr.compare": Source("the value that a compare-and-swap compares with", "0", 64, R, _takes("compare")),
    "wr.ud.qpn": Source("number of a datagram's remote queue pair", "wr->wr.ud.remote_qpn", 32, R,
                        _takes("remote_qpn")),
    "wr.ud.qkey": Source("Q_Key of a datagram's remote queue pair", "wr->wr.ud.remote_qkey", 32, R, _takes("qkey")),
    "wr.xrc.srqn": Source("number of the remote shared receive queue", "wr->qp_type.xrc.remote_srqn", 32, R,
                          _takes("remote_srqn")),
    "ah.av": Source("the address handle's address vector, in the adapter's format", "inverbs_ah_of(wr->wr.ud.ah)->av",
                    0, R, "memcpy(out->av, {v}, {n});", 64),
    "ah.number": Source("number that the adapter gave to the address handle", "inverbs_ah_of(wr->wr.ud.ah)->number",
                        32, R, _takes("ah_number")),
    "ah.vlan": Source("VLAN of the address handle", "inverbs_ah_of(wr->wr.ud.ah)->vlan", 16, R, _takes("vlan")),
    "ah.mac": Source("destination MAC of the address handle", "inverbs_ah_of(wr->wr.ud.ah)->mac", 0, R,
                     "memcpy(out->mac, {v}, {n});", 6),
    "wr.bind.remote_atomic": Source("1 if the memory window allows remote atomics", _access("REMOTE_ATOMIC"), 1, R,
                                    _grants("REMOTE_ATOMIC")),
    "wr.bind.remote_write": Source("1 if the memory window allows remote writes", _access("REMOTE_WRITE"), 1, R,
                                   _grants("REMOTE_WRITE")),
    "wr.bind.remote_read": Source("1 if the memory window allows remote reads", _access("REMOTE_READ"), 1, R,
                                  _grants("REMOTE_READ")),
    "wr.bind.local_write": Source("1 if the memory window allows local writes", _access("LOCAL_WRITE"), 1, R,
                                  _grants("LOCAL_WRITE")),
    "wr.bind.access": Source("access flags of the memory window, IBV_ACCESS_*",
                             "wr->bind_mw.bind_info.mw_access_flags", 32, R,
                             _takes("bind.access") + "\nout->bind.zero_based = (out->bind.access & IBV_ACCESS_ZERO_BASED) != 0;"),
    "wr.bind.type2": Source("1 if the memory window is of type 2", "wr->bind_mw.mw->type == IBV_MW_TYPE_2", 1, R,
                            _takes("bind.type2")),
    "wr.bind.zero_based": Source("1 if addresses in the memory window begin at 0", _access("ZERO_BASED"), 1, R,
                                 _takes("bind.zero_based")),
    "wr.bind.va_based": Source("1 if addresses in the memory window are those of its region",
                               "!(wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED)", 1, R,
                               "out->bind.zero_based = !{v};"),
    "wr.bind.type1": Source("1 if the memory window is of type 1", "wr->bind_mw.mw->type == IBV_MW_TYPE_1", 1, R,
                            "out->bind.type2 = !{v};"),
    "wr.bind.granted_atomic": Source("1 if the memory window and the queue pair allow atomics",
                                     f"({_access('REMOTE_ATOMIC')}) && (req->traits & INVERBS_SQ_ATOMICS)", 1, R,
                                     _grants("REMOTE_ATOMIC")),
    "wr.bind.whole_rkey": Source("new key of the memory window; type 2 keeps the upper 24 bits",
                                 "wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? (wr->bind_mw.mw->rkey & 0xffffff00U) | (wr->bind_mw.rkey & 0xffU) : wr->bind_mw.rkey",
                                 32, R, _takes("bind.rkey")),
    "wr.bind.region_rkey": Source("remote key of the window's region",
                                  "wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->rkey : 0",
                                  32, R, _takes("bind.region_rkey")),
    "wr.bind.qpn": Source("queue pair that may use the memory window; all ones: any, as for type 1",
                          "wr->bind_mw.mw->type == IBV_MW_TYPE_2 ? sq->qpn : 0xffffffU", 24, R),
    "wr.bind.zero_based_region": Source("1 if the memory window is of type 2 and addresses in its region begin at 0",
                                        "wr->bind_mw.mw->type == IBV_MW_TYPE_2 && inverbs_is_on_zero_based(&wr->bind_mw.bind_info)", 1, R),
    "wr.bind.rkey": Source("new key of the memory window", "wr->bind_mw.rkey", 32, R, _takes("bind.rkey")),
    "wr.bind.old_rkey": Source("current key of the memory window", "wr->bind_mw.mw->rkey", 32, R,
                               _takes("bind.old_rkey")),
    "wr.bind.lkey": Source("local key of the window's region",
                           "wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0",
                           32, R, _takes("bind.lkey")),
    "wr.bind.addr": Source("address of the memory window", "wr->bind_mw.bind_info.addr", 64, R, _takes("bind.addr")),
    "wr.bind.start": Source("address of the memory window; 0 if addresses in it begin at 0",
                            "(wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED) ? 0 : wr->bind_mw.bind_info.addr",
                            64, R, _takes("bind.start")),
    "wr.bind.length": Source("length of the memory window in bytes", "wr->bind_mw.bind_info.length", 64, R,
                             _takes("bind.length")),
    "wr.tso.header_bytes": Source("length of the header of a segmented send (TSO)", "wr->tso.hdr_sz", 16, R),
    "wr.tso.mss": Source("bytes of payload in each segment of a segmented send; 0 for other sends",
                         "req->opcode == IBV_WR_TSO ? wr->tso.mss : 0", 16, R, _takes("mss")),
    "front.bytes": Source("bytes of payload before the SGEs, or of a segmented send's header",
                          "req->front", 16, R, _takes("front")),
    "sq.max_remote_sge": Source("maximum number of SGEs of an RDMA work request", "sq->max_remote_sge", 8, Q),
    "sq.max_header": Source("maximum length of the header of a segmented send", "sq->max_header", 16, Q),
    "sq.max_segmented": Source("maximum payload of a segmented send", "sq->max_segmented", 32, Q),
    "payload.bytes": Source("sum of the lengths of all SGEs", "length", 32, R, _takes("inline_len")),
    "payload.mac_head": Source("first two bytes of the payload, where a frame has its destination MAC",
                               "inverbs_mac_head(req)",
                               16, R),
    "payload.mac_tail": Source("the next four bytes of the payload, in memory order", "inverbs_mac_tail(req)", 32, R),
    "payload.sges": Source("number of SGEs", "req->num_sge", 16, R, _takes("num_sge")),
    "payload.behind": Source("segments after the control segment that contain SGEs or fill the unit",
                             "behind", 8, E, _takes("behind")),
    "payload.inline": Source("bytes of inline payload; 0: the payload is by reference",
                             "inverbs_is_inline(req) ? length : 0", 32,
                             R, _takes("inline_len")),
    "sge.length": Source("length of the SGE", "sge->length", 32, S, "sge->length = {v};"),
    "sge.lkey": Source("local key of the SGE", "sge->lkey", 32, S, "sge->lkey = {v};"),
    "sge.addr": Source("address of the SGE", "sge->addr", 64, S, "sge->addr = {v};"),
    "sge.first": Source("1 in the first SGE", "n == 0", 1, S, _takes("first")),
    "sge.last": Source("1 in the last SGE", "n + 1 == count", 1, S, _takes("last")),
    "queue.index": Source("index of a unit in the ring", "index", 32, U),
    "srq.slot": Source("slot of the shared receive queue that is filled next", "head & (srq->entries - 1)", 32, U),
    "srq.next": Source("the next slot in the list of free slots", "next", 16, U, _takes("next")),
    "cq.num": Source("number of the completion queue", "cq->cqn", 24, Q),
    "cq.index": Source("CQEs consumed so far", "index", 32, U, _takes("ci")),
    "cq.arm_sequence": Source("completion events seen so far", "sequence", 8, U, _takes("sequence")),
    "cq.slot": Source("slot of the next CQE to poll", "index & (cq->entries - 1)", 32, U, _takes("ci")),
    "cq.arm_count": Source("number of requests for an event, including this one", "sequence", 32, U, _takes("sequence")),
    "cq.selector": Source("number of rings that were emptied before the current one", "cq->selector", 14, Q),
    "cq.arm_next": Source("1 to arm for any completion", "!solicited", 1, R, _takes("armed")),
    "cq.arm_solicited": Source("1 to arm for solicited and failed completions only", "solicited", 1, R,
                               _takes("solicited")),
    "cq.arm": Source("1 to arm", "arm", 1, R, _takes("armed")),
}

# Not an op, but a use: the first segment of a receive.
RECEIVE = "receive"

# Atomics have their operands in another member of the union that has RDMA addresses. Receives have no struct
# inverbs_request.
OF_OP: dict[str, dict[str, str]] = {
    "wr.rkey": dict.fromkeys(("ATOMIC_CMP_AND_SWP", "ATOMIC_FETCH_AND_ADD"), "wr->wr.atomic.rkey"),
    "wr.remote_addr": dict.fromkeys(("ATOMIC_CMP_AND_SWP", "ATOMIC_FETCH_AND_ADD"), "wr->wr.atomic.remote_addr"),
    "wr.swap_or_add": {"ATOMIC_CMP_AND_SWP": "wr->wr.atomic.swap"},
    "wr.compare": {"ATOMIC_CMP_AND_SWP": "wr->wr.atomic.compare_add"},
    "payload.sges": {RECEIVE: "sges"},
}

# Suffix of an op's name in these tables for work requests that also have a destination. This takes the place of the
# RDMA address, which moves to the members for windows (builder.h).
ADDRESSED = "+ud"
OF_OP["wr.rkey"] |= {op + ADDRESSED: "wr->bind_mw.rkey" for op in ("RDMA_READ", "RDMA_WRITE", "RDMA_WRITE_WITH_IMM")}
OF_OP["wr.remote_addr"] |= {op + ADDRESSED: "wr->bind_mw.bind_info.addr"
                            for op in ("RDMA_READ", "RDMA_WRITE", "RDMA_WRITE_WITH_IMM")}

# Ops that have wr.has_imm.
WITH_IMM = ("SEND_WITH_IMM", "RDMA_WRITE_WITH_IMM")

# Minimum width of a field, where it may be less than that of the source: of counters and tags only the low bits are
# needed, sizes and opcodes are limited by other rules, numbers and lengths by what a queue accepts, and an adapter's
# own numbers by the adapter.
LEAST = {
    "qp.num": 20, "cq.num": 20, "ah.number": 16, "wr.ud.qpn": 24, "wr.xrc.srqn": 24, "sge.length": 31,
    "payload.bytes": 10,
    "wr.bind.access": 8, "cq.arm_sequence": 2,
    **dict.fromkeys(("op.code", "wqe.bytes", "payload.sges", "payload.behind", "payload.inline", "sq.tag", "rq.tag",
                     "sq.index",
                     "sq.unit", "sq.posted", "sq.serial",
                     "rq.posted", "srq.slot", "cq.index", "cq.slot", "cq.arm_count"), 0),
}

# Values that the adapter itself has assigned, or that fit their field by a rule: stored without a mask.
FITTING = ("op.code", "qp.num", "cq.num")


def expression(source: str, op: str = "") -> Expr:
    """C of a source, or of a plain number. For the given op, if ops differ."""
    if source[:1].isdigit():
        return Number(int(source, 0))
    return expression_of(OF_OP.get(source, {}).get(op) or SOURCES[source].expr)


def sink_of(source: str, op: str = "") -> tuple[Statement, ...]:
    """The statements by which the device stores the value. The length of a receive is the sum of those of its SGEs."""
    return () if op == RECEIVE and source == "payload.bytes" else statements_of(SOURCES[source].sink)


def least_bits(source: str) -> int:
    """Number of bits that a field needs for this source."""
    return LEAST.get(source, SOURCES[source].bits)


def bits_of(source: str) -> int:
    return int(source, 0).bit_length() if source[:1].isdigit() else SOURCES[source].bits
