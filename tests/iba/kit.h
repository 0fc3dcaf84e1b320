/* SPDX-License-Identifier: BSD-2-Clause */
/* What tests of the access layer share: an instance with an open adapter, and handles that are
 * wrong in every way. */
#ifndef TESTS_IBA_KIT_H
#define TESTS_IBA_KIT_H

/* cmocka.h needs these before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <iba/ib_al.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define TEST(name)   cmocka_unit_test(name)

enum {
	KIT_SECONDS = 60, /**< until what is expected counts as lost; valgrind is slow */
	KIT_CAS = 8
};

/** An instance, and the first adapter, opened. */
struct kit {
	ib_al_handle_t al;
	ib_net64_t guid[KIT_CAS];
	size_t guids;
	ib_ca_handle_t ca;
	ib_pd_handle_t pd;
};

/** Open all of it; kit_close() closes it with everything made on it. */
void kit_open(struct kit *kit);
void kit_close(struct kit *kit);

/** Attributes of an adapter, to be freed. */
ib_ca_attr_t *kit_attr(ib_ca_handle_t ca);

/**
 * Handles that are not valid for a kind: NULL, random values, one that was closed, and one of
 * another kind. Their number is set; the array is static.
 */
const void *const *kit_bad_handles(const struct kit *kit, size_t *count);

/** Every bad handle, one after the other, must be refused with this status. */
#define KIT_REFUSES(kit, type, status, call)                                                       \
	do {                                                                                       \
		size_t kit_count;                                                                  \
		const void *const *kit_list = kit_bad_handles(kit, &kit_count);                    \
		for (size_t kit_i = 0; kit_i < kit_count; kit_i++) {                               \
			type bad = (type)(uintptr_t)kit_list[kit_i];                               \
			assert_int_equal(call, status);                                            \
		}                                                                                  \
	} while (0)

/** A callback that was called: posted once for each call. */
struct told {
	sem_t sem;
	_Atomic int calls;
};

void told_begin(struct told *told);
/** Wait for one call. */
void told_wait(struct told *told);
/** A destroy callback whose context is a struct told. */
void kit_destroyed(void *context);

#endif
