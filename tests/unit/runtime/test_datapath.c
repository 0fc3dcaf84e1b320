/* SPDX-License-Identifier: BSD-2-Clause */
/* Posting and polling by kernel commands, for cases without a captured vector. */
#include <inverbs/fast/datapath.h>

#include "fake.h"

enum {
	MAX_COMMANDS = 4,
	LONG_CHAIN = 10000, /* more requests than fit into one command */
};

/* A simulated kernel that records commands and returns given responses. */
static struct {
	struct inverbs_transport base;
	struct inverbs_context ctx;
	unsigned int count;
	struct uverbs_post_send_req posts[MAX_COMMANDS];
	uint8_t *list; /* of the last command */
	uint32_t ne;
	uint32_t response; /* first word: index of a bad request, or number of completions */
	int err;           /* errno value of the command with number `fail_at` */
	unsigned int fail_at;
	uint32_t wr_ids;     /* completions have wr_id 0, 1, ... */
	struct uverbs_wc wc; /* and otherwise look like this */
	uint32_t cq_handle;
	struct uverbs_req_notify_cq_req arm;
	const struct inverbs_cq *armed;
	bool held; /* whether the armed queue's lock was held during the command */
} kernel;

static void response_poll(const struct uverbs_parsed *p)
{
	struct uverbs_wc *wc = (void *)((uint8_t *)(uintptr_t)p->response +
					sizeof(struct uverbs_poll_cq_resp));

	memcpy(&kernel.ne, (const uint8_t *)p->core + offsetof(struct uverbs_poll_cq_req, ne), 4);
	memcpy(&kernel.cq_handle,
	       (const uint8_t *)p->core + offsetof(struct uverbs_poll_cq_req, cq_handle), 4);
	for (uint32_t i = 0; i < kernel.ne && i < kernel.response; i++) {
		wc[i] = kernel.wc;
		wc[i].wr_id = kernel.wr_ids++;
	}
}

static int command(struct inverbs_transport *base, const void *cmd, size_t bytes)
{
	struct uverbs_parsed p;

	(void)base;
	if (uverbs_parse(cmd, bytes, &p))
		abort();
	if (p.command == UVERBS_CMD_REQ_NOTIFY_CQ) {
		memcpy(&kernel.arm, p.core, sizeof(kernel.arm));
		kernel.held = kernel.armed->lock.held;
		return kernel.err;
	}
	if (!p.response || kernel.count == MAX_COMMANDS)
		abort();
	if (p.command == UVERBS_CMD_POLL_CQ) {
		response_poll(&p);
	} else {
		size_t head = sizeof(struct uverbs_post_send_req);

		memcpy(&kernel.posts[kernel.count], p.core, head);
		free(kernel.list);
		kernel.list = malloc(p.core_len - head + 1);
		if (!kernel.list)
			abort();
		memcpy(kernel.list, (const uint8_t *)p.core + head, p.core_len - head);
	}
	if (++kernel.count == kernel.fail_at) {
		*(uint32_t *)(uintptr_t)p.response = kernel.response;
		return kernel.err;
	}
	if (p.command == UVERBS_CMD_POLL_CQ)
		*(uint32_t *)(uintptr_t)p.response = kernel.response;
	return 0;
}

static const struct inverbs_transport_ops ops = {.command = command};

static int fresh(void **state)
{
	(void)state;
	free(kernel.list);
	memset(&kernel, 0, sizeof(kernel));
	kernel.base.ops = &ops;
	kernel.ctx.transport = &kernel.base;
	return 0;
}

static int done(void **state)
{
	(void)state;
	free(kernel.list);
	kernel.list = NULL;
	return 0;
}

static struct ibv_recv_wr *chain(uint32_t n)
{
	struct ibv_recv_wr *wr = calloc(n, sizeof(*wr));

	assert_non_null(wr);
	for (uint32_t i = 0; i < n; i++)
		wr[i] = (struct ibv_recv_wr){.wr_id = i, .next = i + 1 < n ? &wr[i + 1] : NULL};
	return wr;
}

