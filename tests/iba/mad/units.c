/* SPDX-License-Identifier: BSD-2-Clause */
/* Plug and play of I/O units and controllers as seen from another adapter's port. */
#include "kit.h"

#include <complib/cl_byteswap.h>

enum {
	EVENTS = 64,
	SERVICES = 6, /* more than fit into one datagram */
	CONTROLLER = 0x77
};

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

/* Events of the first adapter's units and controllers, watched from the second adapter. */
struct watcher {
	ib_pnp_handle_t handle;
	ib_pnp_event_t events[EVENTS];
	unsigned int count, completed, ended; /* accessed atomically */
	ib_pnp_handle_t ioc;
	ib_net64_t guid;
	ib_ioc_info_t info;
	ib_svc_entry_t services[SERVICES];
	ib_path_rec_t path;
	ib_net64_t port_guid;
	bool refuses;
	ib_api_status_t inner, inner_later;
	ib_pnp_handle_t later;
};

static void record_details(struct watcher *watcher, const ib_pnp_rec_t *rec)
{
	const ib_pnp_ioc_rec_t *ioc = (const ib_pnp_ioc_rec_t *)rec;
	const ib_pnp_ioc_path_rec_t *path = (const ib_pnp_ioc_path_rec_t *)rec;

	watcher->ioc = rec->h_ioc_event;
	watcher->guid = rec->guid;
	if (rec->pnp_event == IB_PNP_IOC_ADD) {
		watcher->info = ioc->info;
		memcpy(watcher->services, ioc->svc_entry_array,
		       ioc->info.profile.num_svc_entries * sizeof(ib_svc_entry_t));
	} else if (rec->pnp_event == IB_PNP_IOC_PATH_ADD) {
		watcher->path = path->path;
		watcher->port_guid = path->port_guid;
	}
}

static ib_api_status_t record_event(ib_pnp_rec_t *rec)
{
	struct watcher *watcher = rec->pnp_context;
	const unsigned int at = __atomic_load_n(&watcher->count, __ATOMIC_RELAXED);

	if (rec->pnp_event == IB_PNP_REG_COMPLETE) {
		__atomic_add_fetch(&watcher->completed, 1, __ATOMIC_RELEASE);
		return IB_SUCCESS;
	}
	if (rec->ca_guid != peer.attr->ca_guid)
		return IB_SUCCESS;
	record_details(watcher, rec);
	watcher->events[at % EVENTS] = rec->pnp_event;
	__atomic_store_n(&watcher->count, at + 1, __ATOMIC_RELEASE);
	return watcher->refuses ? IB_NOT_FOUND : IB_SUCCESS;
}

static void count_destroyed(void *context)
{
	__atomic_add_fetch(&((struct watcher *)context)->ended, 1, __ATOMIC_RELEASE);
}

static void watch(struct watcher *watcher, ib_pnp_class_t pnp_class)
{
	const ib_pnp_req_t req = {pnp_class | IB_PNP_FLAG_REG_SYNC | IB_PNP_FLAG_REG_COMPLETE,
				  watcher, record_event};

	assert_int_equal(ib_reg_pnp(peer.al, &req, &watcher->handle), IB_SUCCESS);
	assert_int_equal(watcher->completed, 1); /* called back before the call returned */
}

static void stop_watching(struct watcher *watcher)
{
	assert_int_equal(ib_dereg_pnp(watcher->handle, count_destroyed), IB_SUCCESS);
	kit_await(&watcher->ended, 1);
}

static void await_event(struct watcher *watcher, unsigned int number, ib_pnp_event_t event)
{
	kit_await(&watcher->count, number + 1);
	assert_int_equal(watcher->events[number % EVENTS], event);
}

/* Returns a controller with services, not registered yet. */
static ib_ioc_handle_t make_controller(uint64_t guid, unsigned int services)
{
	const ib_ioc_profile_t profile = {.ioc_guid = CL_HTON64(guid), .id_string = "controller"};
	ib_ioc_handle_t ioc;
	ib_svc_handle_t svc;

	assert_int_equal(ib_create_ioc(kit.ca, &profile, &ioc), IB_SUCCESS);
	for (unsigned int i = 0; i < services; i++) {
		const ib_svc_entry_t entry = {.name = {(char)('a' + i)}, .id = i};

		assert_int_equal(ib_add_svc_entry(ioc, &entry, &svc), IB_SUCCESS);
	}
	return ioc;
}

