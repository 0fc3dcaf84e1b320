/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages of several datagrams, between programs that leave RMPP to the kernel and that do not. */
#include "umad_kit.h"

enum {
	DATA = 1000
};

/** A message of a class that has RMPP, with this much data behind its header. */
static struct umad_message long_message(uint32_t id, uint8_t mgmt_class, size_t begin, size_t data)
{
	struct umad_message m = {.header = {.id = id, .qpn = htonl(1), .lid = htons(2)}};
	const struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = mgmt_class,
		.class_version = SA_CLASS_VERSION,
		.method = MAD_METHOD_GET_MULTI,
	};
	const struct mad_rmpp rmpp = {
		.version = MAD_RMPP_VERSION, .type = MAD_RMPP_TYPE_DATA, .active = 1};

	mad_header_put(m.mad, &header);
	mad_rmpp_put(m.mad + MAD_RMPP_AT, &rmpp);
	memset(m.mad + OUI_AT, 1, OUI_BYTES);
	for (size_t i = 0; i < data; i++)
		m.mad[begin + i] = (uint8_t)(i + 1);
	return m;
}

/** An agent that takes such messages, or only sends them. */
static struct umad_reg_req long_agent(uint8_t mgmt_class, bool takes)
{
	struct umad_reg_req req = umad_agent(1, mgmt_class, SA_CLASS_VERSION);

	req.rmpp_version = 1;
	req.method_mask[0] = takes ? 1U << MAD_METHOD_GET_MULTI : 0;
	memset(req.oui, 1, sizeof(req.oui));
	return req;
}

static void u17_u22_long_messages_wait_for_room(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	struct umad *server = umad_open("mlx4_1", 1);
	const uint32_t id = umad_registered(u, long_agent(MAD_CLASS_ADMINISTRATION, false));
	const struct umad_message m = long_message(id, MAD_CLASS_ADMINISTRATION, SA_HEADER_BYTES,
						   DATA);
	struct umad_message got;
	size_t len;

	(void)state;
	umad_registered(server, long_agent(MAD_CLASS_ADMINISTRATION, true));
	assert_int_equal(umad_write(u, &m, SA_HEADER_BYTES + DATA), 0);
	/* no room for a packet; room for one; for all */
	assert_int_equal(umad_read(server, &got, sizeof(got.header) + MAD_BYTES - 1, &len), EINVAL);
	assert_int_equal(umad_read(server, &got, sizeof(got.header) + MAD_BYTES, &len), ENOSPC);
	assert_int_equal(len, sizeof(got.header) + MAD_BYTES);
	assert_int_equal(got.header.length, sizeof(got.header) + SA_HEADER_BYTES + DATA);
	assert_int_equal(umad_read(server, &got, got.header.length, &len), 0);
	assert_int_equal(len, sizeof(got.header) + SA_HEADER_BYTES + DATA);
	assert_memory_equal(got.mad + SA_HEADER_BYTES, m.mad + SA_HEADER_BYTES, DATA);
	assert_false(umad_readable(server, SOON_MS));
	umad_close(u);
	umad_close(server);
}

static void u17_the_first_packet_tells_the_length(void **state)
{
	static const struct {
		uint8_t mgmt_class;
		size_t begin, data, packets;
	} cases[] = {
		{MAD_CLASS_ADMINISTRATION, 56, 1000, 5},
		{MAD_CLASS_ADMINISTRATION, 56, 200, 1},
		{MAD_CLASS_ADMINISTRATION, 56, 201, 2},
		{MAD_CLASS_DEVICE, 64, 1000, 6},
		{0x10, 64, 1000, 6},
		{0x12, 64, 1000, 6},
		{0x30, 40, 1000, 5},
		{0x4f, 40, 1000, 5},
	};
	struct umad *u = umad_open("mlx4_0", 1);
	struct umad *server = umad_open("mlx4_1", 1);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const size_t header = cases[i].begin - MAD_RMPP_AT - MAD_RMPP_SIZE;
		uint32_t id = umad_registered(u, long_agent(cases[i].mgmt_class, false));
		uint32_t at = umad_registered(server, long_agent(cases[i].mgmt_class, true));
		const struct umad_message m = long_message(id, cases[i].mgmt_class, cases[i].begin,
							   cases[i].data);
		struct umad_message got;
		struct mad_rmpp rmpp;
		size_t len;

		assert_int_equal(umad_write(u, &m, cases[i].begin + cases[i].data), 0);
		assert_int_equal(umad_read(server, &got, sizeof(got), &len), 0);
		assert_int_equal(len, sizeof(got.header) + cases[i].begin + cases[i].data);
		rmpp = mad_rmpp_get(got.mad + MAD_RMPP_AT);
		assert_int_equal(rmpp.first, 1);
		assert_int_equal(rmpp.last, cases[i].packets == 1);
		assert_int_equal(rmpp.segment, 1);
		assert_int_equal(rmpp.length, cases[i].data + cases[i].packets * header);
		assert_int_equal(umad_ioctl(u, UMAD_UNREGISTER_AGENT, &id, sizeof(id)), 0);
		assert_int_equal(umad_ioctl(server, UMAD_UNREGISTER_AGENT, &at, sizeof(at)), 0);
	}
	umad_close(u);
	umad_close(server);
}

