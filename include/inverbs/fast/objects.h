/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The structs behind the public handles, the same for every adapter: queue state that inline code
 * touches on every call, in cache lines that have one writer each. The public struct of a queue
 * stands behind the lines that its calls touch, which the handle then reaches with an offset of one
 * byte: -128 to -1. Other objects begin with their public struct. Not for programs; only the
 * compiler has to see them.
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
 * All objects of a table, one a call: the next one from number *from on, which becomes the number
 * after it; NULL: no more.
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
	struct inverbs_lock lock; /**< never off: queues of several threads share the page */
	uint8_t *doorbell;        /**< page with the register that says which copies there are */
};

/** Start with the first buffer of a page, which begins at a multiple of two buffers. */
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

/** What is kept of a posted send, by the unit of the ring at which its WQE starts. */
struct inverbs_posted {
	uint64_t wr_id;
	uint32_t next; /**< requests posted up to and with this one: the tail when it is retired */
	uint32_t note; /**< completion opcode, where the CQE does not tell */
};

/** Numbers by which completions name requests; the one freed last is used next. */
struct inverbs_tags {
	uint64_t *wr_id; /**< by index */
	uint16_t *pool;  /**< indexes; those from `next` on are free */
	uint32_t next;
	uint16_t generation; /**< high bits of every tag of this queue */
	uint16_t mask;       /**< low bits: the index */
	bool wide;           /**< the tag is the wr_id itself; nothing is kept */
};

/** Limits of the hot path: prepared words of WQEs (lanes) per queue, opcodes, and rows by flags. */
enum {
	INVERBS_LANES = 3,
	INVERBS_HOT_OPS = 2,
	INVERBS_HOT_ROWS = 4
};

/**
 * Send queue. head, tail are free-running. Each cache line has one writer: the first the thread
 * that polls, the last the one that posts; those between change when the queue does.
 *
 * The hot path posts on credit: the full path has checked that the next `room` WQEs of one unit
 * each fit, has prepared their lanes, and has counted them in head and position already. Code that
 * reads head or position, or changes the queue otherwise, first takes the credit back
 * (inverbs_sq_recall) or subtracts it (inverbs_sq_head).
 */
