/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* Names of opcodes and syndromes, and one printer per format: what dump tools and traces show. */
#ifndef INVERBS_ADAPTERS_MLX4_PRINT_H
#define INVERBS_ADAPTERS_MLX4_PRINT_H

#include <inverbs/adapters/mlx4_formats.h>
#include <inverbs/print.h>

/** Name of opcodes in send entries and in completions of sends, or "?". */
INVERBS_INLINE const char *mlx4_op_name(uint32_t value)
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

/** Name of opcodes in completions of receives, or "?". */
INVERBS_INLINE const char *mlx4_recv_op_name(uint32_t value)
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

/** Name of opcodes in completions that are neither a send nor a receive, or "?". */
INVERBS_INLINE const char *mlx4_cqe_op_name(uint32_t value)
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

/** Name of what went wrong, or "?". */
INVERBS_INLINE const char *mlx4_syndrome_name(uint32_t value)
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

/** One line: mlx4_ctrl and its fields. spec/adapters/mlx4.yaml:127 */
INVERBS_INLINE void mlx4_ctrl_print(FILE *out, const void *at)
{
	const struct mlx4_ctrl v = mlx4_ctrl_get(at);

	fprintf(out, "mlx4_ctrl");
	fprintf(out, " owner=0x%llx", (unsigned long long)v.owner);
	fprintf(out, " index=0x%llx", (unsigned long long)v.index);
	fprintf(out, " opcode=%s(0x%x)", mlx4_op_name(v.opcode), (unsigned)v.opcode);
	fprintf(out, " qpn=0x%llx", (unsigned long long)v.qpn);
	fprintf(out, " fence=0x%llx", (unsigned long long)v.fence);
	fprintf(out, " units=0x%llx", (unsigned long long)v.units);
	fprintf(out, " srqn=0x%llx", (unsigned long long)v.srqn);
	fprintf(out, " mac_head=0x%llx", (unsigned long long)v.mac_head);
	fprintf(out, " strong_order=0x%llx", (unsigned long long)v.strong_order);
	fprintf(out, " tcp_csum=0x%llx", (unsigned long long)v.tcp_csum);
	fprintf(out, " ip_csum=0x%llx", (unsigned long long)v.ip_csum);
	fprintf(out, " cqe=0x%llx", (unsigned long long)v.cqe);
	fprintf(out, " solicited=0x%llx", (unsigned long long)v.solicited);
	fprintf(out, " imm=0x%llx", (unsigned long long)v.imm);
	fprintf(out, " inval_rkey=0x%llx", (unsigned long long)v.inval_rkey);
	fprintf(out, " mac_tail=0x%llx", (unsigned long long)v.mac_tail);
	fprintf(out, "\n");
}

/** One line: mlx4_remote and its fields. spec/adapters/mlx4.yaml:149 */
INVERBS_INLINE void mlx4_remote_print(FILE *out, const void *at)
{
	const struct mlx4_remote v = mlx4_remote_get(at);

	fprintf(out, "mlx4_remote");
	fprintf(out, " addr=0x%llx", (unsigned long long)v.addr);
	fprintf(out, " rkey=0x%llx", (unsigned long long)v.rkey);
	fprintf(out, "\n");
}

/** One line: mlx4_atomic and its fields. spec/adapters/mlx4.yaml:156 */
INVERBS_INLINE void mlx4_atomic_print(FILE *out, const void *at)
{
	const struct mlx4_atomic v = mlx4_atomic_get(at);

	fprintf(out, "mlx4_atomic");
	fprintf(out, " swap_add=0x%llx", (unsigned long long)v.swap_add);
	fprintf(out, " compare=0x%llx", (unsigned long long)v.compare);
	fprintf(out, "\n");
}

/** One line: mlx4_datagram and its fields. spec/adapters/mlx4.yaml:162 */
INVERBS_INLINE void mlx4_datagram_print(FILE *out, const void *at)
{
	const struct mlx4_datagram v = mlx4_datagram_get(at);

	fprintf(out, "mlx4_datagram");
	inverbs_print_bytes(out, "av", v.av, 32);
	fprintf(out, " qpn=0x%llx", (unsigned long long)v.qpn);
	fprintf(out, " qkey=0x%llx", (unsigned long long)v.qkey);
	fprintf(out, " vlan=0x%llx", (unsigned long long)v.vlan);
	inverbs_print_bytes(out, "mac", v.mac, 6);
	fprintf(out, "\n");
}

/** One line: mlx4_local_inval and its fields. spec/adapters/mlx4.yaml:171 */
INVERBS_INLINE void mlx4_local_inval_print(FILE *out, const void *at)
{
	const struct mlx4_local_inval v = mlx4_local_inval_get(at);

	fprintf(out, "mlx4_local_inval");
	fprintf(out, " rkey=0x%llx", (unsigned long long)v.rkey);
	fprintf(out, "\n");
}

