/* SPDX-License-Identifier: BSD-2-Clause */
/* How irdma's vectors name things, and which of them are left out. */
#include "hooks.h"

#include <inverbs/adapters/irdma.h>
#include <inverbs/adapters/irdma_device.h>

#define GOLDEN_ADAPTER       irdma
#define GOLDEN_WORDS(vector) (irdma_is_x722(vector) ? x722_words() : &irdma_words)
#include "calls.h"

#include <string.h>

#include "irdma.h"

/* Ops of which a WQE says neither that they are solicited nor that payload is inside. */
#define PLAIN_OPS                                                                                  \
	(1U << IBV_WR_RDMA_READ | 1U << IBV_WR_ATOMIC_CMP_AND_SWP |                                \
	 1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)

/* The key of a window of type 2 is put together here, and its region's is the remote one. */
static void check_window(const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
			 struct report *r)
{
	const struct ibv_mw *const mw = wr->bind_mw.mw;
	const uint32_t kept = mw->type == IBV_MW_TYPE_2 ? 0xffffff00 : 0;
	const struct ibv_mw_bind_info *const info = &wr->bind_mw.bind_info;

	check_number(r, "window's type", seen->bind.type2, mw->type == IBV_MW_TYPE_2);
	check_number(r, "window's key", seen->bind.rkey,
		     (mw->rkey & kept) | (wr->bind_mw.rkey & ~kept));
	check_number(r, "window's length", seen->bind.length, info->length);
	check_number(r, "window's region", seen->bind.region_rkey, info->mr ? info->mr->rkey : 0);
	check_number(r, "window's base", seen->bind.zero_based,
		     (info->mw_access_flags & IBV_ACCESS_ZERO_BASED) != 0);
	check_number(r, "window's start", seen->bind.start, seen->bind.zero_based ? 0 : info->addr);
	check_number(r, "window's rights",
		     seen->bind.access & (IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE),
		     info->mw_access_flags & (IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE));
}

/* The reference flags all completions of datagrams as if they were good receives. */
static void rule(struct world *w, const struct ibv_wc *wc, const uint32_t *cqe,
		 struct wc_rule *rule)
{
	const struct golden_qp *q = queue_pair(w, wc->qp_num);

	(void)cqe;
	rule->flags_of_receives = q && q->qp.sq.qp_type == IBV_QPT_UD;
}

static void extended(struct ibv_cq_ex *cq)
{
	install_extended(cq);
	cq->read_completion_ts = irdma_read_completion_ts;
}

static bool ends_with(const char *text, const char *end)
{
	return strlen(text) >= strlen(end) && same_text(text + strlen(text) - strlen(end), end);
}

bool irdma_is_x722(const json_t *vector)
{
	return strstr(text(vector, "device"), "x722") == text(vector, "device");
}

static const char *left_out(const json_t *vector)
{
	const char *id = text(vector, "id");

	if (json_object_get(json_object_get(vector, "expect"), "uverbs"))
		return "needs a provider, which drafts have not";
	if (strstr(id, "send-ext"))
		return "immediate data of a send: the reference flags completions of sends like "
		       "those of "
		       "receives, which verbs do not have";
	if (json_object_get(vector, "srq"))
		return "shared receive queues of this kind are not in the language yet";
	if (ends_with(id, "poll_cq_ex/gen3/recv-3f"))
		return "the reference's two ways to poll read this opcode differently";
	return NULL;
}

/* More units are taken than any queue admits: the reference's count wraps around. */
static bool may_refuse(const json_t *vector)
{
	return strstr(text(vector, "id"), "full-used256");
}

static const struct golden_calls calls = {GOLDEN_COMMON_CALLS, .extended = extended};

const struct golden_vocabulary irdma_words = {
	.name = "irdma",
	.calls = &calls,
	.read_qp = irdma_read_qp,
	.read_cq = irdma_read_cq,
	.read_ah = irdma_read_ah,
	.kinds = {{"wqe_alloc", "doorbells", IRDMA_SEND_DOORBELL, 4, .last = true},
		  {"cq_arm", "doorbells", IRDMA_ARM_DOORBELL, 4},
		  {"push_wqe", "copies", -1, 0, .compared_in_memory = true},
		  {"push_db", "register of copies", IRDMA_COPY_DOORBELL, 4},
		  {"cq_shadow", "shadow", -1, 0, .last = true}},
	.seen_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_FENCE,
	.seen_lkey = ~0U,
	.seen_most = ~0U,
	.lost_length = 1U << 31,
	.seen_qpn = 0xffffff,
	.plain_ops = PLAIN_OPS,
	.handover = {.at = 24, .bytes = 8},
	.recv_handover = {.at = 24, .bytes = 8},
	.pads = irdma_pads,
	.wide_cqes = true,
	.clears = 128,
	.check_window = check_window,
	.send_numbers = irdma_send_numbers,
	.recv_numbers = irdma_recv_numbers,
	.cq_numbers = irdma_cq_numbers,
	.check_cq = irdma_check_cq,
	.check_post = irdma_check_post,
	.check_table = irdma_check_table,
	.rule = rule,
	.hides_keys = true,
	.may_refuse = may_refuse,
	.left_out = left_out,
};

GOLDEN_OP(post_send)
GOLDEN_OP(post_recv)
GOLDEN_OP(poll_cq)
GOLDEN_OP(poll_cq_ex)

static void no_shared_rings(const json_t *vector, struct report *r)
{
	(void)vector;
	leave_out(r, "shared receive queues of this kind are not in the language yet");
}

static const struct golden_op ops[] = {
	{"post_send", run_post_send},
	{"post_recv", run_post_recv},
	{"poll_cq", run_poll_cq},
	{"poll_cq_ex", run_poll_cq_ex},
	{"req_notify_cq", irdma_run_arm},
	{"scenario", irdma_run_scenario},
	{"post_srq_recv", no_shared_rings},
	{"bind_mw", replay_not_yet},
	{"create_qp", replay_not_yet},
	{"create_cq", replay_not_yet},
	{"create_srq", replay_not_yet},
	{"create_ah", replay_not_yet},
	{"resize_cq", replay_not_yet},
	{"destroy_qp", replay_not_yet},
	{"modify_qp", replay_not_yet},
	{"open_device", replay_not_yet},
	{"reg_mr", replay_not_yet},
	{"rereg_mr", replay_not_yet},
	{NULL, NULL},
};

const struct golden_adapter golden_irdma = {.name = "irdma", .ops = ops};
