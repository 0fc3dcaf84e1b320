/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * The queues of rxe: rings in shared memory, named by their slot 0. The head with the indexes lies
 * in front of it. Each index is stored by one side, after the entries that it speaks of, and read
 * by the other before it looks at them.
 */
#ifndef INVERBS_ADAPTERS_RXE_QUEUE_H
#define INVERBS_ADAPTERS_RXE_QUEUE_H

#include <inverbs/adapters/rxe_formats.h>

/** Bytes in front of slot 0. rxe.queue.slots */
#define RXE_QUEUE_HEAD 384U

/** Slots, a power of two, of a queue that was just mapped. rxe.queue.shape */
INVERBS_INLINE uint32_t rxe_queue_entries(const void *head)
{
	return rxe_shape_get((const uint8_t *)head + 0).index_mask + 1;
}

/** Log2 of the bytes of a slot of a queue that was just mapped. */
INVERBS_INLINE uint8_t rxe_queue_shift(const void *head)
{
	return (uint8_t)rxe_shape_get((const uint8_t *)head + 0).log2_elem_size;
}

/** Bytes that a send entry needs for so many pieces or inline bytes. */
INVERBS_INLINE uint32_t rxe_send_bytes(uint32_t pieces, uint32_t inline_bytes)
{
	return 208 + (pieces * 16 > inline_bytes ? pieces * 16 : inline_bytes);
}

/** Bytes that a receive entry needs for so many pieces. */
INVERBS_INLINE uint32_t rxe_recv_bytes(uint32_t pieces)
{
	return 40 + pieces * 16;
}

/** Make the head of a queue of zeroed memory: what the kernel does. */
INVERBS_INLINE void rxe_queue_init(void *head, uint32_t entries, uint8_t shift)
{
	struct rxe_shape seg;

	memset(&seg, 0, sizeof(seg));
	seg.index_mask = entries - 1;
	seg.log2_elem_size = shift;
	rxe_shape_put((uint8_t *)head + 0, &seg);
}

/** Index of the next slot to be filled, as the head says. rxe.queue.producer */
INVERBS_INLINE uint32_t rxe_producer(const uint8_t *slots)
{
	const uint32_t word = inverbs_observe32(slots - RXE_QUEUE_HEAD + 128);

	inverbs_found_elsewhere();
	return rxe_index_get(&word).value;
}

/** Let the other side see it, and everything stored before. */
INVERBS_INLINE void rxe_set_producer(uint8_t *slots, uint32_t index)
{
	struct rxe_index seg;
	uint32_t word;

	seg.value = index;
	rxe_index_put(&word, &seg);
	inverbs_handed_elsewhere();
	inverbs_publish32(slots - RXE_QUEUE_HEAD + 128, word);
}

/** Index of the next slot to be emptied, as the head says. rxe.queue.consumer */
INVERBS_INLINE uint32_t rxe_consumer(const uint8_t *slots)
{
	const uint32_t word = inverbs_observe32(slots - RXE_QUEUE_HEAD + 256);

	inverbs_found_elsewhere();
	return rxe_index_get(&word).value;
}

/** Let the other side see it, and everything stored before. */
INVERBS_INLINE void rxe_set_consumer(uint8_t *slots, uint32_t index)
{
	struct rxe_index seg;
	uint32_t word;

	seg.value = index;
	rxe_index_put(&word, &seg);
	inverbs_handed_elsewhere();
	inverbs_publish32(slots - RXE_QUEUE_HEAD + 256, word);
}

/** Where the word of an index lies: the producer's or the consumer's. */
INVERBS_INLINE uint8_t *rxe_index_at(uint8_t *head, bool producer)
{
	return head + (producer ? 128 : 256);
}

/** The slot behind this one. */
INVERBS_INLINE uint32_t rxe_next(uint32_t index, uint32_t entries)
{
	return (index + 1) & (entries - 1);
}

/** True when the slot at the producer's index must stay free. */
INVERBS_INLINE bool rxe_full(const uint8_t *slots, uint32_t index, uint32_t entries)
{
	return rxe_next(index, entries) == rxe_consumer(slots);
}

#endif
