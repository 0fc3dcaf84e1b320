/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Management datagrams for the server: the files umadN and issmN of a kernel, and the fabric of
 * nodes and links that the datagrams travel through.
 */
#ifndef EMULATOR_MAD_MAD_H
#define EMULATOR_MAD_MAD_H

#include "base/objects.h"

struct mad_file;

struct softhca_topology;

/**
 * Build the fabric of the devices that exist. With a topology its ports wait for a subnet manager;
 * with NULL all are cabled to one switch, and come up by themselves. 0, ENOMEM, or EINVAL after a
 * line in the log.
 */
int softhca_mad_init(struct softhca *hca, const struct softhca_topology *topology);
void softhca_mad_fini(struct softhca *hca);

/**
 * Open umadN of a port for a process; *client_fd: a socket that is readable while datagrams are
 * unread, closed by the caller. 0; ENODEV: the port has none; or another errno value.
 */
int softhca_mad_open(struct softhca_port *port, struct softhca_process *process,
		     struct mad_file **out, int *client_fd);
/** One more connection uses the file, which may be NULL. It is closed when all have closed it. */
struct mad_file *softhca_mad_share(struct mad_file *file);
void softhca_mad_close(struct mad_file *file);
/** An ioctl; its argument, if it has one, is read and written in place. 0 or an errno value. */
int softhca_mad_ioctl(struct mad_file *file, uint32_t request, void *argument, size_t bytes);
/** Send header and datagram. 0 or an errno value. */
int softhca_mad_write(struct mad_file *file, const void *bytes, size_t len);
/**
 * Receive the next one. EAGAIN: there is none. EINVAL and ENOSPC: it does not fit and stays; *len
 * bytes were copied nevertheless.
 */
int softhca_mad_read(struct mad_file *file, void *buf, size_t room, size_t *len);

/** Programs lose the device: reads of its open files fail, and their agents are gone. */
void softhca_mad_device_gone(struct softhca_dev *device);

/**
 * Open and close issmN: while it is open, the port has the capability of a subnet manager. 0,
 * ENODEV or EAGAIN.
 */
int softhca_issm_open(struct softhca_port *port);
void softhca_issm_close(struct softhca_port *port);

/** When the next request times out, UINT64_MAX if none; and run the time-outs that are due. */
uint64_t softhca_mad_deadline(const struct softhca *hca);
void softhca_mad_run(struct softhca *hca, uint64_t now);

/** The port that packets from `from` to a LID arrive at, NULL: none. */
struct softhca_port *softhca_mad_port_at(const struct softhca_port *from, uint16_t dlid);
/**
 * Route a multicast packet that leaves a port of a managed fabric. Returns its number, which is
 * then in `reached` of the ports that it reaches.
 */
uint64_t softhca_mad_spread(struct softhca_port *from, uint16_t mlid);
/** The port went down or up, by an administrator or the other end, not by its manager. */
void softhca_mad_port_changed(struct softhca_port *port);

/** Is the LID that of a switch? Those of adapters' ports are known to base/devices.h. */
bool softhca_mad_lid_used(const struct softhca *hca, uint16_t lid);

#endif
