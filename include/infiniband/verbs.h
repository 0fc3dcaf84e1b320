/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Verbs: the interface of RDMA programs. It has the names of the current libibverbs and those of
 * OFED's.
 *
 * Threads: every function may be called from any thread, also on the same object at the same time,
 * unless its comment says otherwise. Using an object while or after it is destroyed is an error,
 * which only the checked build (INVERBS_CHECKED) may detect.
 *
 * Ownership: objects belong to the library; a program reads their members, and destroys them with
 * the counterpart of the function that created them, in reverse order. Structures with attributes
 * belong to the caller.
 */
#ifndef INFINIBAND_VERBS_H
#define INFINIBAND_VERBS_H

#include <stdint.h>
#include <pthread.h>
#include <stddef.h>
#include <errno.h>
#include <string.h>
#include <linux/types.h>
#include <sys/types.h>
#include <infiniband/verbs_api.h>
#include <inverbs/api/checkable.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ibv_context;
struct ibv_device;
struct ibv_cq;
struct ibv_qp;
struct ibv_srq;
struct ibv_wq;
struct ibv_sge;
struct ibv_wc;
struct ibv_qp_ex;
struct ibv_xrcd;
struct ibv_xrc_domain;
struct ibv_qp_init_attr;
struct ibv_qp_attr;
struct ibv_flow_action;
struct ibv_counters;

/*
 * Global identifiers and the routing header.
 */

/** Network type of a GID table entry. */
enum ibv_gid_type {
	IBV_GID_TYPE_IB = 0,      /**< InfiniBand. */
	IBV_GID_TYPE_ROCE_V1 = 1, /**< RoCE version 1: Ethernet frames with a special type. */
	IBV_GID_TYPE_ROCE_V2 = 2, /**< RoCE version 2: UDP over IP. */
};

/**
 * Global identifier of a port, 128 bits in network byte order. On Ethernet it holds an IP address.
 */
union ibv_gid {
	uint8_t raw[16]; /**< The 16 bytes. */
	/** As InfiniBand divides them. */
	struct {
		__be64 subnet_prefix; /**< Prefix of the subnet. */
		__be64 interface_id;  /**< Number of the port within its subnet. */
	} global;
};

/** One valid entry of a GID table, as the extended queries return it. */
struct ibv_gid_entry {
	union ibv_gid gid;     /**< The identifier. */
	uint32_t gid_index;    /**< Its index in the table of its port. */
	uint32_t port_num;     /**< Port, from 1. */
	uint32_t gid_type;     /**< enum ibv_gid_type. */
	uint32_t ndev_ifindex; /**< Interface index of its network device; 0 for none. */
};

/** Addresses and limits of the global routing header of packets to be sent. */
struct ibv_global_route {
	union ibv_gid dgid;    /**< GID of the destination port or multicast group. */
	uint32_t flow_label;   /**< Flow label, 20 bits; 0 for none. */
	uint8_t sgid_index;    /**< Index of the sender's GID in its port's table. */
	uint8_t hop_limit;     /**< Hops a packet may take. */
	uint8_t traffic_class; /**< Traffic class. */
};

/** Global routing header as it lies in the first 40 bytes of a received datagram. */
struct ibv_grh {
	/** IP version (4 bits, value 6), traffic class (8) and flow label (20). */
	__be32 version_tclass_flow;
	__be16 paylen; /**< Bytes that follow this header. */
	/** Type of the next header; 0x1b for a transport header of InfiniBand. */
	uint8_t next_hdr;
	uint8_t hop_limit;  /**< Hops left. */
	union ibv_gid sgid; /**< GID of the sender. */
	union ibv_gid dgid; /**< GID of the receiver. */
};

/**
 * Read an entry of a port's GID table. An entry that is not in use is zero.
 *
 * context: Open device.
 * port_num: Port, from 1.
 * index: Index, from 0.
 * gid (written): The identifier.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: no such port or index
 */
INVERBS_CHECKABLE int ibv_query_gid(struct ibv_context *context, uint8_t port_num, int index,
				    union ibv_gid *gid);

/**
 * ibv_query_gid_ex() for an entry of any size.
 *
 * context: Open device.
 * port_num: Port, from 1.
 * gid_index: Index, from 0.
 * entry (written): The entry.
 * flags: Must be 0.
 * entry_size: Size of an entry in the caller's header.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * ENODATA: the entry is not in use
 * EINVAL: no such port or index
 * EOPNOTSUPP: flags is not 0
 */
INVERBS_CHECKABLE int _ibv_query_gid_ex(struct ibv_context *context, uint32_t port_num,
					uint32_t gid_index, struct ibv_gid_entry *entry,
					uint32_t flags, size_t entry_size);

/**
 * Read an entry of a port's GID table with its type and network device.
 *
 * context: Open device.
 * port_num: Port, from 1.
 * gid_index: Index, from 0.
 * entry (written): The entry.
 * flags: Must be 0.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * ENODATA: the entry is not in use
 * EINVAL: no such port or index
 * EOPNOTSUPP: flags is not 0
 */
INVERBS_CHECKABLE int ibv_query_gid_ex(struct ibv_context *context, uint32_t port_num,
				       uint32_t gid_index, struct ibv_gid_entry *entry,
				       uint32_t flags);

/**
 * ibv_query_gid_table() for entries of any size.
 *
 * context: Open device.
 * entries (written): Room for them.
 * max_entries: How many fit.
 * flags: Must be 0.
 * entry_size: Size of an entry in the caller's header.
 *
 * Returns the number of entries stored, or a negative value on failure. The negative value is an
 * errno value.
 *
 * EINVAL: there are more than fit
 * EOPNOTSUPP: flags is not 0
 */
INVERBS_CHECKABLE ssize_t _ibv_query_gid_table(struct ibv_context *context,
					       struct ibv_gid_entry *entries, size_t max_entries,
					       uint32_t flags, size_t entry_size);

/**
 * Read all entries that are in use, of all ports.
 *
 * context: Open device.
 * entries (written): Room for them.
 * max_entries: How many fit.
 * flags: Must be 0.
 *
 * Returns the number of entries stored, or a negative value on failure. The negative value is an
 * errno value.
 *
 * EINVAL: there are more than fit
 * EOPNOTSUPP: flags is not 0
 */
INVERBS_CHECKABLE ssize_t ibv_query_gid_table(struct ibv_context *context,
					      struct ibv_gid_entry *entries, size_t max_entries,
					      uint32_t flags);

/*
 * Devices and their capabilities, and fork support.
 */

/** Bit of device_cap_flags_ex: received raw packets may keep their frame check sequence. */
#define IBV_DEVICE_RAW_SCATTER_FCS (1ULL << 34)

/** Bit of device_cap_flags_ex: the device can pad its writes to a whole cache line. */
#define IBV_DEVICE_PCI_WRITE_END_PADDING (1ULL << 36)

/** Type of a device's node. */
enum ibv_node_type {
	IBV_NODE_UNKNOWN = -1,    /**< Not known to this library. */
	IBV_NODE_CA = 1,          /**< Channel adapter, also on Ethernet (RoCE). */
	IBV_NODE_SWITCH = 2,      /**< Switch. */
	IBV_NODE_ROUTER = 3,      /**< Router. */
	IBV_NODE_RNIC = 4,        /**< iWARP adapter. */
	IBV_NODE_USNIC = 5,       /**< usNIC adapter. */
	IBV_NODE_USNIC_UDP = 6,   /**< usNIC adapter that uses UDP. */
	IBV_NODE_UNSPECIFIED = 7, /**< None of these kinds. */
};

/** Transport of a device. */
enum ibv_transport_type {
	IBV_TRANSPORT_UNKNOWN = -1,    /**< Not known to this library. */
	IBV_TRANSPORT_IB = 0,          /**< InfiniBand transport, also as RoCE. */
	IBV_TRANSPORT_IWARP = 1,       /**< iWARP. */
	IBV_TRANSPORT_USNIC = 2,       /**< usNIC. */
	IBV_TRANSPORT_USNIC_UDP = 3,   /**< usNIC over UDP. */
	IBV_TRANSPORT_UNSPECIFIED = 4, /**< None of these. */
};

/** Bits of ibv_device_attr.device_cap_flags. */
enum ibv_device_cap_flags {
	/** The number of work requests of a queue pair can be changed. */
	IBV_DEVICE_RESIZE_MAX_WR = 1 << 0,
	IBV_DEVICE_BAD_PKEY_CNTR = 1 << 1, /**< Ports count packets with a wrong P_Key. */
	IBV_DEVICE_BAD_QKEY_CNTR = 1 << 2, /**< Ports count packets with a wrong Q_Key. */
	IBV_DEVICE_RAW_MULTI = 1 << 3,     /**< Raw packets can be multicast. */
	/** Connections can move to an alternate path automatically. */
	IBV_DEVICE_AUTO_PATH_MIG = 1 << 4,
	/** A queue pair can change its port while it is in state SQD. */
	IBV_DEVICE_CHANGE_PHY_PORT = 1 << 5,
	/** The port of an address handle must be that of the queue pair that uses it. */
	IBV_DEVICE_UD_AV_PORT_ENFORCE = 1 << 6,
	/** ibv_modify_qp may name the current state. */
	IBV_DEVICE_CURR_QP_STATE_MOD = 1 << 7,
	IBV_DEVICE_SHUTDOWN_PORT = 1 << 8, /**< Ports can be shut down. */
	IBV_DEVICE_INIT_TYPE = 1 << 9,     /**< Ports have an initialization type. */
	/** A port that becomes active raises an event. */
	IBV_DEVICE_PORT_ACTIVE_EVENT = 1 << 10,
	IBV_DEVICE_SYS_IMAGE_GUID = 1 << 11, /**< sys_image_guid is valid. */
	/**
	 * A connected queue pair without a posted receive returns an RNR NAK, and the sender
	 * retries later.
	 */
	IBV_DEVICE_RC_RNR_NAK_GEN = 1 << 12,
	IBV_DEVICE_SRQ_RESIZE = 1 << 13, /**< Shared receive queues can be resized. */
	/** A completion queue can notify after a number of completions. */
	IBV_DEVICE_N_NOTIFY_CQ = 1 << 14,
	IBV_DEVICE_MEM_WINDOW = 1 << 17, /**< Memory windows of type 1. */
	/** Checksums of IP packets in UD queue pairs are computed and checked. */
	IBV_DEVICE_UD_IP_CSUM = 1 << 18,
	IBV_DEVICE_XRC = 1 << 20, /**< Extended reliable connections. */
	/** Local invalidate, send with invalidate and fast registration. */
	IBV_DEVICE_MEM_MGT_EXTENSIONS = 1 << 21,
	IBV_DEVICE_MEM_WINDOW_TYPE_2A = 1 << 23, /**< Memory windows of type 2A. */
	IBV_DEVICE_MEM_WINDOW_TYPE_2B = 1 << 24, /**< Memory windows of type 2B. */
	/** Checksums of IP packets in RC queue pairs. */
	IBV_DEVICE_RC_IP_CSUM = 1 << 25,
	/** Checksums of IP packets in raw packet queue pairs. */
	IBV_DEVICE_RAW_IP_CSUM = 1 << 26,
	IBV_DEVICE_MANAGED_FLOW_STEERING = 1 << 29, /**< Flow rules of user programs. */
};

/** Whether registered memory survives fork(). */
enum ibv_fork_status {
	/** Not protected: a child must not touch the parent's registered pages. */
	IBV_FORK_DISABLED = 0,
	IBV_FORK_ENABLED = 1,  /**< Protected by ibv_fork_init(). */
	IBV_FORK_UNNEEDED = 2, /**< The kernel copies such pages itself at fork(). */
};

/** Scope of the device's atomic operations. */
enum ibv_atomic_cap {
	IBV_ATOMIC_NONE = 0, /**< There are none. */
	IBV_ATOMIC_HCA = 1,  /**< With each other, among the queue pairs of this device. */
	/** With each other and with every processor and device of the machine. */
	IBV_ATOMIC_GLOB = 2,
};

/** Operations that may access on-demand paged memory. */
enum ibv_odp_transport_cap_bits {
	IBV_ODP_SUPPORT_SEND = 1 << 0,     /**< Send. */
	IBV_ODP_SUPPORT_RECV = 1 << 1,     /**< Receive. */
	IBV_ODP_SUPPORT_WRITE = 1 << 2,    /**< RDMA write. */
	IBV_ODP_SUPPORT_READ = 1 << 3,     /**< RDMA read. */
	IBV_ODP_SUPPORT_ATOMIC = 1 << 4,   /**< Atomic operations. */
	IBV_ODP_SUPPORT_SRQ_RECV = 1 << 5, /**< Receive through a shared receive queue. */
};

/** Bits of ibv_odp_caps.general_caps. */
enum ibv_odp_general_caps {
	IBV_ODP_SUPPORT = 1 << 0, /**< Memory can be registered on demand. */
	/** The whole address space can be registered at once. */
	IBV_ODP_SUPPORT_IMPLICIT = 1 << 1,
};

/** Hash functions of receive-side scaling. */
enum ibv_rx_hash_function_flags {
	IBV_RX_HASH_FUNC_TOEPLITZ = 1 << 0, /**< Toeplitz. */
};

/** Packet fields that receive-side scaling can hash. */
__extension__ enum ibv_rx_hash_fields {
	IBV_RX_HASH_SRC_IPV4 = 1 << 0,     /**< Source address of IPv4. */
	IBV_RX_HASH_DST_IPV4 = 1 << 1,     /**< Destination address of IPv4. */
	IBV_RX_HASH_SRC_IPV6 = 1 << 2,     /**< Source address of IPv6. */
	IBV_RX_HASH_DST_IPV6 = 1 << 3,     /**< Destination address of IPv6. */
	IBV_RX_HASH_SRC_PORT_TCP = 1 << 4, /**< Source port of TCP. */
	IBV_RX_HASH_DST_PORT_TCP = 1 << 5, /**< Destination port of TCP. */
	IBV_RX_HASH_SRC_PORT_UDP = 1 << 6, /**< Source port of UDP. */
	IBV_RX_HASH_DST_PORT_UDP = 1 << 7, /**< Destination port of UDP. */
	IBV_RX_HASH_IPSEC_SPI = 1 << 8,    /**< Security parameter index of IPsec. */
	IBV_RX_HASH_INNER = 1U << 31,      /**< The fields of the inner headers of a tunnel. */
};

/** Bits of ibv_device_attr_ex.raw_packet_caps. */
enum ibv_raw_packet_caps {
	/** VLAN tags can be moved from packets to completions. */
	IBV_RAW_PACKET_CAP_CVLAN_STRIPPING = 1 << 0,
	/** Packets can keep their frame check sequence. */
	IBV_RAW_PACKET_CAP_SCATTER_FCS = 1 << 1,
	IBV_RAW_PACKET_CAP_IP_CSUM = 1 << 2, /**< Checksums of IP packets. */
	/** Packets can wait for a receive instead of being dropped. */
	IBV_RAW_PACKET_CAP_DELAY_DROP = 1 << 3,
};

/** Bits of ibv_tm_caps.flags. */
enum ibv_tm_cap_flags {
	IBV_TM_CAP_RC = 1 << 0, /**< Tag matching on RC queue pairs. */
};

/** Sizes of atomic operations over PCI. */
enum ibv_pci_atomic_op_size {
	IBV_PCI_ATOMIC_OPERATION_4_BYTE_SIZE_SUP = 1 << 0,  /**< 4 bytes. */
	IBV_PCI_ATOMIC_OPERATION_8_BYTE_SIZE_SUP = 1 << 1,  /**< 8 bytes. */
	IBV_PCI_ATOMIC_OPERATION_16_BYTE_SIZE_SUP = 1 << 2, /**< 16 bytes. */
};

/** Sizes of the strings of struct ibv_device. */
enum {
	IBV_SYSFS_NAME_MAX = 64,  /**< Bytes of a name, with the terminating NUL. */
	IBV_SYSFS_PATH_MAX = 256, /**< Bytes of a path, with the terminating NUL. */
};

/**
 * Identity and limits of a device, as ibv_query_device() returns them. A limit applies to the whole
 * device, which other programs use, too.
 */
struct ibv_device_attr {
	char fw_ver[64];  /**< Firmware version. */
	__be64 node_guid; /**< GUID of the node, network byte order. */
	/** GUID of the system the node belongs to, network byte order. */
	__be64 sys_image_guid;
	uint64_t max_mr_size;          /**< Bytes of the largest memory region. */
	uint64_t page_size_cap;        /**< Supported page sizes, one bit each. */
	uint32_t vendor_id;            /**< Vendor, as its IEEE number or PCI vendor. */
	uint32_t vendor_part_id;       /**< Vendor's number of the part. */
	uint32_t hw_ver;               /**< Hardware version. */
	int max_qp;                    /**< Queue pairs. */
	int max_qp_wr;                 /**< Work requests outstanding on one queue. */
	unsigned int device_cap_flags; /**< enum ibv_device_cap_flags. */
	int max_sge;                   /**< SGEs of one work request. */
	int max_sge_rd;                /**< SGEs of one RDMA read. */
	int max_cq;                    /**< Completion queues. */
	int max_cqe;                   /**< CQEs of one completion queue. */
	int max_mr;                    /**< Memory regions. */
	int max_pd;                    /**< Protection domains. */
	/** RDMA reads and atomics that one queue pair can serve concurrently as the target. */
	int max_qp_rd_atom;
	/** The same for an end-to-end context; 0 without reliable datagrams. */
	int max_ee_rd_atom;
	/** RDMA reads and atomics that the whole device can serve at once. */
	int max_res_rd_atom;
	/** RDMA reads and atomics that one queue pair can have outstanding as the initiator. */
	int max_qp_init_rd_atom;
	/** The same for an end-to-end context; 0 without reliable datagrams. */
	int max_ee_init_rd_atom;
	enum ibv_atomic_cap atomic_cap; /**< Scope of atomic operations. */
	int max_ee;                     /**< End-to-end contexts; 0 without reliable datagrams. */
	int max_rdd;                    /**< Reliable datagram domains; 0 without them. */
	int max_mw;                     /**< Memory windows. */
	int max_raw_ipv6_qp;            /**< Raw IPv6 queue pairs. */
	int max_raw_ethy_qp;            /**< Raw Ethertype queue pairs. */
	int max_mcast_grp;              /**< Multicast groups. */
	int max_mcast_qp_attach;        /**< Queue pairs attached to one multicast group. */
	int max_total_mcast_qp_attach;  /**< Queue pairs attached to all multicast groups. */
	int max_ah;                     /**< Address handles. */
	int max_fmr;                    /**< Fast memory regions of old kernels; 0. */
	int max_map_per_fmr;            /**< Mappings of one of them; 0. */
	int max_srq;                    /**< Shared receive queues. */
	int max_srq_wr;                 /**< Work requests of one shared receive queue. */
	int max_srq_sge;                /**< SGEs of one of its work requests. */
	uint16_t max_pkeys;             /**< Entries of a P_Key table. */
	/** Longest time from a packet to its acknowledgement, as 4.096 us * 2^n. */
	uint8_t local_ca_ack_delay;
	uint8_t phys_port_cnt; /**< Ports, numbered from 1. */
};

/** Input of ibv_query_device_ex(). */
struct ibv_query_device_ex_input {
	uint32_t comp_mask; /**< Must be 0. */
};

/** On-demand paging. */
struct ibv_odp_caps {
	uint64_t general_caps; /**< enum ibv_odp_general_caps. */
	/** Bits of enum ibv_odp_transport_cap_bits for each transport. */
	struct {
		uint32_t rc_odp_caps; /**< RC. */
		uint32_t uc_odp_caps; /**< UC. */
		uint32_t ud_odp_caps; /**< UD. */
	} per_transport_caps;
};

/** Segmentation of large sends. */
struct ibv_tso_caps {
	uint32_t max_tso;        /**< Bytes of the largest send that is segmented; 0 without. */
	uint32_t supported_qpts; /**< Queue pair types, bit 1 << enum ibv_qp_type. */
};

/** Receive-side scaling. */
struct ibv_rss_caps {
	/** Queue pair types, bit 1 << enum ibv_qp_type. */
	uint32_t supported_qpts;
	uint32_t max_rwq_indirection_tables;     /**< Indirection tables. */
	uint32_t max_rwq_indirection_table_size; /**< Entries of one table. */
	uint64_t rx_hash_fields_mask;            /**< enum ibv_rx_hash_fields. */
	uint8_t rx_hash_function;                /**< enum ibv_rx_hash_function_flags. */
};

/** Packet pacing. */
struct ibv_packet_pacing_caps {
	uint32_t qp_rate_limit_min; /**< Lowest rate, kilobits per second. */
	uint32_t qp_rate_limit_max; /**< Highest rate, kilobits per second. */
	uint32_t supported_qpts;    /**< Queue pair types, bit 1 << enum ibv_qp_type. */
};

/** Tag matching. */
struct ibv_tm_caps {
	uint32_t max_rndv_hdr_size; /**< Bytes of the largest rendezvous header. */
	uint32_t max_num_tags;      /**< Tags in one list. */
	uint32_t flags;             /**< enum ibv_tm_cap_flags. */
	uint32_t max_ops;           /**< Outstanding list operations. */
	uint32_t max_sge;           /**< SGEs of one tagged receive. */
};

/** Moderation of completion events. */
struct ibv_cq_moderation_caps {
	uint16_t max_cq_count;  /**< Maximum number of completions per event. */
	uint16_t max_cq_period; /**< Maximum delay of an event in microseconds. */
};

/**
 * Atomic operations of the device towards the machine's memory over PCI; bits of enum
 * ibv_pci_atomic_op_size.
 */
struct ibv_pci_atomic_caps {
	uint16_t fetch_add;    /**< Sizes of fetch and add. */
	uint16_t swap;         /**< Sizes of swap. */
	uint16_t compare_swap; /**< Sizes of compare and swap. */
};

