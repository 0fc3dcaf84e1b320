/* SPDX-License-Identifier: BSD-2-Clause */
/* Failed completions are explained when they are polled: each cause once per queue pair. */
#include "tests.h"

/** Post a write that the peer refuses, and one behind it that is flushed. */
static void write_twice(struct pair *pair, uint32_t wrong)
{
	struct ibv_sge sge = side_sge(&pair->a, 0, 48);
	struct ibv_send_wr second = side_wr(&sge, IBV_WR_RDMA_WRITE, 2, &pair->b, 0);
	struct ibv_send_wr first = second;

	first.wr_id = 1;
	first.wr.rdma.rkey ^= wrong;
	first.next = &second;
	assert_int_equal(post_wr(&pair->a, &first), 0);
}

/** Take n completions; there must be so many explanations, each of which contains `part`. */
static void take_explained(struct ibv_cq *cq, int n, int explanations, const char *part)
{
	struct ibv_wc wc[2];

	listen_begin();
	take_completions(cq, wc, n);
	assert_int_not_equal(wc[0].status, IBV_WC_SUCCESS);
	listen_expect_explained(explanations, part);
}

void failures(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	post_receive(&pair.b, 3, 0, 64);
	write_twice(&pair, 0x4000);
	take_explained(pair.a.scq, 2, 1, " with wr_id 0x1 failed");
	take_explained(pair.b.rcq, 1, 1,
		       "refused 48 bytes at 0x"); /* the explanation is the first failure's */
	assert_int_equal(side_to(&pair.a, IBV_QPS_RESET), 0);
	assert_int_equal(side_to(&pair.b, IBV_QPS_RESET), 0);
	pair_connect(&pair, &(struct plan){0});
	write_twice(&pair, 0x4000);
	take_explained(pair.a.scq, 2, 0, "");
	pair_close(&pair);

	pair_open(&pair, &(struct plan){0}); /* numbers and addresses may be reused */
	write_twice(&pair, 0x4000);
	take_explained(pair.a.scq, 2, 1, "no region or window has this key");
	pair_close(&pair);
}

void failures_of_nobody(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	post_receive(&pair.a, 3, 0, 64);
	assert_int_equal(side_to(&pair.a, IBV_QPS_ERR), 0);
	take_explained(pair.a.rcq, 1, 0, "");
	pair_close(&pair);
}

/** Give the pair's first end an extended send completion queue, and return that. */
static struct ibv_cq_ex *extend(struct pair *pair)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = 4, .wc_flags = IBV_WC_EX_WITH_QP_NUM};
	struct ibv_cq_ex *cq = ibv_create_cq_ex(pair->a.ctx, &attr);
	struct ibv_qp_init_attr init = {
		.send_cq = ibv_cq_ex_to_cq(cq),
		.recv_cq = pair->a.rcq,
		.qp_type = IBV_QPT_RC,
		.cap = {.max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1},
		.sq_sig_all = 1,
	};

	assert_non_null(cq);
	assert_int_equal(side_to(&pair->b, IBV_QPS_RESET), 0);
	assert_int_equal(ibv_destroy_qp(pair->a.qp), 0);
	assert_int_equal(ibv_destroy_cq(pair->a.scq), 0);
	pair->a.scq = ibv_cq_ex_to_cq(cq);
	pair->a.qp = ibv_create_qp(pair->a.pd, &init);
	assert_non_null(pair->a.qp);
	pair_connect(pair, &(struct plan){0});
	return cq;
}

void failures_in_place(void **state)
{
	struct ibv_poll_cq_attr none = {0};
	struct ibv_cq_ex *cq;
	struct pair pair;
	int err;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	cq = extend(&pair);
	write_twice(&pair, 0x4000);
	listen_begin();
	while (ibv_start_poll(cq, &none) == ENOENT)
		continue;
	listen_expect_explained(1, "no region or window has this key");
	listen_begin();
	err = ibv_next_poll(cq);
	if (err == ENOENT)
		ibv_end_poll(cq);
	while (err == ENOENT) /* the flushed request may complete later */
		err = ibv_start_poll(cq, &none);
	assert_int_equal(err, 0);
	assert_int_equal(cq->status, IBV_WC_WR_FLUSH_ERR);
	ibv_end_poll(cq);
	listen_expect_explained(0, "");
	pair_close(&pair);
}
