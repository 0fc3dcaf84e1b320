"""The closed lists of the adapter language: every word that a spec may use where a value comes from or goes to.

Each has one meaning in C, kept here and nowhere else. ``{...}`` marks what the generator fills in.
"""

from __future__ import annotations

PAYLOAD = "payload"

# Sources of a send entry: C expression over `sq`, `wr`, `index`, `bytes` (of the entry) and `req` (what was
# read of the request before the first barrier).
SEND_SOURCES: dict[str, str] = {
    "sq.lap": "(index & sq->entries) != 0",
    "sq.index": "index & 0xffffU",
    "qp.num": "sq->qpn",
    "op.code": "{code}",
    "wqe.bytes": "bytes",
    "wr.fence": "(req->flags & IBV_SEND_FENCE) != 0",
    "wr.solicited": "(req->flags & IBV_SEND_SOLICITED) != 0",
    "wr.csum": "(req->flags & IBV_SEND_IP_CSUM) != 0",
    "wr.signaled": "((req->flags | req->traits) & IBV_SEND_SIGNALED) != 0",
    "wr.inline": "inverbs_is_inline(req)",
    "wr.id": "wr->wr_id",
    "wr.imm": "wr->imm_data",
    "wr.invalidate_rkey": "wr->invalidate_rkey",
    "wr.remote_addr": "wr->wr.rdma.remote_addr",
    "wr.rkey": "wr->wr.rdma.rkey",
    "wr.swap_or_add": "wr->wr.atomic.compare_add",
    "wr.compare": "0",
    "wr.ud.qpn": "wr->wr.ud.remote_qpn",
    "wr.ud.qkey": "wr->wr.ud.remote_qkey",
    "ah.av": "inverbs_ah_of(wr->wr.ud.ah)->av",
    "ah.number": "inverbs_ah_of(wr->wr.ud.ah)->number",
    "ah.vlan": "inverbs_ah_of(wr->wr.ud.ah)->vlan",
    "ah.mac": "inverbs_ah_of(wr->wr.ud.ah)->mac",
    "wr.xrc.srqn": "wr->qp_type.xrc.remote_srqn",
    "wr.bind.remote_atomic": "(wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_ATOMIC) != 0",
    "wr.bind.remote_write": "(wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_WRITE) != 0",
    "wr.bind.remote_read": "(wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_REMOTE_READ) != 0",
    "wr.bind.zero_based": "(wr->bind_mw.bind_info.mw_access_flags & IBV_ACCESS_ZERO_BASED) != 0",
    "wr.bind.access": "wr->bind_mw.bind_info.mw_access_flags",
    "wr.bind.old_rkey": "wr->bind_mw.mw->rkey",
    "wr.bind.type2": "wr->bind_mw.mw->type == IBV_MW_TYPE_2",
    "wr.bind.rkey": "wr->bind_mw.rkey",
    "wr.bind.lkey": "wr->bind_mw.bind_info.mr ? wr->bind_mw.bind_info.mr->lkey : 0",
    "wr.bind.addr": "wr->bind_mw.bind_info.addr",
    "wr.bind.length": "wr->bind_mw.bind_info.length",
    "sge.length": "sge->length",
    "sge.lkey": "sge->lkey",
    "sge.addr": "sge->addr",
    "payload.bytes": "length",
    "payload.mac_head": "inverbs_mac_head(wr)",
    "payload.mac_tail": "inverbs_mac_tail(wr)",
    "payload.pieces": "pieces",
    "ring.generation": "generation",
    "ring.index": "index",
    "sq.serial": "serial",
    "rq.posted": "head",
    "srq.next": "next",
    "cq.num": "cq->cqn",
    "cq.index": "index",
    "cq.arm_sequence": "sequence",
    "cq.arm_next": "!solicited",
    "cq.arm_solicited": "solicited",
}

# Sources that never have more bits than their field, stored without a mask: hardware opcodes (rule A124), and numbers that
# the adapter itself gave out.
FITTING_SOURCES = ("op.code", "cq.num", "qp.num")

# A few sources read another member for atomics, whose operands share the request's union with RDMA addresses.
ATOMIC_SOURCES: dict[str, dict[str, str]] = {
    "wr.rkey": {"ATOMIC_CMP_AND_SWP": "wr->wr.atomic.rkey", "ATOMIC_FETCH_AND_ADD": "wr->wr.atomic.rkey"},
    "wr.remote_addr": {
        "ATOMIC_CMP_AND_SWP": "wr->wr.atomic.remote_addr",
        "ATOMIC_FETCH_AND_ADD": "wr->wr.atomic.remote_addr",
    },
    "wr.swap_or_add": {"ATOMIC_CMP_AND_SWP": "wr->wr.atomic.swap"},
    "wr.compare": {"ATOMIC_CMP_AND_SWP": "wr->wr.atomic.compare_add"},
}

# What the emulated device makes of a source when it reads the entry: statement over `out` and the decoded `v`.
DEVICE_SINKS: dict[str, str] = {
    "wr.fence": "if ({v})\n\tout->send_flags |= IBV_SEND_FENCE;",
    "wr.solicited": "if ({v})\n\tout->send_flags |= IBV_SEND_SOLICITED;",
    "wr.csum": "if ({v})\n\tout->send_flags |= IBV_SEND_IP_CSUM;",
    "wr.signaled": "if ({v})\n\tout->send_flags |= IBV_SEND_SIGNALED;",
    "wr.inline": "if ({v})\n\tout->send_flags |= IBV_SEND_INLINE;",
    "wr.id": "out->wr_id = {v};",
    "wr.imm": "out->imm = {v};",
    "wr.invalidate_rkey": "out->invalidate_rkey = {v};",
    "wr.remote_addr": "out->remote_addr = {v};",
    "wr.rkey": "out->rkey = {v};",
    "wr.swap_or_add": "out->swap = {v};",
    "wr.compare": "out->compare = {v};",
    "wr.ud.qpn": "out->remote_qpn = {v};",
    "wr.ud.qkey": "out->qkey = {v};",
    "ah.av": "memcpy(out->av, {v}, sizeof({v}));",
    "ah.number": "out->ah_number = {v};",
    "ah.vlan": "out->vlan = {v};",
    "ah.mac": "memcpy(out->mac, {v}, sizeof({v}));",
    "wr.xrc.srqn": "out->remote_srqn = {v};",
    "wr.bind.remote_atomic": "out->bind.access |= {v} ? IBV_ACCESS_REMOTE_ATOMIC : 0;",
    "wr.bind.remote_write": "out->bind.access |= {v} ? IBV_ACCESS_REMOTE_WRITE : 0;",
    "wr.bind.remote_read": "out->bind.access |= {v} ? IBV_ACCESS_REMOTE_READ : 0;",
    "wr.bind.zero_based": "out->bind.zero_based = {v};",
    "wr.bind.access": "out->bind.access = {v};",
    "wr.bind.old_rkey": "out->bind.old_rkey = {v};",
    "wr.bind.type2": "out->bind.type2 = {v};",
    "wr.bind.rkey": "out->bind.rkey = {v};",
    "wr.bind.lkey": "out->bind.lkey = {v};",
    "wr.bind.addr": "out->bind.addr = {v};",
    "wr.bind.length": "out->bind.length = {v};",
}

# Capabilities: what the queue pair must have before a flag is taken or reported.
CAPABILITIES: dict[str, str] = {"csum": "INVERBS_SQ_CSUM", "rx-csum": "INVERBS_RX_CSUM"}
FLAG_CAPS: dict[str, str] = {"IP_CSUM": "IBV_SEND_IP_CSUM"}
