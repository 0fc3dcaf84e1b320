/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/mad/common.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/**
 * Management datagrams (MADs): their common header, the reliable multi-packet protocol (RMPP), and
 * the attributes that several management classes have.
 */
#ifndef INVERBS_MAD_COMMON_H
#define INVERBS_MAD_COMMON_H

#include <inverbs/mad/arrays.h>

/** Size of a MAD. */
#define MAD_BYTES 0x100U
/** The only version of the header. */
#define MAD_BASE_VERSION 0x1U
/** The only version of RMPP. */
#define MAD_RMPP_VERSION 0x1U
/** Bit of a method that makes it a response. */
#define MAD_RESPONSE 0x80U
/** Q_Key of queue pair 1. */
#define MAD_GSI_QKEY 0x80010000U
/** LID that means the port itself on a directed route. */
#define MAD_PERMISSIVE_LID 0xffffU
/** First class of vendors with an OUI. */
#define MAD_VENDOR_OUI_FIRST 0x30U
/** Last class of vendors with an OUI. */
#define MAD_VENDOR_OUI_LAST 0x4fU
/** Value of lid_first in a subscription. */
#define MAD_INFORM_ALL_LIDS 0xffffU
/** Value of type in a subscription. */
#define MAD_INFORM_ALL_TYPES 0xffffU
/** Value of trap in a subscription. */
#define MAD_INFORM_ALL_TRAPS 0xffffU
/** Value of producer in a subscription. */
#define MAD_INFORM_ALL_PRODUCERS 0xffffffU
/** Byte at which data begins in these classes, after RMPP header and OUI. */
#define MAD_VENDOR_DATA_AT 0x28U
/** Byte at which data begins in device management. */
#define MAD_DEVICE_DATA_AT 0x40U

/** Offset of the format in the datagram. */
#define MAD_RMPP_AT 0x18U

/** Management classes. */
enum mad_class {
	MAD_CLASS_SUBNET = 0x1,
	MAD_CLASS_ADMINISTRATION = 0x3,
	MAD_CLASS_PERFORMANCE = 0x4,
	MAD_CLASS_BOARD = 0x5,
	MAD_CLASS_DEVICE = 0x6,
	MAD_CLASS_COMMUNICATION = 0x7,
	MAD_CLASS_SNMP = 0x8,
	MAD_CLASS_DEVICE_ADMINISTRATION = 0x10,
	MAD_CLASS_BIS = 0x12,
	MAD_CLASS_SUBNET_DIRECTED = 0x81,
};

/** Methods: what a MAD requests, or responds to. */
enum mad_method {
	MAD_METHOD_GET = 0x1,
	MAD_METHOD_SET = 0x2,
	MAD_METHOD_SEND = 0x3,
	MAD_METHOD_TRAP = 0x5,
	MAD_METHOD_REPORT = 0x6,
	MAD_METHOD_TRAP_REPRESS = 0x7,
	MAD_METHOD_GET_TABLE = 0x12,
	MAD_METHOD_GET_TRACE_TABLE = 0x13,
	MAD_METHOD_GET_MULTI = 0x14,
	MAD_METHOD_DELETE = 0x15,
	MAD_METHOD_GET_RESPONSE = 0x81,
	MAD_METHOD_REPORT_RESPONSE = 0x86,
	MAD_METHOD_GET_TABLE_RESPONSE = 0x92,
	MAD_METHOD_GET_MULTI_RESPONSE = 0x94,
	MAD_METHOD_DELETE_RESPONSE = 0x95,
};

/** The part of a status that all classes share; the high byte belongs to the class. */
enum mad_status {
	MAD_STATUS_SUCCESS = 0x0,
	MAD_STATUS_BUSY = 0x1,
	MAD_STATUS_REDIRECT = 0x2,
	MAD_STATUS_BAD_VERSION = 0x4,
	MAD_STATUS_BAD_METHOD = 0x8,
	MAD_STATUS_BAD_ATTRIBUTE = 0xc,
	MAD_STATUS_BAD_FIELD = 0x1c,
};

/** Attributes that several classes have. */
enum mad_attribute {
	MAD_ATTRIBUTE_CLASS_PORT_INFO = 0x1,
	MAD_ATTRIBUTE_NOTICE = 0x2,
	MAD_ATTRIBUTE_INFORM_INFO = 0x3,
};

/** Kinds of RMPP packets. */
enum mad_rmpp_type {
	MAD_RMPP_TYPE_NONE = 0x0,
	MAD_RMPP_TYPE_DATA = 0x1,
	MAD_RMPP_TYPE_ACK = 0x2,
	MAD_RMPP_TYPE_STOP = 0x3,
	MAD_RMPP_TYPE_ABORT = 0x4,
};

/** Reasons why a transfer was stopped or aborted. */
enum mad_rmpp_status {
	MAD_RMPP_STATUS_NORMAL = 0x0,
	MAD_RMPP_STATUS_RESOURCES_EXHAUSTED = 0x1,
	MAD_RMPP_STATUS_TOTAL_TIME = 0x76,
	MAD_RMPP_STATUS_INCONSISTENT_LAST = 0x77,
	MAD_RMPP_STATUS_INCONSISTENT_FIRST = 0x78,
	MAD_RMPP_STATUS_BAD_TYPE = 0x79,
	MAD_RMPP_STATUS_WINDOW_TOO_SMALL = 0x7a,
	MAD_RMPP_STATUS_SEGMENT_TOO_BIG = 0x7b,
	MAD_RMPP_STATUS_ILLEGAL_STATUS = 0x7c,
	MAD_RMPP_STATUS_BAD_VERSION = 0x7d,
	MAD_RMPP_STATUS_TOO_MANY_RETRIES = 0x7e,
	MAD_RMPP_STATUS_UNSPECIFIED = 0x7f,
};

/** Urgency of a notice. */
enum mad_notice_type {
	MAD_NOTICE_TYPE_FATAL = 0x0,
	MAD_NOTICE_TYPE_URGENT = 0x1,
	MAD_NOTICE_TYPE_SECURITY = 0x2,
	MAD_NOTICE_TYPE_MANAGEMENT = 0x3,
	MAD_NOTICE_TYPE_INFORMATIONAL = 0x4,
	MAD_NOTICE_TYPE_EMPTY = 0x7f,
};

