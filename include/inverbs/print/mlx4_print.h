/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Names of opcodes and statuses, a printer for each format, and the tables from which
 * <inverbs/print/dump.h> prints whole WQEs.
 */
#ifndef INVERBS_ADAPTERS_MLX4_PRINT_H
#define INVERBS_ADAPTERS_MLX4_PRINT_H

#include <inverbs/adapters/mlx4_formats.h>
#include <inverbs/print/dump.h>

/** Opcodes in WQEs and in completions of sends. Returns the name of a value, or "?". */
static inline const char *mlx4_op_name(uint32_t value)
{
	switch (value) {
	case MLX4_OP_SEND_INVAL:
		return "SEND_INVAL";
	case MLX4_OP_RDMA_WRITE:
		return "RDMA_WRITE";
	case MLX4_OP_RDMA_WRITE_IMM:
		return "RDMA_WRITE_IMM";
	case MLX4_OP_SEND:
		return "SEND";
	case MLX4_OP_SEND_IMM:
		return "SEND_IMM";
	case MLX4_OP_RDMA_READ:
		return "RDMA_READ";
	case MLX4_OP_ATOMIC_CS:
		return "ATOMIC_CS";
	case MLX4_OP_ATOMIC_FA:
		return "ATOMIC_FA";
	case MLX4_OP_BIND_MW:
		return "BIND_MW";
	case MLX4_OP_LOCAL_INVAL:
		return "LOCAL_INVAL";
	default:
		return "?";
	}
}

/** Opcodes in completions of receives. Returns the name of a value, or "?". */
static inline const char *mlx4_recv_op_name(uint32_t value)
{
	switch (value) {
	case MLX4_RECV_OP_RDMA_WRITE_IMM:
		return "RDMA_WRITE_IMM";
	case MLX4_RECV_OP_SEND:
		return "SEND";
	case MLX4_RECV_OP_SEND_IMM:
		return "SEND_IMM";
	case MLX4_RECV_OP_SEND_INVAL:
		return "SEND_INVAL";
	default:
		return "?";
	}
}

/**
 * Opcodes in completions that are neither a send nor a receive. Returns the name of a value, or
 * "?".
 */
static inline const char *mlx4_cqe_op_name(uint32_t value)
{
	switch (value) {
	case MLX4_CQE_OP_RESIZE:
		return "RESIZE";
	case MLX4_CQE_OP_ERROR:
		return "ERROR";
	default:
		return "?";
	}
}

/** Queue of a CQE, send or receive. Returns the name of a value, or "?". */
static inline const char *mlx4_side_name(uint32_t value)
{
	switch (value) {
	case MLX4_SIDE_RECV:
		return "RECV";
	case MLX4_SIDE_SEND:
		return "SEND";
	default:
		return "?";
	}
}

/** Syndrome of a CQE with error. Returns the name of a value, or "?". */
static inline const char *mlx4_syndrome_name(uint32_t value)
{
	switch (value) {
	case MLX4_SYNDROME_LOCAL_LENGTH:
		return "LOCAL_LENGTH";
	case MLX4_SYNDROME_LOCAL_QP_OP:
		return "LOCAL_QP_OP";
	case MLX4_SYNDROME_LOCAL_PROT:
		return "LOCAL_PROT";
	case MLX4_SYNDROME_WR_FLUSH:
		return "WR_FLUSH";
	case MLX4_SYNDROME_MW_BIND:
		return "MW_BIND";
	case MLX4_SYNDROME_BAD_RESP:
		return "BAD_RESP";
	case MLX4_SYNDROME_LOCAL_ACCESS:
		return "LOCAL_ACCESS";
	case MLX4_SYNDROME_REMOTE_INVAL_REQ:
		return "REMOTE_INVAL_REQ";
	case MLX4_SYNDROME_REMOTE_ACCESS:
		return "REMOTE_ACCESS";
	case MLX4_SYNDROME_REMOTE_OP:
		return "REMOTE_OP";
	case MLX4_SYNDROME_TRANSPORT_RETRY:
		return "TRANSPORT_RETRY";
	case MLX4_SYNDROME_RNR_RETRY:
		return "RNR_RETRY";
	case MLX4_SYNDROME_REMOTE_ABORTED:
		return "REMOTE_ABORTED";
	default:
		return "?";
	}
}

