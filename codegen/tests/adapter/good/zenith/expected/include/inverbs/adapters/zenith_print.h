/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from zenith.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of opcodes and statuses, one printer per format, and the tables by which <inverbs/dump.h>
 * prints whole entries. */
#ifndef INVERBS_ADAPTERS_ZENITH_PRINT_H
#define INVERBS_ADAPTERS_ZENITH_PRINT_H

#include <inverbs/adapters/zenith_formats.h>
#include <inverbs/dump.h>

/** Name of what an entry of the ring asks for, or "?". */
static inline const char *zenith_job_name(uint32_t value)
{
	switch (value) {
	case ZENITH_JOB_PUT:
		return "PUT";
	case ZENITH_JOB_WRITE:
		return "WRITE";
	case ZENITH_JOB_READ:
		return "READ";
	case ZENITH_JOB_TAKE:
		return "TAKE";
	case ZENITH_JOB_WIDE:
		return "WIDE";
	default:
		return "?";
	}
}

/** Name of what a completion reports, or "?". */
static inline const char *zenith_event_name(uint32_t value)
{
	switch (value) {
	case ZENITH_EVENT_WRITTEN:
		return "WRITTEN";
	case ZENITH_EVENT_ANSWERED:
		return "ANSWERED";
	case ZENITH_EVENT_READING:
		return "READING";
	case ZENITH_EVENT_SENT:
		return "SENT";
	default:
		return "?";
	}
}

/** Name of how it ended, or "?". */
static inline const char *zenith_fate_name(uint32_t value)
{
	switch (value) {
	case ZENITH_FATE_FINE:
		return "FINE";
	case ZENITH_FATE_KEY:
		return "KEY";
	case ZENITH_FATE_LENGTH:
		return "LENGTH";
	case ZENITH_FATE_ORDER:
		return "ORDER";
	case ZENITH_FATE_FLUSHED:
		return "FLUSHED";
	default:
		return "?";
	}
}

/** zenith_top and its fields. zenith.top */
static inline void zenith_top_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_top v = zenith_top_get(at);

	inverbs_text_add(text, "zenith_top");
	inverbs_text_add(text, " job=%s(0x%x)", zenith_job_name(v.job), (unsigned)v.job);
	inverbs_text_add(text, " marks=0x%llx", (unsigned long long)v.marks);
	inverbs_text_add(text, " signaled=0x%llx", (unsigned long long)v.signaled);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " fence=0x%llx", (unsigned long long)v.fence);
	inverbs_text_add(text, " serial=0x%llx", (unsigned long long)v.serial);
	inverbs_text_add(text, " units=0x%llx", (unsigned long long)v.units);
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
}

/** zenith_outgoing and its fields. zenith.outgoing */
static inline void zenith_outgoing_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_outgoing v = zenith_outgoing_get(at);

	inverbs_text_add(text, "zenith_outgoing");
	inverbs_text_add(text, " total=0x%llx", (unsigned long long)v.total);
	inverbs_text_add(text, " parts=0x%llx", (unsigned long long)v.parts);
}

/** zenith_away and its fields. zenith.away */
static inline void zenith_away_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_away v = zenith_away_get(at);

	inverbs_text_add(text, "zenith_away");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " total=0x%llx", (unsigned long long)v.total);
	inverbs_text_add(text, " parts=0x%llx", (unsigned long long)v.parts);
}

/** zenith_back and its fields. zenith.back */
static inline void zenith_back_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_back v = zenith_back_get(at);

	inverbs_text_add(text, "zenith_back");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " size=0x%llx", (unsigned long long)v.size);
	inverbs_text_add(text, " to=0x%llx", (unsigned long long)v.to);
	inverbs_text_add(text, " to_key=0x%llx", (unsigned long long)v.to_key);
}

/** zenith_nothing and its fields. zenith.nothing */
static inline void zenith_nothing_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_nothing v = zenith_nothing_get(at);

	inverbs_text_add(text, "zenith_nothing");
	inverbs_text_add(text, " mark=0x%llx", (unsigned long long)v.mark);
}

/** zenith_incoming and its fields. zenith.incoming */
static inline void zenith_incoming_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_incoming v = zenith_incoming_get(at);

	inverbs_text_add(text, "zenith_incoming");
	inverbs_text_add(text, " parts=0x%llx", (unsigned long long)v.parts);
}

/** zenith_piece and its fields. zenith.piece */
static inline void zenith_piece_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_piece v = zenith_piece_get(at);

	inverbs_text_add(text, "zenith_piece");
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
	inverbs_text_add(text, " size=0x%llx", (unsigned long long)v.size);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
}

/** zenith_again and its fields. zenith.again */
static inline void zenith_again_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_again v = zenith_again_get(at);

	inverbs_text_add(text, "zenith_again");
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
}

/** zenith_health and its fields. zenith.health */
static inline void zenith_health_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_health v = zenith_health_get(at);

	inverbs_text_add(text, "zenith_health");
	inverbs_text_add(text, " broken=0x%llx", (unsigned long long)v.broken);
	inverbs_text_add(text, " quiet=0x%llx", (unsigned long long)v.quiet);
}

/** zenith_news and its fields. zenith.news */
static inline void zenith_news_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_news v = zenith_news_get(at);

	inverbs_text_add(text, "zenith_news");
	inverbs_text_add(text, " size=0x%llx", (unsigned long long)v.size);
	inverbs_text_add(text, " serial=0x%llx", (unsigned long long)v.serial);
	if (v.number)
		inverbs_text_add(text, " or number=0x%llx", (unsigned long long)v.number);
	inverbs_text_add(text, " token=0x%llx", (unsigned long long)v.token);
	inverbs_text_add(text, " queue=0x%llx", (unsigned long long)v.queue);
	inverbs_text_add(text, " event=%s(0x%x)", zenith_event_name(v.event), (unsigned)v.event);
	inverbs_text_add(text, " fate=%s(0x%x)", zenith_fate_name(v.fate), (unsigned)v.fate);
	inverbs_text_add(text, " outgoing=0x%llx", (unsigned long long)v.outgoing);
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
}

