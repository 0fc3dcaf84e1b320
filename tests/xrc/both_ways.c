/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * X64 to X67, X72: OFED's IBV_QPT_XRC at both ends of a connection, as programs of OFED's time use
 * it. Each end has a domain, a shared receive queue and a single completion queue. The ends
 * exchange the numbers of their queue pairs and shared receive queues.
 */
#include "ends.h"

#include <arpa/inet.h>

enum {
	ROUNDS = 300,
	WINDOW = 32, /**< outstanding requests per end */
	MESSAGE = 64,
	SENT = 1000, /**< first wr_id of sends; those of receives begin at 0 */
	HALF = PLACE_BYTES / 2,
};

/* One end: a receiving side with a queue pair. */
struct end {
	struct place place;
	struct ibv_qp *qp;
};

static void end_open(struct end *end, int device)
{
	struct ibv_qp_init_attr init = {
		.qp_type = IBV_QPT_XRC,
		.cap = {.max_send_wr = WINDOW, .max_send_sge = 1, .max_recv_wr = WINDOW},
	};
	struct ibv_qp_attr attr = kit_attr(&(struct plan){0}, 0, 0);

	place_open(&end->place, device, -1);
	init.send_cq = init.recv_cq = end->place.cq;
	init.xrc_domain = end->place.domain;
	end->qp = ibv_create_qp(end->place.pd, &init);
	assert_non_null(end->qp);
	attr.qp_state = IBV_QPS_INIT;
	assert_int_equal(ibv_modify_qp(end->qp, &attr, INIT_MASK), 0);
}

static void end_close(struct end *end)
{
	if (end->qp)
		assert_int_equal(ibv_destroy_qp(end->qp), 0);
	place_close(&end->place);
}

static void end_connect(struct end *end, uint16_t lid, uint32_t qpn)
{
	struct ibv_qp_attr attr = kit_attr(&(struct plan){0}, lid, qpn);

	attr.qp_state = IBV_QPS_RTR;
	assert_int_equal(ibv_modify_qp(end->qp, &attr, RC_RTR_MASK), 0);
	attr.qp_state = IBV_QPS_RTS;
	attr.sq_psn = kit_psn(end->qp->qp_num);
	assert_int_equal(ibv_modify_qp(end->qp, &attr, RC_RTS_MASK), 0);
}

static void open_both(struct end *a, struct end *b)
{
	end_open(a, 0);
	end_open(b, 1);
	end_connect(a, b->place.port.lid, b->qp->qp_num);
	end_connect(b, a->place.port.lid, a->qp->qp_num);
}

/* Post a request with data in the first half of our memory. Remote operations access the second
 * half of the peer's. */
static void request(struct end *end, struct end *peer, enum ibv_wr_opcode opcode, uint64_t wr_id)
{
	struct ibv_sge sge = {(uintptr_t)end->place.buf, MESSAGE, end->place.mr->lkey};
	struct ibv_send_wr wr = {.wr_id = wr_id,
				 .sg_list = &sge,
				 .num_sge = 1,
				 .opcode = opcode,
				 .imm_data = htonl(77),
				 .send_flags = IBV_SEND_SIGNALED};
	const uint64_t at = (uintptr_t)peer->place.buf + HALF;
	struct ibv_send_wr *bad;

	wr.xrc_remote_srq_num = peer->place.srq->xrc_srq_num;
	wr.wr.rdma.remote_addr = at;
	wr.wr.rdma.rkey = peer->place.mr->rkey;
	if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		sge.length = 8;
		wr.wr.atomic.remote_addr = at;
		wr.wr.atomic.rkey = peer->place.mr->rkey;
		wr.wr.atomic.compare_add = 5;
	}
	assert_int_equal(ibv_post_send(end->qp, &wr, &bad), 0);
}

