/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx5.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Names of opcodes and statuses, a printer for each format, and the tables from which
 * <inverbs/print/dump.h> prints whole WQEs.
 */
#ifndef INVERBS_ADAPTERS_MLX5_PRINT_H
#define INVERBS_ADAPTERS_MLX5_PRINT_H

#include <inverbs/adapters/mlx5_formats.h>
#include <inverbs/print/dump.h>

/** Opcodes in WQEs, and in completions of sends. Returns the name of a value, or "?". */
static inline const char *mlx5_op_name(uint32_t value)
{
	switch (value) {
	case MLX5_OP_NOP:
		return "NOP";
	case MLX5_OP_SEND_INVAL:
		return "SEND_INVAL";
	case MLX5_OP_RDMA_WRITE:
		return "RDMA_WRITE";
	case MLX5_OP_RDMA_WRITE_IMM:
		return "RDMA_WRITE_IMM";
	case MLX5_OP_SEND:
		return "SEND";
	case MLX5_OP_SEND_IMM:
		return "SEND_IMM";
	case MLX5_OP_TSO:
		return "TSO";
	case MLX5_OP_RDMA_READ:
		return "RDMA_READ";
	case MLX5_OP_ATOMIC_CS:
		return "ATOMIC_CS";
	case MLX5_OP_ATOMIC_FA:
		return "ATOMIC_FA";
	case MLX5_OP_UMR:
		return "UMR";
	default:
		return "?";
	}
}

/** Kind of a completion. Returns the name of a value, or "?". */
static inline const char *mlx5_cqe_op_name(uint32_t value)
{
	switch (value) {
	case MLX5_CQE_OP_REQUESTER:
		return "REQUESTER";
	case MLX5_CQE_OP_RECV_WRITE_IMM:
		return "RECV_WRITE_IMM";
	case MLX5_CQE_OP_RECV_SEND:
		return "RECV_SEND";
	case MLX5_CQE_OP_RECV_SEND_IMM:
		return "RECV_SEND_IMM";
	case MLX5_CQE_OP_RECV_SEND_INVAL:
		return "RECV_SEND_INVAL";
	case MLX5_CQE_OP_RESIZE:
		return "RESIZE";
	case MLX5_CQE_OP_REQUESTER_ERROR:
		return "REQUESTER_ERROR";
	case MLX5_CQE_OP_RESPONDER_ERROR:
		return "RESPONDER_ERROR";
	case MLX5_CQE_OP_UNWRITTEN:
		return "UNWRITTEN";
	default:
		return "?";
	}
}

/** Whether a CQE contains the payload. Returns the name of a value, or "?". */
static inline const char *mlx5_payload_in_name(uint32_t value)
{
	switch (value) {
	case MLX5_PAYLOAD_IN_MEMORY:
		return "MEMORY";
	case MLX5_PAYLOAD_IN_CQE:
		return "CQE";
	case MLX5_PAYLOAD_IN_FRONT:
		return "FRONT";
	case MLX5_PAYLOAD_IN_ARRAY:
		return "ARRAY";
	default:
		return "?";
	}
}

/** Syndrome of a CQE with error. Returns the name of a value, or "?". */
static inline const char *mlx5_syndrome_name(uint32_t value)
{
	switch (value) {
	case MLX5_SYNDROME_LOCAL_LENGTH:
		return "LOCAL_LENGTH";
	case MLX5_SYNDROME_LOCAL_QP_OP:
		return "LOCAL_QP_OP";
	case MLX5_SYNDROME_LOCAL_PROT:
		return "LOCAL_PROT";
	case MLX5_SYNDROME_WR_FLUSH:
		return "WR_FLUSH";
	case MLX5_SYNDROME_MW_BIND:
		return "MW_BIND";
	case MLX5_SYNDROME_BAD_RESP:
		return "BAD_RESP";
	case MLX5_SYNDROME_LOCAL_ACCESS:
		return "LOCAL_ACCESS";
	case MLX5_SYNDROME_REMOTE_INVAL_REQ:
		return "REMOTE_INVAL_REQ";
	case MLX5_SYNDROME_REMOTE_ACCESS:
		return "REMOTE_ACCESS";
	case MLX5_SYNDROME_REMOTE_OP:
		return "REMOTE_OP";
	case MLX5_SYNDROME_TRANSPORT_RETRY:
		return "TRANSPORT_RETRY";
	case MLX5_SYNDROME_RNR_RETRY:
		return "RNR_RETRY";
	case MLX5_SYNDROME_REMOTE_ABORTED:
		return "REMOTE_ABORTED";
	default:
		return "?";
	}
}

