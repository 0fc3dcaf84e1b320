/* SPDX-License-Identifier: BSD-2-Clause */
/* Payload arrives at the right address, in order, with the right completions. */
#include "rig.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
	      IBV_ACCESS_REMOTE_ATOMIC
};

struct fixture {
	struct rig *rig;
	struct rig_pair qp;
	struct rig_mr *from;
	struct rig_mr *to;
};

static struct fixture make(void **state, enum ibv_qp_type type, size_t bytes)
{
	struct fixture f = {.rig = *state};

	f.qp = rig_pair(f.rig, type);
	f.from = rig_mr(&f.rig->a, bytes, ALL);
	f.to = rig_mr(&f.rig->b, bytes, ALL);
	rig_fill(f.from, 3);
	return f;
}

static struct ibv_send_wr rdma(const struct fixture *f, enum ibv_wr_opcode opcode,
			       struct ibv_sge *sge)
{
	struct ibv_send_wr wr = rig_wr(opcode, sge);

	wr.wr.rdma.remote_addr = (uintptr_t)f->to->bytes;
	wr.wr.rdma.rkey = f->to->k.rkey;
	return wr;
}

static void send_arrives(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge sge = rig_sge(f.from, 0, 1000);
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, &sge);
	struct ibv_wc wc;

	rig_recv(f.qp.b, 7, f.to, 4096);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	wc = rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_SEND);
	wc = rig_expect(f.qp.b->recv_cq, 7, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RECV);
	assert_int_equal(wc.byte_len, 1000);
	assert_int_equal(wc.src_qp, f.qp.a->k.qpn);
	assert_int_equal(wc.qp_num, f.qp.b->k.qpn);
	assert_int_equal(wc.slid, 1);
	assert_int_equal(wc.wc_flags, 0);
	assert_memory_equal(f.to->bytes, f.from->bytes, 1000);
	assert_int_equal(f.to->bytes[1000], 0);
	assert_int_equal(f.rig->a.dev.port[0].counters.bytes_sent, 1000);
	assert_int_equal(f.rig->b.dev.port[0].counters.bytes_received, 1000);
}

static void immediate_arrives(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge sge = rig_sge(f.from, 0, 64);
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND_WITH_IMM, &sge);
	struct ibv_wc wc;

	wr.imm_data = INVERBS_BE32(0x11223344);
	rig_recv(f.qp.b, 7, f.to, 4096);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	wc = rig_expect(f.qp.b->recv_cq, 7, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RECV);
	assert_int_equal(wc.wc_flags, IBV_WC_WITH_IMM);
	assert_int_equal(wc.imm_data, INVERBS_BE32(0x11223344));
}

static void inline_is_pushed(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge sge[2] = {rig_sge(f.from, 0, 30), rig_sge(f.from, 100, 50)};
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, sge);

	wr.num_sge = 2;
	wr.send_flags |= IBV_SEND_INLINE;
	sge[0].lkey = sge[1].lkey = 0; /* inline data needs no key */
	rig_recv(f.qp.b, 7, f.to, 4096);
	rig_post(f.qp.a, &wr);
	memset(f.from->bytes, 0, 4096);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(rig_one(f.qp.b->recv_cq).byte_len, 80);
	rig_fill(f.from, 3);
	assert_memory_equal(f.to->bytes, f.from->bytes, 30);
	assert_memory_equal(f.to->bytes + 30, f.from->bytes + 100, 50);
}

static void segments_are_gathered_and_scattered(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge out[3] = {rig_sge(f.from, 0, 10), rig_sge(f.from, 50, 0),
				 rig_sge(f.from, 100, 90)};
	struct ibv_sge in[3] = {rig_sge(f.to, 0, 33), rig_sge(f.to, 1000, 33),
				rig_sge(f.to, 2000, 100)};
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, out);
	struct ibv_recv_wr recv = {.wr_id = 9, .sg_list = in, .num_sge = 3};
	struct ibv_recv_wr *bad;

	wr.num_sge = 3;
	assert_int_equal(mlx4_post_recv(&f.qp.b->u.ibv, &recv, &bad), 0);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	assert_int_equal(rig_expect(f.qp.b->recv_cq, 9, IBV_WC_SUCCESS).byte_len, 100);
	assert_memory_equal(f.to->bytes, f.from->bytes, 10);
	assert_memory_equal(f.to->bytes + 10, f.from->bytes + 100, 23);
	assert_memory_equal(f.to->bytes + 1000, f.from->bytes + 123, 33);
	assert_memory_equal(f.to->bytes + 2000, f.from->bytes + 156, 34);
	assert_int_equal(f.to->bytes[2034], 0);
}

