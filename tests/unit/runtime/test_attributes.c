/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of devices and ports: each member is copied from the right one of the response. */
#include <inverbs/kernel/uverbs.h>
#include <stdio.h>

#include "fake.h"

/* Fill a response so that neighbouring members differ and none is zero. */
static void fill(void *resp, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		((uint8_t *)resp)[i] = (uint8_t)(i % 113 + 1);
}

#define SAME(member) assert_true((uint64_t)to->member == (uint64_t)from->member)

static void check_device(const struct ibv_device_attr *to,
			 const struct uverbs_query_device_resp *from)
{
	char version[64];

	snprintf(version, sizeof(version), "%u.%u.%u", (unsigned int)(from->fw_ver >> 32) & 0xffff,
		 (unsigned int)(from->fw_ver >> 16) & 0xffff, (unsigned int)from->fw_ver & 0xffff);
	assert_string_equal(to->fw_ver, version);
	SAME(node_guid);
	SAME(sys_image_guid);
	SAME(max_mr_size);
	SAME(page_size_cap);
	SAME(vendor_id);
	SAME(vendor_part_id);
	SAME(hw_ver);
	SAME(max_qp);
	SAME(max_qp_wr);
	SAME(device_cap_flags);
	SAME(max_sge);
	SAME(max_sge_rd);
	SAME(max_cq);
	SAME(max_cqe);
	SAME(max_mr);
	SAME(max_pd);
	SAME(max_qp_rd_atom);
	SAME(max_ee_rd_atom);
	SAME(max_res_rd_atom);
	SAME(max_qp_init_rd_atom);
	SAME(max_ee_init_rd_atom);
	SAME(atomic_cap);
	SAME(max_ee);
	SAME(max_rdd);
	SAME(max_mw);
	SAME(max_raw_ipv6_qp);
	SAME(max_raw_ethy_qp);
	SAME(max_mcast_grp);
	SAME(max_mcast_qp_attach);
	SAME(max_total_mcast_qp_attach);
	SAME(max_ah);
	SAME(max_fmr);
	SAME(max_map_per_fmr);
	SAME(max_srq);
	SAME(max_srq_wr);
	SAME(max_srq_sge);
	SAME(max_pkeys);
	SAME(local_ca_ack_delay);
	SAME(phys_port_cnt);
}

static void a_device_says_what_it_can_do(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct uverbs_query_device_resp resp;
	struct ibv_device_attr attr;

	(void)state;
	fill(&resp, sizeof(resp));
	memset(&attr, 0xff, sizeof(attr));
	t.answered = UVERBS_CMD_QUERY_DEVICE;
	t.answer = &resp;
	assert_int_equal(ibv_query_device(&ctx->ibv, &attr), 0);
	check_device(&attr, &resp);
	fake_context_free(ctx);
}

static void the_extended_query_says_more(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct uverbs_ex_query_device_resp resp;
	struct ibv_device_attr_ex attr;

	(void)state;
	fill(&resp, sizeof(resp));
	memset(&attr, 0xff, sizeof(attr));
	t.answered = UVERBS_EXTENDED | UVERBS_EX_CMD_QUERY_DEVICE;
	t.answer = &resp;
	assert_int_equal(ibv_query_device_ex(&ctx->ibv, NULL, &attr), 0);
	check_device(&attr.orig_attr, &resp.base);
	assert_true(attr.odp_caps.general_caps == resp.odp_caps.general_caps);
	assert_true(attr.odp_caps.per_transport_caps.rc_odp_caps == resp.odp_caps.rc_odp_caps);
	assert_true(attr.odp_caps.per_transport_caps.uc_odp_caps == resp.odp_caps.uc_odp_caps);
	assert_true(attr.odp_caps.per_transport_caps.ud_odp_caps == resp.odp_caps.ud_odp_caps);
	assert_true(attr.completion_timestamp_mask == resp.timestamp_mask);
	assert_true(attr.hca_core_clock == resp.hca_core_clock);
	assert_true(attr.device_cap_flags_ex == resp.device_cap_flags_ex);
	assert_true(attr.rss_caps.supported_qpts == resp.rss_caps.supported_qpts);
	assert_true(attr.rss_caps.max_rwq_indirection_tables ==
		    resp.rss_caps.max_rwq_indirection_tables);
	assert_true(attr.rss_caps.max_rwq_indirection_table_size ==
		    resp.rss_caps.max_rwq_indirection_table_size);
	assert_true(attr.max_wq_type_rq == resp.max_wq_type_rq);
	assert_true(attr.raw_packet_caps == resp.raw_packet_caps);
	assert_true(attr.tm_caps.max_rndv_hdr_size == resp.tm_caps.max_rndv_hdr_size);
	assert_true(attr.tm_caps.max_num_tags == resp.tm_caps.max_num_tags);
	assert_true(attr.tm_caps.flags == resp.tm_caps.flags);
	assert_true(attr.tm_caps.max_ops == resp.tm_caps.max_ops);
	assert_true(attr.tm_caps.max_sge == resp.tm_caps.max_sge);
	assert_true(attr.cq_mod_caps.max_cq_count ==
		    resp.cq_moderation_caps.max_cq_moderation_count);
	assert_true(attr.cq_mod_caps.max_cq_period ==
		    resp.cq_moderation_caps.max_cq_moderation_period);
	assert_true(attr.max_dm_size == resp.max_dm_size);
	assert_true(attr.xrc_odp_caps == resp.xrc_odp_caps);
	assert_int_equal(attr.phys_port_cnt_ex, resp.base.phys_port_cnt);
	fake_context_free(ctx);
}

