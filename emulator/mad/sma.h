/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of subnet management, and the requests that read or change them. */
#ifndef EMULATOR_MAD_SMA_H
#define EMULATOR_MAD_SMA_H

#include "mad/internal.h"

struct sma_request {
	struct fabric_port *at; /**< where it arrived; port 0 of a switch if routed by LID */
	uint32_t modifier;
	bool set;
	uint8_t *data; /**< data of the request, replaced by that of the response */
};

/* Attributes in separate files. Each function returns a MAD status. */
uint16_t sma_port_info(struct sma_request *r);
uint16_t sma_guid_info(struct sma_request *r);
uint16_t sma_pkey_table(struct sma_request *r);
uint16_t sma_sl_to_vl(struct sma_request *r);
uint16_t sma_vl_arbitration(struct sma_request *r);
uint16_t sma_switch_info(struct sma_request *r);
uint16_t sma_linear_forwarding(struct sma_request *r);
uint16_t sma_multicast_forwarding(struct sma_request *r);

/* Also used by the subnet administrator for its records. */
struct smp_node_info sma_node_info(const struct fabric_port *at);
struct smp_node_description sma_node_description(const struct fabric_node *node);
/** Returns PortInfo of a port. `came_by`: the port at which the request arrived. */
struct smp_port_info sma_describe_port(const struct fabric_port *port, uint8_t came_by);
struct smp_switch_info sma_describe_switch(const struct fabric_node *node);
/** Get a block of GUIDs or P_Keys. Returns false if the port has no such block. */
bool sma_guids(const struct fabric_port *at, uint32_t block, struct smp_guid_info *v);
bool sma_pkeys(struct fabric_port *port, unsigned int block, struct smp_pkey_table *v);

#endif
