/* SPDX-License-Identifier: BSD-2-Clause */
#include "ends.h"

#include <unistd.h>

static const struct plan plan = {0};

/* --- places ------------------------------------------------------------------------------ */

void place_open_bare(struct place *place, int device)
{
	memset(place, 0, sizeof(*place));
	place->ctx = kit_open(device);
	assert_int_equal(ibv_query_port(place->ctx, 1, &place->port), 0);
	place->pd = ibv_alloc_pd(place->ctx);
	assert_non_null(place->pd);
	place->cq = ibv_create_cq(place->ctx, 2 * PLACE_RECEIVES, NULL, NULL, 0);
	assert_non_null(place->cq);
	place->buf = calloc(1, PLACE_BYTES);
	assert_non_null(place->buf);
	place->mr = ibv_reg_mr(place->pd, place->buf, PLACE_BYTES, ALL_ACCESS);
	assert_non_null(place->mr);
}

struct ibv_srq *place_make_srq(struct place *place)
{
	struct ibv_srq_init_attr attr = {
		.srq_context = place,
		.attr = {.max_wr = PLACE_RECEIVES, .max_sge = 1},
	};

	return ibv_create_xrc_srq(place->pd, place->domain, place->cq, &attr);
}

void place_open(struct place *place, int device, int fd)
{
	place_open_bare(place, device);
	place->domain = ibv_open_xrc_domain(place->ctx, fd, O_CREAT);
	assert_non_null(place->domain);
	place->srq = place_make_srq(place);
	assert_non_null(place->srq);
}

void place_close(struct place *place)
{
	if (place->srq)
		assert_int_equal(ibv_destroy_srq(place->srq), 0);
	if (place->domain)
		assert_int_equal(ibv_close_xrc_domain(place->domain), 0);
	assert_int_equal(ibv_dereg_mr(place->mr), 0);
	assert_int_equal(ibv_destroy_cq(place->cq), 0);
	assert_int_equal(ibv_dealloc_pd(place->pd), 0);
	assert_int_equal(ibv_close_device(place->ctx), 0);
	free(place->buf);
}

void place_post(struct place *place, uint64_t wr_id, size_t offset, uint32_t bytes)
{
	struct ibv_sge sge = {(uintptr_t)place->buf + offset, bytes, place->mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1}, *bad;

	assert_int_equal(ibv_post_srq_recv(place->srq, &wr, &bad), 0);
}

/* --- receive queue pairs ----------------------------------------------------------------- */

uint32_t rcv_qp(struct place *place)
{
	struct ibv_qp_init_attr attr = {.xrc_domain = place->domain};
	uint32_t qpn = 0;

	assert_int_equal(ibv_create_xrc_rcv_qp(&attr, &qpn), 0);
	return qpn;
}

int rcv_to_init(struct ibv_xrc_domain *domain, uint32_t qpn)
{
	struct ibv_qp_attr attr = kit_attr(&plan, 0, 0);

	attr.qp_state = IBV_QPS_INIT;
	return ibv_modify_xrc_rcv_qp(domain, qpn, &attr, INIT_MASK);
}

int rcv_to_rtr(struct ibv_xrc_domain *domain, uint32_t qpn, uint16_t lid, uint32_t peer)
{
	struct ibv_qp_attr attr = kit_attr(&plan, lid, peer);

	attr.qp_state = IBV_QPS_RTR;
	return ibv_modify_xrc_rcv_qp(domain, qpn, &attr, RC_RTR_MASK);
}

int rcv_state(struct ibv_xrc_domain *domain, uint32_t qpn)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int err = ibv_query_xrc_rcv_qp(domain, qpn, &attr, IBV_QP_STATE, &init);

	return err ? -err : (int)attr.qp_state;
}

/* --- senders ----------------------------------------------------------------------------- */

