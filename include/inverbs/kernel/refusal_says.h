/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/refusal.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */
/** Reasons of the software adapter. */
#ifndef INVERBS_KERNEL_REFUSAL_SAYS_H
#define INVERBS_KERNEL_REFUSAL_SAYS_H

#include <infiniband/verbs.h>
#include <inverbs/kernel/refusal.h>
#include <inverbs/print/text.h>

static inline __attribute__((unused)) void softhca_name_access(struct inverbs_text *text,
							       uint64_t value)
{
	const char *bar = "";

	if (value & (uint64_t)IBV_ACCESS_LOCAL_WRITE) {
		inverbs_text_add(text, "%sLOCAL_WRITE", bar);
		bar = " | ";
	}
	if (value & (uint64_t)IBV_ACCESS_REMOTE_WRITE) {
		inverbs_text_add(text, "%sREMOTE_WRITE", bar);
		bar = " | ";
	}
	if (value & (uint64_t)IBV_ACCESS_REMOTE_READ) {
		inverbs_text_add(text, "%sREMOTE_READ", bar);
		bar = " | ";
	}
	if (value & (uint64_t)IBV_ACCESS_REMOTE_ATOMIC) {
		inverbs_text_add(text, "%sREMOTE_ATOMIC", bar);
		bar = " | ";
	}
	if (value & (uint64_t)IBV_ACCESS_MW_BIND) {
		inverbs_text_add(text, "%sMW_BIND", bar);
		bar = " | ";
	}
	if (value & (uint64_t)IBV_ACCESS_ZERO_BASED) {
		inverbs_text_add(text, "%sZERO_BASED", bar);
		bar = " | ";
	}
	if (!*bar)
		inverbs_text_add(text, "none");
}

static inline __attribute__((unused)) void softhca_name_state(struct inverbs_text *text,
							      uint64_t value)
{
	switch (value) {
	case IBV_QPS_RESET:
		inverbs_text_add(text, "RESET");
		break;
	case IBV_QPS_INIT:
		inverbs_text_add(text, "INIT");
		break;
	case IBV_QPS_RTR:
		inverbs_text_add(text, "RTR");
		break;
	case IBV_QPS_RTS:
		inverbs_text_add(text, "RTS");
		break;
	case IBV_QPS_SQD:
		inverbs_text_add(text, "SQD");
		break;
	case IBV_QPS_SQE:
		inverbs_text_add(text, "SQE");
		break;
	case IBV_QPS_ERR:
		inverbs_text_add(text, "ERR");
		break;
	default:
		inverbs_text_add(text, "%llu", (unsigned long long)value);
		break;
	}
}

static inline __attribute__((unused)) void softhca_name_status(struct inverbs_text *text,
							       uint64_t value)
{
	switch (value) {
	case IBV_WC_SUCCESS:
		inverbs_text_add(text, "SUCCESS");
		break;
	case IBV_WC_LOC_LEN_ERR:
		inverbs_text_add(text, "LOC_LEN_ERR");
		break;
	case IBV_WC_LOC_QP_OP_ERR:
		inverbs_text_add(text, "LOC_QP_OP_ERR");
		break;
	case IBV_WC_LOC_PROT_ERR:
		inverbs_text_add(text, "LOC_PROT_ERR");
		break;
	case IBV_WC_WR_FLUSH_ERR:
		inverbs_text_add(text, "WR_FLUSH_ERR");
		break;
	case IBV_WC_MW_BIND_ERR:
		inverbs_text_add(text, "MW_BIND_ERR");
		break;
	case IBV_WC_LOC_ACCESS_ERR:
		inverbs_text_add(text, "LOC_ACCESS_ERR");
		break;
	case IBV_WC_REM_INV_REQ_ERR:
		inverbs_text_add(text, "REM_INV_REQ_ERR");
		break;
	case IBV_WC_REM_ACCESS_ERR:
		inverbs_text_add(text, "REM_ACCESS_ERR");
		break;
	case IBV_WC_REM_OP_ERR:
		inverbs_text_add(text, "REM_OP_ERR");
		break;
	case IBV_WC_RETRY_EXC_ERR:
		inverbs_text_add(text, "RETRY_EXC_ERR");
		break;
	case IBV_WC_RNR_RETRY_EXC_ERR:
		inverbs_text_add(text, "RNR_RETRY_EXC_ERR");
		break;
	case IBV_WC_GENERAL_ERR:
		inverbs_text_add(text, "GENERAL_ERR");
		break;
	default:
		inverbs_text_add(text, "%llu", (unsigned long long)value);
		break;
	}
}