/* Wait for one completion at this end, and check it. True for a receive, false for a send. */
static bool one_done(struct end *end, uint32_t received)
{
	struct ibv_wc wc;

	take_completions(end->place.cq, &wc, 1);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(wc.qp_num, end->qp->qp_num);
	if (wc.wr_id >= SENT) {
		assert_int_equal(wc.opcode, IBV_WC_SEND);
		return false;
	}
	assert_int_equal(wc.opcode, IBV_WC_RECV);
	assert_int_equal(wc.byte_len, MESSAGE);
	assert_int_equal(wc.wr_id, received);
	return true;
}

static void await_message(struct end *end, uint32_t number)
{
	while (!one_done(end, number))
		;
}

static void x64_messages_travel_both_ways(void **state)
{
	struct end a, b;

	(void)state;
	open_both(&a, &b);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		place_post(&a.place, i, HALF, MESSAGE);
		place_post(&b.place, i, HALF, MESSAGE);
		fill(a.place.buf, MESSAGE, 2 * i);
		fill(b.place.buf, MESSAGE, 2 * i + 1);
		request(&a, &b, IBV_WR_SEND, SENT);
		await_message(&b, i);
		assert_true(filled(b.place.buf + HALF, MESSAGE, 2 * i));
		request(&b, &a, IBV_WR_SEND, SENT);
		await_message(&a, i);
		assert_true(filled(a.place.buf + HALF, MESSAGE, 2 * i + 1));
	}
	end_close(&a);
	end_close(&b);
}

static void x64_both_ends_send_at_once(void **state)
{
	struct end end[2];
	uint32_t received[2] = {0}, sent[2] = {0}, open[2] = {0};

	(void)state;
	open_both(&end[0], &end[1]);
	for (uint32_t i = 0; i < WINDOW; i++) {
		place_post(&end[0].place, i, HALF, MESSAGE);
		place_post(&end[1].place, i, HALF, MESSAGE);
	}
	while (received[0] < ROUNDS || received[1] < ROUNDS) {
		for (int e = 0; e < 2; e++) {
			while (open[e] < WINDOW && sent[e] < ROUNDS) {
				request(&end[e], &end[1 - e], IBV_WR_SEND, SENT + sent[e]++);
				open[e]++;
			}
			if (received[e] == ROUNDS && !open[e])
				continue;
			if (!one_done(&end[e], received[e] % WINDOW)) {
				open[e]--;
				continue;
			}
			place_post(&end[e].place, received[e]++ % WINDOW, HALF, MESSAGE);
		}
	}
	end_close(&end[0]);
	end_close(&end[1]);
}

/* The same connection carries RDMA operations, in both directions. */
static void x67_remote_memory_of_both_ends(void **state)
{
	static const struct {
		enum ibv_wr_opcode opcode;
		enum ibv_wc_opcode wc;
	} operations[] = {
		{IBV_WR_RDMA_WRITE, IBV_WC_RDMA_WRITE},
		{IBV_WR_RDMA_READ, IBV_WC_RDMA_READ},
		{IBV_WR_ATOMIC_FETCH_AND_ADD, IBV_WC_FETCH_ADD},
		{IBV_WR_RDMA_WRITE_WITH_IMM, IBV_WC_RDMA_WRITE},
	};
	struct end end[2];
	struct ibv_wc wc;

	(void)state;
	open_both(&end[0], &end[1]);
	for (size_t i = 0; i < 2 * COUNT(operations); i++) {
		struct end *from = &end[i % 2], *to = &end[1 - i % 2];
		const enum ibv_wr_opcode opcode = operations[i / 2].opcode;

		if (opcode == IBV_WR_RDMA_WRITE_WITH_IMM)
			place_post(&to->place, i, 0, 0);
		request(from, to, opcode, i);
		wc = expect(from->place.cq, i, IBV_WC_SUCCESS);
		assert_int_equal(wc.opcode, operations[i / 2].wc);
		if (opcode != IBV_WR_RDMA_WRITE_WITH_IMM)
			continue;
		wc = expect(to->place.cq, i, IBV_WC_SUCCESS);
		assert_int_equal(wc.opcode, IBV_WC_RECV_RDMA_WITH_IMM);
		assert_int_equal(wc.imm_data, htonl(77));
	}
	end_close(&end[0]);
	end_close(&end[1]);
}

