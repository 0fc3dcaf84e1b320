/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * XRC domains, shared receive queues and target queue pairs: ib_uverbs_open_xrcd() and
 * ib_uverbs_open_qp() of Linux, drivers/infiniband/core/uverbs_cmd.c.
 */
#include "raw.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static int open_xrcd(struct raw *raw, int fd, uint32_t oflags, uint32_t *handle)
{
	struct uverbs_open_xrcd_req req = {.fd = (uint32_t)fd, .oflags = oflags};
	struct uverbs_open_xrcd_resp resp = {0};
	int ret = uverbs_call_open_xrcd(&raw->base, &req, NULL, 0, &resp, NULL, 0);

	*handle = ret ? NO_HANDLE : resp.xrcd_handle;
	return ret;
}

static int close_xrcd(struct raw *raw, uint32_t handle)
{
	struct uverbs_close_xrcd_req req = {.xrcd_handle = handle};

	return uverbs_call_close_xrcd(&raw->base, &req);
}

static int create_target(struct raw *raw, uint32_t xrcd, struct uverbs_create_qp_resp *resp)
{
	struct uverbs_create_qp_req req = {.pd_handle = xrcd, .qp_type = IBV_QPT_XRC_RECV};

	return uverbs_call_create_qp(&raw->base, &req, NULL, 0, resp, NULL, 0);
}

static int open_target(struct raw *raw, uint32_t xrcd, uint32_t qpn,
		       struct uverbs_create_qp_resp *resp)
{
	struct uverbs_open_qp_req req = {
		.pd_handle = xrcd, .qpn = qpn, .qp_type = IBV_QPT_XRC_RECV};

	struct uverbs_open_qp_resp out = {0};
	int ret = uverbs_call_open_qp(&raw->base, &req, NULL, 0, &out, NULL, 0);

	if (!ret)
		memcpy(resp, &out, sizeof(*resp)); /* both responses have the same layout */
	return ret;
}

static void s10_1_private_domains(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t a, b;

	(void)state;
	assert_int_equal(open_xrcd(raw, -1, 0, &a), 0);
	assert_int_equal(open_xrcd(raw, -1, O_CREAT | O_EXCL, &b), 0);
	assert_int_not_equal(a, b);
	assert_int_equal(close_xrcd(raw, a), 0);
	assert_int_equal(close_xrcd(raw, a), ENOENT);
	assert_int_equal(close_xrcd(raw, b), 0);
	raw_close(raw);
}

static void s10_1_a_domain_is_an_inode(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct raw *other = raw_context("mlx4_0", NULL);
	int fd = memfd_create("domain", MFD_CLOEXEC);
	int again;
	char path[64];
	uint32_t a, b, c;

	(void)state;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, O_RDONLY | O_CLOEXEC);
	assert_int_equal(open_xrcd(raw, fd, 0, &a), EAGAIN);
	assert_int_equal(open_xrcd(raw, fd, O_CREAT, &a), 0);
	assert_int_equal(open_xrcd(other, again, 0, &b), 0);
	assert_int_equal(open_xrcd(other, again, O_CREAT | O_EXCL, &c), EINVAL);
	assert_int_equal(open_xrcd(other, again, O_EXCL, &c), EINVAL);
	close(fd);
	assert_int_equal(close_xrcd(raw, a), 0);
	assert_int_equal(open_xrcd(raw, again, 0, &a), 0); /* the other process still has it open */
	assert_int_equal(close_xrcd(raw, a), 0);
	raw_close(other);
	for (int i = 0; i < 100 && open_xrcd(raw, again, 0, &a) != EAGAIN; i++) {
		assert_int_equal(close_xrcd(raw, a), 0);
		usleep(10000);
	}
	assert_int_equal(a, NO_HANDLE); /* it was destroyed with the last handle */
	close(again);
	raw_close(raw);
}

