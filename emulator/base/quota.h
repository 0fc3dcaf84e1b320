/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Quotas of limited resources, so that a greedy process leaves some for others: a process can use
 * at most three quarters of each, all processes of a user together fifteen sixteenths. There are no
 * quotas if the emulator runs inside the program.
 */
#ifndef EMULATOR_BASE_QUOTA_H
#define EMULATOR_BASE_QUOTA_H

#include <stdint.h>
#include <sys/types.h>

#include "base/list.h"

struct softhca;
struct softhca_process;

/** Types of objects that belong to an open file. */
enum softhca_type {
	SOFTHCA_PD,
	SOFTHCA_MR,
	SOFTHCA_MW,
	SOFTHCA_CQ,
	SOFTHCA_QP, /**< a handle on a QP: struct softhca_qp_handle */
	SOFTHCA_SRQ,
	SOFTHCA_AH,
	SOFTHCA_XRCD,
	SOFTHCA_TYPES
};

enum softhca_resource {
	SOFTHCA_CONNECTIONS,  /**< connections that have something open */
	SOFTHCA_DESCRIPTORS,  /**< of the daemon */
	SOFTHCA_MAPPINGS,     /**< of the daemon */
	SOFTHCA_MAPPED_BYTES, /**< memory mapped with keys (mapping.h) */
	SOFTHCA_IDENTIFIERS,  /**< identifiers of the connection manager */
	SOFTHCA_OBJECTS,      /**< first of SOFTHCA_TYPES resources, one per enum softhca_type */
	SOFTHCA_RESOURCES = SOFTHCA_OBJECTS + SOFTHCA_TYPES,
};

enum {
	/**
	 * Descriptors reserved for the daemon: for the loop, the log, and commands that open some
	 * temporarily.
	 */
	SOFTHCA_SPARE_DESCRIPTORS = 16,
	SOFTHCA_SPARE_MAPPINGS = 1024,
	SOFTHCA_MAX_CONNECTIONS = 4096,
	SOFTHCA_MAX_IDLE = 512,
	SOFTHCA_MAX_IDENTIFIERS = 65536,
	SOFTHCA_MAX_OBJECTS = 1 << 19, /**< per type, where the device has a limit */
};

/** All processes of a user, together. */
struct softhca_user {
	uid_t uid;
	unsigned int processes;
	uint64_t used[SOFTHCA_RESOURCES];
	struct softhca_link in_hca;
};

/** Usage of a process. */
struct softhca_account {
	struct softhca_user *user;
	uint64_t used[SOFTHCA_RESOURCES];
};

/**
 * Returns how many connections may have nothing open: a quarter of all descriptors, but at most
 * SOFTHCA_MAX_IDLE.
 */
uint64_t softhca_quota_idle(void);

/** Create the account of a new process. Returns 0 or ENOMEM. */
int softhca_account_open(struct softhca_account *account, struct softhca *hca, uid_t uid);
void softhca_account_close(struct softhca_account *account);

/**
 * Charge n units to the process; `most` is how many there are in all, or 0 for the resource's
 * default. Returns 0; if a quota is exceeded, logs it and returns EMFILE for descriptors and
 * connections, ENOMEM for all others. NULL: a process without quotas.
 */
int softhca_charge(struct softhca_process *process, enum softhca_resource what, uint64_t n,
		   uint64_t most);
/** Undo a charge. */
void softhca_uncharge(struct softhca_process *process, enum softhca_resource what, uint64_t n);

#endif
