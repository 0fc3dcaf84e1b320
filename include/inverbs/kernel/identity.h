/* SPDX-License-Identifier: BSD-2-Clause */
/* How the devices of an adapter are recognised, and what their kernel driver offers; the generated
 * <adapter>_abi.h has one of these. */
#ifndef INVERBS_IDENTITY_H
#define INVERBS_IDENTITY_H

#include <inverbs/fast/bits.h>

struct inverbs_identity {
	int driver_id;    /**< rdma_driver_id */
	uint32_t abi_min; /**< driver ABI versions that are accepted */
	uint32_t abi_max;
	uint16_t pci_vendor;
	const uint16_t *pci_ids;
	size_t pci_count;
	const char *const *modalias; /**< devices on other buses; ends with NULL */
	const char *const *names; /**< prefixes of the names of devices on no bus; ends with NULL */
	const uint16_t *by_command; /**< PCI ids of devices whose data path is kernel commands */
	size_t by_command_count;
	uint32_t min_firmware; /**< first major version that is used; 0: any */
	uint64_t commands;     /**< bit per plain verbs command that the kernel driver offers */
	bool extended_commands;
};

#endif
