/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/mad/administration.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/**
 * Records about the subnet that the subnet administrator (SA) keeps, and the header of its
 * management datagrams.
 */
#ifndef INVERBS_MAD_ADMINISTRATION_H
#define INVERBS_MAD_ADMINISTRATION_H

#include <inverbs/mad/arrays.h>
#include <inverbs/mad/components.h>
#include <inverbs/mad/common.h>
#include <inverbs/mad/subnet.h>

/** Version of the class. */
#define SA_CLASS_VERSION 0x2U
/** Size of the header, with RMPP's. */
#define SA_HEADER_BYTES 0x38U
/** Unit of the size of records in bytes. */
#define SA_RECORD_UNIT 0x8U
/** Lowest bit of the class's part of a status. */
#define SA_STATUS_SHIFT 0x8U
/** Lease of a service that remains registered until it is deleted. */
#define SA_LEASE_WITHOUT_END 0xffffffffU
/** Q_Key of IPoIB groups in the default partition, as subnet managers create them. */
#define SA_IPOIB_QKEY 0xb1bU
/** Payload of a packet. */
#define SA_DATA_BYTES 0xc8U

/** Attributes of the class. */
enum sa_attribute {
	SA_ATTRIBUTE_CLASS_PORT_INFO = 0x1,
	SA_ATTRIBUTE_NOTICE = 0x2,
	SA_ATTRIBUTE_INFORM_INFO = 0x3,
	SA_ATTRIBUTE_NODE_RECORD = 0x11,
	SA_ATTRIBUTE_PORT_INFO_RECORD = 0x12,
	SA_ATTRIBUTE_SL_TO_VL_RECORD = 0x13,
	SA_ATTRIBUTE_SWITCH_INFO_RECORD = 0x14,
	SA_ATTRIBUTE_LINEAR_FORWARDING_RECORD = 0x15,
	SA_ATTRIBUTE_MULTICAST_FORWARDING_RECORD = 0x17,
	SA_ATTRIBUTE_SM_INFO_RECORD = 0x18,
	SA_ATTRIBUTE_LINK_RECORD = 0x20,
	SA_ATTRIBUTE_GUID_INFO_RECORD = 0x30,
	SA_ATTRIBUTE_SERVICE_RECORD = 0x31,
	SA_ATTRIBUTE_PKEY_TABLE_RECORD = 0x33,
	SA_ATTRIBUTE_PATH_RECORD = 0x35,
	SA_ATTRIBUTE_VL_ARBITRATION_RECORD = 0x36,
	SA_ATTRIBUTE_MC_MEMBER_RECORD = 0x38,
	SA_ATTRIBUTE_TRACE_RECORD = 0x39,
	SA_ATTRIBUTE_MULTI_PATH_RECORD = 0x3a,
	SA_ATTRIBUTE_INFORM_INFO_RECORD = 0xf3,
};

/** The high byte of a status. */
enum sa_status {
	SA_STATUS_SUCCESS = 0x0,
	SA_STATUS_NO_RESOURCES = 0x1,
	SA_STATUS_REQUEST_INVALID = 0x2,
	SA_STATUS_NO_RECORDS = 0x3,
	SA_STATUS_TOO_MANY_RECORDS = 0x4,
	SA_STATUS_INVALID_GID = 0x5,
	SA_STATUS_INSUFFICIENT_COMPONENTS = 0x6,
	SA_STATUS_DENIED = 0x7,
};

/** Bits of the capability mask in ClassPortInfo. */
enum sa_capability {
	SA_CAPABILITY_OPTIONAL_RECORDS = 0x100,
	SA_CAPABILITY_MULTICAST = 0x200,
};

/** Kinds of membership of a port in a group. */
enum sa_join_state {
	SA_JOIN_STATE_FULL = 0x1,
	SA_JOIN_STATE_NON = 0x2,
	SA_JOIN_STATE_SEND_ONLY_NON = 0x4,
	SA_JOIN_STATE_SEND_ONLY_FULL = 0x8,
};

/** How the path's MTU, rate or lifetime must compare with the requested one. */
enum sa_selector {
	SA_SELECTOR_GREATER = 0x0,
	SA_SELECTOR_LESS = 0x1,
	SA_SELECTOR_EXACTLY = 0x2,
	SA_SELECTOR_LARGEST = 0x3,
};

/**
 * The header of a datagram to or from the SA.
 * administration.header
 */
struct sa_header {
	struct mad_header common; /**< 0x0, 24 bytes */
	struct mad_rmpp rmpp;     /**< 0x18, 12 bytes */
	uint64_t sm_key;          /**< 0x24 */
	uint16_t record_size; /**< 0x2c; Distance between the records of a response, in units of 8
				 bytes */
	uint64_t components;  /**< 0x30; Component mask: a bit for each component of the record that
				 the request specifies, in order */
};

#define SA_HEADER_SIZE 56U

/** Store all fields. administration.header */
INVERBS_INLINE void sa_header_put(void *at, const struct sa_header *v)
{
	mad_header_put(at, &v->common);
	mad_rmpp_put((uint8_t *)at + 24, &v->rmpp);
	inverbs_put64((uint8_t *)at + 36, INVERBS_BE64((uint64_t)v->sm_key));
	inverbs_put16((uint8_t *)at + 44, (uint16_t)INVERBS_BE16((uint16_t)v->record_size));
	inverbs_put16((uint8_t *)at + 46, 0);
	inverbs_put64((uint8_t *)at + 48, INVERBS_BE64((uint64_t)v->components));
}

INVERBS_INLINE struct sa_header sa_header_get(const void *at)
{
	struct sa_header v;
	const uint64_t w36 = inverbs_get64((const uint8_t *)at + 36);
	const uint16_t w44 = inverbs_get16((const uint8_t *)at + 44);
	const uint64_t w48 = inverbs_get64((const uint8_t *)at + 48);

	v.common = mad_header_get((const uint8_t *)at + 0);
	v.rmpp = mad_rmpp_get((const uint8_t *)at + 24);
	v.sm_key = (uint64_t)INVERBS_BE64(w36);
	v.record_size = (uint16_t)INVERBS_BE16(w44);
	v.components = (uint64_t)INVERBS_BE64(w48);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool sa_header_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 46)) == 0;
}

/**
 * A node, identified by one of its ports.
 * administration.node_record
 */
struct sa_node_record {
	uint16_t lid;                            /**< 0x0 */
	struct smp_node_info node_info;          /**< 0x4, 40 bytes */
	struct smp_node_description description; /**< 0x2c, 64 bytes */
};

#define SA_NODE_RECORD_SIZE 108U

/** Store all fields. administration.node_record */
INVERBS_INLINE void sa_node_record_put(void *at, const struct sa_node_record *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->lid));
	inverbs_put16((uint8_t *)at + 2, 0);
	smp_node_info_put((uint8_t *)at + 4, &v->node_info);
	smp_node_description_put((uint8_t *)at + 44, &v->description);
}

INVERBS_INLINE struct sa_node_record sa_node_record_get(const void *at)
{
	struct sa_node_record v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);

	v.lid = (uint16_t)INVERBS_BE16(w0);
	v.node_info = smp_node_info_get((const uint8_t *)at + 4);
	v.description = smp_node_description_get((const uint8_t *)at + 44);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool sa_node_record_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 2)) == 0;
}

/**
 * A port.
 * administration.port_info_record
 */
struct sa_port_info_record {
	uint16_t lid;                   /**< 0x0 */
	uint8_t port;                   /**< 0x2 */
	uint8_t options;                /**< 0x3 */
	struct smp_port_info port_info; /**< 0x4, 64 bytes */
};

#define SA_PORT_INFO_RECORD_SIZE 68U

/** Store all fields. administration.port_info_record */
INVERBS_INLINE void sa_port_info_record_put(void *at, const struct sa_port_info_record *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->lid));
	inverbs_put8((uint8_t *)at + 2, (uint8_t)v->port);
	inverbs_put8((uint8_t *)at + 3, (uint8_t)v->options);
	smp_port_info_put((uint8_t *)at + 4, &v->port_info);
}

INVERBS_INLINE struct sa_port_info_record sa_port_info_record_get(const void *at)
{
	struct sa_port_info_record v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);
	const uint8_t w3 = inverbs_get8((const uint8_t *)at + 3);

	v.lid = (uint16_t)INVERBS_BE16(w0);
	v.port = (uint8_t)w2;
	v.options = (uint8_t)w3;
	v.port_info = smp_port_info_get((const uint8_t *)at + 4);
	return v;
}

/**
 * A switch.
 * administration.switch_info_record
 */
struct sa_switch_info_record {
	uint16_t lid;                       /**< 0x0 */
	struct smp_switch_info switch_info; /**< 0x4, 20 bytes */
};

#define SA_SWITCH_INFO_RECORD_SIZE 24U

/** Store all fields. administration.switch_info_record */
INVERBS_INLINE void sa_switch_info_record_put(void *at, const struct sa_switch_info_record *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->lid));
	inverbs_put16((uint8_t *)at + 2, 0);
	smp_switch_info_put((uint8_t *)at + 4, &v->switch_info);
}

INVERBS_INLINE struct sa_switch_info_record sa_switch_info_record_get(const void *at)
{
	struct sa_switch_info_record v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);

	v.lid = (uint16_t)INVERBS_BE16(w0);
	v.switch_info = smp_switch_info_get((const uint8_t *)at + 4);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool sa_switch_info_record_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 2)) == 0;
}

/**
 * A link, seen from one of its ends.
 * administration.link_record
 */
struct sa_link_record {
	uint16_t from_lid; /**< 0x0 */
	uint8_t from_port; /**< 0x2 */
	uint8_t to_port;   /**< 0x3 */
	uint16_t to_lid;   /**< 0x4 */
};

#define SA_LINK_RECORD_SIZE 6U

/** Store all fields. administration.link_record */
INVERBS_INLINE void sa_link_record_put(void *at, const struct sa_link_record *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->from_lid));
	inverbs_put8((uint8_t *)at + 2, (uint8_t)v->from_port);
	inverbs_put8((uint8_t *)at + 3, (uint8_t)v->to_port);
	inverbs_put16((uint8_t *)at + 4, (uint16_t)INVERBS_BE16((uint16_t)v->to_lid));
}

INVERBS_INLINE struct sa_link_record sa_link_record_get(const void *at)
{
	struct sa_link_record v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);
	const uint8_t w3 = inverbs_get8((const uint8_t *)at + 3);
	const uint16_t w4 = inverbs_get16((const uint8_t *)at + 4);

	v.from_lid = (uint16_t)INVERBS_BE16(w0);
	v.from_port = (uint8_t)w2;
	v.to_port = (uint8_t)w3;
	v.to_lid = (uint16_t)INVERBS_BE16(w4);
	return v;
}

/**
 * A block of GUIDs.
 * administration.guid_info_record
 */
struct sa_guid_info_record {
	uint16_t lid;                   /**< 0x0 */
	uint8_t block;                  /**< 0x2 */
	struct smp_guid_info guid_info; /**< 0x8, 64 bytes */
};

#define SA_GUID_INFO_RECORD_SIZE 72U

