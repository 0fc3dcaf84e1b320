/* SPDX-License-Identifier: BSD-2-Clause */
/* Ports, as sysfs describes them: values, GIDs, P_Keys, and where a GUID is. */
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "iba/layer.h"
#include "iba/mad/port.h"

static struct {
	const char *device, *path, *text;
} files[12];

static struct inverbs_backend backend;
static struct inverbs_device devices[2];
static struct ibv_device *device_list[3];
static int lists, list_errno, reads;
static bool all_ports; /* any number has a port */

static ssize_t read_file(const struct inverbs_backend *of, const char *device, const char *path,
			 char *text, size_t bytes)
{
	assert_ptr_equal(of, &backend);
	reads++;
	if (all_ports)
		return snprintf(text, bytes, "fe80:0:0:0:0:0:0:1");
	for (size_t i = 0; i < sizeof(files) / sizeof(*files) && files[i].device; i++)
		if (!strcmp(files[i].device, device) && !strcmp(files[i].path, path))
			return snprintf(text, bytes, "%s", files[i].text);
	return -ENOENT;
}

struct ibv_device **ibv_get_device_list(int *num_devices)
{
	assert_null(num_devices);
	errno = list_errno;
	if (list_errno)
		return NULL;
	for (int i = 0; i < 2; i++)
		device_list[i] = (struct ibv_device *)&devices[i];
	lists++;
	return device_list;
}

void ibv_free_device_list(struct ibv_device **list)
{
	assert_ptr_equal(list, device_list);
	lists--;
}

ib_api_status_t iba_status(int err)
{
	return err == ENOMEM ? IB_INSUFFICIENT_MEMORY : IB_ERROR;
}

static struct iba_port port;

static void add_file(const char *device, const char *path, const char *text)
{
	size_t i = 0;

	while (files[i].device)
		i++;
	files[i].device = device;
	files[i].path = path;
	files[i].text = text;
}

static int reset_files(void **state)
{
	(void)state;
	memset(files, 0, sizeof(files));
	memset(devices, 0, sizeof(devices));
	lists = list_errno = reads = 0;
	all_ports = false;
	backend.read_attr = read_file;
	for (int i = 0; i < 2; i++) {
		devices[i].backend = &backend;
		snprintf(devices[i].info.name, sizeof(devices[i].info.name), "adapter%d", i);
		devices[i].info.node_guid = htobe64((uint64_t)(0x100 + i));
	}
	port = (struct iba_port){.backend = &backend, .device = "adapter0", .number = 2};
	return 0;
}

static int check_lists(void **state)
{
	(void)state;
	assert_int_equal(lists, 0);
	return 0;
}

static void values_are_numbers(void **state)
{
	(void)state;
	add_file("adapter0", "ports/2/lid", "0x12\n");
	add_file("adapter0", "ports/2/state", "4: ACTIVE\n");
	add_file("adapter0", "ports/2/empty", "");
	assert_int_equal(iba_port_value(&port, "lid"), 0x12);
	assert_int_equal(iba_port_value(&port, "state"), 4);
	assert_int_equal(iba_port_value(&port, "empty"), 0);
	assert_int_equal(iba_port_value(&port, "none"), 0);
}

static void gids_are_read(void **state)
{
	static const uint8_t bytes[16] = {0xfe, 0x80, 0, 0, 0, 0, 0,    0,
					  0xff, 0xff, 1, 2, 3, 4, 0x12, 0x34};
	ib_gid_t gid;

	(void)state;
	add_file("adapter0", "ports/2/gids/3", "fe80:0000:0000:0000:ffff:0102:0304:1234\n");
	add_file("adapter0", "ports/2/gids/4", "fe80:0:0:0:10000:0:0:1\n");
	add_file("adapter0", "ports/2/gids/5", "fe80:0:0:0\n");
	add_file("adapter0", "ports/2/gids/6", "");
	assert_true(iba_port_gid(&port, 3, &gid));
	assert_memory_equal(gid.raw, bytes, sizeof(bytes));
	for (unsigned int i = 4; i < 8; i++)
		assert_false(iba_port_gid(&port, i, &gid));
}

