/* SPDX-License-Identifier: BSD-2-Clause */
/* What runtime/iba/mad/pnp_unit.c calls, and units as a sweep finds them, for its test. */
#ifndef TESTS_UNIT_IBA_PNP_UNIT_KIT_H
#define TESTS_UNIT_IBA_PNP_UNIT_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "heap.h"
#include "iba/mad/sweep.h"

enum {
	DEVICES = 2,
	ENTRIES = 2
};

struct told {
	ib_pnp_event_t event;
	struct iba_subject *subject;
	ib_net64_t guid;   /* of the controller or the unit */
	uint8_t path_byte; /* for events of paths */
};

static struct iba_al al, other_al;
static struct iba_pnp pnp;
static const struct iba_pnp *const expected_pnp = &pnp;
static struct iba_sweep sweep;
static struct told told[16];
static int tells, checked;
static union {
	ib_pnp_rec_t rec;
	ib_pnp_iou_rec_t unit;
	ib_pnp_ioc_path_rec_t path;
} last;
static ib_pnp_ioc_rec_t last_ioc;
static ib_svc_entry_t last_entries[ENTRIES];
static int adds, add_fails_at, destroys, locked;
static ib_net64_t device_guids[DEVICES];

#include "device_list.h"

static int starts, stops, completes, begun, timers;
static struct iba_sweep *started[6];
static bool ends_at_once, ends_registration;
static struct iba_found_ioc *got_ioc;
static int got, releases;

void iba_pnp_call_program(struct iba_pnp *pnp, struct iba_subject *subject, ib_pnp_rec_t *rec,
			  ib_pnp_event_t event)
{
	const struct told one = {.event = event, .subject = subject, .guid = rec->guid};

	assert_ptr_equal(pnp, expected_pnp);
	assert_int_equal(rec->ca_guid, 7);
	assert_int_equal(locked, 0);
	told[tells] = one;
	if (event == IB_PNP_IOU_ADD || event == IB_PNP_IOU_REMOVE) {
		last.unit = *(ib_pnp_iou_rec_t *)(void *)rec;
	} else if (event & IB_PNP_EVENT_PATH) {
		last.path = *(ib_pnp_ioc_path_rec_t *)(void *)rec;
		memcpy(&told[tells].path_byte, &last.path.path, 1);
	} else {
		const size_t at = offsetof(ib_pnp_ioc_rec_t, svc_entry_array);

		memcpy(&last_ioc, rec, sizeof(last_ioc));
		memcpy(last_entries, (const uint8_t *)rec + at,
		       last_ioc.info.profile.num_svc_entries * sizeof(*last_entries));
	}
	tells++;
}

void iba_lock(void)
{
	assert_int_equal(locked++, 0);
}

void iba_unlock(void)
{
	assert_int_equal(locked--, 1);
}

void *iba_handle(const struct iba_object *object)
{
	return (void *)(uintptr_t)object;
}

ib_api_status_t iba_add(struct iba_object *object, enum inverbs_iba_kind kind,
			struct iba_object *parent, void *verbs)
{
	assert_int_equal(kind, INVERBS_IBA_PNP_IOC);
	assert_ptr_equal(parent, &pnp.object);
	assert_null(verbs);
	assert_non_null(object->release);
	return ++adds == add_fails_at ? IB_INVALID_STATE : IB_SUCCESS;
}

ib_api_status_t iba_destroy(struct iba_object *object, ib_pfn_destroy_cb_t destroyed)
{
	assert_null(destroyed);
	object->release(object);
	free(object);
	destroys++;
	return IB_SUCCESS;
}

void iba_found_ioc_free(struct iba_found_ioc *ioc)
{
	assert_false(ioc->reported);
	free(ioc->entries);
	free(ioc);
}

void iba_found_unit_free(struct iba_found_unit *unit)
{
	if (!unit)
		return;
	assert_null(unit->iocs);
	free(unit);
}

void iba_pnp_report_complete(struct iba_pnp *pnp)
{
	assert_ptr_equal(pnp, expected_pnp);
	completes++;
}

void iba_pnp_signal_begun(struct iba_pnp *pnp)
{
	assert_ptr_equal(pnp, expected_pnp);
	begun++;
}

