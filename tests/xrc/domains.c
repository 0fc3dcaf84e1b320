/* SPDX-License-Identifier: BSD-2-Clause */
/* X10 to X21: domains within one process. */
#include "ends.h"

#include <unistd.h>

static void x10_open_returns_a_domain_of_the_context(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_xrc_domain *domain = ibv_open_xrc_domain(ctx, -1, O_CREAT);

	(void)state;
	assert_non_null(domain);
	assert_ptr_equal(domain->context, ctx);
	assert_int_equal(ibv_close_xrc_domain(domain), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void x11_without_a_file_it_is_private(void **state)
{
	struct place a, b;
	uint32_t qpn;

	(void)state;
	place_open(&a, 0, -1);
	place_open(&b, 0, -1);
	qpn = rcv_qp(&a);
	assert_int_equal(ibv_reg_xrc_rcv_qp(b.domain, qpn), EINVAL);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(a.domain, qpn), 0);
	place_close(&a);
	place_close(&b);
}

static void x11_a_private_domain_accepts_only_o_creat(void **state)
{
	static const int wrong[] = {0, O_EXCL, O_CREAT | O_EXCL, O_CREAT | O_RDWR};
	struct ibv_context *ctx = kit_open(0);

	(void)state;
	for (size_t i = 0; i < COUNT(wrong); i++) {
		errno = 0;
		assert_null(ibv_open_xrc_domain(ctx, -1, wrong[i]));
		assert_int_equal(errno, EINVAL);
	}
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void x12_o_creat_opens_an_existing_domain(void **state)
{
	struct place a, b;
	int fd = domain_file();
	uint32_t qpn;

	(void)state;
	place_open(&a, 0, fd);
	place_open(&b, 0, fd); /* with O_CREAT, like the first */
	qpn = rcv_qp(&a);
	assert_int_equal(ibv_reg_xrc_rcv_qp(b.domain, qpn), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(b.domain, qpn), 0);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(a.domain, qpn), 0);
	place_close(&a);
	place_close(&b);
	close(fd);
}

static void x12_the_domain_belongs_to_the_inode(void **state)
{
	struct place a, b;
	int fd = domain_file(), other = domain_file(), again;
	char path[64];
	uint32_t qpn;

	(void)state;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, O_RDONLY | O_CLOEXEC); /* another descriptor of the same file */
	assert_true(again >= 0);
	place_open(&a, 0, fd);
	close(fd); /* the domain is tied to the inode, not to the descriptor */
	qpn = rcv_qp(&a);
	place_open(&b, 0, again);
	assert_int_equal(rcv_state(b.domain, qpn), IBV_QPS_RESET);
	place_close(&b);
	place_open(&b, 0, other);
	assert_int_equal(rcv_state(b.domain, qpn), -EINVAL);
	place_close(&b);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(a.domain, qpn), 0);
	place_close(&a);
	close(again);
	close(other);
}

static void must_fail(struct ibv_context *ctx, int fd, int oflag, int err)
{
	errno = 0;
	assert_null(ibv_open_xrc_domain(ctx, fd, oflag));
	assert_int_equal(errno, err);
}

