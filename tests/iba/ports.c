/* SPDX-License-Identifier: BSD-2-Clause */
/* The access layer's view of ports, read from sysfs attributes. */
#include <arpa/inet.h>

#include "kit.h"
#include "runtime/iba/mad/port.h"

bool iba_cm_has_lid(const struct iba_port *port, ib_net16_t lid);

enum {
	PORTS = 3,
	GIDS = 4,
	PKEYS = 3,
};

static char lid[16], lid_mask_count[16];
static unsigned int fails_at; /* index of the GID that cannot be read or parsed */
static const char *broken;    /* text read for that GID; NULL: an error */

static ssize_t gid_text(unsigned int port, unsigned int index, char *buf, size_t bytes)
{
	if (index >= GIDS)
		return -EINVAL;
	if (index == fails_at)
		return broken ? snprintf(buf, bytes, "%s", broken) : -EINVAL;
	return snprintf(buf, bytes, "fe80:0000:0000:0001:0002:%02x03:0004:%04x", port, index);
}

/* A device with three ports. */
static ssize_t read_attr(const struct inverbs_backend *b, const char *device, const char *path,
			 char *buf, size_t bytes)
{
	static const char *const pkeys[PKEYS] = {"0xffff", "0x0000", "0x1234"};
	unsigned int port, index;

	(void)b;
	assert_string_equal(device, "some_0");
	if (sscanf(path, "ports/%u/", &port) != 1 || !port || port > PORTS)
		return -ENOENT;
	if (sscanf(path, "ports/%*u/gids/%u", &index) == 1)
		return gid_text(port, index, buf, bytes);
	if (sscanf(path, "ports/%*u/pkeys/%u", &index) == 1)
		return index < PKEYS ? snprintf(buf, bytes, "%s", pkeys[index]) : -EINVAL;
	if (strstr(path, "/lid_mask_count"))
		return snprintf(buf, bytes, "%s", lid_mask_count);
	return strstr(path, "/lid") ? snprintf(buf, bytes, "%s", lid) : -ENOENT;
}

static const struct inverbs_backend backend = {.read_attr = read_attr};
static const struct inverbs_device device = {
	.backend = &backend, .info = {.name = "some_0", .node_guid = 0x1122334455667788}};

static ib_gid_t gid_of(uint8_t port, uint8_t index)
{
	return (ib_gid_t){.raw = {0xfe, 0x80, 0, 0, 0, 0, 0, 1, 0, 2, port, 3, 0, 4, 0, index}};
}

static struct iba_port port_number(unsigned int number)
{
	struct iba_port port;

	fails_at = GIDS;
	assert_true(iba_port_of_device(&device, number, &port));
	return port;
}

static void a_device_has_ports_from_one(void **state)
{
	const ib_gid_t gid = gid_of(2, 0);
	struct iba_port port;

	(void)state;
	fails_at = GIDS;
	assert_false(iba_port_of_device(&device, 0, &port));
	assert_false(iba_port_of_device(&device, PORTS + 1, &port));
	port = port_number(2);
	assert_int_equal(port.number, 2);
	assert_ptr_equal(port.backend, &backend);
	assert_string_equal(port.device, "some_0");
	assert_int_equal(port.ca_guid, 0x1122334455667788);
	assert_memory_equal(&port.guid, &gid.raw[8], sizeof(port.guid));
	fails_at = 0;
	assert_false(iba_port_of_device(&device, 2, &port));
}

static void gids_have_eight_groups(void **state)
{
	static const char *const wrong[] = {
		"", "fe80", "fe80:0:0:1:2:3:4", "fe80:0:0:1:2:3:4-5", "fe80:10000:0:1:2:3:4:5",
	};
	const struct iba_port port = port_number(1);
	const ib_gid_t expected = gid_of(1, 3);
	ib_gid_t gid;

	(void)state;
	assert_true(iba_port_gid(&port, 3, &gid));
	assert_memory_equal(&gid, &expected, sizeof(gid));
	assert_false(iba_port_gid(&port, GIDS, &gid));
	fails_at = 1;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		broken = wrong[i];
		assert_false(iba_port_gid(&port, 1, &gid));
	}
	broken = "ffff:0:0:1:2:3:4:5";
	assert_true(iba_port_gid(&port, 1, &gid));
	broken = NULL;
}

static void gids_are_found_up_to_the_first_that_is_none(void **state)
{
	const struct iba_port port = port_number(1);
	ib_gid_t gid;

	(void)state;
	for (int i = 0; i < GIDS; i++) {
		gid = gid_of(1, (uint8_t)i);
		assert_int_equal(iba_port_gid_index(&port, &gid), i);
	}
	gid = gid_of(1, GIDS);
	assert_int_equal(iba_port_gid_index(&port, &gid), 0);
	fails_at = 2;
	gid = gid_of(1, 3);
	assert_int_equal(iba_port_gid_index(&port, &gid), 0);
}

static void partition_keys_are_found_without_their_membership(void **state)
{
	const struct iba_port port = port_number(1);

	(void)state;
	assert_int_equal(iba_port_pkey_index(&port, htons(0xffff)), 0);
	assert_int_equal(iba_port_pkey_index(&port, htons(0x7fff)), 0);
	assert_int_equal(iba_port_pkey_index(&port, htons(0x1234)), 2);
	assert_int_equal(iba_port_pkey_index(&port, htons(0x9234)), 2);
	assert_int_equal(iba_port_pkey_index(&port, htons(0x1235)), -1);
	assert_int_equal(iba_port_pkey_index(&port, 0), -1); /* an unused table entry */
	assert_int_equal(iba_port_pkey_index(&port, htons(0x8000)), -1);
}

static bool has_lid(const struct iba_port *port, unsigned int base, unsigned int mask,
		    uint16_t wanted)
{
	snprintf(lid, sizeof(lid), "0x%x", base);
	snprintf(lid_mask_count, sizeof(lid_mask_count), "%u", mask);
	return iba_cm_has_lid(port, htons(wanted));
}

static void a_port_has_a_power_of_two_of_lids(void **state)
{
	const struct iba_port port = port_number(1);

	(void)state;
	assert_int_equal(iba_port_value(&port, "state"), 0);
	for (unsigned int mask = 0; mask <= 7; mask++) {
		assert_false(has_lid(&port, 0x100, mask, 0xff));
		assert_true(has_lid(&port, 0x100, mask, 0x100));
		assert_true(has_lid(&port, 0x100, mask, (uint16_t)(0x100 + (1U << mask) - 1)));
		assert_false(has_lid(&port, 0x100, mask, (uint16_t)(0x100 + (1U << mask))));
	}
	assert_int_equal(iba_port_value(&port, "lid"), 0x100);
	assert_false(has_lid(&port, 0, 0, 0)); /* no LID assigned yet */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_device_has_ports_from_one),
		cmocka_unit_test(gids_have_eight_groups),
		cmocka_unit_test(gids_are_found_up_to_the_first_that_is_none),
		cmocka_unit_test(partition_keys_are_found_without_their_membership),
		cmocka_unit_test(a_port_has_a_power_of_two_of_lids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
