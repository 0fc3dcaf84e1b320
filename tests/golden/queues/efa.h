/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files about efa's vectors. Include hooks.h first. */
#ifndef GOLDEN_QUEUES_EFA_H
#define GOLDEN_QUEUES_EFA_H

#include "queues.h"

enum {
	EFA_CQE_BYTES = 32,
};

extern const struct golden_vocabulary efa_words;

/** Fill a queue pair's queues, or the completion queue, from the members of a case. */
void efa_read_send(const json_t *json, struct golden_qp *q);
void efa_read_recv(const json_t *json, struct golden_qp *q);
void efa_read_numbers(const json_t *json, struct golden_qp *q, struct report *r);
void efa_read_cq(struct world *w, const json_t *json, struct report *r);
/** Returns the address of a CQE. */
uint8_t *efa_slot_of(const struct inverbs_cq *cq, uint32_t ring, uint32_t slot);
/** Compare a member of a completion queue after a poll: a list with a value for each of its
 * rings. */
bool efa_check_rings(struct world *w, const char *key, const json_t *value, struct report *r);

/** Replay a case of several steps on the same queues. */
void efa_run_scenario(const json_t *vector, struct report *r);

#endif
