/* SPDX-License-Identifier: BSD-2-Clause */
/* The send log: sends are recorded, held back, delivered and retired. */
#include "fast.h"
#include "log.h"

static void sends_are_recorded(void **state)
{
	(void)state;
	post(true, false);
	post(false, true);
	post(true, true);
	for (int n = 0; n < 3; n++) {
		assert_ptr_equal(inverbs_record_of(&qp, serial_of(n)), record(n));
		assert_true(record(n)->wr_id == 0x9000000000000000 + (uint64_t)n);
		assert_int_equal(record(n)->done.length, n + 1);
		assert_int_equal(record(n)->done.opcode, n + 1);
		assert_int_equal(record(n)->signaled, n != 1);
		assert_int_equal(record(n)->late, n != 0);
		assert_false(record(n)->complete);
	}
	assert_true(work.late_open);
	assert_int_equal(work.oldest_late, serial_of(1));
	/* a new send reuses the log record of an old one */
	record(0)->late = record(0)->complete = true;
	inverbs_record_at(record(0), 1, 2, 3, false);
	assert_int_equal(record(0)->wr_id, 1);
	assert_int_equal(record(0)->done.length, 2);
	assert_int_equal(record(0)->done.opcode, 3);
	assert_false(record(0)->signaled);
	assert_false(record(0)->late);
	assert_false(record(0)->complete);
}

static void only_sends_that_are_outstanding_are_known(void **state)
{
	(void)state;
	for (int n = 0; n < REQUESTS + 2; n++) {
		post(true, false);
		for (int k = -12; k < 12; k++)
			assert_int_equal(inverbs_is_known(&qp, serial_of(k)),
					 k <= n && k > n - REQUESTS);
	}
	assert_false(work.late_open);
}

static void completions_are_queued(void **state)
{
	struct inverbs_done done = send_done(0);

	(void)state;
	for (uint32_t n = 0; n < ROOM; n++) {
		done.length = n;
		assert_true(inverbs_soft_push(&soft, &done));
		assert_int_equal(count(), n + 1);
		assert_memory_equal(queued(n), &done, sizeof(done));
	}
	done.length = 99;
	assert_false(inverbs_soft_push(&soft, &done));
	assert_int_equal(count(), ROOM);
	for (uint32_t n = 0; n < ROOM; n++)
		assert_int_equal(queued(n)->length, n);
	soft.head += 2;
	inverbs_soft_push_front(&soft, &done);
	assert_int_equal(count(), ROOM - 1);
	assert_int_equal(queued(0)->length, 99);
	assert_int_equal(queued(1)->length, 2);
	inverbs_soft_push_front(&soft, &done);
	assert_int_equal(count(), ROOM);
	assert_int_equal(queued(0)->length, 99);
	assert_int_equal(queued(ROOM - 1)->length, ROOM - 1);
}

static void late_completions_belong_to_the_oldest(void **state)
{
	struct inverbs_done done = {.number = NUMBER, .is_late = true};

	(void)state;
	assert_false(inverbs_resolve_late(&qp, &done));
	assert_true(done.is_late);
	for (int n = 0; n < 6; n++)
		post(true, n == 1 || n == 2 || n == 5);
	for (int n = 1; n < 6; n += n == 2 ? 3 : 1) {
		done = (struct inverbs_done){.number = NUMBER, .is_late = true, .serial = 0x5555};
		assert_true(work.late_open);
		assert_int_equal(work.oldest_late, serial_of(n));
		assert_true(inverbs_resolve_late(&qp, &done));
		assert_int_equal(done.serial, serial_of(n));
		assert_int_equal(done.opcode, n + 1);
		assert_int_equal(done.length, n + 1);
		assert_true(done.is_send);
		assert_false(done.is_late);
	}
	assert_false(work.late_open);
	assert_false(inverbs_resolve_late(&qp, &done));
	/* records behind the last send do not count */
	record(6)->late = true;
	work.late_open = true;
	inverbs_next_late(&qp, serial_of(4));
	assert_int_equal(work.oldest_late, serial_of(5));
	inverbs_next_late(&qp, serial_of(5));
	assert_false(work.late_open);
}

static void completions_are_held_back(void **state)
{
	struct inverbs_done done = send_done(2);

	(void)state;
	for (int n = 0; n < 4; n++)
		post(n != 3, false);
	done.length = 1234;
	inverbs_hold_back(&qp, &done);
	assert_int_equal(work.held, 1);
	assert_true(record(2)->complete);
	assert_true(record(2)->done.in_order);
	assert_int_equal(record(2)->done.length, 1234);
	assert_int_equal(record(2)->done.opcode, 0x77);
	/* a repeated completion, and one of an unsignaled send, are not counted */
	inverbs_hold_back(&qp, &done);
	assert_int_equal(work.held, 1);
	done.serial = serial_of(3);
	inverbs_hold_back(&qp, &done);
	assert_int_equal(work.held, 1);
	assert_true(record(3)->complete);
	/* a completion without a request */
	done.serial = serial_of(4);
	inverbs_hold_back(&qp, &done);
	assert_int_equal(work.held, 1);
	assert_int_equal(record(4)->done.length, 0xeeeeeeee);
}

