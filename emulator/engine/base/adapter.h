/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The transport engine's interface to an adapter: where its queues are, and a table of functions
 * that decode its WQEs and encode its CQEs. For each object that it creates, an adapter's driver
 * (adapters/<name>.c) fills a struct hw_* and stores its address in the object's `hw`.
 */
#ifndef EMULATOR_ENGINE_BASE_ADAPTER_H
#define EMULATOR_ENGINE_BASE_ADAPTER_H

#include <inverbs/device/device.h>

#include "base/objects.h"

/** Client memory that is accessed repeatedly: mapped if possible, otherwise copied. */
struct hw_view {
	const struct dma_space *space;
	uint64_t addr; /**< in the client */
	uint64_t bytes;
	uint8_t *at;         /**< our mapping; NULL: must be copied. Read it with hw_view_at() */
	uint32_t generation; /**< generation of the address space when `at` was found */
};

/** A ring of slots of equal size. entries is a power of two; index i is in slot i mod entries. */
struct hw_ring {
	struct hw_view memory;
	uint32_t entries; /**< 0: the queue pair has no such queue */
	uint32_t stride;
	uint8_t *index; /**< where the adapter publishes its index; NULL: nowhere */
};

enum {
	HW_MAX_STRIDE = 1024,
	HW_MAX_CQE = 128,
};

/** A copy of a WQE or CQE, for decoding. */
struct hw_copy {
	uint32_t bytes;
	_Alignas(16) uint8_t at[HW_MAX_STRIDE];
};

static inline const struct inverbs_dev_copy *hw_copied(const struct hw_copy *copy)
{
	return inverbs_dev_copied(copy->at);
}

/** Address vector of a datagram, in a format independent of the adapter. */
struct hw_av {
	struct ibv_ah_attr attr;
	uint32_t pdn;
};

/** Reason of an error, for adapters whose syndromes distinguish more than verbs do. */
enum hw_fault {
	HW_NO_FAULT,
	HW_BAD_KEY,       /**< no such key */
	HW_OTHER_DOMAIN,  /**< a key of another protection domain */
	HW_NO_RIGHT,      /**< the access flags do not allow it */
	HW_OUT_OF_BOUNDS, /**< beyond the end of the region, or of the receive */
	HW_NO_RECEIVE,
	HW_TOO_MANY_READS,
	HW_MALFORMED,
};

/**
 * The formats of one adapter. Slots and words are passed as they are in memory, WQEs as copies. The
 * functions have no state.
 */
struct hw_adapter {
	/** Does the adapter own WQE `index` of a send ring? Loads with acquire. */
	bool (*send_ready)(const void *slot, uint32_t index, uint32_t entries);
	/**
	 * The same for rings with a producer index: returns the number of sends posted from WQE
	 * `index` on.
	 */
	uint32_t (*send_posted)(uint32_t record, uint32_t index, uint32_t entries);
	/** Returns the size of the WQE in bytes. NULL: it is the whole slot. */
	uint32_t (*send_bytes)(const struct inverbs_dev_copy *wqe);
	/** Decode a WQE. Return 0 or EINVAL. */
	int (*decode_send)(int qp_type, const struct inverbs_dev_copy *wqe, uint32_t len,
			   struct inverbs_dev_wr *out);
	int (*decode_recv)(const struct inverbs_dev_copy *slot, uint32_t stride,
			   struct inverbs_dev_recv *out);
	/**
	 * Decode a receive of a shared receive queue whose slots form a linked list. NULL: receives
	 * are taken in order, as from a receive queue.
	 */
	int (*decode_srq_recv)(const struct inverbs_dev_copy *slot, uint32_t stride,
			       struct inverbs_dev_recv *out);
	/** ethernet: the port's link layer, which determines where some fields are. */
	void (*decode_av)(const uint8_t *av, bool ethernet, struct hw_av *out);

	/**
	 * Returns the number of receives posted and not consumed, from the producer index in the
	 * doorbell record and the number consumed.
	 */
	uint32_t (*recv_posted)(uint32_t record, uint32_t taken, uint32_t entries);
	/**
	 * Returns the number of CQEs that the program has not consumed, from its doorbell record
	 * and the producer index.
	 */
	uint32_t (*cq_outstanding)(uint32_t record, uint32_t producer, uint32_t entries);
	uint32_t cq_spare; /**< slots of a completion queue that stay free */
	/** Publish the adapter's index at hw_ring.index: everything before `index` is done. */
	void (*put_index)(uint8_t *at, uint32_t index, uint32_t entries);
	/** WQEs carry wr_id, and CQEs return it. */
	bool named;
	/** If the CQ has no room, the CQE is dropped, with an event, and the CQ does not fail. */
	bool overrun_loses;
	/** sq_sig_all is a property of the queue pair; otherwise it is set in each WQE. */
	bool knows_sig_all;
	/** Receives posted after the transition to ERR are not flushed. */
	bool flushes_once;
	/**
	 * The limit of a shared receive queue is checked when a receive is taken, not when it is
	 * set.
	 */
	bool limit_at_receive;

