/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One replayer for all adapters whose vectors are cases. Adapters differ in the names that their
 * vectors use; an adapter's vocabulary translates them. Objects are created here, unless the
 * adapter supplies those of its provider.
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
	RING_FILL = 0xcc,   /* value of every byte of a ring before the call */
	RECORD_FILL = 0xee, /* the same for doorbell records */
};

/** An adapter's generated calls; NULL if it has none. */
struct golden_calls {
	int (*post_send)(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);
	int (*post_recv)(struct ibv_qp *, struct ibv_recv_wr *, struct ibv_recv_wr **);
	int (*post_srq_recv)(struct ibv_srq *, struct ibv_recv_wr *, struct ibv_recv_wr **);
	int (*wr_complete)(struct ibv_qp_ex *);
	int (*poll_cq)(struct ibv_cq *, int, struct ibv_wc *);
	int (*arm_cq)(struct ibv_cq *, int);
	/** Gives credit to the hot path, so that it accepts as much as possible. */
	void (*send_credit)(struct inverbs_sq *);
	void (*recv_credit)(struct inverbs_rq *);
	/** Sets the hot path's cursor to the next CQE. */
	void (*cq_seek)(struct inverbs_cq *);
	void (*srq_init)(struct inverbs_srq *);
	void (*srq_free)(struct inverbs_srq *, uint32_t);
	/** Sets start_poll and the other function pointers. */
	void (*extended)(struct ibv_cq_ex *);
	/** Decoders of the device. */
	int (*decode_send)(int, const struct inverbs_dev_copy *, uint32_t, struct inverbs_dev_wr *);
	int (*decode_recv)(const struct inverbs_dev_copy *, uint32_t, struct inverbs_dev_recv *);
	int (*decode_srq_recv)(const struct inverbs_dev_copy *, uint32_t,
			       struct inverbs_dev_recv *);
	/** Returns the size of a posted WQE. */
	uint32_t (*send_bytes)(const struct inverbs_dev_copy *);
};

/** A ring and the memory around it. */
struct ring {
	uint8_t *memory;
	size_t bytes;
	size_t start; /**< offset of slot 0; vectors count from the beginning of the memory */
	const struct region *watched;
	struct picture picture;
};

/** A queue pair and its memory. */
struct golden_qp {
	struct inverbs_qp qp;
	struct inverbs_qp *object; /**< the one that is called: `qp`, or one that a provider
				    * created */
	struct ring send, recv;
	uint32_t send_unit; /**< unit of the send ring in bytes */
	uint32_t recv_unit;
	struct inverbs_push push;
	uint8_t *registers;
	const void *provider; /**< private data of an adapter with a provider */
};

/** All objects of a case. */
struct world {
	const struct golden_vocabulary *words;
	const json_t *vector;
	struct golden_qp qps[MAX_QPS];
	size_t qp_count;
	struct inverbs_srq srqs[MAX_SRQS];
	struct ring shared[MAX_SRQS];
	size_t srq_count;
	struct inverbs_cq cq;
	struct inverbs_cq *polled; /**< the one that is polled: `cq`, or one that a provider
				    * created */
	struct ring completions;
	struct inverbs_context ctx;
	void *provider; /**< private data of an adapter with a provider */
	struct ibv_pd pd;
	bool owned; /**< rings and records are allocated by the runtime, so that a provider can
		     * free them */
};

/** A kind of doorbell: how vectors name stores to a watched region. */
struct golden_kind {
	const char *kind;        /**< name in vectors */
	const char *region;      /**< name of the region */
	long offset;             /**< only stores at this offset; -1: any */
	uint32_t width;          /**< only runs of this many bytes; 0: any */
	bool last;               /**< only the last of a call matters, because the reference has
				  * more */
	bool compared_in_memory; /**< another member of the vector has its bytes */
};

/** A number in the software's state, and its name in vectors. */
struct golden_number {
	const char *key;
	uint64_t (*now)(const struct world *w, const struct golden_qp *q);
};

/** Defines a function that returns such a number, an expression of `w` and `q`. */
#define NUMBER(name, value)                                                                        \
	static uint64_t name(const struct world *w, const struct golden_qp *q)                     \
	{                                                                                          \
		(void)w;                                                                           \
		(void)q;                                                                           \
		return value;                                                                      \
	}