/** Kind of node that a notice is about. */
enum mad_producer {
	MAD_PRODUCER_CHANNEL_ADAPTER = 0x1,
	MAD_PRODUCER_SWITCH = 0x2,
	MAD_PRODUCER_ROUTER = 0x3,
	MAD_PRODUCER_CLASS_MANAGER = 0x4,
};

/** Numbers of generic notices. */
enum mad_trap {
	MAD_TRAP_GID_IN_SERVICE = 0x40,
	MAD_TRAP_GID_OUT_OF_SERVICE = 0x41,
	MAD_TRAP_GROUP_CREATED = 0x42,
	MAD_TRAP_GROUP_DELETED = 0x43,
	MAD_TRAP_LINK_STATE = 0x80,
	MAD_TRAP_LINK_INTEGRITY = 0x81,
	MAD_TRAP_BUFFER_OVERRUN = 0x82,
	MAD_TRAP_FLOW_CONTROL = 0x83,
	MAD_TRAP_CAPABILITY = 0x90,
	MAD_TRAP_SYSTEM_GUID = 0x91,
	MAD_TRAP_BAD_M_KEY = 0x100,
	MAD_TRAP_BAD_P_KEY = 0x101,
	MAD_TRAP_BAD_Q_KEY = 0x102,
};

/**
 * The first 24 bytes of every MAD.
 * common.header
 */
struct mad_header {
	uint8_t base_version;    /**< 0x0 */
	uint8_t mgmt_class;      /**< 0x1 */
	uint8_t class_version;   /**< 0x2 */
	uint8_t method;          /**< 0x3 */
	uint16_t status;         /**< 0x4 */
	uint16_t class_specific; /**< 0x6 */
	uint64_t tid;            /**< 0x8; Transaction id */
	uint16_t attribute;      /**< 0x10 */
	uint32_t modifier;       /**< 0x14 */
};

#define MAD_HEADER_SIZE 24U

/** Store all fields. common.header */
INVERBS_INLINE void mad_header_put(void *at, const struct mad_header *v)
{
	inverbs_put8(at, (uint8_t)v->base_version);
	inverbs_put8((uint8_t *)at + 1, (uint8_t)v->mgmt_class);
	inverbs_put8((uint8_t *)at + 2, (uint8_t)v->class_version);
	inverbs_put8((uint8_t *)at + 3, (uint8_t)v->method);
	inverbs_put16((uint8_t *)at + 4, (uint16_t)INVERBS_BE16((uint16_t)v->status));
	inverbs_put16((uint8_t *)at + 6, (uint16_t)INVERBS_BE16((uint16_t)v->class_specific));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->tid));
	inverbs_put16((uint8_t *)at + 16, (uint16_t)INVERBS_BE16((uint16_t)v->attribute));
	inverbs_put16((uint8_t *)at + 18, 0);
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->modifier));
}

INVERBS_INLINE struct mad_header mad_header_get(const void *at)
{
	struct mad_header v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);
	const uint8_t w1 = inverbs_get8((const uint8_t *)at + 1);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);
	const uint8_t w3 = inverbs_get8((const uint8_t *)at + 3);
	const uint16_t w4 = inverbs_get16((const uint8_t *)at + 4);
	const uint16_t w6 = inverbs_get16((const uint8_t *)at + 6);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint16_t w16 = inverbs_get16((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);

	v.base_version = (uint8_t)w0;
	v.mgmt_class = (uint8_t)w1;
	v.class_version = (uint8_t)w2;
	v.method = (uint8_t)w3;
	v.status = (uint16_t)INVERBS_BE16(w4);
	v.class_specific = (uint16_t)INVERBS_BE16(w6);
	v.tid = (uint64_t)INVERBS_BE64(w8);
	v.attribute = (uint16_t)INVERBS_BE16(w16);
	v.modifier = (uint32_t)INVERBS_BE32(w20);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mad_header_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 18)) == 0;
}

/**
 * The RMPP header, which follows the common header.
 * common.rmpp
 */
struct mad_rmpp {
	uint8_t version;       /**< 0x0 */
	uint8_t type;          /**< 0x1 */
	uint8_t response_time; /**< 0x2.7-3 */
	uint8_t last;          /**< 0x2.2-2 */
	uint8_t first;         /**< 0x2.1-1 */
	uint8_t active;        /**< 0x2.0-0 */
	uint8_t status;        /**< 0x3 */
	uint32_t segment; /**< 0x4; Number of the packet, from 1; in an ACK, that of the last packet
			     received */
	uint32_t length;  /**< 0x8; Bytes of payload; in an ACK, the last packet that may be sent */
};

#define MAD_RMPP_SIZE 12U

/** Store all fields. common.rmpp */
INVERBS_INLINE void mad_rmpp_put(void *at, const struct mad_rmpp *v)
{
	inverbs_put8(at, (uint8_t)v->version);
	inverbs_put8((uint8_t *)at + 1, (uint8_t)v->type);
	inverbs_put8((uint8_t *)at + 2,
		     (uint8_t)(((uint8_t)v->response_time << 3) | ((uint8_t)(v->last & 0x1U) << 2) |
			       ((uint8_t)(v->first & 0x1U) << 1) | (uint8_t)(v->active & 0x1U)));
	inverbs_put8((uint8_t *)at + 3, (uint8_t)v->status);
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->segment));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->length));
}

INVERBS_INLINE struct mad_rmpp mad_rmpp_get(const void *at)
{
	struct mad_rmpp v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);
	const uint8_t w1 = inverbs_get8((const uint8_t *)at + 1);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);
	const uint8_t w3 = inverbs_get8((const uint8_t *)at + 3);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.version = (uint8_t)w0;
	v.type = (uint8_t)w1;
	v.response_time = (uint8_t)((w2 >> 3) & 0x1fU);
	v.last = (uint8_t)((w2 >> 2) & 0x1U);
	v.first = (uint8_t)((w2 >> 1) & 0x1U);
	v.active = (uint8_t)(w2 & 0x1U);
	v.status = (uint8_t)w3;
	v.segment = (uint32_t)INVERBS_BE32(w4);
	v.length = (uint32_t)INVERBS_BE32(w8);
	return v;
}

/**
 * Two GIDs.
 * common.gid_pair
 */
