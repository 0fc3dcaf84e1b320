/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from nadir.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of opcodes and statuses, one printer per format, and the tables by which <inverbs/dump.h>
 * prints whole entries. */
#ifndef INVERBS_ADAPTERS_NADIR_PRINT_H
#define INVERBS_ADAPTERS_NADIR_PRINT_H

#include <inverbs/adapters/nadir_formats.h>
#include <inverbs/dump.h>

/** Name of what to do, or "?". */
static inline const char *nadir_task_name(uint32_t value)
{
	switch (value) {
	case NADIR_TASK_PUT:
		return "PUT";
	case NADIR_TASK_PUT_NOTE:
		return "PUT_NOTE";
	case NADIR_TASK_PUT_END:
		return "PUT_END";
	case NADIR_TASK_STORE:
		return "STORE";
	case NADIR_TASK_SWAP:
		return "SWAP";
	case NADIR_TASK_OPEN:
		return "OPEN";
	case NADIR_TASK_END:
		return "END";
	case NADIR_TASK_WORD:
		return "WORD";
	case NADIR_TASK_WIDE:
		return "WIDE";
	default:
		return "?";
	}
}

/** Name of what was done, or "?". */
static inline const char *nadir_deed_name(uint32_t value)
{
	switch (value) {
	case NADIR_DEED_PUT:
		return "PUT";
	case NADIR_DEED_STORED:
		return "STORED";
	case NADIR_DEED_SWAPPED:
		return "SWAPPED";
	case NADIR_DEED_OPENED:
		return "OPENED";
	case NADIR_DEED_ENDED:
		return "ENDED";
	case NADIR_DEED_CAME:
		return "CAME";
	case NADIR_DEED_WORDED:
		return "WORDED";
	default:
		return "?";
	}
}

/** Name of how it ended, or "?". */
static inline const char *nadir_fate_name(uint32_t value)
{
	switch (value) {
	case NADIR_FATE_FINE:
		return "FINE";
	case NADIR_FATE_KEY:
		return "KEY";
	case NADIR_FATE_FLUSHED:
		return "FLUSHED";
	default:
		return "?";
	}
}

/** nadir_form and its fields. nadir.form */
static inline void nadir_form_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_form v = nadir_form_get(at);

	inverbs_text_add(text, "nadir_form");
	inverbs_text_add(text, " last=0x%llx", (unsigned long long)v.last);
	inverbs_text_add(text, " shift=0x%llx", (unsigned long long)v.shift);
}

/** nadir_turn and its fields. nadir.turn */
static inline void nadir_turn_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_turn v = nadir_turn_get(at);

	inverbs_text_add(text, "nadir_turn");
	inverbs_text_add(text, " slot=0x%llx", (unsigned long long)v.slot);
}

/** nadir_top and its fields. nadir.top */
static inline void nadir_top_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_top v = nadir_top_get(at);

	inverbs_text_add(text, "nadir_top");
	inverbs_text_add(text, " task=%s(0x%x)", nadir_task_name(v.task), (unsigned)v.task);
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

/** nadir_away and its fields. nadir.away */
static inline void nadir_away_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_away v = nadir_away_get(at);

	inverbs_text_add(text, "nadir_away");
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
}

/** nadir_change and its fields. nadir.change */
static inline void nadir_change_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_change v = nadir_change_get(at);

	inverbs_text_add(text, "nadir_change");
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
	inverbs_text_add(text, " is=0x%llx", (unsigned long long)v.is);
	inverbs_text_add(text, " becomes=0x%llx", (unsigned long long)v.becomes);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
}

/** nadir_to and its fields. nadir.to */
static inline void nadir_to_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_to v = nadir_to_get(at);

	inverbs_text_add(text, "nadir_to");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " handle=0x%llx", (unsigned long long)v.handle);
}

/** nadir_opening and its fields. nadir.opening */
static inline void nadir_opening_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_opening v = nadir_opening_get(at);

	inverbs_text_add(text, "nadir_opening");
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " region=0x%llx", (unsigned long long)v.region);
	inverbs_text_add(text, " before=0x%llx", (unsigned long long)v.before);
	inverbs_text_add(text, " after=0x%llx", (unsigned long long)v.after);
	inverbs_text_add(text, " rights=0x%llx", (unsigned long long)v.rights);
}

/** nadir_load and its fields. nadir.load */
static inline void nadir_load_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_load v = nadir_load_get(at);

	inverbs_text_add(text, "nadir_load");
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " pieces=0x%llx", (unsigned long long)v.pieces);
	inverbs_text_add(text, " again=0x%llx", (unsigned long long)v.again);
}

/** nadir_blank and its fields. nadir.blank */
static inline void nadir_blank_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_blank v = nadir_blank_get(at);

	inverbs_text_add(text, "nadir_blank");
	inverbs_text_add(text, " id=0x%llx", (unsigned long long)v.id);
	inverbs_text_add(text, " pieces=0x%llx", (unsigned long long)v.pieces);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
}

/** nadir_piece and its fields. nadir.piece */
static inline void nadir_piece_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_piece v = nadir_piece_get(at);

	inverbs_text_add(text, "nadir_piece");
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
}

