/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls of a program that is bound to all adapters: each calls the code of its queue's adapter, or
 * the operation in the handle.
 */
#include "fast.h"
#include <infiniband/verbs.h>

static struct ibv_context context;
static struct inverbs_qp qp;
static struct inverbs_cq cq;
static struct inverbs_srq srq;
static struct ibv_qp_ex *const qp_ex = &qp.ibv_ex;
static struct ibv_cq_ex *const cq_ex = &cq.ibv_ex;
static struct ibv_send_wr send_wr, *bad_send;
static struct ibv_recv_wr recv_wr, *bad_recv;
static struct ibv_wc wc;
static struct ibv_poll_cq_attr poll_attr;
static struct inverbs_giver giver;
static struct inverbs_taker taker;

static int post_send(struct ibv_qp *of, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return call(NULL, "post_send", of, wr, bad, 0);
}

static int post_recv(struct ibv_qp *of, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return call(NULL, "post_recv", of, wr, bad, 0);
}

static int post_srq_recv(struct ibv_srq *of, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return call(NULL, "post_srq_recv", of, wr, bad, 0);
}

static int poll_cq(struct ibv_cq *of, int num_entries, struct ibv_wc *to)
{
	return call(NULL, "poll_cq", of, to, NULL, (unsigned int)num_entries);
}

static int req_notify_cq(struct ibv_cq *of, int solicited_only)
{
	return call(NULL, "req_notify_cq", of, NULL, NULL, (unsigned int)solicited_only);
}

static int start_poll(struct ibv_cq_ex *of, struct ibv_poll_cq_attr *attr)
{
	return call(NULL, "start_poll", of, attr, NULL, 0);
}

static int next_poll(struct ibv_cq_ex *of)
{
	return call(NULL, "next_poll", of, NULL, NULL, 0);
}

static void end_poll(struct ibv_cq_ex *of)
{
	call(NULL, "end_poll", of, NULL, NULL, 0);
}

static int wr_complete(struct ibv_qp_ex *of)
{
	return call(NULL, "wr_complete", of, NULL, NULL, 0);
}

#define EACH_READER(apply)                                                                         \
	apply(enum ibv_wc_opcode, opcode) apply(uint32_t, vendor_err) apply(uint32_t, byte_len)    \
		apply(__be32, imm_data) apply(uint32_t, qp_num) apply(uint32_t, src_qp)            \
			apply(unsigned int, wc_flags) apply(uint32_t, slid) apply(uint8_t, sl)     \
				apply(uint8_t, dlid_path_bits) apply(uint64_t, completion_ts)

