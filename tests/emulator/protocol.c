/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The write() protocol of the kernel's verbs interface: headers, sizes, refusals and their errno
 * values, as in ib_uverbs_write() and verify_hdr() of Linux, drivers/infiniband/core/uverbs_main.c.
 */
#include "raw.h"

#include <unistd.h>

/** An ordinary command with 32-bit words after the header. */
struct ordinary {
	struct uverbs_cmd_hdr hdr;
	uint32_t word[64];
};

struct extended {
	struct uverbs_cmd_hdr hdr;
	struct uverbs_ex_cmd_hdr ex;
	uint64_t word[64];
};

static uint64_t response[128];

static struct ordinary ordinary(uint32_t command, size_t request_bytes, size_t room)
{
	struct ordinary c = {
		.hdr = {.command = command,
			.in_words = (uint16_t)((sizeof(c.hdr) + request_bytes) / 4),
			.out_words = (uint16_t)(room / 4)},
	};
	uint64_t address = (uintptr_t)response;

	memcpy(c.word, &address, sizeof(address));
	memset(response, 0xee, sizeof(response));
	return c;
}

static struct extended extended(uint32_t command, size_t request_bytes, size_t room)
{
	memset(response, 0xee, sizeof(response));
	return (struct extended){
		.hdr = {.command = command | UVERBS_EXTENDED,
			.in_words = (uint16_t)(request_bytes / 8),
			.out_words = (uint16_t)(room / 8)},
		.ex = {.response = (uintptr_t)response},
	};
}

static int submit(struct raw *raw, const void *command, size_t bytes)
{
	return raw_write(raw, command, bytes);
}

static int submit_ordinary(struct raw *raw, const struct ordinary *c)
{
	return submit(raw, c, (size_t)c->hdr.in_words * 4);
}

static int submit_extended(struct raw *raw, const struct extended *c)
{
	return submit(raw, c,
		      sizeof(c->hdr) + sizeof(c->ex) + (size_t)c->hdr.in_words * 8 +
			      (size_t)c->ex.provider_in_words * 8);
}

/* --- 2: before the first command --------------------------------------------------------- */

static void s2_before_get_context_commands_give_einval(void **state)
{
	struct raw *raw = raw_connect("mlx4_0");
	struct uverbs_query_device_req query = {0};
	struct uverbs_query_device_resp device = {0};
	struct uverbs_alloc_pd_req alloc = {0};
	struct uverbs_alloc_pd_resp pd = {0};

	(void)state;
	assert_int_equal(uverbs_call_query_device(&raw->base, &query, &device), EINVAL);
	assert_int_equal(uverbs_call_alloc_pd(&raw->base, &alloc, NULL, 0, &pd, NULL, 0), EINVAL);
	raw_close(raw);
}

static void s2_before_get_context_destroying_a_handle_gives_enoent(void **state)
{
	struct raw *raw = raw_connect("mlx4_0");

	(void)state;
	assert_int_equal(raw_dealloc_pd(raw, 0), ENOENT);
	assert_int_equal(raw_destroy_cq(raw, 0, NULL), ENOENT);
	assert_int_equal(raw_destroy_qp(raw, 0, NULL), ENOENT);
	raw_close(raw);
}

static void s2_get_context_a_second_time_gives_einval(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_get_context_req req = {0};
	struct uverbs_get_context_resp resp = {0};

	(void)state;
	assert_int_equal(uverbs_call_get_context(&raw->base, &req, NULL, 0, &resp, NULL, 0),
			 EINVAL);
	raw_close(raw);
}

static void s2_a_connection_is_one_open_file_and_several_are_several_contexts(void **state)
{
	struct raw *a = raw_context("mlx4_0", NULL);
	struct raw *b = raw_context("mlx4_0", NULL);

	(void)state;
	assert_int_equal(raw_exchange(a, SOFTHCA_OP_OPEN, NULL, "mlx4_1", 6, -1), EINVAL);
	assert_int_equal(raw_pd(a), 0);
	assert_int_equal(raw_pd(b), 0);
	raw_close(a);
	raw_close(b);
}

/* --- 3.1: ordinary commands -------------------------------------------------------------- */

static void s3_1_fewer_than_8_bytes_give_einval(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	const struct ordinary c = ordinary(UVERBS_CMD_ALLOC_PD, 8, 4);

	(void)state;
	for (size_t bytes = 0; bytes < 8; bytes++)
		assert_int_equal(submit(raw, &c, bytes), EINVAL);
	raw_close(raw);
}

