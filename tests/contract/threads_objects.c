/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V4 for the control path, in addition to `threads`: several threads at once create, modify,
 * query and destroy each kind of object of one context, and use the same object. Also run with the
 * thread sanitizer. cmocka's assertions only work in the main thread; the others count errors.
 */
#include "control.h"
#include "kit.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>

enum {
	THREADS = 3,
	ROUNDS = 30,
	EVENTS = 60,
};

static int errors; /* atomic */

static void check(bool good)
{
	if (!good)
		__atomic_fetch_add(&errors, 1, __ATOMIC_RELAXED);
}

/* Run the same function with the same argument in all threads. */
static void run(void *(*body)(void *), void *argument)
{
	pthread_t threads[THREADS];

	errors = 0;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, body, argument), 0);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_int_equal(errors, 0);
}

/* --- objects of one context -------------------------------------------------------------- */

static void use_channel(struct ibv_context *ctx)
{
	struct ibv_comp_channel *channel = ibv_create_comp_channel(ctx);
	struct ibv_cq *cq = channel ? ibv_create_cq(ctx, 4, NULL, channel, 0) : NULL;

	check(cq && !ibv_req_notify_cq(cq, 0) && !ibv_resize_cq(cq, 50) && !ibv_destroy_cq(cq));
	check(channel && !ibv_destroy_comp_channel(channel));
}

static void use_srq(struct ibv_pd *pd)
{
	struct ibv_srq_init_attr init = {.attr = {8, 1, 0}};
	struct ibv_srq_attr attr;
	struct ibv_srq *srq = ibv_create_srq(pd, &init);
	struct ibv_recv_wr wr = {0}, *bad;

	check(srq && !ibv_query_srq(srq, &attr) && !ibv_post_srq_recv(srq, &wr, &bad));
	check(srq && !ibv_destroy_srq(srq));
}

static void use_memory(struct ibv_pd *pd)
{
	char memory[256] = "";
	struct ibv_mr *mr = ibv_reg_mr(pd, memory, sizeof(memory), IBV_ACCESS_LOCAL_WRITE);
	struct ibv_mw *mw = ibv_alloc_mw(pd, IBV_MW_TYPE_2);

	check(mr && (!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, 0) ||
		     errno == EOPNOTSUPP));
	check(mr && !ibv_dereg_mr(mr));
	check(mw && !ibv_dealloc_mw(mw));
}

static void use_domains(struct ibv_context *ctx, struct ibv_pd *pd)
{
	struct ibv_td_init_attr none = {0};
	struct ibv_td *td = ibv_alloc_td(ctx, &none);
	struct ibv_parent_domain_init_attr attr = {.pd = pd, .td = td};
	struct ibv_pd *parent = ibv_alloc_parent_domain(ctx, &attr);
	struct ibv_xrcd_init_attr domain = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = O_CREAT,
	};
	struct ibv_xrcd *xrcd = ibv_open_xrcd(ctx, &domain);

	check(td && parent && !ibv_dealloc_pd(parent) && !ibv_dealloc_td(td));
	check(xrcd ? !ibv_close_xrcd(xrcd) : errno == EOPNOTSUPP);
}

static void use_datagrams(struct ibv_context *ctx, struct ibv_pd *pd)
{
	union ibv_gid group = {.raw = {0xff, 0x12, [15] = 7}};
	struct ibv_ah_attr to = kit_address(ctx);
	struct ibv_cq *cq = ibv_create_cq(ctx, 4, NULL, NULL, 0);
	struct ibv_qp_init_attr init = {
		.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_UD, .cap = {1, 1, 1, 1, 0}};
	struct ibv_qp *qp = cq ? ibv_create_qp(pd, &init) : NULL;
	struct ibv_ah *ah = ibv_create_ah(pd, &to);

	check(qp && !ibv_attach_mcast(qp, &group, 0xc001) && !ibv_detach_mcast(qp, &group, 0xc001));
	check(ah && !ibv_destroy_ah(ah));
	check(qp && !ibv_destroy_qp(qp) && !ibv_destroy_cq(cq));
}

static void query_everything(struct ibv_context *ctx)
{
	struct ibv_device_attr device;
	struct ibv_port_attr port;
	union ibv_gid gid;
	__be16 pkey;

	check(!ibv_query_device(ctx, &device) && !ibv_query_port(ctx, 1, &port));
	check(!ibv_query_gid(ctx, 1, 0, &gid) && !ibv_query_pkey(ctx, 1, 0, &pkey));
	check(ibv_get_device_guid(ctx->device) == device.node_guid);
}

static void *use_everything(void *argument)
{
	struct ibv_pd *pd = argument;

	for (int i = 0; i < ROUNDS; i++) {
		use_channel(pd->context);
		use_srq(pd);
		use_memory(pd);
		use_domains(pd->context, pd);
		use_datagrams(pd->context, pd);
		query_everything(pd->context);
	}
	return NULL;
}

