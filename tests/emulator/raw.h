/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A client without a library: speaks the emulator's socket protocol and the kernel's commands byte
 * by byte. Runs against the in-process emulator or a daemon of its own, so that every fact is
 * checked in both modes.
 */
#ifndef TESTS_EMULATOR_RAW_H
#define TESTS_EMULATOR_RAW_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <infiniband/verbs.h>
#include <inverbs/kernel/mlx4_abi.h>
#include <inverbs/kernel/softhca.h>
#include <inverbs/kernel/uverbs_call.h>

/** An open device file; the transport lets the generated uverbs_call_* functions use it. */
struct raw {
	struct inverbs_transport base;
	uint8_t reply[SOFTHCA_MESSAGE_MAX]; /**< payload of the last reply */
	size_t reply_bytes;
	struct softhca_reply header;
	int fd; /**< descriptor of the last reply, -1 none */
};

enum {
	NO_HANDLE = 0x7fffffff
};

/** Connections. NULL device: no OPEN. They fail the test when they cannot be made. */
struct raw *raw_connect(const char *device);
/** OPEN and GET_CONTEXT. *async_fd may be NULL: closed. */
struct raw *raw_context(const char *device, int *async_fd);
void raw_close(struct raw *raw);
/** A bare connection without HELLO. */
int raw_socket(void);

/** One exchange; returns the error of the reply. send_fd -1: none. */
int raw_exchange(struct raw *raw, uint32_t op, const uint64_t arg[3], const void *payload,
		 size_t bytes, int send_fd);
/** A uverbs command as given to write(). */
int raw_write(struct raw *raw, const void *bytes, size_t len);
/** A control line; the text is in raw->reply. */
int raw_control(struct raw *raw, const char *line);
/** Number of objects (not contexts) of all processes, as softhcactl tells. */
unsigned int raw_objects(struct raw *raw);

/** Read-write memory of at least that many bytes, page aligned; lives as long as the test program.
 */
void *raw_memory(size_t bytes);

/* Objects by handle; *error gets the errno value and the handle is NO_HANDLE when it is not 0. */
uint32_t raw_pd(struct raw *raw);
uint32_t raw_mr(struct raw *raw, uint32_t pd);
int raw_try_mr(struct raw *raw, uint32_t pd, uint64_t start, uint64_t length, uint64_t hca_va,
	       uint32_t access, struct uverbs_reg_mr_resp *resp);
int raw_try_cq(struct raw *raw, uint32_t cqe, int channel, uint64_t user_handle,
	       struct uverbs_create_cq_resp *resp);
uint32_t raw_cq(struct raw *raw);
/** An ordinary request: RC, 4 requests of 1 segment each way on the same CQ. */
struct uverbs_create_qp_req raw_qp_request(uint32_t pd, uint32_t cq);
int raw_try_qp(struct raw *raw, const struct uverbs_create_qp_req *req,
	       struct uverbs_create_qp_resp *resp);
uint32_t raw_qp(struct raw *raw, uint32_t pd, uint32_t cq);
uint32_t raw_srq(struct raw *raw, uint32_t pd);
int raw_channel(struct raw *raw);

int raw_dealloc_pd(struct raw *raw, uint32_t handle);
int raw_dereg_mr(struct raw *raw, uint32_t handle);
int raw_destroy_cq(struct raw *raw, uint32_t handle, struct uverbs_destroy_cq_resp *resp);
int raw_destroy_qp(struct raw *raw, uint32_t handle, uint32_t *events);
int raw_destroy_srq(struct raw *raw, uint32_t handle, uint32_t *events);

/** Run the tests against what argv names: "inproc", or "daemon PATH-OF-SOFTHCAD
 * [OPTION-OF-SOFTHCAD...]". */
int raw_run(int argc, char **argv, const char *name, const struct CMUnitTest *tests, size_t count);

#endif
