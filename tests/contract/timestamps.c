/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V35: completion timestamps, and the adapter's clock; devices without a clock report so.
 */
#include "kit.h"

#include <time.h>
#include <unistd.h>

enum {
	MESSAGES = 20,
	STAMPED = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP,
};

/* Two ends whose completion queues have timestamps. */
struct stamped {
	struct pair pair;
	struct ibv_device_attr_ex device;
};

static struct ibv_device_attr_ex device_of(struct ibv_context *ctx)
{
	struct ibv_device_attr_ex attr;

	assert_int_equal(ibv_query_device_ex(ctx, NULL, &attr), 0);
	return attr;
}

static struct ibv_cq_ex *make_cq(struct ibv_context *ctx, uint64_t fields)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = 64, .wc_flags = fields};

	errno = 0;
	return ibv_create_cq_ex(ctx, &attr);
}

static void replace_cq(struct ibv_cq **at, struct ibv_cq_ex *cq)
{
	assert_non_null(cq);
	assert_int_equal(ibv_destroy_cq(*at), 0);
	*at = ibv_cq_ex_to_cq(cq);
}

/* Replace the completion queues of a side in RESET by ones with timestamps. */
static void use_stamped_cqs(struct side *side)
{
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .cap = side->cap};

	assert_int_equal(ibv_destroy_qp(side->qp), 0);
	replace_cq(&side->scq, make_cq(side->ctx, STAMPED));
	replace_cq(&side->rcq, make_cq(side->ctx, STAMPED));
	init.send_cq = side->scq;
	init.recv_cq = side->rcq;
	side->qp = ibv_create_qp(side->pd, &init);
	assert_non_null(side->qp);
}

/* False if the device has no clock; then check that it reports so. */
static bool open_stamped(struct stamped *s)
{
	const struct plan plan = {0};
	struct ibv_values_ex values = {.comp_mask = IBV_VALUES_MASK_RAW_CLOCK};
	struct ibv_context *ctx = kit_open(0);

	s->device = device_of(ctx);
	if (!s->device.completion_timestamp_mask) {
		assert_false(KIT_TIMESTAMPS);
		assert_int_equal(s->device.hca_core_clock, 0);
		assert_int_equal(ibv_query_rt_values_ex(ctx, &values), EOPNOTSUPP);
		assert_null(make_cq(ctx, STAMPED));
		assert_int_equal(errno, EOPNOTSUPP);
	}
	assert_int_equal(ibv_close_device(ctx), 0);
	if (!s->device.completion_timestamp_mask)
		return false;
	memset(&s->pair, 0, sizeof(s->pair));
	side_open(&s->pair.a, 0, &plan);
	side_open(&s->pair.b, 1, &plan);
	use_stamped_cqs(&s->pair.a);
	use_stamped_cqs(&s->pair.b);
	pair_connect(&s->pair, &plan);
	return true;
}

static void close_stamped(struct stamped *s)
{
	side_close(&s->pair.a);
	side_close(&s->pair.b);
}

static uint64_t raw_clock(const struct stamped *s, struct ibv_context *ctx)
{
	struct ibv_values_ex values = {.comp_mask = IBV_VALUES_MASK_RAW_CLOCK};

	assert_int_equal(ibv_query_rt_values_ex(ctx, &values), 0);
	assert_int_equal(values.comp_mask, IBV_VALUES_MASK_RAW_CLOCK);
	assert_int_equal(values.raw_clock.tv_sec, 0);
	return (uint64_t)values.raw_clock.tv_nsec & s->device.completion_timestamp_mask;
}

/* Ticks from one time to a later one; the counter may have wrapped in between. */
static uint64_t ticks(const struct stamped *s, uint64_t from, uint64_t to)
{
	const uint64_t mask = s->device.completion_timestamp_mask;
	const uint64_t passed = (to - from) & mask;

	assert_true(passed < mask / 2); /* else the clock went backwards */
	return passed;
}

