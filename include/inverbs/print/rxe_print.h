/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Names of opcodes and statuses, a printer for each format, and the tables from which
 * <inverbs/print/dump.h> prints whole WQEs.
 */
#ifndef INVERBS_ADAPTERS_RXE_PRINT_H
#define INVERBS_ADAPTERS_RXE_PRINT_H

#include <inverbs/adapters/rxe_formats.h>
#include <inverbs/print/dump.h>

/** Opcode of a send WQE. Returns the name of a value, or "?". */
static inline const char *rxe_op_name(uint32_t value)
{
	switch (value) {
	case RXE_OP_RDMA_WRITE:
		return "RDMA_WRITE";
	case RXE_OP_RDMA_WRITE_WITH_IMM:
		return "RDMA_WRITE_WITH_IMM";
	case RXE_OP_SEND:
		return "SEND";
	case RXE_OP_SEND_WITH_IMM:
		return "SEND_WITH_IMM";
	case RXE_OP_RDMA_READ:
		return "RDMA_READ";
	case RXE_OP_ATOMIC_CMP_AND_SWP:
		return "ATOMIC_CMP_AND_SWP";
	case RXE_OP_ATOMIC_FETCH_AND_ADD:
		return "ATOMIC_FETCH_AND_ADD";
	case RXE_OP_LOCAL_INV:
		return "LOCAL_INV";
	case RXE_OP_BIND_MW:
		return "BIND_MW";
	case RXE_OP_SEND_WITH_INV:
		return "SEND_WITH_INV";
	case RXE_OP_ATOMIC_WRITE:
		return "ATOMIC_WRITE";
	default:
		return "?";
	}
}

/** Opcode of a completion. Returns the name of a value, or "?". */
static inline const char *rxe_wc_op_name(uint32_t value)
{
	switch (value) {
	case RXE_WC_OP_SEND:
		return "SEND";
	case RXE_WC_OP_RDMA_WRITE:
		return "RDMA_WRITE";
	case RXE_WC_OP_RDMA_READ:
		return "RDMA_READ";
	case RXE_WC_OP_COMP_SWAP:
		return "COMP_SWAP";
	case RXE_WC_OP_FETCH_ADD:
		return "FETCH_ADD";
	case RXE_WC_OP_BIND_MW:
		return "BIND_MW";
	case RXE_WC_OP_LOCAL_INV:
		return "LOCAL_INV";
	case RXE_WC_OP_ATOMIC_WRITE:
		return "ATOMIC_WRITE";
	case RXE_WC_OP_RECV:
		return "RECV";
	case RXE_WC_OP_RECV_RDMA_WITH_IMM:
		return "RECV_RDMA_WITH_IMM";
	default:
		return "?";
	}
}

