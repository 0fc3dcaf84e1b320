/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Component library: assertions of programs. They are tested in programs that are compiled with
 * -D_DEBUG_ and cost nothing in others. The access layer itself has none.
 */
#ifndef COMPLIB_CL_DEBUG_H
#define COMPLIB_CL_DEBUG_H

#include <assert.h>

#ifdef _DEBUG_
#define CL_ASSERT(condition) assert(condition)
#else
#define CL_ASSERT(condition) ((void)sizeof(!(condition)))
#endif

#endif
