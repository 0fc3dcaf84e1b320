/* SPDX-License-Identifier: BSD-2-Clause */
/* Mapping queues that the kernel allocates: the header is checked, since the fast path relies on
 * it, and the whole mapping is unmapped. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>
#include <sys/mman.h>

#include "providers/common/control.h"
#include "runtime/provider.h"

enum {
	PAGE = 4096,
	PAGES = 4,
	HEADER = 64,
	KEY = 3 * PAGE,
	MAX_SHIFT = 20,
};

/* The kernel's header of the next queue to be mapped. */
struct header {
	uint32_t entries;
	uint8_t shift;
};

static struct header given;
static uint8_t *area;
static off_t asked_for;
static bool refuses;

static void *map(struct inverbs_transport *t, size_t bytes, int prot, off_t offset)
{
	void *at;

	(void)t;
	asked_for = offset;
	if (refuses) {
		errno = EPERM;
		return MAP_FAILED;
	}
	at = mmap(area, bytes, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	assert_ptr_not_equal(at, MAP_FAILED);
	memcpy(at, &given, sizeof(given));
	return at;
}

static uint32_t entries(const void *head)
{
	return ((const struct header *)head)->entries;
}

static uint8_t shift(const void *head)
{
	return ((const struct header *)head)->shift;
}

static const struct inverbs_queue_head head = {.bytes = HEADER, .entries = entries, .shift = shift};
static const struct inverbs_transport_ops ops = {.map = map};
static struct inverbs_transport transport = {.ops = &ops};
static const struct inverbs_provider provider = {.name = "test"};
static struct inverbs_context ctx = {.transport = &transport, .provider = &provider};

/* Whether a page is mapped: if not, msync() fails. */
static bool is_mapped(int page)
{
	return !msync(area + (size_t)page * PAGE, PAGE, MS_ASYNC);
}

static int try_map(uint32_t count, uint8_t log2, size_t bytes, struct inverbs_mapping *out)
{
	given = (struct header){count, log2};
	return inverbs_map_queue(&ctx, &head, KEY, bytes, out);
}

static int reserve(void **state)
{
	(void)state;
	area = mmap(NULL, (PAGES + 1) * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	refuses = false;
	return area == MAP_FAILED;
}

static int release(void **state)
{
	(void)state;
	return munmap(area, (PAGES + 1) * PAGE);
}

static void a_queue_has_what_its_header_says(void **state)
{
	struct inverbs_mapping m;

	(void)state;
	assert_int_equal(try_map(32, 6, PAGE, &m), 0);
	assert_int_equal(asked_for, KEY);
	assert_ptr_equal(m.units, area + HEADER);
	assert_int_equal(m.entries, 32);
	assert_int_equal(m.shift, 6);
	assert_int_equal(m.bytes, PAGE);
}

/* Units may end with the mapping; a mapping that is a byte shorter is refused, and so are headers
 * that do not describe a ring. */
static void units_have_to_lie_in_the_mapping(void **state)
{
	struct inverbs_mapping m;

	(void)state;
	assert_int_equal(try_map(2, 6, HEADER + 2 * 64, &m), 0);
	assert_int_equal(try_map(2, 6, HEADER + 2 * 64 - 1, &m), EPROTO);
	assert_int_equal(try_map(4, 6, HEADER + 2 * 64, &m), EPROTO);
	assert_int_equal(try_map(1, 0, HEADER + 1, &m), 0);
	assert_int_equal(try_map(1, 0, HEADER, &m), EPROTO);
	assert_int_equal(try_map(1, 0, HEADER - 1, &m), EPROTO);
	assert_int_equal(try_map(0, 6, PAGE, &m), EPROTO);
	assert_int_equal(try_map(3, 6, PAGE, &m), EPROTO);
	assert_int_equal(try_map(1U << 31, 63, PAGE, &m), EPROTO);
}

static void units_have_a_largest_size(void **state)
{
	static uint8_t *large;
	struct inverbs_mapping m;

	(void)state;
	large = mmap(NULL, 4U << MAX_SHIFT, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(large, MAP_FAILED);
	munmap(area, (PAGES + 1) * PAGE);
	area = large;
	assert_int_equal(try_map(1, MAX_SHIFT, 3U << MAX_SHIFT, &m), 0);
	assert_int_equal(try_map(1, MAX_SHIFT + 1, 3U << MAX_SHIFT, &m), EPROTO);
	munmap(large, 4U << MAX_SHIFT);
	assert_int_equal(reserve(state), 0);
}

static void a_refused_queue_is_unmapped(void **state)
{
	struct inverbs_mapping m;

	(void)state;
	assert_int_equal(try_map(3, 6, PAGES * PAGE, &m), EPROTO);
	for (int i = 0; i < PAGES; i++)
		assert_false(is_mapped(i));
	assert_true(is_mapped(PAGES)); /* the reservation behind it */
}

static void unmapping_takes_the_header_too(void **state)
{
	struct inverbs_mapping m;

	(void)state;
	assert_int_equal(try_map(64, 6, PAGES * PAGE, &m), 0);
	inverbs_unmap_queue(&head, NULL, PAGES * PAGE);
	assert_true(is_mapped(0));
	inverbs_unmap_queue(&head, m.units, m.bytes);
	for (int i = 0; i < PAGES; i++)
		assert_false(is_mapped(i));
	assert_true(is_mapped(PAGES));
}

static void a_refused_mapping_has_its_error(void **state)
{
	struct inverbs_mapping m;

	(void)state;
	refuses = true;
	assert_int_equal(try_map(32, 6, PAGE, &m), EPERM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_queue_has_what_its_header_says, reserve, release),
		cmocka_unit_test_setup_teardown(units_have_to_lie_in_the_mapping, reserve, release),
		cmocka_unit_test_setup_teardown(units_have_a_largest_size, reserve, release),
		cmocka_unit_test_setup_teardown(a_refused_queue_is_unmapped, reserve, release),
		cmocka_unit_test_setup_teardown(unmapping_takes_the_header_too, reserve, release),
		cmocka_unit_test_setup_teardown(a_refused_mapping_has_its_error, reserve, release),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
