/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V19, V27, V29, V34: queue pairs that use a shared receive queue, and its events. */
#include <pthread.h>

#include "ud.h"

/* One end with a shared queue but without a queue pair: the objects that queue pairs use. */
struct hub {
	struct side side;
	struct ibv_srq *srq;
};

static struct hub hub;
static struct side from; /* RC, on the other device */

static struct ibv_srq *make_srq(struct ibv_pd *pd, uint32_t max_wr)
{
	struct ibv_srq_init_attr init = {.attr = {.max_wr = max_wr, .max_sge = 1}};
	struct ibv_srq *srq = ibv_create_srq(pd, &init);

	assert_non_null(srq);
	return srq;
}

static int set_up_shared_users(void **state)
{
	(void)state;
	side_open(&hub.side, 1, &(struct plan){0});
	assert_int_equal(ibv_destroy_qp(hub.side.qp), 0);
	hub.side.qp = NULL;
	hub.srq = make_srq(hub.side.pd, 15);
	side_open(&from, 0, &(struct plan){0});
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	if (hub.srq)
		assert_int_equal(ibv_destroy_srq(hub.srq), 0);
	side_close(&from);
	side_close(&hub.side);
	return 0;
}

/** A test that gets a new hub. */
#define EACH(name) cmocka_unit_test_setup_teardown(name, set_up_shared_users, tear_down)

/* A queue pair on the hub's objects. */
static struct side create_user(enum ibv_qp_type type)
{
	struct ibv_qp_init_attr init = {
		.send_cq = hub.side.scq,
		.recv_cq = hub.side.rcq,
		.srq = hub.srq,
		.qp_type = type,
		.cap = {.max_send_wr = 4, .max_send_sge = 1},
	};
	struct side side = hub.side;

	side.qp = ibv_create_qp(hub.side.pd, &init);
	assert_non_null(side.qp);
	assert_ptr_equal(side.qp->srq, hub.srq);
	return side;
}

static void connect_sides(struct side *one, struct side *other, const struct plan *plan)
{
	side_connect(one, plan, other);
	side_connect(other, plan, one);
}

static void post_shared_receive(uint64_t wr_id, size_t offset, uint32_t bytes)
{
	struct ibv_sge sge = side_sge(&hub.side, offset, bytes);
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1}, *bad;

	assert_int_equal(ibv_post_srq_recv(hub.srq, &wr, &bad), 0);
}

static void send_one(const struct side *to)
{
	post(&from, to, IBV_WR_SEND, 1, 0, 8);
	expect(from.scq, 1, IBV_WC_SUCCESS);
}

static void set_limit(uint32_t limit)
{
	struct ibv_srq_attr attr = {.srq_limit = limit};

	assert_int_equal(ibv_modify_srq(hub.srq, &attr, IBV_SRQ_LIMIT), 0);
}

static uint32_t current_limit(void)
{
	struct ibv_srq_attr attr;

	assert_int_equal(ibv_query_srq(hub.srq, &attr), 0);
	return attr.srq_limit;
}

static bool any_event(void)
{
	return readable(hub.side.ctx->async_fd, 5);
}

static void expect_limit(void)
{
	struct ibv_async_event event = expect_async(hub.side.ctx, IBV_EVENT_SRQ_LIMIT_REACHED);

	assert_ptr_equal(event.element.srq, hub.srq);
	assert_int_equal(current_limit(), 0);
}

static void expect_last(const struct side *side)
{
	struct ibv_async_event event = expect_async(hub.side.ctx, IBV_EVENT_QP_LAST_WQE_REACHED);

	assert_ptr_equal(event.element.qp, side->qp);
}

/* --- users ------------------------------------------------------------------------------- */

