/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creating completion queues, queue pairs and shared receive queues: create_cq(), create_qp() and
 * __uverbs_create_xsrq() of Linux, drivers/infiniband/core/uverbs_cmd.c.
 */
#include "raw.h"

#include <fcntl.h>
#include <unistd.h>

/* --- 5.3: completion queues -------------------------------------------------------------- */

static void s5_3_cqe_0_or_above_the_maximum_gives_einval(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_create_cq_resp resp = {0};

	(void)state;
	assert_int_equal(raw_try_cq(raw, 0, -1, 0, NULL), EINVAL);
	assert_int_equal(raw_try_cq(raw, 0x400000, -1, 0, NULL), EINVAL);
	assert_int_equal(raw_try_cq(raw, 0xffffffff, -1, 0, NULL), EINVAL);
	assert_int_equal(raw_try_cq(raw, 1, -1, 0, &resp), 0);
	assert_int_equal(resp.cqe, 1);
	assert_int_equal(raw_try_cq(raw, 100, -1, 0, &resp), 0);
	assert_int_equal(resp.cqe, 127);
	raw_close(raw);
}

static void s5_3_a_channel_must_be_one_of_this_context(void **state)
{
	int async_fd;
	struct raw *raw = raw_context("mlx4_0", &async_fd);
	struct raw *other = raw_context("mlx4_0", NULL);
	int channel = raw_channel(raw);
	int foreign = raw_channel(other);
	int file = open("/dev/null", O_RDONLY | O_CLOEXEC);

	(void)state;
	assert_int_equal(raw_try_cq(raw, 15, async_fd, 0, NULL), EBADF);
	assert_int_equal(raw_try_cq(raw, 15, foreign, 0, NULL), EBADF);
	assert_int_equal(raw_try_cq(raw, 15, file, 0, NULL), EBADF);
	assert_int_equal(raw_try_cq(raw, 15, channel, 0, NULL), 0);
	close(async_fd);
	close(channel);
	close(foreign);
	close(file);
	raw_close(raw);
	raw_close(other);
}

static void s3_3_create_cq_checks_vector_then_channel_then_size(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
	struct mlx4_create_cq_in in = {.buf_addr = 0};
	struct uverbs_create_cq_req req = {.cqe = 0, .comp_vector = 1000, .comp_channel = file};
	struct uverbs_create_cq_resp resp = {0};

	(void)state;
	assert_int_equal(uverbs_call_create_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 EINVAL);
	req.comp_vector = 0;
	assert_int_equal(uverbs_call_create_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 EBADF);
	req.comp_channel = -1;
	assert_int_equal(uverbs_call_create_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 EINVAL);
	close(file);
	raw_close(raw);
}

static void s5_3_ex_create_cq_wants_zero_mask_and_known_flags(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct mlx4_create_cq_in in = {
		.buf_addr = (uintptr_t)raw_memory(4096),
		.db_addr = (uintptr_t)raw_memory(4096),
	};
	struct uverbs_ex_create_cq_req req = {.cqe = 15, .comp_channel = -1, .comp_mask = 1};
	struct uverbs_ex_create_cq_resp resp = {0};

	(void)state;
	assert_int_equal(
		uverbs_call_ex_create_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
		EINVAL);
	req.comp_mask = 0;
	req.reserved = 1;
	assert_int_equal(
		uverbs_call_ex_create_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
		EINVAL);
	req.reserved = 0;
	req.flags = 4;
	assert_int_equal(
		uverbs_call_ex_create_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
		EOPNOTSUPP);
	req.flags = 0;
	assert_int_equal(
		uverbs_call_ex_create_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0), 0);
	assert_int_equal(resp.base.cqe, 15);
	assert_int_equal(resp.response_length, sizeof(resp));
	raw_close(raw);
}

static void s5_3_resize_checks_handle_and_size(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct mlx4_resize_cq_in in = {.buf_addr = (uintptr_t)raw_memory(65536)};
	struct uverbs_resize_cq_req req = {.cq_handle = NO_HANDLE, .cqe = 100};
	struct uverbs_resize_cq_resp resp = {0};

	(void)state;
	assert_int_equal(uverbs_call_resize_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 ENOENT);
	req.cq_handle = raw_cq(raw);
	req.cqe = 0;
	assert_int_equal(uverbs_call_resize_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 EINVAL);
	req.cqe = 0x400000;
	assert_int_equal(uverbs_call_resize_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 EINVAL);
	req.cqe = 100;
	assert_int_equal(uverbs_call_resize_cq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 0);
	assert_int_equal(resp.cqe, 127);
	raw_close(raw);
}

