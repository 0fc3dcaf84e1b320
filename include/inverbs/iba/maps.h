/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Constants of the layer and of verbs that mean the same, both ways. */
#ifndef INVERBS_IBA_MAPS_H
#define INVERBS_IBA_MAPS_H

#include <infiniband/verbs.h>
#include <iba/ib_types.h>

/** Scope of atomic operations. */
static inline int inverbs_iba_atomic_to_verbs(uint32_t value)
{
	if (value <= IB_ATOMIC_GLOBAL)
		return (int)(value);
	return -1;
}

/** Scope of atomic operations. */
static inline uint32_t inverbs_iba_atomic_of_verbs(uint32_t value)
{
	if (value <= IBV_ATOMIC_GLOB)
		return value;
	return IB_ATOMIC_NONE;
}

/** Asynchronous events. */
static inline int inverbs_iba_event_to_verbs(uint32_t value)
{
	switch (value) {
	case IB_AE_SQ_DRAINED:
		return IBV_EVENT_SQ_DRAINED;
	case IB_AE_CQ_ERROR:
		return IBV_EVENT_CQ_ERR;
	case IB_AE_QP_FATAL:
		return IBV_EVENT_QP_FATAL;
	case IB_AE_QP_COMM:
		return IBV_EVENT_COMM_EST;
	case IB_AE_QP_APM:
		return IBV_EVENT_PATH_MIG;
	case IB_AE_QP_APM_ERROR:
		return IBV_EVENT_PATH_MIG_ERR;
	case IB_AE_LOCAL_FATAL:
		return IBV_EVENT_DEVICE_FATAL;
	case IB_AE_WQ_REQ_ERROR:
		return IBV_EVENT_QP_REQ_ERR;
	case IB_AE_WQ_ACCESS_ERROR:
		return IBV_EVENT_QP_ACCESS_ERR;
	case IB_AE_PORT_ACTIVE:
		return IBV_EVENT_PORT_ACTIVE;
	case IB_AE_PORT_DOWN:
		return IBV_EVENT_PORT_ERR;
	case IB_AE_CLIENT_REREGISTER:
		return IBV_EVENT_CLIENT_REREGISTER;
	case IB_AE_LID_CHANGE:
		return IBV_EVENT_LID_CHANGE;
	case IB_AE_PKEY_CHANGE:
		return IBV_EVENT_PKEY_CHANGE;
	case IB_AE_SM_CHANGE:
		return IBV_EVENT_SM_CHANGE;
	case IB_AE_GID_CHANGE:
		return IBV_EVENT_GID_CHANGE;
	case IB_AE_SRQ_LIMIT_REACHED:
		return IBV_EVENT_SRQ_LIMIT_REACHED;
	case IB_AE_SRQ_CATAS_ERROR:
		return IBV_EVENT_SRQ_ERR;
	case IB_AE_SRQ_QP_LAST_WQE_REACHED:
		return IBV_EVENT_QP_LAST_WQE_REACHED;
	default:
		return -1;
	}
}

/** Asynchronous events. */
static inline uint32_t inverbs_iba_event_of_verbs(uint32_t value)
{
	switch (value) {
	case IBV_EVENT_SQ_DRAINED:
		return IB_AE_SQ_DRAINED;
	case IBV_EVENT_CQ_ERR:
		return IB_AE_CQ_ERROR;
	case IBV_EVENT_QP_FATAL:
		return IB_AE_QP_FATAL;
	case IBV_EVENT_COMM_EST:
		return IB_AE_QP_COMM;
	case IBV_EVENT_PATH_MIG:
		return IB_AE_QP_APM;
	case IBV_EVENT_PATH_MIG_ERR:
		return IB_AE_QP_APM_ERROR;
	case IBV_EVENT_DEVICE_FATAL:
		return IB_AE_LOCAL_FATAL;
	case IBV_EVENT_QP_REQ_ERR:
		return IB_AE_WQ_REQ_ERROR;
	case IBV_EVENT_QP_ACCESS_ERR:
		return IB_AE_WQ_ACCESS_ERROR;
	case IBV_EVENT_PORT_ACTIVE:
		return IB_AE_PORT_ACTIVE;
	case IBV_EVENT_PORT_ERR:
		return IB_AE_PORT_DOWN;
	case IBV_EVENT_CLIENT_REREGISTER:
		return IB_AE_CLIENT_REREGISTER;
	case IBV_EVENT_LID_CHANGE:
		return IB_AE_LID_CHANGE;
	case IBV_EVENT_PKEY_CHANGE:
		return IB_AE_PKEY_CHANGE;
	case IBV_EVENT_SM_CHANGE:
		return IB_AE_SM_CHANGE;
	case IBV_EVENT_GID_CHANGE:
		return IB_AE_GID_CHANGE;
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		return IB_AE_SRQ_LIMIT_REACHED;
	case IBV_EVENT_SRQ_ERR:
		return IB_AE_SRQ_CATAS_ERROR;
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		return IB_AE_SRQ_QP_LAST_WQE_REACHED;
	default:
		return IB_AE_UNKNOWN;
	}
}

