/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion queues and queue pairs. */
#include "pair.h"

static void count_completion(ib_cq_handle_t cq, void *context)
{
	(void)cq;
	kit_destroyed(context);
}

static void I37_a_queue_is_notified_in_one_way(void **state)
{
	ib_cq_create_t create = {.size = 100, .pfn_comp_cb = count_completion};
	ib_cq_handle_t cq = NULL;
	cl_waitobj_handle_t wait;
	struct kit k;

	(void)state;
	kit_open(&k);
	assert_int_equal(cl_waitobj_create(FALSE, &wait), CL_SUCCESS);
	KIT_REFUSES(&k, ib_ca_handle_t, IB_INVALID_CA_HANDLE,
		    ib_create_cq(bad, NULL, NULL, NULL, NULL));
	assert_int_equal(ib_create_cq(k.ca, NULL, NULL, NULL, &cq), IB_INVALID_PARAMETER);
	assert_int_equal(ib_create_cq(k.ca, &create, NULL, NULL, NULL), IB_INVALID_PARAMETER);
	create.h_wait_obj = wait;
	assert_int_equal(ib_create_cq(k.ca, &create, NULL, NULL, &cq), IB_INVALID_SETTING);
	create.h_wait_obj = NULL;
	create.pfn_comp_cb = NULL;
	assert_int_equal(ib_create_cq(k.ca, &create, NULL, NULL, &cq), IB_INVALID_SETTING);
	create.h_wait_obj = wait;
	create.size = 0;
	assert_int_equal(ib_create_cq(k.ca, &create, NULL, NULL, &cq), IB_INVALID_CQ_SIZE);
	create.size = UINT32_MAX;
	assert_int_equal(ib_create_cq(k.ca, &create, NULL, NULL, &cq), IB_INVALID_CQ_SIZE);
	assert_null(cq);
	create.size = 100;
	assert_int_equal(ib_create_cq(k.ca, &create, NULL, NULL, &cq), IB_SUCCESS);
	assert_true(create.size >= 100);
	kit_close(&k);
	assert_int_equal(cl_waitobj_destroy(wait), CL_SUCCESS);
}

