/* SPDX-License-Identifier: BSD-2-Clause */
/* What measurements say about the device that they were made on. */
#ifndef EXAMPLES_DEVICE_FACTS_H
#define EXAMPLES_DEVICE_FACTS_H

#include <infiniband/verbs.h>
#include <stdbool.h>

/** The adapter's name, as in -DINVERBS_<ADAPTER>. */
const char *device_adapter(struct ibv_context *ctx);
/** The device is software behind a socket, and no file of the kernel. */
bool device_is_emulated(const struct ibv_context *ctx);

#endif
