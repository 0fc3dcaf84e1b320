/* SPDX-License-Identifier: BSD-2-Clause */
/* Fault rules for MADs (docs/testing-your-program.md). */
#include <stdio.h>
#include <time.h>

#include "umad_kit.h"

enum {
	SERVER_LID = 2,
	DELAY_MS = 30,
	DRAWS = 64,
};

/** Replace all rules by this one. */
static void rule(const struct umad_pair *p, const char *text)
{
	char line[100];

	snprintf(line, sizeof(line), "fault add %s", text);
	assert_int_equal(raw_control(p->client->raw, "fault clear"), 0);
	assert_int_equal(raw_control(p->client->raw, line), 0);
}

static void close_pair(struct umad_pair *p)
{
	assert_int_equal(raw_control(p->client->raw, "fault clear"), 0);
	umad_pair_close(p);
}

static void send_to_server(const struct umad_pair *p, uint32_t tid)
{
	struct umad_message m = vendor(p->id, MAD_METHOD_GET, SERVER_LID);
	struct mad_header header = mad_header_get(m.mad);

	header.tid = tid;
	mad_header_put(m.mad, &header);
	assert_int_equal(umad_write(p->client, &m, MAD_BYTES), 0);
}

static uint32_t received_tid(const struct umad_pair *p)
{
	return (uint32_t)mad_header_get(umad_received(p->server).mad).tid;
}

/** Returns a request to the performance management agent of a port. */
static struct umad_message counters_of(const struct umad_pair *p, uint16_t lid)
{
	struct umad_message m = vendor(p->id, MAD_METHOD_GET, lid);
	struct mad_header header = mad_header_get(m.mad);
	const struct pma_port_counters v = {.port_select = 1};

	header.mgmt_class = MAD_CLASS_PERFORMANCE;
	header.class_version = PMA_CLASS_VERSION;
	header.attribute = PMA_ATTRIBUTE_PORT_COUNTERS;
	mad_header_put(m.mad, &header);
	pma_port_counters_put(m.mad + PMA_DATA_AT, &v);
	return m;
}

/** Returns the number of MADs that the client's port has lost, from its own agent. */
static unsigned int discards(const struct umad_pair *p)
{
	struct umad_message m = counters_of(p, 1);

	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(p->client, &m, MAD_BYTES), 0);
	return pma_port_counters_get(umad_received(p->client).mad + PMA_DATA_AT).transmit_discards;
}

static void datagrams_are_lost(void **state)
{
	struct umad_pair p = umad_pair_open();
	const unsigned int before = discards(&p);

	(void)state;
	rule(&p, "lose mad 1..2 from mlx4_0 to mlx4_1");
	for (uint32_t i = 1; i <= 3; i++)
		send_to_server(&p, i);
	assert_int_equal(received_tid(&p), 3);
	rule(&p, "corrupt mad 1 from mlx4_0:1");
	send_to_server(&p, 4);
	send_to_server(&p, 5);
	assert_int_equal(received_tid(&p), 5);
	rule(&p, "lose mad"); /* does not apply to MADs that do not leave the port */
	assert_int_equal(discards(&p), before + 3);
	close_pair(&p);
}

static void responses_of_agents_are_lost(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad_message m = counters_of(&p, SERVER_LID);

	(void)state;
	rule(&p, "lose mad from mlx4_1 to mlx4_0");
	umad_times_out(p.client, m);
	/* a retry is a separate MAD, with a separate response */
	rule(&p, "lose mad 1 from mlx4_1 to mlx4_0");
	m.header.timeout_ms = SOON_MS;
	m.header.retries = 1000;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	assert_int_equal(mad_header_get(umad_received(p.client).mad).status, 0);
	/* rules cannot name switches */
	rule(&p, "lose mad to mlx4_0");
	m = counters_of(&p, SWITCH_LID);
	umad_times_out(p.client, m);
	close_pair(&p);
}

static void datagrams_arrive_twice(void **state)
{
	struct umad_pair p = umad_pair_open();

	(void)state;
	rule(&p, "duplicate mad 2");
	for (uint32_t i = 1; i <= 3; i++)
		send_to_server(&p, i);
	assert_int_equal(received_tid(&p), 1);
	assert_int_equal(received_tid(&p), 2);
	assert_int_equal(received_tid(&p), 2);
	assert_int_equal(received_tid(&p), 3);
	close_pair(&p);
}

