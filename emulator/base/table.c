/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	INITIAL_ROOM = 16
};

void softhca_table_init(struct softhca_table *table, uint32_t base, uint32_t limit, bool cycle)
{
	memset(table, 0, sizeof(*table));
	table->base = base;
	table->limit = limit;
	table->cycle = cycle;
}

void softhca_table_fini(struct softhca_table *table)
{
	free(table->slot);
	table->slot = NULL;
	table->room = 0;
	table->used = 0;
}

static int grow_table(struct softhca_table *table)
{
	uint32_t room = table->room ? table->room * 2 : INITIAL_ROOM;
	void **slot;

	if (room > table->limit)
		room = table->limit;
	if (room <= table->room)
		return ENOMEM;
	slot = reallocarray(table->slot, room, sizeof(*slot));
	if (!slot)
		return ENOMEM;
	memset(slot + table->room, 0, (room - table->room) * sizeof(*slot));
	table->slot = slot;
	table->room = room;
	return 0;
}

/** Returns the first free slot in [from, to), or `to`. */
static uint32_t free_slot(const struct softhca_table *table, uint32_t from, uint32_t to)
{
	while (from < to && table->slot[from])
		from++;
	return from;
}

int softhca_table_enter(struct softhca_table *table, void *object, uint32_t *number)
{
	uint32_t at = free_slot(table, table->hint, table->room);

	/*
	 * Round robin wraps only when every number was used, so that a freed number stays unused as
	 * long as possible.
	 */
	if (at == table->room && grow_table(table)) {
		at = free_slot(table, 0, table->room);
		if (at == table->room)
			return ENOMEM;
	}
	table->slot[at] = object;
	table->used++;
	table->hint = at + 1;
	*number = table->base + at;
	return 0;
}

void softhca_table_remove(struct softhca_table *table, uint32_t number)
{
	uint32_t at = number - table->base;

	if (at >= table->room || !table->slot[at])
		return;
	table->slot[at] = NULL;
	table->used--;
	if (!table->cycle && at < table->hint)
		table->hint = at;
}