/** Status of a CQE. Returns the name of a value, or "?". */
static inline const char *rxe_status_name(uint32_t value)
{
	switch (value) {
	case RXE_STATUS_SUCCESS:
		return "SUCCESS";
	case RXE_STATUS_LOC_LEN_ERR:
		return "LOC_LEN_ERR";
	case RXE_STATUS_LOC_QP_OP_ERR:
		return "LOC_QP_OP_ERR";
	case RXE_STATUS_LOC_EEC_OP_ERR:
		return "LOC_EEC_OP_ERR";
	case RXE_STATUS_LOC_PROT_ERR:
		return "LOC_PROT_ERR";
	case RXE_STATUS_WR_FLUSH_ERR:
		return "WR_FLUSH_ERR";
	case RXE_STATUS_MW_BIND_ERR:
		return "MW_BIND_ERR";
	case RXE_STATUS_BAD_RESP_ERR:
		return "BAD_RESP_ERR";
	case RXE_STATUS_LOC_ACCESS_ERR:
		return "LOC_ACCESS_ERR";
	case RXE_STATUS_REM_INV_REQ_ERR:
		return "REM_INV_REQ_ERR";
	case RXE_STATUS_REM_ACCESS_ERR:
		return "REM_ACCESS_ERR";
	case RXE_STATUS_REM_OP_ERR:
		return "REM_OP_ERR";
	case RXE_STATUS_RETRY_EXC_ERR:
		return "RETRY_EXC_ERR";
	case RXE_STATUS_RNR_RETRY_EXC_ERR:
		return "RNR_RETRY_EXC_ERR";
	case RXE_STATUS_LOC_RDD_VIOL_ERR:
		return "LOC_RDD_VIOL_ERR";
	case RXE_STATUS_REM_INV_RD_REQ_ERR:
		return "REM_INV_RD_REQ_ERR";
	case RXE_STATUS_REM_ABORT_ERR:
		return "REM_ABORT_ERR";
	case RXE_STATUS_INV_EECN_ERR:
		return "INV_EECN_ERR";
	case RXE_STATUS_INV_EEC_STATE_ERR:
		return "INV_EEC_STATE_ERR";
	case RXE_STATUS_FATAL_ERR:
		return "FATAL_ERR";
	case RXE_STATUS_RESP_TIMEOUT_ERR:
		return "RESP_TIMEOUT_ERR";
	case RXE_STATUS_GENERAL_ERR:
		return "GENERAL_ERR";
	default:
		return "?";
	}
}

/** Network layer of a datagram. Returns the name of a value, or "?". */
static inline const char *rxe_network_name(uint32_t value)
{
	switch (value) {
	case RXE_NETWORK_IPV4:
		return "IPV4";
	case RXE_NETWORK_IPV6:
		return "IPV6";
	default:
		return "?";
	}
}

/** rxe_shape and its fields. rxe.shape */
static inline void rxe_shape_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_shape v = rxe_shape_get(at);

	inverbs_text_add(text, "rxe_shape");
	inverbs_text_add(text, " log2_elem_size=0x%llx", (unsigned long long)v.log2_elem_size);
	inverbs_text_add(text, " index_mask=0x%llx", (unsigned long long)v.index_mask);
}

/** rxe_index and its fields. rxe.index */
static inline void rxe_index_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_index v = rxe_index_get(at);

	inverbs_text_add(text, "rxe_index");
	inverbs_text_add(text, " value=0x%llx", (unsigned long long)v.value);
}

/** rxe_send_head and its fields. rxe.send_head */
static inline void rxe_send_head_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_send_head v = rxe_send_head_get(at);

	inverbs_text_add(text, "rxe_send_head");
	inverbs_text_add(text, " wr_id=0x%llx", (unsigned long long)v.wr_id);
	inverbs_text_add(text, " opcode=%s(0x%x)", rxe_op_name(v.opcode), (unsigned)v.opcode);
	inverbs_text_add(text, " fence=0x%llx", (unsigned long long)v.fence);
	inverbs_text_add(text, " signaled=0x%llx", (unsigned long long)v.signaled);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " inlined=0x%llx", (unsigned long long)v.inlined);
	inverbs_text_add(text, " more_flags=0x%llx", (unsigned long long)v.more_flags);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	if (v.invalidate)
		inverbs_text_add(text, " or invalidate=0x%llx", (unsigned long long)v.invalidate);
}

/** rxe_remote and its fields. rxe.remote */
static inline void rxe_remote_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_remote v = rxe_remote_get(at);

	inverbs_text_add(text, "rxe_remote");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** rxe_swap and its fields. rxe.swap */
static inline void rxe_swap_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_swap v = rxe_swap_get(at);

	inverbs_text_add(text, "rxe_swap");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " compare=0x%llx", (unsigned long long)v.compare);
	inverbs_text_add(text, " swap=0x%llx", (unsigned long long)v.swap);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** rxe_add and its fields. rxe.add */
