/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an adapter's control path offers to the runtime (providers/<adapter>/). The runtime checks
 * arguments, fills the public members common to all adapters, keeps event counts; the provider
 * sizes and allocates queues, issues the kernel command with its driver-private part and sets up
 * the inline queue state of <inverbs/fast/objects.h>.
 *
 * Every function returns 0 or a positive errno value and leaves nothing behind on failure. What an
 * adapter lacks (all but alloc_pd, create, modify and destroy of queues) is NULL, and the verb
 * fails with EOPNOTSUPP.
 */
#ifndef RUNTIME_PROVIDER_H
#define RUNTIME_PROVIDER_H

#include <errno.h>
#include <inverbs/adapters/list.h>
#include <inverbs/kernel/identity.h>
#include <inverbs/fast/objects.h>

#include "transport.h"

struct inverbs_control;
struct inverbs_dump;

struct inverbs_provider {
	const char *name;
	uint8_t adapter; /**< enum inverbs_adapter */
	bool (*match)(const struct inverbs_device_info *dev);
	/** What the spec says of devices and commands. NULL: nothing is known, everything is tried.
	 */
	const struct inverbs_identity *identity;
	/** What is generated for the control path that adapters share (providers/common/control.h);
	 * the members below that are from there ask it. */
	const struct inverbs_control *control;
	/* Limits that are tested before the kernel is asked; 0: there are none. */
	uint32_t max_cqe;
	uint32_t max_srq_wr;
	uint32_t max_srq_sge;
	/** Bytes of the driver's private answer of REG_MR, for which there must be room. */
	size_t mr_answer_bytes;
	/**
	 * GET_CONTEXT with the driver part, map registers, read limits. ctx is zeroed but for
	 * ibv.device, transport and the locks; dev is what discovery knew. Sets ibv.async_fd,
	 * ibv.num_comp_vectors, ibv.ops, uar, push, tables, provider_data. The runtime closes
	 * async_fd after context_fini; on failure context_init has closed it.
	 */
	int (*context_init)(struct inverbs_context *ctx, const struct inverbs_device_info *dev);
	void (*context_fini)(struct inverbs_context *ctx);

	int (*alloc_pd)(struct inverbs_context *ctx, struct inverbs_pd *pd);

	/** Sets handle, cqe and the queue state. attr is validated; flags and comp_mask are the
	 * provider's to judge. */
	int (*create_cq)(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			 bool extended, struct inverbs_cq *cq);
	int (*resize_cq)(struct inverbs_cq *cq, int cqe);
	/**
	 * events: completion and asynchronous events the kernel says were read; left as they are
	 * when the kernel does not say because the device is gone. So with the others below. Frees
	 * queue memory.
	 */
	int (*destroy_cq)(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events);

	/** attr->cap is replaced by what was granted. For XRC_RECV and opened QPs there are no
	 * rings. EINVAL for OFED's IBV_QPT_XRC: try XRC_SEND. */
	int (*create_qp)(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			 struct inverbs_qp *qp);
	/* The adapter's part of what providers/common does. */
	/** Log2 of a CQE's slot in bytes, where the program makes rings. */
	uint8_t (*cqe_shift)(const struct inverbs_context *ctx);
	/** Whether a queue pair may be like that. */
	int (*check_qp)(const struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr);
	/** The queue pair gets a port. NULL: nothing depends on it. */
	int (*qp_port)(struct inverbs_qp *qp, uint32_t port);
	/** Operations (enum ibv_qp_create_send_ops_flags) of ibv_wr_start on queue pairs of a type;
	 * 0: it has none. NULL: the adapter has none. */
	uint64_t (*send_ops)(enum ibv_qp_type type);
	int (*wr_complete)(struct ibv_qp_ex *qp);
	int (*modify_qp)(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask);
	int (*query_qp)(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
			struct ibv_qp_init_attr *init_attr);
	int (*destroy_qp)(struct inverbs_qp *qp, uint32_t *events);
	/** The program takes an event of this queue pair, which may be on its way out. NULL: the
	 * adapter has nothing to do then. */
	void (*qp_event)(struct inverbs_qp *qp, enum ibv_event_type type);

	int (*create_srq)(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			  struct inverbs_srq *srq);
	int (*modify_srq)(struct inverbs_srq *srq, struct ibv_srq_attr *attr, int attr_mask);
	int (*destroy_srq)(struct inverbs_srq *srq, uint32_t *events);

