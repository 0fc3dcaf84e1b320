/* SPDX-License-Identifier: BSD-2-Clause */
/* The drivers, as spec/adapters lists the adapters. */
#include "base/driver.h"

#define ENTRY(name) &softhca_driver_##name,

const struct softhca_driver *const softhca_drivers[] = {INVERBS_EACH_ADAPTER(ENTRY) NULL};
