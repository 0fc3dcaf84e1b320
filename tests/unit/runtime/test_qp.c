/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs: descriptions that are refused, what is passed to the provider, and their end. */
#include "sides.h"

static const uint64_t ATOMIC_WRITES = UINT64_C(1) << 40; /* a capability of devices */

/* A complete description. */
static struct ibv_qp_init_attr_ex whole(enum ibv_qp_type type)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = type,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = here.pd,
		.send_cq = here.cq,
		.recv_cq = here.cq,
	};

	if (type == IBV_QPT_XRC_RECV)
		attr.comp_mask = 0;
	if (type == IBV_QPT_XRC_RECV || type == IBV_QPT_XRC) {
		attr.comp_mask |= IBV_QP_INIT_ATTR_XRCD;
		attr.xrcd = here.xrcd;
	}
	return attr;
}

/* The errno value with which a description is refused; 0 if it is not. */
static int refusal_of(struct ibv_qp_init_attr_ex attr)
{
	const int objects = here.t.objects;
	struct ibv_qp *qp;

	errno = 0;
	qp = ibv_create_qp_ex(&here.ctx->ibv, &attr);
	if (qp) {
		assert_int_equal(ibv_destroy_qp(qp), 0);
		errno = 0;
	}
	assert_int_equal(here.t.objects, objects);
	return errno;
}

static void types_of_the_api(void **state)
{
	(void)state;
	for (int type = 0; type <= 257; type++) {
		const bool known = (type >= IBV_QPT_RC && type <= IBV_QPT_XRC) ||
				   (type >= IBV_QPT_RAW_PACKET && type <= IBV_QPT_XRC_RECV) ||
				   type == IBV_QPT_DRIVER;

		assert_int_equal(refusal_of(whole((enum ibv_qp_type)type)), known ? 0 : EINVAL);
	}
}

static void members_that_a_description_may_have(void **state)
{
	(void)state;
	for (int bit = 0; bit < 32; bit++) {
		struct ibv_qp_init_attr_ex attr = whole(IBV_QPT_RC);

		attr.comp_mask |= 1U << bit;
		if (1U << bit == IBV_QP_INIT_ATTR_SEND_OPS_FLAGS)
			assert_int_equal(refusal_of(attr), EOPNOTSUPP); /* the provider has none */
		else
			assert_int_equal(refusal_of(attr), bit < 6 ? 0 : EINVAL);
	}
}

/* One is missing, or of another device. */
static void a_protection_domain(void **state)
{
	struct ibv_qp_init_attr_ex attr = whole(IBV_QPT_RC);

	(void)state;
	attr.comp_mask = 0;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.comp_mask = IBV_QP_INIT_ATTR_PD;
	attr.pd = NULL;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.pd = there.pd;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.comp_mask |= IBV_QP_INIT_ATTR_IND_TABLE;
	assert_int_equal(refusal_of(attr), EINVAL);
}

static void completion_queues(void **state)
{
	struct ibv_qp_init_attr_ex attr = whole(IBV_QPT_RC);

	(void)state;
	attr.send_cq = NULL;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.send_cq = there.cq;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.send_cq = here.cq;
	attr.recv_cq = there.cq;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.recv_cq = NULL;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.qp_type = IBV_QPT_XRC_SEND; /* receives nothing */
	assert_int_equal(refusal_of(attr), 0);
	attr.send_cq = NULL;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.comp_mask |= IBV_QP_INIT_ATTR_IND_TABLE;
	assert_int_equal(refusal_of(attr), 0);
	attr.comp_mask = IBV_QP_INIT_ATTR_PD;
	attr.qp_type = IBV_QPT_DRIVER; /* whatever its driver wants */
	assert_int_equal(refusal_of(attr), 0);
}

static void a_shared_receive_queue(void **state)
{
	struct ibv_qp_init_attr_ex attr = whole(IBV_QPT_RC);

	(void)state;
	attr.srq = there.srq;
	assert_int_equal(refusal_of(attr), EINVAL);
	attr.srq = here.srq;
	assert_int_equal(refusal_of(attr), 0);
}

