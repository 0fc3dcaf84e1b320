/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of enumerators, and possible causes of failures, for explanations. */
#include <inverbs/explain.h>
#include <stddef.h>

const char *inverbs_wc_status_name(enum ibv_wc_status value)
{
	switch (value) {
	case IBV_WC_SUCCESS:
		return "IBV_WC_SUCCESS";
	case IBV_WC_LOC_LEN_ERR:
		return "IBV_WC_LOC_LEN_ERR";
	case IBV_WC_LOC_QP_OP_ERR:
		return "IBV_WC_LOC_QP_OP_ERR";
	case IBV_WC_LOC_EEC_OP_ERR:
		return "IBV_WC_LOC_EEC_OP_ERR";
	case IBV_WC_LOC_PROT_ERR:
		return "IBV_WC_LOC_PROT_ERR";
	case IBV_WC_WR_FLUSH_ERR:
		return "IBV_WC_WR_FLUSH_ERR";
	case IBV_WC_MW_BIND_ERR:
		return "IBV_WC_MW_BIND_ERR";
	case IBV_WC_BAD_RESP_ERR:
		return "IBV_WC_BAD_RESP_ERR";
	case IBV_WC_LOC_ACCESS_ERR:
		return "IBV_WC_LOC_ACCESS_ERR";
	case IBV_WC_REM_INV_REQ_ERR:
		return "IBV_WC_REM_INV_REQ_ERR";
	case IBV_WC_REM_ACCESS_ERR:
		return "IBV_WC_REM_ACCESS_ERR";
	case IBV_WC_REM_OP_ERR:
		return "IBV_WC_REM_OP_ERR";
	case IBV_WC_RETRY_EXC_ERR:
		return "IBV_WC_RETRY_EXC_ERR";
	case IBV_WC_RNR_RETRY_EXC_ERR:
		return "IBV_WC_RNR_RETRY_EXC_ERR";
	case IBV_WC_LOC_RDD_VIOL_ERR:
		return "IBV_WC_LOC_RDD_VIOL_ERR";
	case IBV_WC_REM_INV_RD_REQ_ERR:
		return "IBV_WC_REM_INV_RD_REQ_ERR";
	case IBV_WC_REM_ABORT_ERR:
		return "IBV_WC_REM_ABORT_ERR";
	case IBV_WC_INV_EECN_ERR:
		return "IBV_WC_INV_EECN_ERR";
	case IBV_WC_INV_EEC_STATE_ERR:
		return "IBV_WC_INV_EEC_STATE_ERR";
	case IBV_WC_FATAL_ERR:
		return "IBV_WC_FATAL_ERR";
	case IBV_WC_RESP_TIMEOUT_ERR:
		return "IBV_WC_RESP_TIMEOUT_ERR";
	case IBV_WC_GENERAL_ERR:
		return "IBV_WC_GENERAL_ERR";
	case IBV_WC_TM_ERR:
		return "IBV_WC_TM_ERR";
	case IBV_WC_TM_RNDV_INCOMPLETE:
		return "IBV_WC_TM_RNDV_INCOMPLETE";
	default:
		return NULL;
	}
}

const char *inverbs_qp_type_name(enum ibv_qp_type value)
{
	switch (value) {
	case IBV_QPT_RC:
		return "IBV_QPT_RC";
	case IBV_QPT_UC:
		return "IBV_QPT_UC";
	case IBV_QPT_UD:
		return "IBV_QPT_UD";
	case IBV_QPT_RAW_PACKET:
		return "IBV_QPT_RAW_PACKET";
	case IBV_QPT_XRC_SEND:
		return "IBV_QPT_XRC_SEND";
	case IBV_QPT_XRC_RECV:
		return "IBV_QPT_XRC_RECV";
	case IBV_QPT_DRIVER:
		return "IBV_QPT_DRIVER";
	case IBV_QPT_XRC:
		return "IBV_QPT_XRC";
	default:
		return NULL;
	}
}