	int (*create_ah)(struct inverbs_pd *pd, const struct ibv_ah_attr *attr,
			 struct inverbs_ah *ah);
	int (*destroy_ah)(struct inverbs_ah *ah);
	/** The adapter's free-running clock. NULL: it has none. */
	int (*query_clock)(struct inverbs_context *ctx, uint64_t *count);

	/** How entries are printed when a completion is explained. NULL: not at all, and the two
	 * below are not called. */
	const struct inverbs_dump *dump;
	/** Copy the dump->cqe_bytes of the entry that was taken from the queue at this index.
	 * False: something else is there by now. Called with the queue's lock. */
	bool (*cq_taken)(const struct inverbs_cq *cq, uint32_t index, void *entry);
	/** The send entry with this index, or NULL when its slot was used again. Called with the
	 * queue's lock. */
	const void *(*sq_kept)(const struct inverbs_sq *sq, uint32_t index);
};

/**
 * Whether a command that destroys has failed: a device that is gone (EIO) took its objects with it,
 * and what is left of them is the library's to free.
 */
static inline int inverbs_not_gone(int err)
{
	return err == EIO ? 0 : err;
}

/** XRC domain. Both generations of the API may hold it: their structs begin alike. */
struct inverbs_xrcd {
	union {
		struct ibv_xrcd ibv;
		struct ibv_xrc_domain ofed; /**< with the kernel's handle */
	};
	/** IBV_QPT_XRC queue pairs, which kernels that only know its sending half tie to no domain;
	 * atomic. */
	uint32_t senders;
};

static inline struct inverbs_xrcd *inverbs_xrcd_of(struct ibv_xrcd *p)
{
	return (struct inverbs_xrcd *)p;
}

static inline struct inverbs_xrcd *inverbs_xrcd_of_ofed(struct ibv_xrc_domain *p)
{
	return (struct inverbs_xrcd *)p;
}

/* Each folder of providers/ defines inverbs_provider_<adapter>. */
#define INVERBS_DECLARE_PROVIDER(name) extern const struct inverbs_provider inverbs_provider_##name;
INVERBS_EACH_ADAPTER(INVERBS_DECLARE_PROVIDER)
#undef INVERBS_DECLARE_PROVIDER

/* Services of the runtime for providers (runtime/identity.c, memory.c, tables.c). */

/** Whether a device is one of the adapter's: by the driver's id, or by its place on a bus. */
bool inverbs_identity_match(const struct inverbs_identity *id,
			    const struct inverbs_device_info *dev);
/** Whether it is one whose posts and polls are commands of the kernel. */
bool inverbs_identity_by_command(const struct inverbs_identity *id,
				 const struct inverbs_device_info *dev);

/** Zeroed memory for an object with queue state, aligned to a cache line. NULL: ENOMEM. free()
 * releases it. */
void *inverbs_object_alloc(size_t bytes);

/** The PD that the kernel knows: a parent domain stands for another. */
static inline struct inverbs_pd *inverbs_real_pd(struct ibv_pd *pd)
{
	struct inverbs_pd *p = inverbs_pd_of(pd);

	return p->parent ? p->parent : p;
}

/** Whether queues made with this PD belong to one thread at a time. */
static inline bool inverbs_in_thread_domain(struct ibv_pd *pd)
{
	return pd && inverbs_pd_of(pd)->td;
}

/**
 * Queue memory: page aligned, zeroed, not inherited by fork when fork support is on, shared with an
 * emulator that can map it. NULL and errno on failure. bytes is rounded up to pages.
 */
void *inverbs_queue_alloc(struct inverbs_context *ctx, size_t bytes);
void inverbs_queue_free(struct inverbs_context *ctx, void *buf, size_t bytes);

/** A doorbell record of 4 or 8 bytes, zeroed, naturally aligned, lowest free slot of a page for
 * that size. NULL: ENOMEM. */
uint32_t *inverbs_record_alloc(struct inverbs_context *ctx, size_t bytes);
void inverbs_record_free(struct inverbs_context *ctx, uint32_t *record);
/** Free all record pages (context_fini). */
void inverbs_record_fini(struct inverbs_context *ctx);

/** Set up an empty table for `size` numbers (a power of two). */
void inverbs_table_init(struct inverbs_number_table *table, uint32_t size);
/** Enter an object; the caller holds ctx->table_lock. ENOMEM. */
int inverbs_table_enter(struct inverbs_number_table *table, uint32_t number, void *object);
void inverbs_table_remove(struct inverbs_number_table *table, uint32_t number);
void inverbs_table_fini(struct inverbs_number_table *table);

/** One explaining line on stderr when INVERBS_LOG is set; never otherwise. printf-like, no newline
 * needed. */
void inverbs_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
