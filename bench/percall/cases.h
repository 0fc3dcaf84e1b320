/* SPDX-License-Identifier: BSD-2-Clause */
/* What is measured. */
#ifndef BENCH_PERCALL_CASES_H
#define BENCH_PERCALL_CASES_H

#include "ops.h"
#include "stage.h"

/** The call. */
enum case_call {
	CASE_SEND,
	CASE_RECV,
	CASE_SRQ_RECV,
	CASE_POLL_EMPTY,
	CASE_POLL_SENDS, /**< `per_call` completions wait */
	CASE_POLL_RECVS,
	CASE_POLL_EX_SENDS, /**< the same by ibv_start_poll and its sisters, all members read */
	CASE_POLL_EX_RECVS,
	CASE_NOTIFY,
	/* of the InfiniBand Access Layer */
	CASE_IBA_SEND,
	CASE_IBA_RECV,
	CASE_IBA_POLL_EMPTY,
	CASE_IBA_POLL_SENDS,
	CASE_IBA_POLL_RECVS,
	CASE_IBA_REARM,
};

/** What the adapter completes before the calls of a batch, which poll it. */
enum case_completes {
	COMPLETES_NONE,
	COMPLETES_SENDS,
	COMPLETES_RECEIVES
};

/** How the compiler sees the request. */
enum case_variant {
	CASE_RUN_TIME,        /**< built elsewhere */
	CASE_CONSTANT,        /**< constants next to the call; addresses, keys and lengths vary */
	CASE_CONSTANT_LENGTH, /**< the length is a constant, too */
	CASE_UNBOUND,         /**< built elsewhere, and the call is not bound to an adapter */
	CASE_VARIANTS
};

struct bench_case {
	const char *name;
	const char *text;
	enum case_call call;
	enum ibv_qp_type type;
	bool srq;
	bool long_first;       /**< the queue has seen a WQE of more than 64 bytes */
	unsigned int max_sge;  /**< granted; 0: 1 */
	unsigned int qps;      /**< queue pairs, in turn; 0: 1 */
	unsigned int per_call; /**< requests or completions per call; 0: 1 */
	unsigned int num_sge;  /**< 0: 1 */
	enum ibv_wr_opcode opcode;
	unsigned int flags;
	uint32_t length;
	const_send *constant, *constant_length; /**< CASE_SEND: NULL, there is no such variant */
};

extern const struct bench_case bench_cases[];
extern const unsigned int bench_case_count;

/** Name of a variant, without blanks. */
const char *case_variant_name(enum case_variant variant);
/** Whether it is one of the access layer. */
bool case_is_iba(enum case_call call);
/** What a call polls. */
enum case_completes case_completes(enum case_call call);
/** Whether there is such a variant. */
bool case_has(const struct bench_case *c, enum case_variant variant);

#endif
