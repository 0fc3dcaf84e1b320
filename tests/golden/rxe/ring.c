/* SPDX-License-Identifier: BSD-2-Clause */
#include "ring.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_LOG2_SLOT = 16,
	MAX_INDEX_MASK = (1 << 20) - 1,
};

static void *zeroed(size_t count, size_t bytes)
{
	void *at = calloc(count ? count : 1, bytes ? bytes : 1);

	if (!at)
		abort();
	return at;
}

static void take_slot(struct look *look, const json_t *event, const json_t *slot)
{
	struct shown *s = &look->shown[look->count++];
	const uint32_t from = (uint32_t)number(event, "old_consumer", 0);
	const uint32_t to = (uint32_t)number(event, "consumer", 0);

	s->index = (uint32_t)number(slot, "index", 0) & look->index_mask;
	s->consumed = ((s->index - from) & look->index_mask) < ((to - from) & look->index_mask);
	s->slot = zeroed(1, look->slot_bytes);
	copy_bytes(slot, "bytes", s->slot, look->slot_bytes);
}

bool look_take(struct look *look, const json_t *event, size_t entry_bytes, struct report *r)
{
	const json_t *slots = json_object_get(event, "slots");

	memset(look, 0, sizeof(*look));
	look->log2_elem_size = (uint32_t)number(event, "log2_elem_size", 0);
	look->index_mask = (uint32_t)number(event, "index_mask", 0);
	if (look->log2_elem_size > MAX_LOG2_SLOT || look->index_mask > MAX_INDEX_MASK ||
	    look->index_mask & (look->index_mask + 1) || json_array_size(slots) > MAX_SHOWN) {
		fail(r, "a queue of a size that no queue has");
		return false;
	}
	look->slot_bytes = (size_t)1 << look->log2_elem_size;
	look->produced = (uint32_t)(number(event, "producer", 0) -
				    number(event, "old_producer", 0)) &
			 look->index_mask;
	if (look->slot_bytes < entry_bytes || look->produced < json_array_size(slots)) {
		fail(r, "slots that hold no entry, or more of them than were produced");
		return false;
	}
	for (size_t i = 0; i < json_array_size(slots); i++)
		take_slot(look, event, json_array_get(slots, i));
	return true;
}

void look_free(struct look *look)
{
	while (look->count)
		free(look->shown[--look->count].slot);
}

size_t look_run(const struct look *look, size_t first)
{
	size_t n = 1;

	while (first + n < look->count &&
	       look->shown[first + n].index == ((look->shown[first].index + n) & look->index_mask))
		n++;
	return n;
}

static size_t ring_bytes(const struct look *look)
{
	return seen_head_bytes() + ((size_t)look->index_mask + 1) * look->slot_bytes;
}

uint8_t *ring_make(const struct look *look, uint32_t producer, uint32_t consumer)
{
	uint8_t *ring = zeroed(1, ring_bytes(look));

	memset(ring, RING_FILL, ring_bytes(look));
	seen_make_head(ring, look->log2_elem_size, look->index_mask, producer, consumer);
	return ring;
}

uint8_t *ring_slot(uint8_t *ring, const struct look *look, uint32_t index)
{
	return ring + seen_head_bytes() + (index & look->index_mask) * look->slot_bytes;
}

static bool is_untouched(const uint8_t *at, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		if (at[i] != RING_FILL)
			return false;
	}
	return true;
}

void ring_check_rest(const uint8_t *ring, const struct look *look, size_t first, size_t n,
		     const size_t *written, struct report *r)
{
	const uint8_t *at = ring + seen_head_bytes();

	for (uint32_t slot = 0; slot <= look->index_mask; slot++, at += look->slot_bytes) {
		uint32_t nth = (slot - look->shown[first].index) & look->index_mask;
		size_t from = nth < n ? written[nth] : 0;

		if (!is_untouched(at + from, look->slot_bytes - from))
			fail(r, "slot %u was written behind byte %zu", slot, from);
	}
}
