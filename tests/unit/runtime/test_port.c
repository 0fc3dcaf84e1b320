/* SPDX-License-Identifier: BSD-2-Clause */
/* Flags of a port that the command has no room for are asked of the ioctl. */
#include "fake.h"

struct port {
	uint32_t caps;
	uint16_t caps2;
	int ioctl_error;
	uint8_t number;
};

/** Second flags of a port, and how often the ioctl was called for them. */
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

static void nobody_asks_where_there_are_none(void **state)
{
	uint32_t ioctls;

	(void)state;
	assert_int_equal(second_flags((struct port){IBV_PORT_CM_SUP, 0x1234, 0, 1}, &ioctls), 0);
	assert_int_equal(ioctls, 0);
}

static void a_kernel_without_it_is_no_failure(void **state)
{
	const uint32_t caps = IBV_PORT_CAP_MASK2_SUP;
	uint32_t ioctls;

	(void)state;
	assert_int_equal(second_flags((struct port){caps, 0x1234, ENOTTY, 1}, &ioctls), 0);
	assert_int_equal(ioctls, 1);
	assert_int_equal(second_flags((struct port){caps, 0x1234, 0, 2}, &ioctls), 0); /* refused */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(they_are_told),
		cmocka_unit_test(nobody_asks_where_there_are_none),
		cmocka_unit_test(a_kernel_without_it_is_no_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
