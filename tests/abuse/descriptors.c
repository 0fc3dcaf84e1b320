/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * When no file descriptor is left, calls that need one fail with EMFILE, leak none, and succeed
 * when descriptors are available again.
 */
#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../contract/kit.h"

enum {
	SPARE_MAX = 40,      /* more than any call needs */
	SETTLE_TRIES = 1000, /* waits for an in-process emulator to close its descriptors */
};

static int count_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n - 3; /* without that of `dir`, `.` and `..` */
}

static bool settles_at(int expected)
{
	for (int i = 0; i < SETTLE_TRIES && count_descriptors() != expected; i++)
		kit_sleep(10);
	return count_descriptors() == expected;
}

static int highest_descriptor(void)
{
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *entry;
	int max = 0;

	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		int number = atoi(entry->d_name);

		if (number != dirfd(dir) && number > max)
			max = number;
	}
	closedir(dir);
	return max;
}

/* Lower the limit so that this many descriptors can still be opened. Returns how many are in
 * use. */
static int allow_spare(int spare)
{
	struct rlimit limit;
	int gaps = highest_descriptor() + 1 - count_descriptors(), before;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	/* fill the gaps, so that the limit alone decides */
	while (gaps-- > 0)
		assert_true(dup(0) >= 0);
	before = count_descriptors();
	limit.rlim_cur = (rlim_t)highest_descriptor() + 1 + (rlim_t)spare;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	return before;
}

static void allow_all(void)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = limit.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

static struct ibv_device **list, *device;

static int set_up_descriptors(void **state)
{
	struct ibv_context *ctx;
	int before;

	(void)state;
	list = ibv_get_device_list(NULL);
	device = list ? list[0] : NULL;
	before = count_descriptors(); /* now the emulator runs and has nothing left to close */
	ctx = device ? ibv_open_device(device) : NULL;
	return !ctx || ibv_close_device(ctx) || !settles_at(before);
}

static int tear_down(void **state)
{
	(void)state;
	ibv_free_device_list(list);
	return 0;
}

static void opening_without_descriptors_gives_emfile(void **state)
{
	int opened = 0;

	(void)state;
	for (int spare = 0; spare < SPARE_MAX; spare++) {
		struct ibv_context *ctx;
		int before;

		before = allow_spare(spare);
		errno = 0;
		ctx = ibv_open_device(device);
		if (!ctx && errno != EMFILE)
			fail_msg("with %d descriptors: errno %d (%s)", spare, errno,
				 strerror(errno));
		if (ctx)
			assert_int_equal(ibv_close_device(ctx), 0);
		allow_all();
		opened += ctx != NULL;
		assert_true(spare > 0 || !ctx);
		if (!settles_at(before))
			fail_msg("with %d descriptors: %d are open instead of %d", spare,
				 count_descriptors(), before);
		/* and a later call succeeds */
		ctx = ibv_open_device(device);
		assert_non_null(ctx);
		assert_int_equal(ibv_close_device(ctx), 0);
		assert_true(settles_at(before));
	}
	assert_true(opened > 0);
}

static void channels_without_descriptors_give_emfile(void **state)
{
	struct ibv_context *ctx = ibv_open_device(device);
	int made = 0;

	(void)state;
	assert_non_null(ctx);
	for (int spare = 0; spare < SPARE_MAX / 4; spare++) {
		struct ibv_comp_channel *channel;

		allow_spare(spare);
		errno = 0;
		channel = ibv_create_comp_channel(ctx);
		if (!channel)
			assert_int_equal(errno, EMFILE);
		else
			assert_int_equal(ibv_destroy_comp_channel(channel), 0);
		allow_all();
		made += channel != NULL;
	}
	assert_true(made > 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

/*
 * When queue memory cannot be shared because there is no descriptor, it is copied instead, which is
 * slower.
 */
static void queues_need_no_descriptor(void **state)
{
	struct plan plan = {0};
	struct side side;
	struct ibv_qp *qp;
	struct ibv_qp_init_attr init;

	(void)state;
	side_open(&side, 0, &plan);
	assert_int_equal(ibv_destroy_qp(side.qp), 0);
	allow_spare(0);
	init = (struct ibv_qp_init_attr){.send_cq = side.scq,
					 .recv_cq = side.rcq,
					 .qp_type = IBV_QPT_RC,
					 .cap = {16, 16, 2, 2, 0}};
	qp = ibv_create_qp(side.pd, &init);
	allow_all();
	assert_non_null(qp);
	side.qp = qp;
	side_connect(&side, &plan, &side);
	for (uint64_t i = 0; i < 200; i++) {
		fill(side.buf, 300, (uint32_t)i);
		post_receive(&side, i, 4096, 300);
		post(&side, &side, IBV_WR_SEND, i, 0, 300);
		expect(side.scq, i, IBV_WC_SUCCESS);
		expect(side.rcq, i, IBV_WC_SUCCESS);
		assert_true(filled(side.buf + 4096, 300, (uint32_t)i));
	}
	side_close(&side);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(opening_without_descriptors_gives_emfile),
		TEST(channels_without_descriptors_give_emfile),
		TEST(queues_need_no_descriptor),
	};

	return cmocka_run_group_tests_name("descriptors", tests, set_up_descriptors, tear_down);
}
