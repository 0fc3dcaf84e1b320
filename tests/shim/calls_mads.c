/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files for management datagrams in a program started by softhca-run: polling, reading, closing and
 * sharing them with children give the same results as on a real kernel. No RDMA library is
 * involved. Argument: the command softhcactl, with its option for this emulator.
 */
#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/umad.h>
#include <inverbs/mad/common.h>
#include <inverbs/mad/subnet.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
/* requires the headers above */
#include <cmocka.h>

#define UMAD "/dev/infiniband/umad0"
#define ISSM "/dev/infiniband/issm0"

enum {
	TIMEOUT_MS = 60000, /* enough on a very busy machine */
	ROOM = UMAD_SHORT_HEADER + MAD_BYTES,
};

/** Open the file of a port, which uses the short header. Returns a descriptor. */
static int opened(int flags)
{
	const int fd = open(UMAD, O_RDWR | O_CLOEXEC | flags);

	assert_true(fd >= 0);
	return fd;
}

/** Register an agent, which receives `method` unless that is 0. Returns its id, or a negated errno
 * value.
 */
static int try_register(int fd, unsigned int method)
{
	struct umad_reg_req req = {.qpn = 0};

	if (method) {
		req.mgmt_class = MAD_CLASS_SUBNET;
		req.mgmt_class_version = SMP_CLASS_VERSION;
		req.method_mask[0] = 1U << method;
	}
	return ioctl(fd, UMAD_REGISTER_AGENT, &req) ? -errno : (int)req.id;
}

static int registered(int fd)
{
	const int id = try_register(fd, 0);

	assert_true(id >= 0);
	return id;
}

/** Query NodeInfo from our own node. Returns 0 or an errno value. */
static int query_node(int fd, int id, uint32_t tid)
{
	const struct umad_header header = {.id = (uint32_t)id, .timeout_ms = TIMEOUT_MS};
	const struct smp_datagram smp = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_SUBNET_DIRECTED,
		.class_version = SMP_CLASS_VERSION,
		.method = MAD_METHOD_GET,
		.attribute = SMP_ATTRIBUTE_NODE_INFO,
		.tid = tid,
		.dr_slid = MAD_PERMISSIVE_LID,
		.dr_dlid = MAD_PERMISSIVE_LID,
	};
	uint8_t bytes[ROOM] = {0};

	memcpy(bytes, &header, UMAD_SHORT_HEADER);
	smp_datagram_put(bytes + UMAD_SHORT_HEADER, &smp);
	errno = EIO;
	return write(fd, bytes, sizeof(bytes)) == sizeof(bytes) ? 0 : errno;
}

/** Read a response and return its transaction id, or a negated errno value. */
static int responded(int fd)
{
	uint8_t bytes[ROOM];
	struct smp_datagram smp;

	errno = EIO;
	if (read(fd, bytes, sizeof(bytes)) != sizeof(bytes))
		return -errno;
	smp = smp_datagram_get(bytes + UMAD_SHORT_HEADER);
	return smp.method == MAD_METHOD_GET_RESPONSE ? (int)(uint32_t)smp.tid : -EPROTO;
}

static void sleep_a_moment(void)
{
	const struct timespec duration = {.tv_nsec = 1000000};

	nanosleep(&duration, NULL);
}

/* --- one process ---------------------------------------------------------------------------- */

static const char *text_of(const char *path)
{
	static char text[64];
	const int fd = open(path, O_RDONLY);
	ssize_t n;

	assert_true(fd >= 0);
	n = read(fd, text, sizeof(text) - 1);
	assert_true(n >= 0);
	text[n] = '\0';
	close(fd);
	return text;
}