/** Extended attributes. Attributes of features that the device does not have are zero. */
struct ibv_device_attr_ex {
	struct ibv_device_attr orig_attr; /**< The basic attributes. */
	uint32_t comp_mask;               /**< 0; nothing here is optional. */
	struct ibv_odp_caps odp_caps;     /**< On-demand paging. */
	/** Bits that are valid in a completion's timestamp; 0 without timestamps. */
	uint64_t completion_timestamp_mask;
	/** Frequency of the device's clock in kHz; 0 without timestamps. */
	uint64_t hca_core_clock;
	/** enum ibv_device_cap_flags and the bits above 32. */
	uint64_t device_cap_flags_ex;
	struct ibv_tso_caps tso_caps;                     /**< Segmentation. */
	struct ibv_rss_caps rss_caps;                     /**< Receive-side scaling. */
	uint32_t max_wq_type_rq;                          /**< Stand-alone receive work queues. */
	struct ibv_packet_pacing_caps packet_pacing_caps; /**< Packet pacing. */
	uint32_t raw_packet_caps;                         /**< enum ibv_raw_packet_caps. */
	struct ibv_tm_caps tm_caps;                       /**< Tag matching. */
	struct ibv_cq_moderation_caps cq_mod_caps;        /**< Event moderation. */
	uint64_t max_dm_size;                             /**< Bytes of device memory; 0 without. */
	struct ibv_pci_atomic_caps pci_atomic_caps;       /**< Atomic operations over PCI. */
	/** enum ibv_odp_transport_cap_bits for XRC. */
	uint32_t xrc_odp_caps;
	/** Ports, where there are more than 255. */
	uint32_t phys_port_cnt_ex;
};

/** Unused; in place of a table of older libraries. */
struct _ibv_device_ops {
	struct ibv_context *(*_dummy1)(struct ibv_device *, int); /**< Unused. */
	void (*_dummy2)(struct ibv_context *);                    /**< Unused. */
};

/**
 * A device that was found. It belongs to the library; free the list it came in, never the device.
 */
struct ibv_device {
	struct _ibv_device_ops _ops;            /**< Unused. */
	enum ibv_node_type node_type;           /**< Type of node. */
	enum ibv_transport_type transport_type; /**< Its transport. */
	char name[64];                          /**< Name of the device, for example mlx4_0. */
	/** Name of its uverbs device, for example uverbs0. */
	char dev_name[64];
	char dev_path[256];   /**< Directory of the uverbs device in sysfs. */
	char ibdev_path[256]; /**< Directory of the device in sysfs. */
};

/**
 * Find the devices of this machine: those of the kernel, and those of an emulator if one is
 * requested or runs.
 *
 * num_devices (written, may be NULL): Number of devices; 0 on failure.
 *
 * Returns the object, or NULL with errno set. The array is terminated by NULL and belongs to the
 * caller until ibv_free_device_list(); without any device it is empty, not NULL.
 *
 * ENOMEM: no memory
 * ENOENT: the emulator that INVERBS_EMULATOR names does not exist
 * ECONNREFUSED: nothing listens at the socket that INVERBS_EMULATOR names
 * EACCES: the emulator that INVERBS_EMULATOR names belongs to another user
 * ESRCH: the emulator is in another PID namespace and cannot access this process
 */
struct ibv_device **ibv_get_device_list(int *num_devices);

/**
 * Free the list. Open devices remain usable.
 *
 * list (may be NULL): The array.
 */
void ibv_free_device_list(struct ibv_device **list);

/**
 * Name of a device, for example mlx4_0.
 *
 * device: A device of ibv_get_device_list().
 *
 * Returns the name; it lives as long as the device.
 */
INVERBS_CHECKABLE const char *ibv_get_device_name(struct ibv_device *device);

/**
 * The kernel's number of a device.
 *
 * device: A device of ibv_get_device_list().
 *
 * Returns the number, or -1 when it is not known.
 */
INVERBS_CHECKABLE int ibv_get_device_index(struct ibv_device *device);

/**
 * GUID of a device, which need not be open.
 *
 * device: A device of ibv_get_device_list().
 *
 * Returns the node GUID in network byte order, or 0 when it cannot be read.
 */
INVERBS_CHECKABLE __be64 ibv_get_device_guid(struct ibv_device *device);

/**
 * Read identity and limits of a device.
 *
 * context: Open device.
 * device_attr (written): The result.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EIO: the device was removed
 */
INVERBS_CHECKABLE int ibv_query_device(struct ibv_context *context,
				       struct ibv_device_attr *device_attr);

/**
 * Read the extended attributes. Without support by the driver, the basic ones and zeros are
 * returned.
 *
 * context: Open device.
 * input (may be NULL): Must be NULL or contain zeros.
 * attr (written): The result.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: comp_mask of input is not 0
 * EIO: the device was removed
 */
INVERBS_CHECKABLE int ibv_query_device_ex(struct ibv_context *context,
					  const struct ibv_query_device_ex_input *input,
					  struct ibv_device_attr_ex *attr);

/**
 * Make registered memory safe against fork(). Call it before the first registration. Where the
 * kernel copies registered pages at fork it has nothing to do and always succeeds.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: something was registered before
 * ENOSYS: the kernel does not support it
 */
int ibv_fork_init(void);

/**
 * Whether registered memory survives fork().
 *
 * Returns IBV_FORK_UNNEEDED when the kernel copies registered pages at fork.
 */
enum ibv_fork_status ibv_is_fork_initialized(void);

/**
 * Text of a node type.
 *
 * node_type: Type of node.
 *
 * Returns a constant string, even for a value that is not a member.
 */
const char *ibv_node_type_str(enum ibv_node_type node_type);

/*
 * Ports and their tables.
 */

/** Path MTU: the largest payload of one packet, in bytes. */
enum ibv_mtu {
	IBV_MTU_256 = 1,  /**< 256. */
	IBV_MTU_512 = 2,  /**< 512. */
	IBV_MTU_1024 = 3, /**< 1024. */
	IBV_MTU_2048 = 4, /**< 2048. */
	IBV_MTU_4096 = 5, /**< 4096. */
};

/** Logical state of a port. */
enum ibv_port_state {
	IBV_PORT_NOP = 0,          /**< No change; never the state of a port. */
	IBV_PORT_DOWN = 1,         /**< No link. */
	IBV_PORT_INIT = 2,         /**< Link up, but not yet configured by the subnet manager. */
	IBV_PORT_ARMED = 3,        /**< Configured, not yet carrying data. */
	IBV_PORT_ACTIVE = 4,       /**< Carries data. */
	IBV_PORT_ACTIVE_DEFER = 5, /**< Active, but the link is temporarily down. */
};

/** Values of ibv_port_attr.link_layer. */
enum {
	/** Default of the transport; old kernels report it for InfiniBand. */
	IBV_LINK_LAYER_UNSPECIFIED = 0,
	IBV_LINK_LAYER_INFINIBAND = 1, /**< InfiniBand: LIDs, subnet manager. */
	IBV_LINK_LAYER_ETHERNET = 2,   /**< Ethernet: addresses are GIDs, no LIDs. */
};

/** Bits of ibv_port_attr.port_cap_flags. */
enum ibv_port_cap_flags {
	IBV_PORT_SM = 1 << 1,            /**< A subnet manager runs here. */
	IBV_PORT_NOTICE_SUP = 1 << 2,    /**< Sends notices. */
	IBV_PORT_TRAP_SUP = 1 << 3,      /**< Sends traps. */
	IBV_PORT_OPT_IPD_SUP = 1 << 4,   /**< Optional static rates. */
	IBV_PORT_AUTO_MIGR_SUP = 1 << 5, /**< Automatic path migration. */
	IBV_PORT_SL_MAP_SUP = 1 << 6,    /**< Maps service levels to virtual lanes. */
	/** Keeps its management key across restarts. */
	IBV_PORT_MKEY_NVRAM = 1 << 7,
	IBV_PORT_PKEY_NVRAM = 1 << 8,          /**< Keeps its P_Keys across restarts. */
	IBV_PORT_LED_INFO_SUP = 1 << 9,        /**< Its LED can be read and set. */
	IBV_PORT_SYS_IMAGE_GUID_SUP = 1 << 11, /**< Has a system image GUID. */
	/** Traps for P_Keys at external ports of a switch. */
	IBV_PORT_PKEY_SW_EXT_PORT_TRAP_SUP = 1 << 12,
	IBV_PORT_EXTENDED_SPEEDS_SUP = 1 << 14, /**< Speeds from FDR upwards. */
	IBV_PORT_CAP_MASK2_SUP = 1 << 15,       /**< port_cap_flags2 is valid. */
	IBV_PORT_CM_SUP = 1 << 16,              /**< Connection management. */
	IBV_PORT_SNMP_TUNNEL_SUP = 1 << 17,     /**< SNMP tunnelling. */
	/** Reports the result of a reinitialization. */
	IBV_PORT_REINIT_SUP = 1 << 18,
	IBV_PORT_DEVICE_MGMT_SUP = 1 << 19,     /**< Device management. */
	IBV_PORT_VENDOR_CLASS_SUP = 1 << 20,    /**< Management classes of the vendor. */
	IBV_PORT_DR_NOTICE_SUP = 1 << 21,       /**< Notices by directed route. */
	IBV_PORT_CAP_MASK_NOTICE_SUP = 1 << 22, /**< A notice when these bits change. */
	IBV_PORT_BOOT_MGMT_SUP = 1 << 23,       /**< Boot management. */
	IBV_PORT_LINK_LATENCY_SUP = 1 << 24,    /**< Measures the latency of its link. */
	IBV_PORT_CLIENT_REG_SUP = 1 << 25,      /**< Supports client reregistration. */
	IBV_PORT_IP_BASED_GIDS = 1 << 26,       /**< GIDs are derived from IP addresses. */
};

/** Bits of ibv_port_attr.port_cap_flags2. */
enum ibv_port_cap_flags2 {
	IBV_PORT_SET_NODE_DESC_SUP = 1 << 0, /**< The node description can be set. */
	IBV_PORT_INFO_EXT_SUP = 1 << 1,      /**< Extended port information. */
	IBV_PORT_VIRT_SUP = 1 << 2,          /**< Virtual ports. */
	/** Table of the states of all ports of a switch. */
	IBV_PORT_SWITCH_PORT_STATE_TABLE_SUP = 1 << 3,
	IBV_PORT_LINK_WIDTH_2X_SUP = 1 << 4,   /**< Links of two lanes. */
	IBV_PORT_LINK_SPEED_HDR_SUP = 1 << 5,  /**< Speed HDR. */
	IBV_PORT_LINK_SPEED_NDR_SUP = 1 << 10, /**< Speed NDR. */
};

/** State and limits of a port, as ibv_query_port() returns them. */
struct ibv_port_attr {
	enum ibv_port_state state; /**< Logical state. */
	enum ibv_mtu max_mtu;      /**< Largest MTU that the port supports. */
	enum ibv_mtu active_mtu;   /**< Its current MTU. */
	int gid_tbl_len;           /**< Entries of its GID table. */
	uint32_t port_cap_flags;   /**< enum ibv_port_cap_flags. */
	uint32_t max_msg_sz;       /**< Bytes of the largest message. */
	uint32_t bad_pkey_cntr;    /**< Packets refused for their P_Key. */
	uint32_t qkey_viol_cntr;   /**< Packets refused for their Q_Key. */
	uint16_t pkey_tbl_len;     /**< Entries of its P_Key table. */
	uint16_t lid;              /**< Its LID; 0 on Ethernet. */
	uint16_t sm_lid;           /**< LID of the subnet manager. */
	/** Number of low LID bits that are ignored: the port has 2^lmc LIDs. */
	uint8_t lmc;
	uint8_t max_vl_num;      /**< Virtual lanes, as code 1 to 5 for 1, 2, 4, 8 and 15. */
	uint8_t sm_sl;           /**< Service level of the subnet manager. */
	uint8_t subnet_timeout;  /**< Longest time through the subnet, as 4.096 us * 2^n. */
	uint8_t init_type_reply; /**< How the subnet manager initialized the port. */
	/** Lanes in use, as code: 1 is 1, 2 is 4, 4 is 8, 8 is 12, 16 is 2. */
	uint8_t active_width;
	/**
	 * Speed of a lane, as code: 1 SDR, 2 DDR, 4 QDR, 8 FDR10, 16 FDR, 32 EDR, 64 HDR, 128 NDR.
	 */
	uint8_t active_speed;
	/** Physical state, as code: 3 disabled, 4 training, 5 link up, 6 recovery. */
	uint8_t phys_state;
	uint8_t link_layer; /**< IBV_LINK_LAYER_*. */
	union {
		/** IBV_QPF_GRH_REQUIRED: every packet needs a global routing header. */
		uint8_t flags;
		uint8_t pad; /**< OFED's name of the same byte. */
	};
	/** enum ibv_port_cap_flags2, when IBV_PORT_CAP_MASK2_SUP is set. */
	uint16_t port_cap_flags2;
};

/** Unused; appears only in the type of an unused table entry. */
struct _compat_ibv_port_attr;

/**
 * Read the state and limits of a port.
 *
 * context: Open device.
 * port_num: Port, from 1.
 * port_attr (written): The result.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: no such port
 * EIO: the device was removed
 */
INVERBS_CHECKABLE int ibv_query_port(struct ibv_context *context, uint8_t port_num,
				     struct ibv_port_attr *port_attr);

/**
 * ibv_query_port() under the name that macros of other libraries use.
 *
 * context: Open device.
 * port_num: Port, from 1.
 * port_attr (written): The result.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: as ibv_query_port()
 * EIO: as ibv_query_port()
 */
static inline int ___ibv_query_port(struct ibv_context *context, uint8_t port_num,
				    struct ibv_port_attr *port_attr);

/**
 * Read the effective bandwidth of a port, in units of 100 Mbit/s.
 *
 * context: Open device.
 * port_num: Port, from 1.
 * port_speed (written): The bandwidth: 560 is 56 Gbit/s.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: no such port
 * EOPNOTSUPP: neither the kernel nor the link reports it
 * EIO: the device was removed
 */
INVERBS_CHECKABLE int ibv_query_port_speed(struct ibv_context *context, uint32_t port_num,
					   uint64_t *port_speed);

/**
 * Read an entry of a port's P_Key table.
 *
 * context: Open device.
 * port_num: Port, from 1.
 * index: Index, from 0.
 * pkey (written): The key, network byte order.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: no such port or index
 */
INVERBS_CHECKABLE int ibv_query_pkey(struct ibv_context *context, uint8_t port_num, int index,
				     __be16 *pkey);

/**
 * Find a P_Key in a port's table.
 *
 * context: Open device.
 * port_num: Port, from 1.
 * pkey: The key, network byte order.
 *
 * Returns its index, or -1 when it is not in the table.
 *
 * EINVAL: no such port, or the key is not in the table
 */
INVERBS_CHECKABLE int ibv_get_pkey_index(struct ibv_context *context, uint8_t port_num,
					 __be16 pkey);

/**
 * Text of a port state.
 *
 * port_state: State.
 *
 * Returns a constant string, even for a value that is not a member.
 */
const char *ibv_port_state_str(enum ibv_port_state port_state);

/*
 * Asynchronous events: conditions of objects that no completion reports.
 */

/** Types of events. The type decides which member of ibv_async_event.element is valid. */
enum ibv_event_type {
	/** A completion queue overran or failed (element.cq). */
	IBV_EVENT_CQ_ERR = 0,
	/** A queue pair failed and is in state ERR (element.qp). */
	IBV_EVENT_QP_FATAL = 1,
	/** A queue pair received an invalid request (element.qp). */
	IBV_EVENT_QP_REQ_ERR = 2,
	/** A queue pair received a request without the necessary access flag (element.qp). */
	IBV_EVENT_QP_ACCESS_ERR = 3,
	/** The first packet arrived while the queue pair was in RTR (element.qp). */
	IBV_EVENT_COMM_EST = 4,
	/** The send queue has drained, in state SQD (element.qp). */
	IBV_EVENT_SQ_DRAINED = 5,
	/** The connection moved to its alternate path (element.qp). */
	IBV_EVENT_PATH_MIG = 6,
	/** The connection could not move to its alternate path (element.qp). */
	IBV_EVENT_PATH_MIG_ERR = 7,
	/** The device failed; all its objects are lost (no element). */
	IBV_EVENT_DEVICE_FATAL = 8,
	IBV_EVENT_PORT_ACTIVE = 9,  /**< A port became active (element.port_num). */
	IBV_EVENT_PORT_ERR = 10,    /**< A port went down (element.port_num). */
	IBV_EVENT_LID_CHANGE = 11,  /**< A port's LID changed (element.port_num). */
	IBV_EVENT_PKEY_CHANGE = 12, /**< A port's P_Key table changed (element.port_num). */
	/** A port has another subnet manager (element.port_num). */
	IBV_EVENT_SM_CHANGE = 13,
	IBV_EVENT_SRQ_ERR = 14, /**< A shared receive queue failed (element.srq). */
	/** Fewer receives than its limit are left in a shared receive queue (element.srq). */
	IBV_EVENT_SRQ_LIMIT_REACHED = 15,
	/** A queue pair in error will take no more receives from its shared queue (element.qp). */
	IBV_EVENT_QP_LAST_WQE_REACHED = 16,
	/** The subnet manager requests new subscriptions (element.port_num). */
	IBV_EVENT_CLIENT_REREGISTER = 17,
	IBV_EVENT_GID_CHANGE = 18, /**< A port's GID table changed (element.port_num). */
	IBV_EVENT_WQ_FATAL = 19,   /**< A work queue failed (element.wq). */
	/**
	 * The effective bandwidth of a port changed, see ibv_query_port_speed() (element.port_num,
	 * 0 if none is named).
	 */
	IBV_EVENT_DEVICE_SPEED_CHANGE = 20,
};

/** Bits that are ORed into event_type. */
__extension__ enum ibv_event_flags {
	/**
	 * OFED XRC: the event concerns the receive queue pair with the number element.xrc_qp_num.
	 */
	IBV_XRC_QP_EVENT_FLAG = 1U << 31,
};

/**
 * An asynchronous event. Acknowledge each with ibv_ack_async_event(), else its object cannot be
 * destroyed.
 */
struct ibv_async_event {
	/** Affected object. */
	union {
		struct ibv_cq *cq;   /**< Completion queue. */
		struct ibv_qp *qp;   /**< Queue pair. */
		struct ibv_srq *srq; /**< Shared receive queue. */
		struct ibv_wq *wq;   /**< Work queue. */
		int port_num;        /**< Port, from 1. */
		/** OFED XRC: number of the receive queue pair, with IBV_XRC_QP_EVENT_FLAG. */
		uint32_t xrc_qp_num;
	} element;
	enum ibv_event_type event_type; /**< What happened. */
};

/**
 * Read the next asynchronous event. Waits for one unless async_fd is non-blocking. Acknowledge
 * every event. An event of an XRC receive queue pair for which this context is registered has
 * IBV_XRC_QP_EVENT_FLAG in its type, and a number instead of a pointer; test the flag first.
 * Current kernels send those only to the context that created the queue pair.
 *
 * context: Open device.
 * event (written): The event.
 *
 * Returns 0, or -1 with errno set.
 *
 * EAGAIN: async_fd is non-blocking and there is no event
 * EINTR: a signal interrupted the call
 */
INVERBS_CHECKABLE int ibv_get_async_event(struct ibv_context *context,
					  struct ibv_async_event *event);

/**
 * Acknowledge an event. Destroying an object waits until all its events are acknowledged.
 *
 * event: An event of ibv_get_async_event().
 */
INVERBS_CHECKABLE void ibv_ack_async_event(struct ibv_async_event *event);

/**
 * Text of an asynchronous event.
 *
 * event: Kind of event.
 *
 * Returns a constant string, even for a value that is not a member.
 */
const char *ibv_event_type_str(enum ibv_event_type event);

/*
 * Protection domains, thread domains and parent domains.
 */

/** Returned by the allocator of a parent domain to leave an allocation to the library. */
#define IBV_ALLOCATOR_USE_DEFAULT ((void *)-1)

/** Members of ibv_parent_domain_init_attr that are valid. */
enum ibv_parent_domain_init_attr_mask {
	IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS = 1 << 0, /**< alloc and free. */
	IBV_PARENT_DOMAIN_INIT_ATTR_PD_CONTEXT = 1 << 1, /**< pd_context. */
	/** Not a member. In a confidential guest, queues may be in memory shared with the host. */
	IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC = 1 << 2,
};

/**
 * Protection domain: objects of one domain may use each other, objects of different domains may
 * not.
 */
struct ibv_pd {
	struct ibv_context *context; /**< Its device. */
	uint32_t handle;             /**< Kernel handle. */
};

/** Attributes of a thread domain. */
struct ibv_td_init_attr {
	uint32_t comp_mask; /**< Must be 0. */
};

/** Thread domain: the promise that only one thread at a time uses the objects created in it. */
struct ibv_td {
	struct ibv_context *context; /**< Its device. */
};

/** Attributes of a parent domain. */
struct ibv_parent_domain_init_attr {
	struct ibv_pd *pd;  /**< Its protection domain. */
	struct ibv_td *td;  /**< Thread domain, or NULL. */
	uint32_t comp_mask; /**< enum ibv_parent_domain_init_attr_mask. */
	/**
	 * Allocates queue memory: domain, pd_context, bytes, alignment, resource type. Returns NULL
	 * on failure or IBV_ALLOCATOR_USE_DEFAULT.
	 */
	void *(*alloc)(struct ibv_pd *, void *, size_t, size_t, uint64_t);
	/** Frees it: domain, pd_context, pointer, resource type. */
	void (*free)(struct ibv_pd *, void *, void *, uint64_t);
	void *pd_context; /**< Passed to both. */
};

/**
 * Attach to a PD of the shared context by kernel handle.
 *
 * context: Open device.
 * pd_handle: handle of the protection domain in the other process.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (sharing objects between processes is not implemented): always fails with
 * EOPNOTSUPP.
 */
struct ibv_pd *ibv_import_pd(struct ibv_context *context, uint32_t pd_handle);

/**
 * Detach from an imported PD without destroying the kernel object.
 *
 * pd: Imported protection domain.
 *
 * Not implemented yet (sharing objects between processes is not implemented): does nothing.
 */
void ibv_unimport_pd(struct ibv_pd *pd);

/**
 * Create a protection domain.
 *
 * context: Open device.
 *
 * Returns the object, or NULL with errno set.
 *
 * ENOMEM: no memory, or the device has no protection domains left
 */
INVERBS_CHECKABLE struct ibv_pd *ibv_alloc_pd(struct ibv_context *context);

