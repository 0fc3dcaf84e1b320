/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a trace shows, read with the kernel's own headers and nothing of ours: entries of queues,
 * the heads of queues, bells. Numbers of verbs are verbs' own; the kernel's are the same.
 */
#ifndef GOLDEN_RXE_SEEN_H
#define GOLDEN_RXE_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SEEN_MAX_PIECES = 64,
};

struct seen_piece {
	uint64_t addr;
	uint32_t length;
	uint32_t lkey;
};

/** Payload as an entry tells of it. */
struct seen_payload {
	uint32_t length; /**< as it says */
	uint32_t num_sge;
	uint64_t sum; /**< of the pieces that there are */
	bool is_inline;
	bool fits;         /**< in the slot, and in piece[] */
	const uint8_t *at; /**< inline bytes, or pieces */
	struct seen_piece piece[SEEN_MAX_PIECES];
};

/** A send request. Members that the opcode does not have are 0. */
struct seen_send {
	uint64_t wr_id;
	uint32_t opcode; /**< enum ibv_wr_opcode */
	uint32_t flags;  /**< IBV_SEND_* */
	bool datagram;
	bool worked_on; /**< the kernel began with it before the trace looked */
	uint32_t imm;   /**< four bytes in memory order, or the key to invalidate */
	uint64_t remote_addr;
	uint64_t compare_add;
	uint64_t swap;
	uint32_t rkey;
	uint32_t qpn;
	uint32_t qkey;
	uint32_t ah_number;
	struct {
		uint64_t addr;
		uint64_t length;
		uint32_t lkey;
		uint32_t old_rkey;
		uint32_t rkey;
		uint32_t access;
	} bind;
	struct seen_payload payload;
	struct {
		uint32_t status, state, mask, first_psn, last_psn, ack_length, ssn, has_rd_atomic,
			cur_sge, sge_offset;
	} kernels; /**< its own words, which nobody posts */
};

struct seen_recv {
	uint64_t wr_id;
	bool worked_on; /**< less is left to fill than there was */
	struct seen_payload payload;
};

/** A completion, with the flags of verbs. */
struct seen_wc {
	uint64_t wr_id;
	uint32_t status;
	uint32_t opcode;
	uint32_t vendor_err;
	uint32_t byte_len;
	uint32_t imm; /**< four bytes in memory order */
	uint32_t qp_num;
	uint32_t src_qp;
	uint32_t flags; /**< IBV_WC_* */
	uint16_t pkey_index;
	uint16_t slid;
	uint8_t sl;
	uint8_t path_bits;
};

/** Opcodes by what they carry; bits of 1 << opcode. */
extern const uint32_t seen_with_imm;    /**< immediate data or a key to invalidate */
extern const uint32_t seen_with_remote; /**< an address of the other side */

/** False: the slot is too small for an entry. The payload points into the slot. */
bool seen_send_entry(const uint8_t *slot, size_t bytes, bool datagram, struct seen_send *out);
bool seen_recv_entry(const uint8_t *slot, size_t bytes, struct seen_recv *out);
void seen_completion(const uint8_t *slot, struct seen_wc *out);
/**
 * Give fields that this kernel leaves at 0 a number each, so that their places show, and the
 * completion one of the statuses: `any` of them, as they are counted round and round.
 */
void seen_fill_completion(uint8_t *slot, unsigned int any);
/** IBV_WC_* of the kernel's flags in a completion. */
uint32_t seen_wc_flags(uint32_t kernel_flags);

/** Bytes before slot 0, and of the part of entries in front of the payload. */
size_t seen_head_bytes(void);
size_t seen_send_bytes(void);
size_t seen_recv_bytes(void);
size_t seen_wc_bytes(void);

/** Head of a queue as the kernel makes it, and its indexes. */
void seen_make_head(uint8_t *head, uint32_t log2_elem_size, uint32_t index_mask, uint32_t producer,
		    uint32_t consumer);
uint32_t seen_producer(const uint8_t *head);
uint32_t seen_consumer(const uint8_t *head);

/** A bell: the command without its head. */
struct seen_bell {
	uint32_t qp_handle;
	uint32_t wr_count;
	uint32_t sge_count;
	bool known_size; /**< of a request, large enough for the kernel */
};
bool seen_bell_command(const uint8_t *body, size_t bytes, struct seen_bell *out);

#endif
