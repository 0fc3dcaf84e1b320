/* SPDX-License-Identifier: BSD-2-Clause */
/* Plug and play of I/O units: what a program is told when a sweep finds changes. */
#include "pnp_unit_kit.h"

/* ---- units ---- */

static void a_unit_appears_and_disappears(void **state)
{
	struct iba_found_unit *unit = found_unit(0x1122);

	(void)state;
	pnp.pnp_class = IB_PNP_IOU;
	unit->node.node_info.vendor_id = 0x123456;
	unit->node.node_info.device_id = 0x789a;
	unit->node.node_info.revision = 0x45678901;
	memset(unit->node.description.text, 'x', sizeof(unit->node.description.text));
	iba_pnp_unit_read(&sweep, unit);
	assert_ptr_equal(sweep.units, unit);
	reported(IB_PNP_IOU_ADD, INVERBS_BE64(UINT64_C(0x1122)), 0);
	nothing_else();
	assert_ptr_equal(told[0].subject, &unit->subject);
	assert_int_equal(last.unit.guid, INVERBS_BE64(UINT64_C(0x1122)));
	assert_int_equal(last.unit.ca_guid, 7);
	assert_int_equal(last.unit.chassis_guid, INVERBS_BE64(UINT64_C(0x99)));
	assert_int_equal(last.unit.vend_id, INVERBS_BE32(0x123456));
	assert_int_equal(last.unit.dev_id, INVERBS_BE16(0x789a));
	assert_int_equal(last.unit.revision, INVERBS_BE32(0x45678901));
	for (int i = 0; i < 64; i++)
		assert_int_equal(last.unit.desc[i], 'x');
	assert_int_equal(last.unit.desc[64], 0);
	sweep.units = NULL;
	iba_pnp_unit_gone(&sweep, unit);
	reported(IB_PNP_IOU_REMOVE, INVERBS_BE64(UINT64_C(0x1122)), 0);
	nothing_else();
}

static void a_unit_is_known_by_its_guid(void **state)
{
	struct iba_found_unit *units[3];

	(void)state;
	pnp.pnp_class = IB_PNP_IOU;
	for (int i = 0; i < 3; i++) {
		units[i] = found_unit((uint64_t)i + 1);
		iba_pnp_unit_read(&sweep, units[i]);
		units[i]->subject.context = &units[i];
	}
	assert_int_equal(tells, 3);
	tells = 0;
	units[1]->subject.refused = true;
	iba_pnp_unit_read(&sweep, found_unit(2));
	nothing_else();
	assert_ptr_equal(sweep.units->subject.context, &units[1]);
	assert_true(sweep.units->subject.refused);
	assert_ptr_equal(sweep.units->next, units[2]);
	assert_ptr_equal(units[2]->next, units[0]);
	assert_null(units[0]->next);
	assert_null(units[2]->iocs);
	units[0] = found_unit(1);
	iba_pnp_unit_read(&sweep, units[0]);
	assert_ptr_equal(sweep.units, units[0]);
	assert_null(units[2]->next);
	nothing_else();
}

/* ---- controllers ---- */

static void a_controller_appears_with_its_path(void **state)
{
	struct iba_found_unit *const unit = found_unit(1);
	struct iba_found_ioc *const ioc = add_controller(unit, 3, 0x31, 100);

	(void)state;
	has_path(unit, 0x5a);
	iba_pnp_unit_read(&sweep, unit);
	reported(IB_PNP_IOC_ADD, 0x31, 0);
	reported(IB_PNP_IOC_PATH_ADD, 0x31, 0x5a);
	nothing_else();
	assert_ptr_equal(unit->iocs, ioc);
	assert_null(ioc->next);
	assert_true(ioc->reported);
	assert_ptr_equal(told[0].subject, &ioc->subject);
	assert_int_equal(last_ioc.ca_guid, 7);
	assert_int_equal(last_ioc.info.chassis_guid, INVERBS_BE64(UINT64_C(0x99)));
	assert_int_equal(last_ioc.info.iou_guid, INVERBS_BE64(UINT64_C(1)));
	assert_int_equal(last_ioc.info.iou_slot, 3);
	assert_int_equal(last_ioc.info.profile.ioc_guid, 0x31);
	assert_ptr_equal(last_ioc.pnp_rec.h_ioc_event, &ioc->object);
	assert_int_equal(last_entries[0].id, 100);
	assert_int_equal(last_entries[1].id, 101);
	assert_int_equal(last.path.ca_guid, 7);
	assert_int_equal(last.path.port_guid, 0x77);
	assert_memory_equal(&last.path.path, &unit->path, sizeof(unit->path));
	assert_ptr_equal(last.path.pnp_rec.h_ioc_event, &ioc->object);
	sweep.units = NULL;
	iba_pnp_unit_gone(&sweep, unit);
	reported(IB_PNP_IOC_PATH_REMOVE, 0x31, 0x5a);
	reported(IB_PNP_IOC_REMOVE, 0x31, 0);
	nothing_else();
	assert_int_equal(destroys, 1);
}

