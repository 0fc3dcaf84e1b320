/* SPDX-License-Identifier: BSD-2-Clause */
/* `softhcactl objects` and `why`: queue pairs, what they wait for, and why they failed. */
#include <errno.h>
#include <inverbs/kernel/refusal_says.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "engine/engine.h"
#include "server/server.h"

static const char *type_name(enum ibv_qp_type type)
{
	switch (type) {
	case IBV_QPT_RC:
		return "RC";
	case IBV_QPT_UC:
		return "UC";
	case IBV_QPT_UD:
		return "UD";
	case IBV_QPT_XRC:
	case IBV_QPT_XRC_SEND:
	case IBV_QPT_XRC_RECV:
		return "XRC";
	default:
		return "other";
	}
}

static double seconds_since(uint64_t from)
{
	const uint64_t now = softhca_now();

	return from < now ? (double)(now - from) / 1e9 : 0;
}

static void append_refusal(struct inverbs_text *text, const char *what,
			   const struct softhca_refusal *refusal)
{
	inverbs_text_add(text, "  %s %.1f s ago: ", what, seconds_since(refusal->time));
	softhca_refusal_says(text, refusal);
	inverbs_text_add(text, "\n    look at: %s\n", softhca_refusal_look(refusal->reason));
}

/**
 * Print one line: " qp 0x48 RC to 0x47 in RTS for 1.2 s, age 3.4 s, sends 3, receives 12, waits"
 */
static void append_queue_pair(struct inverbs_text *text, const struct softhca_qp *qp,
			      const struct softhca_qp_view *view)
{
	inverbs_text_add(text, "  qp 0x%x %s", qp->qpn, type_name(qp->type));
	if (qp->attr.dest_qp_num)
		inverbs_text_add(text, " to 0x%x", qp->attr.dest_qp_num);
	inverbs_text_add(text, " in ");
	softhca_name_state(text, qp->attr.qp_state);
	inverbs_text_add(text, " for %.1f s, age %.1f s, sends %u, receives %u",
			 seconds_since(view->changed), seconds_since(view->created_at), view->sends,
			 view->receives);
	if (view->waiting)
		inverbs_text_add(text, ", waits for its peer");
	if (view->error)
		inverbs_text_add(text, ", failed");
	inverbs_text_add(text, "\n");
}

size_t softhca_control_queue_pairs(const struct softhca_context *ctx, char *buf, size_t room)
{
	struct inverbs_text text = inverbs_text_in(buf, room);
	const struct softhca_table *qps = &ctx->device->qps;

	for (uint32_t i = 0; i < qps->room && text.len < room; i++) {
		const struct softhca_qp *qp = qps->slot[i];
		struct softhca_qp_view view;

		if (!qp || qp->ctx != ctx)
			continue;
		softhca_engine_qp_view(qp, &view);
		append_queue_pair(&text, qp, &view);
	}
	return text.len < room ? text.len : room - 1;
}

/** Print the process, and all reasons that are known for the queue pair. */
static void append_reasons(struct inverbs_text *text, const struct softhca_qp *qp)
{
	struct softhca_qp_view view;

	softhca_engine_qp_view(qp, &view);
	inverbs_text_add(text, "%s process %d:\n", qp->device->name,
			 qp->ctx ? (int)qp->ctx->memory.pid : 0);
	append_queue_pair(text, qp, &view);
	if (view.error)
		append_refusal(text, "in error since", view.error);
	if (view.failed && (!view.error || view.failed->time != view.error->time))
		append_refusal(text, "last failed request", view.failed);
	if (view.waiting && view.awaited)
		append_refusal(text, "no response, last tried", view.awaited);
	if (view.dropped)
		append_refusal(text, "last message dropped", view.dropped);
	if (!view.error && !view.failed && !view.dropped && !(view.waiting && view.awaited))
		inverbs_text_add(text, "  nothing has failed\n");
}

/** Reasons contain addresses and keys, which other users must not see. */
static bool can_see_reasons(const struct softhca_qp *qp, uid_t uid)
{
	return !uid || (qp->ctx && qp->ctx->uid == uid);
}

int softhca_control_why(const struct softhca *hca, const char *number, uid_t uid, char *buf,
			size_t room)
{
	struct inverbs_text text = inverbs_text_in(buf, room);
	char *end = NULL;
	const unsigned long qpn = number ? strtoul(number, &end, 0) : 0;

	if (!number || !*number || *end || qpn > UINT32_MAX) {
		inverbs_text_add(&text, "usage: why QPN\n");
		return EINVAL;
	}
	for (unsigned int i = 0; i < hca->num_devices; i++) {
		const struct softhca_qp *qp = softhca_find_qp(hca->devices[i], (uint32_t)qpn);

		if (qp && qp->engine && can_see_reasons(qp, uid))
			append_reasons(&text, qp);
	}
	if (text.len)
		return 0;
	inverbs_text_add(&text, "no queue pair 0x%lx of this user\n", qpn);
	return ENOENT;
}
