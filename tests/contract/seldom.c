/* SPDX-License-Identifier: BSD-2-Clause */
/* Rarely used calls: readers of extended completions, and the functions behind macros. */
#include "kit.h"

#include <arpa/inet.h>
#include <rdma/rdma_verbs.h>

enum {
	FIELDS = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_IMM | IBV_WC_EX_WITH_QP_NUM |
		 IBV_WC_EX_WITH_SRC_QP | IBV_WC_EX_WITH_SLID | IBV_WC_EX_WITH_SL |
		 IBV_WC_EX_WITH_DLID_PATH_BITS,
	BYTES = 32,
};

/* Replace the receive completion queue of a side in RESET by an extended one. */
static struct ibv_cq_ex *extend(struct side *side)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = 64, .wc_flags = FIELDS};
	struct ibv_cq_ex *cq = ibv_create_cq_ex(side->ctx, &attr);
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .cap = side->cap};

	assert_non_null(cq);
	assert_int_equal(ibv_destroy_qp(side->qp), 0);
	assert_int_equal(ibv_destroy_cq(side->rcq), 0);
	side->rcq = ibv_cq_ex_to_cq(cq);
	init.send_cq = side->scq;
	init.recv_cq = side->rcq;
	side->qp = ibv_create_qp(side->pd, &init);
	assert_non_null(side->qp);
	return cq;
}

static void start_poll(struct ibv_cq_ex *cq)
{
	struct ibv_poll_cq_attr attr = {0};
	int ret = ENOENT;

	for (int i = 0; i < KIT_SECONDS * 1000 && ret == ENOENT; i++) {
		ret = ibv_start_poll(cq, &attr);
		if (ret == ENOENT)
			kit_sleep(1);
	}
	assert_int_equal(ret, 0);
	assert_int_equal(cq->status, IBV_WC_SUCCESS);
}

static void open_extended(struct pair *pair, struct ibv_cq_ex **cq)
{
	const struct plan plan = {0};

	memset(pair, 0, sizeof(*pair));
	side_open(&pair->a, 0, &plan);
	side_open(&pair->b, 1, &plan);
	*cq = extend(&pair->b);
	pair_connect(pair, &plan);
}

static void V35_each_reader_returns_its_member(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_cq_ex *cq;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	open_extended(&pair, &cq);
	post_receive(&pair.b, 9, 0, BYTES);
	sge = side_sge(&pair.a, 0, BYTES);
	wr = side_wr(&sge, IBV_WR_SEND_WITH_IMM, 1, &pair.b, 0);
	wr.imm_data = htonl(0x12345678);
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	start_poll(cq);
	assert_int_equal(cq->wr_id, 9);
	assert_int_equal(ibv_wc_read_opcode(cq), IBV_WC_RECV);
	assert_int_equal(ibv_wc_read_byte_len(cq), BYTES);
	assert_true(ibv_wc_read_wc_flags(cq) & IBV_WC_WITH_IMM);
	assert_int_equal(ibv_wc_read_imm_data(cq), htonl(0x12345678));
	assert_int_equal(ibv_wc_read_qp_num(cq), pair.b.qp->qp_num);
	assert_int_equal(ibv_wc_read_src_qp(cq), pair.a.qp->qp_num);
	assert_int_equal(ibv_wc_read_slid(cq), pair.a.port.lid);
	assert_int_equal(ibv_wc_read_sl(cq), 0);
	assert_int_equal(ibv_wc_read_dlid_path_bits(cq), 0);
	ibv_end_poll(cq);
	pair_close(&pair);
}

static void post_bind(struct side *side, struct ibv_mw *mw, uint32_t rkey)
{
	struct ibv_send_wr wr = {
		.wr_id = 5, .opcode = IBV_WR_BIND_MW, .send_flags = IBV_SEND_SIGNALED};

	wr.bind_mw.mw = mw;
	wr.bind_mw.rkey = rkey;
	wr.bind_mw.bind_info.mr = side->mr;
	wr.bind_mw.bind_info.addr = (uintptr_t)side->buf;
	wr.bind_mw.bind_info.length = BYTES;
	wr.bind_mw.bind_info.mw_access_flags = IBV_ACCESS_REMOTE_READ;
	assert_int_equal(post_wr(side, &wr), 0);
	expect(side->scq, 5, IBV_WC_SUCCESS);
	mw->rkey = rkey;
}

