/* SPDX-License-Identifier: BSD-2-Clause */
/* The measured cases. */
#ifndef BENCH_PERCALL_CASES_H
#define BENCH_PERCALL_CASES_H

#include "ops.h"
#include "stage.h"

/** The call to measure. */
enum case_call {
	CASE_SEND,
	CASE_RECV,
	CASE_SRQ_RECV,
	CASE_POLL_EMPTY,
	CASE_POLL_SENDS, /**< `per_call` completions are ready */
	CASE_POLL_RECVS,
	CASE_POLL_EX_SENDS, /**< the same with ibv_start_poll() and its sisters, reading all members
			     */
	CASE_POLL_EX_RECVS,
	CASE_NOTIFY,
	/* calls of the InfiniBand Access Layer */
	CASE_IBA_SEND,
	CASE_IBA_RECV,
	CASE_IBA_POLL_EMPTY,
	CASE_IBA_POLL_SENDS,
	CASE_IBA_POLL_RECVS,
	CASE_IBA_REARM,
};

/** The work that the adapter completes before a batch of polls. */
enum case_completes {
	COMPLETES_NONE,
	COMPLETES_SENDS,
	COMPLETES_RECEIVES
};

/** How the work request is visible to the compiler. */
enum case_variant {
	CASE_RUN_TIME, /**< built in another function */
	CASE_CONSTANT, /**< built from constants next to the call; addresses, keys and lengths vary
			*/
	CASE_CONSTANT_LENGTH, /**< the length is a constant, too */
	CASE_UNBOUND, /**< built in another function, and the call is not bound to an adapter */
	CASE_VARIANTS
};

struct bench_case {
	const char *name;
	const char *text;
	enum case_call call;
	enum ibv_qp_type type;
	bool srq;
	bool long_first;       /**< the queue has had a WQE of more than 64 bytes */
	unsigned int max_sge;  /**< granted SGEs; 0: 1 */
	unsigned int qps;      /**< number of queue pairs, used in turn; 0: 1 */
	unsigned int per_call; /**< work requests or completions per call; 0: 1 */
	unsigned int num_sge;  /**< 0: 1 */
	enum ibv_wr_opcode opcode;
	unsigned int flags;
	uint32_t length;
	const_send *constant, *constant_length; /**< CASE_SEND; NULL: no such variant */
};

extern const struct bench_case bench_cases[];
extern const unsigned int bench_case_count;

/** Name of a variant, without spaces. */
const char *case_variant_name(enum case_variant variant);
/** Whether it is a call of the access layer. */
bool case_is_iba(enum case_call call);
/** The kind of completions that a call polls. */
enum case_completes case_completes(enum case_call call);
/** Whether the case has this variant. */
bool case_has(const struct bench_case *c, enum case_variant variant);

#endif
