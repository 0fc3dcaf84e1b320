/* SPDX-License-Identifier: BSD-2-Clause */
/* Devices as a kernel has them: made at the start, and their ports going down and up. */
#ifndef EMULATOR_KERNEL_DEVICE_H
#define EMULATOR_KERNEL_DEVICE_H

#include "base/objects.h"

/**
 * Make devices named like "mlx4_0" of hca->drivers. 0 or an errno value, after a line in the log
 * that explains; ENODEV for a name no driver answers to, EEXIST for one given twice.
 */
int softhca_devices_create(struct softhca *hca, const char *const *names, unsigned int count);
void softhca_devices_destroy(struct softhca *hca);
/** All devices of one card show the same; ours are cards of their own. iWARP has only MACs. */
uint64_t softhca_sys_image_guid(const struct softhca_dev *device);
/** Take a port up or down: state, events to clients, engine. */
void softhca_port_set(struct softhca_port *port, bool up);

#endif
