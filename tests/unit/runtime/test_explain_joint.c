/* SPDX-License-Identifier: BSD-2-Clause */
/* Failed requests of a ring that sends and receives share, as iWARP adapters may have. */
#include "fake.h"
#include "runtime/explain.h"

enum {
	SLOTS = 8,
	SHIFT = 6,
	REQUESTS = 4,
	QPN = 0x12,
};

/** What a slot begins with. */
struct slot {
	uint8_t is_recv;
	uint8_t serial; /* of a send; of a receive, its number, which no adapter has */
	uint8_t lap;
};

static struct {
	struct fake_transport t;
	struct inverbs_provider provider;
	struct inverbs_dump dump;
	struct inverbs_context *ctx;
	struct inverbs_cq *cq;
	struct inverbs_qp *qp;
	struct inverbs_work work;
	struct inverbs_send_record records[REQUESTS];
	struct inverbs_dump_cqe cqe;
	uint8_t slots[SLOTS << SHIFT];
	uint64_t receive_ids[REQUESTS];
} world;

static struct slot read_slot(const void *at)
{
	struct slot slot;

	memcpy(&slot, at, sizeof(slot));
	return slot;
}

static bool is_recv(const void *at)
{
	return read_slot(at).is_recv;
}

static uint32_t serial_of(const void *at)
{
	return read_slot(at).serial;
}

static bool is_owned(const void *at, uint32_t index, uint32_t entries)
{
	return read_slot(at).lap == index / entries + 1;
}

static bool cq_taken(const struct inverbs_cq *cq, uint32_t index, void *cqe)
{
	memcpy(cqe, &world.cqe, sizeof(world.cqe));
	return index == cq->head - 1;
}

static void read_cqe(const void *raw, struct inverbs_dump_cqe *out)
{
	memcpy(out, raw, sizeof(*out));
}

static void post(bool recv, uint64_t wr_id)
{
	struct inverbs_sq *sq = &world.qp->sq;
	const uint32_t index = sq->position++;
	const uint32_t number = recv ? world.qp->rq.head++ : sq->head++;
	const struct slot slot = {recv, (uint8_t)number, (uint8_t)(index / SLOTS + 1)};

	memcpy(world.slots + (index % SLOTS << SHIFT), &slot, sizeof(slot));
	if (recv)
		world.receive_ids[number % REQUESTS] = wr_id;
	else
		world.records[number % REQUESTS].wr_id = wr_id;
}

static int begin_world(void **state)
{
	(void)state;
	memset(&world, 0, sizeof(world));
	world.ctx = fake_context(&world.t, false);
	world.provider = fake_provider;
	world.provider.dump = &world.dump;
	world.provider.cq_taken = cq_taken;
	world.dump.cqe_bytes = sizeof(world.cqe);
	world.dump.read_cqe = read_cqe;
	world.dump.is_recv = is_recv;
	world.dump.serial = serial_of;
	world.dump.send_owned = is_owned;
	world.ctx->provider = &world.provider;
	world.cq = inverbs_object_alloc(sizeof(*world.cq));
	world.qp = inverbs_object_alloc(sizeof(*world.qp));
	if (!world.cq || !world.qp)
		return 1;
	world.cq->ibv.context = world.qp->ibv.context = &world.ctx->ibv;
	world.cq->qps = &world.ctx->qps;
	world.cq->entries = world.cq->head = 1;
	world.qp->ibv.qp_num = QPN;
	world.qp->sq.entries = SLOTS;
	world.qp->sq.shift = SHIFT;
	world.qp->sq.buf = world.slots;
	world.qp->sq.work = &world.work;
	world.work.records = world.records;
	world.work.requests = world.qp->rq.entries = REQUESTS;
	world.qp->rq.wr_id = world.receive_ids;
	post(true, 200);
	post(false, 100);
	post(true, 201);
	post(false, 101);
	post(true, 202);
	world.qp->sq.tail = 2;
	world.qp->rq.tail = 2;
	return inverbs_table_enter(&world.ctx->qps, QPN, world.qp);
}

static int end_world(void **state)
{
	(void)state;
	fake_context_free(world.ctx);
	free(world.cq);
	free(world.qp);
	return 0;
}

static struct explain_match match_of(bool is_send, uint64_t wr_id)
{
	const struct ibv_wc wc = {.wr_id = wr_id, .status = IBV_WC_REM_OP_ERR, .qp_num = QPN};
	struct explain_finding found;

	world.cqe = (struct inverbs_dump_cqe){
		.is_send = is_send, .failed = true, .qpn = QPN, .status = IBV_WC_REM_OP_ERR};
	inverbs_explain_find(world.cq, &wc, &world.provider, &found);
	assert_int_equal(found.kept, KEPT);
	return found.match;
}

static void expect_slot(bool is_send, uint64_t wr_id, uint32_t number)
{
	const struct explain_match m = match_of(is_send, wr_id);

	assert_int_equal(m.wqe_kept, KEPT);
	assert_int_equal(m.wqe_index, number);
	assert_int_equal(m.wqe_bytes, 1 << SHIFT);
	assert_int_equal(read_slot(m.wqe).is_recv, !is_send);
	assert_int_equal(read_slot(m.wqe).serial, number);
}

static void both_kinds_are_found(void **state)
{
	(void)state;
	expect_slot(true, 100, 0);
	expect_slot(true, 101, 1);
	expect_slot(false, 201, 1);
	world.qp->rq.tail = 3;
	expect_slot(false, 202, 2);
	world.qp->rq.tail = 1;
	expect_slot(false, 200, 0);
}

static void requests_that_are_not_there(void **state)
{
	(void)state;
	assert_int_equal(match_of(true, 102).wqe_kept, KEPT_NOT);
	assert_int_equal(match_of(false, 200).wqe_kept, KEPT_NOT); /* not the newest receive */
	world.slots[(3 << SHIFT) + 2] = 0; /* what the adapter has not been given ends the search */
	assert_int_equal(match_of(true, 101).wqe_kept, KEPT_NOT);
	assert_int_equal(match_of(true, 100).wqe_kept, KEPT_NOT);
	world.qp->sq.lock.held = 1;
	assert_int_equal(match_of(true, 100).wqe_kept, KEPT_BUSY);
	world.qp->sq.lock.held = 0;
}

/* The last of the records, and of the slots. */
static void the_oldest_that_is_left(void **state)
{
	(void)state;
	post(false, 102);
	post(false, 103);
	post(true, 203);
	world.qp->sq.tail = 4;
	world.qp->rq.tail = 1;
	expect_slot(true, 100, 0);
	expect_slot(false, 200, 0);
	post(false, 104); /* in the slot of the first receive */
	assert_int_equal(match_of(false, 200).wqe_kept, KEPT_NOT);
	world.qp->sq.tail = 5;
	assert_int_equal(match_of(true, 100).wqe_kept, KEPT_NOT); /* its record was reused */
	expect_slot(true, 104, 4);
}

int main(void)
{
#define WORLD_TEST(name) cmocka_unit_test_setup_teardown(name, begin_world, end_world)
	const struct CMUnitTest tests[] = {
		WORLD_TEST(both_kinds_are_found),
		WORLD_TEST(requests_that_are_not_there),
		WORLD_TEST(the_oldest_that_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