static void V27_one_queue_serves_all_types(void **state)
{
	const struct plan uc_plan = {.type = IBV_QPT_UC};
	struct side rc = create_user(IBV_QPT_RC), uc = create_user(IBV_QPT_UC),
		    ud = create_user(IBV_QPT_UD);
	struct side from_uc, from_ud;
	struct ibv_ah *ah;
	struct ibv_wc wc;

	(void)state;
	side_open(&from_uc, 0, &uc_plan);
	ud_open(&from_ud, 0);
	connect_sides(&from, &rc, &(struct plan){0});
	connect_sides(&from_uc, &uc, &uc_plan);
	ud_to(ud.qp, IBV_QPS_RTS);
	ah = ud_handle(&from_ud, &hub.side);
	for (uint64_t i = 0; i < 30; i += 3) {
		for (uint64_t n = i; n < i + 3; n++)
			post_shared_receive(n, n % 3 * 200, 150);
		send_one(&rc);
		wc = expect(hub.side.rcq, i, IBV_WC_SUCCESS);
		assert_int_equal(wc.qp_num, rc.qp->qp_num);
		assert_int_equal(wc.byte_len, 8);
		fill(from_ud.buf, 100, (uint32_t)i);
		ud_send(&from_ud, ah, ud.qp->qp_num, 0, 100);
		wc = expect(hub.side.rcq, i + 1, IBV_WC_SUCCESS);
		assert_int_equal(wc.qp_num, ud.qp->qp_num);
		assert_int_equal(wc.src_qp, from_ud.qp->qp_num);
		assert_int_equal(wc.byte_len, UD_GRH + 100);
		assert_true(filled(hub.side.buf + 200 + UD_GRH, 100, (uint32_t)i));
		post(&from_uc, &uc, IBV_WR_SEND, 5, 0, 16);
		expect(from_uc.scq, 5, IBV_WC_SUCCESS);
		wc = expect(hub.side.rcq, i + 2, IBV_WC_SUCCESS);
		assert_int_equal(wc.qp_num, uc.qp->qp_num);
	}
	assert_int_equal(ibv_destroy_ah(ah), 0);
	assert_int_equal(ibv_destroy_srq(hub.srq), EBUSY);
	assert_int_equal(ibv_destroy_qp(rc.qp), 0);
	assert_int_equal(ibv_destroy_srq(hub.srq), EBUSY);
	assert_int_equal(ibv_destroy_qp(uc.qp), 0);
	assert_int_equal(ibv_destroy_qp(ud.qp), 0);
	side_close(&from_uc);
	side_close(&from_ud);
}

/* Receives use keys of the shared queue's domain, which may differ from the queue pair's. */
static void V27_receives_use_the_domain_of_the_srq(void **state)
{
	struct ibv_pd *pd = ibv_alloc_pd(hub.side.ctx);
	uint8_t memory[64] = {0};
	struct ibv_mr *mr = ibv_reg_mr(pd, memory, sizeof(memory), IBV_ACCESS_LOCAL_WRITE);
	struct ibv_srq *own = hub.srq;
	struct ibv_sge sge;
	struct ibv_recv_wr wr = {.wr_id = 9, .sg_list = &sge, .num_sge = 1}, *bad;
	struct side rc;

	(void)state;
	assert_non_null(mr);
	hub.srq = make_srq(pd, 4);
	rc = create_user(IBV_QPT_RC);
	connect_sides(&from, &rc, &(struct plan){0});
	sge = (struct ibv_sge){(uintptr_t)memory, sizeof(memory), mr->lkey};
	assert_int_equal(ibv_post_srq_recv(hub.srq, &wr, &bad), 0);
	fill(from.buf, 8, 77);
	send_one(&rc);
	expect(hub.side.rcq, 9, IBV_WC_SUCCESS);
	assert_true(filled(memory, 8, 77));
	assert_int_equal(ibv_destroy_qp(rc.qp), 0);
	assert_int_equal(ibv_destroy_srq(hub.srq), 0);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	hub.srq = own;
}

/*
 * Completions that are dropped with their queue pair still free their WQEs: the shared queue keeps
 * its capacity.
 */
