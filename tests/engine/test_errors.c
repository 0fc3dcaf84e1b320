/* SPDX-License-Identifier: BSD-2-Clause */
/* What goes wrong is told to both sides with the right status, and stops them. */
#include <sys/mman.h>

#include "rig.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
	      IBV_ACCESS_REMOTE_ATOMIC
};

struct fixture {
	struct rig *rig;
	struct rig_qp *a;
	struct rig_qp *b;
	struct rig_mr *from;
	struct rig_mr *to;
	struct ibv_sge sge;
	struct ibv_send_wr wr;
};

/** A request of `bytes` from a to b, not posted yet; b has one receive. */
static void make(struct fixture *f, void **state, enum ibv_qp_type type, enum ibv_wr_opcode opcode,
		 uint32_t bytes)
{
	struct rig_pair pair;

	f->rig = *state;
	pair = rig_pair(f->rig, type);
	f->a = pair.a;
	f->b = pair.b;
	f->from = rig_mr(&f->rig->a, 4096, ALL);
	f->to = rig_mr(&f->rig->b, 4096, ALL);
	rig_fill(f->from, 1);
	f->sge = rig_sge(f->from, 0, bytes);
	f->wr = rig_wr(opcode, &f->sge);
	if (opcode == IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		f->wr.wr.atomic.remote_addr = (uintptr_t)f->to->bytes;
		f->wr.wr.atomic.rkey = f->to->k.rkey;
	} else {
		f->wr.wr.rdma.remote_addr = (uintptr_t)f->to->bytes;
		f->wr.wr.rdma.rkey = f->to->k.rkey;
	}
	rig_recv(f->b, 50, f->to, 4096);
}

static void go(struct fixture *f)
{
	rig_post(f->a, &f->wr);
	rig_run(f->rig);
}

static void expect_states(const struct fixture *f, enum ibv_qp_state a, enum ibv_qp_state b)
{
	assert_int_equal(f->a->k.attr.qp_state, a);
	assert_int_equal(f->b->k.attr.qp_state, b);
}

/** The requester fails by itself, the peer sees nothing. */
static void expect_local(struct fixture *f, enum ibv_wc_status status)
{
	go(f);
	rig_expect(f->a->send_cq, 1, status);
	rig_expect_none(f->b->recv_cq);
	assert_int_equal(f->to->bytes[1], 0);
	expect_states(f, f->a->k.type == IBV_QPT_RC ? IBV_QPS_ERR : IBV_QPS_SQE, IBV_QPS_RTS);
}

/** The responder refuses: both are in error, its receive is flushed, and it is told why. */
static void expect_refused(struct fixture *f, enum ibv_wc_status status, enum ibv_event_type event)
{
	go(f);
	rig_expect(f->a->send_cq, 1, status);
	rig_expect(f->b->recv_cq, 50, IBV_WC_WR_FLUSH_ERR);
	expect_states(f, IBV_QPS_ERR, IBV_QPS_ERR);
	assert_int_equal(rig_events(f->rig, event, &f->b->k), 1);
	assert_int_equal(f->rig->num_events, 1);
}

/* --- local ------------------------------------------------------------------------------- */

static void unknown_lkey(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.sge.lkey ^= 1;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
}

static void lkey_of_another_domain(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.from->k.pd = &f.rig->a.other_pd;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
}

static void segment_beyond_its_region(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.sge.addr += 4096 - 63;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
}

static void segment_that_wraps(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.sge.addr = UINT64_MAX - 10;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
}

static void read_into_read_only_memory(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_READ, 64);
	f.from->k.access = IBV_ACCESS_REMOTE_READ;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
}

static void too_long_a_message(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, (1U << 30) + 1);
	expect_local(&f, IBV_WC_LOC_LEN_ERR);
}

static void atomic_of_four_bytes(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_ATOMIC_FETCH_AND_ADD, 4);
	expect_local(&f, IBV_WC_LOC_LEN_ERR);
}

static void read_with_no_credit(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_READ, 64);
	f.a->k.attr.max_rd_atomic = 0;
	expect_local(&f, IBV_WC_LOC_QP_OP_ERR);
}

static void read_on_uc(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_UC, IBV_WR_RDMA_READ, 64);
	expect_local(&f, IBV_WC_LOC_QP_OP_ERR);
}