/** mlx4_ctrl and its fields. mlx4.ctrl */
static inline void mlx4_ctrl_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_ctrl v = mlx4_ctrl_get(at);

	inverbs_text_add(text, "mlx4_ctrl");
	inverbs_text_add(text, " owner=0x%llx", (unsigned long long)v.owner);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
	inverbs_text_add(text, " opcode=%s(0x%x)", mlx4_op_name(v.opcode), (unsigned)v.opcode);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " fence=0x%llx", (unsigned long long)v.fence);
	inverbs_text_add(text, " units=0x%llx", (unsigned long long)v.units);
	inverbs_text_add(text, " srqn=0x%llx", (unsigned long long)v.srqn);
	if (v.mac_head)
		inverbs_text_add(text, " or mac_head=0x%llx", (unsigned long long)v.mac_head);
	inverbs_text_add(text, " strong_order=0x%llx", (unsigned long long)v.strong_order);
	inverbs_text_add(text, " tcp_csum=0x%llx", (unsigned long long)v.tcp_csum);
	inverbs_text_add(text, " ip_csum=0x%llx", (unsigned long long)v.ip_csum);
	inverbs_text_add(text, " cqe=0x%llx", (unsigned long long)v.cqe);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	if (v.inval_rkey)
		inverbs_text_add(text, " or inval_rkey=0x%llx", (unsigned long long)v.inval_rkey);
	if (v.mac_tail)
		inverbs_text_add(text, " or mac_tail=0x%llx", (unsigned long long)v.mac_tail);
}

/** mlx4_remote and its fields. mlx4.remote */
static inline void mlx4_remote_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_remote v = mlx4_remote_get(at);

	inverbs_text_add(text, "mlx4_remote");
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** mlx4_atomic and its fields. mlx4.atomic */
static inline void mlx4_atomic_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_atomic v = mlx4_atomic_get(at);

	inverbs_text_add(text, "mlx4_atomic");
	inverbs_text_add(text, " swap_add=0x%llx", (unsigned long long)v.swap_add);
	inverbs_text_add(text, " compare=0x%llx", (unsigned long long)v.compare);
}

/** mlx4_datagram and its fields. mlx4.datagram */
static inline void mlx4_datagram_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_datagram v = mlx4_datagram_get(at);

	inverbs_text_add(text, "mlx4_datagram");
	inverbs_text_bytes(text, "av", v.av, 32);
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " qkey=0x%llx", (unsigned long long)v.qkey);
	inverbs_text_add(text, " vlan=0x%llx", (unsigned long long)v.vlan);
	inverbs_text_bytes(text, "mac", v.mac, 6);
}

/** mlx4_local_inval and its fields. mlx4.local_inval */
static inline void mlx4_local_inval_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_local_inval v = mlx4_local_inval_get(at);

	inverbs_text_add(text, "mlx4_local_inval");
	inverbs_text_add(text, " rkey=0x%llx", (unsigned long long)v.rkey);
}

/** mlx4_bind and its fields. mlx4.bind */
static inline void mlx4_bind_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_bind v = mlx4_bind_get(at);

	inverbs_text_add(text, "mlx4_bind");
	inverbs_text_add(text, " remote_atomic=0x%llx", (unsigned long long)v.remote_atomic);
	inverbs_text_add(text, " remote_write=0x%llx", (unsigned long long)v.remote_write);
	inverbs_text_add(text, " remote_read=0x%llx", (unsigned long long)v.remote_read);
	inverbs_text_add(text, " type2=0x%llx", (unsigned long long)v.type2);
	inverbs_text_add(text, " zero_based=0x%llx", (unsigned long long)v.zero_based);
	inverbs_text_add(text, " new_rkey=0x%llx", (unsigned long long)v.new_rkey);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
}

/** mlx4_data and its fields. mlx4.data */
static inline void mlx4_data_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_data v = mlx4_data_get(at);

	inverbs_text_add(text, "mlx4_data");
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " lkey=0x%llx", (unsigned long long)v.lkey);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
}

