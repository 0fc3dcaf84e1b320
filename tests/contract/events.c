/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V19: each asynchronous event that an InfiniBand adapter can raise, with its cause. Events
 * of the fabric are raised through the emulator's control socket; some that traffic causes are also
 * tested in `errors`, `transfer` and `shared`.
 */
#include "control.h"
#include "kit.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

/* Wait for the next event, which the caller must acknowledge. */
static struct ibv_async_event next_event(struct ibv_context *ctx)
{
	struct ibv_async_event event;

	assert_true(readable(ctx->async_fd, KIT_SECONDS * 1000));
	assert_int_equal(ibv_get_async_event(ctx, &event), 0);
	return event;
}

static bool quiet(struct ibv_context *ctx)
{
	return !readable(ctx->async_fd, 10);
}

/* --- ports ------------------------------------------------------------------------------- */

static struct ibv_port_attr query(struct ibv_context *ctx)
{
	struct ibv_port_attr port;

	assert_int_equal(ibv_query_port(ctx, 1, &port), 0);
	return port;
}

static void V19_a_port_goes_down_and_comes_up(void **state)
{
	struct ibv_context *ctx = kit_open(0), *other = kit_open(1), *same = kit_open(0);

	(void)state;
	assert_int_equal(control("event %s port_err 1", kit_name(0)), 0);
	assert_int_equal(expect_async(ctx, IBV_EVENT_PORT_ERR).element.port_num, 1);
	assert_int_equal(query(ctx).state, IBV_PORT_DOWN);
	assert_int_equal(control("event %s port_active 1", kit_name(0)), 0);
	assert_int_equal(expect_async(ctx, IBV_EVENT_PORT_ACTIVE).element.port_num, 1);
	assert_int_equal(query(ctx).state, IBV_PORT_ACTIVE);
	/* all contexts of the device get the event, others do not */
	expect_async(same, IBV_EVENT_PORT_ERR);
	expect_async(same, IBV_EVENT_PORT_ACTIVE);
	assert_true(quiet(other));
	assert_int_equal(ibv_close_device(same), 0);
	assert_int_equal(ibv_close_device(other), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V19_the_lid_of_a_port_changes(void **state)
{
	struct pair pair;
	struct plan plan = {0};
	uint16_t old;

	(void)state;
	pair_open(&pair, &plan);
	if (on_ethernet(&pair.b)) {
		pair_close(&pair);
		skip();
	}
	old = pair.b.port.lid;
	assert_int_equal(control("event %s lid_change 1 %u", kit_name(1), pair.a.port.lid),
			 EADDRINUSE);
	assert_int_equal(control("event %s lid_change 1 77", kit_name(1)), 0);
	assert_int_equal(expect_async(pair.b.ctx, IBV_EVENT_LID_CHANGE).element.port_num, 1);
	assert_true(quiet(pair.a.ctx));
	pair.b.port = query(pair.b.ctx);
	assert_int_equal(pair.b.port.lid, 77);
	/* nothing responds at the old LID */
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 8);
	expect(pair.a.scq, 1, IBV_WC_RETRY_EXC_ERR);
	assert_int_equal(side_to(&pair.a, IBV_QPS_RESET), 0);
	assert_int_equal(side_to(&pair.b, IBV_QPS_RESET), 0);
	pair_connect(&pair, &plan);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 2, 0, 8);
	expect(pair.a.scq, 2, IBV_WC_SUCCESS);
	assert_int_equal(control("event %s lid_change 1 %u", kit_name(1), old), 0);
	expect_async(pair.b.ctx, IBV_EVENT_LID_CHANGE);
	assert_int_equal(query(pair.b.ctx).lid, old);
	pair_close(&pair);
}

