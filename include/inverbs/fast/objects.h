/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The structs behind the public handles, the same for every adapter: queue state that inline code
 * accesses in every call, in cache lines that each have a single writer. A queue's public struct
 * follows the cache lines that its calls access, so that one-byte offsets from the handle (-128 to
 * -1) reach them. Other objects begin with their public struct. Private: programs must not use
 * these, only their compiler has to see them.
 */
#include <infiniband/verbs.h> /* ends by including this file, hence before the guard */

#ifndef INVERBS_OBJECTS_H
#define INVERBS_OBJECTS_H

#include <inverbs/fast/bits.h>
#include <inverbs/fast/lock.h>

#define INVERBS_HOT __attribute__((aligned(64)))

struct inverbs_transport;
struct inverbs_provider;

enum {
	INVERBS_LEAVES = 256
};

/**
 * Maps numbers to objects, in two levels: the top 8 bits of the masked number select a leaf, the
 * rest a pointer in it.
 */
struct inverbs_number_table {
	uint32_t mask;  /**< size of the number space - 1 */
	uint32_t shift; /**< number of bits that index a leaf */
	void **leaf[INVERBS_LEAVES];
};

/**
 * Returns the object with this number, or NULL. Only the masked bits of the number count. Other
 * threads may insert objects meanwhile: the acquire pairs with the release in inverbs_table_enter.
 */
INVERBS_INLINE void *inverbs_lookup(const struct inverbs_number_table *table, uint32_t number)
{
	void **leaf = __atomic_load_n(&table->leaf[(number & table->mask) >> table->shift],
				      __ATOMIC_ACQUIRE);

	return leaf ? __atomic_load_n(&leaf[number & ((1U << table->shift) - 1)], __ATOMIC_ACQUIRE)
		    : NULL;
}

/**
 * Iterate over a table. Returns the first object whose number is at least *from, and sets *from to
 * the following number; NULL at the end.
 */
INVERBS_INLINE void *inverbs_next(const struct inverbs_number_table *table, uint32_t *from)
{
	while (*from < (uint32_t)INVERBS_LEAVES << table->shift) {
		const uint32_t number = *from;
		void **leaf = __atomic_load_n(&table->leaf[number >> table->shift],
					      __ATOMIC_ACQUIRE);
		void *object = leaf ? inverbs_lookup(table, number) : NULL;

		*from = leaf ? number + 1 : ((number >> table->shift) + 1) << table->shift;
		if (object)
			return object;
	}
	return NULL;
}

/** A page for copying whole WQEs to the adapter (mlx4: BlueFlame); one per context. */
struct inverbs_push {
	uint8_t *page;            /**< NULL: the adapter has none */
	uintptr_t next;           /**< where the next WQE goes; alternates between two buffers */
	uint32_t size;            /**< bytes of one buffer; 0 without page */
	uint32_t most;            /**< largest WQE that may be copied whole, in bytes; 0: none */
	struct inverbs_lock lock; /**< always taken: several threads' queues share the page */
	uint8_t *doorbell;        /**< page with the register that announces copies */
};

/** Select the first buffer of the page, which is aligned to the size of two buffers. */
INVERBS_INLINE void inverbs_push_open(struct inverbs_push *push, uint8_t *page, uint32_t size)
{
	push->page = page;
	push->next = (uintptr_t)page;
	push->size = push->most = page ? size : 0;
}

enum inverbs_sq_flag {
	INVERBS_SQ_CSUM = 1,          /**< this QP may use checksum offload */
	INVERBS_SQ_SIGNAL_ALL = 2,    /**< sq_sig_all of the QP; same value as IBV_SEND_SIGNALED */
	INVERBS_SQ_ETHERNET = 4,      /**< the QP's port has link layer Ethernet */
	INVERBS_RX_CSUM = 8,          /**< receive completions may report a good checksum */
	INVERBS_SQ_ATOMICS = 16,      /**< this QP may use atomics */
	INVERBS_SQ_SEND_IMM = 32,     /**< this QP may send immediate data */
	INVERBS_SQ_INLINE_WRITE = 64, /**< RDMA writes on this QP may have inline payload */
	INVERBS_SQ_COPIED = 128,      /**< WQEs of this QP may be copied to `push->page` */
	INVERBS_BUILT = 256, /**< set in a work request: built by ibv_wr_start() and its sisters */
};