static void V27_V29_a_destroyed_qp_returns_its_receives(void **state)
{
	struct ibv_srq_attr attr;

	(void)state;
	assert_int_equal(ibv_query_srq(hub.srq, &attr), 0);
	for (int round = 0; round < 10; round++) {
		struct side rc = create_user(IBV_QPT_RC);
		struct ibv_sge sge = side_sge(&hub.side, 0, 8);
		struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad;

		connect_sides(&from, &rc, &(struct plan){0});
		for (uint32_t i = 0; i < attr.max_wr; i++)
			post_shared_receive(i, 0, 8);
		assert_int_equal(ibv_post_srq_recv(hub.srq, &wr, &bad), ENOMEM);
		for (uint32_t i = 0; i < attr.max_wr; i++)
			send_one(&rc);
		assert_int_equal(round & 1 ? side_to(&rc, IBV_QPS_RESET) : ibv_destroy_qp(rc.qp),
				 0);
		if (round & 1)
			assert_int_equal(ibv_destroy_qp(rc.qp), 0);
		expect_nothing(hub.side.rcq);
		assert_int_equal(side_to(&from, IBV_QPS_RESET), 0);
	}
}

/* --- the limit --------------------------------------------------------------------------- */

static void V27_the_limit_can_be_set_again_and_cleared(void **state)
{
	struct side rc = create_user(IBV_QPT_RC);

	(void)state;
	connect_sides(&from, &rc, &(struct plan){0});
	for (uint64_t i = 0; i < 10; i++)
		post_shared_receive(i, 0, 8);
	for (uint32_t limit = 10; limit > 7; limit--) {
		set_limit(limit);
		assert_int_equal(current_limit(), limit);
		assert_false(any_event());
		send_one(&rc);
		expect_limit();
	}
	/* seven receives are left */
	set_limit(7);
	set_limit(0);
	send_one(&rc);
	assert_false(any_event());
	set_limit(5);
	set_limit(6); /* replaces the limit; six receives are left, which is not below six */
	assert_false(any_event());
	send_one(&rc);
	expect_limit();
	send_one(&rc);
	assert_false(any_event());
	assert_int_equal(ibv_destroy_qp(rc.qp), 0);
}

/* The event comes at once, or where the kernel is the adapter, with the next receive. */
static void V27_a_limit_above_the_posted_receives_raises_an_event(void **state)
{
	struct side rc = create_user(IBV_QPT_RC);

	(void)state;
	connect_sides(&from, &rc, &(struct plan){0});
	post_shared_receive(0, 0, 8);
	set_limit(2);
	if (KIT_RINGS_BY_COMMAND) {
		assert_false(any_event());
		send_one(&rc);
		post_shared_receive(1, 0, 8);
	}
	expect_limit();
	post_shared_receive(2, 0, 8);
	set_limit(2);
	assert_false(any_event());
	set_limit(0);
	assert_int_equal(ibv_destroy_qp(rc.qp), 0);
}

/* --- the last receive -------------------------------------------------------------------- */

static void V19_the_last_receive_raises_an_event_for_every_type(void **state)
{
	static const enum ibv_qp_type types[] = {IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD};

	(void)state;
	for (size_t i = 0; i < COUNT(types); i++) {
		struct side user = create_user(types[i]);
		struct plan plan = {.type = types[i]};
		struct ibv_qp_attr err = {.qp_state = IBV_QPS_ERR};

		if (types[i] == IBV_QPT_UD)
			ud_to(user.qp, IBV_QPS_RTS);
		else
			side_connect(&user, &plan, &from);
		post_shared_receive(i, 0, 8);
		assert_int_equal(ibv_modify_qp(user.qp, &err, IBV_QP_STATE), 0);
		expect_last(&user);
		assert_int_equal(ibv_modify_qp(user.qp, &err, IBV_QP_STATE), 0);
		assert_false(any_event());    /* once */
		expect_nothing(hub.side.rcq); /* shared receives are not flushed */
		assert_int_equal(ibv_destroy_qp(user.qp), 0);
	}
}

