/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A9: the kernel's connection manager accepts only a part of a command. Its device is simulated by
 * wrapping open() and write() (linker option --wrap).
 */
#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

#include "kit.h"
#include "unit/runtime/tree.h"

static struct {
	int fd;            /**< of the device, -1 before it is opened */
	ssize_t taken;     /**< bytes of each command that it accepts; if negative, EIO */
	unsigned int asks; /**< number of commands so far */
} manager = {.fd = -1};

int __wrap_open(const char *path, int flags, ...);
int __real_open(const char *path, int flags, ...);
ssize_t __wrap_write(int fd, const void *buf, size_t bytes);
ssize_t __real_write(int fd, const void *buf, size_t bytes);

int __wrap_open(const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	if (strcmp(path, "/dev/infiniband/rdma_cm") != 0)
		return __real_open(path, flags, mode);
	manager.fd = __real_open("/dev/null", O_RDWR | O_CLOEXEC);
	return manager.fd;
}

ssize_t __wrap_write(int fd, const void *buf, size_t bytes)
{
	if (fd != manager.fd)
		return __real_write(fd, buf, bytes);
	manager.asks++;
	if (manager.taken < 0)
		errno = EIO;
	return manager.taken;
}

static int set_up_short_write(void **state)
{
	(void)state;
	unsetenv("INVERBS_EMULATOR");
	tree_begin();
	tree_device(0, "mlx4_0", "0:0:0:1");
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	tree_end();
	return 0;
}

static void A9_short_write(void **state)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_id *id;

	(void)state;
	assert_non_null(channel);
	assert_int_equal(channel->fd, manager.fd);
	manager.taken = 4;
	assert_negative(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP), ENODATA);
	manager.taken = 0;
	assert_negative(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP), ENODATA);
	manager.taken = -1;
	assert_negative(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP), EIO);
	assert_int_equal(manager.asks, 3);
	rdma_destroy_event_channel(channel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(A9_short_write, set_up_short_write, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