/** Store all fields. administration.guid_info_record */
INVERBS_INLINE void sa_guid_info_record_put(void *at, const struct sa_guid_info_record *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->lid));
	inverbs_put8((uint8_t *)at + 2, (uint8_t)v->block);
	inverbs_put8((uint8_t *)at + 3, 0);
	inverbs_put32((uint8_t *)at + 4, 0);
	smp_guid_info_put((uint8_t *)at + 8, &v->guid_info);
}

INVERBS_INLINE struct sa_guid_info_record sa_guid_info_record_get(const void *at)
{
	struct sa_guid_info_record v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);

	v.lid = (uint16_t)INVERBS_BE16(w0);
	v.block = (uint8_t)w2;
	v.guid_info = smp_guid_info_get((const uint8_t *)at + 8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool sa_guid_info_record_reserved_clear(const void *at)
{
	return (inverbs_get8((const uint8_t *)at + 3) | inverbs_get32((const uint8_t *)at + 4)) ==
	       0;
}

/**
 * A subnet manager.
 * administration.sm_info_record
 */
struct sa_sm_info_record {
	uint16_t lid;               /**< 0x0 */
	struct smp_sm_info sm_info; /**< 0x4, 24 bytes */
};

#define SA_SM_INFO_RECORD_SIZE 28U

/** Store all fields. administration.sm_info_record */
INVERBS_INLINE void sa_sm_info_record_put(void *at, const struct sa_sm_info_record *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->lid));
	inverbs_put16((uint8_t *)at + 2, 0);
	smp_sm_info_put((uint8_t *)at + 4, &v->sm_info);
}

INVERBS_INLINE struct sa_sm_info_record sa_sm_info_record_get(const void *at)
{
	struct sa_sm_info_record v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);

	v.lid = (uint16_t)INVERBS_BE16(w0);
	v.sm_info = smp_sm_info_get((const uint8_t *)at + 4);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool sa_sm_info_record_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 2)) == 0;
}

/**
 * A block of P_Keys.
 * administration.pkey_table_record
 */
struct sa_pkey_table_record {
	uint16_t lid;                     /**< 0x0 */
	uint16_t block;                   /**< 0x2 */
	uint8_t port;                     /**< 0x4 */
	struct smp_pkey_table pkey_table; /**< 0x8, 64 bytes */
};

#define SA_PKEY_TABLE_RECORD_SIZE 72U

/** Store all fields. administration.pkey_table_record */
INVERBS_INLINE void sa_pkey_table_record_put(void *at, const struct sa_pkey_table_record *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->lid));
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->block));
	inverbs_put8((uint8_t *)at + 4, (uint8_t)v->port);
	inverbs_put8((uint8_t *)at + 5, 0);
	inverbs_put16((uint8_t *)at + 6, 0);
	smp_pkey_table_put((uint8_t *)at + 8, &v->pkey_table);
}

INVERBS_INLINE struct sa_pkey_table_record sa_pkey_table_record_get(const void *at)
{
	struct sa_pkey_table_record v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);
	const uint8_t w4 = inverbs_get8((const uint8_t *)at + 4);

	v.lid = (uint16_t)INVERBS_BE16(w0);
	v.block = (uint16_t)INVERBS_BE16(w2);
	v.port = (uint8_t)w4;
	v.pkey_table = smp_pkey_table_get((const uint8_t *)at + 8);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool sa_pkey_table_record_reserved_clear(const void *at)
{
	return (inverbs_get8((const uint8_t *)at + 5) | inverbs_get16((const uint8_t *)at + 6)) ==
	       0;
}

/**
 * A service that a port offers.
 * administration.service_record
 */
struct sa_service_record {
	uint64_t id;      /**< 0x0 */
	uint8_t gid[16];  /**< 0x8, 16 bytes */
	uint16_t pkey;    /**< 0x18 */
	uint32_t lease;   /**< 0x1c; In seconds; 0xffffffff: forever */
	uint8_t key[16];  /**< 0x20, 16 bytes */
	uint8_t name[64]; /**< 0x30, 64 bytes */
	uint8_t data[64]; /**< 0x70, 64 bytes */
};

#define SA_SERVICE_RECORD_SIZE 176U

/** Store all fields. administration.service_record */
INVERBS_INLINE void sa_service_record_put(void *at, const struct sa_service_record *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->id));
	inverbs_put_bytes((uint8_t *)at + 8, v->gid, 16);
	inverbs_put16((uint8_t *)at + 24, (uint16_t)INVERBS_BE16((uint16_t)v->pkey));
	inverbs_put16((uint8_t *)at + 26, 0);
	inverbs_put32((uint8_t *)at + 28, INVERBS_BE32((uint32_t)v->lease));
	inverbs_put_bytes((uint8_t *)at + 32, v->key, 16);
	inverbs_put_bytes((uint8_t *)at + 48, v->name, 64);
	inverbs_put_bytes((uint8_t *)at + 112, v->data, 64);
}

INVERBS_INLINE struct sa_service_record sa_service_record_get(const void *at)
{
	struct sa_service_record v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint16_t w24 = inverbs_get16((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.id = (uint64_t)INVERBS_BE64(w0);
	memcpy(v.gid, (const uint8_t *)at + 8, 16);
	v.pkey = (uint16_t)INVERBS_BE16(w24);
	v.lease = (uint32_t)INVERBS_BE32(w28);
	memcpy(v.key, (const uint8_t *)at + 32, 16);
	memcpy(v.name, (const uint8_t *)at + 48, 64);
	memcpy(v.data, (const uint8_t *)at + 112, 64);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool sa_service_record_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 26)) == 0;
}

/**
 * A path between two ports.
 * administration.path_record
 */
struct sa_path_record {
	uint64_t service_id;       /**< 0x0 */
	uint8_t dgid[16];          /**< 0x8, 16 bytes */
	uint8_t sgid[16];          /**< 0x18, 16 bytes */
	uint16_t dlid;             /**< 0x28 */
	uint16_t slid;             /**< 0x2a */
	uint8_t raw_traffic;       /**< 0x2c.31-31 */
	uint32_t flow_label;       /**< 0x2c.27-8 */
	uint8_t hop_limit;         /**< 0x2c.7-0 */
	uint8_t traffic_class;     /**< 0x30 */
	uint8_t reversible;        /**< 0x31.7-7 */
	uint8_t paths;             /**< 0x31.6-0; Maximum number of paths in a response */
	uint16_t pkey;             /**< 0x32 */
	uint16_t qos_class;        /**< 0x34.15-4 */
	uint8_t sl;                /**< 0x34.3-0 */
	uint8_t mtu_selector;      /**< 0x36.7-6 */
	uint8_t mtu;               /**< 0x36.5-0 */
	uint8_t rate_selector;     /**< 0x37.7-6 */
	uint8_t rate;              /**< 0x37.5-0 */
	uint8_t lifetime_selector; /**< 0x38.7-6 */
	uint8_t lifetime;          /**< 0x38.5-0; 4.096 us * 2^value */
	uint8_t preference;        /**< 0x39 */
};

#define SA_PATH_RECORD_SIZE 64U

/** Store all fields. administration.path_record */
INVERBS_INLINE void sa_path_record_put(void *at, const struct sa_path_record *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->service_id));
	inverbs_put_bytes((uint8_t *)at + 8, v->dgid, 16);
	inverbs_put_bytes((uint8_t *)at + 24, v->sgid, 16);
	inverbs_put16((uint8_t *)at + 40, (uint16_t)INVERBS_BE16((uint16_t)v->dlid));
	inverbs_put16((uint8_t *)at + 42, (uint16_t)INVERBS_BE16((uint16_t)v->slid));
	inverbs_put32((uint8_t *)at + 44, INVERBS_BE32(((uint32_t)v->raw_traffic << 31) |
						       ((uint32_t)(v->flow_label & 0xfffffU) << 8) |
						       (uint32_t)v->hop_limit));
	inverbs_put8((uint8_t *)at + 48, (uint8_t)v->traffic_class);
	inverbs_put8((uint8_t *)at + 49,
		     (uint8_t)(((uint8_t)v->reversible << 7) | (uint8_t)(v->paths & 0x7fU)));
	inverbs_put16((uint8_t *)at + 50, (uint16_t)INVERBS_BE16((uint16_t)v->pkey));
	inverbs_put16((uint8_t *)at + 52, (uint16_t)INVERBS_BE16(((uint16_t)v->qos_class << 4) |
								 (uint16_t)(v->sl & 0xfU)));
	inverbs_put8((uint8_t *)at + 54,
		     (uint8_t)(((uint8_t)v->mtu_selector << 6) | (uint8_t)(v->mtu & 0x3fU)));
	inverbs_put8((uint8_t *)at + 55,
		     (uint8_t)(((uint8_t)v->rate_selector << 6) | (uint8_t)(v->rate & 0x3fU)));
	inverbs_put8((uint8_t *)at + 56, (uint8_t)(((uint8_t)v->lifetime_selector << 6) |
						   (uint8_t)(v->lifetime & 0x3fU)));
	inverbs_put8((uint8_t *)at + 57, (uint8_t)v->preference);
	inverbs_put16((uint8_t *)at + 58, 0);
	inverbs_put32((uint8_t *)at + 60, 0);
}

INVERBS_INLINE struct sa_path_record sa_path_record_get(const void *at)
{
	struct sa_path_record v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint16_t w40 = inverbs_get16((const uint8_t *)at + 40);
	const uint16_t w42 = inverbs_get16((const uint8_t *)at + 42);
	const uint32_t w44 = inverbs_get32((const uint8_t *)at + 44);
	const uint8_t w48 = inverbs_get8((const uint8_t *)at + 48);
	const uint8_t w49 = inverbs_get8((const uint8_t *)at + 49);
	const uint16_t w50 = inverbs_get16((const uint8_t *)at + 50);
	const uint16_t w52 = inverbs_get16((const uint8_t *)at + 52);
	const uint8_t w54 = inverbs_get8((const uint8_t *)at + 54);
	const uint8_t w55 = inverbs_get8((const uint8_t *)at + 55);
	const uint8_t w56 = inverbs_get8((const uint8_t *)at + 56);
	const uint8_t w57 = inverbs_get8((const uint8_t *)at + 57);

	v.service_id = (uint64_t)INVERBS_BE64(w0);
	memcpy(v.dgid, (const uint8_t *)at + 8, 16);
	memcpy(v.sgid, (const uint8_t *)at + 24, 16);
	v.dlid = (uint16_t)INVERBS_BE16(w40);
	v.slid = (uint16_t)INVERBS_BE16(w42);
	v.raw_traffic = (uint8_t)((INVERBS_BE32(w44) >> 31) & 0x1U);
	v.flow_label = (uint32_t)((INVERBS_BE32(w44) >> 8) & 0xfffffU);
	v.hop_limit = (uint8_t)(INVERBS_BE32(w44) & 0xffU);
	v.traffic_class = (uint8_t)w48;
	v.reversible = (uint8_t)((w49 >> 7) & 0x1U);
	v.paths = (uint8_t)(w49 & 0x7fU);
	v.pkey = (uint16_t)INVERBS_BE16(w50);
	v.qos_class = (uint16_t)((INVERBS_BE16(w52) >> 4) & 0xfffU);
	v.sl = (uint8_t)(INVERBS_BE16(w52) & 0xfU);
	v.mtu_selector = (uint8_t)((w54 >> 6) & 0x3U);
	v.mtu = (uint8_t)(w54 & 0x3fU);
	v.rate_selector = (uint8_t)((w55 >> 6) & 0x3U);
	v.rate = (uint8_t)(w55 & 0x3fU);
	v.lifetime_selector = (uint8_t)((w56 >> 6) & 0x3U);
	v.lifetime = (uint8_t)(w56 & 0x3fU);
	v.preference = (uint8_t)w57;
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool sa_path_record_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 44)) & 0x70000000U) |
		inverbs_get16((const uint8_t *)at + 58) |
		inverbs_get32((const uint8_t *)at + 60)) == 0;
}

