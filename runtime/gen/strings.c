/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Names of enumerators and the tables of static rates. Unknown values give the documented result.
 */
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

const char *rdma_event_str(enum rdma_cm_event_type event)
{
	switch (event) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
		return "RDMA_CM_EVENT_ADDR_RESOLVED";
	case RDMA_CM_EVENT_ADDR_ERROR:
		return "RDMA_CM_EVENT_ADDR_ERROR";
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		return "RDMA_CM_EVENT_ROUTE_RESOLVED";
	case RDMA_CM_EVENT_ROUTE_ERROR:
		return "RDMA_CM_EVENT_ROUTE_ERROR";
	case RDMA_CM_EVENT_CONNECT_REQUEST:
		return "RDMA_CM_EVENT_CONNECT_REQUEST";
	case RDMA_CM_EVENT_CONNECT_RESPONSE:
		return "RDMA_CM_EVENT_CONNECT_RESPONSE";
	case RDMA_CM_EVENT_CONNECT_ERROR:
		return "RDMA_CM_EVENT_CONNECT_ERROR";
	case RDMA_CM_EVENT_UNREACHABLE:
		return "RDMA_CM_EVENT_UNREACHABLE";
	case RDMA_CM_EVENT_REJECTED:
		return "RDMA_CM_EVENT_REJECTED";
	case RDMA_CM_EVENT_ESTABLISHED:
		return "RDMA_CM_EVENT_ESTABLISHED";
	case RDMA_CM_EVENT_DISCONNECTED:
		return "RDMA_CM_EVENT_DISCONNECTED";
	case RDMA_CM_EVENT_DEVICE_REMOVAL:
		return "RDMA_CM_EVENT_DEVICE_REMOVAL";
	case RDMA_CM_EVENT_MULTICAST_JOIN:
		return "RDMA_CM_EVENT_MULTICAST_JOIN";
	case RDMA_CM_EVENT_MULTICAST_ERROR:
		return "RDMA_CM_EVENT_MULTICAST_ERROR";
	case RDMA_CM_EVENT_ADDR_CHANGE:
		return "RDMA_CM_EVENT_ADDR_CHANGE";
	case RDMA_CM_EVENT_TIMEWAIT_EXIT:
		return "RDMA_CM_EVENT_TIMEWAIT_EXIT";
	default:
		return "UNKNOWN EVENT";
	}
}

const char *ibv_wc_status_str(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_SUCCESS:
		return "success";
	case IBV_WC_LOC_LEN_ERR:
		return "local length error";
	case IBV_WC_LOC_QP_OP_ERR:
		return "local queue pair operation error";
	case IBV_WC_LOC_EEC_OP_ERR:
		return "local end-to-end context operation error";
	case IBV_WC_LOC_PROT_ERR:
		return "local protection error";
	case IBV_WC_WR_FLUSH_ERR:
		return "work request flushed";
	case IBV_WC_MW_BIND_ERR:
		return "memory window bind error";
	case IBV_WC_BAD_RESP_ERR:
		return "bad response from the peer";
	case IBV_WC_LOC_ACCESS_ERR:
		return "local access error";
	case IBV_WC_REM_INV_REQ_ERR:
		return "peer found the request invalid";
	case IBV_WC_REM_ACCESS_ERR:
		return "peer refused access to its memory";
	case IBV_WC_REM_OP_ERR:
		return "peer could not carry out the operation";
	case IBV_WC_RETRY_EXC_ERR:
		return "no response from the peer, retries used up";
	case IBV_WC_RNR_RETRY_EXC_ERR:
		return "peer had no receive posted, retries used up";
	case IBV_WC_LOC_RDD_VIOL_ERR:
		return "local reliable datagram domain violation";
	case IBV_WC_REM_INV_RD_REQ_ERR:
		return "peer found the reliable datagram request invalid";
	case IBV_WC_REM_ABORT_ERR:
		return "peer aborted the operation";
	case IBV_WC_INV_EECN_ERR:
		return "invalid end-to-end context number";
	case IBV_WC_INV_EEC_STATE_ERR:
		return "invalid end-to-end context state";
	case IBV_WC_FATAL_ERR:
		return "fatal error";
	case IBV_WC_RESP_TIMEOUT_ERR:
		return "response timed out";
	case IBV_WC_GENERAL_ERR:
		return "general error";
	case IBV_WC_TM_ERR:
		return "tag matching error";
	case IBV_WC_TM_RNDV_INCOMPLETE:
		return "tag matching rendezvous incomplete";
	default:
		return "unknown";
	}
}

