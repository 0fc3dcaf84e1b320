/* SPDX-License-Identifier: BSD-2-Clause */
/* X4 to X6, X23 to X28 and X64 to X68: shared receive queues of a domain, and senders to them. */
#include "ends.h"

#include <unistd.h>

/* --- shared receive queues --------------------------------------------------------------- */

static void x5_x25_the_srq_has_its_domain_and_cq(void **state)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 4, .max_sge = 1}};
	struct ibv_srq *plain;
	struct place place;
	uint32_t number;

	(void)state;
	place_open(&place, 0, -1);
	assert_int_not_equal(place.srq->xrc_srq_num, 0);
	assert_int_equal(ibv_get_srq_num(place.srq, &number), 0);
	assert_int_equal(number, place.srq->xrc_srq_num);
	assert_ptr_equal(place.srq->xrc_domain, place.domain);
	assert_ptr_equal(place.srq->xrc_cq, place.cq);
	assert_ptr_equal(place.srq->context, place.ctx);
	assert_ptr_equal(place.srq->pd, place.pd);
	assert_ptr_equal(place.srq->srq_context, &place);
	plain = ibv_create_srq(place.pd, &attr);
	assert_non_null(plain);
	assert_int_equal(plain->xrc_srq_num, 0);
	assert_null(plain->xrc_domain);
	assert_null(plain->xrc_cq);
	assert_int_equal(ibv_get_srq_num(plain, &number), EINVAL);
	assert_int_equal(ibv_destroy_srq(plain), 0);
	place_close(&place);
}

static void x23_the_queue_needs_domain_and_completion_queue(void **state)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 4, .max_sge = 1}};
	struct place place, other;

	(void)state;
	place_open(&place, 0, -1);
	place_open(&other, 0, -1);
	errno = 0;
	assert_null(ibv_create_xrc_srq(place.pd, NULL, place.cq, &attr));
	assert_int_equal(errno, EINVAL);
	assert_null(ibv_create_xrc_srq(place.pd, place.domain, NULL, &attr));
	assert_int_equal(errno, EINVAL);
	assert_null(ibv_create_xrc_srq(place.pd, other.domain, place.cq, &attr));
	assert_int_equal(errno, EINVAL);
	assert_null(ibv_create_xrc_srq(place.pd, place.domain, other.cq, &attr));
	assert_int_equal(errno, EINVAL);
	attr.attr.max_wr = 1U << 30;
	assert_null(ibv_create_xrc_srq(place.pd, place.domain, place.cq, &attr));
	assert_int_equal(errno, EINVAL);
	place_close(&place);
	place_close(&other);
}

static void x24_returned_sizes_are_at_least_the_requested_ones(void **state)
{
	static const uint32_t asked[][2] = {{1, 1}, {5, 2}, {100, 3}};
	struct place place;

	(void)state;
	place_open(&place, 0, -1);
	for (size_t i = 0; i < COUNT(asked); i++) {
		struct ibv_srq_init_attr attr = {
			.attr = {.max_wr = asked[i][0], .max_sge = asked[i][1]}};
		struct ibv_srq *srq = ibv_create_xrc_srq(place.pd, place.domain, place.cq, &attr);
		struct ibv_srq_attr now;

		assert_non_null(srq);
		assert_true(attr.attr.max_wr >= asked[i][0]);
		assert_true(attr.attr.max_sge >= asked[i][1]);
		assert_int_equal(ibv_query_srq(srq, &now), 0);
		assert_int_equal(now.max_wr, attr.attr.max_wr);
		assert_int_equal(now.max_sge, attr.attr.max_sge);
		assert_int_equal(ibv_destroy_srq(srq), 0);
	}
	place_close(&place);
}

/* Each shared receive queue has its own CQ; a receive queue pair has none. */
static void x26_completions_go_to_the_cq_of_the_srq(void **state)
{
	struct place a, b;
	struct sender sender;
	int fd = domain_file();
	struct ibv_wc wc;
	uint32_t qpn;

	(void)state;
	place_open(&a, 0, fd);
	place_open(&b, 0, fd);
	sender_open(&sender, 1);
	qpn = rcv_qp(&a);
	join(&sender, &a, qpn);
	place_post(&a, 10, 0, 64);
	place_post(&b, 20, 0, 64);
	send_to(&sender, b.srq->xrc_srq_num, 1, 0, 8);
	wc = expect(b.cq, 20, IBV_WC_SUCCESS);
	assert_int_equal(wc.qp_num, qpn);
	assert_int_equal(wc.opcode, IBV_WC_RECV);
	send_to(&sender, a.srq->xrc_srq_num, 2, 0, 8);
	wc = expect(a.cq, 10, IBV_WC_SUCCESS);
	assert_int_equal(wc.qp_num, qpn);
	expect(sender.cq, 1, IBV_WC_SUCCESS);
	expect(sender.cq, 2, IBV_WC_SUCCESS);
	expect_nothing(a.cq);
	assert_int_equal(ibv_poll_cq(b.cq, 1, &wc), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(a.domain, qpn), 0);
	sender_close(&sender);
	place_close(&a);
	place_close(&b);
	close(fd);
}

