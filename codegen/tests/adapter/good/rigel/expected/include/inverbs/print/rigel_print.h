/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Names of opcodes and statuses, one printer per format, and the tables by which
 * <inverbs/print/dump.h> prints whole WQEs.
 */
#ifndef INVERBS_ADAPTERS_RIGEL_PRINT_H
#define INVERBS_ADAPTERS_RIGEL_PRINT_H

#include <inverbs/adapters/rigel_formats.h>
#include <inverbs/print/dump.h>

/** What an entry of the ring asks for. Returns the name of a value, or "?". */
static inline const char *rigel_job_name(uint32_t value)
{
	switch (value) {
	case RIGEL_JOB_PUT:
		return "PUT";
	case RIGEL_JOB_WRITE:
		return "WRITE";
	case RIGEL_JOB_READ:
		return "READ";
	case RIGEL_JOB_TAKE:
		return "TAKE";
	default:
		return "?";
	}
}

/** What a completion reports. Returns the name of a value, or "?". */
static inline const char *rigel_event_name(uint32_t value)
{
	switch (value) {
	case RIGEL_EVENT_WRITTEN:
		return "WRITTEN";
	case RIGEL_EVENT_ANSWERED:
		return "ANSWERED";
	case RIGEL_EVENT_READING:
		return "READING";
	case RIGEL_EVENT_SENT:
		return "SENT";
	case RIGEL_EVENT_ASKED:
		return "ASKED";
	default:
		return "?";
	}
}

/** Whose queue it is of. Returns the name of a value, or "?". */
static inline const char *rigel_side_name(uint32_t value)
{
	switch (value) {
	case RIGEL_SIDE_IN:
		return "IN";
	case RIGEL_SIDE_OUT:
		return "OUT";
	default:
		return "?";
	}
}

/** How it ended. Returns the name of a value, or "?". */
static inline const char *rigel_fate_name(uint32_t value)
{
	switch (value) {
	case RIGEL_FATE_FINE:
		return "FINE";
	case RIGEL_FATE_KEY:
		return "KEY";
	case RIGEL_FATE_LENGTH:
		return "LENGTH";
	case RIGEL_FATE_ORDER:
		return "ORDER";
	case RIGEL_FATE_FLUSHED:
		return "FLUSHED";
	default:
		return "?";
	}
}

/** rigel_top and its fields. rigel.top */
static inline void rigel_top_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_top v = rigel_top_get(at);

	inverbs_text_add(text, "rigel_top");
	inverbs_text_add(text, " job=%s(0x%x)", rigel_job_name(v.job), (unsigned)v.job);
	inverbs_text_add(text, " marks=0x%llx", (unsigned long long)v.marks);
	inverbs_text_add(text, " signaled=0x%llx", (unsigned long long)v.signaled);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " fence=0x%llx", (unsigned long long)v.fence);
	inverbs_text_add(text, " serial=0x%llx", (unsigned long long)v.serial);
	inverbs_text_add(text, " units=0x%llx", (unsigned long long)v.units);
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
}

/** rigel_outgoing and its fields. rigel.outgoing */
static inline void rigel_outgoing_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_outgoing v = rigel_outgoing_get(at);

	inverbs_text_add(text, "rigel_outgoing");
	inverbs_text_add(text, " total=0x%llx", (unsigned long long)v.total);
	inverbs_text_add(text, " parts=0x%llx", (unsigned long long)v.parts);
}

/** rigel_away and its fields. rigel.away */
static inline void rigel_away_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_away v = rigel_away_get(at);

	inverbs_text_add(text, "rigel_away");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " total=0x%llx", (unsigned long long)v.total);
	inverbs_text_add(text, " parts=0x%llx", (unsigned long long)v.parts);
}

/** rigel_back and its fields. rigel.back */
static inline void rigel_back_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_back v = rigel_back_get(at);

	inverbs_text_add(text, "rigel_back");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " size=0x%llx", (unsigned long long)v.size);
	inverbs_text_add(text, " to=0x%llx", (unsigned long long)v.to);
	inverbs_text_add(text, " to_key=0x%llx", (unsigned long long)v.to_key);
}

