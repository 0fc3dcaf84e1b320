/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of opcodes and syndromes, and one printer per format: what dump tools and traces show. */
#ifndef INVERBS_ADAPTERS_ACME_PRINT_H
#define INVERBS_ADAPTERS_ACME_PRINT_H

#include <inverbs/adapters/acme_formats.h>
#include <inverbs/print.h>

/** Name of send opcodes, or "?". */
INVERBS_INLINE const char *acme_task_name(uint32_t value)
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
INVERBS_INLINE const char *acme_arrived_name(uint32_t value)
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
INVERBS_INLINE const char *acme_other_name(uint32_t value)
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
INVERBS_INLINE const char *acme_cause_name(uint32_t value)
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

/** One line: acme_head and its fields. acme.yaml:36 */
INVERBS_INLINE void acme_head_print(FILE *out, const void *at)
{
	const struct acme_head v = acme_head_get(at);

	fprintf(out, "acme_head");
	fprintf(out, " phase=0x%llx", (unsigned long long)v.phase);
	fprintf(out, " code=%s(0x%x)", acme_task_name(v.code), (unsigned)v.code);
	fprintf(out, " units=0x%llx", (unsigned long long)v.units);
	fprintf(out, " fence=0x%llx", (unsigned long long)v.fence);
	fprintf(out, " index=0x%llx", (unsigned long long)v.index);
	fprintf(out, " signaled=0x%llx", (unsigned long long)v.signaled);
	fprintf(out, " solicited=0x%llx", (unsigned long long)v.solicited);
	fprintf(out, " csum=0x%llx", (unsigned long long)v.csum);
	fprintf(out, " srqn=0x%llx", (unsigned long long)v.srqn);
	fprintf(out, " mac_head=0x%llx", (unsigned long long)v.mac_head);
	fprintf(out, " imm=0x%llx", (unsigned long long)v.imm);
	fprintf(out, " inval_rkey=0x%llx", (unsigned long long)v.inval_rkey);
	fprintf(out, " mac_tail=0x%llx", (unsigned long long)v.mac_tail);
	fprintf(out, "\n");
}

/** One line: acme_remote and its fields. acme.yaml:55 */
INVERBS_INLINE void acme_remote_print(FILE *out, const void *at)
{
	const struct acme_remote v = acme_remote_get(at);

	fprintf(out, "acme_remote");
	fprintf(out, " addr=0x%llx", (unsigned long long)v.addr);
	fprintf(out, " rkey=0x%llx", (unsigned long long)v.rkey);
	fprintf(out, "\n");
}

/** One line: acme_operands and its fields. acme.yaml:60 */
INVERBS_INLINE void acme_operands_print(FILE *out, const void *at)
{
	const struct acme_operands v = acme_operands_get(at);

	fprintf(out, "acme_operands");
	fprintf(out, " swap=0x%llx", (unsigned long long)v.swap);
	fprintf(out, " compare=0x%llx", (unsigned long long)v.compare);
	fprintf(out, "\n");
}

/** One line: acme_where and its fields. acme.yaml:64 */
INVERBS_INLINE void acme_where_print(FILE *out, const void *at)
{
	const struct acme_where v = acme_where_get(at);

	fprintf(out, "acme_where");
	inverbs_print_bytes(out, "av", v.av, 16);
	fprintf(out, " qpn=0x%llx", (unsigned long long)v.qpn);
	fprintf(out, " qkey=0x%llx", (unsigned long long)v.qkey);
	fprintf(out, " vlan=0x%llx", (unsigned long long)v.vlan);
	inverbs_print_bytes(out, "mac", v.mac, 6);
	fprintf(out, "\n");
}

/** One line: acme_inval and its fields. acme.yaml:73 */
INVERBS_INLINE void acme_inval_print(FILE *out, const void *at)
{
	const struct acme_inval v = acme_inval_get(at);

	fprintf(out, "acme_inval");
	fprintf(out, " rkey=0x%llx", (unsigned long long)v.rkey);
	fprintf(out, "\n");
}

/** One line: acme_bind and its fields. acme.yaml:78 */
INVERBS_INLINE void acme_bind_print(FILE *out, const void *at)
{
	const struct acme_bind v = acme_bind_get(at);

	fprintf(out, "acme_bind");
	fprintf(out, " remote_atomic=0x%llx", (unsigned long long)v.remote_atomic);
	fprintf(out, " remote_write=0x%llx", (unsigned long long)v.remote_write);
	fprintf(out, " remote_read=0x%llx", (unsigned long long)v.remote_read);
	fprintf(out, " type2=0x%llx", (unsigned long long)v.type2);
	fprintf(out, " zero_based=0x%llx", (unsigned long long)v.zero_based);
	fprintf(out, " rkey=0x%llx", (unsigned long long)v.rkey);
	fprintf(out, " addr=0x%llx", (unsigned long long)v.addr);
	fprintf(out, " length=0x%llx", (unsigned long long)v.length);
	fprintf(out, " lkey=0x%llx", (unsigned long long)v.lkey);
	fprintf(out, "\n");
}

/** One line: acme_piece and its fields. acme.yaml:92 */
INVERBS_INLINE void acme_piece_print(FILE *out, const void *at)
{
	const struct acme_piece v = acme_piece_get(at);

	fprintf(out, "acme_piece");
	fprintf(out, " at=0x%llx", (unsigned long long)v.at);
	fprintf(out, " size=0x%llx", (unsigned long long)v.size);
	fprintf(out, " key=0x%llx", (unsigned long long)v.key);
	fprintf(out, "\n");
}