/**
 * Free a protection domain or a parent domain.
 *
 * pd: Protection domain.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EBUSY: other objects still use it
 */
INVERBS_CHECKABLE int ibv_dealloc_pd(struct ibv_pd *pd);

/**
 * Create a thread domain: a promise that only one thread at a time uses the objects created in it,
 * so that they need no locks.
 *
 * context: Open device.
 * init_attr: Attributes.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: comp_mask is not 0
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_td *ibv_alloc_td(struct ibv_context *context,
					      struct ibv_td_init_attr *init_attr);

/**
 * Free a thread domain.
 *
 * td: Thread domain.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EBUSY: a parent domain uses it
 */
INVERBS_CHECKABLE int ibv_dealloc_td(struct ibv_td *td);

/**
 * Create a domain that combines a protection domain with a thread domain.
 *
 * context: Open device.
 * attr: Attributes.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: pd is missing, pd or td is of another context, or comp_mask is unknown
 * EOPNOTSUPP: comp_mask requests allocators or unprotected memory; queue memory always comes from
 *     the library
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_pd *ibv_alloc_parent_domain(struct ibv_context *context,
							 struct ibv_parent_domain_init_attr *attr);

/*
 * Memory regions: memory that an adapter may access, and its keys.
 */

/** Access rights to a memory region or window. Local reads are always allowed. */
enum ibv_access_flags {
	/** The local adapter may write: receives, results of RDMA reads and atomics. */
	IBV_ACCESS_LOCAL_WRITE = 1 << 0,
	IBV_ACCESS_REMOTE_WRITE = 1 << 1, /**< Peers may write. Needs LOCAL_WRITE. */
	IBV_ACCESS_REMOTE_READ = 1 << 2,  /**< Peers may read. */
	/** Peers may use atomic operations. Needs LOCAL_WRITE. */
	IBV_ACCESS_REMOTE_ATOMIC = 1 << 3,
	IBV_ACCESS_MW_BIND = 1 << 4, /**< Memory windows may be bound to it. */
	/** Remote addresses count from the region's start, not from its virtual address. */
	IBV_ACCESS_ZERO_BASED = 1 << 5,
	/** Pages are faulted in when the adapter accesses them. */
	IBV_ACCESS_ON_DEMAND = 1 << 6,
	IBV_ACCESS_HUGETLB = 1 << 7, /**< The memory is known to consist of huge pages. */
	/** Peers may make their writes globally visible. No adapter here has it. */
	IBV_ACCESS_FLUSH_GLOBAL = 1 << 8,
	/** Peers may make their writes persistent. No adapter here has it. */
	IBV_ACCESS_FLUSH_PERSISTENT = 1 << 9,
	/** Writes may become visible in another order; a device without it ignores the bit. */
	IBV_ACCESS_RELAXED_ORDERING = 1 << 20,
};

/** What ibv_rereg_mr() changes. */
enum ibv_rereg_mr_flags {
	IBV_REREG_MR_CHANGE_TRANSLATION = 1 << 0, /**< Address and length. */
	IBV_REREG_MR_CHANGE_PD = 1 << 1,          /**< Protection domain. */
	IBV_REREG_MR_CHANGE_ACCESS = 1 << 2,      /**< Access flags. */
	IBV_REREG_MR_FLAGS_SUPPORTED = 7,         /**< All supported flags. */
	/** OFED: keep the region usable meanwhile; not supported, as in later libraries. */
	IBV_REREG_MR_KEEP_VALID = 1 << 3,
};

/** Why ibv_rereg_mr() failed, and the state of the region afterwards. */
enum ibv_rereg_mr_err_code {
	/** An argument is wrong; the region is as before. */
	IBV_REREG_MR_ERR_INPUT = -1,
	/** The new memory could not be protected from fork(); the region is as before. */
	IBV_REREG_MR_ERR_DONT_FORK_NEW = -2,
	/** The region has changed, but its old memory is still excluded from children. */
	IBV_REREG_MR_ERR_DO_FORK_OLD = -3,
	/** The kernel refused; the region must not be used afterwards. */
	IBV_REREG_MR_ERR_CMD = -4,
	/**
	 * The kernel refused, and the new memory is still excluded from children; the region must
	 * not be used afterwards.
	 */
	IBV_REREG_MR_ERR_CMD_AND_DO_FORK_NEW = -5,
};

/** Memory region: memory that the adapter may access, and its keys. */
struct ibv_mr {
	struct ibv_context *context; /**< Device it was registered on. */
	struct ibv_pd *pd;           /**< Protection domain. */
	void *addr;                  /**< First byte. */
	size_t length;               /**< Bytes. */
	uint32_t handle;             /**< Kernel handle. */
	uint32_t lkey;               /**< Key for local work requests. */
	/** Key for peers; give it to them together with the address. */
	uint32_t rkey;
};

/**
 * Attach to an MR of the shared context by kernel handle.
 *
 * pd: Protection domain.
 * mr_handle: handle of the region in the other process.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (sharing objects between processes is not implemented): always fails with
 * EOPNOTSUPP.
 */
struct ibv_mr *ibv_import_mr(struct ibv_pd *pd, uint32_t mr_handle);

/**
 * Detach from an imported MR without deregistering it.
 *
 * mr: Imported region.
 *
 * Not implemented yet (sharing objects between processes is not implemented): does nothing.
 */
void ibv_unimport_mr(struct ibv_mr *mr);

/**
 * Like ibv_reg_mr_iova(), but optional access flags that the device does not support are dropped.
 *
 * pd: Protection domain.
 * addr: First byte.
 * length: Bytes.
 * iova: Address of the first byte in requests; its offset in a page must equal that of addr.
 * access: enum ibv_access_flags.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: as ibv_reg_mr_iova()
 * ENOMEM: as ibv_reg_mr_iova()
 * EFAULT: as ibv_reg_mr_iova()
 */
INVERBS_CHECKABLE struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *addr, size_t length,
						  uint64_t iova, unsigned int access);

/**
 * Register memory: pin it and get keys for it.
 *
 * pd: Protection domain.
 * addr: First byte.
 * length: Bytes.
 * access: enum ibv_access_flags.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: remote writes or atomics without IBV_ACCESS_LOCAL_WRITE, or an unknown flag
 * ENOMEM: no memory, or the limit of locked memory is exceeded
 * EFAULT: a part of the range is not memory of this program
 * EOPNOTSUPP: the device does not support an access flag
 */
INVERBS_CHECKABLE struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length,
					    int access);

/**
 * ibv_reg_mr() under the name that macros of other libraries use.
 *
 * pd: Protection domain.
 * addr: First byte.
 * length: Bytes.
 * access: enum ibv_access_flags.
 * is_access_const: Not used.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: as ibv_reg_mr()
 * ENOMEM: as ibv_reg_mr()
 * EFAULT: as ibv_reg_mr()
 */
static inline struct ibv_mr *__ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length,
					  unsigned int access, int is_access_const);

/**
 * Register memory under addresses that the program chooses.
 *
 * pd: Protection domain.
 * addr: First byte.
 * length: Bytes.
 * iova: Address of the first byte in requests; its offset in a page must equal that of addr.
 * access: enum ibv_access_flags.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: as for ibv_reg_mr(), or iova and addr have different offsets in a page
 * ENOMEM: no memory, or the limit of locked memory is exceeded
 * EFAULT: a part of the range is not memory of this program
 */
INVERBS_CHECKABLE struct ibv_mr *ibv_reg_mr_iova(struct ibv_pd *pd, void *addr, size_t length,
						 uint64_t iova, int access);

/**
 * ibv_reg_mr_iova() under the name that macros of other libraries use.
 *
 * pd: Protection domain.
 * addr: First byte.
 * length: Bytes.
 * iova: Address of the first byte in requests; its offset in a page must equal that of addr.
 * access: enum ibv_access_flags.
 * is_access_const: Not used.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: as ibv_reg_mr_iova()
 * ENOMEM: as ibv_reg_mr_iova()
 * EFAULT: as ibv_reg_mr_iova()
 */
static inline struct ibv_mr *__ibv_reg_mr_iova(struct ibv_pd *pd, void *addr, size_t length,
					       uint64_t iova, unsigned int access,
					       int is_access_const);

/**
 * Register a part of a DMA buffer of another device.
 *
 * pd: Protection domain.
 * offset: First byte inside the buffer.
 * length: Bytes.
 * iova: Address of the first byte in requests.
 * fd: Descriptor of the buffer.
 * access: enum ibv_access_flags.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (memory of other devices is not implemented): always fails with EOPNOTSUPP.
 */
struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova,
				 int fd, int access);

/**
 * Change a region that no outstanding request uses.
 *
 * mr: Memory region.
 * flags: enum ibv_rereg_mr_flags.
 * pd (may be NULL): New protection domain, with IBV_REREG_MR_CHANGE_PD.
 * addr (may be NULL): New first byte, with IBV_REREG_MR_CHANGE_TRANSLATION.
 * length: New bytes, with IBV_REREG_MR_CHANGE_TRANSLATION.
 * access: New access flags, with IBV_REREG_MR_CHANGE_ACCESS.
 *
 * Returns 0, or a negative value: one of enum ibv_rereg_mr_err_code, with errno set.
 *
 * EINVAL: flags is 0 or unknown, or an argument that it needs is missing
 * ENOMEM: no memory, or the limit of locked memory is exceeded
 * EOPNOTSUPP: the adapter, or the kernel for it, cannot change regions
 */
INVERBS_CHECKABLE int ibv_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *addr,
				   size_t length, int access);

/**
 * Free a region and its keys.
 *
 * mr: Memory region.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EBUSY: a memory window is bound to the region
 */
INVERBS_CHECKABLE int ibv_dereg_mr(struct ibv_mr *mr);

/**
 * Give paging advice (prefetch) for on-demand-paging MRs.
 *
 * pd: Protection domain.
 * advice: The expected use of the memory.
 * flags: enum ib_uverbs_advise_mr_flag.
 * sg_list: The memory.
 * num_sge: Number of SGEs.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (on-demand paging is not implemented): always fails with EOPNOTSUPP.
 */
int ibv_advise_mr(struct ibv_pd *pd, enum ib_uverbs_advise_mr_advice advice, uint32_t flags,
		  struct ibv_sge *sg_list, uint32_t num_sge);

/**
 * Allocate an MR that reads as zeros and discards writes.
 *
 * pd: Protection domain.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (no adapter here has it): always fails with EOPNOTSUPP.
 */
struct ibv_mr *ibv_alloc_null_mr(struct ibv_pd *pd);

/*
 * Memory on the device.
 */

/** Members of struct ibv_dm that are valid. */
enum ibv_dm_mask {
	IBV_DM_MASK_HANDLE = 1 << 0, /**< handle. */
};

/** Requested device memory. */
struct ibv_alloc_dm_attr {
	size_t length;          /**< Bytes. */
	uint32_t log_align_req; /**< Alignment, as power of two. */
	uint32_t comp_mask;     /**< Must be 0. */
};

/** Memory on the device. */
struct ibv_dm {
	struct ibv_context *context; /**< Its device. */
	/** Implements ibv_memcpy_to_dm(). */
	int (*memcpy_to_dm)(struct ibv_dm *, uint64_t, const void *, size_t);
	/** Implements ibv_memcpy_from_dm(). */
	int (*memcpy_from_dm)(void *, struct ibv_dm *, uint64_t, size_t);
	uint32_t comp_mask; /**< enum ibv_dm_mask. */
	uint32_t handle;    /**< Kernel handle. */
};

/**
 * Attach to device memory of the shared context by kernel handle.
 *
 * context: Open device.
 * dm_handle: handle of the device memory in the other process.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (sharing objects between processes is not implemented): always fails with
 * EOPNOTSUPP.
 */
struct ibv_dm *ibv_import_dm(struct ibv_context *context, uint32_t dm_handle);

/**
 * Detach from an imported device-memory object without freeing it.
 *
 * dm: Imported device memory.
 *
 * Not implemented yet (sharing objects between processes is not implemented): does nothing.
 */
void ibv_unimport_dm(struct ibv_dm *dm);

/**
 * Allocate memory on the device.
 *
 * context: Open device.
 * attr: Requested size and alignment.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (device memory is not implemented): always fails with EOPNOTSUPP.
 */
struct ibv_dm *ibv_alloc_dm(struct ibv_context *context, struct ibv_alloc_dm_attr *attr);

/**
 * Free device memory.
 *
 * dm: Device memory.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (device memory is not implemented): always fails with EOPNOTSUPP.
 */
int ibv_free_dm(struct ibv_dm *dm);

/**
 * Copy host memory into device memory.
 *
 * dm: Device memory.
 * dm_offset: First byte inside the device memory.
 * host_addr: Memory of the program.
 * length: Bytes.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: the range is not inside the device memory
 *
 * Not usable yet: no device memory can be allocated yet.
 */
static inline int ibv_memcpy_to_dm(struct ibv_dm *dm, uint64_t dm_offset, const void *host_addr,
				   size_t length);

/**
 * Copy device memory into host memory.
 *
 * host_addr (written): Memory of the program.
 * dm: Device memory.
 * dm_offset: First byte inside the device memory.
 * length: Bytes.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: the range is not inside the device memory
 *
 * Not usable yet: no device memory can be allocated yet.
 */
static inline int ibv_memcpy_from_dm(void *host_addr, struct ibv_dm *dm, uint64_t dm_offset,
				     size_t length);

/**
 * Register a part of device memory.
 *
 * pd: Protection domain.
 * dm: Device memory.
 * dm_offset: First byte inside the device memory.
 * length: Bytes.
 * access: enum ibv_access_flags.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (device memory is not implemented): always fails with EOPNOTSUPP.
 */
struct ibv_mr *ibv_reg_dm_mr(struct ibv_pd *pd, struct ibv_dm *dm, uint64_t dm_offset,
			     size_t length, unsigned int access);

/*
 * Memory windows: remote access to a part of a region, granted and revoked without system call.
 */

/** Kinds of memory windows. */
enum ibv_mw_type {
	IBV_MW_TYPE_1 = 1, /**< Bound with ibv_bind_mw(); belongs to its protection domain. */
	/** Bound by a work request; belongs to the queue pair it was bound on. */
	IBV_MW_TYPE_2 = 2,
};

/** The range and access flags of a window. */
struct ibv_mw_bind_info {
	struct ibv_mr *mr;            /**< Region of the window; it must have IBV_ACCESS_MW_BIND. */
	uint64_t addr;                /**< First byte. */
	uint64_t length;              /**< Bytes; 0 unbinds the window. */
	unsigned int mw_access_flags; /**< enum ibv_access_flags for peers. */
};

/** Memory window. */
struct ibv_mw {
	struct ibv_context *context; /**< Its device. */
	struct ibv_pd *pd;           /**< Protection domain. */
	uint32_t rkey;               /**< Key for peers; a bind changes it. */
	uint32_t handle;             /**< Kernel handle. */
	enum ibv_mw_type type;       /**< Kind of window. */
};

/** A bind of a type 1 window. Current members and OFED's form a union. */
struct ibv_mw_bind {
	uint64_t wr_id;          /**< Returned in the completion. */
	unsigned int send_flags; /**< enum ibv_send_flags. */
	union {
		struct ibv_mw_bind_info bind_info; /**< Range and access flags. */
		__extension__ struct {
			struct ibv_mr *mr;   /**< As in bind_info. */
			void *addr;          /**< As in bind_info. */
			size_t length;       /**< As in bind_info. */
			int mw_access_flags; /**< As in bind_info. */
		};
	};
};

/**
 * Allocate a memory window. It gives no access until it is bound.
 *
 * pd: Protection domain.
 * type: Kind of window.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: no such kind
 * EOPNOTSUPP: the adapter, or the kernel for it, has no windows
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_mw *ibv_alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type);

/**
 * Free a memory window, and revoke its key.
 *
 * mw: Memory window.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: the kernel has no such window
 * EOPNOTSUPP: the adapter has no windows
 */
INVERBS_CHECKABLE int ibv_dealloc_mw(struct ibv_mw *mw);

/**
 * Advance the low 8 bits of a key: the new key for the next bind of a type 2 window.
 *
 * rkey: Key.
 *
 * Returns the new key.
 */
static inline uint32_t ibv_inc_rkey(uint32_t rkey);

/**
 * Post the bind of a type 1 window. On success the window's rkey is the new key at once.
 *
 * qp: Queue pair.
 * mw: Memory window.
 * mw_bind: Range, access flags, and flags of the request.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: not a type 1 window, a range without region, or a datagram queue pair
 * EPERM: window and region are of different protection domains
 * ENOMEM: the send queue is full
 */
static inline int ibv_bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *mw_bind);

/*
 * Static rates: how fast a packet may leave for a slower destination.
 */

/** Static rates, as sent over the wire in path records. */
enum ibv_rate {
	IBV_RATE_MAX = 0,        /**< No limit. */
	IBV_RATE_2_5_GBPS = 2,   /**< 2.5 Gb/s. */
	IBV_RATE_5_GBPS = 5,     /**< 5 Gb/s. */
	IBV_RATE_10_GBPS = 3,    /**< 10 Gb/s. */
	IBV_RATE_20_GBPS = 6,    /**< 20 Gb/s. */
	IBV_RATE_30_GBPS = 4,    /**< 30 Gb/s. */
	IBV_RATE_40_GBPS = 7,    /**< 40 Gb/s. */
	IBV_RATE_60_GBPS = 8,    /**< 60 Gb/s. */
	IBV_RATE_80_GBPS = 9,    /**< 80 Gb/s. */
	IBV_RATE_120_GBPS = 10,  /**< 120 Gb/s. */
	IBV_RATE_14_GBPS = 11,   /**< 14 Gb/s. */
	IBV_RATE_56_GBPS = 12,   /**< 56 Gb/s. */
	IBV_RATE_112_GBPS = 13,  /**< 112 Gb/s. */
	IBV_RATE_168_GBPS = 14,  /**< 168 Gb/s. */
	IBV_RATE_25_GBPS = 15,   /**< 25 Gb/s. */
	IBV_RATE_100_GBPS = 16,  /**< 100 Gb/s. */
	IBV_RATE_200_GBPS = 17,  /**< 200 Gb/s. */
	IBV_RATE_300_GBPS = 18,  /**< 300 Gb/s. */
	IBV_RATE_28_GBPS = 19,   /**< 28 Gb/s. */
	IBV_RATE_50_GBPS = 20,   /**< 50 Gb/s. */
	IBV_RATE_400_GBPS = 21,  /**< 400 Gb/s. */
	IBV_RATE_600_GBPS = 22,  /**< 600 Gb/s. */
	IBV_RATE_800_GBPS = 23,  /**< 800 Gb/s. */
	IBV_RATE_1200_GBPS = 24, /**< 1200 Gb/s. */
};

/**
 * A static rate as multiple of 2.5 Gb/s.
 *
 * rate: Static rate.
 *
 * Returns the multiple, or -1 for an unknown rate.
 */
int ibv_rate_to_mult(enum ibv_rate rate);

/**
 * The static rate of a multiple of 2.5 Gb/s.
 *
 * mult: Multiple of 2.5 Gb/s.
 *
 * Returns the rate, or IBV_RATE_MAX when nothing matches.
 */
enum ibv_rate mult_to_ibv_rate(int mult);

/**
 * A static rate in megabits per second.
 *
 * rate: Static rate.
 *
 * Returns the rate, or -1 when it is unknown.
 */
int ibv_rate_to_mbps(enum ibv_rate rate);

/**
 * The static rate for a number of megabits per second.
 *
 * mbps: Megabits per second.
 *
 * Returns the rate, or IBV_RATE_MAX when nothing matches.
 */
enum ibv_rate mbps_to_ibv_rate(int mbps);

/*
 * Address handles: destinations of datagrams.
 */

/** Bytes of an Ethernet address. */
#define ETHERNET_LL_SIZE 6

/** Lowest UDP source port of RoCE version 2. */
#define IB_ROCE_UDP_ENCAP_VALID_PORT_MIN 0xC000

/** Highest UDP source port of RoCE version 2. */
#define IB_ROCE_UDP_ENCAP_VALID_PORT_MAX 0xFFFF

/** The 20 bits of a flow label. */
#define IB_GRH_FLOWLABEL_MASK 0x000FFFFF

/** Path of an address handle or of a connection. */
struct ibv_ah_attr {
	struct ibv_global_route grh; /**< Global route, if is_global is set. */
	uint16_t dlid;               /**< Destination LID; 0 on Ethernet. */
	uint8_t sl;                  /**< Service level. */
	uint8_t src_path_bits;       /**< Low bits of the sender's LID. */
	uint8_t static_rate;         /**< enum ibv_rate. */
	/** Non-zero: packets carry a global routing header, as they always do on Ethernet. */
	uint8_t is_global;
	uint8_t port_num; /**< Port to send from. */
};

/** Address handle: a destination for datagrams. */
struct ibv_ah {
	struct ibv_context *context; /**< Its device. */
	struct ibv_pd *pd;           /**< Protection domain. */
	uint32_t handle;             /**< Kernel handle, if the kernel has an object for it. */
};

/**
 * Create an address handle. It may be freed when no posted request uses it.
 *
 * pd: Protection domain.
 * attr: The path.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: no such port, or no global routing header on Ethernet
 * EOPNOTSUPP: the adapter has no datagrams; on Ethernet with GIDs made of IP addresses, neighbour
 *     resolution is not implemented
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr);

/**
 * Path to the sender of a received datagram.
 *
 * context: Open device.
 * port_num: Port that received the datagram.
 * wc: Completion of its receive.
 * grh (may be NULL): Its routing header, read only if wc_flags has IBV_WC_GRH.
 * ah_attr (written): The path.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: no such port
 * ENOENT: the destination of the datagram is not in the GID table of the port
 */
INVERBS_CHECKABLE int ibv_init_ah_from_wc(struct ibv_context *context, uint8_t port_num,
					  struct ibv_wc *wc, struct ibv_grh *grh,
					  struct ibv_ah_attr *ah_attr);