static void s3_1_unknown_bits_in_the_command_give_einval(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct ordinary c = ordinary(UVERBS_CMD_ALLOC_PD, 8, 4);

	(void)state;
	for (int bit = 8; bit < 31; bit++) {
		c.hdr.command = UVERBS_CMD_ALLOC_PD | 1U << bit;
		assert_int_equal(submit_ordinary(raw, &c), EINVAL);
	}
	raw_close(raw);
}

static void s3_1_unknown_commands_give_eopnotsupp(void **state)
{
	static const uint32_t numbers[] = {
		UVERBS_CMD_MODIFY_AH,
		UVERBS_CMD_QUERY_AH,
		UVERBS_CMD_REG_SMR,
		UVERBS_CMD_QUERY_MR,
		UVERBS_CMD_BIND_MW,
		UVERBS_CMD_PEEK_CQ,
		UVERBS_CMD_POLL_CQ,
		UVERBS_CMD_REQ_NOTIFY_CQ,
		UVERBS_CMD_POST_SEND,
		UVERBS_CMD_POST_SRQ_RECV,
		UVERBS_CMD_POST_RECV,
		41,
		100,
		255,
	};
	struct raw *raw = raw_context("mlx4_0", NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		const struct ordinary c = ordinary(numbers[i], 64, 64);

		assert_int_equal(submit_ordinary(raw, &c), EOPNOTSUPP);
	}
	raw_close(raw);
}

static void s3_1_in_words_must_be_the_byte_count(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct ordinary c = ordinary(UVERBS_CMD_ALLOC_PD, 8, 4);

	(void)state;
	c.hdr.in_words++;
	assert_int_equal(submit(raw, &c, 16), EINVAL);
	c.hdr.in_words -= 2;
	assert_int_equal(submit(raw, &c, 16), EINVAL);
	raw_close(raw);
}

static void s3_1_too_short_a_request_gives_enospc(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	const struct ordinary alloc = ordinary(UVERBS_CMD_ALLOC_PD, 4, 4);
	const struct ordinary create = ordinary(UVERBS_CMD_CREATE_QP, 52, 32);

	(void)state;
	assert_int_equal(submit_ordinary(raw, &alloc), ENOSPC);
	assert_int_equal(submit_ordinary(raw, &create), ENOSPC);
	raw_close(raw);
}

static void s3_1_too_little_room_gives_enospc(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	const struct ordinary alloc = ordinary(UVERBS_CMD_ALLOC_PD, 8, 0);
	const struct ordinary query = ordinary(UVERBS_CMD_QUERY_DEVICE, 8, 172);

	(void)state;
	assert_int_equal(submit_ordinary(raw, &alloc), ENOSPC);
	assert_int_equal(submit_ordinary(raw, &query), ENOSPC);
	raw_close(raw);
}

static void s3_1_driver_bytes_may_follow_and_are_answered_behind_the_core(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	const struct ordinary c = ordinary(UVERBS_CMD_ALLOC_PD, 24, 4 + 16);
	const uint32_t *words = (const uint32_t *)response;

	(void)state;
	assert_int_equal(submit_ordinary(raw, &c), 0);
	assert_int_equal(words[0], 0);
	assert_int_not_equal(words[1], 0);
	assert_int_not_equal(words[1], 0xeeeeeeee); /* the adapter's PD number */
	assert_int_equal(words[2], 0);
	assert_int_equal(words[3], 0xeeeeeeee); /* room that the driver does not use is unchanged */
	raw_close(raw);
}

static void s3_1_without_driver_data_a_nonzero_tail_gives_eopnotsupp(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct ordinary c = ordinary(UVERBS_CMD_QUERY_DEVICE, 16, 176);

	(void)state;
	assert_int_equal(submit_ordinary(raw, &c), 0);
	c.word[3] = 1;
	assert_int_equal(submit_ordinary(raw, &c), EOPNOTSUPP);
	raw_close(raw);
}

static void s3_1_without_driver_data_extra_room_is_filled_with_zeros(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	const struct ordinary c = ordinary(UVERBS_CMD_QUERY_DEVICE, 8, 176 + 16);

	(void)state;
	assert_int_equal(submit_ordinary(raw, &c), 0);
	assert_int_equal(response[22], 0);
	assert_int_equal(response[23], 0);
	assert_true(response[24] == 0xeeeeeeeeeeeeeeeeU);
	raw_close(raw);
}

