/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of opcodes and syndromes, one printer per format, and the tables by which <inverbs/dump.h>
 * prints whole entries. */
#ifndef INVERBS_ADAPTERS_ACME_PRINT_H
#define INVERBS_ADAPTERS_ACME_PRINT_H

#include <inverbs/adapters/acme_formats.h>
#include <inverbs/dump.h>

/** Name of send opcodes, or "?". */
static inline const char *acme_task_name(uint32_t value)
{
	switch (value) {
	case ACME_TASK_SEND:
		return "SEND";
	case ACME_TASK_SEND_IMM:
		return "SEND_IMM";
	case ACME_TASK_SEND_INV:
		return "SEND_INV";
	case ACME_TASK_WRITE:
		return "WRITE";
	case ACME_TASK_WRITE_IMM:
		return "WRITE_IMM";
	case ACME_TASK_READ:
		return "READ";
	case ACME_TASK_CAS:
		return "CAS";
	case ACME_TASK_FADD:
		return "FADD";
	case ACME_TASK_AWRITE:
		return "AWRITE";
	case ACME_TASK_BIND:
		return "BIND";
	case ACME_TASK_INVAL:
		return "INVAL";
	case ACME_TASK_WIDE:
		return "WIDE";
	default:
		return "?";
	}
}

/** Name of receive opcodes, or "?". */
static inline const char *acme_arrived_name(uint32_t value)
{
	switch (value) {
	case ACME_ARRIVED_SEND:
		return "SEND";
	case ACME_ARRIVED_SEND_IMM:
		return "SEND_IMM";
	case ACME_ARRIVED_SEND_INV:
		return "SEND_INV";
	case ACME_ARRIVED_WRITE_IMM:
		return "WRITE_IMM";
	default:
		return "?";
	}
}

/** Name of special opcodes, or "?". */
static inline const char *acme_other_name(uint32_t value)
{
	switch (value) {
	case ACME_OTHER_RESIZED:
		return "RESIZED";
	case ACME_OTHER_FAILED:
		return "FAILED";
	default:
		return "?";
	}
}

/** Name of failures, or "?". */
static inline const char *acme_cause_name(uint32_t value)
{
	switch (value) {
	case ACME_CAUSE_LENGTH:
		return "LENGTH";
	case ACME_CAUSE_FLUSHED:
		return "FLUSHED";
	default:
		return "?";
	}
}

