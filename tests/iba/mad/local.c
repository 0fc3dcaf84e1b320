/* SPDX-License-Identifier: BSD-2-Clause */
/* Datagrams to agents of the local node, and port attributes that a program may modify. */
#include "kit.h"

#include <complib/cl_byteswap.h>

enum {
	DATA_AT = 64
};

static struct kit kit, peer;

static int open_kits(void **state)
{
	(void)state;
	kit_open(&kit, 0);
	kit_open(&peer, 1);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&peer);
	kit_close(&kit);
	return 0;
}

struct datagram {
	union {
		ib_mad_t header;
		uint8_t bytes[256];
	};
};

static struct datagram get_request(uint8_t mgmt_class, ib_net16_t attribute, uint32_t modifier)
{
	struct datagram mad = {.header = {.base_ver = 1,
					  .mgmt_class = mgmt_class,
					  .class_ver = 1,
					  .method = IB_MAD_METHOD_GET,
					  .trans_id = CL_HTON64(9),
					  .attr_id = attribute,
					  .attr_mod = CL_HTON32(modifier)}};

	return mad;
}

static ib_port_info_t info_of_port(void)
{
	const struct datagram in = get_request(IB_MCLASS_SUBN_LID, IB_MAD_ATTR_PORT_INFO, 1);
	struct datagram out;
	ib_port_info_t info;

	assert_int_equal(ib_local_mad(kit.ca, 1, &in, &out), IB_SUCCESS);
	memcpy(&info, out.bytes + DATA_AT, sizeof(info));
	return info;
}

