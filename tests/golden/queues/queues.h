/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One replayer for all adapters whose vectors are cases. What differs from adapter to adapter is
 * how the vectors name things; an adapter's vocabulary reads those names. Objects are made here,
 * unless it brings those that a provider made.
 */
#ifndef GOLDEN_QUEUES_H
#define GOLDEN_QUEUES_H

#include <infiniband/verbs.h>
#include <inverbs/device/device.h>
#include <inverbs/fast/objects.h>

#include "completion.h"
#include "golden.h"
#include "memory.h"
#include "recorder.h"
#include "rules.h"

enum {
	MAX_QPS = 16,
	MAX_SRQS = 8,
	MAX_KINDS = 8,
	MAX_UNITS_OF_RING = 1 << 18,
	MAX_RING_BYTES = 64 << 20,
	MAX_WQE_BYTES = 4096,
	RECORD_BYTES = 8,
	REGISTER_BYTES = 4096,
	RING_FILL = 0xcc,   /* every byte of a ring before the call */
	RECORD_FILL = 0xee, /* and of a doorbell record */
};

/** The generated calls of an adapter; NULL: it has none. */
struct golden_calls {
	int (*post_send)(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);
	int (*post_recv)(struct ibv_qp *, struct ibv_recv_wr *, struct ibv_recv_wr **);
	int (*post_srq_recv)(struct ibv_srq *, struct ibv_recv_wr *, struct ibv_recv_wr **);
	int (*wr_complete)(struct ibv_qp_ex *);
	int (*poll_cq)(struct ibv_cq *, int, struct ibv_wc *);
	int (*arm_cq)(struct ibv_cq *, int);
	/** Credit for the hot path, so that it takes what it can. */
	void (*send_credit)(struct inverbs_sq *);
	void (*recv_credit)(struct inverbs_rq *);
	/** Where the hot path finds the next CQE. */
	void (*cq_seek)(struct inverbs_cq *);
	void (*srq_init)(struct inverbs_srq *);
	void (*srq_free)(struct inverbs_srq *, uint32_t);
	/** Puts start_poll and the other members that programs call. */
	void (*extended)(struct ibv_cq_ex *);
	/** The device's side. */
	int (*decode_send)(int, const struct inverbs_dev_copy *, uint32_t, struct inverbs_dev_wr *);
	int (*decode_recv)(const struct inverbs_dev_copy *, uint32_t, struct inverbs_dev_recv *);
	int (*decode_srq_recv)(const struct inverbs_dev_copy *, uint32_t,
			       struct inverbs_dev_recv *);
	/** Bytes of a posted WQE. */
	uint32_t (*send_bytes)(const struct inverbs_dev_copy *);
};

/** A ring and the memory around it. */
struct ring {
	uint8_t *memory;
	size_t bytes;
	size_t start; /**< of slot 0: vectors count from the beginning of the memory */
	const struct region *watched;
	struct picture picture;
};

/** A queue pair with its memory. */
struct golden_qp {
	struct inverbs_qp qp;
	struct inverbs_qp *object; /**< what is called: `qp`, unless a provider made another */
	struct ring send, recv;
	uint32_t send_unit; /**< bytes of a unit of the send ring */
	uint32_t recv_unit;
	struct inverbs_push push;
	uint8_t *registers;
	const void *provider; /**< what a provider's part knows of it besides */
};

/** Everything that a case may need. */
struct world {
	const struct golden_vocabulary *words;
	const json_t *vector;
	struct golden_qp qps[MAX_QPS];
	size_t qp_count;
	struct inverbs_srq srqs[MAX_SRQS];
	struct ring shared[MAX_SRQS];
	size_t srq_count;
	struct inverbs_cq cq;
	struct inverbs_cq *polled; /**< what is polled: `cq`, unless a provider made another */
	struct ring completions;
	struct inverbs_context ctx;
	void *provider; /**< what a provider's part needs besides */
	struct ibv_pd pd;
	bool owned; /**< rings and records come from the runtime, so that a provider can free them
		     */
};

/** How a store to a watched place is called. */
struct golden_kind {
	const char *kind;        /**< word of the vectors */
	const char *region;      /**< what is watched */
	long offset;             /**< only stores at this place; -1: any */
	uint32_t width;          /**< only runs of this many bytes; 0: any */
	bool last;               /**< only the last of a call matters: the reference has more */
	bool compared_in_memory; /**< its bytes are, by another member of the vector */
};

/** A number of the software's state and the vector's name for it. */
struct golden_number {
	const char *key;
	uint64_t (*now)(const struct world *w, const struct golden_qp *q);
};