/* A shared receive queue that does not exist or is in another domain cannot be reached. */
static void x66_only_queues_of_its_domain(void **state)
{
	struct place other;
	struct end a, b;

	(void)state;
	open_both(&a, &b);
	place_open(&other, 1, -1);
	place_post(&other, 1, 0, MESSAGE);
	b.place.srq->xrc_srq_num = other.srq->xrc_srq_num;
	request(&a, &b, IBV_WR_SEND, SENT);
	expect(a.place.cq, SENT, IBV_WC_REM_INV_REQ_ERR);
	expect_nothing(other.cq);
	place_close(&other);
	end_close(&a);
	end_close(&b);
}

/* As with RC, RTR also requires the receiver's attributes. */
static void x64_it_changes_states_as_a_reliable_connection(void **state)
{
	struct ibv_qp_attr attr = kit_attr(&(struct plan){0}, 1, 1);
	struct end end;

	(void)state;
	end_open(&end, 0);
	attr.ah_attr.dlid = end.place.port.lid;
	attr.qp_state = IBV_QPS_RTR;
	assert_int_equal(ibv_modify_qp(end.qp, &attr, UC_RTR_MASK), EINVAL);
	assert_int_equal(ibv_modify_qp(end.qp, &attr, RC_RTR_MASK), 0);
	attr.qp_state = IBV_QPS_RTS;
	assert_int_equal(ibv_modify_qp(end.qp, &attr, UC_RTS_MASK), EINVAL);
	assert_int_equal(ibv_modify_qp(end.qp, &attr, RC_RTS_MASK), 0);
	end_close(&end);
}

/* Receive completions belong to the shared receive queue, and remain when the queue pair is
 * destroyed. */
static void x26_messages_outlive_the_queue_pair(void **state)
{
	struct end a, b;
	struct ibv_wc wc;

	(void)state;
	open_both(&a, &b);
	place_post(&b.place, 5, HALF, MESSAGE);
	request(&b, &a, IBV_WR_RDMA_WRITE, SENT);
	request(&a, &b, IBV_WR_SEND, SENT);
	expect(a.place.cq, SENT, IBV_WC_SUCCESS);
	assert_int_equal(ibv_destroy_qp(b.qp), 0);
	b.qp = NULL;
	/* the completion of b's write is dropped with the queue pair */
	wc = expect(b.place.cq, 5, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RECV);
	expect_nothing(b.place.cq);
	end_close(&a);
	end_close(&b);
}

static void x19_the_domain_is_in_use(void **state)
{
	struct end end;

	(void)state;
	end_open(&end, 0);
	assert_int_equal(ibv_destroy_srq(end.place.srq), 0);
	end.place.srq = NULL;
	assert_int_equal(ibv_close_xrc_domain(end.place.domain), EBUSY);
	end_close(&end);
}

/* On mlx4, bit 23 marks the numbers of these queue pairs. */
static void x72_a_bit_marks_receive_events(void **state)
{
	const uint32_t mark = 1U << 23;
	struct side side;
	struct end end;

	(void)state;
	end_open(&end, 0);
	side_open(&side, 0, &(struct plan){0});
	if (strncmp(ibv_get_device_name(end.place.ctx->device), "mlx4", 4) == 0) {
		assert_true(end.qp->qp_num & mark);
		assert_int_not_equal(end.qp->qp_num & ~mark, side.qp->qp_num);
	}
	side_close(&side);
	end_close(&end);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(x64_messages_travel_both_ways),
		TEST(x64_both_ends_send_at_once),
		TEST(x67_remote_memory_of_both_ends),
		TEST(x66_only_queues_of_its_domain),
		TEST(x64_it_changes_states_as_a_reliable_connection),
		TEST(x26_messages_outlive_the_queue_pair),
		TEST(x19_the_domain_is_in_use),
		TEST(x72_a_bit_marks_receive_events),
	};

	return cmocka_run_group_tests_name("xrc both ways", tests, NULL, NULL);
}
