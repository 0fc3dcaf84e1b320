/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Internals of the transport engine. One send work request of a queue pair is executed at a time,
 * in order, in chunks of at most ENGINE_CHUNK bytes; each chunk is passed to the responder by a
 * function call, which executes it at once or not at all. Because nothing is in flight behind a
 * request, ordering rules, fences and the limits on outstanding reads are kept without further
 * code. Writes are the exception: ib/burst.c moves a run of them together.
 *
 * What both kinds of transport use: view.c client memory that is accessed repeatedly; access.c
 * keys; move.c payload from memory to memory; complete.c, arm.c completions and their events;
 * timers.c; qp.c; faults.c injected faults. The rules of each kind are in ib/ and iwarp/;
 * engine.c calls both through struct engine_rules.
 */
#ifndef EMULATOR_ENGINE_BASE_INTERNAL_H
#define EMULATOR_ENGINE_BASE_INTERNAL_H

#include <inverbs/kernel/refusal.h>

#include "engine/base/adapter.h"
#include "faults/faults.h"

enum {
	ENGINE_CHUNK = 1 << 20,    /**< bytes moved in a turn; a multiple of every MTU */
	ENGINE_TURN_REQUESTS = 32, /**< work requests executed in a turn */
	ENGINE_POLL_TURNS = 8,     /**< turns of one softhca_engine_poll() */
	ENGINE_PSN_MASK = 0xffffff,
	ENGINE_GRH_BYTES = 40,
};

struct engine_timer {
	uint64_t due;
	uint32_t at; /**< index in the heap plus one; 0: not running */
};

struct engine {
	struct softhca *hca;
	struct softhca_link run; /**< engine_qp.in_run: has work, in order of arrival */
	struct softhca_link
		failed; /**< engine_qp.in_failed: their receives are flushed as they are posted */
	struct softhca_link parked; /**< engine_qp.in_parked: wait for memory of a process */
	struct engine_timer **heap;
	uint32_t timers;
	uint32_t timer_room;
	uint32_t qps;
	uint64_t now;             /**< time at the start of this poll */
	uint64_t next_flush_poll; /**< when to poll queue pairs in error for receives again */
	uint64_t poll_all_at;     /**< earliest of the contexts that wait for theirs */
	/**
	 * Why the last request was refused; SOFTHCA_REASON_UNKNOWN: none was since the last note.
	 */
	struct softhca_refusal noted;
};

/**
 * Queues of one kind. A doorbell register holds only the last write, so a doorbell says little
 * about which queues have work.
 */
struct engine_rung {
	struct softhca_link queues; /**< in_context; those that had work most recently come first */
	bool recent_due;            /**< a doorbell was rung: poll the recently active ones */
	bool all_due;               /**< and all others at poll_all_at */
};

struct engine_context {
	struct engine *engine;
	struct engine_rung sends; /**< engine_qp: those with a send queue */
	struct engine_rung arms;  /**< engine_cq */
	uint64_t poll_all_at;     /**< when all queues may be polled again */
};

struct engine_cq {
	struct softhca_cq *cq;
	struct softhca_link in_context;
	uint32_t producer;
	uint32_t
		free; /**< CQEs known to be free; at 0 the program's consumer index is read again */
	uint32_t sequence; /**< sequence number of the next event */
	bool armed;
	bool armed_solicited; /**< armed for solicited completions only */
	uint32_t armed_ci;    /**< first CQE that the program has not seen */
	bool solicited_seen;
	uint32_t last_solicited; /**< index of the last CQE that counts as solicited */
};

struct engine_srq {
	uint32_t head;  /**< slot taken next */
	uint32_t taken; /**< receives ever taken */
	uint32_t known; /**< further ones known to be posted */
};

struct engine_qp;

/** Send WQEs copied ahead from memory that cannot be mapped. */
struct engine_ahead {
	uint32_t first; /**< index of the first one */
	uint32_t count;
	uint8_t *bytes;
};

