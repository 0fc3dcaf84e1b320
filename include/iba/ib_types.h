/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Types and numbers of the InfiniBand Access Layer: work requests and completions, attributes of
 * objects, and management datagrams as they are on the wire.
 *
 * Numbers and names are those of the header for Windows. Values of the types ib_net16_t, ib_net32_t
 * and ib_net64_t are in network byte order.
 */
#ifndef IBA_IB_TYPES_H
#define IBA_IB_TYPES_H

#include <complib/cl_types.h>
#include <complib/cl_byteswap.h>
#include <complib/cl_memory.h>
#include <inverbs/api/net_order.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * IBAL: addresses, keys and sizes in InfiniBand.
 */

/**
 * Bytes of a datagram: all of it, its RMPP header with what is before it, the data of an RMPP
 * packet, and a datagram with a GRH.
 */
#define MAD_BLOCK_SIZE     0x100
#define MAD_RMPP_HDR_SIZE  0x24
#define MAD_RMPP_DATA_SIZE 0xdc
#define MAD_BLOCK_GRH_SIZE 0x128

/**
 * LIDs: the permissive one, and the ranges of ports and of multicast groups; in host byte order
 * (_HO).
 */
#define IB_LID_PERMISSIVE     0xffff
#define IB_LID_UCAST_START_HO 1
#define IB_LID_UCAST_END_HO   0xbfff
#define IB_LID_MCAST_START_HO 0xc000
#define IB_LID_MCAST_END_HO   0xfffe

/**
 * LIDs: the permissive one, and the ranges of ports and of multicast groups; in network byte order.
 */
#define IB_LID_UCAST_START INVERBS_NET16(1)
#define IB_LID_UCAST_END   INVERBS_NET16(0xbfff)
#define IB_LID_MCAST_START INVERBS_NET16(0xc000)
#define IB_LID_MCAST_END   INVERBS_NET16(0xfffe)

/** P_Keys, and the parts of one; in host byte order. */
#define IB_DEFAULT_PKEY               0xffff
#define IB_PKEY_MAX_BLOCKS            0x800
#define IB_NUM_PKEY_ELEMENTS_IN_BLOCK 0x20

/** P_Keys, and the parts of one; in network byte order. */
#define IB_PKEY_BASE_MASK       INVERBS_NET16(0x7fff)
#define IB_PKEY_TYPE_MASK       INVERBS_NET16(0x8000)
#define IB_DEFAULT_PARTIAL_PKEY INVERBS_NET16(0x7fff)

/** Special queue pairs, and their Q_Keys; in network byte order. */
#define IB_QP1_WELL_KNOWN_Q_KEY INVERBS_NET32(0x80010000)
#define IB_QP1                  INVERBS_NET32(1)
#define IB_QP_PRIVILEGED_Q_KEY  INVERBS_NET32(0x80000000)

/** Special queue pairs, and their Q_Keys; in host byte order. */
#define IB_QP0 0

/** Ports of a node, and paths through the subnet; in network byte order. */
#define IB_DEFAULT_SUBNET_PREFIX INVERBS_NET64(0xfe80000000000000)

/** Ports of a node, and paths through the subnet; in host byte order. */
#define IB_NODE_NUM_PORTS_MAX   0xfe
#define IB_INVALID_PORT_NUM     0xff
#define IB_SUBNET_PATH_HOPS_MAX 0x40
#define IB_HOPLIMIT_MAX         0xff

/** Scopes of multicast groups. */
#define IB_MC_SCOPE_LINK_LOCAL 2
#define IB_MC_SCOPE_SITE_LOCAL 5
#define IB_MC_SCOPE_ORG_LOCAL  8
#define IB_MC_SCOPE_GLOBAL     0xe

/** Blocks and positions of multicast forwarding tables. */
#define IB_MCAST_MAX_BLOCK_ID     0x1ff
#define IB_MCAST_BLOCK_ID_MASK_HO 0x1ff
#define IB_MCAST_BLOCK_SIZE       0x20
#define IB_MCAST_MASK_SIZE        0x10
#define IB_MCAST_POSITION_MASK_HO 0xf0000000
#define IB_MCAST_POSITION_MAX     0xf
#define IB_MCAST_POSITION_SHIFT   0x1c

/** Kinds of nodes. */
#define IB_NODE_TYPE_CA     1
#define IB_NODE_TYPE_SWITCH 2
#define IB_NODE_TYPE_ROUTER 3

/** Sizes of packets. */
#define IB_MTU_LEN_256  1
#define IB_MTU_LEN_512  2
#define IB_MTU_LEN_1024 3
#define IB_MTU_LEN_2048 4
#define IB_MTU_LEN_4096 5
#define IB_MIN_MTU      1
#define IB_MAX_MTU      5

/** How a component of a path is compared with the requested value. */
#define IB_PATH_SELECTOR_GREATER_THAN 0
#define IB_PATH_SELECTOR_LESS_THAN    1
#define IB_PATH_SELECTOR_EXACTLY      2
#define IB_PATH_SELECTOR_LARGEST      3

/** States of a port. */
#define IB_LINK_NO_CHANGE 0
#define IB_LINK_DOWN      1
#define IB_LINK_INIT      2
#define IB_LINK_ARMED     3
#define IB_LINK_ACTIVE    4
#define IB_LINK_ACT_DEFER 5

/** Rates of paths and address vectors. */
#define IB_PATH_RECORD_RATE_2_5_GBS 2
#define IB_PATH_RECORD_RATE_10_GBS  3
#define IB_PATH_RECORD_RATE_30_GBS  4
#define IB_PATH_RECORD_RATE_5_GBS   5
#define IB_PATH_RECORD_RATE_20_GBS  6
#define IB_PATH_RECORD_RATE_40_GBS  7
#define IB_PATH_RECORD_RATE_60_GBS  8
#define IB_PATH_RECORD_RATE_80_GBS  9
#define IB_PATH_RECORD_RATE_120_GBS 0xa
#define IB_PATH_RECORD_RATE_14_GBS  0xb
#define IB_PATH_RECORD_RATE_56_GBS  0xc
#define IB_PATH_RECORD_RATE_112_GBS 0xd
#define IB_PATH_RECORD_RATE_168_GBS 0xe
#define IB_PATH_RECORD_RATE_25_GBS  0xf
#define IB_PATH_RECORD_RATE_100_GBS 0x10
#define IB_PATH_RECORD_RATE_200_GBS 0x11
#define IB_PATH_RECORD_RATE_300_GBS 0x12
#define IB_MIN_RATE                 2
#define IB_MAX_RATE                 0x12

/** 16 bits in network byte order. */
typedef uint16_t ib_net16_t;

/** 32 bits in network byte order. */
typedef uint32_t ib_net32_t;

/** 64 bits in network byte order. */
typedef uint64_t ib_net64_t;

/** Subnet prefix, the first half of a GID. */
typedef ib_net64_t ib_gid_prefix_t;

/** A word and its bytes. */
typedef union _ib_field32 ib_field32_t;
union _ib_field32 {
	net32_t val;      /**< The word. */
	uint8_t bytes[4]; /**< Its bytes, in their order. */
};

/** A GID: prefix and GUID of a port, or the address of a multicast group. */
typedef union _ib_gid ib_gid_t;
#pragma pack(push, 1)
union _ib_gid {
	uint8_t raw[16];
	struct {
		ib_gid_prefix_t prefix;
		ib_net64_t interface_id;
	} unicast;
	struct {
		uint8_t header[2]; /**< 0xff, then flags and scope. */
		uint8_t raw_group_id[14];
	} multicast;
};
#pragma pack(pop)

/** Global route header of a packet. */
typedef struct _ib_grh ib_grh_t;
#pragma pack(push, 1)
struct _ib_grh {
	ib_net32_t ver_class_flow; /**< Version, traffic class and flow label. */
	uint16_t resv1;
	uint8_t resv2;
	uint8_t hop_limit;
	ib_gid_t src_gid;
	ib_gid_t dest_gid;
};
#pragma pack(pop)

/**
 * Get the GUID of a port from its GID.
 *
 * p_gid: GID.
 *
 * Returns the GUID.
 */
static inline ib_net64_t ib_gid_get_guid(const ib_gid_t *p_gid);

/**
 * Get the subnet prefix of a GID.
 *
 * p_gid: GID.
 *
 * Returns the prefix.
 */
static inline ib_net64_t ib_gid_get_subnet_prefix(const ib_gid_t *p_gid);

/**
 * Build a GID from the default subnet prefix and a GUID.
 *
 * p_gid (written): GID.
 * interface_id: GUID.
 */
static inline void ib_gid_set_default(ib_gid_t *p_gid, ib_net64_t interface_id);

/**
 * Whether a GID is that of a multicast group.
 *
 * p_gid: GID.
 *
 * Returns TRUE if it is.
 */
static inline boolean_t ib_gid_is_multicast(const ib_gid_t *p_gid);

/**
 * Get a P_Key without its membership bit.
 *
 * pkey: P_Key.
 *
 * Returns the P_Key.
 */
static inline ib_net16_t ib_pkey_get_base(ib_net16_t pkey);

/**
 * Whether a P_Key is that of a full member.
 *
 * pkey: P_Key.
 *
 * Returns TRUE if it is.
 */
static inline boolean_t ib_pkey_is_full_member(ib_net16_t pkey);

/**
 * Text of a kind of node, IB_NODE_TYPE_*.
 *
 * node_type: Kind of node.
 *
 * Returns a constant string.
 */
static inline const char *ib_get_node_type_str(uint8_t node_type);

/**
 * Text of a state of a port, IB_LINK_*.
 *
 * port_state: State.
 *
 * Returns a constant string.
 */
static inline const char *ib_get_port_state_str(uint8_t port_state);

/**
 * State of a port whose text begins like this one.
 *
 * p_port_state_str: Text.
 *
 * Returns the state; IB_LINK_NO_CHANGE for no known text.
 */
static inline uint8_t ib_get_port_state_from_str(char *p_port_state_str);

/**
 * Split the first word of a GRH into its fields.
 *
 * ver_class_flow: The word.
 * p_ver (written, may be NULL): Version.
 * p_tclass (written, may be NULL): Traffic class.
 * p_flow_lbl (written, may be NULL): Flow label.
 */
static inline void ib_grh_get_ver_class_flow(ib_net32_t ver_class_flow, uint8_t *p_ver,
					     uint8_t *p_tclass, net32_t *p_flow_lbl);

/**
 * Build the first word of a GRH.
 *
 * ver: Version, 6.
 * tclass: Traffic class.
 * flow_lbl: Flow label.
 *
 * Returns the word.
 */
static inline ib_net32_t ib_grh_set_ver_class_flow(uint8_t ver, uint8_t tclass, net32_t flow_lbl);

/**
 * Whether a P_Key is invalid.
 *
 * pkey: P_Key.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_pkey_is_invalid(ib_net16_t pkey);

/**
 * Scope in the GID of a multicast group, IB_MC_SCOPE_*.
 *
 * p_gid: GID.
 *
 * Returns the scope in the GID of a multicast group, IB_MC_SCOPE_*.
 */
static inline uint8_t ib_mgid_get_scope(const ib_gid_t *p_gid);

/**
 * Set the scope in the GID of a multicast group.
 *
 * p_gid (read and written): GID.
 * scope: Scope, IB_MC_SCOPE_*.
 */
static inline void ib_mgid_set_scope(ib_gid_t *p_gid, uint8_t scope);

/**
 * Whether a GID has the default prefix.
 *
 * p_gid: GID.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_gid_is_link_local(const ib_gid_t *p_gid);

/**
 * Whether a GID has a site-local prefix.
 *
 * p_gid: GID.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_gid_is_site_local(const ib_gid_t *p_gid);

/*
 * IBAL: results of calls.
 */

/**
 * Result of nearly all functions of the access layer. Compare it with names; other headers number
 * it differently.
 */
typedef enum _ib_api_status_t {
	/** The call succeeded; an asynchronous operation has been started. */
	IB_SUCCESS = 0,
	IB_INSUFFICIENT_RESOURCES = 1, /**< The adapter or the kernel has no resources left. */
	IB_INSUFFICIENT_MEMORY = 2,    /**< No memory, or a buffer of the caller is too small. */
	IB_INVALID_PARAMETER = 3,      /**< A required pointer is NULL, or a value is invalid. */
	IB_INVALID_SETTING = 4,        /**< Inconsistent values. */
	/** Nothing was found; for a poll, there is no completion. */
	IB_NOT_FOUND = 5,
	IB_TIMEOUT = 6,     /**< No response in time. */
	IB_CANCELED = 7,    /**< It was canceled before it was complete. */
	IB_INTERRUPTED = 8, /**< A signal ended the wait. */
	/** Inconsistent access rights, or rights that the caller does not have. */
	IB_INVALID_PERMISSION = 9,
	/** The adapter, the kernel or this library does not support it. */
	IB_UNSUPPORTED = 10,
	IB_OVERFLOW = 11, /**< There are more entries than fit. */
	/** The multicast group has as many queue pairs as the adapter allows. */
	IB_MAX_MCAST_QPS_REACHED = 12,
	IB_INVALID_QP_STATE = 13,   /**< The queue pair is in the wrong state for the call. */
	IB_INVALID_APM_STATE = 14,  /**< Invalid transition of the path migration state. */
	IB_INVALID_PORT_STATE = 15, /**< The port is in the wrong state for the call. */
	IB_INVALID_STATE = 16,      /**< The object is in the wrong state for the call. */
	IB_RESOURCE_BUSY = 17,      /**< Other objects still use it. */
	/** The P_Key is not that of the port, or not that of the queue pair. */
	IB_INVALID_PKEY = 18,
	IB_INVALID_LKEY = 19, /**< No region has this local key. */
	IB_INVALID_RKEY = 20, /**< No region or window has this remote key. */
	/** More work requests than the adapter allows in a queue. */
	IB_INVALID_MAX_WRS = 21,
	/** More scatter/gather entries than the adapter or the queue allows. */
	IB_INVALID_MAX_SGE = 22,
	/** More entries than the adapter allows in a completion queue. */
	IB_INVALID_CQ_SIZE = 23,
	/** More requests than the adapter allows in a shared receive queue. */
	IB_INVALID_SRQ_SIZE = 24,
	IB_INVALID_SERVICE_TYPE = 25, /**< The queue pair is of a type that cannot do it. */
	IB_INVALID_GID = 26,          /**< No port has this GID. */
	IB_INVALID_LID = 27,          /**< No port has this LID. */
	IB_INVALID_GUID = 28,         /**< No adapter or port has this GUID. */
	IB_INVALID_GUID_MASK = 29,    /**< A GUID has bits outside its mask. */
	IB_INVALID_CA_HANDLE = 30,    /**< The handle is not an open channel adapter. */
	IB_INVALID_AV_HANDLE = 31,    /**< The handle is not an address vector. */
	IB_INVALID_CQ_HANDLE = 32,    /**< The handle is not a completion queue. */
	IB_INVALID_QP_HANDLE = 33,    /**< The handle is not a queue pair. */
	IB_INVALID_SRQ_HANDLE = 34,   /**< The handle is not a shared receive queue. */
	IB_INVALID_PD_HANDLE = 35,    /**< The handle is not a protection domain. */
	IB_INVALID_MR_HANDLE = 36,    /**< The handle is not a memory region. */
	IB_INVALID_FMR_HANDLE = 37,   /**< The handle is not a fast memory region. */
	IB_INVALID_MW_HANDLE = 38,    /**< The handle is not a memory window. */
	IB_INVALID_MCAST_HANDLE = 39, /**< The handle is not a joined multicast group. */
	IB_INVALID_CALLBACK = 40,     /**< A callback is missing. */
	/** The handle is not an open instance of the access layer. */
	IB_INVALID_AL_HANDLE = 41,
	IB_INVALID_HANDLE = 42, /**< The handle is not of the kind that the call requires. */
	IB_ERROR = 43,          /**< It failed for a reason that has no status of its own. */
	IB_REMOTE_ERROR = 44,   /**< The other side responded with an error. */
	/** Nothing is left to do; used between the layer and a driver. */
	IB_VERBS_PROCESSING_DONE = 45,
	IB_INVALID_WR_TYPE = 46, /**< The queue does not accept work requests of this type. */
	/** The queue pair was disconnected recently and may not be used yet. */
	IB_QP_IN_TIMEWAIT = 47,
	IB_EE_IN_TIMEWAIT = 48, /**< The same for an end-to-end context. */
	IB_INVALID_PORT = 49,   /**< The adapter has no such port. */
	IB_NOT_DONE = 50,       /**< It was started and is not complete. */
	IB_INVALID_INDEX = 51,  /**< No entry has this index. */
	IB_NO_MATCH = 52,       /**< Nothing matches the request. */
	IB_PENDING = 53,        /**< It will be complete later. */
	IB_UNKNOWN_ERROR = 54,  /**< First number that is not a status. */
} ib_api_status_t;

/*
 * IBAL: management datagrams.
 */

/** Management classes, and ranges of those of vendors. */
#define IB_MCLASS_SUBN_LID              1
#define IB_MCLASS_SUBN_DIR              0x81
#define IB_MCLASS_SUBN_ADM              3
#define IB_MCLASS_PERF                  4
#define IB_MCLASS_BM                    5
#define IB_MCLASS_DEV_MGMT              6
#define IB_MCLASS_COMM_MGMT             7
#define IB_MCLASS_SNMP                  8
#define IB_MCLASS_VENDOR_LOW_RANGE_MIN  9
#define IB_MCLASS_VENDOR_LOW_RANGE_MAX  0xf
#define IB_MLX_VENDOR_CLASS1            9
#define IB_MLX_VENDOR_CLASS2            0xa
#define IB_MCLASS_DEV_ADM               0x10
#define IB_MCLASS_BIS                   0x12
#define IB_MCLASS_CC                    0x21
#define IB_MCLASS_VENDOR_HIGH_RANGE_MIN 0x30
#define IB_MCLASS_VENDOR_HIGH_RANGE_MAX 0x4f

/** Methods; the bit IB_MAD_METHOD_RESP_MASK makes one a response. */
#define IB_MAX_METHODS              0x80
#define IB_MAD_METHOD_RESP_MASK     0x80
#define IB_MAD_METHOD_GET           1
#define IB_MAD_METHOD_SET           2
#define IB_MAD_METHOD_GET_RESP      0x81
#define IB_MAD_METHOD_DELETE        0x15
#define IB_MAD_METHOD_GETTABLE      0x12
#define IB_MAD_METHOD_GETTABLE_RESP 0x92
#define IB_MAD_METHOD_GETTRACETABLE 0x13
#define IB_MAD_METHOD_GETMULTI      0x14
#define IB_MAD_METHOD_GETMULTI_RESP 0x94
#define IB_MAD_METHOD_SEND          3
#define IB_MAD_METHOD_TRAP          5
#define IB_MAD_METHOD_REPORT        6
#define IB_MAD_METHOD_REPORT_RESP   0x86
#define IB_MAD_METHOD_TRAP_REPRESS  7

/** Statuses that all classes share. */
#define IB_MAD_STATUS_BUSY              INVERBS_NET16(1)
#define IB_MAD_STATUS_REDIRECT          INVERBS_NET16(2)
#define IB_MAD_STATUS_UNSUP_CLASS_VER   INVERBS_NET16(4)
#define IB_MAD_STATUS_UNSUP_METHOD      INVERBS_NET16(8)
#define IB_MAD_STATUS_UNSUP_METHOD_ATTR INVERBS_NET16(0xc)
#define IB_MAD_STATUS_INVALID_FIELD     INVERBS_NET16(0x1c)
#define IB_MAD_STATUS_CLASS_MASK        INVERBS_NET16(0xff00)

/** Statuses of subnet administration. */
#define IB_SA_MAD_STATUS_SUCCESS          INVERBS_NET16(0)
#define IB_SA_MAD_STATUS_NO_RESOURCES     INVERBS_NET16(0x100)
#define IB_SA_MAD_STATUS_REQ_INVALID      INVERBS_NET16(0x200)
#define IB_SA_MAD_STATUS_NO_RECORDS       INVERBS_NET16(0x300)
#define IB_SA_MAD_STATUS_TOO_MANY_RECORDS INVERBS_NET16(0x400)
#define IB_SA_MAD_STATUS_INVALID_GID      INVERBS_NET16(0x500)
#define IB_SA_MAD_STATUS_INSUF_COMPS      INVERBS_NET16(0x600)
#define IB_SA_MAD_STATUS_DENIED           INVERBS_NET16(0x700)
#define IB_SA_MAD_STATUS_PRIO_SUGGESTED   INVERBS_NET16(0x800)

/** Statuses of device management. */
#define IB_DM_MAD_STATUS_NO_IOC_RESP    INVERBS_NET16(0x100)
#define IB_DM_MAD_STATUS_NO_SVC_ENTRIES INVERBS_NET16(0x200)
#define IB_DM_MAD_STATUS_IOC_FAILURE    INVERBS_NET16(0x8000)

/** Attributes. Each class numbers its own. */
#define IB_MAD_ATTR_CLASS_PORT_INFO         INVERBS_NET16(1)
#define IB_MAD_ATTR_NOTICE                  INVERBS_NET16(2)
#define IB_MAD_ATTR_INFORM_INFO             INVERBS_NET16(3)
#define IB_MAD_ATTR_NODE_DESC               INVERBS_NET16(0x10)
#define IB_MAD_ATTR_PORT_SMPL_CTRL          INVERBS_NET16(0x10)
#define IB_MAD_ATTR_NODE_INFO               INVERBS_NET16(0x11)
#define IB_MAD_ATTR_PORT_SMPL_RSLT          INVERBS_NET16(0x11)
#define IB_MAD_ATTR_SWITCH_INFO             INVERBS_NET16(0x12)
#define IB_MAD_ATTR_PORT_CNTRS              INVERBS_NET16(0x12)
#define IB_MAD_ATTR_PORT_CNTRS_EXT          INVERBS_NET16(0x1d)
#define IB_MAD_ATTR_PORT_XMIT_DATA_SL       INVERBS_NET16(0x36)
#define IB_MAD_ATTR_PORT_RCV_DATA_SL        INVERBS_NET16(0x37)
#define IB_MAD_ATTR_GUID_INFO               INVERBS_NET16(0x14)
#define IB_MAD_ATTR_PORT_INFO               INVERBS_NET16(0x15)
#define IB_MAD_ATTR_P_KEY_TABLE             INVERBS_NET16(0x16)
#define IB_MAD_ATTR_SLVL_TABLE              INVERBS_NET16(0x17)
#define IB_MAD_ATTR_VL_ARBITRATION          INVERBS_NET16(0x18)
#define IB_MAD_ATTR_LIN_FWD_TBL             INVERBS_NET16(0x19)
#define IB_MAD_ATTR_RND_FWD_TBL             INVERBS_NET16(0x1a)
#define IB_MAD_ATTR_MCAST_FWD_TBL           INVERBS_NET16(0x1b)
#define IB_MAD_ATTR_NODE_RECORD             INVERBS_NET16(0x11)
#define IB_MAD_ATTR_PORTINFO_RECORD         INVERBS_NET16(0x12)
#define IB_MAD_ATTR_SWITCH_INFO_RECORD      INVERBS_NET16(0x14)
#define IB_MAD_ATTR_LINK_RECORD             INVERBS_NET16(0x20)
#define IB_MAD_ATTR_SM_INFO                 INVERBS_NET16(0x20)
#define IB_MAD_ATTR_SMINFO_RECORD           INVERBS_NET16(0x18)
#define IB_MAD_ATTR_GUIDINFO_RECORD         INVERBS_NET16(0x30)
#define IB_MAD_ATTR_VENDOR_DIAG             INVERBS_NET16(0x30)
#define IB_MAD_ATTR_LED_INFO                INVERBS_NET16(0x31)
#define IB_MAD_ATTR_MLNX_EXTENDED_PORT_INFO INVERBS_NET16(0xff90)
#define IB_MAD_ATTR_SERVICE_RECORD          INVERBS_NET16(0x31)
#define IB_MAD_ATTR_LFT_RECORD              INVERBS_NET16(0x15)
#define IB_MAD_ATTR_MFT_RECORD              INVERBS_NET16(0x17)
#define IB_MAD_ATTR_PKEY_TBL_RECORD         INVERBS_NET16(0x33)
#define IB_MAD_ATTR_PATH_RECORD             INVERBS_NET16(0x35)
#define IB_MAD_ATTR_VLARB_RECORD            INVERBS_NET16(0x36)
#define IB_MAD_ATTR_SLVL_RECORD             INVERBS_NET16(0x13)
#define IB_MAD_ATTR_MCMEMBER_RECORD         INVERBS_NET16(0x38)
#define IB_MAD_ATTR_TRACE_RECORD            INVERBS_NET16(0x39)
#define IB_MAD_ATTR_MULTIPATH_RECORD        INVERBS_NET16(0x3a)
#define IB_MAD_ATTR_SVC_ASSOCIATION_RECORD  INVERBS_NET16(0x3b)
#define IB_MAD_ATTR_INFORM_INFO_RECORD      INVERBS_NET16(0xf3)
#define IB_MAD_ATTR_IO_UNIT_INFO            INVERBS_NET16(0x10)
#define IB_MAD_ATTR_IO_CONTROLLER_PROFILE   INVERBS_NET16(0x11)
#define IB_MAD_ATTR_SERVICE_ENTRIES         INVERBS_NET16(0x12)
#define IB_MAD_ATTR_DIAGNOSTIC_TIMEOUT      INVERBS_NET16(0x20)
#define IB_MAD_ATTR_PREPARE_TO_TEST         INVERBS_NET16(0x21)
#define IB_MAD_ATTR_TEST_DEVICE_ONCE        INVERBS_NET16(0x22)
#define IB_MAD_ATTR_TEST_DEVICE_LOOP        INVERBS_NET16(0x23)
#define IB_MAD_ATTR_DIAG_CODE               INVERBS_NET16(0x24)
#define IB_MAD_ATTR_CONG_INFO               INVERBS_NET16(0x11)
#define IB_MAD_ATTR_CONG_KEY_INFO           INVERBS_NET16(0x12)
#define IB_MAD_ATTR_CONG_LOG                INVERBS_NET16(0x13)
#define IB_MAD_ATTR_SW_CONG_SETTING         INVERBS_NET16(0x14)
#define IB_MAD_ATTR_SW_PORT_CONG_SETTING    INVERBS_NET16(0x15)
#define IB_MAD_ATTR_CA_CONG_SETTING         INVERBS_NET16(0x16)
#define IB_MAD_ATTR_CC_TBL                  INVERBS_NET16(0x17)
#define IB_MAD_ATTR_TIME_STAMP              INVERBS_NET16(0x18)