struct mad_gid_pair {
	uint8_t source[16];      /**< 0x0, 16 bytes */
	uint8_t destination[16]; /**< 0x10, 16 bytes */
};

#define MAD_GID_PAIR_SIZE 32U

/** Store all fields. common.gid_pair */
INVERBS_INLINE void mad_gid_pair_put(void *at, const struct mad_gid_pair *v)
{
	inverbs_put_bytes(at, v->source, 16);
	inverbs_put_bytes((uint8_t *)at + 16, v->destination, 16);
}

INVERBS_INLINE struct mad_gid_pair mad_gid_pair_get(const void *at)
{
	struct mad_gid_pair v;

	memcpy(v.source, (const uint8_t *)at + 0, 16);
	memcpy(v.destination, (const uint8_t *)at + 16, 16);
	return v;
}

/**
 * Capabilities of a class, and the destination of its traps and redirected requests.
 * common.class_port_info
 */
struct mad_class_port_info {
	uint8_t base_version;      /**< 0x0 */
	uint8_t class_version;     /**< 0x1 */
	uint16_t capability_mask;  /**< 0x2 */
	uint32_t capability_mask2; /**< 0x4.31-5 */
	uint8_t response_time;     /**< 0x4.4-0; The maximum response time is 4.096 us * 2^value */
	uint8_t redirect_gid[16];  /**< 0x8, 16 bytes */
	uint8_t redirect_class;    /**< 0x18.31-24 */
	uint8_t redirect_sl;       /**< 0x18.23-20 */
	uint32_t redirect_flow;    /**< 0x18.19-0 */
	uint16_t redirect_lid;     /**< 0x1c */
	uint16_t redirect_pkey;    /**< 0x1e */
	uint32_t redirect_qpn;     /**< 0x20.23-0 */
	uint32_t redirect_qkey;    /**< 0x24 */
	uint8_t trap_gid[16];      /**< 0x28, 16 bytes */
	uint8_t trap_class;        /**< 0x38.31-24 */
	uint8_t trap_sl;           /**< 0x38.23-20 */
	uint32_t trap_flow;        /**< 0x38.19-0 */
	uint16_t trap_lid;         /**< 0x3c */
	uint16_t trap_pkey;        /**< 0x3e */
	uint8_t trap_hops;         /**< 0x40.31-24 */
	uint32_t trap_qpn;         /**< 0x40.23-0 */
	uint32_t trap_qkey;        /**< 0x44 */
};

#define MAD_CLASS_PORT_INFO_SIZE 72U

/** Store all fields. common.class_port_info */
INVERBS_INLINE void mad_class_port_info_put(void *at, const struct mad_class_port_info *v)
{
	inverbs_put8(at, (uint8_t)v->base_version);
	inverbs_put8((uint8_t *)at + 1, (uint8_t)v->class_version);
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->capability_mask));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32(((uint32_t)v->capability_mask2 << 5) |
						      (uint32_t)(v->response_time & 0x1fU)));
	inverbs_put_bytes((uint8_t *)at + 8, v->redirect_gid, 16);
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32(((uint32_t)v->redirect_class << 24) |
						       ((uint32_t)(v->redirect_sl & 0xfU) << 20) |
						       (uint32_t)(v->redirect_flow & 0xfffffU)));
	inverbs_put16((uint8_t *)at + 28, (uint16_t)INVERBS_BE16((uint16_t)v->redirect_lid));
	inverbs_put16((uint8_t *)at + 30, (uint16_t)INVERBS_BE16((uint16_t)v->redirect_pkey));
	inverbs_put32((uint8_t *)at + 32, INVERBS_BE32((uint32_t)(v->redirect_qpn & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 36, INVERBS_BE32((uint32_t)v->redirect_qkey));
	inverbs_put_bytes((uint8_t *)at + 40, v->trap_gid, 16);
	inverbs_put32((uint8_t *)at + 56, INVERBS_BE32(((uint32_t)v->trap_class << 24) |
						       ((uint32_t)(v->trap_sl & 0xfU) << 20) |
						       (uint32_t)(v->trap_flow & 0xfffffU)));
	inverbs_put16((uint8_t *)at + 60, (uint16_t)INVERBS_BE16((uint16_t)v->trap_lid));
	inverbs_put16((uint8_t *)at + 62, (uint16_t)INVERBS_BE16((uint16_t)v->trap_pkey));
	inverbs_put32((uint8_t *)at + 64, INVERBS_BE32(((uint32_t)v->trap_hops << 24) |
						       (uint32_t)(v->trap_qpn & 0xffffffU)));
	inverbs_put32((uint8_t *)at + 68, INVERBS_BE32((uint32_t)v->trap_qkey));
}

INVERBS_INLINE struct mad_class_port_info mad_class_port_info_get(const void *at)
{
	struct mad_class_port_info v;
	const uint8_t w0 = inverbs_get8((const uint8_t *)at + 0);
	const uint8_t w1 = inverbs_get8((const uint8_t *)at + 1);
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint16_t w28 = inverbs_get16((const uint8_t *)at + 28);
	const uint16_t w30 = inverbs_get16((const uint8_t *)at + 30);
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint32_t w36 = inverbs_get32((const uint8_t *)at + 36);
	const uint32_t w56 = inverbs_get32((const uint8_t *)at + 56);
	const uint16_t w60 = inverbs_get16((const uint8_t *)at + 60);
	const uint16_t w62 = inverbs_get16((const uint8_t *)at + 62);
	const uint32_t w64 = inverbs_get32((const uint8_t *)at + 64);
	const uint32_t w68 = inverbs_get32((const uint8_t *)at + 68);

	v.base_version = (uint8_t)w0;
	v.class_version = (uint8_t)w1;
	v.capability_mask = (uint16_t)INVERBS_BE16(w2);
	v.capability_mask2 = (uint32_t)((INVERBS_BE32(w4) >> 5) & 0x7ffffffU);
	v.response_time = (uint8_t)(INVERBS_BE32(w4) & 0x1fU);
	memcpy(v.redirect_gid, (const uint8_t *)at + 8, 16);
	v.redirect_class = (uint8_t)((INVERBS_BE32(w24) >> 24) & 0xffU);
	v.redirect_sl = (uint8_t)((INVERBS_BE32(w24) >> 20) & 0xfU);
	v.redirect_flow = (uint32_t)(INVERBS_BE32(w24) & 0xfffffU);
	v.redirect_lid = (uint16_t)INVERBS_BE16(w28);
	v.redirect_pkey = (uint16_t)INVERBS_BE16(w30);
	v.redirect_qpn = (uint32_t)(INVERBS_BE32(w32) & 0xffffffU);
	v.redirect_qkey = (uint32_t)INVERBS_BE32(w36);
	memcpy(v.trap_gid, (const uint8_t *)at + 40, 16);
	v.trap_class = (uint8_t)((INVERBS_BE32(w56) >> 24) & 0xffU);
	v.trap_sl = (uint8_t)((INVERBS_BE32(w56) >> 20) & 0xfU);
	v.trap_flow = (uint32_t)(INVERBS_BE32(w56) & 0xfffffU);
	v.trap_lid = (uint16_t)INVERBS_BE16(w60);
	v.trap_pkey = (uint16_t)INVERBS_BE16(w62);
	v.trap_hops = (uint8_t)((INVERBS_BE32(w64) >> 24) & 0xffU);
	v.trap_qpn = (uint32_t)(INVERBS_BE32(w64) & 0xffffffU);
	v.trap_qkey = (uint32_t)INVERBS_BE32(w68);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mad_class_port_info_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 32)) & 0xff000000U) == 0;
}