static void V4_every_kind_of_object_in_one_context(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_pd *pd = ibv_alloc_pd(ctx);

	(void)state;
	run(use_everything, pd);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

/* --- one object, several threads --------------------------------------------------------- */

/* Change and query attributes in RTS, without effect on the other threads' traffic. */
static void *modify_and_query(void *argument)
{
	struct side *side = argument;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	for (int i = 0; i < ROUNDS * 4; i++) {
		attr = (struct ibv_qp_attr){.min_rnr_timer = (uint8_t)(1 + i % 3),
					    .qp_access_flags = ALL_REMOTE};
		check(!ibv_modify_qp(side->qp, &attr, IBV_QP_MIN_RNR_TIMER | IBV_QP_ACCESS_FLAGS));
		check(!ibv_query_qp(side->qp, &attr, IBV_QP_STATE | IBV_QP_MIN_RNR_TIMER, &init));
		check(attr.qp_state == IBV_QPS_RTS && attr.min_rnr_timer >= 1 &&
		      attr.min_rnr_timer <= 3);
		check(!ibv_req_notify_cq(side->scq, i & 1));
	}
	return NULL;
}

static void V4_a_qp_is_modified_and_queried_while_it_transfers(void **state)
{
	pthread_t threads[THREADS];
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	errors = 0;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, modify_and_query, &pair.a), 0);
	for (uint64_t i = 0; i < 500; i++) {
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, i, 0, 8);
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
	}
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_int_equal(errors, 0);
	pair_close(&pair);
}

struct receives {
	struct ibv_qp *qp;
	struct ibv_srq *srq;
	int posted; /* atomic */
};

static void *post_receives(void *argument)
{
	struct receives *r = argument;
	struct ibv_recv_wr wr = {0}, *bad;
	int full = 0;

	while (!full) {
		int ret = r->srq ? ibv_post_srq_recv(r->srq, &wr, &bad)
				 : ibv_post_recv(r->qp, &wr, &bad);

		check(!ret || ret == ENOMEM);
		full = ret != 0;
		if (!ret)
			__atomic_fetch_add(&r->posted, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

/* Several threads together post exactly as many receives as fit. */
static void V4_several_threads_fill_a_receive_queue(void **state)
{
	struct ibv_srq_init_attr init = {.attr = {200, 1, 0}};
	struct receives r = {0};
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.recv_wr = 200});
	r.qp = pair.a.qp;
	run(post_receives, &r);
	assert_int_equal(r.posted, pair.a.cap.max_recv_wr);
	r.srq = ibv_create_srq(pair.a.pd, &init);
	assert_non_null(r.srq);
	r.posted = 0;
	run(post_receives, &r);
	assert_int_equal(r.posted, init.attr.max_wr);
	assert_int_equal(ibv_destroy_srq(r.srq), 0);
	pair_close(&pair);
}

/* --- events ------------------------------------------------------------------------------ */

struct readers {
	struct ibv_context *ctx;
	int left; /* atomic */
};

static void *read_events(void *argument)
{
	struct readers *r = argument;

	/* each thread reserves an event before it reads one, so that none waits for a missing event
	 */
	while (__atomic_fetch_sub(&r->left, 1, __ATOMIC_RELAXED) > 0) {
		struct ibv_async_event event;

		check(!ibv_get_async_event(r->ctx, &event));
		check(event.event_type == IBV_EVENT_CLIENT_REREGISTER);
		ibv_ack_async_event(&event);
	}
	return NULL;
}

static void V4_threads_share_the_events_of_a_context(void **state)
{
	struct readers r = {.left = EVENTS};
	pthread_t threads[THREADS];

	(void)state;
	r.ctx = kit_open(0);
	errors = 0;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, read_events, &r), 0);
	for (int i = 0; i < EVENTS; i++)
		assert_int_equal(control("event %s client_reregister 1", kit_name(0)), 0);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_int_equal(errors, 0);
	assert_false(readable(r.ctx->async_fd, 5));
	assert_int_equal(ibv_close_device(r.ctx), 0);
}

static void *acknowledge(void *argument)
{
	for (int i = 0; i < EVENTS; i++)
		ibv_ack_cq_events(argument, 1);
	return NULL;
}

/* Acknowledgements of several threads add up: if one were lost, destroying would hang. */
static void V4_V34_acknowledgements_by_several_threads_add_up(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.channel = true});
	for (int i = 0; i < EVENTS * THREADS; i++) {
		struct ibv_cq *cq;
		void *context;

		assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 8);
		expect(pair.a.scq, 1, IBV_WC_SUCCESS);
		assert_int_equal(ibv_get_cq_event(pair.a.channel, &cq, &context), 0);
	}
	run(acknowledge, pair.a.scq);
	pair_close(&pair);
}

/* --- the library ------------------------------------------------------------------------- */

static void *query_the_library(void *argument)
{
	(void)argument;
	for (int i = 0; i < ROUNDS; i++) {
		struct ibv_device **list = ibv_get_device_list(NULL);

		check(list && ibv_get_device_index(list[0]) > 0);
		check(list && !strcmp(ibv_get_device_name(list[1]), kit_name(1)));
		ibv_free_device_list(list);
		ibv_is_fork_initialized();
		check(ibv_rate_to_mult(IBV_RATE_10_GBPS) == 4);
		check(ibv_wc_status_str(IBV_WC_SUCCESS) != NULL);
	}
	return NULL;
}

static void V4_several_threads_query_the_library(void **state)
{
	(void)state;
	run(query_the_library, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_NOT_IWARP(V4_every_kind_of_object_in_one_context,
			       "most kinds of objects are refused"),
		TEST_NOT_IWARP(V4_a_qp_is_modified_and_queried_while_it_transfers,
			       "query_qp is refused"),
		TEST_NOT_IWARP(V4_several_threads_fill_a_receive_queue, "no shared receive queues"),
		TEST(V4_threads_share_the_events_of_a_context),
		TEST(V4_V34_acknowledgements_by_several_threads_add_up),
		TEST(V4_several_threads_query_the_library),
	};

	return RUN_TESTS(tests);
}
