/* SPDX-License-Identifier: BSD-2-Clause */
/* RMPP messages between programs that leave RMPP to the kernel, and programs that implement it. */
#include "umad_kit.h"

#include <inverbs/mad/device.h>

enum {
	DATA = 1000
};

/** Returns a message of a class that has RMPP, with `data` bytes after its header. */
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

/** Returns an agent that accepts such messages, or only sends them. */
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
	/* the buffer is too small for a packet; large enough for one; for all */
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

/* --- programs that implement RMPP ------------------------------------------------------------ */

enum {
	PACKET_DATA = MAD_BYTES - SA_HEADER_BYTES,
	OWN = SA_HEADER_BYTES - MAD_RMPP_AT - MAD_RMPP_SIZE, /* that RMPP counts as data */
	WINDOW = 64,
};

static uint32_t own_agent(struct umad *u)
{
	struct umad_reg_req2 own = {
		.qpn = 1,
		.mgmt_class = MAD_CLASS_ADMINISTRATION,
		.mgmt_class_version = SA_CLASS_VERSION,
		.flags = UMAD_USER_RMPP,
		.rmpp_version = 1,
		.method_mask = {1U << MAD_METHOD_GET_MULTI},
	};

	assert_int_equal(umad_ioctl(u, UMAD_REGISTER_AGENT2, &own, sizeof(own)), 0);
	return own.id;
}

/**
 * Returns a packet of a message of DATA bytes, or of a message that consists of its first `last`
 * packets.
 */
static struct umad_message packet_of(const struct umad_message *whole, uint32_t segment,
				     uint32_t last)
{
	struct umad_message m = *whole;
	const size_t at = (segment - 1) * PACKET_DATA;
	const struct mad_rmpp v = {
		.version = MAD_RMPP_VERSION,
		.type = MAD_RMPP_TYPE_DATA,
		.active = 1,
		.first = segment == 1,
		.last = segment == last,
		.segment = segment,
		.length = segment == last ? PACKET_DATA / 2 + OWN : 0,
	};

	mad_rmpp_put(m.mad + MAD_RMPP_AT, &v);
	memcpy(m.mad + SA_HEADER_BYTES, whole->mad + SA_HEADER_BYTES + at, PACKET_DATA);
	return m;
}

static void send_packet(struct umad *u, const struct umad_message *whole, uint32_t segment,
			uint32_t last)
{
	const struct umad_message m = packet_of(whole, segment, last);

	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
}

static void acknowledged(struct umad *u, uint8_t method, uint32_t segment, uint32_t window)
{
	const struct umad_message m = umad_received(u);
	const struct mad_rmpp v = mad_rmpp_get(m.mad + MAD_RMPP_AT);

	assert_int_equal(mad_header_get(m.mad).method, method);
	assert_int_equal(v.type, MAD_RMPP_TYPE_ACK);
	assert_true(v.active);
	assert_int_equal(v.segment, segment);
	assert_int_equal(v.length, window);
}

/** Check that the whole message of `packets` packets arrives, the last of them half full. */
static void whole_message_arrives(struct umad *u, const struct umad_message *whole,
				  unsigned int packets)
{
	const size_t data = (packets - 1) * PACKET_DATA + PACKET_DATA / 2;
	struct umad_message got;
	size_t len;

	assert_int_equal(umad_read(u, &got, sizeof(got), &len), 0);
	assert_int_equal(len, sizeof(got.header) + SA_HEADER_BYTES + data);
	assert_memory_equal(got.mad + SA_HEADER_BYTES, whole->mad + SA_HEADER_BYTES, data);
}

