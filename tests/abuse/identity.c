/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A process ends while a child keeps its socket, and another process with different memory gets its
 * process ID: the daemon must not confuse the two. Also, a client passes the daemon's own sockets
 * to it. Usage: identity SOFTHCAD
 */
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../contract/kit.h"
#include "siege.h"

enum {
	BYTES = 4096,
	TRIES = 6000, /* of 10 ms each */
	MINE = 0x5a,
};

/** An address that is unmapped in all of these processes. */
static uint8_t *const place = (uint8_t *)0x300000000000;

static uint8_t *map_place(void)
{
	return mmap(place, BYTES, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

/* --- processes that talk through pipes --------------------------------------------------- */

struct talk {
	pid_t pid;
	int in, out;
};

/** What a peer must know to connect. */
struct introduction {
	uint16_t lid;
	uint32_t qpn;
	uint32_t rkey;
};

static void write_message(const struct talk *t, const void *what, size_t bytes)
{
	assert_int_equal(write(t->out, what, bytes), bytes);
}

static void read_message(const struct talk *t, void *what, size_t bytes)
{
	assert_int_equal(read(t->in, what, bytes), bytes);
}

/** fork() with this process ID unless it is 0. Returns -1 and sets errno on failure. */
static pid_t fork_as(pid_t wanted)
{
	struct clone_args args = {.exit_signal = SIGCHLD};

	if (!wanted)
		return fork();
	args.set_tid = (uintptr_t)&wanted;
	args.set_tid_size = 1;
	return (pid_t)syscall(SYS_clone3, &args, sizeof(args));
}

/** Returns false if the kernel does not permit this process to choose process IDs. */
static bool start_process(struct talk *t, void (*body)(const struct talk *t), pid_t wanted)
{
	int there[2], back[2];

	assert_int_equal(pipe(there) | pipe(back), 0);
	t->pid = fork_as(wanted);
	if (!t->pid) {
		const struct talk other = {.pid = getppid(), .in = there[0], .out = back[1]};

		close(there[1]);
		close(back[0]);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setenv("CMOCKA_TEST_ABORT", "1", 1);
		body(&other);
		_exit(0);
	}
	close(there[0]);
	close(back[1]);
	t->in = back[0];
	t->out = there[1];
	return t->pid > 0;
}

static void finish_process(struct talk *t)
{
	int status;

	close(t->out);
	assert_int_equal(waitpid(t->pid, &status, 0), t->pid);
	close(t->in);
	assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
}

/** Whether the daemon lists objects of the process. */
static bool has_objects(pid_t pid)
{
	struct raw *watch = raw_connect(NULL);
	char text[32];
	bool is;

	snprintf(text, sizeof(text), "process %d:", (int)pid);
	assert_int_equal(raw_control(watch, "objects"), 0);
	is = strstr((const char *)watch->reply, text);
	raw_close(watch);
	return is;
}

/* --- a process number that is reused ----------------------------------------------------- */

/**
 * Leaves a child that inherits all descriptors and does not use them, until its pipe is closed.
 * Bytes that come earlier on the pipe are for its parent.
 */
static void leave_child(const struct talk *t)
{
	const pid_t opener = getpid();
	const pid_t pid = fork();
	char byte;

	if (pid) {
		write_message(t, &pid, sizeof(pid));
		return;
	}
	prctl(PR_SET_PDEATHSIG, 0);
	while (getppid() == opener)
		kit_sleep(1);
	_exit(read(t->in, &byte, 1) != 0);
}

static const struct plan plan = {.bytes = BYTES};

/** Registers memory, leaves a child behind, and exits. */
static void share_and_exit(const struct talk *t)
{
	struct introduction me, other;
	struct ibv_qp qp = {0};
	struct side side, far = {.qp = &qp};
	struct ibv_mr *mr;
	char go;

	side_open(&side, 1, &plan);
	assert_ptr_equal(map_place(), place);
	mr = ibv_reg_mr(side.pd, place, BYTES, ALL_ACCESS);
	assert_non_null(mr);
	me = (struct introduction){side.port.lid, side.qp->qp_num, mr->rkey};
	write_message(t, &me, sizeof(me));
	read_message(t, &other, sizeof(other));
	far.port.lid = other.lid;
	qp.qp_num = other.qpn;
	side_connect(&side, &plan, &far);
	leave_child(t);
	read_message(t, &go, 1);
	_exit(0);
}

/** Has the reused process ID, and other memory at the same address. */
static void be_a_stranger(const struct talk *t)
{
	char go = 'g';

	assert_ptr_equal(map_place(), place);
	memset(place, MINE, BYTES);
	write_message(t, &go, 1);
	read_message(t, &go, 1);
	for (int i = 0; i < BYTES; i++)
		assert_int_equal(place[i], MINE);
}

static void connect_to(struct side *side, struct side *far, const struct talk *t)
{
	struct introduction me, other;

	read_message(t, &other, sizeof(other));
	me = (struct introduction){side->port.lid, side->qp->qp_num, 0};
	write_message(t, &me, sizeof(me));
	far->port.lid = other.lid;
	far->qp->qp_num = other.qpn;
	far->mr->rkey = other.rkey;
	far->buf = place;
	side_connect(side, &plan, far);
}

static void a_reused_process_number_is_not_the_old_process(void **state)
{
	struct ibv_qp qp = {0};
	struct ibv_mr mr = {0};
	struct side side, far = {.qp = &qp, .mr = &mr};
	struct talk victim, stranger;
	pid_t child;

	(void)state;
	assert_true(start_process(&victim, share_and_exit, 0));
	side_open(&side, 0, &plan);
	connect_to(&side, &far, &victim);
	read_message(&victim, &child, sizeof(child));
	post(&side, &far, IBV_WR_RDMA_WRITE, 1, 0, BYTES);
	expect(side.scq, 1, IBV_WC_SUCCESS);
	write_message(&victim, "g", 1);
	assert_int_equal(waitpid(victim.pid, NULL, 0), victim.pid);
	if (!start_process(&stranger, be_a_stranger, victim.pid)) {
		kill(child, SIGKILL);
		side_close(&side);
		skip(); /* without permission, the test would have to wait until the ID is reused */
	}
	read_message(&stranger, &(char){0}, 1);
	post(&side, &far, IBV_WR_RDMA_WRITE, 2, 0, BYTES);
	expect(side.scq, 2, IBV_WC_RETRY_EXC_ERR);
	siege_peace();
	write_message(&stranger, "g", 1);
	finish_process(&stranger);
	close(victim.out); /* ends the child */
	close(victim.in);
	side_close(&side);
}

/* --- ownership of an open file ----------------------------------------------------------- */

/**
 * Opens a device and forks. The child uses the device first if told to, and after this process has
 * ended reports whether it still can.
 */
static void open_and_fork(const struct talk *t)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_port_attr port;
	const pid_t opener = getpid();
	char first, go;
	int err;

	read_message(t, &first, 1);
	if (!fork()) {
		prctl(PR_SET_PDEATHSIG, 0);
		if (first == 'u')
			assert_int_equal(ibv_query_port(ctx, 1, &port), 0);
		write_message(t, &first, 1);
		while (getppid() == opener)
			kit_sleep(1);
		read_message(t, &go, 1);
		err = ibv_query_port(ctx, 1, &port);
		write_message(t, &err, sizeof(err));
		_exit(0);
	}
	read_message(t, &go, 1);
	_exit(0);
}

static int left_to_child(const char *first)
{
	struct talk opener;
	char ready;
	int err;

	assert_true(start_process(&opener, open_and_fork, 0));
	write_message(&opener, first, 1);
	read_message(&opener, &ready, 1);
	write_message(&opener, "g", 1);
	assert_int_equal(waitpid(opener.pid, NULL, 0), opener.pid);
	for (int i = 0; *first != 'u' && has_objects(opener.pid) && i < TRIES; i++)
		kit_sleep(10);
	assert_int_equal(has_objects(opener.pid), *first == 'u');
	write_message(&opener, "g", 1);
	read_message(&opener, &err, sizeof(err));
	close(opener.out);
	close(opener.in);
	for (int i = 0; has_objects(opener.pid) && i < TRIES; i++)
		kit_sleep(10);
	assert_false(has_objects(opener.pid));
	return err;
}

static void a_file_ends_with_its_opener(void **state)
{
	(void)state;
	assert_int_equal(left_to_child("n"), EIO);
	siege_peace();
}

static void unless_a_child_has_used_it(void **state)
{
	(void)state;
	assert_int_equal(left_to_child("u"), 0);
	siege_peace();
}

/* --- the daemon's own sockets ------------------------------------------------------------- */

static void attach_socket(struct raw *raw, int fd)
{
	struct softhca_request head = {.op = SOFTHCA_OP_ATTACH};
	union {
		struct cmsghdr header;
		uint8_t bytes[CMSG_SPACE(sizeof(int))];
	} control = {.bytes = {0}};
	struct iovec iov = {&head, sizeof(head)};
	struct msghdr msg = {.msg_iov = &iov,
			     .msg_iovlen = 1,
			     .msg_control = control.bytes,
			     .msg_controllen = sizeof(control.bytes)};

	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(&control.header), &fd, sizeof(int));
	assert_int_equal(sendmsg(raw->base.fd, &msg, 0), sizeof(head));
}

static void wait_for_clients(unsigned int expected)
{
	for (int i = 0; siege_clients() != expected && i < TRIES; i++)
		usleep(10000);
	assert_int_equal(siege_clients(), expected);
}

static void a_daemon_does_not_talk_to_itself(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	const unsigned int before = siege_clients();
	int pair[2];

	(void)state;
	attach_socket(raw, raw->base.fd); /* the daemon already owns the other end */
	raw_pd(raw);
	wait_for_clients(before);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	attach_socket(raw, pair[0]);
	attach_socket(raw, pair[1]);
	wait_for_clients(before + 2);
	assert_int_equal(send(pair[0], "what", 4, 0), 4);
	close(pair[0]);
	close(pair[1]);
	wait_for_clients(before);
	raw_pd(raw);
	siege_peace();
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reused_process_number_is_not_the_old_process),
		cmocka_unit_test(a_file_ends_with_its_opener),
		cmocka_unit_test(unless_a_child_has_used_it),
		cmocka_unit_test(a_daemon_does_not_talk_to_itself),
	};

	return siege_run(argc, argv, "identity", tests, sizeof(tests) / sizeof(tests[0]));
}
