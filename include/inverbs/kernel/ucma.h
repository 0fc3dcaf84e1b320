/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/ucma.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/** Commands and records of /dev/infiniband/rdma_cm, interface version 4. */
#ifndef INVERBS_KERNEL_UCMA_H
#define INVERBS_KERNEL_UCMA_H

#include <assert.h>
#include <inverbs/kernel/command.h>
#include <inverbs/kernel/uverbs.h>
#include <stddef.h>
#include <stdint.h>

/** The interface version described here; version 3 has the same commands. */
#define UCMA_VERSION 4

/** Oldest supported version. */
#define UCMA_VERSION_LEAST 3

/** Maximum number of bytes of private data in a command or event. */
#define UCMA_PRIVATE_DATA_MAX 256

/** Maximum number of path records in the response of a path query. */
#define UCMA_PATHS_MAX 6

/** Queue key of datagrams between IP addresses. */
#define UCMA_UDP_QKEY 0x01234567

/** Flags of a path record in SET_OPTION and QUERY: GMP, primary, both directions. */
#define UCMA_PATH_FLAGS 0x2b

/** Address family of native InfiniBand addresses. */
#define UCMA_AF_IB 27

/** Name spaces of ports; the number is a part of the service id. */
enum ucma_port_space {
	/** IP over InfiniBand. */
	UCMA_PORT_SPACE_IPOIB = 2,
	/** Connections. */
	UCMA_PORT_SPACE_TCP = 262,
	/** Datagrams. */
	UCMA_PORT_SPACE_UDP = 273,
	/** Native addresses; the queue pair type is in the request. */
	UCMA_PORT_SPACE_IB = 319,
};

/** Events, with the same numbers as in the API. */
enum ucma_event {
	/** The address is resolved to a device. */
	UCMA_EVENT_ADDR_RESOLVED = 0,
	/** The address is not resolved; status is a negative errno value. */
	UCMA_EVENT_ADDR_ERROR = 1,
	/** The route is resolved. */
	UCMA_EVENT_ROUTE_RESOLVED = 2,
	/** There is no route. */
	UCMA_EVENT_ROUTE_ERROR = 3,
	/** On a listener; id is the new connection's. */
	UCMA_EVENT_CONNECT_REQUEST = 4,
	/** The other side accepted; the library has to move the queue pair to RTS. */
	UCMA_EVENT_CONNECT_RESPONSE = 5,
	/** The connection failed while it was set up. */
	UCMA_EVENT_CONNECT_ERROR = 6,
	/** No response, or a datagram request refused. */
	UCMA_EVENT_UNREACHABLE = 7,
	/** The other side refused; status is its reason. */
	UCMA_EVENT_REJECTED = 8,
	/** The connection is established. */
	UCMA_EVENT_ESTABLISHED = 9,
	/** The connection ended. */
	UCMA_EVENT_DISCONNECTED = 10,
	/** The device is removed. */
	UCMA_EVENT_DEVICE_REMOVAL = 11,
	/** The group is joined. */
	UCMA_EVENT_MULTICAST_JOIN = 12,
	/** Joining failed, or the membership has ended. */
	UCMA_EVENT_MULTICAST_ERROR = 13,
	/** The address moved to another network interface. */
	UCMA_EVENT_ADDR_CHANGE = 14,
	/** The queue pair may be used again. */
	UCMA_EVENT_TIMEWAIT_EXIT = 15,
};

/** Options of QUERY. */
enum ucma_query {
	/** Addresses and device. */
	UCMA_QUERY_ADDRESS = 0,
	/** Path records. */
	UCMA_QUERY_PATH = 1,
	/** Like ADDRESS, with native InfiniBand addresses. */
	UCMA_QUERY_GID = 2,
};

/** Levels of SET_OPTION. */
enum ucma_option_level {
	/** Of the identifier. */
	UCMA_OPTION_LEVEL_ID = 0,
	/** Of InfiniBand. */
	UCMA_OPTION_LEVEL_IB = 1,
};

/** Options of level ID. */
enum ucma_id_option {
	/** Type of service, one byte. */
	UCMA_ID_OPTION_TOS = 0,
	/** Other identifiers may bind the same port, 32 bits. */
	UCMA_ID_OPTION_REUSEADDR = 1,
	/** A wildcard address covers only its address family, 32 bits. */
	UCMA_ID_OPTION_AFONLY = 2,
	/** Timeout of the queue pair, one byte. */
	UCMA_ID_OPTION_ACK_TIMEOUT = 3,
};

