/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs whose pages stay missing, by userfaultfd: a system call that accesses such a page sleeps
 * in the kernel until the program serves the fault. Meanwhile the daemon must continue to serve
 * other processes, and must not perform a transfer twice. Usage: stalls SOFTHCAD
 */
#include <dirent.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../contract/kit.h"
#include "../emulator/daemon.h"
#include "siege.h"

enum {
	PAGE = 4096,
	MANY = 12,      /**< processes that stall at the same time */
	FEW = 2,        /**< idle threads that the daemon keeps */
	QUIET_MS = 200, /**< no completion may come during this time */
	WAIT_MS = 60000,
	SEED = 7,
	WORD = 5, /**< initial value of an atomic's target */
	ADDED = 3,
	RACES = 300,
	RUN = 16, /**< short writes that the daemon combines */
};

/** What the page is used for. */
enum use {
	SEND_FROM,
	SEND_TO,
	WRITE_FROM,
	WRITE_TO,
	INLINE_TO,
	READ_FROM,
	READ_TO,
	ATOMIC_ON,
	RESULT_TO,
	/* uses with a write-protected page */
	PROTECTED_ATOMIC,
	PROTECTED_WRITES,
	USES
};

/** Shared by the test and its attackers. */
static struct shared {
	enum use use;
	int order; /**< 1: the attacker has to serve its page */
} * shared;

/* --- a page that is not served ----------------------------------------------------------- */

static int faults = -1;

/** Opens userfaultfd for this process. Without UFFD_USER_MODE_ONLY, since the kernel accesses the
 * page on behalf of the daemon. */
static bool open_faults(void)
{
	struct uffdio_api api = {.api = UFFD_API};

	if (faults < 0)
		faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
	return faults >= 0 && !ioctl(faults, UFFDIO_API, &api);
}

static bool may_stall(void)
{
	const bool may = open_faults();

	close(faults);
	faults = -1;
	return may;
}

/** With true, writes to the page wait from now on; with false, they continue. */
static void protect_page(const uint8_t *page, bool protected)
{
	struct uffdio_register range = {
		.range = {.start = (uintptr_t)page, .len = PAGE},
		.mode = UFFDIO_REGISTER_MODE_WP,
	};
	struct uffdio_writeprotect change = {
		.range = range.range,
		.mode = protected ? UFFDIO_WRITEPROTECT_MODE_WP : 0,
	};

	assert_true(faults >= 0 || open_faults());
	if (protected)
		assert_int_equal(ioctl(faults, UFFDIO_REGISTER, &range), 0);
	assert_int_equal(ioctl(faults, UFFDIO_WRITEPROTECT, &change), 0);
}

/** Remove the page: the next access waits. */
static void remove_page(uint8_t *page)
{
	struct uffdio_register range = {
		.range = {.start = (uintptr_t)page, .len = PAGE},
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};

	assert_true(faults >= 0 || open_faults());
	assert_int_equal(ioctl(faults, UFFDIO_REGISTER, &range), 0);
	assert_int_equal(madvise(page, PAGE, MADV_DONTNEED), 0);
}

static int serve_page(const uint8_t *page, const uint8_t *content)
{
	struct uffdio_copy copy = {
		.dst = (uintptr_t)page,
		.src = (uintptr_t)content,
		.len = PAGE,
	};

	return ioctl(faults, UFFDIO_COPY, &copy);
}

static void await_order(void)
{
	for (int i = 0; i < WAIT_MS; i++) {
		if (__atomic_load_n(&shared->order, __ATOMIC_ACQUIRE))
			return;
		usleep(1000);
	}
	_exit(1);
}

/* --- transfers with such a page ---------------------------------------------------------- */

/** Returns the offset of the first whole page in a side's memory. */
static size_t page_of(const struct side *side)
{
	return (PAGE - (uintptr_t)side->buf % PAGE) % PAGE;
}

static bool is_protected(enum use use)
{
	return use == PROTECTED_ATOMIC || use == PROTECTED_WRITES;
}

static bool is_source(enum use use)
{
	return use == SEND_FROM || use == WRITE_FROM || use == READ_FROM || use == ATOMIC_ON;
}

static bool is_of_sender(enum use use)
{
	return use == SEND_FROM || use == WRITE_FROM || use == READ_TO || use == RESULT_TO;
}

