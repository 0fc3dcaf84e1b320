/* SPDX-License-Identifier: BSD-2-Clause */
/* T3A, on which programs post and poll by the commands POST_SEND, POST_RECV and POLL_CQ. */
#include "raw.h"

#include <errno.h>
#include <inverbs/kernel/cxgb3_abi.h>

enum {
	SENDS = 4,
	RECVS = 15,
	MOST = 32,
};

/** A queue pair for SENDS sends and RECVS receives, and its completion queue. */
struct work {
	struct raw *raw;
	uint32_t cq, qp, qpn;
};

static struct work open_work(void)
{
	struct work w = {.raw = raw_context("cxgb3_1", NULL)};
	struct uverbs_create_cq_req cq = {.cqe = 16, .comp_channel = -1};
	struct uverbs_create_cq_resp cq_resp = {0};
	const struct cxgb3_create_cq_in in = {.user_rptr_addr = 0}; /* not read */
	struct cxgb3_create_cq_out out;
	struct uverbs_create_qp_req qp;
	struct uverbs_create_qp_resp qp_resp = {0};
	struct cxgb3_create_qp_out qp_out;

	assert_int_equal(uverbs_call_create_cq(&w.raw->base, &cq, &in, sizeof(in), &cq_resp, &out,
					       sizeof(out)),
			 0);
	assert_int_equal(cq_resp.cqe, 32); /* the driver reserves sixteen */
	w.cq = cq_resp.cq_handle;
	qp = raw_qp_request(raw_pd(w.raw), w.cq);
	qp.max_send_wr = SENDS;
	assert_int_equal(uverbs_call_create_qp(&w.raw->base, &qp, NULL, 0, &qp_resp, &qp_out,
					       sizeof(qp_out)),
			 0);
	w.qp = qp_resp.qp_handle;
	w.qpn = qp_resp.qpn;
	return w;
}

/** What follows the header of POST_SEND. */
struct sends {
	struct uverbs_send_wr wr[MOST];
	struct uverbs_sge sge[MOST];
};

/** Returns `n` sends without SGEs, numbered from `first` on. */
static struct sends some_sends(uint32_t n, uint64_t first)
{
	struct sends s = {0};

	for (uint32_t i = 0; i < n; i++)
		s.wr[i] = (struct uverbs_send_wr){
			.wr_id = first + i, .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED};
	return s;
}

static int post_send(const struct work *w, const struct sends *s, uint32_t n, uint32_t *bad)
{
	struct uverbs_post_send_req req = {
		.qp_handle = w->qp, .wr_count = n, .wqe_size = sizeof(s->wr[0])};
	struct uverbs_post_send_resp resp = {.bad_wr = 77};
	const int ret = uverbs_call_post_send(&w->raw->base, &req, s->wr, n * sizeof(s->wr[0]),
					      &resp);

	*bad = resp.bad_wr;
	return ret;
}

static int post_recv(const struct work *w, uint32_t n, uint64_t first, uint32_t *bad)
{
	struct uverbs_recv_wr wr[MOST] = {{0}};
	struct uverbs_post_recv_req req = {
		.qp_handle = w->qp, .wr_count = n, .wqe_size = sizeof(wr[0])};
	struct uverbs_post_recv_resp resp = {.bad_wr = 77};
	int ret;

	for (uint32_t i = 0; i < n; i++)
		wr[i].wr_id = first + i;
	ret = uverbs_call_post_recv(&w->raw->base, &req, wr, n * sizeof(wr[0]), &resp);
	*bad = resp.bad_wr;
	return ret;
}

/** Poll for up to `n` completions. Returns their number. */
static uint32_t poll(const struct work *w, uint32_t n, struct uverbs_wc *wc)
{
	struct uverbs_poll_cq_req req = {.cq_handle = w->cq, .ne = n};
	struct uverbs_poll_cq_resp resp = {0};

	assert_int_equal(uverbs_call_poll_cq(&w->raw->base, &req, &resp, wc, n * sizeof(*wc)), 0);
	return resp.count;
}