static void a_domain_of_targets(void **state)
{
	static const enum ibv_qp_type types[] = {IBV_QPT_XRC_RECV, IBV_QPT_XRC};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct ibv_qp_init_attr_ex attr = whole(types[i]);

		attr.comp_mask &= ~(uint32_t)IBV_QP_INIT_ATTR_XRCD;
		assert_int_equal(refusal_of(attr), EINVAL);
		attr = whole(types[i]);
		attr.xrcd = NULL;
		assert_int_equal(refusal_of(attr), EINVAL);
		attr.xrcd = there.xrcd;
		assert_int_equal(refusal_of(attr), EINVAL);
	}
}

/* ---- operations of ibv_wr_start ---- */

static uint64_t operations_of(enum ibv_qp_type type)
{
	if (type == IBV_QPT_RC)
		return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE |
		       IBV_QP_EX_WITH_ATOMIC_WRITE;
	return type == IBV_QPT_XRC_SEND ? IBV_QP_EX_WITH_SEND : 0;
}

static int complete_batch(struct ibv_qp_ex *ex)
{
	(void)ex;
	return 0;
}

static struct ibv_qp_init_attr_ex with_operations(enum ibv_qp_type type, uint64_t operations)
{
	struct ibv_qp_init_attr_ex attr = whole(type);

	here.provider.send_ops = operations_of;
	here.provider.wr_complete = complete_batch;
	attr.comp_mask |= IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
	attr.send_ops_flags = operations;
	return attr;
}

