/* SPDX-License-Identifier: BSD-2-Clause */
/* The models, as spec/adapters lists the adapters. */
#include "base/driver.h"

#define ENTRY(name) &softhca_model_##name,

const struct softhca_model *const softhca_models[] = {INVERBS_EACH_ADAPTER(ENTRY) NULL};
