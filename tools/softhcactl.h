/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_SOFTHCACTL_H
#define TOOLS_SOFTHCACTL_H

#include <stddef.h>
#include <stdint.h>

/**
 * One request with a text as payload, and its reply, whose payload goes to `to` (`room` bytes) and
 * its length to *bytes. 0 or an errno value: the reply's, or EPIPE, EPROTO.
 */
int ask_daemon(int fd, uint32_t op, const uint64_t arg[4], const char *payload, void *to,
	       size_t room, size_t *bytes);

#endif