/**
 * Create an address handle for the sender of a received datagram.
 *
 * pd: Protection domain.
 * wc: Completion of its receive.
 * grh (may be NULL): Its routing header, read only if wc_flags has IBV_WC_GRH.
 * port_num: Port that received the datagram.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: no such port
 * ENOENT: as ibv_init_ah_from_wc()
 * EOPNOTSUPP: as ibv_create_ah()
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_ah *ibv_create_ah_from_wc(struct ibv_pd *pd, struct ibv_wc *wc,
						       struct ibv_grh *grh, uint8_t port_num);

/**
 * Free an address handle.
 *
 * ah: Address handle.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: the kernel has no such address handle
 * EOPNOTSUPP: the adapter has no datagrams
 */
INVERBS_CHECKABLE int ibv_destroy_ah(struct ibv_ah *ah);

/**
 * Find the Ethernet address and VLAN of a destination.
 *
 * context: Open device.
 * attr: The path.
 * eth_mac (written): Its Ethernet address.
 * vid (written): Its VLAN; 0xffff for none.
 *
 * Returns 0, or -1 with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (RoCE address resolution is not implemented): always fails with EOPNOTSUPP.
 */
int ibv_resolve_eth_l2_from_gid(struct ibv_context *context, struct ibv_ah_attr *attr,
				uint8_t eth_mac[6], uint16_t *vid);

/**
 * UDP source port that RoCE version 2 uses for a flow label.
 *
 * fl: Flow label, 20 bits.
 *
 * Returns a port from 0xC000 to 0xFFFF.
 */
static inline uint16_t ibv_flow_label_to_udp_sport(uint32_t fl);

/*
 * Work requests and how they are posted.
 */

/** Operations of a send queue. */
enum ibv_wr_opcode {
	IBV_WR_RDMA_WRITE = 0, /**< Write to the peer's memory. */
	/** Write, then consume a receive of the peer and deliver imm_data. */
	IBV_WR_RDMA_WRITE_WITH_IMM = 1,
	IBV_WR_SEND = 2,          /**< Send to a receive of the peer. */
	IBV_WR_SEND_WITH_IMM = 3, /**< The same, with imm_data. */
	IBV_WR_RDMA_READ = 4,     /**< Read from the peer's memory. */
	/**
	 * Write wr.atomic.swap to 8 bytes of the peer if they equal wr.atomic.compare_add; fetch
	 * the old value.
	 */
	IBV_WR_ATOMIC_CMP_AND_SWP = 5,
	/** Add wr.atomic.compare_add to 8 bytes of the peer; fetch the old value. */
	IBV_WR_ATOMIC_FETCH_AND_ADD = 6,
	IBV_WR_LOCAL_INV = 7, /**< Invalidate the local key invalidate_rkey. */
	IBV_WR_BIND_MW = 8,   /**< Bind a type 2 memory window. */
	/** Send, and invalidate the peer's key invalidate_rkey. */
	IBV_WR_SEND_WITH_INV = 9,
	/** Send large data as packets of tso.mss bytes, each with its own copy of tso.hdr. */
	IBV_WR_TSO = 10,
	IBV_WR_DRIVER1 = 11,      /**< An operation of the adapter's vendor. */
	IBV_WR_ATOMIC_WRITE = 15, /**< Write 8 bytes of the peer atomically. */
};

/** Bits of ibv_send_wr.send_flags. */
enum ibv_send_flags {
	IBV_SEND_FENCE = 1 << 0,    /**< Wait for the RDMA reads and atomics posted before. */
	IBV_SEND_SIGNALED = 1 << 1, /**< Generate a completion; implied by sq_sig_all. */
	/** Raise an event at the peer even if it armed for solicited events only. */
	IBV_SEND_SOLICITED = 1 << 2,
	/** Copy the data while posting: the buffers are free at once and need no lkey. */
	IBV_SEND_INLINE = 1 << 3,
	IBV_SEND_IP_CSUM = 1 << 4, /**< Compute the checksums of the IP packet that is sent. */
};

/** Operations on the tag list of a shared receive queue. */
enum ibv_ops_wr_opcode {
	IBV_WR_TAG_ADD = 0,  /**< Add a tagged receive. */
	IBV_WR_TAG_DEL = 1,  /**< Remove a tagged receive. */
	IBV_WR_TAG_SYNC = 2, /**< Report how many unexpected messages were handled. */
};

/** Bits of ibv_ops_wr.flags. */
enum ibv_ops_flags {
	IBV_OPS_SIGNALED = 1 << 0, /**< Generate a completion. */
	IBV_OPS_TM_SYNC = 1 << 1,  /**< tm.unexpected_cnt is valid. */
};

/** A buffer of inline data. */
struct ibv_data_buf {
	void *addr;    /**< First byte. */
	size_t length; /**< Bytes. */
};

/** Scatter/gather element (SGE): a buffer inside a region. */
struct ibv_sge {
	uint64_t addr;   /**< First byte. */
	uint32_t length; /**< Bytes; 0 means none, or 2^31 where the adapter says so. */
	uint32_t lkey;   /**< Key of its region. */
};

/**
 * A send work request. The library reads it while posting and does not refer to it later; the data
 * belong to the adapter until the completion unless they were inline.
 */
struct ibv_send_wr {
	uint64_t wr_id;            /**< Returned in the completion. */
	struct ibv_send_wr *next;  /**< Next request of the list, or NULL. */
	struct ibv_sge *sg_list;   /**< SGEs of the message, in order. */
	int num_sge;               /**< How many. */
	enum ibv_wr_opcode opcode; /**< What to do. */
	unsigned int send_flags;   /**< enum ibv_send_flags. */
	union {
		__be32 imm_data;          /**< Immediate data, sent as these four bytes. */
		uint32_t invalidate_rkey; /**< Key to invalidate. */
	};
	/** Fields that depend on the operation and the type of queue pair. */
	union {
		/** RDMA read and write. */
		struct {
			uint64_t remote_addr; /**< Address at the peer. */
			uint32_t rkey;        /**< Key of the peer's region. */
		} rdma;
		/** Atomic operations. */
		struct {
			uint64_t remote_addr; /**< Address at the peer, a multiple of 8. */
			uint64_t compare_add; /**< Value to compare with, or to add. */
			uint64_t swap;        /**< New value of compare and swap. */
			uint32_t rkey;        /**< Key of the peer's region. */
		} atomic;
		/** Datagrams. */
		struct {
			struct ibv_ah *ah;   /**< Destination. */
			uint32_t remote_qpn; /**< Queue pair of the destination. */
			/**
			 * Its Q_Key; with the top bit set, the queue pair's own Q_Key is sent
			 * instead.
			 */
			uint32_t remote_qkey;
		} ud;
	} wr;
	union {
		/** Fields that depend only on the type of queue pair. */
		__extension__ union {
			/** Extended reliable connections. */
			struct {
				/** Number of the peer's shared receive queue. */
				uint32_t remote_srqn;
			} xrc;
		} qp_type;
		/** OFED's name of qp_type.xrc.remote_srqn, in the same place. */
		uint32_t xrc_remote_srq_num;
	};
	union {
		/** Bind of a type 2 window. */
		__extension__ struct {
			struct ibv_mw *mw;                 /**< The window. */
			uint32_t rkey;                     /**< Its new key; see ibv_inc_rkey(). */
			struct ibv_mw_bind_info bind_info; /**< Range and access flags. */
		} bind_mw;
		/** Segmented sends. */
		__extension__ struct {
			void *hdr;       /**< Headers that every packet begins with. */
			uint16_t hdr_sz; /**< Bytes of hdr. */
			uint16_t mss;    /**< Bytes of data in one packet. */
		} tso;
	};
};

/**
 * A receive work request. The library reads it while posting; the memory belongs to the adapter
 * until the completion.
 */
struct ibv_recv_wr {
	uint64_t wr_id;           /**< Returned in the completion. */
	struct ibv_recv_wr *next; /**< Next request of the list, or NULL. */
	struct ibv_sge *sg_list;  /**< Buffers for the message, in order. */
	int num_sge;              /**< Number of SGEs. */
};

/** An operation on a tag list. */
struct ibv_ops_wr {
	uint64_t wr_id;                /**< Returned in the completion. */
	struct ibv_ops_wr *next;       /**< Next operation of the list, or NULL. */
	enum ibv_ops_wr_opcode opcode; /**< What to do. */
	int flags;                     /**< enum ibv_ops_flags. */
	/** Tag matching. */
	struct {
		uint32_t unexpected_cnt; /**< Unexpected messages handled so far. */
		/** Handle of the tagged receive: written by TAG_ADD, read by TAG_DEL. */
		uint32_t handle;
		/** The tagged receive. */
		struct {
			uint64_t recv_wr_id;     /**< Returned in its completion. */
			struct ibv_sge *sg_list; /**< Buffers for the message. */
			int num_sge;             /**< Number of SGEs. */
			uint64_t tag;            /**< Tag to match. */
			uint64_t mask;           /**< Bits of the tag that are compared. */
		} add;
	} tm;
};

/**
 * Begin a compare and swap of 8 bytes of the peer.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * rkey: Key of the peer's region.
 * remote_addr: Address at the peer.
 * compare: Value to compare with.
 * swap: New value.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_atomic_cmp_swp(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr,
					 uint64_t compare, uint64_t swap);

/**
 * Begin a fetch and add of 8 bytes of the peer.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * rkey: Key of the peer's region.
 * remote_addr: Address at the peer.
 * add: Value to add.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_atomic_fetch_add(struct ibv_qp_ex *qp, uint32_t rkey,
					   uint64_t remote_addr, uint64_t add);

/**
 * Begin the bind of a type 2 window.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * mw: Memory window.
 * rkey: New key of the window.
 * bind_info: Range and access flags.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_bind_mw(struct ibv_qp_ex *qp, struct ibv_mw *mw, uint32_t rkey,
				  const struct ibv_mw_bind_info *bind_info);

/**
 * Begin a local invalidate.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * invalidate_rkey: Key to invalidate.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_local_inv(struct ibv_qp_ex *qp, uint32_t invalidate_rkey);

/**
 * Begin an RDMA read.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * rkey: Key of the peer's region.
 * remote_addr: Address at the peer.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_rdma_read(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr);

/**
 * Begin an RDMA write.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * rkey: Key of the peer's region.
 * remote_addr: Address at the peer.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_rdma_write(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr);

/**
 * Begin an RDMA write with immediate data.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * rkey: Key of the peer's region.
 * remote_addr: Address at the peer.
 * imm_data: Immediate data, sent as these four bytes.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_rdma_write_imm(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr,
					 __be32 imm_data);

/**
 * Begin a send.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_send(struct ibv_qp_ex *qp);

/**
 * Begin a send with immediate data.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * imm_data: Immediate data, sent as these four bytes.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_send_imm(struct ibv_qp_ex *qp, __be32 imm_data);

/**
 * Begin a send that invalidates a key of the peer.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * invalidate_rkey: Key to invalidate.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_send_inv(struct ibv_qp_ex *qp, uint32_t invalidate_rkey);

/**
 * Begin a segmented send.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * hdr: Headers that every packet begins with.
 * hdr_sz: Bytes of hdr.
 * mss: Bytes of data in one packet.
 *
 * Threads: the one that called ibv_wr_start().
 *
 * Not usable yet: no adapter segments sends yet.
 */
static inline void ibv_wr_send_tso(struct ibv_qp_ex *qp, void *hdr, uint16_t hdr_sz, uint16_t mss);

/**
 * Set the destination of the current operation (UD).
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * ah: Destination.
 * remote_qpn: Queue pair of the destination.
 * remote_qkey: Its Q_Key.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_set_ud_addr(struct ibv_qp_ex *qp, struct ibv_ah *ah, uint32_t remote_qpn,
				      uint32_t remote_qkey);

/**
 * Set the shared receive queue of the current operation (XRC).
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * remote_srqn: Number of the peer's shared receive queue.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_set_xrc_srqn(struct ibv_qp_ex *qp, uint32_t remote_srqn);

/**
 * Set the inline data of the current operation; copied at once.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * addr (may be NULL): First byte.
 * length: Bytes.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_set_inline_data(struct ibv_qp_ex *qp, void *addr, size_t length);

/**
 * Set the inline data of the current operation, from several buffers; copied at once.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * num_buf: Number of SGEs.
 * buf_list (may be NULL): The SGEs.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_set_inline_data_list(struct ibv_qp_ex *qp, size_t num_buf,
					       const struct ibv_data_buf *buf_list);

/**
 * Set the single SGE of the current operation.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * lkey: Key of the region.
 * addr: First byte.
 * length: Bytes.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_set_sge(struct ibv_qp_ex *qp, uint32_t lkey, uint64_t addr,
				  uint32_t length);

/**
 * Set the SGEs of the current operation.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * num_sge: Number of SGEs.
 * sg_list (may be NULL): The SGEs.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_set_sge_list(struct ibv_qp_ex *qp, size_t num_sge,
				       const struct ibv_sge *sg_list);

/**
 * Begin to build requests. The calling thread holds the send queue's lock until ibv_wr_complete()
 * or ibv_wr_abort().
 *
 * qp: Queue pair of ibv_qp_to_qp_ex().
 */
static inline void ibv_wr_start(struct ibv_qp_ex *qp);

/**
 * Post all requests built since ibv_wr_start(), or none of them.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: an operation was wrong
 * ENOMEM: the requests do not all fit into the queue, or there is too much inline data
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline int ibv_wr_complete(struct ibv_qp_ex *qp);

/**
 * Drop all requests built since ibv_wr_start().
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_abort(struct ibv_qp_ex *qp);

/**
 * Begin an atomic write of 8 bytes of the peer.
 *
 * qp: Queue pair, between ibv_wr_start() and ibv_wr_complete().
 * rkey: Key of the peer's region.
 * remote_addr: Address at the peer.
 * atomic_wr: The 8 bytes.
 *
 * Threads: the one that called ibv_wr_start().
 */
static inline void ibv_wr_atomic_write(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr,
				       const void *atomic_wr);

/**
 * Post a list of requests to the send queue. Posting stops at the first one that is refused; those
 * before it are posted.
 *
 * qp: Queue pair in state RTS or SQD; in ERR requests are accepted and flushed.
 * wr: First request of the list.
 * bad_wr (written): The request that was refused; untouched on success.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: an operation or flag that this queue pair or adapter does not support
 * ENOMEM: the queue is full, there are too many SGEs, or more inline data than the queue pair
 *     supports
 */
static inline int ibv_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				struct ibv_send_wr **bad_wr);

/**
 * Post a list of receives. Posting stops at the first one that is refused; those before it are
 * posted.
 *
 * qp: Queue pair in any state but RESET.
 * wr: First receive of the list.
 * bad_wr (written): The request that was refused; untouched on success.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * ENOMEM: the queue is full, there are too many SGEs, or the queue pair uses a shared receive queue
 */
static inline int ibv_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				struct ibv_recv_wr **bad_wr);

/**
 * Text of an operation.
 *
 * opcode: Operation.
 *
 * Returns a constant string, even for a value that is not a member.
 */
const char *ibv_wr_opcode_str(enum ibv_wr_opcode opcode);

/*
 * Completion queues and completion channels.
 */

/**
 * How a work request ended. After anything but success the queue pair is in state ERR (UD sends:
 * SQE).
 */
enum ibv_wc_status {
	IBV_WC_SUCCESS = 0, /**< It was carried out. */
	/**
	 * The message does not fit: a receive buffer too small, or a send too long for the path.
	 */
	IBV_WC_LOC_LEN_ERR = 1,
	IBV_WC_LOC_QP_OP_ERR = 2,  /**< The request is invalid for the queue pair. */
	IBV_WC_LOC_EEC_OP_ERR = 3, /**< The request is invalid for its end-to-end context. */
	IBV_WC_LOC_PROT_ERR = 4,   /**< A local buffer is not covered by its key. */
	/** The queue pair entered the error state before this request was executed. */
	IBV_WC_WR_FLUSH_ERR = 5,
	IBV_WC_MW_BIND_ERR = 6,  /**< The memory window could not be bound. */
	IBV_WC_BAD_RESP_ERR = 7, /**< The peer's response was malformed. */
	/** A peer's write with immediate was refused on this side. */
	IBV_WC_LOC_ACCESS_ERR = 8,
	/** The peer found the request invalid, for example too long for its receive. */
	IBV_WC_REM_INV_REQ_ERR = 9,
	/** Access to the peer's memory refused: wrong key, address, length or access flags. */
	IBV_WC_REM_ACCESS_ERR = 10,
	IBV_WC_REM_OP_ERR = 11, /**< The peer could not carry out the operation. */
	/** No ACK after retry_cnt retries; the peer has exited or is unreachable. */
	IBV_WC_RETRY_EXC_ERR = 12,
	IBV_WC_RNR_RETRY_EXC_ERR = 13,  /**< The peer had no receive posted, rnr_retry times. */
	IBV_WC_LOC_RDD_VIOL_ERR = 14,   /**< The reliable datagram domains differ. */
	IBV_WC_REM_INV_RD_REQ_ERR = 15, /**< The peer refused a reliable datagram. */
	IBV_WC_REM_ABORT_ERR = 16,      /**< The peer aborted the operation. */
	IBV_WC_INV_EECN_ERR = 17,       /**< No such end-to-end context. */
	IBV_WC_INV_EEC_STATE_ERR = 18,  /**< The end-to-end context is in the wrong state. */
	IBV_WC_FATAL_ERR = 19,          /**< The adapter failed. */
	IBV_WC_RESP_TIMEOUT_ERR = 20,   /**< The response took too long. */
	IBV_WC_GENERAL_ERR = 21,        /**< Any other error; vendor_err has details. */
	IBV_WC_TM_ERR = 22,             /**< Tag matching failed. */
	IBV_WC_TM_RNDV_INCOMPLETE = 23, /**< The program has to finish a rendezvous. */
};

/** Kind of the completed request. Test the bit IBV_WC_RECV to distinguish receives from sends. */
enum ibv_wc_opcode {
	IBV_WC_SEND = 0,                 /**< Send, of any kind. */
	IBV_WC_RDMA_WRITE = 1,           /**< RDMA write, of any kind. */
	IBV_WC_RDMA_READ = 2,            /**< RDMA read. */
	IBV_WC_COMP_SWAP = 3,            /**< Compare and swap. */
	IBV_WC_FETCH_ADD = 4,            /**< Fetch and add. */
	IBV_WC_BIND_MW = 5,              /**< Bind of a memory window. */
	IBV_WC_LOCAL_INV = 6,            /**< Local invalidate. */
	IBV_WC_TSO = 7,                  /**< Segmented send. */
	IBV_WC_ATOMIC_WRITE = 9,         /**< Atomic write. */
	IBV_WC_RECV = 128,               /**< Receive of a send. */
	IBV_WC_RECV_RDMA_WITH_IMM = 129, /**< Receive consumed by an RDMA write with immediate. */
	IBV_WC_TM_ADD = 130,             /**< Tag added. */
	IBV_WC_TM_DEL = 131,             /**< Tag removed. */
	IBV_WC_TM_SYNC = 132,            /**< Tag list synchronized. */
	IBV_WC_TM_RECV = 133,            /**< Tagged receive. */
	IBV_WC_TM_NO_TAG = 134,          /**< Message without tag. */
	IBV_WC_DRIVER1 = 135,            /**< The vendor's. */
	IBV_WC_DRIVER2 = 136,            /**< The vendor's. */
	IBV_WC_DRIVER3 = 137,            /**< The vendor's. */
};

/** Position of IBV_WC_IP_CSUM_OK. */
enum {
	IBV_WC_IP_CSUM_OK_SHIFT = 2, /**< Number of its bit. */
};

/**
 * Fields that completions of an extended queue carry. Only fields that were requested may be read.
 */
enum ibv_create_cq_wc_flags {
	IBV_WC_EX_WITH_BYTE_LEN = 1 << 0, /**< Length. */
	/** Immediate data or invalidated key. */
	IBV_WC_EX_WITH_IMM = 1 << 1,
	IBV_WC_EX_WITH_QP_NUM = 1 << 2, /**< Own queue pair. */
	IBV_WC_EX_WITH_SRC_QP = 1 << 3, /**< Sender's queue pair. */
	IBV_WC_EX_WITH_SLID = 1 << 4,   /**< Sender's LID. */
	IBV_WC_EX_WITH_SL = 1 << 5,     /**< Service level. */
	/** Low bits of the LID it was sent to. */
	IBV_WC_EX_WITH_DLID_PATH_BITS = 1 << 6,
	IBV_WC_EX_WITH_COMPLETION_TIMESTAMP = 1 << 7, /**< Time in device clock ticks. */
	IBV_WC_EX_WITH_CVLAN = 1 << 8,                /**< VLAN tag. */
	IBV_WC_EX_WITH_FLOW_TAG = 1 << 9,             /**< Tag of the flow rule. */
	IBV_WC_EX_WITH_TM_INFO = 1 << 10,             /**< Tag matching. */
	/** Time in nanoseconds of the wall clock. */
	IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK = 1 << 11,
};

/** The fields of struct ibv_wc. */
enum {
	IBV_WC_STANDARD_FLAGS = 127, /**< All fields of struct ibv_wc. */
};

/** All of enum ibv_create_cq_wc_flags. */
enum {
	/** All fields that can be requested; a device may refuse some. */
	IBV_CREATE_CQ_SUP_WC_FLAGS = 4095,
};

/** Bits of ibv_wc.wc_flags. */
enum ibv_wc_flags {
	/** The first 40 bytes of the receive buffers hold a global routing header (UD). */
	IBV_WC_GRH = 1 << 0,
	IBV_WC_WITH_IMM = 1 << 1,      /**< imm_data is valid. */
	IBV_WC_IP_CSUM_OK = 1 << 2,    /**< The checksums of the received IP packet are correct. */
	IBV_WC_WITH_INV = 1 << 3,      /**< invalidated_rkey is valid. */
	IBV_WC_TM_SYNC_REQ = 1 << 4,   /**< The tag list has to be synchronized. */
	IBV_WC_TM_MATCH = 1 << 5,      /**< The tag matched. */
	IBV_WC_TM_DATA_VALID = 1 << 6, /**< All data have arrived. */
};

/** Members of ibv_modify_cq_attr that are valid. */
enum ibv_cq_attr_mask {
	IBV_CQ_ATTR_MODERATE = 1 << 0, /**< moderate. */
	IBV_CQ_ATTR_RESERVED = 1 << 1, /**< First undefined bit. */
};

