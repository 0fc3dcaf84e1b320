/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables of objects by number. Writers hold the context's table lock; readers (polls) take no lock,
 * so a leaf is not freed before the context, and pointers are stored atomically.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "provider.h"

enum {
	LEAVES_LOG = 8,
};

struct inverbs_qp inverbs_no_qp = {.sq = {.qpn = UINT32_MAX, .key = UINT32_MAX}};

const uint8_t inverbs_parked_cqe[64] __attribute__((aligned(64))) = {[0 ... 63] = 0xff};

void inverbs_table_init(struct inverbs_number_table *table, uint32_t size)
{
	const uint32_t bits = (uint32_t)__builtin_ctz(size); /* its logarithm */

	memset(table, 0, sizeof(*table));
	table->mask = size - 1;
	table->shift = bits > LEAVES_LOG ? bits - LEAVES_LOG : 0;
}

static void **entry_of(const struct inverbs_number_table *table, uint32_t number)
{
	void **leaf = table->leaf[(number & table->mask) >> table->shift];

	return leaf ? &leaf[number & ((1U << table->shift) - 1)] : NULL;
}

int inverbs_table_enter(struct inverbs_number_table *table, uint32_t number, void *object)
{
	void **entry = entry_of(table, number);

	if (!entry) {
		void **leaf = (void **)calloc((size_t)1 << table->shift, sizeof(*leaf));

		if (!leaf)
			return ENOMEM;
		__atomic_store_n(&table->leaf[(number & table->mask) >> table->shift], leaf,
				 __ATOMIC_RELEASE);
		entry = entry_of(table, number);
	}
	__atomic_store_n(entry, object, __ATOMIC_RELEASE);
	return 0;
}

void inverbs_table_remove(struct inverbs_number_table *table, uint32_t number)
{
	void **entry = entry_of(table, number);

	if (entry)
		__atomic_store_n(entry, NULL, __ATOMIC_RELEASE);
}

void inverbs_table_fini(struct inverbs_number_table *table)
{
	for (size_t i = 0; i < sizeof(table->leaf) / sizeof(table->leaf[0]); i++) {
		free((void *)table->leaf[i]);
		table->leaf[i] = NULL;
	}
}