/** Poll until there are one or two completions; the test fails if there are none. */
static uint32_t poll_some(const struct work *w, struct uverbs_wc *wc)
{
	const uint32_t n = poll(w, 2, wc);

	assert_in_range(n, 1, 2);
	return n;
}

static int fail_qp(const struct work *w, enum ibv_qp_state to)
{
	struct uverbs_modify_qp_req req = {
		.qp_handle = w->qp, .attr_mask = IBV_QP_STATE, .qp_state = to};

	return uverbs_call_modify_qp(&w->raw->base, &req);
}

static void queues_hold_what_was_granted(void **state)
{
	const struct work w = open_work();
	const struct sends s = some_sends(SENDS + 2, 0);
	uint32_t bad;

	(void)state;
	assert_int_equal(post_send(&w, &s, SENDS + 2, &bad), ENOMEM);
	assert_int_equal(bad, SENDS + 1); /* counted from 1; those before it were posted */
	assert_int_equal(post_send(&w, &s, 1, &bad), ENOMEM);
	assert_int_equal(bad, 1);
	assert_int_equal(post_recv(&w, RECVS, 0, &bad), 0);
	assert_int_equal(bad, 0);
	assert_int_equal(post_recv(&w, 1, 0, &bad), ENOMEM);
	assert_int_equal(bad, 1);
	raw_close(w.raw);
}

static void what_is_wrong_is_named(void **state)
{
	static const uint32_t refused[] = {IBV_WR_RDMA_WRITE_WITH_IMM,
					   IBV_WR_SEND_WITH_IMM,
					   IBV_WR_ATOMIC_CMP_AND_SWP,
					   IBV_WR_ATOMIC_FETCH_AND_ADD,
					   IBV_WR_LOCAL_INV,
					   IBV_WR_BIND_MW,
					   1000};
	const struct work w = open_work();
	uint32_t bad;

	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct sends s = some_sends(1, 0);

		s.wr[0].opcode = refused[i];
		assert_int_equal(post_send(&w, &s, 1, &bad), EINVAL);
		assert_int_equal(bad, 1);
	}
	raw_close(w.raw);
}

static int post(const struct work *w, struct uverbs_post_send_req req, const struct sends *s,
		size_t bytes)
{
	struct uverbs_post_send_resp resp;

	if (!req.qp_handle)
		req.qp_handle = w->qp;
	return uverbs_call_post_send(&w->raw->base, &req, s, bytes, &resp);
}

static void lists_hold_together(void **state)
{
	const uint32_t size = sizeof(struct uverbs_send_wr);
	const struct work w = open_work();
	struct sends s = some_sends(2, 0);
	struct uverbs_wc wc[4];

	(void)state;
#define REQ(...) ((struct uverbs_post_send_req){__VA_ARGS__})
	assert_int_equal(post(&w, REQ(.wr_count = 1, .wqe_size = size - 4), &s, size), EINVAL);
	assert_int_equal(post(&w, REQ(.wr_count = 3, .wqe_size = size), &s, 2 * size), ENOSPC);
	assert_int_equal(
		post(&w, REQ(.wr_count = 2, .wqe_size = size, .sge_count = 1), &s, 2 * size),
		ENOSPC);
	assert_int_equal(post(&w, REQ(.wr_count = UINT32_MAX, .wqe_size = UINT32_MAX), &s, size),
			 ENOSPC);
	assert_int_equal(
		post(&w, REQ(.wr_count = 1, .wqe_size = size, .qp_handle = NO_HANDLE), &s, size),
		ENOENT);
	s.wr[1].num_sge = 2; /* no SGEs follow: nothing is posted, not even the first request */
	assert_int_equal(post(&w, REQ(.wr_count = 2, .wqe_size = size), &s, 2 * size), EINVAL);
	s.wr[1].num_sge = UINT32_MAX;
	assert_int_equal(post(&w, REQ(.wr_count = 2, .wqe_size = size), &s, 2 * size), EINVAL);
	assert_int_equal(fail_qp(&w, IBV_QPS_ERR), 0);
	assert_int_equal(poll(&w, 4, wc), 0);
	raw_close(w.raw);
}

