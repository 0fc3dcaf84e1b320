/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists of work requests of all kinds, with completions polled as lists. */
#include "pair.h"

/* Poll until `count` completions have arrived; wc[] receives them in order. */
static void take_list(struct side *side, ib_wc_t *wc, size_t count)
{
	time_t end = time(NULL) + KIT_SECONDS;
	ib_wc_t *unused = wc, *done;

	for (size_t i = 0; i < count; i++)
		wc[i] = (ib_wc_t){.p_next = i + 1 < count ? &wc[i + 1] : NULL,
				  .vendor_specific = 1,
				  .length = 1};
	while (unused && time(NULL) < end) {
		ib_wc_t *const first = unused;

		done = NULL;
		if (ib_poll_cq(side->cq, &unused, &done) == IB_SUCCESS)
			assert_ptr_equal(done, first);
	}
	assert_null(unused);
}

/* The list is posted repeatedly, so that rings wrap in the middle of one. */
static const struct {
	ib_wr_type_t type;
	ib_send_opt_t opt;
	ib_wc_type_t done;
	uint32_t length;    /* of the work completion */
	ib_wc_type_t taken; /* by a receive; IB_WC_SEND: no receive is consumed */
} mixed[] = {
	{WR_SEND, 0, IB_WC_SEND, 0, IB_WC_RECV},
	{WR_RDMA_WRITE, 0, IB_WC_RDMA_WRITE, 0, IB_WC_SEND},
	{WR_RDMA_READ, 0, IB_WC_RDMA_READ, 8, IB_WC_SEND},
	{WR_SEND, IB_SEND_OPT_IMMEDIATE, IB_WC_SEND, 0, IB_WC_RECV},
	{WR_SEND, IB_SEND_OPT_INLINE, IB_WC_SEND, 0, IB_WC_RECV},
	{WR_SEND, IB_SEND_OPT_SOLICITED, IB_WC_SEND, 0, IB_WC_RECV},
	{WR_SEND, IB_SEND_OPT_FENCE, IB_WC_SEND, 0, IB_WC_RECV},
};

static void post_mixed(struct pair *p, uint64_t id)
{
	ib_send_wr_t wr[COUNT(mixed)], *failed;
	ib_local_ds_t ds = side_ds(&p->a, 0, 8);
	ib_local_ds_t read = side_ds(&p->a, 512, 8); /* used by no other work request */

	for (size_t i = 0; i < COUNT(mixed); i++) {
		wr[i] = side_wr(mixed[i].type == WR_RDMA_READ ? &read : &ds, mixed[i].type, id + i,
				&p->b, 2048);
		wr[i].send_opt |= mixed[i].opt;
		wr[i].immediate_data = cl_hton32(5);
		wr[i].p_next = i + 1 < COUNT(mixed) ? &wr[i + 1] : NULL;
		if (mixed[i].taken != IB_WC_SEND)
			side_receive(&p->b, id + i, 1000, 60);
	}
	assert_int_equal(ib_post_send(p->a.qp, wr, &failed), IB_SUCCESS);
}

static void expect_mixed(struct pair *p, uint64_t id)
{
	ib_wc_t sent[COUNT(mixed)], taken[COUNT(mixed) - 2], *at = taken;

	take_list(&p->a, sent, COUNT(sent));
	take_list(&p->b, taken, COUNT(taken));
	for (size_t i = 0; i < COUNT(mixed); i++) {
		const ib_recv_opt_t opt = mixed[i].opt & IB_SEND_OPT_IMMEDIATE;

		assert_int_equal(sent[i].wr_id, id + i);
		assert_int_equal(sent[i].status, IB_WCS_SUCCESS);
		assert_int_equal(sent[i].wc_type, mixed[i].done);
		assert_int_equal(sent[i].length, mixed[i].length);
		assert_int_equal(sent[i].vendor_specific, 0);
		if (mixed[i].taken == IB_WC_SEND)
			continue;
		assert_int_equal(at->wr_id, id + i);
		assert_int_equal(at->wc_type, mixed[i].taken);
		assert_int_equal(at->length, 8);
		assert_int_equal(at->recv.conn.recv_opt & IB_RECV_OPT_IMMEDIATE, opt);
		at++;
	}
}

static void I57_I62_lists_of_all_kinds(void **state)
{
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	for (uint64_t id = 0; id < 100 * COUNT(mixed); id += COUNT(mixed)) {
		post_mixed(&p, id);
		expect_mixed(&p, id);
	}
	pair_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(I57_I62_lists_of_all_kinds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