/** A posted send, stored at the index of its WQE's first unit. */
struct inverbs_posted {
	uint64_t wr_id;
	uint32_t next; /**< number of work requests posted, including this one: the tail when it is
			  retired */
	uint32_t note; /**< completion opcode, if the CQE does not contain it */
};

/** Tags: numbers by which CQEs identify work requests. The tag freed last is reused first. */
struct inverbs_tags {
	uint64_t *wr_id; /**< by index */
	uint16_t *pool;  /**< indexes; those from position `next` on are free */
	uint32_t next;
	uint16_t generation; /**< high bits of every tag of this queue */
	uint16_t mask;       /**< selects the low bits, which are the index */
	bool wide;           /**< the tag is the wr_id itself, and nothing is recorded */
};

/**
 * Limits of the hot path: prepared words of WQEs (lanes) per queue, opcodes, and rows indexed by
 * flags.
 */
enum {
	INVERBS_LANES = 3,
	INVERBS_HOT_OPS = 2,
	INVERBS_HOT_ROWS = 4
};

/**
 * Send queue. head and tail are free-running. Each cache line has one writer: for the first it is
 * the polling thread, for the last the posting thread; the lines between change only with the
 * queue's state.
 *
 * The hot path posts on credit: the full path has checked that the next `room` WQEs of one unit
 * each fit, has prepared their lanes, and has already counted them in head and position. Code that
 * reads head or position, or changes the queue in another way, must first take back the credit
 * (inverbs_sq_recall) or subtract it (inverbs_sq_head).
 */
struct inverbs_sq {
	uint32_t tail;   /**< next index to retire; written under the send CQ's lock */
	uint32_t key;    /**< number that the program assigned to the queue pair */
	uint8_t copying; /**< 1: a WQE was copied, and the adapter accepts one copy at a time; set
			    by posts, cleared by polls */
	uint64_t *wr_id INVERBS_HOT; /**< one per slot */
	struct inverbs_posted
		*posted;  /**< one per unit, for adapters that must record more than wr_id */
	uint8_t *buf;     /**< address of slot 0 */
	uint32_t entries; /**< slots, a power of two */
	uint32_t qpn;
	uint8_t shift;     /**< log2 of a slot in bytes */
	uint8_t flags;     /**< enum inverbs_sq_flag */
	uint8_t qp_type;   /**< enum ibv_qp_type */
	uint8_t adapter;   /**< enum inverbs_adapter */
	uint32_t max_post; /**< outstanding requests allowed */
	uint16_t max_sge;
	uint16_t max_inline; /**< in bytes */
	uint8_t spare;  /**< number of slots ahead of the producer that the adapter may prefetch */
	uint8_t closed; /**< 1: the queue pair is in a state that refuses sends */
	uint8_t counts_fill; /**< 1: an empty SGE that fills up a unit counts as an SGE */
	uint8_t flush_once;  /**< 1: one CQE ends all work requests of a ring that failed */
	uint16_t boundary;   /**< in units, a power of two; no WQE crosses a multiple of it */
	struct inverbs_work *work
		INVERBS_HOT; /**< if software orders completions and the kernel does not post */
	struct inverbs_tags *tags; /**< if CQEs identify work requests by tag */
	uint8_t *stage;            /**< staging buffer for WQEs that cannot be built in the ring */
	uint32_t max_units;        /**< size of the largest WQE, in units */
	uint32_t max_batch;        /**< limit of WQEs per doorbell */
	uint32_t max_segmented;    /**< limit of a segmented send's payload, in bytes */
	uint16_t max_header;       /**< limit of its header, in bytes */
	uint8_t max_remote_sge;    /**< limit of SGEs of an RDMA, if lower than max_sge */
	uint8_t front;    /**< number of payload bytes that the adapter requires inline, before the
			     SGEs */
	uint32_t long_at; /**< index of the last WQE longer than one chunk, if one_chunk is 0 */
	uint32_t told; /**< index up to which doorbells have announced WQEs, if some are copied */
	uint8_t *doorbell INVERBS_HOT; /**< the page with the adapter's doorbell registers */
	uint32_t *doorbell_record;
	struct inverbs_push *push;           /**< never NULL */
	uint64_t by_flags[INVERBS_HOT_ROWS]; /**< control words of a WQE for the four combinations
						of SIGNALED and SOLICITED */
	uint32_t stride;                     /**< bytes from one WQE of the hot path to the next */
	uint32_t head;                       /**< the next index to post, once room is used up */
	uint8_t *next INVERBS_HOT;           /**< where the next WQE goes, if there is room */
	uint32_t position;                   /**< units posted, including the credit like head */
	struct inverbs_lock lock;
	uint8_t one_chunk; /**< 1: no WQE has been longer than one chunk since the queue was reset
			    */
	uint8_t owed;  /**< 1: the previous work request requires a fence in the next one. Zero if
			  there is room, so that loading from here gives room * 256 */
	uint32_t room; /**< WQEs that the hot path may still post; see INVERBS_ADDRESSED */
	uint32_t running_end; /**< index after the last of them, shifted into place for its word */
	uint64_t *next_id;    /**< where its wr_id is recorded; not adjacent to `next`, or compilers
				 would move both through vector registers, which is slower */
	uint64_t lane[INVERBS_LANES];         /**< words of WQEs and doorbells, in memory order */
	uint32_t hot_inline[INVERBS_HOT_OPS]; /**< limit of inline bytes in a WQE of the hot path,
						 per operation; 0: none */
} INVERBS_HOT;

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_sq, doorbell) + 128 == sizeof(struct inverbs_sq),
		      "what every post touches are the last two cache lines");