/**
 * A notice, as the attribute of a trap or a report. The format of the details depends on the trap
 * number. common.notice
 */
struct mad_notice {
	uint8_t generic;        /**< 0x0.31-31 */
	uint8_t type;           /**< 0x0.30-24 */
	uint32_t producer;      /**< 0x0.23-0; Kind of node; the vendor's id unless generic */
	uint16_t trap;          /**< 0x4; Number of the trap; the device's id unless generic */
	uint16_t issuer_lid;    /**< 0x6 */
	uint8_t toggle;         /**< 0x8.15-15 */
	uint16_t count;         /**< 0x8.14-0 */
	uint8_t details[54];    /**< 0xa, 54 bytes */
	uint8_t issuer_gid[16]; /**< 0x40, 16 bytes */
};

#define MAD_NOTICE_SIZE 80U

/** Store all fields. common.notice */
INVERBS_INLINE void mad_notice_put(void *at, const struct mad_notice *v)
{
	inverbs_put32(at, INVERBS_BE32(((uint32_t)v->generic << 31) |
				       ((uint32_t)(v->type & 0x7fU) << 24) |
				       (uint32_t)(v->producer & 0xffffffU)));
	inverbs_put16((uint8_t *)at + 4, (uint16_t)INVERBS_BE16((uint16_t)v->trap));
	inverbs_put16((uint8_t *)at + 6, (uint16_t)INVERBS_BE16((uint16_t)v->issuer_lid));
	inverbs_put16((uint8_t *)at + 8, (uint16_t)INVERBS_BE16(((uint16_t)v->toggle << 15) |
								(uint16_t)(v->count & 0x7fffU)));
	inverbs_put_bytes((uint8_t *)at + 10, v->details, 54);
	inverbs_put_bytes((uint8_t *)at + 64, v->issuer_gid, 16);
}

INVERBS_INLINE struct mad_notice mad_notice_get(const void *at)
{
	struct mad_notice v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint16_t w4 = inverbs_get16((const uint8_t *)at + 4);
	const uint16_t w6 = inverbs_get16((const uint8_t *)at + 6);
	const uint16_t w8 = inverbs_get16((const uint8_t *)at + 8);

	v.generic = (uint8_t)((INVERBS_BE32(w0) >> 31) & 0x1U);
	v.type = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0x7fU);
	v.producer = (uint32_t)(INVERBS_BE32(w0) & 0xffffffU);
	v.trap = (uint16_t)INVERBS_BE16(w4);
	v.issuer_lid = (uint16_t)INVERBS_BE16(w6);
	v.toggle = (uint8_t)((INVERBS_BE16(w8) >> 15) & 0x1U);
	v.count = (uint16_t)(INVERBS_BE16(w8) & 0x7fffU);
	memcpy(v.details, (const uint8_t *)at + 10, 54);
	memcpy(v.issuer_gid, (const uint8_t *)at + 64, 16);
	return v;
}

/**
 * Details of traps 64 to 67: the GID or group that appeared or disappeared.
 * common.notice_gid
 */
struct mad_notice_gid {
	uint8_t gid[16]; /**< 0x6, 16 bytes */
};

#define MAD_NOTICE_GID_SIZE 54U

/** Store all fields. common.notice_gid */
INVERBS_INLINE void mad_notice_gid_put(void *at, const struct mad_notice_gid *v)
{
	inverbs_put32(at, 0);
	inverbs_put16((uint8_t *)at + 4, 0);
	inverbs_put_bytes((uint8_t *)at + 6, v->gid, 16);
	inverbs_put64((uint8_t *)at + 22, 0);
	inverbs_put64((uint8_t *)at + 30, 0);
	inverbs_put64((uint8_t *)at + 38, 0);
	inverbs_put64((uint8_t *)at + 46, 0);
}

INVERBS_INLINE struct mad_notice_gid mad_notice_gid_get(const void *at)
{
	struct mad_notice_gid v;

	memcpy(v.gid, (const uint8_t *)at + 6, 16);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mad_notice_gid_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 0) | inverbs_get16((const uint8_t *)at + 4) |
		inverbs_get64((const uint8_t *)at + 22) | inverbs_get64((const uint8_t *)at + 30) |
		inverbs_get64((const uint8_t *)at + 38) |
		inverbs_get64((const uint8_t *)at + 46)) == 0;
}

/**
 * Details of trap 128: a link of this switch changed its state.
 * common.notice_link
 */
struct mad_notice_link {
	uint16_t lid; /**< 0x0 */
};

#define MAD_NOTICE_LINK_SIZE 54U

/** Store all fields. common.notice_link */
INVERBS_INLINE void mad_notice_link_put(void *at, const struct mad_notice_link *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->lid));
	inverbs_put32((uint8_t *)at + 2, 0);
	inverbs_put64((uint8_t *)at + 6, 0);
	inverbs_put64((uint8_t *)at + 14, 0);
	inverbs_put64((uint8_t *)at + 22, 0);
	inverbs_put64((uint8_t *)at + 30, 0);
	inverbs_put64((uint8_t *)at + 38, 0);
	inverbs_put64((uint8_t *)at + 46, 0);
}

