/* SPDX-License-Identifier: BSD-2-Clause */
/* The answer to a command, of verbs or of the connection manager. */
#ifndef EMULATOR_BASE_ANSWER_H
#define EMULATOR_BASE_ANSWER_H

#include "base/objects.h"

/** What goes back to the client: bytes for its response address, perhaps a descriptor. */
struct softhca_answer {
	uint8_t *bytes;
	size_t room;
	size_t len;
	bool always;    /**< the bytes go out although the command failed */
	bool held;      /**< set by who asks: does not go to the address that the command names */
	int fd;         /**< -1: none; the receiver of the answer closes it */
	uint16_t fd_at; /**< where its number belongs in the bytes */
	struct softhca_object *created; /**< what a held answer tells of; whoever cannot deliver it
					   destroys this */
};

#endif