static void x27_its_parts_stay_in_use(void **state)
{
	struct place place;

	(void)state;
	place_open(&place, 0, -1);
	assert_int_equal(ibv_dealloc_pd(place.pd), EBUSY);
	assert_int_equal(ibv_destroy_cq(place.cq), EBUSY);
	assert_int_equal(ibv_close_xrc_domain(place.domain), EBUSY);
	place_close(&place);
}

static void x28_an_xrc_srq_is_otherwise_an_ordinary_srq(void **state)
{
	struct ibv_srq_attr attr = {.srq_limit = 5};
	struct ibv_sge sge = {0};
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad = NULL;
	struct ibv_async_event event;
	struct sender sender;
	struct place place;
	uint32_t qpn;
	int posted = 0;

	(void)state;
	place_open(&place, 0, -1);
	sender_open(&sender, 1);
	qpn = rcv_qp(&place);
	join(&sender, &place, qpn);
	sge = (struct ibv_sge){(uintptr_t)place.buf, 64, place.mr->lkey};
	while (posted < 10000 && !ibv_post_srq_recv(place.srq, &wr, &bad))
		posted++;
	assert_true(posted >= PLACE_RECEIVES);
	assert_ptr_equal(bad, &wr);
	attr.srq_limit = (uint32_t)posted;
	assert_int_equal(ibv_modify_srq(place.srq, &attr, IBV_SRQ_LIMIT), 0);
	assert_int_equal(ibv_query_srq(place.srq, &attr), 0);
	assert_int_equal(attr.srq_limit, posted);
	send_to(&sender, place.srq->xrc_srq_num, 1, 0, 8);
	expect(sender.cq, 1, IBV_WC_SUCCESS);
	expect(place.cq, 0, IBV_WC_SUCCESS);
	do { /* there is also an event of the connection */
		assert_true(readable(place.ctx->async_fd, KIT_SECONDS * 1000));
		assert_int_equal(ibv_get_async_event(place.ctx, &event), 0);
		ibv_ack_async_event(&event);
	} while (event.event_type != IBV_EVENT_SRQ_LIMIT_REACHED);
	assert_ptr_equal(event.element.srq, place.srq);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	sender_close(&sender);
	place_close(&place);
}

/* --- senders ----------------------------------------------------------------------------- */

static void x4_x64_the_sender_is_an_ordinary_queue_pair(void **state)
{
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_XRC};
	struct ibv_srq_init_attr srq_attr = {.attr = {.max_wr = 1, .max_sge = 1}};
	struct ibv_cq *recv_cq;
	struct ibv_qp *qp, *rc;
	struct ibv_srq *srq;
	struct place place;

	(void)state;
	place_open(&place, 0, -1);
	init.send_cq = place.cq;
	init.cap.max_send_wr = init.cap.max_send_sge = 1;
	errno = 0;
	assert_null(ibv_create_qp(place.pd, &init)); /* no domain */
	assert_int_equal(errno, EINVAL);
	/* attributes about receiving are ignored: the queues that they name are not in use */
	recv_cq = ibv_create_cq(place.ctx, 1, NULL, NULL, 0);
	srq = ibv_create_srq(place.pd, &srq_attr);
	init.recv_cq = recv_cq;
	init.srq = srq;
	init.cap.max_recv_wr = init.cap.max_recv_sge = 3;
	init.xrc_domain = place.domain;
	qp = ibv_create_qp(place.pd, &init);
	assert_non_null(qp);
	assert_int_equal(qp->qp_type, IBV_QPT_XRC);
	assert_ptr_equal(qp->xrc_domain, place.domain);
	assert_int_equal(init.cap.max_recv_wr, 0);
	assert_null(qp->recv_cq);
	assert_null(qp->srq);
	assert_int_equal(ibv_destroy_cq(recv_cq), 0);
	assert_int_equal(ibv_destroy_srq(srq), 0);
	init = (struct ibv_qp_init_attr){.qp_type = IBV_QPT_RC,
					 .send_cq = place.cq,
					 .recv_cq = place.cq,
					 .xrc_domain = place.domain};
	rc = ibv_create_qp(place.pd, &init);
	assert_non_null(rc);
	assert_null(rc->xrc_domain);
	assert_int_equal(ibv_destroy_qp(rc), 0);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	place_close(&place);
}

