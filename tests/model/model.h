/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A plain model of verbs: the objects that exist, references between them, and the effect of every
 * request. Each step is done twice, by the library on the emulator and here; both must agree.
 *
 * All of it is in memory that the processes of a run share. A context belongs to one process;
 * pointers to the library's objects are valid only there.
 */
#ifndef TESTS_MODEL_MODEL_H
#define TESTS_MODEL_MODEL_H

#include <errno.h>
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Properties of the adapter that the program is bound to, set by CMakeLists.txt. */
#ifndef MODEL_XRC
#define MODEL_XRC true
#endif
/**
 * The kernel is the adapter: doorbells are commands. It frees a slot when it has completed a
 * request, not when that is polled; it checks the limit of a shared queue when it takes a receive,
 * and receives of a queue pair in error once.
 */
#ifndef MODEL_BY_KERNEL
#define MODEL_BY_KERNEL false
#endif

enum {
	CONTEXTS = 3, /**< on devices 0, 1 and 0 */
	PDS = 4,
	TDS = 2,
	MRS = 6,
	MWS = 3,
	CHANNELS = 2,
	CQS = 5,
	XRCDS = 2,
	SRQS = 4,
	QPS = 8,
	AHS = 4,
	GROUPS = 3, /**< multicast groups, which any queue pair may join */

	REGION = 4096,        /**< bytes that one MR slot may cover */
	ARENA = MRS * REGION, /**< memory of a context */
	SEND_MAX = 256,       /**< a power of two, more than any send queue here takes */
	RECV_MAX = 128,       /**< likewise */
	COMPLETIONS = 512,    /**< more than any completion queue here holds */
	EVENTS = 512,
	SGES = 3,
	INLINE_MAX = 48,
	ARGS = 9,
	STEPS = 200000,
	NONE = -1,
	PAST_TIMER_MS = 4, /**< longer than any timer that the model sets */
};

enum kind {
	PD,
	TD,
	MR,
	MW,
	CHANNEL,
	CQ,
	XRCD,
	SRQ,
	QP,
	AH,
	KINDS
};

/** Refers to an object; NONE as slot: to none. */
struct ref {
	int ctx, slot;
};

/** Members of all objects: whether they exist, and how many others refer to them. */
struct object {
	bool live;
	int users;
	uint32_t born; /**< tells two objects of the same slot apart */
};

struct pd {
	struct object o;
	int parent, td; /**< slots: a parent domain's, else NONE */
	struct ibv_pd *v;
};

struct td {
	struct object o;
	struct ibv_td *v;
};

struct mr {
	struct object o;
	int pd;
	uint32_t offset, length; /**< in the arena */
	int access;
	uint32_t lkey, rkey;
	struct ibv_mr *v;
};

struct mw {
	struct object o;
	int pd;
	enum ibv_mw_type type;
	uint32_t rkey;
	int mr; /**< slot it is bound to, or NONE */
	uint32_t qpn;
	uint64_t addr, length;
	int access;
	struct ibv_mw *v;
};

struct channel {
	struct object o;
	int events; /**< not yet taken */
	struct ibv_comp_channel *v;
};

/** An expected completion. */
struct completion {
	struct ref qp; /**< whose request it was; of a shared XRC queue: NONE */
	int srq;       /**< slot of its SRQ, in the same context, or NONE */
	bool is_recv;
	uint32_t index; /**< of the request in its queue */
	uint32_t qpn;
	uint64_t wr_id;
	enum ibv_wc_status status;
	enum ibv_wc_opcode opcode;
	uint32_t byte_len;
	unsigned int flags;
	uint32_t imm;
	uint32_t src_qp;
};

struct cq {
	struct object o;
	int channel;
	int cqe;
	enum {
		IDLE,
		ARMED,
		ARMED_SOLICITED,
		EVENT
	} arm;
	int count;
	struct completion list[COMPLETIONS];
	struct ibv_cq *v;
};

struct xrcd {
	struct object o;
	int file; /**< which one, or NONE: private */
	struct ibv_xrcd *v;
};

struct recv {
	uint64_t wr_id;
	int num_sge;
	struct ibv_sge sge[SGES];
};

/** Receives in order. posted - freed of them take room; taken of them are not waiting any more. */
struct recv_queue {
	uint32_t max, max_sge;
	uint32_t posted, taken, freed;
	struct recv list[RECV_MAX];
};