static void a_long_chain_takes_more_commands(void **state)
{
	struct ibv_qp qp = {.context = &kernel.ctx.ibv, .handle = 5};
	struct ibv_sge sge = {.addr = 1, .length = 2, .lkey = 3};
	struct ibv_recv_wr *wrs = chain(LONG_CHAIN), *bad = NULL;
	uint32_t posted = 0;

	(void)state;
	for (int i = 0; i < LONG_CHAIN; i++) {
		wrs[i].sg_list = &sge;
		wrs[i].num_sge = 1;
	}
	assert_int_equal(inverbs_command_post_recv(&qp, wrs, &bad), 0);
	assert_null(bad);
	assert_true(kernel.count > 1);
	for (unsigned int i = 0; i < kernel.count; i++) {
		assert_int_equal(kernel.posts[i].wr_count, kernel.posts[i].sge_count);
		posted += kernel.posts[i].wr_count;
	}
	assert_int_equal(posted, LONG_CHAIN);
	free(wrs);
}

static void a_bad_request_of_a_later_command_is_named(void **state)
{
	struct ibv_qp qp = {.context = &kernel.ctx.ibv};
	struct ibv_recv_wr *wrs = chain(3 * LONG_CHAIN), *bad = NULL;

	(void)state;
	kernel.fail_at = 2;
	kernel.response = 3;
	kernel.err = ENOMEM;
	assert_int_equal(inverbs_command_post_recv(&qp, wrs, &bad), ENOMEM);
	assert_int_equal(kernel.count, 2);
	assert_ptr_equal(bad, &wrs[kernel.posts[0].wr_count + 2]);
	free(wrs);
}

static void an_response_that_cannot_be_names_the_first(void **state)
{
	struct ibv_qp qp = {.context = &kernel.ctx.ibv};
	struct ibv_recv_wr *wrs = chain(2), *bad = NULL;

	(void)state;
	kernel.fail_at = 1;
	kernel.response = 77;
	kernel.err = EINVAL;
	assert_int_equal(inverbs_command_post_recv(&qp, wrs, &bad), EINVAL);
	assert_ptr_equal(bad, wrs);
	free(wrs);
}

static void the_last_request_may_be_the_bad_one(void **state)
{
	struct ibv_qp qp = {.context = &kernel.ctx.ibv};
	struct ibv_recv_wr *wrs = chain(2), *bad = NULL;

	(void)state;
	kernel.fail_at = 1;
	kernel.response = 2;
	kernel.err = EINVAL;
	assert_int_equal(inverbs_command_post_recv(&qp, wrs, &bad), EINVAL);
	assert_ptr_equal(bad, &wrs[1]);
	kernel.count = 0;
	kernel.response = 3; /* one more than the list has */
	assert_int_equal(inverbs_command_post_recv(&qp, wrs, &bad), EINVAL);
	assert_ptr_equal(bad, &wrs[0]);
	free(wrs);
}

static void sges_that_never_fit_are_refused_in_their_place(void **state)
{
	const int counts[] = {-1, 1 << 20, INT32_MAX};
	struct ibv_qp qp = {.context = &kernel.ctx.ibv};

	(void)state;
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		struct ibv_recv_wr *wrs = chain(3), *bad = NULL;

		kernel.count = 0;
		wrs[1].num_sge = counts[i];
		assert_int_equal(inverbs_command_post_recv(&qp, wrs, &bad), EINVAL);
		assert_ptr_equal(bad, &wrs[1]);
		assert_int_equal(kernel.count, 1);
		assert_int_equal(kernel.posts[0].wr_count, 1);
		free(wrs);
	}
}

static void an_empty_chain_is_a_command_without_requests(void **state)
{
	struct ibv_qp qp = {.context = &kernel.ctx.ibv, .handle = 5};
	struct ibv_send_wr *bad = NULL;

	(void)state;
	assert_int_equal(inverbs_command_post_send(&qp, NULL, &bad), 0);
	assert_int_equal(kernel.count, 1);
	assert_int_equal(kernel.posts[0].qp_handle, 5);
	assert_int_equal(kernel.posts[0].wr_count, 0);
	assert_null(bad);
}