static inline void rxe_add_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_add v = rxe_add_get(at);

	inverbs_text_add(text, "rxe_add");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " add=0x%llx", (unsigned long long)v.add);
	inverbs_text_add(text, " swap=0x%llx", (unsigned long long)v.swap);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** rxe_datagram and its fields. rxe.datagram */
static inline void rxe_datagram_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_datagram v = rxe_datagram_get(at);

	inverbs_text_add(text, "rxe_datagram");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " pkey_index=0x%llx", (unsigned long long)v.pkey_index);
	inverbs_text_add(text, " ah_number=0x%llx", (unsigned long long)v.ah_number);
	inverbs_text_bytes(text, "av", v.av, 88);
}

/** rxe_bind and its fields. rxe.bind */
static inline void rxe_bind_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_bind v = rxe_bind_get(at);

	inverbs_text_add(text, "rxe_bind");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " old_rkey=0x%llx", (unsigned long long)v.old_rkey);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
	inverbs_text_add(text, " access=0x%llx", (unsigned long long)v.access);
}

/** rxe_send_tail and its fields. rxe.send_tail */
static inline void rxe_send_tail_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_send_tail v = rxe_send_tail_get(at);

	inverbs_text_add(text, "rxe_send_tail");
	inverbs_text_add(text, " status=%s(0x%x)", rxe_status_name(v.status), (unsigned)v.status);
	inverbs_text_add(text, " state=0x%llx", (unsigned long long)v.state);
	inverbs_text_add(text, " iova=0x%llx", (unsigned long long)v.iova);
	inverbs_text_add(text, " mask=0x%llx", (unsigned long long)v.mask);
	inverbs_text_add(text, " first_psn=0x%llx", (unsigned long long)v.first_psn);
	inverbs_text_add(text, " last_psn=0x%llx", (unsigned long long)v.last_psn);
	inverbs_text_add(text, " ack_length=0x%llx", (unsigned long long)v.ack_length);
	inverbs_text_add(text, " ssn=0x%llx", (unsigned long long)v.ssn);
	inverbs_text_add(text, " has_rd_atomic=0x%llx", (unsigned long long)v.has_rd_atomic);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " resid=0x%llx", (unsigned long long)v.resid);
	inverbs_text_add(text, " cur_sge=0x%llx", (unsigned long long)v.cur_sge);
	inverbs_text_add(text, " num_sge=0x%llx", (unsigned long long)v.num_sge);
	inverbs_text_add(text, " sge_offset=0x%llx", (unsigned long long)v.sge_offset);
	inverbs_text_add(text, " more=0x%llx", (unsigned long long)v.more);
}

/** rxe_recv_head and its fields. rxe.recv_head */
static inline void rxe_recv_head_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_recv_head v = rxe_recv_head_get(at);

	inverbs_text_add(text, "rxe_recv_head");
	inverbs_text_add(text, " wr_id=0x%llx", (unsigned long long)v.wr_id);
	inverbs_text_add(text, " unused=0x%llx", (unsigned long long)v.unused);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " resid=0x%llx", (unsigned long long)v.resid);
	inverbs_text_add(text, " cur_sge=0x%llx", (unsigned long long)v.cur_sge);
	inverbs_text_add(text, " num_sge=0x%llx", (unsigned long long)v.num_sge);
	inverbs_text_add(text, " sge_offset=0x%llx", (unsigned long long)v.sge_offset);
	inverbs_text_add(text, " more=0x%llx", (unsigned long long)v.more);
}

/** rxe_sge and its fields. rxe.sge */
static inline void rxe_sge_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_sge v = rxe_sge_get(at);

	inverbs_text_add(text, "rxe_sge");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
}

