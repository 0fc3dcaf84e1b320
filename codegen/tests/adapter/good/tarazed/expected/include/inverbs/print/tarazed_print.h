/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tarazed.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Names of opcodes and statuses, one printer per format, and the tables by which
 * <inverbs/print/dump.h> prints whole WQEs.
 */
#ifndef INVERBS_ADAPTERS_TARAZED_PRINT_H
#define INVERBS_ADAPTERS_TARAZED_PRINT_H

#include <inverbs/adapters/tarazed_formats.h>
#include <inverbs/print/dump.h>

/** Send opcodes. Returns the name of a value, or "?". */
static inline const char *tarazed_task_name(uint32_t value)
{
	switch (value) {
	case TARAZED_TASK_SEND:
		return "SEND";
	case TARAZED_TASK_SEND_IMM:
		return "SEND_IMM";
	case TARAZED_TASK_SEND_INV:
		return "SEND_INV";
	case TARAZED_TASK_WRITE:
		return "WRITE";
	case TARAZED_TASK_WRITE_IMM:
		return "WRITE_IMM";
	case TARAZED_TASK_READ:
		return "READ";
	case TARAZED_TASK_CAS:
		return "CAS";
	case TARAZED_TASK_FADD:
		return "FADD";
	case TARAZED_TASK_BIND:
		return "BIND";
	case TARAZED_TASK_INVAL:
		return "INVAL";
	default:
		return "?";
	}
}

/** Receive opcodes. Returns the name of a value, or "?". */
static inline const char *tarazed_arrived_name(uint32_t value)
{
	switch (value) {
	case TARAZED_ARRIVED_SEND:
		return "SEND";
	case TARAZED_ARRIVED_SEND_IMM:
		return "SEND_IMM";
	case TARAZED_ARRIVED_SEND_INV:
		return "SEND_INV";
	case TARAZED_ARRIVED_WRITE_IMM:
		return "WRITE_IMM";
	default:
		return "?";
	}
}

/** Special opcodes. Returns the name of a value, or "?". */
static inline const char *tarazed_other_name(uint32_t value)
{
	switch (value) {
	case TARAZED_OTHER_RESIZED:
		return "RESIZED";
	case TARAZED_OTHER_FAILED:
		return "FAILED";
	default:
		return "?";
	}
}

/** Which queue. Returns the name of a value, or "?". */
static inline const char *tarazed_side_name(uint32_t value)
{
	switch (value) {
	case TARAZED_SIDE_RECV:
		return "RECV";
	case TARAZED_SIDE_SEND:
		return "SEND";
	default:
		return "?";
	}
}

/** Failures. Returns the name of a value, or "?". */
static inline const char *tarazed_cause_name(uint32_t value)
{
	switch (value) {
	case TARAZED_CAUSE_LENGTH:
		return "LENGTH";
	case TARAZED_CAUSE_FLUSHED:
		return "FLUSHED";
	default:
		return "?";
	}
}

/** tarazed_head and its fields. tarazed.head */
static inline void tarazed_head_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_head v = tarazed_head_get(at);

	inverbs_text_add(text, "tarazed_head");
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
	inverbs_text_add(text, " code=%s(0x%x)", tarazed_task_name(v.code), (unsigned)v.code);
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

/** tarazed_remote and its fields. tarazed.remote */
static inline void tarazed_remote_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_remote v = tarazed_remote_get(at);

	inverbs_text_add(text, "tarazed_remote");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** tarazed_operands and its fields. tarazed.operands */
static inline void tarazed_operands_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_operands v = tarazed_operands_get(at);

	inverbs_text_add(text, "tarazed_operands");
	inverbs_text_add(text, " swap=0x%llx", (unsigned long long)v.swap);
	inverbs_text_add(text, " compare=0x%llx", (unsigned long long)v.compare);
}

/** tarazed_where and its fields. tarazed.where */
static inline void tarazed_where_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_where v = tarazed_where_get(at);

	inverbs_text_add(text, "tarazed_where");
	inverbs_text_bytes(text, "av", v.av, 16);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " vlan=0x%llx", (unsigned long long)v.vlan);
	inverbs_text_bytes(text, "mac", v.mac, 6);
}