void iba_timer_set(struct iba_timer *timer, uint32_t ms)
{
	assert_ptr_equal(timer, &pnp.timer);
	assert_int_equal(ms, 2000);
	timers++;
}

void iba_sweep_start(struct iba_sweep *sweep)
{
	assert_ptr_equal(sweep->pnp, &pnp);
	started[starts++] = sweep;
	if (ends_registration)
		pnp.ended = true;
	if (ends_at_once)
		iba_pnp_sweep_ended(&pnp);
}

void iba_sweep_stop(struct iba_sweep *sweep)
{
	assert_ptr_equal(sweep->pnp, &pnp);
	stops++;
}

void *iba_get(const void *handle, enum inverbs_iba_kind kind)
{
	if (kind == INVERBS_IBA_AL && (handle == &al || handle == &other_al)) {
		got++;
		return (void *)(uintptr_t)handle;
	}
	if (kind != INVERBS_IBA_PNP_IOC || handle != got_ioc)
		return NULL;
	got += got_ioc != NULL;
	return got_ioc;
}

struct iba_al *iba_al_of(struct iba_object *object)
{
	assert_ptr_equal(object, &got_ioc->object);
	return &al;
}

void iba_put(struct iba_object *object)
{
	assert_non_null(object);
	releases++;
}

ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid)
{
	(void)handle;
	return invalid;
}

/* ---- units ---- */

static int reset_units(void **state)
{
	(void)state;
	memset(&pnp, 0, sizeof(pnp));
	memset(&sweep, 0, sizeof(sweep));
	memset(told, 0, sizeof(told));
	memset(&last, 0, sizeof(last));
	fails_at = blocks = tells = checked = adds = add_fails_at = destroys = locked = lists = 0;
	starts = stops = completes = begun = timers = got = releases = 0;
	no_list = ends_at_once = ends_registration = false;
	got_ioc = NULL;
	device_guids[0] = 5;
	device_guids[1] = 6;
	pnp.pnp_class = IB_PNP_IOC;
	sweep.pnp = &pnp;
	sweep.ca_guid = 7;
	return 0;
}

static int check_units(void **state)
{
	(void)state;
	while (sweep.units) {
		struct iba_found_unit *const unit = sweep.units;

		sweep.units = unit->next;
		iba_pnp_unit_gone(&sweep, unit);
	}
	iba_pnp_units_free(&pnp);
	assert_null(pnp.sweeps);
	assert_int_equal(lists, 0);
	assert_int_equal(locked, 0);
	assert_int_equal(blocks, 0);
	return 0;
}

static inline struct iba_found_unit *found_unit(uint64_t guid)
{
	struct iba_found_unit *const unit = calloc(1, sizeof(*unit));

	unit->node.node_info.node_guid = guid;
	unit->node.node_info.system_guid = 0x99;
	unit->port_guid = 0x77;
	return unit;
}

static inline void has_path(struct iba_found_unit *unit, uint8_t byte)
{
	unit->has_path = true;
	memset(&unit->path, byte, sizeof(unit->path));
}

/* A controller that the sweep has read: with two entries, with ids from `entry` on. */
static inline struct iba_found_ioc *add_controller(struct iba_found_unit *unit, unsigned int slot,
						   ib_net64_t guid, uint64_t entry)
{
	struct iba_found_ioc *const ioc = calloc(1, sizeof(*ioc));

	ioc->slot = slot;
	ioc->profile.ioc_guid = guid;
	ioc->profile.num_svc_entries = ENTRIES;
	ioc->entries = calloc(ENTRIES, sizeof(*ioc->entries));
	for (unsigned int i = 0; i < ENTRIES; i++)
		ioc->entries[i].id = entry + i;
	ioc->next = unit->iocs;
	unit->iocs = ioc;
	return ioc;
}

/* The next event that was reported. */
static inline void reported(ib_pnp_event_t event, ib_net64_t guid, uint8_t path_byte)
{
	assert_true(checked < tells);
	assert_int_equal(told[checked].event, event);
	assert_int_equal(told[checked].guid, guid);
	assert_int_equal(told[checked].path_byte, path_byte);
	checked++;
}

static inline void nothing_else(void)
{
	assert_int_equal(tells, checked);
	tells = checked = 0;
}

#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_units, check_units)

#endif