static void there_may_be_no_path(void **state)
{
	struct iba_found_unit *const unit = found_unit(1);

	(void)state;
	add_controller(unit, 1, 0x31, 100);
	iba_pnp_unit_read(&sweep, unit);
	reported(IB_PNP_IOC_ADD, 0x31, 0);
	nothing_else();
}

static void a_controller_may_not_be_added(void **state)
{
	struct iba_found_unit *const unit = found_unit(1);

	(void)state;
	has_path(unit, 1);
	add_controller(unit, 1, 0x31, 100);
	add_controller(unit, 2, 0x32, 100);
	add_fails_at = 1;
	iba_pnp_unit_read(&sweep, unit);
	reported(IB_PNP_IOC_ADD, 0x31, 0);
	reported(IB_PNP_IOC_PATH_ADD, 0x31, 1);
	nothing_else();
	assert_int_equal(unit->iocs->slot, 1);
	assert_null(unit->iocs->next);
}

static void a_report_needs_memory(void **state)
{
	struct iba_found_unit *const unit = found_unit(1);

	(void)state;
	has_path(unit, 1);
	add_controller(unit, 1, 0x31, 100);
	fails_at = 1;
	iba_pnp_unit_read(&sweep, unit);
	reported(IB_PNP_IOC_PATH_ADD, 0x31, 1);
	nothing_else();
}

static void a_rejected_controller_is_not_reported(void **state)
{
	struct iba_found_unit *const unit = found_unit(1);

	(void)state;
	has_path(unit, 1);
	add_controller(unit, 1, 0x31, 100);
	iba_pnp_unit_read(&sweep, unit);
	tells = 0;
	unit->iocs->rejected = true;
	sweep.units = NULL;
	iba_pnp_unit_gone(&sweep, unit);
	nothing_else();
	assert_int_equal(destroys, 1);
}

/* ---- a second sweep ---- */

static struct iba_found_ioc *first[3];

/* Three controllers, with a path. */
static void first_sweep(void)
{
	struct iba_found_unit *const unit = found_unit(1);

	has_path(unit, 1);
	for (unsigned int i = 0; i < 3; i++)
		first[i] = add_controller(unit, i + 1, 0x31 + i, 100);
	iba_pnp_unit_read(&sweep, unit);
	assert_int_equal(tells, 6);
	tells = adds = 0;
}

static size_t count_controllers(const struct iba_found_unit *unit)
{
	size_t count = 0;

	for (const struct iba_found_ioc *at = unit->iocs; at; at = at->next)
		count++;
	return count;
}

static bool contains(const struct iba_found_unit *unit, const struct iba_found_ioc *ioc)
{
	const struct iba_found_ioc *at = unit->iocs;

	while (at && at != ioc)
		at = at->next;
	return at;
}

static void nothing_has_changed(void **state)
{
	struct iba_found_unit *const unit = found_unit(1);

	(void)state;
	first_sweep();
	has_path(unit, 1);
	for (unsigned int i = 0; i < 3; i++)
		add_controller(unit, i + 1, 0x31 + i, 100);
	iba_pnp_unit_read(&sweep, unit);
	nothing_else();
	assert_int_equal(adds, 0);
	assert_int_equal(destroys, 0);
	assert_int_equal(count_controllers(unit), 3);
	for (int i = 0; i < 3; i++)
		assert_true(contains(unit, first[i]));
	assert_ptr_equal(sweep.units, unit);
	assert_null(unit->next);
}

