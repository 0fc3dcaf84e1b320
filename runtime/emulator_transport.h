/* SPDX-License-Identifier: BSD-2-Clause */
/* The transports of the emulator: one connection is one open device file. */
#ifndef RUNTIME_EMULATOR_TRANSPORT_H
#define RUNTIME_EMULATOR_TRANSPORT_H

#include <pthread.h>

#include "socket.h"
#include "transport.h"

/** One connection, of a device or of the connection manager. */
struct inverbs_emulated {
	struct inverbs_transport base;
	int sock;
	pthread_mutex_t lock; /**< one request at a time on the socket */
	pid_t owner;
	pid_t emulator;
	int driver_id;          /**< of a device */
	uint64_t crowded_until; /**< atomic: until then another program computes on this processor,
				   ns */
	/* in a child that has inherited the file: its own connection, and its process (0: none) */
	pthread_mutex_t attached_lock;
	int attached;
	pid_t attached_by;
};

/** Connect and send HELLO; sock is set. 0 or a positive errno value. */
int inverbs_emulated_connect(struct inverbs_emulated *file);
/** Where Yama lets only ancestors access a process, allow the emulator to. */
void inverbs_emulated_let_in(pid_t emulator);
/** The ioctl of a device, also of one that was inherited (emulator_ioctl.c). */
int inverbs_emulated_ioctl(struct inverbs_transport *t, void *hdr);
/** One request and response. A child after fork gets EACCES, as from the kernel. */
int inverbs_emulated_exchange(struct inverbs_emulated *file, struct inverbs_exchange *x);
/** The same, also of a child after fork, which attaches itself (emulator_attach.c). */
int inverbs_emulated_exchange_shared(struct inverbs_emulated *file, struct inverbs_exchange *x);
void inverbs_emulated_disconnect(struct inverbs_emulated *file);

/** A device. */
struct inverbs_transport *inverbs_emulator_open(const struct inverbs_backend *b,
						const struct inverbs_device_info *info);
/** The connection manager (emulator_cm.c). */
struct inverbs_transport *inverbs_emulator_open_cm(const struct inverbs_backend *b);
/** Management datagrams of a port (emulator_mad.c). */
struct inverbs_transport *inverbs_emulator_open_mad(const struct inverbs_backend *b,
						    const char *device, unsigned int port,
						    bool issm);

#endif
