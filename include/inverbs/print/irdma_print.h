/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/irdma.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/* Names of opcodes and statuses, a printer for each format. */
#ifndef INVERBS_ADAPTERS_IRDMA_PRINT_H
#define INVERBS_ADAPTERS_IRDMA_PRINT_H

#include <inverbs/adapters/irdma_formats.h>
#include <inverbs/print/dump.h>

/** Opcodes in WQEs, and in completions of sends. Returns the name of a value, or "?". */
static inline const char *irdma_op_name(uint32_t value)
{
	switch (value) {
	case IRDMA_OP_RDMA_WRITE:
		return "RDMA_WRITE";
	case IRDMA_OP_RDMA_READ:
		return "RDMA_READ";
	case IRDMA_OP_SEND:
		return "SEND";
	case IRDMA_OP_SEND_INV:
		return "SEND_INV";
	case IRDMA_OP_SEND_SOL:
		return "SEND_SOL";
	case IRDMA_OP_SEND_INV_SOL:
		return "SEND_INV_SOL";
	case IRDMA_OP_BIND_MW:
		return "BIND_MW";
	case IRDMA_OP_LOCAL_INV:
		return "LOCAL_INV";
	case IRDMA_OP_NOP:
		return "NOP";
	case IRDMA_OP_WRITE_SOL:
		return "WRITE_SOL";
	case IRDMA_OP_FETCH_ADD:
		return "FETCH_ADD";
	case IRDMA_OP_COMP_SWAP:
		return "COMP_SWAP";
	default:
		return "?";
	}
}

/** Which queue a completion belongs to. Returns the name of a value, or "?". */
static inline const char *irdma_ring_of_name(uint32_t value)
{
	switch (value) {
	case IRDMA_RING_OF_RECV:
		return "RECV";
	case IRDMA_RING_OF_SEND:
		return "SEND";
	default:
		return "?";
	}
}

/** Whether a WQE failed. Returns the name of a value, or "?". */
static inline const char *irdma_ending_name(uint32_t value)
{
	switch (value) {
	case IRDMA_ENDING_GOOD:
		return "GOOD";
	case IRDMA_ENDING_FAILED:
		return "FAILED";
	default:
		return "?";
	}
}

/**
 * Meaning of the minor code of a failed WQE: a flush code, or that of an asynchronous event;
 * undefined for all others. Returns the name of a value, or "?".
 */
static inline const char *irdma_major_name(uint32_t value)
{
	switch (value) {
	case IRDMA_MAJOR_FLUSH:
		return "FLUSH";
	case IRDMA_MAJOR_EVENT:
		return "EVENT";
	default:
		return "?";
	}
}

/** Opcodes in completions of receives. Returns the name of a value, or "?". */
static inline const char *irdma_received_name(uint32_t value)
{
	switch (value) {
	case IRDMA_RECEIVED_WRITE:
		return "WRITE";
	case IRDMA_RECEIVED_BTH_WRITE_LAST:
		return "BTH_WRITE_LAST";
	case IRDMA_RECEIVED_BTH_WRITE_ONLY:
		return "BTH_WRITE_ONLY";
	case IRDMA_RECEIVED_WRITE_SOL:
		return "WRITE_SOL";
	case IRDMA_RECEIVED_SEND:
		return "SEND";
	case IRDMA_RECEIVED_SEND_OR_WRITE:
		return "SEND_OR_WRITE";
	default:
		return "?";
	}
}

/** Why a WQE failed. Returns the name of a value, or "?". */
static inline const char *irdma_reason_name(uint32_t value)
{
	switch (value) {
	case IRDMA_REASON_GENERAL:
		return "GENERAL";
	case IRDMA_REASON_PROTECTION:
		return "PROTECTION";
	case IRDMA_REASON_REMOTE_ACCESS:
		return "REMOTE_ACCESS";
	case IRDMA_REASON_LOCAL_QP_OP:
		return "LOCAL_QP_OP";
	case IRDMA_REASON_REMOTE_OP:
		return "REMOTE_OP";
	case IRDMA_REASON_LOCAL_LENGTH:
		return "LOCAL_LENGTH";
	case IRDMA_REASON_FATAL:
		return "FATAL";
	case IRDMA_REASON_RETRIES:
		return "RETRIES";
	case IRDMA_REASON_WINDOW_BIND:
		return "WINDOW_BIND";
	case IRDMA_REASON_INVALID_REQUEST:
		return "INVALID_REQUEST";
	case IRDMA_REASON_RNR_RETRIES:
		return "RNR_RETRIES";
	default:
		return "?";
	}
}