/** mlx5_ctrl and its fields. mlx5.ctrl */
static inline void mlx5_ctrl_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_ctrl v = mlx5_ctrl_get(at);

	inverbs_text_add(text, "mlx5_ctrl");
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " opcode=%s(0x%x)", mlx5_op_name(v.opcode), (unsigned)v.opcode);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " units=0x%llx", (unsigned long long)v.units);
	inverbs_text_add(text, " fence=0x%llx", (unsigned long long)v.fence);
	inverbs_text_add(text, " cqe=0x%llx", (unsigned long long)v.cqe);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	if (v.key)
		inverbs_text_add(text, " or key=0x%llx", (unsigned long long)v.key);
}

/** mlx5_xrc and its fields. mlx5.xrc */
static inline void mlx5_xrc_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_xrc v = mlx5_xrc_get(at);

	inverbs_text_add(text, "mlx5_xrc");
	inverbs_text_add(text, " srqn=0x%llx", (unsigned long long)v.srqn);
}

/** mlx5_remote and its fields. mlx5.remote */
static inline void mlx5_remote_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_remote v = mlx5_remote_get(at);

	inverbs_text_add(text, "mlx5_remote");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** mlx5_atomic and its fields. mlx5.atomic */
static inline void mlx5_atomic_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_atomic v = mlx5_atomic_get(at);

	inverbs_text_add(text, "mlx5_atomic");
	inverbs_text_add(text, " swap_add=0x%llx", (unsigned long long)v.swap_add);
	inverbs_text_add(text, " compare=0x%llx", (unsigned long long)v.compare);
}

/** mlx5_av and its fields. mlx5.av */
static inline void mlx5_av_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_av v = mlx5_av_get(at);

	inverbs_text_add(text, "mlx5_av");
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " extended=0x%llx", (unsigned long long)v.extended);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_bytes(text, "path", v.path, 36);
}

/** mlx5_address and its fields. mlx5.address */
static inline void mlx5_address_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_address v = mlx5_address_get(at);

	inverbs_text_add(text, "mlx5_address");
	inverbs_text_add(text, " rate=0x%llx", (unsigned long long)v.rate);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	inverbs_text_add(text, " loopback=0x%llx", (unsigned long long)v.loopback);
	inverbs_text_add(text, " path_bits=0x%llx", (unsigned long long)v.path_bits);
	inverbs_text_add(text, " dlid=0x%llx", (unsigned long long)v.dlid);
	inverbs_text_bytes(text, "mac", v.mac, 6);
	inverbs_text_add(text, " traffic_class=0x%llx", (unsigned long long)v.traffic_class);
	inverbs_text_add(text, " hop_limit=0x%llx", (unsigned long long)v.hop_limit);
	inverbs_text_add(text, " grh=0x%llx", (unsigned long long)v.grh);
	inverbs_text_add(text, " gid_index=0x%llx", (unsigned long long)v.gid_index);
	inverbs_text_add(text, " flow_label=0x%llx", (unsigned long long)v.flow_label);
	inverbs_text_bytes(text, "dgid", v.dgid, 16);
}

/** mlx5_eth and its fields. mlx5.eth */
static inline void mlx5_eth_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_eth v = mlx5_eth_get(at);

	inverbs_text_add(text, "mlx5_eth");
	inverbs_text_add(text, " l4_csum=0x%llx", (unsigned long long)v.l4_csum);
	inverbs_text_add(text, " l3_csum=0x%llx", (unsigned long long)v.l3_csum);
	inverbs_text_add(text, " mss=0x%llx", (unsigned long long)v.mss);
	inverbs_text_add(text, " header_bytes=0x%llx", (unsigned long long)v.header_bytes);
	inverbs_text_bytes(text, "header", v.header, 2);
}

