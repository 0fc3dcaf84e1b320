/* SPDX-License-Identifier: BSD-2-Clause */
/* A list of devices, DEVICES of them, with the GUIDs in device_guids; both defined before. */
#ifndef TESTS_UNIT_IBA_DEVICE_LIST_H
#define TESTS_UNIT_IBA_DEVICE_LIST_H

static struct ibv_device devices[DEVICES];
static struct ibv_device *device_list[DEVICES + 1];
static int lists; /* not freed yet */
static bool no_list;

struct ibv_device **ibv_get_device_list(int *num_devices)
{
	assert_null(num_devices);
	if (no_list)
		return NULL;
	lists++;
	for (int i = 0; i < DEVICES; i++)
		device_list[i] = &devices[i];
	return device_list;
}

void ibv_free_device_list(struct ibv_device **list)
{
	assert_ptr_equal(list, no_list ? NULL : device_list);
	lists -= list != NULL;
}

__be64 ibv_get_device_guid(struct ibv_device *device)
{
	return device_guids[device - devices];
}

#endif
