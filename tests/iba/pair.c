/* SPDX-License-Identifier: BSD-2-Clause */
#include "pair.h"

#include <time.h>

static void count_completion(ib_cq_handle_t cq, void *context)
{
	(void)cq;
	kit_destroyed(context);
}

ib_qp_create_t side_create(const struct side *side, ib_qp_type_t type)
{
	return (ib_qp_create_t){.qp_type = type,
				.sq_depth = SIDE_DEPTH,
				.rq_depth = SIDE_DEPTH,
				.sq_sge = 2,
				.rq_sge = 2,
				.h_sq_cq = side->cq,
				.h_rq_cq = side->cq};
}

void side_open(struct kit *kit, struct side *side, ib_net64_t guid)
{
	ib_cq_create_t cq = {.size = 200, .pfn_comp_cb = count_completion};
	ib_mr_create_t mr = {.length = SIDE_BYTES,
			     .access_ctrl = IB_AC_LOCAL_WRITE | IB_AC_RDMA_READ | IB_AC_RDMA_WRITE |
					    IB_AC_ATOMIC | IB_AC_MW_BIND};

	told_begin(&side->completions);
	assert_int_equal(ib_open_ca(kit->al, guid, NULL, NULL, &side->ca), IB_SUCCESS);
	side->attr = kit_attr(side->ca);
	assert_int_equal(ib_alloc_pd(side->ca, IB_PDT_NORMAL, NULL, &side->pd), IB_SUCCESS);
	assert_int_equal(ib_create_cq(side->ca, &cq, &side->completions, NULL, &side->cq),
			 IB_SUCCESS);
	side->buf = calloc(1, SIDE_BYTES);
	assert_non_null(side->buf);
	mr.vaddr = side->buf;
	assert_int_equal(ib_reg_mem(side->pd, &mr, &side->lkey, &side->rkey, &side->mr),
			 IB_SUCCESS);
}

ib_net32_t side_number(const struct side *side)
{
	ib_qp_attr_t attr;

	assert_int_equal(ib_query_qp(side->qp, &attr), IB_SUCCESS);
	return attr.num;
}

ib_qp_mod_t side_init(void)
{
	return (ib_qp_mod_t){.req_state = IB_QPS_INIT,
			     .state.init = {.primary_port = 1,
					    .qkey = cl_hton32(SIDE_QKEY),
					    .access_ctrl = IB_AC_RDMA_READ | IB_AC_RDMA_WRITE |
							   IB_AC_ATOMIC | IB_AC_LOCAL_WRITE}};
}

ib_av_attr_t side_way(const struct side *peer)
{
	return (ib_av_attr_t){.port_num = 1,
			      .dlid = peer->attr->p_port_attr[0].lid,
			      .conn = {.path_mtu = IB_MTU_LEN_1024,
				       .local_ack_timeout = 14,
				       .seq_err_retry_cnt = 5,
				       .rnr_retry_cnt = 7}};
}

ib_qp_mod_t side_rtr(const struct side *side, const struct side *peer)
{
	ib_qp_mod_t mod = {.req_state = IB_QPS_RTR,
			   .state.rtr = {.rq_psn = cl_hton32(0x123),
					 .dest_qp = side_number(peer),
					 .primary_av = side_way(peer),
					 .resp_res = 4,
					 .rnr_nak_timeout = 1}};
	ib_av_attr_t *const way = &mod.state.rtr.primary_av;

	if (way->dlid == 0) { /* an Ethernet port */
		way->grh_valid = TRUE;
		way->grh.hop_limit = 1;
		way->grh.src_gid = side->attr->p_port_attr[0].p_gid_table[0];
		way->grh.dest_gid = peer->attr->p_port_attr[0].p_gid_table[0];
	}
	return mod;
}

ib_qp_mod_t side_rts(void)
{
	return (ib_qp_mod_t){.req_state = IB_QPS_RTS,
			     .state.rts = {.sq_psn = cl_hton32(0x123),
					   .retry_cnt = 5,
					   .rnr_retry_cnt = 7,
					   .local_ack_timeout = 14,
					   .init_depth = 4}};
}

static void connect_to(struct side *side, const struct side *peer)
{
	ib_qp_mod_t mod = side_rtr(side, peer);

	assert_int_equal(ib_modify_qp(side->qp, &mod), IB_SUCCESS);
	mod = side_rts();
	assert_int_equal(ib_modify_qp(side->qp, &mod), IB_SUCCESS);
}

static void create_queue_pair(struct side *side, ib_qp_type_t type)
{
	ib_qp_create_t create = side_create(side, type);
	ib_qp_mod_t mod = side_init();

	assert_int_equal(ib_create_qp(side->pd, &create, NULL, NULL, &side->qp), IB_SUCCESS);
	assert_int_equal(ib_modify_qp(side->qp, &mod), IB_SUCCESS);
}

void pair_open(struct pair *pair, ib_qp_type_t type)
{
	memset(pair, 0, sizeof(*pair));
	kit_open(&pair->kit);
	side_open(&pair->kit, &pair->a, pair->kit.guid[0]);
	side_open(&pair->kit, &pair->b, pair->kit.guid[pair->kit.guids - 1]);
	create_queue_pair(&pair->a, type);
	create_queue_pair(&pair->b, type);
	connect_to(&pair->a, &pair->b);
	connect_to(&pair->b, &pair->a);
}

void pair_close(struct pair *pair)
{
	kit_close(&pair->kit);
	free(pair->a.attr);
	free(pair->b.attr);
	free(pair->a.buf);
	free(pair->b.buf);
}

ib_local_ds_t side_ds(const struct side *side, size_t offset, uint32_t bytes)
{
	return (ib_local_ds_t){
		.vaddr = (uintptr_t)side->buf + offset, .length = bytes, .lkey = side->lkey};
}

ib_send_wr_t side_wr(ib_local_ds_t *ds, ib_wr_type_t type, uint64_t id, const struct side *peer,
		     size_t offset)
{
	ib_send_wr_t wr = {.wr_id = id,
			   .ds_array = ds,
			   .num_ds = 1,
			   .wr_type = type,
			   .send_opt = IB_SEND_OPT_SIGNALED};

	wr.remote_ops.vaddr = (uintptr_t)peer->buf + offset;
	wr.remote_ops.rkey = peer->rkey;
	return wr;
}

void side_receive(struct side *side, uint64_t id, size_t offset, uint32_t bytes)
{
	ib_local_ds_t ds = side_ds(side, offset, bytes);
	ib_recv_wr_t wr = {.wr_id = id, .num_ds = 1, .ds_array = &ds};

	assert_int_equal(ib_post_recv(side->qp, &wr, NULL), IB_SUCCESS);
}

ib_wc_t side_take(struct side *side)
{
	ib_wc_t wc = {0}, *unused = &wc, *done = NULL;
	time_t end = time(NULL) + KIT_SECONDS;
	ib_api_status_t status;

	do {
		status = ib_poll_cq(side->cq, &unused, &done);
	} while (status == IB_NOT_FOUND && time(NULL) < end);
	assert_int_equal(status, IB_SUCCESS);
	assert_ptr_equal(done, &wc);
	assert_null(unused);
	return wc;
}
