/* SPDX-License-Identifier: BSD-2-Clause */
/* Registered pages are not copied to children as long as a region includes them (V6, V7). */
#define _GNU_SOURCE
#include <infiniband/driver.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "fake.h"

#define PAGE  ((size_t)4096)
#define PAGES 8

static uint8_t *area;

/* Simulates a kernel without RDMA netlink. */
int __wrap_socket(int domain, int type, int protocol);
int __wrap_socket(int domain, int type, int protocol)
{
	(void)domain;
	(void)type;
	(void)protocol;
	errno = EPROTONOSUPPORT;
	return -1;
}

static struct {
	int calls;
	int fails_at; /* number of the call that fails; 0: none */
	int error;
} advice;

int __wrap_madvise(void *addr, size_t bytes, int advised);
int __real_madvise(void *addr, size_t bytes, int advised);
int __wrap_madvise(void *addr, size_t bytes, int advised)
{
	if (++advice.calls != advice.fails_at)
		return __real_madvise(addr, bytes, advised);
	errno = advice.error;
	return -1;
}

/* Whether a page is marked as not copied on fork, by the flag dc of its mapping. */
static bool is_marked(const void *page)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	uintptr_t start, end;
	bool inside = false, found = false;
	char line[512];

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &start, &end) == 2)
			inside = (uintptr_t)page >= start && (uintptr_t)page < end;
		else if (inside && !strncmp(line, "VmFlags:", 8))
			found = strstr(line, " dc") != NULL;
	}
	if (f)
		fclose(f);
	return found;
}

static void expect(const char *pattern)
{
	for (int i = 0; i < PAGES; i++) {
		if (is_marked(area + (size_t)i * PAGE) != (pattern[i] == 'x'))
			fail_msg("page %d is %s; expected %s", i,
				 is_marked(area + (size_t)i * PAGE) ? "kept" : "copied", pattern);
	}
}

static int map_area(void **state)
{
	(void)state;
	area = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return area == MAP_FAILED;
}

static int unmap_area(void **state)
{
	(void)state;
	return munmap(area, PAGES * PAGE);
}

static void ranges_overlap_and_count(void **state)
{
	(void)state;
	assert_int_equal(inverbs_dontfork(area + PAGE + 10, 2 * PAGE), 0);
	expect(".xxx....");
	assert_int_equal(inverbs_dontfork(area + 3 * PAGE, 3 * PAGE), 0);
	expect(".xxxxx..");
	assert_int_equal(inverbs_dontfork(area, 8 * PAGE), 0);
	expect("xxxxxxxx");
	assert_int_equal(inverbs_dofork(area + PAGE + 10, 2 * PAGE), 0);
	expect("xxxxxxxx");
	assert_int_equal(inverbs_dofork(area, 8 * PAGE), 0);
	expect("...xxx..");
	assert_int_equal(inverbs_dofork(area + 3 * PAGE, 3 * PAGE), 0);
	expect("........");
}

/* The same by the names that drivers use. */
static void drivers_may_ask_for_it(void **state)
{
	(void)state;
	assert_int_equal(ibv_dontfork_range(area + 2 * PAGE, PAGE), 0);
	assert_int_equal(ibv_dontfork_range(area + 2 * PAGE, 2 * PAGE), 0);
	expect("..xx....");
	assert_int_equal(ibv_dofork_range(area + 2 * PAGE, 2 * PAGE), 0);
	expect("..x.....");
	assert_int_equal(ibv_dofork_range(area + 2 * PAGE, PAGE), 0);
	expect("........");
	assert_int_equal(ibv_dontfork_range(NULL, 0), 0);
}

/* A call may release part of a range that one call marked as a whole. */
static void a_part_of_a_range_is_given_back(void **state)
{
	(void)state;
	assert_int_equal(inverbs_dontfork(area, 8 * PAGE), 0);
	assert_int_equal(inverbs_dofork(area + 2 * PAGE, 3 * PAGE), 0);
	expect("xx...xxx");
	assert_int_equal(inverbs_dofork(area + 6 * PAGE, PAGE), 0);
	expect("xx...x.x");
	assert_int_equal(inverbs_dofork(area, PAGE), 0);
	expect(".x...x.x");
	assert_int_equal(inverbs_dofork(area + PAGE, PAGE), 0);
	assert_int_equal(inverbs_dofork(area + 5 * PAGE, PAGE), 0);
	assert_int_equal(inverbs_dofork(area + 7 * PAGE, PAGE), 0);
	expect("........");
}

