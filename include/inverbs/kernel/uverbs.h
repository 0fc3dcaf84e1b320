/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/uverbs.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/** Commands and records of /dev/infiniband/uverbsN, interface version 6. */
#ifndef INVERBS_KERNEL_UVERBS_H
#define INVERBS_KERNEL_UVERBS_H

#include <assert.h>
#include <inverbs/kernel/command.h>
#include <stddef.h>
#include <stdint.h>

/** The number of RDMA_VERBS_IOCTL. */
#define UVERBS_IOCTL 0xc0181b01

/** Maximum number of bytes of header and attributes. */
#define UVERBS_IOCTL_MAX 4096

/** Flag of an attribute: refuse the call rather than ignore it. */
#define UVERBS_ATTR_MANDATORY 1

/** Flag of an attribute that the kernel sets: this output has been filled. */
#define UVERBS_ATTR_FILLED 2

/** Attribute with driver-private request data, in every method that accepts it. */
#define UVERBS_ATTR_DRIVER_IN 0x1000

/** Attribute with the driver-private response data. */
#define UVERBS_ATTR_DRIVER_OUT 0x1001

/** The interface version described here. */
#define UVERBS_VERSION 6

/** Oldest supported version. */
#define UVERBS_VERSION_LEAST 3

/** Numbers of the plain commands. */
enum uverbs_command_number {
	UVERBS_CMD_GET_CONTEXT = 0,
	UVERBS_CMD_QUERY_DEVICE = 1,
	UVERBS_CMD_QUERY_PORT = 2,
	UVERBS_CMD_ALLOC_PD = 3,
	UVERBS_CMD_DEALLOC_PD = 4,
	UVERBS_CMD_CREATE_AH = 5,
	UVERBS_CMD_MODIFY_AH = 6,
	UVERBS_CMD_QUERY_AH = 7,
	UVERBS_CMD_DESTROY_AH = 8,
	UVERBS_CMD_REG_MR = 9,
	UVERBS_CMD_REG_SMR = 10,
	UVERBS_CMD_REREG_MR = 11,
	UVERBS_CMD_QUERY_MR = 12,
	UVERBS_CMD_DEREG_MR = 13,
	UVERBS_CMD_ALLOC_MW = 14,
	UVERBS_CMD_BIND_MW = 15,
	UVERBS_CMD_DEALLOC_MW = 16,
	UVERBS_CMD_CREATE_COMP_CHANNEL = 17,
	UVERBS_CMD_CREATE_CQ = 18,
	UVERBS_CMD_RESIZE_CQ = 19,
	UVERBS_CMD_DESTROY_CQ = 20,
	UVERBS_CMD_POLL_CQ = 21,
	UVERBS_CMD_PEEK_CQ = 22,
	UVERBS_CMD_REQ_NOTIFY_CQ = 23,
	UVERBS_CMD_CREATE_QP = 24,
	UVERBS_CMD_QUERY_QP = 25,
	UVERBS_CMD_MODIFY_QP = 26,
	UVERBS_CMD_DESTROY_QP = 27,
	UVERBS_CMD_POST_SEND = 28,
	UVERBS_CMD_POST_RECV = 29,
	UVERBS_CMD_ATTACH_MCAST = 30,
	UVERBS_CMD_DETACH_MCAST = 31,
	UVERBS_CMD_CREATE_SRQ = 32,
	UVERBS_CMD_MODIFY_SRQ = 33,
	UVERBS_CMD_QUERY_SRQ = 34,
	UVERBS_CMD_DESTROY_SRQ = 35,
	UVERBS_CMD_POST_SRQ_RECV = 36,
	UVERBS_CMD_OPEN_XRCD = 37,
	UVERBS_CMD_CLOSE_XRCD = 38,
	UVERBS_CMD_CREATE_XSRQ = 39,
	UVERBS_CMD_OPEN_QP = 40,
};

/** Numbers of the extended commands, without bit 31. */
enum uverbs_extended_command_number {
	UVERBS_EX_CMD_QUERY_DEVICE = 1,
	UVERBS_EX_CMD_CREATE_CQ = 18,
	UVERBS_EX_CMD_CREATE_QP = 24,
	UVERBS_EX_CMD_MODIFY_QP = 26,
	UVERBS_EX_CMD_CREATE_FLOW = 50,
	UVERBS_EX_CMD_DESTROY_FLOW = 51,
	UVERBS_EX_CMD_CREATE_WQ = 52,
	UVERBS_EX_CMD_MODIFY_WQ = 53,
	UVERBS_EX_CMD_DESTROY_WQ = 54,
	UVERBS_EX_CMD_CREATE_RWQ_IND_TBL = 55,
	UVERBS_EX_CMD_DESTROY_RWQ_IND_TBL = 56,
	UVERBS_EX_CMD_MODIFY_CQ = 57,
};

/**
 * Header of every command. Lengths count 32-bit words; in an extended command 64-bit words, of the
 * core parts only.
 */
struct uverbs_cmd_hdr {
	uint32_t command;   /**< 0 */
	uint16_t in_words;  /**< 4 */
	uint16_t out_words; /**< 6 */
};
static_assert(sizeof(struct uverbs_cmd_hdr) == 8 && offsetof(struct uverbs_cmd_hdr, out_words) == 6,
	      "layout");

/** Second header, of extended commands (bit 31 of the number). */
struct uverbs_ex_cmd_hdr {
	uint64_t response;           /**< 0: address of the response */
	uint16_t provider_in_words;  /**< 8 */
	uint16_t provider_out_words; /**< 10 */
	uint32_t cmd_hdr_reserved;   /**< 12: zero */
};
static_assert(sizeof(struct uverbs_ex_cmd_hdr) == 16 &&
		      offsetof(struct uverbs_ex_cmd_hdr, cmd_hdr_reserved) == 12,
	      "layout");

/** One record of an asynchronous event file. */
struct uverbs_async_event {
	uint64_t element;    /**< 0 */
	uint32_t event_type; /**< 8 */
	uint32_t reserved;   /**< 12: zero */
};
static_assert(sizeof(struct uverbs_async_event) == 16 &&
		      offsetof(struct uverbs_async_event, reserved) == 12,
	      "layout");

/** One record of a completion channel. */
struct uverbs_comp_event {
	uint64_t cq_handle; /**< 0 */
};
static_assert(sizeof(struct uverbs_comp_event) == 8 &&
		      offsetof(struct uverbs_comp_event, cq_handle) == 0,
	      "layout");

/** Capabilities of on-demand paging, per transport. */
struct uverbs_odp_caps {
	uint64_t general_caps; /**< 0 */
	uint32_t rc_odp_caps;  /**< 8 */
	uint32_t uc_odp_caps;  /**< 12 */
	uint32_t ud_odp_caps;  /**< 16 */
	uint32_t reserved;     /**< 20: zero */
};
static_assert(sizeof(struct uverbs_odp_caps) == 24 &&
		      offsetof(struct uverbs_odp_caps, reserved) == 20,
	      "layout");

/** Receive hashing limits. */
struct uverbs_rss_caps {
	uint32_t supported_qpts;                 /**< 0 */
	uint32_t max_rwq_indirection_tables;     /**< 4 */
	uint32_t max_rwq_indirection_table_size; /**< 8 */
	uint32_t reserved;                       /**< 12: zero */
};
static_assert(sizeof(struct uverbs_rss_caps) == 16 &&
		      offsetof(struct uverbs_rss_caps, reserved) == 12,
	      "layout");

/** Tag matching limits. */
struct uverbs_tm_caps {
	uint32_t max_rndv_hdr_size; /**< 0 */
	uint32_t max_num_tags;      /**< 4 */
	uint32_t flags;             /**< 8 */
	uint32_t max_ops;           /**< 12 */
	uint32_t max_sge;           /**< 16 */
	uint32_t reserved;          /**< 20: zero */
};
static_assert(sizeof(struct uverbs_tm_caps) == 24 &&
		      offsetof(struct uverbs_tm_caps, reserved) == 20,
	      "layout");

/** Completion moderation limits. */
struct uverbs_cq_moderation_caps {
	uint16_t max_cq_moderation_count;  /**< 0 */
	uint16_t max_cq_moderation_period; /**< 2 */
	uint32_t reserved;                 /**< 4: zero */
};
static_assert(sizeof(struct uverbs_cq_moderation_caps) == 8 &&
		      offsetof(struct uverbs_cq_moderation_caps, reserved) == 4,
	      "layout");

/** Response of QUERY_PORT. */
struct uverbs_query_port_resp {
	uint32_t port_cap_flags; /**< 0 */
	uint32_t max_msg_sz;     /**< 4 */
	uint32_t bad_pkey_cntr;  /**< 8 */
	uint32_t qkey_viol_cntr; /**< 12 */
	uint32_t gid_tbl_len;    /**< 16 */
	uint16_t pkey_tbl_len;   /**< 20 */
	uint16_t lid;            /**< 22 */
	uint16_t sm_lid;         /**< 24 */
	uint8_t state;           /**< 26 */
	uint8_t max_mtu;         /**< 27 */
	uint8_t active_mtu;      /**< 28 */
	uint8_t lmc;             /**< 29 */
	uint8_t max_vl_num;      /**< 30 */
	uint8_t sm_sl;           /**< 31 */
	uint8_t subnet_timeout;  /**< 32 */
	uint8_t init_type_reply; /**< 33 */
	uint8_t active_width;    /**< 34 */
	uint8_t active_speed;    /**< 35 */
	uint8_t phys_state;      /**< 36 */
	uint8_t link_layer;      /**< 37 */
	uint8_t flags;           /**< 38 */
	uint8_t reserved;        /**< 39: zero */
};
static_assert(sizeof(struct uverbs_query_port_resp) == 40 &&
		      offsetof(struct uverbs_query_port_resp, reserved) == 39,
	      "layout");

