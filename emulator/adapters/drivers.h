/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of drivers, from spec/adapters. Each is defined in adapters/<adapter>.c. */
#ifndef EMULATOR_ADAPTERS_DRIVERS_H
#define EMULATOR_ADAPTERS_DRIVERS_H

#include <inverbs/adapters/list.h>

#include "base/driver.h"

#define SOFTHCA_DECLARE_DRIVER(name) extern const struct softhca_driver softhca_driver_##name;
INVERBS_EACH_ADAPTER(SOFTHCA_DECLARE_DRIVER)
#undef SOFTHCA_DECLARE_DRIVER

/** All drivers, NULL-terminated. */
extern const struct softhca_driver *const softhca_drivers[];

#endif
