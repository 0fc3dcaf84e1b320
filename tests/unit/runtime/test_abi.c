/* SPDX-License-Identifier: BSD-2-Clause */
/* Parsing of command headers by the kernel's rules; the table of state changes; traces. */
#include <inverbs/kernel/qp_states.h>
#include <inverbs/kernel/uverbs_parse.h>
#include <inverbs/kernel/uverbs_trace.h>
#include <stdio.h>

#include "fake.h"

union bytes {
	uint8_t at[256];
	uint64_t align;
};

/* Build an ordinary command with `in` bytes behind its header and room for `out`. */
static size_t ordinary(union bytes *b, uint32_t command, size_t in, size_t out)
{
	struct uverbs_cmd_hdr hdr = {command, (uint16_t)((8 + in) / 4), (uint16_t)(out / 4)};

	memset(b, 0, sizeof(*b));
	memcpy(b->at, &hdr, sizeof(hdr));
	return 8 + in;
}

static size_t extended(union bytes *b, uint32_t command, size_t in, size_t out, uint64_t response)
{
	struct uverbs_cmd_hdr hdr = {command | UVERBS_EXTENDED, (uint16_t)(in / 8),
				     (uint16_t)(out / 8)};
	struct uverbs_ex_cmd_hdr ex = {.response = response};

	memset(b, 0, sizeof(*b));
	memcpy(b->at, &hdr, sizeof(hdr));
	memcpy(b->at + 8, &ex, sizeof(ex));
	return 24 + in;
}

static void heads_are_checked_in_the_kernels_order(void **state)
{
	struct uverbs_parsed p;
	union bytes b;
	size_t len;

	(void)state;
	ordinary(&b, UVERBS_CMD_ALLOC_PD, 8, 4);
	for (len = 0; len < 8; len++)
		assert_int_equal(uverbs_parse(b.at, len, &p), EINVAL);
	len = ordinary(&b, 0x100 | UVERBS_CMD_ALLOC_PD, 8, 4);
	assert_int_equal(uverbs_parse(b.at, len, &p), EINVAL);
	len = ordinary(&b, 41, 8, 4);
	assert_int_equal(uverbs_parse(b.at, len, &p), EOPNOTSUPP);
	len = ordinary(&b, UVERBS_CMD_MODIFY_AH, 8, 4); /* never implemented */
	assert_int_equal(uverbs_parse(b.at, len, &p), EOPNOTSUPP);
	len = ordinary(&b, UVERBS_CMD_ALLOC_PD, 8, 4);
	assert_int_equal(uverbs_parse(b.at, len + 4, &p), EINVAL);
	len = ordinary(&b, UVERBS_CMD_ALLOC_PD, 4, 4);
	assert_int_equal(uverbs_parse(b.at, len, &p), ENOSPC);
	len = ordinary(&b, UVERBS_CMD_ALLOC_PD, 8, 0);
	assert_int_equal(uverbs_parse(b.at, len, &p), ENOSPC);
	len = ordinary(&b, UVERBS_CMD_ALLOC_PD, 8, 4);
	assert_int_equal(uverbs_parse(b.at, len, &p), 0);
}

static void driver_bytes_follow_where_they_may(void **state)
{
	struct uverbs_parsed p;
	union bytes b;
	size_t len = ordinary(&b, UVERBS_CMD_ALLOC_PD, 24, 12);

	(void)state;
	b.at[16] = 0xaa;
	assert_int_equal(uverbs_parse(b.at, len, &p), 0);
	assert_int_equal(p.core_len, 8);
	assert_int_equal(p.drv_in_len, 16);
	assert_ptr_equal(p.drv_in, b.at + 16);
	assert_int_equal(p.core_out, 4);
	assert_int_equal(p.drv_out, 8);
	/* without driver-private data: further input must be zero, further room is for the core */
	len = ordinary(&b, UVERBS_CMD_QUERY_PORT, 24, 48);
	assert_int_equal(uverbs_parse(b.at, len, &p), 0);
	assert_int_equal(p.core_out, 48);
	assert_int_equal(p.drv_out, 0);
	b.at[8 + 20] = 1;
	assert_int_equal(uverbs_parse(b.at, len, &p), EOPNOTSUPP);
}

