/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ATOMIC_WRITE on emulated Soft-RoCE, as in Linux 6.2 and later. ibv_wr_atomic_write() posts it;
 * WQEs that this call cannot build are written here directly.
 */
#include "../contract/kit.h"

#include <inverbs/adapters/rxe.h>

enum {
	TAIL_AT = 144,
	BYTES_AT = 208,
};

static const uint64_t word = 0x1122334455667788;

/* Post one WQE with a payload of `bytes` bytes. The doorbell is a command. */
static void post_word(struct side *side, const struct ibv_mr *mr, uint64_t addr, uint32_t bytes)
{
	const struct rxe_send_head head = {
		.wr_id = 7, .opcode = RXE_OP_ATOMIC_WRITE, .signaled = 1};
	const struct rxe_remote remote = {.addr = addr, .rkey = mr->rkey};
	const struct rxe_send_tail tail = {.iova = addr, .length = bytes, .resid = bytes};
	struct inverbs_sq *sq = &inverbs_qp_of(side->qp)->sq;
	const uint32_t index = rxe_producer(sq->buf) & (sq->entries - 1);
	uint8_t *slot = inverbs_slot(sq->buf, index, sq->entries, sq->shift);

	memset(slot, 0, BYTES_AT);
	rxe_send_head_put(slot, &head);
	rxe_remote_put(slot + RXE_SEND_HEAD_SIZE, &remote);
	rxe_send_tail_put(slot + TAIL_AT, &tail);
	memcpy(slot + BYTES_AT, &word, sizeof(word));
	rxe_set_producer(sq->buf, rxe_next(index, sq->entries));
	assert_int_equal(inverbs_command_doorbell(side->qp), 0);
}

/* Write `bytes` bytes at an offset in the peer's memory, and expect this status of the send. */
static void write_word(const struct plan *plan, size_t offset, uint32_t bytes,
		       enum ibv_wc_status status)
{
	struct pair pair;
	struct ibv_wc wc;
	uint64_t found = 0;

	pair_open(&pair, plan);
	memset(pair.b.buf, 0, pair.b.bytes);
	post_word(&pair.a, pair.b.mr, (uintptr_t)pair.b.buf + offset, bytes);
	wc = expect(pair.a.scq, 7, status);
	if (offset + sizeof(found) <= pair.b.bytes)
		memcpy(&found, pair.b.buf + offset, sizeof(found));
	assert_int_equal(found, status == IBV_WC_SUCCESS ? word : 0);
	if (status == IBV_WC_SUCCESS) {
		assert_int_equal(wc.opcode, IBV_WC_ATOMIC_WRITE);
		assert_int_equal(wc.byte_len, sizeof(word));
	}
	pair_close(&pair);
}

static void eight_bytes_arrive(void **state)
{
	(void)state;
	write_word(&(struct plan){0}, 64, 8, IBV_WC_SUCCESS);
}

/*
 * ibv_wr_atomic_write() after an RDMA write of the same batch. Other types of queue pairs do not
 * have the call.
 */
static void a_call_builds_it(void **state)
{
	const struct plan plan = {.send_ops = IBV_QP_EX_WITH_ATOMIC_WRITE |
					      IBV_QP_EX_WITH_RDMA_WRITE};
	struct ibv_qp_ex *qp;
	struct pair pair;
	uint64_t found[2];

	(void)state;
	pair_open(&pair, &plan);
	memset(pair.b.buf, 0, pair.b.bytes);
	memcpy(pair.a.buf, &word, sizeof(word));
	qp = ibv_qp_to_qp_ex(pair.a.qp);
	assert_non_null(qp);
	ibv_wr_start(qp);
	qp->wr_id = 6;
	qp->wr_flags = 0;
	ibv_wr_rdma_write(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf);
	ibv_wr_set_sge(qp, pair.a.mr->lkey, (uintptr_t)pair.a.buf, sizeof(word));
	qp->wr_id = 7;
	qp->wr_flags = IBV_SEND_SIGNALED;
	ibv_wr_atomic_write(qp, pair.b.mr->rkey, (uintptr_t)pair.b.buf + sizeof(word), &word);
	assert_int_equal(ibv_wr_complete(qp), 0);
	assert_int_equal(expect(pair.a.scq, 7, IBV_WC_SUCCESS).opcode, IBV_WC_ATOMIC_WRITE);
	memcpy(found, pair.b.buf, sizeof(found));
	assert_int_equal(found[0], word);
	assert_int_equal(found[1], word);
	pair_close(&pair);
}

static void eight_bytes_and_no_others(void **state)
{
	(void)state;
	write_word(&(struct plan){0}, 64, 4, IBV_WC_LOC_LEN_ERR);
	write_word(&(struct plan){0}, 64, 16, IBV_WC_LOC_LEN_ERR);
}

static void the_place_is_aligned(void **state)
{
	(void)state;
	write_word(&(struct plan){0}, 68, 8, IBV_WC_REM_INV_REQ_ERR);
}

static void the_place_may_be_written(void **state)
{
	(void)state;
	write_word(&(struct plan){.no_remote = true}, 64, 8, IBV_WC_REM_ACCESS_ERR);
	write_word(&(struct plan){0}, 16384, 8, IBV_WC_REM_ACCESS_ERR);
}

static void only_reliable_connections_carry_it(void **state)
{
	(void)state;
	write_word(&(struct plan){.type = IBV_QPT_UC}, 64, 8, IBV_WC_LOC_QP_OP_ERR);
}

/*
 * ibv_post_send() does not support the opcode: struct ibv_send_wr has no member for the eight
 * bytes.
 */
static void ibv_post_send_refuses_it(void **state)
{
	struct ibv_send_wr wr, *bad = NULL;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, 8);
	wr = side_wr(&sge, IBV_WR_ATOMIC_WRITE, 1, &pair.b, 0);
	assert_int_equal(ibv_post_send(pair.a.qp, &wr, &bad), EINVAL);
	assert_ptr_equal(bad, &wr);
	pair_close(&pair);
}

static void the_device_says_that_it_takes_it(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_device_attr_ex attr;

	(void)state;
	assert_int_equal(ibv_query_device_ex(ctx, NULL, &attr), 0);
	assert_true(attr.device_cap_flags_ex >> RXE_ATOMIC_WRITE_CAP & 1);
	assert_int_equal(ibv_close_device(ctx), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(eight_bytes_arrive),        TEST(a_call_builds_it),
		TEST(eight_bytes_and_no_others), TEST(the_place_is_aligned),
		TEST(the_place_may_be_written),  TEST(only_reliable_connections_carry_it),
		TEST(ibv_post_send_refuses_it),  TEST(the_device_says_that_it_takes_it),
	};

	return RUN_TESTS(tests);
}
