/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * C64: the functions that name events, statuses, states and types, for every number: each
 * enumerator has its own text, and other numbers have a common one. Numbers and texts are written
 * out here, independently of the library's tables. Also built with the AIX profile, where three of
 * the functions return other texts for unknown numbers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <infiniband/verbs.h>
#include <inverbs/explain.h>
#include <rdma/rdma_cma.h>

#ifdef INVERBS_AIX
#define UNKNOWN "<<unknown>>"
#else
#define UNKNOWN "unknown"
#endif

enum {
	FIRST = -300,
	LAST = 1100, /* beyond the largest enumerator */
	FAR = 1 << 20,
	WORDS = 256,
};

typedef const char *name_of(int number);

static const char *wc_status_str(int number)
{
	return ibv_wc_status_str((enum ibv_wc_status)number);
}

static const char *event_type_str(int number)
{
	return ibv_event_type_str((enum ibv_event_type)number);
}

static const char *node_type_str(int number)
{
	return ibv_node_type_str((enum ibv_node_type)number);
}

static const char *port_state_str(int number)
{
	return ibv_port_state_str((enum ibv_port_state)number);
}

static const char *wr_opcode_str(int number)
{
	return ibv_wr_opcode_str((enum ibv_wr_opcode)number);
}

static const char *event_str(int number)
{
	return rdma_event_str((enum rdma_cm_event_type)number);
}

static const char *wc_status_name(int number)
{
	return inverbs_wc_status_name((enum ibv_wc_status)number);
}

static const char *qp_type_name(int number)
{
	return inverbs_qp_type_name((enum ibv_qp_type)number);
}

static const char *qp_state_name(int number)
{
	return inverbs_qp_state_name((enum ibv_qp_state)number);
}

/* Texts by number; NULL if there is no such enumerator. */
static const char *const statuses[WORDS] = {
	[0] = "success",
	[1] = "local length error",
	[2] = "local queue pair operation error",
	[3] = "local end-to-end context operation error",
	[4] = "local protection error",
	[5] = "work request flushed",
	[6] = "memory window bind error",
	[7] = "bad response from the peer",
	[8] = "local access error",
	[9] = "peer found the request invalid",
	[10] = "peer refused access to its memory",
	[11] = "peer could not carry out the operation",
	[12] = "no response from the peer, retries used up",
	[13] = "peer had no receive posted, retries used up",
	[14] = "local reliable datagram domain violation",
	[15] = "peer found the reliable datagram request invalid",
	[16] = "peer aborted the operation",
	[17] = "invalid end-to-end context number",
	[18] = "invalid end-to-end context state",
	[19] = "fatal error",
	[20] = "response timed out",
	[21] = "general error",
	[22] = "tag matching error",
	[23] = "tag matching rendezvous incomplete",
};

static const char *const events[WORDS] = {
	[0] = "completion queue error",
	[1] = "queue pair error",
	[2] = "invalid request at a queue pair",
	[3] = "access violation at a queue pair",
	[4] = "connection established",
	[5] = "send queue drained",
	[6] = "path migrated",
	[7] = "path migration failed",
	[8] = "device failed",
	[9] = "port active",
	[10] = "port down",
	[11] = "LID changed",
	[12] = "P_Key table changed",
	[13] = "subnet manager changed",
	[14] = "shared receive queue error",
	[15] = "shared receive queue below its limit",
	[16] = "last receive of a queue pair consumed",
	[17] = "subnet manager asks for new registration",
	[18] = "GID table changed",
	[19] = "work queue error",
	[20] = "port speed changed",
};

static const char *const node_types[WORDS] = {
	[1] = "InfiniBand channel adapter",
	[2] = "InfiniBand switch",
	[3] = "InfiniBand router",
	[4] = "iWARP network adapter",
	[5] = "usNIC network adapter",
	[6] = "usNIC network adapter (UDP)",
	[7] = "unspecified",
};

static const char *const port_states[WORDS] = {
	[0] = "no change", [1] = "down",   [2] = "initializing",
	[3] = "armed",     [4] = "active", [5] = "active, deferred",
};

static const char *const opcodes[WORDS] = {
	[0] = "RDMA write",
	[1] = "RDMA write with immediate",
	[2] = "send",
	[3] = "send with immediate",
	[4] = "RDMA read",
	[5] = "atomic compare and swap",
	[6] = "atomic fetch and add",
	[7] = "local invalidate",
	[8] = "bind memory window",
	[9] = "send with invalidate",
	[10] = "segmented send",
	[11] = "driver operation",
	[15] = "atomic write",
};

static const char *const cm_events[WORDS] = {
	[0] = "RDMA_CM_EVENT_ADDR_RESOLVED",   [1] = "RDMA_CM_EVENT_ADDR_ERROR",
	[2] = "RDMA_CM_EVENT_ROUTE_RESOLVED",  [3] = "RDMA_CM_EVENT_ROUTE_ERROR",
	[4] = "RDMA_CM_EVENT_CONNECT_REQUEST", [5] = "RDMA_CM_EVENT_CONNECT_RESPONSE",
	[6] = "RDMA_CM_EVENT_CONNECT_ERROR",   [7] = "RDMA_CM_EVENT_UNREACHABLE",
	[8] = "RDMA_CM_EVENT_REJECTED",        [9] = "RDMA_CM_EVENT_ESTABLISHED",
	[10] = "RDMA_CM_EVENT_DISCONNECTED",   [11] = "RDMA_CM_EVENT_DEVICE_REMOVAL",
	[12] = "RDMA_CM_EVENT_MULTICAST_JOIN", [13] = "RDMA_CM_EVENT_MULTICAST_ERROR",
	[14] = "RDMA_CM_EVENT_ADDR_CHANGE",    [15] = "RDMA_CM_EVENT_TIMEWAIT_EXIT",
};

