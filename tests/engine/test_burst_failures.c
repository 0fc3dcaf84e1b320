/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs of writes in which one fails or waits, and runs with fault rules or traces. */
#include <sys/mman.h>

#include "bursts.h"
#include "engine/base/internal.h"
#include "faults_scene.h"

enum {
	GOOD = 17, /**< number of messages in front of the one that fails */
};

/** One of BURST_MANY messages has a wrong key. */
static void expect_bad_key(void **state, bool remote, enum ibv_wc_status status)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	for (size_t i = 0; i < BURST_MANY; i++) {
		struct ibv_sge sge = rig_sge(b.from, i * 64, BURST_WORD);
		struct ibv_send_wr wr = burst_write(&b, &sge, i * 64);

		if (i == GOOD && remote)
			wr.wr.rdma.rkey ^= 1;
		else if (i == GOOD)
			sge.lkey ^= 1;
		rig_post(b.qp.a, &wr);
	}
	burst_expect_failure(&b, GOOD, status);
	burst_expect_spread(&b, 0, GOOD, 64, true);
	burst_expect_spread(&b, GOOD, BURST_MANY, 64, false);
}

static void a_bad_lkey_among_them(void **state)
{
	expect_bad_key(state, false, IBV_WC_LOC_PROT_ERR);
}

static void a_bad_rkey_among_them(void **state)
{
	expect_bad_key(state, true, IBV_WC_REM_ACCESS_ERR);
}

/** The memory of one of BURST_MANY messages is not mapped. Its neighbours are on the same page. */
static void expect_hole(void **state, bool remote, size_t step, enum ibv_wc_status status)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);
	struct rig_mr *gone = rig_mr(remote ? &b.rig->b : &b.rig->a, BURST_BYTES, ALL);
	void *hole = mmap(NULL, BURST_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	gone->k.start = (uintptr_t)hole;
	for (size_t i = 0; i < BURST_MANY; i++) {
		struct ibv_sge sge = rig_sge(i == GOOD && !remote ? gone : b.from, i * step,
					     BURST_WORD);
		struct ibv_send_wr wr = burst_write(&b, &sge, i * step);

		if (i == GOOD && remote) {
			wr.wr.rdma.remote_addr = (uintptr_t)gone->bytes;
			wr.wr.rdma.rkey = gone->k.rkey;
		}
		rig_post(b.qp.a, &wr);
	}
	burst_expect_failure(&b, GOOD, status);
	burst_expect_spread(&b, 0, GOOD, step, true);
	burst_expect_spread(&b, GOOD, BURST_MANY, step, false);
	munmap(hole, BURST_BYTES);
}

static void a_source_that_went_away(void **state)
{
	if (rig_mode == RIG_OWN)
		skip();
	expect_hole(state, false, BURST_WORD, IBV_WC_LOC_PROT_ERR);
}

static void a_destination_that_went_away(void **state)
{
	if (rig_mode == RIG_OWN)
		skip();
	expect_hole(state, true, 64, IBV_WC_REM_ACCESS_ERR);
}

/** Adjacent messages; from GOOD on, they are beyond the end of the mapping. */
static void the_end_of_a_destination(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);
	struct rig_mr *short_one = rig_mr(&b.rig->b, BURST_BYTES, ALL);
	uint8_t *at = mmap(NULL, BURST_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			   -1, 0);

	if (rig_mode == RIG_OWN) {
		munmap(at, BURST_BYTES);
		skip();
	}
	mprotect(at + 4096, BURST_BYTES - 4096, PROT_NONE);
	short_one->k.start = (uintptr_t)at;
	for (size_t i = 0; i < BURST_MANY; i++) {
		struct ibv_sge sge = rig_sge(b.from, i * BURST_WORD, BURST_WORD);
		struct ibv_send_wr wr = burst_write(&b, &sge, 0);

		wr.wr.rdma.remote_addr = (uintptr_t)short_one->bytes + 4096 +
					 (i - GOOD) * BURST_WORD;
		wr.wr.rdma.rkey = short_one->k.rkey;
		rig_post(b.qp.a, &wr);
	}
	burst_expect_failure(&b, GOOD, IBV_WC_REM_ACCESS_ERR);
	assert_memory_equal(at + 4096 - GOOD * BURST_WORD, b.from->bytes, GOOD * BURST_WORD);
	munmap(at, BURST_BYTES);
}

static void no_remote_writes_at_all(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	b.qp.b->k.attr.qp_access_flags = IBV_ACCESS_REMOTE_READ;
	burst_post_spread(&b, BURST_MANY, BURST_WORD);
	burst_expect_failure(&b, 0, IBV_WC_REM_INV_REQ_ERR);
	burst_expect_spread(&b, 0, BURST_MANY, BURST_WORD, false);
}