/** Such a number as a function, of `w` and `q`. */
#define NUMBER(name, value)                                                                        \
	static uint64_t name(const struct world *w, const struct golden_qp *q)                     \
	{                                                                                          \
		(void)w;                                                                           \
		(void)q;                                                                           \
		return value;                                                                      \
	}

/** How a WQE is handed over: what the adapter looks at is stored last. */
struct golden_handover {
	uint32_t at, bytes; /**< that word; 0 bytes: nothing in the WQE hands it over */
	uint32_t tags;  /**< bytes behind it that may be stored with it, but for the last of them */
	uint32_t chunk; /**< chunks behind the first begin with a word that is stored last; 0: none
			 */
	uint32_t again, again_bytes; /**< where the word is repeated, later; 0 bytes: nowhere */
	bool marked; /**< the WQE before may have stored the word, as not handed over */
};

/** What an adapter's part gives. */
struct golden_vocabulary {
	const char *name;
	const struct golden_calls *calls;
	/** Completes a world that is otherwise empty; NULL: it does. */
	void (*begin)(struct world *w);
	/** Fills a queue pair from a posting case's "qp", or from one of a polling case's "qps". */
	void (*read_qp)(struct world *w, const json_t *json, struct golden_qp *q, struct report *r);
	void (*read_srq)(struct world *w, const json_t *json, struct inverbs_srq *srq,
			 struct report *r);
	void (*read_cq)(struct world *w, const json_t *json, struct report *r);
	struct ibv_ah *(*read_ah)(const json_t *ud, struct report *r);
	struct golden_kind kinds[MAX_KINDS];
	/** What WQEs have of requests: flags, bits of keys and numbers of remote queue pairs, bytes
	 * of the address vector (0: its number); and the longest SGE of a receive. */
	uint32_t seen_flags, seen_lkey, seen_qpn, seen_av, seen_most;
	bool seen_window; /**< windows say their old key, and their start besides their address */
	bool seen_empty;  /**< SGEs without bytes, too */
	bool seen_wr_id;  /**< identifiers */
	bool seen_whole; /**< SGEs as they were posted: atomics of any length, LOCAL_INV with any */
	bool raw_plain;  /**< raw packets do not say that they are solicited */
	uint32_t plain_ops; /**< bits of ops whose WQEs say neither solicited nor inline */
	uint32_t bare_ops;  /**< bits of ops whose WQEs have no flags, and without bytes only
			       constants */
	/** Units from this one on that only fill a chunk; NULL: there are none. */
	uint32_t (*pads)(const struct golden_qp *q, uint32_t unit);
	/** Compares a window with what the device sees; NULL: as most adapters have it. */
	void (*check_window)(const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
			     struct report *r);
	struct golden_handover handover, recv_handover;
	/** Where posted WQEs need not be like the reference's; NULL: nowhere. */
	const struct golden_rule *rules;
	/** Compares what only printers show of a recorded WQE; NULL: nothing. */
	void (*check_recorded)(const uint8_t *wqe, struct report *r);
	bool imm_by_flag;  /**< polls leave immediate data alone that a completion has not */
	bool srq_in_order; /**< slots of a shared receive queue follow each other */
	/** Marks the bits of a WQE that a vector calls odd itself, or that lie where the reference
	 * looks behind a payload; NULL: none. */
	void (*overlook)(const json_t *vector, uint8_t *ignore, size_t len);
	/** Why the request may be refused although the reference takes it; NULL: only if the
	 * vector's text says so. */
	const char *(*may_refuse)(const json_t *vector);
	/** Completes how a completion is compared; its CQE's index is NULL where the ring is a new
	 * one. NULL: nothing. */
	void (*rule)(struct world *w, const struct ibv_wc *wc, const uint32_t *cqe,
		     struct wc_rule *rule);
	bool wide_cqes; /**< a CQE may take two slots */
	/** Compares what a reader says that verbs do not have; false: it is none of those. NULL:
	 * there are none. */
	bool (*check_reader)(struct world *w, const char *key, const json_t *value,
			     struct report *r);
	const struct golden_number *send_numbers; /**< ends with a NULL key */
	const struct golden_number *recv_numbers;
	const struct golden_number *cq_numbers;
	const struct golden_number *srq_numbers;
	const struct golden_number *qp_numbers; /**< of a queue pair after a poll */
	/** Compares a member that is no plain number; false: it is none of those. NULL: there are
	 * none. */
	bool (*check_cq)(struct world *w, const char *key, const json_t *value, struct report *r);
	uint32_t clears; /**< units that a post makes look unwritten, from a multiple of them on */
	/** Receives lie in the send ring, too. */
	bool one_ring;
	/** Compares a member of a post that no other adapter's vectors have; false: it is none.
	 * NULL: there are none. */
	bool (*check_post)(struct world *w, const struct golden_qp *q, const char *key,
			   const json_t *value, struct report *r);
	/** Compares what is kept of requests, where it is no plain table of their identifiers. */
	void (*check_table)(const struct golden_qp *q, bool sends, const json_t *rows,
			    struct report *r);
	/** Compares a queue pair after a poll; NULL: by qp_numbers. */
	const char *qps_key;
	void (*check_qp)(struct world *w, const json_t *json, struct golden_qp *q,
			 struct report *r);
	const char *srqs_key;
	void (*check_srq)(struct world *w, const json_t *json, const struct inverbs_srq *srq,
			  struct report *r);
	/** Its reader of immediate data says nothing of an invalidated key. */
	bool hides_keys;
	/** Why a case is not replayed; NULL: it is. */
	const char *(*left_out)(const json_t *vector);
};