/** Next index to post, without the credit. */
INVERBS_INLINE uint32_t inverbs_sq_head(const struct inverbs_sq *sq)
{
	return sq->head - sq->room;
}

/** Units posted, without the credit. */
INVERBS_INLINE uint32_t inverbs_sq_position(const struct inverbs_sq *sq)
{
	return sq->position - sq->room;
}

/**
 * Added to `room` for a queue whose WQEs contain their destination. Only the full path posts on
 * this credit: as a signed number it is negative, so to the hot path it looks used up. The full
 * path leaves the last WQE of the credit unused.
 */
#define INVERBS_ADDRESSED 0x80000000U

/** Number of WQEs in a credit. */
INVERBS_INLINE uint32_t inverbs_sq_left(uint32_t room)
{
	return room & ~INVERBS_ADDRESSED;
}

/** Let the hot path post this many WQEs. */
INVERBS_INLINE void inverbs_sq_grant(struct inverbs_sq *sq, uint32_t room)
{
	sq->room = room;
	sq->head += room;
	sq->position += room;
}

/**
 * Take back the credit, so that head and position count only posted WQEs. If the queue is in use,
 * the caller holds its lock.
 */
INVERBS_INLINE void inverbs_sq_recall(struct inverbs_sq *sq)
{
	sq->head -= sq->room;
	sq->position -= sq->room;
	sq->room = 0;
}

/** The room shifted by 8, in one load: `owed` is 0 while there is room. */
INVERBS_INLINE uint32_t inverbs_sq_room_shifted(const struct inverbs_sq *sq)
{
	uint32_t room;

	memcpy(&room, (const uint8_t *)&sq->room - 1, sizeof(room));
	return room;
}
INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_sq, room) == offsetof(struct inverbs_sq, owed) + 1,
		      "inverbs_sq_room_shifted");

/** Receive queue of one QP; with cache lines and credit like a send queue. */
struct inverbs_rq {
	uint8_t *next;             /**< where the next WQE goes, if there is room */
	uint32_t *doorbell_record; /**< NULL if there is no receive queue */
	uint64_t *next_id; /**< where its wr_id is recorded; not adjacent to `next`, as in a send
			      queue */
	uint32_t room;     /**< receives that the hot path may still post */
	uint32_t head;     /**< next index to post, once room is used up */
	uint32_t position; /**< units posted, if a receive can take several */
	uint32_t stride;   /**< bytes from one WQE of the hot path to the next */
	uint16_t max_sge;
	struct inverbs_lock lock;
	uint8_t closed; /**< 1: the queue pair is in a state that refuses receives */
	uint64_t *wr_id INVERBS_HOT;
	uint8_t *buf;
	uint32_t entries; /**< 0 if there is no receive queue */
	uint32_t max_post;
	uint8_t shift;
	uint8_t adapter;
	uint8_t counts_fill;       /**< 1: an empty SGE that fills up a unit counts as an SGE */
	struct inverbs_tags *tags; /**< if CQEs identify work requests by tag */
	uint8_t *doorbell;         /**< doorbell register, or NULL */
	uint32_t tail INVERBS_HOT;
	uint32_t mask; /**< for rings whose CQEs need no lookup: entries - 1, after the first
			  completion; else 0 */
} INVERBS_HOT;