/** Port attributes of the ioctl method. */
struct uverbs_query_port_resp_ex {
	struct uverbs_query_port_resp legacy_resp; /**< 0 */
	uint16_t port_cap_flags2;                  /**< 40 */
	uint8_t reserved[6];                       /**< 42: zero */
};
static_assert(sizeof(struct uverbs_query_port_resp_ex) == 48 &&
		      offsetof(struct uverbs_query_port_resp_ex, reserved) == 42,
	      "layout");

/** Moderation of completion events, one after a number of completions or microseconds. */
struct uverbs_cq_moderation {
	uint16_t cq_count;  /**< 0 */
	uint16_t cq_period; /**< 2 */
};
static_assert(sizeof(struct uverbs_cq_moderation) == 4 &&
		      offsetof(struct uverbs_cq_moderation, cq_period) == 2,
	      "layout");

/** One completion, as POLL_CQ returns it. */
struct uverbs_wc {
	uint64_t wr_id;      /**< 0 */
	uint32_t status;     /**< 8 */
	uint32_t opcode;     /**< 12 */
	uint32_t vendor_err; /**< 16 */
	uint32_t byte_len;   /**< 20 */
	union {
		uint32_t imm_data;
		uint32_t invalidate_rkey;
	} ex;                   /**< 24: big endian */
	uint32_t qp_num;        /**< 28 */
	uint32_t src_qp;        /**< 32 */
	uint32_t wc_flags;      /**< 36 */
	uint16_t pkey_index;    /**< 40 */
	uint16_t slid;          /**< 42 */
	uint8_t sl;             /**< 44 */
	uint8_t dlid_path_bits; /**< 45 */
	uint8_t port_num;       /**< 46 */
	uint8_t reserved;       /**< 47: zero */
};
static_assert(sizeof(struct uverbs_wc) == 48 && offsetof(struct uverbs_wc, reserved) == 47,
	      "layout");

/** Address vector inside queue pair commands. */
struct uverbs_qp_dest {
	uint8_t dgid[16];      /**< 0 */
	uint32_t flow_label;   /**< 16 */
	uint16_t dlid;         /**< 20 */
	uint16_t reserved;     /**< 22: zero */
	uint8_t sgid_index;    /**< 24 */
	uint8_t hop_limit;     /**< 25 */
	uint8_t traffic_class; /**< 26 */
	uint8_t sl;            /**< 27 */
	uint8_t src_path_bits; /**< 28 */
	uint8_t static_rate;   /**< 29 */
	uint8_t is_global;     /**< 30 */
	uint8_t port_num;      /**< 31 */
};
static_assert(sizeof(struct uverbs_qp_dest) == 32 &&
		      offsetof(struct uverbs_qp_dest, port_num) == 31,
	      "layout");

/** Queue capacities, ioctl method. */
struct uverbs_qp_cap {
	uint32_t max_send_wr;     /**< 0 */
	uint32_t max_recv_wr;     /**< 4 */
	uint32_t max_send_sge;    /**< 8 */
	uint32_t max_recv_sge;    /**< 12 */
	uint32_t max_inline_data; /**< 16 */
};
static_assert(sizeof(struct uverbs_qp_cap) == 20 &&
		      offsetof(struct uverbs_qp_cap, max_inline_data) == 16,
	      "layout");

/** Global part of an address vector. */
struct uverbs_global_route {
	uint8_t dgid[16];      /**< 0 */
	uint32_t flow_label;   /**< 16 */
	uint8_t sgid_index;    /**< 20 */
	uint8_t hop_limit;     /**< 21 */
	uint8_t traffic_class; /**< 22 */
	uint8_t reserved;      /**< 23: zero */
};
static_assert(sizeof(struct uverbs_global_route) == 24 &&
		      offsetof(struct uverbs_global_route, reserved) == 23,
	      "layout");

/** Address vector of an address handle. */
struct uverbs_ah_attr {
	struct uverbs_global_route grh; /**< 0 */
	uint16_t dlid;                  /**< 24 */
	uint8_t sl;                     /**< 26 */
	uint8_t src_path_bits;          /**< 27 */
	uint8_t static_rate;            /**< 28 */
	uint8_t is_global;              /**< 29 */
	uint8_t port_num;               /**< 30 */
	uint8_t reserved;               /**< 31: zero */
};
static_assert(sizeof(struct uverbs_ah_attr) == 32 &&
		      offsetof(struct uverbs_ah_attr, reserved) == 31,
	      "layout");

/** Queue pair attributes as the connection manager's file returns them. */
struct uverbs_qp_attr {
	uint32_t qp_attr_mask;             /**< 0 */
	uint32_t qp_state;                 /**< 4 */
	uint32_t cur_qp_state;             /**< 8 */
	uint32_t path_mtu;                 /**< 12 */
	uint32_t path_mig_state;           /**< 16 */
	uint32_t qkey;                     /**< 20 */
	uint32_t rq_psn;                   /**< 24 */
	uint32_t sq_psn;                   /**< 28 */
	uint32_t dest_qp_num;              /**< 32 */
	uint32_t qp_access_flags;          /**< 36 */
	struct uverbs_ah_attr ah_attr;     /**< 40 */
	struct uverbs_ah_attr alt_ah_attr; /**< 72 */
	uint32_t max_send_wr;              /**< 104 */
	uint32_t max_recv_wr;              /**< 108 */
	uint32_t max_send_sge;             /**< 112 */
	uint32_t max_recv_sge;             /**< 116 */
	uint32_t max_inline_data;          /**< 120 */
	uint16_t pkey_index;               /**< 124 */
	uint16_t alt_pkey_index;           /**< 126 */
	uint8_t en_sqd_async_notify;       /**< 128 */
	uint8_t sq_draining;               /**< 129 */
	uint8_t max_rd_atomic;             /**< 130 */
	uint8_t max_dest_rd_atomic;        /**< 131 */
	uint8_t min_rnr_timer;             /**< 132 */
	uint8_t port_num;                  /**< 133 */
	uint8_t timeout;                   /**< 134 */
	uint8_t retry_cnt;                 /**< 135 */
	uint8_t rnr_retry;                 /**< 136 */
	uint8_t alt_port_num;              /**< 137 */
	uint8_t alt_timeout;               /**< 138 */
	uint8_t reserved[5];               /**< 139: zero */
};
static_assert(sizeof(struct uverbs_qp_attr) == 144 &&
		      offsetof(struct uverbs_qp_attr, reserved) == 139,
	      "layout");

/** Peer memory of an RDMA write or read. */
struct uverbs_send_wr_rdma {
	uint64_t remote_addr; /**< 0 */
	uint32_t rkey;        /**< 8 */
	uint32_t reserved;    /**< 12: zero */
};
static_assert(sizeof(struct uverbs_send_wr_rdma) == 16 &&
		      offsetof(struct uverbs_send_wr_rdma, reserved) == 12,
	      "layout");

/** Peer memory and operands of an atomic. */
struct uverbs_send_wr_atomic {
	uint64_t remote_addr; /**< 0 */
	uint64_t compare_add; /**< 8 */
	uint64_t swap;        /**< 16 */
	uint32_t rkey;        /**< 24 */
	uint32_t reserved;    /**< 28: zero */
};
static_assert(sizeof(struct uverbs_send_wr_atomic) == 32 &&
		      offsetof(struct uverbs_send_wr_atomic, reserved) == 28,
	      "layout");

/** Destination of a datagram. */
struct uverbs_send_wr_ud {
	uint32_t ah;          /**< 0: handle of a ah */
	uint32_t remote_qpn;  /**< 4 */
	uint32_t remote_qkey; /**< 8 */
	uint32_t reserved;    /**< 12: zero */
};
static_assert(sizeof(struct uverbs_send_wr_ud) == 16 &&
		      offsetof(struct uverbs_send_wr_ud, reserved) == 12,
	      "layout");

/** One send work request of POST_SEND. */
struct uverbs_send_wr {
	uint64_t wr_id;      /**< 0 */
	uint32_t num_sge;    /**< 8 */
	uint32_t opcode;     /**< 12 */
	uint32_t send_flags; /**< 16 */
	union {
		uint32_t imm_data;
		uint32_t invalidate_rkey;
	} ex; /**< 20: big endian */
	union {
		struct uverbs_send_wr_rdma rdma;
		struct uverbs_send_wr_atomic atomic;
		struct uverbs_send_wr_ud ud;
	} wr; /**< 24 */
};
static_assert(sizeof(struct uverbs_send_wr) == 56 && offsetof(struct uverbs_send_wr, wr) == 24,
	      "layout");

/** One SGE. */
struct uverbs_sge {
	uint64_t addr;   /**< 0 */
	uint32_t length; /**< 8 */
	uint32_t lkey;   /**< 12 */
};
static_assert(sizeof(struct uverbs_sge) == 16 && offsetof(struct uverbs_sge, lkey) == 12, "layout");

/** One receive work request. */
struct uverbs_recv_wr {
	uint64_t wr_id;    /**< 0 */
	uint32_t num_sge;  /**< 8 */
	uint32_t reserved; /**< 12: zero */
};
static_assert(sizeof(struct uverbs_recv_wr) == 16 &&
		      offsetof(struct uverbs_recv_wr, reserved) == 12,
	      "layout");

/** Header of a steering rule. A list of flow_spec_hdr follows. */
struct uverbs_flow_attr {
	uint32_t type;        /**< 0 */
	uint16_t size;        /**< 4 */
	uint16_t priority;    /**< 6 */
	uint8_t num_of_specs; /**< 8 */
	uint8_t reserved[2];  /**< 9: zero */
	uint8_t port;         /**< 11 */
	uint32_t flags;       /**< 12 */
};
static_assert(sizeof(struct uverbs_flow_attr) == 16 &&
		      offsetof(struct uverbs_flow_attr, flags) == 12,
	      "layout");

