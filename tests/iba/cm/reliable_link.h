/* SPDX-License-Identifier: BSD-2-Clause */
/* The link of tests about reliable connections, opened before and closed after each test. */
#ifndef TESTS_IBA_CM_RELIABLE_LINK_H
#define TESTS_IBA_CM_RELIABLE_LINK_H

#include "kit.h"

static struct link l;

static int open_link(void **state)
{
	(void)state;
	link_open(&l, IB_QPT_RELIABLE_CONN);
	return 0;
}

static int close_link(void **state)
{
	(void)state;
	link_close(&l);
	return 0;
}

#endif
