/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A plain model of verbs: the existing objects, references between them, and the effect of every
 * request. Each step is executed twice, by the library on the emulator and by the model; both must
 * agree.
 *
 * The model is in memory that the processes of a run share. A context belongs to one process;
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
 * The kernel is the adapter: doorbells are commands. It frees a WQE when it has completed the
 * request, not when the completion is polled. It checks the limit of a shared queue when it uses a
 * receive, and flushes the receives of a queue pair only once, on the change to the error state.
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
	SEND_MAX = 256,       /**< a power of two, more than any send queue here holds */
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

/** A reference to an object; to none if the slot is NONE. */
struct ref {
	int ctx, slot;
};

/** Members of all objects: whether the object exists, and how many others refer to it. */
struct object {
	bool live;
	int users;
	uint32_t born; /**< tells two objects of the same slot apart */
};

struct pd {
	struct object o;
	int parent, td; /**< of a parent domain: slots of its PD and thread domain; else NONE */
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
	int mr; /**< slot of the region it is bound to, or NONE */
	uint32_t qpn;
	uint64_t addr, length;
	int access;
	struct ibv_mw *v;
};

struct channel {
	struct object o;
	int events; /**< expected and not yet read */
	struct ibv_comp_channel *v;
};

/** An expected completion. */
struct completion {
	struct ref qp; /**< queue pair of the request; NONE for a shared XRC queue */
	int srq;       /**< slot of the receive's SRQ, in the same context, or NONE */
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
	int file; /**< index of the file, or NONE for a private domain */
	struct ibv_xrcd *v;
};

struct recv {
	uint64_t wr_id;
	int num_sge;
	struct ibv_sge sge[SGES];
};

/** Receives in order: counters of those posted, taken by a message, and freed. */
struct recv_queue {
	uint32_t max, max_sge;
	uint32_t posted, taken, freed;
	struct recv list[RECV_MAX];
};

struct srq {
	struct object o;
	int pd, xrcd, cq; /**< xrcd and cq: XRC only, else NONE */
	uint32_t limit, num;
	struct recv_queue rq;
	struct ibv_srq *v;
};

struct send {
	struct ibv_send_wr wr; /**< without its lists and handles */
	struct ibv_sge sge[SGES];
	uint8_t bytes[INLINE_MAX], unsure[INLINE_MAX];
	bool inlined;
	int to_device, group; /**< a datagram's destination: a device, or a group unless NONE */
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
	uint32_t psn, expected; /**< next packet numbers to send and to receive */
	bool established, busy, draining, drain_event;
	bool recv_flush; /**< in the error state: receives are still to be flushed */
	uint32_t groups; /**< one bit per multicast group */
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
	uint8_t unsure[ARENA]; /**< bytes not compared: headers, which the model does not build */
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

/** One call, or a few, completely determined by these numbers. */
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
	struct ref answer; /**< a queue pair that is to connect in return */
	bool slow;         /**< the step's effects are complete only after a timer */
	struct context ctx[CONTEXTS];
	bool given; /**< replay `script`; else steps are generated and stored there */
	int steps, at, done;
	int completions, errors; /**< polled completions, and failures among them */
	bool have;               /**< step `at` of the script is valid */
	char files[2][64];
	char failure[1024];
	struct step script[STEPS];
};

extern struct world *W;
extern int me; /**< index of this process */

/** An object by its slot. NONE gives an arbitrary one, which the caller must not use. */
#define AT(context, kind, slot) (&W->ctx[context].kind[(slot) == NONE ? 0 : (slot)])

/* --- main.c, run.c ----------------------------------------------------------------------- */

/** Report a difference between the library and the model, and exit. */
__attribute__((noreturn, format(printf, 1, 2))) void differ(const char *format, ...);
/** Fail unless a call returned what the model expects. */
void same_result(const char *call, int got, int expected);
/** Fail unless a call returned a pointer (`expected` 0), or NULL with errno `expected`. */
void same_pointer(const char *call, const void *got, int expected);
uint32_t noise(uint32_t *seed);
/** Wait until the emulator has done everything that is pending. */
void settle(void);
void witness_open(void);
void witness_close(void);
/** Play the script, or a random one; then destroy all objects, unless `keep`. */
void play(int process, const int *in, const int *out);

/* --- script.c ---------------------------------------------------------------------------- */

/** A verb; run() makes the call and models it. False if it is not possible in this state. */
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
/** The slot (taken modulo their number) if it has an object, else NONE. */
int live(int ctx, enum kind kind, int slot);
/** The slot (taken modulo their number) if it has none, else NONE. */
int vacant(int ctx, enum kind kind, int slot);
void born(struct object *o);
/** Add n to the users of an object; slot may be NONE. */
void hold(int ctx, enum kind kind, int slot, int n);
/** The protection domain itself, or of a parent domain the one that it is based on. */
int real_pd(int ctx, int pd);
struct qp *qp_at(struct ref r);
/** Whether two contexts are of one process, so that calls may mix their objects. */
bool together(int a, int b);

/* --- events.c ---------------------------------------------------------------------------- */

void event_due(int ctx, enum ibv_event_type type, void *element);
/** Drop the events of a destroyed object. */
void events_forget(int ctx, const void *element);
void complete(int ctx, int slot, const struct completion *c, bool solicited);
/** Drop the completions of a queue pair, or of a shared XRC queue. */
void completions_forget(int ctx, struct ref qp, int srq);
/** Number of completions that are in the queue or may still arrive. */
int cq_load(int ctx, int cq);

/* --- memory.c ---------------------------------------------------------------------------- */

/** Whether a region of the PD covers each SGE, and allows the access. */
bool local_ok(int ctx, int pd, const struct ibv_sge *sge, int n, int access);
/** Offset in the arena of a peer's address, or NONE. */
int remote_at(int ctx, int pd, uint32_t rkey, uint32_t qpn, uint64_t addr, uint64_t bytes,
	      int access);
uint32_t total_of(const struct ibv_sge *sge, int n);
void gather(int ctx, const struct ibv_sge *sge, int n, uint8_t *bytes, uint8_t *unsure);
void scatter(int ctx, const struct ibv_sge *sge, int n, const uint8_t *bytes, const uint8_t *unsure,
	     uint32_t count);
/** An SGE of `bytes` at `offset` of a region, truncated at the region's end. */
struct ibv_sge sge_of(const struct context *ctx, const struct mr *mr, uint32_t offset,
		      uint32_t bytes);
void check_memory(void);
int mr_of_key(int ctx, uint32_t key);

/* --- ah.c -------------------------------------------------------------------------------- */

/** The address vector for a device's port. */
struct ibv_ah_attr way_to(int device);
/** Whether an address vector leads to that port. */
bool leads_to(const struct ibv_ah_attr *attr, int device);

/* --- flow.c ------------------------------------------------------------------------------ */

/** Model everything that the adapters can do now. */
void flow(void);
void enter_error(struct ref r);
/** Whether the queue pair is in a state in which it receives messages. */
bool receiving(const struct qp *qp);
bool recv_waiting(const struct recv_queue *rq);
/** Number of queue pairs whose next send waits for a receive of that shared queue. */
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