/**
 * Asynchronous events that end WQEs, named by their numbers; each is translated to a flush code.
 * Returns the name of a value, or "?".
 */
static inline const char *irdma_event_name(uint32_t value)
{
	switch (value) {
	case IRDMA_EVENT_E102:
		return "E102";
	case IRDMA_EVENT_E103:
		return "E103";
	case IRDMA_EVENT_E104:
		return "E104";
	case IRDMA_EVENT_E105:
		return "E105";
	case IRDMA_EVENT_E106:
		return "E106";
	case IRDMA_EVENT_E107:
		return "E107";
	case IRDMA_EVENT_E108:
		return "E108";
	case IRDMA_EVENT_E109:
		return "E109";
	case IRDMA_EVENT_E10A:
		return "E10A";
	case IRDMA_EVENT_E112:
		return "E112";
	case IRDMA_EVENT_E114:
		return "E114";
	case IRDMA_EVENT_E118:
		return "E118";
	case IRDMA_EVENT_E119:
		return "E119";
	case IRDMA_EVENT_E11B:
		return "E11B";
	case IRDMA_EVENT_E11C:
		return "E11C";
	case IRDMA_EVENT_E132:
		return "E132";
	case IRDMA_EVENT_E133:
		return "E133";
	case IRDMA_EVENT_E134:
		return "E134";
	case IRDMA_EVENT_E135:
		return "E135";
	case IRDMA_EVENT_E208:
		return "E208";
	case IRDMA_EVENT_E20A:
		return "E20A";
	case IRDMA_EVENT_E20D:
		return "E20D";
	case IRDMA_EVENT_E20E:
		return "E20E";
	case IRDMA_EVENT_E303:
		return "E303";
	case IRDMA_EVENT_E305:
		return "E305";
	case IRDMA_EVENT_E316:
		return "E316";
	case IRDMA_EVENT_E505:
		return "E505";
	case IRDMA_EVENT_E507:
		return "E507";
	case IRDMA_EVENT_E50A:
		return "E50A";
	case IRDMA_EVENT_E50F:
		return "E50F";
	case IRDMA_EVENT_E700:
		return "E700";
	case IRDMA_EVENT_E703:
		return "E703";
	case IRDMA_EVENT_E704:
		return "E704";
	case IRDMA_EVENT_E705:
		return "E705";
	default:
		return "?";
	}
}

/** irdma_head and its fields. irdma.head */
static inline void irdma_head_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_head v = irdma_head_get(at);

	inverbs_text_add(text, "irdma_head");
	inverbs_text_add(text, " remote_addr=0x%llx", (unsigned long long)v.remote_addr);
	if (v.length)
		inverbs_text_add(text, " or length=0x%llx", (unsigned long long)v.length);
	if (v.qkey)
		inverbs_text_add(text, " or qkey=0x%llx", (unsigned long long)v.qkey);
	if (v.dest_qpn)
		inverbs_text_add(text, " or dest_qpn=0x%llx", (unsigned long long)v.dest_qpn);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
	if (v.ah)
		inverbs_text_add(text, " or ah=0x%llx", (unsigned long long)v.ah);
	inverbs_text_add(text, " opcode=%s(0x%x)", irdma_op_name(v.opcode), (unsigned)v.opcode);
	inverbs_text_add(text, " more=0x%llx", (unsigned long long)v.more);
	inverbs_text_add(text, " has_imm=0x%llx", (unsigned long long)v.has_imm);
	inverbs_text_add(text, " inline_bytes=0x%llx", (unsigned long long)v.inline_bytes);
	if (v.remote_read)
		inverbs_text_add(text, " or remote_read=0x%llx", (unsigned long long)v.remote_read);
	if (v.remote_write)
		inverbs_text_add(text, " or remote_write=0x%llx",
				 (unsigned long long)v.remote_write);
	if (v.va_based)
		inverbs_text_add(text, " or va_based=0x%llx", (unsigned long long)v.va_based);
	if (v.type1)
		inverbs_text_add(text, " or type1=0x%llx", (unsigned long long)v.type1);
	if (v.remote_atomic)
		inverbs_text_add(text, " or remote_atomic=0x%llx",
				 (unsigned long long)v.remote_atomic);
	inverbs_text_add(text, " copied=0x%llx", (unsigned long long)v.copied);
	inverbs_text_add(text, " inlined=0x%llx", (unsigned long long)v.inlined);
	inverbs_text_add(text, " fence=0x%llx", (unsigned long long)v.fence);
	inverbs_text_add(text, " signaled=0x%llx", (unsigned long long)v.signaled);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** irdma_sge and its fields. irdma.sge */
