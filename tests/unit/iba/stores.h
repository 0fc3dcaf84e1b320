/* SPDX-License-Identifier: BSD-2-Clause */
/* Stores of elements, which are only counted. */
#ifndef TESTS_UNIT_IBA_STORES_H
#define TESTS_UNIT_IBA_STORES_H

static int stores; /* not closed yet */
static bool store_fails;

struct iba_store *iba_store_make(size_t least, size_t most, size_t step)
{
	assert_int_equal(least, 0);
	assert_int_equal(most, 0);
	assert_int_equal(step, 1);
	if (store_fails)
		return NULL;
	stores++;
	return (struct iba_store *)&stores;
}

void iba_store_close(struct iba_store *store)
{
	assert_ptr_equal(store, &stores);
	stores--;
}

#endif
