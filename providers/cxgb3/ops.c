/* SPDX-License-Identifier: BSD-2-Clause */
/* The control path of cxgb3; so far it takes no device. */
#include "../../runtime/provider.h"

static bool cxgb3_match(const struct inverbs_device_info *dev)
{
	(void)dev;
	return false;
}

const struct inverbs_provider inverbs_provider_cxgb3 = {
	.name = "cxgb3",
	.adapter = INVERBS_ADAPTER_CXGB3,
	.match = cxgb3_match,
};
