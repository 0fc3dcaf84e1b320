/* SPDX-License-Identifier: BSD-2-Clause */
/* What an adapter gives to the replayer: one function per operation that vectors name. */
#ifndef GOLDEN_H
#define GOLDEN_H

#include "vector.h"

struct golden_op {
	const char *name;
	void (*run)(const json_t *vector, struct report *r);
};

struct golden_adapter {
	const char *name;            /**< first part of the ids of its vectors */
	const struct golden_op *ops; /**< ends with a NULL name */
};

extern const struct golden_adapter golden_cxgb3;
extern const struct golden_adapter golden_mlx4;

#endif
