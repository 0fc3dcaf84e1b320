/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The transport engine from inside. One send request of a queue pair is executed at a time, in
 * order, in pieces of at most ENGINE_PIECE bytes; each piece is handed to the responder by a
 * function call and either takes effect at once or not at all. Because nothing is ever in flight
 * behind a request, the ordering rules, fences and the limits on outstanding reads hold by
 * themselves.
 *
 * Here is what both kinds of transport stand on: view.c memory that is looked at again and again;
 * access.c keys; move.c bytes from memory to memory; complete.c, arm.c completions and their
 * events; timers.c; qp.c. Their rules are in ib/ and iwarp/; engine.c drives both by struct
 * engine_rules.
 */
#ifndef EMULATOR_ENGINE_BASE_INTERNAL_H
#define EMULATOR_ENGINE_BASE_INTERNAL_H

#include "engine/base/adapter.h"

enum {
	ENGINE_PIECE = 1 << 20,    /**< bytes moved in a turn; a multiple of every MTU */
	ENGINE_TURN_REQUESTS = 32, /**< requests executed in a turn */
	ENGINE_POLL_TURNS = 8,     /**< turns of one softhca_engine_poll() */
	ENGINE_PSN_MASK = 0xffffff,
	ENGINE_GRH_BYTES = 40,
};

struct engine_timer {
	uint64_t due;
	uint32_t at; /**< position in the heap plus one; 0: not running */
};

struct engine {
	struct softhca *hca;
	struct softhca_link run;    /**< engine_qp.in_run: something to do, in order of arrival */
	struct softhca_link failed; /**< engine_qp.in_failed: receives are flushed as they come */
	struct engine_timer **heap;
	uint32_t timers;
	uint32_t timer_room;
	uint32_t qps;
	uint64_t now;       /**< at the start of this poll */
	uint64_t next_look; /**< for receives of queue pairs in error */
};

struct engine_context {
	struct engine *engine;
	struct softhca_link qps; /**< engine_qp.in_context: those with a send queue */
	struct softhca_link cqs; /**< engine_cq.in_context */
	uint32_t num_qps;
	uint32_t num_cqs;
	bool sends_rung; /**< some send queue, not known which, may have something */
	bool arms_rung;
	uint64_t look_at; /**< when to look at all of them */
};

struct engine_cq {
	struct softhca_cq *cq;
	struct softhca_link in_context;
	uint32_t producer;
	uint32_t free;     /**< entries known to be free; asks the program's record again at 0 */
	uint32_t sequence; /**< of the next event */
	bool armed;
	bool armed_solicited; /**< armed, but not for ordinary completions */
	uint32_t armed_ci;    /**< first completion that the request has not seen */
	bool solicited_seen;
	uint32_t last_solicited; /**< index of the last completion that counts as solicited */
};

struct engine_srq {
	uint32_t head;  /**< slot taken next */
	uint32_t taken; /**< receives ever taken */
	uint32_t known; /**< further ones known to be posted */
};

struct engine_qp;

/** Send entries copied ahead from memory that cannot be mapped. */
struct engine_ahead {
	uint32_t first; /**< index of the first one */
	uint32_t count;
	uint8_t *bytes;
};

/** What differs between the two kinds of transport: InfiniBand and RoCE (ib/), iWARP (iwarp/). */
struct engine_rules {
	/** Of a queue pair being created. 0 or ENOMEM. */
	int (*create)(struct engine_qp *eq);
	void (*destroy)(struct engine_qp *eq);
	/** MODIFY_QP was done. */
	void (*modified)(struct engine_qp *eq, enum ibv_qp_state from, uint32_t mask);
	/** To error for a reason that is not its own, with an event unless that is negative. */
	void (*fail)(struct engine_qp *eq, int event);
	/** Its doorbell may have been rung: run if there is something to do. */
	void (*rung)(struct engine_qp *eq);
	/** Do something; eq stays on the run list if there is more. Answers the amount of work. */
	unsigned int (*turn)(struct engine_qp *eq);
	/** The timer has run out. */
	void (*timeout)(struct engine_qp *eq);
	/** Try again at once what was lost. */
	void (*retry)(struct engine_qp *eq);
	/** A port went down. */
	void (*port_lost)(struct engine_qp *eq, const struct softhca_port *port);
	/** Addresses changed: look again where the connection leads. */
	void (*resolve)(struct engine_qp *eq);
};

