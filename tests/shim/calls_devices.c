/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Device files in a program started by softhca-run: commands, mappings, descriptors, children and
 * threads give the same results as on a real kernel. No RDMA library is involved. Argument: the
 * command softhcactl, with its option for this emulator.
 */
#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/softhca.h>
#include <inverbs/kernel/uverbs.h>
#include <limits.h>
#include <linux/close_range.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
/* requires the headers above */
#include <cmocka.h>

#define NODE "/dev/infiniband/uverbs0"

enum {
	NOT_ANSWERED = 1000, /**< the write succeeded, but not on a device */
	RDMA_NETLINK = 20,
	PAGE = 4096,
};

static const char *softhcactl;

static int get_context(int fd, struct uverbs_get_context_resp *resp)
{
	struct {
		struct uverbs_cmd_hdr hdr;
		struct uverbs_get_context_req req;
	} command = {
		.hdr = {.in_words = sizeof(command) / 4, .out_words = 32 / 4},
	};
	uint8_t response[32] = {0};
	ssize_t n;

	command.req.response = (uintptr_t)response;
	n = write(fd, &command, sizeof(command));
	memcpy(resp, response, sizeof(*resp));
	return n == sizeof(command) ? 0 : errno;
}

static int query_device(int fd)
{
	struct {
		struct uverbs_cmd_hdr hdr;
		struct uverbs_query_device_req req;
	} command = {.hdr = {.command = 1}};
	struct uverbs_query_device_resp resp = {0};

	command.hdr.in_words = sizeof(command) / 4;
	command.hdr.out_words = sizeof(resp) / 4;
	command.req.response = (uintptr_t)&resp;
	if (write(fd, &command, sizeof(command)) != sizeof(command))
		return errno;
	return resp.vendor_id == 0x2c9 ? 0 : NOT_ANSWERED;
}