/** One line: acme_run and its fields. acme.yaml:100 */
INVERBS_INLINE void acme_run_print(FILE *out, const void *at)
{
	const struct acme_run v = acme_run_get(at);

	fprintf(out, "acme_run");
	fprintf(out, " mark=0x%llx", (unsigned long long)v.mark);
	fprintf(out, " bytes=0x%llx", (unsigned long long)v.bytes);
	fprintf(out, "\n");
}

/** One line: acme_link and its fields. acme.yaml:104 */
INVERBS_INLINE void acme_link_print(FILE *out, const void *at)
{
	const struct acme_link v = acme_link_get(at);

	fprintf(out, "acme_link");
	fprintf(out, " next=0x%llx", (unsigned long long)v.next);
	fprintf(out, "\n");
}

/** One line: acme_done and its fields. acme.yaml:109 */
INVERBS_INLINE void acme_done_print(FILE *out, const void *at)
{
	const struct acme_done v = acme_done_get(at);

	fprintf(out, "acme_done");
	fprintf(out, " qpn=0x%llx", (unsigned long long)v.qpn);
	fprintf(out, " ip_ok=0x%llx", (unsigned long long)v.ip_ok);
	fprintf(out, " global=0x%llx", (unsigned long long)v.global);
	fprintf(out, " imm=0x%llx", (unsigned long long)v.imm);
	fprintf(out, " inval_rkey=0x%llx", (unsigned long long)v.inval_rkey);
	fprintf(out, " sender=0x%llx", (unsigned long long)v.sender);
	fprintf(out, " srqn=0x%llx", (unsigned long long)v.srqn);
	fprintf(out, " low_lid=0x%llx", (unsigned long long)v.low_lid);
	fprintf(out, " bytes=0x%llx", (unsigned long long)v.bytes);
	fprintf(out, " lid=0x%llx", (unsigned long long)v.lid);
	fprintf(out, " sl=0x%llx", (unsigned long long)v.sl);
	fprintf(out, " prio=0x%llx", (unsigned long long)v.prio);
	fprintf(out, " pkey_index=0x%llx", (unsigned long long)v.pkey_index);
	fprintf(out, " time_high=0x%llx", (unsigned long long)v.time_high);
	fprintf(out, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	inverbs_print_bytes(out, "time_low", v.time_low, 2);
	fprintf(out, " phase=0x%llx", (unsigned long long)v.phase);
	fprintf(out, " is_send=0x%llx", (unsigned long long)v.is_send);
	fprintf(out, " what=0x%llx", (unsigned long long)v.what);
	fprintf(out, "\n");
}

/** One line: acme_failed and its fields. acme.yaml:133 */
INVERBS_INLINE void acme_failed_print(FILE *out, const void *at)
{
	const struct acme_failed v = acme_failed_get(at);

	fprintf(out, "acme_failed");
	fprintf(out, " qpn=0x%llx", (unsigned long long)v.qpn);
	fprintf(out, " srqn=0x%llx", (unsigned long long)v.srqn);
	fprintf(out, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	fprintf(out, " syndrome=%s(0x%x)", acme_cause_name(v.syndrome), (unsigned)v.syndrome);
	fprintf(out, " vendor=0x%llx", (unsigned long long)v.vendor);
	fprintf(out, " phase=0x%llx", (unsigned long long)v.phase);
	fprintf(out, " is_send=0x%llx", (unsigned long long)v.is_send);
	fprintf(out, " what=0x%llx", (unsigned long long)v.what);
	fprintf(out, "\n");
}

/** One line: acme_ring and its fields. acme.yaml:146 */
INVERBS_INLINE void acme_ring_print(FILE *out, const void *at)
{
	const struct acme_ring v = acme_ring_get(at);

	fprintf(out, "acme_ring");
	fprintf(out, " number=0x%llx", (unsigned long long)v.number);
	fprintf(out, "\n");
}

/** One line: acme_posted and its fields. acme.yaml:151 */
INVERBS_INLINE void acme_posted_print(FILE *out, const void *at)
{
	const struct acme_posted v = acme_posted_get(at);

	fprintf(out, "acme_posted");
	fprintf(out, " total=0x%llx", (unsigned long long)v.total);
	fprintf(out, "\n");
}

/** One line: acme_consumed and its fields. acme.yaml:156 */
INVERBS_INLINE void acme_consumed_print(FILE *out, const void *at)
{
	const struct acme_consumed v = acme_consumed_get(at);

	fprintf(out, "acme_consumed");
	fprintf(out, " seen=0x%llx", (unsigned long long)v.seen);
	fprintf(out, "\n");
}

/** One line: acme_arm_word and its fields. acme.yaml:160 */
INVERBS_INLINE void acme_arm_word_print(FILE *out, const void *at)
{
	const struct acme_arm_word v = acme_arm_word_get(at);

	fprintf(out, "acme_arm_word");
	fprintf(out, " serial=0x%llx", (unsigned long long)v.serial);
	fprintf(out, " any=0x%llx", (unsigned long long)v.any);
	fprintf(out, " solicited=0x%llx", (unsigned long long)v.solicited);
	fprintf(out, " index=0x%llx", (unsigned long long)v.index);
	fprintf(out, "\n");
}

/** One line: acme_arm_ring and its fields. acme.yaml:168 */
INVERBS_INLINE void acme_arm_ring_print(FILE *out, const void *at)
{
	const struct acme_arm_ring v = acme_arm_ring_get(at);

	fprintf(out, "acme_arm_ring");
	fprintf(out, " next=0x%llx", (unsigned long long)v.next);
	fprintf(out, " solicited=0x%llx", (unsigned long long)v.solicited);
	fprintf(out, " sequence=0x%llx", (unsigned long long)v.sequence);
	fprintf(out, " index=0x%llx", (unsigned long long)v.index);
	fprintf(out, " cqn=0x%llx", (unsigned long long)v.cqn);
	fprintf(out, "\n");
}

#endif