static void malformed_entry(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_post(f.a, &f.wr);
	f.a->u.sq.buf[3] = 0x1d; /* no such opcode */
	rig_run(f.rig);
	rig_expect(f.a->send_cq, 1, IBV_WC_LOC_QP_OP_ERR);
}

/* --- refused by the responder ---------------------------------------------------------------- */

static void unknown_rkey(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	f.wr.wr.rdma.rkey ^= 1;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
	assert_int_equal(f.rig->b.dev.port[0].counters.access_errors, 1);
}

static void rkey_of_another_domain(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_READ, 64);
	f.to->k.pd = &f.rig->b.other_pd;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

static void write_beyond_the_region(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	f.wr.wr.rdma.remote_addr += 4096 - 63;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

static void write_without_permission(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE_WITH_IMM, 64);
	f.to->k.access &= ~(uint32_t)IBV_ACCESS_REMOTE_WRITE;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

static void read_without_permission(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_READ, 64);
	f.to->k.access &= ~(uint32_t)IBV_ACCESS_REMOTE_READ;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

static void atomic_without_permission(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_ATOMIC_CMP_AND_SWP, 8);
	f.to->k.access &= ~(uint32_t)IBV_ACCESS_REMOTE_ATOMIC;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

static void operation_the_queue_pair_forbids(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	f.b->k.attr.qp_access_flags = IBV_ACCESS_REMOTE_READ;
	expect_refused(&f, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
}

static void misaligned_atomic(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_ATOMIC_FETCH_AND_ADD, 8);
	f.wr.wr.atomic.remote_addr += 4;
	expect_refused(&f, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
}

static void read_the_responder_has_no_room_for(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_READ, 64);
	f.b->k.attr.max_dest_rd_atomic = 0;
	expect_refused(&f, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
}

static void receive_too_short(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_state(f.b, IBV_QPS_RESET); /* without the long receive */
	rig_to_init(f.b);
	rig_to_rtr(f.b, f.a);
	rig_recv(f.b, 51, f.to, 63);
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_INV_REQ_ERR);
	rig_expect(f.b->recv_cq, 51, IBV_WC_LOC_LEN_ERR);
	expect_states(&f, IBV_QPS_ERR, IBV_QPS_ERR);
	assert_int_equal(f.to->bytes[0], 0);
}

static void receive_with_a_bad_key(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.to->k.access = IBV_ACCESS_REMOTE_READ;
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_OP_ERR);
	rig_expect(f.b->recv_cq, 50, IBV_WC_LOC_PROT_ERR);
	expect_states(&f, IBV_QPS_ERR, IBV_QPS_ERR);
}

/** Registered, but the process has unmapped it since. */
static void memory_that_went_away(void **state)
{
	struct fixture f;
	void *hole;

	if (rig_mode == RIG_MAPPED)
		skip();
	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	hole = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	f.to->k.start = (uintptr_t)hole;
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_OP_ERR);
	rig_expect(f.b->recv_cq, 50, IBV_WC_LOC_PROT_ERR);
	munmap(hole, 4096);
}

static void own_memory_that_went_away(void **state)
{
	struct fixture f;
	void *hole;

	if (rig_mode == RIG_MAPPED)
		skip();
	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	hole = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	f.from->k.start = (uintptr_t)hole;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
	munmap(hole, 4096);
}

static void empty_write_needs_no_key(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 0);
	f.wr.wr.rdma.rkey = 0xdeadbeef;
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	expect_states(&f, IBV_QPS_RTS, IBV_QPS_RTS);
}

static void key_withdrawn_on_the_way(void **state)
{
	const uint32_t bytes = 32U << 20;
	struct fixture f;
	struct rig_mr *from, *to;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	from = rig_mr(&f.rig->a, bytes, ALL);
	to = rig_mr(&f.rig->b, bytes, ALL);
	f.sge = rig_sge(from, 0, bytes);
	f.wr.wr.rdma.remote_addr = (uintptr_t)to->bytes;
	f.wr.wr.rdma.rkey = to->k.rkey;
	rig_post(f.a, &f.wr);
	engine_poll(&f.rig->hca);
	rig_expect_none(f.a->send_cq);
	rig_mr_dereg(to);
	rig_run(f.rig);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_ACCESS_ERR);
}

/* --- flushing ---------------------------------------------------------------------------- */

