/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/mad/subnet.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/**
 * Subnet management datagrams (SMPs), routed by LID or by the ports on their way, and their
 * attributes.
 */
#ifndef INVERBS_MAD_SUBNET_H
#define INVERBS_MAD_SUBNET_H

#include <inverbs/mad/arrays.h>
#include <inverbs/mad/common.h>

/** Version of the class. */
#define SMP_CLASS_VERSION 0x1U
/** Full member of the default partition. */
#define SMP_DEFAULT_PKEY 0xffffU
/** Both halves of the low-priority table and of the high-priority table. */
#define SMP_VL_ARBITRATION_BLOCKS 0x4U
/** Lowest M_Key protection with which a Get also needs the key. */
#define SMP_PROTECT_READING 0x2U
/** Maximum number of hops of a directed route. */
#define SMP_PATH_HOPS 0x3fU
/** Byte of the datagram at which the attribute begins. */
#define SMP_DATA_AT 0x40U
/** Size of an attribute. */
#define SMP_DATA_BYTES 0x40U
/** Bits of PortInfo's attribute modifier with the port number. */
#define SMP_MODIFIER_PORT 0xffU
/** Bit of PortInfo's attribute modifier: the sender supports extended speeds. */
#define SMP_MODIFIER_EXTENDED 0x80000000U
/** P_Keys of a P_KeyTable block. */
#define SMP_PKEYS_PER_BLOCK 0x20U
/** GUIDs of a GUIDInfo block. */
#define SMP_GUIDS_PER_BLOCK 0x8U
/** LIDs of a LinearForwardingTable block. */
#define SMP_LIDS_PER_BLOCK 0x40U
/** Multicast LIDs of a MulticastForwardingTable block. */
#define SMP_GROUPS_PER_BLOCK 0x20U
/** Ports of a MulticastForwardingTable block. */
#define SMP_PORTS_PER_POSITION 0x10U
/** Bits of MulticastForwardingTable's attribute modifier with the block number. */
#define SMP_GROUP_BLOCKS 0x1ffU
/** Lowest bit of the position of the ports in that modifier. */
#define SMP_GROUP_POSITION_SHIFT 0x1cU
/** In a forwarding table: packets to the LID are dropped. */
#define SMP_NO_PORT 0xffU
/** Value of width_enabled in a Set: all supported widths. */
#define SMP_WIDTH_ALL 0xffU
/** Value of speed_enabled in a Set: all supported speeds. */
#define SMP_SPEED_ALL 0xfU
/** First multicast LID. */
#define SMP_FIRST_GROUP_LID 0xc000U
/** Last multicast LID. */
#define SMP_LAST_GROUP_LID 0xfffeU
/** Bits of a P_Key with the partition number; the other bit is set for full members. */
#define SMP_PKEY_PARTITION 0x7fffU

/** Attributes of the class. */
enum smp_attribute {
	SMP_ATTRIBUTE_NOTICE = 0x2,
	SMP_ATTRIBUTE_NODE_DESCRIPTION = 0x10,
	SMP_ATTRIBUTE_NODE_INFO = 0x11,
	SMP_ATTRIBUTE_SWITCH_INFO = 0x12,
	SMP_ATTRIBUTE_GUID_INFO = 0x14,
	SMP_ATTRIBUTE_PORT_INFO = 0x15,
	SMP_ATTRIBUTE_PKEY_TABLE = 0x16,
	SMP_ATTRIBUTE_SL_TO_VL = 0x17,
	SMP_ATTRIBUTE_VL_ARBITRATION = 0x18,
	SMP_ATTRIBUTE_LINEAR_FORWARDING = 0x19,
	SMP_ATTRIBUTE_MULTICAST_FORWARDING = 0x1b,
	SMP_ATTRIBUTE_SM_INFO = 0x20,
	SMP_ATTRIBUTE_VENDOR_DIAG = 0x30,
	SMP_ATTRIBUTE_LED_INFO = 0x31,
	SMP_ATTRIBUTE_MLNX_EXTENDED_PORT_INFO = 0xff90,
};

/** Kinds of nodes. */
enum smp_node_type {
	SMP_NODE_TYPE_CHANNEL_ADAPTER = 0x1,
	SMP_NODE_TYPE_SWITCH = 0x2,
	SMP_NODE_TYPE_ROUTER = 0x3,
};

/** Logical state of a link; 0 in a Set changes nothing. */
enum smp_port_state {
	SMP_PORT_STATE_NO_CHANGE = 0x0,
	SMP_PORT_STATE_DOWN = 0x1,
	SMP_PORT_STATE_INIT = 0x2,
	SMP_PORT_STATE_ARMED = 0x3,
	SMP_PORT_STATE_ACTIVE = 0x4,
};

/** Physical state of a link; 0 in a Set changes nothing. */
enum smp_phys_state {
	SMP_PHYS_STATE_NO_CHANGE = 0x0,
	SMP_PHYS_STATE_SLEEP = 0x1,
	SMP_PHYS_STATE_POLLING = 0x2,
	SMP_PHYS_STATE_DISABLED = 0x3,
	SMP_PHYS_STATE_TRAINING = 0x4,
	SMP_PHYS_STATE_LINK_UP = 0x5,
	SMP_PHYS_STATE_RECOVERY = 0x6,
};

/** MTUs. */
enum smp_mtu {
	SMP_MTU_BYTES_256 = 0x1,
	SMP_MTU_BYTES_512 = 0x2,
	SMP_MTU_BYTES_1024 = 0x3,
	SMP_MTU_BYTES_2048 = 0x4,
	SMP_MTU_BYTES_4096 = 0x5,
};

/** Lanes of a link, one bit each. */
enum smp_width {
	SMP_WIDTH_X1 = 0x1,
	SMP_WIDTH_X4 = 0x2,
	SMP_WIDTH_X8 = 0x4,
	SMP_WIDTH_X12 = 0x8,
	SMP_WIDTH_X2 = 0x10,
};

/** Speeds of a lane, one bit each. */
enum smp_speed {
	SMP_SPEED_SDR = 0x1,
	SMP_SPEED_DDR = 0x2,
	SMP_SPEED_QDR = 0x4,
};

/**
 * Faster speeds, one bit each. A port with one of them active reports QDR as its ordinary speed.
 */
enum smp_speed_extended {
	SMP_SPEED_EXTENDED_FDR = 0x1,
	SMP_SPEED_EXTENDED_EDR = 0x2,
	SMP_SPEED_EXTENDED_HDR = 0x4,
};

/** Number of data VLs that a port has or uses. */
enum smp_virtual_lanes {
	SMP_VIRTUAL_LANES_VL0 = 0x1,
	SMP_VIRTUAL_LANES_VL0_TO_1 = 0x2,
	SMP_VIRTUAL_LANES_VL0_TO_3 = 0x3,
	SMP_VIRTUAL_LANES_VL0_TO_7 = 0x4,
	SMP_VIRTUAL_LANES_VL0_TO_14 = 0x5,
};

/** State of a subnet manager. */
enum smp_sm_state {
	SMP_SM_STATE_NOT_ACTIVE = 0x0,
	SMP_SM_STATE_DISCOVERING = 0x1,
	SMP_SM_STATE_STANDBY = 0x2,
	SMP_SM_STATE_MASTER = 0x3,
};

/** Bits of the capability mask of a port. */
enum smp_capability {
	SMP_CAPABILITY_SM = 0x2,
	SMP_CAPABILITY_NOTICE = 0x4,
	SMP_CAPABILITY_TRAP = 0x8,
	SMP_CAPABILITY_AUTOMATIC_MIGRATION = 0x20,
	SMP_CAPABILITY_SL_MAPPING = 0x40,
	SMP_CAPABILITY_LED_INFO = 0x200,
	SMP_CAPABILITY_SM_DISABLED = 0x400,
	SMP_CAPABILITY_SYSTEM_IMAGE_GUID = 0x800,
	SMP_CAPABILITY_EXTENDED_SPEEDS = 0x4000,
	SMP_CAPABILITY_COMMUNICATION = 0x10000,
	SMP_CAPABILITY_DEVICE = 0x80000,
	SMP_CAPABILITY_CAPABILITY_NOTICE = 0x400000,
	SMP_CAPABILITY_CLIENT_REREGISTRATION = 0x2000000,
	SMP_CAPABILITY_OTHER_LOCAL_CHANGES = 0x4000000,
};

/**
 * A subnet management datagram. Without a directed route, the fields for one are reserved.
 * subnet.datagram
 */
struct smp_datagram {
	uint8_t base_version;  /**< 0x0 */
	uint8_t mgmt_class;    /**< 0x1 */
	uint8_t class_version; /**< 0x2 */
	uint8_t method;        /**< 0x3 */
	uint8_t returning; /**< 0x4.15-15; Direction of a directed route: the response is on its way
			      back */
	uint16_t status;   /**< 0x4.14-0 */
	uint8_t hop_pointer; /**< 0x6 */
	uint8_t hop_count;   /**< 0x7 */
	uint64_t tid;        /**< 0x8; Transaction id */
	uint16_t attribute;  /**< 0x10 */
	uint32_t modifier;   /**< 0x14 */
	uint64_t m_key;      /**< 0x18 */
	uint16_t dr_slid;    /**< 0x20; Where the directed part of the route begins, 0xffff: at the
				sender */
	uint16_t dr_dlid;    /**< 0x22; Where it ends, 0xffff: at the receiver */
	uint8_t data[64];    /**< 0x40, 64 bytes */
	uint8_t initial_path[64]; /**< 0x80, 64 bytes */
	uint8_t return_path[64];  /**< 0xc0, 64 bytes */
};

