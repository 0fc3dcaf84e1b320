/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A test bench for iWARP in the transport engine: two T3 devices with an open context each, all in
 * this process, no server. The rig plays the kernel's side (numbers, events, a clock that only
 * advances when told), the connection manager, and the program: it maps the rings that the driver
 * made by their keys, and posts and polls by the real fast path.
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
	RIG_BYTES = 4096, /**< of the two regions of each side */
};

struct rig;

/** One side: a device and its program. */
struct rig_side {
	struct softhca_dev dev;
	struct softhca_context ctx;
	struct softhca_pd pd;
	struct softhca_pd other_pd;
	struct inverbs_context user; /**< the program's half */
	struct rig_mr *source;       /**< may be read by the peer, holds a pattern */
	struct rig_mr *sink;         /**< may be written by the peer */
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
	unsigned int ended; /**< how often the connection manager was notified */
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
	struct rig_qp *x; /**< of a, the initiator */
	struct rig_qp *y; /**< of b */
	uint64_t now;
	struct rig_event events[RIG_MAX_EVENTS];
	unsigned int num_events;
};

/** The clients are other processes, accessed by system calls; else this one. */
extern bool rig_copied;

/** cmocka fixtures: *state is a struct rig with x and y, idle or connected. */
int rig_idle(void **state);
int rig_connected(void **state);
int rig_teardown(void **state);

struct rig_mr *rig_mr(struct rig_side *side, size_t bytes, uint32_t access);
void rig_mr_free(struct rig_side *side, struct rig_mr *mr);
struct rig_cq *rig_cq(struct rig_side *side, uint32_t entries);
void rig_cq_free(struct rig_cq *cq);
/** cq NULL: one of its own for each direction. */
struct rig_qp *rig_qp(struct rig_side *side, struct rig_cq *cq);
/** The kernel's part of DESTROY_QP. */
void rig_qp_destroy(struct rig_qp *qp);
void rig_qp_free(struct rig_qp *qp);
/** MODIFY_QP; an errno value. */
int rig_modify(struct rig_qp *qp, enum ibv_qp_state state);
/** As the connection manager would. x and y are the sides, with these limits for reads. */
int rig_connect(struct rig_qp *x, struct rig_qp *y, uint32_t ird, uint32_t ord);

/** Poll the engine until it has nothing to do. */
void rig_run(struct rig *rig);

/**
 * One request of the whole of the two default regions, or their first `length` bytes: sends take
 * from source, writes go to the peer's sink, reads from the peer's source to the sink.
 */
struct ibv_send_wr rig_wr(struct rig_qp *qp, struct rig_qp *peer, enum ibv_wr_opcode opcode,
			  uint64_t wr_id, uint32_t length, struct ibv_sge *sge);
int rig_post(struct rig_qp *qp, struct ibv_send_wr *wr);
/** The same at once, signaled. */
void rig_send(struct rig_qp *qp, struct rig_qp *peer, enum ibv_wr_opcode opcode, uint64_t wr_id,
	      uint32_t length);
/** A receive into the sink. */
void rig_recv(struct rig_qp *qp, uint64_t wr_id, uint32_t length);

/** The next completion. */
struct ibv_wc rig_next(struct rig_cq *cq);
/** ... which has this wr_id and status. */
struct ibv_wc rig_expect(struct rig_cq *cq, uint64_t wr_id, enum ibv_wc_status status);
void rig_expect_none(struct rig_cq *cq);
unsigned int rig_events(const struct rig *rig, enum ibv_event_type type, const void *object);

/** Why the queue pair is in error. */
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
