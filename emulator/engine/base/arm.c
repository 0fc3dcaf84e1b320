/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Completion events. An arm request has the sequence number of the event that the program expects;
 * a request with an old number was served already. It also has the index of the first CQE that the
 * program has not seen, so that a CQE written before the request is not missed. If arming is a
 * command, there are no such numbers, and only later CQEs count.
 */
#include "base/upcalls.h"
#include "engine/base/internal.h"

static void raise_event(struct engine_cq *ecq)
{
	ecq->armed = false;
	ecq->sequence++;
	softhca_comp_event(ecq->cq);
}

void softhca_engine_arm_check(struct engine_cq *ecq, uint32_t index, bool solicited)
{
	if (solicited) {
		ecq->solicited_seen = true;
		ecq->last_solicited = index;
	}
	if (ecq->armed && (solicited || !ecq->armed_solicited))
		raise_event(ecq);
}

/** Is CQE `index` at or after `ci`, compared in the few bits that an arm request has? */
static bool is_at_or_after(const struct hw_adapter *adapter, uint32_t index, uint32_t ci)
{
	return ((index - ci) & adapter->index_mask) <= adapter->index_mask / 2;
}

/** Was a CQE that triggers the event written before the request was read? */
static bool is_arm_served(const struct engine_cq *ecq, const struct inverbs_dev_arm *arm)
{
	const struct hw_cq *hw = ecq->cq->hw;

	if (!ecq->armed_solicited)
		return ((ecq->producer - arm->ci) & hw->adapter->index_mask) != 0;
	return ecq->solicited_seen && is_at_or_after(hw->adapter, ecq->last_solicited, arm->ci);
}

bool softhca_engine_arm_scan(struct engine_cq *ecq)
{
	struct hw_cq *hw = ecq->cq->hw;
	struct inverbs_dev_arm arm = {0};
	uint32_t record[2];

	if (softhca_view_word(&hw->doorbell_record, 0, &record[0]) ||
	    softhca_view_word(&hw->doorbell_record, 1, &record[1]))
		return false;
	if (hw->adapter->decode_arm(inverbs_dev_copied(record), &arm) || !arm.armed ||
	    arm.sequence != (ecq->sequence & hw->adapter->arm_sequence_mask))
		return false;
	/*
	 * This request was read before: CQEs written since were checked then, and a resize is not a
	 * CQE.
	 */
	if (ecq->armed && arm.ci == ecq->armed_ci && (arm.solicited || !ecq->armed_solicited))
		return false;
	/* A later request for solicited completions does not override one for any completion. */
	ecq->armed_solicited = arm.solicited && (!ecq->armed || ecq->armed_solicited);
	ecq->armed = true;
	ecq->armed_ci = arm.ci;
	if (is_arm_served(ecq, &arm))
		raise_event(ecq);
	return true;
}
