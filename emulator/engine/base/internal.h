/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Internals of the transport engine. A queue pair's send work requests are executed one at a time,
 * in order, in chunks of at most ENGINE_CHUNK bytes. Each chunk is passed to the responder by a
 * function call, which executes it at once or not at all. Since only one request is in progress,
 * ordering rules, fences and limits on outstanding reads need no further code. The exception is
 * RDMA writes: ib/burst.c moves a run of them together.
 *
 * Both kinds of transport use these files: view.c (client memory that is accessed repeatedly),
 * access.c (keys), move.c (copying payload), complete.c and arm.c (completions and their events),
 * timers.c, qp.c, faults.c (injected faults), refusal.c (why requests fail). The rules of each kind
 * are in ib/ and iwarp/; engine.c calls both through struct engine_rules.
 */
#ifndef EMULATOR_ENGINE_BASE_INTERNAL_H
#define EMULATOR_ENGINE_BASE_INTERNAL_H

#include <inverbs/kernel/refusal.h>

#include "engine/base/adapter.h"
#include "faults/faults.h"

enum {
	ENGINE_CHUNK = 1 << 20,    /**< maximum bytes of a chunk; a multiple of every MTU */
	ENGINE_TURN_REQUESTS = 32, /**< maximum work requests executed in a turn */
	ENGINE_POLL_TURNS = 8,     /**< maximum turns per softhca_engine_poll() */
	ENGINE_PSN_MASK = 0xffffff,
	ENGINE_GRH_BYTES = 40,
};

struct engine_timer {
	uint64_t due;
	uint32_t at; /**< index in the heap plus 1; 0: not running */
};

struct engine {
	struct softhca *hca;
	struct softhca_link run; /**< engine_qp.in_run: those with work, in order of arrival */
	struct softhca_link
		failed; /**< engine_qp.in_failed: receives posted to these are flushed */
	struct softhca_link parked; /**< engine_qp.in_parked: these wait for a stalled process */
	struct engine_timer **heap;
	uint32_t timers;
	uint32_t timer_room;
	uint32_t qps;
	uint64_t now;             /**< time at the start of this poll */
	uint64_t next_flush_poll; /**< when to poll `failed` for receives again */
	uint64_t poll_all_at;     /**< earliest poll_all_at of the contexts that wait for theirs */
	/** Why the current request was refused; reason is SOFTHCA_REASON_UNKNOWN if it was not. */
	struct softhca_refusal noted;
};

/**
 * Queues of one kind. A doorbell register holds only the last value written, so a doorbell does not
 * tell which queues have work.
 */
struct engine_rung {
	struct softhca_link queues; /**< in_context; those that had work most recently come first */
	bool recent_due;            /**< a doorbell was rung: poll recently active queues */
	bool all_due;               /**< poll all others at poll_all_at */
};

struct engine_context {
	struct engine *engine;
	struct engine_rung sends; /**< engine_qp.in_context: those with a send queue */
	struct engine_rung arms;  /**< engine_cq */
	uint64_t poll_all_at;     /**< when all queues may be polled again */
};

struct engine_cq {
	struct softhca_cq *cq;
	struct softhca_link in_context;
	uint32_t producer;
	uint32_t free;     /**< slots known to be free; at 0, the consumer index is read again */
	uint32_t sequence; /**< sequence number of the next event */
	bool armed;
	bool armed_solicited; /**< armed for solicited completions only */
	uint32_t armed_ci;    /**< first CQE that the program has not seen */
	bool solicited_seen;
	uint32_t last_solicited; /**< index of the last CQE that is solicited or failed */
};

struct engine_srq {
	uint32_t head;  /**< slot taken next */
	uint32_t taken; /**< receives ever taken */
	uint32_t known; /**< number of further receives known to be posted */
};

struct engine_qp;

/** Send WQEs that were copied in advance from memory that cannot be mapped. */
struct engine_ahead {
	uint32_t first; /**< index of the first WQE */
	uint32_t count;
	uint8_t *bytes;
};