struct inverbs_sq {
	uint32_t tail;   /**< next index to retire; written under the send CQ's lock */
	uint32_t key;    /**< number that the program gave the queue pair */
	uint8_t copying; /**< 1: the adapter takes one copy after the other; posts set it, polls
			    clear it */
	uint64_t *wr_id INVERBS_HOT;   /**< one per slot */
	struct inverbs_posted *posted; /**< by unit, where more than wr_id is kept */
	uint8_t *buf;                  /**< slot 0 */
	uint32_t entries;              /**< slots, a power of two */
	uint32_t qpn;
	uint8_t shift;     /**< log2 of a slot in bytes */
	uint8_t flags;     /**< enum inverbs_sq_flag */
	uint8_t qp_type;   /**< enum ibv_qp_type */
	uint8_t adapter;   /**< enum inverbs_adapter */
	uint32_t max_post; /**< outstanding requests allowed */
	uint16_t max_sge;
	uint16_t max_inline; /**< bytes */
	uint8_t spare;       /**< slots ahead of the producer that the adapter may prefetch */
	uint8_t closed;      /**< 1: the queue pair is in no state that takes sends */
	uint8_t counts_fill; /**< 1: an SGE that fills a unit counts as one */
	uint8_t flush_once;  /**< 1: one CQE ends all requests of a ring that failed */
	uint16_t boundary;   /**< units; WQEs do not cross a multiple of it, a power of two */
	struct inverbs_work *work
		INVERBS_HOT; /**< where software orders completions, unless the kernel posts */
	struct inverbs_tags *tags; /**< where completions name requests by tag */
	uint8_t *stage;            /**< where WQEs are built that cannot be built in the ring */
	uint32_t max_units;        /**< of the largest WQE */
	uint32_t max_batch;        /**< WQEs between two doorbells */
	uint32_t max_segmented;    /**< bytes of payload of a segmented send */
	uint16_t max_header;       /**< of its header */
	uint8_t max_remote_sge;    /**< SGEs of RDMA requests, where they may have fewer */
	uint8_t front;    /**< bytes of the payload that the adapter wants in front of the rest */
	uint32_t long_at; /**< unit of the last WQE that was longer than one chunk, if one_chunk is
			     0 */
	uint32_t told; /**< unit up to which the adapter was told of WQEs, where some are copied */
	uint8_t *doorbell INVERBS_HOT;       /**< the page of the adapter's doorbell registers */
	uint32_t *record;                    /**< doorbell record */
	struct inverbs_push *push;           /**< never NULL */
	uint64_t by_flags[INVERBS_HOT_ROWS]; /**< what SIGNALED and SOLICITED are in a WQE; by both
						bits as a number */
	uint32_t stride;                     /**< bytes from one WQE of the hot path to the next */
	uint32_t head;                       /**< next index to post, when room is used up */
	uint8_t *next INVERBS_HOT;           /**< where the next WQE goes, while there is room */
	uint32_t position;                   /**< units posted, as head */
	struct inverbs_lock lock;
	uint8_t one_chunk; /**< 1: no WQE has been longer than one chunk since the queue was reset
			    */
	uint8_t owed;  /**< 1: the next request needs a fence, because of the last one; not while
			  there is room, so room * 256 is what lies here */
	uint32_t room; /**< WQEs that the hot path may still post */
	uint32_t running_end; /**< index behind the last of them, shifted to its place in a word */
	uint64_t *next_id; /**< where its wr_id is kept; not beside `next`, or compilers move both
			      through vector registers, which costs more */
	uint64_t lane[INVERBS_LANES]; /**< words of WQEs and doorbells, in the order of memory */
	uint32_t hot_inline[INVERBS_HOT_OPS]; /**< most bytes that the hot path puts into a WQE, by
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

/** The room, shifted by 8, while there is some: one load, because nothing is owed then. */
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
	uint8_t *next;     /**< where the next WQE goes, while there is room */
	uint32_t *record;  /**< doorbell record, NULL without receive queue */
	uint64_t *next_id; /**< where its wr_id is kept; not beside `next`, as in a send queue */
	uint32_t room;     /**< receives that the hot path may still post */
	uint32_t head;     /**< next index to post, when room is used up */
	uint32_t position; /**< units posted, where a receive takes several */
	uint32_t stride;   /**< bytes from one WQE of the hot path to the next */
	uint16_t max_sge;
	struct inverbs_lock lock;
	uint8_t closed; /**< 1: the queue pair is in no state that takes receives */
	uint64_t *wr_id INVERBS_HOT;
	uint8_t *buf;
	uint32_t entries; /**< 0 without receive queue */
	uint32_t max_post;
	uint8_t shift;
	uint8_t adapter;
	uint8_t counts_fill;       /**< 1: an SGE that fills a unit counts as one */
	struct inverbs_tags *tags; /**< where completions name requests by tag */
	uint8_t *doorbell;         /**< register, where there is one */
	uint32_t tail INVERBS_HOT;
	uint32_t mask; /**< entries - 1, after the first completion of a ring whose completions say
			  what a connection promises and no more; else 0 */
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
	uint32_t *record;
	uint32_t head;    /**< next slot to post */
	uint32_t tail;    /**< last free slot: the list is full when head == tail; or as in other
			     rings */
	uint32_t counter; /**< posted so far */
	uint32_t entries;
	uint16_t max_sge;
	uint8_t shift;
	uint8_t adapter;
	struct inverbs_lock lock;
	uint8_t counts_fill; /**< 1: an SGE that fills a unit counts as one */
	struct ibv_srq ibv INVERBS_HOT;
	uint32_t srqn;
	struct ibv_cq *xrc_cq; /**< XRC only: where its completions go */
	bool is_xrc;
	size_t buf_bytes;      /**< allocated */
	uint32_t events_taken; /**< atomic: handed out, acknowledged or not */
} INVERBS_HOT;

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_srq, ibv) == 64, "what a post touches is one line");

