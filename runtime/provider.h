/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interface between the runtime and an adapter's control path (providers/<adapter>/). The
 * runtime checks arguments, fills the public members common to all adapters and keeps event counts.
 * The provider sizes and allocates queues, issues kernel commands with their driver-private data
 * and sets up the inline queue state of <inverbs/fast/objects.h>.
 *
 * Every function returns 0 or an errno value and leaves nothing behind on failure. Functions that
 * an adapter lacks are NULL, and the verb fails with EOPNOTSUPP; alloc_pd and the functions that
 * create, modify and destroy queues are mandatory.
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
	/** Whether a device belongs to the adapter. NULL: decided by its identity. */
	bool (*match)(const struct inverbs_device_info *dev);
	/** Identity and commands from the spec. NULL: unknown, so every command is tried. */
	const struct inverbs_identity *identity;
	/**
	 * The adapter's generated table for the shared control path (providers/common/control.h),
	 * which functions below use if they are shared ones.
	 */
	const struct inverbs_control *control;
	/* Limits that are checked before the kernel sees the request; 0: none. */
	uint32_t max_cqe;
	uint32_t max_srq_wr;
	uint32_t max_srq_sge;
	/** Size of the driver-private response of REG_MR, in bytes. */
	size_t mr_response_bytes;
	/**
	 * Issue GET_CONTEXT with its driver-private data, map registers, read limits. ctx is zeroed
	 * except for ibv.device, transport and the locks; dev is the result of discovery. Sets
	 * ibv.async_fd, ibv.num_comp_vectors, ibv.ops, uar, push, tables, provider_data. The
	 * runtime closes async_fd after context_fini; on failure context_init has closed it.
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
	 * Frees queue memory. *comp_events and *async_events become the numbers of events that the
	 * kernel reports as read; they are unchanged if it cannot report them because the device is
	 * gone. Likewise for the functions below.
	 */
	int (*destroy_cq)(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events);

	/**
	 * The device is gone: complete outstanding work requests as flushed, as many as fit into
	 * the queue, which is empty and locked. NULL: nothing happens.
	 */
	void (*flush_cq)(struct inverbs_cq *cq);

	/**
	 * Replaces attr->cap by what was granted. XRC_RECV and opened QPs have no rings. Returns
	 * EINVAL for OFED's IBV_QPT_XRC; the caller then retries with XRC_SEND.
	 */
	int (*create_qp)(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			 struct inverbs_qp *qp);
	/**
	 * The ibv_wr_start() operations (enum ibv_qp_create_send_ops_flags) that queue pairs of a
	 * type support; 0: none. NULL: none for any type.
	 */
	uint64_t (*send_ops)(enum ibv_qp_type type);
	int (*wr_complete)(struct ibv_qp_ex *qp);
	int (*modify_qp)(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask);
	int (*query_qp)(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
			struct ibv_qp_init_attr *init_attr);
	int (*destroy_qp)(struct inverbs_qp *qp, uint32_t *events);
	/**
	 * Called when the program reads an event of this queue pair, which may be about to be
	 * destroyed. NULL: nothing to do.
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
	 * Printers for WQEs and CQEs, for explanations. NULL: none, and the two functions below are
	 * not called.
	 */
	const struct inverbs_dump *dump;
	/**
	 * Copy dump->cqe_bytes bytes of the polled CQE with this index. Returns false if it was
	 * overwritten. The caller holds the queue's lock.
	 */
	bool (*cq_taken)(const struct inverbs_cq *cq, uint32_t index, void *cqe);
	/**
	 * Returns the send WQE with this index, or NULL if its slot was reused. The caller holds
	 * the queue's lock.
	 */
	const void *(*sq_kept)(const struct inverbs_sq *sq, uint32_t index);
};

/**
 * Convert the result of a destroy command. A device that is gone (EIO) has destroyed its objects,
 * so that counts as success; the library's memory remains to be freed.
 */
static inline int inverbs_ignore_gone(int err)
{
	return err == EIO ? 0 : err;
}

/**
 * XRC domain. Programs may have a pointer to either API's struct: both structs begin with the same
 * members.
 */
struct inverbs_xrcd {
	union {
		struct ibv_xrcd ibv;
		struct ibv_xrc_domain ofed; /**< contains the kernel's handle */
	};
	/**
	 * Number of IBV_QPT_XRC queue pairs; atomic. They have no domain in kernels that support
	 * only XRC_SEND.
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

/* Each directory in providers/ defines inverbs_provider_<adapter>. */
#define INVERBS_DECLARE_PROVIDER(name) extern const struct inverbs_provider inverbs_provider_##name;
INVERBS_EACH_ADAPTER(INVERBS_DECLARE_PROVIDER)
#undef INVERBS_DECLARE_PROVIDER

/* Services that the runtime offers to providers (runtime/identity.c, memory.c, tables.c). */

/** Whether a device belongs to the adapter: by driver id, PCI id, modalias or name. */
bool inverbs_identity_match(const struct inverbs_identity *id,
			    const struct inverbs_device_info *dev);
/** Whether posts and polls are kernel commands on this device. */
bool inverbs_identity_by_command(const struct inverbs_identity *id,
				 const struct inverbs_device_info *dev);

/**
 * Allocate zeroed memory for an object with queue state, aligned to a cache line; free() releases
 * it. Returns NULL for ENOMEM.
 */
void *inverbs_object_alloc(size_t bytes);

/** The PD that the kernel has: for a parent domain, the PD below it. */
static inline struct inverbs_pd *inverbs_real_pd(struct ibv_pd *pd)
{
	struct inverbs_pd *p = inverbs_pd_of(pd);

	return p->parent ? p->parent : p;
}

/** Whether queues created with this PD are used by only one thread at a time. */
static inline bool inverbs_in_thread_domain(struct ibv_pd *pd)
{
	return pd && inverbs_pd_of(pd)->td;
}

/**
 * Allocate queue memory: page aligned, zeroed, not inherited by fork when fork support is on,
 * shared with the emulator. `bytes` is rounded up to pages. Returns NULL with errno on failure.
 */
void *inverbs_queue_alloc(struct inverbs_context *ctx, size_t bytes);
void inverbs_queue_free(struct inverbs_context *ctx, void *buf, size_t bytes);
/** Free the arenas that queues were allocated from. No queues may be left. */
void inverbs_arena_fini(struct inverbs_context *ctx);

/**
 * Allocate a doorbell record of 4 or 8 bytes, zeroed, naturally aligned: the lowest free slot in a
 * page of that size. Returns NULL for ENOMEM.
 */
uint32_t *inverbs_record_alloc(struct inverbs_context *ctx, size_t bytes);
void inverbs_record_free(struct inverbs_context *ctx, uint32_t *record);
/** Free all pages of doorbell records (called by context_fini). */
void inverbs_record_fini(struct inverbs_context *ctx);

/** Set up an empty table for `size` numbers, a power of two. */
void inverbs_table_init(struct inverbs_number_table *table, uint32_t size);
/** Insert an object; the caller holds ctx->table_lock. Returns 0 or ENOMEM. */
int inverbs_table_enter(struct inverbs_number_table *table, uint32_t number, void *object);
void inverbs_table_remove(struct inverbs_number_table *table, uint32_t number);
void inverbs_table_fini(struct inverbs_number_table *table);

/** Print a line to stderr if INVERBS_LOG is set. Like printf, without the newline. */
void inverbs_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
