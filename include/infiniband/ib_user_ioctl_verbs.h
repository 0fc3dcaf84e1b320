/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ioctl.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Kernel numbers that the verbs share with the uverbs character device. The guard is that of the
 * kernel's own header, because both define the same names; the first one included takes effect.
 */
#ifndef IB_USER_IOCTL_VERBS_H
#define IB_USER_IOCTL_VERBS_H

#include <linux/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Kernel numbers and records that the verbs share with the uverbs character device.
 */

/** First of the access bits that a device may ignore. */
#define IB_UVERBS_ACCESS_OPTIONAL_FIRST (1 << 20)

/** Last of the access bits that a device may ignore. */
#define IB_UVERBS_ACCESS_OPTIONAL_LAST (1 << 29)

/** Capabilities of the kernel's core. */
enum ib_uverbs_core_support {
	/** Access bits that a device may ignore. */
	IB_UVERBS_CORE_SUPPORT_OPTIONAL_MR_ACCESS = 1 << 0,
};

/** Access rights, as enum ibv_access_flags. */
enum ib_uverbs_access_flags {
	IB_UVERBS_ACCESS_LOCAL_WRITE = 1 << 0,   /**< The local adapter may write. */
	IB_UVERBS_ACCESS_REMOTE_WRITE = 1 << 1,  /**< Peers may write. */
	IB_UVERBS_ACCESS_REMOTE_READ = 1 << 2,   /**< Peers may read. */
	IB_UVERBS_ACCESS_REMOTE_ATOMIC = 1 << 3, /**< Peers may use atomic operations. */
	IB_UVERBS_ACCESS_MW_BIND = 1 << 4,       /**< Memory windows may be bound. */
	IB_UVERBS_ACCESS_ZERO_BASED = 1 << 5,    /**< Remote addresses count from the start. */
	IB_UVERBS_ACCESS_ON_DEMAND = 1 << 6,     /**< Pages are faulted in on demand. */
	IB_UVERBS_ACCESS_HUGETLB = 1 << 7,       /**< Huge pages. */
	IB_UVERBS_ACCESS_FLUSH_GLOBAL = 1 << 8,  /**< Peers may make their writes visible. */
	/** Peers may make their writes persistent. */
	IB_UVERBS_ACCESS_FLUSH_PERSISTENT = 1 << 9,
	IB_UVERBS_ACCESS_RELAXED_ORDERING = 1 << 20,  /**< Writes in any order. */
	IB_UVERBS_ACCESS_OPTIONAL_RANGE = 0x3ff00000, /**< All bits that a device may ignore. */
};

/** Types of shared receive queues. */
enum ib_uverbs_srq_type {
	IB_UVERBS_SRQT_BASIC = 0, /**< Basic. */
	IB_UVERBS_SRQT_XRC = 1,   /**< XRC. */
	IB_UVERBS_SRQT_TM = 2,    /**< Tag matching. */
};

/** Kinds of work queues. */
enum ib_uverbs_wq_type {
	IB_UVERBS_WQT_RQ = 0, /**< Receive queue. */
};

/** Treatment of packets by a work queue. */
enum ib_uverbs_wq_flags {
	IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING = 1 << 0,       /**< Strip the VLAN tag. */
	IB_UVERBS_WQ_FLAGS_SCATTER_FCS = 1 << 1,           /**< Keep the frame check sequence. */
	IB_UVERBS_WQ_FLAGS_DELAY_DROP = 1 << 2,            /**< Let packets wait. */
	IB_UVERBS_WQ_FLAGS_PCI_WRITE_END_PADDING = 1 << 3, /**< Pad writes. */
};

/** Kinds of queue pairs. */
enum ib_uverbs_qp_type {
	IB_UVERBS_QPT_RC = 2,         /**< Reliable connection. */
	IB_UVERBS_QPT_UC = 3,         /**< Unreliable connection. */
	IB_UVERBS_QPT_UD = 4,         /**< Unreliable datagram. */
	IB_UVERBS_QPT_RAW_PACKET = 8, /**< Raw packets. */
	IB_UVERBS_QPT_XRC_INI = 9,    /**< Sending end of XRC. */
	IB_UVERBS_QPT_XRC_TGT = 10,   /**< Receiving end of XRC. */
	IB_UVERBS_QPT_DRIVER = 255,   /**< The driver's own. */
};