static void I38_I39_a_queue_has_a_size_that_can_change(void **state)
{
	ib_cq_create_t create = {.size = 100, .pfn_comp_cb = count_completion};
	uint32_t size = 0;
	ib_cq_handle_t cq;
	struct kit k;

	(void)state;
	kit_open(&k);
	assert_int_equal(ib_create_cq(k.ca, &create, NULL, NULL, &cq), IB_SUCCESS);
	KIT_REFUSES(&k, ib_cq_handle_t, IB_INVALID_CQ_HANDLE, ib_query_cq(bad, &size));
	KIT_REFUSES(&k, ib_cq_handle_t, IB_INVALID_CQ_HANDLE, ib_modify_cq(bad, &size));
	assert_int_equal(ib_query_cq(cq, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_modify_cq(cq, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_cq(cq, &size), IB_SUCCESS);
	assert_int_equal(size, create.size);
	size = 0;
	assert_int_equal(ib_modify_cq(cq, &size), IB_INVALID_CQ_SIZE);
	size = UINT32_MAX;
	assert_int_equal(ib_modify_cq(cq, &size), IB_INVALID_CQ_SIZE);
	size = 1000;
	assert_int_equal(ib_modify_cq(cq, &size), IB_SUCCESS);
	assert_true(size >= 1000);
	create.size = 0;
	assert_int_equal(ib_query_cq(cq, &create.size), IB_SUCCESS);
	assert_int_equal(create.size, size);
	kit_close(&k);
}

static void I38_a_queue_does_not_lose_completions(void **state)
{
	struct pair p;
	ib_local_ds_t ds;
	uint32_t size = 1;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	ds = side_ds(&p.a, 0, 8);
	for (uint64_t i = 0; i < 30; i++) {
		ib_send_wr_t wr = side_wr(&ds, WR_RDMA_WRITE, i, &p.b, 0);

		assert_int_equal(ib_rearm_cq(p.a.cq, FALSE), IB_SUCCESS);
		assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_SUCCESS);
		told_wait(&p.a.completions);
	}
	assert_int_equal(ib_modify_cq(p.a.cq, &size), IB_OVERFLOW);
	assert_int_equal(size, 1);
	for (uint64_t i = 0; i < 30; i++)
		assert_int_equal(side_take(&p.a).wr_id, i);
	pair_close(&p);
}

static void I40_a_queue_in_use_is_busy(void **state)
{
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	KIT_REFUSES(&p.kit, ib_cq_handle_t, IB_INVALID_CQ_HANDLE, ib_destroy_cq(bad, NULL));
	assert_int_equal(ib_destroy_cq(p.a.cq, ib_sync_destroy), IB_RESOURCE_BUSY);
	assert_int_equal(ib_destroy_qp(p.a.qp, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_destroy_cq(p.a.cq, kit_destroyed), IB_SUCCESS);
	told_wait(&p.a.completions);
	pair_close(&p);
}

static void I14_a_wait_object_is_signaled(void **state)
{
	struct pair p;
	ib_cq_create_t cq = {.size = 50};
	ib_qp_create_t create;
	ib_qp_mod_t mod;
	ib_local_ds_t ds;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	assert_int_equal(cl_waitobj_create(FALSE, &cq.h_wait_obj), CL_SUCCESS);
	assert_int_equal(ib_destroy_qp(p.a.qp, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_destroy_cq(p.a.cq, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_create_cq(p.a.ca, &cq, NULL, NULL, &p.a.cq), IB_SUCCESS);
	create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &p.a.qp), IB_SUCCESS);
	mod = (ib_qp_mod_t){.req_state = IB_QPS_RESET};
	assert_int_equal(ib_modify_qp(p.b.qp, &mod), IB_SUCCESS);
	mod = side_init();
	assert_int_equal(ib_modify_qp(p.a.qp, &mod), IB_SUCCESS);
	assert_int_equal(ib_modify_qp(p.b.qp, &mod), IB_SUCCESS);
	mod = side_rtr(&p.a, &p.b);
	assert_int_equal(ib_modify_qp(p.a.qp, &mod), IB_SUCCESS);
	mod = side_rtr(&p.b, &p.a);
	assert_int_equal(ib_modify_qp(p.b.qp, &mod), IB_SUCCESS);
	mod = side_rts();
	assert_int_equal(ib_modify_qp(p.a.qp, &mod), IB_SUCCESS);
	assert_int_equal(cl_waitobj_wait_on(cq.h_wait_obj, 0, FALSE), CL_TIMEOUT);
	ds = side_ds(&p.a, 0, 8);
	for (int i = 0; i < 3; i++) {
		ib_send_wr_t wr = side_wr(&ds, WR_RDMA_WRITE, 1, &p.b, 0);

		assert_int_equal(ib_rearm_cq(p.a.cq, FALSE), IB_SUCCESS);
		assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_SUCCESS);
		assert_int_equal(cl_waitobj_wait_on(cq.h_wait_obj, KIT_SECONDS * 1000000U, FALSE),
				 CL_SUCCESS);
		side_take(&p.a);
	}
	pair_close(&p);
	assert_int_equal(cl_waitobj_destroy(cq.h_wait_obj), CL_SUCCESS);
}

static void I32_queue_pairs_are_checked(void **state)
{
	ib_qp_create_t create;
	ib_qp_handle_t qp = NULL;
	ib_pd_handle_t alias;
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	KIT_REFUSES(&p.kit, ib_pd_handle_t, IB_INVALID_PD_HANDLE,
		    ib_create_qp(bad, NULL, NULL, NULL, NULL));
	assert_int_equal(ib_create_qp(p.a.pd, NULL, NULL, NULL, &qp), IB_INVALID_PARAMETER);
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, NULL), IB_INVALID_PARAMETER);
	create.qp_type = IB_QPT_QP1;
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &qp), IB_INVALID_SETTING);
	create.qp_type = (ib_qp_type_t)99;
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &qp), IB_INVALID_SETTING);
	create.qp_type = IB_QPT_RELIABLE_DGRM;
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &qp), IB_UNSUPPORTED);
	create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	create.h_sq_cq = NULL;
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &qp), IB_INVALID_CQ_HANDLE);
	create = side_create(&p.b, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &qp), IB_INVALID_CQ_HANDLE);
	create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	create.h_srq = (ib_srq_handle_t)(uintptr_t)p.a.cq;
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &qp), IB_INVALID_SRQ_HANDLE);
	create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	create.rq_depth = p.a.attr->max_wrs + 1;
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &qp), IB_INVALID_MAX_WRS);
	create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	create.sq_sge = p.a.attr->max_sges + 1;
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &qp), IB_INVALID_MAX_SGE);
	assert_int_equal(ib_alloc_pd(p.a.ca, IB_PDT_ALIAS, NULL, &alias), IB_SUCCESS);
	create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_create_qp(alias, &create, NULL, NULL, &qp), IB_INVALID_PD_HANDLE);
	assert_null(qp);
	pair_close(&p);
}

