/* SPDX-License-Identifier: BSD-2-Clause */
/* Devices of identifiers: which one is opened, how often, and when its protection domain is
 * deallocated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/cm/cm.h"

enum {
	DEVICES = 24 /* for all tests: opened devices stay open, so each test uses new ones */
};

struct machine {
	struct ibv_device device;
	struct ibv_context context;
	struct ibv_pd pd;
	uint64_t guid;
	int index;
	int opens, closes, pds;
	int open_fails, query_fails, pd_fails;
	bool pd_busy;
	int resources, depth;
};

static struct machine machines[DEVICES];
static struct machine *first; /* the first device of the current test */
static int present, lists, list_fails, made;

static struct machine *machine_of(const struct ibv_device *device)
{
	return (struct machine *)(uintptr_t)((uintptr_t)device - offsetof(struct machine, device));
}

struct ibv_device **ibv_get_device_list(int *num_devices)
{
	struct ibv_device **list;

	if (list_fails)
		return inverbs_fail(list_fails);
	list = calloc((size_t)present + 1, sizeof(struct ibv_device *));
	for (int i = 0; i < present; i++)
		list[i] = &first[i].device;
	if (num_devices)
		*num_devices = present;
	lists++;
	return list;
}

void ibv_free_device_list(struct ibv_device **list)
{
	assert_non_null(list);
	free((void *)list);
	lists--;
}

__be64 ibv_get_device_guid(struct ibv_device *device)
{
	return machine_of(device)->guid;
}

int ibv_get_device_index(struct ibv_device *device)
{
	return machine_of(device)->index;
}

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	struct machine *const m = machine_of(device);

	if (m->open_fails)
		return inverbs_fail(m->open_fails);
	m->opens++;
	m->context.device = device;
	return &m->context;
}

int ibv_close_device(struct ibv_context *context)
{
	machine_of(context->device)->closes++;
	return 0;
}

int ibv_query_device(struct ibv_context *context, struct ibv_device_attr *attr)
{
	const struct machine *const m = machine_of(context->device);

	memset(attr, 0x55, sizeof(*attr));
	attr->max_qp_rd_atom = m->resources;
	attr->max_qp_init_rd_atom = m->depth;
	return m->query_fails;
}

struct ibv_pd *ibv_alloc_pd(struct ibv_context *context)
{
	struct machine *const m = machine_of(context->device);

	if (m->pd_fails)
		return inverbs_fail(m->pd_fails);
	m->pds++;
	m->pd.context = context;
	return &m->pd;
}

int ibv_dealloc_pd(struct ibv_pd *pd)
{
	struct machine *const m = machine_of(pd->context->device);

	if (m->pd_busy)
		return EBUSY;
	m->pds--;
	return 0;
}

void inverbs_object_made(const void *object, const char *kind)
{
	assert_non_null(object);
	assert_non_null(kind);
	made++;
}

/* Let `count` devices be present that no earlier test used. */
static void add_devices(int count)
{
	first = first ? first + present : machines;
	present = count;
	made = 0;
	assert_true(first + count <= machines + DEVICES);
	for (int i = 0; i < count; i++)
		first[i] = (struct machine){
			.guid = 0x100 + (uint64_t)i, .index = i, .resources = 10, .depth = 20};
}

static int attach(struct inverbs_cm_id *id, uint64_t guid, uint32_t index)
{
	const int err = inverbs_cm_device_attach(id, guid, index, 7);

	assert_int_equal(id->cm.port_num, 7);
	assert_int_equal(lists, 0);
	return err;
}

static void attached_to(const struct inverbs_cm_id *id, const struct machine *m)
{
	assert_non_null(id->device);
	assert_ptr_equal(id->device->verbs, &m->context);
	assert_ptr_equal(id->cm.verbs, &m->context);
	assert_ptr_equal(id->cm.pd, &m->pd);
	assert_int_equal(m->opens, 1);
	assert_int_equal(m->closes, 0);
	assert_int_equal(m->pds, 1);
}

static void each_device_is_opened_once(void **state)
{
	struct inverbs_cm_id ids[4] = {0};

	(void)state;
	add_devices(3);
	assert_int_equal(attach(&ids[0], 0x101, 1), 0);
	attached_to(&ids[0], &first[1]);
	assert_int_equal(made, 2); /* a context and a protection domain */
	assert_int_equal(attach(&ids[1], 0x102, 2), 0);
	attached_to(&ids[1], &first[2]);
	assert_int_equal(attach(&ids[2], 0x101, 1), 0);
	attached_to(&ids[2], &first[1]);
	assert_ptr_equal(ids[0].device, ids[2].device);
	assert_int_equal(attach(&ids[3], 0x100, 0), 0);
	attached_to(&ids[3], &first[0]);
	/* an identifier with a device keeps it */
	assert_int_equal(attach(&ids[3], 0x101, 1), 0);
	attached_to(&ids[3], &first[0]);
	inverbs_cm_device_detach(&ids[0]);
	assert_null(ids[0].device);
	assert_int_equal(first[1].pds, 1);
	inverbs_cm_device_detach(&ids[0]); /* without effect: already detached */
	assert_int_equal(first[1].pds, 1);
	inverbs_cm_device_detach(&ids[2]);
	assert_int_equal(first[1].pds, 0);
	/* the device is still open */
	assert_int_equal(attach(&ids[0], 0x101, 1), 0);
	attached_to(&ids[0], &first[1]);
	for (int i = 0; i < 4; i++)
		inverbs_cm_device_detach(&ids[i]);
	for (int i = 0; i < 3; i++)
		assert_int_equal(first[i].pds, 0);
}