/**
 * A multicast group, or a port's membership of it.
 * administration.mc_member_record
 */
struct sa_mc_member_record {
	uint8_t mgid[16];          /**< 0x0, 16 bytes */
	uint8_t port_gid[16];      /**< 0x10, 16 bytes */
	uint32_t qkey;             /**< 0x20 */
	uint16_t mlid;             /**< 0x24 */
	uint8_t mtu_selector;      /**< 0x26.7-6 */
	uint8_t mtu;               /**< 0x26.5-0 */
	uint8_t traffic_class;     /**< 0x27 */
	uint16_t pkey;             /**< 0x28 */
	uint8_t rate_selector;     /**< 0x2a.7-6 */
	uint8_t rate;              /**< 0x2a.5-0 */
	uint8_t lifetime_selector; /**< 0x2b.7-6 */
	uint8_t lifetime;          /**< 0x2b.5-0 */
	uint8_t sl;                /**< 0x2c.31-28 */
	uint32_t flow_label;       /**< 0x2c.27-8 */
	uint8_t hop_limit;         /**< 0x2c.7-0 */
	uint8_t scope;             /**< 0x30.7-4 */
	uint8_t join_state;        /**< 0x30.3-0; Bits of enum sa_join_state */
	uint8_t proxy_join;        /**< 0x31.7-7 */
};

#define SA_MC_MEMBER_RECORD_SIZE 52U

/** Store all fields. administration.mc_member_record */
INVERBS_INLINE void sa_mc_member_record_put(void *at, const struct sa_mc_member_record *v)
{
	inverbs_put_bytes(at, v->mgid, 16);
	inverbs_put_bytes((uint8_t *)at + 16, v->port_gid, 16);
	inverbs_put32((uint8_t *)at + 32, INVERBS_BE32((uint32_t)v->qkey));
	inverbs_put16((uint8_t *)at + 36, (uint16_t)INVERBS_BE16((uint16_t)v->mlid));
	inverbs_put8((uint8_t *)at + 38,
		     (uint8_t)(((uint8_t)v->mtu_selector << 6) | (uint8_t)(v->mtu & 0x3fU)));
	inverbs_put8((uint8_t *)at + 39, (uint8_t)v->traffic_class);
	inverbs_put16((uint8_t *)at + 40, (uint16_t)INVERBS_BE16((uint16_t)v->pkey));
	inverbs_put8((uint8_t *)at + 42,
		     (uint8_t)(((uint8_t)v->rate_selector << 6) | (uint8_t)(v->rate & 0x3fU)));
	inverbs_put8((uint8_t *)at + 43, (uint8_t)(((uint8_t)v->lifetime_selector << 6) |
						   (uint8_t)(v->lifetime & 0x3fU)));
	inverbs_put32((uint8_t *)at + 44, INVERBS_BE32(((uint32_t)v->sl << 28) |
						       ((uint32_t)(v->flow_label & 0xfffffU) << 8) |
						       (uint32_t)v->hop_limit));
	inverbs_put8((uint8_t *)at + 48,
		     (uint8_t)(((uint8_t)v->scope << 4) | (uint8_t)(v->join_state & 0xfU)));
	inverbs_put8((uint8_t *)at + 49, (uint8_t)((uint8_t)v->proxy_join << 7));
	inverbs_put16((uint8_t *)at + 50, 0);
}

INVERBS_INLINE struct sa_mc_member_record sa_mc_member_record_get(const void *at)
{
	struct sa_mc_member_record v;
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint16_t w36 = inverbs_get16((const uint8_t *)at + 36);
	const uint8_t w38 = inverbs_get8((const uint8_t *)at + 38);
	const uint8_t w39 = inverbs_get8((const uint8_t *)at + 39);
	const uint16_t w40 = inverbs_get16((const uint8_t *)at + 40);
	const uint8_t w42 = inverbs_get8((const uint8_t *)at + 42);
	const uint8_t w43 = inverbs_get8((const uint8_t *)at + 43);
	const uint32_t w44 = inverbs_get32((const uint8_t *)at + 44);
	const uint8_t w48 = inverbs_get8((const uint8_t *)at + 48);
	const uint8_t w49 = inverbs_get8((const uint8_t *)at + 49);

	memcpy(v.mgid, (const uint8_t *)at + 0, 16);
	memcpy(v.port_gid, (const uint8_t *)at + 16, 16);
	v.qkey = (uint32_t)INVERBS_BE32(w32);
	v.mlid = (uint16_t)INVERBS_BE16(w36);
	v.mtu_selector = (uint8_t)((w38 >> 6) & 0x3U);
	v.mtu = (uint8_t)(w38 & 0x3fU);
	v.traffic_class = (uint8_t)w39;
	v.pkey = (uint16_t)INVERBS_BE16(w40);
	v.rate_selector = (uint8_t)((w42 >> 6) & 0x3U);
	v.rate = (uint8_t)(w42 & 0x3fU);
	v.lifetime_selector = (uint8_t)((w43 >> 6) & 0x3U);
	v.lifetime = (uint8_t)(w43 & 0x3fU);
	v.sl = (uint8_t)((INVERBS_BE32(w44) >> 28) & 0xfU);
	v.flow_label = (uint32_t)((INVERBS_BE32(w44) >> 8) & 0xfffffU);
	v.hop_limit = (uint8_t)(INVERBS_BE32(w44) & 0xffU);
	v.scope = (uint8_t)((w48 >> 4) & 0xfU);
	v.join_state = (uint8_t)(w48 & 0xfU);
	v.proxy_join = (uint8_t)((w49 >> 7) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool sa_mc_member_record_reserved_clear(const void *at)
{
	return ((inverbs_get8((const uint8_t *)at + 49) & 0x7fU) |
		inverbs_get16((const uint8_t *)at + 50)) == 0;
}

/**
 * A subscription.
 * administration.inform_info_record
 */
struct sa_inform_info_record {
	uint8_t subscriber_gid[16];         /**< 0x0, 16 bytes */
	uint16_t number;                    /**< 0x10 */
	struct mad_inform_info inform_info; /**< 0x18, 36 bytes */
};

#define SA_INFORM_INFO_RECORD_SIZE 60U

/** Store all fields. administration.inform_info_record */
INVERBS_INLINE void sa_inform_info_record_put(void *at, const struct sa_inform_info_record *v)
{
	inverbs_put_bytes(at, v->subscriber_gid, 16);
	inverbs_put16((uint8_t *)at + 16, (uint16_t)INVERBS_BE16((uint16_t)v->number));
	inverbs_put16((uint8_t *)at + 18, 0);
	inverbs_put32((uint8_t *)at + 20, 0);
	mad_inform_info_put((uint8_t *)at + 24, &v->inform_info);
}

INVERBS_INLINE struct sa_inform_info_record sa_inform_info_record_get(const void *at)
{
	struct sa_inform_info_record v;
	const uint16_t w16 = inverbs_get16((const uint8_t *)at + 16);

	memcpy(v.subscriber_gid, (const uint8_t *)at + 0, 16);
	v.number = (uint16_t)INVERBS_BE16(w16);
	v.inform_info = mad_inform_info_get((const uint8_t *)at + 24);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool sa_inform_info_record_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 18) |
		inverbs_get32((const uint8_t *)at + 20)) == 0;
}

/** Attributes of the class. Returns the name of a value, or "?". */
static inline const char *sa_attribute_name(uint32_t value)
{
	switch (value) {
	case SA_ATTRIBUTE_CLASS_PORT_INFO:
		return "CLASS_PORT_INFO";
	case SA_ATTRIBUTE_NOTICE:
		return "NOTICE";
	case SA_ATTRIBUTE_INFORM_INFO:
		return "INFORM_INFO";
	case SA_ATTRIBUTE_NODE_RECORD:
		return "NODE_RECORD";
	case SA_ATTRIBUTE_PORT_INFO_RECORD:
		return "PORT_INFO_RECORD";
	case SA_ATTRIBUTE_SL_TO_VL_RECORD:
		return "SL_TO_VL_RECORD";
	case SA_ATTRIBUTE_SWITCH_INFO_RECORD:
		return "SWITCH_INFO_RECORD";
	case SA_ATTRIBUTE_LINEAR_FORWARDING_RECORD:
		return "LINEAR_FORWARDING_RECORD";
	case SA_ATTRIBUTE_MULTICAST_FORWARDING_RECORD:
		return "MULTICAST_FORWARDING_RECORD";
	case SA_ATTRIBUTE_SM_INFO_RECORD:
		return "SM_INFO_RECORD";
	case SA_ATTRIBUTE_LINK_RECORD:
		return "LINK_RECORD";
	case SA_ATTRIBUTE_GUID_INFO_RECORD:
		return "GUID_INFO_RECORD";
	case SA_ATTRIBUTE_SERVICE_RECORD:
		return "SERVICE_RECORD";
	case SA_ATTRIBUTE_PKEY_TABLE_RECORD:
		return "PKEY_TABLE_RECORD";
	case SA_ATTRIBUTE_PATH_RECORD:
		return "PATH_RECORD";
	case SA_ATTRIBUTE_VL_ARBITRATION_RECORD:
		return "VL_ARBITRATION_RECORD";
	case SA_ATTRIBUTE_MC_MEMBER_RECORD:
		return "MC_MEMBER_RECORD";
	case SA_ATTRIBUTE_TRACE_RECORD:
		return "TRACE_RECORD";
	case SA_ATTRIBUTE_MULTI_PATH_RECORD:
		return "MULTI_PATH_RECORD";
	case SA_ATTRIBUTE_INFORM_INFO_RECORD:
		return "INFORM_INFO_RECORD";
	default:
		return "?";
	}
}

/** The high byte of a status. Returns the name of a value, or "?". */
static inline const char *sa_status_name(uint32_t value)
{
	switch (value) {
	case SA_STATUS_SUCCESS:
		return "SUCCESS";
	case SA_STATUS_NO_RESOURCES:
		return "NO_RESOURCES";
	case SA_STATUS_REQUEST_INVALID:
		return "REQUEST_INVALID";
	case SA_STATUS_NO_RECORDS:
		return "NO_RECORDS";
	case SA_STATUS_TOO_MANY_RECORDS:
		return "TOO_MANY_RECORDS";
	case SA_STATUS_INVALID_GID:
		return "INVALID_GID";
	case SA_STATUS_INSUFFICIENT_COMPONENTS:
		return "INSUFFICIENT_COMPONENTS";
	case SA_STATUS_DENIED:
		return "DENIED";
	default:
		return "?";
	}
}

/** Bits of the capability mask in ClassPortInfo. Returns the name of a value, or "?". */
static inline const char *sa_capability_name(uint32_t value)
{
	switch (value) {
	case SA_CAPABILITY_OPTIONAL_RECORDS:
		return "OPTIONAL_RECORDS";
	case SA_CAPABILITY_MULTICAST:
		return "MULTICAST";
	default:
		return "?";
	}
}