/* The input is for extensions, of which there are none; and kernels may lack the extended query. */
static void the_extended_query_may_be_missing(void **state)
{
	static const int errors[] = {EOPNOTSUPP, ENOSYS, EIO};
	const struct ibv_query_device_ex_input input = {.comp_mask = 1};
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct uverbs_query_device_resp resp;
	struct ibv_device_attr_ex attr;

	(void)state;
	assert_int_equal(ibv_query_device_ex(&ctx->ibv, &input, &attr), EINVAL);
	fill(&resp, sizeof(resp));
	t.answered = UVERBS_CMD_QUERY_DEVICE;
	t.answer = &resp;
	t.fail_command = UVERBS_EXTENDED | UVERBS_EX_CMD_QUERY_DEVICE;
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		t.fail_error = errors[i];
		memset(&attr, 0xff, sizeof(attr));
		assert_int_equal(ibv_query_device_ex(&ctx->ibv, NULL, &attr),
				 errors[i] == EIO ? EIO : 0);
		if (errors[i] == EIO)
			break;
		check_device(&attr.orig_attr, &resp);
		assert_int_equal(attr.device_cap_flags_ex, resp.device_cap_flags);
		assert_int_equal(attr.phys_port_cnt_ex, resp.phys_port_cnt);
		assert_int_equal(attr.max_dm_size, 0);
	}
	fake_context_free(ctx);
}

static void a_port_says_what_it_can_do(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct uverbs_query_port_resp resp;
	const struct uverbs_query_port_resp *const from = &resp;
	struct ibv_port_attr attr;
	const struct ibv_port_attr *const to = &attr;

	(void)state;
	fill(&resp, sizeof(resp));
	resp.port_cap_flags = IBV_PORT_CM_SUP; /* with others the library queries more */
	memset(&attr, 0xff, sizeof(attr));
	t.answered = UVERBS_CMD_QUERY_PORT;
	t.answer = &resp;
	assert_int_equal(ibv_query_port(&ctx->ibv, 1, &attr), 0);
	SAME(port_cap_flags);
	SAME(max_msg_sz);
	SAME(bad_pkey_cntr);
	SAME(qkey_viol_cntr);
	SAME(gid_tbl_len);
	SAME(pkey_tbl_len);
	SAME(lid);
	SAME(sm_lid);
	SAME(state);
	SAME(max_mtu);
	SAME(active_mtu);
	SAME(lmc);
	SAME(max_vl_num);
	SAME(sm_sl);
	SAME(subnet_timeout);
	SAME(init_type_reply);
	SAME(active_width);
	SAME(active_speed);
	SAME(phys_state);
	SAME(link_layer);
	SAME(flags);
	fake_context_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_device_says_what_it_can_do),
		cmocka_unit_test(the_extended_query_says_more),
		cmocka_unit_test(the_extended_query_may_be_missing),
		cmocka_unit_test(a_port_says_what_it_can_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