/** Like inverbs_sq_head, inverbs_sq_grant and inverbs_sq_recall. */
INVERBS_INLINE uint32_t inverbs_rq_head(const struct inverbs_rq *rq)
{
	return rq->head - rq->room;
}

INVERBS_INLINE void inverbs_rq_grant(struct inverbs_rq *rq, uint32_t room)
{
	rq->room = room;
	rq->head += room;
}

INVERBS_INLINE void inverbs_rq_recall(struct inverbs_rq *rq)
{
	rq->head -= rq->room;
	rq->room = 0;
}

/**
 * Shared receive queue: either a list of free slots linked through the slots themselves, or a ring
 * with free-running head and tail.
 */
struct inverbs_srq {
	uint8_t *buf;
	uint64_t *wr_id;
	uint32_t *doorbell_record;
	uint32_t head;    /**< next slot to post */
	uint32_t tail;    /**< list: last free slot (the list is full if head == tail); ring: as in
			     other rings */
	uint32_t counter; /**< receives posted so far */
	uint32_t entries;
	uint16_t max_sge;
	uint8_t shift;
	uint8_t adapter;
	struct inverbs_lock lock;
	uint8_t counts_fill; /**< 1: an empty SGE that fills up a unit counts as an SGE */
	struct ibv_srq ibv INVERBS_HOT;
	uint32_t srqn;
	struct ibv_cq *xrc_cq; /**< XRC only: the CQ for its receives */
	bool is_xrc;
	size_t buf_bytes;      /**< size of the allocation */
	uint32_t events_taken; /**< atomic: number of events that the program has read */
} INVERBS_HOT;

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_srq, ibv) == 64, "what a post touches is one line");

/** A decoded CQE with the adapter's values, for adapters whose completions software orders. */
struct inverbs_done {
	uint32_t number; /**< number of the queue pair */
	uint32_t serial; /**< send: running number of the work request; receive: running number of
			    the message, from 1 */
	uint32_t length;
	uint8_t opcode; /**< adapter's value */
	uint8_t status; /**< adapter's value; 0 is success */
	bool is_send;
	bool is_late;  /**< an out-of-order completion: it has no serial, and completes the oldest
			  such work request */
	bool in_order; /**< delivered unchanged */
	bool skip;     /**< not delivered to the program */
};

/** A posted send, as recorded until its completion is delivered. */
struct inverbs_send_record {
	uint64_t wr_id;
	struct inverbs_done done; /**< opcode and length are recorded when it is posted */
	bool signaled;
	bool late; /**< out-of-order: its completion may come after those of later work requests */
	bool complete;
};

/** What software records about the sends of a queue pair. */
struct inverbs_work {
	struct inverbs_send_record *records; /**< by the low bits of their running numbers */
	uint32_t requests;                   /**< number of records, a power of two */
	uint32_t oldest_late; /**< serial of the oldest out-of-order work request, if late_open */
	bool late_open;
	bool flushed;  /**< the queue pair was flushed; cleared by RESET */
	uint32_t held; /**< number of completions held back until earlier work requests complete;
			  guarded by the send CQ's lock */
} INVERBS_HOT;

/** Completions that are delivered before the next one in the adapter's ring. */
struct inverbs_soft_cq {
	struct inverbs_done *ring;
	uint32_t head, tail; /**< free-running */
	uint32_t entries; /**< a power of two, with room for every work request of every queue pair
			     on the CQ */
	uint32_t by_command; /**< 1: the kernel polls. Used as the state word for queues whose
				kernel has none */
	uint32_t requests;   /**< number of work requests that all its queue pairs together may have
				outstanding */
};

/**
 * Work requests built with ibv_wr_start() and its sisters. They stay here until the whole batch is
 * posted, so that the adapter never sees a part of it. Each is in a slot with its SGEs and its
 * inline payload. Guarded by the send queue's lock.
 */
struct inverbs_builder {
	struct ibv_send_wr *next;    /**< slot of the next work request */
	struct ibv_send_wr *current; /**< slot of the work request that setters complete */
	struct ibv_send_wr *first;
	/**
	 * An extra slot that is never posted, for work requests beyond the batch's limit and for
	 * setters without a work request.
	 */
	struct ibv_send_wr *spare;
	uint32_t stride;    /**< bytes from one slot to the next */
	uint32_t inline_at; /**< offset of the inline payload in a slot */
	bool addressed;     /**< work requests contain their destination; RDMA addresses are then in
			       bind_mw */
	uint16_t max_sge;   /**< limit of the queue */
	uint16_t max_inline;
	int err;      /**< not 0: refuse the batch with this errno value */
	void *memory; /**< memory of all slots; NULL without send_ops_flags */
};