/** One line: mlx4_bind and its fields. spec/adapters/mlx4.yaml:177 */
INVERBS_INLINE void mlx4_bind_print(FILE *out, const void *at)
{
	const struct mlx4_bind v = mlx4_bind_get(at);

	fprintf(out, "mlx4_bind");
	fprintf(out, " remote_atomic=0x%llx", (unsigned long long)v.remote_atomic);
	fprintf(out, " remote_write=0x%llx", (unsigned long long)v.remote_write);
	fprintf(out, " remote_read=0x%llx", (unsigned long long)v.remote_read);
	fprintf(out, " type2=0x%llx", (unsigned long long)v.type2);
	fprintf(out, " zero_based=0x%llx", (unsigned long long)v.zero_based);
	fprintf(out, " new_rkey=0x%llx", (unsigned long long)v.new_rkey);
	fprintf(out, " lkey=0x%llx", (unsigned long long)v.lkey);
	fprintf(out, " addr=0x%llx", (unsigned long long)v.addr);
	fprintf(out, " length=0x%llx", (unsigned long long)v.length);
	fprintf(out, "\n");
}

/** One line: mlx4_data and its fields. spec/adapters/mlx4.yaml:191 */
INVERBS_INLINE void mlx4_data_print(FILE *out, const void *at)
{
	const struct mlx4_data v = mlx4_data_get(at);

	fprintf(out, "mlx4_data");
	fprintf(out, " length=0x%llx", (unsigned long long)v.length);
	fprintf(out, " lkey=0x%llx", (unsigned long long)v.lkey);
	fprintf(out, " addr=0x%llx", (unsigned long long)v.addr);
	fprintf(out, "\n");
}

/** One line: mlx4_inline_hdr and its fields. spec/adapters/mlx4.yaml:199 */
INVERBS_INLINE void mlx4_inline_hdr_print(FILE *out, const void *at)
{
	const struct mlx4_inline_hdr v = mlx4_inline_hdr_get(at);

	fprintf(out, "mlx4_inline_hdr");
	fprintf(out, " is_inline=0x%llx", (unsigned long long)v.is_inline);
	fprintf(out, " length=0x%llx", (unsigned long long)v.length);
	fprintf(out, "\n");
}

/** One line: mlx4_srq_next and its fields. spec/adapters/mlx4.yaml:205 */
INVERBS_INLINE void mlx4_srq_next_print(FILE *out, const void *at)
{
	const struct mlx4_srq_next v = mlx4_srq_next_get(at);

	fprintf(out, "mlx4_srq_next");
	fprintf(out, " next=0x%llx", (unsigned long long)v.next);
	fprintf(out, "\n");
}

/** One line: mlx4_av and its fields. spec/adapters/mlx4.yaml:211 */
INVERBS_INLINE void mlx4_av_print(FILE *out, const void *at)
{
	const struct mlx4_av v = mlx4_av_get(at);

	fprintf(out, "mlx4_av");
	fprintf(out, " mcast_ether=0x%llx", (unsigned long long)v.mcast_ether);
	fprintf(out, " vlan_present=0x%llx", (unsigned long long)v.vlan_present);
	fprintf(out, " port=0x%llx", (unsigned long long)v.port);
	fprintf(out, " pdn=0x%llx", (unsigned long long)v.pdn);
	fprintf(out, " grh=0x%llx", (unsigned long long)v.grh);
	fprintf(out, " path_bits=0x%llx", (unsigned long long)v.path_bits);
	fprintf(out, " dlid=0x%llx", (unsigned long long)v.dlid);
	fprintf(out, " gid_index=0x%llx", (unsigned long long)v.gid_index);
	fprintf(out, " rate=0x%llx", (unsigned long long)v.rate);
	fprintf(out, " hop_limit=0x%llx", (unsigned long long)v.hop_limit);
	fprintf(out, " sl=0x%llx", (unsigned long long)v.sl);
	fprintf(out, " ether_sl=0x%llx", (unsigned long long)v.ether_sl);
	fprintf(out, " traffic_class=0x%llx", (unsigned long long)v.traffic_class);
	fprintf(out, " flow_label=0x%llx", (unsigned long long)v.flow_label);
	inverbs_print_bytes(out, "dgid", v.dgid, 16);
	fprintf(out, "\n");
}