#define SMP_DATAGRAM_SIZE 256U

/** Store all fields. subnet.datagram */
INVERBS_INLINE void smp_datagram_put(void *at, const struct smp_datagram *v)
{
	inverbs_put8(at, (uint8_t)v->base_version);
	inverbs_put8((uint8_t *)at + 1, (uint8_t)v->mgmt_class);
	inverbs_put8((uint8_t *)at + 2, (uint8_t)v->class_version);
	inverbs_put8((uint8_t *)at + 3, (uint8_t)v->method);
	inverbs_put16((uint8_t *)at + 4, (uint16_t)INVERBS_BE16(((uint16_t)v->returning << 15) |
								(uint16_t)(v->status & 0x7fffU)));
	inverbs_put8((uint8_t *)at + 6, (uint8_t)v->hop_pointer);
	inverbs_put8((uint8_t *)at + 7, (uint8_t)v->hop_count);
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->tid));
	inverbs_put16((uint8_t *)at + 16, (uint16_t)INVERBS_BE16((uint16_t)v->attribute));
	inverbs_put16((uint8_t *)at + 18, 0);
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->modifier));
	inverbs_put64((uint8_t *)at + 24, INVERBS_BE64((uint64_t)v->m_key));
	inverbs_put16((uint8_t *)at + 32, (uint16_t)INVERBS_BE16((uint16_t)v->dr_slid));
	inverbs_put16((uint8_t *)at + 34, (uint16_t)INVERBS_BE16((uint16_t)v->dr_dlid));
	inverbs_put32((uint8_t *)at + 36, 0);
	inverbs_put64((uint8_t *)at + 40, 0);
	inverbs_put64((uint8_t *)at + 48, 0);
	inverbs_put64((uint8_t *)at + 56, 0);
	inverbs_put_bytes((uint8_t *)at + 64, v->data, 64);
	inverbs_put_bytes((uint8_t *)at + 128, v->initial_path, 64);
	inverbs_put_bytes((uint8_t *)at + 192, v->return_path, 64);
}

INVERBS_INLINE struct smp_datagram smp_datagram_get(const void *at)
{
	struct smp_datagram v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);
	const uint8_t w1 = inverbs_get8((const uint8_t *)at + 1);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);
	const uint8_t w3 = inverbs_get8((const uint8_t *)at + 3);
	const uint16_t w4 = inverbs_get16((const uint8_t *)at + 4);
	const uint8_t w6 = inverbs_get8((const uint8_t *)at + 6);
	const uint8_t w7 = inverbs_get8((const uint8_t *)at + 7);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint16_t w16 = inverbs_get16((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint64_t w24 = inverbs_get64((const uint8_t *)at + 24);
	const uint16_t w32 = inverbs_get16((const uint8_t *)at + 32);
	const uint16_t w34 = inverbs_get16((const uint8_t *)at + 34);

	v.base_version = (uint8_t)w0;
	v.mgmt_class = (uint8_t)w1;
	v.class_version = (uint8_t)w2;
	v.method = (uint8_t)w3;
	v.returning = (uint8_t)((INVERBS_BE16(w4) >> 15) & 0x1U);
	v.status = (uint16_t)(INVERBS_BE16(w4) & 0x7fffU);
	v.hop_pointer = (uint8_t)w6;
	v.hop_count = (uint8_t)w7;
	v.tid = (uint64_t)INVERBS_BE64(w8);
	v.attribute = (uint16_t)INVERBS_BE16(w16);
	v.modifier = (uint32_t)INVERBS_BE32(w20);
	v.m_key = (uint64_t)INVERBS_BE64(w24);
	v.dr_slid = (uint16_t)INVERBS_BE16(w32);
	v.dr_dlid = (uint16_t)INVERBS_BE16(w34);
	memcpy(v.data, (const uint8_t *)at + 64, 64);
	memcpy(v.initial_path, (const uint8_t *)at + 128, 64);
	memcpy(v.return_path, (const uint8_t *)at + 192, 64);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool smp_datagram_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 18) | inverbs_get32((const uint8_t *)at + 36) |
		inverbs_get64((const uint8_t *)at + 40) | inverbs_get64((const uint8_t *)at + 48) |
		inverbs_get64((const uint8_t *)at + 56)) == 0;
}

/**
 * Text that describes a node.
 * subnet.node_description
 */
struct smp_node_description {
	uint8_t text[64]; /**< 0x0, 64 bytes */
};

#define SMP_NODE_DESCRIPTION_SIZE 64U

/** Store all fields. subnet.node_description */
INVERBS_INLINE void smp_node_description_put(void *at, const struct smp_node_description *v)
{
	inverbs_put_bytes(at, v->text, 64);
}

INVERBS_INLINE struct smp_node_description smp_node_description_get(const void *at)
{
	struct smp_node_description v;

	memcpy(v.text, (const uint8_t *)at + 0, 64);
	return v;
}

/**
 * What a node is.
 * subnet.node_info
 */
struct smp_node_info {
	uint8_t base_version;  /**< 0x0 */
	uint8_t class_version; /**< 0x1 */
	uint8_t type;          /**< 0x2 */
	uint8_t ports;         /**< 0x3 */
	uint64_t system_guid;  /**< 0x4 */
	uint64_t node_guid;    /**< 0xc */
	uint64_t port_guid; /**< 0x14; GUID of the port that received the request; of a switch, that
			       of port 0 */
	uint16_t pkeys;     /**< 0x1c; Size of the P_Key table */
	uint16_t device_id; /**< 0x1e */
	uint32_t revision;  /**< 0x20 */
	uint8_t local_port; /**< 0x24.31-24; The port that received the request */
	uint32_t vendor_id; /**< 0x24.23-0 */
};

#define SMP_NODE_INFO_SIZE 40U

/** Store all fields. subnet.node_info */
INVERBS_INLINE void smp_node_info_put(void *at, const struct smp_node_info *v)
{
	inverbs_put8(at, (uint8_t)v->base_version);
	inverbs_put8((uint8_t *)at + 1, (uint8_t)v->class_version);
	inverbs_put8((uint8_t *)at + 2, (uint8_t)v->type);
	inverbs_put8((uint8_t *)at + 3, (uint8_t)v->ports);
	inverbs_put64((uint8_t *)at + 4, INVERBS_BE64((uint64_t)v->system_guid));
	inverbs_put64((uint8_t *)at + 12, INVERBS_BE64((uint64_t)v->node_guid));
	inverbs_put64((uint8_t *)at + 20, INVERBS_BE64((uint64_t)v->port_guid));
	inverbs_put16((uint8_t *)at + 28, (uint16_t)INVERBS_BE16((uint16_t)v->pkeys));
	inverbs_put16((uint8_t *)at + 30, (uint16_t)INVERBS_BE16((uint16_t)v->device_id));
	inverbs_put32((uint8_t *)at + 32, INVERBS_BE32((uint32_t)v->revision));
	inverbs_put32((uint8_t *)at + 36, INVERBS_BE32(((uint32_t)v->local_port << 24) |
						       (uint32_t)(v->vendor_id & 0xffffffU)));
}

INVERBS_INLINE struct smp_node_info smp_node_info_get(const void *at)
{
	struct smp_node_info v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);
	const uint8_t w1 = inverbs_get8((const uint8_t *)at + 1);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);
	const uint8_t w3 = inverbs_get8((const uint8_t *)at + 3);
	const uint64_t w4 = inverbs_get64((const uint8_t *)at + 4);
	const uint64_t w12 = inverbs_get64((const uint8_t *)at + 12);
	const uint64_t w20 = inverbs_get64((const uint8_t *)at + 20);
	const uint16_t w28 = inverbs_get16((const uint8_t *)at + 28);
	const uint16_t w30 = inverbs_get16((const uint8_t *)at + 30);
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint32_t w36 = inverbs_get32((const uint8_t *)at + 36);

	v.base_version = (uint8_t)w0;
	v.class_version = (uint8_t)w1;
	v.type = (uint8_t)w2;
	v.ports = (uint8_t)w3;
	v.system_guid = (uint64_t)INVERBS_BE64(w4);
	v.node_guid = (uint64_t)INVERBS_BE64(w12);
	v.port_guid = (uint64_t)INVERBS_BE64(w20);
	v.pkeys = (uint16_t)INVERBS_BE16(w28);
	v.device_id = (uint16_t)INVERBS_BE16(w30);
	v.revision = (uint32_t)INVERBS_BE32(w32);
	v.local_port = (uint8_t)((INVERBS_BE32(w36) >> 24) & 0xffU);
	v.vendor_id = (uint32_t)(INVERBS_BE32(w36) & 0xffffffU);
	return v;
}

/**
 * The forwarding tables of a switch.
 * subnet.switch_info
 */
struct smp_switch_info {
	uint16_t linear_cap;               /**< 0x0 */
	uint16_t random_cap;               /**< 0x2 */
	uint16_t multicast_cap;            /**< 0x4 */
	uint16_t linear_top;               /**< 0x6 */
	uint8_t default_port;              /**< 0x8 */
	uint8_t default_multicast_primary; /**< 0x9 */
	uint8_t default_multicast_other;   /**< 0xa */
	uint8_t lifetime;                  /**< 0xb.7-3 */
	uint8_t state_change;      /**< 0xb.2-2; A port changed its state; a Set with 1 clears it */
	uint8_t sl2vl_programming; /**< 0xb.1-0 */
	uint16_t lids_per_port;    /**< 0xc */
	uint16_t partition_enforcement; /**< 0xe */
	uint8_t inbound_enforcement;    /**< 0x10.7-7 */
	uint8_t outbound_enforcement;   /**< 0x10.6-6 */
	uint8_t raw_inbound_filter;     /**< 0x10.5-5 */
	uint8_t raw_outbound_filter;    /**< 0x10.4-4 */
	uint8_t enhanced_port0;         /**< 0x10.3-3 */
	uint16_t multicast_top;         /**< 0x12 */
};