/** Kinds of membership of a port in a group. Returns the name of a value, or "?". */
static inline const char *sa_join_state_name(uint32_t value)
{
	switch (value) {
	case SA_JOIN_STATE_FULL:
		return "FULL";
	case SA_JOIN_STATE_NON:
		return "NON";
	case SA_JOIN_STATE_SEND_ONLY_NON:
		return "SEND_ONLY_NON";
	case SA_JOIN_STATE_SEND_ONLY_FULL:
		return "SEND_ONLY_FULL";
	default:
		return "?";
	}
}

/** How the path's MTU, rate or lifetime must compare with the requested one. Returns the name of a
 * value, or "?". */
static inline const char *sa_selector_name(uint32_t value)
{
	switch (value) {
	case SA_SELECTOR_GREATER:
		return "GREATER";
	case SA_SELECTOR_LESS:
		return "LESS";
	case SA_SELECTOR_EXACTLY:
		return "EXACTLY";
	case SA_SELECTOR_LARGEST:
		return "LARGEST";
	default:
		return "?";
	}
}

/** sa_header and its fields. administration.header */
static inline void sa_header_print(struct inverbs_text *text, const void *at)
{
	const struct sa_header v = sa_header_get(at);

	inverbs_text_add(text, "sa_header");
	inverbs_text_add(text, " ");
	mad_header_print(text, (const uint8_t *)at + 0);
	inverbs_text_add(text, " ");
	mad_rmpp_print(text, (const uint8_t *)at + 24);
	inverbs_text_add(text, " sm_key=0x%llx", (unsigned long long)v.sm_key);
	inverbs_text_add(text, " record_size=0x%llx", (unsigned long long)v.record_size);
	inverbs_text_add(text, " components=0x%llx", (unsigned long long)v.components);
}

/** sa_node_record and its fields. administration.node_record */
static inline void sa_node_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_node_record v = sa_node_record_get(at);

	inverbs_text_add(text, "sa_node_record");
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
	inverbs_text_add(text, " ");
	smp_node_info_print(text, (const uint8_t *)at + 4);
	inverbs_text_add(text, " ");
	smp_node_description_print(text, (const uint8_t *)at + 44);
}

/** sa_port_info_record and its fields. administration.port_info_record */
static inline void sa_port_info_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_port_info_record v = sa_port_info_record_get(at);

	inverbs_text_add(text, "sa_port_info_record");
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
	inverbs_text_add(text, " port=0x%llx", (unsigned long long)v.port);
	inverbs_text_add(text, " options=0x%llx", (unsigned long long)v.options);
	inverbs_text_add(text, " ");
	smp_port_info_print(text, (const uint8_t *)at + 4);
}

/** sa_switch_info_record and its fields. administration.switch_info_record */
static inline void sa_switch_info_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_switch_info_record v = sa_switch_info_record_get(at);

	inverbs_text_add(text, "sa_switch_info_record");
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
	inverbs_text_add(text, " ");
	smp_switch_info_print(text, (const uint8_t *)at + 4);
}

/** sa_link_record and its fields. administration.link_record */
static inline void sa_link_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_link_record v = sa_link_record_get(at);

	inverbs_text_add(text, "sa_link_record");
	inverbs_text_add(text, " from_lid=0x%llx", (unsigned long long)v.from_lid);
	inverbs_text_add(text, " from_port=0x%llx", (unsigned long long)v.from_port);
	inverbs_text_add(text, " to_port=0x%llx", (unsigned long long)v.to_port);
	inverbs_text_add(text, " to_lid=0x%llx", (unsigned long long)v.to_lid);
}

/** sa_guid_info_record and its fields. administration.guid_info_record */
static inline void sa_guid_info_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_guid_info_record v = sa_guid_info_record_get(at);

	inverbs_text_add(text, "sa_guid_info_record");
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
	inverbs_text_add(text, " block=0x%llx", (unsigned long long)v.block);
	inverbs_text_add(text, " ");
	smp_guid_info_print(text, (const uint8_t *)at + 8);
}

/** sa_sm_info_record and its fields. administration.sm_info_record */
static inline void sa_sm_info_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_sm_info_record v = sa_sm_info_record_get(at);

	inverbs_text_add(text, "sa_sm_info_record");
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
	inverbs_text_add(text, " ");
	smp_sm_info_print(text, (const uint8_t *)at + 4);
}

/** sa_pkey_table_record and its fields. administration.pkey_table_record */
static inline void sa_pkey_table_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_pkey_table_record v = sa_pkey_table_record_get(at);

	inverbs_text_add(text, "sa_pkey_table_record");
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
	inverbs_text_add(text, " block=0x%llx", (unsigned long long)v.block);
	inverbs_text_add(text, " port=0x%llx", (unsigned long long)v.port);
	inverbs_text_add(text, " ");
	smp_pkey_table_print(text, (const uint8_t *)at + 8);
}

/** sa_service_record and its fields. administration.service_record */
static inline void sa_service_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_service_record v = sa_service_record_get(at);

	inverbs_text_add(text, "sa_service_record");
	inverbs_text_add(text, " id=0x%llx", (unsigned long long)v.id);
	inverbs_text_bytes(text, "gid", v.gid, 16);
	inverbs_text_add(text, " pkey=0x%llx", (unsigned long long)v.pkey);
	inverbs_text_add(text, " lease=0x%llx", (unsigned long long)v.lease);
	inverbs_text_bytes(text, "key", v.key, 16);
	inverbs_text_bytes(text, "name", v.name, 64);
	inverbs_text_bytes(text, "data", v.data, 64);
}

/** sa_path_record and its fields. administration.path_record */
static inline void sa_path_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_path_record v = sa_path_record_get(at);

	inverbs_text_add(text, "sa_path_record");
	inverbs_text_add(text, " service_id=0x%llx", (unsigned long long)v.service_id);
	inverbs_text_bytes(text, "dgid", v.dgid, 16);
	inverbs_text_bytes(text, "sgid", v.sgid, 16);
	inverbs_text_add(text, " dlid=0x%llx", (unsigned long long)v.dlid);
	inverbs_text_add(text, " slid=0x%llx", (unsigned long long)v.slid);
	inverbs_text_add(text, " raw_traffic=0x%llx", (unsigned long long)v.raw_traffic);
	inverbs_text_add(text, " flow_label=0x%llx", (unsigned long long)v.flow_label);
	inverbs_text_add(text, " hop_limit=0x%llx", (unsigned long long)v.hop_limit);
	inverbs_text_add(text, " traffic_class=0x%llx", (unsigned long long)v.traffic_class);
	inverbs_text_add(text, " reversible=0x%llx", (unsigned long long)v.reversible);
	inverbs_text_add(text, " paths=0x%llx", (unsigned long long)v.paths);
	inverbs_text_add(text, " pkey=0x%llx", (unsigned long long)v.pkey);
	inverbs_text_add(text, " qos_class=0x%llx", (unsigned long long)v.qos_class);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	inverbs_text_add(text, " mtu_selector=%s(0x%x)", sa_selector_name(v.mtu_selector),
			 (unsigned)v.mtu_selector);
	inverbs_text_add(text, " mtu=0x%llx", (unsigned long long)v.mtu);
	inverbs_text_add(text, " rate_selector=%s(0x%x)", sa_selector_name(v.rate_selector),
			 (unsigned)v.rate_selector);
	inverbs_text_add(text, " rate=0x%llx", (unsigned long long)v.rate);
	inverbs_text_add(text, " lifetime_selector=%s(0x%x)", sa_selector_name(v.lifetime_selector),
			 (unsigned)v.lifetime_selector);
	inverbs_text_add(text, " lifetime=0x%llx", (unsigned long long)v.lifetime);
	inverbs_text_add(text, " preference=0x%llx", (unsigned long long)v.preference);
}

/** sa_mc_member_record and its fields. administration.mc_member_record */
static inline void sa_mc_member_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_mc_member_record v = sa_mc_member_record_get(at);

	inverbs_text_add(text, "sa_mc_member_record");
	inverbs_text_bytes(text, "mgid", v.mgid, 16);
	inverbs_text_bytes(text, "port_gid", v.port_gid, 16);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " mlid=0x%llx", (unsigned long long)v.mlid);
	inverbs_text_add(text, " mtu_selector=%s(0x%x)", sa_selector_name(v.mtu_selector),
			 (unsigned)v.mtu_selector);
	inverbs_text_add(text, " mtu=0x%llx", (unsigned long long)v.mtu);
	inverbs_text_add(text, " traffic_class=0x%llx", (unsigned long long)v.traffic_class);
	inverbs_text_add(text, " pkey=0x%llx", (unsigned long long)v.pkey);
	inverbs_text_add(text, " rate_selector=%s(0x%x)", sa_selector_name(v.rate_selector),
			 (unsigned)v.rate_selector);
	inverbs_text_add(text, " rate=0x%llx", (unsigned long long)v.rate);
	inverbs_text_add(text, " lifetime_selector=%s(0x%x)", sa_selector_name(v.lifetime_selector),
			 (unsigned)v.lifetime_selector);
	inverbs_text_add(text, " lifetime=0x%llx", (unsigned long long)v.lifetime);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	inverbs_text_add(text, " flow_label=0x%llx", (unsigned long long)v.flow_label);
	inverbs_text_add(text, " hop_limit=0x%llx", (unsigned long long)v.hop_limit);
	inverbs_text_add(text, " scope=0x%llx", (unsigned long long)v.scope);
	inverbs_text_add(text, " join_state=0x%llx", (unsigned long long)v.join_state);
	inverbs_text_add(text, " proxy_join=0x%llx", (unsigned long long)v.proxy_join);
}

/** sa_inform_info_record and its fields. administration.inform_info_record */
static inline void sa_inform_info_record_print(struct inverbs_text *text, const void *at)
{
	const struct sa_inform_info_record v = sa_inform_info_record_get(at);

	inverbs_text_add(text, "sa_inform_info_record");
	inverbs_text_bytes(text, "subscriber_gid", v.subscriber_gid, 16);
	inverbs_text_add(text, " number=0x%llx", (unsigned long long)v.number);
	inverbs_text_add(text, " ");
	mad_inform_info_print(text, (const uint8_t *)at + 24);
}

/** An attribute of the class. */
struct sa_attribute_info {
	uint16_t id; /**< enum sa_attribute */
	uint16_t bytes;
	const char *name;
	uint32_t methods; /**< methods that requests for it may have, one bit for each enum
			     mad_method */
	void (*print)(struct inverbs_text *text, const void *at);
};

