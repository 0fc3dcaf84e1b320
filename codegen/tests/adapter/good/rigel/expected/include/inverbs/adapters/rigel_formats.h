/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Imaginary adapter with a ring that sends and receives share, and completions out of order.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. A field's comment has its place (byte.bits of a word) and the source of its value in the
 * fast path.
 */
#ifndef INVERBS_ADAPTERS_RIGEL_FORMATS_H
#define INVERBS_ADAPTERS_RIGEL_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Byte of the doorbell in its page. */
#define RIGEL_DOORBELL 64U
/** Most SGEs of a request. */
#define RIGEL_MAX_SGE 3U
/** Most inline bytes of a request. */
#define RIGEL_MAX_INLINE 32U
/** Numbers of queue pairs that there can be. */
#define RIGEL_QP_NUMBERS 256U
/** Log2 of the bytes of a slot of the ring. */
#define RIGEL_SLOT_SHIFT 7U
/** Bytes of one unit of the size of a WQE. */
#define RIGEL_WQE_UNIT 4U
/** Largest WQE that its size field can count. */
#define RIGEL_MAX_WQE_BYTES 4092U
/** Bytes of a unit of the send ring. */
#define RIGEL_SEND_UNIT 128U

/** What an entry of the ring asks for. */
enum rigel_job {
	RIGEL_JOB_PUT = 0x3,
	RIGEL_JOB_WRITE = 0x4,
	RIGEL_JOB_READ = 0x5,
	RIGEL_JOB_TAKE = 0x9,
};

/** What a completion reports. */
enum rigel_event {
	RIGEL_EVENT_WRITTEN = 0x1,
	RIGEL_EVENT_ANSWERED = 0x2,
	RIGEL_EVENT_READING = 0x3,
	RIGEL_EVENT_SENT = 0x4,
	RIGEL_EVENT_ASKED = 0x5,
};

/** Whose queue it is of. */
enum rigel_side {
	RIGEL_SIDE_IN = 0x0,
	RIGEL_SIDE_OUT = 0x1,
};

/** How it ended. */
enum rigel_fate {
	RIGEL_FATE_FINE = 0x0,
	RIGEL_FATE_KEY = 0x1,
	RIGEL_FATE_LENGTH = 0x2,
	RIGEL_FATE_ORDER = 0x6,
	RIGEL_FATE_FLUSHED = 0x7,
};

/** Opens every entry of the ring. rigel.top */
struct rigel_top {
	uint8_t job;       /**< 0x0.7-0; source op.code */
	uint8_t marks;     /**< 0x0.15-14 */
	uint8_t signaled;  /**< 0x0.16-16; source wr.signaled */
	uint8_t solicited; /**< 0x0.17-17; source wr.solicited */
	uint8_t fence;     /**< 0x0.18-18; source wr.fence */
	uint32_t serial;   /**< 0x4; source sq.serial */
	uint16_t units;    /**< 0xc.9-0; source wqe.bytes */
	uint8_t phase;     /**< 0xc.31-31; source sq.generation; Hands the slot over */
};

#define RIGEL_TOP_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t rigel_top_first_word(const struct rigel_top *v)
{
	return INVERBS_LE32((uint32_t)((v->units >> 2) & 0x3ffU) | ((uint32_t)v->phase << 31));
}

/** Store all fields, in ascending order. rigel.top */
INVERBS_INLINE void rigel_top_put(void *at, const struct rigel_top *v)
{
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)((v->units >> 2) & 0x3ffU) |
						       ((uint32_t)v->phase << 31)));
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->job | 0x8000U |
				       ((uint32_t)(v->signaled & 0x1U) << 16) |
				       ((uint32_t)(v->solicited & 0x1U) << 17) |
				       ((uint32_t)(v->fence & 0x1U) << 18)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->serial));
	inverbs_put32((uint8_t *)at + 8, 0);
}

/** Store all fields; the word at byte 12 last, after a barrier. rigel.top */
INVERBS_INLINE void rigel_top_put_last(void *at, const struct rigel_top *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->job | 0x8000U |
				       ((uint32_t)(v->signaled & 0x1U) << 16) |
				       ((uint32_t)(v->solicited & 0x1U) << 17) |
				       ((uint32_t)(v->fence & 0x1U) << 18)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->serial));
	inverbs_put32((uint8_t *)at + 8, 0);
	inverbs_to_device();
	inverbs_publish32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)((v->units >> 2) & 0x3ffU) |
							   ((uint32_t)v->phase << 31)));
}

