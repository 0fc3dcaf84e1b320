/* SPDX-License-Identifier: BSD-2-Clause */
/* The exchange of softhcactl with a daemon. */
#ifndef TOOLS_SOFTHCACTL_H
#define TOOLS_SOFTHCACTL_H

#include <stddef.h>
#include <stdint.h>

/**
 * Send one request with a text as payload, and receive its reply. The reply's payload goes to `to`
 * (`room` bytes), its length to *bytes. Returns 0 or an errno value: the daemon's, EPIPE or EPROTO.
 */
int exchange_with_daemon(int fd, uint32_t op, const uint64_t arg[4], const char *payload, void *to,
			 size_t room, size_t *bytes);

#endif
