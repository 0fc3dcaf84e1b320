/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes that use the emulator. A number is no identity: it may be another process's tomorrow,
 * while a child still holds the socket. A process is known by its pidfd, and by the time it was
 * started where the kernel has none.
 */
#ifndef EMULATOR_BASE_PROCESS_H
#define EMULATOR_BASE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/list.h"
#include "base/loop.h"
#include "base/quota.h"

struct softhca;

struct softhca_process {
	struct softhca *hca;
	pid_t pid;
	uid_t uid;
	int fd;             /**< its pidfd; -1: ours, or a kernel without */
	uint64_t started;   /**< in ticks since boot, where there is no pidfd */
	bool own;           /**< this very process (in-process mode) */
	unsigned int users; /**< who refers to it */
	unsigned int idle;  /**< its connections that have nothing open; the server counts */
	struct softhca_source source; /**< of the pidfd: upcall process_gone */
	struct softhca_account account;
	struct softhca_link in_hca;
};

/**
 * Who is at the other end of this socket, with a reference for the caller. 0, ESRCH for one in
 * another PID namespace or already gone, or another errno value.
 */
int softhca_process_of_peer(struct softhca *hca, int sock, struct softhca_process **out);
void softhca_process_get(struct softhca_process *process);
void softhca_process_put(struct softhca_process *process);
/** Is it still there? NULL stands for one that never ends. Its number is its own until then. */
bool softhca_process_alive(const struct softhca_process *process);

#endif
