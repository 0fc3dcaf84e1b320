/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of drivers that several adapters share, controlled by tables from the adapter's spec:
 * opening devices and their register pages (device.c), and the life cycle of rings. There are three
 * kinds of rings: in memory of the program, which passes the address in the command (own_rings.c);
 * allocated by the driver behind a header and mapped by the program (made_rings.c); allocated by
 * the driver for sends and receives together (joint_rings.c). Each function implements the member
 * of struct softhca_driver with the same name; a driver that needs more checks wraps it in a
 * function of its own.
 */
#ifndef EMULATOR_ADAPTERS_COMMON_RINGS_H
#define EMULATOR_ADAPTERS_COMMON_RINGS_H

#include <inverbs/kernel/command_words.h>

#include "base/driver.h"
#include "engine/base/adapter.h"

/** The header of queues that the driver allocates. */
struct softhca_queue_head {
	uint32_t bytes;
	void (*init)(void *head, uint32_t entries, uint8_t shift);
	uint8_t *(*index_at)(uint8_t *head, bool producer);
	uint32_t (*producer)(const uint8_t *units);
	uint32_t (*consumer)(const uint8_t *units);
	void (*set_producer)(uint8_t *units, uint32_t index);
	void (*set_consumer)(uint8_t *units, uint32_t index);
	/** Bytes of a slot. */
	uint32_t (*send_bytes)(uint32_t sges, uint32_t inline_bytes);
	uint32_t (*recv_bytes)(uint32_t sges);
};

/** Rings that sends and receives share. */
struct softhca_joint {
	uint32_t slot_bytes;
	uint32_t least_recvs, most_recvs; /**< entries of a receive table */
	uint32_t counter_bytes;           /**< bytes of the program's counter of consumed CQEs */
	size_t (*cq_bytes)(uint32_t entries);
	void (*attention)(void *ring, uint32_t entries);
	void (*fail)(void *ring);
	void (*hold)(void *ring, bool set);
};

/**
 * softhca_driver.soft: the data path of devices whose programs have no rings; the driver then uses
 * the rings itself. The fini functions free what the init functions stored in `soft`, and set it to
 * NULL; they are also called for queues whose creation has failed.
 */
struct softhca_joint_soft {
	uint32_t spare_cqes;
	int (*cq_init)(struct softhca_cq *cq); /**< 0 or ENOMEM */
	void (*cq_fini)(struct softhca_cq *cq);
	int (*qp_init)(struct softhca_qp *qp);
	void (*qp_fini)(struct softhca_qp *qp);
	/** The queue pair was reset / failed: discard / flush outstanding requests. */
	void (*qp_reset)(struct softhca_qp *qp);
	void (*qp_flush)(struct softhca_qp *qp);
};

/** softhca_cq.hw of such rings; the engine uses the first member. */
struct softhca_joint_cq {
	struct hw_cq hw;
	struct softhca_mapping ring;
	uint64_t counter; /**< the program's counter of consumed CQEs */
	bool has_state;   /**< a state word follows the ring; older programs do not map it */
	void *soft;       /**< software data path, else NULL */
};

/** softhca_qp.hw */
struct softhca_joint_qp {
	struct hw_qp hw;
	struct softhca_mapping doorbell;
	struct softhca_mapping ring;
	void *soft; /**< software data path, else NULL */
};

static inline struct softhca_joint_cq *softhca_joint_cq_of(const struct softhca_cq *cq)
{
	return (struct softhca_joint_cq *)cq->hw;
}

static inline struct softhca_joint_qp *softhca_joint_qp_of(const struct softhca_qp *qp)
{
	return (struct softhca_joint_qp *)qp->hw;
}

/** A doorbell register, to which programs store the number of a queue. */
struct softhca_register {
	uint32_t at; /**< offset in softhca_context.registers of the word that is stored last */
	uint8_t number_at; /**< offset from there of the word with the number */
	bool big;
	uint8_t shift;
	uint32_t mask;
	bool arms; /**< completion queue numbers; else queue pair numbers */
};

/** A page of the device file. softhca_context.registers has the pages in the order of the table. */
struct softhca_register_page {
	uint64_t number; /**< page number in the file */
	bool read_only;
};

/** softhca_driver.rings */
struct softhca_rings {
	const struct hw_adapter *formats;
	const struct inverbs_command_data
		*command_data; /**< NULL: no command has driver-private words */
	uint32_t cqe_bytes;    /**< size of a CQE's slot */
	uint32_t sge_bytes;

	const struct softhca_register_page *pages;
	uint32_t page_count;
	const struct softhca_register *registers;
	uint32_t register_count;
	uint32_t clock_at; /**< offset in softhca_context.registers; for softhca_driver.tick */
	bool clock_big;
	uint32_t image_bytes;   /**< size of a register that accepts whole WQEs; 0: none */
	bool exact_driver_data; /**< refuse driver-private data that the driver does not define */

	/* rings of the program */
	uint32_t send_shift_least, send_shift_most; /**< log2 of a send slot in bytes */
	uint32_t send_entries_most;
	uint32_t srq_head_bytes;
	uint32_t srq_least_slot;

	/* rings that the driver allocates */
	const struct softhca_queue_head *head;
	uint32_t least_slot;
	const struct softhca_joint *joint;
};

/** Get the words of a command's driver-private data. Returns 0, or EINVAL if it is too short. */
int softhca_get_words(const struct softhca_udata *udata, const struct inverbs_driver_data *data,
		      struct inverbs_words *words);
void softhca_put_words(struct softhca_udata *udata, const struct inverbs_driver_data *data,
		       const struct inverbs_words *words);

/* --- device.c ------------------------------------------------------------------------------- */

int softhca_common_get_context(struct softhca_context *ctx, struct softhca_udata *udata);
int softhca_common_query_device_ex(struct softhca_context *ctx, struct softhca_udata *udata);
/** Map one of the register pages. */
int softhca_common_map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
		       struct softhca_mapped *out);
uint64_t softhca_common_tick(struct softhca_context *ctx, uint64_t now);
unsigned int softhca_common_poll(struct softhca_context *ctx);
int softhca_common_alloc_pd(struct softhca_pd *pd, struct softhca_udata *udata);
void softhca_common_create_ah(struct softhca_ah *ah, struct softhca_udata *udata);
/** No-op: moderation only delays events, and the emulator delivers each at once. */
int softhca_common_modify_cq(struct softhca_cq *cq, uint16_t count, uint16_t period);
/** No-op: the engine reads the program's consumer index directly. */
int softhca_common_notify_cq(struct softhca_cq *cq);
/** The doorbell command: sends nothing before RTS; in the error state, flushes posted requests. */
int softhca_common_ring_doorbell(struct softhca_qp *qp);

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
/** A prefix of a queue can be mapped, too; the rest cannot be mapped later. */
int softhca_made_map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
		     struct softhca_mapped *out);

/* --- joint_rings.c -------------------------------------------------------------------------- */

int softhca_joint_create_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata);
int softhca_joint_notify_cq(struct softhca_cq *cq);
void softhca_joint_destroy_cq(struct softhca_cq *cq);
int softhca_joint_create_qp(struct softhca_qp *qp, struct softhca_udata *udata);
int softhca_joint_modify_qp(struct softhca_qp *qp, const struct ibv_qp_attr *new_attr,
			    uint32_t mask);
void softhca_joint_destroy_qp(struct softhca_qp *qp);
void softhca_joint_qp_failed(struct softhca_qp *qp);
void softhca_joint_hold_doorbells(struct softhca_dev *device, bool hold);
int softhca_joint_map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
		      struct softhca_mapped *out);

#endif