/** Reliable multi-packet protocol: types, flags and statuses. */
#define IB_RMPP_TYPE_DATA         1
#define IB_RMPP_TYPE_ACK          2
#define IB_RMPP_TYPE_STOP         3
#define IB_RMPP_TYPE_ABORT        4
#define IB_RMPP_NO_RESP_TIME      0x1f
#define IB_RMPP_FLAG_ACTIVE       1
#define IB_RMPP_FLAG_FIRST        2
#define IB_RMPP_FLAG_LAST         4
#define IB_RMPP_STATUS_SUCCESS    0
#define IB_RMPP_STATUS_RESX       1
#define IB_RMPP_STATUS_T2L        0x76
#define IB_RMPP_STATUS_BAD_LEN    0x77
#define IB_RMPP_STATUS_BAD_SEG    0x78
#define IB_RMPP_STATUS_BADT       0x79
#define IB_RMPP_STATUS_W2S        0x7a
#define IB_RMPP_STATUS_S2B        0x7b
#define IB_RMPP_STATUS_BAD_STATUS 0x7c
#define IB_RMPP_STATUS_UNV        0x7d
#define IB_RMPP_STATUS_TMR        0x7e
#define IB_RMPP_STATUS_UNSPEC     0x7f

/** Datagrams of subnet management; in host byte order. */
#define IB_SMP_DIRECTION_HO   0x8000
#define IB_SMP_STATUS_MASK_HO 0x7fff
#define IB_SMP_DATA_SIZE      0x40

/** Datagrams of subnet management; in network byte order. */
#define IB_SMP_DIRECTION   INVERBS_NET16(0x8000)
#define IB_SMP_STATUS_MASK INVERBS_NET16(0x7fff)

/** Datagrams of subnet administration. */
#define IB_SA_DATA_SIZE    0xc8
#define IB_SA_MAD_HDR_SIZE 0x38

/** Datagrams of other classes. */
#define IB_GMP_DATA_SIZE    0xc8
#define IB_GMP_MAD_HDR_SIZE 0x40

/** Members of ClassPortInfo. */
#define IB_CLASS_CAP_TRAP          1
#define IB_CLASS_CAP_GETSET        2
#define IB_CLASS_ENH_PORT0_CC_MASK 0x100
#define IB_CLASS_RESP_TIME_MASK    0x1f

/** The header of every management datagram. */
typedef struct _ib_mad ib_mad_t;
#pragma pack(push, 1)
struct _ib_mad {
	uint8_t base_ver;
	uint8_t mgmt_class;
	uint8_t class_ver;
	uint8_t method;
	ib_net16_t status;
	ib_net16_t class_spec;
	ib_net64_t trans_id;
	ib_net16_t attr_id;
	ib_net16_t resv;
	ib_net32_t attr_mod;
};
#pragma pack(pop)

/** The header of a datagram and, behind it, that of RMPP. */
typedef struct _ib_rmpp_mad ib_rmpp_mad_t;
#pragma pack(push, 1)
struct _ib_rmpp_mad {
	ib_mad_t common_hdr;
	uint8_t rmpp_version;
	uint8_t rmpp_type;
	uint8_t rmpp_flags; /**< Response time and flags. */
	uint8_t rmpp_status;
	ib_net32_t seg_num;
	ib_net32_t paylen_newwin;
};
#pragma pack(pop)

/** A datagram of subnet management. */
typedef struct _ib_smp ib_smp_t;
#pragma pack(push, 1)
struct _ib_smp {
	uint8_t base_ver;
	uint8_t mgmt_class;
	uint8_t class_ver;
	uint8_t method;
	ib_net16_t status;
	uint8_t hop_ptr;
	uint8_t hop_count;
	ib_net64_t trans_id;
	ib_net16_t attr_id;
	ib_net16_t resv;
	ib_net32_t attr_mod;
	ib_net64_t m_key;
	ib_net16_t dr_slid;
	ib_net16_t dr_dlid;
	uint32_t resv1[7];
	uint8_t data[64];
	uint8_t initial_path[64];
	uint8_t return_path[64];
};
#pragma pack(pop)

/** A datagram of subnet administration. */
typedef struct _ib_sa_mad ib_sa_mad_t;
#pragma pack(push, 1)
struct _ib_sa_mad {
	uint8_t base_ver;
	uint8_t mgmt_class;
	uint8_t class_ver;
	uint8_t method;
	ib_net16_t status;
	ib_net16_t resv;
	ib_net64_t trans_id;
	ib_net16_t attr_id;
	ib_net16_t resv1;
	ib_net32_t attr_mod;
	uint8_t rmpp_version;
	uint8_t rmpp_type;
	uint8_t rmpp_flags;
	uint8_t rmpp_status;
	ib_net32_t seg_num;
	ib_net32_t paylen_newwin;
	ib_net64_t sm_key;
	ib_net16_t attr_offset;
	ib_net16_t resv3;
	ib_net64_t comp_mask;
	uint8_t data[200];
};
#pragma pack(pop)

/** A datagram of a general management class, with room for its data. */
typedef struct _ib_gmp ib_gmp_t;
#pragma pack(push, 1)
struct _ib_gmp {
	uint8_t base_ver;
	uint8_t mgmt_class;
	uint8_t class_ver;
	uint8_t method;
	ib_net16_t status;
	ib_net16_t resv;
	ib_net64_t trans_id;
	ib_net16_t attr_id;
	ib_net16_t resv1;
	ib_net32_t attr_mod;
	uint8_t resv2[40];
	uint8_t data[200];
};
#pragma pack(pop)

/**
 * ClassPortInfo: what a management class can do, and where its traps and redirected requests go.
 */
typedef struct _ib_class_port_info ib_class_port_info_t;
#pragma pack(push, 1)
struct _ib_class_port_info {
	uint8_t base_ver;
	uint8_t class_ver;
	ib_net16_t cap_mask;
	ib_net32_t cap_mask2_resp_time; /**< More capabilities, and response time. */
	ib_gid_t redir_gid;
	ib_net32_t redir_tc_sl_fl;
	ib_net16_t redir_lid;
	ib_net16_t redir_pkey;
	ib_net32_t redir_qp;
	ib_net32_t redir_qkey;
	ib_gid_t trap_gid;
	ib_net32_t trap_tc_sl_fl;
	ib_net16_t trap_lid;
	ib_net16_t trap_pkey;
	ib_net32_t trap_hop_qp;
	ib_net32_t trap_qkey;
};
#pragma pack(pop)

/**
 * Response time of a class; 4.096 us * 2^value.
 *
 * p_cpi: ClassPortInfo.
 *
 * Returns the response time of a class; 4.096 us * 2^value.
 */
static inline uint8_t ib_class_resp_time_val(ib_class_port_info_t *p_cpi)
{
	return (uint8_t)(INVERBS_NET32(p_cpi->cap_mask2_resp_time) & 0x1f);
}

/**
 * Set the response time of a class.
 *
 * p_cpi (read and written): ClassPortInfo.
 * val: The value.
 */
static inline void ib_class_set_resp_time_val(ib_class_port_info_t *p_cpi, uint8_t val)
{
	p_cpi->cap_mask2_resp_time = (ib_net32_t)INVERBS_NET32(
		(INVERBS_NET32(p_cpi->cap_mask2_resp_time) & 0xffffffe0) | (val & 0x1f));
}

/**
 * The further capabilities of a class.
 *
 * p_cpi: ClassPortInfo.
 *
 * Returns the further capabilities of a class.
 */
static inline uint32_t ib_class_cap_mask2(const ib_class_port_info_t *p_cpi)
{
	return (uint32_t)(INVERBS_NET32(p_cpi->cap_mask2_resp_time) >> 5);
}

/**
 * Set the further capabilities of a class.
 *
 * p_cpi (read and written): ClassPortInfo.
 * cap_mask2: The value.
 */
static inline void ib_class_set_cap_mask2(ib_class_port_info_t *p_cpi, uint32_t cap_mask2)
{
	p_cpi->cap_mask2_resp_time = (ib_net32_t)INVERBS_NET32(
		(INVERBS_NET32(p_cpi->cap_mask2_resp_time) & 0x1f) |
		((uint32_t)(cap_mask2 & 0x7ffffff) << 5));
}

/**
 * Response time in an RMPP header.
 *
 * p_rmpp_mad: Datagram.
 *
 * Returns the response time in an RMPP header.
 */
static inline uint8_t ib_rmpp_get_resp_time(const ib_rmpp_mad_t *p_rmpp_mad)
{
	return (uint8_t)(p_rmpp_mad->rmpp_flags >> 3);
}

/**
 * Set the response time in an RMPP header.
 *
 * p_rmpp_mad (read and written): Datagram.
 * resp_time: The value.
 */
static inline void ib_rmpp_set_resp_time(ib_rmpp_mad_t *p_rmpp_mad, uint8_t resp_time)
{
	p_rmpp_mad->rmpp_flags = (uint8_t)((p_rmpp_mad->rmpp_flags & 0x7) |
					   ((resp_time & 0x1f) << 3));
}

/**
 * Status of a datagram of subnet management, without its direction.
 *
 * p_smp: Datagram.
 *
 * Returns the status of a datagram of subnet management, without its direction.
 */
static inline ib_net16_t ib_smp_get_status(const ib_smp_t *p_smp)
{
	return (ib_net16_t)INVERBS_NET16((INVERBS_NET16(p_smp->status) & 0x7fff));
}

/**
 * Whether a datagram of subnet management is a response.
 *
 * p_smp: Datagram.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_smp_is_response(const ib_smp_t *p_smp)
{
	return (boolean_t)(p_smp->method >> 7);
}

/**
 * Whether a datagram with a directed route is returning.
 *
 * p_smp: Datagram.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_smp_is_d(const ib_smp_t *p_smp)
{
	return (boolean_t)(INVERBS_NET16(p_smp->status) >> 15);
}

/**
 * Whether a class is a vendor class without an OUI.
 *
 * class_code: Management class.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_class_is_vendor_specific_low(uint8_t class_code);

/**
 * Whether a class is a vendor class with an OUI.
 *
 * class_code: Management class.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_class_is_vendor_specific_high(uint8_t class_code);

/**
 * Whether a class is a vendor class.
 *
 * class_code: Management class.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_class_is_vendor_specific(uint8_t class_code);

/**
 * Whether datagrams of a class have an RMPP header.
 *
 * class_code: Management class.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_class_is_rmpp(uint8_t class_code);

/**
 * Fill in the header of a datagram.
 *
 * p_mad (read and written): Datagram.
 * mgmt_class: Management class.
 * class_ver: Version of the class.
 * method: Method.
 * trans_id: Transaction id.
 * attr_id: Attribute.
 * attr_mod: Attribute modifier.
 */
static inline void ib_mad_init_new(ib_mad_t *p_mad, uint8_t mgmt_class, uint8_t class_ver,
				   uint8_t method, ib_net64_t trans_id, ib_net16_t attr_id,
				   ib_net32_t attr_mod);

/**
 * Fill in the header of the response to a datagram, which may be the same buffer.
 *
 * p_req_mad: The request.
 * p_mad (read and written): Datagram.
 * status: Status.
 */
static inline void ib_mad_init_response(const ib_mad_t *p_req_mad, ib_mad_t *p_mad,
					ib_net16_t status);

/**
 * Whether a datagram is a response.
 *
 * p_mad: Datagram.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_mad_is_response(const ib_mad_t *p_mad);

/**
 * Whether flags of an RMPP header are set.
 *
 * p_rmpp_mad: Datagram.
 * flag: Flags, IB_RMPP_FLAG_*.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_rmpp_is_flag_set(const ib_rmpp_mad_t *p_rmpp_mad, uint8_t flag);

/**
 * Fill in a datagram of subnet management with a directed route and zeros as data.
 *
 * p_smp (read and written): Datagram.
 * method: Method.
 * trans_id: Transaction id.
 * attr_id: Attribute.
 * attr_mod: Attribute modifier.
 * hop_count: Number of hops.
 * m_key: M_Key.
 * path_out: Ports of the route, one for each hop, from the second byte on.
 * dr_slid: LID where the directed route begins.
 * dr_dlid: LID where it ends.
 */
static inline void ib_smp_init_new(ib_smp_t *p_smp, uint8_t method, ib_net64_t trans_id,
				   ib_net16_t attr_id, ib_net32_t attr_mod, uint8_t hop_count,
				   ib_net64_t m_key, const uint8_t *path_out, ib_net16_t dr_slid,
				   ib_net16_t dr_dlid);

/**
 * Data of a datagram of subnet management.
 *
 * p_smp: Datagram.
 *
 * Returns the data of a datagram of subnet management.
 */
static inline void *ib_smp_get_payload_ptr(const ib_smp_t *p_smp);

/**
 * Distance between the records of a response in bytes.
 *
 * attr_offset: Attribute offset in the header, in network byte order.
 *
 * Returns the distance between the records of a response in bytes.
 */
static inline uint32_t ib_get_attr_size(ib_net16_t attr_offset);

/**
 * Attribute offset in the header of a response for a distance between its records.
 *
 * attr_size: Distance in bytes.
 *
 * Returns the attribute offset in the header of a response for a distance between its records.
 */
static inline ib_net16_t ib_get_attr_offset(uint32_t attr_size);

/**
 * Data of a datagram of subnet administration.
 *
 * p_sa_mad: Datagram.
 *
 * Returns the data of a datagram of subnet administration.
 */
static inline void *ib_sa_mad_get_payload_ptr(const ib_sa_mad_t *p_sa_mad);

/*
 * IBAL: attributes of subnet management.
 */

/** States of a subnet manager. */
#define IB_SMINFO_STATE_NOTACTIVE   0
#define IB_SMINFO_STATE_DISCOVERING 1
#define IB_SMINFO_STATE_STANDBY     2
#define IB_SMINFO_STATE_MASTER      3
#define IB_SMINFO_STATE_INIT        4

/** Modifiers of SMInfo. */
#define IB_SMINFO_ATTR_MOD_HANDOVER    INVERBS_NET32(1)
#define IB_SMINFO_ATTR_MOD_ACKNOWLEDGE INVERBS_NET32(2)
#define IB_SMINFO_ATTR_MOD_DISABLE     INVERBS_NET32(3)
#define IB_SMINFO_ATTR_MOD_STANDBY     INVERBS_NET32(4)
#define IB_SMINFO_ATTR_MOD_DISCOVER    INVERBS_NET32(5)

/** Parts of NodeInfo and NodeDescription; in network byte order. */
#define IB_NODE_INFO_PORT_NUM_MASK INVERBS_NET32(0xff000000)
#define IB_NODE_INFO_VEND_ID_MASK  INVERBS_NET32(0xffffff)

/** Parts of NodeInfo and NodeDescription; in host byte order. */
#define IB_NODE_INFO_PORT_NUM_SHIFT 0x18
#define IB_NODE_DESCRIPTION_SIZE    0x40

/** Capability bits of PortInfo. */
#define IB_PORT_CAP_RESV0                          INVERBS_NET32(1)
#define IB_PORT_CAP_IS_SM                          INVERBS_NET32(2)
#define IB_PORT_CAP_HAS_NOTICE                     INVERBS_NET32(4)
#define IB_PORT_CAP_HAS_TRAP                       INVERBS_NET32(8)
#define IB_PORT_CAP_HAS_IPD                        INVERBS_NET32(0x10)
#define IB_PORT_CAP_HAS_AUTO_MIG                   INVERBS_NET32(0x20)
#define IB_PORT_CAP_HAS_SL_MAP                     INVERBS_NET32(0x40)
#define IB_PORT_CAP_HAS_NV_MKEY                    INVERBS_NET32(0x80)
#define IB_PORT_CAP_HAS_NV_PKEY                    INVERBS_NET32(0x100)
#define IB_PORT_CAP_HAS_LED_INFO                   INVERBS_NET32(0x200)
#define IB_PORT_CAP_SM_DISAB                       INVERBS_NET32(0x400)
#define IB_PORT_CAP_HAS_SYS_IMG_GUID               INVERBS_NET32(0x800)
#define IB_PORT_CAP_HAS_PKEY_SW_EXT_PORT_TRAP      INVERBS_NET32(0x1000)
#define IB_PORT_CAP_RESV13                         INVERBS_NET32(0x2000)
#define IB_PORT_CAP_HAS_EXT_SPEEDS                 INVERBS_NET32(0x4000)
#define IB_PORT_CAP_HAS_CAP_MASK2                  INVERBS_NET32(0x8000)
#define IB_PORT_CAP_HAS_COM_MGT                    INVERBS_NET32(0x10000)
#define IB_PORT_CAP_HAS_SNMP                       INVERBS_NET32(0x20000)
#define IB_PORT_CAP_REINIT                         INVERBS_NET32(0x40000)
#define IB_PORT_CAP_HAS_DEV_MGT                    INVERBS_NET32(0x80000)
#define IB_PORT_CAP_HAS_VEND_CLS                   INVERBS_NET32(0x100000)
#define IB_PORT_CAP_HAS_DR_NTC                     INVERBS_NET32(0x200000)
#define IB_PORT_CAP_HAS_CAP_NTC                    INVERBS_NET32(0x400000)
#define IB_PORT_CAP_HAS_BM                         INVERBS_NET32(0x800000)
#define IB_PORT_CAP_HAS_LINK_RT_LATENCY            INVERBS_NET32(0x1000000)
#define IB_PORT_CAP_HAS_CLIENT_REREG               INVERBS_NET32(0x2000000)
#define IB_PORT_CAP_HAS_OTHER_LOCAL_CHANGES_NTC    INVERBS_NET32(0x4000000)
#define IB_PORT_CAP_HAS_LINK_SPEED_WIDTH_PAIRS_TBL INVERBS_NET32(0x8000000)
#define IB_PORT_CAP_HAS_VEND_MADS                  INVERBS_NET32(0x10000000)
#define IB_PORT_CAP_HAS_MCAST_PKEY_TRAP_SUPPRESS   INVERBS_NET32(0x20000000)
#define IB_PORT_CAP_HAS_MCAST_FDB_TOP              INVERBS_NET32(0x40000000)
#define IB_PORT_CAP_HAS_HIER_INFO                  INVERBS_NET32(0x80000000)
#define IB_PORT_CAP_RESV14                         INVERBS_NET32(0x4000)
#define IB_PORT_CAP_RESV15                         INVERBS_NET32(0x8000)

/** Parts of PortInfo, and the physical states of a link. */
#define IB_PORT_STATE_MASK                0xf
#define IB_PORT_LMC_MASK                  7
#define IB_PORT_LMC_MAX                   7
#define IB_PORT_MPB_MASK                  0xc0
#define IB_PORT_MPB_SHIFT                 6
#define IB_PORT_LINK_SPEED_SHIFT          4
#define IB_PORT_LINK_SPEED_SUPPORTED_MASK 0xf0
#define IB_PORT_LINK_SPEED_ACTIVE_MASK    0xf0
#define IB_PORT_LINK_SPEED_ENABLED_MASK   0xf
#define IB_PORT_PHYS_STATE_MASK           0xf0
#define IB_PORT_PHYS_STATE_SHIFT          4
#define IB_PORT_PHYS_STATE_NO_CHANGE      0
#define IB_PORT_PHYS_STATE_SLEEP          1
#define IB_PORT_PHYS_STATE_POLLING        2
#define IB_PORT_PHYS_STATE_DISABLED       3
#define IB_PORT_PHYS_STATE_PORTCONFTRAIN  4
#define IB_PORT_PHYS_STATE_LINKUP         5
#define IB_PORT_PHYS_STATE_LINKERRRECOVER 6
#define IB_PORT_PHYS_STATE_PHYTEST        7
#define IB_PORT_LNKDWNDFTSTATE_MASK       0xf

/** Widths of links. */
#define IB_LINK_WIDTH_ACTIVE_1X  1
#define IB_LINK_WIDTH_ACTIVE_4X  2
#define IB_LINK_WIDTH_ACTIVE_8X  4
#define IB_LINK_WIDTH_ACTIVE_12X 8

/** Speeds of links. */
#define IB_LINK_SPEED_ACTIVE_2_5      1
#define IB_LINK_SPEED_ACTIVE_5        2
#define IB_LINK_SPEED_ACTIVE_10       4
#define IB_LINK_SPEED_EXT_ACTIVE_NONE 0
#define IB_LINK_SPEED_EXT_ACTIVE_14   1
#define IB_LINK_SPEED_EXT_ACTIVE_25   2
#define IB_LINK_SPEED_EXT_DISABLE     0x1e
#define IB_LINK_SPEED_EXT_SET_LSES    0x1f
#define FDR10                         1

/** Parts of SwitchInfo. */
#define IB_SWITCH_PSC 4

/** Entries of tables and blocks. */
#define GUID_TABLE_MAX_ENTRIES          8
#define IB_DROP_VL                      0xf
#define IB_MAX_NUM_VLS                  0x10
#define IB_NUM_VL_ARB_ELEMENTS_IN_BLOCK 0x20

/** SMInfo: a subnet manager. */
typedef struct _ib_sm_info ib_sm_info_t;
#pragma pack(push, 1)
struct _ib_sm_info {
	ib_net64_t guid;
	ib_net64_t sm_key;
	ib_net32_t act_count;
	uint8_t pri_state; /**< Priority and state. */
};
#pragma pack(pop)

/** NodeInfo. */
typedef struct _ib_node_info ib_node_info_t;
#pragma pack(push, 1)
struct _ib_node_info {
	uint8_t base_version;
	uint8_t class_version;
	uint8_t node_type;
	uint8_t num_ports;
	ib_net64_t sys_guid;
	ib_net64_t node_guid;
	ib_net64_t port_guid;
	ib_net16_t partition_cap;
	ib_net16_t device_id;
	ib_net32_t revision;
	ib_net32_t port_num_vendor_id; /**< Port on which the request arrived, and vendor. */
};
#pragma pack(pop)

/** NodeDescription. */
typedef struct _ib_node_desc ib_node_desc_t;
#pragma pack(push, 1)
struct _ib_node_desc {
	uint8_t description[64];
};
#pragma pack(pop)

/** PortInfo. */
typedef struct _ib_port_info ib_port_info_t;
#pragma pack(push, 1)
struct _ib_port_info {
	ib_net64_t m_key;
	ib_net64_t subnet_prefix;
	ib_net16_t base_lid;
	ib_net16_t master_sm_base_lid;
	ib_net32_t capability_mask;
	ib_net16_t diag_code;
	ib_net16_t m_key_lease_period;
	uint8_t local_port_num;
	uint8_t link_width_enabled;
	uint8_t link_width_supported;
	uint8_t link_width_active;
	uint8_t state_info1; /**< Supported speed and state of the port. */
	uint8_t state_info2; /**< Physical state, and the state after going down. */
	uint8_t mkey_lmc;    /**< Protection of the M_Key, and LMC. */
	uint8_t link_speed;  /**< Active and enabled speed. */
	uint8_t mtu_smsl;    /**< MTU of the neighbor, and SL to the subnet manager. */
	uint8_t vl_cap;      /**< Virtual lanes, and how to initialize. */
	uint8_t vl_high_limit;
	uint8_t vl_arb_high_cap;
	uint8_t vl_arb_low_cap;
	uint8_t mtu_cap;       /**< Initialization done, and largest MTU. */
	uint8_t vl_stall_life; /**< Stall count of a lane, and life time at its head. */
	uint8_t vl_enforce;    /**< Lanes in operation, and filters. */
	ib_net16_t m_key_violations;
	ib_net16_t p_key_violations;
	ib_net16_t q_key_violations;
	uint8_t guid_cap;
	uint8_t subnet_timeout; /**< Client reregistration, and subnet timeout. */
	uint8_t resp_time_value;
	uint8_t error_threshold; /**< Thresholds of link errors and overruns. */
	ib_net16_t max_credit_hint;
	ib_net32_t link_rt_latency;
	ib_net16_t capability_mask2;
	uint8_t link_speed_ext; /**< Extended speed: active and supported. */
	uint8_t link_speed_ext_enabled;
};
#pragma pack(pop)

/** Extended port information of a vendor: link speed FDR10. */
typedef struct _ib_mlnx_ext_port_info ib_mlnx_ext_port_info_t;
#pragma pack(push, 1)
struct _ib_mlnx_ext_port_info {
	uint8_t resvd1[3];
	uint8_t state_change_enable;
	uint8_t resvd2[3];
	uint8_t link_speed_supported;
	uint8_t resvd3[3];
	uint8_t link_speed_enabled;
	uint8_t resvd4[3];
	uint8_t link_speed_active;
	uint8_t resvd5[48];
};
#pragma pack(pop)

