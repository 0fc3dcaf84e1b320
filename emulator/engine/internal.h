/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The transport engine from inside. One send request of a queue pair is executed at a time, in
 * order, in pieces of at most ENGINE_PIECE bytes; each piece is handed to the responder by a
 * function call and either takes effect at once or not at all. Because nothing is ever in flight
 * behind a request, the ordering rules, fences and the limits on outstanding reads hold by
 * themselves.
 *
 * Files: engine.c turns and life of objects; queue.c send and receive rings; srq.c shared receive
 * queues; access.c keys; path.c who is at the other end; requester.c, local.c, datagram.c the
 * sending side; responder.c the receiving side; window.c memory windows; complete.c, arm.c
 * completions and their events; state.c states, errors, flushing; migrate.c alternate paths and
 * ports that change; timers.c, view.c. iWARP has its own rules for nearly all of that:
 * iwarp_internal.h.
 */
#ifndef EMULATOR_ENGINE_INTERNAL_H
#define EMULATOR_ENGINE_INTERNAL_H

#include "engine/engine.h"
#include "engine/adapter.h"

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

/** Send entries copied ahead from memory that cannot be mapped. */
struct engine_ahead {
	uint32_t first; /**< index of the first one */
	uint32_t count;
	uint8_t *bytes;
};