/** mlx5_umr and its fields. mlx5.umr */
static inline void mlx5_umr_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_umr v = mlx5_umr_get(at);

	inverbs_text_add(text, "mlx5_umr");
	inverbs_text_add(text, " inlined=0x%llx", (unsigned long long)v.inlined);
	inverbs_text_add(text, " check_free=0x%llx", (unsigned long long)v.check_free);
	inverbs_text_add(text, " translation=0x%llx", (unsigned long long)v.translation);
	inverbs_text_add(text, " check_qpn=0x%llx", (unsigned long long)v.check_qpn);
	inverbs_text_add(text, " klm_units=0x%llx", (unsigned long long)v.klm_units);
	inverbs_text_add(text, " mask_free=0x%llx", (unsigned long long)v.mask_free);
	inverbs_text_add(text, " mask_rights=0x%llx", (unsigned long long)v.mask_rights);
	inverbs_text_add(text, " mask_qpn=0x%llx", (unsigned long long)v.mask_qpn);
	inverbs_text_add(text, " mask_key=0x%llx", (unsigned long long)v.mask_key);
	inverbs_text_add(text, " mask_start=0x%llx", (unsigned long long)v.mask_start);
	inverbs_text_add(text, " mask_length=0x%llx", (unsigned long long)v.mask_length);
}

/** mlx5_mkey and its fields. mlx5.mkey */
static inline void mlx5_mkey_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_mkey v = mlx5_mkey_get(at);

	inverbs_text_add(text, "mlx5_mkey");
	inverbs_text_add(text, " free=0x%llx", (unsigned long long)v.free);
	inverbs_text_add(text, " atomic=0x%llx", (unsigned long long)v.atomic);
	inverbs_text_add(text, " remote_write=0x%llx", (unsigned long long)v.remote_write);
	inverbs_text_add(text, " remote_read=0x%llx", (unsigned long long)v.remote_read);
	inverbs_text_add(text, " local_write=0x%llx", (unsigned long long)v.local_write);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " key=0x%llx", (unsigned long long)v.key);
	inverbs_text_add(text, " start=0x%llx", (unsigned long long)v.start);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
}

/** mlx5_klm and its fields. mlx5.klm */
static inline void mlx5_klm_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_klm v = mlx5_klm_get(at);

	inverbs_text_add(text, "mlx5_klm");
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
}

/** mlx5_data and its fields. mlx5.data */
static inline void mlx5_data_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_data v = mlx5_data_get(at);

	inverbs_text_add(text, "mlx5_data");
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
}

/** mlx5_inline_hdr and its fields. mlx5.inline_hdr */
static inline void mlx5_inline_hdr_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_inline_hdr v = mlx5_inline_hdr_get(at);

	inverbs_text_add(text, "mlx5_inline_hdr");
	inverbs_text_add(text, " is_inline=0x%llx", (unsigned long long)v.is_inline);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
}

/** mlx5_srq_next and its fields. mlx5.srq_next */
static inline void mlx5_srq_next_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_srq_next v = mlx5_srq_next_get(at);

	inverbs_text_add(text, "mlx5_srq_next");
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
}

/** mlx5_cqe and its fields. mlx5.cqe */
static inline void mlx5_cqe_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_cqe v = mlx5_cqe_get(at);

	inverbs_text_add(text, "mlx5_cqe");
	inverbs_text_add(text, " wqe_id=0x%llx", (unsigned long long)v.wqe_id);
	inverbs_text_add(text, " path_bits=0x%llx", (unsigned long long)v.path_bits);
	inverbs_text_add(text, " slid=0x%llx", (unsigned long long)v.slid);
	inverbs_text_add(text, " grh=0x%llx", (unsigned long long)v.grh);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	inverbs_text_add(text, " src_qpn=0x%llx", (unsigned long long)v.src_qpn);
	inverbs_text_add(text, " l4_ok=0x%llx", (unsigned long long)v.l4_ok);
	inverbs_text_add(text, " l3_ok=0x%llx", (unsigned long long)v.l3_ok);
	inverbs_text_add(text, " l2_ok=0x%llx", (unsigned long long)v.l2_ok);
	inverbs_text_add(text, " l3_type=0x%llx", (unsigned long long)v.l3_type);
	inverbs_text_add(text, " vlan=0x%llx", (unsigned long long)v.vlan);
	inverbs_text_add(text, " user_index=0x%llx", (unsigned long long)v.user_index);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	if (v.inval_rkey)
		inverbs_text_add(text, " or inval_rkey=0x%llx", (unsigned long long)v.inval_rkey);
	if (v.pkey_index)
		inverbs_text_add(text, " or pkey_index=0x%llx", (unsigned long long)v.pkey_index);
	inverbs_text_add(text, " byte_count=0x%llx", (unsigned long long)v.byte_count);
	inverbs_text_add(text, " timestamp=0x%llx", (unsigned long long)v.timestamp);
	inverbs_text_add(text, " send_op=%s(0x%x)", mlx5_op_name(v.send_op), (unsigned)v.send_op);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	inverbs_text_add(text, " signature=0x%llx", (unsigned long long)v.signature);
	inverbs_text_add(text, " opcode=%s(0x%x)", mlx5_cqe_op_name(v.opcode), (unsigned)v.opcode);
	inverbs_text_add(text, " format=%s(0x%x)", mlx5_payload_in_name(v.format),
			 (unsigned)v.format);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " owner=0x%llx", (unsigned long long)v.owner);
}

