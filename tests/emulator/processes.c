/* SPDX-License-Identifier: BSD-2-Clause */
/* What clients can do to the daemon: end, stall, use up its descriptors. */
#include "raw.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon.h"

enum {
	FEW_DESCRIPTORS = 48
};

static void wait_for_no_objects(struct raw *watch)
{
	for (int i = 0; raw_objects(watch) && i < 200; i++)
		usleep(10000);
	assert_int_equal(raw_objects(watch), 0);
}

/** Run f in a child. Returns the child's pid. */
static pid_t run(void (*f)(void))
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (!pid) {
		f();
		_exit(0);
	}
	return pid;
}

static void die_with_objects(void)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);

	for (int i = 0; i < 20; i++) {
		raw_mr(raw, pd);
		raw_qp(raw, pd, raw_cq(raw));
		raw_srq(raw, pd);
		raw_channel(raw);
	}
	kill(getpid(), SIGKILL);
}

static void objects_of_a_killed_process_are_gone(void **state)
{
	struct raw *watch = raw_connect(NULL);
	pid_t pid = run(die_with_objects);
	int status;

	(void)state;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	wait_for_no_objects(watch);
	raw_close(watch);
}

static void a_client_that_reads_no_replies_is_dropped(void **state)
{
	struct softhca_request list = {.op = SOFTHCA_OP_LIST};
	struct raw *stubborn = raw_connect(NULL);
	struct raw *other = raw_connect(NULL);
	int sent = 0;

	(void)state;
	while (sent < 100000 &&
	       send(stubborn->base.fd, &list, sizeof(list), MSG_NOSIGNAL | MSG_DONTWAIT) > 0) {
		sent++;
		if (sent % 100 == 0)
			raw_objects(other); /* gives the daemon time, and checks that it serves
					       others */
	}
	assert_true(sent < 100000);
	raw_objects(other);
	raw_close(stubborn);
	raw_close(other);
}

static uint64_t cpu_ticks(pid_t pid)
{
	unsigned long user = 0, system = 0;
	char path[64];
	FILE *stat;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	stat = fopen(path, "re");
	assert_non_null(stat);
	assert_int_equal(fscanf(stat, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
				&user, &system),
			 2);
	fclose(stat);
	return user + system;
}

static void an_idle_daemon_uses_next_to_no_processor(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint64_t before;

	(void)state;
	/* if there is a queue pair, the daemon polls doorbells periodically */
	raw_qp(raw, raw_pd(raw), raw_cq(raw));
	usleep(100000);
	before = cpu_ticks(daemon_pid());
	sleep(1);
	assert_true(cpu_ticks(daemon_pid()) - before <= (uint64_t)sysconf(_SC_CLK_TCK) / 10);
	raw_close(raw);
}

static void set_descriptor_limit(rlim_t limit)
{
	struct rlimit new, old;

	assert_int_equal(prlimit(daemon_pid(), RLIMIT_NOFILE, NULL, &old), 0);
	new = old;
	new.rlim_cur = limit ? limit : old.rlim_max;
	assert_int_equal(prlimit(daemon_pid(), RLIMIT_NOFILE, &new, NULL), 0);
}

/** Send HELLO, OPEN and GET_CONTEXT. Returns NULL if the daemon refuses one of them. */
static struct raw *try_context(void)
{
	const uint64_t version[3] = {SOFTHCA_PROTOCOL_VERSION};
	struct softhca_request head = {.op = SOFTHCA_OP_HELLO, .arg = {version[0]}};
	struct uverbs_get_context_req req = {0};
	struct uverbs_get_context_resp resp = {0};
	struct raw *raw;
	struct softhca_reply reply;
	int fd = raw_socket();

	if (send(fd, &head, sizeof(head), MSG_NOSIGNAL) < 0 ||
	    recv(fd, &reply, sizeof(reply), 0) <= 0) {
		close(fd); /* the connection was refused */
		return NULL;
	}
	close(fd);
	raw = raw_connect("mlx4_0");
	if (!uverbs_call_get_context(&raw->base, &req, NULL, 0, &resp, NULL, 0)) {
		close((int)resp.async_fd);
		return raw;
	}
	raw_close(raw);
	return NULL;
}

static void out_of_descriptors_refuses_and_recovers(void **state)
{
	struct raw *watch = raw_connect(NULL);
	struct raw *contexts[FEW_DESCRIPTORS];
	unsigned int n = 0;
	uint32_t pd;

	(void)state;
	set_descriptor_limit(FEW_DESCRIPTORS);
	while (n < FEW_DESCRIPTORS && (contexts[n] = try_context()))
		n++;
	assert_in_range(n, 3, FEW_DESCRIPTORS - 1);
	pd = raw_pd(contexts[0]); /* existing connections still work */
	raw_qp(contexts[0], pd, raw_cq(contexts[0]));
	while (n)
		raw_close(contexts[--n]);
	wait_for_no_objects(watch);
	raw_close(raw_context("mlx4_0", NULL));
	set_descriptor_limit(0);
	raw_close(watch);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects_of_a_killed_process_are_gone),
		cmocka_unit_test(a_client_that_reads_no_replies_is_dropped),
		cmocka_unit_test(an_idle_daemon_uses_next_to_no_processor),
		cmocka_unit_test(out_of_descriptors_refuses_and_recovers),
	};

	return raw_run(argc, argv, "processes", tests, sizeof(tests) / sizeof(tests[0]));
}
