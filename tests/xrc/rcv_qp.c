/* SPDX-License-Identifier: BSD-2-Clause */
/* X29 to X49, X57 and X72: numbers of receive queue pairs, and registrations, in one process with
 * several contexts. */
#include "ends.h"

#include <unistd.h>

/* Two contexts with one domain, which register like two processes. */
struct two {
	struct place a, b;
	int fd;
};

static void two_open(struct two *t)
{
	t->fd = domain_file();
	place_open(&t->a, 0, t->fd);
	place_open(&t->b, 0, t->fd);
}

static void two_close(struct two *t)
{
	place_close(&t->a);
	place_close(&t->b);
	close(t->fd);
}

static void expect_gone(struct ibv_xrc_domain *domain, uint32_t qpn)
{
	assert_int_equal(rcv_state(domain, qpn), -EINVAL);
}

/* --- creation ---------------------------------------------------------------------------- */

static void x29_x49_create_stores_a_number_of_24_bits(void **state)
{
	struct ibv_qp_init_attr attr = {0};
	uint32_t qpn = 0, other = 0;
	struct place place;

	(void)state;
	place_open(&place, 0, -1);
	attr.xrc_domain = place.domain;
	assert_int_equal(ibv_create_xrc_rcv_qp(&attr, &qpn), 0);
	assert_int_equal(ibv_create_xrc_rcv_qp(&attr, &other), 0);
	assert_int_not_equal(qpn, other);
	assert_true(qpn && qpn <= 0xffffff && other <= 0xffffff);
	assert_int_equal(rcv_state(place.domain, qpn), IBV_QPS_RESET);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, other), 0);
	place_close(&place);
}

static void x31_create_reads_only_the_domain_of_its_attributes(void **state)
{
	void *const nowhere = (void *)16;
	struct ibv_qp_init_attr attr = {
		.qp_context = nowhere,
		.send_cq = nowhere,
		.recv_cq = nowhere,
		.srq = nowhere,
		.cap = {~0U, ~0U, ~0U, ~0U, ~0U},
		.qp_type = (enum ibv_qp_type)99,
		.sq_sig_all = -1,
	};
	struct ibv_qp_attr got;
	struct sender sender;
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	sender_open(&sender, 1);
	attr.xrc_domain = place.domain;
	assert_int_equal(ibv_create_xrc_rcv_qp(&attr, &qpn), 0);
	join(&sender, &place, qpn);
	place_post(&place, 1, 0, 10);
	send_to(&sender, place.srq->xrc_srq_num, 2, 0, 10);
	expect(place.cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(ibv_query_xrc_rcv_qp(place.domain, qpn, &got, IBV_QP_CAP, &attr), 0);
	assert_int_equal(got.cap.max_send_wr, 0);
	assert_null(attr.qp_context);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	sender_close(&sender);
	place_close(&place);
}

static void x30_x32_errors_are_positive(void **state)
{
	struct ibv_qp_init_attr attr = {0};
	uint32_t qpn = 5;
	struct place place;

	(void)state;
	place_open(&place, 0, -1);
	assert_int_equal(ibv_create_xrc_rcv_qp(NULL, &qpn), EINVAL);
	assert_int_equal(ibv_create_xrc_rcv_qp(&attr, &qpn), EINVAL);
	attr.xrc_domain = place.domain;
	assert_int_equal(ibv_create_xrc_rcv_qp(&attr, NULL), EINVAL);
	assert_int_equal(qpn, 5);
	place_close(&place);
}

/* The queue pair uses receives that another process posted; it has no user-space object. */
static void x33_all_receives_are_those_of_shared_queues(void **state)
{
	struct sender sender;
	struct two t;
	uint32_t qpn;

	(void)state;
	two_open(&t);
	sender_open(&sender, 1);
	qpn = rcv_qp(&t.a);
	join(&sender, &t.a, qpn);
	send_to(&sender, t.b.srq->xrc_srq_num, 1, 0, 10);
	place_post(&t.a, 2, 0, 10); /* in a queue that the request does not name */
	expect_nothing(sender.cq);
	place_post(&t.b, 3, 0, 10);
	expect(sender.cq, 1, IBV_WC_SUCCESS);
	expect(t.b.cq, 3, IBV_WC_SUCCESS);
	expect_nothing(t.a.cq);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.a.domain, qpn), 0);
	sender_close(&sender);
	two_close(&t);
}

/* --- registration ------------------------------------------------------------------------ */

