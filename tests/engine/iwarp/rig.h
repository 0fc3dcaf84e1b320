/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A test bench for iWARP in the transport engine: two T3 devices, each with an open context, in
 * this process and without a server. The rig takes the place of the kernel's side (numbers, events,
 * a clock that advances only on request), the connection manager, and the program: it maps the
 * driver's rings by their keys, and posts and polls with the real fast path.
 */
#ifndef TESTS_ENGINE_IWARP_RIG_H
#define TESTS_ENGINE_IWARP_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inverbs/adapters/cxgb3.h>
#include <inverbs/kernel/cxgb3_abi.h>
#include <inverbs/device/cxgb3_device.h>

#include "adapters/drivers.h"
#include "base/objects.h"
#include "base/upcalls.h"
#include "engine/base/adapter.h"
#include "engine/engine.h"
#include "engine/iwarp/iwarp.h"

enum {
	RIG_SENDS = 8,
	RIG_RECVS = 16, /**< slots of the receive table, one of which stays empty */
	RIG_ENTRIES = 64,
	RIG_MAX_EVENTS = 32,
	RIG_BYTES = 4096, /**< size of each side's two regions */
};

struct rig;

/** One side: a device and its program. */
struct rig_side {
	struct softhca_dev dev;
	struct softhca_context ctx;
	struct softhca_pd pd;
	struct softhca_pd other_pd;
	struct inverbs_context user; /**< the program's half */
	struct rig_mr *source;       /**< has a pattern; the peer may read it */
	struct rig_mr *sink;         /**< the peer may write to it */
};

struct rig_mr {
	struct softhca_mr k;
	uint8_t *bytes;
};

struct rig_cq {
	struct softhca_cq k;
	struct inverbs_cq u;
	struct inverbs_soft_cq soft;
	uint32_t counter; /**< CQEs consumed, which the kernel's side reads */
	size_t mapped;
	unsigned int comp_events;
};

struct rig_qp {
	struct softhca_qp k;
	struct inverbs_qp u;
	struct inverbs_work work;
	struct rig_side *side;
	struct rig_cq *send_cq;
	struct rig_cq *recv_cq;
	uint8_t *doorbell;
	size_t mapped;
	unsigned int ended; /**< how many times the connection manager was notified */
	enum softhca_iwarp_end how;
	bool gone;
};

struct rig_event {
	enum ibv_event_type type;
	const void *object;
};

struct rig {
	struct softhca hca;
	struct softhca_dev *devices[2];
	struct rig_side a;
	struct rig_side b;
	struct rig_qp *x; /**< queue pair of a, the initiator */
	struct rig_qp *y; /**< queue pair of b */
	uint64_t now;
	struct rig_event events[RIG_MAX_EVENTS];
	unsigned int num_events;
};

/** The programs' memory is accessed by system calls, as if they were other processes. */
extern bool rig_copied;

/** cmocka fixtures: *state is a struct rig with x and y, idle or connected. */
int rig_idle(void **state);
int rig_connected(void **state);
int rig_teardown(void **state);

struct rig_mr *rig_mr(struct rig_side *side, size_t bytes, uint32_t access);
void rig_mr_free(struct rig_side *side, struct rig_mr *mr);
struct rig_cq *rig_cq(struct rig_side *side, uint32_t entries);
void rig_cq_free(struct rig_cq *cq);
/** cq NULL: creates a separate CQ for each direction. */
struct rig_qp *rig_qp(struct rig_side *side, struct rig_cq *cq);
/** The kernel's part of DESTROY_QP. */
void rig_qp_destroy(struct rig_qp *qp);
void rig_qp_free(struct rig_qp *qp);
/** Execute MODIFY_QP. Returns 0 or an errno value. */
int rig_modify(struct rig_qp *qp, enum ibv_qp_state state);
/** Connect x and y, as the connection manager would, with these limits for reads on both sides. */
int rig_connect(struct rig_qp *x, struct rig_qp *y, uint32_t ird, uint32_t ord);

/** Poll the engine until it has nothing to do. */
void rig_run(struct rig *rig);

/**
 * Returns a request for the first `length` bytes of the default regions: sends are from `source`;
 * writes go from `source` to the peer's `sink`; reads, from the peer's `source` to `sink`.
 */
struct ibv_send_wr rig_wr(struct rig_qp *qp, struct rig_qp *peer, enum ibv_wr_opcode opcode,
			  uint64_t wr_id, uint32_t length, struct ibv_sge *sge);
int rig_post(struct rig_qp *qp, struct ibv_send_wr *wr);
/** Post such a request, signaled. */
void rig_send(struct rig_qp *qp, struct rig_qp *peer, enum ibv_wr_opcode opcode, uint64_t wr_id,
	      uint32_t length);
/** Post a receive into the sink. */
void rig_recv(struct rig_qp *qp, uint64_t wr_id, uint32_t length);

/** Poll the next completion. */
struct ibv_wc rig_next(struct rig_cq *cq);
/** Poll the next completion, which must have this wr_id and status. */
struct ibv_wc rig_expect(struct rig_cq *cq, uint64_t wr_id, enum ibv_wc_status status);
void rig_expect_none(struct rig_cq *cq);
unsigned int rig_events(const struct rig *rig, enum ibv_event_type type, const void *object);

/** Returns why the queue pair is in the error state. */
static inline unsigned int rig_reason(const struct rig_qp *qp)
{
	const struct softhca_refusal *why = softhca_engine_qp_why(&qp->k, IBV_WC_WR_FLUSH_ERR, 3, 0,
								  0);

	assert_non_null(why);
	return why->reason;
}

int test_connection(void);
int test_transfer(void);
int test_purpose(void);
int test_faults(void);

#endif
