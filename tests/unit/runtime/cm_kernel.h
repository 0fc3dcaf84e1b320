/* SPDX-License-Identifier: BSD-2-Clause */
/* A kernel's connection manager for tests: it has some events, some of its commands fail, and one
 * identifier is open. */
#ifndef TESTS_UNIT_RUNTIME_CM_KERNEL_H
#define TESTS_UNIT_RUNTIME_CM_KERNEL_H

#include <fcntl.h>
#include <infiniband/ib.h>
#include <infiniband/marshall.h>
#include <inverbs/kernel/ucma_call.h>

#include "fake.h"
#include "runtime/cm/cm.h"

enum {
	HANDLE = 7,
	NEW_HANDLE = 9, /**< of a connection request */
	GROUP = 11,     /**< handle of a join */
	COMMANDS = 32,
};

/** What it does, and what it was asked. */
struct cm_kernel {
	struct inverbs_transport base;
	int fails[COMMANDS]; /**< errno value by command */
	uint8_t last[COMMANDS][512];
	int count[COMMANDS];
	struct ucma_get_event_resp events[4];
	size_t event_bytes; /**< what the kernel knows of a record; older ones end earlier */
	size_t next, end;
	uint32_t mask; /**< attributes of a queue pair that a connection needs */
};

extern struct cm_kernel kernel;
extern struct inverbs_cm_channel channel;
extern struct inverbs_cm_device device;
extern struct inverbs_cm_id *id;
extern struct rdma_cm_event *event;

/** Set-up and teardown of a test: a kernel without events, and a fresh identifier. */
int kernel_setup(void **state);
int kernel_teardown(void **state);

/** The kernel's next event. */
struct ucma_get_event_resp *happens(enum ucma_event what);

/** Read the next event, which is this one of `id`, and acknowledge it. */
void expect(enum rdma_cm_event_type what, int status);

/** A queue pair of a device of which nothing is known but that it responds. */
struct ibv_qp *make_qp(struct inverbs_context *ctx, enum ibv_qp_type type, struct ibv_pd **pd,
		       struct ibv_cq **cq);
void free_qp(struct inverbs_context *ctx, struct ibv_qp *qp, struct ibv_pd *pd, struct ibv_cq *cq);

#define WITH_ID(name) cmocka_unit_test_setup_teardown(name, kernel_setup, kernel_teardown)

#endif
