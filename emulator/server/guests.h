/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Guests: connections that have nothing open. Each must send HELLO in time, and their number is
 * limited: when there is one too many, the process with most guests loses the one that was silent
 * longest. So a process that floods the daemon with connections displaces only its own, and
 * softhcactl can always connect. A connection that has something open is charged to its process
 * instead.
 */
#ifndef EMULATOR_SERVER_GUESTS_H
#define EMULATOR_SERVER_GUESTS_H

#include "server/server.h"

/** A connection was accepted. Returns one to close in exchange, or NULL. */
struct softhca_client *softhca_guest_connected(struct softhca_client *client);
/** The connection sent HELLO. */
void softhca_guest_greeted(struct softhca_client *client);
/** The connection sent a message. */
void softhca_guest_active(struct softhca_client *client);
/** The connection opens something, and is no longer a guest. Returns 0 or EMFILE. */
int softhca_guest_promote(struct softhca_client *client);
/** Opening failed: the connection is a guest again. */
void softhca_guest_demote(struct softhca_client *client);
/** The connection is closed, guest or not. */
void softhca_guest_disconnected(struct softhca_client *client);

/** Returns the next deadline for a HELLO, or UINT64_MAX. */
uint64_t softhca_guests_deadline(const struct softhca_server *server);
/** Returns a connection that has not sent HELLO in time, or NULL. */
struct softhca_client *softhca_guest_overdue(const struct softhca_server *server, uint64_t now);

#endif