/** Members of ibv_cq_init_attr_ex that are valid. */
enum ibv_cq_init_attr_mask {
	IBV_CQ_INIT_ATTR_MASK_FLAGS = 1 << 0, /**< flags. */
	IBV_CQ_INIT_ATTR_MASK_PD = 1 << 1,    /**< parent_domain. */
};

/** Bits of ibv_cq_init_attr_ex.flags. */
enum ibv_create_cq_attr_flags {
	/** One thread at a time uses the queue; it needs no lock. */
	IBV_CREATE_CQ_ATTR_SINGLE_THREADED = 1 << 0,
	/** The program ensures that the queue never overruns. */
	IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN = 1 << 1,
};

/**
 * A completion. When status is not success, only wr_id, status, qp_num and vendor_err are valid.
 */
struct ibv_wc {
	uint64_t wr_id;            /**< As posted. */
	enum ibv_wc_status status; /**< The result. */
	enum ibv_wc_opcode opcode; /**< Kind of request. */
	uint32_t vendor_err;       /**< Vendor's code of an error. */
	/** Bytes received, or read; with IBV_WC_GRH the header counts. Not valid for sends. */
	uint32_t byte_len;
	union {
		__be32 imm_data;           /**< Immediate data of the sender, as sent. */
		uint32_t invalidated_rkey; /**< The key that the sender invalidated. */
	};
	uint32_t qp_num; /**< Own queue pair. */
	/** Sender's queue pair (UD), or number of the shared receive queue (XRC). */
	uint32_t src_qp;
	unsigned int wc_flags;  /**< enum ibv_wc_flags. */
	uint16_t pkey_index;    /**< Index of the packet's P_Key (GSI queue pairs only). */
	uint16_t slid;          /**< Sender's LID (UD). */
	uint8_t sl;             /**< Service level (UD). */
	uint8_t dlid_path_bits; /**< Low bits of the LID it was sent to (UD). */
};

/**
 * Completion channel: a descriptor that becomes readable when an armed completion queue gets a
 * completion.
 */
struct ibv_comp_channel {
	struct ibv_context *context; /**< Its device. */
	/** Descriptor to poll for reading; it may be set non-blocking. */
	int fd;
	int refcnt; /**< Completion queues that use it. */
};

/** Completion queue. */
struct ibv_cq {
	struct ibv_context *context;      /**< Its device. */
	struct ibv_comp_channel *channel; /**< Channel of its events, or NULL. */
	void *cq_context;                 /**< For the program; the library only stores it. */
	uint32_t handle;                  /**< Kernel handle. */
	int cqe;                          /**< Completions it can hold. */
	pthread_mutex_t mutex;            /**< Private to the library. */
	pthread_cond_t cond;              /**< Private to the library. */
	uint32_t comp_events_completed;   /**< Completion events acknowledged so far. */
	uint32_t async_events_completed;  /**< Asynchronous events acknowledged so far. */
};

/** Attributes of one round of polling. */
struct ibv_poll_cq_attr {
	uint32_t comp_mask; /**< Must be 0. */
};

/** Tag matching information of a completion. */
struct ibv_wc_tm_info {
	uint64_t tag;  /**< Tag of the message. */
	uint32_t priv; /**< Private data that the sender added. */
};

/**
 * Extended completion queue: the completion is read in place, one member at a time. Begins like
 * struct ibv_cq.
 */
struct ibv_cq_ex {
	struct ibv_context *context;      /**< Its device. */
	struct ibv_comp_channel *channel; /**< Channel of its events, or NULL. */
	/** For the program; the library only stores it. */
	void *cq_context;
	uint32_t handle;       /**< Kernel handle. */
	int cqe;               /**< Completions it can hold. */
	pthread_mutex_t mutex; /**< Private to the library. */
	pthread_cond_t cond;   /**< Private to the library. */
	/** Completion events acknowledged so far. */
	uint32_t comp_events_completed;
	/** Asynchronous events acknowledged so far. */
	uint32_t async_events_completed;
	uint32_t comp_mask;        /**< 0. */
	enum ibv_wc_status status; /**< How the current work request ended. */
	/** The current work request, as posted. */
	uint64_t wr_id;
	/** Implements ibv_start_poll(). */
	int (*start_poll)(struct ibv_cq_ex *, struct ibv_poll_cq_attr *);
	int (*next_poll)(struct ibv_cq_ex *); /**< Implements ibv_next_poll(). */
	void (*end_poll)(struct ibv_cq_ex *); /**< Implements ibv_end_poll(). */
	/** Implements ibv_wc_read_opcode(). */
	enum ibv_wc_opcode (*read_opcode)(struct ibv_cq_ex *);
	/** Implements ibv_wc_read_vendor_err(). */
	uint32_t (*read_vendor_err)(struct ibv_cq_ex *);
	uint32_t (*read_byte_len)(struct ibv_cq_ex *); /**< Implements ibv_wc_read_byte_len(). */
	__be32 (*read_imm_data)(struct ibv_cq_ex *);   /**< Implements ibv_wc_read_imm_data(). */
	uint32_t (*read_qp_num)(struct ibv_cq_ex *);   /**< Implements ibv_wc_read_qp_num(). */
	uint32_t (*read_src_qp)(struct ibv_cq_ex *);   /**< Implements ibv_wc_read_src_qp(). */
	/** Implements ibv_wc_read_wc_flags(). */
	unsigned int (*read_wc_flags)(struct ibv_cq_ex *);
	uint32_t (*read_slid)(struct ibv_cq_ex *); /**< Implements ibv_wc_read_slid(). */
	uint8_t (*read_sl)(struct ibv_cq_ex *);    /**< Implements ibv_wc_read_sl(). */
	/** Implements ibv_wc_read_dlid_path_bits(). */
	uint8_t (*read_dlid_path_bits)(struct ibv_cq_ex *);
	/** Implements ibv_wc_read_completion_ts(). */
	uint64_t (*read_completion_ts)(struct ibv_cq_ex *);
	uint16_t (*read_cvlan)(struct ibv_cq_ex *);    /**< Implements ibv_wc_read_cvlan(). */
	uint32_t (*read_flow_tag)(struct ibv_cq_ex *); /**< Implements ibv_wc_read_flow_tag(). */
	/** Implements ibv_wc_read_tm_info(). */
	void (*read_tm_info)(struct ibv_cq_ex *, struct ibv_wc_tm_info *);
	/** Implements ibv_wc_read_completion_wallclock_ns(). */
	uint64_t (*read_completion_wallclock_ns)(struct ibv_cq_ex *);
};

/** When an event is raised: after a number of completions or a time. */
struct ibv_moderate_cq {
	/** Number of completions for one event; 0 or 1 for an event per completion. */
	uint16_t cq_count;
	uint16_t cq_period; /**< Maximum delay of an event in microseconds. */
};

/** What ibv_modify_cq() changes. */
struct ibv_modify_cq_attr {
	uint32_t attr_mask;              /**< enum ibv_cq_attr_mask. */
	struct ibv_moderate_cq moderate; /**< Moderation of events. */
};

/** Attributes of an extended completion queue. */
struct ibv_cq_init_attr_ex {
	uint32_t cqe;                     /**< Completions it has to hold; it may hold more. */
	void *cq_context;                 /**< For the program; the library only stores it. */
	struct ibv_comp_channel *channel; /**< Channel of its events, or NULL. */
	/** Interrupt to use, below num_comp_vectors of the context. */
	uint32_t comp_vector;
	uint64_t wc_flags;  /**< enum ibv_create_cq_wc_flags. */
	uint32_t comp_mask; /**< enum ibv_cq_init_attr_mask. */
	uint32_t flags;     /**< enum ibv_create_cq_attr_flags. */
	/** Parent domain whose thread domain and allocators count. */
	struct ibv_pd *parent_domain;
};

/**
 * Text of a completion's status.
 *
 * status: Status.
 *
 * Returns a constant string, even for a value that is not a member.
 */
const char *ibv_wc_status_str(enum ibv_wc_status status);

/**
 * The basic queue of an extended completion queue.
 *
 * cq: Completion queue.
 *
 * Returns the same queue.
 */
static inline struct ibv_cq *ibv_cq_ex_to_cq(struct ibv_cq_ex *cq);

/**
 * Begin to read completions in place. After success the first one is current; end with
 * ibv_end_poll().
 *
 * cq: Completion queue.
 * attr: Attributes.
 *
 * Returns 0, or a positive errno value; errno itself is left alone. Negative means that a CQE of an
 * unknown queue pair was consumed.
 *
 * ENOENT: the queue is empty; do not call ibv_end_poll()
 * EINVAL: comp_mask is not 0
 */
static inline int ibv_start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr);

/**
 * Advance to the next completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns 0, or a positive errno value; errno itself is left alone. Negative means that a CQE of an
 * unknown queue pair was consumed.
 *
 * ENOENT: there is no further completion; the last one stays current until ibv_end_poll()
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline int ibv_next_poll(struct ibv_cq_ex *cq);

/**
 * End polling, and return the CQEs that were read to the adapter.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline void ibv_end_poll(struct ibv_cq_ex *cq);

/**
 * Kind of the completed request.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns the kind of request.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline enum ibv_wc_opcode ibv_wc_read_opcode(struct ibv_cq_ex *cq);

/**
 * Vendor's code of the current completion's error.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns the code.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline uint32_t ibv_wc_read_vendor_err(struct ibv_cq_ex *cq);

/**
 * Bytes of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns the bytes received or read.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline uint32_t ibv_wc_read_byte_len(struct ibv_cq_ex *cq);

/**
 * Immediate data of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns the four bytes as sent.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline __be32 ibv_wc_read_imm_data(struct ibv_cq_ex *cq);

/**
 * The key that the sender invalidated.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns the key, when wc_flags has IBV_WC_WITH_INV.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline uint32_t ibv_wc_read_invalidated_rkey(struct ibv_cq_ex *cq);

/**
 * Queue pair of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns its number.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline uint32_t ibv_wc_read_qp_num(struct ibv_cq_ex *cq);

/**
 * Sender's queue pair of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns its number.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline uint32_t ibv_wc_read_src_qp(struct ibv_cq_ex *cq);

/**
 * Flags of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns enum ibv_wc_flags.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline unsigned int ibv_wc_read_wc_flags(struct ibv_cq_ex *cq);

/**
 * Sender's LID of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns the LID.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline uint32_t ibv_wc_read_slid(struct ibv_cq_ex *cq);

/**
 * Service level of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns the service level.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline uint8_t ibv_wc_read_sl(struct ibv_cq_ex *cq);

/**
 * Low bits of the LID that the current message was sent to.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns the bits.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline uint8_t ibv_wc_read_dlid_path_bits(struct ibv_cq_ex *cq);

/**
 * Time of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns ticks of the device's clock.
 *
 * Threads: the one that called ibv_start_poll().
 */
static inline uint64_t ibv_wc_read_completion_ts(struct ibv_cq_ex *cq);

/**
 * Time of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns nanoseconds of the wall clock.
 *
 * Threads: the one that called ibv_start_poll().
 *
 * Not usable yet: no adapter reports it yet; ibv_create_cq_ex() refuses to enable it.
 */
static inline uint64_t ibv_wc_read_completion_wallclock_ns(struct ibv_cq_ex *cq);

/**
 * VLAN tag of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns the tag.
 *
 * Threads: the one that called ibv_start_poll().
 *
 * Not usable yet: no adapter reports it yet; ibv_create_cq_ex() refuses to enable it.
 */
static inline uint16_t ibv_wc_read_cvlan(struct ibv_cq_ex *cq);

/**
 * Tag of the flow rule that matched the current packet.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 *
 * Returns the tag.
 *
 * Threads: the one that called ibv_start_poll().
 *
 * Not usable yet: no adapter reports it yet; ibv_create_cq_ex() refuses to enable it.
 */
static inline uint32_t ibv_wc_read_flow_tag(struct ibv_cq_ex *cq);

/**
 * Tag matching of the current completion.
 *
 * cq: Completion queue, between ibv_start_poll() and ibv_end_poll().
 * tm_info (written): Tag and private data of the sender.
 *
 * Threads: the one that called ibv_start_poll().
 *
 * Not usable yet: no adapter reports it yet; ibv_create_cq_ex() refuses to enable it.
 */
static inline void ibv_wc_read_tm_info(struct ibv_cq_ex *cq, struct ibv_wc_tm_info *tm_info);

/**
 * Create a completion channel.
 *
 * context: Open device.
 *
 * Returns the object, or NULL with errno set.
 *
 * ENOMEM: no memory
 * EMFILE: no descriptor is free
 */
INVERBS_CHECKABLE struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context);

/**
 * Close a completion channel.
 *
 * channel: Completion channel.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EBUSY: a completion queue uses it
 */
INVERBS_CHECKABLE int ibv_destroy_comp_channel(struct ibv_comp_channel *channel);

/**
 * Create a completion queue.
 *
 * context: Open device.
 * cqe: Completions it has to hold; it may hold more, see ibv_cq.cqe.
 * cq_context (may be NULL): For the program; the library only stores it.
 * channel (may be NULL): Channel of its events.
 * comp_vector: Interrupt to use, from 0 to num_comp_vectors - 1 of the context.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: cqe or comp_vector is out of range
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_cq *ibv_create_cq(struct ibv_context *context, int cqe,
					       void *cq_context, struct ibv_comp_channel *channel,
					       int comp_vector);

/**
 * Create an extended completion queue.
 *
 * context: Open device.
 * cq_attr: Attributes.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: an attribute is out of range or unknown
 * EOPNOTSUPP: the adapter has no extended completion queues, or lacks a feature that wc_flags or
 *     flags request
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_cq_ex *ibv_create_cq_ex(struct ibv_context *context,
						     struct ibv_cq_init_attr_ex *cq_attr);

/**
 * Change how many completions a queue holds. Completions in it stay; the size granted is in
 * ibv_cq.cqe.
 *
 * cq: Completion queue.
 * cqe: Minimum number of completions that it can hold.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: out of range, or fewer than are in the queue
 * EOPNOTSUPP: the adapter cannot resize
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int ibv_resize_cq(struct ibv_cq *cq, int cqe);

/**
 * Destroy a completion queue. Waits until its events are acknowledged.
 *
 * cq: Completion queue.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EBUSY: a queue pair or shared receive queue uses it
 */
INVERBS_CHECKABLE int ibv_destroy_cq(struct ibv_cq *cq);

/**
 * Take the next completion event of a channel. Waits for one unless fd is non-blocking. Acknowledge
 * every event.
 *
 * channel: Completion channel.
 * cq (written): The queue that got a completion.
 * cq_context (written): Its cq_context.
 *
 * Returns 0, or -1 with errno set.
 *
 * EAGAIN: fd is non-blocking and there is none
 * EINTR: a signal interrupted the call
 */
INVERBS_CHECKABLE int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq,
				       void **cq_context);

/**
 * Acknowledge completion events. Takes a lock; acknowledge many at once.
 *
 * cq: Completion queue.
 * nevents: How many.
 */
INVERBS_CHECKABLE void ibv_ack_cq_events(struct ibv_cq *cq, unsigned int nevents);

/**
 * Remove completions from a queue, in order, without waiting.
 *
 * cq: Completion queue.
 * num_entries: How many at most.
 * wc (written, may be NULL): Room for them; NULL for no entries only.
 *
 * Returns the number of entries stored, or a negative value on failure. Fewer than num_entries
 * means that the queue was emptied; negative means that a CQE of an unknown queue pair was
 * consumed.
 */
static inline int ibv_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);

/**
 * Request one event for the next completion. Completions already in the queue raise none; poll once
 * more after arming.
 *
 * cq: Completion queue.
 * solicited_only: 0: any completion. Otherwise: solicited ones and failed ones.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 */
static inline int ibv_req_notify_cq(struct ibv_cq *cq, int solicited_only);

/**
 * Change when a completion queue raises events.
 *
 * cq: Completion queue.
 * attr: What to change.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: the adapter, or the kernel for it, has no moderation
 * EINVAL: attr_mask is unknown
 */
INVERBS_CHECKABLE int ibv_modify_cq(struct ibv_cq *cq, struct ibv_modify_cq_attr *attr);

/*
 * Shared receive queues.
 */

/** Members of ibv_srq_attr that ibv_modify_srq() changes. */
enum ibv_srq_attr_mask {
	IBV_SRQ_MAX_WR = 1 << 0, /**< max_wr: resize. */
	IBV_SRQ_LIMIT = 1 << 1,  /**< srq_limit: arm the limit event. */
};

/** Types of shared receive queues. */
enum ibv_srq_type {
	IBV_SRQT_BASIC = 0, /**< For queue pairs of its protection domain. */
	IBV_SRQT_XRC = 1,   /**< For receive queue pairs of its XRC domain, found by number. */
	IBV_SRQT_TM = 2,    /**< With tag matching. */
};

/** Members of ibv_srq_init_attr_ex that are valid. */
enum ibv_srq_init_attr_mask {
	IBV_SRQ_INIT_ATTR_TYPE = 1 << 0,     /**< srq_type. */
	IBV_SRQ_INIT_ATTR_PD = 1 << 1,       /**< pd. */
	IBV_SRQ_INIT_ATTR_XRCD = 1 << 2,     /**< xrcd. */
	IBV_SRQ_INIT_ATTR_CQ = 1 << 3,       /**< cq. */
	IBV_SRQ_INIT_ATTR_TM = 1 << 4,       /**< tm_cap. */
	IBV_SRQ_INIT_ATTR_RESERVED = 1 << 5, /**< First undefined bit. */
};

/** Sizes and limit of a shared receive queue. */
struct ibv_srq_attr {
	uint32_t max_wr;  /**< Receives outstanding; creation writes back what was granted. */
	uint32_t max_sge; /**< SGEs of one receive; creation writes back what was granted. */
	/**
	 * Armed limit: one event is raised when fewer receives are left. 0 if none is armed;
	 * ignored by creation.
	 */
	uint32_t srq_limit;
};

/** Attributes of a basic shared receive queue. */
struct ibv_srq_init_attr {
	void *srq_context;        /**< For the program; the library only stores it. */
	struct ibv_srq_attr attr; /**< Sizes. */
};

/** Requested tag matching. */
struct ibv_tm_cap {
	uint32_t max_num_tags; /**< Tags in the list. */
	uint32_t max_ops;      /**< Outstanding list operations. */
};

/** Attributes of any shared receive queue. */
struct ibv_srq_init_attr_ex {
	void *srq_context;          /**< For the program; the library only stores it. */
	struct ibv_srq_attr attr;   /**< Sizes. */
	uint32_t comp_mask;         /**< enum ibv_srq_init_attr_mask. */
	enum ibv_srq_type srq_type; /**< Type; basic without IBV_SRQ_INIT_ATTR_TYPE. */
	struct ibv_pd *pd;          /**< Protection domain. */
	struct ibv_xrcd *xrcd;      /**< XRC domain (XRC). */
	struct ibv_cq *cq;          /**< Where completions go (XRC and tag matching). */
	struct ibv_tm_cap tm_cap;   /**< Tag matching. */
};

/** Shared receive queue: receives that many queue pairs use. */
struct ibv_srq {
	struct ibv_context *context; /**< Its device. */
	void *srq_context;           /**< For the program; the library only stores it. */
	struct ibv_pd *pd;           /**< Protection domain. */
	uint32_t handle;             /**< Kernel handle. */
	pthread_mutex_t mutex;       /**< Private to the library. */
	pthread_cond_t cond;         /**< Private to the library. */
	uint32_t events_completed;   /**< Events acknowledged so far. */
	/** OFED XRC: number that senders use; 0 for other types. */
	uint32_t xrc_srq_num;
	struct ibv_xrc_domain *xrc_domain; /**< OFED XRC: its domain; NULL for other types. */
	/** OFED XRC: where its completions go; NULL for other types. */
	struct ibv_cq *xrc_cq;
};

/**
 * Create a shared receive queue.
 *
 * pd: Protection domain.
 * srq_init_attr (read and written): Attributes; the sizes granted are written back.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: a size is out of range
 * EOPNOTSUPP: the adapter has no shared receive queues
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_srq *ibv_create_srq(struct ibv_pd *pd,
						 struct ibv_srq_init_attr *srq_init_attr);

/**
 * Create a shared receive queue of any type.
 *
 * context: Open device.
 * srq_init_attr_ex (read and written): Attributes; the sizes granted are written back.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: an attribute is missing or out of range
 * EOPNOTSUPP: the adapter has no shared receive queues, or not this type
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_srq *ibv_create_srq_ex(struct ibv_context *context,
						    struct ibv_srq_init_attr_ex *srq_init_attr_ex);

/**
 * Resize a shared receive queue, or arm its limit event.
 *
 * srq: Shared receive queue.
 * srq_attr: New values.
 * srq_attr_mask: enum ibv_srq_attr_mask.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: a value is out of range, or the adapter cannot resize
 * ENOMEM: no memory
 * EOPNOTSUPP: the adapter has no shared receive queues
 */
INVERBS_CHECKABLE int ibv_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *srq_attr,
				     int srq_attr_mask);

/**
 * Read sizes and limit of a shared receive queue.
 *
 * srq: Shared receive queue.
 * srq_attr (written): The result.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: the kernel has no such queue
 * EOPNOTSUPP: the adapter has no shared receive queues
 */
INVERBS_CHECKABLE int ibv_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *srq_attr);

/**
 * The number by which XRC senders address a shared receive queue.
 *
 * srq: Shared receive queue.
 * srq_num (written): The number.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: the queue is not of type IBV_SRQT_XRC
 */
INVERBS_CHECKABLE int ibv_get_srq_num(struct ibv_srq *srq, uint32_t *srq_num);

/**
 * Destroy a shared receive queue. Waits until its events are acknowledged.
 *
 * srq: Shared receive queue.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EBUSY: a queue pair uses it
 * EOPNOTSUPP: the adapter has no shared receive queues
 */
INVERBS_CHECKABLE int ibv_destroy_srq(struct ibv_srq *srq);

/**
 * Post a list of receives to a shared receive queue. Posting stops at the first one that is
 * refused; those before it are posted.
 *
 * srq: Shared receive queue.
 * wr: First receive of the list.
 * bad_wr (written): The receive that was refused; untouched on success.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: too many SGEs
 * ENOMEM: the queue is full
 * EOPNOTSUPP: the adapter has no shared receive queues
 */
