/* SPDX-License-Identifier: BSD-2-Clause */
/* Explanations when the CQE or WQE has been overwritten, or the queue pair destroyed. */
#include "fault.h"

/* Post to the queue pair in error, with the wr_id of the request that failed. */
static void flush_more(struct fault *f, uint32_t count)
{
	while (count--) {
		post(&f->pair.a, &f->pair.b, IBV_WR_RDMA_WRITE, 0xabc, 0, 8);
		expect(f->pair.a.scq, 0xabc, IBV_WC_WR_FLUSH_ERR);
	}
}

void slot_used_again(void **state)
{
	struct fault f;
	struct ibv_wc wc;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){.send_wr = 4, .cqe = 1000});
	f.wr.wr.rdma.rkey ^= 0x4000;
	wc = fails(&f, IBV_WC_REM_ACCESS_ERR);
	flush_more(&f, inverbs_qp_of(f.pair.a.qp)->sq.entries - 1);
	explain(f.pair.a.scq, &wc);
	says("WQE 0, still in the send queue", "mlx4_remote", NULL);
	flush_more(&f, 1); /* the same wr_id, in the same ring unit */
	explain(f.pair.a.scq, &wc);
	says("syndrome 0x13", "CQE\n", "WQE: overwritten, its slot", NULL);
	says_not("mlx4_ctrl");
	pair_close(&f.pair);
}

/* Before WQEs are posted to a part of the ring, the first bytes of its chunks are overwritten: from
 * then on a long WQE there counts as overwritten. */
void long_entry_is_guarded(void **state)
{
	struct ibv_sge sge[4];
	struct inverbs_sq *sq;
	struct fault f;
	struct ibv_wc wc;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){.sge = 4, .cqe = 1000});
	sq = &inverbs_qp_of(f.pair.a.qp)->sq;
	for (uint32_t i = 0; i < 4; i++)
		sge[i] = side_sge(&f.pair.a, 64 * i, i + 1);
	f.wr.sg_list = sge;
	f.wr.num_sge = 4;
	f.wr.wr.rdma.rkey ^= 0x4000;
	wc = fails(&f, IBV_WC_REM_ACCESS_ERR);
	flush_more(&f, sq->entries - sq->spare - 1);
	explain(f.pair.a.scq, &wc);
	says("still in the send queue", "length=0x1 ", "length=0x2 ", "length=0x3 ", "length=0x4 ",
	     NULL);
	flush_more(&f, 1);
	explain(f.pair.a.scq, &wc);
	says("WQE: overwritten", NULL);
	pair_close(&f.pair);
}

void entry_used_again(void **state)
{
	struct fault f;
	struct ibv_wc wc;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){.cqe = 7});
	f.wr.wr.rdma.rkey ^= 0x4000;
	wc = fails(&f, IBV_WC_REM_ACCESS_ERR);
	for (uint64_t n = 0; n < 20; n++) {
		post(&f.pair.a, &f.pair.b, IBV_WR_RDMA_WRITE, n, 0, 8);
		expect(f.pair.a.scq, n, IBV_WC_WR_FLUSH_ERR);
	}
	explain(f.pair.a.scq, &wc);
	says("request with wr_id 0xabc", "no region or window has this key",
	     "CQE: overwritten by later completions", "WQE: its position is not known", NULL);
	says_not("syndrome 0x");
	pair_close(&f.pair);
}

void queue_pair_is_gone(void **state)
{
	struct fault f;
	struct ibv_wc wc;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	f.wr.wr.rdma.rkey ^= 0x4000;
	wc = fails(&f, IBV_WC_REM_ACCESS_ERR);
	assert_int_equal(ibv_destroy_qp(f.pair.a.qp), 0);
	f.pair.a.qp = NULL;
	explain(f.pair.a.scq, &wc);
	says("not in this context (destroyed", "syndrome=REMOTE_ACCESS",
	     "its position is not known", "likeliest first", NULL);
	pair_close(&f.pair);
}

void adapter_without_printers(void **state)
{
	struct inverbs_context *ctx;
	const struct inverbs_provider *real;
	struct inverbs_provider mute;
	struct fault f;
	struct ibv_wc wc;

	(void)state;
	prepare(&f, IBV_WR_RDMA_WRITE, &(struct plan){0});
	f.wr.wr.rdma.rkey ^= 0x4000;
	wc = fails(&f, IBV_WC_REM_ACCESS_ERR);
	ctx = inverbs_context_of(f.pair.a.ctx);
	real = ctx->provider;
	mute = *real;
	mute.dump = NULL;
	ctx->provider = &mute;
	explain(f.pair.a.scq, &wc);
	ctx->provider = real;
	says("request with wr_id 0xabc", "no region or window has this key",
	     "now in state IBV_QPS_ERR", "no printer for this adapter", "its position is not known",
	     NULL);
	pair_close(&f.pair);
}
