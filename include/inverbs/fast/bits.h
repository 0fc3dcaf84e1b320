/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bytes in and out of device memory. Every multi-byte store or load of generated code goes through
 * these helpers: memcpy inside, so alignment and aliasing are no question, one machine instruction
 * (plus a byte swap) outside.
 */
#ifndef INVERBS_BITS_H
#define INVERBS_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define INVERBS_INLINE static inline __attribute__((always_inline, unused))
/** A function that its callers go on in, so that each keeps its own registers. */
#define INVERBS_NOINLINE __attribute__((noinline))
/** Behind a parameter that a function has to have and does not look at. */
#define INVERBS_UNUSED __attribute__((unused))

/** Tell the compiler what is always so. */
#define INVERBS_ASSUME(condition)                                                                  \
	do {                                                                                       \
		if (!(condition))                                                                  \
			__builtin_unreachable();                                                   \
	} while (0)

/**
 * Let the compiler forget what it knows to be in a variable in memory: what is added to it is then
 * added there, in one instruction. Where there are no such instructions, it may know.
 */
#ifdef __x86_64__
#define INVERBS_FORGET(variable) __asm__("" : "+m"(variable))
#else
#define INVERBS_FORGET(variable) ((void)0)
#endif

/** A compile-time check in C and C++. */
#ifdef __cplusplus
#define INVERBS_ASSERT_LAYOUT(what, source) static_assert(what, source)
#else
#define INVERBS_ASSERT_LAYOUT(what, source) _Static_assert(what, source)
#endif

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define INVERBS_BE16(v) __builtin_bswap16(v)
#define INVERBS_BE32(v) __builtin_bswap32(v)
#define INVERBS_BE64(v) __builtin_bswap64(v)
#define INVERBS_LE16(v) (v)
#define INVERBS_LE32(v) (v)
#define INVERBS_LE64(v) (v)
#else
#define INVERBS_BE16(v) (v)
#define INVERBS_BE32(v) (v)
#define INVERBS_BE64(v) (v)
#define INVERBS_LE16(v) __builtin_bswap16(v)
#define INVERBS_LE32(v) __builtin_bswap32(v)
#define INVERBS_LE64(v) __builtin_bswap64(v)
#endif

#define INVERBS_NATIVE16(x) ((uint16_t)(x))
#define INVERBS_NATIVE32(x) ((uint32_t)(x))
#define INVERBS_NATIVE64(x) ((uint64_t)(x))

/** INVERBS_BE32 in 64 bits, without the instruction by which GCC clears the upper half once more.
 */
INVERBS_INLINE uint64_t inverbs_wide_be32(uint32_t v)
{
	uint64_t wide = v;

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
	if (!__builtin_constant_p(v)) {
		__asm__("bswap %k0" : "+r"(wide));
		return wide;
	}
#endif
	wide = INVERBS_BE32(v);
	return wide;
}

/*
 * A store of device-visible memory. Test programs (the golden replayer) define
 * INVERBS_STORE_HOOK(addr, bytes) before including any header to see every store in program order.
 */
#ifndef INVERBS_STORE_HOOK
#define INVERBS_STORE_HOOK(addr, bytes) ((void)0)
#endif
/* Likewise: stores that hand memory over, loads that look whether it was handed over, other loads.
 */
#ifndef INVERBS_PUBLISH_HOOK
#define INVERBS_PUBLISH_HOOK(addr, bytes) INVERBS_STORE_HOOK(addr, bytes)
#endif
#ifndef INVERBS_OBSERVE_HOOK
#define INVERBS_OBSERVE_HOOK(addr, bytes) ((void)0)
#endif
#ifndef INVERBS_LOAD_HOOK
#define INVERBS_LOAD_HOOK(addr, bytes) ((void)0)
#endif

INVERBS_INLINE void inverbs_put8(void *at, uint8_t v)
{
	memcpy(at, &v, sizeof(v));
	INVERBS_STORE_HOOK(at, sizeof(v));
}

INVERBS_INLINE void inverbs_put16(void *at, uint16_t v)
{
	memcpy(at, &v, sizeof(v));
	INVERBS_STORE_HOOK(at, sizeof(v));
}

INVERBS_INLINE void inverbs_put32(void *at, uint32_t v)
{
	memcpy(at, &v, sizeof(v));
	INVERBS_STORE_HOOK(at, sizeof(v));
}

