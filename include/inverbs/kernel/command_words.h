/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Driver-private data of kernel commands as words at offsets: the generated <adapter>_abi.h gives
 * the offset of each word. Providers pack requests and parse responses with the two functions
 * below, and the emulated drivers do the reverse.
 */
#ifndef INVERBS_COMMAND_WORDS_H
#define INVERBS_COMMAND_WORDS_H

#include <inverbs/fast/bits.h>

/** The meanings of fields of driver-private data; `is` in a field of spec/adapters. */
enum inverbs_command_word {
	INVERBS_WORD_NUMBER,            /**< the adapter's number of the object */
	INVERBS_WORD_RINGS,             /**< address of the rings in the process */
	INVERBS_WORD_RECORD,            /**< address of the doorbell record */
	INVERBS_WORD_ENTRIES_LOG2,      /**< size of the ring */
	INVERBS_WORD_SEND_ENTRIES_LOG2, /**< size of the send ring, or sends in a ring that sends
					   and receives share */
	INVERBS_WORD_SEND_STRIDE_LOG2,
	INVERBS_WORD_RECV_ENTRIES_LOG2,
	INVERBS_WORD_RECV_INLINE, /**< bytes of a receive that may be in the CQE */
	INVERBS_WORD_KEY,         /**< file offset at which the ring is mapped */
	INVERBS_WORD_BYTES,       /**< size of that mapping; 0: there is no ring */
	INVERBS_WORD_SEND_KEY,
	INVERBS_WORD_SEND_BYTES,
	INVERBS_WORD_RECV_KEY,
	INVERBS_WORD_RECV_BYTES,
	INVERBS_WORD_DOORBELL_KEY, /**< likewise for the doorbell register, plus its offset in the
				      page */
	INVERBS_WORD_PLACE,   /**< address where the kernel stores key and size of another ring */
	INVERBS_WORD_NUMBERS, /**< size of the space of queue pair numbers, a power of two */
	INVERBS_WORD_IMAGE_BYTES,    /**< size of a register to which whole WQEs are copied: both of
					its buffers */
	INVERBS_WORD_IMAGE_COUNT,    /**< number of such registers in a page */
	INVERBS_WORD_CQE_BYTES,      /**< size of a CQE's slot */
	INVERBS_WORD_CQE_TOLD,       /**< odd: INVERBS_WORD_CQE_BYTES is valid */
	INVERBS_WORD_CLOCK_OFFSET,   /**< offset of the clock, whose low bits are the offset in its
					page */
	INVERBS_WORD_CLOCK_TOLD,     /**< odd: INVERBS_WORD_CLOCK_OFFSET is valid */
	INVERBS_WORD_RESPONSE_BYTES, /**< size of the response */
	INVERBS_WORDS,
};

enum {
	INVERBS_MOST_DRIVER_DATA = 64, /**< largest driver-private data with words, in bytes */
};

/** The values for one object. Parsing leaves values unchanged that the data does not contain. */
struct inverbs_words {
	uint64_t of[INVERBS_WORDS];
};

struct inverbs_word_place {
	uint16_t at;
	uint8_t bytes; /**< 1, 2, 4 or 8 */
	uint8_t word;  /**< enum inverbs_command_word */
};

/** Layout of the driver-private data of a request or response; bytes is 0 if there is none. */
struct inverbs_driver_data {
	uint16_t bytes;
	uint16_t count;
	const struct inverbs_word_place *words;
};

/** The layouts of an adapter. */
struct inverbs_command_data {
	struct inverbs_driver_data get_context_out;
	struct inverbs_driver_data get_context_old_out; /**< for older driver ABIs */
	struct inverbs_driver_data query_device_ex_out;
	struct inverbs_driver_data alloc_pd_out;
	struct inverbs_driver_data create_cq_in;
	struct inverbs_driver_data create_cq_out;
	struct inverbs_driver_data resize_cq_in;
	struct inverbs_driver_data resize_cq_out;
	struct inverbs_driver_data create_qp_in;
	struct inverbs_driver_data create_qp_out;
	struct inverbs_driver_data create_srq_in;
	struct inverbs_driver_data create_srq_out;
	struct inverbs_driver_data modify_srq_in;
	struct inverbs_driver_data modify_srq_place;
	struct inverbs_driver_data create_ah_out;
};

INVERBS_INLINE void inverbs_word_put(uint8_t *at, uint8_t bytes, uint64_t value)
{
	if (bytes == 8)
		inverbs_put64(at, value);
	else if (bytes == 4)
		inverbs_put32(at, (uint32_t)value);
	else if (bytes == 2)
		inverbs_put16(at, (uint16_t)value);
	else
		inverbs_put8(at, (uint8_t)value);
}

INVERBS_INLINE uint64_t inverbs_word_get(const uint8_t *at, uint8_t bytes)
{
	if (bytes == 8)
		return inverbs_get64(at);
	if (bytes == 4)
		return inverbs_get32(at);
	return bytes == 2 ? inverbs_get16(at) : inverbs_get8(at);
}

/** Pack data->bytes bytes from words; bytes outside of words become zero. */
INVERBS_INLINE void inverbs_words_put(const struct inverbs_driver_data *data, void *to,
				      const struct inverbs_words *words)
{
	memset(to, 0, data->bytes);
	for (uint32_t i = 0; i < data->count; i++) {
		const struct inverbs_word_place *const p = &data->words[i];

		inverbs_word_put((uint8_t *)to + p->at, p->bytes, words->of[p->word]);
	}
}

/** Parse the words of `data`. */
INVERBS_INLINE void inverbs_words_get(const struct inverbs_driver_data *data, const void *from,
				      struct inverbs_words *words)
{
	for (uint32_t i = 0; i < data->count; i++) {
		const struct inverbs_word_place *const p = &data->words[i];

		words->of[p->word] = inverbs_word_get((const uint8_t *)from + p->at, p->bytes);
	}
}

#endif