/** rigel_nothing and its fields. rigel.nothing */
static inline void rigel_nothing_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_nothing v = rigel_nothing_get(at);

	inverbs_text_add(text, "rigel_nothing");
	inverbs_text_add(text, " mark=0x%llx", (unsigned long long)v.mark);
}

/** rigel_incoming and its fields. rigel.incoming */
static inline void rigel_incoming_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_incoming v = rigel_incoming_get(at);

	inverbs_text_add(text, "rigel_incoming");
	inverbs_text_add(text, " parts=0x%llx", (unsigned long long)v.parts);
}

/** rigel_piece and its fields. rigel.piece */
static inline void rigel_piece_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_piece v = rigel_piece_get(at);

	inverbs_text_add(text, "rigel_piece");
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
	inverbs_text_add(text, " size=0x%llx", (unsigned long long)v.size);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
}

/** rigel_again and its fields. rigel.again */
static inline void rigel_again_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_again v = rigel_again_get(at);

	inverbs_text_add(text, "rigel_again");
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
}

/** rigel_health and its fields. rigel.health */
static inline void rigel_health_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_health v = rigel_health_get(at);

	inverbs_text_add(text, "rigel_health");
	inverbs_text_add(text, " broken=0x%llx", (unsigned long long)v.broken);
	inverbs_text_add(text, " quiet=0x%llx", (unsigned long long)v.quiet);
}

/** rigel_news and its fields. rigel.news */
static inline void rigel_news_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_news v = rigel_news_get(at);

	inverbs_text_add(text, "rigel_news");
	inverbs_text_add(text, " size=0x%llx", (unsigned long long)v.size);
	inverbs_text_add(text, " serial=0x%llx", (unsigned long long)v.serial);
	if (v.number)
		inverbs_text_add(text, " or number=0x%llx", (unsigned long long)v.number);
	inverbs_text_add(text, " token=0x%llx", (unsigned long long)v.token);
	inverbs_text_add(text, " queue=0x%llx", (unsigned long long)v.queue);
	inverbs_text_add(text, " event=%s(0x%x)", rigel_event_name(v.event), (unsigned)v.event);
	inverbs_text_add(text, " fate=%s(0x%x)", rigel_fate_name(v.fate), (unsigned)v.fate);
	inverbs_text_add(text, " outgoing=%s(0x%x)", rigel_side_name(v.outgoing),
			 (unsigned)v.outgoing);
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
}

/** rigel_ring and its fields. rigel.ring */
static inline void rigel_ring_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_ring v = rigel_ring_get(at);

	inverbs_text_add(text, "rigel_ring");
	inverbs_text_add(text, " queue=0x%llx", (unsigned long long)v.queue);
}

/** rigel_seen and its fields. rigel.seen */
static inline void rigel_seen_print(struct inverbs_text *text, const void *at)
{
	const struct rigel_seen v = rigel_seen_get(at);

	inverbs_text_add(text, "rigel_seen");
	inverbs_text_add(text, " count=0x%llx", (unsigned long long)v.count);
}

static const struct inverbs_dump_segment rigel_dump_lead_connected[] = {
	{16, rigel_top_print},
};

static const struct inverbs_dump_segment rigel_dump_body_put[] = {
	{8, rigel_outgoing_print},
};

static const struct inverbs_dump_segment rigel_dump_body_write[] = {
	{24, rigel_away_print},
};

static const struct inverbs_dump_segment rigel_dump_body_read[] = {
	{32, rigel_back_print},
};

static const struct inverbs_dump_segment rigel_dump_body_take[] = {
	{8, rigel_incoming_print},
};

static const struct inverbs_dump_class rigel_dump_classes[] = {
	{1U << IBV_QPT_RC, rigel_dump_lead_connected, 1, false, NULL},
};

