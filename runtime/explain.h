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

/** What became of something that was looked for. */
enum explain_kept {
	KEPT_UNKNOWN, /**< not looked for, or nothing says where it was */
	KEPT,
	KEPT_NOT,  /**< overwritten */
	KEPT_NONE, /**< there never was one: software made this completion */
	KEPT_BUSY, /**< the queue is locked by another thread, or between two calls of one */
};

/** A completion entry, and the request that it ends. */
struct explain_match {
	struct inverbs_dump_cqe cqe;
	uint8_t entry[EXPLAIN_MAX_CQE];
	enum explain_kept wqe_kept;
	uint32_t wqe_index;
	uint32_t wqe_bytes;
	bool shared; /**< the request is of a shared receive queue */
	uint8_t wqe[EXPLAIN_MAX_WQE];
};

struct explain_finding {
	struct inverbs_qp *qp; /**< NULL: destroyed, or a target of XRC */
	enum explain_kept kept;
	struct explain_match match; /**< KEPT: the newest that fits */
	uint32_t alike;             /**< older ones that fit as well */
	/* the first entry of this queue pair that failed and was not flushed, if still there */
	bool have_first;
	struct inverbs_dump_cqe first;
};

/** Look into the rings. Copies all it finds; locks are held meanwhile only. */
void inverbs_explain_find(struct inverbs_cq *cq, const struct ibv_wc *wc,
			  const struct inverbs_provider *provider, struct explain_finding *out);

#endif