static inline void irdma_sge_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_sge v = irdma_sge_get(at);

	inverbs_text_add(text, "irdma_sge");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** irdma_imm and its fields. irdma.imm */
static inline void irdma_imm_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_imm v = irdma_imm_get(at);

	inverbs_text_add(text, "irdma_imm");
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
}

/** irdma_local and its fields. irdma.local */
static inline void irdma_local_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_local v = irdma_local_get(at);

	inverbs_text_add(text, "irdma_local");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
}

/** irdma_operands and its fields. irdma.operands */
static inline void irdma_operands_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_operands v = irdma_operands_get(at);

	inverbs_text_add(text, "irdma_operands");
	inverbs_text_add(text, " swap_add=0x%llx", (unsigned long long)v.swap_add);
	inverbs_text_add(text, " compare=0x%llx", (unsigned long long)v.compare);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** irdma_stag and its fields. irdma.stag */
static inline void irdma_stag_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_stag v = irdma_stag_get(at);

	inverbs_text_add(text, "irdma_stag");
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
}

/** irdma_window and its fields. irdma.window */
static inline void irdma_window_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_window v = irdma_window_get(at);

	inverbs_text_add(text, "irdma_window");
	inverbs_text_add(text, " start=0x%llx", (unsigned long long)v.start);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " region=0x%llx", (unsigned long long)v.region);
}

/** irdma_mark and its fields. irdma.mark */
static inline void irdma_mark_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_mark v = irdma_mark_get(at);

	inverbs_text_add(text, "irdma_mark");
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** irdma_recv_head and its fields. irdma.recv_head */
static inline void irdma_recv_head_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_recv_head v = irdma_recv_head_get(at);

	inverbs_text_add(text, "irdma_recv_head");
	inverbs_text_add(text, " more=0x%llx", (unsigned long long)v.more);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** irdma_shared_head and its fields. irdma.shared_head */
static inline void irdma_shared_head_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_shared_head v = irdma_shared_head_get(at);

	inverbs_text_add(text, "irdma_shared_head");
	inverbs_text_add(text, " wr_id=0x%llx", (unsigned long long)v.wr_id);
	inverbs_text_add(text, " more=0x%llx", (unsigned long long)v.more);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** irdma_recv_sge and its fields. irdma.recv_sge */
static inline void irdma_recv_sge_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_recv_sge v = irdma_recv_sge_get(at);

	inverbs_text_add(text, "irdma_recv_sge");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** irdma_cqe and its fields. irdma.cqe */