/** Types of queue pairs. */
static inline int inverbs_iba_qp_type_to_verbs(uint32_t value)
{
	if (value <= IB_QPT_UNRELIABLE_CONN)
		return (int)(value + 2);
	if (value == IB_QPT_UNRELIABLE_DGRM)
		return IBV_QPT_UD;
	if (value == IB_QPT_RAW_ETHER)
		return IBV_QPT_RAW_PACKET;
	return -1;
}

/** Types of queue pairs. */
static inline uint32_t inverbs_iba_qp_type_of_verbs(uint32_t value)
{
	if (value >= IBV_QPT_RC && value <= IBV_QPT_UC)
		return value - 2;
	if (value == IBV_QPT_UD)
		return IB_QPT_UNRELIABLE_DGRM;
	if (value == IBV_QPT_RAW_PACKET)
		return IB_QPT_RAW_ETHER;
	return IB_QPT_UNKNOWN;
}

/** States of queue pairs. */
static inline int inverbs_iba_qp_state_to_verbs(uint32_t value)
{
	switch (value) {
	case IB_QPS_RESET:
		return IBV_QPS_RESET;
	case IB_QPS_INIT:
		return IBV_QPS_INIT;
	case IB_QPS_RTR:
		return IBV_QPS_RTR;
	case IB_QPS_RTS:
		return IBV_QPS_RTS;
	case IB_QPS_SQD:
	case IB_QPS_SQD_DRAINING:
	case IB_QPS_SQD_DRAINED:
		return IBV_QPS_SQD;
	case IB_QPS_SQERR:
		return IBV_QPS_SQE;
	case IB_QPS_ERROR:
		return IBV_QPS_ERR;
	default:
		return -1;
	}
}

/** States of queue pairs. */
static inline uint32_t inverbs_iba_qp_state_of_verbs(uint32_t value)
{
	switch (value) {
	case IBV_QPS_RESET:
		return IB_QPS_RESET;
	case IBV_QPS_INIT:
		return IB_QPS_INIT;
	case IBV_QPS_RTR:
		return IB_QPS_RTR;
	case IBV_QPS_RTS:
		return IB_QPS_RTS;
	case IBV_QPS_SQD:
		return IB_QPS_SQD;
	case IBV_QPS_SQE:
		return IB_QPS_SQERR;
	case IBV_QPS_ERR:
		return IB_QPS_ERROR;
	default:
		return IB_QPS_TIME_WAIT;
	}
}

/** Rights. */
static inline uint32_t inverbs_iba_access_to_verbs(uint32_t value)
{
	return (value & ((uint32_t)IB_AC_RDMA_READ)) << 2 |
	       (value & ((uint32_t)IB_AC_RDMA_WRITE | (uint32_t)IB_AC_MW_BIND)) |
	       (value & ((uint32_t)IB_AC_ATOMIC)) << 1 |
	       (value & ((uint32_t)IB_AC_LOCAL_WRITE)) >> 3;
}

/** Rights. */
static inline uint32_t inverbs_iba_access_of_verbs(uint32_t value)
{
	return (value & ((uint32_t)IBV_ACCESS_REMOTE_READ)) >> 2 |
	       (value & ((uint32_t)IBV_ACCESS_REMOTE_WRITE | (uint32_t)IBV_ACCESS_MW_BIND)) |
	       (value & ((uint32_t)IBV_ACCESS_REMOTE_ATOMIC)) >> 1 |
	       (value & ((uint32_t)IBV_ACCESS_LOCAL_WRITE)) << 3;
}