static inline int ibv_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr,
				    struct ibv_recv_wr **bad_wr);

/**
 * Post operations on the tag list of a shared receive queue.
 *
 * srq: Shared receive queue.
 * op: First operation of the list.
 * bad_op (written): The operation that was refused.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (no adapter here has tag matching): always fails with EOPNOTSUPP.
 */
int ibv_post_srq_ops(struct ibv_srq *srq, struct ibv_ops_wr *op, struct ibv_ops_wr **bad_op);

/*
 * Extended reliable connections: domains, numbered shared receive queues, receive queue pairs that
 * belong to a domain.
 */

/** Members of ibv_xrcd_init_attr that are valid; both are required. */
enum ibv_xrcd_init_attr_mask {
	IBV_XRCD_INIT_ATTR_FD = 1 << 0,       /**< fd. */
	IBV_XRCD_INIT_ATTR_OFLAGS = 1 << 1,   /**< oflags. */
	IBV_XRCD_INIT_ATTR_RESERVED = 1 << 2, /**< First undefined bit. */
};

/** Which XRC domain to open. */
struct ibv_xrcd_init_attr {
	uint32_t comp_mask; /**< enum ibv_xrcd_init_attr_mask. */
	/**
	 * Descriptor of a file whose inode names the domain for all processes; -1 for a private
	 * one.
	 */
	int fd;
	/** O_CREAT: create the domain if it does not exist. O_EXCL: fail if it does. */
	int oflags;
};

/** XRC domain. */
struct ibv_xrcd {
	struct ibv_context *context; /**< Device it was opened on. */
};

/** XRC domain, OFED's type. */
struct ibv_xrc_domain {
	struct ibv_context *context; /**< Device it was opened on. */
	uint32_t handle;             /**< Kernel handle. */
};

/**
 * Open an XRC domain.
 *
 * context: Open device.
 * xrcd_init_attr: The domain to open.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: fd or oflags is missing, or the domain exists and O_EXCL is given
 * EAGAIN: the domain does not exist and O_CREAT is not given
 * EBADF: fd is not a descriptor
 * EOPNOTSUPP: the adapter, or the kernel for it, has no XRC, or comp_mask is unknown
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_xrcd *ibv_open_xrcd(struct ibv_context *context,
						 struct ibv_xrcd_init_attr *xrcd_init_attr);

/**
 * Close an XRC domain. The last process that closes it destroys it.
 *
 * xrcd: XRC domain.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EBUSY: a queue pair or shared receive queue of this program uses it
 * EINVAL: the kernel has no such domain
 */
INVERBS_CHECKABLE int ibv_close_xrcd(struct ibv_xrcd *xrcd);

/**
 * OFED XRC: create a shared receive queue that senders address by its number, xrc_srq_num. Receives
 * are posted as to any shared receive queue.
 *
 * pd: Protection domain.
 * xrc_domain: Domain.
 * xrc_cq: Where completions of XRC messages go.
 * srq_init_attr (read and written): Attributes; the sizes granted are written back.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: a size is out of range, or domain or completion queue is NULL or of another context
 * ENOSYS: the device has no XRC
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_srq *ibv_create_xrc_srq(struct ibv_pd *pd,
						     struct ibv_xrc_domain *xrc_domain,
						     struct ibv_cq *xrc_cq,
						     struct ibv_srq_init_attr *srq_init_attr);

/**
 * OFED XRC: open a domain. A file's inode names it for all processes that open the file; each
 * device has its own domains.
 *
 * context: Open device.
 * fd: Descriptor of a file whose inode names the domain for all processes; -1 for a private one.
 * oflag: O_CREAT: create the domain if it does not exist; required, and the only flag, for a
 *     private one. O_EXCL: fail if it exists.
 *
 * Returns the object, or NULL with errno set.
 *
 * EAGAIN: the domain does not exist and O_CREAT is not given
 * EINVAL: the domain exists and O_EXCL is given, or a flag other than O_CREAT is given for a
 *     private one
 * EBADF: fd is not a descriptor
 * ENOSYS: the device has no XRC
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_xrc_domain *ibv_open_xrc_domain(struct ibv_context *context, int fd,
							     int oflag);

/**
 * OFED XRC: close a domain. It is destroyed when the last process has closed it or exited. On a
 * device without XRC nothing happens.
 *
 * d: Domain.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EBUSY: a queue pair or shared receive queue that was created with it exists, or a registration
 *     for a receive queue pair
 * EINVAL: it is NULL, or the kernel has no such domain
 */
INVERBS_CHECKABLE int ibv_close_xrc_domain(struct ibv_xrc_domain *d);

/**
 * OFED XRC: create a receive queue pair and register for it. It belongs to the domain: it exists
 * while any process is registered for it. The creator unregisters like all others.
 *
 * init_attr: Only xrc_domain is read.
 * xrc_rcv_qpn (written): Its number, for senders and for calls such as ibv_modify_xrc_rcv_qp().
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: init_attr, its xrc_domain or xrc_rcv_qpn is NULL
 * ENOSYS: the device has no XRC
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int ibv_create_xrc_rcv_qp(struct ibv_qp_init_attr *init_attr,
					    uint32_t *xrc_rcv_qpn);

/**
 * OFED XRC: set attributes and state of a receive queue pair; RTR is enough to receive. Any process
 * that has its domain open may, registered or not. If any part is wrong, nothing changes.
 *
 * xrc_domain: Domain.
 * xrc_qp_num: Number of the receive queue pair.
 * attr: New values.
 * attr_mask: enum ibv_qp_attr_mask.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: xrc_domain or attr is NULL; the domain has no receive queue pair of this number; the
 *     transition, the mask or a value is wrong
 * ENOSYS: the device has no XRC
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int ibv_modify_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
					    struct ibv_qp_attr *attr, int attr_mask);

/**
 * OFED XRC: read attributes and state of a receive queue pair. Sizes are 0. Any process that has
 * its domain open may, registered or not.
 *
 * xrc_domain: Domain.
 * xrc_qp_num: Number of the receive queue pair.
 * attr (written): The result.
 * attr_mask: enum ibv_qp_attr_mask: the attributes to return; others may be filled in, too.
 * init_attr (written): The attributes of its creation: domain and type.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: a pointer is NULL, or the domain has no receive queue pair of this number
 * ENOSYS: the device has no XRC
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int ibv_query_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
					   struct ibv_qp_attr *attr, int attr_mask,
					   struct ibv_qp_init_attr *init_attr);

/**
 * OFED XRC: register for a receive queue pair, which keeps it alive and delivers its events.
 * Registering again has no further effect. Each context of a program counts as a process.
 *
 * xrc_domain: Domain.
 * xrc_qp_num: Number of the receive queue pair.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: xrc_domain is NULL, or the domain has no receive queue pair of this number
 * ENOSYS: the device has no XRC
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int ibv_reg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num);

/**
 * OFED XRC: drop the registration; the last one to do so destroys the queue pair.
 *
 * xrc_domain: Domain.
 * xrc_qp_num: Number of the receive queue pair.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: xrc_domain is NULL, the domain has no receive queue pair of this number, or this context
 *     is not registered for it
 * ENOSYS: the device has no XRC
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int ibv_unreg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num);

/*
 * Stand-alone receive work queues and receive-side scaling.
 */

/** Kinds of work queues. */
enum ibv_wq_type {
	IBV_WQT_RQ = 0, /**< Receive queue. */
};

/** Members of ibv_wq_init_attr that are valid. */
enum ibv_wq_init_attr_mask {
	IBV_WQ_INIT_ATTR_FLAGS = 1 << 0,    /**< create_flags. */
	IBV_WQ_INIT_ATTR_RESERVED = 1 << 1, /**< First undefined bit. */
};

/** Treatment of packets by a work queue. */
enum ibv_wq_flags {
	IBV_WQ_FLAGS_CVLAN_STRIPPING = 1 << 0,       /**< Move the VLAN tag to the completion. */
	IBV_WQ_FLAGS_SCATTER_FCS = 1 << 1,           /**< Keep the frame check sequence. */
	IBV_WQ_FLAGS_DELAY_DROP = 1 << 2,            /**< Let packets wait for a receive. */
	IBV_WQ_FLAGS_PCI_WRITE_END_PADDING = 1 << 3, /**< Pad writes to a whole cache line. */
	IBV_WQ_FLAGS_RESERVED = 1 << 4,              /**< First undefined bit. */
};

/** States of a work queue. */
enum ibv_wq_state {
	IBV_WQS_RESET = 0,   /**< New or cleared. */
	IBV_WQS_RDY = 1,     /**< Receives. */
	IBV_WQS_ERR = 2,     /**< Failed; receives are flushed. */
	IBV_WQS_UNKNOWN = 3, /**< Not known to this library. */
};

/** Members of ibv_wq_attr that are valid. */
enum ibv_wq_attr_mask {
	IBV_WQ_ATTR_STATE = 1 << 0,      /**< wq_state. */
	IBV_WQ_ATTR_CURR_STATE = 1 << 1, /**< curr_wq_state. */
	IBV_WQ_ATTR_FLAGS = 1 << 2,      /**< flags and flags_mask. */
	IBV_WQ_ATTR_RESERVED = 1 << 3,   /**< First undefined bit. */
};

/** Members of ibv_rwq_ind_table_init_attr that are valid. */
enum ibv_ind_table_init_attr_mask {
	IBV_CREATE_IND_TABLE_RESERVED = 1 << 0, /**< First undefined bit. */
};

/** Attributes of a work queue. */
struct ibv_wq_init_attr {
	void *wq_context;         /**< For the program; the library only stores it. */
	enum ibv_wq_type wq_type; /**< Kind. */
	/** Receives outstanding; creation writes back what was granted. */
	uint32_t max_wr;
	/** SGEs of one receive; creation writes back what was granted. */
	uint32_t max_sge;
	struct ibv_pd *pd;     /**< Protection domain. */
	struct ibv_cq *cq;     /**< Where completions go. */
	uint32_t comp_mask;    /**< enum ibv_wq_init_attr_mask. */
	uint32_t create_flags; /**< enum ibv_wq_flags. */
};

/** What ibv_modify_wq() changes. */
struct ibv_wq_attr {
	uint32_t attr_mask;              /**< enum ibv_wq_attr_mask. */
	enum ibv_wq_state wq_state;      /**< State to go to. */
	enum ibv_wq_state curr_wq_state; /**< The state that the program assumes. */
	uint32_t flags;                  /**< New values of enum ibv_wq_flags. */
	uint32_t flags_mask;             /**< Those to change. */
};

/** Indirection table, which maps hashes to work queues. */
struct ibv_rwq_ind_table {
	struct ibv_context *context; /**< Its device. */
	int ind_tbl_handle;          /**< Kernel handle. */
	int ind_tbl_num;             /**< Its number in the device. */
	uint32_t comp_mask;          /**< 0. */
};

/** Attributes of an indirection table. */
struct ibv_rwq_ind_table_init_attr {
	uint32_t log_ind_tbl_size; /**< Entries, as power of two. */
	struct ibv_wq **ind_tbl;   /**< The work queues. */
	uint32_t comp_mask;        /**< Must be 0. */
};

/** How a queue pair hashes packets. */
struct ibv_rx_hash_conf {
	uint8_t rx_hash_function;     /**< enum ibv_rx_hash_function_flags. */
	uint8_t rx_hash_key_len;      /**< Bytes of the key. */
	uint8_t *rx_hash_key;         /**< Key of the hash. */
	uint64_t rx_hash_fields_mask; /**< enum ibv_rx_hash_fields. */
};

/** Stand-alone receive work queue. */
struct ibv_wq {
	struct ibv_context *context; /**< Its device. */
	void *wq_context;            /**< For the program; the library only stores it. */
	struct ibv_pd *pd;           /**< Protection domain. */
	struct ibv_cq *cq;           /**< Where completions go. */
	uint32_t wq_num;             /**< Its number in the device. */
	uint32_t handle;             /**< Kernel handle. */
	enum ibv_wq_state state;     /**< State after the last ibv_modify_wq(). */
	enum ibv_wq_type wq_type;    /**< Kind. */
	/** Implements ibv_post_wq_recv(). */
	int (*post_recv)(struct ibv_wq *, struct ibv_recv_wr *, struct ibv_recv_wr **);
	pthread_mutex_t mutex;     /**< Private to the library. */
	pthread_cond_t cond;       /**< Private to the library. */
	uint32_t events_completed; /**< Events acknowledged so far. */
	uint32_t comp_mask;        /**< 0. */
};

/**
 * Post a list of receives to a work queue.
 *
 * wq: Work queue.
 * recv_wr: First receive of the list.
 * bad_recv_wr (written): The receive that was refused; untouched on success.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: too many SGEs
 * ENOMEM: the queue is full
 *
 * Not usable yet: no work queue can be created yet.
 */
static inline int ibv_post_wq_recv(struct ibv_wq *wq, struct ibv_recv_wr *recv_wr,
				   struct ibv_recv_wr **bad_recv_wr);

/**
 * Create a stand-alone receive work queue.
 *
 * context: Open device.
 * wq_init_attr (read and written): Attributes; the sizes granted are written back.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (work queues and receive-side scaling are not implemented): always fails with
 * EOPNOTSUPP.
 */
struct ibv_wq *ibv_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *wq_init_attr);

/**
 * Change state or flags of a work queue.
 *
 * wq: Work queue.
 * wq_attr: New values.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (work queues and receive-side scaling are not implemented): always fails with
 * EOPNOTSUPP.
 */
int ibv_modify_wq(struct ibv_wq *wq, struct ibv_wq_attr *wq_attr);

/**
 * Destroy a work queue.
 *
 * wq: Work queue.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (work queues and receive-side scaling are not implemented): always fails with
 * EOPNOTSUPP.
 */
int ibv_destroy_wq(struct ibv_wq *wq);

/**
 * Create a receive-side-scaling indirection table.
 *
 * context: Open device.
 * init_attr: Attributes.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (work queues and receive-side scaling are not implemented): always fails with
 * EOPNOTSUPP.
 */
struct ibv_rwq_ind_table *ibv_create_rwq_ind_table(struct ibv_context *context,
						   struct ibv_rwq_ind_table_init_attr *init_attr);

/**
 * Destroy an indirection table.
 *
 * rwq_ind_table: Indirection table.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (work queues and receive-side scaling are not implemented): always fails with
 * EOPNOTSUPP.
 */
int ibv_destroy_rwq_ind_table(struct ibv_rwq_ind_table *rwq_ind_table);

/*
 * Queue pairs.
 */

/** Types of queue pairs. */
enum ibv_qp_type {
	IBV_QPT_RC = 2,         /**< Reliable connection. */
	IBV_QPT_UC = 3,         /**< Unreliable connection. */
	IBV_QPT_UD = 4,         /**< Unreliable datagram. */
	IBV_QPT_RAW_PACKET = 8, /**< Raw Ethernet frames. */
	IBV_QPT_XRC_SEND = 9,   /**< Sending end of an extended reliable connection. */
	IBV_QPT_XRC_RECV = 10,  /**< Receiving end of an extended reliable connection. */
	IBV_QPT_DRIVER = 255,   /**< Vendor-specific type. */
	/**
	 * OFED's extended reliable connection, which has an xrc_domain and both sends and receives.
	 */
	IBV_QPT_XRC = 5,
	IBV_QPT_RAW_ETH = 8, /**< OFED's name of IBV_QPT_RAW_PACKET. */
};

/** Members of ibv_qp_init_attr_ex that are valid. */
enum ibv_qp_init_attr_mask {
	IBV_QP_INIT_ATTR_PD = 1 << 0,             /**< pd. */
	IBV_QP_INIT_ATTR_XRCD = 1 << 1,           /**< xrcd. */
	IBV_QP_INIT_ATTR_CREATE_FLAGS = 1 << 2,   /**< create_flags. */
	IBV_QP_INIT_ATTR_MAX_TSO_HEADER = 1 << 3, /**< max_tso_header. */
	IBV_QP_INIT_ATTR_IND_TABLE = 1 << 4,      /**< rwq_ind_tbl. */
	IBV_QP_INIT_ATTR_RX_HASH = 1 << 5,        /**< rx_hash_conf. */
	IBV_QP_INIT_ATTR_SEND_OPS_FLAGS = 1 << 6, /**< send_ops_flags. */
};

/** Bits of ibv_qp_init_attr_ex.create_flags. */
enum ibv_qp_create_flags {
	/** Do not receive multicast packets that this queue pair sent. */
	IBV_QP_CREATE_BLOCK_SELF_MCAST_LB = 1 << 1,
	IBV_QP_CREATE_SCATTER_FCS = 1 << 8,     /**< Keep the frame check sequence. */
	IBV_QP_CREATE_CVLAN_STRIPPING = 1 << 9, /**< Move the VLAN tag to the completion. */
	/** Send with source_qpn as the sender's number. */
	IBV_QP_CREATE_SOURCE_QPN = 1 << 10,
	IBV_QP_CREATE_PCI_WRITE_END_PADDING = 1 << 11, /**< Pad writes to a whole cache line. */
};

/** Operations that the ibv_wr_ calls will post on a queue pair. */
enum ibv_qp_create_send_ops_flags {
	IBV_QP_EX_WITH_RDMA_WRITE = 1 << 0,           /**< ibv_wr_rdma_write(). */
	IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM = 1 << 1,  /**< ibv_wr_rdma_write_imm(). */
	IBV_QP_EX_WITH_SEND = 1 << 2,                 /**< ibv_wr_send(). */
	IBV_QP_EX_WITH_SEND_WITH_IMM = 1 << 3,        /**< ibv_wr_send_imm(). */
	IBV_QP_EX_WITH_RDMA_READ = 1 << 4,            /**< ibv_wr_rdma_read(). */
	IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP = 1 << 5,   /**< ibv_wr_atomic_cmp_swp(). */
	IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD = 1 << 6, /**< ibv_wr_atomic_fetch_add(). */
	IBV_QP_EX_WITH_LOCAL_INV = 1 << 7,            /**< ibv_wr_local_inv(). */
	IBV_QP_EX_WITH_BIND_MW = 1 << 8,              /**< ibv_wr_bind_mw(). */
	IBV_QP_EX_WITH_SEND_WITH_INV = 1 << 9,        /**< ibv_wr_send_inv(). */
	IBV_QP_EX_WITH_TSO = 1 << 10,                 /**< ibv_wr_send_tso(). */
	IBV_QP_EX_WITH_ATOMIC_WRITE = 1 << 12,        /**< ibv_wr_atomic_write(). */
};

/** Members of ibv_qp_open_attr that are valid. */
enum ibv_qp_open_attr_mask {
	IBV_QP_OPEN_ATTR_NUM = 1 << 0,      /**< qp_num. */
	IBV_QP_OPEN_ATTR_XRCD = 1 << 1,     /**< xrcd. */
	IBV_QP_OPEN_ATTR_CONTEXT = 1 << 2,  /**< qp_context. */
	IBV_QP_OPEN_ATTR_TYPE = 1 << 3,     /**< qp_type. */
	IBV_QP_OPEN_ATTR_RESERVED = 1 << 4, /**< First undefined bit. */
};

/**
 * Members of ibv_qp_attr that are valid. The transition decides which are required and which
 * allowed.
 */
enum ibv_qp_attr_mask {
	IBV_QP_STATE = 1 << 0,               /**< qp_state. */
	IBV_QP_CUR_STATE = 1 << 1,           /**< cur_qp_state. */
	IBV_QP_EN_SQD_ASYNC_NOTIFY = 1 << 2, /**< en_sqd_async_notify. */
	IBV_QP_ACCESS_FLAGS = 1 << 3,        /**< qp_access_flags. */
	IBV_QP_PKEY_INDEX = 1 << 4,          /**< pkey_index. */
	IBV_QP_PORT = 1 << 5,                /**< port_num. */
	IBV_QP_QKEY = 1 << 6,                /**< qkey. */
	IBV_QP_AV = 1 << 7,                  /**< ah_attr. */
	IBV_QP_PATH_MTU = 1 << 8,            /**< path_mtu. */
	IBV_QP_TIMEOUT = 1 << 9,             /**< timeout. */
	IBV_QP_RETRY_CNT = 1 << 10,          /**< retry_cnt. */
	IBV_QP_RNR_RETRY = 1 << 11,          /**< rnr_retry. */
	IBV_QP_RQ_PSN = 1 << 12,             /**< rq_psn. */
	IBV_QP_MAX_QP_RD_ATOMIC = 1 << 13,   /**< max_rd_atomic. */
	/** alt_ah_attr, alt_pkey_index, alt_port_num, alt_timeout. */
	IBV_QP_ALT_PATH = 1 << 14,
	IBV_QP_MIN_RNR_TIMER = 1 << 15,      /**< min_rnr_timer. */
	IBV_QP_SQ_PSN = 1 << 16,             /**< sq_psn. */
	IBV_QP_MAX_DEST_RD_ATOMIC = 1 << 17, /**< max_dest_rd_atomic. */
	IBV_QP_PATH_MIG_STATE = 1 << 18,     /**< path_mig_state. */
	IBV_QP_CAP = 1 << 19,                /**< cap. */
	IBV_QP_DEST_QPN = 1 << 20,           /**< dest_qp_num. */
	IBV_QP_RATE_LIMIT = 1 << 25,         /**< rate_limit. */
};

/** States of a queue pair. */
enum ibv_qp_state {
	IBV_QPS_RESET = 0,   /**< New or cleared; nothing can be posted. */
	IBV_QPS_INIT = 1,    /**< Receives can be posted; nothing moves. */
	IBV_QPS_RTR = 2,     /**< Ready to receive. */
	IBV_QPS_RTS = 3,     /**< Ready to send, too. */
	IBV_QPS_SQD = 4,     /**< The send queue drains; new requests wait. */
	IBV_QPS_SQE = 5,     /**< The send queue failed; receives continue (UC and UD). */
	IBV_QPS_ERR = 6,     /**< Failed; everything posted is flushed. */
	IBV_QPS_UNKNOWN = 7, /**< Not known to this library. */
};

/** Automatic path migration. */
enum ibv_mig_state {
	IBV_MIG_MIGRATED = 0, /**< No alternate path is armed. */
	IBV_MIG_REARM = 1,    /**< Arm the alternate path. */
	IBV_MIG_ARMED = 2,    /**< Both ends are armed. */
};

