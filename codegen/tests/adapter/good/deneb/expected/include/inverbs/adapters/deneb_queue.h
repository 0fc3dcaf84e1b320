/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The queues of deneb: rings in shared memory, named by their unit 0. The header with the indexes
 * precedes it. Each index is stored by one side, after the units it covers, and read by the other
 * before it reads those.
 */
#ifndef INVERBS_ADAPTERS_DENEB_QUEUE_H
#define INVERBS_ADAPTERS_DENEB_QUEUE_H

#include <inverbs/adapters/deneb_formats.h>

/** Bytes in front of unit 0. deneb.queue-head.bytes */
#define DENEB_QUEUE_HEAD 128U

/** Number of units, a power of two, of a queue that was just mapped. */
INVERBS_INLINE uint32_t deneb_queue_entries(const void *head)
{
	return deneb_form_get((const uint8_t *)head + 0).last + 1;
}

/** Log2 of the bytes of a unit of a queue that was just mapped. */
INVERBS_INLINE uint8_t deneb_queue_shift(const void *head)
{
	return (uint8_t)deneb_form_get((const uint8_t *)head + 0).shift;
}

/** Bytes that a send with so many SGEs or inline bytes needs. */
INVERBS_INLINE uint32_t deneb_send_bytes(uint32_t sges, uint32_t inline_bytes)
{
	return 80 + (sges * 16 > inline_bytes ? sges * 16 : inline_bytes);
}

/** Bytes that a receive with so many SGEs needs. */
INVERBS_INLINE uint32_t deneb_recv_bytes(uint32_t sges)
{
	return 16 + sges * 16;
}

/** Initialise the header of a queue of zeroed memory: the kernel's part. */
INVERBS_INLINE void deneb_queue_init(void *head, uint32_t entries, uint8_t shift)
{
	struct deneb_form seg;

	memset(&seg, 0, sizeof(seg));
	seg.last = entries - 1;
	seg.shift = shift;
	deneb_form_put((uint8_t *)head + 0, &seg);
}

/** The producer index: the next unit to be filled. deneb.queue-head.producer */
INVERBS_INLINE uint32_t deneb_producer(const uint8_t *units)
{
	const uint32_t word = inverbs_observe32(units - DENEB_QUEUE_HEAD + 64);

	inverbs_found_elsewhere();
	return deneb_turn_get(&word).slot;
}

/** Publish the index, and with it everything stored before. It is less than the number of units. */
INVERBS_INLINE void deneb_set_producer(uint8_t *units, uint32_t index)
{
	inverbs_handed_elsewhere();
	inverbs_publish32(units - DENEB_QUEUE_HEAD + 64, INVERBS_BE32(index));
}

/** The consumer index: the next unit to be emptied. deneb.queue-head.consumer */
INVERBS_INLINE uint32_t deneb_consumer(const uint8_t *units)
{
	const uint32_t word = inverbs_observe32(units - DENEB_QUEUE_HEAD + 32);

	inverbs_found_elsewhere();
	return deneb_turn_get(&word).slot;
}

/** Publish the index, and with it everything stored before. It is less than the number of units. */
INVERBS_INLINE void deneb_set_consumer(uint8_t *units, uint32_t index)
{
	inverbs_handed_elsewhere();
	inverbs_publish32(units - DENEB_QUEUE_HEAD + 32, INVERBS_BE32(index));
}

/** The word of an index: the producer's or the consumer's. */
INVERBS_INLINE uint8_t *deneb_index_at(uint8_t *head, bool producer)
{
	return head + (producer ? 64 : 32);
}

/** The unit after this one. */
INVERBS_INLINE uint32_t deneb_next(uint32_t index, uint32_t entries)
{
	return (index + 1) & (entries - 1);
}

/** True when the unit at the producer index, which may be free-running, must stay free. */
INVERBS_INLINE bool deneb_full(const uint8_t *units, uint32_t index, uint32_t entries)
{
	return ((index + 1 - deneb_consumer(units)) & (entries - 1)) == 0;
}

#endif