static void s5_3_modify_cq_knows_moderation_only(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_ex_modify_cq_req req = {
		.cq_handle = raw_cq(raw), .attr_mask = 1, .attr = {1, 1}};

	(void)state;
	assert_int_equal(uverbs_call_ex_modify_cq(&raw->base, &req), 0);
	req.attr_mask = 2;
	assert_int_equal(uverbs_call_ex_modify_cq(&raw->base, &req), EOPNOTSUPP);
	raw_close(raw);
}

/* --- 5.4: queue pairs -------------------------------------------------------------------- */

static void s5_4_qp_types(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_create_qp_req req = raw_qp_request(raw_pd(raw), raw_cq(raw));

	(void)state;
	for (unsigned int type = 0; type < 255; type++) {
		int ret;

		if (type == IBV_QPT_RAW_PACKET || type == IBV_QPT_XRC_RECV)
			continue;
		req.qp_type = (uint8_t)type;
		ret = raw_try_qp(raw, &req, NULL);
		if (type == IBV_QPT_RC || type == IBV_QPT_UC || type == IBV_QPT_UD ||
		    type == IBV_QPT_XRC_SEND)
			assert_int_equal(ret, 0);
		else
			assert_int_equal(ret, EINVAL);
	}
	raw_close(raw);
}

static void s3_3_create_qp_looks_srq_recv_cq_send_cq_pd_up_in_that_order(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint32_t cq = raw_cq(raw);
	struct uverbs_create_qp_req req = raw_qp_request(cq,
							 pd); /* all handles have the wrong type */

	(void)state;
	req.is_srq = 1;
	req.srq_handle = NO_HANDLE;
	req.recv_cq_handle = cq;
	assert_int_equal(raw_try_qp(raw, &req, NULL),
			 ENOENT); /* the SRQ is checked before the types */
	req.is_srq = 0;
	req.recv_cq_handle = NO_HANDLE;
	assert_int_equal(raw_try_qp(raw, &req, NULL), ENOENT); /* receive CQ before send CQ */
	req.recv_cq_handle = cq;
	assert_int_equal(raw_try_qp(raw, &req, NULL), EINVAL); /* the send CQ is a PD */
	req.send_cq_handle = cq;
	req.pd_handle = NO_HANDLE;
	assert_int_equal(raw_try_qp(raw, &req, NULL), ENOENT); /* PD last */
	req.pd_handle = pd;
	assert_int_equal(raw_try_qp(raw, &req, NULL), 0);
	raw_close(raw);
}

static void capabilities_beyond_the_device_give_einval(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t pd = raw_pd(raw);
	uint32_t cq = raw_cq(raw);
	struct uverbs_create_qp_req req = raw_qp_request(pd, cq);

	(void)state;
	req.max_recv_wr = 1 << 20;
	assert_int_equal(raw_try_qp(raw, &req, NULL), EINVAL);
	req = raw_qp_request(pd, cq);
	req.max_send_wr = 1 << 20;
	assert_int_equal(raw_try_qp(raw, &req, NULL), EINVAL);
	req = raw_qp_request(pd, cq);
	req.max_recv_sge = 1000;
	assert_int_equal(raw_try_qp(raw, &req, NULL), EINVAL);
	raw_close(raw);
}

static void receive_capabilities_are_rounded_to_powers_of_two(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_create_qp_req req = raw_qp_request(raw_pd(raw), raw_cq(raw));
	struct uverbs_create_qp_resp resp = {0};

	(void)state;
	req.max_recv_wr = 100;
	req.max_recv_sge = 3;
	req.max_send_wr = 7;
	req.max_inline_data = 20;
	assert_int_equal(raw_try_qp(raw, &req, &resp), 0);
	assert_int_equal(resp.max_recv_wr, 128);
	assert_int_equal(resp.max_recv_sge, 4);
	assert_int_equal(resp.max_send_wr, 7); /* as requested */
	assert_int_equal(resp.max_inline_data, 20);
	raw_close(raw);
}

