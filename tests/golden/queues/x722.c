/* SPDX-License-Identifier: BSD-2-Clause */
/* X722: its vectors are among irdma's and use the same names. */
#include "hooks.h"

#include <inverbs/adapters/x722.h>
#include <inverbs/device/x722_device.h>

#define GOLDEN_ADAPTER x722
#include "calls.h"

#include <string.h>

#include "irdma.h"
#include "quirk.h"

static const struct golden_calls calls = {GOLDEN_COMMON_CALLS, .extended = install_extended};

/* Refusing is allowed if payload would overwrite the immediate data. */
static const char *may_refuse(const json_t *vector)
{
	if (quirk_of(vector) && strstr(quirk_of(vector), "overwritten by them"))
		return quirk_of(vector);
	return irdma_words.may_refuse(vector);
}

const struct golden_vocabulary *x722_words(void)
{
	static struct golden_vocabulary words;

	words = irdma_words;
	words.calls = &calls;
	words.may_refuse = may_refuse;
	words.handover.marked = true;
	return &words;
}