/** Functions that differ between InfiniBand and RoCE (ib/) and iWARP (iwarp/). */
struct engine_rules {
	/** A queue pair is created. Returns 0 or ENOMEM. */
	int (*create)(struct engine_qp *eq);
	void (*destroy)(struct engine_qp *eq);
	/** MODIFY_QP was executed. */
	void (*modified)(struct engine_qp *eq, enum ibv_qp_state from, uint32_t mask);
	/**
	 * Enter the error state for an external reason, with an event unless `event` is negative.
	 */
	void (*fail)(struct engine_qp *eq, int event);
	/** The doorbell may have been rung: put the queue pair on the run list if it has work. */
	void (*doorbell_rung)(struct engine_qp *eq);
	/** Returns the number of sends that were posted and are not complete. */
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
	ENGINE_LOST,          /**< the request or its response was lost */
	ENGINE_NOT_READY,     /**< RNR NAK; packet->rnr_code is the timer */
	ENGINE_BAD_REQUEST,   /**< NAK: invalid request */
	ENGINE_BAD_ACCESS,    /**< NAK: remote access error */
	ENGINE_BAD_OPERATION, /**< NAK: remote operational error */
	ENGINE_LOCAL_FAULT,   /**< the sender's own memory is not accessible */
	ENGINE_LOCAL_STALL,   /**< the sender's process is stalled */
	ENGINE_PEER_STALL,    /**< the receiver's process is stalled */
	/* only by injected faults */
	ENGINE_OUT_OF_SEQUENCE, /**< NAK: a later chunk has arrived first */
	ENGINE_BROKEN,          /**< the sending queue pair fails */
	ENGINE_DELAYED,         /**< no result yet: the queue pair waits for its timer */
};

/** Bits: steps of the current chunk that are done, if it was delayed. */
enum {
	ENGINE_PASSED_REQUEST = 1,  /**< its request was delayed long enough */
	ENGINE_PASSED_RESPONSE = 2, /**< its response was delayed long enough */
	ENGINE_PASSED_DONE = 4,     /**< the responder has executed it */
};

struct engine_late;

enum {
	ENGINE_FAILURES = 8, /**< number of reasons that a queue pair keeps */
};

/** Why requests of a queue pair failed. */
struct engine_why {
	bool broken;                  /**< `error` is valid: why it went to an error state */
	struct softhca_refusal error; /**< flushed requests have this reason, too */
	struct softhca_refusal kept;  /**< why a chunk was lost, or its response is delayed */
	struct softhca_refusal
		dropped; /**< why the last message of an unreliable queue pair was dropped */
	uint64_t drops;
	uint32_t failures; /**< number ever; `failed` is a ring with the last ones */
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
	struct softhca_port *peer_port; /**< port of the connection's peer; NULL: none */
	struct iwarp *iwarp;            /**< iwarp/internal.h; NULL: InfiniBand or RoCE */
	struct engine_why *why;         /**< NULL: nothing has failed */
	uint64_t created_at;            /**< time of its creation */
	uint64_t changed;               /**< time of the last change of its state */

	/* requester */
	uint32_t send_index; /**< WQE that is executed next, or now */
	uint32_t psn;
	bool busy;     /**< `wr` is being executed */
	bool waiting;  /**< waits for the timer, or indefinitely */
	bool lost;     /**< waits for an ACK that was lost */
	bool draining; /**< SQD: `wr` is not complete yet */
	bool drain_event;
	uint8_t retries;
	uint8_t rnr_retries;
	uint64_t total; /**< bytes of the message */
	uint64_t done;
	struct dma_progress progress; /**< progress of the current chunk after a stall */
	struct inverbs_dev_wr wr;
	struct engine_ahead ahead;

	/* injected faults */
	uint8_t passage;                  /**< ENGINE_PASSED_... of the current chunk */
	uint8_t late_code;                /**< a delayed response: its RNR timer code, */
	enum engine_verdict late_verdict; /**< and its verdict */
	struct engine_late *late;         /**< a datagram that the next one will overtake */
	struct softhca_fault_counts *faults;