const char *inverbs_qp_state_name(enum ibv_qp_state value)
{
	switch (value) {
	case IBV_QPS_RESET:
		return "IBV_QPS_RESET";
	case IBV_QPS_INIT:
		return "IBV_QPS_INIT";
	case IBV_QPS_RTR:
		return "IBV_QPS_RTR";
	case IBV_QPS_RTS:
		return "IBV_QPS_RTS";
	case IBV_QPS_SQD:
		return "IBV_QPS_SQD";
	case IBV_QPS_SQE:
		return "IBV_QPS_SQE";
	case IBV_QPS_ERR:
		return "IBV_QPS_ERR";
	case IBV_QPS_UNKNOWN:
		return "IBV_QPS_UNKNOWN";
	default:
		return NULL;
	}
}

static const struct inverbs_cause causes_ibv_wc_loc_len_err[] = {
	{INVERBS_LOCAL, INVERBS_OF_RECEIVE, "The message is longer than the buffers of its receive",
	 "the lengths in the sg_list of the receive; the peer's longest message; 40 bytes more for "
	 "datagrams"},
	{INVERBS_LOCAL, INVERBS_OF_SEND,
	 "The message is longer than the port or the queue pair can carry",
	 "max_msg_sz of ibv_query_port(); for datagrams active_mtu"},
	{INVERBS_LOCAL, INVERBS_OF_SEND, "An atomic operation whose SGE is not of 8 bytes",
	 "the length of its sg_list"},
};

static const struct inverbs_cause causes_ibv_wc_loc_qp_op_err[] = {
	{INVERBS_LOCAL, INVERBS_OF_SEND,
	 "This kind of queue pair cannot carry the opcode, or the WQE is malformed",
	 "qp_type and the opcode of the request"},
	{INVERBS_LOCAL, INVERBS_OF_SEND,
	 "A read or an atomic on a queue pair that may have none outstanding",
	 "max_rd_atomic given with IBV_QP_MAX_QP_RD_ATOMIC"},
	{INVERBS_LOCAL, INVERBS_OF_SEND, "An address handle of another protection domain or port",
	 "protection domain and port of the datagram's address handle"},
	{INVERBS_LOCAL, INVERBS_OF_RECEIVE, "The receive cannot be used by this queue pair",
	 "protection domains of the queue pair and of the shared receive queue"},
};

static const struct inverbs_cause causes_ibv_wc_loc_eec_op_err[] = {
	{INVERBS_ADAPTER, INVERBS_OF_ANY,
	 "A reliable datagram context refused the request; no current adapter has them",
	 "the driver and the firmware"},
};

static const struct inverbs_cause causes_ibv_wc_loc_prot_err[] = {
	{INVERBS_LOCAL, INVERBS_OF_ANY,
	 "The lkey of an SGE is wrong, or its region was deregistered",
	 "lkey in the WQE against mr->lkey; when ibv_dereg_mr() or ibv_rereg_mr() was called"},
	{INVERBS_LOCAL, INVERBS_OF_ANY, "An SGE extends beyond its region",
	 "address and length of each SGE against addr and length of the region"},
	{INVERBS_LOCAL, INVERBS_OF_ANY,
	 "Region and queue pair belong to different protection domains",
	 "mr->pd and qp->pd; for shared receives the one of the queue"},
	{INVERBS_LOCAL, INVERBS_OF_ANY,
	 "The region lacks IBV_ACCESS_LOCAL_WRITE although this request writes to it",
	 "the access flags of ibv_reg_mr(); receives, reads and atomics write"},
	{INVERBS_LOCAL, INVERBS_OF_ANY, "The memory was unmapped while it was registered",
	 "munmap(2) and free(3) of the buffer before the completion"},
};

static const struct inverbs_cause causes_ibv_wc_wr_flush_err[] = {
	{INVERBS_LOCAL, INVERBS_OF_ANY,
	 "An earlier request of this queue pair failed, and this one was not executed",
	 "the first completion of this queue pair whose status is another one, on either of its "
	 "completion queues"},
	{INVERBS_LOCAL, INVERBS_OF_ANY,
	 "The program moved the queue pair to IBV_QPS_ERR, or closes the connection",
	 "calls of ibv_modify_qp(); asynchronous events of the queue pair"},
	{INVERBS_REMOTE, INVERBS_OF_RECEIVE,
	 "The peer violated the protocol, so that this side ended the connection",
	 "IBV_EVENT_QP_REQ_ERR and IBV_EVENT_QP_ACCESS_ERR from ibv_get_async_event()"},
};