/** Header of one specification of a steering rule. A list of u64 follows. */
struct uverbs_flow_spec_hdr {
	uint32_t type;     /**< 0 */
	uint16_t size;     /**< 4 */
	uint16_t reserved; /**< 6: zero */
};
static_assert(sizeof(struct uverbs_flow_spec_hdr) == 8 &&
		      offsetof(struct uverbs_flow_spec_hdr, reserved) == 6,
	      "layout");

/** Ethernet header fields. */
struct uverbs_flow_eth_filter {
	uint8_t dst_mac[6];  /**< 0 */
	uint8_t src_mac[6];  /**< 6 */
	uint16_t ether_type; /**< 12: big endian */
	uint16_t vlan_tag;   /**< 14: big endian */
};
static_assert(sizeof(struct uverbs_flow_eth_filter) == 16 &&
		      offsetof(struct uverbs_flow_eth_filter, vlan_tag) == 14,
	      "layout");

/** Match on the Ethernet header. */
struct uverbs_flow_spec_eth {
	uint32_t type;                      /**< 0 */
	uint16_t size;                      /**< 4 */
	uint16_t reserved;                  /**< 6: zero */
	struct uverbs_flow_eth_filter val;  /**< 8 */
	struct uverbs_flow_eth_filter mask; /**< 24 */
};
static_assert(sizeof(struct uverbs_flow_spec_eth) == 40 &&
		      offsetof(struct uverbs_flow_spec_eth, mask) == 24,
	      "layout");

/** IPv4 header fields. */
struct uverbs_flow_ipv4_filter {
	uint32_t src_ip; /**< 0: big endian */
	uint32_t dst_ip; /**< 4: big endian */
	uint8_t proto;   /**< 8 */
	uint8_t tos;     /**< 9 */
	uint8_t ttl;     /**< 10 */
	uint8_t flags;   /**< 11 */
};
static_assert(sizeof(struct uverbs_flow_ipv4_filter) == 12 &&
		      offsetof(struct uverbs_flow_ipv4_filter, flags) == 11,
	      "layout");

/** Match on the IPv4 header. */
struct uverbs_flow_spec_ipv4 {
	uint32_t type;                       /**< 0 */
	uint16_t size;                       /**< 4 */
	uint16_t reserved;                   /**< 6: zero */
	struct uverbs_flow_ipv4_filter val;  /**< 8 */
	struct uverbs_flow_ipv4_filter mask; /**< 20 */
};
static_assert(sizeof(struct uverbs_flow_spec_ipv4) == 32 &&
		      offsetof(struct uverbs_flow_spec_ipv4, mask) == 20,
	      "layout");

/** IPv6 header fields. */
struct uverbs_flow_ipv6_filter {
	uint8_t src_ip[16];    /**< 0 */
	uint8_t dst_ip[16];    /**< 16 */
	uint32_t flow_label;   /**< 32: big endian */
	uint8_t next_hdr;      /**< 36 */
	uint8_t traffic_class; /**< 37 */
	uint8_t hop_limit;     /**< 38 */
	uint8_t reserved;      /**< 39: zero */
};
static_assert(sizeof(struct uverbs_flow_ipv6_filter) == 40 &&
		      offsetof(struct uverbs_flow_ipv6_filter, reserved) == 39,
	      "layout");

/** Match on the IPv6 header. */
struct uverbs_flow_spec_ipv6 {
	uint32_t type;                       /**< 0 */
	uint16_t size;                       /**< 4 */
	uint16_t reserved;                   /**< 6: zero */
	struct uverbs_flow_ipv6_filter val;  /**< 8 */
	struct uverbs_flow_ipv6_filter mask; /**< 48 */
};
static_assert(sizeof(struct uverbs_flow_spec_ipv6) == 88 &&
		      offsetof(struct uverbs_flow_spec_ipv6, mask) == 48,
	      "layout");

/** TCP or UDP ports. */
struct uverbs_flow_tcp_udp_filter {
	uint16_t dst_port; /**< 0: big endian */
	uint16_t src_port; /**< 2: big endian */
};
static_assert(sizeof(struct uverbs_flow_tcp_udp_filter) == 4 &&
		      offsetof(struct uverbs_flow_tcp_udp_filter, src_port) == 2,
	      "layout");

/** Match on TCP or UDP ports. */
struct uverbs_flow_spec_tcp_udp {
	uint32_t type;                          /**< 0 */
	uint16_t size;                          /**< 4 */
	uint16_t reserved;                      /**< 6: zero */
	struct uverbs_flow_tcp_udp_filter val;  /**< 8 */
	struct uverbs_flow_tcp_udp_filter mask; /**< 12 */
};
static_assert(sizeof(struct uverbs_flow_spec_tcp_udp) == 16 &&
		      offsetof(struct uverbs_flow_spec_tcp_udp, mask) == 12,
	      "layout");

/** Tunnel number. */
struct uverbs_flow_tunnel_filter {
	uint32_t tunnel_id; /**< 0: big endian */
};
static_assert(sizeof(struct uverbs_flow_tunnel_filter) == 4 &&
		      offsetof(struct uverbs_flow_tunnel_filter, tunnel_id) == 0,
	      "layout");

/** Match on a tunnel number. */
struct uverbs_flow_spec_tunnel {
	uint32_t type;                         /**< 0 */
	uint16_t size;                         /**< 4 */
	uint16_t reserved;                     /**< 6: zero */
	struct uverbs_flow_tunnel_filter val;  /**< 8 */
	struct uverbs_flow_tunnel_filter mask; /**< 12 */
};
static_assert(sizeof(struct uverbs_flow_spec_tunnel) == 16 &&
		      offsetof(struct uverbs_flow_spec_tunnel, mask) == 12,
	      "layout");

/** Mark matching packets. */
struct uverbs_flow_spec_action_tag {
	uint32_t type;      /**< 0 */
	uint16_t size;      /**< 4 */
	uint16_t reserved;  /**< 6: zero */
	uint32_t tag_id;    /**< 8 */
	uint32_t reserved1; /**< 12: zero */
};
static_assert(sizeof(struct uverbs_flow_spec_action_tag) == 16 &&
		      offsetof(struct uverbs_flow_spec_action_tag, reserved1) == 12,
	      "layout");

/** Drop matching packets. */
struct uverbs_flow_spec_action_drop {
	uint32_t type;     /**< 0 */
	uint16_t size;     /**< 4 */
	uint16_t reserved; /**< 6: zero */
};
static_assert(sizeof(struct uverbs_flow_spec_action_drop) == 8 &&
		      offsetof(struct uverbs_flow_spec_action_drop, reserved) == 6,
	      "layout");

/** Header of an RDMA_VERBS_IOCTL call; its attributes follow. A list of ioctl_attr follows. */
struct uverbs_ioctl_hdr {
	uint16_t length;    /**< 0 */
	uint16_t object_id; /**< 2 */
	uint16_t method_id; /**< 4 */
	uint16_t num_attrs; /**< 6 */
	uint64_t reserved1; /**< 8: zero */
	uint32_t driver_id; /**< 16 */
	uint32_t reserved2; /**< 20: zero */
};
static_assert(sizeof(struct uverbs_ioctl_hdr) == 24 &&
		      offsetof(struct uverbs_ioctl_hdr, reserved2) == 20,
	      "layout");

/** One attribute of an ioctl call. */
struct uverbs_ioctl_attr {
	uint16_t attr_id; /**< 0 */
	uint16_t len;     /**< 2 */
	uint16_t flags;   /**< 4 */
	uint8_t elem_id;  /**< 6 */
	uint8_t reserved; /**< 7: zero */
	uint64_t data;    /**< 8 */
};
static_assert(sizeof(struct uverbs_ioctl_attr) == 16 &&
		      offsetof(struct uverbs_ioctl_attr, data) == 8,
	      "layout");

/** One GID table entry, ioctl method. */
struct uverbs_gid_entry {
	uint64_t gid[2];         /**< 0 */
	uint32_t gid_index;      /**< 16 */
	uint32_t port_num;       /**< 20 */
	uint32_t gid_type;       /**< 24 */
	uint32_t netdev_ifindex; /**< 28 */
};
static_assert(sizeof(struct uverbs_gid_entry) == 32 &&
		      offsetof(struct uverbs_gid_entry, netdev_ifindex) == 28,
	      "layout");

/** Request of GET_CONTEXT. */
struct uverbs_get_context_req {
	uint64_t response; /**< 0: address of the response */
};
static_assert(sizeof(struct uverbs_get_context_req) == 8 &&
		      offsetof(struct uverbs_get_context_req, response) == 0,
	      "layout");

/** Response of GET_CONTEXT. */
struct uverbs_get_context_resp {
	uint32_t async_fd;         /**< 0: file descriptor */
	uint32_t num_comp_vectors; /**< 4 */
};
static_assert(sizeof(struct uverbs_get_context_resp) == 8 &&
		      offsetof(struct uverbs_get_context_resp, num_comp_vectors) == 4,
	      "layout");

/** Request of QUERY_DEVICE. */
struct uverbs_query_device_req {
	uint64_t response; /**< 0: address of the response */
};
static_assert(sizeof(struct uverbs_query_device_req) == 8 &&
		      offsetof(struct uverbs_query_device_req, response) == 0,
	      "layout");