static void V19_the_subnet_manager_moves(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	uint16_t old = query(ctx).sm_lid;

	(void)state;
	assert_int_equal(control("event %s sm_change 1 300", kit_name(0)), 0);
	assert_int_equal(expect_async(ctx, IBV_EVENT_SM_CHANGE).element.port_num, 1);
	assert_int_equal(query(ctx).sm_lid, 300);
	assert_int_equal(control("event %s sm_change 1 %u", kit_name(0), old), 0);
	expect_async(ctx, IBV_EVENT_SM_CHANGE);
	assert_int_equal(control("event %s client_reregister 1", kit_name(0)), 0);
	assert_int_equal(expect_async(ctx, IBV_EVENT_CLIENT_REREGISTER).element.port_num, 1);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V19_the_pkey_table_changes(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	__be16 pkey;

	(void)state;
	if (query(ctx).pkey_tbl_len < 2) {
		assert_int_equal(ibv_close_device(ctx), 0);
		skip();
	}
	assert_int_equal(ibv_query_pkey(ctx, 1, 1, &pkey), 0);
	assert_int_equal(pkey, 0);
	assert_int_equal(control("event %s pkey_change 1 0x8123", kit_name(0)), 0);
	assert_int_equal(expect_async(ctx, IBV_EVENT_PKEY_CHANGE).element.port_num, 1);
	assert_int_equal(ibv_query_pkey(ctx, 1, 1, &pkey), 0);
	assert_int_equal(pkey, htons(0x8123));
	assert_int_equal(ibv_get_pkey_index(ctx, 1, htons(0x8123)), 1);
	assert_int_equal(control("event %s pkey_change 1 0x8123", kit_name(0)), 0);
	expect_async(ctx, IBV_EVENT_PKEY_CHANGE);
	assert_int_equal(ibv_query_pkey(ctx, 1, 1, &pkey), 0);
	assert_int_equal(pkey, 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V19_the_gid_table_changes(void **state)
{
	static const uint8_t wanted[16] = {0xfe, 0xc0, [15] = 0x42};
	struct ibv_context *ctx = kit_open(0);
	union ibv_gid gid;

	(void)state;
	assert_int_equal(control("event %s gid_change 1 fec0::42", kit_name(0)), 0);
	assert_int_equal(expect_async(ctx, IBV_EVENT_GID_CHANGE).element.port_num, 1);
	assert_int_equal(ibv_query_gid(ctx, 1, 1, &gid), 0);
	assert_memory_equal(gid.raw, wanted, sizeof(wanted));
	assert_int_equal(control("event %s gid_change 1 fec0::42", kit_name(0)), 0);
	expect_async(ctx, IBV_EVENT_GID_CHANGE);
	assert_int_equal(ibv_close_device(ctx), 0);
}

/* --- objects ----------------------------------------------------------------------------- */

static void expect_qp(struct side *side, enum ibv_event_type type)
{
	assert_ptr_equal(expect_async(side->ctx, type).element.qp, side->qp);
}

static void V19_a_qp_fails(void **state)
{
	static const struct {
		const char *name;
		enum ibv_event_type type;
	} kinds[] = {{"qp_fatal", IBV_EVENT_QP_FATAL},
		     {"qp_req_err", IBV_EVENT_QP_REQ_ERR},
		     {"qp_access_err", IBV_EVENT_QP_ACCESS_ERR}};

	(void)state;
	for (size_t i = 0; i < COUNT(kinds); i++) {
		struct pair pair;

		pair_open(&pair, &(struct plan){0});
		post_receive(&pair.a, 5, 0, 8);
		assert_int_equal(
			control("event %s %s %u", kit_name(0), kinds[i].name, pair.a.qp->qp_num),
			0);
		expect_qp(&pair.a, kinds[i].type);
		expect(pair.a.rcq, 5, IBV_WC_WR_FLUSH_ERR);
		if (!on_iwarp(&pair.a)) { /* iWARP refuses the query */
			assert_int_equal(side_state(&pair.a), IBV_QPS_ERR);
			assert_int_equal(pair.a.qp->state, IBV_QPS_ERR);
		}
		pair_close(&pair);
	}
}

static void V19_bad_requests_raise_an_event_at_the_responder(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, 8);
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 1, &pair.b, 0);
	wr.wr.rdma.rkey ^= 0x5500;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	expect(pair.a.scq, 1, IBV_WC_REM_ACCESS_ERR);
	expect_qp(&pair.b, IBV_EVENT_QP_ACCESS_ERR);
	pair_close(&pair);

	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, 8);
	wr = side_wr(&sge, IBV_WR_ATOMIC_FETCH_AND_ADD, 1, &pair.b, 4);
	if (!post_wr(&pair.a, &wr)) { /* else the provider refused it */
		expect(pair.a.scq, 1, IBV_WC_REM_INV_REQ_ERR);
		expect_qp(&pair.b, IBV_EVENT_QP_REQ_ERR);
	}
	pair_close(&pair);
}

static void V19_a_cq_fails(void **state)
{
	struct ibv_async_event event;
	struct pair pair;
	int seen = 0;

	(void)state;
	pair_open(&pair, &(struct plan){.cqe = 3, .send_wr = 60});
	overflow(&pair.a, &pair.b);
	for (int i = 0; i < 2; i++) {
		event = next_event(pair.a.ctx);
		if (event.event_type == IBV_EVENT_CQ_ERR && event.element.cq == pair.a.scq)
			seen |= 1;
		if (event.event_type == IBV_EVENT_QP_FATAL && event.element.qp == pair.a.qp)
			seen |= 2;
		ibv_ack_async_event(&event);
	}
	/* or only the completion queue fails, with an event for every lost completion: see errors.c
	 */
	assert_true(seen == 3 || seen == 1);
	for (int i = 2; seen == 1 && i < 5; i++)
		expect_async(pair.a.ctx, IBV_EVENT_CQ_ERR);
	pair_close(&pair);
}

