/* SPDX-License-Identifier: BSD-2-Clause */
/* The adapters of this archive. The only file of the runtime that names one; tests link their own
 * in its place. */
#include "runtime.h"

const struct inverbs_provider *const inverbs_providers[] = {
	&inverbs_provider_mlx4,
	NULL,
};