/** mlx4_inline_hdr and its fields. mlx4.inline_hdr */
static inline void mlx4_inline_hdr_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_inline_hdr v = mlx4_inline_hdr_get(at);

	inverbs_text_add(text, "mlx4_inline_hdr");
	inverbs_text_add(text, " is_inline=0x%llx", (unsigned long long)v.is_inline);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
}

/** mlx4_srq_next and its fields. mlx4.srq_next */
static inline void mlx4_srq_next_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_srq_next v = mlx4_srq_next_get(at);

	inverbs_text_add(text, "mlx4_srq_next");
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
}

/** mlx4_av and its fields. mlx4.av */
static inline void mlx4_av_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_av v = mlx4_av_get(at);

	inverbs_text_add(text, "mlx4_av");
	inverbs_text_add(text, " mcast_ether=0x%llx", (unsigned long long)v.mcast_ether);
	inverbs_text_add(text, " vlan_present=0x%llx", (unsigned long long)v.vlan_present);
	if (v.port)
		inverbs_text_add(text, " or port=0x%llx", (unsigned long long)v.port);
	inverbs_text_add(text, " pdn=0x%llx", (unsigned long long)v.pdn);
	inverbs_text_add(text, " grh=0x%llx", (unsigned long long)v.grh);
	inverbs_text_add(text, " path_bits=0x%llx", (unsigned long long)v.path_bits);
	inverbs_text_add(text, " dlid=0x%llx", (unsigned long long)v.dlid);
	inverbs_text_add(text, " gid_index=0x%llx", (unsigned long long)v.gid_index);
	inverbs_text_add(text, " rate=0x%llx", (unsigned long long)v.rate);
	inverbs_text_add(text, " hop_limit=0x%llx", (unsigned long long)v.hop_limit);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	if (v.ether_sl)
		inverbs_text_add(text, " or ether_sl=0x%llx", (unsigned long long)v.ether_sl);
	inverbs_text_add(text, " traffic_class=0x%llx", (unsigned long long)v.traffic_class);
	inverbs_text_add(text, " flow_label=0x%llx", (unsigned long long)v.flow_label);
	inverbs_text_bytes(text, "dgid", v.dgid, 16);
}

/** mlx4_cqe and its fields. mlx4.cqe */
static inline void mlx4_cqe_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_cqe v = mlx4_cqe_get(at);

	inverbs_text_add(text, "mlx4_cqe");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " vlan_present=0x%llx", (unsigned long long)v.vlan_present);
	inverbs_text_add(text, " imm=0x%llx", (unsigned long long)v.imm);
	if (v.inval_rkey)
		inverbs_text_add(text, " or inval_rkey=0x%llx", (unsigned long long)v.inval_rkey);
	if (v.pkey_index)
		inverbs_text_add(text, " or pkey_index=0x%llx", (unsigned long long)v.pkey_index);
	inverbs_text_add(text, " grh=0x%llx", (unsigned long long)v.grh);
	inverbs_text_add(text, " path_bits=0x%llx", (unsigned long long)v.path_bits);
	inverbs_text_add(text, " src_qpn=0x%llx", (unsigned long long)v.src_qpn);
	if (v.srqn)
		inverbs_text_add(text, " or srqn=0x%llx", (unsigned long long)v.srqn);
	inverbs_text_add(text, " sl=0x%llx", (unsigned long long)v.sl);
	if (v.ether_sl)
		inverbs_text_add(text, " or ether_sl=0x%llx", (unsigned long long)v.ether_sl);
	inverbs_text_add(text, " vlan_id=0x%llx", (unsigned long long)v.vlan_id);
	inverbs_text_add(text, " slid=0x%llx", (unsigned long long)v.slid);
	if (v.time_high)
		inverbs_text_add(text, " or time_high=0x%llx", (unsigned long long)v.time_high);
	inverbs_text_add(text, " ip_ok=0x%llx", (unsigned long long)v.ip_ok);
	inverbs_text_add(text, " ipv4=0x%llx", (unsigned long long)v.ipv4);
	inverbs_text_add(text, " l4_ok=0x%llx", (unsigned long long)v.l4_ok);
	inverbs_text_add(text, " byte_count=0x%llx", (unsigned long long)v.byte_count);
	inverbs_text_add(text, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	inverbs_text_add(text, " checksum=0x%llx", (unsigned long long)v.checksum);
	inverbs_text_bytes(text, "time_low", v.time_low, 2);
	inverbs_text_add(text, " owner=0x%llx", (unsigned long long)v.owner);
	inverbs_text_add(text, " is_send=%s(0x%x)", mlx4_side_name(v.is_send), (unsigned)v.is_send);
	inverbs_text_add(text, " send_op=%s(0x%x)", mlx4_op_name(v.send_op), (unsigned)v.send_op);
	if (mlx4_recv_op_name(v.recv_op)[0] != '?')
		inverbs_text_add(text, " or recv_op=%s(0x%x)", mlx4_recv_op_name(v.recv_op),
				 (unsigned)v.recv_op);
	if (mlx4_cqe_op_name(v.opcode)[0] != '?')
		inverbs_text_add(text, " or opcode=%s(0x%x)", mlx4_cqe_op_name(v.opcode),
				 (unsigned)v.opcode);
}