/** SwitchInfo. */
typedef struct _ib_switch_info ib_switch_info_t;
#pragma pack(push, 1)
struct _ib_switch_info {
	ib_net16_t lin_cap;
	ib_net16_t rand_cap;
	ib_net16_t mcast_cap;
	ib_net16_t lin_top;
	uint8_t def_port;
	uint8_t def_mcast_pri_port;
	uint8_t def_mcast_not_port;
	uint8_t life_state; /**< Life time of packets, and whether a port changed. */
	ib_net16_t lids_per_port;
	ib_net16_t enforce_cap;
	uint8_t flags;
	uint8_t resvd;
	ib_net16_t mcast_top;
};
#pragma pack(pop)

/** GUIDInfo: a block of GUIDs. */
typedef struct _ib_guid_info ib_guid_info_t;
#pragma pack(push, 1)
struct _ib_guid_info {
	ib_net64_t guid[8];
};
#pragma pack(pop)

/** P_KeyTable: a block of it. */
typedef struct _ib_pkey_table ib_pkey_table_t;
#pragma pack(push, 1)
struct _ib_pkey_table {
	ib_net16_t pkey_entry[32];
};
#pragma pack(pop)

/** SLtoVLMappingTable. */
typedef struct _ib_slvl_table ib_slvl_table_t;
#pragma pack(push, 1)
struct _ib_slvl_table {
	uint8_t raw_vl_by_sl[8];
};
#pragma pack(pop)

/** An entry of VLArbitrationTable. */
typedef struct _ib_vl_arb_element ib_vl_arb_element_t;
#pragma pack(push, 1)
struct _ib_vl_arb_element {
	uint8_t vl;
	uint8_t weight;
};
#pragma pack(pop)

/** VLArbitrationTable: a block of it. */
typedef struct _ib_vl_arb_table ib_vl_arb_table_t;
#pragma pack(push, 1)
struct _ib_vl_arb_table {
	ib_vl_arb_element_t vl_entry[32];
};
#pragma pack(pop)

/**
 * Priority of a subnet manager.
 *
 * p_smi: SMInfo.
 *
 * Returns the priority of a subnet manager.
 */
static inline uint8_t ib_sminfo_get_priority(const ib_sm_info_t *p_smi)
{
	return (uint8_t)(p_smi->pri_state >> 4);
}

/**
 * State of a subnet manager, IB_SMINFO_STATE_*.
 *
 * p_smi: SMInfo.
 *
 * Returns the state of a subnet manager, IB_SMINFO_STATE_*.
 */
static inline uint8_t ib_sminfo_get_state(const ib_sm_info_t *p_smi)
{
	return (uint8_t)(p_smi->pri_state & 0xf);
}

/**
 * Port on which a request arrived.
 *
 * p_ni: NodeInfo.
 *
 * Returns the port on which a request arrived.
 */
static inline uint8_t ib_node_info_get_local_port_num(const ib_node_info_t *p_ni)
{
	return (uint8_t)(INVERBS_NET32(p_ni->port_num_vendor_id) >> 24);
}

/**
 * Vendor of a node.
 *
 * p_ni: NodeInfo.
 *
 * Returns the vendor of a node.
 */
static inline ib_net32_t ib_node_info_get_vendor_id(const ib_node_info_t *p_ni)
{
	return (ib_net32_t)INVERBS_NET32((INVERBS_NET32(p_ni->port_num_vendor_id) & 0xffffff));
}

/**
 * State of a port, IB_LINK_*.
 *
 * p_pi: PortInfo.
 *
 * Returns the state of a port, IB_LINK_*.
 */
static inline uint8_t ib_port_info_get_port_state(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->state_info1 & 0xf);
}

/**
 * Set the state of a port.
 *
 * p_pi (read and written): PortInfo.
 * port_state: The value.
 */
static inline void ib_port_info_set_port_state(ib_port_info_t *p_pi, uint8_t port_state)
{
	p_pi->state_info1 = (uint8_t)((p_pi->state_info1 & 0xf0) | (port_state & 0xf));
}

/**
 * Link speeds that a port supports.
 *
 * p_pi: PortInfo.
 *
 * Returns the link speeds that a port supports.
 */
static inline uint8_t ib_port_info_get_link_speed_sup(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->state_info1 >> 4);
}

/**
 * Set the link speeds that a port supports.
 *
 * speed: The value.
 * p_pi (read and written): PortInfo.
 */
static inline void ib_port_info_set_link_speed_sup(uint8_t speed, ib_port_info_t *p_pi)
{
	p_pi->state_info1 = (uint8_t)((p_pi->state_info1 & 0xf) | ((speed & 0xf) << 4));
}

/**
 * Physical state of a port, IB_PORT_PHYS_STATE_*.
 *
 * p_pi: PortInfo.
 *
 * Returns the physical state of a port, IB_PORT_PHYS_STATE_*.
 */
static inline uint8_t ib_port_info_get_port_phys_state(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->state_info2 >> 4);
}

/**
 * Set the physical state of a port.
 *
 * phys_state: The value.
 * p_pi (read and written): PortInfo.
 */
static inline void ib_port_info_set_port_phys_state(uint8_t phys_state, ib_port_info_t *p_pi)
{
	p_pi->state_info2 = (uint8_t)((p_pi->state_info2 & 0xf) | ((phys_state & 0xf) << 4));
}

/**
 * State that a link enters automatically when it goes down.
 *
 * p_pi: PortInfo.
 *
 * Returns the state that a link enters automatically when it goes down.
 */
static inline uint8_t ib_port_info_get_link_down_def_state(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->state_info2 & 0xf);
}

/**
 * Set the state that a link enters when it goes down.
 *
 * p_pi (read and written): PortInfo.
 * link_dwn_state: The value.
 */
static inline void ib_port_info_set_link_down_def_state(ib_port_info_t *p_pi,
							uint8_t link_dwn_state)
{
	p_pi->state_info2 = (uint8_t)((p_pi->state_info2 & 0xf0) | (link_dwn_state & 0xf));
}

/**
 * Number of virtual lanes that a port has, as a code.
 *
 * p_pi: PortInfo.
 *
 * Returns the number of virtual lanes that a port has, as a code.
 */
static inline uint8_t ib_port_info_get_vl_cap(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->vl_cap >> 4);
}

/**
 * How a port is to be initialized, IB_INIT_TYPE_*.
 *
 * p_pi: PortInfo.
 *
 * Returns how a port is to be initialized, IB_INIT_TYPE_*.
 */
static inline uint8_t ib_port_info_get_init_type(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->vl_cap & 0xf);
}

/**
 * Number of operational virtual lanes, as a code.
 *
 * p_pi: PortInfo.
 *
 * Returns the number of operational virtual lanes, as a code.
 */
static inline uint8_t ib_port_info_get_op_vls(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->vl_enforce >> 4);
}

/**
 * Set the number of operational virtual lanes.
 *
 * p_pi (read and written): PortInfo.
 * op_vls: The value.
 */
static inline void ib_port_info_set_op_vls(ib_port_info_t *p_pi, uint8_t op_vls)
{
	p_pi->vl_enforce = (uint8_t)((p_pi->vl_enforce & 0xf) | ((op_vls & 0xf) << 4));
}

/**
 * Speed of a link, IB_LINK_SPEED_ACTIVE_*.
 *
 * p_pi: PortInfo.
 *
 * Returns the speed of a link, IB_LINK_SPEED_ACTIVE_*.
 */
static inline uint8_t ib_port_info_get_link_speed_active(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->link_speed >> 4);
}

/**
 * Enabled link speeds.
 *
 * p_pi: PortInfo.
 *
 * Returns the enabled link speeds.
 */
static inline uint8_t ib_port_info_get_link_speed_enabled(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->link_speed & 0xf);
}

/**
 * Set the enabled link speeds.
 *
 * p_pi (read and written): PortInfo.
 * link_speed_enabled: The value.
 */
static inline void ib_port_info_set_link_speed_enabled(ib_port_info_t *p_pi,
						       uint8_t link_speed_enabled)
{
	p_pi->link_speed = (uint8_t)((p_pi->link_speed & 0xf0) | (link_speed_enabled & 0xf));
}

/**
 * Extended speed of a link, IB_LINK_SPEED_EXT_ACTIVE_*.
 *
 * p_pi: PortInfo.
 *
 * Returns the extended speed of a link, IB_LINK_SPEED_EXT_ACTIVE_*.
 */
static inline uint8_t ib_port_info_get_link_speed_ext_active(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->link_speed_ext >> 4);
}

/**
 * Extended link speeds that a port supports.
 *
 * p_pi: PortInfo.
 *
 * Returns the extended link speeds that a port supports.
 */
static inline uint8_t ib_port_info_get_link_speed_ext_sup(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->link_speed_ext & 0xf);
}

/**
 * Enabled extended link speeds.
 *
 * p_pi: PortInfo.
 *
 * Returns the enabled extended link speeds.
 */
static inline uint8_t ib_port_info_get_link_speed_ext_enabled(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->link_speed_ext_enabled & 0x1f);
}

/**
 * Set the enabled extended link speeds.
 *
 * p_pi (read and written): PortInfo.
 * link_speed_ext_enabled: The value.
 */
static inline void ib_port_info_set_link_speed_ext_enabled(ib_port_info_t *p_pi,
							   uint8_t link_speed_ext_enabled)
{
	p_pi->link_speed_ext_enabled = (uint8_t)((p_pi->link_speed_ext_enabled & 0xe0) |
						 (link_speed_ext_enabled & 0x1f));
}

/**
 * Largest MTU of a port, IB_MTU_LEN_*.
 *
 * p_pi: PortInfo.
 *
 * Returns the largest MTU of a port, IB_MTU_LEN_*.
 */
static inline uint8_t ib_port_info_get_mtu_cap(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->mtu_cap & 0xf);
}

/**
 * MTU of a link, IB_MTU_LEN_*.
 *
 * p_pi: PortInfo.
 *
 * Returns the MTU of a link, IB_MTU_LEN_*.
 */
static inline uint8_t ib_port_info_get_neighbor_mtu(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->mtu_smsl >> 4);
}

/**
 * Set the MTU of a link.
 *
 * p_pi (read and written): PortInfo.
 * mtu: MTU, IB_MTU_LEN_*.
 */
static inline void ib_port_info_set_neighbor_mtu(ib_port_info_t *p_pi, uint8_t mtu)
{
	p_pi->mtu_smsl = (uint8_t)((p_pi->mtu_smsl & 0xf) | ((mtu & 0xf) << 4));
}

/**
 * Service level to the subnet manager.
 *
 * p_pi: PortInfo.
 *
 * Returns the service level to the subnet manager.
 */
static inline uint8_t ib_port_info_get_master_smsl(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->mtu_smsl & 0xf);
}

/**
 * Set the service level to the subnet manager.
 *
 * p_pi (read and written): PortInfo.
 * smsl: The value.
 */
static inline void ib_port_info_set_master_smsl(ib_port_info_t *p_pi, uint8_t smsl)
{
	p_pi->mtu_smsl = (uint8_t)((p_pi->mtu_smsl & 0xf0) | (smsl & 0xf));
}

/**
 * Service level to the subnet manager.
 *
 * p_pi: PortInfo.
 *
 * Returns the service level to the subnet manager.
 */
static inline uint8_t ib_port_info_get_sm_sl(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->mtu_smsl & 0xf);
}

/**
 * Set the service level to the subnet manager.
 *
 * p_pi (read and written): PortInfo.
 * sm_sl: The value.
 */
static inline void ib_port_info_set_sm_sl(ib_port_info_t *p_pi, uint8_t sm_sl)
{
	p_pi->mtu_smsl = (uint8_t)((p_pi->mtu_smsl & 0xf0) | (sm_sl & 0xf));
}

/**
 * Maximum time through the subnet; 4.096 us * 2^value.
 *
 * p_pi: PortInfo.
 *
 * Returns the maximum time through the subnet; 4.096 us * 2^value.
 */
static inline uint8_t ib_port_info_get_timeout(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->subnet_timeout & 0x1f);
}

/**
 * Set the maximum time through the subnet.
 *
 * p_pi (read and written): PortInfo.
 * timeout: The value.
 */
static inline void ib_port_info_set_timeout(ib_port_info_t *p_pi, uint8_t timeout)
{
	p_pi->subnet_timeout = (uint8_t)((p_pi->subnet_timeout & 0xe0) | (timeout & 0x1f));
}

/**
 * Whether the subnet manager requests new registrations.
 *
 * p_pi: PortInfo.
 *
 * Returns 1 if so, or 0.
 */
static inline uint8_t ib_port_info_get_client_rereg(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->subnet_timeout >> 7);
}

/**
 * Request new registrations.
 *
 * p_pi (read and written): PortInfo.
 * client_rereg: The value.
 */
static inline void ib_port_info_set_client_rereg(ib_port_info_t *p_pi, uint8_t client_rereg)
{
	p_pi->subnet_timeout = (uint8_t)((p_pi->subnet_timeout & 0x7f) |
					 ((client_rereg & 0x1) << 7));
}

/**
 * Whether traps about P_Keys of multicast packets are suppressed.
 *
 * p_pi: PortInfo.
 *
 * Returns whether traps about P_Keys of multicast packets are suppressed.
 */
static inline uint8_t ib_port_info_get_mcast_pkey_trap_suppress(const ib_port_info_t *p_pi)
{
	return (uint8_t)((p_pi->subnet_timeout >> 5) & 0x3);
}

/**
 * Suppress traps about P_Keys of multicast packets.
 *
 * p_pi (read and written): PortInfo.
 * trap_suppress: The value.
 */
static inline void ib_port_info_set_mcast_pkey_trap_suppress(ib_port_info_t *p_pi,
							     uint8_t trap_suppress)
{
	p_pi->subnet_timeout = (uint8_t)((p_pi->subnet_timeout & 0x9f) |
					 ((trap_suppress & 0x3) << 5));
}

/**
 * Response time of a port; 4.096 us * 2^value.
 *
 * p_pi: PortInfo.
 *
 * Returns the response time of a port; 4.096 us * 2^value.
 */
static inline uint8_t ib_port_info_get_resp_time_value(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->resp_time_value & 0x1f);
}

/**
 * Maximum time of a packet at the head of a queue, as a code.
 *
 * p_pi: PortInfo.
 *
 * Returns the maximum time of a packet at the head of a queue, as a code.
 */
static inline uint8_t ib_port_info_get_hoq_lifetime(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->vl_stall_life & 0x1f);
}

/**
 * Set the maximum time of a packet at the head of a queue.
 *
 * p_pi (read and written): PortInfo.
 * hoq_life: The value.
 */
static inline void ib_port_info_set_hoq_lifetime(ib_port_info_t *p_pi, uint8_t hoq_life)
{
	p_pi->vl_stall_life = (uint8_t)((p_pi->vl_stall_life & 0xe0) | (hoq_life & 0x1f));
}

/**
 * Number of packets dropped in sequence before a lane stalls.
 *
 * p_pi: PortInfo.
 *
 * Returns the number of packets dropped in sequence before a lane stalls.
 */
static inline uint8_t ib_port_info_get_vl_stall_count(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->vl_stall_life >> 5);
}

/**
 * Set the number of packets dropped in sequence before a lane stalls.
 *
 * p_pi (read and written): PortInfo.
 * vl_stall_count: The value.
 */
static inline void ib_port_info_set_vl_stall_count(ib_port_info_t *p_pi, uint8_t vl_stall_count)
{
	p_pi->vl_stall_life = (uint8_t)((p_pi->vl_stall_life & 0x1f) |
					((vl_stall_count & 0x7) << 5));
}

/**
 * Number of low LID bits that a port ignores (LMC).
 *
 * p_pi: PortInfo.
 *
 * Returns the number of low LID bits that a port ignores (LMC).
 */
static inline uint8_t ib_port_info_get_lmc(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->mkey_lmc & 0x7);
}

/**
 * Set the number of low LID bits that a port ignores (LMC).
 *
 * p_pi (read and written): PortInfo.
 * lmc: The value.
 */
static inline void ib_port_info_set_lmc(ib_port_info_t *p_pi, uint8_t lmc)
{
	p_pi->mkey_lmc = (uint8_t)((p_pi->mkey_lmc & 0xf8) | (lmc & 0x7));
}

/**
 * M_Key protection of a port.
 *
 * p_pi: PortInfo.
 *
 * Returns the M_Key protection of a port.
 */
static inline uint8_t ib_port_info_get_mpb(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->mkey_lmc >> 6);
}

/**
 * Set the M_Key protection of a port.
 *
 * p_pi (read and written): PortInfo.
 * mpb: The value.
 */
static inline void ib_port_info_set_mpb(ib_port_info_t *p_pi, uint8_t mpb)
{
	p_pi->mkey_lmc = (uint8_t)((p_pi->mkey_lmc & 0x3f) | ((mpb & 0x3) << 6));
}

/**
 * Number of link errors before a trap.
 *
 * p_pi: PortInfo.
 *
 * Returns the number of link errors before a trap.
 */
static inline uint8_t ib_port_info_get_local_phy_err_thd(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->error_threshold >> 4);
}

/**
 * Number of buffer overruns before a trap.
 *
 * p_pi: PortInfo.
 *
 * Returns the number of buffer overruns before a trap.
 */
static inline uint8_t ib_port_info_get_overrun_err_thd(const ib_port_info_t *p_pi)
{
	return (uint8_t)(p_pi->error_threshold & 0xf);
}

/**
 * Whether a port of a switch changed.
 *
 * p_si: SwitchInfo.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_switch_info_get_state_change(const ib_switch_info_t *p_si)
{
	return (boolean_t)((p_si->life_state >> 2) & 0x1);
}

/**
 * Acknowledge that a port of a switch changed.
 *
 * p_si (read and written): SwitchInfo.
 */
static inline void ib_switch_info_clear_state_change(ib_switch_info_t *p_si)
{
	p_si->life_state = (uint8_t)(p_si->life_state & 0xfb);
}

/**
 * Whether a switch can set tables from SL to VL for several ports at once.
 *
 * p_si: SwitchInfo.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_switch_info_get_opt_sl2vlmapping(const ib_switch_info_t *p_si)
{
	return (boolean_t)(p_si->life_state & 0x1);
}

/**
 * Whether port 0 of a switch is an enhanced port 0.
 *
 * p_si: SwitchInfo.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_switch_info_is_enhanced_port0(const ib_switch_info_t *p_si)
{
	return (boolean_t)((p_si->flags >> 3) & 0x1);
}

/**
 * Virtual lane of an entry.
 *
 * vl_arb_element: Entry.
 *
 * Returns the virtual lane of an entry.
 */
static inline uint8_t ib_vl_arb_element_get_vl(ib_vl_arb_element_t vl_arb_element)
{
	return (uint8_t)(vl_arb_element.vl & 0xf);
}

/**
 * Set the virtual lane of an entry.
 *
 * p_vl_arb_element (read and written): Entry.
 * vl: Virtual lane.
 */
static inline void ib_vl_arb_element_set_vl(ib_vl_arb_element_t *p_vl_arb_element, uint8_t vl)
{
	p_vl_arb_element->vl = (uint8_t)((p_vl_arb_element->vl & 0xf0) | (vl & 0xf));
}

/**
 * Initialize a PortInfo so that a Set leaves both states of a port unchanged.
 *
 * p_pi (read and written): PortInfo.
 */
static inline void ib_port_info_set_state_no_change(ib_port_info_t *p_pi);

/**
 * Set both thresholds of errors of a port.
 *
 * p_pi (read and written): PortInfo.
 * phy_threshold: Errors of a link.
 * overrun_threshold: Overruns of buffers.
 */
static inline void ib_port_info_set_phy_and_overrun_err_thd(ib_port_info_t *p_pi,
							    uint8_t phy_threshold,
							    uint8_t overrun_threshold);

/**
 * Rate of a link from its width and speed, IB_PATH_RECORD_RATE_*.
 *
 * p_pi: PortInfo.
 * extended: Not 0 to consider extended speeds, too.
 *
 * Returns the rate of a link from its width and speed, IB_PATH_RECORD_RATE_*.
 */
static inline uint8_t ib_port_info_compute_rate(const ib_port_info_t *p_pi, int extended);

/**
 * Inter-packet delay that limits a link of a given width to a lower rate.
 *
 * local_link_width_supported: Widths that the link can have.
 * path_rec_rate: The rate, IB_PATH_RECORD_RATE_*.
 *
 * Returns the inter-packet delay that limits a link of a given width to a lower rate.
 */
static inline uint8_t ib_path_get_ipd(uint8_t local_link_width_supported, uint8_t path_rec_rate);

/**
 * Set the virtual lane for a service level.
 *
 * p_slvl_tbl (read and written): Table.
 * sl_index: Service level.
 * vl: Virtual lane.
 */
static inline void ib_slvl_table_set(ib_slvl_table_t *p_slvl_tbl, uint8_t sl_index, uint8_t vl);

/**
 * Virtual lane for a service level.
 *
 * p_slvl_tbl: Table.
 * sl_index: Service level.
 *
 * Returns the virtual lane for a service level.
 */
static inline uint8_t ib_slvl_table_get(const ib_slvl_table_t *p_slvl_tbl, uint8_t sl_index);

/*
 * IBAL: records of subnet administration, and notices.
 */

/** Parts of PathRecord and MultiPathRecord. */
#define IB_PATH_REC_SL_MASK             0xf
#define IB_MULTIPATH_REC_SL_MASK        0xf
#define IB_PATH_REC_QOS_CLASS_MASK      0xfff0
#define IB_MULTIPATH_REC_QOS_CLASS_MASK 0xfff0
#define IB_PATH_REC_SELECTOR_MASK       0xc0
#define IB_MULTIPATH_REC_SELECTOR_MASK  0xc0
#define IB_PATH_REC_BASE_MASK           0x3f
#define IB_MULTIPATH_REC_BASE_MASK      0x3f
#define IB_MULTIPATH_MAX_GIDS           0xb

/** Kinds of membership of a port in a group. */
#define IB_JOIN_STATE_FULL                   1
#define IB_JOIN_STATE_NON                    2
#define IB_JOIN_STATE_SEND_ONLY              4
#define IB_MC_REC_STATE_FULL_MEMBER          1
#define IB_MC_REC_STATE_NON_MEMBER           2
#define IB_MC_REC_STATE_SEND_ONLY_NON_MEMBER 4

/** Components of PathRecord. */
#define IB_PR_COMPMASK_SERVICEID_MSB    INVERBS_NET64(1)
#define IB_PR_COMPMASK_SERVICEID_LSB    INVERBS_NET64(2)
#define IB_PR_COMPMASK_DGID             INVERBS_NET64(4)
#define IB_PR_COMPMASK_SGID             INVERBS_NET64(8)
#define IB_PR_COMPMASK_DLID             INVERBS_NET64(0x10)
#define IB_PR_COMPMASK_SLID             INVERBS_NET64(0x20)
#define IB_PR_COMPMASK_RAWTRAFFIC       INVERBS_NET64(0x40)
#define IB_PR_COMPMASK_RESV0            INVERBS_NET64(0x80)
#define IB_PR_COMPMASK_FLOWLABEL        INVERBS_NET64(0x100)
#define IB_PR_COMPMASK_HOPLIMIT         INVERBS_NET64(0x200)
#define IB_PR_COMPMASK_TCLASS           INVERBS_NET64(0x400)
#define IB_PR_COMPMASK_REVERSIBLE       INVERBS_NET64(0x800)
#define IB_PR_COMPMASK_NUMBPATH         INVERBS_NET64(0x1000)
#define IB_PR_COMPMASK_PKEY             INVERBS_NET64(0x2000)
#define IB_PR_COMPMASK_QOS_CLASS        INVERBS_NET64(0x4000)
#define IB_PR_COMPMASK_SL               INVERBS_NET64(0x8000)
#define IB_PR_COMPMASK_MTUSELEC         INVERBS_NET64(0x10000)
#define IB_PR_COMPMASK_MTU              INVERBS_NET64(0x20000)
#define IB_PR_COMPMASK_RATESELEC        INVERBS_NET64(0x40000)
#define IB_PR_COMPMASK_RATE             INVERBS_NET64(0x80000)
#define IB_PR_COMPMASK_PKTLIFETIMESELEC INVERBS_NET64(0x100000)
#define IB_PR_COMPMASK_PKTLIFETIME      INVERBS_NET64(0x200000)

/** Components of LinkRecord. */
#define IB_LR_COMPMASK_FROM_LID  INVERBS_NET64(1)
#define IB_LR_COMPMASK_FROM_PORT INVERBS_NET64(2)
#define IB_LR_COMPMASK_TO_PORT   INVERBS_NET64(4)
#define IB_LR_COMPMASK_TO_LID    INVERBS_NET64(8)

/** Components of VLArbitrationTableRecord. */
#define IB_VLA_COMPMASK_LID      INVERBS_NET64(1)
#define IB_VLA_COMPMASK_OUT_PORT INVERBS_NET64(2)
#define IB_VLA_COMPMASK_BLOCK    INVERBS_NET64(4)

/** Components of SLtoVLMappingTableRecord. */
#define IB_SLVL_COMPMASK_LID      INVERBS_NET64(1)
#define IB_SLVL_COMPMASK_IN_PORT  INVERBS_NET64(2)
#define IB_SLVL_COMPMASK_OUT_PORT INVERBS_NET64(4)

/** Components of P_KeyTableRecord. */
#define IB_PKEY_COMPMASK_LID   INVERBS_NET64(1)
#define IB_PKEY_COMPMASK_BLOCK INVERBS_NET64(2)
#define IB_PKEY_COMPMASK_PORT  INVERBS_NET64(4)

/** Components of SwitchInfoRecord. */
#define IB_SWIR_COMPMASK_LID       INVERBS_NET64(1)
#define IB_SWIR_COMPMASK_RESERVED1 INVERBS_NET64(2)

/** Components of LinearForwardingTableRecord. */
#define IB_LFTR_COMPMASK_LID   INVERBS_NET64(1)
#define IB_LFTR_COMPMASK_BLOCK INVERBS_NET64(2)

