/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml, spec/adapters/mlx4.yaml, spec/adapters/rxe.yaml by
 * `python3 -m codegen gen`. Edit the spec, not this file. */

/* The dump tables of all adapters, for tools that select one at run time. */
#ifndef INVERBS_ADAPTERS_DUMPS_H
#define INVERBS_ADAPTERS_DUMPS_H

#include <inverbs/print/cxgb3_print.h>
#include <inverbs/print/mlx4_print.h>
#include <inverbs/print/rxe_print.h>

static const struct inverbs_dump *const inverbs_dumps[] __attribute__((unused)) = {
	&cxgb3_dump,
	&mlx4_dump,
	&rxe_dump,
};

enum {
	INVERBS_DUMPS = 3
};

#endif