/** A completion with the adapter's values but not in its format; where software orders them. */
struct inverbs_done {
	uint32_t number; /**< of the queue pair */
	uint32_t serial; /**< send: of the request; receive: running number of the message, first 1
			  */
	uint32_t length;
	uint8_t opcode; /**< the adapter's */
	uint8_t status; /**< the adapter's; 0 is good */
	bool is_send;
	bool is_late;  /**< names no request: it is the oldest open one that ends so */
	bool in_order; /**< delivered as it stands */
	bool skip;     /**< not the program's */
};

/** What software remembers of a posted send until its completion is delivered. */
struct inverbs_send_record {
	uint64_t wr_id;
	struct inverbs_done done; /**< before it is complete: opcode and length */
	bool signaled;
	bool late; /**< its completion may come after those of later requests */
	bool complete;
	bool waiting; /**< used while flushing */
};

/** What software remembers of the sends of a queue pair. */
struct inverbs_work {
	struct inverbs_send_record *records; /**< by the low bits of their running numbers */
	uint32_t requests;                   /**< how many, a power of two */
	uint32_t oldest_late;                /**< serial of the oldest late request, if late_open */
	bool late_open;
	bool flushed;  /**< the flush happened; cleared by RESET */
	uint32_t held; /**< completions that wait for those of earlier requests; changed with the
			  lock of the send completion queue */
} INVERBS_HOT;

/** Completions that wait in front of those of the adapter. */
struct inverbs_soft_cq {
	struct inverbs_done *ring;
	uint32_t head, tail; /**< free-running */
	uint32_t entries; /**< a power of two, room for every request of every queue pair on it */
	uint32_t by_command; /**< 1: the kernel polls. The attention of a queue whose kernel has no
				word for it */
	uint32_t requests;   /**< that queue pairs on it may have outstanding */
};

/**
 * Requests that ibv_wr_start and its sisters build. They stay here until all of them are posted, so
 * that nobody sees a batch that is not whole. Each has a slot: the request, its SGEs, its inline
 * payload. Used with the send queue's lock.
 */
struct inverbs_builder {
	struct ibv_send_wr *next;    /**< slot of the next request */
	struct ibv_send_wr *current; /**< of the one that setters complete */
	struct ibv_send_wr *first;
	/** Behind the last: what nobody posts, for requests beyond and setters without request. */
	struct ibv_send_wr *spare;
	uint32_t stride;    /**< bytes from one slot to the next */
	uint32_t inline_at; /**< where a slot's inline payload begins */
	bool addressed;     /**< requests say where they go; RDMA addresses then stand in bind_mw */
	uint16_t max_sge;   /**< of the queue */
	uint16_t max_inline;
	int err;      /**< why the batch is refused, whatever the adapter says */
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
	uint32_t events_taken; /**< atomic: handed out, acknowledged or not */
	struct inverbs_qp *next_registered; /**< OFED's XRC: in the context's list */
	struct inverbs_builder builder INVERBS_HOT;
};

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_qp, ibv) == sizeof(struct inverbs_sq),
		      "the send queue's last lines lie in front of the public part");

/** Queue pairs that a completion queue keeps at hand, by the low bits of what CQEs name them by. */
enum {
	INVERBS_SEEN = 16
};

/** Stands for no queue pair: no CQE names it. In libinverbs.a. */
#ifdef __cplusplus
extern "C" {
#endif
extern struct inverbs_qp inverbs_no_qp;
/** Where the cursor of a completion queue stands while software has completions for it, or wants to
 * know of polls: a CQE that is new and says something rare, in whatever format. In libinverbs.a. */
extern const uint8_t inverbs_parked_cqe[64];
#ifdef __cplusplus
}
#endif

