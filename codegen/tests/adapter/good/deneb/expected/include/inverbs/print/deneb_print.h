/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Names of opcodes and statuses, one printer per format, and the tables by which
 * <inverbs/print/dump.h> prints whole WQEs.
 */
#ifndef INVERBS_ADAPTERS_DENEB_PRINT_H
#define INVERBS_ADAPTERS_DENEB_PRINT_H

#include <inverbs/adapters/deneb_formats.h>
#include <inverbs/print/dump.h>

/** What to do. Returns the name of a value, or "?". */
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

/** What was done. Returns the name of a value, or "?". */
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

/** How it ended. Returns the name of a value, or "?". */
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
	inverbs_text_add(text, " port=0x%llx", (unsigned long long)v.port);
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

static const struct inverbs_dump_segment deneb_dump_lead_connected[] = {
	{24, deneb_top_print},
};

static const struct inverbs_dump_segment deneb_dump_lead_datagram[] = {
	{24, deneb_top_print},
	{16, deneb_to_print},
};

static const struct inverbs_dump_segment deneb_dump_body_store[] = {
	{16, deneb_away_print},
};

static const struct inverbs_dump_segment deneb_dump_body_swap[] = {
	{32, deneb_change_print},
};

static const struct inverbs_dump_segment deneb_dump_body_word[] = {
	{16, deneb_away_print},
};

static const struct inverbs_dump_segment deneb_dump_body_open[] = {
	{32, deneb_opening_print},
};

static const struct inverbs_dump_class deneb_dump_classes[] = {
	{1U << IBV_QPT_RC | 1U << IBV_QPT_UC, deneb_dump_lead_connected, 1, false, NULL},
	{1U << IBV_QPT_UD, deneb_dump_lead_datagram, 2, false, NULL},
};

static const struct inverbs_dump_op deneb_dump_ops[] = {
	{DENEB_TASK_PUT, NULL, 0, true},
	{DENEB_TASK_PUT_NOTE, NULL, 0, true},
	{DENEB_TASK_PUT_END, NULL, 0, true},
	{DENEB_TASK_STORE, deneb_dump_body_store, 1, true},
	{DENEB_TASK_SWAP, deneb_dump_body_swap, 1, true},
	{DENEB_TASK_WORD, deneb_dump_body_word, 1, true},
	{DENEB_TASK_OPEN, deneb_dump_body_open, 1, false},
	{DENEB_TASK_END, NULL, 0, false},
};

static const struct inverbs_dump_syndrome deneb_dump_syndromes[] = {
	{DENEB_FATE_KEY, "KEY", IBV_WC_LOC_PROT_ERR},
	{DENEB_FATE_FLUSHED, "FLUSHED", IBV_WC_WR_FLUSH_ERR},
};

static inline uint32_t deneb_dump_send_code(const void *wqe)
{
	return deneb_top_get(wqe).task;
}

/* A WQE has no owner bit; the doorbell or the indexes of the queue tell. */
static inline bool deneb_dump_send_owned(const void *unit INVERBS_UNUSED,
					 uint32_t index INVERBS_UNUSED,
					 uint32_t entries INVERBS_UNUSED)
{
	return true;
}

/** Number of SGEs and bytes of payload of a WQE; without SGEs the payload is inline. */
static inline uint32_t deneb_dump_pieces(const void *wqe, uint32_t *bytes)
{
	const struct deneb_load v = deneb_load_get((const uint8_t *)wqe + 64);

	*bytes = v.bytes;
	return deneb_top_get(wqe).inside ? 0 : v.pieces;
}

static inline uint32_t deneb_dump_send_bytes(const void *wqe)
{
	uint32_t bytes;
	const uint32_t sges = deneb_dump_pieces(wqe, &bytes);

	return 80 + (sges ? sges * 16 : bytes);
}

static inline uint32_t deneb_dump_recv_pieces(const void *unit)
{
	return deneb_blank_get(unit).pieces;
}

static inline void deneb_dump_read_cqe(const void *cqe, struct inverbs_dump_cqe *out)
{
	const struct deneb_news v = deneb_news_get(cqe);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->status = IBV_WC_SUCCESS;
	out->is_send = v.deed == DENEB_DEED_PUT || v.deed == DENEB_DEED_STORED ||
		       v.deed == DENEB_DEED_SWAPPED || v.deed == DENEB_DEED_OPENED ||
		       v.deed == DENEB_DEED_ENDED || v.deed == DENEB_DEED_WORDED;
	out->failed = v.fate != 0;
	out->qpn = v.qpn;
	out->what = deneb_deed_name(v.deed);
	if (!out->failed)
		return;
	out->vendor_err = v.detail;
	out->syndrome = v.fate;
	out->what = deneb_fate_name(out->syndrome);
	out->status = IBV_WC_GENERAL_ERR;
	for (row = deneb_dump_syndromes; row < deneb_dump_syndromes + 2; row++) {
		if (row->value == out->syndrome)
			out->status = row->status;
	}
}

/** Everything that <inverbs/print/dump.h> needs to know of deneb. */
static const struct inverbs_dump deneb_dump __attribute__((unused)) = {
	"deneb",
	995,
	deneb_dump_send_bytes,
	deneb_dump_send_code,
	deneb_dump_send_owned,
	deneb_task_name,
	deneb_dump_classes,
	2,
	deneb_dump_ops,
	8,
	{16, deneb_piece_print},
	{0, NULL},
	NULL,
	0,
	NULL,
	{0, NULL},
	NULL,
	32,
	false,
	deneb_dump_read_cqe,
	deneb_news_print,
	deneb_dump_syndromes,
	2,
	NULL,
	NULL,
	deneb_dump_pieces,
	{16, deneb_load_print},
	64,
	80,
	{16, deneb_blank_print},
	deneb_dump_recv_pieces,
};

#endif
