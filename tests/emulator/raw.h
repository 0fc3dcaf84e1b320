/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A client without a library, which sends messages of the emulator's socket protocol and commands
 * of the kernel byte by byte. Tests run with the in-process emulator and with a separate daemon, so
 * that both modes are checked.
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
	int fd; /**< descriptor of the last reply; -1: none */
};

enum {
	NO_HANDLE = 0x7fffffff
};

/**
 * Connect, send HELLO, and OPEN the device (NULL: no OPEN). The test fails if that is not possible.
 */
struct raw *raw_connect(const char *device);
/** The same, and send GET_CONTEXT. If async_fd is NULL, the asynchronous event file is closed. */
struct raw *raw_context(const char *device, int *async_fd);
void raw_close(struct raw *raw);
/** Connect without HELLO. Returns the socket. */
int raw_socket(void);

/** Send a message and receive its reply. Returns the error in the reply. send_fd -1: none. */
int raw_exchange(struct raw *raw, uint32_t op, const uint64_t arg[3], const void *payload,
		 size_t bytes, int send_fd);
/** Execute a uverbs command, in the format of write(). Returns 0 or an errno value. */
int raw_write(struct raw *raw, const void *bytes, size_t len);
/** Execute a command line of softhcactl; the text is in raw->reply. */
int raw_control(struct raw *raw, const char *line);
/** Returns the number of objects (without contexts) of all processes, from softhcactl. */
unsigned int raw_objects(struct raw *raw);

/** Returns page-aligned memory of at least `bytes` bytes, which is never freed. */
void *raw_memory(size_t bytes);

/*
 * Create and destroy objects by handle. Functions with "try", and those that destroy, return 0 or
 * an errno value; the others return the handle.
 */
uint32_t raw_pd(struct raw *raw);
uint32_t raw_mr(struct raw *raw, uint32_t pd);
int raw_try_mr(struct raw *raw, uint32_t pd, uint64_t start, uint64_t length, uint64_t hca_va,
	       uint32_t access, struct uverbs_reg_mr_resp *resp);
int raw_try_cq(struct raw *raw, uint32_t cqe, int channel, uint64_t user_handle,
	       struct uverbs_create_cq_resp *resp);
uint32_t raw_cq(struct raw *raw);
/**
 * Returns an ordinary request for an RC queue pair with 4 sends and 4 receives of 1 SGE, and one
 * CQ.
 */
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

/**
 * Run the tests with the emulator that argv selects: "inproc", or "daemon PATH-OF-SOFTHCAD
 * [OPTION-OF-SOFTHCAD...]".
 */
int raw_run(int argc, char **argv, const char *name, const struct CMUnitTest *tests, size_t count);

#endif
