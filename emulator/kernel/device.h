/* SPDX-License-Identifier: BSD-2-Clause */
/* Devices as a kernel has them: created at the start; their ports going down and up. */
#ifndef EMULATOR_KERNEL_DEVICE_H
#define EMULATOR_KERNEL_DEVICE_H

#include <inverbs/mad/subnet.h>

#include "base/objects.h"

/** The name of a device, and where it was given. */
struct softhca_device_text {
	const char *text; /**< such as "mlx4_0:2" */
	const char *file; /**< NULL: a command line */
	unsigned int line;
};

/**
 * Create devices of hca->drivers. 0 or an errno value, after a line in the log; ENODEV for a name
 * that no driver matches, EEXIST for a duplicate.
 */
int softhca_devices_create(struct softhca *hca, const struct softhca_device_text *texts,
			   unsigned int count);
void softhca_devices_destroy(struct softhca *hca);
/**
 * sys_image_guid: equal for all devices of one adapter; here each device is an adapter of its own.
 * iWARP has only MACs.
 */
uint64_t softhca_sys_image_guid(const struct softhca_dev *device);
/** Its logical state as text, such as "ACTIVE". */
const char *softhca_port_state_name(const struct softhca_port *port);
/** Physical state of its link. */
enum smp_phys_state softhca_port_phys_state(const struct softhca_port *port);
/** The data VLs that it supports. */
enum smp_virtual_lanes softhca_port_virtual_lanes(const struct softhca_port *port);
/** Take a port up or down. In a managed fabric its link then waits for the subnet manager. */
void softhca_port_set(struct softhca_port *port, bool up);
/** Change its state, report events to clients, and update connections. */
void softhca_port_state(struct softhca_port *port, enum ibv_port_state state);

#endif