static uint64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void datagrams_are_late(void **state)
{
	struct umad_pair p = umad_pair_open();
	uint64_t from;

	(void)state;
	rule(&p, "delay 30ms mad 1");
	from = milliseconds();
	send_to_server(&p, 1);
	assert_int_equal(received_tid(&p), 1);
	/* a clock of whole milliseconds may show one less */
	assert_true(milliseconds() - from >= DELAY_MS - 1);
	close_pair(&p);
}

/* Other MADs overtake a delayed one, which has not arrived when the emulator ends. */
static void late_ones_are_overtaken(void **state)
{
	struct umad_pair p = umad_pair_open();

	(void)state;
	rule(&p, "delay 60s mad 1");
	for (uint32_t i = 1; i <= 2; i++)
		send_to_server(&p, i);
	assert_int_equal(received_tid(&p), 2);
	rule(&p, "delay 1ms mad");
	for (uint32_t i = 3; i <= 5; i++)
		send_to_server(&p, i);
	for (uint32_t i = 3; i <= 5; i++)
		assert_int_equal(received_tid(&p), i);
	assert_false(umad_readable(p.server, 0));
	close_pair(&p);
}

/** Send some MADs from each port of mlx4_1, and set bits for those that mlx4_0 receives. */
static void draw(const struct umad_pair *p, const uint32_t id[2], struct umad *from[2],
		 uint64_t bits[2])
{
	for (uint32_t tid = 0; tid < 2 * DRAWS; tid++) {
		struct umad_message m = vendor(id[tid % 2], MAD_METHOD_GET, 1);
		struct mad_header header = mad_header_get(m.mad);

		header.tid = tid;
		mad_header_put(m.mad, &header);
		assert_int_equal(umad_write(from[tid % 2], &m, MAD_BYTES), 0);
	}
	bits[0] = bits[1] = 0;
	while (umad_readable(p->client, 0)) {
		const uint32_t tid = (uint32_t)mad_header_get(umad_received(p->client).mad).tid;

		bits[tid % 2] |= UINT64_C(1) << tid / 2;
	}
}

/* Each port has separate counts and random decisions. */
static void each_port_counts(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad *from[2] = {p.server, umad_open("mlx4_1", 2)};
	uint32_t id[2];
	uint64_t bits[2], again[2];

	(void)state;
	umad_registered(p.client, vendor_agent(MAD_METHOD_GET));
	for (int i = 0; i < 2; i++)
		id[i] = umad_registered(from[i], umad_agent(1, 0, 0));
	rule(&p, "lose mad 2");
	draw(&p, id, from, bits);
	for (int i = 0; i < 2; i++)
		assert_true(bits[i] == (UINT64_MAX ^ 2));
	rule(&p, "lose mad 50%");
	draw(&p, id, from, bits);
	assert_true(bits[0] != bits[1]);
	rule(&p, "lose mad 50%");
	draw(&p, id, from, again);
	assert_memory_equal(again, bits, sizeof(bits));
	umad_close(from[1]);
	close_pair(&p);
}

/* The last test, because it uses up the room for delayed MADs. */
static void too_many_late_ones_are_lost(void **state)
{
	enum {
		ROOM = 16 << 20,
	};
	struct umad_pair p = umad_pair_open();
	struct umad_reg_req req = vendor_agent(MAD_METHOD_SEND);
	const struct mad_rmpp rmpp = {
		.version = MAD_RMPP_VERSION, .type = MAD_RMPP_TYPE_DATA, .active = 1};
	struct umad_message m;
	unsigned int before;

	(void)state;
	req.rmpp_version = 1;
	m = vendor(umad_registered(p.client, req), MAD_METHOD_SEND, SERVER_LID);
	mad_rmpp_put(m.mad + MAD_RMPP_AT, &rmpp);
	rule(&p, "delay 60s mad from mlx4_0 to mlx4_1");
	before = discards(&p);
	for (size_t sent = 0; sent < ROOM; sent += sizeof(m.mad))
		assert_int_equal(umad_write(p.client, &m, sizeof(m.mad)), 0);
	assert_int_equal(discards(&p), before);
	assert_int_equal(umad_write(p.client, &m, sizeof(m.mad)), 0);
	assert_int_equal(discards(&p), before + 1);
	close_pair(&p);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(datagrams_are_lost),
		cmocka_unit_test(responses_of_agents_are_lost),
		cmocka_unit_test(datagrams_arrive_twice),
		cmocka_unit_test(datagrams_are_late),
		cmocka_unit_test(each_port_counts),
		cmocka_unit_test(late_ones_are_overtaken),
		cmocka_unit_test(too_many_late_ones_are_lost),
	};

	return raw_run(argc, argv, "umad_faults", tests, sizeof(tests) / sizeof(tests[0]));
}
