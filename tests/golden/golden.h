/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An adapter's part of the replayer: one function per operation of its vectors, and one for traces.
 */
#ifndef GOLDEN_H
#define GOLDEN_H

#include "rules.h"
#include "vector.h"

struct golden_op {
	const char *name;
	void (*run)(const json_t *vector, struct report *r);
};

struct golden_adapter {
	const char *name;            /**< first part of the ids of its vectors */
	const struct golden_op *ops; /**< ends with a NULL name */
	/**
	 * Replays a trace of programs on a real kernel, of a device whose name begins with the
	 * adapter's. It sets `skipped` if there is nothing to replay. NULL: there are none.
	 */
	void (*trace)(const json_t *trace, struct report *r);
	const struct golden_rule *rules; /**< ends with a NULL name; NULL: there are none */
};

extern const struct golden_adapter golden_cxgb3;
extern const struct golden_adapter golden_efa;
extern const struct golden_adapter golden_irdma;
extern const struct golden_adapter golden_mlx4;
extern const struct golden_adapter golden_mlx5;
extern const struct golden_adapter golden_rxe;

#endif
