/* SPDX-License-Identifier: BSD-2-Clause */
/* Plug and play: reports of existing adapters and ports, and of their events. */
#include "kit.h"

#include <complib/cl_byteswap.h>

enum {
	EVENTS = 32,
	PKEY_BLOCK_AT = 64,
	PKEY_ENTRY = 5,
	REREGISTER = 0x80,
	POLLING = 2,
	DISABLED = 3
};

static struct kit kit;

static int open_kits(void **state)
{
	(void)state;
	kit_open(&kit, 1);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&kit);
	return 0;
}

struct event {
	ib_pnp_event_t event;
	ib_net64_t guid, ca_guid;
	void *context; /* value before the callback */
	uint8_t ports; /* number of the adapter's ports */
};

struct watcher {
	ib_pnp_handle_t handle;
	struct event events[EVENTS];
	unsigned int count, ended; /* accessed atomically */
	ib_net64_t refuses;
	/** If set, also called in the callback. */
	void (*also)(struct watcher *watcher);
};

static ib_api_status_t record_event(ib_pnp_rec_t *rec)
{
	struct watcher *watcher = rec->pnp_context;
	const unsigned int at = __atomic_load_n(&watcher->count, __ATOMIC_RELAXED);
	struct event *event = &watcher->events[at % EVENTS];

	*event = (struct event){rec->pnp_event, rec->guid, rec->ca_guid, rec->context, 0};
	if (rec->pnp_event != IB_PNP_REG_COMPLETE)
		event->ports = ((ib_pnp_ca_rec_t *)rec)->p_ca_attr->num_ports;
	/* passed to the device's next events */
	rec->context = (void *)((uintptr_t)rec->context + 1);
	if (watcher->also)
		watcher->also(watcher);
	__atomic_store_n(&watcher->count, at + 1, __ATOMIC_RELEASE);
	return rec->guid && rec->guid == watcher->refuses ? IB_NOT_FOUND : IB_SUCCESS;
}

static void count_destroyed(void *context)
{
	__atomic_add_fetch(&((struct watcher *)context)->ended, 1, __ATOMIC_RELEASE);
}

static void watch(struct watcher *watcher, ib_pnp_class_t pnp_class)
{
	const ib_pnp_req_t req = {pnp_class, watcher, record_event};

	assert_int_equal(ib_reg_pnp(kit.al, &req, &watcher->handle), IB_SUCCESS);
}

static void stop_watching(struct watcher *watcher)
{
	assert_int_equal(ib_dereg_pnp(watcher->handle, count_destroyed), IB_SUCCESS);
	kit_await(&watcher->ended, 1);
	assert_int_equal(ib_dereg_pnp(watcher->handle, NULL), IB_INVALID_HANDLE);
}