/** The table's entry for an attribute, or NULL. */
static inline const struct sa_attribute_info *sa_attribute_info(uint16_t id)
{
	static const struct sa_attribute_info attributes[] = {
		{SA_ATTRIBUTE_CLASS_PORT_INFO, MAD_CLASS_PORT_INFO_SIZE, "class_port_info",
		 1U << MAD_METHOD_GET, mad_class_port_info_print},
		{SA_ATTRIBUTE_NOTICE, MAD_NOTICE_SIZE, "notice",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_REPORT, mad_notice_print},
		{SA_ATTRIBUTE_INFORM_INFO, MAD_INFORM_INFO_SIZE, "inform_info",
		 1U << MAD_METHOD_SET, mad_inform_info_print},
		{SA_ATTRIBUTE_NODE_RECORD, SA_NODE_RECORD_SIZE, "node_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_GET_TABLE, sa_node_record_print},
		{SA_ATTRIBUTE_PORT_INFO_RECORD, SA_PORT_INFO_RECORD_SIZE, "port_info_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_GET_TABLE, sa_port_info_record_print},
		{SA_ATTRIBUTE_SWITCH_INFO_RECORD, SA_SWITCH_INFO_RECORD_SIZE, "switch_info_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_GET_TABLE, sa_switch_info_record_print},
		{SA_ATTRIBUTE_SM_INFO_RECORD, SA_SM_INFO_RECORD_SIZE, "sm_info_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_GET_TABLE, sa_sm_info_record_print},
		{SA_ATTRIBUTE_LINK_RECORD, SA_LINK_RECORD_SIZE, "link_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_GET_TABLE, sa_link_record_print},
		{SA_ATTRIBUTE_GUID_INFO_RECORD, SA_GUID_INFO_RECORD_SIZE, "guid_info_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET | 1U << MAD_METHOD_GET_TABLE |
			 1U << MAD_METHOD_DELETE,
		 sa_guid_info_record_print},
		{SA_ATTRIBUTE_SERVICE_RECORD, SA_SERVICE_RECORD_SIZE, "service_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET | 1U << MAD_METHOD_GET_TABLE |
			 1U << MAD_METHOD_DELETE,
		 sa_service_record_print},
		{SA_ATTRIBUTE_PKEY_TABLE_RECORD, SA_PKEY_TABLE_RECORD_SIZE, "pkey_table_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_GET_TABLE, sa_pkey_table_record_print},
		{SA_ATTRIBUTE_PATH_RECORD, SA_PATH_RECORD_SIZE, "path_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_GET_TABLE, sa_path_record_print},
		{SA_ATTRIBUTE_MC_MEMBER_RECORD, SA_MC_MEMBER_RECORD_SIZE, "mc_member_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET | 1U << MAD_METHOD_GET_TABLE |
			 1U << MAD_METHOD_DELETE,
		 sa_mc_member_record_print},
		{SA_ATTRIBUTE_INFORM_INFO_RECORD, SA_INFORM_INFO_RECORD_SIZE, "inform_info_record",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_GET_TABLE, sa_inform_info_record_print},
	};

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		if (attributes[i].id == id)
			return &attributes[i];
	}
	return NULL;
}

/* Bits of the component mask of a request for sa_node_record. */
#define SA_NODE_RECORD_HAS_LID                     UINT64_C(0x1)
#define SA_NODE_RECORD_HAS_NODE_INFO_BASE_VERSION  UINT64_C(0x4)
#define SA_NODE_RECORD_HAS_NODE_INFO_CLASS_VERSION UINT64_C(0x8)
#define SA_NODE_RECORD_HAS_NODE_INFO_TYPE          UINT64_C(0x10)
#define SA_NODE_RECORD_HAS_NODE_INFO_PORTS         UINT64_C(0x20)
#define SA_NODE_RECORD_HAS_NODE_INFO_SYSTEM_GUID   UINT64_C(0x40)
#define SA_NODE_RECORD_HAS_NODE_INFO_NODE_GUID     UINT64_C(0x80)
#define SA_NODE_RECORD_HAS_NODE_INFO_PORT_GUID     UINT64_C(0x100)
#define SA_NODE_RECORD_HAS_NODE_INFO_PKEYS         UINT64_C(0x200)
#define SA_NODE_RECORD_HAS_NODE_INFO_DEVICE_ID     UINT64_C(0x400)
#define SA_NODE_RECORD_HAS_NODE_INFO_REVISION      UINT64_C(0x800)
#define SA_NODE_RECORD_HAS_NODE_INFO_LOCAL_PORT    UINT64_C(0x1000)
#define SA_NODE_RECORD_HAS_NODE_INFO_VENDOR_ID     UINT64_C(0x2000)
#define SA_NODE_RECORD_HAS_DESCRIPTION_TEXT        UINT64_C(0x4000)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_node_record_matches(const struct sa_node_record *v,
					  const struct sa_node_record *asked, uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_NODE_RECORD_HAS_LID, offsetof(struct sa_node_record, lid), sizeof(v->lid)},
		{SA_NODE_RECORD_HAS_NODE_INFO_BASE_VERSION,
		 offsetof(struct sa_node_record, node_info.base_version),
		 sizeof(v->node_info.base_version)},
		{SA_NODE_RECORD_HAS_NODE_INFO_CLASS_VERSION,
		 offsetof(struct sa_node_record, node_info.class_version),
		 sizeof(v->node_info.class_version)},
		{SA_NODE_RECORD_HAS_NODE_INFO_TYPE, offsetof(struct sa_node_record, node_info.type),
		 sizeof(v->node_info.type)},
		{SA_NODE_RECORD_HAS_NODE_INFO_PORTS,
		 offsetof(struct sa_node_record, node_info.ports), sizeof(v->node_info.ports)},
		{SA_NODE_RECORD_HAS_NODE_INFO_SYSTEM_GUID,
		 offsetof(struct sa_node_record, node_info.system_guid),
		 sizeof(v->node_info.system_guid)},
		{SA_NODE_RECORD_HAS_NODE_INFO_NODE_GUID,
		 offsetof(struct sa_node_record, node_info.node_guid),
		 sizeof(v->node_info.node_guid)},
		{SA_NODE_RECORD_HAS_NODE_INFO_PORT_GUID,
		 offsetof(struct sa_node_record, node_info.port_guid),
		 sizeof(v->node_info.port_guid)},
		{SA_NODE_RECORD_HAS_NODE_INFO_PKEYS,
		 offsetof(struct sa_node_record, node_info.pkeys), sizeof(v->node_info.pkeys)},
		{SA_NODE_RECORD_HAS_NODE_INFO_DEVICE_ID,
		 offsetof(struct sa_node_record, node_info.device_id),
		 sizeof(v->node_info.device_id)},
		{SA_NODE_RECORD_HAS_NODE_INFO_REVISION,
		 offsetof(struct sa_node_record, node_info.revision),
		 sizeof(v->node_info.revision)},
		{SA_NODE_RECORD_HAS_NODE_INFO_LOCAL_PORT,
		 offsetof(struct sa_node_record, node_info.local_port),
		 sizeof(v->node_info.local_port)},
		{SA_NODE_RECORD_HAS_NODE_INFO_VENDOR_ID,
		 offsetof(struct sa_node_record, node_info.vendor_id),
		 sizeof(v->node_info.vendor_id)},
		{SA_NODE_RECORD_HAS_DESCRIPTION_TEXT,
		 offsetof(struct sa_node_record, description.text), sizeof(v->description.text)},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

/* Bits of the component mask of a request for sa_port_info_record. */
#define SA_PORT_INFO_RECORD_HAS_LID                           UINT64_C(0x1)
#define SA_PORT_INFO_RECORD_HAS_PORT                          UINT64_C(0x2)
#define SA_PORT_INFO_RECORD_HAS_OPTIONS                       UINT64_C(0x4)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_M_KEY               UINT64_C(0x8)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_GID_PREFIX          UINT64_C(0x10)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_LID                 UINT64_C(0x20)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_SM_LID              UINT64_C(0x40)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_CAPABILITY_MASK     UINT64_C(0x80)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_DIAG_CODE           UINT64_C(0x100)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_M_KEY_LEASE         UINT64_C(0x200)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_LOCAL_PORT          UINT64_C(0x400)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_WIDTH_ENABLED       UINT64_C(0x800)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_WIDTH_SUPPORTED     UINT64_C(0x1000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_WIDTH_ACTIVE        UINT64_C(0x2000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_SUPPORTED     UINT64_C(0x4000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_STATE               UINT64_C(0x8000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_PHYS_STATE          UINT64_C(0x10000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_DOWN_DEFAULT        UINT64_C(0x20000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_M_KEY_PROTECT       UINT64_C(0x40000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_LMC                 UINT64_C(0x100000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_ACTIVE        UINT64_C(0x200000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_ENABLED       UINT64_C(0x400000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_NEIGHBOR_MTU        UINT64_C(0x800000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_SM_SL               UINT64_C(0x1000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_VL_CAP              UINT64_C(0x2000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_INIT_TYPE           UINT64_C(0x4000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_VL_HIGH_LIMIT       UINT64_C(0x8000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_VL_ARB_HIGH_CAP     UINT64_C(0x10000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_VL_ARB_LOW_CAP      UINT64_C(0x20000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_INIT_TYPE_REPLY     UINT64_C(0x40000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_MTU_CAP             UINT64_C(0x80000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_VL_STALL_COUNT      UINT64_C(0x100000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_HOQ_LIFE            UINT64_C(0x200000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_OPERATIONAL_VLS     UINT64_C(0x400000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_PARTITION_IN        UINT64_C(0x800000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_PARTITION_OUT       UINT64_C(0x1000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_RAW_IN              UINT64_C(0x2000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_RAW_OUT             UINT64_C(0x4000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_M_KEY_VIOLATIONS    UINT64_C(0x8000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_P_KEY_VIOLATIONS    UINT64_C(0x10000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_Q_KEY_VIOLATIONS    UINT64_C(0x20000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_GUID_CAP            UINT64_C(0x40000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_CLIENT_REREGISTER   UINT64_C(0x80000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_SUBNET_TIMEOUT      UINT64_C(0x200000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_RESPONSE_TIME       UINT64_C(0x800000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_LOCAL_PHY_ERRORS    UINT64_C(0x1000000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_OVERRUN_ERRORS      UINT64_C(0x2000000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_MAX_CREDIT_HINT     UINT64_C(0x4000000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_LINK_LATENCY        UINT64_C(0x10000000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_CAPABILITY_MASK2    UINT64_C(0x20000000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_EXT_ACTIVE    UINT64_C(0x40000000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_EXT_SUPPORTED UINT64_C(0x80000000000000)
#define SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_EXT_ENABLED   UINT64_C(0x200000000000000)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_port_info_record_matches(const struct sa_port_info_record *v,
					       const struct sa_port_info_record *asked,
					       uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_PORT_INFO_RECORD_HAS_LID, offsetof(struct sa_port_info_record, lid),
		 sizeof(v->lid)},
		{SA_PORT_INFO_RECORD_HAS_PORT, offsetof(struct sa_port_info_record, port),
		 sizeof(v->port)},
		{SA_PORT_INFO_RECORD_HAS_OPTIONS, offsetof(struct sa_port_info_record, options),
		 sizeof(v->options)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_M_KEY,
		 offsetof(struct sa_port_info_record, port_info.m_key), sizeof(v->port_info.m_key)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_GID_PREFIX,
		 offsetof(struct sa_port_info_record, port_info.gid_prefix),
		 sizeof(v->port_info.gid_prefix)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_LID,
		 offsetof(struct sa_port_info_record, port_info.lid), sizeof(v->port_info.lid)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_SM_LID,
		 offsetof(struct sa_port_info_record, port_info.sm_lid),
		 sizeof(v->port_info.sm_lid)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_CAPABILITY_MASK,
		 offsetof(struct sa_port_info_record, port_info.capability_mask),
		 sizeof(v->port_info.capability_mask)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_DIAG_CODE,
		 offsetof(struct sa_port_info_record, port_info.diag_code),
		 sizeof(v->port_info.diag_code)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_M_KEY_LEASE,
		 offsetof(struct sa_port_info_record, port_info.m_key_lease),
		 sizeof(v->port_info.m_key_lease)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_LOCAL_PORT,
		 offsetof(struct sa_port_info_record, port_info.local_port),
		 sizeof(v->port_info.local_port)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_WIDTH_ENABLED,
		 offsetof(struct sa_port_info_record, port_info.width_enabled),
		 sizeof(v->port_info.width_enabled)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_WIDTH_SUPPORTED,
		 offsetof(struct sa_port_info_record, port_info.width_supported),
		 sizeof(v->port_info.width_supported)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_WIDTH_ACTIVE,
		 offsetof(struct sa_port_info_record, port_info.width_active),
		 sizeof(v->port_info.width_active)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_SUPPORTED,
		 offsetof(struct sa_port_info_record, port_info.speed_supported),
		 sizeof(v->port_info.speed_supported)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_STATE,
		 offsetof(struct sa_port_info_record, port_info.state), sizeof(v->port_info.state)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_PHYS_STATE,
		 offsetof(struct sa_port_info_record, port_info.phys_state),
		 sizeof(v->port_info.phys_state)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_DOWN_DEFAULT,
		 offsetof(struct sa_port_info_record, port_info.down_default),
		 sizeof(v->port_info.down_default)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_M_KEY_PROTECT,
		 offsetof(struct sa_port_info_record, port_info.m_key_protect),
		 sizeof(v->port_info.m_key_protect)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_LMC,
		 offsetof(struct sa_port_info_record, port_info.lmc), sizeof(v->port_info.lmc)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_ACTIVE,
		 offsetof(struct sa_port_info_record, port_info.speed_active),
		 sizeof(v->port_info.speed_active)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_ENABLED,
		 offsetof(struct sa_port_info_record, port_info.speed_enabled),
		 sizeof(v->port_info.speed_enabled)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_NEIGHBOR_MTU,
		 offsetof(struct sa_port_info_record, port_info.neighbor_mtu),
		 sizeof(v->port_info.neighbor_mtu)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_SM_SL,
		 offsetof(struct sa_port_info_record, port_info.sm_sl), sizeof(v->port_info.sm_sl)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_VL_CAP,
		 offsetof(struct sa_port_info_record, port_info.vl_cap),
		 sizeof(v->port_info.vl_cap)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_INIT_TYPE,
		 offsetof(struct sa_port_info_record, port_info.init_type),
		 sizeof(v->port_info.init_type)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_VL_HIGH_LIMIT,
		 offsetof(struct sa_port_info_record, port_info.vl_high_limit),
		 sizeof(v->port_info.vl_high_limit)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_VL_ARB_HIGH_CAP,
		 offsetof(struct sa_port_info_record, port_info.vl_arb_high_cap),
		 sizeof(v->port_info.vl_arb_high_cap)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_VL_ARB_LOW_CAP,
		 offsetof(struct sa_port_info_record, port_info.vl_arb_low_cap),
		 sizeof(v->port_info.vl_arb_low_cap)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_INIT_TYPE_REPLY,
		 offsetof(struct sa_port_info_record, port_info.init_type_reply),
		 sizeof(v->port_info.init_type_reply)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_MTU_CAP,
		 offsetof(struct sa_port_info_record, port_info.mtu_cap),
		 sizeof(v->port_info.mtu_cap)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_VL_STALL_COUNT,
		 offsetof(struct sa_port_info_record, port_info.vl_stall_count),
		 sizeof(v->port_info.vl_stall_count)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_HOQ_LIFE,
		 offsetof(struct sa_port_info_record, port_info.hoq_life),
		 sizeof(v->port_info.hoq_life)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_OPERATIONAL_VLS,
		 offsetof(struct sa_port_info_record, port_info.operational_vls),
		 sizeof(v->port_info.operational_vls)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_PARTITION_IN,
		 offsetof(struct sa_port_info_record, port_info.partition_in),
		 sizeof(v->port_info.partition_in)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_PARTITION_OUT,
		 offsetof(struct sa_port_info_record, port_info.partition_out),
		 sizeof(v->port_info.partition_out)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_RAW_IN,
		 offsetof(struct sa_port_info_record, port_info.raw_in),
		 sizeof(v->port_info.raw_in)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_RAW_OUT,
		 offsetof(struct sa_port_info_record, port_info.raw_out),
		 sizeof(v->port_info.raw_out)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_M_KEY_VIOLATIONS,
		 offsetof(struct sa_port_info_record, port_info.m_key_violations),
		 sizeof(v->port_info.m_key_violations)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_P_KEY_VIOLATIONS,
		 offsetof(struct sa_port_info_record, port_info.p_key_violations),
		 sizeof(v->port_info.p_key_violations)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_Q_KEY_VIOLATIONS,
		 offsetof(struct sa_port_info_record, port_info.q_key_violations),
		 sizeof(v->port_info.q_key_violations)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_GUID_CAP,
		 offsetof(struct sa_port_info_record, port_info.guid_cap),
		 sizeof(v->port_info.guid_cap)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_CLIENT_REREGISTER,
		 offsetof(struct sa_port_info_record, port_info.client_reregister),
		 sizeof(v->port_info.client_reregister)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_SUBNET_TIMEOUT,
		 offsetof(struct sa_port_info_record, port_info.subnet_timeout),
		 sizeof(v->port_info.subnet_timeout)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_RESPONSE_TIME,
		 offsetof(struct sa_port_info_record, port_info.response_time),
		 sizeof(v->port_info.response_time)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_LOCAL_PHY_ERRORS,
		 offsetof(struct sa_port_info_record, port_info.local_phy_errors),
		 sizeof(v->port_info.local_phy_errors)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_OVERRUN_ERRORS,
		 offsetof(struct sa_port_info_record, port_info.overrun_errors),
		 sizeof(v->port_info.overrun_errors)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_MAX_CREDIT_HINT,
		 offsetof(struct sa_port_info_record, port_info.max_credit_hint),
		 sizeof(v->port_info.max_credit_hint)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_LINK_LATENCY,
		 offsetof(struct sa_port_info_record, port_info.link_latency),
		 sizeof(v->port_info.link_latency)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_CAPABILITY_MASK2,
		 offsetof(struct sa_port_info_record, port_info.capability_mask2),
		 sizeof(v->port_info.capability_mask2)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_EXT_ACTIVE,
		 offsetof(struct sa_port_info_record, port_info.speed_ext_active),
		 sizeof(v->port_info.speed_ext_active)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_EXT_SUPPORTED,
		 offsetof(struct sa_port_info_record, port_info.speed_ext_supported),
		 sizeof(v->port_info.speed_ext_supported)},
		{SA_PORT_INFO_RECORD_HAS_PORT_INFO_SPEED_EXT_ENABLED,
		 offsetof(struct sa_port_info_record, port_info.speed_ext_enabled),
		 sizeof(v->port_info.speed_ext_enabled)},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

/* Bits of the component mask of a request for sa_switch_info_record. */
#define SA_SWITCH_INFO_RECORD_HAS_LID UINT64_C(0x1)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_switch_info_record_matches(const struct sa_switch_info_record *v,
						 const struct sa_switch_info_record *asked,
						 uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_SWITCH_INFO_RECORD_HAS_LID, offsetof(struct sa_switch_info_record, lid),
		 sizeof(v->lid)},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

/* Bits of the component mask of a request for sa_sm_info_record. */
#define SA_SM_INFO_RECORD_HAS_LID              UINT64_C(0x1)
#define SA_SM_INFO_RECORD_HAS_SM_INFO_GUID     UINT64_C(0x4)
#define SA_SM_INFO_RECORD_HAS_SM_INFO_SM_KEY   UINT64_C(0x8)
#define SA_SM_INFO_RECORD_HAS_SM_INFO_ACTIVITY UINT64_C(0x10)
#define SA_SM_INFO_RECORD_HAS_SM_INFO_PRIORITY UINT64_C(0x20)
#define SA_SM_INFO_RECORD_HAS_SM_INFO_STATE    UINT64_C(0x40)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_sm_info_record_matches(const struct sa_sm_info_record *v,
					     const struct sa_sm_info_record *asked,
					     uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_SM_INFO_RECORD_HAS_LID, offsetof(struct sa_sm_info_record, lid),
		 sizeof(v->lid)},
		{SA_SM_INFO_RECORD_HAS_SM_INFO_GUID,
		 offsetof(struct sa_sm_info_record, sm_info.guid), sizeof(v->sm_info.guid)},
		{SA_SM_INFO_RECORD_HAS_SM_INFO_SM_KEY,
		 offsetof(struct sa_sm_info_record, sm_info.sm_key), sizeof(v->sm_info.sm_key)},
		{SA_SM_INFO_RECORD_HAS_SM_INFO_ACTIVITY,
		 offsetof(struct sa_sm_info_record, sm_info.activity), sizeof(v->sm_info.activity)},
		{SA_SM_INFO_RECORD_HAS_SM_INFO_PRIORITY,
		 offsetof(struct sa_sm_info_record, sm_info.priority), sizeof(v->sm_info.priority)},
		{SA_SM_INFO_RECORD_HAS_SM_INFO_STATE,
		 offsetof(struct sa_sm_info_record, sm_info.state), sizeof(v->sm_info.state)},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

/* Bits of the component mask of a request for sa_link_record. */
#define SA_LINK_RECORD_HAS_FROM_LID  UINT64_C(0x1)
#define SA_LINK_RECORD_HAS_FROM_PORT UINT64_C(0x2)
#define SA_LINK_RECORD_HAS_TO_PORT   UINT64_C(0x4)
#define SA_LINK_RECORD_HAS_TO_LID    UINT64_C(0x8)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_link_record_matches(const struct sa_link_record *v,
					  const struct sa_link_record *asked, uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_LINK_RECORD_HAS_FROM_LID, offsetof(struct sa_link_record, from_lid),
		 sizeof(v->from_lid)},
		{SA_LINK_RECORD_HAS_FROM_PORT, offsetof(struct sa_link_record, from_port),
		 sizeof(v->from_port)},
		{SA_LINK_RECORD_HAS_TO_PORT, offsetof(struct sa_link_record, to_port),
		 sizeof(v->to_port)},
		{SA_LINK_RECORD_HAS_TO_LID, offsetof(struct sa_link_record, to_lid),
		 sizeof(v->to_lid)},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

/* Bits of the component mask of a request for sa_guid_info_record. */
#define SA_GUID_INFO_RECORD_HAS_LID              UINT64_C(0x1)
#define SA_GUID_INFO_RECORD_HAS_BLOCK            UINT64_C(0x2)
#define SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_0 UINT64_C(0x10)
#define SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_1 UINT64_C(0x20)
#define SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_2 UINT64_C(0x40)
#define SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_3 UINT64_C(0x80)
#define SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_4 UINT64_C(0x100)
#define SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_5 UINT64_C(0x200)
#define SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_6 UINT64_C(0x400)
#define SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_7 UINT64_C(0x800)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_guid_info_record_matches(const struct sa_guid_info_record *v,
					       const struct sa_guid_info_record *asked,
					       uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_GUID_INFO_RECORD_HAS_LID, offsetof(struct sa_guid_info_record, lid),
		 sizeof(v->lid)},
		{SA_GUID_INFO_RECORD_HAS_BLOCK, offsetof(struct sa_guid_info_record, block),
		 sizeof(v->block)},
		{SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_0,
		 offsetof(struct sa_guid_info_record, guid_info.guid[0]),
		 sizeof(v->guid_info.guid[0])},
		{SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_1,
		 offsetof(struct sa_guid_info_record, guid_info.guid[1]),
		 sizeof(v->guid_info.guid[1])},
		{SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_2,
		 offsetof(struct sa_guid_info_record, guid_info.guid[2]),
		 sizeof(v->guid_info.guid[2])},
		{SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_3,
		 offsetof(struct sa_guid_info_record, guid_info.guid[3]),
		 sizeof(v->guid_info.guid[3])},
		{SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_4,
		 offsetof(struct sa_guid_info_record, guid_info.guid[4]),
		 sizeof(v->guid_info.guid[4])},
		{SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_5,
		 offsetof(struct sa_guid_info_record, guid_info.guid[5]),
		 sizeof(v->guid_info.guid[5])},
		{SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_6,
		 offsetof(struct sa_guid_info_record, guid_info.guid[6]),
		 sizeof(v->guid_info.guid[6])},
		{SA_GUID_INFO_RECORD_HAS_GUID_INFO_GUID_7,
		 offsetof(struct sa_guid_info_record, guid_info.guid[7]),
		 sizeof(v->guid_info.guid[7])},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