/** Options of a new queue pair. */
enum ib_uverbs_qp_create_flags {
	/** Do not receive own multicast packets. */
	IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK = 1 << 1,
	/** Keep the frame check sequence. */
	IB_UVERBS_QP_CREATE_SCATTER_FCS = 1 << 8,
	IB_UVERBS_QP_CREATE_CVLAN_STRIPPING = 1 << 9,        /**< Strip the VLAN tag. */
	IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING = 1 << 11, /**< Pad writes. */
	/** Every send generates a completion. */
	IB_UVERBS_QP_CREATE_SQ_SIG_ALL = 1 << 12,
};

/** Capabilities of a port, as enum ibv_port_cap_flags. */
__extension__ enum ib_uverbs_query_port_cap_flags {
	IB_UVERBS_PCF_SM = 1 << 1,            /**< Subnet manager. */
	IB_UVERBS_PCF_NOTICE_SUP = 1 << 2,    /**< Notices. */
	IB_UVERBS_PCF_TRAP_SUP = 1 << 3,      /**< Traps. */
	IB_UVERBS_PCF_OPT_IPD_SUP = 1 << 4,   /**< Optional static rates. */
	IB_UVERBS_PCF_AUTO_MIGR_SUP = 1 << 5, /**< Path migration. */
	IB_UVERBS_PCF_SL_MAP_SUP = 1 << 6,    /**< Service level map. */
	/** Keeps its management key across restarts. */
	IB_UVERBS_PCF_MKEY_NVRAM = 1 << 7,
	/** Keeps its P_Keys across restarts. */
	IB_UVERBS_PCF_PKEY_NVRAM = 1 << 8,
	IB_UVERBS_PCF_LED_INFO_SUP = 1 << 9, /**< Light. */
	/** Subnet manager switched off. */
	IB_UVERBS_PCF_SM_DISABLED = 1 << 10,
	IB_UVERBS_PCF_SYS_IMAGE_GUID_SUP = 1 << 11, /**< System GUID. */
	/** P_Key traps of external ports. */
	IB_UVERBS_PCF_PKEY_SW_EXT_PORT_TRAP_SUP = 1 << 12,
	IB_UVERBS_PCF_EXTENDED_SPEEDS_SUP = 1 << 14, /**< Speeds from FDR upwards. */
	IB_UVERBS_PCF_CM_SUP = 1 << 16,              /**< Connection management. */
	IB_UVERBS_PCF_SNMP_TUNNEL_SUP = 1 << 17,     /**< SNMP tunnelling. */
	/** Reports the result of a reinitialization. */
	IB_UVERBS_PCF_REINIT_SUP = 1 << 18,
	IB_UVERBS_PCF_DEVICE_MGMT_SUP = 1 << 19,  /**< Device management. */
	IB_UVERBS_PCF_VENDOR_CLASS_SUP = 1 << 20, /**< Vendor classes. */
	IB_UVERBS_PCF_DR_NOTICE_SUP = 1 << 21,    /**< Notices by directed route. */
	/** A notice when these bits change. */
	IB_UVERBS_PCF_CAP_MASK_NOTICE_SUP = 1 << 22,
	IB_UVERBS_PCF_BOOT_MGMT_SUP = 1 << 23,                  /**< Boot management. */
	IB_UVERBS_PCF_LINK_LATENCY_SUP = 1 << 24,               /**< Link latency. */
	IB_UVERBS_PCF_CLIENT_REG_SUP = 1 << 25,                 /**< Client reregistration. */
	IB_UVERBS_PCF_LINK_SPEED_WIDTH_TABLE_SUP = 1 << 27,     /**< Table of speeds and widths. */
	IB_UVERBS_PCF_VENDOR_SPECIFIC_MADS_TABLE_SUP = 1 << 28, /**< Table of vendor datagrams. */
	/** P_Key traps of multicast packets can be suppressed. */
	IB_UVERBS_PCF_MCAST_PKEY_TRAP_SUPPRESSION_SUP = 1 << 29,
	/** Upper end of the multicast table. */
	IB_UVERBS_PCF_MCAST_FDB_TOP_SUP = 1 << 30,
	IB_UVERBS_PCF_HIERARCHY_INFO_SUP = 1U << 31, /**< Hierarchy information. */
	IB_UVERBS_PCF_IP_BASED_GIDS = 1 << 26,       /**< GIDs made of IP addresses. */
};