/** States of path migration. */
static inline int inverbs_iba_apm_to_verbs(uint32_t value)
{
	if (value >= IB_APM_MIGRATED && value <= IB_APM_ARMED)
		return (int)(value - 1);
	return -1;
}

/** States of path migration. */
static inline uint32_t inverbs_iba_apm_of_verbs(uint32_t value)
{
	if (value <= IBV_MIG_ARMED)
		return value + 1;
	return IB_APM_MIGRATED;
}

/** Sizes of packets. */
static inline int inverbs_iba_mtu_to_verbs(uint32_t value)
{
	if (value >= IB_MTU_LEN_256 && value <= IB_MTU_LEN_4096)
		return (int)(value);
	return -1;
}

/** Sizes of packets. */
static inline uint32_t inverbs_iba_mtu_of_verbs(uint32_t value)
{
	if (value >= IBV_MTU_256 && value <= IBV_MTU_4096)
		return value;
	return IB_MTU_LEN_256;
}

/** States of a port. */
static inline int inverbs_iba_link_to_verbs(uint32_t value)
{
	if (value >= IB_LINK_DOWN && value <= IB_LINK_ACT_DEFER)
		return (int)(value);
	return -1;
}

/** States of a port. */
static inline uint32_t inverbs_iba_link_of_verbs(uint32_t value)
{
	if (value >= IBV_PORT_DOWN && value <= IBV_PORT_ACTIVE_DEFER)
		return value;
	return IB_LINK_DOWN;
}

/** Options of send requests. In verbs, immediate data is part of the opcode. */
static inline uint32_t inverbs_iba_send_opt_to_verbs(uint32_t value)
{
	return (value & ((uint32_t)IB_SEND_OPT_FENCE | (uint32_t)IB_SEND_OPT_SIGNALED |
			 (uint32_t)IB_SEND_OPT_SOLICITED | (uint32_t)IB_SEND_OPT_INLINE)) >>
		       1 |
	       (value & ((uint32_t)IB_SEND_OPT_TX_IP_CSUM)) >> 2;
}

/** Options of send requests. In verbs, immediate data is part of the opcode. */
static inline uint32_t inverbs_iba_send_opt_of_verbs(uint32_t value)
{
	return (value & ((uint32_t)IBV_SEND_FENCE | (uint32_t)IBV_SEND_SIGNALED |
			 (uint32_t)IBV_SEND_SOLICITED | (uint32_t)IBV_SEND_INLINE))
		       << 1 |
	       (value & ((uint32_t)IBV_SEND_IP_CSUM)) << 2;
}

/** Types of work requests. */
static inline int inverbs_iba_wr_type_to_verbs(uint32_t value)
{
	switch (value) {
	case WR_SEND:
		return IBV_WR_SEND;
	case WR_RDMA_WRITE:
		return IBV_WR_RDMA_WRITE;
	case WR_RDMA_READ:
		return IBV_WR_RDMA_READ;
	case WR_COMPARE_SWAP:
		return IBV_WR_ATOMIC_CMP_AND_SWP;
	case WR_FETCH_ADD:
		return IBV_WR_ATOMIC_FETCH_AND_ADD;
	case WR_LOCAL_INV:
		return IBV_WR_LOCAL_INV;
	default:
		return -1;
	}
}

/** Types of work requests. */
static inline uint32_t inverbs_iba_wr_type_of_verbs(uint32_t value)
{
	switch (value) {
	case IBV_WR_SEND:
		return WR_SEND;
	case IBV_WR_RDMA_WRITE:
		return WR_RDMA_WRITE;
	case IBV_WR_RDMA_READ:
		return WR_RDMA_READ;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		return WR_COMPARE_SWAP;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		return WR_FETCH_ADD;
	case IBV_WR_LOCAL_INV:
		return WR_LOCAL_INV;
	default:
		return WR_UNKNOWN;
	}
}

/** Types of completions. */
static inline int inverbs_iba_wc_type_to_verbs(uint32_t value)
{
	if (value <= IB_WC_MW_BIND)
		return (int)(value);
	if (value >= IB_WC_RECV && value <= IB_WC_RECV_RDMA_WRITE)
		return (int)(value);
	if (value == IB_WC_LOCAL_INV)
		return IBV_WC_LOCAL_INV;
	return -1;
}