/** mlx5_cqe_err and its fields. mlx5.cqe_err */
static inline void mlx5_cqe_err_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_cqe_err v = mlx5_cqe_err_get(at);

	inverbs_text_add(text, "mlx5_cqe_err");
	inverbs_text_add(text, " user_index=0x%llx", (unsigned long long)v.user_index);
	inverbs_text_add(text, " vendor_err=0x%llx", (unsigned long long)v.vendor_err);
	inverbs_text_add(text, " syndrome=%s(0x%x)", mlx5_syndrome_name(v.syndrome),
			 (unsigned)v.syndrome);
	inverbs_text_add(text, " send_op=%s(0x%x)", mlx5_op_name(v.send_op), (unsigned)v.send_op);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	inverbs_text_add(text, " opcode=%s(0x%x)", mlx5_cqe_op_name(v.opcode), (unsigned)v.opcode);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " owner=0x%llx", (unsigned long long)v.owner);
}

/** mlx5_send_record and its fields. mlx5.send_record */
static inline void mlx5_send_record_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_send_record v = mlx5_send_record_get(at);

	inverbs_text_add(text, "mlx5_send_record");
	inverbs_text_add(text, " count=0x%llx", (unsigned long long)v.count);
}

/** mlx5_recv_record and its fields. mlx5.recv_record */
static inline void mlx5_recv_record_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_recv_record v = mlx5_recv_record_get(at);

	inverbs_text_add(text, "mlx5_recv_record");
	inverbs_text_add(text, " count=0x%llx", (unsigned long long)v.count);
}

/** mlx5_cq_record and its fields. mlx5.cq_record */
static inline void mlx5_cq_record_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_cq_record v = mlx5_cq_record_get(at);

	inverbs_text_add(text, "mlx5_cq_record");
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
}

/** mlx5_arm_record and its fields. mlx5.arm_record */
static inline void mlx5_arm_record_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_arm_record v = mlx5_arm_record_get(at);

	inverbs_text_add(text, "mlx5_arm_record");
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
}

/** mlx5_arm_register and its fields. mlx5.arm_register */
static inline void mlx5_arm_register_print(struct inverbs_text *text, const void *at)
{
	const struct mlx5_arm_register v = mlx5_arm_register_get(at);

	inverbs_text_add(text, "mlx5_arm_register");
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " cqn=0x%llx", (unsigned long long)v.cqn);
}

static const struct inverbs_dump_segment mlx5_dump_lead_connected[] = {
	{16, mlx5_ctrl_print},
};

static const struct inverbs_dump_segment mlx5_dump_lead_xrc[] = {
	{16, mlx5_ctrl_print},
	{16, mlx5_xrc_print},
};

static const struct inverbs_dump_segment mlx5_dump_lead_datagram[] = {
	{16, mlx5_ctrl_print},
	{48, mlx5_av_print},
};

static const struct inverbs_dump_segment mlx5_dump_lead_raw[] = {
	{16, mlx5_ctrl_print},
	{16, mlx5_eth_print},
};

