/* SPDX-License-Identifier: BSD-2-Clause */
/* Copies of every length: only these bytes are written, and none beyond the source's ends is read.
 */
#include <sys/mman.h>

#include "fast.h"
#include <inverbs/fast/copy.h>
#include <inverbs/fast/mmio.h>

enum {
	PAGE = 4096,
	MOST = 320
};

static uint8_t *first_of, *end_of; /* source: a page between two inaccessible ones */
static uint8_t target[2 * MOST + 64] __attribute__((aligned(64)));

static int map_page_alone(void **state)
{
	uint8_t *const pages = mmap(NULL, (size_t)3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
				    -1, 0);

	(void)state;
	if (pages == MAP_FAILED || mprotect(pages + PAGE, PAGE, PROT_READ | PROT_WRITE))
		return -1;
	first_of = pages + PAGE;
	end_of = first_of + PAGE;
	pattern(first_of, PAGE, 11);
	return 0;
}

/* The target has these bytes at `at`, and nothing else was written. */
static void target_has(size_t at, const uint8_t *from, size_t bytes)
{
	assert_memory_equal(target + at, from, bytes);
	for (size_t i = 0; i < sizeof(target); i++)
		if (i < at || i >= at + bytes)
			assert_int_equal(target[i], 0xee);
	memset(target, 0xee, sizeof(target));
}

typedef void copies(uint8_t *to, const uint8_t *from, uint32_t bytes);

static void copy_to(copies *copy, size_t at, uint32_t bytes)
{
	memset(target, 0xee, sizeof(target));
	copy(target + at, first_of, bytes);
	target_has(at, first_of, bytes);
	copy(target + at, end_of - bytes, bytes);
	target_has(at, end_of - bytes, bytes);
}

static void few_bytes_are_copied(void **state)
{
	(void)state;
	for (uint32_t bytes = 1; bytes <= 64; bytes++) {
		copy_to(inverbs_copy_few, 64, bytes);
		copy_to(inverbs_copy_few, 67, bytes);
		tellings = 0;
		inverbs_copy_few(target + 65, first_of, bytes);
		assert_int_equal(told[tellings - 1].kind, 's');
		assert_ptr_equal(told[tellings - 1].at, target + 65);
		assert_int_equal(told[tellings - 1].bytes, bytes);
	}
}

static void payload_is_copied(void **state)
{
	(void)state;
	for (uint32_t bytes = 0; bytes <= MOST; bytes++) {
		copy_to(inverbs_copy_payload, 64, bytes);
		copy_to(inverbs_copy_payload, 71, bytes);
	}
}

/* The store hook is called for 16 bytes at a time while more than 64 are left, then for the rest.
 */
static void payload_is_reported(void **state)
{
	(void)state;
	for (uint32_t bytes = 0; bytes <= MOST; bytes++) {
		uint32_t done = 0, stores = 0;

		tellings = 0;
		inverbs_copy_payload(target, first_of, bytes);
		for (unsigned int i = 0; i < tellings; i++) {
			if (told[i].kind != 's')
				continue;
			assert_ptr_equal(told[i].at, target + done);
			assert_int_equal(told[i].bytes, bytes - done > 64 ? 16 : bytes - done);
			done += (uint32_t)told[i].bytes;
			stores++;
		}
		assert_int_equal(done, bytes);
		assert_int_equal(stores, bytes > 64 ? (bytes - 64 + 15) / 16 + 1 : bytes != 0);
	}
}

static void whole_blocks_are_cleared(void **state)
{
	static const uint8_t zeros[MOST];

	(void)state;
	memset(target, 0xee, sizeof(target));
	for (uint32_t bytes = 64; bytes <= 256; bytes += 64) {
		inverbs_clear(target + 80, bytes);
		target_has(80, zeros, bytes);
	}
}

static void copy64(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
	assert_int_equal(bytes, 64);
	inverbs_wc_copy64(to, from);
}

/* Write-combining copies consist of 16-byte stores, for each of which the hook is called. */
static void reported_by_16(copies *copy, uint32_t bytes)
{
	copy_to(copy, 64, bytes);
	tellings = 0;
	copy(target + 64, first_of, bytes);
	assert_int_equal(tellings, bytes / 16);
	for (unsigned int i = 0; i < tellings; i++) {
		assert_int_equal(told[i].kind, 'm');
		assert_ptr_equal(told[i].at, target + 64 + 16 * (size_t)i);
		assert_int_equal(told[i].bytes, 16);
	}
}

static void bursts_are_copied(void **state)
{
	(void)state;
	reported_by_16(copy64, 64);
	for (uint32_t bytes = 64; bytes <= 256; bytes += 64)
		reported_by_16(inverbs_wc_copy, bytes);
	for (uint32_t bytes = 16; bytes <= 256; bytes += 16)
		reported_by_16(inverbs_wc_copy16s, bytes);
}

static void registers_are_written(void **state)
{
	const uint64_t value = 0x8877665544332211;

	(void)state;
	memset(target, 0xee, sizeof(target));
	tellings = 0;
	inverbs_mmio_write32(target + 68, (uint32_t)value);
	assert_told('m', target + 68, 4);
	target_has(68, (const uint8_t *)&value, 4);
	inverbs_mmio_write64(target + 72, value);
	assert_told('m', target + 72, 8);
	target_has(72, (const uint8_t *)&value, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(few_bytes_are_copied), cmocka_unit_test(payload_is_copied),
		cmocka_unit_test(payload_is_reported),  cmocka_unit_test(whole_blocks_are_cleared),
		cmocka_unit_test(bursts_are_copied),    cmocka_unit_test(registers_are_written),
	};

	return cmocka_run_group_tests(tests, map_page_alone, NULL);
}