/**
 * Sizes of a queue pair. Creation writes back the granted sizes, which are never less than
 * requested.
 */
struct ibv_qp_cap {
	uint32_t max_send_wr;     /**< Sends outstanding. */
	uint32_t max_recv_wr;     /**< Receives outstanding; ignored with a shared receive queue. */
	uint32_t max_send_sge;    /**< SGEs of one send. */
	uint32_t max_recv_sge;    /**< SGEs of one receive. */
	uint32_t max_inline_data; /**< Bytes that a send can carry inline. */
};

/** Attributes of a queue pair. */
struct ibv_qp_init_attr {
	void *qp_context;         /**< For the program; the library only stores it. */
	struct ibv_cq *send_cq;   /**< Where completions of sends go. */
	struct ibv_cq *recv_cq;   /**< Where completions of receives go. */
	struct ibv_srq *srq;      /**< Shared receive queue, or NULL. */
	struct ibv_qp_cap cap;    /**< Sizes. */
	enum ibv_qp_type qp_type; /**< Kind. */
	/** Non-zero: every send generates a completion. 0: those with IBV_SEND_SIGNALED. */
	int sq_sig_all;
	/**
	 * OFED XRC: domain of an IBV_QPT_XRC queue pair. Neither read nor written for other types.
	 */
	struct ibv_xrc_domain *xrc_domain;
};

/** Extended attributes of a queue pair. Begins like struct ibv_qp_init_attr up to sq_sig_all. */
struct ibv_qp_init_attr_ex {
	void *qp_context;         /**< For the program; the library only stores it. */
	struct ibv_cq *send_cq;   /**< Where completions of sends go. */
	struct ibv_cq *recv_cq;   /**< Where completions of receives go. */
	struct ibv_srq *srq;      /**< Shared receive queue, or NULL. */
	struct ibv_qp_cap cap;    /**< Sizes. */
	enum ibv_qp_type qp_type; /**< Kind. */
	int sq_sig_all;           /**< Non-zero: every send generates a completion. */
	uint32_t comp_mask;       /**< enum ibv_qp_init_attr_mask. */
	struct ibv_pd *pd;        /**< Protection domain. */
	struct ibv_xrcd *xrcd;    /**< XRC domain of an IBV_QPT_XRC_RECV queue pair. */
	uint32_t create_flags;    /**< enum ibv_qp_create_flags. */
	/** Bytes of the largest header of a segmented send. */
	uint16_t max_tso_header;
	/** Distribute receives by hash instead of using a receive queue of the queue pair. */
	struct ibv_rwq_ind_table *rwq_ind_tbl;
	struct ibv_rx_hash_conf rx_hash_conf; /**< How to hash. */
	/** With IBV_QP_CREATE_SOURCE_QPN: number to send with. */
	uint32_t source_qpn;
	/** enum ibv_qp_create_send_ops_flags; makes ibv_qp_to_qp_ex() possible. */
	uint64_t send_ops_flags;
};

/** Which queue pair ibv_open_qp() attaches to. */
struct ibv_qp_open_attr {
	uint32_t comp_mask;       /**< enum ibv_qp_open_attr_mask. */
	uint32_t qp_num;          /**< Number of the queue pair. */
	struct ibv_xrcd *xrcd;    /**< Its XRC domain. */
	void *qp_context;         /**< For the program; the library only stores it. */
	enum ibv_qp_type qp_type; /**< Kind; IBV_QPT_XRC_RECV. */
};

/** Attributes that ibv_modify_qp() sets and ibv_query_qp() reads. */
struct ibv_qp_attr {
	enum ibv_qp_state qp_state;        /**< State to go to; query: state it is in. */
	enum ibv_qp_state cur_qp_state;    /**< The current state that the program assumes. */
	enum ibv_mtu path_mtu;             /**< Path MTU (RC, UC). */
	enum ibv_mig_state path_mig_state; /**< Path migration. */
	uint32_t qkey;                     /**< Q_Key (UD). */
	uint32_t rq_psn;                   /**< First packet number to expect, 24 bits (RC, UC). */
	uint32_t sq_psn;                   /**< First packet number to send, 24 bits. */
	uint32_t dest_qp_num;              /**< The peer's queue pair (RC, UC). */
	/** What the peer may do: remote bits of enum ibv_access_flags. */
	unsigned int qp_access_flags;
	struct ibv_qp_cap cap;          /**< Sizes, where the device can change them. */
	struct ibv_ah_attr ah_attr;     /**< Path to the peer (RC, UC). */
	struct ibv_ah_attr alt_ah_attr; /**< Alternate path. */
	uint16_t pkey_index;            /**< Index of its P_Key. */
	uint16_t alt_pkey_index;        /**< The same on the alternate path. */
	/** Non-zero: an event when state SQD has drained the queue. */
	uint8_t en_sqd_async_notify;
	uint8_t sq_draining; /**< Query: non-zero while state SQD still drains. */
	/** RDMA reads and atomics outstanding as the initiator (RC). */
	uint8_t max_rd_atomic;
	/** RDMA reads and atomics served concurrently as the target (RC). */
	uint8_t max_dest_rd_atomic;
	/** How long a sender has to wait when no receive is posted, as code 0 to 31 (RC). */
	uint8_t min_rnr_timer;
	uint8_t port_num; /**< Port, from 1. */
	/** Local ACK timeout, as 4.096 us * 2^n; 0 is infinite (RC). */
	uint8_t timeout;
	uint8_t retry_cnt; /**< Retries without ACK, 0 to 7 (RC). */
	/** Retries when the peer has no receive posted; 7 without limit (RC). */
	uint8_t rnr_retry;
	uint8_t alt_port_num; /**< Port of the alternate path. */
	uint8_t alt_timeout;  /**< Timeout of the alternate path. */
	uint32_t rate_limit;  /**< Packet pacing, kilobits per second; 0 for none. */
};

/** Packet pacing of a queue pair. */
struct ibv_qp_rate_limit_attr {
	uint32_t rate_limit;     /**< Kilobits per second; 0 for no limit. */
	uint32_t max_burst_sz;   /**< Bytes of the largest burst; 0 for the device's choice. */
	uint16_t typical_pkt_sz; /**< Bytes of a typical packet; 0 for the device's choice. */
	uint32_t comp_mask;      /**< Must be 0. */
};

/** Queue pair. */
struct ibv_qp {
	struct ibv_context *context; /**< Its device. */
	void *qp_context;            /**< For the program; the library only stores it. */
	struct ibv_pd *pd;           /**< Protection domain. */
	struct ibv_cq *send_cq;      /**< Where completions of sends go. */
	struct ibv_cq *recv_cq;      /**< Where completions of receives go. */
	struct ibv_srq *srq;         /**< Shared receive queue, or NULL. */
	uint32_t handle;             /**< Kernel handle. */
	/** Its number in the device; peers address it by this number. */
	uint32_t qp_num;
	/**
	 * State after the last ibv_modify_qp() or ibv_query_qp(); an error of the adapter does not
	 * change it.
	 */
	enum ibv_qp_state state;
	enum ibv_qp_type qp_type;          /**< Kind. */
	pthread_mutex_t mutex;             /**< Private to the library. */
	pthread_cond_t cond;               /**< Private to the library. */
	uint32_t events_completed;         /**< Events acknowledged so far. */
	struct ibv_xrc_domain *xrc_domain; /**< OFED XRC: its domain; NULL for other types. */
};

/**
 * A queue pair for the ibv_wr_ calls: between ibv_wr_start() and ibv_wr_complete() operations are
 * built one after the other.
 */
struct ibv_qp_ex {
	struct ibv_qp qp_base; /**< The queue pair. */
	uint64_t comp_mask;    /**< 0. */
	/** wr_id of the operation that is built next. */
	uint64_t wr_id;
	/** enum ibv_send_flags of the operation that is built next. */
	unsigned int wr_flags;
	/** Implements ibv_wr_atomic_cmp_swp(). */
	void (*wr_atomic_cmp_swp)(struct ibv_qp_ex *, uint32_t, uint64_t, uint64_t, uint64_t);
	/** Implements ibv_wr_atomic_fetch_add(). */
	void (*wr_atomic_fetch_add)(struct ibv_qp_ex *, uint32_t, uint64_t, uint64_t);
	/** Implements ibv_wr_bind_mw(). */
	void (*wr_bind_mw)(struct ibv_qp_ex *, struct ibv_mw *, uint32_t,
			   const struct ibv_mw_bind_info *);
	void (*wr_local_inv)(struct ibv_qp_ex *, uint32_t); /**< Implements ibv_wr_local_inv(). */
	/** Implements ibv_wr_rdma_read(). */
	void (*wr_rdma_read)(struct ibv_qp_ex *, uint32_t, uint64_t);
	/** Implements ibv_wr_rdma_write(). */
	void (*wr_rdma_write)(struct ibv_qp_ex *, uint32_t, uint64_t);
	/** Implements ibv_wr_rdma_write_imm(). */
	void (*wr_rdma_write_imm)(struct ibv_qp_ex *, uint32_t, uint64_t, __be32);
	void (*wr_send)(struct ibv_qp_ex *);               /**< Implements ibv_wr_send(). */
	void (*wr_send_imm)(struct ibv_qp_ex *, __be32);   /**< Implements ibv_wr_send_imm(). */
	void (*wr_send_inv)(struct ibv_qp_ex *, uint32_t); /**< Implements ibv_wr_send_inv(). */
	/** Implements ibv_wr_send_tso(). */
	void (*wr_send_tso)(struct ibv_qp_ex *, void *, uint16_t, uint16_t);
	/** Implements ibv_wr_set_ud_addr(). */
	void (*wr_set_ud_addr)(struct ibv_qp_ex *, struct ibv_ah *, uint32_t, uint32_t);
	/** Implements ibv_wr_set_xrc_srqn(). */
	void (*wr_set_xrc_srqn)(struct ibv_qp_ex *, uint32_t);
	/** Implements ibv_wr_set_inline_data(). */
	void (*wr_set_inline_data)(struct ibv_qp_ex *, void *, size_t);
	/** Implements ibv_wr_set_inline_data_list(). */
	void (*wr_set_inline_data_list)(struct ibv_qp_ex *, size_t, const struct ibv_data_buf *);
	/** Implements ibv_wr_set_sge(). */
	void (*wr_set_sge)(struct ibv_qp_ex *, uint32_t, uint64_t, uint32_t);
	/** Implements ibv_wr_set_sge_list(). */
	void (*wr_set_sge_list)(struct ibv_qp_ex *, size_t, const struct ibv_sge *);
	void (*wr_start)(struct ibv_qp_ex *);   /**< Implements ibv_wr_start(). */
	int (*wr_complete)(struct ibv_qp_ex *); /**< Implements ibv_wr_complete(). */
	void (*wr_abort)(struct ibv_qp_ex *);   /**< Implements ibv_wr_abort(). */
	/** Implements ibv_wr_atomic_write(). */
	void (*wr_atomic_write)(struct ibv_qp_ex *, uint32_t, uint64_t, const void *);
};

/** Options that the adapters of both ends agree on while connecting. */
struct ibv_ece {
	uint32_t vendor_id; /**< Vendor whose options these are. */
	uint32_t options;   /**< The options. */
	uint32_t comp_mask; /**< Must be 0. */
};

/**
 * A queue pair as argument for the ibv_wr_ calls.
 *
 * qp: Queue pair.
 *
 * Returns the same queue pair, or NULL if it was created without send_ops_flags.
 */
INVERBS_CHECKABLE struct ibv_qp_ex *ibv_qp_to_qp_ex(struct ibv_qp *qp);

/**
 * Create a queue pair. It is in state RESET.
 *
 * pd: Protection domain.
 * qp_init_attr (read and written): Attributes; the sizes granted are written back to cap.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: a size is out of range, a queue or the domain of IBV_QPT_XRC is missing, or an object is
 *     of another context
 * EOPNOTSUPP: the adapter does not support this type
 * EPERM: this type needs a privilege
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_qp *ibv_create_qp(struct ibv_pd *pd,
					       struct ibv_qp_init_attr *qp_init_attr);

/**
 * Create a queue pair from extended attributes.
 *
 * context: Open device.
 * qp_init_attr_ex (read and written): Attributes; the sizes granted are written back to cap.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: an attribute is missing or out of range
 * EOPNOTSUPP: the adapter does not support a requested feature, for example an operation in
 *     send_ops_flags
 * ENOMEM: no memory
 * EPERM: this type needs a privilege
 */
INVERBS_CHECKABLE struct ibv_qp *ibv_create_qp_ex(struct ibv_context *context,
						  struct ibv_qp_init_attr_ex *qp_init_attr_ex);

/**
 * Attach to an XRC receive queue pair by number; it then exists at least until ibv_destroy_qp().
 *
 * context: Open device.
 * qp_open_attr: Which queue pair.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: no such queue pair in the domain, or an attribute is missing
 * EOPNOTSUPP: the adapter has no XRC
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_qp *ibv_open_qp(struct ibv_context *context,
					     struct ibv_qp_open_attr *qp_open_attr);

/**
 * Set attributes and state of a queue pair. If any part is wrong, nothing changes.
 *
 * qp: Queue pair.
 * attr: New values.
 * attr_mask: enum ibv_qp_attr_mask.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: the transition, the mask or a value is wrong
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask);

/**
 * Set packet pacing of a QP.
 *
 * qp: Queue pair.
 * attr: New values.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (no adapter here paces packets): always fails with EOPNOTSUPP.
 */
int ibv_modify_qp_rate_limit(struct ibv_qp *qp, struct ibv_qp_rate_limit_attr *attr);

/**
 * Whether the data of an operation become visible in memory in order.
 *
 * qp: Queue pair.
 * op: Operation.
 * flags: Must be 0.
 *
 * Returns 1 if they do; 0 if they do not, or if it is not known.
 *
 * Not implemented yet (the specs do not describe ordering yet): always returns 0.
 */
int ibv_query_qp_data_in_order(struct ibv_qp *qp, enum ibv_wr_opcode op, uint32_t flags);

/**
 * Read attributes of a queue pair, from the kernel.
 *
 * qp: Queue pair.
 * attr (written): The result.
 * attr_mask: enum ibv_qp_attr_mask: the attributes to return; others may be filled in, too.
 * init_attr (written): The attributes of its creation.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: the kernel has no such queue pair
 * ENOMEM: no memory
 * EOPNOTSUPP: the adapter does not report it
 */
INVERBS_CHECKABLE int ibv_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
				   struct ibv_qp_init_attr *init_attr);

/**
 * Destroy a queue pair. Waits until its events are acknowledged. Outstanding requests get no
 * completion.
 *
 * qp: Queue pair.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EBUSY: it is attached to a multicast group
 */
INVERBS_CHECKABLE int ibv_destroy_qp(struct ibv_qp *qp);

/**
 * Attach a UD queue pair to a multicast group, whose messages it then receives.
 *
 * qp: Queue pair.
 * gid: GID of the group.
 * lid: LID of the group, host byte order; 0 on Ethernet.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: not a UD queue pair, or not a multicast GID
 * ENOMEM: the device has no resources left
 * EOPNOTSUPP: the adapter has no multicast
 */
INVERBS_CHECKABLE int ibv_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid);

/**
 * Undo ibv_attach_mcast().
 *
 * qp: Queue pair.
 * gid: GID of the group.
 * lid: LID of the group, host byte order; 0 on Ethernet.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: it is not attached to this group
 * EOPNOTSUPP: the adapter has no multicast
 */
INVERBS_CHECKABLE int ibv_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid);

/**
 * Whether a mask of queue pair types contains a type.
 *
 * caps: Mask, bit 1 << enum ibv_qp_type.
 * qpt: Type.
 *
 * Returns 1 or 0.
 */
static inline int ibv_is_qpt_supported(uint32_t caps, enum ibv_qp_type qpt);

/**
 * Set the options that the adapters of both ends agreed on, before the queue pair leaves INIT.
 *
 * qp: Queue pair.
 * ece: Options.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (no adapter here has such options): always fails with EOPNOTSUPP.
 */
int ibv_set_ece(struct ibv_qp *qp, struct ibv_ece *ece);

/**
 * Read the options that this end offers.
 *
 * qp: Queue pair.
 * ece (written): Options.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (no adapter here has such options): always fails with EOPNOTSUPP.
 */
int ibv_query_ece(struct ibv_qp *qp, struct ibv_ece *ece);

/*
 * Flow steering: which packets reach which queue pair.
 */

/** Bits of ibv_flow_attr.flags. */
enum ibv_flow_flags {
	IBV_FLOW_ATTR_FLAGS_DONT_TRAP = 1 << 1, /**< Packets are also matched by later rules. */
	IBV_FLOW_ATTR_FLAGS_EGRESS = 1 << 2,    /**< The rule is for outgoing packets. */
};

/** Kinds of rules. */
enum ibv_flow_attr_type {
	IBV_FLOW_ATTR_NORMAL = 0,      /**< Packets that match the specifications. */
	IBV_FLOW_ATTR_ALL_DEFAULT = 1, /**< Every packet that matches no other rule. */
	IBV_FLOW_ATTR_MC_DEFAULT = 2,  /**< Every multicast packet that matches no other rule. */
	IBV_FLOW_ATTR_SNIFFER = 3,     /**< A copy of every packet. */
};

/** Kinds of specifications. */
enum ibv_flow_spec_type {
	IBV_FLOW_SPEC_ETH = 32,             /**< Ethernet header. */
	IBV_FLOW_SPEC_IPV4 = 48,            /**< IPv4 addresses. */
	IBV_FLOW_SPEC_IPV6 = 49,            /**< IPv6 header. */
	IBV_FLOW_SPEC_IPV4_EXT = 50,        /**< IPv4 header. */
	IBV_FLOW_SPEC_ESP = 52,             /**< IPsec ESP header. */
	IBV_FLOW_SPEC_TCP = 64,             /**< TCP ports. */
	IBV_FLOW_SPEC_UDP = 65,             /**< UDP ports. */
	IBV_FLOW_SPEC_VXLAN_TUNNEL = 80,    /**< VXLAN. */
	IBV_FLOW_SPEC_GRE = 81,             /**< GRE. */
	IBV_FLOW_SPEC_MPLS = 96,            /**< MPLS. */
	IBV_FLOW_SPEC_INNER = 256,          /**< ORed in: the header inside a tunnel. */
	IBV_FLOW_SPEC_ACTION_TAG = 4096,    /**< Give completions a tag. */
	IBV_FLOW_SPEC_ACTION_DROP = 4097,   /**< Drop. */
	IBV_FLOW_SPEC_ACTION_HANDLE = 4098, /**< Apply an action object. */
	IBV_FLOW_SPEC_ACTION_COUNT = 4099,  /**< Count. */
};

/** Members of ibv_flow_action_esp_attr that are valid. */
enum ibv_flow_action_esp_mask {
	IBV_FLOW_ACTION_ESP_MASK_ESN = 1 << 0, /**< esn. */
};

/** Ethernet header. */
struct ibv_flow_eth_filter {
	uint8_t dst_mac[6];  /**< Destination address. */
	uint8_t src_mac[6];  /**< Source address. */
	uint16_t ether_type; /**< Type, network byte order. */
	uint16_t vlan_tag;   /**< VLAN tag, network byte order. */
};

/** Match an Ethernet header. */
struct ibv_flow_spec_eth {
	enum ibv_flow_spec_type type;    /**< enum ibv_flow_spec_type. */
	uint16_t size;                   /**< Bytes of this structure. */
	struct ibv_flow_eth_filter val;  /**< Values to match. */
	struct ibv_flow_eth_filter mask; /**< Bits of val that are compared. */
};

/** IPv4 addresses, network byte order. */
struct ibv_flow_ipv4_filter {
	uint32_t src_ip; /**< Source address. */
	uint32_t dst_ip; /**< Destination address. */
};

/** Match IPv4 addresses. */
struct ibv_flow_spec_ipv4 {
	enum ibv_flow_spec_type type;     /**< enum ibv_flow_spec_type. */
	uint16_t size;                    /**< Bytes of this structure. */
	struct ibv_flow_ipv4_filter val;  /**< Values to match. */
	struct ibv_flow_ipv4_filter mask; /**< Bits of val that are compared. */
};

/** IPv4 header, network byte order. */
struct ibv_flow_ipv4_ext_filter {
	uint32_t src_ip; /**< Source address. */
	uint32_t dst_ip; /**< Destination address. */
	uint8_t proto;   /**< Protocol. */
	uint8_t tos;     /**< Type of service. */
	uint8_t ttl;     /**< Time to live. */
	uint8_t flags;   /**< Flags of the fragment word. */
};

/** Match an IPv4 header. */
struct ibv_flow_spec_ipv4_ext {
	enum ibv_flow_spec_type type;         /**< enum ibv_flow_spec_type. */
	uint16_t size;                        /**< Bytes of this structure. */
	struct ibv_flow_ipv4_ext_filter val;  /**< Values to match. */
	struct ibv_flow_ipv4_ext_filter mask; /**< Bits of val that are compared. */
};

/** IPv6 header, network byte order. */
struct ibv_flow_ipv6_filter {
	uint8_t src_ip[16];    /**< Source address. */
	uint8_t dst_ip[16];    /**< Destination address. */
	uint32_t flow_label;   /**< Flow label. */
	uint8_t next_hdr;      /**< Next header. */
	uint8_t traffic_class; /**< Traffic class. */
	uint8_t hop_limit;     /**< Hop limit. */
};

/** Match an IPv6 header. */
struct ibv_flow_spec_ipv6 {
	enum ibv_flow_spec_type type;     /**< enum ibv_flow_spec_type. */
	uint16_t size;                    /**< Bytes of this structure. */
	struct ibv_flow_ipv6_filter val;  /**< Values to match. */
	struct ibv_flow_ipv6_filter mask; /**< Bits of val that are compared. */
};

/** ESP header, network byte order. */
struct ibv_flow_esp_filter {
	uint32_t spi; /**< Security parameter index. */
	uint32_t seq; /**< Sequence number. */
};

/** Match an ESP header. */
struct ibv_flow_spec_esp {
	enum ibv_flow_spec_type type;    /**< enum ibv_flow_spec_type. */
	uint16_t size;                   /**< Bytes of this structure. */
	struct ibv_flow_esp_filter val;  /**< Values to match. */
	struct ibv_flow_esp_filter mask; /**< Bits of val that are compared. */
};