static void a_fabric_without_units_has_no_events(void **state)
{
	struct watcher units = {.count = 0}, controllers = {.count = 0};

	(void)state;
	watch(&units, IB_PNP_IOU);
	watch(&controllers, IB_PNP_IOC);
	assert_int_equal(units.count, 0);
	assert_int_equal(controllers.count, 0);
	stop_watching(&units);
	stop_watching(&controllers);
}

static void units_are_there_with_their_first_controller(void **state)
{
	struct watcher watcher = {.count = 0};
	ib_ioc_handle_t ioc = make_controller(CONTROLLER, 0);

	(void)state;
	assert_int_equal(ib_reg_ioc(ioc), IB_SUCCESS);
	watch(&watcher, IB_PNP_IOU);
	assert_int_equal(watcher.count, 1);
	assert_int_equal(watcher.events[0], IB_PNP_IOU_ADD);
	assert_int_equal(watcher.guid, kit.attr->ca_guid);
	/* a second controller belongs to the same unit, so there is no event */
	assert_int_equal(ib_reg_ioc(make_controller(CONTROLLER + 1, 0)), IB_SUCCESS);
	assert_int_equal(ib_close_ca(kit.ca, ib_sync_destroy), IB_SUCCESS);
	await_event(&watcher, 1, IB_PNP_IOU_REMOVE);
	stop_watching(&watcher);
	kit_close(&kit);
	kit_open(&kit, 0);
}

static void check_controller(const struct watcher *watcher)
{
	assert_int_equal(watcher->guid, CL_HTON64(CONTROLLER));
	assert_int_equal(watcher->info.iou_guid, kit.attr->ca_guid);
	assert_int_equal(watcher->info.iou_slot, 1);
	assert_int_equal(watcher->info.profile.num_svc_entries, SERVICES);
	assert_string_equal(watcher->info.profile.id_string, "controller");
	for (unsigned int i = 0; i < SERVICES; i++) {
		assert_int_equal(watcher->services[i].name[0], 'a' + i);
		assert_int_equal(watcher->services[i].id, i);
	}
	assert_int_equal(watcher->path.dlid, kit.lid);
	assert_int_equal(watcher->path.slid, peer.lid);
	assert_int_equal(watcher->port_guid, peer.port_guid);
}

static void controllers_come_and_go(void **state)
{
	struct watcher watcher = {.count = 0};
	ib_ioc_handle_t ioc = make_controller(CONTROLLER, SERVICES);
	ib_svc_handle_t svc;
	const ib_svc_entry_t entry = {.id = 99};

	(void)state;
	assert_int_equal(ib_reg_ioc(ioc), IB_SUCCESS);
	watch(&watcher, IB_PNP_IOC);
	assert_int_equal(watcher.count, 2);
	assert_int_equal(watcher.events[0], IB_PNP_IOC_ADD);
	assert_int_equal(watcher.events[1], IB_PNP_IOC_PATH_ADD);
	check_controller(&watcher);
	/* after a change of its services it is reported as a new controller */
	assert_int_equal(ib_add_svc_entry(ioc, &entry, &svc), IB_SUCCESS);
	await_event(&watcher, 2, IB_PNP_IOC_PATH_REMOVE);
	await_event(&watcher, 3, IB_PNP_IOC_REMOVE);
	await_event(&watcher, 4, IB_PNP_IOC_ADD);
	await_event(&watcher, 5, IB_PNP_IOC_PATH_ADD);
	assert_int_equal(ib_destroy_ioc(ioc), IB_SUCCESS);
	await_event(&watcher, 6, IB_PNP_IOC_PATH_REMOVE);
	await_event(&watcher, 7, IB_PNP_IOC_REMOVE);
	assert_int_equal(watcher.guid, CL_HTON64(CONTROLLER));
	assert_int_equal(watcher.count, 8);
	stop_watching(&watcher);
}

