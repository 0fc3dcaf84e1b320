/* SPDX-License-Identifier: BSD-2-Clause */
/* What is left in the rings of work that is done, for explanations. */
#include <inverbs/adapters/cxgb3_print.h>

#include "cxgb3.h"

/**
 * The adapter writes entries in order, each handed over by its generation. While the slot before
 * has not changed hands again, nothing was written here: asked after copying, this proves the copy.
 */
bool cxgb3_cq_taken(const struct inverbs_cq *cq, uint32_t index, void *entry)
{
	const uint8_t *at = cxgb3_cq_entry(cq, index);
	const uint32_t before = index + cq->entries - 1;

	if (!cxgb3_cqe_ready(at, index, cq->entries))
		return false;
	memcpy(entry, at, CXGB3_CQE_SIZE);
	inverbs_from_device();
	return !cxgb3_cqe_ready(cxgb3_cq_entry(cq, before), before, cq->entries);
}