INVERBS_INLINE struct rigel_top rigel_top_get(const void *at)
{
	struct rigel_top v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.job = (uint8_t)(INVERBS_LE32(w0) & 0xffU);
	v.marks = (uint8_t)((INVERBS_LE32(w0) >> 14) & 0x3U);
	v.signaled = (uint8_t)((INVERBS_LE32(w0) >> 16) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_LE32(w0) >> 17) & 0x1U);
	v.fence = (uint8_t)((INVERBS_LE32(w0) >> 18) & 0x1U);
	v.serial = (uint32_t)(INVERBS_LE32(w4));
	v.units = (uint16_t)((INVERBS_LE32(w12) & 0x3ffU) << 2);
	v.phase = (uint8_t)((INVERBS_LE32(w12) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rigel_top_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0x3f00U) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xfff80000U) |
		inverbs_get32((const uint8_t *)at + 8) |
		(INVERBS_LE32(inverbs_get32((const uint8_t *)at + 12)) & 0x7ffffc00U)) == 0;
}

/** A send. rigel.outgoing */
struct rigel_outgoing {
	uint32_t total; /**< 0x0; source payload.bytes */
	uint32_t parts; /**< 0x4; source payload.sges */
};

#define RIGEL_OUTGOING_SIZE 8U

/** Store all fields. rigel.outgoing */
INVERBS_INLINE void rigel_outgoing_put(void *at, const struct rigel_outgoing *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->total));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->parts));
}

INVERBS_INLINE struct rigel_outgoing rigel_outgoing_get(const void *at)
{
	struct rigel_outgoing v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.total = (uint32_t)(INVERBS_LE32(w0));
	v.parts = (uint32_t)(INVERBS_LE32(w4));
	return v;
}

/** A write. rigel.away */
struct rigel_away {
	uint64_t addr;  /**< 0x0; source wr.remote_addr */
	uint32_t key;   /**< 0x8; source wr.rkey */
	uint32_t total; /**< 0xc; source payload.bytes */
	uint32_t parts; /**< 0x10; source payload.sges */
};

#define RIGEL_AWAY_SIZE 24U

/** Store all fields. rigel.away */
INVERBS_INLINE void rigel_away_put(void *at, const struct rigel_away *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->key));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->total));
	inverbs_put32((uint8_t *)at + 16, INVERBS_LE32((uint32_t)v->parts));
	inverbs_put32((uint8_t *)at + 20, 0);
}

INVERBS_INLINE struct rigel_away rigel_away_get(const void *at)
{
	struct rigel_away v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);

	v.addr = (uint64_t)(INVERBS_LE64(w0));
	v.key = (uint32_t)(INVERBS_LE32(w8));
	v.total = (uint32_t)(INVERBS_LE32(w12));
	v.parts = (uint32_t)(INVERBS_LE32(w16));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rigel_away_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 20)) == 0;
}

/** A read; one piece. rigel.back */
struct rigel_back {
	uint64_t addr;   /**< 0x0; source wr.remote_addr */
	uint32_t key;    /**< 0x8; source wr.rkey */
	uint32_t size;   /**< 0xc; source sge.length */
	uint64_t to;     /**< 0x10; source sge.addr */
	uint32_t to_key; /**< 0x18; source sge.lkey */
};

#define RIGEL_BACK_SIZE 32U

/** Store all fields. rigel.back */
INVERBS_INLINE void rigel_back_put(void *at, const struct rigel_back *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->addr));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->key));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->size));
	inverbs_put64((uint8_t *)at + 16, INVERBS_LE64((uint64_t)v->to));
	inverbs_put32((uint8_t *)at + 24, INVERBS_LE32((uint32_t)v->to_key));
	inverbs_put32((uint8_t *)at + 28, 0);
}

INVERBS_INLINE struct rigel_back rigel_back_get(const void *at)
{
	struct rigel_back v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);

	v.addr = (uint64_t)(INVERBS_LE64(w0));
	v.key = (uint32_t)(INVERBS_LE32(w8));
	v.size = (uint32_t)(INVERBS_LE32(w12));
	v.to = (uint64_t)(INVERBS_LE64(w16));
	v.to_key = (uint32_t)(INVERBS_LE32(w24));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rigel_back_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 28)) == 0;
}

/** A read of no bytes. rigel.nothing */
struct rigel_nothing {
	uint32_t mark; /**< 0x0 */
};

#define RIGEL_NOTHING_SIZE 32U

/** Store all fields. rigel.nothing */
INVERBS_INLINE void rigel_nothing_put(void *at, const struct rigel_nothing *v)
{
	inverbs_put32(at, INVERBS_LE32(0x7U));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, 0);
	inverbs_put64((uint8_t *)at + 16, 0);
	inverbs_put64((uint8_t *)at + 24, 0);
	(void)v;
}