static void a_gid_has_an_index(void **state)
{
	ib_gid_t gid = {.raw = {0xfe, 0x80}};

	(void)state;
	add_file("adapter0", "ports/2/gids/0", "fe80:0:0:0:0:0:0:1");
	add_file("adapter0", "ports/2/gids/1", "fe80:0:0:0:0:0:0:2");
	add_file("adapter0", "ports/2/gids/2", "fe80:0:0:0:0:0:0:3");
	gid.raw[15] = 1;
	assert_int_equal(iba_port_gid_index(&port, &gid), 0);
	gid.raw[15] = 3;
	assert_int_equal(iba_port_gid_index(&port, &gid), 2);
	reads = 0;
	gid.raw[15] = 4;
	assert_int_equal(iba_port_gid_index(&port, &gid), 0);
	assert_int_equal(reads, 4);
	all_ports = true;
	reads = 0;
	assert_int_equal(iba_port_gid_index(&port, &gid), 0);
	assert_int_equal(reads, 256);
}

static void a_pkey_has_an_index(void **state)
{
	(void)state;
	add_file("adapter0", "ports/2/pkeys/0", "0xffff");
	add_file("adapter0", "ports/2/pkeys/1", "0x0000");
	add_file("adapter0", "ports/2/pkeys/2", "0x8123");
	add_file("adapter0", "ports/2/pkeys/3", "5");
	add_file("adapter0", "ports/2/pkeys/4", "");
	add_file("adapter0", "ports/2/pkeys/5", "0x8124");
	assert_int_equal(iba_port_pkey_index(&port, htons(0x7fff)), 0);
	assert_int_equal(iba_port_pkey_index(&port, htons(0x0123)), 2);
	assert_int_equal(iba_port_pkey_index(&port, htons(0x8123)), 2);
	assert_int_equal(iba_port_pkey_index(&port, htons(5)), 3);
	assert_int_equal(iba_port_pkey_index(&port, htons(0x8000)), -1); /* is none */
	assert_int_equal(iba_port_pkey_index(&port, htons(0x8124)), -1); /* is behind the end */
}

static void a_device_has_ports(void **state)
{
	(void)state;
	add_file("adapter1", "ports/1/gids/0", "fe80:0:0:0:0:0:0:21");
	add_file("adapter1", "ports/0/gids/0", "fe80:0:0:0:0:0:0:20");
	assert_true(iba_port_of_device(&devices[1], 1, &port));
	assert_ptr_equal(port.backend, &backend);
	assert_string_equal(port.device, "adapter1");
	assert_int_equal(port.number, 1);
	assert_int_equal(port.guid, htobe64(0x21));
	assert_int_equal(port.ca_guid, htobe64(0x101));
	assert_false(iba_port_of_device(&devices[1], 0, &port));
	assert_false(iba_port_of_device(&devices[1], 2, &port));
	assert_false(iba_port_of_device(&devices[0], 1, &port));
}

static void a_guid_is_found(void **state)
{
	(void)state;
	add_file("adapter0", "ports/1/gids/0", "fe80:0:0:0:0:0:0:11");
	add_file("adapter1", "ports/1/gids/0", "fe80:0:0:0:0:0:0:21");
	add_file("adapter1", "ports/2/gids/0", "fe80:0:0:0:0:0:0:22");
	add_file("adapter1", "ports/4/gids/0", "fe80:0:0:0:0:0:0:24");
	assert_int_equal(iba_port_find(htobe64(0x22), &port), IB_SUCCESS);
	assert_string_equal(port.device, "adapter1");
	assert_int_equal(port.number, 2);
	reads = 0;
	assert_int_equal(iba_port_find(htobe64(0x11), &port), IB_SUCCESS);
	assert_string_equal(port.device, "adapter0");
	assert_int_equal(reads, 1);
	assert_int_equal(iba_port_find(htobe64(0x24), &port), IB_INVALID_GUID);
	list_errno = ENOMEM;
	assert_int_equal(iba_port_find(htobe64(0x11), &port), IB_INSUFFICIENT_MEMORY);
	list_errno = 0;
	all_ports = true;
	reads = 0;
	assert_int_equal(iba_port_find(htobe64(0x99), &port), IB_INVALID_GUID);
	assert_int_equal(reads, 2 * 255);
}

int main(void)
{
#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_files, check_lists)
	const struct CMUnitTest tests[] = {
		FRESH(values_are_numbers),  FRESH(gids_are_read),      FRESH(a_gid_has_an_index),
		FRESH(a_pkey_has_an_index), FRESH(a_device_has_ports), FRESH(a_guid_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
