/* SPDX-License-Identifier: BSD-2-Clause */
/* Services registered with the subnet administrator. */
#include "kit.h"

#include <complib/cl_byteswap.h>

static struct kit kit, peer;

static int open_kits(void **state)
{
	(void)state;
	kit_open(&kit, 0);
	kit_open(&peer, 1);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&peer);
	kit_close(&kit);
	return 0;
}

struct result {
	ib_reg_svc_rec_t rec;
	unsigned int calls; /* accessed atomically */
	unsigned int ended; /* accessed atomically */
};

static void record_service(ib_reg_svc_rec_t *rec)
{
	struct result *result = (struct result *)(uintptr_t)rec->svc_context;

	result->rec = *rec;
	__atomic_add_fetch(&result->calls, 1, __ATOMIC_RELEASE);
}

static ib_reg_svc_req_t service_request(struct result *result, uint64_t id)
{
	ib_reg_svc_req_t req = {
		.svc_rec = {.service_id = CL_HTON64(id),
			    .service_pkey = CL_HTON16(0xffff),
			    .service_lease = CL_HTON32(0xffffffff),
			    .service_data8 = {11, 12, 13}},
		.port_guid = kit.port_guid,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.svc_context = result,
		.svc_data_mask = IB_SR_COMPMASK_SDATA8_0 | IB_SR_COMPMASK_SDATA8_1,
		.pfn_reg_svc_cb = record_service,
	};

	memcpy(req.svc_rec.service_name, "a service of tests", sizeof("a service of tests"));
	ib_gid_set_default(&req.svc_rec.service_gid, kit.port_guid);
	return req;
}

struct found {
	uint32_t count;
	ib_service_record_t record;
};

static void record_found(ib_query_rec_t *rec)
{
	struct found *found = (struct found *)(uintptr_t)rec->query_context;

	assert_int_equal(rec->status, IB_SUCCESS);
	found->count = rec->result_cnt;
	if (rec->result_cnt)
		found->record = *ib_get_query_svc_rec(rec->p_result_mad, 0);
	ib_put_mad(rec->p_result_mad);
}

/* Query the service from another port. */
static struct found look_up(uint64_t id)
{
	const ib_net64_t input = CL_HTON64(id);
	struct found found = {.count = 99};
	const ib_query_req_t req = {
		.query_type = IB_QUERY_SVC_REC_BY_ID,
		.p_query_input = &input,
		.port_guid = peer.port_guid,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.query_context = &found,
		.pfn_query_cb = record_found,
	};

	assert_int_equal(ib_query(peer.al, &req, NULL), IB_SUCCESS);
	return found;
}