/** Components of MulticastForwardingTableRecord. */
#define IB_MFTR_COMPMASK_LID       INVERBS_NET64(1)
#define IB_MFTR_COMPMASK_POSITION  INVERBS_NET64(2)
#define IB_MFTR_COMPMASK_RESERVED1 INVERBS_NET64(4)
#define IB_MFTR_COMPMASK_BLOCK     INVERBS_NET64(8)
#define IB_MFTR_COMPMASK_RESERVED2 INVERBS_NET64(0x10)

/** Components of NodeRecord. */
#define IB_NR_COMPMASK_LID          INVERBS_NET64(1)
#define IB_NR_COMPMASK_RESERVED1    INVERBS_NET64(2)
#define IB_NR_COMPMASK_BASEVERSION  INVERBS_NET64(4)
#define IB_NR_COMPMASK_CLASSVERSION INVERBS_NET64(8)
#define IB_NR_COMPMASK_NODETYPE     INVERBS_NET64(0x10)
#define IB_NR_COMPMASK_NUMPORTS     INVERBS_NET64(0x20)
#define IB_NR_COMPMASK_SYSIMAGEGUID INVERBS_NET64(0x40)
#define IB_NR_COMPMASK_NODEGUID     INVERBS_NET64(0x80)
#define IB_NR_COMPMASK_PORTGUID     INVERBS_NET64(0x100)
#define IB_NR_COMPMASK_PARTCAP      INVERBS_NET64(0x200)
#define IB_NR_COMPMASK_DEVID        INVERBS_NET64(0x400)
#define IB_NR_COMPMASK_REV          INVERBS_NET64(0x800)
#define IB_NR_COMPMASK_PORTNUM      INVERBS_NET64(0x1000)
#define IB_NR_COMPMASK_VENDID       INVERBS_NET64(0x2000)
#define IB_NR_COMPMASK_NODEDESC     INVERBS_NET64(0x4000)

/** Components of ServiceRecord. */
#define IB_SR_COMPMASK_SID       INVERBS_NET64(1)
#define IB_SR_COMPMASK_SGID      INVERBS_NET64(2)
#define IB_SR_COMPMASK_SPKEY     INVERBS_NET64(4)
#define IB_SR_COMPMASK_RES1      INVERBS_NET64(8)
#define IB_SR_COMPMASK_SLEASE    INVERBS_NET64(0x10)
#define IB_SR_COMPMASK_SKEY      INVERBS_NET64(0x20)
#define IB_SR_COMPMASK_SNAME     INVERBS_NET64(0x40)
#define IB_SR_COMPMASK_SDATA8_0  INVERBS_NET64(0x80)
#define IB_SR_COMPMASK_SDATA8_1  INVERBS_NET64(0x100)
#define IB_SR_COMPMASK_SDATA8_2  INVERBS_NET64(0x200)
#define IB_SR_COMPMASK_SDATA8_3  INVERBS_NET64(0x400)
#define IB_SR_COMPMASK_SDATA8_4  INVERBS_NET64(0x800)
#define IB_SR_COMPMASK_SDATA8_5  INVERBS_NET64(0x1000)
#define IB_SR_COMPMASK_SDATA8_6  INVERBS_NET64(0x2000)
#define IB_SR_COMPMASK_SDATA8_7  INVERBS_NET64(0x4000)
#define IB_SR_COMPMASK_SDATA8_8  INVERBS_NET64(0x8000)
#define IB_SR_COMPMASK_SDATA8_9  INVERBS_NET64(0x10000)
#define IB_SR_COMPMASK_SDATA8_10 INVERBS_NET64(0x20000)
#define IB_SR_COMPMASK_SDATA8_11 INVERBS_NET64(0x40000)
#define IB_SR_COMPMASK_SDATA8_12 INVERBS_NET64(0x80000)
#define IB_SR_COMPMASK_SDATA8_13 INVERBS_NET64(0x100000)
#define IB_SR_COMPMASK_SDATA8_14 INVERBS_NET64(0x200000)
#define IB_SR_COMPMASK_SDATA8_15 INVERBS_NET64(0x400000)
#define IB_SR_COMPMASK_SDATA16_0 INVERBS_NET64(0x800000)
#define IB_SR_COMPMASK_SDATA16_1 INVERBS_NET64(0x1000000)
#define IB_SR_COMPMASK_SDATA16_2 INVERBS_NET64(0x2000000)
#define IB_SR_COMPMASK_SDATA16_3 INVERBS_NET64(0x4000000)
#define IB_SR_COMPMASK_SDATA16_4 INVERBS_NET64(0x8000000)
#define IB_SR_COMPMASK_SDATA16_5 INVERBS_NET64(0x10000000)
#define IB_SR_COMPMASK_SDATA16_6 INVERBS_NET64(0x20000000)
#define IB_SR_COMPMASK_SDATA16_7 INVERBS_NET64(0x40000000)
#define IB_SR_COMPMASK_SDATA32_0 INVERBS_NET64(0x80000000)
#define IB_SR_COMPMASK_SDATA32_1 INVERBS_NET64(0x100000000)
#define IB_SR_COMPMASK_SDATA32_2 INVERBS_NET64(0x200000000)
#define IB_SR_COMPMASK_SDATA32_3 INVERBS_NET64(0x400000000)
#define IB_SR_COMPMASK_SDATA64_0 INVERBS_NET64(0x800000000)
#define IB_SR_COMPMASK_SDATA64_1 INVERBS_NET64(0x1000000000)

/** Components of PortInfoRecord. */
#define IB_PIR_COMPMASK_LID              INVERBS_NET64(1)
#define IB_PIR_COMPMASK_PORTNUM          INVERBS_NET64(2)
#define IB_PIR_COMPMASK_OPTIONS          INVERBS_NET64(4)
#define IB_PIR_COMPMASK_MKEY             INVERBS_NET64(8)
#define IB_PIR_COMPMASK_GIDPRE           INVERBS_NET64(0x10)
#define IB_PIR_COMPMASK_BASELID          INVERBS_NET64(0x20)
#define IB_PIR_COMPMASK_SMLID            INVERBS_NET64(0x40)
#define IB_PIR_COMPMASK_CAPMASK          INVERBS_NET64(0x80)
#define IB_PIR_COMPMASK_DIAGCODE         INVERBS_NET64(0x100)
#define IB_PIR_COMPMASK_MKEYLEASEPRD     INVERBS_NET64(0x200)
#define IB_PIR_COMPMASK_LOCALPORTNUM     INVERBS_NET64(0x400)
#define IB_PIR_COMPMASK_LINKWIDTHENABLED INVERBS_NET64(0x800)
#define IB_PIR_COMPMASK_LNKWIDTHSUPPORT  INVERBS_NET64(0x1000)
#define IB_PIR_COMPMASK_LNKWIDTHACTIVE   INVERBS_NET64(0x2000)
#define IB_PIR_COMPMASK_LNKSPEEDSUPPORT  INVERBS_NET64(0x4000)
#define IB_PIR_COMPMASK_PORTSTATE        INVERBS_NET64(0x8000)
#define IB_PIR_COMPMASK_PORTPHYSTATE     INVERBS_NET64(0x10000)
#define IB_PIR_COMPMASK_LINKDWNDFLTSTATE INVERBS_NET64(0x20000)
#define IB_PIR_COMPMASK_MKEYPROTBITS     INVERBS_NET64(0x40000)
#define IB_PIR_COMPMASK_RESV2            INVERBS_NET64(0x80000)
#define IB_PIR_COMPMASK_LMC              INVERBS_NET64(0x100000)
#define IB_PIR_COMPMASK_LINKSPEEDACTIVE  INVERBS_NET64(0x200000)
#define IB_PIR_COMPMASK_LINKSPEEDENABLE  INVERBS_NET64(0x400000)
#define IB_PIR_COMPMASK_NEIGHBORMTU      INVERBS_NET64(0x800000)
#define IB_PIR_COMPMASK_MASTERSMSL       INVERBS_NET64(0x1000000)
#define IB_PIR_COMPMASK_VLCAP            INVERBS_NET64(0x2000000)
#define IB_PIR_COMPMASK_INITTYPE         INVERBS_NET64(0x4000000)
#define IB_PIR_COMPMASK_VLHIGHLIMIT      INVERBS_NET64(0x8000000)
#define IB_PIR_COMPMASK_VLARBHIGHCAP     INVERBS_NET64(0x10000000)
#define IB_PIR_COMPMASK_VLARBLOWCAP      INVERBS_NET64(0x20000000)
#define IB_PIR_COMPMASK_INITTYPEREPLY    INVERBS_NET64(0x40000000)
#define IB_PIR_COMPMASK_MTUCAP           INVERBS_NET64(0x80000000)
#define IB_PIR_COMPMASK_VLSTALLCNT       INVERBS_NET64(0x100000000)
#define IB_PIR_COMPMASK_HOQLIFE          INVERBS_NET64(0x200000000)
#define IB_PIR_COMPMASK_OPVLS            INVERBS_NET64(0x400000000)
#define IB_PIR_COMPMASK_PARENFIN         INVERBS_NET64(0x800000000)
#define IB_PIR_COMPMASK_PARENFOUT        INVERBS_NET64(0x1000000000)
#define IB_PIR_COMPMASK_FILTERRAWIN      INVERBS_NET64(0x2000000000)
#define IB_PIR_COMPMASK_FILTERRAWOUT     INVERBS_NET64(0x4000000000)
#define IB_PIR_COMPMASK_MKEYVIO          INVERBS_NET64(0x8000000000)
#define IB_PIR_COMPMASK_PKEYVIO          INVERBS_NET64(0x10000000000)
#define IB_PIR_COMPMASK_QKEYVIO          INVERBS_NET64(0x20000000000)
#define IB_PIR_COMPMASK_GUIDCAP          INVERBS_NET64(0x40000000000)
#define IB_PIR_COMPMASK_CLIENTREREG      INVERBS_NET64(0x80000000000)
#define IB_PIR_COMPMASK_RESV3            INVERBS_NET64(0x100000000000)
#define IB_PIR_COMPMASK_SUBNTO           INVERBS_NET64(0x200000000000)
#define IB_PIR_COMPMASK_RESV4            INVERBS_NET64(0x400000000000)
#define IB_PIR_COMPMASK_RESPTIME         INVERBS_NET64(0x800000000000)
#define IB_PIR_COMPMASK_LOCALPHYERR      INVERBS_NET64(0x1000000000000)
#define IB_PIR_COMPMASK_OVERRUNERR       INVERBS_NET64(0x2000000000000)
#define IB_PIR_COMPMASK_MAXCREDHINT      INVERBS_NET64(0x4000000000000)
#define IB_PIR_COMPMASK_RESV5            INVERBS_NET64(0x8000000000000)
#define IB_PIR_COMPMASK_LINKRTLAT        INVERBS_NET64(0x10000000000000)
#define IB_PIR_COMPMASK_CAPMASK2         INVERBS_NET64(0x20000000000000)
#define IB_PIR_COMPMASK_LINKSPDEXTACT    INVERBS_NET64(0x40000000000000)
#define IB_PIR_COMPMASK_LINKSPDEXTSUPP   INVERBS_NET64(0x80000000000000)
#define IB_PIR_COMPMASK_RESV7            INVERBS_NET64(0x100000000000000)
#define IB_PIR_COMPMASK_LINKSPDEXTENAB   INVERBS_NET64(0x200000000000000)

/** Components of MCMemberRecord. */
#define IB_MCR_COMPMASK_GID        INVERBS_NET64(1)
#define IB_MCR_COMPMASK_MGID       INVERBS_NET64(1)
#define IB_MCR_COMPMASK_PORT_GID   INVERBS_NET64(2)
#define IB_MCR_COMPMASK_QKEY       INVERBS_NET64(4)
#define IB_MCR_COMPMASK_MLID       INVERBS_NET64(8)
#define IB_MCR_COMPMASK_MTU_SEL    INVERBS_NET64(0x10)
#define IB_MCR_COMPMASK_MTU        INVERBS_NET64(0x20)
#define IB_MCR_COMPMASK_TCLASS     INVERBS_NET64(0x40)
#define IB_MCR_COMPMASK_PKEY       INVERBS_NET64(0x80)
#define IB_MCR_COMPMASK_RATE_SEL   INVERBS_NET64(0x100)
#define IB_MCR_COMPMASK_RATE       INVERBS_NET64(0x200)
#define IB_MCR_COMPMASK_LIFE_SEL   INVERBS_NET64(0x400)
#define IB_MCR_COMPMASK_LIFE       INVERBS_NET64(0x800)
#define IB_MCR_COMPMASK_SL         INVERBS_NET64(0x1000)
#define IB_MCR_COMPMASK_FLOW       INVERBS_NET64(0x2000)
#define IB_MCR_COMPMASK_HOP        INVERBS_NET64(0x4000)
#define IB_MCR_COMPMASK_SCOPE      INVERBS_NET64(0x8000)
#define IB_MCR_COMPMASK_JOIN_STATE INVERBS_NET64(0x10000)
#define IB_MCR_COMPMASK_PROXY      INVERBS_NET64(0x20000)

/** Components of GUIDInfoRecord. */
#define IB_GIR_COMPMASK_LID      INVERBS_NET64(1)
#define IB_GIR_COMPMASK_BLOCKNUM INVERBS_NET64(2)
#define IB_GIR_COMPMASK_RESV1    INVERBS_NET64(4)
#define IB_GIR_COMPMASK_RESV2    INVERBS_NET64(8)
#define IB_GIR_COMPMASK_GID0     INVERBS_NET64(0x10)
#define IB_GIR_COMPMASK_GID1     INVERBS_NET64(0x20)
#define IB_GIR_COMPMASK_GID2     INVERBS_NET64(0x40)
#define IB_GIR_COMPMASK_GID3     INVERBS_NET64(0x80)
#define IB_GIR_COMPMASK_GID4     INVERBS_NET64(0x100)
#define IB_GIR_COMPMASK_GID5     INVERBS_NET64(0x200)
#define IB_GIR_COMPMASK_GID6     INVERBS_NET64(0x400)
#define IB_GIR_COMPMASK_GID7     INVERBS_NET64(0x800)

/** Components of MultiPathRecord. */
#define IB_MPR_COMPMASK_RAWTRAFFIC       INVERBS_NET64(1)
#define IB_MPR_COMPMASK_RESV0            INVERBS_NET64(2)
#define IB_MPR_COMPMASK_FLOWLABEL        INVERBS_NET64(4)
#define IB_MPR_COMPMASK_HOPLIMIT         INVERBS_NET64(8)
#define IB_MPR_COMPMASK_TCLASS           INVERBS_NET64(0x10)
#define IB_MPR_COMPMASK_REVERSIBLE       INVERBS_NET64(0x20)
#define IB_MPR_COMPMASK_NUMBPATH         INVERBS_NET64(0x40)
#define IB_MPR_COMPMASK_PKEY             INVERBS_NET64(0x80)
#define IB_MPR_COMPMASK_QOS_CLASS        INVERBS_NET64(0x100)
#define IB_MPR_COMPMASK_SL               INVERBS_NET64(0x200)
#define IB_MPR_COMPMASK_MTUSELEC         INVERBS_NET64(0x400)
#define IB_MPR_COMPMASK_MTU              INVERBS_NET64(0x800)
#define IB_MPR_COMPMASK_RATESELEC        INVERBS_NET64(0x1000)
#define IB_MPR_COMPMASK_RATE             INVERBS_NET64(0x2000)
#define IB_MPR_COMPMASK_PKTLIFETIMESELEC INVERBS_NET64(0x4000)
#define IB_MPR_COMPMASK_PKTLIFETIME      INVERBS_NET64(0x8000)
#define IB_MPR_COMPMASK_SERVICEID_MSB    INVERBS_NET64(0x10000)
#define IB_MPR_COMPMASK_INDEPSELEC       INVERBS_NET64(0x20000)
#define IB_MPR_COMPMASK_RESV3            INVERBS_NET64(0x40000)
#define IB_MPR_COMPMASK_SGIDCOUNT        INVERBS_NET64(0x80000)
#define IB_MPR_COMPMASK_DGIDCOUNT        INVERBS_NET64(0x100000)
#define IB_MPR_COMPMASK_SERVICEID_LSB    INVERBS_NET64(0x200000)

/** Components of SMInfoRecord. */
#define IB_SMIR_COMPMASK_LID      INVERBS_NET64(1)
#define IB_SMIR_COMPMASK_RESV0    INVERBS_NET64(2)
#define IB_SMIR_COMPMASK_GUID     INVERBS_NET64(4)
#define IB_SMIR_COMPMASK_SMKEY    INVERBS_NET64(8)
#define IB_SMIR_COMPMASK_ACTCOUNT INVERBS_NET64(0x10)
#define IB_SMIR_COMPMASK_PRIORITY INVERBS_NET64(0x20)
#define IB_SMIR_COMPMASK_SMSTATE  INVERBS_NET64(0x40)

/** Components of InformInfoRecord. */
#define IB_IIR_COMPMASK_SUBSCRIBERGID INVERBS_NET64(1)
#define IB_IIR_COMPMASK_ENUM          INVERBS_NET64(2)
#define IB_IIR_COMPMASK_RESV0         INVERBS_NET64(4)
#define IB_IIR_COMPMASK_GID           INVERBS_NET64(8)
#define IB_IIR_COMPMASK_LIDRANGEBEGIN INVERBS_NET64(0x10)
#define IB_IIR_COMPMASK_LIDRANGEEND   INVERBS_NET64(0x20)
#define IB_IIR_COMPMASK_RESV1         INVERBS_NET64(0x40)
#define IB_IIR_COMPMASK_ISGENERIC     INVERBS_NET64(0x80)
#define IB_IIR_COMPMASK_SUBSCRIBE     INVERBS_NET64(0x100)
#define IB_IIR_COMPMASK_TYPE          INVERBS_NET64(0x200)
#define IB_IIR_COMPMASK_TRAPNUMB      INVERBS_NET64(0x400)
#define IB_IIR_COMPMASK_DEVICEID      INVERBS_NET64(0x400)
#define IB_IIR_COMPMASK_QPN           INVERBS_NET64(0x800)
#define IB_IIR_COMPMASK_RESV2         INVERBS_NET64(0x1000)
#define IB_IIR_COMPMASK_RESPTIME      INVERBS_NET64(0x2000)
#define IB_IIR_COMPMASK_RESV3         INVERBS_NET64(0x4000)
#define IB_IIR_COMPMASK_PRODTYPE      INVERBS_NET64(0x8000)
#define IB_IIR_COMPMASK_VENDID        INVERBS_NET64(0x8000)

/** Kinds of nodes that notices are about. */
#define IB_NOTICE_PRODUCER_TYPE_CA        INVERBS_NET32(1)
#define IB_NOTICE_PRODUCER_TYPE_SWITCH    INVERBS_NET32(2)
#define IB_NOTICE_PRODUCER_TYPE_ROUTER    INVERBS_NET32(3)
#define IB_NOTICE_PRODUCER_TYPE_CLASS_MGR INVERBS_NET32(4)

/** Urgency of a notice. */
#define IB_NOTICE_TYPE_FATAL     0
#define IB_NOTICE_TYPE_URGENT    1
#define IB_NOTICE_TYPE_SECURITY  2
#define IB_NOTICE_TYPE_SUBN_MGMT 3
#define IB_NOTICE_TYPE_INFO      4
#define IB_NOTICE_TYPE_EMPTY     0x7f

/** Parts of notices; in network byte order. */
#define TRAP_259_MASK_SL INVERBS_NET32(0xf0000000)
#define TRAP_259_MASK_QP INVERBS_NET32(0xffffff)

/** Parts of notices; in host byte order. */
#define TRAP_144_MASK_OTHER_LOCAL_CHANGES 1

/** Parts of notices; in network byte order. */
#define TRAP_144_MASK_LINK_SPEED_EXT_ENABLE_CHG INVERBS_NET16(0x20)
#define TRAP_144_MASK_HIERARCHY_INFO_CHANGE     INVERBS_NET16(0x10)
#define TRAP_144_MASK_SM_PRIORITY_CHANGE        INVERBS_NET16(8)
#define TRAP_144_MASK_LINK_SPEED_ENABLE_CHANGE  INVERBS_NET16(4)
#define TRAP_144_MASK_LINK_WIDTH_ENABLE_CHANGE  INVERBS_NET16(2)
#define TRAP_144_MASK_NODE_DESCRIPTION_CHANGE   INVERBS_NET16(1)

/** Name of a service. */
typedef uint8_t ib_svc_name_t[64];

/** PathRecord: a path between two ports. */
typedef struct _ib_path_rec ib_path_rec_t;
#pragma pack(push, 1)
struct _ib_path_rec {
	ib_net64_t service_id;
	ib_gid_t dgid;
	ib_gid_t sgid;
	ib_net16_t dlid;
	ib_net16_t slid;
	ib_net32_t hop_flow_raw; /**< Raw traffic, flow label and hop limit. */
	uint8_t tclass;
	uint8_t num_path; /**< Reversible, and how many paths. */
	ib_net16_t pkey;
	ib_net16_t qos_class_sl; /**< Class of service and SL. */
	uint8_t mtu;             /**< Selector and MTU. */
	uint8_t rate;            /**< Selector and rate. */
	uint8_t pkt_life;        /**< Selector and life time of packets. */
	uint8_t preference;
	uint8_t resv2[6];
};
#pragma pack(pop)

/** MultiPathRecord: paths between several ports. */
typedef struct _ib_multipath_rec ib_multipath_rec_t;
#pragma pack(push, 1)
struct _ib_multipath_rec {
	ib_net32_t hop_flow_raw;
	uint8_t tclass;
	uint8_t num_path;
	ib_net16_t pkey;
	ib_net16_t qos_class_sl;
	uint8_t mtu;
	uint8_t rate;
	uint8_t pkt_life;
	uint8_t service_id_8msb;
	uint8_t independence;
	uint8_t sgid_count;
	uint8_t dgid_count;
	uint8_t service_id_56lsb[7];
	ib_gid_t gids[11];
};
#pragma pack(pop)

/** MCMemberRecord: a port in a multicast group, and the parameters of the group. */
typedef struct _ib_member_rec ib_member_rec_t;
#pragma pack(push, 1)
struct _ib_member_rec {
	ib_gid_t mgid;
	ib_gid_t port_gid;
	ib_net32_t qkey;
	ib_net16_t mlid;
	uint8_t mtu; /**< Selector and MTU. */
	uint8_t tclass;
	ib_net16_t pkey;
	uint8_t rate;           /**< Selector and rate. */
	uint8_t pkt_life;       /**< Selector and life time of packets. */
	ib_net32_t sl_flow_hop; /**< SL, flow label and hop limit. */
	uint8_t scope_state;    /**< Scope and state of membership. */
	uint8_t proxy_join;
	uint8_t reserved[2];
	uint8_t pad[4];
};
#pragma pack(pop)

/** ServiceRecord: a service that a port offers. */
typedef struct _ib_service_record ib_service_record_t;
#pragma pack(push, 1)
struct _ib_service_record {
	ib_net64_t service_id;
	ib_gid_t service_gid;
	ib_net16_t service_pkey;
	ib_net16_t resv;
	ib_net32_t service_lease;
	uint8_t service_key[16];
	ib_svc_name_t service_name;
	uint8_t service_data8[16];
	ib_net16_t service_data16[8];
	ib_net32_t service_data32[4];
	ib_net64_t service_data64[2];
};
#pragma pack(pop)

/** NodeRecord. */
typedef struct _ib_node_record ib_node_record_t;
#pragma pack(push, 1)
struct _ib_node_record {
	ib_net16_t lid;
	ib_net16_t resv;
	ib_node_info_t node_info;
	ib_node_desc_t node_desc;
	uint8_t pad[4];
};
#pragma pack(pop)

/** PortInfoRecord. */
typedef struct _ib_portinfo_record ib_portinfo_record_t;
#pragma pack(push, 1)
struct _ib_portinfo_record {
	ib_net16_t lid;
	uint8_t port_num;
	uint8_t options;
	ib_port_info_t port_info;
	uint8_t pad[4];
};
#pragma pack(pop)

/** LinkRecord: two ports that a cable connects. */
typedef struct _ib_link_record ib_link_record_t;
#pragma pack(push, 1)
struct _ib_link_record {
	ib_net16_t from_lid;
	uint8_t from_port_num;
	uint8_t to_port_num;
	ib_net16_t to_lid;
	uint8_t pad[2];
};
#pragma pack(pop)

/** SMInfoRecord. */
typedef struct _ib_sminfo_record ib_sminfo_record_t;
#pragma pack(push, 1)
struct _ib_sminfo_record {
	ib_net16_t lid;
	uint16_t resv0;
	ib_sm_info_t sm_info;
	uint8_t pad[7]; /**< The end of SMInfo and of the record. */
};
#pragma pack(pop)

/** LinearForwardingTableRecord: a block of it. */
typedef struct _ib_lft_record ib_lft_record_t;
#pragma pack(push, 1)
struct _ib_lft_record {
	ib_net16_t lid;
	ib_net16_t block_num;
	uint32_t resv0;
	uint8_t lft[64];
};
#pragma pack(pop)

/** MulticastForwardingTableRecord: a block of it. */
typedef struct _ib_mft_record ib_mft_record_t;
#pragma pack(push, 1)
struct _ib_mft_record {
	ib_net16_t lid;
	ib_net16_t position_block_num; /**< Position and block. */
	uint32_t resv0;
	ib_net16_t mft[32];
};
#pragma pack(pop)

/** SwitchInfoRecord. */
typedef struct _ib_switch_info_record ib_switch_info_record_t;
#pragma pack(push, 1)
struct _ib_switch_info_record {
	ib_net16_t lid;
	uint16_t resv0;
	ib_switch_info_t switch_info;
};
#pragma pack(pop)

