/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V2, V6, V7, V15: fork, and tests that need their own process or thread. Children are
 * created before the library is used.
 */
#include "kit.h"

#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

/* A check in a child, which returns the line of the first one that failed, or 0. */
#define WANT(condition)                                                                            \
	do {                                                                                       \
		if (!(condition))                                                                  \
			return __LINE__;                                                           \
	} while (0)

static int in_child(int (*body)(void))
{
	int pipe_ends[2], line = -1, status;
	pid_t pid;

	assert_int_equal(pipe(pipe_ends), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		line = body();
		_exit(write(pipe_ends[1], &line, sizeof(line)) != sizeof(line));
	}
	close(pipe_ends[1]);
	if (read(pipe_ends[0], &line, sizeof(line)) != sizeof(line))
		line = -1;
	close(pipe_ends[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
	return line;
}

/* --- V7 ---------------------------------------------------------------------------------- */

static struct ibv_mr *register_something(struct ibv_context **ctx, struct ibv_pd **pd, void *at,
					 size_t bytes)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	*ctx = list && *list ? ibv_open_device(*list) : NULL;
	ibv_free_device_list(list);
	*pd = *ctx ? ibv_alloc_pd(*ctx) : NULL;
	return *pd ? ibv_reg_mr(*pd, at, bytes, ALL_ACCESS) : NULL;
}

/*
 * A daemon and recent kernels report that fork is harmless; an in-process emulator cannot report
 * it before it is started.
 */
static bool fork_is_harmless(void)
{
	const char *where = getenv("INVERBS_EMULATOR");

	return in_lab() || (where && strncmp(where, "inproc:", 7) != 0);
}

static int init_first(void)
{
	static char memory[100];
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_mr *mr;

	WANT(ibv_is_fork_initialized() ==
	     (fork_is_harmless() ? IBV_FORK_UNNEEDED : IBV_FORK_DISABLED));
	WANT(ibv_fork_init() == 0);
	WANT(ibv_fork_init() == 0);
	WANT(ibv_is_fork_initialized() ==
	     (fork_is_harmless() ? IBV_FORK_UNNEEDED : IBV_FORK_ENABLED));
	mr = register_something(&ctx, &pd, memory, sizeof(memory));
	WANT(mr);
	WANT(ibv_fork_init() == 0);
	WANT(ibv_dereg_mr(mr) == 0 && ibv_dealloc_pd(pd) == 0 && ibv_close_device(ctx) == 0);
	return 0;
}

static void V7_V15_fork_init_comes_first_and_may_be_repeated(void **state)
{
	(void)state;
	assert_int_equal(in_child(init_first), 0);
}

static int init_too_late(void)
{
	static char memory[100];
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_mr *mr = register_something(&ctx, &pd, memory, sizeof(memory));

	int late = fork_is_harmless() ? 0 : EINVAL;

	WANT(mr);
	WANT(ibv_fork_init() == late);
	WANT(ibv_fork_init() == late);
	WANT(ibv_dereg_mr(mr) == 0 && ibv_dealloc_pd(pd) == 0);
	WANT(ibv_fork_init() == late);
	WANT(ibv_close_device(ctx) == 0);
	return 0;
}

static void V7_fork_init_after_a_registration_is_too_late(void **state)
{
	(void)state;
	assert_int_equal(in_child(init_too_late), 0);
}

/* --- V6 ---------------------------------------------------------------------------------- */

/* Registered pages remain the parent's, whatever the child does. */
static int fork_with_registered_memory(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_mr *mr;
	int status;
	pid_t pid;

	WANT(memory != MAP_FAILED);
	WANT(ibv_fork_init() == 0);
	mr = register_something(&ctx, &pd, memory, page);
	WANT(mr);
	memory[0] = 'p';
	pid = fork();
	WANT(pid >= 0);
	if (!pid) {
		/* the child may issue commands; it has no region */
		_exit(ibv_reg_mr(pd, &status, sizeof(status), ALL_ACCESS) != NULL);
	}
	WANT(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status));
	WANT(memory[0] == 'p');
	WANT(ibv_dereg_mr(mr) == 0 && ibv_dealloc_pd(pd) == 0 && ibv_close_device(ctx) == 0);
	WANT(munmap(memory, page) == 0);
	return 0;
}

static void V6_a_parent_continues_after_fork(void **state)
{
	(void)state;
	assert_int_equal(in_child(fork_with_registered_memory), 0);
}

/* The device sees what the parent writes after the fork, while the child holds its own copy. */
static int write_after_fork(void)
{
	int pipe_ends[2];
	struct pair pair;
	bool arrived;
	char byte;
	pid_t pid;

	WANT(pipe(pipe_ends) == 0);
	WANT(ibv_fork_init() == 0);
	pair_open(&pair, &(struct plan){0});
	fill(pair.a.buf, 64, 1);
	pid = fork();
	WANT(pid >= 0);
	if (!pid) {
		close(pipe_ends[1]);
		_exit(read(pipe_ends[0], &byte, 1) != 0); /* until the parent closes its end */
	}
	close(pipe_ends[0]);
	fill(pair.a.buf, 64, 2);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 64);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	arrived = filled(pair.b.buf, 64, 2);
	close(pipe_ends[1]);
	WANT(waitpid(pid, NULL, 0) == pid);
	WANT(arrived);
	pair_close(&pair);
	return 0;
}

