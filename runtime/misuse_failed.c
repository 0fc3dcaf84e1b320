/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Explains failed completions when a checked program polls them: each cause once per queue pair.
 * Only checked programs link this file.
 */
#include <inverbs/checked/misuse.h>
#include <inverbs/explain.h>
#include <inverbs/kernel/refusal.h>
#include <stdio.h>

#include "explain.h"
#include "misuse_failed.h"

enum {
	MAX_REPORTED = 256,     /**< number of causes remembered; then the oldest is forgotten */
	NO_REASON = 0x10000,    /**< above every enum softhca_reason: only the status is known */
	ANY_CAUSE = 0xffffffff, /**< not the number of any cause */
};

/** A cause that was explained, and the queue pair it was explained for. */
static struct told {
	const void *object; /**< NULL: free */
	uint32_t cause;
} told[MAX_REPORTED];
static uint32_t next_told;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool is_reported(const void *object, uint32_t cause)
{
	for (size_t i = 0; i < MAX_REPORTED; i++) {
		if (told[i].object == object && (cause == ANY_CAUSE || told[i].cause == cause))
			return true;
	}
	return false;
}

/** Remember a cause. Returns false if it was remembered before. */
static bool remember_reported(const void *object, uint32_t cause)
{
	bool first;

	pthread_mutex_lock(&mutex);
	first = !is_reported(object, cause);
	if (first && cause != ANY_CAUSE)
		told[next_told++ % MAX_REPORTED] = (struct told){object, cause};
	pthread_mutex_unlock(&mutex);
	return first;
}

void inverbs_failures_forget(const void *object)
{
	pthread_mutex_lock(&mutex);
	for (size_t i = 0; i < MAX_REPORTED; i++) {
		if (told[i].object == object)
			told[i].object = NULL;
	}
	pthread_mutex_unlock(&mutex);
}

/** Flushes that are normal when a program ends a connection. */
static bool is_expected_flush(const struct softhca_refusal *refusal)
{
	return refusal->reason == SOFTHCA_REASON_SET_TO_ERROR ||
	       refusal->reason == SOFTHCA_REASON_CONNECTION_ENDED;
}

/**
 * Is this failure worth reporting? A flush is only a consequence: it is reported if the emulator
 * gives a cause, which may be a failure at the peer, and nothing was reported before.
 */
static bool is_new_failure(struct inverbs_cq *cq, const struct ibv_wc *wc)
{
	const bool flushed = wc->status == IBV_WC_WR_FLUSH_ERR;
	struct explain_finding found;
	struct softhca_refusal refusal;
	const void *object;
	uint32_t cause = NO_REASON + wc->status;
	bool known;

	inverbs_explain_find(cq, wc, NULL, &found);
	object = found.qp ? (const void *)&found.qp->ibv : &cq->ibv;
	if (flushed && !remember_reported(object, ANY_CAUSE))
		return false;
	known = inverbs_explain_reason(cq, wc, &found, &refusal);
	if (known)
		cause = refusal.reason;
	if (!remember_reported(object, cause))
		return false;
	return !flushed || (known && !is_expected_flush(&refusal));
}

static void report_failure(struct ibv_cq *cq, const struct ibv_wc *wc, bool rings)
{
	char text[INVERBS_EXPLAIN_BYTES];
	const int saved = errno;

	if (is_new_failure(inverbs_cq_of(cq), wc)) {
		inverbs_explain_text(cq, wc, rings, text, sizeof(text));
		/* one call, so that lines of different threads do not mix */
		fprintf(stderr, "inverbs: %s", text);
	}
	errno = saved;
}

void inverbs_misuse_failed(struct ibv_cq *cq, const struct ibv_wc *wc)
{
	report_failure(cq, wc, true);
}

/*
 * Programs need not request the field with the QP number at CQ creation; without it, not every
 * adapter finds the number.
 */
static uint32_t current_number(struct ibv_cq_ex *cq)
{
	const struct inverbs_qp *qp = inverbs_cq_of_ex(cq)->current_qp;

	if (cq->read_qp_num)
		return cq->read_qp_num(cq);
	return qp ? qp->ibv.qp_num : 0;
}

void inverbs_misuse_failed_in_place(struct ibv_cq_ex *cq)
{
	const struct ibv_wc wc = {
		.wr_id = cq->wr_id,
		.status = cq->status,
		.qp_num = current_number(cq),
		.vendor_err = cq->read_vendor_err(cq),
	};

	report_failure(ibv_cq_ex_to_cq(cq), &wc, false);
}
