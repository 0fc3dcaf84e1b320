/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Floods: a process takes as much as it can get of each limited resource. It must get a proper
 * error, and other processes must still get their share. Usage: floods SOFTHCAD
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../emulator/daemon.h"
#include "siege.h"

enum {
	DESCRIPTORS = 256, /* the daemon's limit: few, so that they are used up soon */
	SILENT = 2 * DESCRIPTORS,
	GARBAGE = 300,
	PAGE = 4096,
	MOST_SHARES = 65530, /* the kernel's limit on mappings */
	MOST_PDS = 32764,    /* the device's limit */
	PATIENCE_MS = 120000,
};

static int silent_fd;

/* --- connections ------------------------------------------------------------------------- */

static int connect_to_daemon(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	memcpy(address.sun_path, daemon_socket(), strlen(daemon_socket()) + 1);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof(address))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int say_nothing(void)
{
	int n = 0;

	while (n < SILENT && connect_to_daemon() >= 0)
		n++;
	return n;
}

static void connections_without_hello(void **state)
{
	struct attacker a = attacker_start(say_nothing);

	(void)state;
	siege_peace();
	assert_int_equal(attacker_result(&a), SILENT);
	siege_peace();
	assert_true(siege_clients() < DESCRIPTORS / 2);
	assert_true(siege_logged_of("one of process ", (int)a.pid, ","));
	attacker_end(&a);
}

/* Uses a connection opened at the start of the program, so that the timeout has nearly expired. */
static void who_says_nothing_is_hung_up(void **state)
{
	struct pollfd end = {.fd = silent_fd, .events = POLLIN};
	char byte;

	(void)state;
	assert_int_equal(poll(&end, 1, PATIENCE_MS), 1);
	assert_int_equal(recv(silent_fd, &byte, 1, 0), 0);
	assert_true(siege_logged_of("process ", (int)getpid(), " sent no HELLO in time"));
	siege_peace();
}

static int open_and_open(void)
{
	int ret = 0;

	for (int i = 0; !ret && i < DESCRIPTORS; i++) {
		struct raw *raw = raw_connect(NULL);

		ret = raw_exchange(raw, SOFTHCA_OP_OPEN, NULL, "mlx4_1", 6, -1);
	}
	return ret;
}

static void files_until_there_are_no_more(void **state)
{
	struct attacker a = attacker_start(open_and_open);

	(void)state;
	siege_peace();
	assert_int_equal(attacker_result(&a), EMFILE);
	siege_peace();
	attacker_end(&a);
}

static int one_channel_more(void)
{
	struct raw *raw = raw_context("mlx4_1", NULL);
	struct uverbs_create_comp_channel_req req = {0};
	struct uverbs_create_comp_channel_resp resp = {0};
	int ret = 0;

	for (int i = 0; !ret && i < DESCRIPTORS; i++)
		ret = uverbs_call_create_comp_channel(&raw->base, &req, &resp);
	return ret;
}

static void channels_until_there_are_no_more(void **state)
{
	struct attacker a = attacker_start(one_channel_more);

	(void)state;
	siege_peace();
	assert_int_equal(attacker_result(&a), EMFILE);
	siege_peace();
	attacker_end(&a);
}

/* --- memory and objects ------------------------------------------------------------------ */

