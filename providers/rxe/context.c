/* SPDX-License-Identifier: BSD-2-Clause */
/* The control path of Soft-RoCE, all of which is generated from the spec. */
#include "providers/gen/rxe_ops.h"

const struct inverbs_provider inverbs_provider_rxe = {RXE_PROVIDER};
