/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Defines the table of one adapter's generated calls, and its operations, which use the vocabulary
 * <adapter>_words. Define GOLDEN_ADAPTER before including it.
 */
#include "queues.h"

#define GOLDEN_NAME_(a, b) a##_##b
#define GOLDEN_NAME(a, b)  GOLDEN_NAME_(a, b)
#define GOLDEN_CALL(name)  GOLDEN_NAME(GOLDEN_ADAPTER, name)

static void install_extended(struct ibv_cq_ex *cq)
{
	cq->start_poll = GOLDEN_CALL(start_poll);
	cq->next_poll = GOLDEN_CALL(next_poll);
	cq->end_poll = GOLDEN_CALL(end_poll);
	cq->read_opcode = GOLDEN_CALL(read_opcode);
	cq->read_vendor_err = GOLDEN_CALL(read_vendor_err);
	cq->read_wc_flags = GOLDEN_CALL(read_wc_flags);
	cq->read_byte_len = GOLDEN_CALL(read_byte_len);
	cq->read_imm_data = GOLDEN_CALL(read_imm_data);
	cq->read_qp_num = GOLDEN_CALL(read_qp_num);
	cq->read_src_qp = GOLDEN_CALL(read_src_qp);
	cq->read_slid = GOLDEN_CALL(read_slid);
	cq->read_sl = GOLDEN_CALL(read_sl);
}

/* The vocabulary for a vector; a file may define its own if its vectors are for several
 * adapters. */
#ifndef GOLDEN_WORDS
#define GOLDEN_WORDS(vector) (&GOLDEN_CALL(words))
#endif

#define GOLDEN_POST_AND_POLL_CALLS                                                                 \
	.post_send = GOLDEN_CALL(post_send), .post_recv = GOLDEN_CALL(post_recv),                  \
	.wr_complete = GOLDEN_CALL(wr_complete), .poll_cq = GOLDEN_CALL(poll_cq),                  \
	.decode_send = GOLDEN_CALL(dev_decode_send), .decode_recv = GOLDEN_CALL(dev_decode_recv)

#define GOLDEN_COMMON_CALLS GOLDEN_POST_AND_POLL_CALLS, .arm_cq = GOLDEN_CALL(arm_cq)

#define GOLDEN_OP(op)                                                                              \
	static void run_##op(const json_t *vector, struct report *r)                               \
	{                                                                                          \
		const struct golden_vocabulary *const words = GOLDEN_WORDS(vector);                \
		const char *const why = words->left_out ? words->left_out(vector) : NULL;          \
                                                                                                   \
		if (why)                                                                           \
			leave_out(r, why);                                                         \
		else                                                                               \
			replay_##op(words, vector, r);                                             \
	}