/** Flags of a port. */
enum ib_uverbs_query_port_flags {
	IB_UVERBS_QPF_GRH_REQUIRED = 1 << 0, /**< Every packet needs a global routing header. */
};

/** Kinds of key material. */
enum ib_uverbs_flow_action_esp_keymat {
	IB_UVERBS_FLOW_ACTION_ESP_KEYMAT_AES_GCM = 0, /**< AES-GCM. */
};

/** How initialization vectors are generated. */
enum ib_uverbs_flow_action_esp_keymat_aes_gcm_iv_algo {
	IB_UVERBS_FLOW_ACTION_IV_ALGO_SEQ = 0, /**< From the sequence number. */
};

/** Kinds of replay protection. */
enum ib_uverbs_flow_action_esp_replay {
	IB_UVERBS_FLOW_ACTION_ESP_REPLAY_NONE = 0, /**< None. */
	IB_UVERBS_FLOW_ACTION_ESP_REPLAY_BMP = 1,  /**< Bitmap of the last packets. */
};

/** Options of an ESP action. */
enum ib_uverbs_flow_action_esp_flags {
	/** The device encrypts; the program builds the headers. */
	IB_UVERBS_FLOW_ACTION_ESP_FLAGS_INLINE_CRYPTO = 0,
	IB_UVERBS_FLOW_ACTION_ESP_FLAGS_FULL_OFFLOAD = 1 << 0, /**< The device does everything. */
	IB_UVERBS_FLOW_ACTION_ESP_FLAGS_TUNNEL = 0,            /**< Tunnel mode. */
	IB_UVERBS_FLOW_ACTION_ESP_FLAGS_TRANSPORT = 1 << 1,    /**< Transport mode. */
	IB_UVERBS_FLOW_ACTION_ESP_FLAGS_DECRYPT = 0,           /**< Decrypt. */
	IB_UVERBS_FLOW_ACTION_ESP_FLAGS_ENCRYPT = 1 << 2,      /**< Encrypt. */
	/** A new window of extended sequence numbers begins. */
	IB_UVERBS_FLOW_ACTION_ESP_FLAGS_ESN_NEW_WINDOW = 1 << 3,
};

/** How counters are read. */
enum ib_uverbs_read_counters_flags {
	IB_UVERBS_READ_COUNTERS_PREFER_CACHED = 1 << 0, /**< A cached value is sufficient. */
};

/** What a program will do with on-demand paged memory. */
enum ib_uverbs_advise_mr_advice {
	IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH = 0,       /**< Read it soon. */
	IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_WRITE = 1, /**< Write it soon. */
	/** Use pages that are present; fault none in. */
	IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT = 2,
};

/** How advice is followed. */
enum ib_uverbs_advise_mr_flag {
	IB_UVERBS_ADVISE_MR_FLAG_FLUSH = 1 << 0, /**< Before the call returns. */
};

