/* SPDX-License-Identifier: BSD-2-Clause */
#include "adapters/drivers.h"

#define ENTRY(name) &softhca_driver_##name,

const struct softhca_driver *const softhca_drivers[] = {INVERBS_EACH_ADAPTER(ENTRY) NULL};