/** What differs between InfiniBand and RoCE (ib/) and iWARP (iwarp/). */
struct engine_rules {
	/** When a queue pair is created. 0 or ENOMEM. */
	int (*create)(struct engine_qp *eq);
	void (*destroy)(struct engine_qp *eq);
	/** After MODIFY_QP. */
	void (*modified)(struct engine_qp *eq, enum ibv_qp_state from, uint32_t mask);
	/** To the error state for an external reason, with an event unless that is negative. */
	void (*fail)(struct engine_qp *eq, int event);
	/** Its doorbell may have been rung: run it if it has work. */
	void (*rung)(struct engine_qp *eq);
	/** Sends that were posted and are not complete. */
	uint32_t (*outstanding)(struct engine_qp *eq);
	/**
	 * Execute work; eq stays on the run list if there is more. Returns the amount of work done.
	 */
	unsigned int (*turn)(struct engine_qp *eq);
	/** The timer expired. */
	void (*timeout)(struct engine_qp *eq);
	/** Retry lost messages at once. */
	void (*retry)(struct engine_qp *eq);
	/** A port went down. */
	void (*port_lost)(struct engine_qp *eq, const struct softhca_port *port);
	/** Addresses changed: find the connection's peer again. */
	void (*resolve)(struct engine_qp *eq);
};

/** Result of a chunk of a message. */
enum engine_verdict {
	ENGINE_DONE,
	ENGINE_LOST,          /**< lost */
	ENGINE_NOT_READY,     /**< RNR NAK; packet->rnr_code is the timer */
	ENGINE_BAD_REQUEST,   /**< NAK: invalid request */
	ENGINE_BAD_ACCESS,    /**< NAK: remote access error */
	ENGINE_BAD_OPERATION, /**< NAK: remote operational error */
	ENGINE_LOCAL_FAULT,   /**< the sender's own memory is not accessible */
	ENGINE_LOCAL_STALL,   /**< its process is stalled: try again when it is served */
	ENGINE_PEER_STALL,    /**< likewise the receiver's */
	/* only by injected faults */
	ENGINE_OUT_OF_SEQUENCE, /**< NAK: a later one has arrived first */
	ENGINE_BROKEN,          /**< the sending queue pair fails */
	ENGINE_DELAYED,         /**< nothing yet: the queue pair waits for its timer */
};

/** Bits: steps of the current chunk that are done, if a fault delayed it. */
enum {
	ENGINE_PASSED_REQUEST = 1,  /**< its request was delayed long enough */
	ENGINE_PASSED_RESPONSE = 2, /**< its response was delayed long enough */
	ENGINE_PASSED_DONE = 4,     /**< the responder has executed it; its response was lost */
};

struct engine_late;

enum {
	ENGINE_FAILURES = 8, /**< reasons that a queue pair keeps */
};

/** Why requests of a queue pair failed. */
struct engine_why {
	bool broken;                  /**< `error` says why it went to an error state */
	struct softhca_refusal error; /**< flushed requests have this reason, too */
	struct softhca_refusal kept;  /**< of a chunk that was lost, or whose response is late */
	struct softhca_refusal
		dropped; /**< of the last message without response that was dropped */
	uint64_t drops;
	uint32_t failures; /**< ever; the last ones are in a ring */
	struct softhca_refusal failed[ENGINE_FAILURES];
};

struct engine_qp {
	struct softhca_qp *qp;
	struct engine *engine;
	const struct engine_rules *rules;
	struct hw_qp *hw; /**< NULL: no rings */
	struct softhca_link in_context;
	struct softhca_link in_run;
	struct softhca_link in_failed;
	struct softhca_link in_parked;
	struct engine_timer timer;
	struct softhca_port *peer_port; /**< the connection's peer port, NULL: none */
	struct iwarp *iwarp;            /**< iWARP (iwarp/internal.h), NULL: InfiniBand, RoCE */
	struct engine_why *why;         /**< NULL: nothing has failed */
	uint64_t born;                  /**< time of its creation */
	uint64_t changed;               /**< time of the last change of its state */

	/* sending side */
	uint32_t send_index; /**< WQE executed next, or now */
	uint32_t psn;
	bool busy;     /**< `wr` is being executed */
	bool waiting;  /**< for the timer, or indefinitely */
	bool lost;     /**< waiting for an ACK that was lost */
	bool draining; /**< SQD: `wr` is not complete yet */
	bool drain_event;
	uint8_t retries;
	uint8_t rnr_retries;
	uint64_t total; /**< bytes of the message */
	uint64_t done;
	struct dma_progress progress; /**< of the current chunk, after a stall */
	struct inverbs_dev_wr wr;
	struct engine_ahead ahead;

	/* injected faults */
	uint8_t passage;                  /**< ENGINE_PASSED_...: of the current chunk */
	uint8_t late_code;                /**< a delayed response: its RNR timer code, */
	enum engine_verdict late_verdict; /**< and its verdict */
	struct engine_late *late;         /**< a datagram that the next one overtakes */
	struct softhca_fault_counts *faults;

