/* SPDX-License-Identifier: BSD-2-Clause */
/* Listeners, as far as tests of arriving requests need them. */
#ifndef TESTS_UNIT_IBA_CM_LISTENERS_KIT_H
#define TESTS_UNIT_IBA_CM_LISTENERS_KIT_H

#include "cm_parts_kit.h"

static struct iba_listener *found_listener, *reported_to;
static bool serves_another; /* queue pair type */
static struct iba_cm_wanted searched_for;
static uint8_t wanted_data;

struct iba_listener *iba_cm_find_listener(struct iba_cm_port *port,
					  const struct iba_cm_wanted *wanted, bool *served)
{
	assert_ptr_equal(port, expected_port);
	searched_for = *wanted;
	wanted_data = wanted->data[0];
	*served = found_listener != NULL || serves_another;
	return found_listener;
}

void iba_cm_report_request(struct iba_cm *cm, struct iba_listener *listener)
{
	assert_ptr_equal(cm, expected_cm);
	assert_false(locked);
	reported_to = listener;
	note('n');
}

void iba_cm_listener_put(struct iba_listener *listener)
{
	assert_ptr_equal(listener, found_listener);
	if (listener)
		note('L');
}

#endif
