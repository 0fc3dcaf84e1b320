/* SPDX-License-Identifier: BSD-2-Clause */
/* In a separate file, for the same reason as ops.c. */
#define IBA_OP(name) name
#include "ops_iba.h"
