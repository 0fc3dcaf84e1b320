/* SPDX-License-Identifier: BSD-2-Clause */
/* The vocabulary of irdma's vectors, and the cases that are left out. */
#include "hooks.h"

#include <inverbs/adapters/irdma.h>
#include <inverbs/device/irdma_device.h>

#define GOLDEN_ADAPTER       irdma
#define GOLDEN_WORDS(vector) (irdma_is_x722(vector) ? x722_words() : &irdma_words)
#include "calls.h"

#include <string.h>

#include "irdma.h"

/* Opcodes whose WQEs have no solicited and no inline flag. */
#define PLAIN_OPS                                                                                  \
	(1U << IBV_WR_RDMA_READ | 1U << IBV_WR_ATOMIC_CMP_AND_SWP |                                \
	 1U << IBV_WR_ATOMIC_FETCH_AND_ADD | 1U << IBV_WR_LOCAL_INV | 1U << IBV_WR_BIND_MW)

/* A type 2 window's new key is composed here, and its region is named by the rkey. */
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

/* The reference sets the flags of successful receives in all completions of datagrams. */
static void adjust_rule(struct world *w, const struct ibv_wc *wc, const uint32_t *cqe,
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
		return "needs a provider: each call asks the kernel to flush a queue pair in the "
		       "error state";
	if (strstr(id, "send-ext"))
		return "the CQE of a send with an extension: the reference sets a flag of receives "
		       "with immediate data";
	if (ends_with(id, "poll_cq_ex/gen3/recv-3f"))
		return "an opcode that the reference's two poll functions translate differently; "
		       "here both translate it as `poll_cq` does";
	return NULL;
}

/* 257 units of a queue always stay free in the reference; with fewer, its count of free units wraps
 * around. */
static const char *may_refuse(const json_t *vector)
{
	const json_t *qp = json_object_get(vector, "qp");
	const uint64_t units = number(qp, "sq_quanta", 0);
	const uint64_t used = (number(qp, "sq_head_before", 0) - number(qp, "sq_tail_before", 0)) &
			      (units - 1);

	return units && used + 257 > units
		       ? "the queue has units taken that stay free in any that was "
			 "posted to; the reference's count of free ones wraps around"
		       : NULL;
}

static const struct golden_calls calls = {GOLDEN_COMMON_CALLS, .extended = extended,
					  .post_srq_recv = irdma_post_srq_recv,
					  .decode_srq_recv = irdma_dev_decode_srq_recv};

const struct golden_vocabulary irdma_words = {
	.name = "irdma",
	.calls = &calls,
	.read_qp = irdma_read_qp,
	.read_srq = irdma_read_srq,
	.read_cq = irdma_read_cq,
	.read_ah = irdma_read_ah,
	.kinds = {{"wqe_alloc", "doorbells", IRDMA_SEND_DOORBELL, 4, .last = true},
		  {"cq_arm", "doorbells", IRDMA_ARM_DOORBELL, 4, .last = false},
		  {"push_wqe", "copies", -1, 0, .compared_in_memory = true},
		  {"push_db", "register of copies", IRDMA_COPY_DOORBELL, 4, .last = false},
		  {"srq_shadow", "shadow of shared receives", -1, 0, .last = true},
		  {"cq_shadow", "shadow", -1, 0, .last = true}},
	.seen_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_FENCE,
	.seen_lkey = ~0U,
	.seen_most = ~0U,
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
	.srq_numbers = irdma_srq_numbers,
	.srq_in_order = true,
	.cq_numbers = irdma_cq_numbers,
	.check_cq = irdma_check_cq,
	.check_post = irdma_check_post,
	.check_table = irdma_check_table,
	.rule = adjust_rule,
	.hides_keys = true,
	.may_refuse = may_refuse,
	.left_out = left_out,
};

GOLDEN_OP(post_send)
GOLDEN_OP(post_recv)
GOLDEN_OP(post_srq_recv)
GOLDEN_OP(poll_cq)
GOLDEN_OP(poll_cq_ex)

static const struct golden_op ops[] = {
	{"post_send", run_post_send},
	{"post_recv", run_post_recv},
	{"poll_cq", run_poll_cq},
	{"poll_cq_ex", run_poll_cq_ex},
	{"req_notify_cq", irdma_run_arm},
	{"scenario", irdma_run_scenario},
	{"post_srq_recv", run_post_srq_recv},
	{"bind_mw", leave_out_bind},
	{"create_qp", leave_out_commands},
	{"create_cq", leave_out_commands},
	{"create_srq", leave_out_commands},
	{"create_ah", leave_out_commands},
	{"resize_cq", leave_out_commands},
	{"destroy_qp", leave_out_cleaning},
	{"modify_qp", leave_out_commands},
	{"open_device", leave_out_commands},
	{"reg_mr", leave_out_commands},
	{"rereg_mr", leave_out_commands},
	{NULL, NULL},
};

const struct golden_adapter golden_irdma = {.name = "irdma", .ops = ops};