static const struct inverbs_cause causes_ibv_wc_mw_bind_err[] = {
	{INVERBS_LOCAL, INVERBS_OF_SEND,
	 "The region of the window lacks IBV_ACCESS_MW_BIND, or the window requests more rights "
	 "than the region has",
	 "access flags of ibv_reg_mr() and of the bind"},
	{INVERBS_LOCAL, INVERBS_OF_SEND,
	 "Window, region and queue pair do not share a protection domain",
	 "mw->pd, mr->pd, qp->pd"},
	{INVERBS_LOCAL, INVERBS_OF_SEND,
	 "The window reaches beyond its region, or is bound already (type 2)",
	 "addr and length of the bind; whether it was invalidated before"},
};

static const struct inverbs_cause causes_ibv_wc_bad_resp_err[] = {
	{INVERBS_REMOTE, INVERBS_OF_SEND,
	 "The response does not fit the request: another opcode, or data of the wrong length",
	 "whether both ends agree on the type of queue pair and use each queue pair number once"},
	{INVERBS_CONNECTION, INVERBS_OF_SEND,
	 "Two connections share a queue pair number, or a stale packet was taken for a response",
	 "starting packet numbers: sq_psn here is rq_psn there; destroyed queue pairs whose number "
	 "is in use again"},
};

static const struct inverbs_cause causes_ibv_wc_loc_access_err[] = {
	{INVERBS_REMOTE, INVERBS_OF_RECEIVE,
	 "A write with immediate data of the peer named memory that it may not access",
	 "rkey and address that this side advertised; IBV_ACCESS_REMOTE_WRITE of the region and of "
	 "the queue pair"},
	{INVERBS_LOCAL, INVERBS_OF_RECEIVE,
	 "The region was deregistered, or its window invalidated, while the peer still used it",
	 "the order of ibv_dereg_mr() and of the last message that names its key"},
};

static const struct inverbs_cause causes_ibv_wc_rem_inv_req_err[] = {
	{INVERBS_REMOTE, INVERBS_OF_SEND,
	 "The message is longer than the receive that the peer posted",
	 "lengths in the peer's receives against the bytes sent here"},
	{INVERBS_REMOTE, INVERBS_OF_SEND, "The peer's queue pair does not allow the operation",
	 "qp_access_flags of the peer; for reads and atomics also its max_dest_rd_atomic"},
	{INVERBS_LOCAL, INVERBS_OF_SEND, "An atomic on an address that is no multiple of 8",
	 "remote_addr of the request"},
	{INVERBS_CONNECTION, INVERBS_OF_SEND,
	 "More reads and atomics outstanding than the peer can keep",
	 "max_rd_atomic here against max_dest_rd_atomic there"},
};

static const struct inverbs_cause causes_ibv_wc_rem_access_err[] = {
	{INVERBS_LOCAL, INVERBS_OF_SEND, "The rkey or the remote address is wrong",
	 "rkey and remote_addr in the WQE against what the peer advertised; byte order of what was "
	 "exchanged"},
	{INVERBS_LOCAL, INVERBS_OF_SEND, "The request reaches beyond the peer's region",
	 "remote_addr plus all lengths against the region's end"},
	{INVERBS_REMOTE, INVERBS_OF_SEND,
	 "The region or the queue pair of the peer lacks the access flag",
	 "IBV_ACCESS_REMOTE_WRITE, _READ, _ATOMIC in ibv_reg_mr() and in qp_access_flags"},
	{INVERBS_REMOTE, INVERBS_OF_SEND,
	 "The peer deregistered the region, or its key was invalidated",
	 "when the peer called ibv_dereg_mr(); send with invalidate; unbound windows"},
	{INVERBS_REMOTE, INVERBS_OF_SEND,
	 "Region and queue pair of the peer belong to different protection domains",
	 "mr->pd and qp->pd of the peer"},
};