/** tarazed_inval and its fields. tarazed.inval */
static inline void tarazed_inval_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_inval v = tarazed_inval_get(at);

	inverbs_text_add(text, "tarazed_inval");
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** tarazed_bind and its fields. tarazed.bind */
static inline void tarazed_bind_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_bind v = tarazed_bind_get(at);

	inverbs_text_add(text, "tarazed_bind");
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

/** tarazed_piece and its fields. tarazed.piece */
static inline void tarazed_piece_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_piece v = tarazed_piece_get(at);

	inverbs_text_add(text, "tarazed_piece");
	inverbs_text_add(text, " size=0x%llx", (unsigned long long)v.size);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
}

/** tarazed_run and its fields. tarazed.run */
static inline void tarazed_run_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_run v = tarazed_run_get(at);

	inverbs_text_add(text, "tarazed_run");
	inverbs_text_add(text, " mark=0x%llx", (unsigned long long)v.mark);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
}

/** tarazed_link and its fields. tarazed.link */
static inline void tarazed_link_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_link v = tarazed_link_get(at);

	inverbs_text_add(text, "tarazed_link");
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
}

/** tarazed_done and its fields. tarazed.done */
static inline void tarazed_done_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_done v = tarazed_done_get(at);

	inverbs_text_add(text, "tarazed_done");
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
	inverbs_text_add(text, " is_send=%s(0x%x)", tarazed_side_name(v.is_send),
			 (unsigned)v.is_send);
	inverbs_text_add(text, " task=%s(0x%x)", tarazed_task_name(v.task), (unsigned)v.task);
	if (tarazed_arrived_name(v.arrived)[0] != '?')
		inverbs_text_add(text, " or arrived=%s(0x%x)", tarazed_arrived_name(v.arrived),
				 (unsigned)v.arrived);
	if (tarazed_other_name(v.what)[0] != '?')
		inverbs_text_add(text, " or what=%s(0x%x)", tarazed_other_name(v.what),
				 (unsigned)v.what);
}

/** tarazed_failed and its fields. tarazed.failed */
static inline void tarazed_failed_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_failed v = tarazed_failed_get(at);

	inverbs_text_add(text, "tarazed_failed");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " srqn=0x%llx", (unsigned long long)v.srqn);
	inverbs_text_add(text, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	inverbs_text_add(text, " syndrome=%s(0x%x)", tarazed_cause_name(v.syndrome),
			 (unsigned)v.syndrome);
	inverbs_text_add(text, " vendor=0x%llx", (unsigned long long)v.vendor);
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
	inverbs_text_add(text, " is_send=%s(0x%x)", tarazed_side_name(v.is_send),
			 (unsigned)v.is_send);
	inverbs_text_add(text, " what=%s(0x%x)", tarazed_other_name(v.what), (unsigned)v.what);
}

/** tarazed_ring and its fields. tarazed.ring */
static inline void tarazed_ring_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_ring v = tarazed_ring_get(at);

	inverbs_text_add(text, "tarazed_ring");
	inverbs_text_add(text, " number=0x%llx", (unsigned long long)v.number);
}

/** tarazed_posted and its fields. tarazed.posted */
static inline void tarazed_posted_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_posted v = tarazed_posted_get(at);

	inverbs_text_add(text, "tarazed_posted");
	inverbs_text_add(text, " total=0x%llx", (unsigned long long)v.total);
}

/** tarazed_consumed and its fields. tarazed.consumed */
static inline void tarazed_consumed_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_consumed v = tarazed_consumed_get(at);

	inverbs_text_add(text, "tarazed_consumed");
	inverbs_text_add(text, " seen=0x%llx", (unsigned long long)v.seen);
}

/** tarazed_arm_word and its fields. tarazed.arm_word */
static inline void tarazed_arm_word_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_arm_word v = tarazed_arm_word_get(at);

	inverbs_text_add(text, "tarazed_arm_word");
	inverbs_text_add(text, " serial=0x%llx", (unsigned long long)v.serial);
	inverbs_text_add(text, " any=0x%llx", (unsigned long long)v.any);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
}

