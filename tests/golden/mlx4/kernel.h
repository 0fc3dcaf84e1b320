/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A simulated kernel for control path cases and unit tests: it responds to the mlx4 provider's
 * commands by simple rules, and logs them. It moves no data.
 */
#ifndef GOLDEN_MLX4_KERNEL_H
#define GOLDEN_MLX4_KERNEL_H

#include <infiniband/verbs.h>
#include <inverbs/kernel/mlx4_abi.h>
#include <inverbs/kernel/uverbs.h>
#include <inverbs/fast/objects.h>

#include "runtime/provider.h"
#include "runtime/transport.h"

enum {
	KERNEL_MAX_COMMANDS = 64,
	KERNEL_MAX_MAPS = 8,
	KERNEL_PD_HANDLE = 7,
	KERNEL_CORE_BYTES = 256,
	KERNEL_DRIVER_BYTES = 128,
};

/** A command as it was received. */
struct kernel_command {
	uint32_t number;
	bool extended;
	size_t driver_bytes;
	size_t room; /**< size of the buffer for the driver's response */
	uint8_t core[KERNEL_CORE_BYTES];
	uint8_t driver[KERNEL_DRIVER_BYTES];
	int result;
};

struct kernel_map {
	off_t offset;
	size_t bytes;
	int prot;
};

/** What the device does during RESIZE_CQ. */
struct kernel_resize {
	struct inverbs_cq *cq; /**< has the old ring */
	uint32_t marker_index;
	uint32_t extra; /**< completions that are then written to the new ring */
	uint32_t extra_qpn;
};

struct kernel {
	struct inverbs_transport transport;
	/* configuration of the responses */
	uint8_t context_response[16];
	uint8_t device_response[48]; /**< driver part of the extended device query */
	bool no_device_query;        /**< both query commands fail */
	bool no_extended_query;
	uint32_t max_qp_wr;
	uint32_t max_sge;
	uint32_t recv_sge; /**< granted to queue pairs; 0: as requested, rounded up */
	uint32_t device_cap_flags;
	uint8_t link_layer;
	uint32_t port_cap_flags;
	uint8_t port_flags;
	uint32_t pdn;
	uint32_t cqn;
	uint32_t qpn;
	uint32_t srqn;
	bool refuse_map[4]; /**< by page number */
	uint32_t refuse;    /**< number of a non-extended command that fails; 0 if none does */
	int refusal;        /**< errno value of this failure; 0: EBUSY */
	const struct kernel_resize *resize;
	/* log */
	struct kernel_command commands[KERNEL_MAX_COMMANDS];
	size_t command_count;
	struct kernel_map maps[KERNEL_MAX_MAPS];
	size_t map_count;
};

/**
 * Initialize a kernel with a device of the current ABI: 2^17 queue pair numbers, 64-byte CQEs,
 * BlueFlame.
 */
void kernel_init(struct kernel *k);

/** Open a context through the provider. Returns 0 or a positive errno value. */
int kernel_open(struct kernel *k, uint32_t abi, struct inverbs_context *ctx);

/** Returns the last command with this number; NULL if there was none. */
const struct kernel_command *kernel_last(const struct kernel *k, uint32_t number, bool extended);

#endif
