/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Conversion of queue pair attributes to and from verbs: every member gets a distinct value, so
 * that mixed-up members are found. Linked with --wrap: ibv_modify_qp() stores its arguments, and
 * ibv_query_qp() returns what the test sets.
 */
#include <endian.h>

#include "stub.h"

static struct {
	struct ibv_qp_attr qp; /**< returned by ibv_query_qp() */
	struct ibv_qp_attr given;
	int mask; /**< passed to the last ibv_modify_qp() */
} verbs;

int __real_ibv_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask,
			struct ibv_qp_init_attr *init);
int __wrap_ibv_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask,
			struct ibv_qp_init_attr *init);
int __real_ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask);
int __wrap_ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask);

int __wrap_ibv_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask,
			struct ibv_qp_init_attr *init)
{
	const int err = __real_ibv_query_qp(qp, attr, mask, init);

	if (stub_active)
		*attr = verbs.qp;
	return err;
}

int __wrap_ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	if (!stub_active)
		return __real_ibv_modify_qp(qp, attr, mask);
	verbs.given = *attr;
	verbs.mask = mask;
	return 0;
}

static int open_with_reset(void **state)
{
	memset(&verbs, 0, sizeof(verbs));
	return stub_open(state);
}

/* An address vector with a global route whose source is the port's first GID. */
static ib_av_attr_t some_way(uint8_t first)
{
	ib_av_attr_t av = {
		.port_num = 1,
		.sl = (uint8_t)(first + 1),
		.dlid = htobe16(0x4321),
		.grh_valid = TRUE,
		.grh = {.hop_limit = (uint8_t)(first + 2),
			.ver_class_flow = ib_grh_set_ver_class_flow(6, 0x5a, htobe32(0x12345))},
		.static_rate = (uint8_t)(first + 3),
		.path_bits = (uint8_t)(first + 4),
		.conn = {.path_mtu = IB_MTU_LEN_512, .local_ack_timeout = (uint8_t)(first + 5)},
	};

	memset(&av.grh.dest_gid, first + 6, sizeof(av.grh.dest_gid));
	av.grh.src_gid = stub_pair.a.attr->p_port_attr[0].p_gid_table[0];
	return av;
}

static void check_way(const struct ibv_ah_attr *got, uint8_t first)
{
	uint8_t gid[16];

	memset(gid, first + 6, sizeof(gid));
	assert_int_equal(got->port_num, 1);
	assert_int_equal(got->sl, first + 1);
	assert_int_equal(got->dlid, 0x4321);
	assert_int_equal(got->is_global, 1);
	assert_int_equal(got->grh.hop_limit, first + 2);
	assert_int_equal(got->grh.traffic_class, 0x5a);
	assert_int_equal(got->grh.flow_label, 0x12345);
	assert_int_equal(got->grh.sgid_index, 0);
	assert_memory_equal(&got->grh.dgid, gid, sizeof(gid));
	assert_int_equal(got->static_rate, first + 3);
	assert_int_equal(got->src_path_bits, first + 4);
}

static void what_a_receiver_needs(void **state)
{
	ib_qp_mod_t mod = {.req_state = IB_QPS_RTR,
			   .state.rtr = {.rq_psn = htobe32(0x111111),
					 .dest_qp = htobe32(0x222222),
					 .primary_av = some_way(10),
					 .resp_res = 3,
					 .rnr_nak_timeout = 4,
					 .opts = IB_MOD_QP_ALTERNATE_AV | IB_MOD_QP_PKEY |
						 IB_MOD_QP_ACCESS_CTRL,
					 .alternate_av = some_way(30),
					 .pkey_index = 5,
					 .access_ctrl = IB_AC_RDMA_READ}};

	(void)state;
	verbs.qp.qp_state = IBV_QPS_INIT;
	assert_int_equal(ib_modify_qp(stub_pair.a.qp, &mod), IB_SUCCESS);
	assert_int_equal(verbs.mask, IBV_QP_STATE | IBV_QP_RQ_PSN | IBV_QP_DEST_QPN | IBV_QP_AV |
					     IBV_QP_PATH_MTU | IBV_QP_MAX_DEST_RD_ATOMIC |
					     IBV_QP_MIN_RNR_TIMER | IBV_QP_ALT_PATH |
					     IBV_QP_PKEY_INDEX | IBV_QP_ACCESS_FLAGS);
	assert_int_equal(verbs.given.qp_state, IBV_QPS_RTR);
	assert_int_equal(verbs.given.rq_psn, 0x111111);
	assert_int_equal(verbs.given.dest_qp_num, 0x222222);
	assert_int_equal(verbs.given.max_dest_rd_atomic, 3);
	assert_int_equal(verbs.given.min_rnr_timer, 4);
	assert_int_equal(verbs.given.pkey_index, 5);
	assert_int_equal(verbs.given.qp_access_flags, IBV_ACCESS_REMOTE_READ);
	assert_int_equal(verbs.given.path_mtu, IBV_MTU_512);
	assert_int_equal(verbs.given.alt_port_num, 1);
	assert_int_equal(verbs.given.alt_timeout, 35);
	check_way(&verbs.given.ah_attr, 10);
	check_way(&verbs.given.alt_ah_attr, 30);
	mod.state.rtr.pkey_index = (uint16_t)stub_pair.a.attr->max_partitions;
	verbs.mask = 0;
	assert_int_equal(ib_modify_qp(stub_pair.a.qp, &mod), IB_INVALID_PKEY);
	assert_int_equal(verbs.mask, 0);
}

