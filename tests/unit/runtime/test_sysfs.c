/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's devices in sysfs, the list of devices, and the lifetime of devices (V33). */
#include <fcntl.h>
#include <infiniband/driver.h>
#include <stdio.h>

#include "fake.h"
#include "tree.h"

static const struct inverbs_backend *const kernel = &inverbs_backend_kernel;

static void no_subsystem_no_devices(void **state)
{
	struct inverbs_device_info *infos = NULL;
	struct ibv_device **list;
	int count = 7;

	(void)state;
	assert_int_equal(kernel->list(kernel, &infos), 0);
	list = ibv_get_device_list(&count);
	assert_non_null(list);
	assert_null(list[0]);
	assert_int_equal(count, 0);
	ibv_free_device_list(list);
}

static void facts_of_a_device(void **state)
{
	struct inverbs_device_info *infos;

	(void)state;
	tree_device(0, "mlx4_0", "0002:c903:0001:a2b3");
	assert_int_equal(kernel->list(kernel, &infos), 1);
	assert_string_equal(infos[0].name, "mlx4_0");
	assert_string_equal(infos[0].dev_name, "uverbs0");
	assert_int_equal(infos[0].abi_version, 4);
	assert_int_equal(infos[0].node_type, IBV_NODE_CA);
	assert_int_equal(infos[0].vendor_id, 0x15b3);
	assert_int_equal(infos[0].device_id, 0x1003);
	assert_int_equal(infos[0].driver_id, -1);
	assert_memory_equal(&infos[0].node_guid, "\x00\x02\xc9\x03\x00\x01\xa2\xb3", 8);
	free(infos);
}

static void programs_read_attributes(void **state)
{
	char text[20], path[256];

	(void)state;
	assert_string_equal(ibv_get_sysfs_path(), getenv("SYSFS_PATH"));
	tree_device(0, "mlx4_0", "0002:c903:0001:a2b3");
	snprintf(path, sizeof(path), "%s/class/infiniband/mlx4_0", ibv_get_sysfs_path());
	memset(text, 'x', sizeof(text));
	assert_int_equal(ibv_read_sysfs_file(path, "node_guid", text, sizeof(text)), 19);
	assert_string_equal(text, "0002:c903:0001:a2b3");
	assert_int_equal(ibv_read_sysfs_file(ibv_get_sysfs_path(),
					     "class/infiniband_verbs/uverbs0/ibdev", text, 5),
			 4);
	assert_string_equal(text, "mlx4");
	errno = 0;
	assert_int_equal(ibv_read_sysfs_file(path, "nothing", text, sizeof(text)), -1);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(ibv_read_sysfs_file(path, "node_guid", text, 0), -1);
	assert_int_equal(errno, EINVAL);
	unsetenv("SYSFS_PATH");
	assert_string_equal(ibv_get_sysfs_path(), "/sys");
}

static void entries_come_by_number(void **state)
{
	struct inverbs_device_info *infos;

	(void)state;
	tree_device(10, "fake10", "0:0:0:1");
	tree_device(2, "fake2", "0:0:0:2");
	tree_device(1, "fake1", "0:0:0:3");
	tree_write("class/infiniband_verbs/uverbsX/ibdev", "fakeX\n"); /* not a uverbs device */
	assert_int_equal(kernel->list(kernel, &infos), 3);
	assert_string_equal(infos[0].name, "fake1");
	assert_string_equal(infos[1].name, "fake2");
	assert_string_equal(infos[2].name, "fake10");
	for (int i = 0; i < 3; i++)
		assert_int_equal(infos[i].number, 0); /* not from these files */
	free(infos);
}

static void vendor_files_beat_the_modalias(void **state)
{
	struct inverbs_device_info *infos;

	(void)state;
	tree_device(0, "fake0", "0:0:0:1");
	tree_write("class/infiniband_verbs/uverbs0/device/device", "0x1007\n");
	assert_int_equal(kernel->list(kernel, &infos), 1);
	assert_int_equal(infos[0].vendor_id, 0x15b3);
	assert_int_equal(infos[0].device_id, 0x1007);
	free(infos);
}