INVERBS_INLINE void inverbs_put64(void *at, uint64_t v)
{
	memcpy(at, &v, sizeof(v));
	INVERBS_STORE_HOOK(at, sizeof(v));
}

INVERBS_INLINE void inverbs_put_bytes(void *at, const void *from, size_t bytes)
{
	memcpy(at, from, bytes);
	INVERBS_STORE_HOOK(at, bytes);
}

/**
 * The store that hands memory to the device (an owner word, a producer index): a release, so that
 * everything written before it is seen by whoever reads this word. `at` is naturally aligned.
 * Callers put the device barrier before it.
 */
INVERBS_INLINE void inverbs_publish32(void *at, uint32_t v)
{
	__atomic_store_n((uint32_t *)at, v, __ATOMIC_RELEASE);
	INVERBS_PUBLISH_HOOK(at, sizeof(v));
}

INVERBS_INLINE void inverbs_publish64(void *at, uint64_t v)
{
	__atomic_store_n((uint64_t *)at, v, __ATOMIC_RELEASE);
	INVERBS_PUBLISH_HOOK(at, sizeof(v));
}

/** The load that asks whether the device handed an entry over; partner of the device's release. */
INVERBS_INLINE uint8_t inverbs_observe8(const void *at)
{
	const uint8_t v = __atomic_load_n((const uint8_t *)at, __ATOMIC_ACQUIRE);

	INVERBS_OBSERVE_HOOK(at, sizeof(v));
	return v;
}

INVERBS_INLINE uint32_t inverbs_observe32(const void *at)
{
	const uint32_t v = __atomic_load_n((const uint32_t *)at, __ATOMIC_ACQUIRE);

	INVERBS_OBSERVE_HOOK(at, sizeof(v));
	return v;
}

INVERBS_INLINE uint64_t inverbs_observe64(const void *at)
{
	const uint64_t v = __atomic_load_n((const uint64_t *)at, __ATOMIC_ACQUIRE);

	INVERBS_OBSERVE_HOOK(at, sizeof(v));
	return v;
}

/*
 * For the thread sanitizer alone: rings that the driver allocates are mapped twice where the
 * emulator runs in the program, and the sanitizer takes the two views for different memory. Around
 * the stores and loads above that concern such a ring these two say that one follows the other.
 */
#if defined(__SANITIZE_THREAD__)
#define INVERBS_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define INVERBS_TSAN 1
#endif
#endif
#ifdef INVERBS_TSAN
#ifdef __cplusplus
extern "C" {
#endif
void __tsan_acquire(void *addr);
void __tsan_release(void *addr);
extern __attribute__((weak)) char inverbs_two_views;
char inverbs_two_views;
#ifdef __cplusplus
}
#endif
#endif

/** Before a store that hands over. */
INVERBS_INLINE void inverbs_handed_elsewhere(void)
{
#ifdef INVERBS_TSAN
	__tsan_release(&inverbs_two_views);
#endif
}

/** After a load that may have found something handed over. */
INVERBS_INLINE void inverbs_found_elsewhere(void)
{
#ifdef INVERBS_TSAN
	__tsan_acquire(&inverbs_two_views);
#endif
}

INVERBS_INLINE uint8_t inverbs_get8(const void *at)
{
	uint8_t v;

	memcpy(&v, at, sizeof(v));
	INVERBS_LOAD_HOOK(at, sizeof(v));
	return v;
}

INVERBS_INLINE uint16_t inverbs_get16(const void *at)
{
	uint16_t v;

	memcpy(&v, at, sizeof(v));
	INVERBS_LOAD_HOOK(at, sizeof(v));
	return v;
}

INVERBS_INLINE uint32_t inverbs_get32(const void *at)
{
	uint32_t v;

	memcpy(&v, at, sizeof(v));
	INVERBS_LOAD_HOOK(at, sizeof(v));
	return v;
}

INVERBS_INLINE uint64_t inverbs_get64(const void *at)
{
	uint64_t v;

	memcpy(&v, at, sizeof(v));
	INVERBS_LOAD_HOOK(at, sizeof(v));
	return v;
}

/** Smallest power of two that is >= v (v >= 1, v <= 2^31). */
INVERBS_INLINE uint32_t inverbs_round_up_pow2(uint32_t v)
{
	return v <= 1 ? 1 : 1U << (32 - __builtin_clz(v - 1));
}

#endif
