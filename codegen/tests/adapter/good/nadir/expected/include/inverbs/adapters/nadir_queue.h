/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from nadir.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The queues of nadir: rings in shared memory, named by their slot 0. The head with the indexes
 * lies in front of it. Each index is stored by one side, after the entries that it speaks of, and
 * read by the other before it looks at them.
 */
#ifndef INVERBS_ADAPTERS_NADIR_QUEUE_H
#define INVERBS_ADAPTERS_NADIR_QUEUE_H

#include <inverbs/adapters/nadir_formats.h>

/** Bytes in front of slot 0. nadir.queue.slots */
#define NADIR_QUEUE_HEAD 128U

/** Slots, a power of two, of a queue that was just mapped. nadir.queue.shape */
INVERBS_INLINE uint32_t nadir_queue_entries(const void *head)
{
	return nadir_form_get((const uint8_t *)head + 0).last + 1;
}

/** Log2 of the bytes of a slot of a queue that was just mapped. */
INVERBS_INLINE uint8_t nadir_queue_shift(const void *head)
{
	return (uint8_t)nadir_form_get((const uint8_t *)head + 0).shift;
}

/** Bytes that a send entry needs for so many pieces or inline bytes. */
INVERBS_INLINE uint32_t nadir_send_bytes(uint32_t pieces, uint32_t inline_bytes)
{
	return 80 + (pieces * 16 > inline_bytes ? pieces * 16 : inline_bytes);
}

/** Bytes that a receive entry needs for so many pieces. */
INVERBS_INLINE uint32_t nadir_recv_bytes(uint32_t pieces)
{
	return 16 + pieces * 16;
}

/** Make the head of a queue of zeroed memory: what the kernel does. */
INVERBS_INLINE void nadir_queue_init(void *head, uint32_t entries, uint8_t shift)
{
	struct nadir_form seg;

	memset(&seg, 0, sizeof(seg));
	seg.last = entries - 1;
	seg.shift = shift;
	nadir_form_put((uint8_t *)head + 0, &seg);
}

/** Index of the next slot to be filled, as the head says. nadir.queue.producer */
INVERBS_INLINE uint32_t nadir_producer(const uint8_t *slots)
{
	const uint32_t word = inverbs_observe32(slots - NADIR_QUEUE_HEAD + 64);

	inverbs_found_elsewhere();
	return nadir_turn_get(&word).slot;
}

/** Let the other side see it, and everything stored before. */
INVERBS_INLINE void nadir_set_producer(uint8_t *slots, uint32_t index)
{
	struct nadir_turn seg;
	uint32_t word;

	seg.slot = index;
	nadir_turn_put(&word, &seg);
	inverbs_handed_elsewhere();
	inverbs_publish32(slots - NADIR_QUEUE_HEAD + 64, word);
}

/** Index of the next slot to be emptied, as the head says. nadir.queue.consumer */
INVERBS_INLINE uint32_t nadir_consumer(const uint8_t *slots)
{
	const uint32_t word = inverbs_observe32(slots - NADIR_QUEUE_HEAD + 32);

	inverbs_found_elsewhere();
	return nadir_turn_get(&word).slot;
}

/** Let the other side see it, and everything stored before. */
INVERBS_INLINE void nadir_set_consumer(uint8_t *slots, uint32_t index)
{
	struct nadir_turn seg;
	uint32_t word;

	seg.slot = index;
	nadir_turn_put(&word, &seg);
	inverbs_handed_elsewhere();
	inverbs_publish32(slots - NADIR_QUEUE_HEAD + 32, word);
}

/** Where the word of an index lies: the producer's or the consumer's. */
INVERBS_INLINE uint8_t *nadir_index_at(uint8_t *head, bool producer)
{
	return head + (producer ? 64 : 32);
}

/** The slot behind this one. */
INVERBS_INLINE uint32_t nadir_next(uint32_t index, uint32_t entries)
{
	return (index + 1) & (entries - 1);
}

/** True when the slot at the producer's index must stay free. */
INVERBS_INLINE bool nadir_full(const uint8_t *slots, uint32_t index, uint32_t entries)
{
	return nadir_next(index, entries) == nadir_consumer(slots);
}

#endif