struct srq {
	struct object o;
	int pd, xrcd, cq; /**< the last two: XRC only */
	uint32_t limit, num;
	struct recv_queue rq;
	struct ibv_srq *v;
};

struct send {
	struct ibv_send_wr wr; /**< without its lists and handles */
	struct ibv_sge sge[SGES];
	uint8_t bytes[INLINE_MAX], unsure[INLINE_MAX];
	bool inlined;
	int to_device, group; /**< datagrams: one of them */
	bool global;
	int ah_pd;
	struct {
		int mw;
		uint32_t lkey, rkey;
		uint64_t addr, length;
		int access;
	} bind;
};

struct qp {
	struct object o;
	enum ibv_qp_type type;
	int pd, scq, rcq, srq, xrcd;
	bool sig_all;
	uint32_t num;
	struct ibv_qp_cap cap;
	struct ibv_qp_attr attr;
	uint32_t psn, expected; /**< next to send, next to come */
	bool established, busy, draining, drain_event;
	bool recv_flush; /**< in error: receives are to be flushed */
	uint32_t groups; /**< bit per multicast group */
	uint32_t posted, done, freed;
	struct send sends[SEND_MAX];
	struct recv_queue rq;
	struct ibv_qp *v;
};

struct ah {
	struct object o;
	int pd;
	int to_device, group;
	bool global;
	struct ibv_ah *v;
};

/** An expected asynchronous event. */
struct event {
	enum ibv_event_type type;
	void *element;
};

struct context {
	int process, device;
	struct ibv_context *v;
	uint8_t *arena;
	uint8_t bytes[ARENA];  /**< expected contents */
	uint8_t unsure[ARENA]; /**< unknown: headers, which the model does not build */
	int events;
	struct event event[EVENTS];
	struct pd pd[PDS];
	struct td td[TDS];
	struct mr mr[MRS];
	struct mw mw[MWS];
	struct channel channel[CHANNELS];
	struct cq cq[CQS];
	struct xrcd xrcd[XRCDS];
	struct srq srq[SRQS];
	struct qp qp[QPS];
	struct ah ah[AHS];
};

/** One call, or a few. The numbers determine everything about it. */
struct step {
	int verb, ctx;
	int arg[ARGS];
};

struct world {
	int processes;
	bool keep;    /**< end without destroying anything */
	int patience; /**< seconds to wait for a completion or event until the run fails */
	uint32_t seed, births, wr_ids;
	bool ethernet; /**< ports are addressed by GIDs */
	uint16_t lid[2];
	union ibv_gid gid[2];
	struct ref answer; /**< a queue pair that must connect in return */
	bool slow;         /**< a timer has to pass before the step's effects are all there */
	struct context ctx[CONTEXTS];
	/* the script: given ones are replayed, others are made up as we go */
	bool given;
	int steps, at, done;
	int completions, errors; /**< that were polled */
	bool have;
	char files[2][64];
	char failure[1024];
	struct step script[STEPS];
};

extern struct world *W;
extern int me; /**< which process this is */

/** An object by its slot. NONE gives an arbitrary one, which the caller must not use.
 */
#define AT(context, kind, slot) (&W->ctx[context].kind[(slot) == NONE ? 0 : (slot)])

/* --- main.c, run.c ----------------------------------------------------------------------- */

/** The library and the model disagree: print how, and exit. */
__attribute__((noreturn, format(printf, 1, 2))) void differ(const char *format, ...);
/** Fail unless a call returned what the model expects. */
void same_result(const char *call, int got, int expected);
/** Fail unless a pointer came back, or NULL with that errno. `expected` is 0 or the errno. */
void same_pointer(const char *call, const void *got, int expected);
uint32_t noise(uint32_t *seed);
/** Let the emulator do everything that is pending. */
void settle(void);
void witness_open(void);
void witness_close(void);
/** Play the script, or a random one; then destroy all objects, unless `keep`. */
void play(int process, const int *in, const int *out);

/* --- script.c ---------------------------------------------------------------------------- */

/** Make a call, and the same in the model. False: not possible in this state, not done. */
struct verb {
	const char *name;
	int weight;
	/** For each argument: lower case picks an object, upper case a free slot, 'r' a queue pair
	 * that is ready to send, 'n' one that is not, '.' anything. */
	const char *args;
	bool (*run)(int ctx, const int *arg);
};

extern const struct verb verbs[];
extern const int num_verbs;
struct step make_step(uint32_t *seed);
int find_verb(const char *name);
void print_step(FILE *to, const struct step *step);

