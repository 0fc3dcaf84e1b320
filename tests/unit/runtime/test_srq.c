/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared receive queues, completion queues and address handles: arguments, members, counts. */
#include "sides.h"

/* ---- shared receive queues ---- */

static struct ibv_srq_init_attr_ex whole(enum ibv_srq_type type)
{
	struct ibv_srq_init_attr_ex attr = {
		.srq_context = &here,
		.attr = {.max_wr = 9, .max_sge = 2},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD,
		.srq_type = type,
		.pd = here.pd,
		.xrcd = here.xrcd,
		.cq = here.cq,
	};

	if (type == IBV_SRQT_XRC)
		attr.comp_mask |= IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ;
	return attr;
}

static int refusal_of(struct ibv_srq_init_attr_ex attr)
{
	const int objects = here.t.objects;
	struct ibv_srq *srq;

	errno = 0;
	srq = ibv_create_srq_ex(&here.ctx->ibv, &attr);
	if (srq) {
		assert_int_equal(ibv_destroy_srq(srq), 0);
		errno = 0;
	}
	assert_int_equal(here.t.objects, objects);
	return errno;
}

static void types_and_members(void **state)
{
	struct ibv_srq_init_attr_ex attr = whole(IBV_SRQT_TM);

	(void)state;
	assert_int_equal(refusal_of(attr), EOPNOTSUPP);
	attr.comp_mask = IBV_SRQ_INIT_ATTR_PD; /* the type is then not read */
	assert_int_equal(refusal_of(attr), 0);
	assert_int_equal(refusal_of(whole((enum ibv_srq_type)3)), EINVAL);
	for (int bit = 0; bit < 32; bit++) {
		attr = whole(IBV_SRQT_BASIC);
		attr.comp_mask |= 1U << bit;
		assert_int_equal(refusal_of(attr), bit < 5 ? 0 : EINVAL);
	}
}

static void a_protection_domain_of_the_device(void **state)
{
	struct ibv_srq_init_attr_ex attr = whole(IBV_SRQT_BASIC);

	(void)state;
	attr.comp_mask = IBV_SRQ_INIT_ATTR_TYPE;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr = whole(IBV_SRQT_BASIC);
	attr.pd = NULL;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.pd = there.pd;
	assert_int_equal(refusal_of(attr), EINVAL);
}

static void xrc_needs_a_domain_and_a_queue(void **state)
{
	struct ibv_srq_init_attr_ex attr = whole(IBV_SRQT_XRC);

	(void)state;
	assert_int_equal(refusal_of(attr), 0);
	attr.comp_mask &= ~(uint32_t)IBV_SRQ_INIT_ATTR_XRCD;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr = whole(IBV_SRQT_XRC);
	attr.comp_mask &= ~(uint32_t)IBV_SRQ_INIT_ATTR_CQ;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr = whole(IBV_SRQT_XRC);
	attr.xrcd = NULL;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.xrcd = there.xrcd;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr = whole(IBV_SRQT_XRC);
	attr.cq = NULL;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.cq = there.cq;
	assert_int_equal(refusal_of(attr), EINVAL);
}

static void what_a_shared_queue_shows(void **state)
{
	struct ibv_srq_init_attr_ex attr = whole(IBV_SRQT_BASIC);
	struct ibv_srq *srq = ibv_create_srq_ex(&here.ctx->ibv, &attr);
	uint32_t number = 1;

	(void)state;
	assert_non_null(srq);
	assert_ptr_equal(srq->context, &here.ctx->ibv);
	assert_ptr_equal(srq->srq_context, &here);
	assert_ptr_equal(srq->pd, here.pd);
	assert_null(srq->xrc_cq);
	assert_null(srq->xrc_domain);
	assert_int_equal(srq->xrc_srq_num, 0);
	assert_false(inverbs_srq_of(srq)->is_xrc);
	assert_null(inverbs_srq_of(srq)->xrc_cq);
	assert_int_equal(attr.attr.max_wr, 16); /* what was granted */
	assert_int_equal(ibv_get_srq_num(srq, &number), EINVAL);
	assert_int_equal(number, 1);
	assert_int_equal(ibv_destroy_srq(srq), 0);
}