	/* responder */
	uint32_t expected_psn;
	uint64_t atomic_result; /**< result of the last atomic, in case of a duplicate */
	uint32_t recv_index;    /**< WQE that is taken next */
	uint32_t recv_known;    /**< number of receives known to be posted from there on */
	bool held;              /**< `recv` was taken and not yet completed */
	uint32_t held_slot;
	uint32_t held_srqn; /**< XRC targets: SRQ that it was taken from */
	bool last_wqe_due;  /**< LAST_WQE_REACHED is due when flushing is complete */
	bool recv_flush;    /**< posted receives must be flushed */
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
	uint64_t total;  /**< length of the message */
	uint64_t offset; /**< offset of this chunk */
	uint64_t bytes;
	uint32_t count; /**< number of packets that a real adapter would send */
	bool last;
	struct engine_spans local;     /**< requester's memory: source, or destination of a read */
	const uint8_t *inlined;        /**< not NULL: inline payload, used instead of `local` */
	struct dma_progress *progress; /**< NULL: after a stall, the whole chunk is moved again */
	uint8_t rnr_code;              /**< result with ENGINE_NOT_READY */
	/* set on arrival */
	struct softhca_srq *srq; /**< has the receives; NULL: the responder's own queue has */
	struct softhca_pd *pd;   /**< protection domain of remote keys */
};

/** Returns the protection domain of the keys in receives. */
static inline struct softhca_pd *engine_receive_domain(const struct engine_packet *packet)
{
	return packet->srq ? packet->srq->pd : packet->pd;
}

static inline bool engine_first(const struct engine_packet *packet)
{
	return packet->offset == 0;
}

/* --- qp.c: all queue pairs ------------------------------------------------------------- */

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
/** Reset requester and responder: drop all state, and start with empty rings. */
void softhca_engine_qp_stop(struct engine_qp *eq);

/* --- faults.c ---------------------------------------------------------------------------- */

/** A message that fault rules are applied to. */
struct engine_passage {
	enum softhca_fault_subject subject;
	const struct softhca_port
		*to; /**< destination port of the request; NULL: several or none */
	uint32_t to_qpn;
	bool takes_receive;
	bool doubled;   /**< set by the caller: deliver it twice */
	uint64_t delay; /**< result with SOFTHCA_FAULT_DELAY */
};
/**
 * Returns the fault that a rule chooses for a message of this queue pair, or SOFTHCA_FAULT_NONE.
 */
enum softhca_fault softhca_engine_find_fault(struct engine_qp *eq, struct engine_passage *passage);
/** Delay the current chunk by `ns` nanoseconds, and set `passed` in eq->passage. */
void softhca_engine_delay_chunk(struct engine_qp *eq, uint64_t ns, unsigned int passed);

/* --- refusal.c ---------------------------------------------------------------------------- */

/**
 * Start a note of why a request is refused, and return it for the caller to add the numbers of that
 * reason. `by` is the queue pair that refuses the request; 0: the one that posted it. The function
 * that completes the request takes the note; a new request starts without one.
 */
struct softhca_refusal *softhca_engine_note_reason(const struct softhca *hca,
						   enum softhca_reason reason, uint32_t by);
static inline void softhca_engine_forget(struct engine *engine)
{
	engine->noted.reason = SOFTHCA_REASON_UNKNOWN;
}
/** Note that memory with a valid key is no longer mapped, or that we may not access it. */
void softhca_engine_note_gone(const struct engine_qp *eq, const struct engine_spans *spans);
/** Is the message longer than the receive? If so, note it. */
bool softhca_engine_exceeds_receive(const struct engine_qp *to, const struct inverbs_dev_recv *recv,
				    uint64_t bytes);
/** Save the note while the request waits, and restore it. */
void softhca_engine_keep_note(struct engine_qp *eq);
void softhca_engine_recall_note(struct engine_qp *eq);
/** Add to the note the regions of a protection domain that are nearest to its address. */
void softhca_engine_note_regions(struct softhca_refusal *note, const struct softhca_pd *pd);
/**
 * A work request, with WQE `index`, completes with an error: keep, log and trace the note. Called
 * before the state changes.
 */
void softhca_engine_note_failed(struct engine_qp *eq, enum ibv_wc_status status, bool is_send,
				uint32_t index);
/** The queue pair goes to an error state for the reason noted. No-op if it is in one already. */
void softhca_engine_note_broken(struct engine_qp *eq);
/** A message of an unreliable queue pair was dropped for the reason noted. */
void softhca_engine_note_dropped(struct engine_qp *eq);
/** The queue pair has left its error state. */
void softhca_engine_clear_broken(struct engine_qp *eq);