/* Bits of the component mask of a request for sa_service_record. */
#define SA_SERVICE_RECORD_HAS_ID      UINT64_C(0x1)
#define SA_SERVICE_RECORD_HAS_GID     UINT64_C(0x2)
#define SA_SERVICE_RECORD_HAS_PKEY    UINT64_C(0x4)
#define SA_SERVICE_RECORD_HAS_LEASE   UINT64_C(0x10)
#define SA_SERVICE_RECORD_HAS_KEY     UINT64_C(0x20)
#define SA_SERVICE_RECORD_HAS_NAME    UINT64_C(0x40)
#define SA_SERVICE_RECORD_HAS_DATA_0  UINT64_C(0x80)
#define SA_SERVICE_RECORD_HAS_DATA_1  UINT64_C(0x100)
#define SA_SERVICE_RECORD_HAS_DATA_2  UINT64_C(0x200)
#define SA_SERVICE_RECORD_HAS_DATA_3  UINT64_C(0x400)
#define SA_SERVICE_RECORD_HAS_DATA_4  UINT64_C(0x800)
#define SA_SERVICE_RECORD_HAS_DATA_5  UINT64_C(0x1000)
#define SA_SERVICE_RECORD_HAS_DATA_6  UINT64_C(0x2000)
#define SA_SERVICE_RECORD_HAS_DATA_7  UINT64_C(0x4000)
#define SA_SERVICE_RECORD_HAS_DATA_8  UINT64_C(0x8000)
#define SA_SERVICE_RECORD_HAS_DATA_9  UINT64_C(0x10000)
#define SA_SERVICE_RECORD_HAS_DATA_10 UINT64_C(0x20000)
#define SA_SERVICE_RECORD_HAS_DATA_11 UINT64_C(0x40000)
#define SA_SERVICE_RECORD_HAS_DATA_12 UINT64_C(0x80000)
#define SA_SERVICE_RECORD_HAS_DATA_13 UINT64_C(0x100000)
#define SA_SERVICE_RECORD_HAS_DATA_14 UINT64_C(0x200000)
#define SA_SERVICE_RECORD_HAS_DATA_15 UINT64_C(0x400000)
#define SA_SERVICE_RECORD_HAS_DATA_16 UINT64_C(0x800000)
#define SA_SERVICE_RECORD_HAS_DATA_18 UINT64_C(0x1000000)
#define SA_SERVICE_RECORD_HAS_DATA_20 UINT64_C(0x2000000)
#define SA_SERVICE_RECORD_HAS_DATA_22 UINT64_C(0x4000000)
#define SA_SERVICE_RECORD_HAS_DATA_24 UINT64_C(0x8000000)
#define SA_SERVICE_RECORD_HAS_DATA_26 UINT64_C(0x10000000)
#define SA_SERVICE_RECORD_HAS_DATA_28 UINT64_C(0x20000000)
#define SA_SERVICE_RECORD_HAS_DATA_30 UINT64_C(0x40000000)
#define SA_SERVICE_RECORD_HAS_DATA_32 UINT64_C(0x80000000)
#define SA_SERVICE_RECORD_HAS_DATA_36 UINT64_C(0x100000000)
#define SA_SERVICE_RECORD_HAS_DATA_40 UINT64_C(0x200000000)
#define SA_SERVICE_RECORD_HAS_DATA_44 UINT64_C(0x400000000)
#define SA_SERVICE_RECORD_HAS_DATA_48 UINT64_C(0x800000000)
#define SA_SERVICE_RECORD_HAS_DATA_56 UINT64_C(0x1000000000)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_service_record_matches(const struct sa_service_record *v,
					     const struct sa_service_record *asked,
					     uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_SERVICE_RECORD_HAS_ID, offsetof(struct sa_service_record, id), sizeof(v->id)},
		{SA_SERVICE_RECORD_HAS_GID, offsetof(struct sa_service_record, gid),
		 sizeof(v->gid)},
		{SA_SERVICE_RECORD_HAS_PKEY, offsetof(struct sa_service_record, pkey),
		 sizeof(v->pkey)},
		{SA_SERVICE_RECORD_HAS_LEASE, offsetof(struct sa_service_record, lease),
		 sizeof(v->lease)},
		{SA_SERVICE_RECORD_HAS_KEY, offsetof(struct sa_service_record, key),
		 sizeof(v->key)},
		{SA_SERVICE_RECORD_HAS_NAME, offsetof(struct sa_service_record, name),
		 sizeof(v->name)},
		{SA_SERVICE_RECORD_HAS_DATA_0, offsetof(struct sa_service_record, data[0]),
		 sizeof(v->data[0])},
		{SA_SERVICE_RECORD_HAS_DATA_1, offsetof(struct sa_service_record, data[1]),
		 sizeof(v->data[1])},
		{SA_SERVICE_RECORD_HAS_DATA_2, offsetof(struct sa_service_record, data[2]),
		 sizeof(v->data[2])},
		{SA_SERVICE_RECORD_HAS_DATA_3, offsetof(struct sa_service_record, data[3]),
		 sizeof(v->data[3])},
		{SA_SERVICE_RECORD_HAS_DATA_4, offsetof(struct sa_service_record, data[4]),
		 sizeof(v->data[4])},
		{SA_SERVICE_RECORD_HAS_DATA_5, offsetof(struct sa_service_record, data[5]),
		 sizeof(v->data[5])},
		{SA_SERVICE_RECORD_HAS_DATA_6, offsetof(struct sa_service_record, data[6]),
		 sizeof(v->data[6])},
		{SA_SERVICE_RECORD_HAS_DATA_7, offsetof(struct sa_service_record, data[7]),
		 sizeof(v->data[7])},
		{SA_SERVICE_RECORD_HAS_DATA_8, offsetof(struct sa_service_record, data[8]),
		 sizeof(v->data[8])},
		{SA_SERVICE_RECORD_HAS_DATA_9, offsetof(struct sa_service_record, data[9]),
		 sizeof(v->data[9])},
		{SA_SERVICE_RECORD_HAS_DATA_10, offsetof(struct sa_service_record, data[10]),
		 sizeof(v->data[10])},
		{SA_SERVICE_RECORD_HAS_DATA_11, offsetof(struct sa_service_record, data[11]),
		 sizeof(v->data[11])},
		{SA_SERVICE_RECORD_HAS_DATA_12, offsetof(struct sa_service_record, data[12]),
		 sizeof(v->data[12])},
		{SA_SERVICE_RECORD_HAS_DATA_13, offsetof(struct sa_service_record, data[13]),
		 sizeof(v->data[13])},
		{SA_SERVICE_RECORD_HAS_DATA_14, offsetof(struct sa_service_record, data[14]),
		 sizeof(v->data[14])},
		{SA_SERVICE_RECORD_HAS_DATA_15, offsetof(struct sa_service_record, data[15]),
		 sizeof(v->data[15])},
		{SA_SERVICE_RECORD_HAS_DATA_16, offsetof(struct sa_service_record, data[16]),
		 2 * sizeof(v->data[16])},
		{SA_SERVICE_RECORD_HAS_DATA_18, offsetof(struct sa_service_record, data[18]),
		 2 * sizeof(v->data[18])},
		{SA_SERVICE_RECORD_HAS_DATA_20, offsetof(struct sa_service_record, data[20]),
		 2 * sizeof(v->data[20])},
		{SA_SERVICE_RECORD_HAS_DATA_22, offsetof(struct sa_service_record, data[22]),
		 2 * sizeof(v->data[22])},
		{SA_SERVICE_RECORD_HAS_DATA_24, offsetof(struct sa_service_record, data[24]),
		 2 * sizeof(v->data[24])},
		{SA_SERVICE_RECORD_HAS_DATA_26, offsetof(struct sa_service_record, data[26]),
		 2 * sizeof(v->data[26])},
		{SA_SERVICE_RECORD_HAS_DATA_28, offsetof(struct sa_service_record, data[28]),
		 2 * sizeof(v->data[28])},
		{SA_SERVICE_RECORD_HAS_DATA_30, offsetof(struct sa_service_record, data[30]),
		 2 * sizeof(v->data[30])},
		{SA_SERVICE_RECORD_HAS_DATA_32, offsetof(struct sa_service_record, data[32]),
		 4 * sizeof(v->data[32])},
		{SA_SERVICE_RECORD_HAS_DATA_36, offsetof(struct sa_service_record, data[36]),
		 4 * sizeof(v->data[36])},
		{SA_SERVICE_RECORD_HAS_DATA_40, offsetof(struct sa_service_record, data[40]),
		 4 * sizeof(v->data[40])},
		{SA_SERVICE_RECORD_HAS_DATA_44, offsetof(struct sa_service_record, data[44]),
		 4 * sizeof(v->data[44])},
		{SA_SERVICE_RECORD_HAS_DATA_48, offsetof(struct sa_service_record, data[48]),
		 8 * sizeof(v->data[48])},
		{SA_SERVICE_RECORD_HAS_DATA_56, offsetof(struct sa_service_record, data[56]),
		 8 * sizeof(v->data[56])},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

