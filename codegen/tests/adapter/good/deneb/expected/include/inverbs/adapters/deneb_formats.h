/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * An adapter that was never built, whose queues have indexes.
 *
 * One struct of natural types per hardware format. _put stores it into device memory, _get reads it
 * back. A field's comment has its place (byte.bits of a word) and the source of its value in the
 * fast path.
 */
#ifndef INVERBS_ADAPTERS_DENEB_FORMATS_H
#define INVERBS_ADAPTERS_DENEB_FORMATS_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>

/** Numbers of queue pairs that there can be. */
#define DENEB_QP_NUMBERS 4096U

/** What to do. */
enum deneb_task {
	DENEB_TASK_PUT = 0x1,
	DENEB_TASK_PUT_NOTE = 0x2,
	DENEB_TASK_PUT_END = 0x3,
	DENEB_TASK_STORE = 0x4,
	DENEB_TASK_SWAP = 0x5,
	DENEB_TASK_OPEN = 0x6,
	DENEB_TASK_END = 0x7,
	DENEB_TASK_WORD = 0x8,
	DENEB_TASK_WIDE = 0x100,
};

/** What was done. */
enum deneb_deed {
	DENEB_DEED_PUT = 0x1,
	DENEB_DEED_STORED = 0x2,
	DENEB_DEED_SWAPPED = 0x3,
	DENEB_DEED_OPENED = 0x4,
	DENEB_DEED_ENDED = 0x5,
	DENEB_DEED_CAME = 0x6,
	DENEB_DEED_WORDED = 0x7,
};

/** How it ended. */
enum deneb_fate {
	DENEB_FATE_FINE = 0x0,
	DENEB_FATE_KEY = 0x1,
	DENEB_FATE_FLUSHED = 0x2,
};

/** Opens a queue. deneb.form */
struct deneb_form {
	uint32_t last; /**< 0x0 */
	uint8_t shift; /**< 0x4.7-0 */
};

#define DENEB_FORM_SIZE 8U

/** Store all fields. deneb.form */
INVERBS_INLINE void deneb_form_put(void *at, const struct deneb_form *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->last));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->shift));
}

INVERBS_INLINE struct deneb_form deneb_form_get(const void *at)
{
	struct deneb_form v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);

	v.last = (uint32_t)(INVERBS_BE32(w0));
	v.shift = (uint8_t)(INVERBS_BE32(w4) & 0xffU);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool deneb_form_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 4)) & 0xffffff00U)) == 0;
}

/** An index. deneb.turn */
struct deneb_turn {
	uint32_t slot; /**< 0x0; source queue.index */
};

#define DENEB_TURN_SIZE 4U

/** Store all fields. deneb.turn */
INVERBS_INLINE void deneb_turn_put(void *at, const struct deneb_turn *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->slot));
}

INVERBS_INLINE struct deneb_turn deneb_turn_get(const void *at)
{
	struct deneb_turn v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);

	v.slot = (uint32_t)(INVERBS_BE32(w0));
	return v;
}

/** Opens a send. deneb.top */
struct deneb_top {
	uint8_t task;      /**< 0x0.31-24; source op.code */
	uint8_t inside;    /**< 0x0.3-3; source wr.inline */
	uint8_t report;    /**< 0x0.2-2; source wr.signaled */
	uint8_t solicited; /**< 0x0.1-1; source wr.solicited */
	uint8_t fence;     /**< 0x0.0-0; source wr.fence */
	uint32_t note;     /**< 0x4 */
	uint32_t end;      /**< 0x4 */
	uint64_t id;       /**< 0x8; source wr.id */
	uint32_t source;   /**< 0x10 */
};

#define DENEB_TOP_SIZE 24U

