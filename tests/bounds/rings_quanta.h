/* SPDX-License-Identifier: BSD-2-Clause */
/* Definitions for adapters with units of 32 bytes, whose CQEs contain pointers to queue pairs. */
#define RINGS_EXTENDED   1
#define RINGS_CQE        64
#define RINGS_CODES_AT   24, 30, 31 /* reason; flags; operation and ring */
#define RINGS_INSIDE     0
#define RINGS_TELLS      false
#define RINGS_UNIT_SHIFT 5
#define RINGS_WIDE       2
#define RINGS_INDEXES    1
#define RINGS_HAS_TIME   1
#define RINGS_HAS_PATH   0
#define RINGS_HAS_POINTERS
#define RINGS_HAS_EVENTS

#define RINGS_UNITS(sq) ((sq)->entries - 257)

#include "rings_common.h"

static inline bool rings_may_spoil(uint32_t at)
{
	return at % 32 < 8 || at % 32 >= 16;
}

/** Turns the CQE into an error that an asynchronous event has caused. */
static inline void rings_event(uint8_t *cqe, uint32_t random)
{
	const uint32_t event = (random & 7) << 8 | (random >> 3 & 0x3f);

	inverbs_put32(cqe + 24, INVERBS_LE32(RINGS_EVENT << 16 | event));
	cqe[30] |= 0x80; /* error bit */
}
