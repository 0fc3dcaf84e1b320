/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Explains why a work request failed, in text for people, from the completion, the queues and the
 * specs. Nothing here allocates memory. Every function may be called from any thread, from a
 * debugger, and in programs of any binding.
 */
#ifndef INVERBS_EXPLAIN_H
#define INVERBS_EXPLAIN_H

#include <infiniband/verbs.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Print an explanation of a failed completion to `out`; NULL means stderr.
 *
 * cq: The CQ that `wc` was polled from. This CQ and the queue pair wc->qp_num must not be destroyed
 * during the call; if the queue pair was destroyed before, the text only says so.
 * wc: As ibv_poll_cq() filled it in. After an extended poll: wr_id and status of the CQ, and the
 * values of ibv_wc_read_vendor_err() and ibv_wc_read_qp_num(); call ibv_end_poll() first.
 *
 * The text contains the status, the adapter's syndrome by name, type and state of the queue pair,
 * CQE and WQE if they are still in their rings (if not, it says so), and possible causes. Call this
 * before anything else is posted to the queue pair: a post overwrites the WQE. Queries the kernel
 * for the state of the queue pair; errno is unchanged.
 *
 * In gdb: call inverbs_explain_wc(cq, &wc, 0)
 */
void inverbs_explain_wc(struct ibv_cq *cq, const struct ibv_wc *wc, FILE *out);

/**
 * The same, into a buffer: at most room - 1 bytes and a NUL.
 *
 * Returns the length of the whole text; it is truncated if that is not less than room. buf may be
 * NULL if room is 0. INVERBS_EXPLAIN_BYTES are enough for most texts.
 */
size_t inverbs_explain_wc_text(struct ibv_cq *cq, const struct ibv_wc *wc, char *buf, size_t room);

#define INVERBS_EXPLAIN_BYTES 8192

/** Explain a status and its causes, without a completion. Returns the length as above. */
size_t inverbs_explain_status(enum ibv_wc_status status, char *buf, size_t room);

/** Where a mistake was made, as seen from the program that polled the completion. */
enum inverbs_side {
	INVERBS_LOCAL,      /**< in this program */
	INVERBS_REMOTE,     /**< in the peer */
	INVERBS_CONNECTION, /**< in what both sides agreed on, or in the fabric between them */
	INVERBS_ADAPTER,    /**< in the adapter or its driver */
};

/** Which completions a cause applies to. */
enum inverbs_of {
	INVERBS_OF_ANY,
	INVERBS_OF_SEND,
	INVERBS_OF_RECEIVE,
};

/** One possible cause of a status. */
struct inverbs_cause {
	enum inverbs_side side;
	enum inverbs_of of;
	const char *cause;
	const char *look; /**< what to check, or to try */
};

/**
 * Returns the causes of a status, likeliest first, and sets *count; NULL and 0 if there are none.
 * The array is constant.
 */
const struct inverbs_cause *inverbs_wc_status_causes(enum ibv_wc_status value, size_t *count);

/* Names as in the header, e.g. "IBV_WC_RETRY_EXC_ERR"; NULL for other values. */
const char *inverbs_wc_status_name(enum ibv_wc_status value);
const char *inverbs_qp_state_name(enum ibv_qp_state value);
const char *inverbs_qp_type_name(enum ibv_qp_type value);

#ifdef __cplusplus
}
#endif

#endif
