/* SPDX-License-Identifier: BSD-2-Clause */
/* Event channels: which backend opens them, and how errors are reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/cm/cm.h"

static int kernel_devices, emulator_devices, opened, closed;
static bool wanted;
static struct inverbs_transport kernels = {.fd = 71}, emulators = {.fd = 72};

static int list_devices(const struct inverbs_backend *backend, struct inverbs_device_info **out)
{
	*out = malloc(1); /* if it is not freed, a leak is reported */
	return backend == &inverbs_backend_kernel ? kernel_devices : emulator_devices;
}

static struct inverbs_transport *open_cm(const struct inverbs_backend *backend)
{
	opened++;
	if (backend == &inverbs_backend_kernel)
		return kernels.fd ? &kernels : inverbs_fail(EACCES);
	return &emulators;
}

const struct inverbs_backend inverbs_backend_kernel = {.list = list_devices, .open_cm = open_cm};
const struct inverbs_backend inverbs_backend_emulator = {.list = list_devices, .open_cm = open_cm};

const char *inverbs_emulator_wanted(void)
{
	return wanted ? "emulator" : NULL;
}

static void close_cm(struct inverbs_transport *transport)
{
	assert_true(transport == &kernels || transport == &emulators);
	closed++;
}

static const struct inverbs_transport_ops ops = {.close = close_cm};

/* Open a channel with these numbers of devices. fd: descriptor of the transport that is expected;
 * 0: ENODEV is expected. */
static void expect_opened(int kernel, int emulator, bool is_wanted, int fd)
{
	struct rdma_event_channel *channel;

	kernel_devices = kernel;
	emulator_devices = emulator;
	wanted = is_wanted;
	kernels.ops = emulators.ops = &ops;
	opened = closed = errno = 0;
	channel = rdma_create_event_channel();
	assert_int_equal(channel != NULL, fd != 0);
	assert_int_equal(opened, fd != 0);
	if (!channel) {
		assert_int_equal(errno, ENODEV);
		return;
	}
	assert_int_equal(channel->fd, fd);
	assert_ptr_equal(((struct inverbs_cm_channel *)channel)->transport,
			 fd == 71 ? &kernels : &emulators);
	rdma_destroy_event_channel(channel);
	assert_int_equal(closed, 1);
}

static void the_kernel_is_preferred(void **state)
{
	(void)state;
	expect_opened(1, 1, false, 71);
	expect_opened(2, 0, false, 71);
	expect_opened(1, -ENOENT, false, 71);
	expect_opened(0, 1, false, 72);
	expect_opened(-EIO, 2, false, 72);
	expect_opened(0, 0, false, 0);
	expect_opened(-EIO, -ENOENT, false, 0);
}

static void an_emulator_that_is_wanted_is_the_only_one(void **state)
{
	(void)state;
	expect_opened(1, 1, true, 72);
	expect_opened(1, 0, true, 0);
	expect_opened(1, -ENOENT, true, 0);
}

static void what_cannot_be_opened_says_why(void **state)
{
	(void)state;
	kernel_devices = 1;
	wanted = false;
	kernels.fd = 0;
	errno = 0;
	assert_null(rdma_create_event_channel());
	assert_int_equal(errno, EACCES);
	kernels.fd = 71;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_kernel_is_preferred),
		cmocka_unit_test(an_emulator_that_is_wanted_is_the_only_one),
		cmocka_unit_test(what_cannot_be_opened_says_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