/** One line: mlx4_cqe and its fields. spec/adapters/mlx4.yaml:231 */
INVERBS_INLINE void mlx4_cqe_print(FILE *out, const void *at)
{
	const struct mlx4_cqe v = mlx4_cqe_get(at);

	fprintf(out, "mlx4_cqe");
	fprintf(out, " qpn=0x%llx", (unsigned long long)v.qpn);
	fprintf(out, " vlan_present=0x%llx", (unsigned long long)v.vlan_present);
	fprintf(out, " imm=0x%llx", (unsigned long long)v.imm);
	fprintf(out, " inval_rkey=0x%llx", (unsigned long long)v.inval_rkey);
	fprintf(out, " pkey_index=0x%llx", (unsigned long long)v.pkey_index);
	fprintf(out, " grh=0x%llx", (unsigned long long)v.grh);
	fprintf(out, " path_bits=0x%llx", (unsigned long long)v.path_bits);
	fprintf(out, " src_qpn=0x%llx", (unsigned long long)v.src_qpn);
	fprintf(out, " srqn=0x%llx", (unsigned long long)v.srqn);
	fprintf(out, " sl=0x%llx", (unsigned long long)v.sl);
	fprintf(out, " ether_sl=0x%llx", (unsigned long long)v.ether_sl);
	fprintf(out, " vlan_id=0x%llx", (unsigned long long)v.vlan_id);
	fprintf(out, " slid=0x%llx", (unsigned long long)v.slid);
	fprintf(out, " time_high=0x%llx", (unsigned long long)v.time_high);
	fprintf(out, " ip_ok=0x%llx", (unsigned long long)v.ip_ok);
	fprintf(out, " ipv4=0x%llx", (unsigned long long)v.ipv4);
	fprintf(out, " l4_ok=0x%llx", (unsigned long long)v.l4_ok);
	fprintf(out, " byte_count=0x%llx", (unsigned long long)v.byte_count);
	fprintf(out, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	fprintf(out, " checksum=0x%llx", (unsigned long long)v.checksum);
	inverbs_print_bytes(out, "time_low", v.time_low, 2);
	fprintf(out, " owner=0x%llx", (unsigned long long)v.owner);
	fprintf(out, " is_send=0x%llx", (unsigned long long)v.is_send);
	fprintf(out, " opcode=0x%llx", (unsigned long long)v.opcode);
	fprintf(out, "\n");
}

/** One line: mlx4_cqe_err and its fields. spec/adapters/mlx4.yaml:260 */
INVERBS_INLINE void mlx4_cqe_err_print(FILE *out, const void *at)
{
	const struct mlx4_cqe_err v = mlx4_cqe_err_get(at);

	fprintf(out, "mlx4_cqe_err");
	fprintf(out, " qpn=0x%llx", (unsigned long long)v.qpn);
	fprintf(out, " srqn=0x%llx", (unsigned long long)v.srqn);
	fprintf(out, " wqe_index=0x%llx", (unsigned long long)v.wqe_index);
	fprintf(out, " vendor_err=0x%llx", (unsigned long long)v.vendor_err);
	fprintf(out, " syndrome=%s(0x%x)", mlx4_syndrome_name(v.syndrome), (unsigned)v.syndrome);
	fprintf(out, " owner=0x%llx", (unsigned long long)v.owner);
	fprintf(out, " is_send=0x%llx", (unsigned long long)v.is_send);
	fprintf(out, " opcode=0x%llx", (unsigned long long)v.opcode);
	fprintf(out, "\n");
}

/** One line: mlx4_send_bell and its fields. spec/adapters/mlx4.yaml:273 */
INVERBS_INLINE void mlx4_send_bell_print(FILE *out, const void *at)
{
	const struct mlx4_send_bell v = mlx4_send_bell_get(at);

	fprintf(out, "mlx4_send_bell");
	fprintf(out, " qpn=0x%llx", (unsigned long long)v.qpn);
	fprintf(out, "\n");
}

/** One line: mlx4_recv_record and its fields. spec/adapters/mlx4.yaml:278 */
INVERBS_INLINE void mlx4_recv_record_print(FILE *out, const void *at)
{
	const struct mlx4_recv_record v = mlx4_recv_record_get(at);

	fprintf(out, "mlx4_recv_record");
	fprintf(out, " count=0x%llx", (unsigned long long)v.count);
	fprintf(out, "\n");
}

/** One line: mlx4_cq_record and its fields. spec/adapters/mlx4.yaml:283 */
INVERBS_INLINE void mlx4_cq_record_print(FILE *out, const void *at)
{
	const struct mlx4_cq_record v = mlx4_cq_record_get(at);

	fprintf(out, "mlx4_cq_record");
	fprintf(out, " index=0x%llx", (unsigned long long)v.index);
	fprintf(out, "\n");
}

/** One line: mlx4_arm_record and its fields. spec/adapters/mlx4.yaml:288 */
INVERBS_INLINE void mlx4_arm_record_print(FILE *out, const void *at)
{
	const struct mlx4_arm_record v = mlx4_arm_record_get(at);

	fprintf(out, "mlx4_arm_record");
	fprintf(out, " sequence=0x%llx", (unsigned long long)v.sequence);
	fprintf(out, " next=0x%llx", (unsigned long long)v.next);
	fprintf(out, " solicited=0x%llx", (unsigned long long)v.solicited);
	fprintf(out, " index=0x%llx", (unsigned long long)v.index);
	fprintf(out, "\n");
}

/** One line: mlx4_arm_bell and its fields. spec/adapters/mlx4.yaml:297 */
INVERBS_INLINE void mlx4_arm_bell_print(FILE *out, const void *at)
{
	const struct mlx4_arm_bell v = mlx4_arm_bell_get(at);

	fprintf(out, "mlx4_arm_bell");
	fprintf(out, " sequence=0x%llx", (unsigned long long)v.sequence);
	fprintf(out, " next=0x%llx", (unsigned long long)v.next);
	fprintf(out, " solicited=0x%llx", (unsigned long long)v.solicited);
	fprintf(out, " cqn=0x%llx", (unsigned long long)v.cqn);
	fprintf(out, " index=0x%llx", (unsigned long long)v.index);
	fprintf(out, "\n");
}

#endif