static inline uint32_t mlx5_dump_front_raw(const void *last, uint32_t *begin, uint32_t *unit)
{
	*begin = 14;
	*unit = 16;
	return mlx5_eth_get(last).header_bytes;
}

static const struct inverbs_dump_segment mlx5_dump_body_rdma_write[] = {
	{16, mlx5_remote_print},
};

static const struct inverbs_dump_segment mlx5_dump_body_rdma_write_imm[] = {
	{16, mlx5_remote_print},
};

static const struct inverbs_dump_segment mlx5_dump_body_rdma_read[] = {
	{16, mlx5_remote_print},
};

static const struct inverbs_dump_segment mlx5_dump_body_atomic_cs[] = {
	{16, mlx5_remote_print},
	{16, mlx5_atomic_print},
};

static const struct inverbs_dump_segment mlx5_dump_body_atomic_fa[] = {
	{16, mlx5_remote_print},
	{16, mlx5_atomic_print},
};

static const struct inverbs_dump_segment mlx5_dump_body_umr[] = {
	{48, mlx5_umr_print},
	{64, mlx5_mkey_print},
};

static const struct inverbs_dump_class mlx5_dump_classes[] = {
	{(1U << IBV_QPT_RC) | (1U << IBV_QPT_UC), mlx5_dump_lead_connected, 1, false, NULL},
	{1U << IBV_QPT_XRC_SEND, mlx5_dump_lead_xrc, 2, false, NULL},
	{1U << IBV_QPT_UD, mlx5_dump_lead_datagram, 2, false, NULL},
	{1U << IBV_QPT_RAW_PACKET, mlx5_dump_lead_raw, 2, false, mlx5_dump_front_raw},
};

static const struct inverbs_dump_op mlx5_dump_ops[] = {
	{MLX5_OP_SEND, NULL, 0, true},
	{MLX5_OP_SEND_IMM, NULL, 0, true},
	{MLX5_OP_SEND_INVAL, NULL, 0, true},
	{MLX5_OP_RDMA_WRITE, mlx5_dump_body_rdma_write, 1, true},
	{MLX5_OP_RDMA_WRITE_IMM, mlx5_dump_body_rdma_write_imm, 1, true},
	{MLX5_OP_RDMA_READ, mlx5_dump_body_rdma_read, 1, true},
	{MLX5_OP_ATOMIC_CS, mlx5_dump_body_atomic_cs, 2, true},
	{MLX5_OP_ATOMIC_FA, mlx5_dump_body_atomic_fa, 2, true},
	{MLX5_OP_TSO, NULL, 0, true},
	{MLX5_OP_UMR, mlx5_dump_body_umr, 2, false},
};

static const struct inverbs_dump_syndrome mlx5_dump_syndromes[] = {
	{MLX5_SYNDROME_LOCAL_LENGTH, "LOCAL_LENGTH", IBV_WC_LOC_LEN_ERR},
	{MLX5_SYNDROME_LOCAL_QP_OP, "LOCAL_QP_OP", IBV_WC_LOC_QP_OP_ERR},
	{MLX5_SYNDROME_LOCAL_PROT, "LOCAL_PROT", IBV_WC_LOC_PROT_ERR},
	{MLX5_SYNDROME_WR_FLUSH, "WR_FLUSH", IBV_WC_WR_FLUSH_ERR},
	{MLX5_SYNDROME_MW_BIND, "MW_BIND", IBV_WC_MW_BIND_ERR},
	{MLX5_SYNDROME_BAD_RESP, "BAD_RESP", IBV_WC_BAD_RESP_ERR},
	{MLX5_SYNDROME_LOCAL_ACCESS, "LOCAL_ACCESS", IBV_WC_LOC_ACCESS_ERR},
	{MLX5_SYNDROME_REMOTE_INVAL_REQ, "REMOTE_INVAL_REQ", IBV_WC_REM_INV_REQ_ERR},
	{MLX5_SYNDROME_REMOTE_ACCESS, "REMOTE_ACCESS", IBV_WC_REM_ACCESS_ERR},
	{MLX5_SYNDROME_REMOTE_OP, "REMOTE_OP", IBV_WC_REM_OP_ERR},
	{MLX5_SYNDROME_TRANSPORT_RETRY, "TRANSPORT_RETRY", IBV_WC_RETRY_EXC_ERR},
	{MLX5_SYNDROME_RNR_RETRY, "RNR_RETRY", IBV_WC_RNR_RETRY_EXC_ERR},
	{MLX5_SYNDROME_REMOTE_ABORTED, "REMOTE_ABORTED", IBV_WC_REM_ABORT_ERR},
};