/** Options of level IB. */
enum ucma_ib_option {
	/** The route, path_data records. */
	UCMA_IB_OPTION_PATH = 1,
};

/**
 * Why a connection was refused; status of REJECTED. The numbers are those of InfiniBand's REJ
 * message.
 */
enum ucma_reject_reason {
	/** The queue pair is connected already. */
	UCMA_REJECT_REASON_STALE_CONNECTION = 10,
	/** No listener has this service ID. */
	UCMA_REJECT_REASON_INVALID_SERVICE_ID = 8,
	/** The program refused. */
	UCMA_REJECT_REASON_CONSUMER_DEFINED = 28,
	/** A vendor's option is not supported. */
	UCMA_REJECT_REASON_VENDOR_OPTION = 35,
};

/**
 * Why a datagram service was refused; status of UNREACHABLE. The numbers are those of InfiniBand's
 * SIDR_REP message.
 */
enum ucma_datagram_status {
	/** No listener has this service ID. */
	UCMA_DATAGRAM_STATUS_UNSUPPORTED = 1,
	/** The program refused. */
	UCMA_DATAGRAM_STATUS_REJECTED = 2,
};

/** How a multicast group is joined. */
enum ucma_join_flag {
	/** To send and to receive. */
	UCMA_JOIN_FLAG_FULL_MEMBER = 0,
	/** To send. */
	UCMA_JOIN_FLAG_SEND_ONLY = 1,
};

/** Numbers of the plain commands. */
enum ucma_command_number {
	UCMA_CMD_CREATE_ID = 0,
	UCMA_CMD_DESTROY_ID = 1,
	UCMA_CMD_BIND_IP = 2,
	UCMA_CMD_RESOLVE_IP = 3,
	UCMA_CMD_RESOLVE_ROUTE = 4,
	UCMA_CMD_QUERY_ROUTE = 5,
	UCMA_CMD_CONNECT = 6,
	UCMA_CMD_LISTEN = 7,
	UCMA_CMD_ACCEPT = 8,
	UCMA_CMD_REJECT = 9,
	UCMA_CMD_DISCONNECT = 10,
	UCMA_CMD_INIT_QP_ATTR = 11,
	UCMA_CMD_GET_EVENT = 12,
	UCMA_CMD_GET_OPTION = 13,
	UCMA_CMD_SET_OPTION = 14,
	UCMA_CMD_NOTIFY = 15,
	UCMA_CMD_JOIN_IP_MCAST = 16,
	UCMA_CMD_LEAVE_MCAST = 17,
	UCMA_CMD_MIGRATE_ID = 18,
	UCMA_CMD_QUERY = 19,
	UCMA_CMD_BIND = 20,
	UCMA_CMD_RESOLVE_ADDR = 21,
	UCMA_CMD_JOIN_MCAST = 22,
};

/** Connection parameters of one side. */
struct ucma_conn_param {
	uint32_t qp_num;             /**< 0 */
	uint32_t qkey;               /**< 4 */
	uint8_t private_data[256];   /**< 8 */
	uint8_t private_data_len;    /**< 264 */
	uint8_t srq;                 /**< 265 */
	uint8_t responder_resources; /**< 266 */
	uint8_t initiator_depth;     /**< 267 */
	uint8_t flow_control;        /**< 268 */
	uint8_t retry_count;         /**< 269 */
	uint8_t rnr_retry_count;     /**< 270 */
	uint8_t valid;               /**< 271 */
};
static_assert(sizeof(struct ucma_conn_param) == 272 &&
		      offsetof(struct ucma_conn_param, valid) == 271,
	      "layout");

/** Parameters of a datagram queue pair. */
struct ucma_ud_param {
	uint32_t qp_num;               /**< 0 */
	uint32_t qkey;                 /**< 4 */
	struct uverbs_ah_attr ah_attr; /**< 8 */
	uint8_t private_data[256];     /**< 40 */
	uint8_t private_data_len;      /**< 296 */
	uint8_t reserved[7];           /**< 297: zero */
};
static_assert(sizeof(struct ucma_ud_param) == 304 &&
		      offsetof(struct ucma_ud_param, reserved) == 297,
	      "layout");