/** zenith_ring and its fields. zenith.ring */
static inline void zenith_ring_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_ring v = zenith_ring_get(at);

	inverbs_text_add(text, "zenith_ring");
	inverbs_text_add(text, " queue=0x%llx", (unsigned long long)v.queue);
}

/** zenith_seen and its fields. zenith.seen */
static inline void zenith_seen_print(struct inverbs_text *text, const void *at)
{
	const struct zenith_seen v = zenith_seen_get(at);

	inverbs_text_add(text, "zenith_seen");
	inverbs_text_add(text, " count=0x%llx", (unsigned long long)v.count);
}

static const struct inverbs_dump_segment zenith_dump_lead[] = {
	{16, zenith_top_print},
};

static const struct inverbs_dump_class zenith_dump_classes[] = {
	{1U << IBV_QPT_RC, zenith_dump_lead, 1, false},
};

static const struct inverbs_dump_segment zenith_dump_body_put[] = {
	{8, zenith_outgoing_print},
};

static const struct inverbs_dump_segment zenith_dump_body_write[] = {
	{24, zenith_away_print},
};

static const struct inverbs_dump_segment zenith_dump_body_read[] = {
	{32, zenith_back_print},
};

static const struct inverbs_dump_segment zenith_dump_body_take[] = {
	{8, zenith_incoming_print},
};

static const struct inverbs_dump_op zenith_dump_ops[] = {
	{ZENITH_JOB_PUT, zenith_dump_body_put, 1, true},
	{ZENITH_JOB_WRITE, zenith_dump_body_write, 1, true},
	{ZENITH_JOB_READ, zenith_dump_body_read, 1, false},
	{ZENITH_JOB_TAKE, zenith_dump_body_take, 1, true},
};

static const struct inverbs_dump_syndrome zenith_dump_syndromes[] = {
	{ZENITH_FATE_KEY, "KEY", IBV_WC_LOC_ACCESS_ERR},
	{ZENITH_FATE_LENGTH, "LENGTH", IBV_WC_LOC_LEN_ERR},
	{ZENITH_FATE_ORDER, "ORDER", IBV_WC_FATAL_ERR},
	{ZENITH_FATE_FLUSHED, "FLUSHED", IBV_WC_WR_FLUSH_ERR},
};

static inline uint32_t zenith_dump_bytes(const void *entry)
{
	return zenith_top_get(entry).units;
}

static inline uint32_t zenith_dump_code(const void *entry)
{
	return zenith_top_get(entry).job;
}

static inline bool zenith_dump_owned(const void *slot, uint32_t index, uint32_t entries)
{
	return zenith_top_get(slot).phase == ((index & entries) == 0);
}

static inline bool zenith_dump_is_recv(const void *entry)
{
	return zenith_top_get(entry).job == ZENITH_JOB_TAKE;
}

static inline uint32_t zenith_dump_serial(const void *entry)
{
	return zenith_top_get(entry).serial;
}

static inline uint32_t zenith_dump_pieces(const void *entry, uint32_t *bytes)
{
	const uint8_t *const at = (const uint8_t *)entry + 16;

	*bytes = 0;
	switch (zenith_dump_code(entry)) {
	case ZENITH_JOB_PUT:
		*bytes = zenith_outgoing_get(at).total;
		return zenith_outgoing_get(at).parts;
	case ZENITH_JOB_WRITE:
		*bytes = zenith_away_get(at).total;
		return zenith_away_get(at).parts;
	case ZENITH_JOB_TAKE:
		return zenith_incoming_get(at).parts;
	default:
		return 0;
	}
}

static inline void zenith_dump_read_cqe(const void *entry, struct inverbs_dump_cqe *out)
{
	const struct zenith_news v = zenith_news_get(entry);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->status = IBV_WC_SUCCESS;
	out->is_send = v.outgoing || v.event == ZENITH_EVENT_ANSWERED;
	out->failed = v.fate != 0;
	out->qpn = v.queue;
	out->index = out->is_send ? v.serial : v.number;
	out->index_mask = 0xffffffffU;
	out->what = zenith_event_name(v.event);
	if (!out->failed)
		return;
	out->vendor_err = v.fate;
	out->syndrome = v.fate;
	out->what = zenith_fate_name(v.fate);
	out->status = IBV_WC_GENERAL_ERR;
	for (row = zenith_dump_syndromes; row < zenith_dump_syndromes + 4; row++) {
		if (row->value == out->syndrome)
			out->status = row->status;
	}
}

/** Everything that <inverbs/dump.h> needs to know of zenith. */
static const struct inverbs_dump zenith_dump __attribute__((unused)) = {
	"zenith",
	98,
	zenith_dump_bytes,
	zenith_dump_code,
	zenith_dump_owned,
	zenith_job_name,
	zenith_dump_classes,
	1,
	zenith_dump_ops,
	4,
	{16, zenith_piece_print},
	{0, NULL},
	NULL,
	0,
	NULL,
	{0, NULL},
	NULL,
	16,
	false,
	zenith_dump_read_cqe,
	zenith_news_print,
	zenith_dump_syndromes,
	4,
	zenith_dump_is_recv,
	zenith_dump_serial,
	zenith_dump_pieces,
	{8, zenith_again_print},
	120,
	0,
	{0, NULL},
	NULL,
};

#endif
