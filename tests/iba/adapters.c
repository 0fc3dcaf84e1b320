/* SPDX-License-Identifier: BSD-2-Clause */
/* Instances, adapters and protection domains. */
#include <infiniband/verbs.h>
#include <pthread.h>

#include "kit.h"

static void I3_everything_begins_with_an_instance(void **state)
{
	struct kit k;
	ib_al_handle_t other;
	size_t count;

	(void)state;
	kit_open(&k);
	assert_int_equal(ib_open_al(NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_open_al_trk(NULL, &other), IB_SUCCESS);
	assert_ptr_not_equal(other, k.al);
	assert_int_equal(ib_close_al(other), IB_SUCCESS);
	assert_int_equal(ib_close_al(other), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_close_al((ib_al_handle_t)(uintptr_t)k.ca), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_close_al(NULL), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_get_ca_guids(other, k.guid, &count), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_get_ca_guids(NULL, NULL, NULL), IB_INVALID_AL_HANDLE);
	kit_close(&k);
}

static void guids_are_counted_before_they_are_copied(void **state)
{
	ib_net64_t guid[KIT_CAS] = {0};
	struct kit k;
	size_t count = 0;

	(void)state;
	kit_open(&k);
	assert_int_equal(ib_get_ca_guids(k.al, k.guid, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_get_ca_guids(k.al, NULL, &count), IB_INSUFFICIENT_MEMORY);
	assert_int_equal(count, k.guids);
	count = k.guids - 1;
	assert_int_equal(ib_get_ca_guids(k.al, guid, &count), IB_INSUFFICIENT_MEMORY);
	assert_int_equal(count, k.guids);
	assert_int_equal(guid[0], 0);
	count = KIT_CAS;
	assert_int_equal(ib_get_ca_guids(k.al, guid, &count), IB_SUCCESS);
	assert_int_equal(count, k.guids);
	assert_memory_equal(guid, k.guid, count * sizeof(guid[0]));
	kit_close(&k);
}

static void I21_an_adapter_is_opened_by_guid(void **state)
{
	ib_ca_handle_t ca = NULL, again;
	struct kit k;

	(void)state;
	kit_open(&k);
	assert_int_equal(ib_open_ca(k.al, k.guid[0], NULL, NULL, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_open_ca(k.al, ~k.guid[0], NULL, NULL, &ca), IB_INVALID_GUID);
	assert_int_equal(ib_open_ca(k.al, 0, NULL, NULL, &ca), IB_INVALID_GUID);
	assert_null(ca);
	assert_int_equal(ib_open_ca((ib_al_handle_t)(uintptr_t)k.ca, k.guid[0], NULL, NULL, &ca),
			 IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_open_ca(NULL, k.guid[0], NULL, NULL, NULL), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_open_ca(k.al, k.guid[k.guids - 1], NULL, NULL, &ca), IB_SUCCESS);
	assert_int_equal(ib_open_ca(k.al, k.guid[k.guids - 1], NULL, NULL, &again), IB_SUCCESS);
	assert_ptr_not_equal(ca, again);
	assert_int_equal(ib_close_ca(again, NULL), IB_SUCCESS);
	kit_close(&k);
}

/* The returned size covers all tables, and nothing beyond it is written. */
static void I22_attributes_fit_one_buffer(void **state)
{
	uint32_t size = 0, small;
	struct kit k;
	ib_ca_attr_t *attr;
	uint8_t *bytes;

	(void)state;
	kit_open(&k);
	KIT_REFUSES(&k, ib_ca_handle_t, IB_INVALID_CA_HANDLE, ib_query_ca(bad, NULL, NULL));
	assert_int_equal(ib_query_ca(k.ca, NULL, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_ca(k.ca, NULL, &size), IB_INSUFFICIENT_MEMORY);
	assert_true(size > sizeof(*attr) + sizeof(ib_port_attr_t));
	bytes = malloc(size + 1);
	assert_non_null(bytes);
	memset(bytes, 0xee, size + 1);
	small = size - 1;
	attr = (ib_ca_attr_t *)(void *)bytes;
	assert_int_equal(ib_query_ca(k.ca, attr, &small), IB_INSUFFICIENT_MEMORY);
	assert_int_equal(small, size);
	assert_int_equal(bytes[0], 0xee);
	assert_int_equal(ib_query_ca(k.ca, attr, &size), IB_SUCCESS);
	assert_int_equal(bytes[size], 0xee);
	assert_int_equal(attr->size, size);
	assert_int_equal(attr->ca_guid, k.guid[0]);
	assert_true(attr->num_ports >= 1);
	assert_true((uint8_t *)&attr->p_port_attr[attr->num_ports] <= bytes + size);
	for (unsigned int i = 0; i < attr->num_ports; i++) {
		const ib_port_attr_t *port = &attr->p_port_attr[i];

		assert_int_equal(port->port_num, i + 1);
		assert_true((uint8_t *)&port->p_gid_table[port->num_gids] <= bytes + size);
		assert_true((uint8_t *)&port->p_pkey_table[port->num_pkeys] <= bytes + size);
	}
	free(bytes);
	kit_close(&k);
}

static void attributes_are_those_of_verbs(void **state)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context;
	struct ibv_device_attr device;
	struct ibv_port_attr port;
	union ibv_gid gid;
	ib_ca_attr_t *attr;
	struct kit k;

	(void)state;
	kit_open(&k);
	attr = kit_attr(k.ca);
	context = ibv_open_device(list[0]);
	assert_non_null(context);
	assert_int_equal(ibv_query_device(context, &device), 0);
	assert_int_equal(ibv_query_port(context, 1, &port), 0);
	assert_int_equal(ibv_query_gid(context, 1, 0, &gid), 0);
	assert_int_equal(attr->max_qps, device.max_qp);
	assert_int_equal(attr->max_cqes, device.max_cqe);
	assert_int_equal(attr->vend_id, device.vendor_id);
	assert_int_equal(attr->p_port_attr[0].lid, cl_hton16(port.lid));
	assert_int_equal(attr->p_port_attr[0].link_state, IB_LINK_ACTIVE);
	assert_int_equal(attr->p_port_attr[0].num_gids, port.gid_tbl_len);
	assert_int_equal(attr->p_port_attr[0].port_guid, gid.global.interface_id);
	assert_memory_equal(&attr->p_port_attr[0].p_gid_table[0], &gid, sizeof(gid));
	assert_int_equal(attr->p_port_attr[0].p_pkey_table[0], 0xffff);
	assert_int_equal(attr->p_page_size[0], device.page_size_cap & ~(device.page_size_cap - 1));
	assert_int_equal(attr->apm_support, !!(device.device_cap_flags & IBV_DEVICE_AUTO_PATH_MIG));
	free(attr);
	ibv_close_device(context);
	ibv_free_device_list(list);
	kit_close(&k);
}

static void attributes_can_be_copied(void **state)
{
	struct kit k;
	ib_ca_attr_t *attr, *copy;
	uint32_t page;

	(void)state;
	kit_open(&k);
	attr = kit_attr(k.ca);
	page = attr->p_page_size[0];
	copy = malloc(attr->size);
	assert_non_null(copy);
	assert_ptr_equal(ib_copy_ca_attr(copy, attr), copy);
	assert_int_equal(copy->p_port_attr[0].p_pkey_table[0],
			 attr->p_port_attr[0].p_pkey_table[0]);
	assert_int_equal((char *)copy->p_port_attr - (char *)copy,
			 (char *)attr->p_port_attr - (char *)attr);
	assert_int_equal((char *)copy->p_port_attr[0].p_gid_table - (char *)copy,
			 (char *)attr->p_port_attr[0].p_gid_table - (char *)attr);
	memset(attr, 0, attr->size);
	assert_int_equal(copy->p_page_size[0], page);
	free(attr);
	free(copy);
	kit_close(&k);
}

static void I23_attributes_need_no_open_adapter(void **state)
{
	uint32_t size = 0, open_size = 0;
	ib_ca_attr_t *attr;
	struct kit k;

	(void)state;
	kit_open(&k);
	assert_int_equal(ib_query_ca_by_guid(NULL, k.guid[0], NULL, NULL), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_query_ca_by_guid(k.al, k.guid[0], NULL, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_ca_by_guid(k.al, ~k.guid[0], NULL, &size), IB_INVALID_GUID);
	assert_int_equal(size, 0);
	assert_int_equal(ib_query_ca_by_guid(k.al, k.guid[0], NULL, &size), IB_INSUFFICIENT_MEMORY);
	assert_int_equal(ib_query_ca(k.ca, NULL, &open_size), IB_INSUFFICIENT_MEMORY);
	assert_int_equal(size, open_size);
	attr = malloc(size);
	assert_non_null(attr);
	assert_int_equal(ib_query_ca_by_guid(k.al, k.guid[0], attr, &size), IB_SUCCESS);
	assert_int_equal(attr->ca_guid, k.guid[0]);
	free(attr);
	kit_close(&k);
}

static void adapters_and_ports_are_found_by_gid(void **state)
{
	ib_net64_t guid = 0, port = 0;
	ib_ca_attr_t *attr;
	struct kit k;
	ib_gid_t gid;

	(void)state;
	kit_open(&k);
	attr = kit_attr(k.ca);
	gid = attr->p_port_attr[0].p_gid_table[0];
	assert_int_equal(ib_get_ca_by_gid(NULL, &gid, &guid), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_get_ca_by_gid(k.al, NULL, &guid), IB_INVALID_PARAMETER);
	assert_int_equal(ib_get_port_by_gid(k.al, &gid, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_get_ca_by_gid(k.al, &gid, &guid), IB_SUCCESS);
	assert_int_equal(guid, k.guid[0]);
	assert_int_equal(ib_get_port_by_gid(k.al, &gid, &port), IB_SUCCESS);
	assert_int_equal(port, attr->p_port_attr[0].port_guid);
	memset(&gid, 0x77, sizeof(gid));
	assert_int_equal(ib_get_ca_by_gid(k.al, &gid, &guid), IB_NOT_FOUND);
	free(attr);
	kit_close(&k);
}

static void I25_children_are_destroyed_before_the_adapter(void **state)
{
	struct told told;
	ib_ca_handle_t ca;
	ib_pd_handle_t pd;
	struct kit k;

	(void)state;
	kit_open(&k);
	told_begin(&told);
	KIT_REFUSES(&k, ib_ca_handle_t, IB_INVALID_CA_HANDLE, ib_close_ca(bad, NULL));
	assert_int_equal(ib_open_ca(k.al, k.guid[0], NULL, &told, &ca), IB_SUCCESS);
	assert_int_equal(ib_alloc_pd(ca, IB_PDT_NORMAL, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_close_ca(ca, kit_destroyed), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, NULL), IB_INVALID_PD_HANDLE);
	assert_int_equal(ib_close_ca(ca, kit_destroyed), IB_INVALID_CA_HANDLE);
	told_wait(&told);
	kit_close(&k);
	assert_int_equal(told.calls, 1);
}

static void I26_domains_have_types(void **state)
{
	const ib_pd_type_t types[] = {IB_PDT_NORMAL, IB_PDT_ALIAS, IB_PDT_SQP, IB_PDT_UD};
	ib_pd_handle_t pd = NULL;
	struct kit k;

	(void)state;
	kit_open(&k);
	KIT_REFUSES(&k, ib_ca_handle_t, IB_INVALID_CA_HANDLE,
		    ib_alloc_pd(bad, IB_PDT_NORMAL, NULL, NULL));
	assert_int_equal(ib_alloc_pd(k.ca, IB_PDT_NORMAL, NULL, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_alloc_pd(k.ca, (ib_pd_type_t)4, NULL, &pd), IB_INVALID_PARAMETER);
	assert_null(pd);
	for (size_t i = 0; i < COUNT(types); i++) {
		assert_int_equal(ib_alloc_pd(k.ca, types[i], NULL, &pd), IB_SUCCESS);
		assert_int_equal(ib_dealloc_pd(pd, ib_sync_destroy), IB_SUCCESS);
	}
	kit_close(&k);
}

static void I10_I27_I69_destroying_a_domain_calls_back(void **state)
{
	ib_pd_handle_t pd;
	struct told told;
	struct kit k;

	(void)state;
	kit_open(&k);
	told_begin(&told);
	KIT_REFUSES(&k, ib_pd_handle_t, IB_INVALID_PD_HANDLE, ib_dealloc_pd(bad, NULL));
	assert_int_equal(ib_alloc_pd(k.ca, IB_PDT_NORMAL, &told, &pd), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, kit_destroyed), IB_SUCCESS);
	told_wait(&told);
	assert_int_equal(ib_alloc_pd(k.ca, IB_PDT_NORMAL, &told, &pd), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, NULL), IB_SUCCESS);
	assert_int_equal(ib_alloc_pd(k.ca, IB_PDT_NORMAL, &told, &pd), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, ib_sync_destroy), IB_SUCCESS);
	kit_close(&k);
	assert_int_equal(told.calls, 1);
}

/* Calls that a destroy callback makes, and their statuses. */
struct attempt {
	struct told told;
	struct kit *kit;
	pthread_t thread;
	ib_api_status_t close_al, sync, open_ca;
};

static void try_inside(void *context)
{
	struct attempt *a = context;
	ib_ca_handle_t ca = NULL;

	a->thread = pthread_self();
	a->close_al = ib_close_al(a->kit->al);
	a->sync = ib_dealloc_pd(a->kit->pd, ib_sync_destroy);
	a->open_ca = ib_open_ca(a->kit->al, a->kit->guid[0], NULL, NULL, &ca);
	kit_destroyed(&a->told);
}

static void I11_I13_callbacks_may_call_but_not_wait(void **state)
{
	struct attempt a = {0};
	ib_pd_handle_t pd;
	struct kit k;

	(void)state;
	kit_open(&k);
	a.kit = &k;
	told_begin(&a.told);
	assert_int_equal(ib_alloc_pd(k.ca, IB_PDT_NORMAL, &a, &pd), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, try_inside), IB_SUCCESS);
	told_wait(&a.told);
	assert_false(pthread_equal(a.thread, pthread_self()));
	assert_int_equal(a.close_al, IB_INVALID_STATE);
	assert_int_equal(a.sync, IB_INVALID_STATE);
	assert_int_equal(a.open_ca, IB_SUCCESS);
	/* the refused calls had no effect */
	assert_int_equal(ib_dealloc_pd(k.pd, ib_sync_destroy), IB_SUCCESS);
	kit_close(&k);
}

/* ib_close_al() waits for outstanding destroy callbacks. */
static void I12_an_instance_ends_with_everything(void **state)
{
	struct told told;
	struct kit k;
	ib_ca_handle_t ca;

	(void)state;
	for (int i = 0; i < 50; i++) {
		kit_open(&k);
		told_begin(&told);
		assert_int_equal(ib_open_ca(k.al, k.guid[0], NULL, &told, &ca), IB_SUCCESS);
		assert_int_equal(ib_close_ca(ca, kit_destroyed), IB_SUCCESS);
		kit_close(&k);
		assert_int_equal(told.calls, 1);
		assert_int_equal(ib_dealloc_pd(k.pd, NULL), IB_INVALID_PD_HANDLE);
		assert_int_equal(ib_close_ca(k.ca, NULL), IB_INVALID_CA_HANDLE);
	}
}

/* Linux drivers have no such commands; arguments are checked first. */
static void I19_vendor_commands_are_checked_and_refused(void **state)
{
	const void *handles[2];
	uint8_t data[8];
	ib_ci_op_t op = {.command = 1, .buf_size = sizeof(data), .p_buf = data};
	struct kit k;

	(void)state;
	kit_open(&k);
	KIT_REFUSES(&k, ib_ca_handle_t, IB_INVALID_CA_HANDLE, ib_ci_call(bad, NULL, 0, &op));
	assert_int_equal(ib_ci_call(k.ca, NULL, 0, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_ci_call(k.ca, NULL, 1, &op), IB_INVALID_PARAMETER);
	op.p_buf = NULL;
	assert_int_equal(ib_ci_call(k.ca, NULL, 0, &op), IB_INVALID_PARAMETER);
	op.p_buf = data;
	handles[0] = k.pd;
	handles[1] = &k;
	assert_int_equal(ib_ci_call(k.ca, handles, 2, &op), IB_INVALID_HANDLE);
	assert_int_equal(ib_ci_call(k.ca, handles, 1, &op), IB_UNSUPPORTED);
	assert_int_equal(ib_ci_call(k.ca, NULL, 0, &op), IB_UNSUPPORTED);
	kit_close(&k);
}

static void *open_and_close(void *unused)
{
	(void)unused;
	for (int i = 0; i < 20; i++) {
		struct told told;
		struct kit k;
		ib_pd_handle_t pd;

		kit_open(&k);
		told_begin(&told);
		assert_int_equal(ib_alloc_pd(k.ca, IB_PDT_NORMAL, &told, &pd), IB_SUCCESS);
		assert_int_equal(ib_dealloc_pd(pd, kit_destroyed), IB_SUCCESS);
		kit_close(&k);
		assert_int_equal(told.calls, 1);
	}
	return NULL;
}

/* The dispatcher thread ends and starts again while other threads use it. */
static void instances_of_several_threads(void **state)
{
	pthread_t threads[3];

	(void)state;
	for (size_t i = 0; i < COUNT(threads); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, NULL), 0);
	for (size_t i = 0; i < COUNT(threads); i++)
		pthread_join(threads[i], NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(I3_everything_begins_with_an_instance),
		TEST(guids_are_counted_before_they_are_copied),
		TEST(I21_an_adapter_is_opened_by_guid),
		TEST(I22_attributes_fit_one_buffer),
		TEST(attributes_are_those_of_verbs),
		TEST(attributes_can_be_copied),
		TEST(I23_attributes_need_no_open_adapter),
		TEST(adapters_and_ports_are_found_by_gid),
		TEST(I25_children_are_destroyed_before_the_adapter),
		TEST(I26_domains_have_types),
		TEST(I10_I27_I69_destroying_a_domain_calls_back),
		TEST(I11_I13_callbacks_may_call_but_not_wait),
		TEST(I12_an_instance_ends_with_everything),
		TEST(I19_vendor_commands_are_checked_and_refused),
		TEST(instances_of_several_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
