/* SPDX-License-Identifier: BSD-2-Clause */
/* Queues in use: states, cleaning behind a queue pair, resizing, numbers and what they lead to. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mlx4/kernel.h"
#include "providers/gen/mlx4_ops.h"

static const struct inverbs_provider *const mlx4 = &inverbs_provider_mlx4;

struct fixture {
	struct kernel kernel;
	struct inverbs_context ctx;
	struct inverbs_pd pd;
	struct inverbs_cq cq;
	struct inverbs_srq srq;
	struct inverbs_qp qp[2];
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	kernel_init(&f->kernel);
	assert_int_equal(kernel_open(&f->kernel, 4, &f->ctx), 0);
	f->pd.ibv.context = &f->ctx.ibv;
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	mlx4->context_fini(&f->ctx);
	close(f->ctx.ibv.async_fd);
	free(f);
	return 0;
}

/* As the device does: all entries from the consumer index on are its own. */
static void start_at(struct fixture *f, uint32_t head)
{
	f->cq.head = head;
	for (uint32_t i = head; i != head + f->cq.entries; i++)
		mlx4_cqe_take_place(mlx4_cq_entry(&f->cq, i), i + f->cq.entries, f->cq.entries);
	mlx4_cq_seek(&f->cq);
}

static void make_cq(struct fixture *f, uint32_t cqe)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = cqe};

	f->cq.ibv.context = &f->ctx.ibv;
	assert_int_equal(mlx4->create_cq(&f->ctx, &attr, false, &f->cq), 0);
	start_at(f, 0);
}

static void make_srq(struct fixture *f, bool xrc)
{
	static struct inverbs_xrcd xrcd;
	struct ibv_srq_init_attr_ex attr = {
		.attr = {.max_wr = 7, .max_sge = 1},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE,
		.srq_type = xrc ? IBV_SRQT_XRC : IBV_SRQT_BASIC,
		.pd = &f->pd.ibv,
		.xrcd = &xrcd.ibv,
		.cq = &f->cq.ibv,
	};

	f->srq.ibv.context = &f->ctx.ibv;
	assert_int_equal(mlx4->create_srq(&f->ctx, &attr, &f->srq), 0);
	f->srq.head = 5; /* slots 0 to 4 are posted */
}

static struct inverbs_qp *make_qp(struct fixture *f, int which, int type, struct ibv_srq *srq)
{
	static struct inverbs_xrcd xrcd;
	struct inverbs_qp *qp = &f->qp[which];
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = (enum ibv_qp_type)type,
		.cap = {.max_send_wr = 8, .max_recv_wr = 8, .max_send_sge = 6, .max_recv_sge = 1},
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = &f->pd.ibv,
		.xrcd = &xrcd.ibv,
		.send_cq = &f->cq.ibv,
		.recv_cq = &f->cq.ibv,
		.srq = srq,
	};

	f->kernel.qpn = 0x0a41c5 + (uint32_t)which;
	qp->ibv.context = &f->ctx.ibv;
	assert_int_equal(mlx4->create_qp(&f->ctx, &attr, qp), 0);
	qp->ibv.qp_type = attr.qp_type;
	qp->ibv.send_cq = &f->cq.ibv;
	qp->ibv.recv_cq = &f->cq.ibv;
	return qp;
}

static void destroy_qp(struct inverbs_qp *qp)
{
	uint32_t events;

	assert_int_equal(mlx4->destroy_qp(qp, &events), 0);
}

static void destroy_cq(struct fixture *f)
{
	uint32_t comp, async;

	assert_int_equal(mlx4->destroy_cq(&f->cq, &comp, &async), 0);
}

static void destroy_srq(struct fixture *f)
{
	uint32_t events;

	assert_int_equal(mlx4->destroy_srq(&f->srq, &events), 0);
}