static void operations_that_a_type_has(void **state)
{
	static const struct {
		enum ibv_qp_type type;
		uint64_t operations;
		int err;
	} cases[] = {
		{IBV_QPT_RC, IBV_QP_EX_WITH_SEND, 0},
		{IBV_QPT_RC, IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE, 0},
		{IBV_QPT_RC, 0, 0},
		{IBV_QPT_RC, IBV_QP_EX_WITH_RDMA_READ, EOPNOTSUPP},
		{IBV_QPT_RC, IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_READ, EOPNOTSUPP},
		{IBV_QPT_UD, IBV_QP_EX_WITH_SEND, EOPNOTSUPP},
		{IBV_QPT_UD, 0, EOPNOTSUPP},
		{IBV_QPT_XRC_SEND, IBV_QP_EX_WITH_SEND, 0},
		{IBV_QPT_XRC, IBV_QP_EX_WITH_SEND, 0},
		{IBV_QPT_XRC, IBV_QP_EX_WITH_RDMA_WRITE, EOPNOTSUPP},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(refusal_of(with_operations(cases[i].type, cases[i].operations)),
				 cases[i].err);
}

/* Older kernels know the adapter, but not this capability. */
static void atomic_writes_need_the_kernel(void **state)
{
	struct uverbs_ex_query_device_resp resp = {.device_cap_flags_ex = ATOMIC_WRITES};
	struct ibv_qp_init_attr_ex attr = with_operations(IBV_QPT_RC, IBV_QP_EX_WITH_ATOMIC_WRITE);

	(void)state;
	assert_int_equal(refusal_of(attr), EOPNOTSUPP);
	here.t.answered = UVERBS_EXTENDED | UVERBS_EX_CMD_QUERY_DEVICE;
	here.t.answer = &resp;
	assert_int_equal(refusal_of(attr), 0);
	resp.device_cap_flags_ex = ~ATOMIC_WRITES;
	assert_int_equal(refusal_of(attr), EOPNOTSUPP);
	attr.send_ops_flags = IBV_QP_EX_WITH_SEND;
	assert_int_equal(refusal_of(attr), 0);
	here.t.fail_command = here.t.answered;
	here.t.fail_error = EIO;
	assert_int_equal(refusal_of(attr), 0); /* nothing was queried */
	attr.send_ops_flags = IBV_QP_EX_WITH_ATOMIC_WRITE;
	assert_int_equal(refusal_of(attr), EOPNOTSUPP);
}

static void only_those_that_asked_can_build(void **state)
{
	struct ibv_qp_init_attr_ex attr = with_operations(IBV_QPT_RC, IBV_QP_EX_WITH_SEND);
	struct ibv_qp *qp = ibv_create_qp_ex(&here.ctx->ibv, &attr);
	struct ibv_qp_ex *ex;

	(void)state;
	assert_non_null(qp);
	ex = ibv_qp_to_qp_ex(qp);
	assert_non_null(ex);
	assert_ptr_equal(&ex->qp_base, qp);
	assert_true(ex->wr_complete == complete_batch);
	assert_non_null(ex->wr_send);
	assert_null(ex->wr_rdma_write);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	attr.comp_mask = IBV_QP_INIT_ATTR_PD; /* the flags are then not read */
	qp = ibv_create_qp_ex(&here.ctx->ibv, &attr);
	assert_non_null(qp);
	assert_null(ibv_qp_to_qp_ex(qp));
	assert_int_equal(ibv_destroy_qp(qp), 0);
}

static size_t refused_elements; /* an array of so many is not allocated; 0: all are */

void *__real_calloc(size_t n, size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);

void *__wrap_calloc(size_t n, size_t bytes)
{
	return refused_elements && n == refused_elements ? NULL : __real_calloc(n, bytes);
}

/* The provider's queue pair is destroyed again. */
static void slots_that_no_memory_holds(void **state)
{
	struct ibv_qp_init_attr_ex attr = with_operations(IBV_QPT_RC, IBV_QP_EX_WITH_SEND);

	(void)state;
	refused_elements = granted_posts + 2;
	assert_int_equal(refusal_of(attr), ENOMEM);
	assert_int_equal(here.t.last_command, UVERBS_CMD_DESTROY_QP);
	refused_elements = 0;
	assert_int_equal(refusal_of(attr), 0);
}

/* ---- members ---- */

static struct ibv_qp *make_qp(struct ibv_qp_init_attr_ex attr)
{
	struct ibv_qp *qp;

	attr.qp_context = &attr;
	attr.srq = here.srq;
	attr.cap.max_recv_wr = 7;
	attr.cap.max_recv_sge = 3;
	qp = ibv_create_qp_ex(&here.ctx->ibv, &attr);
	assert_non_null(qp);
	assert_ptr_equal(qp->context, &here.ctx->ibv);
	assert_ptr_equal(qp->qp_context, &attr);
	assert_int_equal(qp->qp_type, attr.qp_type);
	assert_int_equal(qp->state, IBV_QPS_RESET);
	/* what was granted is written back, and nothing else */
	assert_int_equal(attr.cap.max_send_wr, 16);
	assert_ptr_equal(attr.srq, here.srq);
	return qp;
}

static void what_a_queue_pair_shows(void **state)
{
	struct ibv_qp *qp = make_qp(whole(IBV_QPT_RC));

	(void)state;
	assert_ptr_equal(qp->pd, here.pd);
	assert_ptr_equal(qp->send_cq, here.cq);
	assert_ptr_equal(qp->recv_cq, here.cq);
	assert_ptr_equal(qp->srq, here.srq);
	assert_ptr_equal(inverbs_qp_of(qp)->srq, inverbs_srq_of(here.srq));
	assert_null(qp->xrc_domain);
	assert_int_equal(asked_qp.cap.max_recv_wr, 7);
	assert_int_equal(asked_qp.cap.max_recv_sge, 3);
	assert_int_equal(ibv_destroy_qp(qp), 0);
}

static void senders_receive_nothing(void **state)
{
	static const enum ibv_qp_type types[] = {IBV_QPT_XRC_SEND, IBV_QPT_XRC};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct ibv_qp *qp = make_qp(whole(types[i]));

		assert_ptr_equal(qp->pd, here.pd);
		assert_ptr_equal(qp->send_cq, here.cq);
		assert_null(qp->recv_cq);
		assert_null(qp->srq);
		assert_null(inverbs_qp_of(qp)->srq);
		assert_null(asked_qp.recv_cq);
		assert_null(asked_qp.srq);
		assert_int_equal(asked_qp.cap.max_recv_wr, 0);
		assert_int_equal(asked_qp.cap.max_recv_sge, 0);
		assert_ptr_equal(qp->xrc_domain, types[i] == IBV_QPT_XRC
							 ? &inverbs_xrcd_of(here.xrcd)->ofed
							 : NULL);
		assert_int_equal(ibv_destroy_qp(qp), 0);
	}
}