#define SMP_SWITCH_INFO_SIZE 20U

/** Store all fields. subnet.switch_info */
INVERBS_INLINE void smp_switch_info_put(void *at, const struct smp_switch_info *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->linear_cap));
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->random_cap));
	inverbs_put16((uint8_t *)at + 4, (uint16_t)INVERBS_BE16((uint16_t)v->multicast_cap));
	inverbs_put16((uint8_t *)at + 6, (uint16_t)INVERBS_BE16((uint16_t)v->linear_top));
	inverbs_put8((uint8_t *)at + 8, (uint8_t)v->default_port);
	inverbs_put8((uint8_t *)at + 9, (uint8_t)v->default_multicast_primary);
	inverbs_put8((uint8_t *)at + 10, (uint8_t)v->default_multicast_other);
	inverbs_put8((uint8_t *)at + 11, (uint8_t)(((uint8_t)v->lifetime << 3) |
						   ((uint8_t)(v->state_change & 0x1U) << 2) |
						   (uint8_t)(v->sl2vl_programming & 0x3U)));
	inverbs_put16((uint8_t *)at + 12, (uint16_t)INVERBS_BE16((uint16_t)v->lids_per_port));
	inverbs_put16((uint8_t *)at + 14,
		      (uint16_t)INVERBS_BE16((uint16_t)v->partition_enforcement));
	inverbs_put8((uint8_t *)at + 16,
		     (uint8_t)(((uint8_t)v->inbound_enforcement << 7) |
			       ((uint8_t)(v->outbound_enforcement & 0x1U) << 6) |
			       ((uint8_t)(v->raw_inbound_filter & 0x1U) << 5) |
			       ((uint8_t)(v->raw_outbound_filter & 0x1U) << 4) |
			       ((uint8_t)(v->enhanced_port0 & 0x1U) << 3)));
	inverbs_put8((uint8_t *)at + 17, 0);
	inverbs_put16((uint8_t *)at + 18, (uint16_t)INVERBS_BE16((uint16_t)v->multicast_top));
}

INVERBS_INLINE struct smp_switch_info smp_switch_info_get(const void *at)
{
	struct smp_switch_info v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);
	const uint16_t w4 = inverbs_get16((const uint8_t *)at + 4);
	const uint16_t w6 = inverbs_get16((const uint8_t *)at + 6);
	const uint8_t w8 = inverbs_get8((const uint8_t *)at + 8);
	const uint8_t w9 = inverbs_get8((const uint8_t *)at + 9);
	const uint8_t w10 = inverbs_get8((const uint8_t *)at + 10);
	const uint8_t w11 = inverbs_get8((const uint8_t *)at + 11);
	const uint16_t w12 = inverbs_get16((const uint8_t *)at + 12);
	const uint16_t w14 = inverbs_get16((const uint8_t *)at + 14);
	const uint8_t w16 = inverbs_get8((const uint8_t *)at + 16);
	const uint16_t w18 = inverbs_get16((const uint8_t *)at + 18);

	v.linear_cap = (uint16_t)INVERBS_BE16(w0);
	v.random_cap = (uint16_t)INVERBS_BE16(w2);
	v.multicast_cap = (uint16_t)INVERBS_BE16(w4);
	v.linear_top = (uint16_t)INVERBS_BE16(w6);
	v.default_port = (uint8_t)w8;
	v.default_multicast_primary = (uint8_t)w9;
	v.default_multicast_other = (uint8_t)w10;
	v.lifetime = (uint8_t)((w11 >> 3) & 0x1fU);
	v.state_change = (uint8_t)((w11 >> 2) & 0x1U);
	v.sl2vl_programming = (uint8_t)(w11 & 0x3U);
	v.lids_per_port = (uint16_t)INVERBS_BE16(w12);
	v.partition_enforcement = (uint16_t)INVERBS_BE16(w14);
	v.inbound_enforcement = (uint8_t)((w16 >> 7) & 0x1U);
	v.outbound_enforcement = (uint8_t)((w16 >> 6) & 0x1U);
	v.raw_inbound_filter = (uint8_t)((w16 >> 5) & 0x1U);
	v.raw_outbound_filter = (uint8_t)((w16 >> 4) & 0x1U);
	v.enhanced_port0 = (uint8_t)((w16 >> 3) & 0x1U);
	v.multicast_top = (uint16_t)INVERBS_BE16(w18);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool smp_switch_info_reserved_clear(const void *at)
{
	return ((inverbs_get8((const uint8_t *)at + 16) & 0x7U) |
		inverbs_get8((const uint8_t *)at + 17)) == 0;
}

/**
 * A block of the GUIDs of a port; the first of the first block cannot be changed.
 * subnet.guid_info
 */
struct smp_guid_info {
	uint64_t guid[8]; /**< 0x0, 8 of them */
};

#define SMP_GUID_INFO_SIZE 64U

/** Store all fields. subnet.guid_info */
INVERBS_INLINE void smp_guid_info_put(void *at, const struct smp_guid_info *v)
{
	inverbs_put_array64(at, v->guid, 8);
}

INVERBS_INLINE struct smp_guid_info smp_guid_info_get(const void *at)
{
	struct smp_guid_info v;

	inverbs_get_array64(v.guid, (const uint8_t *)at + 0, 8);
	return v;
}

/**
 * State and capabilities of a port.
 * subnet.port_info
 */
struct smp_port_info {
	uint64_t m_key;              /**< 0x0 */
	uint64_t gid_prefix;         /**< 0x8 */
	uint16_t lid;                /**< 0x10 */
	uint16_t sm_lid;             /**< 0x12 */
	uint32_t capability_mask;    /**< 0x14 */
	uint16_t diag_code;          /**< 0x18 */
	uint16_t m_key_lease;        /**< 0x1a; In seconds */
	uint8_t local_port;          /**< 0x1c */
	uint8_t width_enabled;       /**< 0x1d */
	uint8_t width_supported;     /**< 0x1e */
	uint8_t width_active;        /**< 0x1f */
	uint8_t speed_supported;     /**< 0x20.7-4 */
	uint8_t state;               /**< 0x20.3-0 */
	uint8_t phys_state;          /**< 0x21.7-4 */
	uint8_t down_default;        /**< 0x21.3-0 */
	uint8_t m_key_protect;       /**< 0x22.7-6 */
	uint8_t lmc;                 /**< 0x22.2-0 */
	uint8_t speed_active;        /**< 0x23.7-4 */
	uint8_t speed_enabled;       /**< 0x23.3-0 */
	uint8_t neighbor_mtu;        /**< 0x24.7-4 */
	uint8_t sm_sl;               /**< 0x24.3-0 */
	uint8_t vl_cap;              /**< 0x25.7-4 */
	uint8_t init_type;           /**< 0x25.3-0 */
	uint8_t vl_high_limit;       /**< 0x26 */
	uint8_t vl_arb_high_cap;     /**< 0x27 */
	uint8_t vl_arb_low_cap;      /**< 0x28 */
	uint8_t init_type_reply;     /**< 0x29.7-4 */
	uint8_t mtu_cap;             /**< 0x29.3-0 */
	uint8_t vl_stall_count;      /**< 0x2a.7-5 */
	uint8_t hoq_life;            /**< 0x2a.4-0 */
	uint8_t operational_vls;     /**< 0x2b.7-4 */
	uint8_t partition_in;        /**< 0x2b.3-3 */
	uint8_t partition_out;       /**< 0x2b.2-2 */
	uint8_t raw_in;              /**< 0x2b.1-1 */
	uint8_t raw_out;             /**< 0x2b.0-0 */
	uint16_t m_key_violations;   /**< 0x2c */
	uint16_t p_key_violations;   /**< 0x2e */
	uint16_t q_key_violations;   /**< 0x30 */
	uint8_t guid_cap;            /**< 0x32 */
	uint8_t client_reregister;   /**< 0x33.7-7 */
	uint8_t multicast_pkey_trap; /**< 0x33.6-5 */
	uint8_t subnet_timeout;      /**< 0x33.4-0 */
	uint8_t response_time;       /**< 0x34.4-0 */
	uint8_t local_phy_errors;    /**< 0x35.7-4 */
	uint8_t overrun_errors;      /**< 0x35.3-0 */
	uint16_t max_credit_hint;    /**< 0x36 */
	uint32_t link_latency;       /**< 0x38.23-0 */
	uint16_t capability_mask2;   /**< 0x3c */
	uint8_t speed_ext_active;    /**< 0x3e.7-4 */
	uint8_t speed_ext_supported; /**< 0x3e.3-0 */
	uint8_t speed_ext_enabled;   /**< 0x3f.4-0 */
};

#define SMP_PORT_INFO_SIZE 64U

