/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/mad/communication.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/** Messages between connection managers. Their offsets count from byte 24 of the datagram. */
#ifndef INVERBS_MAD_COMMUNICATION_H
#define INVERBS_MAD_COMMUNICATION_H

#include <inverbs/mad/arrays.h>
#include <inverbs/mad/common.h>

/** Version of the class. */
#define IBCM_CLASS_VERSION 0x2U

/** Offset of the format in the datagram. */
#define IBCM_REQ_AT 0x18U
/** Offset of the format in the datagram. */
#define IBCM_MRA_AT 0x18U
/** Offset of the format in the datagram. */
#define IBCM_REJ_AT 0x18U
/** Offset of the format in the datagram. */
#define IBCM_REP_AT 0x18U
/** Offset of the format in the datagram. */
#define IBCM_RTU_AT 0x18U
/** Offset of the format in the datagram. */
#define IBCM_DREQ_AT 0x18U
/** Offset of the format in the datagram. */
#define IBCM_DREP_AT 0x18U
/** Offset of the format in the datagram. */
#define IBCM_SIDR_REQ_AT 0x18U
/** Offset of the format in the datagram. */
#define IBCM_SIDR_REP_AT 0x18U
/** Offset of the format in the datagram. */
#define IBCM_LAP_AT 0x18U
/** Offset of the format in the datagram. */
#define IBCM_APR_AT 0x18U

/** Messages, which are the attributes of the class. */
enum ibcm_attribute {
	IBCM_ATTRIBUTE_CLASS_PORT_INFO = 0x1,
	IBCM_ATTRIBUTE_REQ = 0x10,
	IBCM_ATTRIBUTE_MRA = 0x11,
	IBCM_ATTRIBUTE_REJ = 0x12,
	IBCM_ATTRIBUTE_REP = 0x13,
	IBCM_ATTRIBUTE_RTU = 0x14,
	IBCM_ATTRIBUTE_DREQ = 0x15,
	IBCM_ATTRIBUTE_DREP = 0x16,
	IBCM_ATTRIBUTE_SIDR_REQ = 0x17,
	IBCM_ATTRIBUTE_SIDR_REP = 0x18,
	IBCM_ATTRIBUTE_LAP = 0x19,
	IBCM_ATTRIBUTE_APR = 0x1a,
};

/** Transport of a connection. */
enum ibcm_service_type {
	IBCM_SERVICE_TYPE_RC = 0x0,
	IBCM_SERVICE_TYPE_UC = 0x1,
	IBCM_SERVICE_TYPE_RD = 0x2,
	IBCM_SERVICE_TYPE_EXTENDED = 0x3,
};

/** Transport where the service type is EXTENDED. */
enum ibcm_extended_transport {
	IBCM_EXTENDED_TRANSPORT_XRC = 0x1,
};

/** The message that a REJ is about. */
enum ibcm_rejected {
	IBCM_REJECTED_REQ = 0x0,
	IBCM_REJECTED_REP = 0x1,
	IBCM_REJECTED_OTHER = 0x2,
};

/** The message that an MRA is about. */
enum ibcm_delayed {
	IBCM_DELAYED_REQ = 0x0,
	IBCM_DELAYED_REP = 0x1,
	IBCM_DELAYED_LAP = 0x2,
};

/** Reasons for rejecting a message. */
enum ibcm_reason {
	IBCM_REASON_NO_QP = 0x1,
	IBCM_REASON_NO_EEC = 0x2,
	IBCM_REASON_NO_RESOURCES = 0x3,
	IBCM_REASON_TIMEOUT = 0x4,
	IBCM_REASON_UNSUPPORTED = 0x5,
	IBCM_REASON_INVALID_COMMUNICATION_ID = 0x6,
	IBCM_REASON_INVALID_COMMUNICATION_INSTANCE = 0x7,
	IBCM_REASON_INVALID_SERVICE_ID = 0x8,
	IBCM_REASON_INVALID_SERVICE_TYPE = 0x9,
	IBCM_REASON_STALE_CONNECTION = 0xa,
	IBCM_REASON_RDC_DOES_NOT_EXIST = 0xb,
	IBCM_REASON_INVALID_GID = 0xc,
	IBCM_REASON_INVALID_LID = 0xd,
	IBCM_REASON_INVALID_SL = 0xe,
	IBCM_REASON_INVALID_TRAFFIC_CLASS = 0xf,
	IBCM_REASON_INVALID_HOP_LIMIT = 0x10,
	IBCM_REASON_INVALID_PACKET_RATE = 0x11,
	IBCM_REASON_INVALID_ALTERNATE_GID = 0x12,
	IBCM_REASON_INVALID_ALTERNATE_LID = 0x13,
	IBCM_REASON_INVALID_ALTERNATE_SL = 0x14,
	IBCM_REASON_INVALID_ALTERNATE_TRAFFIC_CLASS = 0x15,
	IBCM_REASON_INVALID_ALTERNATE_HOP_LIMIT = 0x16,
	IBCM_REASON_INVALID_ALTERNATE_PACKET_RATE = 0x17,
	IBCM_REASON_PORT_AND_CM_REDIRECT = 0x18,
	IBCM_REASON_PORT_REDIRECT = 0x19,
	IBCM_REASON_INVALID_MTU = 0x1a,
	IBCM_REASON_INSUFFICIENT_RESPONDER_RESOURCES = 0x1b,
	IBCM_REASON_BY_THE_CONSUMER = 0x1c,
	IBCM_REASON_INVALID_RNR_RETRY_COUNT = 0x1d,
	IBCM_REASON_DUPLICATE_COMMUNICATION_ID = 0x1e,
	IBCM_REASON_INVALID_CLASS_VERSION = 0x1f,
	IBCM_REASON_INVALID_FLOW_LABEL = 0x20,
	IBCM_REASON_INVALID_ALTERNATE_FLOW_LABEL = 0x21,
};

/** Status of the response to a SIDR_REQ. */
enum ibcm_sidr_status {
	IBCM_SIDR_STATUS_VALID = 0x0,
	IBCM_SIDR_STATUS_UNKNOWN_SERVICE = 0x1,
	IBCM_SIDR_STATUS_REJECTED = 0x2,
	IBCM_SIDR_STATUS_NO_QP = 0x3,
	IBCM_SIDR_STATUS_REDIRECT = 0x4,
	IBCM_SIDR_STATUS_UNSUPPORTED_VERSION = 0x5,
};

/**
 * A path, primary or alternate, in a request for a connection.
 * communication.path
 */
struct ibcm_path {
	uint16_t local_lid;     /**< 0x0 */
	uint16_t remote_lid;    /**< 0x2 */
	uint8_t local_gid[16];  /**< 0x4, 16 bytes */
	uint8_t remote_gid[16]; /**< 0x14, 16 bytes */
	uint32_t flow_label;    /**< 0x24.31-12 */
	uint8_t packet_rate;    /**< 0x24.5-0 */
	uint8_t traffic_class;  /**< 0x28 */
	uint8_t hop_limit;      /**< 0x29 */
	uint8_t sl;             /**< 0x2a.7-4 */
	uint8_t subnet_local;   /**< 0x2a.3-3 */
	uint8_t ack_timeout;    /**< 0x2b.7-3; 4.096 us * 2^value */
};

#define IBCM_PATH_SIZE 44U

/** Store all fields. communication.path */
INVERBS_INLINE void ibcm_path_put(void *at, const struct ibcm_path *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->local_lid));
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->remote_lid));
	inverbs_put_bytes((uint8_t *)at + 4, v->local_gid, 16);
	inverbs_put_bytes((uint8_t *)at + 20, v->remote_gid, 16);
	inverbs_put32((uint8_t *)at + 36, INVERBS_BE32(((uint32_t)v->flow_label << 12) |
						       (uint32_t)(v->packet_rate & 0x3fU)));
	inverbs_put8((uint8_t *)at + 40, (uint8_t)v->traffic_class);
	inverbs_put8((uint8_t *)at + 41, (uint8_t)v->hop_limit);
	inverbs_put8((uint8_t *)at + 42,
		     (uint8_t)(((uint8_t)v->sl << 4) | ((uint8_t)(v->subnet_local & 0x1U) << 3)));
	inverbs_put8((uint8_t *)at + 43, (uint8_t)((uint8_t)v->ack_timeout << 3));
}

