/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interface between explain_find.c, which searches the rings, and explain.c, which describes what
 * it found.
 */
#ifndef RUNTIME_EXPLAIN_H
#define RUNTIME_EXPLAIN_H

#include <inverbs/print/dump.h>

#include "runtime.h"

enum {
	EXPLAIN_MAX_CQE = 64,
	EXPLAIN_MAX_WQE = 1024,
};

/** Whether the CQE or WQE that was searched for is still in its ring. */
enum explain_kept {
	KEPT_UNKNOWN, /**< not searched, or nothing tells where it was */
	KEPT,
	KEPT_NOT,  /**< overwritten */
	KEPT_NONE, /**< never existed: software generated this completion */
	KEPT_BUSY, /**< its queue is locked, by another thread or by the caller between
		      ibv_start_poll() and ibv_end_poll() */
};

/** A CQE, and the WQE of its work request. */
struct explain_match {
	struct inverbs_dump_cqe cqe;
	uint8_t raw[EXPLAIN_MAX_CQE];
	enum explain_kept wqe_kept;
	uint32_t wqe_index;
	uint32_t wqe_bytes;
	bool shared; /**< the WQE is in a shared receive queue */
	uint8_t wqe[EXPLAIN_MAX_WQE];
};

struct explain_finding {
	struct inverbs_qp *qp; /**< NULL: destroyed, or an XRC target */
	enum explain_kept kept;
	struct explain_match match; /**< if KEPT: the newest one that matches */
	uint32_t alike;             /**< number of older ones that match as well */
	/* first CQE of this queue pair that failed other than by a flush, if still in the ring */
	bool have_first;
	struct inverbs_dump_cqe first;
};

/**
 * Search the rings and copy what is found; the locks are held only during the search. Without a
 * provider only the queue pair is looked up.
 */
void inverbs_explain_find(struct inverbs_cq *cq, const struct ibv_wc *wc,
			  const struct inverbs_provider *provider, struct explain_finding *out);

struct softhca_refusal;

/** Query the emulator for the reason why a work request failed. Returns false if it has none. */
bool inverbs_explain_reason(struct inverbs_cq *cq, const struct ibv_wc *wc,
			    const struct explain_finding *f, struct softhca_refusal *refusal);

/**
 * Like inverbs_explain_wc_text(). rings: whether to search the rings; between ibv_start_poll() and
 * ibv_end_poll() the caller has them locked.
 */
size_t inverbs_explain_text(struct ibv_cq *cq, const struct ibv_wc *wc, bool rings, char *buf,
			    size_t room);

#endif