static void nothing_is_sent_too(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, NULL);

	rig_recv(f.qp.b, 7, NULL, 0);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(rig_expect(f.qp.b->recv_cq, 7, IBV_WC_SUCCESS).byte_len, 0);
}

static void write_lands_silently(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge sge = rig_sge(f.from, 0, 4096);
	struct ibv_send_wr wr = rdma(&f, IBV_WR_RDMA_WRITE, &sge);

	rig_recv(f.qp.b, 7, f.to, 4096);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	assert_int_equal(rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS).opcode, IBV_WC_RDMA_WRITE);
	rig_expect_none(f.qp.b->recv_cq);
	assert_memory_equal(f.to->bytes, f.from->bytes, 4096);
}

static void write_with_immediate_takes_a_receive(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge sge = rig_sge(f.from, 0, 500);
	struct ibv_send_wr wr = rdma(&f, IBV_WR_RDMA_WRITE_WITH_IMM, &sge);
	struct ibv_wc wc;

	wr.imm_data = 5;
	rig_recv(f.qp.b, 7, NULL, 0);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	wc = rig_expect(f.qp.b->recv_cq, 7, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RECV_RDMA_WITH_IMM);
	assert_int_equal(wc.byte_len, 500);
	assert_int_equal(wc.imm_data, 5);
	assert_memory_equal(f.to->bytes, f.from->bytes, 500);
}

static void read_fetches(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge sge[2] = {rig_sge(f.from, 0, 100), rig_sge(f.from, 2000, 900)};
	struct ibv_send_wr wr = rdma(&f, IBV_WR_RDMA_READ, sge);
	struct ibv_wc wc;

	wr.num_sge = 2;
	rig_fill(f.to, 99);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	wc = rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RDMA_READ);
	assert_int_equal(wc.byte_len, 1000);
	assert_memory_equal(f.from->bytes, f.to->bytes, 100);
	assert_memory_equal(f.from->bytes + 2000, f.to->bytes + 100, 900);
}

static uint64_t word(const struct rig_mr *mr, size_t offset)
{
	return inverbs_get64(mr->bytes + offset);
}

static void atomics_answer_the_old_value(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge sge = rig_sge(f.from, 0, 8);
	struct ibv_send_wr wr = rig_wr(IBV_WR_ATOMIC_FETCH_AND_ADD, &sge);
	struct ibv_wc wc;

	wr.wr.atomic.remote_addr = (uintptr_t)f.to->bytes + 16;
	wr.wr.atomic.rkey = f.to->k.rkey;
	wr.wr.atomic.compare_add = 5;
	inverbs_put64(f.to->bytes + 16, 37);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	wc = rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_FETCH_ADD);
	assert_int_equal(wc.byte_len, 8);
	assert_int_equal(word(f.from, 0), 37);
	assert_int_equal(word(f.to, 16), 42);

	wr.opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
	wr.wr.atomic.compare_add = 42;
	wr.wr.atomic.swap = 1000;
	rig_post(f.qp.a, &wr);
	wr.wr.atomic.swap = 2000; /* the value is no longer 42 */
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	rig_next(f.qp.a->send_cq);
	assert_int_equal(rig_one(f.qp.a->send_cq).opcode, IBV_WC_COMP_SWAP);
	assert_int_equal(word(f.from, 0), 1000);
	assert_int_equal(word(f.to, 16), 1000);
}

static void only_signaled_requests_complete(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge sge = rig_sge(f.from, 0, 8);
	struct ibv_send_wr wr[3] = {rdma(&f, IBV_WR_RDMA_WRITE, &sge),
				    rdma(&f, IBV_WR_RDMA_READ, &sge),
				    rdma(&f, IBV_WR_RDMA_WRITE, &sge)};

	for (int i = 0; i < 3; i++) {
		wr[i].wr_id = (uint64_t)i;
		wr[i].next = i < 2 ? &wr[i + 1] : NULL;
		wr[i].send_flags = i < 2 ? IBV_SEND_FENCE : IBV_SEND_SIGNALED;
	}
	rig_post(f.qp.a, wr);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 2, IBV_WC_SUCCESS);
	rig_expect_none(f.qp.a->send_cq);
	assert_int_equal(f.qp.a->u.sq.tail, 3);
}