/** Store all fields. subnet.port_info */
INVERBS_INLINE void smp_port_info_put(void *at, const struct smp_port_info *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->m_key));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->gid_prefix));
	inverbs_put16((uint8_t *)at + 16, (uint16_t)INVERBS_BE16((uint16_t)v->lid));
	inverbs_put16((uint8_t *)at + 18, (uint16_t)INVERBS_BE16((uint16_t)v->sm_lid));
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->capability_mask));
	inverbs_put16((uint8_t *)at + 24, (uint16_t)INVERBS_BE16((uint16_t)v->diag_code));
	inverbs_put16((uint8_t *)at + 26, (uint16_t)INVERBS_BE16((uint16_t)v->m_key_lease));
	inverbs_put8((uint8_t *)at + 28, (uint8_t)v->local_port);
	inverbs_put8((uint8_t *)at + 29, (uint8_t)v->width_enabled);
	inverbs_put8((uint8_t *)at + 30, (uint8_t)v->width_supported);
	inverbs_put8((uint8_t *)at + 31, (uint8_t)v->width_active);
	inverbs_put8((uint8_t *)at + 32,
		     (uint8_t)(((uint8_t)v->speed_supported << 4) | (uint8_t)(v->state & 0xfU)));
	inverbs_put8((uint8_t *)at + 33,
		     (uint8_t)(((uint8_t)v->phys_state << 4) | (uint8_t)(v->down_default & 0xfU)));
	inverbs_put8((uint8_t *)at + 34,
		     (uint8_t)(((uint8_t)v->m_key_protect << 6) | (uint8_t)(v->lmc & 0x7U)));
	inverbs_put8((uint8_t *)at + 35, (uint8_t)(((uint8_t)v->speed_active << 4) |
						   (uint8_t)(v->speed_enabled & 0xfU)));
	inverbs_put8((uint8_t *)at + 36,
		     (uint8_t)(((uint8_t)v->neighbor_mtu << 4) | (uint8_t)(v->sm_sl & 0xfU)));
	inverbs_put8((uint8_t *)at + 37,
		     (uint8_t)(((uint8_t)v->vl_cap << 4) | (uint8_t)(v->init_type & 0xfU)));
	inverbs_put8((uint8_t *)at + 38, (uint8_t)v->vl_high_limit);
	inverbs_put8((uint8_t *)at + 39, (uint8_t)v->vl_arb_high_cap);
	inverbs_put8((uint8_t *)at + 40, (uint8_t)v->vl_arb_low_cap);
	inverbs_put8((uint8_t *)at + 41,
		     (uint8_t)(((uint8_t)v->init_type_reply << 4) | (uint8_t)(v->mtu_cap & 0xfU)));
	inverbs_put8((uint8_t *)at + 42,
		     (uint8_t)(((uint8_t)v->vl_stall_count << 5) | (uint8_t)(v->hoq_life & 0x1fU)));
	inverbs_put8((uint8_t *)at + 43,
		     (uint8_t)(((uint8_t)v->operational_vls << 4) |
			       ((uint8_t)(v->partition_in & 0x1U) << 3) |
			       ((uint8_t)(v->partition_out & 0x1U) << 2) |
			       ((uint8_t)(v->raw_in & 0x1U) << 1) | (uint8_t)(v->raw_out & 0x1U)));
	inverbs_put16((uint8_t *)at + 44, (uint16_t)INVERBS_BE16((uint16_t)v->m_key_violations));
	inverbs_put16((uint8_t *)at + 46, (uint16_t)INVERBS_BE16((uint16_t)v->p_key_violations));
	inverbs_put16((uint8_t *)at + 48, (uint16_t)INVERBS_BE16((uint16_t)v->q_key_violations));
	inverbs_put8((uint8_t *)at + 50, (uint8_t)v->guid_cap);
	inverbs_put8((uint8_t *)at + 51, (uint8_t)(((uint8_t)v->client_reregister << 7) |
						   ((uint8_t)(v->multicast_pkey_trap & 0x3U) << 5) |
						   (uint8_t)(v->subnet_timeout & 0x1fU)));
	inverbs_put8((uint8_t *)at + 52, (uint8_t)(v->response_time & 0x1fU));
	inverbs_put8((uint8_t *)at + 53, (uint8_t)(((uint8_t)v->local_phy_errors << 4) |
						   (uint8_t)(v->overrun_errors & 0xfU)));
	inverbs_put16((uint8_t *)at + 54, (uint16_t)INVERBS_BE16((uint16_t)v->max_credit_hint));
	inverbs_put32((uint8_t *)at + 56, INVERBS_BE32((uint32_t)(v->link_latency & 0xffffffU)));
	inverbs_put16((uint8_t *)at + 60, (uint16_t)INVERBS_BE16((uint16_t)v->capability_mask2));
	inverbs_put8((uint8_t *)at + 62, (uint8_t)(((uint8_t)v->speed_ext_active << 4) |
						   (uint8_t)(v->speed_ext_supported & 0xfU)));
	inverbs_put8((uint8_t *)at + 63, (uint8_t)(v->speed_ext_enabled & 0x1fU));
}

INVERBS_INLINE struct smp_port_info smp_port_info_get(const void *at)
{
	struct smp_port_info v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint16_t w16 = inverbs_get16((const uint8_t *)at + 16);
	const uint16_t w18 = inverbs_get16((const uint8_t *)at + 18);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint16_t w24 = inverbs_get16((const uint8_t *)at + 24);
	const uint16_t w26 = inverbs_get16((const uint8_t *)at + 26);
	const uint8_t w28 = inverbs_get8((const uint8_t *)at + 28);
	const uint8_t w29 = inverbs_get8((const uint8_t *)at + 29);
	const uint8_t w30 = inverbs_get8((const uint8_t *)at + 30);
	const uint8_t w31 = inverbs_get8((const uint8_t *)at + 31);
	const uint8_t w32 = inverbs_get8((const uint8_t *)at + 32);
	const uint8_t w33 = inverbs_get8((const uint8_t *)at + 33);
	const uint8_t w34 = inverbs_get8((const uint8_t *)at + 34);
	const uint8_t w35 = inverbs_get8((const uint8_t *)at + 35);
	const uint8_t w36 = inverbs_get8((const uint8_t *)at + 36);
	const uint8_t w37 = inverbs_get8((const uint8_t *)at + 37);
	const uint8_t w38 = inverbs_get8((const uint8_t *)at + 38);
	const uint8_t w39 = inverbs_get8((const uint8_t *)at + 39);
	const uint8_t w40 = inverbs_get8((const uint8_t *)at + 40);
	const uint8_t w41 = inverbs_get8((const uint8_t *)at + 41);
	const uint8_t w42 = inverbs_get8((const uint8_t *)at + 42);
	const uint8_t w43 = inverbs_get8((const uint8_t *)at + 43);
	const uint16_t w44 = inverbs_get16((const uint8_t *)at + 44);
	const uint16_t w46 = inverbs_get16((const uint8_t *)at + 46);
	const uint16_t w48 = inverbs_get16((const uint8_t *)at + 48);
	const uint8_t w50 = inverbs_get8((const uint8_t *)at + 50);
	const uint8_t w51 = inverbs_get8((const uint8_t *)at + 51);
	const uint8_t w52 = inverbs_get8((const uint8_t *)at + 52);
	const uint8_t w53 = inverbs_get8((const uint8_t *)at + 53);
	const uint16_t w54 = inverbs_get16((const uint8_t *)at + 54);
	const uint32_t w56 = inverbs_get32((const uint8_t *)at + 56);
	const uint16_t w60 = inverbs_get16((const uint8_t *)at + 60);
	const uint8_t w62 = inverbs_get8((const uint8_t *)at + 62);
	const uint8_t w63 = inverbs_get8((const uint8_t *)at + 63);

	v.m_key = (uint64_t)INVERBS_BE64(w0);
	v.gid_prefix = (uint64_t)INVERBS_BE64(w8);
	v.lid = (uint16_t)INVERBS_BE16(w16);
	v.sm_lid = (uint16_t)INVERBS_BE16(w18);
	v.capability_mask = (uint32_t)INVERBS_BE32(w20);
	v.diag_code = (uint16_t)INVERBS_BE16(w24);
	v.m_key_lease = (uint16_t)INVERBS_BE16(w26);
	v.local_port = (uint8_t)w28;
	v.width_enabled = (uint8_t)w29;
	v.width_supported = (uint8_t)w30;
	v.width_active = (uint8_t)w31;
	v.speed_supported = (uint8_t)((w32 >> 4) & 0xfU);
	v.state = (uint8_t)(w32 & 0xfU);
	v.phys_state = (uint8_t)((w33 >> 4) & 0xfU);
	v.down_default = (uint8_t)(w33 & 0xfU);
	v.m_key_protect = (uint8_t)((w34 >> 6) & 0x3U);
	v.lmc = (uint8_t)(w34 & 0x7U);
	v.speed_active = (uint8_t)((w35 >> 4) & 0xfU);
	v.speed_enabled = (uint8_t)(w35 & 0xfU);
	v.neighbor_mtu = (uint8_t)((w36 >> 4) & 0xfU);
	v.sm_sl = (uint8_t)(w36 & 0xfU);
	v.vl_cap = (uint8_t)((w37 >> 4) & 0xfU);
	v.init_type = (uint8_t)(w37 & 0xfU);
	v.vl_high_limit = (uint8_t)w38;
	v.vl_arb_high_cap = (uint8_t)w39;
	v.vl_arb_low_cap = (uint8_t)w40;
	v.init_type_reply = (uint8_t)((w41 >> 4) & 0xfU);
	v.mtu_cap = (uint8_t)(w41 & 0xfU);
	v.vl_stall_count = (uint8_t)((w42 >> 5) & 0x7U);
	v.hoq_life = (uint8_t)(w42 & 0x1fU);
	v.operational_vls = (uint8_t)((w43 >> 4) & 0xfU);
	v.partition_in = (uint8_t)((w43 >> 3) & 0x1U);
	v.partition_out = (uint8_t)((w43 >> 2) & 0x1U);
	v.raw_in = (uint8_t)((w43 >> 1) & 0x1U);
	v.raw_out = (uint8_t)(w43 & 0x1U);
	v.m_key_violations = (uint16_t)INVERBS_BE16(w44);
	v.p_key_violations = (uint16_t)INVERBS_BE16(w46);
	v.q_key_violations = (uint16_t)INVERBS_BE16(w48);
	v.guid_cap = (uint8_t)w50;
	v.client_reregister = (uint8_t)((w51 >> 7) & 0x1U);
	v.multicast_pkey_trap = (uint8_t)((w51 >> 5) & 0x3U);
	v.subnet_timeout = (uint8_t)(w51 & 0x1fU);
	v.response_time = (uint8_t)(w52 & 0x1fU);
	v.local_phy_errors = (uint8_t)((w53 >> 4) & 0xfU);
	v.overrun_errors = (uint8_t)(w53 & 0xfU);
	v.max_credit_hint = (uint16_t)INVERBS_BE16(w54);
	v.link_latency = (uint32_t)(INVERBS_BE32(w56) & 0xffffffU);
	v.capability_mask2 = (uint16_t)INVERBS_BE16(w60);
	v.speed_ext_active = (uint8_t)((w62 >> 4) & 0xfU);
	v.speed_ext_supported = (uint8_t)(w62 & 0xfU);
	v.speed_ext_enabled = (uint8_t)(w63 & 0x1fU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool smp_port_info_reserved_clear(const void *at)
{
	return ((inverbs_get8((const uint8_t *)at + 34) & 0x38U) |
		(inverbs_get8((const uint8_t *)at + 52) & 0xe0U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 56)) & 0xff000000U) |
		(inverbs_get8((const uint8_t *)at + 63) & 0xe0U)) == 0;
}

