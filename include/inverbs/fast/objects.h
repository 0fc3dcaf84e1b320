/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The structs behind the public handles, the same for every adapter: queue state that inline code
 * touches on every call, in cache lines that have one writer each. A queue's public struct follows
 * the cache lines that its calls touch, so that the handle reaches them with an offset of one byte:
 * -128 to -1. Other objects begin with their public struct. Not for programs; only the compiler has
 * to see them.
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
 * Number to object, in two levels: the top 8 bits of the masked number select a leaf, the rest a
 * pointer in it.
 */
struct inverbs_number_table {
	uint32_t mask;  /**< size of the number space - 1 */
	uint32_t shift; /**< bits of a number that index a leaf */
	void **leaf[INVERBS_LEAVES];
};

/**
 * The object with this number, or NULL. Numbers that agree in the masked bits are equal. Other
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
 * Iterate over a table: the first object whose number is at least *from, which becomes the number
 * after it. NULL: no more.
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
	uint32_t most;            /**< largest WQE that may be stored whole, in bytes; 0: none */
	struct inverbs_lock lock; /**< always taken: queues of several threads share the page */
	uint8_t *doorbell;        /**< page with the register that announces copies */
};

/** Select the first buffer of the page, which is at a multiple of two buffers. */
INVERBS_INLINE void inverbs_push_open(struct inverbs_push *push, uint8_t *page, uint32_t size)
{
	push->page = page;
	push->next = (uintptr_t)page;
	push->size = push->most = page ? size : 0;
}

enum inverbs_sq_flag {
	INVERBS_SQ_CSUM = 1,          /**< this QP may ask for checksum offload */
	INVERBS_SQ_SIGNAL_ALL = 2,    /**< sq_sig_all of the QP; the value of IBV_SEND_SIGNALED */
	INVERBS_SQ_ETHERNET = 4,      /**< the QP's port has link layer Ethernet */
	INVERBS_RX_CSUM = 8,          /**< receive completions may report a good checksum */
	INVERBS_SQ_ATOMICS = 16,      /**< this QP may ask for atomics */
	INVERBS_SQ_SEND_IMM = 32,     /**< this QP may send immediate data */
	INVERBS_SQ_INLINE_WRITE = 64, /**< RDMA writes of this QP may have their payload inside */
	INVERBS_SQ_COPIED = 128,      /**< WQEs of this QP may be copied to `push->page` */
	INVERBS_BUILT = 256, /**< of a request alone: ibv_wr_start and its sisters built it */
};

/** A posted send, recorded at the index of its WQE's first unit. */
struct inverbs_posted {
	uint64_t wr_id;
	uint32_t next; /**< number of requests posted, this one included: the tail once it is
			  retired */
	uint32_t note; /**< completion opcode, if the CQE does not contain it */
};

/** Tags: numbers by which CQEs identify work requests. The one freed last is used next. */
struct inverbs_tags {
	uint64_t *wr_id; /**< by index */
	uint16_t *pool;  /**< indexes; those from `next` on are free */
	uint32_t next;
	uint16_t generation; /**< high bits of every tag of this queue */
	uint16_t mask;       /**< low bits: the index */
	bool wide;           /**< the tag is the wr_id itself; nothing is recorded */
};

/** Limits of the hot path: prepared words of WQEs (lanes) per queue, opcodes, and rows by flags. */
enum {
	INVERBS_LANES = 3,
	INVERBS_HOT_OPS = 2,
	INVERBS_HOT_ROWS = 4
};

/**
 * Send queue. head, tail are free-running. Each cache line has one writer: the first the thread
 * that polls, the last the one that posts; those between change only with the queue's state.
 *
 * The hot path posts on credit: the full path has checked that the next `room` WQEs of one unit
 * each fit, has prepared their lanes, and has counted them in head and position already. Code that
 * reads head or position, or changes the queue otherwise, first takes the credit back
 * (inverbs_sq_recall) or subtracts it (inverbs_sq_head).
 */