static void x13_x15_o_excl_requires_a_new_domain(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_xrc_domain *domain;
	int fd = domain_file();

	(void)state;
	domain = ibv_open_xrc_domain(ctx, fd, O_CREAT | O_EXCL);
	assert_non_null(domain);
	must_fail(ctx, fd, O_CREAT | O_EXCL, EINVAL);
	must_fail(ctx, fd, O_EXCL, EINVAL);
	assert_int_equal(ibv_close_xrc_domain(domain), 0);
	domain = ibv_open_xrc_domain(ctx, fd, O_CREAT | O_EXCL);
	assert_non_null(domain);
	assert_int_equal(ibv_close_xrc_domain(domain), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
	close(fd);
}

static void x14_without_o_creat_the_domain_must_exist(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_xrc_domain *domain, *second;
	int fd = domain_file();

	(void)state;
	must_fail(ctx, fd, 0, EAGAIN);
	must_fail(ctx, fd, O_EXCL, EAGAIN);
	domain = ibv_open_xrc_domain(ctx, fd, O_CREAT);
	assert_non_null(domain);
	second = ibv_open_xrc_domain(ctx, fd, 0);
	assert_non_null(second);
	assert_int_equal(ibv_close_xrc_domain(domain), 0);
	assert_int_equal(ibv_close_xrc_domain(second), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
	close(fd);
}

static void x15_an_invalid_descriptor(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	int fd = domain_file();

	(void)state;
	close(fd);
	must_fail(ctx, fd, O_CREAT, EBADF);
	must_fail(ctx, -2, O_CREAT, EBADF);
	assert_int_equal(ibv_close_device(ctx), 0);
}

/* A message arrives at a shared receive queue and a receive queue pair that were created through
 * different handles of one domain. */
static void x16_opens_of_one_file_work_together(void **state)
{
	struct sender sender;
	struct place a, b;
	int fd = domain_file();
	uint32_t qpn;

	(void)state;
	place_open(&a, 0, fd);
	place_open(&b, 0, fd);
	sender_open(&sender, 1);
	qpn = rcv_qp(&a);
	join(&sender, &a, qpn);
	place_post(&b, 7, 0, 100);
	fill(sender.buf, 100, 3);
	send_to(&sender, b.srq->xrc_srq_num, 1, 0, 100);
	expect(sender.cq, 1, IBV_WC_SUCCESS);
	assert_int_equal(expect(b.cq, 7, IBV_WC_SUCCESS).byte_len, 100);
	assert_true(filled(b.buf, 100, 3));
	assert_int_equal(ibv_unreg_xrc_rcv_qp(a.domain, qpn), 0);
	sender_close(&sender);
	place_close(&a);
	place_close(&b);
	close(fd);
}

static void x17_two_devices_have_two_domains(void **state)
{
	struct ibv_context *one = kit_open(0), *two = kit_open(1);
	struct ibv_xrc_domain *domain, *other;
	int fd = domain_file();

	(void)state;
	domain = ibv_open_xrc_domain(one, fd, O_CREAT);
	assert_non_null(domain);
	must_fail(two, fd, 0, EAGAIN);
	other = ibv_open_xrc_domain(two, fd, O_CREAT | O_EXCL);
	assert_non_null(other);
	assert_int_equal(ibv_close_xrc_domain(domain), 0);
	must_fail(one, fd, 0, EAGAIN);
	assert_int_equal(ibv_close_xrc_domain(other), 0);
	assert_int_equal(ibv_close_device(one), 0);
	assert_int_equal(ibv_close_device(two), 0);
	close(fd);
}

static void x18_the_last_close_destroys_the_domain(void **state)
{
	struct ibv_context *ctx = kit_open(0), *other = kit_open(0);
	struct ibv_xrc_domain *a, *b, *c;
	int fd = domain_file();

	(void)state;
	a = ibv_open_xrc_domain(ctx, fd, O_CREAT);
	b = ibv_open_xrc_domain(other, fd, 0);
	assert_true(a && b);
	assert_int_equal(ibv_close_xrc_domain(a), 0);
	c = ibv_open_xrc_domain(ctx, fd, 0); /* the other handle keeps the domain */
	assert_non_null(c);
	assert_int_equal(ibv_close_xrc_domain(c), 0);
	assert_int_equal(ibv_close_xrc_domain(b), 0);
	must_fail(ctx, fd, 0, EAGAIN);
	assert_int_equal(ibv_close_device(ctx), 0);
	assert_int_equal(ibv_close_device(other), 0);
	close(fd);
}

static void x19_close_waits_for_queues_and_senders(void **state)
{
	struct sender sender;
	struct place place;

	(void)state;
	place_open(&place, 0, -1);
	assert_int_equal(ibv_close_xrc_domain(place.domain), EBUSY);
	place_close(&place); /* destroys the queue first */
	sender_open(&sender, 0);
	assert_int_equal(ibv_close_xrc_domain(sender.domain), EBUSY);
	sender_close(&sender); /* destroys the queue pair first */
}

static void x20_close_waits_for_registrations(void **state)
{
	struct place a, b;
	int fd = domain_file();
	uint32_t qpn;

	(void)state;
	place_open_bare(&a, 0);
	place_open_bare(&b, 0);
	a.domain = ibv_open_xrc_domain(a.ctx, fd, O_CREAT);
	b.domain = ibv_open_xrc_domain(b.ctx, fd, 0);
	qpn = rcv_qp(&a);
	assert_int_equal(ibv_reg_xrc_rcv_qp(b.domain, qpn), 0);
	assert_int_equal(ibv_close_xrc_domain(a.domain), EBUSY); /* registered as the creator */
	assert_int_equal(ibv_close_xrc_domain(b.domain), EBUSY);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(a.domain, qpn), 0);
	place_close(&a);
	assert_int_equal(ibv_close_xrc_domain(b.domain), EBUSY);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(b.domain, qpn), 0);
	place_close(&b);
	close(fd);
}

static void x21_closing_the_device_closes_its_domains(void **state)
{
	static struct ibv_xrc_domain *volatile left; /* static: it is never freed */
	struct ibv_context *ctx = kit_open(0), *other = kit_open(0);
	struct ibv_xrc_domain *domain = NULL;
	int fd = domain_file();

	(void)state;
	left = ibv_open_xrc_domain(other, fd, O_CREAT);
	assert_non_null(left);
	assert_int_equal(ibv_close_device(other), 0);
	/* the emulator notices the closed device a moment later */
	for (int i = 0; i < 1000; i++) {
		domain = ibv_open_xrc_domain(ctx, fd, 0);
		if (!domain)
			break;
		assert_int_equal(ibv_close_xrc_domain(domain), 0);
		kit_sleep(10);
	}
	assert_null(domain);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(ibv_close_device(ctx), 0);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(x10_open_returns_a_domain_of_the_context),
		TEST(x11_without_a_file_it_is_private),
		TEST(x11_a_private_domain_accepts_only_o_creat),
		TEST(x12_o_creat_opens_an_existing_domain),
		TEST(x12_the_domain_belongs_to_the_inode),
		TEST(x13_x15_o_excl_requires_a_new_domain),
		TEST(x14_without_o_creat_the_domain_must_exist),
		TEST(x15_an_invalid_descriptor),
		TEST(x16_opens_of_one_file_work_together),
		TEST(x17_two_devices_have_two_domains),
		TEST(x18_the_last_close_destroys_the_domain),
		TEST(x19_close_waits_for_queues_and_senders),
		TEST(x20_close_waits_for_registrations),
		TEST(x21_closing_the_device_closes_its_domains),
	};

	return cmocka_run_group_tests_name("xrc domains", tests, NULL, NULL);
}