/* A completion in the ring, owned by software. `mark` says later which one it was. */
static void complete(struct fixture *f, uint32_t index, uint32_t qpn, bool is_send,
		     uint16_t wqe_index, uint32_t mark)
{
	struct mlx4_cqe cqe = {
		.qpn = qpn,
		.is_send = is_send,
		.opcode = is_send ? MLX4_OP_SEND : MLX4_RECV_OP_SEND,
		.wqe_index = wqe_index,
		.byte_count = mark,
		.owner = (index & f->cq.entries) != 0,
	};

	mlx4_cqe_put(mlx4_cq_entry(&f->cq, index), &cqe);
}

static uint32_t mark_at(const struct fixture *f, uint32_t index)
{
	assert_true(mlx4_cq_entry_ready(&f->cq, index));
	return mlx4_cqe_get(mlx4_cq_entry(&f->cq, index)).byte_count;
}

static void modify(struct inverbs_qp *qp, enum ibv_qp_state to)
{
	struct ibv_qp_attr attr = {.qp_state = to, .port_num = 1};
	int mask = IBV_QP_STATE | (to == IBV_QPS_INIT ? IBV_QP_PORT : 0);

	assert_int_equal(mlx4->modify_qp(qp, &attr, mask), 0);
	qp->ibv.state = to;
}

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
	assert_int_equal(events, 7); /* nobody says another number */
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

/* Post an RDMA_WRITE of that many SGEs, and retire it. */
static void post(struct inverbs_qp *qp, int num_sge, uint64_t addr)
{
	struct ibv_sge sges[6] = {{addr, 8, 1}, {addr, 8, 1}, {addr, 8, 1},
				  {addr, 8, 1}, {addr, 8, 1}, {addr, 8, 1}};
	struct ibv_send_wr wr = {.sg_list = sges, .num_sge = num_sge, .opcode = IBV_WR_RDMA_WRITE};
	struct ibv_send_wr *bad;

	assert_int_equal(mlx4_post_send(&qp->ibv, &wr, &bad), 0);
	qp->sq.tail = inverbs_sq_head(&qp->sq);
}

/* The last WQE is what was posted, and the slots behind it look unposted. */
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
	for (uint32_t unit = 0; unit < qp->sq.entries; unit++) { /* of the long one, for it moves */
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
	*qp->rq.record = 5;
	modify(qp, IBV_QPS_RESET);
	assert_int_equal(qp->sq.head | qp->sq.tail | qp->rq.head | qp->rq.tail | *qp->rq.record, 0);
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

/* Whatever the kernel grants, a receive has as many SGEs as its slot. */
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

/* ---- cleaning ---- */

static void cleaning_keeps_the_others_in_order(void **state)
{
	struct fixture *f = *state;
	struct inverbs_qp *gone, *stays;

	make_cq(f, 7);
	gone = make_qp(f, 0, IBV_QPT_RC, NULL);
	stays = make_qp(f, 1, IBV_QPT_RC, NULL);
	start_at(f, 5); /* the entries go over the end of the ring */
	for (uint32_t i = 0; i < 6; i++)
		complete(f, 5 + i, i % 2 ? stays->ibv.qp_num : gone->ibv.qp_num, true, 0, i);
	destroy_qp(gone);
	assert_int_equal(f->cq.head, 8);
	assert_int_equal(mark_at(f, 8), 1);
	assert_int_equal(mark_at(f, 9), 3);
	assert_int_equal(mark_at(f, 10), 5);
	assert_false(mlx4_cq_entry_ready(&f->cq, 11));
	assert_int_equal(INVERBS_BE32(f->cq.record[0]), 8);
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
	assert_int_equal(f->srq.tail, 2); /* newest first: 0, then 2 */
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

static void resizing_to_the_same_size_asks_nobody(void **state)
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

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
		TEST(cleaning_keeps_the_others_in_order),
		TEST(a_full_ring_is_cleaned_to_the_last_entry),
		TEST(dropped_receives_go_back_to_their_queue_once),
		TEST(a_queue_handed_out_is_never_cleaned),
		TEST(an_xrc_queue_takes_its_completions_along),
		TEST(resizing_carries_entries_over),
		TEST(resizing_to_the_same_size_asks_nobody),
		TEST(what_is_outstanding_has_to_fit),
		TEST(a_refused_resize_keeps_the_old_ring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