/** GUIDInfoRecord. */
typedef struct _ib_guidinfo_record ib_guidinfo_record_t;
#pragma pack(push, 1)
struct _ib_guidinfo_record {
	ib_net16_t lid;
	uint8_t block_num;
	uint8_t resv;
	uint32_t reserved;
	ib_guid_info_t guid_info;
};
#pragma pack(pop)

/** P_KeyTableRecord. */
typedef struct _ib_pkey_table_record ib_pkey_table_record_t;
#pragma pack(push, 1)
struct _ib_pkey_table_record {
	ib_net16_t lid;
	uint16_t block_num;
	uint8_t port_num;
	uint8_t reserved1;
	uint16_t reserved2;
	ib_pkey_table_t pkey_tbl;
};
#pragma pack(pop)

/** SLtoVLMappingTableRecord. */
typedef struct _ib_slvl_table_record ib_slvl_table_record_t;
#pragma pack(push, 1)
struct _ib_slvl_table_record {
	ib_net16_t lid;
	uint8_t in_port_num;
	uint8_t out_port_num;
	uint32_t resv;
	ib_slvl_table_t slvl_tbl;
};
#pragma pack(pop)

/** VLArbitrationTableRecord. */
typedef struct _ib_vl_arb_table_record ib_vl_arb_table_record_t;
#pragma pack(push, 1)
struct _ib_vl_arb_table_record {
	ib_net16_t lid;
	uint8_t port_num;
	uint8_t block_num;
	uint32_t reserved;
	ib_vl_arb_table_t vl_arb_tbl;
};
#pragma pack(pop)

/** Notice: an event that a trap or a report announces. */
typedef struct _ib_mad_notice_attr ib_mad_notice_attr_t;
#pragma pack(push, 1)
struct _ib_mad_notice_attr {
	uint8_t generic_type;
	union {
		struct {
			uint8_t prod_type_msb;
			ib_net16_t prod_type_lsb;
			ib_net16_t trap_num;
		} generic;
		struct {
			uint8_t vend_id_msb;
			ib_net16_t vend_id_lsb;
			ib_net16_t dev_id;
		} vend;
	} g_or_v;
	ib_net16_t issuer_lid;
	ib_net16_t toggle_count;
	union {
		struct {
			uint8_t details[54];
		} raw_data;
		struct {
			uint8_t res[6];
			ib_gid_t gid;
		} ntc_64_67;
		struct {
			ib_net16_t sw_lid;
		} ntc_128;
		struct {
			ib_net16_t pad;
			ib_net16_t lid;
			uint8_t port_num;
		} ntc_129_131;
		struct {
			ib_net16_t pad1;
			ib_net16_t lid;
			uint8_t pad2;
			uint8_t local_changes;
			ib_net32_t new_cap_mask;
			ib_net16_t change_flgs;
		} ntc_144;
		struct {
			ib_net16_t pad1;
			ib_net16_t lid;
			ib_net16_t pad2;
			ib_net64_t new_sys_guid;
		} ntc_145;
		struct {
			ib_net16_t pad1;
			ib_net16_t lid;
			ib_net16_t pad2;
			uint8_t method;
			uint8_t pad3;
			ib_net16_t attr_id;
			ib_net32_t attr_mod;
			ib_net64_t mkey;
			uint8_t dr_slid;
			uint8_t dr_trunc_hop;
			uint8_t dr_rtn_path[30];
		} ntc_256;
		struct {
			ib_net16_t pad1;
			ib_net16_t lid1;
			ib_net16_t lid2;
			ib_net32_t key;
			uint8_t sl;
			ib_net32_t qp1;
			ib_net32_t qp2;
			ib_gid_t gid1;
			ib_gid_t gid2;
		} ntc_257_258;
		struct {
			ib_net16_t data_valid;
			ib_net16_t lid1;
			ib_net16_t lid2;
			ib_net16_t pkey;
			ib_net32_t sl_qp1;
			ib_net32_t qp2;
			ib_gid_t gid1;
			ib_gid_t gid2;
			ib_net16_t sw_lid;
			uint8_t port_no;
		} ntc_259;
		struct {
			ib_net16_t lidaddr;
			uint8_t method;
			uint8_t reserved;
			ib_net16_t attribute_id;
			ib_net32_t attribute_modifier;
			ib_net32_t qp;
			ib_net64_t bkey;
			ib_gid_t gid;
		} ntc_bkey_259;
		struct {
			ib_net16_t slid;
			uint8_t method;
			uint8_t resv0;
			ib_net16_t attribute_id;
			ib_net16_t resv1;
			ib_net32_t attribute_modifier;
			ib_net32_t qp;
			ib_net64_t cc_key;
			ib_gid_t source_gid;
			uint8_t padding[14];
		} ntc_cckey_0;
	} data_details;
	ib_gid_t issuer_gid;
};
#pragma pack(pop)

/** InformInfo: a subscription to notices. */
typedef struct _ib_inform_info ib_inform_info_t;
#pragma pack(push, 1)
struct _ib_inform_info {
	ib_gid_t gid;
	ib_net16_t lid_range_begin;
	ib_net16_t lid_range_end;
	ib_net16_t reserved1;
	uint8_t is_generic;
	uint8_t subscribe;
	ib_net16_t trap_type;
	union {
		struct {
			ib_net16_t trap_num;
			ib_net32_t qpn_resp_time_val;
			uint8_t reserved2;
			uint8_t node_type_msb;
			ib_net16_t node_type_lsb;
		} generic;
		struct {
			ib_net16_t dev_id;
			ib_net32_t qpn_resp_time_val;
			uint8_t reserved2;
			uint8_t vendor_id_msb;
			ib_net16_t vendor_id_lsb;
		} vend;
	} g_or_v;
};
#pragma pack(pop)

/** InformInfoRecord. */
typedef struct _ib_inform_info_record ib_inform_info_record_t;
#pragma pack(push, 1)
struct _ib_inform_info_record {
	ib_gid_t subscriber_gid;
	net16_t subscriber_enum;
	uint8_t reserved[6];
	ib_inform_info_t inform_info;
	uint8_t pad[4];
};
#pragma pack(pop)

/**
 * Split the word of an MCMemberRecord that has SL, flow label and hop limit.
 *
 * sl_flow_hop: The word.
 * p_sl (written, may be NULL): Service level.
 * p_flow_lbl (written, may be NULL): Flow label.
 * p_hop (written, may be NULL): Hop limit.
 */
static inline void ib_member_get_sl_flow_hop(ib_net32_t sl_flow_hop, uint8_t *p_sl,
					     net32_t *p_flow_lbl, uint8_t *p_hop);

/**
 * Build the word of an MCMemberRecord that has SL, flow label and hop limit.
 *
 * sl: Service level.
 * flow_lbl: Flow label.
 * hop_limit: Hop limit.
 *
 * Returns the word.
 */
static inline ib_net32_t ib_member_set_sl_flow_hop(uint8_t sl, net32_t flow_lbl, uint8_t hop_limit);

/**
 * Split the byte of an MCMemberRecord that has scope and state of membership.
 *
 * scope_state: The byte.
 * p_scope (written, may be NULL): Scope.
 * p_state (written, may be NULL): State of membership.
 */
static inline void ib_member_get_scope_state(uint8_t scope_state, uint8_t *p_scope,
					     uint8_t *p_state);

/**
 * Build the byte of an MCMemberRecord that has scope and state of membership.
 *
 * scope: Scope.
 * state: State of membership, IB_JOIN_STATE_*.
 *
 * Returns the byte.
 */
static inline uint8_t ib_member_set_scope_state(uint8_t scope, uint8_t state);

/**
 * Set the state of membership in an MCMemberRecord.
 *
 * p_mc_rec (read and written): Record.
 * state: State of membership, IB_JOIN_STATE_*.
 */
static inline void ib_member_set_join_state(ib_member_rec_t *p_mc_rec, uint8_t state);

/**
 * Number of paths that a PathRecord requests.
 *
 * p_rec: Record.
 *
 * Returns the number of paths that a PathRecord requests.
 */
static inline uint8_t ib_path_rec_num_path(const ib_path_rec_t *p_rec)
{
	return (uint8_t)(p_rec->num_path & 0x7f);
}

/**
 * Service level of a path.
 *
 * p_rec: Record.
 *
 * Returns the service level of a path.
 */
static inline uint8_t ib_path_rec_sl(const ib_path_rec_t *p_rec)
{
	return (uint8_t)(INVERBS_NET16(p_rec->qos_class_sl) & 0xf);
}

/**
 * Set the service level of a path.
 *
 * p_rec (read and written): Record.
 * sl: Service level.
 */
static inline void ib_path_rec_set_sl(ib_path_rec_t *p_rec, uint8_t sl)
{
	p_rec->qos_class_sl = (ib_net16_t)INVERBS_NET16(
		(INVERBS_NET16(p_rec->qos_class_sl) & 0xfff0) | (sl & 0xf));
}

/**
 * Class of service of a path.
 *
 * p_rec: Record.
 *
 * Returns the class of service of a path.
 */
static inline uint16_t ib_path_rec_qos_class(const ib_path_rec_t *p_rec)
{
	return (uint16_t)(INVERBS_NET16(p_rec->qos_class_sl) >> 4);
}

/**
 * Set the class of service of a path.
 *
 * p_rec (read and written): Record.
 * qos_class: Class of service.
 */
static inline void ib_path_rec_set_qos_class(ib_path_rec_t *p_rec, uint16_t qos_class)
{
	p_rec->qos_class_sl = (ib_net16_t)INVERBS_NET16((INVERBS_NET16(p_rec->qos_class_sl) & 0xf) |
							((qos_class & 0xfff) << 4));
}

/**
 * MTU of a path, IB_MTU_LEN_*.
 *
 * p_rec: Record.
 *
 * Returns the MTU of a path, IB_MTU_LEN_*.
 */
static inline uint8_t ib_path_rec_mtu(const ib_path_rec_t *p_rec)
{
	return (uint8_t)(p_rec->mtu & 0x3f);
}

/**
 * How the MTU of a path is compared, IB_PATH_SELECTOR_*.
 *
 * p_rec: Record.
 *
 * Returns how the MTU of a path is compared, IB_PATH_SELECTOR_*.
 */
static inline uint8_t ib_path_rec_mtu_sel(const ib_path_rec_t *p_rec)
{
	return (uint8_t)(p_rec->mtu >> 6);
}

/**
 * Rate of a path, IB_PATH_RECORD_RATE_*.
 *
 * p_rec: Record.
 *
 * Returns the rate of a path, IB_PATH_RECORD_RATE_*.
 */
static inline uint8_t ib_path_rec_rate(const ib_path_rec_t *p_rec)
{
	return (uint8_t)(p_rec->rate & 0x3f);
}

/**
 * How the rate of a path is compared, IB_PATH_SELECTOR_*.
 *
 * p_rec: Record.
 *
 * Returns how the rate of a path is compared, IB_PATH_SELECTOR_*.
 */
static inline uint8_t ib_path_rec_rate_sel(const ib_path_rec_t *p_rec)
{
	return (uint8_t)(p_rec->rate >> 6);
}

/**
 * Life time of packets on a path.
 *
 * p_rec: Record.
 *
 * Returns the life time of packets on a path.
 */
static inline uint8_t ib_path_rec_pkt_life(const ib_path_rec_t *p_rec)
{
	return (uint8_t)(p_rec->pkt_life & 0x3f);
}

/**
 * How the life time of packets is compared, IB_PATH_SELECTOR_*.
 *
 * p_rec: Record.
 *
 * Returns how the life time of packets is compared, IB_PATH_SELECTOR_*.
 */
static inline uint8_t ib_path_rec_pkt_life_sel(const ib_path_rec_t *p_rec)
{
	return (uint8_t)(p_rec->pkt_life >> 6);
}

/**
 * Flow label of a path.
 *
 * p_rec: Record.
 *
 * Returns the flow label of a path.
 */
static inline net32_t ib_path_rec_flow_lbl(const ib_path_rec_t *p_rec)
{
	return (net32_t)INVERBS_NET32(((INVERBS_NET32(p_rec->hop_flow_raw) >> 8) & 0xfffff));
}

/**
 * Hop limit of a path.
 *
 * p_rec: Record.
 *
 * Returns the hop limit of a path.
 */
static inline uint8_t ib_path_rec_hop_limit(const ib_path_rec_t *p_rec)
{
	return (uint8_t)(INVERBS_NET32(p_rec->hop_flow_raw) & 0xff);
}

/**
 * Number of paths that a MultiPathRecord requests.
 *
 * p_rec: Record.
 *
 * Returns the number of paths that a MultiPathRecord requests.
 */
static inline uint8_t ib_multipath_rec_num_path(const ib_multipath_rec_t *p_rec)
{
	return (uint8_t)(p_rec->num_path & 0x7f);
}

/**
 * Service level of the paths of a MultiPathRecord.
 *
 * p_rec: Record.
 *
 * Returns the service level of the paths of a MultiPathRecord.
 */
static inline uint8_t ib_multipath_rec_sl(const ib_multipath_rec_t *p_rec)
{
	return (uint8_t)(INVERBS_NET16(p_rec->qos_class_sl) & 0xf);
}

/**
 * Set the service level of the paths of a MultiPathRecord.
 *
 * p_rec (read and written): Record.
 * sl: Service level.
 */
static inline void ib_multipath_rec_set_sl(ib_multipath_rec_t *p_rec, uint8_t sl)
{
	p_rec->qos_class_sl = (ib_net16_t)INVERBS_NET16(
		(INVERBS_NET16(p_rec->qos_class_sl) & 0xfff0) | (sl & 0xf));
}

/**
 * Class of service of the paths of a MultiPathRecord.
 *
 * p_rec: Record.
 *
 * Returns the class of service of the paths of a MultiPathRecord.
 */
static inline uint16_t ib_multipath_rec_qos_class(const ib_multipath_rec_t *p_rec)
{
	return (uint16_t)(INVERBS_NET16(p_rec->qos_class_sl) >> 4);
}

/**
 * Set the class of service of the paths of a MultiPathRecord.
 *
 * p_rec (read and written): Record.
 * qos_class: Class of service.
 */
static inline void ib_multipath_rec_set_qos_class(ib_multipath_rec_t *p_rec, uint16_t qos_class)
{
	p_rec->qos_class_sl = (ib_net16_t)INVERBS_NET16((INVERBS_NET16(p_rec->qos_class_sl) & 0xf) |
							((qos_class & 0xfff) << 4));
}

/**
 * MTU of the paths of a MultiPathRecord, IB_MTU_LEN_*.
 *
 * p_rec: Record.
 *
 * Returns the MTU of the paths of a MultiPathRecord, IB_MTU_LEN_*.
 */
static inline uint8_t ib_multipath_rec_mtu(const ib_multipath_rec_t *p_rec)
{
	return (uint8_t)(p_rec->mtu & 0x3f);
}

/**
 * How the MTU of the paths of a MultiPathRecord is compared, IB_PATH_SELECTOR_*.
 *
 * p_rec: Record.
 *
 * Returns how the MTU of the paths of a MultiPathRecord is compared, IB_PATH_SELECTOR_*.
 */
static inline uint8_t ib_multipath_rec_mtu_sel(const ib_multipath_rec_t *p_rec)
{
	return (uint8_t)(p_rec->mtu >> 6);
}

/**
 * Rate of the paths of a MultiPathRecord, IB_PATH_RECORD_RATE_*.
 *
 * p_rec: Record.
 *
 * Returns the rate of the paths of a MultiPathRecord, IB_PATH_RECORD_RATE_*.
 */
static inline uint8_t ib_multipath_rec_rate(const ib_multipath_rec_t *p_rec)
{
	return (uint8_t)(p_rec->rate & 0x3f);
}

/**
 * How the rate of the paths of a MultiPathRecord is compared, IB_PATH_SELECTOR_*.
 *
 * p_rec: Record.
 *
 * Returns how the rate of the paths of a MultiPathRecord is compared, IB_PATH_SELECTOR_*.
 */
static inline uint8_t ib_multipath_rec_rate_sel(const ib_multipath_rec_t *p_rec)
{
	return (uint8_t)(p_rec->rate >> 6);
}

/**
 * Life time of packets on the paths of a MultiPathRecord.
 *
 * p_rec: Record.
 *
 * Returns the life time of packets on the paths of a MultiPathRecord.
 */
static inline uint8_t ib_multipath_rec_pkt_life(const ib_multipath_rec_t *p_rec)
{
	return (uint8_t)(p_rec->pkt_life & 0x3f);
}

/**
 * How the life time of packets is compared, IB_PATH_SELECTOR_*.
 *
 * p_rec: Record.
 *
 * Returns how the life time of packets is compared, IB_PATH_SELECTOR_*.
 */
static inline uint8_t ib_multipath_rec_pkt_life_sel(const ib_multipath_rec_t *p_rec)
{
	return (uint8_t)(p_rec->pkt_life >> 6);
}

/**
 * Scope of a multicast group.
 *
 * scope_state: The byte of the record.
 *
 * Returns the scope of a multicast group.
 */
static inline uint8_t ib_member_get_scope(uint8_t scope_state)
{
	return (uint8_t)(scope_state >> 4);
}

/**
 * State of membership in a multicast group.
 *
 * scope_state: The byte of the record.
 *
 * Returns the state of membership in a multicast group.
 */
static inline uint8_t ib_member_get_state(uint8_t scope_state)
{
	return (uint8_t)(scope_state & 0xf);
}

/**
 * Whether a notice is generic.
 *
 * p_ntc: Notice.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_notice_is_generic(const ib_mad_notice_attr_t *p_ntc)
{
	return (boolean_t)(p_ntc->generic_type >> 7);
}

/**
 * Type of a notice, IB_NOTICE_TYPE_*.
 *
 * p_ntc: Notice.
 *
 * Returns the type of a notice, IB_NOTICE_TYPE_*.
 */
static inline uint8_t ib_notice_get_type(const ib_mad_notice_attr_t *p_ntc)
{
	return (uint8_t)(p_ntc->generic_type & 0x7f);
}

/**
 * Set the queue pair that receives the notices.
 *
 * p_ii (read and written): InformInfo.
 * qpn: Queue pair.
 */
static inline void ib_inform_info_set_qpn(ib_inform_info_t *p_ii, ib_net32_t qpn)
{
	p_ii->g_or_v.generic.qpn_resp_time_val = (ib_net32_t)INVERBS_NET32(
		(INVERBS_NET32(p_ii->g_or_v.generic.qpn_resp_time_val) & 0xff) |
		((uint32_t)(INVERBS_NET32(qpn) & 0xffffff) << 8));
}

/**
 * Fill in a PathRecord between ports of one subnet.
 *
 * p_rec (read and written): Record.
 * p_dgid: To.
 * p_sgid: From.
 * dlid: LID of the destination.
 * slid: LID of the source.
 * num_path: Number of paths.
 * pkey: P_Key.
 * sl: Service level.
 * qos_class: Class of service.
 * mtu_selector: How the MTU is compared.
 * mtu: MTU, IB_MTU_LEN_*.
 * rate_selector: How the rate is compared.
 * rate: Rate, IB_PATH_RECORD_RATE_*.
 * pkt_life_selector: How the life time is compared.
 * pkt_life: Life time of packets.
 * preference: Preference among paths.
 */
static inline void ib_path_rec_init_local(ib_path_rec_t *p_rec, const ib_gid_t *p_dgid,
					  const ib_gid_t *p_sgid, ib_net16_t dlid, ib_net16_t slid,
					  uint8_t num_path, ib_net16_t pkey, uint8_t sl,
					  uint16_t qos_class, uint8_t mtu_selector, uint8_t mtu,
					  uint8_t rate_selector, uint8_t rate,
					  uint8_t pkt_life_selector, uint8_t pkt_life,
					  uint8_t preference);

/**
 * Set hop limit, flow label and raw traffic of a path.
 *
 * p_rec (read and written): Record.
 * hop_limit: Hop limit.
 * flow_lbl: Flow label.
 * raw: TRUE for raw traffic.
 */
static inline void ib_path_rec_set_hop_flow_raw(ib_path_rec_t *p_rec, uint8_t hop_limit,
						net32_t flow_lbl, boolean_t raw);

/**
 * Service id of a MultiPathRecord.
 *
 * p_rec: Record.
 *
 * Returns the service id of a MultiPathRecord.
 */
static inline ib_net64_t ib_multipath_rec_service_id(const ib_multipath_rec_t *p_rec);

/**
 * Set the scope of a multicast group.
 *
 * p_scope_state (read and written): The byte of the record.
 * scope: Scope, IB_MC_SCOPE_*.
 */
static inline void ib_member_set_scope(uint8_t *p_scope_state, uint8_t scope);

/**
 * Set the state of membership in a multicast group.
 *
 * p_scope_state (read and written): The byte of the record.
 * state: State of membership, IB_JOIN_STATE_*.
 */
static inline void ib_member_set_state(uint8_t *p_scope_state, uint8_t state);

/**
 * Text of a kind of node, IB_NOTICE_PRODUCER_TYPE_*.
 *
 * producer_type: Kind of node.
 *
 * Returns a constant string.
 */
static inline const char *ib_get_producer_type_str(ib_net32_t producer_type);

/**
 * Kind of node that a generic notice is about.
 *
 * p_ntc: Notice.
 *
 * Returns the kind of node that a generic notice is about.
 */
static inline ib_net32_t ib_notice_get_prod_type(const ib_mad_notice_attr_t *p_ntc);

/**
 * Set the kind of node that a notice is about.
 *
 * p_ntc (read and written): Notice.
 * prod_type_val: Kind of node, IB_NOTICE_PRODUCER_TYPE_*.
 */
static inline void ib_notice_set_prod_type(ib_mad_notice_attr_t *p_ntc, ib_net32_t prod_type_val);

/**
 * Set the kind of node that a notice is about, from a number in host byte order.
 *
 * p_ntc (read and written): Notice.
 * prod_type_val_ho: Kind of node.
 */
static inline void ib_notice_set_prod_type_ho(ib_mad_notice_attr_t *p_ntc,
					      uint32_t prod_type_val_ho);

/**
 * Vendor of a vendor-specific notice.
 *
 * p_ntc: Notice.
 *
 * Returns the vendor of a vendor-specific notice.
 */
static inline ib_net32_t ib_notice_get_vend_id(const ib_mad_notice_attr_t *p_ntc);

/**
 * Set the vendor of a notice.
 *
 * p_ntc (read and written): Notice.
 * vend_id: Vendor.
 */
static inline void ib_notice_set_vend_id(ib_mad_notice_attr_t *p_ntc, ib_net32_t vend_id);

/**
 * Set the vendor of a notice, from a number in host byte order.
 *
 * p_ntc (read and written): Notice.
 * vend_id_ho: Vendor.
 */
static inline void ib_notice_set_vend_id_ho(ib_mad_notice_attr_t *p_ntc, uint32_t vend_id_ho);

/**
 * Split the word that has queue pair and response time.
 *
 * qpn_resp_time_val: The word.
 * p_qpn (written, may be NULL): Queue pair.
 * p_resp_time_val (written, may be NULL): Response time.
 */
static inline void ib_inform_info_get_qpn_resp_time(ib_net32_t qpn_resp_time_val, ib_net32_t *p_qpn,
						    uint8_t *p_resp_time_val);

/**
 * Kind of nodes whose notices are subscribed to.
 *
 * p_inf: InformInfo.
 *
 * Returns the kind of nodes whose notices are subscribed to.
 */
static inline ib_net32_t ib_inform_info_get_prod_type(const ib_inform_info_t *p_inf);

/**
 * Vendor whose notices are subscribed to.
 *
 * p_inf: InformInfo.
 *
 * Returns the vendor whose notices are subscribed to.
 */
static inline ib_net32_t ib_inform_info_get_vend_id(const ib_inform_info_t *p_inf);

/*
 * IBAL: attributes of performance management.
 */

/** Datagrams of performance management, and capabilities of the class; in network byte order. */
#define IB_PM_ALL_PORT_SELECT      INVERBS_NET16(0x100)
#define IB_PM_EXT_WIDTH_SUPPORTED  INVERBS_NET16(0x200)
#define IB_PM_EXT_WIDTH_NOIETF_SUP INVERBS_NET16(0x400)
#define IB_PM_SAMPLES_ONLY_SUP     INVERBS_NET16(0x800)
#define IB_PM_PC_XMIT_WAIT_SUP     INVERBS_NET16(0x1000)

/** Datagrams of performance management, and capabilities of the class; in host byte order. */
#define IB_PM_DATA_SIZE 0xc0

/** What a sampled counter can count. */
#define IB_CS_PORT_XMIT_DATA INVERBS_NET16(1)
#define IB_CS_PORT_RCV_DATA  INVERBS_NET16(2)
#define IB_CS_PORT_XMIT_PKTS INVERBS_NET16(3)
#define IB_CS_PORT_RCV_PKTS  INVERBS_NET16(4)
#define IB_CS_PORT_XMIT_WAIT INVERBS_NET16(5)

/** Counters that a write resets; in network byte order. */
#define IB_COUNTER_SYMBOL_ERROR           INVERBS_NET16(1)
#define IB_COUNTER_LINK_RECOVERY_ERROR    INVERBS_NET16(2)
#define IB_COUNTER_LINK_DOWN              INVERBS_NET16(4)
#define IB_COUNTER_RCV_ERROR              INVERBS_NET16(8)
#define IB_COUNTERT_RCV_RMT_PHY_ERROR     INVERBS_NET16(0x10)
#define IB_COUNTER_RCV_SWITCH_RELAY_ERROR INVERBS_NET16(0x20)
#define IB_COUNTER_XMIT_DISCARD           INVERBS_NET16(0x40)
#define IB_COUNTER_XMIT_CONSTRAIN         INVERBS_NET16(0x80)
#define IB_COUNTER_RCV_CONSTRAIN          INVERBS_NET16(0x100)
#define IB_COUNTER_LINK_INTEG_ERROR       INVERBS_NET16(0x200)
#define IB_COUNTER_EXECE_BUF_ERROR        INVERBS_NET16(0x400)
#define IB_COUNTER_VL15_DROP              INVERBS_NET16(0x800)
#define IB_COUNTER_XMIT_DATA              INVERBS_NET16(0x1000)
#define IB_COUNTER_XMIT_PKT               INVERBS_NET16(0x2000)
#define IB_COUNTER_RCV_DATA               INVERBS_NET16(0x4000)
#define IB_COUNTER_RCV_PKT                INVERBS_NET16(0x8000)