/* Bits of the component mask of a request for sa_pkey_table_record. */
#define SA_PKEY_TABLE_RECORD_HAS_LID   UINT64_C(0x1)
#define SA_PKEY_TABLE_RECORD_HAS_BLOCK UINT64_C(0x2)
#define SA_PKEY_TABLE_RECORD_HAS_PORT  UINT64_C(0x4)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_pkey_table_record_matches(const struct sa_pkey_table_record *v,
						const struct sa_pkey_table_record *asked,
						uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_PKEY_TABLE_RECORD_HAS_LID, offsetof(struct sa_pkey_table_record, lid),
		 sizeof(v->lid)},
		{SA_PKEY_TABLE_RECORD_HAS_BLOCK, offsetof(struct sa_pkey_table_record, block),
		 sizeof(v->block)},
		{SA_PKEY_TABLE_RECORD_HAS_PORT, offsetof(struct sa_pkey_table_record, port),
		 sizeof(v->port)},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

/* Bits of the component mask of a request for sa_path_record. */
#define SA_PATH_RECORD_HAS_SERVICE_ID        UINT64_C(0x3)
#define SA_PATH_RECORD_HAS_DGID              UINT64_C(0x4)
#define SA_PATH_RECORD_HAS_SGID              UINT64_C(0x8)
#define SA_PATH_RECORD_HAS_DLID              UINT64_C(0x10)
#define SA_PATH_RECORD_HAS_SLID              UINT64_C(0x20)
#define SA_PATH_RECORD_HAS_RAW_TRAFFIC       UINT64_C(0x40)
#define SA_PATH_RECORD_HAS_FLOW_LABEL        UINT64_C(0x100)
#define SA_PATH_RECORD_HAS_HOP_LIMIT         UINT64_C(0x200)
#define SA_PATH_RECORD_HAS_TRAFFIC_CLASS     UINT64_C(0x400)
#define SA_PATH_RECORD_HAS_REVERSIBLE        UINT64_C(0x800)
#define SA_PATH_RECORD_HAS_PATHS             UINT64_C(0x1000)
#define SA_PATH_RECORD_HAS_PKEY              UINT64_C(0x2000)
#define SA_PATH_RECORD_HAS_QOS_CLASS         UINT64_C(0x4000)
#define SA_PATH_RECORD_HAS_SL                UINT64_C(0x8000)
#define SA_PATH_RECORD_HAS_MTU_SELECTOR      UINT64_C(0x10000)
#define SA_PATH_RECORD_HAS_MTU               UINT64_C(0x20000)
#define SA_PATH_RECORD_HAS_RATE_SELECTOR     UINT64_C(0x40000)
#define SA_PATH_RECORD_HAS_RATE              UINT64_C(0x80000)
#define SA_PATH_RECORD_HAS_LIFETIME_SELECTOR UINT64_C(0x100000)
#define SA_PATH_RECORD_HAS_LIFETIME          UINT64_C(0x200000)
#define SA_PATH_RECORD_HAS_PREFERENCE        UINT64_C(0x400000)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_path_record_matches(const struct sa_path_record *v,
					  const struct sa_path_record *asked, uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_PATH_RECORD_HAS_SERVICE_ID, offsetof(struct sa_path_record, service_id),
		 sizeof(v->service_id)},
		{SA_PATH_RECORD_HAS_DGID, offsetof(struct sa_path_record, dgid), sizeof(v->dgid)},
		{SA_PATH_RECORD_HAS_SGID, offsetof(struct sa_path_record, sgid), sizeof(v->sgid)},
		{SA_PATH_RECORD_HAS_DLID, offsetof(struct sa_path_record, dlid), sizeof(v->dlid)},
		{SA_PATH_RECORD_HAS_SLID, offsetof(struct sa_path_record, slid), sizeof(v->slid)},
		{SA_PATH_RECORD_HAS_RAW_TRAFFIC, offsetof(struct sa_path_record, raw_traffic),
		 sizeof(v->raw_traffic)},
		{SA_PATH_RECORD_HAS_FLOW_LABEL, offsetof(struct sa_path_record, flow_label),
		 sizeof(v->flow_label)},
		{SA_PATH_RECORD_HAS_HOP_LIMIT, offsetof(struct sa_path_record, hop_limit),
		 sizeof(v->hop_limit)},
		{SA_PATH_RECORD_HAS_TRAFFIC_CLASS, offsetof(struct sa_path_record, traffic_class),
		 sizeof(v->traffic_class)},
		{SA_PATH_RECORD_HAS_REVERSIBLE, offsetof(struct sa_path_record, reversible),
		 sizeof(v->reversible)},
		{SA_PATH_RECORD_HAS_PATHS, offsetof(struct sa_path_record, paths),
		 sizeof(v->paths)},
		{SA_PATH_RECORD_HAS_PKEY, offsetof(struct sa_path_record, pkey), sizeof(v->pkey)},
		{SA_PATH_RECORD_HAS_QOS_CLASS, offsetof(struct sa_path_record, qos_class),
		 sizeof(v->qos_class)},
		{SA_PATH_RECORD_HAS_SL, offsetof(struct sa_path_record, sl), sizeof(v->sl)},
		{SA_PATH_RECORD_HAS_MTU_SELECTOR, offsetof(struct sa_path_record, mtu_selector),
		 sizeof(v->mtu_selector)},
		{SA_PATH_RECORD_HAS_MTU, offsetof(struct sa_path_record, mtu), sizeof(v->mtu)},
		{SA_PATH_RECORD_HAS_RATE_SELECTOR, offsetof(struct sa_path_record, rate_selector),
		 sizeof(v->rate_selector)},
		{SA_PATH_RECORD_HAS_RATE, offsetof(struct sa_path_record, rate), sizeof(v->rate)},
		{SA_PATH_RECORD_HAS_LIFETIME_SELECTOR,
		 offsetof(struct sa_path_record, lifetime_selector), sizeof(v->lifetime_selector)},
		{SA_PATH_RECORD_HAS_LIFETIME, offsetof(struct sa_path_record, lifetime),
		 sizeof(v->lifetime)},
		{SA_PATH_RECORD_HAS_PREFERENCE, offsetof(struct sa_path_record, preference),
		 sizeof(v->preference)},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

