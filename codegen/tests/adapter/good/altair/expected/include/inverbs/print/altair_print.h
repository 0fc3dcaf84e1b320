/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from altair.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Names of opcodes and statuses, one printer per format, and the tables by which
 * <inverbs/print/dump.h> prints whole WQEs.
 */
#ifndef INVERBS_ADAPTERS_ALTAIR_PRINT_H
#define INVERBS_ADAPTERS_ALTAIR_PRINT_H

#include <inverbs/adapters/altair_formats.h>
#include <inverbs/print/dump.h>

/** Send opcodes. Returns the name of a value, or "?". */
static inline const char *altair_task_name(uint32_t value)
{
	switch (value) {
	case ALTAIR_TASK_SEND:
		return "SEND";
	case ALTAIR_TASK_SEND_IMM:
		return "SEND_IMM";
	case ALTAIR_TASK_SEND_INV:
		return "SEND_INV";
	case ALTAIR_TASK_WRITE:
		return "WRITE";
	case ALTAIR_TASK_WRITE_IMM:
		return "WRITE_IMM";
	case ALTAIR_TASK_READ:
		return "READ";
	case ALTAIR_TASK_CAS:
		return "CAS";
	case ALTAIR_TASK_FADD:
		return "FADD";
	case ALTAIR_TASK_BIND:
		return "BIND";
	case ALTAIR_TASK_INVAL:
		return "INVAL";
	default:
		return "?";
	}
}

/** Receive opcodes. Returns the name of a value, or "?". */
static inline const char *altair_arrived_name(uint32_t value)
{
	switch (value) {
	case ALTAIR_ARRIVED_SEND:
		return "SEND";
	case ALTAIR_ARRIVED_SEND_IMM:
		return "SEND_IMM";
	case ALTAIR_ARRIVED_SEND_INV:
		return "SEND_INV";
	case ALTAIR_ARRIVED_WRITE_IMM:
		return "WRITE_IMM";
	default:
		return "?";
	}
}

/** Special opcodes. Returns the name of a value, or "?". */
static inline const char *altair_other_name(uint32_t value)
{
	switch (value) {
	case ALTAIR_OTHER_RESIZED:
		return "RESIZED";
	case ALTAIR_OTHER_FAILED:
		return "FAILED";
	default:
		return "?";
	}
}

/** Which queue. Returns the name of a value, or "?". */
static inline const char *altair_side_name(uint32_t value)
{
	switch (value) {
	case ALTAIR_SIDE_RECV:
		return "RECV";
	case ALTAIR_SIDE_SEND:
		return "SEND";
	default:
		return "?";
	}
}

/** Failures. Returns the name of a value, or "?". */
static inline const char *altair_cause_name(uint32_t value)
{
	switch (value) {
	case ALTAIR_CAUSE_LENGTH:
		return "LENGTH";
	case ALTAIR_CAUSE_FLUSHED:
		return "FLUSHED";
	default:
		return "?";
	}
}

/** altair_head and its fields. altair.head */
static inline void altair_head_print(struct inverbs_text *text, const void *at)
{
	const struct altair_head v = altair_head_get(at);

	inverbs_text_add(text, "altair_head");
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
	inverbs_text_add(text, " code=%s(0x%x)", altair_task_name(v.code), (unsigned)v.code);
	inverbs_text_add(text, " units=0x%llx", (unsigned long long)v.units);
	inverbs_text_add(text, " fence=0x%llx", (unsigned long long)v.fence);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " signaled=0x%llx", (unsigned long long)v.signaled);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " csum=0x%llx", (unsigned long long)v.csum);
	inverbs_text_add(text, " srqn=0x%llx", (unsigned long long)v.srqn);
	if (v.mac_head)
		inverbs_text_add(text, " or mac_head=0x%llx", (unsigned long long)v.mac_head);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	if (v.inval_rkey)
		inverbs_text_add(text, " or inval_rkey=0x%llx", (unsigned long long)v.inval_rkey);
	if (v.mac_tail)
		inverbs_text_add(text, " or mac_tail=0x%llx", (unsigned long long)v.mac_tail);
}