static void parts_of_a_page_count_separately(void **state)
{
	(void)state;
	inverbs_dontfork(area, 16);
	inverbs_dontfork(area + 100, 16);
	inverbs_dofork(area, 16);
	expect("x.......");
	inverbs_dofork(area + 100, 16);
	expect("........");
	inverbs_dontfork(area, PAGE + 1);
	expect("xx......");
	inverbs_dofork(area, PAGE + 1);
	inverbs_dontfork(area, PAGE);
	expect("x.......");
	inverbs_dofork(area, PAGE);
}

static void random_ranges_agree_with_counting(void **state)
{
	enum {
		RANGES = 200
	};
	int users[PAGES] = {0}, from[RANGES], to[RANGES];
	char pattern[PAGES + 1] = "";
	unsigned int seed = 1;

	(void)state;
	for (int i = 0; i < RANGES; i++) {
		from[i] = rand_r(&seed) % PAGES;
		to[i] = from[i] + 1 + rand_r(&seed) % (PAGES - from[i]);
		assert_int_equal(inverbs_dontfork(area + (size_t)from[i] * PAGE,
						  (size_t)(to[i] - from[i]) * PAGE),
				 0);
		for (int p = from[i]; p < to[i]; p++)
			users[p]++;
		if (i < RANGES / 4 || i % 2)
			continue;
		for (int k = i - RANGES / 4; k <= i - RANGES / 4; k++) {
			if (from[k] < 0)
				continue;
			inverbs_dofork(area + (size_t)from[k] * PAGE,
				       (size_t)(to[k] - from[k]) * PAGE);
			for (int p = from[k]; p < to[k]; p++)
				users[p]--;
			from[k] = -1;
		}
	}
	for (int i = 0; i < RANGES; i++) {
		if (from[i] < 0)
			continue;
		inverbs_dofork(area + (size_t)from[i] * PAGE, (size_t)(to[i] - from[i]) * PAGE);
		for (int p = from[i]; p < to[i]; p++)
			users[p]--;
		for (int p = 0; p < PAGES; p++)
			pattern[p] = users[p] ? 'x' : '.';
		expect(pattern);
	}
	expect("........");
}

/* If only a part of a range can be marked, the marks are undone. */
static void a_refusal_leaves_nothing(void **state)
{
	(void)state;
	assert_int_equal(inverbs_dontfork(area + 2 * PAGE, PAGE), 0);
	advice.calls = 0;
	advice.fails_at = 2; /* the first call marks pages 0 and 1, the second those from 3 on */
	advice.error = EINVAL;
	assert_int_equal(inverbs_dontfork(area, 5 * PAGE), EINVAL);
	expect("..x.....");
	advice.calls = 0;
	advice.error = ENOMEM; /* ignored, since unmapped pages need no mark */
	assert_int_equal(inverbs_dontfork(area, 5 * PAGE), 0);
	advice.fails_at = 0;
	assert_int_equal(inverbs_dofork(area, 5 * PAGE), 0);
	expect("..x.....");
	assert_int_equal(inverbs_dofork(area + 2 * PAGE, PAGE), 0);
	expect("........");
}

/* Regions are marked while they exist, except on-demand ones. */
static void regions_are_kept_from_children(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_mr *mr = ibv_reg_mr(pd, area + PAGE, 2 * PAGE, IBV_ACCESS_LOCAL_WRITE);

	(void)state;
	assert_non_null(mr);
	expect(".xx.....");
	assert_int_equal(ibv_fork_init(), 0); /* a second call */
	assert_int_equal(ibv_dereg_mr(mr), 0);
	expect("........");
	mr = ibv_reg_mr(pd, area, PAGE, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_ON_DEMAND);
	assert_non_null(mr);
	expect("........");
	assert_int_equal(ibv_dereg_mr(mr), 0);
	mr = ibv_reg_mr(pd, area, 2 * PAGE, IBV_ACCESS_LOCAL_WRITE);
	assert_non_null(mr);
	assert_int_equal(
		ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, area + PAGE, 3 * PAGE, 0),
		0);
	expect(".xxx....");
	assert_int_equal(ibv_dereg_mr(mr), 0);
	expect("........");
	t.fail_command = UVERBS_CMD_REG_MR;
	t.fail_error = ENOMEM;
	assert_null(ibv_reg_mr(pd, area, PAGE, IBV_ACCESS_LOCAL_WRITE));
	expect("........");
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	fake_context_free(ctx);
}