static inline __attribute__((unused)) void softhca_name_opcode(struct inverbs_text *text,
							       uint64_t value)
{
	switch (value) {
	case IBV_WR_RDMA_WRITE:
		inverbs_text_add(text, "RDMA_WRITE");
		break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		inverbs_text_add(text, "RDMA_WRITE_WITH_IMM");
		break;
	case IBV_WR_SEND:
		inverbs_text_add(text, "SEND");
		break;
	case IBV_WR_SEND_WITH_IMM:
		inverbs_text_add(text, "SEND_WITH_IMM");
		break;
	case IBV_WR_RDMA_READ:
		inverbs_text_add(text, "RDMA_READ");
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		inverbs_text_add(text, "ATOMIC_CMP_AND_SWP");
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		inverbs_text_add(text, "ATOMIC_FETCH_AND_ADD");
		break;
	case IBV_WR_LOCAL_INV:
		inverbs_text_add(text, "LOCAL_INV");
		break;
	case IBV_WR_BIND_MW:
		inverbs_text_add(text, "BIND_MW");
		break;
	case IBV_WR_SEND_WITH_INV:
		inverbs_text_add(text, "SEND_WITH_INV");
		break;
	case IBV_WR_ATOMIC_WRITE:
		inverbs_text_add(text, "ATOMIC_WRITE");
		break;
	default:
		inverbs_text_add(text, "%llu", (unsigned long long)value);
		break;
	}
}

static inline __attribute__((unused)) void
softhca_list_region(struct inverbs_text *text, const struct softhca_region *r, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++, r++) {
		inverbs_text_add(text, "%s", i ? "; " : "");
		inverbs_text_add(text, "key 0x%llx, %llu bytes at 0x%llx, ",
				 (unsigned long long)r->key, (unsigned long long)r->length,
				 (unsigned long long)r->start);
		softhca_name_access(text, r->rights);
	}
}

static inline __attribute__((unused)) void softhca_phrase_asked(struct inverbs_text *text,
								const struct softhca_refusal *r)
{
	inverbs_text_add(text, "queue pair 0x%llx refused %llu bytes at 0x%llx with rkey 0x%llx",
			 (unsigned long long)r->by, (unsigned long long)r->bytes,
			 (unsigned long long)r->addr, (unsigned long long)r->key);
}

static inline __attribute__((unused)) void softhca_phrase_used(struct inverbs_text *text,
							       const struct softhca_refusal *r)
{
	inverbs_text_add(text, "queue pair 0x%llx used lkey 0x%llx for %llu bytes at 0x%llx",
			 (unsigned long long)r->by, (unsigned long long)r->key,
			 (unsigned long long)r->bytes, (unsigned long long)r->addr);
}

static inline __attribute__((unused)) void softhca_phrase_there(struct inverbs_text *text,
								const struct softhca_refusal *r)
{
	inverbs_text_add(text, "regions of its protection domain %llu (%llu): ",
			 (unsigned long long)r->pd, (unsigned long long)r->regions);
	softhca_list_region(text, r->near, r->shown);
}

static inline __attribute__((unused)) void softhca_phrase_refused(struct inverbs_text *text,
								  const struct softhca_refusal *r)
{
	inverbs_text_add(text, "queue pair 0x%llx refused ", (unsigned long long)r->by);
	softhca_name_opcode(text, r->opcode);
	inverbs_text_add(text, " of queue pair 0x%llx", (unsigned long long)r->from);
}

static inline __attribute__((unused)) void softhca_phrase_lost(struct inverbs_text *text,
							       const struct softhca_refusal *r)
{
	inverbs_text_add(text, "nothing reached queue pair 0x%llx in %llu attempts",
			 (unsigned long long)r->peer, (unsigned long long)r->number);
}

static inline __attribute__((unused)) void softhca_phrase_bound(struct inverbs_text *text,
								const struct softhca_refusal *r)
{
	inverbs_text_add(text, "queue pair 0x%llx refused to bind a window with rkey 0x%llx",
			 (unsigned long long)r->by, (unsigned long long)r->key);
}

static inline __attribute__((unused)) void softhca_phrase_ended(struct inverbs_text *text,
								const struct softhca_refusal *r)
{
	inverbs_text_add(text, "queue pair 0x%llx refused to invalidate rkey 0x%llx",
			 (unsigned long long)r->by, (unsigned long long)r->key);
}

static inline __attribute__((unused)) void softhca_says_unknown(struct inverbs_text *text,
								const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text, "the emulator recorded no reason");
}

static inline __attribute__((unused)) void
softhca_says_rkey_unknown(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_asked(text, r);
	inverbs_text_add(text, ": no region or window has this key; ");
	softhca_phrase_there(text, r);
}

static inline __attribute__((unused)) void softhca_says_rkey_old(struct inverbs_text *text,
								 const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_asked(text, r);
	inverbs_text_add(text,
			 ": the key is now 0x%llx, because the memory was bound, invalidated or "
			 "registered again",
			 (unsigned long long)r->held);
}

