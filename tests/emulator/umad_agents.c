/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening umadN and issmN, and registering agents: which requests are refused, and why. */
#include "umad_kit.h"

/* --- opening ----------------------------------------------------------------------------- */

static void u1_iwarp_has_no_file(void **state)
{
	struct raw *raw = raw_connect(NULL);

	(void)state;
	assert_int_equal(umad_try_open(raw, "cxgb3_0", 1, SOFTHCA_MAD_KIND_UMAD), ENODEV);
	assert_int_equal(umad_try_open(raw, "mlx4_0", 2, SOFTHCA_MAD_KIND_UMAD), ENODEV);
	assert_int_equal(umad_try_open(raw, "mlx4_0", 0, SOFTHCA_MAD_KIND_UMAD), ENODEV);
	assert_int_equal(umad_try_open(raw, "mlx4_9", 1, SOFTHCA_MAD_KIND_UMAD), ENODEV);
	assert_int_equal(umad_try_open(raw, "mlx4_0", 1, 2), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_MAD_WRITE, NULL, "x", 1, -1), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_MAD_READ, NULL, NULL, 0, -1), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_MAD_IOCTL, NULL, NULL, 0, -1), EINVAL);
	assert_int_equal(umad_try_open(raw, "mlx4_0", 1, SOFTHCA_MAD_KIND_UMAD), 0);
	close(raw->fd);
	assert_int_equal(umad_try_open(raw, "mlx4_0", 1, SOFTHCA_MAD_KIND_UMAD), EINVAL);
	raw_close(raw);
}

static void u26_issm_marks_the_port(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	struct raw *first = raw_connect(NULL), *second = raw_connect(NULL);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));

	(void)state;
	assert_false(port_info(u, id).capability_mask & SMP_CAPABILITY_SM);
	assert_int_equal(umad_try_open(first, "mlx4_0", 1, SOFTHCA_MAD_KIND_ISSM), 0);
	assert_true(port_info(u, id).capability_mask & SMP_CAPABILITY_SM);
	assert_int_equal(umad_try_open(second, "mlx4_0", 1, SOFTHCA_MAD_KIND_ISSM), EAGAIN);
	assert_int_equal(umad_try_open(second, "cxgb3_0", 1, SOFTHCA_MAD_KIND_ISSM), ENODEV);
	raw_close(first);
	while (umad_try_open(second, "mlx4_0", 1, SOFTHCA_MAD_KIND_ISSM) == EAGAIN)
		usleep(1000);
	raw_close(second);
	while (port_info(u, id).capability_mask & SMP_CAPABILITY_SM)
		usleep(1000);
	umad_close(u);
}

/* --- agents ------------------------------------------------------------------------------ */

static void u10_ids_are_the_lowest_free(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	uint32_t id = 7;

	(void)state;
	for (uint32_t i = 0; i < UMAD_AGENTS_MAX; i++)
		assert_int_equal(umad_registered(u, umad_agent(1, 0, 0)), i);
	assert_int_equal(umad_try_register(u, umad_agent(1, 0, 0)), ENOMEM);
	/* this is checked before the class, but after the queue pair */
	assert_int_equal(umad_try_register(u, umad_agent(1, UMAD_CLASSES_END, 1)), ENOMEM);
	assert_int_equal(umad_try_register(u, umad_agent(2, 0, 0)), EINVAL);
	assert_int_equal(umad_ioctl(u, UMAD_UNREGISTER_AGENT, &id, sizeof(id)), 0);
	assert_int_equal(umad_ioctl(u, UMAD_UNREGISTER_AGENT, &id, sizeof(id)), EINVAL);
	assert_int_equal(umad_registered(u, umad_agent(1, 0, 0)), 7);
	id = UMAD_AGENTS_MAX;
	assert_int_equal(umad_ioctl(u, UMAD_UNREGISTER_AGENT, &id, sizeof(id)), EINVAL);
	assert_int_equal(umad_ioctl(u, UMAD_UNREGISTER_AGENT, &id, 3), EFAULT);
	assert_int_equal(umad_ioctl(u, 0x1b09, &id, sizeof(id)), ENOTTY);
	umad_close(u);
}