static void paths_change(void **state)
{
	struct iba_found_unit *unit = found_unit(1);

	(void)state;
	has_path(unit, 1);
	add_controller(unit, 1, 0x31, 100);
	iba_pnp_unit_read(&sweep, unit);
	tells = 0;
	unit = found_unit(1);
	has_path(unit, 2);
	add_controller(unit, 1, 0x31, 100);
	iba_pnp_unit_read(&sweep, unit);
	reported(IB_PNP_IOC_PATH_REMOVE, 0x31, 1);
	reported(IB_PNP_IOC_PATH_ADD, 0x31, 2);
	nothing_else();
	unit = found_unit(1); /* the same bytes, but no path */
	has_path(unit, 2);
	unit->has_path = false;
	add_controller(unit, 1, 0x31, 100);
	iba_pnp_unit_read(&sweep, unit);
	reported(IB_PNP_IOC_PATH_REMOVE, 0x31, 2);
	nothing_else();
	unit = found_unit(1);
	has_path(unit, 2);
	add_controller(unit, 1, 0x31, 100);
	iba_pnp_unit_read(&sweep, unit);
	reported(IB_PNP_IOC_PATH_ADD, 0x31, 2);
	nothing_else();
	assert_int_equal(destroys, 0);
}

/* Replaced by a controller that differs in one thing. */
static void is_replaced(unsigned int slot, ib_net64_t guid, uint64_t entry)
{
	struct iba_found_unit *unit = found_unit(1);
	struct iba_found_ioc *ioc;

	destroys = 0;
	has_path(unit, 1);
	add_controller(unit, 2, 0x32, 100);
	iba_pnp_unit_read(&sweep, unit);
	tells = 0;
	unit = found_unit(1);
	has_path(unit, 1);
	ioc = add_controller(unit, slot, guid, entry);
	ioc->entries[0].id = 100;
	iba_pnp_unit_read(&sweep, unit);
	reported(IB_PNP_IOC_PATH_REMOVE, 0x32, 1);
	reported(IB_PNP_IOC_REMOVE, 0x32, 0);
	reported(IB_PNP_IOC_ADD, guid, 0);
	reported(IB_PNP_IOC_PATH_ADD, guid, 1);
	nothing_else();
	assert_int_equal(destroys, 1);
	assert_ptr_equal(unit->iocs, ioc);
	sweep.units = NULL;
	iba_pnp_unit_gone(&sweep, unit);
	tells = 0;
}

static void controllers_are_compared(void **state)
{
	(void)state;
	is_replaced(3, 0x32, 100);
	is_replaced(2, 0x33, 100);
	is_replaced(2, 0x32, 101); /* the second entry */
}

static void some_remain(void **state)
{
	struct iba_found_unit *const unit = found_unit(1);
	struct iba_found_ioc *fresh;

	(void)state;
	first_sweep();
	has_path(unit, 2);
	add_controller(unit, 3, 0x33, 100);
	fresh = add_controller(unit, 4, 0x34, 100);
	add_controller(unit, 1, 0x31, 100);
	iba_pnp_unit_read(&sweep, unit);
	reported(IB_PNP_IOC_PATH_REMOVE, 0x32, 1);
	reported(IB_PNP_IOC_REMOVE, 0x32, 0);
	reported(IB_PNP_IOC_PATH_REMOVE, 0x33, 1);
	reported(IB_PNP_IOC_PATH_ADD, 0x33, 2);
	reported(IB_PNP_IOC_PATH_REMOVE, 0x31, 1);
	reported(IB_PNP_IOC_PATH_ADD, 0x31, 2);
	reported(IB_PNP_IOC_ADD, 0x34, 0);
	reported(IB_PNP_IOC_PATH_ADD, 0x34, 2);
	nothing_else();
	assert_int_equal(destroys, 1);
	assert_int_equal(adds, 1);
	assert_int_equal(count_controllers(unit), 3);
	assert_true(contains(unit, first[0]));
	assert_true(contains(unit, first[2]));
	assert_true(contains(unit, fresh));
}

/* ---- sweeps ---- */

static void each_adapter_is_swept(void **state)
{
	(void)state;
	pnp.completes = true;
	iba_pnp_units_begin(&pnp);
	assert_int_equal(starts, 2);
	assert_int_equal(started[0]->ca_guid, 6);
	assert_int_equal(started[1]->ca_guid, 5);
	assert_ptr_equal(pnp.sweeps, started[0]);
	assert_null(started[1]->next);
	assert_int_equal(pnp.sweeping, 2);
	assert_int_equal(begun, 0);
	iba_pnp_sweep_ended(&pnp);
	assert_int_equal(begun, 0);
	assert_int_equal(completes, 0);
	assert_int_equal(timers, 0);
	iba_pnp_sweep_ended(&pnp);
	assert_int_equal(begun, 1);
	assert_int_equal(completes, 1);
	assert_int_equal(timers, 1);
	ends_at_once = true;
	device_guids[0] = 8; /* a new one; the old one remains */
	pnp.timer.job.run(&pnp.timer.job);
	assert_int_equal(starts, 5);
	assert_int_equal(started[2]->ca_guid, 8);
	assert_int_equal(begun, 2);
	assert_int_equal(completes, 1);
	assert_int_equal(timers, 2);
	pnp.ended = true;
	pnp.timer.job.run(&pnp.timer.job);
	iba_pnp_units_begin(&pnp);
	assert_int_equal(starts, 5);
	assert_int_equal(begun, 2);
}