static void everything_behind_an_error_is_flushed(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.sge.lkey = 0;
	rig_post(f.a, &f.wr);
	f.wr.send_flags = 0;
	for (f.wr.wr_id = 2; f.wr.wr_id < 40; f.wr.wr_id++)
		rig_post(f.a, &f.wr);
	for (uint64_t i = 100; i < 110; i++)
		rig_recv(f.a, i, NULL, 0);
	rig_run(f.rig);
	rig_expect(f.a->send_cq, 1, IBV_WC_LOC_PROT_ERR);
	for (uint64_t i = 2; i < 40; i++)
		rig_expect(f.a->send_cq, i, IBV_WC_WR_FLUSH_ERR);
	for (uint64_t i = 100; i < 110; i++)
		rig_expect(f.a->recv_cq, i, IBV_WC_WR_FLUSH_ERR);
	rig_expect_none(f.a->send_cq);
	rig_expect_none(f.a->recv_cq);
	assert_int_equal(f.rig->a.dev.port[0].counters.flushes, 48);
	assert_int_equal(f.rig->a.dev.port[0].counters.completion_errors, 1);
}

/* --- nobody answers ---------------------------------------------------------------------- */

/** Silence for each try, then the error. */
static void expect_exhaustion(struct fixture *f)
{
	go(f);
	for (int i = 0; i <= RIG_RETRIES; i++) {
		rig_expect_none(f->a->send_cq);
		assert_int_equal(engine_deadline(&f->rig->hca), f->rig->now + RIG_TIMEOUT_NS);
		rig_advance(f->rig, RIG_TIMEOUT_NS);
	}
	rig_expect(f->a->send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	assert_int_equal(f->a->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(f->rig->a.dev.port[0].counters.retries, RIG_RETRIES);
	assert_true(engine_deadline(&f->rig->hca) == UINT64_MAX);
}

static void peer_is_gone(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_qp_destroy(f.b);
	expect_exhaustion(&f);
}

static void peer_does_not_listen(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	rig_state(f.b, IBV_QPS_RESET);
	rig_to_init(f.b);
	expect_exhaustion(&f);
}

static void peer_is_in_error(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_state(f.b, IBV_QPS_ERR);
	expect_exhaustion(&f);
}

static void peer_talks_to_another(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.b->k.attr.dest_qp_num++;
	expect_exhaustion(&f);
}

static void sequence_numbers_differ(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_state(f.a, IBV_QPS_RESET);
	rig_to_init(f.a);
	rig_to_rtr(f.a, f.b);
	rig_to_rts(f.a);
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_state(f.a, IBV_QPS_RESET); /* begins anew, the peer does not */
	rig_to_init(f.a);
	rig_to_rtr(f.a, f.b);
	rig_to_rts(f.a);
	expect_exhaustion(&f);
}

static void partitions_differ(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.rig->b.dev.port[0].pkey[0] = 0x8001;
	expect_exhaustion(&f);
}

static void link_is_down(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.rig->b.dev.port[0].up = false;
	expect_exhaustion(&f);
}

static void link_comes_back(void **state)
{
	struct fixture f;
	const struct ibv_qp_attr forever = {.timeout = 0};

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_modify(f.a, &forever, IBV_QP_TIMEOUT);
	f.rig->a.dev.port[0].up = false;
	engine_port_changed(&f.rig->a.dev.port[0]);
	go(&f);
	rig_advance(f.rig, 1000 * RIG_TIMEOUT_NS);
	rig_expect_none(f.a->send_cq);
	f.rig->a.dev.port[0].up = true;
	engine_port_changed(&f.rig->a.dev.port[0]);
	rig_run(f.rig);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
}

static void peer_comes_in_time(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_state(f.b, IBV_QPS_RESET);
	rig_to_init(f.b);
	rig_recv(f.b, 50, f.to, 4096);
	go(&f);
	rig_advance(f.rig, RIG_TIMEOUT_NS);
	rig_to_rtr(f.b, f.a);
	rig_advance(f.rig, RIG_TIMEOUT_NS);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
}

static void peer_vanishes_on_the_way(void **state)
{
	const uint32_t bytes = 32U << 20;
	struct fixture f;
	struct rig_mr *from, *to;

	make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	from = rig_mr(&f.rig->a, bytes, ALL);
	to = rig_mr(&f.rig->b, bytes, ALL);
	f.sge = rig_sge(from, 0, bytes);
	f.wr.wr.rdma.remote_addr = (uintptr_t)to->bytes;
	f.wr.wr.rdma.rkey = to->k.rkey;
	rig_post(f.a, &f.wr);
	engine_poll(&f.rig->hca);
	rig_qp_destroy(f.b);
	rig_mr_dereg(to);
	for (int i = 0; i <= RIG_RETRIES; i++) {
		rig_run(f.rig);
		rig_expect_none(f.a->send_cq);
		rig_advance(f.rig, RIG_TIMEOUT_NS);
	}
	rig_expect(f.a->send_cq, 1, IBV_WC_RETRY_EXC_ERR);
}

/* --- unreliable: nothing is told -------------------------------------------------------------- */

static void expect_dropped(struct fixture *f)
{
	go(f);
	rig_expect(f->a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect_none(f->b->recv_cq);
	assert_int_equal(f->to->bytes[1], 0);
	expect_states(f, IBV_QPS_RTS, IBV_QPS_RTS);
	assert_int_equal(f->rig->num_events, 0);
	assert_int_equal(f->rig->a.dev.port[0].counters.drops, 1);
}

static void uc_drops_a_bad_key(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_UC, IBV_WR_RDMA_WRITE_WITH_IMM, 64);
	f.wr.wr.rdma.rkey ^= 1;
	expect_dropped(&f);
}

static void uc_drops_what_does_not_fit(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_UC, IBV_WR_SEND, 4096);
	f.wr.num_sge = 2;
	f.wr.sg_list = (struct ibv_sge[]){f.sge, f.sge};
	expect_dropped(&f);
	f.wr.num_sge = 1; /* the receive is still there for the next one */
	go(&f);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
}

static void uc_drops_without_receive(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_UC, IBV_WR_SEND, 64);
	go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.b->recv_cq, 50, IBV_WC_SUCCESS);
	memset(f.to->bytes, 0, 4096);
	expect_dropped(&f);
}

