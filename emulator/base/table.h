/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables from numbers to objects. */
#ifndef EMULATOR_BASE_TABLE_H
#define EMULATOR_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A table that grows on demand. Numbers begin at `base`; there are `limit` of them. */
struct softhca_table {
	void **slot;
	uint32_t room; /**< slots allocated */
	uint32_t used; /**< slots in use */
	uint32_t base;
	uint32_t limit;
	uint32_t hint; /**< lowest slot that may be free, or next to try */
	bool cycle;    /**< assign numbers round robin, so that a freed one is not reused soon; else
			  lowest first */
};

static inline void *softhca_table_get(const struct softhca_table *table, uint32_t number)
{
	uint32_t at = number - table->base;

	return at < table->room ? table->slot[at] : NULL;
}

/** Initialise a table with `limit` numbers from `base` on. cycle: see the struct. */
void softhca_table_init(struct softhca_table *table, uint32_t base, uint32_t limit, bool cycle);
void softhca_table_fini(struct softhca_table *table);
/**
 * Enter an object at a free number. Returns 0, or ENOMEM if all are in use or memory is exhausted.
 */
int softhca_table_enter(struct softhca_table *table, void *object, uint32_t *number);
void softhca_table_remove(struct softhca_table *table, uint32_t number);

#endif