static void a_registration_may_end_meanwhile(void **state)
{
	(void)state;
	pnp.completes = true;
	ends_at_once = ends_registration = true;
	iba_pnp_units_begin(&pnp);
	assert_int_equal(starts, 1);
	assert_int_equal(begun, 1);
	assert_int_equal(completes, 0);
	assert_int_equal(timers, 0);
	assert_true(pnp.completes);
}

static void adapters_may_not_be_listed(void **state)
{
	(void)state;
	no_list = true;
	iba_pnp_units_begin(&pnp);
	assert_int_equal(starts, 0);
	assert_int_equal(begun, 1);
	assert_int_equal(completes, 0);
	assert_int_equal(timers, 1);
	no_list = false;
	ends_at_once = true;
	fails_at = 1;
	pnp.timer.job.run(&pnp.timer.job);
	assert_int_equal(starts, 1);
	assert_int_equal(started[0]->ca_guid, 6);
}

static void nothing_is_reported_at_the_end(void **state)
{
	struct iba_found_unit *const unit = found_unit(1);

	(void)state;
	iba_pnp_units_begin(&pnp);
	add_controller(unit, 1, 0x31, 100); /* these were not published */
	add_controller(unit, 2, 0x32, 100);
	pnp.sweeps->units = found_unit(2);
	pnp.sweeps->units->next = found_unit(3);
	pnp.sweeps->next->units = unit;
	begun = 0;
	iba_pnp_units_end(&pnp);
	assert_int_equal(stops, 2);
	assert_int_equal(begun, 1);
	assert_int_equal(tells, 0);
	assert_null(pnp.sweeps->units);
	assert_null(pnp.sweeps->next->units);
}

static void published_controllers_are_destroyed(void **state)
{
	(void)state;
	first_sweep();
	sweep.next = NULL;
	pnp.sweeps = &sweep;
	iba_pnp_units_end(&pnp);
	pnp.sweeps = NULL;
	assert_int_equal(stops, 1);
	assert_int_equal(destroys, 3);
	assert_int_equal(tells, 0);
	assert_null(sweep.units);
}

/* ---- rejection ---- */

static void a_controller_is_rejected(void **state)
{
	static struct iba_found_ioc ioc;
	ib_al_handle_t handle = (ib_al_handle_t)&al;
	ib_pnp_handle_t event = (ib_pnp_handle_t)&ioc;

	(void)state;
	memset(&ioc, 0, sizeof(ioc));
	assert_int_equal(ib_reject_ioc((ib_al_handle_t)&pnp, event), IB_INVALID_AL_HANDLE);
	assert_int_equal(releases, 0);
	assert_int_equal(ib_reject_ioc(handle, event), IB_INVALID_HANDLE);
	assert_int_equal(releases, got);
	got_ioc = &ioc;
	assert_int_equal(ib_reject_ioc((ib_al_handle_t)&other_al, event), IB_INVALID_HANDLE);
	assert_false(ioc.rejected);
	assert_int_equal(releases, got);
	assert_int_equal(ib_reject_ioc(handle, event), IB_SUCCESS);
	assert_true(ioc.rejected);
	assert_int_equal(releases, got);
	assert_int_equal(got, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(a_unit_appears_and_disappears),
		FRESH(a_unit_is_known_by_its_guid),
		FRESH(a_controller_appears_with_its_path),
		FRESH(there_may_be_no_path),
		FRESH(a_controller_may_not_be_added),
		FRESH(a_report_needs_memory),
		FRESH(a_rejected_controller_is_not_reported),
		FRESH(nothing_has_changed),
		FRESH(paths_change),
		FRESH(controllers_are_compared),
		FRESH(some_remain),
		FRESH(each_adapter_is_swept),
		FRESH(a_registration_may_end_meanwhile),
		FRESH(adapters_may_not_be_listed),
		FRESH(nothing_is_reported_at_the_end),
		FRESH(published_controllers_are_destroyed),
		FRESH(a_controller_is_rejected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
