/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of opcodes and statuses, one printer per format. */
#ifndef INVERBS_ADAPTERS_DENEB_PRINT_H
#define INVERBS_ADAPTERS_DENEB_PRINT_H

#include <inverbs/adapters/deneb_formats.h>
#include <inverbs/dump.h>

/** Name of what to do, or "?". */
static inline const char *deneb_task_name(uint32_t value)
{
	switch (value) {
	case DENEB_TASK_PUT:
		return "PUT";
	case DENEB_TASK_PUT_NOTE:
		return "PUT_NOTE";
	case DENEB_TASK_PUT_END:
		return "PUT_END";
	case DENEB_TASK_STORE:
		return "STORE";
	case DENEB_TASK_SWAP:
		return "SWAP";
	case DENEB_TASK_OPEN:
		return "OPEN";
	case DENEB_TASK_END:
		return "END";
	case DENEB_TASK_WORD:
		return "WORD";
	case DENEB_TASK_WIDE:
		return "WIDE";
	default:
		return "?";
	}
}

/** Name of what was done, or "?". */
static inline const char *deneb_deed_name(uint32_t value)
{
	switch (value) {
	case DENEB_DEED_PUT:
		return "PUT";
	case DENEB_DEED_STORED:
		return "STORED";
	case DENEB_DEED_SWAPPED:
		return "SWAPPED";
	case DENEB_DEED_OPENED:
		return "OPENED";
	case DENEB_DEED_ENDED:
		return "ENDED";
	case DENEB_DEED_CAME:
		return "CAME";
	case DENEB_DEED_WORDED:
		return "WORDED";
	default:
		return "?";
	}
}

/** Name of how it ended, or "?". */
static inline const char *deneb_fate_name(uint32_t value)
{
	switch (value) {
	case DENEB_FATE_FINE:
		return "FINE";
	case DENEB_FATE_KEY:
		return "KEY";
	case DENEB_FATE_FLUSHED:
		return "FLUSHED";
	default:
		return "?";
	}
}

/** deneb_form and its fields. deneb.form */
static inline void deneb_form_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_form v = deneb_form_get(at);

	inverbs_text_add(text, "deneb_form");
	inverbs_text_add(text, " last=0x%llx", (unsigned long long)v.last);
	inverbs_text_add(text, " shift=0x%llx", (unsigned long long)v.shift);
}

/** deneb_turn and its fields. deneb.turn */
static inline void deneb_turn_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_turn v = deneb_turn_get(at);

	inverbs_text_add(text, "deneb_turn");
	inverbs_text_add(text, " slot=0x%llx", (unsigned long long)v.slot);
}

/** deneb_top and its fields. deneb.top */
static inline void deneb_top_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_top v = deneb_top_get(at);

	inverbs_text_add(text, "deneb_top");
	inverbs_text_add(text, " task=%s(0x%x)", deneb_task_name(v.task), (unsigned)v.task);
	inverbs_text_add(text, " inside=0x%llx", (unsigned long long)v.inside);
	inverbs_text_add(text, " report=0x%llx", (unsigned long long)v.report);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " fence=0x%llx", (unsigned long long)v.fence);
	inverbs_text_add(text, " note=0x%llx", (unsigned long long)v.note);
	if (v.end)
		inverbs_text_add(text, " or end=0x%llx", (unsigned long long)v.end);
	inverbs_text_add(text, " id=0x%llx", (unsigned long long)v.id);
	inverbs_text_add(text, " source=0x%llx", (unsigned long long)v.source);
}

/** deneb_away and its fields. deneb.away */
static inline void deneb_away_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_away v = deneb_away_get(at);

	inverbs_text_add(text, "deneb_away");
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
}

/** deneb_change and its fields. deneb.change */
static inline void deneb_change_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_change v = deneb_change_get(at);

	inverbs_text_add(text, "deneb_change");
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
	inverbs_text_add(text, " is=0x%llx", (unsigned long long)v.is);
	inverbs_text_add(text, " becomes=0x%llx", (unsigned long long)v.becomes);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
}

/** deneb_to and its fields. deneb.to */
static inline void deneb_to_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_to v = deneb_to_get(at);

	inverbs_text_add(text, "deneb_to");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " handle=0x%llx", (unsigned long long)v.handle);
}

/** deneb_opening and its fields. deneb.opening */
static inline void deneb_opening_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_opening v = deneb_opening_get(at);

	inverbs_text_add(text, "deneb_opening");
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " region=0x%llx", (unsigned long long)v.region);
	inverbs_text_add(text, " before=0x%llx", (unsigned long long)v.before);
	inverbs_text_add(text, " after=0x%llx", (unsigned long long)v.after);
	inverbs_text_add(text, " rights=0x%llx", (unsigned long long)v.rights);
}

/** deneb_load and its fields. deneb.load */
static inline void deneb_load_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_load v = deneb_load_get(at);

	inverbs_text_add(text, "deneb_load");
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " pieces=0x%llx", (unsigned long long)v.pieces);
	inverbs_text_add(text, " again=0x%llx", (unsigned long long)v.again);
}

/** deneb_blank and its fields. deneb.blank */
static inline void deneb_blank_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_blank v = deneb_blank_get(at);

	inverbs_text_add(text, "deneb_blank");
	inverbs_text_add(text, " id=0x%llx", (unsigned long long)v.id);
	inverbs_text_add(text, " pieces=0x%llx", (unsigned long long)v.pieces);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
}

/** deneb_piece and its fields. deneb.piece */
static inline void deneb_piece_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_piece v = deneb_piece_get(at);

	inverbs_text_add(text, "deneb_piece");
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
}

/** deneb_news and its fields. deneb.news */
static inline void deneb_news_print(struct inverbs_text *text, const void *at)
{
	const struct deneb_news v = deneb_news_get(at);

	inverbs_text_add(text, "deneb_news");
	inverbs_text_add(text, " id=0x%llx", (unsigned long long)v.id);
	inverbs_text_add(text, " fate=%s(0x%x)", deneb_fate_name(v.fate), (unsigned)v.fate);
	inverbs_text_add(text, " deed=%s(0x%x)", deneb_deed_name(v.deed), (unsigned)v.deed);
	inverbs_text_add(text, " noted=0x%llx", (unsigned long long)v.noted);
	inverbs_text_add(text, " ended=0x%llx", (unsigned long long)v.ended);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " note=0x%llx", (unsigned long long)v.note);
	if (v.end)
		inverbs_text_add(text, " or end=0x%llx", (unsigned long long)v.end);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " from=0x%llx", (unsigned long long)v.from);
	inverbs_text_add(text, " detail=0x%llx", (unsigned long long)v.detail);
}

#endif
