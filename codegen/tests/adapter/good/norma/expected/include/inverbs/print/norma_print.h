/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from norma.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of opcodes and statuses, one printer per format. */
#ifndef INVERBS_ADAPTERS_NORMA_PRINT_H
#define INVERBS_ADAPTERS_NORMA_PRINT_H

#include <inverbs/adapters/norma_formats.h>
#include <inverbs/print/dump.h>

/** What a WQE asks for. Returns the name of a value, or "?". */
static inline const char *norma_op_name(uint32_t value)
{
	switch (value) {
	case NORMA_OP_NOTHING:
		return "NOTHING";
	case NORMA_OP_SEND:
		return "SEND";
	case NORMA_OP_SEND_NOW:
		return "SEND_NOW";
	case NORMA_OP_WRITE:
		return "WRITE";
	case NORMA_OP_READ:
		return "READ";
	case NORMA_OP_ADD:
		return "ADD";
	case NORMA_OP_BIND:
		return "BIND";
	case NORMA_OP_TAKE:
		return "TAKE";
	default:
		return "?";
	}
}

/** Whose completion it is. Returns the name of a value, or "?". */
static inline const char *norma_side_name(uint32_t value)
{
	switch (value) {
	case NORMA_SIDE_RECV:
		return "RECV";
	case NORMA_SIDE_SEND:
		return "SEND";
	default:
		return "?";
	}
}

/** How. Returns the name of a value, or "?". */
static inline const char *norma_ended_name(uint32_t value)
{
	switch (value) {
	case NORMA_ENDED_WELL:
		return "WELL";
	case NORMA_ENDED_BADLY:
		return "BADLY";
	default:
		return "?";
	}
}

/** What a code means. Returns the name of a value, or "?". */
static inline const char *norma_class_name(uint32_t value)
{
	switch (value) {
	case NORMA_CLASS_OWN:
		return "OWN";
	case NORMA_CLASS_OTHER:
		return "OTHER";
	case NORMA_CLASS_NEITHER:
		return "NEITHER";
	default:
		return "?";
	}
}

/** Why a request failed. Returns the name of a value, or "?". */
static inline const char *norma_code_name(uint32_t value)
{
	switch (value) {
	case NORMA_CODE_FLUSHED:
		return "FLUSHED";
	case NORMA_CODE_SHORT:
		return "SHORT";
	default:
		return "?";
	}
}

/** Error codes of the firmware. Returns the name of a value, or "?". */
static inline const char *norma_event_name(uint32_t value)
{
	switch (value) {
	case NORMA_EVENT_GONE:
		return "GONE";
	default:
		return "?";
	}
}

/** What arrived. Returns the name of a value, or "?". */
static inline const char *norma_came_name(uint32_t value)
{
	switch (value) {
	case NORMA_CAME_SENT:
		return "SENT";
	case NORMA_CAME_WRITTEN:
		return "WRITTEN";
	default:
		return "?";
	}
}

/** norma_head and its fields. norma.head */
static inline void norma_head_print(struct inverbs_text *text, const void *at)
{
	const struct norma_head v = norma_head_get(at);

	inverbs_text_add(text, "norma_head");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " rights=0x%llx", (unsigned long long)v.rights);
	inverbs_text_add(text, " plain=0x%llx", (unsigned long long)v.plain);
	inverbs_text_add(text, " atomics=0x%llx", (unsigned long long)v.atomics);
	inverbs_text_add(text, " copied=0x%llx", (unsigned long long)v.copied);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " code=%s(0x%x)", norma_op_name(v.code), (unsigned)v.code);
	inverbs_text_add(text, " behind=0x%llx", (unsigned long long)v.behind);
	inverbs_text_add(text, " inlined=0x%llx", (unsigned long long)v.inlined);
	inverbs_text_add(text, " has_imm=0x%llx", (unsigned long long)v.has_imm);
	inverbs_text_add(text, " signaled=0x%llx", (unsigned long long)v.signaled);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** norma_piece and its fields. norma.piece */