static void I34_I77_a_queue_pair_returns_its_attributes(void **state)
{
	struct pair p;
	ib_qp_attr_t attr;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	KIT_REFUSES(&p.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE, ib_query_qp(bad, &attr));
	assert_int_equal(ib_query_qp(p.a.qp, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_qp(p.a.qp, &attr), IB_SUCCESS);
	assert_ptr_equal(attr.h_pd, p.a.pd);
	assert_ptr_equal(attr.h_sq_cq, p.a.cq);
	assert_ptr_equal(attr.h_rq_cq, p.a.cq);
	assert_null(attr.h_srq);
	assert_int_equal(attr.qp_type, IB_QPT_RELIABLE_CONN);
	assert_int_equal(attr.state, IB_QPS_RTS);
	assert_int_equal(attr.dest_num, side_number(&p.b));
	assert_int_equal(attr.sq_psn, cl_hton32(0x123));
	assert_int_equal(attr.rq_psn, cl_hton32(0x123));
	assert_int_equal(attr.primary_port, 1);
	assert_int_equal(attr.primary_av.dlid, p.b.attr->p_port_attr[0].lid);
	assert_int_equal(attr.primary_av.conn.path_mtu, IB_MTU_LEN_1024);
	assert_int_equal(attr.primary_av.conn.local_ack_timeout, 14);
	assert_int_equal(attr.primary_av.conn.rnr_retry_cnt, 7);
	assert_int_equal(attr.init_depth, 4);
	assert_int_equal(attr.resp_res, 4);
	assert_int_equal(attr.access_ctrl & (IB_AC_RDMA_READ | IB_AC_RDMA_WRITE | IB_AC_ATOMIC),
			 IB_AC_RDMA_READ | IB_AC_RDMA_WRITE | IB_AC_ATOMIC);
	assert_true(attr.sq_depth >= SIDE_DEPTH && attr.rq_sge >= 2);
	pair_close(&p);
}

static void modify_to(ib_qp_handle_t qp, ib_qp_mod_t mod, ib_api_status_t status)
{
	assert_int_equal(ib_modify_qp(qp, &mod), status);
}

static void I35_states_change_in_order(void **state)
{
	const ib_qp_mod_t reset = {.req_state = IB_QPS_RESET}, sqd = {.req_state = IB_QPS_SQD},
			  error = {.req_state = IB_QPS_ERROR};
	ib_qp_mod_t mod;
	ib_qp_attr_t attr;
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	KIT_REFUSES(&p.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE, ib_modify_qp(bad, &reset));
	assert_int_equal(ib_modify_qp(p.a.qp, NULL), IB_INVALID_PARAMETER);
	modify_to(p.a.qp, (ib_qp_mod_t){.req_state = 3}, IB_INVALID_SETTING);
	modify_to(p.a.qp, (ib_qp_mod_t){.req_state = IB_QPS_TIME_WAIT}, IB_INVALID_SETTING);
	modify_to(p.a.qp, (ib_qp_mod_t){.req_state = IB_QPS_SQERR}, IB_INVALID_SETTING);
	modify_to(p.a.qp, side_init(), IB_INVALID_QP_STATE);
	modify_to(p.a.qp, sqd, IB_SUCCESS);
	assert_int_equal(ib_query_qp(p.a.qp, &attr), IB_SUCCESS);
	assert_true(attr.state == IB_QPS_SQD_DRAINED || attr.state == IB_QPS_SQD_DRAINING);
	modify_to(p.a.qp, reset, IB_SUCCESS);
	modify_to(p.a.qp, side_rtr(&p.a, &p.b), IB_INVALID_QP_STATE);
	modify_to(p.a.qp, side_rts(), IB_INVALID_QP_STATE);
	mod = side_init();
	mod.state.init.primary_port = 77;
	modify_to(p.a.qp, mod, IB_INVALID_SETTING);
	mod = side_init();
	mod.state.init.pkey_index = 60000;
	modify_to(p.a.qp, mod, IB_INVALID_PKEY);
	modify_to(p.a.qp, side_init(), IB_SUCCESS);
	modify_to(p.a.qp, side_init(), IB_SUCCESS);
	mod = side_rtr(&p.a, &p.b);
	mod.state.rtr.primary_av.port_num = 9;
	modify_to(p.a.qp, mod, IB_INVALID_SETTING);
	mod = side_rtr(&p.a, &p.b);
	mod.state.rtr.opts = IB_MOD_QP_SQ_DEPTH;
	modify_to(p.a.qp, mod, IB_UNSUPPORTED);
	mod.state.rtr.opts = IB_MOD_QP_ACCESS_CTRL;
	mod.state.rtr.access_ctrl = IB_AC_RDMA_READ;
	modify_to(p.a.qp, mod, IB_SUCCESS);
	assert_int_equal(ib_query_qp(p.a.qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.state, IB_QPS_RTR);
	assert_int_equal(attr.access_ctrl & IB_AC_RDMA_WRITE, 0);
	modify_to(p.a.qp, side_rts(), IB_SUCCESS);
	mod = side_rts();
	mod.state.rts.opts = IB_MOD_QP_ACCESS_CTRL;
	mod.state.rts.access_ctrl = IB_AC_RDMA_WRITE;
	modify_to(p.a.qp, mod, IB_SUCCESS);
	mod.state.rts.opts = IB_MOD_QP_PRIMARY_PORT;
	modify_to(p.a.qp, mod, IB_INVALID_SETTING);
	modify_to(p.a.qp, error, IB_SUCCESS);
	assert_int_equal(ib_query_qp(p.a.qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.state, IB_QPS_ERROR);
	modify_to(p.a.qp, side_init(), IB_INVALID_QP_STATE);
	pair_close(&p);
}

static void migration_needs_an_alternate_path(void **state)
{
	ib_qp_mod_t mod = side_rts();
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	KIT_REFUSES(&p.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE, ib_force_apm(bad));
	mod.state.rts.opts = IB_MOD_QP_APM_STATE;
	mod.state.rts.apm_state = (ib_apm_state_t)9;
	modify_to(p.a.qp, mod, IB_INVALID_APM_STATE);
	mod = (ib_qp_mod_t){.req_state = IB_QPS_RESET};
	modify_to(p.a.qp, mod, IB_SUCCESS);
	assert_int_equal(ib_force_apm(p.a.qp), IB_INVALID_QP_STATE);
	pair_close(&p);
}

static void I36_a_queue_pair_is_destroyed(void **state)
{
	struct told told;
	ib_qp_create_t create;
	struct pair p;
	ib_qp_handle_t qp;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	told_begin(&told);
	KIT_REFUSES(&p.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE, ib_destroy_qp(bad, NULL));
	create = side_create(&p.a, IB_QPT_UNRELIABLE_CONN);
	assert_int_equal(ib_create_qp(p.a.pd, &create, &told, NULL, &qp), IB_SUCCESS);
	assert_int_equal(ib_destroy_qp(qp, kit_destroyed), IB_SUCCESS);
	assert_int_equal(ib_destroy_qp(qp, kit_destroyed), IB_INVALID_QP_HANDLE);
	told_wait(&told);
	pair_close(&p);
	assert_int_equal(told.calls, 1);
}

static void I33_an_alias_is_queried_and_destroyed(void **state)
{
	ib_qp_create_t create = {.qp_type = IB_QPT_QP1_ALIAS, .sq_depth = 1, .rq_depth = 1};
	ib_send_wr_t wr = {.wr_type = WR_SEND};
	ib_pool_key_t key;
	ib_qp_handle_t qp;
	ib_qp_attr_t attr;
	ib_pd_handle_t pd;
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_alloc_pd(p.a.ca, IB_PDT_ALIAS, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_get_spl_qp(pd, p.a.attr->p_port_attr[0].port_guid, &create, NULL, NULL,
				       &key, &qp),
			 IB_SUCCESS);
	assert_int_equal(ib_query_qp(qp, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_qp(qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.qp_type, IB_QPT_QP1_ALIAS);
	assert_int_equal(attr.num, cl_hton32(1));
	assert_ptr_equal(attr.h_pd, pd);
	/* only services send datagrams */
	assert_int_equal(ib_post_send(qp, &wr, NULL), IB_UNSUPPORTED);
	assert_int_equal(ib_destroy_qp(qp, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_query_qp(qp, &attr), IB_INVALID_QP_HANDLE);
	pair_close(&p);
}

/* A completion callback destroys its queue pair and its completion queue. */
struct own {
	struct told told;
	struct pair *pair;
	ib_api_status_t qp, cq;
};

static void destroy_own(ib_cq_handle_t cq, void *context)
{
	struct own *own = context;

	own->qp = ib_destroy_qp(own->pair->a.qp, NULL);
	own->cq = ib_destroy_cq(cq, NULL);
	kit_destroyed(&own->told);
}

static void I11_a_callback_may_destroy_its_object(void **state)
{
	ib_cq_create_t cq = {.size = 50, .pfn_comp_cb = destroy_own};
	struct own own = {.qp = IB_ERROR};
	ib_qp_mod_t mod = {.req_state = IB_QPS_ERROR};
	ib_qp_create_t create;
	struct pair p;
	ib_recv_wr_t wr = {.wr_id = 1};

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	told_begin(&own.told);
	own.pair = &p;
	assert_int_equal(ib_destroy_qp(p.a.qp, NULL), IB_SUCCESS);
	assert_int_equal(ib_create_cq(p.a.ca, &cq, &own, NULL, &p.a.cq), IB_SUCCESS);
	create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &p.a.qp), IB_SUCCESS);
	modify_to(p.a.qp, side_init(), IB_SUCCESS);
	assert_int_equal(ib_post_recv(p.a.qp, &wr, NULL), IB_SUCCESS);
	assert_int_equal(ib_rearm_cq(p.a.cq, FALSE), IB_SUCCESS);
	/* flushes the receive */
	modify_to(p.a.qp, mod, IB_SUCCESS);
	told_wait(&own.told);
	assert_int_equal(own.qp, IB_SUCCESS);
	assert_int_equal(own.cq, IB_SUCCESS);
	pair_close(&p);
}

/* The asynchronous event that was reported. */
struct event {
	struct told told;
	ib_async_event_rec_t rec;
};

static void record_event(ib_async_event_rec_t *rec)
{
	struct event *event = rec->context;

	event->rec = *rec;
	kit_destroyed(&event->told);
}

static void I13_I16_I70_events_name_their_object(void **state)
{
	struct event event;
	ib_qp_create_t create;
	ib_qp_mod_t sqd = {.req_state = IB_QPS_SQD, .state.sqd = {.sqd_event = TRUE}};
	struct pair p;
	ib_qp_handle_t qp;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	told_begin(&event.told);
	create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_create_qp(p.a.pd, &create, &event, record_event, &qp), IB_SUCCESS);
	modify_to(qp, side_init(), IB_SUCCESS);
	modify_to(qp, side_rtr(&p.a, &p.b), IB_SUCCESS);
	modify_to(qp, side_rts(), IB_SUCCESS);
	modify_to(qp, sqd, IB_SUCCESS);
	told_wait(&event.told);
	assert_int_equal(event.rec.code, IB_AE_SQ_DRAINED);
	assert_ptr_equal(event.rec.handle.h_qp, qp);
	assert_ptr_equal(event.rec.context, &event);
	pair_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(I37_a_queue_is_notified_in_one_way),
		TEST(I38_I39_a_queue_has_a_size_that_can_change),
		TEST(I38_a_queue_does_not_lose_completions),
		TEST(I40_a_queue_in_use_is_busy),
		TEST(I14_a_wait_object_is_signaled),
		TEST(I32_queue_pairs_are_checked),
		TEST(I34_I77_a_queue_pair_returns_its_attributes),
		TEST(I35_states_change_in_order),
		TEST(migration_needs_an_alternate_path),
		TEST(I36_a_queue_pair_is_destroyed),
		TEST(I33_an_alias_is_queried_and_destroyed),
		TEST(I11_a_callback_may_destroy_its_object),
		TEST(I13_I16_I70_events_name_their_object),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