static void extended_heads(void **state)
{
	struct uverbs_ex_query_device_req req;
	struct uverbs_parsed p;
	union bytes b;
	size_t len = extended(&b, UVERBS_EX_CMD_QUERY_DEVICE, 8, 176, 0x1000);

	(void)state;
	assert_int_equal(uverbs_parse(b.at, 23, &p), EINVAL);
	assert_int_equal(uverbs_parse(b.at, len + 8, &p), EINVAL);
	assert_int_equal(uverbs_parse(b.at, len, &p), 0);
	assert_int_equal(p.core_out, 176);
	assert_true(p.extended);
	b.at[20] = 1; /* reserved */
	assert_int_equal(uverbs_parse(b.at, len, &p), EINVAL);
	len = extended(&b, UVERBS_EX_CMD_QUERY_DEVICE, 8, 176, 0);
	assert_int_equal(uverbs_parse(b.at, len, &p), EINVAL);
	len = extended(&b, UVERBS_EX_CMD_QUERY_DEVICE, 8, 0, 0x1000);
	assert_int_equal(uverbs_parse(b.at, len, &p), EINVAL);
	/* a shorter request is padded with zeros; further bytes must be zero */
	len = extended(&b, UVERBS_EX_CMD_QUERY_DEVICE, 0, 176, 0x1000);
	assert_int_equal(uverbs_parse(b.at, len, &p), 0);
	memset(&req, 0xff, sizeof(req));
	uverbs_read_ex_query_device(&p, &req);
	assert_int_equal(req.comp_mask, 0);
	len = extended(&b, UVERBS_EX_CMD_QUERY_DEVICE, 16, 176, 0x1000);
	assert_int_equal(uverbs_parse(b.at, len, &p), 0);
	b.at[24 + 8] = 1;
	assert_int_equal(uverbs_parse(b.at, len, &p), EOPNOTSUPP);
}

static void descriptors_are_known_by_place(void **state)
{
	(void)state;
	assert_int_equal(uverbs_request_fd_offset(UVERBS_CMD_CREATE_CQ, false), 24);
	assert_int_equal(uverbs_request_fd_offset(UVERBS_EX_CMD_CREATE_CQ, true), 16);
	assert_int_equal(uverbs_request_fd_offset(UVERBS_CMD_OPEN_XRCD, false), 8);
	assert_int_equal(uverbs_request_fd_offset(UVERBS_CMD_CREATE_QP, false), -1);
	assert_int_equal(uverbs_request_fd_offset(200, true), -1);
	assert_int_equal(uverbs_response_fd_offset(UVERBS_CMD_GET_CONTEXT, false), 0);
	assert_int_equal(uverbs_response_fd_offset(UVERBS_CMD_CREATE_COMP_CHANNEL, false), 0);
	assert_int_equal(uverbs_response_fd_offset(UVERBS_CMD_CREATE_CQ, false), -1);
	assert_string_equal(uverbs_command_name(UVERBS_CMD_REG_MR), "REG_MR");
	assert_string_equal(uverbs_command_name(UVERBS_EX_CMD_CREATE_CQ | UVERBS_EXTENDED),
			    "EX_CREATE_CQ");
	assert_string_equal(uverbs_command_name(99), "?");
}

/* A transport that checks that a command that was built is parsed to the same members. */
static struct {
	size_t drv_in_len;
	size_t core_out;
	size_t drv_out;
} seen;

static int check_parsed_command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct uverbs_parsed p;

	(void)t;
	assert_int_equal(uverbs_parse(cmd, bytes, &p), 0);
	if (p.response)
		memset((void *)(uintptr_t)p.response, 0x5a, p.core_out + p.drv_out);
	seen.drv_in_len = p.drv_in_len;
	seen.core_out = p.core_out;
	seen.drv_out = p.drv_out;
	return 0;
}

static void what_is_laid_out_is_taken_apart(void **state)
{
	static const struct inverbs_transport_ops ops = {.command = check_parsed_command};
	struct inverbs_transport t = {.ops = &ops};
	struct uverbs_reg_mr_req req = {.start = 1};
	struct uverbs_reg_mr_resp resp;
	struct uverbs_ex_create_cq_req ex = {.cqe = 9};
	struct uverbs_ex_create_cq_resp ex_resp;
	uint8_t in[6] = {1, 2, 3, 4, 5, 6}, out[5] = {0}, big[3000] = {0};

	(void)state;
	assert_int_equal(uverbs_call_reg_mr(&t, &req, in, sizeof(in), &resp, out, sizeof(out)), 0);
	assert_int_equal(seen.drv_in_len, 8);
	assert_int_equal(seen.drv_out, 8);
	assert_int_equal(resp.rkey, 0x5a5a5a5a);
	assert_int_equal(out[4], 0x5a);
	assert_int_equal(
		uverbs_call_ex_create_cq(&t, &ex, in, sizeof(in), &ex_resp, big, sizeof(big)), 0);
	assert_int_equal(seen.core_out, sizeof(ex_resp));
	assert_int_equal(seen.drv_out, sizeof(big));
	assert_int_equal(big[2999], 0x5a);
}

/* ---- states ---- */

