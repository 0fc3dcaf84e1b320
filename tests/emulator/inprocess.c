/* SPDX-License-Identifier: BSD-2-Clause */
/* The emulator inside the process: threads, fork, signals, exit. */
#include "raw.h"

#include <inverbs/kernel/inprocess.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/objects.h"

enum {
	THREADS = 4,
	ROUNDS = 10,
	FLOOD = 20000,
};

static void a_flood_of_log_lines_is_cut_and_counted(void **state)
{
	struct softhca hca = {.log_level = SOFTHCA_LOG_INFO};
	unsigned long long left_out = 0, counted = 0, written = 0;
	FILE *file = tmpfile();
	const int was = dup(STDERR_FILENO);
	char line[512];

	(void)state;
	assert_non_null(file);
	dup2(fileno(file), STDERR_FILENO);
	for (int i = 0; i < FLOOD; i++)
		softhca_log(&hca, SOFTHCA_LOG_WARNING, "something of a client is wrong");
	usleep(200000);
	softhca_log(&hca, SOFTHCA_LOG_WARNING, "the last");
	dup2(was, STDERR_FILENO);
	close(was);
	rewind(file);
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "softhca: warning: %llu lines were left", &left_out) == 1)
			counted += left_out;
		else
			written++;
	}
	fclose(file);
	assert_non_null(strstr(line, "the last"));
	assert_true(counted > 0);
	assert_int_equal(written + counted, FLOOD + 1);
}

static void before_it_starts_an_unknown_adapter_is_refused(void **state)
{
	(void)state;
	assert_int_equal(softhca_inprocess_connect("foo_0"), -ENODEV);
	assert_int_equal(softhca_inprocess_connect("mlx4"), -ENODEV);
	assert_int_equal(softhca_inprocess_connect("mlx4_0,mlx4_0"), -EEXIST);
	assert_int_equal(softhca_inprocess_connect(""), -EINVAL);
}

static void the_first_call_decides_about_the_devices(void **state)
{
	int fd = softhca_inprocess_connect("mlx4_0,mlx4_1:2");
	int again = softhca_inprocess_connect("mlx4_7");
	struct raw *raw = raw_connect("mlx4_1");

	(void)state;
	assert_true(fd >= 0 && again >= 0);
	close(fd);
	close(again);
	raw_close(raw);
}

static void *make_and_destroy(void *arg)
{
	struct raw **raws = arg;

	for (int i = 0; i < ROUNDS; i++) {
		struct raw *raw = raws[i];
		uint32_t pd = raw_pd(raw);
		uint32_t cq = raw_cq(raw);

		raw_destroy_qp(raw, raw_qp(raw, pd, cq), NULL);
		raw_destroy_cq(raw, cq, NULL);
		raw_mr(raw, pd);
		raw_close(raw);
	}
	return NULL;
}

static void many_threads_use_it_at_once(void **state)
{
	static struct raw *raws[THREADS][ROUNDS];
	pthread_t threads[THREADS];

	(void)state;
	for (int t = 0; t < THREADS; t++) {
		for (int i = 0; i < ROUNDS; i++)
			raws[t][i] = raw_context("mlx4_0", NULL);
	}
	for (int t = 0; t < THREADS; t++)
		assert_int_equal(pthread_create(&threads[t], NULL, make_and_destroy, raws[t]), 0);
	for (int t = 0; t < THREADS; t++)
		pthread_join(threads[t], NULL);
}

static void after_fork_the_child_gets_eperm(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	pid_t pid = fork();
	int status;

	(void)state;
	if (!pid)
		_exit(softhca_inprocess_connect("mlx4_0") == -EPERM ? 0 : 1);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(raw_pd(raw), 0); /* the parent's context still works */
	raw_close(raw);
}

static void its_thread_takes_no_signals(void **state)
{
	sigset_t set, pending;

	(void)state;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	kill(getpid(), SIGUSR1); /* if the emulator's thread received it, the process would end */
	usleep(20000);
	sigpending(&pending);
	assert_true(sigismember(&pending, SIGUSR1));
	signal(SIGUSR1, SIG_IGN);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	signal(SIGUSR1, SIG_DFL);
}

/** Nothing is closed, on purpose: exit() must be safe at any time. */
static void open_connections_do_not_disturb_exit(void)
{
	static struct raw *raw;

	raw = raw_context("mlx4_0", NULL);
	raw_qp(raw, raw_pd(raw), raw_cq(raw));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_flood_of_log_lines_is_cut_and_counted),
		cmocka_unit_test(before_it_starts_an_unknown_adapter_is_refused),
		cmocka_unit_test(the_first_call_decides_about_the_devices),
		cmocka_unit_test(many_threads_use_it_at_once),
		cmocka_unit_test(after_fork_the_child_gets_eperm),
		cmocka_unit_test(its_thread_takes_no_signals),
	};
	int failed = raw_run(argc, argv, "inprocess", tests, sizeof(tests) / sizeof(tests[0]));

	open_connections_do_not_disturb_exit();
	return failed;
}