static void packets_are_put_together_for_those_that_leave_it_to_the_kernel(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1), *server = umad_open("mlx4_1", 1);
	const uint32_t id = own_agent(u);
	const struct umad_message whole = long_message(id, MAD_CLASS_ADMINISTRATION,
						       SA_HEADER_BYTES, DATA);
	const uint8_t ack = MAD_METHOD_GET_MULTI | MAD_RESPONSE;

	(void)state;
	umad_registered(server, long_agent(MAD_CLASS_ADMINISTRATION, true));
	send_packet(u, &whole, 2, 3); /* its message has no first packet */
	assert_false(umad_readable(u, SOON_MS));
	send_packet(u, &whole, 1, 3);
	acknowledged(u, ack, 1, 1 + WINDOW);
	send_packet(u, &whole, 3, 3); /* packet 2 is missing */
	acknowledged(u, ack, 1, 1 + WINDOW);
	send_packet(u, &whole, 2, 3);
	assert_false(umad_readable(server, SOON_MS));
	send_packet(u, &whole, 3, 3);
	acknowledged(u, ack, 3, 3 + WINDOW);
	whole_message_arrives(server, &whole, 3);
	send_packet(u, &whole, 1, 1);
	acknowledged(u, ack, 1, 1 + WINDOW);
	whole_message_arrives(server, &whole, 1);
	/* an incomplete message is dropped with its receiver */
	send_packet(u, &whole, 1, 3);
	acknowledged(u, ack, 1, 1 + WINDOW);
	umad_close(server);
	send_packet(u, &whole, 2, 3);
	assert_false(umad_readable(u, SOON_MS));
	umad_close(u);
}

/** Malformed packets neither end the message nor become part of it. */
static void malformed_packets_are_dropped(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1), *server = umad_open("mlx4_1", 1);
	const uint32_t id = own_agent(u);
	const struct umad_message whole = long_message(id, MAD_CLASS_ADMINISTRATION,
						       SA_HEADER_BYTES, DATA);
	const struct umad_message good = packet_of(&whole, 2, 2);
	const struct mad_rmpp v = mad_rmpp_get(good.mad + MAD_RMPP_AT);
	struct mad_rmpp bad[4] = {v, v, v, v};
	const unsigned int before = umad_counter("mlx4_1 port 1 mads_malformed");

	(void)state;
	bad[0].version++;
	bad[1].type = MAD_RMPP_TYPE_NONE;
	bad[2].type = MAD_RMPP_TYPE_ABORT + 1;
	bad[3].segment = 0;
	umad_registered(server, long_agent(MAD_CLASS_ADMINISTRATION, true));
	send_packet(u, &whole, 1, 2);
	acknowledged(u, MAD_METHOD_GET_MULTI | MAD_RESPONSE, 1, 1 + WINDOW);
	for (unsigned int i = 0; i < 4; i++) {
		struct umad_message m = good;

		mad_rmpp_put(m.mad + MAD_RMPP_AT, &bad[i]);
		assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
		assert_int_equal(umad_counter("mlx4_1 port 1 mads_malformed"), before + i + 1);
	}
	assert_false(umad_readable(u, SOON_MS));
	assert_false(umad_readable(server, 0));
	assert_int_equal(umad_write(u, &good, MAD_BYTES), 0);
	acknowledged(u, MAD_METHOD_GET_MULTI | MAD_RESPONSE, 2, 2 + WINDOW);
	whole_message_arrives(server, &whole, 2);
	umad_close(u);
	umad_close(server);
}

static void responses_are_put_together(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1), *server = umad_open("mlx4_1", 1);
	const uint32_t id = umad_registered(u, long_agent(MAD_CLASS_ADMINISTRATION, false));
	struct umad_message m = long_message(id, MAD_CLASS_ADMINISTRATION, SA_HEADER_BYTES, DATA);
	struct mad_header header;

	(void)state;
	m.header.timeout_ms = TIMEOUT_MS;
	own_agent(server);
	assert_int_equal(umad_write(u, &m, SA_HEADER_BYTES + 1), 0);
	header = mad_header_get(umad_received(server).mad);
	m = long_message(0, MAD_CLASS_ADMINISTRATION, SA_HEADER_BYTES, DATA);
	header.method |= MAD_RESPONSE;
	mad_header_put(m.mad, &header);
	m.header.lid = htons(1);
	send_packet(server, &m, 1, 2);
	acknowledged(server, MAD_METHOD_GET_MULTI, 1, 1 + WINDOW);
	assert_false(umad_readable(u, SOON_MS)); /* there is no response yet */
	send_packet(server, &m, 2, 2);
	acknowledged(server, MAD_METHOD_GET_MULTI, 2, 2 + WINDOW);
	whole_message_arrives(u, &m, 2);
	umad_close(u);
	umad_close(server);
}

