/* SPDX-License-Identifier: BSD-2-Clause */
/* Compiled without a binding. */
#define IBA_OP(name) name##_unbound
#include "ops_iba.h"
