/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ib_addr.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Native InfiniBand addresses as socket addresses.
 */
#ifndef INFINIBAND_IB_H
#define INFINIBAND_IB_H

#include <linux/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * InfiniBand addresses as socket addresses.
 */

/** Address family of native InfiniBand addresses. */
#ifndef AF_IB
#define AF_IB 27
#endif

/** Protocol family of AF_IB. */
#ifndef PF_IB
#define PF_IB AF_IB
#endif

/** A GID as part of a socket address. */
struct ib_addr {
	/** The address, as words of several widths. */
	union {
		__u8 uib_addr8[16];   /**< Bytes. */
		__be16 uib_addr16[8]; /**< 16-bit words. */
		__be32 uib_addr32[4]; /**< 32-bit words. */
		__be64 uib_addr64[2]; /**< Subnet prefix and interface identifier. */
	} ib_u;
};

/** Socket address of family AF_IB. */
struct sockaddr_ib {
	unsigned short sib_family; /**< AF_IB. */
	__be16 sib_pkey;           /**< Partition key. */
	__be32 sib_flowinfo;       /**< Flow label. */
	struct ib_addr sib_addr;   /**< GID. */
	__be64 sib_sid;            /**< Service id: port space and port. */
	__be64 sib_sid_mask;       /**< Bits of sib_sid that are valid. */
	__u64 sib_scope_id;        /**< Scope. */
};

/**
 * Whether an address is the wildcard.
 *
 * a: Address.
 *
 * Returns 1 when all bytes are zero.
 */
static inline int ib_addr_any(const struct ib_addr *a);

/**
 * Whether an address is the loopback address.
 *
 * a: Address.
 *
 * Returns 1 if it is.
 */
static inline int ib_addr_loopback(const struct ib_addr *a);

/**
 * Fill an address from four words.
 *
 * addr (written): Address.
 * w1: First word.
 * w2: Second word.
 * w3: Third word.
 * w4: Fourth word.
 */
static inline void ib_addr_set(struct ib_addr *addr, __be32 w1, __be32 w2, __be32 w3, __be32 w4);

/**
 * Compare two addresses.
 *
 * a1: One.
 * a2: The other.
 *
 * Returns as memcmp: negative, 0 or positive.
 */
static inline int ib_addr_cmp(const struct ib_addr *a1, const struct ib_addr *a2);

#ifdef __cplusplus
}
#endif

#include <inverbs/api/ib_small.h>

#endif
