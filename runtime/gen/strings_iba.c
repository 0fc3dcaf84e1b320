/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Names of enumerators and the tables of static rates. Unknown values give the documented result.
 */
#include <iba/ib_al.h>

const char *ib_get_async_event_str(ib_async_event_t event)
{
	switch (event) {
	case IB_AE_SQ_ERROR:
		return "IB_AE_SQ_ERROR";
	case IB_AE_SQ_DRAINED:
		return "IB_AE_SQ_DRAINED";
	case IB_AE_RQ_ERROR:
		return "IB_AE_RQ_ERROR";
	case IB_AE_CQ_ERROR:
		return "IB_AE_CQ_ERROR";
	case IB_AE_QP_FATAL:
		return "IB_AE_QP_FATAL";
	case IB_AE_QP_COMM:
		return "IB_AE_QP_COMM";
	case IB_AE_QP_APM:
		return "IB_AE_QP_APM";
	case IB_AE_LOCAL_FATAL:
		return "IB_AE_LOCAL_FATAL";
	case IB_AE_PKEY_TRAP:
		return "IB_AE_PKEY_TRAP";
	case IB_AE_QKEY_TRAP:
		return "IB_AE_QKEY_TRAP";
	case IB_AE_MKEY_TRAP:
		return "IB_AE_MKEY_TRAP";
	case IB_AE_PORT_TRAP:
		return "IB_AE_PORT_TRAP";
	case IB_AE_SYSIMG_GUID_TRAP:
		return "IB_AE_SYSIMG_GUID_TRAP";
	case IB_AE_BUF_OVERRUN:
		return "IB_AE_BUF_OVERRUN";
	case IB_AE_LINK_INTEGRITY:
		return "IB_AE_LINK_INTEGRITY";
	case IB_AE_FLOW_CTRL_ERROR:
		return "IB_AE_FLOW_CTRL_ERROR";
	case IB_AE_BKEY_TRAP:
		return "IB_AE_BKEY_TRAP";
	case IB_AE_QP_APM_ERROR:
		return "IB_AE_QP_APM_ERROR";
	case IB_AE_WQ_REQ_ERROR:
		return "IB_AE_WQ_REQ_ERROR";
	case IB_AE_WQ_ACCESS_ERROR:
		return "IB_AE_WQ_ACCESS_ERROR";
	case IB_AE_PORT_ACTIVE:
		return "IB_AE_PORT_ACTIVE";
	case IB_AE_PORT_DOWN:
		return "IB_AE_PORT_DOWN";
	case IB_AE_CLIENT_REREGISTER:
		return "IB_AE_CLIENT_REREGISTER";
	case IB_AE_SRQ_LIMIT_REACHED:
		return "IB_AE_SRQ_LIMIT_REACHED";
	case IB_AE_SRQ_CATAS_ERROR:
		return "IB_AE_SRQ_CATAS_ERROR";
	case IB_AE_SRQ_QP_LAST_WQE_REACHED:
		return "IB_AE_SRQ_QP_LAST_WQE_REACHED";
	case IB_AE_RESET_DRIVER:
		return "IB_AE_RESET_DRIVER";
	case IB_AE_RESET_CLIENT:
		return "IB_AE_RESET_CLIENT";
	case IB_AE_RESET_END:
		return "IB_AE_RESET_END";
	case IB_AE_RESET_FAILED:
		return "IB_AE_RESET_FAILED";
	case IB_AE_LID_CHANGE:
		return "IB_AE_LID_CHANGE";
	case IB_AE_PKEY_CHANGE:
		return "IB_AE_PKEY_CHANGE";
	case IB_AE_SM_CHANGE:
		return "IB_AE_SM_CHANGE";
	case IB_AE_GID_CHANGE:
		return "IB_AE_GID_CHANGE";
	case IB_AE_RESET_4_RMV:
		return "IB_AE_RESET_4_RMV";
	case IB_AE_CQ_OVERFLOW:
		return "IB_AE_CQ_OVERFLOW";
	case IB_AE_UNKNOWN:
		return "IB_AE_UNKNOWN";
	default:
		return "unknown";
	}
}

const char *ib_get_qp_type_str(uint8_t qp_type)
{
	switch (qp_type) {
	case IB_QPT_RELIABLE_CONN:
		return "IB_QPT_RELIABLE_CONN";
	case IB_QPT_UNRELIABLE_CONN:
		return "IB_QPT_UNRELIABLE_CONN";
	case IB_QPT_RELIABLE_DGRM:
		return "IB_QPT_RELIABLE_DGRM";
	case IB_QPT_UNRELIABLE_DGRM:
		return "IB_QPT_UNRELIABLE_DGRM";
	case IB_QPT_QP0:
		return "IB_QPT_QP0";
	case IB_QPT_QP1:
		return "IB_QPT_QP1";
	case IB_QPT_RAW_IPV6:
		return "IB_QPT_RAW_IPV6";
	case IB_QPT_RAW_ETHER:
		return "IB_QPT_RAW_ETHER";
	case IB_QPT_MAD:
		return "IB_QPT_MAD";
	case IB_QPT_QP0_ALIAS:
		return "IB_QPT_QP0_ALIAS";
	case IB_QPT_QP1_ALIAS:
		return "IB_QPT_QP1_ALIAS";
	case IB_QPT_UNKNOWN:
		return "IB_QPT_UNKNOWN";
	default:
		return "unknown";
	}
}