struct inverbs_sq {
	uint32_t tail;   /**< next index to retire; written under the send CQ's lock */
	uint32_t key;    /**< number that the program gave the queue pair */
	uint8_t copying; /**< 1: a WQE was copied, and the adapter takes one copy at a time; posts
			    set it, polls clear it */
	uint64_t *wr_id INVERBS_HOT; /**< one per slot */
	struct inverbs_posted
		*posted;  /**< one per unit, for adapters that record more than wr_id */
	uint8_t *buf;     /**< slot 0 */
	uint32_t entries; /**< slots, a power of two */
	uint32_t qpn;
	uint8_t shift;     /**< log2 of a slot in bytes */
	uint8_t flags;     /**< enum inverbs_sq_flag */
	uint8_t qp_type;   /**< enum ibv_qp_type */
	uint8_t adapter;   /**< enum inverbs_adapter */
	uint32_t max_post; /**< outstanding requests allowed */
	uint16_t max_sge;
	uint16_t max_inline; /**< bytes */
	uint8_t spare;       /**< slots ahead of the producer that the adapter may prefetch */
	uint8_t closed;      /**< 1: the queue pair is in a state that refuses sends */
	uint8_t counts_fill; /**< 1: an SGE that fills a unit counts as one */
	uint8_t flush_once;  /**< 1: one CQE ends all requests of a ring that failed */
	uint16_t boundary;   /**< units, a power of two; no WQE crosses a multiple of it */
	struct inverbs_work *work
		INVERBS_HOT; /**< if software orders completions and the kernel does not post */
	struct inverbs_tags *tags; /**< where completions name requests by tag */
	uint8_t *stage;            /**< staging buffer for WQEs that cannot be built in the ring */
	uint32_t max_units;        /**< of the largest WQE */
	uint32_t max_batch;        /**< most WQEs per doorbell */
	uint32_t max_segmented;    /**< bytes of payload of a segmented send */
	uint16_t max_header;       /**< of its header */
	uint8_t max_remote_sge;    /**< most SGEs of an RDMA request, if lower than max_sge */
	uint8_t front;    /**< bytes of payload that the adapter wants inline, before the SGEs */
	uint32_t long_at; /**< index of the last WQE longer than one chunk, if one_chunk is 0 */
	uint32_t told;    /**< index up to which a doorbell announced WQEs, if some are copied */
	uint8_t *doorbell INVERBS_HOT; /**< the page of the adapter's doorbell registers */
	uint32_t *doorbell_record;
	struct inverbs_push *push;           /**< never NULL */
	uint64_t by_flags[INVERBS_HOT_ROWS]; /**< control words of a WQE for the four values of
						SIGNALED and SOLICITED */
	uint32_t stride;                     /**< bytes from one WQE of the hot path to the next */
	uint32_t head;                       /**< next index to post, when room is used up */
	uint8_t *next INVERBS_HOT;           /**< where the next WQE goes, while there is room */
	uint32_t position;                   /**< units posted, as head */
	struct inverbs_lock lock;
	uint8_t one_chunk; /**< 1: no WQE has been longer than one chunk since the queue was reset
			    */
	uint8_t owed;  /**< 1: the next request needs a fence, because of the last one; not while
			  there is room, so room * 256 is what lies here */
	uint32_t room; /**< WQEs that the hot path may still post; see INVERBS_ADDRESSED */
	uint32_t running_end; /**< index behind the last of them, shifted to its place in a word */
	uint64_t *next_id; /**< where its wr_id is recorded; not next to `next`, or compilers move
			      both through vector registers, which is slower */
	uint64_t lane[INVERBS_LANES]; /**< words of WQEs and doorbells, in the order of memory */
	uint32_t hot_inline[INVERBS_HOT_OPS]; /**< most inline bytes of a WQE of the hot path, by
						 op; 0: none */
} INVERBS_HOT;

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_sq, doorbell) + 128 == sizeof(struct inverbs_sq),
		      "what every post touches are the last two cache lines");

/** Next index to post, without the credit. */
INVERBS_INLINE uint32_t inverbs_sq_head(const struct inverbs_sq *sq)
{
	return sq->head - sq->room;
}

/** Units posted, credit or not. */
INVERBS_INLINE uint32_t inverbs_sq_position(const struct inverbs_sq *sq)
{
	return sq->position - sq->room;
}

