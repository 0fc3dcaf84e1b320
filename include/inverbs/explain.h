/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why did a work request fail? Text for people, from what the completion, the queues and the specs
 * say. Nothing here allocates memory; every function may be called from any thread, from a
 * debugger, and in programs of all bindings.
 */
#ifndef INVERBS_EXPLAIN_H
#define INVERBS_EXPLAIN_H

#include <infiniband/verbs.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Explain a failed completion to `out`; NULL is stderr.
 *
 * cq: The queue that `wc` was taken from. The queue and the queue pair that wc->qp_num names must
 * not be destroyed meanwhile; of a queue pair that is gone already the text says only that.
 * wc: As ibv_poll_cq() filled it. After an extended poll: wr_id and status of the queue, and what
 * ibv_wc_read_vendor_err() and ibv_wc_read_qp_num() said, once ibv_end_poll() was called.
 *
 * The text has the status, the adapter's syndrome by name, type and state of the queue pair, CQE
 * and WQE if they are still in their rings (if not, it says so), and possible causes. Call it
 * before anything else is posted to the queue pair: a post overwrites the WQE. Asks the kernel for
 * the state of the queue pair; errno is unchanged.
 *
 * In gdb: call inverbs_explain_wc(cq, &wc, 0)
 */
void inverbs_explain_wc(struct ibv_cq *cq, const struct ibv_wc *wc, FILE *out);

/**
 * The same into a buffer; at most room - 1 bytes and a NUL.
 *
 * Returns the length of the whole text; it is cut if that is not less than room. buf may be NULL
 * when room is 0. INVERBS_EXPLAIN_BYTES are enough for most.
 */
size_t inverbs_explain_wc_text(struct ibv_cq *cq, const struct ibv_wc *wc, char *buf, size_t room);

#define INVERBS_EXPLAIN_BYTES 8192

/** The text of a status and its causes, without any completion. Result as above. */
size_t inverbs_explain_status(enum ibv_wc_status status, char *buf, size_t room);

/** Where a mistake lies, seen from the program that polled the completion. */
enum inverbs_side {
	INVERBS_LOCAL,      /**< in this program */
	INVERBS_REMOTE,     /**< in its peer */
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
	const char *look; /**< what to look at, or to try */
};

/** The causes of a status, likeliest first, and how many; NULL and 0 if none. Constant. */
const struct inverbs_cause *inverbs_wc_status_causes(enum ibv_wc_status value, size_t *count);

/* Names as they stand in the header, like "IBV_WC_RETRY_EXC_ERR"; NULL for other values. */
const char *inverbs_wc_status_name(enum ibv_wc_status value);
const char *inverbs_qp_state_name(enum ibv_qp_state value);
const char *inverbs_qp_type_name(enum ibv_qp_type value);

#ifdef __cplusplus
}
#endif

#endif