/* --- objects.c --------------------------------------------------------------------------- */

struct object *object_at(int ctx, enum kind kind, int slot);
int slots_of(enum kind kind);
/** The slot if an object lives there, else NONE. */
int live(int ctx, enum kind kind, int slot);
/** The slot if none lives there, else NONE. */
int vacant(int ctx, enum kind kind, int slot);
void born(struct object *o);
/** Counts users of an object; slot may be NONE. */
void hold(int ctx, enum kind kind, int slot, int n);
/** The protection domain itself; of a parent domain, its own. */
int real_pd(int ctx, int pd);
struct qp *qp_at(struct ref r);
/** Same process: pointers of one may be given to calls on the other. */
bool together(int a, int b);

/* --- events.c ---------------------------------------------------------------------------- */

void event_due(int ctx, enum ibv_event_type type, void *element);
/** Events of a destroyed object are dropped. */
void events_forget(int ctx, const void *element);
void complete(int ctx, int slot, const struct completion *c, bool solicited);
/** Drop the completions of a queue pair, or of a shared XRC queue. */
void completions_forget(int ctx, struct ref qp, int srq);
/** Completions that are in the queue or may still come. */
int cq_load(int ctx, int cq);

/* --- memory.c ---------------------------------------------------------------------------- */

/** A local SGE: an MR of that PD covers it and allows that. */
bool local_ok(int ctx, int pd, const struct ibv_sge *sge, int n, int access);
/** Offset in the arena of a peer's address, or NONE. */
int remote_at(int ctx, int pd, uint32_t rkey, uint32_t qpn, uint64_t addr, uint64_t bytes,
	      int access);
uint32_t total_of(const struct ibv_sge *sge, int n);
void gather(int ctx, const struct ibv_sge *sge, int n, uint8_t *bytes, uint8_t *unsure);
void scatter(int ctx, const struct ibv_sge *sge, int n, const uint8_t *bytes, const uint8_t *unsure,
	     uint32_t count);
/** An SGE of `bytes` at `offset` of a region, or what is there of it. */
struct ibv_sge sge_of(const struct context *ctx, const struct mr *mr, uint32_t offset,
		      uint32_t bytes);
void check_memory(void);
int mr_of_key(int ctx, uint32_t key);

/* --- ah.c -------------------------------------------------------------------------------- */

/** The address vector of the port of a device. */
struct ibv_ah_attr way_to(int device);
/** Does it lead to that port? */
bool leads_to(const struct ibv_ah_attr *attr, int device);

/* --- flow.c ------------------------------------------------------------------------------ */

/** Let the model do everything that can happen now. */
void flow(void);
void enter_error(struct ref r);
/** In a state that receives messages. */
bool receiving(const struct qp *qp);
bool recv_waiting(const struct recv_queue *rq);
/** Queue pairs whose next send waits for a receive of that shared queue. */
int waiting_for(int ctx, int srq);

/* --- the verbs --------------------------------------------------------------------------- */

#define VERB(name) bool name(int c, const int *a)
VERB(do_alloc_pd);
VERB(do_dealloc_pd);
VERB(do_parent_domain);
VERB(do_alloc_td);
VERB(do_dealloc_td);
VERB(do_reg_mr);
VERB(do_bad_mr);
VERB(do_rereg_mr);
VERB(do_dereg_mr);
VERB(do_alloc_mw);
VERB(do_dealloc_mw);
VERB(do_create_channel);
VERB(do_destroy_channel);
VERB(do_create_cq);
VERB(do_bad_cq);
VERB(do_resize_cq);
VERB(do_destroy_cq);
VERB(do_poll_cq);
VERB(do_req_notify);
VERB(do_get_cq_events);
VERB(do_get_events);
VERB(do_open_xrcd);
VERB(do_close_xrcd);
VERB(do_create_srq);
VERB(do_create_xrc_srq);
VERB(do_modify_srq);
VERB(do_destroy_srq);
VERB(do_create_qp);
VERB(do_bad_qp);
VERB(do_destroy_qp);
VERB(do_modify_qp);
VERB(do_query_qp);
VERB(do_advance);
VERB(do_connect);
VERB(do_create_ah);
VERB(do_destroy_ah);
VERB(do_attach);
VERB(do_detach);
VERB(do_post_send);
VERB(do_post_recv);
VERB(do_post_srq);
VERB(do_bind);

#endif