/** Types of completions. */
static inline uint32_t inverbs_iba_wc_type_of_verbs(uint32_t value)
{
	if (value <= IBV_WC_BIND_MW)
		return value;
	if (value >= IBV_WC_RECV && value <= IBV_WC_RECV_RDMA_WITH_IMM)
		return value;
	if (value == IBV_WC_LOCAL_INV)
		return IB_WC_LOCAL_INV;
	return IB_WC_UNKNOWN2;
}

/** How work requests ended. */
static inline int inverbs_iba_wc_status_to_verbs(uint32_t value)
{
	switch (value) {
	case IB_WCS_SUCCESS:
		return IBV_WC_SUCCESS;
	case IB_WCS_LOCAL_LEN_ERR:
		return IBV_WC_LOC_LEN_ERR;
	case IB_WCS_LOCAL_OP_ERR:
		return IBV_WC_LOC_QP_OP_ERR;
	case IB_WCS_LOCAL_PROTECTION_ERR:
		return IBV_WC_LOC_PROT_ERR;
	case IB_WCS_WR_FLUSHED_ERR:
		return IBV_WC_WR_FLUSH_ERR;
	case IB_WCS_MEM_WINDOW_BIND_ERR:
		return IBV_WC_MW_BIND_ERR;
	case IB_WCS_REM_ACCESS_ERR:
		return IBV_WC_REM_ACCESS_ERR;
	case IB_WCS_REM_OP_ERR:
		return IBV_WC_REM_OP_ERR;
	case IB_WCS_RNR_RETRY_ERR:
		return IBV_WC_RNR_RETRY_EXC_ERR;
	case IB_WCS_TIMEOUT_RETRY_ERR:
		return IBV_WC_RETRY_EXC_ERR;
	case IB_WCS_REM_INVALID_REQ_ERR:
		return IBV_WC_REM_INV_REQ_ERR;
	case IB_WCS_BAD_RESP_ERR:
		return IBV_WC_BAD_RESP_ERR;
	case IB_WCS_LOCAL_ACCESS_ERR:
		return IBV_WC_LOC_ACCESS_ERR;
	case IB_WCS_GENERAL_ERR:
		return IBV_WC_GENERAL_ERR;
	case IB_WCS_REM_ABORT_ERR:
		return IBV_WC_REM_ABORT_ERR;
	default:
		return -1;
	}
}

/** How work requests ended. */
static inline uint32_t inverbs_iba_wc_status_of_verbs(uint32_t value)
{
	switch (value) {
	case IBV_WC_SUCCESS:
		return IB_WCS_SUCCESS;
	case IBV_WC_LOC_LEN_ERR:
		return IB_WCS_LOCAL_LEN_ERR;
	case IBV_WC_LOC_QP_OP_ERR:
		return IB_WCS_LOCAL_OP_ERR;
	case IBV_WC_LOC_PROT_ERR:
		return IB_WCS_LOCAL_PROTECTION_ERR;
	case IBV_WC_WR_FLUSH_ERR:
		return IB_WCS_WR_FLUSHED_ERR;
	case IBV_WC_MW_BIND_ERR:
		return IB_WCS_MEM_WINDOW_BIND_ERR;
	case IBV_WC_REM_ACCESS_ERR:
		return IB_WCS_REM_ACCESS_ERR;
	case IBV_WC_REM_OP_ERR:
		return IB_WCS_REM_OP_ERR;
	case IBV_WC_RNR_RETRY_EXC_ERR:
		return IB_WCS_RNR_RETRY_ERR;
	case IBV_WC_RETRY_EXC_ERR:
		return IB_WCS_TIMEOUT_RETRY_ERR;
	case IBV_WC_REM_INV_REQ_ERR:
		return IB_WCS_REM_INVALID_REQ_ERR;
	case IBV_WC_BAD_RESP_ERR:
		return IB_WCS_BAD_RESP_ERR;
	case IBV_WC_LOC_ACCESS_ERR:
		return IB_WCS_LOCAL_ACCESS_ERR;
	case IBV_WC_GENERAL_ERR:
		return IB_WCS_GENERAL_ERR;
	case IBV_WC_REM_ABORT_ERR:
		return IB_WCS_REM_ABORT_ERR;
	default:
		return IB_WCS_GENERAL_ERR;
	}
}

#endif
