/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The control path that adapters share: the life of queues over a table that is generated from each
 * adapter's spec. Where queues lie decides how they begin: in memory of the program, which sizes
 * them and names them in the command (slots), or in memory of the kernel, which the program maps
 * after the command (head). Functions here are members of struct inverbs_provider of like names
 * and return what those do.
 */
#ifndef PROVIDERS_CONTROL_H
#define PROVIDERS_CONTROL_H

#include <inverbs/kernel/command_words.h>
#include <inverbs/fast/objects.h>

/** Queues behind a head with indexes, which the kernel makes. buf is their first unit. */
struct inverbs_queue_head {
	uint32_t bytes;
	uint32_t (*entries)(const void *head);
	uint8_t (*shift)(const void *head);
	uint32_t (*producer)(const uint8_t *units);
	uint32_t (*consumer)(const uint8_t *units);
	/** Bytes that a slot needs. */
	uint32_t (*send_bytes)(uint32_t sges, uint32_t inline_bytes);
	uint32_t (*recv_bytes)(uint32_t sges);
};

/** Bytes that a slot of a send ring holds besides what the program asks for. */
struct inverbs_slot_type {
	uint8_t qp_type;
	uint16_t front;        /**< before the payload that is granted */
	uint16_t least;        /**< of the largest WQE of a known size */
	uint16_t inline_front; /**< before inline payload, when a slot is chosen for it */
};

/** How slots of send rings are chosen. All in bytes. */
struct inverbs_slots {
	uint32_t least;
	uint32_t most;
	uint32_t ahead;    /**< stay free behind the producer, and a slot more */
	uint32_t most_wqe; /**< that the size field can say */
	uint32_t inline_chunk;
	uint32_t inline_header;
	uint32_t sge;
	const struct inverbs_slot_type *types;
	uint32_t count;
};

/** What is generated of an adapter for its control path. */
struct inverbs_control {
	uint8_t adapter;                           /**< enum inverbs_adapter */
	const struct inverbs_private_parts *parts; /**< of commands */
	uint32_t qp_types;                         /**< that have rings; bit per enum ibv_qp_type */
	bool xrc;
	bool rung_by_command; /**< the kernel is the doorbell of send queues */

	uint64_t wc_fields;          /**< that an extended poll can read */
	uint64_t wc_under_timestamp; /**< of these, what lies where timestamps do */
	void (*set_cq_ops)(struct ibv_cq_ex *cq, uint64_t wc_flags); /**< NULL: no extended poll */

	uint32_t cqe_bytes;
	uint8_t *(*cq_entry)(const struct inverbs_cq *cq, uint32_t index);
	/** Was it written in the lap of `index`? NULL: the producer's index says so. */
	bool (*cqe_ready)(const uint8_t *cqe, uint32_t index, uint32_t entries);
	void (*cqe_take_place)(uint8_t *cqe, uint32_t index, uint32_t entries);
	/** Is it of the queue pair of that number (srq: where that has its receives), or, with an
	 * XRC srq, of that? */
	bool (*cqe_names)(const uint8_t *cqe, uint32_t number, const struct inverbs_srq *srq);
	/** Is it of a receive, and if that came from a shared queue, of which slot? */
	bool (*cqe_frees)(const uint8_t *cqe, uint32_t *slot);
	bool (*cqe_ends_ring)(const uint8_t *cqe);
	void (*cq_seek)(struct inverbs_cq *cq);
	void (*cq_publish_ci)(struct inverbs_cq *cq);

	void (*sq_init)(struct inverbs_sq *sq); /**< before the queue pair leaves RESET */
	uint32_t send_chunk;                    /**< bytes that the adapter fetches at a time */
	uint32_t recv_sge_bytes;
	/* shared receive queues that are lists; NULL: they are rings */
	void (*srq_init)(struct inverbs_srq *srq);
	void (*srq_free)(struct inverbs_srq *srq, uint32_t slot);
	uint32_t srq_head_bytes;
	uint32_t srq_least_slot;

	const struct inverbs_slots *slots;     /**< NULL: the kernel makes rings */
	const struct inverbs_queue_head *head; /**< NULL: they have no head */
};

struct inverbs_provider;

/** The control table of the adapter that an object's context is of. */
const struct inverbs_control *inverbs_control_of(struct ibv_context *context);

/* --- contexts (context.c) ---------------------------------------------------------------- */

/** GET_CONTEXT with the driver's answer; sets async_fd and num_comp_vectors. */
int inverbs_get_context(struct inverbs_context *ctx, void *out, size_t bytes);
/** ALLOC_PD. */
int inverbs_control_alloc_pd(struct inverbs_context *ctx, struct inverbs_pd *pd);
/** One page of the device file, or NULL and errno. */
void *inverbs_map_page(struct inverbs_context *ctx, uint64_t page, int prot);
/** Nothing happens without a page. */
void inverbs_unmap_page(const void *at);

/* --- commands (create.c) ----------------------------------------------------------------- */

/** CREATE_CQ for `cqe` CQEs, in the form that has timestamps if these are wanted. Sets handle and
 * ibv.cqe; words: of the request, and then of the answer. */