static int opened(struct uverbs_get_context_resp *resp)
{
	int fd = open(NODE, O_RDWR | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(get_context(fd, resp), 0);
	return fd;
}

static void a_new_file_answers_as_the_kernel_does(void **state)
{
	int fd = open(NODE, O_RDWR | O_CLOEXEC);
	struct pollfd waiting = {.fd = fd, .events = POLLIN | POLLOUT};
	struct uverbs_ioctl_hdr head = {.length = sizeof(head)}; /* names no driver */
	struct stat st;
	char byte = 0;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(fcntl(fd, F_GETFL) & O_ACCMODE, O_RDWR);
	assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(fstat(fd, &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	assert_true(st.st_rdev == makedev(SOFTHCA_DEVICE_MAJOR, SOFTHCA_DEVICE_MINOR));
	assert_int_equal(read(fd, &byte, 1), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(write(fd, &byte, 1), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(poll(&waiting, 1, 0), 1);
	assert_int_equal(waiting.revents, POLLIN | POLLOUT);
	assert_true(mmap(NULL, PAGE, PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(ioctl(fd, UVERBS_IOCTL, &head), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(ioctl(fd, FIONREAD, &head), -1);
	assert_int_equal(errno, ENOTTY);
	assert_int_equal(query_device(fd), EINVAL);
	close(fd);
}

static void events_come_by_a_descriptor_of_their_own(void **state)
{
	struct uverbs_get_context_resp resp;
	int fd = opened(&resp);
	struct pollfd waiting = {.fd = (int)resp.async_fd, .events = POLLIN};
	struct uverbs_async_event event;
	char command[PATH_MAX];

	(void)state;
	assert_int_equal(fcntl((int)resp.async_fd, F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(read((int)resp.async_fd, &event, sizeof(event)), -1);
	assert_int_equal(errno, EAGAIN);
	snprintf(command, sizeof(command), "%s event mlx4_0 client_reregister", softhcactl);
	assert_int_equal(system(command), 0);
	assert_int_equal(poll(&waiting, 1, 10000), 1);
	assert_int_equal(read((int)resp.async_fd, &event, sizeof(event)), sizeof(event));
	assert_int_equal(event.event_type, 17);
	close((int)resp.async_fd);
	close(fd);
}

static void pages_are_mapped_where_they_are_wanted(void **state)
{
	struct uverbs_get_context_resp resp;
	int fd = opened(&resp);
	void *anywhere = mmap(NULL, PAGE, PROT_WRITE, MAP_SHARED, fd, 0);
	void *place = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_true(anywhere != MAP_FAILED);
	assert_true(place != MAP_FAILED);
	assert_ptr_equal(mmap64(place, PAGE, PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, PAGE), place);
	*(volatile uint32_t *)place = 0;
	assert_true(mmap(NULL, PAGE, PROT_WRITE, MAP_SHARED, fd, 77L * PAGE) == MAP_FAILED);
	munmap(anywhere, PAGE);
	/* as the functions do with which UCX and Open MPI replace mmap() */
	anywhere = (void *)syscall(SYS_mmap, NULL, PAGE, PROT_WRITE, MAP_SHARED, fd, 0L);
	assert_true(anywhere != MAP_FAILED);
	*(volatile uint32_t *)anywhere = 0;
	munmap(anywhere, PAGE);
	assert_int_equal(syscall(SYS_getpid), getpid());
	assert_int_equal(syscall(SYS_mmap, NULL, PAGE, PROT_WRITE, MAP_SHARED, -1, 0L), -1);
	assert_int_equal(errno, EBADF);
	munmap(place, PAGE);
	close((int)resp.async_fd);
	close(fd);
}

static void descriptors_share_a_file(void **state)
{
	struct uverbs_get_context_resp resp;
	int fd = opened(&resp);
	int second = dup(fd);
	int third = fcntl(fd, F_DUPFD_CLOEXEC, 100);
	int fourth = open("/dev/null", O_RDONLY);

	(void)state;
	assert_true(second >= 0);
	assert_true(third >= 100);
	assert_int_equal(dup2(third, fourth), fourth);
	close(fd);
	assert_int_equal(query_device(second), 0);
	close(second);
	assert_int_equal(query_device(third), 0);
	close(third);
	assert_int_equal(query_device(fourth), 0);
	assert_int_equal(dup3(STDERR_FILENO, fourth, O_CLOEXEC), fourth);
	assert_int_equal(write(fourth, "", 0), 0); /* now an ordinary file */
	close(fourth);
	fd = open("/dev/null", O_RDWR);
	assert_int_equal(query_device(fd), NOT_ANSWERED); /* no longer a device's descriptor */
	close(fd);
	close((int)resp.async_fd);
}

/* close_range() and closefrom() close devices in the range and no others; descriptors that are
 * reused refer to the new files. */
static void many_are_closed_at_once(void **state)
{
	struct uverbs_get_context_resp resp;
	int fd = opened(&resp), high = fcntl(fd, F_DUPFD_CLOEXEC, 300), low;

	(void)state;
	assert_true(high >= 300);
	assert_int_equal(close_range(9, 8, 0), -1);
	assert_int_equal(query_device(high), 0);
	assert_int_equal(close_range((unsigned int)high, ~0U, CLOSE_RANGE_CLOEXEC), 0);
	assert_int_equal(query_device(high), 0);
	assert_int_equal(close_range((unsigned int)high, ~0U, 0), 0);
	assert_int_equal(query_device(high), EBADF);
	low = dup(fd);
	assert_int_equal(close_range((unsigned int)low, (unsigned int)low, 0), 0);
	assert_int_equal(open("/dev/null", O_RDWR | O_CLOEXEC), low);
	assert_int_equal(query_device(low), NOT_ANSWERED);
	close(low);
	assert_int_equal(dup2(fd, high), high);
	closefrom(high);
	assert_int_equal(query_device(high), EBADF);
	assert_int_equal(query_device(fd), 0);
	close((int)resp.async_fd);
	close(fd);
}

/** Run a function in a child and return its exit status. */
static int in_child(int (*what)(int), int fd)
{
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(what(fd));
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int use_and_close(int fd)
{
	int ret = query_device(fd);

	close(fd);
	return ret;
}

static int open_its_own(int fd)
{
	struct uverbs_get_context_resp resp;
	int own;

	close(fd);
	own = open(NODE, O_RDWR);
	return own < 0 || get_context(own, &resp) ? 1 : query_device(own);
}

static int borrow_and_close(void *fd)
{
	return close(*(int *)fd);
}

static void children_open_their_own(void **state)
{
	static char stack[16 * PAGE] __attribute__((aligned(16)));
	struct uverbs_get_context_resp resp;
	int fd = opened(&resp), status;
	pid_t pid;

	(void)state;
	assert_int_equal(in_child(use_and_close, fd), EACCES);
	assert_int_equal(in_child(open_its_own, fd), 0);
	assert_int_equal(query_device(fd), 0);
	/* a child that shares our memory until it exits, as with posix_spawn() and vfork() */
	pid = clone(borrow_and_close, stack + sizeof(stack), CLONE_VM | CLONE_VFORK | SIGCHLD, &fd);
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(query_device(fd), 0);
	close((int)resp.async_fd);
	close(fd);
}

static void *ask_often(void *argument)
{
	for (int i = 0; i < 200; i++) {
		if (query_device(*(int *)argument))
			return argument;
	}
	return NULL;
}

static void threads_may_use_one_file(void **state)
{
	struct uverbs_get_context_resp resp;
	pthread_t threads[4];
	int fd = opened(&resp);
	void *failed;

	(void)state;
	for (int i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, ask_often, &fd), 0);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(pthread_join(threads[i], &failed), 0);
		assert_null(failed);
	}
	close((int)resp.async_fd);
	close(fd);
}

static void *ask_until_cancelled(void *argument)
{
	while (!query_device(*(int *)argument))
		pthread_testcancel();
	return NULL;
}

/*
 * A write() to a device completes before its thread is cancelled, so that a cancelled thread holds
 * no lock.
 */
static void cancelled_threads_leave_the_file_usable(void **state)
{
	const struct timespec moment = {.tv_nsec = 2000000};
	struct uverbs_get_context_resp resp;
	int fd = opened(&resp);

	(void)state;
	for (int i = 0; i < 20; i++) {
		pthread_t thread;

		assert_int_equal(pthread_create(&thread, NULL, ask_until_cancelled, &fd), 0);
		nanosleep(&moment, NULL);
		pthread_cancel(thread);
		assert_int_equal(pthread_join(thread, NULL), 0);
		assert_int_equal(query_device(fd), 0);
	}
	close((int)resp.async_fd);
	close(fd);
}

static void only_rdma_netlink_is_absent(void **state)
{
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, RDMA_NETLINK);

	(void)state;
	assert_int_equal(fd, -1);
	assert_int_equal(errno, EPROTONOSUPPORT);
	fd = socket(AF_UNIX, SOCK_STREAM, 0);
	assert_true(fd >= 0);
	close(fd);
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_file_answers_as_the_kernel_does),
		cmocka_unit_test(events_come_by_a_descriptor_of_their_own),
		cmocka_unit_test(pages_are_mapped_where_they_are_wanted),
		cmocka_unit_test(descriptors_share_a_file),
		cmocka_unit_test(many_are_closed_at_once),
		cmocka_unit_test(children_open_their_own),
		cmocka_unit_test(threads_may_use_one_file),
		cmocka_unit_test(cancelled_threads_leave_the_file_usable),
		cmocka_unit_test(only_rdma_netlink_is_absent),
	};

	if (argc != 2)
		return EXIT_FAILURE;
	softhcactl = argv[1];
	return cmocka_run_group_tests_name("calls.devices", tests, NULL, NULL);
}
