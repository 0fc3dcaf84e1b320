/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Explanations of failed completions. The rings are simulated: a CQE in them is the decoded one,
 * and a WQE is whatever its slot holds.
 */
#include <inverbs/explain.h>
#include <inverbs/kernel/refusal.h>
#include <stdio.h>

#include "fake.h"
#include "runtime/explain.h"

enum {
	CQES = 8,
	SLOTS = 4,
	SHIFT = 6,
	QPN = 0x12,
	VENDOR_ERR = 0x88,
};

static struct {
	struct fake_transport t;
	struct inverbs_transport_ops ops;
	struct inverbs_provider provider;
	struct inverbs_dump dump;
	struct inverbs_context *ctx;
	struct inverbs_cq *cq;
	struct inverbs_qp *qp;
	struct inverbs_srq srq;
	struct inverbs_dump_cqe ring[CQES];
	uint32_t overwritten; /* CQEs before this index are */
	uint8_t sends[SLOTS << SHIFT], receives[SLOTS << SHIFT];
	uint64_t send_ids[SLOTS], receive_ids[SLOTS];
	struct ibv_qp_attr attr; /* what a query returns */
	int query_error;
	struct softhca_refusal refusal;
	uint64_t question[4];
} world;

static bool cq_taken(const struct inverbs_cq *cq, uint32_t index, void *cqe)
{
	if (index >= cq->head || index < world.overwritten)
		return false;
	memcpy(cqe, &world.ring[index % CQES], sizeof(world.ring[0]));
	return true;
}

static const void *sq_kept(const struct inverbs_sq *sq, uint32_t index)
{
	return sq->head - index > SLOTS ? NULL : sq->buf + (index % SLOTS << SHIFT);
}

static void read_cqe(const void *raw, struct inverbs_dump_cqe *out)
{
	memcpy(out, raw, sizeof(*out));
}

static void print_cqe(struct inverbs_text *text, const void *raw)
{
	struct inverbs_dump_cqe cqe;

	read_cqe(raw, &cqe);
	inverbs_text_add(text, "index %u", cqe.index);
}

static uint32_t shared_next(const void *slot)
{
	return *(const uint8_t *)slot;
}

static int query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int mask,
		    struct ibv_qp_init_attr *init)
{
	(void)init;
	assert_ptr_equal(qp, world.qp);
	assert_true(mask & IBV_QP_STATE && mask & IBV_QP_AV && mask & IBV_QP_DEST_QPN);
	*attr = world.attr;
	return world.query_error;
}

static int why(struct inverbs_transport *t, const uint64_t question[4],
	       struct softhca_refusal *refusal)
{
	(void)t;
	memcpy(world.question, question, sizeof(world.question));
	*refusal = world.refusal;
	return world.refusal.reason ? 0 : ENOENT;
}

static void begin_queues(void)
{
	world.qp->sq.entries = world.qp->rq.entries = SLOTS;
	world.qp->sq.shift = world.qp->rq.shift = SHIFT;
	world.qp->sq.buf = world.sends;
	world.qp->rq.buf = world.receives;
	world.qp->sq.wr_id = world.send_ids;
	world.qp->rq.wr_id = world.receive_ids;
	for (int i = 0; i < SLOTS; i++) {
		world.send_ids[i] = 100 + (uint64_t)i;
		world.receive_ids[i] = 200 + (uint64_t)i;
		world.sends[i << SHIFT] = (uint8_t)(10 + i);
		world.receives[i << SHIFT] = (uint8_t)(20 + i);
	}
}

static int begin_world(void **state)
{
	(void)state;
	memset(&world, 0, sizeof(world));
	world.ctx = fake_context(&world.t, false);
	world.ops = *world.t.base.ops;
	world.t.base.ops = &world.ops;
	world.provider = fake_provider;
	world.provider.dump = &world.dump;
	world.provider.cq_taken = cq_taken;
	world.provider.sq_kept = sq_kept;
	world.provider.query_qp = query_qp;
	world.dump.cqe_bytes = sizeof(world.ring[0]);
	world.dump.read_cqe = read_cqe;
	world.dump.print_cqe = print_cqe;
	world.ctx->provider = &world.provider;
	world.cq = inverbs_object_alloc(sizeof(*world.cq));
	world.qp = inverbs_object_alloc(sizeof(*world.qp));
	if (!world.cq || !world.qp)
		return 1;
	world.cq->ibv.context = world.qp->ibv.context = &world.ctx->ibv;
	world.cq->qps = &world.ctx->qps;
	world.cq->srqs = &world.ctx->xrc_srqs;
	inverbs_table_init(&world.ctx->xrc_srqs, 1 << 16);
	world.cq->entries = CQES;
	world.qp->ibv.qp_num = QPN;
	world.qp->ibv.qp_type = IBV_QPT_RC;
	begin_queues();
	return inverbs_table_enter(&world.ctx->qps, QPN, world.qp);
}