/** Counters that a write resets; in host byte order. */
#define IB_COUNTER_ALL 0xff

/** A datagram of performance management. */
typedef struct _ib_perfmgt_mad ib_perfmgt_mad_t;
#pragma pack(push, 1)
struct _ib_perfmgt_mad {
	ib_mad_t header;
	uint8_t resv[40];
	uint8_t data[192];
};
#pragma pack(pop)

/** PortCounters. */
typedef struct _ib_port_counters ib_port_counters_t;
#pragma pack(push, 1)
struct _ib_port_counters {
	uint8_t reserved0;
	uint8_t port_select;
	ib_net16_t counter_select;
	ib_net16_t symbol_error_counter;
	uint8_t link_error_recovery_counter;
	uint8_t link_down_counter;
	ib_net16_t port_rcv_errors;
	ib_net16_t port_rcv_remote_physical_errors;
	ib_net16_t port_rcv_switch_relay_errors;
	ib_net16_t port_xmit_discard;
	uint8_t port_xmit_constraint_errors;
	uint8_t port_rcv_constraint_errors;
	/** Which of the later counters a write resets. */
	uint8_t reserved1;
	uint8_t lli_errors_exc_buf_errors; /**< Errors of link integrity and overruns. */
	ib_net16_t reserved2;
	ib_net16_t vl15_dropped;
	ib_net32_t port_xmit_data;
	ib_net32_t port_rcv_data;
	ib_net32_t port_xmit_pkts;
	ib_net32_t port_rcv_pkts;
};
#pragma pack(pop)

/** PortCountersExtended. */
typedef struct _ib_port_counters_ext ib_port_counters_ext_t;
#pragma pack(push, 1)
struct _ib_port_counters_ext {
	uint8_t reserved;
	uint8_t port_select;
	ib_net16_t counter_select;
	ib_net32_t reserved2;
	ib_net64_t xmit_data;
	ib_net64_t rcv_data;
	ib_net64_t xmit_pkts;
	ib_net64_t rcv_pkts;
	ib_net64_t unicast_xmit_pkts;
	ib_net64_t unicast_rcv_pkts;
	ib_net64_t multicast_xmit_pkts;
	ib_net64_t multicast_rcv_pkts;
};
#pragma pack(pop)

/** PortSamplesControl. */
typedef struct _ib_port_samples_control ib_port_samples_control_t;
#pragma pack(push, 1)
struct _ib_port_samples_control {
	uint8_t op_code;
	uint8_t port_select;
	uint8_t tick;
	uint8_t counter_width;
	ib_net32_t counter_mask;
	ib_net16_t counter_mask_10to14;
	uint8_t sample_mech;
	uint8_t sample_status;
	ib_net64_t option_mask;
	ib_net64_t vendor_mask;
	ib_net32_t sample_start;
	ib_net32_t sample_interval;
	ib_net16_t tag;
	ib_net16_t counter_select0;
	ib_net16_t counter_select1;
	ib_net16_t counter_select2;
	ib_net16_t counter_select3;
	ib_net16_t counter_select4;
	ib_net16_t counter_select5;
	ib_net16_t counter_select6;
	ib_net16_t counter_select7;
	ib_net16_t counter_select8;
	ib_net16_t counter_select9;
	ib_net16_t counter_select10;
	ib_net16_t counter_select11;
	ib_net16_t counter_select12;
	ib_net16_t counter_select13;
	ib_net16_t counter_select14;
};
#pragma pack(pop)

/** PortSamplesResult. */
typedef struct _ib_port_samples_result ib_port_samples_result_t;
#pragma pack(push, 1)
struct _ib_port_samples_result {
	ib_net16_t tag;
	ib_net16_t sample_status;
	ib_net32_t counter0;
	ib_net32_t counter1;
	ib_net32_t counter2;
	ib_net32_t counter3;
	ib_net32_t counter4;
	ib_net32_t counter5;
	ib_net32_t counter6;
	ib_net32_t counter7;
	ib_net32_t counter8;
	ib_net32_t counter9;
	ib_net32_t counter10;
	ib_net32_t counter11;
	ib_net32_t counter12;
	ib_net32_t counter13;
	ib_net32_t counter14;
};
#pragma pack(pop)

/** Data sent, by SL. */
typedef struct _ib_port_xmit_data_sl ib_port_xmit_data_sl_t;
#pragma pack(push, 1)
struct _ib_port_xmit_data_sl {
	uint8_t reserved;
	uint8_t port_select;
	ib_net16_t counter_select;
	ib_net32_t port_xmit_data_sl[16];
	uint8_t resv[124];
};
#pragma pack(pop)

/** Data received, by SL. */
typedef struct _ib_port_rcv_data_sl ib_port_rcv_data_sl_t;
#pragma pack(push, 1)
struct _ib_port_rcv_data_sl {
	uint8_t reserved;
	uint8_t port_select;
	ib_net16_t counter_select;
	ib_net32_t port_rcv_data_sl[16];
	uint8_t resv[124];
};
#pragma pack(pop)

/*
 * IBAL: attributes of device management.
 */

/** Datagrams of device management, and the name of its service as a number. */
#define DM_SVC_NAME          0x55eed5d3e0ac
#define IB_DM_DATA_SIZE      0xc0
#define IB_DM_CTRL_LIST_SIZE 0x80

/** Contents of a slot of an I/O unit. */
#define IOC_NOT_INSTALLED   0
#define IOC_INSTALLED       1
#define SLOT_DOES_NOT_EXIST 0xf

/**
 * Capabilities of a controller: send, RDMA read, RDMA write and atomics, to it (T) and from it (F).
 */
#define CTRL_OPS_CAP_ST 1
#define CTRL_OPS_CAP_SF 2
#define CTRL_OPS_CAP_RT 4
#define CTRL_OPS_CAP_RF 8
#define CTRL_OPS_CAP_WT 0x10
#define CTRL_OPS_CAP_WF 0x20
#define CTRL_OPS_CAP_AT 0x40
#define CTRL_OPS_CAP_AF 0x80

/** Names and services of a controller. */
#define MAX_NUM_SVC_ENTRIES    0xff
#define CTRL_ID_STRING_LEN     0x40
#define MAX_SVC_ENTRY_NAME_LEN 0x28
#define SVC_ENTRY_COUNT        4

/** A datagram of device management. */
typedef struct _ib_dm_mad ib_dm_mad_t;
#pragma pack(push, 1)
struct _ib_dm_mad {
	ib_mad_t hdr;
	uint8_t resv[40];
	uint8_t data[192];
};
#pragma pack(pop)

/** IOUnitInfo: which slots of an I/O unit have a controller. */
typedef struct _ib_iou_info ib_iou_info_t;
#pragma pack(push, 1)
struct _ib_iou_info {
	ib_net16_t change_id;
	uint8_t max_controllers;
	uint8_t diag_rom;
	uint8_t controller_list[128];
};
#pragma pack(pop)

/** IOControllerProfile. */
typedef struct _ib_ioc_profile ib_ioc_profile_t;
#pragma pack(push, 1)
struct _ib_ioc_profile {
	ib_net64_t ioc_guid;
	ib_net32_t vend_id;
	ib_net32_t dev_id;
	ib_net16_t dev_ver;
	ib_net16_t resv2;
	ib_net32_t subsys_vend_id;
	ib_net32_t subsys_id;
	ib_net16_t io_class;
	ib_net16_t io_subclass;
	ib_net16_t protocol;
	ib_net16_t protocol_ver;
	ib_net32_t resv3;
	ib_net16_t send_msg_depth;
	uint8_t resv4;
	uint8_t rdma_read_depth;
	ib_net32_t send_msg_size;
	ib_net32_t rdma_size;
	uint8_t ctrl_ops_cap;
	uint8_t resv5;
	uint8_t num_svc_entries;
	uint8_t resv6[9];
	char id_string[64];
};
#pragma pack(pop)

/** A service of an I/O controller. */
typedef struct _ib_svc_entry ib_svc_entry_t;
#pragma pack(push, 1)
struct _ib_svc_entry {
	char name[40];
	ib_net64_t id;
};
#pragma pack(pop)

/** ServiceEntries: four services. */
typedef struct _ib_svc_entries ib_svc_entries_t;
#pragma pack(push, 1)
struct _ib_svc_entries {
	ib_svc_entry_t service_entry[4];
};
#pragma pack(pop)

/** An I/O controller and its location. */
typedef struct _ib_ioc_info ib_ioc_info_t;
struct _ib_ioc_info {
	net64_t chassis_guid;     /**< GUID of the chassis. */
	uint8_t chassis_slot;     /**< Slot in it. */
	net64_t iou_guid;         /**< GUID of the I/O unit. */
	uint8_t iou_slot;         /**< Slot in it. */
	ib_ioc_profile_t profile; /**< The controller. */
};

/**
 * Vendor of a controller.
 *
 * p_ioc_profile: IOControllerProfile.
 *
 * Returns the vendor of a controller.
 */
static inline uint32_t ib_ioc_profile_get_vend_id(const ib_ioc_profile_t *p_ioc_profile)
{
	return (uint32_t)(INVERBS_NET32(p_ioc_profile->vend_id) >> 8);
}

/**
 * Set the vendor of a controller.
 *
 * p_ioc_profile (read and written): IOControllerProfile.
 * vend_id: Vendor.
 */
static inline void ib_ioc_profile_set_vend_id(ib_ioc_profile_t *p_ioc_profile, uint32_t vend_id)
{
	p_ioc_profile->vend_id = (ib_net32_t)INVERBS_NET32(
		(INVERBS_NET32(p_ioc_profile->vend_id) & 0xff) |
		((uint32_t)(vend_id & 0xffffff) << 8));
}

/**
 * Vendor of the board of a controller.
 *
 * p_ioc_profile: IOControllerProfile.
 *
 * Returns the vendor of the board of a controller.
 */
static inline uint32_t ib_ioc_profile_get_subsys_vend_id(const ib_ioc_profile_t *p_ioc_profile)
{
	return (uint32_t)(INVERBS_NET32(p_ioc_profile->subsys_vend_id) >> 8);
}

/**
 * Set the vendor of the board of a controller.
 *
 * p_ioc_profile (read and written): IOControllerProfile.
 * subsys_vend_id: Vendor.
 */
static inline void ib_ioc_profile_set_subsys_vend_id(ib_ioc_profile_t *p_ioc_profile,
						     uint32_t subsys_vend_id)
{
	p_ioc_profile->subsys_vend_id = (ib_net32_t)INVERBS_NET32(
		(INVERBS_NET32(p_ioc_profile->subsys_vend_id) & 0xff) |
		((uint32_t)(subsys_vend_id & 0xffffff) << 8));
}

/**
 * Whether an I/O unit can be diagnosed.
 *
 * p_iou_info: IOUnitInfo.
 *
 * Returns 1 if so, or 0.
 */
static inline uint8_t ib_iou_info_diag_dev_id(const ib_iou_info_t *p_iou_info)
{
	return (uint8_t)((p_iou_info->diag_rom >> 1) & 0x1);
}

/**
 * Whether an I/O unit has a ROM for booting.
 *
 * p_iou_info: IOUnitInfo.
 *
 * Returns 1 if so, or 0.
 */
static inline uint8_t ib_iou_info_option_rom(const ib_iou_info_t *p_iou_info)
{
	return (uint8_t)(p_iou_info->diag_rom & 0x1);
}

/**
 * Contents of a slot of an I/O unit, IOC_INSTALLED or the like.
 *
 * p_iou_info: IOUnitInfo.
 * slot: Slot, from 1.
 *
 * Returns the contents of a slot of an I/O unit, IOC_INSTALLED or the like.
 */
static inline uint8_t ioc_at_slot(const ib_iou_info_t *p_iou_info, uint8_t slot);

/**
 * Split an attribute modifier of ServiceEntries into its parts.
 *
 * slot_lo_hi: The modifier.
 * p_slot (written, may be NULL): Slot.
 * p_lo (written, may be NULL): First service.
 * p_hi (written, may be NULL): Last service.
 */
static inline void ib_dm_get_slot_lo_hi(ib_net32_t slot_lo_hi, uint8_t *p_slot, uint8_t *p_lo,
					uint8_t *p_hi);

/**
 * Build an attribute modifier of ServiceEntries.
 *
 * slot: Slot, from 1.
 * lo: First service.
 * hi: Last service.
 *
 * Returns the modifier, in network byte order.
 */
static inline net32_t ib_dm_set_slot_lo_hi(uint8_t slot, uint8_t lo, uint8_t hi);

/*
 * IBAL: attributes of congestion control.
 */

/** Datagrams of congestion control. */
#define IB_CC_LOG_DATA_SIZE        0x20
#define IB_CC_MGT_DATA_SIZE        0xc0
#define IB_CC_MAD_HDR_SIZE         0x20
#define IB_CC_PORT_MASK_DATA_SIZE  32
#define IB_CA_CONG_ENTRY_DATA_SIZE 16

/** A datagram of congestion control. */
typedef struct _ib_cc_mad ib_cc_mad_t;
#pragma pack(push, 1)
struct _ib_cc_mad {
	ib_mad_t header;
	ib_net64_t cc_key;
	uint8_t log_data[32];
	uint8_t mgt_data[192];
};
#pragma pack(pop)

/** CongestionInfo. */
typedef struct _ib_cong_info ib_cong_info_t;
#pragma pack(push, 1)
struct _ib_cong_info {
	uint8_t cong_info;
	uint8_t resv;
	uint8_t ctrl_table_cap;
};
#pragma pack(pop)

/** CongestionKeyInfo. */
typedef struct _ib_cong_key_info ib_cong_key_info_t;
#pragma pack(push, 1)
struct _ib_cong_key_info {
	ib_net64_t cc_key;
	ib_net16_t protect_bit;
	ib_net16_t lease_period;
	ib_net16_t violations;
};
#pragma pack(pop)

/** An entry of the log of a switch. */
typedef struct _ib_cong_log_event_sw ib_cong_log_event_sw_t;
#pragma pack(push, 1)
struct _ib_cong_log_event_sw {
	ib_net16_t slid;
	ib_net16_t dlid;
	ib_net32_t sl;
	ib_net32_t time_stamp;
};
#pragma pack(pop)

/** An entry of the log of a channel adapter. */
typedef struct _ib_cong_log_event_ca ib_cong_log_event_ca_t;
#pragma pack(push, 1)
struct _ib_cong_log_event_ca {
	ib_net32_t local_qp_resv0;
	ib_net32_t remote_qp_sl_service_type;
	ib_net16_t remote_lid;
	ib_net16_t resv1;
	ib_net32_t time_stamp;
};
#pragma pack(pop)

/** CongestionLog. */
typedef struct _ib_cong_log ib_cong_log_t;
#pragma pack(push, 1)
struct _ib_cong_log {
	uint8_t log_type;
	union {
		struct {
			uint8_t cong_flags;
			ib_net16_t event_counter;
			ib_net32_t time_stamp;
			uint8_t port_map[32];
			ib_cong_log_event_sw_t entry_list[15];
		} log_sw;
		struct {
			uint8_t cong_flags;
			ib_net16_t event_counter;
			ib_net16_t event_map;
			ib_net16_t resv;
			ib_net32_t time_stamp;
			ib_cong_log_event_ca_t log_event[13];
		} log_ca;
	} log_details;
};
#pragma pack(pop)

/** SwitchCongestionSetting. */
typedef struct _ib_sw_cong_setting ib_sw_cong_setting_t;
#pragma pack(push, 1)
struct _ib_sw_cong_setting {
	ib_net32_t control_map;
	uint8_t victim_mask[32];
	uint8_t credit_mask[32];
	uint8_t threshold_resv;
	uint8_t packet_size;
	ib_net16_t cs_threshold_resv;
	ib_net16_t cs_return_delay;
	ib_net16_t marking_rate;
};
#pragma pack(pop)

/** The settings of one port of a switch. */
typedef struct _ib_sw_port_cong_setting_element ib_sw_port_cong_setting_element_t;
#pragma pack(push, 1)
struct _ib_sw_port_cong_setting_element {
	uint8_t valid_ctrl_type_res_threshold;
	uint8_t packet_size;
	ib_net16_t cong_param;
};
#pragma pack(pop)

/** The settings of 32 ports. */
typedef ib_sw_port_cong_setting_element_t ib_sw_port_cong_setting_block_t[32];

/** SwitchPortCongestionSetting: a block of it. */
typedef struct _ib_sw_port_cong_setting ib_sw_port_cong_setting_t;
#pragma pack(push, 1)
struct _ib_sw_port_cong_setting {
	ib_sw_port_cong_setting_block_t block;
};
#pragma pack(pop)

/** The settings of one SL of a channel adapter. */
typedef struct _ib_ca_cong_entry ib_ca_cong_entry_t;
#pragma pack(push, 1)
struct _ib_ca_cong_entry {
	ib_net16_t ccti_timer;
	uint8_t ccti_increase;
	uint8_t trigger_threshold;
	uint8_t ccti_min;
	uint8_t resv0;
	ib_net16_t resv1;
};
#pragma pack(pop)

/** CACongestionSetting. */
typedef struct _ib_ca_cong_setting ib_ca_cong_setting_t;
#pragma pack(push, 1)
struct _ib_ca_cong_setting {
	ib_net16_t port_control;
	ib_net16_t control_map;
	ib_ca_cong_entry_t entry_list[16];
};
#pragma pack(pop)

/** An entry of a congestion control table. */
typedef struct _ib_cc_tbl_entry ib_cc_tbl_entry_t;
#pragma pack(push, 1)
struct _ib_cc_tbl_entry {
	ib_net16_t shift_multiplier;
};
#pragma pack(pop)

/** CongestionControlTable: a block of it. */
typedef struct _ib_cc_tbl ib_cc_tbl_t;
#pragma pack(push, 1)
struct _ib_cc_tbl {
	ib_net16_t ccti_limit;
	ib_net16_t resv;
	ib_cc_tbl_entry_t entry_list[64];
};
#pragma pack(pop)

/** TimeStamp. */
typedef struct _ib_time_stamp ib_time_stamp_t;
#pragma pack(push, 1)
struct _ib_time_stamp {
	ib_net32_t value;
};
#pragma pack(pop)

/**
 * Key in a datagram of congestion control.
 *
 * p_cc_mad: Datagram.
 *
 * Returns the key in a datagram of congestion control.
 */
static inline ib_net64_t ib_cc_mad_get_cc_key(const ib_cc_mad_t *p_cc_mad)
{
	return p_cc_mad->cc_key;
}

/**
 * Log of a datagram of congestion control.
 *
 * p_cc_mad: Datagram.
 *
 * Returns the log of a datagram of congestion control.
 */
static inline void *ib_cc_mad_get_log_data_ptr(const ib_cc_mad_t *p_cc_mad);

/**
 * Data of a datagram of congestion control.
 *
 * p_cc_mad: Datagram.
 *
 * Returns the data of a datagram of congestion control.
 */
static inline void *ib_cc_mad_get_mgt_data_ptr(const ib_cc_mad_t *p_cc_mad);

/*
 * IBAL: numbers and private data of connection managers.
 */

/** Versions of the management class. */
#define IB_MCLASS_CM_VER_2 2
#define IB_MCLASS_CM_VER_1 1

/** Bytes of private data in each message. */
#define IB_REQ_PDATA_SIZE      0x5c
#define IB_MRA_PDATA_SIZE      0xde
#define IB_REJ_PDATA_SIZE      0x94
#define IB_REP_PDATA_SIZE      0xc4
#define IB_RTU_PDATA_SIZE      0xe0
#define IB_LAP_PDATA_SIZE      0xa8
#define IB_APR_PDATA_SIZE      0x94
#define IB_DREQ_PDATA_SIZE     0xdc
#define IB_DREP_PDATA_SIZE     0xe0
#define IB_SIDR_REQ_PDATA_SIZE 0xd8
#define IB_SIDR_REP_PDATA_SIZE 0x88
#define IB_ARI_SIZE            0x48
#define IB_APR_INFO_SIZE       0x48

/** Reasons for rejecting a request or reply. */
#define IB_REJ_INSUF_QP              INVERBS_NET16(1)
#define IB_REJ_INSUF_EEC             INVERBS_NET16(2)
#define IB_REJ_INSUF_RESOURCES       INVERBS_NET16(3)
#define IB_REJ_TIMEOUT               INVERBS_NET16(4)
#define IB_REJ_UNSUPPORTED           INVERBS_NET16(5)
#define IB_REJ_INVALID_COMM_ID       INVERBS_NET16(6)
#define IB_REJ_INVALID_COMM_INSTANCE INVERBS_NET16(7)
/** There is no listener for the service id. */
#define IB_REJ_INVALID_SID               INVERBS_NET16(8)
#define IB_REJ_INVALID_XPORT             INVERBS_NET16(9)
#define IB_REJ_STALE_CONN                INVERBS_NET16(0xa)
#define IB_REJ_RDC_NOT_EXIST             INVERBS_NET16(0xb)
#define IB_REJ_INVALID_GID               INVERBS_NET16(0xc)
#define IB_REJ_INVALID_LID               INVERBS_NET16(0xd)
#define IB_REJ_INVALID_SL                INVERBS_NET16(0xe)
#define IB_REJ_INVALID_TRAFFIC_CLASS     INVERBS_NET16(0xf)
#define IB_REJ_INVALID_HOP_LIMIT         INVERBS_NET16(0x10)
#define IB_REJ_INVALID_PKT_RATE          INVERBS_NET16(0x11)
#define IB_REJ_INVALID_ALT_GID           INVERBS_NET16(0x12)
#define IB_REJ_INVALID_ALT_LID           INVERBS_NET16(0x13)
#define IB_REJ_INVALID_ALT_SL            INVERBS_NET16(0x14)
#define IB_REJ_INVALID_ALT_TRAFFIC_CLASS INVERBS_NET16(0x15)
#define IB_REJ_INVALID_ALT_HOP_LIMIT     INVERBS_NET16(0x16)
#define IB_REJ_INVALID_ALT_PKT_RATE      INVERBS_NET16(0x17)
#define IB_REJ_PORT_REDIRECT             INVERBS_NET16(0x18)
#define IB_REJ_INVALID_MTU               INVERBS_NET16(0x1a)
#define IB_REJ_INSUFFICIENT_RESP_RES     INVERBS_NET16(0x1b)
/** The private data has the reason. */
#define IB_REJ_USER_DEFINED            INVERBS_NET16(0x1c)
#define IB_REJ_INVALID_RNR_RETRY       INVERBS_NET16(0x1d)
#define IB_REJ_DUPLICATE_LOCAL_COMM_ID INVERBS_NET16(0x1e)
#define IB_REJ_INVALID_CLASS_VER       INVERBS_NET16(0x1f)
#define IB_REJ_INVALID_FLOW_LBL        INVERBS_NET16(0x20)
#define IB_REJ_INVALID_ALT_FLOW_LBL    INVERBS_NET16(0x21)
#define IB_REJ_SERVICE_HANDOFF         INVERBS_NET16(0xffff)

/** Results of loading an alternate path. */
#define IB_AP_SUCCESS           0
#define IB_AP_INVALID_COMM_ID   1
#define IB_AP_UNSUPPORTED       2
#define IB_AP_REJECT            3
#define IB_AP_REDIRECT          4
#define IB_AP_IS_CURRENT        5
#define IB_AP_INVALID_QPN       6
#define IB_AP_INVALID_LID       7
#define IB_AP_INVALID_GID       8
#define IB_AP_INVALID_FLOW_LBL  9
#define IB_AP_INVALID_TCLASS    0xa
#define IB_AP_INVALID_HOP_LIMIT 0xb
#define IB_AP_INVALID_PKT_RATE  0xc
#define IB_AP_INVALID_SL        0xd

/** Capabilities of the management class. */
#define IB_CM_RELIABLE_CONN_CAPABLE   INVERBS_NET16(9)
#define IB_CM_RELIABLE_DGRM_CAPABLE   INVERBS_NET16(0xa)
#define IB_CM_RDGRM_CAPABLE           INVERBS_NET16(0xb)
#define IB_CM_UNRELIABLE_CONN_CAPABLE INVERBS_NET16(0xc)
#define IB_CM_SIDR_CAPABLE            INVERBS_NET16(0xd)

/** Results of service resolution. */
#define IB_SIDR_SUCCESS         0
#define IB_SIDR_UNSUPPORTED     1
#define IB_SIDR_REJECT          2
#define IB_SIDR_NO_QP           3
#define IB_SIDR_REDIRECT        4
#define IB_SIDR_UNSUPPORTED_VER 5

/** Service ids and private data of the connection manager for IP addresses. */
#define IB_REQ_CM_RDMA_SID_PREFIX      0x100000000
#define IB_REQ_CM_RDMA_SID_PREFIX_MASK 0xffffffffff
#define IB_REQ_CM_RDMA_PDATA_SIZE      0x38
#define IB_REQ_CM_RDMA_MAJOR_VERSION   0
#define IB_REQ_CM_RDMA_MINOR_VERSION   0
#define IB_REQ_CM_RDMA_VERSION         0
#define IB_REQ_CM_RDMA_IPV4            0x40
#define IB_REQ_CM_RDMA_IPV6            0x60
#define IB_REQ_CM_RDMA_CMP_SRC_PORT    1
#define IB_REQ_CM_RDMA_CMP_SRC_IP      2
#define IB_REQ_CM_RDMA_CMP_DST_IP      4