/**
 * Over several laps of the ring, and more than one turn at a time, completions and receives are in
 * order.
 */
static void order_holds_over_many_laps(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 65536);
	struct ibv_sge sge = rig_sge(f.from, 0, 16);
	struct ibv_send_wr wr = rdma(&f, IBV_WR_RDMA_WRITE, &sge);
	uint64_t sent = 0, done = 0;

	while (done < 400) {
		while (sent - done < RIG_MAX_POST) {
			wr.wr_id = sent;
			sge.addr = (uintptr_t)f.from->bytes + sent * 16;
			wr.wr.rdma.remote_addr = (uintptr_t)f.to->bytes + sent * 16;
			rig_post(f.qp.a, &wr);
			sent++;
		}
		rig_run(f.rig);
		while (done < sent)
			rig_expect(f.qp.a->send_cq, done++, IBV_WC_SUCCESS);
	}
	assert_memory_equal(f.to->bytes, f.from->bytes, done * 16);
}

static void long_messages_go_in_chunks(void **state)
{
	const size_t bytes = (3U << 20) + 12345;
	struct fixture f = make(state, IBV_QPT_RC, bytes);
	struct ibv_sge sge[2] = {rig_sge(f.from, 0, 1500000),
				 rig_sge(f.from, 1500000, (uint32_t)bytes - 1500000)};
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, sge);

	wr.num_sge = 2;
	rig_recv(f.qp.b, 7, f.to, (uint32_t)bytes);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(rig_expect(f.qp.b->recv_cq, 7, IBV_WC_SUCCESS).byte_len, bytes);
	assert_memory_equal(f.to->bytes, f.from->bytes, bytes);

	memset(f.from->bytes, 0, bytes);
	wr = rdma(&f, IBV_WR_RDMA_READ, sge);
	wr.num_sge = 2;
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	assert_int_equal(rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS).byte_len, bytes);
	assert_memory_equal(f.to->bytes, f.from->bytes, bytes);
}

/** A long message does not delay a short one of another queue pair. */
static void turns_are_fair(void **state)
{
	const size_t bytes = 16U << 20;
	struct fixture f = make(state, IBV_QPT_RC, bytes);
	struct rig_pair other = rig_pair(f.rig, IBV_QPT_RC);
	struct ibv_sge sge = rig_sge(f.from, 0, (uint32_t)bytes);
	struct ibv_send_wr wr = rdma(&f, IBV_WR_RDMA_WRITE, &sge);

	rig_post(f.qp.a, &wr);
	sge.length = 8;
	rig_post(other.a, &wr);
	softhca_engine_poll(&f.rig->hca);
	rig_expect(other.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect_none(f.qp.a->send_cq);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
}

static void loopback_works(void **state)
{
	struct rig *rig = *state;
	const struct rig_qp_options options = {.type = IBV_QPT_RC};
	struct rig_qp *qp = rig_qp(&rig->a, &options);
	struct rig_mr *mr = rig_mr(&rig->a, 4096, ALL);
	struct ibv_sge sge = rig_sge(mr, 2048, 100);
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, &sge);

	rig_connect(qp, qp);
	rig_fill(mr, 1);
	rig_recv(qp, 7, mr, 100);
	rig_post(qp, &wr);
	rig_run(rig);
	rig_expect(qp->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(qp->recv_cq, 7, IBV_WC_SUCCESS);
	assert_memory_equal(mr->bytes, mr->bytes + 2048, 100);
}

/** If receive slots are larger than send slots, they come first in the buffer. */
static void wide_receives_come_first(void **state)
{
	struct rig *rig = *state;
	const struct rig_qp_options options = {.type = IBV_QPT_RC, .sq_shift = 6, .recv_sge = 16};
	struct rig_qp *a = rig_qp(&rig->a, &options);
	struct rig_qp *b = rig_qp(&rig->b, &options);
	struct rig_mr *from = rig_mr(&rig->a, 4096, ALL);
	struct rig_mr *to = rig_mr(&rig->b, 4096, ALL);
	struct ibv_sge sge = rig_sge(from, 0, 256);
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, &sge);

	a->u.sq.max_sge = 2;
	rig_connect(a, b);
	rig_fill(from, 9);
	for (uint64_t i = 0; i < 20; i++) {
		rig_recv(b, i, to, 4096);
		rig_post(a, &wr);
		rig_run(rig);
		rig_expect(a->send_cq, 1, IBV_WC_SUCCESS);
		rig_expect(b->recv_cq, i, IBV_WC_SUCCESS);
	}
	assert_memory_equal(to->bytes, from->bytes, 256);
}