struct engine_qp {
	struct softhca_qp *qp;
	struct engine *engine;
	struct hw_qp *hw; /**< NULL: no rings */
	struct softhca_link in_context;
	struct softhca_link in_run;
	struct softhca_link in_failed;
	struct engine_timer timer;
	struct softhca_port *peer_port; /**< where the connection leads, NULL: nowhere */
	struct iwarp *iwarp;            /**< iWARP (iwarp_internal.h), NULL: InfiniBand, RoCE */

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

/* --- engine.c ---------------------------------------------------------------------------- */

/** Give the queue pair a turn soon. */
void softhca_engine_run(struct engine_qp *eq);

static inline struct engine_qp *engine_of_qp(const struct softhca_qp *qp)
{
	return (struct engine_qp *)qp->engine;
}

/* --- timers.c ---------------------------------------------------------------------------- */

/** Room for a timer of each queue pair, so that starting one cannot fail. 0 or ENOMEM. */
int softhca_engine_timers_reserve(struct engine *engine, uint32_t count);
void softhca_engine_timer_start(struct engine *engine, struct engine_timer *timer, uint64_t due);
void softhca_engine_timer_stop(struct engine *engine, struct engine_timer *timer);
/** Take the first timer that is due, or NULL. */
struct engine_timer *softhca_engine_timer_expired(struct engine *engine);

/* --- queue.c ----------------------------------------------------------------------------- */

/** Copy the next send entry to `wqe` (HW_MAX_STRIDE bytes); answers its length, 0: none. */
uint32_t softhca_engine_send_peek(struct engine_qp *eq, uint8_t *wqe);
/** Is there a next send entry? */
bool softhca_engine_send_ready(struct engine_qp *eq);
void softhca_engine_send_forget(struct engine_qp *eq);
/** Have eq->wr say whose request the next entry is, where entries do. */
void softhca_engine_send_name(struct engine_qp *eq);
/** Begin anew, with empty queues. */
void softhca_engine_rings_restart(struct engine_qp *eq);

enum engine_take {
	ENGINE_TAKEN,
	ENGINE_NONE,
	ENGINE_MALFORMED
};
/** Have eq->recv filled with the receive that the next message goes to. srq: NULL or shared. */
enum engine_take softhca_engine_recv_take(struct engine_qp *eq, struct softhca_srq *srq);
/** Is there a receive in the queue pair's own queue? (Not for shared ones.) */
bool softhca_engine_recv_ready(struct engine_qp *eq);
/** Step over one that is ready. */
void softhca_engine_recv_skip(struct engine_qp *eq);
/** Does the next receive hold less than that? False as well when there is none, or no telling. */
bool softhca_engine_recv_too_short(struct engine_qp *eq, struct softhca_srq *srq, uint64_t bytes);

/* --- srq.c ------------------------------------------------------------------------------- */

enum engine_take softhca_engine_srq_take(struct softhca_srq *srq, struct inverbs_dev_recv *recv,
					 uint32_t *slot);
/** Look at the next receive without taking it. */
bool softhca_engine_srq_peek(struct softhca_srq *srq, struct inverbs_dev_recv *recv);

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

/* --- path.c ------------------------------------------------------------------------------ */

/** The port an address leads to from `from`, or NULL. */
struct softhca_port *softhca_engine_resolve(const struct softhca_port *from,
					    const struct ibv_ah_attr *ah);
/** The queue pair at the other end of a connection, ready to receive; NULL: packets go nowhere. */
struct engine_qp *softhca_engine_peer(struct engine_qp *eq);
/**
 * Do packets flow from one port to the other under these P_Key table entries? What another
 * partition sends counts as a violation of the receiving port.
 */
bool softhca_engine_reachable(const struct softhca_port *from, unsigned int from_pkey,
			      struct softhca_port *to, unsigned int to_pkey);
static inline bool engine_receiving(const struct softhca_qp *qp)
{
	return qp->attr.qp_state >= IBV_QPS_RTR && qp->attr.qp_state <= IBV_QPS_SQE;
}

/** Requests are acknowledged and sent again. */
static inline bool engine_reliable(const struct engine_qp *eq)
{
	return eq->qp->type != IBV_QPT_UC && eq->qp->type != IBV_QPT_UD;
}

/* --- requester.c ------------------------------------------------------------------------- */

/** Execute send requests for one turn; eq stays on the run list if there is more. */
unsigned int softhca_engine_send_turn(struct engine_qp *eq);
/** The request being executed, or the next one, is over; completion if one is due. */
void softhca_engine_send_done(struct engine_qp *eq, enum ibv_wc_status status, uint32_t byte_len);
/** The timer has run out. */
void softhca_engine_send_timeout(struct engine_qp *eq);
/** Try again at once what was lost. */
void softhca_engine_send_again(struct engine_qp *eq);

/* --- local.c: requests that stay at home, and checks before a request leaves ---------------- */

/** IBV_WC_SUCCESS, or why the entry in eq->wr cannot be executed. */
enum ibv_wc_status softhca_engine_send_check(struct engine_qp *eq);
bool softhca_engine_is_read(enum ibv_wr_opcode opcode);
bool softhca_engine_is_atomic(enum ibv_wr_opcode opcode);

/* --- datagram.c -------------------------------------------------------------------------- */

/** Send eq->wr, which was checked. */
enum ibv_wc_status softhca_engine_datagram(struct engine_qp *eq);

/* --- responder.c ------------------------------------------------------------------------- */

/** A piece arrives at a connected queue pair. */
enum engine_verdict softhca_engine_deliver(struct engine_qp *to, struct engine_packet *packet);
/** Complete the receive in hand. Nothing for IBV_WC_SUCCESS but what `cqe` says is added. */
void softhca_engine_recv_done(struct engine_qp *eq, struct inverbs_dev_cqe *cqe, bool solicited);
/** Move a piece into the responder's memory. */
enum engine_verdict softhca_engine_land(const struct engine_packet *packet,
					const struct engine_spans *to);
/** The other way round: read a piece out of the responder's memory. */
enum engine_verdict softhca_engine_fetch(const struct engine_packet *packet,
					 const struct engine_spans *from);
/** Event for the first message after RTR. */
void softhca_engine_established(struct engine_qp *eq);

/* --- window.c ---------------------------------------------------------------------------- */

enum ibv_wc_status softhca_engine_bind(struct engine_qp *eq);
enum ibv_wc_status softhca_engine_invalidate_local(struct engine_qp *eq);
/** Send with invalidate: may the peer of `eq` do that? With `now`, do it. */
bool softhca_engine_invalidate_remote(struct engine_qp *eq, const struct softhca_pd *pd,
				      uint32_t rkey, bool now);
void softhca_engine_window_release(struct softhca_mw *mw);

/* --- complete.c, arm.c ------------------------------------------------------------------- */

/** Write a completion of eq; a full queue is an error of both. */
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

/* --- migrate.c --------------------------------------------------------------------------- */

/** Is the other end ready to migrate too? Then both are armed. */
void softhca_engine_rearm(struct engine_qp *eq);

/* --- state.c ----------------------------------------------------------------------------- */

/** To the error state, with an event unless `event` is negative. */
void softhca_engine_qp_error(struct engine_qp *eq, int event);
/** The send queue of an unreliable queue pair failed; receives go on. */
void softhca_engine_sq_error(struct engine_qp *eq);
/** One turn of completing everything with "flushed". */
unsigned int softhca_engine_flush_turn(struct engine_qp *eq);
/** If the queue pair drains and is done: say so. */
void softhca_engine_drain_check(struct engine_qp *eq);
/** Forget everything in hand on both sides. */
void softhca_engine_qp_stop(struct engine_qp *eq);

#endif
