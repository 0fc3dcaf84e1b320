/* SPDX-License-Identifier: BSD-2-Clause */
/* Listeners, as far as tests of arriving requests need them. */
#ifndef TESTS_UNIT_IBA_CM_LISTENERS_KIT_H
#define TESTS_UNIT_IBA_CM_LISTENERS_KIT_H

#include "cm_parts_kit.h"

static struct iba_listener *listener, *reported_to;
static bool serves_another; /* queue pair type */
static struct iba_cm_wanted wanted;
static uint8_t wanted_data;

struct iba_listener *iba_cm_find_listener(struct iba_cm_port *at, const struct iba_cm_wanted *of,
					  bool *served)
{
	assert_ptr_equal(at, &port);
	wanted = *of;
	wanted_data = of->data[0];
	*served = listener != NULL || serves_another;
	return listener;
}

void iba_cm_report_request(struct iba_cm *of, struct iba_listener *to)
{
	assert_ptr_equal(of, &cm);
	assert_false(locked);
	reported_to = to;
	note('n');
}

void iba_cm_listener_put(struct iba_listener *of)
{
	assert_ptr_equal(of, listener);
	if (of)
		note('L');
}

#endif