/**
 * A block of the P_Keys of a port.
 * subnet.pkey_table
 */
struct smp_pkey_table {
	uint16_t pkey[32]; /**< 0x0, 32 of them */
};

#define SMP_PKEY_TABLE_SIZE 64U

/** Store all fields. subnet.pkey_table */
INVERBS_INLINE void smp_pkey_table_put(void *at, const struct smp_pkey_table *v)
{
	inverbs_put_array16(at, v->pkey, 32);
}

INVERBS_INLINE struct smp_pkey_table smp_pkey_table_get(const void *at)
{
	struct smp_pkey_table v;

	inverbs_get_array16(v.pkey, (const uint8_t *)at + 0, 32);
	return v;
}

/**
 * The VL of each service level, four bits each.
 * subnet.sl_to_vl
 */
struct smp_sl_to_vl {
	uint8_t vls[8]; /**< 0x0, 8 bytes */
};

#define SMP_SL_TO_VL_SIZE 8U

/** Store all fields. subnet.sl_to_vl */
INVERBS_INLINE void smp_sl_to_vl_put(void *at, const struct smp_sl_to_vl *v)
{
	inverbs_put_bytes(at, v->vls, 8);
}

INVERBS_INLINE struct smp_sl_to_vl smp_sl_to_vl_get(const void *at)
{
	struct smp_sl_to_vl v;

	memcpy(v.vls, (const uint8_t *)at + 0, 8);
	return v;
}

/**
 * Half of a VL arbitration table, pairs of VL and weight.
 * subnet.vl_arbitration
 */
struct smp_vl_arbitration {
	uint8_t pairs[64]; /**< 0x0, 64 bytes */
};

#define SMP_VL_ARBITRATION_SIZE 64U

/** Store all fields. subnet.vl_arbitration */
INVERBS_INLINE void smp_vl_arbitration_put(void *at, const struct smp_vl_arbitration *v)
{
	inverbs_put_bytes(at, v->pairs, 64);
}

INVERBS_INLINE struct smp_vl_arbitration smp_vl_arbitration_get(const void *at)
{
	struct smp_vl_arbitration v;

	memcpy(v.pairs, (const uint8_t *)at + 0, 64);
	return v;
}

/**
 * The port through which a switch forwards packets to each of 64 LIDs.
 * subnet.linear_forwarding
 */
struct smp_linear_forwarding {
	uint8_t port[64]; /**< 0x0, 64 bytes */
};

#define SMP_LINEAR_FORWARDING_SIZE 64U

/** Store all fields. subnet.linear_forwarding */
INVERBS_INLINE void smp_linear_forwarding_put(void *at, const struct smp_linear_forwarding *v)
{
	inverbs_put_bytes(at, v->port, 64);
}

INVERBS_INLINE struct smp_linear_forwarding smp_linear_forwarding_get(const void *at)
{
	struct smp_linear_forwarding v;

	memcpy(v.port, (const uint8_t *)at + 0, 64);
	return v;
}

/**
 * The ports, of 16, through which a switch forwards packets to each of 32 groups.
 * subnet.multicast_forwarding
 */
struct smp_multicast_forwarding {
	uint16_t ports[32]; /**< 0x0, 32 of them */
};

#define SMP_MULTICAST_FORWARDING_SIZE 64U

/** Store all fields. subnet.multicast_forwarding */
INVERBS_INLINE void smp_multicast_forwarding_put(void *at, const struct smp_multicast_forwarding *v)
{
	inverbs_put_array16(at, v->ports, 32);
}

INVERBS_INLINE struct smp_multicast_forwarding smp_multicast_forwarding_get(const void *at)
{
	struct smp_multicast_forwarding v;

	inverbs_get_array16(v.ports, (const uint8_t *)at + 0, 32);
	return v;
}

/**
 * A subnet manager.
 * subnet.sm_info
 */
struct smp_sm_info {
	uint64_t guid;     /**< 0x0 */
	uint64_t sm_key;   /**< 0x8 */
	uint32_t activity; /**< 0x10 */
	uint8_t priority;  /**< 0x14.7-4 */
	uint8_t state;     /**< 0x14.3-0 */
};

#define SMP_SM_INFO_SIZE 24U

/** Store all fields. subnet.sm_info */
INVERBS_INLINE void smp_sm_info_put(void *at, const struct smp_sm_info *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->guid));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->sm_key));
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32((uint32_t)v->activity));
	inverbs_put8((uint8_t *)at + 20,
		     (uint8_t)(((uint8_t)v->priority << 4) | (uint8_t)(v->state & 0xfU)));
	inverbs_put8((uint8_t *)at + 21, 0);
	inverbs_put16((uint8_t *)at + 22, 0);
}

INVERBS_INLINE struct smp_sm_info smp_sm_info_get(const void *at)
{
	struct smp_sm_info v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint8_t w20 = inverbs_get8((const uint8_t *)at + 20);

	v.guid = (uint64_t)INVERBS_BE64(w0);
	v.sm_key = (uint64_t)INVERBS_BE64(w8);
	v.activity = (uint32_t)INVERBS_BE32(w16);
	v.priority = (uint8_t)((w20 >> 4) & 0xfU);
	v.state = (uint8_t)(w20 & 0xfU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool smp_sm_info_reserved_clear(const void *at)
{
	return (inverbs_get8((const uint8_t *)at + 21) | inverbs_get16((const uint8_t *)at + 22)) ==
	       0;
}

/**
 * The LED of a port.
 * subnet.led_info
 */
struct smp_led_info {
	uint8_t on; /**< 0x0.31-31 */
};

#define SMP_LED_INFO_SIZE 4U

/** Store all fields. subnet.led_info */
INVERBS_INLINE void smp_led_info_put(void *at, const struct smp_led_info *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->on << 31));
}

INVERBS_INLINE struct smp_led_info smp_led_info_get(const void *at)
{
	struct smp_led_info v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.on = (uint8_t)((INVERBS_BE32(w0) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool smp_led_info_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0x7fffffffU) == 0;
}

/**
 * Vendor-specific speeds of Mellanox, such as FDR10.
 * subnet.mlnx_extended_port_info
 */
struct smp_mlnx_extended_port_info {
	uint8_t state_change_enable; /**< 0x3 */
	uint8_t speed_supported;     /**< 0x7 */
	uint8_t speed_enabled;       /**< 0xb */
	uint8_t speed_active;        /**< 0xf */
};

#define SMP_MLNX_EXTENDED_PORT_INFO_SIZE 64U

/** Store all fields. subnet.mlnx_extended_port_info */
INVERBS_INLINE void smp_mlnx_extended_port_info_put(void *at,
						    const struct smp_mlnx_extended_port_info *v)
{
	inverbs_put16(at, 0);
	inverbs_put8((uint8_t *)at + 2, 0);
	inverbs_put8((uint8_t *)at + 3, (uint8_t)v->state_change_enable);
	inverbs_put16((uint8_t *)at + 4, 0);
	inverbs_put8((uint8_t *)at + 6, 0);
	inverbs_put8((uint8_t *)at + 7, (uint8_t)v->speed_supported);
	inverbs_put16((uint8_t *)at + 8, 0);
	inverbs_put8((uint8_t *)at + 10, 0);
	inverbs_put8((uint8_t *)at + 11, (uint8_t)v->speed_enabled);
	inverbs_put16((uint8_t *)at + 12, 0);
	inverbs_put8((uint8_t *)at + 14, 0);
	inverbs_put8((uint8_t *)at + 15, (uint8_t)v->speed_active);
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, 0);
	inverbs_put64((uint8_t *)at + 32, 0);
	inverbs_put64((uint8_t *)at + 40, 0);
	inverbs_put64((uint8_t *)at + 48, 0);
	inverbs_put64((uint8_t *)at + 56, 0);
}