/** mlx4_cqe_err and its fields. mlx4.cqe_err */
static inline void mlx4_cqe_err_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_cqe_err v = mlx4_cqe_err_get(at);

	inverbs_text_add(text, "mlx4_cqe_err");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
	inverbs_text_add(text, " srqn=0x%llx", (unsigned long long)v.srqn);
	inverbs_text_add(text, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	inverbs_text_add(text, " vendor_err=0x%llx", (unsigned long long)v.vendor_err);
	inverbs_text_add(text, " syndrome=%s(0x%x)", mlx4_syndrome_name(v.syndrome),
			 (unsigned)v.syndrome);
	inverbs_text_add(text, " owner=0x%llx", (unsigned long long)v.owner);
	inverbs_text_add(text, " is_send=%s(0x%x)", mlx4_side_name(v.is_send), (unsigned)v.is_send);
	inverbs_text_add(text, " opcode=%s(0x%x)", mlx4_cqe_op_name(v.opcode), (unsigned)v.opcode);
}

/** mlx4_qp_doorbell and its fields. mlx4.qp_doorbell */
static inline void mlx4_qp_doorbell_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_qp_doorbell v = mlx4_qp_doorbell_get(at);

	inverbs_text_add(text, "mlx4_qp_doorbell");
	inverbs_text_add(text, " qpn=0x%llx", (unsigned long long)v.qpn);
}

/** mlx4_recv_record and its fields. mlx4.recv_record */
static inline void mlx4_recv_record_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_recv_record v = mlx4_recv_record_get(at);

	inverbs_text_add(text, "mlx4_recv_record");
	inverbs_text_add(text, " count=0x%llx", (unsigned long long)v.count);
}

/** mlx4_cq_record and its fields. mlx4.cq_record */
static inline void mlx4_cq_record_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_cq_record v = mlx4_cq_record_get(at);

	inverbs_text_add(text, "mlx4_cq_record");
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
}

/** mlx4_arm_record and its fields. mlx4.arm_record */
static inline void mlx4_arm_record_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_arm_record v = mlx4_arm_record_get(at);

	inverbs_text_add(text, "mlx4_arm_record");
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
}

/** mlx4_arm_doorbell and its fields. mlx4.arm_doorbell */
static inline void mlx4_arm_doorbell_print(struct inverbs_text *text, const void *at)
{
	const struct mlx4_arm_doorbell v = mlx4_arm_doorbell_get(at);

	inverbs_text_add(text, "mlx4_arm_doorbell");
	inverbs_text_add(text, " sequence=0x%llx", (unsigned long long)v.sequence);
	inverbs_text_add(text, " next=0x%llx", (unsigned long long)v.next);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " cqn=0x%llx", (unsigned long long)v.cqn);
	inverbs_text_add(text, " index=0x%llx", (unsigned long long)v.index);
}

static const struct inverbs_dump_segment mlx4_dump_lead_connected[] = {
	{16, mlx4_ctrl_print},
};

static const struct inverbs_dump_segment mlx4_dump_lead_xrc[] = {
	{16, mlx4_ctrl_print},
};