INVERBS_INLINE struct ibcm_path ibcm_path_get(const void *at)
{
	struct ibcm_path v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);
	const uint32_t w36 = inverbs_get32((const uint8_t *)at + 36);
	const uint8_t w40 = inverbs_get8((const uint8_t *)at + 40);
	const uint8_t w41 = inverbs_get8((const uint8_t *)at + 41);
	const uint8_t w42 = inverbs_get8((const uint8_t *)at + 42);
	const uint8_t w43 = inverbs_get8((const uint8_t *)at + 43);

	v.local_lid = (uint16_t)INVERBS_BE16(w0);
	v.remote_lid = (uint16_t)INVERBS_BE16(w2);
	memcpy(v.local_gid, (const uint8_t *)at + 4, 16);
	memcpy(v.remote_gid, (const uint8_t *)at + 20, 16);
	v.flow_label = (uint32_t)((INVERBS_BE32(w36) >> 12) & 0xfffffU);
	v.packet_rate = (uint8_t)(INVERBS_BE32(w36) & 0x3fU);
	v.traffic_class = (uint8_t)w40;
	v.hop_limit = (uint8_t)w41;
	v.sl = (uint8_t)((w42 >> 4) & 0xfU);
	v.subnet_local = (uint8_t)((w42 >> 3) & 0x1U);
	v.ack_timeout = (uint8_t)((w43 >> 3) & 0x1fU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool ibcm_path_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 36)) & 0xfc0U) |
		(inverbs_get8((const uint8_t *)at + 42) & 0x7U) |
		(inverbs_get8((const uint8_t *)at + 43) & 0x7U)) == 0;
}

/**
 * REQ: a request for a connection.
 * communication.req
 */
struct ibcm_req {
	uint32_t local_id;           /**< 0x0; The sender's identifier of the connection, not 0 */
	uint32_t vendor;             /**< 0x4.23-0 */
	uint64_t service_id;         /**< 0x8 */
	uint64_t ca_guid;            /**< 0x10 */
	uint32_t qkey;               /**< 0x1c */
	uint32_t qpn;                /**< 0x20.31-8 */
	uint8_t responder_resources; /**< 0x20.7-0; RDMA reads and atomics that the sender accepts
					at a time */
	uint32_t eecn;               /**< 0x24.31-8 */
	uint8_t initiator_depth;     /**< 0x24.7-0; RDMA reads and atomics that the sender will have
					outstanding */
	uint32_t remote_eecn;        /**< 0x28.31-8 */
	uint8_t remote_response_timeout; /**< 0x28.7-3; How long the receiver may take to
					    respond, 4.096 us * 2^value */
	uint8_t service_type;            /**< 0x28.2-1 */
	uint8_t flow_control;            /**< 0x28.0-0 */
	uint32_t starting_psn; /**< 0x2c.31-8; PSN with which the receiver of the message begins to
				  send */
	uint8_t local_response_timeout; /**< 0x2c.7-3; How long the sender may take to respond */
	uint8_t retry_count;            /**< 0x2c.2-0 */
	uint16_t pkey;                  /**< 0x30 */
	uint8_t path_mtu;               /**< 0x32.7-4; As enum ibv_mtu */
	uint8_t rdc_exists;             /**< 0x32.3-3 */
	uint8_t rnr_retry_count;        /**< 0x32.2-0 */
	uint8_t cm_retries;             /**< 0x33.7-4 */
	uint8_t srq;                    /**< 0x33.3-3 */
	uint8_t extended_transport;     /**< 0x33.2-0 */
	struct ibcm_path primary;       /**< 0x34, 44 bytes */
	struct ibcm_path alternate;     /**< 0x60, 44 bytes */
	uint8_t private_data[92];       /**< 0x8c, 92 bytes */
};

#define IBCM_REQ_SIZE 232U

/** Store all fields. communication.req */
INVERBS_INLINE void ibcm_req_put(void *at, const struct ibcm_req *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->local_id));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)(v->vendor & 0xffffffU)));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->service_id));
	inverbs_put64((uint8_t *)at + 16, INVERBS_BE64((uint64_t)v->ca_guid));
	inverbs_put32((uint8_t *)at + 24, 0);
	inverbs_put32((uint8_t *)at + 28, INVERBS_BE32((uint32_t)v->qkey));
	inverbs_put32((uint8_t *)at + 32,
		      INVERBS_BE32(((uint32_t)v->qpn << 8) | (uint32_t)v->responder_resources));
	inverbs_put32((uint8_t *)at + 36,
		      INVERBS_BE32(((uint32_t)v->eecn << 8) | (uint32_t)v->initiator_depth));
	inverbs_put32((uint8_t *)at + 40,
		      INVERBS_BE32(((uint32_t)v->remote_eecn << 8) |
				   ((uint32_t)(v->remote_response_timeout & 0x1fU) << 3) |
				   ((uint32_t)(v->service_type & 0x3U) << 1) |
				   (uint32_t)(v->flow_control & 0x1U)));
	inverbs_put32((uint8_t *)at + 44,
		      INVERBS_BE32(((uint32_t)v->starting_psn << 8) |
				   ((uint32_t)(v->local_response_timeout & 0x1fU) << 3) |
				   (uint32_t)(v->retry_count & 0x7U)));
	inverbs_put16((uint8_t *)at + 48, (uint16_t)INVERBS_BE16((uint16_t)v->pkey));
	inverbs_put8((uint8_t *)at + 50, (uint8_t)(((uint8_t)v->path_mtu << 4) |
						   ((uint8_t)(v->rdc_exists & 0x1U) << 3) |
						   (uint8_t)(v->rnr_retry_count & 0x7U)));
	inverbs_put8((uint8_t *)at + 51,
		     (uint8_t)(((uint8_t)v->cm_retries << 4) | ((uint8_t)(v->srq & 0x1U) << 3) |
			       (uint8_t)(v->extended_transport & 0x7U)));
	ibcm_path_put((uint8_t *)at + 52, &v->primary);
	ibcm_path_put((uint8_t *)at + 96, &v->alternate);
	inverbs_put_bytes((uint8_t *)at + 140, v->private_data, 92);
}

INVERBS_INLINE struct ibcm_req ibcm_req_get(const void *at)
{
	struct ibcm_req v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint32_t w36 = inverbs_get32((const uint8_t *)at + 36);
	const uint32_t w40 = inverbs_get32((const uint8_t *)at + 40);
	const uint32_t w44 = inverbs_get32((const uint8_t *)at + 44);
	const uint16_t w48 = inverbs_get16((const uint8_t *)at + 48);
	const uint8_t w50 = inverbs_get8((const uint8_t *)at + 50);
	const uint8_t w51 = inverbs_get8((const uint8_t *)at + 51);

	v.local_id = (uint32_t)INVERBS_BE32(w0);
	v.vendor = (uint32_t)(INVERBS_BE32(w4) & 0xffffffU);
	v.service_id = (uint64_t)INVERBS_BE64(w8);
	v.ca_guid = (uint64_t)INVERBS_BE64(w16);
	v.qkey = (uint32_t)INVERBS_BE32(w28);
	v.qpn = (uint32_t)((INVERBS_BE32(w32) >> 8) & 0xffffffU);
	v.responder_resources = (uint8_t)(INVERBS_BE32(w32) & 0xffU);
	v.eecn = (uint32_t)((INVERBS_BE32(w36) >> 8) & 0xffffffU);
	v.initiator_depth = (uint8_t)(INVERBS_BE32(w36) & 0xffU);
	v.remote_eecn = (uint32_t)((INVERBS_BE32(w40) >> 8) & 0xffffffU);
	v.remote_response_timeout = (uint8_t)((INVERBS_BE32(w40) >> 3) & 0x1fU);
	v.service_type = (uint8_t)((INVERBS_BE32(w40) >> 1) & 0x3U);
	v.flow_control = (uint8_t)(INVERBS_BE32(w40) & 0x1U);
	v.starting_psn = (uint32_t)((INVERBS_BE32(w44) >> 8) & 0xffffffU);
	v.local_response_timeout = (uint8_t)((INVERBS_BE32(w44) >> 3) & 0x1fU);
	v.retry_count = (uint8_t)(INVERBS_BE32(w44) & 0x7U);
	v.pkey = (uint16_t)INVERBS_BE16(w48);
	v.path_mtu = (uint8_t)((w50 >> 4) & 0xfU);
	v.rdc_exists = (uint8_t)((w50 >> 3) & 0x1U);
	v.rnr_retry_count = (uint8_t)(w50 & 0x7U);
	v.cm_retries = (uint8_t)((w51 >> 4) & 0xfU);
	v.srq = (uint8_t)((w51 >> 3) & 0x1U);
	v.extended_transport = (uint8_t)(w51 & 0x7U);
	v.primary = ibcm_path_get((const uint8_t *)at + 52);
	v.alternate = ibcm_path_get((const uint8_t *)at + 96);
	memcpy(v.private_data, (const uint8_t *)at + 140, 92);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool ibcm_req_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 4)) & 0xff000000U) |
		inverbs_get32((const uint8_t *)at + 24)) == 0;
}