static void targets_have_a_domain_only(void **state)
{
	struct ibv_qp_init_attr_ex attr = whole(IBV_QPT_XRC_RECV);
	struct ibv_qp *qp;

	(void)state;
	attr.pd = there.pd;
	attr.send_cq = attr.recv_cq = there.cq;
	qp = make_qp(attr);
	assert_null(qp->pd);
	assert_null(qp->send_cq);
	assert_null(qp->recv_cq);
	assert_null(qp->srq);
	assert_null(qp->xrc_domain);
	assert_int_equal(ibv_destroy_qp(qp), 0);
}

static void the_plain_call_describes_the_same(void **state)
{
	struct ibv_qp_init_attr attr = {
		.qp_context = &here,
		.send_cq = here.cq,
		.recv_cq = here.cq,
		.srq = here.srq,
		.cap = {1, 2, 3, 4, 5},
		.qp_type = IBV_QPT_RC,
		.sq_sig_all = 1,
		/* not read for this type: older programs have no such member */
		.xrc_domain = &inverbs_xrcd_of(here.xrcd)->ofed,
	};
	struct ibv_qp *qp = ibv_create_qp(here.pd, &attr);

	(void)state;
	assert_non_null(qp);
	assert_ptr_equal(asked_qp.qp_context, &here);
	assert_ptr_equal(asked_qp.pd, here.pd);
	assert_ptr_equal(asked_qp.send_cq, here.cq);
	assert_ptr_equal(asked_qp.recv_cq, here.cq);
	assert_ptr_equal(asked_qp.srq, here.srq);
	assert_int_equal(asked_qp.cap.max_send_wr, 1);
	assert_int_equal(asked_qp.cap.max_inline_data, 5);
	assert_int_equal(asked_qp.sq_sig_all, 1);
	assert_int_equal(asked_qp.comp_mask, IBV_QP_INIT_ATTR_PD);
	assert_int_equal(attr.cap.max_send_wr, 16);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	attr.qp_type = IBV_QPT_XRC;
	attr.xrc_domain = NULL;
	assert_null(ibv_create_qp(here.pd, &attr));
	assert_int_equal(errno, EINVAL);
}

/* ---- counts ---- */

static void a_parent_domain_outlives_its_queue_pairs(void **state)
{
	struct ibv_qp_init_attr_ex attr = whole(IBV_QPT_RC);
	struct ibv_qp *qp;

	(void)state;
	attr.pd = parent_domain();
	here.t.fail_command = UVERBS_CMD_CREATE_QP;
	here.t.fail_error = EPERM;
	assert_int_equal(refusal_of(attr), EPERM);
	here.t.fail_error = 0;
	qp = ibv_create_qp_ex(&here.ctx->ibv, &attr);
	assert_non_null(qp);
	assert_int_equal(ibv_dealloc_pd(attr.pd), EBUSY);
	here.t.fail_command = UVERBS_CMD_DESTROY_QP;
	here.t.fail_error = EBUSY;
	assert_int_equal(ibv_destroy_qp(qp), EBUSY);
	assert_int_equal(ibv_dealloc_pd(attr.pd), EBUSY);
	here.t.fail_error = 0;
	assert_int_equal(ibv_destroy_qp(qp), 0);
	assert_int_equal(ibv_dealloc_pd(attr.pd), 0);
}

