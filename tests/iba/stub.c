/* SPDX-License-Identifier: BSD-2-Clause */
#include "stub.h"

struct pair stub_pair;
bool stub_active;

int stub_open(void **state)
{
	(void)state;
	pair_open(&stub_pair, IB_QPT_RELIABLE_CONN);
	stub_active = true;
	return 0;
}

int stub_close(void **state)
{
	(void)state;
	stub_active = false;
	pair_close(&stub_pair);
	return 0;
}
