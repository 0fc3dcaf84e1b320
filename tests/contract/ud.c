/* SPDX-License-Identifier: BSD-2-Clause */
#include "ud.h"

void ud_to(struct ibv_qp *qp, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = 1, .qkey = UD_QKEY};

	assert_int_equal(ibv_modify_qp(qp, &attr, UD_INIT_MASK), 0);
	if (state == IBV_QPS_INIT)
		return;
	attr.qp_state = IBV_QPS_RTR;
	assert_int_equal(ibv_modify_qp(qp, &attr, IBV_QP_STATE), 0);
	if (state == IBV_QPS_RTR)
		return;
	attr.qp_state = IBV_QPS_RTS;
	assert_int_equal(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN), 0);
}

void ud_open(struct side *side, int device)
{
	side_open(side, device, &(struct plan){.type = IBV_QPT_UD, .inline_data = 32});
	ud_to(side->qp, IBV_QPS_RTS);
}

void ud_open_on(struct side *side, const struct side *owner, uint32_t create_flags,
		struct ibv_srq *srq)
{
	struct ibv_qp_init_attr_ex init = {
		.qp_type = IBV_QPT_UD,
		.srq = srq,
		.cap = {.max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1},
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS,
		.pd = owner->pd,
		.create_flags = create_flags,
	};

	*side = *owner;
	side->scq = ibv_create_cq(owner->ctx, 16, side, NULL, 0);
	side->rcq = ibv_create_cq(owner->ctx, 16, side, NULL, 0);
	assert_non_null(side->scq);
	assert_non_null(side->rcq);
	init.send_cq = side->scq;
	init.recv_cq = side->rcq;
	side->qp = ibv_create_qp_ex(owner->ctx, &init);
	if (!side->qp && create_flags && errno == ENOTSUP) {
		assert_int_equal(ibv_destroy_cq(side->scq), 0);
		assert_int_equal(ibv_destroy_cq(side->rcq), 0);
		skip(); /* not on this adapter */
	}
	assert_non_null(side->qp);
	ud_to(side->qp, IBV_QPS_RTS);
}

void ud_close_on(struct side *side)
{
	assert_int_equal(ibv_destroy_qp(side->qp), 0);
	assert_int_equal(ibv_destroy_cq(side->scq), 0);
	assert_int_equal(ibv_destroy_cq(side->rcq), 0);
}

static struct ibv_ah *make_handle(struct side *from, struct ibv_ah_attr *attr)
{
	struct ibv_ah *ah = ibv_create_ah(from->pd, attr);

	assert_non_null(ah);
	return ah;
}

bool ud_over_udp(const struct side *side)
{
	struct ibv_gid_entry entry;

	assert_int_equal(ibv_query_gid_ex(side->ctx, 1, 0, &entry, 0), 0);
	return entry.gid_type == IBV_GID_TYPE_ROCE_V2;
}

struct ibv_ah *ud_handle(struct side *from, const struct side *to)
{
	struct ibv_ah_attr attr = {.dlid = to->port.lid, .port_num = 1};

	if (on_ethernet(to))
		kit_route(&attr, to);
	return make_handle(from, &attr);
}

struct ibv_ah *ud_group_handle(struct side *from, const union ibv_gid *group)
{
	struct ibv_ah_attr attr = {
		.dlid = UD_LID,
		.port_num = 1,
		.is_global = 1,
		.grh = {.dgid = *group, .hop_limit = 1},
	};

	return make_handle(from, &attr);
}

struct ibv_send_wr ud_wr(struct ibv_sge *sge, struct ibv_ah *ah, uint32_t qpn, uint64_t wr_id)
{
	return (struct ibv_send_wr){
		.wr_id = wr_id,
		.sg_list = sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.ud = {.ah = ah, .remote_qpn = qpn, .remote_qkey = UD_QKEY},
	};
}

void ud_send(struct side *from, struct ibv_ah *ah, uint32_t qpn, size_t offset, uint32_t bytes)
{
	struct ibv_sge sge = side_sge(from, offset, bytes);
	struct ibv_send_wr wr = ud_wr(&sge, ah, qpn, 4711);

	assert_int_equal(post_wr(from, &wr), 0);
	expect(from->scq, 4711, IBV_WC_SUCCESS);
}
