/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the transport engine knows of an adapter: where its queues lie and a table of functions that
 * read and write their entries. An adapter's driver (adapters/<name>.c) fills a struct hw_* for
 * each object it creates and hangs it on the object's `hw` pointer; the engine finds everything
 * there.
 */
#ifndef EMULATOR_ENGINE_BASE_ADAPTER_H
#define EMULATOR_ENGINE_BASE_ADAPTER_H

#include <inverbs/device/device.h>

#include "base/objects.h"

/** Memory of a client that is looked at again and again: mapped if it can be, copied if not. */
struct hw_view {
	const struct dma_space *space;
	uint64_t addr; /**< in the client */
	uint64_t bytes;
	uint8_t *at;         /**< ours, NULL: copy. Ask hw_view_at() */
	uint32_t generation; /**< of the space when `at` was found */
};

/** A ring of equal slots. entries is a power of two; entry i lies in slot i mod entries. */
struct hw_ring {
	struct hw_view memory;
	uint32_t entries; /**< 0: the queue pair has no such queue */
	uint32_t stride;
	uint8_t *index; /**< memory of ours where the adapter tells how far it is; NULL: nowhere */
};

enum {
	HW_MAX_STRIDE = 1024,
	HW_MAX_CQE = 128,
};

/** An entry as it was at one moment; what the readers of an adapter take. */
struct hw_copy {
	uint32_t bytes;
	_Alignas(16) uint8_t at[HW_MAX_STRIDE];
};

static inline const struct inverbs_dev_copy *hw_copied(const struct hw_copy *copy)
{
	return inverbs_dev_copied(copy->at);
}

/** Address vector of a datagram, independent of its format. */
struct hw_av {
	struct ibv_ah_attr attr;
	uint32_t pdn;
};

/** What is wrong with a request or a message, where an adapter tells more than verbs can say. */
enum hw_fault {
	HW_NO_FAULT,
	HW_BAD_KEY,       /**< no such key */
	HW_OTHER_DOMAIN,  /**< of another protection domain */
	HW_NO_RIGHT,      /**< it does not allow that */
	HW_OUT_OF_BOUNDS, /**< of the region, or of the receive */
	HW_NO_RECEIVE,
	HW_TOO_MANY_READS,
	HW_MALFORMED,
};

/**
 * The formats of one adapter. Slots and words are given as they lie in memory, entries that are
 * read as copies; all functions are pure.
 */
struct hw_adapter {
	/** Is entry `index` of a send ring handed over? Loads with acquire. */
	bool (*send_ready)(const void *slot, uint32_t index, uint32_t entries);
	/** Instead, where the program's index tells: sends posted from entry `index` on. */
	uint32_t (*send_posted)(uint32_t record, uint32_t index, uint32_t entries);
	/** Bytes of the entry in the slot. NULL: it has all of them. */
	uint32_t (*send_bytes)(const struct inverbs_dev_copy *wqe);
	/** 0 or EINVAL. */
	int (*decode_send)(int qp_type, const struct inverbs_dev_copy *wqe, uint32_t len,
			   struct inverbs_dev_wr *out);
	int (*decode_recv)(const struct inverbs_dev_copy *slot, uint32_t stride,
			   struct inverbs_dev_recv *out);
	/** Shared queues that are lists. NULL: they are taken in order, like a queue pair's own. */
	int (*decode_srq_recv)(const struct inverbs_dev_copy *slot, uint32_t stride,
			       struct inverbs_dev_recv *out);
	/** ethernet: link layer of the port, which may give fields another place. */
	void (*decode_av)(const uint8_t *av, bool ethernet, struct hw_av *out);

	/** Receives posted and not taken, given the producer's record and how many were taken. */
	uint32_t (*recv_posted)(uint32_t record, uint32_t taken, uint32_t entries);
	/** Completions that the program has not consumed, given its record and the next index. */
	uint32_t (*cq_outstanding)(uint32_t record, uint32_t producer, uint32_t entries);
	uint32_t cq_spare; /**< slots of a completion queue that always stay free */
	/** Tell the program at hw_ring.index that all before entry `index` is done. */
	void (*put_index)(uint8_t *at, uint32_t index, uint32_t entries);
	/** Entries carry the program's number of a request, and completions bring it back. */
	bool named;
	/** A completion without room is lost, with an event; nothing else happens. */
	bool overrun_loses;
	/** It was told at creation whether all sends are signaled; else each entry says so itself.
	 */
	bool knows_sig_all;
	/** A receive posted to a queue pair in error waits there for ever: nobody looks for it. */
	bool flushes_once;
	/** The limit of a shared queue is looked at when a receive is taken, not when it is set. */
	bool limit_at_receive;