/**
 * MRA: the response to a message will take longer.
 * communication.mra
 */
struct ibcm_mra {
	uint32_t local_id;         /**< 0x0 */
	uint32_t remote_id;        /**< 0x4 */
	uint8_t message;           /**< 0x8.7-6 */
	uint8_t service_timeout;   /**< 0x9.7-3; 4.096 us * 2^value */
	uint8_t private_data[222]; /**< 0xa, 222 bytes */
};

#define IBCM_MRA_SIZE 232U

/** Store all fields. communication.mra */
INVERBS_INLINE void ibcm_mra_put(void *at, const struct ibcm_mra *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->local_id));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->remote_id));
	inverbs_put8((uint8_t *)at + 8, (uint8_t)((uint8_t)v->message << 6));
	inverbs_put8((uint8_t *)at + 9, (uint8_t)((uint8_t)v->service_timeout << 3));
	inverbs_put_bytes((uint8_t *)at + 10, v->private_data, 222);
}

INVERBS_INLINE struct ibcm_mra ibcm_mra_get(const void *at)
{
	struct ibcm_mra v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint8_t w8 = inverbs_get8((const uint8_t *)at + 8);
	const uint8_t w9 = inverbs_get8((const uint8_t *)at + 9);

	v.local_id = (uint32_t)INVERBS_BE32(w0);
	v.remote_id = (uint32_t)INVERBS_BE32(w4);
	v.message = (uint8_t)((w8 >> 6) & 0x3U);
	v.service_timeout = (uint8_t)((w9 >> 3) & 0x1fU);
	memcpy(v.private_data, (const uint8_t *)at + 10, 222);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool ibcm_mra_reserved_clear(const void *at)
{
	return ((inverbs_get8((const uint8_t *)at + 8) & 0x3fU) |
		(inverbs_get8((const uint8_t *)at + 9) & 0x7U)) == 0;
}

/**
 * REJ: no connection.
 * communication.rej
 */
struct ibcm_rej {
	uint32_t local_id;         /**< 0x0; 0: the sender has no identifier for the connection */
	uint32_t remote_id;        /**< 0x4 */
	uint8_t message;           /**< 0x8.7-6 */
	uint8_t info_length;       /**< 0x9.7-1; Valid bytes of info */
	uint16_t reason;           /**< 0xa */
	uint8_t info[72];          /**< 0xc, 72 bytes */
	uint8_t private_data[148]; /**< 0x54, 148 bytes */
};

#define IBCM_REJ_SIZE 232U

/** Store all fields. communication.rej */
INVERBS_INLINE void ibcm_rej_put(void *at, const struct ibcm_rej *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->local_id));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->remote_id));
	inverbs_put8((uint8_t *)at + 8, (uint8_t)((uint8_t)v->message << 6));
	inverbs_put8((uint8_t *)at + 9, (uint8_t)((uint8_t)v->info_length << 1));
	inverbs_put16((uint8_t *)at + 10, (uint16_t)INVERBS_BE16((uint16_t)v->reason));
	inverbs_put_bytes((uint8_t *)at + 12, v->info, 72);
	inverbs_put_bytes((uint8_t *)at + 84, v->private_data, 148);
}

INVERBS_INLINE struct ibcm_rej ibcm_rej_get(const void *at)
{
	struct ibcm_rej v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint8_t w8 = inverbs_get8((const uint8_t *)at + 8);
	const uint8_t w9 = inverbs_get8((const uint8_t *)at + 9);
	const uint16_t w10 = inverbs_get16((const uint8_t *)at + 10);

	v.local_id = (uint32_t)INVERBS_BE32(w0);
	v.remote_id = (uint32_t)INVERBS_BE32(w4);
	v.message = (uint8_t)((w8 >> 6) & 0x3U);
	v.info_length = (uint8_t)((w9 >> 1) & 0x7fU);
	v.reason = (uint16_t)INVERBS_BE16(w10);
	memcpy(v.info, (const uint8_t *)at + 12, 72);
	memcpy(v.private_data, (const uint8_t *)at + 84, 148);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool ibcm_rej_reserved_clear(const void *at)
{
	return ((inverbs_get8((const uint8_t *)at + 8) & 0x3fU) |
		(inverbs_get8((const uint8_t *)at + 9) & 0x1U)) == 0;
}

/**
 * REP: a request is accepted.
 * communication.rep
 */
struct ibcm_rep {
	uint32_t local_id;     /**< 0x0 */
	uint32_t remote_id;    /**< 0x4 */
	uint32_t qkey;         /**< 0x8 */
	uint32_t qpn;          /**< 0xc.31-8 */
	uint8_t vendor_high;   /**< 0xc.7-0 */
	uint32_t eecn;         /**< 0x10.31-8; With XRC, the queue pair of the initiator */
	uint8_t vendor_middle; /**< 0x10.7-0 */
	uint32_t starting_psn; /**< 0x14.31-8; PSN with which the receiver of the message begins to
				  send */
	uint8_t vendor_low;    /**< 0x14.7-0 */
	uint8_t responder_resources; /**< 0x18 */
	uint8_t initiator_depth;     /**< 0x19 */
	uint8_t ack_delay;           /**< 0x1a.7-3; 4.096 us * 2^value */
	uint8_t failover_accepted;   /**< 0x1a.2-1 */
	uint8_t flow_control;        /**< 0x1a.0-0 */
	uint8_t rnr_retry_count;     /**< 0x1b.7-5 */
	uint8_t srq;                 /**< 0x1b.4-4 */
	uint64_t ca_guid;            /**< 0x1c */
	uint8_t private_data[196];   /**< 0x24, 196 bytes */
};

#define IBCM_REP_SIZE 232U

/** Store all fields. communication.rep */
INVERBS_INLINE void ibcm_rep_put(void *at, const struct ibcm_rep *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->local_id));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->remote_id));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->qkey));
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_BE32(((uint32_t)v->qpn << 8) | (uint32_t)v->vendor_high));
	inverbs_put32((uint8_t *)at + 16,
		      INVERBS_BE32(((uint32_t)v->eecn << 8) | (uint32_t)v->vendor_middle));
	inverbs_put32((uint8_t *)at + 20,
		      INVERBS_BE32(((uint32_t)v->starting_psn << 8) | (uint32_t)v->vendor_low));
	inverbs_put8((uint8_t *)at + 24, (uint8_t)v->responder_resources);
	inverbs_put8((uint8_t *)at + 25, (uint8_t)v->initiator_depth);
	inverbs_put8((uint8_t *)at + 26, (uint8_t)(((uint8_t)v->ack_delay << 3) |
						   ((uint8_t)(v->failover_accepted & 0x3U) << 1) |
						   (uint8_t)(v->flow_control & 0x1U)));
	inverbs_put8((uint8_t *)at + 27, (uint8_t)(((uint8_t)v->rnr_retry_count << 5) |
						   ((uint8_t)(v->srq & 0x1U) << 4)));
	inverbs_put64((uint8_t *)at + 28, INVERBS_BE64((uint64_t)v->ca_guid));
	inverbs_put_bytes((uint8_t *)at + 36, v->private_data, 196);
}