/** One of IB_REJ_*. */
typedef ib_net16_t ib_rej_status_t;

/** One of IB_AP_*. */
typedef uint8_t ib_apr_status_t;

/** One of IB_SIDR_*. */
typedef uint8_t ib_sidr_status_t;

/** Private data of a request by the connection manager for IP addresses. */
typedef struct _ib_cm_rdma_req ib_cm_rdma_req_t;
#pragma pack(push, 1)
struct _ib_cm_rdma_req {
	uint8_t maj_min_ver;
	uint8_t ipv;
	net16_t src_port;
	net32_t src_ip_addr[4];
	net32_t dst_ip_addr[4];
	uint8_t pdata[56];
};
#pragma pack(pop)

/** Private data of a REQ. */
typedef union _ib_req_pdata ib_req_pdata_t;
union _ib_req_pdata {
	uint8_t data[92]; /**< Its bytes. */
};

/** Private data of a REP. */
typedef union _ib_rep_pdata ib_rep_pdata_t;
union _ib_rep_pdata {
	uint8_t data[196]; /**< Its bytes. */
};

/** Private data of an RTU. */
typedef union _ib_rtu_pdata ib_rtu_pdata_t;
union _ib_rtu_pdata {
	uint8_t data[224]; /**< Its bytes. */
};

/** Private data of a REJ. */
typedef union _ib_rej_pdata ib_rej_pdata_t;
union _ib_rej_pdata {
	uint8_t data[148]; /**< Its bytes. */
};

/** Private data of an MRA. */
typedef union _ib_mra_pdata ib_mra_pdata_t;
union _ib_mra_pdata {
	uint8_t data[222]; /**< Its bytes. */
};

/** Private data of a LAP. */
typedef union _ib_lap_pdata ib_lap_pdata_t;
union _ib_lap_pdata {
	uint8_t data[168]; /**< Its bytes. */
};

/** Private data of an APR. */
typedef union _ib_apr_pdata ib_apr_pdata_t;
union _ib_apr_pdata {
	uint8_t data[148]; /**< Its bytes. */
};

/** Private data of a DREQ. */
typedef union _ib_dreq_pdata ib_dreq_pdata_t;
union _ib_dreq_pdata {
	uint8_t data[220]; /**< Its bytes. */
};

/** Private data of a DREP. */
typedef union _ib_drep_pdata ib_drep_pdata_t;
union _ib_drep_pdata {
	uint8_t data[224]; /**< Its bytes. */
};

/** Private data of a SIDR_REQ. */
typedef union _ib_sidr_req_pdata ib_sidr_req_pdata_t;
union _ib_sidr_req_pdata {
	uint8_t data[216]; /**< Its bytes. */
};

/** Private data of a SIDR_REP. */
typedef union _ib_sidr_rep_pdata ib_sidr_rep_pdata_t;
union _ib_sidr_rep_pdata {
	uint8_t data[136]; /**< Its bytes. */
};

/** Additional rejection information: what would have been accepted. */
typedef struct _ib_ari ib_ari_t;
struct _ib_ari {
	uint8_t data[72]; /**< Its bytes. */
};

/** Additional information of an APR. */
typedef struct _ib_apr_info ib_apr_info_t;
struct _ib_apr_info {
	uint8_t data[72]; /**< Its bytes. */
};

/**
 * Whether a service id, in network byte order, is one of the connection manager for IP addresses.
 *
 * sid: Service id.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_cm_is_rdma_cm_sid(uint64_t sid);

/**
 * Service id of a port of an IP protocol.
 *
 * protocol: IP protocol.
 * port: Port, in network byte order.
 *
 * Returns the service id of a port of an IP protocol.
 */
static inline net64_t ib_cm_rdma_cm_sid(uint8_t protocol, net16_t port);

/**
 * Service id of a port of an IP protocol.
 *
 * protocol: IP protocol.
 * port: Port, in network byte order.
 *
 * Returns the service id of a port of an IP protocol.
 */
static inline net64_t ib_cm_rdma_sid(uint8_t protocol, net16_t port);

/**
 * Port of such a service id.
 *
 * sid: Service id.
 *
 * Returns the port of such a service id.
 */
static inline net16_t ib_cm_rdma_sid_port(net64_t sid);

/**
 * IP protocol of such a service id.
 *
 * sid: Service id.
 *
 * Returns the IP protocol of such a service id.
 */
static inline uint8_t ib_cm_rdma_sid_protocol(net64_t sid);

/**
 * Whether private data is that of the connection manager for IP addresses, in a version that is
 * known.
 *
 * p_rdma_req: Private data.
 *
 * Returns TRUE if so.
 */
static inline boolean_t ib_cm_is_rdma_cm_req_valid(ib_cm_rdma_req_t *p_rdma_req);

/*
 * IBAL: channel adapters and their ports.
 */

/** Types of port initialization. */
#define IB_INIT_TYPE_NO_LOAD            0x01
#define IB_INIT_TYPE_PRESERVE_CONTENT   0x02
#define IB_INIT_TYPE_PRESERVE_PRESENCE  0x04
#define IB_INIT_TYPE_DO_NOT_RESUSCITATE 0x08

/** What ib_modify_ca() changes. */
#define IB_CA_MOD_IS_CM_SUPPORTED                0x00000001
#define IB_CA_MOD_IS_SNMP_SUPPORTED              0x00000002
#define IB_CA_MOD_IS_DEV_MGMT_SUPPORTED          0x00000004
#define IB_CA_MOD_IS_VEND_SUPPORTED              0x00000008
#define IB_CA_MOD_IS_SM                          0x00000010
#define IB_CA_MOD_IS_SM_DISABLED                 0x00000020
#define IB_CA_MOD_QKEY_CTR                       0x00000040
#define IB_CA_MOD_PKEY_CTR                       0x00000080
#define IB_CA_MOD_IS_NOTICE_SUPPORTED            0x00000100
#define IB_CA_MOD_IS_TRAP_SUPPORTED              0x00000200
#define IB_CA_MOD_IS_APM_SUPPORTED               0x00000400
#define IB_CA_MOD_IS_SLMAP_SUPPORTED             0x00000800
#define IB_CA_MOD_IS_PKEY_NVRAM_SUPPORTED        0x00001000
#define IB_CA_MOD_IS_MKEY_NVRAM_SUPPORTED        0x00002000
#define IB_CA_MOD_IS_SYSGUID_SUPPORTED           0x00004000
#define IB_CA_MOD_IS_DR_NOTICE_SUPPORTED         0x00008000
#define IB_CA_MOD_IS_BOOT_MGMT_SUPPORTED         0x00010000
#define IB_CA_MOD_IS_CAPM_NOTICE_SUPPORTED       0x00020000
#define IB_CA_MOD_IS_REINIT_SUPORTED             0x00040000
#define IB_CA_MOD_IS_LEDINFO_SUPPORTED           0x00080000
#define IB_CA_MOD_SHUTDOWN_PORT                  0x00100000
#define IB_CA_MOD_INIT_TYPE_VALUE                0x00200000
#define IB_CA_MOD_SYSTEM_IMAGE_GUID              0x00400000
#define IB_CA_MOD_IS_CLIENT_REREGISTER_SUPPORTED 0x00800000
#define IB_CA_MOD_RESERVED_MASK                  0xff000000

/** Network type of a port. */
enum rdma_transport_type {
	RDMA_TRANSPORT_IB = 0,     /**< InfiniBand. */
	RDMA_TRANSPORT_IWARP = 1,  /**< iWARP. */
	RDMA_TRANSPORT_RDMAOE = 2, /**< RoCE. */
};

/** Asynchronous events of adapters, queue pairs and completion queues. */
typedef enum _ib_async_event_t {
	IB_AE_SQ_ERROR = 1,   /**< The send queue of a queue pair failed. */
	IB_AE_SQ_DRAINED = 2, /**< A send queue in the state SQD is empty. */
	IB_AE_RQ_ERROR = 3,   /**< The receive queue of a queue pair failed. */
	IB_AE_CQ_ERROR = 4,   /**< A completion queue failed or overflowed. */
	/** A queue pair failed and generates no more completions. */
	IB_AE_QP_FATAL = 5,
	/** The first message of the peer arrived on a queue pair in RTR. */
	IB_AE_QP_COMM = 6,
	IB_AE_QP_APM = 7,      /**< A queue pair migrated to its alternate path. */
	IB_AE_LOCAL_FATAL = 8, /**< The adapter failed. */
	/** A P_Key that the port does not have arrived; the subnet manager was notified. */
	IB_AE_PKEY_TRAP = 9,
	/** A wrong Q_Key arrived; the subnet manager was notified. */
	IB_AE_QKEY_TRAP = 10,
	/** A wrong M_Key arrived; the subnet manager was notified. */
	IB_AE_MKEY_TRAP = 11,
	/** The state of a port changed; the subnet manager was notified. */
	IB_AE_PORT_TRAP = 12,
	/** The GUID of the system image changed; the subnet manager was notified. */
	IB_AE_SYSIMG_GUID_TRAP = 13,
	/** Buffer overruns of a port exceeded their threshold. */
	IB_AE_BUF_OVERRUN = 14,
	IB_AE_LINK_INTEGRITY = 15,  /**< Errors of a link exceeded their threshold. */
	IB_AE_FLOW_CTRL_ERROR = 16, /**< No flow control packets arrived for too long. */
	IB_AE_BKEY_TRAP = 17,       /**< A wrong B_Key arrived. */
	/** A queue pair could not migrate to its alternate path. */
	IB_AE_QP_APM_ERROR = 18,
	/** A queue pair received a request that it cannot execute. */
	IB_AE_WQ_REQ_ERROR = 19,
	/** A queue pair received a request without the access right. */
	IB_AE_WQ_ACCESS_ERROR = 20,
	IB_AE_PORT_ACTIVE = 21, /**< A port became active. */
	IB_AE_PORT_DOWN = 22,   /**< A port went down. */
	/** The subnet manager requests all registrations again. */
	IB_AE_CLIENT_REREGISTER = 23,
	/** A shared receive queue has fewer requests than its limit. */
	IB_AE_SRQ_LIMIT_REACHED = 24,
	IB_AE_SRQ_CATAS_ERROR = 25, /**< A shared receive queue failed. */
	/** A queue pair in error has taken its last request of a shared receive queue. */
	IB_AE_SRQ_QP_LAST_WQE_REACHED = 26,
	IB_AE_RESET_DRIVER = 27, /**< The driver is about to reset the adapter. */
	IB_AE_RESET_CLIENT = 28, /**< Clients have to stop using the adapter. */
	IB_AE_RESET_END = 29,    /**< The adapter was reset. */
	IB_AE_RESET_FAILED = 30, /**< The adapter could not be reset. */
	IB_AE_LID_CHANGE = 31,   /**< The LID of a port changed. */
	IB_AE_PKEY_CHANGE = 32,  /**< The P_Keys of a port changed. */
	IB_AE_SM_CHANGE = 33,    /**< Another subnet manager is in charge of a port. */
	IB_AE_GID_CHANGE = 34,   /**< The GIDs of a port changed. */
	IB_AE_RESET_4_RMV = 35,  /**< The adapter is being removed. */
	IB_AE_CQ_OVERFLOW = 36,  /**< A completion queue overflowed. */
	IB_AE_UNKNOWN = 37,      /**< First number that is not an event. */
} ib_async_event_t;

/** Scope of the atomic operations of an adapter. */
typedef enum _ib_atomic_t {
	IB_ATOMIC_NONE = 0,   /**< None. */
	IB_ATOMIC_LOCAL = 1,  /**< Atomic among requests to this adapter. */
	IB_ATOMIC_GLOBAL = 2, /**< Atomic with respect to the whole machine. */
} ib_atomic_t;

/** Bits IB_INIT_TYPE_*: how a port is to be initialized. */
typedef uint8_t ib_init_type_t;

/** Bits IB_CA_MOD_*. */
typedef uint32_t ib_ca_mod_t;

/** An open channel adapter, from ib_open_ca() to ib_close_ca(). */
typedef struct _ib_ca *ib_ca_handle_t;

/** A protection domain. */
typedef struct _ib_pd *ib_pd_handle_t;

/** A memory region. */
typedef struct _ib_mr *ib_mr_handle_t;

/** A memory window. */
typedef struct _ib_mw *ib_mw_handle_t;

/** A queue pair. */
typedef struct _ib_qp *ib_qp_handle_t;

/** A shared receive queue. */
typedef struct _ib_srq *ib_srq_handle_t;

/** A completion queue. */
typedef struct _ib_cq *ib_cq_handle_t;

/** An address vector. */
typedef struct _ib_av *ib_av_handle_t;

/** A multicast group that was joined. */
typedef struct _ib_mcast *ib_mcast_handle_t;

/** A fast memory region; for kernel code only. */
typedef struct _mlnx_fmr *mlnx_fmr_handle_t;

/** A pool of fast memory regions; for kernel code only. */
typedef struct _mlnx_fmr_pool *mlnx_fmr_pool_handle_t;

/** A region of a pool of fast memory regions; for kernel code only. */
typedef struct _mlnx_fmr_pool_el *mlnx_fmr_pool_el_t;

/** An asynchronous event between driver and layer. */
typedef struct _ib_event_rec ib_event_rec_t;
struct _ib_event_rec {
	void *context;            /**< Context of the object. */
	ib_async_event_t type;    /**< What happened. */
	uint64_t vendor_specific; /**< Vendor-specific number. */
	uint8_t port_number;      /**< Port. */
};

/** Capabilities of a port; one member for each bit of PortInfo. */
typedef struct _ib_port_cap ib_port_cap_t;
struct _ib_port_cap {
	boolean_t cm;                   /**< Has a connection manager. */
	boolean_t snmp;                 /**< Can be managed by SNMP. */
	boolean_t dev_mgmt;             /**< Is an I/O unit. */
	boolean_t vend;                 /**< Has management classes of its vendor. */
	boolean_t sm;                   /**< A subnet manager is on it. */
	boolean_t sm_disable;           /**< Its subnet manager is disabled. */
	boolean_t qkey_ctr;             /**< Counts violations of Q_Keys. */
	boolean_t pkey_ctr;             /**< Counts violations of P_Keys. */
	boolean_t notice;               /**< Keeps notices. */
	boolean_t trap;                 /**< Sends traps. */
	boolean_t apm;                  /**< Automatic path migration. */
	boolean_t slmap;                /**< Table from SL to VL. */
	boolean_t pkey_nvram;           /**< Stores its P_Keys in nonvolatile memory. */
	boolean_t mkey_nvram;           /**< Stores its M_Key in nonvolatile memory. */
	boolean_t sysguid;              /**< Has a GUID of the system image. */
	boolean_t dr_notice;            /**< Notices with directed routes. */
	boolean_t boot_mgmt;            /**< Boot management. */
	boolean_t capm_notice;          /**< Reports changes of its capabilities. */
	boolean_t reinit;               /**< Supports several initialization types. */
	boolean_t ledinfo;              /**< Has an LED that can be controlled. */
	boolean_t port_active;          /**< Reports when it becomes active. */
	boolean_t ipd;                  /**< Can insert delays between packets. */
	boolean_t pkey_switch_ext_port; /**< External ports of the switch check P_Keys. */
	boolean_t bm;                   /**< Baseboard management. */
	boolean_t link_rtl;             /**< Measures the round trip of its link. */
	boolean_t client_reregister;    /**< Supports client reregistration. */
};

/** Values that ib_modify_ca() sets, as selected by its mask. */
typedef struct _ib_port_attr_mod ib_port_attr_mod_t;
struct _ib_port_attr_mod {
	ib_port_cap_t cap;            /**< Capability bits to be set or cleared. */
	uint16_t pkey_ctr;            /**< Violations of P_Keys. */
	uint16_t qkey_ctr;            /**< Violations of Q_Keys. */
	ib_init_type_t init_type;     /**< How it is to be initialized. */
	ib_net64_t system_image_guid; /**< GUID of the system image. */
};

/** A port of an adapter. */
typedef struct _ib_port_attr ib_port_attr_t;
struct _ib_port_attr {
	ib_net64_t port_guid;               /**< GUID of the port. */
	uint8_t port_num;                   /**< Number of the port, from 1. */
	uint8_t mtu;                        /**< Largest packet that it accepts, IB_MTU_LEN_*. */
	enum rdma_transport_type transport; /**< InfiniBand, iWARP or RoCE. */
	uint64_t max_msg_size;              /**< Longest message in bytes. */
	ib_net16_t lid;                     /**< LID. */
	uint8_t lmc;                        /**< Number of low LID bits that the port ignores. */
	uint8_t active_width;               /**< Lanes in use. */
	uint16_t max_vls;                   /**< Virtual lanes for data. */
	ib_net16_t sm_lid;                  /**< LID of the subnet manager. */
	uint8_t sm_sl;                      /**< Service level to it. */
	uint8_t link_state;                 /**< IB_LINK_*. */
	ib_init_type_t init_type_reply;     /**< How it was initialized. */
	/** Maximum time through the subnet; 4.096 us * 2^value. */
	uint8_t subnet_timeout;
	uint8_t active_speed; /**< Speed of a lane, IB_LINK_SPEED_ACTIVE_*. */
	uint8_t phys_state;   /**< State of the physical link. */
	/** Extended speed of a lane, IB_LINK_SPEED_EXT_ACTIVE_*. */
	uint8_t ext_active_speed;
	uint8_t link_encoding;    /**< Whether the link uses 64b/66b encoding. */
	ib_port_cap_t cap;        /**< Capabilities. */
	uint16_t pkey_ctr;        /**< Violations of P_Keys. */
	uint16_t qkey_ctr;        /**< Violations of Q_Keys. */
	uint16_t num_gids;        /**< GIDs in the table. */
	uint16_t num_pkeys;       /**< P_Keys in the table. */
	ib_gid_t *p_gid_table;    /**< GIDs. */
	ib_net16_t *p_pkey_table; /**< P_Keys. */
};

/** A channel adapter. Its tables follow it in the same buffer. */
typedef struct _ib_ca_attr ib_ca_attr_t;
struct _ib_ca_attr {
	ib_net64_t ca_guid;        /**< GUID of the adapter. */
	uint32_t vend_id;          /**< Vendor. */
	uint16_t dev_id;           /**< Device. */
	uint16_t revision;         /**< Hardware revision. */
	uint64_t fw_ver;           /**< Version of the firmware. */
	uint32_t size;             /**< Bytes of the structure and its tables. */
	uint32_t max_qps;          /**< Queue pairs. */
	uint32_t max_wrs;          /**< Requests in a work queue. */
	uint32_t max_sges;         /**< SGEs of a request. */
	uint32_t max_rd_sges;      /**< SGEs of a request of a reliable datagram. */
	uint32_t max_cqs;          /**< Completion queues. */
	uint32_t max_cqes;         /**< CQEs of a completion queue. */
	uint32_t max_pds;          /**< Protection domains. */
	uint32_t init_regions;     /**< Memory regions. */
	uint64_t init_region_size; /**< Bytes of a memory region. */
	uint32_t init_windows;     /**< Memory windows. */
	uint64_t max_addr_handles; /**< Address vectors. */
	uint32_t max_partitions;   /**< P_Keys of a port. */
	ib_atomic_t atomicity;     /**< Atomic operations. */
	/** RDMA reads and atomics that a queue pair accepts concurrently. */
	uint8_t max_qp_resp_res;
	uint8_t max_resp_res; /**< The same for the adapter. */
	/** RDMA reads and atomics that a queue pair may have outstanding. */
	uint8_t max_qp_init_depth;
	uint32_t max_ipv6_qps;               /**< Raw queue pairs for IPv6. */
	uint32_t max_ether_qps;              /**< Raw queue pairs for Ethernet. */
	uint32_t max_mcast_grps;             /**< Multicast groups. */
	uint32_t max_mcast_qps;              /**< Queue pairs in multicast groups. */
	uint32_t max_qps_per_mcast_grp;      /**< Queue pairs in one group. */
	uint32_t max_fmr;                    /**< Fast memory regions. */
	uint32_t max_map_per_fmr;            /**< Mappings of one of them. */
	uint32_t max_srq;                    /**< Shared receive queues. */
	uint32_t max_srq_wrs;                /**< Requests in one of them. */
	uint32_t max_srq_sges;               /**< SGEs of such a request. */
	uint32_t bf_reg_size;                /**< Bytes of a BlueFlame register. */
	uint32_t bf_regs_per_page;           /**< BlueFlame registers in a page. */
	uint32_t max_sq_desc_sz;             /**< Bytes of a send descriptor. */
	uint8_t local_ack_delay;             /**< Time to an acknowledgement; 4.096 us * 2^value. */
	boolean_t bad_pkey_ctr_support;      /**< Counts violations of P_Keys. */
	boolean_t bad_qkey_ctr_support;      /**< Counts violations of Q_Keys. */
	boolean_t raw_mcast_support;         /**< Raw multicast. */
	boolean_t apm_support;               /**< Automatic path migration. */
	boolean_t av_port_check;             /**< Checks the port of address vectors. */
	boolean_t change_primary_port;       /**< Can move a queue pair to another port. */
	boolean_t modify_wr_depth;           /**< Can resize work queues. */
	boolean_t modify_srq_depth;          /**< Can resize shared receive queues. */
	boolean_t current_qp_state_support;  /**< Supports the current state in a state change. */
	boolean_t shutdown_port_capability;  /**< Can shut down a port. */
	boolean_t init_type_support;         /**< Supports several initialization types. */
	boolean_t port_active_event_support; /**< Reports when a port becomes active. */
	boolean_t system_image_guid_support; /**< Has a GUID of the system image. */
	boolean_t hw_agents;                 /**< Management agents are in hardware. */
	boolean_t ipoib_csum;                /**< Computes checksums of IP. */
	ib_net64_t system_image_guid;        /**< GUID of the system image. */
	uint32_t num_page_sizes;             /**< Entries of p_page_size. */
	uint8_t num_ports;                   /**< Entries of p_port_attr. */
	uint32_t *p_page_size;               /**< Sizes of pages that it can map. */
	ib_port_attr_t *p_port_attr;         /**< Its ports. */
};

/** A call to the driver of an adapter, for ib_ci_call(). */
typedef struct _ib_ci_op ib_ci_op_t;
struct _ib_ci_op {
	uint32_t command;       /**< What to do, a number of the driver. */
	uint32_t buf_size;      /**< Bytes of p_buf. */
	uint32_t buf_info;      /**< A word for the driver. */
	int32_t status;         /**< How it ended, a number of the driver. */
	void *p_buf;            /**< Data in and out. */
	uint32_t num_bytes_ret; /**< Bytes returned. */
};

/*
 * IBAL: queue pairs, and what belongs to them.
 */

/** Rights. */
#define IB_AC_RDMA_READ    0x00000001 /**< RDMA reads of the other side. */
#define IB_AC_RDMA_WRITE   0x00000002 /**< RDMA writes of the other side. */
#define IB_AC_ATOMIC       0x00000004 /**< Atomics of the other side. */
#define IB_AC_LOCAL_WRITE  0x00000008 /**< Writes of this side. */
#define IB_AC_MW_BIND      0x00000010 /**< Windows may be bound to the region. */
#define IB_AC_NOT_CACHABLE 0x80000000 /**< The memory is not cached. */

/** States of a queue pair. Substates of SQD are additional bits. */
#define IB_QPS_RESET        0x00000001
#define IB_QPS_INIT         0x00000002
#define IB_QPS_RTR          0x00000004
#define IB_QPS_RTS          0x00000008
#define IB_QPS_SQD          0x00000010
#define IB_QPS_SQD_DRAINING 0x00000030 /**< SQD, and the send queue still has requests. */
#define IB_QPS_SQD_DRAINED  0x00000050 /**< SQD, and the send queue is empty. */
#define IB_QPS_SQERR        0x00000080
#define IB_QPS_ERROR        0x00000100
#define IB_QPS_TIME_WAIT    0xdead0000 /**< Disconnected recently. */

/** Optional members of a change of state. */
#define IB_MOD_QP_ALTERNATE_AV      0x00000001
#define IB_MOD_QP_PKEY              0x00000002
#define IB_MOD_QP_APM_STATE         0x00000004
#define IB_MOD_QP_PRIMARY_AV        0x00000008
#define IB_MOD_QP_RNR_NAK_TIMEOUT   0x00000010
#define IB_MOD_QP_RESP_RES          0x00000020
#define IB_MOD_QP_INIT_DEPTH        0x00000040
#define IB_MOD_QP_PRIMARY_PORT      0x00000080
#define IB_MOD_QP_ACCESS_CTRL       0x00000100
#define IB_MOD_QP_QKEY              0x00000200
#define IB_MOD_QP_SQ_DEPTH          0x00000400
#define IB_MOD_QP_RQ_DEPTH          0x00000800
#define IB_MOD_QP_CURRENT_STATE     0x00001000
#define IB_MOD_QP_RETRY_CNT         0x00002000
#define IB_MOD_QP_LOCAL_ACK_TIMEOUT 0x00004000
#define IB_MOD_QP_RNR_RETRY_CNT     0x00008000
#define IB_MOD_QP_GENERATE_PRIO_TAG 0x00010000

/** Types of protection domains. */
typedef enum _ib_pd_type {
	IB_PDT_NORMAL = 0, /**< For queue pairs of all types. */
	IB_PDT_ALIAS = 1,  /**< For aliases of special queue pairs; exists in the layer only. */
	IB_PDT_SQP = 2,    /**< For special queue pairs. */
	IB_PDT_UD = 3,     /**< For unreliable datagrams. */
} ib_pd_type_t;