static void u1_u3_numbers_are_of_all_ports(void **state)
{
	struct stat st;

	(void)state;
	assert_string_equal(text_of("/sys/class/infiniband_mad/abi_version"), "5\n");
	assert_string_equal(text_of("/sys/class/infiniband_mad/umad1/ibdev"), "mlx4_1\n");
	assert_string_equal(text_of("/sys/class/infiniband_mad/umad1/port"), "1\n");
	assert_string_equal(text_of("/sys/class/infiniband_mad/issm1/ibdev"), "mlx4_1\n");
	assert_string_equal(text_of("/sys/class/infiniband_mad/issm1/port"), "1\n");
	assert_int_equal(stat("/dev/infiniband/umad1", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	assert_true(st.st_rdev == makedev(231, 1));
	assert_int_equal(stat("/dev/infiniband/issm1", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	assert_true(st.st_rdev == makedev(231, 65));
	assert_int_equal(access("/dev/infiniband/umad2", F_OK), -1);
}

static void u19_u20_a_file_can_be_written_and_polled(void **state)
{
	const int fd = opened(0);
	struct pollfd waiting = {.fd = fd, .events = POLLIN | POLLOUT};
	uint8_t bytes[ROOM];
	const int id = registered(fd);

	(void)state;
	assert_int_equal(lseek(fd, 0, SEEK_CUR), -1);
	assert_int_equal(errno, ESPIPE);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(poll(&waiting, 1, 0), 1);
		assert_int_equal(waiting.revents, POLLOUT);
		/* fails at once, although no datagram has arrived */
		assert_int_equal(read(fd, bytes, UMAD_SHORT_HEADER - 1), -1);
		assert_int_equal(errno, EINVAL);
		assert_int_equal(query_node(fd, id, 1), 0);
		assert_int_equal(query_node(fd, id, 2), 0);
		for (int tid = 1; tid <= 2; tid++) {
			assert_int_equal(poll(&waiting, 1, TIMEOUT_MS), 1);
			assert_int_equal(waiting.revents, POLLIN | POLLOUT);
			/* the datagram is kept until it is read into a large enough buffer */
			assert_int_equal(read(fd, bytes, sizeof(bytes) - 1), -1);
			assert_int_equal(errno, EINVAL);
			assert_int_equal(responded(fd), tid);
		}
	}
	close(fd);
}

static void u20_nothing_to_read(void **state)
{
	const int fd = opened(O_NONBLOCK);

	(void)state;
	assert_int_equal(responded(fd), -EAGAIN);
	assert_int_equal(query_node(fd, registered(fd), 1), 0);
	assert_int_equal(responded(fd), 1);
	assert_int_equal(responded(fd), -EAGAIN);
	close(fd);
}

/* --- children ------------------------------------------------------------------------------- */

static void succeeds(pid_t pid)
{
	int status;

	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* Agents and datagrams belong to the file, whichever process registers, writes and reads. */
static void u25_a_child_shares_the_file(void **state)
{
	const int fd = opened(0), id = registered(fd);
	pid_t pid;

	(void)state;
	assert_int_equal(query_node(fd, id, 1), 0);
	pid = fork();
	if (!pid)
		_exit(try_register(fd, 0) != id + 1 || responded(fd) != 1 || query_node(fd, id, 2));
	succeeds(pid);
	assert_int_equal(responded(fd), 2);
	assert_int_equal(query_node(fd, id + 1, 3), 0);
	assert_int_equal(responded(fd), 3);
	close(fd);
}

/* Two processes read: each gets one datagram. */
static void u25_processes_wait_for_one_file(void **state)
{
	const int fd = opened(0), id = registered(fd);
	pid_t pids[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		pids[i] = fork();
		if (!pids[i])
			_exit(responded(fd) <= 0);
	}
	for (uint32_t tid = 1; tid <= 2; tid++) {
		sleep_a_moment(); /* so that both are probably waiting */
		assert_int_equal(query_node(fd, id, tid), 0);
	}
	succeeds(pids[0]);
	succeeds(pids[1]);
	close(fd);
}

/* Retry registration for a while, because the emulator notices a closed file a moment later. */
static int until_registered(int fd, unsigned int method)
{
	int id = -EINVAL;

	for (int ms = 0; id == -EINVAL && ms < TIMEOUT_MS; ms++) {
		id = try_register(fd, method);
		sleep_a_moment();
	}
	return id;
}

/** Wait until the emulator has noticed which processes have ended. */
static bool let_it_notice(void)
{
	const int own = open(UMAD, O_RDWR), id = try_register(own, 0);
	bool ok = id >= 0;

	for (uint32_t tid = 1; ok && tid <= 20; tid++)
		ok = !query_node(own, id, tid) && responded(own) == (int)tid;
	close(own);
	return ok;
}

static void u25_the_last_process_closes_the_file(void **state)
{
	const int fd = opened(0), other = opened(0);
	int end[2];
	char byte;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(end), 0);
	assert_true(try_register(fd, MAD_METHOD_TRAP) >= 0);
	pid = fork();
	if (!pid) {
		close(end[1]);
		_exit(read(end[0], &byte, 1) != 0);
	}
	close(fd);
	assert_true(let_it_notice());
	assert_int_equal(try_register(other, MAD_METHOD_TRAP), -EINVAL);
	close(end[1]);
	succeeds(pid);
	assert_true(until_registered(other, MAD_METHOD_TRAP) >= 0);
	close(end[0]);
	close(other);
}

/** A child of a process that opened a file and exited; it continues when the pipe is closed. */
struct orphan {
	int go, result; /**< ends of pipes */
};

static struct orphan orphan(bool (*opens)(void), bool (*goes_on)(void))
{
	int go[2], result[2];
	char ok;
	pid_t pid;

	assert_int_equal(pipe(go), 0);
	assert_int_equal(pipe(result), 0);
	pid = fork();
	if (!pid) {
		close(go[1]);
		if (!opens())
			_exit(1);
		if (fork())
			_exit(0);
		ok = read(go[0], &ok, 1) == 0 && goes_on();
		_exit(write(result[1], &ok, 1) != 1);
	}
	succeeds(pid);
	close(go[0]);
	close(result[1]);
	return (struct orphan){go[1], result[0]};
}

static void let_it_go_on(const struct orphan *o)
{
	char ok = 0;

	close(o->go);
	assert_int_equal(read(o->result, &ok, 1), 1);
	assert_true(ok);
	close(o->result);
}

static int inherited, inherited_id;

static bool opens_umad(void)
{
	inherited = open(UMAD, O_RDWR);
	inherited_id = try_register(inherited, 0);
	return inherited_id >= 0;
}

static bool uses_umad(void)
{
	return !query_node(inherited, inherited_id, 9) && responded(inherited) == 9;
}

/* As with a daemon, whose files were opened by a process that has exited. */
static void u25_a_child_outlives_its_parent(void **state)
{
	const struct orphan child = orphan(opens_umad, uses_umad);

	(void)state;
	assert_true(let_it_notice());
	let_it_go_on(&child);
}

/* A process that is killed leaves no agent. */
static void u25_a_killed_process_leaves_nothing(void **state)
{
	const int fd = opened(0);
	int ready[2];
	char byte;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (!pid) {
		const int own = open(UMAD, O_RDWR);

		byte = try_register(own, MAD_METHOD_TRAP) >= 0;
		if (write(ready[1], &byte, 1) == 1)
			pause();
		_exit(1);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	assert_true(byte);
	assert_int_equal(try_register(fd, MAD_METHOD_TRAP), -EINVAL);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_true(until_registered(fd, MAD_METHOD_TRAP) >= 0);
	close(ready[0]);
	close(ready[1]);
	close(fd);
}

/* --- a subnet manager's ---------------------------------------------------------------------- */

static bool has_manager(void)
{
	return strtoul(text_of("/sys/class/infiniband/mlx4_0/ports/1/cap_mask"), NULL, 16) &
	       SMP_CAPABILITY_SM;
}

static void u26_issm_is_for_one(void **state)
{
	const int fd = open(ISSM, O_RDWR);
	char byte = 0;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(open(ISSM, O_RDWR | O_NONBLOCK), -1);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(write(fd, &byte, 1), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(read(fd, &byte, 1), -1);
	assert_int_equal(errno, EINVAL);
	assert_true(has_manager());
	close(fd);
}

static bool opens_issm(void)
{
	return open(ISSM, O_RDWR) >= 0;
}

/* A second open waits until the last process that has the file open closes it. */
static void u26_a_second_one_waits(void **state)
{
	const struct orphan child = orphan(opens_issm, has_manager);
	int fd;

	(void)state;
	assert_true(let_it_notice());
	assert_int_equal(open(ISSM, O_RDWR | O_NONBLOCK), -1);
	assert_int_equal(errno, EAGAIN);
	let_it_go_on(&child);
	fd = open(ISSM, O_RDWR);
	assert_true(fd >= 0);
	close(fd);
	for (int ms = 0; has_manager() && ms < TIMEOUT_MS; ms++)
		sleep_a_moment();
	assert_false(has_manager());
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(u1_u3_numbers_are_of_all_ports),
		cmocka_unit_test(u19_u20_a_file_can_be_written_and_polled),
		cmocka_unit_test(u20_nothing_to_read),
		cmocka_unit_test(u25_a_child_shares_the_file),
		cmocka_unit_test(u25_processes_wait_for_one_file),
		cmocka_unit_test(u25_the_last_process_closes_the_file),
		cmocka_unit_test(u25_a_child_outlives_its_parent),
		cmocka_unit_test(u25_a_killed_process_leaves_nothing),
		cmocka_unit_test(u26_issm_is_for_one),
		cmocka_unit_test(u26_a_second_one_waits),
	};

	(void)argv;
	if (argc != 2)
		return EXIT_FAILURE;
	return cmocka_run_group_tests_name("calls.mads", tests, NULL, NULL);
}
