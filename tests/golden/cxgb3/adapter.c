/* SPDX-License-Identifier: BSD-2-Clause */
/* The operations of cxgb3's vectors. */
#include "hooks.h"

#include "golden.h"
#include "ops.h"

#define UNSUPPORTED(name)                                                                          \
	{                                                                                          \
#name, cxgb3_replay_unsupported                                                    \
	}

static const struct golden_op ops[] = {
	{"post_send", cxgb3_replay_post_send},
	{"post_recv", cxgb3_replay_post_recv},
	{"poll_cq", cxgb3_replay_poll},
	{"scenario", cxgb3_replay_scenario},
	{"create_cq", cxgb3_replay_create_cq},
	{"create_qp", cxgb3_replay_create_qp},
	{"reg_mr", cxgb3_replay_reg_mr},
	{"req_notify_cq", cxgb3_replay_arm},
	UNSUPPORTED(post_srq_recv),
	UNSUPPORTED(create_srq),
	UNSUPPORTED(modify_srq),
	UNSUPPORTED(query_srq),
	UNSUPPORTED(destroy_srq),
	UNSUPPORTED(create_ah),
	UNSUPPORTED(destroy_ah),
	UNSUPPORTED(attach_mcast),
	UNSUPPORTED(detach_mcast),
	UNSUPPORTED(resize_cq),
	UNSUPPORTED(modify_cq),
	UNSUPPORTED(query_qp),
	UNSUPPORTED(alloc_mw),
	UNSUPPORTED(dealloc_mw),
	UNSUPPORTED(bind_mw),
	UNSUPPORTED(rereg_mr),
	UNSUPPORTED(create_qp_ex),
	UNSUPPORTED(create_cq_ex),
	UNSUPPORTED(open_xrcd),
	UNSUPPORTED(create_wq),
	UNSUPPORTED(create_flow),
	UNSUPPORTED(query_device_ex),
	{NULL, NULL},
};

const struct golden_adapter golden_cxgb3 = {.name = "cxgb3", .ops = ops};