/** rxe_av and its fields. rxe.av */
static inline void rxe_av_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_av v = rxe_av_get(at);

	inverbs_text_add(text, "rxe_av");
	inverbs_text_add(text, " port=0x%llx", (unsigned long long)v.port);
	inverbs_text_add(text, " network=%s(0x%x)", rxe_network_name(v.network),
			 (unsigned)v.network);
	inverbs_text_bytes(text, "mac", v.mac, 6);
	inverbs_text_bytes(text, "dgid", v.dgid, 16);
	inverbs_text_add(text, " flow_label=0x%llx", (unsigned long long)v.flow_label);
	inverbs_text_add(text, " gid_index=0x%llx", (unsigned long long)v.gid_index);
	inverbs_text_add(text, " hop_limit=0x%llx", (unsigned long long)v.hop_limit);
	inverbs_text_add(text, " traffic_class=0x%llx", (unsigned long long)v.traffic_class);
	inverbs_text_bytes(text, "source", v.source, 28);
	inverbs_text_bytes(text, "destination", v.destination, 28);
}

/** rxe_cqe and its fields. rxe.cqe */
static inline void rxe_cqe_print(struct inverbs_text *text, const void *at)
{
	const struct rxe_cqe v = rxe_cqe_get(at);

	inverbs_text_add(text, "rxe_cqe");
	inverbs_text_add(text, " wr_id=0x%llx", (unsigned long long)v.wr_id);
	inverbs_text_add(text, " status=%s(0x%x)", rxe_status_name(v.status), (unsigned)v.status);
	inverbs_text_add(text, " opcode=%s(0x%x)", rxe_wc_op_name(v.opcode), (unsigned)v.opcode);
	inverbs_text_add(text, " vendor_err=0x%llx", (unsigned long long)v.vendor_err);
	inverbs_text_add(text, " byte_len=0x%llx", (unsigned long long)v.byte_len);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	if (v.invalidated)
		inverbs_text_add(text, " or invalidated=0x%llx", (unsigned long long)v.invalidated);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " src_qp=0x%llx", (unsigned long long)v.src_qp);
	inverbs_text_add(text, " grh=0x%llx", (unsigned long long)v.grh);
	inverbs_text_add(text, " with_imm=0x%llx", (unsigned long long)v.with_imm);
	inverbs_text_add(text, " with_inv=0x%llx", (unsigned long long)v.with_inv);
	inverbs_text_add(text, " pkey_index=0x%llx", (unsigned long long)v.pkey_index);
	inverbs_text_add(text, " slid=0x%llx", (unsigned long long)v.slid);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	inverbs_text_add(text, " path_bits=0x%llx", (unsigned long long)v.path_bits);
	inverbs_text_add(text, " port=0x%llx", (unsigned long long)v.port);
}

static const struct inverbs_dump_segment rxe_dump_lead_connected[] = {
	{24, rxe_send_head_print},
};

static const struct inverbs_dump_segment rxe_dump_lead_datagram[] = {
	{24, rxe_send_head_print},
	{120, rxe_datagram_print},
};

static const struct inverbs_dump_segment rxe_dump_body_rdma_write[] = {
	{16, rxe_remote_print},
};

static const struct inverbs_dump_segment rxe_dump_body_rdma_write_with_imm[] = {
	{16, rxe_remote_print},
};

static const struct inverbs_dump_segment rxe_dump_body_rdma_read[] = {
	{16, rxe_remote_print},
};

static const struct inverbs_dump_segment rxe_dump_body_atomic_cmp_and_swp[] = {
	{32, rxe_swap_print},
};

static const struct inverbs_dump_segment rxe_dump_body_atomic_fetch_and_add[] = {
	{32, rxe_add_print},
};

static const struct inverbs_dump_segment rxe_dump_body_atomic_write[] = {
	{16, rxe_remote_print},
};

static const struct inverbs_dump_segment rxe_dump_body_bind_mw[] = {
	{32, rxe_bind_print},
};

static const struct inverbs_dump_class rxe_dump_classes[] = {
	{(1U << IBV_QPT_RC) | (1U << IBV_QPT_UC), rxe_dump_lead_connected, 1, false, NULL},
	{1U << IBV_QPT_UD, rxe_dump_lead_datagram, 2, false, NULL},
};