/** tarazed_arm_ring and its fields. tarazed.arm_ring */
static inline void tarazed_arm_ring_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_arm_ring v = tarazed_arm_ring_get(at);

	inverbs_text_add(text, "tarazed_arm_ring");
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " cqn=0x%llx", (unsigned long long)v.cqn);
}

/** tarazed_vector and its fields. tarazed.vector */
static inline void tarazed_vector_print(struct inverbs_text *text, const void *at)
{
	const struct tarazed_vector v = tarazed_vector_get(at);

	inverbs_text_add(text, "tarazed_vector");
	inverbs_text_add(text, " global=0x%llx", (unsigned long long)v.global);
	inverbs_text_add(text, " group=0x%llx", (unsigned long long)v.group);
	inverbs_text_add(text, " tagged=0x%llx", (unsigned long long)v.tagged);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	if (v.priority)
		inverbs_text_add(text, " or priority=0x%llx", (unsigned long long)v.priority);
	inverbs_text_add(text, " port=0x%llx", (unsigned long long)v.port);
	inverbs_text_add(text, " rate=0x%llx", (unsigned long long)v.rate);
	inverbs_text_add(text, " path=0x%llx", (unsigned long long)v.path);
	inverbs_text_add(text, " pdn=0x%llx", (unsigned long long)v.pdn);
	inverbs_text_add(text, " hops=0x%llx", (unsigned long long)v.hops);
	inverbs_text_add(text, " lid=0x%llx", (unsigned long long)v.lid);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " kind=0x%llx", (unsigned long long)v.kind);
	inverbs_text_add(text, " flow=0x%llx", (unsigned long long)v.flow);
	inverbs_text_bytes(text, "gid", v.gid, 16);
}

static const struct inverbs_dump_segment tarazed_dump_lead_connected[] = {
	{16, tarazed_head_print},
};

static const struct inverbs_dump_segment tarazed_dump_lead_extended[] = {
	{16, tarazed_head_print},
};

static const struct inverbs_dump_segment tarazed_dump_lead_datagram[] = {
	{16, tarazed_head_print},
	{32, tarazed_where_print},
};

static const struct inverbs_dump_segment tarazed_dump_lead_raw[] = {
	{16, tarazed_head_print},
};

static const struct inverbs_dump_segment tarazed_dump_body_write[] = {
	{16, tarazed_remote_print},
};

static const struct inverbs_dump_segment tarazed_dump_body_write_imm[] = {
	{16, tarazed_remote_print},
};

static const struct inverbs_dump_segment tarazed_dump_body_read[] = {
	{16, tarazed_remote_print},
};

static const struct inverbs_dump_segment tarazed_dump_body_cas[] = {
	{16, tarazed_remote_print},
	{16, tarazed_operands_print},
};

static const struct inverbs_dump_segment tarazed_dump_body_inval[] = {
	{8, tarazed_inval_print},
};

static const struct inverbs_dump_segment tarazed_dump_body_bind[] = {
	{32, tarazed_bind_print},
};

static const struct inverbs_dump_class tarazed_dump_classes[] = {
	{1U << IBV_QPT_RC | 1U << IBV_QPT_UC, tarazed_dump_lead_connected, 1, false, NULL},
	{1U << IBV_QPT_XRC_SEND, tarazed_dump_lead_extended, 1, false, NULL},
	{1U << IBV_QPT_UD, tarazed_dump_lead_datagram, 2, false, NULL},
	{1U << IBV_QPT_RAW_PACKET, tarazed_dump_lead_raw, 1, false, NULL},
};