INVERBS_INLINE struct ibcm_rep ibcm_rep_get(const void *at)
{
	struct ibcm_rep v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint8_t w24 = inverbs_get8((const uint8_t *)at + 24);
	const uint8_t w25 = inverbs_get8((const uint8_t *)at + 25);
	const uint8_t w26 = inverbs_get8((const uint8_t *)at + 26);
	const uint8_t w27 = inverbs_get8((const uint8_t *)at + 27);
	const uint64_t w28 = inverbs_get64((const uint8_t *)at + 28);

	v.local_id = (uint32_t)INVERBS_BE32(w0);
	v.remote_id = (uint32_t)INVERBS_BE32(w4);
	v.qkey = (uint32_t)INVERBS_BE32(w8);
	v.qpn = (uint32_t)((INVERBS_BE32(w12) >> 8) & 0xffffffU);
	v.vendor_high = (uint8_t)(INVERBS_BE32(w12) & 0xffU);
	v.eecn = (uint32_t)((INVERBS_BE32(w16) >> 8) & 0xffffffU);
	v.vendor_middle = (uint8_t)(INVERBS_BE32(w16) & 0xffU);
	v.starting_psn = (uint32_t)((INVERBS_BE32(w20) >> 8) & 0xffffffU);
	v.vendor_low = (uint8_t)(INVERBS_BE32(w20) & 0xffU);
	v.responder_resources = (uint8_t)w24;
	v.initiator_depth = (uint8_t)w25;
	v.ack_delay = (uint8_t)((w26 >> 3) & 0x1fU);
	v.failover_accepted = (uint8_t)((w26 >> 1) & 0x3U);
	v.flow_control = (uint8_t)(w26 & 0x1U);
	v.rnr_retry_count = (uint8_t)((w27 >> 5) & 0x7U);
	v.srq = (uint8_t)((w27 >> 4) & 0x1U);
	v.ca_guid = (uint64_t)INVERBS_BE64(w28);
	memcpy(v.private_data, (const uint8_t *)at + 36, 196);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool ibcm_rep_reserved_clear(const void *at)
{
	return (inverbs_get8((const uint8_t *)at + 27) & 0xfU) == 0;
}

/**
 * RTU: the connection is ready to use.
 * communication.rtu
 */
struct ibcm_rtu {
	uint32_t local_id;         /**< 0x0 */
	uint32_t remote_id;        /**< 0x4 */
	uint8_t private_data[224]; /**< 0x8, 224 bytes */
};

#define IBCM_RTU_SIZE 232U

/** Store all fields. communication.rtu */
INVERBS_INLINE void ibcm_rtu_put(void *at, const struct ibcm_rtu *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->local_id));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->remote_id));
	inverbs_put_bytes((uint8_t *)at + 8, v->private_data, 224);
}

INVERBS_INLINE struct ibcm_rtu ibcm_rtu_get(const void *at)
{
	struct ibcm_rtu v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.local_id = (uint32_t)INVERBS_BE32(w0);
	v.remote_id = (uint32_t)INVERBS_BE32(w4);
	memcpy(v.private_data, (const uint8_t *)at + 8, 224);
	return v;
}

/**
 * DREQ: a request to end the connection.
 * communication.dreq
 */
struct ibcm_dreq {
	uint32_t local_id;         /**< 0x0 */
	uint32_t remote_id;        /**< 0x4 */
	uint32_t remote_qpn;       /**< 0x8.31-8; Queue pair of the receiver of the message */
	uint8_t private_data[220]; /**< 0xc, 220 bytes */
};

#define IBCM_DREQ_SIZE 232U

/** Store all fields. communication.dreq */
INVERBS_INLINE void ibcm_dreq_put(void *at, const struct ibcm_dreq *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->local_id));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->remote_id));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->remote_qpn << 8));
	inverbs_put_bytes((uint8_t *)at + 12, v->private_data, 220);
}

INVERBS_INLINE struct ibcm_dreq ibcm_dreq_get(const void *at)
{
	struct ibcm_dreq v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.local_id = (uint32_t)INVERBS_BE32(w0);
	v.remote_id = (uint32_t)INVERBS_BE32(w4);
	v.remote_qpn = (uint32_t)((INVERBS_BE32(w8) >> 8) & 0xffffffU);
	memcpy(v.private_data, (const uint8_t *)at + 12, 220);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool ibcm_dreq_reserved_clear(const void *at)
{
	return (INVERBS_BE32(inverbs_get32((const uint8_t *)at + 8)) & 0xffU) == 0;
}

/**
 * DREP: the response to a DREQ.
 * communication.drep
 */
struct ibcm_drep {
	uint32_t local_id;         /**< 0x0 */
	uint32_t remote_id;        /**< 0x4 */
	uint8_t private_data[224]; /**< 0x8, 224 bytes */
};

#define IBCM_DREP_SIZE 232U

/** Store all fields. communication.drep */
INVERBS_INLINE void ibcm_drep_put(void *at, const struct ibcm_drep *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->local_id));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->remote_id));
	inverbs_put_bytes((uint8_t *)at + 8, v->private_data, 224);
}

INVERBS_INLINE struct ibcm_drep ibcm_drep_get(const void *at)
{
	struct ibcm_drep v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.local_id = (uint32_t)INVERBS_BE32(w0);
	v.remote_id = (uint32_t)INVERBS_BE32(w4);
	memcpy(v.private_data, (const uint8_t *)at + 8, 224);
	return v;
}

/**
 * SIDR_REQ: requests the queue pair of a datagram service.
 * communication.sidr_req
 */
struct ibcm_sidr_req {
	uint32_t request_id;       /**< 0x0 */
	uint16_t pkey;             /**< 0x4 */
	uint64_t service_id;       /**< 0x8 */
	uint8_t private_data[216]; /**< 0x10, 216 bytes */
};

#define IBCM_SIDR_REQ_SIZE 232U

/** Store all fields. communication.sidr_req */
INVERBS_INLINE void ibcm_sidr_req_put(void *at, const struct ibcm_sidr_req *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->request_id));
	inverbs_put16((uint8_t *)at + 4, (uint16_t)INVERBS_BE16((uint16_t)v->pkey));
	inverbs_put16((uint8_t *)at + 6, 0);
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->service_id));
	inverbs_put_bytes((uint8_t *)at + 16, v->private_data, 216);
}

INVERBS_INLINE struct ibcm_sidr_req ibcm_sidr_req_get(const void *at)
{
	struct ibcm_sidr_req v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint16_t w4 = inverbs_get16((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.request_id = (uint32_t)INVERBS_BE32(w0);
	v.pkey = (uint16_t)INVERBS_BE16(w4);
	v.service_id = (uint64_t)INVERBS_BE64(w8);
	memcpy(v.private_data, (const uint8_t *)at + 16, 216);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool ibcm_sidr_req_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 6)) == 0;
}

/**
 * SIDR_REP: the response to a SIDR_REQ.
 * communication.sidr_rep
 */
struct ibcm_sidr_rep {
	uint32_t request_id;       /**< 0x0 */
	uint8_t status;            /**< 0x4 */
	uint8_t info_length;       /**< 0x5 */
	uint16_t vendor_high;      /**< 0x6 */
	uint32_t qpn;              /**< 0x8.31-8 */
	uint8_t vendor_low;        /**< 0x8.7-0 */
	uint64_t service_id;       /**< 0xc */
	uint32_t qkey;             /**< 0x14 */
	uint8_t info[72];          /**< 0x18, 72 bytes */
	uint8_t private_data[136]; /**< 0x60, 136 bytes */
};

#define IBCM_SIDR_REP_SIZE 232U

