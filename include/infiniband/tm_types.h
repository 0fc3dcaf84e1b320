/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/tm_types.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Headers of tag-matching messages as they travel on the wire.
 */
#ifndef INFINIBAND_TM_TYPES_H
#define INFINIBAND_TM_TYPES_H

#include <linux/types.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Headers of tag-matching messages on the wire.
 */

/** Operations of a tag matching header. */
enum ibv_tmh_op {
	IBV_TMH_NO_TAG = 0, /**< Message without tag. */
	IBV_TMH_RNDV = 1,   /**< Rendezvous: the receiver fetches the data. */
	IBV_TMH_FIN = 2,    /**< The data were fetched. */
	IBV_TMH_EAGER = 3,  /**< The data follow. */
};

/** Tag matching header. */
struct ibv_tmh {
	uint8_t opcode;      /**< enum ibv_tmh_op. */
	uint8_t reserved[3]; /**< 0. */
	__be32 app_ctx;      /**< Context that the sender adds to the tag. */
	__be64 tag;          /**< The tag. */
};

/** Rendezvous header. */
struct ibv_rvh {
	__be64 va;   /**< Address of the data at the sender. */
	__be32 rkey; /**< Key of the data. */
	__be32 len;  /**< Bytes. */
};

#ifdef __cplusplus
}
#endif

#endif