INVERBS_INLINE struct smp_mlnx_extended_port_info smp_mlnx_extended_port_info_get(const void *at)
{
	struct smp_mlnx_extended_port_info v;
	const uint8_t w3 = inverbs_get8((const uint8_t *)at + 3);
	const uint8_t w7 = inverbs_get8((const uint8_t *)at + 7);
	const uint8_t w11 = inverbs_get8((const uint8_t *)at + 11);
	const uint8_t w15 = inverbs_get8((const uint8_t *)at + 15);

	v.state_change_enable = (uint8_t)w3;
	v.speed_supported = (uint8_t)w7;
	v.speed_enabled = (uint8_t)w11;
	v.speed_active = (uint8_t)w15;
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool smp_mlnx_extended_port_info_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 0) | inverbs_get8((const uint8_t *)at + 2) |
		inverbs_get16((const uint8_t *)at + 4) | inverbs_get8((const uint8_t *)at + 6) |
		inverbs_get16((const uint8_t *)at + 8) | inverbs_get8((const uint8_t *)at + 10) |
		inverbs_get16((const uint8_t *)at + 12) | inverbs_get8((const uint8_t *)at + 14) |
		inverbs_get64((const uint8_t *)at + 16) | inverbs_get64((const uint8_t *)at + 24) |
		inverbs_get64((const uint8_t *)at + 32) | inverbs_get64((const uint8_t *)at + 40) |
		inverbs_get64((const uint8_t *)at + 48) |
		inverbs_get64((const uint8_t *)at + 56)) == 0;
}

/** Attributes of the class. Returns the name of a value, or "?". */
static inline const char *smp_attribute_name(uint32_t value)
{
	switch (value) {
	case SMP_ATTRIBUTE_NOTICE:
		return "NOTICE";
	case SMP_ATTRIBUTE_NODE_DESCRIPTION:
		return "NODE_DESCRIPTION";
	case SMP_ATTRIBUTE_NODE_INFO:
		return "NODE_INFO";
	case SMP_ATTRIBUTE_SWITCH_INFO:
		return "SWITCH_INFO";
	case SMP_ATTRIBUTE_GUID_INFO:
		return "GUID_INFO";
	case SMP_ATTRIBUTE_PORT_INFO:
		return "PORT_INFO";
	case SMP_ATTRIBUTE_PKEY_TABLE:
		return "PKEY_TABLE";
	case SMP_ATTRIBUTE_SL_TO_VL:
		return "SL_TO_VL";
	case SMP_ATTRIBUTE_VL_ARBITRATION:
		return "VL_ARBITRATION";
	case SMP_ATTRIBUTE_LINEAR_FORWARDING:
		return "LINEAR_FORWARDING";
	case SMP_ATTRIBUTE_MULTICAST_FORWARDING:
		return "MULTICAST_FORWARDING";
	case SMP_ATTRIBUTE_SM_INFO:
		return "SM_INFO";
	case SMP_ATTRIBUTE_VENDOR_DIAG:
		return "VENDOR_DIAG";
	case SMP_ATTRIBUTE_LED_INFO:
		return "LED_INFO";
	case SMP_ATTRIBUTE_MLNX_EXTENDED_PORT_INFO:
		return "MLNX_EXTENDED_PORT_INFO";
	default:
		return "?";
	}
}

/** Kinds of nodes. Returns the name of a value, or "?". */
static inline const char *smp_node_type_name(uint32_t value)
{
	switch (value) {
	case SMP_NODE_TYPE_CHANNEL_ADAPTER:
		return "CHANNEL_ADAPTER";
	case SMP_NODE_TYPE_SWITCH:
		return "SWITCH";
	case SMP_NODE_TYPE_ROUTER:
		return "ROUTER";
	default:
		return "?";
	}
}

/** Logical state of a link; 0 in a Set changes nothing. Returns the name of a value, or "?". */
static inline const char *smp_port_state_name(uint32_t value)
{
	switch (value) {
	case SMP_PORT_STATE_NO_CHANGE:
		return "NO_CHANGE";
	case SMP_PORT_STATE_DOWN:
		return "DOWN";
	case SMP_PORT_STATE_INIT:
		return "INIT";
	case SMP_PORT_STATE_ARMED:
		return "ARMED";
	case SMP_PORT_STATE_ACTIVE:
		return "ACTIVE";
	default:
		return "?";
	}
}

/** Physical state of a link; 0 in a Set changes nothing. Returns the name of a value, or "?". */
static inline const char *smp_phys_state_name(uint32_t value)
{
	switch (value) {
	case SMP_PHYS_STATE_NO_CHANGE:
		return "NO_CHANGE";
	case SMP_PHYS_STATE_SLEEP:
		return "SLEEP";
	case SMP_PHYS_STATE_POLLING:
		return "POLLING";
	case SMP_PHYS_STATE_DISABLED:
		return "DISABLED";
	case SMP_PHYS_STATE_TRAINING:
		return "TRAINING";
	case SMP_PHYS_STATE_LINK_UP:
		return "LINK_UP";
	case SMP_PHYS_STATE_RECOVERY:
		return "RECOVERY";
	default:
		return "?";
	}
}

/** MTUs. Returns the name of a value, or "?". */
static inline const char *smp_mtu_name(uint32_t value)
{
	switch (value) {
	case SMP_MTU_BYTES_256:
		return "BYTES_256";
	case SMP_MTU_BYTES_512:
		return "BYTES_512";
	case SMP_MTU_BYTES_1024:
		return "BYTES_1024";
	case SMP_MTU_BYTES_2048:
		return "BYTES_2048";
	case SMP_MTU_BYTES_4096:
		return "BYTES_4096";
	default:
		return "?";
	}
}

/** Lanes of a link, one bit each. Returns the name of a value, or "?". */
static inline const char *smp_width_name(uint32_t value)
{
	switch (value) {
	case SMP_WIDTH_X1:
		return "X1";
	case SMP_WIDTH_X4:
		return "X4";
	case SMP_WIDTH_X8:
		return "X8";
	case SMP_WIDTH_X12:
		return "X12";
	case SMP_WIDTH_X2:
		return "X2";
	default:
		return "?";
	}
}

/** Speeds of a lane, one bit each. Returns the name of a value, or "?". */
static inline const char *smp_speed_name(uint32_t value)
{
	switch (value) {
	case SMP_SPEED_SDR:
		return "SDR";
	case SMP_SPEED_DDR:
		return "DDR";
	case SMP_SPEED_QDR:
		return "QDR";
	default:
		return "?";
	}
}

/** Faster speeds, one bit each. A port with one of them active reports QDR as its ordinary speed.
 * Returns the name of a value, or "?". */
static inline const char *smp_speed_extended_name(uint32_t value)
{
	switch (value) {
	case SMP_SPEED_EXTENDED_FDR:
		return "FDR";
	case SMP_SPEED_EXTENDED_EDR:
		return "EDR";
	case SMP_SPEED_EXTENDED_HDR:
		return "HDR";
	default:
		return "?";
	}
}

/** Number of data VLs that a port has or uses. Returns the name of a value, or "?". */
static inline const char *smp_virtual_lanes_name(uint32_t value)
{
	switch (value) {
	case SMP_VIRTUAL_LANES_VL0:
		return "VL0";
	case SMP_VIRTUAL_LANES_VL0_TO_1:
		return "VL0_TO_1";
	case SMP_VIRTUAL_LANES_VL0_TO_3:
		return "VL0_TO_3";
	case SMP_VIRTUAL_LANES_VL0_TO_7:
		return "VL0_TO_7";
	case SMP_VIRTUAL_LANES_VL0_TO_14:
		return "VL0_TO_14";
	default:
		return "?";
	}
}

/** State of a subnet manager. Returns the name of a value, or "?". */
static inline const char *smp_sm_state_name(uint32_t value)
{
	switch (value) {
	case SMP_SM_STATE_NOT_ACTIVE:
		return "NOT_ACTIVE";
	case SMP_SM_STATE_DISCOVERING:
		return "DISCOVERING";
	case SMP_SM_STATE_STANDBY:
		return "STANDBY";
	case SMP_SM_STATE_MASTER:
		return "MASTER";
	default:
		return "?";
	}
}

/** Bits of the capability mask of a port. Returns the name of a value, or "?". */
static inline const char *smp_capability_name(uint32_t value)
{
	switch (value) {
	case SMP_CAPABILITY_SM:
		return "SM";
	case SMP_CAPABILITY_NOTICE:
		return "NOTICE";
	case SMP_CAPABILITY_TRAP:
		return "TRAP";
	case SMP_CAPABILITY_AUTOMATIC_MIGRATION:
		return "AUTOMATIC_MIGRATION";
	case SMP_CAPABILITY_SL_MAPPING:
		return "SL_MAPPING";
	case SMP_CAPABILITY_LED_INFO:
		return "LED_INFO";
	case SMP_CAPABILITY_SM_DISABLED:
		return "SM_DISABLED";
	case SMP_CAPABILITY_SYSTEM_IMAGE_GUID:
		return "SYSTEM_IMAGE_GUID";
	case SMP_CAPABILITY_EXTENDED_SPEEDS:
		return "EXTENDED_SPEEDS";
	case SMP_CAPABILITY_COMMUNICATION:
		return "COMMUNICATION";
	case SMP_CAPABILITY_DEVICE:
		return "DEVICE";
	case SMP_CAPABILITY_CAPABILITY_NOTICE:
		return "CAPABILITY_NOTICE";
	case SMP_CAPABILITY_CLIENT_REREGISTRATION:
		return "CLIENT_REREGISTRATION";
	case SMP_CAPABILITY_OTHER_LOCAL_CHANGES:
		return "OTHER_LOCAL_CHANGES";
	default:
		return "?";
	}
}