static void virtual_devices_have_no_pci_identity(void **state)
{
	struct inverbs_device_info *infos;

	(void)state;
	tree_device(0, "rxe0", "5054:00ff:fe12:3456");
	tree_remove("class/infiniband_verbs/uverbs0/device/modalias");
	assert_int_equal(kernel->list(kernel, &infos), 1);
	assert_string_equal(infos[0].modalias, "");
	assert_int_equal(infos[0].vendor_id, 0);
	free(infos);
}

static void unknown_interface_version_means_no_devices(void **state)
{
	struct inverbs_device_info *infos;

	(void)state;
	tree_device(0, "fake0", "0:0:0:1");
	tree_write("class/infiniband_verbs/abi_version", "7\n");
	assert_int_equal(kernel->list(kernel, &infos), 0);
	tree_write("class/infiniband_verbs/abi_version", "2\n");
	assert_int_equal(kernel->list(kernel, &infos), 0);
	tree_write("class/infiniband_verbs/abi_version", "3\n");
	assert_int_equal(kernel->list(kernel, &infos), 1);
	free(infos);
}

static void attributes_lose_their_newline(void **state)
{
	char buf[64], small[4];

	(void)state;
	tree_write("class/infiniband/fake0/ports/1/state", "4: ACTIVE\n");
	tree_write("class/infiniband/fake0/fw_ver", "\n");
	assert_int_equal(kernel->read_attr(kernel, "fake0", "ports/1/state", buf, sizeof(buf)), 9);
	assert_string_equal(buf, "4: ACTIVE");
	assert_int_equal(kernel->read_attr(kernel, "fake0", "ports/1/state", small, sizeof(small)),
			 3);
	assert_string_equal(small, "4: ");
	assert_int_equal(kernel->read_attr(kernel, "fake0", "fw_ver", buf, sizeof(buf)), 0);
	tree_write("class/infiniband/fake0/hw_rev", "");
	errno = EIO; /* left over from an earlier call */
	assert_int_equal(kernel->read_attr(kernel, "fake0", "hw_rev", buf, sizeof(buf)), 0);
	assert_int_equal(kernel->read_attr(kernel, "fake0", "none", buf, sizeof(buf)), -ENOENT);
}

/* ---- the list ---- */

static void only_known_adapters_are_listed(void **state)
{
	struct ibv_device **list;
	int count;

	(void)state;
	tree_device(0, "fake0", "0001:0002:0003:0004");
	tree_device(1, "strange0", "0:0:0:2");
	list = ibv_get_device_list(&count);
	assert_int_equal(count, 1);
	assert_string_equal(ibv_get_device_name(list[0]), "fake0");
	assert_int_equal(list[0]->node_type, IBV_NODE_CA);
	assert_int_equal(list[0]->transport_type, IBV_TRANSPORT_IB);
	assert_int_equal(INVERBS_BE64(ibv_get_device_guid(list[0])), 0x0001000200030004);
	assert_null(list[1]);
	ibv_free_device_list(list);
	list = ibv_get_device_list(NULL);
	assert_non_null(list);
	ibv_free_device_list(list);
}