static void make_sender_qp(struct sender *s)
{
	struct ibv_qp_init_attr init = {
		.send_cq = s->cq,
		.qp_type = IBV_QPT_XRC,
		.xrc_domain = s->domain,
		.cap = {.max_send_wr = PLACE_RECEIVES, .max_send_sge = 2},
	};

	s->qp = ibv_create_qp(s->pd, &init);
	assert_non_null(s->qp);
	sender_again(s);
}

void sender_again(struct sender *s)
{
	struct ibv_qp_attr attr = kit_attr(&plan, 0, 0);

	attr.qp_state = IBV_QPS_RESET;
	assert_int_equal(ibv_modify_qp(s->qp, &attr, IBV_QP_STATE), 0);
	attr.qp_state = IBV_QPS_INIT;
	assert_int_equal(ibv_modify_qp(s->qp, &attr, INIT_MASK), 0);
}

void sender_open(struct sender *s, int device)
{
	memset(s, 0, sizeof(*s));
	s->ctx = kit_open(device);
	assert_int_equal(ibv_query_port(s->ctx, 1, &s->port), 0);
	s->pd = ibv_alloc_pd(s->ctx);
	assert_non_null(s->pd);
	s->cq = ibv_create_cq(s->ctx, 2 * PLACE_RECEIVES, NULL, NULL, 0);
	assert_non_null(s->cq);
	s->domain = ibv_open_xrc_domain(s->ctx, -1, O_CREAT);
	assert_non_null(s->domain);
	s->buf = calloc(1, PLACE_BYTES);
	assert_non_null(s->buf);
	s->mr = ibv_reg_mr(s->pd, s->buf, PLACE_BYTES, ALL_ACCESS);
	assert_non_null(s->mr);
	make_sender_qp(s);
}

void sender_close(struct sender *s)
{
	assert_int_equal(ibv_destroy_qp(s->qp), 0);
	assert_int_equal(ibv_dereg_mr(s->mr), 0);
	assert_int_equal(ibv_close_xrc_domain(s->domain), 0);
	assert_int_equal(ibv_destroy_cq(s->cq), 0);
	assert_int_equal(ibv_dealloc_pd(s->pd), 0);
	assert_int_equal(ibv_close_device(s->ctx), 0);
	free(s->buf);
}

void sender_connect(struct sender *s, uint16_t lid, uint32_t qpn)
{
	struct ibv_qp_attr attr = kit_attr(&plan, lid, qpn);

	attr.qp_state = IBV_QPS_RTR;
	assert_int_equal(ibv_modify_qp(s->qp, &attr, RC_RTR_MASK), 0);
	attr.qp_state = IBV_QPS_RTS;
	attr.sq_psn = kit_psn(s->qp->qp_num);
	assert_int_equal(ibv_modify_qp(s->qp, &attr, RC_RTS_MASK), 0);
}

void join(struct sender *sender, struct place *place, uint32_t qpn)
{
	assert_int_equal(rcv_to_init(place->domain, qpn), 0);
	assert_int_equal(rcv_to_rtr(place->domain, qpn, sender->port.lid, sender->qp->qp_num), 0);
	sender_connect(sender, place->port.lid, qpn);
}

void send_to(struct sender *sender, uint32_t srqn, uint64_t wr_id, size_t offset, uint32_t bytes)
{
	struct ibv_sge sge = {(uintptr_t)sender->buf + offset, bytes, sender->mr->lkey};
	struct ibv_send_wr wr = {.wr_id = wr_id,
				 .sg_list = &sge,
				 .num_sge = 1,
				 .opcode = IBV_WR_SEND,
				 .send_flags = IBV_SEND_SIGNALED};
	struct ibv_send_wr *bad;

	wr.xrc_remote_srq_num = srqn;
	assert_int_equal(ibv_post_send(sender->qp, &wr, &bad), 0);
}

int domain_file(void)
{
	char path[] = "/tmp/xrc-domain-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(unlink(path), 0);
	return fd;
}