static const struct inverbs_cause causes_ibv_wc_rem_op_err[] = {
	{INVERBS_REMOTE, INVERBS_OF_SEND,
	 "The peer could not carry out the operation although it was allowed",
	 "completions and asynchronous events of the peer at that time"},
	{INVERBS_REMOTE, INVERBS_OF_SEND, "A receive of the peer names memory that it may not use",
	 "lkey, protection domain and access flags of the peer's receives; its LOC_PROT_ERR"},
};

static const struct inverbs_cause causes_ibv_wc_retry_exc_err[] = {
	{INVERBS_CONNECTION, INVERBS_OF_SEND,
	 "The path leads elsewhere: wrong LID, GID, GID index, service level or port",
	 "ah_attr of both ends; on Ethernet is_global and sgid_index; ibv_query_gid()"},
	{INVERBS_REMOTE, INVERBS_OF_SEND,
	 "The queue pair of the peer does not exist or is not yet ready to receive",
	 "dest_qp_num; whether the peer reached IBV_QPS_RTR before this side sent; whether its "
	 "process still runs"},
	{INVERBS_REMOTE, INVERBS_OF_SEND,
	 "The queue pair of the peer is in the error state, so that it does not respond",
	 "its own completions and asynchronous events: the cause may be there"},
	{INVERBS_CONNECTION, INVERBS_OF_SEND, "Packet numbers differ",
	 "sq_psn here against rq_psn there"},
	{INVERBS_CONNECTION, INVERBS_OF_SEND, "The link is down, or a switch drops packets",
	 "state of both ports; error counters; path_mtu against the ports and switches"},
	{INVERBS_LOCAL, INVERBS_OF_SEND, "The timeout is too short for this network",
	 "timeout (4.096 us * 2^timeout) and retry_cnt of ibv_modify_qp()"},
};

static const struct inverbs_cause causes_ibv_wc_rnr_retry_exc_err[] = {
	{INVERBS_REMOTE, INVERBS_OF_SEND, "The peer had no receive posted when the message came",
	 "whether it posts receives before the connection is up and again for each completion"},
	{INVERBS_LOCAL, INVERBS_OF_SEND, "rnr_retry is 0 or small",
	 "rnr_retry of ibv_modify_qp(): 7 means to retry without limit"},
	{INVERBS_REMOTE, INVERBS_OF_SEND, "The peer requests a retry too soon",
	 "min_rnr_timer of the peer"},
	{INVERBS_CONNECTION, INVERBS_OF_SEND,
	 "Sender and receiver disagree on how many messages may be outstanding",
	 "flow control of the program's protocol"},
};

static const struct inverbs_cause causes_ibv_wc_loc_rdd_viol_err[] = {
	{INVERBS_ADAPTER, INVERBS_OF_ANY,
	 "Reliable datagram domains differ; no current adapter has them",
	 "the driver and the firmware"},
};

static const struct inverbs_cause causes_ibv_wc_rem_inv_rd_req_err[] = {
	{INVERBS_ADAPTER, INVERBS_OF_ANY,
	 "The peer refused a reliable datagram; no current adapter has them",
	 "the driver and the firmware"},
};

static const struct inverbs_cause causes_ibv_wc_rem_abort_err[] = {
	{INVERBS_REMOTE, INVERBS_OF_SEND,
	 "The peer aborted the operation, for example because its queue pair was reset or "
	 "destroyed",
	 "the peer's actions at that time"},
};

static const struct inverbs_cause causes_ibv_wc_inv_eecn_err[] = {
	{INVERBS_ADAPTER, INVERBS_OF_ANY, "Reliable datagrams, which no current adapter has",
	 "the driver and the firmware"},
};

static const struct inverbs_cause causes_ibv_wc_inv_eec_state_err[] = {
	{INVERBS_ADAPTER, INVERBS_OF_ANY, "Reliable datagrams, which no current adapter has",
	 "the driver and the firmware"},
};

static const struct inverbs_cause causes_ibv_wc_fatal_err[] = {
	{INVERBS_ADAPTER, INVERBS_OF_ANY, "The adapter failed or is being reset",
	 "IBV_EVENT_DEVICE_FATAL; the kernel log"},
};

static const struct inverbs_cause causes_ibv_wc_resp_timeout_err[] = {
	{INVERBS_CONNECTION, INVERBS_OF_ANY, "A response took too long",
	 "load of the peer; timeout of ibv_modify_qp()"},
};