/** Store all fields. communication.sidr_rep */
INVERBS_INLINE void ibcm_sidr_rep_put(void *at, const struct ibcm_sidr_rep *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->request_id));
	inverbs_put8((uint8_t *)at + 4, (uint8_t)v->status);
	inverbs_put8((uint8_t *)at + 5, (uint8_t)v->info_length);
	inverbs_put16((uint8_t *)at + 6, (uint16_t)INVERBS_BE16((uint16_t)v->vendor_high));
	inverbs_put32((uint8_t *)at + 8,
		      INVERBS_BE32(((uint32_t)v->qpn << 8) | (uint32_t)v->vendor_low));
	inverbs_put64((uint8_t *)at + 12, INVERBS_BE64((uint64_t)v->service_id));
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->qkey));
	inverbs_put_bytes((uint8_t *)at + 24, v->info, 72);
	inverbs_put_bytes((uint8_t *)at + 96, v->private_data, 136);
}

INVERBS_INLINE struct ibcm_sidr_rep ibcm_sidr_rep_get(const void *at)
{
	struct ibcm_sidr_rep v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint8_t w4 = inverbs_get8((const uint8_t *)at + 4);
	const uint8_t w5 = inverbs_get8((const uint8_t *)at + 5);
	const uint16_t w6 = inverbs_get16((const uint8_t *)at + 6);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint64_t w12 = inverbs_get64((const uint8_t *)at + 12);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);

	v.request_id = (uint32_t)INVERBS_BE32(w0);
	v.status = (uint8_t)w4;
	v.info_length = (uint8_t)w5;
	v.vendor_high = (uint16_t)INVERBS_BE16(w6);
	v.qpn = (uint32_t)((INVERBS_BE32(w8) >> 8) & 0xffffffU);
	v.vendor_low = (uint8_t)(INVERBS_BE32(w8) & 0xffU);
	v.service_id = (uint64_t)INVERBS_BE64(w12);
	v.qkey = (uint32_t)INVERBS_BE32(w20);
	memcpy(v.info, (const uint8_t *)at + 24, 72);
	memcpy(v.private_data, (const uint8_t *)at + 96, 136);
	return v;
}

/**
 * LAP: a request to load another alternate path.
 * communication.lap
 */
struct ibcm_lap {
	uint32_t local_id;               /**< 0x0 */
	uint32_t remote_id;              /**< 0x4 */
	uint32_t remote_qpn;             /**< 0xc.31-8 */
	uint8_t remote_response_timeout; /**< 0xc.7-3 */
	uint16_t local_lid;              /**< 0x14 */
	uint16_t remote_lid;             /**< 0x16 */
	uint8_t local_gid[16];           /**< 0x18, 16 bytes */
	uint8_t remote_gid[16];          /**< 0x28, 16 bytes */
	uint32_t flow_label;             /**< 0x38.31-12 */
	uint8_t traffic_class;           /**< 0x38.7-0 */
	uint8_t hop_limit;               /**< 0x3c */
	uint8_t packet_rate;             /**< 0x3d.5-0 */
	uint8_t sl;                      /**< 0x3e.7-4 */
	uint8_t subnet_local;            /**< 0x3e.3-3 */
	uint8_t ack_timeout;             /**< 0x3f.7-3 */
	uint8_t private_data[168];       /**< 0x40, 168 bytes */
};

#define IBCM_LAP_SIZE 232U

/** Store all fields. communication.lap */
INVERBS_INLINE void ibcm_lap_put(void *at, const struct ibcm_lap *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->local_id));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->remote_id));
	inverbs_put32((uint8_t *)at + 8, 0);
	inverbs_put32((uint8_t *)at + 12,
		      INVERBS_BE32(((uint32_t)v->remote_qpn << 8) |
				   ((uint32_t)(v->remote_response_timeout & 0x1fU) << 3)));
	inverbs_put32((uint8_t *)at + 16, 0);
	inverbs_put16((uint8_t *)at + 20, (uint16_t)INVERBS_BE16((uint16_t)v->local_lid));
	inverbs_put16((uint8_t *)at + 22, (uint16_t)INVERBS_BE16((uint16_t)v->remote_lid));
	inverbs_put_bytes((uint8_t *)at + 24, v->local_gid, 16);
	inverbs_put_bytes((uint8_t *)at + 40, v->remote_gid, 16);
	inverbs_put32((uint8_t *)at + 56,
		      INVERBS_BE32(((uint32_t)v->flow_label << 12) | (uint32_t)v->traffic_class));
	inverbs_put8((uint8_t *)at + 60, (uint8_t)v->hop_limit);
	inverbs_put8((uint8_t *)at + 61, (uint8_t)(v->packet_rate & 0x3fU));
	inverbs_put8((uint8_t *)at + 62,
		     (uint8_t)(((uint8_t)v->sl << 4) | ((uint8_t)(v->subnet_local & 0x1U) << 3)));
	inverbs_put8((uint8_t *)at + 63, (uint8_t)((uint8_t)v->ack_timeout << 3));
	inverbs_put_bytes((uint8_t *)at + 64, v->private_data, 168);
}

INVERBS_INLINE struct ibcm_lap ibcm_lap_get(const void *at)
{
	struct ibcm_lap v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint16_t w20 = inverbs_get16((const uint8_t *)at + 20);
	const uint16_t w22 = inverbs_get16((const uint8_t *)at + 22);
	const uint32_t w56 = inverbs_get32((const uint8_t *)at + 56);
	const uint8_t w60 = inverbs_get8((const uint8_t *)at + 60);
	const uint8_t w61 = inverbs_get8((const uint8_t *)at + 61);
	const uint8_t w62 = inverbs_get8((const uint8_t *)at + 62);
	const uint8_t w63 = inverbs_get8((const uint8_t *)at + 63);

	v.local_id = (uint32_t)INVERBS_BE32(w0);
	v.remote_id = (uint32_t)INVERBS_BE32(w4);
	v.remote_qpn = (uint32_t)((INVERBS_BE32(w12) >> 8) & 0xffffffU);
	v.remote_response_timeout = (uint8_t)((INVERBS_BE32(w12) >> 3) & 0x1fU);
	v.local_lid = (uint16_t)INVERBS_BE16(w20);
	v.remote_lid = (uint16_t)INVERBS_BE16(w22);
	memcpy(v.local_gid, (const uint8_t *)at + 24, 16);
	memcpy(v.remote_gid, (const uint8_t *)at + 40, 16);
	v.flow_label = (uint32_t)((INVERBS_BE32(w56) >> 12) & 0xfffffU);
	v.traffic_class = (uint8_t)(INVERBS_BE32(w56) & 0xffU);
	v.hop_limit = (uint8_t)w60;
	v.packet_rate = (uint8_t)(w61 & 0x3fU);
	v.sl = (uint8_t)((w62 >> 4) & 0xfU);
	v.subnet_local = (uint8_t)((w62 >> 3) & 0x1U);
	v.ack_timeout = (uint8_t)((w63 >> 3) & 0x1fU);
	memcpy(v.private_data, (const uint8_t *)at + 64, 168);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool ibcm_lap_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 8) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 12)) & 0x7U) |
		inverbs_get32((const uint8_t *)at + 16) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 56)) & 0xf00U) |
		(inverbs_get8((const uint8_t *)at + 61) & 0xc0U) |
		(inverbs_get8((const uint8_t *)at + 62) & 0x7U) |
		(inverbs_get8((const uint8_t *)at + 63) & 0x7U)) == 0;
}

/**
 * APR: the response to a LAP.
 * communication.apr
 */
struct ibcm_apr {
	uint32_t local_id;         /**< 0x0 */
	uint32_t remote_id;        /**< 0x4 */
	uint8_t info_length;       /**< 0x8 */
	uint8_t status;            /**< 0x9 */
	uint8_t info[72];          /**< 0xc, 72 bytes */
	uint8_t private_data[148]; /**< 0x54, 148 bytes */
};

#define IBCM_APR_SIZE 232U

