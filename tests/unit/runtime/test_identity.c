/* SPDX-License-Identifier: BSD-2-Clause */
/* Matching devices to adapters, by the identities in the specs. */
#include <stdio.h>

#include "fake.h"

static const uint16_t ids[] = {0x10, 0x11, 0x12};
static const uint16_t by_command[] = {0x11};
static const char *const modalias[] = {"vmbus:abc", NULL};
static const char *const names[] = {"soft", NULL};

static const struct inverbs_identity identity = {
	.driver_id = 9,
	.abi_min = 2,
	.abi_max = 4,
	.pci_vendor = 0x1234,
	.pci_ids = ids,
	.pci_count = 3,
	.modalias = modalias,
	.names = names,
	.by_command = by_command,
	.by_command_count = 1,
	.min_firmware = 5,
	.commands = 1U << UVERBS_CMD_GET_CONTEXT | 1U << UVERBS_CMD_ALLOC_PD,
};

static struct inverbs_device_info device(int driver_id, uint16_t vendor, uint16_t id)
{
	return (struct inverbs_device_info){.name = "it0",
					    .abi_version = 3,
					    .driver_id = driver_id,
					    .vendor_id = vendor,
					    .device_id = id};
}

static bool matches(struct inverbs_device_info dev)
{
	return inverbs_identity_match(&identity, &dev);
}

static void the_drivers_id_decides_where_it_is_known(void **state)
{
	(void)state;
	assert_true(matches(device(9, 0, 0)));
	assert_true(matches(device(9, 0x9999, 0x10)));
	assert_false(matches(device(8, 0x1234, 0x10)));
}

static void else_its_place_on_a_bus_does(void **state)
{
	struct inverbs_device_info other_bus = device(-1, 0, 0);

	(void)state;
	assert_true(matches(device(-1, 0x1234, 0x12)));
	assert_false(matches(device(-1, 0x1234, 0x13)));
	assert_false(matches(device(-1, 0x1235, 0x12)));
	assert_false(matches(other_bus));
	strcpy(other_bus.modalias, "vmbus:abc");
	assert_true(matches(other_bus));
	strcpy(other_bus.modalias, "vmbus:abcd");
	assert_false(matches(other_bus));
	strcpy(other_bus.name, "soft7"); /* a device without a bus */
	assert_true(matches(other_bus));
	other_bus.vendor_id = 0x9999;
	assert_false(matches(other_bus));
}

static void another_abi_is_not_ours(void **state)
{
	struct inverbs_device_info dev = device(9, 0, 0);

	(void)state;
	for (dev.abi_version = 0; dev.abi_version < 8; dev.abi_version++)
		assert_int_equal(matches(dev), dev.abi_version >= 2 && dev.abi_version <= 4);
}

static void some_devices_take_posts_as_commands(void **state)
{
	const struct inverbs_device_info one = device(9, 0x1234, 0x11);
	const struct inverbs_device_info other = device(9, 0x1234, 0x12);
	const struct inverbs_device_info foreign = device(9, 0x1235, 0x11);

	(void)state;
	assert_true(inverbs_identity_by_command(&identity, &one));
	assert_false(inverbs_identity_by_command(&identity, &other));
	assert_false(inverbs_identity_by_command(&identity, &foreign));
}

static const char *firmware; /* version; NULL if it cannot be read */

static ssize_t read_firmware(const struct inverbs_backend *b, const char *name, const char *path,
			     char *buf, size_t bytes)
{
	(void)b;
	assert_string_equal(name, "it0");
	assert_string_equal(path, "fw_ver");
	return firmware ? snprintf(buf, bytes, "%s", firmware) : -ENOENT;
}

static bool allowed(const char *version)
{
	const struct inverbs_backend backend = {.read_attr = read_firmware};
	const struct inverbs_device_info dev = device(9, 0, 0);

	firmware = version;
	return inverbs_firmware_allows(&backend, &identity, &dev);
}

static void old_firmware_is_not_used(void **state)
{
	const struct inverbs_identity any = {.min_firmware = 0};
	const struct inverbs_device_info dev = device(9, 0, 0);

	(void)state;
	assert_true(allowed("T 7.12.0 TP 1.1.0"));
	assert_true(allowed("T5.0.0"));
	assert_true(allowed("10.1"));
	assert_false(allowed("T 4.9.9"));
	assert_false(allowed("T 0.7.0"));
	assert_false(allowed("unknown"));
	assert_false(allowed(""));
	assert_false(allowed(NULL));
	/* without a required version, none is read */
	assert_true(inverbs_firmware_allows(NULL, &any, &dev));
	assert_true(inverbs_firmware_allows(NULL, NULL, &dev));
}

static void commands_that_the_driver_lacks_do_not_reach_it(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct uverbs_create_ah_req req = {0};
	struct uverbs_create_ah_resp resp;
	struct uverbs_ex_modify_cq_req modify = {0};
	struct ibv_pd *pd;

	(void)state;
	inverbs_identity_restrict(&identity, &t.base);
	t.last_command = 0;
	assert_int_equal(uverbs_call_create_ah(&t.base, &req, NULL, 0, &resp, NULL, 0), EOPNOTSUPP);
	assert_int_equal(uverbs_call_ex_modify_cq(&t.base, &modify), EOPNOTSUPP);
	assert_int_equal(t.last_command, 0);
	pd = ibv_alloc_pd(&ctx->ibv);
	assert_non_null(pd);
	inverbs_identity_restrict(NULL, &t.base);
	assert_int_equal(uverbs_call_create_ah(&t.base, &req, NULL, 0, &resp, NULL, 0), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	fake_context_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_drivers_id_decides_where_it_is_known),
		cmocka_unit_test(else_its_place_on_a_bus_does),
		cmocka_unit_test(another_abi_is_not_ours),
		cmocka_unit_test(some_devices_take_posts_as_commands),
		cmocka_unit_test(old_firmware_is_not_used),
		cmocka_unit_test(commands_that_the_driver_lacks_do_not_reach_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