static void a_doorbell_is_that_too(void **state)
{
	struct ibv_qp qp = {.context = &kernel.ctx.ibv, .handle = 6};

	(void)state;
	assert_int_equal(inverbs_command_doorbell(&qp), 0);
	assert_int_equal(kernel.count, 1);
	assert_int_equal(kernel.posts[0].qp_handle, 6);
	assert_int_equal(kernel.posts[0].wr_count, 0);
	kernel.fail_at = 2;
	kernel.err = EINVAL;
	assert_int_equal(inverbs_command_doorbell(&qp), EINVAL);
}

static void datagrams_and_atomics_carry_their_own_part(void **state)
{
	struct ibv_qp rc = {.context = &kernel.ctx.ibv, .qp_type = IBV_QPT_RC};
	struct ibv_qp ud = {.context = &kernel.ctx.ibv, .qp_type = IBV_QPT_UD};
	struct ibv_ah ah = {.handle = 9};
	struct ibv_send_wr atomic = {.opcode = IBV_WR_ATOMIC_CMP_AND_SWP,
				     .wr.atomic = {1, 2, 3, 4}};
	struct ibv_send_wr datagram = {.opcode = IBV_WR_SEND, .wr.ud = {&ah, 5, 6}};
	struct uverbs_send_wr sent;
	struct ibv_send_wr *bad;

	(void)state;
	assert_int_equal(inverbs_command_post_send(&rc, &atomic, &bad), 0);
	memcpy(&sent, kernel.list, sizeof(sent));
	assert_int_equal(sent.wr.atomic.remote_addr, 1);
	assert_int_equal(sent.wr.atomic.compare_add, 2);
	assert_int_equal(sent.wr.atomic.swap, 3);
	assert_int_equal(sent.wr.atomic.rkey, 4);
	assert_int_equal(inverbs_command_post_send(&ud, &datagram, &bad), 0);
	memcpy(&sent, kernel.list, sizeof(sent));
	assert_int_equal(sent.wr.ud.ah, 9);
	assert_int_equal(sent.wr.ud.remote_qpn, 5);
	assert_int_equal(sent.wr.ud.remote_qkey, 6);
}

static void poll_takes_what_one_command_answers(void **state)
{
	struct inverbs_cq cq = {.ibv = {.context = &kernel.ctx.ibv}};
	struct ibv_wc *wc = calloc(LONG_CHAIN, sizeof(*wc));
	int got;

	(void)state;
	assert_non_null(wc);
	kernel.response = 40;
	assert_int_equal(inverbs_command_poll_cq(&cq.ibv, 100, wc), 40);
	assert_int_equal(kernel.ne, 100);
	assert_int_equal(wc[39].wr_id, 39);
	kernel.response = LONG_CHAIN; /* more than were requested */
	assert_int_equal(inverbs_command_poll_cq(&cq.ibv, 3, wc), 3);
	got = inverbs_command_poll_cq(&cq.ibv, LONG_CHAIN, wc);
	assert_int_equal(got, kernel.ne);
	assert_in_range(kernel.ne, 1000, LONG_CHAIN - 1);
	assert_int_equal(inverbs_command_poll_cq(&cq.ibv, -1, wc), 0);
	free(wc);
}

/* Other threads may poll and arm the same queue, so its lock is held. */
static void a_queue_is_armed_with_its_lock(void **state)
{
	struct inverbs_cq cq = {.ibv = {.context = &kernel.ctx.ibv, .handle = 7}};

	(void)state;
	kernel.armed = &cq;
	assert_int_equal(inverbs_command_arm_cq(&cq.ibv, 5), 0);
	assert_int_equal(kernel.arm.cq_handle, 7);
	assert_int_equal(kernel.arm.solicited_only, 1);
	assert_true(kernel.held);
	assert_false(cq.lock.held);
	kernel.err = EIO;
	assert_int_equal(inverbs_command_arm_cq(&cq.ibv, 0), EIO);
	assert_int_equal(kernel.arm.solicited_only, 0);
	assert_false(cq.lock.held);
}

/* ---- sends ---- */

static struct ibv_send_wr *send_chain(uint32_t n)
{
	struct ibv_send_wr *wr = calloc(n, sizeof(*wr));