/** Completion queue. The line in front of the public part is all that an empty poll touches. */
struct inverbs_cq {
	struct inverbs_qp *seen[INVERBS_SEEN]; /**< never NULL */
	/* The extended poll: the CQE that start_poll or next_poll found, for its readers. Pointers
	   are not side by side, or compilers move both through vector registers. */
	const uint8_t *current;
	uint32_t current_note; /**< what was noted with its request */
	struct inverbs_qp *current_qp;
	const struct inverbs_number_table *qps;
	uint64_t current_row; /**< what it means, where polls have rows for that */
	const struct inverbs_number_table *srqs; /**< XRC SRQs by number */
	uint8_t *doorbell;
	uintptr_t cursor INVERBS_HOT; /**< the next CQE; bit 0: what makes it new. Or the ring,
					 where its indexes tell */
	uintptr_t end;                /**< where the cursor goes back to the start of the ring */
	uint32_t head;                /**< consumer index, free-running */
	uint32_t arm_sn;
	uint32_t *record; /**< word 0 consumer index, word 1 arm request */
	uint32_t entries; /**< a power of two */
	uint32_t cqn;
	uint32_t stride; /**< bytes from one CQE to the next */
	uint8_t shift;   /**< log2 of a CQE in bytes */
	uint8_t adapter;
	struct inverbs_lock lock;
	uint8_t *buf;
	uint32_t *attention; /**< not 0 there: the full path has something to do before anything is
				taken, as the kernel says or because the kernel polls */
	union {
		struct ibv_cq ibv;
		struct ibv_cq_ex ibv_ex;
	};
	uint32_t *ring_head; /**< consumer index of each ring, where there are several */
	uint32_t rings;
	uint32_t turn;      /**< ring to look at next */
	uint32_t selector;  /**< rings before the present one that were emptied, where requests for
			       an event say so */
	bool parked;        /**< the next CQE ended a request already and stands for others, too */
	uint32_t null_lkey; /**< of buffers whose payload is thrown away; 0: there are none */
	struct inverbs_soft_cq *soft; /**< NULL unless software orders completions */
	size_t buf_bytes;
	uint8_t *replaced; /**< rings from before a resize: polls look without the lock, so they are
			      kept until the queue is destroyed */
	bool external;     /**< handed out through direct access; never cleaned */
	uint32_t comp_events_taken;  /**< atomic: handed out, acknowledged or not */
	uint32_t async_events_taken; /**< the same of asynchronous events */
	/** What a poll that finds nothing calls, with the lock; NULL: nothing. The cursor of a
	 * queue that has it is always parked, so that every poll takes the full path. */
	void (*idle)(struct inverbs_cq *cq);
} INVERBS_HOT;

INVERBS_ASSERT_LAYOUT(offsetof(struct inverbs_cq, ibv) == offsetof(struct inverbs_cq, cursor) + 64,
		      "what an empty poll touches is one line");

/** Have no queue pair at hand: before one goes, and in a new queue. */
INVERBS_INLINE void inverbs_cq_forget(struct inverbs_cq *cq)
{
	for (int i = 0; i < INVERBS_SEEN; i++)
		cq->seen[i] = &inverbs_no_qp;
}

/** Address handle: the adapter's address vector, ready to be copied into a WQE. */
struct inverbs_ah {
	struct ibv_ah ibv;
	uint8_t av[64];
	uint32_t number; /**< the adapter's, where requests name the handle by it; else 0 */
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
	bool kept_from_children; /**< its pages are marked */
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
	struct inverbs_qp *registered; /**< OFED's XRC: handles on receive queue pairs, by number */
	pthread_mutex_t registered_lock;
	void *provider_data;      /**< the adapter's own, freed by its fini */
	uint64_t looked_at;       /**< atomic: when polls last looked for the device, in ms */
	uint8_t lost;             /**< atomic: it was gone */
	uint8_t told_of_its_loss; /**< atomic: DEVICE_FATAL was handed out */
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
