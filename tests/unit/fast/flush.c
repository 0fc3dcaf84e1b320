/* SPDX-License-Identifier: BSD-2-Clause */
/* Flushing a failed queue pair: each request without a queued completion gets one. */
#include "fast.h"
#include "log.h"

enum {
	FLUSHED = 5 /* the adapter's status */
};

static const struct inverbs_done flushed = {
	.number = NUMBER, .status = FLUSHED, .opcode = 0x66, .length = 9};

static void queue(uint32_t number, int serial, bool is_send, bool is_late)
{
	const struct inverbs_done done = {.number = number,
					  .serial = serial_of(serial),
					  .is_send = is_send,
					  .is_late = is_late};

	assert_true(inverbs_soft_push(&soft, &done));
}

/* Four receives, two of which have queued completions, among those of sends and of others. */
static void receives_are_flushed(void **state)
{
	struct inverbs_done send = flushed;

	(void)state;
	qp.rq.head += 4;
	inverbs_rq_grant(&qp.rq, 3);
	queue(NUMBER, 0, false, false);
	queue(NUMBER + 1, 0, false, false);
	queue(NUMBER, 0, true, false);
	queue(NUMBER, 0, false, true);
	queue(NUMBER, 0, false, false);
	send.is_send = true;
	inverbs_flush_recvs(&qp, &soft, send);
	assert_int_equal(count(), 7);
	for (uint32_t n = 5; n < 7; n++) {
		assert_int_equal(queued(n)->number, NUMBER);
		assert_int_equal(queued(n)->status, FLUSHED);
		assert_int_equal(queued(n)->opcode, 0x66);
		assert_int_equal(queued(n)->length, 9);
		assert_false(queued(n)->is_send);
		assert_int_equal(queued(n)->serial, qp.rq.tail + n - 5 + 3);
	}
}

static void no_receive_is_flushed_twice(void **state)
{
	(void)state;
	inverbs_flush_recvs(&qp, &soft, flushed);
	assert_int_equal(count(), 0);
	qp.rq.head += 1;
	queue(NUMBER, 0, false, false);
	queue(NUMBER, 0, false, false); /* more than there are receives */
	inverbs_flush_recvs(&qp, &soft, flushed);
	assert_int_equal(count(), 2);
}

/* Sends with queued completions are skipped; returns the serial after the last of them. */
static void waiting_sends_are_passed_over(void **state)
{
	(void)state;
	for (int n = 0; n < 7; n++)
		post(true, n == 2 || n == 3);
	assert_int_equal(inverbs_pass_waiting(&qp, &soft), serial_of(0));
	queue(NUMBER, 4, true, false);
	queue(NUMBER + 1, 6, true, false);
	queue(NUMBER, 5, false, false);
	queue(NUMBER, 6, false, true);
	queue(NUMBER, 0, true, false);
	assert_int_equal(inverbs_pass_waiting(&qp, &soft), serial_of(5));
	for (int n = 0; n < 7; n++)
		assert_int_equal(record(n)->signaled, n != 0 && n != 2 && n != 4);
	assert_int_equal(queued(3)->serial, serial_of(2));
	assert_false(queued(3)->is_late);
	assert_true(queued(3)->is_send);
	assert_int_equal(work.oldest_late, serial_of(3));
}

static void only_the_first_may_be_waiting(void **state)
{
	(void)state;
	post(true, false);
	queue(NUMBER, 0, true, false);
	assert_int_equal(inverbs_pass_waiting(&qp, &soft), serial_of(1));
}

/* An out-of-order completion without a request remains queued, and changes nothing. */
static void late_ones_of_no_request_are_passed_over(void **state)
{
	(void)state;
	post(true, false);
	queue(NUMBER, 0, false, true);
	assert_int_equal(inverbs_pass_waiting(&qp, &soft), serial_of(0));
	assert_true(queued(0)->is_late);
	assert_true(record(0)->signaled);
}

static void assert_flushed(uint32_t n, int serial)
{
	assert_int_equal(queued(n)->number, NUMBER);
	assert_int_equal(queued(n)->serial, serial_of(serial));
	assert_int_equal(queued(n)->status, FLUSHED);
	assert_int_equal(queued(n)->opcode, serial + 1);
	assert_true(queued(n)->is_send);
}

/*
 * 0: unsignaled and covered by 2. 1: signaled, none queued. 2: queued. 3: held back. 4: unsignaled
 * and not covered. 5: flushed.
 */
static void sends_are_flushed(void **state)
{
	struct inverbs_done held = send_done(3);

	(void)state;
	for (int n = 0; n < 6; n++)
		post(n != 0 && n != 4, n == 1);
	held.status = 0;
	inverbs_hold_back(&qp, &held);
	queue(NUMBER, 2, true, false);
	inverbs_flush_sends(&qp, &soft, flushed);
	assert_int_equal(count(), 5);
	assert_flushed(1, 1);
	assert_int_equal(queued(2)->serial, serial_of(3));
	assert_int_equal(queued(2)->status, 0);
	assert_int_equal(queued(2)->opcode, 0x77);
	assert_flushed(3, 4);
	assert_flushed(4, 5);
	assert_int_equal(work.held, 0);
	assert_false(work.late_open);
	for (int n = 0; n < 6; n++)
		assert_false(record(n)->signaled);
}

/* The send right behind the last one that a completion covers is flushed. */
static void covered_sends_end_at_the_last_completion(void **state)
{
	(void)state;
	for (int n = 0; n < 4; n++)
		post(n == 1, false);
	queue(NUMBER, 1, true, false);
	inverbs_flush_sends(&qp, &soft, flushed);
	assert_int_equal(count(), 3);
	assert_flushed(1, 2);
	assert_flushed(2, 3);
}

/* Unsignaled sends, of which the last one has a queued completion anyway. */
static void a_queued_completion_is_not_repeated(void **state)
{
	(void)state;
	for (int n = 0; n < 3; n++)
		post(false, false);
	queue(NUMBER, 2, true, false);
	inverbs_flush_sends(&qp, &soft, flushed);
	assert_int_equal(count(), 1);
}

static void nothing_is_flushed_without_sends(void **state)
{
	(void)state;
	inverbs_flush_sends(&qp, &soft, flushed);
	assert_int_equal(count(), 0);
	assert_int_equal(work.held, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(receives_are_flushed, reset_log),
		cmocka_unit_test_setup(no_receive_is_flushed_twice, reset_log),
		cmocka_unit_test_setup(waiting_sends_are_passed_over, reset_log),
		cmocka_unit_test_setup(only_the_first_may_be_waiting, reset_log),
		cmocka_unit_test_setup(late_ones_of_no_request_are_passed_over, reset_log),
		cmocka_unit_test_setup(sends_are_flushed, reset_log),
		cmocka_unit_test_setup(covered_sends_end_at_the_last_completion, reset_log),
		cmocka_unit_test_setup(a_queued_completion_is_not_repeated, reset_log),
		cmocka_unit_test_setup(nothing_is_flushed_without_sends, reset_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
