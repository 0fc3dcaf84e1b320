/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/umad.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/**
 * Device files through which programs send and receive management datagrams. Each read and write
 * transfers a header followed by a datagram; an ioctl registers agents.
 */
#ifndef INVERBS_KERNEL_UMAD_H
#define INVERBS_KERNEL_UMAD_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/** Version of the interface. */
#define UMAD_VERSION 5

/** Number of the ioctl with a reg_req. */
#define UMAD_REGISTER_AGENT 0xc01c1b01

/** Number of the ioctl with the id of an agent. */
#define UMAD_UNREGISTER_AGENT 0x40041b02

/** Number of the ioctl without argument that selects the long header. */
#define UMAD_ENABLE_PKEY 0x1b03

/** Number of the ioctl with a reg_req2, which selects the long header, too. */
#define UMAD_REGISTER_AGENT2 0xc0281b04

/** Maximum number of agents of one file. */
#define UMAD_AGENTS_MAX 32

/** Classes of agents are below this number, or that of directed routes. */
#define UMAD_CLASSES_END 0x50

/** Class versions of agents are below this number. */
#define UMAD_VERSIONS_END 0x83

/** Largest OUI. */
#define UMAD_OUI_LAST 0xffffff

/** Flag of reg_req2: the program implements RMPP itself. */
#define UMAD_USER_RMPP 1

/** All flags. */
#define UMAD_KNOWN_FLAGS 1

/** Bytes of the header before ENABLE_PKEY and REGISTER_AGENT2. */
#define UMAD_SHORT_HEADER 56

/** Minimum size of a written datagram in bytes. */
#define UMAD_LEAST_BYTES 36

/** Bytes of a request that are returned when it has timed out. */
#define UMAD_ECHO_BYTES 24

/** Major device number of umadN and issmN. */
#define UMAD_MAJOR 231

/** Minor number of issm0. */
#define UMAD_ISSM_MINOR 64

/** Name of a file for datagrams, without its number. */
#define UMAD_FILE_PREFIX "umad"

/** Name of a file for a subnet manager, without its number. */
#define UMAD_ISSM_PREFIX "issm"

/** Directory below /sys/class that describes the files. */
#define UMAD_SYSFS_CLASS "infiniband_mad"

/** Header in front of every datagram. */
struct umad_header {
	uint32_t id;         /**< 0: The agent */
	uint32_t status;     /**< 4: When read: 0, or ETIMEDOUT for a request without a response */
	uint32_t timeout_ms; /**< 8: When written: 0, no response is expected */
	uint32_t retries;    /**< 12: Number of retransmissions */
	uint32_t length;     /**< 16: When read: bytes of header and datagram */
	uint32_t qpn;        /**< 20: big endian; Queue pair of the receiver, or of the sender */
	uint32_t qkey;       /**< 24: big endian */
	uint16_t lid;        /**< 28: big endian; LID of the receiver, or of the sender */
	uint8_t sl;          /**< 30 */
	uint8_t path_bits;   /**< 31: Low bits of the local LID */
	uint8_t grh_present; /**< 32 */
	uint8_t gid_index;   /**< 33: Index of the local GID */
	uint8_t hop_limit;   /**< 34 */
	uint8_t traffic_class; /**< 35 */
	uint8_t gid[16];       /**< 36: GID of the receiver, or of the sender */
	uint32_t flow_label;   /**< 52: big endian */
	uint16_t pkey_index;   /**< 56 */
	uint8_t reserved[6];   /**< 58: zero */
};
static_assert(sizeof(struct umad_header) == 64 && offsetof(struct umad_header, reserved) == 58,
	      "layout");

/** Registers an agent. */
struct umad_reg_req {
	uint32_t id;                /**< 0: Set by the kernel */
	uint32_t method_mask[4];    /**< 4: Methods of the unsolicited datagrams that it receives */
	uint8_t qpn;                /**< 20: 0 or 1 */
	uint8_t mgmt_class;         /**< 21: 0: the agent only sends, and receives responses */
	uint8_t mgmt_class_version; /**< 22 */
	uint8_t oui[3];             /**< 23 */
	uint8_t rmpp_version;       /**< 26 */
	uint8_t reserved;           /**< 27: zero */
};
static_assert(sizeof(struct umad_reg_req) == 28 && offsetof(struct umad_reg_req, reserved) == 27,
	      "layout");

/** Registers an agent. */
struct umad_reg_req2 {
	uint32_t id;                /**< 0: Set by the kernel */
	uint32_t qpn;               /**< 4: 0 or 1 */
	uint8_t mgmt_class;         /**< 8: 0: the agent only sends, and receives responses */
	uint8_t mgmt_class_version; /**< 9 */
	uint16_t res;               /**< 10: zero */
	uint32_t flags;             /**< 12 */
	uint64_t method_mask[2]; /**< 16: Methods of the unsolicited datagrams that it receives */
	uint32_t oui;            /**< 32: 24 bits */
	uint8_t rmpp_version;    /**< 36 */
	uint8_t reserved[3];     /**< 37: zero */
};
static_assert(sizeof(struct umad_reg_req2) == 40 && offsetof(struct umad_reg_req2, reserved) == 37,
	      "layout");

#endif