INVERBS_INLINE struct rigel_nothing rigel_nothing_get(const void *at)
{
	struct rigel_nothing v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.mark = (uint32_t)(INVERBS_LE32(w0));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rigel_nothing_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4) | inverbs_get64((const uint8_t *)at + 8) |
		inverbs_get64((const uint8_t *)at + 16) |
		inverbs_get64((const uint8_t *)at + 24)) == 0;
}

/** A receive. rigel.incoming */
struct rigel_incoming {
	uint32_t parts; /**< 0x0; source payload.sges */
};

#define RIGEL_INCOMING_SIZE 8U

/** Store all fields. rigel.incoming */
INVERBS_INLINE void rigel_incoming_put(void *at, const struct rigel_incoming *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->parts));
	inverbs_put32((uint8_t *)at + 4, 0);
}

INVERBS_INLINE struct rigel_incoming rigel_incoming_get(const void *at)
{
	struct rigel_incoming v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.parts = (uint32_t)(INVERBS_LE32(w0));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rigel_incoming_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 4)) == 0;
}

/** A piece of payload. rigel.piece */
struct rigel_piece {
	uint64_t at;   /**< 0x0; source sge.addr */
	uint32_t size; /**< 0x8; source sge.length */
	uint32_t key;  /**< 0xc; source sge.lkey */
};

#define RIGEL_PIECE_SIZE 16U

/** Store all fields. rigel.piece */
INVERBS_INLINE void rigel_piece_put(void *at, const struct rigel_piece *v)
{
	inverbs_put64(at, INVERBS_LE64((uint64_t)v->at));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->size));
	inverbs_put32((uint8_t *)at + 12, INVERBS_LE32((uint32_t)v->key));
}

INVERBS_INLINE struct rigel_piece rigel_piece_get(const void *at)
{
	struct rigel_piece v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.at = (uint64_t)(INVERBS_LE64(w0));
	v.size = (uint32_t)(INVERBS_LE32(w8));
	v.key = (uint32_t)(INVERBS_LE32(w12));
	return v;
}

/** The phase once more, at the end of the slot. rigel.again */
struct rigel_again {
	uint8_t phase; /**< 0x0.7-0; source sq.generation */
};

#define RIGEL_AGAIN_SIZE 8U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t rigel_again_first_word(const struct rigel_again *v)
{
	return INVERBS_LE32((uint32_t)v->phase);
}

/** Store all fields, in ascending order. rigel.again */
INVERBS_INLINE void rigel_again_put(void *at, const struct rigel_again *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->phase));
	inverbs_put32((uint8_t *)at + 4, 0);
}

/** Store all fields; the word at byte 0 last, after a barrier. rigel.again */
INVERBS_INLINE void rigel_again_put_last(void *at, const struct rigel_again *v)
{
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_to_device();
	inverbs_publish32(at, INVERBS_LE32((uint32_t)v->phase));
}

INVERBS_INLINE struct rigel_again rigel_again_get(const void *at)
{
	struct rigel_again v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.phase = (uint8_t)(INVERBS_LE32(w0) & 0xffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rigel_again_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 0)) & 0xffffff00U) |
		inverbs_get32((const uint8_t *)at + 4)) == 0;
}

/** The word that program and kernel share. rigel.health */
struct rigel_health {
	uint8_t broken; /**< 0x0.3-3 */
	uint8_t quiet;  /**< 0x0.4-4 */
};

#define RIGEL_HEALTH_SIZE 8U

/** Store all fields. rigel.health */
INVERBS_INLINE void rigel_health_put(void *at, const struct rigel_health *v)
{
	inverbs_put64(at, INVERBS_NATIVE64(((uint64_t)(v->broken & 0x1ULL) << 3) |
					   ((uint64_t)(v->quiet & 0x1ULL) << 4)));
}

INVERBS_INLINE struct rigel_health rigel_health_get(const void *at)
{
	struct rigel_health v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);

	v.broken = (uint8_t)((INVERBS_NATIVE64(w0) >> 3) & 0x1ULL);
	v.quiet = (uint8_t)((INVERBS_NATIVE64(w0) >> 4) & 0x1ULL);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rigel_health_reserved_clear(const void *at)
{
	return ((INVERBS_NATIVE64(inverbs_get64((const uint8_t *)at + 0)) & 0x7ULL) |
		(INVERBS_NATIVE64(inverbs_get64((const uint8_t *)at + 0)) &
		 0xffffffffffffffe0ULL)) == 0;
}