static inline __attribute__((unused)) void
softhca_says_rkey_other_pd(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_asked(text, r);
	inverbs_text_add(text,
			 ": the key belongs to protection domain %llu, the queue pair to %llu",
			 (unsigned long long)r->other_pd, (unsigned long long)r->pd);
}

static inline __attribute__((unused)) void
softhca_says_rkey_no_right(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_asked(text, r);
	inverbs_text_add(text, ": the region needs ");
	softhca_name_access(text, r->access);
	inverbs_text_add(text, " and has ");
	softhca_name_access(text, r->rights);
}

static inline __attribute__((unused)) void
softhca_says_rkey_starts_later(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_asked(text, r);
	inverbs_text_add(text,
			 ": the region of this key begins %llu bytes later, %llu bytes at 0x%llx",
			 (unsigned long long)r->beyond, (unsigned long long)r->length,
			 (unsigned long long)r->start);
}

static inline __attribute__((unused)) void
softhca_says_rkey_ends_earlier(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_asked(text, r);
	inverbs_text_add(text,
			 ": the region of this key ends %llu bytes earlier, %llu bytes at 0x%llx",
			 (unsigned long long)r->beyond, (unsigned long long)r->length,
			 (unsigned long long)r->start);
}

static inline __attribute__((unused)) void
softhca_says_window_unbound(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_asked(text, r);
	inverbs_text_add(text, ": the window of this key is not bound, or was invalidated");
}

static inline __attribute__((unused)) void
softhca_says_window_other_qp(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_asked(text, r);
	inverbs_text_add(text, ": the window of this key is bound to queue pair 0x%llx",
			 (unsigned long long)r->other);
}

static inline __attribute__((unused)) void softhca_says_memory_gone(struct inverbs_text *text,
								    const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text,
			 "the memory of %llu bytes at 0x%llx, which queue pair 0x%llx accessed for "
			 "a message of queue pair 0x%llx, was registered but is no longer mapped",
			 (unsigned long long)r->bytes, (unsigned long long)r->addr,
			 (unsigned long long)r->by, (unsigned long long)r->from);
}

static inline __attribute__((unused)) void
softhca_says_memory_denied(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text,
			 "the memory of %llu bytes at 0x%llx, which queue pair 0x%llx accessed for "
			 "a message of queue pair 0x%llx, is that of process %llu, which the "
			 "kernel does not let the emulator access",
			 (unsigned long long)r->bytes, (unsigned long long)r->addr,
			 (unsigned long long)r->by, (unsigned long long)r->from,
			 (unsigned long long)r->number);
}

static inline __attribute__((unused)) void
softhca_says_lkey_unknown(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_used(text, r);
	inverbs_text_add(text, ": no region has this key; ");
	softhca_phrase_there(text, r);
}

static inline __attribute__((unused)) void
softhca_says_lkey_other_pd(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_used(text, r);
	inverbs_text_add(text,
			 ": its region belongs to protection domain %llu, the queue pair to %llu",
			 (unsigned long long)r->other_pd, (unsigned long long)r->pd);
}

static inline __attribute__((unused)) void
softhca_says_lkey_no_right(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_used(text, r);
	inverbs_text_add(text, ": the region needs ");
	softhca_name_access(text, r->access);
	inverbs_text_add(text, " and has ");
	softhca_name_access(text, r->rights);
}

static inline __attribute__((unused)) void
softhca_says_lkey_starts_later(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_used(text, r);
	inverbs_text_add(text, ": its region begins %llu bytes later, %llu bytes at 0x%llx",
			 (unsigned long long)r->beyond, (unsigned long long)r->length,
			 (unsigned long long)r->start);
}

static inline __attribute__((unused)) void
softhca_says_lkey_ends_earlier(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_used(text, r);
	inverbs_text_add(text, ": its region ends %llu bytes earlier, %llu bytes at 0x%llx",
			 (unsigned long long)r->beyond, (unsigned long long)r->length,
			 (unsigned long long)r->start);
}

static inline __attribute__((unused)) void softhca_says_malformed(struct inverbs_text *text,
								  const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text, "the WQE cannot be decoded as a work request of this queue pair");
}

static inline __attribute__((unused)) void softhca_says_opcode(struct inverbs_text *text,
							       const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text, "queue pair 0x%llx does not support ", (unsigned long long)r->by);
	softhca_name_opcode(text, r->opcode);
	inverbs_text_add(text, ", because of its type");
}

static inline __attribute__((unused)) void softhca_says_reads_off(struct inverbs_text *text,
								  const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text, "queue pair 0x%llx has max_rd_atomic 0 and cannot execute ",
			 (unsigned long long)r->by);
	softhca_name_opcode(text, r->opcode);
}

