/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores to adapter registers. Each call is one bus write of exactly that width, never torn, merged
 * or repeated. Only barriers between calls order them. The value is already in the register's byte
 * order.
 */
#ifndef INVERBS_MMIO_H
#define INVERBS_MMIO_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>
#include <inverbs/fast/copy.h>

/* Like INVERBS_STORE_HOOK, for registers and write-combining pages. */
#ifndef INVERBS_MMIO_HOOK
#define INVERBS_MMIO_HOOK(addr, bytes) ((void)0)
#endif

INVERBS_INLINE void inverbs_mmio_write32(void *reg, uint32_t v)
{
	__atomic_store_n((uint32_t *)reg, v, __ATOMIC_RELAXED);
	INVERBS_MMIO_HOOK(reg, sizeof(v));
}

INVERBS_INLINE void inverbs_mmio_write64(void *reg, uint64_t v)
{
	__atomic_store_n((uint64_t *)reg, v, __ATOMIC_RELAXED);
	INVERBS_MMIO_HOOK(reg, sizeof(v));
}

/** Store 16 bytes to a write-combining page at once. */
INVERBS_INLINE void inverbs_wc_store16(uint8_t *to, const uint8_t *from)
{
	*(volatile inverbs_pair *)(void *)to = *(const inverbs_pair *)(const void *)from;
	INVERBS_MMIO_HOOK(to, 16);
}

/** Copy 64 bytes to a write-combining page: one write-combining buffer of the processor. */
INVERBS_INLINE void inverbs_wc_copy64(uint8_t *to, const uint8_t *from)
{
	inverbs_wc_store16(to, from);
	inverbs_wc_store16(to + 16, from + 16);
	inverbs_wc_store16(to + 32, from + 32);
	inverbs_wc_store16(to + 48, from + 48);
}

/** Copy `bytes` bytes (a multiple of 64, not 0) to a write-combining page. */
INVERBS_INLINE void inverbs_wc_copy(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
	const uint8_t *const end = from + bytes;

	do {
		inverbs_wc_copy64(to, from);
		to += 64;
		from += 64;
	} while (from < end);
}

/** Copy `bytes` bytes (a multiple of 16, not 0) to a write-combining page. */
INVERBS_INLINE void inverbs_wc_copy16s(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
	const uint8_t *const end = from + bytes;

	do {
		inverbs_wc_store16(to, from);
		to += 16;
		from += 16;
	} while (from < end);
}

#endif