	/* receiving side */
	uint32_t expected_psn;
	uint64_t atomic_result; /**< of the last atomic, for a duplicate of it */
	uint32_t recv_index;    /**< WQE taken next */
	uint32_t recv_known;    /**< receives from there on known to be posted */
	bool held;              /**< `recv` was taken and not yet completed */
	uint32_t held_slot;
	uint32_t held_srqn; /**< XRC targets: the SRQ it came from */
	bool last_wqe_due;  /**< LAST_WQE_REACHED is due when flushing is complete */
	bool recv_flush;    /**< posted receives are to be flushed */
	struct inverbs_dev_recv recv;
};

/* --- messages ---------------------------------------------------------------------------- */

/** Validated ranges in one client's memory. */
struct engine_spans {
	const struct dma_space *space;
	unsigned int count;
	struct dma_span span[INVERBS_DEV_MAX_SGE];
};

/** A chunk of a message from requester to responder. */
struct engine_packet {
	struct engine_qp *from;
	const struct inverbs_dev_wr *wr;
	uint64_t total;  /**< of the message */
	uint64_t offset; /**< of this chunk */
	uint64_t bytes;
	uint32_t count; /**< packets on a real wire */
	bool last;
	struct engine_spans local;     /**< requester's memory: source, or destination of a read */
	const uint8_t *inlined;        /**< not NULL: the payload itself, instead of `local` */
	struct dma_progress *progress; /**< NULL: after a stall, the chunk is moved as a whole */
	uint8_t rnr_code;              /**< result of ENGINE_NOT_READY */
	/* set on arrival */
	struct softhca_srq *srq; /**< where receives come from; NULL: the responder's own queue */
	struct softhca_pd *pd;   /**< domain of remote keys */
};

/** The domain of the keys in a receive. */
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

/** Put the queue pair on the run list. */
static inline void softhca_engine_run(struct engine_qp *eq)
{
	if (softhca_list_empty(&eq->in_run))
		softhca_list_add_last(&eq->engine->run, &eq->in_run);
}

/** Wait until the memory of a stalled process may be accessible again. */
void softhca_engine_park(struct engine_qp *eq);
/** End whatever the queue pair was waiting for. */
void softhca_engine_stop_waiting(struct engine_qp *eq);
/** Drop all state of both sides, and start over with empty rings. */
void softhca_engine_qp_stop(struct engine_qp *eq);

/* --- faults.c ---------------------------------------------------------------------------- */

/** The fault that a rule chooses for a message of this queue pair; SOFTHCA_FAULT_NONE without
 * rules. */
struct engine_passage {
	enum softhca_fault_subject subject;
	const struct softhca_port
		*to; /**< destination port of the request, NULL: several or none */
	uint32_t to_qpn;
	bool takes_receive;
	bool doubled;   /**< set by the caller: duplicate it */
	uint64_t delay; /**< result of SOFTHCA_FAULT_DELAY */
};
enum softhca_fault softhca_engine_meet(struct engine_qp *eq, struct engine_passage *passage);
/** Delay the current chunk; `passed` is set when the timer expires. */
void softhca_engine_delay(struct engine_qp *eq, uint64_t ns, unsigned int passed);

/* --- refusal.c ---------------------------------------------------------------------------- */

/**
 * Return a blank note of why a request is refused, for the caller to fill with the numbers that its
 * text needs; queue pair `by` refused it (0: the one that posted it). Whoever completes the request
 * takes the note; starting a request discards an older one.
 */
struct softhca_refusal *softhca_engine_note(const struct softhca *hca, enum softhca_reason reason,
					    uint32_t by);
static inline void softhca_engine_forget(struct engine *engine)
{
	engine->noted.reason = SOFTHCA_REASON_UNKNOWN;
}
/** Note that the memory of a valid key is no longer mapped, or that we may not access it. */
void softhca_engine_note_gone(const struct engine_qp *eq, const struct engine_spans *spans);
/** Is the message longer than the receive? Notes that. */
bool softhca_engine_longer(const struct engine_qp *to, const struct inverbs_dev_recv *recv,
			   uint64_t bytes);
/** Keep the note while the request waits, and restore it. */
void softhca_engine_keep_note(struct engine_qp *eq);
void softhca_engine_recall_note(struct engine_qp *eq);
/** Add the regions of a protection domain that are nearest to the address of the note. */
void softhca_engine_note_regions(struct softhca_refusal *note, const struct softhca_pd *pd);
/**
 * A work request completes with an error, for the reason noted. Keeps it, logs and traces it;
 * index: of its WQE. Called before the state changes.
 */