static void I67_local_datagrams_are_checked(void **state)
{
	struct datagram in = get_request(IB_MCLASS_SUBN_LID, IB_MAD_ATTR_PORT_INFO, 1), out;

	(void)state;
	memset(&out, 0x5a, sizeof(out));
	assert_int_equal(ib_local_mad(NULL, 1, &in, &out), IB_INVALID_CA_HANDLE);
	assert_int_equal(ib_local_mad((ib_ca_handle_t)kit.pd, 1, &in, &out), IB_INVALID_CA_HANDLE);
	assert_int_equal(ib_local_mad(kit_random_handle(), 1, &in, &out), IB_INVALID_CA_HANDLE);
	assert_int_equal(ib_local_mad(kit.ca, 1, NULL, &out), IB_INVALID_PARAMETER);
	assert_int_equal(ib_local_mad(kit.ca, 1, &in, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_local_mad(kit.ca, 0, &in, &out), IB_INVALID_PORT);
	assert_int_equal(ib_local_mad(kit.ca, 77, &in, &out), IB_INVALID_PORT);
	/* a class that no local agent serves; then a directed route that leaves the node */
	in.header.mgmt_class = IB_MCLASS_SUBN_ADM;
	assert_int_equal(ib_local_mad(kit.ca, 1, &in, &out), IB_UNSUPPORTED);
	in = get_request(IB_MCLASS_SUBN_DIR, IB_MAD_ATTR_PORT_INFO, 1);
	in.bytes[7] = 1;
	assert_int_equal(ib_local_mad(kit.ca, 1, &in, &out), IB_INVALID_PARAMETER);
	for (size_t i = 0; i < sizeof(out); i++)
		assert_int_equal(out.bytes[i], 0x5a);
}

static void I67_local_agents_respond(void **state)
{
	const uint8_t classes[] = {IB_MCLASS_SUBN_LID, IB_MCLASS_SUBN_DIR};
	struct datagram mad;

	(void)state;
	for (int i = 0; i < 2; i++) {
		ib_port_info_t info;

		mad = get_request(classes[i], IB_MAD_ATTR_PORT_INFO, 1);
		assert_int_equal(ib_local_mad(kit.ca, 1, &mad, &mad), IB_SUCCESS);
		assert_int_equal(mad.header.mgmt_class, classes[i]);
		assert_int_equal(mad.header.method, IB_MAD_METHOD_GET_RESP);
		assert_int_equal(mad.header.status & CL_HTON16(0x7fff), 0);
		memcpy(&info, mad.bytes + DATA_AT, sizeof(info));
		assert_int_equal(info.base_lid, kit.lid);
	}
	mad = get_request(IB_MCLASS_PERF, IB_MAD_ATTR_PORT_CNTRS, 0);
	mad.bytes[DATA_AT + 1] = 1; /* port_select: port 1 */
	assert_int_equal(ib_local_mad(kit.ca, 1, &mad, &mad), IB_SUCCESS);
	assert_int_equal(mad.header.method, IB_MAD_METHOD_GET_RESP);
	assert_int_equal(mad.header.status, 0);
}

static void I24_changes_are_checked(void **state)
{
	ib_port_attr_mod_t attr = {.qkey_ctr = 0};

	(void)state;
	assert_int_equal(ib_modify_ca(NULL, 1, IB_CA_MOD_QKEY_CTR, &attr), IB_INVALID_CA_HANDLE);
	assert_int_equal(ib_modify_ca((ib_ca_handle_t)kit.pd, 1, IB_CA_MOD_QKEY_CTR, &attr),
			 IB_INVALID_CA_HANDLE);
	assert_int_equal(ib_modify_ca(kit.ca, 1, IB_CA_MOD_QKEY_CTR, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_modify_ca(kit.ca, 1, 0, &attr), IB_INVALID_PARAMETER);
	assert_int_equal(ib_modify_ca(kit.ca, 1, 0x80000000, &attr), IB_INVALID_PARAMETER);
	assert_int_equal(ib_modify_ca(kit.ca, 0, IB_CA_MOD_QKEY_CTR, &attr), IB_INVALID_PORT);
	assert_int_equal(ib_modify_ca(kit.ca, 77, IB_CA_MOD_QKEY_CTR, &attr), IB_INVALID_PORT);
	assert_int_equal(ib_modify_ca(kit.ca, 1, IB_CA_MOD_IS_CM_SUPPORTED, &attr), IB_UNSUPPORTED);
	/* one unsupported bit fails the whole call */
	attr.cap.sm = TRUE;
	assert_int_equal(
		ib_modify_ca(kit.ca, 1, IB_CA_MOD_IS_SM | IB_CA_MOD_IS_CM_SUPPORTED, &attr),
		IB_UNSUPPORTED);
	assert_int_equal(info_of_port().capability_mask & CL_HTON32(2), 0);
}

static void I24_counters_are_set(void **state)
{
	const ib_port_attr_mod_t attr = {.qkey_ctr = 0, .pkey_ctr = 0};
	ib_port_info_t before = info_of_port(), after;

	(void)state;
	assert_int_equal(ib_modify_ca(kit.ca, 1, IB_CA_MOD_QKEY_CTR | IB_CA_MOD_PKEY_CTR, &attr),
			 IB_SUCCESS);
	after = info_of_port();
	assert_int_equal(after.q_key_violations, 0);
	assert_int_equal(after.p_key_violations, 0);
	/* nothing else has changed */
	before.q_key_violations = 0;
	before.p_key_violations = 0;
	assert_memory_equal(&before, &after, sizeof(before));
}

static void I24_a_port_is_marked_as_manager_until_released(void **state)
{
	ib_port_attr_mod_t attr = {.cap = {.sm = TRUE}};
	struct kit own;

	(void)state;
	for (int i = 0; i < 2; i++) /* setting it again succeeds */
		assert_int_equal(ib_modify_ca(kit.ca, 1, IB_CA_MOD_IS_SM, &attr), IB_SUCCESS);
	assert_int_not_equal(info_of_port().capability_mask & CL_HTON32(2), 0);
	/* another open handle of the same adapter counts as another user */
	kit_open(&own, 0);
	assert_int_equal(ib_modify_ca(own.ca, 1, IB_CA_MOD_IS_SM, &attr), IB_RESOURCE_BUSY);
	attr.cap.sm = FALSE;
	assert_int_equal(ib_modify_ca(kit.ca, 1, IB_CA_MOD_IS_SM, &attr), IB_SUCCESS);
	assert_int_equal(info_of_port().capability_mask & CL_HTON32(2), 0);
	attr.cap.sm = TRUE;
	assert_int_equal(ib_modify_ca(own.ca, 1, IB_CA_MOD_IS_SM, &attr), IB_SUCCESS);
	kit_close(&own);
	assert_int_equal(info_of_port().capability_mask & CL_HTON32(2), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(I67_local_datagrams_are_checked),
		cmocka_unit_test(I67_local_agents_respond),
		cmocka_unit_test(I24_changes_are_checked),
		cmocka_unit_test(I24_counters_are_set),
		cmocka_unit_test(I24_a_port_is_marked_as_manager_until_released),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
