/* SPDX-License-Identifier: BSD-2-Clause */
/* The layer's lock and references, which are only counted. */
#ifndef TESTS_UNIT_IBA_LOCKED_H
#define TESTS_UNIT_IBA_LOCKED_H

static int locked;

void iba_lock(void)
{
	assert_int_equal(locked++, 0);
}

void iba_unlock(void)
{
	assert_int_equal(locked--, 1);
}

void iba_put(struct iba_object *object)
{
	assert_true(object->references > 0);
	object->references--;
}

#endif