/** Enhanced connection establishment, options of a vendor. */
struct ucma_ece {
	uint32_t vendor_id; /**< 0 */
	uint32_t attr_mod;  /**< 4 */
};
static_assert(sizeof(struct ucma_ece) == 8 && offsetof(struct ucma_ece, attr_mod) == 4, "layout");

/** A path in the response of QUERY_ROUTE. */
struct ucma_user_path_rec {
	uint8_t dgid[16];                  /**< 0 */
	uint8_t sgid[16];                  /**< 16 */
	uint16_t dlid;                     /**< 32: big endian */
	uint16_t slid;                     /**< 34: big endian */
	uint32_t raw_traffic;              /**< 36 */
	uint32_t flow_label;               /**< 40: big endian */
	uint32_t reversible;               /**< 44 */
	uint32_t mtu;                      /**< 48 */
	uint16_t pkey;                     /**< 52: big endian */
	uint8_t hop_limit;                 /**< 54 */
	uint8_t traffic_class;             /**< 55 */
	uint8_t numb_path;                 /**< 56 */
	uint8_t sl;                        /**< 57 */
	uint8_t mtu_selector;              /**< 58 */
	uint8_t rate_selector;             /**< 59 */
	uint8_t rate;                      /**< 60 */
	uint8_t packet_life_time_selector; /**< 61 */
	uint8_t packet_life_time;          /**< 62 */
	uint8_t preference;                /**< 63 */
};
static_assert(sizeof(struct ucma_user_path_rec) == 64 &&
		      offsetof(struct ucma_user_path_rec, preference) == 63,
	      "layout");

/** A path in the subnet administrator's format. */
struct ucma_path_record {
	uint64_t service_id;             /**< 0: big endian */
	uint8_t dgid[16];                /**< 8 */
	uint8_t sgid[16];                /**< 24 */
	uint16_t dlid;                   /**< 40: big endian */
	uint16_t slid;                   /**< 42: big endian */
	uint32_t flow_label_hop_limit;   /**< 44: big endian; Bits 27 to 8 flow label, 7 to 0 hop
					    limit */
	uint8_t traffic_class;           /**< 48 */
	uint8_t reversible_numb_path;    /**< 49: Bit 7 reversible, the rest number of paths */
	uint16_t pkey;                   /**< 50: big endian */
	uint16_t qos_class_sl;           /**< 52: big endian; Bits 3 to 0 service level */
	uint8_t mtu_selector_mtu;        /**< 54: Bits 7 and 6 selector */
	uint8_t rate_selector_rate;      /**< 55: Bits 7 and 6 selector */
	uint8_t life_time_selector_life; /**< 56: Bits 7 and 6 selector */
	uint8_t preference;              /**< 57 */
	uint8_t reserved[6];             /**< 58: zero */
};
static_assert(sizeof(struct ucma_path_record) == 64 &&
		      offsetof(struct ucma_path_record, reserved) == 58,
	      "layout");

/** A path record with flags for its use. */
struct ucma_path_data {
	uint32_t flags;               /**< 0 */
	uint32_t reserved;            /**< 4: zero */
	struct ucma_path_record path; /**< 8 */
};
static_assert(sizeof(struct ucma_path_data) == 72 && offsetof(struct ucma_path_data, path) == 8,
	      "layout");

/** Response of QUERY, options ADDRESS and GID. */
struct ucma_query_address {
	uint64_t node_guid;    /**< 0: big endian */
	uint8_t port_num;      /**< 8 */
	uint8_t reserved;      /**< 9: zero */
	uint16_t pkey;         /**< 10 */
	uint16_t src_size;     /**< 12 */
	uint16_t dst_size;     /**< 14 */
	uint8_t src_addr[128]; /**< 16 */
	uint8_t dst_addr[128]; /**< 144 */
	uint32_t ibdev_index;  /**< 272 */
	uint32_t reserved1;    /**< 276: zero */
};
static_assert(sizeof(struct ucma_query_address) == 280 &&
		      offsetof(struct ucma_query_address, reserved1) == 276,
	      "layout");