static struct ibv_srq *put_on_srq(struct side *side)
{
	struct ibv_srq_init_attr init = {.attr = {.max_wr = 8, .max_sge = 1}};
	struct ibv_srq *srq = ibv_create_srq(side->pd, &init);
	struct ibv_qp_init_attr qp = {.send_cq = side->scq,
				      .recv_cq = side->rcq,
				      .srq = srq,
				      .qp_type = IBV_QPT_RC,
				      .cap = {16, 0, 4, 0, 0}};

	assert_non_null(srq);
	assert_int_equal(ibv_destroy_qp(side->qp), 0);
	side->qp = ibv_create_qp(side->pd, &qp);
	assert_non_null(side->qp);
	return srq;
}

static uint32_t srq_number(struct ibv_srq *srq)
{
	uint32_t number = 0;

	/* the emulator assigns numbers in order, and this is the only SRQ */
	for (uint32_t n = 1; n < 256 && !number; n++) {
		if (!control("event %s srq_err %u", kit_name(1), n))
			number = n;
	}
	(void)srq;
	return number;
}

static void V19_V34_an_srq_fails_and_waits_for_its_events(void **state)
{
	struct plan plan = {0};
	struct ibv_srq *srq;
	struct pair pair;

	(void)state;
	side_open(&pair.a, 0, &plan);
	side_open(&pair.b, 1, &plan);
	srq = put_on_srq(&pair.b);
	pair_connect(&pair, &plan);
	assert_true(srq_number(srq));
	assert_ptr_equal(expect_async(pair.b.ctx, IBV_EVENT_SRQ_ERR).element.srq, srq);
	assert_int_equal(ibv_destroy_qp(pair.b.qp), 0);
	pair.b.qp = NULL;
	assert_int_equal(ibv_destroy_srq(srq), 0);
	pair_close(&pair);
}

static void V19_an_unknown_object_has_no_events(void **state)
{
	(void)state;
	assert_int_equal(control("event %s qp_fatal 0xfffff0", kit_name(0)), ENOENT);
	assert_int_equal(control("event %s cq_err 0xfffff0", kit_name(0)), ENOENT);
	assert_int_equal(control("event %s srq_err 0xfffff0", kit_name(0)), ENOENT);
	assert_int_equal(control("event %s lid_change 9", kit_name(0)), EINVAL);
	assert_int_equal(control("event %s pkey_change 1 many", kit_name(0)), EINVAL);
	assert_int_equal(control("event %s gid_change 1 nowhere", kit_name(0)), EINVAL);
	assert_int_equal(control("event %s nothing 1", kit_name(0)), EINVAL);
	assert_int_equal(control("event mlx4_7 port_err 1"), ENODEV);
	assert_int_equal(control("event"), EINVAL);
}

/* --- the device -------------------------------------------------------------------------- */