static int end_world(void **state)
{
	(void)state;
	inverbs_table_fini(&world.ctx->xrc_srqs);
	fake_context_free(world.ctx);
	free(world.cq);
	free(world.qp);
	return 0;
}

/* ---- what is found ---- */

/* The adapter completes a request. */
static struct inverbs_dump_cqe *put(bool is_send, uint32_t index, enum ibv_wc_status status)
{
	struct inverbs_dump_cqe *cqe = &world.ring[world.cq->head++ % CQES];

	*cqe = (struct inverbs_dump_cqe){
		.is_send = is_send,
		.failed = status != IBV_WC_SUCCESS,
		.qpn = QPN,
		.index = index,
		.index_mask = 0xff,
		.vendor_err = VENDOR_ERR,
		.syndrome = 0x13,
		.status = status,
		.what = "what",
	};
	return cqe;
}

static struct ibv_wc completion(uint64_t wr_id, enum ibv_wc_status status)
{
	return (struct ibv_wc){
		.wr_id = wr_id, .status = status, .qp_num = QPN, .vendor_err = VENDOR_ERR};
}

static struct explain_finding finding(uint64_t wr_id, enum ibv_wc_status status)
{
	const struct ibv_wc wc = completion(wr_id, status);
	struct explain_finding found;

	inverbs_explain_find(world.cq, &wc, &world.provider, &found);
	assert_int_equal(world.cq->lock.held, 0);
	assert_int_equal(world.qp->sq.lock.held, 0);
	assert_int_equal(world.qp->rq.lock.held, 0);
	return found;
}

static void sends_by_the_low_bits_of_their_index(void **state)
{
	struct explain_finding f;

	(void)state;
	world.qp->sq.tail = 0x106;
	world.qp->sq.head = 0x107;
	put(true, 0x05, IBV_WC_REM_ACCESS_ERR);
	f = finding(101, IBV_WC_REM_ACCESS_ERR);
	assert_ptr_equal(f.qp, world.qp);
	assert_int_equal(f.kept, KEPT);
	assert_int_equal(f.match.wqe_kept, KEPT);
	assert_int_equal(f.match.wqe_index, 0x105);
	assert_int_equal(f.match.wqe_bytes, 1 << SHIFT);
	assert_int_equal(f.match.wqe[0], 11);
	assert_false(f.match.shared);
	assert_int_equal(f.alike, 0);
	assert_int_equal(finding(102, IBV_WC_REM_ACCESS_ERR).match.wqe_kept, KEPT_NOT);
	world.qp->sq.head = 0x10a; /* the slot was posted to again */
	assert_int_equal(finding(101, IBV_WC_REM_ACCESS_ERR).match.wqe_kept, KEPT_NOT);
	world.qp->sq.entries = 0;
	assert_int_equal(finding(101, IBV_WC_REM_ACCESS_ERR).match.wqe_kept, KEPT_UNKNOWN);
}