	/* For rings that sends and receives share; the ring is hw_qp.send. */
	bool (*is_recv)(const struct inverbs_dev_copy *slot);
	/** Returns the number that identifies the send in its CQE. */
	uint32_t (*serial)(const struct inverbs_dev_copy *slot);
	/** Returns inverbs_dev_cqe.vendor_err for a fault; 0 for HW_NO_FAULT. */
	uint32_t (*fault_code)(enum hw_fault fault);

	/**
	 * Store CQE `index` in its slot, which is mapped here, and pass ownership. NULL: CQEs are
	 * built by build_cqe, and their last byte passes ownership.
	 */
	void (*put_cqe)(void *slot, uint32_t index, uint32_t entries,
			const struct inverbs_dev_cqe *cqe);
	/** Build a whole CQE for `index`, including its owner bit, in a local buffer. */
	void (*build_cqe)(void *buffer, uint32_t bytes, uint32_t index, uint32_t entries,
			  const struct inverbs_dev_cqe *cqe);
	/**
	 * Build the CQE that tells the program to continue in the resized ring. NULL: the adapter
	 * has none.
	 */
	void (*build_resize)(void *buffer, uint32_t bytes, uint32_t index, uint32_t entries);
	/** Mark a slot as not written for `index`. */
	void (*init_cqe)(void *slot, uint32_t bytes, uint32_t index, uint32_t entries);

	/**
	 * Decode the program's latest arm request, from the two words of the doorbell record.
	 * Returns 0, or EINVAL if it is malformed.
	 */
	int (*decode_arm)(const struct inverbs_dev_copy *record, struct inverbs_dev_arm *out);
	uint32_t arm_sequence_mask; /**< bits of a sequence number */
	uint32_t index_mask;        /**< bits of the consumer index in an arm request */
};

/** softhca_cq.hw */
struct hw_cq {
	const struct hw_adapter *adapter;
	struct hw_ring ring;
	struct hw_view doorbell_record; /**< word 0 consumer index, word 1 arm request */
};

/** softhca_qp.hw; NULL on queue pairs without rings. */
struct hw_qp {
	const struct hw_adapter *adapter;
	struct hw_ring send;
	struct hw_ring recv;
	struct hw_view recv_record; /**< receive producer index */
	struct hw_view send_record; /**< send_posted: send producer index */
	uint32_t send_depth; /**< shared ring: maximum outstanding sends, a power of two, and */
	uint32_t recv_depth; /**< likewise receives; as many copies are kept */
};

/** softhca_srq.hw */
struct hw_srq {
	const struct hw_adapter *adapter;
	struct hw_ring ring;
	struct hw_view doorbell_record; /**< producer count */
};

/* --- views (view.c) ---------------------------------------------------------------------- */

/**
 * Set up a view. Returns 0; EINVAL for a wrong alignment or length; EFAULT if the client has no
 * such memory.
 */
int softhca_view_init(struct hw_view *view, const struct dma_space *space, uint64_t addr,
		      uint64_t bytes, uint32_t align);
/** Set up a view of our own memory, which is always mapped. */
void softhca_view_own(struct hw_view *view, uint8_t *at, uint64_t bytes);
/** Find the mapping again after a share or unshare. */
void softhca_view_refresh(struct hw_view *view);

/** Returns our pointer to the start, or NULL. */
static inline uint8_t *hw_view_at(struct hw_view *view)
{
	if (view->generation != view->space->generation)
		softhca_view_refresh(view);
	return view->at;
}

/** Load word `index`, in memory order, with acquire. Returns 0 or EFAULT. */
int softhca_view_word(struct hw_view *view, unsigned int index, uint32_t *out);
int softhca_view_read(struct hw_view *view, uint64_t offset, void *to, size_t bytes);
int softhca_view_write(struct hw_view *view, uint64_t offset, const void *from, size_t bytes);

static inline uint64_t hw_ring_offset(const struct hw_ring *ring, uint32_t index)
{
	return (uint64_t)(index & (ring->entries - 1)) * ring->stride;
}

/** Returns the slot of `index`, or NULL if it must be copied. */
static inline uint8_t *hw_ring_slot(struct hw_ring *ring, uint32_t index)
{
	uint8_t *at = hw_view_at(&ring->memory);

	return at ? at + hw_ring_offset(ring, index) : NULL;
}

/** Publish the adapter's index, if the program has memory for it. */
static inline void hw_ring_publish_index(const struct hw_adapter *adapter,
					 const struct hw_ring *ring, uint32_t index)
{
	if (ring->index)
		adapter->put_index(ring->index, index, ring->entries);
}

/* --- completion queues (complete.c) ------------------------------------------------------- */

/** Mark every slot of a ring as not written, for indexes from `first` on. Returns 0 or EFAULT. */
int softhca_engine_cq_init_ring(const struct hw_adapter *adapter, struct hw_ring *ring,
				uint32_t first);
/**
 * Continue in another ring. Returns 0; or EFAULT, or EINVAL if the ring cannot hold the CQEs that
 * are not consumed, and then the CQ is unchanged.
 */
int softhca_engine_cq_move(struct softhca_cq *cq, const struct hw_ring *ring);
/** The driver has copied the `count` CQEs of the old ring to the new one, from index 0 on. */
void softhca_engine_cq_moved(struct softhca_cq *cq, uint32_t count);

#endif