/** Response of QUERY_DEVICE. */
struct uverbs_query_device_resp {
	uint64_t fw_ver;                    /**< 0 */
	uint64_t node_guid;                 /**< 8: big endian */
	uint64_t sys_image_guid;            /**< 16: big endian */
	uint64_t max_mr_size;               /**< 24 */
	uint64_t page_size_cap;             /**< 32 */
	uint32_t vendor_id;                 /**< 40 */
	uint32_t vendor_part_id;            /**< 44 */
	uint32_t hw_ver;                    /**< 48 */
	uint32_t max_qp;                    /**< 52 */
	uint32_t max_qp_wr;                 /**< 56 */
	uint32_t device_cap_flags;          /**< 60 */
	uint32_t max_sge;                   /**< 64 */
	uint32_t max_sge_rd;                /**< 68 */
	uint32_t max_cq;                    /**< 72 */
	uint32_t max_cqe;                   /**< 76 */
	uint32_t max_mr;                    /**< 80 */
	uint32_t max_pd;                    /**< 84 */
	uint32_t max_qp_rd_atom;            /**< 88 */
	uint32_t max_ee_rd_atom;            /**< 92 */
	uint32_t max_res_rd_atom;           /**< 96 */
	uint32_t max_qp_init_rd_atom;       /**< 100 */
	uint32_t max_ee_init_rd_atom;       /**< 104 */
	uint32_t atomic_cap;                /**< 108 */
	uint32_t max_ee;                    /**< 112 */
	uint32_t max_rdd;                   /**< 116 */
	uint32_t max_mw;                    /**< 120 */
	uint32_t max_raw_ipv6_qp;           /**< 124 */
	uint32_t max_raw_ethy_qp;           /**< 128 */
	uint32_t max_mcast_grp;             /**< 132 */
	uint32_t max_mcast_qp_attach;       /**< 136 */
	uint32_t max_total_mcast_qp_attach; /**< 140 */
	uint32_t max_ah;                    /**< 144 */
	uint32_t max_fmr;                   /**< 148 */
	uint32_t max_map_per_fmr;           /**< 152 */
	uint32_t max_srq;                   /**< 156 */
	uint32_t max_srq_wr;                /**< 160 */
	uint32_t max_srq_sge;               /**< 164 */
	uint16_t max_pkeys;                 /**< 168 */
	uint8_t local_ca_ack_delay;         /**< 170 */
	uint8_t phys_port_cnt;              /**< 171 */
	uint8_t reserved[4];                /**< 172: zero */
};
static_assert(sizeof(struct uverbs_query_device_resp) == 176 &&
		      offsetof(struct uverbs_query_device_resp, reserved) == 172,
	      "layout");

/** Request of QUERY_PORT. */
struct uverbs_query_port_req {
	uint64_t response;   /**< 0: address of the response */
	uint8_t port_num;    /**< 8 */
	uint8_t reserved[7]; /**< 9: zero */
};
static_assert(sizeof(struct uverbs_query_port_req) == 16 &&
		      offsetof(struct uverbs_query_port_req, reserved) == 9,
	      "layout");

/** Request of ALLOC_PD. */
struct uverbs_alloc_pd_req {
	uint64_t response; /**< 0: address of the response */
};
static_assert(sizeof(struct uverbs_alloc_pd_req) == 8 &&
		      offsetof(struct uverbs_alloc_pd_req, response) == 0,
	      "layout");

/** Response of ALLOC_PD. */
struct uverbs_alloc_pd_resp {
	uint32_t pd_handle; /**< 0: handle of a pd */
};
static_assert(sizeof(struct uverbs_alloc_pd_resp) == 4 &&
		      offsetof(struct uverbs_alloc_pd_resp, pd_handle) == 0,
	      "layout");

/** Request of DEALLOC_PD. */
struct uverbs_dealloc_pd_req {
	uint32_t pd_handle; /**< 0: handle of a pd */
};
static_assert(sizeof(struct uverbs_dealloc_pd_req) == 4 &&
		      offsetof(struct uverbs_dealloc_pd_req, pd_handle) == 0,
	      "layout");

/** Request of CREATE_AH. */
struct uverbs_create_ah_req {
	uint64_t response;          /**< 0: address of the response */
	uint64_t user_handle;       /**< 8 */
	uint32_t pd_handle;         /**< 16: handle of a pd */
	uint32_t reserved;          /**< 20: zero */
	struct uverbs_ah_attr attr; /**< 24 */
};
static_assert(sizeof(struct uverbs_create_ah_req) == 56 &&
		      offsetof(struct uverbs_create_ah_req, attr) == 24,
	      "layout");

/** Response of CREATE_AH. */
struct uverbs_create_ah_resp {
	uint32_t ah_handle; /**< 0: handle of a ah */
};
static_assert(sizeof(struct uverbs_create_ah_resp) == 4 &&
		      offsetof(struct uverbs_create_ah_resp, ah_handle) == 0,
	      "layout");

/** Request of DESTROY_AH. */
struct uverbs_destroy_ah_req {
	uint32_t ah_handle; /**< 0: handle of a ah */
};
static_assert(sizeof(struct uverbs_destroy_ah_req) == 4 &&
		      offsetof(struct uverbs_destroy_ah_req, ah_handle) == 0,
	      "layout");

/** Request of REG_MR. */
struct uverbs_reg_mr_req {
	uint64_t response;     /**< 0: address of the response */
	uint64_t start;        /**< 8 */
	uint64_t length;       /**< 16 */
	uint64_t hca_va;       /**< 24 */
	uint32_t pd_handle;    /**< 32: handle of a pd */
	uint32_t access_flags; /**< 36 */
};
static_assert(sizeof(struct uverbs_reg_mr_req) == 40 &&
		      offsetof(struct uverbs_reg_mr_req, access_flags) == 36,
	      "layout");

/** Response of REG_MR. */
struct uverbs_reg_mr_resp {
	uint32_t mr_handle; /**< 0: handle of a mr */
	uint32_t lkey;      /**< 4 */
	uint32_t rkey;      /**< 8 */
};
static_assert(sizeof(struct uverbs_reg_mr_resp) == 12 &&
		      offsetof(struct uverbs_reg_mr_resp, rkey) == 8,
	      "layout");

/** Request of REREG_MR. */
struct uverbs_rereg_mr_req {
	uint64_t response;     /**< 0: address of the response */
	uint32_t mr_handle;    /**< 8: handle of a mr */
	uint32_t flags;        /**< 12 */
	uint64_t start;        /**< 16 */
	uint64_t length;       /**< 24 */
	uint64_t hca_va;       /**< 32 */
	uint32_t pd_handle;    /**< 40: handle of a pd */
	uint32_t access_flags; /**< 44 */
};
static_assert(sizeof(struct uverbs_rereg_mr_req) == 48 &&
		      offsetof(struct uverbs_rereg_mr_req, access_flags) == 44,
	      "layout");

/** Response of REREG_MR. */
struct uverbs_rereg_mr_resp {
	uint32_t lkey; /**< 0 */
	uint32_t rkey; /**< 4 */
};
static_assert(sizeof(struct uverbs_rereg_mr_resp) == 8 &&
		      offsetof(struct uverbs_rereg_mr_resp, rkey) == 4,
	      "layout");

/** Request of DEREG_MR. */
struct uverbs_dereg_mr_req {
	uint32_t mr_handle; /**< 0: handle of a mr */
};
static_assert(sizeof(struct uverbs_dereg_mr_req) == 4 &&
		      offsetof(struct uverbs_dereg_mr_req, mr_handle) == 0,
	      "layout");

/** Request of ALLOC_MW. */
struct uverbs_alloc_mw_req {
	uint64_t response;   /**< 0: address of the response */
	uint32_t pd_handle;  /**< 8: handle of a pd */
	uint8_t mw_type;     /**< 12 */
	uint8_t reserved[3]; /**< 13: zero */
};
static_assert(sizeof(struct uverbs_alloc_mw_req) == 16 &&
		      offsetof(struct uverbs_alloc_mw_req, reserved) == 13,
	      "layout");

/** Response of ALLOC_MW. */
struct uverbs_alloc_mw_resp {
	uint32_t mw_handle; /**< 0: handle of a mw */
	uint32_t rkey;      /**< 4 */
};
static_assert(sizeof(struct uverbs_alloc_mw_resp) == 8 &&
		      offsetof(struct uverbs_alloc_mw_resp, rkey) == 4,
	      "layout");

/** Request of DEALLOC_MW. */
struct uverbs_dealloc_mw_req {
	uint32_t mw_handle; /**< 0: handle of a mw */
};
static_assert(sizeof(struct uverbs_dealloc_mw_req) == 4 &&
		      offsetof(struct uverbs_dealloc_mw_req, mw_handle) == 0,
	      "layout");

/** Request of CREATE_COMP_CHANNEL. */
struct uverbs_create_comp_channel_req {
	uint64_t response; /**< 0: address of the response */
};
static_assert(sizeof(struct uverbs_create_comp_channel_req) == 8 &&
		      offsetof(struct uverbs_create_comp_channel_req, response) == 0,
	      "layout");

/** Response of CREATE_COMP_CHANNEL. */
struct uverbs_create_comp_channel_resp {
	uint32_t fd; /**< 0: file descriptor */
};
static_assert(sizeof(struct uverbs_create_comp_channel_resp) == 4 &&
		      offsetof(struct uverbs_create_comp_channel_resp, fd) == 0,
	      "layout");

/** Request of CREATE_CQ. */
struct uverbs_create_cq_req {
	uint64_t response;    /**< 0: address of the response */
	uint64_t user_handle; /**< 8 */
	uint32_t cqe;         /**< 16 */
	uint32_t comp_vector; /**< 20 */
	int32_t comp_channel; /**< 24: file descriptor */
	uint32_t reserved;    /**< 28: zero */
};
static_assert(sizeof(struct uverbs_create_cq_req) == 32 &&
		      offsetof(struct uverbs_create_cq_req, reserved) == 28,
	      "layout");