/* If the program still has objects in a protection domain, the next identifier uses it again. */
static void a_domain_that_is_in_use_is_kept(void **state)
{
	struct inverbs_cm_id id = {0};

	(void)state;
	add_devices(1);
	assert_int_equal(attach(&id, 0x100, 0), 0);
	first->pd_busy = true;
	inverbs_cm_device_detach(&id);
	assert_null(id.device);
	assert_int_equal(attach(&id, 0x100, 0), 0);
	attached_to(&id, first);
	first->pd_busy = false;
	inverbs_cm_device_detach(&id);
	assert_int_equal(first->pds, 0);
}

static void devices_with_one_guid_are_told_apart_by_index(void **state)
{
	struct inverbs_cm_id ids[3] = {0};

	(void)state;
	add_devices(3);
	for (int i = 0; i < 3; i++)
		first[i].guid = 0x100;
	first[0].index = 5;
	first[1].index = 0;
	first[2].index = -1; /* the kernel does not report an index */
	assert_int_equal(attach(&ids[0], 0x100, 0), 0);
	attached_to(&ids[0], &first[1]);
	assert_int_equal(attach(&ids[1], 0x100, 5), 0);
	attached_to(&ids[1], &first[0]);
	assert_int_equal(attach(&ids[2], 0x100, 9), 0);
	attached_to(&ids[2], &first[2]);
	for (int i = 0; i < 3; i++)
		inverbs_cm_device_detach(&ids[i]);
	assert_int_equal(attach(&ids[0], 0x101, 0), ENODEV);
	assert_null(ids[0].device);
}

static void limits_fit_into_a_byte(void **state)
{
	static const int values[] = {-1, 0, 1, 254, 255, 256}, kept[] = {0, 0, 1, 254, 255, 255};

	(void)state;
	add_devices(6);
	for (int i = 0; i < 6; i++) {
		struct inverbs_cm_id id = {0};

		first[i].resources = values[i];
		first[i].depth = values[5 - i];
		first[i].device.transport_type = i % 2 ? IBV_TRANSPORT_IWARP : IBV_TRANSPORT_IB;
		assert_int_equal(attach(&id, 0x100 + (uint64_t)i, (uint32_t)i), 0);
		assert_int_equal(id.device->max_responder_resources, kept[i]);
		assert_int_equal(id.device->max_initiator_depth, kept[5 - i]);
		assert_int_equal(id.device->iwarp, i % 2);
		inverbs_cm_device_detach(&id);
	}
}

static void what_fails_leaves_nothing(void **state)
{
	struct inverbs_cm_id id = {0};

	(void)state;
	add_devices(1);
	list_fails = EACCES;
	assert_int_equal(attach(&id, 0x100, 0), EACCES);
	list_fails = 0;
	first->open_fails = EMFILE;
	assert_int_equal(attach(&id, 0x100, 0), EMFILE);
	first->open_fails = 0;
	first->query_fails = EIO;
	assert_int_equal(attach(&id, 0x100, 0), EIO);
	assert_int_equal(first->opens, 1);
	assert_int_equal(first->closes, 1);
	first->query_fails = 0;
	first->pd_fails = ENOMEM;
	assert_int_equal(attach(&id, 0x100, 0), ENOMEM);
	assert_int_equal(first->opens, 2);
	assert_null(id.device);
	first->pd_fails = 0;
	assert_int_equal(attach(&id, 0x100, 0), 0);
	assert_int_equal(first->opens, 2);
	inverbs_cm_device_detach(&id);
	assert_int_equal(first->pds, 0);
}

/* If the first device that matches cannot be opened, its error is returned. */
static void another_device_is_no_substitute(void **state)
{
	struct inverbs_cm_id id = {0};

	(void)state;
	add_devices(2);
	first[1].guid = 0x100;
	first[0].index = first[1].index = -1;
	first[0].open_fails = EMFILE;
	assert_int_equal(attach(&id, 0x100, 0), EMFILE);
	assert_int_equal(first[1].opens, 0);
}

static void all_devices_are_opened(void **state)
{
	struct ibv_context **list;
	int count = 77;

	(void)state;
	add_devices(3);
	first[1].open_fails = EIO;
	list = rdma_get_devices(&count);
	assert_non_null(list);
	assert_int_equal(count, 2);
	assert_ptr_equal(list[0], &first[0].context);
	assert_ptr_equal(list[1], &first[2].context);
	assert_null(list[2]);
	rdma_free_devices(list);
	list = rdma_get_devices(NULL);
	assert_non_null(list);
	assert_int_equal(first[0].opens, 1);
	rdma_free_devices(list);
	assert_int_equal(lists, 0);
}

static void no_device_is_an_error(void **state)
{
	int count = 77;

	(void)state;
	add_devices(1);
	first->open_fails = EIO;
	errno = 0;
	assert_null(rdma_get_devices(&count));
	assert_int_equal(errno, ENODEV);
	assert_int_equal(count, 0);
	present = 0;
	count = 77;
	errno = 0;
	assert_null(rdma_get_devices(&count));
	assert_int_equal(errno, ENODEV);
	assert_int_equal(count, 0);
	count = 77;
	list_fails = EACCES;
	assert_null(rdma_get_devices(&count));
	assert_int_equal(errno, EACCES);
	assert_int_equal(count, 0);
	list_fails = 0;
	assert_int_equal(lists, 0);
	present = 1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_device_is_opened_once),
		cmocka_unit_test(a_domain_that_is_in_use_is_kept),
		cmocka_unit_test(devices_with_one_guid_are_told_apart_by_index),
		cmocka_unit_test(limits_fit_into_a_byte),
		cmocka_unit_test(what_fails_leaves_nothing),
		cmocka_unit_test(another_device_is_no_substitute),
		cmocka_unit_test(all_devices_are_opened),
		cmocka_unit_test(no_device_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