static void a_domain_outlives_its_senders(void **state)
{
	struct ibv_qp_init_attr_ex attr = whole(IBV_QPT_XRC);
	struct ibv_qp *qps[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		qps[i] = ibv_create_qp_ex(&here.ctx->ibv, &attr);
		assert_non_null(qps[i]);
	}
	assert_int_equal(inverbs_xrcd_of(here.xrcd)->senders, 2);
	assert_int_equal(ibv_close_xrcd(here.xrcd), EBUSY);
	assert_int_equal(ibv_destroy_qp(qps[0]), 0);
	assert_int_equal(ibv_close_xrcd(here.xrcd), EBUSY);
	assert_int_equal(ibv_destroy_qp(qps[1]), 0);
	assert_int_equal(inverbs_xrcd_of(here.xrcd)->senders, 0);
	assert_int_equal(refusal_of(whole(IBV_QPT_XRC_RECV)), 0); /* the kernel counts these */
	assert_int_equal(inverbs_xrcd_of(here.xrcd)->senders, 0);
}

/* ---- states ---- */

static int query_refused(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int mask,
			 struct ibv_qp_init_attr *init)
{
	(void)qp;
	(void)mask;
	(void)init;
	attr->qp_state = IBV_QPS_SQE;
	return EPERM;
}

static void queries_may_tell_the_state(void **state)
{
	struct ibv_qp *qp = make_qp(whole(IBV_QPT_XRC));
	struct ibv_qp_init_attr init = {.xrc_domain = NULL};
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTS};

	(void)state;
	here.provider.query_qp = NULL;
	assert_int_equal(ibv_query_qp(qp, &attr, IBV_QP_STATE, &init), EOPNOTSUPP);
	here.provider.query_qp = query_refused;
	assert_int_equal(ibv_query_qp(qp, &attr, IBV_QP_STATE, &init), EPERM);
	assert_int_equal(qp->state, IBV_QPS_RESET);
	assert_null(init.xrc_domain);
	here.provider.query_qp = fake_provider.query_qp;
	assert_int_equal(ibv_query_qp(qp, &attr, IBV_QP_PORT, &init), 0);
	assert_int_equal(qp->state, IBV_QPS_RESET);
	assert_ptr_equal(init.xrc_domain, qp->xrc_domain);
	assert_int_equal(ibv_query_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PORT, &init), 0);
	assert_int_equal(qp->state, IBV_QPS_ERR);
	assert_int_equal(ibv_destroy_qp(qp), 0);
}

static void modify_port(void *qp)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTS, .port_num = 1};

	ibv_modify_qp(qp, &attr, IBV_QP_PORT);
}

static void changes_without_a_state(void **state)
{
	struct ibv_qp *qp = make_qp(whole(IBV_QPT_RC));

	(void)state;
	assert_string_equal(logged_by(modify_port, qp), "");
	assert_int_equal(qp->state, IBV_QPS_RESET);
	here.t.fail_command = UVERBS_CMD_MODIFY_QP;
	here.t.fail_error = EPERM; /* only EINVAL is explained */
	assert_string_equal(logged_by(modify_port, qp), "");
	here.t.fail_error = EINVAL;
	assert_non_null(strstr(logged_by(modify_port, qp), "state 0"));
	here.t.fail_error = 0;
	assert_int_equal(ibv_destroy_qp(qp), 0);
}

/* ---- opened targets ---- */