static inline void irdma_cqe_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_cqe v = irdma_cqe_get(at);

	inverbs_text_add(text, "irdma_cqe");
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " timestamp=0x%llx", (unsigned long long)v.timestamp);
	inverbs_text_add(text, " context=0x%llx", (unsigned long long)v.context);
	if (v.wr_id)
		inverbs_text_add(text, " or wr_id=0x%llx", (unsigned long long)v.wr_id);
	inverbs_text_add(text, " inval_key=0x%llx", (unsigned long long)v.inval_key);
	if (v.src_qpn)
		inverbs_text_add(text, " or src_qpn=0x%llx", (unsigned long long)v.src_qpn);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " minor=%s(0x%x)", irdma_reason_name(v.minor), (unsigned)v.minor);
	if (irdma_event_name(v.event)[0] != '?')
		inverbs_text_add(text, " or event=%s(0x%x)", irdma_event_name(v.event),
				 (unsigned)v.event);
	inverbs_text_add(text, " major=%s(0x%x)", irdma_major_name(v.major), (unsigned)v.major);
	if (v.code)
		inverbs_text_add(text, " or code=0x%llx", (unsigned long long)v.code);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " extended=0x%llx", (unsigned long long)v.extended);
	inverbs_text_add(text, " push_dropped=0x%llx", (unsigned long long)v.push_dropped);
	inverbs_text_add(text, " shared=0x%llx", (unsigned long long)v.shared);
	inverbs_text_add(text, " has_key=0x%llx", (unsigned long long)v.has_key);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " ending=%s(0x%x)", irdma_ending_name(v.ending), (unsigned)v.ending);
	inverbs_text_add(text, " opcode=%s(0x%x)", irdma_op_name(v.opcode), (unsigned)v.opcode);
	if (irdma_received_name(v.received)[0] != '?')
		inverbs_text_add(text, " or received=%s(0x%x)", irdma_received_name(v.received),
				 (unsigned)v.received);
	inverbs_text_add(text, " ring=%s(0x%x)", irdma_ring_of_name(v.ring), (unsigned)v.ring);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** irdma_extension and its fields. irdma.extension */
static inline void irdma_extension_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_extension v = irdma_extension_get(at);

	inverbs_text_add(text, "irdma_extension");
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	inverbs_text_add(text, " context=0x%llx", (unsigned long long)v.context);
	inverbs_text_add(text, " mac=0x%llx", (unsigned long long)v.mac);
	inverbs_text_add(text, " vlan=0x%llx", (unsigned long long)v.vlan);
	inverbs_text_add(text, " has_vlan=0x%llx", (unsigned long long)v.has_vlan);
	inverbs_text_add(text, " has_mac=0x%llx", (unsigned long long)v.has_mac);
	inverbs_text_add(text, " has_imm=0x%llx", (unsigned long long)v.has_imm);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** irdma_doorbell and its fields. irdma.doorbell */
static inline void irdma_doorbell_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_doorbell v = irdma_doorbell_get(at);

	inverbs_text_add(text, "irdma_doorbell");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
}

/** irdma_copy_register and its fields. irdma.copy_register */
static inline void irdma_copy_register_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_copy_register v = irdma_copy_register_get(at);

	inverbs_text_add(text, "irdma_copy_register");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " chunk=0x%llx", (unsigned long long)v.chunk);
}

/** irdma_consumed_word and its fields. irdma.consumed_word */
static inline void irdma_consumed_word_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_consumed_word v = irdma_consumed_word_get(at);

	inverbs_text_add(text, "irdma_consumed_word");
	inverbs_text_add(text, " slot=0x%llx", (unsigned long long)v.slot);
}

/** irdma_shared_word and its fields. irdma.shared_word */
static inline void irdma_shared_word_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_shared_word v = irdma_shared_word_get(at);

	inverbs_text_add(text, "irdma_shared_word");
	inverbs_text_add(text, " slot=0x%llx", (unsigned long long)v.slot);
}

/** irdma_arm_word and its fields. irdma.arm_word */
static inline void irdma_arm_word_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_arm_word v = irdma_arm_word_get(at);

	inverbs_text_add(text, "irdma_arm_word");
	inverbs_text_add(text, " selector=0x%llx", (unsigned long long)v.selector);
	inverbs_text_add(text, " any=0x%llx", (unsigned long long)v.any);
	inverbs_text_add(text, " wanted=0x%llx", (unsigned long long)v.wanted);
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
}

/** irdma_arm_register and its fields. irdma.arm_register */
static inline void irdma_arm_register_print(struct inverbs_text *text, const void *at)
{
	const struct irdma_arm_register v = irdma_arm_register_get(at);

	inverbs_text_add(text, "irdma_arm_register");
	inverbs_text_add(text, " cqn=0x%llx", (unsigned long long)v.cqn);
}

#endif