static inline __attribute__((unused)) void softhca_says_inline_read(struct inverbs_text *text,
								    const struct softhca_refusal *r)
{
	(void)r;
	softhca_name_opcode(text, r->opcode);
	inverbs_text_add(text, " with inline data, which leaves no buffer for its result");
}

static inline __attribute__((unused)) void
softhca_says_atomic_length(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_name_opcode(text, r->opcode);
	inverbs_text_add(text, " of %llu bytes; an atomic must have 8",
			 (unsigned long long)r->bytes);
}

static inline __attribute__((unused)) void softhca_says_too_long(struct inverbs_text *text,
								 const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text,
			 "the message has %llu bytes, queue pair 0x%llx can send at most %llu",
			 (unsigned long long)r->bytes, (unsigned long long)r->by,
			 (unsigned long long)r->length);
}

static inline __attribute__((unused)) void
softhca_says_bind_no_window(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_bound(text, r);
	inverbs_text_add(text, ": no window has this key in its upper 24 bits");
}

static inline __attribute__((unused)) void
softhca_says_bind_other_pd(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_bound(text, r);
	inverbs_text_add(text,
			 ": the window belongs to protection domain %llu, the queue pair to %llu",
			 (unsigned long long)r->other_pd, (unsigned long long)r->pd);
}

static inline __attribute__((unused)) void
softhca_says_bind_old_key(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_bound(text, r);
	inverbs_text_add(
		text, ": the key of the window is now 0x%llx, or the window is of the other type",
		(unsigned long long)r->held);
}

static inline __attribute__((unused)) void softhca_says_bind_twice(struct inverbs_text *text,
								   const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_bound(text, r);
	inverbs_text_add(text, ": the type 2 window is already bound, to queue pair 0x%llx",
			 (unsigned long long)r->other);
}

static inline __attribute__((unused)) void
softhca_says_bind_no_region(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_bound(text, r);
	inverbs_text_add(text, ": no region of its protection domain %llu has the lkey 0x%llx",
			 (unsigned long long)r->pd, (unsigned long long)r->held);
}

static inline __attribute__((unused)) void
softhca_says_bind_no_right(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_bound(text, r);
	inverbs_text_add(text, ": the region needs ");
	softhca_name_access(text, r->access);
	inverbs_text_add(text, " and has ");
	softhca_name_access(text, r->rights);
}

static inline __attribute__((unused)) void softhca_says_bind_range(struct inverbs_text *text,
								   const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_bound(text, r);
	inverbs_text_add(text,
			 ": %llu bytes at 0x%llx are not inside the region, %llu bytes at 0x%llx",
			 (unsigned long long)r->bytes, (unsigned long long)r->addr,
			 (unsigned long long)r->length, (unsigned long long)r->start);
}

static inline __attribute__((unused)) void
softhca_says_invalidate_no_window(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_ended(text, r);
	inverbs_text_add(text, ": no type 2 window has this key");
}

static inline __attribute__((unused)) void
softhca_says_invalidate_unbound(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_ended(text, r);
	inverbs_text_add(text, ": the window is not bound");
}

static inline __attribute__((unused)) void
softhca_says_invalidate_other_pd(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_ended(text, r);
	inverbs_text_add(text,
			 ": the window belongs to protection domain %llu, the queue pair to %llu",
			 (unsigned long long)r->other_pd, (unsigned long long)r->pd);
}

static inline __attribute__((unused)) void
softhca_says_invalidate_other_qp(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_ended(text, r);
	inverbs_text_add(text, ": the window is bound to queue pair 0x%llx",
			 (unsigned long long)r->other);
}

static inline __attribute__((unused)) void softhca_says_access_off(struct inverbs_text *text,
								   const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_refused(text, r);
	inverbs_text_add(text, ": this needs ");
	softhca_name_access(text, r->access);
	inverbs_text_add(text, " in qp_access_flags, which has ");
	softhca_name_access(text, r->rights);
}

static inline __attribute__((unused)) void
softhca_says_responder_reads_off(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_refused(text, r);
	inverbs_text_add(text, ": it has max_dest_rd_atomic 0");
}

static inline __attribute__((unused)) void softhca_says_misaligned(struct inverbs_text *text,
								   const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_refused(text, r);
	inverbs_text_add(text, ": the address 0x%llx is not a multiple of 8",
			 (unsigned long long)r->addr);
}

static inline __attribute__((unused)) void
softhca_says_no_beginning(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_refused(text, r);
	inverbs_text_add(text, ": the rest of a message arrived, but its receive is gone");
}

static inline __attribute__((unused)) void
softhca_says_too_many_reads(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_refused(text, r);
	inverbs_text_add(text, ": %llu reads are in progress, the negotiated maximum",
			 (unsigned long long)r->number);
}