	assert_non_null(wr);
	for (uint32_t i = 0; i < n; i++)
		wr[i] = (struct ibv_send_wr){.wr_id = i, .next = i + 1 < n ? &wr[i + 1] : NULL};
	return wr;
}

static void sges_follow_the_requests(void **state)
{
	struct ibv_qp qp = {.context = &kernel.ctx.ibv, .handle = 5, .qp_type = IBV_QPT_RC};
	struct ibv_sge sges[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
	struct ibv_send_wr *wrs = send_chain(2), *bad = NULL;
	struct uverbs_send_wr sent[2];
	struct uverbs_sge list[3];

	(void)state;
	wrs[0].opcode = IBV_WR_SEND_WITH_IMM;
	wrs[0].send_flags = IBV_SEND_SIGNALED;
	wrs[0].imm_data = 0x55;
	wrs[0].sg_list = sges;
	wrs[0].num_sge = 2;
	wrs[1].opcode = IBV_WR_SEND;
	wrs[1].sg_list = sges + 2;
	wrs[1].num_sge = 1;
	assert_int_equal(inverbs_command_post_send(&qp, wrs, &bad), 0);
	assert_int_equal(kernel.count, 1);
	assert_int_equal(kernel.posts[0].qp_handle, 5);
	assert_int_equal(kernel.posts[0].wr_count, 2);
	assert_int_equal(kernel.posts[0].sge_count, 3);
	assert_int_equal(kernel.posts[0].wqe_size, sizeof(sent[0]));
	memcpy(sent, kernel.list, sizeof(sent));
	memcpy(list, kernel.list + sizeof(sent), sizeof(list));
	assert_int_equal(sent[0].wr_id, 0);
	assert_int_equal(sent[0].num_sge, 2);
	assert_int_equal(sent[0].opcode, IBV_WR_SEND_WITH_IMM);
	assert_int_equal(sent[0].send_flags, IBV_SEND_SIGNALED);
	assert_int_equal(sent[0].ex.imm_data, 0x55);
	assert_int_equal(sent[1].wr_id, 1);
	assert_int_equal(sent[1].num_sge, 1);
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(list[i].addr, 3 * i + 1);
		assert_int_equal(list[i].length, 3 * i + 2);
		assert_int_equal(list[i].lkey, 3 * i + 3);
	}
	free(wrs);
}

static void operations_have_their_remote_part(void **state)
{
	static const enum ibv_wr_opcode remote[] = {IBV_WR_RDMA_WRITE, IBV_WR_RDMA_WRITE_WITH_IMM,
						    IBV_WR_RDMA_READ};
	struct ibv_qp qp = {.context = &kernel.ctx.ibv, .qp_type = IBV_QPT_RC};
	struct ibv_send_wr wr = {.wr.rdma = {0x11, 0x22}}, *bad;
	struct uverbs_send_wr sent;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		wr.opcode = remote[i];
		assert_int_equal(inverbs_command_post_send(&qp, &wr, &bad), 0);
		memcpy(&sent, kernel.list, sizeof(sent));
		assert_int_equal(sent.wr.rdma.remote_addr, 0x11);
		assert_int_equal(sent.wr.rdma.rkey, 0x22);
	}
	wr.opcode = IBV_WR_SEND;
	assert_int_equal(inverbs_command_post_send(&qp, &wr, &bad), 0);
	memcpy(&sent, kernel.list, sizeof(sent));
	assert_int_equal(sent.wr.rdma.remote_addr, 0);
	kernel.count = 0;
	wr.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
	wr.wr.atomic.remote_addr = 1;
	wr.wr.atomic.compare_add = 2;
	wr.wr.atomic.rkey = 4;
	assert_int_equal(inverbs_command_post_send(&qp, &wr, &bad), 0);
	memcpy(&sent, kernel.list, sizeof(sent));
	assert_int_equal(sent.wr.atomic.remote_addr, 1);
	assert_int_equal(sent.wr.atomic.compare_add, 2);
	assert_int_equal(sent.wr.atomic.rkey, 4);
}

