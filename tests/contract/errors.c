/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors as both ends see them: completion status, states, events, flushing. */
#include "kit.h"

/* An error flushed the send and receive requests, in order. */
static void expect_flushed(struct side *side, uint64_t first_send, int sends, uint64_t first_recv,
			   int recvs)
{
	struct ibv_wc wc;

	for (int i = 0; i < sends; i++) {
		take_completions(side->scq, &wc, 1);
		assert_int_equal(wc.status, IBV_WC_WR_FLUSH_ERR);
		assert_int_equal(wc.wr_id, first_send + (uint64_t)i);
		assert_int_equal(wc.qp_num, side->qp->qp_num);
	}
	for (int i = 0; i < recvs; i++) {
		take_completions(side->rcq, &wc, 1);
		assert_int_equal(wc.status, IBV_WC_WR_FLUSH_ERR);
		assert_int_equal(wc.wr_id, first_recv + (uint64_t)i);
	}
	expect_nothing(side->scq);
	expect_nothing(side->rcq);
	assert_int_equal(side_state(side), IBV_QPS_ERR);
}

/* A request that a test makes wrong on purpose, and the pair that it is posted to. */
struct fault {
	struct pair pair;
	struct ibv_sge sge;
	struct ibv_send_wr wr;
};

static void prepare(struct fault *f, enum ibv_wr_opcode opcode, const struct plan *plan)
{
	bool is_atomic = opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
			 opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;

	pair_open(&f->pair, plan);
	f->sge = side_sge(&f->pair.a, 0, is_atomic ? 8 : 64);
	f->wr = side_wr(&f->sge, opcode, 1, &f->pair.b, 0);
	for (uint64_t i = 0; i < 3; i++)
		post_receive(&f->pair.a, 50 + i, 0, 64);
}

/* The wrong request has been posted; post two more. It fails with that status, and everything else
 * on the queue pair is flushed. */
static void fails_posted(struct fault *f, enum ibv_wc_status status)
{
	struct ibv_wc wc;

	post(&f->pair.a, &f->pair.b, IBV_WR_RDMA_WRITE, 2, 0, 8);
	post(&f->pair.a, &f->pair.b, IBV_WR_RDMA_WRITE, 3, 0, 8);
	wc = expect(f->pair.a.scq, 1, status);
	assert_int_equal(wc.qp_num, f->pair.a.qp->qp_num);
	expect_flushed(&f->pair.a, 2, 2, 50, 3);
}

static void fails_with(struct fault *f, enum ibv_wc_status status)
{
	assert_int_equal(post_wr(&f->pair.a, &f->wr), 0);
	fails_posted(f, status);
}

/* The responder refused the posted request: its queue pair, too, goes to the error state, and an
 * event reports that. */
