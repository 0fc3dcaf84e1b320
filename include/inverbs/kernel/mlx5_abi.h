/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx5.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* mlx5: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_MLX5_ABI_H
#define INVERBS_ADAPTERS_MLX5_ABI_H

#include <inverbs/kernel/identity.h>

#define MLX5_DRIVER_ID 1
/** Node type of the adapter's devices. */
#define MLX5_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define MLX5_ON_ETHERNET 0
#define MLX5_ABI_MIN     1
#define MLX5_ABI_MAX     1
#define MLX5_PCI_VENDOR  0x15b3
#define MLX5_MAX_PORTS   2

/** PCI device ids. */
static const uint16_t mlx5_pci_ids[] __attribute__((unused)) = {
	0x1013, 0x1014, 0x1015, 0x1016, 0x1017, 0x1018, 0x1019, 0x101a, 0x101b, 0x101c, 0x101d,
	0x101e, 0x101f, 0x1021, 0x1023, 0x1025, 0xa2d2, 0xa2d3, 0xa2d6, 0xa2dc, 0xa2df,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const mlx5_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const mlx5_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity mlx5_identity __attribute__((unused)) = {
	MLX5_DRIVER_ID,
	MLX5_ABI_MIN,
	MLX5_ABI_MAX,
	MLX5_PCI_VENDOR,
	mlx5_pci_ids,
	21,
	mlx5_modalias,
	mlx5_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

#endif