static void u12_classes_and_queue_pairs_go_together(void **state)
{
	static const struct {
		uint8_t qpn, mgmt_class, version;
		uint8_t oui, rmpp;
		int expected;
	} cases[] = {
		{2, 0, 0, 0, 0, EINVAL},    {1, 0, 200, 0, 1, 0},       {1, 0x03, 2, 0, 1, 0},
		{1, 0, 200, 0, 2, EINVAL},  {1, 0x03, 0x82, 0, 0, 0},   {1, 0x04, 1, 0, 1, EINVAL},
		{1, 0x03, 2, 0, 2, EINVAL}, {1, 3, 0x83, 0, 0, EINVAL}, {0, 0x03, 2, 0, 0, EINVAL},
		{1, 0x01, 1, 0, 0, EINVAL}, {1, 0x81, 1, 0, 0, EINVAL}, {0, 0x81, 1, 0, 0, 0},
		{0, 0x01, 1, 0, 0, 0},      {1, 0x50, 1, 0, 0, EINVAL}, {1, 0x4f, 1, 0, 0, EINVAL},
		{1, 0x4f, 1, 0x14, 0, 0},   {1, 0x30, 1, 0, 0, EINVAL},
	};
	struct umad *u = umad_open("mlx4_0", 1);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct umad_reg_req req = umad_agent(cases[i].qpn, cases[i].mgmt_class,
						     cases[i].version);

		req.oui[1] = cases[i].oui;
		req.rmpp_version = cases[i].rmpp;
		assert_int_equal(umad_try_register(u, req), cases[i].expected);
	}
	umad_close(u);
}

static void u12_a_method_has_one_agent(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	struct umad *other = umad_open("mlx4_0", 1);
	struct umad_reg_req req = umad_agent(1, MAD_CLASS_ADMINISTRATION, SA_CLASS_VERSION);
	struct umad_reg_req cm = umad_agent(1, MAD_CLASS_COMMUNICATION, 2);
	struct umad_reg_req subnet = umad_agent(0, MAD_CLASS_SUBNET, SMP_CLASS_VERSION);

	(void)state;
	subnet.method_mask[0] = 1U << MAD_METHOD_TRAP;
	req.method_mask[0] = 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET;
	umad_registered(u, req);
	assert_int_equal(umad_try_register(other, req), EINVAL);
	assert_int_equal(umad_try_register(u, req), EINVAL);
	req.method_mask[0] = 1U << MAD_METHOD_GET_TABLE;
	umad_registered(other, req);
	req.method_mask[0] = 0;
	umad_registered(other, req); /* accepts no requests, so it collides with no agent */
	req.mgmt_class_version = SA_CLASS_VERSION + 1;
	req.method_mask[0] = 1U << MAD_METHOD_GET;
	umad_registered(other, req);
	req.method_mask[0] = 0;
	req.method_mask[3] = 1U << 31;
	umad_registered(other, req);
	assert_int_equal(umad_try_register(u, req), EINVAL);
	/* LID-routed and directed-route MADs have different agents */
	umad_registered(u, subnet);
	subnet.mgmt_class = MAD_CLASS_SUBNET_DIRECTED;
	umad_registered(other, subnet);
	assert_int_equal(umad_try_register(u, subnet), EINVAL);
	cm.method_mask[0] = 1U << MAD_METHOD_SEND;
	assert_int_equal(umad_try_register(u, cm), EINVAL); /* reserved for the kernel */
	umad_close(u);
	umad_close(other);
}

static void u12_vendors_differ_by_their_oui(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	struct umad_reg_req req = vendor_agent(MAD_METHOD_GET);

	(void)state;
	umad_registered(u, req);
	assert_int_equal(umad_try_register(u, req), EINVAL);
	req.oui[0] = 1;
	umad_registered(u, req);
	umad_close(u);
}

