/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V20, V27, V30, V39: what is accepted and refused when a shared receive queue is created,
 * changed and filled.
 */
#include "kit.h"

static struct side side;

static int set_up_shared_queue(void **state)
{
	(void)state;
	side_open(&side, 0, &(struct plan){0});
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	side_close(&side);
	return 0;
}

/** A test that gets a new side. */
#define EACH(name) cmocka_unit_test_setup_teardown(name, set_up_shared_queue, tear_down)

static struct ibv_srq *make_srq(uint32_t max_wr, uint32_t max_sge)
{
	struct ibv_srq_init_attr init = {.attr = {max_wr, max_sge, 0}};
	struct ibv_srq *srq = ibv_create_srq(side.pd, &init);

	assert_non_null(srq);
	return srq;
}

static struct ibv_srq_attr query(struct ibv_srq *srq)
{
	struct ibv_srq_attr attr;

	assert_int_equal(ibv_query_srq(srq, &attr), 0);
	return attr;
}

/* --- creation ---------------------------------------------------------------------------- */

static void expect_creation_refused(struct ibv_srq_init_attr_ex attr, int error)
{
	const struct ibv_srq_attr asked = attr.attr;

	errno = 0;
	assert_null(ibv_create_srq_ex(side.ctx, &attr));
	assert_int_equal(errno, error);
	assert_memory_equal(&attr.attr, &asked, sizeof(asked));
}

static void V27_both_calls_create_the_same_queue(void **state)
{
	struct ibv_srq_init_attr_ex attr = {
		.srq_context = &side,
		.attr = {.max_wr = 10, .max_sge = 3},
		.comp_mask = IBV_SRQ_INIT_ATTR_PD,
		.pd = side.pd,
	};
	struct ibv_srq *srq;

	(void)state;
	for (int typed = 0; typed <= 1; typed++) {
		if (typed)
			attr.comp_mask |= IBV_SRQ_INIT_ATTR_TYPE;
		attr.srq_type = IBV_SRQT_BASIC;
		srq = ibv_create_srq_ex(side.ctx, &attr);
		assert_non_null(srq);
		assert_ptr_equal(srq->srq_context, &side);
		assert_ptr_equal(srq->pd, side.pd);
		assert_ptr_equal(srq->context, side.ctx);
		assert_true(attr.attr.max_wr >= 10 && attr.attr.max_sge >= 3);
		assert_int_equal(query(srq).max_wr, attr.attr.max_wr);
		assert_int_equal(ibv_destroy_srq(srq), 0);
	}
}

static void V27_creation_checks_its_arguments(void **state)
{
	const struct ibv_srq_init_attr_ex good = {
		.attr = {.max_wr = 10, .max_sge = 1},
		.comp_mask = IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_TYPE,
		.pd = side.pd,
	};
	struct ibv_srq_init_attr_ex attr = good;

	(void)state;
	attr.comp_mask = IBV_SRQ_INIT_ATTR_TYPE; /* no domain */
	expect_creation_refused(attr, EINVAL);
	attr = good;
	attr.comp_mask |= 1U << 30;
	expect_creation_refused(attr, EINVAL);
	attr = good;
	attr.srq_type = (enum ibv_srq_type)77;
	expect_creation_refused(attr, EINVAL);
	attr = good;
	attr.srq_type = IBV_SRQT_TM; /* no adapter here matches tags */
	expect_creation_refused(attr, EOPNOTSUPP);
	attr = good;
	attr.srq_type = IBV_SRQT_XRC; /* needs an XRC domain and a completion queue */
	expect_creation_refused(attr, EINVAL);
}

static void V27_more_than_the_device_supports_is_refused(void **state)
{
	struct ibv_srq_init_attr init = {.attr = {.max_wr = 1, .max_sge = 1}};
	struct ibv_device_attr device;
	struct ibv_srq *srq;

	(void)state;
	assert_int_equal(ibv_query_device(side.ctx, &device), 0);
	init.attr.max_wr = (uint32_t)device.max_srq_wr + 1;
	errno = 0;
	assert_null(ibv_create_srq(side.pd, &init));
	assert_int_equal(errno, EINVAL);
	assert_int_equal(init.attr.max_wr, device.max_srq_wr + 1);
	init.attr = (struct ibv_srq_attr){.max_wr = 1, .max_sge = (uint32_t)device.max_srq_sge + 1};
	assert_null(ibv_create_srq(side.pd, &init));
	init.attr = (struct ibv_srq_attr){(uint32_t)device.max_srq_wr, (uint32_t)device.max_srq_sge,
					  0};
	srq = ibv_create_srq(side.pd, &init);
	assert_non_null(srq);
	assert_int_equal(ibv_destroy_srq(srq), 0);
}