/** Response of CREATE_CQ. */
struct uverbs_create_cq_resp {
	uint32_t cq_handle; /**< 0: handle of a cq */
	uint32_t cqe;       /**< 4 */
};
static_assert(sizeof(struct uverbs_create_cq_resp) == 8 &&
		      offsetof(struct uverbs_create_cq_resp, cqe) == 4,
	      "layout");

/** Request of RESIZE_CQ. */
struct uverbs_resize_cq_req {
	uint64_t response;  /**< 0: address of the response */
	uint32_t cq_handle; /**< 8: handle of a cq */
	uint32_t cqe;       /**< 12 */
};
static_assert(sizeof(struct uverbs_resize_cq_req) == 16 &&
		      offsetof(struct uverbs_resize_cq_req, cqe) == 12,
	      "layout");

/** Response of RESIZE_CQ. */
struct uverbs_resize_cq_resp {
	uint32_t cqe;      /**< 0 */
	uint32_t reserved; /**< 4: zero */
};
static_assert(sizeof(struct uverbs_resize_cq_resp) == 8 &&
		      offsetof(struct uverbs_resize_cq_resp, reserved) == 4,
	      "layout");

/** Request of DESTROY_CQ. */
struct uverbs_destroy_cq_req {
	uint64_t response;  /**< 0: address of the response */
	uint32_t cq_handle; /**< 8: handle of a cq */
	uint32_t reserved;  /**< 12: zero */
};
static_assert(sizeof(struct uverbs_destroy_cq_req) == 16 &&
		      offsetof(struct uverbs_destroy_cq_req, reserved) == 12,
	      "layout");

/** Response of DESTROY_CQ. */
struct uverbs_destroy_cq_resp {
	uint32_t comp_events_reported;  /**< 0 */
	uint32_t async_events_reported; /**< 4 */
};
static_assert(sizeof(struct uverbs_destroy_cq_resp) == 8 &&
		      offsetof(struct uverbs_destroy_cq_resp, async_events_reported) == 4,
	      "layout");

/** Request of POLL_CQ. */
struct uverbs_poll_cq_req {
	uint64_t response;  /**< 0: address of the response */
	uint32_t cq_handle; /**< 8: handle of a cq */
	uint32_t ne;        /**< 12 */
};
static_assert(sizeof(struct uverbs_poll_cq_req) == 16 &&
		      offsetof(struct uverbs_poll_cq_req, ne) == 12,
	      "layout");

/** Response of POLL_CQ. A list of wc follows. */
struct uverbs_poll_cq_resp {
	uint32_t count;    /**< 0 */
	uint32_t reserved; /**< 4: zero */
};
static_assert(sizeof(struct uverbs_poll_cq_resp) == 8 &&
		      offsetof(struct uverbs_poll_cq_resp, reserved) == 4,
	      "layout");

/** Request of REQ_NOTIFY_CQ. */
struct uverbs_req_notify_cq_req {
	uint32_t cq_handle;      /**< 0: handle of a cq */
	uint32_t solicited_only; /**< 4 */
};
static_assert(sizeof(struct uverbs_req_notify_cq_req) == 8 &&
		      offsetof(struct uverbs_req_notify_cq_req, solicited_only) == 4,
	      "layout");

/** Request of CREATE_QP. */
struct uverbs_create_qp_req {
	uint64_t response;        /**< 0: address of the response */
	uint64_t user_handle;     /**< 8 */
	uint32_t pd_handle;       /**< 16: handle of a pd */
	uint32_t send_cq_handle;  /**< 20: handle of a cq */
	uint32_t recv_cq_handle;  /**< 24: handle of a cq */
	uint32_t srq_handle;      /**< 28: handle of a srq */
	uint32_t max_send_wr;     /**< 32 */
	uint32_t max_recv_wr;     /**< 36 */
	uint32_t max_send_sge;    /**< 40 */
	uint32_t max_recv_sge;    /**< 44 */
	uint32_t max_inline_data; /**< 48 */
	uint8_t sq_sig_all;       /**< 52 */
	uint8_t qp_type;          /**< 53 */
	uint8_t is_srq;           /**< 54 */
	uint8_t reserved;         /**< 55: zero */
};
static_assert(sizeof(struct uverbs_create_qp_req) == 56 &&
		      offsetof(struct uverbs_create_qp_req, reserved) == 55,
	      "layout");

/** Response of CREATE_QP. */
struct uverbs_create_qp_resp {
	uint32_t qp_handle;       /**< 0: handle of a qp */
	uint32_t qpn;             /**< 4 */
	uint32_t max_send_wr;     /**< 8 */
	uint32_t max_recv_wr;     /**< 12 */
	uint32_t max_send_sge;    /**< 16 */
	uint32_t max_recv_sge;    /**< 20 */
	uint32_t max_inline_data; /**< 24 */
	uint32_t reserved;        /**< 28: zero */
};
static_assert(sizeof(struct uverbs_create_qp_resp) == 32 &&
		      offsetof(struct uverbs_create_qp_resp, reserved) == 28,
	      "layout");

/** Request of QUERY_QP. */
struct uverbs_query_qp_req {
	uint64_t response;  /**< 0: address of the response */
	uint32_t qp_handle; /**< 8: handle of a qp */
	uint32_t attr_mask; /**< 12 */
};
static_assert(sizeof(struct uverbs_query_qp_req) == 16 &&
		      offsetof(struct uverbs_query_qp_req, attr_mask) == 12,
	      "layout");

/** Response of QUERY_QP. */
struct uverbs_query_qp_resp {
	struct uverbs_qp_dest dest;     /**< 0 */
	struct uverbs_qp_dest alt_dest; /**< 32 */
	uint32_t max_send_wr;           /**< 64 */
	uint32_t max_recv_wr;           /**< 68 */
	uint32_t max_send_sge;          /**< 72 */
	uint32_t max_recv_sge;          /**< 76 */
	uint32_t max_inline_data;       /**< 80 */
	uint32_t qkey;                  /**< 84 */
	uint32_t rq_psn;                /**< 88 */
	uint32_t sq_psn;                /**< 92 */
	uint32_t dest_qp_num;           /**< 96 */
	uint32_t qp_access_flags;       /**< 100 */
	uint16_t pkey_index;            /**< 104 */
	uint16_t alt_pkey_index;        /**< 106 */
	uint8_t qp_state;               /**< 108 */
	uint8_t cur_qp_state;           /**< 109 */
	uint8_t path_mtu;               /**< 110 */
	uint8_t path_mig_state;         /**< 111 */
	uint8_t sq_draining;            /**< 112 */
	uint8_t max_rd_atomic;          /**< 113 */
	uint8_t max_dest_rd_atomic;     /**< 114 */
	uint8_t min_rnr_timer;          /**< 115 */
	uint8_t port_num;               /**< 116 */
	uint8_t timeout;                /**< 117 */
	uint8_t retry_cnt;              /**< 118 */
	uint8_t rnr_retry;              /**< 119 */
	uint8_t alt_port_num;           /**< 120 */
	uint8_t alt_timeout;            /**< 121 */
	uint8_t sq_sig_all;             /**< 122 */
	uint8_t reserved[5];            /**< 123: zero */
};
static_assert(sizeof(struct uverbs_query_qp_resp) == 128 &&
		      offsetof(struct uverbs_query_qp_resp, reserved) == 123,
	      "layout");

/** Request of MODIFY_QP. */
struct uverbs_modify_qp_req {
	struct uverbs_qp_dest dest;     /**< 0 */
	struct uverbs_qp_dest alt_dest; /**< 32 */
	uint32_t qp_handle;             /**< 64: handle of a qp */
	uint32_t attr_mask;             /**< 68 */
	uint32_t qkey;                  /**< 72 */
	uint32_t rq_psn;                /**< 76 */
	uint32_t sq_psn;                /**< 80 */
	uint32_t dest_qp_num;           /**< 84 */
	uint32_t qp_access_flags;       /**< 88 */
	uint16_t pkey_index;            /**< 92 */
	uint16_t alt_pkey_index;        /**< 94 */
	uint8_t qp_state;               /**< 96 */
	uint8_t cur_qp_state;           /**< 97 */
	uint8_t path_mtu;               /**< 98 */
	uint8_t path_mig_state;         /**< 99 */
	uint8_t en_sqd_async_notify;    /**< 100 */
	uint8_t max_rd_atomic;          /**< 101 */
	uint8_t max_dest_rd_atomic;     /**< 102 */
	uint8_t min_rnr_timer;          /**< 103 */
	uint8_t port_num;               /**< 104 */
	uint8_t timeout;                /**< 105 */
	uint8_t retry_cnt;              /**< 106 */
	uint8_t rnr_retry;              /**< 107 */
	uint8_t alt_port_num;           /**< 108 */
	uint8_t alt_timeout;            /**< 109 */
	uint8_t reserved[2];            /**< 110: zero */
};
static_assert(sizeof(struct uverbs_modify_qp_req) == 112 &&
		      offsetof(struct uverbs_modify_qp_req, reserved) == 110,
	      "layout");

/** Request of DESTROY_QP. */
struct uverbs_destroy_qp_req {
	uint64_t response;  /**< 0: address of the response */
	uint32_t qp_handle; /**< 8: handle of a qp */
	uint32_t reserved;  /**< 12: zero */
};
static_assert(sizeof(struct uverbs_destroy_qp_req) == 16 &&
		      offsetof(struct uverbs_destroy_qp_req, reserved) == 12,
	      "layout");

/** Response of DESTROY_QP. */
struct uverbs_destroy_qp_resp {
	uint32_t events_reported; /**< 0 */
};
static_assert(sizeof(struct uverbs_destroy_qp_resp) == 4 &&
		      offsetof(struct uverbs_destroy_qp_resp, events_reported) == 0,
	      "layout");