/** altair_remote and its fields. altair.remote */
static inline void altair_remote_print(struct inverbs_text *text, const void *at)
{
	const struct altair_remote v = altair_remote_get(at);

	inverbs_text_add(text, "altair_remote");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** altair_operands and its fields. altair.operands */
static inline void altair_operands_print(struct inverbs_text *text, const void *at)
{
	const struct altair_operands v = altair_operands_get(at);

	inverbs_text_add(text, "altair_operands");
	inverbs_text_add(text, " swap=0x%llx", (unsigned long long)v.swap);
	inverbs_text_add(text, " compare=0x%llx", (unsigned long long)v.compare);
}

/** altair_where and its fields. altair.where */
static inline void altair_where_print(struct inverbs_text *text, const void *at)
{
	const struct altair_where v = altair_where_get(at);

	inverbs_text_add(text, "altair_where");
	inverbs_text_bytes(text, "av", v.av, 16);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " vlan=0x%llx", (unsigned long long)v.vlan);
	inverbs_text_bytes(text, "mac", v.mac, 6);
}

/** altair_inval and its fields. altair.inval */
static inline void altair_inval_print(struct inverbs_text *text, const void *at)
{
	const struct altair_inval v = altair_inval_get(at);

	inverbs_text_add(text, "altair_inval");
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** altair_bind and its fields. altair.bind */
static inline void altair_bind_print(struct inverbs_text *text, const void *at)
{
	const struct altair_bind v = altair_bind_get(at);

	inverbs_text_add(text, "altair_bind");
	inverbs_text_add(text, " remote_atomic=0x%llx", (unsigned long long)v.remote_atomic);
	inverbs_text_add(text, " remote_write=0x%llx", (unsigned long long)v.remote_write);
	inverbs_text_add(text, " remote_read=0x%llx", (unsigned long long)v.remote_read);
	inverbs_text_add(text, " type2=0x%llx", (unsigned long long)v.type2);
	inverbs_text_add(text, " zero_based=0x%llx", (unsigned long long)v.zero_based);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
}

/** altair_piece and its fields. altair.piece */
static inline void altair_piece_print(struct inverbs_text *text, const void *at)
{
	const struct altair_piece v = altair_piece_get(at);

	inverbs_text_add(text, "altair_piece");
	inverbs_text_add(text, " size=0x%llx", (unsigned long long)v.size);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
}

/** altair_run and its fields. altair.run */
static inline void altair_run_print(struct inverbs_text *text, const void *at)
{
	const struct altair_run v = altair_run_get(at);

	inverbs_text_add(text, "altair_run");
	inverbs_text_add(text, " mark=0x%llx", (unsigned long long)v.mark);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
}

/** altair_link and its fields. altair.link */
static inline void altair_link_print(struct inverbs_text *text, const void *at)
{
	const struct altair_link v = altair_link_get(at);

	inverbs_text_add(text, "altair_link");
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
}

/** altair_done and its fields. altair.done */
static inline void altair_done_print(struct inverbs_text *text, const void *at)
{
	const struct altair_done v = altair_done_get(at);

	inverbs_text_add(text, "altair_done");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " ip_ok=0x%llx", (unsigned long long)v.ip_ok);
	inverbs_text_add(text, " global=0x%llx", (unsigned long long)v.global);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	if (v.inval_rkey)
		inverbs_text_add(text, " or inval_rkey=0x%llx", (unsigned long long)v.inval_rkey);
	inverbs_text_add(text, " sender=0x%llx", (unsigned long long)v.sender);
	if (v.srqn)
		inverbs_text_add(text, " or srqn=0x%llx", (unsigned long long)v.srqn);
	inverbs_text_add(text, " low_lid=0x%llx", (unsigned long long)v.low_lid);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	if (v.prio)
		inverbs_text_add(text, " or prio=0x%llx", (unsigned long long)v.prio);
	inverbs_text_add(text, " pkey_index=0x%llx", (unsigned long long)v.pkey_index);
	if (v.time_high)
		inverbs_text_add(text, " or time_high=0x%llx", (unsigned long long)v.time_high);
	inverbs_text_add(text, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	inverbs_text_bytes(text, "time_low", v.time_low, 2);
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
	inverbs_text_add(text, " is_send=%s(0x%x)", altair_side_name(v.is_send),
			 (unsigned)v.is_send);
	inverbs_text_add(text, " task=%s(0x%x)", altair_task_name(v.task), (unsigned)v.task);
	if (altair_arrived_name(v.arrived)[0] != '?')
		inverbs_text_add(text, " or arrived=%s(0x%x)", altair_arrived_name(v.arrived),
				 (unsigned)v.arrived);
	if (altair_other_name(v.what)[0] != '?')
		inverbs_text_add(text, " or what=%s(0x%x)", altair_other_name(v.what),
				 (unsigned)v.what);
}

/** altair_failed and its fields. altair.failed */
static inline void altair_failed_print(struct inverbs_text *text, const void *at)
{
	const struct altair_failed v = altair_failed_get(at);

	inverbs_text_add(text, "altair_failed");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " srqn=0x%llx", (unsigned long long)v.srqn);
	inverbs_text_add(text, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	inverbs_text_add(text, " syndrome=%s(0x%x)", altair_cause_name(v.syndrome),
			 (unsigned)v.syndrome);
	inverbs_text_add(text, " vendor=0x%llx", (unsigned long long)v.vendor);
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
	inverbs_text_add(text, " is_send=%s(0x%x)", altair_side_name(v.is_send),
			 (unsigned)v.is_send);
	inverbs_text_add(text, " what=%s(0x%x)", altair_other_name(v.what), (unsigned)v.what);
}

/** altair_ring and its fields. altair.ring */
static inline void altair_ring_print(struct inverbs_text *text, const void *at)
{
	const struct altair_ring v = altair_ring_get(at);

	inverbs_text_add(text, "altair_ring");
	inverbs_text_add(text, " number=0x%llx", (unsigned long long)v.number);
}

/** altair_posted and its fields. altair.posted */
static inline void altair_posted_print(struct inverbs_text *text, const void *at)
{
	const struct altair_posted v = altair_posted_get(at);

	inverbs_text_add(text, "altair_posted");
	inverbs_text_add(text, " total=0x%llx", (unsigned long long)v.total);
}

/** altair_consumed and its fields. altair.consumed */
static inline void altair_consumed_print(struct inverbs_text *text, const void *at)
{
	const struct altair_consumed v = altair_consumed_get(at);

	inverbs_text_add(text, "altair_consumed");
	inverbs_text_add(text, " seen=0x%llx", (unsigned long long)v.seen);
}

/** altair_arm_word and its fields. altair.arm_word */
static inline void altair_arm_word_print(struct inverbs_text *text, const void *at)
{
	const struct altair_arm_word v = altair_arm_word_get(at);

	inverbs_text_add(text, "altair_arm_word");
	inverbs_text_add(text, " serial=0x%llx", (unsigned long long)v.serial);
	inverbs_text_add(text, " any=0x%llx", (unsigned long long)v.any);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
}

/** altair_arm_ring and its fields. altair.arm_ring */
static inline void altair_arm_ring_print(struct inverbs_text *text, const void *at)
{
	const struct altair_arm_ring v = altair_arm_ring_get(at);

	inverbs_text_add(text, "altair_arm_ring");
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " cqn=0x%llx", (unsigned long long)v.cqn);
}