static void x64_the_domain_is_of_the_same_context(void **state)
{
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_XRC};
	struct place place, other;

	(void)state;
	place_open(&place, 0, -1);
	place_open(&other, 0, -1);
	init.send_cq = place.cq;
	init.xrc_domain = other.domain;
	errno = 0;
	assert_null(ibv_create_qp(place.pd, &init));
	assert_int_equal(errno, EINVAL);
	place_close(&place);
	place_close(&other);
}

/* The number in each request selects the shared receive queue, even within a list. */
static void x6_x65_x66_each_request_names_its_srq(void **state)
{
	enum {
		QUEUES = 3
	};
	struct place place[QUEUES];
	struct ibv_send_wr wr[QUEUES], *bad;
	struct ibv_sge sge[QUEUES];
	struct sender sender;
	int fd = domain_file();
	uint32_t qpn;

	(void)state;
	sender_open(&sender, 1);
	for (int i = 0; i < QUEUES; i++) {
		place_open(&place[i], 0, fd);
		place_post(&place[i], 100, 0, 64);
	}
	qpn = rcv_qp(&place[0]);
	join(&sender, &place[0], qpn);
	fill(sender.buf, 64, 1);
	for (int i = 0; i < QUEUES; i++) {
		sge[i] = (struct ibv_sge){(uintptr_t)sender.buf, (uint32_t)(10 + i),
					  sender.mr->lkey};
		wr[i] = (struct ibv_send_wr){.wr_id = (uint64_t)i,
					     .sg_list = &sge[i],
					     .num_sge = 1,
					     .next = i + 1 < QUEUES ? &wr[i + 1] : NULL,
					     .opcode = IBV_WR_SEND,
					     .send_flags = IBV_SEND_SIGNALED};
		if (i % 2) /* the current name of the member */
			wr[i].qp_type.xrc.remote_srqn = place[i].srq->xrc_srq_num;
		else
			wr[i].xrc_remote_srq_num = place[i].srq->xrc_srq_num;
	}
	assert_int_equal(ibv_post_send(sender.qp, wr, &bad), 0);
	for (int i = 0; i < QUEUES; i++) {
		expect(sender.cq, (uint64_t)i, IBV_WC_SUCCESS);
		assert_int_equal(expect(place[i].cq, 100, IBV_WC_SUCCESS).byte_len, 10 + i);
		assert_true(filled(place[i].buf, 10 + (size_t)i, 1));
	}
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place[0].domain, qpn), 0);
	sender_close(&sender);
	for (int i = 0; i < QUEUES; i++)
		place_close(&place[i]);
	close(fd);
}

static void x66_but_only_queues_of_its_domain(void **state)
{
	struct place place, stranger;
	struct sender sender;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	place_open(&stranger, 0, -1);
	sender_open(&sender, 1);
	qpn = rcv_qp(&place);
	join(&sender, &place, qpn);
	place_post(&stranger, 1, 0, 64);
	send_to(&sender, stranger.srq->xrc_srq_num, 1, 0, 8);
	expect(sender.cq, 1, IBV_WC_REM_INV_REQ_ERR);
	expect_nothing(stranger.cq);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	sender_close(&sender);
	place_close(&place);
	place_close(&stranger);
}

/* X67: each allowed operation, and its effect at the receiving end. */
static const struct operation {
	enum ibv_wr_opcode opcode;
	enum ibv_wc_opcode done;
	bool receives, imm, writes, reads, atomic;
} operations[] = {
	{IBV_WR_SEND, IBV_WC_SEND, .receives = true},
	{IBV_WR_SEND_WITH_IMM, IBV_WC_SEND, .receives = true, .imm = true},
	{IBV_WR_RDMA_WRITE, IBV_WC_RDMA_WRITE, .writes = true},
	{IBV_WR_RDMA_WRITE_WITH_IMM, IBV_WC_RDMA_WRITE, .receives = true, .imm = true,
	 .writes = true},
	{IBV_WR_RDMA_READ, IBV_WC_RDMA_READ, .reads = true},
	{IBV_WR_ATOMIC_CMP_AND_SWP, IBV_WC_COMP_SWAP, .atomic = true},
	{IBV_WR_ATOMIC_FETCH_AND_ADD, IBV_WC_FETCH_ADD, .atomic = true},
};

enum {
	AT = 4096, /**< target offset of remote operations */
	BYTES = 8,
};

