/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: atomic operations. Each is a full barrier; inc, dec, add and sub return the
 * new value. */
#ifndef COMPLIB_CL_ATOMIC_H
#define COMPLIB_CL_ATOMIC_H

#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef volatile int32_t atomic32_t;

/* The linter does not know that the builtin functions write through the pointer. */
/* NOLINTBEGIN(readability-non-const-parameter) */

static inline int32_t cl_atomic_inc(atomic32_t *p_value)
{
	return __atomic_add_fetch(p_value, 1, __ATOMIC_SEQ_CST);
}

static inline int32_t cl_atomic_dec(atomic32_t *p_value)
{
	return __atomic_sub_fetch(p_value, 1, __ATOMIC_SEQ_CST);
}

static inline int32_t cl_atomic_add(atomic32_t *p_value, int32_t increment)
{
	return __atomic_add_fetch(p_value, increment, __ATOMIC_SEQ_CST);
}

static inline int32_t cl_atomic_sub(atomic32_t *p_value, int32_t decrement)
{
	return __atomic_sub_fetch(p_value, decrement, __ATOMIC_SEQ_CST);
}

/** Returns the old value. */
static inline int32_t cl_atomic_xchg(atomic32_t *p_value, int32_t new_value)
{
	return __atomic_exchange_n(p_value, new_value, __ATOMIC_SEQ_CST);
}

/** Stores the new value if the current one is ``compare``. Returns the value found. */
static inline int32_t cl_atomic_comp_xchg(atomic32_t *p_value, int32_t compare, int32_t new_value)
{
	__atomic_compare_exchange_n(p_value, &compare, new_value, 0, __ATOMIC_SEQ_CST,
				    __ATOMIC_SEQ_CST);
	return compare;
}

/* NOLINTEND(readability-non-const-parameter) */

#ifdef __cplusplus
}
#endif

#endif
