/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What each adapter provides for the replayer: a function per operation of its vectors, and one for
 * traces.
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
	const char *name;            /**< first component of its vectors' ids */
	const struct golden_op *ops; /**< ends with a NULL name */
	/**
	 * Replays a trace of programs on a real kernel, whose device's name begins with the
	 * adapter's. Sets `skipped` if there is nothing to replay. NULL if the adapter has no
	 * traces.
	 */
	void (*trace)(const json_t *trace, struct report *r);
	const struct golden_rule *rules; /**< ends with a NULL name; NULL if there are none */
};

extern const struct golden_adapter golden_cxgb3;
extern const struct golden_adapter golden_efa;
extern const struct golden_adapter golden_irdma;
extern const struct golden_adapter golden_mlx4;
extern const struct golden_adapter golden_mlx5;
extern const struct golden_adapter golden_rxe;

#endif
