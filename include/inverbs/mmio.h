/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores to adapter registers. Contract, in bus terms: one call is one bus write of exactly that
 * width, never torn, merged or repeated; calls leave in program order with respect to each other
 * only where a barrier stands between. The value is already in the byte order of the register.
 */
#ifndef INVERBS_MMIO_H
#define INVERBS_MMIO_H

#include <inverbs/barrier.h>
#include <inverbs/bits.h>

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

/** Copy `bytes` (a multiple of 64) to a write-combining page in ascending 8-byte stores. */
INVERBS_INLINE void inverbs_wc_copy(void *reg, const void *from, uint32_t bytes)
{
	uint8_t *to = (uint8_t *)reg;
	const uint8_t *src = (const uint8_t *)from;

	for (uint32_t at = 0; at < bytes; at += 64) {
		for (uint32_t word = 0; word < 64; word += 8)
			inverbs_mmio_write64(to + at + word, inverbs_get64(src + at + word));
	}
}

#endif