/** smp_datagram and its fields. subnet.datagram */
static inline void smp_datagram_print(struct inverbs_text *text, const void *at)
{
	const struct smp_datagram v = smp_datagram_get(at);

	inverbs_text_add(text, "smp_datagram");
	inverbs_text_add(text, " base_version=0x%llx", (unsigned long long)v.base_version);
	inverbs_text_add(text, " mgmt_class=%s(0x%x)", mad_class_name(v.mgmt_class),
			 (unsigned)v.mgmt_class);
	inverbs_text_add(text, " class_version=0x%llx", (unsigned long long)v.class_version);
	inverbs_text_add(text, " method=%s(0x%x)", mad_method_name(v.method), (unsigned)v.method);
	inverbs_text_add(text, " returning=0x%llx", (unsigned long long)v.returning);
	inverbs_text_add(text, " status=0x%llx", (unsigned long long)v.status);
	inverbs_text_add(text, " hop_pointer=0x%llx", (unsigned long long)v.hop_pointer);
	inverbs_text_add(text, " hop_count=0x%llx", (unsigned long long)v.hop_count);
	inverbs_text_add(text, " tid=0x%llx", (unsigned long long)v.tid);
	inverbs_text_add(text, " attribute=%s(0x%x)", smp_attribute_name(v.attribute),
			 (unsigned)v.attribute);
	inverbs_text_add(text, " modifier=0x%llx", (unsigned long long)v.modifier);
	inverbs_text_add(text, " m_key=0x%llx", (unsigned long long)v.m_key);
	inverbs_text_add(text, " dr_slid=0x%llx", (unsigned long long)v.dr_slid);
	inverbs_text_add(text, " dr_dlid=0x%llx", (unsigned long long)v.dr_dlid);
	inverbs_text_bytes(text, "data", v.data, 64);
	inverbs_text_bytes(text, "initial_path", v.initial_path, 64);
	inverbs_text_bytes(text, "return_path", v.return_path, 64);
}

/** smp_node_description and its fields. subnet.node_description */
static inline void smp_node_description_print(struct inverbs_text *text, const void *at)
{
	const struct smp_node_description v = smp_node_description_get(at);

	inverbs_text_add(text, "smp_node_description");
	inverbs_text_bytes(text, "text", v.text, 64);
}

/** smp_node_info and its fields. subnet.node_info */
static inline void smp_node_info_print(struct inverbs_text *text, const void *at)
{
	const struct smp_node_info v = smp_node_info_get(at);

	inverbs_text_add(text, "smp_node_info");
	inverbs_text_add(text, " base_version=0x%llx", (unsigned long long)v.base_version);
	inverbs_text_add(text, " class_version=0x%llx", (unsigned long long)v.class_version);
	inverbs_text_add(text, " type=%s(0x%x)", smp_node_type_name(v.type), (unsigned)v.type);
	inverbs_text_add(text, " ports=0x%llx", (unsigned long long)v.ports);
	inverbs_text_add(text, " system_guid=0x%llx", (unsigned long long)v.system_guid);
	inverbs_text_add(text, " node_guid=0x%llx", (unsigned long long)v.node_guid);
	inverbs_text_add(text, " port_guid=0x%llx", (unsigned long long)v.port_guid);
	inverbs_text_add(text, " pkeys=0x%llx", (unsigned long long)v.pkeys);
	inverbs_text_add(text, " device_id=0x%llx", (unsigned long long)v.device_id);
	inverbs_text_add(text, " revision=0x%llx", (unsigned long long)v.revision);
	inverbs_text_add(text, " local_port=0x%llx", (unsigned long long)v.local_port);
	inverbs_text_add(text, " vendor_id=0x%llx", (unsigned long long)v.vendor_id);
}

/** smp_switch_info and its fields. subnet.switch_info */
static inline void smp_switch_info_print(struct inverbs_text *text, const void *at)
{
	const struct smp_switch_info v = smp_switch_info_get(at);

	inverbs_text_add(text, "smp_switch_info");
	inverbs_text_add(text, " linear_cap=0x%llx", (unsigned long long)v.linear_cap);
	inverbs_text_add(text, " random_cap=0x%llx", (unsigned long long)v.random_cap);
	inverbs_text_add(text, " multicast_cap=0x%llx", (unsigned long long)v.multicast_cap);
	inverbs_text_add(text, " linear_top=0x%llx", (unsigned long long)v.linear_top);
	inverbs_text_add(text, " default_port=0x%llx", (unsigned long long)v.default_port);
	inverbs_text_add(text, " default_multicast_primary=0x%llx",
			 (unsigned long long)v.default_multicast_primary);
	inverbs_text_add(text, " default_multicast_other=0x%llx",
			 (unsigned long long)v.default_multicast_other);
	inverbs_text_add(text, " lifetime=0x%llx", (unsigned long long)v.lifetime);
	inverbs_text_add(text, " state_change=0x%llx", (unsigned long long)v.state_change);
	inverbs_text_add(text, " sl2vl_programming=0x%llx",
			 (unsigned long long)v.sl2vl_programming);
	inverbs_text_add(text, " lids_per_port=0x%llx", (unsigned long long)v.lids_per_port);
	inverbs_text_add(text, " partition_enforcement=0x%llx",
			 (unsigned long long)v.partition_enforcement);
	inverbs_text_add(text, " inbound_enforcement=0x%llx",
			 (unsigned long long)v.inbound_enforcement);
	inverbs_text_add(text, " outbound_enforcement=0x%llx",
			 (unsigned long long)v.outbound_enforcement);
	inverbs_text_add(text, " raw_inbound_filter=0x%llx",
			 (unsigned long long)v.raw_inbound_filter);
	inverbs_text_add(text, " raw_outbound_filter=0x%llx",
			 (unsigned long long)v.raw_outbound_filter);
	inverbs_text_add(text, " enhanced_port0=0x%llx", (unsigned long long)v.enhanced_port0);
	inverbs_text_add(text, " multicast_top=0x%llx", (unsigned long long)v.multicast_top);
}

/** smp_guid_info and its fields. subnet.guid_info */
static inline void smp_guid_info_print(struct inverbs_text *text, const void *at)
{
	const struct smp_guid_info v = smp_guid_info_get(at);

	inverbs_text_add(text, "smp_guid_info");
	inverbs_print_array64(text, "guid", v.guid, 8);
}

/** smp_port_info and its fields. subnet.port_info */
static inline void smp_port_info_print(struct inverbs_text *text, const void *at)
{
	const struct smp_port_info v = smp_port_info_get(at);

	inverbs_text_add(text, "smp_port_info");
	inverbs_text_add(text, " m_key=0x%llx", (unsigned long long)v.m_key);
	inverbs_text_add(text, " gid_prefix=0x%llx", (unsigned long long)v.gid_prefix);
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
	inverbs_text_add(text, " sm_lid=0x%llx", (unsigned long long)v.sm_lid);
	inverbs_text_add(text, " capability_mask=0x%llx", (unsigned long long)v.capability_mask);
	inverbs_text_add(text, " diag_code=0x%llx", (unsigned long long)v.diag_code);
	inverbs_text_add(text, " m_key_lease=0x%llx", (unsigned long long)v.m_key_lease);
	inverbs_text_add(text, " local_port=0x%llx", (unsigned long long)v.local_port);
	inverbs_text_add(text, " width_enabled=0x%llx", (unsigned long long)v.width_enabled);
	inverbs_text_add(text, " width_supported=0x%llx", (unsigned long long)v.width_supported);
	inverbs_text_add(text, " width_active=0x%llx", (unsigned long long)v.width_active);
	inverbs_text_add(text, " speed_supported=0x%llx", (unsigned long long)v.speed_supported);
	inverbs_text_add(text, " state=%s(0x%x)", smp_port_state_name(v.state), (unsigned)v.state);
	inverbs_text_add(text, " phys_state=%s(0x%x)", smp_phys_state_name(v.phys_state),
			 (unsigned)v.phys_state);
	inverbs_text_add(text, " down_default=%s(0x%x)", smp_phys_state_name(v.down_default),
			 (unsigned)v.down_default);
	inverbs_text_add(text, " m_key_protect=0x%llx", (unsigned long long)v.m_key_protect);
	inverbs_text_add(text, " lmc=0x%llx", (unsigned long long)v.lmc);
	inverbs_text_add(text, " speed_active=0x%llx", (unsigned long long)v.speed_active);
	inverbs_text_add(text, " speed_enabled=0x%llx", (unsigned long long)v.speed_enabled);
	inverbs_text_add(text, " neighbor_mtu=%s(0x%x)", smp_mtu_name(v.neighbor_mtu),
			 (unsigned)v.neighbor_mtu);
	inverbs_text_add(text, " sm_sl=0x%llx", (unsigned long long)v.sm_sl);
	inverbs_text_add(text, " vl_cap=%s(0x%x)", smp_virtual_lanes_name(v.vl_cap),
			 (unsigned)v.vl_cap);
	inverbs_text_add(text, " init_type=0x%llx", (unsigned long long)v.init_type);
	inverbs_text_add(text, " vl_high_limit=0x%llx", (unsigned long long)v.vl_high_limit);
	inverbs_text_add(text, " vl_arb_high_cap=0x%llx", (unsigned long long)v.vl_arb_high_cap);
	inverbs_text_add(text, " vl_arb_low_cap=0x%llx", (unsigned long long)v.vl_arb_low_cap);
	inverbs_text_add(text, " init_type_reply=0x%llx", (unsigned long long)v.init_type_reply);
	inverbs_text_add(text, " mtu_cap=%s(0x%x)", smp_mtu_name(v.mtu_cap), (unsigned)v.mtu_cap);
	inverbs_text_add(text, " vl_stall_count=0x%llx", (unsigned long long)v.vl_stall_count);
	inverbs_text_add(text, " hoq_life=0x%llx", (unsigned long long)v.hoq_life);
	inverbs_text_add(text, " operational_vls=%s(0x%x)",
			 smp_virtual_lanes_name(v.operational_vls), (unsigned)v.operational_vls);
	inverbs_text_add(text, " partition_in=0x%llx", (unsigned long long)v.partition_in);
	inverbs_text_add(text, " partition_out=0x%llx", (unsigned long long)v.partition_out);
	inverbs_text_add(text, " raw_in=0x%llx", (unsigned long long)v.raw_in);
	inverbs_text_add(text, " raw_out=0x%llx", (unsigned long long)v.raw_out);
	inverbs_text_add(text, " m_key_violations=0x%llx", (unsigned long long)v.m_key_violations);
	inverbs_text_add(text, " p_key_violations=0x%llx", (unsigned long long)v.p_key_violations);
	inverbs_text_add(text, " q_key_violations=0x%llx", (unsigned long long)v.q_key_violations);
	inverbs_text_add(text, " guid_cap=0x%llx", (unsigned long long)v.guid_cap);
	inverbs_text_add(text, " client_reregister=0x%llx",
			 (unsigned long long)v.client_reregister);
	inverbs_text_add(text, " multicast_pkey_trap=0x%llx",
			 (unsigned long long)v.multicast_pkey_trap);
	inverbs_text_add(text, " subnet_timeout=0x%llx", (unsigned long long)v.subnet_timeout);
	inverbs_text_add(text, " response_time=0x%llx", (unsigned long long)v.response_time);
	inverbs_text_add(text, " local_phy_errors=0x%llx", (unsigned long long)v.local_phy_errors);
	inverbs_text_add(text, " overrun_errors=0x%llx", (unsigned long long)v.overrun_errors);
	inverbs_text_add(text, " max_credit_hint=0x%llx", (unsigned long long)v.max_credit_hint);
	inverbs_text_add(text, " link_latency=0x%llx", (unsigned long long)v.link_latency);
	inverbs_text_add(text, " capability_mask2=0x%llx", (unsigned long long)v.capability_mask2);
	inverbs_text_add(text, " speed_ext_active=0x%llx", (unsigned long long)v.speed_ext_active);
	inverbs_text_add(text, " speed_ext_supported=0x%llx",
			 (unsigned long long)v.speed_ext_supported);
	inverbs_text_add(text, " speed_ext_enabled=0x%llx",
			 (unsigned long long)v.speed_ext_enabled);
}