static void registrations_are_checked(void **state)
{
	struct result result = {.calls = 0};
	ib_reg_svc_req_t req = service_request(&result, 1);
	ib_reg_svc_handle_t handle = NULL;

	(void)state;
	assert_int_equal(ib_reg_svc(NULL, &req, &handle), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_reg_svc((ib_al_handle_t)kit.ca, &req, &handle), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_reg_svc(kit_random_handle(), &req, &handle), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_reg_svc(kit.al, NULL, &handle), IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_svc(kit.al, &req, NULL), IB_INVALID_PARAMETER);
	req.pfn_reg_svc_cb = NULL;
	assert_int_equal(ib_reg_svc(kit.al, &req, &handle), IB_INVALID_PARAMETER);
	req.pfn_reg_svc_cb = record_service;
	req.port_guid = 1;
	assert_int_equal(ib_reg_svc(kit.al, &req, &handle), IB_NOT_FOUND);
	req.port_guid = 0;
	req.svc_rec.service_gid.unicast.interface_id = 1;
	assert_int_equal(ib_reg_svc(kit.al, &req, &handle), IB_INVALID_GID);
	assert_null(handle);
	assert_int_equal(ib_dereg_svc(NULL, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_dereg_svc((ib_reg_svc_handle_t)kit.pd, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_dereg_svc(kit_random_handle(), NULL), IB_INVALID_HANDLE);
	assert_int_equal(result.calls, 0);
}

static void count_destroyed(void *context)
{
	__atomic_add_fetch(&((struct result *)context)->ended, 1, __ATOMIC_RELEASE);
}

static void others_find_a_service_until_it_ends(void **state)
{
	struct result result = {.calls = 0};
	const ib_reg_svc_req_t req = service_request(&result, 2);
	ib_reg_svc_handle_t handle;
	struct found found;

	(void)state;
	assert_int_equal(ib_reg_svc(kit.al, &req, &handle), IB_SUCCESS);
	assert_int_equal(result.calls, 1); /* called back before the call returned */
	assert_int_equal(result.rec.req_status, IB_SUCCESS);
	assert_int_equal(result.rec.resp_status, 0);
	assert_ptr_equal(result.rec.h_reg_svc, handle);
	assert_int_equal(result.rec.svc_rec.service_id, req.svc_rec.service_id);
	found = look_up(2);
	assert_int_equal(found.count, 1);
	assert_memory_equal(&found.record.service_gid, &req.svc_rec.service_gid, sizeof(ib_gid_t));
	assert_string_equal((char *)found.record.service_name, "a service of tests");
	assert_int_equal(found.record.service_data8[1], 12);
	assert_int_equal(ib_dereg_svc(handle, count_destroyed), IB_SUCCESS);
	assert_int_equal(ib_dereg_svc(handle, count_destroyed), IB_INVALID_HANDLE);
	kit_await(&result.ended, 1);
	assert_int_equal(look_up(2).count, 0); /* removed before the callback */
	assert_int_equal(result.calls, 1);
}

static void a_port_is_found_by_the_services_gid(void **state)
{
	struct result result = {.calls = 0};
	ib_reg_svc_req_t req = service_request(&result, 3);
	ib_reg_svc_handle_t handle;

	(void)state;
	req.port_guid = 0;
	assert_int_equal(ib_reg_svc(kit.al, &req, &handle), IB_SUCCESS);
	assert_int_equal(look_up(3).count, 1);
	assert_int_equal(ib_dereg_svc(handle, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(look_up(3).count, 0);
}

static void a_refused_service_has_no_handle(void **state)
{
	struct result result = {.calls = 0};
	ib_reg_svc_req_t req = service_request(&result, 4);
	ib_reg_svc_handle_t handle;

	(void)state;
	assert_int_equal(ib_reg_svc(kit.al, &req, &handle), IB_SUCCESS);
	assert_int_equal(result.rec.req_status, IB_SUCCESS);
	/* the same service with another key belongs to another program */
	req.svc_rec.service_key[0] = 1;
	result.rec.h_reg_svc = handle;
	{
		ib_reg_svc_handle_t second;

		assert_int_equal(ib_reg_svc(kit.al, &req, &second), IB_SUCCESS);
		assert_int_equal(result.rec.req_status, IB_REMOTE_ERROR);
		assert_int_not_equal(result.rec.resp_status, 0);
		assert_null(result.rec.h_reg_svc);
		assert_int_equal(ib_dereg_svc(second, NULL), IB_INVALID_HANDLE);
	}
	assert_int_equal(look_up(4).count, 1);
	assert_int_equal(ib_dereg_svc(handle, ib_sync_destroy), IB_SUCCESS);
}

static void closing_the_instance_ends_its_services(void **state)
{
	struct result result = {.calls = 0};
	ib_reg_svc_req_t req = service_request(&result, 5);
	ib_reg_svc_handle_t handle;
	struct kit own;

	(void)state;
	kit_open(&own, 0);
	assert_int_equal(ib_reg_svc(own.al, &req, &handle), IB_SUCCESS);
	assert_int_equal(look_up(5).count, 1);
	kit_close(&own);
	assert_int_equal(look_up(5).count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(registrations_are_checked),
		cmocka_unit_test(others_find_a_service_until_it_ends),
		cmocka_unit_test(a_port_is_found_by_the_services_gid),
		cmocka_unit_test(a_refused_service_has_no_handle),
		cmocka_unit_test(closing_the_instance_ends_its_services),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
