/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from altair.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of opcodes and statuses, and one printer per format. */
#ifndef INVERBS_ADAPTERS_ALTAIR_PRINT_H
#define INVERBS_ADAPTERS_ALTAIR_PRINT_H

#include <inverbs/adapters/altair_formats.h>
#include <inverbs/dump.h>

/** Name of send opcodes, or "?". */
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

/** Name of receive opcodes, or "?". */
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

/** Name of special opcodes, or "?". */
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

/** Name of which queue, or "?". */
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

/** Name of failures, or "?". */
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
	inverbs_text_add(text, " arrived=%s(0x%x)", altair_arrived_name(v.arrived),
			 (unsigned)v.arrived);
	inverbs_text_add(text, " what=%s(0x%x)", altair_other_name(v.what), (unsigned)v.what);
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

#endif
