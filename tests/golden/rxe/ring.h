/* SPDX-License-Identifier: BSD-2-Clause */
/* A look at a queue: what the trace saw there, and memory like the program's at that time. */
#ifndef GOLDEN_RXE_RING_H
#define GOLDEN_RXE_RING_H

#include "queues.h"
#include "seen.h"

enum {
	MAX_SHOWN = 64, /* new entries that one look shows */
	RING_FILL = 0xee,
};

/** New entries of a queue. */
struct look {
	uint32_t log2_elem_size;
	uint32_t index_mask;
	size_t slot_bytes;
	uint32_t produced; /**< since the last look, shown or not */
	size_t count;      /**< shown */
	struct shown {
		uint32_t index;
		bool consumed; /**< the other side's index is behind it already */
		uint8_t *slot; /**< slot_bytes of it */
	} shown[MAX_SHOWN];
};

/** False and a failure if the event makes no sense. */
bool look_take(struct look *look, const json_t *event, size_t entry_bytes, struct report *r);
void look_free(struct look *look);
/** Entries from `first` on that follow each other. */
size_t look_run(const struct look *look, size_t first);

/** Memory of a queue, every byte of its slots RING_FILL; free() it. */
uint8_t *ring_make(const struct look *look, uint32_t producer, uint32_t consumer);
uint8_t *ring_slot(uint8_t *ring, const struct look *look, uint32_t index);
/** Fail unless `written` bytes at most were stored in these slots, and nothing in any other. */
void ring_check_rest(const uint8_t *ring, const struct look *look, size_t first, size_t n,
		     const size_t *written, struct report *r);

#endif
