/* SPDX-License-Identifier: BSD-2-Clause */
/* The control path of Chelsio T3, all of which is generated from the spec. */
#include "providers/gen/cxgb3_ops.h"

const struct inverbs_provider inverbs_provider_cxgb3 = {CXGB3_PROVIDER};
