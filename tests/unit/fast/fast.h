/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the tests of the fast path's headers: records the calls of the headers' hooks. */
#ifndef FAST_H
#define FAST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/** A call of a hook: store, publish, observe, load, guard or register (mmio). */
struct told {
	char kind;
	const void *at;
	size_t bytes;
};

static struct told told[64];
static unsigned int tellings;

static void tell(char kind, const void *at, size_t bytes)
{
	const struct told one = {kind, at, bytes};

	if (tellings < sizeof(told) / sizeof(told[0]))
		told[tellings] = one;
	tellings++;
}

#define INVERBS_STORE_HOOK(addr, bytes)   tell('s', addr, bytes)
#define INVERBS_PUBLISH_HOOK(addr, bytes) tell('p', addr, bytes)
#define INVERBS_OBSERVE_HOOK(addr, bytes) tell('o', addr, bytes)
#define INVERBS_LOAD_HOOK(addr, bytes)    tell('l', addr, bytes)
#define INVERBS_GUARD_HOOK(addr, bytes)   tell('g', addr, bytes)
#define INVERBS_MMIO_HOOK(addr, bytes)    tell('m', addr, bytes)

/** Check that exactly this call was recorded since the last check. */
static inline void assert_told(char kind, const void *at, size_t bytes)
{
	assert_int_equal(tellings, 1);
	assert_int_equal(told[0].kind, kind);
	assert_ptr_equal(told[0].at, at);
	assert_int_equal(told[0].bytes, bytes);
	tellings = 0;
}

/** Bytes that are different from each other and from their neighbours. */
static inline void pattern(uint8_t *at, size_t bytes, unsigned int seed)
{
	for (size_t i = 0; i < bytes; i++)
		at[i] = (uint8_t)(seed + i * 37 + i / 256);
}

#endif
