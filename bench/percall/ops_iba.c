/* SPDX-License-Identifier: BSD-2-Clause */
/* In a file of their own, as those of ops.c. */
#define IBA_OP(name) name
#include "ops_iba.h"
