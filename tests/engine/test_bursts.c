/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs of writes, which the engine moves together: the results are those of single writes. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/base/internal.h"
#include "faults_scene.h"

enum {
	RUN = 32, /**< what the engine moves together at most */
	MANY = 40,
	BYTES = 4 * 4096,
	WORD = 8,
};

/** System calls that read and write payload of these regions. */
static struct {
	const struct rig_mr *memory;
	unsigned int calls;
} source, destination;

static ssize_t count(long number, pid_t pid, const struct iovec *local, unsigned long locals,
		     const struct iovec *remote, unsigned long remotes)
{
	const uintptr_t at = (uintptr_t)remote->iov_base;

	source.calls += source.memory && at - source.memory->k.start < BYTES;
	destination.calls += destination.memory && at - destination.memory->k.start < BYTES;
	return syscall(number, pid, local, locals, remote, remotes, 0UL);
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): replaces libc's */
ssize_t process_vm_readv(pid_t pid, const struct iovec *local, unsigned long locals,
			 const struct iovec *remote, unsigned long remotes, unsigned long flags)
{
	assert_int_equal(flags, 0);
	return count(SYS_process_vm_readv, pid, local, locals, remote, remotes);
}

ssize_t process_vm_writev(pid_t pid, const struct iovec *local, unsigned long locals,
			  const struct iovec *remote, unsigned long remotes, unsigned long flags)
{
	assert_int_equal(flags, 0);
	return count(SYS_process_vm_writev, pid, local, locals, remote, remotes);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

struct run {
	struct rig *rig;
	struct rig_pair qp;
	struct rig_mr *from;
	struct rig_mr *to;
	uint64_t posted; /**< wr_id of the last one */
};

static struct run make_run(void **state, enum ibv_qp_type type)
{
	struct run r = {.rig = *state};

	r.qp = rig_pair(r.rig, type);
	r.from = rig_mr(&r.rig->a, BYTES, ALL);
	r.to = rig_mr(&r.rig->b, BYTES, ALL);
	rig_fill(r.from, 5);
	return r;
}

static struct ibv_send_wr next_write(struct run *r, struct ibv_sge *sge, size_t to)
{
	struct ibv_send_wr wr = rig_wr(IBV_WR_RDMA_WRITE, sge);

	wr.wr_id = ++r->posted;
	wr.wr.rdma.remote_addr = (uintptr_t)r->to->bytes + to;
	wr.wr.rdma.rkey = r->to->k.rkey;
	return wr;
}

static void post_write(struct run *r, size_t from, size_t to, uint32_t bytes)
{
	struct ibv_sge sge = rig_sge(r->from, from, bytes);
	struct ibv_send_wr wr = next_write(r, &sge, to);

	rig_post(r->qp.a, &wr);
}

/** The next completions have these numbers, and there are no more successes. */
static void expect_done(struct run *r, uint64_t first, uint64_t last)
{
	for (uint64_t i = first; i <= last; i++) {
		const struct ibv_wc wc = rig_next(r->qp.a->send_cq);

		assert_int_equal(wc.wr_id, i);
		assert_int_equal(wc.status, IBV_WC_SUCCESS);
	}
}

static void expect_all(struct run *r)
{
	rig_run(r->rig);
	expect_done(r, 1, r->posted);
	rig_expect_none(r->qp.a->send_cq);
	assert_int_equal(r->rig->a.dev.port[0].counters.messages_sent, r->posted);
	assert_int_equal(r->rig->b.dev.port[0].counters.messages_received, r->posted);
}

/** The first `good` arrive, the next one fails, and the others are flushed. */
static void expect_failure(struct run *r, uint64_t good, enum ibv_wc_status status)
{
	rig_run(r->rig);
	expect_done(r, 1, good);
	assert_int_equal(rig_next(r->qp.a->send_cq).status, status);
	for (uint64_t i = good + 2; i <= r->posted; i++) {
		const struct ibv_wc wc = rig_next(r->qp.a->send_cq);

		assert_int_equal(wc.wr_id, i);
		assert_int_equal(wc.status, IBV_WC_WR_FLUSH_ERR);
	}
	rig_expect_none(r->qp.a->send_cq);
	assert_int_equal(r->rig->b.dev.port[0].counters.messages_received, good);
}

/** Message i is WORD bytes from i * step to the same place. */
static void post_spread(struct run *r, unsigned int count, size_t step)
{
	for (unsigned int i = 0; i < count; i++)
		post_write(r, i * step, i * step, WORD);
}

static void expect_spread(const struct run *r, unsigned int first, unsigned int end, size_t step,
			  bool there)
{
	static const uint8_t nothing[WORD];

	for (unsigned int i = first; i < end; i++)
		assert_memory_equal(r->to->bytes + i * step,
				    there ? r->from->bytes + i * step : nothing, WORD);
}

/* --- what arrives ------------------------------------------------------------------------ */

static void expect_spread_arrives(void **state, enum ibv_qp_type type, size_t step)
{
	struct run r = make_run(state, type);

	post_spread(&r, MANY, step);
	expect_all(&r);
	assert_int_equal(r.rig->b.dev.port[0].counters.bytes_received, MANY * WORD);
	expect_spread(&r, 0, MANY, step, true);
	assert_int_equal(r.to->bytes[MANY * step], 0);
}

static void neighbours_arrive(void **state)
{
	expect_spread_arrives(state, IBV_QPT_RC, WORD);
}

static void places_with_gaps_arrive(void **state)
{
	expect_spread_arrives(state, IBV_QPT_RC, 3 * WORD);
}

static void places_on_many_pages_arrive(void **state)
{
	expect_spread_arrives(state, IBV_QPT_UC, 400);
}

static void a_run_takes_two_system_calls(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);

	if (rig_mode != RIG_COPIED)
		skip();
	post_spread(&r, RUN, 3 * WORD);
	source.memory = r.from;
	destination.memory = r.to;
	source.calls = destination.calls = 0;
	rig_run(r.rig);
	source.memory = destination.memory = NULL;
	assert_int_equal(source.calls, 1);
	assert_int_equal(destination.calls, 1);
}

