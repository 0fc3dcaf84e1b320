/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Port attributes that do not fit into the response of the QUERY_PORT command, and come from an
 * ioctl: further flags, and the bandwidth.
 */
#include "fake.h"

struct port {
	uint32_t caps;
	uint16_t caps2;
	int ioctl_error;
	uint8_t number;
};

/** The further flags of a port, and how often the ioctl was called for them. */
static uint16_t second_flags(struct port port, uint32_t *ioctls)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_port_attr attr;

	t.port_caps = port.caps;
	t.port_caps2 = port.caps2;
	t.ioctl_error = port.ioctl_error;
	memset(&attr, 0xff, sizeof(attr));
	assert_int_equal(ibv_query_port(&ctx->ibv, port.number, &attr), 0);
	assert_int_equal(attr.port_cap_flags, port.caps);
	fake_context_free(ctx);
	*ioctls = t.ioctls;
	return attr.port_cap_flags2;
}

static void they_are_told(void **state)
{
	const uint32_t caps = IBV_PORT_CAP_MASK2_SUP | IBV_PORT_CM_SUP;
	uint32_t ioctls;

	(void)state;
	assert_int_equal(second_flags((struct port){caps, 0x1234, 0, 1}, &ioctls), 0x1234);
	assert_int_equal(ioctls, 1);
}

static void no_ioctl_without_the_capability(void **state)
{
	uint32_t ioctls;

	(void)state;
	assert_int_equal(second_flags((struct port){IBV_PORT_CM_SUP, 0x1234, 0, 1}, &ioctls), 0);
	assert_int_equal(ioctls, 0);
}

static void a_kernel_without_the_ioctl_gives_no_flags(void **state)
{
	const uint32_t caps = IBV_PORT_CAP_MASK2_SUP;
	uint32_t ioctls;

	(void)state;
	assert_int_equal(second_flags((struct port){caps, 0x1234, ENOTTY, 1}, &ioctls), 0);
	assert_int_equal(ioctls, 1);
	assert_int_equal(second_flags((struct port){caps, 0x1234, 0, 2}, &ioctls), 0); /* refused */
}

/* The reported speed of a port of that width and speed; -1 if the call failed with EOPNOTSUPP. */
static long speed_of(uint8_t width, uint8_t speed, uint64_t kernels)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	uint64_t got = 7;
	int err;

	t.port_width = width;
	t.port_speed = speed;
	t.bandwidth = kernels;
	err = ibv_query_port_speed(&ctx->ibv, 1, &got);
	assert_true(err == 0 || (err == EOPNOTSUPP && got == 7));
	fake_context_free(ctx);
	return err ? -1 : (long)got;
}

static void a_link_has_lanes_and_their_speed(void **state)
{
	(void)state;
	assert_int_equal(speed_of(1, 1, 0), 25);      /* 1X SDR */
	assert_int_equal(speed_of(2, 1, 0), 100);     /* 4X SDR */
	assert_int_equal(speed_of(2, 2, 0), 200);     /* 4X DDR */
	assert_int_equal(speed_of(2, 4, 0), 400);     /* 4X QDR */
	assert_int_equal(speed_of(2, 8, 0), 400);     /* 4X FDR10 */
	assert_int_equal(speed_of(2, 16, 0), 560);    /* 4X FDR */
	assert_int_equal(speed_of(4, 32, 0), 2000);   /* 8X EDR */
	assert_int_equal(speed_of(16, 64, 0), 1000);  /* 2X HDR */
	assert_int_equal(speed_of(8, 128, 0), 12000); /* 12X NDR */
	assert_int_equal(speed_of(0, 32, 0), -1);
	assert_int_equal(speed_of(3, 32, 0), -1);
	assert_int_equal(speed_of(2, 0, 0), -1);
	assert_int_equal(speed_of(2, 48, 0), -1);
}

static void the_kernel_knows_better(void **state)
{
	(void)state;
	assert_int_equal(speed_of(2, 32, 8000), 8000);
	assert_int_equal(speed_of(0, 0, 30), 30);
}

static void ports_that_no_device_has(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	uint64_t got;

	(void)state;
	t.port_width = t.port_speed = 1;
	assert_int_equal(ibv_query_port_speed(&ctx->ibv, 257, &got), EINVAL);
	assert_int_equal(ibv_query_port_speed(&ctx->ibv, 256, &got), EINVAL);
	assert_int_equal(t.last_command, 0);
	assert_int_equal(ibv_query_port_speed(&ctx->ibv, 255, &got), 0); /* the last that may be */
	assert_int_equal(got, 25);
	t.fail_command = UVERBS_CMD_QUERY_PORT;
	t.fail_error = EIO;
	assert_int_equal(ibv_query_port_speed(&ctx->ibv, 1, &got), EIO);
	fake_context_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(they_are_told),
		cmocka_unit_test(no_ioctl_without_the_capability),
		cmocka_unit_test(a_kernel_without_the_ioctl_gives_no_flags),
		cmocka_unit_test(a_link_has_lanes_and_their_speed),
		cmocka_unit_test(the_kernel_knows_better),
		cmocka_unit_test(ports_that_no_device_has),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