/**
 * Returns the reason of the last failed completion with this status, of the given kinds (1: sends,
 * 2: receives), whose index equals `index` in the bits of `mask`. IBV_WC_SUCCESS: returns why the
 * last message of an unreliable queue pair was dropped. NULL: not known.
 */
const struct softhca_refusal *softhca_engine_why(const struct softhca_qp *qp,
						 enum ibv_wc_status status, unsigned int kinds,
						 uint32_t index, uint32_t mask);

/* --- timers.c ---------------------------------------------------------------------------- */

/** Reserve a timer for each queue pair, so that starting one cannot fail. Returns 0 or ENOMEM. */
int softhca_engine_timers_reserve(struct engine *engine, uint32_t count);
void softhca_engine_timer_start(struct engine *engine, struct engine_timer *timer, uint64_t due);
void softhca_engine_timer_stop(struct engine *engine, struct engine_timer *timer);
/** Stop and return the first timer that is due, or return NULL. */
struct engine_timer *softhca_engine_timer_expired(struct engine *engine);

/* --- access.c ---------------------------------------------------------------------------- */

/**
 * Get bytes [from, from + bytes) of the message that an SGE list describes, as ranges of client
 * memory. Returns false if a key, range, protection domain or access flag is wrong, or the list is
 * too short.
 */
bool softhca_engine_local_spans(struct softhca_pd *pd, const struct ibv_sge *sge,
				unsigned int count, uint64_t from, uint64_t bytes, uint32_t access,
				struct engine_spans *out);
/**
 * Check a remote key for all of [addr, addr + total), and get the range of its chunk [from, from +
 * bytes). Returns false if the key does not permit the access.
 */
bool softhca_engine_remote_span(const struct softhca_qp *qp, const struct softhca_pd *pd,
				uint32_t rkey, uint64_t addr, uint64_t total, uint64_t from,
				uint64_t bytes, uint32_t access, struct engine_spans *out);
uint64_t softhca_engine_sge_total(const struct ibv_sge *sge, unsigned int count);
/** Does the client's process still exist? Its memory disappears before its connection is closed. */
bool softhca_engine_is_process_alive(const struct dma_space *space);

/* --- move.c ------------------------------------------------------------------------------- */

/** Copy a chunk into the responder's memory. */
enum engine_verdict softhca_engine_write_chunk(const struct engine_packet *packet,
					       const struct engine_spans *to);
/** Copy a chunk from the responder's memory, for RDMA reads. */
enum engine_verdict softhca_engine_read_chunk(const struct engine_packet *packet,
					      const struct engine_spans *from);
/** Store 8 bytes of inline payload atomically. */
enum engine_verdict softhca_engine_write_atomically(const struct engine_packet *packet,
						    const struct engine_spans *to);
/**
 * Returns the verdict for a fault in the responder's memory; a process that has exited does not
 * respond.
 */
enum engine_verdict softhca_engine_remote_fault(const struct engine_spans *to);

/* --- complete.c, arm.c ------------------------------------------------------------------- */

/** Write a CQE of eq to cq. If the CQ is full, CQ and queue pair fail (eq->rules->fail). */
void softhca_engine_complete(struct engine_qp *eq, struct softhca_cq *cq,
			     const struct inverbs_dev_cqe *cqe, bool solicited);
/** Returns the adapter's clock if CQEs of this CQ have timestamps, else 0. */
uint64_t softhca_engine_timestamp(const struct engine_qp *eq, const struct softhca_cq *cq);
/** Returns the number of CQEs ever written; wraps around. */
uint32_t softhca_engine_cqes_written(const struct softhca_cq *cq);
/** Is there a CQE before `mark` that the program, by its consumer index, has not consumed? */
bool softhca_engine_has_unread_cqes(const struct softhca_cq *cq, uint32_t mark);
/** CQE `index` was written: raise an event if the CQ is armed for it. */
void softhca_engine_arm_check(struct engine_cq *ecq, uint32_t index, bool solicited);
/** Read the program's arm request. Returns whether there is a new one. */
bool softhca_engine_arm_scan(struct engine_cq *ecq);

#endif
