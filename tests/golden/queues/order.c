/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The order in which a WQE was stored: the word that passes ownership comes last, after a barrier.
 */
#include "hooks.h"

#include "order.h"

/* The ownership word is stored after the rest of the WQE, and its repetition after that. */
static void check_word(const struct golden_handover *h, const struct region *ring, size_t at,
		       uint32_t bytes, struct report *r)
{
	const size_t word = at + h->at, behind = word + h->bytes + h->tags;
	const size_t end = h->again_bytes ? at + h->again : at + bytes;
	const long handed_over = (h->marked ? last_touch : first_touch)(ring, word, h->bytes);
	const long body = last_touch(ring, behind, end - behind);
	const long before = h->at ? last_touch(ring, at, h->at) : -1;
	const long last = body > before ? body : before;

	if (handed_over < 0)
		fail(r, "the word that hands over the WQE at %zu was never stored", at);
	else if (last > handed_over)
		fail(r, "the WQE at %zu was handed over before it was complete", at);
	else if (h->tags && first_touch(ring, behind - 1, 1) > handed_over)
		fail(r, "the WQE at %zu was handed over before its size was stored", at);
	else if (last >= 0 && !barrier_between(last, handed_over))
		fail(r, "no barrier before the word that hands over the WQE at %zu", at);
	if (h->again_bytes && last_touch(ring, at + h->again, h->again_bytes) < handed_over)
		fail(r, "the WQE at %zu: the word that hands it over was repeated first", at);
}

static void check_chunk(const struct golden_handover *h, const struct region *ring, size_t at,
			uint32_t bytes, struct report *r)
{
	const long head = last_touch(ring, at, h->bytes);
	const long rest = last_touch(ring, at + h->bytes, bytes - h->bytes);

	if (head < rest)
		fail(r, "the first word of the chunk at %zu was stored before its rest", at);
	else if (!barrier_between(rest, head))
		fail(r, "no barrier before the first word of the chunk at %zu", at);
}

void check_handover(const struct golden_handover *h, const struct region *ring, size_t at,
		    uint32_t bytes, struct report *r)
{
	if (!h->bytes)
		return;
	check_word(h, ring, at, bytes, r);
	for (uint32_t chunk = h->chunk; h->chunk && chunk < bytes; chunk += h->chunk)
		check_chunk(h, ring, at + chunk,
			    bytes - chunk < h->chunk ? bytes - chunk : h->chunk, r);
}

static long first_doorbell(void)
{
	for (size_t i = 0; i < recorder.count; i++) {
		if (!is_ring(recorder.stores[i].region) && !is_of_copies(recorder.stores[i].region))
			return (long)i;
	}
	return (long)recorder.count;
}

void check_stored_first(const struct region *ring, size_t at, size_t bytes, struct report *r)
{
	const long stored = last_touch(ring, at, bytes);

	if (stored < 0)
		fail(r, "no store to the posted WQE at %zu was recorded", at);
	else if (stored > first_doorbell())
		fail(r, "the doorbell came before the WQE at %zu was complete", at);
}
