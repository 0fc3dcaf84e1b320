/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The server's interface to management: the kernel's files umadN and issmN, and the fabric of nodes
 * and links through which MADs travel.
 */
#ifndef EMULATOR_MAD_MAD_H
#define EMULATOR_MAD_MAD_H

#include "base/objects.h"

struct mad_file;

struct softhca_topology;

/**
 * Build the fabric of all devices. With a topology, ports wait for a subnet manager; with NULL, all
 * are connected to one switch, and are active from the start. Returns 0, ENOMEM, or EINVAL after a
 * line in the log.
 */
int softhca_mad_init(struct softhca *hca, const struct softhca_topology *topology);
void softhca_mad_fini(struct softhca *hca);

/**
 * Open umadN of a port for a process. *client_fd is set to a socket that is readable while MADs are
 * unread; the caller closes it. Returns 0, ENODEV if the port has no umadN, or another errno value.
 */
int softhca_mad_open(struct softhca_port *port, struct softhca_process *process,
		     struct mad_file **out, int *client_fd);
/**
 * One more connection uses the file, which may be NULL. Returns the file, which is destroyed when
 * all connections have closed it.
 */
struct mad_file *softhca_mad_share(struct mad_file *file);
void softhca_mad_close(struct mad_file *file);
/**
 * Execute an ioctl. Its argument, if it has one, is read and written in place. Returns 0 or an
 * errno value.
 */
int softhca_mad_ioctl(struct mad_file *file, uint32_t request, void *argument, size_t bytes);
/** Send a MAD, which follows its header. Returns 0 or an errno value. */
int softhca_mad_write(struct mad_file *file, const void *bytes, size_t len);
/**
 * Read the next MAD, with its header. Returns 0; EAGAIN if there is none; EINVAL or ENOSPC if it
 * does not fit: then it stays unread, but *len bytes were copied.
 */
int softhca_mad_read(struct mad_file *file, void *buf, size_t room, size_t *len);

/** Programs lose the device: reads of its open files fail, and their agents are removed. */
void softhca_mad_device_gone(struct softhca_dev *device);

/**
 * Open and close issmN: while it is open, the port has the capability bit of a subnet manager.
 * Returns 0, ENODEV or EAGAIN.
 */
int softhca_issm_open(struct softhca_port *port);
void softhca_issm_close(struct softhca_port *port);

/** When the next timer is due (UINT64_MAX: none) / run the timers that are due. */
uint64_t softhca_mad_deadline(const struct softhca *hca);
void softhca_mad_run(struct softhca *hca, uint64_t now);

/** Returns the port at which packets from `from` to a LID arrive, or NULL. */
struct softhca_port *softhca_mad_port_at(const struct softhca_port *from, uint16_t dlid);
/**
 * Route a multicast packet that leaves a port of a managed fabric. Returns its number, which is
 * stored in `reached` of the ports that it reaches.
 */
uint64_t softhca_mad_route_multicast(struct softhca_port *from, uint16_t mlid);
/**
 * A port went down or up, because of an administrator or the other end (not the subnet manager).
 */
void softhca_mad_port_changed(struct softhca_port *port);

/** Is it the LID of a switch? (For LIDs of adapters' ports, see base/devices.h.) */
bool softhca_mad_lid_used(const struct softhca *hca, uint16_t lid);

#endif