/** Request of POST_SEND. A list of send_wr follows. */
struct uverbs_post_send_req {
	uint64_t response;  /**< 0: address of the response */
	uint32_t qp_handle; /**< 8: handle of a qp */
	uint32_t wr_count;  /**< 12 */
	uint32_t sge_count; /**< 16 */
	uint32_t wqe_size;  /**< 20 */
};
static_assert(sizeof(struct uverbs_post_send_req) == 24 &&
		      offsetof(struct uverbs_post_send_req, wqe_size) == 20,
	      "layout");

/** Response of POST_SEND. */
struct uverbs_post_send_resp {
	uint32_t bad_wr; /**< 0 */
};
static_assert(sizeof(struct uverbs_post_send_resp) == 4 &&
		      offsetof(struct uverbs_post_send_resp, bad_wr) == 0,
	      "layout");

/** Request of POST_RECV. A list of recv_wr follows. */
struct uverbs_post_recv_req {
	uint64_t response;  /**< 0: address of the response */
	uint32_t qp_handle; /**< 8: handle of a qp */
	uint32_t wr_count;  /**< 12 */
	uint32_t sge_count; /**< 16 */
	uint32_t wqe_size;  /**< 20 */
};
static_assert(sizeof(struct uverbs_post_recv_req) == 24 &&
		      offsetof(struct uverbs_post_recv_req, wqe_size) == 20,
	      "layout");

/** Response of POST_RECV. */
struct uverbs_post_recv_resp {
	uint32_t bad_wr; /**< 0 */
};
static_assert(sizeof(struct uverbs_post_recv_resp) == 4 &&
		      offsetof(struct uverbs_post_recv_resp, bad_wr) == 0,
	      "layout");

/** Request of ATTACH_MCAST. */
struct uverbs_attach_mcast_req {
	uint8_t gid[16];    /**< 0 */
	uint32_t qp_handle; /**< 16: handle of a qp */
	uint16_t mlid;      /**< 20 */
	uint16_t reserved;  /**< 22: zero */
};
static_assert(sizeof(struct uverbs_attach_mcast_req) == 24 &&
		      offsetof(struct uverbs_attach_mcast_req, reserved) == 22,
	      "layout");

/** Request of DETACH_MCAST. */
struct uverbs_detach_mcast_req {
	uint8_t gid[16];    /**< 0 */
	uint32_t qp_handle; /**< 16: handle of a qp */
	uint16_t mlid;      /**< 20 */
	uint16_t reserved;  /**< 22: zero */
};
static_assert(sizeof(struct uverbs_detach_mcast_req) == 24 &&
		      offsetof(struct uverbs_detach_mcast_req, reserved) == 22,
	      "layout");

/** Request of CREATE_SRQ. */
struct uverbs_create_srq_req {
	uint64_t response;    /**< 0: address of the response */
	uint64_t user_handle; /**< 8 */
	uint32_t pd_handle;   /**< 16: handle of a pd */
	uint32_t max_wr;      /**< 20 */
	uint32_t max_sge;     /**< 24 */
	uint32_t srq_limit;   /**< 28 */
};
static_assert(sizeof(struct uverbs_create_srq_req) == 32 &&
		      offsetof(struct uverbs_create_srq_req, srq_limit) == 28,
	      "layout");

/** Response of CREATE_SRQ. */
struct uverbs_create_srq_resp {
	uint32_t srq_handle; /**< 0: handle of a srq */
	uint32_t max_wr;     /**< 4 */
	uint32_t max_sge;    /**< 8 */
	uint32_t srqn;       /**< 12 */
};
static_assert(sizeof(struct uverbs_create_srq_resp) == 16 &&
		      offsetof(struct uverbs_create_srq_resp, srqn) == 12,
	      "layout");

/** Request of MODIFY_SRQ. */
struct uverbs_modify_srq_req {
	uint32_t srq_handle; /**< 0: handle of a srq */
	uint32_t attr_mask;  /**< 4 */
	uint32_t max_wr;     /**< 8 */
	uint32_t srq_limit;  /**< 12 */
};
static_assert(sizeof(struct uverbs_modify_srq_req) == 16 &&
		      offsetof(struct uverbs_modify_srq_req, srq_limit) == 12,
	      "layout");

/** Request of QUERY_SRQ. */
struct uverbs_query_srq_req {
	uint64_t response;   /**< 0: address of the response */
	uint32_t srq_handle; /**< 8: handle of a srq */
	uint32_t reserved;   /**< 12: zero */
};
static_assert(sizeof(struct uverbs_query_srq_req) == 16 &&
		      offsetof(struct uverbs_query_srq_req, reserved) == 12,
	      "layout");

/** Response of QUERY_SRQ. */
struct uverbs_query_srq_resp {
	uint32_t max_wr;    /**< 0 */
	uint32_t max_sge;   /**< 4 */
	uint32_t srq_limit; /**< 8 */
	uint32_t reserved;  /**< 12: zero */
};
static_assert(sizeof(struct uverbs_query_srq_resp) == 16 &&
		      offsetof(struct uverbs_query_srq_resp, reserved) == 12,
	      "layout");

/** Request of DESTROY_SRQ. */
struct uverbs_destroy_srq_req {
	uint64_t response;   /**< 0: address of the response */
	uint32_t srq_handle; /**< 8: handle of a srq */
	uint32_t reserved;   /**< 12: zero */
};
static_assert(sizeof(struct uverbs_destroy_srq_req) == 16 &&
		      offsetof(struct uverbs_destroy_srq_req, reserved) == 12,
	      "layout");

/** Response of DESTROY_SRQ. */
struct uverbs_destroy_srq_resp {
	uint32_t events_reported; /**< 0 */
};
static_assert(sizeof(struct uverbs_destroy_srq_resp) == 4 &&
		      offsetof(struct uverbs_destroy_srq_resp, events_reported) == 0,
	      "layout");

/** Request of POST_SRQ_RECV. A list of recv_wr follows. */
struct uverbs_post_srq_recv_req {
	uint64_t response;   /**< 0: address of the response */
	uint32_t srq_handle; /**< 8: handle of a srq */
	uint32_t wr_count;   /**< 12 */
	uint32_t sge_count;  /**< 16 */
	uint32_t wqe_size;   /**< 20 */
};
static_assert(sizeof(struct uverbs_post_srq_recv_req) == 24 &&
		      offsetof(struct uverbs_post_srq_recv_req, wqe_size) == 20,
	      "layout");

/** Response of POST_SRQ_RECV. */
struct uverbs_post_srq_recv_resp {
	uint32_t bad_wr; /**< 0 */
};
static_assert(sizeof(struct uverbs_post_srq_recv_resp) == 4 &&
		      offsetof(struct uverbs_post_srq_recv_resp, bad_wr) == 0,
	      "layout");

/** Request of OPEN_XRCD. */
struct uverbs_open_xrcd_req {
	uint64_t response; /**< 0: address of the response */
	uint32_t fd;       /**< 8: file descriptor */
	uint32_t oflags;   /**< 12 */
};
static_assert(sizeof(struct uverbs_open_xrcd_req) == 16 &&
		      offsetof(struct uverbs_open_xrcd_req, oflags) == 12,
	      "layout");

/** Response of OPEN_XRCD. */
struct uverbs_open_xrcd_resp {
	uint32_t xrcd_handle; /**< 0: handle of a xrcd */
};
static_assert(sizeof(struct uverbs_open_xrcd_resp) == 4 &&
		      offsetof(struct uverbs_open_xrcd_resp, xrcd_handle) == 0,
	      "layout");

/** Request of CLOSE_XRCD. */
struct uverbs_close_xrcd_req {
	uint32_t xrcd_handle; /**< 0: handle of a xrcd */
};
static_assert(sizeof(struct uverbs_close_xrcd_req) == 4 &&
		      offsetof(struct uverbs_close_xrcd_req, xrcd_handle) == 0,
	      "layout");

/** Request of CREATE_XSRQ. */
struct uverbs_create_xsrq_req {
	uint64_t response;     /**< 0: address of the response */
	uint64_t user_handle;  /**< 8 */
	uint32_t srq_type;     /**< 16 */
	uint32_t pd_handle;    /**< 20: handle of a pd */
	uint32_t max_wr;       /**< 24 */
	uint32_t max_sge;      /**< 28 */
	uint32_t srq_limit;    /**< 32 */
	uint32_t max_num_tags; /**< 36 */
	uint32_t xrcd_handle;  /**< 40: handle of a xrcd */
	uint32_t cq_handle;    /**< 44: handle of a cq */
};
static_assert(sizeof(struct uverbs_create_xsrq_req) == 48 &&
		      offsetof(struct uverbs_create_xsrq_req, cq_handle) == 44,
	      "layout");

/** Response of CREATE_XSRQ. */
struct uverbs_create_xsrq_resp {
	uint32_t srq_handle; /**< 0: handle of a srq */
	uint32_t max_wr;     /**< 4 */
	uint32_t max_sge;    /**< 8 */
	uint32_t srqn;       /**< 12 */
};
static_assert(sizeof(struct uverbs_create_xsrq_resp) == 16 &&
		      offsetof(struct uverbs_create_xsrq_resp, srqn) == 12,
	      "layout");

/** Request of OPEN_QP. */
struct uverbs_open_qp_req {
	uint64_t response;    /**< 0: address of the response */
	uint64_t user_handle; /**< 8 */
	uint32_t pd_handle;   /**< 16: handle of a pd */
	uint32_t qpn;         /**< 20 */
	uint8_t qp_type;      /**< 24 */
	uint8_t reserved[7];  /**< 25: zero */
};
static_assert(sizeof(struct uverbs_open_qp_req) == 32 &&
		      offsetof(struct uverbs_open_qp_req, reserved) == 25,
	      "layout");