/** How ownership of a WQE passes: the word that the adapter checks is stored last. */
struct golden_handover {
	uint32_t at, bytes; /**< position of this word; 0 bytes if no word passes ownership */
	uint32_t tags;  /**< bytes after it that may be stored with it; the last of them must be */
	uint32_t chunk; /**< every further chunk begins with a word that is stored last; 0: none */
	uint32_t again, again_bytes; /**< where the word is repeated later; 0 bytes if it is not */
	bool marked; /**< the previous WQE may have stored the word, marked as not owned */
};

/** What each adapter provides. */
struct golden_vocabulary {
	const char *name;
	const struct golden_calls *calls;
	/** Sets up a new world; NULL if nothing is needed. */
	void (*begin)(struct world *w);
	/** Fills a queue pair from "qp" of a posting case, or from an element of "qps" of a polling
	 * case. */
	void (*read_qp)(struct world *w, const json_t *json, struct golden_qp *q, struct report *r);
	void (*read_srq)(struct world *w, const json_t *json, struct inverbs_srq *srq,
			 struct report *r);
	void (*read_cq)(struct world *w, const json_t *json, struct report *r);
	struct ibv_ah *(*read_ah)(const json_t *ud, struct report *r);
	struct golden_kind kinds[MAX_KINDS];
	/** What WQEs contain of requests: flags, bits of keys and of remote queue pair numbers,
	 * bytes of the address vector (0: its number); and the maximum length of an SGE of a
	 * receive. */
	uint32_t seen_flags, seen_lkey, seen_qpn, seen_av, seen_most;
	bool seen_window;   /**< windows: old key, and start in addition to the address */
	bool seen_empty;    /**< also SGEs of length 0 */
	bool seen_wr_id;    /**< also identifiers */
	bool seen_whole;    /**< SGEs as posted: atomics of any length, LOCAL_INV with SGEs */
	bool raw_plain;     /**< raw packets have no solicited flag */
	uint32_t plain_ops; /**< opcodes (as bits) whose WQEs have no solicited and no inline
			     * flag */
	uint32_t bare_ops;  /**< opcodes (as bits) whose WQEs have no flags, and only constants
			     * if they have no bytes */
	/** Returns the number of units from this one on that only fill a chunk; NULL if there are
	 * none. */
	uint32_t (*pads)(const struct golden_qp *q, uint32_t unit);
	/** Compares a window with what the device decodes; NULL for the common comparison. */
	void (*check_window)(const struct inverbs_dev_wr *seen, const struct ibv_send_wr *wr,
			     struct report *r);
	struct golden_handover handover, recv_handover;
	/** Where posted WQEs may differ from the reference; NULL: nowhere. */
	const struct golden_rule *rules;
	/** Compares the parts of a recorded WQE that only printers show; NULL if there are none. */
	void (*check_recorded)(const uint8_t *wqe, struct report *r);
	bool imm_by_flag;  /**< polls do not assign immediate data without its flag */
	bool srq_in_order; /**< slots of a shared receive queue are used in order */
	/** Sets the bits of a WQE that the vector excepts, or for which the reference reads beyond
	 * a payload; NULL if there are none. */
	void (*overlook)(const json_t *vector, uint8_t *ignore, size_t len);
	/** Returns why we may refuse a request that the reference accepts. NULL: only if the
	 * vector's text permits it. */
	const char *(*may_refuse)(const json_t *vector);
	/** Adds to the rule for comparing a completion; `cqe` is the CQE's index, or NULL if the
	 * ring was replaced. NULL if nothing is to be added. */
	void (*rule)(struct world *w, const struct ibv_wc *wc, const uint32_t *cqe,
		     struct wc_rule *rule);
	bool wide_cqes; /**< a CQE may occupy two slots */
	/** Compares a field that verbs do not have; returns false if it is not such a field. NULL
	 * if there are none. */
	bool (*check_reader)(struct world *w, const char *key, const json_t *value,
			     struct report *r);
	const struct golden_number *send_numbers; /**< ends with a NULL key */
	const struct golden_number *recv_numbers;
	const struct golden_number *cq_numbers;
	const struct golden_number *srq_numbers;
	const struct golden_number *qp_numbers; /**< for a queue pair after a poll */
	/** Compares a member that is not a plain number; returns false if it is not such a member.
	 * NULL if there are none. */
	bool (*check_cq)(struct world *w, const char *key, const json_t *value, struct report *r);
	uint32_t clears; /**< units that a post marks as unwritten, starting at a multiple of
			  * this */
	/** Receives are in the send ring, too. */
	bool one_ring;
	/** Compares a member of a post that only this adapter's vectors have; returns false if it
	 * is not such a member. NULL if there are none. */
	bool (*check_post)(struct world *w, const struct golden_qp *q, const char *key,
			   const json_t *value, struct report *r);
	/** Compares the bookkeeping of requests if it is not a plain table of identifiers. */
	void (*check_table)(const struct golden_qp *q, bool sends, const json_t *rows,
			    struct report *r);
	/** Compares a queue pair after a poll; NULL: by qp_numbers. */
	const char *qps_key;
	void (*check_qp)(struct world *w, const json_t *json, struct golden_qp *q,
			 struct report *r);
	const char *srqs_key;
	void (*check_srq)(struct world *w, const json_t *json, const struct inverbs_srq *srq,
			  struct report *r);
	/** The function that reads immediate data does not return an invalidated key. */
	bool hides_keys;
	/** Returns why a case is not replayed; NULL if it is. */
	const char *(*left_out)(const json_t *vector);
};