static inline void norma_piece_print(struct inverbs_text *text, const void *at)
{
	const struct norma_piece v = norma_piece_get(at);

	inverbs_text_add(text, "norma_piece");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** norma_imm and its fields. norma.imm */
static inline void norma_imm_print(struct inverbs_text *text, const void *at)
{
	const struct norma_imm v = norma_imm_get(at);

	inverbs_text_add(text, "norma_imm");
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
}

/** norma_local and its fields. norma.local */
static inline void norma_local_print(struct inverbs_text *text, const void *at)
{
	const struct norma_local v = norma_local_get(at);

	inverbs_text_add(text, "norma_local");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
}

/** norma_operand and its fields. norma.operand */
static inline void norma_operand_print(struct inverbs_text *text, const void *at)
{
	const struct norma_operand v = norma_operand_get(at);

	inverbs_text_add(text, "norma_operand");
	inverbs_text_add(text, " value=0x%llx", (unsigned long long)v.value);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** norma_window and its fields. norma.window */
static inline void norma_window_print(struct inverbs_text *text, const void *at)
{
	const struct norma_window v = norma_window_get(at);

	inverbs_text_add(text, "norma_window");
	inverbs_text_add(text, " start=0x%llx", (unsigned long long)v.start);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " region=0x%llx", (unsigned long long)v.region);
}

/** norma_mark and its fields. norma.mark */
static inline void norma_mark_print(struct inverbs_text *text, const void *at)
{
	const struct norma_mark v = norma_mark_get(at);

	inverbs_text_add(text, "norma_mark");
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** norma_recv_head and its fields. norma.recv_head */
static inline void norma_recv_head_print(struct inverbs_text *text, const void *at)
{
	const struct norma_recv_head v = norma_recv_head_get(at);

	inverbs_text_add(text, "norma_recv_head");
	inverbs_text_add(text, " behind=0x%llx", (unsigned long long)v.behind);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** norma_shared_head and its fields. norma.shared_head */
static inline void norma_shared_head_print(struct inverbs_text *text, const void *at)
{
	const struct norma_shared_head v = norma_shared_head_get(at);

	inverbs_text_add(text, "norma_shared_head");
	inverbs_text_add(text, " wr_id=0x%llx", (unsigned long long)v.wr_id);
	inverbs_text_add(text, " behind=0x%llx", (unsigned long long)v.behind);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** norma_recv_piece and its fields. norma.recv_piece */
static inline void norma_recv_piece_print(struct inverbs_text *text, const void *at)
{
	const struct norma_recv_piece v = norma_recv_piece_get(at);

	inverbs_text_add(text, "norma_recv_piece");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** norma_cqe and its fields. norma.cqe */
static inline void norma_cqe_print(struct inverbs_text *text, const void *at)
{
	const struct norma_cqe v = norma_cqe_get(at);

	inverbs_text_add(text, "norma_cqe");
	inverbs_text_add(text, " queue=0x%llx", (unsigned long long)v.queue);
	if (v.wr_id)
		inverbs_text_add(text, " or wr_id=0x%llx", (unsigned long long)v.wr_id);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	if (v.sender)
		inverbs_text_add(text, " or sender=0x%llx", (unsigned long long)v.sender);
	inverbs_text_add(text, " code=%s(0x%x)", norma_code_name(v.code), (unsigned)v.code);
	if (norma_event_name(v.event)[0] != '?')
		inverbs_text_add(text, " or event=%s(0x%x)", norma_event_name(v.event),
				 (unsigned)v.event);
	inverbs_text_add(text, " kind=%s(0x%x)", norma_class_name(v.kind), (unsigned)v.kind);
	if (v.detail)
		inverbs_text_add(text, " or detail=0x%llx", (unsigned long long)v.detail);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " op=%s(0x%x)", norma_op_name(v.op), (unsigned)v.op);
	if (norma_came_name(v.came)[0] != '?')
		inverbs_text_add(text, " or came=%s(0x%x)", norma_came_name(v.came),
				 (unsigned)v.came);
	inverbs_text_add(text, " side=%s(0x%x)", norma_side_name(v.side), (unsigned)v.side);
	inverbs_text_add(text, " ended=%s(0x%x)", norma_ended_name(v.ended), (unsigned)v.ended);
	inverbs_text_add(text, " has_key=0x%llx", (unsigned long long)v.has_key);
	inverbs_text_add(text, " more=0x%llx", (unsigned long long)v.more);
	inverbs_text_add(text, " dropped=0x%llx", (unsigned long long)v.dropped);
	inverbs_text_add(text, " shared=0x%llx", (unsigned long long)v.shared);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** norma_cqe_more and its fields. norma.cqe_more */
static inline void norma_cqe_more_print(struct inverbs_text *text, const void *at)
{
	const struct norma_cqe_more v = norma_cqe_more_get(at);

	inverbs_text_add(text, "norma_cqe_more");
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	inverbs_text_add(text, " has_imm=0x%llx", (unsigned long long)v.has_imm);
	inverbs_text_add(text, " queue=0x%llx", (unsigned long long)v.queue);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** norma_register and its fields. norma.register */
static inline void norma_register_print(struct inverbs_text *text, const void *at)
{
	const struct norma_register v = norma_register_get(at);

	inverbs_text_add(text, "norma_register");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
}

/** norma_copy_register and its fields. norma.copy_register */
static inline void norma_copy_register_print(struct inverbs_text *text, const void *at)
{
	const struct norma_copy_register v = norma_copy_register_get(at);

	inverbs_text_add(text, "norma_copy_register");
	inverbs_text_add(text, " unit=0x%llx", (unsigned long long)v.unit);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
}

/** norma_consumed and its fields. norma.consumed */
static inline void norma_consumed_print(struct inverbs_text *text, const void *at)
{
	const struct norma_consumed v = norma_consumed_get(at);

	inverbs_text_add(text, "norma_consumed");
	inverbs_text_add(text, " slot=0x%llx", (unsigned long long)v.slot);
}

/** norma_shared_word and its fields. norma.shared_word */
static inline void norma_shared_word_print(struct inverbs_text *text, const void *at)
{
	const struct norma_shared_word v = norma_shared_word_get(at);

	inverbs_text_add(text, "norma_shared_word");
	inverbs_text_add(text, " slot=0x%llx", (unsigned long long)v.slot);
}

/** norma_arm_word and its fields. norma.arm_word */
static inline void norma_arm_word_print(struct inverbs_text *text, const void *at)
{
	const struct norma_arm_word v = norma_arm_word_get(at);

	inverbs_text_add(text, "norma_arm_word");
	inverbs_text_add(text, " number=0x%llx", (unsigned long long)v.number);
	inverbs_text_add(text, " any=0x%llx", (unsigned long long)v.any);
	inverbs_text_add(text, " selector=0x%llx", (unsigned long long)v.selector);
}

#endif