/** Response of OPEN_QP. */
struct uverbs_open_qp_resp {
	uint32_t qp_handle;       /**< 0: handle of a qp */
	uint32_t qpn;             /**< 4 */
	uint32_t max_send_wr;     /**< 8 */
	uint32_t max_recv_wr;     /**< 12 */
	uint32_t max_send_sge;    /**< 16 */
	uint32_t max_recv_sge;    /**< 20 */
	uint32_t max_inline_data; /**< 24 */
	uint32_t reserved;        /**< 28: zero */
};
static_assert(sizeof(struct uverbs_open_qp_resp) == 32 &&
		      offsetof(struct uverbs_open_qp_resp, reserved) == 28,
	      "layout");

/** Request of QUERY_DEVICE. */
struct uverbs_ex_query_device_req {
	uint32_t comp_mask; /**< 0 */
	uint32_t reserved;  /**< 4: zero */
};
static_assert(sizeof(struct uverbs_ex_query_device_req) == 8 &&
		      offsetof(struct uverbs_ex_query_device_req, reserved) == 4,
	      "layout");

/** Response of QUERY_DEVICE. */
struct uverbs_ex_query_device_resp {
	struct uverbs_query_device_resp base;                /**< 0 */
	uint32_t comp_mask;                                  /**< 176 */
	uint32_t response_length;                            /**< 180 */
	struct uverbs_odp_caps odp_caps;                     /**< 184 */
	uint64_t timestamp_mask;                             /**< 208 */
	uint64_t hca_core_clock;                             /**< 216 */
	uint64_t device_cap_flags_ex;                        /**< 224 */
	struct uverbs_rss_caps rss_caps;                     /**< 232 */
	uint32_t max_wq_type_rq;                             /**< 248 */
	uint32_t raw_packet_caps;                            /**< 252 */
	struct uverbs_tm_caps tm_caps;                       /**< 256 */
	struct uverbs_cq_moderation_caps cq_moderation_caps; /**< 280 */
	uint64_t max_dm_size;                                /**< 288 */
	uint32_t xrc_odp_caps;                               /**< 296 */
	uint32_t reserved;                                   /**< 300: zero */
};
static_assert(sizeof(struct uverbs_ex_query_device_resp) == 304 &&
		      offsetof(struct uverbs_ex_query_device_resp, reserved) == 300,
	      "layout");

/** Request of CREATE_CQ. */
struct uverbs_ex_create_cq_req {
	uint64_t user_handle; /**< 0 */
	uint32_t cqe;         /**< 8 */
	uint32_t comp_vector; /**< 12 */
	int32_t comp_channel; /**< 16: file descriptor */
	uint32_t comp_mask;   /**< 20 */
	uint32_t flags;       /**< 24 */
	uint32_t reserved;    /**< 28: zero */
};
static_assert(sizeof(struct uverbs_ex_create_cq_req) == 32 &&
		      offsetof(struct uverbs_ex_create_cq_req, reserved) == 28,
	      "layout");

/** Response of CREATE_CQ. */
struct uverbs_ex_create_cq_resp {
	struct uverbs_create_cq_resp base; /**< 0 */
	uint32_t comp_mask;                /**< 8 */
	uint32_t response_length;          /**< 12 */
};
static_assert(sizeof(struct uverbs_ex_create_cq_resp) == 16 &&
		      offsetof(struct uverbs_ex_create_cq_resp, response_length) == 12,
	      "layout");

/** Request of CREATE_QP. */
struct uverbs_ex_create_qp_req {
	uint64_t user_handle;        /**< 0 */
	uint32_t pd_handle;          /**< 8: handle of a pd */
	uint32_t send_cq_handle;     /**< 12: handle of a cq */
	uint32_t recv_cq_handle;     /**< 16: handle of a cq */
	uint32_t srq_handle;         /**< 20: handle of a srq */
	uint32_t max_send_wr;        /**< 24 */
	uint32_t max_recv_wr;        /**< 28 */
	uint32_t max_send_sge;       /**< 32 */
	uint32_t max_recv_sge;       /**< 36 */
	uint32_t max_inline_data;    /**< 40 */
	uint8_t sq_sig_all;          /**< 44 */
	uint8_t qp_type;             /**< 45 */
	uint8_t is_srq;              /**< 46 */
	uint8_t reserved;            /**< 47: zero */
	uint32_t comp_mask;          /**< 48 */
	uint32_t create_flags;       /**< 52 */
	uint32_t rwq_ind_tbl_handle; /**< 56: handle of a rwq_ind_tbl */
	uint32_t source_qpn;         /**< 60 */
};
static_assert(sizeof(struct uverbs_ex_create_qp_req) == 64 &&
		      offsetof(struct uverbs_ex_create_qp_req, source_qpn) == 60,
	      "layout");

/** Response of CREATE_QP. */
struct uverbs_ex_create_qp_resp {
	struct uverbs_create_qp_resp base; /**< 0 */
	uint32_t comp_mask;                /**< 32 */
	uint32_t response_length;          /**< 36 */
};
static_assert(sizeof(struct uverbs_ex_create_qp_resp) == 40 &&
		      offsetof(struct uverbs_ex_create_qp_resp, response_length) == 36,
	      "layout");

/** Request of MODIFY_QP. */
struct uverbs_ex_modify_qp_req {
	struct uverbs_modify_qp_req base; /**< 0 */
	uint32_t rate_limit;              /**< 112 */
	uint32_t reserved;                /**< 116: zero */
};
static_assert(sizeof(struct uverbs_ex_modify_qp_req) == 120 &&
		      offsetof(struct uverbs_ex_modify_qp_req, reserved) == 116,
	      "layout");

/** Response of MODIFY_QP. */
struct uverbs_ex_modify_qp_resp {
	uint32_t comp_mask;       /**< 0 */
	uint32_t response_length; /**< 4 */
};
static_assert(sizeof(struct uverbs_ex_modify_qp_resp) == 8 &&
		      offsetof(struct uverbs_ex_modify_qp_resp, response_length) == 4,
	      "layout");

/** Request of CREATE_FLOW. A list of flow_spec_hdr follows. */
struct uverbs_ex_create_flow_req {
	uint32_t comp_mask;                /**< 0 */
	uint32_t qp_handle;                /**< 4: handle of a qp */
	struct uverbs_flow_attr flow_attr; /**< 8 */
};
static_assert(sizeof(struct uverbs_ex_create_flow_req) == 24 &&
		      offsetof(struct uverbs_ex_create_flow_req, flow_attr) == 8,
	      "layout");

/** Response of CREATE_FLOW. */
struct uverbs_ex_create_flow_resp {
	uint32_t comp_mask;   /**< 0 */
	uint32_t flow_handle; /**< 4: handle of a flow */
};
static_assert(sizeof(struct uverbs_ex_create_flow_resp) == 8 &&
		      offsetof(struct uverbs_ex_create_flow_resp, flow_handle) == 4,
	      "layout");

/** Request of DESTROY_FLOW. */
struct uverbs_ex_destroy_flow_req {
	uint32_t comp_mask;   /**< 0 */
	uint32_t flow_handle; /**< 4: handle of a flow */
};
static_assert(sizeof(struct uverbs_ex_destroy_flow_req) == 8 &&
		      offsetof(struct uverbs_ex_destroy_flow_req, flow_handle) == 4,
	      "layout");

/** Request of CREATE_WQ. */
struct uverbs_ex_create_wq_req {
	uint32_t comp_mask;    /**< 0 */
	uint32_t wq_type;      /**< 4 */
	uint64_t user_handle;  /**< 8 */
	uint32_t pd_handle;    /**< 16: handle of a pd */
	uint32_t cq_handle;    /**< 20: handle of a cq */
	uint32_t max_wr;       /**< 24 */
	uint32_t max_sge;      /**< 28 */
	uint32_t create_flags; /**< 32 */
	uint32_t reserved;     /**< 36: zero */
};
static_assert(sizeof(struct uverbs_ex_create_wq_req) == 40 &&
		      offsetof(struct uverbs_ex_create_wq_req, reserved) == 36,
	      "layout");

/** Response of CREATE_WQ. */
struct uverbs_ex_create_wq_resp {
	uint32_t comp_mask;       /**< 0 */
	uint32_t response_length; /**< 4 */
	uint32_t wq_handle;       /**< 8: handle of a wq */
	uint32_t max_wr;          /**< 12 */
	uint32_t max_sge;         /**< 16 */
	uint32_t wqn;             /**< 20 */
};
static_assert(sizeof(struct uverbs_ex_create_wq_resp) == 24 &&
		      offsetof(struct uverbs_ex_create_wq_resp, wqn) == 20,
	      "layout");

/** Request of MODIFY_WQ. */
struct uverbs_ex_modify_wq_req {
	uint32_t attr_mask;     /**< 0 */
	uint32_t wq_handle;     /**< 4: handle of a wq */
	uint32_t wq_state;      /**< 8 */
	uint32_t curr_wq_state; /**< 12 */
	uint32_t flags;         /**< 16 */
	uint32_t flags_mask;    /**< 20 */
};
static_assert(sizeof(struct uverbs_ex_modify_wq_req) == 24 &&
		      offsetof(struct uverbs_ex_modify_wq_req, flags_mask) == 20,
	      "layout");

/** Request of DESTROY_WQ. */
struct uverbs_ex_destroy_wq_req {
	uint32_t comp_mask; /**< 0 */
	uint32_t wq_handle; /**< 4: handle of a wq */
};
static_assert(sizeof(struct uverbs_ex_destroy_wq_req) == 8 &&
		      offsetof(struct uverbs_ex_destroy_wq_req, wq_handle) == 4,
	      "layout");