static void refused_posted(struct fault *f, enum ibv_wc_status status, enum ibv_event_type event)
{
	fails_posted(f, status);
	expect_refused(&f->pair.b, event);
	expect(f->pair.b.rcq, 90, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(side_state(&f->pair.b), IBV_QPS_ERR);
	pair_close(&f->pair);
}

static void refused_with(struct fault *f, enum ibv_wc_status status, enum ibv_event_type event)
{
	post_receive(&f->pair.b, 90, 0, 64);
	assert_int_equal(post_wr(&f->pair.a, &f->wr), 0);
	refused_posted(f, status, event);
}

/* The error is local to the requester: the other end is not affected. */
static void fails_alone(struct fault *f, enum ibv_wc_status status)
{
	fails_with(f, status);
	assert_int_equal(side_state(&f->pair.b), IBV_QPS_RTS);
	assert_false(readable(f->pair.b.ctx->async_fd, 5));
	pair_close(&f->pair);
}

/* --- remote ------------------------------------------------------------------------------ */

static const enum ibv_wr_opcode remote_opcodes[] = {
	IBV_WR_RDMA_WRITE,         IBV_WR_RDMA_WRITE_WITH_IMM,  IBV_WR_RDMA_READ,
	IBV_WR_ATOMIC_CMP_AND_SWP, IBV_WR_ATOMIC_FETCH_AND_ADD,
};

static bool is_atomic(const struct ibv_send_wr *wr)
{
	return wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP || wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
}

static void wrong_rkey(void **state)
{
	struct fault f;

	(void)state;
	for (size_t i = 0; i < COUNT(remote_opcodes); i++) {
		prepare(&f, remote_opcodes[i], &(struct plan){0});
		if (is_atomic(&f.wr))
			f.wr.wr.atomic.rkey ^= 0x7700;
		else
			f.wr.wr.rdma.rkey ^= 0x7700;
		refused_with(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
	}
}

static void range_beyond_the_region(void **state)
{
	struct fault f;

	(void)state;
	for (size_t i = 0; i < COUNT(remote_opcodes); i++) {
		prepare(&f, remote_opcodes[i], &(struct plan){0});
		if (is_atomic(&f.wr))
			f.wr.wr.atomic.remote_addr += f.pair.b.bytes;
		else
			f.wr.wr.rdma.remote_addr += f.pair.b.bytes - f.sge.length + 1;
		refused_with(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
		prepare(&f, remote_opcodes[i], &(struct plan){0});
		if (is_atomic(&f.wr))
			f.wr.wr.atomic.remote_addr -= 8;
		else
			f.wr.wr.rdma.remote_addr -= 1;
		refused_with(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
	}
}

static void region_without_permission(void **state)
{
	struct fault f;

	(void)state;
	for (size_t i = 0; i < COUNT(remote_opcodes); i++) {
		prepare(&f, remote_opcodes[i], &(struct plan){.no_remote = true});
		refused_with(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
	}
}

static void region_of_another_domain(void **state)
{
	struct ibv_pd *pd;
	struct ibv_mr *mr;
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	pd = ibv_alloc_pd(f.pair.b.ctx);
	mr = ibv_reg_mr(pd, f.pair.b.buf, 4096, ALL_ACCESS);
	assert_non_null(mr);
	f.wr.wr.rdma.rkey = mr->rkey;
	post_receive(&f.pair.b, 90, 0, 64);
	fails_with(&f, IBV_WC_REM_ACCESS_ERR);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	pair_close(&f.pair);
}

static void region_that_was_deregistered(void **state)
{
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	assert_int_equal(ibv_dereg_mr(f.pair.b.mr), 0);
	f.pair.b.mr = NULL;
	fails_with(&f, IBV_WC_REM_ACCESS_ERR);
	expect_refused(&f.pair.b, IBV_EVENT_QP_ACCESS_ERR);
	pair_close(&f.pair);
}

static void atomic_off_its_boundary(void **state)
{
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_ATOMIC_FETCH_AND_ADD, &(struct plan){0});
	f.wr.wr.atomic.remote_addr += 4;
	post_receive(&f.pair.b, 90, 0, 64);
	if (!post_wr(&f.pair.a, &f.wr)) {
		refused_posted(&f, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
		return;
	}
	/* the provider refused the request: nothing was posted */
	expect_nothing(f.pair.a.scq);
	pair_close(&f.pair);
}

static void receive_too_small(void **state)
{
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_SEND, &(struct plan){0});
	post_receive(&f.pair.b, 80, 0, 63);
	post_receive(&f.pair.b, 81, 0, 64);
	fails_with(&f, IBV_WC_REM_INV_REQ_ERR);
	expect(f.pair.b.rcq, 80, IBV_WC_LOC_LEN_ERR);
	expect(f.pair.b.rcq, 81, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(side_state(&f.pair.b), IBV_QPS_ERR);
	pair_close(&f.pair);
}

static void receive_with_a_wrong_key(void **state)
{
	struct ibv_recv_wr recv, *bad;
	struct ibv_sge sge;
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_SEND, &(struct plan){0});
	sge = side_sge(&f.pair.b, 0, 64);
	sge.lkey ^= 0x7700;
	recv = (struct ibv_recv_wr){.wr_id = 80, .sg_list = &sge, .num_sge = 1};
	assert_int_equal(ibv_post_recv(f.pair.b.qp, &recv, &bad), 0);
	fails_with(&f, IBV_WC_REM_OP_ERR);
	expect(f.pair.b.rcq, 80, IBV_WC_LOC_PROT_ERR);
	assert_int_equal(side_state(&f.pair.b), IBV_QPS_ERR);
	pair_close(&f.pair);
}

/* --- local ------------------------------------------------------------------------------- */

static void wrong_lkey(void **state)
{
	static const enum ibv_wr_opcode opcodes[] = {IBV_WR_SEND, IBV_WR_RDMA_WRITE,
						     IBV_WR_RDMA_READ, IBV_WR_ATOMIC_FETCH_AND_ADD};
	struct fault f;

	(void)state;
	for (size_t i = 0; i < COUNT(opcodes); i++) {
		prepare(&f, opcodes[i], &(struct plan){0});
		f.sge.lkey ^= 0x7700;
		fails_alone(&f, IBV_WC_LOC_PROT_ERR);
	}
}

static void own_range_beyond_the_region(void **state)
{
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	f.sge.addr += f.pair.a.bytes - 63;
	fails_alone(&f, IBV_WC_LOC_PROT_ERR);
}

static void reading_into_read_only_memory(void **state)
{
	struct ibv_mr *mr;
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_RDMA_READ, &(struct plan){0});
	mr = ibv_reg_mr(f.pair.a.pd, f.pair.a.buf, 64, 0);
	assert_non_null(mr);
	f.sge.lkey = mr->lkey;
	fails_with(&f, IBV_WC_LOC_PROT_ERR);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	pair_close(&f.pair);
}

/* --- waiting ----------------------------------------------------------------------------- */

static void rnr_is_retried_until_a_receive_comes(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.rnr_retry = 7});
	fill(pair.a.buf, 64, 1);
	post(&pair.a, &pair.b, IBV_WR_SEND, 1, 0, 64);
	kit_sleep(20);
	expect_nothing(pair.a.scq);
	post_receive(&pair.b, 2, 0, 64);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	expect(pair.b.rcq, 2, IBV_WC_SUCCESS);
	assert_true(filled(pair.b.buf, 64, 1));
	pair_close(&pair);
}

static void rnr_retries_run_out(void **state)
{
	static const struct plan plans[] = {{.rnr_none = true}, {.rnr_retry = 3}};
	struct fault f;

	(void)state;
	for (size_t i = 0; i < COUNT(plans); i++) {
		prepare(&f, IBV_WR_SEND, &plans[i]);
		fails_with(&f, IBV_WC_RNR_RETRY_EXC_ERR);
		assert_int_equal(side_state(&f.pair.b), IBV_QPS_RTS);
		pair_close(&f.pair);
	}
}

/* No other traffic uses this short timeout, so a slow machine cannot make a test fail. */
static const struct plan gives_up_soon = {.timeout = 8};

static void peer_that_is_destroyed(void **state)
{
	static const enum ibv_wr_opcode opcodes[] = {IBV_WR_SEND, IBV_WR_RDMA_WRITE,
						     IBV_WR_RDMA_READ};
	struct fault f;

	(void)state;
	for (size_t i = 0; i < COUNT(opcodes); i++) {
		prepare(&f, opcodes[i], &gives_up_soon);
		assert_int_equal(ibv_destroy_qp(f.pair.b.qp), 0);
		f.pair.b.qp = NULL;
		fails_with(&f, IBV_WC_RETRY_EXC_ERR);
		pair_close(&f.pair);
	}
}

static void peer_in_error_or_reset(void **state)
{
	static const enum ibv_qp_state states[] = {IBV_QPS_ERR, IBV_QPS_RESET};
	struct fault f;

	(void)state;
	for (size_t i = 0; i < COUNT(states); i++) {
		prepare(&f, IBV_WR_SEND, &gives_up_soon);
		assert_int_equal(side_to(&f.pair.b, states[i]), 0);
		fails_with(&f, IBV_WC_RETRY_EXC_ERR);
		pair_close(&f.pair);
	}
}

static void peer_of_another_queue_pair(void **state)
{
	struct plan plan = gives_up_soon;
	struct side third;
	struct fault f;

	(void)state;
	/* b's queue pair is now connected to another queue pair, whose packet numbers differ */
	prepare(&f, IBV_WR_RDMA_WRITE, &plan);
	side_open(&third, 0, &plan);
	assert_int_equal(side_to(&f.pair.b, IBV_QPS_RESET), 0);
	side_connect(&f.pair.b, &plan, &third);
	fails_with(&f, IBV_WC_RETRY_EXC_ERR);
	side_close(&third);
	pair_close(&f.pair);
}

/* --- states ------------------------------------------------------------------------------ */

static void error_state_flushes_in_order(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	for (uint64_t i = 0; i < 10; i++)
		post_receive(&pair.a, 20 + i, 0, 8);
	/* no receives are posted for these */
	for (uint64_t i = 0; i < 10; i++)
		post(&pair.a, &pair.b, IBV_WR_SEND, i, 0, 8);
	assert_int_equal(side_to(&pair.a, IBV_QPS_ERR), 0);
	expect_flushed(&pair.a, 0, 10, 20, 10);
	/* and what is posted later; but where the kernel is the adapter, it does not look for
	 * receives
	 */
	post(&pair.a, &pair.b, IBV_WR_SEND, 30, 0, 8);
	post_receive(&pair.a, 31, 0, 8);
	expect_flushed(&pair.a, 30, 1, 31, KIT_RINGS_BY_COMMAND ? 0 : 1);
	pair_close(&pair);
}

static void unsignaled_requests_are_flushed_too(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, 8);
	for (uint64_t i = 0; i < 4; i++) {
		wr = side_wr(&sge, IBV_WR_SEND, i, &pair.b, 0);
		wr.send_flags = 0;
		assert_int_equal(post_wr(&pair.a, &wr), 0);
	}
	assert_int_equal(side_to(&pair.a, IBV_QPS_ERR), 0);
	expect_flushed(&pair.a, 0, 4, 0, 0);
	pair_close(&pair);
}

