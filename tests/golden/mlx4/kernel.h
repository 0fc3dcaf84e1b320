/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A kernel for control-path cases and unit tests: responds to the commands of the mlx4 provider by
 * simple rules, and keeps the last command of each kind for inspection. It moves no data.
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

/** One command as it came. */
struct kernel_command {
	uint32_t number;
	bool extended;
	size_t driver_bytes;
	size_t room; /**< for the driver's response */
	uint8_t core[KERNEL_CORE_BYTES];
	uint8_t driver[KERNEL_DRIVER_BYTES];
	int result;
};

struct kernel_map {
	off_t offset;
	size_t bytes;
	int prot;
};

/** What the device during RESIZE_CQ does; NULL: nothing. */
struct kernel_resize {
	struct inverbs_cq *cq; /**< holds the old ring */
	uint32_t marker_index;
	uint32_t extra; /**< completions written to the new ring afterwards */
	uint32_t extra_qpn;
};

struct kernel {
	struct inverbs_transport transport;
	/* responses */
	uint8_t context_response[16];
	uint8_t device_response[48]; /**< driver part of the extended device query */
	bool no_device_query;        /**< both queries fail */
	bool no_extended_query;
	uint32_t max_qp_wr;
	uint32_t max_sge;
	uint32_t recv_sge; /**< granted to queue pairs; 0: what was asked for, rounded up */
	uint32_t device_cap_flags;
	uint8_t link_layer;
	uint32_t port_cap_flags;
	uint8_t port_flags;
	uint32_t pdn;
	uint32_t cqn;
	uint32_t qpn;
	uint32_t srqn;
	bool refuse_map[4]; /**< by page */
	uint32_t refuse;    /**< number of an ordinary command that fails; 0: none */
	int refusal;        /**< with what: EBUSY unless this is set */
	const struct kernel_resize *resize;
	/* what happened */
	struct kernel_command commands[KERNEL_MAX_COMMANDS];
	size_t command_count;
	struct kernel_map maps[KERNEL_MAX_MAPS];
	size_t map_count;
};

/**
 * A kernel with a device of the present ABI: 2^17 queue pair numbers, 64-byte completions, pushed
 * entries.
 */
void kernel_init(struct kernel *k);

/** Open a context on it by way of the provider. 0 or a positive errno value. */
int kernel_open(struct kernel *k, uint32_t abi, struct inverbs_context *ctx);

/** The last command with this number; NULL if there was none. */
const struct kernel_command *kernel_last(const struct kernel *k, uint32_t number, bool extended);

#endif
