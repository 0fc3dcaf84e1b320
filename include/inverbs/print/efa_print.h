/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/efa.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* Names of opcodes and statuses, a printer for each format. */
#ifndef INVERBS_ADAPTERS_EFA_PRINT_H
#define INVERBS_ADAPTERS_EFA_PRINT_H

#include <inverbs/adapters/efa_formats.h>
#include <inverbs/print/dump.h>

/** Operations in WQEs and in completions. Returns the name of a value, or "?". */
static inline const char *efa_op_name(uint32_t value)
{
	switch (value) {
	case EFA_OP_SEND:
		return "SEND";
	case EFA_OP_READ:
		return "READ";
	case EFA_OP_WRITE:
		return "WRITE";
	default:
		return "?";
	}
}

/** Which queue a completion belongs to. Returns the name of a value, or "?". */
static inline const char *efa_queue_name(uint32_t value)
{
	switch (value) {
	case EFA_QUEUE_SEND:
		return "SEND";
	case EFA_QUEUE_RECV:
		return "RECV";
	default:
		return "?";
	}
}

/** Status of a CQE. Returns the name of a value, or "?". */
static inline const char *efa_status_name(uint32_t value)
{
	switch (value) {
	case EFA_STATUS_OK:
		return "OK";
	case EFA_STATUS_FLUSHED:
		return "FLUSHED";
	case EFA_STATUS_LOCAL_QP_INTERNAL:
		return "LOCAL_QP_INTERNAL";
	case EFA_STATUS_LOCAL_UNSUPPORTED:
		return "LOCAL_UNSUPPORTED";
	case EFA_STATUS_LOCAL_AH:
		return "LOCAL_AH";
	case EFA_STATUS_LOCAL_LKEY:
		return "LOCAL_LKEY";
	case EFA_STATUS_LOCAL_LENGTH:
		return "LOCAL_LENGTH";
	case EFA_STATUS_REMOTE_ADDRESS:
		return "REMOTE_ADDRESS";
	case EFA_STATUS_REMOTE_ABORT:
		return "REMOTE_ABORT";
	case EFA_STATUS_REMOTE_DEST_QPN:
		return "REMOTE_DEST_QPN";
	case EFA_STATUS_REMOTE_RNR:
		return "REMOTE_RNR";
	case EFA_STATUS_REMOTE_LENGTH:
		return "REMOTE_LENGTH";
	case EFA_STATUS_REMOTE_STATUS:
		return "REMOTE_STATUS";
	case EFA_STATUS_UNRESPONSIVE:
		return "UNRESPONSIVE";
	case EFA_STATUS_REMOTE_AH:
		return "REMOTE_AH";
	case EFA_STATUS_UNREACHABLE:
		return "UNREACHABLE";
	case EFA_STATUS_FEATURE_MISMATCH:
		return "FEATURE_MISMATCH";
	default:
		return "?";
	}
}

/** efa_meta and its fields. efa.meta */
static inline void efa_meta_print(struct inverbs_text *text, const void *at)
{
	const struct efa_meta v = efa_meta_get(at);

	inverbs_text_add(text, "efa_meta");
	inverbs_text_add(text, " tag=0x%llx", (unsigned long long)v.tag);
	inverbs_text_add(text, " op=%s(0x%x)", efa_op_name(v.op), (unsigned)v.op);
	inverbs_text_add(text, " has_imm=0x%llx", (unsigned long long)v.has_imm);
	inverbs_text_add(text, " inlined=0x%llx", (unsigned long long)v.inlined);
	inverbs_text_add(text, " meta=0x%llx", (unsigned long long)v.meta);
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
	inverbs_text_add(text, " first=0x%llx", (unsigned long long)v.first);
	inverbs_text_add(text, " last=0x%llx", (unsigned long long)v.last);
	inverbs_text_add(text, " completion=0x%llx", (unsigned long long)v.completion);
	inverbs_text_add(text, " dest_qpn=0x%llx", (unsigned long long)v.dest_qpn);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	inverbs_text_add(text, " ah=0x%llx", (unsigned long long)v.ah);
	inverbs_text_add(text, " burst=0x%llx", (unsigned long long)v.burst);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " tag_1=0x%llx", (unsigned long long)v.tag_1);
	inverbs_text_add(text, " tag_2=0x%llx", (unsigned long long)v.tag_2);
	inverbs_text_add(text, " tag_3=0x%llx", (unsigned long long)v.tag_3);
}