static void s3_1_a_bad_response_address_gives_efault_and_leaks_nothing(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct raw *watch = raw_connect(NULL);
	struct ordinary c = ordinary(UVERBS_CMD_ALLOC_PD, 8, 4);
	const uint64_t nowhere = 16;

	(void)state;
	memcpy(c.word, &nowhere, sizeof(nowhere));
	assert_int_equal(submit_ordinary(raw, &c), EFAULT);
	assert_int_equal(raw_objects(watch), 0);
	c.hdr.command = UVERBS_CMD_CREATE_COMP_CHANNEL;
	assert_int_equal(submit_ordinary(raw, &c), EFAULT);
	usleep(50000);
	assert_int_equal(raw_objects(watch), 0);
	assert_int_equal(raw_pd(raw), 0); /* the handle is free again */
	raw_close(raw);
	raw_close(watch);
}

/* --- 3.2: extended commands -------------------------------------------------------------- */

static void s3_2_heads_that_do_not_fit_give_einval(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct extended c = extended(UVERBS_EX_CMD_QUERY_DEVICE, 8, 304);

	(void)state;
	assert_int_equal(submit(raw, &c, 16), EINVAL);
	assert_int_equal(submit(raw, &c, 40), EINVAL);
	c.ex.provider_in_words = 1;
	assert_int_equal(submit(raw, &c, 32), EINVAL);
	c.ex.provider_in_words = 0;
	c.ex.cmd_hdr_reserved = 1;
	assert_int_equal(submit_extended(raw, &c), EINVAL);
	raw_close(raw);
}

static void s3_2_response_and_out_words_come_together(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct extended c = extended(UVERBS_EX_CMD_QUERY_DEVICE, 8, 304);

	(void)state;
	c.ex.response = 0;
	assert_int_equal(submit_extended(raw, &c), EINVAL);
	c = extended(UVERBS_EX_CMD_QUERY_DEVICE, 8, 0);
	assert_int_equal(submit_extended(raw, &c), EINVAL);
	raw_close(raw);
}

static void s3_2_shorter_and_longer_are_elastic(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct extended c = extended(UVERBS_EX_CMD_QUERY_DEVICE, 0, 176);
	const uint32_t *words = (const uint32_t *)response;

	(void)state;
	assert_int_equal(submit_extended(raw, &c), 0);
	assert_true(response[22] == 0xeeeeeeeeeeeeeeeeU); /* truncated */
	c = extended(UVERBS_EX_CMD_QUERY_DEVICE, 16, 184);
	assert_int_equal(submit_extended(raw, &c), 0);
	assert_int_equal(words[45], 184); /* response_length: the bytes that fit */
	c = extended(UVERBS_EX_CMD_QUERY_DEVICE, 16, 320);
	assert_int_equal(submit_extended(raw, &c), 0);
	assert_int_equal(words[45], 304);
	assert_int_equal(response[39], 0); /* filled with zeros */
	c.word[1] = 1;
	assert_int_equal(submit_extended(raw, &c), EOPNOTSUPP);
	raw_close(raw);
}

static void s5_1_ex_query_device_wants_zero_mask_and_reserved(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct extended c = extended(UVERBS_EX_CMD_QUERY_DEVICE, 8, 304);

	(void)state;
	c.word[0] = 1;
	assert_int_equal(submit_extended(raw, &c), EINVAL);
	c.word[0] = 1ULL << 32;
	assert_int_equal(submit_extended(raw, &c), EINVAL);
	raw_close(raw);
}

static void s5_1_extended_flags_contain_the_plain_ones(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_ex_query_device_req req = {0};
	struct uverbs_ex_query_device_resp resp = {0};

	(void)state;
	assert_int_equal(uverbs_call_ex_query_device(&raw->base, &req, NULL, 0, &resp, NULL, 0), 0);
	assert_int_not_equal(resp.base.device_cap_flags, 0);
	assert_int_equal((uint32_t)resp.device_cap_flags_ex, resp.base.device_cap_flags);
	raw_close(raw);
}