static void uc_link_down_drops(void **state)
{
	struct fixture f;

	make(&f, state, IBV_QPT_UC, IBV_WR_SEND, 64);
	f.rig->b.dev.port[0].up = false;
	expect_dropped(&f);
}

int test_errors(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(unknown_lkey),
		RIG_TEST(lkey_of_another_domain),
		RIG_TEST(segment_beyond_its_region),
		RIG_TEST(segment_that_wraps),
		RIG_TEST(read_into_read_only_memory),
		RIG_TEST(too_long_a_message),
		RIG_TEST(atomic_of_four_bytes),
		RIG_TEST(read_with_no_credit),
		RIG_TEST(read_on_uc),
		RIG_TEST(malformed_entry),
		RIG_TEST(unknown_rkey),
		RIG_TEST(rkey_of_another_domain),
		RIG_TEST(write_beyond_the_region),
		RIG_TEST(write_without_permission),
		RIG_TEST(read_without_permission),
		RIG_TEST(atomic_without_permission),
		RIG_TEST(operation_the_queue_pair_forbids),
		RIG_TEST(misaligned_atomic),
		RIG_TEST(read_the_responder_has_no_room_for),
		RIG_TEST(receive_too_short),
		RIG_TEST(receive_with_a_bad_key),
		RIG_TEST(memory_that_went_away),
		RIG_TEST(own_memory_that_went_away),
		RIG_TEST(empty_write_needs_no_key),
		RIG_TEST(key_withdrawn_on_the_way),
		RIG_TEST(everything_behind_an_error_is_flushed),
		RIG_TEST(peer_is_gone),
		RIG_TEST(peer_does_not_listen),
		RIG_TEST(peer_is_in_error),
		RIG_TEST(peer_talks_to_another),
		RIG_TEST(sequence_numbers_differ),
		RIG_TEST(partitions_differ),
		RIG_TEST(link_is_down),
		RIG_TEST(link_comes_back),
		RIG_TEST(peer_comes_in_time),
		RIG_TEST(peer_vanishes_on_the_way),
		RIG_TEST(uc_drops_a_bad_key),
		RIG_TEST(uc_drops_what_does_not_fit),
		RIG_TEST(uc_drops_without_receive),
		RIG_TEST(uc_link_down_drops),
	};

	return cmocka_run_group_tests_name("errors", tests, NULL, NULL);
}
