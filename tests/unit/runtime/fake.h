/* SPDX-License-Identifier: BSD-2-Clause */
/* A provider and a transport without a device, for tests of the runtime. */
#ifndef TESTS_FAKE_H
#define TESTS_FAKE_H

/* cmocka.h needs these before it */
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

/** A transport that responds to every command itself: handles count up, objects are counted. */
struct fake_transport {
	struct inverbs_transport base;
	uint32_t next_handle;
	int objects;              /**< created and not destroyed */
	uint32_t fail_command;    /**< number as in the head; this one fails with fail_error */
	int fail_error;           /**< 0: nothing fails */
	uint32_t events_reported; /**< first word of the responses of destroy commands */
	uint32_t async_reported;  /**< second word (completion queues) */
	uint32_t last_command;
	uint8_t last[512]; /**< core request of the last command */
	int shared;        /**< ranges shared and not taken back */
	int share_error;
	uint8_t link_layer;   /**< in the response of QUERY_PORT */
	uint32_t port_caps;   /**< likewise */
	uint8_t port_width;   /**< likewise */
	uint8_t port_speed;   /**< likewise */
	uint16_t port_caps2;  /**< in the response of the method of that name */
	uint64_t bandwidth;   /**< in the response of QUERY_PORT_SPEED; 0: the driver lacks it */
	int ioctl_error;      /**< 0: that method is there */
	uint32_t ioctls;      /**< calls of it */
	uint32_t device_caps; /**< in the response of QUERY_DEVICE */
	uint32_t answered;    /**< number of a command, as in the head; 0: none */
	const void *answer;   /**< its core response, of which the command takes as much as it has
				 room for */
	uint8_t refused_qp_type; /**< CREATE_QP of it: EINVAL; 0: none */
};

/** A context on a fake transport with the fake provider. share: the device can map memory. */
struct inverbs_context *fake_context(struct fake_transport *t, bool share);
void fake_context_free(struct inverbs_context *ctx);

/** What a call writes to stderr, up to the next call of this. */
const char *said_by(void (*run)(void *), void *argument);
/** The same with the log turned on. */
const char *logged_by(void (*run)(void *), void *argument);

extern const struct inverbs_provider fake_provider;
extern const struct inverbs_provider
	other_provider; /**< of another adapter, matches devices called other... */

#endif