/* The receive in use fails; when its completion has arrived, so has the event. */
static void V19_the_last_receive_raises_an_event_after_a_fault(void **state)
{
	struct side rc = create_user(IBV_QPT_RC), other = create_user(IBV_QPT_RC);
	struct side from_other;

	(void)state;
	side_open(&from_other, 0, &(struct plan){0});
	connect_sides(&from, &rc, &(struct plan){0});
	connect_sides(&from_other, &other, &(struct plan){0});
	post_shared_receive(1, 0, 4);
	post_shared_receive(2, 0, 8);
	post(&from, &rc, IBV_WR_SEND, 1, 0, 8);
	expect(from.scq, 1, IBV_WC_REM_INV_REQ_ERR);
	expect(hub.side.rcq, 1, IBV_WC_LOC_LEN_ERR);
	expect_last(&rc);
	/* the shared queue and its other users continue */
	post(&from_other, &other, IBV_WR_SEND, 1, 0, 8);
	expect(from_other.scq, 1, IBV_WC_SUCCESS);
	expect(hub.side.rcq, 2, IBV_WC_SUCCESS);
	assert_int_equal(ibv_destroy_qp(rc.qp), 0);
	assert_int_equal(ibv_destroy_qp(other.qp), 0);
	side_close(&from_other);
}

static void V19_a_queue_pair_without_srq_raises_no_last_receive_event(void **state)
{
	(void)state;
	assert_int_equal(side_to_init(&from, &(struct plan){0}), 0);
	assert_int_equal(side_to(&from, IBV_QPS_ERR), 0);
	assert_false(readable(from.ctx->async_fd, 5));
}

/* --- the end ----------------------------------------------------------------------------- */

struct destroyer {
	struct ibv_srq *srq;
	int result;
	bool done;
};

static void *destroy(void *argument)
{
	struct destroyer *d = argument;

	d->result = ibv_destroy_srq(d->srq);
	__atomic_store_n(&d->done, true, __ATOMIC_RELEASE);
	return NULL;
}

/* Use up the only receive, by a queue pair that is then destroyed: the limit event is raised. */
static void cause_event(void)
{
	struct side rc = create_user(IBV_QPT_RC);

	connect_sides(&from, &rc, &(struct plan){0});
	post_shared_receive(0, 0, 8);
	set_limit(1);
	send_one(&rc);
	assert_int_equal(ibv_destroy_qp(rc.qp), 0);
	assert_true(readable(hub.side.ctx->async_fd, KIT_SECONDS * 1000));
}

static void V34_destroying_waits_for_events_that_were_taken(void **state)
{
	struct destroyer d = {.srq = hub.srq};
	struct ibv_async_event event;
	pthread_t thread;

	(void)state;
	cause_event();
	assert_int_equal(ibv_get_async_event(hub.side.ctx, &event), 0);
	assert_ptr_equal(event.element.srq, hub.srq);
	assert_int_equal(pthread_create(&thread, NULL, destroy, &d), 0);
	kit_sleep(50);
	assert_false(__atomic_load_n(&d.done, __ATOMIC_ACQUIRE));
	ibv_ack_async_event(&event);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(d.result, 0);
	hub.srq = NULL;
}

static void V34_unread_events_are_dropped_with_the_queue(void **state)
{
	(void)state;
	cause_event();
	assert_int_equal(ibv_destroy_srq(hub.srq), 0);
	hub.srq = NULL;
	assert_false(any_event());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(V27_one_queue_serves_all_types),
		EACH(V27_receives_use_the_domain_of_the_srq),
		EACH(V27_V29_a_destroyed_qp_returns_its_receives),
		EACH(V27_the_limit_can_be_set_again_and_cleared),
		EACH(V27_a_limit_above_the_posted_receives_raises_an_event),
		EACH(V19_the_last_receive_raises_an_event_for_every_type),
		EACH(V19_the_last_receive_raises_an_event_after_a_fault),
		EACH(V19_a_queue_pair_without_srq_raises_no_last_receive_event),
		EACH(V34_destroying_waits_for_events_that_were_taken),
		EACH(V34_unread_events_are_dropped_with_the_queue),
	};

	return RUN_TESTS(tests);
}