static void s10_1_targets_live_as_long_as_their_last_handle(void **state)
{
	struct raw *creator = raw_context("mlx4_0", NULL);
	struct raw *other = raw_context("mlx4_0", NULL);
	int fd = memfd_create("domain", MFD_CLOEXEC);
	struct uverbs_create_qp_resp first = {0}, second = {0}, third = {0};
	struct uverbs_query_qp_resp resp = {0};
	struct uverbs_query_qp_req query = {0};
	uint32_t a, b;

	(void)state;
	assert_int_equal(open_xrcd(creator, fd, O_CREAT, &a), 0);
	assert_int_equal(open_xrcd(other, fd, 0, &b), 0);
	assert_int_equal(create_target(creator, a, &first), 0);
	assert_true(first.qpn & 0x800000);
	assert_int_equal(open_target(other, b, first.qpn + 1, &second), EINVAL);
	assert_int_equal(open_target(other, b, first.qpn, &second), 0);
	assert_int_equal(open_target(other, b, first.qpn, &third), 0);
	assert_int_equal(second.max_recv_wr, 0);
	assert_int_equal(close_xrcd(creator, a), EBUSY);
	raw_close(creator);
	usleep(50000);
	query.qp_handle = second.qp_handle;
	assert_int_equal(uverbs_call_query_qp(&other->base, &query, &resp), 0);
	assert_int_equal(raw_destroy_qp(other, second.qp_handle, NULL), 0);
	query.qp_handle = third.qp_handle;
	assert_int_equal(uverbs_call_query_qp(&other->base, &query, &resp), 0);
	assert_int_equal(close_xrcd(other, b), EBUSY);
	assert_int_equal(raw_destroy_qp(other, third.qp_handle, NULL), 0);
	assert_int_equal(open_target(other, b, first.qpn, &third), EINVAL);
	assert_int_equal(close_xrcd(other, b), 0);
	close(fd);
	raw_close(other);
}

static void s10_1_a_target_wants_a_domain(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_create_qp_resp resp = {0};

	(void)state;
	assert_int_equal(create_target(raw, NO_HANDLE, &resp), EINVAL);
	assert_int_equal(create_target(raw, raw_pd(raw), &resp), EINVAL);
	raw_close(raw);
}

static int create_xsrq(struct raw *raw, struct uverbs_create_xsrq_req *req,
		       struct uverbs_create_xsrq_resp *resp)
{
	struct mlx4_create_srq_in in = {.buf_addr = (uintptr_t)raw_memory(4096),
					.db_addr = (uintptr_t)raw_memory(4096)};

	return uverbs_call_create_xsrq(&raw->base, req, &in, sizeof(in), resp, NULL, 0);
}

static void s5_7_an_xrc_srq_has_a_domain_a_cq_and_a_number(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_create_xsrq_req req = {.srq_type = IBV_SRQT_XRC, .max_wr = 15, .max_sge = 1};
	struct uverbs_create_xsrq_resp resp = {0};
	struct uverbs_create_qp_req qp;

	(void)state;
	req.pd_handle = raw_pd(raw);
	req.cq_handle = raw_cq(raw);
	req.xrcd_handle = NO_HANDLE;
	assert_int_equal(create_xsrq(raw, &req, &resp), EINVAL); /* an invalid domain handle */
	assert_int_equal(open_xrcd(raw, -1, 0, &req.xrcd_handle), 0);
	assert_int_equal(create_xsrq(raw, &req, &resp), 0);
	assert_int_not_equal(resp.srqn, 0);
	assert_int_equal(close_xrcd(raw, req.xrcd_handle), EBUSY);
	assert_int_equal(raw_destroy_cq(raw, req.cq_handle, NULL), EBUSY);
	qp = raw_qp_request(req.pd_handle, req.cq_handle);
	qp.is_srq = 1;
	qp.srq_handle = resp.srq_handle;
	assert_int_equal(raw_try_qp(raw, &qp, NULL), EINVAL); /* only a basic SRQ is allowed */
	assert_int_equal(raw_destroy_srq(raw, resp.srq_handle, NULL), 0);
	assert_int_equal(close_xrcd(raw, req.xrcd_handle), 0);
	raw_close(raw);
}

static void s10_1_a_descriptor_that_is_none_gives_ebadf(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	/* the message comes without the descriptor */
	struct {
		struct uverbs_cmd_hdr hdr;
		struct uverbs_open_xrcd_req req;
		uint32_t pad;
	} command = {.hdr = {UVERBS_CMD_OPEN_XRCD, 6, 1}, .req = {.fd = 99, .oflags = O_CREAT}};
	uint32_t response;

	(void)state;
	command.req.response = (uintptr_t)&response;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_COMMAND, NULL, &command, 24, -1), EBADF);
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(s10_1_private_domains),
		cmocka_unit_test(s10_1_a_domain_is_an_inode),
		cmocka_unit_test(s10_1_targets_live_as_long_as_their_last_handle),
		cmocka_unit_test(s10_1_a_target_wants_a_domain),
		cmocka_unit_test(s5_7_an_xrc_srq_has_a_domain_a_cq_and_a_number),
		cmocka_unit_test(s10_1_a_descriptor_that_is_none_gives_ebadf),
	};

	return raw_run(argc, argv, "xrc", tests, sizeof(tests) / sizeof(tests[0]));
}