/** Creates an empty world for a case. */
struct world *world_new(const struct golden_vocabulary *words, const json_t *vector);
/** Free the large memory, because a trace becomes many cases. The end of the process frees the
 * rest. */
void world_free(struct world *w);
/** Allocate the memory of a ring, fill it, and watch it under this name. */
uint8_t *world_ring(struct ring *ring, const char *name, size_t bytes);
uint8_t *world_ring_in(struct ring *ring, const char *name, uint8_t *memory, size_t bytes);
/** Watch memory that is already a ring, without filling it. */
void world_ring_around(struct ring *ring, const char *name, uint8_t *memory, size_t bytes);
/** Returns the number of units of a ring: 0 or a power of two; anything else is malformed. */
uint32_t ring_units(const json_t *json, const char *key, uint32_t fallback);
/** Allocate a doorbell record, or a page of registers, and watch it. */
uint32_t *world_record(const char *name);
uint8_t *world_registers(const char *name);
/** Enter a queue pair or shared queue into the table in which polls look it up. */
void world_enter(struct inverbs_number_table *table, uint32_t number, void *object);
struct golden_qp *queue_pair(struct world *w, uint32_t qpn);
struct inverbs_srq *shared_queue(struct world *w, uint32_t srqn);
/** Create the queue pairs, shared queues and completion queue of a case. */
void world_fill(struct world *w, struct report *r);
/** Attach a shared queue to the queue pairs that name it. */
void world_attach(struct world *w, struct inverbs_srq *srq);

/** Compare the state after a call with the lists of queue pairs or shared queues. */
void check_qps_after(struct world *w, const json_t *value, struct report *r);
void check_srqs_after(struct world *w, const json_t *value, struct report *r);
void *zeroed(size_t count, size_t bytes);

/** Compare the doorbells of a call, in program order. */
void check_doorbells_of(const struct world *w, const json_t *expected, struct report *r);
/**
 * Check the barriers around the doorbells of a call that posts or arms. Not for polls, whose stores
 * to rings are not for the device.
 */
void check_barriers(struct report *r);
/** Returns the number of stores outside of rings. */
size_t doorbell_count(void);
bool is_ring(const struct region *region);
/** Whether single WQEs are copied to this region, or announced in it, before the doorbell for the
 * whole call. */
bool is_of_copies(const struct region *region);

/** Replay a step of a scenario in an existing world. */
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
/** Operations that drafts leave out because they have no provider. */
void leave_out_commands(const json_t *vector, struct report *r);
void leave_out_cleaning(const json_t *vector, struct report *r);
void leave_out_bind(const json_t *vector, struct report *r);

#endif