struct engine_qp {
	struct softhca_qp *qp;
	struct engine *engine;
	const struct engine_rules *rules;
	struct hw_qp *hw; /**< NULL: no rings */
	struct softhca_link in_context;
	struct softhca_link in_run;
	struct softhca_link in_failed;
	struct engine_timer timer;
	struct softhca_port *peer_port; /**< where the connection leads, NULL: nowhere */
	struct iwarp *iwarp;            /**< iWARP (iwarp/internal.h), NULL: InfiniBand, RoCE */

	/* sending side */
	uint32_t send_index; /**< entry executed next, or now */
	uint32_t psn;
	bool busy;     /**< `wr` is being executed */
	bool waiting;  /**< for the timer, or for ever */
	bool lost;     /**< waiting because nobody answered */
	bool draining; /**< SQD: `wr` is not done yet */
	bool drain_event;
	uint8_t retries;
	uint8_t rnr_retries;
	uint64_t total; /**< bytes of the message */
	uint64_t done;
	struct inverbs_dev_wr wr;
	struct engine_ahead ahead;

	/* receiving side */
	uint32_t expected_psn;
	uint32_t recv_index; /**< entry taken next */
	uint32_t recv_known; /**< entries from there on known to be posted */
	bool held;           /**< `recv` was taken and not yet completed */
	uint32_t held_slot;
	uint32_t held_srqn; /**< XRC targets: of which shared queue */
	bool last_wqe_due;  /**< the event is owed when flushing is through */
	bool recv_flush;    /**< receives that are there are to be flushed */
	struct inverbs_dev_recv recv;
};

/* --- the fabric's messages --------------------------------------------------------------- */

/** What became of a piece of a message. */
enum engine_verdict {
	ENGINE_DONE,
	ENGINE_LOST,          /**< nobody answered */
	ENGINE_NOT_READY,     /**< RNR NAK; packet->rnr_code tells how long to wait */
	ENGINE_BAD_REQUEST,   /**< NAK: invalid request */
	ENGINE_BAD_ACCESS,    /**< NAK: remote access error */
	ENGINE_BAD_OPERATION, /**< NAK: remote operational error */
	ENGINE_LOCAL_FAULT,   /**< the sender's own memory could not be reached */
};

/** Checked places in one client's memory. */
struct engine_spans {
	const struct dma_space *space;
	unsigned int count;
	struct dma_span span[INVERBS_DEV_MAX_SGE];
};

/** A piece of a message on its way from requester to responder. */
struct engine_packet {
	struct engine_qp *from;
	const struct inverbs_dev_wr *wr;
	uint64_t total;  /**< of the message */
	uint64_t offset; /**< of this piece */
	uint64_t bytes;
	uint32_t count; /**< packets on a real wire */
	bool last;
	struct engine_spans local; /**< requester's memory: source, or where a read goes */
	const uint8_t *in_entry;   /**< not NULL: the piece itself, instead of `local` */
	uint8_t rnr_code;          /**< answer of ENGINE_NOT_READY */
	/* set on arrival */
	struct softhca_srq *srq; /**< where receives come from; NULL: the responder's own queue */
	struct softhca_pd *pd;   /**< whose memory remote keys open */
};

/** Whose memory a receive may name. */
static inline struct softhca_pd *engine_receive_domain(const struct engine_packet *packet)
{
	return packet->srq ? packet->srq->pd : packet->pd;
}

static inline bool engine_first(const struct engine_packet *packet)
{
	return packet->offset == 0;
}

