/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks and commands that all adapters need to create and destroy completion queues and SRQs.
 */
#ifndef PROVIDERS_QUEUE_COMMAND_H
#define PROVIDERS_QUEUE_COMMAND_H

#include <inverbs/fast/objects.h>

/**
 * Check the attributes of an extended completion queue. fields: what its completions can carry
 * (flags of enum ibv_create_cq_wc_flags). EINVAL: an unknown member is set; EOPNOTSUPP: an
 * unsupported flag or field is asked for.
 */
int inverbs_check_cq_request(const struct ibv_cq_init_attr_ex *attr, uint64_t fields);

/** Whether the queue is used by one thread at a time, by a flag or by its thread domain. */
bool inverbs_cq_of_one_thread(const struct ibv_cq_init_attr_ex *attr);

/**
 * Retire the ring of a completion queue that is resized. A poll reads the ring before it takes the
 * lock, so it is freed only with the queue. Its first bytes link to the next retired ring.
 */
void inverbs_ring_put_away(struct inverbs_cq *cq);
/** Remove the ring that was retired last, to free it. NULL: none is left. */
uint8_t *inverbs_ring_put_back(struct inverbs_cq *cq, size_t *bytes);

/** Issue DESTROY_CQ; events of both kinds that were read. */
int inverbs_provider_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events,
				uint32_t *async_events);

/** Issue DESTROY_SRQ, likewise. */
int inverbs_provider_destroy_srq(struct inverbs_srq *srq, uint32_t *events);

#endif
