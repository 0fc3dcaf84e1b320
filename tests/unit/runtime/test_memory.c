/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue memory that is shared with an emulator: small queues are pieces of one memory. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fake.h"

enum {
	PAGE = 4096,
	ARENA = 64 * PAGE, /* what is shared at once */
	MOST = 16 * PAGE,  /* the largest piece */
	MANY = 300,
};

static void expect_zeroes(const uint8_t *buf, size_t bytes)
{
	assert_int_equal((uintptr_t)buf % PAGE, 0);
	for (size_t i = 0; i < bytes; i++)
		assert_int_equal(buf[i], 0);
}

static uint8_t *alloc(struct inverbs_context *ctx, size_t bytes)
{
	uint8_t *buf = inverbs_queue_alloc(ctx, bytes);

	assert_non_null(buf);
	expect_zeroes(buf, bytes);
	memset(buf, 0xa5, bytes);
	return buf;
}

static void pieces_are_shared_together(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, true);
	uint8_t *piece[ARENA / PAGE], *more;

	(void)state;
	for (size_t i = 0; i < ARENA / PAGE; i++)
		piece[i] = alloc(ctx, PAGE);
	assert_int_equal(t.shared, 1);
	more = alloc(ctx, 1);
	assert_int_equal(t.shared, 2);
	for (size_t i = 0; i < ARENA / PAGE; i++)
		inverbs_queue_free(ctx, piece[i], PAGE);
	assert_int_equal(t.shared, 1);
	inverbs_queue_free(ctx, more, 1);
	assert_int_equal(t.shared, 1); /* the last is kept, for the next queue */
	fake_context_free(ctx);
	assert_int_equal(t.shared, 0);
}

static void large_queues_have_their_own(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, true);
	uint8_t *largest_piece = alloc(ctx, MOST), *large = alloc(ctx, MOST + 1);

	(void)state;
	assert_int_equal(t.shared, 2);
	inverbs_queue_free(ctx, large, MOST + 1);
	assert_int_equal(t.shared, 1);
	inverbs_queue_free(ctx, largest_piece, MOST);
	fake_context_free(ctx);
	assert_int_equal(t.shared, 0);
}

/* Random sizes come and go: zeroed, each with its own bytes. */
static void pieces_do_not_overlap(void **state)
{
	struct {
		uint8_t *at;
		size_t bytes;
	} queue[20] = {{0}};
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, true);
	uint32_t random = 1;

	(void)state;
	for (int i = 0; i < MANY; i++) {
		size_t n;

		random = random * 1664525 + 1013904223;
		n = (random >> 8) % 20;
		for (size_t b = 0; b < queue[n].bytes; b++)
			assert_int_equal(queue[n].at[b], 100 + n);
		inverbs_queue_free(ctx, queue[n].at, queue[n].bytes);
		queue[n].bytes = 1 + (random >> 13) % (5 * PAGE);
		queue[n].at = alloc(ctx, queue[n].bytes);
		memset(queue[n].at, (int)(100 + n), queue[n].bytes);
	}
	assert_true(t.shared < 4);
	for (size_t n = 0; n < 20; n++)
		inverbs_queue_free(ctx, queue[n].at, queue[n].bytes);
	fake_context_free(ctx);
	assert_int_equal(t.shared, 0);
}

/* A child has the same memory as its parent, which does not know what the child would take. */
static void a_child_takes_no_piece(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, true);
	uint8_t *first = alloc(ctx, PAGE), *second;
	int status = -1;
	pid_t child = fork();

	(void)state;
	if (!child) {
		uint8_t *mine;

		t.share_error = EACCES;
		mine = inverbs_queue_alloc(ctx, PAGE);
		if (mine)
			memset(mine, 7, PAGE);
		_exit(mine == first + PAGE || !mine);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	second = alloc(ctx, PAGE);
	assert_ptr_equal(second, first + PAGE);
	inverbs_queue_free(ctx, first, PAGE);
	inverbs_queue_free(ctx, second, PAGE);
	fake_context_free(ctx);
}

static void memory_that_cannot_be_shared_is_private(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, true);
	uint8_t *buf;

	(void)state;
	t.share_error = EPERM;
	buf = alloc(ctx, 5000);
	t.shared = 1; /* unshare is called in any case; the device knows nothing of it */
	inverbs_queue_free(ctx, buf, 5000);
	assert_int_equal(t.shared, 0);
	assert_null(ctx->arenas);
	fake_context_free(ctx);
}

static void a_kernel_is_told_nothing(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	uint8_t *buf = alloc(ctx, PAGE);

	(void)state;
	assert_null(ctx->arenas);
	inverbs_queue_free(ctx, buf, PAGE);
	fake_context_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_shared_together),
		cmocka_unit_test(large_queues_have_their_own),
		cmocka_unit_test(pieces_do_not_overlap),
		cmocka_unit_test(a_child_takes_no_piece),
		cmocka_unit_test(memory_that_cannot_be_shared_is_private),
		cmocka_unit_test(a_kernel_is_told_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