/* --- of all queue pairs, qp.c ------------------------------------------------------------- */

static inline struct engine_qp *engine_of_qp(const struct softhca_qp *qp)
{
	return (struct engine_qp *)qp->engine;
}

/** Give the queue pair a turn soon. */
static inline void softhca_engine_run(struct engine_qp *eq)
{
	if (softhca_list_empty(&eq->in_run))
		softhca_list_add_last(&eq->engine->run, &eq->in_run);
}

/** Whatever the queue pair was waiting for, it does not any more. */
void softhca_engine_stop_waiting(struct engine_qp *eq);
/** Forget everything in hand on both sides, and begin anew with empty rings. */
void softhca_engine_qp_stop(struct engine_qp *eq);

/* --- timers.c ---------------------------------------------------------------------------- */

/** Room for a timer of each queue pair, so that starting one cannot fail. 0 or ENOMEM. */
int softhca_engine_timers_reserve(struct engine *engine, uint32_t count);
void softhca_engine_timer_start(struct engine *engine, struct engine_timer *timer, uint64_t due);
void softhca_engine_timer_stop(struct engine *engine, struct engine_timer *timer);
/** Take the first timer that is due, or NULL. */
struct engine_timer *softhca_engine_timer_expired(struct engine *engine);

/* --- access.c ---------------------------------------------------------------------------- */

/**
 * Bytes [from, from + bytes) of the message that a list of segments describes, as places in the
 * client's memory. False when a key, a range, the protection domain or a permission is wrong, or
 * the list is too short.
 */
bool softhca_engine_local_spans(struct softhca_pd *pd, const struct ibv_sge *sge,
				unsigned int count, uint64_t from, uint64_t bytes, uint32_t access,
				struct engine_spans *out);
/**
 * [addr, addr + total) under a remote key, checked whole; the place of its piece [from, from +
 * bytes).
 */
bool softhca_engine_remote_span(const struct softhca_qp *qp, const struct softhca_pd *pd,
				uint32_t rkey, uint64_t addr, uint64_t total, uint64_t from,
				uint64_t bytes, uint32_t access, struct engine_spans *out);
uint64_t softhca_engine_sge_total(const struct ibv_sge *sge, unsigned int count);
/** Does the client's process still exist? Its memory vanishes before its connection does. */
bool softhca_engine_alive(const struct dma_space *space);

/* --- move.c ------------------------------------------------------------------------------- */

/** Move a piece into the responder's memory. */
enum engine_verdict softhca_engine_land(const struct engine_packet *packet,
					const struct engine_spans *to);
/** The other way round: read a piece out of the responder's memory. */
enum engine_verdict softhca_engine_fetch(const struct engine_packet *packet,
					 const struct engine_spans *from);
/** What a fault of the responder's memory means; nobody answers for a dead process. */
enum engine_verdict softhca_engine_remote_fault(const struct engine_spans *to);

/* --- complete.c, arm.c ------------------------------------------------------------------- */

/** Write a completion of eq; a full queue is an error of both: eq->rules->fail. */
void softhca_engine_complete(struct engine_qp *eq, struct softhca_cq *cq,
			     const struct inverbs_dev_cqe *cqe, bool solicited);
/** The time on the adapter's clock, for a completion that tells it; else 0. */
uint64_t softhca_engine_stamp(const struct engine_qp *eq, const struct softhca_cq *cq);
/** Completions ever written; wraps. */
uint32_t softhca_engine_written(const struct softhca_cq *cq);
/** Of those written before `mark`, are there any that the program has not taken yet, as far as one
 * can see? */
bool softhca_engine_unread(const struct softhca_cq *cq, uint32_t mark);
/** A completion was written at index. */
void softhca_engine_arm_check(struct engine_cq *ecq, uint32_t index, bool solicited);
/** Look at what the program asks for. */
void softhca_engine_arm_scan(struct engine_cq *ecq);

#endif