int inverbs_issue_create_cq(struct inverbs_cq *cq, const struct ibv_cq_init_attr_ex *attr,
			    uint32_t cqe, bool timestamps, struct inverbs_words *words);

/** CREATE_QP, likewise. Sets handle and qp_num; granted: what the kernel grants. */
int inverbs_issue_create_qp(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			    struct inverbs_qp *qp, struct inverbs_words *words,
			    struct ibv_qp_cap *granted);

/** CREATE_SRQ, or CREATE_XSRQ for an XRC one. Sets handle and srqn; attr has what is granted. */
int inverbs_issue_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			     struct inverbs_srq *srq, struct inverbs_words *words);

/** The queue pair is found by a number from now on. ENOMEM. */
int inverbs_enter_qp(struct inverbs_context *ctx, uint32_t number, struct inverbs_qp *qp);

/* --- queues that the kernel makes (mapped.c) ----------------------------------------------- */

/** A mapped queue. */
struct inverbs_mapping {
	uint8_t *units;
	size_t bytes; /**< mapped, from the head on */
	uint32_t entries;
	uint8_t shift; /**< log2 of a unit in bytes */
};

/** Map the queue that an answer named. EPROTO: that is no queue. */
int inverbs_map_queue(struct inverbs_context *ctx, const struct inverbs_queue_head *head,
		      uint64_t key, uint64_t bytes, struct inverbs_mapping *out);
/** Undo it. Nothing happens without units. */
void inverbs_unmap_queue(const struct inverbs_queue_head *head, uint8_t *units, size_t bytes);

/* --- sizes of queues of the program (geometry.c) ------------------------------------------- */

/** How the rings of a queue pair are laid out, and what they can hold. */
struct inverbs_geometry {
	uint32_t sq_entries; /**< 0: no send queue (and no other field of it) */
	uint32_t sq_shift;
	uint32_t sq_spare;
	uint32_t sq_offset;
	uint32_t max_post;
	uint32_t max_send_sge;
	uint32_t max_inline;
	uint32_t rq_entries;
	uint32_t rq_shift;
	uint32_t rq_offset;
	size_t bytes;
};

/**
 * Sizes of a queue pair's rings for requested capabilities. has_rq: it owns a receive ring (no SRQ,
 * not XRC). tso_header: longest header of segmentation offload, 0 without. EINVAL if no slot is
 * large enough.
 */
int inverbs_qp_geometry(const struct inverbs_control *control, int qp_type,
			const struct ibv_qp_cap *cap, uint32_t tso_header, bool has_rq,
			struct inverbs_geometry *out);

/** log2 of a slot of a shared list with room for max_sge SGEs. */
uint32_t inverbs_srq_shift(const struct inverbs_control *control, uint32_t max_sge);

/** Exponent of the smallest power of two that is at least v. */
static inline uint32_t inverbs_log2_up(uint32_t v)
{
	return v <= 1 ? 0 : 32 - (uint32_t)__builtin_clz(v - 1);
}

/* --- completion queues (cq.c) --------------------------------------------------------------- */

int inverbs_control_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			      bool extended, struct inverbs_cq *cq);
int inverbs_control_resize_cq(struct inverbs_cq *cq, int cqe);
int inverbs_control_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events,
			       uint32_t *async_events);

/**
 * Drop a queue pair's CQEs (or, with an XRC srq, those of the srq) from a completion queue whose
 * lock is held, and give dropped receives back to srq (NULL: they came from no shared queue).
 */
void inverbs_cq_clean(struct inverbs_cq *cq, uint32_t number, struct inverbs_srq *srq);

/** Lock one or two completion queues (either may be NULL, both may be the same), always in the same
 * order. */
void inverbs_lock_cqs(struct inverbs_cq *a, struct inverbs_cq *b);
void inverbs_unlock_cqs(struct inverbs_cq *a, struct inverbs_cq *b);

bool inverbs_control_cq_taken(const struct inverbs_cq *cq, uint32_t index, void *entry);

/* --- queue pairs (qp.c) --------------------------------------------------------------------- */

int inverbs_control_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			      struct inverbs_qp *qp);
int inverbs_control_modify_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask);
int inverbs_control_query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
			     struct ibv_qp_init_attr *init_attr);
int inverbs_control_destroy_qp(struct inverbs_qp *qp, uint32_t *events);
const void *inverbs_control_sq_kept(const struct inverbs_sq *sq, uint32_t index);

/* --- shared receive queues (srq.c) ------------------------------------------------------------ */

int inverbs_control_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			       struct inverbs_srq *srq);
int inverbs_control_modify_srq(struct inverbs_srq *srq, struct ibv_srq_attr *attr, int attr_mask);
int inverbs_control_destroy_srq(struct inverbs_srq *srq, uint32_t *events);

/* --- address handles that are the kernel's (ah.c) ----------------------------------------------
 */

int inverbs_control_create_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr,
			      struct inverbs_ah *ah);
int inverbs_control_destroy_ah(struct inverbs_ah *ah);

#endif
