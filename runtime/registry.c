/* SPDX-License-Identifier: BSD-2-Clause */
/* The adapters in this archive, as listed in spec/adapters. Tests link their own list instead. */
#include "runtime.h"

#define ENTRY(name) &inverbs_provider_##name,

const struct inverbs_provider *const inverbs_providers[] = {INVERBS_EACH_ADAPTER(ENTRY) NULL};
