/* SPDX-License-Identifier: BSD-2-Clause */
/* Dropped MADs are counted for the port that drops them, and softhcactl shows the counters. */
#include "umad_kit.h"

#define AT_CLIENT "mlx4_0 port 1 "
#define AT_SERVER "mlx4_1 port 1 "

/** Counters of both ports. */
struct counts {
	unsigned int malformed, unclaimed, lost, elsewhere;
};

static struct counts count(void)
{
	return (struct counts){
		.malformed = umad_counter(AT_SERVER "mads_malformed"),
		.unclaimed = umad_counter(AT_SERVER "mads_unclaimed"),
		.lost = umad_counter(AT_SERVER "mads_lost"),
		.elsewhere = umad_counter(AT_CLIENT "mads_malformed") +
			     umad_counter(AT_CLIENT "mads_unclaimed") +
			     umad_counter(AT_CLIENT "mads_lost"),
	};
}

/** Check that the counters are `from` plus `more`. */
static void counted(struct counts from, struct counts more)
{
	const struct counts now = count();

	assert_int_equal(now.malformed - from.malformed, more.malformed);
	assert_int_equal(now.unclaimed - from.unclaimed, more.unclaimed);
	assert_int_equal(now.lost - from.lost, more.lost);
	assert_int_equal(now.elsewhere - from.elsewhere, more.elsewhere);
}

/** Returns a MAD to the server with this header and queue pair. */
static struct umad_message with_header(const struct umad_pair *p, struct mad_header header,
				       uint32_t qpn)
{
	struct umad_message m = vendor(p->id, header.method, 2);

	header.tid = 7;
	mad_header_put(m.mad, &header);
	m.header.qpn = htonl(qpn);
	return m;
}

static void malformed_ones_are_counted(void **state)
{
	static const struct {
		struct mad_header header;
		uint32_t qpn;
	} cases[] = {
		/* another base version */
		{{.base_version = 2,
		  .mgmt_class = VENDOR_CLASS,
		  .class_version = 1,
		  .method = MAD_METHOD_GET},
		 1},
		/* not to the queue pair of its class; to a queue pair that is not for management */
		{{.base_version = 1,
		  .mgmt_class = VENDOR_CLASS,
		  .class_version = 1,
		  .method = MAD_METHOD_GET},
		 0},
		{{.base_version = 1,
		  .mgmt_class = MAD_CLASS_SUBNET,
		  .class_version = 1,
		  .method = MAD_METHOD_GET,
		  .attribute = SMP_ATTRIBUTE_NODE_INFO},
		 1},
		{{.base_version = 1,
		  .mgmt_class = VENDOR_CLASS,
		  .class_version = 1,
		  .method = MAD_METHOD_GET},
		 2},
		/* messages of connection managers must have the method Send */
		{{.base_version = 1,
		  .mgmt_class = MAD_CLASS_COMMUNICATION,
		  .class_version = 2,
		  .method = MAD_METHOD_GET,
		  .attribute = 0x10},
		 1},
	};
	struct umad_pair p = umad_pair_open();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct counts before = count();

		umad_times_out(p.client, with_header(&p, cases[i].header, cases[i].qpn));
		counted(before, (struct counts){.malformed = 1});
	}
	assert_false(umad_readable(p.server, 0));
	umad_pair_close(&p);
}

/** Respond to a message that the server has read. */
static void respond(const struct umad_pair *p, struct umad_message m)
{
	struct mad_header header = mad_header_get(m.mad);

	header.method |= MAD_RESPONSE;
	mad_header_put(m.mad, &header);
	m.header.timeout_ms = 0;
	assert_int_equal(umad_write(p->server, &m, MAD_BYTES), 0);
}

static void requests_without_an_agent_are_counted(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2);
	struct counts before = count();

	(void)state;
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	respond(&p, umad_received(p.server));
	umad_received(p.client);
	counted(before, (struct counts){0}); /* each has an agent */
	m = vendor(p.id, MAD_METHOD_SET, 2);
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	assert_int_equal(mad_header_get(umad_received(p.client).mad).status,
			 MAD_STATUS_BAD_ATTRIBUTE);
	counted(before, (struct counts){.unclaimed = 1}); /* the node refuses it with a response */
	m = vendor(p.id, MAD_METHOD_SEND, 2);
	m.header.retries = 2;
	umad_times_out(p.client, m);
	counted(before, (struct counts){.unclaimed = 4});
	umad_pair_close(&p);
}

/** U16: the first response is no longer under way, so the second one is sent, too. */
static void responses_without_a_request_are_counted(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2), request;
	struct counts before = count();
	uint32_t gone = umad_registered(p.client, umad_agent(1, 0, 0));

	(void)state;
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	request = umad_received(p.server);
	respond(&p, request);
	respond(&p, request);
	umad_received(p.client);
	assert_false(umad_readable(p.client, 0));
	counted(before, (struct counts){.elsewhere = 1});
	/* likewise after the request has timed out, or its agent was unregistered */
	umad_times_out(p.client, m);
	respond(&p, umad_received(p.server));
	counted(before, (struct counts){.elsewhere = 2});
	m.header.id = gone;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	assert_int_equal(umad_ioctl(p.client, UMAD_UNREGISTER_AGENT, &gone, sizeof(gone)), 0);
	respond(&p, umad_received(p.server));
	counted(before, (struct counts){.elsewhere = 3});
	assert_false(umad_readable(p.client, 0));
	umad_pair_close(&p);
}

static void those_that_find_too_many_unread_are_counted(void **state)
{
	enum {
		MOST = 4096,
		MORE = 3
	};
	struct umad_pair p = umad_pair_open();
	const struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2);
	const struct counts before = count();

	(void)state;
	for (int i = 0; i < MOST; i++)
		assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	counted(before, (struct counts){0});
	for (int i = 0; i < MORE; i++)
		assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	counted(before, (struct counts){.lost = MORE});
	umad_pair_close(&p);
}

/** A switch has no counters, so it does not count what it drops. */
static void switches_do_not_count(void **state)
{
	struct umad_pair p = umad_pair_open();
	const struct counts before = count();

	(void)state;
	umad_times_out(p.client, vendor(p.id, MAD_METHOD_SET, SWITCH_LID));
	counted(before, (struct counts){0});
	umad_pair_close(&p);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(malformed_ones_are_counted),
		cmocka_unit_test(requests_without_an_agent_are_counted),
		cmocka_unit_test(responses_without_a_request_are_counted),
		cmocka_unit_test(those_that_find_too_many_unread_are_counted),
		cmocka_unit_test(switches_do_not_count),
	};

	return raw_run(argc, argv, "umad_dropped", tests, sizeof(tests) / sizeof(tests[0]));
}
