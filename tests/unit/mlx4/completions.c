/* SPDX-License-Identifier: BSD-2-Clause */
/* Rings of completions: removing those of a destroyed queue pair, and resizing. */
#include "queues_kit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- cleaning ---- */

static void cleaning_keeps_the_others_in_order(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *gone, *stays;

	make_cq(f, 7);
	gone = make_qp(f, 0, IBV_QPT_RC, NULL);
	stays = make_qp(f, 1, IBV_QPT_RC, NULL);
	start_at(f, 5); /* the CQEs wrap around the end of the ring */
	for (uint32_t i = 0; i < 6; i++)
		complete(f, 5 + i, i % 2 ? stays->ibv.qp_num : gone->ibv.qp_num, true, 0, i);
	destroy_qp(gone);
	assert_int_equal(f->cq.head, 8);
	assert_int_equal(mark_at(f, 8), 1);
	assert_int_equal(mark_at(f, 9), 3);
	assert_int_equal(mark_at(f, 10), 5);
	assert_false(mlx4_cq_entry_ready(&f->cq, 11));
	assert_int_equal(INVERBS_BE32(f->cq.doorbell_record[0]), 8);
	destroy_qp(stays);
	assert_int_equal(f->cq.head, 11);
	destroy_cq(f);
}

static void a_full_ring_is_cleaned_to_the_last_entry(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;

	make_cq(f, 7);
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	for (uint32_t i = 0; i < f->cq.entries; i++)
		complete(f, i, qp->ibv.qp_num, true, 0, i);
	destroy_qp(qp);
	assert_int_equal(f->cq.head, f->cq.entries);
	destroy_cq(f);
}

static void dropped_receives_go_back_to_their_queue_once(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;

	make_cq(f, 7);
	make_srq(f, false);
	qp = make_qp(f, 0, IBV_QPT_RC, &f->srq.ibv);
	complete(f, 0, qp->ibv.qp_num, false, 2, 0);
	complete(f, 1, qp->ibv.qp_num, true, 4, 0);
	complete(f, 2, qp->ibv.qp_num, false, 0, 0);
	destroy_qp(qp);
	assert_int_equal(f->srq.tail, 2); /* freed from the newest CQE on: WQE 0, then 2 */
	assert_int_equal(mlx4_srq_next_get(inverbs_slot(f->srq.buf, 7, 8, f->srq.shift)).next, 0);
	assert_int_equal(mlx4_srq_next_get(inverbs_slot(f->srq.buf, 0, 8, f->srq.shift)).next, 2);
	destroy_srq(f);
	destroy_cq(f);
}

static void a_queue_handed_out_is_never_cleaned(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;

	make_cq(f, 7);
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	f->cq.external = true;
	complete(f, 0, qp->ibv.qp_num, true, 0, 1);
	destroy_qp(qp);
	assert_int_equal(f->cq.head, 0);
	assert_int_equal(mark_at(f, 0), 1);
	destroy_cq(f);
}

static void an_xrc_queue_takes_its_completions_along(void **state)
{
	struct fixture *f = *state;
	struct mlx4_cqe cqe = {
		.qpn = MLX4_XRC_QPN_BIT | 5, .opcode = MLX4_RECV_OP_SEND, .wqe_index = 1};

	make_cq(f, 7);
	make_srq(f, true);
	assert_ptr_equal(inverbs_lookup(&f->ctx.xrc_srqs, f->srq.srqn), &f->srq);
	complete(f, 0, 0x0a41c6, true, 0, 1);
	cqe.srqn = f->srq.srqn;
	mlx4_cqe_put(mlx4_cq_entry(&f->cq, 1), &cqe);
	destroy_srq(f);
	assert_null(inverbs_lookup(&f->ctx.xrc_srqs, 0x41));
	assert_int_equal(f->cq.head, 1);
	assert_int_equal(mark_at(f, 1), 1);
	destroy_cq(f);
}

/* ---- resize ---- */

static void resizing_carries_entries_over(void **state)
{
	struct fixture *f = *state;
	struct kernel_resize device = {.cq = &f->cq};

	make_cq(f, 7);
	start_at(f, 13);
	for (uint32_t i = 0; i < 4; i++)
		complete(f, 13 + i, 0x0a41c5, true, 0, i);
	device.marker_index = 17;
	f->kernel.resize = &device;
	assert_int_equal(mlx4->resize_cq(&f->cq, 31), 0);
	assert_int_equal(f->cq.entries, 32);
	assert_int_equal(f->cq.buf_bytes, 32U << f->cq.shift);
	assert_int_equal(f->cq.ibv.cqe, 31);
	assert_int_equal(f->cq.head, 14);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(mark_at(f, 14 + i), i);
	assert_false(mlx4_cq_entry_ready(&f->cq, 18));
	destroy_cq(f);
}

static void resizing_to_the_same_size_issues_no_command(void **state)
{
	struct fixture *f = *state;

	make_cq(f, 7);
	assert_int_equal(mlx4->resize_cq(&f->cq, 5), 0);
	assert_null(kernel_last(&f->kernel, UVERBS_CMD_RESIZE_CQ, false));
	destroy_cq(f);
}

static void what_is_outstanding_has_to_fit(void **state)
{
	struct fixture *f = *state;

	make_cq(f, 15);
	for (uint32_t i = 0; i < 8; i++)
		complete(f, i, 0x0a41c5, true, 0, i);
	assert_int_equal(mlx4->resize_cq(&f->cq, 7), EINVAL);
	assert_int_equal(mlx4->resize_cq(&f->cq, -1), EINVAL);
	assert_int_equal(mlx4->resize_cq(&f->cq, MLX4_MAX_CQE_REQUEST + 1), EINVAL);
	assert_int_equal(f->cq.entries, 16);
	destroy_cq(f);
}

static void a_refused_resize_keeps_the_old_ring(void **state)
{
	struct fixture *f = *state;
	uint8_t *buf;

	make_cq(f, 7);
	buf = f->cq.buf;
	complete(f, 0, 0x0a41c5, true, 0, 9);
	f->kernel.refuse = UVERBS_CMD_RESIZE_CQ;
	assert_int_equal(mlx4->resize_cq(&f->cq, 31), EBUSY);
	assert_ptr_equal(f->cq.buf, buf);
	assert_int_equal(f->cq.lock.held, 0);
	assert_int_equal(mark_at(f, 0), 9);
	destroy_cq(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(cleaning_keeps_the_others_in_order),
		TEST(a_full_ring_is_cleaned_to_the_last_entry),
		TEST(dropped_receives_go_back_to_their_queue_once),
		TEST(a_queue_handed_out_is_never_cleaned),
		TEST(an_xrc_queue_takes_its_completions_along),
		TEST(resizing_carries_entries_over),
		TEST(resizing_to_the_same_size_issues_no_command),
		TEST(what_is_outstanding_has_to_fit),
		TEST(a_refused_resize_keeps_the_old_ring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