static void V35_an_invalidated_rkey_is_reported(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_cq_ex *cq;
	struct ibv_sge sge;
	struct ibv_mr *mr;
	struct ibv_mw *mw;
	struct pair pair;

	(void)state;
	open_extended(&pair, &cq);
	mr = ibv_reg_mr(pair.b.pd, pair.b.buf, BYTES, ALL_ACCESS | IBV_ACCESS_MW_BIND);
	mw = ibv_alloc_mw(pair.b.pd, IBV_MW_TYPE_2);
	assert_non_null(mr);
	assert_non_null(mw);
	assert_int_equal(ibv_dereg_mr(pair.b.mr), 0);
	pair.b.mr = mr;
	post_bind(&pair.b, mw, ibv_inc_rkey(mw->rkey));
	post_receive(&pair.b, 9, 0, BYTES);
	sge = side_sge(&pair.a, 0, BYTES);
	wr = side_wr(&sge, IBV_WR_SEND_WITH_INV, 1, &pair.b, 0);
	wr.invalidate_rkey = mw->rkey;
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	start_poll(cq);
	assert_true(ibv_wc_read_wc_flags(cq) & IBV_WC_WITH_INV);
	assert_int_equal(ibv_wc_read_invalidated_rkey(cq), mw->rkey);
	ibv_end_poll(cq);
	assert_int_equal(ibv_dealloc_mw(mw), 0);
	pair_close(&pair);
}

/* Functions that macros call, in this library or in those that existing programs were built with.
 */
static void V4_functions_behind_macros(void **state)
{
	struct ibv_gid_entry one = {0}, table[8];
	struct ibv_port_attr port = {0};
	struct side side;
	struct ibv_mr *mr;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	assert_int_equal(___ibv_query_port(side.ctx, 1, &port), 0);
	assert_int_equal(port.state, IBV_PORT_ACTIVE);
	assert_int_equal(_ibv_query_gid_ex(side.ctx, 1, 0, &one, 0, sizeof(one)), 0);
	assert_true(_ibv_query_gid_table(side.ctx, table, COUNT(table), 0, sizeof(table[0])) > 0);
	assert_memory_equal(&table[0].gid, &one.gid, sizeof(one.gid));
	mr = __ibv_reg_mr(side.pd, side.buf, BYTES, IBV_ACCESS_LOCAL_WRITE, 1);
	assert_non_null(mr);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	mr = __ibv_reg_mr_iova(side.pd, side.buf, BYTES, (uintptr_t)side.buf + 4096, 1, 1);
	assert_non_null(mr);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_null(verbs_get_ctx(side.ctx));
	side_close(&side);
}

static void V44_arithmetic(void **state)
{
	(void)state;
	/* the port that the kernel's Soft-RoCE computes */
	assert_int_equal(ibv_flow_label_to_udp_sport(0x17713), 0xf716);
	assert_true(ibv_is_qpt_supported(1U << IBV_QPT_UD, IBV_QPT_UD));
	assert_false(ibv_is_qpt_supported(1U << IBV_QPT_UD, IBV_QPT_RC));
	errno = 0;
	assert_int_equal(rdma_seterrno(0), 0);
	assert_int_equal(errno, 0);
	assert_int_equal(rdma_seterrno(EAGAIN), -1);
	assert_int_equal(errno, EAGAIN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V35_each_reader_returns_its_member),
		TEST(V35_an_invalidated_rkey_is_reported),
		TEST(V4_functions_behind_macros),
		TEST(V44_arithmetic),
	};

	return RUN_TESTS(tests);
}
