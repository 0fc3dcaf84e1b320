/* SPDX-License-Identifier: BSD-2-Clause */
/* A simulated kernel's connection manager: tests queue events and let commands fail; one identifier
 * is open. */
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
	NEW_HANDLE = 9, /**< handle of a connection request */
	GROUP = 11,     /**< handle of a join */
	COMMANDS = 32,
};

/** How the kernel responds, and the commands that it got. */
struct cm_kernel {
	struct inverbs_transport base;
	int fails[COMMANDS]; /**< errno value for each command; 0: it succeeds */
	uint8_t last[COMMANDS][512];
	int count[COMMANDS];
	struct ucma_get_event_resp events[4];
	size_t event_bytes; /**< size of the kernel's event struct, which is shorter in older
			       kernels */
	size_t next, end;
	uint32_t mask;                /**< queue pair attributes in the response to INIT_QP_ATTR */
	struct ucma_query_resp query; /**< response of QUERY */
	uint32_t reported;            /**< events of a group that is left */
};

extern struct cm_kernel kernel;
extern struct inverbs_cm_channel channel;
extern struct inverbs_cm_device device;
extern struct inverbs_cm_id *id;
extern struct rdma_cm_event *event;

/** Set-up and teardown of a test: a kernel without events, and a new identifier. */
int kernel_setup(void **state);
int kernel_teardown(void **state);

/** Queue an event in the kernel, and return it, for the test to fill. */
struct ucma_get_event_resp *happens(enum ucma_event what);

/** Read the next event, which must be of this type and of `id`, and acknowledge it. */
void expect(enum rdma_cm_event_type what, int status);

/** Create a queue pair, with its PD and CQ, on a fake device. */
struct ibv_qp *make_qp(struct inverbs_context *ctx, enum ibv_qp_type type, struct ibv_pd **pd,
		       struct ibv_cq **cq);
void free_qp(struct inverbs_context *ctx, struct ibv_qp *qp, struct ibv_pd *pd, struct ibv_cq *cq);

#define WITH_ID(name) cmocka_unit_test_setup_teardown(name, kernel_setup, kernel_teardown)

#endif