static void u9_unknown_flags_return_the_known_ones(void **state)
{
	struct umad_reg_req2 req = {.qpn = 1, .flags = 6};
	struct umad *u = umad_open_short("mlx4_0", 1);

	(void)state;
	assert_int_equal(umad_ioctl(u, UMAD_REGISTER_AGENT2, &req, sizeof(req)), EINVAL);
	assert_int_equal(req.flags, UMAD_KNOWN_FLAGS);
	req.flags = 0;
	req.oui = 1 << 24;
	req.mgmt_class = MAD_CLASS_ADMINISTRATION;
	assert_int_equal(umad_ioctl(u, UMAD_REGISTER_AGENT2, &req, sizeof(req)), EINVAL);
	req.oui = 0;
	req.mgmt_class = 0;
	req.flags = UMAD_USER_RMPP; /* RMPP needs a class */
	assert_int_equal(umad_ioctl(u, UMAD_REGISTER_AGENT2, &req, sizeof(req)), EINVAL);
	req.flags = 0;
	req.qpn = 2;
	assert_int_equal(umad_ioctl(u, UMAD_REGISTER_AGENT2, &req, sizeof(req)), EINVAL);
	req.qpn = 1;
	assert_int_equal(umad_ioctl(u, UMAD_REGISTER_AGENT2, &req, sizeof(req)), 0);
	assert_int_equal(umad_ioctl(u, UMAD_ENABLE_PKEY, NULL, 0), EINVAL);
	umad_close(u);
}

/** Send a request to the own node. Returns the size of the header of its response. */
static size_t header_of_response(struct umad *u, uint32_t id, size_t header)
{
	struct umad_message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 0, NULL);
	struct umad_message got;
	size_t len;

	memmove((uint8_t *)&m + header, m.mad, MAD_BYTES);
	assert_int_equal(
		raw_exchange(u->raw, SOFTHCA_OP_MAD_WRITE, NULL, &m, header + MAD_BYTES, -1), 0);
	assert_int_equal(umad_read(u, &got, sizeof(got), &len), 0);
	assert_int_equal(got.header.status, 0);
	return len - MAD_BYTES;
}

static void u8_u9_the_header_is_long_when_asked_for(void **state)
{
	struct umad_reg_req2 req = {.qpn = 0};
	struct umad *u = umad_open_short("mlx4_0", 1);
	uint32_t id = umad_registered(u, umad_agent(0, 0, 0));

	(void)state;
	assert_int_equal(header_of_response(u, id, UMAD_SHORT_HEADER), UMAD_SHORT_HEADER);
	/* too late: the program has already used the short header */
	assert_int_equal(umad_ioctl(u, UMAD_REGISTER_AGENT2, &req, sizeof(req)), 0);
	assert_int_equal(header_of_response(u, id, UMAD_SHORT_HEADER), UMAD_SHORT_HEADER);
	umad_close(u);
	u = umad_open_short("mlx4_0", 1);
	assert_int_equal(umad_ioctl(u, UMAD_REGISTER_AGENT2, &req, sizeof(req)), 0);
	assert_int_equal(header_of_response(u, req.id, sizeof(struct umad_header)),
			 sizeof(struct umad_header));
	umad_close(u);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(u1_iwarp_has_no_file),
		cmocka_unit_test(u26_issm_marks_the_port),
		cmocka_unit_test(u10_ids_are_the_lowest_free),
		cmocka_unit_test(u12_classes_and_queue_pairs_go_together),
		cmocka_unit_test(u12_a_method_has_one_agent),
		cmocka_unit_test(u12_vendors_differ_by_their_oui),
		cmocka_unit_test(u9_unknown_flags_return_the_known_ones),
		cmocka_unit_test(u8_u9_the_header_is_long_when_asked_for),
	};

	return raw_run(argc, argv, "umad_agents", tests, sizeof(tests) / sizeof(tests[0]));
}
