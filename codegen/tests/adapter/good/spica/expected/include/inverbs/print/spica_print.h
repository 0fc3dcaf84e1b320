/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spica.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of opcodes and statuses, one printer per format. */
#ifndef INVERBS_ADAPTERS_SPICA_PRINT_H
#define INVERBS_ADAPTERS_SPICA_PRINT_H

#include <inverbs/adapters/spica_formats.h>
#include <inverbs/print/dump.h>

/** What a WQE asks for. Returns the name of a value, or "?". */
static inline const char *spica_op_name(uint32_t value)
{
	switch (value) {
	case SPICA_OP_SEND:
		return "SEND";
	case SPICA_OP_WRITE:
		return "WRITE";
	case SPICA_OP_READ:
		return "READ";
	case SPICA_OP_ADD:
		return "ADD";
	case SPICA_OP_SWAP:
		return "SWAP";
	case SPICA_OP_INVALIDATE:
		return "INVALIDATE";
	case SPICA_OP_TAKEN:
		return "TAKEN";
	case SPICA_OP_SEGMENT:
		return "SEGMENT";
	default:
		return "?";
	}
}

/** What a CQE reports. Returns the name of a value, or "?". */
static inline const char *spica_what_name(uint32_t value)
{
	switch (value) {
	case SPICA_WHAT_SENT:
		return "SENT";
	case SPICA_WHAT_RECEIVED:
		return "RECEIVED";
	case SPICA_WHAT_LAST:
		return "LAST";
	default:
		return "?";
	}
}

/** Where the payload is. Returns the name of a value, or "?". */
static inline const char *spica_place_name(uint32_t value)
{
	switch (value) {
	case SPICA_PLACE_MEMORY:
		return "MEMORY";
	case SPICA_PLACE_HERE:
		return "HERE";
	case SPICA_PLACE_FRONT:
		return "FRONT";
	default:
		return "?";
	}
}

/** How it ended. Returns the name of a value, or "?". */
static inline const char *spica_status_name(uint32_t value)
{
	switch (value) {
	case SPICA_STATUS_GOOD:
		return "GOOD";
	case SPICA_STATUS_FLUSHED:
		return "FLUSHED";
	case SPICA_STATUS_SHORT:
		return "SHORT";
	default:
		return "?";
	}
}

/** spica_head and its fields. spica.head */
static inline void spica_head_print(struct inverbs_text *text, const void *at)
{
	const struct spica_head v = spica_head_get(at);

	inverbs_text_add(text, "spica_head");
	inverbs_text_add(text, " code=%s(0x%x)", spica_op_name(v.code), (unsigned)v.code);
	inverbs_text_add(text, " signaled=0x%llx", (unsigned long long)v.signaled);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " inlined=0x%llx", (unsigned long long)v.inlined);
	inverbs_text_add(text, " fence=0x%llx", (unsigned long long)v.fence);
	inverbs_text_add(text, " mark=0x%llx", (unsigned long long)v.mark);
	inverbs_text_add(text, " words=0x%llx", (unsigned long long)v.words);
	inverbs_text_add(text, " sges=0x%llx", (unsigned long long)v.sges);
	inverbs_text_add(text, " number=0x%llx", (unsigned long long)v.number);
}

/** spica_where and its fields. spica.where */
static inline void spica_where_print(struct inverbs_text *text, const void *at)
{
	const struct spica_where v = spica_where_get(at);

	inverbs_text_add(text, "spica_where");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " handle=0x%llx", (unsigned long long)v.handle);
	inverbs_text_bytes(text, "av", v.av, 8);
}

/** spica_far and its fields. spica.far */
static inline void spica_far_print(struct inverbs_text *text, const void *at)
{
	const struct spica_far v = spica_far_get(at);

	inverbs_text_add(text, "spica_far");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** spica_operands and its fields. spica.operands */
static inline void spica_operands_print(struct inverbs_text *text, const void *at)
{
	const struct spica_operands v = spica_operands_get(at);

	inverbs_text_add(text, "spica_operands");
	inverbs_text_add(text, " value=0x%llx", (unsigned long long)v.value);
	inverbs_text_add(text, " compare=0x%llx", (unsigned long long)v.compare);
}

/** spica_window and its fields. spica.window */
static inline void spica_window_print(struct inverbs_text *text, const void *at)
{
	const struct spica_window v = spica_window_get(at);

	inverbs_text_add(text, "spica_window");
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " old=0x%llx", (unsigned long long)v.old);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " rights=0x%llx", (unsigned long long)v.rights);
	inverbs_text_add(text, " more_rights=0x%llx", (unsigned long long)v.more_rights);
	inverbs_text_add(text, " atomics=0x%llx", (unsigned long long)v.atomics);
	inverbs_text_add(text, " local=0x%llx", (unsigned long long)v.local);
	inverbs_text_add(text, " two=0x%llx", (unsigned long long)v.two);
	inverbs_text_add(text, " owner=0x%llx", (unsigned long long)v.owner);
	inverbs_text_add(text, " start=0x%llx", (unsigned long long)v.start);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
}