static void the_kind_of_node_names_the_transport(void **state)
{
	static const struct {
		const char *text;
		int node;
		enum ibv_transport_type transport;
	} kinds[] = {
		{"1: CA", IBV_NODE_CA, IBV_TRANSPORT_IB},
		{"2: switch", IBV_NODE_SWITCH, IBV_TRANSPORT_IB},
		{"3: router", IBV_NODE_ROUTER, IBV_TRANSPORT_IB},
		{"4: RNIC", IBV_NODE_RNIC, IBV_TRANSPORT_IWARP},
		{"5: usNIC", IBV_NODE_USNIC, IBV_TRANSPORT_USNIC},
		{"6: usNIC UDP", IBV_NODE_USNIC_UDP, IBV_TRANSPORT_USNIC_UDP},
		{"7: unspecified", IBV_NODE_UNSPECIFIED, IBV_TRANSPORT_UNSPECIFIED},
		{"0: nothing", IBV_NODE_UNKNOWN, IBV_TRANSPORT_UNKNOWN},
		{"8: nothing", IBV_NODE_UNKNOWN, IBV_TRANSPORT_UNKNOWN},
		{"none", IBV_NODE_UNKNOWN, IBV_TRANSPORT_UNKNOWN},
		{"2", IBV_NODE_SWITCH, IBV_TRANSPORT_IB},
	};
	const size_t count = sizeof(kinds) / sizeof(*kinds);
	struct ibv_device **list;
	char name[16], path[64];

	(void)state;
	for (size_t i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "fake%zu", i);
		tree_device((int)i, name, "0:0:0:7");
		snprintf(path, sizeof(path), "class/infiniband/%s/node_type", name);
		tree_write(path, kinds[i].text);
	}
	list = ibv_get_device_list(NULL);
	assert_non_null(list);
	for (size_t i = 0; i < count; i++) {
		assert_non_null(list[i]);
		assert_int_equal(list[i]->node_type, kinds[i].node);
		assert_int_equal(list[i]->transport_type, kinds[i].transport);
	}
	ibv_free_device_list(list);
}

static void devices_keep_their_address_while_held(void **state)
{
	struct ibv_device **first, **second, **third;

	(void)state;
	tree_device(0, "fake0", "0:0:0:1");
	first = ibv_get_device_list(NULL);
	tree_device(1, "fake1", "0:0:0:2");
	second = ibv_get_device_list(NULL);
	assert_ptr_equal(first[0], second[0]);
	assert_non_null(second[1]);
	ibv_free_device_list(first);
	assert_string_equal(ibv_get_device_name(second[0]), "fake0");
	tree_device(0, "fake0", "0:0:0:9"); /* replaced by another device */
	third = ibv_get_device_list(NULL);
	assert_ptr_not_equal(third[0], second[0]);
	assert_ptr_equal(third[1], second[1]);
	ibv_free_device_list(second);
	ibv_free_device_list(third);
}

static void list_quietly(void *argument)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	(void)argument;
	assert_non_null(list);
	ibv_free_device_list(list);
}

/* A device that differs in any of these is another one. */
static void what_makes_a_device(void **state)
{
	static const char *const files[][2] = {
		{"class/infiniband_verbs/uverbs0/ibdev", "fake7"},
		{"class/infiniband_verbs/uverbs0/abi_version", "5"},
		{"class/infiniband/fake0/node_guid", "0:0:0:7"},
	};
	struct ibv_device **first, **second;

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		tree_device(0, "fake0", "0:0:0:1");
		tree_device(7, "fake7", "0:0:0:1");
		tree_remove("class/infiniband_verbs/uverbs7/ibdev");
		first = ibv_get_device_list(NULL);
		second = ibv_get_device_list(NULL);
		assert_ptr_equal(first[0], second[0]);
		assert_null(second[1]);
		ibv_free_device_list(second);
		tree_write(files[i][0], files[i][1]);
		second = ibv_get_device_list(NULL);
		assert_ptr_not_equal(first[0], second[0]);
		ibv_free_device_list(first);
		ibv_free_device_list(second);
	}
	ibv_free_device_list(NULL);
}

