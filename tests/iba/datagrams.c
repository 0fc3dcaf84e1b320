/* SPDX-License-Identifier: BSD-2-Clause */
/* Address vectors, datagram queue pairs and shared receive queues. */
#include "pair.h"

enum {
	GRH_BYTES = 40
};

static void datagram_open(struct pair *p)
{
	memset(p, 0, sizeof(*p));
	kit_open(&p->kit);
	side_open(&p->kit, &p->a, p->kit.guid[0]);
	side_open(&p->kit, &p->b, p->kit.guid[p->kit.guids - 1]);
	for (struct side *side = &p->a;; side = &p->b) {
		ib_qp_create_t create = side_create(side, IB_QPT_UNRELIABLE_DGRM);
		ib_dgrm_info_t info = {.port_guid = side->attr->p_port_attr[0].port_guid,
				       .qkey = cl_hton32(SIDE_QKEY)};

		assert_int_equal(ib_create_qp(side->pd, &create, NULL, NULL, &side->qp),
				 IB_SUCCESS);
		assert_int_equal(ib_init_dgrm_svc(side->qp, &info), IB_SUCCESS);
		if (side == &p->b)
			break;
	}
}

static void I28_vectors_are_checked(void **state)
{
	ib_av_handle_t av = NULL;
	ib_av_attr_t attr;
	struct pair p;

	(void)state;
	datagram_open(&p);
	attr = side_way(&p.b);
	KIT_REFUSES(&p.kit, ib_pd_handle_t, IB_INVALID_PD_HANDLE, ib_create_av(bad, NULL, NULL));
	assert_int_equal(ib_create_av(p.a.pd, NULL, &av), IB_INVALID_PARAMETER);
	assert_int_equal(ib_create_av(p.a.pd, &attr, NULL), IB_INVALID_PARAMETER);
	attr.port_num = 0;
	assert_int_equal(ib_create_av(p.a.pd, &attr, &av), IB_INVALID_PORT);
	attr.port_num = p.a.attr->num_ports + 1;
	assert_int_equal(ib_create_av(p.a.pd, &attr, &av), IB_INVALID_PORT);
	attr = side_way(&p.b);
	attr.grh_valid = TRUE;
	memset(&attr.grh.src_gid, 0x99, sizeof(attr.grh.src_gid));
	assert_int_equal(ib_create_av(p.a.pd, &attr, &av), IB_INVALID_PARAMETER);
	assert_null(av);
	attr = side_way(&p.b);
	assert_int_equal(ib_create_av_ctx(p.a.pd, &attr, 5, &av), IB_SUCCESS);
	assert_int_equal(ib_destroy_av_ctx(av, 5), IB_SUCCESS);
	assert_int_equal(ib_destroy_av_ctx(av, 5), IB_INVALID_AV_HANDLE);
	pair_close(&p);
}

