/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The adapters of this archive, as listed in spec/adapters. Tests link a list of their own instead.
 */
#include "runtime.h"

#define ENTRY(name) &inverbs_provider_##name,

const struct inverbs_provider *const inverbs_providers[] = {INVERBS_EACH_ADAPTER(ENTRY) NULL};
