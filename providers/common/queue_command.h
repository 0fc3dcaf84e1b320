/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What adapters have in common when completion queues and shared receive queues are created and
 * destroyed.
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

/** Such a queue is used by one thread at a time: by a flag, or by its thread domain. */
bool inverbs_cq_of_one_thread(const struct ibv_cq_init_attr_ex *attr);

/**
 * Keep the ring of a completion queue that gets another one: a poll reads it before it takes the
 * lock, so it is freed with its queue and not earlier. Its first bytes link to the next.
 */
void inverbs_ring_put_away(struct inverbs_cq *cq);
/** Take the ring that was retired last, to free it. NULL: there are no more. */
uint8_t *inverbs_ring_put_back(struct inverbs_cq *cq, size_t *bytes);

/** Issue DESTROY_CQ; events of both kinds that were read. */
int inverbs_provider_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events,
				uint32_t *async_events);

/** Issue DESTROY_SRQ, likewise. */
int inverbs_provider_destroy_srq(struct inverbs_srq *srq, uint32_t *events);

#endif
