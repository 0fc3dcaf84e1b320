/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which processes may use a device. The kernel accepts write() only from the process that opened
 * the file, with the credentials it had then. A child, and a process that changed its credentials,
 * work nevertheless, because the library then uses ioctl().
 */
#include <sys/wait.h>
#include <unistd.h>

#include "tests/contract/kit.h"

enum {
	NOBODY = 65534,
	SECONDS = 30, /* timeout for a child */
};

/* Commands with and without a response, with and without a handle. */
static bool commands_work(struct side *side)
{
	struct ibv_device_attr attr;
	struct ibv_port_attr port;
	struct ibv_pd *pd = ibv_alloc_pd(side->ctx);
	struct ibv_mr *mr;

	if (!pd || ibv_query_device(side->ctx, &attr) || !attr.max_qp ||
	    ibv_query_port(side->ctx, 1, &port) || port.state != IBV_PORT_ACTIVE)
		return false;
	mr = ibv_reg_mr(pd, side->buf, 64, IBV_ACCESS_LOCAL_WRITE);
	return mr && mr->lkey && !ibv_dereg_mr(mr) && !ibv_dealloc_pd(pd);
}

/* Wait for a child and return its exit status. A child that hangs is killed by its own alarm. */
static int status_of(pid_t child)
{
	int status;

	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void a_child_commands_the_device(void **state)
{
	struct pair *pair = *state;
	pid_t child = fork();

	if (!child) {
		alarm(SECONDS);
		_exit(commands_work(&pair->a) ? 0 : 1);
	}
	assert_int_equal(status_of(child), 0);
	assert_true(commands_work(&pair->a));
}

/*
 * Queues are shared memory, and the doorbell is a command: a child may ring it, and the parent
 * polls the completion.
 */
static void a_child_rings(void **state)
{
	struct pair *pair = *state;
	struct ibv_sge sge = side_sge(&pair->a, 0, 64);
	struct ibv_send_wr wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 77, &pair->b, 64), *bad;
	pid_t child;

	wr.send_flags = IBV_SEND_SIGNALED;
	fill(pair->a.buf, 64, 5);
	child = fork();
	if (!child) {
		alarm(SECONDS);
		_exit(ibv_post_send(pair->a.qp, &wr, &bad) ? 1 : 0);
	}
	assert_int_equal(status_of(child), 0);
	expect(pair->a.scq, 77, IBV_WC_SUCCESS);
	assert_true(filled(pair->b.buf + 64, 64, 5));
}

/*
 * This runs in a child, so that this process keeps its credentials. The child also opens a device:
 * finding the driver id, which ioctl() requires, must work without privileges.
 */
static void another_user_commands_the_device(void **state)
{
	struct pair *pair = *state;
	pid_t child = fork();

	if (!child) {
		struct side mine;
		bool works;

		alarm(SECONDS);
		side_open(&mine, 0, &(struct plan){0});
		works = commands_work(&mine) && !seteuid(NOBODY) && commands_work(&mine) &&
			!seteuid(0) && commands_work(&mine) && commands_work(&pair->a);
		_exit(works ? 0 : 1);
	}
	assert_int_equal(status_of(child), 0);
}

static void nobody_opens_a_device(void **state)
{
	pid_t child = fork();

	(void)state;
	if (!child) {
		struct side mine;

		alarm(SECONDS);
		if (setgid(NOBODY) || setuid(NOBODY))
			_exit(2);
		side_open(&mine, 0, &(struct plan){.bytes = 4096});
		_exit(commands_work(&mine) ? 0 : 1);
	}
	assert_int_equal(status_of(child), 0);
}

/* The device's files are closed on exec: a new program does not inherit a device that it could not
 * use by write(). Its exit status is the number of descriptors that it inherited. */
static void exec_closes_the_device(void **state)
{
	pid_t child;

	(void)state;
	child = fork();
	if (!child) {
		alarm(SECONDS);
		execl("/bin/sh", "sh", "-c",
		      "exit $(ls -l /proc/self/fd | grep -c -e /dev/infiniband -e infinibandevent)",
		      NULL);
		_exit(99);
	}
	assert_int_equal(status_of(child), 0);
}

static int open_pair(void **state)
{
	static struct pair pair;

	pair_open(&pair, &(struct plan){.channel = true});
	*state = &pair;
	return 0;
}

static int close_pair(void **state)
{
	pair_close(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_child_commands_the_device),      TEST(a_child_rings),
		TEST(another_user_commands_the_device), TEST(nobody_opens_a_device),
		TEST(exec_closes_the_device),
	};

	return cmocka_run_group_tests_name("identity", tests, open_pair, close_pair);
}