static void V6_the_device_sees_what_the_parent_writes_after_fork(void **state)
{
	(void)state;
	assert_int_equal(in_child(write_after_fork), 0);
}

/* The kernel refuses commands that a child issues by write(); the library then uses ioctl(). */
static int use_from_a_child(struct ibv_context *ctx)
{
	struct ibv_device_attr device;
	struct ibv_port_attr port;
	struct ibv_pd *pd;

	for (int i = 0; i < 3; i++) {
		pd = ibv_alloc_pd(ctx);
		WANT(pd && !ibv_dealloc_pd(pd));
		WANT(!ibv_query_device(ctx, &device) && device.max_qp);
		WANT(!ibv_query_port(ctx, 1, &port) && port.state == IBV_PORT_ACTIVE);
	}
	return 0;
}

static int both_use_the_device(void)
{
	struct pair pair;
	int status = -1;
	pid_t pid;

	pair_open(&pair, &(struct plan){0});
	pid = fork();
	WANT(pid >= 0);
	if (!pid)
		_exit(use_from_a_child(pair.a.ctx) % 251);
	WANT(!use_from_a_child(pair.a.ctx)); /* at the same time, in the parent */
	WANT(waitpid(pid, &status, 0) == pid);
	WANT(!status);
	WANT(!use_from_a_child(pair.a.ctx));
	pair_close(&pair);
	return 0;
}

/* Whether one process may access another's memory, as the emulator must access the child's. */
static bool processes_can_be_read(void)
{
	char from = 0, to;
	struct iovec here = {&to, 1}, there = {&from, 1};

	return syscall(SYS_process_vm_readv, getpid(), &here, 1, &there, 1, 0) == 1;
}

static void V6_a_child_issues_commands(void **state)
{
	(void)state;
	if (!processes_can_be_read())
		skip();
	assert_int_equal(in_child(both_use_the_device), 0);
}

/* --- V2 ---------------------------------------------------------------------------------- */

#ifndef SANITIZED
struct restricted {
	struct pair pair;
	int completions;
	int skipped;
};

/* After prctl(), any system call except read, write and exit kills this thread. */
static void *post_and_poll(void *argument)
{
	struct restricted *r = argument;
	struct ibv_sge sge = side_sge(&r->pair.a, 0, 64);
	struct ibv_send_wr wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 1, &r->pair.b, 0), *bad;
	struct ibv_recv_wr recv = {.sg_list = &sge, .num_sge = 1}, *bad_recv;
	struct ibv_wc wc = {0};

	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT)) {
		r->skipped = 1;
		return NULL;
	}
	for (int i = 0; i < 200; i++) {
		if (ibv_post_send(r->pair.a.qp, &wr, &bad))
			break;
		if (!on_iwarp(&r->pair.a) && ibv_req_notify_cq(r->pair.a.scq, 0))
			break; /* on iWARP, arming is a command */
		if (i < 8 && ibv_post_recv(r->pair.a.qp, &recv, &bad_recv))
			break;
		while (!ibv_poll_cq(r->pair.a.scq, 1, &wc))
			;
		r->completions += wc.status == IBV_WC_SUCCESS;
	}
	syscall(SYS_exit, 0);
	return NULL;
}
#endif

static void V2_the_data_path_makes_no_system_call(void **state)
{
	(void)state;
#ifdef SANITIZED
	skip();
#else
	static struct restricted r;
	/* under valgrind, threads make system calls of valgrind's */
	const char *preload = getenv("LD_PRELOAD");
	pthread_t thread;

	if (KIT_RINGS_BY_COMMAND)
		skip();
	if (preload && strstr(preload, "vgpreload"))
		skip();
	/* on a daemon's device, an idle poll would yield, since the daemon may need the processor
	 */
	assert_int_equal(setenv("INVERBS_IDLE", "0", 1), 0);
	pair_open(&r.pair, &(struct plan){0});
	unsetenv("INVERBS_IDLE");
	assert_int_equal(pthread_create(&thread, NULL, post_and_poll, &r), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	if (r.skipped)
		print_message("strict mode is not available here\n");
	else
		assert_int_equal(r.completions, 200);
	pair_close(&r.pair);
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V7_V15_fork_init_comes_first_and_may_be_repeated),
		TEST(V7_fork_init_after_a_registration_is_too_late),
		TEST(V6_a_parent_continues_after_fork),
		TEST(V6_the_device_sees_what_the_parent_writes_after_fork),
		TEST(V6_a_child_issues_commands),
		TEST(V2_the_data_path_makes_no_system_call),
	};

	return RUN_TESTS(tests);
}