INVERBS_INLINE struct mad_notice_link mad_notice_link_get(const void *at)
{
	struct mad_notice_link v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);

	v.lid = (uint16_t)INVERBS_BE16(w0);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mad_notice_link_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 2) | inverbs_get64((const uint8_t *)at + 6) |
		inverbs_get64((const uint8_t *)at + 14) | inverbs_get64((const uint8_t *)at + 22) |
		inverbs_get64((const uint8_t *)at + 30) | inverbs_get64((const uint8_t *)at + 38) |
		inverbs_get64((const uint8_t *)at + 46)) == 0;
}

/**
 * Details of trap 144: the capabilities of a port, or its description, changed.
 * common.notice_capability
 */
struct mad_notice_capability {
	uint16_t lid;                  /**< 0x2 */
	uint8_t other_changes;         /**< 0x5.0-0; The flags below are valid */
	uint32_t capability_mask;      /**< 0x6 */
	uint8_t description_changed;   /**< 0xa.0-0 */
	uint8_t width_enabled_changed; /**< 0xa.1-1 */
	uint8_t speed_enabled_changed; /**< 0xa.2-2 */
};

#define MAD_NOTICE_CAPABILITY_SIZE 54U

/** Store all fields. common.notice_capability */
INVERBS_INLINE void mad_notice_capability_put(void *at, const struct mad_notice_capability *v)
{
	inverbs_put16(at, 0);
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->lid));
	inverbs_put8((uint8_t *)at + 4, 0);
	inverbs_put8((uint8_t *)at + 5, (uint8_t)(v->other_changes & 0x1U));
	inverbs_put32((uint8_t *)at + 6, INVERBS_BE32((uint32_t)v->capability_mask));
	inverbs_put16((uint8_t *)at + 10,
		      (uint16_t)INVERBS_BE16((uint16_t)(v->description_changed & 0x1U) |
					     ((uint16_t)(v->width_enabled_changed & 0x1U) << 1) |
					     ((uint16_t)(v->speed_enabled_changed & 0x1U) << 2)));
	inverbs_put64((uint8_t *)at + 12, 0);
	inverbs_put64((uint8_t *)at + 20, 0);
	inverbs_put64((uint8_t *)at + 28, 0);
	inverbs_put64((uint8_t *)at + 36, 0);
	inverbs_put64((uint8_t *)at + 44, 0);
	inverbs_put16((uint8_t *)at + 52, 0);
}

INVERBS_INLINE struct mad_notice_capability mad_notice_capability_get(const void *at)
{
	struct mad_notice_capability v;
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);
	const uint8_t w5 = inverbs_get8((const uint8_t *)at + 5);
	const uint32_t w6 = inverbs_get32((const uint8_t *)at + 6);
	const uint16_t w10 = inverbs_get16((const uint8_t *)at + 10);

	v.lid = (uint16_t)INVERBS_BE16(w2);
	v.other_changes = (uint8_t)(w5 & 0x1U);
	v.capability_mask = (uint32_t)INVERBS_BE32(w6);
	v.description_changed = (uint8_t)(INVERBS_BE16(w10) & 0x1U);
	v.width_enabled_changed = (uint8_t)((INVERBS_BE16(w10) >> 1) & 0x1U);
	v.speed_enabled_changed = (uint8_t)((INVERBS_BE16(w10) >> 2) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mad_notice_capability_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 0) | inverbs_get8((const uint8_t *)at + 4) |
		(inverbs_get8((const uint8_t *)at + 5) & 0xfeU) |
		(INVERBS_BE16(inverbs_get16((const uint8_t *)at + 10)) & 0xfff8U) |
		inverbs_get64((const uint8_t *)at + 12) | inverbs_get64((const uint8_t *)at + 20) |
		inverbs_get64((const uint8_t *)at + 28) | inverbs_get64((const uint8_t *)at + 36) |
		inverbs_get64((const uint8_t *)at + 44) |
		inverbs_get16((const uint8_t *)at + 52)) == 0;
}

/**
 * The notices that a port subscribes to.
 * common.inform_info
 */
struct mad_inform_info {
	uint8_t gid[16];       /**< 0x0, 16 bytes */
	uint16_t lid_first;    /**< 0x10 */
	uint16_t lid_last;     /**< 0x12 */
	uint8_t generic;       /**< 0x16 */
	uint8_t subscribe;     /**< 0x17 */
	uint16_t type;         /**< 0x18 */
	uint16_t trap;         /**< 0x1a */
	uint32_t qpn;          /**< 0x1c.31-8 */
	uint8_t response_time; /**< 0x1c.4-0 */
	uint32_t producer;     /**< 0x20.23-0 */
};

#define MAD_INFORM_INFO_SIZE 36U

/** Store all fields. common.inform_info */
INVERBS_INLINE void mad_inform_info_put(void *at, const struct mad_inform_info *v)
{
	inverbs_put_bytes(at, v->gid, 16);
	inverbs_put16((uint8_t *)at + 16, (uint16_t)INVERBS_BE16((uint16_t)v->lid_first));
	inverbs_put16((uint8_t *)at + 18, (uint16_t)INVERBS_BE16((uint16_t)v->lid_last));
	inverbs_put16((uint8_t *)at + 20, 0);
	inverbs_put8((uint8_t *)at + 22, (uint8_t)v->generic);
	inverbs_put8((uint8_t *)at + 23, (uint8_t)v->subscribe);
	inverbs_put16((uint8_t *)at + 24, (uint16_t)INVERBS_BE16((uint16_t)v->type));
	inverbs_put16((uint8_t *)at + 26, (uint16_t)INVERBS_BE16((uint16_t)v->trap));
	inverbs_put32((uint8_t *)at + 28,
		      INVERBS_BE32(((uint32_t)v->qpn << 8) | (uint32_t)(v->response_time & 0x1fU)));
	inverbs_put32((uint8_t *)at + 32, INVERBS_BE32((uint32_t)(v->producer & 0xffffffU)));
}

