/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finding and opening umadN and issmN. Linked with --wrap for open() and fstat(): a device node is
 * one end of a pair of sockets, and the test has the other.
 */
#include <fcntl.h>
#include <inverbs/kernel/umad.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "fake.h"
#include "runtime/chardev.h"
#include "tree.h"

enum {
	PORT = 2,
	NUMBER = 5, /* minor number of the port's umadN */
};

static struct {
	char opened[64];
	int flags;
	int fails; /* errno value of open(), or 0 */
	unsigned int minor;
	int other_end;
} kernel;

int __wrap_open(const char *path, int flags, ...);
int __real_open(const char *path, int flags, ...);
int __wrap_fstat(int fd, struct stat *st);

int __wrap_open(const char *path, int flags, ...)
{
	int ends[2];

	if (strncmp(path, "/dev/", 5) != 0)
		return __real_open(path, flags);
	snprintf(kernel.opened, sizeof(kernel.opened), "%s", path);
	kernel.flags = flags;
	errno = kernel.fails;
	if (kernel.fails || socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends))
		return -1;
	kernel.other_end = ends[1];
	return ends[0];
}

int __wrap_fstat(int fd, struct stat *st)
{
	(void)fd;
	memset(st, 0, sizeof(*st));
	st->st_mode = S_IFCHR;
	st->st_rdev = makedev(UMAD_MAJOR, kernel.minor);
	return 0;
}

static void describe(const char *name, const char *device, const char *port, const char *number)
{
	char path[100];

	snprintf(path, sizeof(path), "class/infiniband_mad/%s/ibdev", name);
	tree_write(path, device);
	snprintf(path, sizeof(path), "class/infiniband_mad/%s/port", name);
	tree_write(path, port);
	snprintf(path, sizeof(path), "class/infiniband_mad/%s/dev", name);
	tree_write(path, number);
}

static int set_up_kernel(void **state)
{
	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	kernel.minor = NUMBER;
	tree_begin();
	tree_write("class/infiniband_mad/abi_version", "5\n");
	describe("umad0", "fake0\n", "1\n", "231:0\n");
	describe("umad4", "fake1\n", "2\n", "231:4\n");
	describe("umad5", "fake0\n", "2\n", "231:5\n");
	describe("issm5", "fake0\n", "2\n", "231:69\n");
	return 0;
}

static int tear_down_kernel(void **state)
{
	(void)state;
	tree_end();
	return 0;
}

static struct inverbs_transport *open_mad(const char *device, unsigned int port, bool issm)
{
	errno = 0;
	return inverbs_backend_kernel.open_mad(&inverbs_backend_kernel, device, port, issm);
}

static void the_file_is_that_of_the_port(void **state)
{
	struct inverbs_transport *t = open_mad("fake0", PORT, false);
	char bytes[8];

	(void)state;
	assert_non_null(t);
	assert_string_equal(kernel.opened, "/dev/infiniband/umad5");
	assert_int_equal(kernel.flags & O_ACCMODE, O_RDWR);
	assert_false(kernel.flags & O_NONBLOCK);
	assert_true(kernel.flags & O_CLOEXEC);
	assert_int_equal(t->ops->command(t, "abc", 3), 0);
	assert_int_equal(read(kernel.other_end, bytes, sizeof(bytes)), 3);
	assert_int_equal(write(kernel.other_end, "abcd", 4), 4);
	assert_int_equal(t->ops->mad_read(t, bytes, sizeof(bytes)), 4);
	assert_int_equal(fcntl(t->fd, F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(t->ops->mad_read(t, bytes, sizeof(bytes)), -EAGAIN);
	assert_int_equal(t->ops->mad_ioctl(t, UMAD_ENABLE_PKEY, NULL), ENOTTY); /* it is a socket */
	close(kernel.other_end);
	assert_int_equal(t->ops->command(t, "abc", 3), EPIPE);
	t->ops->close(t);
}

static void that_of_a_manager_does_not_wait(void **state)
{
	struct inverbs_transport *t;

	(void)state;
	kernel.minor = UMAD_ISSM_MINOR + NUMBER;
	t = open_mad("fake0", PORT, true);
	assert_non_null(t);
	assert_string_equal(kernel.opened, "/dev/infiniband/issm5");
	assert_true(kernel.flags & O_NONBLOCK);
	assert_null(t->ops->mad_read);
	t->ops->close(t);
	close(kernel.other_end);
	kernel.fails = EAGAIN;
	assert_null(open_mad("fake0", PORT, true));
	assert_int_equal(errno, EAGAIN);
}

static void ports_without_a_file(void **state)
{
	(void)state;
	assert_null(open_mad("fake0", 3, false));
	assert_int_equal(errno, ENODEV);
	assert_null(open_mad("fake2", 1, false));
	assert_int_equal(errno, ENODEV);
	assert_null(open_mad("fake1", PORT, true));
	assert_int_equal(errno, ENODEV);
}

static void kernels_without_the_interface(void **state)
{
	(void)state;
	tree_write("class/infiniband_mad/abi_version", "6\n");
	assert_null(open_mad("fake0", PORT, false));
	assert_int_equal(errno, ENODEV);
	tree_remove("class/infiniband_mad/abi_version");
	assert_null(open_mad("fake0", PORT, false));
	assert_int_equal(errno, ENODEV);
	assert_string_equal(kernel.opened, "");
}

static void nodes_that_cannot_be_opened(void **state)
{
	(void)state;
	kernel.fails = EACCES;
	assert_null(open_mad("fake0", PORT, false));
	assert_int_equal(errno, EACCES);
	kernel.fails = 0;
	kernel.minor = NUMBER + 1; /* another device's node */
	assert_null(open_mad("fake0", PORT, false));
	assert_int_equal(errno, ENXIO);
	close(kernel.other_end);
	tree_remove("class/infiniband_mad/umad5/dev");
	assert_null(open_mad("fake0", PORT, false));
	assert_int_equal(errno, ENODEV);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_file_is_that_of_the_port, set_up_kernel,
						tear_down_kernel),
		cmocka_unit_test_setup_teardown(that_of_a_manager_does_not_wait, set_up_kernel,
						tear_down_kernel),
		cmocka_unit_test_setup_teardown(ports_without_a_file, set_up_kernel,
						tear_down_kernel),
		cmocka_unit_test_setup_teardown(kernels_without_the_interface, set_up_kernel,
						tear_down_kernel),
		cmocka_unit_test_setup_teardown(nodes_that_cannot_be_opened, set_up_kernel,
						tear_down_kernel),
	};

	return cmocka_run_group_tests_name("chardev_mad", tests, NULL, NULL);
}