/* The device fails: one event, then every call returns EIO, but objects can be destroyed. */
static void V19_a_device_fails(void **state)
{
	struct ibv_async_event event;
	struct ibv_context *again;
	struct ibv_send_wr wr;
	struct ibv_cq *cq;
	struct pair pair;
	void *context;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(control("event %s device_fatal", kit_name(0)), 0);
	expect_async(pair.a.ctx, IBV_EVENT_DEVICE_FATAL);
	assert_true(quiet(pair.b.ctx));
	/* there will be no more events, so reading events fails instead of waiting */
	errno = 0;
	assert_int_equal(ibv_get_async_event(pair.a.ctx, &event), -1);
	assert_int_equal(errno, EIO);
	errno = 0;
	assert_int_equal(ibv_get_cq_event(pair.a.channel, &cq, &context), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(ibv_query_port(pair.a.ctx, 1, &pair.a.port), EIO);
	errno = 0;
	assert_null(ibv_alloc_pd(pair.a.ctx));
	assert_int_equal(errno, EIO);
	assert_int_equal(side_to(&pair.a, IBV_QPS_ERR), EIO);
	/* the peer's requests time out; the device works when it is opened again */
	if (on_iwarp(&pair.b)) { /* the connection ended with the device */
		wr = side_wr(NULL, IBV_WR_RDMA_WRITE, 1, &pair.a, 0);
		wr.num_sge = 0;
		assert_int_equal(post_wr(&pair.b, &wr), EINVAL);
	} else {
		post(&pair.b, &pair.a, IBV_WR_RDMA_WRITE, 1, 0, 8);
		expect(pair.b.scq, 1, IBV_WC_RETRY_EXC_ERR);
	}
	again = kit_open(0);
	assert_int_equal(query(again).state, IBV_PORT_ACTIVE);
	assert_int_equal(ibv_close_device(again), 0);
	pair_close(&pair);
}

struct destroyer {
	struct ibv_cq *cq;
	int done; /* atomic */
};

static void *destroy_cq(void *argument)
{
	struct destroyer *d = argument;
	int ret = ibv_destroy_cq(d->cq);

	__atomic_store_n(&d->done, ret ? -1 : 1, __ATOMIC_RELEASE);
	return NULL;
}

/* The kernel can no longer report how many events were read; the library's own count is used. */
static void V34_a_lost_device_does_not_end_the_wait(void **state)
{
	struct destroyer d = {0};
	struct pair pair;
	struct ibv_cq *cq;
	pthread_t thread;
	void *context;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 8);
	assert_true(readable(pair.a.channel->fd, KIT_SECONDS * 1000));
	assert_int_equal(ibv_get_cq_event(pair.a.channel, &cq, &context), 0);
	assert_int_equal(control("event %s device_fatal", kit_name(0)), 0);
	expect_async(pair.a.ctx, IBV_EVENT_DEVICE_FATAL);
	assert_int_equal(ibv_destroy_qp(pair.a.qp), 0);
	pair.a.qp = NULL;
	d.cq = cq;
	assert_int_equal(pthread_create(&thread, NULL, destroy_cq, &d), 0);
	kit_sleep(30);
	assert_int_equal(__atomic_load_n(&d.done, __ATOMIC_ACQUIRE), 0);
	ibv_ack_cq_events(cq, 1);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(d.done, 1);
	assert_int_equal(ibv_destroy_cq(pair.a.rcq), 0);
	assert_int_equal(ibv_dereg_mr(pair.a.mr), 0);
	assert_int_equal(ibv_destroy_comp_channel(pair.a.channel), 0);
	assert_int_equal(ibv_dealloc_pd(pair.a.pd), 0);
	assert_int_equal(ibv_close_device(pair.a.ctx), 0);
	free(pair.a.buf);
	side_close(&pair.b);
}

/* --- the asynchronous file --------------------------------------------------------------- */

static void V19_events_arrive_in_order_and_one_at_a_time(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	int flags = fcntl(ctx->async_fd, F_GETFL);
	struct ibv_async_event event;

	(void)state;
	assert_int_equal(fcntl(ctx->async_fd, F_SETFL, flags | O_NONBLOCK), 0);
	for (int i = 0; i < 20; i++) {
		assert_int_equal(control("event %s client_reregister 1", kit_name(0)), 0);
		assert_int_equal(control("event %s sm_change 1", kit_name(0)), 0);
	}
	for (int i = 0; i < 20; i++) {
		expect_async(ctx, IBV_EVENT_CLIENT_REREGISTER);
		expect_async(ctx, IBV_EVENT_SM_CHANGE);
	}
	errno = 0;
	assert_int_equal(ibv_get_async_event(ctx, &event), -1);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(ibv_close_device(ctx), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V19_a_port_goes_down_and_comes_up),
		TEST_NOT_IWARP(V19_the_lid_of_a_port_changes, "no LIDs"),
		TEST_NOT_IWARP(V19_the_subnet_manager_moves, "no subnet manager"),
		TEST_NOT_IWARP(V19_the_pkey_table_changes, "no partitions"),
		TEST_NOT_IWARP(V19_the_gid_table_changes, "one GID, the MAC address"),
		TEST(V19_a_qp_fails),
		TEST_NOT_IWARP(V19_bad_requests_raise_an_event_at_the_responder,
			       "a failure ends the connection, see iwarp.c"),
		TEST(V19_a_cq_fails),
		TEST_NOT_IWARP(V19_V34_an_srq_fails_and_waits_for_its_events,
			       "no shared receive queues"),
		TEST(V19_an_unknown_object_has_no_events),
		TEST(V19_a_device_fails),
		TEST_NOT_IWARP(V34_a_lost_device_does_not_end_the_wait,
			       "the connection manager has lost the device, too"),
		TEST(V19_events_arrive_in_order_and_one_at_a_time),
	};

	return RUN_TESTS(tests);
}