/** Store all fields. deneb.top */
INVERBS_INLINE void deneb_top_put(void *at, const struct deneb_top *v)
{
	inverbs_put32(at,
		      INVERBS_BE32(((uint32_t)v->task << 24) | ((uint32_t)(v->inside & 0x1U) << 3) |
				   ((uint32_t)(v->report & 0x1U) << 2) |
				   ((uint32_t)(v->solicited & 0x1U) << 1) |
				   (uint32_t)(v->fence & 0x1U)));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->end) | v->note);
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->id));
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32((uint32_t)v->source));
	inverbs_put32((uint8_t *)at + 20, 0);
}

INVERBS_INLINE struct deneb_top deneb_top_get(const void *at)
{
	struct deneb_top v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);

	v.task = (uint8_t)((INVERBS_BE32(w0) >> 24) & 0xffU);
	v.inside = (uint8_t)((INVERBS_BE32(w0) >> 3) & 0x1U);
	v.report = (uint8_t)((INVERBS_BE32(w0) >> 2) & 0x1U);
	v.solicited = (uint8_t)((INVERBS_BE32(w0) >> 1) & 0x1U);
	v.fence = (uint8_t)(INVERBS_BE32(w0) & 0x1U);
	v.note = w4;
	v.end = (uint32_t)(INVERBS_BE32(w4));
	v.id = (uint64_t)(INVERBS_BE64(w8));
	v.source = (uint32_t)(INVERBS_BE32(w16));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool deneb_top_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 0)) & 0xfffff0U) |
		inverbs_get32((const uint8_t *)at + 20)) == 0;
}

/** The other side's memory. deneb.away */
struct deneb_away {
	uint64_t at;  /**< 0x0; source wr.remote_addr */
	uint32_t key; /**< 0x8; source wr.rkey */
};

#define DENEB_AWAY_SIZE 16U

/** Store all fields. deneb.away */
INVERBS_INLINE void deneb_away_put(void *at, const struct deneb_away *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->at));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->key));
	inverbs_put32((uint8_t *)at + 12, 0);
}

INVERBS_INLINE struct deneb_away deneb_away_get(const void *at)
{
	struct deneb_away v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.at = (uint64_t)(INVERBS_BE64(w0));
	v.key = (uint32_t)(INVERBS_BE32(w8));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool deneb_away_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 12)) == 0;
}

/** Compare and swap. deneb.change */
struct deneb_change {
	uint64_t at;      /**< 0x0; source wr.remote_addr */
	uint64_t is;      /**< 0x8; source wr.compare */
	uint64_t becomes; /**< 0x10; source wr.swap_or_add */
	uint32_t key;     /**< 0x18; source wr.rkey */
};

#define DENEB_CHANGE_SIZE 32U

/** Store all fields. deneb.change */
INVERBS_INLINE void deneb_change_put(void *at, const struct deneb_change *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->at));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->is));
	inverbs_put64((uint8_t *)at + 16, INVERBS_BE64((uint64_t)v->becomes));
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32((uint32_t)v->key));
	inverbs_put32((uint8_t *)at + 28, 0);
}

INVERBS_INLINE struct deneb_change deneb_change_get(const void *at)
{
	struct deneb_change v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);

	v.at = (uint64_t)(INVERBS_BE64(w0));
	v.is = (uint64_t)(INVERBS_BE64(w8));
	v.becomes = (uint64_t)(INVERBS_BE64(w16));
	v.key = (uint32_t)(INVERBS_BE32(w24));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool deneb_change_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 28)) == 0;
}

/** Where a datagram goes. deneb.to */
struct deneb_to {
	uint32_t qpn;    /**< 0x0; source wr.ud.qpn */
	uint32_t qkey;   /**< 0x4; source wr.ud.qkey */
	uint32_t handle; /**< 0x8; source ah.number */
};

#define DENEB_TO_SIZE 16U

/** Store all fields. deneb.to */
INVERBS_INLINE void deneb_to_put(void *at, const struct deneb_to *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->qpn));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->qkey));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->handle));
	inverbs_put32((uint8_t *)at + 12, 0);
}