/** Numbers of the kernel's drivers. */
enum rdma_driver_id {
	RDMA_DRIVER_UNKNOWN = 0,     /**< Not known. */
	RDMA_DRIVER_MLX5 = 1,        /**< mlx5. */
	RDMA_DRIVER_MLX4 = 2,        /**< mlx4. */
	RDMA_DRIVER_CXGB3 = 3,       /**< cxgb3. */
	RDMA_DRIVER_CXGB4 = 4,       /**< cxgb4. */
	RDMA_DRIVER_MTHCA = 5,       /**< mthca. */
	RDMA_DRIVER_BNXT_RE = 6,     /**< bnxt_re. */
	RDMA_DRIVER_OCRDMA = 7,      /**< ocrdma. */
	RDMA_DRIVER_NES = 8,         /**< nes. */
	RDMA_DRIVER_I40IW = 9,       /**< i40iw. */
	RDMA_DRIVER_IRDMA = 9,       /**< irdma. */
	RDMA_DRIVER_VMW_PVRDMA = 10, /**< vmw_pvrdma. */
	RDMA_DRIVER_QEDR = 11,       /**< qedr. */
	RDMA_DRIVER_HNS = 12,        /**< hns. */
	RDMA_DRIVER_USNIC = 13,      /**< usnic. */
	RDMA_DRIVER_RXE = 14,        /**< rxe. */
	RDMA_DRIVER_HFI1 = 15,       /**< hfi1. */
	RDMA_DRIVER_QIB = 16,        /**< qib. */
	RDMA_DRIVER_EFA = 17,        /**< efa. */
	RDMA_DRIVER_SIW = 18,        /**< siw. */
	RDMA_DRIVER_ERDMA = 19,      /**< erdma. */
	RDMA_DRIVER_MANA = 20,       /**< mana. */
};

/** Kinds of GID table entries, as enum ibv_gid_type. */
enum ib_uverbs_gid_type {
	IB_UVERBS_GID_TYPE_IB = 0,      /**< InfiniBand. */
	IB_UVERBS_GID_TYPE_ROCE_V1 = 1, /**< RoCE version 1. */
	IB_UVERBS_GID_TYPE_ROCE_V2 = 2, /**< RoCE version 2. */
};

/** Key material of AES-GCM. */
struct ib_uverbs_flow_action_esp_keymat_aes_gcm {
	__u64 iv;         /**< Initialization vector. */
	__u32 iv_algo;    /**< How it is generated. */
	__u32 salt;       /**< Salt. */
	__u32 icv_len;    /**< Bytes of the integrity check value. */
	__u32 key_len;    /**< Bytes of the key. */
	__u32 aes_key[8]; /**< The key. */
};

/** Replay protection by bitmap. */
struct ib_uverbs_flow_action_esp_replay_bmp {
	__u32 size; /**< Bits. */
};

/** One header around an ESP packet. */
struct ib_uverbs_flow_action_esp_encap {
	union {
		void *val_ptr;          /**< The header. */
		__u64 val_ptr_data_u64; /**< The same as a number. */
	};
	union {
		struct ib_uverbs_flow_action_esp_encap *next_ptr; /**< Next header, or NULL. */
		__u64 next_ptr_data_u64;                          /**< The same as a number. */
	};
	__u16 len;  /**< Bytes of the header. */
	__u16 type; /**< Kind of header. */
};

/** An ESP action. */
struct ib_uverbs_flow_action_esp {
	__u32 spi;             /**< Security parameter index. */
	__u32 seq;             /**< Sequence number. */
	__u32 tfc_pad;         /**< Padding against traffic analysis. */
	__u32 flags;           /**< enum ib_uverbs_flow_action_esp_flags. */
	__u64 hard_limit_pkts; /**< Packets after which the action ends. */
};

/** Sizes of a queue pair, as struct ibv_qp_cap. */
struct ib_uverbs_qp_cap {
	__u32 max_send_wr;     /**< Sends outstanding. */
	__u32 max_recv_wr;     /**< Receives outstanding. */
	__u32 max_send_sge;    /**< SGEs of one send. */
	__u32 max_recv_sge;    /**< SGEs of one receive. */
	__u32 max_inline_data; /**< Bytes of inline data. */
};

/** A GID table entry, as struct ibv_gid_entry. */
struct ib_uverbs_gid_entry {
	__u64 gid[2];         /**< The identifier. */
	__u32 gid_index;      /**< Its index. */
	__u32 port_num;       /**< Port, from 1. */
	__u32 gid_type;       /**< enum ib_uverbs_gid_type. */
	__u32 netdev_ifindex; /**< Interface index of the network device. */
};

#ifdef __cplusplus
}
#endif

#endif
