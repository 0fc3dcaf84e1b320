/* SPDX-License-Identifier: BSD-2-Clause */
/* The state of a queue pair, as shown by softhcactl. */
#include "engine/base/internal.h"
#include "engine/engine.h"

/** Returns the number of receives in the queue pair's own queue. */
static uint32_t count_receives(struct engine_qp *eq)
{
	uint32_t record;

	if (!eq->hw || !eq->hw->recv.entries || softhca_view_word(&eq->hw->recv_record, 0, &record))
		return 0;
	return eq->hw->adapter->recv_posted(record, eq->recv_index, eq->hw->recv.entries);
}

static void view_failures(const struct engine_qp *eq, struct softhca_qp_view *view)
{
	const struct engine_why *why = eq->why;

	if (!why)
		return;
	view->error = why->broken ? &why->error : NULL;
	view->dropped = why->drops ? &why->dropped : NULL;
	view->awaited = why->kept.reason ? &why->kept : NULL;
	if (why->failures)
		view->failed = &why->failed[(why->failures - 1) % ENGINE_FAILURES];
}

void softhca_engine_qp_view(const struct softhca_qp *qp, struct softhca_qp_view *view)
{
	struct engine_qp *eq = engine_of_qp(qp);

	*view = (struct softhca_qp_view){0};
	if (!eq)
		return;
	view->created_at = eq->created_at;
	view->changed = eq->changed;
	view->waiting = eq->waiting;
	view->sends = eq->hw ? eq->rules->outstanding(eq) : 0;
	view->receives = count_receives(eq);
	view_failures(eq, view);
}
