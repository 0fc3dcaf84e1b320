/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks and commands for creating and destroying CQs and SRQs that all adapters need. */
#ifndef PROVIDERS_QUEUE_COMMAND_H
#define PROVIDERS_QUEUE_COMMAND_H

#include <inverbs/fast/objects.h>

/**
 * Check the attributes of an extended CQ. fields: what its completions can carry (flags of enum
 * ibv_create_cq_wc_flags). EINVAL: an unknown member is set; EOPNOTSUPP: an unsupported flag or
 * field is requested.
 */
int inverbs_check_cq_request(const struct ibv_cq_init_attr_ex *attr, uint64_t fields);

/** Whether only one thread at a time uses the CQ, according to a flag or its thread domain. */
bool inverbs_cq_of_one_thread(const struct ibv_cq_init_attr_ex *attr);

/**
 * Retire the ring of a CQ that is resized. Polls read the ring before they take the lock, so it is
 * freed only with the CQ. Its first bytes link to the ring retired before it.
 */
void inverbs_ring_keep_replaced(struct inverbs_cq *cq);
/** Remove the ring that was retired last, for the caller to free. Returns NULL if none is left. */
uint8_t *inverbs_ring_next_replaced(struct inverbs_cq *cq, size_t *bytes);

/** Issue DESTROY_CQ. *comp_events and *async_events become the numbers of events that were read. */
int inverbs_provider_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events,
				uint32_t *async_events);

/** Issue DESTROY_SRQ, likewise. */
int inverbs_provider_destroy_srq(struct inverbs_srq *srq, uint32_t *events);

#endif