/** Response of QUERY, option PATH. */
struct ucma_query_paths {
	uint32_t num_paths;                 /**< 0 */
	uint32_t reserved;                  /**< 4: zero */
	struct ucma_path_data path_data[6]; /**< 8 */
};
static_assert(sizeof(struct ucma_query_paths) == 440 &&
		      offsetof(struct ucma_query_paths, path_data) == 8,
	      "layout");

/** Request of CREATE_ID. */
struct ucma_create_id_req {
	uint64_t uid;        /**< 0 */
	uint64_t response;   /**< 8: address of the response */
	uint16_t ps;         /**< 16: enum ucma_port_space */
	uint8_t qp_type;     /**< 18: Used only with port space IB */
	uint8_t reserved[5]; /**< 19: zero */
};
static_assert(sizeof(struct ucma_create_id_req) == 24 &&
		      offsetof(struct ucma_create_id_req, reserved) == 19,
	      "layout");

/** Response of CREATE_ID. */
struct ucma_create_id_resp {
	uint32_t id; /**< 0: handle of a cm_id */
};
static_assert(sizeof(struct ucma_create_id_resp) == 4 &&
		      offsetof(struct ucma_create_id_resp, id) == 0,
	      "layout");

/** Request of DESTROY_ID. */
struct ucma_destroy_id_req {
	uint64_t response; /**< 0: address of the response */
	uint32_t id;       /**< 8: handle of a cm_id */
	uint32_t reserved; /**< 12: zero */
};
static_assert(sizeof(struct ucma_destroy_id_req) == 16 &&
		      offsetof(struct ucma_destroy_id_req, reserved) == 12,
	      "layout");

/** Response of DESTROY_ID. */
struct ucma_destroy_id_resp {
	uint32_t events_reported; /**< 0 */
};
static_assert(sizeof(struct ucma_destroy_id_resp) == 4 &&
		      offsetof(struct ucma_destroy_id_resp, events_reported) == 0,
	      "layout");

/** Request of BIND_IP. */
struct ucma_bind_ip_req {
	uint64_t response; /**< 0: Not used */
	uint8_t addr[28];  /**< 8 */
	uint32_t id;       /**< 36: handle of a cm_id */
};
static_assert(sizeof(struct ucma_bind_ip_req) == 40 && offsetof(struct ucma_bind_ip_req, id) == 36,
	      "layout");

/** Request of RESOLVE_IP. */
struct ucma_resolve_ip_req {
	uint8_t src_addr[28]; /**< 0 */
	uint8_t dst_addr[28]; /**< 28 */
	uint32_t id;          /**< 56: handle of a cm_id */
	uint32_t timeout_ms;  /**< 60 */
};
static_assert(sizeof(struct ucma_resolve_ip_req) == 64 &&
		      offsetof(struct ucma_resolve_ip_req, timeout_ms) == 60,
	      "layout");

/** Request of RESOLVE_ROUTE. */
struct ucma_resolve_route_req {
	uint32_t id;         /**< 0: handle of a cm_id */
	uint32_t timeout_ms; /**< 4 */
};
static_assert(sizeof(struct ucma_resolve_route_req) == 8 &&
		      offsetof(struct ucma_resolve_route_req, timeout_ms) == 4,
	      "layout");

/** Request of QUERY_ROUTE. */
struct ucma_query_route_req {
	uint64_t response; /**< 0: address of the response */
	uint32_t id;       /**< 8: handle of a cm_id */
	uint32_t option;   /**< 12 */
};
static_assert(sizeof(struct ucma_query_route_req) == 16 &&
		      offsetof(struct ucma_query_route_req, option) == 12,
	      "layout");

/** Response of QUERY_ROUTE. */
struct ucma_query_route_resp {
	uint64_t node_guid;                    /**< 0: big endian */
	struct ucma_user_path_rec ib_route[2]; /**< 8 */
	uint8_t src_addr[28];                  /**< 136 */
	uint8_t dst_addr[28];                  /**< 164 */
	uint32_t num_paths;                    /**< 192 */
	uint8_t port_num;                      /**< 196 */
	uint8_t reserved[3];                   /**< 197: zero */
	uint32_t ibdev_index;                  /**< 200 */
	uint32_t reserved1;                    /**< 204: zero */
};
static_assert(sizeof(struct ucma_query_route_resp) == 208 &&
		      offsetof(struct ucma_query_route_resp, reserved1) == 204,
	      "layout");