static void rejected_controllers_are_not_reported_again(void **state)
{
	struct watcher watcher = {.count = 0}, refuser = {.refuses = true}, other = {.count = 0};
	ib_ioc_handle_t ioc = make_controller(CONTROLLER, 0);

	(void)state;
	assert_int_equal(ib_reg_ioc(ioc), IB_SUCCESS);
	watch(&watcher, IB_PNP_IOC);
	watch(&refuser, IB_PNP_IOC);
	assert_int_equal(refuser.count, 1); /* refused, so no path follows */
	assert_int_equal(watcher.count, 2);
	assert_int_equal(ib_reject_ioc(NULL, watcher.ioc), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_reject_ioc((ib_al_handle_t)peer.ca, watcher.ioc), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_reject_ioc(peer.al, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_reject_ioc(peer.al, watcher.handle), IB_INVALID_HANDLE);
	assert_int_equal(ib_reject_ioc(peer.al, kit_random_handle()), IB_INVALID_HANDLE);
	assert_int_equal(ib_reject_ioc(kit.al, watcher.ioc), IB_INVALID_HANDLE);
	assert_int_equal(ib_reject_ioc(peer.al, watcher.ioc), IB_SUCCESS);
	watch(&other, IB_PNP_IOC);
	assert_int_equal(ib_destroy_ioc(ioc), IB_SUCCESS);
	/* this registration is swept last, so the other two have been swept by then */
	await_event(&other, 3, IB_PNP_IOC_REMOVE);
	stop_watching(&other);
	stop_watching(&watcher);
	stop_watching(&refuser);
	assert_int_equal(watcher.count, 2);
	assert_int_equal(refuser.count, 1);
	assert_int_equal(ib_reject_ioc(peer.al, watcher.ioc), IB_INVALID_HANDLE);
}

static ib_api_status_t register_inside(ib_pnp_rec_t *rec)
{
	struct watcher *watcher = rec->pnp_context;
	const ib_pnp_req_t req = {IB_PNP_IOC | IB_PNP_FLAG_REG_SYNC, watcher, record_event};
	const ib_pnp_req_t later = {IB_PNP_IOC, watcher, record_event};
	ib_pnp_handle_t handle;

	watcher->inner = ib_reg_pnp(peer.al, &req, &handle);
	watcher->inner_later = ib_reg_pnp(peer.al, &later, &watcher->later);
	__atomic_add_fetch(&watcher->completed, 1, __ATOMIC_RELEASE);
	return IB_SUCCESS;
}

static void callbacks_cannot_wait_for_sweeps(void **state)
{
	struct watcher watcher = {.count = 0};
	const ib_pnp_req_t req = {IB_PNP_IOC | IB_PNP_FLAG_REG_COMPLETE, &watcher, register_inside};

	(void)state;
	assert_int_equal(ib_reg_pnp(peer.al, &req, &watcher.handle), IB_SUCCESS);
	kit_await(&watcher.completed, 1);
	assert_int_equal(watcher.inner, IB_UNSUPPORTED);
	assert_int_equal(watcher.inner_later, IB_SUCCESS);
	assert_int_equal(ib_dereg_pnp(watcher.later, ib_sync_destroy), IB_SUCCESS);
	stop_watching(&watcher);
}

/* Closing the instance ends a sweep at any step. */
static void closing_the_instance_ends_sweeps(void **state)
{
	ib_ioc_handle_t ioc = make_controller(CONTROLLER, SERVICES);

	(void)state;
	assert_int_equal(ib_reg_ioc(ioc), IB_SUCCESS);
	for (int i = 0; i < 40; i++) {
		struct watcher watcher = {.count = 0};
		const ib_pnp_req_t req = {IB_PNP_IOC | (i % 2 ? IB_PNP_FLAG_REG_SYNC : 0), &watcher,
					  record_event};
		ib_al_handle_t al;

		assert_int_equal(ib_open_al(&al), IB_SUCCESS);
		assert_int_equal(ib_reg_pnp(al, &req, &watcher.handle), IB_SUCCESS);
		assert_int_equal(ib_close_al(al), IB_SUCCESS);
	}
	assert_int_equal(ib_destroy_ioc(ioc), IB_SUCCESS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fabric_without_units_has_no_events),
		cmocka_unit_test(units_are_there_with_their_first_controller),
		cmocka_unit_test(controllers_come_and_go),
		cmocka_unit_test(rejected_controllers_are_not_reported_again),
		cmocka_unit_test(callbacks_cannot_wait_for_sweeps),
		cmocka_unit_test(closing_the_instance_ends_sweeps),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