static const struct inverbs_dump_op rxe_dump_ops[] = {
	{RXE_OP_SEND, NULL, 0, true},
	{RXE_OP_SEND_WITH_IMM, NULL, 0, true},
	{RXE_OP_SEND_WITH_INV, NULL, 0, true},
	{RXE_OP_RDMA_WRITE, rxe_dump_body_rdma_write, 1, true},
	{RXE_OP_RDMA_WRITE_WITH_IMM, rxe_dump_body_rdma_write_with_imm, 1, true},
	{RXE_OP_RDMA_READ, rxe_dump_body_rdma_read, 1, true},
	{RXE_OP_ATOMIC_CMP_AND_SWP, rxe_dump_body_atomic_cmp_and_swp, 1, true},
	{RXE_OP_ATOMIC_FETCH_AND_ADD, rxe_dump_body_atomic_fetch_and_add, 1, true},
	{RXE_OP_ATOMIC_WRITE, rxe_dump_body_atomic_write, 1, true},
	{RXE_OP_LOCAL_INV, NULL, 0, false},
	{RXE_OP_BIND_MW, rxe_dump_body_bind_mw, 1, false},
};

static const struct inverbs_dump_syndrome rxe_dump_syndromes[] = {
	{RXE_STATUS_LOC_LEN_ERR, "LOC_LEN_ERR", IBV_WC_LOC_LEN_ERR},
	{RXE_STATUS_LOC_QP_OP_ERR, "LOC_QP_OP_ERR", IBV_WC_LOC_QP_OP_ERR},
	{RXE_STATUS_LOC_EEC_OP_ERR, "LOC_EEC_OP_ERR", IBV_WC_LOC_EEC_OP_ERR},
	{RXE_STATUS_LOC_PROT_ERR, "LOC_PROT_ERR", IBV_WC_LOC_PROT_ERR},
	{RXE_STATUS_WR_FLUSH_ERR, "WR_FLUSH_ERR", IBV_WC_WR_FLUSH_ERR},
	{RXE_STATUS_MW_BIND_ERR, "MW_BIND_ERR", IBV_WC_MW_BIND_ERR},
	{RXE_STATUS_BAD_RESP_ERR, "BAD_RESP_ERR", IBV_WC_BAD_RESP_ERR},
	{RXE_STATUS_LOC_ACCESS_ERR, "LOC_ACCESS_ERR", IBV_WC_LOC_ACCESS_ERR},
	{RXE_STATUS_REM_INV_REQ_ERR, "REM_INV_REQ_ERR", IBV_WC_REM_INV_REQ_ERR},
	{RXE_STATUS_REM_ACCESS_ERR, "REM_ACCESS_ERR", IBV_WC_REM_ACCESS_ERR},
	{RXE_STATUS_REM_OP_ERR, "REM_OP_ERR", IBV_WC_REM_OP_ERR},
	{RXE_STATUS_RETRY_EXC_ERR, "RETRY_EXC_ERR", IBV_WC_RETRY_EXC_ERR},
	{RXE_STATUS_RNR_RETRY_EXC_ERR, "RNR_RETRY_EXC_ERR", IBV_WC_RNR_RETRY_EXC_ERR},
	{RXE_STATUS_LOC_RDD_VIOL_ERR, "LOC_RDD_VIOL_ERR", IBV_WC_LOC_RDD_VIOL_ERR},
	{RXE_STATUS_REM_INV_RD_REQ_ERR, "REM_INV_RD_REQ_ERR", IBV_WC_REM_INV_RD_REQ_ERR},
	{RXE_STATUS_REM_ABORT_ERR, "REM_ABORT_ERR", IBV_WC_REM_ABORT_ERR},
	{RXE_STATUS_INV_EECN_ERR, "INV_EECN_ERR", IBV_WC_INV_EECN_ERR},
	{RXE_STATUS_INV_EEC_STATE_ERR, "INV_EEC_STATE_ERR", IBV_WC_INV_EEC_STATE_ERR},
	{RXE_STATUS_FATAL_ERR, "FATAL_ERR", IBV_WC_FATAL_ERR},
	{RXE_STATUS_RESP_TIMEOUT_ERR, "RESP_TIMEOUT_ERR", IBV_WC_RESP_TIMEOUT_ERR},
	{RXE_STATUS_GENERAL_ERR, "GENERAL_ERR", IBV_WC_GENERAL_ERR},
};

