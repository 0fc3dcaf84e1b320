/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an adapter's control path provides to the runtime (providers/<adapter>/). The runtime checks
 * arguments, fills the public members common to all adapters, keeps event counts. The provider
 * sizes and allocates queues, issues the kernel command with its driver-private data and sets up
 * the inline queue state of <inverbs/fast/objects.h>.
 *
 * Every function returns 0 or a positive errno value and leaves nothing behind on failure.
 * Functions that an adapter lacks are NULL, and the verb fails with EOPNOTSUPP; alloc_pd and those
 * that create, modify and destroy queues are mandatory.
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
	/** Whether a device is one of the adapter's. NULL: by its identity. */
	bool (*match)(const struct inverbs_device_info *dev);
	/** Identity and commands from the spec. NULL: unknown, so that everything is tried. */
	const struct inverbs_identity *identity;
	/**
	 * The adapter's generated table for the shared control path (providers/common/control.h);
	 * functions below that come from there use it.
	 */
	const struct inverbs_control *control;
	/* Limits that are checked before the kernel is asked; 0: none. */
	uint32_t max_cqe;
	uint32_t max_srq_wr;
	uint32_t max_srq_sge;
	/** Bytes of the driver-private response of REG_MR. */
	size_t mr_response_bytes;
	/**
	 * GET_CONTEXT with its driver-private data, map registers, read limits. ctx is zeroed but
	 * for ibv.device, transport and the locks; dev is what discovery found. Sets ibv.async_fd,
	 * ibv.num_comp_vectors, ibv.ops, uar, push, tables, provider_data. The runtime closes
	 * async_fd after context_fini; on failure context_init has closed it.
	 */
	int (*context_init)(struct inverbs_context *ctx, const struct inverbs_device_info *dev);
	void (*context_fini)(struct inverbs_context *ctx);

	int (*alloc_pd)(struct inverbs_context *ctx, struct inverbs_pd *pd);

	/**
	 * Sets handle, cqe and the queue state. attr is validated, except for flags and comp_mask.
	 */
	int (*create_cq)(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			 bool extended, struct inverbs_cq *cq);
	int (*resize_cq)(struct inverbs_cq *cq, int cqe);
	/**
	 * events: completion and asynchronous events that the kernel says were read; unchanged when
	 * the kernel does not say, because the device is gone. Likewise for the others below. Frees
	 * queue memory.
	 */
	int (*destroy_cq)(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events);

	/**
	 * The device is gone: complete what is outstanding as flushed, as much as fits in the
	 * queue, which is empty and locked. NULL: nothing happens.
	 */
	void (*flush_cq)(struct inverbs_cq *cq);

	/**
	 * attr->cap is replaced by what was granted. XRC_RECV and opened QPs have no rings. EINVAL
	 * for OFED's IBV_QPT_XRC: retry with XRC_SEND.
	 */
	int (*create_qp)(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			 struct inverbs_qp *qp);
	/**
	 * Operations (enum ibv_qp_create_send_ops_flags) of ibv_wr_start on queue pairs of a type;
	 * 0: none. NULL: none on any.
	 */
	uint64_t (*send_ops)(enum ibv_qp_type type);
	int (*wr_complete)(struct ibv_qp_ex *qp);
	int (*modify_qp)(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask);
	int (*query_qp)(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
			struct ibv_qp_init_attr *init_attr);
	int (*destroy_qp)(struct inverbs_qp *qp, uint32_t *events);
	/**
	 * The program reads an event of this queue pair, which may be about to be destroyed. NULL:
	 * nothing to do.
	 */
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

	/**
	 * Printers for WQEs and CQEs in explanations. NULL: none, and the two functions below are
	 * not called.
	 */
	const struct inverbs_dump *dump;
	/**
	 * Copy dump->cqe_bytes of the polled CQE with this index. False: overwritten. Called with
	 * the queue's lock.
	 */
	bool (*cq_taken)(const struct inverbs_cq *cq, uint32_t index, void *cqe);
	/**
	 * The send WQE with this index, or NULL if its slot was reused. Called with the queue's
	 * lock.
	 */
	const void *(*sq_kept)(const struct inverbs_sq *sq, uint32_t index);
};

/**
 * The result of a destroy command: a device that is gone (EIO) has destroyed its objects, which
 * counts as success; the library's memory remains to be freed.
 */
static inline int inverbs_not_gone(int err)
{
	return err == EIO ? 0 : err;
}

/** XRC domain. Both generations of the API may hold it: their structs have a common beginning. */
struct inverbs_xrcd {
	union {
		struct ibv_xrcd ibv;
		struct ibv_xrc_domain ofed; /**< with the kernel's handle */
	};
	/**
	 * IBV_QPT_XRC queue pairs, which are tied to no domain in kernels that have only XRC_SEND;
	 * atomic.
	 */
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

/** Whether a device is one of the adapter's: by driver id, PCI id, modalias or name. */
bool inverbs_identity_match(const struct inverbs_identity *id,
			    const struct inverbs_device_info *dev);
/** Whether its posts and polls are kernel commands. */
bool inverbs_identity_by_command(const struct inverbs_identity *id,
				 const struct inverbs_device_info *dev);

/** Zeroed memory for an object with queue state, aligned to a cache line. NULL: ENOMEM. free()
 * releases it. */
void *inverbs_object_alloc(size_t bytes);

/** The kernel's PD: that of a parent domain is another. */
static inline struct inverbs_pd *inverbs_real_pd(struct ibv_pd *pd)
{
	struct inverbs_pd *p = inverbs_pd_of(pd);

	return p->parent ? p->parent : p;
}

/** Whether queues made with this PD are used by one thread at a time. */
static inline bool inverbs_in_thread_domain(struct ibv_pd *pd)
{
	return pd && inverbs_pd_of(pd)->td;
}

/**
 * Queue memory: page aligned, zeroed, not inherited by fork when fork support is on, shared with
 * the emulator. NULL and errno on failure. bytes is rounded up to pages.
 */
void *inverbs_queue_alloc(struct inverbs_context *ctx, size_t bytes);
void inverbs_queue_free(struct inverbs_context *ctx, void *buf, size_t bytes);
/** Free the arenas that queues were allocated from; no queues are left. */
void inverbs_arena_fini(struct inverbs_context *ctx);

/**
 * A doorbell record of 4 or 8 bytes, zeroed, naturally aligned: the lowest free slot of a page for
 * that size. NULL: ENOMEM.
 */
uint32_t *inverbs_record_alloc(struct inverbs_context *ctx, size_t bytes);
void inverbs_record_free(struct inverbs_context *ctx, uint32_t *record);
/** Free all record pages (context_fini). */
void inverbs_record_fini(struct inverbs_context *ctx);

/** Set up an empty table for `size` numbers (a power of two). */
void inverbs_table_init(struct inverbs_number_table *table, uint32_t size);
/** Insert an object; the caller holds ctx->table_lock. ENOMEM. */
int inverbs_table_enter(struct inverbs_number_table *table, uint32_t number, void *object);
void inverbs_table_remove(struct inverbs_number_table *table, uint32_t number);
void inverbs_table_fini(struct inverbs_number_table *table);

/** Print a line on stderr if INVERBS_LOG is set. printf-like, without newline. */
void inverbs_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