static void what_an_xrc_queue_shows(void **state)
{
	struct ibv_srq_init_attr_ex attr = whole(IBV_SRQT_XRC);
	struct ibv_srq *srq = ibv_create_srq_ex(&here.ctx->ibv, &attr);
	uint32_t number;

	(void)state;
	assert_non_null(srq);
	assert_ptr_equal(srq->xrc_cq, here.cq);
	assert_ptr_equal(srq->xrc_domain, &inverbs_xrcd_of(here.xrcd)->ofed);
	assert_int_equal(srq->xrc_srq_num, GRANTED_SRQN);
	assert_true(inverbs_srq_of(srq)->is_xrc);
	assert_ptr_equal(inverbs_srq_of(srq)->xrc_cq, here.cq);
	assert_int_equal(ibv_get_srq_num(srq, &number), 0);
	assert_int_equal(number, GRANTED_SRQN);
	assert_int_equal(ibv_destroy_srq(srq), 0);
}

static void ofeds_call_describes_the_same(void **state)
{
	struct ibv_srq_init_attr attr = {.srq_context = &there, .attr = {.max_wr = 3}};
	struct ibv_xrc_domain *domain = &inverbs_xrcd_of(here.xrcd)->ofed;
	struct ibv_srq *srq = ibv_create_xrc_srq(here.pd, domain, here.cq, &attr);

	(void)state;
	assert_non_null(srq);
	assert_ptr_equal(srq->srq_context, &there);
	assert_ptr_equal(srq->pd, here.pd);
	assert_ptr_equal(srq->xrc_domain, domain);
	assert_ptr_equal(srq->xrc_cq, here.cq);
	assert_int_equal(asked_srq.attr.max_wr, 3);
	assert_int_equal(attr.attr.max_wr, 10);
	assert_int_equal(ibv_destroy_srq(srq), 0);
	assert_null(ibv_create_xrc_srq(here.pd, NULL, here.cq, &attr));
	assert_int_equal(errno, EINVAL);
	assert_null(ibv_create_xrc_srq(here.pd, domain, NULL, &attr));
	assert_int_equal(errno, EINVAL);
	assert_int_equal(attr.attr.max_wr, 10);
}

static void adapters_may_have_no_shared_queues(void **state)
{
	struct ibv_srq_attr attr = {.max_wr = 1};

	(void)state;
	here.provider.create_srq = NULL;
	assert_int_equal(refusal_of(whole(IBV_SRQT_BASIC)), EOPNOTSUPP);
	here.provider.modify_srq = NULL;
	assert_int_equal(ibv_modify_srq(here.srq, &attr, IBV_SRQ_LIMIT), EOPNOTSUPP);
	here.provider.destroy_srq = NULL;
	assert_int_equal(ibv_destroy_srq(here.srq), EOPNOTSUPP);
}

static int modified; /* the last mask */

static int modify_srq(struct inverbs_srq *srq, struct ibv_srq_attr *attr, int mask)
{
	assert_ptr_equal(srq, inverbs_srq_of(here.srq));
	modified = mask;
	return (int)attr->srq_limit;
}

static void what_can_be_modified(void **state)
{
	struct ibv_srq_attr attr = {.srq_limit = EPERM};

	(void)state;
	here.provider.modify_srq = modify_srq;
	for (int mask = 0; mask < 16; mask++) {
		modified = -1;
		assert_int_equal(ibv_modify_srq(here.srq, &attr, mask), mask < 4 ? EPERM : EINVAL);
		assert_int_equal(modified, mask < 4 ? mask : -1);
	}
}

static void what_a_query_returns(void **state)
{
	const struct uverbs_query_srq_resp resp = {.max_wr = 1, .max_sge = 2, .srq_limit = 3};
	struct ibv_srq_attr attr = {0};
	struct uverbs_query_srq_req sent;

	(void)state;
	here.t.answered = UVERBS_CMD_QUERY_SRQ;
	here.t.answer = &resp;
	assert_int_equal(ibv_query_srq(here.srq, &attr), 0);
	memcpy(&sent, here.t.last, sizeof(sent));
	assert_int_equal(sent.srq_handle, here.srq->handle);
	assert_int_equal(attr.max_wr, 1);
	assert_int_equal(attr.max_sge, 2);
	assert_int_equal(attr.srq_limit, 3);
	here.t.fail_command = UVERBS_CMD_QUERY_SRQ;
	here.t.fail_error = EPERM;
	attr.max_wr = 7;
	assert_int_equal(ibv_query_srq(here.srq, &attr), EPERM);
	assert_int_equal(attr.max_wr, 7);
}