/**
 * Beside the room of a queue whose WQEs say where they go: the full path alone posts on this
 * credit. To the hot path it is used up, because as a signed number it is negative; so the last of
 * it stays.
 */
#define INVERBS_ADDRESSED 0x80000000U

/** The WQEs of a credit. */
INVERBS_INLINE uint32_t inverbs_sq_left(uint32_t room)
{
	return room & ~INVERBS_ADDRESSED;
}

/** Let the hot path post as many WQEs. */
INVERBS_INLINE void inverbs_sq_grant(struct inverbs_sq *sq, uint32_t room)
{
	sq->room = room;
	sq->head += room;
	sq->position += room;
}

/** Take the credit back, so that head and position count only what was posted. Under the queue's
 * lock, if it is in use. */
INVERBS_INLINE void inverbs_sq_recall(struct inverbs_sq *sq)
{
	sq->head -= sq->room;
	sq->position -= sq->room;
	sq->room = 0;
}

/** The room, shifted by 8, in one load: no fence is pending while there is room. */
INVERBS_INLINE uint32_t inverbs_sq_room_shifted(const struct inverbs_sq *sq)
{
	uint32_t room;

	memcpy(&room, (const uint8_t *)&sq->room - 1, sizeof(room));
	return room;
}
INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_sq, room) == offsetof(struct inverbs_sq, owed) + 1,
		      "inverbs_sq_room_shifted");

/** Receive queue of one QP; cache lines and credit as in a send queue. */
struct inverbs_rq {
	uint8_t *next;             /**< where the next WQE goes, while there is room */
	uint32_t *doorbell_record; /**< NULL without receive queue */
	uint64_t *
		next_id; /**< where its wr_id is recorded; not next to `next`, as in a send queue */
	uint32_t room;   /**< receives that the hot path may still post */
	uint32_t head;   /**< next index to post, when room is used up */
	uint32_t position; /**< units posted, if a receive takes several */
	uint32_t stride;   /**< bytes from one WQE of the hot path to the next */
	uint16_t max_sge;
	struct inverbs_lock lock;
	uint8_t closed; /**< 1: the queue pair is in a state that refuses receives */
	uint64_t *wr_id INVERBS_HOT;
	uint8_t *buf;
	uint32_t entries; /**< 0 without receive queue */
	uint32_t max_post;
	uint8_t shift;
	uint8_t adapter;
	uint8_t counts_fill;       /**< 1: an SGE that fills a unit counts as one */
	struct inverbs_tags *tags; /**< where completions name requests by tag */
	uint8_t *doorbell;         /**< doorbell register, NULL without one */
	uint32_t tail INVERBS_HOT;
	uint32_t mask; /**< entries - 1, after the first completion, for rings whose CQEs need no
			  lookup; else 0 */
} INVERBS_HOT;

/** As inverbs_sq_head, inverbs_sq_grant and inverbs_sq_recall. */
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
 * Shared receive queue: a list of free slots threaded through the slots themselves, or a ring,
 * whose head and tail are free-running.
 */
struct inverbs_srq {
	uint8_t *buf;
	uint64_t *wr_id;
	uint32_t *doorbell_record;
	uint32_t head; /**< next slot to post */
	uint32_t tail; /**< list: last free slot, and the list is full when head == tail; ring: as
			  in other rings */
	uint32_t counter; /**< posted so far */
	uint32_t entries;
	uint16_t max_sge;
	uint8_t shift;
	uint8_t adapter;
	struct inverbs_lock lock;
	uint8_t counts_fill; /**< 1: an SGE that fills a unit counts as one */
	struct ibv_srq ibv INVERBS_HOT;
	uint32_t srqn;
	struct ibv_cq *xrc_cq; /**< XRC only: completion queue of its receives */
	bool is_xrc;
	size_t buf_bytes;      /**< allocated */
	uint32_t events_taken; /**< atomic: events that the program has read */
} INVERBS_HOT;

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_srq, ibv) == 64, "what a post touches is one line");