static void x35_x36_creation_registers(void **state)
{
	struct two t;
	uint32_t qpn;

	(void)state;
	two_open(&t);
	qpn = rcv_qp(&t.a);
	assert_int_equal(ibv_close_xrc_domain(t.a.domain), EBUSY);
	/* succeeds without a call to register */
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.a.domain, qpn), 0);
	expect_gone(t.b.domain, qpn);
	two_close(&t);
}

static void x37_x42_the_last_process_to_exit_destroys_it(void **state)
{
	struct two t;
	uint32_t qpn;

	(void)state;
	two_open(&t);
	qpn = rcv_qp(&t.a);
	assert_int_equal(ibv_reg_xrc_rcv_qp(t.b.domain, qpn), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.a.domain, qpn), 0);
	assert_int_equal(rcv_state(t.a.domain, qpn), IBV_QPS_RESET);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.b.domain, qpn), 0);
	expect_gone(t.a.domain, qpn);
	expect_gone(t.b.domain, qpn);
	two_close(&t);
}

static void x38_x40_registration_is_a_set(void **state)
{
	struct two t;
	uint32_t qpn;

	(void)state;
	two_open(&t);
	qpn = rcv_qp(&t.a);
	assert_int_equal(ibv_reg_xrc_rcv_qp(t.a.domain, qpn),
			 0); /* the creator is a member already */
	for (int i = 0; i < 3; i++)
		assert_int_equal(ibv_reg_xrc_rcv_qp(t.b.domain, qpn), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.b.domain, qpn), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.b.domain, qpn), EINVAL);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.a.domain, qpn), 0);
	expect_gone(t.b.domain, qpn);
	two_close(&t);
}

/* Registrations belong to the context, through whichever handle of the domain they are made. */
static void x38_through_two_opens_of_the_domain(void **state)
{
	struct ibv_xrc_domain *second;
	struct two t;
	uint32_t qpn;

	(void)state;
	two_open(&t);
	second = ibv_open_xrc_domain(t.a.ctx, t.fd, 0);
	assert_non_null(second);
	qpn = rcv_qp(&t.a);
	assert_int_equal(ibv_reg_xrc_rcv_qp(second, qpn), 0);
	assert_int_equal(rcv_state(second, qpn), IBV_QPS_RESET);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(second, qpn), 0);
	expect_gone(t.b.domain, qpn);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.a.domain, qpn), EINVAL);
	assert_int_equal(ibv_close_xrc_domain(second), 0);
	two_close(&t);
}

static void x39_each_context_counts(void **state)
{
	struct two t;
	uint32_t qpn;

	(void)state;
	two_open(&t);
	qpn = rcv_qp(&t.a);
	assert_int_equal(ibv_reg_xrc_rcv_qp(t.b.domain, qpn), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.a.domain, qpn), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.a.domain, qpn), EINVAL);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.b.domain, qpn), 0);
	two_close(&t);
}

static void x43_other_processes_cannot_destroy_it(void **state)
{
	struct ibv_qp_open_attr attr = {.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD |
						     IBV_QP_OPEN_ATTR_TYPE,
					.qp_type = IBV_QPT_XRC_RECV};
	struct ibv_xrcd_init_attr domain_attr = {.comp_mask = IBV_XRCD_INIT_ATTR_FD |
							      IBV_XRCD_INIT_ATTR_OFLAGS};
	struct ibv_xrcd *xrcd;
	struct ibv_qp *handle;
	struct two t;

	(void)state;
	two_open(&t);
	attr.qp_num = rcv_qp(&t.a);
	domain_attr.fd = t.fd;
	xrcd = ibv_open_xrcd(t.b.ctx, &domain_attr);
	assert_non_null(xrcd);
	attr.xrcd = xrcd;
	handle = ibv_open_qp(t.b.ctx, &attr);
	assert_non_null(handle);
	assert_int_equal(handle->qp_num, attr.qp_num);
	assert_int_equal(ibv_destroy_qp(handle), 0);
	assert_int_equal(ibv_close_xrcd(xrcd), 0);
	assert_int_equal(rcv_state(t.a.domain, attr.qp_num), IBV_QPS_RESET);
	assert_int_equal(rcv_to_init(t.a.domain, attr.qp_num), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.a.domain, attr.qp_num), 0);
	two_close(&t);
}

static void all_refuse(struct ibv_xrc_domain *domain, uint32_t qpn)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	assert_int_equal(ibv_reg_xrc_rcv_qp(domain, qpn), EINVAL);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(domain, qpn), EINVAL);
	assert_int_equal(rcv_to_init(domain, qpn), EINVAL);
	assert_int_equal(ibv_query_xrc_rcv_qp(domain, qpn, &attr, IBV_QP_STATE, &init), EINVAL);
}