static void descending_places_arrive(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);

	for (size_t i = MANY; i-- > 0;)
		post_write(&r, i * 300, i * 300, WORD);
	expect_all(&r);
	expect_spread(&r, 0, MANY, 300, true);
}

static void the_last_of_several_stays(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);

	for (size_t i = 0; i < MANY; i++)
		post_write(&r, i * WORD, i / 4 * WORD, WORD);
	expect_all(&r);
	for (size_t i = 0; i < MANY / 4; i++)
		assert_memory_equal(r.to->bytes + i * WORD, r.from->bytes + (4 * i + 3) * WORD,
				    WORD);
}

static void later_ones_cover_earlier_ones(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);
	uint8_t expected[BYTES] = {0};

	for (size_t i = 0; i < MANY; i++) {
		const size_t to = 4090 + (i * 37) % 60;
		const uint32_t bytes = (uint32_t)(1 + (i * 11) % 50);

		post_write(&r, i * 64, to, bytes);
		memcpy(expected + to, r.from->bytes + i * 64, bytes);
	}
	expect_all(&r);
	assert_memory_equal(r.to->bytes, expected, BYTES);
}

static void inlined_ones_are_among_them(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);

	for (size_t i = 0; i < MANY / 2; i++) {
		struct ibv_sge sge = rig_sge(r.from, i * 100, WORD);
		struct ibv_send_wr wr = next_write(&r, &sge, i * 100);

		wr.send_flags |= i % 3 ? IBV_SEND_INLINE : 0;
		rig_post(r.qp.a, &wr);
	}
	expect_all(&r);
	expect_spread(&r, 0, MANY / 2, 100, true);
}

static void only_signaled_ones_complete(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);

	for (size_t i = 0; i < MANY; i++) {
		struct ibv_sge sge = rig_sge(r.from, i * WORD, WORD);
		struct ibv_send_wr wr = next_write(&r, &sge, i * WORD);

		if (r.posted % 5)
			wr.send_flags = 0;
		rig_post(r.qp.a, &wr);
	}
	rig_run(r.rig);
	for (uint64_t i = 5; i <= MANY; i += 5)
		assert_int_equal(rig_next(r.qp.a->send_cq).wr_id, i);
	rig_expect_none(r.qp.a->send_cq);
	expect_spread(&r, 0, MANY, WORD, true);
}

static void the_ring_wraps(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);

	for (int round = 0; round < 7; round++) {
		memset(r.to->bytes, 0, BYTES);
		post_spread(&r, MANY, 2 * WORD);
		rig_run(r.rig);
		expect_done(&r, r.posted - MANY + 1, r.posted);
		expect_spread(&r, 0, MANY, 2 * WORD, true);
	}
}