/** Request of CONNECT. */
struct ucma_connect_req {
	struct ucma_conn_param conn_param; /**< 0 */
	uint32_t id;                       /**< 272: handle of a cm_id */
	uint32_t reserved;                 /**< 276: zero */
	struct ucma_ece ece;               /**< 280 */
};
static_assert(sizeof(struct ucma_connect_req) == 288 &&
		      offsetof(struct ucma_connect_req, ece) == 280,
	      "layout");

/** Request of LISTEN. */
struct ucma_listen_req {
	uint32_t id;      /**< 0: handle of a cm_id */
	uint32_t backlog; /**< 4: Maximum number of unread requests */
};
static_assert(sizeof(struct ucma_listen_req) == 8 && offsetof(struct ucma_listen_req, backlog) == 4,
	      "layout");

/** Request of ACCEPT. */
struct ucma_accept_req {
	uint64_t uid;                      /**< 0 */
	struct ucma_conn_param conn_param; /**< 8 */
	uint32_t id;                       /**< 280: handle of a cm_id */
	uint32_t reserved;                 /**< 284: zero */
	struct ucma_ece ece;               /**< 288 */
};
static_assert(sizeof(struct ucma_accept_req) == 296 && offsetof(struct ucma_accept_req, ece) == 288,
	      "layout");

/** Request of REJECT. */
struct ucma_reject_req {
	uint32_t id;               /**< 0: handle of a cm_id */
	uint8_t private_data_len;  /**< 4 */
	uint8_t reason;            /**< 5: enum ucma_reject_reason, 0 for CONSUMER_DEFINED */
	uint8_t reserved[2];       /**< 6: zero */
	uint8_t private_data[256]; /**< 8 */
};
static_assert(sizeof(struct ucma_reject_req) == 264 &&
		      offsetof(struct ucma_reject_req, private_data) == 8,
	      "layout");

/** Request of DISCONNECT. */
struct ucma_disconnect_req {
	uint32_t id; /**< 0: handle of a cm_id */
};
static_assert(sizeof(struct ucma_disconnect_req) == 4 &&
		      offsetof(struct ucma_disconnect_req, id) == 0,
	      "layout");

/** Request of INIT_QP_ATTR. */
struct ucma_init_qp_attr_req {
	uint64_t response; /**< 0: address of the response */
	uint32_t id;       /**< 8: handle of a cm_id */
	uint32_t qp_state; /**< 12 */
};
static_assert(sizeof(struct ucma_init_qp_attr_req) == 16 &&
		      offsetof(struct ucma_init_qp_attr_req, qp_state) == 12,
	      "layout");

/** Response of INIT_QP_ATTR. */
struct ucma_init_qp_attr_resp {
	struct uverbs_qp_attr attr; /**< 0 */
};
static_assert(sizeof(struct ucma_init_qp_attr_resp) == 144 &&
		      offsetof(struct ucma_init_qp_attr_resp, attr) == 0,
	      "layout");

/** Request of GET_EVENT. */
struct ucma_get_event_req {
	uint64_t response; /**< 0: address of the response */
};
static_assert(sizeof(struct ucma_get_event_req) == 8 &&
		      offsetof(struct ucma_get_event_req, response) == 0,
	      "layout");

/** Response of GET_EVENT. */
struct ucma_get_event_resp {
	uint64_t uid;   /**< 0 */
	uint32_t id;    /**< 8 */
	uint32_t event; /**< 12: enum ucma_event */
	int32_t status; /**< 16: Negative errno value, or a reason */
	union {
		struct ucma_conn_param conn;
		struct ucma_ud_param ud;
	} param;             /**< 20 */
	uint32_t reserved;   /**< 324: zero */
	struct ucma_ece ece; /**< 328 */
};
static_assert(sizeof(struct ucma_get_event_resp) == 336 &&
		      offsetof(struct ucma_get_event_resp, ece) == 328,
	      "layout");

/** Request of SET_OPTION. */
struct ucma_set_option_req {
	uint64_t optval;  /**< 0 */
	uint32_t id;      /**< 8: handle of a cm_id */
	uint32_t level;   /**< 12: enum ucma_option_level */
	uint32_t optname; /**< 16 */
	uint32_t optlen;  /**< 20 */
};
static_assert(sizeof(struct ucma_set_option_req) == 24 &&
		      offsetof(struct ucma_set_option_req, optlen) == 20,
	      "layout");