struct inverbs_qp {
	struct inverbs_sq sq;
	union {
		struct ibv_qp ibv;
		struct ibv_qp_ex ibv_ex;
	};
	struct inverbs_rq rq;
	struct inverbs_srq *srq; /**< NULL: none */
	uint8_t *buf;            /**< the whole allocation; NULL for queues without rings */
	size_t buf_bytes;
	size_t recv_bytes;     /**< size of a receive queue that has its own mapping; else 0 */
	uint32_t events_taken; /**< atomic: number of events that the program has read */
	struct inverbs_qp *next_registered; /**< OFED's XRC: next in the context's list */
	struct inverbs_builder builder INVERBS_HOT;
};

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_qp, ibv) == sizeof(struct inverbs_sq),
		      "the send queue's last lines lie in front of the public part");

/** Size of a CQ's cache of queue pairs, indexed by the low bits of their number in CQEs. */
enum {
	INVERBS_SEEN = 16
};

/** Placeholder for an empty cache entry: no CQE has its number. In libinverbs.a. */
#ifdef __cplusplus
extern "C" {
#endif
extern struct inverbs_qp inverbs_no_qp;
/**
 * The cursor points here (it is parked) if software has completions for the queue or requires every
 * poll to take the full path. In every format, this is a new CQE that the hot path does not handle.
 * In libinverbs.a.
 */
extern const uint8_t inverbs_parked_cqe[64];
#ifdef __cplusplus
}
#endif

/** Completion queue. An empty poll accesses only the cache line before the public part. */
struct inverbs_cq {
	struct inverbs_qp *seen[INVERBS_SEEN]; /**< never NULL */
	/* State of an extended poll: the CQE that start_poll or next_poll found, for the
	 * functions that read it. Pointers are not adjacent, or compilers would move both through
	 * vector registers. */
	const uint8_t *current;
	uint32_t current_note; /**< what was recorded with its work request */
	struct inverbs_qp *current_qp;
	const struct inverbs_number_table *qps;
	uint64_t current_row; /**< its row in the table of results, if polls use one */
	const struct inverbs_number_table *srqs; /**< XRC SRQs by number */
	uint8_t *doorbell;
	uintptr_t cursor INVERBS_HOT; /**< the next CQE, with the polarity that makes it new in bit
					 0; for rings with a producer index: the ring */
	uintptr_t end;                /**< end of the ring, where the cursor wraps */
	uint32_t head;                /**< consumer index, free-running */
	uint32_t arm_sn;
	uint32_t *doorbell_record; /**< word 0 consumer index, word 1 arm request */
	uint32_t entries;          /**< a power of two */
	uint32_t cqn;
	uint32_t stride; /**< bytes from one CQE to the next */
	uint8_t shift;   /**< log2 of a CQE in bytes */
	uint8_t adapter;
	struct inverbs_lock lock;
	uint8_t *buf;
	uint32_t *attention; /**< state word; if not 0, polls take the full path, because the kernel
				requested it or because the kernel polls */
	union {
		struct ibv_cq ibv;
		struct ibv_cq_ex ibv_ex;
	};
	uint32_t *ring_head; /**< consumer index of each ring, if there are several */
	uint32_t rings;
	uint32_t turn;     /**< ring to poll next */
	uint32_t selector; /**< number of rings emptied before the current one, for adapters whose
			      arm requests contain it */
	bool parked; /**< the next CQE was delivered for one work request, and also completes others
		      */
	uint32_t null_lkey; /**< key for SGEs whose payload is discarded; 0: there is none */
	struct inverbs_soft_cq *soft; /**< NULL unless software orders completions */
	size_t buf_bytes;
	uint8_t *replaced; /**< rings retired by resizes: polls read them without the lock, so they
			      are freed with the queue */
	bool external;     /**< passed to the program for direct access; never cleaned */
	uint32_t comp_events_taken;  /**< atomic: number of completion events that the program has
					read */
	uint32_t async_events_taken; /**< atomic: number of asynchronous events that the program has
					read */
	/**
	 * Called with the lock held by a poll that finds nothing; NULL: no call. If it is set, the
	 * cursor is always parked, so that every poll takes the full path.
	 */
	void (*idle)(struct inverbs_cq *cq);
} INVERBS_HOT;

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_cq, ibv) == offsetof(struct inverbs_cq, cursor) + 64,
		      "what an empty poll touches is one line");