static void u17_only_agents_with_rmpp_send_long_messages(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t plain = umad_registered(u, umad_agent(1, 0, 0));
	const uint32_t with = umad_registered(u, long_agent(MAD_CLASS_ADMINISTRATION, false));
	struct umad_message m = long_message(plain, MAD_CLASS_ADMINISTRATION, SA_HEADER_BYTES,
					     DATA);
	struct umad_reg_req2 own = {
		.qpn = 1,
		.mgmt_class = MAD_CLASS_ADMINISTRATION,
		.mgmt_class_version = SA_CLASS_VERSION,
		.flags = UMAD_USER_RMPP,
		.rmpp_version = 1,
	};
	struct mad_rmpp rmpp = mad_rmpp_get(m.mad + MAD_RMPP_AT);

	(void)state;
	assert_int_equal(umad_write(u, &m, MAD_BYTES + 1), EINVAL);
	assert_int_equal(umad_ioctl(u, UMAD_REGISTER_AGENT2, &own, sizeof(own)), 0);
	m.header.id = own.id;
	assert_int_equal(umad_write(u, &m, MAD_BYTES + 1), EINVAL);
	m.header.id = with;
	assert_int_equal(umad_write(u, &m, MAD_BYTES + 1), 0);
	rmpp.active = 0;
	mad_rmpp_put(m.mad + MAD_RMPP_AT, &rmpp);
	assert_int_equal(umad_write(u, &m, MAD_BYTES + 1), EINVAL);
	umad_close(u);
}

static void u22_programs_with_their_own_rmpp_read_packets(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	struct umad *server = umad_open("mlx4_1", 1);
	const uint32_t id = umad_registered(u, long_agent(MAD_CLASS_ADMINISTRATION, false));
	struct umad_reg_req2 own = {
		.qpn = 1,
		.mgmt_class = MAD_CLASS_ADMINISTRATION,
		.mgmt_class_version = SA_CLASS_VERSION,
		.flags = UMAD_USER_RMPP,
		.rmpp_version = 1,
		.method_mask = {1U << MAD_METHOD_GET_MULTI},
	};
	const struct umad_message m = long_message(id, MAD_CLASS_ADMINISTRATION, SA_HEADER_BYTES,
						   DATA);

	(void)state;
	assert_int_equal(umad_ioctl(server, UMAD_REGISTER_AGENT2, &own, sizeof(own)), 0);
	assert_int_equal(umad_write(u, &m, SA_HEADER_BYTES + DATA), 0);
	for (unsigned int i = 0; i < 5; i++) {
		const size_t begin = i * (MAD_BYTES - SA_HEADER_BYTES);
		const size_t bytes = i < 4 ? MAD_BYTES - SA_HEADER_BYTES : DATA - begin;
		const struct umad_message got = umad_received(server);
		const struct mad_rmpp rmpp = mad_rmpp_get(got.mad + MAD_RMPP_AT);

		assert_int_equal(rmpp.segment, i + 1);
		assert_int_equal(rmpp.first, i == 0);
		assert_int_equal(rmpp.last, i == 4);
		if (i == 0)
			assert_int_equal(rmpp.length, DATA + 5 * 20);
		if (i == 4)
			assert_int_equal(rmpp.length, bytes + 20);
		assert_memory_equal(got.mad + SA_HEADER_BYTES, m.mad + SA_HEADER_BYTES + begin,
				    bytes);
	}
	assert_false(umad_readable(server, SOON_MS));
	umad_close(u);
	umad_close(server);
}

static void unread_bytes_are_limited(void **state)
{
	enum {
		BYTES = 4096,
		MOST = (4 << 20) / BYTES
	};
	struct umad *u = umad_open("mlx4_0", 1);
	struct umad *server = umad_open("mlx4_1", 1);
	const uint32_t id = umad_registered(u, long_agent(MAD_CLASS_ADMINISTRATION, false));
	const struct umad_message m = long_message(id, MAD_CLASS_ADMINISTRATION, SA_HEADER_BYTES,
						   DATA);
	struct umad_message got;
	size_t len;

	(void)state;
	umad_registered(server, long_agent(MAD_CLASS_ADMINISTRATION, true));
	for (int lap = 0; lap < 2; lap++) {
		unsigned int count = 0;

		for (int i = 0; i < MOST + 1; i++)
			assert_int_equal(umad_write(u, &m, BYTES), 0);
		for (; umad_readable(server, SOON_MS); count++)
			assert_int_equal(umad_read(server, &got, sizeof(got), &len), 0);
		assert_int_equal(count, MOST);
	}
	umad_close(u);
	umad_close(server);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(u17_u22_long_messages_wait_for_room),
		cmocka_unit_test(u17_the_first_packet_tells_the_length),
		cmocka_unit_test(u17_only_agents_with_rmpp_send_long_messages),
		cmocka_unit_test(u22_programs_with_their_own_rmpp_read_packets),
		cmocka_unit_test(unread_bytes_are_limited),
	};

	return raw_run(argc, argv, "umad_rmpp", tests, sizeof(tests) / sizeof(tests[0]));
}
