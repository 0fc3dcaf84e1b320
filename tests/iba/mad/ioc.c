/* SPDX-License-Identifier: BSD-2-Clause */
/* I/O controllers, as the device management class of another port reports them. */
#include "kit.h"

#include <complib/cl_byteswap.h>
#include <stdio.h>

enum {
	DATA_AT = 64
};

static struct kit kit, peer;
static struct kit_svc client;

static int open_kits(void **state)
{
	(void)state;
	kit_open(&kit, 0);
	kit_open(&peer, 1);
	kit_serve(&peer, &client, NULL);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&peer);
	kit_close(&kit);
	return 0;
}

/* Returns the status of a Get, and its data. */
static ib_net16_t get_attribute(ib_net16_t attribute, uint32_t modifier, uint8_t data[192])
{
	ib_mad_element_t *request = kit_mad(&peer, IB_MAD_METHOD_GET, kit.lid);
	const unsigned int calls = client.count;
	ib_mad_element_t *response;
	ib_net16_t status;

	request->p_mad_buf->mgmt_class = IB_MCLASS_DEV_MGMT;
	request->p_mad_buf->attr_id = attribute;
	request->p_mad_buf->attr_mod = CL_HTON32(modifier);
	request->resp_expected = TRUE;
	kit_send(&client, request);
	assert_int_equal(kit_call(&client, calls)->status, IB_WCS_SUCCESS);
	response = kit_call(&client, calls + 1)->element;
	status = response->p_mad_buf->status;
	memcpy(data, (uint8_t *)response->p_mad_buf + DATA_AT, 192);
	request->p_next = response;
	assert_int_equal(ib_put_mad(request), IB_SUCCESS);
	return status;
}