/** Store all fields. communication.apr */
INVERBS_INLINE void ibcm_apr_put(void *at, const struct ibcm_apr *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->local_id));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->remote_id));
	inverbs_put8((uint8_t *)at + 8, (uint8_t)v->info_length);
	inverbs_put8((uint8_t *)at + 9, (uint8_t)v->status);
	inverbs_put16((uint8_t *)at + 10, 0);
	inverbs_put_bytes((uint8_t *)at + 12, v->info, 72);
	inverbs_put_bytes((uint8_t *)at + 84, v->private_data, 148);
}

INVERBS_INLINE struct ibcm_apr ibcm_apr_get(const void *at)
{
	struct ibcm_apr v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint8_t w8 = inverbs_get8((const uint8_t *)at + 8);
	const uint8_t w9 = inverbs_get8((const uint8_t *)at + 9);

	v.local_id = (uint32_t)INVERBS_BE32(w0);
	v.remote_id = (uint32_t)INVERBS_BE32(w4);
	v.info_length = (uint8_t)w8;
	v.status = (uint8_t)w9;
	memcpy(v.info, (const uint8_t *)at + 12, 72);
	memcpy(v.private_data, (const uint8_t *)at + 84, 148);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool ibcm_apr_reserved_clear(const void *at)
{
	return (inverbs_get16((const uint8_t *)at + 10)) == 0;
}

/** Messages, which are the attributes of the class. Returns the name of a value, or "?". */
static inline const char *ibcm_attribute_name(uint32_t value)
{
	switch (value) {
	case IBCM_ATTRIBUTE_CLASS_PORT_INFO:
		return "CLASS_PORT_INFO";
	case IBCM_ATTRIBUTE_REQ:
		return "REQ";
	case IBCM_ATTRIBUTE_MRA:
		return "MRA";
	case IBCM_ATTRIBUTE_REJ:
		return "REJ";
	case IBCM_ATTRIBUTE_REP:
		return "REP";
	case IBCM_ATTRIBUTE_RTU:
		return "RTU";
	case IBCM_ATTRIBUTE_DREQ:
		return "DREQ";
	case IBCM_ATTRIBUTE_DREP:
		return "DREP";
	case IBCM_ATTRIBUTE_SIDR_REQ:
		return "SIDR_REQ";
	case IBCM_ATTRIBUTE_SIDR_REP:
		return "SIDR_REP";
	case IBCM_ATTRIBUTE_LAP:
		return "LAP";
	case IBCM_ATTRIBUTE_APR:
		return "APR";
	default:
		return "?";
	}
}

/** Transport of a connection. Returns the name of a value, or "?". */
static inline const char *ibcm_service_type_name(uint32_t value)
{
	switch (value) {
	case IBCM_SERVICE_TYPE_RC:
		return "RC";
	case IBCM_SERVICE_TYPE_UC:
		return "UC";
	case IBCM_SERVICE_TYPE_RD:
		return "RD";
	case IBCM_SERVICE_TYPE_EXTENDED:
		return "EXTENDED";
	default:
		return "?";
	}
}

/** Transport where the service type is EXTENDED. Returns the name of a value, or "?". */
static inline const char *ibcm_extended_transport_name(uint32_t value)
{
	switch (value) {
	case IBCM_EXTENDED_TRANSPORT_XRC:
		return "XRC";
	default:
		return "?";
	}
}

/** The message that a REJ is about. Returns the name of a value, or "?". */
static inline const char *ibcm_rejected_name(uint32_t value)
{
	switch (value) {
	case IBCM_REJECTED_REQ:
		return "REQ";
	case IBCM_REJECTED_REP:
		return "REP";
	case IBCM_REJECTED_OTHER:
		return "OTHER";
	default:
		return "?";
	}
}

/** The message that an MRA is about. Returns the name of a value, or "?". */
static inline const char *ibcm_delayed_name(uint32_t value)
{
	switch (value) {
	case IBCM_DELAYED_REQ:
		return "REQ";
	case IBCM_DELAYED_REP:
		return "REP";
	case IBCM_DELAYED_LAP:
		return "LAP";
	default:
		return "?";
	}
}

/** Reasons for rejecting a message. Returns the name of a value, or "?". */
static inline const char *ibcm_reason_name(uint32_t value)
{
	switch (value) {
	case IBCM_REASON_NO_QP:
		return "NO_QP";
	case IBCM_REASON_NO_EEC:
		return "NO_EEC";
	case IBCM_REASON_NO_RESOURCES:
		return "NO_RESOURCES";
	case IBCM_REASON_TIMEOUT:
		return "TIMEOUT";
	case IBCM_REASON_UNSUPPORTED:
		return "UNSUPPORTED";
	case IBCM_REASON_INVALID_COMMUNICATION_ID:
		return "INVALID_COMMUNICATION_ID";
	case IBCM_REASON_INVALID_COMMUNICATION_INSTANCE:
		return "INVALID_COMMUNICATION_INSTANCE";
	case IBCM_REASON_INVALID_SERVICE_ID:
		return "INVALID_SERVICE_ID";
	case IBCM_REASON_INVALID_SERVICE_TYPE:
		return "INVALID_SERVICE_TYPE";
	case IBCM_REASON_STALE_CONNECTION:
		return "STALE_CONNECTION";
	case IBCM_REASON_RDC_DOES_NOT_EXIST:
		return "RDC_DOES_NOT_EXIST";
	case IBCM_REASON_INVALID_GID:
		return "INVALID_GID";
	case IBCM_REASON_INVALID_LID:
		return "INVALID_LID";
	case IBCM_REASON_INVALID_SL:
		return "INVALID_SL";
	case IBCM_REASON_INVALID_TRAFFIC_CLASS:
		return "INVALID_TRAFFIC_CLASS";
	case IBCM_REASON_INVALID_HOP_LIMIT:
		return "INVALID_HOP_LIMIT";
	case IBCM_REASON_INVALID_PACKET_RATE:
		return "INVALID_PACKET_RATE";
	case IBCM_REASON_INVALID_ALTERNATE_GID:
		return "INVALID_ALTERNATE_GID";
	case IBCM_REASON_INVALID_ALTERNATE_LID:
		return "INVALID_ALTERNATE_LID";
	case IBCM_REASON_INVALID_ALTERNATE_SL:
		return "INVALID_ALTERNATE_SL";
	case IBCM_REASON_INVALID_ALTERNATE_TRAFFIC_CLASS:
		return "INVALID_ALTERNATE_TRAFFIC_CLASS";
	case IBCM_REASON_INVALID_ALTERNATE_HOP_LIMIT:
		return "INVALID_ALTERNATE_HOP_LIMIT";
	case IBCM_REASON_INVALID_ALTERNATE_PACKET_RATE:
		return "INVALID_ALTERNATE_PACKET_RATE";
	case IBCM_REASON_PORT_AND_CM_REDIRECT:
		return "PORT_AND_CM_REDIRECT";
	case IBCM_REASON_PORT_REDIRECT:
		return "PORT_REDIRECT";
	case IBCM_REASON_INVALID_MTU:
		return "INVALID_MTU";
	case IBCM_REASON_INSUFFICIENT_RESPONDER_RESOURCES:
		return "INSUFFICIENT_RESPONDER_RESOURCES";
	case IBCM_REASON_BY_THE_CONSUMER:
		return "BY_THE_CONSUMER";
	case IBCM_REASON_INVALID_RNR_RETRY_COUNT:
		return "INVALID_RNR_RETRY_COUNT";
	case IBCM_REASON_DUPLICATE_COMMUNICATION_ID:
		return "DUPLICATE_COMMUNICATION_ID";
	case IBCM_REASON_INVALID_CLASS_VERSION:
		return "INVALID_CLASS_VERSION";
	case IBCM_REASON_INVALID_FLOW_LABEL:
		return "INVALID_FLOW_LABEL";
	case IBCM_REASON_INVALID_ALTERNATE_FLOW_LABEL:
		return "INVALID_ALTERNATE_FLOW_LABEL";
	default:
		return "?";
	}
}

/** Status of the response to a SIDR_REQ. Returns the name of a value, or "?". */
static inline const char *ibcm_sidr_status_name(uint32_t value)
{
	switch (value) {
	case IBCM_SIDR_STATUS_VALID:
		return "VALID";
	case IBCM_SIDR_STATUS_UNKNOWN_SERVICE:
		return "UNKNOWN_SERVICE";
	case IBCM_SIDR_STATUS_REJECTED:
		return "REJECTED";
	case IBCM_SIDR_STATUS_NO_QP:
		return "NO_QP";
	case IBCM_SIDR_STATUS_REDIRECT:
		return "REDIRECT";
	case IBCM_SIDR_STATUS_UNSUPPORTED_VERSION:
		return "UNSUPPORTED_VERSION";
	default:
		return "?";
	}
}

/** ibcm_path and its fields. communication.path */
static inline void ibcm_path_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_path v = ibcm_path_get(at);

	inverbs_text_add(text, "ibcm_path");
	inverbs_text_add(text, " local_lid=0x%llx", (unsigned long long)v.local_lid);
	inverbs_text_add(text, " remote_lid=0x%llx", (unsigned long long)v.remote_lid);
	inverbs_text_bytes(text, "local_gid", v.local_gid, 16);
	inverbs_text_bytes(text, "remote_gid", v.remote_gid, 16);
	inverbs_text_add(text, " flow_label=0x%llx", (unsigned long long)v.flow_label);
	inverbs_text_add(text, " packet_rate=0x%llx", (unsigned long long)v.packet_rate);
	inverbs_text_add(text, " traffic_class=0x%llx", (unsigned long long)v.traffic_class);
	inverbs_text_add(text, " hop_limit=0x%llx", (unsigned long long)v.hop_limit);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	inverbs_text_add(text, " subnet_local=0x%llx", (unsigned long long)v.subnet_local);
	inverbs_text_add(text, " ack_timeout=0x%llx", (unsigned long long)v.ack_timeout);
}