static void receives_complete_in_order(void **state)
{
	struct explain_finding f;

	(void)state;
	world.qp->rq.tail = 3;
	world.qp->rq.head = 4;
	put(false, 0, IBV_WC_LOC_LEN_ERR);
	put(false, 0, IBV_WC_SUCCESS);
	put(true, 0, IBV_WC_SUCCESS); /* does not count */
	f = finding(201, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(f.match.wqe_kept, KEPT);
	assert_int_equal(f.match.wqe_index, 1);
	assert_int_equal(f.match.wqe[0], 21);
	assert_int_equal(f.match.wqe_bytes, 1 << SHIFT);
	assert_int_equal(finding(202, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT_NOT);
	world.qp->rq.head = 5; /* the last that leaves the slot alone */
	assert_int_equal(finding(201, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT);
	world.qp->rq.head = 6;
	assert_int_equal(finding(201, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT_NOT);
	world.qp->rq.entries = 0;
	assert_int_equal(finding(201, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT_UNKNOWN);
}

/* Free slots are linked: head, then the numbers in the slots, up to tail. */
static void slots_of_a_shared_queue(void **state)
{
	struct inverbs_srq *srq = &world.srq;
	struct explain_finding f;

	(void)state;
	world.qp->srq = srq;
	srq->entries = SLOTS;
	srq->shift = SHIFT;
	srq->buf = world.receives;
	srq->wr_id = world.receive_ids;
	srq->head = 1;
	srq->tail = 2;
	world.receives[1 << SHIFT] = 3;
	world.receives[3 << SHIFT] = 2;
	put(false, 3, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(finding(203, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT_UNKNOWN);
	world.dump.shared_next = shared_next;
	f = finding(203, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(f.match.wqe_kept, KEPT);
	assert_true(f.match.shared);
	assert_int_equal(f.match.wqe_index, 3);
	assert_int_equal(f.match.wqe[0], 2);
	assert_int_equal(finding(201, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT_NOT);
	srq->tail = 1; /* posted to again */
	assert_int_equal(finding(203, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT_NOT);
	srq->tail = 3;
	assert_int_equal(finding(203, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT);
	srq->head = 3;
	assert_int_equal(finding(203, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT);
	srq->lock.held = 1;
	assert_int_equal(finding(203, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT_BUSY);
	srq->lock.held = 0;
	srq->entries = 0;
	assert_int_equal(finding(203, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT_UNKNOWN);
}

static void queues_of_xrc_by_their_number(void **state)
{
	struct inverbs_srq *srq = &world.srq;

	(void)state;
	srq->entries = SLOTS;
	srq->shift = SHIFT;
	srq->buf = world.receives;
	srq->wr_id = world.receive_ids;
	srq->head = srq->tail = 2;
	world.dump.shared_next = shared_next;
	inverbs_table_remove(&world.ctx->qps, QPN); /* a target */
	put(false, 2, IBV_WC_LOC_LEN_ERR)->srqn = 5;
	assert_int_equal(finding(202, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT_UNKNOWN);
	assert_int_equal(inverbs_table_enter(&world.ctx->xrc_srqs, 5, srq), 0);
	assert_int_equal(finding(202, IBV_WC_LOC_LEN_ERR).match.wqe_kept, KEPT);
	assert_null(finding(202, IBV_WC_LOC_LEN_ERR).qp);
	put(true, 2, IBV_WC_REM_OP_ERR);
	assert_int_equal(finding(102, IBV_WC_REM_OP_ERR).match.wqe_kept, KEPT_UNKNOWN);
}

static void the_one_with_its_request_is_preferred(void **state)
{
	struct explain_finding f;

	(void)state;
	world.qp->sq.tail = world.qp->sq.head = 4;
	put(true, 0, IBV_WC_RETRY_EXC_ERR); /* of another request */
	put(true, 1, IBV_WC_RETRY_EXC_ERR);
	put(true, 1, IBV_WC_RETRY_EXC_ERR);
	put(true, 2, IBV_WC_RETRY_EXC_ERR);
	put(true, 3, IBV_WC_SUCCESS);
	f = finding(101, IBV_WC_RETRY_EXC_ERR);
	assert_int_equal(f.match.wqe_index, 1);
	assert_int_equal(f.alike, 1);
	f = finding(777, IBV_WC_RETRY_EXC_ERR); /* none of them: the newest */
	assert_int_equal(f.kept, KEPT);
	assert_int_equal(f.match.wqe_kept, KEPT_NOT);
	assert_int_equal(f.match.cqe.index, 2);
	assert_int_equal(f.alike, 0);
	world.overwritten = 3;
	assert_int_equal(finding(101, IBV_WC_RETRY_EXC_ERR).match.cqe.index, 2);
	world.overwritten = 4;
	assert_int_equal(finding(101, IBV_WC_RETRY_EXC_ERR).kept, KEPT_NOT);
}

static void those_that_do_not_match(void **state)
{
	const enum ibv_wc_status status = IBV_WC_RETRY_EXC_ERR;
	struct ibv_wc wc = completion(100, status);
	struct explain_finding f;

	(void)state;
	put(true, 0, status)->marker = true;
	put(true, 0, status)->qpn++;
	put(true, 0, status)->failed = false;
	put(true, 0, status)->vendor_err++;
	put(true, 0, IBV_WC_REM_OP_ERR);
	assert_int_equal(finding(100, status).kept, KEPT_NOT);
	put(true, 0, status);
	assert_int_equal(finding(100, status).kept, KEPT);
	wc.qp_num += 1 << 16; /* another number with the same low bits */
	inverbs_explain_find(world.cq, &wc, &world.provider, &f);
	assert_null(f.qp);
}

static void the_first_that_was_no_flush(void **state)
{
	struct explain_finding f;

	(void)state;
	put(true, 0, IBV_WC_SUCCESS);
	put(true, 1, IBV_WC_WR_FLUSH_ERR);
	assert_false(finding(101, IBV_WC_WR_FLUSH_ERR).have_first);
	put(false, 2, IBV_WC_LOC_LEN_ERR);
	put(true, 3, IBV_WC_REM_OP_ERR);
	put(true, 0, IBV_WC_WR_FLUSH_ERR);
	f = finding(100, IBV_WC_WR_FLUSH_ERR);
	assert_true(f.have_first);
	assert_int_equal(f.first.status, IBV_WC_LOC_LEN_ERR);
	assert_false(f.first.is_send);
}

static void rings_that_are_not_searched(void **state)
{
	const struct ibv_wc wc = completion(100, IBV_WC_WR_FLUSH_ERR);
	struct inverbs_soft_cq soft = {.by_command = 1};
	struct explain_finding f;

	(void)state;
	put(true, 0, IBV_WC_REM_OP_ERR);
	inverbs_explain_find(world.cq, &wc, NULL, &f);
	assert_int_equal(f.kept, KEPT_BUSY);
	assert_ptr_equal(f.qp, world.qp);
	world.cq->lock.held = 1;
	inverbs_explain_find(world.cq, &wc, &world.provider, &f);
	assert_int_equal(f.kept, KEPT_BUSY);
	world.cq->lock.off = 1; /* by a promise of the program: it is never taken */
	inverbs_explain_find(world.cq, &wc, &world.provider, &f);
	assert_int_equal(f.kept, KEPT_NOT);
	world.cq->lock.off = world.cq->lock.held = 0;
	world.cq->soft = &soft;
	assert_int_equal(finding(100, IBV_WC_REM_OP_ERR).kept, KEPT_UNKNOWN);
	soft.by_command = 0;
	assert_int_equal(finding(100, IBV_WC_REM_OP_ERR).kept, KEPT);
	assert_int_equal(finding(100, IBV_WC_LOC_LEN_ERR).kept, KEPT_NOT);
	assert_int_equal(finding(100, IBV_WC_WR_FLUSH_ERR).kept, KEPT_NONE);
	world.cq->soft = NULL;
	assert_int_equal(finding(100, IBV_WC_WR_FLUSH_ERR).kept, KEPT_NOT);
	world.provider.dump = NULL;
	assert_int_equal(finding(100, IBV_WC_REM_OP_ERR).kept, KEPT_UNKNOWN);
}

static void a_request_is_copied_up_to_a_limit(void **state)
{
	static uint8_t large[SLOTS << 11];

	(void)state;
	world.qp->rq.shift = 11;
	world.qp->rq.buf = large;
	world.qp->rq.tail = world.qp->rq.head = 1;
	put(false, 0, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(finding(200, IBV_WC_LOC_LEN_ERR).match.wqe_bytes, EXPLAIN_MAX_WQE);
}

/* ---- what is said ---- */

static char text[INVERBS_EXPLAIN_BYTES];

static const char *explain_one(uint64_t wr_id, enum ibv_wc_status status)
{
	const struct ibv_wc wc = completion(wr_id, status);

	errno = EXDEV;
	inverbs_explain_wc_text(&world.cq->ibv, &wc, text, sizeof(text));
	assert_int_equal(errno, EXDEV);
	return text;
}

#define SAYS(words)     assert_non_null(strstr(text, words))
#define SAYS_NOT(words) assert_null(strstr(text, words))

static void what_is_said_of_a_send(void **state)
{
	(void)state;
	world.qp->sq.tail = world.qp->sq.head = 1;
	world.attr.qp_state = IBV_QPS_ERR;
	world.attr.port_num = 3;
	world.attr.dest_qp_num = 0x77;
	world.attr.ah_attr.dlid = 0x15;
	world.attr.timeout = 14;
	world.attr.retry_cnt = 7;
	world.attr.rnr_retry = 6;
	world.attr.max_rd_atomic = 5;
	put(true, 0, IBV_WC_RETRY_EXC_ERR);
	explain_one(999, IBV_WC_RETRY_EXC_ERR);
	SAYS("send with wr_id 0x3e7 failed: ");
	SAYS("  status   12, IBV_WC_RETRY_EXC_ERR: ");
	SAYS("  adapter  fake: syndrome 0x13 what, vendor error 0x88 (defined by the vendor)\n");
	SAYS("  queue    pair 0x12, IBV_QPT_RC, now in state IBV_QPS_ERR\n");
	SAYS("           port 3, which is ");
	SAYS("           to queue pair 0x77 at LID 0x15\n");
	SAYS("           timeout 14, retry_cnt 7, rnr_retry 6, max_rd_atomic 5\n");
	SAYS("CQE\n    index 0\n");
	SAYS("WQE: overwritten, its slot was posted to again\n");
	SAYS("possible causes, likeliest first\n");
	SAYS_NOT("first failure");
	world.attr.ah_attr.is_global = 1;
	world.attr.ah_attr.grh.sgid_index = 4;
	world.attr.ah_attr.grh.dgid.raw[0] = 0xfe;
	world.attr.ah_attr.grh.dgid.raw[15] = 0x21;
	world.qp->ibv.qp_type = IBV_QPT_UC;
	world.t.fail_command = UVERBS_CMD_QUERY_PORT;
	world.t.fail_error = EPERM;
	explain_one(999, IBV_WC_RETRY_EXC_ERR);
	SAYS("at GID fe000000000000000000000000000021, own GID 4, LID 0x15\n");
	SAYS_NOT("retry_cnt 7");
	SAYS("           port 3, whose state cannot be queried\n");
	world.qp->ibv.qp_type = IBV_QPT_UD;
	explain_one(999, IBV_WC_RETRY_EXC_ERR);
	SAYS("pair 0x12, IBV_QPT_UD");
	SAYS_NOT("to queue pair");
}

static void what_is_said_of_unknown_things(void **state)
{
	(void)state;
	world.query_error = EPERM;
	explain_one(1, IBV_WC_REM_OP_ERR);
	SAYS("request with wr_id 0x1 failed: ");
	SAYS(", state cannot be queried (errno 1)\n");
	SAYS("CQE: overwritten by later completions, or polled from another queue\n");
	SAYS("WQE: its position is not known\n");
	SAYS("  adapter  fake, vendor error 0x88");
	world.provider.query_qp = NULL;
	explain_one(1, IBV_WC_REM_OP_ERR);
	SAYS("(errno 95)\n");
	inverbs_table_remove(&world.ctx->qps, QPN);
	world.provider.dump = NULL;
	explain_one(1, IBV_WC_REM_OP_ERR);
	SAYS("  queue    pair 0x12: not in this context (destroyed, or an XRC target)\n");
	SAYS("CQE: no printer for this adapter\n");
}

static void what_is_said_of_locked_queues(void **state)
{
	const struct ibv_wc wc = completion(101, IBV_WC_REM_OP_ERR);

	(void)state;
	put(true, 1, IBV_WC_REM_OP_ERR);
	inverbs_explain_text(&world.cq->ibv, &wc, false, text, sizeof(text));
	SAYS("CQE: the queue is locked");
	world.qp->sq.lock.held = 1;
	inverbs_explain_text(&world.cq->ibv, &wc, true, text, sizeof(text));
	world.qp->sq.lock.held = 0;
	SAYS("WQE: its queue is locked by another thread\n");
}

static void what_is_said_of_flushes(void **state)
{
	struct inverbs_soft_cq soft = {.by_command = 0};

	(void)state;
	put(true, 0, IBV_WC_WR_FLUSH_ERR);
	put(true, 0, IBV_WC_WR_FLUSH_ERR);
	explain_one(999, IBV_WC_WR_FLUSH_ERR);
	SAYS("first failure of this queue pair: none among the completions that are still in this "
	     "queue\n");
	world.cq->head = 0;
	put(false, 0, IBV_WC_LOC_LEN_ERR);
	put(true, 0, IBV_WC_WR_FLUSH_ERR);
	explain_one(999, IBV_WC_WR_FLUSH_ERR);
	SAYS("first failure of this queue pair: a receive with IBV_WC_LOC_LEN_ERR, syndrome 0x13 "
	     "what; explain that one\n");
	world.cq->soft = &soft;
	world.cq->head = 1;
	explain_one(999, IBV_WC_WR_FLUSH_ERR);
	SAYS("CQE: none, software generated the flush\n");
	SAYS("a receive with IBV_WC_LOC_LEN_ERR");
	world.cq->soft = NULL;
	explain_one(999, IBV_WC_WR_FLUSH_ERR);
	SAYS_NOT("first failure");
}

/* The emulator is asked for this very request, as far as its index is known. */
static void what_the_emulator_says(void **state)
{
	(void)state;
	world.ops.why = why;
	put(true, 3, IBV_WC_REM_ACCESS_ERR);
	explain_one(1, IBV_WC_REM_ACCESS_ERR);
	assert_int_equal(world.question[0], QPN);
	assert_int_equal(world.question[1], IBV_WC_REM_ACCESS_ERR);
	assert_int_equal(world.question[2], 1); /* sends */
	assert_true(world.question[3] == (UINT64_C(0xff) << 32 | 3));
	SAYS_NOT("  reason ");
	SAYS("possible causes");
	world.refusal.reason = SOFTHCA_REASON_WINDOW_UNBOUND;
	explain_one(1, IBV_WC_REM_ACCESS_ERR);
	SAYS("  reason   ");
	SAYS("           Look at: ");
	SAYS_NOT("possible causes");
	put(false, 3, IBV_WC_LOC_PROT_ERR);
	explain_one(1, IBV_WC_LOC_PROT_ERR);
	assert_int_equal(world.question[2], 2);
	assert_int_equal(world.question[3], 0);
	explain_one(1, IBV_WC_LOC_QP_OP_ERR); /* without a CQE */
	assert_int_equal(world.question[2], 3);
	assert_int_equal(world.question[3], 0);
}

static void explanations_go_to_a_file(void **state)
{
	const struct ibv_wc wc = completion(0xab, IBV_WC_SUCCESS);
	FILE *to = tmpfile();
	char line[80];

	(void)state;
	assert_non_null(to);
	inverbs_explain_wc(&world.cq->ibv, &wc, to);
	rewind(to);
	assert_non_null(fgets(line, sizeof(line), to));
	assert_string_equal(line, "request with wr_id 0xab succeeded\n");
	assert_null(fgets(line, sizeof(line), to));
	fclose(to);
}

static void causes_of_a_status(void **state)
{
	char little[8];
	size_t whole;

	(void)state;
	whole = inverbs_explain_status(IBV_WC_RETRY_EXC_ERR, text, sizeof(text));
	assert_int_equal(whole, strlen(text));
	SAYS("IBV_WC_RETRY_EXC_ERR");
	SAYS("possible causes, likeliest first\n");
	assert_int_equal(inverbs_explain_status(IBV_WC_RETRY_EXC_ERR, little, sizeof(little)),
			 whole);
	inverbs_explain_status((enum ibv_wc_status)99, text, sizeof(text));
	SAYS("99, an unnamed value");
	SAYS_NOT("possible causes");
}

int main(void)
{
#define WORLD_TEST(name) cmocka_unit_test_setup_teardown(name, begin_world, end_world)
	const struct CMUnitTest tests[] = {
		WORLD_TEST(sends_by_the_low_bits_of_their_index),
		WORLD_TEST(receives_complete_in_order),
		WORLD_TEST(slots_of_a_shared_queue),
		WORLD_TEST(queues_of_xrc_by_their_number),
		WORLD_TEST(the_one_with_its_request_is_preferred),
		WORLD_TEST(those_that_do_not_match),
		WORLD_TEST(the_first_that_was_no_flush),
		WORLD_TEST(rings_that_are_not_searched),
		WORLD_TEST(a_request_is_copied_up_to_a_limit),
		WORLD_TEST(what_is_said_of_a_send),
		WORLD_TEST(what_is_said_of_unknown_things),
		WORLD_TEST(what_is_said_of_locked_queues),
		WORLD_TEST(what_is_said_of_flushes),
		WORLD_TEST(what_the_emulator_says),
		WORLD_TEST(explanations_go_to_a_file),
		WORLD_TEST(causes_of_a_status),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
