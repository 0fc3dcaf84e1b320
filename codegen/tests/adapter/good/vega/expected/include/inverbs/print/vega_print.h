/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from vega.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of opcodes and statuses, one printer per format. */
#ifndef INVERBS_ADAPTERS_VEGA_PRINT_H
#define INVERBS_ADAPTERS_VEGA_PRINT_H

#include <inverbs/adapters/vega_formats.h>
#include <inverbs/print/dump.h>

/** What a WQE asks for. Returns the name of a value, or "?". */
static inline const char *vega_op_name(uint32_t value)
{
	switch (value) {
	case VEGA_OP_SEND:
		return "SEND";
	case VEGA_OP_WRITE:
		return "WRITE";
	case VEGA_OP_READ:
		return "READ";
	case VEGA_OP_ADD:
		return "ADD";
	case VEGA_OP_SWAP:
		return "SWAP";
	case VEGA_OP_INVALIDATE:
		return "INVALIDATE";
	case VEGA_OP_TAKEN:
		return "TAKEN";
	default:
		return "?";
	}
}

/** What a CQE reports. Returns the name of a value, or "?". */
static inline const char *vega_what_name(uint32_t value)
{
	switch (value) {
	case VEGA_WHAT_SENT:
		return "SENT";
	case VEGA_WHAT_RECEIVED:
		return "RECEIVED";
	case VEGA_WHAT_LAST:
		return "LAST";
	default:
		return "?";
	}
}

/** Where the payload is. Returns the name of a value, or "?". */
static inline const char *vega_place_name(uint32_t value)
{
	switch (value) {
	case VEGA_PLACE_MEMORY:
		return "MEMORY";
	case VEGA_PLACE_HERE:
		return "HERE";
	case VEGA_PLACE_FRONT:
		return "FRONT";
	default:
		return "?";
	}
}

/** How it ended. Returns the name of a value, or "?". */
static inline const char *vega_status_name(uint32_t value)
{
	switch (value) {
	case VEGA_STATUS_GOOD:
		return "GOOD";
	case VEGA_STATUS_FLUSHED:
		return "FLUSHED";
	case VEGA_STATUS_SHORT:
		return "SHORT";
	default:
		return "?";
	}
}

/** vega_head and its fields. vega.head */
static inline void vega_head_print(struct inverbs_text *text, const void *at)
{
	const struct vega_head v = vega_head_get(at);

	inverbs_text_add(text, "vega_head");
	inverbs_text_add(text, " owner=0x%llx", (unsigned long long)v.owner);
	inverbs_text_add(text, " code=%s(0x%x)", vega_op_name(v.code), (unsigned)v.code);
	inverbs_text_add(text, " signaled=0x%llx", (unsigned long long)v.signaled);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " inlined=0x%llx", (unsigned long long)v.inlined);
	inverbs_text_add(text, " fence=0x%llx", (unsigned long long)v.fence);
	inverbs_text_add(text, " mark=0x%llx", (unsigned long long)v.mark);
	inverbs_text_add(text, " words=0x%llx", (unsigned long long)v.words);
	inverbs_text_add(text, " sges=0x%llx", (unsigned long long)v.sges);
	inverbs_text_add(text, " number=0x%llx", (unsigned long long)v.number);
}

/** vega_where and its fields. vega.where */
static inline void vega_where_print(struct inverbs_text *text, const void *at)
{
	const struct vega_where v = vega_where_get(at);

	inverbs_text_add(text, "vega_where");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " handle=0x%llx", (unsigned long long)v.handle);
	inverbs_text_bytes(text, "av", v.av, 8);
}

/** vega_far and its fields. vega.far */
static inline void vega_far_print(struct inverbs_text *text, const void *at)
{
	const struct vega_far v = vega_far_get(at);

	inverbs_text_add(text, "vega_far");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** vega_operands and its fields. vega.operands */
static inline void vega_operands_print(struct inverbs_text *text, const void *at)
{
	const struct vega_operands v = vega_operands_get(at);

	inverbs_text_add(text, "vega_operands");
	inverbs_text_add(text, " value=0x%llx", (unsigned long long)v.value);
	inverbs_text_add(text, " compare=0x%llx", (unsigned long long)v.compare);
}

/** vega_window and its fields. vega.window */
static inline void vega_window_print(struct inverbs_text *text, const void *at)
{
	const struct vega_window v = vega_window_get(at);

	inverbs_text_add(text, "vega_window");
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

/** vega_piece and its fields. vega.piece */
static inline void vega_piece_print(struct inverbs_text *text, const void *at)
{
	const struct vega_piece v = vega_piece_get(at);

	inverbs_text_add(text, "vega_piece");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " last=0x%llx", (unsigned long long)v.last);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
}

/** vega_shared_head and its fields. vega.shared_head */
static inline void vega_shared_head_print(struct inverbs_text *text, const void *at)
{
	const struct vega_shared_head v = vega_shared_head_get(at);

	inverbs_text_add(text, "vega_shared_head");
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
}

/** vega_cqe and its fields. vega.cqe */
static inline void vega_cqe_print(struct inverbs_text *text, const void *at)
{
	const struct vega_cqe v = vega_cqe_get(at);

	inverbs_text_add(text, "vega_cqe");
	inverbs_text_add(text, " owner=0x%llx", (unsigned long long)v.owner);
	inverbs_text_add(text, " what=%s(0x%x)", vega_what_name(v.what), (unsigned)v.what);
	inverbs_text_add(text, " code=%s(0x%x)", vega_op_name(v.code), (unsigned)v.code);
	inverbs_text_add(text, " status=%s(0x%x)", vega_status_name(v.status), (unsigned)v.status);
	inverbs_text_add(text, " grh=0x%llx", (unsigned long long)v.grh);
	inverbs_text_add(text, " kind=0x%llx", (unsigned long long)v.kind);
	inverbs_text_add(text, " place=%s(0x%x)", vega_place_name(v.place), (unsigned)v.place);
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

/** vega_ring_register and its fields. vega.ring_register */
static inline void vega_ring_register_print(struct inverbs_text *text, const void *at)
{
	const struct vega_ring_register v = vega_ring_register_get(at);

	inverbs_text_add(text, "vega_ring_register");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " posted=0x%llx", (unsigned long long)v.posted);
}

/** vega_recv_record and its fields. vega.recv_record */
static inline void vega_recv_record_print(struct inverbs_text *text, const void *at)
{
	const struct vega_recv_record v = vega_recv_record_get(at);

	inverbs_text_add(text, "vega_recv_record");
	inverbs_text_add(text, " posted=0x%llx", (unsigned long long)v.posted);
}

/** vega_consumed_record and its fields. vega.consumed_record */
static inline void vega_consumed_record_print(struct inverbs_text *text, const void *at)
{
	const struct vega_consumed_record v = vega_consumed_record_get(at);

	inverbs_text_add(text, "vega_consumed_record");
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
}

/** vega_arm_register and its fields. vega.arm_register */
static inline void vega_arm_register_print(struct inverbs_text *text, const void *at)
{
	const struct vega_arm_register v = vega_arm_register_get(at);

	inverbs_text_add(text, "vega_arm_register");
	inverbs_text_add(text, " cqn=0x%llx", (unsigned long long)v.cqn);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
}

#endif
