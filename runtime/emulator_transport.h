/* SPDX-License-Identifier: BSD-2-Clause */
/* Transports for the emulator: one connection per open device file. */
#ifndef RUNTIME_EMULATOR_TRANSPORT_H
#define RUNTIME_EMULATOR_TRANSPORT_H

#include <pthread.h>

#include "socket.h"
#include "transport.h"

/** One connection, for a device, the connection manager or management datagrams. */
struct inverbs_emulated {
	struct inverbs_transport base;
	int sock;
	pthread_mutex_t lock; /**< allows one request at a time on the socket */
	pid_t owner;
	pid_t emulator;
	int driver_id;          /**< for devices */
	uint64_t crowded_until; /**< atomic, in ns: until then another program computes on this
				   processor */
	/* in a child that inherited the file: its own connection, and its PID (0: none) */
	pthread_mutex_t attached_lock;
	int attached;
	pid_t attached_by;
};

/** Connect and send HELLO; sets sock. Returns 0 or an errno value. */
int inverbs_emulated_connect(struct inverbs_emulated *file);
/** Let the emulator access this process even if Yama would allow only ancestors. */
void inverbs_emulated_allow_access(pid_t emulator);
/** The ioctl of a device, which may be inherited (emulator_ioctl.c). */
int inverbs_emulated_ioctl(struct inverbs_transport *t, void *hdr);
/** One request and its response. Returns EACCES in a child after fork, as the kernel does. */
int inverbs_emulated_exchange(struct inverbs_emulated *file, struct inverbs_exchange *x);
/** The same, but a child after fork attaches itself first (emulator_attach.c). */
int inverbs_emulated_exchange_shared(struct inverbs_emulated *file, struct inverbs_exchange *x);
void inverbs_emulated_disconnect(struct inverbs_emulated *file);

/** Open a device. */
struct inverbs_transport *inverbs_emulator_open(const struct inverbs_backend *b,
						const struct inverbs_device_info *info);
/** Open a file of the connection manager (emulator_cm.c). */
struct inverbs_transport *inverbs_emulator_open_cm(const struct inverbs_backend *b);
/** Open a port's file for management datagrams (emulator_mad.c). */
struct inverbs_transport *inverbs_emulator_open_mad(const struct inverbs_backend *b,
						    const char *device, unsigned int port,
						    bool issm);

#endif