static void where_a_device_is(void **state)
{
	char text[256];
	struct ibv_device **list;

	(void)state;
	tree_device(3, "fake0", "0:0:0:1");
	list = ibv_get_device_list(NULL);
	assert_string_equal(list[0]->dev_name, "uverbs3");
	snprintf(text, sizeof(text), "%s/class/infiniband_verbs/uverbs3", ibv_get_sysfs_path());
	assert_string_equal(list[0]->dev_path, text);
	snprintf(text, sizeof(text), "%s/class/infiniband/fake0", ibv_get_sysfs_path());
	assert_string_equal(list[0]->ibdev_path, text);
	assert_int_equal(ibv_get_device_index(list[0]), -1); /* unknown */
	ibv_free_device_list(list);
}

static void devices_that_are_skipped(void **state)
{
	(void)state;
	tree_device(0, "strange0", "0:0:0:1");
	assert_string_equal(
		logged_by(list_quietly, NULL),
		"inverbs: no built-in adapter supports strange0 (uverbs0, vendor 0x15b3 "
		"device 0x1003 ABI 4)\n");
}

/* Entries of the folder, and their names, that are no devices. */
static void entries_that_are_no_devices(void **state)
{
	struct inverbs_device_info *infos;
	char path[128];

	(void)state;
	tree_device(0, "fake0", "0:0:0:1");
	tree_write("class/infiniband_verbs/uverbs1/ibdev", "a/b\n");
	tree_write("class/infiniband_verbs/uverbs2/ibdev", "\n");
	tree_write("class/infiniband_verbs/uverbs3/other", "\n");
	tree_write("class/infiniband_verbs/uverbs/ibdev", "fake4\n");
	tree_write("class/infiniband_verbs/overbs5/ibdev", "fake5\n");
	snprintf(path, sizeof(path), "class/infiniband_verbs/uverbs%057d/ibdev", 6);
	tree_write(path, "fake6\n"); /* a name of 63 characters, which fits */
	snprintf(path, sizeof(path), "class/infiniband_verbs/uverbs%058d/ibdev", 7);
	tree_write(path, "fake7\n");
	assert_int_equal(kernel->list(kernel, &infos), 2);
	assert_string_equal(infos[0].name, "fake0");
	assert_string_equal(infos[1].name, "fake6");
	assert_int_equal(strlen(infos[1].dev_name), 63);
	free(infos);
}

/* What sysfs does not say, or says in another way. */
static void facts_that_are_missing(void **state)
{
	struct inverbs_device_info *infos;

	(void)state;
	tree_write("class/infiniband_verbs/abi_version", "6\n");
	tree_write("class/infiniband_verbs/uverbs0/ibdev", "fake0\n");
	assert_int_equal(kernel->list(kernel, &infos), 1);
	assert_int_equal(infos[0].abi_version, 0);
	assert_int_equal(infos[0].node_type, IBV_NODE_UNKNOWN);
	assert_int_equal(infos[0].node_guid, 0);
	assert_int_equal(infos[0].vendor_id, 0);
	assert_int_equal(infos[0].device_id, 0);
	assert_int_equal(infos[0].index, -1);
	free(infos);
	tree_write("class/infiniband_verbs/uverbs0/device/vendor", "4660\n");
	tree_write("class/infiniband_verbs/uverbs0/device/device", "none\n");
	tree_write("class/infiniband_verbs/uverbs0/device/modalias", "pci:v00000001d00000002sv\n");
	tree_write("class/infiniband_verbs/uverbs0/abi_version", "010\n");
	tree_write("class/infiniband/fake0/node_guid", "1:2:3\n");
	assert_int_equal(kernel->list(kernel, &infos), 1);
	assert_int_equal(infos[0].vendor_id, 0x1234);
	assert_int_equal(infos[0].device_id, 2);
	assert_string_equal(infos[0].modalias, "pci:v00000001d00000002sv");
	assert_int_equal(infos[0].abi_version, 8);
	assert_int_equal(infos[0].node_guid, 0);
	free(infos);
}

