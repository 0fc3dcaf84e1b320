/* SPDX-License-Identifier: BSD-2-Clause */
/* Management requests to the local node. */
#ifndef RUNTIME_IBA_MAD_LOCAL_H
#define RUNTIME_IBA_MAD_LOCAL_H

#include "iba/layer.h"
#include "umad.h"

/**
 * Have the local node execute a subnet management datagram, which is replaced by the response.
 * Returns 0 or an errno value.
 */
int iba_local_smp(const struct iba_port *port, void *mad);

/** Find a port of an open adapter. IB_INVALID_PORT: there is none. */
ib_api_status_t iba_port_of_ca(const struct iba_ca *ca, uint8_t number, struct iba_port *port);

#endif