static void perform(struct sender *sender, struct place *place, const struct operation *op)
{
	struct ibv_sge sge = {(uintptr_t)sender->buf, BYTES, sender->mr->lkey};
	struct ibv_send_wr wr = {.wr_id = 5,
				 .sg_list = &sge,
				 .num_sge = 1,
				 .opcode = op->opcode,
				 .imm_data = htobe32(77),
				 .send_flags = IBV_SEND_SIGNALED};
	struct ibv_send_wr *bad;

	wr.xrc_remote_srq_num = place->srq->xrc_srq_num;
	if (op->atomic) {
		wr.wr.atomic.remote_addr = (uintptr_t)place->buf + AT;
		wr.wr.atomic.rkey = place->mr->rkey;
		wr.wr.atomic.compare_add = 1;
		wr.wr.atomic.swap = 2;
	} else {
		wr.wr.rdma.remote_addr = (uintptr_t)place->buf + AT;
		wr.wr.rdma.rkey = place->mr->rkey;
	}
	assert_int_equal(ibv_post_send(sender->qp, &wr, &bad), 0);
	assert_int_equal(expect(sender->cq, 5, IBV_WC_SUCCESS).opcode, op->done);
}

static void check(struct sender *sender, struct place *place, const struct operation *op)
{
	uint64_t word;

	if (op->receives) {
		struct ibv_wc wc = expect(place->cq, 9, IBV_WC_SUCCESS);

		assert_int_equal(wc.wc_flags & IBV_WC_WITH_IMM, op->imm ? IBV_WC_WITH_IMM : 0);
		if (op->imm)
			assert_int_equal(wc.imm_data, htobe32(77));
		if (!op->writes)
			assert_true(filled(place->buf, BYTES, 1));
	}
	if (op->writes)
		assert_true(filled(place->buf + AT, BYTES, 1));
	if (op->reads)
		assert_true(filled(sender->buf, BYTES, 2));
	if (!op->atomic)
		return;
	memcpy(&word, place->buf + AT, sizeof(word));
	assert_int_equal(word, 2); /* 1 swapped for 2, or 1 added to 1 */
	memcpy(&word, sender->buf, sizeof(word));
	assert_int_equal(word, 1);
}

static void x67_all_operations_of_reliable_connections(void **state)
{
	const uint64_t one = 1;
	struct sender sender;
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	sender_open(&sender, 1);
	qpn = rcv_qp(&place);
	join(&sender, &place, qpn);
	for (size_t i = 0; i < COUNT(operations); i++) {
		fill(sender.buf, BYTES, 1);
		memset(place.buf, 0, BYTES);
		fill(place.buf + AT, BYTES, 2);
		if (operations[i].atomic)
			memcpy(place.buf + AT, &one, sizeof(one));
		if (operations[i].receives)
			place_post(&place, 9, 0, BYTES);
		perform(&sender, &place, &operations[i]);
		check(&sender, &place, &operations[i]);
	}
	expect_nothing(place.cq);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	sender_close(&sender);
	place_close(&place);
}

static void x68_query_tells_the_domain(void **state)
{
	struct ibv_qp_init_attr init = {0};
	struct ibv_qp_attr attr;
	struct sender sender;

	(void)state;
	sender_open(&sender, 0);
	assert_int_equal(ibv_query_qp(sender.qp, &attr, IBV_QP_STATE, &init), 0);
	assert_int_equal(attr.qp_state, IBV_QPS_INIT);
	assert_ptr_equal(init.xrc_domain, sender.domain);
	assert_int_equal(init.qp_type, IBV_QPT_XRC);
	assert_ptr_equal(init.send_cq, sender.cq);
	sender_close(&sender);
}

/* In an older program, the struct lacks this member: the memory behind it must not be written. */
static void x68_query_leaves_the_domain_unchanged_for_other_types(void **state)
{
	struct ibv_xrc_domain *const mark = (struct ibv_xrc_domain *)&operations;
	struct ibv_qp_init_attr init = {.xrc_domain = mark};
	struct ibv_qp_attr attr;
	struct side side;

	(void)state;
	side_open(&side, 0, &(struct plan){0});
	assert_int_equal(ibv_query_qp(side.qp, &attr, IBV_QP_STATE, &init), 0);
	assert_ptr_equal(init.xrc_domain, mark);
	side_close(&side);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(x5_x25_the_srq_has_its_domain_and_cq),
		TEST(x23_the_queue_needs_domain_and_completion_queue),
		TEST(x24_returned_sizes_are_at_least_the_requested_ones),
		TEST(x26_completions_go_to_the_cq_of_the_srq),
		TEST(x27_its_parts_stay_in_use),
		TEST(x28_an_xrc_srq_is_otherwise_an_ordinary_srq),
		TEST(x4_x64_the_sender_is_an_ordinary_queue_pair),
		TEST(x64_the_domain_is_of_the_same_context),
		TEST(x6_x65_x66_each_request_names_its_srq),
		TEST(x66_but_only_queues_of_its_domain),
		TEST(x67_all_operations_of_reliable_connections),
		TEST(x68_query_tells_the_domain),
		TEST(x68_query_leaves_the_domain_unchanged_for_other_types),
	};

	return cmocka_run_group_tests_name("xrc queues", tests, NULL, NULL);
}