static void a_parent_domain_outlives_its_shared_queues(void **state)
{
	struct ibv_srq_init_attr_ex attr = whole(IBV_SRQT_BASIC);
	struct ibv_srq *srq;

	(void)state;
	attr.pd = parent_domain();
	here.t.fail_command = UVERBS_CMD_CREATE_SRQ;
	here.t.fail_error = EPERM;
	assert_int_equal(refusal_of(attr), EPERM);
	here.t.fail_error = 0;
	srq = ibv_create_srq_ex(&here.ctx->ibv, &attr);
	assert_non_null(srq);
	assert_int_equal(ibv_dealloc_pd(attr.pd), EBUSY);
	here.t.fail_command = UVERBS_CMD_DESTROY_SRQ;
	here.t.fail_error = EBUSY;
	assert_int_equal(ibv_destroy_srq(srq), EBUSY);
	assert_int_equal(ibv_dealloc_pd(attr.pd), EBUSY);
	here.t.fail_error = 0;
	assert_int_equal(ibv_destroy_srq(srq), 0);
	assert_int_equal(ibv_dealloc_pd(attr.pd), 0);
}

static void *destroy_srq(void *srq)
{
	return (void *)(intptr_t)ibv_destroy_srq(srq);
}

static void its_end_waits_for_events(void **state)
{
	struct ibv_srq_init_attr_ex attr = whole(IBV_SRQT_BASIC);
	struct ibv_srq *srq = ibv_create_srq_ex(&here.ctx->ibv, &attr);
	struct ibv_async_event event = {.event_type = IBV_EVENT_SRQ_ERR, .element.srq = srq};
	pthread_t thread;

	(void)state;
	assert_non_null(srq);
	here.t.events_reported = 2;
	ibv_ack_async_event(&event);
	assert_int_equal(pthread_create(&thread, NULL, destroy_srq, srq), 0);
	assert_false(ends_within(thread, 30));
	ibv_ack_async_event(&event);
	assert_true(ends_within(thread, 5000));
}

/* ---- completion queues ---- */

static int cq_refusal_of(struct ibv_cq_init_attr_ex attr)
{
	struct ibv_cq_ex *cq;

	errno = 0;
	cq = ibv_create_cq_ex(&here.ctx->ibv, &attr);
	if (cq) {
		assert_int_equal(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)), 0);
		errno = 0;
	}
	return errno;
}

static void limits_of_completion_queues(void **state)
{
	struct ibv_comp_channel *own = ibv_create_comp_channel(&here.ctx->ibv);
	struct ibv_comp_channel foreign = {.context = &there.ctx->ibv};
	struct ibv_cq_init_attr_ex attr = {.cqe = 1, .comp_vector = 3, .channel = own};

	(void)state;
	assert_non_null(own);
	assert_int_equal(cq_refusal_of(attr), 0);
	assert_int_equal(own->refcnt, 0);
	attr.channel = &foreign;
	assert_int_equal(cq_refusal_of(attr), EINVAL);
	attr.channel = NULL;
	attr.comp_vector = 4;
	assert_int_equal(cq_refusal_of(attr), EINVAL);
	attr.comp_vector = 0;
	attr.cqe = (uint32_t)INT32_MAX + 1;
	assert_int_equal(cq_refusal_of(attr), EINVAL);
	attr.cqe = 0;
	assert_int_equal(cq_refusal_of(attr), EINVAL);
	attr.cqe = 1;
	attr.wc_flags = IBV_CREATE_CQ_SUP_WC_FLAGS;
	assert_int_equal(cq_refusal_of(attr), 0);
	here.t.fail_command = UVERBS_CMD_CREATE_CQ;
	here.t.fail_error = EPERM;
	attr.channel = own;
	assert_int_equal(cq_refusal_of(attr), EPERM);
	assert_int_equal(own->refcnt, 0);
	here.t.fail_error = 0;
	assert_int_equal(ibv_destroy_comp_channel(own), 0);
}

static int resized;

static int resize_cq(struct inverbs_cq *cq, int cqe)
{
	assert_ptr_equal(cq, inverbs_cq_of(here.cq));
	resized = cqe;
	return EPERM;
}