static void s5_4_ex_create_qp_masks_and_flags(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_create_qp_req base = raw_qp_request(raw_pd(raw), raw_cq(raw));
	struct mlx4_create_qp_in in = {
		.buf_addr = (uintptr_t)raw_memory(16384),
		.db_addr = (uintptr_t)raw_memory(4096),
		.log_sq_bb_count = 6,
		.log_sq_stride = 6,
	};
	struct uverbs_ex_create_qp_req req = {
		.pd_handle = base.pd_handle,
		.send_cq_handle = base.send_cq_handle,
		.recv_cq_handle = base.send_cq_handle,
		.max_send_wr = 4,
		.max_recv_wr = 4,
		.max_send_sge = 1,
		.max_recv_sge = 1,
		.qp_type = IBV_QPT_RC,
	};
	struct uverbs_ex_create_qp_resp resp = {0};

	(void)state;
	req.comp_mask = 2;
	assert_int_equal(
		uverbs_call_ex_create_qp(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
		EINVAL);
	req.comp_mask = 0;
	req.create_flags = 1;
	assert_int_equal(
		uverbs_call_ex_create_qp(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
		EINVAL);
	req.create_flags = 0x100; /* a known flag that is not supported */
	assert_int_equal(
		uverbs_call_ex_create_qp(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
		EOPNOTSUPP);
	req.create_flags = 0;
	assert_int_equal(
		uverbs_call_ex_create_qp(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0), 0);
	assert_int_equal(resp.response_length, sizeof(resp));
	raw_close(raw);
}

/* --- 5.7: shared receive queues ---------------------------------------------------------- */

static void s5_7_srq_query_and_limit(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint32_t srq = raw_srq(raw, raw_pd(raw));
	struct uverbs_query_srq_req query = {.srq_handle = srq};
	struct uverbs_query_srq_resp resp = {0};
	struct uverbs_modify_srq_req modify = {
		.srq_handle = srq, .attr_mask = 2, .srq_limit = 1000};

	(void)state;
	assert_int_equal(uverbs_call_query_srq(&raw->base, &query, &resp), 0);
	assert_int_equal(resp.max_wr, 15);
	assert_int_equal(resp.max_sge, 1);
	assert_int_equal(resp.srq_limit, 0);
	assert_int_equal(uverbs_call_modify_srq(&raw->base, &modify, NULL, 0), EINVAL);
	modify.attr_mask = 1;
	modify.max_wr = 100;
	assert_int_equal(uverbs_call_modify_srq(&raw->base, &modify, NULL, 0),
			 EINVAL); /* not supported */
	modify.srq_handle = NO_HANDLE;
	assert_int_equal(uverbs_call_modify_srq(&raw->base, &modify, NULL, 0), ENOENT);
	query.srq_handle = NO_HANDLE;
	assert_int_equal(uverbs_call_query_srq(&raw->base, &query, &resp), ENOENT);
	raw_close(raw);
}

static void s5_7_create_srq_checks_pd_and_size(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct mlx4_create_srq_in in = {.buf_addr = (uintptr_t)raw_memory(4096),
					.db_addr = (uintptr_t)raw_memory(4096)};
	struct uverbs_create_srq_req req = {.pd_handle = NO_HANDLE, .max_wr = 15, .max_sge = 1};
	struct uverbs_create_srq_resp resp = {0};

	(void)state;
	assert_int_equal(uverbs_call_create_srq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 ENOENT);
	req.pd_handle = raw_pd(raw);
	req.max_wr = 1 << 20;
	assert_int_equal(uverbs_call_create_srq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 EINVAL);
	req.max_wr = 15;
	req.max_sge = 100;
	assert_int_equal(uverbs_call_create_srq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 EINVAL);
	req.max_sge = 1;
	assert_int_equal(uverbs_call_create_srq(&raw->base, &req, &in, sizeof(in), &resp, NULL, 0),
			 0);
	assert_int_equal(resp.srqn, 0); /* only set for XRC SRQs */
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(s5_3_cqe_0_or_above_the_maximum_gives_einval),
		cmocka_unit_test(s5_3_a_channel_must_be_one_of_this_context),
		cmocka_unit_test(s3_3_create_cq_checks_vector_then_channel_then_size),
		cmocka_unit_test(s5_3_ex_create_cq_wants_zero_mask_and_known_flags),
		cmocka_unit_test(s5_3_resize_checks_handle_and_size),
		cmocka_unit_test(s5_3_modify_cq_knows_moderation_only),
		cmocka_unit_test(s5_4_qp_types),
		cmocka_unit_test(s3_3_create_qp_looks_srq_recv_cq_send_cq_pd_up_in_that_order),
		cmocka_unit_test(capabilities_beyond_the_device_give_einval),
		cmocka_unit_test(receive_capabilities_are_rounded_to_powers_of_two),
		cmocka_unit_test(s5_4_ex_create_qp_masks_and_flags),
		cmocka_unit_test(s5_7_srq_query_and_limit),
		cmocka_unit_test(s5_7_create_srq_checks_pd_and_size),
	};

	return raw_run(argc, argv, "queues", tests, sizeof(tests) / sizeof(tests[0]));
}