const char *ib_get_err_str(ib_api_status_t status)
{
	switch (status) {
	case IB_SUCCESS:
		return "IB_SUCCESS";
	case IB_INSUFFICIENT_RESOURCES:
		return "IB_INSUFFICIENT_RESOURCES";
	case IB_INSUFFICIENT_MEMORY:
		return "IB_INSUFFICIENT_MEMORY";
	case IB_INVALID_PARAMETER:
		return "IB_INVALID_PARAMETER";
	case IB_INVALID_SETTING:
		return "IB_INVALID_SETTING";
	case IB_NOT_FOUND:
		return "IB_NOT_FOUND";
	case IB_TIMEOUT:
		return "IB_TIMEOUT";
	case IB_CANCELED:
		return "IB_CANCELED";
	case IB_INTERRUPTED:
		return "IB_INTERRUPTED";
	case IB_INVALID_PERMISSION:
		return "IB_INVALID_PERMISSION";
	case IB_UNSUPPORTED:
		return "IB_UNSUPPORTED";
	case IB_OVERFLOW:
		return "IB_OVERFLOW";
	case IB_MAX_MCAST_QPS_REACHED:
		return "IB_MAX_MCAST_QPS_REACHED";
	case IB_INVALID_QP_STATE:
		return "IB_INVALID_QP_STATE";
	case IB_INVALID_APM_STATE:
		return "IB_INVALID_APM_STATE";
	case IB_INVALID_PORT_STATE:
		return "IB_INVALID_PORT_STATE";
	case IB_INVALID_STATE:
		return "IB_INVALID_STATE";
	case IB_RESOURCE_BUSY:
		return "IB_RESOURCE_BUSY";
	case IB_INVALID_PKEY:
		return "IB_INVALID_PKEY";
	case IB_INVALID_LKEY:
		return "IB_INVALID_LKEY";
	case IB_INVALID_RKEY:
		return "IB_INVALID_RKEY";
	case IB_INVALID_MAX_WRS:
		return "IB_INVALID_MAX_WRS";
	case IB_INVALID_MAX_SGE:
		return "IB_INVALID_MAX_SGE";
	case IB_INVALID_CQ_SIZE:
		return "IB_INVALID_CQ_SIZE";
	case IB_INVALID_SRQ_SIZE:
		return "IB_INVALID_SRQ_SIZE";
	case IB_INVALID_SERVICE_TYPE:
		return "IB_INVALID_SERVICE_TYPE";
	case IB_INVALID_GID:
		return "IB_INVALID_GID";
	case IB_INVALID_LID:
		return "IB_INVALID_LID";
	case IB_INVALID_GUID:
		return "IB_INVALID_GUID";
	case IB_INVALID_GUID_MASK:
		return "IB_INVALID_GUID_MASK";
	case IB_INVALID_CA_HANDLE:
		return "IB_INVALID_CA_HANDLE";
	case IB_INVALID_AV_HANDLE:
		return "IB_INVALID_AV_HANDLE";
	case IB_INVALID_CQ_HANDLE:
		return "IB_INVALID_CQ_HANDLE";
	case IB_INVALID_QP_HANDLE:
		return "IB_INVALID_QP_HANDLE";
	case IB_INVALID_SRQ_HANDLE:
		return "IB_INVALID_SRQ_HANDLE";
	case IB_INVALID_PD_HANDLE:
		return "IB_INVALID_PD_HANDLE";
	case IB_INVALID_MR_HANDLE:
		return "IB_INVALID_MR_HANDLE";
	case IB_INVALID_FMR_HANDLE:
		return "IB_INVALID_FMR_HANDLE";
	case IB_INVALID_MW_HANDLE:
		return "IB_INVALID_MW_HANDLE";
	case IB_INVALID_MCAST_HANDLE:
		return "IB_INVALID_MCAST_HANDLE";
	case IB_INVALID_CALLBACK:
		return "IB_INVALID_CALLBACK";
	case IB_INVALID_AL_HANDLE:
		return "IB_INVALID_AL_HANDLE";
	case IB_INVALID_HANDLE:
		return "IB_INVALID_HANDLE";
	case IB_ERROR:
		return "IB_ERROR";
	case IB_REMOTE_ERROR:
		return "IB_REMOTE_ERROR";
	case IB_VERBS_PROCESSING_DONE:
		return "IB_VERBS_PROCESSING_DONE";
	case IB_INVALID_WR_TYPE:
		return "IB_INVALID_WR_TYPE";
	case IB_QP_IN_TIMEWAIT:
		return "IB_QP_IN_TIMEWAIT";
	case IB_EE_IN_TIMEWAIT:
		return "IB_EE_IN_TIMEWAIT";
	case IB_INVALID_PORT:
		return "IB_INVALID_PORT";
	case IB_NOT_DONE:
		return "IB_NOT_DONE";
	case IB_INVALID_INDEX:
		return "IB_INVALID_INDEX";
	case IB_NO_MATCH:
		return "IB_NO_MATCH";
	case IB_PENDING:
		return "IB_PENDING";
	case IB_UNKNOWN_ERROR:
		return "IB_UNKNOWN_ERROR";
	default:
		return "unknown";
	}
}

