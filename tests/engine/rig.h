/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A test bench for the transport engine: two devices, each with an open context, in this process
 * and without a server. The rig takes the place of the kernel's side of the emulator (numbers,
 * events, a clock that advances only on request) and of the program (rings in ordinary memory,
 * which the real mlx4 fast path fills and polls).
 */
#ifndef TESTS_ENGINE_RIG_H
#define TESTS_ENGINE_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inverbs/adapters/mlx4.h>
#include <inverbs/kernel/mlx4_abi.h>

#include "adapters/drivers.h"
#include "base/objects.h"
#include "base/upcalls.h"
#include "engine/engine.h"

enum {
	RIG_SQ_SHIFT = 7,
	RIG_SQ_ENTRIES = 64,
	RIG_SQ_SPARE = 17,
	RIG_MAX_POST = RIG_SQ_ENTRIES - RIG_SQ_SPARE,
	RIG_MAX_INLINE = 88,
	RIG_RQ_ENTRIES = 16,
	RIG_SGE = 4,
	RIG_MAX_EVENTS = 64,
	RIG_MAX_TRACES = 16,
	RIG_TIMEOUT = 10, /**< 4.096 us * 2^10 */
	RIG_RETRIES = 2,
	RIG_RNR_TIMER = 14, /**< code for 1.28 ms */
};

#define RIG_TIMEOUT_NS (UINT64_C(4096) << RIG_TIMEOUT)
#define RIG_RNR_NS     UINT64_C(1280000)

struct rig_event {
	enum ibv_event_type type;
	const void *object; /**< softhca_qp, softhca_cq, softhca_srq */
};

/** A trace record, as a reader would get it. */
struct rig_trace {
	enum softhca_trace_kind kind;
	const struct softhca_context *ctx;
	uint32_t number;
	uint32_t index;
	uint32_t detail;
	size_t bytes;
};

struct rig_side {
	struct softhca_dev dev;
	struct softhca_context ctx;
	struct softhca_pd pd;
	struct softhca_pd other_pd;
	struct inverbs_number_table qps;
	struct inverbs_number_table srqs;
	struct inverbs_push push;
	struct rig *rig;
};

struct rig {
	struct softhca hca;
	struct softhca_dev *devices[2];
	struct rig_side a;
	struct rig_side b;
	uint64_t now;
	uint8_t *arena; /**< RIG_SHARED: memory is allocated from here */
	size_t arena_used;
	struct rig_event events[RIG_MAX_EVENTS];
	unsigned int num_events;
	struct rig_trace trace[RIG_MAX_TRACES];
	unsigned int traces;
	struct softhca_link owned; /**< everything that the rig frees at the end */
};

/** An object that is freed with the rig, newest first. */
struct rig_owned {
	struct softhca_link link;
	void (*release)(struct rig_owned *owned);
};

struct rig_mr {
	struct rig_owned owned;
	struct softhca_mr k;
	uint8_t *bytes;
};

struct rig_mw {
	struct rig_owned owned;
	struct softhca_mw k;
};

struct rig_cq {
	struct rig_owned owned;
	struct softhca_cq k;
	struct inverbs_cq u;
	uint32_t doorbell_record[2] __attribute__((aligned(8)));
	unsigned int comp_events; /**< raised and not yet taken by rig_get_event */
};

struct rig_srq {
	struct rig_owned owned;
	struct softhca_srq k;
	struct inverbs_srq u;
	uint32_t doorbell_record;
};

struct rig_qp {
	struct rig_owned owned;
	struct softhca_qp k;
	struct inverbs_qp u;
	struct rig_side *side;
	struct rig_cq *send_cq;
	struct rig_cq *recv_cq;
	uint32_t doorbell_record;
	bool gone;
};

/** How the engine accesses rings and buffers. */
enum rig_mode {
	RIG_OWN,    /**< the program is in the engine's process: plain loads and stores */
	RIG_COPIED, /**< another process: system calls */
	RIG_SHARED, /**< another process that shares its memory */
	RIG_MODES
};
extern enum rig_mode rig_mode;

/** cmocka fixtures: *state is the struct rig. */
int rig_setup(void **state);
int rig_teardown(void **state);

struct rig_mr *rig_mr(struct rig_side *side, size_t bytes, uint32_t access);
/** The key becomes invalid; the memory stays. */
void rig_mr_dereg(struct rig_mr *mr);
struct rig_mw *rig_mw(struct rig_side *side, enum ibv_mw_type type);
struct rig_cq *rig_cq(struct rig_side *side, uint32_t entries);
void rig_cq_resize(struct rig_cq *cq, uint32_t entries);
struct rig_srq *rig_srq(struct rig_side *side, uint32_t entries, uint32_t max_sge);
/** Make it an XRC SRQ. */
void rig_srq_xrc(struct rig_srq *srq, struct rig_cq *cq, struct softhca_xrcd *xrcd);

