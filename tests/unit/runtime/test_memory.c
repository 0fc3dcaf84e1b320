/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue memory that is shared with an emulator: small queues are allocated from an arena. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fake.h"

enum {
	PAGE = 4096,
	ARENA = 64 * PAGE, /* size of an arena, which is shared as a whole */
	MOST = 16 * PAGE,  /* largest queue in an arena */
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

static void small_queues_share_an_arena(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, true);
	uint8_t *part[ARENA / PAGE], *more;

	(void)state;
	for (size_t i = 0; i < ARENA / PAGE; i++)
		part[i] = alloc(ctx, PAGE);
	assert_int_equal(t.shared, 1);
	more = alloc(ctx, 1);
	assert_int_equal(t.shared, 2);
	for (size_t i = 0; i < ARENA / PAGE; i++)
		inverbs_queue_free(ctx, part[i], PAGE);
	assert_int_equal(t.shared, 1);
	inverbs_queue_free(ctx, more, 1);
	assert_int_equal(t.shared, 1); /* the last arena is kept for the next queue */
	fake_context_free(ctx);
	assert_int_equal(t.shared, 0);
}

static void an_empty_arena_goes_when_there_is_another(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, true);
	uint8_t *old[ARENA / PAGE], *newest;

	(void)state;
	for (size_t i = 0; i < ARENA / PAGE; i++)
		old[i] = alloc(ctx, PAGE);
	newest = alloc(ctx, 0);
	assert_int_equal(t.shared, 2);
	inverbs_queue_free(ctx, newest, 0);
	assert_int_equal(t.shared, 1);
	for (size_t i = 0; i < ARENA / PAGE; i++)
		inverbs_queue_free(ctx, old[i], PAGE);
	fake_context_free(ctx);
	assert_int_equal(t.shared, 0);
}

static void large_queues_have_their_own(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, true);
	uint8_t *in_arena = alloc(ctx, MOST), *large = alloc(ctx, MOST + 1);

	(void)state;
	assert_int_equal(t.shared, 2);
	inverbs_queue_free(ctx, large, MOST + 1);
	assert_int_equal(t.shared, 1);
	inverbs_queue_free(ctx, in_arena, MOST);
	fake_context_free(ctx);
	assert_int_equal(t.shared, 0);
}

/* Queues of random sizes are allocated and freed; each is zeroed and overlaps no other. */
static void queues_do_not_overlap(void **state)
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

/* A child shares its parent's arena, and the parent would not notice an allocation by the child. */
static void a_child_takes_nothing_from_an_arena(void **state)
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

/* Number of mapped pages, and the lowest free descriptor: a leak would increase either. */
static size_t mapped_pages(void)
{
	size_t pages = 0;
	FILE *file = fopen("/proc/self/statm", "re");

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%zu", &pages), 1);
	fclose(file);
	return pages;
}

static int free_descriptor(void)
{
	const int fd = dup(STDIN_FILENO);

	close(fd);
	return fd;
}

/* Uses large queues, whose memory cannot come from what malloc() or an arena keeps. */
static void memory_that_cannot_be_shared_is_not_leaked(void **state)
{
	enum {
		LARGE = 1024 * PAGE
	};
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, true);
	const size_t before = mapped_pages();
	const int descriptor = free_descriptor();

	(void)state;
	t.share_error = EPERM;
	for (int i = 0; i < 4; i++)
		inverbs_queue_free(ctx, alloc(ctx, LARGE), LARGE);
	assert_int_equal(free_descriptor(), descriptor);
	assert_true(mapped_pages() < before + LARGE / PAGE);
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
	t.shared = 1; /* unshare() is called even for memory that was not shared */
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
		cmocka_unit_test(small_queues_share_an_arena),
		cmocka_unit_test(an_empty_arena_goes_when_there_is_another),
		cmocka_unit_test(large_queues_have_their_own),
		cmocka_unit_test(queues_do_not_overlap),
		cmocka_unit_test(a_child_takes_nothing_from_an_arena),
		cmocka_unit_test(memory_that_cannot_be_shared_is_not_leaked),
		cmocka_unit_test(memory_that_cannot_be_shared_is_private),
		cmocka_unit_test(a_kernel_is_told_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