INVERBS_INLINE struct deneb_to deneb_to_get(const void *at)
{
	struct deneb_to v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);

	v.qpn = (uint32_t)(INVERBS_BE32(w0));
	v.qkey = (uint32_t)(INVERBS_BE32(w4));
	v.handle = (uint32_t)(INVERBS_BE32(w8));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool deneb_to_reserved_clear(const void *at)
{
	return (inverbs_get32((const uint8_t *)at + 12)) == 0;
}

/** A memory window. deneb.opening */
struct deneb_opening {
	uint64_t at;     /**< 0x0; source wr.bind.addr */
	uint64_t bytes;  /**< 0x8; source wr.bind.length */
	uint32_t region; /**< 0x10; source wr.bind.lkey */
	uint32_t before; /**< 0x14; source wr.bind.old_rkey */
	uint32_t after;  /**< 0x18; source wr.bind.rkey */
	uint32_t rights; /**< 0x1c; source wr.bind.access */
};

#define DENEB_OPENING_SIZE 32U

/** Store all fields. deneb.opening */
INVERBS_INLINE void deneb_opening_put(void *at, const struct deneb_opening *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->at));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->bytes));
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32((uint32_t)v->region));
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->before));
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32((uint32_t)v->after));
	inverbs_put32((uint8_t *)at + 28, INVERBS_BE32((uint32_t)v->rights));
}

INVERBS_INLINE struct deneb_opening deneb_opening_get(const void *at)
{
	struct deneb_opening v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.at = (uint64_t)(INVERBS_BE64(w0));
	v.bytes = (uint64_t)(INVERBS_BE64(w8));
	v.region = (uint32_t)(INVERBS_BE32(w16));
	v.before = (uint32_t)(INVERBS_BE32(w20));
	v.after = (uint32_t)(INVERBS_BE32(w24));
	v.rights = (uint32_t)(INVERBS_BE32(w28));
	return v;
}

/** How much follows. deneb.load */
struct deneb_load {
	uint32_t bytes;  /**< 0x0; source payload.bytes */
	uint32_t pieces; /**< 0x4; source payload.sges */
	uint64_t again;  /**< 0x8; The adapter looks elsewhere */
};

#define DENEB_LOAD_SIZE 16U

/** Store all fields. deneb.load */
INVERBS_INLINE void deneb_load_put(void *at, const struct deneb_load *v)
{
	inverbs_put32(at, INVERBS_NATIVE32((uint32_t)v->bytes));
	inverbs_put32((uint8_t *)at + 4, INVERBS_NATIVE32((uint32_t)v->pieces));
	inverbs_put64((uint8_t *)at + 8, INVERBS_NATIVE64((uint64_t)v->again));
}

INVERBS_INLINE struct deneb_load deneb_load_get(const void *at)
{
	struct deneb_load v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.bytes = (uint32_t)(INVERBS_NATIVE32(w0));
	v.pieces = (uint32_t)(INVERBS_NATIVE32(w4));
	v.again = (uint64_t)(INVERBS_NATIVE64(w8));
	return v;
}

/** A receive. deneb.blank */
struct deneb_blank {
	uint64_t id;     /**< 0x0; source wr.id */
	uint32_t pieces; /**< 0x8; source payload.sges */
	uint32_t bytes;  /**< 0xc; source payload.bytes */
};

#define DENEB_BLANK_SIZE 16U

/** Store all fields. deneb.blank */
INVERBS_INLINE void deneb_blank_put(void *at, const struct deneb_blank *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->id));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->pieces));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->bytes));
}

INVERBS_INLINE struct deneb_blank deneb_blank_get(const void *at)
{
	struct deneb_blank v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);

	v.id = (uint64_t)(INVERBS_BE64(w0));
	v.pieces = (uint32_t)(INVERBS_BE32(w8));
	v.bytes = (uint32_t)(INVERBS_BE32(w12));
	return v;
}