static enum ibv_wr_opcode opcode_of(enum use use)
{
	switch (use) {
	case SEND_FROM:
	case SEND_TO:
		return IBV_WR_SEND;
	case READ_FROM:
	case READ_TO:
		return IBV_WR_RDMA_READ;
	case ATOMIC_ON:
	case RESULT_TO:
	case PROTECTED_ATOMIC:
		return IBV_WR_ATOMIC_FETCH_AND_ADD;
	default:
		return IBV_WR_RDMA_WRITE;
	}
}

static uint32_t bytes_of(enum use use)
{
	if (opcode_of(use) == IBV_WR_ATOMIC_FETCH_AND_ADD || use == PROTECTED_WRITES)
		return sizeof(uint64_t);
	return use == INLINE_TO ? 64 : PAGE;
}

/** Post the work requests of this use; the page has been removed. */
static void post_use(struct pair *pair, enum use use)
{
	const uint32_t bytes = bytes_of(use);
	struct ibv_sge sge = side_sge(&pair->a, page_of(&pair->a), bytes);
	struct ibv_send_wr wr = side_wr(&sge, opcode_of(use), 1, &pair->b, page_of(&pair->b));

	if (use == INLINE_TO)
		wr.send_flags |= IBV_SEND_INLINE;
	if (wr.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD)
		wr.wr.atomic.compare_add = ADDED;
	if (wr.opcode == IBV_WR_SEND)
		post_receive(&pair->b, 2, page_of(&pair->b), PAGE);
	assert_int_equal(post_wr(&pair->a, &wr), 0);
	for (uint32_t i = 1; use == PROTECTED_WRITES && i < RUN; i++) {
		sge.addr += bytes;
		wr.wr.rdma.remote_addr += bytes;
		wr.wr_id++;
		assert_int_equal(post_wr(&pair->a, &wr), 0);
	}
}

/** Clear the first word as soon as it is written, so that a second write of it is noticed. */
static void take_word(uint8_t *at)
{
	uint64_t *word = (uint64_t *)at;

	for (int i = 0; i < WAIT_MS; i++) {
		for (int spin = 0; spin < 10000; spin++) {
			if (__atomic_load_n(word, __ATOMIC_ACQUIRE)) {
				__atomic_store_n(word, 0, __ATOMIC_RELEASE);
				return;
			}
		}
		usleep(1000);
	}
	fail();
}

static void expect_page(enum use use, const uint8_t *at)
{
	uint64_t word;

	memcpy(&word, at, sizeof(word));
	if (use == PROTECTED_WRITES)
		assert_int_equal(word, 0);
	else if (opcode_of(use) == IBV_WR_ATOMIC_FETCH_AND_ADD)
		assert_int_equal(word, use == RESULT_TO ? WORD : WORD + ADDED);
	else
		assert_true(filled(at, bytes_of(use), SEED));
}

/** A transfer waits for its page; once the page has been served, it is performed exactly once. */
static int transfer(void)
{
	static uint8_t content[PAGE];
	const enum use use = shared->use;
	struct pair pair;
	uint8_t *here, *there;
	uint64_t word = WORD;

	pair_open(&pair, &(struct plan){.inline_data = 64});
	here = pair.a.buf + page_of(&pair.a);
	there = pair.b.buf + page_of(&pair.b);
	fill(is_of_sender(use) == is_source(use) ? here : there, PAGE, SEED);
	if (use == PROTECTED_WRITES)
		memset(there, 0, PAGE);
	if (opcode_of(use) == IBV_WR_ATOMIC_FETCH_AND_ADD)
		memcpy(there, &word, sizeof(word));
	if (is_source(use))
		memcpy(content, is_of_sender(use) ? here : there, PAGE);
	if (is_protected(use))
		protect_page(there, true);
	else
		remove_page(is_of_sender(use) ? here : there);
	post_use(&pair, use);
	kit_sleep(QUIET_MS);
	expect_nothing(pair.a.scq);
	await_order();
	if (is_protected(use))
		protect_page(there, false);
	else
		assert_int_equal(serve_page(is_of_sender(use) ? here : there, content), 0);
	if (use == PROTECTED_WRITES)
		take_word(there);
	for (uint64_t id = 1; id <= (use == PROTECTED_WRITES ? RUN : 1); id++)
		expect(pair.a.scq, id, IBV_WC_SUCCESS);
	if (opcode_of(use) == IBV_WR_SEND)
		expect(pair.b.rcq, 2, IBV_WC_SUCCESS);
	expect_page(use, use == READ_FROM || use == READ_TO || use == RESULT_TO ? here : there);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
	return 0;
}

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/** Other processes' transfers continue; prints how long the slowest one took. */
static void others_go_on(const char *beside)
{
	uint64_t most = 0;

	for (int i = 0; i < 20; i++) {
		const uint64_t from = now_us();
		uint64_t took;

		siege_canary(1);
		took = now_us() - from;
		most = took > most ? took : most;
	}
	printf("beside %s: the canary sent and received 4 KiB within %llu us\n", beside,
	       (unsigned long long)most);
	siege_peace();
}