/** A decoded CQE with the adapter's values, for adapters whose completions software orders. */
struct inverbs_done {
	uint32_t number; /**< of the queue pair */
	uint32_t serial; /**< send: of the request; receive: running number of the message, first 1
			  */
	uint32_t length;
	uint8_t opcode; /**< the adapter's */
	uint8_t status; /**< the adapter's; 0 is good */
	bool is_send;
	bool is_late;  /**< an out-of-order completion: it has no serial, and completes the oldest
			  such request */
	bool in_order; /**< delivered unchanged */
	bool skip;     /**< not delivered to the program */
};

/** What software remembers of a posted send until its completion is delivered. */
struct inverbs_send_record {
	uint64_t wr_id;
	struct inverbs_done done; /**< opcode and length, recorded when it is posted */
	bool signaled;
	bool late; /**< out-of-order: its completion may come after those of later requests */
	bool complete;
	bool waiting; /**< used while flushing */
};

/** What software remembers of the sends of a queue pair. */
struct inverbs_work {
	struct inverbs_send_record *records; /**< by the low bits of their running numbers */
	uint32_t requests;                   /**< how many, a power of two */
	uint32_t oldest_late; /**< serial of the oldest out-of-order request, if late_open */
	bool late_open;
	bool flushed;  /**< it was flushed; cleared by RESET */
	uint32_t held; /**< completions held back until earlier requests complete; guarded by the
			  lock of the send completion queue */
} INVERBS_HOT;

/** Completions that are delivered before the adapter's next one. */
struct inverbs_soft_cq {
	struct inverbs_done *ring;
	uint32_t head, tail; /**< free-running */
	uint32_t entries; /**< a power of two, room for every request of every queue pair on it */
	uint32_t by_command; /**< 1: the kernel polls; the state word of a queue whose kernel has
				none */
	uint32_t requests;   /**< that all its queue pairs together may have outstanding */
};

/**
 * Work requests that ibv_wr_start and its sisters build. They stay here until the whole batch is
 * posted, so the adapter never sees a part of it. Each has a slot: the request, its SGEs, its
 * inline payload. Guarded by the send queue's lock.
 */
struct inverbs_builder {
	struct ibv_send_wr *next;    /**< slot of the next request */
	struct ibv_send_wr *current; /**< of the one that setters complete */
	struct ibv_send_wr *first;
	/** An extra slot that is never posted, for requests beyond the batch and setters without a
	 * request. */
	struct ibv_send_wr *spare;
	uint32_t stride;    /**< bytes from one slot to the next */
	uint32_t inline_at; /**< where a slot's inline payload begins */
	bool addressed; /**< requests carry their destination; RDMA addresses are then in bind_mw */
	uint16_t max_sge; /**< of the queue */
	uint16_t max_inline;
	int err;      /**< not 0: refuse the batch with this errno value */
	void *memory; /**< of all slots; NULL without send_ops_flags */
};

struct inverbs_qp {
	struct inverbs_sq sq;
	union {
		struct ibv_qp ibv;
		struct ibv_qp_ex ibv_ex;
	};
	struct inverbs_rq rq;
	struct inverbs_srq *srq; /**< NULL without */
	uint8_t *buf;            /**< whole allocation, NULL for queues without rings */
	size_t buf_bytes;
	size_t recv_bytes;     /**< of a receive queue that is mapped by itself; else 0 */
	uint32_t events_taken; /**< atomic: events that the program has read */
	struct inverbs_qp *next_registered; /**< OFED's XRC: in the context's list */
	struct inverbs_builder builder INVERBS_HOT;
};

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_qp, ibv) == sizeof(struct inverbs_sq),
		      "the send queue's last lines lie in front of the public part");

/** Cache of a completion queue: queue pairs by the low bits of their number in CQEs. */
enum {
	INVERBS_SEEN = 16
};

/** Placeholder for an empty cache entry: no CQE has its number. In libinverbs.a. */
#ifdef __cplusplus
extern "C" {
#endif
extern struct inverbs_qp inverbs_no_qp;
/** Where the cursor is parked while software has completions for the queue, or wants every poll to
 * take the full path: in any format, a new CQE that the hot path does not handle. In libinverbs.a.
 */
extern const uint8_t inverbs_parked_cqe[64];
#ifdef __cplusplus
}
#endif