static void too_many_sges_are_refused(void **state)
{
	const uint32_t size = sizeof(struct uverbs_send_wr);
	const struct work w = open_work();
	struct sends s; /* the first SGEs are where the second request would be */
	uint32_t sges;

	(void)state;
	for (sges = 0; sges <= 20; sges++) {
		const int want = sges <= 4 ? 0 : EINVAL;

		s = some_sends(1, 0);
		s.wr[0].num_sge = sges;
		s.wr[0].opcode = IBV_WR_RDMA_WRITE;
		s.wr[0].send_flags = 0;
		if (sges == SENDS) /* now the queue is full */
			assert_int_equal(fail_qp(&w, IBV_QPS_ERR) | fail_qp(&w, IBV_QPS_RESET), 0);
		assert_int_equal(post(&w, REQ(.wr_count = 1, .wqe_size = size, .sge_count = sges),
				      &s, size + sges * sizeof(struct uverbs_sge)),
				 want);
	}
	raw_close(w.raw);
}

static void an_error_flushes_everything(void **state)
{
	const struct work w = open_work();
	const struct sends s = some_sends(3, 100);
	struct uverbs_wc wc[MOST] = {0};
	uint32_t bad, n = 0;

	(void)state;
	assert_int_equal(post_recv(&w, 4, 0, &bad), 0);
	assert_int_equal(post_send(&w, &s, 3, &bad), 0);
	assert_int_equal(poll(&w, 4, wc), 0);
	assert_int_equal(fail_qp(&w, IBV_QPS_ERR), 0);
	assert_int_equal(post_send(&w, &s, 1, &bad), EINVAL);
	assert_int_equal(post_recv(&w, 1, 0, &bad), EINVAL);
	while (n < 7)
		n += poll_some(&w, &wc[n]);
	assert_int_equal(n, 7);
	for (uint32_t i = 0; i < 7; i++) {
		assert_int_equal(wc[i].wr_id, i < 4 ? i : 96 + i);
		assert_int_equal(wc[i].status, IBV_WC_WR_FLUSH_ERR);
		assert_int_equal(wc[i].qp_num, w.qpn);
	}
	assert_int_equal(poll(&w, 1, wc), 0);
	assert_int_equal(fail_qp(&w, IBV_QPS_RESET), 0);
	assert_int_equal(post_send(&w, &s, 1, &bad), 0); /* posting works again */
	raw_close(w.raw);
}

static void who_is_gone_is_not_polled(void **state)
{
	const struct work w = open_work();
	const struct sends s = some_sends(3, 100);
	struct uverbs_wc wc[4];
	uint32_t bad;

	(void)state;
	assert_int_equal(post_send(&w, &s, 3, &bad), 0);
	assert_int_equal(fail_qp(&w, IBV_QPS_ERR), 0);
	assert_int_equal(raw_destroy_qp(w.raw, w.qp, &bad), 0);
	assert_int_equal(poll(&w, 4, wc), 0);
	raw_close(w.raw);
}

static void other_devices_have_no_such_path(void **state)
{
	struct raw *raw = raw_context("cxgb3_0", NULL);
	struct uverbs_poll_cq_req poll_req = {.cq_handle = 0};
	struct uverbs_poll_cq_resp poll_resp;
	struct uverbs_post_send_req send = {.wqe_size = sizeof(struct uverbs_send_wr)};
	struct uverbs_post_send_resp send_resp;

	(void)state;
	assert_int_equal(uverbs_call_poll_cq(&raw->base, &poll_req, &poll_resp, NULL, 0),
			 EOPNOTSUPP);
	assert_int_equal(uverbs_call_post_send(&raw->base, &send, NULL, 0, &send_resp), EOPNOTSUPP);
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queues_hold_what_was_granted),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(lists_hold_together),
		cmocka_unit_test(too_many_sges_are_refused),
		cmocka_unit_test(an_error_flushes_everything),
		cmocka_unit_test(who_is_gone_is_not_polled),
		cmocka_unit_test(other_devices_have_no_such_path),
	};

	return raw_run(argc, argv, "T3A's data path", tests, sizeof(tests) / sizeof(tests[0]));
}