static void what_was_held_back_is_delivered_in_turn(void **state)
{
	struct inverbs_done done;

	(void)state;
	for (int n = 0; n < 5; n++)
		post(n != 1, false);
	for (int n = 1; n < 4; n++) {
		done = send_done(n);
		done.length = 100 + (uint32_t)n;
		inverbs_hold_back(&qp, &done);
	}
	assert_int_equal(work.held, 2);
	inverbs_advance(&qp, &soft);
	assert_int_equal(count(), 0);
	record(0)->signaled = false; /* as if it had been delivered */
	inverbs_advance(&qp, &soft);
	assert_int_equal(count(), 1);
	assert_int_equal(queued(0)->length, 102);
	assert_true(queued(0)->in_order);
	assert_int_equal(work.held, 1);
	assert_false(record(2)->signaled);
	assert_true(record(3)->signaled);
	inverbs_advance(&qp, &soft);
	assert_int_equal(count(), 2);
	assert_int_equal(queued(0)->length, 103);
	assert_int_equal(work.held, 0);
	inverbs_advance(&qp, &soft);
	assert_int_equal(count(), 2);
	/* records behind the last send do not count */
	record(4)->signaled = false;
	record(5)->signaled = record(5)->complete = true;
	inverbs_advance(&qp, &soft);
	assert_int_equal(count(), 2);
}

static void only_the_oldest_signaled_send_is_next(void **state)
{
	struct inverbs_done done = send_done(0);

	(void)state;
	post(true, false);
	post(true, false);
	assert_true(inverbs_is_next(&qp, &done));
	record(0)->signaled = false;
	assert_false(inverbs_is_next(&qp, &done));
	done = send_done(1);
	assert_false(inverbs_is_next(&qp, &done));
	done.in_order = true;
	assert_true(inverbs_is_next(&qp, &done));
}

static void receives_are_retired(void **state)
{
	const struct inverbs_done done = {.number = NUMBER, .serial = 77};

	(void)state;
	for (uint32_t n = 0; n < 6; n++) {
		assert_int_equal(qp.rq.tail, n - 1);
		assert_true(inverbs_retire(&qp, &done) == 0x8000000000000000 + (n - 1) % RECEIVES);
	}
	assert_int_equal(qp.rq.tail, 5);
	assert_int_equal(qp.sq.tail, serial_of(0));
}

static void sends_are_retired_with_those_before(void **state)
{
	static const int order[] = {1, 0, 2, 2, 5}, tails[] = {2, 2, 3, 3, 6};

	(void)state;
	for (int n = 0; n < 6; n++)
		post(true, false);
	for (int i = 0; i < 5; i++) {
		const struct inverbs_done done = send_done(order[i]);

		assert_true(inverbs_retire(&qp, &done) == 0x9000000000000000 + (uint64_t)order[i]);
		assert_int_equal(qp.sq.tail, serial_of(tails[i]));
	}
	assert_int_equal(qp.rq.tail, (uint32_t)-1);
}

/* The same after more sends than half the range of serial numbers. */
static void the_tail_does_not_go_back(void **state)
{
	struct inverbs_done done = send_done(0);

	(void)state;
	qp.sq.tail = 0x7ffffffe;
	done.serial = 0x80000002;
	inverbs_retire(&qp, &done);
	assert_int_equal(qp.sq.tail, 0x80000003);
	done.serial = 0x7fffffff;
	inverbs_retire(&qp, &done);
	assert_int_equal(qp.sq.tail, 0x80000003);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(sends_are_recorded, reset_log),
		cmocka_unit_test_setup(only_sends_that_are_outstanding_are_known, reset_log),
		cmocka_unit_test_setup(completions_are_queued, reset_log),
		cmocka_unit_test_setup(late_completions_belong_to_the_oldest, reset_log),
		cmocka_unit_test_setup(completions_are_held_back, reset_log),
		cmocka_unit_test_setup(what_was_held_back_is_delivered_in_turn, reset_log),
		cmocka_unit_test_setup(only_the_oldest_signaled_send_is_next, reset_log),
		cmocka_unit_test_setup(receives_are_retired, reset_log),
		cmocka_unit_test_setup(sends_are_retired_with_those_before, reset_log),
		cmocka_unit_test_setup(the_tail_does_not_go_back, reset_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
