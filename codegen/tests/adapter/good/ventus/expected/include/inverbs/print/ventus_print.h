/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ventus.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of opcodes and statuses, one printer per format. */
#ifndef INVERBS_ADAPTERS_VENTUS_PRINT_H
#define INVERBS_ADAPTERS_VENTUS_PRINT_H

#include <inverbs/adapters/ventus_formats.h>
#include <inverbs/print/dump.h>

/** What a WQE asks for. Returns the name of a value, or "?". */
static inline const char *ventus_op_name(uint32_t value)
{
	switch (value) {
	case VENTUS_OP_NOTHING:
		return "NOTHING";
	case VENTUS_OP_SEND:
		return "SEND";
	case VENTUS_OP_SEND_NOW:
		return "SEND_NOW";
	case VENTUS_OP_WRITE:
		return "WRITE";
	case VENTUS_OP_READ:
		return "READ";
	case VENTUS_OP_ADD:
		return "ADD";
	case VENTUS_OP_BIND:
		return "BIND";
	case VENTUS_OP_TAKE:
		return "TAKE";
	default:
		return "?";
	}
}

/** Whose completion it is. Returns the name of a value, or "?". */
static inline const char *ventus_side_name(uint32_t value)
{
	switch (value) {
	case VENTUS_SIDE_RECV:
		return "RECV";
	case VENTUS_SIDE_SEND:
		return "SEND";
	default:
		return "?";
	}
}

/** How. Returns the name of a value, or "?". */
static inline const char *ventus_ended_name(uint32_t value)
{
	switch (value) {
	case VENTUS_ENDED_WELL:
		return "WELL";
	case VENTUS_ENDED_BADLY:
		return "BADLY";
	default:
		return "?";
	}
}

/** What a code means. Returns the name of a value, or "?". */
static inline const char *ventus_class_name(uint32_t value)
{
	switch (value) {
	case VENTUS_CLASS_OWN:
		return "OWN";
	case VENTUS_CLASS_OTHER:
		return "OTHER";
	case VENTUS_CLASS_NEITHER:
		return "NEITHER";
	default:
		return "?";
	}
}

/** Why a request failed. Returns the name of a value, or "?". */
static inline const char *ventus_code_name(uint32_t value)
{
	switch (value) {
	case VENTUS_CODE_FLUSHED:
		return "FLUSHED";
	case VENTUS_CODE_SHORT:
		return "SHORT";
	default:
		return "?";
	}
}

/** Error codes of the firmware. Returns the name of a value, or "?". */
static inline const char *ventus_event_name(uint32_t value)
{
	switch (value) {
	case VENTUS_EVENT_GONE:
		return "GONE";
	default:
		return "?";
	}
}

/** What arrived. Returns the name of a value, or "?". */
static inline const char *ventus_came_name(uint32_t value)
{
	switch (value) {
	case VENTUS_CAME_SENT:
		return "SENT";
	case VENTUS_CAME_WRITTEN:
		return "WRITTEN";
	default:
		return "?";
	}
}

/** ventus_head and its fields. ventus.head */
static inline void ventus_head_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_head v = ventus_head_get(at);

	inverbs_text_add(text, "ventus_head");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " rights=0x%llx", (unsigned long long)v.rights);
	inverbs_text_add(text, " plain=0x%llx", (unsigned long long)v.plain);
	inverbs_text_add(text, " atomics=0x%llx", (unsigned long long)v.atomics);
	inverbs_text_add(text, " copied=0x%llx", (unsigned long long)v.copied);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " code=%s(0x%x)", ventus_op_name(v.code), (unsigned)v.code);
	inverbs_text_add(text, " behind=0x%llx", (unsigned long long)v.behind);
	inverbs_text_add(text, " inlined=0x%llx", (unsigned long long)v.inlined);
	inverbs_text_add(text, " has_imm=0x%llx", (unsigned long long)v.has_imm);
	inverbs_text_add(text, " signaled=0x%llx", (unsigned long long)v.signaled);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** ventus_piece and its fields. ventus.piece */
static inline void ventus_piece_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_piece v = ventus_piece_get(at);

	inverbs_text_add(text, "ventus_piece");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** ventus_imm and its fields. ventus.imm */
static inline void ventus_imm_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_imm v = ventus_imm_get(at);

	inverbs_text_add(text, "ventus_imm");
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
}

/** ventus_local and its fields. ventus.local */
static inline void ventus_local_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_local v = ventus_local_get(at);

	inverbs_text_add(text, "ventus_local");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
}

/** ventus_operand and its fields. ventus.operand */
static inline void ventus_operand_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_operand v = ventus_operand_get(at);

	inverbs_text_add(text, "ventus_operand");
	inverbs_text_add(text, " value=0x%llx", (unsigned long long)v.value);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** ventus_window and its fields. ventus.window */
static inline void ventus_window_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_window v = ventus_window_get(at);

	inverbs_text_add(text, "ventus_window");
	inverbs_text_add(text, " start=0x%llx", (unsigned long long)v.start);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " region=0x%llx", (unsigned long long)v.region);
}