static const struct inverbs_dump_op rigel_dump_ops[] = {
	{RIGEL_JOB_PUT, rigel_dump_body_put, 1, true},
	{RIGEL_JOB_WRITE, rigel_dump_body_write, 1, true},
	{RIGEL_JOB_READ, rigel_dump_body_read, 1, false},
	{RIGEL_JOB_TAKE, rigel_dump_body_take, 1, true},
};

static const struct inverbs_dump_syndrome rigel_dump_syndromes[] = {
	{RIGEL_FATE_KEY, "KEY", IBV_WC_LOC_ACCESS_ERR},
	{RIGEL_FATE_LENGTH, "LENGTH", IBV_WC_LOC_LEN_ERR},
	{RIGEL_FATE_ORDER, "ORDER", IBV_WC_FATAL_ERR},
	{RIGEL_FATE_FLUSHED, "FLUSHED", IBV_WC_WR_FLUSH_ERR},
};

static inline uint32_t rigel_dump_send_code(const void *wqe)
{
	return rigel_top_get(wqe).job;
}

static inline bool rigel_dump_send_owned(const void *unit, uint32_t index, uint32_t entries)
{
	return rigel_top_get(unit).phase == ((index & entries) == 0);
}

static inline uint32_t rigel_dump_send_bytes(const void *wqe)
{
	return rigel_top_get(wqe).units;
}

static inline bool rigel_dump_is_recv(const void *wqe)
{
	return rigel_dump_send_code(wqe) == RIGEL_JOB_TAKE;
}

static inline uint32_t rigel_dump_serial(const void *wqe)
{
	return rigel_top_get(wqe).serial;
}

/** Number of SGEs and bytes of payload of a WQE; without SGEs the payload is inline. */
static inline uint32_t rigel_dump_pieces(const void *wqe, uint32_t *bytes)
{
	const uint8_t *const at = (const uint8_t *)wqe + 16;

	*bytes = 0;
	switch (rigel_dump_send_code(wqe)) {
	case RIGEL_JOB_PUT:
		*bytes = rigel_outgoing_get(at).total;
		return rigel_outgoing_get(at).parts;
	case RIGEL_JOB_WRITE:
		*bytes = rigel_away_get(at).total;
		return rigel_away_get(at).parts;
	case RIGEL_JOB_TAKE:
		return rigel_incoming_get(at).parts;
	default:
		return 0;
	}
}

static inline void rigel_dump_read_cqe(const void *cqe, struct inverbs_dump_cqe *out)
{
	const struct rigel_news v = rigel_news_get(cqe);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->status = IBV_WC_SUCCESS;
	out->is_send = v.outgoing == RIGEL_SIDE_OUT || v.event == RIGEL_EVENT_ANSWERED;
	out->failed = v.fate != 0;
	out->qpn = v.queue;
	out->index = out->is_send ? v.serial : v.number;
	out->index_mask = 0xffffffffU;
	out->what = rigel_event_name(v.event);
	if (!out->failed)
		return;
	out->vendor_err = v.fate;
	out->syndrome = v.fate;
	out->what = rigel_fate_name(out->syndrome);
	out->status = IBV_WC_GENERAL_ERR;
	for (row = rigel_dump_syndromes; row < rigel_dump_syndromes + 4; row++) {
		if (row->value == out->syndrome)
			out->status = row->status;
	}
}

/** Everything that <inverbs/print/dump.h> needs to know of rigel. */
static const struct inverbs_dump rigel_dump __attribute__((unused)) = {
	"rigel",
	98,
	rigel_dump_send_bytes,
	rigel_dump_send_code,
	rigel_dump_send_owned,
	rigel_job_name,
	rigel_dump_classes,
	1,
	rigel_dump_ops,
	4,
	{16, rigel_piece_print},
	{0, NULL},
	NULL,
	0,
	NULL,
	{0, NULL},
	NULL,
	16,
	true,
	rigel_dump_read_cqe,
	rigel_news_print,
	rigel_dump_syndromes,
	4,
	rigel_dump_is_recv,
	rigel_dump_serial,
	rigel_dump_pieces,
	{8, rigel_again_print},
	120,
	0,
	{0, NULL},
	NULL,
};

#endif