static void V20_V27_a_domain_with_a_queue_is_busy(void **state)
{
	struct ibv_srq_init_attr init = {.attr = {.max_wr = 1, .max_sge = 1}};
	struct ibv_pd *pd = ibv_alloc_pd(side.ctx);
	struct ibv_srq *srq;

	(void)state;
	assert_non_null(pd);
	srq = ibv_create_srq(pd, &init);
	assert_non_null(srq);
	assert_int_equal(ibv_dealloc_pd(pd), EBUSY);
	assert_int_equal(ibv_destroy_srq(srq), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
}

/* --- change ------------------------------------------------------------------------------ */

/* Whether this adapter can resize shared queues. */
static bool resizes(void)
{
	struct ibv_device_attr attr;

	assert_int_equal(ibv_query_device(side.ctx, &attr), 0);
	return attr.device_cap_flags & IBV_DEVICE_SRQ_RESIZE;
}

/* A wrong change is refused and changes nothing. */
static void V27_refused_changes_change_nothing(void **state)
{
	struct ibv_srq *srq = make_srq(10, 2);
	const struct ibv_srq_attr before = query(srq);
	struct ibv_srq_attr attr = {.max_wr = 100, .srq_limit = 1}, after;

	(void)state;
	if (resizes())
		attr.max_wr = 0;
	assert_int_equal(ibv_modify_srq(srq, &attr, IBV_SRQ_MAX_WR), EINVAL);
	assert_int_equal(ibv_modify_srq(srq, &attr, IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT), EINVAL);
	assert_int_equal(ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT | 1 << 5), EINVAL);
	attr.srq_limit = before.max_wr + 1;
	assert_int_equal(ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT), EINVAL);
	after = query(srq);
	assert_memory_equal(&after, &before, sizeof(after));
	assert_int_equal(after.srq_limit, 0);
	assert_false(readable(side.ctx->async_fd, 5));
	assert_int_equal(ibv_modify_srq(srq, &attr, 0), 0);
	assert_int_equal(ibv_destroy_srq(srq), 0);
}

static uint32_t post_until_full(struct ibv_srq *srq)
{
	struct ibv_sge sge = side_sge(&side, 0, 8);
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad = NULL;
	uint32_t n = 0;

	while (n < 1000 && !ibv_post_srq_recv(srq, &wr, &bad))
		n++;
	return n;
}

static void V27_a_resized_queue_keeps_posted_receives(void **state)
{
	struct ibv_srq_attr attr = {.max_wr = 100};
	struct ibv_srq *srq;
	uint32_t first;

	(void)state;
	if (!resizes())
		skip();
	srq = make_srq(10, 2);
	first = post_until_full(srq);
	assert_int_equal(first, query(srq).max_wr);
	assert_int_equal(ibv_modify_srq(srq, &attr, IBV_SRQ_MAX_WR), 0);
	assert_true(query(srq).max_wr >= 100);
	assert_int_equal(post_until_full(srq), query(srq).max_wr - first);
	/* more receives than that are posted */
	attr.max_wr = first;
	assert_int_equal(ibv_modify_srq(srq, &attr, IBV_SRQ_MAX_WR), EINVAL);
	assert_int_equal(ibv_destroy_srq(srq), 0);
}

/* --- posting ----------------------------------------------------------------------------- */

static void V30_V39_a_list_is_posted_up_to_the_first_bad_one(void **state)
{
	struct ibv_srq *srq = make_srq(7, 2);
	struct ibv_sge sge[3] = {side_sge(&side, 0, 8), side_sge(&side, 8, 8),
				 side_sge(&side, 16, 8)};
	uint32_t room = query(srq).max_wr;
	struct ibv_recv_wr wr[5], *bad = NULL;

	(void)state;
	for (int i = 0; i < 5; i++) {
		wr[i] = (struct ibv_recv_wr){.wr_id = (uint64_t)i,
					     .next = i < 4 ? &wr[i + 1] : NULL,
					     .sg_list = sge,
					     .num_sge = i == 3 ? 3 : 2};
	}
	assert_int_equal(ibv_post_srq_recv(srq, wr, &bad), EINVAL);
	assert_ptr_equal(bad, &wr[3]);
	/* three are posted; now post as many as fit: the first one that does not is reported */
	wr[3].num_sge = 0;
	for (room -= 3; room >= 5; room -= 5)
		assert_int_equal(ibv_post_srq_recv(srq, wr, &bad), 0);
	assert_int_equal(ibv_post_srq_recv(srq, wr, &bad), ENOMEM);
	assert_ptr_equal(bad, &wr[room]);
	assert_int_equal(ibv_destroy_srq(srq), 0);
}

/* A queue pair that uses a shared queue has no receive queue of its own. */
static void V30_a_qp_with_an_srq_refuses_receives(void **state)
{
	struct ibv_srq *srq = make_srq(4, 1);
	struct ibv_qp_init_attr init = {
		.send_cq = side.scq,
		.recv_cq = side.rcq,
		.srq = srq,
		.qp_type = IBV_QPT_RC,
		.cap = {.max_send_wr = 1, .max_recv_wr = 5, .max_recv_sge = 2}};
	struct ibv_sge sge = side_sge(&side, 0, 8);
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad = NULL;
	struct ibv_qp *qp = ibv_create_qp(side.pd, &init);

	(void)state;
	assert_non_null(qp);
	assert_int_equal(init.cap.max_recv_wr, 0);
	assert_int_equal(init.cap.max_recv_sge, 0);
	assert_int_not_equal(ibv_post_recv(qp, &wr, &bad), 0);
	assert_ptr_equal(bad, &wr);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	assert_int_equal(ibv_destroy_srq(srq), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(V27_both_calls_create_the_same_queue),
		EACH(V27_creation_checks_its_arguments),
		EACH(V27_more_than_the_device_supports_is_refused),
		EACH(V20_V27_a_domain_with_a_queue_is_busy),
		EACH(V27_refused_changes_change_nothing),
		EACH(V27_a_resized_queue_keeps_posted_receives),
		EACH(V30_V39_a_list_is_posted_up_to_the_first_bad_one),
		EACH(V30_a_qp_with_an_srq_refuses_receives),
	};

	return RUN_TESTS(tests);
}