static uint64_t wait_stamp(struct ibv_cq *of, uint64_t wr_id)
{
	struct ibv_cq_ex *cq = (struct ibv_cq_ex *)of; /* as it was created */
	struct ibv_poll_cq_attr attr = {0};
	uint64_t stamp;
	int ret;

	for (int i = 0; (ret = ibv_start_poll(cq, &attr)) == ENOENT && i < KIT_SECONDS * 10000; i++)
		usleep(100);
	assert_int_equal(ret, 0);
	assert_int_equal(cq->status, IBV_WC_SUCCESS);
	assert_int_equal(cq->wr_id, wr_id);
	stamp = ibv_wc_read_completion_ts(cq);
	ibv_end_poll(cq);
	return stamp;
}

/* One message; returns the timestamp of its send. */
static uint64_t exchange(struct stamped *s)
{
	const uint64_t from_a = raw_clock(s, s->pair.a.ctx), from_b = raw_clock(s, s->pair.b.ctx);
	uint64_t sent, received;

	post_receive(&s->pair.b, 2, 0, 64);
	post(&s->pair.a, &s->pair.b, IBV_WR_SEND, 1, 0, 64);
	sent = wait_stamp(s->pair.a.scq, 1);
	received = wait_stamp(s->pair.b.rcq, 2);
	ticks(s, from_a, sent);
	ticks(s, sent, raw_clock(s, s->pair.a.ctx));
	ticks(s, from_b, received);
	ticks(s, received, raw_clock(s, s->pair.b.ctx));
	return sent;
}

static void V35_timestamps_are_between_two_readings_of_the_clock(void **state)
{
	struct stamped s;
	uint64_t before;

	(void)state;
	if (!open_stamped(&s))
		return;
	before = exchange(&s);
	for (int i = 0; i < MESSAGES; i++) {
		uint64_t stamp = exchange(&s);

		ticks(&s, before, stamp);
		before = stamp;
	}
	close_stamped(&s);
}

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* hca_core_clock is the frequency in kHz: no more ticks pass than the elapsed time allows, but they
 * do pass. */
static void V35_ticks_have_the_length_that_the_device_reports(void **state)
{
	struct stamped s;
	uint64_t first, start, passed, us;

	(void)state;
	if (!open_stamped(&s))
		return;
	assert_true(s.device.hca_core_clock > 0);
	start = now_us();
	first = exchange(&s);
	do {
		kit_sleep(5);
		passed = ticks(&s, first, exchange(&s));
		us = now_us() - start;
		assert_true(us < KIT_SECONDS * 1000000ULL);
		assert_true(passed / s.device.hca_core_clock <= us / 1000 + 1);
	} while (passed / s.device.hca_core_clock < 20);
	close_stamped(&s);
}

/* The raw clock is not a wall clock, and its timestamps replace other fields. */
static void V35_fields_that_cannot_be_combined_with_timestamps(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	const bool has = device_of(ctx).completion_timestamp_mask != 0;
	struct ibv_cq_ex *cq = make_cq(ctx,
				       STAMPED | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK);

	(void)state;
	assert_null(cq);
	assert_int_equal(errno, EOPNOTSUPP);
	cq = make_cq(ctx, STAMPED | IBV_WC_EX_WITH_SLID | IBV_WC_EX_WITH_SL);
	assert_null(cq);
	cq = make_cq(ctx, STAMPED);
	assert_true((cq != NULL) == has);
	if (cq)
		assert_int_equal(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V35_only_the_raw_clock_can_be_queried(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_values_ex values = {.comp_mask = IBV_VALUES_MASK_RAW_CLOCK | 1U << 7};

	(void)state;
	assert_int_equal(ibv_query_rt_values_ex(ctx, &values), EINVAL);
	assert_int_equal(ibv_close_device(ctx), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V35_timestamps_are_between_two_readings_of_the_clock),
		TEST(V35_ticks_have_the_length_that_the_device_reports),
		TEST(V35_fields_that_cannot_be_combined_with_timestamps),
		TEST(V35_only_the_raw_clock_can_be_queried),
	};

	return RUN_TESTS(tests);
}