static const struct inverbs_dump_segment altair_dump_lead_connected[] = {
	{16, altair_head_print},
};

static const struct inverbs_dump_segment altair_dump_lead_extended[] = {
	{16, altair_head_print},
};

static const struct inverbs_dump_segment altair_dump_lead_datagram[] = {
	{16, altair_head_print},
	{32, altair_where_print},
};

static const struct inverbs_dump_segment altair_dump_lead_raw[] = {
	{16, altair_head_print},
};

static const struct inverbs_dump_segment altair_dump_body_write[] = {
	{16, altair_remote_print},
};

static const struct inverbs_dump_segment altair_dump_body_write_imm[] = {
	{16, altair_remote_print},
};

static const struct inverbs_dump_segment altair_dump_body_read[] = {
	{16, altair_remote_print},
};

static const struct inverbs_dump_segment altair_dump_body_cas[] = {
	{16, altair_remote_print},
	{16, altair_operands_print},
};

static const struct inverbs_dump_segment altair_dump_body_inval[] = {
	{8, altair_inval_print},
};

static const struct inverbs_dump_segment altair_dump_body_bind[] = {
	{32, altair_bind_print},
};

static const struct inverbs_dump_class altair_dump_classes[] = {
	{1U << IBV_QPT_RC | 1U << IBV_QPT_UC, altair_dump_lead_connected, 1, false, NULL},
	{1U << IBV_QPT_XRC_SEND, altair_dump_lead_extended, 1, false, NULL},
	{1U << IBV_QPT_UD, altair_dump_lead_datagram, 2, false, NULL},
	{1U << IBV_QPT_RAW_PACKET, altair_dump_lead_raw, 1, false, NULL},
};

