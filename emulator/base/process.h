/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes that use the emulator. A process number does not identify a process: it can be reused
 * while a child of the old process still holds the socket. A process is identified by its pidfd, or
 * by number and start time on kernels without pidfds.
 */
#ifndef EMULATOR_BASE_PROCESS_H
#define EMULATOR_BASE_PROCESS_H

#include <inverbs/kernel/softhca.h>
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
	int fd;             /**< -1: this process, or a kernel without pidfds */
	uint64_t started;   /**< start time in clock ticks since boot, if there is no pidfd */
	bool own;           /**< this process (in-process mode) */
	unsigned int users; /**< references */
	unsigned int idle;  /**< number of its connections that have nothing open; maintained by the
			       server */
	bool stalled; /**< a call for it sleeps (carrier.h); its memory is not accessed meanwhile */
	int unclosed[SOFTHCA_REQUEST_FDS_MAX]; /**< descriptors of its last message that are still
						  to be closed */
	unsigned int num_unclosed;
	struct softhca_link late;     /**< writes queued while it is stalled: struct late_write */
	struct softhca_source source; /**< epoll registration of the pidfd: upcall process_gone */
	struct softhca_account account;
	struct softhca_link in_hca;
};

/**
 * Get the process at the other end of this socket, with a reference for the caller. Returns 0;
 * ESRCH if it is in another PID namespace or has ended; or another errno value.
 */
int softhca_process_of_peer(struct softhca *hca, int sock, struct softhca_process **out);
void softhca_process_get(struct softhca_process *process);
void softhca_process_put(struct softhca_process *process);
/** Is the process still running? True for NULL. While it runs, its number is not reused. */
bool softhca_process_alive(const struct softhca_process *process);

#endif