	/* Where sends and receives share a ring, which `send` of the queue pair is then. */
	bool (*is_recv)(const struct inverbs_dev_copy *slot);
	/** What the completion of a send names it by. */
	uint32_t (*serial)(const struct inverbs_dev_copy *slot);
	/** inverbs_dev_cqe.vendor_err; 0 for none. */
	uint32_t (*fault_code)(enum hw_fault fault);

	/** Store entry `index` in its slot and hand it over; the slot is memory of ours. NULL: made
	 * by build_cqe, and its last byte hands it over. */
	void (*put_cqe)(void *slot, uint32_t index, uint32_t entries,
			const struct inverbs_dev_cqe *cqe);
	/** Build a whole entry for `index`, owner bit included, in a buffer of ours. */
	void (*build_cqe)(void *buffer, uint32_t bytes, uint32_t index, uint32_t entries,
			  const struct inverbs_dev_cqe *cqe);
	/** The entry that says "continue in the resized ring". NULL: the adapter has none. */
	void (*build_resize)(void *buffer, uint32_t bytes, uint32_t index, uint32_t entries);
	/** Make a slot look not yet written for `index`. */
	void (*init_cqe)(void *slot, uint32_t bytes, uint32_t index, uint32_t entries);

	/** The program's latest request for an event, from its two record words. EINVAL: no
	 * program asks so. */
	int (*decode_arm)(const struct inverbs_dev_copy *record, struct inverbs_dev_arm *out);
	uint32_t arm_sequence_mask; /**< bits of a sequence number */
	uint32_t index_mask;        /**< bits of the consumer index in an arm request */
};

/** softhca_cq.hw */
struct hw_cq {
	const struct hw_adapter *adapter;
	struct hw_ring ring;
	struct hw_view record; /**< word 0 consumer index, word 1 arm request */
};

/** softhca_qp.hw; NULL on queue pairs without rings. */
struct hw_qp {
	const struct hw_adapter *adapter;
	struct hw_ring send;
	struct hw_ring recv;
	struct hw_view record;      /**< receive producer index */
	struct hw_view send_record; /**< send_posted: send producer index */
	uint32_t send_depth; /**< shared ring: most sends and receives open at a time, powers of */
	uint32_t recv_depth; /**< two; copies of that many are kept */
};

/** softhca_srq.hw */
struct hw_srq {
	const struct hw_adapter *adapter;
	struct hw_ring ring;
	struct hw_view record; /**< producer count */
};

/* --- views (view.c) ---------------------------------------------------------------------- */

/** 0, EINVAL for a bad alignment or length, EFAULT when the client has no such memory. */
int softhca_view_init(struct hw_view *view, const struct dma_space *space, uint64_t addr,
		      uint64_t bytes, uint32_t align);
/** Memory of ours, which is always mapped. */
void softhca_view_own(struct hw_view *view, uint8_t *at, uint64_t bytes);
/** Look again after a share or unshare. */
void softhca_view_refresh(struct hw_view *view);

/** Our pointer to the start, or NULL. */
static inline uint8_t *hw_view_at(struct hw_view *view)
{
	if (view->generation != view->space->generation)
		softhca_view_refresh(view);
	return view->at;
}

/** Word `index` as it lies in memory, loaded with acquire; 0 or EFAULT. */
int softhca_view_word(struct hw_view *view, unsigned int index, uint32_t *out);
int softhca_view_read(struct hw_view *view, uint64_t offset, void *to, size_t bytes);
int softhca_view_write(struct hw_view *view, uint64_t offset, const void *from, size_t bytes);

static inline uint64_t hw_ring_offset(const struct hw_ring *ring, uint32_t index)
{
	return (uint64_t)(index & (ring->entries - 1)) * ring->stride;
}

/** The slot of entry `index`, or NULL when it has to be copied. */
static inline uint8_t *hw_ring_slot(struct hw_ring *ring, uint32_t index)
{
	uint8_t *at = hw_view_at(&ring->memory);

	return at ? at + hw_ring_offset(ring, index) : NULL;
}

/** Tell the program how far the adapter is, if it wants to know. */
static inline void hw_ring_tell(const struct hw_adapter *adapter, const struct hw_ring *ring,
				uint32_t index)
{
	if (ring->index)
		adapter->put_index(ring->index, index, ring->entries);
}

/* --- completion queues (complete.c) ------------------------------------------------------- */

/** Make every slot of a ring not yet written for the entries from `first` on. 0 or EFAULT. */
int softhca_engine_cq_init_ring(const struct hw_adapter *adapter, struct hw_ring *ring,
				uint32_t first);
/**
 * Continue in another ring. EINVAL when it cannot hold what the program has not consumed, EFAULT;
 * the CQ is unchanged then.
 */
int softhca_engine_cq_move(struct softhca_cq *cq, const struct hw_ring *ring);
/** The driver has moved the queue by itself: `count` completions wait in the new ring, from 0 on.
 */
void softhca_engine_cq_moved(struct softhca_cq *cq, uint32_t count);

#endif