/** Request of NOTIFY. */
struct ucma_notify_req {
	uint32_t id;    /**< 0: handle of a cm_id */
	uint32_t event; /**< 4 */
};
static_assert(sizeof(struct ucma_notify_req) == 8 && offsetof(struct ucma_notify_req, event) == 4,
	      "layout");

/** Request of JOIN_IP_MCAST. */
struct ucma_join_ip_mcast_req {
	uint64_t response; /**< 0: address of the response */
	uint64_t uid;      /**< 8 */
	uint8_t addr[28];  /**< 16 */
	uint32_t id;       /**< 44: handle of a cm_id */
};
static_assert(sizeof(struct ucma_join_ip_mcast_req) == 48 &&
		      offsetof(struct ucma_join_ip_mcast_req, id) == 44,
	      "layout");

/** Response of JOIN_IP_MCAST. */
struct ucma_join_ip_mcast_resp {
	uint32_t id; /**< 0: handle of a multicast */
};
static_assert(sizeof(struct ucma_join_ip_mcast_resp) == 4 &&
		      offsetof(struct ucma_join_ip_mcast_resp, id) == 0,
	      "layout");

/** Request of LEAVE_MCAST. */
struct ucma_leave_mcast_req {
	uint64_t response; /**< 0: address of the response */
	uint32_t id;       /**< 8: handle of a multicast */
	uint32_t reserved; /**< 12: zero */
};
static_assert(sizeof(struct ucma_leave_mcast_req) == 16 &&
		      offsetof(struct ucma_leave_mcast_req, reserved) == 12,
	      "layout");

/** Response of LEAVE_MCAST. */
struct ucma_leave_mcast_resp {
	uint32_t events_reported; /**< 0 */
};
static_assert(sizeof(struct ucma_leave_mcast_resp) == 4 &&
		      offsetof(struct ucma_leave_mcast_resp, events_reported) == 0,
	      "layout");

/** Request of MIGRATE_ID. */
struct ucma_migrate_id_req {
	uint64_t response; /**< 0: address of the response */
	uint32_t id;       /**< 8: handle of a cm_id */
	uint32_t fd;       /**< 12: file descriptor */
};
static_assert(sizeof(struct ucma_migrate_id_req) == 16 &&
		      offsetof(struct ucma_migrate_id_req, fd) == 12,
	      "layout");

/** Response of MIGRATE_ID. */
struct ucma_migrate_id_resp {
	uint32_t events_reported; /**< 0 */
};
static_assert(sizeof(struct ucma_migrate_id_resp) == 4 &&
		      offsetof(struct ucma_migrate_id_resp, events_reported) == 0,
	      "layout");

/** Request of QUERY. */
struct ucma_query_req {
	uint64_t response; /**< 0: address of the response */
	uint32_t id;       /**< 8: handle of a cm_id */
	uint32_t option;   /**< 12: enum ucma_query */
};
static_assert(sizeof(struct ucma_query_req) == 16 && offsetof(struct ucma_query_req, option) == 12,
	      "layout");

/** Response of QUERY. */
struct ucma_query_resp {
	union {
		struct ucma_query_address address;
		struct ucma_query_paths paths;
	} about; /**< 0 */
};
static_assert(sizeof(struct ucma_query_resp) == 440 && offsetof(struct ucma_query_resp, about) == 0,
	      "layout");

/** Request of BIND. */
struct ucma_bind_req {
	uint32_t id;        /**< 0: handle of a cm_id */
	uint16_t addr_size; /**< 4 */
	uint16_t reserved;  /**< 6: zero */
	uint8_t addr[128];  /**< 8 */
};
static_assert(sizeof(struct ucma_bind_req) == 136 && offsetof(struct ucma_bind_req, addr) == 8,
	      "layout");

/** Request of RESOLVE_ADDR. */
struct ucma_resolve_addr_req {
	uint32_t id;           /**< 0: handle of a cm_id */
	uint32_t timeout_ms;   /**< 4 */
	uint16_t src_size;     /**< 8 */
	uint16_t dst_size;     /**< 10 */
	uint32_t reserved;     /**< 12: zero */
	uint8_t src_addr[128]; /**< 16 */
	uint8_t dst_addr[128]; /**< 144 */
};
static_assert(sizeof(struct ucma_resolve_addr_req) == 272 &&
		      offsetof(struct ucma_resolve_addr_req, dst_addr) == 144,
	      "layout");

