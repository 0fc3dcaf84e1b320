/* SPDX-License-Identifier: BSD-2-Clause */
/* The connection manager's interface for the server. */
#ifndef EMULATOR_CM_CM_H
#define EMULATOR_CM_CM_H

#include <sys/socket.h>

#include "base/response.h"

struct softhca_cm;
struct cm_file;

/** Start, after all devices were created. Returns 0 or ENOMEM. */
int softhca_cm_init(struct softhca *hca);
void softhca_cm_fini(struct softhca *hca);
/**
 * Assign an address to a port: "ADDRESS=DEVICE" or "ADDRESS=DEVICE:PORT". Returns 0, or EINVAL
 * after a line in the log.
 */
int softhca_cm_map(struct softhca *hca, const char *text);

/** Is this an address of the machine, and assigned to the device? */
bool softhca_cm_has_address(const struct softhca_dev *device, const struct sockaddr *addr);

/**
 * Open a file for a process. *client_fd is set to the reading end of its pipe; the caller closes
 * it. Returns 0 or an errno value.
 */
int softhca_cm_open(struct softhca *hca, struct softhca_process *process, struct cm_file **out,
		    int *client_fd);
/** Close a file and destroy all of its identifiers. */
void softhca_cm_close(struct cm_file *file);
/** Execute a command. Returns 0 or an errno value; the caller keeps fd. */
int softhca_cm_command(struct cm_file *file, const void *bytes, size_t len, int fd,
		       struct softhca_response *response);

/** When the next timer is due (UINT64_MAX: none) / run the timers that are due. */
uint64_t softhca_cm_deadline(const struct softhca *hca);
void softhca_cm_run(struct softhca *hca, uint64_t now);

/** For softhcactl: the number of identifiers / a line for each, as many as fit. */
unsigned int softhca_cm_count(const struct softhca *hca);
size_t softhca_cm_show(const struct softhca *hca, char *buf, size_t room);
/** The device was removed: report DEVICE_REMOVAL to each of its identifiers. */
void softhca_cm_device_gone(struct softhca_dev *device);
/** The addresses of the device have moved: report ADDR_CHANGE to each of its identifiers. */
void softhca_cm_address_changed(struct softhca_dev *device);
/** The port went down: its multicast memberships are lost. */
void softhca_cm_port_down(struct softhca_port *port);

#endif