/** smp_pkey_table and its fields. subnet.pkey_table */
static inline void smp_pkey_table_print(struct inverbs_text *text, const void *at)
{
	const struct smp_pkey_table v = smp_pkey_table_get(at);

	inverbs_text_add(text, "smp_pkey_table");
	inverbs_print_array16(text, "pkey", v.pkey, 32);
}

/** smp_sl_to_vl and its fields. subnet.sl_to_vl */
static inline void smp_sl_to_vl_print(struct inverbs_text *text, const void *at)
{
	const struct smp_sl_to_vl v = smp_sl_to_vl_get(at);

	inverbs_text_add(text, "smp_sl_to_vl");
	inverbs_text_bytes(text, "vls", v.vls, 8);
}

/** smp_vl_arbitration and its fields. subnet.vl_arbitration */
static inline void smp_vl_arbitration_print(struct inverbs_text *text, const void *at)
{
	const struct smp_vl_arbitration v = smp_vl_arbitration_get(at);

	inverbs_text_add(text, "smp_vl_arbitration");
	inverbs_text_bytes(text, "pairs", v.pairs, 64);
}

/** smp_linear_forwarding and its fields. subnet.linear_forwarding */
static inline void smp_linear_forwarding_print(struct inverbs_text *text, const void *at)
{
	const struct smp_linear_forwarding v = smp_linear_forwarding_get(at);

	inverbs_text_add(text, "smp_linear_forwarding");
	inverbs_text_bytes(text, "port", v.port, 64);
}

/** smp_multicast_forwarding and its fields. subnet.multicast_forwarding */
static inline void smp_multicast_forwarding_print(struct inverbs_text *text, const void *at)
{
	const struct smp_multicast_forwarding v = smp_multicast_forwarding_get(at);

	inverbs_text_add(text, "smp_multicast_forwarding");
	inverbs_print_array16(text, "ports", v.ports, 32);
}

/** smp_sm_info and its fields. subnet.sm_info */
static inline void smp_sm_info_print(struct inverbs_text *text, const void *at)
{
	const struct smp_sm_info v = smp_sm_info_get(at);

	inverbs_text_add(text, "smp_sm_info");
	inverbs_text_add(text, " guid=0x%llx", (unsigned long long)v.guid);
	inverbs_text_add(text, " sm_key=0x%llx", (unsigned long long)v.sm_key);
	inverbs_text_add(text, " activity=0x%llx", (unsigned long long)v.activity);
	inverbs_text_add(text, " priority=0x%llx", (unsigned long long)v.priority);
	inverbs_text_add(text, " state=%s(0x%x)", smp_sm_state_name(v.state), (unsigned)v.state);
}

/** smp_led_info and its fields. subnet.led_info */
static inline void smp_led_info_print(struct inverbs_text *text, const void *at)
{
	const struct smp_led_info v = smp_led_info_get(at);

	inverbs_text_add(text, "smp_led_info");
	inverbs_text_add(text, " on=0x%llx", (unsigned long long)v.on);
}

/** smp_mlnx_extended_port_info and its fields. subnet.mlnx_extended_port_info */
static inline void smp_mlnx_extended_port_info_print(struct inverbs_text *text, const void *at)
{
	const struct smp_mlnx_extended_port_info v = smp_mlnx_extended_port_info_get(at);

	inverbs_text_add(text, "smp_mlnx_extended_port_info");
	inverbs_text_add(text, " state_change_enable=0x%llx",
			 (unsigned long long)v.state_change_enable);
	inverbs_text_add(text, " speed_supported=0x%llx", (unsigned long long)v.speed_supported);
	inverbs_text_add(text, " speed_enabled=0x%llx", (unsigned long long)v.speed_enabled);
	inverbs_text_add(text, " speed_active=0x%llx", (unsigned long long)v.speed_active);
}

/** An attribute of the class. */
struct smp_attribute_info {
	uint16_t id; /**< enum smp_attribute */
	uint16_t bytes;
	const char *name;
	uint32_t methods; /**< methods that requests for it may have, one bit for each enum
			     mad_method */
	void (*print)(struct inverbs_text *text, const void *at);
};

/** The table's entry for an attribute, or NULL. */
static inline const struct smp_attribute_info *smp_attribute_info(uint16_t id)
{
	static const struct smp_attribute_info attributes[] = {
		{SMP_ATTRIBUTE_NODE_DESCRIPTION, SMP_NODE_DESCRIPTION_SIZE, "node_description",
		 1U << MAD_METHOD_GET, smp_node_description_print},
		{SMP_ATTRIBUTE_NODE_INFO, SMP_NODE_INFO_SIZE, "node_info", 1U << MAD_METHOD_GET,
		 smp_node_info_print},
		{SMP_ATTRIBUTE_SWITCH_INFO, SMP_SWITCH_INFO_SIZE, "switch_info",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET, smp_switch_info_print},
		{SMP_ATTRIBUTE_GUID_INFO, SMP_GUID_INFO_SIZE, "guid_info",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET, smp_guid_info_print},
		{SMP_ATTRIBUTE_PORT_INFO, SMP_PORT_INFO_SIZE, "port_info",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET, smp_port_info_print},
		{SMP_ATTRIBUTE_PKEY_TABLE, SMP_PKEY_TABLE_SIZE, "pkey_table",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET, smp_pkey_table_print},
		{SMP_ATTRIBUTE_SL_TO_VL, SMP_SL_TO_VL_SIZE, "sl_to_vl",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET, smp_sl_to_vl_print},
		{SMP_ATTRIBUTE_VL_ARBITRATION, SMP_VL_ARBITRATION_SIZE, "vl_arbitration",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET, smp_vl_arbitration_print},
		{SMP_ATTRIBUTE_LINEAR_FORWARDING, SMP_LINEAR_FORWARDING_SIZE, "linear_forwarding",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET, smp_linear_forwarding_print},
		{SMP_ATTRIBUTE_MULTICAST_FORWARDING, SMP_MULTICAST_FORWARDING_SIZE,
		 "multicast_forwarding", 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET,
		 smp_multicast_forwarding_print},
		{SMP_ATTRIBUTE_SM_INFO, SMP_SM_INFO_SIZE, "sm_info",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET, smp_sm_info_print},
		{SMP_ATTRIBUTE_LED_INFO, SMP_LED_INFO_SIZE, "led_info",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET, smp_led_info_print},
		{SMP_ATTRIBUTE_MLNX_EXTENDED_PORT_INFO, SMP_MLNX_EXTENDED_PORT_INFO_SIZE,
		 "mlnx_extended_port_info", 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET,
		 smp_mlnx_extended_port_info_print},
	};

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		if (attributes[i].id == id)
			return &attributes[i];
	}
	return NULL;
}

#endif
