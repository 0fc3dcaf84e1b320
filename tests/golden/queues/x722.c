/* SPDX-License-Identifier: BSD-2-Clause */
/* X722, whose vectors are among irdma's and name things as they do. */
#include "hooks.h"

#include <inverbs/adapters/x722.h>
#include <inverbs/device/x722_device.h>

#define GOLDEN_ADAPTER x722
#include "calls.h"

#include <string.h>

#include "irdma.h"
#include "quirk.h"

static const struct golden_calls calls = {GOLDEN_COMMON_CALLS, .extended = install_extended};

/* Immediate data that payload overwrites would be lost. */
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