static void packet_numbers_wrap(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);

	engine_of_qp(&r.qp.a->k)->psn = ENGINE_PSN_MASK - MANY / 2;
	engine_of_qp(&r.qp.b->k)->expected_psn = ENGINE_PSN_MASK - MANY / 2;
	post_spread(&r, MANY, WORD);
	expect_all(&r);
	assert_int_equal(engine_of_qp(&r.qp.a->k)->psn, MANY - MANY / 2 - 1);
}

/** What an earlier message brings may be what a later one sends, behind it or in front of it. */
static void expect_chain(void **state, size_t step)
{
	struct rig *rig = *state;
	const struct rig_qp_options options = {.type = IBV_QPT_RC};
	struct rig_qp *qp = rig_qp(&rig->a, &options);
	struct rig_mr *mr = rig_mr(&rig->a, BYTES, ALL);
	uint8_t expected[BYTES];

	rig_connect(qp, qp);
	rig_fill(mr, 1);
	memcpy(expected, mr->bytes, BYTES);
	for (size_t i = 0; i < MANY; i++) {
		const size_t at = i * step;
		struct ibv_sge sge = rig_sge(mr, at, WORD);
		struct ibv_send_wr wr = rig_wr(IBV_WR_RDMA_WRITE, &sge);

		wr.wr.rdma.remote_addr = sge.addr + WORD;
		wr.wr.rdma.rkey = mr->k.rkey;
		rig_post(qp, &wr);
		memcpy(expected + at + WORD, expected + at, WORD);
	}
	rig_run(rig);
	for (size_t i = 0; i < MANY; i++)
		assert_int_equal(rig_next(qp->send_cq).status, IBV_WC_SUCCESS);
	assert_memory_equal(mr->bytes, expected, BYTES);
}

static void a_chain_is_kept(void **state)
{
	expect_chain(state, WORD - 3);
}

static void a_chain_with_gaps_is_kept(void **state)
{
	expect_chain(state, WORD + 3);
}

/** The second message to a place covers a part of the first, or more than it. */
static void different_lengths_to_one_place(void **state)
{
	static const uint32_t sizes[] = {16, 8, 8, 24, 4};
	struct run r = make_run(state, IBV_QPT_RC);
	uint8_t expected[BYTES] = {0};

	for (size_t i = 0; i < MANY; i++) {
		const size_t to = i / 5 * 32;

		post_write(&r, i * 64, to, sizes[i % 5]);
		memcpy(expected + to, r.from->bytes + i * 64, sizes[i % 5]);
	}
	expect_all(&r);
	assert_memory_equal(r.to->bytes, expected, BYTES);
}

static void two_sges_are_among_them(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);
	uint8_t expected[BYTES] = {0};

	for (size_t i = 0; i < MANY; i++) {
		struct ibv_sge sge[2] = {rig_sge(r.from, i * 64, WORD),
					 rig_sge(r.from, 4096 + i * 64, WORD)};
		struct ibv_send_wr wr = next_write(&r, sge, i * 2 * WORD);

		wr.num_sge = i % 4 == 3 ? 2 : 1;
		rig_post(r.qp.a, &wr);
		memcpy(expected + i * 2 * WORD, r.from->bytes + i * 64, WORD);
		if (wr.num_sge == 2)
			memcpy(expected + i * 2 * WORD + WORD, r.from->bytes + 4096 + i * 64, WORD);
	}
	expect_all(&r);
	assert_memory_equal(r.to->bytes, expected, BYTES);
}

/** More than fits in one run, or in any, beside short ones; from one place, and to one place. */
static void long_ones_are_among_them(void **state)
{
	static const uint32_t sizes[] = {65536, 8,     65537, 1025,  40000,
					 1024,  65536, 65536, 65536, 9};
	enum {
		ROOM = 1 << 20,
		COUNT = 30,
	};
	struct run r = make_run(state, IBV_QPT_RC);
	uint8_t *expected = calloc(1, ROOM);
	size_t at = 100;

	assert_non_null(expected);
	r.from = rig_mr(&r.rig->a, ROOM, ALL);
	r.to = rig_mr(&r.rig->b, ROOM, ALL);
	rig_fill(r.from, 9);
	for (size_t i = 0; i < COUNT; i++) {
		const uint32_t bytes = sizes[i % 10];
		const size_t from = i % 3 ? at : 5;

		if (i % 4 == 2)
			at = 100;
		post_write(&r, from, at, bytes);
		memcpy(expected + at, r.from->bytes + from, bytes);
		at += bytes;
	}
	expect_all(&r);
	assert_memory_equal(r.to->bytes, expected, ROOM);
	free(expected);
}