static const char *const status_names[WORDS] = {
	[0] = "IBV_WC_SUCCESS",
	[1] = "IBV_WC_LOC_LEN_ERR",
	[2] = "IBV_WC_LOC_QP_OP_ERR",
	[3] = "IBV_WC_LOC_EEC_OP_ERR",
	[4] = "IBV_WC_LOC_PROT_ERR",
	[5] = "IBV_WC_WR_FLUSH_ERR",
	[6] = "IBV_WC_MW_BIND_ERR",
	[7] = "IBV_WC_BAD_RESP_ERR",
	[8] = "IBV_WC_LOC_ACCESS_ERR",
	[9] = "IBV_WC_REM_INV_REQ_ERR",
	[10] = "IBV_WC_REM_ACCESS_ERR",
	[11] = "IBV_WC_REM_OP_ERR",
	[12] = "IBV_WC_RETRY_EXC_ERR",
	[13] = "IBV_WC_RNR_RETRY_EXC_ERR",
	[14] = "IBV_WC_LOC_RDD_VIOL_ERR",
	[15] = "IBV_WC_REM_INV_RD_REQ_ERR",
	[16] = "IBV_WC_REM_ABORT_ERR",
	[17] = "IBV_WC_INV_EECN_ERR",
	[18] = "IBV_WC_INV_EEC_STATE_ERR",
	[19] = "IBV_WC_FATAL_ERR",
	[20] = "IBV_WC_RESP_TIMEOUT_ERR",
	[21] = "IBV_WC_GENERAL_ERR",
	[22] = "IBV_WC_TM_ERR",
	[23] = "IBV_WC_TM_RNDV_INCOMPLETE",
};

static const char *const qp_types[WORDS] = {
	[2] = "IBV_QPT_RC",        [3] = "IBV_QPT_UC",         [4] = "IBV_QPT_UD",
	[5] = "IBV_QPT_XRC",       [8] = "IBV_QPT_RAW_PACKET", [9] = "IBV_QPT_XRC_SEND",
	[10] = "IBV_QPT_XRC_RECV", [255] = "IBV_QPT_DRIVER",
};

static const char *const qp_states[WORDS] = {
	[0] = "IBV_QPS_RESET", [1] = "IBV_QPS_INIT", [2] = "IBV_QPS_RTR", [3] = "IBV_QPS_RTS",
	[4] = "IBV_QPS_SQD",   [5] = "IBV_QPS_SQE",  [6] = "IBV_QPS_ERR", [7] = "IBV_QPS_UNKNOWN",
};

/* An enumerator must have its text, any other number the one for unknown numbers. */
static void check_at(name_of *name, const char *const *words, const char *unknown, int number)
{
	const char *member = number >= 0 && number < WORDS ? words[number] : NULL;
	const char *wanted = member ? member : unknown, *got = name(number);

	if (wanted && got)
		assert_string_equal(got, wanted);
	else if (wanted || got)
		fail_msg("%d is %s, not %s", number, got ? got : "NULL", wanted ? wanted : "NULL");
}

static void check(name_of *name, const char *const *words, const char *unknown)
{
	for (int number = -2; number >= FIRST; number--)
		check_at(name, words, unknown, number);
	for (int number = 0; number <= LAST; number++)
		check_at(name, words, unknown, number);
	for (int far = FAR; far <= FAR << 9; far *= 2) {
		check_at(name, words, unknown, far);
		check_at(name, words, unknown, -far);
	}
}

static void c64_connection_events(void **state)
{
	(void)state;
	check(event_str, cm_events, "UNKNOWN EVENT");
	check_at(event_str, cm_events, "UNKNOWN EVENT", -1);
}

static void asynchronous_events(void **state)
{
	(void)state;
	check(event_type_str, events, UNKNOWN);
	check_at(event_type_str, events, UNKNOWN, -1);
}

static void statuses_of_completions(void **state)
{
	(void)state;
	check(wc_status_str, statuses, "unknown");
	check_at(wc_status_str, statuses, "unknown", -1);
}

static void opcodes_of_requests(void **state)
{
	(void)state;
	check(wr_opcode_str, opcodes, "unknown");
	check_at(wr_opcode_str, opcodes, "unknown", -1);
}

static void types_of_nodes(void **state)
{
	(void)state;
	check(node_type_str, node_types, UNKNOWN);
	check_at(node_type_str, node_types, "unknown", -1); /* an enumerator */
}

static void states_of_ports(void **state)
{
	(void)state;
	check(port_state_str, port_states, UNKNOWN);
	check_at(port_state_str, port_states, UNKNOWN, -1);
}

static void enumerators_of_statuses(void **state)
{
	(void)state;
	check(wc_status_name, status_names, NULL);
	check_at(wc_status_name, status_names, NULL, -1);
}

static void types_of_queue_pairs(void **state)
{
	(void)state;
	check(qp_type_name, qp_types, NULL);
	check_at(qp_type_name, qp_types, NULL, -1);
}

static void states_of_queue_pairs(void **state)
{
	(void)state;
	check(qp_state_name, qp_states, NULL);
	check_at(qp_state_name, qp_states, NULL, -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(c64_connection_events),   cmocka_unit_test(asynchronous_events),
		cmocka_unit_test(statuses_of_completions), cmocka_unit_test(opcodes_of_requests),
		cmocka_unit_test(types_of_nodes),          cmocka_unit_test(states_of_ports),
		cmocka_unit_test(enumerators_of_statuses), cmocka_unit_test(types_of_queue_pairs),
		cmocka_unit_test(states_of_queue_pairs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