static const struct inverbs_dump_segment mlx4_dump_lead_datagram[] = {
	{16, mlx4_ctrl_print},
	{48, mlx4_datagram_print},
};

static const struct inverbs_dump_segment mlx4_dump_lead_raw[] = {
	{16, mlx4_ctrl_print},
};

static const struct inverbs_dump_segment mlx4_dump_body_rdma_write[] = {
	{16, mlx4_remote_print},
};

static const struct inverbs_dump_segment mlx4_dump_body_rdma_write_imm[] = {
	{16, mlx4_remote_print},
};

static const struct inverbs_dump_segment mlx4_dump_body_rdma_read[] = {
	{16, mlx4_remote_print},
};

static const struct inverbs_dump_segment mlx4_dump_body_atomic_cs[] = {
	{16, mlx4_remote_print},
	{16, mlx4_atomic_print},
};

static const struct inverbs_dump_segment mlx4_dump_body_atomic_fa[] = {
	{16, mlx4_remote_print},
	{16, mlx4_atomic_print},
};

static const struct inverbs_dump_segment mlx4_dump_body_local_inval[] = {
	{32, mlx4_local_inval_print},
};

static const struct inverbs_dump_segment mlx4_dump_body_bind_mw[] = {
	{32, mlx4_bind_print},
};

static const struct inverbs_dump_class mlx4_dump_classes[] = {
	{(1U << IBV_QPT_RC) | (1U << IBV_QPT_UC), mlx4_dump_lead_connected, 1, false, NULL},
	{1U << IBV_QPT_XRC_SEND, mlx4_dump_lead_xrc, 1, false, NULL},
	{1U << IBV_QPT_UD, mlx4_dump_lead_datagram, 2, false, NULL},
	{1U << IBV_QPT_RAW_PACKET, mlx4_dump_lead_raw, 1, false, NULL},
};

static const struct inverbs_dump_op mlx4_dump_ops[] = {
	{MLX4_OP_SEND, NULL, 0, true},
	{MLX4_OP_SEND_IMM, NULL, 0, true},
	{MLX4_OP_SEND_INVAL, NULL, 0, true},
	{MLX4_OP_RDMA_WRITE, mlx4_dump_body_rdma_write, 1, true},
	{MLX4_OP_RDMA_WRITE_IMM, mlx4_dump_body_rdma_write_imm, 1, true},
	{MLX4_OP_RDMA_READ, mlx4_dump_body_rdma_read, 1, true},
	{MLX4_OP_ATOMIC_CS, mlx4_dump_body_atomic_cs, 2, true},
	{MLX4_OP_ATOMIC_FA, mlx4_dump_body_atomic_fa, 2, true},
	{MLX4_OP_LOCAL_INVAL, mlx4_dump_body_local_inval, 1, true},
	{MLX4_OP_BIND_MW, mlx4_dump_body_bind_mw, 1, false},
};

static const struct inverbs_dump_syndrome mlx4_dump_syndromes[] = {
	{MLX4_SYNDROME_LOCAL_LENGTH, "LOCAL_LENGTH", IBV_WC_LOC_LEN_ERR},
	{MLX4_SYNDROME_LOCAL_QP_OP, "LOCAL_QP_OP", IBV_WC_LOC_QP_OP_ERR},
	{MLX4_SYNDROME_LOCAL_PROT, "LOCAL_PROT", IBV_WC_LOC_PROT_ERR},
	{MLX4_SYNDROME_WR_FLUSH, "WR_FLUSH", IBV_WC_WR_FLUSH_ERR},
	{MLX4_SYNDROME_MW_BIND, "MW_BIND", IBV_WC_MW_BIND_ERR},
	{MLX4_SYNDROME_BAD_RESP, "BAD_RESP", IBV_WC_BAD_RESP_ERR},
	{MLX4_SYNDROME_LOCAL_ACCESS, "LOCAL_ACCESS", IBV_WC_LOC_ACCESS_ERR},
	{MLX4_SYNDROME_REMOTE_INVAL_REQ, "REMOTE_INVAL_REQ", IBV_WC_REM_INV_REQ_ERR},
	{MLX4_SYNDROME_REMOTE_ACCESS, "REMOTE_ACCESS", IBV_WC_REM_ACCESS_ERR},
	{MLX4_SYNDROME_REMOTE_OP, "REMOTE_OP", IBV_WC_REM_OP_ERR},
	{MLX4_SYNDROME_TRANSPORT_RETRY, "TRANSPORT_RETRY", IBV_WC_RETRY_EXC_ERR},
	{MLX4_SYNDROME_RNR_RETRY, "RNR_RETRY", IBV_WC_RNR_RETRY_EXC_ERR},
	{MLX4_SYNDROME_REMOTE_ABORTED, "REMOTE_ABORTED", IBV_WC_REM_ABORT_ERR},
};