/** Completion queue. The line in front of the public part is all that an empty poll touches. */
struct inverbs_cq {
	struct inverbs_qp *seen[INVERBS_SEEN]; /**< never NULL */
	/* The extended poll: the CQE that start_poll or next_poll found, for its readers. Pointers
	 * are not adjacent, or compilers move both through vector registers. */
	const uint8_t *current;
	uint32_t current_note; /**< what was recorded with its request */
	struct inverbs_qp *current_qp;
	const struct inverbs_number_table *qps;
	uint64_t current_row; /**< its row in the table of meanings, if polls use one */
	const struct inverbs_number_table *srqs; /**< XRC SRQs by number */
	uint8_t *doorbell;
	uintptr_t cursor INVERBS_HOT; /**< the next CQE; bit 0: the polarity that makes it new.
					 Rings with a producer index: the ring */
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
	uint32_t *attention; /**< state word; not 0: polls take the full path, because the kernel
				asked for it or because the kernel polls */
	union {
		struct ibv_cq ibv;
		struct ibv_cq_ex ibv_ex;
	};
	uint32_t *ring_head; /**< consumer index of each ring, if there are several */
	uint32_t rings;
	uint32_t turn;     /**< ring to poll next */
	uint32_t selector; /**< rings that were emptied before the current one, for adapters whose
			      arm requests contain that */
	bool parked; /**< the next CQE was delivered for one request, and completes others as well
		      */
	uint32_t null_lkey; /**< of buffers whose payload is discarded; 0: there are none */
	struct inverbs_soft_cq *soft; /**< NULL unless software orders completions */
	size_t buf_bytes;
	uint8_t *replaced; /**< rings from before a resize: polls read them without the lock, so
			      they live as long as the queue */
	bool external;     /**< handed out through direct access; never cleaned */
	uint32_t comp_events_taken;  /**< atomic: events that the program has read */
	uint32_t async_events_taken; /**< atomic: the same of asynchronous events */
	/** Called by a poll that finds nothing, with the lock; NULL: nothing. The cursor of a
	 * queue that has it is always parked, so that every poll takes the full path. */
	void (*idle)(struct inverbs_cq *cq);
} INVERBS_HOT;

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_cq, ibv) == offsetof(struct inverbs_cq, cursor) + 64,
		      "what an empty poll touches is one line");

/** Clear the cache of queue pairs: in a new queue, and before one is destroyed. */
INVERBS_INLINE void inverbs_cq_forget(struct inverbs_cq *cq)
{
	for (int i = 0; i < INVERBS_SEEN; i++)
		cq->seen[i] = &inverbs_no_qp;
}

/** Address handle: the adapter's address vector, ready to be copied into a WQE. */
struct inverbs_ah {
	struct ibv_ah ibv;
	uint8_t av[64];
	uint32_t number; /**< the adapter's number of the handle, if requests contain it; else 0 */
	uint16_t vlan;
	uint8_t mac[6];
};

struct inverbs_pd {
	struct ibv_pd ibv;
	uint32_t pdn;              /**< the adapter's number, part of address vectors */
	struct inverbs_pd *parent; /**< parent domain: the real PD it stands for; else NULL */
	struct ibv_td *td;         /**< parent domain: thread domain or NULL */
	uint32_t users; /**< parent domains made on this PD, QPs/MRs made on this parent domain */
};

/** Memory region. */
struct inverbs_mr {
	struct ibv_mr ibv;
	unsigned int access;     /**< IBV_ACCESS_* */
	bool kept_from_children; /**< its pages are excluded from fork */
};

struct inverbs_td {
	struct ibv_td ibv;
	uint32_t users; /**< parent domains that hold it */
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
	pthread_mutex_t table_lock;          /**< guards changes of both tables */
	struct inverbs_record_page *records; /**< doorbell record pages, guarded by record_lock */
	pthread_mutex_t record_lock;
	struct inverbs_arena *arenas; /**< memory shared with the emulator, guarded by arena_lock */
	pthread_mutex_t arena_lock;
	struct inverbs_qp *registered; /**< OFED's XRC: handles on receive queue pairs, by number */
	pthread_mutex_t registered_lock;
	void *provider_data; /**< the adapter's own, freed by its fini */
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

/* The queue behind a handle, which is not NULL. */
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