/** Make an empty world for a case. */
struct world *world_new(const struct golden_vocabulary *words, const json_t *vector);
/** Give back what is large: a trace becomes many cases. What is small goes with the process. */
void world_free(struct world *w);
/** Memory of a ring, filled and watched under this name. */
uint8_t *world_ring(struct ring *ring, const char *name, size_t bytes);
uint8_t *world_ring_in(struct ring *ring, const char *name, uint8_t *memory, size_t bytes);
/** Memory that is a ring already, watched as it is. */
void world_ring_around(struct ring *ring, const char *name, uint8_t *memory, size_t bytes);
/** Units of a ring: 0, or a power of two; anything else is malformed. */
uint32_t ring_units(const json_t *json, const char *key, uint32_t fallback);
/** A doorbell record, or registers, watched. */
uint32_t *world_record(const char *name);
uint8_t *world_registers(const char *name);
/** Put a queue pair or shared queue where a poll finds it. */
void world_enter(struct inverbs_number_table *table, uint32_t number, void *object);
struct golden_qp *queue_pair(struct world *w, uint32_t qpn);
struct inverbs_srq *shared_queue(struct world *w, uint32_t srqn);
/** Fill it with the queue pairs, shared queues and completion queue of a case. */
void world_fill(struct world *w, struct report *r);
/** Give a shared queue to the queue pairs that name it. */
void world_attach(struct world *w, struct inverbs_srq *srq);

/** Compare software state after a call, of the lists that name queue pairs or shared queues. */
void check_qps_after(struct world *w, const json_t *value, struct report *r);
void check_srqs_after(struct world *w, const json_t *value, struct report *r);
void *zeroed(size_t count, size_t bytes);

/** Compare the doorbells of a call, in program order. */
void check_doorbells_of(const struct world *w, const json_t *expected, struct report *r);
/**
 * Compare the barriers around them. Of a call that posts or arms: what a poll stores in rings is
 * not the device's.
 */
void check_barriers(struct report *r);
/** How many stores there were outside of rings. */
size_t doorbell_count(void);
bool is_ring(const struct region *region);
/** Where single WQEs are copied, and what tells of them: before the doorbell for all of a call. */
bool is_of_copies(const struct region *region);

/** One step of a scenario in a world that was made for it. */
void replay_send_step(struct world *w, const json_t *step, struct report *r);
void replay_recv_step(struct world *w, const json_t *step, struct report *r);
void replay_poll_step(struct world *w, int entries, const json_t *expect, struct report *r);
void replay_post_send(const struct golden_vocabulary *words, const json_t *vector,
		      struct report *r);
void replay_wr_api(const struct golden_vocabulary *words, const json_t *vector, struct report *r);
void replay_post_recv(const struct golden_vocabulary *words, const json_t *vector,
		      struct report *r);
void replay_post_srq_recv(const struct golden_vocabulary *words, const json_t *vector,
			  struct report *r);
void replay_poll_cq(const struct golden_vocabulary *words, const json_t *vector, struct report *r);
void replay_poll_cq_ex(const struct golden_vocabulary *words, const json_t *vector,
		       struct report *r);
void replay_arm_cq(const struct golden_vocabulary *words, const json_t *vector, struct report *r);
/** Operations that drafts leave out, and why: they have no provider. */
void leave_out_commands(const json_t *vector, struct report *r);
void leave_out_cleaning(const json_t *vector, struct report *r);
void leave_out_bind(const json_t *vector, struct report *r);

#endif
