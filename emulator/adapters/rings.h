/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What drivers of several adapters do alike: the life of queues over tables that come from the
 * adapter's spec. Two kinds of queues: those of the program, which names their memory in the
 * command (own_rings.c), and those that the driver makes behind a head and the program maps
 * (made_rings.c). The functions are members of struct softhca_driver of like names; a driver that
 * refuses more than they do calls them from its own.
 */
#ifndef EMULATOR_ADAPTERS_RINGS_H
#define EMULATOR_ADAPTERS_RINGS_H

#include <inverbs/kernel/command_words.h>

#include "base/driver.h"
#include "engine/base/adapter.h"

/** The head of queues that the driver makes. */
struct softhca_queue_head {
	uint32_t bytes;
	void (*init)(void *head, uint32_t entries, uint8_t shift);
	uint8_t *(*index_at)(uint8_t *head, bool producer);
	uint32_t (*producer)(const uint8_t *units);
	uint32_t (*consumer)(const uint8_t *units);
	void (*set_producer)(uint8_t *units, uint32_t index);
	void (*set_consumer)(uint8_t *units, uint32_t index);
	/** Bytes that a slot needs. */
	uint32_t (*send_bytes)(uint32_t sges, uint32_t inline_bytes);
	uint32_t (*recv_bytes)(uint32_t sges);
};

/** softhca_driver.rings */
struct softhca_rings {
	const struct hw_adapter *formats;
	const struct inverbs_private_parts *parts;
	uint32_t cqe_bytes; /**< of a slot of a completion queue */
	uint32_t sge_bytes;

	/* queues of the program */
	uint32_t send_shift_least, send_shift_most; /**< log2 of a send slot in bytes */
	uint32_t send_entries_log2_most;
	uint32_t srq_head_bytes;
	uint32_t srq_least_slot;

	/* queues that the driver makes */
	const struct softhca_queue_head *head;
	uint32_t least_slot;
	uint32_t max_wr;
};

/** Words of the driver's part of a command. EINVAL: it is too short. */
int softhca_words_in(const struct softhca_udata *udata, const struct inverbs_private_part *part,
		     struct inverbs_words *words);
void softhca_words_out(struct softhca_udata *udata, const struct inverbs_private_part *part,
		       const struct inverbs_words *words);

/* --- own_rings.c ---------------------------------------------------------------------------- */

int softhca_own_create_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata);
int softhca_own_resize_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata);
void softhca_own_destroy_cq(struct softhca_cq *cq);
int softhca_own_create_qp(struct softhca_qp *qp, struct softhca_udata *udata);
void softhca_own_destroy_qp(struct softhca_qp *qp);
int softhca_own_create_srq(struct softhca_srq *srq, struct softhca_udata *udata);
void softhca_own_destroy_srq(struct softhca_srq *srq);

/* --- made_rings.c --------------------------------------------------------------------------- */

int softhca_made_create_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata);
int softhca_made_resize_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata);
void softhca_made_destroy_cq(struct softhca_cq *cq);
int softhca_made_create_qp(struct softhca_qp *qp, struct softhca_udata *udata);
void softhca_made_destroy_qp(struct softhca_qp *qp);
int softhca_made_create_srq(struct softhca_srq *srq, struct softhca_udata *udata);
int softhca_made_resize_srq(struct softhca_srq *srq, uint32_t max_wr, struct softhca_udata *udata);
void softhca_made_destroy_srq(struct softhca_srq *srq);
/** Some of a queue can be mapped, too; the rest of it then never. */
int softhca_made_map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
		     struct softhca_mapped *out);

#endif
