/* SPDX-License-Identifier: BSD-2-Clause */
#include "umad_manager.h"

struct umad *manager;
uint32_t manager_id;

int open_manager(void **state)
{
	(void)state;
	if (!manager) {
		manager = umad_open("mlx4_0", 1);
		manager_id = umad_registered(manager, umad_agent(0, 0, 0));
	}
	return 0;
}

struct smp_datagram request_attribute(struct node node, uint8_t method, uint16_t attribute,
				      uint32_t modifier, const void *data)
{
	return asked_by(manager,
			directed(manager_id, method, attribute, modifier, node.hops, node.path),
			data);
}

struct smp_port_info port_of(struct node node, unsigned int port)
{
	const struct smp_datagram smp = request_attribute(node, MAD_METHOD_GET,
							  SMP_ATTRIBUTE_PORT_INFO, port, NULL);

	assert_int_equal(smp.status, 0);
	return smp_port_info_get(smp.data);
}

uint16_t set_port_of(struct node node, unsigned int port, const struct smp_port_info *v)
{
	uint8_t data[64] = {0};

	smp_port_info_put(data, v);
	return request_attribute(node, MAD_METHOD_SET, SMP_ATTRIBUTE_PORT_INFO, port, data).status;
}

void give_lid(struct node node, uint16_t lid, uint8_t lmc)
{
	struct smp_port_info v = port_of(node, 0);

	v.state = SMP_PORT_STATE_NO_CHANGE;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	v.lid = lid;
	v.lmc = lmc;
	v.sm_lid = MANAGER_LID;
	assert_int_equal(set_port_of(node, 0, &v), 0);
}