static void an_opened_target_is_a_handle(void **state)
{
	struct ibv_qp_open_attr attr = {
		.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE,
		.qp_num = 0x123,
		.xrcd = here.xrcd,
		.qp_context = &here,
		.qp_type = IBV_QPT_XRC_RECV,
	};
	const struct uverbs_open_qp_resp resp = {.qp_handle = 0x55, .qpn = 0x456};
	struct uverbs_open_qp_req sent;
	struct ibv_qp *qp;

	(void)state;
	here.t.answered = UVERBS_CMD_OPEN_QP;
	here.t.answer = &resp;
	qp = ibv_open_qp(&here.ctx->ibv, &attr);
	assert_non_null(qp);
	memcpy(&sent, here.t.last, sizeof(sent));
	assert_int_equal(sent.pd_handle, inverbs_xrcd_of(here.xrcd)->ofed.handle);
	assert_int_equal(sent.qpn, 0x123);
	assert_int_equal(sent.qp_type, IBV_QPT_XRC_RECV);
	assert_int_equal(sent.user_handle, (uintptr_t)qp);
	assert_ptr_equal(qp->context, &here.ctx->ibv);
	assert_int_equal(qp->handle, 0x55);
	assert_int_equal(qp->qp_num, 0x123);
	assert_int_equal(qp->qp_type, IBV_QPT_XRC_RECV);
	assert_null(qp->qp_context); /* not among the members that are valid */
	assert_false(inverbs_is_registration(qp));
	assert_int_equal(ibv_destroy_qp(qp), 0);
	attr.comp_mask |= IBV_QP_OPEN_ATTR_CONTEXT;
	qp = ibv_open_qp(&here.ctx->ibv, &attr);
	assert_non_null(qp);
	assert_ptr_equal(qp->qp_context, &here);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	here.t.fail_command = UVERBS_CMD_OPEN_QP;
	here.t.fail_error = EPERM;
	assert_null(ibv_open_qp(&here.ctx->ibv, &attr));
	assert_int_equal(errno, EPERM);
}

/* ---- the end ---- */

static void *destroy_qp(void *qp)
{
	return (void *)(intptr_t)ibv_destroy_qp(qp);
}

static int destroy_without_count(struct inverbs_qp *qp, uint32_t *events)
{
	const uint32_t unknown = *events; /* the device is gone and cannot say */
	int err = fake_provider.destroy_qp(qp, events);

	*events = unknown;
	return err;
}

/* Events that were read count, if the kernel cannot report how many there were. */
static void its_end_waits_for_events(void **state)
{
	struct ibv_qp *qp = make_qp(whole(IBV_QPT_RC));
	struct ibv_async_event event = {.event_type = IBV_EVENT_QP_FATAL, .element.qp = qp};
	pthread_t thread;

	(void)state;
	here.provider.destroy_qp = destroy_without_count;
	inverbs_qp_of(qp)->events_taken = 2;
	ibv_ack_async_event(&event);
	assert_int_equal(pthread_create(&thread, NULL, destroy_qp, qp), 0);
	assert_false(ends_within(thread, 30));
	ibv_ack_async_event(&event);
	assert_true(ends_within(thread, 5000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SIDES_TEST(types_of_the_api),
		SIDES_TEST(members_that_a_description_may_have),
		SIDES_TEST(a_protection_domain),
		SIDES_TEST(completion_queues),
		SIDES_TEST(a_shared_receive_queue),
		SIDES_TEST(a_domain_of_targets),
		SIDES_TEST(operations_that_a_type_has),
		SIDES_TEST(atomic_writes_need_the_kernel),
		SIDES_TEST(only_those_that_asked_can_build),
		SIDES_TEST(slots_that_no_memory_holds),
		SIDES_TEST(what_a_queue_pair_shows),
		SIDES_TEST(senders_receive_nothing),
		SIDES_TEST(targets_have_a_domain_only),
		SIDES_TEST(the_plain_call_describes_the_same),
		SIDES_TEST(a_parent_domain_outlives_its_queue_pairs),
		SIDES_TEST(a_domain_outlives_its_senders),
		SIDES_TEST(queries_may_tell_the_state),
		SIDES_TEST(changes_without_a_state),
		SIDES_TEST(an_opened_target_is_a_handle),
		SIDES_TEST(its_end_waits_for_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