static void I29_I30_I31_vectors_are_queried_changed_and_destroyed(void **state)
{
	ib_av_attr_t attr, seen;
	ib_av_handle_t av;
	ib_pd_handle_t pd;
	struct pair p;

	(void)state;
	datagram_open(&p);
	attr = side_way(&p.b);
	assert_int_equal(ib_create_av(p.a.pd, &attr, &av), IB_SUCCESS);
	KIT_REFUSES(&p.kit, ib_av_handle_t, IB_INVALID_AV_HANDLE, ib_query_av(bad, &seen, &pd));
	KIT_REFUSES(&p.kit, ib_av_handle_t, IB_INVALID_AV_HANDLE, ib_modify_av(bad, &attr));
	KIT_REFUSES(&p.kit, ib_av_handle_t, IB_INVALID_AV_HANDLE, ib_destroy_av(bad));
	assert_int_equal(ib_query_av(av, NULL, &pd), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_av(av, &seen, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_av(av, &seen, &pd), IB_SUCCESS);
	assert_ptr_equal(pd, p.a.pd);
	assert_memory_equal(&seen, &attr, sizeof(seen));
	assert_int_equal(ib_modify_av(av, NULL), IB_INVALID_PARAMETER);
	attr.port_num = 0;
	assert_int_equal(ib_modify_av(av, &attr), IB_INVALID_PORT);
	attr = side_way(&p.a);
	attr.sl = 3;
	assert_int_equal(ib_modify_av(av, &attr), IB_SUCCESS);
	assert_int_equal(ib_query_av(av, &seen, &pd), IB_SUCCESS);
	assert_int_equal(seen.sl, 3);
	assert_int_equal(ib_destroy_av(av), IB_SUCCESS);
	assert_int_equal(ib_query_av(av, &seen, &pd), IB_INVALID_AV_HANDLE);
	pair_close(&p);
}

/* Address vectors of alias domains, and those with the permissive LID, exist only in the access
 * layer, for management datagrams; posts refuse them. */
static void vectors_of_the_layer_only(void **state)
{
	ib_av_attr_t attr;
	ib_av_handle_t av;
	ib_pd_handle_t pd;
	ib_local_ds_t ds;
	ib_send_wr_t wr;
	struct pair p;

	(void)state;
	datagram_open(&p);
	attr = side_way(&p.b);
	assert_int_equal(ib_alloc_pd(p.a.ca, IB_PDT_ALIAS, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_create_av(pd, &attr, &av), IB_SUCCESS);
	attr.dlid = 0xffff;
	assert_int_equal(ib_create_av(p.a.pd, &attr, &av), IB_SUCCESS);
	ds = side_ds(&p.a, 0, 8);
	wr = (ib_send_wr_t){.ds_array = &ds, .num_ds = 1};
	wr.dgrm.ud.h_av = av;
	assert_int_equal(ib_post_send(p.a.qp, &wr, NULL), IB_INVALID_AV_HANDLE);
	pair_close(&p);
}

static void send_to(struct pair *p, ib_av_handle_t av, ib_send_opt_t opt)
{
	ib_local_ds_t ds = side_ds(&p->a, 0, 32);
	ib_send_wr_t wr = {.wr_id = 3,
			   .ds_array = &ds,
			   .num_ds = 1,
			   .wr_type = WR_SEND,
			   .send_opt = IB_SEND_OPT_SIGNALED | opt,
			   .immediate_data = 0x12345678};

	wr.dgrm.ud.h_av = av;
	wr.dgrm.ud.remote_qp = side_number(&p->b);
	wr.dgrm.ud.remote_qkey = cl_hton32(SIDE_QKEY);
	assert_int_equal(ib_post_send(p->a.qp, &wr, NULL), IB_SUCCESS);
	assert_int_equal(side_take(&p->a).status, IB_WCS_SUCCESS);
}

static void I32_I62_completions_of_datagrams_have_the_source_address(void **state)
{
	ib_av_attr_t attr;
	ib_av_handle_t av;
	struct pair p;
	ib_wc_t wc;

	(void)state;
	datagram_open(&p);
	attr = side_way(&p.b);
	assert_int_equal(ib_create_av(p.a.pd, &attr, &av), IB_SUCCESS);
	memset(p.a.buf, 0x31, 32);
	side_receive(&p.b, 4, 0, 100);
	send_to(&p, av, IB_SEND_OPT_IMMEDIATE);
	wc = side_take(&p.b);
	assert_int_equal(wc.status, IB_WCS_SUCCESS);
	assert_int_equal(wc.wc_type, IB_WC_RECV);
	assert_int_equal(wc.length, GRH_BYTES + 32);
	assert_int_equal(wc.recv.ud.recv_opt, IB_RECV_OPT_IMMEDIATE);
	assert_int_equal(wc.recv.ud.immediate_data, 0x12345678);
	assert_int_equal(wc.recv.ud.remote_qp, side_number(&p.a));
	assert_int_equal(wc.recv.ud.remote_lid, p.a.attr->p_port_attr[0].lid);
	assert_int_equal(p.b.buf[GRH_BYTES + 31], 0x31);
	/* with a global route */
	attr.grh_valid = TRUE;
	attr.grh.hop_limit = 9;
	attr.grh.src_gid = p.a.attr->p_port_attr[0].p_gid_table[0];
	attr.grh.dest_gid = p.b.attr->p_port_attr[0].p_gid_table[0];
	assert_int_equal(ib_modify_av(av, &attr), IB_SUCCESS);
	side_receive(&p.b, 4, 0, 100);
	send_to(&p, av, 0);
	wc = side_take(&p.b);
	assert_int_equal(wc.recv.ud.recv_opt, IB_RECV_OPT_GRH_VALID);
	assert_memory_equal(p.b.buf + 8, &attr.grh.src_gid, 16);
	pair_close(&p);
}

static void I57_datagrams_need_a_vector(void **state)
{
	ib_send_wr_t wr, *failed = NULL;
	ib_local_ds_t ds;
	struct pair p;

	(void)state;
	datagram_open(&p);
	ds = side_ds(&p.a, 0, 8);
	wr = (ib_send_wr_t){.ds_array = &ds, .num_ds = 1};
	KIT_REFUSES(&p.kit, ib_av_handle_t, IB_INVALID_AV_HANDLE,
		    (wr.dgrm.ud.h_av = bad, ib_post_send(p.a.qp, &wr, &failed)));
	assert_ptr_equal(failed, &wr);
	pair_close(&p);
}

static void I80_datagram_service_is_started_once(void **state)
{
	ib_dgrm_info_t info = {.qkey = cl_hton32(SIDE_QKEY)};
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_init_dgrm_svc(p.a.qp, &info), IB_INVALID_PARAMETER);
	pair_close(&p);
	datagram_open(&p);
	info.port_guid = p.a.attr->p_port_attr[0].port_guid;
	KIT_REFUSES(&p.kit, ib_qp_handle_t, IB_INVALID_QP_HANDLE, ib_init_dgrm_svc(bad, &info));
	assert_int_equal(ib_init_dgrm_svc(p.a.qp, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_init_dgrm_svc(p.a.qp, &info), IB_INVALID_QP_STATE);
	pair_close(&p);
}

static void shared_queues_are_checked(void **state)
{
	ib_srq_attr_t attr = {.max_wr = 20, .max_sge = 1}, seen;
	ib_srq_handle_t srq = NULL;
	ib_qp_create_t create;
	ib_qp_handle_t qp;
	struct pair p;

	(void)state;
	datagram_open(&p);
	KIT_REFUSES(&p.kit, ib_pd_handle_t, IB_INVALID_PD_HANDLE,
		    ib_create_srq(bad, &attr, NULL, NULL, &srq));
	assert_int_equal(ib_create_srq(p.a.pd, NULL, NULL, NULL, &srq), IB_INVALID_PARAMETER);
	attr.max_wr = p.a.attr->max_srq_wrs + 1;
	assert_int_equal(ib_create_srq(p.a.pd, &attr, NULL, NULL, &srq), IB_INVALID_MAX_WRS);
	attr = (ib_srq_attr_t){.max_wr = 20, .max_sge = p.a.attr->max_srq_sges + 1};
	assert_int_equal(ib_create_srq(p.a.pd, &attr, NULL, NULL, &srq), IB_INVALID_MAX_SGE);
	attr = (ib_srq_attr_t){.max_sge = 1};
	assert_int_equal(ib_create_srq(p.a.pd, &attr, NULL, NULL, &srq), IB_INVALID_SETTING);
	assert_null(srq);
	attr.max_wr = 20;
	assert_int_equal(ib_create_srq(p.a.pd, &attr, NULL, NULL, &srq), IB_SUCCESS);
	KIT_REFUSES(&p.kit, ib_srq_handle_t, IB_INVALID_SRQ_HANDLE, ib_query_srq(bad, &seen));
	KIT_REFUSES(&p.kit, ib_srq_handle_t, IB_INVALID_SRQ_HANDLE,
		    ib_modify_srq(bad, &seen, IB_SRQ_LIMIT));
	KIT_REFUSES(&p.kit, ib_srq_handle_t, IB_INVALID_SRQ_HANDLE, ib_destroy_srq(bad, NULL));
	assert_int_equal(ib_query_srq(srq, NULL), IB_INVALID_PARAMETER);
	memset(&seen, 0, sizeof(seen));
	assert_int_equal(ib_query_srq(srq, &seen), IB_SUCCESS);
	assert_in_range(seen.max_wr, 20, p.a.attr->max_srq_wrs);
	assert_in_range(seen.max_sge, 1, p.a.attr->max_srq_sges);
	assert_int_equal(seen.srq_limit, 0);
	attr.srq_limit = 7;
	assert_int_equal(ib_modify_srq(srq, NULL, IB_SRQ_LIMIT), IB_INVALID_PARAMETER);
	assert_int_equal(ib_modify_srq(srq, &attr, (ib_srq_attr_mask_t)0), IB_INVALID_SETTING);
	assert_int_equal(ib_modify_srq(srq, &attr, IB_SRQ_LIMIT), IB_SUCCESS);
	create = side_create(&p.a, IB_QPT_RELIABLE_CONN);
	create.h_srq = srq;
	assert_int_equal(ib_create_qp(p.a.pd, &create, NULL, NULL, &qp), IB_SUCCESS);
	assert_int_equal(ib_destroy_srq(srq, NULL), IB_RESOURCE_BUSY);
	assert_int_equal(ib_destroy_qp(qp, NULL), IB_SUCCESS);
	assert_int_equal(ib_destroy_srq(srq, ib_sync_destroy), IB_SUCCESS);
	pair_close(&p);
}

static void limit_reached(ib_async_event_rec_t *rec)
{
	if (rec->code == IB_AE_SRQ_LIMIT_REACHED)
		kit_destroyed(rec->context);
}

static void shared_queues_give_receives(void **state)
{
	ib_srq_attr_t attr = {.max_wr = 20, .max_sge = 1, .srq_limit = 0};
	ib_qp_create_t create;
	ib_recv_wr_t recv[3], *failed = NULL;
	ib_av_attr_t way;
	ib_av_handle_t av;
	ib_srq_handle_t srq;
	ib_local_ds_t ds;
	ib_dgrm_info_t info = {.qkey = cl_hton32(SIDE_QKEY)};
	struct told told;
	struct pair p;

	(void)state;
	datagram_open(&p);
	told_begin(&told);
	assert_int_equal(ib_create_srq(p.b.pd, &attr, &told, limit_reached, &srq), IB_SUCCESS);
	assert_int_equal(ib_destroy_qp(p.b.qp, NULL), IB_SUCCESS);
	create = side_create(&p.b, IB_QPT_UNRELIABLE_DGRM);
	create.h_srq = srq;
	assert_int_equal(ib_create_qp(p.b.pd, &create, NULL, NULL, &p.b.qp), IB_SUCCESS);
	info.port_guid = p.b.attr->p_port_attr[0].port_guid;
	assert_int_equal(ib_init_dgrm_svc(p.b.qp, &info), IB_SUCCESS);
	ds = side_ds(&p.b, 0, 100);
	for (size_t i = 0; i < COUNT(recv); i++)
		recv[i] = (ib_recv_wr_t){.wr_id = 50 + i,
					 .num_ds = 1,
					 .ds_array = &ds,
					 .p_next = i + 1 < COUNT(recv) ? &recv[i + 1] : NULL};
	KIT_REFUSES(&p.kit, ib_srq_handle_t, IB_INVALID_SRQ_HANDLE,
		    ib_post_srq_recv(bad, recv, &failed));
	assert_int_equal(ib_post_srq_recv(srq, recv, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_post_srq_recv(srq, recv, &failed), IB_SUCCESS);
	attr.srq_limit = 3;
	assert_int_equal(ib_modify_srq(srq, &attr, IB_SRQ_LIMIT), IB_SUCCESS);
	way = side_way(&p.b);
	assert_int_equal(ib_create_av(p.a.pd, &way, &av), IB_SUCCESS);
	send_to(&p, av, 0);
	assert_int_equal(side_take(&p.b).wr_id, 50);
	told_wait(&told);
	pair_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(I28_vectors_are_checked),
		TEST(I29_I30_I31_vectors_are_queried_changed_and_destroyed),
		TEST(vectors_of_the_layer_only),
		TEST(I32_I62_completions_of_datagrams_have_the_source_address),
		TEST(I57_datagrams_need_a_vector),
		TEST(I80_datagram_service_is_started_once),
		TEST(shared_queues_are_checked),
		TEST(shared_queues_give_receives),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
