/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of ops_iba.c, compiled without a binding. */
#define IBA_OP(name) name##_unbound
#include "ops_iba.c"