static void sizes_of_completion_queues(void **state)
{
	(void)state;
	here.provider.resize_cq = NULL;
	assert_int_equal(ibv_resize_cq(here.cq, 1), EOPNOTSUPP);
	here.provider.resize_cq = resize_cq;
	assert_int_equal(ibv_resize_cq(here.cq, 0), EINVAL);
	assert_int_equal(ibv_resize_cq(here.cq, -1), EINVAL);
	assert_int_equal(resized, 0);
	assert_int_equal(ibv_resize_cq(here.cq, 1), EPERM);
	assert_int_equal(resized, 1);
}

/* ---- address handles ---- */

static int ah_error;

static int create_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr, struct inverbs_ah *ah)
{
	assert_ptr_equal(pd, inverbs_pd_of(here.pd));
	ah->ibv.handle = attr->dlid;
	return ah_error;
}

static int destroy_ah(struct inverbs_ah *ah)
{
	(void)ah;
	return ah_error;
}

static void handles_hold_their_domain(void **state)
{
	struct ibv_ah_attr attr = {.dlid = 5};
	struct ibv_wc wc = {.slid = 6};
	struct ibv_ah *ah;

	(void)state;
	here.provider.create_ah = create_ah;
	here.provider.destroy_ah = destroy_ah;
	ah_error = EPERM;
	assert_null(ibv_create_ah(here.pd, &attr));
	assert_int_equal(errno, EPERM);
	assert_int_equal(inverbs_pd_of(here.pd)->users, 0);
	ah_error = 0;
	ah = ibv_create_ah(here.pd, &attr);
	assert_non_null(ah);
	assert_ptr_equal(ah->context, &here.ctx->ibv);
	assert_ptr_equal(ah->pd, here.pd);
	assert_int_equal(ah->handle, 5);
	assert_int_equal(ibv_dealloc_pd(here.pd), EBUSY);
	ah_error = EPERM;
	assert_int_equal(ibv_destroy_ah(ah), EPERM);
	assert_int_equal(ibv_dealloc_pd(here.pd), EBUSY);
	here.provider.destroy_ah = NULL;
	assert_int_equal(ibv_destroy_ah(ah), EOPNOTSUPP);
	here.provider.destroy_ah = destroy_ah;
	ah_error = 0;
	assert_int_equal(ibv_destroy_ah(ah), 0);
	assert_int_equal(inverbs_pd_of(here.pd)->users, 0);
	ah = ibv_create_ah_from_wc(here.pd, &wc, NULL, 1);
	assert_non_null(ah);
	assert_int_equal(ah->handle, 6);
	assert_int_equal(ibv_destroy_ah(ah), 0);
	here.provider.create_ah = NULL;
	assert_null(ibv_create_ah(here.pd, &attr));
	assert_int_equal(errno, EOPNOTSUPP);
}

static void a_reply_needs_its_port(void **state)
{
	struct ibv_wc wc = {.wc_flags = IBV_WC_GRH};
	struct ibv_ah_attr attr;
	struct ibv_grh grh = {.paylen = 0};

	(void)state;
	here.t.fail_command = UVERBS_CMD_QUERY_PORT;
	here.t.fail_error = EPERM;
	errno = 0;
	assert_int_equal(ibv_init_ah_from_wc(&here.ctx->ibv, 1, &wc, &grh, &attr), -1);
	assert_int_equal(errno, EPERM);
	assert_null(ibv_create_ah_from_wc(here.pd, &wc, &grh, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SIDES_TEST(types_and_members),
		SIDES_TEST(a_protection_domain_of_the_device),
		SIDES_TEST(xrc_needs_a_domain_and_a_queue),
		SIDES_TEST(what_a_shared_queue_shows),
		SIDES_TEST(what_an_xrc_queue_shows),
		SIDES_TEST(ofeds_call_describes_the_same),
		SIDES_TEST(adapters_may_have_no_shared_queues),
		SIDES_TEST(what_can_be_modified),
		SIDES_TEST(what_a_query_returns),
		SIDES_TEST(a_parent_domain_outlives_its_shared_queues),
		SIDES_TEST(its_end_waits_for_events),
		SIDES_TEST(limits_of_completion_queues),
		SIDES_TEST(sizes_of_completion_queues),
		SIDES_TEST(handles_hold_their_domain),
		SIDES_TEST(a_reply_needs_its_port),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
