/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Guests: connections that have nothing open, which come first and ask afterwards. Each has to say
 * HELLO within a time, and there may be so many of them; when one more comes, the process with most
 * of them loses the one that has been silent longest. So a flood of connections drowns itself, and
 * whoever has a question gets in. What has something open counts in the share of its process.
 */
#ifndef EMULATOR_SERVER_GUESTS_H
#define EMULATOR_SERVER_GUESTS_H

#include "server/server.h"

/** A connection was made. Answers one that has to go for it, or NULL. */
struct softhca_client *softhca_guest_came(struct softhca_client *client);
/** It said HELLO. */
void softhca_guest_greeted(struct softhca_client *client);
/** It sent a message. */
void softhca_guest_spoke(struct softhca_client *client);
/** It opens something, and is a guest no more: 0 or EMFILE. */
int softhca_guest_opens(struct softhca_client *client);
/** That failed: it is a guest again. */
void softhca_guest_failed(struct softhca_client *client);
/** The connection ends, whatever it is. */
void softhca_guest_leaves(struct softhca_client *client);

/** When the time of the next one runs out, UINT64_MAX: never. */
uint64_t softhca_guests_deadline(const struct softhca_server *server);
/** One that has not said HELLO in time, or NULL. */
struct softhca_client *softhca_guest_overdue(const struct softhca_server *server, uint64_t now);

#endif
