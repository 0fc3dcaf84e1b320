"""The closed lists of the adapter language: every word that a spec may use where a value comes from or goes to.

Each has one meaning in C, kept here and nowhere else. ``{...}`` marks what the generator fills in.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    "rq.posted": "head",
    "srq.next": "next",
    "cq.num": "cq->cqn",
    "cq.index": "index",
    "cq.arm_sequence": "sequence",
    "cq.arm_next": "!solicited",
    "cq.arm_solicited": "solicited",
}



@dataclass(frozen=True)
class Meaning:
    """What a source word is: C type, bits that a field must hold (0: fewer are meant, or there is no bound), in words."""

    ctype: str
    bits: int
    text: str

    @property
    def array(self) -> int:
        """Bytes of a byte array; 0 of anything else."""
        return int(self.ctype.partition("[")[2].rstrip("]") or 0)


_BOOL, _U8, _U16, _U32, _U64 = "bool", "uint8_t", "uint16_t", "uint32_t", "uint64_t"
MEANINGS: dict[str, Meaning] = {
    "sq.lap": Meaning(_BOOL, 1, "parity of the send queue's lap: flips each time round"),
    "sq.index": Meaning(_U32, 0, "index of the send entry; its low bits where the field is narrower"),
    "qp.num": Meaning(_U32, 20, "number of the queue pair"),
    "op.code": Meaning(_U32, 0, "hardware opcode of the op (rule A124 says that it fits)"),
    "wqe.bytes": Meaning(_U32, 0, "bytes of the whole send entry; with `unit` in units"),
    "wr.fence": Meaning(_BOOL, 1, "IBV_SEND_FENCE"),
    "wr.solicited": Meaning(_BOOL, 1, "IBV_SEND_SOLICITED"),
    "wr.csum": Meaning(_BOOL, 1, "IBV_SEND_IP_CSUM"),
    "wr.signaled": Meaning(_BOOL, 1, "IBV_SEND_SIGNALED, or a queue pair all of whose sends are"),
    "wr.inline": Meaning(_BOOL, 1, "IBV_SEND_INLINE"),
    "wr.id": Meaning(_U64, 64, "the program's number of the request"),
    "wr.imm": Meaning(_U32, 32, "immediate data, in network byte order"),
    "wr.invalidate_rkey": Meaning(_U32, 32, "key to invalidate"),
    "wr.remote_addr": Meaning(_U64, 64, "remote address, of an atomic too"),
    "wr.rkey": Meaning(_U32, 32, "remote key, of an atomic too"),
    "wr.swap_or_add": Meaning(_U64, 64, "new value of compare-and-swap, addend of fetch-and-add"),
    "wr.compare": Meaning(_U64, 64, "value to compare with; 0 for fetch-and-add"),
    "wr.ud.qpn": Meaning(_U32, 24, "remote queue pair of a datagram"),
    "wr.ud.qkey": Meaning(_U32, 32, "queue key of a datagram"),
    "ah.av": Meaning("uint8_t[64]", 0, "address vector as the adapter has it, made when the address handle was"),
    "ah.number": Meaning(_U32, 32, "the adapter's number of the address handle"),
    "ah.vlan": Meaning(_U16, 16, "VLAN of the address handle"),
    "ah.mac": Meaning("uint8_t[6]", 0, "destination MAC of the address handle"),
    "wr.xrc.srqn": Meaning(_U32, 24, "remote shared receive queue of an XRC send"),
    "wr.bind.remote_atomic": Meaning(_BOOL, 1, "the window grants remote atomics"),
    "wr.bind.remote_write": Meaning(_BOOL, 1, "the window grants remote writes"),
    "wr.bind.remote_read": Meaning(_BOOL, 1, "the window grants remote reads"),
    "wr.bind.zero_based": Meaning(_BOOL, 1, "addresses of the window begin at zero"),
    "wr.bind.access": Meaning(_U32, 8, "IBV_ACCESS_* flags of the window"),
    "wr.bind.old_rkey": Meaning(_U32, 32, "key of the window before the bind"),
    "wr.bind.type2": Meaning(_BOOL, 1, "a window of type 2"),
    "wr.bind.rkey": Meaning(_U32, 32, "new key of the window"),
    "wr.bind.lkey": Meaning(_U32, 32, "local key of the region under the window; 0 without"),
    "wr.bind.addr": Meaning(_U64, 64, "first byte of the window"),
    "wr.bind.length": Meaning(_U64, 64, "bytes of the window"),
    "sge.length": Meaning(_U32, 31, "bytes of an SGE"),
    "sge.lkey": Meaning(_U32, 32, "local key of an SGE"),
    "sge.addr": Meaning(_U64, 64, "address of an SGE"),
    "payload.bytes": Meaning(_U32, 10, "bytes of the payload, or of an inline run"),
    "payload.mac_head": Meaning(_U16, 16, "first two bytes of the payload's destination MAC"),
    "payload.mac_tail": Meaning(_U32, 32, "last four bytes of it, as they stand in memory"),
    "rq.posted": Meaning(_U32, 0, "receives posted so far; the low bits"),
    "srq.next": Meaning(_U16, 16, "slot that follows in the free list of a shared receive queue"),
    "cq.num": Meaning(_U32, 20, "number of the completion queue"),
    "cq.index": Meaning(_U32, 0, "completions consumed so far; the low bits"),
    "cq.arm_sequence": Meaning(_U32, 2, "running number of the arm request"),
    "cq.arm_next": Meaning(_BOOL, 1, "arm for the next completion"),
    "cq.arm_solicited": Meaning(_BOOL, 1, "arm for the next solicited or failed completion"),
}

# Which words the code has at hand where a format is used; a name that ends with a dot stands for all that begin so.
_REQUEST = ("wr.", "ah.")
ROLES: dict[str, tuple[str, ...]] = {
    "opening": (*_REQUEST, "sq.lap", "sq.index", "qp.num", "op.code", "wqe.bytes", "payload.mac_head", "payload.mac_tail"),
    "segment": _REQUEST, "gather": ("sge.",), "inline": ("payload.bytes",), "link": ("srq.next",),
    "send-bell": ("qp.num",), "recv-bell": ("rq.posted",), "consumed": ("cq.index",),
    "arm-record": ("cq.arm_", "cq.index"), "arm-bell": ("cq.arm_", "cq.index", "cq.num"),
}


def at_hand(role: str, word: str) -> bool:
    return any(word == known or known[-1] in "._" and word.startswith(known) for known in ROLES[role])


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