/** Clear the cache of queue pairs, in a new CQ and before a queue pair is destroyed. */
INVERBS_INLINE void inverbs_cq_forget(struct inverbs_cq *cq)
{
	for (int i = 0; i < INVERBS_SEEN; i++)
		cq->seen[i] = &inverbs_no_qp;
}

/** Address handle: the adapter's address vector, ready to be copied into a WQE. */
struct inverbs_ah {
	struct ibv_ah ibv;
	uint8_t av[64];
	uint32_t number; /**< the adapter's number for the handle, if work requests contain it; else
			    0 */
	uint16_t vlan;
	uint8_t mac[6];
};

struct inverbs_pd {
	struct ibv_pd ibv;
	uint32_t pdn;              /**< the adapter's number, which address vectors contain */
	struct inverbs_pd *parent; /**< for a parent domain: the real PD; else NULL */
	struct ibv_td *td;         /**< for a parent domain: its thread domain or NULL */
	uint32_t users; /**< parent domains created on this PD; QPs and MRs created on this parent
			   domain */
};

/** Memory region. */
struct inverbs_mr {
	struct ibv_mr ibv;
	unsigned int access;     /**< IBV_ACCESS_* */
	bool kept_from_children; /**< its pages are excluded from fork */
};

struct inverbs_td {
	struct ibv_td ibv;
	uint32_t users; /**< number of parent domains that refer to it */
};

struct inverbs_context {
	struct ibv_context ibv;
	struct inverbs_transport *transport;
	const struct inverbs_provider *provider;
	uint8_t adapter; /**< enum inverbs_adapter */
	uint8_t *uar;    /**< doorbell page */
	struct inverbs_push push;
	struct inverbs_number_table qps;
	struct inverbs_number_table xrc_srqs;
	pthread_mutex_t table_lock;          /**< guards changes to both tables */
	struct inverbs_record_page *records; /**< doorbell record pages; guarded by record_lock */
	pthread_mutex_t record_lock;
	struct inverbs_arena *arenas; /**< memory shared with the emulator, guarded by arena_lock */
	pthread_mutex_t arena_lock;
	struct inverbs_qp *registered; /**< OFED's XRC: receive queue pairs, by number */
	pthread_mutex_t registered_lock;
	void *provider_data; /**< the adapter's data, freed by its fini */
	uint64_t looked_at;  /**< atomic: when a poll last checked that the device exists, in ms */
	uint8_t lost;        /**< atomic: the device is gone */
	uint8_t told_of_its_loss; /**< atomic: the program has read DEVICE_FATAL */
};

INVERBS_INLINE struct inverbs_context *inverbs_context_of(struct ibv_context *p)
{
	return (struct inverbs_context *)p;
}

INVERBS_INLINE struct inverbs_pd *inverbs_pd_of(struct ibv_pd *p)
{
	return (struct inverbs_pd *)p;
}

/* The queue behind a handle, which must not be NULL. */
INVERBS_INLINE struct inverbs_qp *inverbs_qp_of(struct ibv_qp *p)
{
	return (struct inverbs_qp *)(void *)((uint8_t *)p - offsetof(struct inverbs_qp, ibv));
}

INVERBS_INLINE struct inverbs_cq *inverbs_cq_of(struct ibv_cq *p)
{
	return (struct inverbs_cq *)(void *)((uint8_t *)p - offsetof(struct inverbs_cq, ibv));
}

INVERBS_INLINE struct inverbs_cq *inverbs_cq_of_ex(struct ibv_cq_ex *p)
{
	return (struct inverbs_cq *)(void *)((uint8_t *)p - offsetof(struct inverbs_cq, ibv_ex));
}

INVERBS_INLINE struct inverbs_srq *inverbs_srq_of(struct ibv_srq *p)
{
	return (struct inverbs_srq *)(void *)((uint8_t *)p - offsetof(struct inverbs_srq, ibv));
}

INVERBS_INLINE struct inverbs_ah *inverbs_ah_of(struct ibv_ah *p)
{
	return (struct inverbs_ah *)p;
}

INVERBS_INLINE struct inverbs_mr *inverbs_mr_of(struct ibv_mr *p)
{
	return (struct inverbs_mr *)p;
}

#endif