static void start_use(enum use use)
{
	shared->use = use;
	__atomic_store_n(&shared->order, 0, __ATOMIC_RELEASE);
}

static void order_serving(void)
{
	__atomic_store_n(&shared->order, 1, __ATOMIC_RELEASE);
}

static void each_use_waits_and_is_made_once(void **state)
{
	static const char *const names[] = {
		"the source of a send",
		"the target of a send",
		"the source of a write",
		"a write's target",
		"an inline write's target",
		"the source of a read",
		"the target of a read",
		"an atomic's target",
		"an atomic's result",
		"a protected target of an atomic",
		"a protected target of short writes",
	};

	(void)state;
	for (enum use use = SEND_FROM; use < USES; use++) {
		struct attacker a;

		start_use(use);
		a = attacker_start(transfer);
		others_go_on(names[use]);
		assert_true(siege_logged_of("process ", a.pid, " has not served a page fault"));
		others_go_on(names[use]);
		order_serving();
		assert_int_equal(attacker_result(&a), 0);
		attacker_end(&a);
	}
}

static void a_process_dies_while_it_is_waited_for(void **state)
{
	struct attacker a;

	(void)state;
	start_use(WRITE_TO);
	a = attacker_start(transfer);
	assert_true(siege_logged_of("process ", a.pid, " has not served a page fault"));
	attacker_end(&a);
	others_go_on("a process that died");
}

static unsigned int daemon_threads(void)
{
	char path[64];
	DIR *tasks;
	unsigned int threads = 0;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)daemon_pid());
	tasks = opendir(path);
	assert_non_null(tasks);
	while (readdir(tasks))
		threads++;
	closedir(tasks);
	return threads;
}

/** Threads whose calls have returned end, except a few. */
static void expect_threads(unsigned int most)
{
	for (int i = 0; i < WAIT_MS && daemon_threads() > most; i++)
		usleep(1000);
	assert_in_range(daemon_threads(), 1, most);
}

static void many_processes_at_once(void **state)
{
	const unsigned int threads = daemon_threads();
	struct attacker a[MANY];

	(void)state;
	for (int i = 0; i < MANY; i++) {
		start_use((enum use)(i % RESULT_TO));
		a[i] = attacker_start(transfer);
		assert_true(siege_logged_of("process ", a[i].pid, " has not served a page fault"));
	}
	others_go_on("many pages");
	for (int i = 0; i < MANY / 2; i++)
		attacker_end(&a[i]);
	order_serving();
	for (int i = MANY / 2; i < MANY; i++) {
		assert_int_equal(attacker_result(&a[i]), 0);
		attacker_end(&a[i]);
	}
	others_go_on("many processes that have ended");
	expect_threads(threads + FEW);
}

/* --- commands ---------------------------------------------------------------------------- */

/**
 * Serves the page when the test orders it; a separate thread, because the main thread waits for its
 * command.
 */
static void *serve_on_order(void *page)
{
	static const uint8_t content[PAGE];

	await_order();
	serve_page(page, content);
	return NULL;
}

/** A memory region of such a page is registered at once; a CQ in it is created when the page is
 * served. */
static int queue_and_region(void)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint8_t *page = raw_memory(PAGE);
	struct uverbs_create_cq_req req = {.cqe = 15, .comp_channel = -1};
	struct uverbs_create_cq_resp resp = {0};
	struct uverbs_reg_mr_resp region;
	struct mlx4_create_cq_in in = {
		.buf_addr = (uintptr_t)page,
		.db_addr = (uintptr_t)raw_memory(PAGE),
	};
	pthread_t thread;
	int ret;

	remove_page(page);
	ret = raw_try_mr(raw, raw_pd(raw), (uintptr_t)page, PAGE, (uintptr_t)page,
			 IBV_ACCESS_LOCAL_WRITE, &region);
	if (ret)
		return ret;
	assert_int_equal(pthread_create(&thread, NULL, serve_on_order, page), 0);
	ret = uverbs_call_create_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	return __atomic_load_n(&shared->order, __ATOMIC_ACQUIRE) ? ret : EAGAIN;
}