static const struct inverbs_dump_op altair_dump_ops[] = {
	{ALTAIR_TASK_SEND, NULL, 0, true},
	{ALTAIR_TASK_SEND_IMM, NULL, 0, true},
	{ALTAIR_TASK_SEND_INV, NULL, 0, true},
	{ALTAIR_TASK_WRITE, altair_dump_body_write, 1, true},
	{ALTAIR_TASK_WRITE_IMM, altair_dump_body_write_imm, 1, true},
	{ALTAIR_TASK_READ, altair_dump_body_read, 1, true},
	{ALTAIR_TASK_CAS, altair_dump_body_cas, 2, true},
	{ALTAIR_TASK_INVAL, altair_dump_body_inval, 1, false},
	{ALTAIR_TASK_BIND, altair_dump_body_bind, 1, false},
};

static const struct inverbs_dump_syndrome altair_dump_syndromes[] = {
	{ALTAIR_CAUSE_LENGTH, "LENGTH", IBV_WC_LOC_LEN_ERR},
	{ALTAIR_CAUSE_FLUSHED, "FLUSHED", IBV_WC_WR_FLUSH_ERR},
};

static inline uint32_t altair_dump_send_code(const void *wqe)
{
	return altair_head_get(wqe).code;
}

static inline bool altair_dump_send_owned(const void *unit, uint32_t index, uint32_t entries)
{
	return altair_head_get(unit).phase == ((index & entries) != 0);
}

static inline uint32_t altair_dump_send_bytes(const void *wqe)
{
	return altair_head_get(wqe).units;
}

static inline int32_t altair_dump_in_entry_bytes(const void *at)
{
	const struct altair_run v = altair_run_get(at);

	return v.mark ? (int32_t)v.bytes : -1;
}

static inline bool altair_dump_last_piece(const void *at)
{
	const struct altair_piece v = altair_piece_get(at);

	return v.key == 0xffffffffU && v.size == 0;
}

static inline uint32_t altair_dump_shared_next(const void *slot)
{
	return altair_link_get(slot).next;
}

static inline void altair_dump_read_cqe(const void *cqe, struct inverbs_dump_cqe *out)
{
	const struct altair_done v = altair_done_get(cqe);
	const struct altair_failed e = altair_failed_get(cqe);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->status = IBV_WC_SUCCESS;
	out->is_send = v.is_send == ALTAIR_SIDE_SEND;
	out->failed = v.what == ALTAIR_OTHER_FAILED;
	out->marker = v.what == ALTAIR_OTHER_RESIZED;
	out->qpn = v.qpn;
	out->srqn = v.srqn;
	out->index = v.wqe_index;
	out->index_mask = 0xffffU;
	out->what = out->is_send ? altair_task_name(v.task) : altair_arrived_name(v.arrived);
	if (out->marker)
		out->what = altair_other_name(v.what);
	if (!out->failed)
		return;
	out->vendor_err = e.vendor;
	out->syndrome = e.syndrome;
	out->what = altair_cause_name(out->syndrome);
	out->status = IBV_WC_GENERAL_ERR;
	for (row = altair_dump_syndromes; row < altair_dump_syndromes + 2; row++) {
		if (row->value == out->syndrome)
			out->status = row->status;
	}
}

static inline void altair_dump_print_cqe(struct inverbs_text *text, const void *cqe)
{
	struct inverbs_dump_cqe what;

	altair_dump_read_cqe(cqe, &what);
	if (what.failed)
		altair_failed_print(text, cqe);
	else
		altair_done_print(text, cqe);
}

/** Everything that <inverbs/print/dump.h> needs to know of altair. */
static const struct inverbs_dump altair_dump __attribute__((unused)) = {
	"altair",
	99,
	altair_dump_send_bytes,
	altair_dump_send_code,
	altair_dump_send_owned,
	altair_task_name,
	altair_dump_classes,
	4,
	altair_dump_ops,
	9,
	{16, altair_piece_print},
	{4, altair_run_print},
	altair_dump_in_entry_bytes,
	64,
	altair_dump_last_piece,
	{16, altair_link_print},
	altair_dump_shared_next,
	32,
	true,
	altair_dump_read_cqe,
	altair_dump_print_cqe,
	altair_dump_syndromes,
	2,
	NULL,
	NULL,
	NULL,
	{0, NULL},
	0,
	0,
	{0, NULL},
	NULL,
};

#endif