static inline uint32_t rxe_dump_send_code(const void *wqe)
{
	return rxe_send_head_get(wqe).opcode;
}

/* A WQE has no owner bit; the doorbell or the indexes of the queue pass ownership. */
static inline bool rxe_dump_send_owned(const void *unit INVERBS_UNUSED,
				       uint32_t index INVERBS_UNUSED,
				       uint32_t entries INVERBS_UNUSED)
{
	return true;
}

/** Number of SGEs and bytes of payload of a WQE; if there are no SGEs, the payload is inline. */
static inline uint32_t rxe_dump_sges(const void *wqe, uint32_t *bytes)
{
	const struct rxe_send_tail v = rxe_send_tail_get((const uint8_t *)wqe + 144);

	*bytes = v.length;
	return rxe_send_head_get(wqe).inlined ? 0 : v.num_sge;
}

static inline uint32_t rxe_dump_send_bytes(const void *wqe)
{
	uint32_t bytes;
	const uint32_t sges = rxe_dump_sges(wqe, &bytes);

	return 208 + (sges ? sges * 16 : bytes);
}

static inline uint32_t rxe_dump_recv_sges(const void *unit)
{
	return rxe_recv_head_get(unit).num_sge;
}

static inline void rxe_dump_read_cqe(const void *cqe, struct inverbs_dump_cqe *out)
{
	const struct rxe_cqe v = rxe_cqe_get(cqe);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->status = IBV_WC_SUCCESS;
	out->is_send = v.opcode == RXE_WC_OP_SEND || v.opcode == RXE_WC_OP_RDMA_WRITE ||
		       v.opcode == RXE_WC_OP_RDMA_READ || v.opcode == RXE_WC_OP_COMP_SWAP ||
		       v.opcode == RXE_WC_OP_FETCH_ADD || v.opcode == RXE_WC_OP_BIND_MW ||
		       v.opcode == RXE_WC_OP_LOCAL_INV || v.opcode == RXE_WC_OP_ATOMIC_WRITE;
	out->failed = v.status != 0;
	out->qpn = v.qpn;
	out->what = rxe_wc_op_name(v.opcode);
	if (!out->failed)
		return;
	out->vendor_err = v.vendor_err;
	out->syndrome = v.status;
	out->what = rxe_status_name(out->syndrome);
	out->status = IBV_WC_GENERAL_ERR;
	for (row = rxe_dump_syndromes; row < rxe_dump_syndromes + 21; row++) {
		if (row->value == out->syndrome)
			out->status = row->status;
	}
}

/** The description of rxe for <inverbs/print/dump.h>. */
static const struct inverbs_dump rxe_dump __attribute__((unused)) = {
	"rxe",
	14,
	rxe_dump_send_bytes,
	rxe_dump_send_code,
	rxe_dump_send_owned,
	rxe_op_name,
	rxe_dump_classes,
	2,
	rxe_dump_ops,
	11,
	{16, rxe_sge_print},
	{0, NULL},
	NULL,
	0,
	NULL,
	{0, NULL},
	NULL,
	48,
	false,
	rxe_dump_read_cqe,
	rxe_cqe_print,
	rxe_dump_syndromes,
	21,
	NULL,
	NULL,
	rxe_dump_sges,
	{64, rxe_send_tail_print},
	144,
	208,
	{40, rxe_recv_head_print},
	rxe_dump_recv_sges,
};

#endif