static void registrations_are_checked(void **state)
{
	struct watcher watcher = {.count = 0};
	ib_pnp_req_t req = {IB_PNP_CA, &watcher, record_event};
	ib_pnp_handle_t handle = NULL;
	const ib_pnp_class_t bad[] = {0, IB_PNP_CA | IB_PNP_PORT, 0x100, IB_PNP_FLAG_REG_SYNC};

	(void)state;
	assert_int_equal(ib_reg_pnp(NULL, &req, &handle), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_reg_pnp((ib_al_handle_t)kit.ca, &req, &handle), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_reg_pnp(kit_random_handle(), &req, &handle), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_reg_pnp(kit.al, NULL, &handle), IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_pnp(kit.al, &req, NULL), IB_INVALID_PARAMETER);
	req.pfn_pnp_cb = NULL;
	assert_int_equal(ib_reg_pnp(kit.al, &req, &handle), IB_INVALID_PARAMETER);
	req.pfn_pnp_cb = record_event;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		req.pnp_class = bad[i];
		assert_int_equal(ib_reg_pnp(kit.al, &req, &handle), IB_INVALID_PARAMETER);
	}
	assert_null(handle);
	assert_int_equal(ib_dereg_pnp(NULL, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_dereg_pnp((ib_pnp_handle_t)kit.pd, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_dereg_pnp(kit_random_handle(), NULL), IB_INVALID_HANDLE);
	assert_int_equal(watcher.count, 0);
}

static void adapters_that_are_there_come_first(void **state)
{
	struct watcher watcher = {.count = 0};

	(void)state;
	watch(&watcher, IB_PNP_CA | IB_PNP_FLAG_REG_SYNC | IB_PNP_FLAG_REG_COMPLETE);
	assert_int_equal(watcher.count, 3); /* called back before the call returned */
	assert_int_equal(watcher.events[0].event, IB_PNP_CA_ADD);
	assert_int_equal(watcher.events[1].event, IB_PNP_CA_ADD);
	assert_int_not_equal(watcher.events[0].guid, watcher.events[1].guid);
	assert_true(watcher.events[0].ports >= 1);
	assert_int_equal(watcher.events[2].event, IB_PNP_REG_COMPLETE);
	stop_watching(&watcher);
}

static void ports_come_with_their_state(void **state)
{
	struct watcher watcher = {.count = 0};
	unsigned int ports = 0;

	(void)state;
	watch(&watcher, IB_PNP_PORT | IB_PNP_FLAG_REG_COMPLETE);
	do
		kit_await(&watcher.count, ++ports);
	while (watcher.events[ports - 1].event != IB_PNP_REG_COMPLETE);
	assert_true(ports >= 5 && ports % 2 == 1);
	for (unsigned int i = 0; i + 1 < ports; i += 2) {
		assert_int_equal(watcher.events[i].event, IB_PNP_PORT_ADD);
		assert_null(watcher.events[i].context);
		assert_int_equal(watcher.events[i + 1].event, IB_PNP_PORT_ACTIVE);
		assert_int_equal(watcher.events[i + 1].guid, watcher.events[i].guid);
		assert_ptr_equal(watcher.events[i + 1].context, (void *)1);
	}
	stop_watching(&watcher);
}

static ib_smp_t exchange_smp(uint8_t method, ib_net16_t attribute, uint32_t modifier,
			     const void *data)
{
	ib_smp_t smp = {.base_ver = 1,
			.mgmt_class = IB_MCLASS_SUBN_LID,
			.class_ver = 1,
			.method = method,
			.attr_id = attribute,
			.attr_mod = CL_HTON32(modifier)};

	if (data)
		memcpy(smp.data, data, sizeof(smp.data));
	assert_int_equal(ib_local_mad(kit.ca, 1, &smp, &smp), IB_SUCCESS);
	assert_int_equal(smp.status, 0);
	return smp;
}

/* Change a P_Key of the port, as a subnet manager does. */
static void change_pkey(uint16_t pkey)
{
	ib_smp_t smp = exchange_smp(IB_MAD_METHOD_GET, IB_MAD_ATTR_P_KEY_TABLE, 0, NULL);

	((ib_net16_t *)smp.data)[PKEY_ENTRY] = CL_HTON16(pkey);
	exchange_smp(IB_MAD_METHOD_SET, IB_MAD_ATTR_P_KEY_TABLE, 0, smp.data);
}

static void await_event(struct watcher *watcher, unsigned int *seen, ib_pnp_event_t event)
{
	do
		kit_await(&watcher->count, *seen + 1);
	while (watcher->events[(*seen)++ % EVENTS].event != event);
	assert_int_equal(watcher->events[(*seen - 1) % EVENTS].guid, kit.port_guid);
	assert_int_equal(watcher->events[(*seen - 1) % EVENTS].ca_guid, kit.attr->ca_guid);
}

static void changes_are_reported(void **state)
{
	struct watcher watcher = {.count = 0};
	unsigned int seen;
	ib_port_info_t info;

	(void)state;
	watch(&watcher, IB_PNP_PORT | IB_PNP_FLAG_REG_SYNC);
	seen = watcher.count;
	change_pkey(0x1234);
	await_event(&watcher, &seen, IB_PNP_PKEY_CHANGE);
	assert_ptr_equal(watcher.events[(seen - 1) % EVENTS].context, (void *)2);
	change_pkey(0);
	await_event(&watcher, &seen, IB_PNP_PKEY_CHANGE);
	assert_ptr_equal(watcher.events[(seen - 1) % EVENTS].context, (void *)3);
	memcpy(&info, exchange_smp(IB_MAD_METHOD_GET, IB_MAD_ATTR_PORT_INFO, 1, NULL).data,
	       sizeof(info));
	info.state_info1 &= 0xf0;
	info.subnet_timeout = (uint8_t)(REREGISTER | ((info.subnet_timeout & 0x1f) ^ 1));
	exchange_smp(IB_MAD_METHOD_SET, IB_MAD_ATTR_PORT_INFO, 1, &info);
	await_event(&watcher, &seen, IB_PNP_SUBNET_TIMEOUT_CHANGE);
	stop_watching(&watcher);
	seen = watcher.count;
	change_pkey(0x1234);
	change_pkey(0);
	assert_int_equal(watcher.count, seen);
}

static void refused_devices_are_not_reported_again(void **state)
{
	struct watcher watcher = {.refuses = kit.port_guid}, other = {.count = 0};
	unsigned int seen, before;

	(void)state;
	watch(&watcher, IB_PNP_PORT | IB_PNP_FLAG_REG_SYNC);
	watch(&other, IB_PNP_PORT | IB_PNP_FLAG_REG_SYNC);
	assert_int_equal(watcher.count, other.count - 1); /* lacks one of that port */
	before = watcher.count;
	seen = other.count;
	change_pkey(0x1234);
	await_event(&other, &seen, IB_PNP_PKEY_CHANGE);
	change_pkey(0);
	await_event(&other, &seen, IB_PNP_PKEY_CHANGE);
	stop_watching(&watcher);
	assert_int_equal(watcher.count, before);
	stop_watching(&other);
}

static struct watcher inner;

/* In its first callback, registers another watcher and ends its own registration. */
static void register_and_end(struct watcher *watcher)
{
	watcher->also = NULL;
	watch(&inner, IB_PNP_CA | IB_PNP_FLAG_REG_SYNC);
	assert_int_equal(ib_dereg_pnp(watcher->handle, ib_sync_destroy), IB_INVALID_STATE);
	assert_int_equal(ib_dereg_pnp(watcher->handle, count_destroyed), IB_SUCCESS);
}

static void callbacks_register_and_end_registrations(void **state)
{
	struct watcher watcher = {.also = register_and_end};
	const ib_pnp_req_t req = {IB_PNP_CA, &watcher, record_event};

	(void)state;
	/* asynchronous, so that the handle is set when the callback uses it */
	assert_int_equal(ib_reg_pnp(kit.al, &req, &watcher.handle), IB_SUCCESS);
	kit_await(&watcher.ended, 1);
	assert_int_equal(watcher.count, 1); /* no callback after ib_dereg_pnp() */
	assert_int_equal(inner.count, 2);
	stop_watching(&inner);
}

/* Disable the port's link, or set it to polling. */
static void set_link(bool up)
{
	ib_port_info_t info;

	memcpy(&info, exchange_smp(IB_MAD_METHOD_GET, IB_MAD_ATTR_PORT_INFO, 1, NULL).data,
	       sizeof(info));
	info.state_info1 &= 0xf0;
	info.state_info2 = (uint8_t)((info.state_info2 & 0xf) | (up ? POLLING : DISABLED) << 4);
	exchange_smp(IB_MAD_METHOD_SET, IB_MAD_ATTR_PORT_INFO, 1, &info);
}

static void guids_of_active_ports(void **state)
{
	struct watcher watcher = {.count = 0};
	ib_net64_t guid = 0;
	unsigned int seen;
	uint32_t index = 0;

	(void)state;
	while (!ib_get_guid(kit.al, index, IB_PNP_PORT, 0, &guid) && guid != kit.port_guid)
		index++;
	assert_int_equal(guid, kit.port_guid);
	watch(&watcher, IB_PNP_PORT | IB_PNP_FLAG_REG_SYNC);
	seen = watcher.count;
	set_link(false);
	await_event(&watcher, &seen, IB_PNP_PORT_DOWN);
	assert_int_equal(ib_get_guid(kit.al, index, IB_PNP_PORT, IB_DEV_PORT_ACTIVE, &guid),
			 IB_NO_MATCH);
	assert_int_equal(ib_get_guid(kit.al, index, IB_PNP_PORT, 0, &guid), IB_SUCCESS);
	set_link(true);
	await_event(&watcher, &seen, IB_PNP_PORT_ACTIVE);
	assert_int_equal(ib_get_guid(kit.al, index, IB_PNP_PORT, IB_DEV_PORT_ACTIVE, &guid),
			 IB_SUCCESS);
	stop_watching(&watcher);
}

static void guids_are_found_by_place_and_attributes(void **state)
{
	const uint32_t any = (uint32_t)IB_ANY_INDEX;
	ib_net64_t guids[2] = {0}, ca, port = 0, guid = 7;
	size_t count = 2;

	(void)state;
	assert_int_equal(ib_get_guid(NULL, 0, IB_PNP_CA, 0, &guid), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_get_guid((ib_al_handle_t)kit.ca, 0, IB_PNP_CA, 0, &guid),
			 IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_get_guid(kit.al, 0, IB_PNP_CA, 0, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_get_guid(kit.al, 0, IB_PNP_IOC, 0, &guid), IB_INVALID_SETTING);
	assert_int_equal(ib_get_guid(kit.al, 0, IB_PNP_CA, 2, &guid), IB_INVALID_SETTING);
	assert_int_equal(ib_get_guid(kit.al, 2, IB_PNP_CA, 0, &guid), IB_INVALID_INDEX);
	assert_int_equal(ib_get_guid(kit.al, 99, IB_PNP_PORT, 0, &guid), IB_INVALID_INDEX);
	assert_int_equal(guid, 7);
	assert_int_equal(ib_get_ca_guids(kit.al, guids, &count), IB_SUCCESS);
	for (uint32_t i = 0; i < 2; i++) {
		assert_int_equal(ib_get_guid(kit.al, i, IB_PNP_CA, IB_DEV_PORT_ACTIVE, &ca),
				 IB_SUCCESS);
		assert_int_equal(ca, guids[i]);
	}
	/* the second adapter's ports follow those of the first */
	for (uint32_t i = 0; port != kit.port_guid; i++)
		assert_int_equal(ib_get_guid(kit.al, i, IB_PNP_PORT, 0, &port), IB_SUCCESS);
	assert_int_equal(ib_get_guid(kit.al, any, IB_PNP_CA, 0, &ca), IB_SUCCESS);
	assert_int_equal(ca, guids[0]);
	assert_int_equal(ib_get_guid(kit.al, any, IB_PNP_PORT, IB_DEV_PORT_ACTIVE, &port),
			 IB_SUCCESS);
	assert_int_not_equal(port, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(registrations_are_checked),
		cmocka_unit_test(adapters_that_are_there_come_first),
		cmocka_unit_test(ports_come_with_their_state),
		cmocka_unit_test(changes_are_reported),
		cmocka_unit_test(refused_devices_are_not_reported_again),
		cmocka_unit_test(callbacks_register_and_end_registrations),
		cmocka_unit_test(guids_are_found_by_place_and_attributes),
		cmocka_unit_test(guids_of_active_ports),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