static void a_long_chain_of_sends(void **state)
{
	struct ibv_qp qp = {.context = &kernel.ctx.ibv};
	struct ibv_send_wr *wrs = send_chain(LONG_CHAIN), *bad = NULL;
	uint32_t posted = 0;

	(void)state;
	assert_int_equal(inverbs_command_post_send(&qp, wrs, &bad), 0);
	assert_null(bad);
	assert_true(kernel.count > 1);
	for (unsigned int i = 0; i < kernel.count; i++)
		posted += kernel.posts[i].wr_count;
	assert_int_equal(posted, LONG_CHAIN);
	kernel.count = 0;
	kernel.fail_at = 2;
	kernel.response = 3;
	kernel.err = ENOMEM;
	assert_int_equal(inverbs_command_post_send(&qp, wrs, &bad), ENOMEM);
	assert_ptr_equal(bad, &wrs[kernel.posts[0].wr_count + 2]);
	kernel.count = 0;
	kernel.fail_at = 1;
	kernel.response = 1;
	assert_int_equal(inverbs_command_post_send(&qp, wrs, &bad), ENOMEM);
	assert_ptr_equal(bad, wrs);
	kernel.count = 0;
	kernel.response = kernel.posts[0].wr_count; /* the last of the command */
	assert_int_equal(inverbs_command_post_send(&qp, wrs, &bad), ENOMEM);
	assert_ptr_equal(bad, &wrs[kernel.response - 1]);
	free(wrs);
}

/* The SGEs of one request fill a command; one more is refused. */
static void a_request_that_fills_a_command(void **state)
{
	const size_t room = UVERBS_MESSAGE_MAX - sizeof(struct uverbs_cmd_hdr) -
			    sizeof(struct uverbs_post_send_req);
	const int sends = (int)((room - sizeof(struct uverbs_send_wr)) / sizeof(struct uverbs_sge));
	const int recvs = (int)((room - sizeof(struct uverbs_recv_wr)) / sizeof(struct uverbs_sge));
	struct ibv_qp qp = {.context = &kernel.ctx.ibv};
	struct ibv_sge *sges = calloc((size_t)recvs + 1, sizeof(*sges));
	struct ibv_send_wr send = {.sg_list = sges, .num_sge = sends}, *bad_send = NULL;
	struct ibv_recv_wr recv = {.sg_list = sges, .num_sge = recvs}, *bad_recv = NULL;

	(void)state;
	assert_non_null(sges);
	assert_int_equal(inverbs_command_post_send(&qp, &send, &bad_send), 0);
	assert_int_equal(kernel.posts[0].sge_count, sends);
	assert_int_equal(inverbs_command_post_recv(&qp, &recv, &bad_recv), 0);
	assert_int_equal(kernel.posts[1].sge_count, recvs);
	send.num_sge++;
	assert_int_equal(inverbs_command_post_send(&qp, &send, &bad_send), EINVAL);
	assert_ptr_equal(bad_send, &send);
	recv.num_sge++;
	assert_int_equal(inverbs_command_post_recv(&qp, &recv, &bad_recv), EINVAL);
	assert_ptr_equal(bad_recv, &recv);
	assert_int_equal(kernel.count, 2);
	free(sges);
}

static void an_empty_chain_of_receives(void **state)
{
	struct ibv_qp qp = {.context = &kernel.ctx.ibv, .handle = 5};
	struct ibv_recv_wr *bad = NULL;

	(void)state;
	assert_int_equal(inverbs_command_post_recv(&qp, NULL, &bad), 0);
	assert_int_equal(kernel.count, 1);
	assert_int_equal(kernel.posts[0].qp_handle, 5);
	assert_int_equal(kernel.posts[0].wqe_size, sizeof(struct uverbs_recv_wr));
	assert_null(bad);
}

static void a_kernel_may_have_no_posts(void **state)
{
	struct ibv_qp qp = {.context = &kernel.ctx.ibv};

	(void)state;
	kernel.base.lacks = UINT64_C(1) << UVERBS_CMD_POST_SEND;
	assert_int_equal(inverbs_command_doorbell(&qp), EOPNOTSUPP);
	assert_int_equal(kernel.count, 0);
}

/* ---- completions ---- */

