/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Which members of objects refer to other objects. Linked into checked programs only. */
#include <stddef.h>

#include "uses.h"

const struct inverbs_use inverbs_uses[] = {
	{"ibv_pd", "context", offsetof(struct ibv_pd, context)},
	{"ibv_td", "context", offsetof(struct ibv_td, context)},
	{"ibv_mr", "context", offsetof(struct ibv_mr, context)},
	{"ibv_mr", "pd", offsetof(struct ibv_mr, pd)},
	{"ibv_dm", "context", offsetof(struct ibv_dm, context)},
	{"ibv_mw", "context", offsetof(struct ibv_mw, context)},
	{"ibv_mw", "pd", offsetof(struct ibv_mw, pd)},
	{"ibv_ah", "context", offsetof(struct ibv_ah, context)},
	{"ibv_ah", "pd", offsetof(struct ibv_ah, pd)},
	{"ibv_comp_channel", "context", offsetof(struct ibv_comp_channel, context)},
	{"ibv_cq", "context", offsetof(struct ibv_cq, context)},
	{"ibv_cq", "channel", offsetof(struct ibv_cq, channel)},
	{"ibv_cq_ex", "context", offsetof(struct ibv_cq_ex, context)},
	{"ibv_cq_ex", "channel", offsetof(struct ibv_cq_ex, channel)},
	{"ibv_srq", "context", offsetof(struct ibv_srq, context)},
	{"ibv_srq", "pd", offsetof(struct ibv_srq, pd)},
	{"ibv_srq", "xrc_domain", offsetof(struct ibv_srq, xrc_domain)},
	{"ibv_srq", "xrc_cq", offsetof(struct ibv_srq, xrc_cq)},
	{"ibv_xrcd", "context", offsetof(struct ibv_xrcd, context)},
	{"ibv_xrc_domain", "context", offsetof(struct ibv_xrc_domain, context)},
	{"ibv_rwq_ind_table", "context", offsetof(struct ibv_rwq_ind_table, context)},
	{"ibv_wq", "context", offsetof(struct ibv_wq, context)},
	{"ibv_wq", "pd", offsetof(struct ibv_wq, pd)},
	{"ibv_wq", "cq", offsetof(struct ibv_wq, cq)},
	{"ibv_qp", "context", offsetof(struct ibv_qp, context)},
	{"ibv_qp", "pd", offsetof(struct ibv_qp, pd)},
	{"ibv_qp", "send_cq", offsetof(struct ibv_qp, send_cq)},
	{"ibv_qp", "recv_cq", offsetof(struct ibv_qp, recv_cq)},
	{"ibv_qp", "srq", offsetof(struct ibv_qp, srq)},
	{"ibv_qp", "xrc_domain", offsetof(struct ibv_qp, xrc_domain)},
	{"ibv_flow", "context", offsetof(struct ibv_flow, context)},
	{"ibv_flow_action", "context", offsetof(struct ibv_flow_action, context)},
	{"ibv_counters", "context", offsetof(struct ibv_counters, context)},
	{NULL, NULL, 0},
};
