/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loads and stores of device memory. All multi-byte accesses in generated code use these helpers.
 * Each is a memcpy, so neither alignment nor aliasing matters, and compiles to one instruction
 * plus, if needed, a byte swap.
 */
#ifndef INVERBS_BITS_H
#define INVERBS_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * Inlined if the compiler optimises. Without optimisation, inlining would only make programs large
 * and slow to build.
 */
#ifdef __OPTIMIZE__
#define INVERBS_INLINE static inline __attribute__((always_inline, unused))
#else
#define INVERBS_INLINE static inline __attribute__((unused))
#endif
/** A function that is not inlined, so that it costs its callers no registers. */
#define INVERBS_NOINLINE __attribute__((noinline))
/** For parameters and functions that may be unused. */
#define INVERBS_UNUSED __attribute__((unused))

/** Tell the compiler that a condition always holds. */
#define INVERBS_ASSUME(condition)                                                                  \
	do {                                                                                       \
		if (!(condition))                                                                  \
			__builtin_unreachable();                                                   \
	} while (0)

/**
 * Keep the compiler from holding the variable in a register, so that adding to it becomes one
 * instruction with a memory operand. Not needed on machines without such instructions. All of
 * memory is clobbered, because for an operand GCC would compute the address in a register.
 */
#ifdef __x86_64__
#define INVERBS_FORGET(variable) __asm__("" ::: "memory")
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

/** INVERBS_BE32 widened to 64 bits, without the second zero extension that GCC emits. */
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
 * Called for every store to device-visible memory. Test programs (such as the golden replayer)
 * define INVERBS_STORE_HOOK(addr, bytes) before they include any header, to observe each store in
 * program order.
 */
#ifndef INVERBS_STORE_HOOK
#define INVERBS_STORE_HOOK(addr, bytes) ((void)0)
#endif
/* Likewise for stores that pass ownership, loads of owner words, and other loads. */
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
 * The store that passes ownership to the device (owner word or producer index). It is a release:
 * whoever reads this word sees everything stored before it. `at` is naturally aligned. The caller
 * issues the device barrier first.
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

/** The load of an owner word: an acquire, paired with the device's release. */
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
 * For the thread sanitizer only. In-process, rings that the kernel driver allocates are mapped
 * twice, once by the emulator, and the sanitizer treats the mappings as different memory. These two
 * functions annotate the transfer of ownership around the stores and loads above.
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

/** Call before a store that passes ownership. */
INVERBS_INLINE void inverbs_handed_elsewhere(void)
{
#ifdef INVERBS_TSAN
	__tsan_release(&inverbs_two_views);
#endif
}

/** Call after a load that may have found ownership passed. */
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