static void controllers_are_checked(void **state)
{
	const ib_ioc_profile_t profile = {.ioc_guid = 1};
	const ib_svc_entry_t entry = {.id = 1};
	ib_ioc_handle_t ioc = NULL;
	ib_svc_handle_t svc = NULL;

	(void)state;
	assert_int_equal(ib_create_ioc(NULL, &profile, &ioc), IB_INVALID_CA_HANDLE);
	assert_int_equal(ib_create_ioc((ib_ca_handle_t)kit.pd, &profile, &ioc),
			 IB_INVALID_CA_HANDLE);
	assert_int_equal(ib_create_ioc(kit.ca, NULL, &ioc), IB_INVALID_PARAMETER);
	assert_int_equal(ib_create_ioc(kit.ca, &profile, NULL), IB_INVALID_PARAMETER);
	assert_null(ioc);
	assert_int_equal(ib_reg_ioc(NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_reg_ioc(kit_random_handle()), IB_INVALID_HANDLE);
	assert_int_equal(ib_destroy_ioc((ib_ioc_handle_t)kit.pd), IB_INVALID_HANDLE);
	assert_int_equal(ib_create_ioc(kit.ca, &profile, &ioc), IB_SUCCESS);
	assert_int_equal(ib_add_svc_entry(NULL, &entry, &svc), IB_INVALID_HANDLE);
	assert_int_equal(ib_add_svc_entry(ioc, NULL, &svc), IB_INVALID_PARAMETER);
	assert_int_equal(ib_add_svc_entry(ioc, &entry, NULL), IB_INVALID_PARAMETER);
	assert_null(svc);
	for (int i = 0; i < 255; i++)
		assert_int_equal(ib_add_svc_entry(ioc, &entry, &svc), IB_SUCCESS);
	assert_int_equal(ib_add_svc_entry(ioc, &entry, &svc), IB_INSUFFICIENT_RESOURCES);
	assert_int_equal(ib_remove_svc_entry(svc), IB_SUCCESS);
	assert_int_equal(ib_remove_svc_entry(svc), IB_INVALID_HANDLE);
	assert_int_equal(ib_remove_svc_entry((ib_svc_handle_t)ioc), IB_INVALID_HANDLE);
	assert_int_equal(ib_add_svc_entry(ioc, &entry, &svc), IB_SUCCESS);
	assert_int_equal(ib_destroy_ioc(ioc), IB_SUCCESS);
	assert_int_equal(ib_destroy_ioc(ioc), IB_INVALID_HANDLE);
	assert_int_equal(ib_remove_svc_entry(svc), IB_INVALID_HANDLE);
}

static void registered_controllers_are_answered_for(void **state)
{
	const ib_ioc_profile_t profile = {.ioc_guid = 0x77, .id_string = "controller"};
	ib_ioc_profile_t seen;
	ib_svc_entry_t entries[4];
	ib_ioc_handle_t ioc, second;
	ib_svc_handle_t svc[3];
	uint8_t data[192];
	uint16_t changes;

	(void)state;
	assert_int_equal(ib_create_ioc(kit.ca, &profile, &ioc), IB_SUCCESS);
	assert_int_equal(ib_create_ioc(kit.ca, &profile, &second), IB_SUCCESS);
	for (unsigned int i = 0; i < 3; i++) {
		ib_svc_entry_t entry = {.id = i};

		snprintf(entry.name, sizeof(entry.name), "service %u", i);
		assert_int_equal(ib_add_svc_entry(ioc, &entry, &svc[i]), IB_SUCCESS);
	}
	assert_int_equal(ib_reg_ioc(ioc), IB_SUCCESS);
	assert_int_equal(ib_reg_ioc(ioc), IB_SUCCESS); /* already registered: keeps its slot */
	assert_int_equal(ib_reg_ioc(second), IB_SUCCESS);
	assert_int_equal(get_attribute(CL_HTON16(0x10), 0, data), 0);
	assert_int_equal(data[2], 16);
	assert_int_equal(data[4], 0x11);
	assert_int_equal(data[5], 0);
	memcpy(&changes, data, sizeof(changes));
	assert_int_equal(get_attribute(CL_HTON16(0x11), 1, data), 0);
	memcpy(&seen, data, sizeof(seen));
	assert_int_equal(seen.ioc_guid, 0x77);
	assert_int_equal(seen.num_svc_entries, 3);
	assert_string_equal(seen.id_string, "controller");
	assert_int_equal(get_attribute(CL_HTON16(0x12), 1U << 16 | 2U << 8 | 1, data), 0);
	memcpy(entries, data, sizeof(entries));
	assert_string_equal(entries[0].name, "service 1");
	assert_string_equal(entries[1].name, "service 2");
	assert_int_equal(entries[2].name[0], 0);
	/* nonexistent slots, service entries and attributes */
	assert_int_equal(get_attribute(CL_HTON16(0x11), 3, data), IB_DM_MAD_STATUS_NO_IOC_RESP);
	assert_int_equal(get_attribute(CL_HTON16(0x11), 0, data), IB_DM_MAD_STATUS_NO_IOC_RESP);
	assert_int_equal(get_attribute(CL_HTON16(0x12), 3U << 16, data),
			 IB_DM_MAD_STATUS_NO_IOC_RESP);
	assert_int_equal(get_attribute(CL_HTON16(0x12), 1U << 16 | 3U << 8, data),
			 IB_DM_MAD_STATUS_NO_SVC_ENTRIES);
	assert_int_equal(get_attribute(CL_HTON16(0x7777), 0, data),
			 IB_MAD_STATUS_UNSUP_METHOD_ATTR);
	assert_int_equal(ib_remove_svc_entry(svc[0]), IB_SUCCESS);
	assert_int_equal(ib_destroy_ioc(second), IB_SUCCESS);
	assert_int_equal(get_attribute(CL_HTON16(0x10), 0, data), 0);
	assert_int_equal(data[4], 0x10);
	assert_memory_not_equal(data, &changes, sizeof(changes));
	assert_int_equal(get_attribute(CL_HTON16(0x12), 1U << 16, data), 0);
	assert_string_equal((char *)data, "service 1");
	assert_int_equal(ib_destroy_ioc(ioc), IB_SUCCESS);
}

/* Destroying a controller frees its slot; destroying the last one ends the unit. */
static void units_begin_and_end(void **state)
{
	const ib_ioc_profile_t profile = {.ioc_guid = 1};
	ib_ca_handle_t again;
	ib_ioc_handle_t iocs[17];
	uint8_t data[192];

	(void)state;
	assert_int_equal(get_attribute(CL_HTON16(0x10), 0, data), IB_MAD_STATUS_UNSUP_METHOD_ATTR);
	/* an adapter that was opened twice has one unit */
	assert_int_equal(ib_open_ca(kit.al, kit.attr->ca_guid, NULL, NULL, &again), IB_SUCCESS);
	for (int i = 0; i < 17; i++)
		assert_int_equal(ib_create_ioc(i % 2 ? kit.ca : again, &profile, &iocs[i]),
				 IB_SUCCESS);
	for (int i = 0; i < 16; i++)
		assert_int_equal(ib_reg_ioc(iocs[i]), IB_SUCCESS);
	assert_int_equal(ib_reg_ioc(iocs[16]), IB_INSUFFICIENT_RESOURCES);
	assert_int_equal(ib_destroy_ioc(iocs[3]), IB_SUCCESS);
	assert_int_equal(ib_reg_ioc(iocs[16]), IB_SUCCESS);
	assert_int_equal(get_attribute(CL_HTON16(0x1), 0, data), 0);
	assert_int_equal(data[0], 1); /* ClassPortInfo: base version */
	assert_int_equal(ib_close_ca(again, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_reg_ioc(iocs[0]), IB_INVALID_HANDLE);
	assert_int_equal(get_attribute(CL_HTON16(0x10), 0, data), 0);
	assert_int_equal(data[4], 0x01);
	for (int i = 1; i < 16; i += 2)
		assert_int_equal(ib_destroy_ioc(iocs[i]), i == 3 ? IB_INVALID_HANDLE : IB_SUCCESS);
	assert_int_equal(get_attribute(CL_HTON16(0x10), 0, data), IB_MAD_STATUS_UNSUP_METHOD_ATTR);
}

/* Another agent has already registered the class on this port. */
static void another_agent_keeps_its_class(void **state)
{
	static const uint8_t methods[] = {IB_MAD_METHOD_GET, 0};
	const ib_ioc_profile_t profile = {.ioc_guid = 1};
	struct kit_svc other = {.count = 0};
	ib_ioc_handle_t ioc;

	(void)state;
	assert_int_equal(kit_try_serve(kit.qp, &other, IB_MCLASS_DEV_MGMT, methods), IB_SUCCESS);
	assert_int_equal(ib_create_ioc(kit.ca, &profile, &ioc), IB_SUCCESS);
	assert_int_equal(ib_reg_ioc(ioc), IB_INSUFFICIENT_RESOURCES);
	assert_int_equal(ib_destroy_ioc(ioc), IB_SUCCESS);
	assert_int_equal(ib_destroy_qp(kit.qp, ib_sync_destroy), IB_SUCCESS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(controllers_are_checked),
		cmocka_unit_test(registered_controllers_are_answered_for),
		cmocka_unit_test(units_begin_and_end),
		cmocka_unit_test(another_agent_keeps_its_class),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