static void a_gid_finds_the_port(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge sge = rig_sge(f.from, 0, 64);
	struct ibv_send_wr wr = rdma(&f, IBV_WR_RDMA_WRITE, &sge);
	struct ibv_qp_attr attr = {.ah_attr = {.is_global = 1, .port_num = 1}};

	attr.ah_attr.grh.dgid = f.rig->b.dev.port[0].gid[0];
	rig_modify(f.qp.a, &attr, IBV_QP_AV);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
}

static void region_addresses_are_translated(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 8192);
	struct ibv_sge sge = rig_sge(f.from, 0, 64);
	struct ibv_send_wr wr = rdma(&f, IBV_WR_RDMA_WRITE, &sge);

	f.to->k.hca_va = 0x7000000000000000;
	wr.wr.rdma.remote_addr = 0x7000000000000000 + 4096;
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
	assert_memory_equal(f.to->bytes + 4096, f.from->bytes, 64);
}

/** Pointers into memory that was unshared are no longer used. */
static void sharing_may_end(void **state)
{
	struct fixture f = make(state, IBV_QPT_RC, 4096);
	struct ibv_sge sge = rig_sge(f.from, 0, 1000);
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, &sge);

	if (rig_mode != RIG_SHARED)
		skip();
	for (uint64_t i = 0; i < 4; i++) {
		rig_recv(f.qp.b, i, f.to, 4096);
		rig_post(f.qp.a, &wr);
		rig_run(f.rig);
		rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
		rig_expect(f.qp.b->recv_cq, i, IBV_WC_SUCCESS);
		if (i == 1)
			rig_unshare(f.rig);
	}
	assert_memory_equal(f.to->bytes, f.from->bytes, 1000);
}

static void uc_sends_and_writes(void **state)
{
	struct fixture f = make(state, IBV_QPT_UC, 3U << 20);
	struct ibv_sge sge = rig_sge(f.from, 0, 3U << 20);
	struct ibv_send_wr wr = rig_wr(IBV_WR_SEND, &sge);

	rig_recv(f.qp.b, 7, f.to, 3U << 20);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.qp.b->recv_cq, 7, IBV_WC_SUCCESS);
	assert_memory_equal(f.to->bytes, f.from->bytes, 3U << 20);
	rig_fill(f.from, 77);
	wr = rdma(&f, IBV_WR_RDMA_WRITE_WITH_IMM, &sge);
	rig_recv(f.qp.b, 8, NULL, 0);
	rig_post(f.qp.a, &wr);
	rig_run(f.rig);
	rig_expect(f.qp.a->send_cq, 1, IBV_WC_SUCCESS);
	rig_expect(f.qp.b->recv_cq, 8, IBV_WC_SUCCESS);
	assert_memory_equal(f.to->bytes, f.from->bytes, 3U << 20);
}

int test_transfer(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(send_arrives),
		RIG_TEST(immediate_arrives),
		RIG_TEST(inline_is_pushed),
		RIG_TEST(segments_are_gathered_and_scattered),
		RIG_TEST(nothing_is_sent_too),
		RIG_TEST(write_lands_silently),
		RIG_TEST(write_with_immediate_takes_a_receive),
		RIG_TEST(read_fetches),
		RIG_TEST(atomics_answer_the_old_value),
		RIG_TEST(only_signaled_requests_complete),
		RIG_TEST(order_holds_over_many_laps),
		RIG_TEST(long_messages_go_in_chunks),
		RIG_TEST(turns_are_fair),
		RIG_TEST(loopback_works),
		RIG_TEST(wide_receives_come_first),
		RIG_TEST(a_gid_finds_the_port),
		RIG_TEST(region_addresses_are_translated),
		RIG_TEST(sharing_may_end),
		RIG_TEST(uc_sends_and_writes),
	};

	return cmocka_run_group_tests_name("transfer", tests, NULL, NULL);
}