static void what_a_sender_needs(void **state)
{
	ib_qp_mod_t mod = {.req_state = IB_QPS_RTS,
			   .state.rts = {.sq_psn = htobe32(0x111111),
					 .retry_cnt = 1,
					 .rnr_retry_cnt = 2,
					 .local_ack_timeout = 3,
					 .init_depth = 4,
					 .opts = IB_MOD_QP_RNR_NAK_TIMEOUT |
						 IB_MOD_QP_CURRENT_STATE | IB_MOD_QP_ACCESS_CTRL |
						 IB_MOD_QP_ALTERNATE_AV | IB_MOD_QP_APM_STATE,
					 .rnr_nak_timeout = 5,
					 .current_state = IB_QPS_RTR,
					 .access_ctrl = IB_AC_RDMA_WRITE,
					 .alternate_av = some_way(20),
					 .apm_state = IB_APM_REARM}};

	(void)state;
	verbs.qp.qp_state = IBV_QPS_RTR;
	assert_int_equal(ib_modify_qp(stub_pair.a.qp, &mod), IB_SUCCESS);
	assert_int_equal(verbs.mask, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_RETRY_CNT |
					     IBV_QP_RNR_RETRY | IBV_QP_TIMEOUT |
					     IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER |
					     IBV_QP_CUR_STATE | IBV_QP_ACCESS_FLAGS |
					     IBV_QP_ALT_PATH | IBV_QP_PATH_MIG_STATE);
	assert_int_equal(verbs.given.qp_state, IBV_QPS_RTS);
	assert_int_equal(verbs.given.cur_qp_state, IBV_QPS_RTR);
	assert_int_equal(verbs.given.sq_psn, 0x111111);
	assert_int_equal(verbs.given.retry_cnt, 1);
	assert_int_equal(verbs.given.rnr_retry, 2);
	assert_int_equal(verbs.given.timeout, 3);
	assert_int_equal(verbs.given.max_rd_atomic, 4);
	assert_int_equal(verbs.given.min_rnr_timer, 5);
	assert_int_equal(verbs.given.qp_access_flags, IBV_ACCESS_REMOTE_WRITE);
	assert_int_equal(verbs.given.path_mig_state, IBV_MIG_REARM);
	assert_int_equal(verbs.given.alt_timeout, 25);
	check_way(&verbs.given.alt_ah_attr, 20);
	verbs.mask = 0;
	mod.state.rts.opts = IB_MOD_QP_PRIMARY_AV; /* not allowed in this transition */
	assert_int_equal(ib_modify_qp(stub_pair.a.qp, &mod), IB_INVALID_SETTING);
	mod.state.rts.opts = IB_MOD_QP_PKEY;
	assert_int_equal(ib_modify_qp(stub_pair.a.qp, &mod), IB_INVALID_SETTING);
	mod.state.rts.opts = IB_MOD_QP_RESP_RES;
	assert_int_equal(ib_modify_qp(stub_pair.a.qp, &mod), IB_INVALID_SETTING);
	assert_int_equal(verbs.mask, 0);
	mod.state.rts.opts = IB_MOD_QP_CURRENT_STATE;
	mod.state.rts.current_state = (ib_qp_state_t)0x7000;
	assert_int_equal(ib_modify_qp(stub_pair.a.qp, &mod), IB_INVALID_SETTING);
	mod.state.rts.opts = IB_MOD_QP_APM_STATE;
	mod.state.rts.apm_state = (ib_apm_state_t)0x70;
	assert_int_equal(ib_modify_qp(stub_pair.a.qp, &mod), IB_INVALID_APM_STATE);
}

