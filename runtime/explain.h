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

/** Search the rings. Copies what it finds; locks are held only meanwhile. */
void inverbs_explain_find(struct inverbs_cq *cq, const struct ibv_wc *wc,
			  const struct inverbs_provider *provider, struct explain_finding *out);

#endif