const char *ib_get_wr_type_str(uint8_t wr_type)
{
	switch (wr_type) {
	case WR_SEND:
		return "WR_SEND";
	case WR_RDMA_WRITE:
		return "WR_RDMA_WRITE";
	case WR_RDMA_READ:
		return "WR_RDMA_READ";
	case WR_COMPARE_SWAP:
		return "WR_COMPARE_SWAP";
	case WR_FETCH_ADD:
		return "WR_FETCH_ADD";
	case WR_LSO:
		return "WR_LSO";
	case WR_NOP:
		return "WR_NOP";
	case WR_LOCAL_INV:
		return "WR_LOCAL_INV";
	case WR_FAST_REG_MR:
		return "WR_FAST_REG_MR";
	case WR_UNKNOWN:
		return "WR_UNKNOWN";
	default:
		return "unknown";
	}
}

const char *ib_get_wc_status_str(ib_wc_status_t wc_status)
{
	switch (wc_status) {
	case IB_WCS_SUCCESS:
		return "IB_WCS_SUCCESS";
	case IB_WCS_LOCAL_LEN_ERR:
		return "IB_WCS_LOCAL_LEN_ERR";
	case IB_WCS_LOCAL_OP_ERR:
		return "IB_WCS_LOCAL_OP_ERR";
	case IB_WCS_LOCAL_PROTECTION_ERR:
		return "IB_WCS_LOCAL_PROTECTION_ERR";
	case IB_WCS_WR_FLUSHED_ERR:
		return "IB_WCS_WR_FLUSHED_ERR";
	case IB_WCS_MEM_WINDOW_BIND_ERR:
		return "IB_WCS_MEM_WINDOW_BIND_ERR";
	case IB_WCS_REM_ACCESS_ERR:
		return "IB_WCS_REM_ACCESS_ERR";
	case IB_WCS_REM_OP_ERR:
		return "IB_WCS_REM_OP_ERR";
	case IB_WCS_RNR_RETRY_ERR:
		return "IB_WCS_RNR_RETRY_ERR";
	case IB_WCS_TIMEOUT_RETRY_ERR:
		return "IB_WCS_TIMEOUT_RETRY_ERR";
	case IB_WCS_REM_INVALID_REQ_ERR:
		return "IB_WCS_REM_INVALID_REQ_ERR";
	case IB_WCS_BAD_RESP_ERR:
		return "IB_WCS_BAD_RESP_ERR";
	case IB_WCS_LOCAL_ACCESS_ERR:
		return "IB_WCS_LOCAL_ACCESS_ERR";
	case IB_WCS_GENERAL_ERR:
		return "IB_WCS_GENERAL_ERR";
	case IB_WCS_UNMATCHED_RESPONSE:
		return "IB_WCS_UNMATCHED_RESPONSE";
	case IB_WCS_CANCELED:
		return "IB_WCS_CANCELED";
	case IB_WCS_REM_ABORT_ERR:
		return "IB_WCS_REM_ABORT_ERR";
	case IB_WCS_UNKNOWN:
		return "IB_WCS_UNKNOWN";
	default:
		return "unknown";
	}
}

const char *ib_get_wc_type_str(ib_wc_type_t wc_type)
{
	switch (wc_type) {
	case IB_WC_SEND:
		return "IB_WC_SEND";
	case IB_WC_RDMA_WRITE:
		return "IB_WC_RDMA_WRITE";
	case IB_WC_RDMA_READ:
		return "IB_WC_RDMA_READ";
	case IB_WC_COMPARE_SWAP:
		return "IB_WC_COMPARE_SWAP";
	case IB_WC_FETCH_ADD:
		return "IB_WC_FETCH_ADD";
	case IB_WC_MW_BIND:
		return "IB_WC_MW_BIND";
	case IB_WC_NOP:
		return "IB_WC_NOP";
	case IB_WC_UNKNOWN1:
		return "IB_WC_UNKNOWN1";
	case IB_WC_RECV:
		return "IB_WC_RECV";
	case IB_WC_RECV_RDMA_WRITE:
		return "IB_WC_RECV_RDMA_WRITE";
	case IB_WC_LSO:
		return "IB_WC_LSO";
	case IB_WC_LOCAL_INV:
		return "IB_WC_LOCAL_INV";
	case IB_WC_FAST_REG_MR:
		return "IB_WC_FAST_REG_MR";
	case IB_WC_UNKNOWN2:
		return "IB_WC_UNKNOWN2";
	default:
		return "unknown";
	}
}
