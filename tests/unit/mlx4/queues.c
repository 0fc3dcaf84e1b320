/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs: their numbers, effects of state changes on their rings, and locks. */
#include "queues_kit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

static void a_queue_pair_is_found_by_its_number_until_destroyed(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;

	make_cq(f, 15);
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	assert_ptr_equal(inverbs_lookup(&f->ctx.qps, 0x0a41c5), qp);
	assert_null(inverbs_lookup(&f->ctx.qps, 0x0a41c6));
	destroy_qp(qp);
	assert_null(inverbs_lookup(&f->ctx.qps, 0x0a41c5));
	destroy_cq(f);
}

static void a_queue_pair_without_rings_is_not_entered(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;

	make_cq(f, 15);
	qp = make_qp(f, 0, IBV_QPT_XRC_RECV, NULL);
	assert_null(qp->buf);
	assert_null(inverbs_lookup(&f->ctx.qps, 0x0a41c5));
	modify(qp, IBV_QPS_INIT);
	modify(qp, IBV_QPS_RESET);
	destroy_qp(qp);
	destroy_cq(f);
}

static void a_refused_destroy_leaves_everything_in_place(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;
	uint32_t events;

	make_cq(f, 15);
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	complete(f, 0, qp->ibv.qp_num, true, 0, 1);
	f->kernel.refuse = UVERBS_CMD_DESTROY_QP;
	assert_int_equal(mlx4->destroy_qp(qp, &events), EBUSY);
	assert_ptr_equal(inverbs_lookup(&f->ctx.qps, 0x0a41c5), qp);
	assert_int_equal(mark_at(f, 0), 1);
	f->kernel.refuse = 0;
	destroy_qp(qp);
	destroy_cq(f);
}

static void a_lost_device_takes_its_objects_with_it(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;
	uint32_t events = 7;

	make_cq(f, 15);
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	f->kernel.refuse = UVERBS_CMD_DESTROY_QP;
	f->kernel.refusal = EIO;
	assert_int_equal(mlx4->destroy_qp(qp, &events), 0);
	assert_int_equal(events, 7); /* unchanged: the kernel returned no count */
	assert_null(inverbs_lookup(&f->ctx.qps, 0x0a41c5));
	f->kernel.refuse = 0;
	destroy_cq(f);
}

/* ---- states ---- */

static void init_makes_every_slot_look_unposted(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;

	make_cq(f, 15);
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	modify(qp, IBV_QPS_INIT);
	for (uint32_t i = 0; i < qp->sq.entries; i++) {
		const uint8_t *slot = inverbs_slot(qp->sq.buf, i, qp->sq.entries, qp->sq.shift);

		assert_int_equal(mlx4_ctrl_get(slot).owner, 1);
		for (uint32_t at = MLX4_WQE_CHUNK; at < 1U << qp->sq.shift; at += MLX4_WQE_CHUNK)
			assert_int_equal(inverbs_get32(slot + at), 0xffffffff);
	}
	destroy_qp(qp);
	destroy_cq(f);
}

/* Post an RDMA write of that many SGEs, and retire it. */
static void post(struct inverbs_qp *qp, int num_sge, uint64_t addr)
{
	struct ibv_sge sges[6] = {{addr, 8, 1}, {addr, 8, 1}, {addr, 8, 1},
				  {addr, 8, 1}, {addr, 8, 1}, {addr, 8, 1}};
	struct ibv_send_wr wr = {.sg_list = sges, .num_sge = num_sge, .opcode = IBV_WR_RDMA_WRITE};
	struct ibv_send_wr *bad;

	assert_int_equal(mlx4_post_send(&qp->ibv, &wr, &bad), 0);
	qp->sq.tail = inverbs_sq_head(&qp->sq);
}

/* Check that the last WQE is the one posted, and that the units behind it look unposted. */
static void check_ring(const struct inverbs_sq *sq, uint64_t addr)
{
	const uint32_t next = inverbs_sq_head(sq), last = next - 1;
	const uint8_t *slot = inverbs_slot(sq->buf, last, sq->entries, sq->shift);

	assert_int_equal(mlx4_ctrl_get(slot).owner, last & sq->entries ? 1 : 0);
	assert_int_equal(mlx4_data_get(slot + MLX4_CTRL_SIZE + MLX4_REMOTE_SIZE).addr, addr);
	for (uint32_t i = next; i != next + sq->spare; i++) {
		slot = inverbs_slot(sq->buf, i, sq->entries, sq->shift);
		for (uint32_t at = MLX4_WQE_CHUNK; at < 1U << sq->shift; at += MLX4_WQE_CHUNK)
			assert_int_equal(inverbs_get32(slot + at), 0xffffffff);
	}
}

static void a_lap_after_a_long_wqe_posts_are_hot_again(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;
	uint64_t addr = 0;

	make_cq(f, 15);
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	modify(qp, IBV_QPS_INIT);
	modify(qp, IBV_QPS_RTR);
	modify(qp, IBV_QPS_RTS);
	assert_true(1U << qp->sq.shift > MLX4_WQE_CHUNK);
	for (uint32_t unit = 0; unit < qp->sq.entries; unit++) { /* where the long WQE begins */
		post(qp, 6, ++addr);
		assert_int_equal(qp->sq.room, 0);
		for (uint32_t i = 0; i < 2 * qp->sq.entries; i++) {
			post(qp, 1, ++addr);
			check_ring(&qp->sq, addr);
		}
		assert_true(qp->sq.one_chunk);
	}
	destroy_qp(qp);
	destroy_cq(f);
}

