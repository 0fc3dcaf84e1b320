/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers and the objects behind them; struct softhca_table is in objects.h. */
#ifndef EMULATOR_BASE_TABLE_H
#define EMULATOR_BASE_TABLE_H

#include "base/objects.h"

/** `limit` numbers from `base` on. cycle: take them round robin instead of lowest first. */
void softhca_table_init(struct softhca_table *table, uint32_t base, uint32_t limit, bool cycle);
void softhca_table_fini(struct softhca_table *table);
/** Enter an object under a free number. 0, ENOMEM when all are taken or memory is short. */
int softhca_table_enter(struct softhca_table *table, void *object, uint32_t *number);
void softhca_table_remove(struct softhca_table *table, uint32_t number);

#endif
