/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * The queues of rxe: rings in shared memory, addressed by their unit 0. A header with the indexes
 * precedes it. Each index is stored by one side, after the units that it covers, and loaded by the
 * other side before those units.
 */
#ifndef INVERBS_ADAPTERS_RXE_QUEUE_H
#define INVERBS_ADAPTERS_RXE_QUEUE_H

#include <inverbs/adapters/rxe_formats.h>

/** Bytes before unit 0. rxe.queue-head.bytes */
#define RXE_QUEUE_HEAD 384U

/** Number of units of a queue that was just mapped, a power of two. */
INVERBS_INLINE uint32_t rxe_queue_entries(const void *head)
{
	return rxe_shape_get((const uint8_t *)head + 0).index_mask + 1;
}

/** Log2 of the bytes of a unit of a queue that was just mapped. */
INVERBS_INLINE uint8_t rxe_queue_shift(const void *head)
{
	return (uint8_t)rxe_shape_get((const uint8_t *)head + 0).log2_elem_size;
}

/** Bytes that a send with this many SGEs or inline bytes needs. */
INVERBS_INLINE uint32_t rxe_send_bytes(uint32_t sges, uint32_t inline_bytes)
{
	return 208 + (sges * 16 > inline_bytes ? sges * 16 : inline_bytes);
}

/** Bytes that a receive with this many SGEs needs. */
INVERBS_INLINE uint32_t rxe_recv_bytes(uint32_t sges)
{
	return 40 + sges * 16;
}

/** Initialise the header of a queue in zeroed memory, as the kernel does. */
INVERBS_INLINE void rxe_queue_init(void *head, uint32_t entries, uint8_t shift)
{
	struct rxe_shape seg;

	memset(&seg, 0, sizeof(seg));
	seg.index_mask = entries - 1;
	seg.log2_elem_size = shift;
	rxe_shape_put((uint8_t *)head + 0, &seg);
}

/** The producer index: the next unit to be filled. rxe.queue-head.producer */
INVERBS_INLINE uint32_t rxe_producer(const uint8_t *units)
{
	const uint32_t word = inverbs_observe32(units - RXE_QUEUE_HEAD + 128);

	inverbs_found_elsewhere();
	return rxe_index_get(&word).value;
}

/** Publish the index, which is less than the number of units, and with it all earlier stores. */
INVERBS_INLINE void rxe_set_producer(uint8_t *units, uint32_t index)
{
	inverbs_handed_elsewhere();
	inverbs_publish32(units - RXE_QUEUE_HEAD + 128, INVERBS_NATIVE32(index));
}

/** The consumer index: the next unit to be emptied. rxe.queue-head.consumer */
INVERBS_INLINE uint32_t rxe_consumer(const uint8_t *units)
{
	const uint32_t word = inverbs_observe32(units - RXE_QUEUE_HEAD + 256);

	inverbs_found_elsewhere();
	return rxe_index_get(&word).value;
}

/** Publish the index, which is less than the number of units, and with it all earlier stores. */
INVERBS_INLINE void rxe_set_consumer(uint8_t *units, uint32_t index)
{
	inverbs_handed_elsewhere();
	inverbs_publish32(units - RXE_QUEUE_HEAD + 256, INVERBS_NATIVE32(index));
}

/** The word of an index: the producer's or the consumer's. */
INVERBS_INLINE uint8_t *rxe_index_at(uint8_t *head, bool producer)
{
	return head + (producer ? 128 : 256);
}

/** The unit after this one. */
INVERBS_INLINE uint32_t rxe_next(uint32_t index, uint32_t entries)
{
	return (index + 1) & (entries - 1);
}

/** True when the unit at the producer index, which may be free-running, must stay free. */
INVERBS_INLINE bool rxe_full(const uint8_t *units, uint32_t index, uint32_t entries)
{
	return ((index + 1 - rxe_consumer(units)) & (entries - 1)) == 0;
}

#endif