static inline uint32_t mlx5_dump_send_code(const void *wqe)
{
	return mlx5_ctrl_get(wqe).opcode;
}

/* A WQE has no owner bit; the doorbell or the indexes of the queue pass ownership. */
static inline bool mlx5_dump_send_owned(const void *unit INVERBS_UNUSED,
					uint32_t index INVERBS_UNUSED,
					uint32_t entries INVERBS_UNUSED)
{
	return true;
}

static inline uint32_t mlx5_dump_send_bytes(const void *wqe)
{
	return mlx5_ctrl_get(wqe).units;
}

static inline int32_t mlx5_dump_inline_bytes(const void *at)
{
	const struct mlx5_inline_hdr v = mlx5_inline_hdr_get(at);

	return v.is_inline ? (int32_t)v.length : -1;
}

static inline bool mlx5_dump_last_sge(const void *at)
{
	const struct mlx5_data v = mlx5_data_get(at);

	return v.lkey == 0x100U && v.length == 0;
}

static inline uint32_t mlx5_dump_shared_next(const void *slot)
{
	return mlx5_srq_next_get(slot).next;
}

static inline void mlx5_dump_read_cqe(const void *cqe, struct inverbs_dump_cqe *out)
{
	const struct mlx5_cqe v = mlx5_cqe_get(cqe);
	const struct mlx5_cqe_err e = mlx5_cqe_err_get(cqe);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->status = IBV_WC_SUCCESS;
	out->is_send = v.opcode == MLX5_CQE_OP_REQUESTER || v.opcode == MLX5_CQE_OP_REQUESTER_ERROR;
	out->failed = v.opcode == MLX5_CQE_OP_REQUESTER_ERROR ||
		      v.opcode == MLX5_CQE_OP_RESPONDER_ERROR;
	out->marker = v.opcode == MLX5_CQE_OP_RESIZE;
	out->qpn = v.qpn;
	out->index = v.wqe_index;
	out->index_mask = 0xffffU;
	out->what = out->is_send ? mlx5_op_name(v.send_op) : mlx5_cqe_op_name(v.opcode);
	if (out->marker)
		out->what = mlx5_cqe_op_name(v.opcode);
	if (!out->failed)
		return;
	out->vendor_err = e.vendor_err;
	out->syndrome = e.syndrome;
	out->what = mlx5_syndrome_name(out->syndrome);
	out->status = IBV_WC_GENERAL_ERR;
	for (row = mlx5_dump_syndromes; row < mlx5_dump_syndromes + 13; row++) {
		if (row->value == out->syndrome)
			out->status = row->status;
	}
}

static inline void mlx5_dump_print_cqe(struct inverbs_text *text, const void *cqe)
{
	struct inverbs_dump_cqe what;

	mlx5_dump_read_cqe(cqe, &what);
	if (what.failed)
		mlx5_cqe_err_print(text, cqe);
	else
		mlx5_cqe_print(text, cqe);
}

/** The description of mlx5 for <inverbs/print/dump.h>. */
static const struct inverbs_dump mlx5_dump __attribute__((unused)) = {
	"mlx5",
	1,
	mlx5_dump_send_bytes,
	mlx5_dump_send_code,
	mlx5_dump_send_owned,
	mlx5_op_name,
	mlx5_dump_classes,
	4,
	mlx5_dump_ops,
	10,
	{16, mlx5_data_print},
	{4, mlx5_inline_hdr_print},
	mlx5_dump_inline_bytes,
	0,
	mlx5_dump_last_sge,
	{16, mlx5_srq_next_print},
	mlx5_dump_shared_next,
	64,
	true,
	mlx5_dump_read_cqe,
	mlx5_dump_print_cqe,
	mlx5_dump_syndromes,
	13,
	NULL,
	NULL,
	NULL,
	{0, NULL},
	0,
	0,
	{0, NULL},
	NULL,
};

#endif