/** The send CQ overflows: later messages are neither lost nor written twice. */
static void a_completion_queue_that_is_full(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);
	struct rig_qp_options options = {.type = IBV_QPT_RC};
	struct rig_qp *peer = rig_qp(&b.rig->b, &options);

	options.send_cq = rig_cq(&b.rig->a, 16);
	b.qp.a = rig_qp(&b.rig->a, &options);
	rig_connect(b.qp.a, peer);
	burst_post_spread(&b, BURST_MANY, BURST_WORD);
	rig_run(b.rig);
	assert_int_equal(b.qp.a->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(rig_events(b.rig, IBV_EVENT_CQ_ERR, &options.send_cq->k), 1);
	assert_true(options.send_cq->k.failed);
	/* the message whose CQE did not fit has arrived; later ones have not */
	assert_int_equal(b.rig->b.dev.port[0].counters.messages_received, 17);
}

/* --- faults and traces ------------------------------------------------------------------- */

static void each_message_meets_rules_by_itself(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	set(b.rig, "lose request 3");
	burst_post_spread(&b, BURST_MANY, BURST_WORD);
	rig_run(b.rig);
	burst_expect_done(&b, 1, 2);
	rig_expect_none(b.qp.a->send_cq);
	assert_int_equal(b.rig->hca.faults->rule[0].matched, 3);
	rig_advance(b.rig, RIG_TIMEOUT_NS);
	burst_expect_done(&b, 3, BURST_MANY);
	burst_expect_spread(&b, 0, BURST_MANY, BURST_WORD, true);
}

static void each_message_is_traced(void **state)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	b.rig->hca.traced = true;
	burst_post_spread(&b, 5, BURST_WORD);
	burst_expect_all(&b);
	assert_int_equal(b.rig->traces, 10);
	for (unsigned int i = 0; i < 10; i++)
		assert_int_equal(b.rig->trace[i].kind,
				 i % 2 ? SOFTHCA_TRACE_KIND_COMPLETION : SOFTHCA_TRACE_KIND_SEND);
}

/**
 * The receiver's process stalls: the write of the first messages has not ended when the engine
 * continues, and more messages are posted. `done`: the write is then reported as completed (it is
 * only simulated here).
 */
static void expect_wait(void **state, unsigned int first, bool done)
{
	struct burst b = burst_begin(state, IBV_QPT_RC);

	if (rig_mode != RIG_COPIED)
		skip();
	burst_post_spread(&b, first, BURST_WORD);
	assert_int_equal(burst_run_stalled(&b).writes, 1);
	for (size_t i = first; i < BURST_MANY; i++)
		burst_post(&b, i * BURST_WORD, i * BURST_WORD, BURST_WORD);
	softhca_engine_memory_accessible(&b.rig->hca, NULL, false); /* of another process */
	assert_int_equal(burst_run_counted(&b).writes, 0);
	rig_expect_none(b.qp.a->send_cq);
	softhca_dma_ended(&engine_of_qp(&b.qp.a->k)->progress, NULL, done);
	softhca_engine_memory_accessible(&b.rig->hca, NULL, false);
	burst_expect_all(&b);
	burst_expect_spread(&b, 0, first, BURST_WORD, !done);
	burst_expect_spread(&b, first, BURST_MANY, BURST_WORD, true);
}

static void a_run_that_waited_is_made_once(void **state)
{
	expect_wait(state, BURST_RUN / 2, true);
}

static void a_run_that_was_not_made_is_made_then(void **state)
{
	expect_wait(state, BURST_RUN / 2, false);
}

static void a_message_that_waited_is_made_once(void **state)
{
	expect_wait(state, 1, true);
}

int test_burst_failures(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(a_bad_lkey_among_them),
		RIG_TEST(a_bad_rkey_among_them),
		RIG_TEST(a_source_that_went_away),
		RIG_TEST(a_destination_that_went_away),
		RIG_TEST(the_end_of_a_destination),
		RIG_TEST(no_remote_writes_at_all),
		RIG_TEST(a_completion_queue_that_is_full),
		RIG_TEST(a_run_that_waited_is_made_once),
		RIG_TEST(a_run_that_was_not_made_is_made_then),
		RIG_TEST(a_message_that_waited_is_made_once),
		RIG_TEST(each_message_meets_rules_by_itself),
		RIG_TEST(each_message_is_traced),
	};

	return cmocka_run_group_tests_name("failures in bursts", tests, NULL, NULL);
}