static void reset_forgets_what_was_outstanding(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;

	make_cq(f, 15);
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	modify(qp, IBV_QPS_INIT);
	qp->sq.head = 9;
	qp->sq.tail = 7;
	qp->rq.head = 5;
	qp->rq.tail = 3;
	*qp->rq.doorbell_record = 5;
	modify(qp, IBV_QPS_RESET);
	assert_int_equal(
		qp->sq.head | qp->sq.tail | qp->rq.head | qp->rq.tail | *qp->rq.doorbell_record, 0);
	destroy_qp(qp);
	destroy_cq(f);
}

static void the_port_decides_link_layer_and_checksums(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;

	f->kernel.link_layer = IBV_LINK_LAYER_ETHERNET;
	make_cq(f, 15);
	qp = make_qp(f, 0, IBV_QPT_UD, NULL);
	inverbs_facts_of(&f->ctx)->device_cap_flags = IBV_DEVICE_UD_IP_CSUM;
	modify(qp, IBV_QPS_INIT);
	assert_int_equal(qp->sq.flags,
			 INVERBS_SQ_ETHERNET); /* checksums of UD are for InfiniBand ports */
	destroy_qp(qp);
	destroy_cq(f);
}

static void checksum_permission_stays_over_reset(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;

	make_cq(f, 15);
	qp = make_qp(f, 0, IBV_QPT_UD, NULL);
	inverbs_facts_of(&f->ctx)->device_cap_flags = IBV_DEVICE_UD_IP_CSUM;
	modify(qp, IBV_QPS_INIT);
	assert_int_equal(qp->sq.flags, INVERBS_SQ_CSUM | INVERBS_RX_CSUM);
	modify(qp, IBV_QPS_RESET);
	assert_int_equal(qp->sq.flags, INVERBS_SQ_CSUM | INVERBS_RX_CSUM);
	destroy_qp(qp);
	destroy_cq(f);
}

static void a_port_that_is_not_there_changes_nothing(void **state)
{
	struct fixture *f = *state;
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = 3};
	struct inverbs_qp *qp;

	make_cq(f, 15);
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	assert_int_equal(mlx4->modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PORT), EINVAL);
	assert_null(kernel_last(&f->kernel, UVERBS_CMD_MODIFY_QP, false));
	destroy_qp(qp);
	destroy_cq(f);
}

/* Whatever the kernel grants, a receive has no more SGEs than fit into its ring unit. */
static void a_receive_ends_with_its_slot(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *qp;

	make_cq(f, 15);
	f->kernel.recv_sge = 30;
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	assert_int_equal(qp->rq.max_sge << 4, 1 << qp->rq.shift);
	destroy_qp(qp);
	f->kernel.recv_sge = 1;
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	assert_int_equal(qp->rq.max_sge, 1);
	destroy_qp(qp);
	destroy_cq(f);
}

static void a_cq_of_one_thread_takes_no_lock(void **state)
{
	struct fixture *f = *state;
	struct ibv_cq_init_attr_ex attr = {
		.cqe = 15,
		.comp_mask = IBV_CQ_INIT_ATTR_MASK_FLAGS,
		.flags = IBV_CREATE_CQ_ATTR_SINGLE_THREADED,
	};

	f->cq.ibv.context = &f->ctx.ibv;
	assert_int_equal(mlx4->create_cq(&f->ctx, &attr, true, &f->cq), 0);
	assert_int_equal(f->cq.lock.off, 1);
	destroy_cq(f);
	make_cq(f, 15);
	assert_int_equal(f->cq.lock.off, 0);
	destroy_cq(f);
}

static void queues_of_a_thread_domain_take_no_lock(void **state)
{
	struct fixture *f = *state;
	struct inverbs_td td = {.users = 0};
	struct inverbs_qp *qp;

	make_cq(f, 15);
	f->pd.td = &td.ibv;
	qp = make_qp(f, 0, IBV_QPT_RC, NULL);
	assert_int_equal(qp->sq.lock.off, 1);
	assert_int_equal(qp->rq.lock.off, 1);
	make_srq(f, false);
	assert_int_equal(f->srq.lock.off, 1);
	destroy_srq(f);
	f->pd.td = NULL;
	make_srq(f, false);
	assert_int_equal(f->srq.lock.off, 0);
	destroy_srq(f);
	destroy_qp(qp);
	destroy_cq(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_queue_pair_is_found_by_its_number_until_destroyed),
		TEST(a_queue_pair_without_rings_is_not_entered),
		TEST(a_refused_destroy_leaves_everything_in_place),
		TEST(a_lost_device_takes_its_objects_with_it),
		TEST(init_makes_every_slot_look_unposted),
		TEST(a_lap_after_a_long_wqe_posts_are_hot_again),
		TEST(reset_forgets_what_was_outstanding),
		TEST(the_port_decides_link_layer_and_checksums),
		TEST(checksum_permission_stays_over_reset),
		TEST(a_port_that_is_not_there_changes_nothing),
		TEST(a_receive_ends_with_its_slot),
		TEST(a_cq_of_one_thread_takes_no_lock),
		TEST(queues_of_a_thread_domain_take_no_lock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