/** ibcm_req and its fields. communication.req */
static inline void ibcm_req_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_req v = ibcm_req_get(at);

	inverbs_text_add(text, "ibcm_req");
	inverbs_text_add(text, " local_id=0x%llx", (unsigned long long)v.local_id);
	inverbs_text_add(text, " vendor=0x%llx", (unsigned long long)v.vendor);
	inverbs_text_add(text, " service_id=0x%llx", (unsigned long long)v.service_id);
	inverbs_text_add(text, " ca_guid=0x%llx", (unsigned long long)v.ca_guid);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " responder_resources=0x%llx",
			 (unsigned long long)v.responder_resources);
	inverbs_text_add(text, " eecn=0x%llx", (unsigned long long)v.eecn);
	inverbs_text_add(text, " initiator_depth=0x%llx", (unsigned long long)v.initiator_depth);
	inverbs_text_add(text, " remote_eecn=0x%llx", (unsigned long long)v.remote_eecn);
	inverbs_text_add(text, " remote_response_timeout=0x%llx",
			 (unsigned long long)v.remote_response_timeout);
	inverbs_text_add(text, " service_type=%s(0x%x)", ibcm_service_type_name(v.service_type),
			 (unsigned)v.service_type);
	inverbs_text_add(text, " flow_control=0x%llx", (unsigned long long)v.flow_control);
	inverbs_text_add(text, " starting_psn=0x%llx", (unsigned long long)v.starting_psn);
	inverbs_text_add(text, " local_response_timeout=0x%llx",
			 (unsigned long long)v.local_response_timeout);
	inverbs_text_add(text, " retry_count=0x%llx", (unsigned long long)v.retry_count);
	inverbs_text_add(text, " pkey=0x%llx", (unsigned long long)v.pkey);
	inverbs_text_add(text, " path_mtu=0x%llx", (unsigned long long)v.path_mtu);
	inverbs_text_add(text, " rdc_exists=0x%llx", (unsigned long long)v.rdc_exists);
	inverbs_text_add(text, " rnr_retry_count=0x%llx", (unsigned long long)v.rnr_retry_count);
	inverbs_text_add(text, " cm_retries=0x%llx", (unsigned long long)v.cm_retries);
	inverbs_text_add(text, " srq=0x%llx", (unsigned long long)v.srq);
	inverbs_text_add(text, " extended_transport=%s(0x%x)",
			 ibcm_extended_transport_name(v.extended_transport),
			 (unsigned)v.extended_transport);
	inverbs_text_add(text, " ");
	ibcm_path_print(text, (const uint8_t *)at + 52);
	inverbs_text_add(text, " ");
	ibcm_path_print(text, (const uint8_t *)at + 96);
	inverbs_text_bytes(text, "private_data", v.private_data, 92);
}

/** ibcm_mra and its fields. communication.mra */
static inline void ibcm_mra_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_mra v = ibcm_mra_get(at);

	inverbs_text_add(text, "ibcm_mra");
	inverbs_text_add(text, " local_id=0x%llx", (unsigned long long)v.local_id);
	inverbs_text_add(text, " remote_id=0x%llx", (unsigned long long)v.remote_id);
	inverbs_text_add(text, " message=%s(0x%x)", ibcm_delayed_name(v.message),
			 (unsigned)v.message);
	inverbs_text_add(text, " service_timeout=0x%llx", (unsigned long long)v.service_timeout);
	inverbs_text_bytes(text, "private_data", v.private_data, 222);
}

/** ibcm_rej and its fields. communication.rej */
static inline void ibcm_rej_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_rej v = ibcm_rej_get(at);

	inverbs_text_add(text, "ibcm_rej");
	inverbs_text_add(text, " local_id=0x%llx", (unsigned long long)v.local_id);
	inverbs_text_add(text, " remote_id=0x%llx", (unsigned long long)v.remote_id);
	inverbs_text_add(text, " message=%s(0x%x)", ibcm_rejected_name(v.message),
			 (unsigned)v.message);
	inverbs_text_add(text, " info_length=0x%llx", (unsigned long long)v.info_length);
	inverbs_text_add(text, " reason=%s(0x%x)", ibcm_reason_name(v.reason), (unsigned)v.reason);
	inverbs_text_bytes(text, "info", v.info, 72);
	inverbs_text_bytes(text, "private_data", v.private_data, 148);
}

/** ibcm_rep and its fields. communication.rep */
static inline void ibcm_rep_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_rep v = ibcm_rep_get(at);

	inverbs_text_add(text, "ibcm_rep");
	inverbs_text_add(text, " local_id=0x%llx", (unsigned long long)v.local_id);
	inverbs_text_add(text, " remote_id=0x%llx", (unsigned long long)v.remote_id);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " vendor_high=0x%llx", (unsigned long long)v.vendor_high);
	inverbs_text_add(text, " eecn=0x%llx", (unsigned long long)v.eecn);
	inverbs_text_add(text, " vendor_middle=0x%llx", (unsigned long long)v.vendor_middle);
	inverbs_text_add(text, " starting_psn=0x%llx", (unsigned long long)v.starting_psn);
	inverbs_text_add(text, " vendor_low=0x%llx", (unsigned long long)v.vendor_low);
	inverbs_text_add(text, " responder_resources=0x%llx",
			 (unsigned long long)v.responder_resources);
	inverbs_text_add(text, " initiator_depth=0x%llx", (unsigned long long)v.initiator_depth);
	inverbs_text_add(text, " ack_delay=0x%llx", (unsigned long long)v.ack_delay);
	inverbs_text_add(text, " failover_accepted=0x%llx",
			 (unsigned long long)v.failover_accepted);
	inverbs_text_add(text, " flow_control=0x%llx", (unsigned long long)v.flow_control);
	inverbs_text_add(text, " rnr_retry_count=0x%llx", (unsigned long long)v.rnr_retry_count);
	inverbs_text_add(text, " srq=0x%llx", (unsigned long long)v.srq);
	inverbs_text_add(text, " ca_guid=0x%llx", (unsigned long long)v.ca_guid);
	inverbs_text_bytes(text, "private_data", v.private_data, 196);
}