/** efa_buffer and its fields. efa.buffer */
static inline void efa_buffer_print(struct inverbs_text *text, const void *at)
{
	const struct efa_buffer v = efa_buffer_get(at);

	inverbs_text_add(text, "efa_buffer");
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
}

/** efa_remote and its fields. efa.remote */
static inline void efa_remote_print(struct inverbs_text *text, const void *at)
{
	const struct efa_remote v = efa_remote_get(at);

	inverbs_text_add(text, "efa_remote");
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
}

/** efa_recv_buffer and its fields. efa.recv_buffer */
static inline void efa_recv_buffer_print(struct inverbs_text *text, const void *at)
{
	const struct efa_recv_buffer v = efa_recv_buffer_get(at);

	inverbs_text_add(text, "efa_recv_buffer");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " tag=0x%llx", (unsigned long long)v.tag);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " first=0x%llx", (unsigned long long)v.first);
	inverbs_text_add(text, " last=0x%llx", (unsigned long long)v.last);
}

/** efa_cqe and its fields. efa.cqe */
static inline void efa_cqe_print(struct inverbs_text *text, const void *at)
{
	const struct efa_cqe v = efa_cqe_get(at);

	inverbs_text_add(text, "efa_cqe");
	inverbs_text_add(text, " tag=0x%llx", (unsigned long long)v.tag);
	inverbs_text_add(text, " status=%s(0x%x)", efa_status_name(v.status), (unsigned)v.status);
	inverbs_text_add(text, " phase=0x%llx", (unsigned long long)v.phase);
	inverbs_text_add(text, " queue=%s(0x%x)", efa_queue_name(v.queue), (unsigned)v.queue);
	inverbs_text_add(text, " has_imm=0x%llx", (unsigned long long)v.has_imm);
	inverbs_text_add(text, " op=%s(0x%x)", efa_op_name(v.op), (unsigned)v.op);
	inverbs_text_add(text, " unsolicited=0x%llx", (unsigned long long)v.unsolicited);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	if (v.tag_1)
		inverbs_text_add(text, " or tag_1=0x%llx", (unsigned long long)v.tag_1);
	inverbs_text_add(text, " ah=0x%llx", (unsigned long long)v.ah);
	if (v.tag_2)
		inverbs_text_add(text, " or tag_2=0x%llx", (unsigned long long)v.tag_2);
	inverbs_text_add(text, " src_qp=0x%llx", (unsigned long long)v.src_qp);
	if (v.tag_3)
		inverbs_text_add(text, " or tag_3=0x%llx", (unsigned long long)v.tag_3);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	inverbs_text_add(text, " length_high=0x%llx", (unsigned long long)v.length_high);
	inverbs_text_bytes(text, "sgid", v.sgid, 16);
}

/** efa_sq_doorbell and its fields. efa.sq_doorbell */
static inline void efa_sq_doorbell_print(struct inverbs_text *text, const void *at)
{
	const struct efa_sq_doorbell v = efa_sq_doorbell_get(at);

	inverbs_text_add(text, "efa_sq_doorbell");
	inverbs_text_add(text, " count=0x%llx", (unsigned long long)v.count);
}

/** efa_rq_doorbell and its fields. efa.rq_doorbell */
static inline void efa_rq_doorbell_print(struct inverbs_text *text, const void *at)
{
	const struct efa_rq_doorbell v = efa_rq_doorbell_get(at);

	inverbs_text_add(text, "efa_rq_doorbell");
	inverbs_text_add(text, " count=0x%llx", (unsigned long long)v.count);
}

/** efa_cq_doorbell and its fields. efa.cq_doorbell */
static inline void efa_cq_doorbell_print(struct inverbs_text *text, const void *at)
{
	const struct efa_cq_doorbell v = efa_cq_doorbell_get(at);

	inverbs_text_add(text, "efa_cq_doorbell");
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
	inverbs_text_add(text, " arm=0x%llx", (unsigned long long)v.arm);
}

#endif