static void x44_x57_the_number_is_invalid_afterwards(void **state)
{
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	qpn = rcv_qp(&place);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	all_refuse(place.domain, qpn);
	place_close(&place);
}

static void x45_x57_invalid_numbers(void **state)
{
	struct place place, other;
	struct sender sender;
	struct side side;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	place_open_bare(&other, 0);
	other.domain = ibv_open_xrc_domain(other.ctx, -1, O_CREAT);
	sender_open(&sender, 0);
	side_open(&side, 0, &(struct plan){0});
	qpn = rcv_qp(&place);
	all_refuse(place.domain, 0);
	all_refuse(place.domain, qpn + 1);
	all_refuse(place.domain, ~0U);
	all_refuse(place.domain, side.qp->qp_num);   /* another kind */
	all_refuse(place.domain, sender.qp->qp_num); /* another kind of XRC */
	all_refuse(other.domain, qpn);               /* another domain */
	assert_int_equal(rcv_state(place.domain, qpn), IBV_QPS_RESET);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	side_close(&side);
	sender_close(&sender);
	place_close(&other);
	place_close(&place);
}

/* A context that is registered through one domain queries through another. */
static void x45_x57_another_domain_of_the_same_process(void **state)
{
	struct ibv_xrc_domain *other;
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	other = ibv_open_xrc_domain(place.ctx, -1, O_CREAT);
	assert_non_null(other);
	qpn = rcv_qp(&place);
	all_refuse(other, qpn);
	assert_int_equal(rcv_state(place.domain, qpn), IBV_QPS_RESET);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	assert_int_equal(ibv_close_xrc_domain(other), 0);
	place_close(&place);
}

static void x46_unregistered_processes_cannot_leave(void **state)
{
	struct two t;
	uint32_t qpn;

	(void)state;
	two_open(&t);
	qpn = rcv_qp(&t.a);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.b.domain, qpn), EINVAL);
	assert_int_equal(rcv_state(t.a.domain, qpn), IBV_QPS_RESET);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(t.a.domain, qpn), 0);
	two_close(&t);
}

static void x57_a_domain_that_is_null(void **state)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr = {0};
	struct place place;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	qpn = rcv_qp(&place);
	all_refuse(NULL, qpn);
	assert_int_equal(ibv_modify_xrc_rcv_qp(place.domain, qpn, NULL, IBV_QP_STATE), EINVAL);
	assert_int_equal(ibv_query_xrc_rcv_qp(place.domain, qpn, NULL, 0, &init), EINVAL);
	assert_int_equal(ibv_query_xrc_rcv_qp(place.domain, qpn, &attr, 0, NULL), EINVAL);
	assert_int_equal(ibv_close_xrc_domain(NULL), EINVAL);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	place_close(&place);
}

/* On mlx4, bit 23 of the number tells completions of XRC receives from others. */
static void x72_a_bit_marks_receive_queue_pairs(void **state)
{
	const uint32_t mark = 1U << 23;
	struct place place;
	struct side side;
	uint32_t qpn;

	(void)state;
	place_open(&place, 0, -1);
	side_open(&side, 0, &(struct plan){0});
	qpn = rcv_qp(&place);
	if (strncmp(ibv_get_device_name(place.ctx->device), "mlx4", 4) == 0) {
		assert_true(qpn & mark);
		assert_false(side.qp->qp_num & mark);
	}
	assert_int_equal(ibv_unreg_xrc_rcv_qp(place.domain, qpn), 0);
	side_close(&side);
	place_close(&place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(x29_x49_create_stores_a_number_of_24_bits),
		TEST(x31_create_reads_only_the_domain_of_its_attributes),
		TEST(x30_x32_errors_are_positive),
		TEST(x33_all_receives_are_those_of_shared_queues),
		TEST(x35_x36_creation_registers),
		TEST(x37_x42_the_last_process_to_exit_destroys_it),
		TEST(x38_x40_registration_is_a_set),
		TEST(x38_through_two_opens_of_the_domain),
		TEST(x39_each_context_counts),
		TEST(x43_other_processes_cannot_destroy_it),
		TEST(x44_x57_the_number_is_invalid_afterwards),
		TEST(x45_x57_invalid_numbers),
		TEST(x45_x57_another_domain_of_the_same_process),
		TEST(x46_unregistered_processes_cannot_leave),
		TEST(x57_a_domain_that_is_null),
		TEST(x72_a_bit_marks_receive_queue_pairs),
	};

	return cmocka_run_group_tests_name("xrc receive queue pairs", tests, NULL, NULL);
}