INVERBS_INLINE struct mad_inform_info mad_inform_info_get(const void *at)
{
	struct mad_inform_info v;
	const uint16_t w16 = inverbs_get16((const uint8_t *)at + 16);
	const uint16_t w18 = inverbs_get16((const uint8_t *)at + 18);
	const uint8_t w22 = inverbs_get8((const uint8_t *)at + 22);
	const uint8_t w23 = inverbs_get8((const uint8_t *)at + 23);
	const uint16_t w24 = inverbs_get16((const uint8_t *)at + 24);
	const uint16_t w26 = inverbs_get16((const uint8_t *)at + 26);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);

	memcpy(v.gid, (const uint8_t *)at + 0, 16);
	v.lid_first = (uint16_t)INVERBS_BE16(w16);
	v.lid_last = (uint16_t)INVERBS_BE16(w18);
	v.generic = (uint8_t)w22;
	v.subscribe = (uint8_t)w23;
	v.type = (uint16_t)INVERBS_BE16(w24);
	v.trap = (uint16_t)INVERBS_BE16(w26);
	v.qpn = (uint32_t)((INVERBS_BE32(w28) >> 8) & 0xffffffU);
	v.response_time = (uint8_t)(INVERBS_BE32(w28) & 0x1fU);
	v.producer = (uint32_t)(INVERBS_BE32(w32) & 0xffffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool mad_inform_info_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 20) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 28)) & 0xe0U) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 32)) & 0xff000000U)) == 0;
}

/** Management classes. Returns the name of a value, or "?". */
static inline const char *mad_class_name(uint32_t value)
{
	switch (value) {
	case MAD_CLASS_SUBNET:
		return "SUBNET";
	case MAD_CLASS_ADMINISTRATION:
		return "ADMINISTRATION";
	case MAD_CLASS_PERFORMANCE:
		return "PERFORMANCE";
	case MAD_CLASS_BOARD:
		return "BOARD";
	case MAD_CLASS_DEVICE:
		return "DEVICE";
	case MAD_CLASS_COMMUNICATION:
		return "COMMUNICATION";
	case MAD_CLASS_SNMP:
		return "SNMP";
	case MAD_CLASS_DEVICE_ADMINISTRATION:
		return "DEVICE_ADMINISTRATION";
	case MAD_CLASS_BIS:
		return "BIS";
	case MAD_CLASS_SUBNET_DIRECTED:
		return "SUBNET_DIRECTED";
	default:
		return "?";
	}
}

/** Methods: what a MAD requests, or responds to. Returns the name of a value, or "?". */
static inline const char *mad_method_name(uint32_t value)
{
	switch (value) {
	case MAD_METHOD_GET:
		return "GET";
	case MAD_METHOD_SET:
		return "SET";
	case MAD_METHOD_SEND:
		return "SEND";
	case MAD_METHOD_TRAP:
		return "TRAP";
	case MAD_METHOD_REPORT:
		return "REPORT";
	case MAD_METHOD_TRAP_REPRESS:
		return "TRAP_REPRESS";
	case MAD_METHOD_GET_TABLE:
		return "GET_TABLE";
	case MAD_METHOD_GET_TRACE_TABLE:
		return "GET_TRACE_TABLE";
	case MAD_METHOD_GET_MULTI:
		return "GET_MULTI";
	case MAD_METHOD_DELETE:
		return "DELETE";
	case MAD_METHOD_GET_RESPONSE:
		return "GET_RESPONSE";
	case MAD_METHOD_REPORT_RESPONSE:
		return "REPORT_RESPONSE";
	case MAD_METHOD_GET_TABLE_RESPONSE:
		return "GET_TABLE_RESPONSE";
	case MAD_METHOD_GET_MULTI_RESPONSE:
		return "GET_MULTI_RESPONSE";
	case MAD_METHOD_DELETE_RESPONSE:
		return "DELETE_RESPONSE";
	default:
		return "?";
	}
}

/** The part of a status that all classes share; the high byte belongs to the class. Returns the
 * name of a value, or "?". */
static inline const char *mad_status_name(uint32_t value)
{
	switch (value) {
	case MAD_STATUS_SUCCESS:
		return "SUCCESS";
	case MAD_STATUS_BUSY:
		return "BUSY";
	case MAD_STATUS_REDIRECT:
		return "REDIRECT";
	case MAD_STATUS_BAD_VERSION:
		return "BAD_VERSION";
	case MAD_STATUS_BAD_METHOD:
		return "BAD_METHOD";
	case MAD_STATUS_BAD_ATTRIBUTE:
		return "BAD_ATTRIBUTE";
	case MAD_STATUS_BAD_FIELD:
		return "BAD_FIELD";
	default:
		return "?";
	}
}

/** Attributes that several classes have. Returns the name of a value, or "?". */
static inline const char *mad_attribute_name(uint32_t value)
{
	switch (value) {
	case MAD_ATTRIBUTE_CLASS_PORT_INFO:
		return "CLASS_PORT_INFO";
	case MAD_ATTRIBUTE_NOTICE:
		return "NOTICE";
	case MAD_ATTRIBUTE_INFORM_INFO:
		return "INFORM_INFO";
	default:
		return "?";
	}
}

/** Kinds of RMPP packets. Returns the name of a value, or "?". */
static inline const char *mad_rmpp_type_name(uint32_t value)
{
	switch (value) {
	case MAD_RMPP_TYPE_NONE:
		return "NONE";
	case MAD_RMPP_TYPE_DATA:
		return "DATA";
	case MAD_RMPP_TYPE_ACK:
		return "ACK";
	case MAD_RMPP_TYPE_STOP:
		return "STOP";
	case MAD_RMPP_TYPE_ABORT:
		return "ABORT";
	default:
		return "?";
	}
}