/** Other requests end a run, and come in order. */
static void others_are_between_them(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);
	struct ibv_sge sge = rig_sge(r.from, 0, WORD);

	rig_recv(r.qp.b, 70, r.to, WORD);
	for (size_t i = 1; i <= 12; i++) {
		const uint32_t bytes = i == 3 ? 2048 : i == 8 ? 0 : WORD;

		if (i == 5 || i == 6) {
			struct ibv_send_wr wr = next_write(&r, &sge, 0);

			wr.opcode = i == 5 ? IBV_WR_SEND : IBV_WR_RDMA_READ;
			rig_post(r.qp.a, &wr);
			continue;
		}
		post_write(&r, i * WORD, 4096 + i * WORD, bytes);
	}
	expect_all(&r);
	rig_expect(r.qp.b->recv_cq, 70, IBV_WC_SUCCESS);
}

/* --- what does not ----------------------------------------------------------------------- */

enum {
	GOOD = 17, /**< messages in front of the one that fails */
};

/** One of MANY has another key. */
static void expect_bad_key(void **state, bool remote, enum ibv_wc_status status)
{
	struct run r = make_run(state, IBV_QPT_RC);

	for (size_t i = 0; i < MANY; i++) {
		struct ibv_sge sge = rig_sge(r.from, i * 64, WORD);
		struct ibv_send_wr wr = next_write(&r, &sge, i * 64);

		if (i == GOOD && remote)
			wr.wr.rdma.rkey ^= 1;
		else if (i == GOOD)
			sge.lkey ^= 1;
		rig_post(r.qp.a, &wr);
	}
	expect_failure(&r, GOOD, status);
	expect_spread(&r, 0, GOOD, 64, true);
	expect_spread(&r, GOOD, MANY, 64, false);
}

static void a_bad_lkey_among_them(void **state)
{
	expect_bad_key(state, false, IBV_WC_LOC_PROT_ERR);
}

static void a_bad_rkey_among_them(void **state)
{
	expect_bad_key(state, true, IBV_WC_REM_ACCESS_ERR);
}

/** The memory behind the key of one of MANY is not there; neighbours share its page. */
static void expect_hole(void **state, bool remote, size_t step, enum ibv_wc_status status)
{
	struct run r = make_run(state, IBV_QPT_RC);
	struct rig_mr *gone = rig_mr(remote ? &r.rig->b : &r.rig->a, BYTES, ALL);
	void *hole = mmap(NULL, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	gone->k.start = (uintptr_t)hole;
	for (size_t i = 0; i < MANY; i++) {
		struct ibv_sge sge = rig_sge(i == GOOD && !remote ? gone : r.from, i * step, WORD);
		struct ibv_send_wr wr = next_write(&r, &sge, i * step);

		if (i == GOOD && remote) {
			wr.wr.rdma.remote_addr = (uintptr_t)gone->bytes;
			wr.wr.rdma.rkey = gone->k.rkey;
		}
		rig_post(r.qp.a, &wr);
	}
	expect_failure(&r, GOOD, status);
	expect_spread(&r, 0, GOOD, step, true);
	expect_spread(&r, GOOD, MANY, step, false);
	munmap(hole, BYTES);
}

static void a_source_that_went_away(void **state)
{
	if (rig_mode == RIG_OWN)
		skip();
	expect_hole(state, false, WORD, IBV_WC_LOC_PROT_ERR);
}

static void a_destination_that_went_away(void **state)
{
	if (rig_mode == RIG_OWN)
		skip();
	expect_hole(state, true, 64, IBV_WC_REM_ACCESS_ERR);
}

/** Adjacent messages, the last of which lie beyond the end of what is mapped. */
static void the_end_of_a_destination(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);
	struct rig_mr *short_one = rig_mr(&r.rig->b, BYTES, ALL);
	uint8_t *at = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (rig_mode == RIG_OWN) {
		munmap(at, BYTES);
		skip();
	}
	mprotect(at + 4096, BYTES - 4096, PROT_NONE);
	short_one->k.start = (uintptr_t)at;
	for (size_t i = 0; i < MANY; i++) {
		struct ibv_sge sge = rig_sge(r.from, i * WORD, WORD);
		struct ibv_send_wr wr = next_write(&r, &sge, 0);

		wr.wr.rdma.remote_addr = (uintptr_t)short_one->bytes + 4096 + (i - GOOD) * WORD;
		wr.wr.rdma.rkey = short_one->k.rkey;
		rig_post(r.qp.a, &wr);
	}
	expect_failure(&r, GOOD, IBV_WC_REM_ACCESS_ERR);
	assert_memory_equal(at + 4096 - GOOD * WORD, r.from->bytes, GOOD * WORD);
	munmap(at, BYTES);
}

