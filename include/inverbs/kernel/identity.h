/* SPDX-License-Identifier: BSD-2-Clause */
/* How an adapter's devices are recognised, and which commands their kernel driver has. Each
 * generated <adapter>_abi.h has one. */
#ifndef INVERBS_IDENTITY_H
#define INVERBS_IDENTITY_H

#include <inverbs/fast/bits.h>

struct inverbs_identity {
	int driver_id;    /**< rdma_driver_id */
	uint32_t abi_min; /**< accepted versions of the driver ABI */
	uint32_t abi_max;
	uint16_t pci_vendor;
	const uint16_t *pci_ids;
	size_t pci_count;
	const char *const *modalias; /**< for devices on other buses; terminated by NULL */
	const char *const *names; /**< name prefixes of devices without a bus; terminated by NULL */
	const uint16_t *by_command; /**< PCI ids of devices that post and poll by kernel commands */
	size_t by_command_count;
	uint32_t min_firmware; /**< first supported major version; 0: any */
	uint64_t commands;     /**< one bit per plain verbs command that the kernel driver has */
	bool extended_commands;
};

#endif