/** Request of JOIN_MCAST. */
struct ucma_join_mcast_req {
	uint64_t response;   /**< 0: address of the response */
	uint64_t uid;        /**< 8 */
	uint32_t id;         /**< 16: handle of a cm_id */
	uint16_t addr_size;  /**< 20 */
	uint16_t join_flags; /**< 22: enum ucma_join_flag */
	uint8_t addr[128];   /**< 24 */
};
static_assert(sizeof(struct ucma_join_mcast_req) == 152 &&
		      offsetof(struct ucma_join_mcast_req, addr) == 24,
	      "layout");

/** Response of JOIN_MCAST. */
struct ucma_join_mcast_resp {
	uint32_t id; /**< 0: handle of a multicast */
};
static_assert(sizeof(struct ucma_join_mcast_resp) == 4 &&
		      offsetof(struct ucma_join_mcast_resp, id) == 0,
	      "layout");

/** The table's entry of a command by the number in its header (bit 31: extended), or NULL. */
static inline const struct uverbs_command_info *ucma_command_info(uint32_t command)
{
	static const struct uverbs_command_info ordinary[] = {
		{"CREATE_ID", 24, 4, UVERBS_HAS_RESPONSE, -1, -1, 24, 4, 8},
		{"DESTROY_ID", 16, 4, UVERBS_HAS_RESPONSE, -1, -1, 16, 4, 0},
		{"BIND_IP", 40, 0, 0, -1, -1, 40, 0, -1},
		{"RESOLVE_IP", 64, 0, 0, -1, -1, 64, 0, -1},
		{"RESOLVE_ROUTE", 8, 0, 0, -1, -1, 8, 0, -1},
		{"QUERY_ROUTE", 16, 208, UVERBS_HAS_RESPONSE, -1, -1, 16, 200, 0},
		{"CONNECT", 288, 0, 0, -1, -1, 280, 0, -1},
		{"LISTEN", 8, 0, 0, -1, -1, 8, 0, -1},
		{"ACCEPT", 296, 0, 0, -1, -1, 288, 0, -1},
		{"REJECT", 264, 0, 0, -1, -1, 264, 0, -1},
		{"DISCONNECT", 4, 0, 0, -1, -1, 4, 0, -1},
		{"INIT_QP_ATTR", 16, 144, UVERBS_HAS_RESPONSE, -1, -1, 16, 144, 0},
		{"GET_EVENT", 8, 336, UVERBS_HAS_RESPONSE, -1, -1, 8, 324, 0},
		{"GET_OPTION", 0, 0, UVERBS_NEVER, -1, -1, 0, 0, -1},
		{"SET_OPTION", 24, 0, 0, -1, -1, 24, 0, -1},
		{"NOTIFY", 8, 0, 0, -1, -1, 8, 0, -1},
		{"JOIN_IP_MCAST", 48, 4, UVERBS_HAS_RESPONSE, -1, -1, 48, 4, 0},
		{"LEAVE_MCAST", 16, 4, UVERBS_HAS_RESPONSE, -1, -1, 16, 4, 0},
		{"MIGRATE_ID", 16, 4, UVERBS_HAS_RESPONSE, 12, -1, 16, 4, 0},
		{"QUERY", 16, 440, UVERBS_HAS_RESPONSE, -1, -1, 16, 8, 0},
		{"BIND", 136, 0, 0, -1, -1, 136, 0, -1},
		{"RESOLVE_ADDR", 272, 0, 0, -1, -1, 272, 0, -1},
		{"JOIN_MCAST", 152, 4, UVERBS_HAS_RESPONSE, -1, -1, 152, 4, 0},
	};
	const struct uverbs_command_info *table = ordinary;
	uint32_t entries = sizeof(ordinary) / sizeof(ordinary[0]);

	return command < entries && table[command].name ? &table[command] : NULL;
}

/** Name of a command by the number in its header, "?" if there is none. */
static inline const char *ucma_command_name(uint32_t command)
{
	const struct uverbs_command_info *info = ucma_command_info(command);

	return info ? info->name : "?";
}

#endif