static struct ibv_ah_attr some_verbs_way(uint8_t first)
{
	struct ibv_ah_attr attr = {
		.dlid = 0x4321,
		.sl = (uint8_t)(first + 1),
		.src_path_bits = (uint8_t)(first + 2),
		.static_rate = (uint8_t)(first + 3),
		.is_global = 1,
		.port_num = 1,
		.grh = {.hop_limit = (uint8_t)(first + 4),
			.traffic_class = 0x5a,
			.flow_label = 0x12345},
	};

	memset(&attr.grh.dgid, first + 5, sizeof(attr.grh.dgid));
	return attr;
}

static void check_verbs_way(const ib_av_attr_t *got, uint8_t first)
{
	uint8_t gid[16], version, class;
	ib_net32_t flow;

	memset(gid, first + 5, sizeof(gid));
	assert_int_equal(got->dlid, htobe16(0x4321));
	assert_int_equal(got->sl, first + 1);
	assert_int_equal(got->path_bits, first + 2);
	assert_int_equal(got->static_rate, first + 3);
	assert_int_equal(got->port_num, 1);
	assert_int_equal(got->grh_valid, TRUE);
	assert_int_equal(got->grh.hop_limit, first + 4);
	ib_grh_get_ver_class_flow(got->grh.ver_class_flow, &version, &class, &flow);
	assert_int_equal(version, 6);
	assert_int_equal(class, 0x5a);
	assert_int_equal(flow, htobe32(0x12345));
	assert_memory_equal(&got->grh.dest_gid, gid, sizeof(gid));
	assert_memory_equal(&got->grh.src_gid, &stub_pair.a.attr->p_port_attr[0].p_gid_table[0],
			    sizeof(gid));
	assert_int_equal(got->conn.path_mtu, IB_MTU_LEN_4096);
	assert_int_equal(got->conn.seq_err_retry_cnt, 13);
	assert_int_equal(got->conn.rnr_retry_cnt, 14);
}

static void what_a_query_tells(void **state)
{
	ib_qp_attr_t attr;

	(void)state;
	verbs.qp = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_SQD,
		.path_mtu = IBV_MTU_4096,
		.path_mig_state = IBV_MIG_ARMED,
		.qkey = 0x1111,
		.rq_psn = 0x2222,
		.sq_psn = 0x3333,
		.dest_qp_num = 0x4444,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE,
		.ah_attr = some_verbs_way(20),
		.alt_ah_attr = some_verbs_way(40),
		.pkey_index = 7,
		.max_rd_atomic = 9,
		.max_dest_rd_atomic = 10,
		.port_num = 11,
		.timeout = 12,
		.retry_cnt = 13,
		.rnr_retry = 14,
		.alt_port_num = 15,
		.alt_timeout = 16,
	};
	assert_int_equal(ib_query_qp(stub_pair.a.qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.state, IB_QPS_SQD_DRAINED);
	assert_int_equal(attr.apm_state, IB_APM_ARMED);
	assert_int_equal(attr.qkey, htobe32(0x1111));
	assert_int_equal(attr.rq_psn, htobe32(0x2222));
	assert_int_equal(attr.sq_psn, htobe32(0x3333));
	assert_int_equal(attr.dest_num, htobe32(0x4444));
	assert_int_equal(attr.access_ctrl, IB_AC_RDMA_WRITE);
	assert_int_equal(attr.pkey_index, 7);
	assert_int_equal(attr.init_depth, 9);
	assert_int_equal(attr.resp_res, 10);
	assert_int_equal(attr.primary_port, 11);
	assert_int_equal(attr.alternate_port, 15);
	assert_int_equal(attr.primary_av.conn.local_ack_timeout, 12);
	assert_int_equal(attr.alternate_av.conn.local_ack_timeout, 16);
	check_verbs_way(&attr.primary_av, 20);
	check_verbs_way(&attr.alternate_av, 40);
	verbs.qp.sq_draining = 1;
	assert_int_equal(ib_query_qp(stub_pair.a.qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.state, IB_QPS_SQD_DRAINING);
}

#define STUB_TEST(name) cmocka_unit_test_setup_teardown(name, open_with_reset, stub_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STUB_TEST(what_a_receiver_needs),
		STUB_TEST(what_a_sender_needs),
		STUB_TEST(what_a_query_tells),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