static void no_remote_writes_at_all(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);

	r.qp.b->k.attr.qp_access_flags = IBV_ACCESS_REMOTE_READ;
	post_spread(&r, MANY, WORD);
	expect_failure(&r, 0, IBV_WC_REM_INV_REQ_ERR);
	expect_spread(&r, 0, MANY, WORD, false);
}

/** The peer's completions have no room: nothing behind is lost or doubled. */
static void a_completion_queue_that_is_full(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);
	struct rig_qp_options options = {.type = IBV_QPT_RC};
	struct rig_qp *b = rig_qp(&r.rig->b, &options);

	options.send_cq = rig_cq(&r.rig->a, 16);
	r.qp.a = rig_qp(&r.rig->a, &options);
	rig_connect(r.qp.a, b);
	post_spread(&r, MANY, WORD);
	rig_run(r.rig);
	assert_int_equal(r.qp.a->k.attr.qp_state, IBV_QPS_ERR);
	assert_int_equal(rig_events(r.rig, IBV_EVENT_CQ_ERR, &options.send_cq->k), 1);
	assert_true(options.send_cq->k.failed);
	/* the CQE that did not fit is of a message that has arrived; those behind it have not */
	assert_int_equal(r.rig->b.dev.port[0].counters.messages_received, 17);
}

/* --- faults and traces ------------------------------------------------------------------- */

static void rules_meet_each_by_itself(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);

	set(r.rig, "lose request 3");
	post_spread(&r, MANY, WORD);
	rig_run(r.rig);
	expect_done(&r, 1, 2);
	rig_expect_none(r.qp.a->send_cq);
	assert_int_equal(r.rig->hca.faults->rule[0].met, 3);
	rig_advance(r.rig, RIG_TIMEOUT_NS);
	expect_done(&r, 3, MANY);
	expect_spread(&r, 0, MANY, WORD, true);
}

static void a_reader_of_the_trace_sees_each(void **state)
{
	struct run r = make_run(state, IBV_QPT_RC);

	r.rig->hca.traced = true;
	post_spread(&r, 5, WORD);
	expect_all(&r);
	assert_int_equal(r.rig->traces, 10);
	for (unsigned int i = 0; i < 10; i++)
		assert_int_equal(r.rig->trace[i].kind,
				 i % 2 ? SOFTHCA_TRACE_KIND_COMPLETION : SOFTHCA_TRACE_KIND_SEND);
}

int test_bursts(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(neighbours_arrive),
		RIG_TEST(places_with_gaps_arrive),
		RIG_TEST(places_on_many_pages_arrive),
		RIG_TEST(a_run_takes_two_system_calls),
		RIG_TEST(descending_places_arrive),
		RIG_TEST(the_last_of_several_stays),
		RIG_TEST(later_ones_cover_earlier_ones),
		RIG_TEST(inlined_ones_are_among_them),
		RIG_TEST(only_signaled_ones_complete),
		RIG_TEST(the_ring_wraps),
		RIG_TEST(packet_numbers_wrap),
		RIG_TEST(a_chain_is_kept),
		RIG_TEST(a_chain_with_gaps_is_kept),
		RIG_TEST(different_lengths_to_one_place),
		RIG_TEST(two_sges_are_among_them),
		RIG_TEST(long_ones_are_among_them),
		RIG_TEST(others_are_between_them),
		RIG_TEST(a_bad_lkey_among_them),
		RIG_TEST(a_bad_rkey_among_them),
		RIG_TEST(a_source_that_went_away),
		RIG_TEST(a_destination_that_went_away),
		RIG_TEST(the_end_of_a_destination),
		RIG_TEST(no_remote_writes_at_all),
		RIG_TEST(a_completion_queue_that_is_full),
		RIG_TEST(rules_meet_each_by_itself),
		RIG_TEST(a_reader_of_the_trace_sees_each),
	};

	return cmocka_run_group_tests_name("bursts", tests, NULL, NULL);
}