static inline __attribute__((unused)) void softhca_says_no_srq(struct inverbs_text *text,
							       const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_refused(text, r);
	inverbs_text_add(text, ": its XRC domain has no shared receive queue 0x%llx",
			 (unsigned long long)r->other);
}

static inline __attribute__((unused)) void softhca_says_no_receive(struct inverbs_text *text,
								   const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text, "queue pair 0x%llx had no receive for a message of %llu bytes (",
			 (unsigned long long)r->by, (unsigned long long)r->bytes);
	softhca_name_opcode(text, r->opcode);
	inverbs_text_add(text, ") from queue pair 0x%llx", (unsigned long long)r->from);
}

static inline __attribute__((unused)) void
softhca_says_receive_short(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text,
			 "the message of %llu bytes is %llu bytes longer than the receive of queue "
			 "pair 0x%llx, which has %llu",
			 (unsigned long long)r->bytes, (unsigned long long)r->beyond,
			 (unsigned long long)r->by, (unsigned long long)r->length);
}

static inline __attribute__((unused)) void softhca_says_no_path(struct inverbs_text *text,
								const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text,
			 ": no port has the address (LID or GID) that queue pair 0x%llx sends to",
			 (unsigned long long)r->qpn);
}

static inline __attribute__((unused)) void softhca_says_port_down(struct inverbs_text *text,
								  const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text, ": a port between them is down");
}

static inline __attribute__((unused)) void softhca_says_no_peer(struct inverbs_text *text,
								const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text, ": the port that the address leads to has no such queue pair");
}

static inline __attribute__((unused)) void softhca_says_peer_type(struct inverbs_text *text,
								  const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text, ": it is a queue pair of another type");
}

static inline __attribute__((unused)) void softhca_says_peer_state(struct inverbs_text *text,
								   const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text, ": it is in state ");
	softhca_name_state(text, r->peer_state);
	inverbs_text_add(text, " and cannot receive");
}

static inline __attribute__((unused)) void
softhca_says_peer_elsewhere(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text, ": it is connected to queue pair 0x%llx, or to another port",
			 (unsigned long long)r->other);
}

static inline __attribute__((unused)) void softhca_says_pkey(struct inverbs_text *text,
							     const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text, ": the P_Keys 0x%llx here and 0x%llx there do not match",
			 (unsigned long long)r->key, (unsigned long long)r->held);
}

static inline __attribute__((unused)) void softhca_says_qkey(struct inverbs_text *text,
							     const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text, ": the datagram has the Q_Key 0x%llx, the receiver 0x%llx",
			 (unsigned long long)r->key, (unsigned long long)r->held);
}

static inline __attribute__((unused)) void softhca_says_sequence(struct inverbs_text *text,
								 const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text, ": it expects the sequence number 0x%llx, the message had 0x%llx",
			 (unsigned long long)r->held, (unsigned long long)r->key);
}

static inline __attribute__((unused)) void softhca_says_fault_rule(struct inverbs_text *text,
								   const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text, ": a fault rule (softhcactl fault) dropped the message");
}

static inline __attribute__((unused)) void softhca_says_no_group(struct inverbs_text *text,
								 const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text, "no queue pair in the multicast group accepted the datagram");
}

static inline __attribute__((unused)) void softhca_says_no_address(struct inverbs_text *text,
								   const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text, "the address handle of the datagram does not exist, or belongs to "
			       "another protection domain");
}

static inline __attribute__((unused)) void
softhca_says_process_gone(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	softhca_phrase_lost(text, r);
	inverbs_text_add(text, ": its process has exited");
}

static inline __attribute__((unused)) void
softhca_says_set_to_error(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(
		text, "a program, or the connection manager for it, moved queue pair 0x%llx to ERR",
		(unsigned long long)r->qpn);
}

static inline __attribute__((unused)) void softhca_says_cq_overrun(struct inverbs_text *text,
								   const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text,
			 "the completion queue of queue pair 0x%llx had no room for a completion",
			 (unsigned long long)r->qpn);
}

static inline __attribute__((unused)) void softhca_says_event(struct inverbs_text *text,
							      const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(text, "an injected event or fault broke queue pair 0x%llx",
			 (unsigned long long)r->qpn);
}

static inline __attribute__((unused)) void
softhca_says_connection_ended(struct inverbs_text *text, const struct softhca_refusal *r)
{
	(void)r;
	inverbs_text_add(
		text, "queue pair 0x%llx or its process ended the connection of queue pair 0x%llx",
		(unsigned long long)r->by, (unsigned long long)r->qpn);
}

typedef void softhca_says(struct inverbs_text *text, const struct softhca_refusal *r);

