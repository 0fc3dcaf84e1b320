/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of the names that ibv_devinfo prints. */
#include "devinfo_names.h"

#include <stddef.h>

#define FLAG(name)                                                                                 \
	{                                                                                          \
		IBV_DEVICE_##name, #name                                                           \
	}

const struct flag_name device_flag_names[] = {
	FLAG(RESIZE_MAX_WR),
	FLAG(BAD_PKEY_CNTR),
	FLAG(BAD_QKEY_CNTR),
	FLAG(RAW_MULTI),
	FLAG(AUTO_PATH_MIG),
	FLAG(CHANGE_PHY_PORT),
	FLAG(UD_AV_PORT_ENFORCE),
	FLAG(CURR_QP_STATE_MOD),
	FLAG(SHUTDOWN_PORT),
	FLAG(INIT_TYPE),
	FLAG(PORT_ACTIVE_EVENT),
	FLAG(SYS_IMAGE_GUID),
	FLAG(RC_RNR_NAK_GEN),
	FLAG(SRQ_RESIZE),
	FLAG(N_NOTIFY_CQ),
	FLAG(MEM_WINDOW),
	FLAG(UD_IP_CSUM),
	FLAG(XRC),
	FLAG(MEM_MGT_EXTENSIONS),
	FLAG(MEM_WINDOW_TYPE_2A),
	FLAG(MEM_WINDOW_TYPE_2B),
	FLAG(RC_IP_CSUM),
	FLAG(RAW_IP_CSUM),
	FLAG(MANAGED_FLOW_STEERING),
	{0, NULL},
};

struct value_name {
	long value;
	const char *name;
};

static const char *lookup(const struct value_name *names, long value, const char *otherwise)
{
	for (; names->name; names++) {
		if (names->value == value)
			return names->name;
	}
	return otherwise;
}

const char *transport_name(enum ibv_transport_type transport)
{
	static const struct value_name names[] = {
		{IBV_TRANSPORT_IB, "InfiniBand"},
		{IBV_TRANSPORT_IWARP, "iWARP"},
		{IBV_TRANSPORT_USNIC, "usNIC"},
		{IBV_TRANSPORT_USNIC_UDP, "usNIC UDP"},
		{IBV_TRANSPORT_UNSPECIFIED, "unspecified"},
		{0, NULL},
	};

	return lookup(names, transport, "unknown transport");
}

const char *atomic_cap_name(enum ibv_atomic_cap cap)
{
	static const struct value_name names[] = {
		{IBV_ATOMIC_NONE, "ATOMIC_NONE (0)"},
		{IBV_ATOMIC_HCA, "ATOMIC_HCA (1)"},
		{IBV_ATOMIC_GLOB, "ATOMIC_GLOB (2)"},
		{0, NULL},
	};

	return lookup(names, cap, "unknown");
}

const char *port_state_name(enum ibv_port_state state)
{
	static const struct value_name names[] = {
		{IBV_PORT_NOP, "PORT_NOP"},
		{IBV_PORT_DOWN, "PORT_DOWN"},
		{IBV_PORT_INIT, "PORT_INIT"},
		{IBV_PORT_ARMED, "PORT_ARMED"},
		{IBV_PORT_ACTIVE, "PORT_ACTIVE"},
		{IBV_PORT_ACTIVE_DEFER, "PORT_ACTIVE_DEFER"},
		{0, NULL},
	};

	return lookup(names, state, "unknown state");
}

const char *phys_state_name(unsigned int state)
{
	static const struct value_name names[] = {
		{1, "SLEEP"},    {2, "POLLING"},
		{3, "DISABLED"}, {4, "PORT_CONFIGURATION_TRAINING"},
		{5, "LINK_UP"},  {6, "LINK_ERROR_RECOVERY"},
		{7, "PHY_TEST"}, {0, NULL},
	};

	return lookup(names, (long)state, "no state");
}

const char *link_layer_name(unsigned int layer)
{
	static const struct value_name names[] = {
		{IBV_LINK_LAYER_UNSPECIFIED, "InfiniBand"}, /* older kernels report 0 */
		{IBV_LINK_LAYER_INFINIBAND, "InfiniBand"},
		{IBV_LINK_LAYER_ETHERNET, "Ethernet"},
		{0, NULL},
	};

	return lookup(names, (long)layer, "unknown");
}

const char *width_name(unsigned int width)
{
	static const struct value_name names[] = {
		{1, "1X"}, {2, "4X"}, {4, "8X"}, {8, "12X"}, {16, "2X"}, {0, NULL},
	};

	return lookup(names, (long)width, "unknown");
}

const char *speed_name(unsigned int speed)
{
	static const struct value_name names[] = {
		{1, "2.5 Gbps"},   {2, "5.0 Gbps"},     {4, "10.0 Gbps"},
		{8, "10.0 Gbps"},  {16, "14.0 Gbps"},   {32, "25.0 Gbps"},
		{64, "50.0 Gbps"}, {128, "100.0 Gbps"}, {0, NULL},
	};

	return lookup(names, (long)speed, "unknown");
}

const char *vl_name(unsigned int vl)
{
	static const struct value_name names[] = {
		{1, "1"}, {2, "2"}, {3, "4"}, {4, "8"}, {5, "15"}, {0, NULL},
	};

	return lookup(names, (long)vl, "unknown");
}