/** Types of queue pairs. */
typedef enum _ib_qp_type {
	IB_QPT_RELIABLE_CONN = 0,   /**< Reliable connection. */
	IB_QPT_UNRELIABLE_CONN = 1, /**< Unreliable connection. */
	IB_QPT_RELIABLE_DGRM = 2,   /**< Reliable datagram. */
	IB_QPT_UNRELIABLE_DGRM = 3, /**< Unreliable datagram. */
	IB_QPT_QP0 = 4,             /**< Queue pair 0 of a port, for subnet management. */
	IB_QPT_QP1 = 5,             /**< Queue pair 1 of a port, for general management. */
	IB_QPT_RAW_IPV6 = 6,        /**< Raw packets with an IPv6 header. */
	IB_QPT_RAW_ETHER = 7,       /**< Raw packets with an Ethernet type. */
	/** Unreliable datagram with services for management datagrams. */
	IB_QPT_MAD = 8,
	IB_QPT_QP0_ALIAS = 9,  /**< Shared use of queue pair 0. */
	IB_QPT_QP1_ALIAS = 10, /**< Shared use of queue pair 1. */
	IB_QPT_UNKNOWN = 11,   /**< First number that is not a type. */
} ib_qp_type_t;

/** States of automatic path migration. */
typedef enum _ib_apm_state {
	IB_APM_MIGRATED = 1, /**< The queue pair uses the path last loaded; none is armed. */
	IB_APM_REARM = 2,    /**< The alternate path is being armed. */
	IB_APM_ARMED = 3,    /**< The alternate path is ready. */
} ib_apm_state_t;

/** Members of ib_srq_attr_t that ib_modify_srq() changes. */
typedef enum _ib_srq_attr_mask {
	IB_SRQ_MAX_WR = 1, /**< max_wr. */
	IB_SRQ_LIMIT = 2,  /**< srq_limit. */
} ib_srq_attr_mask_t;

/** Guarantees that a program gives for its queue pair. */
typedef enum _ib_qp_create_flags {
	/** The program alone serializes posts to the send queue. */
	IB_QP_CREATE_FLAG_SQ_ACCESS_CLIENT_SYNC = 1,
	/** The program alone serializes posts to the receive queue. */
	IB_QP_CREATE_FLAG_RQ_ACCESS_CLIENT_SYNC = 2,
	/** The program never posts more than fits. */
	IB_QP_CREATE_FLAG_NO_WQ_OVERFLOW_BY_CLIENT = 4,
} ib_qp_create_flags_t;

/** Bits IB_AC_*: access rights to a region or window, or through a queue pair. */
typedef uint32_t ib_access_t;

/** One of IB_QPS_*. */
typedef uint32_t ib_qp_state_t;

/** Bits IB_MOD_QP_*: valid optional members of a change of state. */
typedef uint32_t ib_qp_opts_t;

/** An address vector: the path to another port. */
typedef struct _ib_av_attr ib_av_attr_t;
struct _ib_av_attr {
	uint8_t port_num;    /**< Number of the port, from 1. */
	uint8_t sl;          /**< Service level. */
	ib_net16_t dlid;     /**< LID of the destination. */
	boolean_t grh_valid; /**< TRUE if there is a global route header. */
	ib_grh_t grh;        /**< Global route header. */
	uint8_t static_rate; /**< Rate limit, IB_PATH_RECORD_RATE_*. */
	uint8_t path_bits;   /**< Low bits of the local LID. */
	/** For connected queue pairs only. */
	struct {
		uint8_t path_mtu; /**< Largest packet on the path, IB_MTU_LEN_*. */
		/** Time to wait for an acknowledgement; 4.096 us * 2^value. */
		uint8_t local_ack_timeout;
		uint8_t seq_err_retry_cnt; /**< Retries after errors of sequence and timeouts. */
		/** Retries while the receiver is not ready; 7 for no limit. */
		uint8_t rnr_retry_cnt;
	} conn;
};

/** A shared receive queue. */
typedef struct _ib_srq_attr ib_srq_attr_t;
struct _ib_srq_attr {
	uint32_t max_wr;    /**< Requests. */
	uint32_t max_sge;   /**< SGEs of a request. */
	uint32_t srq_limit; /**< An event is raised if there are fewer requests. */
};

/** A queue pair to be created. */
typedef struct _ib_qp_create ib_qp_create_t;
struct _ib_qp_create {
	ib_qp_type_t qp_type;   /**< Type of the queue pair. */
	uint32_t sq_max_inline; /**< Bytes of data that can be in the request itself. */
	uint32_t sq_depth;      /**< Requests in the send queue. */
	uint32_t rq_depth;      /**< Requests in the receive queue. */
	uint32_t sq_sge;        /**< SGEs of a send request. */
	uint32_t rq_sge;        /**< SGEs of a receive request. */
	ib_cq_handle_t h_sq_cq; /**< Completion queue of the send queue. */
	ib_cq_handle_t h_rq_cq; /**< Completion queue of the receive queue. */
	ib_srq_handle_t h_srq;  /**< Shared receive queue, or NULL. */
	boolean_t sq_signaled;  /**< TRUE if every send request generates a completion. */
};

/** A queue pair to be created, with flags. */
typedef struct _ib_qp_create_ex ib_qp_create_ex_t;
struct _ib_qp_create_ex {
	ib_qp_create_t qp_create; /**< The queue pair. */
	int create_flags;         /**< ib_qp_create_flags_t. */
};

/** Attributes of a queue pair. */
typedef struct _ib_qp_attr ib_qp_attr_t;
struct _ib_qp_attr {
	ib_pd_handle_t h_pd;       /**< Protection domain. */
	ib_qp_type_t qp_type;      /**< Type of the queue pair. */
	ib_access_t access_ctrl;   /**< Rights, IB_AC_*. */
	uint16_t pkey_index;       /**< Index of the P_Key. */
	uint32_t sq_max_inline;    /**< Bytes of data that can be in the request itself. */
	uint32_t sq_depth;         /**< Requests in the send queue. */
	uint32_t rq_depth;         /**< Requests in the receive queue. */
	uint32_t sq_sge;           /**< SGEs of a send request. */
	uint32_t rq_sge;           /**< SGEs of a receive request. */
	uint8_t init_depth;        /**< RDMA reads and atomics that it may have outstanding. */
	uint8_t resp_res;          /**< RDMA reads and atomics that it accepts concurrently. */
	ib_cq_handle_t h_sq_cq;    /**< Completion queue of the send queue. */
	ib_cq_handle_t h_rq_cq;    /**< Completion queue of the receive queue. */
	ib_srq_handle_t h_srq;     /**< Shared receive queue, or NULL. */
	boolean_t sq_signaled;     /**< TRUE if every send request generates a completion. */
	ib_qp_state_t state;       /**< State, IB_QPS_*. */
	ib_net32_t num;            /**< Number. */
	ib_net32_t dest_num;       /**< Number of the peer. */
	ib_net32_t qkey;           /**< Q_Key. */
	ib_net32_t sq_psn;         /**< First packet number that it sends. */
	ib_net32_t rq_psn;         /**< First packet number that it expects. */
	uint8_t primary_port;      /**< Port. */
	uint8_t alternate_port;    /**< Port of the alternate path. */
	ib_av_attr_t primary_av;   /**< Path. */
	ib_av_attr_t alternate_av; /**< Alternate path. */
	ib_apm_state_t apm_state;  /**< Path migration. */
};

/** A change of state of a queue pair. */
typedef struct _ib_qp_mod ib_qp_mod_t;
struct _ib_qp_mod {
	ib_qp_state_t req_state; /**< The new state, IB_QPS_*. */
	/** Attributes of the new state. */
	union {
		/** To INIT. */
		struct {
			uint8_t primary_port;    /**< Port. */
			ib_net32_t qkey;         /**< Q_Key. */
			uint16_t pkey_index;     /**< Index of the P_Key. */
			ib_access_t access_ctrl; /**< Rights, IB_AC_*. */
		} init;
		/** To RTR. */
		struct {
			ib_net32_t rq_psn;       /**< First packet number that it expects. */
			ib_net32_t dest_qp;      /**< Number of the peer. */
			ib_av_attr_t primary_av; /**< Path. */
			/** RDMA reads and atomics that it accepts concurrently. */
			uint8_t resp_res;
			/** Time that a sender waits if this side has no receive request. */
			uint8_t rnr_nak_timeout;
			ib_qp_opts_t opts;         /**< Valid optional members, IB_MOD_QP_*. */
			ib_av_attr_t alternate_av; /**< Alternate path. */
			ib_net32_t qkey;           /**< Q_Key. */
			uint16_t pkey_index;       /**< Index of the P_Key. */
			ib_access_t access_ctrl;   /**< Rights, IB_AC_*. */
			uint32_t sq_depth;         /**< Requests in the send queue. */
			uint32_t rq_depth;         /**< Requests in the receive queue. */
		} rtr;
		/** To RTS. */
		struct {
			ib_net32_t sq_psn; /**< First packet number that it sends. */
			uint8_t retry_cnt; /**< Retries after timeouts. */
			/** Retries while the receiver is not ready; 7 for no limit. */
			uint8_t rnr_retry_cnt;
			/** Time to wait for an acknowledgement; 4.096 us * 2^value. */
			uint8_t local_ack_timeout;
			/** RDMA reads and atomics that it may have outstanding. */
			uint8_t init_depth;
			ib_qp_opts_t opts; /**< Valid optional members, IB_MOD_QP_*. */
			/** Time that a sender waits if this side has no receive request. */
			uint8_t rnr_nak_timeout;
			ib_qp_state_t current_state; /**< The current state. */
			ib_net32_t qkey;             /**< Q_Key. */
			ib_access_t access_ctrl;     /**< Rights, IB_AC_*. */
			/** RDMA reads and atomics that it accepts concurrently. */
			uint8_t resp_res;
			ib_av_attr_t primary_av;   /**< Path. */
			ib_av_attr_t alternate_av; /**< Alternate path. */
			uint32_t sq_depth;         /**< Requests in the send queue. */
			uint32_t rq_depth;         /**< Requests in the receive queue. */
			ib_apm_state_t apm_state;  /**< Path migration. */
			uint8_t primary_port;      /**< Port. */
			uint16_t pkey_index;       /**< Index of the P_Key. */
		} rts;
		/** To SQD. */
		struct {
			/** TRUE to get an event when the send queue is empty. */
			boolean_t sqd_event;
		} sqd;
	} state;
};

/*
 * IBAL: work requests and completions.
 */

/** Options of a send request. */
#define IB_SEND_OPT_IMMEDIATE 0x00000001 /**< With immediate data. */
#define IB_SEND_OPT_FENCE     0x00000002 /**< After all RDMA reads and atomics before it. */
#define IB_SEND_OPT_SIGNALED  0x00000004 /**< Gives a completion. */
/** Raise an event at the receiver if it armed for solicited completions. */
#define IB_SEND_OPT_SOLICITED 0x00000008
#define IB_SEND_OPT_INLINE    0x00000010 /**< The data is copied while posting. */
#define IB_SEND_OPT_LOCAL     0x00000020 /**< For a management datagram to this node. */
/** The adapter computes the checksum of the IP header. */
#define IB_SEND_OPT_TX_IP_CSUM 0x00000040
/** The adapter computes the checksum of TCP or UDP. */
#define IB_SEND_OPT_TX_TCP_UDP_CSUM 0x00000080
#define IB_SEND_OPT_VEND_MASK       0xffff0000 /**< Bits for vendors. */

/** Options of a receive completion. */
#define IB_RECV_OPT_IMMEDIATE  0x00000001 /**< immediate_data is valid. */
#define IB_RECV_OPT_FORWARD    0x00000002 /**< For a management datagram that was forwarded. */
#define IB_RECV_OPT_GRH_VALID  0x00000004 /**< The buffer begins with a GRH. */
#define IB_RECV_OPT_INVALIDATE 0x00000008 /**< A local key was invalidated. */
#define IB_RECV_OPT_VEND_MASK  0xffff0000 /**< Bits for vendors. */
#define IB_RECV_OPT_CSUM_MASK  0x0000ff00 /**< Results of checksums. */

/** Types of work requests. */
typedef enum _ib_wr_type_t {
	WR_SEND = 0,         /**< Send. */
	WR_RDMA_WRITE = 1,   /**< RDMA write. */
	WR_RDMA_READ = 2,    /**< RDMA read. */
	WR_COMPARE_SWAP = 3, /**< Compare and swap of 64 bits. */
	WR_FETCH_ADD = 4,    /**< Fetch and add of 64 bits. */
	WR_LSO = 5,          /**< Send that the adapter splits into segments. */
	WR_NOP = 6,          /**< No operation; only a completion. */
	WR_LOCAL_INV = 7,    /**< Invalidate a local key. */
	WR_FAST_REG_MR = 8,  /**< Register pages by a work request. */
	WR_UNKNOWN = 9,      /**< First number that is not a type. */
} ib_wr_type_t;

/** How a work request ended. */
typedef enum _ib_wc_status_t {
	IB_WCS_SUCCESS = 0, /**< Success. */
	/** The message is longer than the local buffers, or than the adapter allows. */
	IB_WCS_LOCAL_LEN_ERR = 1,
	IB_WCS_LOCAL_OP_ERR = 2, /**< The request itself is invalid. */
	/** Local buffers are not in a region, or the access right is missing. */
	IB_WCS_LOCAL_PROTECTION_ERR = 3,
	/** The queue pair was in error or reset before it was done. */
	IB_WCS_WR_FLUSHED_ERR = 4,
	IB_WCS_MEM_WINDOW_BIND_ERR = 5, /**< The window could not be bound. */
	/** Remote memory is not in a region, or the access right is missing. */
	IB_WCS_REM_ACCESS_ERR = 6,
	IB_WCS_REM_OP_ERR = 7, /**< The other side could not carry out the request. */
	/** The other side had no receive request, up to the last retry. */
	IB_WCS_RNR_RETRY_ERR = 8,
	/** The other side did not respond, up to the last retry. */
	IB_WCS_TIMEOUT_RETRY_ERR = 9,
	IB_WCS_REM_INVALID_REQ_ERR = 10, /**< The other side found the request invalid. */
	IB_WCS_BAD_RESP_ERR = 11,        /**< The response of the other side is malformed. */
	/** A request of the other side violated local access rights. */
	IB_WCS_LOCAL_ACCESS_ERR = 12,
	IB_WCS_GENERAL_ERR = 13, /**< Another failure. */
	/** A management datagram that is a response without a request. */
	IB_WCS_UNMATCHED_RESPONSE = 14,
	IB_WCS_CANCELED = 15,      /**< A management datagram that was canceled. */
	IB_WCS_REM_ABORT_ERR = 16, /**< The other side aborted it. */
	IB_WCS_UNKNOWN = 17,       /**< First number that is not a status. */
} ib_wc_status_t;

/** Types of work completions. */
typedef enum _ib_wc_type_t {
	IB_WC_SEND = 0,         /**< A send. */
	IB_WC_RDMA_WRITE = 1,   /**< An RDMA write. */
	IB_WC_RDMA_READ = 2,    /**< An RDMA read. */
	IB_WC_COMPARE_SWAP = 3, /**< A compare and swap. */
	IB_WC_FETCH_ADD = 4,    /**< A fetch and add. */
	IB_WC_MW_BIND = 5,      /**< The binding of a window. */
	IB_WC_NOP = 6,          /**< No operation. */
	IB_WC_UNKNOWN1 = 7,     /**< First number that is not a type of a send queue. */
	IB_WC_RECV = 128,       /**< A receive. */
	/** A receive consumed by an RDMA write with immediate data. */
	IB_WC_RECV_RDMA_WRITE = 129,
	IB_WC_LSO = 130,         /**< A send that was split. */
	IB_WC_LOCAL_INV = 131,   /**< The invalidation of a key. */
	IB_WC_FAST_REG_MR = 132, /**< A registration by a work request. */
	IB_WC_UNKNOWN2 = 133,    /**< First number that is not a type. */
} ib_wc_type_t;

/** Bits IB_SEND_OPT_*. */
typedef uint32_t ib_send_opt_t;

/** Bits IB_RECV_OPT_*. */
typedef uint32_t ib_recv_opt_t;

/** A scatter/gather element: local memory. */
typedef struct _ib_local_ds ib_local_ds_t;
struct _ib_local_ds {
	uint64_t vaddr;  /**< Address. */
	uint32_t length; /**< Bytes. */
	uint32_t lkey;   /**< Key of the region, in host byte order. */
};

/** Pages for a registration by a work request. */
typedef struct _ib_fast_reg_page_list ib_fast_reg_page_list_t;
struct _ib_fast_reg_page_list {
	void *device;                   /**< Its adapter. */
	uint64_t *page_list;            /**< Addresses of the pages. */
	unsigned int max_page_list_len; /**< Entries of it. */
};

/** A work request of a send queue. */
typedef struct _ib_send_wr ib_send_wr_t;
struct _ib_send_wr {
	uint64_t wr_id;            /**< Value that the completion returns. */
	ib_send_wr_t *p_next;      /**< The next one, or NULL. */
	ib_local_ds_t *ds_array;   /**< Local memory. */
	uint32_t num_ds;           /**< Entries of ds_array. */
	ib_wr_type_t wr_type;      /**< What to do. */
	ib_send_opt_t send_opt;    /**< Options, IB_SEND_OPT_*. */
	ib_net32_t immediate_data; /**< Immediate data, if the options indicate it. */
	net32_t invalidate_rkey;   /**< Key that the other side invalidates. */
	/** For datagram queue pairs. */
	union {
		/** Of an unreliable datagram. */
		struct {
			ib_av_handle_t h_av;    /**< Address vector. */
			ib_net32_t remote_qp;   /**< Number of the other queue pair. */
			ib_net32_t remote_qkey; /**< Q_Key of the other queue pair. */
			void *rsvd;             /**< Reserved. */
			uint16_t pkey_index;    /**< Index of the P_Key. */
			void *header;           /**< Header of a split send. */
			int hlen;               /**< Bytes of the header of a split send. */
			int mss;                /**< Bytes of a segment of a split send. */
		} ud;
		/** Of a reliable datagram. */
		struct {
			ib_net32_t remote_qp;   /**< Number of the other queue pair. */
			ib_net32_t remote_qkey; /**< Q_Key of the other queue pair. */
			ib_net32_t eecn;        /**< End-to-end context. */
		} rd;
		/** Of a raw packet with an Ethernet type. */
		struct {
			ib_net16_t dest_lid;     /**< LID of the destination. */
			uint8_t path_bits;       /**< Low bits of the local LID. */
			uint8_t sl;              /**< Service level. */
			uint8_t max_static_rate; /**< Rate limit. */
			ib_net16_t ether_type;   /**< Ethernet type. */
		} raw_ether;
		/** Of a raw IPv6 packet. */
		struct {
			ib_net16_t dest_lid;     /**< LID of the destination. */
			uint8_t path_bits;       /**< Low bits of the local LID. */
			uint8_t sl;              /**< Service level. */
			uint8_t max_static_rate; /**< Rate limit. */
		} raw_ipv6;
	} dgrm;
	/** For RDMA and atomics. */
	struct {
		uint64_t vaddr;     /**< Address. */
		net32_t rkey;       /**< Remote key. */
		ib_net64_t atomic1; /**< The value to compare with, or to add. */
		ib_net64_t atomic2; /**< The value to store. */
	} remote_ops;
	/** For a registration. */
	struct {
		uint64_t iova_start;                /**< Address that requests will use. */
		ib_fast_reg_page_list_t *page_list; /**< Addresses of the pages. */
		unsigned int page_shift;            /**< Logarithm of the size of its pages. */
		unsigned int page_list_len;         /**< Pages. */
		uint32_t length;                    /**< Bytes. */
		int access_flags;                   /**< Rights. */
		net32_t rkey;                       /**< Remote key. */
		uint32_t fbo;                       /**< First byte in the first page. */
	} fast_reg;
};

/** A work request of a receive queue. */
typedef struct _ib_recv_wr ib_recv_wr_t;
struct _ib_recv_wr {
	ib_recv_wr_t *p_next;    /**< The next one, or NULL. */
	uint64_t wr_id;          /**< Value that the completion returns. */
	uint32_t num_ds;         /**< Entries of ds_array. */
	ib_local_ds_t *ds_array; /**< Local memory. */
};

/** The binding of a window. */
typedef struct _ib_bind_wr ib_bind_wr_t;
struct _ib_bind_wr {
	uint64_t wr_id;          /**< Value that the completion returns. */
	ib_send_opt_t send_opt;  /**< Options, IB_SEND_OPT_*. */
	ib_mr_handle_t h_mr;     /**< Region. */
	ib_access_t access_ctrl; /**< Rights, IB_AC_*. */
	net32_t current_rkey;    /**< Key that the window has now. */
	ib_local_ds_t local_ds;  /**< The range of the region. */
};

/** A work completion, in a list of the caller. */
typedef struct _ib_wc ib_wc_t;
struct _ib_wc {
	ib_wc_t *p_next;          /**< The next one, or NULL. */
	uint64_t wr_id;           /**< Value that the completion returns. */
	ib_wc_type_t wc_type;     /**< What was done. */
	uint32_t length;          /**< Bytes that arrived. */
	uint64_t vendor_specific; /**< Vendor-specific number. */
	ib_wc_status_t status;    /**< How it ended. */
	/** Of receives. */
	union {
		/** On connected queue pairs. */
		struct {
			ib_recv_opt_t recv_opt; /**< IB_RECV_OPT_*. */
			/** Immediate data, if the options indicate it. */
			ib_net32_t immediate_data;
		} conn;
		/** On unreliable datagrams. */
		struct {
			ib_recv_opt_t recv_opt; /**< IB_RECV_OPT_*. */
			/** Immediate data, if the options indicate it. */
			ib_net32_t immediate_data;
			ib_net32_t remote_qp;  /**< Number of the other queue pair. */
			uint16_t pkey_index;   /**< Index of the P_Key. */
			ib_net16_t remote_lid; /**< LID of the sender. */
			uint8_t remote_sl;     /**< Its service level. */
			uint8_t path_bits;     /**< Low bits of the local LID. */
		} ud;
		/** On reliable datagrams. */
		struct {
			ib_net32_t remote_eecn; /**< Its end-to-end context. */
			ib_net32_t remote_qp;   /**< Number of the other queue pair. */
			ib_net16_t remote_lid;  /**< LID of the sender. */
			uint8_t remote_sl;      /**< Its service level. */
			uint32_t free_cnt;      /**< Free entries. */
		} rd;
		/** Of raw IPv6 packets. */
		struct {
			ib_net16_t remote_lid; /**< LID of the sender. */
			uint8_t remote_sl;     /**< Its service level. */
			uint8_t path_bits;     /**< Low bits of the local LID. */
		} raw_ipv6;
		/** Of raw packets with an Ethernet type. */
		struct {
			ib_net16_t remote_lid; /**< LID of the sender. */
			uint8_t remote_sl;     /**< Its service level. */
			uint8_t path_bits;     /**< Low bits of the local LID. */
			ib_net16_t ether_type; /**< Ethernet type. */
		} raw_ether;
	} recv;
};

/*
 * IBAL: memory regions.
 */

/** What ib_rereg_mem() and ib_rereg_phys() change. */
#define IB_MR_MOD_ADDR   0x00000001 /**< Address and length. */
#define IB_MR_MOD_PD     0x00000002 /**< Protection domain. */
#define IB_MR_MOD_ACCESS 0x00000004 /**< Rights. */

/** Bits IB_MR_MOD_*. */
typedef uint32_t ib_mr_mod_t;

/** Virtual memory to be registered. */
typedef struct _ib_mr_create ib_mr_create_t;
struct _ib_mr_create {
	void *vaddr;             /**< Address. */
	uint64_t length;         /**< Bytes. */
	ib_access_t access_ctrl; /**< Rights, IB_AC_*. */
};

/** A range of physical memory. */
typedef struct _ib_phys_range ib_phys_range_t;
struct _ib_phys_range {
	uint64_t base_addr; /**< First byte. */
	uint64_t size;      /**< Bytes. */
};

/** Physical memory to be registered. */
typedef struct _ib_phys_create ib_phys_create_t;
struct _ib_phys_create {
	uint64_t length;              /**< Bytes. */
	uint32_t num_ranges;          /**< Entries of range_array. */
	ib_phys_range_t *range_array; /**< Ranges of memory. */
	uint32_t buf_offset;          /**< First byte in the first range. */
	uint32_t hca_page_size;       /**< Bytes of a page. */
	ib_access_t access_ctrl;      /**< Rights, IB_AC_*. */
};

/** Attributes of a memory region. */
typedef struct _ib_mr_attr ib_mr_attr_t;
struct _ib_mr_attr {
	ib_pd_handle_t h_pd;     /**< Protection domain. */
	uint64_t local_lb;       /**< First byte for this side. */
	uint64_t local_ub;       /**< Last byte for this side. */
	uint64_t remote_lb;      /**< First byte for the other side. */
	uint64_t remote_ub;      /**< Last byte for the other side. */
	ib_access_t access_ctrl; /**< Rights, IB_AC_*. */
	net32_t lkey;            /**< Local key. */
	net32_t rkey;            /**< Remote key. */
};

/** A fast memory region; for kernel code only. */
typedef struct _mlnx_fmr_create mlnx_fmr_create_t;
struct _mlnx_fmr_create {
	int max_pages;           /**< Pages. */
	int max_maps;            /**< Mappings. */
	uint8_t page_size;       /**< Logarithm of the size of a page. */
	ib_access_t access_ctrl; /**< Rights, IB_AC_*. */
};

#ifdef __cplusplus
}
#endif

#include <inverbs/iba/types.h>

#endif