/** Reasons why a transfer was stopped or aborted. Returns the name of a value, or "?". */
static inline const char *mad_rmpp_status_name(uint32_t value)
{
	switch (value) {
	case MAD_RMPP_STATUS_NORMAL:
		return "NORMAL";
	case MAD_RMPP_STATUS_RESOURCES_EXHAUSTED:
		return "RESOURCES_EXHAUSTED";
	case MAD_RMPP_STATUS_TOTAL_TIME:
		return "TOTAL_TIME";
	case MAD_RMPP_STATUS_INCONSISTENT_LAST:
		return "INCONSISTENT_LAST";
	case MAD_RMPP_STATUS_INCONSISTENT_FIRST:
		return "INCONSISTENT_FIRST";
	case MAD_RMPP_STATUS_BAD_TYPE:
		return "BAD_TYPE";
	case MAD_RMPP_STATUS_WINDOW_TOO_SMALL:
		return "WINDOW_TOO_SMALL";
	case MAD_RMPP_STATUS_SEGMENT_TOO_BIG:
		return "SEGMENT_TOO_BIG";
	case MAD_RMPP_STATUS_ILLEGAL_STATUS:
		return "ILLEGAL_STATUS";
	case MAD_RMPP_STATUS_BAD_VERSION:
		return "BAD_VERSION";
	case MAD_RMPP_STATUS_TOO_MANY_RETRIES:
		return "TOO_MANY_RETRIES";
	case MAD_RMPP_STATUS_UNSPECIFIED:
		return "UNSPECIFIED";
	default:
		return "?";
	}
}

/** Urgency of a notice. Returns the name of a value, or "?". */
static inline const char *mad_notice_type_name(uint32_t value)
{
	switch (value) {
	case MAD_NOTICE_TYPE_FATAL:
		return "FATAL";
	case MAD_NOTICE_TYPE_URGENT:
		return "URGENT";
	case MAD_NOTICE_TYPE_SECURITY:
		return "SECURITY";
	case MAD_NOTICE_TYPE_MANAGEMENT:
		return "MANAGEMENT";
	case MAD_NOTICE_TYPE_INFORMATIONAL:
		return "INFORMATIONAL";
	case MAD_NOTICE_TYPE_EMPTY:
		return "EMPTY";
	default:
		return "?";
	}
}

/** Kind of node that a notice is about. Returns the name of a value, or "?". */
static inline const char *mad_producer_name(uint32_t value)
{
	switch (value) {
	case MAD_PRODUCER_CHANNEL_ADAPTER:
		return "CHANNEL_ADAPTER";
	case MAD_PRODUCER_SWITCH:
		return "SWITCH";
	case MAD_PRODUCER_ROUTER:
		return "ROUTER";
	case MAD_PRODUCER_CLASS_MANAGER:
		return "CLASS_MANAGER";
	default:
		return "?";
	}
}

/** Numbers of generic notices. Returns the name of a value, or "?". */
static inline const char *mad_trap_name(uint32_t value)
{
	switch (value) {
	case MAD_TRAP_GID_IN_SERVICE:
		return "GID_IN_SERVICE";
	case MAD_TRAP_GID_OUT_OF_SERVICE:
		return "GID_OUT_OF_SERVICE";
	case MAD_TRAP_GROUP_CREATED:
		return "GROUP_CREATED";
	case MAD_TRAP_GROUP_DELETED:
		return "GROUP_DELETED";
	case MAD_TRAP_LINK_STATE:
		return "LINK_STATE";
	case MAD_TRAP_LINK_INTEGRITY:
		return "LINK_INTEGRITY";
	case MAD_TRAP_BUFFER_OVERRUN:
		return "BUFFER_OVERRUN";
	case MAD_TRAP_FLOW_CONTROL:
		return "FLOW_CONTROL";
	case MAD_TRAP_CAPABILITY:
		return "CAPABILITY";
	case MAD_TRAP_SYSTEM_GUID:
		return "SYSTEM_GUID";
	case MAD_TRAP_BAD_M_KEY:
		return "BAD_M_KEY";
	case MAD_TRAP_BAD_P_KEY:
		return "BAD_P_KEY";
	case MAD_TRAP_BAD_Q_KEY:
		return "BAD_Q_KEY";
	default:
		return "?";
	}
}

/** mad_header and its fields. common.header */
static inline void mad_header_print(struct inverbs_text *text, const void *at)
{
	const struct mad_header v = mad_header_get(at);

	inverbs_text_add(text, "mad_header");
	inverbs_text_add(text, " base_version=0x%llx", (unsigned long long)v.base_version);
	inverbs_text_add(text, " mgmt_class=%s(0x%x)", mad_class_name(v.mgmt_class),
			 (unsigned)v.mgmt_class);
	inverbs_text_add(text, " class_version=0x%llx", (unsigned long long)v.class_version);
	inverbs_text_add(text, " method=%s(0x%x)", mad_method_name(v.method), (unsigned)v.method);
	inverbs_text_add(text, " status=0x%llx", (unsigned long long)v.status);
	inverbs_text_add(text, " class_specific=0x%llx", (unsigned long long)v.class_specific);
	inverbs_text_add(text, " tid=0x%llx", (unsigned long long)v.tid);
	inverbs_text_add(text, " attribute=0x%llx", (unsigned long long)v.attribute);
	inverbs_text_add(text, " modifier=0x%llx", (unsigned long long)v.modifier);
}

/** mad_rmpp and its fields. common.rmpp */
static inline void mad_rmpp_print(struct inverbs_text *text, const void *at)
{
	const struct mad_rmpp v = mad_rmpp_get(at);

	inverbs_text_add(text, "mad_rmpp");
	inverbs_text_add(text, " version=0x%llx", (unsigned long long)v.version);
	inverbs_text_add(text, " type=%s(0x%x)", mad_rmpp_type_name(v.type), (unsigned)v.type);
	inverbs_text_add(text, " response_time=0x%llx", (unsigned long long)v.response_time);
	inverbs_text_add(text, " last=0x%llx", (unsigned long long)v.last);
	inverbs_text_add(text, " first=0x%llx", (unsigned long long)v.first);
	inverbs_text_add(text, " active=0x%llx", (unsigned long long)v.active);
	inverbs_text_add(text, " status=%s(0x%x)", mad_rmpp_status_name(v.status),
			 (unsigned)v.status);
	inverbs_text_add(text, " segment=0x%llx", (unsigned long long)v.segment);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
}

/** mad_gid_pair and its fields. common.gid_pair */
static inline void mad_gid_pair_print(struct inverbs_text *text, const void *at)
{
	const struct mad_gid_pair v = mad_gid_pair_get(at);

	inverbs_text_add(text, "mad_gid_pair");
	inverbs_text_bytes(text, "source", v.source, 16);
	inverbs_text_bytes(text, "destination", v.destination, 16);
}