static const struct inverbs_dump_op tarazed_dump_ops[] = {
	{TARAZED_TASK_SEND, NULL, 0, true},
	{TARAZED_TASK_SEND_IMM, NULL, 0, true},
	{TARAZED_TASK_SEND_INV, NULL, 0, true},
	{TARAZED_TASK_WRITE, tarazed_dump_body_write, 1, true},
	{TARAZED_TASK_WRITE_IMM, tarazed_dump_body_write_imm, 1, true},
	{TARAZED_TASK_READ, tarazed_dump_body_read, 1, true},
	{TARAZED_TASK_CAS, tarazed_dump_body_cas, 2, true},
	{TARAZED_TASK_INVAL, tarazed_dump_body_inval, 1, false},
	{TARAZED_TASK_BIND, tarazed_dump_body_bind, 1, false},
};

static const struct inverbs_dump_syndrome tarazed_dump_syndromes[] = {
	{TARAZED_CAUSE_LENGTH, "LENGTH", IBV_WC_LOC_LEN_ERR},
	{TARAZED_CAUSE_FLUSHED, "FLUSHED", IBV_WC_WR_FLUSH_ERR},
};

static inline uint32_t tarazed_dump_send_code(const void *wqe)
{
	return tarazed_head_get(wqe).code;
}

static inline bool tarazed_dump_send_owned(const void *unit, uint32_t index, uint32_t entries)
{
	return tarazed_head_get(unit).phase == ((index & entries) != 0);
}

static inline uint32_t tarazed_dump_send_bytes(const void *wqe)
{
	return tarazed_head_get(wqe).units;
}

static inline int32_t tarazed_dump_in_entry_bytes(const void *at)
{
	const struct tarazed_run v = tarazed_run_get(at);

	return v.mark ? (int32_t)v.bytes : -1;
}

static inline bool tarazed_dump_last_piece(const void *at)
{
	const struct tarazed_piece v = tarazed_piece_get(at);

	return v.key == 0xffffffffU && v.size == 0;
}

static inline uint32_t tarazed_dump_shared_next(const void *slot)
{
	return tarazed_link_get(slot).next;
}

static inline void tarazed_dump_read_cqe(const void *cqe, struct inverbs_dump_cqe *out)
{
	const struct tarazed_done v = tarazed_done_get(cqe);
	const struct tarazed_failed e = tarazed_failed_get(cqe);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->status = IBV_WC_SUCCESS;
	out->is_send = v.is_send == TARAZED_SIDE_SEND;
	out->failed = v.what == TARAZED_OTHER_FAILED;
	out->marker = v.what == TARAZED_OTHER_RESIZED;
	out->qpn = v.qpn;
	out->srqn = v.srqn;
	out->index = v.wqe_index;
	out->index_mask = 0xffffU;
	out->what = out->is_send ? tarazed_task_name(v.task) : tarazed_arrived_name(v.arrived);
	if (out->marker)
		out->what = tarazed_other_name(v.what);
	if (!out->failed)
		return;
	out->vendor_err = e.vendor;
	out->syndrome = e.syndrome;
	out->what = tarazed_cause_name(out->syndrome);
	out->status = IBV_WC_GENERAL_ERR;
	for (row = tarazed_dump_syndromes; row < tarazed_dump_syndromes + 2; row++) {
		if (row->value == out->syndrome)
			out->status = row->status;
	}
}

static inline void tarazed_dump_print_cqe(struct inverbs_text *text, const void *cqe)
{
	struct inverbs_dump_cqe what;

	tarazed_dump_read_cqe(cqe, &what);
	if (what.failed)
		tarazed_failed_print(text, cqe);
	else
		tarazed_done_print(text, cqe);
}

/** Everything that <inverbs/print/dump.h> needs to know of tarazed. */
static const struct inverbs_dump tarazed_dump __attribute__((unused)) = {
	"tarazed",
	99,
	tarazed_dump_send_bytes,
	tarazed_dump_send_code,
	tarazed_dump_send_owned,
	tarazed_task_name,
	tarazed_dump_classes,
	4,
	tarazed_dump_ops,
	9,
	{16, tarazed_piece_print},
	{4, tarazed_run_print},
	tarazed_dump_in_entry_bytes,
	64,
	tarazed_dump_last_piece,
	{16, tarazed_link_print},
	tarazed_dump_shared_next,
	32,
	true,
	tarazed_dump_read_cqe,
	tarazed_dump_print_cqe,
	tarazed_dump_syndromes,
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