static inline uint32_t mlx4_dump_send_code(const void *wqe)
{
	return mlx4_ctrl_get(wqe).opcode;
}

static inline bool mlx4_dump_send_owned(const void *unit, uint32_t index, uint32_t entries)
{
	return mlx4_ctrl_get(unit).owner == ((index & entries) != 0);
}

static inline uint32_t mlx4_dump_send_bytes(const void *wqe)
{
	return mlx4_ctrl_get(wqe).units;
}

static inline int32_t mlx4_dump_inline_bytes(const void *at)
{
	const struct mlx4_inline_hdr v = mlx4_inline_hdr_get(at);

	return v.is_inline ? (int32_t)v.length : -1;
}

static inline bool mlx4_dump_last_sge(const void *at)
{
	const struct mlx4_data v = mlx4_data_get(at);

	return v.lkey == 0x100U && v.length == 0;
}

static inline uint32_t mlx4_dump_shared_next(const void *slot)
{
	return mlx4_srq_next_get(slot).next;
}

static inline void mlx4_dump_read_cqe(const void *cqe, struct inverbs_dump_cqe *out)
{
	const struct mlx4_cqe v = mlx4_cqe_get(cqe);
	const struct mlx4_cqe_err e = mlx4_cqe_err_get(cqe);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->status = IBV_WC_SUCCESS;
	out->is_send = v.is_send == MLX4_SIDE_SEND;
	out->failed = v.opcode == MLX4_CQE_OP_ERROR;
	out->marker = v.opcode == MLX4_CQE_OP_RESIZE;
	out->qpn = v.qpn;
	out->srqn = v.srqn;
	out->index = v.wqe_index;
	out->index_mask = 0xffffU;
	out->what = out->is_send ? mlx4_op_name(v.send_op) : mlx4_recv_op_name(v.recv_op);
	if (out->marker)
		out->what = mlx4_cqe_op_name(v.opcode);
	if (!out->failed)
		return;
	out->vendor_err = e.vendor_err;
	out->syndrome = e.syndrome;
	out->what = mlx4_syndrome_name(out->syndrome);
	out->status = IBV_WC_GENERAL_ERR;
	for (row = mlx4_dump_syndromes; row < mlx4_dump_syndromes + 13; row++) {
		if (row->value == out->syndrome)
			out->status = row->status;
	}
}

static inline void mlx4_dump_print_cqe(struct inverbs_text *text, const void *cqe)
{
	struct inverbs_dump_cqe what;

	mlx4_dump_read_cqe(cqe, &what);
	if (what.failed)
		mlx4_cqe_err_print(text, cqe);
	else
		mlx4_cqe_print(text, cqe);
}

/** The description of mlx4 for <inverbs/print/dump.h>. */
static const struct inverbs_dump mlx4_dump __attribute__((unused)) = {
	"mlx4",
	2,
	mlx4_dump_send_bytes,
	mlx4_dump_send_code,
	mlx4_dump_send_owned,
	mlx4_op_name,
	mlx4_dump_classes,
	4,
	mlx4_dump_ops,
	10,
	{16, mlx4_data_print},
	{4, mlx4_inline_hdr_print},
	mlx4_dump_inline_bytes,
	64,
	mlx4_dump_last_sge,
	{16, mlx4_srq_next_print},
	mlx4_dump_shared_next,
	32,
	true,
	mlx4_dump_read_cqe,
	mlx4_dump_print_cqe,
	mlx4_dump_syndromes,
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