/** mad_class_port_info and its fields. common.class_port_info */
static inline void mad_class_port_info_print(struct inverbs_text *text, const void *at)
{
	const struct mad_class_port_info v = mad_class_port_info_get(at);

	inverbs_text_add(text, "mad_class_port_info");
	inverbs_text_add(text, " base_version=0x%llx", (unsigned long long)v.base_version);
	inverbs_text_add(text, " class_version=0x%llx", (unsigned long long)v.class_version);
	inverbs_text_add(text, " capability_mask=0x%llx", (unsigned long long)v.capability_mask);
	inverbs_text_add(text, " capability_mask2=0x%llx", (unsigned long long)v.capability_mask2);
	inverbs_text_add(text, " response_time=0x%llx", (unsigned long long)v.response_time);
	inverbs_text_bytes(text, "redirect_gid", v.redirect_gid, 16);
	inverbs_text_add(text, " redirect_class=0x%llx", (unsigned long long)v.redirect_class);
	inverbs_text_add(text, " redirect_sl=0x%llx", (unsigned long long)v.redirect_sl);
	inverbs_text_add(text, " redirect_flow=0x%llx", (unsigned long long)v.redirect_flow);
	inverbs_text_add(text, " redirect_lid=0x%llx", (unsigned long long)v.redirect_lid);
	inverbs_text_add(text, " redirect_pkey=0x%llx", (unsigned long long)v.redirect_pkey);
	inverbs_text_add(text, " redirect_qpn=0x%llx", (unsigned long long)v.redirect_qpn);
	inverbs_text_add(text, " redirect_qkey=0x%llx", (unsigned long long)v.redirect_qkey);
	inverbs_text_bytes(text, "trap_gid", v.trap_gid, 16);
	inverbs_text_add(text, " trap_class=0x%llx", (unsigned long long)v.trap_class);
	inverbs_text_add(text, " trap_sl=0x%llx", (unsigned long long)v.trap_sl);
	inverbs_text_add(text, " trap_flow=0x%llx", (unsigned long long)v.trap_flow);
	inverbs_text_add(text, " trap_lid=0x%llx", (unsigned long long)v.trap_lid);
	inverbs_text_add(text, " trap_pkey=0x%llx", (unsigned long long)v.trap_pkey);
	inverbs_text_add(text, " trap_hops=0x%llx", (unsigned long long)v.trap_hops);
	inverbs_text_add(text, " trap_qpn=0x%llx", (unsigned long long)v.trap_qpn);
	inverbs_text_add(text, " trap_qkey=0x%llx", (unsigned long long)v.trap_qkey);
}

/** mad_notice and its fields. common.notice */
static inline void mad_notice_print(struct inverbs_text *text, const void *at)
{
	const struct mad_notice v = mad_notice_get(at);

	inverbs_text_add(text, "mad_notice");
	inverbs_text_add(text, " generic=0x%llx", (unsigned long long)v.generic);
	inverbs_text_add(text, " type=%s(0x%x)", mad_notice_type_name(v.type), (unsigned)v.type);
	inverbs_text_add(text, " producer=%s(0x%x)", mad_producer_name(v.producer),
			 (unsigned)v.producer);
	inverbs_text_add(text, " trap=%s(0x%x)", mad_trap_name(v.trap), (unsigned)v.trap);
	inverbs_text_add(text, " issuer_lid=0x%llx", (unsigned long long)v.issuer_lid);
	inverbs_text_add(text, " toggle=0x%llx", (unsigned long long)v.toggle);
	inverbs_text_add(text, " count=0x%llx", (unsigned long long)v.count);
	inverbs_text_bytes(text, "details", v.details, 54);
	inverbs_text_bytes(text, "issuer_gid", v.issuer_gid, 16);
}

/** mad_notice_gid and its fields. common.notice_gid */
static inline void mad_notice_gid_print(struct inverbs_text *text, const void *at)
{
	const struct mad_notice_gid v = mad_notice_gid_get(at);

	inverbs_text_add(text, "mad_notice_gid");
	inverbs_text_bytes(text, "gid", v.gid, 16);
}

/** mad_notice_link and its fields. common.notice_link */
static inline void mad_notice_link_print(struct inverbs_text *text, const void *at)
{
	const struct mad_notice_link v = mad_notice_link_get(at);

	inverbs_text_add(text, "mad_notice_link");
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
}

/** mad_notice_capability and its fields. common.notice_capability */
static inline void mad_notice_capability_print(struct inverbs_text *text, const void *at)
{
	const struct mad_notice_capability v = mad_notice_capability_get(at);

	inverbs_text_add(text, "mad_notice_capability");
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
	inverbs_text_add(text, " other_changes=0x%llx", (unsigned long long)v.other_changes);
	inverbs_text_add(text, " capability_mask=0x%llx", (unsigned long long)v.capability_mask);
	inverbs_text_add(text, " description_changed=0x%llx",
			 (unsigned long long)v.description_changed);
	inverbs_text_add(text, " width_enabled_changed=0x%llx",
			 (unsigned long long)v.width_enabled_changed);
	inverbs_text_add(text, " speed_enabled_changed=0x%llx",
			 (unsigned long long)v.speed_enabled_changed);
}

/** mad_inform_info and its fields. common.inform_info */
static inline void mad_inform_info_print(struct inverbs_text *text, const void *at)
{
	const struct mad_inform_info v = mad_inform_info_get(at);

	inverbs_text_add(text, "mad_inform_info");
	inverbs_text_bytes(text, "gid", v.gid, 16);
	inverbs_text_add(text, " lid_first=0x%llx", (unsigned long long)v.lid_first);
	inverbs_text_add(text, " lid_last=0x%llx", (unsigned long long)v.lid_last);
	inverbs_text_add(text, " generic=0x%llx", (unsigned long long)v.generic);
	inverbs_text_add(text, " subscribe=0x%llx", (unsigned long long)v.subscribe);
	inverbs_text_add(text, " type=0x%llx", (unsigned long long)v.type);
	inverbs_text_add(text, " trap=0x%llx", (unsigned long long)v.trap);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " response_time=0x%llx", (unsigned long long)v.response_time);
	inverbs_text_add(text, " producer=0x%llx", (unsigned long long)v.producer);
}

#endif