static void completions_are_copied(void **state)
{
	struct inverbs_cq cq = {.ibv = {.context = &kernel.ctx.ibv, .handle = 7}};
	struct ibv_wc wc;

	(void)state;
	kernel.response = 1;
	kernel.wr_ids = 20;
	kernel.wc = (struct uverbs_wc){
		.status = 1,
		.opcode = 2,
		.vendor_err = 3,
		.byte_len = 4,
		.ex = {.imm_data = 5},
		.qp_num = 6,
		.src_qp = 7,
		.wc_flags = 8,
		.pkey_index = 9,
		.slid = 10,
		.sl = 11,
		.dlid_path_bits = 12,
	};
	assert_int_equal(inverbs_command_poll_cq(&cq.ibv, 1, &wc), 1);
	assert_int_equal(kernel.cq_handle, 7);
	assert_int_equal(wc.wr_id, 20);
	assert_int_equal(wc.status, 1);
	assert_int_equal(wc.opcode, 2);
	assert_int_equal(wc.vendor_err, 3);
	assert_int_equal(wc.byte_len, 4);
	assert_int_equal(wc.imm_data, 5);
	assert_int_equal(wc.qp_num, 6);
	assert_int_equal(wc.src_qp, 7);
	assert_int_equal(wc.wc_flags, 8);
	assert_int_equal(wc.pkey_index, 9);
	assert_int_equal(wc.slid, 10);
	assert_int_equal(wc.sl, 11);
	assert_int_equal(wc.dlid_path_bits, 12);
}

static void polls_of_any_size(void **state)
{
	struct inverbs_cq cq = {.ibv = {.context = &kernel.ctx.ibv}};
	struct ibv_wc wc[64];

	(void)state;
	kernel.response = UINT32_MAX;
	for (int n = 0; n <= 64; n++) {
		kernel.count = 0;
		kernel.wr_ids = 0;
		assert_int_equal(inverbs_command_poll_cq(&cq.ibv, n, wc), n);
		assert_int_equal(kernel.ne, n);
		for (int i = 0; i < n; i++)
			assert_int_equal(wc[i].wr_id, i);
	}
	kernel.count = 0;
	kernel.fail_at = 1;
	kernel.err = EPERM;
	errno = 0;
	assert_int_equal(inverbs_command_poll_cq(&cq.ibv, 64, wc), -1);
	assert_int_equal(errno, EPERM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_long_chain_takes_more_commands, fresh, done),
		cmocka_unit_test_setup_teardown(a_bad_request_of_a_later_command_is_named, fresh,
						done),
		cmocka_unit_test_setup_teardown(an_response_that_cannot_be_names_the_first, fresh,
						done),
		cmocka_unit_test_setup_teardown(the_last_request_may_be_the_bad_one, fresh, done),
		cmocka_unit_test_setup_teardown(sges_that_never_fit_are_refused_in_their_place,
						fresh, done),
		cmocka_unit_test_setup_teardown(a_doorbell_is_that_too, fresh, done),
		cmocka_unit_test_setup_teardown(an_empty_chain_is_a_command_without_requests, fresh,
						done),
		cmocka_unit_test_setup_teardown(datagrams_and_atomics_carry_their_own_part, fresh,
						done),
		cmocka_unit_test_setup_teardown(poll_takes_what_one_command_answers, fresh, done),
		cmocka_unit_test_setup_teardown(a_queue_is_armed_with_its_lock, fresh, done),
		cmocka_unit_test_setup_teardown(sges_follow_the_requests, fresh, done),
		cmocka_unit_test_setup_teardown(operations_have_their_remote_part, fresh, done),
		cmocka_unit_test_setup_teardown(a_long_chain_of_sends, fresh, done),
		cmocka_unit_test_setup_teardown(a_request_that_fills_a_command, fresh, done),
		cmocka_unit_test_setup_teardown(an_empty_chain_of_receives, fresh, done),
		cmocka_unit_test_setup_teardown(a_kernel_may_have_no_posts, fresh, done),
		cmocka_unit_test_setup_teardown(completions_are_copied, fresh, done),
		cmocka_unit_test_setup_teardown(polls_of_any_size, fresh, done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