/** TCP or UDP ports, network byte order. */
struct ibv_flow_tcp_udp_filter {
	uint16_t dst_port; /**< Destination port. */
	uint16_t src_port; /**< Source port. */
};

/** Match ports. */
struct ibv_flow_spec_tcp_udp {
	enum ibv_flow_spec_type type;        /**< enum ibv_flow_spec_type. */
	uint16_t size;                       /**< Bytes of this structure. */
	struct ibv_flow_tcp_udp_filter val;  /**< Values to match. */
	struct ibv_flow_tcp_udp_filter mask; /**< Bits of val that are compared. */
};

/** GRE header, network byte order. */
struct ibv_flow_gre_filter {
	uint16_t c_ks_res0_ver; /**< Flags and version. */
	uint16_t protocol;      /**< Protocol inside. */
	uint32_t key;           /**< Key. */
};

/** Match a GRE header. */
struct ibv_flow_spec_gre {
	enum ibv_flow_spec_type type;    /**< enum ibv_flow_spec_type. */
	uint16_t size;                   /**< Bytes of this structure. */
	struct ibv_flow_gre_filter val;  /**< Values to match. */
	struct ibv_flow_gre_filter mask; /**< Bits of val that are compared. */
};

/** MPLS header, network byte order. */
struct ibv_flow_mpls_filter {
	uint32_t label; /**< The whole 32-bit header. */
};

/** Match an MPLS header. */
struct ibv_flow_spec_mpls {
	enum ibv_flow_spec_type type;     /**< enum ibv_flow_spec_type. */
	uint16_t size;                    /**< Bytes of this structure. */
	struct ibv_flow_mpls_filter val;  /**< Values to match. */
	struct ibv_flow_mpls_filter mask; /**< Bits of val that are compared. */
};

/** Tunnel. */
struct ibv_flow_tunnel_filter {
	uint32_t tunnel_id; /**< Network identifier. */
};

/** Match a tunnel. */
struct ibv_flow_spec_tunnel {
	enum ibv_flow_spec_type type;       /**< enum ibv_flow_spec_type. */
	uint16_t size;                      /**< Bytes of this structure. */
	struct ibv_flow_tunnel_filter val;  /**< Values to match. */
	struct ibv_flow_tunnel_filter mask; /**< Bits of val that are compared. */
};

/** Give completions a tag. */
struct ibv_flow_spec_action_tag {
	enum ibv_flow_spec_type type; /**< enum ibv_flow_spec_type. */
	uint16_t size;                /**< Bytes of this structure. */
	uint32_t tag_id;              /**< The tag. */
};

/** Drop the packet. */
struct ibv_flow_spec_action_drop {
	enum ibv_flow_spec_type type; /**< enum ibv_flow_spec_type. */
	uint16_t size;                /**< Bytes of this structure. */
};

/** Apply an action object. */
struct ibv_flow_spec_action_handle {
	enum ibv_flow_spec_type type;         /**< enum ibv_flow_spec_type. */
	uint16_t size;                        /**< Bytes of this structure. */
	const struct ibv_flow_action *action; /**< The action. */
};

/** Count the packet. */
struct ibv_flow_spec_counter_action {
	enum ibv_flow_spec_type type;  /**< enum ibv_flow_spec_type. */
	uint16_t size;                 /**< Bytes of this structure. */
	struct ibv_counters *counters; /**< The counters. */
};

/** Any specification. */
struct ibv_flow_spec {
	union {
		/** Common beginning of all specifications. */
		__extension__ struct {
			enum ibv_flow_spec_type type; /**< Kind. */
			uint16_t size;                /**< Bytes of the specification. */
		} hdr;
		struct ibv_flow_spec_eth eth;                   /**< Ethernet. */
		struct ibv_flow_spec_ipv4 ipv4;                 /**< IPv4 addresses. */
		struct ibv_flow_spec_tcp_udp tcp_udp;           /**< Ports. */
		struct ibv_flow_spec_ipv4_ext ipv4_ext;         /**< IPv4. */
		struct ibv_flow_spec_ipv6 ipv6;                 /**< IPv6. */
		struct ibv_flow_spec_esp esp;                   /**< ESP. */
		struct ibv_flow_spec_tunnel tunnel;             /**< Tunnel. */
		struct ibv_flow_spec_gre gre;                   /**< GRE. */
		struct ibv_flow_spec_mpls mpls;                 /**< MPLS. */
		struct ibv_flow_spec_action_tag flow_tag;       /**< Tag. */
		struct ibv_flow_spec_action_drop drop;          /**< Drop. */
		struct ibv_flow_spec_action_handle handle;      /**< Action object. */
		struct ibv_flow_spec_counter_action flow_count; /**< Counters. */
	};
};

/** A rule; num_of_specs specifications follow it in memory. */
struct ibv_flow_attr {
	uint32_t comp_mask;           /**< Must be 0. */
	enum ibv_flow_attr_type type; /**< Kind of rule. */
	uint16_t size;                /**< Bytes of the rule with its specifications. */
	uint16_t priority;            /**< Lower numbers take precedence. */
	uint8_t num_of_specs;         /**< Number of specifications that follow. */
	uint8_t port;                 /**< Port, from 1. */
	uint32_t flags;               /**< enum ibv_flow_flags. */
};

/** An installed rule. */
struct ibv_flow {
	uint32_t comp_mask;          /**< 0. */
	struct ibv_context *context; /**< Its device. */
	uint32_t handle;             /**< Kernel handle. */
};

/** An action object. */
struct ibv_flow_action {
	struct ibv_context *context; /**< Its device. */
};

/** An ESP action. */
struct ibv_flow_action_esp_attr {
	struct ib_uverbs_flow_action_esp *esp_attr;         /**< ESP header and limits. */
	enum ib_uverbs_flow_action_esp_keymat keymat_proto; /**< Kind of key material. */
	uint16_t keymat_len;                                /**< Bytes of it. */
	void *keymat_ptr;                                   /**< The key material. */
	enum ib_uverbs_flow_action_esp_replay replay_proto; /**< Kind of replay protection. */
	uint16_t replay_len;                                /**< Bytes of its attributes. */
	void *replay_ptr;                                   /**< Its attributes. */
	struct ib_uverbs_flow_action_esp_encap *esp_encap;  /**< Encapsulating headers. */
	uint32_t comp_mask;                                 /**< enum ibv_flow_action_esp_mask. */
	/** Upper half of an extended sequence number. */
	uint32_t esn;
};

/**
 * Install a flow-steering rule for a QP.
 *
 * qp: Queue pair.
 * flow: The rule, followed by its specifications.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (flow steering is not implemented): always fails with EOPNOTSUPP.
 */
struct ibv_flow *ibv_create_flow(struct ibv_qp *qp, struct ibv_flow_attr *flow);

/**
 * Remove a flow-steering rule.
 *
 * flow_id: Installed rule.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (flow steering is not implemented): always fails with EOPNOTSUPP.
 */
int ibv_destroy_flow(struct ibv_flow *flow_id);

/**
 * Create an ESP (IPsec) flow action.
 *
 * ctx: Open device.
 * esp: Attributes.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (flow steering is not implemented): always fails with EOPNOTSUPP.
 */
struct ibv_flow_action *ibv_create_flow_action_esp(struct ibv_context *ctx,
						   struct ibv_flow_action_esp_attr *esp);

/**
 * Change an ESP flow action.
 *
 * action: Action object.
 * esp: Attributes.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (flow steering is not implemented): always fails with EOPNOTSUPP.
 */
int ibv_modify_flow_action_esp(struct ibv_flow_action *action,
			       struct ibv_flow_action_esp_attr *esp);

/**
 * Destroy a flow action.
 *
 * action: Action object.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (flow steering is not implemented): always fails with EOPNOTSUPP.
 */
int ibv_destroy_flow_action(struct ibv_flow_action *action);

/*
 * Counters bound to flow rules.
 */

/** What a counter counts. */
enum ibv_counter_description {
	IBV_COUNTER_PACKETS = 0, /**< Packets. */
	IBV_COUNTER_BYTES = 1,   /**< Bytes. */
};

/** How counters are read. */
enum ibv_read_counters_flags {
	IBV_READ_COUNTERS_ATTR_PREFER_CACHED = 1 << 0, /**< A cached value is sufficient. */
};

/** Attributes of a set of counters. */
struct ibv_counters_init_attr {
	uint32_t comp_mask; /**< Must be 0. */
};

/** Set of counters. */
struct ibv_counters {
	struct ibv_context *context; /**< Its device. */
};

/** Assignment of a counter to an element of the array. */
struct ibv_counter_attach_attr {
	enum ibv_counter_description counter_desc; /**< What to count. */
	/** Index of the value in the array of ibv_read_counters(). */
	uint32_t index;
	uint32_t comp_mask; /**< Must be 0. */
};

/**
 * Create a set of counters.
 *
 * context: Open device.
 * init_attr: Attributes.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (counters are not implemented): always fails with EOPNOTSUPP.
 */
struct ibv_counters *ibv_create_counters(struct ibv_context *context,
					 struct ibv_counters_init_attr *init_attr);

/**
 * Destroy a set of counters.
 *
 * counters: Set of counters.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (counters are not implemented): always fails with EOPNOTSUPP.
 */
int ibv_destroy_counters(struct ibv_counters *counters);

/**
 * Bind one counter of a set to a flow rule.
 *
 * counters: Set of counters.
 * attr: Which counter.
 * flow (may be NULL): Rule; NULL before the rule is created.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (counters are not implemented): always fails with EOPNOTSUPP.
 */
int ibv_attach_counters_point_flow(struct ibv_counters *counters,
				   struct ibv_counter_attach_attr *attr, struct ibv_flow *flow);

/**
 * Read the values of a set of counters.
 *
 * counters: Set of counters.
 * counters_value (written): The values.
 * ncounters: How many.
 * flags: enum ibv_read_counters_flags.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (counters are not implemented): always fails with EOPNOTSUPP.
 */
int ibv_read_counters(struct ibv_counters *counters, uint64_t *counters_value, uint32_t ncounters,
		      uint32_t flags);

/*
 * An open device and its operations.
 */

/** Value of abi_compat in a context that is part of a struct verbs_context. */
#define __VERBS_ABI_IS_EXTENDED ((void *)-1)

/** Members of ibv_values_ex to fill. */
enum ibv_values_mask {
	IBV_VALUES_MASK_RAW_CLOCK = 1 << 0, /**< raw_clock. */
	IBV_VALUES_MASK_RESERVED = 1 << 1,  /**< First undefined bit. */
};

/**
 * Operations of a context. Programs use the verbs; the inline verbs call these in builds for any
 * adapter.
 */
struct ibv_context_ops {
	int (*_compat_query_device)(struct ibv_context *, struct ibv_device_attr *); /**< Unused. */
	/** Unused. */
	int (*_compat_query_port)(struct ibv_context *, uint8_t, struct _compat_ibv_port_attr *);
	void *(*_compat_alloc_pd)(void);   /**< Unused. */
	void *(*_compat_dealloc_pd)(void); /**< Unused. */
	void *(*_compat_reg_mr)(void);     /**< Unused. */
	void *(*_compat_rereg_mr)(void);   /**< Unused. */
	void *(*_compat_dereg_mr)(void);   /**< Unused. */
	/** Implements ibv_alloc_mw(). */
	struct ibv_mw *(*alloc_mw)(struct ibv_pd *, enum ibv_mw_type);
	/** Implements ibv_bind_mw(). */
	int (*bind_mw)(struct ibv_qp *, struct ibv_mw *, struct ibv_mw_bind *);
	int (*dealloc_mw)(struct ibv_mw *);                    /**< Implements ibv_dealloc_mw(). */
	void *(*_compat_create_cq)(void);                      /**< Unused. */
	int (*poll_cq)(struct ibv_cq *, int, struct ibv_wc *); /**< Implements ibv_poll_cq(). */
	int (*req_notify_cq)(struct ibv_cq *, int); /**< Implements ibv_req_notify_cq(). */
	void *(*_compat_cq_event)(void);            /**< Unused. */
	void *(*_compat_resize_cq)(void);           /**< Unused. */
	void *(*_compat_destroy_cq)(void);          /**< Unused. */
	void *(*_compat_create_srq)(void);          /**< Unused. */
	void *(*_compat_modify_srq)(void);          /**< Unused. */
	void *(*_compat_query_srq)(void);           /**< Unused. */
	void *(*_compat_destroy_srq)(void);         /**< Unused. */
	/** Implements ibv_post_srq_recv(). */
	int (*post_srq_recv)(struct ibv_srq *, struct ibv_recv_wr *, struct ibv_recv_wr **);
	void *(*_compat_create_qp)(void);  /**< Unused. */
	void *(*_compat_query_qp)(void);   /**< Unused. */
	void *(*_compat_modify_qp)(void);  /**< Unused. */
	void *(*_compat_destroy_qp)(void); /**< Unused. */
	/** Implements ibv_post_send(). */
	int (*post_send)(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);
	/** Implements ibv_post_recv(). */
	int (*post_recv)(struct ibv_qp *, struct ibv_recv_wr *, struct ibv_recv_wr **);
	void *(*_compat_create_ah)(void);    /**< Unused. */
	void *(*_compat_destroy_ah)(void);   /**< Unused. */
	void *(*_compat_attach_mcast)(void); /**< Unused. */
	void *(*_compat_detach_mcast)(void); /**< Unused. */
	void *(*_compat_async_event)(void);  /**< Unused. */
};

/** An open device. */
struct ibv_context {
	struct ibv_device *device;  /**< The device. */
	struct ibv_context_ops ops; /**< Its operations. */
	int cmd_fd;                 /**< Descriptor of the uverbs device. */
	/** Descriptor to poll for asynchronous events; it may be set non-blocking. */
	int async_fd;
	int num_comp_vectors;  /**< Interrupts for completion queues. */
	pthread_mutex_t mutex; /**< Private to the library. */
	void *abi_compat;      /**< Private to the library. */
};

/** Current values. */
struct ibv_values_ex {
	/** enum ibv_values_mask: requested members, then filled ones. */
	uint32_t comp_mask;
	struct timespec raw_clock; /**< The device's clock, in ticks: tv_nsec holds them. */
};

/** Private to libraries that extend the context. */
struct verbs_ex_private;

/**
 * Extended context of other libraries, for programs that use the type. verbs_get_ctx() never
 * returns one here.
 */
struct verbs_context {
	/** ibv_query_port() in other libraries. */
	int (*query_port)(struct ibv_context *, uint8_t, struct ibv_port_attr *, size_t);
	/** ibv_advise_mr() in other libraries. */
	int (*advise_mr)(struct ibv_pd *, enum ib_uverbs_advise_mr_advice, uint32_t,
			 struct ibv_sge *, uint32_t);
	/** ibv_alloc_null_mr() in other libraries. */
	struct ibv_mr *(*alloc_null_mr)(struct ibv_pd *);
	/** ibv_read_counters() in other libraries. */
	int (*read_counters)(struct ibv_counters *, uint64_t *, uint32_t, uint32_t);
	/** ibv_attach_counters_point_flow() in other libraries. */
	int (*attach_counters_point_flow)(struct ibv_counters *, struct ibv_counter_attach_attr *,
					  struct ibv_flow *);
	/** ibv_create_counters() in other libraries. */
	struct ibv_counters *(*create_counters)(struct ibv_context *,
						struct ibv_counters_init_attr *);
	/** ibv_destroy_counters() in other libraries. */
	int (*destroy_counters)(struct ibv_counters *);
	/** ibv_reg_dm_mr() in other libraries. */
	struct ibv_mr *(*reg_dm_mr)(struct ibv_pd *, struct ibv_dm *, uint64_t, size_t,
				    unsigned int);
	/** ibv_alloc_dm() in other libraries. */
	struct ibv_dm *(*alloc_dm)(struct ibv_context *, struct ibv_alloc_dm_attr *);
	int (*free_dm)(struct ibv_dm *); /**< ibv_free_dm() in other libraries. */
	/** ibv_modify_flow_action_esp() in other libraries. */
	int (*modify_flow_action_esp)(struct ibv_flow_action *, struct ibv_flow_action_esp_attr *);
	/** ibv_destroy_flow_action() in other libraries. */
	int (*destroy_flow_action)(struct ibv_flow_action *);
	/** ibv_create_flow_action_esp() in other libraries. */
	struct ibv_flow_action *(*create_flow_action_esp)(struct ibv_context *,
							  struct ibv_flow_action_esp_attr *);
	/** ibv_modify_qp_rate_limit() in other libraries. */
	int (*modify_qp_rate_limit)(struct ibv_qp *, struct ibv_qp_rate_limit_attr *);
	/** ibv_alloc_parent_domain() in other libraries. */
	struct ibv_pd *(*alloc_parent_domain)(struct ibv_context *,
					      struct ibv_parent_domain_init_attr *);
	/** ibv_dealloc_td() in other libraries. */
	int (*dealloc_td)(struct ibv_td *);
	/** ibv_alloc_td() in other libraries. */
	struct ibv_td *(*alloc_td)(struct ibv_context *, struct ibv_td_init_attr *);
	/** ibv_modify_cq() in other libraries. */
	int (*modify_cq)(struct ibv_cq *, struct ibv_modify_cq_attr *);
	/** ibv_post_srq_ops() in other libraries. */
	int (*post_srq_ops)(struct ibv_srq *, struct ibv_ops_wr *, struct ibv_ops_wr **);
	/** ibv_destroy_rwq_ind_table() in other libraries. */
	int (*destroy_rwq_ind_table)(struct ibv_rwq_ind_table *);
	/** ibv_create_rwq_ind_table() in other libraries. */
	struct ibv_rwq_ind_table *(*create_rwq_ind_table)(struct ibv_context *,
							  struct ibv_rwq_ind_table_init_attr *);
	/** ibv_destroy_wq() in other libraries. */
	int (*destroy_wq)(struct ibv_wq *);
	/** ibv_modify_wq() in other libraries. */
	int (*modify_wq)(struct ibv_wq *, struct ibv_wq_attr *);
	/** ibv_create_wq() in other libraries. */
	struct ibv_wq *(*create_wq)(struct ibv_context *, struct ibv_wq_init_attr *);
	/** ibv_query_rt_values_ex() in other libraries. */
	int (*query_rt_values)(struct ibv_context *, struct ibv_values_ex *);
	/** ibv_create_cq_ex() in other libraries. */
	struct ibv_cq_ex *(*create_cq_ex)(struct ibv_context *, struct ibv_cq_init_attr_ex *);
	struct verbs_ex_private *priv; /**< Private. */
	/** ibv_query_device_ex() in other libraries. */
	int (*query_device_ex)(struct ibv_context *, const struct ibv_query_device_ex_input *,
			       struct ibv_device_attr_ex *, size_t);
	/** ibv_destroy_flow() in other libraries. */
	int (*ibv_destroy_flow)(struct ibv_flow *);
	void (*ABI_placeholder2)(void); /**< Unused. */
	/** ibv_create_flow() in other libraries. */
	struct ibv_flow *(*ibv_create_flow)(struct ibv_qp *, struct ibv_flow_attr *);
	void (*ABI_placeholder1)(void); /**< Unused. */
	/** ibv_open_qp() in other libraries. */
	struct ibv_qp *(*open_qp)(struct ibv_context *, struct ibv_qp_open_attr *);
	/** ibv_create_qp_ex() in other libraries. */
	struct ibv_qp *(*create_qp_ex)(struct ibv_context *, struct ibv_qp_init_attr_ex *);
	/** ibv_get_srq_num() in other libraries. */
	int (*get_srq_num)(struct ibv_srq *, uint32_t *);
	/** ibv_create_srq_ex() in other libraries. */
	struct ibv_srq *(*create_srq_ex)(struct ibv_context *, struct ibv_srq_init_attr_ex *);
	/** ibv_open_xrcd() in other libraries. */
	struct ibv_xrcd *(*open_xrcd)(struct ibv_context *, struct ibv_xrcd_init_attr *);
	/** ibv_close_xrcd() in other libraries. */
	int (*close_xrcd)(struct ibv_xrcd *);
	uint64_t _ABI_placeholder3; /**< Unused. */
	size_t sz;                  /**< Bytes of the structure. */
	struct ibv_context context; /**< The basic context. */
};

/**
 * The extended context that contains a context.
 *
 * ctx: Open device.
 *
 * Returns NULL: contexts of this library are never part of a struct verbs_context.
 */
static inline struct verbs_context *verbs_get_ctx(struct ibv_context *ctx);

/**
 * Open a device. All other objects are created on the returned context.
 *
 * device: A device of ibv_get_device_list().
 *
 * Returns the object, or NULL with errno set.
 *
 * ENODEV: the device was removed, or this program is built for other adapters
 * EACCES: the program may not open it
 * EMFILE: no descriptor is free
 * EPROTO: the kernel driver's response is malformed
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE struct ibv_context *ibv_open_device(struct ibv_device *device);

/**
 * Close a context. Objects created on it are not freed, and must not be used afterwards.
 *
 * context: Open device.
 *
 * Returns 0; closing cannot fail.
 */
INVERBS_CHECKABLE int ibv_close_device(struct ibv_context *context);

/**
 * Create a context from a descriptor that another process opened.
 *
 * cmd_fd: The descriptor.
 *
 * Returns the object, or NULL with errno set.
 *
 * EOPNOTSUPP: not implemented yet
 *
 * Not implemented yet (sharing objects between processes is not implemented): always fails with
 * EOPNOTSUPP.
 */
struct ibv_context *ibv_import_device(int cmd_fd);

/**
 * Read current values.
 *
 * context: Open device.
 * values (read and written): comp_mask has the members to read, then those that were read.
 *
 * Returns 0, or a positive errno value; errno itself is left alone.
 *
 * EINVAL: comp_mask is unknown
 * EOPNOTSUPP: the adapter has no clock that can be read
 */
INVERBS_CHECKABLE int ibv_query_rt_values_ex(struct ibv_context *context,
					     struct ibv_values_ex *values);

#ifdef __cplusplus
}
#endif

#include <inverbs/fast/fastpath.h>

#ifdef INVERBS_AIX
#include <inverbs/checked/aix.h>
#endif

#endif