static void every_change_of_the_manual(void **state)
{
	const uint32_t init = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
	const uint32_t rtr = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			     IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	const uint32_t rts = IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
			     IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC;

	(void)state;
	assert_int_equal(uverbs_check_transition(IBV_QPT_RC, IBV_QPS_RESET, IBV_QPS_INIT, init), 0);
	assert_int_equal(uverbs_check_transition(IBV_QPT_RC, IBV_QPS_RESET, IBV_QPS_INIT,
						 init & ~IBV_QP_PORT),
			 EINVAL);
	assert_int_equal(uverbs_check_transition(IBV_QPT_RC, IBV_QPS_RESET, IBV_QPS_INIT,
						 init | IBV_QP_QKEY),
			 EINVAL);
	assert_int_equal(uverbs_check_transition(IBV_QPT_RC, IBV_QPS_INIT, IBV_QPS_RTR, rtr), 0);
	assert_int_equal(uverbs_check_transition(IBV_QPT_RC, IBV_QPS_RTR, IBV_QPS_RTS, rts), 0);
	assert_int_equal(uverbs_check_transition(IBV_QPT_RC, IBV_QPS_RESET, IBV_QPS_RTR, rtr),
			 EINVAL);
	assert_int_equal(
		uverbs_check_transition(IBV_QPT_RC, IBV_QPS_RESET, IBV_QPS_ERR, IBV_QP_STATE),
		EINVAL);
	assert_int_equal(uverbs_check_transition(IBV_QPT_UC, IBV_QPS_INIT, IBV_QPS_RTR, rtr),
			 EINVAL);
	assert_int_equal(uverbs_check_transition(IBV_QPT_XRC_SEND, IBV_QPS_INIT, IBV_QPS_RTR, rtr),
			 0);
	assert_int_equal(uverbs_check_transition(IBV_QPT_XRC_RECV, IBV_QPS_RTR, IBV_QPS_RTS, rts),
			 0);
	assert_int_equal(
		uverbs_check_transition(IBV_QPT_RAW_PACKET, IBV_QPS_SQE, IBV_QPS_RTS, IBV_QP_STATE),
		0);
	assert_int_equal(uverbs_check_transition(99, IBV_QPS_RTS, IBV_QPS_ERR, IBV_QP_STATE),
			 EINVAL);
	for (int from = IBV_QPS_RESET; from <= IBV_QPS_ERR; from++)
		assert_int_equal(
			uverbs_check_transition(IBV_QPT_UD, from, IBV_QPS_RESET, IBV_QP_STATE), 0);
}

static void attribute_bits_are_those_of_the_header(void **state)
{
	(void)state;
	assert_int_equal(UVERBS_ATTR_STATE, IBV_QP_STATE);
	assert_int_equal(UVERBS_ATTR_DEST_QPN, IBV_QP_DEST_QPN);
	assert_int_equal(UVERBS_ATTR_RATE_LIMIT, IBV_QP_RATE_LIMIT);
	assert_int_equal(UVERBS_ATTR_MAX_DEST_RD_ATOMIC, IBV_QP_MAX_DEST_RD_ATOMIC);
	assert_int_equal(UVERBS_ATTR_MIN_RNR_TIMER, IBV_QP_MIN_RNR_TIMER);
	assert_int_equal(UVERBS_QPS_ERR, IBV_QPS_ERR);
	assert_int_equal(UVERBS_QPT_XRC_TGT, IBV_QPT_XRC_RECV);
	assert_string_equal(uverbs_attribute_name(7), "AV");
}

/* ---- trace ---- */

static void trace_names_the_fields(void **state)
{
	struct uverbs_reg_mr_req req = {.response = 0x1000,
					.start = 0x2000,
					.length = 4096,
					.pd_handle = 3,
					.access_flags = 7};
	char *text = NULL;
	size_t bytes;
	FILE *to = open_memstream(&text, &bytes);
	union bytes b;
	size_t len = ordinary(&b, UVERBS_CMD_REG_MR, sizeof(req) + 4, 16);

	(void)state;
	memcpy(b.at + 8, &req, sizeof(req));
	b.at[48] = 0xab;
	uverbs_trace(to, b.at, len);
	uverbs_trace(to, b.at, 12);
	fclose(to);
	assert_string_equal(text, "REG_MR response=0x1000 start=0x2000 length=4096 hca_va=0x0 "
				  "pd_handle=3 access_flags=0x7 "
				  "driver=ab000000 room=12+4\n"
				  "REG_MR 0x9 (12 bytes): Invalid argument\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads_are_checked_in_the_kernels_order),
		cmocka_unit_test(driver_bytes_follow_where_they_may),
		cmocka_unit_test(extended_heads),
		cmocka_unit_test(descriptors_are_known_by_place),
		cmocka_unit_test(what_is_laid_out_is_taken_apart),
		cmocka_unit_test(every_change_of_the_manual),
		cmocka_unit_test(attribute_bits_are_those_of_the_header),
		cmocka_unit_test(trace_names_the_fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