const char *ibv_node_type_str(enum ibv_node_type node_type)
{
	switch (node_type) {
	case IBV_NODE_UNKNOWN:
		return "unknown";
	case IBV_NODE_CA:
		return "InfiniBand channel adapter";
	case IBV_NODE_SWITCH:
		return "InfiniBand switch";
	case IBV_NODE_ROUTER:
		return "InfiniBand router";
	case IBV_NODE_RNIC:
		return "iWARP network adapter";
	case IBV_NODE_USNIC:
		return "usNIC network adapter";
	case IBV_NODE_USNIC_UDP:
		return "usNIC network adapter (UDP)";
	case IBV_NODE_UNSPECIFIED:
		return "unspecified";
	default:
		return "unknown";
	}
}

const char *ibv_event_type_str(enum ibv_event_type event)
{
	switch (event) {
	case IBV_EVENT_CQ_ERR:
		return "completion queue error";
	case IBV_EVENT_QP_FATAL:
		return "queue pair error";
	case IBV_EVENT_QP_REQ_ERR:
		return "invalid request at a queue pair";
	case IBV_EVENT_QP_ACCESS_ERR:
		return "access violation at a queue pair";
	case IBV_EVENT_COMM_EST:
		return "connection established";
	case IBV_EVENT_SQ_DRAINED:
		return "send queue drained";
	case IBV_EVENT_PATH_MIG:
		return "path migrated";
	case IBV_EVENT_PATH_MIG_ERR:
		return "path migration failed";
	case IBV_EVENT_DEVICE_FATAL:
		return "device failed";
	case IBV_EVENT_PORT_ACTIVE:
		return "port active";
	case IBV_EVENT_PORT_ERR:
		return "port down";
	case IBV_EVENT_LID_CHANGE:
		return "LID changed";
	case IBV_EVENT_PKEY_CHANGE:
		return "P_Key table changed";
	case IBV_EVENT_SM_CHANGE:
		return "subnet manager changed";
	case IBV_EVENT_SRQ_ERR:
		return "shared receive queue error";
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		return "shared receive queue below its limit";
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		return "last receive of a queue pair consumed";
	case IBV_EVENT_CLIENT_REREGISTER:
		return "subnet manager asks for new registration";
	case IBV_EVENT_GID_CHANGE:
		return "GID table changed";
	case IBV_EVENT_WQ_FATAL:
		return "work queue error";
	case IBV_EVENT_DEVICE_SPEED_CHANGE:
		return "port speed changed";
	default:
		return "unknown";
	}
}

const char *ibv_port_state_str(enum ibv_port_state port_state)
{
	switch (port_state) {
	case IBV_PORT_NOP:
		return "no change";
	case IBV_PORT_DOWN:
		return "down";
	case IBV_PORT_INIT:
		return "initializing";
	case IBV_PORT_ARMED:
		return "armed";
	case IBV_PORT_ACTIVE:
		return "active";
	case IBV_PORT_ACTIVE_DEFER:
		return "active, deferred";
	default:
		return "unknown";
	}
}

const char *ibv_wr_opcode_str(enum ibv_wr_opcode opcode)
{
	switch (opcode) {
	case IBV_WR_RDMA_WRITE:
		return "RDMA write";
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		return "RDMA write with immediate";
	case IBV_WR_SEND:
		return "send";
	case IBV_WR_SEND_WITH_IMM:
		return "send with immediate";
	case IBV_WR_RDMA_READ:
		return "RDMA read";
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		return "atomic compare and swap";
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		return "atomic fetch and add";
	case IBV_WR_LOCAL_INV:
		return "local invalidate";
	case IBV_WR_BIND_MW:
		return "bind memory window";
	case IBV_WR_SEND_WITH_INV:
		return "send with invalidate";
	case IBV_WR_TSO:
		return "segmented send";
	case IBV_WR_DRIVER1:
		return "driver operation";
	case IBV_WR_ATOMIC_WRITE:
		return "atomic write";
	default:
		return "unknown";
	}
}

int ibv_rate_to_mult(enum ibv_rate rate)
{
	switch (rate) {
	case IBV_RATE_2_5_GBPS:
		return 1;
	case IBV_RATE_5_GBPS:
		return 2;
	case IBV_RATE_10_GBPS:
		return 4;
	case IBV_RATE_20_GBPS:
		return 8;
	case IBV_RATE_30_GBPS:
		return 12;
	case IBV_RATE_40_GBPS:
		return 16;
	case IBV_RATE_60_GBPS:
		return 24;
	case IBV_RATE_80_GBPS:
		return 32;
	case IBV_RATE_120_GBPS:
		return 48;
	case IBV_RATE_28_GBPS:
		return 11;
	case IBV_RATE_50_GBPS:
		return 20;
	case IBV_RATE_400_GBPS:
		return 160;
	case IBV_RATE_600_GBPS:
		return 240;
	case IBV_RATE_800_GBPS:
		return 320;
	case IBV_RATE_1200_GBPS:
		return 480;
	default:
		return -1;
	}
}