/** acme_head and its fields. acme.head */
static inline void acme_head_print(struct inverbs_text *text, const void *at)
{
	const struct acme_head v = acme_head_get(at);

	inverbs_text_add(text, "acme_head");
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
	inverbs_text_add(text, " code=%s(0x%x)", acme_task_name(v.code), (unsigned)v.code);
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

/** acme_remote and its fields. acme.remote */
static inline void acme_remote_print(struct inverbs_text *text, const void *at)
{
	const struct acme_remote v = acme_remote_get(at);

	inverbs_text_add(text, "acme_remote");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** acme_operands and its fields. acme.operands */
static inline void acme_operands_print(struct inverbs_text *text, const void *at)
{
	const struct acme_operands v = acme_operands_get(at);

	inverbs_text_add(text, "acme_operands");
	inverbs_text_add(text, " swap=0x%llx", (unsigned long long)v.swap);
	inverbs_text_add(text, " compare=0x%llx", (unsigned long long)v.compare);
}

/** acme_where and its fields. acme.where */
static inline void acme_where_print(struct inverbs_text *text, const void *at)
{
	const struct acme_where v = acme_where_get(at);

	inverbs_text_add(text, "acme_where");
	inverbs_text_bytes(text, "av", v.av, 16);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " vlan=0x%llx", (unsigned long long)v.vlan);
	inverbs_text_bytes(text, "mac", v.mac, 6);
}

/** acme_inval and its fields. acme.inval */
static inline void acme_inval_print(struct inverbs_text *text, const void *at)
{
	const struct acme_inval v = acme_inval_get(at);

	inverbs_text_add(text, "acme_inval");
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** acme_bind and its fields. acme.bind */
static inline void acme_bind_print(struct inverbs_text *text, const void *at)
{
	const struct acme_bind v = acme_bind_get(at);

	inverbs_text_add(text, "acme_bind");
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

/** acme_piece and its fields. acme.piece */
static inline void acme_piece_print(struct inverbs_text *text, const void *at)
{
	const struct acme_piece v = acme_piece_get(at);

	inverbs_text_add(text, "acme_piece");
	inverbs_text_add(text, " at=0x%llx", (unsigned long long)v.at);
	inverbs_text_add(text, " size=0x%llx", (unsigned long long)v.size);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
}

/** acme_run and its fields. acme.run */
static inline void acme_run_print(struct inverbs_text *text, const void *at)
{
	const struct acme_run v = acme_run_get(at);

	inverbs_text_add(text, "acme_run");
	inverbs_text_add(text, " mark=0x%llx", (unsigned long long)v.mark);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
}

/** acme_link and its fields. acme.link */
static inline void acme_link_print(struct inverbs_text *text, const void *at)
{
	const struct acme_link v = acme_link_get(at);

	inverbs_text_add(text, "acme_link");
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
}

/** acme_done and its fields. acme.done */
static inline void acme_done_print(struct inverbs_text *text, const void *at)
{
	const struct acme_done v = acme_done_get(at);

	inverbs_text_add(text, "acme_done");
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
	inverbs_text_add(text, " is_send=0x%llx", (unsigned long long)v.is_send);
	inverbs_text_add(text, " what=0x%llx", (unsigned long long)v.what);
}

/** acme_failed and its fields. acme.failed */
static inline void acme_failed_print(struct inverbs_text *text, const void *at)
{
	const struct acme_failed v = acme_failed_get(at);

	inverbs_text_add(text, "acme_failed");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " srqn=0x%llx", (unsigned long long)v.srqn);
	inverbs_text_add(text, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	inverbs_text_add(text, " syndrome=%s(0x%x)", acme_cause_name(v.syndrome),
			 (unsigned)v.syndrome);
	inverbs_text_add(text, " vendor=0x%llx", (unsigned long long)v.vendor);
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
	inverbs_text_add(text, " is_send=0x%llx", (unsigned long long)v.is_send);
	inverbs_text_add(text, " what=0x%llx", (unsigned long long)v.what);
}

/** acme_ring and its fields. acme.ring */
static inline void acme_ring_print(struct inverbs_text *text, const void *at)
{
	const struct acme_ring v = acme_ring_get(at);

	inverbs_text_add(text, "acme_ring");
	inverbs_text_add(text, " number=0x%llx", (unsigned long long)v.number);
}

/** acme_posted and its fields. acme.posted */
static inline void acme_posted_print(struct inverbs_text *text, const void *at)
{
	const struct acme_posted v = acme_posted_get(at);

	inverbs_text_add(text, "acme_posted");
	inverbs_text_add(text, " total=0x%llx", (unsigned long long)v.total);
}

/** acme_consumed and its fields. acme.consumed */
static inline void acme_consumed_print(struct inverbs_text *text, const void *at)
{
	const struct acme_consumed v = acme_consumed_get(at);

	inverbs_text_add(text, "acme_consumed");
	inverbs_text_add(text, " seen=0x%llx", (unsigned long long)v.seen);
}

/** acme_arm_word and its fields. acme.arm_word */
static inline void acme_arm_word_print(struct inverbs_text *text, const void *at)
{
	const struct acme_arm_word v = acme_arm_word_get(at);

	inverbs_text_add(text, "acme_arm_word");
	inverbs_text_add(text, " serial=0x%llx", (unsigned long long)v.serial);
	inverbs_text_add(text, " any=0x%llx", (unsigned long long)v.any);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
}

/** acme_arm_ring and its fields. acme.arm_ring */
static inline void acme_arm_ring_print(struct inverbs_text *text, const void *at)
{
	const struct acme_arm_ring v = acme_arm_ring_get(at);

	inverbs_text_add(text, "acme_arm_ring");
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " cqn=0x%llx", (unsigned long long)v.cqn);
}

static const struct inverbs_dump_segment acme_lead_connected[] = {
	{16, acme_head_print},
};

static const struct inverbs_dump_segment acme_lead_datagram[] = {
	{16, acme_head_print},
	{32, acme_where_print},
};

static const struct inverbs_dump_segment acme_lead_raw[] = {
	{16, acme_head_print},
};

static const struct inverbs_dump_segment acme_body_rdma_write[] = {
	{16, acme_remote_print},
};

static const struct inverbs_dump_segment acme_body_rdma_write_with_imm[] = {
	{16, acme_remote_print},
};

static const struct inverbs_dump_segment acme_body_rdma_read[] = {
	{16, acme_remote_print},
};

static const struct inverbs_dump_segment acme_body_atomic_cmp_and_swp[] = {
	{16, acme_remote_print},
	{16, acme_operands_print},
};

static const struct inverbs_dump_segment acme_body_local_inv[] = {
	{8, acme_inval_print},
};

static const struct inverbs_dump_segment acme_body_bind_mw[] = {
	{32, acme_bind_print},
};

static const struct inverbs_dump_segment acme_body_atomic_write[] = {
	{16, acme_remote_print},
};

static const struct inverbs_dump_class acme_dump_classes[] = {
	{1U << IBV_QPT_RC | 1U << IBV_QPT_UC | 1U << IBV_QPT_XRC_SEND, acme_lead_connected, 1,
	 false},
	{1U << IBV_QPT_UD, acme_lead_datagram, 2, true},
	{1U << IBV_QPT_RAW_PACKET, acme_lead_raw, 1, true},
};

static const struct inverbs_dump_op acme_dump_ops[] = {
	{ACME_TASK_SEND, NULL, 0, true},
	{ACME_TASK_SEND_IMM, NULL, 0, true},
	{ACME_TASK_SEND_INV, NULL, 0, true},
	{ACME_TASK_WRITE, acme_body_rdma_write, 1, true},
	{ACME_TASK_WRITE_IMM, acme_body_rdma_write_with_imm, 1, true},
	{ACME_TASK_READ, acme_body_rdma_read, 1, true},
	{ACME_TASK_CAS, acme_body_atomic_cmp_and_swp, 2, true},
	{ACME_TASK_INVAL, acme_body_local_inv, 1, false},
	{ACME_TASK_BIND, acme_body_bind_mw, 1, false},
	{ACME_TASK_AWRITE, acme_body_atomic_write, 1, true},
};

static const struct inverbs_dump_syndrome acme_dump_syndromes[] = {
	{ACME_CAUSE_LENGTH, "LENGTH", IBV_WC_LOC_LEN_ERR},
	{ACME_CAUSE_FLUSHED, "FLUSHED", IBV_WC_WR_FLUSH_ERR},
};

static inline uint32_t acme_dump_send_bytes(const void *entry)
{
	return acme_head_get(entry).units;
}

static inline uint32_t acme_dump_send_code(const void *entry)
{
	return acme_head_get(entry).code;
}

static inline bool acme_dump_send_owned(const void *slot, uint32_t index, uint32_t entries)
{
	return acme_head_get(slot).phase == ((index & entries) != 0);
}

static inline int32_t acme_dump_in_entry_bytes(const void *at)
{
	const struct acme_run v = acme_run_get(at);

	return v.mark ? (int32_t)v.bytes : -1;
}

static inline bool acme_dump_last_piece(const void *at)
{
	const struct acme_piece v = acme_piece_get(at);

	return v.key == 0xffffffffU && v.size == 0;
}

static inline uint32_t acme_dump_shared_next(const void *slot)
{
	return acme_link_get(slot).next;
}

static inline void acme_dump_read_cqe(const void *entry, struct inverbs_dump_cqe *out)
{
	const struct acme_done v = acme_done_get(entry);
	const struct acme_failed e = acme_failed_get(entry);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->status = IBV_WC_SUCCESS;
	out->is_send = v.is_send;
	out->failed = v.what == ACME_OTHER_FAILED;
	out->marker = v.what == ACME_OTHER_RESIZED;
	out->qpn = v.qpn;
	out->srqn = v.srqn;
	out->index = v.wqe_index;
	out->index_mask = 0xffffU;
	if (out->failed) {
		out->vendor_err = e.vendor;
		out->syndrome = e.syndrome;
		out->what = acme_cause_name(e.syndrome);
		out->status = IBV_WC_GENERAL_ERR;
		for (row = acme_dump_syndromes; row < acme_dump_syndromes + 2; row++) {
			if (row->value == e.syndrome)
				out->status = row->status;
		}
	} else if (out->marker) {
		out->what = acme_other_name(v.what);
	} else {
		out->what = v.is_send ? acme_task_name(v.what) : acme_arrived_name(v.what);
	}
}

static inline void acme_dump_print_cqe(struct inverbs_text *text, const void *entry)
{
	if (acme_done_get(entry).what == ACME_OTHER_FAILED)
		acme_failed_print(text, entry);
	else
		acme_done_print(text, entry);
}

/** Everything that <inverbs/dump.h> needs to know of acme. */
static const struct inverbs_dump acme_dump __attribute__((unused)) = {
	"acme",
	99,
	acme_dump_send_bytes,
	acme_dump_send_code,
	acme_dump_send_owned,
	acme_task_name,
	acme_dump_classes,
	3,
	acme_dump_ops,
	10,
	{16, acme_piece_print},
	{4, acme_run_print},
	acme_dump_in_entry_bytes,
	32,
	acme_dump_last_piece,
	{16, acme_link_print},
	acme_dump_shared_next,
	32,
	true,
	acme_dump_read_cqe,
	acme_dump_print_cqe,
	acme_dump_syndromes,
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