/** A piece. deneb.piece */
struct deneb_piece {
	uint32_t key;   /**< 0x0; source sge.lkey */
	uint32_t bytes; /**< 0x4; source sge.length */
	uint64_t at;    /**< 0x8; source sge.addr */
};

#define DENEB_PIECE_SIZE 16U

/** Store all fields. deneb.piece */
INVERBS_INLINE void deneb_piece_put(void *at, const struct deneb_piece *v)
{
	inverbs_put32(at, INVERBS_BE32((uint32_t)v->key));
	inverbs_put32((uint8_t *)at + 4, INVERBS_BE32((uint32_t)v->bytes));
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->at));
}

INVERBS_INLINE struct deneb_piece deneb_piece_get(const void *at)
{
	struct deneb_piece v;
	const uint32_t w0 = inverbs_get32((const uint8_t *)at + 0);
	const uint32_t w4 = inverbs_get32((const uint8_t *)at + 4);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);

	v.key = (uint32_t)(INVERBS_BE32(w0));
	v.bytes = (uint32_t)(INVERBS_BE32(w4));
	v.at = (uint64_t)(INVERBS_BE64(w8));
	return v;
}

/** A completion. deneb.news */
struct deneb_news {
	uint64_t id;     /**< 0x0 */
	uint8_t fate;    /**< 0x8.31-28 */
	uint8_t deed;    /**< 0x8.27-24 */
	uint8_t port;    /**< 0x8.23-16 */
	uint8_t noted;   /**< 0x8.1-1 */
	uint8_t ended;   /**< 0x8.0-0 */
	uint32_t bytes;  /**< 0xc */
	uint32_t note;   /**< 0x10 */
	uint32_t end;    /**< 0x10 */
	uint32_t qpn;    /**< 0x14 */
	uint32_t from;   /**< 0x18 */
	uint32_t detail; /**< 0x1c */
};

#define DENEB_NEWS_SIZE 32U

/** Store all fields. deneb.news */
INVERBS_INLINE void deneb_news_put(void *at, const struct deneb_news *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->id));
	inverbs_put32((uint8_t *)at + 8,
		      INVERBS_BE32(((uint32_t)v->fate << 28) | ((uint32_t)(v->deed & 0xfU) << 24) |
				   ((uint32_t)v->port << 16) | ((uint32_t)(v->noted & 0x1U) << 1) |
				   (uint32_t)(v->ended & 0x1U)));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->bytes));
	inverbs_put32((uint8_t *)at + 16, INVERBS_BE32((uint32_t)v->end) | v->note);
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->qpn));
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32((uint32_t)v->from));
	inverbs_put32((uint8_t *)at + 28, INVERBS_BE32((uint32_t)v->detail));
}

INVERBS_INLINE struct deneb_news deneb_news_get(const void *at)
{
	struct deneb_news v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint32_t w16 = inverbs_get32((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);

	v.id = (uint64_t)(INVERBS_BE64(w0));
	v.fate = (uint8_t)((INVERBS_BE32(w8) >> 28) & 0xfU);
	v.deed = (uint8_t)((INVERBS_BE32(w8) >> 24) & 0xfU);
	v.port = (uint8_t)((INVERBS_BE32(w8) >> 16) & 0xffU);
	v.noted = (uint8_t)((INVERBS_BE32(w8) >> 1) & 0x1U);
	v.ended = (uint8_t)(INVERBS_BE32(w8) & 0x1U);
	v.bytes = (uint32_t)(INVERBS_BE32(w12));
	v.note = w16;
	v.end = (uint32_t)(INVERBS_BE32(w16));
	v.qpn = (uint32_t)(INVERBS_BE32(w20));
	v.from = (uint32_t)(INVERBS_BE32(w24));
	v.detail = (uint32_t)(INVERBS_BE32(w28));
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool deneb_news_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 8)) & 0xfffcU)) == 0;
}

#endif
