/* SPDX-License-Identifier: BSD-2-Clause */
/* What explain_find.c finds in the rings and explain.c puts into words. */
#ifndef RUNTIME_EXPLAIN_H
#define RUNTIME_EXPLAIN_H

#include <inverbs/print/dump.h>

#include "runtime.h"

enum {
	EXPLAIN_MAX_CQE = 64,
	EXPLAIN_MAX_WQE = 1024,
};

/** State of the CQE or WQE that was searched for. */
enum explain_kept {
	KEPT_UNKNOWN, /**< not searched, or nothing says where it was */
	KEPT,
	KEPT_NOT,  /**< overwritten */
	KEPT_NONE, /**< never existed: software made this completion */
	KEPT_BUSY, /**< the queue is locked by another thread, or between two calls of one */
};

/** A CQE, and the WQE of its work request. */
struct explain_match {
	struct inverbs_dump_cqe cqe;
	uint8_t raw[EXPLAIN_MAX_CQE];
	enum explain_kept wqe_kept;
	uint32_t wqe_index;
	uint32_t wqe_bytes;
	bool shared; /**< of a shared receive queue */
	uint8_t wqe[EXPLAIN_MAX_WQE];
};

struct explain_finding {
	struct inverbs_qp *qp; /**< NULL: destroyed, or an XRC target */
	enum explain_kept kept;
	struct explain_match match; /**< KEPT: the newest one that matches */
	uint32_t alike;             /**< older ones that match as well */
	/* first CQE of this queue pair that failed and was not flushed, if still there */
	bool have_first;
	struct inverbs_dump_cqe first;
};

/**
 * Search the rings. Copies what it finds; locks are held only meanwhile. Without a provider only
 * the queue pair is looked up.
 */
void inverbs_explain_find(struct inverbs_cq *cq, const struct ibv_wc *wc,
			  const struct inverbs_provider *provider, struct explain_finding *out);

struct softhca_refusal;

/** Ask an emulator why a request failed, with what is known of it. False: it does not know. */
bool inverbs_explain_reason(struct inverbs_cq *cq, const struct ibv_wc *wc,
			    const struct explain_finding *f, struct softhca_refusal *refusal);

/**
 * As inverbs_explain_wc_text(). rings: whether to look at them; between ibv_start_poll() and
 * ibv_end_poll() they are locked by the caller.
 */
size_t inverbs_explain_text(struct ibv_cq *cq, const struct ibv_wc *wc, bool rings, char *buf,
			    size_t room);

#endif