/* Bits of the component mask of a request for sa_mc_member_record. */
#define SA_MC_MEMBER_RECORD_HAS_MGID              UINT64_C(0x1)
#define SA_MC_MEMBER_RECORD_HAS_PORT_GID          UINT64_C(0x2)
#define SA_MC_MEMBER_RECORD_HAS_QKEY              UINT64_C(0x4)
#define SA_MC_MEMBER_RECORD_HAS_MLID              UINT64_C(0x8)
#define SA_MC_MEMBER_RECORD_HAS_MTU_SELECTOR      UINT64_C(0x10)
#define SA_MC_MEMBER_RECORD_HAS_MTU               UINT64_C(0x20)
#define SA_MC_MEMBER_RECORD_HAS_TRAFFIC_CLASS     UINT64_C(0x40)
#define SA_MC_MEMBER_RECORD_HAS_PKEY              UINT64_C(0x80)
#define SA_MC_MEMBER_RECORD_HAS_RATE_SELECTOR     UINT64_C(0x100)
#define SA_MC_MEMBER_RECORD_HAS_RATE              UINT64_C(0x200)
#define SA_MC_MEMBER_RECORD_HAS_LIFETIME_SELECTOR UINT64_C(0x400)
#define SA_MC_MEMBER_RECORD_HAS_LIFETIME          UINT64_C(0x800)
#define SA_MC_MEMBER_RECORD_HAS_SL                UINT64_C(0x1000)
#define SA_MC_MEMBER_RECORD_HAS_FLOW_LABEL        UINT64_C(0x2000)
#define SA_MC_MEMBER_RECORD_HAS_HOP_LIMIT         UINT64_C(0x4000)
#define SA_MC_MEMBER_RECORD_HAS_SCOPE             UINT64_C(0x8000)
#define SA_MC_MEMBER_RECORD_HAS_JOIN_STATE        UINT64_C(0x10000)
#define SA_MC_MEMBER_RECORD_HAS_PROXY_JOIN        UINT64_C(0x20000)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_mc_member_record_matches(const struct sa_mc_member_record *v,
					       const struct sa_mc_member_record *asked,
					       uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_MC_MEMBER_RECORD_HAS_MGID, offsetof(struct sa_mc_member_record, mgid),
		 sizeof(v->mgid)},
		{SA_MC_MEMBER_RECORD_HAS_PORT_GID, offsetof(struct sa_mc_member_record, port_gid),
		 sizeof(v->port_gid)},
		{SA_MC_MEMBER_RECORD_HAS_QKEY, offsetof(struct sa_mc_member_record, qkey),
		 sizeof(v->qkey)},
		{SA_MC_MEMBER_RECORD_HAS_MLID, offsetof(struct sa_mc_member_record, mlid),
		 sizeof(v->mlid)},
		{SA_MC_MEMBER_RECORD_HAS_MTU_SELECTOR,
		 offsetof(struct sa_mc_member_record, mtu_selector), sizeof(v->mtu_selector)},
		{SA_MC_MEMBER_RECORD_HAS_MTU, offsetof(struct sa_mc_member_record, mtu),
		 sizeof(v->mtu)},
		{SA_MC_MEMBER_RECORD_HAS_TRAFFIC_CLASS,
		 offsetof(struct sa_mc_member_record, traffic_class), sizeof(v->traffic_class)},
		{SA_MC_MEMBER_RECORD_HAS_PKEY, offsetof(struct sa_mc_member_record, pkey),
		 sizeof(v->pkey)},
		{SA_MC_MEMBER_RECORD_HAS_RATE_SELECTOR,
		 offsetof(struct sa_mc_member_record, rate_selector), sizeof(v->rate_selector)},
		{SA_MC_MEMBER_RECORD_HAS_RATE, offsetof(struct sa_mc_member_record, rate),
		 sizeof(v->rate)},
		{SA_MC_MEMBER_RECORD_HAS_LIFETIME_SELECTOR,
		 offsetof(struct sa_mc_member_record, lifetime_selector),
		 sizeof(v->lifetime_selector)},
		{SA_MC_MEMBER_RECORD_HAS_LIFETIME, offsetof(struct sa_mc_member_record, lifetime),
		 sizeof(v->lifetime)},
		{SA_MC_MEMBER_RECORD_HAS_SL, offsetof(struct sa_mc_member_record, sl),
		 sizeof(v->sl)},
		{SA_MC_MEMBER_RECORD_HAS_FLOW_LABEL,
		 offsetof(struct sa_mc_member_record, flow_label), sizeof(v->flow_label)},
		{SA_MC_MEMBER_RECORD_HAS_HOP_LIMIT, offsetof(struct sa_mc_member_record, hop_limit),
		 sizeof(v->hop_limit)},
		{SA_MC_MEMBER_RECORD_HAS_SCOPE, offsetof(struct sa_mc_member_record, scope),
		 sizeof(v->scope)},
		{SA_MC_MEMBER_RECORD_HAS_JOIN_STATE,
		 offsetof(struct sa_mc_member_record, join_state), sizeof(v->join_state)},
		{SA_MC_MEMBER_RECORD_HAS_PROXY_JOIN,
		 offsetof(struct sa_mc_member_record, proxy_join), sizeof(v->proxy_join)},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

/* Bits of the component mask of a request for sa_inform_info_record. */
#define SA_INFORM_INFO_RECORD_HAS_SUBSCRIBER_GID UINT64_C(0x1)
#define SA_INFORM_INFO_RECORD_HAS_NUMBER         UINT64_C(0x2)

/** True if the record equals the requested one in all components of the mask. */
static inline bool sa_inform_info_record_matches(const struct sa_inform_info_record *v,
						 const struct sa_inform_info_record *asked,
						 uint64_t components)
{
	static const struct mad_component known[] = {
		{SA_INFORM_INFO_RECORD_HAS_SUBSCRIBER_GID,
		 offsetof(struct sa_inform_info_record, subscriber_gid), sizeof(v->subscriber_gid)},
		{SA_INFORM_INFO_RECORD_HAS_NUMBER, offsetof(struct sa_inform_info_record, number),
		 sizeof(v->number)},
	};

	return mad_components_match(v, asked, known, sizeof(known) / sizeof(known[0]), components);
}

#endif