/** nadir_news and its fields. nadir.news */
static inline void nadir_news_print(struct inverbs_text *text, const void *at)
{
	const struct nadir_news v = nadir_news_get(at);

	inverbs_text_add(text, "nadir_news");
	inverbs_text_add(text, " id=0x%llx", (unsigned long long)v.id);
	inverbs_text_add(text, " fate=%s(0x%x)", nadir_fate_name(v.fate), (unsigned)v.fate);
	inverbs_text_add(text, " deed=%s(0x%x)", nadir_deed_name(v.deed), (unsigned)v.deed);
	inverbs_text_add(text, " noted=0x%llx", (unsigned long long)v.noted);
	inverbs_text_add(text, " ended=0x%llx", (unsigned long long)v.ended);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " note=0x%llx", (unsigned long long)v.note);
	if (v.end)
		inverbs_text_add(text, " or end=0x%llx", (unsigned long long)v.end);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " from=0x%llx", (unsigned long long)v.from);
}

static const struct inverbs_dump_segment nadir_dump_lead[] = {
	{24, nadir_top_print},
	{16, nadir_to_print},
};

static const struct inverbs_dump_class nadir_dump_classes[] = {
	{1U << IBV_QPT_RC | 1U << IBV_QPT_UC, nadir_dump_lead, 1, false},
	{1U << IBV_QPT_UD, nadir_dump_lead, 2, true},
};

static const struct inverbs_dump_segment nadir_dump_body_RDMA_WRITE[] = {
	{16, nadir_away_print},
};

static const struct inverbs_dump_segment nadir_dump_body_ATOMIC_CMP_AND_SWP[] = {
	{32, nadir_change_print},
};

static const struct inverbs_dump_segment nadir_dump_body_ATOMIC_WRITE[] = {
	{16, nadir_away_print},
};

static const struct inverbs_dump_segment nadir_dump_body_BIND_MW[] = {
	{32, nadir_opening_print},
};

static const struct inverbs_dump_op nadir_dump_ops[] = {
	{NADIR_TASK_PUT, NULL, 0, true},
	{NADIR_TASK_PUT_NOTE, NULL, 0, true},
	{NADIR_TASK_PUT_END, NULL, 0, true},
	{NADIR_TASK_STORE, nadir_dump_body_RDMA_WRITE, 1, true},
	{NADIR_TASK_SWAP, nadir_dump_body_ATOMIC_CMP_AND_SWP, 1, true},
	{NADIR_TASK_WORD, nadir_dump_body_ATOMIC_WRITE, 1, true},
	{NADIR_TASK_OPEN, nadir_dump_body_BIND_MW, 1, true},
	{NADIR_TASK_END, NULL, 0, true},
};

static const struct inverbs_dump_syndrome nadir_dump_syndromes[] = {
	{NADIR_FATE_KEY, "KEY", IBV_WC_LOC_PROT_ERR},
	{NADIR_FATE_FLUSHED, "FLUSHED", IBV_WC_WR_FLUSH_ERR},
};

static inline uint32_t nadir_dump_pieces(const void *entry, uint32_t *bytes)
{
	const struct nadir_load v = nadir_load_get((const uint8_t *)entry + 64);

	*bytes = v.bytes;
	return nadir_top_get(entry).inside ? 0 : v.pieces;
}

static inline uint32_t nadir_dump_bytes(const void *entry)
{
	uint32_t bytes;
	const uint32_t pieces = nadir_dump_pieces(entry, &bytes);

	return 80 + (pieces ? pieces * 16 : bytes);
}

static inline uint32_t nadir_dump_code(const void *entry)
{
	return nadir_top_get(entry).task;
}

/* Nothing in an entry tells whose it is; the indexes of the queue do. */
static inline bool nadir_dump_owned(const void *slot, uint32_t index, uint32_t entries)
{
	(void)slot;
	(void)index;
	(void)entries;
	return true;
}

static inline uint32_t nadir_dump_recv_pieces(const void *slot)
{
	return nadir_blank_get(slot).pieces;
}

static inline void nadir_dump_read_cqe(const void *entry, struct inverbs_dump_cqe *out)
{
	const struct nadir_news v = nadir_news_get(entry);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->is_send = v.deed != NADIR_DEED_CAME;
	out->failed = v.fate != 0;
	out->qpn = v.qpn;
	out->what = nadir_deed_name(v.deed);
	if (!out->failed)
		return;
	out->syndrome = v.fate;
	out->what = nadir_fate_name(v.fate);
	out->status = IBV_WC_GENERAL_ERR;
	for (row = nadir_dump_syndromes; row < nadir_dump_syndromes + 2; row++) {
		if (row->value == out->syndrome)
			out->status = row->status;
	}
}

/** Everything that <inverbs/dump.h> needs to know of nadir. */
static const struct inverbs_dump nadir_dump __attribute__((unused)) = {
	"nadir",
	992,
	nadir_dump_bytes,
	nadir_dump_code,
	nadir_dump_owned,
	nadir_task_name,
	nadir_dump_classes,
	2,
	nadir_dump_ops,
	8,
	{16, nadir_piece_print},
	{0, NULL},
	NULL,
	0,
	NULL,
	{0, NULL},
	NULL,
	32,
	false,
	nadir_dump_read_cqe,
	nadir_news_print,
	nadir_dump_syndromes,
	2,
	NULL,
	NULL,
	nadir_dump_pieces,
	{16, nadir_load_print},
	64,
	80,
	{16, nadir_blank_print},
	nadir_dump_recv_pieces,
};

#endif