enum ibv_rate mult_to_ibv_rate(int mult)
{
	switch (mult) {
	case 1:
		return IBV_RATE_2_5_GBPS;
	case 2:
		return IBV_RATE_5_GBPS;
	case 4:
		return IBV_RATE_10_GBPS;
	case 8:
		return IBV_RATE_20_GBPS;
	case 12:
		return IBV_RATE_30_GBPS;
	case 16:
		return IBV_RATE_40_GBPS;
	case 24:
		return IBV_RATE_60_GBPS;
	case 32:
		return IBV_RATE_80_GBPS;
	case 48:
		return IBV_RATE_120_GBPS;
	case 11:
		return IBV_RATE_28_GBPS;
	case 20:
		return IBV_RATE_50_GBPS;
	case 160:
		return IBV_RATE_400_GBPS;
	case 240:
		return IBV_RATE_600_GBPS;
	case 320:
		return IBV_RATE_800_GBPS;
	case 480:
		return IBV_RATE_1200_GBPS;
	default:
		return IBV_RATE_MAX;
	}
}

int ibv_rate_to_mbps(enum ibv_rate rate)
{
	switch (rate) {
	case IBV_RATE_2_5_GBPS:
		return 2500;
	case IBV_RATE_5_GBPS:
		return 5000;
	case IBV_RATE_10_GBPS:
		return 10000;
	case IBV_RATE_20_GBPS:
		return 20000;
	case IBV_RATE_30_GBPS:
		return 30000;
	case IBV_RATE_40_GBPS:
		return 40000;
	case IBV_RATE_60_GBPS:
		return 60000;
	case IBV_RATE_80_GBPS:
		return 80000;
	case IBV_RATE_120_GBPS:
		return 120000;
	case IBV_RATE_14_GBPS:
		return 14062;
	case IBV_RATE_56_GBPS:
		return 56250;
	case IBV_RATE_112_GBPS:
		return 112500;
	case IBV_RATE_168_GBPS:
		return 168750;
	case IBV_RATE_25_GBPS:
		return 25781;
	case IBV_RATE_100_GBPS:
		return 103125;
	case IBV_RATE_200_GBPS:
		return 206250;
	case IBV_RATE_300_GBPS:
		return 309375;
	case IBV_RATE_28_GBPS:
		return 28125;
	case IBV_RATE_50_GBPS:
		return 53125;
	case IBV_RATE_400_GBPS:
		return 425000;
	case IBV_RATE_600_GBPS:
		return 637500;
	case IBV_RATE_800_GBPS:
		return 850000;
	case IBV_RATE_1200_GBPS:
		return 1275000;
	default:
		return -1;
	}
}

enum ibv_rate mbps_to_ibv_rate(int mbps)
{
	switch (mbps) {
	case 2500:
		return IBV_RATE_2_5_GBPS;
	case 5000:
		return IBV_RATE_5_GBPS;
	case 10000:
		return IBV_RATE_10_GBPS;
	case 20000:
		return IBV_RATE_20_GBPS;
	case 30000:
		return IBV_RATE_30_GBPS;
	case 40000:
		return IBV_RATE_40_GBPS;
	case 60000:
		return IBV_RATE_60_GBPS;
	case 80000:
		return IBV_RATE_80_GBPS;
	case 120000:
		return IBV_RATE_120_GBPS;
	case 14062:
		return IBV_RATE_14_GBPS;
	case 56250:
		return IBV_RATE_56_GBPS;
	case 112500:
		return IBV_RATE_112_GBPS;
	case 168750:
		return IBV_RATE_168_GBPS;
	case 25781:
		return IBV_RATE_25_GBPS;
	case 103125:
		return IBV_RATE_100_GBPS;
	case 206250:
		return IBV_RATE_200_GBPS;
	case 309375:
		return IBV_RATE_300_GBPS;
	case 28125:
		return IBV_RATE_28_GBPS;
	case 53125:
		return IBV_RATE_50_GBPS;
	case 425000:
		return IBV_RATE_400_GBPS;
	case 637500:
		return IBV_RATE_600_GBPS;
	case 850000:
		return IBV_RATE_800_GBPS;
	case 1275000:
		return IBV_RATE_1200_GBPS;
	default:
		return IBV_RATE_MAX;
	}
}
