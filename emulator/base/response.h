/* SPDX-License-Identifier: BSD-2-Clause */
/* The response to a command of verbs or of the connection manager. */
#ifndef EMULATOR_BASE_RESPONSE_H
#define EMULATOR_BASE_RESPONSE_H

#include "base/objects.h"

/** What is sent to the client: bytes for its response address, and perhaps a descriptor. */
struct softhca_response {
	uint8_t *bytes;
	size_t room;
	size_t len;
	bool always;    /**< the bytes are sent even if the command failed */
	uint64_t delay; /**< nanoseconds by which a fault rule delays it */
	bool held; /**< set by the caller: the bytes are not written to the address in the command
		    */
	int fd;    /**< -1: none; the receiver of the response closes it */
	uint16_t fd_at; /**< offset in the bytes where the client inserts its number for the
			   descriptor */
	struct softhca_object *created; /**< object that the response creates; destroyed if the
					   response cannot be delivered */
};

#endif