static inline __attribute__((unused)) softhca_says *softhca_says_of(uint32_t reason)
{
	switch (reason) {
	case SOFTHCA_REASON_UNKNOWN:
		return softhca_says_unknown;
	case SOFTHCA_REASON_RKEY_UNKNOWN:
		return softhca_says_rkey_unknown;
	case SOFTHCA_REASON_RKEY_OLD:
		return softhca_says_rkey_old;
	case SOFTHCA_REASON_RKEY_OTHER_PD:
		return softhca_says_rkey_other_pd;
	case SOFTHCA_REASON_RKEY_NO_RIGHT:
		return softhca_says_rkey_no_right;
	case SOFTHCA_REASON_RKEY_STARTS_LATER:
		return softhca_says_rkey_starts_later;
	case SOFTHCA_REASON_RKEY_ENDS_EARLIER:
		return softhca_says_rkey_ends_earlier;
	case SOFTHCA_REASON_WINDOW_UNBOUND:
		return softhca_says_window_unbound;
	case SOFTHCA_REASON_WINDOW_OTHER_QP:
		return softhca_says_window_other_qp;
	case SOFTHCA_REASON_MEMORY_GONE:
		return softhca_says_memory_gone;
	case SOFTHCA_REASON_MEMORY_DENIED:
		return softhca_says_memory_denied;
	case SOFTHCA_REASON_LKEY_UNKNOWN:
		return softhca_says_lkey_unknown;
	case SOFTHCA_REASON_LKEY_OTHER_PD:
		return softhca_says_lkey_other_pd;
	case SOFTHCA_REASON_LKEY_NO_RIGHT:
		return softhca_says_lkey_no_right;
	case SOFTHCA_REASON_LKEY_STARTS_LATER:
		return softhca_says_lkey_starts_later;
	case SOFTHCA_REASON_LKEY_ENDS_EARLIER:
		return softhca_says_lkey_ends_earlier;
	case SOFTHCA_REASON_MALFORMED:
		return softhca_says_malformed;
	case SOFTHCA_REASON_OPCODE:
		return softhca_says_opcode;
	case SOFTHCA_REASON_READS_OFF:
		return softhca_says_reads_off;
	case SOFTHCA_REASON_INLINE_READ:
		return softhca_says_inline_read;
	case SOFTHCA_REASON_ATOMIC_LENGTH:
		return softhca_says_atomic_length;
	case SOFTHCA_REASON_TOO_LONG:
		return softhca_says_too_long;
	case SOFTHCA_REASON_BIND_NO_WINDOW:
		return softhca_says_bind_no_window;
	case SOFTHCA_REASON_BIND_OTHER_PD:
		return softhca_says_bind_other_pd;
	case SOFTHCA_REASON_BIND_OLD_KEY:
		return softhca_says_bind_old_key;
	case SOFTHCA_REASON_BIND_TWICE:
		return softhca_says_bind_twice;
	case SOFTHCA_REASON_BIND_NO_REGION:
		return softhca_says_bind_no_region;
	case SOFTHCA_REASON_BIND_NO_RIGHT:
		return softhca_says_bind_no_right;
	case SOFTHCA_REASON_BIND_RANGE:
		return softhca_says_bind_range;
	case SOFTHCA_REASON_INVALIDATE_NO_WINDOW:
		return softhca_says_invalidate_no_window;
	case SOFTHCA_REASON_INVALIDATE_UNBOUND:
		return softhca_says_invalidate_unbound;
	case SOFTHCA_REASON_INVALIDATE_OTHER_PD:
		return softhca_says_invalidate_other_pd;
	case SOFTHCA_REASON_INVALIDATE_OTHER_QP:
		return softhca_says_invalidate_other_qp;
	case SOFTHCA_REASON_ACCESS_OFF:
		return softhca_says_access_off;
	case SOFTHCA_REASON_RESPONDER_READS_OFF:
		return softhca_says_responder_reads_off;
	case SOFTHCA_REASON_MISALIGNED:
		return softhca_says_misaligned;
	case SOFTHCA_REASON_NO_BEGINNING:
		return softhca_says_no_beginning;
	case SOFTHCA_REASON_TOO_MANY_READS:
		return softhca_says_too_many_reads;
	case SOFTHCA_REASON_NO_SRQ:
		return softhca_says_no_srq;
	case SOFTHCA_REASON_NO_RECEIVE:
		return softhca_says_no_receive;
	case SOFTHCA_REASON_RECEIVE_SHORT:
		return softhca_says_receive_short;
	case SOFTHCA_REASON_NO_PATH:
		return softhca_says_no_path;
	case SOFTHCA_REASON_PORT_DOWN:
		return softhca_says_port_down;
	case SOFTHCA_REASON_NO_PEER:
		return softhca_says_no_peer;
	case SOFTHCA_REASON_PEER_TYPE:
		return softhca_says_peer_type;
	case SOFTHCA_REASON_PEER_STATE:
		return softhca_says_peer_state;
	case SOFTHCA_REASON_PEER_ELSEWHERE:
		return softhca_says_peer_elsewhere;
	case SOFTHCA_REASON_PKEY:
		return softhca_says_pkey;
	case SOFTHCA_REASON_QKEY:
		return softhca_says_qkey;
	case SOFTHCA_REASON_SEQUENCE:
		return softhca_says_sequence;
	case SOFTHCA_REASON_FAULT_RULE:
		return softhca_says_fault_rule;
	case SOFTHCA_REASON_NO_GROUP:
		return softhca_says_no_group;
	case SOFTHCA_REASON_NO_ADDRESS:
		return softhca_says_no_address;
	case SOFTHCA_REASON_PROCESS_GONE:
		return softhca_says_process_gone;
	case SOFTHCA_REASON_SET_TO_ERROR:
		return softhca_says_set_to_error;
	case SOFTHCA_REASON_CQ_OVERRUN:
		return softhca_says_cq_overrun;
	case SOFTHCA_REASON_EVENT:
		return softhca_says_event;
	case SOFTHCA_REASON_CONNECTION_ENDED:
		return softhca_says_connection_ended;
	default:
		return NULL;
	}
}

