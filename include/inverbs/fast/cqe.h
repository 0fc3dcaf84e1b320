/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of generated tables that translate values in a CQE to those of a work completion. */
#ifndef INVERBS_CQE_H
#define INVERBS_CQE_H

#include <inverbs/fast/bits.h>

enum inverbs_special {
	INVERBS_IMMEDIATE_DATA = 1,
	INVERBS_INVALIDATED_KEY,
	INVERBS_UNKNOWN_VALUE, /**< value of the adapter that no row contains */
};

enum {
	INVERBS_CQE_LENGTH = 1, /**< the length is the byte count in the CQE */
	INVERBS_NOTED = 0xff,   /**< the opcode or the length was recorded by the post */
};

struct inverbs_meaning {
	uint8_t opcode; /**< enum ibv_wc_opcode, or INVERBS_NOTED */
	uint8_t flags;
	uint8_t length; /**< 0: none; INVERBS_CQE_LENGTH, INVERBS_NOTED; else the number of bytes */
	uint8_t special; /**< 0: no special treatment; else enum inverbs_special */
};

#endif