static const struct inverbs_cause causes_ibv_wc_general_err[] = {
	{INVERBS_ADAPTER, INVERBS_OF_ANY,
	 "The adapter reported an error for which there is no status",
	 "vendor_err in the vendor's documentation; the kernel log; firmware version"},
};

static const struct inverbs_cause causes_ibv_wc_tm_err[] = {
	{INVERBS_LOCAL, INVERBS_OF_ANY, "An operation on the tag list was refused",
	 "the handle and the counter of unexpected messages in ibv_post_srq_ops()"},
};

static const struct inverbs_cause causes_ibv_wc_tm_rndv_incomplete[] = {
	{INVERBS_REMOTE, INVERBS_OF_RECEIVE,
	 "The adapter could not finish a rendezvous, which is not a failure",
	 "the header in the receive: the program has to fetch the data itself"},
};

#define CAUSES(list) (*count = sizeof(list) / sizeof((list)[0]), (list))

const struct inverbs_cause *inverbs_wc_status_causes(enum ibv_wc_status value, size_t *count)
{
	switch (value) {
	case IBV_WC_LOC_LEN_ERR:
		return CAUSES(causes_ibv_wc_loc_len_err);
	case IBV_WC_LOC_QP_OP_ERR:
		return CAUSES(causes_ibv_wc_loc_qp_op_err);
	case IBV_WC_LOC_EEC_OP_ERR:
		return CAUSES(causes_ibv_wc_loc_eec_op_err);
	case IBV_WC_LOC_PROT_ERR:
		return CAUSES(causes_ibv_wc_loc_prot_err);
	case IBV_WC_WR_FLUSH_ERR:
		return CAUSES(causes_ibv_wc_wr_flush_err);
	case IBV_WC_MW_BIND_ERR:
		return CAUSES(causes_ibv_wc_mw_bind_err);
	case IBV_WC_BAD_RESP_ERR:
		return CAUSES(causes_ibv_wc_bad_resp_err);
	case IBV_WC_LOC_ACCESS_ERR:
		return CAUSES(causes_ibv_wc_loc_access_err);
	case IBV_WC_REM_INV_REQ_ERR:
		return CAUSES(causes_ibv_wc_rem_inv_req_err);
	case IBV_WC_REM_ACCESS_ERR:
		return CAUSES(causes_ibv_wc_rem_access_err);
	case IBV_WC_REM_OP_ERR:
		return CAUSES(causes_ibv_wc_rem_op_err);
	case IBV_WC_RETRY_EXC_ERR:
		return CAUSES(causes_ibv_wc_retry_exc_err);
	case IBV_WC_RNR_RETRY_EXC_ERR:
		return CAUSES(causes_ibv_wc_rnr_retry_exc_err);
	case IBV_WC_LOC_RDD_VIOL_ERR:
		return CAUSES(causes_ibv_wc_loc_rdd_viol_err);
	case IBV_WC_REM_INV_RD_REQ_ERR:
		return CAUSES(causes_ibv_wc_rem_inv_rd_req_err);
	case IBV_WC_REM_ABORT_ERR:
		return CAUSES(causes_ibv_wc_rem_abort_err);
	case IBV_WC_INV_EECN_ERR:
		return CAUSES(causes_ibv_wc_inv_eecn_err);
	case IBV_WC_INV_EEC_STATE_ERR:
		return CAUSES(causes_ibv_wc_inv_eec_state_err);
	case IBV_WC_FATAL_ERR:
		return CAUSES(causes_ibv_wc_fatal_err);
	case IBV_WC_RESP_TIMEOUT_ERR:
		return CAUSES(causes_ibv_wc_resp_timeout_err);
	case IBV_WC_GENERAL_ERR:
		return CAUSES(causes_ibv_wc_general_err);
	case IBV_WC_TM_ERR:
		return CAUSES(causes_ibv_wc_tm_err);
	case IBV_WC_TM_RNDV_INCOMPLETE:
		return CAUSES(causes_ibv_wc_tm_rndv_incomplete);
	default:
		*count = 0;
		return NULL;
	}
}

#undef CAUSES