/** A completion. rigel.news */
struct rigel_news {
	uint32_t size;    /**< 0x0 */
	uint32_t serial;  /**< 0x4 */
	uint32_t number;  /**< 0x4 */
	uint32_t token;   /**< 0x8 */
	uint32_t queue;   /**< 0xc.19-0 */
	uint8_t event;    /**< 0xc.22-20 */
	uint8_t fate;     /**< 0xc.25-23 */
	uint8_t outgoing; /**< 0xc.26-26 */
	uint8_t phase;    /**< 0xc.31-31 */
};

#define RIGEL_NEWS_SIZE 16U

/** The word that passes ownership, in memory order. */
INVERBS_INLINE uint32_t rigel_news_first_word(const struct rigel_news *v)
{
	return INVERBS_LE32((uint32_t)(v->queue & 0xfffffU) | ((uint32_t)(v->event & 0x7U) << 20) |
			    ((uint32_t)(v->fate & 0x7U) << 23) |
			    ((uint32_t)(v->outgoing & 0x1U) << 26) | ((uint32_t)v->phase << 31));
}

/** Store all fields, in ascending order. rigel.news */
INVERBS_INLINE void rigel_news_put(void *at, const struct rigel_news *v)
{
	inverbs_put32(
		(uint8_t *)at + 12,
		INVERBS_LE32((uint32_t)(v->queue & 0xfffffU) | ((uint32_t)(v->event & 0x7U) << 20) |
			     ((uint32_t)(v->fate & 0x7U) << 23) |
			     ((uint32_t)(v->outgoing & 0x1U) << 26) | ((uint32_t)v->phase << 31)));
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->size));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->serial | (uint32_t)v->number));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->token));
}

/** Store all fields; the word at byte 12 last, after a barrier. rigel.news */
INVERBS_INLINE void rigel_news_put_last(void *at, const struct rigel_news *v)
{
	inverbs_put32(at, INVERBS_LE32((uint32_t)v->size));
	inverbs_put32((uint8_t *)at + 4, INVERBS_LE32((uint32_t)v->serial | (uint32_t)v->number));
	inverbs_put32((uint8_t *)at + 8, INVERBS_LE32((uint32_t)v->token));
	inverbs_to_device();
	inverbs_publish32(
		(uint8_t *)at + 12,
		INVERBS_LE32((uint32_t)(v->queue & 0xfffffU) | ((uint32_t)(v->event & 0x7U) << 20) |
			     ((uint32_t)(v->fate & 0x7U) << 23) |
			     ((uint32_t)(v->outgoing & 0x1U) << 26) | ((uint32_t)v->phase << 31)));
}

INVERBS_INLINE struct rigel_news rigel_news_get(const void *at)
{
	struct rigel_news v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.size = (uint32_t)(INVERBS_LE32(w0));
	v.serial = (uint32_t)(INVERBS_LE32(w4));
	v.number = (uint32_t)(INVERBS_LE32(w4));
	v.token = (uint32_t)(INVERBS_LE32(w8));
	v.queue = (uint32_t)(INVERBS_LE32(w12) & 0xfffffU);
	v.event = (uint8_t)((INVERBS_LE32(w12) >> 20) & 0x7U);
	v.fate = (uint8_t)((INVERBS_LE32(w12) >> 23) & 0x7U);
	v.outgoing = (uint8_t)((INVERBS_LE32(w12) >> 26) & 0x1U);
	v.phase = (uint8_t)((INVERBS_LE32(w12) >> 31) & 0x1U);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rigel_news_reserved_clear(const void *at)
{
	return ((INVERBS_LE32(inverbs_get32((const uint8_t *)at + 12)) & 0x78000000U)) == 0;
}

/** The doorbell. rigel.ring */
struct rigel_ring {
	uint32_t queue; /**< 0x0.19-0; source qp.num */
};

#define RIGEL_RING_SIZE 4U

/** Store all fields. rigel.ring */
INVERBS_INLINE void rigel_ring_put(void *at, const struct rigel_ring *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->queue));
}

INVERBS_INLINE struct rigel_ring rigel_ring_get(const void *at)
{
	struct rigel_ring v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.queue = (uint32_t)(INVERBS_BE32(w0) & 0xfffffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool rigel_ring_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xfff00000U)) == 0;
}

/** Completions consumed, for the kernel. rigel.seen */
struct rigel_seen {
	uint32_t count; /**< 0x0; source cq.index */
};

#define RIGEL_SEEN_SIZE 4U

/** Store all fields. rigel.seen */
INVERBS_INLINE void rigel_seen_put(void *at, const struct rigel_seen *v)
{
	inverbs_put32(at, INVERBS_NATIVE32((uint32_t)v->count));
}

INVERBS_INLINE struct rigel_seen rigel_seen_get(const void *at)
{
	struct rigel_seen v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.count = (uint32_t)(INVERBS_NATIVE32(w0));
	return v;
}

#endif
