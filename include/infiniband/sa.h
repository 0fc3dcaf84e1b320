/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/sa.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Paths, groups and services as the subnet administrator records them.
 */
#ifndef INFINIBAND_SA_H
#define INFINIBAND_SA_H

#include <infiniband/verbs.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Records of the subnet administrator, as the connection manager returns them.
 */

/** The path is reversible. */
#define IBV_PATH_RECORD_REVERSIBLE 0x80

/** For management packets. */
#define IBV_PATH_FLAG_GMP 0x1

/** The primary path. */
#define IBV_PATH_FLAG_PRIMARY 0x2

/** The alternate path. */
#define IBV_PATH_FLAG_ALTERNATE 0x4

/** For messages that this side sends. */
#define IBV_PATH_FLAG_OUTBOUND 0x8

/** For messages that this side receives. */
#define IBV_PATH_FLAG_INBOUND 0x10

/** The reverse path is for messages that this side receives. */
#define IBV_PATH_FLAG_INBOUND_REVERSE 0x20

/** For both directions. */
#define IBV_PATH_FLAG_BIDIRECTIONAL 0x28

/** A path between two ports. */
struct ibv_sa_path_rec {
	union ibv_gid dgid;                /**< Destination. */
	union ibv_gid sgid;                /**< Source. */
	__be16 dlid;                       /**< LID of the destination. */
	__be16 slid;                       /**< LID of the source. */
	int raw_traffic;                   /**< 1 if the path carries raw packets. */
	__be32 flow_label;                 /**< Flow label. */
	uint8_t hop_limit;                 /**< Hop limit. */
	uint8_t traffic_class;             /**< Traffic class. */
	int reversible;                    /**< 1 if the path is reversible. */
	uint8_t numb_path;                 /**< Number of paths. */
	__be16 pkey;                       /**< Partition key. */
	uint8_t sl;                        /**< Service level. */
	uint8_t mtu_selector;              /**< Meaning of mtu; 2: exactly. */
	uint8_t mtu;                       /**< enum ibv_mtu. */
	uint8_t rate_selector;             /**< Meaning of rate. */
	uint8_t rate;                      /**< enum ibv_rate. */
	uint8_t packet_life_time_selector; /**< Meaning of packet_life_time. */
	uint8_t packet_life_time;          /**< 4.096 us * 2^value. */
	uint8_t preference;                /**< Rank among paths. */
};

/** Membership of a port in a multicast group. */
struct ibv_sa_mcmember_rec {
	union ibv_gid mgid;                /**< Group. */
	union ibv_gid port_gid;            /**< Port. */
	uint32_t qkey;                     /**< Queue key of the group. */
	uint16_t mlid;                     /**< LID of the group. */
	uint8_t mtu_selector;              /**< Meaning of mtu. */
	uint8_t mtu;                       /**< enum ibv_mtu. */
	uint8_t traffic_class;             /**< Traffic class. */
	uint16_t pkey;                     /**< Partition key. */
	uint8_t rate_selector;             /**< Meaning of rate. */
	uint8_t rate;                      /**< enum ibv_rate. */
	uint8_t packet_life_time_selector; /**< Meaning of packet_life_time. */
	uint8_t packet_life_time;          /**< 4.096 us * 2^value. */
	uint8_t sl;                        /**< Service level. */
	uint32_t flow_label;               /**< Flow label. */
	uint8_t hop_limit;                 /**< Hop limit. */
	uint8_t scope;                     /**< Scope of the group. */
	uint8_t join_state;                /**< Type of membership. */
	int proxy_join;                    /**< 1 if another node joined for the port. */
};

/** A service that is registered with the subnet administrator. */
struct ibv_sa_service_rec {
	uint64_t id;        /**< Service id. */
	union ibv_gid gid;  /**< Port. */
	uint16_t pkey;      /**< Partition key. */
	uint32_t lease;     /**< Seconds. */
	uint8_t key[16];    /**< Key that protects the record. */
	uint8_t name[64];   /**< Name. */
	uint8_t data8[16];  /**< Free bytes. */
	uint16_t data16[8]; /**< Free 16-bit words. */
	uint32_t data32[4]; /**< Free 32-bit words. */
	uint64_t data64[2]; /**< Free 64-bit words. */
};

/** A path in wire format; all members are big endian. */
struct ibv_path_record {
	__be64 service_id;          /**< Service id. */
	union ibv_gid dgid;         /**< Destination. */
	union ibv_gid sgid;         /**< Source. */
	__be16 dlid;                /**< LID of the destination. */
	__be16 slid;                /**< LID of the source. */
	__be32 flowlabel_hoplimit;  /**< Bits 27 to 8 flow label, 7 to 0 hop limit. */
	uint8_t tclass;             /**< Traffic class. */
	uint8_t reversible_numpath; /**< IBV_PATH_RECORD_REVERSIBLE, and number of paths. */
	__be16 pkey;                /**< Partition key. */
	__be16 qosclass_sl;         /**< Bits 3 to 0 service level. */
	uint8_t mtu;                /**< Bits 7 and 6 selector, rest enum ibv_mtu. */
	uint8_t rate;               /**< Bits 7 and 6 selector, rest enum ibv_rate. */
	uint8_t packetlifetime;     /**< Bits 7 and 6 selector, rest a power of two. */
	uint8_t preference;         /**< Rank among paths. */
	uint8_t reserved[6];        /**< Zero. */
};

/** A path with flags for its use; the value of option RDMA_OPTION_IB_PATH. */
struct ibv_path_data {
	uint32_t flags;              /**< IBV_PATH_FLAG_*. */
	uint32_t reserved;           /**< Zero. */
	struct ibv_path_record path; /**< The path. */
};

#ifdef __cplusplus
}
#endif

#endif
