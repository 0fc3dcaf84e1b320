/* SPDX-License-Identifier: BSD-2-Clause */
#include "siege.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../emulator/daemon.h"
#include "canary.h"

enum {
	RESULT_MS = 120000,
	TRIES = 6000, /* of 10 ms each */
	PAUSE_US = 10000,
};

static struct canary canary;
static char log_path[64];

/* --- other programs --------------------------------------------------------------------- */

void siege_canary(unsigned int times)
{
	assert_true(canary_sings(&canary, times));
}

void siege_newcomer(void)
{
	struct raw *asker = raw_connect(NULL);
	struct raw *raw;
	uint32_t pd;

	assert_int_equal(raw_control(asker, "list"), 0);
	assert_true(asker->reply_bytes > 0);
	raw_close(asker);
	raw = raw_context("mlx4_0", NULL);
	pd = raw_pd(raw);
	raw_mr(raw, pd);
	raw_qp(raw, pd, raw_cq(raw));
	close(raw_channel(raw));
	raw_close(raw);
}

void siege_peace(void)
{
	siege_canary(10);
	siege_newcomer();
	siege_canary(10);
}

unsigned int siege_clients(void)
{
	struct raw *watch = raw_connect(NULL);
	const char *at;
	unsigned int n;

	assert_int_equal(raw_control(watch, "counters"), 0);
	at = strstr((const char *)watch->reply, "\nclients ");
	assert_non_null(at);
	n = (unsigned int)strtoul(at + strlen("\nclients "), NULL, 10);
	raw_close(watch);
	return n - 1; /* not counting this one */
}

/* --- attackers --------------------------------------------------------------------------- */

struct attacker attacker_start(int (*attack)(void))
{
	struct attacker a = {.result = -1};
	int back[2];

	assert_int_equal(pipe(back), 0);
	a.pid = fork();
	assert_true(a.pid >= 0);
	if (!a.pid) {
		int result;

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* otherwise a failed assertion continues with the next test in this process */
		setenv("CMOCKA_TEST_ABORT", "1", 1);
		close(back[0]);
		result = attack();
		if (write(back[1], &result, sizeof(result)) != sizeof(result))
			_exit(1);
		for (;;)
			pause();
	}
	close(back[1]);
	a.result = back[0];
	return a;
}

int attacker_result(const struct attacker *a)
{
	struct pollfd end = {.fd = a->result, .events = POLLIN};
	int result;

	assert_int_equal(poll(&end, 1, RESULT_MS), 1);
	assert_int_equal(read(a->result, &result, sizeof(result)), sizeof(result));
	return result;
}

void attacker_end(struct attacker *a)
{
	char text[32];
	bool there = true;

	assert_int_equal(kill(a->pid, SIGKILL), 0);
	assert_int_equal(waitpid(a->pid, NULL, 0), a->pid);
	close(a->result);
	snprintf(text, sizeof(text), "process %d:", (int)a->pid);
	for (int i = 0; there && i < TRIES; i++) {
		struct raw *watch = raw_connect(NULL);

		assert_int_equal(raw_control(watch, "objects"), 0);
		there = strstr((const char *)watch->reply, text);
		raw_close(watch);
		if (there)
			usleep(PAUSE_US);
	}
	assert_false(there);
}

/* --- the log ----------------------------------------------------------------------------- */

static bool log_contains(const char *text)
{
	FILE *file = fopen(log_path, "re");
	char line[600];
	bool is = false;

	assert_non_null(file);
	while (!is && fgets(line, sizeof(line), file))
		is = strstr(line, text);
	fclose(file);
	return is;
}

bool siege_logged(const char *text)
{
	for (int i = 0; i < TRIES; i++) {
		if (log_contains(text))
			return true;
		usleep(PAUSE_US);
	}
	return false;
}

bool siege_logged_of(const char *before, int number, const char *behind)
{
	char text[200];

	snprintf(text, sizeof(text), "%s%d%s", before, number, behind);
	return siege_logged(text);
}

/* --- running ----------------------------------------------------------------------------- */

int siege_run(int argc, char **argv, const char *name, const struct CMUnitTest *tests, size_t count)
{
	const char *options[] = {"--log", "warning", "--log-file", log_path, NULL};
	int failed = 1;
	int fd;

	if (argc != 2) {
		fprintf(stderr, "usage: %s SOFTHCAD\n", argv[0]);
		return 2;
	}
	signal(SIGPIPE, SIG_IGN);
	snprintf(log_path, sizeof(log_path), "/tmp/inverbs-log-XXXXXX");
	fd = mkstemp(log_path);
	if (fd < 0 || daemon_start_with(argv[1], options))
		return 1;
	close(fd);
	if (!setenv("INVERBS_EMULATOR", daemon_socket(), 1) && canary_start(&canary))
		failed = _cmocka_run_group_tests(name, tests, count, NULL, NULL);
	if (!canary_end(&canary)) {
		fprintf(stderr, "the canary failed\n");
		failed++;
	}
	if (daemon_stop()) {
		fprintf(stderr, "the daemon failed\n");
		failed++;
	}
	unlink(log_path);
	return failed ? 1 : 0;
}