static void commands_wait_as_in_a_kernel(void **state)
{
	struct attacker a;

	(void)state;
	start_use(SEND_FROM);
	a = attacker_start(queue_and_region);
	others_go_on("a queue in such a page");
	assert_true(siege_logged_of("process ", a.pid, " has not served a page fault"));
	others_go_on("a command that waits");
	order_serving();
	assert_int_equal(attacker_result(&a), 0);
	attacker_end(&a);
}

/** When a process dies, its waiting command is aborted. */
static void a_waiting_command_ends_with_its_process(void **state)
{
	struct attacker a;

	(void)state;
	start_use(SEND_FROM);
	a = attacker_start(queue_and_region);
	others_go_on("a queue in such a page");
	attacker_end(&a);
	others_go_on("a process that died in a command");
}

/* --- pages that come and go -------------------------------------------------------------- */

struct race {
	uint8_t *page;
	uint8_t content[PAGE];
	bool over;
};

/** Repeatedly serve the page and remove it again. */
static void *serve_and_remove(void *arg)
{
	struct race *r = arg;
	uint32_t seed = SEED;

	while (!__atomic_load_n(&r->over, __ATOMIC_ACQUIRE)) {
		serve_page(r->page, r->content);
		usleep(noise(&seed) % 2000);
		madvise(r->page, PAGE, MADV_DONTNEED);
		usleep(noise(&seed) % 64 ? noise(&seed) % 500 : 50000);
	}
	serve_page(r->page, r->content);
	return NULL;
}

static int send_from_a_page_that_comes_and_goes(void)
{
	struct race r = {.over = false};
	pthread_t thread;
	struct pair pair;

	pair_open(&pair, &(struct plan){0});
	r.page = pair.a.buf + page_of(&pair.a);
	fill(r.content, PAGE, SEED);
	remove_page(r.page);
	assert_int_equal(pthread_create(&thread, NULL, serve_and_remove, &r), 0);
	for (uint64_t i = 0; i < RACES; i++) {
		memset(pair.b.buf, 0, pair.b.bytes);
		post_receive(&pair.b, i, 0, PAGE);
		post(&pair.a, &pair.b, IBV_WR_SEND, i, page_of(&pair.a), PAGE);
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
		expect(pair.b.rcq, i, IBV_WC_SUCCESS);
		assert_true(filled(pair.b.buf, PAGE, SEED));
	}
	__atomic_store_n(&r.over, true, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	pair_close(&pair);
	return 0;
}

static void pages_that_come_and_go(void **state)
{
	struct attacker a = attacker_start(send_from_a_page_that_comes_and_goes);

	(void)state;
	others_go_on("a page that comes and goes");
	assert_int_equal(attacker_result(&a), 0);
	attacker_end(&a);
}

/* --- the end of the daemon ---------------------------------------------------------------- */

/** A child inherits the userfaultfd descriptor, so the faults remain when the process has died. */
static int transfer_with_heir(void)
{
	const pid_t test = getppid();

	assert_true(open_faults());
	if (!fork()) {
		prctl(PR_SET_PDEATHSIG, 0);
		for (int i = 0; i < WAIT_MS && !kill(test, 0); i++)
			usleep(1000);
		_exit(0);
	}
	return transfer();
}

/** The faults remain until the daemon ends; siege_run() checks that it does. */
static void the_daemon_ends_beside_them(void **state)
{
	struct attacker a;

	(void)state;
	start_use(SEND_TO);
	a = attacker_start(transfer_with_heir);
	assert_true(siege_logged_of("process ", a.pid, " has not served a page fault"));
	attacker_end(&a);
	start_use(SEND_FROM);
	a = attacker_start(transfer);
	assert_true(siege_logged_of("process ", a.pid, " has not served a page fault"));
	others_go_on("pages that are never served");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_use_waits_and_is_made_once),
		cmocka_unit_test(a_process_dies_while_it_is_waited_for),
		cmocka_unit_test(many_processes_at_once),
		cmocka_unit_test(commands_wait_as_in_a_kernel),
		cmocka_unit_test(a_waiting_command_ends_with_its_process),
		cmocka_unit_test(pages_that_come_and_go),
		cmocka_unit_test(the_daemon_ends_beside_them),
	};

	if (!may_stall()) {
		printf("skipped: userfaultfd() of faults in the kernel is not permitted\n");
		return 77;
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (shared == MAP_FAILED)
		return 1;
	return siege_run(argc, argv, "stalls", tests, sizeof(tests) / sizeof(tests[0]));
}
