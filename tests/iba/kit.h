/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the tests of the access layer: an instance with an open adapter, and bad handles. */
#ifndef TESTS_IBA_KIT_H
#define TESTS_IBA_KIT_H

/* cmocka.h needs these first */
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
	KIT_SECONDS = 60, /**< until something expected counts as lost; valgrind is slow */
	KIT_CAS = 8
};

/** An instance with its first adapter open. */
struct kit {
	ib_al_handle_t al;
	ib_net64_t guid[KIT_CAS];
	size_t guids;
	ib_ca_handle_t ca;
	ib_pd_handle_t pd;
};

/** Open everything; kit_close() closes the instance with all its objects. */
void kit_open(struct kit *kit);
void kit_close(struct kit *kit);

/** Returns the attributes of an adapter; free() them. */
ib_ca_attr_t *kit_attr(ib_ca_handle_t ca);

/**
 * Returns handles that are invalid for all other kinds: NULL, random values, a closed handle, and a
 * valid one of another kind. Sets their number; the array is static.
 */
const void *const *kit_bad_handles(const struct kit *kit, size_t *count);

/** `call`, which uses `bad`, must return `status` for each invalid handle. */
#define KIT_REFUSES(kit, type, status, call)                                                       \
	do {                                                                                       \
		size_t kit_count;                                                                  \
		const void *const *kit_list = kit_bad_handles(kit, &kit_count);                    \
		for (size_t kit_i = 0; kit_i < kit_count; kit_i++) {                               \
			type bad = (type)(uintptr_t)kit_list[kit_i];                               \
			assert_int_equal(call, status);                                            \
		}                                                                                  \
	} while (0)

/** Counts calls of a callback; each call posts the semaphore. */
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
