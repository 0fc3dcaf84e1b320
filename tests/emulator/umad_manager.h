/* SPDX-License-Identifier: BSD-2-Clause */
/* A subnet manager at mlx4_0, for tests of managed fabrics. */
#ifndef TESTS_EMULATOR_UMAD_MANAGER_H
#define TESTS_EMULATOR_UMAD_MANAGER_H

#include "umad_kit.h"

enum {
	MANAGER_LID = 10,
};

/** A node, identified by the directed route that leads to it. */
struct node {
	const uint8_t *path;
	unsigned int hops;
};

extern struct umad *manager;
extern uint32_t manager_id;

/** Open the manager's port, once. A cmocka setup function. */
int open_manager(void **state);
struct smp_datagram request_attribute(struct node node, uint8_t method, uint16_t attribute,
				      uint32_t modifier, const void *data);
struct smp_port_info port_of(struct node node, unsigned int port);
uint16_t set_port_of(struct node node, unsigned int port, const struct smp_port_info *v);
void give_lid(struct node node, uint16_t lid, uint8_t lmc);

#endif
