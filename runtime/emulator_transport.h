/* SPDX-License-Identifier: BSD-2-Clause */
/* The transport of the emulator: one connection is one open device file. */
#ifndef RUNTIME_EMULATOR_TRANSPORT_H
#define RUNTIME_EMULATOR_TRANSPORT_H

#include "transport.h"

struct inverbs_transport *inverbs_emulator_open(const struct inverbs_backend *b,
						const struct inverbs_device_info *info);

#endif
