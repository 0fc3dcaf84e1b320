/* SPDX-License-Identifier: BSD-2-Clause */
/* Tests tarazed's completions of shared receives, which identify their queue only by its number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <infiniband/verbs.h>
#include <inverbs/adapters/tarazed.h>
#include <inverbs/device/tarazed_device.h>

#include "providers/gen/tarazed_full.c"

enum {
	CQE = 32,
	SLOT = 64,
	QPN = 0x21,
	SRQN = 0x5,
};

struct inverbs_qp inverbs_no_qp = {
	.sq = {.qpn = UINT32_MAX, .key = UINT32_MAX}}; /* replaces the archive's definition */
const uint8_t inverbs_parked_cqe[64] __attribute__((aligned(64))) = {[0 ... 63] = 0xff};

static void a_number_names_the_shared_queue(void **state)
{
	static struct inverbs_context ctx;
	static struct inverbs_cq cq;
	static struct inverbs_srq srq;
	static uint8_t slots[4 * SLOT], cqes[4 * CQE] __attribute__((aligned(64)));
	static uint64_t ids[4];
	static uint32_t record[2], consumed[2];
	static void *queues[256], *shared[256];
	struct ibv_sge sge = {1, 2, 3};
	struct ibv_recv_wr wr = {.wr_id = 8, .sg_list = &sge, .num_sge = 1}, *bad;
	struct inverbs_dev_cqe cqe = {.qpn = QPN, .is_xrc = true, .srqn = SRQN, .byte_len = 2};
	struct ibv_wc wc = {0};

	(void)state;
	srq = (struct inverbs_srq){.buf = slots,
				   .wr_id = ids,
				   .doorbell_record = record,
				   .entries = 4,
				   .max_sge = 2,
				   .shift = 6};
	tarazed_srq_init(&srq);
	ctx.qps = ctx.xrc_srqs = (struct inverbs_number_table){.mask = 0xff, .shift = 8};
	ctx.qps.leaf[0] = queues;
	ctx.xrc_srqs.leaf[0] = shared;
	shared[SRQN] = &srq;
	cq.buf = cqes;
	cq.entries = 4;
	cq.shift = 5;
	cq.qps = &ctx.qps;
	cq.srqs = &ctx.xrc_srqs;
	cq.doorbell_record = consumed;
	inverbs_cq_forget(&cq);
	for (uint32_t i = 0; i < 4; i++)
		tarazed_dev_init_cqe(cqes + (size_t)i * CQE, CQE, i, 4);
	inverbs_cq_forget(&cq);
	tarazed_cq_seek(&cq);
	assert_int_equal(tarazed_post_srq_recv(&srq.ibv, &wr, &bad), 0);
	assert_int_equal(tarazed_dev_encode_cqe(cqes, CQE, &cqe), 0);
	tarazed_dev_publish_cqe(cqes, CQE, 0, 4);
	assert_int_equal(tarazed_poll_cq(&cq.ibv, 1, &wc), 1);
	assert_int_equal(wc.wr_id, 8);
	assert_int_equal(wc.qp_num, QPN);
	cqe.is_xrc = false; /* number 0 means the queue pair's own receive queue, and that queue
			       pair is unknown */
	assert_int_equal(tarazed_dev_encode_cqe(cqes + CQE, CQE, &cqe), 0);
	tarazed_dev_publish_cqe(cqes + CQE, CQE, 1, 4);
	assert_int_equal(tarazed_poll_cq(&cq.ibv, 1, &wc), -2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_number_names_the_shared_queue)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