static int sealed_page(void)
{
	int fd = memfd_create("page", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	assert_int_equal(ftruncate(fd, PAGE), 0);
	assert_int_equal(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	return fd;
}

static int share_at(struct raw *raw, uint64_t at, int fd)
{
	const uint64_t arg[3] = {at, PAGE};

	return raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, fd);
}

static int share_and_share(void)
{
	struct raw *raw = raw_context("mlx4_1", NULL);
	int fd = sealed_page();
	int ret = 0;

	for (uint64_t i = 1; !ret && i <= MOST_SHARES; i++)
		ret = share_at(raw, i * PAGE, fd);
	return ret;
}

static void shares_until_there_are_no_more(void **state)
{
	struct attacker a = attacker_start(share_and_share);
	struct raw *raw;
	int fd = sealed_page();

	(void)state;
	siege_peace();
	assert_int_equal(attacker_result(&a), ENOMEM);
	siege_peace();
	raw = raw_context("mlx4_0", NULL);
	for (uint64_t i = 1; i <= 100; i++)
		assert_int_equal(share_at(raw, i * PAGE, fd), 0);
	raw_close(raw);
	close(fd);
	attacker_end(&a);
}

static int share_more_than_there_is(void)
{
	struct raw *raw = raw_context("mlx4_1", NULL);
	const uint64_t arg[3] = {PAGE, UINT64_C(1) << 44};
	int fd = memfd_create("sparse", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (ftruncate(fd, (off_t)arg[1]) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK))
		return ENOMEM;
	return raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, fd);
}

static void memory_that_no_machine_has(void **state)
{
	struct attacker a = attacker_start(share_more_than_there_is);

	(void)state;
	assert_int_equal(attacker_result(&a), ENOMEM);
	siege_peace();
	attacker_end(&a);
}

static int one_domain_more(void)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp = {0};
	int ret = 0;

	for (int i = 0; !ret && i <= MOST_PDS; i++)
		ret = uverbs_call_alloc_pd(&raw->base, &req, NULL, 0, &resp, NULL, 0);
	return ret;
}

static void protection_domains_until_there_are_no_more(void **state)
{
	struct attacker a = attacker_start(one_domain_more);

	(void)state;
	siege_peace();
	assert_int_equal(attacker_result(&a), ENOMEM);
	siege_peace();
	assert_true(siege_logged_of("process ", (int)a.pid, " is refused more protection domains"));
	attacker_end(&a);
}

/* --- nonsense ---------------------------------------------------------------------------- */

static int talk_nonsense(void)
{
	static const char nonsense[sizeof(struct softhca_request) - 1] = "what";

	for (int i = 0; i < GARBAGE; i++) {
		int fd = connect_to_daemon();
		char byte;

		if (fd < 0 ||
		    send(fd, nonsense, 1 + (size_t)i % sizeof(nonsense), MSG_NOSIGNAL) < 0 ||
		    recv(fd, &byte, 1, 0) != 0)
			return 1;
		close(fd);
	}
	return 0;
}

static void nonsense_again_and_again(void **state)
{
	struct attacker a = attacker_start(talk_nonsense);

	(void)state;
	siege_peace();
	assert_int_equal(attacker_result(&a), 0);
	siege_peace();
	attacker_end(&a);
}

static void set_limit(pid_t pid, rlim_t most)
{
	struct rlimit limit;

	assert_int_equal(prlimit(pid, RLIMIT_NOFILE, NULL, &limit), 0);
	limit.rlim_cur = most && most < limit.rlim_max ? most : limit.rlim_max;
	assert_int_equal(prlimit(pid, RLIMIT_NOFILE, &limit, NULL), 0);
}

static int limit_descriptors(void **state)
{
	(void)state;
	set_limit(daemon_pid(), DESCRIPTORS);
	set_limit(0, 0);
	silent_fd = connect_to_daemon();
	return silent_fd < 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(files_until_there_are_no_more, limit_descriptors),
		cmocka_unit_test(channels_until_there_are_no_more),
		cmocka_unit_test(shares_until_there_are_no_more),
		cmocka_unit_test(memory_that_no_machine_has),
		cmocka_unit_test(protection_domains_until_there_are_no_more),
		cmocka_unit_test(nonsense_again_and_again),
		cmocka_unit_test(who_says_nothing_is_hung_up),
		cmocka_unit_test(connections_without_hello),
	};

	return siege_run(argc, argv, "floods", tests, sizeof(tests) / sizeof(tests[0]));
}