static void s5_8_work_queues_and_flows_give_eopnotsupp(void **state)
{
	static const uint32_t numbers[] = {
		UVERBS_EX_CMD_CREATE_FLOW,
		UVERBS_EX_CMD_DESTROY_FLOW,
		UVERBS_EX_CMD_CREATE_WQ,
		UVERBS_EX_CMD_MODIFY_WQ,
		UVERBS_EX_CMD_CREATE_RWQ_IND_TBL,
		2,
		58,
		255,
	};
	struct raw *raw = raw_context("mlx4_0", NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		const struct extended c = extended(numbers[i], 40, 16);

		assert_int_equal(submit_extended(raw, &c), EOPNOTSUPP);
	}
	raw_close(raw);
}

/* --- 5.1: device and ports --------------------------------------------------------------- */

static void s5_1_query_port_out_of_range_gives_einval(void **state)
{
	struct raw *raw = raw_context("mlx4_1", NULL);
	struct uverbs_query_port_req req = {.port_num = 0};
	struct uverbs_query_port_resp resp = {0};

	(void)state;
	assert_int_equal(uverbs_call_query_port(&raw->base, &req, &resp), EINVAL);
	req.port_num = 3;
	assert_int_equal(uverbs_call_query_port(&raw->base, &req, &resp), EINVAL);
	req.port_num = 2;
	assert_int_equal(uverbs_call_query_port(&raw->base, &req, &resp), 0);
	assert_int_equal(resp.link_layer, IBV_LINK_LAYER_INFINIBAND);
	assert_int_equal(resp.state, IBV_PORT_ACTIVE);
	assert_in_range(resp.active_mtu, IBV_MTU_256, IBV_MTU_4096);
	assert_int_equal(resp.lid, 3);
	raw_close(raw);
}

static void s5_1_query_device_has_both_guids_big_endian(void **state)
{
	static const uint8_t guid[8] = {0x00, 0x02, 0xc9, 0x03, 0x00, 0xfe, 0x00, 0x00};
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct uverbs_query_device_req req = {0};
	struct uverbs_query_device_resp resp = {0};

	(void)state;
	assert_int_equal(uverbs_call_query_device(&raw->base, &req, &resp), 0);
	assert_memory_equal(&resp.node_guid, guid, sizeof(guid));
	assert_int_equal(resp.phys_port_cnt, 1);
	assert_true(resp.fw_ver >> 32 == 2);
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(s2_before_get_context_commands_give_einval),
		cmocka_unit_test(s2_before_get_context_destroying_a_handle_gives_enoent),
		cmocka_unit_test(s2_get_context_a_second_time_gives_einval),
		cmocka_unit_test(s2_a_connection_is_one_open_file_and_several_are_several_contexts),
		cmocka_unit_test(s3_1_fewer_than_8_bytes_give_einval),
		cmocka_unit_test(s3_1_unknown_bits_in_the_command_give_einval),
		cmocka_unit_test(s3_1_unknown_commands_give_eopnotsupp),
		cmocka_unit_test(s3_1_in_words_must_be_the_byte_count),
		cmocka_unit_test(s3_1_too_short_a_request_gives_enospc),
		cmocka_unit_test(s3_1_too_little_room_gives_enospc),
		cmocka_unit_test(s3_1_driver_bytes_may_follow_and_are_answered_behind_the_core),
		cmocka_unit_test(s3_1_without_driver_data_a_nonzero_tail_gives_eopnotsupp),
		cmocka_unit_test(s3_1_without_driver_data_extra_room_is_filled_with_zeros),
		cmocka_unit_test(s3_1_a_bad_response_address_gives_efault_and_leaks_nothing),
		cmocka_unit_test(s3_2_heads_that_do_not_fit_give_einval),
		cmocka_unit_test(s3_2_response_and_out_words_come_together),
		cmocka_unit_test(s3_2_shorter_and_longer_are_elastic),
		cmocka_unit_test(s5_1_ex_query_device_wants_zero_mask_and_reserved),
		cmocka_unit_test(s5_1_extended_flags_contain_the_plain_ones),
		cmocka_unit_test(s5_8_work_queues_and_flows_give_eopnotsupp),
		cmocka_unit_test(s5_1_query_port_out_of_range_gives_einval),
		cmocka_unit_test(s5_1_query_device_has_both_guids_big_endian),
	};

	return raw_run(argc, argv, "protocol", tests, sizeof(tests) / sizeof(tests[0]));
}