#define READER(type, what)                                                                         \
	static type read_##what(struct ibv_cq_ex *of)                                              \
	{                                                                                          \
		return (type)call(NULL, #what, of, NULL, NULL, 0);                                 \
	}
EACH_READER(READER)

static int fill_operations(void **state)
{
	(void)state;
	context.ops.post_send = post_send;
	context.ops.post_recv = post_recv;
	context.ops.post_srq_recv = post_srq_recv;
	context.ops.poll_cq = poll_cq;
	context.ops.req_notify_cq = req_notify_cq;
	qp.ibv.context = cq.ibv.context = srq.ibv.context = &context;
	cq_ex->start_poll = start_poll;
	cq_ex->next_poll = next_poll;
	cq_ex->end_poll = end_poll;
	qp_ex->wr_complete = wr_complete;
#define SET_READER(type, what) cq_ex->read_##what = read_##what;
	EACH_READER(SET_READER)
	return 0;
}

/* There was exactly one call: of this adapter's function or the operation, with these arguments. */
static void reached(const char *adapter, const char *function, const void *queue, const void *first,
		    const void *second, unsigned long long scalars)
{
	assert_int_equal(called.times, 1);
	assert_string_equal(called.function, function);
	if (called.adapter) {
		assert_non_null(adapter);
		assert_string_equal(called.adapter, adapter);
	}
	assert_ptr_equal(called.queue, queue);
	assert_ptr_equal(called.first, first);
	assert_ptr_equal(called.second, second);
	assert_true(called.scalars == scalars);
	memset(&called, 0, sizeof(called));
}

static void set_adapter(uint8_t adapter)
{
	qp.sq.adapter = qp.rq.adapter = cq.adapter = srq.adapter = adapter;
	memset(&called, 0, sizeof(called));
}

static void call_all(const char *adapter)
{
	assert_int_equal(ibv_post_send(&qp.ibv, &send_wr, &bad_send), 77);
	reached(adapter, "post_send", &qp.ibv, &send_wr, &bad_send, 0);
	assert_int_equal(ibv_post_recv(&qp.ibv, &recv_wr, &bad_recv), 77);
	reached(adapter, "post_recv", &qp.ibv, &recv_wr, &bad_recv, 0);
	assert_int_equal(ibv_post_srq_recv(&srq.ibv, &recv_wr, &bad_recv), 77);
	reached(adapter, "post_srq_recv", &srq.ibv, &recv_wr, &bad_recv, 0);
	assert_int_equal(ibv_poll_cq(&cq.ibv, 5, &wc), 77);
	reached(adapter, "poll_cq", &cq.ibv, &wc, NULL, 5);
	assert_int_equal(ibv_req_notify_cq(&cq.ibv, 1), 77);
	reached(adapter, "req_notify_cq", &cq.ibv, NULL, NULL, 1);
	assert_int_equal(ibv_start_poll(cq_ex, &poll_attr), 77);
	reached(adapter, "start_poll", cq_ex, &poll_attr, NULL, 0);
	assert_int_equal(ibv_next_poll(cq_ex), 77);
	reached(adapter, "next_poll", cq_ex, NULL, NULL, 0);
	ibv_end_poll(cq_ex);
	reached(adapter, "end_poll", cq_ex, NULL, NULL, 0);
	assert_int_equal(ibv_wr_complete(qp_ex), 77);
	reached(adapter, "wr_complete", qp_ex, NULL, NULL, 0);
}

static void read_all(const char *adapter)
{
#define READ(type, what)                                                                           \
	assert_int_equal(ibv_wc_read_##what(cq_ex), 77);                                           \
	reached(adapter, #what, cq_ex, NULL, NULL, 0);
	EACH_READER(READ)
}

static void *give(void *request, struct ibv_send_wr *to)
{
	(void)to;
	return request;
}

static void take_completion(struct inverbs_taker *to, uint64_t wr_id, uint64_t row,
			    const struct ibv_wc *rest)
{
	(void)to, (void)wr_id, (void)row, (void)rest;
}

/* Hot paths only: without an adapter, their arguments are left unchanged. */
static void leave_all(const char *adapter)
{
	const void *const gives = (const void *)(uintptr_t)give;
	const void *const takes = (const void *)(uintptr_t)take_completion;
	const int result = adapter ? 77 : INVERBS_LEFT;

#define LEFT(call, ...)                                                                            \
	do {                                                                                       \
		assert_int_equal(call, result);                                                    \
		assert_int_equal(called.times, adapter != NULL);                                   \
		if (adapter)                                                                       \
			reached(adapter, __VA_ARGS__);                                             \
	} while (0)
	LEFT(inverbs_send_or_leave(&qp.ibv, &send_wr, 3, 4), "send_or_leave", &qp.ibv, &send_wr,
	     NULL, 0x300000004);
	LEFT(inverbs_send_run(&qp.ibv, give, &giver), "send_run", &qp.ibv, gives, &giver, 0);
	LEFT(inverbs_post_datagram(&qp.ibv, &send_wr, &bad_send), "post_datagram", &qp.ibv,
	     &send_wr, &bad_send, 0);
	LEFT(inverbs_recv_or_leave(&qp.ibv, &recv_wr), "recv_or_leave", &qp.ibv, &recv_wr, NULL, 0);
	LEFT(inverbs_poll_or_leave(&cq.ibv, take_completion, &taker), "poll_or_leave", &cq.ibv,
	     takes, &taker, 0);
	LEFT(inverbs_poll_locked(&cq.ibv, take_completion, &taker), "poll_locked", &cq.ibv, takes,
	     &taker, 0);
	LEFT(inverbs_poll_run(&cq.ibv, take_completion, &taker), "poll_run", &cq.ibv, takes, &taker,
	     0);
}

static void calls_go_to_the_adapter(void **state)
{
	static const char *const names[] = {
#define NAME(name) #name,
		INVERBS_EACH_ADAPTER(NAME)};

	(void)state;
	for (unsigned int i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		set_adapter(i + 1);
		call_all(names[i]);
		read_all(names[i]);
		leave_all(names[i]);
	}
}

static void without_an_adapter_calls_are_operations(void **state)
{
	(void)state;
	set_adapter(0);
	call_all(NULL);
	read_all(NULL);
	leave_all(NULL);
}

static struct ibv_pd pds[2];
static struct ibv_mr mr = {.pd = &pds[0]};
static struct ibv_mw mw;
static struct ibv_mw_bind bind;
static struct ibv_send_wr bound;
static int refused;

static int post_bind(struct ibv_qp *of, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	assert_ptr_equal(of, &qp.ibv);
	bound = *wr;
	*bad = wr;
	called.times++;
	return refused;
}

static int set_up_bind(void **state)
{
	(void)state;
	set_adapter(0);
	context.ops.post_send = post_bind;
	qp.ibv.qp_type = IBV_QPT_RC;
	mw = (struct ibv_mw){
		.context = &context, .pd = &pds[0], .rkey = 0x123456ff, .type = IBV_MW_TYPE_1};
	bind = (struct ibv_mw_bind){.wr_id = 0x8877665544332211, .send_flags = IBV_SEND_SIGNALED};
	bind.bind_info = (struct ibv_mw_bind_info){
		.mr = &mr, .addr = 0x9000000000000000, .length = 44, .mw_access_flags = 5};
	refused = 0;
	memset(&bound, 0xee, sizeof(bound));
	return 0;
}

/* So that what is not set is not zero by chance. */
static INVERBS_NOINLINE void dirty_stack(void)
{
	volatile uint8_t area[4096];

	for (size_t i = 0; i < sizeof(area); i++)
		area[i] = 0xee;
}

static INVERBS_NOINLINE void binds(int result)
{
	called.times = 0;
	assert_int_equal(ibv_bind_mw(&qp.ibv, &mw, &bind), result);
	assert_int_equal(called.times, result == 0);
	assert_int_equal(mw.rkey, result ? 0x123456ff : 0x12345600);
	mw.rkey = 0x123456ff;
}

static void a_window_is_bound_by_a_send(void **state)
{
	struct ibv_send_wr expected;

	(void)state;
	memset(&expected, 0, sizeof(expected));
	expected.opcode = IBV_WR_BIND_MW;
	expected.wr_id = 0x8877665544332211;
	expected.send_flags = IBV_SEND_SIGNALED;
	expected.bind_mw.mw = &mw;
	expected.bind_mw.rkey = 0x12345600;
	expected.bind_mw.bind_info = bind.bind_info;
	dirty_stack();
	binds(0);
	assert_memory_equal(&bound, &expected, sizeof(bound));
	refused = ENOMEM;
	assert_int_equal(ibv_bind_mw(&qp.ibv, &mw, &bind), ENOMEM);
	assert_int_equal(mw.rkey, 0x123456ff);
}

static void only_some_windows_are_bound(void **state)
{
	(void)state;
	qp.ibv.qp_type = IBV_QPT_UC;
	binds(0);
	qp.ibv.qp_type = IBV_QPT_UD;
	binds(EINVAL);
	mw.type = IBV_MW_TYPE_2;
	binds(EINVAL);
	qp.ibv.qp_type = IBV_QPT_RC;
	binds(EINVAL);
	mw.type = IBV_MW_TYPE_1;
	mr.pd = &pds[1];
	binds(EPERM);
	mr.pd = &pds[0];
	bind.bind_info.mr = NULL;
	binds(EINVAL);
	bind.bind_info.addr = 0;
	binds(EINVAL);
	bind.bind_info.length = 0;
	binds(0);
	bind.bind_info.addr = 1;
	binds(EINVAL);
	bind.bind_info.mr = &mr;
	bind.bind_info.addr = 0;
	binds(0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(calls_go_to_the_adapter, fill_operations),
		cmocka_unit_test_setup(without_an_adapter_calls_are_operations, fill_operations),
		cmocka_unit_test_setup(a_window_is_bound_by_a_send, set_up_bind),
		cmocka_unit_test_setup(only_some_windows_are_bound, set_up_bind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
