/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barriers, named after their purpose. Each orders ordinary memory with respect to what a device
 * sees. On x86-64 a compiler barrier suffices for most; arm64 needs the outer shareable domain,
 * which includes adapters.
 */
#ifndef INVERBS_BARRIER_H
#define INVERBS_BARRIER_H

#if defined(__x86_64__)
#define INVERBS_ASM_TO_DEVICE   ""
#define INVERBS_ASM_FROM_DEVICE ""
#define INVERBS_ASM_WC_FLUSH    "sfence"
#elif defined(__aarch64__)
#define INVERBS_ASM_TO_DEVICE   "dmb oshst"
#define INVERBS_ASM_FROM_DEVICE "dmb oshld"
#define INVERBS_ASM_WC_FLUSH    "dsb st"
#else
#error "Inverbs knows the barriers of x86-64 and arm64 only; add yours here"
#endif

/* Like INVERBS_STORE_HOOK: kind is 0 for a barrier before loads, 1 for one after stores, 2 for
 * one that also flushes write-combining buffers. */
#ifndef INVERBS_BARRIER_HOOK
#define INVERBS_BARRIER_HOOK(kind) ((void)0)
#endif

/** Stores before it are visible to the device before stores after it. */
static inline __attribute__((always_inline)) void inverbs_to_device(void)
{
	__asm__ volatile(INVERBS_ASM_TO_DEVICE ::: "memory");
	INVERBS_BARRIER_HOOK(1);
}

/**
 * Loads after it see everything that the device had stored before the CQE that was just found
 * valid.
 */
static inline __attribute__((always_inline)) void inverbs_from_device(void)
{
	__asm__ volatile(INVERBS_ASM_FROM_DEVICE ::: "memory");
	INVERBS_BARRIER_HOOK(0);
}

/** Start of a write-combining burst: no earlier store, cached or not, moves into it. */
static inline __attribute__((always_inline)) void inverbs_wc_start(void)
{
	__asm__ volatile(INVERBS_ASM_WC_FLUSH ::: "memory");
	INVERBS_BARRIER_HOOK(2);
}

/** End of a write-combining burst: its buffers are flushed before anything that follows. */
static inline __attribute__((always_inline)) void inverbs_wc_flush(void)
{
	__asm__ volatile(INVERBS_ASM_WC_FLUSH ::: "memory");
	INVERBS_BARRIER_HOOK(2);
}

#endif