static void a_pair_recovers_by_way_of_reset(void **state)
{
	struct plan plan = {0};
	struct fault f;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &plan);
	f.wr.wr.rdma.rkey ^= 0x7700;
	fails_with(&f, IBV_WC_REM_ACCESS_ERR);
	expect_refused(&f.pair.b, IBV_EVENT_QP_ACCESS_ERR);
	assert_int_equal(side_to(&f.pair.a, IBV_QPS_RESET), 0);
	assert_int_equal(side_to(&f.pair.b, IBV_QPS_RESET), 0);
	pair_connect(&f.pair, &plan);
	post_receive(&f.pair.b, 60, 0, 64);
	post(&f.pair.a, &f.pair.b, IBV_WR_SEND, 61, 0, 64);
	expect(f.pair.a.scq, 61, IBV_WC_SUCCESS);
	expect(f.pair.b.rcq, 60, IBV_WC_SUCCESS);
	pair_close(&f.pair);
}

static void drained_send_queue_holds_back_and_goes_on(void **state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_SQD, .en_sqd_async_notify = 1};
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 8);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	assert_int_equal(ibv_modify_qp(pair.a.qp, &attr, IBV_QP_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY),
			 0);
	assert_ptr_equal(expect_async(pair.a.ctx, IBV_EVENT_SQ_DRAINED).element.qp, pair.a.qp);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 2, 0, 8);
	expect_nothing(pair.a.scq);
	/* the receive queue continues meanwhile */
	post_receive(&pair.a, 3, 0, 8);
	post(&pair.b, &pair.a, IBV_WR_SEND, 4, 0, 8);
	expect(pair.a.rcq, 3, IBV_WC_SUCCESS);
	expect(pair.b.scq, 4, IBV_WC_SUCCESS);
	assert_int_equal(side_to(&pair.a, IBV_QPS_RTS), 0);
	expect(pair.a.scq, 2, IBV_WC_SUCCESS);
	pair_close(&pair);
}

