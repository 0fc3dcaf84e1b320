/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests to the own node. */
#ifndef RUNTIME_IBA_MAD_LOCAL_H
#define RUNTIME_IBA_MAD_LOCAL_H

#include "iba/layer.h"
#include "umad.h"

/** Let the own node execute a subnet management datagram, in place. 0 or a positive errno value. */
int iba_local_smp(const struct iba_port *port, void *mad);

/** A port of an open adapter. IB_INVALID_PORT: there is none. */
ib_api_status_t iba_port_of_ca(const struct iba_ca *ca, uint8_t number, struct iba_port *port);

#endif