/** spica_piece and its fields. spica.piece */
static inline void spica_piece_print(struct inverbs_text *text, const void *at)
{
	const struct spica_piece v = spica_piece_get(at);

	inverbs_text_add(text, "spica_piece");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " last=0x%llx", (unsigned long long)v.last);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
}

/** spica_shared_head and its fields. spica.shared_head */
static inline void spica_shared_head_print(struct inverbs_text *text, const void *at)
{
	const struct spica_shared_head v = spica_shared_head_get(at);

	inverbs_text_add(text, "spica_shared_head");
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
}

/** spica_cqe and its fields. spica.cqe */
static inline void spica_cqe_print(struct inverbs_text *text, const void *at)
{
	const struct spica_cqe v = spica_cqe_get(at);

	inverbs_text_add(text, "spica_cqe");
	inverbs_text_add(text, " owner=0x%llx", (unsigned long long)v.owner);
	inverbs_text_add(text, " what=%s(0x%x)", spica_what_name(v.what), (unsigned)v.what);
	inverbs_text_add(text, " code=%s(0x%x)", spica_op_name(v.code), (unsigned)v.code);
	inverbs_text_add(text, " status=%s(0x%x)", spica_status_name(v.status), (unsigned)v.status);
	inverbs_text_add(text, " grh=0x%llx", (unsigned long long)v.grh);
	inverbs_text_add(text, " kind=0x%llx", (unsigned long long)v.kind);
	inverbs_text_add(text, " place=%s(0x%x)", spica_place_name(v.place), (unsigned)v.place);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " path=0x%llx", (unsigned long long)v.path);
	inverbs_text_add(text, " slot=0x%llx", (unsigned long long)v.slot);
	inverbs_text_add(text, " pkey=0x%llx", (unsigned long long)v.pkey);
	inverbs_text_add(text, " bytes=0x%llx", (unsigned long long)v.bytes);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	if (v.key)
		inverbs_text_add(text, " or key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " sender=0x%llx", (unsigned long long)v.sender);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	inverbs_text_add(text, " slid=0x%llx", (unsigned long long)v.slid);
	inverbs_text_add(text, " detail=0x%llx", (unsigned long long)v.detail);
	inverbs_text_add(text, " time=0x%llx", (unsigned long long)v.time);
}

/** spica_ring_register and its fields. spica.ring_register */
static inline void spica_ring_register_print(struct inverbs_text *text, const void *at)
{
	const struct spica_ring_register v = spica_ring_register_get(at);

	inverbs_text_add(text, "spica_ring_register");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " posted=0x%llx", (unsigned long long)v.posted);
}

/** spica_recv_record and its fields. spica.recv_record */
static inline void spica_recv_record_print(struct inverbs_text *text, const void *at)
{
	const struct spica_recv_record v = spica_recv_record_get(at);

	inverbs_text_add(text, "spica_recv_record");
	inverbs_text_add(text, " posted=0x%llx", (unsigned long long)v.posted);
}

/** spica_consumed_record and its fields. spica.consumed_record */
static inline void spica_consumed_record_print(struct inverbs_text *text, const void *at)
{
	const struct spica_consumed_record v = spica_consumed_record_get(at);

	inverbs_text_add(text, "spica_consumed_record");
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
}

/** spica_arm_register and its fields. spica.arm_register */
static inline void spica_arm_register_print(struct inverbs_text *text, const void *at)
{
	const struct spica_arm_register v = spica_arm_register_get(at);

	inverbs_text_add(text, "spica_arm_register");
	inverbs_text_add(text, " cqn=0x%llx", (unsigned long long)v.cqn);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
}

/** spica_frame and its fields. spica.frame */
static inline void spica_frame_print(struct inverbs_text *text, const void *at)
{
	const struct spica_frame v = spica_frame_get(at);

	inverbs_text_add(text, "spica_frame");
	inverbs_text_add(text, " mss=0x%llx", (unsigned long long)v.mss);
	inverbs_text_add(text, " count=0x%llx", (unsigned long long)v.count);
	inverbs_text_bytes(text, "start", v.start, 12);
}

#endif