struct rig_qp_options {
	enum ibv_qp_type type;
	struct rig_cq *send_cq; /**< NULL: a new one of 64 entries */
	struct rig_cq *recv_cq; /**< NULL: a new one of 64 entries */
	struct rig_srq *srq;
	struct softhca_xrcd *xrcd; /**< XRC targets */
	uint8_t sq_shift;          /**< 0: RIG_SQ_SHIFT */
	uint8_t recv_sge;          /**< 0: RIG_SGE */
};

struct rig_qp *rig_qp(struct rig_side *side, const struct rig_qp_options *options);
void rig_qp_destroy(struct rig_qp *qp);
/** Change attributes as MODIFY_QP does after its checks. */
void rig_modify(struct rig_qp *qp, const struct ibv_qp_attr *attr, uint32_t mask);
void rig_state(struct rig_qp *qp, enum ibv_qp_state state);
void rig_to_init(struct rig_qp *qp);
/** dest may be the same queue pair. */
void rig_to_rtr(struct rig_qp *qp, const struct rig_qp *dest);
void rig_to_rts(struct rig_qp *qp);
void rig_connect(struct rig_qp *a, struct rig_qp *b);

/** Two connected queue pairs, one at each side. */
struct rig_pair {
	struct rig_qp *a;
	struct rig_qp *b;
};
struct rig_pair rig_pair(struct rig *rig, enum ibv_qp_type type);

/** Poll the engine until it has nothing to do. */
void rig_run(struct rig *rig);
void rig_advance(struct rig *rig, uint64_t ns);

/** Returns a signaled request with up to one SGE. */
struct ibv_send_wr rig_wr(enum ibv_wr_opcode opcode, struct ibv_sge *sge);
void rig_post(struct rig_qp *qp, struct ibv_send_wr *wr);
void rig_recv(struct rig_qp *qp, uint64_t wr_id, struct rig_mr *mr, uint32_t length);
void rig_srq_recv(struct rig_srq *srq, uint64_t wr_id, struct rig_mr *mr, uint32_t length);
struct ibv_sge rig_sge(const struct rig_mr *mr, size_t offset, uint32_t length);
void rig_fill(struct rig_mr *mr, uint8_t seed);

/** Poll the only completion: there must be exactly one. */
struct ibv_wc rig_one(struct rig_cq *cq);
/** The same, and it must have this wr_id and status. */
struct ibv_wc rig_expect(struct rig_cq *cq, uint64_t wr_id, enum ibv_wc_status status);
void rig_expect_none(struct rig_cq *cq);
/** Poll the next completion; others may follow. */
struct ibv_wc rig_next(struct rig_cq *cq);

/** Returns how many events of this type were reported for the object. */
unsigned int rig_events(const struct rig *rig, enum ibv_event_type type, const void *object);
/** Take a completion event, like ibv_get_cq_event(). Returns false if there is none. */
bool rig_get_event(struct rig_cq *cq);

/* Shared by the rig's files. */
void rig_own(struct rig *rig, struct rig_owned *owned, void (*release)(struct rig_owned *));
/** Returns page-aligned, zeroed memory, which is shared in mode RIG_SHARED. */
void *rig_zeroed(size_t bytes);
void rig_free(void *memory);
/** RIG_SHARED: the programs stop sharing. */
void rig_unshare(struct rig *rig);

/* Groups of tests; each function returns the number of failures. */
/**
 * Returns why a send of the queue pair completed with this status; IBV_WC_SUCCESS: why its last
 * datagram was dropped.
 */
static inline unsigned int rig_reason(const struct rig_qp *qp, enum ibv_wc_status status)
{
	const struct softhca_refusal *why = softhca_engine_qp_why(&qp->k, status, 1, 0, 0);

	assert_non_null(why);
	return why->reason;
}

int test_transfer(void);
int test_bursts(void);
int test_burst_failures(void);
int test_errors(void);
int test_silence(void);
int test_faults(void);
int test_delays(void);
int test_trace(void);
int test_reasons(void);
int test_receive(void);
int test_completion(void);
int test_states(void);
int test_windows(void);
int test_datagram(void);
int test_timers(void);
int test_xrc(void);
int test_hostile(void);

#define RIG_TEST(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)

#endif