void softhca_engine_failed(struct engine_qp *eq, enum ibv_wc_status status, bool is_send,
			   uint32_t index);
/** The queue pair goes to an error state, for the reason noted; no-op when it is in one already. */
void softhca_engine_broke(struct engine_qp *eq);
/** A message of an unreliable queue pair was dropped for the reason noted. */
void softhca_engine_dropped(struct engine_qp *eq);
/** The queue pair has left its error state. */
void softhca_engine_mended(struct engine_qp *eq);

/**
 * The reason of a completion: newest first, of sends or receives (bits 1 and 2), with this index in
 * the bits of `mask`. Of IBV_WC_SUCCESS: why the last message without response was dropped. NULL:
 * not known.
 */
const struct softhca_refusal *softhca_engine_why(const struct softhca_qp *qp,
						 enum ibv_wc_status status, unsigned int kinds,
						 uint32_t index, uint32_t mask);

/* --- timers.c ---------------------------------------------------------------------------- */

/** Reserve a timer for each queue pair, so that starting one cannot fail. 0 or ENOMEM. */
int softhca_engine_timers_reserve(struct engine *engine, uint32_t count);
void softhca_engine_timer_start(struct engine *engine, struct engine_timer *timer, uint64_t due);
void softhca_engine_timer_stop(struct engine *engine, struct engine_timer *timer);
/** Take the first timer that is due, or NULL. */
struct engine_timer *softhca_engine_timer_expired(struct engine *engine);

/* --- access.c ---------------------------------------------------------------------------- */

/**
 * Bytes [from, from + bytes) of the message that an SGE list describes, as ranges of client memory.
 * False if a key, range, protection domain or access flag is wrong, or the list is too short.
 */
bool softhca_engine_local_spans(struct softhca_pd *pd, const struct ibv_sge *sge,
				unsigned int count, uint64_t from, uint64_t bytes, uint32_t access,
				struct engine_spans *out);
/**
 * [addr, addr + total) under a remote key, checked whole; the range of its chunk [from, from +
 * bytes).
 */
bool softhca_engine_remote_span(const struct softhca_qp *qp, const struct softhca_pd *pd,
				uint32_t rkey, uint64_t addr, uint64_t total, uint64_t from,
				uint64_t bytes, uint32_t access, struct engine_spans *out);
uint64_t softhca_engine_sge_total(const struct ibv_sge *sge, unsigned int count);
/** Does the client's process still exist? Its memory goes away before its connection closes. */
bool softhca_engine_alive(const struct dma_space *space);

/* --- move.c ------------------------------------------------------------------------------- */

/** Copy a chunk into the responder's memory. */
enum engine_verdict softhca_engine_land(const struct engine_packet *packet,
					const struct engine_spans *to);
/** Copy a chunk out of the responder's memory, for reads. */
enum engine_verdict softhca_engine_fetch(const struct engine_packet *packet,
					 const struct engine_spans *from);
/** Store the 8 bytes of inline payload at once. */
enum engine_verdict softhca_engine_store(const struct engine_packet *packet,
					 const struct engine_spans *to);
/** The result of a fault in the responder's memory; a dead process does not respond. */
enum engine_verdict softhca_engine_remote_fault(const struct engine_spans *to);

/* --- complete.c, arm.c ------------------------------------------------------------------- */

/** Write a CQE to eq; a full queue fails both: eq->rules->fail. */
void softhca_engine_complete(struct engine_qp *eq, struct softhca_cq *cq,
			     const struct inverbs_dev_cqe *cqe, bool solicited);
/** The time of the adapter's clock for a CQE with timestamp; else 0. */
uint64_t softhca_engine_stamp(const struct engine_qp *eq, const struct softhca_cq *cq);
/** CQEs ever written; wraps. */
uint32_t softhca_engine_written(const struct softhca_cq *cq);
/** By its consumer index, is there a CQE before `mark` that the program has not consumed? */
bool softhca_engine_unread(const struct softhca_cq *cq, uint32_t mark);
/** A CQE was written at index. */
void softhca_engine_arm_check(struct engine_cq *ecq, uint32_t index, bool solicited);
/** Read the program's arm request. Returns whether there is a new one. */
bool softhca_engine_arm_scan(struct engine_cq *ecq);

#endif