/* The old pages stay marked, and the new ones do not become so. */
static void a_region_that_cannot_move(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_mr *mr = ibv_reg_mr(pd, area, 2 * PAGE, IBV_ACCESS_LOCAL_WRITE);
	uint8_t *const to = area + 4 * PAGE;

	(void)state;
	assert_non_null(mr);
	advice.calls = 0;
	advice.fails_at = 1;
	advice.error = EINVAL;
	assert_int_equal(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, to, PAGE, 0),
			 IBV_REREG_MR_ERR_DONT_FORK_NEW);
	assert_int_equal(errno, EINVAL);
	advice.fails_at = 0;
	assert_ptr_equal(mr->addr, area);
	expect("xx......");
	t.fail_command = UVERBS_CMD_REREG_MR;
	t.fail_error = EPERM;
	assert_int_equal(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, to, PAGE, 0),
			 IBV_REREG_MR_ERR_CMD);
	expect("xx......");
	t.fail_error = 0;
	assert_int_equal(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, 0), 0);
	expect("xx......");
	assert_int_equal(ibv_dereg_mr(mr), 0);
	expect("........");
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	fake_context_free(ctx);
}

static void an_on_demand_region_may_become_another(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_mr *mr = ibv_reg_mr(pd, area, PAGE, IBV_ACCESS_ON_DEMAND);
	const int both = IBV_REREG_MR_CHANGE_TRANSLATION | IBV_REREG_MR_CHANGE_ACCESS;

	(void)state;
	assert_non_null(mr);
	assert_int_equal(inverbs_dontfork(area, PAGE), 0); /* by someone else */
	assert_int_equal(ibv_rereg_mr(mr, both, NULL, area + PAGE, PAGE, 0), 0);
	expect("xx......");
	assert_int_equal(ibv_rereg_mr(mr, both, NULL, area + 3 * PAGE, PAGE, IBV_ACCESS_ON_DEMAND),
			 0);
	expect("x.......");
	assert_int_equal(ibv_dereg_mr(mr), 0);
	expect("x.......");
	assert_int_equal(inverbs_dofork(area, PAGE), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	fake_context_free(ctx);
}

/* More ranges than the list has room for at first. */
static void many_ranges(void **state)
{
	enum {
		RANGES = 40
	};
	uint8_t *many = mmap(NULL, 2 * RANGES * PAGE, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_ptr_not_equal(many, MAP_FAILED);
	for (size_t i = 0; i < RANGES; i++)
		assert_int_equal(inverbs_dontfork(many + 2 * i * PAGE, PAGE), 0);
	for (size_t i = 0; i < 2 * RANGES; i++)
		assert_int_equal(is_marked(many + i * PAGE), i % 2 == 0);
	for (size_t i = 0; i < RANGES; i++) {
		assert_int_equal(inverbs_dofork(many + 2 * i * PAGE, PAGE), 0);
		assert_false(is_marked(many + 2 * i * PAGE));
	}
	assert_int_equal(munmap(many, 2 * RANGES * PAGE), 0);
}

/*
 * Run a test in a new process by exec, because fork support, which is enabled here, would be
 * inherited by a forked child.
 */
static void run_anew(const char *what)
{
	pid_t child = fork();
	int status;

	if (!child) {
		execl("/proc/self/exe", "test_fork", what, (char *)NULL);
		_exit(99);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* ibv_fork_init() fails after a registration. */
static void too_late_after_a_registration(void **state)
{
	(void)state;
	run_anew("late");
}

/* The page size is that of each mapping; here, mappings have ordinary pages. */
static void mappings_may_have_larger_pages(void **state)
{
	(void)state;
	assert_int_equal(setenv("RDMAV_HUGEPAGES_SAFE", "1", 1), 0);
	run_anew("sizes");
	assert_int_equal(unsetenv("RDMAV_HUGEPAGES_SAFE"), 0);
}

/* A kernel that does not know the advice. */
static void kernels_may_refuse_the_advice(void **state)
{
	(void)state;
	run_anew("refused");
}

static void the_environment_may_ask_for_it(void **state)
{
	(void)state;
	unsetenv("RDMAV_FORK_SAFE");
	unsetenv("IBV_FORK_SAFE");
	run_anew("quiet");
	assert_int_equal(setenv("IBV_FORK_SAFE", "1", 1), 0);
	run_anew("asked");
	assert_int_equal(unsetenv("IBV_FORK_SAFE"), 0);
	assert_int_equal(setenv("RDMAV_FORK_SAFE", "", 1), 0);
	run_anew("asked");
	assert_int_equal(unsetenv("RDMAV_FORK_SAFE"), 0);
}

static int refused(void)
{
	advice.error = EINVAL;
	advice.fails_at = 1;
	if (ibv_fork_init() != ENOSYS || ibv_is_fork_initialized() != IBV_FORK_DISABLED)
		return 1;
	advice.fails_at = 3; /* the second call of the second attempt */
	if (ibv_fork_init() != ENOSYS || ibv_is_fork_initialized() != IBV_FORK_DISABLED)
		return 2;
	return ibv_fork_init() || ibv_is_fork_initialized() != IBV_FORK_ENABLED;
}

static void begin_by_environment(void *unused)
{
	(void)unused;
	inverbs_fork_from_environment();
}

static int begun(enum ibv_fork_status status)
{
	if (*logged_by(begin_by_environment, NULL))
		return 1;
	return ibv_is_fork_initialized() == status ? 0 : 2;
}

static int sizes(void)
{
	int wrong = map_area(NULL);

	setenv("RDMAV_FORK_SAFE", "1", 1);
	inverbs_fork_from_environment();
	wrong |= ibv_is_fork_initialized() != IBV_FORK_ENABLED;
	wrong |= inverbs_dontfork(area + PAGE + 10, 2 * PAGE) != 0;
	for (size_t i = 0; i < PAGES; i++)
		wrong |= is_marked(area + i * PAGE) != (i >= 1 && i <= 3);
	wrong |= inverbs_dofork(area + PAGE + 10, 2 * PAGE) != 0;
	for (size_t i = 0; i < PAGES; i++)
		wrong |= is_marked(area + i * PAGE);
	return wrong | unmap_area(NULL);
}

static int late(void)
{
	static char buf[64];

	if (ibv_is_fork_initialized() != IBV_FORK_DISABLED)
		return 1;
	inverbs_dontfork(buf, sizeof(buf));
	setenv("RDMAV_FORK_SAFE", "1", 1);
	if (strcmp(logged_by(begin_by_environment, NULL),
		   "inverbs: fork support was requested but cannot be enabled\n") != 0)
		return 3;
	return ibv_fork_init() == EINVAL ? 0 : 2;
}

int main(int argc, char **argv)
{
#define WITH_AREA(name) cmocka_unit_test_setup_teardown(name, map_area, unmap_area)
	const struct CMUnitTest tests[] = {
		WITH_AREA(ranges_overlap_and_count),
		WITH_AREA(drivers_may_ask_for_it),
		WITH_AREA(a_part_of_a_range_is_given_back),
		WITH_AREA(parts_of_a_page_count_separately),
		WITH_AREA(random_ranges_agree_with_counting),
		WITH_AREA(a_refusal_leaves_nothing),
		WITH_AREA(regions_are_kept_from_children),
		WITH_AREA(a_region_that_cannot_move),
		WITH_AREA(an_on_demand_region_may_become_another),
		cmocka_unit_test(many_ranges),
		cmocka_unit_test(kernels_may_refuse_the_advice),
		cmocka_unit_test(the_environment_may_ask_for_it),
		cmocka_unit_test(too_late_after_a_registration),
		cmocka_unit_test(mappings_may_have_larger_pages),
	};

	if (argc > 1 && !strcmp(argv[1], "late"))
		return late();
	if (argc > 1 && !strcmp(argv[1], "sizes"))
		return sizes();
	if (argc > 1 && !strcmp(argv[1], "refused"))
		return refused();
	if (argc > 1)
		return begun(!strcmp(argv[1], "asked") ? IBV_FORK_ENABLED : IBV_FORK_DISABLED);
	/* a second call succeeds, without a request to the kernel */
	for (int i = 0; i < 2; i++) {
		if (ibv_fork_init() || ibv_is_fork_initialized() != IBV_FORK_ENABLED ||
		    advice.calls != 2)
			return 1;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