static void two_that_do_it_themselves_get_every_packet(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1), *server = umad_open("mlx4_1", 1);
	const uint32_t id = own_agent(u), at = own_agent(server);
	const struct umad_message whole = long_message(id, MAD_CLASS_ADMINISTRATION,
						       SA_HEADER_BYTES, DATA);
	struct umad_message got;
	struct mad_header header;
	struct mad_rmpp v;

	(void)state;
	for (uint32_t i = 1; i <= 3; i++) {
		send_packet(u, &whole, i, 3);
		got = umad_received(server);
		assert_int_equal(mad_rmpp_get(got.mad + MAD_RMPP_AT).segment, i);
	}
	v = mad_rmpp_get(got.mad + MAD_RMPP_AT);
	v.type = MAD_RMPP_TYPE_ACK;
	v.segment = 3;
	v.length = 67;
	mad_rmpp_put(got.mad + MAD_RMPP_AT, &v);
	header = mad_header_get(got.mad);
	header.method |= MAD_RESPONSE;
	mad_header_put(got.mad, &header);
	got.header = (struct umad_header){.id = at, .qpn = htonl(1), .lid = htons(1)};
	assert_false(umad_readable(u, 0));
	assert_int_equal(umad_write(server, &got, MAD_BYTES), 0);
	acknowledged(u, header.method, 3, 67);
	umad_close(u);
	umad_close(server);
}

/**
 * Programs respond to device management; a port without such a program refuses, as the kernel does.
 */
static void device_management_is_a_matter_of_programs(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1), *server = umad_open("mlx4_1", 1);
	const uint32_t id = umad_registered(u, umad_agent(1, 0, 0));
	struct umad_reg_req req = umad_agent(1, MAD_CLASS_DEVICE, IOU_CLASS_VERSION);
	struct umad_message m = {.header = {.id = id,
					    .timeout_ms = TIMEOUT_MS,
					    .qpn = htonl(1),
					    .qkey = htonl(MAD_GSI_QKEY),
					    .lid = htons(2)}};
	const struct iou_unit_info unit = {.change_id = 7, .max_controllers = 1};
	struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_DEVICE,
		.class_version = IOU_CLASS_VERSION,
		.method = MAD_METHOD_GET,
		.attribute = IOU_ATTRIBUTE_UNIT_INFO,
	};
	struct umad_message got;
	uint32_t at;

	(void)state;
	mad_header_put(m.mad, &header);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	got = umad_received(u);
	assert_int_equal(mad_header_get(got.mad).method, MAD_METHOD_GET_RESPONSE);
	assert_int_equal(mad_header_get(got.mad).status, MAD_STATUS_BAD_ATTRIBUTE);
	req.rmpp_version = 1;
	req.method_mask[0] = 1U << MAD_METHOD_GET;
	at = umad_registered(server, req);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	got = umad_received(server);
	header = mad_header_get(got.mad);
	assert_int_equal(header.attribute, IOU_ATTRIBUTE_UNIT_INFO);
	header.method = MAD_METHOD_GET_RESPONSE;
	mad_header_put(got.mad, &header);
	iou_unit_info_put(got.mad + MAD_DEVICE_DATA_AT, &unit);
	got.header = (struct umad_header){
		.id = at, .qpn = htonl(1), .qkey = htonl(MAD_GSI_QKEY), .lid = htons(1)};
	assert_int_equal(umad_write(server, &got, MAD_BYTES), 0);
	got = umad_received(u);
	assert_int_equal(mad_header_get(got.mad).status, 0);
	assert_int_equal(iou_unit_info_get(got.mad + MAD_DEVICE_DATA_AT).change_id, 7);
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
		cmocka_unit_test(packets_are_put_together_for_those_that_leave_it_to_the_kernel),
		cmocka_unit_test(malformed_packets_are_dropped),
		cmocka_unit_test(responses_are_put_together),
		cmocka_unit_test(two_that_do_it_themselves_get_every_packet),
		cmocka_unit_test(device_management_is_a_matter_of_programs),
		cmocka_unit_test(unread_bytes_are_limited),
	};

	return raw_run(argc, argv, "umad_rmpp", tests, sizeof(tests) / sizeof(tests[0]));
}
