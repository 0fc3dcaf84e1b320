/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers and the objects behind them. */
#ifndef EMULATOR_BASE_TABLE_H
#define EMULATOR_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Grows on demand. Numbers begin at `base`; `limit` of them exist. */
struct softhca_table {
	void **slot;
	uint32_t room; /**< slots allocated */
	uint32_t used; /**< slots occupied */
	uint32_t base;
	uint32_t limit;
	uint32_t hint; /**< lowest slot that may be free, or next to try */
	bool cycle; /**< take numbers round robin, so that a freed one rests; else lowest first */
};

static inline void *softhca_table_get(const struct softhca_table *table, uint32_t number)
{
	uint32_t at = number - table->base;

	return at < table->room ? table->slot[at] : NULL;
}

/** `limit` numbers from `base` on. cycle: take them round robin instead of lowest first. */
void softhca_table_init(struct softhca_table *table, uint32_t base, uint32_t limit, bool cycle);
void softhca_table_fini(struct softhca_table *table);
/** Enter an object under a free number. 0, ENOMEM when all are taken or memory is short. */
int softhca_table_enter(struct softhca_table *table, void *object, uint32_t *number);
void softhca_table_remove(struct softhca_table *table, uint32_t number);

#endif
