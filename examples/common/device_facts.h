/* SPDX-License-Identifier: BSD-2-Clause */
/* Properties of a device that measurements report. */
#ifndef EXAMPLES_DEVICE_FACTS_H
#define EXAMPLES_DEVICE_FACTS_H

#include <infiniband/verbs.h>
#include <stdbool.h>

/** The adapter's name, as in -DINVERBS_<ADAPTER>. */
const char *device_adapter(struct ibv_context *ctx);
/** Whether the device is emulated: software behind a socket, not a kernel device. */
bool device_is_emulated(const struct ibv_context *ctx);

#endif
