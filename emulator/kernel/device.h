/* SPDX-License-Identifier: BSD-2-Clause */
/* Devices: creating them at the start, and taking their ports up and down. */
#ifndef EMULATOR_KERNEL_DEVICE_H
#define EMULATOR_KERNEL_DEVICE_H

#include <inverbs/mad/subnet.h>

#include "base/objects.h"

/** The text that describes a device, and where it comes from. */
struct softhca_device_text {
	const char *text; /**< such as "mlx4_0:2" */
	const char *file; /**< NULL: the command line */
	unsigned int line;
};

/**
 * Create devices of hca->drivers. Returns 0, or an errno value after a line in the log: ENODEV for
 * a name that no driver matches, EEXIST for a duplicate.
 */
int softhca_devices_create(struct softhca *hca, const struct softhca_device_text *texts,
			   unsigned int count);
void softhca_devices_destroy(struct softhca *hca);
/**
 * Returns sys_image_guid, which is the same for all devices of a physical adapter; here each device
 * is a separate adapter. iWARP has only MACs.
 */
uint64_t softhca_sys_image_guid(const struct softhca_dev *device);
/** Returns the logical state of a port as text, such as "ACTIVE". */
const char *softhca_port_state_name(const struct softhca_port *port);
/** Returns the physical state of a port's link. */
enum smp_phys_state softhca_port_phys_state(const struct softhca_port *port);
/** Returns the data VLs that a port supports. */
enum smp_virtual_lanes softhca_port_virtual_lanes(const struct softhca_port *port);
/**
 * Take a port up or down. In a managed fabric, a port that is up then waits for the subnet manager.
 */
void softhca_port_set(struct softhca_port *port, bool up);
/** Change the state of a port, report events to clients, and update connections. */
void softhca_port_state(struct softhca_port *port, enum ibv_port_state state);

#endif
