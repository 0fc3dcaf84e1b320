/* SPDX-License-Identifier: BSD-2-Clause */
/* A fake provider and transport, without a device, for tests of the runtime. */
#ifndef TESTS_FAKE_H
#define TESTS_FAKE_H

/* cmocka.h requires that these are included first */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/runtime.h"

/** A transport that responds to every command itself. Handles count up, and objects are counted. */
struct fake_transport {
	struct inverbs_transport base;
	uint32_t next_handle;
	int objects;              /**< created and not yet destroyed */
	uint32_t fail_command;    /**< number, as in the command header; it fails with fail_error */
	int fail_error;           /**< 0: nothing fails */
	uint32_t events_reported; /**< first word of the responses of destroy commands */
	uint32_t async_reported;  /**< second word (completion queues) */
	uint32_t last_command;
	uint8_t last[512]; /**< core request of the last command */
	int shared;        /**< ranges currently shared */
	int share_error;
	uint8_t link_layer;      /**< in the response of QUERY_PORT */
	uint32_t port_caps;      /**< likewise */
	uint8_t port_width;      /**< likewise */
	uint8_t port_speed;      /**< likewise */
	uint16_t port_caps2;     /**< in the response of the QUERY_PORT method */
	uint64_t bandwidth;      /**< in the response of QUERY_PORT_SPEED; 0: the driver lacks it */
	int ioctl_error;         /**< errno value of these methods, or 0 */
	uint32_t ioctls;         /**< number of their calls */
	int gids;                /**< in the response of QUERY_PORT: length of the GID table */
	uint32_t device_caps;    /**< in the response of QUERY_DEVICE */
	uint8_t ports;           /**< likewise */
	uint32_t answered;       /**< number of the command that gets `answer`; 0: none */
	const void *answer;      /**< core response, truncated to the command's room */
	uint8_t refused_qp_type; /**< CREATE_QP of this type fails with EINVAL; 0: none */
};

/** Open a context on a fake transport with the fake provider. share: memory can be shared with the
 * device. */
struct inverbs_context *fake_context(struct fake_transport *t, bool share);
void fake_context_free(struct inverbs_context *ctx);

/** Run a function and return what it writes to stderr; valid until the next call. */
const char *said_by(void (*run)(void *), void *argument);
/** The same with logging enabled. */
const char *logged_by(void (*run)(void *), void *argument);

extern const struct inverbs_provider fake_provider;
extern const struct inverbs_provider
	other_provider; /**< of another adapter; matches devices named other... */

#endif