/** ibcm_rtu and its fields. communication.rtu */
static inline void ibcm_rtu_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_rtu v = ibcm_rtu_get(at);

	inverbs_text_add(text, "ibcm_rtu");
	inverbs_text_add(text, " local_id=0x%llx", (unsigned long long)v.local_id);
	inverbs_text_add(text, " remote_id=0x%llx", (unsigned long long)v.remote_id);
	inverbs_text_bytes(text, "private_data", v.private_data, 224);
}

/** ibcm_dreq and its fields. communication.dreq */
static inline void ibcm_dreq_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_dreq v = ibcm_dreq_get(at);

	inverbs_text_add(text, "ibcm_dreq");
	inverbs_text_add(text, " local_id=0x%llx", (unsigned long long)v.local_id);
	inverbs_text_add(text, " remote_id=0x%llx", (unsigned long long)v.remote_id);
	inverbs_text_add(text, " remote_qpn=0x%llx", (unsigned long long)v.remote_qpn);
	inverbs_text_bytes(text, "private_data", v.private_data, 220);
}

/** ibcm_drep and its fields. communication.drep */
static inline void ibcm_drep_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_drep v = ibcm_drep_get(at);

	inverbs_text_add(text, "ibcm_drep");
	inverbs_text_add(text, " local_id=0x%llx", (unsigned long long)v.local_id);
	inverbs_text_add(text, " remote_id=0x%llx", (unsigned long long)v.remote_id);
	inverbs_text_bytes(text, "private_data", v.private_data, 224);
}

/** ibcm_sidr_req and its fields. communication.sidr_req */
static inline void ibcm_sidr_req_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_sidr_req v = ibcm_sidr_req_get(at);

	inverbs_text_add(text, "ibcm_sidr_req");
	inverbs_text_add(text, " request_id=0x%llx", (unsigned long long)v.request_id);
	inverbs_text_add(text, " pkey=0x%llx", (unsigned long long)v.pkey);
	inverbs_text_add(text, " service_id=0x%llx", (unsigned long long)v.service_id);
	inverbs_text_bytes(text, "private_data", v.private_data, 216);
}

/** ibcm_sidr_rep and its fields. communication.sidr_rep */
static inline void ibcm_sidr_rep_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_sidr_rep v = ibcm_sidr_rep_get(at);

	inverbs_text_add(text, "ibcm_sidr_rep");
	inverbs_text_add(text, " request_id=0x%llx", (unsigned long long)v.request_id);
	inverbs_text_add(text, " status=%s(0x%x)", ibcm_sidr_status_name(v.status),
			 (unsigned)v.status);
	inverbs_text_add(text, " info_length=0x%llx", (unsigned long long)v.info_length);
	inverbs_text_add(text, " vendor_high=0x%llx", (unsigned long long)v.vendor_high);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " vendor_low=0x%llx", (unsigned long long)v.vendor_low);
	inverbs_text_add(text, " service_id=0x%llx", (unsigned long long)v.service_id);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_bytes(text, "info", v.info, 72);
	inverbs_text_bytes(text, "private_data", v.private_data, 136);
}

/** ibcm_lap and its fields. communication.lap */
static inline void ibcm_lap_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_lap v = ibcm_lap_get(at);

	inverbs_text_add(text, "ibcm_lap");
	inverbs_text_add(text, " local_id=0x%llx", (unsigned long long)v.local_id);
	inverbs_text_add(text, " remote_id=0x%llx", (unsigned long long)v.remote_id);
	inverbs_text_add(text, " remote_qpn=0x%llx", (unsigned long long)v.remote_qpn);
	inverbs_text_add(text, " remote_response_timeout=0x%llx",
			 (unsigned long long)v.remote_response_timeout);
	inverbs_text_add(text, " local_lid=0x%llx", (unsigned long long)v.local_lid);
	inverbs_text_add(text, " remote_lid=0x%llx", (unsigned long long)v.remote_lid);
	inverbs_text_bytes(text, "local_gid", v.local_gid, 16);
	inverbs_text_bytes(text, "remote_gid", v.remote_gid, 16);
	inverbs_text_add(text, " flow_label=0x%llx", (unsigned long long)v.flow_label);
	inverbs_text_add(text, " traffic_class=0x%llx", (unsigned long long)v.traffic_class);
	inverbs_text_add(text, " hop_limit=0x%llx", (unsigned long long)v.hop_limit);
	inverbs_text_add(text, " packet_rate=0x%llx", (unsigned long long)v.packet_rate);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	inverbs_text_add(text, " subnet_local=0x%llx", (unsigned long long)v.subnet_local);
	inverbs_text_add(text, " ack_timeout=0x%llx", (unsigned long long)v.ack_timeout);
	inverbs_text_bytes(text, "private_data", v.private_data, 168);
}

/** ibcm_apr and its fields. communication.apr */
static inline void ibcm_apr_print(struct inverbs_text *text, const void *at)
{
	const struct ibcm_apr v = ibcm_apr_get(at);

	inverbs_text_add(text, "ibcm_apr");
	inverbs_text_add(text, " local_id=0x%llx", (unsigned long long)v.local_id);
	inverbs_text_add(text, " remote_id=0x%llx", (unsigned long long)v.remote_id);
	inverbs_text_add(text, " info_length=0x%llx", (unsigned long long)v.info_length);
	inverbs_text_add(text, " status=0x%llx", (unsigned long long)v.status);
	inverbs_text_bytes(text, "info", v.info, 72);
	inverbs_text_bytes(text, "private_data", v.private_data, 148);
}

/** An attribute of the class. */
struct ibcm_attribute_info {
	uint16_t id; /**< enum ibcm_attribute */
	uint16_t bytes;
	const char *name;
	uint32_t methods; /**< methods that requests for it may have, one bit for each enum
			     mad_method */
	void (*print)(struct inverbs_text *text, const void *at);
};

/** The table's entry for an attribute, or NULL. */
static inline const struct ibcm_attribute_info *ibcm_attribute_info(uint16_t id)
{
	static const struct ibcm_attribute_info attributes[] = {
		{IBCM_ATTRIBUTE_CLASS_PORT_INFO, MAD_CLASS_PORT_INFO_SIZE, "class_port_info",
		 1U << MAD_METHOD_GET, mad_class_port_info_print},
		{IBCM_ATTRIBUTE_REQ, IBCM_REQ_SIZE, "req", 1U << MAD_METHOD_SEND, ibcm_req_print},
		{IBCM_ATTRIBUTE_MRA, IBCM_MRA_SIZE, "mra", 1U << MAD_METHOD_SEND, ibcm_mra_print},
		{IBCM_ATTRIBUTE_REJ, IBCM_REJ_SIZE, "rej", 1U << MAD_METHOD_SEND, ibcm_rej_print},
		{IBCM_ATTRIBUTE_REP, IBCM_REP_SIZE, "rep", 1U << MAD_METHOD_SEND, ibcm_rep_print},
		{IBCM_ATTRIBUTE_RTU, IBCM_RTU_SIZE, "rtu", 1U << MAD_METHOD_SEND, ibcm_rtu_print},
		{IBCM_ATTRIBUTE_DREQ, IBCM_DREQ_SIZE, "dreq", 1U << MAD_METHOD_SEND,
		 ibcm_dreq_print},
		{IBCM_ATTRIBUTE_DREP, IBCM_DREP_SIZE, "drep", 1U << MAD_METHOD_SEND,
		 ibcm_drep_print},
		{IBCM_ATTRIBUTE_SIDR_REQ, IBCM_SIDR_REQ_SIZE, "sidr_req", 1U << MAD_METHOD_SEND,
		 ibcm_sidr_req_print},
		{IBCM_ATTRIBUTE_SIDR_REP, IBCM_SIDR_REP_SIZE, "sidr_rep", 1U << MAD_METHOD_SEND,
		 ibcm_sidr_rep_print},
		{IBCM_ATTRIBUTE_LAP, IBCM_LAP_SIZE, "lap", 1U << MAD_METHOD_SEND, ibcm_lap_print},
		{IBCM_ATTRIBUTE_APR, IBCM_APR_SIZE, "apr", 1U << MAD_METHOD_SEND, ibcm_apr_print},
	};

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		if (attributes[i].id == id)
			return &attributes[i];
	}
	return NULL;
}

#endif