/* --- completion queues ------------------------------------------------------------------- */

static void a_cq_that_overflows_says_so(void **state)
{
	struct ibv_async_event event;
	struct pair pair;
	int seen = 0;

	(void)state;
	pair_open(&pair, &(struct plan){.cqe = 3, .send_wr = 60});
	assert_true(pair.a.scq->cqe < 50);
	overflow(&pair.a, &pair.b);
	for (int i = 0; i < 2; i++) {
		assert_true(readable(pair.a.ctx->async_fd, KIT_SECONDS * 1000));
		assert_int_equal(ibv_get_async_event(pair.a.ctx, &event), 0);
		ibv_ack_async_event(&event);
		if (event.event_type == IBV_EVENT_CQ_ERR && event.element.cq == pair.a.scq)
			seen |= 1;
		if (event.event_type == IBV_EVENT_QP_FATAL && event.element.qp == pair.a.qp)
			seen |= 2;
	}
	/* some adapters fail the queue pair, others raise an event for every lost completion */
	assert_true(seen == 3 || seen == 1);
	assert_int_equal(side_state(&pair.a), seen == 3 ? IBV_QPS_ERR : IBV_QPS_RTS);
	for (int i = 2; seen == 1 && i < 5; i++)
		expect_async(pair.a.ctx, IBV_EVENT_CQ_ERR);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(wrong_rkey),
		TEST(range_beyond_the_region),
		TEST(region_without_permission),
		TEST(region_of_another_domain),
		TEST(region_that_was_deregistered),
		TEST(atomic_off_its_boundary),
		TEST(receive_too_small),
		TEST(receive_with_a_wrong_key),
		TEST(wrong_lkey),
		TEST(own_range_beyond_the_region),
		TEST(reading_into_read_only_memory),
		TEST(rnr_is_retried_until_a_receive_comes),
		TEST(rnr_retries_run_out),
		TEST(peer_that_is_destroyed),
		TEST(peer_in_error_or_reset),
		TEST(peer_of_another_queue_pair),
		TEST(error_state_flushes_in_order),
		TEST(unsignaled_requests_are_flushed_too),
		TEST(a_pair_recovers_by_way_of_reset),
		TEST(drained_send_queue_holds_back_and_goes_on),
		TEST(a_cq_that_overflows_says_so),
	};

	return RUN_TESTS(tests);
}
