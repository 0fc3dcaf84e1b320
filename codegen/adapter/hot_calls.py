"""The hot calls: the functions that programs call, the adapters' inline functions behind them, and the operations that
unbound programs use."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.verbs import poll_readers


@dataclass(frozen=True)
class HotCall:
    """A function ``ibv_<...>``: its C signature, the adapter's function without the adapter's name, the adapter id, and
    the operation."""

    ctype: str
    name: str
    params: str
    args: str
    id: str
    inline: str
    indirect: str

    @property
    def member(self) -> str:
        """The operation without the object that contains it."""
        return self.indirect.replace(".", ">").rsplit(">", 1)[1]

    @property
    def of_context(self) -> bool:
        """True if the operation is a member of each extended object."""
        return "context->" in self.indirect

    @property
    def of_cq(self) -> bool:
        """True if every extended completion queue has the operation, whatever its wc_flags."""
        return not self.of_context and self.indirect.startswith("cq->") and not self.reads

    @property
    def reads(self) -> bool:
        """True if it reads a member of the current completion."""
        return self.inline.startswith("read_")


# What the extended poll reads, without members that no adapter reports.
READ = ("opcode", "vendor_err", "byte_len", "imm_data", "qp_num", "src_qp", "wc_flags", "slid", "sl", "dlid_path_bits",
        "completion_ts")

CALLS = (
    HotCall("int", "ibv_post_send", "struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr",
            "qp, wr, bad_wr", "inverbs_qp_of(qp)->sq.adapter", "post_send", "qp->context->ops.post_send"),
    HotCall("int", "ibv_post_recv", "struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr",
            "qp, wr, bad_wr", "inverbs_qp_of(qp)->sq.adapter", "post_recv", "qp->context->ops.post_recv"),
    HotCall("int", "ibv_post_srq_recv", "struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr",
            "srq, wr, bad_wr", "inverbs_srq_of(srq)->adapter", "post_srq_recv", "srq->context->ops.post_srq_recv"),
    HotCall("int", "ibv_poll_cq", "struct ibv_cq *cq, int num_entries, struct ibv_wc *wc",
            "cq, num_entries, wc", "inverbs_cq_of(cq)->adapter", "poll_cq", "cq->context->ops.poll_cq"),
    HotCall("int", "ibv_req_notify_cq", "struct ibv_cq *cq, int solicited_only",
            "cq, solicited_only", "inverbs_cq_of(cq)->adapter", "arm_cq", "cq->context->ops.req_notify_cq"),
    HotCall("int", "ibv_start_poll", "struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr",
            "cq, attr", "inverbs_cq_of_ex(cq)->adapter", "start_poll", "cq->start_poll"),
    HotCall("int", "ibv_next_poll", "struct ibv_cq_ex *cq",
            "cq", "inverbs_cq_of_ex(cq)->adapter", "next_poll", "cq->next_poll"),
    HotCall("void", "ibv_end_poll", "struct ibv_cq_ex *cq",
            "cq", "inverbs_cq_of_ex(cq)->adapter", "end_poll", "cq->end_poll"),
    HotCall("int", "ibv_wr_complete", "struct ibv_qp_ex *qp",
            "qp", "inverbs_qp_of(&qp->qp_base)->sq.adapter", "wr_complete", "qp->wr_complete"),
    *(HotCall(poll_readers()[name].ctype, f"ibv_wc_read_{name}", "struct ibv_cq_ex *cq", "cq",
              "inverbs_cq_of_ex(cq)->adapter",
              f"read_{name}", f"cq->read_{name}") for name in READ),
)



@dataclass(frozen=True)
class LeavingCall:
    """A hot path that leaves the full path to its caller: the adapters' function without their name, its C signature,
    and the adapter id."""

    name: str
    doc: str
    params: str
    args: str
    id: str

    @property
    def unused(self) -> str:
        """C statement for builds that are bound to no adapter."""
        return ", ".join(f"(void){arg}" for arg in self.args.split(", "))


TAKING = "struct ibv_cq *cq, inverbs_take *take, struct inverbs_taker *taker"

LEAVING = (
    LeavingCall("send_or_leave",
                "Post a send with one SGE; opcode (a constant) and flags are not in *wr. Returns 0 or INVERBS_LEFT.",
                "struct ibv_qp *qp, const struct ibv_send_wr *wr, uint32_t opcode, uint32_t flags",
                "qp, wr, opcode, flags", "inverbs_qp_of(qp)->sq.adapter"),
    LeavingCall("send_run",
                "Post sends of a list, up to the first that is left. Returns 0, or an errno value: nothing was posted.",
                "struct ibv_qp *qp, inverbs_give *give, struct inverbs_giver *giver", "qp, give, giver",
                "inverbs_qp_of(qp)->sq.adapter"),
    LeavingCall("post_datagram", "ibv_post_send for a single send with one SGE on a datagram queue pair.",
                "struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr", "qp, wr, bad_wr",
                "inverbs_qp_of(qp)->sq.adapter"),
    LeavingCall("recv_or_leave", "Post a receive with one SGE. Returns 0 or INVERBS_LEFT.",
                "struct ibv_qp *qp, const struct ibv_recv_wr *wr", "qp, wr", "inverbs_qp_of(qp)->sq.adapter"),
    LeavingCall("poll_or_leave",
                "Poll for one completion. Returns 1 if it was taken, 0 if there is none, or enum inverbs_left.",
                TAKING, "cq, take, taker", "inverbs_cq_of(cq)->adapter"),
    LeavingCall("poll_locked",
                "After INVERBS_LEFT_LOCKED: take the completion if possible, and unlock. Returns 1 or INVERBS_LEFT.",
                TAKING, "cq, take, taker", "inverbs_cq_of(cq)->adapter"),
    LeavingCall("poll_run",
                "Poll completions while there is room, up to the first that is left. Returns their number.",
                TAKING, "cq, take, taker", "inverbs_cq_of(cq)->adapter"),
)

# The functions for adapters that cannot arm: a kernel command does.
BY_COMMAND = {"arm_cq": "inverbs_command_arm_cq"}

def _missing(a: Adapter) -> set[str]:
    """Calls for which the adapter has no inline function."""
    missing = {"arm_cq"} if a.arms_by_command else set()
    if a.complete.order:
        missing |= {"post_srq_recv", "start_poll", "next_poll", "end_poll"}
    if not (a.recv.shared or a.recv.shared_rings):
        missing |= {"post_srq_recv"}
    known = {f"read_{name}" for name in readers(a)} if not a.complete.order else set()
    return missing | {call.inline for call in CALLS if call.reads and call.inline not in known}


def inline_calls(a: Adapter) -> list[str]:
    """The adapter's inline functions; all other calls go through the operations table."""
    return [call.inline for call in CALLS if call.inline not in _missing(a)]


def readers(a: Adapter) -> list[str]:
    """Members of a completion that the extended poll of the adapter can read."""
    c = a.complete
    own = [name for name, _ in c.values if name not in ("pkey_index", "byte_len")]
    imm = ["imm_data"] if c.imm or any(row.imm for row in c.recv) else []
    return ["opcode", "vendor_err", "wc_flags", "byte_len", *imm, "qp_num", *own, *c.zeros,
            *(["completion_ts"] if c.timestamp else [])]
