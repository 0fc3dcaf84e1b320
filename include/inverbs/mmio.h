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

/** Copy 16 bytes in two ascending stores. */
INVERBS_INLINE void inverbs_wc_copy16(uint8_t *to, const uint8_t *from)
{
	inverbs_mmio_write64(to, inverbs_get64(from));
	inverbs_mmio_write64(to + 8, inverbs_get64(from + 8));
}

/**
 * Copy `bytes` (a multiple of 64, not 0) to a write-combining page in ascending 8-byte stores.
 * Spelled out: a loop per word costs three times the instructions, and compilers do not unroll it
 * at -O2.
 */
INVERBS_INLINE void inverbs_wc_copy(void *reg, const void *from, uint32_t bytes)
{
	uint8_t *to = (uint8_t *)reg;
	const uint8_t *src = (const uint8_t *)from;
	const uint8_t *const end = src + bytes;

	do {
		inverbs_wc_copy16(to, src);
		inverbs_wc_copy16(to + 16, src + 16);
		inverbs_wc_copy16(to + 32, src + 32);
		inverbs_wc_copy16(to + 48, src + 48);
		to += 64;
		src += 64;
	} while (src < end);
}

#endif