/** Add what happened, with the numbers of the record. */
static inline __attribute__((unused)) void softhca_refusal_says(struct inverbs_text *text,
								const struct softhca_refusal *r)
{
	softhca_says *says = softhca_says_of(r->reason);

	if (says)
		says(text, r);
	else
		inverbs_text_add(text, "reason %u", r->reason);
}

/** The hint on what to check, or NULL for unknown numbers. */
static inline __attribute__((unused)) const char *softhca_refusal_look(uint32_t reason)
{
	switch (reason) {
	case SOFTHCA_REASON_UNKNOWN:
		return "the trace of the emulator (softhcactl trace)";
	case SOFTHCA_REASON_RKEY_UNKNOWN:
		return "where the rkey came from, its byte order, and whether the region or window "
		       "still existed";
	case SOFTHCA_REASON_RKEY_OLD:
		return "whether the peer sends its new key before this side uses the old one";
	case SOFTHCA_REASON_RKEY_OTHER_PD:
		return "the pd of ibv_reg_mr and of ibv_create_qp in the peer";
	case SOFTHCA_REASON_RKEY_NO_RIGHT:
		return "the access flags of ibv_reg_mr in the peer, or of the bind for a window";
	case SOFTHCA_REASON_RKEY_STARTS_LATER:
		return "how the remote address was computed, and its byte order";
	case SOFTHCA_REASON_RKEY_ENDS_EARLIER:
		return "the length of the request, and the offset that was added to the peer's "
		       "address";
	case SOFTHCA_REASON_WINDOW_UNBOUND:
		return "whether the peer had bound the window, and whether it or a send with "
		       "invalidate has invalidated it";
	case SOFTHCA_REASON_WINDOW_OTHER_QP:
		return "on which queue pair the peer posted the bind; a type 2 window belongs to "
		       "that queue pair";
	case SOFTHCA_REASON_MEMORY_GONE:
		return "whether a buffer was freed or unmapped before ibv_dereg_mr";
	case SOFTHCA_REASON_MEMORY_DENIED:
		return "user namespaces, ptrace scope and seccomp filter of the emulator and of "
		       "that process (docs/containers.md)";
	case SOFTHCA_REASON_LKEY_UNKNOWN:
		return "the lkey of the SGE, and whether the region was deregistered before the "
		       "request completed";
	case SOFTHCA_REASON_LKEY_OTHER_PD:
		return "the pd of ibv_reg_mr and of ibv_create_qp";
	case SOFTHCA_REASON_LKEY_NO_RIGHT:
		return "the access flags of ibv_reg_mr; receives, reads and atomics write to the "
		       "SGE";
	case SOFTHCA_REASON_LKEY_STARTS_LATER:
		return "the address in the SGE";
	case SOFTHCA_REASON_LKEY_ENDS_EARLIER:
		return "address and length in the SGE";
	case SOFTHCA_REASON_MALFORMED:
		return "whether the program overwrites its queues; the WQE itself is in the trace";
	case SOFTHCA_REASON_OPCODE:
		return "the type of the queue pair; the table of opcodes is in ibv_post_send(3)";
	case SOFTHCA_REASON_READS_OFF:
		return "max_rd_atomic in the change to RTS, or initiator_depth in rdma_connect";
	case SOFTHCA_REASON_INLINE_READ:
		return "IBV_SEND_INLINE in send_flags";
	case SOFTHCA_REASON_ATOMIC_LENGTH:
		return "the SGE list";
	case SOFTHCA_REASON_TOO_LONG:
		return "max_msg_sz of the port; a datagram fits in one packet (active_mtu)";
	case SOFTHCA_REASON_BIND_NO_WINDOW:
		return "whether the window was deallocated, and mw_bind.rkey";
	case SOFTHCA_REASON_BIND_OTHER_PD:
		return "the pd of ibv_alloc_mw";
	case SOFTHCA_REASON_BIND_OLD_KEY:
		return "the rkey before the bind; bind type 1 windows with ibv_bind_mw, type 2 "
		       "windows with IBV_WR_BIND_MW";
	case SOFTHCA_REASON_BIND_TWICE:
		return "whether it had been invalidated";
	case SOFTHCA_REASON_BIND_NO_REGION:
		return "bind_info.mr";
	case SOFTHCA_REASON_BIND_NO_RIGHT:
		return "the access flags of ibv_reg_mr";
	case SOFTHCA_REASON_BIND_RANGE:
		return "bind_info.addr and length";
	case SOFTHCA_REASON_INVALIDATE_NO_WINDOW:
		return "invalidate_rkey; only bound type 2 windows can be invalidated";
	case SOFTHCA_REASON_INVALIDATE_UNBOUND:
		return "whether it had been invalidated, here or by the peer";
	case SOFTHCA_REASON_INVALIDATE_OTHER_PD:
		return "the pd of ibv_alloc_mw";
	case SOFTHCA_REASON_INVALIDATE_OTHER_QP:
		return "the queue pair on which the bind was posted";
	case SOFTHCA_REASON_ACCESS_OFF:
		return "qp_access_flags of ibv_modify_qp in the peer";
	case SOFTHCA_REASON_RESPONDER_READS_OFF:
		return "max_dest_rd_atomic in the peer's change to RTR, or responder_resources in "
		       "rdma_accept";
	case SOFTHCA_REASON_MISALIGNED:
		return "the remote address of the atomic";
	case SOFTHCA_REASON_NO_BEGINNING:
		return "whether the peer was reset in the meantime";
	case SOFTHCA_REASON_TOO_MANY_READS:
		return "responder_resources and initiator_depth of rdma_connect and rdma_accept";
	case SOFTHCA_REASON_NO_SRQ:
		return "remote_srqn, and the domain of the peer's queue";
	case SOFTHCA_REASON_NO_RECEIVE:
		return "when the peer posts its receives, how many, and rnr_retry";
	case SOFTHCA_REASON_RECEIVE_SHORT:
		return "the SGE list of the receive; a datagram is preceded by 40 bytes";
	case SOFTHCA_REASON_NO_PATH:
		return "ah_attr of the change to RTR, or of the address handle";
	case SOFTHCA_REASON_PORT_DOWN:
		return "softhcactl list, ibv_devinfo";
	case SOFTHCA_REASON_NO_PEER:
		return "dest_qp_num, and whether the peer was destroyed";
	case SOFTHCA_REASON_PEER_TYPE:
		return "qp_type on both sides";
	case SOFTHCA_REASON_PEER_STATE:
		return "what moved the peer to this state (softhcactl why), or when it reaches RTR";
	case SOFTHCA_REASON_PEER_ELSEWHERE:
		return "dest_qp_num and ah_attr of the peer";
	case SOFTHCA_REASON_PKEY:
		return "pkey_index on both sides";
	case SOFTHCA_REASON_QKEY:
		return "remote_qkey of the request, qkey of the receiver";
	case SOFTHCA_REASON_SEQUENCE:
		return "sq_psn here and rq_psn in the peer, and whether one side was reset alone";
	case SOFTHCA_REASON_FAULT_RULE:
		return "softhcactl fault list";
	case SOFTHCA_REASON_NO_GROUP:
		return "ibv_attach_mcast of the receivers, and their receives";
	case SOFTHCA_REASON_NO_ADDRESS:
		return "wr.ud.ah, and the pd of ibv_create_ah";
	case SOFTHCA_REASON_PROCESS_GONE:
		return "how the peer's process ended";
	case SOFTHCA_REASON_SET_TO_ERROR:
		return "ibv_modify_qp and rdma_disconnect";
	case SOFTHCA_REASON_CQ_OVERRUN:
		return "the size of the completion queue, and how often it is polled";
	case SOFTHCA_REASON_EVENT:
		return "softhcactl event and softhcactl fault list";
	case SOFTHCA_REASON_CONNECTION_ENDED:
		return "rdma_disconnect, ibv_destroy_qp, and whether the peer's process exited";
	default:
		return NULL;
	}
}

#endif