/** ventus_recv_head and its fields. ventus.recv_head */
static inline void ventus_recv_head_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_recv_head v = ventus_recv_head_get(at);

	inverbs_text_add(text, "ventus_recv_head");
	inverbs_text_add(text, " behind=0x%llx", (unsigned long long)v.behind);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** ventus_shared_head and its fields. ventus.shared_head */
static inline void ventus_shared_head_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_shared_head v = ventus_shared_head_get(at);

	inverbs_text_add(text, "ventus_shared_head");
	inverbs_text_add(text, " wr_id=0x%llx", (unsigned long long)v.wr_id);
	inverbs_text_add(text, " behind=0x%llx", (unsigned long long)v.behind);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** ventus_recv_piece and its fields. ventus.recv_piece */
static inline void ventus_recv_piece_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_recv_piece v = ventus_recv_piece_get(at);

	inverbs_text_add(text, "ventus_recv_piece");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** ventus_cqe and its fields. ventus.cqe */
static inline void ventus_cqe_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_cqe v = ventus_cqe_get(at);

	inverbs_text_add(text, "ventus_cqe");
	inverbs_text_add(text, " queue=0x%llx", (unsigned long long)v.queue);
	if (v.wr_id)
		inverbs_text_add(text, " or wr_id=0x%llx", (unsigned long long)v.wr_id);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	if (v.sender)
		inverbs_text_add(text, " or sender=0x%llx", (unsigned long long)v.sender);
	inverbs_text_add(text, " code=%s(0x%x)", ventus_code_name(v.code), (unsigned)v.code);
	if (ventus_event_name(v.event)[0] != '?')
		inverbs_text_add(text, " or event=%s(0x%x)", ventus_event_name(v.event),
				 (unsigned)v.event);
	inverbs_text_add(text, " kind=%s(0x%x)", ventus_class_name(v.kind), (unsigned)v.kind);
	if (v.detail)
		inverbs_text_add(text, " or detail=0x%llx", (unsigned long long)v.detail);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " op=%s(0x%x)", ventus_op_name(v.op), (unsigned)v.op);
	if (ventus_came_name(v.came)[0] != '?')
		inverbs_text_add(text, " or came=%s(0x%x)", ventus_came_name(v.came),
				 (unsigned)v.came);
	inverbs_text_add(text, " side=%s(0x%x)", ventus_side_name(v.side), (unsigned)v.side);
	inverbs_text_add(text, " ended=%s(0x%x)", ventus_ended_name(v.ended), (unsigned)v.ended);
	inverbs_text_add(text, " has_key=0x%llx", (unsigned long long)v.has_key);
	inverbs_text_add(text, " more=0x%llx", (unsigned long long)v.more);
	inverbs_text_add(text, " dropped=0x%llx", (unsigned long long)v.dropped);
	inverbs_text_add(text, " shared=0x%llx", (unsigned long long)v.shared);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** ventus_cqe_more and its fields. ventus.cqe_more */
static inline void ventus_cqe_more_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_cqe_more v = ventus_cqe_more_get(at);

	inverbs_text_add(text, "ventus_cqe_more");
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	inverbs_text_add(text, " has_imm=0x%llx", (unsigned long long)v.has_imm);
	inverbs_text_add(text, " queue=0x%llx", (unsigned long long)v.queue);
	inverbs_text_add(text, " valid=0x%llx", (unsigned long long)v.valid);
}

/** ventus_register and its fields. ventus.register */
static inline void ventus_register_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_register v = ventus_register_get(at);

	inverbs_text_add(text, "ventus_register");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
}

/** ventus_copy_register and its fields. ventus.copy_register */
static inline void ventus_copy_register_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_copy_register v = ventus_copy_register_get(at);

	inverbs_text_add(text, "ventus_copy_register");
	inverbs_text_add(text, " unit=0x%llx", (unsigned long long)v.unit);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
}

/** ventus_consumed and its fields. ventus.consumed */
static inline void ventus_consumed_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_consumed v = ventus_consumed_get(at);

	inverbs_text_add(text, "ventus_consumed");
	inverbs_text_add(text, " slot=0x%llx", (unsigned long long)v.slot);
}

/** ventus_shared_word and its fields. ventus.shared_word */
static inline void ventus_shared_word_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_shared_word v = ventus_shared_word_get(at);

	inverbs_text_add(text, "ventus_shared_word");
	inverbs_text_add(text, " slot=0x%llx", (unsigned long long)v.slot);
}

/** ventus_arm_word and its fields. ventus.arm_word */
static inline void ventus_arm_word_print(struct inverbs_text *text, const void *at)
{
	const struct ventus_arm_word v = ventus_arm_word_get(at);

	inverbs_text_add(text, "ventus_arm_word");
	inverbs_text_add(text, " number=0x%llx", (unsigned long long)v.number);
	inverbs_text_add(text, " any=0x%llx", (unsigned long long)v.any);
	inverbs_text_add(text, " selector=0x%llx", (unsigned long long)v.selector);
}

#endif