/** Response of DESTROY_WQ. */
struct uverbs_ex_destroy_wq_resp {
	uint32_t comp_mask;       /**< 0 */
	uint32_t response_length; /**< 4 */
	uint32_t events_reported; /**< 8 */
	uint32_t reserved;        /**< 12: zero */
};
static_assert(sizeof(struct uverbs_ex_destroy_wq_resp) == 16 &&
		      offsetof(struct uverbs_ex_destroy_wq_resp, reserved) == 12,
	      "layout");

/** Request of CREATE_RWQ_IND_TBL. A list of u32 follows. */
struct uverbs_ex_create_rwq_ind_tbl_req {
	uint32_t comp_mask;        /**< 0 */
	uint32_t log_ind_tbl_size; /**< 4 */
};
static_assert(sizeof(struct uverbs_ex_create_rwq_ind_tbl_req) == 8 &&
		      offsetof(struct uverbs_ex_create_rwq_ind_tbl_req, log_ind_tbl_size) == 4,
	      "layout");

/** Response of CREATE_RWQ_IND_TBL. */
struct uverbs_ex_create_rwq_ind_tbl_resp {
	uint32_t comp_mask;       /**< 0 */
	uint32_t response_length; /**< 4 */
	uint32_t ind_tbl_handle;  /**< 8: handle of a rwq_ind_tbl */
	uint32_t ind_tbl_num;     /**< 12 */
};
static_assert(sizeof(struct uverbs_ex_create_rwq_ind_tbl_resp) == 16 &&
		      offsetof(struct uverbs_ex_create_rwq_ind_tbl_resp, ind_tbl_num) == 12,
	      "layout");

/** Request of DESTROY_RWQ_IND_TBL. */
struct uverbs_ex_destroy_rwq_ind_tbl_req {
	uint32_t comp_mask;      /**< 0 */
	uint32_t ind_tbl_handle; /**< 4: handle of a rwq_ind_tbl */
};
static_assert(sizeof(struct uverbs_ex_destroy_rwq_ind_tbl_req) == 8 &&
		      offsetof(struct uverbs_ex_destroy_rwq_ind_tbl_req, ind_tbl_handle) == 4,
	      "layout");

/** Request of MODIFY_CQ. */
struct uverbs_ex_modify_cq_req {
	uint32_t cq_handle;               /**< 0: handle of a cq */
	uint32_t attr_mask;               /**< 4 */
	struct uverbs_cq_moderation attr; /**< 8 */
	uint32_t reserved;                /**< 12: zero */
};
static_assert(sizeof(struct uverbs_ex_modify_cq_req) == 16 &&
		      offsetof(struct uverbs_ex_modify_cq_req, reserved) == 12,
	      "layout");

/** The table's entry of a command by the number in its header (bit 31: extended), or NULL. */
static inline const struct uverbs_command_info *uverbs_command_info(uint32_t command)
{
	static const struct uverbs_command_info ordinary[] = {
		{"GET_CONTEXT", 8, 8, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT,
		 -1, 0, 8, 8, 0},
		{"QUERY_DEVICE", 8, 176, UVERBS_HAS_RESPONSE, -1, -1, 8, 176, 0},
		{"QUERY_PORT", 16, 40, UVERBS_HAS_RESPONSE, -1, -1, 16, 40, 0},
		{"ALLOC_PD", 8, 4, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, -1,
		 -1, 8, 4, 0},
		{"DEALLOC_PD", 4, 0, 0, -1, -1, 4, 0, -1},
		{"CREATE_AH", 56, 4, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, -1,
		 -1, 56, 4, 0},
		{"MODIFY_AH", 0, 0, UVERBS_NEVER, -1, -1, 0, 0, -1},
		{"QUERY_AH", 0, 0, UVERBS_NEVER, -1, -1, 0, 0, -1},
		{"DESTROY_AH", 4, 0, 0, -1, -1, 4, 0, -1},
		{"REG_MR", 40, 12, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, -1,
		 -1, 40, 12, 0},
		{"REG_SMR", 0, 0, UVERBS_NEVER, -1, -1, 0, 0, -1},
		{"REREG_MR", 48, 8, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, -1,
		 -1, 48, 8, 0},
		{"QUERY_MR", 0, 0, UVERBS_NEVER, -1, -1, 0, 0, -1},
		{"DEREG_MR", 4, 0, 0, -1, -1, 4, 0, -1},
		{"ALLOC_MW", 16, 8, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, -1,
		 -1, 16, 8, 0},
		{"BIND_MW", 0, 0, UVERBS_NEVER, -1, -1, 0, 0, -1},
		{"DEALLOC_MW", 4, 0, 0, -1, -1, 4, 0, -1},
		{"CREATE_COMP_CHANNEL", 8, 4, UVERBS_HAS_RESPONSE, -1, 0, 8, 4, 0},
		{"CREATE_CQ", 32, 8, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, 24,
		 -1, 32, 8, 0},
		{"RESIZE_CQ", 16, 8, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, -1,
		 -1, 16, 8, 0},
		{"DESTROY_CQ", 16, 8, UVERBS_HAS_RESPONSE, -1, -1, 16, 8, 0},
		{"POLL_CQ", 16, 8, UVERBS_HAS_RESPONSE | UVERBS_OPTIONAL | UVERBS_RESPONSE_LIST, -1,
		 -1, 16, 8, 0},
		{"PEEK_CQ", 0, 0, UVERBS_NEVER, -1, -1, 0, 0, -1},
		{"REQ_NOTIFY_CQ", 8, 0, UVERBS_OPTIONAL, -1, -1, 8, 0, -1},
		{"CREATE_QP", 56, 32, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT,
		 -1, -1, 56, 32, 0},
		{"QUERY_QP", 16, 128, UVERBS_HAS_RESPONSE, -1, -1, 16, 128, 0},
		{"MODIFY_QP", 112, 0, 0, -1, -1, 112, 0, -1},
		{"DESTROY_QP", 16, 4, UVERBS_HAS_RESPONSE, -1, -1, 16, 4, 0},
		{"POST_SEND", 24, 4, UVERBS_HAS_RESPONSE | UVERBS_OPTIONAL | UVERBS_REQUEST_LIST,
		 -1, -1, 24, 4, 0},
		{"POST_RECV", 24, 4, UVERBS_HAS_RESPONSE | UVERBS_OPTIONAL | UVERBS_REQUEST_LIST,
		 -1, -1, 24, 4, 0},
		{"ATTACH_MCAST", 24, 0, 0, -1, -1, 24, 0, -1},
		{"DETACH_MCAST", 24, 0, 0, -1, -1, 24, 0, -1},
		{"CREATE_SRQ", 32, 16, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT,
		 -1, -1, 32, 16, 0},
		{"MODIFY_SRQ", 16, 0, UVERBS_DRIVER_IN, -1, -1, 16, 0, -1},
		{"QUERY_SRQ", 16, 16, UVERBS_HAS_RESPONSE, -1, -1, 16, 16, 0},
		{"DESTROY_SRQ", 16, 4, UVERBS_HAS_RESPONSE, -1, -1, 16, 4, 0},
		{"POST_SRQ_RECV", 24, 4,
		 UVERBS_HAS_RESPONSE | UVERBS_OPTIONAL | UVERBS_REQUEST_LIST, -1, -1, 24, 4, 0},
		{"OPEN_XRCD", 16, 4, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, 8,
		 -1, 16, 4, 0},
		{"CLOSE_XRCD", 4, 0, 0, -1, -1, 4, 0, -1},
		{"CREATE_XSRQ", 48, 16, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT,
		 -1, -1, 48, 16, 0},
		{"OPEN_QP", 32, 32, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, -1,
		 -1, 32, 32, 0},
	};
	static const struct uverbs_command_info extended[] = {
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{"EX_QUERY_DEVICE", 8, 304,
		 UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, -1, -1, 8, 304, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{"EX_CREATE_CQ", 32, 16, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT,
		 16, -1, 32, 16, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{"EX_CREATE_QP", 64, 40, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT,
		 -1, -1, 64, 40, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{"EX_MODIFY_QP", 120, 8, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT,
		 -1, -1, 120, 8, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{"EX_CREATE_FLOW", 24, 8,
		 UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT | UVERBS_REQUEST_LIST,
		 -1, -1, 24, 8, -1},
		{"EX_DESTROY_FLOW", 8, 0, 0, -1, -1, 8, 0, -1},
		{"EX_CREATE_WQ", 40, 24, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT,
		 -1, -1, 40, 24, -1},
		{"EX_MODIFY_WQ", 24, 0, UVERBS_DRIVER_IN, -1, -1, 24, 0, -1},
		{"EX_DESTROY_WQ", 8, 16, UVERBS_HAS_RESPONSE, -1, -1, 8, 16, -1},
		{"EX_CREATE_RWQ_IND_TBL", 8, 16,
		 UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT | UVERBS_REQUEST_LIST,
		 -1, -1, 8, 16, -1},
		{"EX_DESTROY_RWQ_IND_TBL", 8, 0, 0, -1, -1, 8, 0, -1},
		{"EX_MODIFY_CQ", 16, 0, 0, -1, -1, 16, 0, -1},
	};
	const struct uverbs_command_info *table = ordinary;
	uint32_t entries = sizeof(ordinary) / sizeof(ordinary[0]);

	if (command & UVERBS_EXTENDED) {
		table = extended;
		entries = sizeof(extended) / sizeof(extended[0]);
		command &= ~UVERBS_EXTENDED;
	}
	return command < entries && table[command].name ? &table[command] : NULL;
}

/** Name of a command by the number in its header, "?" if there is none. */
static inline const char *uverbs_command_name(uint32_t command)
{
	const struct uverbs_command_info *info = uverbs_command_info(command);

	return info ? info->name : "?";
}

#endif
