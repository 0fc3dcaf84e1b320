/* SPDX-License-Identifier: BSD-2-Clause */
/* Loads, stores and barriers: width, address, and the call of the hook. */
#include <stdbool.h>
#include <stdint.h>

static bool between;
static int watched, before, after, kind_seen;

/* Reads and changes `watched`, which the compiler does not notice unless there is a barrier. */
#ifdef __x86_64__
#define INVERBS_BARRIER_HOOK(kind)                                                                 \
	do {                                                                                       \
		kind_seen = kind;                                                                  \
		if (between)                                                                       \
			__asm__ volatile("movl (%1), %0; incl (%1)"                                \
					 : "=&r"(before)                                           \
					 : "r"(&watched)                                           \
					 : "cc");                                                  \
	} while (0)
#else
#define INVERBS_BARRIER_HOOK(kind) (kind_seen = (kind), before = 5, watched++)
#endif

#include "fast.h"
#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

static uint8_t area[24] __attribute__((aligned(8)));

static void area_has(const void *bytes, size_t at, size_t count)
{
	for (size_t i = 0; i < sizeof(area); i++)
		assert_int_equal(area[i], i < at || i >= at + count
						  ? 0xee
						  : ((const uint8_t *)bytes)[i - at]);
	memset(area, 0xee, sizeof(area));
}

static void stores_have_their_width(void **state)
{
	const uint64_t value = 0x8877665544332211;

	(void)state;
	memset(area, 0xee, sizeof(area));
	inverbs_put8(area + 3, (uint8_t)value);
	assert_told('s', area + 3, 1);
	area_has(&value, 3, 1);
	inverbs_put16(area + 3, (uint16_t)value);
	assert_told('s', area + 3, 2);
	area_has(&value, 3, 2);
	inverbs_put32(area + 3, (uint32_t)value);
	assert_told('s', area + 3, 4);
	area_has(&value, 3, 4);
	inverbs_put64(area + 3, value);
	assert_told('s', area + 3, 8);
	area_has(&value, 3, 8);
	inverbs_put_bytes(area + 3, &value, 7);
	assert_told('s', area + 3, 7);
	area_has(&value, 3, 7);
	inverbs_publish32(area + 8, (uint32_t)value);
	assert_told('p', area + 8, 4);
	area_has(&value, 8, 4);
	inverbs_publish64(area + 8, value);
	assert_told('p', area + 8, 8);
	area_has(&value, 8, 8);
}

static void loads_have_their_width(void **state)
{
	const uint64_t value = 0x8877665544332211;

	(void)state;
	memset(area, 0xee, sizeof(area));
	memcpy(area + 3, &value, 8);
	assert_int_equal(inverbs_get8(area + 3), 0x11);
	assert_told('l', area + 3, 1);
	assert_int_equal(inverbs_get16(area + 3), 0x2211);
	assert_told('l', area + 3, 2);
	assert_int_equal(inverbs_get32(area + 3), 0x44332211);
	assert_told('l', area + 3, 4);
	assert_true(inverbs_get64(area + 3) == value);
	assert_told('l', area + 3, 8);
	memcpy(area + 8, &value, 8);
	assert_int_equal(inverbs_observe8(area + 9), 0x22);
	assert_told('o', area + 9, 1);
	assert_int_equal(inverbs_observe32(area + 8), 0x44332211);
	assert_told('o', area + 8, 4);
	assert_true(inverbs_observe64(area + 8) == value);
	assert_told('o', area + 8, 8);
}

static void a_swapped_word_is_widened(void **state)
{
	volatile uint32_t word = 0x11223344;

	(void)state;
	assert_true(inverbs_wide_be32(word) == 0x44332211);
	word = 0x000000ff;
	assert_true(inverbs_wide_be32(word) == 0xff000000U);
	assert_true(inverbs_wide_be32(0x11223344) == 0x44332211);
	assert_true(inverbs_wide_be32(0xff) == 0xff000000U);
}

static void numbers_are_rounded_up_to_powers_of_two(void **state)
{
	uint32_t power = 1;

	(void)state;
	for (uint32_t v = 1; v <= 1U << 17; v++) {
		while (power < v)
			power *= 2;
		assert_int_equal(inverbs_round_up_pow2(v), power);
	}
	assert_int_equal(inverbs_round_up_pow2(0), 1);
	assert_int_equal(inverbs_round_up_pow2((1U << 30) + 1), 1U << 31);
	assert_int_equal(inverbs_round_up_pow2(1U << 31), 1U << 31);
}

/* A store is completed before the barrier, and a load behind it is repeated. */
#define ORDERS(barrier)                                                                            \
	do {                                                                                       \
		between = true;                                                                    \
		before = 0;                                                                        \
		watched = 5;                                                                       \
		barrier();                                                                         \
		after = watched;                                                                   \
		watched = 9;                                                                       \
		between = false;                                                                   \
		assert_int_equal(before, 5);                                                       \
		assert_int_equal(after, 6);                                                        \
	} while (0)

static void barriers_order_and_report(void **state)
{
	(void)state;
	ORDERS(inverbs_to_device);
	assert_int_equal(kind_seen, 1);
	ORDERS(inverbs_from_device);
	assert_int_equal(kind_seen, 0);
	ORDERS(inverbs_wc_start);
	assert_int_equal(kind_seen, 2);
	kind_seen = 7;
	ORDERS(inverbs_wc_flush);
	assert_int_equal(kind_seen, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stores_have_their_width),
		cmocka_unit_test(loads_have_their_width),
		cmocka_unit_test(a_swapped_word_is_widened),
		cmocka_unit_test(numbers_are_rounded_up_to_powers_of_two),
		cmocka_unit_test(barriers_order_and_report),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