static void missing_node_does_not_open(void **state)
{
	struct ibv_device **list;

	(void)state;
	tree_device(0, "fake0", "0:0:0:1");
	tree_write("class/infiniband_verbs/uverbs0/dev", "0:0\n");
	list = ibv_get_device_list(NULL);
	assert_null(ibv_open_device(list[0]));
	assert_int_not_equal(errno, 0);
	ibv_free_device_list(list);
}

static void list_without_emulator(void *argument)
{
	int count = 3;

	(void)argument;
	assert_null(ibv_get_device_list(&count));
	assert_int_equal(errno, ENOENT);
	assert_int_equal(count, 0);
}

static void absent_emulator_is_one_line(void **state)
{
	const char *text;

	(void)state;
	setenv("INVERBS_EMULATOR", "/nonexistent/softhca.sock", 1);
	text = said_by(list_without_emulator, NULL);
	unsetenv("INVERBS_EMULATOR");
	assert_non_null(strstr(text, "/nonexistent/softhca.sock"));
	assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
}

static void absent_by_default_is_silent(void **state)
{
	(void)state;
	assert_string_equal(said_by(list_quietly, NULL), "");
}

/* ---- driver files ---- */

/* A line that fills the buffer is used; a longer one is ignored, but not the line after it. */
static void lines_have_a_largest_length(void **state)
{
	char folder[256], text[600];
	struct inverbs_drivers drivers;

	(void)state;
	snprintf(folder, sizeof(folder), "%s/drivers", getenv("SYSFS_PATH"));
	assert_int_equal(setenv("IBV_CONFIG_DIR", folder, 1), 0);
	snprintf(text, sizeof(text), "driver %-247s\n", "fake");
	assert_int_equal(strlen(text), 255);
	tree_write("drivers/a.driver", text);
	inverbs_drivers_read(&drivers);
	assert_int_equal(drivers.of_machine, 1U << fake_provider.adapter);
	snprintf(text, sizeof(text), "driver %-248s\ndriver other\n", "fake");
	tree_write("drivers/a.driver", text);
	inverbs_drivers_read(&drivers);
	assert_int_equal(drivers.of_machine, 1U << other_provider.adapter);
	assert_int_equal(unsetenv("IBV_CONFIG_DIR"), 0);
}

/* ---- binding ---- */

static void bindings_intersect(void **state)
{
	const uint32_t masks[] = {6, 3, 0xff};

	(void)state;
	assert_int_equal(inverbs_binding_intersect(masks, masks), UINT32_MAX);
	assert_int_equal(inverbs_binding_intersect(masks, masks + 1), 6);
	assert_int_equal(inverbs_binding_intersect(masks, masks + 3), 2);
}

int main(void)
{
#define WITH_TREE(name) cmocka_unit_test_setup_teardown(name, tree_setup, tree_teardown)
	const struct CMUnitTest tests[] = {
		WITH_TREE(no_subsystem_no_devices),
		WITH_TREE(facts_of_a_device),
		WITH_TREE(programs_read_attributes),
		WITH_TREE(entries_come_by_number),
		WITH_TREE(vendor_files_beat_the_modalias),
		WITH_TREE(virtual_devices_have_no_pci_identity),
		WITH_TREE(unknown_interface_version_means_no_devices),
		WITH_TREE(attributes_lose_their_newline),
		WITH_TREE(only_known_adapters_are_listed),
		WITH_TREE(the_kind_of_node_names_the_transport),
		WITH_TREE(devices_keep_their_address_while_held),
		WITH_TREE(what_makes_a_device),
		WITH_TREE(where_a_device_is),
		WITH_TREE(devices_that_are_skipped),
		WITH_TREE(entries_that_are_no_devices),
		WITH_TREE(facts_that_are_missing),
		WITH_TREE(missing_node_does_not_open),
		WITH_TREE(absent_emulator_is_one_line),
		WITH_TREE(absent_by_default_is_silent),
		WITH_TREE(lines_have_a_largest_length),
		cmocka_unit_test(bindings_intersect),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
