/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files about irdma's vectors. Include hooks.h first. */
#ifndef GOLDEN_QUEUES_IRDMA_H
#define GOLDEN_QUEUES_IRDMA_H

#include "queues.h"

extern const struct golden_vocabulary irdma_words;
/** The same with the calls of the previous generation. */
const struct golden_vocabulary *x722_words(void);
/** Whether the vector is for that generation. */
bool irdma_is_x722(const json_t *vector);

/** Fill a queue pair or completion queue from the members of a case. */
void irdma_read_qp(struct world *w, const json_t *json, struct golden_qp *q, struct report *r);
void irdma_read_cq(struct world *w, const json_t *json, struct report *r);
void irdma_read_srq(struct world *w, const json_t *json, struct inverbs_srq *srq, struct report *r);
/** Returns the address handle of the queue pair that was read last. */
struct ibv_ah *irdma_read_ah(const json_t *ud, struct report *r);
/** Write the addresses of this process's queue pairs into a CQE, where the recorded CQE has those
 * of the recorder. */
void irdma_point_at_queues(struct world *w, const json_t *cqe, uint8_t *at);

/** State of the queues, by the vectors' names; the lists end with a NULL key. */
extern const struct golden_number irdma_send_numbers[], irdma_recv_numbers[], irdma_srq_numbers[],
	irdma_cq_numbers[];
void irdma_check_table(const struct golden_qp *q, bool sends, const json_t *rows, struct report *r);
bool irdma_check_cq(struct world *w, const char *key, const json_t *value, struct report *r);
/** Compare what a post has copied to the push page. */
bool irdma_check_post(struct world *w, const struct golden_qp *q, const char *key,
		      const json_t *value, struct report *r);
/** Compare the queues' tails after a poll. */
void irdma_check_tails(const struct golden_qp *q, uint64_t sends, uint64_t receives,
		       struct report *r);
/** Returns the number of units from this one on that only fill a chunk. */
uint32_t irdma_pads(const struct golden_qp *q, uint32_t unit);

/** Replay a case of several steps on the same queues. */
void irdma_run_scenario(const json_t *vector, struct report *r);
void irdma_run_arm(const json_t *vector, struct report *r);

#endif
