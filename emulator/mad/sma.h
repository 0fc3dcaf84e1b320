/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of subnet management, and the request that reads or changes one. */
#ifndef EMULATOR_MAD_SMA_H
#define EMULATOR_MAD_SMA_H

#include "mad/internal.h"

struct sma_request {
	struct fabric_port *at; /**< port by which it came; port 0 of a switch if routed by LID */
	uint32_t modifier;
	bool set;
	uint8_t *data; /**< of the request, and of the response */
};

/** PortInfo: a MAD status. */
uint16_t sma_port_info(struct sma_request *r);

#endif
